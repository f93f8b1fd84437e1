//! The facts of a card beside its text.

use duelog_magic::language::definition::{Definition, Faces};
use duelog_magic::language::mana::{Color, ManaCost};
use duelog_magic::language::types::TypeLine;

use crate::source::Face;

/// A definition of nothing.
pub fn empty() -> Definition {
    Definition {
        name: String::new(),
        cost: ManaCost::default(),
        types: TypeLine::default(),
        size: None,
        star: None,
        stars: None,
        defining: Vec::new(),
        loyalty: None,
        colors: None,
        keywords: Vec::new(),
        enchant: None,
        front: None,
        additional: Vec::new(),
        alternatives: Vec::new(),
        besides: Vec::new(),
        as_cast: Vec::new(),
        lines: Vec::new(),
        spell: None,
        abilities: Vec::new(),
        any_number: false,
        vanguard: None,
        commander: false,
        agenda: 0,
        starts: false,
        test_only: false,
        token: false,
        less: Vec::new(),
        helps: Vec::new(),
        spelled: Vec::new(),
        first_printed: None,
        faces: Faces::None,
        face_of: String::new(),
        levels: Vec::new(),
        chapters: Vec::new(),
        forecasts: Vec::new(),
        splices: Vec::new(),
        assist: false,
        called: String::new(),
        classes: Vec::new(),
        enchants_too: Vec::new(),
        x_not_zero: false,
    }
}

/// How a type line of today reads in the edition that the card language follows.
/// Nothing stands for types that were given to cards later, beside those that they had.
const OTHERWISE: [(&str, &str); 6] =
    [("Kindred", "Tribal"), ("Dog", "Hound"), ("Phyrexian", ""), ("Ranger", ""), ("Noble", ""), ("Book", "")];

/// The facts of a face.
///
/// # Errors
/// A fact that is none of this edition.
pub fn facts(face: &Face) -> Result<Definition, String> {
    let line = face.types.replace(['—', '–'], "-");
    let words = line
        .split_whitespace()
        .map(|word| OTHERWISE.iter().find(|(today, _)| *today == word).map_or(word, |(_, then)| *then));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    let line = line.strip_suffix(" -").unwrap_or(&line).replace("Time Lord", "Time-Lord");
    let types = TypeLine::parse(&line)?;
    let cost = ManaCost::try_from(face.cost.clone().unwrap_or_default())?;
    let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<i32>().ok());
    let size = match (number(&face.power), number(&face.toughness)) {
        (Some(power), Some(toughness)) => Some((power, toughness)),
        _ if face.power.is_some() && face.power.as_deref() != Some("*") => {
            return Err(format!(
                "the size {}/{}",
                face.power.clone().unwrap_or_default(),
                face.toughness.clone().unwrap_or_default()
            ));
        }
        _ => None,
    };
    if face.colorless_in_doubt {
        return Err("its colors are not in the list".to_string());
    }
    let loyalty = match &face.loyalty {
        Some(text) => Some(text.parse().map_err(|_| format!("the loyalty {text}"))?),
        None => None,
    };
    let colors = match &face.colors {
        Some(letters) => Some(letters.iter().map(|letter| color(letter)).collect::<Result<Vec<Color>, _>>()?),
        None => None,
    };
    Ok(Definition { cost, types, size, loyalty, colors, ..crate::setting::blank(&face.name) })
}

fn color(letter: &str) -> Result<Color, String> {
    let place = ["W", "U", "B", "R", "G"].iter().position(|known| *known == letter);
    place.map(|place| Color::ALL[place]).ok_or_else(|| format!("the color {letter}"))
}
