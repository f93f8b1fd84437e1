//! A player picks objects for an action: to discard, to pay with, to defend with, to find, to put away.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Deed, ZoneKind};
use crate::rule;
use crate::rules::equipping::{exposed, option_of, slot_named, ways_to_equip};
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{
    CardId, Frame, MoveReason, PickPurpose, Picking, Proposal, Value, Zone, moved, picking, put_away,
};

impl PickPurpose {
    fn prompt(self) -> (Prompt, RuleId) {
        match self {
            PickPurpose::Script => (Prompt::Choose, rule!("1.8.6")),
            PickPurpose::Retarget(..) => (Prompt::NewTarget, rule!("1.8.5f")),
            PickPurpose::Search => (Prompt::Search, rule!("8.5.19")),
            PickPurpose::Cost(_, Deed::Discard) => (Prompt::CostDiscard, rule!("8.5.5")),
            PickPurpose::Cost(_, Deed::Reveal) => (Prompt::CostReveal, rule!("8.5.17")),
            PickPurpose::Cost(_, Deed::Bottom) => (Prompt::CostBottom, rule!("8.5.15")),
            PickPurpose::Cost(_, Deed::TakeCounter(_)) => (Prompt::CostCounter, rule!("8.5.16")),
            PickPurpose::Cost(_, Deed::Banish | Deed::BanishDown) => (Prompt::CostBanish, rule!("8.5.1")),
            PickPurpose::Cost(_, Deed::Tap) => (Prompt::CostTap, rule!("8.5.55")),
            PickPurpose::Cost(_, Deed::Untap) => (Prompt::CostUntap, rule!("8.5.56")),
            PickPurpose::Cost(_, Deed::TurnUp | Deed::TurnDown) => (Prompt::CostTurn, rule!("8.5.24")),
            PickPurpose::Cost(..) => (Prompt::CostDestroy, rule!("8.5.4")),
            PickPurpose::Defenders(_) => (Prompt::Defenders, rule!("7.3.2")),
            PickPurpose::DefendFor(_) => (Prompt::DefendFor, rule!("7.0.5d")),
            PickPurpose::TargetOrder => (Prompt::TargetOrder, rule!("7.3.2f")),
            PickPurpose::Afflict(_) | PickPurpose::AfflictToken(_) => (Prompt::Afflict, rule!("8.2.11c")),
            PickPurpose::Arsenal => (Prompt::Arsenal, rule!("4.4.3b")),
            PickPurpose::PitchOrder => (Prompt::PitchOrder, rule!("4.4.3c")),
            PickPurpose::OptBottom => (Prompt::Opt, rule!("8.5.22")),
            PickPurpose::OptTop => (Prompt::OptTop, rule!("8.5.22")),
            PickPurpose::Charge(_) => (Prompt::Charge, rule!("8.5.29")),
            PickPurpose::SaveWager(_) => (Prompt::SaveWager, rule!("6.4.11")),
            PickPurpose::Distribute(..) => (Prompt::Distribute, rule!("8.5.30")),
            PickPurpose::Reload => (Prompt::Reload, rule!("8.5.23")),
            PickPurpose::CeasingZone => (Prompt::CeasingZone, rule!("3.0.10c")),
            PickPurpose::EquipTo => (Prompt::EquipTo, rule!("8.3.30")),
            PickPurpose::Exposed(..) => (Prompt::ExposedZone, rule!("3.0.1a")),
        }
    }

    /// Whether the order of the answer has a meaning.
    fn is_ordered(self) -> bool {
        use PickPurpose::{Cost, Defenders, OptBottom, OptTop, PitchOrder, TargetOrder};
        matches!(self, Defenders(_) | TargetOrder | PitchOrder | OptBottom | OptTop | Cost(_, Deed::Bottom))
    }
}

impl FleshAndBlood {
    /// Lets a player pick objects.
    pub fn pick(&self, play: &mut Game<'_>, picking: Picking) {
        let rule = picking.purpose.prompt().1;
        self.push(play, Frame::Picking(picking), rule);
    }

    /// What stays on top is put there in an order, if there is one (8.5.22).
    fn order_top(&self, play: &mut Game<'_>, seat: Seat, left: Vec<ObjectId>) {
        let count = left.len() as u32;
        if count > 1 {
            self.pick(play, picking(seat, PickPurpose::OptTop, left, count, count));
        } else {
            self.looks_end(play);
        }
    }

    /// Cards of a deck go to its bottom, the first first.
    fn put_below(&self, play: &mut Game<'_>, seat: Seat, picked: &[ObjectId], rule: RuleId) {
        let cards = play.state().board.zone(Zone::Of(ZoneKind::Deck, seat));
        let others = cards.iter().filter(|id| !picked.contains(id));
        let order = picked.iter().rev().chain(others).copied().collect();
        play.emit(Event::Reordered(seat, order), rule);
    }

    /// Cards of a deck go to its top, the first on top.
    fn put_above(&self, play: &mut Game<'_>, seat: Seat, picked: &[ObjectId], rule: RuleId) {
        let cards = play.state().board.zone(Zone::Of(ZoneKind::Deck, seat));
        let others = cards.iter().filter(|id| !picked.contains(id));
        let order = others.chain(picked.iter().rev()).copied().collect();
        play.emit(Event::Reordered(seat, order), rule);
    }
}

impl FrameRules<FleshAndBlood> for Picking {
    /// Waits for the pick.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        play.wait(rules)
    }

    /// What can be picked.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        if let PickPurpose::Defenders(_) = self.purpose {
            return Some(rules.ask_defenders(sight, self));
        }
        let (prompt, rule) = self.purpose.prompt();
        if self.purpose == PickPurpose::EquipTo {
            let subject = self.options.first().copied();
            let ways = |id| {
                ways_to_equip(sight, self.seat, id, &self.options)
                    .into_iter()
                    .map(move |slots| option_of(slots, id))
            };
            return Some(Request {
                seat: self.seat,
                prompt: prompt.into(),
                rule,
                subject,
                ask: Ask::one_of(subject.into_iter().flat_map(ways).collect()),
            });
        }
        if let PickPurpose::Exposed(seat, _) = self.purpose {
            let hero = sight.board.player(seat).hero;
            let zones = exposed(sight.board, seat).into_iter().map(|slot| option_of(slot, hero));
            return Some(Request {
                seat: self.seat,
                prompt: prompt.into(),
                rule,
                subject: Some(hero),
                ask: Ask::one_of(zones.collect()),
            });
        }
        let options: Vec<Item> = self.options.iter().copied().map(Item::Object).collect();
        if let PickPurpose::Distribute(_, total) = self.purpose {
            return Some(Request {
                seat: self.seat,
                prompt: prompt.into(),
                rule,
                subject: None,
                ask: Ask::split(options, total),
            });
        }
        let (min, max) = (self.min.min(options.len() as u32), self.max.min(options.len() as u32));
        let of_kind = |(ids, min): &(Vec<ObjectId>, u32)| {
            let items = ids.iter().copied().map(Item::Object).collect();
            Constraint { rule: rule!("1.8.6"), limit: Limit::AtLeast { items, min: *min } }
        };
        let apart = |pair: &(ObjectId, ObjectId)| Constraint {
            rule: rule!("2.7.1"),
            limit: Limit::AtMost { items: vec![Item::Object(pair.0), Item::Object(pair.1)], max: 1 },
        };
        let sum = (self.total > 0).then(|| Constraint {
            rule: rule!("1.14.4b"),
            limit: Limit::OnlyIf {
                items: options.clone(),
                needs: self.worth.iter().map(|(id, worth)| (Item::Object(*id), *worth)).collect(),
                least: self.total,
            },
        });
        let limits = self.kinds.iter().map(of_kind).chain(self.apart.iter().map(apart)).chain(sum);
        let limits = limits.collect();
        let ask = Ask::pick(options, min, max).with(limits);
        let ask = if self.purpose.is_ordered() { ask.ordered() } else { ask };
        Some(Request { seat: self.seat, prompt: prompt.into(), rule, subject: None, ask })
    }

    /// Carries out what was picked.
    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        if let (Choice::Split(shares), PickPurpose::Distribute(kind, _)) = (choice, self.purpose) {
            return rules.distributed(play, self.seat, kind, shares);
        }
        let Choice::Pick(items) = choice else { return };
        let object = |item: &Item| if let Item::Object(id) = item { Some(*id) } else { None };
        let picked: Vec<ObjectId> = items.iter().filter_map(object).collect();
        let (seat, rule) = (self.seat, self.purpose.prompt().1);
        rules.pop(play, rule);
        if self.purpose == PickPurpose::EquipTo {
            return rules.equip_to(play, seat, &self.options, items);
        }
        if let PickPurpose::Exposed(whose, card) = self.purpose {
            return rules.happen(play, created_at(whose, card, items));
        }
        let deck = Zone::Of(ZoneKind::Deck, seat);
        match self.purpose {
            PickPurpose::Script | PickPurpose::Search => {
                let count = picked.len() as u32;
                rules.report(play, count, picked.into_iter().map(Value::Object).collect());
            }
            PickPurpose::Retarget(layer, group, place) => {
                rules.set_target(play, layer, group, place, picked.first().copied())
            }
            PickPurpose::Cost(layer, deed) => rules.pay_with(play, seat, layer, deed, picked, true),
            PickPurpose::Defenders(target) => rules.declare(play, seat, &picked, target),
            PickPurpose::TargetOrder => rules.targets_ordered(play, &picked),
            PickPurpose::Afflict(card) => {
                let afflicted = picked.first().and_then(|hero| rules.sight(play).hero_seat(*hero));
                let enters = afflicted.map(|by| moved(card, Zone::Permanent, MoveReason::Afflicted, by));
                rules.happen(play, enters.into_iter().collect());
            }
            PickPurpose::AfflictToken(card) => {
                let afflicted = picked.first().and_then(|hero| rules.sight(play).hero_seat(*hero));
                let created = afflicted.map(|seat| Proposal::Create(seat, card, 1));
                rules.happen(play, created.into_iter().collect());
            }
            PickPurpose::DefendFor(card) => {
                let defense = picked.first().and_then(|target| rules.defense(play, card, seat, *target));
                rules.add_declared(play, defense);
            }
            PickPurpose::Arsenal => {
                let arsenal = Zone::Of(ZoneKind::Arsenal, seat);
                rules.happen(play, picked.into_iter().map(|id| put_away(id, arsenal, false, seat)).collect());
            }
            PickPurpose::PitchOrder => {
                rules.happen(play, picked.into_iter().map(|id| put_away(id, deck, true, seat)).collect());
            }
            PickPurpose::OptBottom => {
                rules.put_below(play, seat, &picked, rule);
                let left = self.options.into_iter().filter(|id| !picked.contains(id)).collect();
                rules.order_top(play, seat, left);
            }
            PickPurpose::OptTop => {
                rules.put_above(play, seat, &picked, rule);
                rules.looks_end(play);
            }
            // Answered by shares, and by zones.
            PickPurpose::Distribute(..) | PickPurpose::EquipTo | PickPurpose::Exposed(..) => {}
            PickPurpose::SaveWager(winner) => rules.wager_saved(play, winner, seat, picked),
            PickPurpose::CeasingZone => rules.clear(play, picked),
            PickPurpose::Charge(by) => {
                let soul = Zone::Of(ZoneKind::Soul, seat);
                rules.happen(
                    play,
                    picked.into_iter().map(|id| moved(id, soul, MoveReason::Charged, by)).collect(),
                );
            }
            PickPurpose::Reload => {
                rules.happen(play, picked.into_iter().map(|id| reloaded(id, seat)).collect());
            }
        }
    }
}

/// A token is created in the zone that was named (8.5.2c).
fn created_at(seat: Seat, card: CardId, named: &[Item]) -> Vec<Proposal> {
    let zone = |item: &Item| if let Item::Act(zone, _) = item { slot_named(*zone) } else { None };
    named.iter().filter_map(zone).map(|slot| Proposal::CreateAt(seat, card, slot)).collect()
}

/// A card goes into the arsenal face down (8.5.23).
fn reloaded(object: ObjectId, seat: Seat) -> Proposal {
    let to = Zone::Of(ZoneKind::Arsenal, seat);
    let (bottom, public, counters) = (false, false, Vec::new());
    Proposal::Move { object, to, bottom, public, why: MoveReason::Reloaded, by: seat, counters }
}
