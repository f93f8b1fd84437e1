//! Priority (116): what the player who has it may do, and what it does.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat, budget, trigger};

use crate::language::definition::{
    Ability, Alternative, Beginning, By, Cost, CostDeed, Deed, Ruling, Timing, ZoneKind,
};
use crate::language::types::{CardType, Supertype, TypeLine};
use crate::rules::casting::announcing::{announceable, can_announce};
use crate::rules::casting::{Route, least_targets};
use crate::rules::costs::taps;
use crate::rules::derived::{Derived, PriorityMemo, PriorityMoment, PriorityOptions, look};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic, verb};
use crate::rules::keywords::aftermath;
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::special_actions::offered;
use crate::rules::targets;
use crate::rules::teams::waiting_next;
use crate::rules::timing::{is_plainly_untimely, must_wait};
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, Board, CardId, Cast, CastMethod, Characteristics, CodeRef, Entering, Frame,
    MoveReason, Object, OnStack, Permit, Place, Proposal, StackKind, Value, Zone, frame,
};
use crate::{cite, rule};

impl Magic {
    /// What the player with priority may do.
    pub fn ask_priority(&self, board: &Board, derived: &mut Derived) -> Option<Request> {
        if !board.waiting.is_empty() {
            return match waiting_next(board) {
                trigger::Next::Choose(seat, places) => Some(self.ask_order(board, seat, &places)),
                trigger::Next::Place(_) | trigger::Next::Nothing => None,
            };
        }
        let seat = board.turn.priority?;
        let mut kept = std::mem::take(&mut derived.able);
        kept.resize_with(board.players.len(), PriorityMemo::default);
        let sight = look(board, &self.card_pool, derived);
        let moment = PriorityMoment {
            sorcery: self.sorcery_time(&sight, seat),
            step: self.card_pool.timed().then_some(board.turn.step),
        };
        let place = &mut kept[usize::from(seat.0)][usize::from(moment.sorcery)];
        let able = match place.take() {
            Some(able) if able.moment == moment => {
                duelog_kernel::test_assert_eq!(
                    able.options,
                    self.able(&sight, seat, &within_reach(self, &sight, seat)),
                    "what is kept is not stale"
                );
                able
            }
            Some(_) | None => {
                let own = within_reach(self, &sight, seat);
                let mana = sight.board.player(seat).has_mana();
                PriorityOptions { moment, options: self.able(&sight, seat, &own), own, mana }
            }
        };
        let mut options = std::mem::take(&mut derived.spare);
        options.extend_from_slice(&able.options);
        *place = Some(able);
        derived.able = kept;
        Some(Request {
            seat,
            prompt: Prompt::Priority.into(),
            rule: rule!("116.1"),
            subject: None,
            ask: Ask::one_of(options),
        })
    }

    /// All that a player could do with priority now, with these permanents among others. It reads nothing of the time
    /// but what [`PriorityMoment`] says.
    fn able(&self, sight: &Sight<'_>, seat: Seat, own: &[ObjectId]) -> Vec<Item> {
        budget::look(sight.board.zone(Zone::Battlefield).len());
        let board = sight.board;
        let mut options = vec![Item::Pass];
        let hurried = !self.sorcery_time(sight, seat) && !sight.has_rulings();
        for &id in board.zone(Zone::Hand(seat)) {
            if hurried && must_wait(self, sight, seat, id) {
                continue;
            }
            if self.can_play_land(sight, seat, id).is_ok() {
                options.push(Item::Act(verb::PLAY, id));
            }
            self.add_castings(sight, seat, id, &mut options);
        }
        let graveyard =
            if self.card_pool.casts_from_graveyards() { board.zone(Zone::Graveyard(seat)) } else { &[] };
        for &id in graveyard {
            let castable = |object: &Object| {
                let mut faces = self.card_pool.halves(object.card).iter().copied().chain([object.card]);
                let gained = |own: &Characteristics| {
                    own.granted.iter().any(|given| self.card_pool.way_given(*given).is_some())
                };
                faces.any(|face| castable_from(&self.card_pool, face, ZoneKind::Graveyard))
                    || sight.characteristics(object.id).is_some_and(gained)
            };
            if sight.object(id).is_some_and(castable) {
                self.add_castings(sight, seat, id, &mut options);
            }
        }
        self.add_commanders(sight, seat, &mut options);
        for (id, _) in sight.playable(seat) {
            if options.iter().any(|option| matches!(option, Item::Act(_, known) if *known == id)) {
                continue;
            }
            cite!("601.1a");
            let trial =
                self.card_pool.is_played_up(board, seat, id).then(|| self.trial_up(sight, id)).flatten();
            let up = trial.as_ref().map(|trial| trial.sight(sight));
            let sight = up.as_ref().unwrap_or(sight);
            if self.can_play_land(sight, seat, id).is_ok() {
                options.push(Item::Act(verb::PLAY, id));
            }
            self.add_castings(sight, seat, id, &mut options);
        }
        // Abilities that work in a hand or a graveyard are looked for only where a card has one.
        let zones: &[Zone] =
            if self.card_pool.acts_elsewhere() { &[Zone::Hand(seat), Zone::Graveyard(seat)] } else { &[] };
        let zones = zones.iter().chain(zones.first().map(|_| &Zone::Command));
        let elsewhere = zones.flat_map(|zone| board.zone(*zone)).filter(|id| {
            let works = |(_, ability)| self.card_pool.ability(ability).is_some_and(Ability::acts_elsewhere);
            sight.characteristics(**id).is_some_and(|characteristics| characteristics.abilities().any(works))
                && (sight.controller(**id) == Some(seat) || self.is_open_to_all(sight, **id))
        });
        let sources = self.sources(sight, seat);
        let mut ready = sources.iter().peekable();
        for &id in own.iter().chain(elsewhere) {
            let (Some(object), Some(own)) = (sight.object(id), sight.characteristics(id)) else { continue };
            cite!("115.2b");
            options.extend(self.turnings(sight, seat, object).map(|verb| Item::Act(verb, id)));
            cite!("112.3b", "116.1b");
            self.card_pool.each_activated(own, |place| {
                let can = ready.next_if(|source| (source.object, source.place) == (id, place)).is_some()
                    || (!self.is_tapped_for(sight, id, place)
                        && self.can_activate(sight, seat, id, place).is_ok());
                if can {
                    options.push(Item::Ability(id, place.number()));
                }
            });
        }
        options.extend(self.revealable(board, seat));
        options.extend(self.offers_to(sight, seat).map(Item::Number));
        options
    }

    /// Adds the commanders that the player can cast.
    fn add_commanders(&self, sight: &Sight<'_>, seat: Seat, options: &mut Vec<Item>) {
        if !sight.board.terms.variant.has_commanders() {
            return;
        }
        for &id in sight.board.zone(Zone::Command) {
            if sight.board.can_be_commanded(seat, id) {
                cite!("903.8");
                self.add_castings(sight, seat, id, options);
            }
        }
    }

    /// 116.3c: who has acted gets priority again. A team gets it as a whole: its primary player is asked first, and as
    /// long as one of its players after the other does nothing, the next one, before it passes (805.5).
    pub fn keep_priority(&self, play: &mut Game<'_>, seat: Seat, rule: RuleId) {
        cite!("116.6", "805.5", "805.5a");
        let first = play.state().board.primary(seat);
        play.emit(Event::PriorityGiven(first, 0), rule);
    }

    /// 116.3d, 116.4: the next player gets priority; when all have passed in succession, the top of the stack
    /// resolves or the step ends.
    fn pass(&self, play: &mut Game<'_>, seat: Seat) {
        let board = &play.state().board;
        let passed = board.turn.passed + 1;
        // The players of a team sit side by side: all of them have passed before the next team gets priority.
        cite!("805.5b");
        if usize::from(passed) < board.each_from(seat).count() {
            let next = board.next_seat(seat);
            return play.emit(Event::PriorityGiven(next, passed), rule!("116.3d"));
        }
        let top = board.zone(Zone::Stack).last().copied();
        cite!("405.5", "500.2");
        play.emit(Event::PriorityTaken, rule!("116.4"));
        match top {
            Some(object) => self.push(play, Frame::Resolving { object, done: false }, rule!("608.1")),
            None => self.pop(play, rule!("116.4")),
        }
    }

    fn play_land(&self, play: &mut Game<'_>, seat: Seat, object: ObjectId) {
        cite!("115.1", "115.3");
        if self.card_pool.is_played_up(&play.state().board, seat, object) {
            play.emit(Event::TurnedUp(object, 0), rule!("406.3"));
        }
        self.keep_priority(play, seat, rule!("116.3c"));
        let hand = play.state().board.get(object).is_some_and(|land| land.zone == Zone::Hand(seat));
        let permit = if hand { None } else { self.sight(play).permits(seat, object).first().copied() };
        if let Some(permit) = permit {
            self.count_permit(play, permit);
        }
        self.land_played(play, seat, object);
    }

    /// Puts a land that is played onto the battlefield (305.1).
    pub fn land_played(&self, play: &mut Game<'_>, seat: Seat, object: ObjectId) {
        cite!("305.4");
        let each = play.state().board.shares_turns();
        let played = if each { Event::MateLandPlayed(seat) } else { Event::LandPlayed };
        play.emit(played, rule!("305.2"));
        let entering = Entering { controller: Some(seat), ..Entering::default() };
        self.happen(
            play,
            vec![Proposal::Move {
                object,
                to: Zone::Battlefield,
                place: Place::Top,
                entering,
                why: MoveReason::Played,
            }],
        );
    }

    /// Whether a card can be played as a land now (305.1-3).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_play_land(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Result<(), Refusal> {
        let turn = &sight.board.turn;
        if !sight.has_type(id, CardType::Land) {
            return refuse("it is not a land", rule!("305.1"));
        }
        at_hand(sight, seat, id)?;
        self.has_land_play(sight, seat)?;
        if sight.cannot_play(seat, id) {
            return refuse("an effect says that the player cannot play it", rule!("101.2"));
        }
        cite!("115.2a", "505.5b");
        if !turn.step.is_main() || !sight.board.zone(Zone::Stack).is_empty() {
            return refuse(
                "a land can be played only in a main phase while the stack is empty",
                rule!("305.1"),
            );
        }
        Ok(())
    }

    /// Whether a player may play a land this turn, apart from the time and the zone (305.2-3).
    fn has_land_play(&self, sight: &Sight<'_>, seat: Seat) -> Result<(), Refusal> {
        if !sight.board.is_active(seat) {
            return refuse("a land can be played only in one's own turn", rule!("305.3"));
        }
        cite!("305.2a");
        match sight.land_plays(seat) {
            None => refuse("an effect says that the player cannot play lands", rule!("101.2")),
            Some(plays) if u32::from(sight.board.lands_played(seat)) >= plays => {
                refuse("no more lands can be played this turn", rule!("305.2"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether a card can be played while something resolves, without paying its mana cost (608.2f): what its
    /// type says about the time does not matter.
    pub fn can_play_free(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
        if sight.object(id).is_some_and(|object| object.down.is_some()) {
            // It is turned face up before it is played.
            let trial = self.trial_up(sight, id);
            return trial.is_some_and(|trial| self.can_play_free(&trial.sight(sight), seat, id));
        }
        if sight.object(id).is_some_and(|object| !self.card_pool.halves(object.card).is_empty()) {
            return !self.free_halves(sight, seat, id).is_empty();
        }
        if sight.has_type(id, CardType::Land) {
            cite!("305.2b");
            return self.has_land_play(sight, seat).is_ok() && !sight.cannot_play(seat, id);
        }
        self.can_propose(sight, seat, id, None).is_ok()
    }

    /// The halves of a split card that a player can cast while something resolves, without paying a mana cost.
    pub fn free_halves(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Vec<u8> {
        let card = sight.object(id).map(|object| object.card);
        let can = |side: &u8| {
            let face = card.and_then(|card| self.face_for(card, *side));
            let trial = face.and_then(|face| self.trial_of(sight, id, face));
            trial.is_some_and(|trial| self.can_propose(&trial.sight(sight), seat, id, None).is_ok())
        };
        [verb::LEFT, verb::RIGHT].into_iter().filter(can).collect()
    }

    /// Whether a card can be cast while something resolves, for its alternative cost at a place: what its type
    /// says about the time does not matter.
    pub fn can_cast_for(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, place: u8) -> bool {
        let Some(object) = sight.object(id).filter(|object| object.zone.exists()) else { return false };
        let code = CodeRef { card: object.card, ability: None };
        if sight.may_cast(seat, id, false).is_err()
            || self.has_targets(sight, seat, id, code, rule!("601.2c")).is_err()
        {
            return false;
        }
        let mut stack = OnStack::new(StackKind::Spell);
        stack.targets = least_targets(self.card_pool.targets(code), 0);
        stack.cast.from = object.zone.kind();
        let way = CastMethod::Alternative(place);
        let route = Route { mode: u32::from(place) + 1, way, permit: None };
        self.can_take(sight, seat, (id, object.card), &stack, route).is_ok()
    }

    /// Whether a card can be cast now, to the end (601.3).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_cast(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Result<(), Refusal> {
        let Some(object) = sight.object(id) else { return refuse("there is no such card", rule!("601.2a")) };
        let card = self.card_pool.card(object.printed());
        let types = &card.base.types;
        if types.is(CardType::Land) {
            cite!("300.2a");
            return refuse("a land cannot be cast as a spell", rule!("305.9"));
        }
        if aftermath::has(&card.base) && !matches!(object.zone, Zone::Graveyard(_)) {
            return refuse("this half can be cast only from a graveyard", rule!("702.126a"));
        }
        cite!("116.1a", "601.3");
        if is_plainly_untimely(self, sight, seat, object) {
            return untimely(types);
        }
        let mut cast = Cast::default();
        self.note_leave(sight, seat, id, &mut cast);
        let own = !cast.bare && castable_from(&self.card_pool, object.printed(), ZoneKind::Graveyard);
        let buried = matches!(object.zone, Zone::Graveyard(owner) if owner == seat);
        let castable = buried && (own || !cast.gained.is_empty()) || sight.board.can_be_commanded(seat, id);
        if !castable {
            at_hand(sight, seat, id)?;
        }
        let flash = |permit: &Permit| self.card_pool.permission(permit).is_some();
        cite!("505.5a");
        let own = |alternative: &Alternative| {
            alternative.flash && !alternative.granted && object.zone.is(alternative.zone)
        };
        let hurries = cast.timely || card.definition.alternatives.iter().any(own);
        if cast.hurried && !hurries && !cast.permits.iter().any(flash) {
            return untimely(types);
        }
        self.can_propose(sight, seat, id, Some(cast))
    }

    /// Whether a card can be cast to the end, apart from the time and the zone: nothing forbids it, there are
    /// modes and targets, and it can be paid for; without its mana cost where nothing is noted of how it is
    /// cast.
    fn can_propose(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        cast: Option<Cast>,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(id) else { return refuse("there is no such card", rule!("601.2a")) };
        let card = self.card_pool.card(object.printed());
        // 601.3a: as what it is cast is chosen later, where it can be one thing or another.
        if !self.is_bestowable(object.printed()) || cast.is_none() {
            sight.may_cast(seat, id, false)?;
        }
        legend_leads(sight, seat, &card.base.types)?;
        if let Some(spell) = &card.definition.spell {
            cite!("112.6d");
            let now = sight.board.turn.step;
            cite!("506.6", "506.6c");
            if !spell.during.is_empty() && !spell.during.iter().any(|span| now.is_in(*span)) {
                return refuse("it cannot be cast at this time", rule!("601.3"));
            }
            let scope = Scope::of(id, seat);
            if spell.only_if.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
                return refuse("its condition does not hold", rule!("601.3"));
            }
        }
        // 601.2b comes before 601.2c: whether there are targets can depend on the cost that is chosen.
        if cast.is_none() || !card.definition.may_have_no_targets() {
            let code = CodeRef { card: object.printed(), ability: None };
            self.has_targets(sight, seat, id, code, rule!("601.2c"))?;
        }
        let mut stack = OnStack::new(StackKind::Spell);
        stack.targets =
            least_targets(self.card_pool.targets(CodeRef { card: object.printed(), ability: None }), 0);
        stack.x = self.least_x(object.printed());
        match cast {
            Some(cast) => {
                stack.cast = cast;
                self.can_take_any(sight, seat, (id, object.printed()), &stack)
            }
            // Without paying the mana cost, what has none can be cast.
            None => {
                stack.cast.from = object.zone.kind();
                can_announce(self, sight, seat, (id, object.printed()), &stack, CastMethod::Free)
            }
        }
    }

    /// Whether there are targets for a spell that is cast for a certain cost.
    ///
    /// # Errors
    /// That there are none.
    pub fn has_targets_for(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
    ) -> Result<(), Refusal> {
        let code = CodeRef { card, ability: None };
        let groups = self.card_pool.targets_on(code, stack);
        if groups.is_empty() {
            return Ok(());
        }
        if self.card_pool.bestowed(code, stack).is_some() {
            let cast = self.card_pool.looks_at_spells().then_some(id);
            let scope = Scope { written: Some(card), cast, ..Scope::of(id, seat) };
            let enough = targets::enough(sight, &groups, &[], &scope);
            return if enough { Ok(()) } else { refuse("there is no legal target for it", rule!("601.2c")) };
        }
        self.has_targets(sight, seat, id, code, rule!("601.2c"))
    }

    /// Whether there are targets for a spell or ability: for what belongs to no mode, and for as many modes
    /// as must be chosen.
    pub fn has_targets(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        code: CodeRef,
        rule: RuleId,
    ) -> Result<(), Refusal> {
        let groups = self.card_pool.targets(code);
        let cast = (code.ability.is_none() && self.card_pool.looks_at_spells()).then_some(source);
        let scope = Scope { written: Some(code.card), cast, ..Scope::of(source, seat) };
        let numbers = announceable(self, sight, seat, groups);
        let enough = match self.card_pool.modes(code) {
            Some(modes) => {
                targets::modes(sight, modes.of, groups, &scope, &numbers).len() >= usize::from(modes.least)
            }
            None => targets::enough_for_any(sight, groups, &[], &scope, &numbers),
        };
        if enough { Ok(()) } else { refuse("there is no legal target for it", rule) }
    }

    /// Whether a sorcery could be cast (307.5).
    pub fn sorcery_time(&self, sight: &Sight<'_>, seat: Seat) -> bool {
        cite!("307.5");
        sight.board.is_active(seat)
            && sight.board.turn.step.is_main()
            && sight.board.zone(Zone::Stack).is_empty()
    }

    /// The places of all abilities that are printed on an object's card, and of those that effects and basic
    /// land types give it.
    pub fn places(&self, sight: &Sight<'_>, id: ObjectId) -> Vec<AbilityPlace> {
        let Some(characteristics) = sight.characteristics(id) else { return Vec::new() };
        let printed =
            (0..self.card_pool.card(characteristics.card).printed.len() as u32).map(AbilityPlace::Printed);
        let granted = (0..characteristics.granted.len() as u32).map(AbilityPlace::Granted);
        printed.chain(granted).chain(characteristics.intrinsic_places()).collect()
    }

    /// The places of the activated abilities that a permanent has.
    pub fn activated_places(&self, sight: &Sight<'_>, id: ObjectId) -> Vec<AbilityPlace> {
        let mut places = Vec::new();
        if let Some(own) = sight.characteristics(id) {
            self.card_pool.each_activated(own, |place| places.push(place));
        }
        places
    }

    /// Whether an ability taps its permanent, which is tapped already.
    pub fn is_tapped_for(&self, sight: &Sight<'_>, id: ObjectId, place: AbilityPlace) -> bool {
        sight.object(id).is_some_and(|object| object.permanent.tapped)
            && match sight.ability(id, place) {
                Some((_, Ability::Activated(ability))) => taps(&ability.cost),
                Some(_) => false,
                None => matches!(place, AbilityPlace::Intrinsic(_)),
            }
    }

    /// Whether an activated ability can be activated now, to the end (602.2, 602.5).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_activate(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        place: AbilityPlace,
    ) -> Result<(), Refusal> {
        self.may_activate(sight, seat, id, place)?;
        let Some((reference, Ability::Activated(ability))) = sight.ability(id, place) else {
            return self.can_pay(sight, id, &[&Cost::Tap], &Scope::of(id, seat));
        };
        let mut stack = OnStack::new(StackKind::Activated(id, reference.place));
        stack.targets = least_targets(&ability.targets, 0);
        stack.x = self.least_x(reference.card);
        can_announce(self, sight, seat, (id, reference.card), &stack, CastMethod::Priority)
    }

    /// Whether an activated ability can be activated now, whatever it costs (602.2, 602.5).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn may_activate(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        place: AbilityPlace,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(id).filter(|object| object.zone.exists()) else {
            return refuse("it is not on the battlefield", rule!("602.2"));
        };
        let ability = sight.ability(id, place);
        let by = if let Some((_, Ability::Activated(ability))) = ability {
            ability.timing.by
        } else {
            By::Controller
        };
        cite!("301.5d", "303.4e");
        let own = sight.controller(id) == Some(seat);
        if by == By::Controller && !own {
            return refuse("only its controller can activate it", rule!("602.2"));
        }
        let opposes = sight.controller(id).is_some_and(|holder| sight.board.are_opponents(seat, holder));
        if by == By::Opponents && !opposes {
            return refuse("only opponents of its controller can activate it", rule!("602.1b"));
        }
        if !sight.in_range(seat, Value::Object(id)) {
            return refuse("it is out of the player's range of influence", rule!("801.6"));
        }
        if !self.activated_places(sight, id).contains(&place) {
            return refuse("it has no such activated ability", rule!("602.1"));
        }
        let kind = if let Some((_, Ability::Activated(ability))) = ability {
            ability.zone
        } else {
            ZoneKind::Battlefield
        };
        cite!("112.6i", "112.6k");
        if !object.zone.is(kind) {
            return refuse("its ability does not work in the zone where it is", rule!("602.2"));
        }
        let special =
            matches!(ability, Some((_, Ability::Activated(ability))) if ability.timing.is_special());
        let gives_mana = ability.is_none_or(|(reference, _)| {
            self.card_pool.card(reference.card).is_mana_ability(reference.place)
        });
        if !gives_mana && !special && sight.cannot_activate(seat, id) {
            return refuse("an effect says that its abilities cannot be activated", rule!("602.5"));
        }
        if !special && sight.ruled(id, Ruling::Forbid, Deed::Activate) {
            return refuse("its activated abilities cannot be activated", rule!("602.5"));
        }
        let Some((reference, Ability::Activated(ability))) = ability else { return Ok(()) };
        self.in_time(sight, seat, id, reference, &ability.timing)?;
        let cycles = |cost: &Cost| matches!(cost, Cost::Deed(CostDeed::Cycle, ..));
        if ability.cost.iter().any(cycles) && sight.cannot_cycle(seat, id) {
            return refuse("an effect says that cards cannot be cycled", rule!("602.5"));
        }
        cite!("606.2");
        if ability.cost.iter().any(|cost| matches!(cost, Cost::Loyalty(_))) {
            self.in_time_for_loyalty(sight, seat, object)?;
        }
        self.has_targets(
            sight,
            seat,
            id,
            CodeRef { card: reference.card, ability: Some(reference.place) },
            rule!("602.2b"),
        )
    }

    /// Whether a loyalty ability of a permanent can be activated now (606.3).
    fn in_time_for_loyalty(&self, sight: &Sight<'_>, seat: Seat, object: &Object) -> Result<(), Refusal> {
        cite!("112.5", "209.2", "306.5d");
        if !self.sorcery_time(sight, seat) {
            return refuse(
                "a loyalty ability is activated only in one's own main phase while the stack is empty",
                rule!("606.3"),
            );
        }
        if object.permanent.loyalty_used {
            return refuse(
                "one of its loyalty abilities has already been activated this turn",
                rule!("606.3"),
            );
        }
        Ok(())
    }

    /// Whether an ability can be activated at this time (602.5b-d).
    fn in_time(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        ability: AbilityRef,
        timing: &Timing,
    ) -> Result<(), Refusal> {
        let during =
            timing.during.is_empty() || timing.during.iter().any(|span| sight.board.turn.step.is_in(*span));
        if (timing.sorcery && !self.sorcery_time(sight, seat)) || !during {
            return refuse("it cannot be activated at this time", rule!("602.5d"));
        }
        if timing.offered {
            return refuse("it can be done only as an effect of its card lets players", rule!("115.2c"));
        }
        if timing.opening != Beginning::No {
            return refuse("it is done only as the game begins", rule!("103.5"));
        }
        if timing.castable {
            // 702.61c: what forbids to cast it counts.
            cite!("702.61c");
            sight.may_cast(seat, id, false)?;
            if !self.is_time_for(sight, seat, id) {
                return refuse("its card could not be cast at this time", rule!("115.2f"));
            }
        }
        let scope = Scope { written: Some(ability.card), ..Scope::of(id, seat) };
        cite!("506.6g");
        if timing.only_if.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
            return refuse("its condition does not hold", rule!("602.5b"));
        }
        let (times, own) =
            (sight.object(id).map_or(0, |object| object.activated(ability)), sight.instances(id, ability));
        // 602.5b: it stays so limited whoever controls its object.
        if timing.limit.is_some_and(|limit| times >= limit.saturating_mul(own)) {
            return refuse("it has been activated as often as it can be this turn", rule!("602.5b"));
        }
        let in_all = sight.object(id).map_or(0, |object| object.used(ability));
        if timing.ever.is_some_and(|ever| in_all >= ever.saturating_mul(own)) {
            return refuse("it has been activated as often as it ever can be", rule!("602.5b"));
        }
        Ok(())
    }

    /// Whether an object has an ability that others than its controller may activate.
    fn is_open_to_all(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        let open = |(_, ability)| {
            self.card_pool.activated(ability).is_some_and(|ability| ability.timing.by != By::Controller)
        };
        self.card_pool.is_open_to_others()
            && sight.characteristics(id).is_some_and(|characteristics| characteristics.abilities().any(open))
    }
}

/// The permanents whose abilities a player may activate: the player's own, and those that are open to all.
fn within_reach(rules: &Magic, sight: &Sight<'_>, seat: Seat) -> Vec<ObjectId> {
    let reached = |id: &ObjectId| sight.controller(*id) == Some(seat) || rules.is_open_to_all(sight, *id);
    sight.board.zone(Zone::Battlefield).iter().copied().filter(reached).collect()
}

impl FrameRules<Magic> for frame::Priority {
    /// Goes on where a player is about to get priority (116.5): state-based actions, then triggered
    /// abilities, then the player.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if !play.derived.checked {
            cite!("704.4");
            if rules.state_actions(play) {
                return Flow::Go;
            }
            rules.notice_state(play);
            play.derived.checked = true;
        }
        duelog_kernel::test_assert!(
            !rules.state_actions_wait(play),
            "state-based actions were looked for when they had to be"
        );
        cite!("116.2a", "116.5");
        match rules.next_waiting(play) {
            trigger::Next::Place(place) => {
                cite!("503.1a", "508.2b", "509.4a", "510.3a");
                rules.place_trigger(play, place);
                return Flow::Go;
            }
            trigger::Next::Choose(..) => return Flow::Ask,
            trigger::Next::Nothing => {}
        }
        if play.state().board.turn.priority.is_none() {
            // 800.4i: the next player where the active player has left the game.
            let first = play.state().board.apnap().first().copied();
            cite!("116.3b", "800.4i");
            let first = first.unwrap_or(play.state().board.turn.active);
            play.emit(Event::PriorityGiven(first, 0), rule!("116.3a"));
        }
        Flow::Ask
    }

    /// Does what the player with priority chose.
    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        let Some(item) = items.first() else { return };
        let seat = play.state().board.turn.priority.unwrap_or(play.state().board.turn.active);
        match item {
            Item::Pass => rules.pass(play, seat),
            Item::Act(verb::PLAY, id) => rules.play_land(play, seat, *id),
            Item::Act(verb::UP, id) if play.state().board.is_agenda(seat, *id) => {
                rules.reveal_agenda(play, seat, *id);
            }
            Item::Act(verb @ (verb::UP | verb::UNMANIFEST), id) => {
                rules.begin_turning(play, seat, *id, *verb);
            }
            Item::Act(verb, id) => {
                let card = play.state().board.get(*id).map(|object| object.card);
                let face = card.and_then(|card| rules.face_for(card, *verb));
                rules.begin_casting(play, seat, *id, CastMethod::Priority, face);
            }
            Item::Ability(id, place) => {
                if let Some(place) = AbilityPlace::numbered(*place) {
                    rules.begin_activating(play, seat, *id, place);
                }
            }
            Item::Number(id) if offered(&play.state().board, *id).is_some() => {
                rules.take_offer(play, seat, *id);
            }
            Item::Number(id) => rules.place_waiting(play, *id),
            Item::Flag(_)
            | Item::Seat(_)
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

/// Whether a card can be cast from such a zone for one of its own costs (117.9).
fn castable_from(card_pool: &CardPool, card: CardId, zone: ZoneKind) -> bool {
    cite!("112.6e");
    card_pool.card(card).definition.casts_from(zone)
}

/// Whether a player who casts a legendary instant or sorcery controls a legendary creature or planeswalker.
fn legend_leads(sight: &Sight<'_>, seat: Seat, types: &TypeLine) -> Result<(), Refusal> {
    let brief = types.is(CardType::Instant) || types.is(CardType::Sorcery);
    let leads = |id: &ObjectId| {
        let own = sight.characteristics(*id).filter(|_| sight.controller(*id) == Some(seat));
        own.is_some_and(|own| {
            own.types.is_super(Supertype::Legendary)
                && (own.types.is(CardType::Creature) || own.types.is(CardType::Planeswalker))
        })
    };
    if brief && types.is_super(Supertype::Legendary) && !sight.board.zone(Zone::Battlefield).iter().any(leads)
    {
        return refuse("the player controls no legendary creature or planeswalker", rule!("205.4e"));
    }
    Ok(())
}

/// A card of these types cannot be cast at this time.
fn untimely<T>(types: &TypeLine) -> Result<T, Refusal> {
    refuse("it can be cast only in one's own main phase while the stack is empty", timing_rule(types))
}

/// The rule that says when a card of these types can be cast.
fn timing_rule(types: &TypeLine) -> RuleId {
    if types.is(CardType::Sorcery) {
        rule!("307.1")
    } else if types.is(CardType::Creature) {
        rule!("302.1")
    } else if types.is(CardType::Artifact) {
        rule!("301.1")
    } else if types.is(CardType::Enchantment) {
        rule!("303.1")
    } else if types.is(CardType::Planeswalker) {
        rule!("306.1")
    } else {
        rule!("116.1a")
    }
}

/// Whether a card is in the player's hand, or may be played as though it were.
fn at_hand(sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Result<(), Refusal> {
    match sight.object(id) {
        Some(object) if object.zone == Zone::Hand(seat) => Ok(()),
        Some(_) if sight.playable(seat).iter().any(|(card, _)| *card == id) => Ok(()),
        _ => refuse("it is not in the player's hand", rule!("601.2a")),
    }
}
