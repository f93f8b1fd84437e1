//! `duelog explain`: what was asked at a decision, what was legal, what was answered and what followed.

use duelog_kernel::decision::Ask;
use duelog_kernel::journal::ToldEvent;
use duelog_kernel::view::{CardView, Explanation, RequestView, View, ZoneView};
use duelog_kernel::{Choice, Illegal, Item, Match, ObjectId, Outcome, Prompt, RuleId, Seat, Viewer};
use duelog_log_format::clock::Loss;
use duelog_verifier::moment::Moment;
use duelog_verifier::timing::{losses_until, with_losses};
use duelog_verifier::{Report, answer_in_words, is_open, outcome_in_words};
use serde::Serialize;

use crate::output::{Context, Done, End, Failure};
use crate::phrase_parser::{Speaker, Understood};
use crate::replayed::{Looking, Replayed};
use crate::source::{Opened, Source};
use crate::{answer, table, words};

/// Explains a decision: the question, the legal answers and their rules, the answer, and the events after it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog explain fixtures/golden/magic/magic-1.duelog --at 40 --why '#17'
  duelog explain fixtures/golden/magic/magic-1.duelog --at 40 --why 'cast Fireball'

Decision N is asked on the table that `duelog show LOG --at N-1` shows. Every record up to there is checked; if one does not verify, the
exit code is 1. With --seat or --public the answer holds only what that viewer may know. cli/JSON.md lists the fields of --format json.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The decision, from 1, or the first one at a moment such as t5.combat (see `duelog history --help`). One more
    /// than the log has means the question at its end. [default: the last]
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::MOMENT)]
    at: Option<Moment>,
    /// Tells how the values of this object came about: its id, or its name if there is one of it.
    #[arg(long, value_name = "OBJECT", help_heading = crate::headings::QUESTION)]
    object: Option<String>,
    /// Tells why this could not be answered, as people say it: "attack with Birds of Paradise", "block Serra Angel with
    /// Wind Drake", "cast Bolt on me"; or `#17`, `cast:17`, `ability:17.0`, `17-seat:1`, `pass`, or the whole words
    /// of an option.
    #[arg(long, value_name = "ITEM", help_heading = crate::headings::QUESTION)]
    why: Option<String>,
    #[command(flatten)]
    looking: Looking,
}

/// The object of an id, or the only one in sight of this name.
fn object(text: &str, view: &View) -> Result<ObjectId, Failure> {
    if let Some(id) = words::object(text) {
        return Ok(id);
    }
    let cards = view.zones.iter().flat_map(|zone| zone.cards.iter().map(move |card| (zone, card)));
    let labelled = |card: &CardView| {
        [" ", ""]
            .iter()
            .any(|between| format!("{}{between}{}", card.name, card.id).eq_ignore_ascii_case(text))
    };
    let named = |card: &CardView| card.name.eq_ignore_ascii_case(text) || labelled(card);
    let found: Vec<_> = cards.filter(|(_, card)| named(card)).collect();
    match found.as_slice() {
        [(_, one)] => Ok(one.id),
        [] => Err(Failure::usage(
            format!("\"{text}\" is not an object id such as 17, and nothing has this name"),
            "`duelog show LOG --at MOMENT` lists the objects on the table",
        )),
        several => Err(Failure::usage(
            format!("there are {} of \"{text}\"", several.len()),
            several.iter().map(|(zone, card)| lies(zone, card)).collect::<Vec<_>>().join(", ")
                + ": name one of them",
        )),
    }
}

/// An object with where it lies and whose it is there.
fn lies(zone: &ZoneView, card: &CardView) -> String {
    let whose = zone.seat.or(card.figure.side).map_or(String::new(), |seat| format!(" of {seat}"));
    format!("{} ({}{whose})", card.id, zone.name)
}

/// Everything about one decision.
#[derive(Debug, Serialize)]
struct Explained {
    decision: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<Prompt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ask: Option<Ask>,
    options: Vec<Offered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
    followed: Vec<ToldEvent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<Values>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// Who gave up because the host said so.
    #[serde(skip)]
    losses: Vec<Loss>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<Report>,
}

/// An option that was legal.
#[derive(Debug, Serialize)]
struct Offered {
    item: Item,
    words: String,
    text: String,
    rule: RuleId,
}

/// The answer, as far as the viewer may know it.
#[derive(Debug, Serialize)]
struct Answered {
    seat: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// How the values of an object came about.
#[derive(Debug, Serialize)]
struct Values {
    #[serde(flatten)]
    explanation: Explanation,
    /// The words of its card and of the effects of others that change it, line by line.
    card_words: Vec<String>,
    /// Its current characteristics, on one line; empty if it is not on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<String>,
}

/// Why something could not be answered.
#[derive(Debug, Serialize)]
struct Why {
    choice: Choice,
    legal: bool,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleId>,
    /// The meaning of a person's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    understood: Option<String>,
}

/// Replays to the decision and explains it.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = args.source.bytes(context)?;
    let Some(opened) = args.source.opened(&bytes, &args.looking, context)? else {
        return Ok(End::Finding);
    };
    opened.call_players(context);
    let Opened { mut replayed, viewer, .. } = opened;
    let total = replayed.total();
    let last = if replayed.running() { total + 1 } else { total };
    let mut at = match &args.at {
        // Decision N is made on the table after N - 1 decisions.
        Some(moment @ Moment::Event(_)) => (replayed.reached(moment)?.decision + 1).min(last),
        Some(Moment::Start) => 1,
        Some(moment) => replayed.reached(moment)?.decision,
        None => total.max(1),
    };
    replayed.in_range("--at", at, 1, last)?;
    if !replayed.seek(at - 1) {
        // The log does not reach that far: its last request is explained.
        at = replayed.decisions() + 1;
    }
    // Rewinds and notes may stand between two decisions.
    while !replayed.decides() && replayed.step().is_some() {}
    let mut asked = replayed.settled();
    if at > total && asked.outcome().is_some() {
        replayed.in_range("--at", at, 1, total)?;
    }
    let view = asked.view(viewer);
    let mut explained = begin(at, &mut *asked, &view);
    let named = args.object.as_deref().map(|name| object(name, &view)).transpose()?;
    explained.object = named.map(|object| object_at(&*asked, viewer, &view, object, at)).transpose()?;
    explained.why =
        args.why.as_deref().map(|item| why(&mut *asked, viewer, item, context.players())).transpose()?;
    follow(&mut replayed, &mut *asked, viewer, &mut explained);
    explained.losses = losses_until(&bytes, replayed.decisions());
    explained.finding = replayed.finding();
    let end = End::success_if(explained.finding.is_none());
    if context.json() {
        context.value(&explained);
    } else {
        print(&explained, &view, context);
        explained.finding.iter().for_each(|report| args.source.say(report, context));
    }
    Ok(end)
}

/// The request, if the viewer may know it.
fn begin(decision: u32, game: &mut dyn Match, view: &View) -> Explained {
    let words = game.words();
    let asked = view.request.clone();
    let options = asked.iter().flat_map(|asked| asked.options.iter().map(|option| (asked.rule, option)));
    let offered = options.map(|(rule, option)| Offered {
        item: option.item,
        words: words::of(&option.item, words),
        text: option.text.clone(),
        rule,
    });
    Explained {
        decision,
        options: offered.collect(),
        seat: view.waiting_for,
        prompt: asked.as_ref().map(|asked| asked.prompt),
        question: asked.as_ref().map(|asked| asked.question.clone()),
        rule: asked.as_ref().map(|asked| asked.rule),
        ask: asked.map(|asked| asked.ask),
        answer: None,
        why: None,
        followed: Vec::new(),
        object: None,
        outcome: None,
        losses: Vec::new(),
        finding: None,
    }
}

/// The answer and its consequences, as far as the log reaches.
fn follow(replayed: &mut Replayed<'_>, asked: &mut dyn Match, viewer: Viewer, explained: &mut Explained) {
    let Some(decision) = replayed.upcoming() else { return };
    replayed.step();
    let open = is_open(asked, viewer, decision.seat, &decision.choice);
    explained.answer = Some(Answered {
        seat: decision.seat,
        text: open.then(|| answer_in_words(asked, viewer, &decision.choice)),
        choice: open.then_some(decision.choice),
    });
    let game = replayed.game();
    if game.decisions() > asked.decisions() {
        explained.followed = game.told(game.decisions(), viewer);
    }
    explained.followed.retain(|told| !told.internal);
    explained.followed.iter_mut().for_each(|told| told.decision = explained.decision);
    explained.outcome = game.outcome();
}

/// How the values of an object came about. Who controls an effect that does not last by itself is who controls
/// its object, as it lies on the table.
fn object_at(
    game: &dyn Match,
    viewer: Viewer,
    view: &View,
    object: ObjectId,
    at: u32,
) -> Result<Values, Failure> {
    let remedy = format!("`duelog show LOG --at {}` lists the objects on the table", at - 1);
    let mut explanation = game.explain(viewer, object).ok_or_else(|| {
        let who = if viewer == Viewer::Judge { "" } else { " that may be known" };
        Failure::usage(format!("there is no object {object}{who} when decision {at} is asked"), remedy)
    })?;
    let lying = |id: ObjectId| {
        let mut zones = view.zones.iter().flat_map(|zone| zone.cards.iter().map(move |card| (zone, card)));
        zones.find(|(_, card)| card.id == id)
    };
    for step in &mut explanation.steps {
        let side = step.object.and_then(lying).and_then(|(zone, card)| card.figure.side.or(zone.seat));
        step.controller = step.controller.or(side);
    }
    let now = lying(object).map(|(_, card)| card.line.clone());
    Ok(Values { explanation, card_words: game.card_words(viewer, object), now })
}

/// Why something could not be answered, tried on a copy.
fn why(game: &mut dyn Match, viewer: Viewer, text: &str, names: &[Option<String>]) -> Result<Why, Failure> {
    let asked = game.request_view(viewer).ok_or_else(|| {
        Failure::usage("nothing is asked: the match is over", "name an earlier decision: --at N")
    })?;
    if !viewer.sees(asked.seat) {
        return Err(Failure::usage(
            format!("{} is asked here, and what that player could do is hidden", asked.seat),
            format!("--seat {} looks from there, and without --seat and --public all is open", asked.seat.0),
        ));
    }
    let unclear = |what: String| {
        Failure::usage(what, format!("an item is one of: {}; or the whole words of an option", words::FORMS))
    };
    let pasted = unlisted(text, &asked);
    let text = pasted.as_str();
    let choice = match answer::read_whole(text, &asked, game.words()) {
        Ok(choice) => choice,
        Err(first) => {
            let speaker = Speaker { asked: &asked, viewer, names };
            return match speaker.understand(text, game) {
                Ok(understood) => said(game, viewer, &understood).map_err(&unclear),
                Err(second) if text.contains(' ') => {
                    Err(unclear(format!("\"{text}\" is not understood: {second}")))
                }
                Err(_) => Err(unclear(first)),
            };
        }
    };
    let choice = game.request().map(|request| choice.clone().canonical(request)).unwrap_or(choice);
    let named = answer_in_words(game, viewer, &choice);
    match game.refusal(viewer, asked.seat, &choice) {
        None => Ok(Why {
            choice,
            legal: true,
            message: format!("{named}: it is among what can be answered"),
            rule: None,
            understood: None,
        }),
        Some(Illegal::NotCanonical { .. }) => {
            Err(unclear(format!("\"{text}\" is not understood: it names the same thing twice")))
        }
        Some(illegal) => {
            let rule = illegal.rule();
            let message = match (choice == Choice::one(Item::Pass), rule) {
                (true, Some(rule)) => {
                    format!("`pass` is not an answer here ({rule}); wanted: {}", answer::hint(&asked))
                }
                _ => illegal.to_string(),
            };
            Ok(Why { choice, legal: false, message, rule, understood: None })
        }
    }
}

/// A line of the list of options, as it was printed, as the words of one of them; every other text as it is.
fn unlisted(text: &str, asked: &RequestView) -> String {
    let is_numbers = |head: &str| {
        let digits = head.trim().chars().all(|letter| letter.is_ascii_digit() || ",-".contains(letter));
        digits && !head.trim().is_empty()
    };
    let text = text.trim();
    let text =
        text.split_once(')').filter(|(head, _)| is_numbers(head)).map_or(text, |(_, rest)| rest.trim());
    // Options that differ in their objects alone stand on one line, their objects behind it.
    let Some((words, ids)) = text.split_once("  #") else { return text.to_string() };
    let first = ids.split_whitespace().next().and_then(words::object);
    let meant = asked
        .options
        .iter()
        .find(|option| option.item.objects()[0] == first && table::without_ids(&option.text) == words.trim());
    match (meant, first) {
        (Some(option), _) if option.text.contains('#') => option.text.clone(),
        (_, Some(id)) => format!("{} {id}", words.trim()),
        (_, None) => text.to_string(),
    }
}

/// Tells whether an action that a person names is legal.
fn said(game: &mut dyn Match, viewer: Viewer, understood: &Understood) -> Result<Why, String> {
    let refusal = understood.refusal(viewer, game)?;
    let words = understood.words.clone();
    Ok(Why {
        choice: Choice::one(understood.item),
        legal: refusal.is_none(),
        rule: refusal.as_ref().and_then(Illegal::rule),
        message: refusal.map_or_else(|| format!("{words}: it can be done"), |illegal| illegal.to_string()),
        understood: Some(words),
    })
}

fn print(explained: &Explained, view: &View, context: &Context) {
    context.line(format_args!("Decision {}", explained.decision));
    match (&view.request, view.waiting_for) {
        (Some(asked), _) => context.question(asked.clone()),
        (None, Some(seat)) => {
            context.line(format_args!("{} is asked something.", table::capital(&seat.to_string())));
        }
        (None, None) => context.line("Nothing is asked: the match is over."),
    }
    match &explained.answer {
        Some(answer) => context.line(format_args!(
            "{} answered{}",
            table::capital(&answer.seat.to_string()),
            answer.text.as_ref().map_or(", hidden.".to_string(), |text| format!(": {text}")),
        )),
        None => context.line("It is not answered."),
    }
    if let Some(why) = &explained.why {
        why.understood.iter().for_each(|words| context.line(format_args!("Understood: {words}")));
        context.line(format_args!("{}: {}", if why.legal { "Legal" } else { "Not legal" }, why.message));
    }
    if let Some(report) = explained.finding.as_ref().filter(|report| report.at == Some(explained.decision)) {
        context.line(format_args!("This decision is {}: {}", report.verdict, report.message));
    } else if explained.answer.is_some() {
        context.line(if explained.followed.is_empty() {
            "Nothing that a player sees followed."
        } else {
            "What followed:"
        });
    }
    for told in &explained.followed {
        context.line(format_args!("  {} ({})", told.text, told.rule));
    }
    if let Some(outcome) = &explained.outcome {
        context.line(format_args!(
            "The match is over: {}",
            with_losses(&outcome_in_words(outcome), &explained.losses)
        ));
    }
    explained.object.iter().for_each(|object| print_values(object, context));
}

fn print_values(Values { explanation, card_words, now }: &Values, context: &Context) {
    context.line(format_args!("{} {}:", explanation.name, explanation.id));
    card_words.iter().for_each(|line| context.line(format_args!("  | {line}")));
    for step in &explanation.steps {
        let when = step.timestamp.map_or(String::new(), |timestamp| format!(", timestamp {timestamp}"));
        let whose = step.controller.map_or(String::new(), |seat| format!(", controlled by {seat}"));
        context.line(format_args!(
            "  {} ({}{when}): {} - {}{whose}",
            step.layer, step.rule, step.change, step.source
        ));
    }
    now.iter().for_each(|now| context.line(format_args!("  now: {now}")));
}
