//! Combat (7): the steps of a chain link, from the attack's resolution to the close of the combat chain.

use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, Seat};

use crate::definition::{DamageKind, Deed, ZoneKind};
use crate::engine::{FleshAndBlood, Game};
use crate::eval::Sight;
use crate::event::Event;
use crate::game_state::moved;
use crate::keywords::Keyword;
use crate::restrictions::{Refusal, demands, permits};
use crate::rule;
use crate::state::{Defense, Kind, Link, Occurrence, PickPurpose, Picking, Proposal, Stage, Step, Why, Zone};
use crate::targets::attackable;
use crate::types::CardType;

/// Defending alone, attack-layers without an attack, the order of declaration, hits that are prevented, go again that is remembered.
const _: [duelog_kernel::RuleId; 5] = [rule!("7.0.5e"), rule!("7.2.3d"), rule!("7.3.2c"), rule!("7.5.5b"), rule!("7.6.2a")];

impl FleshAndBlood {
    /// The attack step (7.2): targets, resolution abilities, onto the combat chain, the attack event.
    pub fn attack_step(&self, play: &mut Game<'_>, part: u16) {
        let Some(attack) = play.state().board.combat.layer else { return self.attack_fails(play) };
        let Some(layer) = play.state().board.get(attack).and_then(|object| object.layer.as_deref()).cloned() else { return self.attack_fails(play) };
        if part == 0 {
            let sight = self.sight(play);
            let controller = sight.controller(attack).unwrap_or(sight.board.turn.active);
            if !layer.attacked.iter().any(|target| attackable(&sight, *target, controller).is_ok()) {
                return self.attack_fails(play);
            }
        }
        // 7.2.3: resolution abilities first, one after the other.
        if let Some(script) = self.resolution_part(play, attack, part) {
            self.reach(play, Stage::Begin(part + 1));
            return self.run_script(play, script);
        }
        self.onto_chain(play, attack);
    }

    /// 7.2.2, 7.2.3d: without a target or an attack the combat chain closes.
    fn attack_fails(&self, play: &mut Game<'_>) {
        play.emit(Event::Closing, rule!("7.7.2b"));
        self.begin_step(play, Step::Close, rule!("7.2.2"));
    }

    fn onto_chain(&self, play: &mut Game<'_>, attack: ObjectId) {
        let Some(object) = play.state().board.get(attack).cloned().filter(|object| object.zone == Zone::Stack) else {
            return self.attack_fails(play);
        };
        let Some(layer) = object.layer.as_deref().filter(|_| object.kind != Kind::Layer) else {
            // 7.2.3d: what the attack-layer names does not exist.
            return self.attack_fails(play);
        };
        let controller = self.sight(play).controller(attack).unwrap_or(object.controller);
        let source = if object.kind == Kind::Proxy { object.source() } else { None };
        let since = play.state().board.history.len();
        self.relocate(play, attack, Zone::Chain, Why::Attacking, rule!("7.2.3a"));
        if let Some(source) = source {
            // 7.2.3b: the source comes along, from wherever it is in the arena.
            self.relocate(play, source, Zone::Chain, Why::Attacking, rule!("7.2.3b"));
        }
        let link = Link {
            attack,
            source,
            targets: layer.attacked.clone(),
            controller,
            defenses: Vec::new(),
            hit: false,
            calculated: false,
            resolved: false,
        };
        play.emit(Event::LinkMade(link), rule!("7.0.3a"));
        self.proxies_cease(play);
        self.notice(play, since);
        self.give_priority(play, rule!("7.2.5"));
    }

    /// The defend step (7.3): the defending hero's controller declares cards.
    pub fn defend_step(&self, play: &mut Game<'_>, part: u16) {
        if part > 0 {
            return self.give_priority(play, rule!("7.3.3"));
        }
        self.reach(play, Stage::Begin(1));
        let sight = self.sight(play);
        if let Some((seat, options)) = self.defenders(&sight)
            && !options.is_empty()
        {
            let max = options.len() as u32;
            self.pick(play, crate::turn::picking(seat, PickPurpose::Defenders, options, 0, max));
        }
    }

    /// Who may declare defending cards, and which (7.3.2a).
    fn defenders(&self, sight: &Sight<'_>) -> Option<(Seat, Vec<ObjectId>)> {
        let link = sight.board.combat.active()?;
        let seat = link.targets.iter().find_map(|target| sight.hero_seat(*target))?;
        let hand = sight.board.zone(Zone::Of(ZoneKind::Hand, seat)).iter().copied();
        let arsenal = sight.board.zone(Zone::Of(ZoneKind::Arsenal, seat)).iter().copied();
        let arena = sight.board.arena().map(|object| object.id);
        let options = hand.chain(arsenal).chain(arena).filter(|id| self.can_defend(sight, seat, *id).is_ok()).collect();
        Some((seat, options))
    }

    /// Whether a card can be declared as a defending card (7.3.2).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_defend(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Result<(), Refusal> {
        let refuse = |why: &str, rule| Err((why.to_string(), rule));
        let Some(object) = sight.object(id) else { return refuse("there is no such card", rule!("7.3.2a")) };
        let Some(properties) = sight.properties(id) else { return refuse("there is no such card", rule!("7.3.2a")) };
        let own_hand = object.zone == Zone::Of(ZoneKind::Hand, seat);
        let ambush = object.zone == Zone::Of(ZoneKind::Arsenal, seat) && properties.has(Keyword::Ambush);
        let equipment = object.zone.is_arena() && object.public && properties.types.is(CardType::Equipment) && sight.controller(id) == Some(seat);
        if !own_hand && !equipment && !ambush {
            return refuse("only cards in one's hand and one's public equipment can be declared", rule!("7.3.2a"));
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
    pub fn can_become_defending(&self, sight: &Sight<'_>, id: ObjectId, from_hand: bool) -> Result<(), Refusal> {
        let refuse = |why: &str, rule| Err((why.to_string(), rule));
        let Some(link) = sight.board.combat.active() else { return refuse("there is no active chain link", rule!("7.0.5")) };
        if sight.board.combat.defends_on(id).is_some() {
            return refuse("it already defends on a chain link", rule!("7.0.5b"));
        }
        if from_hand && sight.has(link.attack, Keyword::Dominate) && standing(sight, link).any(|defense| defense.from_hand) {
            return refuse("the attack has dominate and a card from hand defends already", rule!("8.3.4a"));
        }
        let action = |id: ObjectId| sight.is(id, CardType::Action);
        if action(id) && sight.has(link.attack, Keyword::Overpower) && standing(sight, link).any(|defense| action(defense.card)) {
            return refuse("the attack has overpower and an action card defends already", rule!("8.3.22a"));
        }
        permits(sight, Deed::BeDefendedBy, link.attack, Some(id), Ok(()))?;
        permits(sight, Deed::Defend, id, Some(link.attack), Ok(()))
    }

    /// What defending cards can be declared together: dominate, overpower, and what must defend if able (1.0.2).
    pub fn ask_defenders(&self, sight: &Sight<'_>, picking: &Picking) -> Request {
        let items =
            |wanted: &dyn Fn(ObjectId) -> bool| -> Vec<Item> { picking.options.iter().copied().filter(|id| wanted(*id)).map(Item::Object).collect() };
        let from_hand = |id: ObjectId| sight.object(id).is_some_and(|object| object.zone.kind() == Some(ZoneKind::Hand));
        let mut constraints = Vec::new();
        let link = sight.board.combat.active();
        if link.is_some_and(|link| sight.has(link.attack, Keyword::Dominate)) {
            constraints.push(Constraint { rule: rule!("8.3.4"), limit: Limit::AtMost { items: items(&from_hand), max: 1 } });
        }
        if link.is_some_and(|link| sight.has(link.attack, Keyword::Overpower)) {
            let actions = items(&|id| sight.is(id, CardType::Action));
            constraints.push(Constraint { rule: rule!("8.3.22"), limit: Limit::AtMost { items: actions, max: 1 } });
        }
        let bound = items(&|id| {
            link.is_some_and(|link| demands(sight, Deed::Defend, id, Some(link.attack)) || demands(sight, Deed::BeDefendedBy, link.attack, Some(id)))
        });
        if !bound.is_empty() {
            // As many as the restrictions leave (1.0.2).
            let most = |limit: &Limit| match limit {
                Limit::AtMost { items, max } => bound.iter().filter(|item| items.contains(item)).count().saturating_sub(*max as usize),
                _ => 0,
            };
            let barred = constraints.iter().map(|constraint| most(&constraint.limit)).max().unwrap_or(0);
            let min = bound.len().saturating_sub(barred) as u32;
            if min > 0 {
                constraints.push(Constraint { rule: rule!("1.0.2"), limit: Limit::AtLeast { items: bound, min } });
            }
        }
        let options = picking.options.iter().copied().map(Item::Object).collect();
        let ask = Ask::pick(options, picking.min, picking.max).ordered().with(constraints);
        Request { seat: picking.seat, prompt: "defenders", rule: rule!("7.3.2"), subject: link.map(|link| link.attack), ask }
    }

    /// Cards become defending in one event, in the order in which they were declared (7.3.2d).
    pub fn defend(&self, play: &mut Game<'_>, seat: Seat, cards: &[ObjectId]) {
        let Some(link) = play.state().board.combat.active() else { return };
        let Some(target) = link.targets.iter().copied().find(|target| play.state().board.player(seat).hero == *target) else { return };
        let since = play.state().board.history.len();
        let mut defenses = Vec::new();
        for card in cards {
            let Some(from) = play.state().board.get(*card).map(|object| object.zone) else { continue };
            let from_hand = from.kind() == Some(ZoneKind::Hand)
                || (from == Zone::Stack && play.state().board.get(*card).is_some_and(|object| object.from.kind() == Some(ZoneKind::Hand)));
            self.apply_next(play, *card, seat, &[crate::definition::Occasion::Defend]);
            self.relocate_for(play, *card, Zone::Chain, Why::Defending, seat, rule!("7.0.5a"));
            defenses.push(Defense { card: *card, target, from_hand, controller: seat });
        }
        if !defenses.is_empty() {
            play.emit(Event::Defends(defenses), rule!("7.3.2d"));
            self.notice(play, since);
        }
    }

    /// The damage step (7.5): the attack deals the difference between its power and the sum of defense.
    pub fn damage_step(&self, play: &mut Game<'_>, part: u16) {
        if part > 0 {
            return self.give_priority(play, rule!("7.5.3"));
        }
        self.reach(play, Stage::Begin(1));
        let sight = self.sight(play);
        let Some(link) = sight.board.combat.active().cloned() else { return };
        let power = sight.properties(link.attack).and_then(|properties| properties.power).unwrap_or(0);
        let attack_here = sight.object(link.attack).is_some_and(|object| object.exists());
        let mut damage = Vec::new();
        for target in &link.targets {
            let defense: i32 = standing(&sight, &link)
                .filter(|defense| defense.target == *target)
                .filter_map(|defense| sight.properties(defense.card)?.defense)
                .fold(0, i32::saturating_add);
            let amount = power.saturating_sub(defense);
            // 7.5.2b: nothing is dealt to what is no longer there.
            let there = attackable(&sight, *target, link.controller).is_ok();
            if amount > 0 && there && attack_here {
                let (source, to, amount) = (link.attack, *target, amount as u32);
                damage.push(Proposal::Damage { source, to, amount, kind: DamageKind::Physical, hit: true });
            }
        }
        play.emit(Event::Calculated, rule!("7.5.2"));
        self.happen(play, damage);
    }

    /// The resolution step (7.6): the chain link resolves, and go again gives an action point.
    pub fn resolution_step(&self, play: &mut Game<'_>, _: u16) {
        let sight = self.sight(play);
        let Some(link) = sight.board.combat.active().cloned() else { return self.give_priority(play, rule!("7.6.3")) };
        let again = sight.has(link.attack, Keyword::GoAgain);
        self.emit(play, Event::LinkResolved, rule!("7.6.2"));
        if again {
            self.gain_actions(play, link.controller, 1, rule!("8.3.5b"));
        }
        self.give_priority(play, rule!("7.6.3"));
    }

    /// A player gains action points, in the own action phase only (1.13.2b).
    pub fn gain_actions(&self, play: &mut Game<'_>, seat: Seat, points: u32, rule: duelog_kernel::RuleId) {
        let turn = &play.state().board.turn;
        let action_phase = turn.step == Step::Action || turn.step.is_combat();
        if turn.active == seat && action_phase && points > 0 {
            play.emit(Event::Actions(seat, points.min(i32::MAX as u32) as i32), rule);
        }
    }

    /// The close step (7.7): triggers, permanents go home, the rest is cleared, the combat chain closes.
    pub fn close_step(&self, play: &mut Game<'_>, part: u16) {
        match part {
            0 => {
                self.settle(play, 1, rule!("7.7.4"));
                self.emit(play, Event::Happened(Occurrence::ChainClosed), rule!("7.7.3"));
                let sight = self.sight(play);
                let reaction = |id: ObjectId| sight.is(id, CardType::AttackReaction) || sight.is(id, CardType::DefenseReaction);
                let card = |id: ObjectId| sight.object(id).is_some_and(|object| object.kind == Kind::Card);
                let leaving = |id: &ObjectId| sight.is_attack(*id) || (reaction(*id) && card(*id));
                let cards: Vec<ObjectId> = sight.board.zone(Zone::Stack).iter().copied().filter(leaving).collect();
                self.clear(play, cards);
            }
            1 => {
                self.reach(play, Stage::Begin(2));
                let sight = self.sight(play);
                let here = sight.board.zone(Zone::Chain).to_vec();
                let (home, rest): (Vec<ObjectId>, Vec<ObjectId>) = here.into_iter().partition(|id| sight.is_permanent(*id));
                for id in home {
                    let to = play.state().board.get(id).map_or(Zone::Permanent, |object| home_of(object.equipped, object.controller));
                    self.relocate(play, id, to, Why::Returned, rule!("7.7.5"));
                }
                self.clear(play, rest);
            }
            _ => {
                play.emit(Event::ChainClosed, rule!("7.7.7"));
                self.begin_step(play, Step::Action, rule!("7.7.7"));
                self.reach(play, Stage::Begin(1));
            }
        }
    }

    /// Clears objects (3.0.12).
    pub fn clear(&self, play: &mut Game<'_>, ids: Vec<ObjectId>) {
        let board = &play.state().board;
        let cleared = |id: ObjectId| {
            let owner = board.get(id).map_or(Seat(0), |object| object.owner);
            moved(id, Zone::Of(ZoneKind::Graveyard, owner), Why::Cleared, owner)
        };
        let batch = ids.into_iter().map(cleared).collect();
        self.happen(play, batch);
    }

    /// Moves an object within the arena or the stack as a rule demands.
    pub fn relocate(&self, play: &mut Game<'_>, id: ObjectId, to: Zone, why: Why, rule: duelog_kernel::RuleId) {
        let Some(controller) = self.sight(play).holder(id) else { return };
        self.relocate_for(play, id, to, why, controller, rule);
    }

    fn relocate_for(&self, play: &mut Game<'_>, id: ObjectId, to: Zone, why: Why, controller: Seat, rule: duelog_kernel::RuleId) {
        let Some(from) = play.state().board.get(id).map(|object| object.zone).filter(|zone| *zone != Zone::Gone) else { return };
        let event = Event::Moved {
            object: id,
            new: id,
            from,
            to,
            bottom: false,
            public: true,
            why,
            by: controller,
            controller,
            counters: Vec::new(),
            last: None,
        };
        play.emit(event, rule);
    }
}

/// What defends stays, whatever is said of it later.
const _: [duelog_kernel::RuleId; 1] = [rule!("1.0.2b")];

/// The defending cards of a chain link that are still there.
pub fn standing<'a>(sight: &'a Sight<'_>, link: &'a Link) -> impl Iterator<Item = &'a Defense> {
    link.defenses.iter().filter(|defense| sight.object(defense.card).is_some_and(|object| object.zone == Zone::Chain))
}

/// The zone that a permanent returns to (7.7.5): one that it is equipped to, or the permanent zone.
pub fn home_of(equipped: u8, seat: Seat) -> Zone {
    let own = |kind| Zone::Of(kind, seat);
    let zones = [own(ZoneKind::Head), own(ZoneKind::Chest), own(ZoneKind::Arms), own(ZoneKind::Legs), own(ZoneKind::Weapon), Zone::Weapon2(seat)];
    zones.into_iter().enumerate().find(|(place, _)| equipped & 1 << place != 0).map_or(Zone::Permanent, |entry| entry.1)
}
