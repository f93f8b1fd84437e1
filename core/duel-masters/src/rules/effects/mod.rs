//! What spells and abilities do: one verb, or one family of verbs, a file.

mod card_use;
mod choose;
mod deck;
mod discard;
mod ending;
mod exchange;
mod judge;
mod modify;
mod movement;
mod parts;
mod shields;
mod tap;

use duelog_kernel::{ObjectId, Seat, TESTED, unsettled};

use crate::language::definition::{
    Bound, Discarding, ELEMENT, ELSEWHERE, Extent, Group, HAND, MANA, Number, Operand, PLAYER, Ref, SHIELD,
    Verb, WORD,
};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Game};
use crate::state::{Awaited, Frame, Running, Sentence, Value, Zone};
use crate::{cite, rule};

/// A verb at work: the game and the script that it belongs to.
pub struct Act<'a, 'b> {
    rules: &'a DuelMasters,
    play: &'a mut Game<'b>,
    running: &'a Running,
}

impl DuelMasters {
    /// Does one thing for a running script.
    pub fn act(&self, play: &mut Game<'_>, running: &Running, verb: &Verb) {
        cite!("606.1", "607.1");
        let mut act = Act { rules: self, play, running };
        act.note_operands(verb);
        match verb {
            Verb::Stop => act.stop(),
            Verb::Choose(who, from, min, max, None) => act.choose(who, from, min, max),
            Verb::Choose(who, from, _, count, Some(Bound::Total(stat, most))) => {
                act.choose_within(who, from, count, (*stat, most))
            }
            Verb::Draw(who, count) => act.draw(who, count),
            Verb::Destroy(what) => act.destroy(what),
            Verb::Move(what, to, Extent::Whole) => act.move_to(what, *to),
            Verb::Move(what, to, Extent::TopCard) => act.move_card(what, *to),
            Verb::Discard(who, Discarding::ByChoice, count) => act.discard(who, count),
            Verb::Discard(who, Discarding::AtRandom, count) => act.discard_at_random(who, count),
            Verb::DiscardThese(what) => act.discard_these(what),
            Verb::Turn(what, posture) => act.turn(what, *posture),
            Verb::Break(by, count) => act.break_shields(by, count),
            Verb::ShieldsToHand(what) => act.shields_to_hand(what),
            Verb::PutOn(what, on) => act.put_on(what, on),
            Verb::Battle(one, two) => act.battle(one, two),
            Verb::Modify(what, changes, until) => act.modify(what, changes, *until),
            Verb::Become(who, what, until) => act.become_card(who, what, *until),
            Verb::Impose(ability, until) => act.impose(ability, *until),
            Verb::Use(who, what) => act.use_cards(who, what),
            Verb::Exchange(one, other) => act.exchange(one, other),
            Verb::Show(to, what) => act.show(to, what),
            Verb::PutBack(who, to) => act.put_back(who, *to),
            Verb::Search(who, filter, count, to, whose) => {
                act.search((who, whose.as_ref().unwrap_or(who)), filter, count, *to)
            }
            Verb::Rearrange(who) => act.rearrange(who),
            Verb::Judge(who) => act.judge(who),
            Verb::ExtraTurn(who) => act.extra_turn(who),
            Verb::Lose(who) => act.lose(who),
            Verb::Flip(what, face) => act.flip(what, *face),
        }
    }
}

impl Act<'_, '_> {
    /// Looks at the board from where the script stands.
    fn look<T>(&mut self, question: impl FnOnce(&Sight<'_>, &Scope<'_>) -> T) -> T {
        cite!("605.2d");
        let cursor = &self.running.cursor;
        let scope = Scope {
            it: cursor.it().copied(),
            kept: &cursor.kept,
            amount: self.running.amount,
            last: &self.running.last,
            knows: duelog_kernel::unsettled::Knows::Script,
            ..Scope::context(&self.running.context, self.running.code.card)
        };
        question(&self.rules.sight(self.play), &scope)
    }

    /// Notes a verb that is done to nothing of the kind to which it does something, whatever is on the table.
    fn note_operands(&mut self, verb: &Verb) {
        if !TESTED {
            return;
        }
        for (operand, takes) in verb.operands() {
            let held = self.look(|sight, scope| match operand {
                Operand::All(group) if group.is_of_its_kind() => {
                    sight.members(group, scope).iter().fold(0, |all, member| all | kind_of(sight, member))
                }
                Operand::One(one) if one.is_player() => PLAYER,
                Operand::All(_) | Operand::One(_) => 0,
            });
            unsettled::note(held != 0 && held & takes == 0, verb);
        }
    }

    fn seat(&mut self, who: &Ref) -> Seat {
        let controller = self.running.context.controller;
        self.look(|sight, scope| sight.seat(who, scope)).unwrap_or(controller)
    }

    fn count(&mut self, number: &Number) -> u32 {
        self.look(|sight, scope| sight.count(number, scope))
    }

    fn objects(&mut self, group: &Group) -> Vec<ObjectId> {
        self.look(|sight, scope| sight.objects(group, scope))
    }

    fn object(&mut self, reference: &Ref) -> Option<ObjectId> {
        self.look(|sight, scope| sight.object_of(reference, scope))
    }

    /// The elements of a group that are still in the battle zone.
    fn elements(&mut self, group: &Group) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            sight.objects(group, scope).into_iter().filter(|id| sight.board.in_battle(*id)).collect()
        })
    }

    /// Tells the script what it came to where nothing else will.
    fn came_to(&mut self, values: Vec<crate::state::Value>) {
        self.rules.report(self.play, values);
    }

    /// Another sentence begins: what has been replaced of the one before does not count for it (101.5a).
    fn stop(&mut self) {
        let running = Running { sentence: Sentence::Open, ..self.running.clone() };
        self.rules.replace_frame(self.play, Frame::Running(running), rule!("101.5a"));
    }

    /// Lets the script wait for something.
    fn wait(&mut self, wait: Awaited) {
        let running = Running { wait, amount: 0, last: Vec::new(), ..self.running.clone() };
        self.rules.replace_frame(self.play, Frame::Running(running), rule!("114.2"));
    }
}

/// The kind of things that this is one of.
fn kind_of(sight: &Sight<'_>, value: &Value) -> u32 {
    match value {
        Value::Seat(_) => PLAYER,
        Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => WORD,
        Value::Object(id) => match sight.object(*id).map(|object| object.zone) {
            Some(Zone::Battle) => ELEMENT,
            Some(Zone::Shield(_)) => SHIELD,
            Some(Zone::Hand(_)) => HAND,
            Some(Zone::Mana(_)) => MANA,
            Some(Zone::Gone) | None => 0,
            Some(Zone::Deck(_) | Zone::Graveyard(_) | Zone::Hyperspatial(_) | Zone::UltraGr(_)) => ELSEWHERE,
        },
    }
}
