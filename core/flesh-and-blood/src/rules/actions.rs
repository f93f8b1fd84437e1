//! Priority (1.11): what the player who has it may do, and what it does.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, test_assert};

use crate::language::definition::{Activated, Change, Deed, Occasion, Ruling, Uses, Written, ZoneKind};
use crate::language::types::{CardType, subtype};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Flow, Game, acts, verb};
use crate::rules::playing::Waiting;
use crate::rules::playing::declaring::can_pay_ability;
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::{allows, is_lent, permits};
use crate::rules::targets;
use crate::state::card_pool::from_where;
use crate::state::event::Event;
use crate::state::spoken::Spoken;
use crate::state::{Alter, CodeRef, Kind, Object, Step, Zone, frame};
use crate::{cite, rule};

impl FleshAndBlood {
    /// The cards that a player could play: those in hand and arsenal, and those elsewhere that an effect may
    /// allow to be played (5.1.1a).
    fn playable_zones(&self, sight: &Sight<'_>, seat: Seat) -> Vec<ObjectId> {
        let cards = |kind| sight.board.zone(Zone::Of(kind, seat)).iter().copied();
        // Only rulings on one of these let cards be played from elsewhere.
        let lets_play =
            |spoken: &Spoken| spoken.lends || spoken.rules_on(Deed::Play) || spoken.rules_on(Deed::PlayFree);
        let silent = sight.is_silent(lets_play);
        // Most matches have no such card.
        let any = !silent || lets_play(&self.card_pool.says);
        let speaks = |id: &ObjectId| any && (!silent || sight.says_of_itself(*id, lets_play));
        let usual = cards(ZoneKind::Hand).chain(cards(ZoneKind::Arsenal));
        // The top card of a deck can be played where its owner may look at it.
        cite!("1.10.2c");
        let top = sight.board.watched.iter().filter(|known| known.1 == seat).map(|known| known.0);
        let others = cards(ZoneKind::Banished).chain(cards(ZoneKind::Graveyard)).chain(top);
        let own = usual.chain(others.filter(speaks));
        if sight.is_silent(|spoken| spoken.lends) {
            return own.collect();
        }
        let owners = sight.board.seats_from(seat).filter(|owner| *owner != seat);
        let kinds = [ZoneKind::Banished, ZoneKind::Graveyard];
        let zones = owners.flat_map(|owner| kinds.map(|kind| sight.board.zone(Zone::Of(kind, owner))));
        own.chain(zones.flatten().copied().filter(|id| is_lent(sight, seat, *id))).collect()
    }

    /// The activated abilities of an object, each with the place by which a choice names it.
    pub fn activated_codes(
        &self,
        sight: &Sight<'_>,
        object: &Object,
    ) -> impl Iterator<Item = (u32, CodeRef)> {
        let abilities =
            sight.properties(object.id).map_or(&[][..], |properties| properties.abilities.as_slice());
        let all = abilities.iter().enumerate().map(|(place, code)| (place as u32, *code));
        all.filter(|(_, code)| self.card_pool.activated(*code).is_some())
    }

    /// 4.5.4e: notes that a player passes who could do something else, while nobody advances the game.
    fn note_declining(&self, play: &mut Game<'_>) {
        let turn = &play.state().board.turn;
        if turn.idle > 0
            && !turn.declined
            && play.asked(self).is_some_and(|request| request.options().len() > 1)
        {
            play.emit(Event::Declined, rule!("4.5.4e"));
        }
    }

    /// 1.11.4: when all have passed in succession, the top layer resolves, or the step ends.
    fn pass(&self, play: &mut Game<'_>, seat: Seat) {
        let board = &play.state().board;
        let passed = board.turn.passed + 1;
        if usize::from(passed) < board.seats_from(seat).count() {
            let next = board.next_seat(seat);
            return play.emit(Event::PriorityGiven(next, passed), rule!("1.11.4a"));
        }
        cite!("3.15.5");
        let top = board.zone(Zone::Stack).last().copied();
        play.emit(Event::PriorityTaken, rule!("1.11.4a"));
        match top {
            // 7.1.3: the attack on top is not resolved; its attack step begins.
            Some(top) if play.state().board.combat.layer == Some(top) => {
                self.pop(play, rule!("7.1.3"));
                self.begin_step(play, Step::Attack, rule!("7.1.3"));
            }
            Some(top) => self.resolve_top(play, top),
            None => self.pop(play, rule!("1.11.4a")),
        }
    }

    /// Whether a card can be played now (5.1.2b) as what it is, melded or not.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_play_as(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        melded: bool,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(id).filter(|object| object.kind == Kind::Card) else {
            return refuse("there is no such card", rule!("5.1.1"));
        };
        let lent = is_lent(sight, seat, id);
        if object.owner != seat && !lent {
            return refuse("only its owner can play it", rule!("5.1.1"));
        }
        let Some(properties) = sight.properties(id) else {
            return refuse("there is no such card", rule!("5.1.1"));
        };
        if properties.types.is(CardType::Resource) {
            return refuse("a resource card cannot be played", rule!("8.1.7a"));
        }
        if properties.types.is(CardType::Block) {
            return refuse("a block card cannot be played", rule!("8.1.12a"));
        }
        // What it is called by its face, and what kind of card it is by its front face.
        if !properties.types.is_deck_card() || !self.card_pool.kind_of(object.front).is_deck_card() {
            return refuse("only deck-cards are played", rule!("5.1.1a"));
        }
        cite!("3.3.4");
        let usual =
            object.zone == Zone::Of(ZoneKind::Hand, seat) || object.zone == Zone::Of(ZoneKind::Arsenal, seat);
        // What may be played from where it is without paying its cost may be played from there in that way.
        cite!("8.3.27");
        let by_rules = if usual || lent || allows(sight, Deed::PlayFree, id, None) {
            Ok(())
        } else {
            refuse("only cards in hand and arsenal are played", rule!("5.1.1a"))
        };
        cite!("5.1.2b");
        permits(sight, Deed::Play, id, None, by_rules)?;
        if sight.is_frozen(id) {
            return refuse("it is frozen", rule!("8.5.34"));
        }
        if properties.types.has(subtype::ARROW) && object.zone != Zone::Of(ZoneKind::Arsenal, seat) {
            return refuse("an arrow is played from the arsenal only", rule!("8.2.6a"));
        }
        if properties.types.has(subtype::ARROW) && !self.controls_bow(sight, seat) {
            return refuse("an arrow needs a bow", rule!("8.2.6a"));
        }
        let definition = &self.card_pool.card(object.card).definition;
        let scope = Scope::of(id, seat, object.card);
        if definition.only_if.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
            return refuse("its condition is not met", rule!("5.1.2b"));
        }
        let attack = properties.types.has(subtype::ATTACK);
        let instant = allows(sight, Deed::PlayAsInstant, id, None)
            || self.next_may(sight, seat, id, Deed::PlayAsInstant);
        self.in_time(sight, seat, |card_type| properties.types.is(card_type), attack, instant)?;
        self.can_react_with(sight, seat, object)?;
        if attack {
            permits(sight, Deed::Attack, id, None, Ok(())).map_err(|(why, _)| (why, rule!("1.4.6")))?;
            if targets::attack_targets(sight, seat, definition.attacks.as_ref(), &scope).is_empty() {
                return refuse("there is nothing to attack", rule!("1.4.5"));
            }
        }
        if !self.can_declare_for(sight, object, melded, &scope) {
            return refuse("there is no legal target for it", rule!("5.1.4a"));
        }
        self.can_pay_somehow(sight, seat, object, melded)
    }

    /// Returns whether an effect that waits for the next such card would allow a deed with it, as it will when the
    /// card is announced (6.2.4).
    fn next_may(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, deed: Deed) -> bool {
        let allowance = |change: &Change<Written>| matches!(change, Change::Rule(Ruling::Allowance, allowed, _) if *allowed == deed);
        self.waiting_for(sight, seat).any(|Waiting { lasting, occasion, filter, changes }| {
            let scope = Scope::context(&lasting.context, lasting.code.card);
            matches!(occasion, Occasion::Play | Occasion::PlayOrActivate)
                && changes.iter().any(allowance)
                && sight.matches(filter, id, &scope)
        })
    }

    fn controls_bow(&self, sight: &Sight<'_>, seat: Seat) -> bool {
        let bow = |object: &Object| {
            sight.properties(object.id).is_some_and(|properties| properties.types.has(subtype::BOW))
        };
        sight.arena().any(|object| sight.controller(object.id) == Some(seat) && bow(object))
    }

    /// 7.4.2c: a defense reaction needs that its card can become a defending card.
    fn can_react_with(&self, sight: &Sight<'_>, seat: Seat, object: &Object) -> Result<(), Refusal> {
        if !sight.is(object.id, CardType::DefenseReaction) {
            return Ok(());
        }
        cite!("8.3.4b");
        let from_hand = object.zone == Zone::Of(ZoneKind::Hand, seat);
        self.can_become_defending(sight, object.id, from_hand).map_err(|(why, _)| (why, rule!("7.4.2c")))
    }

    /// Whether something with these types can be played or activated at this time (8.1).
    ///
    /// # Errors
    /// The reason and the rule.
    fn in_time(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        is: impl Fn(CardType) -> bool,
        attack: bool,
        as_instant: bool,
    ) -> Result<(), Refusal> {
        cite!("2.15.1", "2.15.6");
        let (turn, combat) = (&sight.board.turn, &sight.board.combat);
        cite!("8.1.1d", "8.1.6a");
        // What is both an action and an instant is restricted as an action, and a restriction wins (1.0.2).
        cite!("1.8.8");
        if as_instant || (is(CardType::Instant) && !is(CardType::Action)) {
            return Ok(());
        }
        if is(CardType::AttackReaction) {
            let own = combat.active().is_some_and(|link| sight.controller(link.attack) == Some(seat));
            return match (turn.step, own) {
                (Step::Reaction, true) => Ok(()),
                (Step::Reaction, false) => {
                    refuse("attack reactions are for the player that controls the attack", rule!("7.4.2a"))
                }
                _ => refuse(
                    "an attack reaction belongs to the reaction step of one's own attack",
                    rule!("8.1.2a"),
                ),
            };
        }
        if is(CardType::DefenseReaction) {
            let attacked = combat
                .active()
                .is_some_and(|link| link.targets.iter().any(|target| sight.hero_seat(*target) == Some(seat)));
            return match (turn.step, attacked) {
                (Step::Reaction, true) => Ok(()),
                (Step::Reaction, false) => {
                    refuse("defense reactions are for a player whose hero is attacked", rule!("7.4.2b"))
                }
                _ => refuse(
                    "a defense reaction belongs to the reaction step in which one's hero is attacked",
                    rule!("8.1.3a"),
                ),
            };
        }
        if turn.active != seat {
            return refuse(
                "an action needs an action point, which only the turn-player has",
                rule!("1.13.2b"),
            );
        }
        if !sight.board.stack_is_empty() {
            return refuse("an action needs an empty stack", rule!("8.1.1a"));
        }
        cite!("7.0.1a", "7.6.3a");
        if combat.open && !(turn.step == Step::Resolution && attack) {
            return refuse("during combat only attacks, and only in the resolution step", rule!("8.1.1b"));
        }
        if sight.board.player(seat).actions == 0 {
            return refuse("there is no action point left", rule!("8.1.1c"));
        }
        Ok(())
    }

    /// Whether an activated ability can be activated now (5.2.2).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_activate(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        code: CodeRef,
    ) -> Result<(), Refusal> {
        let (Some(object), Some(ability)) = (sight.object(id), self.card_pool.activated(code)) else {
            return refuse("it has no such activated ability", rule!("5.2.1"));
        };
        cite!("5.2.4a");
        if sight.holder(id) != Some(seat) {
            return refuse("only its controller can activate it", rule!("5.2.2"));
        }
        if !sight.properties(id).is_some_and(|properties| properties.abilities.contains(&code)) {
            return refuse("it has no such activated ability", rule!("5.2.1"));
        }
        if !sight.functional(object, from_where(ability), false) {
            return refuse("its ability is not functional there", rule!("1.7.4"));
        }
        if sight.is_frozen(id) {
            return refuse("it is frozen", rule!("8.5.34"));
        }
        permits(sight, Deed::Activate, id, None, Ok(()))?;
        if !self.has_uses_left(sight, object, code, ability) {
            return refuse("it cannot be activated again this turn", rule!("5.2.1a"));
        }
        let scope = Scope::of(id, seat, code.card);
        if ability.only_if.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
            return refuse("its condition is not met", rule!("5.2.1e"));
        }
        let instant = allows(sight, Deed::PlayAsInstant, id, None);
        // An ability is asked for its type and its cost as a card is.
        cite!("2.0.1a");
        let attack = self.card_pool.attacks(code);
        self.in_time(sight, seat, |card_type| card_type == ability.kind, attack, instant)?;
        if ability.attack {
            permits(sight, Deed::Attack, id, None, Ok(())).map_err(|(why, _)| (why, rule!("1.4.6")))?;
        }
        if ability.kind == CardType::Action && !attack {
            permits(sight, Deed::ActivateAction, id, None, Ok(()))?;
        }
        if attack && targets::attack_targets(sight, seat, None, &scope).is_empty() {
            return refuse("there is nothing to attack", rule!("8.3.1c"));
        }
        if !targets::can_declare(sight, code, &scope) {
            return refuse("there is no legal target for it", rule!("5.2.2b"));
        }
        can_pay_ability(self, sight, seat, id, ability)
    }

    /// Whether an ability can be activated once more this turn: within its limit (5.2.1a), or beyond it as
    /// effects allow.
    fn has_uses_left(&self, sight: &Sight<'_>, object: &Object, code: CodeRef, ability: &Activated) -> bool {
        cite!("5.2.3");
        let (mut each, mut in_all, mut attacks, mut set) = (0u8, 0u8, 0u8, None);
        for alter in sight.limits(object.id) {
            let Alter::Uses(uses, times) = alter else { continue };
            match uses {
                Uses::MoreEach => {
                    cite!("5.2.3a");
                    each = each.saturating_add(times);
                }
                Uses::MoreInAll => in_all = in_all.saturating_add(times),
                Uses::Attacks => set = Some(times),
                // Of abilities that attack only.
                Uses::MoreAttacks => {
                    cite!("5.2.3c");
                    attacks = attacks.saturating_add(times);
                }
            }
        }
        // What states how often in all replaces the limits of all attacks together, and other effects go
        // beyond that.
        cite!("5.2.3e");
        let set = set.filter(|_| self.card_pool.attacks(code));
        // An ability without a limit has one where an effect sets it.
        let Some(limit) = ability.limit.or(set) else { return true };
        if set.is_none() && object.uses(code) < limit.saturating_add(each) {
            return true;
        }
        // What lies beyond the limits of all abilities together; attacks use up first what is for attacks
        // only.
        cite!("5.2.3b");
        let (attack, mut over_attack, mut over_other) = (self.card_pool.attacks(code), 0u8, 0u8);
        for (_, other) in self.activated_codes(sight, object) {
            let attacks = self.card_pool.attacks(other);
            let printed = self.card_pool.activated(other).and_then(|ability| ability.limit);
            let Some(own) = set.filter(|_| attacks).map(|_| 0).or(printed) else { continue };
            let sum = if attacks { &mut over_attack } else { &mut over_other };
            *sum = sum.saturating_add(object.uses(other).saturating_sub(own.saturating_add(each)));
        }
        if set.is_some() && object.uses(code) < each {
            return true;
        }
        if set.is_some_and(|set| over_attack < set) {
            return true;
        }
        let over_attack = over_attack.saturating_sub(set.unwrap_or(0));
        let left = in_all.saturating_sub(over_other).saturating_sub(over_attack.saturating_sub(attacks));
        left > 0 || (attack && over_attack < attacks)
    }
}

/// Returns whether something lets an object be played or activated at other times than its type says.
fn lets_be_instant(spoken: &Spoken) -> bool {
    spoken.rules_on(Deed::PlayAsInstant)
}

/// True if a card cannot be played at this time, where nothing from elsewhere [lets cards be
/// instant](lets_be_instant) and no effect waits for the next one: most cards that are looked at are refused for this
/// alone.
fn is_plainly_untimely(rules: &FleshAndBlood, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
    let (Some(object), Some(properties)) = (sight.object(id), sight.properties(id)) else { return false };
    let types = &properties.types;
    rules.in_time(sight, seat, |card_type| types.is(card_type), types.has(subtype::ATTACK), false).is_err()
        && !sight.is_computed(id)
        && rules.card_pool.sides(object.card).is_empty()
        && !sight.says_of_itself(id, lets_be_instant)
}

/// True if an ability is another player's, or cannot be activated at this time and is `timely`: nothing from elsewhere
/// [lets objects be instant](lets_be_instant).
fn has_plainly_no_use(
    rules: &FleshAndBlood,
    sight: &Sight<'_>,
    seat: Seat,
    (id, code): (ObjectId, CodeRef),
    timely: bool,
) -> bool {
    let Some(ability) = rules.card_pool.activated(code) else { return false };
    let untimely = || {
        let attack = rules.card_pool.attacks(code);
        rules.in_time(sight, seat, |card_type| card_type == ability.kind, attack, false).is_err()
    };
    sight.holder(id) != Some(seat) || timely && !sight.says_of_itself(id, lets_be_instant) && untimely()
}

impl FrameRules<FleshAndBlood> for frame::Priority {
    /// Goes on where a player is about to get priority: game state actions first (1.10.2), then the player.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        if let Some(flow) = rules.game_state_actions(play) {
            return flow;
        }
        if play.state().board.combat.closing {
            rules.pop(play, rule!("1.10.2e"));
            play.emit(Event::PriorityTaken, rule!("1.10.2e"));
            rules.begin_step(play, Step::Close, rule!("7.7.2"));
            return Flow::Go;
        }
        if play.state().board.turn.priority.is_none() {
            let board = &play.state().board;
            let active = board.turn.active;
            // 4.5.1a: the turn of a player who has lost goes on without the player.
            let first = if board.player(active).lost.is_some() { board.next_seat(active) } else { active };
            play.emit(Event::PriorityGiven(first, 0), rule!("1.11.3"));
        }
        Flow::Ask
    }

    /// What the player with priority may do.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        if let Some(request) = rules.ask_waiting(sight) {
            return Some(request);
        }
        let board = sight.board;
        let seat = board.turn.priority?;
        cite!("1.11.4");
        let mut options = vec![Item::Pass];
        let timely = sight.is_silent(lets_be_instant);
        let strict = timely && rules.waiting_for(sight, seat).next().is_none();
        for id in rules.playable_zones(sight, seat) {
            if strict && is_plainly_untimely(rules, sight, seat, id) {
                test_assert!(rules.can_play(sight, seat, id).is_err(), "something lets {id} be played");
            } else if rules.can_play(sight, seat, id).is_ok() {
                options.push(Item::Act(verb::PLAY, id));
            }
        }
        let here = sight.computed.iter().filter_map(|(id, _)| board.get(id));
        // Those that are listed, or else all that there are.
        let listed = || sight.actors.into_iter().flatten().filter_map(|id| board.get(*id));
        let unlisted = sight.actors.is_none() && rules.card_pool.activates;
        let all = || unlisted.then(|| board.objects.iter()).into_iter().flatten();
        let elsewhere = |object: &&Object| !sight.is_computed(object.id) && acts(object, &rules.card_pool);
        let anywhere = || listed().chain(all()).filter(elsewhere);
        test_assert!(
            sight.actors.is_none() || anywhere().eq(board.objects.iter().filter(elsewhere)),
            "what can act elsewhere is listed"
        );
        for object in here.chain(anywhere()).filter(|object| object.is_source() && object.exists()) {
            for (place, code) in rules.activated_codes(sight, object) {
                if has_plainly_no_use(rules, sight, seat, (object.id, code), timely) {
                    test_assert!(
                        rules.can_activate(sight, seat, object.id, code).is_err(),
                        "{code:?} has a use"
                    );
                } else if rules.can_activate(sight, seat, object.id, code).is_ok() {
                    options.push(Item::Ability(object.id, place));
                }
            }
        }
        Some(Request {
            seat,
            prompt: Prompt::Priority.into(),
            rule: rule!("1.11.1"),
            subject: None,
            ask: Ask::one_of(options),
        })
    }

    /// Does what the player with priority chose.
    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        if rules.answers_waiting(play) {
            return rules.answer_waiting(play, choice);
        }
        let Choice::Pick(items) = choice else { return };
        let Some(item) = items.first() else { return };
        let seat = play.state().board.turn.priority.unwrap_or(play.state().board.turn.active);
        match *item {
            Item::Pass => {
                rules.note_declining(play);
                rules.pass(play, seat);
            }
            Item::Act(verb::PLAY, id) => rules.begin_playing(play, seat, id),
            Item::Ability(id, place) => {
                let sight = rules.sight(play);
                let code = sight
                    .object(id)
                    .and_then(|object| rules.activated_codes(&sight, object).find(|entry| entry.0 == place));
                if let Some((_, code)) = code {
                    rules.begin_activating(play, seat, id, code);
                }
            }
            Item::Act(..)
            | Item::Flag(_)
            | Item::Seat(_)
            | Item::Number(_)
            | Item::Object(_)
            | Item::Mode(_)
            | Item::Symbol(_)
            | Item::Pair(..)
            | Item::PairSeat(..)
            | Item::Concede
            | Item::Draw => {}
        }
    }
}
