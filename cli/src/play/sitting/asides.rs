//! The requests that a person may make beside an answer.

use duelog_kernel::decision::Ask;
use duelog_kernel::view::{RequestView, View};
use duelog_kernel::{Choice, ObjectId, Seat, Viewer};

use super::super::passing::Stop;
use super::Sitting;
use crate::{answer, words};

/// The most cards whose words are shown.
const CARDS: usize = 12;

impl Sitting<'_> {
    /// The request with its rule, the wanted answer, and the words of the cards among the options.
    pub(super) fn info(&mut self, asked: &RequestView) {
        self.say(format_args!("  {} (§ {})", asked.question, asked.rule));
        self.say(format_args!("  wanted: {}", answer::hint(asked)));
        let game = self.recorder.game();
        let viewer = Viewer::Seat(asked.seat);
        let mut lines = Vec::new();
        if let Ask::Pick { constraints, .. } | Ask::Split { constraints, .. } = &asked.ask {
            for limit in constraints {
                let told = limit.limit.in_words(|item| game.describe(viewer, item));
                lines.push(format!("  together: {told} (§ {})", limit.rule));
            }
        }
        let subject = game.request().and_then(|request| request.subject);
        let objects = asked.options.iter().flat_map(|option| option.item.objects()).flatten();
        let view = game.view(viewer);
        let mut names: Vec<String> = Vec::new();
        for id in subject.into_iter().chain(objects) {
            if let Some(name) = name_of(&view, id).filter(|name| !names.contains(name)) {
                names.push(name);
            }
        }
        lines.into_iter().for_each(|line| self.say(line));
        for name in names.iter().take(CARDS) {
            self.read_card(name);
        }
        if names.len() > CARDS {
            self.say(format_args!("  and {} more cards: `card NAME`", names.len() - CARDS));
        }
    }

    /// The words of a card, found by its name, as a visible object, or by an option.
    pub(super) fn card(&mut self, card: &str, seat: Seat, asked: &RequestView) {
        let view = self.recorder.game().view(Viewer::Seat(seat));
        let option = card.parse::<usize>().ok().and_then(|number| asked.options.get(number.checked_sub(1)?));
        let of_option = option.and_then(|option| option.item.objects()[0]);
        let id = of_option.or_else(|| words::object(card));
        let wanted = card.to_lowercase();
        let seen = || view.zones.iter().flat_map(|zone| &zone.cards).map(|card| &card.name);
        let part = |name: &&String| name.to_lowercase().contains(&wanted);
        let known = || self.factory.cards().into_iter().map(|info| info.name);
        let found = id
            .and_then(|id| name_of(&view, id))
            .or_else(|| known().find(|name| name.eq_ignore_ascii_case(card)))
            .or_else(|| seen().find(part).cloned())
            .or_else(|| known().find(|name| part(&name)));
        match found {
            Some(name) => self.read_card(&name),
            None => self.say(format_args!("  no card \"{card}\" is known or can be seen")),
        }
    }

    fn read_card(&mut self, name: &str) {
        let text = self.factory.card(name).map(|text| text.reading).unwrap_or_default();
        if text.is_empty() {
            self.say(format_args!("  {name}"));
        }
        text.iter().for_each(|line| self.say(format_args!("  {line}")));
    }

    pub(super) fn history(&mut self, seat: Seat, last: u32) {
        let from = (self.recorder.game().decisions() + 1).saturating_sub(last);
        let told = self.recorder.game().told(from, Viewer::Seat(seat));
        for told in told.iter().filter(|told| !told.internal) {
            self.say(format_args!("  {:>4}  {} ({})", told.decision, told.text, told.rule));
        }
    }

    /// Why an item is not among the options, tried on a copy of the match.
    pub(super) fn why(&mut self, item: &str, seat: Seat, asked: &RequestView) {
        let choice = match answer::read_whole(item, asked, self.recorder.game().words()) {
            Ok(choice) => choice,
            Err(why) => return self.say(format_args!("  {why}; wanted: {}", words::FORMS)),
        };
        if asked.options.iter().any(|option| choice == Choice::one(option.item)) {
            return self.say("  it is among the options");
        }
        match self.recorder.game().lean().decide(seat, &choice) {
            Ok(()) => self.say("  it is legal"),
            Err(illegal) => self.say(format_args!("  {illegal}")),
        }
    }

    pub(super) fn stop(&mut self, text: &str) {
        match text {
            "" => {}
            "none" | "off" => self.stops.clear(),
            text => match Stop::read(text, self.recorder.game().steps()) {
                // The same once more takes it away.
                Ok(stop) if self.stops.contains(&stop) => self.stops.retain(|known| *known != stop),
                Ok(stop) => self.stops.push(stop),
                Err(why) => return self.say(format_args!("  {why}")),
            },
        }
        let stops: Vec<String> = self.stops.iter().map(ToString::to_string).collect();
        if stops.is_empty() {
            self.say("  no stops: you are asked wherever you can do something");
        } else {
            self.say(format_args!(
                "  you are asked at: {}; elsewhere only where something waits to resolve or must be decided",
                stops.join(", ")
            ));
        }
    }

    pub(super) fn toggle_hold(&mut self) {
        self.hold = !self.hold;
        self.say(if self.hold {
            "  you are asked always, also where nothing else can be done than pass; `hold` again ends that"
        } else {
            "  you are no longer asked where nothing else can be done than pass"
        });
    }
}

/// The name of an object that is in sight.
fn name_of(view: &View, id: ObjectId) -> Option<String> {
    let mut cards = view.zones.iter().flat_map(|zone| &zone.cards);
    cards.find(|card| card.id == id).map(|card| card.name.clone())
}
