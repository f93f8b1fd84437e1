//! A player picks objects for an action: to name them, to discard, to find, to put in order.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId};

use crate::language::definition::{Change, Destination, Stat, Until};
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, Game, picked};
use crate::rules::prompt::Prompt;
use crate::state::card_pool::{CANNOT_ATTACK, Face};
use crate::state::event::Event;
use crate::state::{
    Entering, Frame, Hold, Lasting, MoveReason, PickPurpose, Picking, Proposal, RuleRef, Settled, Value, Zone,
};
use crate::{cite, rule};

/// The item that names a value.
pub fn item(value: Value) -> Item {
    match value {
        Value::Object(id) => Item::Object(id),
        Value::Seat(seat) => Item::Seat(seat),
        Value::Number(number) => Item::Number(number),
        Value::Civilization(civilization) => Item::Symbol(civilization as u8),
        // Races are chosen by name.
        Value::Race(place) | Value::Name(place) => Item::Number(u32::from(place)),
    }
}

fn race(value: &Value) -> Option<&'static str> {
    if let Value::Race(place) = value { Some(crate::language::races::name(*place)) } else { None }
}

impl PickPurpose {
    fn prompt(self) -> (Prompt, RuleId) {
        match self {
            PickPurpose::Chosen | PickPurpose::Within(..) => (Prompt::Choose, rule!("605.2b")),
            PickPurpose::Discard => (Prompt::Discard, rule!("701.7b")),
            PickPurpose::Search(_) | PickPurpose::SearchOther(_) => (Prompt::Search, rule!("701.10a")),
            PickPurpose::Order(_) => (Prompt::OrderCards, rule!("401.4")),
            PickPurpose::StayTapped => (Prompt::SilentSkill, rule!("501.1a")),
            PickPurpose::GStrike(_) => (Prompt::GStrike, rule!("509.5b")),
            PickPurpose::GoOnAttacking => (Prompt::GoOnAttacking, rule!("803.4a")),
            PickPurpose::Unseal => (Prompt::Unseal, rule!("116.4a")),
        }
    }
}

impl DuelMasters {
    /// That a creature cannot attack, as a card with G-Strike says it.
    fn cannot_attack(&self, play: &Game<'_>, source: ObjectId) -> Option<Change<Settled>> {
        let card = play.state().board.get(source)?.top().card;
        let place = |face: &Face| face.rules.iter().position(|rule| *rule == CANNOT_ATTACK);
        let (face, place) = (0..)
            .zip(&self.card_pool.card(card).faces)
            .find_map(|(number, face)| Some((number, place(face)?)))?;
        Some(Change::Rule(RuleRef { card, face, place: place as u16 }))
    }

    /// Keeps what was chosen for the script that asked.
    pub fn chosen(&self, play: &mut Game<'_>, values: Vec<Value>) {
        let Some(Frame::Running(running)) = play.state().board.frames.last() else { return };
        let mut running = running.clone();
        running.amount = values.len() as u32;
        running.last.clone_from(&values);
        running.context.chosen.push(values);
        self.replace_frame(play, Frame::Running(running), rule!("601.1h"));
    }

    /// Objects go to a destination; cards for the battle zone come one by one.
    pub fn send(&self, play: &mut Game<'_>, objects: Vec<ObjectId>, to: Destination) {
        if to == Destination::Battle {
            return self.put_into_battle(play, objects);
        }
        let board = &play.state().board;
        let owned: Vec<_> = objects.into_iter().filter_map(|id| Some((id, board.get(id)?.owner))).collect();
        let batch: Vec<Proposal> = owned
            .iter()
            .map(|(object, owner)| Proposal::sent(*object, false, to, *owner, MoveReason::Effect))
            .collect();
        self.happen(play, batch, rule!("400.7"));
        if to == Destination::DeckShuffled {
            for seat in play.state().board.turn_order() {
                if owned.iter().any(|entry| entry.1 == seat) {
                    self.shuffle(play, seat, rule!("401.7"));
                }
            }
        }
    }

    /// Cards that are being looked at go back to where they were, the first picked on top or nearest to it; each to
    /// the deck in which it is.
    fn put_in_order(&self, play: &mut Game<'_>, objects: &[ObjectId], to: Destination) {
        for seat in play.state().board.turn_order() {
            let deck = play.state().board.all(Zone::Deck(seat));
            let own = |id: &ObjectId| objects.contains(id);
            if !deck.iter().any(own) {
                continue;
            }
            let rest = deck.iter().copied().filter(|id| !own(id));
            let sorted = objects.iter().rev().copied().filter(|id| deck.contains(id));
            let order = if to == Destination::DeckBottom {
                sorted.chain(rest).collect()
            } else {
                rest.chain(sorted).collect()
            };
            self.emit_quietly(play, Event::Reordered(seat, order), rule!("401.4"));
        }
        for id in objects {
            self.emit_quietly(play, Event::Held(*id, Hold::None), rule!("605.4"));
        }
    }
}

impl DuelMasters {
    /// One more has been picked of those that may have so much of something together, or no more are.
    fn picked_within(
        &self,
        play: &mut Game<'_>,
        picking: Picking,
        (stat, left): (Stat, i32),
        one: &[ObjectId],
    ) {
        let Picking { seat, mut options, max, mut taken, .. } = picking;
        let Some(one) = one.first().map(|id| Value::Object(*id)) else { return self.chosen(play, taken) };
        taken.push(one);
        let sight = self.sight(play);
        let left = left.saturating_sub(sight.stat(stat, one));
        options.retain(|value| *value != one && sight.stat(stat, *value) <= left);
        let max = max.saturating_sub(1).min(options.len() as u32);
        if max == 0 {
            return self.chosen(play, taken);
        }
        let purpose = PickPurpose::Within(stat, left);
        self.push(
            play,
            Frame::Picking(Picking { seat, purpose, options, min: 0, max, taken }),
            rule!("601.1h"),
        );
    }
}

impl FrameRules<DuelMasters> for Picking {
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        play.wait(rules)
    }

    /// What can be picked.
    fn ask(&self, _: &DuelMasters, _: &Sight<'_>) -> Option<Request> {
        let (prompt, rule) = self.purpose.prompt();
        match self.options.first() {
            Some(Value::Race(_)) => {
                // 203.4: a race as it is, and not a part of its name.
                let among = self.options.iter().filter_map(race).map(String::from).collect::<Vec<_>>();
                return Some(Request {
                    seat: self.seat,
                    prompt: Prompt::ChooseRace.into(),
                    rule: rule!("203.4"),
                    subject: None,
                    ask: Ask::Name { among: among.into() },
                });
            }
            Some(Value::Civilization(_)) => {
                let ask = Ask::one_of(self.options.iter().copied().map(item).collect());
                return Some(Request {
                    seat: self.seat,
                    prompt: Prompt::ChooseCivilization.into(),
                    rule: rule!("106.3"),
                    subject: None,
                    ask,
                });
            }
            Some(Value::Number(_)) => {
                let ask = Ask::one_of(self.options.iter().copied().map(item).collect());
                return Some(Request {
                    seat: self.seat,
                    prompt: Prompt::ChooseNumber.into(),
                    rule: rule!("108.1a"),
                    subject: None,
                    ask,
                });
            }
            Some(Value::Object(_) | Value::Seat(_) | Value::Name(_)) | None => {}
        }
        let max = if matches!(self.purpose, PickPurpose::Within(..)) { self.max.min(1) } else { self.max };
        let max = max.min(self.options.len() as u32);
        let ask = Ask::pick(self.options.iter().copied().map(item).collect(), self.min, max);
        let ask = if matches!(self.purpose, PickPurpose::Order(_)) { ask.ordered() } else { ask };
        Some(Request { seat: self.seat, prompt: prompt.into(), rule, subject: None, ask })
    }

    /// Carries out what was picked.
    fn answer(self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let (seat, objects, rule) = (self.seat, picked(choice), self.purpose.prompt().1);
        rules.pop(play, rule);
        match self.purpose {
            PickPurpose::Chosen => {
                let is_chosen = |value: &Value| match choice {
                    Choice::Pick(items) => items.contains(&item(*value)),
                    Choice::Name(name) => race(value) == Some(name),
                    _ => false,
                };
                let values: Vec<Value> = self.options.iter().copied().filter(is_chosen).collect();
                rules.chosen(play, values);
            }
            PickPurpose::Within(stat, left) => rules.picked_within(play, self, (stat, left), &objects),
            PickPurpose::Discard => {
                let batch = objects
                    .into_iter()
                    .map(|id| {
                        Proposal::movement(
                            id,
                            Zone::Graveyard(seat),
                            Entering::default(),
                            MoveReason::Discarded,
                        )
                    })
                    .collect();
                rules.happen(play, batch, rule);
            }
            PickPurpose::Search(to) | PickPurpose::SearchOther(to) => {
                // 701.11b: what was found stays out of the shuffling.
                for id in &objects {
                    rules.emit_quietly(play, Event::Held(*id, Hold::Looked), rule!("701.10a"));
                }
                let of_other = matches!(self.purpose, PickPurpose::SearchOther(_));
                let deck = if of_other { crate::state::other(seat) } else { seat };
                rules.shuffle(play, deck, rule!("701.11a"));
                match to {
                    // 701.11b: it does not leave the deck.
                    Destination::DeckTop | Destination::DeckBottom => {
                        cite!("701.11b");
                        rules.put_in_order(play, &objects, to);
                    }
                    _ => rules.send(play, objects, to),
                }
            }
            PickPurpose::Order(to) => rules.put_in_order(play, &objects, to),
            PickPurpose::GoOnAttacking => {
                if let Some(attacker) = objects.first() {
                    rules.emit(play, Event::AttackerReplaced(*attacker), rule!("803.4a"));
                }
            }
            PickPurpose::Unseal => rules.unsealed(play, &objects),
            PickPurpose::StayTapped => rules.untap_all(play, &objects),
            PickPurpose::GStrike(source) => {
                let id = play.state().board.clock + 1;
                let changes = rules.cannot_attack(play, source).into_iter().collect();
                let effect = Lasting {
                    id,
                    source,
                    controller: seat,
                    until: Until::EndOfTurn,
                    objects,
                    changes,
                    imposed: None,
                    chosen: Vec::new(),
                    seen_as: None,
                };
                rules.emit(play, Event::EffectBegan(effect), rule!("509.5b"));
            }
        }
    }
}
