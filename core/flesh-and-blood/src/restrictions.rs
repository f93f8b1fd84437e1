//! Restrictions over requirements over allowances (1.0.2), as one mechanism: rules say by default whether something can be done, effects
//! say otherwise, and the strongest class decides.

use std::borrow::Cow;

use duelog_kernel::{ObjectId, RuleId};

use crate::continuous::{alter, applies, is_said, was_said};
use crate::definition::{Ability, Change, Deed, Filter, Group, Ruling, Verb};
use crate::eval::{Scope, Sight};
use crate::state::{Alter, CodeRef, Lasting, LastingKind, Object};
use crate::{cite, rule};

/// Why something is not legal, in words, and the rule that it would break.
pub type Refusal = (Cow<'static, str>, RuleId);

/// Says that something is not legal.
pub fn refuse<T>(why: &'static str, rule: RuleId) -> Result<T, Refusal> {
    Err((Cow::Borrowed(why), rule))
}

/// What effects say of an object that is no property, wherever it is: what is computed of it in the arena and on the stack, and what speaks
/// of it elsewhere.
pub fn said<'a>(sight: &Sight<'a>, id: ObjectId) -> Cow<'a, [Alter]> {
    if let Some(properties) = sight.computed.get(id) {
        return Cow::Borrowed(&properties.limits);
    }
    let mut found = Vec::new();
    let mut hear = |object: &Object, code: CodeRef| {
        let Some(Ability::Static(ability)) = sight.library.ability(code) else { return };
        if !ability.changes.iter().any(is_said) || !sight.functional(object, ability.from, false) {
            return;
        }
        let scope = Scope::of(object.id, sight.holder(object.id).unwrap_or(object.owner), code.card);
        // That only something can happen is said as that all else cannot.
        cite!("1.0.2a");
        let about = match &ability.affects {
            Group::Everything(filter) => sight.matches(filter, id, &scope),
            affects => sight.objects(affects, &scope).contains(&id),
        };
        if about && ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope)) {
            let alters = ability.changes.iter().enumerate().filter_map(|(place, change)| alter(sight, change, &scope, code, u16::MAX, place as u32));
            found.extend(alters.filter(was_said));
        }
    };
    let abilities = |object: &Object| sight.properties(object.id).map_or(&[][..], |properties| properties.abilities.as_slice());
    match sight.speakers {
        Some(speakers) => {
            speakers.iter().filter_map(|(id, code)| Some((sight.object(*id)?, *code))).for_each(|(object, code)| hear(object, code));
        }
        None => sight.board.arena().for_each(|object| abilities(object).iter().for_each(|code| hear(object, *code))),
    }
    let speaks = |object: &&Object| object.is_card() && (sight.library.card(object.card).speaks || !object.exists());
    cite!("1.7.4e");
    if let Some(own) = sight.object(id).filter(speaks) {
        abilities(own).iter().for_each(|code| hear(own, *code));
    }
    for lasting in &sight.board.effects {
        let LastingKind::Alters(alters) = &lasting.kind else { continue };
        if !alters.iter().any(was_said) {
            continue;
        }
        if applies(sight, lasting, id) {
            found.extend(alters.iter().copied().filter(was_said));
        }
    }
    Cow::Owned(found)
}

/// Whether effects from elsewhere may say of cards outside of the arena what is no property.
pub fn are_spoken_of(sight: &Sight<'_>) -> bool {
    let lasting = |lasting: &Lasting| matches!(&lasting.kind, LastingKind::Alters(alters) if alters.iter().any(was_said));
    sight.speakers.is_none_or(|speakers| !speakers.is_empty()) || sight.board.effects.iter().any(lasting)
}

/// The filter of a ruling, or of a number of defending cards: with which other object it is about.
pub fn about<'a>(sight: &Sight<'a>, code: CodeRef, at: u16, place: u32) -> Option<&'a Filter> {
    let changes: &'a [Change] = if at == u16::MAX {
        &sight.library.static_ability(code)?.changes
    } else {
        match sight.library.verb(code, at)? {
            Verb::Modify(_, changes, _) | Verb::ModifyAll(_, changes, _) | Verb::Next(_, _, _, changes, _) => changes,
            _ => return None,
        }
    };
    match changes.get(place as usize)? {
        Change::Rule(_, _, filter) | Change::DefendedByAtMost(_, filter) => Some(filter),
        _ => None,
    }
}

/// The strongest ruling of effects on a deed with an object and another one (1.0.2).
fn ruling(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>) -> Option<Ruling> {
    let holder = sight.holder(id);
    let speaks = |alter: Alter| match alter {
        Alter::Rule(ruling, said, code, at, place) if said == deed => {
            let scope = Scope::of(id, holder?, code.card);
            let fits = match (about(sight, code, at, place), other) {
                (Some(filter), Some(other)) => sight.matches(filter, other, &scope),
                (Some(Filter::Any) | None, None) => true,
                (Some(_), None) => false,
                (None, Some(_)) => true,
            };
            fits.then_some(ruling)
        }
        _ => None,
    };
    said(sight, id).iter().copied().filter_map(speaks).min()
}

/// Whether a deed with an object is legal: a restriction wins over everything, a requirement or an allowance of an effect over what the
/// rules say by default, which is `by_rules` (1.0.2).
///
/// # Errors
/// The reason and the rule.
pub fn permits(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>, by_rules: Result<(), Refusal>) -> Result<(), Refusal> {
    match ruling(sight, deed, id, other) {
        Some(Ruling::Restriction) => Err((format!("an effect says that it cannot {}", in_words(deed)).into(), rule!("1.0.2"))),
        Some(Ruling::Requirement | Ruling::Allowance) => {
            cite!("1.0.1a");
            Ok(())
        }
        None => by_rules,
    }
}

/// Whether an effect demands the deed if it is possible (1.0.2).
pub fn demands(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>) -> bool {
    ruling(sight, deed, id, other) == Some(Ruling::Requirement)
}

/// Whether an effect allows what the rules do not, and none forbids it.
pub fn allows(sight: &Sight<'_>, deed: Deed, id: ObjectId, other: Option<ObjectId>) -> bool {
    matches!(ruling(sight, deed, id, other), Some(Ruling::Requirement | Ruling::Allowance))
}

/// A deed in words, for what cannot be done.
pub fn in_words(deed: Deed) -> &'static str {
    match deed {
        Deed::Play => "be played",
        Deed::Activate => "be activated",
        Deed::Attack => "attack",
        Deed::BeAttacked => "be attacked",
        Deed::Defend => "defend",
        Deed::BeDefendedBy => "be defended by that",
        Deed::Pitch => "be pitched",
        Deed::Draw => "be drawn",
        Deed::PlayAsInstant => "be played as an instant",
        Deed::PlayFree => "be played without paying its cost",
        Deed::GainGoAgain => "gain go again",
        Deed::TriggerOnHit => "trigger when it hits",
        Deed::BePrevented => "be prevented",
        Deed::BeDestroyed => "be destroyed",
        Deed::BeUntapped => "be untapped",
    }
}
