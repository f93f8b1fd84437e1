//! Auras (310): used on a GR creature, with a GR summon first where there is none to be had.

use duelog_kernel::{Item, ObjectId, Seat};

use crate::language::types::Special;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Game};
use crate::state::event::Event;
use crate::state::{CardUse, Entering, Frame, Hold, MoveReason, Proposal, UsingStage, Zone};
use crate::{cite, rule};

impl DuelMasters {
    /// What an aura can be put on: a GR creature of its player, or one that is GR-summoned for it (310.2).
    pub fn aura_hosts(&self, sight: &Sight<'_>, seat: Seat) -> Vec<Item> {
        cite!("310.2");
        let is_gr = |id: &ObjectId| {
            sight.object(*id).is_some_and(|object| {
                self.card_pool.card(object.top().card).front().definition.special.contains(&Special::Gr)
            })
        };
        let mut items: Vec<Item> = sight.creatures(seat).filter(is_gr).map(Item::Object).collect();
        if sight.board.zone(Zone::UltraGr(seat)).next().is_some() {
            items.insert(0, Item::Pass);
        }
        items
    }

    /// GR-summons the creature that an aura is put on; the aura waits for it.
    pub fn gr_summon_for(&self, play: &mut Game<'_>, mut using: CardUse) {
        let seat = using.seat;
        let Some(card) = play.state().board.zone(Zone::UltraGr(seat)).next_back() else {
            return self.leave_unused(play, &using);
        };
        using.stage = UsingStage::Summoned;
        self.replace_frame(play, Frame::CardUse(using), rule!("310.2"));
        cite!("701.30a");
        self.use_for_no_cost(play, card, 0, seat);
    }

    /// The creature that has been GR-summoned for an aura, once it is there.
    pub fn find_summoned(&self, play: &mut Game<'_>, mut using: CardUse) {
        let seat = using.seat;
        let board = &play.state().board;
        let newest = board.zone(Zone::Battle).filter(|id| {
            board.get(*id).is_some_and(|object| {
                object.owner == seat
                    && object.top().since == board.turn.number
                    && self
                        .card_pool
                        .card(object.top().card)
                        .front()
                        .definition
                        .special
                        .contains(&Special::Gr)
            })
        });
        let Some(host) = newest.max() else { return self.leave_unused(play, &using) };
        using.on = vec![host];
        using.stage = UsingStage::Use;
        self.replace_frame(play, Frame::CardUse(using), rule!("310.2"));
    }

    /// Puts an aura on its creature, above those that are there (310.6). Where the creature has left, the aura
    /// stays where it was (310.2a).
    pub fn attach_aura(&self, play: &mut Game<'_>, using: &CardUse) {
        let host = using.on.first().copied().filter(|id| play.state().board.in_battle(*id));
        let Some(host) = host else {
            if play.state().board.get(using.object).is_some_and(|object| object.hold == Hold::Pending) {
                self.emit_quietly(play, Event::Held(using.object, Hold::None), rule!("310.2a"));
            }
            return;
        };
        let entering = Entering { onto: Some(host), ..Entering::default() };
        cite!("310.6");
        let event = Proposal::movement(using.object, Zone::Battle, entering, MoveReason::Used);
        self.happen(play, vec![event], rule!("310.2"));
    }

    fn leave_unused(&self, play: &mut Game<'_>, using: &CardUse) {
        self.pop(play, rule!("310.2a"));
        if play.state().board.get(using.object).is_some_and(|object| object.hold == Hold::Pending) {
            self.emit_quietly(play, Event::Held(using.object, Hold::None), rule!("310.2a"));
        }
    }
}
