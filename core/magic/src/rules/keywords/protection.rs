//! Protection (702.16): from damage, enchanting and equipping, blocking, targeting.

use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Change, Filter, Trait};
use crate::language::keyword::{Keyword, Quality};
use crate::language::mana::Colors;
use crate::language::types::CardType;
use crate::rules::continuous::locking::settled;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::Ruling;
use crate::state::{Alter, Object};
use crate::{cite, rule};

/// Whether a source has a quality (702.16a).
pub fn is_so(sight: &Sight<'_>, id: ObjectId, quality: Quality) -> bool {
    let Some(source) = sight.characteristics(id) else { return false };
    match quality {
        Quality::Color(color) => source.colors.shares(Colors::of(&[color])),
        Quality::Subtype(subtype) => source.types.has(subtype),
        Quality::Type(card_type) => source.types.is(card_type),
        Quality::Creatures => source.types.is(CardType::Creature),
        Quality::Super(supertype) => {
            let creature = source.types.is(CardType::Creature) || !sight.card_pool.protects_from_creatures();
            creature && source.types.is_super(supertype)
        }
        Quality::Multicolored => {
            cite!("105.2b");
            source.colors.count() > 1
        }
        Quality::ColoredSpells => source.colors.count() > 0 && sight.object(id).is_some_and(Object::is_spell),
        Quality::Everything => {
            cite!("702.16i");
            true
        }
        // What nobody controls is its owner's.
        Quality::Player(seat) => {
            cite!("702.16j");
            sight.controller(id) == Some(seat)
        }
        // Settled as the colour or player, or as one for each.
        Quality::Chosen | Quality::ChosenPlayer | Quality::ChosenName | Quality::AllColors => false,
    }
}

/// The qualities of a source from which a permanent has protection.
fn against(sight: &Sight<'_>, id: ObjectId, source: ObjectId) -> impl Iterator<Item = Keyword> {
    let all = sight.characteristics(id).map_or(&[][..], |own| own.keywords.special());
    all.iter()
        .copied()
        .filter(move |own| matches!(own, Keyword::Protection(quality) if is_so(sight, source, *quality)))
}

/// Whether a permanent has protection from a source (702.16a).
pub fn protects(sight: &Sight<'_>, id: ObjectId, source: ObjectId) -> bool {
    against(sight, id, source).next().is_some()
}

/// Whether a permanent cannot be enchanted by an Aura (702.16c): it has protection from it, and not only such as
/// leaves it on (702.16m).
pub fn repels(sight: &Sight<'_>, id: ObjectId, aura: ObjectId) -> bool {
    let limits = sight.characteristics(id).map_or(&[][..], |own| &own.limits);
    against(sight, id, aura).any(|protection| {
        let spares = |limit: &Alter| match limit {
            Alter::SparingProtection(own, source, text, at) if *own == protection => {
                Some(sight.spares(*source, *text, *at, aura))
            }
            _ => None,
        };
        let mut instances = limits.iter().filter_map(spares).peekable();
        cite!("702.16m");
        instances.peek().is_none() || instances.any(|spared| !spared)
    })
}

/// Whether a permanent can be the target of a source as far as protection is concerned (702.16b).
///
/// # Errors
/// The reason and the rule.
pub fn may_target(sight: &Sight<'_>, id: ObjectId, source: ObjectId) -> Result<(), Refusal> {
    if protects(sight, id, source) {
        refuse("it has protection from the source", rule!("702.16b"))
    } else {
        Ok(())
    }
}

/// Returns whether a player has protection from a source (702.16a).
pub fn protects_player(sight: &Sight<'_>, seat: Seat, source: ObjectId) -> bool {
    let protects = |ruling: Ruling<'_>| match &*ruling.change {
        Change::PlayersGain(Keyword::Protection(Quality::ChosenName)) => {
            sight.matches(&Filter::Chosen(Trait::Name), source, &ruling.scope)
        }
        Change::PlayersGain(keyword) => match settled(*keyword, sight, &ruling.scope) {
            Some(Keyword::Protection(quality)) => is_so(sight, source, quality),
            _ => false,
        },
        _ => false,
    };
    sight.protections_of(seat).into_iter().any(protects)
}

/// Returns whether a player can be the target of a source as far as protection is concerned (702.16b).
///
/// # Errors
/// The reason and the rule.
pub fn may_target_player(sight: &Sight<'_>, seat: Seat, source: ObjectId) -> Result<(), Refusal> {
    if protects_player(sight, seat, source) {
        return refuse("the player has protection from the source", rule!("702.16b"));
    }
    Ok(())
}

/// Whether a creature may block an attacker as far as protection is concerned (702.16f).
///
/// # Errors
/// The reason and the rule.
pub fn may_block(sight: &Sight<'_>, blocker: ObjectId, attacker: ObjectId) -> Result<(), Refusal> {
    if protects(sight, attacker, blocker) {
        refuse("the attacker has protection from it", rule!("702.16f"))
    } else {
        Ok(())
    }
}
