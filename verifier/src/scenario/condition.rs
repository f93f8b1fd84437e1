//! Conditions: what a scenario expects of the table, the journal and what is legal.

use duelog_kernel::view::{CardView, Fact, ZoneView};
use duelog_kernel::{Outcome, Seat, View, Viewer};

use super::answer::separated;
use super::play::Play;
use super::quality::qualities;
use super::reference::{Names, ZoneName, belongs, cards, possessive, zone, zone_in_words};
use super::words::{
    after, after_any, by_rule, first_word, is_rule, player, players, seat, within, without_ids,
};

/// The fact of a card that belongs to its zone and is not counted there, as one that is being used in Duel Masters
/// (409.1c).
const PENDING: &str = "pending";

/// Nothing when a condition holds, and otherwise what is found instead.
type Found = Option<String>;

impl Play {
    /// Checks a condition that must hold.
    pub fn expect(&mut self, condition: &str) -> Result<(), String> {
        match self.check(condition)? {
            None => Ok(()),
            Some(found) => Err(format!("expected {condition}; found {found}")),
        }
    }

    /// Checks a condition.
    ///
    /// # Errors
    /// What is not understood.
    pub fn check(&mut self, condition: &str) -> Result<Found, String> {
        let condition = condition.trim();
        let (first, rest) = first_word(condition);
        if let Some(seat) = seat(first)
            && let Some(found) = self.check_player(seat, rest)?
        {
            return Ok(found);
        }
        if let Some(found) = self.check_event(condition)? {
            return Ok(found);
        }
        if condition == "nobody is asked" {
            return Ok(self.game.request().is_some().then(|| self.asked()));
        }
        if let Some(state) = after(condition, "the match") {
            return self.check_end(state);
        }
        let view = self.view();
        self.check_view(&view, condition)
    }

    /// Conditions that begin with a player and are not about a zone, an object or a fact.
    fn check_player(&mut self, seat: Seat, rest: &str) -> Result<Option<Found>, String> {
        let (verb, object) = first_word(rest);
        Ok(Some(match verb {
            "may" | "can" => self.check_may(seat, object)?,
            "cannot" => self.check_may(seat, &format!("not {object}"))?,
            "wins" => {
                let rule = self.names.known.rule(by_rule(rest).1)?;
                let won = |outcome: &Outcome| {
                    outcome.winners.contains(&seat) && rule.is_none_or(|rule| outcome.rule == rule)
                };
                self.outcome_if(won)
            }
            "sees" => {
                let condition = after(object, "that").unwrap_or(object);
                let view = self.game.view(Viewer::Seat(seat));
                self.check_view(&view, condition)?
            }
            "is" if after(object, "asked").is_some() => {
                self.check_asked(seat, false, after(object, "asked").unwrap_or_default())?
            }
            "is" if after(object, "not asked").is_some() => {
                self.check_asked(seat, true, after(object, "not asked").unwrap_or_default())?
            }
            _ => return Ok(None),
        }))
    }

    /// `may cast Lightning Bolt targeting P2`, `may not block A with B by 509.1b`.
    fn check_may(&mut self, seat: Seat, what: &str) -> Result<Found, String> {
        self.expects_question = true;
        if let Some(what) = after(what, "not") {
            let (action, rule) = by_rule(what);
            let rule = self.names.known.rule(rule)?;
            let action = format!("{} {action}", player(seat));
            return self.refusal(&action, rule);
        }
        let action = format!("{} {what}", player(seat));
        let mut copy = self.fork();
        match copy.act(&action) {
            Ok(()) => Ok(None),
            Err(super::play::Trouble::Unfit(why)) => Err(why),
            Err(trouble) => Ok(Some(copy.in_words(trouble))),
        }
    }

    /// `priority by 116.1`; denied, the question must be one of the game.
    fn check_asked(&mut self, seat: Seat, denied: bool, what: &str) -> Result<Found, String> {
        let (prompt, rule) = by_rule(what);
        let rule = self.names.known.rule(rule)?;
        if denied {
            self.names.known.prompt(prompt)?;
        } else {
            self.expects_question = true;
        }
        let fits = self.game.request().is_some_and(|request| {
            request.seat == seat
                && (prompt.is_empty() || request.prompt.name() == prompt)
                && rule.is_none_or(|rule| request.rule.number() == rule)
        });
        Ok(if fits != denied { None } else { Some(self.asked()) })
    }

    fn outcome_if(&mut self, fits: impl Fn(&Outcome) -> bool) -> Found {
        match self.game.outcome() {
            Some(outcome) if fits(&outcome) => None,
            Some(outcome) => {
                let winners: Vec<String> = outcome.winners.iter().map(|seat| player(*seat)).collect();
                let who = if winners.is_empty() {
                    "a draw".to_string()
                } else {
                    format!("a win of {}", winners.join(", "))
                };
                Some(format!("{who}: {} ({})", players(&outcome.reason), outcome.rule))
            }
            None => Some("the match goes on".to_string()),
        }
    }

    /// `the match is over`, `the match goes on`, `the match is a draw by 104.4b`.
    fn check_end(&mut self, state: &str) -> Result<Found, String> {
        let (state, rule) = by_rule(state);
        let rule = self.names.known.rule(rule)?;
        let by = |outcome: &Outcome| rule.is_none_or(|rule| outcome.rule == rule);
        match state {
            "is over" => Ok(self.outcome_if(by)),
            "is a draw" => Ok(self.outcome_if(|outcome| outcome.winners.is_empty() && by(outcome))),
            "goes on" => Ok(self
                .game
                .outcome()
                .map(|outcome| format!("it is over: {} ({})", players(&outcome.reason), outcome.rule))),
            _ => Err(format!(
                "\"the match {state}\" is not understood: it `is over`, `is a draw` or `goes on`"
            )),
        }
    }

    /// `event 704.5g "is destroyed"`, `2 events 704.5g`, `no event "draws"`.
    fn check_event(&mut self, condition: &str) -> Result<Option<Found>, String> {
        let (first, rest) = first_word(condition);
        let (least, most, what) = match (first, after_any(rest, &["events", "event"])) {
            ("event", _) => (1, usize::MAX, rest),
            ("no", Some(what)) => (0, 0, what),
            (number, Some(what)) => match number.parse::<usize>() {
                Ok(number) => (number, number, what),
                Err(_) => return Ok(None),
            },
            (_, None) => return Ok(None),
        };
        let (rule, text) = match first_word(what) {
            (rule, text) if is_rule(rule) => (self.names.known.rule(Some(rule))?, text),
            _ => (None, what),
        };
        let text = match text.trim() {
            "" => None,
            text => Some(
                text.strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'))
                    .ok_or_else(|| event_form(condition))?,
            ),
        };
        if rule.is_none() && text.is_none() {
            return Err(event_form(condition));
        }
        let wanted = text.map(|text| self.names.labels_as_ids(text));
        let told = self.told(self.mark);
        let fits = |told: &&duelog_kernel::journal::ToldEvent| {
            rule.is_none_or(|rule| told.rule.number() == rule)
                && wanted.as_ref().is_none_or(|wanted| within(wanted, &told.text))
        };
        // Bookkeeping is counted only where nothing else fits.
        let (visible, bookkeeping): (Vec<_>, Vec<_>) =
            told.iter().filter(fits).partition(|told| !told.internal);
        let count = if visible.is_empty() { bookkeeping.len() } else { visible.len() };
        if (least..=most).contains(&count) {
            return Ok(Some(None));
        }
        Ok(Some(Some(format!("{count}; what happened: {}", self.happened(self.mark)))))
    }

    /// Conditions on zones, players, objects and the turn, as a view shows them.
    fn check_view(&mut self, view: &View, condition: &str) -> Result<Found, String> {
        if let Some((named, rest)) = zone(condition, view)
            && let Some((negated, what)) = predicate(rest)
        {
            return check_zone(&self.names, view, &named, negated, what);
        }
        if let (Some(seat), rest) = possessive(condition)
            && let Some(facts) =
                view.players.iter().find(|player| player.seat == seat).map(|player| &player.facts)
            && (predicate(rest).is_some()
                || self.names.known.none_of(rest).is_some()
                || facts.iter().any(|fact| after(rest, &fact.name).is_some()))
        {
            let (negated, what) = predicate(rest).unwrap_or((false, rest));
            self.check_words(negated, what, view)?;
            let wrong = qualities(what)
                .into_iter()
                .any(|quality| self.names.fact_holds(facts, "", quality) == negated);
            return Ok(wrong.then(|| format!("{}: {}", player(seat), facts_in_words(facts))));
        }
        if let Some((negated, what)) = of_the_turn(&view.turn, condition) {
            self.check_words(negated, &what, view)?;
            let holds = self.names.fact_holds(&view.turn, "", &what) != negated;
            return Ok(if holds { None } else { Some(facts_in_words(&view.turn)) });
        }
        self.check_object(view, condition)
    }

    fn check_object(&mut self, view: &View, condition: &str) -> Result<Found, String> {
        let (reference, rest) = self
            .names
            .reference(condition, view)
            .map_err(|why| format!("\"{condition}\" is not understood: it names no zone, player, fact of the turn or event, and {why}"))?;
        let objects = self.names.objects(&reference, view);
        if rest.trim() == "is nowhere" {
            return Ok(objects.ok().map(|_| "it is there".to_string()));
        }
        let objects = match objects {
            Ok(objects) => objects,
            Err(why) => return Ok(Some(why)),
        };
        if let Some((negated, rule)) = explained_by(rest) {
            self.names.known.rule(Some(rule))?;
            let explained = |id: &duelog_kernel::ObjectId| {
                let explanation = self.game.explain(Viewer::Judge, *id);
                let steps: Vec<String> = explanation
                    .iter()
                    .flat_map(|explanation| &explanation.steps)
                    .map(|step| step.rule.number().to_string())
                    .collect();
                (steps.iter().any(|step| step == rule), steps.join(", "))
            };
            return Ok(objects
                .iter()
                .map(explained)
                .find(|explained| explained.0 == negated)
                .map(|explained| format!("steps by {}", explained.1)));
        }
        let (negated, what) = predicate(rest).unwrap_or((false, rest));
        if what.is_empty() {
            return Err(format!("\"{condition}\" says nothing about {reference}"));
        }
        if let Some((named, "")) = after_any(what, &["in", "on"]).and_then(|place| zone(place, view)) {
            let inside = |(zone, card): &(&ZoneView, &CardView)| {
                named.is(zone) && named.seat.is_none_or(|seat| belongs(zone, card, seat))
            };
            let wrong = cards(view).find(|found| objects.contains(&found.1.id) && inside(found) == negated);
            return Ok(
                wrong.map(|(zone, card)| format!("{} {} in {}", card.name, card.id, zone_in_words(zone)))
            );
        }
        self.check_words(negated, what, view)?;
        for (_, card) in cards(view).filter(|(_, card)| objects.contains(&card.id)) {
            let wrong = qualities(what)
                .into_iter()
                .any(|quality| self.names.fact_holds(&card.facts, &card.line, quality) == negated);
            if wrong {
                return Ok(Some(card_in_words(card)));
            }
        }
        Ok(None)
    }

    /// Checks the words of what is denied: a fact that nothing can have would be denied with a slip of the
    /// pen.
    fn check_words(&self, negated: bool, what: &str, view: &View) -> Result<(), String> {
        if negated {
            qualities(what).into_iter().try_for_each(|quality| self.names.can_be(quality, view))
        } else {
            Ok(())
        }
    }
}

/// `is explained by 613.3c`, and whether it is denied.
fn explained_by(text: &str) -> Option<(bool, &str)> {
    let (negated, rule) = match after(text, "is explained by") {
        Some(rule) => (false, rule),
        None => (true, after(text, "is not explained by")?),
    };
    Some((negated, rule))
}

fn event_form(condition: &str) -> String {
    format!(
        "an event reads `event 704.5g`, `event \"words\"` or `2 events 704.5g \"words\"`, not \"{condition}\""
    )
}

/// The predicate of a subject, and whether it is negated.
fn predicate(text: &str) -> Option<(bool, &str)> {
    for denial in ["is not", "is no", "are not", "has no", "have no", "does not have", "do not have"] {
        if let Some(rest) = after(text, denial) {
            return Some((true, rest));
        }
    }
    after_any(text, &["is", "are", "has", "have"]).map(|rest| (false, rest))
}

/// The predicate about a fact of the turn, and whether it is negated: `turn 3`, `step is not upkeep`, `not
/// turn 3`, `it is not turn 3`.
fn of_the_turn(facts: &[Fact], text: &str) -> Option<(bool, String)> {
    let (denied, text) = match after_any(text, &["it is not", "not"]) {
        Some(rest) => (true, rest),
        None => (false, after(text, "it is").unwrap_or(text)),
    };
    let (name, value) = facts.iter().find_map(|fact| Some((&fact.name, after(text, &fact.name)?)))?;
    let (negated, value) = match after(value, "not") {
        Some(value) => (true, value),
        None => predicate(value).unwrap_or((false, value)),
    };
    // A double negation is not understood.
    (!(denied && negated)).then(|| (denied || negated, format!("{name} {value}")))
}

fn check_zone(
    names: &Names,
    view: &View,
    named: &ZoneName,
    negated: bool,
    what: &str,
) -> Result<Found, String> {
    let zones: Vec<&ZoneView> = view.zones.iter().filter(|zone| named.is(zone)).collect();
    let inside: Vec<&CardView> = zones
        .iter()
        .flat_map(|zone| {
            zone.cards.iter().filter(|card| named.seat.is_none_or(|seat| belongs(zone, card, seat)))
        })
        .collect();
    let shared = zones.iter().any(|zone| zone.seat.is_none());
    let count = if shared && named.seat.is_some() {
        inside.len() as u32
    } else {
        zones.iter().map(|zone| zone.count).sum()
    };
    // Cards that belong to a zone and are not counted there.
    let pending = |card: &&&CardView| card.facts.iter().any(|fact| fact.name == PENDING);
    let counted = count.saturating_sub(inside.iter().filter(pending).count() as u32);
    let contents = || {
        let names: Vec<String> = inside.iter().map(|card| format!("{} {}", card.name, card.id)).collect();
        let hidden = if count as usize > inside.len() {
            format!(" ({} hidden)", count as usize - inside.len())
        } else {
            String::new()
        };
        if names.is_empty() {
            format!("{count} cards{hidden}")
        } else {
            format!("{}{hidden}", names.join(", "))
        }
    };
    let verdict = |holds: bool| if holds != negated { None } else { Some(contents()) };
    if what == "empty" {
        return Ok(verdict(counted == 0));
    }
    if what == "cards" {
        return Ok(verdict(counted > 0));
    }
    if let Some((number, "cards" | "card" | "objects" | "object")) = Some(first_word(what)) {
        let number: u32 = number.parse().map_err(|_| format!("\"{number}\" is not a number of cards"))?;
        return Ok(verdict(number == counted));
    }
    if let Some(exact) = after(what, "exactly") {
        let mut order = Vec::new();
        let mut rest = exact;
        while !rest.is_empty() {
            let (name, behind) = names
                .name(rest, Some(view))
                .ok_or_else(|| format!("no card's name is at the beginning of \"{rest}\""))?;
            order.push(name);
            rest = separated(behind)?;
        }
        return Ok(verdict(order.iter().eq(inside.iter().map(|card| &card.name))));
    }
    let mut rest = what;
    while !rest.is_empty() {
        let (count, element) = match first_word(rest) {
            (number, behind) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                (number.parse::<usize>().ok(), behind)
            }
            _ => (None, rest),
        };
        let (reference, behind) = names.reference(element, view)?;
        let objects = names.objects(&reference, view).unwrap_or_default();
        let found = inside.iter().filter(|card| objects.contains(&card.id)).count();
        if count.map_or(found > 0, |count| count == found) == negated {
            return Ok(Some(contents()));
        }
        rest = separated(behind)?;
    }
    Ok(None)
}

fn facts_in_words(facts: &[Fact]) -> String {
    facts.iter().map(|fact| format!("{} {}", fact.name, players(&fact.value))).collect::<Vec<_>>().join(", ")
}

fn card_in_words(card: &CardView) -> String {
    let line = without_ids(&card.line);
    format!("{} {}: {line}; {}", card.name, card.id, facts_in_words(&card.facts))
}
