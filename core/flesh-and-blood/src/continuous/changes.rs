//! Where changes apply (6.3.1-3), what they read, and with which numbers.

use duelog_kernel::{ObjectId, Seat};

use super::reads::{self, Bits};
use crate::cite;
use crate::definition::{Change, Deed, Filter, Number, Ref, Static, Verb};
use crate::eval::{Scope, Sight};
use crate::library::{KEYWORD_CARD, Library};
use crate::state::{Alter, Binding, CodeRef, Lasting};
use crate::types::Supertypes;

/// The last stage: what is no property but is said of objects.
pub(super) const SAID: u8 = 9;

/// Where a change applies and whether it depends on nothing there: as what it is once its numbers are determined, of which only the sign matters.
pub(super) fn stage(change: &Change) -> (u8, u8) {
    let sign = |number: &Number| if matches!(number, Number::N(n) | Number::Product(n, _) if *n < 0) { -1 } else { 1 };
    let code = CodeRef::resolve(KEYWORD_CARD);
    let determined = determined(change, sign, |_| Some(Seat(0)), |_| Some(Supertypes::default()), (code, 0, 0));
    determined.map_or((SAID, 1), |alter| stage_of(&alter))
}

/// Where a modification whose number is determined applies.
pub(super) fn stage_of(alter: &Alter) -> (u8, u8) {
    let sign = |amount: i32| if amount < 0 { 6 } else { 5 };
    match alter {
        Alter::Rule(_, Deed::GainGoAgain, ..) => (0, 1),
        Alter::Control(_) => (2, 1),
        Alter::AddType(_) | Alter::LoseType(_) | Alter::AddSubtype(_) | Alter::LoseSubtype(_) => (4, 1),
        Alter::AddSuper(_) | Alter::AddSupers(_) | Alter::LoseSupers => (5, 1),
        Alter::Gain(_) | Alter::Lose(_) | Alter::Ability(_) | Alter::LoseAbilities => (6, 1),
        // What counts as equipped is known before the numbers that count it.
        Alter::CountsAs(..) => (7, 1),
        Alter::BasePower(_) | Alter::BaseDefense(_) | Alter::BaseLife(_) => (7, 2),
        Alter::MultiplyBasePower(_) => (7, 3),
        Alter::SetPower(_) => (8, 2),
        Alter::Power(amount) | Alter::Defense(amount) | Alter::Intellect(amount) | Alter::Pitch(amount) => (8, sign(*amount)),
        Alter::Counter(..) => (8, 5),
        Alter::CostMore(_)
        | Alter::CostLess(_)
        | Alter::SetCost(_)
        | Alter::Uses(_)
        | Alter::ExtraAttacks(_)
        | Alter::Rule(..)
        | Alter::DefendedByAtMost(..)
        | Alter::Freeze
        | Alter::LookAtTop
        | Alter::Zones(..) => (SAID, 1),
    }
}

/// Whether a change is no property but is said of objects, or is the one property that matters where none are computed: pitch (2.8.3).
pub fn is_said(change: &Change) -> bool {
    matches!(stage(change).0, 0 | SAID) || matches!(change, Change::Pitch(_))
}

/// Whether a modification whose number is determined is no property but is said of objects, or is pitch (2.8.3).
pub fn was_said(alter: &Alter) -> bool {
    matches!(stage_of(alter).0, 0 | SAID) || matches!(alter, Alter::Pitch(_))
}

/// What a static ability does in one stage, known before any match.
#[derive(Debug, Clone)]
pub struct StaticPart {
    pub(super) own: (u8, u8),
    pub(super) reads: Bits,
    pub(super) takes: bool,
}

/// The parts of a static ability, by stages.
pub fn static_parts(ability: &Static) -> impl Iterator<Item = StaticPart> {
    cite!("6.3.2c");
    let part = |own| {
        let changes = ability.changes.iter().filter(|change| stage(change) == own);
        let reads = changes.fold(0, |bits, change| bits | reads::of_static(ability, change));
        let takes = ability.changes.iter().any(|change| matches!(change, Change::Lose(_) | Change::LoseAbilities));
        StaticPart { own, reads, takes }
    };
    distinct(ability.changes.iter().map(stage)).map(part)
}

/// The filter of an open or waiting effect, and its changes.
pub fn effect_text<'a>(library: &'a Library, lasting: &Lasting) -> (Option<&'a Filter>, &'a [Change]) {
    match library.verb(lasting.code, lasting.at) {
        Some(Verb::ModifyAll(filter, changes, _) | Verb::Next(_, _, filter, changes, _)) => (Some(filter), changes),
        Some(Verb::Modify(_, changes, _)) => (None, changes),
        _ => (None, &[]),
    }
}

/// Whether an effect of a layer that modifies objects applies to this one.
pub fn applies(sight: &Sight<'_>, lasting: &Lasting, id: ObjectId) -> bool {
    match &lasting.binding {
        Binding::Locked(objects) => objects.contains(&id),
        Binding::Open(begun) => {
            let Some(filter) = effect_text(sight.library, lasting).0 else { return false };
            let scope = Scope::context(&lasting.context, lasting.code.card);
            // To what it has begun to apply, it goes on to apply.
            cite!("6.2.2c");
            (begun.contains(&id) && still(sight, filter, id, &scope)) || sight.names(filter, id, &scope)
        }
        Binding::Next(_) => false,
    }
}

/// Whether an object that has matched still does, whatever has become of its properties: where it is and whose it is, is asked again.
fn still(sight: &Sight<'_>, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
    match filter {
        Filter::All(all) => all.iter().all(|part| still(sight, part, id, scope)),
        Filter::Either(all) => all.iter().any(|part| still(sight, part, id, scope)),
        one => reads::filter(one) & reads::PROPERTIES != 0 || sight.matches(one, id, scope),
    }
}

/// A change with its numbers determined (6.2.2b).
pub fn alter(sight: &Sight<'_>, change: &Change, scope: &Scope<'_>, code: CodeRef, at: u16, place: u32) -> Option<Alter> {
    let classes = |of: &Ref| Some(sight.properties(sight.object_of(of, scope)?)?.types.classes());
    determined(change, |number| sight.number(number, scope), |who| sight.seat(who, scope), classes, (code, at, place))
}

/// A change that numbers, players and classes are found for; where it stands is what rulings are looked up by.
fn determined(
    change: &Change,
    number: impl Fn(&Number) -> i32,
    seat: impl Fn(&Ref) -> Option<Seat>,
    classes: impl Fn(&Ref) -> Option<Supertypes>,
    (code, at, place): (CodeRef, u16, u32),
) -> Option<Alter> {
    let count = |amount: &Number| number(amount).max(0) as u32;
    Some(match change {
        Change::Power(amount) => Alter::Power(number(amount)),
        Change::SetPower(amount) => Alter::SetPower(number(amount)),
        Change::BasePower(amount) => Alter::BasePower(number(amount)),
        Change::MultiplyBasePower(factor) => Alter::MultiplyBasePower(number(factor)),
        Change::Defense(amount) => Alter::Defense(number(amount)),
        Change::BaseDefense(amount) => Alter::BaseDefense(number(amount)),
        Change::BaseLife(amount) => Alter::BaseLife(number(amount)),
        Change::Intellect(amount) => Alter::Intellect(number(amount)),
        Change::Pitch(amount) => Alter::Pitch(number(amount)),
        Change::Gain(keyword) => Alter::Gain(*keyword),
        Change::Lose(keyword) => Alter::Lose(*keyword),
        Change::Ability(place) => Alter::Ability(CodeRef::given(code.card, *place)),
        Change::LoseAbilities => Alter::LoseAbilities,
        Change::AddType(card_type) => Alter::AddType(*card_type),
        Change::LoseType(card_type) => Alter::LoseType(*card_type),
        Change::AddSubtype(subtype) => Alter::AddSubtype(*subtype),
        Change::LoseSubtype(subtype) => Alter::LoseSubtype(*subtype),
        Change::AddSuper(supertype) => Alter::AddSuper(*supertype),
        Change::ClassesOf(of) => Alter::AddSupers(classes(of)?),
        Change::LoseSupers => Alter::LoseSupers,
        Change::Control(who) => Alter::Control(seat(who)?),
        Change::CostMore(amount) => Alter::CostMore(count(amount)),
        Change::CostLess(amount) => Alter::CostLess(count(amount)),
        Change::SetCost(amount) => Alter::SetCost(count(amount)),
        Change::Uses(uses) => Alter::Uses(*uses),
        Change::ExtraAttacks(times) => Alter::ExtraAttacks(*times),
        Change::Rule(ruling, deed, _) => Alter::Rule(*ruling, *deed, code, at, place),
        Change::DefendedByAtMost(most, _) => Alter::DefendedByAtMost(*most, code, at, place),
        Change::Freeze => Alter::Freeze,
        Change::CountsAs(count, subtype) => Alter::CountsAs(*count, *subtype),
        Change::LookAtTop => Alter::LookAtTop,
        Change::Zones(kind, count) => Alter::Zones(*kind, *count),
    })
}

/// The stages in which something happens, each once.
pub(super) fn distinct(stages: impl Iterator<Item = (u8, u8)>) -> impl Iterator<Item = (u8, u8)> {
    let mut stages: Vec<(u8, u8)> = stages.collect();
    stages.sort_unstable();
    stages.dedup();
    stages.into_iter()
}
