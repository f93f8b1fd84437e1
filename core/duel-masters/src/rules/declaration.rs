//! Declaring triggered abilities of private zones (603.2e, 603.2f).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::definition::{Ability, When};
use crate::language::types::{CardType, Place, Step};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::card_pool::{Face, ability_item, face_and_place};
use crate::state::event::Event;
use crate::state::{CodeRef, Declaring, EventContext, Occasion, StandbyKind, Value, Window, Zone};
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
            Window::TurnEnd => {
                EventContext { player: Some(sight.board.turn.active), ..EventContext::default() }
            }
        }
    }
}

impl DuelMasters {
    /// The cards whose abilities could be declared as far as all can see: those of the hand, and in other
    /// zones those that can be used from there (110.4d, 603.2e).
    fn declarable(&self, sight: &Sight<'_>, seat: Seat) -> Vec<ObjectId> {
        cite!("110.4d");
        let declares = |face: &Face| {
            face.says(|ability| matches!(ability, Ability::Triggered(own) if own.from == Place::Hand))
        };
        let elsewhere =
            [Zone::Mana(seat), Zone::Graveyard(seat)].into_iter().flat_map(|zone| sight.board.zone(zone));
        let usable = elsewhere.filter(|id| {
            let object = sight.object(*id);
            object.is_some_and(|object| {
                self.card_pool.card(object.top().card).faces.iter().any(declares)
                    && self.is_usable_there(sight, object)
            })
        });
        sight.board.zone(Zone::Hand(seat)).chain(usable).collect()
    }

    fn declares(&self, sight: &Sight<'_>, declaring: &Declaring, source: ObjectId, when: &When) -> bool {
        let scope = Scope::of(source, declaring.seat);
        let occasion = match declaring.window {
            Window::Attack(attacker) => {
                let target =
                    sight.board.attack.as_ref().map_or(Value::Object(attacker), |attack| attack.target);
                Occasion::Attacked(attacker, target)
            }
            Window::Block(blocker, attacker) => Occasion::Blocked(blocker, attacker),
            Window::TurnEnd => Occasion::Began(Step::End, sight.board.turn.active),
        };
        !sight.occurrences(when, &scope, occasion).is_empty()
    }

    /// Declarations of the player whose turn it is come before the other's (506.3b, 506.3d).
    pub fn window(&self, play: &Game<'_>) -> Option<Window> {
        let attack = play.state().board.attack.as_ref()?;
        Some(match attack.blocker {
            Some(blocker) => Window::Block(blocker, attack.attacker),
            None => Window::Attack(attack.attacker),
        })
    }
}

impl FrameRules<DuelMasters> for Declaring {
    /// Asks for declarations, unless the player has no cards that could be declared: that is known to all.
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        let board = &play.state().board;
        let gone = match self.window {
            Window::Attack(attacker) => !board.in_battle(attacker),
            Window::Block(blocker, attacker) => !board.in_battle(blocker) || !board.in_battle(attacker),
            Window::TurnEnd => false,
        };
        if gone || rules.declarable(&rules.sight(play), self.seat).is_empty() {
            rules.pop(play, if gone { rule!("506.2a") } else { rule!("505.6a") });
            return Flow::Go;
        }
        Flow::Ask
    }

    /// What can be declared: abilities of the hand whose condition the event meets.
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        // Only the event counts here: the condition of the ability is looked at when it is resolved.
        cite!("112.3c");
        let mut options = Vec::new();
        for id in rules.declarable(sight, self.seat) {
            let Some(object) = sight.object(id) else { continue };
            for (code, ability) in sight.said_by_any(object) {
                if let (Ability::Triggered(ability), Some(place)) = (ability, code.ability)
                    && ability.from == Place::Hand
                    && rules.declares(sight, self, id, &ability.when)
                {
                    options.push(ability_item(id, code.face, place));
                }
            }
        }
        let max = options.len() as u32;
        let (seat, rule) = (self.seat, rule!("603.2f"));
        Some(Request {
            seat,
            prompt: Prompt::Declare.into(),
            rule,
            subject: None,
            ask: Ask::pick(options, 0, max),
        })
    }

    /// Takes the declarations: the cards are shown, and their abilities trigger (603.2f).
    fn answer(self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        rules.pop(play, rule!("506.3b"));
        let event = self.window.event(&rules.sight(play));
        for item in items {
            let Item::Ability(id, number) = item else { continue };
            let (face, place) = face_and_place(*number);
            let Some(card) = play.state().board.get(*id).map(|object| object.top().card) else { continue };
            rules.emit_quietly(play, Event::Shown(vec![*id], u8::MAX), rule!("701.9a"));
            let kind = StandbyKind::Ability(CodeRef { card, face, ability: Some(place) });
            // 112.3f: a spell that is used so is an Attack Chance.
            let is_spell = rules.card_pool.face(card, face).definition.kind == CardType::Spell;
            let rule = if is_spell { rule!("112.3f") } else { rule!("603.2e") };
            rules.put_on_standby(play, kind, *id, self.seat, event, rule);
        }
    }
}
