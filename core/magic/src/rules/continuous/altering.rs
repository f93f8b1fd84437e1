//! What a change does to an object's characteristics, and what words are once effects have changed them
//! (612).

use super::layer::{Layer, layer_of};
use crate::cite;
use crate::language::definition::{Feature, Measure};
use crate::language::keyword::{Keyword, Quality, Walk};
use crate::language::mana::{Color, Colors, ManaCost};
use crate::language::subtypes::Subtype;
use crate::rules::keywords::again;
use crate::state::{AbilityPlace, AbilityRef, Alter, Characteristics, Word};

/// Puts a change on an object.
#[expect(clippy::too_many_lines, reason = "a flat table of changes")]
pub fn alter_object(characteristics: &mut Characteristics, alter: &Alter) {
    match alter {
        Alter::Control(seat) => characteristics.controller = Some(*seat),
        Alter::Word(from, to) => change_word(characteristics, *from, *to),
        Alter::Set(feature) => set_feature(characteristics, feature),
        Alter::Add(feature) => add_feature(characteristics, feature),
        Alter::Gain(keyword) => gain(characteristics, *keyword),
        Alter::GainAbility(ability) => gain_ability(characteristics, *ability),
        Alter::SparingProtection(Keyword::Protection(Quality::AllColors), source, text, at) => {
            Color::ALL.into_iter().for_each(|color| {
                let quality = Keyword::Protection(Quality::Color(color));
                gain_sparing(
                    characteristics,
                    quality,
                    Alter::SparingProtection(quality, *source, *text, *at),
                );
            });
        }
        Alter::SparingProtection(keyword, ..) => gain_sparing(characteristics, *keyword, alter.clone()),
        Alter::Lose(keyword) => {
            cite!("112.10b", "112.10c");
            lose(characteristics, *keyword)
        }
        Alter::CannotHave(keyword) => {
            lose(characteristics, *keyword);
            characteristics.limits.push(alter.clone());
        }
        Alter::EveryName | Alter::Named(_) => {
            cite!("612.6");
            characteristics.limits.push(alter.clone());
        }
        Alter::SetOne(Measure::Power, power) => characteristics.power = *power,
        Alter::SetOne(_, toughness) => characteristics.toughness = *toughness,
        Alter::LoseAbilities => characteristics.lose_abilities(),
        Alter::SetSize(power, toughness) => {
            cite!("208.4");
            characteristics.power = *power;
            characteristics.toughness = *toughness;
        }
        Alter::Size(power, toughness) => {
            // Of what is no creature it is changed too, but nobody asks.
            cite!("208.3a");
            characteristics.power = characteristics.power.saturating_add(*power);
            characteristics.toughness = characteristics.toughness.saturating_add(*toughness);
        }
        Alter::Switch => std::mem::swap(&mut characteristics.power, &mut characteristics.toughness),
        Alter::Rule(..)
        | Alter::CannotBeBlockedHere(..)
        | Alter::Bars(_)
        | Alter::MustBlock(_)
        | Alter::MustAttack(_)
        | Alter::BlockedBy(..)
        | Alter::MustAttackThis(_) => characteristics.limits.push(alter.clone()),
        // Said of players, settled as one of those above, or what takes the definitions of the match to know.
        Alter::ColorWord(..)
        | Alter::TypeWord(..)
        | Alter::GainThis
        | Alter::SizeEach(..)
        | Alter::SetSizeEach(..)
        | Alter::AtMost(..)
        | Alter::MostCounters(..)
        | Alter::CostsMore(..)
        | Alter::CostsLess(..)
        | Alter::CostsLessBy(..)
        | Alter::MayPlay(..)
        | Alter::AbilitiesCostLess(..)
        | Alter::AbilitiesCostMore(..)
        | Alter::CostsAtLeast(..)
        | Alter::NoCounters(..)
        | Alter::GetNo(_)
        | Alter::UntapsAtMost(..)
        | Alter::CostsInstead(..)
        | Alter::Costs(_)
        | Alter::PlayersGain(_)
        | Alter::GainLine(_)
        | Alter::GainActivated(_)
        | Alter::FullText(..)
        | Alter::CopyOf(_)
        | Alter::GainSparing(..) => {}
    }
    // 305.6: a basic land type brings its mana ability in the same layer, before effects of layer 6 can take
    // it away.
    if matches!(layer_of(alter), Layer::Text | Layer::Types) {
        characteristics.gain_intrinsic();
    }
}

fn gain_ability(characteristics: &mut Characteristics, ability: AbilityRef) {
    // What X is in it, its own cost says.
    cite!("107.3i", "112.10", "112.10a");
    match ability.place {
        AbilityPlace::Intrinsic(color) => characteristics.intrinsic |= 1 << color as u8,
        _ => characteristics.granted.push(ability),
    }
}

/// A keyword that it has already is none the more (702.2f and its like).
fn gain(characteristics: &mut Characteristics, keyword: Keyword) {
    // Protection from all colours is one from each.
    if keyword == Keyword::Protection(Quality::AllColors) {
        cite!("702.16h");
        return Color::ALL
            .into_iter()
            .for_each(|color| gain(characteristics, Keyword::Protection(Quality::Color(color))));
    }
    if barred(characteristics, keyword) {
        return;
    }
    // What it now has without reserve spares nothing.
    characteristics
        .limits
        .retain(|limit| !matches!(limit, Alter::SparingProtection(spared, ..) if *spared == keyword));
    if characteristics.keywords.has(keyword) {
        return again::twice(keyword);
    }
    characteristics.keywords.add(keyword);
}

/// Whether an effect says that it cannot have the keyword: none gives it to it, and what else they do they do.
fn barred(characteristics: &Characteristics, keyword: Keyword) -> bool {
    cite!("112.11");
    characteristics
        .limits
        .iter()
        .any(|limit| matches!(limit, Alter::CannotHave(barred) if *barred == keyword))
}

/// 702.16m: a protection that leaves some Auras on. Another instance of it that does not is as strong as ever.
fn gain_sparing(characteristics: &mut Characteristics, keyword: Keyword, spares: Alter) {
    if barred(characteristics, keyword) {
        return;
    }
    let spared = |limit: &Alter| matches!(limit, Alter::SparingProtection(spared, ..) if *spared == keyword);
    if !characteristics.keywords.has(keyword) {
        characteristics.keywords.add(keyword);
    } else if !characteristics.limits.iter().any(spared) {
        return again::twice(keyword);
    }
    characteristics.limits.push(spares);
}

/// Who loses hexproof loses hexproof from anything; of several protections the others stay.
fn lose(characteristics: &mut Characteristics, keyword: Keyword) {
    match keyword {
        Keyword::Hexproof => {
            let from = characteristics.keywords.special().iter().copied();
            let from: Vec<Keyword> = from.filter(|own| matches!(own, Keyword::HexproofFrom(_))).collect();
            from.into_iter().for_each(|own| characteristics.keywords.remove(own));
        }
        Keyword::Protection(_) => {
            cite!("702.16g");
        }
        Keyword::Banding => {
            let with = characteristics.keywords.special().iter().copied();
            let with: Vec<Keyword> = with.filter(|own| matches!(own, Keyword::BandsWith(_))).collect();
            cite!("702.21b");
            with.into_iter().for_each(|own| characteristics.keywords.remove(own));
        }
        _ => {}
    }
    characteristics.keywords.remove(keyword);
}

fn set_feature(characteristics: &mut Characteristics, feature: &Feature) {
    match feature {
        Feature::Types(types) => {
            cite!("110.4c", "205.1a", "205.3c", "205.4b");
            // Which words there are, and what each goes with, stands in `language/subtypes.rs`.
            cite!("205.3g", "205.3h", "205.3i", "205.3j", "205.3k");
            characteristics.types.set_types(types)
        }
        Feature::Subtypes(subtypes) => characteristics.types.set_subtypes(subtypes),
        Feature::LandType(subtype) => {
            characteristics.types.set_subtypes(&[*subtype]);
            characteristics.lose_abilities();
        }
        // Settled as one of those above.
        Feature::Chosen(_) => {}
        Feature::Super(supertype) => characteristics.types.add_super(*supertype),
        Feature::Colors(colors) => {
            cite!("105.3");
            characteristics.colors = Colors::of(colors)
        }
        Feature::EveryCreatureType => characteristics.types.add_every_creature_type(),
        Feature::NoManaCost => characteristics.cost = ManaCost::default(),
        Feature::NoType(kind) => characteristics.types.lose_type(*kind),
        Feature::NoSuper(supertype) => characteristics.types.lose_super(*supertype),
    }
}

fn add_feature(characteristics: &mut Characteristics, feature: &Feature) {
    match feature {
        Feature::Types(types) => {
            cite!("205.1b");
            types.iter().for_each(|one| characteristics.types.add(*one))
        }
        Feature::Subtypes(subtypes) => {
            cite!("205.3d");
            subtypes.iter().for_each(|subtype| characteristics.types.gain_subtype(*subtype))
        }
        Feature::LandType(subtype) => characteristics.types.gain_subtype(*subtype),
        Feature::Chosen(_) => {}
        Feature::Super(supertype) => characteristics.types.add_super(*supertype),
        Feature::Colors(colors) => characteristics.colors = characteristics.colors.with(Colors::of(colors)),
        Feature::EveryCreatureType => characteristics.types.add_every_creature_type(),
        Feature::NoManaCost => characteristics.cost = ManaCost::default(),
        Feature::NoType(kind) => characteristics.types.lose_type(*kind),
        Feature::NoSuper(supertype) => characteristics.types.lose_super(*supertype),
    }
}

impl Feature {
    /// What it is once these changes have been made to the text.
    pub fn read(&self, words: &[(Word, Word)]) -> Feature {
        match self {
            Feature::Types(_)
            | Feature::Super(_)
            | Feature::EveryCreatureType
            | Feature::Chosen(_)
            | Feature::NoManaCost
            | Feature::NoType(_)
            | Feature::NoSuper(_) => self.clone(),
            Feature::Subtypes(subtypes) => {
                Feature::Subtypes(subtypes.iter().map(|subtype| subtype.read(words)).collect())
            }
            Feature::LandType(subtype) => Feature::LandType(subtype.read(words)),
            Feature::Colors(colors) => {
                Feature::Colors(colors.iter().map(|color| color.read(words)).collect())
            }
        }
    }
}

/// 612.1: a word on the type line, in keywords and in all other abilities.
fn change_word(characteristics: &mut Characteristics, from: Word, to: Word) {
    let change = [(from, to)];
    characteristics.types.subtypes =
        characteristics.types.subtypes.iter().map(|subtype| subtype.read(&change)).collect();
    let keywords = characteristics.keywords.special().to_vec();
    keywords.iter().for_each(|keyword| characteristics.keywords.remove(*keyword));
    keywords.iter().for_each(|keyword| characteristics.keywords.add(keyword.read(&change)));
    cite!("612.2");
    characteristics.words.push((from, to));
}

impl Word {
    /// What the word is once these changes have been made to the text.
    fn read(self, words: &[(Word, Word)]) -> Word {
        words.iter().fold(self, |word, (from, to)| if word == *from { *to } else { word })
    }
}

impl Color {
    /// The colour that this colour word names once these changes have been made to the text.
    pub fn read(self, words: &[(Word, Word)]) -> Color {
        if let Word::Color(color) = Word::Color(self).read(words) { color } else { self }
    }
}

impl Subtype {
    /// The subtype that this word names once these changes have been made to the text.
    pub fn read(self, words: &[(Word, Word)]) -> Subtype {
        if let Word::Subtype(subtype) = Word::Subtype(self).read(words) { subtype } else { self }
    }
}

impl Keyword {
    /// The keyword once these changes have been made to the text.
    pub fn read(self, words: &[(Word, Word)]) -> Keyword {
        match self {
            Keyword::Landwalk(land) => Keyword::Landwalk(land.read(words)),
            Keyword::Protection(quality) => Keyword::Protection(quality.read(words)),
            Keyword::HexproofFrom(quality) => Keyword::HexproofFrom(quality.read(words)),
            Keyword::BandsWith(quality) => Keyword::BandsWith(quality.read(words)),
            Keyword::Walk(Walk::Both(supertype, land)) => {
                Keyword::Walk(Walk::Both(supertype, land.read(words)))
            }
            other => other,
        }
    }
}

impl Quality {
    /// The quality once these changes have been made to the text.
    pub fn read(self, words: &[(Word, Word)]) -> Quality {
        match self {
            Quality::Color(color) => Quality::Color(color.read(words)),
            Quality::Subtype(subtype) => Quality::Subtype(subtype.read(words)),
            other => other,
        }
    }
}
