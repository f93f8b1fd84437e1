//! Cards with two names at once: split-cards (9.2) and what makes one definition of the two that they have.

use super::*;

/// The two halves of a card (9.2.1), the left one first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Sides {
    /// The sides of a split-card (9.2): each has a name, a type box and a text box, the rest is the card's.
    Split(Box<Definition>, Box<Definition>),
}

/// What joins the names of the sides of a split-card in the name of the whole.
pub const BETWEEN_SIDES: &str = "||";

impl Sides {
    /// Both, the left one first.
    pub fn both(&self) -> [&Definition; 2] {
        match self {
            Sides::Split(left, right) => [left, right],
        }
    }

    /// What the whole card is called.
    pub fn name(&self) -> String {
        let [left, right] = self.both();
        match self {
            Sides::Split(..) => format!("{}{BETWEEN_SIDES}{}", left.name, right.name),
        }
    }
}

impl Definition {
    /// What of a definition belongs to a side of a split-card: the name, the type box and the text box (9.2.1).
    pub fn boxes(&self) -> Definition {
        Definition {
            name: self.name.clone(),
            types: self.types,
            keywords: self.keywords.clone(),
            costs: self.costs.clone(),
            only_if: self.only_if.clone(),
            resolve: self.resolve.clone(),
            abilities: self.abilities.clone(),
            gives: self.gives.clone(),
            ..Definition::default()
        }
    }

    /// What of the definition of a split-card is that of both sides: everything that stands outside of the boxes.
    pub fn frame(&self) -> Definition {
        Definition {
            name: self.name.clone(),
            sides: self.sides.clone(),
            pitch: self.pitch.clone(),
            colors: self.colors.clone(),
            metatypes: self.metatypes.clone(),
            traits: self.traits.clone(),
            chi: self.chi,
            cost: self.cost.clone(),
            x: self.x,
            power: self.power.clone(),
            defense: self.defense.clone(),
            keywords: self.keywords.clone(),
            specialization: self.specialization.clone(),
            test_only: self.test_only,
            ..Definition::default()
        }
    }

    /// The definitions of the two halves, each by itself: what the sides of a split-card lack is the card's (9.2.3).
    pub fn halves(&self) -> Option<[Definition; 2]> {
        let sides = self.sides.as_ref()?;
        Some(match sides {
            Sides::Split(..) => sides.both().map(|side| {
                let Definition { name, types, keywords, costs, only_if, resolve, abilities, gives, .. } = side.boxes();
                Definition { name, types, keywords, costs, only_if, resolve, abilities, gives, sides: None, ..self.frame() }
            }),
        })
    }

    /// The definition of the whole card, which has the properties of both halves (9.2.2, 8.3.38c). What the halves do as they resolve are its
    /// modes, of which a melded layer has both; their other abilities stay those of the halves.
    pub fn combined(&self) -> Definition {
        let Some([left, right]) = self.halves() else { return self.clone() };
        let mut keywords = self.keywords.clone();
        for keyword in left.keywords.iter().chain(&right.keywords) {
            if !keywords.contains(keyword) {
                keywords.push(*keyword);
            }
        }
        let conditions: Vec<Condition> = [&left, &right].into_iter().filter_map(|half| half.only_if.clone()).collect();
        Definition {
            types: left.types.with(&right.types),
            keywords,
            costs: left.costs.iter().chain(&right.costs).cloned().collect(),
            only_if: if conditions.is_empty() { None } else { Some(Condition::All(conditions)) },
            resolve: Some(Resolve { choose: None, repeat: false, modes: vec![as_mode(&left), as_mode(&right)], targets: Vec::new(), effect: None }),
            ..self.clone()
        }
    }
}

/// What a half does as it resolves, as a mode.
fn as_mode(half: &Definition) -> Mode {
    let resolve = half.resolve.as_ref();
    let targets = resolve.map_or(Vec::new(), |resolve| resolve.targets.clone());
    let effect = resolve.and_then(|resolve| resolve.effect.clone()).unwrap_or(Effect::Seq(Vec::new()));
    Mode { only_if: None, targets, effect }
}
