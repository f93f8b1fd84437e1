//! A case being played: the match, its labels, and what every statement needs of them.

use std::collections::BTreeSet;

use duelog_kernel::given::MadeDraw;
use duelog_kernel::setup::Start;
use duelog_kernel::view::{CardView, OptionView, ZoneView};
use duelog_kernel::{
    Ask, Choice, Factory, Illegal, Item, Match, ObjectId, Request, Seat, Setup, SetupError, View, Viewer,
};

use super::reference::{Names, belongs, cards, is_called};
use super::words::{player, players, without_ids};

/// How many passes it takes until passing on is given up.
pub const PASSES_MAX: u32 = 5_000;

/// How many options a message lists.
const LISTED_MAX: usize = 24;

/// Why a statement could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The game refused an answer; with what was asked, where that was asked on a copy.
    Refused(Illegal, Option<String>),
    /// The statement is not understood or does not fit the current request.
    Unfit(String),
}

/// A case being played.
pub struct Play {
    /// The match.
    pub game: Box<dyn Match>,
    /// The names and labels.
    pub names: Names,
    /// Events count from this decision on.
    pub mark: u32,
    /// How many players have passed one after another.
    pub passed: usize,
    /// True if a statement expected the current request.
    pub expects_question: bool,
    /// Every decision so far.
    pub steps: Vec<Step>,
    /// The objects whose cards are known, where others were dealt without anybody having seen them.
    pub known: Option<BTreeSet<ObjectId>>,
}

/// A decision of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Who answered.
    pub seat: Seat,
    /// The answer.
    pub choice: Choice,
    /// The draws that it led to, where draws may be stated.
    pub draws: Vec<MadeDraw>,
}

impl Play {
    /// Starts a case.
    pub fn start(factory: &dyn Factory, setup: &Setup, names: Names) -> Result<Play, SetupError> {
        let mut play = Play::of(factory.start(setup, true)?, names);
        play.label_position(&setup.start);
        Ok(play)
    }

    /// Plays on with a match that has just begun.
    pub fn of(game: Box<dyn Match>, names: Names) -> Play {
        Play { game, names, mark: 0, passed: 0, expects_question: false, steps: Vec::new(), known: None }
    }

    /// An independent copy at the same point.
    pub fn fork(&self) -> Play {
        Play {
            game: self.game.fork(),
            names: self.names.clone(),
            mark: self.mark,
            passed: self.passed,
            expects_question: self.expects_question,
            steps: self.steps.clone(),
            known: self.known.clone(),
        }
    }

    /// The table with everything open.
    pub fn view(&mut self) -> View {
        self.game.view(Viewer::Judge)
    }

    /// Finds the labelled cards of the position by their places; cards of a zone stand in the order in which
    /// they were given.
    fn label_position(&mut self, start: &Start) {
        let Start::Position(position) = start else { return };
        let view = self.view();
        for zone in &view.zones {
            let seats = (0..position.players.len())
                .filter(|place| zone.seat.is_none_or(|seat| usize::from(seat.0) == *place));
            let placed: Vec<_> = seats
                .flat_map(|place| position.players[place].zones.get(&zone.name).into_iter().flatten())
                .collect();
            let in_order = placed.len() == zone.cards.len()
                && placed.iter().zip(&zone.cards).all(|(placed, card)| is_called(card, &placed.card));
            for (place, labelled) in placed.iter().enumerate().filter(|(_, placed)| !placed.label.is_empty())
            {
                // Where some have left at once, as state-based actions take them, those of a name that are all
                // there are in the order in which they were put.
                let alike: Vec<_> =
                    zone.cards.iter().filter(|card| is_called(card, &labelled.card)).collect();
                let of_its_name = |until: usize| {
                    placed[..until].iter().filter(|placed| placed.card == labelled.card).count()
                };
                let card = match in_order {
                    true => zone.cards.get(place),
                    false if alike.len() == of_its_name(placed.len()) => {
                        alike.get(of_its_name(place)).copied()
                    }
                    false => None,
                };
                if let Some(card) = card {
                    self.names.labels.insert(labelled.label.clone(), card.id);
                }
            }
        }
        // A place that is not a zone of its own, such as an arena of many zones: the next card of the name
        // that is the player's.
        for (seat, player) in position.players.iter().enumerate() {
            for placed in player
                .zones
                .iter()
                .filter(|(name, _)| view.zones.iter().all(|zone| zone.name != **name))
                .map(|entry| entry.1)
            {
                let mut taken: Vec<ObjectId> = Vec::new();
                for placed in placed {
                    let own = |(zone, card): &(&ZoneView, &CardView)| {
                        is_called(card, &placed.card)
                            && !taken.contains(&card.id)
                            && !player.zones.contains_key(&zone.name)
                            && belongs(zone, card, Seat(seat as u8))
                    };
                    let Some((_, card)) = cards(&view).find(own) else { continue };
                    taken.push(card.id);
                    if !placed.label.is_empty() {
                        self.names.labels.insert(placed.label.clone(), card.id);
                    }
                }
            }
        }
    }

    /// Gives an answer.
    pub fn decide(&mut self, seat: Seat, choice: Choice) -> Result<(), Trouble> {
        let (choice, passable) = match self.game.request() {
            Some(request) => (choice.canonical(request), Self::passable(request)),
            None => (choice, false),
        };
        self.game.decide(seat, &choice).map_err(|illegal| Trouble::Refused(illegal, None))?;
        self.expects_question = false;
        let draws = self.game.luck().made().to_vec();
        self.steps.push(Step { seat, choice: choice.clone(), draws });
        self.passed = if passable && choice == Choice::one(Item::Pass) { self.passed + 1 } else { 0 };
        Ok(())
    }

    /// Returns whether a request can be passed: its options include a pass, and it is not a payment.
    fn passable(request: &Request) -> bool {
        !is_payment(request) && request.options().contains(&Item::Pass)
    }

    /// Every player passes once, one after another.
    pub fn all_pass(&mut self) -> Result<(), String> {
        let count = self.view().players.len();
        self.passed = if self.passed >= count { 0 } else { self.passed };
        while self.passed < count {
            while self.answer_nothing()? {}
            let seat = match self.game.request() {
                Some(request) if Self::passable(request) => request.seat,
                _ => return Err(format!("a player cannot pass here: {}", self.asked())),
            };
            self.decide(seat, Choice::one(Item::Pass)).map_err(|trouble| self.in_words(trouble))?;
        }
        self.passed = 0;
        Ok(())
    }

    /// Passes once on the way to something; where attackers and the like are asked for, there are none.
    pub fn pass_on(&mut self) -> Result<(), String> {
        self.pay_all()?;
        if self.answer_nothing()? {
            return Ok(());
        }
        let (seat, choice) = match self.game.request() {
            Some(request) if Self::passable(request) => (request.seat, Choice::one(Item::Pass)),
            Some(request) if offers_pairs(request) && request.validate(&Choice::Pick(Vec::new())).is_ok() => {
                (request.seat, Choice::Pick(Vec::new()))
            }
            Some(_) => return Err(format!("an answer is needed on the way: {}", self.asked())),
            None => return Err("the match is over".to_string()),
        };
        self.decide(seat, choice).map_err(|trouble| self.in_words(trouble))
    }

    /// Those of some objects that were dealt unseen: neither a line nor the public has said since which cards they
    /// are.
    pub fn unseen(&mut self, among: impl IntoIterator<Item = ObjectId>) -> BTreeSet<ObjectId> {
        let Some(known) = &self.known else { return BTreeSet::new() };
        let unknown: BTreeSet<ObjectId> =
            among.into_iter().filter(|object| !known.contains(object)).collect();
        if unknown.is_empty() {
            return unknown;
        }
        // Some have come to be what they are by the line that is said.
        let (all, public) = (self.view(), self.game.view(Viewer::Public));
        let open: BTreeSet<(ObjectId, &str)> =
            cards(&public).map(|(_, card)| (card.id, card.name.as_str())).collect();
        let seen = cards(&all).filter(|(_, card)| open.contains(&(card.id, card.name.as_str())));
        &unknown - &seen.map(|(_, card)| card.id).collect()
    }

    /// The current request, with the options in words.
    pub fn asked(&mut self) -> String {
        let Some(asked) = self.game.request_view(Viewer::Judge) else {
            return "nothing is asked, the match is over".to_string();
        };
        let objects = |option: &OptionView| option.item.objects().into_iter().flatten();
        let unseen = self.unseen(asked.options.iter().flat_map(objects));
        let is_seen = |option: &&OptionView| !objects(option).any(|object| unseen.contains(&object));
        let mut options: Vec<String> = Vec::new();
        let seen: Vec<&OptionView> = asked.options.iter().filter(is_seen).collect();
        for option in &seen {
            let text = players(&option.text);
            if !options.contains(&text) {
                options.push(text);
            }
        }
        let more = options.len().saturating_sub(LISTED_MAX);
        options.truncate(LISTED_MAX);
        if more > 0 {
            options.push(format!("{more} more"));
        }
        let hidden = asked.options.len() - seen.len();
        if hidden > 0 {
            options.push(format!("{hidden} with cards that nobody has seen"));
        }
        let shape = match &asked.ask {
            Ask::Pick { min, max, .. } if (*min, *max) == (1, 1) => "one of".to_string(),
            Ask::Pick { min, max, .. } => format!("{min} to {max} of"),
            Ask::Number { min, max } => format!("a number from {min} to {max}"),
            Ask::Split { total, .. } => format!("{total} split among"),
            Ask::Name { .. } => "a name".to_string(),
        };
        let question = players(&asked.question);
        format!(
            "{} is asked `{}` ({question} {}): {shape} {}",
            player(asked.seat),
            asked.prompt,
            asked.rule,
            options.join(" / ")
        )
    }

    /// The open question at the end of a case that is neither a choice of the next action nor expected. A
    /// question with a single answer, asked for secrecy, does not count.
    pub fn open_question(&mut self) -> Option<String> {
        let open =
            |request: &Request| !is_free(request) && !offers_pairs(request) && request.forced().is_none();
        (!self.expects_question && self.game.request().is_some_and(open)).then(|| self.asked())
    }

    /// Trouble in words, with the current request.
    pub fn in_words(&mut self, trouble: Trouble) -> String {
        match trouble {
            Trouble::Refused(illegal, asked) => {
                let asked = asked.unwrap_or_else(|| self.asked());
                format!("refused: {}; {asked}", players(&illegal.to_string()))
            }
            Trouble::Unfit(what) => what,
        }
    }

    /// Trouble that outlives this copy: with the current request.
    pub fn kept(&mut self, trouble: Trouble) -> Trouble {
        match trouble {
            Trouble::Refused(illegal, None) => Trouble::Refused(illegal, Some(self.asked())),
            kept => kept,
        }
    }

    /// The journal since a decision, as a judge knows it.
    pub fn told(&self, from: u32) -> Vec<duelog_kernel::journal::ToldEvent> {
        self.game.told(from, Viewer::Judge)
    }

    /// The events since a decision that a player would have seen, in words.
    pub fn happened(&self, from: u32) -> String {
        let told = self.told(from);
        let words: Vec<String> = told
            .iter()
            .filter(|told| !told.internal)
            .map(|told| format!("{} ({})", without_ids(&players(&told.text)), told.rule))
            .collect();
        if words.is_empty() { "nothing".to_string() } else { words.join("; ") }
    }
}

/// Returns whether a request asks how something is paid.
pub fn is_payment(request: &Request) -> bool {
    request.prompt.pays()
}

/// Returns whether the options set objects against others, as attacks and blocks do.
pub fn offers_pairs(request: &Request) -> bool {
    request.options().iter().any(|item| matches!(item, Item::Pair(..) | Item::PairSeat(..)))
}

/// Returns whether a request lets a player do anything or nothing, and so asks for no answer behind an
/// action.
pub fn is_free(request: &Request) -> bool {
    let options = request.options();
    let acts =
        options.len() == 1 || options.iter().any(|item| matches!(item, Item::Act(..) | Item::Ability(..)));
    options.contains(&Item::Pass) && acts && !request.prompt.pays()
}
