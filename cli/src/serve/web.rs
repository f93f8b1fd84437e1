//! The addresses that are served, and what is answered there.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use clap::ValueEnum;
use duelog_kernel::Seat;
use duelog_kernel::budget::{Budget, tick, within};
use duelog_log_format::{Reader, ViewLog};
use duelog_verifier::Games;
use duelog_verifier::moment::Moment;
use serde::Serialize;
use serde_json::json;
use tokio::sync::Semaphore;

use super::asking::{Asked, OF_ONE, OF_TWO, Parameters};
use super::branch::{Branch, BranchStart, BranchView, Branches};
use super::door::Answering;
use super::log_store::Shelf;
use super::server_address::ServerAddress;
use super::turn::{Asker, Room, turn};
use super::upload::{Desk, HANDED_IN_MAX, NotTaken, Upload};
use crate::effort::Effort;
use crate::output::{Context, Failure, Format, json as in_json};
use crate::replayed::Looking;
use crate::report::{Pair, Shown, full_logs, page, served};
use crate::simulate::bots::Policy;
use crate::source::{How, Source};
use crate::verify::VerdictLine;
use crate::viewer_log;

/// The list of logs.
const LISTING: &str = include_str!("../../page/dist/listing.html");

/// The page on which a branch is played.
const BRANCH: &str = include_str!("../../page/dist/branch.html");

/// The API description for programs.
const OPENAPI: &str = include_str!("../../openapi.json");

/// How long somebody waits for those who came before.
const QUEUE: Duration = Duration::from_secs(60);

/// How many decisions a log may have to be shown; a verdict has limits of its own.
const SHOWN_MAX: u32 = 50_000;

/// The headers of every answer.
const ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The sources of answers.
pub struct Hall {
    /// The logs.
    pub shelf: Shelf,
    cards: Option<PathBuf>,
    /// As much is worked out at once as the machine has hands.
    gate: Arc<Semaphore>,
    /// Work that takes longer than a moment continues here.
    room: Arc<Room>,
    desk: Desk,
    effort: Effort,
    hands: usize,
    branches: Branches,
    /// True if only browsers of this machine ask.
    alone: bool,
}

type Answer = Result<Response, Failed>;

/// Why something is not answered.
struct Failed(StatusCode, String, String);

impl Hall {
    /// A hall with these logs.
    pub fn new(shelf: Shelf, cards: Option<PathBuf>, effort: Effort, alone: bool) -> Hall {
        let hands = available_parallelism().map_or(1, usize::from);
        let (gate, room) = (Arc::new(Semaphore::new(hands)), Room::new(hands));
        Hall {
            shelf,
            cards,
            gate,
            room,
            desk: Desk::default(),
            effort,
            hands,
            branches: Branches::default(),
            alone,
        }
    }

    /// How much the machine can do at once.
    pub fn hands(&self) -> usize {
        self.hands
    }

    /// Works something out about a log beside the answers to others, as long as somebody waits for it.
    async fn work<T: Send + 'static>(
        self: &Arc<Hall>,
        log: &str,
        work: impl FnOnce(&Hall) -> Result<T, Failed> + Send + 'static,
    ) -> Result<T, Failed> {
        let waited = tokio::time::timeout(QUEUE, self.gate.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = waited else {
            return Err(failed(
                StatusCode::SERVICE_UNAVAILABLE,
                "too much is asked at once",
                "ask again later",
            ));
        };
        let (hall, asker) = (self.clone(), Asker::default());
        let turn = turn(&self.room, log, &asker, permit);
        let worked = tokio::task::spawn_blocking(move || {
            let worked = within(Budget::default().watched(Box::new(turn)), || {
                let worked = work(&hall);
                // What ended because nobody waits, or for want of room, is no finding about the log.
                tick(0);
                worked
            });
            worked.unwrap_or_else(|spent| {
                Err(failed(StatusCode::SERVICE_UNAVAILABLE, spent.why, "ask again later"))
            })
        });
        worked.await.unwrap_or_else(|_| {
            let remedy = "report this fault of the program; other logs can be asked for";
            Err(failed(StatusCode::INTERNAL_SERVER_ERROR, "the program failed on this", remedy))
        })
    }

    /// The bytes of a log that is to be shown.
    fn shown(&self, log: &str) -> Result<Arc<[u8]>, Failed> {
        let bytes = self.shelf.bytes(log).ok_or_else(|| no_log(log))?;
        let decisions = if viewer_log::is_one(&bytes) {
            ViewLog::read_far(&bytes).map_or(0, |read| read.0.decisions)
        } else {
            Reader::open(&bytes).map_or(0, |mut reader| {
                let _ = reader.check();
                reader.progress().decisions()
            })
        };
        if decisions > SHOWN_MAX {
            let what = format!("{log}: it has {decisions} decisions, and at most {SHOWN_MAX} are shown here");
            let remedy = "`duelog history` and `duelog show` have no such limit";
            return Err(failed(StatusCode::UNPROCESSABLE_ENTITY, what, remedy));
        }
        Ok(bytes)
    }

    /// A log as a page shows it, and its bytes.
    fn film(&self, log: &str, (looking, how): &(Looking, How)) -> Result<(Shown, Arc<[u8]>), Failed> {
        let bytes = self.shown(log)?;
        let source = Source::of(PathBuf::from(log), how.clone());
        let context = Context::collecting(Format::Json, Vec::new());
        let shown = self.effort.hold(|| Shown::of(&source, &bytes, looking, &context));
        let shown = shown.map_err(Failure::from)??;
        let unreadable = || {
            let report = self.shelf.report(log);
            let what = report.map_or_else(String::new, |report| report.message.clone());
            let remedy = "there is no match in it to show";
            failed(StatusCode::UNPROCESSABLE_ENTITY, format!("{log}: {what}"), remedy)
        };
        Ok((shown.ok_or_else(unreadable)?, bytes))
    }
}

fn failed(status: StatusCode, what: impl Into<String>, remedy: impl Into<String>) -> Failed {
    Failed(status, what.into(), remedy.into())
}

fn no_log(log: &str) -> Failed {
    failed(StatusCode::NOT_FOUND, format!("there is no log {log}"), "/api/logs lists them")
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Failed {
        let (status, what, remedy) = match failure {
            Failure::Usage { what, remedy } => (StatusCode::BAD_REQUEST, what, remedy),
            Failure::Limit { what, remedy } => (StatusCode::UNPROCESSABLE_ENTITY, what, remedy),
            Failure::System { what, remedy } | Failure::Engine { what, remedy } => {
                (StatusCode::INTERNAL_SERVER_ERROR, what, remedy)
            }
        };
        Failed(status, what, remedy)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let Failed(status, error, remedy) = self;
        (status, as_json(in_json(&json!({ "error": error, "remedy": remedy })))).into_response()
    }
}

fn of_type(kind: &'static str, body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, kind)], body.into()).into_response()
}

fn as_json(body: String) -> Response {
    of_type("application/json", body)
}

fn as_value(value: &impl Serialize) -> Response {
    as_json(in_json(value))
}

/// A page. Its own policy says what may run in it; nobody may put it into another one.
fn as_page(body: impl Into<Body>) -> Response {
    let policy = [(header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'")];
    (policy, of_type("text/html; charset=utf-8", body)).into_response()
}

/// Every address; that of the page that verifies in the browser is there if the page is.
pub fn router(hall: Arc<Hall>, verifier: Option<Bytes>, address: SocketAddr, names: &[String]) -> Router {
    let here = Arc::new(ServerAddress::new(address, names));
    let mut router = Router::new()
        .route("/", get(|| async { as_page(LISTING) }))
        .route("/report/{*log}", get(report))
        .route("/compare", get(compare))
        .route("/api/openapi.json", get(|| async { as_json(OPENAPI.to_string()) }))
        .route("/api/logs", get(list).post(hand_in))
        .route("/api/verify/{*log}", get(verdict))
        .route("/api/diff", get(of_two))
        .route("/branch", get(|| async { as_page(BRANCH) }))
        .route("/api/branch", post(begin_branch))
        .route("/api/branch/{id}", get(branch).post(answer_branch))
        .route("/api/branch/{id}/undo", post(undo_branch))
        .route("/api/branch/{id}/log", get(branch_log));
    if let Some(page) = verifier {
        router = router.route("/verify", get(move || async move { as_page(page.clone()) }));
    }
    for asked in &OF_ONE {
        router = router.route(&format!("/api/{}/{{*log}}", asked.name()), about(asked));
    }
    router
        .fallback(|| async {
            failed(
                StatusCode::NOT_FOUND,
                "there is nothing here",
                "/ lists the logs, /api/openapi.json the rest",
            )
        })
        .method_not_allowed_fallback(|| async {
            failed(
                StatusCode::METHOD_NOT_ALLOWED,
                "this cannot be done here",
                "the header allow says what can",
            )
        })
        .with_state(hall)
        .layer(from_fn(in_form))
        .layer(from_fn_with_state(here, guard))
}

/// Lets in who asks this server, and not a page from elsewhere by way of the browser that both share.
async fn guard(
    State(here): State<Arc<ServerAddress>>,
    ConnectInfo(answering): ConnectInfo<Answering>,
    request: Request,
    next: Next,
) -> Response {
    let _busy = answering.begin();
    let headers = request.headers();
    let host = text(headers, &header::HOST).unwrap_or_default();
    if !here.is(host) {
        let remedy = format!(
            "ask for http://{}/, or start the server with --host NAME for each name that it has",
            here.address
        );
        return failed(StatusCode::MISDIRECTED_REQUEST, format!("this is not {host}"), remedy)
            .into_response();
    }
    let from_here = here.is_origin(host, text(headers, &header::ORIGIN));
    if request.method() == Method::POST && !from_here {
        let remedy = "drag the log onto the list of this server";
        return failed(StatusCode::FORBIDDEN, "a page from elsewhere hands in nothing here", remedy)
            .into_response();
    }
    let mut response = next.run(request).await;
    for (name, value) in ALWAYS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Says in the form of all failures what was refused before anybody here was asked.
async fn in_form(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let told = text(response.headers(), &header::CONTENT_TYPE) == Some("application/json");
    if !(status.is_client_error() || status.is_server_error()) || told {
        return response;
    }
    let what = status.canonical_reason().unwrap_or("this is refused").to_lowercase();
    failed(status, what, "/api/openapi.json says what can be asked").into_response()
}

/// The list; nothing where the one that the asker has is still right.
async fn list(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Answer {
    let known = text(&headers, &header::IF_NONE_MATCH).map(str::to_string);
    let body = hall
        .work("", |hall| {
            let logs = hall.shelf.list();
            let matches = hall.shelf.games_of_matches();
            Ok(in_json(&json!({ "logs": logs, "matches": matches })))
        })
        .await?;
    let tag = format!("\"{}\"", &blake3::hash(body.as_bytes()).to_hex()[..32]);
    let same = known.is_some_and(|known| known == tag);
    let answer = if same { StatusCode::NOT_MODIFIED.into_response() } else { as_json(body) };
    Ok(([(header::ETAG, tag)], answer).into_response())
}

/// Takes a log, judges it and keeps it for a while.
async fn hand_in(
    State(hall): State<Arc<Hall>>,
    Query(parameters): Query<Parameters>,
    request: Request,
) -> Answer {
    let file = match parameters.as_slice() {
        [] => "a log".to_string(),
        [(name, file)] if name == "name" => file.chars().take(200).collect(),
        _ => {
            let what = "a log is handed in with its name or without one";
            return Err(failed(StatusCode::BAD_REQUEST, what, "POST /api/logs?name=FILE"));
        }
    };
    let upload = body(&hall.desk, request).await?;
    let log = Shelf::named(&upload.bytes);
    let entry = hall.work(&log, move |hall| {
        let Upload { bytes, .. } = upload;
        let entry = hall.shelf.hand_in(&file, bytes);
        entry.ok_or_else(|| {
            failed(StatusCode::SERVICE_UNAVAILABLE, "too many logs are handed in at once", "ask again later")
        })
    });
    Ok((StatusCode::CREATED, as_value(&entry.await?)).into_response())
}

/// The upload.
async fn body(desk: &Desk, request: Request) -> Result<Upload, Failed> {
    let too_large = || {
        let what = format!("a log that is handed in has at most {HANDED_IN_MAX} bytes");
        failed(
            StatusCode::PAYLOAD_TOO_LARGE,
            what,
            "put it into the folder, or verify it with `duelog verify`",
        )
    };
    let length = text(request.headers(), &header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    if length.is_some_and(|length: u64| length > HANDED_IN_MAX as u64) {
        return Err(too_large());
    }
    desk.take(request.into_body()).await.map_err(|not_taken| match not_taken {
        NotTaken::TooLarge => too_large(),
        NotTaken::Late => failed(StatusCode::REQUEST_TIMEOUT, "the log did not come", "hand it in again"),
        NotTaken::Full => {
            failed(StatusCode::SERVICE_UNAVAILABLE, "too many logs are handed in at once", "ask again later")
        }
    })
}

/// The page of a log.
async fn report(
    State(hall): State<Arc<Hall>>,
    Path(log): Path<String>,
    Query(asked): Query<Parameters>,
) -> Answer {
    let looked = looked_at(&asked, &hall)?;
    let about = log.clone();
    let page = hall.work(&about, move |hall| {
        let (mut shown, _) = hall.film(&log, &looked)?;
        if let Some(several) = hall.shelf.match_of(&log) {
            shown.stand_in(&several, |_, other| (other != log).then(|| served(other)));
        }
        Ok(page(&shown)?)
    });
    Ok(as_page(page.await?))
}

/// The page of two logs, side by side.
async fn compare(State(hall): State<Arc<Hall>>, Query(mut asked): Query<Parameters>) -> Answer {
    let (left, right) = two(&mut asked)?;
    let looked = looked_at(&asked, &hall)?;
    let about = left.clone();
    let page = hall.work(&about, move |hall| {
        let films = (hall.film(&left, &looked)?, hall.film(&right, &looked)?);
        let ((left_shown, left_bytes), (right_shown, right_bytes)) = films;
        full_logs([&left_bytes, &right_bytes])?;
        let names = [&left, &right].map(|log| hall.shelf.called(log));
        let [left_name, right_name] = names;
        let pair = Pair::of((left_shown, left_name, &left_bytes), (right_shown, right_name, &right_bytes))?;
        Ok(page(&pair)?)
    });
    Ok(as_page(page.await?))
}

/// From whose place a page shows a log, and what the players are called.
fn looked_at(asked: &Parameters, hall: &Hall) -> Result<(Looking, How), Failed> {
    let mut looking = Looking::default();
    let mut names = Vec::new();
    for (name, value) in asked {
        match (name.as_str(), value.as_str()) {
            ("seat", seat) => looking.seat = Some(seat.parse().map_err(|_| seat_wanted())?),
            ("public", _) => looking.public = true,
            ("names", given) => names = given.split(',').map(str::to_string).collect(),
            _ => {
                let remedy = "it has seat, public and names";
                return Err(failed(
                    StatusCode::BAD_REQUEST,
                    format!("a page has no parameter {name}"),
                    remedy,
                ));
            }
        }
    }
    Ok((looking, How::of(names, hall.cards.clone())))
}

fn seat_wanted() -> Failed {
    failed(StatusCode::BAD_REQUEST, "seat is not a number", "seats are counted from 0")
}

/// The verdict on a log, as `verify` gives it.
async fn verdict(
    State(hall): State<Arc<Hall>>,
    Path(log): Path<String>,
    Query(asked): Query<Parameters>,
) -> Answer {
    let wrong = |what: String| {
        failed(StatusCode::BAD_REQUEST, what, "it has `to`: a moment, such as 57 or t5.combat")
    };
    let to = match asked.as_slice() {
        [] => None,
        [(name, to)] if name == "to" => {
            Some(to.parse::<Moment>().map_err(|error| wrong(format!("to is {to}: {error}")))?)
        }
        [(name, _), ..] => return Err(wrong(format!("verify has no parameter {name}"))),
    };
    let about = log.clone();
    let line = hall.work(&about, move |hall| {
        let report = match &to {
            None => hall.shelf.report(&log).ok_or_else(|| no_log(&log))?,
            Some(to) => Arc::new(hall.shelf.report_to(&hall.shown(&log)?, to, hall.cards.as_deref())?),
        };
        Ok(in_json(&VerdictLine { log: &log, report: &report, engine: None }))
    });
    Ok(as_json(line.await?))
}

/// The value of a parameter, which is taken out.
fn taken(asked: &mut Parameters, name: &str) -> Option<String> {
    let place = asked.iter().position(|one| one.0 == name)?;
    Some(asked.remove(place).1)
}

/// Checks that nothing is left of the parameters.
fn all_taken(asked: &Parameters, remedy: &str) -> Result<(), Failed> {
    let Some((name, _)) = asked.first() else { return Ok(()) };
    Err(failed(StatusCode::BAD_REQUEST, format!("a branch has no parameter {name}"), remedy))
}

/// Begins a branch of a log, which is played on against a bot.
async fn begin_branch(State(hall): State<Arc<Hall>>, Query(mut asked): Query<Parameters>) -> Answer {
    let wrong = |what: String| failed(StatusCode::BAD_REQUEST, what, BEGUN);
    if !hall.alone {
        let remedy =
            "start the server without --listen, or `duelog fork` the log and `duelog play --resume` the fork";
        return Err(failed(
            StatusCode::FORBIDDEN,
            "branches are played on the machine of the server alone",
            remedy,
        ));
    }
    let log =
        taken(&mut asked, "log").ok_or_else(|| wrong("it is not said which log is left".to_string()))?;
    let at =
        taken(&mut asked, "at").ok_or_else(|| wrong("it is not said where the log is left".to_string()))?;
    let at = at.parse::<Moment>().map_err(|error| wrong(format!("at is {at}: {error}")))?;
    let seat = taken(&mut asked, "seat").map(|seat| seat.parse::<u8>().map(Seat).map_err(|_| seat_wanted()));
    let bot = taken(&mut asked, "bot").unwrap_or_else(|| Policy::Search.word().to_string());
    let policy = Policy::from_str(&bot, false).map_err(|_| wrong(format!("there is no bot {bot}")))?;
    let instead = taken(&mut asked, "instead");
    all_taken(&asked, BEGUN)?;
    let seat = seat.transpose()?;
    let about = log.clone();
    let told = hall.work(&about, move |hall| {
        let bytes = hall.shown(&log)?;
        if viewer_log::is_one(&bytes) {
            let remedy = "a viewer's log has no inputs: name a full log";
            return Err(failed(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("{log} cannot be played on"),
                remedy,
            ));
        }
        let wanted = BranchStart { log: (&log, &bytes), at, seat, policy, cards: hall.cards.as_deref() };
        let begun = hall.effort.hold(|| Branch::begin(hall.shelf.games(), &wanted)).map_err(Failure::from)?;
        let (branch, told) = begun?;
        hall.branches.add(branch, instead.as_deref());
        Ok(in_json(&told))
    });
    Ok((StatusCode::CREATED, as_json(told.await?)).into_response())
}

/// How a branch is begun.
const BEGUN: &str =
    "POST /api/branch?log=LOG&at=MOMENT, with seat=N, bot=random|greedy|search and instead=BRANCH if wanted";

fn branch_of(hall: &Hall, id: &str) -> Result<Branch, Failed> {
    hall.branches.find(id).ok_or_else(|| {
        let remedy = "branches are forgotten when the program ends and when others are begun: begin it again";
        failed(StatusCode::NOT_FOUND, format!("there is no branch {id}"), remedy)
    })
}

/// A branch as it is.
async fn branch(State(hall): State<Arc<Hall>>, Path(id): Path<String>) -> Answer {
    let branch = branch_of(&hall, &id)?;
    let told = hall.work(&id, move |hall| {
        let told = hall.effort.hold(|| branch.looked_at(hall.shelf.games())).map_err(Failure::from)?;
        Ok(in_json(&told?))
    });
    Ok(as_json(told.await?))
}

/// Answers in a branch.
async fn answer_branch(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    Query(mut asked): Query<Parameters>,
) -> Answer {
    let wrong = |what: &str| {
        failed(StatusCode::BAD_REQUEST, what, "POST /api/branch/BRANCH?line=ANSWER&after=DECISION")
    };
    let line = taken(&mut asked, "line").ok_or_else(|| wrong("there is no answer"))?;
    let after = after_of(&mut asked)?;
    all_taken(&asked, "it has line and after")?;
    moved_on(&hall, id, move |branch, games| branch.answer(games, after, &line)).await
}

/// Takes back the last answer in a branch.
async fn undo_branch(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    Query(mut asked): Query<Parameters>,
) -> Answer {
    let after = after_of(&mut asked)?;
    all_taken(&asked, "it has after")?;
    moved_on(&hall, id, move |branch, games| branch.undone(games, after)).await
}

/// After which decision a branch is thought to be.
fn after_of(asked: &mut Parameters) -> Result<Option<u32>, Failed> {
    let after = taken(asked, "after").map(|after| {
        let remedy = "it is the number of decisions that the branch had, as it was told";
        after.parse().map_err(|_| failed(StatusCode::BAD_REQUEST, "after is not a number", remedy))
    });
    after.transpose()
}

/// Tells a branch after a change of it, which is kept.
async fn moved_on(
    hall: &Arc<Hall>,
    id: String,
    change: impl FnOnce(&Branch, &Games) -> Result<(Branch, BranchView), Failure> + Send + 'static,
) -> Answer {
    let branch = branch_of(hall, &id)?;
    let told = hall.work(&id, move |hall| {
        let changed = hall.effort.hold(|| change(&branch, hall.shelf.games()));
        let (after, told) = changed.map_err(Failure::from)??;
        if !hall.branches.moves(&branch, after) {
            let remedy = "look at it again";
            return Err(failed(StatusCode::CONFLICT, "another answer came first", remedy));
        }
        Ok(in_json(&told))
    });
    Ok(as_json(told.await?))
}

/// A branch as a log, to be saved.
async fn branch_log(State(hall): State<Arc<Hall>>, Path(id): Path<String>) -> Answer {
    let branch = branch_of(&hall, &id)?;
    let saved = [(header::CONTENT_DISPOSITION, "attachment; filename=\"branch.duelog\"")];
    Ok((saved, of_type("application/octet-stream", branch.bytes.to_vec())).into_response())
}

/// A command's output for a log.
fn about(asked: &'static Asked) -> MethodRouter<Arc<Hall>> {
    let answer = async move |State(hall): State<Arc<Hall>>,
                             Path(log): Path<String>,
                             Query(parameters): Query<Parameters>| {
        answered(&hall, asked, parameters, vec![log]).await
    };
    get(answer)
}

/// Where two logs part.
async fn of_two(State(hall): State<Arc<Hall>>, Query(mut parameters): Query<Parameters>) -> Answer {
    let (left, right) = two(&mut parameters)?;
    answered(&hall, &OF_TWO, parameters, vec![left, right]).await
}

/// The two logs that parameters name; the others are left.
fn two(parameters: &mut Parameters) -> Result<(String, String), Failed> {
    let mut take = |name: &str| {
        let place = parameters.iter().position(|one| one.0 == name);
        place.map(|place| parameters.remove(place).1).ok_or_else(|| {
            let what = format!("it is not said which log is the {name} one");
            failed(StatusCode::BAD_REQUEST, what, "name two logs: ?left=LOG&right=LOG")
        })
    };
    Ok((take("left")?, take("right")?))
}

async fn answered(
    hall: &Arc<Hall>,
    asked: &'static Asked,
    parameters: Parameters,
    logs: Vec<String>,
) -> Answer {
    let about = logs.first().cloned().unwrap_or_default();
    let answer = hall.work(&about, move |hall| {
        let bytes = logs.into_iter().map(|log| Ok((log.clone(), hall.shown(&log)?)));
        let logs = bytes.collect::<Result<Vec<_>, Failed>>()?;
        Ok(asked.answer(&parameters, hall.cards.as_ref(), hall.effort, logs)?)
    });
    let many = asked.name() == "history";
    let kind = if many { "application/x-ndjson" } else { "application/json" };
    Ok(of_type(kind, answer.await?))
}
