//! The tests of sentences and of wordings share this.

use duelog_magic_import::{Face, Printed};

/// A card of our own with this text; a creature is 2/2.
pub fn card(types: &str, text: &str) -> Printed {
    let size = types.contains("Creature").then(|| "2".to_string());
    let face = Face {
        name: "Own Card".to_string(),
        cost: Some("{1}{R}".to_string()),
        types: types.to_string(),
        text: text.to_string(),
        power: size.clone(),
        toughness: size,
        ..Face::default()
    };
    Printed { name: "Own Card".to_string(), layout: "normal".to_string(), faces: vec![face] }
}
