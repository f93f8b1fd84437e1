//! Banding (702.21).

use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, Seat};

use super::protection;
use crate::language::keyword::{Keyword, Quality};
use crate::rules::eval::Sight;
use crate::rules::prompt::Prompt;
use crate::state::{Attack, Combat, Value};
use crate::{cite, rule};

/// What makes a band: banding, or "bands with other" of a quality.
type Kind = Option<Quality>;

fn has(sight: &Sight<'_>, id: ObjectId, kind: Kind) -> bool {
    sight.has(id, kind.map_or(Keyword::Banding, Keyword::BandsWith))
}

/// Whether a creature can be in a band of a kind at all.
fn fits(sight: &Sight<'_>, id: ObjectId, kind: Kind) -> bool {
    sight.is_creature(id) && kind.is_none_or(|quality| protection::is_so(sight, id, quality))
}

/// The qualities of which a creature has "bands with other".
fn qualities(sight: &Sight<'_>, id: ObjectId) -> Vec<Quality> {
    let all = sight.characteristics(id).map_or(&[][..], |face| face.keywords.special());
    let quality = |keyword: &Keyword| match keyword {
        Keyword::BandsWith(quality) => Some(*quality),
        _ => None,
    };
    all.iter().filter_map(quality).collect()
}

/// Of which kinds bands can be formed, and whom they attack: all of a band attack the same (702.21d).
pub fn kinds(sight: &Sight<'_>, attacks: &[Attack]) -> Vec<(Option<Value>, Kind)> {
    let mut kinds: Vec<(Option<Value>, Kind)> = Vec::new();
    for attack in attacks {
        let own = has(sight, attack.attacker, None).then_some(None);
        let others = qualities(sight, attack.attacker).into_iter().map(Some);
        for kind in own.into_iter().chain(others) {
            if !kinds.contains(&(attack.defender, kind)) {
                kinds.push((attack.defender, kind));
            }
        }
    }
    cite!("702.21d", "802.3b");
    kinds
}

/// Asks for the next band of the kind at this place (508.1e).
pub fn ask(sight: &Sight<'_>, seat: Seat, attacks: &[Attack], place: u8) -> Option<Request> {
    let (whom, kind) = *kinds(sight, attacks).get(usize::from(place))?;
    let free = attacks.iter().filter(|attack| attack.band == 0 && attack.defender == whom);
    let all: Vec<ObjectId> = free.map(|attack| attack.attacker).filter(|id| fits(sight, *id, kind)).collect();
    let (with, without): (Vec<ObjectId>, Vec<ObjectId>) = all.iter().partition(|id| has(sight, **id, kind));
    if with.is_empty() || all.len() < 2 {
        return None;
    }
    let items = |ids: &[ObjectId]| ids.iter().copied().map(Item::Object).collect::<Vec<Item>>();
    let rule = rule!("702.21c");
    let others = match kind {
        None => Limit::AtMost { items: items(&without), max: 1 },
        Some(_) => {
            let needs = items(&with).into_iter().map(|item| (item, 1)).collect();
            Limit::OnlyIf { items: items(&all), needs, least: 1 }
        }
    };
    let two = Limit::NoneOrAtLeast { items: items(&all), min: 2 };
    let limits = [two, others].into_iter().map(|limit| Constraint { rule, limit }).collect();
    let most = all.len() as u32;
    Some(Request {
        seat,
        prompt: Prompt::Bands.into(),
        rule: rule!("508.1e"),
        subject: None,
        ask: Ask::pick(items(&all), 0, most).with(limits),
    })
}

/// Blocks with all that they come to: what blocks a creature blocks its whole band.
pub fn whole(combat: &Combat, blocks: Vec<(ObjectId, Vec<ObjectId>)>) -> Vec<(ObjectId, Vec<ObjectId>)> {
    if combat.attacks.iter().all(|attack| attack.band == 0) {
        return blocks;
    }
    let bands = |attackers: Vec<ObjectId>| {
        let mut all: Vec<ObjectId> = Vec::new();
        for id in attackers.into_iter().flat_map(|attacker| combat.band_of(attacker)) {
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all
    };
    // Whether a creature could block each of them alone does not matter, nor what has become of the abilities.
    cite!("702.21e", "702.21g", "702.21h");
    blocks.into_iter().map(|(blocker, attackers)| (blocker, bands(attackers))).collect()
}

/// Whether the opponents of a creature's controller say how it deals its combat damage to these creatures: one
/// of them has banding, or "bands with other" of a quality that it and another one have (702.21j-k).
pub fn divides(sight: &Sight<'_>, opposing: &[ObjectId]) -> bool {
    opposing.iter().any(|id| {
        has(sight, *id, None)
            || qualities(sight, *id).into_iter().any(|quality| {
                let kind = Some(quality);
                fits(sight, *id, kind)
                    && opposing.iter().any(|other| other != id && fits(sight, *other, kind))
            })
    })
}
