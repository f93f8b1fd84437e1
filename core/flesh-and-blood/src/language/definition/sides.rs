//! Cards with two names at once: split-cards (9.2), twin-cards (9.1.4), and what makes one definition of the
//! two that they have.

use super::*;

/// The two halves of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// What the halves are.
    pub are: Halves,
    /// The left one, which is the first one (9.2.1).
    pub left: Box<Definition>,
    /// The right one.
    pub right: Box<Definition>,
}

/// What the halves of a card are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Halves {
    /// The sides of a split-card (9.2): each has a name, a type box and a text box, the rest is the card's.
    Split,
    /// The faces of a twin-card (9.1.4), each with all its properties.
    Twin,
}

/// What joins the names of the sides of a split-card in the name of the whole.
pub const BETWEEN_SIDES: &str = "||";

/// What joins the names of the faces of a twin-card in the name of the whole.
pub const BETWEEN_FACES: &str = " // ";

impl Sides {
    /// Both, the left one first.
    pub fn both(&self) -> [&Definition; 2] {
        [&self.left, &self.right]
    }

    /// What the whole card is called.
    pub fn name(&self) -> String {
        let [left, right] = self.both();
        let between = match self.are {
            Halves::Split => BETWEEN_SIDES,
            Halves::Twin => BETWEEN_FACES,
        };
        format!("{}{between}{}", left.name, right.name)
    }
}

impl Definition {
    /// Whether it is a whole split-card (9.2).
    pub fn is_split(&self) -> bool {
        self.sides.as_ref().is_some_and(|sides| sides.are == Halves::Split)
    }

    /// Whether it is a whole twin-card (9.1.4).
    pub fn is_twin(&self) -> bool {
        self.sides.as_ref().is_some_and(|sides| sides.are == Halves::Twin)
    }

    /// The numbers that a property-static ability defines (1.12.3).
    pub fn stars(&self) -> impl Iterator<Item = &Number> {
        self.star_power.iter().chain(&self.star_defense).chain(&self.star_life)
    }

    /// What of a definition belongs to a side of a split-card: the name, the type box and the text box
    /// (9.2.1).
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

    /// What of the definition of a split-card is that of both sides: everything that stands outside of the
    /// boxes. A twin-card has nothing that is not that of a face.
    pub fn frame(&self) -> Definition {
        if self.is_twin() {
            return Definition {
                name: self.name.clone(),
                sides: self.sides.clone(),
                test_only: self.test_only,
                ..Definition::default()
            };
        }
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
            pairs: self.pairs.clone(),
            test_only: self.test_only,
            ..Definition::default()
        }
    }

    /// The definitions of the two halves, each by itself: what the sides of a split-card lack is the card's
    /// (9.2.3).
    pub fn halves(&self) -> Option<[Definition; 2]> {
        let sides = self.sides.as_ref()?;
        Some(match sides.are {
            Halves::Split => sides.both().map(|side| {
                let Definition { name, types, keywords, costs, only_if, resolve, abilities, gives, .. } =
                    side.boxes();
                Definition {
                    name,
                    types,
                    keywords,
                    costs,
                    only_if,
                    resolve,
                    abilities,
                    gives,
                    sides: None,
                    ..self.frame()
                }
            }),
            Halves::Twin => sides.both().map(|face| Definition { test_only: self.test_only, ..face.clone() }),
        })
    }

    /// The definition of the whole card, which has the properties of both halves (9.2.2, 8.3.38c, 9.1.4a): of
    /// a number the left one's, if it has it. What the halves do as they resolve are its modes, of which
    /// a melded layer has both; their other abilities stay those of the halves.
    pub fn combined(&self) -> Definition {
        let Some([left, right]) = self.halves() else { return self.clone() };
        let mut keywords = self.keywords.clone();
        for keyword in left.keywords.iter().chain(&right.keywords) {
            if !keywords.contains(keyword) {
                keywords.push(*keyword);
            }
        }
        let numbers = if self.is_twin() { both_numbers(&left, &right) } else { self.clone() };
        let conditions: Vec<Condition> =
            [&left, &right].into_iter().filter_map(|half| half.only_if.clone()).collect();
        Definition {
            types: left.types.with(&right.types),
            keywords,
            costs: left.costs.iter().chain(&right.costs).cloned().collect(),
            only_if: if conditions.is_empty() { None } else { Some(Condition::All(conditions)) },
            resolve: Some(Resolve {
                choose: None,
                repeat: false,
                most: None,
                each: None,
                modes: vec![as_mode(&left), as_mode(&right)],
                targets: Vec::new(),
                effect: None,
            }),
            name: self.name.clone(),
            sides: self.sides.clone(),
            test_only: self.test_only,
            ..numbers
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

/// What both faces of a twin-card have beside their boxes: names of other kinds of both, a number of the left
/// one if it has it.
fn both_numbers(left: &Definition, right: &Definition) -> Definition {
    fn first<T: Clone>(left: &[T], right: &[T]) -> Vec<T> {
        if left.is_empty() { right.to_vec() } else { left.to_vec() }
    }
    let all = |left: &[String], right: &[String]| left.iter().chain(right).cloned().collect();
    Definition {
        pitch: first(&left.pitch, &right.pitch),
        colors: first(&left.colors, &right.colors),
        cost: first(&left.cost, &right.cost),
        power: first(&left.power, &right.power),
        defense: first(&left.defense, &right.defense),
        life: left.life.or(right.life),
        intellect: left.intellect.or(right.intellect),
        metatypes: all(&left.metatypes, &right.metatypes),
        traits: all(&left.traits, &right.traits),
        chi: left.chi || right.chi,
        specialization: if left.specialization.is_empty() {
            right.specialization.clone()
        } else {
            left.specialization.clone()
        },
        ..Definition::default()
    }
}
