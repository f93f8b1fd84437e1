//! What a change does to an object's characteristics, and what words are once effects have changed them
//! (612).

use super::layer::{Layer, layer_of};
use crate::language::definition::Feature;
use crate::language::keyword::{Keyword, Quality};
use crate::language::mana::{Color, Colors};
use crate::language::subtypes::Subtype;
use crate::state::{Alter, Characteristics, Word};

/// Puts a change on an object.
pub fn alter_object(characteristics: &mut Characteristics, alter: &Alter) {
    match alter {
        Alter::Control(seat) => characteristics.controller = Some(*seat),
        Alter::Word(from, to) => change_word(characteristics, *from, *to),
        Alter::Set(feature) => set_feature(characteristics, feature),
        Alter::Add(feature) => add_feature(characteristics, feature),
        Alter::Gain(keyword) => characteristics.keywords.add(*keyword),
        Alter::GainAbility(ability) => characteristics.granted.push(*ability),
        Alter::Lose(keyword) => characteristics.keywords.remove(*keyword),
        Alter::LoseAbilities => characteristics.lose_abilities(),
        Alter::SetSize(power, toughness) => {
            characteristics.power = *power;
            characteristics.toughness = *toughness;
        }
        Alter::Size(power, toughness) => {
            characteristics.power = characteristics.power.saturating_add(*power);
            characteristics.toughness = characteristics.toughness.saturating_add(*toughness);
        }
        Alter::Switch => std::mem::swap(&mut characteristics.power, &mut characteristics.toughness),
        Alter::Rule(..) | Alter::Evades(..) => characteristics.limits.push(alter.clone()),
        // Said of players, or settled as one of those above.
        Alter::ColorWord(..)
        | Alter::TypeWord(..)
        | Alter::GainThis
        | Alter::SizeEach(..)
        | Alter::AtMost(..)
        | Alter::MostCounters(..)
        | Alter::CostsMore(..)
        | Alter::CostsLess(..)
        | Alter::MayPlay(..)
        | Alter::CostsInstead(..) => {}
    }
    // 305.6: a basic land type brings its mana ability in the same layer, before effects of layer 6 can take
    // it away.
    if matches!(layer_of(alter), Layer::Text | Layer::Types) {
        characteristics.gain_intrinsic();
    }
}

fn set_feature(characteristics: &mut Characteristics, feature: &Feature) {
    match feature {
        Feature::Types(types) => characteristics.types.set_types(types),
        Feature::Subtypes(subtypes) => characteristics.types.set_subtypes(subtypes),
        Feature::LandType(subtype) => {
            characteristics.types.set_subtypes(&[*subtype]);
            characteristics.lose_abilities();
        }
        Feature::Super(supertype) => characteristics.types.add_super(*supertype),
        Feature::Colors(colors) => characteristics.colors = Colors::of(colors),
    }
}

fn add_feature(characteristics: &mut Characteristics, feature: &Feature) {
    match feature {
        Feature::Types(types) => types.iter().for_each(|one| characteristics.types.add(*one)),
        Feature::Subtypes(subtypes) => {
            subtypes.iter().for_each(|subtype| characteristics.types.add_subtype(*subtype))
        }
        Feature::LandType(subtype) => characteristics.types.add_subtype(*subtype),
        Feature::Super(supertype) => characteristics.types.add_super(*supertype),
        Feature::Colors(colors) => characteristics.colors = characteristics.colors.with(Colors::of(colors)),
    }
}

impl Feature {
    /// What it is once these changes have been made to the text.
    pub fn read(&self, words: &[(Word, Word)]) -> Feature {
        match self {
            Feature::Types(_) | Feature::Super(_) => self.clone(),
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
            Keyword::Protection(Quality::Color(color)) => {
                Keyword::Protection(Quality::Color(color.read(words)))
            }
            Keyword::Protection(Quality::Subtype(subtype)) => {
                Keyword::Protection(Quality::Subtype(subtype.read(words)))
            }
            other => other,
        }
    }
}
