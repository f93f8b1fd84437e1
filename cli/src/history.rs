//! `duelog history`: what happened, as people tell it or event by event.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::deck::closest;
use duelog_kernel::journal::ToldEvent;
use duelog_kernel::prose::numbered;
use duelog_kernel::table::Stay;
use duelog_kernel::{Choice, Match, ObjectId, Seat, Viewer};
use duelog_log_format::clock::TERMS;
use duelog_log_format::{Annotation, Record};
use duelog_verifier::moment::Moment;
use duelog_verifier::{answer_in_words, answer_told, is_open, shown_by_outcome, zone_in_words};
use serde_json::json;

use crate::clock;
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure, Format};
use crate::plain::names_seat;
use crate::players::seat_named;
use crate::replayed::{Looking, Reached, Replayed};
use crate::source::{Opened, Source};
use crate::viewer_log::{self, HistoryPart, ViewerLog};

/// Tells the game, or every event of it, each with its rule.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duelog history fixtures/golden/magic/magic-1.duelog --turn 5
  duelog history fixtures/golden/magic/magic-1.duelog --card 'Serra Angel' --all
  duelog history fixtures/golden/magic/magic-1.duelog --card 'Nightmare#157'
  duelog history fixtures/golden/magic/magic-1.duelog --from t5.combat --to t6

The game is told by turns, without passes, steps and lands that are tapped; --all, or a filter that asks for them, tells these too. A line
begins with the decision that it follows from (0 is the setup) and the step of the turn. Every record is checked; if one does not verify,
everything before it is told and the exit code is 1.

A moment is one of:
  57                      after decision 57
  t5, t5.combat.blocks    as turn 5 begins, or a step of it; the turns of both players are counted
  t5.combat.2             the second combat of turn 5
  t5.first(cast 'Shock')  the first event of turn 5 that is told with these words; also last(...), and without a turn
  start, end, disputed    before the first decision, after the last one, the decision that the verdict is about
The steps of Magic: untap, upkeep, draw, main1, combat (begin, attacks, blocks, first-damage, damage, after), main2, end, cleanup;
of Duel Masters: start, draw, charge, main, attack, end;
of Flesh and Blood: start, action, combat (layer, attack, defend, reaction, damage, resolution, close), end.

cli/JSON.md lists the fields of --format json, which prints one event a line.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The moment to begin with. [default: the setup]
    #[arg(long, value_name = "MOMENT", default_value = "start", hide_default_value = true, help_heading = crate::headings::MOMENT)]
    from: Moment,
    /// The moment to end with: after a decision and its events, or just before a named moment. [default: the end]
    #[arg(long, value_name = "MOMENT", default_value = "end", hide_default_value = true, help_heading = crate::headings::MOMENT)]
    to: Moment,
    /// Tells only this turn; the turns of both players are counted.
    #[arg(long, value_parser = whole::<u32>, value_name = "N", help_heading = crate::headings::MOMENT)]
    turn: Option<u32>,
    /// Tells only events that name this card; with an id ('Serra Angel#17') those of this one card, through all
    /// zones as far as the viewer can follow it.
    #[arg(long, value_name = "NAME", help_heading = crate::headings::FILTERS)]
    card: Option<String>,
    /// Tells only events that name this player: a seat or a name.
    #[arg(long, value_name = "PLAYER", help_heading = crate::headings::FILTERS)]
    player: Option<String>,
    /// Tells only events that this rule caused, or a rule below it: 702.9 or 702.
    #[arg(long, value_name = "NUMBER", help_heading = crate::headings::FILTERS)]
    rule: Option<String>,
    /// Tells only events of this kind, as JSON names it: damaged, moved.
    #[arg(long, value_name = "KIND", help_heading = crate::headings::FILTERS)]
    kind: Option<String>,
    /// Tells only lines with this text; capital letters do not matter.
    #[arg(long, value_name = "TEXT", help_heading = crate::headings::FILTERS)]
    grep: Option<String>,
    #[command(flatten)]
    looking: Looking,
    /// Tells everything: answers, steps, bookkeeping.
    #[arg(long, help_heading = crate::headings::FILTERS)]
    all: bool,
}

/// Replays the log and tells what happened.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = args.source.bytes(context)?;
    if viewer_log::is_one(&bytes) {
        return of_viewer(args, &bytes, context);
    }
    let Some(opened) = args.source.opened(&bytes, &args.looking, context)? else { return Ok(End::Finding) };
    opened.call_players(context);
    let mut filter = Filter::new(args, &opened)?;
    if let Some(card) = &mut filter.card {
        card.follow(args, &bytes, context)?;
    }
    let Opened { mut replayed, viewer, .. } = opened;
    let from = replayed.reached(&args.from)?;
    replayed.in_range("--from", from.decision, 0, replayed.total())?;
    let to = if args.to == Moment::End {
        // Whatever follows the last decision is told too.
        Reached { decision: u32::MAX, after: 0, shown: 0 }
    } else {
        let to = replayed.reached(&args.to)?;
        replayed.in_range("--to", to.decision, 0, replayed.total())?;
        to
    };
    if (to.decision, !matches!(args.to, Moment::Event(_))) < (from.decision, false) {
        return Err(Failure::usage(
            format!("--to decision {} is before --from decision {}", to.decision, from.decision),
            "name the earlier moment with --from",
        ));
    }
    let mut history = History {
        viewer,
        from,
        to: matches!(args.to, Moment::Event(_)).then_some(to.after),
        last: to.decision,
        filter,
        context,
        answers: BTreeMap::new(),
        begin: 0,
        heading: None,
        told: false,
        set_up: false,
        turns: 0,
        kinds: BTreeSet::new(),
    };
    history.follow(&mut replayed);
    let finding = replayed.finding();
    if !history.told && finding.is_none() && !context.json() {
        let meant = meant(args, &replayed.header().game, (history.turns, &history.kinds))?;
        context.complain(format_args!("{}{}", viewer_log::NOTHING, meant.unwrap_or_default()));
    }
    if let Some(report) = &finding {
        args.source.say(report, context);
        if from.decision > replayed.decisions() && !context.json() {
            let (last, from) = (replayed.decisions(), from.decision);
            context.complain(format_args!(
                "  Nothing is told: what can be read ends with decision {last}, before decision {from}."
            ));
        }
    }
    Ok(End::success_if(finding.is_none()))
}

/// Explains why nothing was found: the turn or rule does not exist, or another kind or card may be meant. `turns` is the
/// last turn that was searched, and `kinds` are the kinds of events in it.
///
/// # Errors
/// As [`Source::factory`].
fn meant(
    args: &Args,
    game: &str,
    (turns, kinds): (u32, &BTreeSet<String>),
) -> Result<Option<String>, Failure> {
    if args.turn.is_some_and(|turn| turn > turns) {
        return Ok(Some(format!(" The last turn is {turns}.")));
    }
    if let Some(rule) = &args.rule {
        let known = args.source.factory(game)?.rules();
        if !known.iter().any(|one| one.number.starts_with(rule.as_str())) {
            return Ok(Some(format!(" The game has no rule {rule}; see `duelog rules show`.")));
        }
    }
    let did = |flag: &str, meant: &str| format!(" Did you mean {flag} \"{meant}\"?");
    if let Some(kind) = args.kind.as_ref().filter(|kind| !kinds.contains(*kind)) {
        let all =
            || format!(" The kinds of this log: {}.", kinds.iter().cloned().collect::<Vec<_>>().join(", "));
        let near = closest(kind, kinds.iter().map(String::as_str));
        return Ok(Some(near.map_or_else(all, |near| did("--kind", near))));
    }
    let Some(card) = args.card.as_ref().filter(|card| !card.contains('#')) else { return Ok(None) };
    let cards = args.source.factory(game)?.cards();
    let known = cards.iter().any(|one| one.name.to_lowercase().contains(&card.to_lowercase()));
    let near = closest(card, cards.iter().map(|one| one.name.as_str()));
    Ok(near.filter(|_| !known).map(|near| did("--card", near)))
}

/// Tells what a viewer's log tells.
fn of_viewer(args: &Args, bytes: &[u8], context: &Context) -> Done {
    let own = ViewerLog::open(&args.source, bytes, &args.looking, context)?;
    let Some(own) = own else { return Ok(End::Finding) };
    context.call_players(own.names.clone());
    for (flag, given) in [("--rule", &args.rule), ("--kind", &args.kind)] {
        if given.is_some() {
            return Err(Failure::usage(
                format!("{flag}: a viewer's log tells neither rules nor kinds of events"),
                "--card, --player, --turn and --grep choose by its words",
            ));
        }
    }
    let seats = own.log.header.public.seats;
    let player = args.player.as_deref().map(|player| seat_named(player, seats, &own.names)).transpose()?;
    // The words name one card as `Serra Angel #17`; what became of it they do not tell.
    let card = args.card.as_deref().map(|card| card.replace(" #", "#").replace('#', " #"));
    let texts = card.iter().chain(&args.grep).map(|text| text.to_lowercase()).collect();
    let (turn, all) = (args.turn, args.all);
    let wanted = HistoryPart { from: &args.from, to: &args.to, turn, texts, player, all };
    viewer_log::history(&args.source, &own, &wanted, context)
}

/// The told entries.
struct Filter {
    all: bool,
    turn: Option<u32>,
    /// In small letters; all of them must be in a line.
    texts: Vec<String>,
    card: Option<OneCard>,
    player: Option<Seat>,
    rule: Option<String>,
    kind: Option<String>,
}

impl Filter {
    fn new(args: &Args, opened: &Opened<'_>) -> Result<Filter, Failure> {
        let card = args.card.as_deref().and_then(one_card);
        let named = args.card.iter().filter(|_| card.is_none());
        let texts = named.chain(&args.grep).map(|text| text.to_lowercase()).collect();
        let seats = opened.replayed.header().seats;
        let named = |player| seat_named(player, seats, &opened.names);
        let player = args.player.as_deref().map(named).transpose()?;
        Ok(Filter {
            all: args.all,
            turn: args.turn,
            texts,
            card,
            player,
            rule: args.rule.clone(),
            kind: args.kind.clone(),
        })
    }

    /// True if details are told because a filter is set.
    fn asks(&self) -> bool {
        !self.texts.is_empty()
            || self.card.is_some()
            || self.player.is_some()
            || self.rule.is_some()
            || self.kind.is_some()
    }

    /// Returns whether a text matches the filter.
    fn fits(&self, text: &str) -> bool {
        let small = text.to_lowercase();
        self.texts.iter().all(|text| small.contains(text))
            && self.card.iter().all(|card| card.is_in(text))
            && self.player.iter().all(|seat| names_seat(&small, *seat))
    }

    fn event(&self, told: &ToldEvent, json: bool) -> bool {
        let number = told.rule.to_string();
        let below = |rule: &String| {
            number.strip_prefix(rule.as_str()).is_some_and(|rest| {
                let in_number = |letter: char| letter.is_ascii_digit();
                !rest.starts_with(in_number) || !rule.ends_with(in_number)
            })
        };
        let told_at_all = self.all || !told.internal && (json || self.asks() || !told.detail);
        told_at_all
            && self.turn.is_none_or(|turn| turn == told.at.turn)
            && self.rule.iter().all(below)
            && self.kind.as_ref().is_none_or(|kind| *kind == told.kind)
            && self.fits(&told.text)
    }

    /// Returns whether an answer is told: `turn` is the turn of its request.
    fn answer(&self, seat: Seat, what: &str, turn: u32, json: bool) -> bool {
        (self.all || json)
            && self.rule.is_none()
            && self.kind.as_ref().is_none_or(|kind| kind == "answer")
            && self.turn.is_none_or(|asked| asked == turn)
            && self.fits(&format!("{seat}: {what}"))
    }
}

/// A card that is followed.
#[derive(Debug, PartialEq, Eq)]
struct OneCard {
    /// The name that it was given, in small letters.
    name: String,
    /// The object that it was named by.
    object: ObjectId,
    /// Every object that it was.
    objects: Vec<ObjectId>,
}

/// The card that is named by an id, with or without its name.
fn one_card(text: &str) -> Option<OneCard> {
    let (name, id) = text.rsplit_once('#')?;
    let object = ObjectId(id.trim().parse().ok()?);
    Some(OneCard { name: name.trim().to_lowercase(), object, objects: vec![object] })
}

impl OneCard {
    /// Returns whether a text names the card by one of its ids.
    fn is_in(&self, text: &str) -> bool {
        text.match_indices('#').any(|(place, _)| {
            let digits: String = text[place + 1..].chars().take_while(char::is_ascii_digit).collect();
            digits.parse().is_ok_and(|id| self.objects.contains(&ObjectId(id)))
        })
    }

    /// Finds out which objects it was in the whole log, and tells where it was.
    ///
    /// # Errors
    /// Wrong use where the viewer never knew such an object, or where it has another name.
    fn follow(&mut self, args: &Args, bytes: &[u8], context: &Context) -> Result<(), Failure> {
        let quiet = Context::new(Format::Text).quiet();
        let Some(Opened { mut replayed, viewer, .. }) = args.source.opened(bytes, &args.looking, &quiet)?
        else {
            return Ok(());
        };
        while replayed.step().is_some() {}
        let mut stays = replayed.settled().followed(viewer, self.object);
        let remedy = "`duelog show LOG --at MOMENT` lists objects by name and id";
        let Some(first) = stays.first() else {
            let who = if viewer == Viewer::Judge { "" } else { " that may be known" };
            return Err(Failure::usage(
                format!("there is no object {}{who} in this log", self.object),
                remedy,
            ));
        };
        if !self.name.is_empty() && !stays.iter().any(|stay| stay.name.eq_ignore_ascii_case(&self.name)) {
            // Cards that lie on each other are one object: another one of them may be meant.
            let mut others = self.others(&*replayed.settled(), viewer);
            match others.len() {
                1 => stays = others.remove(0),
                0 => {
                    let what = format!("{} is {}, and not {}", self.object, first.name, self.name);
                    return Err(Failure::usage(what, remedy));
                }
                count => {
                    let before = |stays: &Vec<Stay>| {
                        let earlier = stays.iter().take_while(|stay| stay.object != self.object);
                        earlier.last().map(|stay| stay.object.to_string())
                    };
                    let ids: Vec<String> = others.iter().filter_map(before).collect();
                    return Err(Failure::usage(
                        format!("{count} cards of this name were {}", self.object),
                        format!("name one of them by an id that it had before: {}", ids.join(", ")),
                    ));
                }
            }
        }
        self.objects = stays.iter().map(|stay| stay.object).chain([self.object]).collect();
        if context.json() {
            context.value(&json!({ "kind": "card", "decision": stays.first().map(|stay| stay.decision), "stays": stays }));
        } else {
            context.line(self.path(&stays));
        }
        Ok(())
    }

    /// The ways of all other cards of its name that were this object.
    fn others(&self, game: &dyn Match, viewer: Viewer) -> Vec<Vec<Stay>> {
        let mut found: Vec<Vec<Stay>> = Vec::new();
        for id in 0..game.ids() {
            let stays = game.followed(viewer, ObjectId(id));
            let is_it =
                |stay: &Stay| stay.object == self.object && stay.name.eq_ignore_ascii_case(&self.name);
            if stays.iter().any(is_it) && !found.contains(&stays) {
                found.push(stays);
            }
        }
        found
    }

    /// Where it was, in words.
    fn path(&self, stays: &[Stay]) -> String {
        let stay = |stay: &Stay| {
            let zone = stay.zone.map_or("no zone".to_string(), |zone| zone_in_words(zone, stay.seat));
            format!("{} {zone} (decision {})", stay.object, stay.decision)
        };
        let name = stays.first().map_or("", |stay| stay.name.as_str());
        format!("{name}: {}", stays.iter().map(stay).collect::<Vec<_>>().join(", then "))
    }
}

/// The answer of a player.
struct Answer {
    seat: Seat,
    /// In which turn.
    turn: u32,
    what: Said,
}

/// The part of an answer that may be told.
enum Said {
    /// All of it: in words, and as it is told to people.
    Open(Choice, String, String),
    /// It named hidden cards, and its effects show them: in the words of the cards as they then are.
    Shown(String),
    /// That it was given.
    Hidden,
}

struct History<'a> {
    viewer: Viewer,
    from: Reached,
    /// The last decision that is told.
    last: u32,
    /// How many events of it; all when absent.
    to: Option<usize>,
    filter: Filter,
    context: &'a Context,
    /// Answers that have not been told, by the number of their decision record.
    answers: BTreeMap<u32, Answer>,
    /// The first decision of the line that has not been told.
    begin: u32,
    /// The heading of the turn, where nothing of it has been told yet.
    heading: Option<String>,
    /// True if anything has been told.
    told: bool,
    /// True while nothing has been told of a match that starts in the middle of a turn.
    set_up: bool,
    /// The last turn that an event tells of.
    turns: u32,
    /// The kinds of events that the viewer knows of.
    kinds: BTreeSet<String>,
}

impl History<'_> {
    /// Tells everything up to the last decision that is asked for.
    fn follow(&mut self, replayed: &mut Replayed<'_>) {
        // Records after the last decision that is told are not looked at, unless they are told too.
        while replayed.decisions() < self.last || !replayed.decides() {
            if replayed.rewinds() {
                self.flush(replayed);
            }
            let asked = if replayed.decides() { Some(replayed.game().lean()) } else { None };
            let Some(logged) = replayed.step() else { break };
            match (&logged.record, asked) {
                (Record::Decision(decision), Some(mut before)) => {
                    let open = is_open(&mut *before, self.viewer, decision.seat, &decision.choice);
                    let turn = before.turn_step().turn;
                    let (seat, choice) = (decision.seat, &decision.choice);
                    let what = if open {
                        let words = answer_in_words(&mut *before, self.viewer, choice);
                        let told = answer_told(&mut *before, self.viewer, seat, choice);
                        Said::Open(choice.clone(), words, told)
                    } else if let Some(text) = shown_by_outcome(replayed.game(), self.viewer, choice) {
                        Said::Shown(text)
                    } else {
                        Said::Hidden
                    };
                    self.answers.insert(replayed.decisions(), Answer { seat, turn, what });
                }
                (Record::Rewind(rewind), _) => {
                    self.begin = rewind.to + 1;
                    let number = replayed.number(rewind.to);
                    self.beside(logged.at.decision, json!({ "kind": "rewind", "to": number }), || {
                        format!("the match goes back to decision {number}")
                    });
                }
                (Record::Annotation(annotation), _) => {
                    self.annotation(replayed, logged.at.decision, annotation)
                }
                _ => {}
            }
        }
        self.flush(replayed);
    }

    /// Notes stand where they were made, after what had happened until then.
    fn annotation(&mut self, replayed: &mut Replayed<'_>, decision: u32, annotation: &Annotation) {
        self.flush(replayed);
        let (text, reading) = clock::note_in_words(annotation, replayed.header().labels.contains_key(TERMS));
        if reading && !(self.filter.all || self.context.json()) {
            return;
        }
        let mut value = json!({ "kind": "annotation" });
        if let (Some(fields), Ok(serde_json::Value::Object(own))) =
            (value.as_object_mut(), serde_json::to_value(annotation))
        {
            fields.extend(own);
        }
        self.beside(decision, value, || text.clone());
    }

    /// Non-match records; shown when no filter is set.
    fn beside(&mut self, number: u32, value: serde_json::Value, text: impl Fn() -> String) {
        if !self.filter.asks() || (self.filter.rule.is_none() && self.filter.fits(&text())) {
            self.line(number, "", value, text);
        }
    }

    /// Tells what happened on the line since the last time.
    fn flush(&mut self, replayed: &mut Replayed<'_>) {
        let game = replayed.settled();
        let score = game.score();
        let mut told = game.told(self.begin, self.viewer);
        // Decisions that are taken back later may have made other objects of the card.
        if let Some(card) = &mut self.filter.card {
            card.objects.extend(game.followed(self.viewer, card.object).iter().map(|stay| stay.object));
        }
        self.set_up = self.begin == 0 && told.first().is_some_and(|told| told.at.turn > 0);
        if self.begin == 0 {
            self.events(0, told.extract_if(.., |told| told.decision == 0), score);
        }
        for decision in self.begin.max(1)..=game.decisions() {
            let number = replayed.number(decision);
            if let Some(answer) = self.answers.remove(&number) {
                self.answer(number, &answer);
            }
            self.events(number, told.extract_if(.., |told| told.decision == decision), score);
        }
        self.begin = game.decisions() + 1;
    }

    fn answer(&mut self, number: u32, answer: &Answer) {
        let hidden = format!("an answer that {} alone may know", answer.seat);
        let what = match &answer.what {
            Said::Open(_, _, text) | Said::Shown(text) => text.as_str(),
            Said::Hidden => hidden.as_str(),
        };
        let begun = number > self.from.decision || self.from.after == 0;
        if !begun || !self.filter.answer(answer.seat, what, answer.turn, self.context.json()) {
            return;
        }
        let mut value = json!({ "kind": "answer", "seat": answer.seat });
        match &answer.what {
            Said::Open(choice, text, _) => {
                value["choice"] = json!(choice);
                value["text"] = json!(text);
            }
            Said::Shown(text) => value["text"] = json!(text),
            Said::Hidden => {}
        }
        self.line(number, "", value, || format!("{}: {what}", answer.seat));
    }

    fn events(&mut self, number: u32, events: impl Iterator<Item = ToldEvent>, score: &str) {
        let json = self.context.json();
        for (place, told) in events.enumerate() {
            let early = number == self.from.decision && place < self.from.after;
            let late = number == self.last && self.to.is_some_and(|to| place >= to);
            let mut turn_begins = !told.scores.is_empty() && told.at.turn > 0;
            if turn_begins && !json {
                let begun = if self.set_up {
                    format!("turn {}: {}, from a position that was set up", told.at.turn, told.at.active)
                } else {
                    told.text.clone()
                };
                self.heading = Some(heading(&begun, &told, score));
            }
            // A position is in the middle of its turn: its first event tells of no turn that begins.
            turn_begins &= !std::mem::take(&mut self.set_up);
            if early || late || !self.filter.event(&told, json) {
                if !told.internal {
                    self.turns = self.turns.max(told.at.turn);
                    self.kinds.insert(told.kind);
                }
                continue;
            }
            if told.kind == TURN_BEGAN && turn_begins && !json && !self.filter.all {
                // The heading says it.
                self.head(number);
                continue;
            }
            let Ok(mut value) = serde_json::to_value(&told) else { continue };
            if let Some(event) = value.get_mut("kind").map(serde_json::Value::take) {
                value["event_kind"] = event;
            }
            value["kind"] = json!("event");
            let step = if self.filter.all || told.at.turn > 0 { told.at.step.called } else { "" };
            self.line(number, step, value, || format!("{} ({})", told.text, told.rule));
        }
    }

    /// Prints the heading of the turn, if that has not been done.
    fn head(&mut self, number: u32) {
        if self.inside(number)
            && let Some(heading) = self.heading.take()
        {
            if self.told {
                self.context.line("");
            }
            self.told = true;
            self.context.line(heading);
        }
    }

    fn inside(&self, number: u32) -> bool {
        (self.from.decision..=self.last).contains(&number)
    }

    /// Prints a line that belongs to a decision, if it is asked for.
    fn line(&mut self, number: u32, step: &str, mut value: serde_json::Value, text: impl FnOnce() -> String) {
        if !self.inside(number) {
            return;
        }
        if self.context.json() {
            value["decision"] = json!(number);
            self.context.value(&value);
        } else {
            self.head(number);
            self.context.line(format_args!("{number:>5}  {step:<11} {}", text()));
        }
        self.told = true;
    }
}

/// The kind of the event with which a turn begins. A match that starts from a position has none for its first turn.
const TURN_BEGAN: &str = "turn-began";

/// The heading of a turn: whose it is and how all players stand.
fn heading(begun: &str, told: &ToldEvent, score: &str) -> String {
    let scores: Vec<String> = (0..)
        .zip(&told.scores)
        .map(|(seat, amount)| match told.left.contains(&Seat(seat)) {
            true => format!("{} left the game", Seat(seat)),
            false => format!("{}: {}", Seat(seat), numbered(amount, score)),
        })
        .collect();
    format!("{}  ({})", crate::table::capital(begun), scores.join(", "))
}
