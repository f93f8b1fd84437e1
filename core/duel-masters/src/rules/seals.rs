//! Seals (116): cards face down on others, which ignore what they lie on.
use duelog_kernel::{ObjectId, RuleId};

use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Game};
use crate::state::event::Event;
use crate::state::{Entering, Frame, Hold, MoveReason, PickPurpose, Picking, Proposal, Value, Zone};
use crate::{cite, rule};

impl DuelMasters {
    /// Puts so many cards from the top of the owner's deck on each of these as seals, on all of them at the
    /// same time (116.1a, 409.1f).
    pub fn seal(&self, play: &mut Game<'_>, hosts: &[ObjectId], count: u32, rule: RuleId) {
        for _ in 0..count {
            let board = &play.state().board;
            let mut used: Vec<ObjectId> = Vec::new();
            let mut batch = Vec::new();
            for host in hosts {
                let Some(owner) =
                    board.get(*host).filter(|_| board.in_battle(*host)).map(|object| object.owner)
                else {
                    continue;
                };
                let Some(card) = board.zone(Zone::Deck(owner)).rev().find(|id| !used.contains(id)) else {
                    continue;
                };
                used.push(card);
                let entering = Entering { onto: Some(*host), ..Entering::default() };
                batch.push(Proposal::movement(card, Zone::Battle, entering, MoveReason::Sealed));
            }
            cite!("116.1", "116.1a", "116.1b", "701.24a");
            self.happen(play, batch, rule);
        }
        // 116.2: a creature with a seal is ignored from then on.
        for host in hosts {
            self.ignore(play, *host);
        }
    }

    /// Ignores a creature that has a seal, and no longer ignores one that has none.
    pub fn ignore(&self, play: &mut Game<'_>, host: ObjectId) {
        let board = &play.state().board;
        let Some(object) = board.get(host).filter(|object| object.zone == Zone::Battle) else { return };
        let creature = self.card_pool.card(object.top().card).front().definition.kind == CardType::Creature
            || object.is_linked();
        let sealed = creature && !board.seals(host).is_empty();
        match (object.hold, sealed) {
            (Hold::None, true) => {
                cite!("116.2", "116.2a");
                self.emit_quietly(play, Event::Held(host, Hold::Sealed), rule!("116.2"));
            }
            (Hold::Sealed, false) => self.emit_quietly(play, Event::Held(host, Hold::None), rule!("701.23a")),
            _ => {}
        }
    }

    /// A Command has come into the battle zone: its player takes a seal off a card that shares a civilization
    /// with it (116.4, 703.4j).
    pub fn take_off_seal(&self, play: &mut Game<'_>, command: ObjectId) {
        let is_seal =
            |id: &ObjectId| play.state().board.get(*id).is_some_and(|object| object.hold == Hold::Seal);
        if !play.state().board.all(Zone::Battle).iter().any(is_seal) {
            return;
        }
        let sight = self.sight(play);
        let Some(object) = sight.object(command).filter(|_| sight.board.in_battle(command)) else { return };
        if !sight.is_command(command) {
            return;
        }
        cite!("116.4", "116.4a", "116.4b");
        let own = sight.civilizations(command);
        let fits = |id: &ObjectId| {
            let seal = sight.object(*id);
            let host = seal.filter(|seal| seal.hold == Hold::Seal).and_then(|seal| seal.attached);
            host.is_some_and(|host| sight.civilizations(host).shared(own).count() > 0)
        };
        let mut options: Vec<Value> =
            sight.board.all(Zone::Battle).iter().copied().filter(fits).map(Value::Object).collect();
        options.sort();
        let seat = object.owner;
        if !options.is_empty() {
            let purpose = PickPurpose::Unseal;
            self.push(
                play,
                Frame::Picking(Picking { seat, purpose, options, min: 1, max: 1, taken: Vec::new() }),
                rule!("703.4j"),
            );
        }
    }

    /// The move of a seal that a Command takes off.
    pub fn unsealed(&self, play: &mut Game<'_>, seals: &[ObjectId]) {
        let board = &play.state().board;
        let owned = seals.iter().filter_map(|id| Some((*id, board.get(*id)?.owner)));
        let batch = owned
            .map(|(id, owner)| {
                Proposal::movement(id, Zone::Graveyard(owner), Entering::default(), MoveReason::Unsealed)
            })
            .collect();
        self.happen(play, batch, rule!("703.4j"));
    }
}

impl Sight<'_> {
    fn is_command(&self, id: ObjectId) -> bool {
        let filter = crate::language::definition::Filter::Race("Command".to_string());
        self.matches(&filter, id, &crate::rules::eval::Scope::default())
    }
}
