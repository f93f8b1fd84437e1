//! Declaring triggered abilities of private zones (603.2e, 603.2f).

use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::definition::{Ability, When};
use crate::engine::{DuelMasters, Flow, Game};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::happening::{ability_item, face_and_place};
use crate::library::Face;
use crate::state::{CodeRef, Declaring, EventContext, StandbyKind, Window, Zone};
use crate::types::CardType;
use crate::{cite, rule};

impl Window {
    /// What happened, as abilities see it: the creature that acted, and the other one.
    fn event(self, sight: &Sight<'_>) -> EventContext {
        let of = |object: ObjectId, other| EventContext {
            object: Some(object),
            other,
            player: sight.object(object).map(|object| object.owner),
            amount: 0,
        };
        match self {
            Window::Attack(attacker) => of(attacker, None),
            Window::Block(blocker, attacker) => of(blocker, Some(attacker)),
            Window::TurnEnd => EventContext { player: Some(sight.board.turn.active), ..EventContext::default() },
        }
    }
}

impl DuelMasters {
    /// Asks for declarations, unless the player has no cards that could be declared: that is known to all.
    pub fn advance_declaring(&self, play: &mut Game<'_>, declaring: &Declaring) -> Flow {
        let board = &play.state().board;
        let gone = match declaring.window {
            Window::Attack(attacker) => !board.in_battle(attacker),
            Window::Block(blocker, attacker) => !board.in_battle(blocker) || !board.in_battle(attacker),
            Window::TurnEnd => false,
        };
        if gone || self.declarable(&self.sight(play), declaring.seat).is_empty() {
            self.pop(play, if gone { rule!("506.2a") } else { rule!("505.6a") });
            return Flow::Go;
        }
        Flow::Ask
    }

    /// The cards whose abilities could be declared as far as all can see: those of the hand, and in other zones those that can be used from
    /// there (110.4d, 603.2e).
    fn declarable(&self, sight: &Sight<'_>, seat: Seat) -> Vec<ObjectId> {
        let _: RuleId = rule!("110.4d");
        let declares = |face: &Face| face.definition.abilities.iter().any(|ability| matches!(ability, Ability::Declared(_)));
        let elsewhere = [Zone::Mana(seat), Zone::Graveyard(seat)].into_iter().flat_map(|zone| sight.board.zone(zone));
        let usable = elsewhere.filter(|id| {
            let object = sight.object(*id);
            object.is_some_and(|object| self.library.card(object.top().card).faces.iter().any(declares) && self.is_usable_there(sight, object))
        });
        sight.board.zone(Zone::Hand(seat)).chain(usable).collect()
    }

    /// What can be declared: abilities of the hand whose condition the event meets.
    pub fn ask_declaring(&self, sight: &Sight<'_>, declaring: &Declaring) -> Option<Request> {
        // Only the event counts here: the condition of the ability is looked at when it is resolved.
        cite!("112.3c");
        let mut options = Vec::new();
        for id in self.declarable(sight, declaring.seat) {
            let Some(object) = sight.object(id) else { continue };
            for (face, compiled) in self.library.card(object.top().card).faces.iter().enumerate() {
                for (place, ability) in compiled.definition.abilities.iter().enumerate() {
                    if let Ability::Declared(ability) = ability
                        && self.declares(sight, declaring, id, &ability.when)
                    {
                        options.push(ability_item(id, face as u8, place as u32));
                    }
                }
            }
        }
        let max = options.len() as u32;
        let (seat, rule) = (declaring.seat, rule!("603.2f"));
        Some(Request { seat, prompt: "declare", rule, subject: None, ask: Ask::pick(options, 0, max) })
    }

    fn declares(&self, sight: &Sight<'_>, declaring: &Declaring, source: ObjectId, when: &When) -> bool {
        let scope = Scope::of(source, declaring.seat);
        let event = declaring.window.event(sight);
        let matches = |filter| event.object.is_some_and(|object| sight.matches(filter, object, &scope));
        match (declaring.window, when) {
            (Window::Attack(_), When::Attacks(filter)) | (Window::Block(..), When::Blocks(filter)) => matches(filter),
            (Window::TurnEnd, When::TurnEnds(who)) => sight.seat(who, &scope) == event.player,
            (Window::Attack(_) | Window::Block(..) | Window::TurnEnd, _) => false,
        }
    }

    /// Takes the declarations: the cards are shown, and their abilities trigger (603.2f).
    pub fn answer_declaring(&self, play: &mut Game<'_>, declaring: &Declaring, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        self.pop(play, rule!("506.3b"));
        let event = declaring.window.event(&self.sight(play));
        for item in items {
            let Item::Ability(id, number) = item else { continue };
            let (face, place) = face_and_place(*number);
            let Some(card) = play.state().board.get(*id).map(|object| object.top().card) else { continue };
            self.emit_quietly(play, Event::Shown(vec![*id], u8::MAX), rule!("701.9a"));
            let kind = StandbyKind::Ability(CodeRef { card, face, ability: Some(place) });
            // 112.3f: a spell that is used so is an Attack Chance.
            let is_spell = self.library.face(card, face).definition.kind == CardType::Spell;
            let rule = if is_spell { rule!("112.3f") } else { rule!("603.2e") };
            self.put_on_standby(play, kind, *id, declaring.seat, event, rule);
        }
    }

    /// Declarations of the player whose turn it is come before the other's (506.3b, 506.3d).
    pub fn window(&self, play: &Game<'_>) -> Option<Window> {
        let attack = play.state().board.attack.as_ref()?;
        Some(match attack.blocker {
            Some(blocker) => Window::Block(blocker, attack.attacker),
            None => Window::Attack(attack.attacker),
        })
    }

    /// The player to whom a seat's declarations belong in the attack.
    pub fn declaring_seat(&self, play: &Game<'_>, other: bool) -> Seat {
        let active = play.state().board.turn.active;
        if other { crate::state::other(active) } else { active }
    }
}
