//! Effects on the rules of the game (613.10): what players can and cannot do, and what it costs them.
//!
//! "Cannot" beats "can" (101.2), so it is asked first wherever both are asked.
use std::borrow::Cow;

use duelog_kernel::unsettled::Knows;
use duelog_kernel::{ObjectId, Seat, test_assert_eq};

use crate::language::definition::{
    self, Ability, Asked, Change, Counter, Deed, Filter, Until, Verb, Written,
};
use crate::language::keyword::Keyword;
use crate::language::mana::ManaCost;
use crate::rules::eval::{Scope, Sight};
use crate::rules::fixing;
use crate::rules::refusal::Refusal;
use crate::state::{
    AbilityRef, Alter, Characteristics, CodeRef, Fixed, Lasting, LastingKind, Permit, Value, Zone,
};
use crate::{cite, rule};

/// A change to the rules for a player, and from where its filters are looked at.
pub struct Ruling<'a> {
    /// What changes; where a script says it, with what it spoke of as its effect began.
    pub change: Cow<'a, Change<Written>>,
    /// Its source and whose it is.
    pub scope: Scope<'a>,
    /// The cards that it is about, where a resolution has settled that (611.2c).
    pub cards: &'a [ObjectId],
    /// Where it is written.
    pub written: Permit,
}

/// Whether a change is one to the rules for players and not to objects.
pub fn for_players(change: &Change<Written>) -> bool {
    match change {
        Change::Rule(_, deed, _) => deed.is_of_players(),
        Change::AtMost(..)
        | Change::MostCounters(..)
        | Change::CostsMore(..)
        | Change::CostsLess(..)
        | Change::CostsLessBy(..)
        | Change::CostsInstead(..)
        | Change::AbilitiesCostLess(..)
        | Change::AbilitiesCostMore(..)
        | Change::CostsAtLeast(..)
        | Change::NoCounters(..)
        | Change::GetNo(_)
        | Change::UntapsAtMost(..)
        | Change::Costs(_)
        | Change::PlayersGain(_)
        | Change::MayPlay(..) => true,
        Change::Word(never, _)
        | Change::CannotBeBlockedHere(never, _)
        | Change::SparingProtection(_, _, never, _)
        | Change::Bars(never) => match *never {},
        Change::Control(_)
        | Change::ColorWord(..)
        | Change::TypeWord(..)
        | Change::Set(_)
        | Change::Add(_)
        | Change::Gain(_)
        | Change::GainSparing(..)
        | Change::GainAbility(_)
        | Change::GainThis
        | Change::Lose(_)
        | Change::LoseAbilities
        | Change::SetSize(..)
        | Change::Size(..)
        | Change::SizeEach(..)
        | Change::SetSizeEach(..)
        | Change::CannotHave(_)
        | Change::EveryName
        | Change::Named(_)
        | Change::FullText(..)
        | Change::CopyOf(_)
        | Change::SetOne(..)
        | Change::MustBlock(_)
        | Change::MustAttackThis(_)
        | Change::MustAttack(_)
        | Change::BlockedBy(..)
        | Change::GainLine(_)
        | Change::GainActivated(_)
        | Change::Switch => false,
    }
}

/// Whether a change rules so of such deeds.
fn rules(what: (definition::Ruling, Deed)) -> impl Fn(&Change<Written>) -> bool {
    move |change| matches!(change, Change::Rule(ruling, deed, _) if (*ruling, *deed) == what)
}

impl<'a> Ruling<'a> {
    /// The same with what it spoke of as its effect began (608.2h).
    fn begun_with(self, fixed: &'a Fixed) -> Ruling<'a> {
        let change = Cow::Owned(fixing::read(&self.change, fixed));
        Ruling { change, scope: Scope { targets: &fixed.groups, ..self.scope }, ..self }
    }

    /// Whether what it is about matches an object.
    pub fn is_about(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        match &*self.change {
            Change::Rule(_, _, filter)
            | Change::CostsMore(filter, _)
            | Change::CostsLess(filter, _)
            | Change::CostsLessBy(filter, _)
            | Change::AbilitiesCostMore(filter, ..)
            | Change::CostsAtLeast(filter, _)
            | Change::NoCounters(_, filter)
            | Change::UntapsAtMost(filter, _)
            | Change::CostsInstead(filter, _) => sight.matches(filter, id, &self.scope),
            _ => false,
        }
    }
}

impl<'a> Sight<'a> {
    /// Whether what an effect says of an object in such a deed with others is said of this one (509.1b).
    pub fn barred(&self, own: &Characteristics, deed: Deed, other: ObjectId) -> bool {
        self.barred_as(own, deed, other, None)
    }

    /// The same, where a card may be looked at as the spell that it would be.
    fn barred_as(&self, own: &Characteristics, deed: Deed, other: ObjectId, cast: Option<ObjectId>) -> bool {
        own.limits.iter().any(|limit| {
            let Alter::Bars(told) = limit else { return false };
            let written = &told.written;
            let Some(change @ Change::Rule(_, of, _)) = self.card_pool.allowed(written) else { return false };
            let text = written.effect.is_none().then_some(written.code.card);
            let scope = Scope { written: text, cast, ..Scope::of(written.source, told.controller) };
            let ruling = Ruling { change: Cow::Borrowed(change), scope, cards: &[], written: *written };
            let ruling = if written.effect.is_some() { ruling.begun_with(&told.fixed) } else { ruling };
            *of == deed && ruling.is_about(self, other)
        })
    }

    /// True if an effect keeps an object from being the target of a spell or of an ability of an object (101.2).
    pub fn is_barred_target(&self, id: ObjectId, source: ObjectId, cast: Option<ObjectId>) -> bool {
        self.characteristics(id).is_some_and(|own| self.barred_as(own, Deed::BeTarget, source, cast))
    }

    /// True if an effect keeps a spell, or abilities of an object, from countering a spell (101.2).
    pub fn is_barred_counter(&self, source: ObjectId, spell: ObjectId) -> bool {
        cite!("101.2");
        self.characteristics(source).is_some_and(|own| self.barred(own, Deed::Counter, spell))
    }

    /// True if nothing keeps a permanent from being sacrificed (101.2, 701.16a).
    pub fn can_be_sacrificed(&self, id: ObjectId) -> bool {
        cite!("101.2");
        !self.ruled(id, definition::Ruling::Forbid, Deed::BeSacrificed)
    }

    /// True if anything on the table could change the rules for players.
    pub fn has_rulings(&self) -> bool {
        let says = |lasting: &Lasting| matches!(lasting.kind, LastingKind::Players { .. });
        !self.rulings.is_empty() || self.board.effects.iter().any(says)
    }

    /// The wanted changes to the rules that are in force for a player, or for anyone, those of permanents
    /// first. Whether others are in force is not asked.
    fn rulings(&self, seat: Option<Seat>, wanted: impl Fn(&Change<Written>) -> bool) -> Vec<Ruling<'a>> {
        let mut rulings = Vec::new();
        let wanted = |change: &Change<Written>| for_players(change) && wanted(change);
        let of = |changes: &'a [Change<Written>], scope: Scope<'a>, from: Permit| {
            let wanted = changes.iter().zip(0u8..).filter(|(change, _)| wanted(change));
            wanted.map(move |(change, at)| Ruling {
                change: Cow::Borrowed(change),
                scope,
                cards: &[],
                written: Permit { change: at, ..from },
            })
        };
        for &(id, reference) in self.rulings {
            let Some(ability) = self.ruling(reference, wanted) else { continue };
            let Some(controller) = self.controller(id) else { continue };
            let scope = Scope { written: Some(reference.card), ..Scope::of(id, controller) };
            let holds = ability.condition.as_ref().is_none_or(|condition| self.holds(condition, &scope));
            let others = ability.affects == definition::Group::PlayersExcept(definition::Ref::Active);
            let affected = |seat| {
                !(others && self.board.is_active(seat))
                    && self.seats(&ability.affects, &scope).contains(&seat)
                    && !self.ignores(seat, id, reference)
            };
            if holds && seat.is_none_or(affected) {
                let code = CodeRef { card: reference.card, ability: Some(reference.place) };
                let from = Permit { source: id, code, at: 0, change: 0, effect: None };
                rulings.extend(of(&ability.changes, scope, from));
            }
        }
        for lasting in &self.board.effects {
            if let LastingKind::Players { seats, code, at, cards, x, fixed, .. } = &lasting.kind
                && seat.is_none_or(|seat| seats.contains(&seat))
                && let Some(Verb::Modify(_, changes, _)) = self.card_pool.verb(*code, *at)
            {
                let source = lasting.source;
                let from = Permit { source, code: *code, at: *at, change: 0, effect: Some(lasting.id) };
                let scope = Scope { x: *x, knows: Knows::Context, ..Scope::of(source, lasting.controller) };
                rulings.extend(of(changes, scope, from).map(|ruling| {
                    let ruling = Ruling { cards, ..ruling };
                    match fixed.get(usize::from(ruling.written.change)) {
                        Some(fixed) => ruling.begun_with(fixed),
                        None => ruling,
                    }
                }));
            }
        }
        rulings
    }

    /// The static ability that this names, if it makes a wanted change.
    fn ruling(
        &self,
        reference: AbilityRef,
        wanted: impl Fn(&Change<Written>) -> bool,
    ) -> Option<&'a definition::Static> {
        match self.card_pool.ability(reference)? {
            Ability::Static(ability) if ability.changes.iter().any(wanted) => Some(ability),
            _ => None,
        }
    }

    /// Whether effects say this of an object.
    pub fn ruled(&self, id: ObjectId, ruling: definition::Ruling, deed: Deed) -> bool {
        let limit = Alter::Rule(ruling, deed, ());
        self.characteristics(id).is_some_and(|characteristics| characteristics.limits.contains(&limit))
    }

    /// The effects on the next spell of a kind that are about this one, which a player has cast (611.2a).
    pub fn next_casts(&self, seat: Seat, spell: ObjectId) -> Vec<u32> {
        let says = |change: &Change<Written>| matches!(change, Change::Rule(..));
        let about = self.rulings(Some(seat), says).into_iter().filter(|ruling| ruling.is_about(self, spell));
        let about: Vec<u32> = about.filter_map(|ruling| ruling.written.effect).collect();
        let ended = |lasting: &&Lasting| lasting.until == Until::NextCast && about.contains(&lasting.id);
        self.board.effects.iter().filter(ended).map(|lasting| lasting.id).collect()
    }

    /// How many effects say this of a player.
    pub fn ruled_for(&self, seat: Seat, ruling: definition::Ruling, deed: Deed) -> u32 {
        test_assert_eq!(ruling.asked(deed), Some(Asked::Player), "{ruling:?} {deed:?}");
        self.rulings(Some(seat), rules((ruling, deed))).len() as u32
    }

    /// Whether a static ability says of this object what can be done with it, whoever would do it (101.2).
    fn ruled_of(&self, what: (definition::Ruling, Deed), id: ObjectId) -> bool {
        self.rulings.iter().any(|&(source, reference)| {
            let Some(ability) = self.ruling(reference, rules(what)) else { return false };
            let Some(controller) = self.controller(source) else { return false };
            let scope = Scope { written: Some(reference.card), ..Scope::of(source, controller) };
            let says = |change: &Change<Written>| {
                matches!(change, Change::Rule(ruling, deed, filter)
                    if (*ruling, *deed) == what && self.matches(filter, id, &scope))
            };
            ability.changes.iter().any(says)
                && ability.condition.as_ref().is_none_or(|condition| self.holds(condition, &scope))
                && self.objects(&ability.affects, &scope).contains(&id)
        })
    }

    /// Whether an effect says this of a player and an object.
    fn ruled_with(&self, seat: Seat, what: (definition::Ruling, Deed), id: ObjectId) -> bool {
        test_assert_eq!(what.0.asked(what.1), Some(Asked::PlayerWith), "{what:?}");
        self.ruled_of(what, id)
            || self.rulings(Some(seat), rules(what)).iter().any(|ruled| ruled.is_about(self, id))
    }

    /// How many effects say this of a player and an object.
    pub fn ruled_times(&self, seat: Seat, what: (definition::Ruling, Deed), id: ObjectId) -> usize {
        test_assert_eq!(what.0.asked(what.1), Some(Asked::PlayerWith), "{what:?}");
        self.rulings(Some(seat), rules(what)).iter().filter(|ruled| ruled.is_about(self, id)).count()
    }

    /// What nobody can do or have done (614.17).
    pub fn forbidden(&self, deed: Deed) -> Vec<Ruling<'a>> {
        test_assert_eq!(definition::Ruling::Forbid.asked(deed), Some(Asked::Game), "{deed:?}");
        self.rulings(None, rules((definition::Ruling::Forbid, deed)))
    }

    /// How many can do it at most (508.1c).
    pub fn at_most(&self, deed: Deed) -> Option<u32> {
        let most = |ruled: Ruling<'_>| match &*ruled.change {
            Change::AtMost(most, what) if *what == deed => Some(*most),
            _ => None,
        };
        let wanted = |change: &Change<Written>| matches!(change, Change::AtMost(..));
        self.rulings(None, wanted).into_iter().filter_map(most).min()
    }

    /// What it costs a player that creatures attack or block (508.1h, 509.1d).
    pub fn tolls(&self, seat: Seat, to: Deed) -> Vec<Ruling<'a>> {
        self.rulings(Some(seat), |change| matches!(change, Change::Costs(toll) if toll.to == to))
    }

    /// Whether a player has a keyword (702.11c).
    pub fn player_has(&self, seat: Seat, keyword: Keyword) -> bool {
        let gains = |change: &Change<Written>| matches!(change, Change::PlayersGain(own) if *own == keyword);
        // What objects are has been worked out before.
        cite!("613.9");
        cite!("112.1b");
        !self.rulings(Some(seat), gains).is_empty()
    }

    /// The effects by which a player has protection (702.16b).
    pub fn protections_of(&self, seat: Seat) -> Vec<Ruling<'a>> {
        self.rulings(Some(seat), |change| matches!(change, Change::PlayersGain(Keyword::Protection(_))))
    }

    /// Whether a player's spells and abilities may target a permanent as though it had no hexproof (702.11e).
    pub fn sees_through(&self, seat: Seat, id: ObjectId) -> bool {
        self.ruled_with(seat, (definition::Ruling::Allow, Deed::TargetHexproof), id)
    }

    /// How many cards a player can draw each turn at most (120.2b).
    pub fn draws_at_most(&self, seat: Seat) -> Option<u32> {
        let most = |ruled: Ruling<'_>| match &*ruled.change {
            Change::AtMost(most, Deed::Draw) => Some(*most),
            _ => None,
        };
        let wanted = |change: &Change<Written>| matches!(change, Change::AtMost(_, Deed::Draw));
        self.rulings(Some(seat), wanted).into_iter().filter_map(most).min()
    }

    /// How many counters of a kind a permanent may have at most, where its own ability says so (704.5r).
    pub fn counters_at_most(&self) -> Vec<(ObjectId, Counter, u32)> {
        let limit = |ruled: Ruling<'_>| match &*ruled.change {
            Change::MostCounters(kind, most) => Some((ruled.scope.source?, *kind, *most)),
            _ => None,
        };
        let wanted = |change: &Change<Written>| matches!(change, Change::MostCounters(..));
        self.rulings(None, wanted).into_iter().filter_map(limit).collect()
    }

    /// The objects by whose abilities a player reveals the first card drawn in a turn (603.11).
    pub fn reveals_first_draw(&self, seat: Seat) -> Vec<ObjectId> {
        let reveals = rules((definition::Ruling::Require, Deed::RevealFirstDraw));
        self.rulings(Some(seat), reveals).into_iter().filter_map(|ruled| ruled.scope.source).collect()
    }

    /// Whether no effect forbids a player to cast this (101.2). What can still change while it is proposed
    /// does not count, unless it is `settled` (601.3a).
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn may_cast(&self, seat: Seat, id: ObjectId, settled: bool) -> Result<(), Refusal> {
        cite!("601.3a");
        let open =
            !settled && self.characteristics(id).is_some_and(|characteristics| characteristics.cost.x > 0);
        let forbids = |ruling: &Ruling<'_>| match &*ruling.change {
            Change::Rule(_, _, filter) => {
                !(open && crate::state::reads::reads_mana_value(filter)) && ruling.is_about(self, id)
            }
            _ => false,
        };
        let what = (definition::Ruling::Forbid, Deed::Cast);
        if self.ruled_of(what, id) || self.rulings(Some(seat), rules(what)).iter().any(forbids) {
            cite!("101.2");
            return Err(("an effect says that the player cannot cast it".into(), rule!("101.2")));
        }
        Ok(())
    }

    /// Whether a player may cast this as though it had flash (601.3b).
    pub fn as_flash(&self, seat: Seat, id: ObjectId) -> bool {
        cite!("601.3b", "609.4", "609.4a");
        self.ruled_with(seat, (definition::Ruling::Allow, Deed::CastAsFlash), id)
    }

    /// The cards that effects let a player play where they are, and which effects do (305.1, 601.3).
    pub fn playable(&self, seat: Seat) -> Vec<(ObjectId, Permit)> {
        let mut playable = Vec::new();
        for ruling in self.rulings(Some(seat), |change| matches!(change, Change::MayPlay(_))) {
            let Change::MayPlay(permission) = &*ruling.change else { continue };
            if permission.times.is_some_and(|times| self.uses(&ruling.written) >= times) {
                continue;
            }
            let what = &permission.what;
            let cards = if what.is_certain() && ruling.written.effect.is_some() {
                ruling.cards.to_vec()
            } else {
                self.objects(what, &Scope { it: Some(Value::Seat(seat)), ..ruling.scope })
            };
            let there = |id: &ObjectId| {
                self.board.get(*id).is_some_and(|card| {
                    card.zone.exists() && !matches!(card.zone, Zone::Battlefield | Zone::Stack)
                })
            };
            cite!("604.6");
            playable.extend(cards.into_iter().filter(there).map(|id| (id, ruling.written)));
        }
        playable
    }

    /// How often that has been done which an effect allows: by an ability this turn, else in all.
    fn uses(&self, permit: &Permit) -> u32 {
        let Some(effect) = permit.effect else {
            let ability = permit.code.as_ability();
            return self.object(permit.source).map_or(0, |source| source.activated(ability));
        };
        let lasting = self.board.effects.iter().find(|lasting| lasting.id == effect);
        match lasting.map(|lasting| &lasting.kind) {
            Some(LastingKind::Players { used, .. }) => *used,
            _ => 0,
        }
    }

    /// What lets a player play this card where it is, each way once: what can be done only so often by each
    /// ability for itself, and only where it could not be done anyway.
    pub fn permits(&self, seat: Seat, id: ObjectId) -> Vec<Permit> {
        let permission = |permit: &Permit| self.card_pool.permission(permit);
        let mut all: Vec<Permit> = self
            .playable(seat)
            .into_iter()
            .filter(|(card, _)| *card == id)
            .map(|(_, permit)| permit)
            .collect();
        all.sort_by_key(|permit| permission(permit).is_some_and(|permission| permission.times.is_some()));
        let way = |permit: &Permit| {
            permission(permit).map(|said| (said.pay, said.flash, (said.any_mana, said.any_color), said.then))
        };
        let limited = |permit: &Permit| permission(permit).is_some_and(|said| said.times.is_some());
        let mut permits: Vec<Permit> = Vec::new();
        for permit in all {
            let same = |other: &Permit| {
                let alike = (other.code, other.at, other.change) == (permit.code, permit.at, permit.change);
                way(other) == way(&permit) && (!limited(other) || alike)
            };
            if !permits.iter().any(same) {
                permits.push(permit);
            }
        }
        permits
    }

    /// What lets a player cast this card for other costs than its own (117.9).
    pub fn costs_instead(&self, seat: Seat, id: ObjectId) -> Vec<Permit> {
        let wanted = |change: &Change<Written>| matches!(change, Change::CostsInstead(..));
        let rulings = self.rulings(Some(seat), wanted).into_iter();
        let offers = |ruling: &Ruling<'_>| ruling.is_about(self, id);
        rulings.filter(offers).map(|ruling| ruling.written).collect()
    }

    /// Whether an effect keeps a player from activating abilities of this that are no mana abilities (602.5).
    pub fn cannot_activate(&self, seat: Seat, id: ObjectId) -> bool {
        self.ruled_with(seat, (definition::Ruling::Forbid, Deed::ActivateNonMana), id)
    }

    /// Whether an effect keeps a player from playing this land (101.2).
    pub fn cannot_play(&self, seat: Seat, id: ObjectId) -> bool {
        self.ruled_with(seat, (definition::Ruling::Forbid, Deed::PlayLand), id)
    }

    /// How many lands a player may play on each of the own turns (305.2); none where an effect forbids it
    /// (101.2).
    pub fn land_plays(&self, seat: Seat) -> Option<u32> {
        let all = |change: &Change<Written>| {
            matches!(change, Change::Rule(definition::Ruling::Forbid, Deed::PlayLand, Filter::Any))
        };
        let plays = self.ruled_for(seat, definition::Ruling::Allow, Deed::PlayLand);
        self.rulings(Some(seat), all).is_empty().then(|| plays.saturating_add(1))
    }

    /// The top card of a player's library that effects show, and to whom: seats as bits (401.5).
    pub fn top_shown(&self, seat: Seat) -> Option<(ObjectId, u8)> {
        let seats = if self.ruled_for(seat, definition::Ruling::Require, Deed::ShowTop) > 0 {
            u8::MAX
        } else if self.ruled_for(seat, definition::Ruling::Allow, Deed::SeeTop) > 0 {
            1 << seat.0
        } else {
            return None;
        };
        self.board.top(seat).next().map(|top| (top, seats))
    }

    /// A player's maximum hand size; none for no maximum (402.2).
    pub fn hand_size_max(&self, seat: Seat) -> Option<u32> {
        cite!("402.2");
        let limits = |change: &Change<Written>| matches!(change, Change::AtMost(_, Deed::KeepHand));
        let most = |ruled: Ruling<'_>| match &*ruled.change {
            Change::AtMost(most, _) => Some(*most),
            _ => None,
        };
        let least = self.rulings(Some(seat), limits).into_iter().filter_map(most).min();
        let any = self.ruled_for(seat, definition::Ruling::Allow, Deed::KeepHand) > 0;
        cite!("902.5b");
        let own = self.board.hand_size(seat);
        (!any).then_some(least.map_or(own, |least| least.min(own)))
    }

    /// A cost of an ability of an object with what effects add to it and take off it.
    pub fn changed_ability_cost(
        &self,
        seat: Seat,
        (source, ability): (ObjectId, AbilityRef),
        mut cost: ManaCost,
    ) -> ManaCost {
        if !self.card_pool.cheapens() {
            return cost;
        }
        let mana = self.card_pool.card(ability.card).is_mana_ability(ability.place);
        let special = self.card_pool.activated(ability).is_some_and(|own| own.timing.is_special());
        let more = |change: &Change<Written>| matches!(change, Change::AbilitiesCostMore(..));
        for ruling in self.rulings(Some(seat), more) {
            if let Change::AbilitiesCostMore(_, more, all) = &*ruling.change
                && (*all || !mana)
                && !special
                && ruling.is_about(self, source)
            {
                cite!("601.2f", "602.2b");
                cost.add(more);
            }
        }
        let wanted = |change: &Change<Written>| matches!(change, Change::AbilitiesCostLess(keyword, _) if self.card_pool.is_of_keyword(ability, keyword));
        for ruling in self.rulings(Some(seat), wanted) {
            if let Change::AbilitiesCostLess(_, mana) = &*ruling.change {
                // Whatever the ability is said of: it is one of this keyword.
                cite!("702.28f", "702.6d");
                cost.reduce(mana);
            }
        }
        cost
    }

    /// True if no counters of this kind can be put on an object (614.17).
    pub fn bears_none(&self, id: ObjectId, kind: Counter) -> bool {
        let wanted = |change: &Change<Written>| matches!(change, Change::NoCounters(of, _) if *of == kind);
        self.rulings(None, wanted).iter().any(|ruling| ruling.is_about(self, id))
    }

    /// True if a player can get no counters of this kind (614.17).
    pub fn gets_none(&self, seat: Seat, kind: Counter) -> bool {
        let wanted = |change: &Change<Written>| matches!(change, Change::GetNo(of) if *of == kind);
        !self.rulings(Some(seat), wanted).is_empty()
    }

    /// The permanents that a player untaps only up to a number in the untap step (502.2), for each effect that says so.
    pub fn untaps_at_most(&self, seat: Seat, among: &[ObjectId]) -> Vec<(Vec<ObjectId>, u32)> {
        let wanted = |change: &Change<Written>| matches!(change, Change::UntapsAtMost(..));
        let limited = |ruling: Ruling<'_>| match &*ruling.change {
            Change::UntapsAtMost(_, most) => {
                let own = among.iter().copied().filter(|id| ruling.is_about(self, *id)).collect();
                Some((own, *most))
            }
            _ => None,
        };
        self.rulings(Some(seat), wanted).into_iter().filter_map(limited).collect()
    }

    /// True if what a player controls cannot make another one sacrifice permanents (101.2).
    pub fn keeps_all(&self, seat: Seat, controller: Seat) -> bool {
        cite!("101.2");
        self.board.are_opponents(seat, controller)
            && self.ruled_for(seat, definition::Ruling::Forbid, Deed::SacrificeForOpponents) > 0
    }

    /// Whether an effect keeps a player from searching libraries (101.2).
    pub fn cannot_search(&self, seat: Seat) -> bool {
        self.ruled_for(seat, definition::Ruling::Forbid, Deed::Search) > 0
    }

    /// Whether a player ignores the effect of a static ability for now (115.2d).
    fn ignores(&self, seat: Seat, id: ObjectId, ability: AbilityRef) -> bool {
        let such = |lasting: &Lasting| {
            cite!("115.2d");
            lasting.source == id
                && matches!(&lasting.kind, LastingKind::Ignored { seats, ability: own } if *own == ability && seats.contains(&seat))
        };
        self.board.effects.iter().any(such)
    }

    /// Whether an effect keeps a player from cycling cards (702.28f).
    pub fn cannot_cycle(&self, seat: Seat, id: ObjectId) -> bool {
        cite!("702.28f");
        self.ruled_with(seat, (definition::Ruling::Forbid, Deed::Cycle), id)
    }

    /// What effects take off the cost of a spell.
    pub fn reductions(&self, seat: Seat, id: ObjectId) -> Vec<ManaCost> {
        let wanted = |change: &Change<Written>| matches!(change, Change::CostsLess(..));
        let applies = |ruling: Ruling<'a>| self.reduction(&ruling, id).map(Cow::into_owned);
        self.rulings(Some(seat), wanted).into_iter().filter_map(applies).collect()
    }

    /// How much less an effect makes a spell cost.
    fn reduction<'r>(&self, ruling: &'r Ruling<'a>, id: ObjectId) -> Option<Cow<'r, ManaCost>> {
        match &*ruling.change {
            Change::CostsLess(_, mana) if ruling.is_about(self, id) => Some(Cow::Borrowed(mana)),
            Change::CostsLessBy(_, number) if ruling.is_about(self, id) => {
                let generic = self.count(number, &ruling.scope).min(u32::from(u16::MAX)) as u16;
                Some(Cow::Owned(ManaCost { generic, ..ManaCost::default() }))
            }
            _ => None,
        }
    }

    /// A cost with what effects make of it for a spell: first what it costs more, then what it costs less
    /// (601.2f).
    pub fn changed_cost(
        &self,
        seat: Seat,
        id: ObjectId,
        mut cost: ManaCost,
        (more, less): (u32, u32),
        saved: &mut impl Iterator<Item = bool>,
    ) -> ManaCost {
        let wanted = |change: &Change<Written>| {
            matches!(change, Change::CostsMore(..) | Change::CostsLess(..) | Change::CostsLessBy(..))
        };
        let rulings = self.rulings(Some(seat), wanted);
        cost.add_generic(more);
        for ruling in &rulings {
            if let Change::CostsMore(_, mana) = &*ruling.change
                && ruling.is_about(self, id)
            {
                cost.add(mana);
            }
        }
        cost.reduce(&ManaCost { generic: less.min(u32::from(u16::MAX)) as u16, ..ManaCost::default() });
        for ruling in &rulings {
            if let Some(mana) = self.reduction(ruling, id) {
                cite!("117.7", "117.7a", "117.7b", "117.7c", "117.7d", "117.7f");
                cost.reduce(&mana.halved(saved));
            }
        }
        let short = self.least_mana(seat, id).saturating_sub(cost.value(0));
        cost.add_generic(short);
        cost
    }

    /// How much mana a spell costs a player at least (601.2f).
    fn least_mana(&self, seat: Seat, id: ObjectId) -> u32 {
        let wanted = |change: &Change<Written>| matches!(change, Change::CostsAtLeast(..));
        let least = |ruling: Ruling<'_>| match &*ruling.change {
            Change::CostsAtLeast(_, least) if ruling.is_about(self, id) => Some(*least),
            _ => None,
        };
        cite!("601.2f");
        self.rulings(Some(seat), wanted).into_iter().filter_map(least).max().unwrap_or(0)
    }
}
