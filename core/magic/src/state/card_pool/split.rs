//! Split cards (708): what a card is of which no half is chosen.

use super::Card;
use crate::cite;
use crate::language::definition::{Effect, Faces, Spell, Target};
use crate::state::CardId;

/// Gives each split card what its halves have together.
pub fn join_halves(cards: &mut [Card]) {
    for at in 0..cards.len() {
        let Faces::Halves(..) = cards[at].definition.faces else { continue };
        let &[CardId(left), CardId(right)] = cards[at].faces.as_slice() else { continue };
        let halves = [cards[usize::from(left)].clone(), cards[usize::from(right)].clone()];
        join(&mut cards[at], &halves);
    }
}

fn join(whole: &mut Card, halves: &[Card; 2]) {
    whole.base.abilities = 0;
    for half in halves {
        cite!("708.4", "708.4b");
        whole.base.cost.add(&half.base.cost);
        cite!("708.4c");
        let types = &half.base.types;
        whole.base.types.join(types);
        half.definition.keywords.iter().for_each(|keyword| whole.base.keywords.add(*keyword));
        whole.base.abilities += half.base.abilities;
        whole.printed.extend(half.printed.iter().cloned());
        whole.definition.abilities.extend(half.definition.abilities.iter().cloned());
        whole.speaks |= half.speaks;
    }
    whole.base.colors = whole.base.cost.colors();
    whole.definition.types = whole.base.types.clone();
    whole.definition.spell = fused(halves);
}

/// What is chosen for a fused split spell: for the left half first (702.101d).
fn fused([left, right]: &[Card; 2]) -> Option<Spell> {
    let (left, right) = (left.definition.spell.as_ref()?, right.definition.spell.as_ref()?);
    let before = left.targets.len() as u8;
    let targets = left.targets.iter().cloned().chain(right.targets.iter().map(|one| shifted(one, before)));
    Some(Spell { targets: targets.collect(), effect: Effect::Seq(Vec::new()), ..left.clone() })
}

/// A target group that stands behind so many others.
fn shifted(target: &Target, by: u8) -> Target {
    let inner = |inner: &Target| Box::new(shifted(inner, by));
    match target {
        Target::Another(place, other) => Target::Another(place + by, inner(other)),
        Target::Several(least, most, each) => Target::Several(*least, *most, inner(each)),
        Target::XOf(each) => Target::XOf(inner(each)),
        Target::UpTo(number, each) => Target::UpTo(number.clone(), inner(each)),
        Target::ForEachPlayer(least, each) => Target::ForEachPlayer(*least, inner(each)),
        Target::InMode(mode, each) => Target::InMode(*mode, inner(each)),
        single => single.clone(),
    }
}

/// A flip card has the same mana cost and colours once it is flipped (709.1c).
pub fn keep_cost(cards: &mut [Card]) {
    for at in 0..cards.len() {
        let Faces::Flipped(_) = cards[at].definition.faces else { continue };
        let Some(CardId(flipped)) = cards[at].faces.first().copied() else { continue };
        cite!("709.1c");
        let (cost, colors) = (cards[at].base.cost.clone(), cards[at].base.colors);
        let flipped = &mut cards[usize::from(flipped)].base;
        (flipped.cost, flipped.colors) = (cost, colors);
    }
}
