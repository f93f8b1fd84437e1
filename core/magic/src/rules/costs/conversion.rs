//! Mana abilities that cost more than tapping their permanent: when one can be activated while something is paid,
//! and what can be paid with their help (601.2g, 605.3a).

use duelog_kernel::script::{Code, Op};
use duelog_kernel::{ObjectId, Seat, bounds};

use super::{Due, Helper, due, shared};
use crate::language::definition::{
    Ability, Activated, Cost, CostDeed, MagicLanguage, Mana, Number, Ref, Verb, total_mana,
};
use crate::language::mana::{ManaCost, SNOW};
use crate::rules::eval::{ManaSource, Scope, Sight};
use crate::rules::game::Magic;
use crate::rules::mana_pool::{Part, Purpose, is_engaged};
use crate::rules::paying::{add_generic, any_way};
use crate::state::{AbilityPlace, AbilityRef, CodeRef, Mark, Zone};

/// So many activations are thought through for one payment, each so many times, and so many ways of them.
const ACTIVATIONS_MAX: usize = 8;
const REPEATS_MAX: u32 = 8;
const WAYS_MAX: u32 = 300;

/// A mana ability that costs more than tapping its permanent.
#[derive(Clone, PartialEq)]
struct Conversion {
    object: ObjectId,
    place: AbilityPlace,
    /// The mana that it costs.
    cost: ManaCost,
    /// The objects of which so many are tapped for it, and of which so many are used up.
    taps: Vec<(u32, Vec<ObjectId>)>,
    uses: Vec<(u32, Vec<ObjectId>)>,
    /// How often it can be activated.
    times: u32,
    /// The types of each mana that it gives, and what is said of it.
    gives: Vec<(u8, Option<Mark>)>,
}

/// What can pay for something once: mana, an object that can be tapped, an object that can be used up.
#[derive(Clone, Copy, Default)]
struct Means {
    types: u8,
    /// The types for which it can stand in what is to be paid in the end.
    last: u8,
    /// Whether it can only be spent on that.
    only_last: bool,
    mark: Option<Mark>,
    tap: Option<ObjectId>,
    gone: Option<ObjectId>,
    /// After so many activations it is there.
    from: usize,
}

/// What is to be paid in the end, and what there is before anything is converted.
struct Payment<'a, 'b> {
    sight: &'a Sight<'b>,
    mana: &'a ManaCost,
    on: Purpose,
    /// What other costs of it use up.
    used: &'a [(u32, Vec<ObjectId>)],
    conversions: Vec<Conversion>,
    means: Vec<Means>,
    left: u32,
}

impl Magic {
    /// The mana abilities of a player that cost more than tapping their permanent and could be activated now, apart
    /// from the mana that they cost.
    fn conversions(&self, sight: &Sight<'_>, seat: Seat, except: Option<ObjectId>) -> Vec<Conversion> {
        if !self.card_pool.converts() {
            return Vec::new();
        }
        let zones: &[Zone] = if self.card_pool.acts_elsewhere() {
            &[Zone::Battlefield, Zone::Hand(seat), Zone::Graveyard(seat)]
        } else {
            &[Zone::Battlefield]
        };
        let objects = zones.iter().flat_map(|zone| sight.board.zone(*zone)).copied();
        let own = objects.filter(|id| sight.controller(*id) == Some(seat) && Some(*id) != except);
        own.flat_map(|id| self.activated_places(sight, id).into_iter().map(move |place| (id, place)))
            .filter(|(id, _)| !is_engaged(sight.board, *id) && !self.bars_mana(sight, seat, *id))
            .flat_map(|(id, place)| self.conversions_at(sight, seat, id, place))
            .collect()
    }

    /// What a mana ability comes to: once for each way in which it gives mana.
    fn conversions_at(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: ObjectId,
        place: AbilityPlace,
    ) -> Vec<Conversion> {
        let Some((reference, Ability::Activated(ability))) = sight.ability(object, place) else {
            return Vec::new();
        };
        let card = self.card_pool.card(reference.card);
        let Some(compiled) = card.compiled(reference.place) else { return Vec::new() };
        let scope = Scope { written: Some(reference.card), ..Scope::of(object, seat) };
        let costs: Vec<&Cost> = ability.cost.iter().collect();
        // 602.5e: what can be activated only with priority helps to pay for nothing.
        if compiled.mana.is_some()
            || !card.is_mana_ability(reference.place)
            || ability.timing.instant
            || costs.iter().any(|cost| cost.has_x() || matches!(cost, Cost::Either(_)))
            || self.is_tapped_for(sight, object, place)
            || self.may_activate(sight, seat, object, place).is_err()
            || self.can_pay(sight, object, &costs, &scope).is_err()
        {
            return Vec::new();
        }
        let mut cost = total_mana(costs.iter().copied());
        add_generic(sight, &mut cost, &costs, &scope);
        let mut found = Conversion {
            object,
            place,
            cost,
            taps: Vec::new(),
            uses: Vec::new(),
            times: self.times_left(sight, object, reference, ability),
            gives: Vec::new(),
        };
        for cost in &costs {
            found.takes(sight, cost, &costs, &scope);
        }
        let code = compiled.code.as_ref();
        let ways = code.map(|code| ways(code, 0, 0)).unwrap_or_default();
        let given = |way: &Vec<(u16, &Mana, &Number, bool)>, cost: &ManaCost| {
            let each = way.iter().flat_map(|&(at, mana, number, marked)| {
                let types = self.mana_types(sight, (object, Some(reference.card)), *mana, &mut Vec::new());
                let types = types | if self.gives_snow(sight, object) && types != 0 { SNOW } else { 0 };
                let code = CodeRef { card: reference.card, ability: Some(reference.place) };
                let mark = marked.then_some(Mark { source: object, controller: seat, code, at });
                let number = if types == 0 { 0 } else { sight.count(number, &scope) };
                std::iter::repeat_n((types, mark), bounds::times(number))
            });
            Conversion { gives: each.collect(), cost: cost.clone(), ..found.clone() }
        };
        let costs = settled(&found.cost);
        costs.iter().flat_map(|cost| ways.iter().map(|way| given(way, cost))).collect()
    }

    /// How often an ability can still be activated this turn and ever (602.5b).
    fn times_left(&self, sight: &Sight<'_>, id: ObjectId, of: AbilityRef, ability: &Activated) -> u32 {
        let Some(object) = sight.object(id) else { return 0 };
        let own = sight.instances(id, of);
        let left = |limit: u32, used: u32| limit.saturating_mul(own).saturating_sub(used);
        let turn = ability.timing.limit.map(|limit| left(limit, object.activated(of)));
        let ever = ability.timing.ever.map(|ever| left(ever, object.used(of)));
        REPEATS_MAX.min(turn.unwrap_or(REPEATS_MAX)).min(ever.unwrap_or(REPEATS_MAX))
    }

    /// What costs use up of objects, which then pay for nothing else (117.10).
    pub fn used_up(
        &self,
        sight: &Sight<'_>,
        source: ObjectId,
        costs: &[&Cost],
        scope: &Scope<'_>,
    ) -> Vec<(u32, Vec<ObjectId>)> {
        if !self.card_pool.converts() {
            return Vec::new();
        }
        let used = |cost: &&Cost| match due(sight, source, cost, costs, scope) {
            Some(Due::Deed { deed, number, options, .. }) if shared(deed) == Some(true) => {
                Some((number, options))
            }
            _ => None,
        };
        costs.iter().filter_map(used).collect()
    }

    /// The mana abilities beside those that only tap their permanent which a player can activate and pay for while
    /// something is paid.
    pub fn costly_sources(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        except: Option<ObjectId>,
    ) -> Vec<(ObjectId, AbilityPlace)> {
        let mut found: Vec<(ObjectId, AbilityPlace)> = Vec::new();
        for conversion in self.conversions(sight, seat, except) {
            let key = (conversion.object, conversion.place);
            let bare = |cost: &ManaCost| {
                let taps = conversion.taps.iter().any(|(_, all)| all.contains(&conversion.object));
                let except = taps.then_some(conversion.object);
                self.can_pay_mana(sight, seat, (cost, Purpose::Ability(conversion.object)), except)
            };
            if !found.contains(&key) && any_way(&conversion.cost, &bare) {
                found.push(key);
            }
        }
        found
    }

    /// Whether a player can pay this mana with the help of mana abilities that cost more than tapping their permanent.
    pub(super) fn converts_to(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (mana, on): (&ManaCost, Purpose),
        except: Option<ObjectId>,
        sources: &[ManaSource],
        (helpers, used): (&[Helper], &[(u32, Vec<ObjectId>)]),
    ) -> bool {
        let mut conversions = self.conversions(sight, seat, except);
        conversions.retain(|one| on != Purpose::Ability(one.object));
        if conversions.is_empty() {
            return false;
        }
        let means = self.means(sight, seat, sources, helpers, used, &conversions);
        let mut all: Vec<u8> = means.iter().filter(|one| one.last != 0).map(|one| one.last).collect();
        let given = |one: &Conversion| {
            (0..one.times).flat_map(|_| one.gives.iter().map(|(types, _)| *types)).collect::<Vec<u8>>()
        };
        all.extend(conversions.iter().flat_map(given));
        // Not even with all that they give, for nothing.
        if !mana.payable(&[0; 6], &all) {
            return false;
        }
        let mut payment = Payment { sight, mana, on, used, conversions, means, left: WAYS_MAX };
        payment.found(self, &mut Vec::new())
    }

    /// What there is to pay with before anything is converted.
    fn means(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        sources: &[ManaSource],
        helpers: &[Helper],
        used: &[(u32, Vec<ObjectId>)],
        conversions: &[Conversion],
    ) -> Vec<Means> {
        let player = sight.board.player(seat);
        let plain = |types: u8| Means { types, last: types, ..Means::default() };
        let mut means = Vec::new();
        for (symbol, amount) in player.pool.iter().enumerate() {
            means.extend(std::iter::repeat_n(plain(1 << symbol), bounds::times((*amount).into())));
        }
        for mana in &player.marked {
            let types = 1 << mana.symbol | if mana.snow { SNOW } else { 0 };
            let one = Means { mark: mana.mark, ..plain(types) };
            means.extend(std::iter::repeat_n(one, bounds::times(mana.amount.into())));
        }
        for source in sources {
            let one = Means { mark: source.mark, tap: Some(source.object), ..plain(source.types) };
            let more = Means { tap: None, ..one };
            means.extend((0..bounds::times(source.amount)).map(|at| if at == 0 { one } else { more }));
            let mut units = Vec::new();
            self.units_triggered(sight, seat, (source.object, source.types & !SNOW), &mut units);
            means.extend(units.into_iter().map(plain));
        }
        for helper in helpers {
            let tapped =
                means.iter_mut().find(|one| one.tap == Some(helper.id) && helper.deed == CostDeed::Tap);
            match tapped {
                Some(one) => one.last |= helper.colors,
                None => means.push(Means {
                    last: helper.colors | GENERIC,
                    only_last: true,
                    tap: (helper.deed == CostDeed::Tap).then_some(helper.id),
                    ..Means::default()
                }),
            }
        }
        for (_, objects) in conversions.iter().flat_map(|one| &one.taps) {
            for id in objects {
                if !means.iter().any(|one| one.tap == Some(*id)) {
                    means.push(Means { tap: Some(*id), ..Means::default() });
                }
            }
        }
        for (_, objects) in conversions.iter().flat_map(|one| &one.uses).chain(used) {
            for id in objects {
                if !means.iter().any(|one| one.gone == Some(*id)) {
                    means.push(Means { gone: Some(*id), ..Means::default() });
                }
            }
        }
        means
    }
}

/// What stands for any mana, beside the bits of the types.
const GENERIC: u8 = 1 << 7;

impl Conversion {
    /// Adds what a cost other than mana takes.
    fn takes(&mut self, sight: &Sight<'_>, cost: &Cost, costs: &[&Cost], scope: &Scope<'_>) {
        let had = |amount: u32, has: u32| has.checked_div(amount).unwrap_or(REPEATS_MAX);
        match due(sight, self.object, cost, costs, scope) {
            None => {}
            Some(Due::Tap) => self.taps.push((1, vec![self.object])),
            Some(Due::Untap) | Some(Due::Loyalty(_)) => self.times = self.times.min(1),
            Some(Due::Life(amount)) => {
                let life = scope.controller.map_or(0, |seat| sight.board.player(seat).life);
                self.times = self.times.min(had(amount, life.max(0).unsigned_abs()));
            }
            Some(Due::OthersGain(_)) => {}
            Some(Due::Counters(kind, amount)) => {
                let has = scope.controller.map_or(0, |seat| sight.board.player(seat).counters(kind));
                self.times = self.times.min(had(amount, has));
            }
            Some(Due::Deed {
                deed: CostDeed::Remove(kind) | CostDeed::RemoveAll(kind),
                times,
                options,
                ..
            }) => {
                let has = |id: &ObjectId| sight.object(*id).map_or(0, |it| it.counters(kind));
                self.times = self.times.min(had(times, options.iter().map(has).max().unwrap_or(0)));
            }
            Some(Due::Deed { deed: CostDeed::Tap | CostDeed::Crew, number, options, .. }) => {
                self.taps.push((number, options));
            }
            Some(Due::Deed {
                deed: CostDeed::Reveal | CostDeed::RevealFor(_) | CostDeed::Put(_), ..
            }) => {}
            Some(Due::Deed { number, options, .. }) => self.uses.push((number, options)),
        }
    }
}

impl Payment<'_, '_> {
    /// Whether some activations after these make it possible to pay.
    fn found(&mut self, rules: &Magic, chosen: &mut Vec<usize>) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if self.fits(rules, chosen, true) {
            return true;
        }
        if chosen.len() == ACTIVATIONS_MAX {
            return false;
        }
        for at in 0..self.conversions.len() {
            let one = &self.conversions[at];
            let same = |other: &usize| {
                let other = &self.conversions[*other];
                (other.object, other.place) == (one.object, one.place)
            };
            let used = chosen.iter().filter(|other| same(other)).count() as u32;
            // What gives and costs the same as one before it is tried once that is used up.
            let alike = (0..at).any(|before| {
                let other = &self.conversions[before];
                other.times == 1 && one.times == 1 && other.is_like(one) && !chosen.contains(&before)
            });
            if used >= one.times || alike {
                continue;
            }
            chosen.push(at);
            if self.fits(rules, chosen, false) && self.found(rules, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Whether there is enough for these activations in their order, and for what is paid in the end.
    fn fits(&self, rules: &Magic, chosen: &[usize], whole: bool) -> bool {
        let mut means = self.means.clone();
        let mut wanted: Vec<Vec<usize>> = Vec::new();
        for (at, one) in chosen.iter().map(|at| &self.conversions[*at]).enumerate() {
            means.extend(one.gives.iter().map(|(types, mark)| Means {
                types: *types,
                last: *types,
                mark: *mark,
                from: at + 1,
                ..Means::default()
            }));
        }
        let gone = |means: &[Means], objects: &[ObjectId]| -> Vec<usize> {
            (0..means.len()).filter(|at| means[*at].gone.is_some_and(|id| objects.contains(&id))).collect()
        };
        let spends = |means: &[Means], part: Part, stage: usize, on: Purpose, last: bool| -> Vec<usize> {
            let fits = |one: &Means| {
                let types = if last { one.last } else { one.types };
                one.from <= stage
                    && (last || !one.only_last)
                    && part.takes(types)
                    && one.mark.is_none_or(|mark| rules.may_spend(self.sight, &mark, on))
            };
            (0..means.len()).filter(|at| fits(&means[*at])).collect()
        };
        for (stage, one) in chosen.iter().map(|at| &self.conversions[*at]).enumerate() {
            for (part, need) in Part::all(&one.cost) {
                let open = spends(&means, part, stage, Purpose::Ability(one.object), false);
                wanted.extend(std::iter::repeat_n(open, need as usize));
            }
            for (number, objects) in &one.taps {
                let open =
                    (0..means.len()).filter(|at| means[*at].tap.is_some_and(|id| objects.contains(&id)));
                wanted.extend(std::iter::repeat_n(open.collect(), *number as usize));
            }
            for (number, objects) in &one.uses {
                wanted.extend(std::iter::repeat_n(gone(&means, objects), *number as usize));
            }
        }
        if whole {
            for (number, objects) in self.used {
                wanted.extend(std::iter::repeat_n(gone(&means, objects), *number as usize));
            }
            for (part, need) in Part::all(self.mana) {
                let open = spends(&means, part, chosen.len(), self.on, true);
                wanted.extend(std::iter::repeat_n(open, need as usize));
            }
        }
        all_matched(&wanted, means.len())
    }
}

impl Conversion {
    /// Whether it is as good as another one.
    fn is_like(&self, other: &Conversion) -> bool {
        let alone = |one: &Conversion| {
            let own = |(_, objects): &(u32, Vec<ObjectId>)| objects.as_slice() == [one.object];
            one.taps.iter().chain(&one.uses).all(own)
        };
        let types = |one: &Conversion| one.gives.iter().map(|(types, _)| *types).collect::<Vec<u8>>();
        alone(self)
            && alone(other)
            && self.object != other.object
            && self.cost == other.cost
            && types(self) == types(other)
            && (self.taps.len(), self.uses.len()) == (other.taps.len(), other.uses.len())
    }
}

/// A cost of mana in each way in which its hybrid symbols can be paid (107.4e).
fn settled(cost: &ManaCost) -> Vec<ManaCost> {
    let open = cost.hybrid.len().min(3);
    let way = |ways: u32| {
        let mut cost = cost.clone();
        cost.settle(&(0..open).map(|symbol| ways & 1 << symbol != 0).collect::<Vec<bool>>());
        cost
    };
    (0u32..1 << open).map(way).collect()
}

/// Whether each of what is wanted can have one of its own (augmenting paths).
fn all_matched(wanted: &[Vec<usize>], count: usize) -> bool {
    fn serve(at: usize, wanted: &[Vec<usize>], holder: &mut [Option<usize>], seen: &mut [bool]) -> bool {
        for &one in &wanted[at] {
            if std::mem::replace(&mut seen[one], true) {
                continue;
            }
            if holder[one].is_none_or(|other| serve(other, wanted, holder, seen)) {
                holder[one] = Some(at);
                return true;
            }
        }
        false
    }
    let mut holder = vec![None; count];
    (0..wanted.len()).all(|at| serve(at, wanted, &mut holder, &mut vec![false; count]))
}

/// What a script can add in each of its ways: at which step, which mana, how much, and whether something is said of
/// it. Only what it does without a condition counts.
fn ways(code: &Code<MagicLanguage>, from: u16, depth: u8) -> Vec<Vec<(u16, &Mana, &Number, bool)>> {
    let mut found = Vec::new();
    let mut at = from;
    loop {
        match code.0.get(usize::from(at)) {
            Some(Op::Do(Verb::AddMana(Ref::You, mana, number))) => found.push((at, mana, number, false)),
            Some(Op::Do(Verb::AddManaFor { who: Ref::You, mana, number, .. })) => {
                found.push((at, mana, number, true));
            }
            Some(Op::Do(_) | Op::Let(_)) => {}
            Some(Op::Jump(to)) if *to > at => {
                at = *to;
                continue;
            }
            Some(Op::Choose(Ref::You, parts)) if depth < 2 => {
                let each = parts.iter().flat_map(|part| ways(code, *part, depth + 1));
                let joined = |way: Vec<_>| found.iter().copied().chain(way).collect();
                return each.map(joined).collect();
            }
            _ => return vec![found],
        }
        at += 1;
    }
}
