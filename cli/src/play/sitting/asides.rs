//! The requests that a person may make beside an answer.

use duelog_kernel::decision::Ask;
use duelog_kernel::view::{RequestView, View};
use duelog_kernel::{ObjectId, Seat, Viewer};

use super::super::passing::Stop;
use super::Sitting;
use crate::plain::plain;
use crate::{answer, table, words};

/// The request of a line that is not an answer.
const HELP: &str = "\
An answer is the number of an option, its words or a part of them, or the object's id: `3`, `cast serra angel`, `#17`.
Where several may be chosen they are set apart by blanks: `1 4 #17`; `all`, `none`, `all but 2`, `only 3` say it shorter.
Shares are `#17=2 3=1`.
  info            what is asked, by which rule and effect, how many are wanted, and what the cards do
  options         all options of the question
  view            the table as you see it
  history [N]     what happened in the last N decisions (20), each with its rule
  card CARD       what a card does: `card #17`, `card 3` (of option 3), `card serra angel`
  why WHAT        why something is not among the options: `why cast serra angel`, `why serra angel`, `why #17`
  auto            pay by itself what is to be paid
  undo            take your last answer back, as long as it has shown nothing new
  done            pass until something else is to be decided, more can be played in your turn, or it ends
  until MOMENT    pass that long: `until my turn`, `until combat`, `until t9`, `until resolved`
  stop [STEP]     ask me at a step, and pass by itself at the others: `stop my main1`, `stop their end`; `stop none`
  hold            ask me always, also where nothing else can be done than pass; `hold` again ends that
  concede         give up; `draw` agrees to a draw where the game has that
  quit            leave; the log is kept and `--resume` continues it (also: save, exit, the end of the input)";

/// The most cards whose words are shown.
const CARDS: usize = 12;

impl Sitting<'_> {
    /// Does what a line asks for that needs no question: true if it is such a line.
    pub(super) fn aside(
        &mut self,
        command: &str,
        rest: &str,
        seat: Seat,
        asked: Option<&RequestView>,
    ) -> bool {
        match command {
            "?" | "help" => {
                let here =
                    asked.map_or(String::new(), |asked| format!("Here: {}.\n", plain(&answer::hint(asked))));
                self.face(seat).sheet(&format!("{here}{HELP}"));
            }
            "view" | "v" if rest.is_empty() => self.show(seat),
            "history" | "h" if rest.is_empty() || rest.parse::<u32>().is_ok() => {
                self.history(seat, rest.parse().unwrap_or(20));
            }
            "card" if !rest.is_empty() => self.card(rest, seat, asked),
            _ => return false,
        }
        true
    }

    /// All options, where not all of them are in sight.
    pub(super) fn options(&mut self, seat: Seat, asked: &RequestView) {
        if self.face(seat).stays() {
            self.face(seat).sheet(&table::rows(asked).join("\n"));
        }
    }

    /// The request with its rule, the wanted answer, and the words of the cards among the options.
    pub(super) fn info(&mut self, seat: Seat, asked: &RequestView) {
        let mut lines = vec![
            format!("  {} (§ {})", asked.question, asked.rule),
            format!("  wanted: {}", answer::hint(asked)),
        ];
        lines.extend(asked.effect.iter().map(|effect| format!("  by the effect: {effect}")));
        let game = self.recorder.game();
        let viewer = Viewer::Seat(asked.seat);
        if let Ask::Pick { constraints, .. } | Ask::Split { constraints, .. } = &asked.ask {
            for limit in constraints {
                let told = limit.limit.in_words(|item| game.describe(viewer, item));
                lines.push(format!("  together: {told} (§ {})", limit.rule));
            }
        }
        let subject = game.request().and_then(|request| request.subject).or(asked.source);
        let objects = asked.options.iter().flat_map(|option| option.item.objects()).flatten();
        let view = game.view(viewer);
        let mut names: Vec<String> = Vec::new();
        for id in subject.into_iter().chain(objects) {
            if let Some(name) = name_of(&view, id).filter(|name| !names.contains(name)) {
                names.push(name);
            }
        }
        for name in names.iter().take(CARDS) {
            lines.extend(self.reading(name));
        }
        if names.len() > CARDS {
            lines.push(format!("  and {} more cards: `card NAME`", names.len() - CARDS));
        }
        self.face(seat).sheet(&lines.join("\n"));
    }

    /// The words of a card, found by its name, as a visible object, or by an option.
    fn card(&mut self, card: &str, seat: Seat, asked: Option<&RequestView>) {
        let view = self.recorder.game().view(Viewer::Seat(seat));
        let number = card.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let option = number.and_then(|place| asked?.options.get(place));
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
            Some(name) => {
                let reading = self.reading(&name).join("\n");
                self.say(seat, reading);
            }
            None => self.say(seat, format_args!("  no card \"{card}\" is known or can be seen")),
        }
    }

    /// The words of a card.
    fn reading(&self, name: &str) -> Vec<String> {
        let text = self.factory.card(name).map(|text| text.reading).unwrap_or_default();
        if text.is_empty() {
            return vec![format!("  {name}")];
        }
        text.iter().map(|line| format!("  {line}")).collect()
    }

    fn history(&mut self, seat: Seat, last: u32) {
        let from = (self.recorder.game().decisions() + 1).saturating_sub(last);
        let told = self.recorder.game().told(from, Viewer::Seat(seat));
        let line = |told: &duelog_kernel::journal::ToldEvent| {
            format!("  {:>4}  {} ({})", told.decision, told.text, told.rule)
        };
        let lines: Vec<String> = told.iter().filter(|told| !told.internal).map(line).collect();
        self.face(seat).sheet(&lines.join("\n"));
    }

    pub(super) fn stop(&mut self, seat: Seat, text: &str) {
        let steps = self.recorder.game().steps();
        let state = self.state(seat);
        match text {
            "" => {}
            "none" | "off" => state.stops.clear(),
            text => match Stop::read(text, steps) {
                // The same once more takes it away.
                Ok(stop) if state.stops.contains(&stop) => state.stops.retain(|known| *known != stop),
                Ok(stop) => state.stops.push(stop),
                Err(why) => return self.say(seat, format_args!("  {why}")),
            },
        }
        let stops: Vec<String> = state.stops.iter().map(ToString::to_string).collect();
        if stops.is_empty() {
            self.say(seat, "  no stops: you are asked wherever you can do something");
        } else {
            self.say(seat, format_args!(
                "  you are asked at: {}; elsewhere only where something waits to resolve or must be decided",
                stops.join(", ")
            ));
        }
    }

    pub(super) fn toggle_hold(&mut self, seat: Seat) {
        let state = self.state(seat);
        state.hold = !state.hold;
        let hold = state.hold;
        self.say(seat, if hold {
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
