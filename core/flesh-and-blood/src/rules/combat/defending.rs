//! The defend step (7.3), and how cards become defending cards (7.0.5).

use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, Seat};

use super::quotas::{Quota, demanded, quotas};
use crate::language::definition::{Deed, Occasion, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::{demands, permits};
use crate::rules::targets::attackable;
use crate::state::event::Event;
use crate::state::{
    Defense, Frame, Link, MoveReason, Occurrence, PickPurpose, Picking, Stage, Zone, picking,
};
use crate::{cite, rule};

impl FleshAndBlood {
    /// The defend step (7.3): for each attack-target, the players who may do so declare cards, which then
    /// become defending together.
    pub fn defend_step(&self, play: &mut Game<'_>, part: u16) {
        cite!("7.3.1");
        self.reach(play, Stage::Begin(part + 1));
        let Some(place) = part.checked_sub(1) else {
            let sight = self.sight(play);
            let holders: Vec<(ObjectId, Option<Seat>)> = sight
                .board
                .combat
                .active()
                .into_iter()
                .flat_map(|link| &link.targets)
                .map(|target| (*target, sight.holder(*target)))
                .collect();
            let holder = |target| holders.iter().find(|entry| entry.0 == target).and_then(|entry| entry.1);
            return self.order_targets(play, |target| holder(target).unwrap_or(Seat(0)));
        };
        let players = play.state().board.players.len() as u16;
        let target = play
            .state()
            .board
            .combat
            .active()
            .and_then(|link| link.targets.get(usize::from(place / (players + 1))).copied());
        let Some(target) = target else { return self.give_priority(play, rule!("7.3.3")) };
        let place = place % (players + 1);
        if place == players {
            let declared =
                play.state().board.combat.active().map_or(Vec::new(), |link| link.declared.clone());
            return self.defend(play, declared);
        }
        // Clockwise, the player first who controls the attack-target.
        cite!("7.3.2e");
        let sight = self.sight(play);
        let first = sight.holder(target).unwrap_or(sight.board.turn.active);
        let Some(seat) = sight.board.seats_from(first).nth(usize::from(place)) else { return };
        let options = self.declarable(&sight, seat, target);
        // Whether cards of the hand and the arsenal can defend, their owner alone knows.
        let could = || !self.declarable(&sight.unseeing(), seat, target).is_empty();
        if !options.is_empty() || self.card_pool.asks_unseeing() && could() {
            let max = options.len() as u32;
            self.pick(play, picking(seat, PickPurpose::Defenders(target), options, 0, max));
        }
    }

    /// The attack-targets in clockwise order of who controls them, from the player that controls the attack
    /// (7.3.2f, 7.5.2c); the order of those of one player is for `chooser` to determine.
    pub fn order_targets(&self, play: &mut Game<'_>, chooser: impl Fn(ObjectId) -> Seat) {
        let sight = self.sight(play);
        let Some(link) = sight.board.combat.active().filter(|link| link.targets.len() > 1) else { return };
        let mut order = Vec::new();
        let mut groups = Vec::new();
        for seat in sight.board.seats_from(link.controller) {
            let own: Vec<ObjectId> =
                link.targets.iter().copied().filter(|target| sight.holder(*target) == Some(seat)).collect();
            order.extend(own.iter().copied());
            let there: Vec<ObjectId> = own
                .into_iter()
                .filter(|target| attackable(&sight, *target, link.attack, link.controller).is_ok())
                .collect();
            groups.extend(Some(there).filter(|there| there.len() > 1));
        }
        play.emit(Event::TargetsOrdered(order), rule!("7.3.2f"));
        // The last that is pushed is asked first.
        for own in groups.into_iter().rev() {
            let (seat, count) = (chooser(own[0]), own.len() as u32);
            self.pick(play, picking(seat, PickPurpose::TargetOrder, own, count, count));
        }
    }

    /// Takes the order of attack-targets of one player, who keeps their places among all.
    pub fn targets_ordered(&self, play: &mut Game<'_>, picked: &[ObjectId]) {
        let Some(link) = play.state().board.combat.active() else { return };
        let mut next = picked.iter().copied();
        let order = link
            .targets
            .iter()
            .map(|target| if picked.contains(target) { next.next().unwrap_or(*target) } else { *target })
            .collect();
        play.emit(Event::TargetsOrdered(order), rule!("7.3.2f"));
    }

    /// The cards that a player may declare for an attack-target (7.3.2a).
    fn declarable(&self, sight: &Sight<'_>, seat: Seat, target: ObjectId) -> Vec<ObjectId> {
        let hand = sight.board.zone(Zone::Of(ZoneKind::Hand, seat)).iter().copied();
        let arsenal = sight.board.zone(Zone::Of(ZoneKind::Arsenal, seat)).iter().copied();
        let arena = sight.arena().map(|object| object.id);
        hand.chain(arsenal)
            .chain(arena)
            .filter(|id| self.can_defend(sight, seat, *id, target).is_ok())
            .collect()
    }

    /// Whether a player can declare a card as a defending card for an attack-target (7.3.2).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_defend(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        target: ObjectId,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(id) else { return refuse("there is no such card", rule!("7.3.2a")) };
        let Some(properties) = sight.properties(id) else {
            return refuse("there is no such card", rule!("7.3.2a"));
        };
        let attacker = sight.board.combat.active().map(|link| link.controller);
        cite!("8.3.31");
        let unseen = sight.could_be_any(id);
        let protects = (unseen || properties.has(Keyword::Protect))
            && sight.hero_seat(target).is_some()
            && attacker != Some(seat);
        if sight.hero_seat(target) != Some(seat) && !protects {
            return refuse("cards are declared by the player whose hero is attacked", rule!("7.3.2a"));
        }
        let own_hand = object.zone == Zone::Of(ZoneKind::Hand, seat);
        cite!("8.3.28");
        let ambush =
            object.zone == Zone::Of(ZoneKind::Arsenal, seat) && (unseen || properties.has(Keyword::Ambush));
        cite!("8.1.4b");
        let equipment = object.zone.is_arena()
            && object.public
            && properties.types.is(CardType::Equipment)
            && sight.controller(id) == Some(seat);
        if !own_hand && !equipment && !ambush {
            return refuse(
                "only cards in one's hand and one's public equipment can be declared",
                rule!("7.3.2a"),
            );
        }
        if unseen {
            return self.can_become_defending(sight, id, own_hand);
        }
        if own_hand && properties.types.is(CardType::DefenseReaction) {
            return refuse("a defense reaction is played, not declared", rule!("7.3.2a"));
        }
        if properties.defense.is_none() {
            return refuse("it has no defense", rule!("7.3.2b"));
        }
        if sight.board.combat.defends_on(id).is_some() {
            return refuse("it already defends on a chain link", rule!("7.3.2b"));
        }
        self.can_become_defending(sight, id, own_hand)
    }

    /// Whether a card can become a defending card of the active chain link, whoever makes it (7.0.5b).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_become_defending(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        from_hand: bool,
    ) -> Result<(), Refusal> {
        let Some(link) = sight.board.combat.active() else {
            return refuse("there is no active chain link", rule!("7.0.5"));
        };
        match sight.board.combat.defends_on(id) {
            Some(other) if other.attack != link.attack => {
                return refuse("it defends on another chain link", rule!("7.0.5d"));
            }
            Some(_) => return refuse("it already defends on the chain link", rule!("7.0.5b")),
            None => {}
        }
        // Only what would come in addition is barred; what defends already stays.
        cite!("8.3.4c", "8.3.22b");
        let mut others = standing(sight, link).chain(&link.declared);
        if from_hand && sight.has(link.attack, Keyword::Dominate) && others.any(|defense| defense.from_hand) {
            return refuse("the attack has dominate and a card from hand defends already", rule!("8.3.4a"));
        }
        if sight.could_be_any(id) {
            return Ok(());
        }
        let action = |id: ObjectId| sight.is(id, CardType::Action);
        let mut others = standing(sight, link).chain(&link.declared);
        if action(id)
            && sight.has(link.attack, Keyword::Overpower)
            && others.any(|defense| action(defense.card))
        {
            return refuse("the attack has overpower and an action card defends already", rule!("8.3.22a"));
        }
        let full = |quota: &Quota<'_>| quota.holds(sight, id) && quota.left(sight, link) == 0;
        if quotas(sight, link.attack).any(|quota| full(&quota)) {
            return refuse("an effect says by how many cards it can be defended", rule!("1.0.2"));
        }
        permits(sight, Deed::BeDefendedBy, link.attack, Some(id), Ok(()))?;
        permits(sight, Deed::Defend, id, Some(link.attack), Ok(()))
    }

    /// What defending cards can be declared together: dominate, overpower, and what must defend if able
    /// (1.0.2).
    pub fn ask_defenders(&self, sight: &Sight<'_>, picking: &Picking) -> Request {
        let items = |wanted: &dyn Fn(ObjectId) -> bool| -> Vec<Item> {
            picking.options.iter().copied().filter(|id| wanted(*id)).map(Item::Object).collect()
        };
        let from_hand =
            |id: ObjectId| sight.object(id).is_some_and(|object| object.zone.kind() == Some(ZoneKind::Hand));
        let mut constraints = Vec::new();
        let link = sight.board.combat.active();
        if link.is_some_and(|link| sight.has(link.attack, Keyword::Dominate)) {
            constraints.push(Constraint {
                rule: rule!("8.3.4"),
                limit: Limit::AtMost { items: items(&from_hand), max: 1 },
            });
        }
        if link.is_some_and(|link| sight.has(link.attack, Keyword::Overpower)) {
            let actions = items(&|id| sight.is(id, CardType::Action));
            constraints
                .push(Constraint { rule: rule!("8.3.22"), limit: Limit::AtMost { items: actions, max: 1 } });
        }
        for quota in link.into_iter().flat_map(|link| quotas(sight, link.attack)) {
            let (items, max) =
                (items(&|id| quota.holds(sight, id)), link.map_or(0, |link| quota.left(sight, link)));
            constraints.push(Constraint { rule: rule!("1.0.2"), limit: Limit::AtMost { items, max } });
        }
        let bound = items(&|id| {
            link.is_some_and(|link| {
                demands(sight, Deed::Defend, id, Some(link.attack))
                    || demands(sight, Deed::BeDefendedBy, link.attack, Some(id))
            })
        });
        if !bound.is_empty() {
            // As many as the restrictions leave (1.0.2).
            let min = bound.len().saturating_sub(barred(&constraints, &bound)) as u32;
            if min > 0 {
                constraints
                    .push(Constraint { rule: rule!("1.0.2"), limit: Limit::AtLeast { items: bound, min } });
            }
        }
        for quota in link.into_iter().flat_map(|link| demanded(sight, link.attack)) {
            let items = items(&|id| quota.holds(sight, id));
            let min = link.map_or(0, |link| quota.left(sight, link)).min(items.len() as u32);
            let left = items.len().saturating_sub(barred(&constraints, &items)) as u32;
            let min = min.min(left);
            if min > 0 {
                constraints.push(Constraint { rule: rule!("1.0.2"), limit: Limit::AtLeast { items, min } });
            }
        }
        let options = picking.options.iter().copied().map(Item::Object).collect();
        cite!("7.3.2c");
        let ask = Ask::pick(options, picking.min, picking.max).ordered().with(constraints);
        Request {
            seat: picking.seat,
            prompt: Prompt::Defenders.into(),
            rule: rule!("7.3.2"),
            subject: link.map(|link| link.attack),
            ask,
        }
    }

    /// A player declares cards for an attack-target, in this order.
    pub fn declare(&self, play: &mut Game<'_>, seat: Seat, cards: &[ObjectId], target: ObjectId) {
        let declared: Vec<Defense> =
            cards.iter().filter_map(|card| self.defense(play, *card, seat, target)).collect();
        if !declared.is_empty() {
            play.emit(Event::Declared(declared), rule!("7.3.2"));
        }
    }

    /// A card as it would defend.
    pub fn defense(&self, play: &Game<'_>, card: ObjectId, seat: Seat, target: ObjectId) -> Option<Defense> {
        let object = play.state().board.get(card)?;
        let hand = |zone: Zone| zone.kind() == Some(ZoneKind::Hand);
        let from_hand = hand(object.zone) || (object.zone == Zone::Stack && hand(object.from));
        Some(Defense { card, target, from_hand, controller: seat })
    }

    /// An effect adds cards to the active chain link as defending cards: for the only attack-target, or for
    /// that which the controller of the effect determines (7.0.5d).
    pub fn add_defending(&self, play: &mut Game<'_>, seat: Seat, cards: &[ObjectId]) {
        cite!("8.5.32");
        let targets = play.state().board.combat.active().map_or(Vec::new(), |link| link.targets.clone());
        match targets.as_slice() {
            [] => {}
            [target] => {
                let defenses =
                    cards.iter().filter_map(|card| self.defense(play, *card, seat, *target)).collect();
                self.defend(play, defenses);
            }
            _ => cards.iter().rev().for_each(|card| {
                self.pick(play, picking(seat, PickPurpose::DefendFor(*card), targets.clone(), 1, 1))
            }),
        }
    }

    /// The attack-target of a card that an effect adds is determined: behind the last they become defending
    /// together (7.0.5e).
    pub fn add_declared(&self, play: &mut Game<'_>, defense: Option<Defense>) {
        if let Some(defense) = defense {
            play.emit(Event::Declared(vec![defense]), rule!("7.0.5d"));
        }
        cite!("7.0.5e");
        let more = matches!(
            play.state().board.frames.last(),
            Some(Frame::Picking(Picking { purpose: PickPurpose::DefendFor(_), .. }))
        );
        if !more {
            let declared =
                play.state().board.combat.active().map_or(Vec::new(), |link| link.declared.clone());
            self.defend(play, declared);
        }
    }

    /// Cards become defending in one event, in the order in which they were declared (7.3.2d).
    pub fn defend(&self, play: &mut Game<'_>, defenses: Vec<Defense>) {
        let since = play.state().board.history.len();
        cite!("7.0.5");
        self.apply_together(play, &defenses);
        for defense in &defenses {
            self.apply_next(play, defense.card, defense.controller, &[Occasion::Defend]);
            self.relocate_for(
                play,
                defense.card,
                Zone::Chain,
                MoveReason::Defending,
                defense.controller,
                rule!("7.0.5a"),
            );
        }
        if !defenses.is_empty() {
            let protects = |defense: &&Defense| self.sight(play).has(defense.card, Keyword::Protect);
            let protected: Vec<Defense> = defenses.iter().filter(protects).copied().collect();
            play.emit(Event::Defends(defenses), rule!("7.3.2d"));
            for defense in protected {
                let used = Occurrence::KeywordUsed(Keyword::Protect, defense.controller, defense.card);
                play.emit(Event::Recorded(used), rule!("8.3.31a"));
            }
            self.notice(play, since);
        }
    }
}

/// How many of these cards the restrictions keep from being declared together.
fn barred(constraints: &[Constraint], bound: &[Item]) -> usize {
    let most = |limit: &Limit| match limit {
        Limit::AtMost { items, max } => {
            bound.iter().filter(|item| items.contains(item)).count().saturating_sub(*max as usize)
        }
        _ => 0,
    };
    constraints.iter().map(|constraint| most(&constraint.limit)).max().unwrap_or(0)
}

/// The defending cards of a chain link that are still there.
pub fn standing<'a>(sight: &'a Sight<'_>, link: &'a Link) -> impl Iterator<Item = &'a Defense> {
    // Whatever effects say of them by now.
    cite!("1.0.2b");
    link.defenses
        .iter()
        .filter(|defense| sight.object(defense.card).is_some_and(|object| object.zone == Zone::Chain))
}
