//! How a scenario names an object: `Runeclaw Bear`, `Runeclaw Bear [A]`, `[A]`, `P2's Runeclaw Bear`,
//! `Runeclaw Bear in P1's graveyard`.

use duelog_kernel::deck::{which_variant, without_variant};
use duelog_kernel::view::{CardView, Fact, ZoneView};
use duelog_kernel::{Factory, ObjectId, Seat, View};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::known::Known;
use super::quality::{Quality, holds, listed};
use super::words::{after, first_word, label, object_id, player, seat};

/// An object as a scenario names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Whose, where it says so.
    owner: Option<Seat>,
    /// The name; empty where only a label is given.
    name: String,
    /// The label.
    label: Option<String>,
    /// The qualities that tell it from others of the name.
    qualities: Vec<Quality>,
    /// The zone, where it says so.
    zone: Option<ZoneName>,
}

/// A zone as a scenario names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneName {
    /// Whose, where it says so.
    pub seat: Option<Seat>,
    /// Its name.
    pub name: String,
}

/// The words that games put before the name of an ability's source.
const ABILITY_OF: &str = "ability of";

/// The context in which references are read.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The names of cards and objects, the longest first.
    names: Arc<Vec<String>>,
    /// Objects by label.
    pub labels: BTreeMap<String, ObjectId>,
    /// The game's words and rules.
    pub known: Arc<Known>,
}

impl Names {
    /// The names of a game's cards.
    pub fn of(factory: &dyn Factory) -> Names {
        Names::among(factory, factory.cards().into_iter().map(|card| card.name).collect())
    }

    /// The names of some of a game's cards.
    pub fn among(factory: &dyn Factory, mut names: Vec<String>) -> Names {
        let known = Arc::new(Known::of(factory, &names));
        names.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        names.dedup();
        Names { names: Arc::new(names), labels: BTreeMap::new(), known }
    }

    /// Returns whether a text is the name of a card.
    pub fn is_name(&self, text: &str) -> bool {
        self.names.iter().any(|name| name == text)
    }

    /// The name that a text begins with, and what follows; names of objects on the table count too.
    pub fn name<'t>(&self, text: &'t str, view: Option<&View>) -> Option<(String, &'t str)> {
        let text = text.trim_start();
        // An ability on the stack goes by a name of its own, whether one is there or not.
        if let Some((name, behind)) = after(text, ABILITY_OF).and_then(|of| self.name(of, view)) {
            return Some((format!("{ABILITY_OF} {name}"), behind));
        }
        let seen = view
            .into_iter()
            .flat_map(|view| &view.zones)
            .flat_map(|zone| &zone.cards)
            .map(|card| card.name.as_str());
        let longest = seen
            .chain(self.names.iter().map(String::as_str))
            .filter(|name| after(text, name).is_some())
            .max_by_key(|name| name.len())?;
        Some((longest.to_string(), after(text, longest)?))
    }

    /// Which variants there are of the card whose name a text begins with where it lacks which one it is; nothing
    /// where no card is called so.
    pub fn lacks_variant(&self, text: &str) -> Option<String> {
        let names = || self.names.iter().map(String::as_str);
        let plain = names()
            .filter_map(without_variant)
            .filter(|name| after(text.trim_start(), name).is_some())
            .max_by_key(|name| name.len())?;
        which_variant(plain, names())
    }

    /// Returns whether the place `at` in a text is inside of a card's name.
    pub fn is_inside_a_name(&self, text: &str, at: usize) -> bool {
        let around = |name: &String| {
            text.match_indices(name.as_str()).any(|(from, name)| (from..from + name.len()).contains(&at))
        };
        let letter = text.as_bytes().get(at);
        let has_it = |name: &&String| letter.is_some_and(|letter| name.as_bytes().contains(letter));
        self.names.iter().filter(has_it).any(around)
    }

    /// Reads a reference at the beginning of a text.
    ///
    /// # Errors
    /// That no object is named there.
    pub fn reference<'t>(&self, text: &'t str, view: &View) -> Result<(Reference, &'t str), String> {
        let (owner, rest) = possessive(text.trim_start());
        let (name, rest) = match self.name(rest, Some(view)) {
            Some(found) => found,
            None if rest.starts_with(['[', '#']) => (String::new(), rest),
            None => {
                return Err(self.lacks_variant(rest).unwrap_or_else(|| format!(
                    "no card's name is at the beginning of \"{text}\" (names are written as printed; a label stands in [brackets])"
                )));
            }
        };
        let (label, rest) = label(rest)?;
        if name.is_empty() && label.is_none() {
            return Err(format!("no object is named by \"{text}\""));
        }
        let (qualities, rest) = self.qualities(rest, view)?;
        let (zone, rest) =
            match after(rest, "in").or_else(|| after(rest, "on")).and_then(|place| zone(place, view)) {
                Some((zone, rest)) => (Some(zone), rest),
                None => (None, rest),
            };
        Ok((Reference { owner, name, label, qualities, zone }, rest))
    }

    /// The objects that a reference names, in the order of the zones.
    ///
    /// # Errors
    /// That there is none, or why a label is not understood.
    pub fn objects(&self, reference: &Reference, view: &View) -> Result<Vec<ObjectId>, String> {
        if let Some(label) = &reference.label {
            let id = match self.labels.get(label) {
                Some(id) => *id,
                None => object_id(label).ok_or_else(|| self.unknown_label(label))?,
            };
            let found = cards(view).find(|(_, card)| card.id == id);
            return match found {
                Some((_, card)) if reference.name.is_empty() || is_called(card, &reference.name) => {
                    let fits = self.fits(card, &reference.qualities);
                    if fits {
                        Ok(vec![id])
                    } else {
                        Err(format!("[{label}] is not {}", listed(&reference.qualities)))
                    }
                }
                Some((_, card)) => Err(format!("[{label}] is {}, not {}", card.name, reference.name)),
                None => Err(format!(
                    "{reference} is not what it was: an object that changes its zone is a new one; name it with its zone, or `label` it again"
                )),
            };
        }
        let fits = |zone: &ZoneView, card: &CardView| {
            is_called(card, &reference.name)
                && self.fits(card, &reference.qualities)
                && reference.owner.is_none_or(|owner| belongs(zone, card, owner))
                && reference.zone.as_ref().is_none_or(|named| {
                    named.is(zone) && named.seat.is_none_or(|seat| belongs(zone, card, seat))
                })
        };
        let found: Vec<ObjectId> =
            cards(view).filter(|(zone, card)| fits(zone, card)).map(|(_, card)| card.id).collect();
        if found.is_empty() { Err(self.nothing(reference, view)) } else { Ok(found) }
    }

    pub(super) fn unknown_label(&self, label: &str) -> String {
        let known: Vec<&str> = self.labels.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "none is given".to_string() } else { known.join(", ") };
        format!("nothing is labelled [{label}] (labels: {known})")
    }

    fn nothing(&self, reference: &Reference, view: &View) -> String {
        let places: Vec<String> = cards(view)
            .filter(|(_, card)| card.name == reference.name)
            .map(|(zone, _)| zone_in_words(zone))
            .collect();
        let places = if places.is_empty() {
            "it is nowhere".to_string()
        } else {
            format!("it is in {}", places.join(", "))
        };
        format!("there is no {reference}: {places}")
    }

    /// A text with labels written as ids: `Runeclaw Bear [A]` becomes `Runeclaw Bear #3`.
    pub fn labels_as_ids(&self, text: &str) -> String {
        let place = |text: String, (label, id): (&String, &ObjectId)| {
            text.replace(&format!("[{label}]"), &id.to_string())
        };
        self.labels.iter().fold(text.to_string(), place)
    }
}

impl Reference {
    /// The name and the label alone.
    pub fn thing(&self) -> String {
        let space = if self.name.is_empty() { "" } else { " " };
        let label = self.label.as_ref().map(|label| format!("{space}[{label}]"));
        format!("{}{}", self.name, label.unwrap_or_default())
    }
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(owner) = self.owner {
            write!(f, "{}'s ", player(owner))?;
        }
        f.write_str(&self.thing())?;
        if !self.qualities.is_empty() {
            write!(f, " ({})", listed(&self.qualities))?;
        }
        if let Some(zone) = &self.zone {
            write!(f, " in {zone}")?;
        }
        Ok(())
    }
}

impl ZoneName {
    /// Returns whether this is the zone, whoever's it is unless it says so.
    pub fn is(&self, zone: &ZoneView) -> bool {
        zone.name == self.name && self.seat.is_none_or(|seat| zone.seat.is_none_or(|own| own == seat))
    }
}

impl std::fmt::Display for ZoneName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{}'s {}", player(seat), self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// All cards of a view with their zones.
pub fn cards(view: &View) -> impl Iterator<Item = (&ZoneView, &CardView)> {
    view.zones.iter().flat_map(|zone| zone.cards.iter().map(move |card| (zone, card)))
}

/// Returns whether a card has a name, or is face down and has it on its face.
pub fn is_called(card: &CardView, name: &str) -> bool {
    card.name == name || card.facts.iter().any(|fact| fact.name == "card" && fact.value == name)
}

/// Returns whether a card is a player's: it is in the player's zone, or in a shared zone under the player's
/// control, or else the player's own.
pub fn belongs(zone: &ZoneView, card: &CardView, seat: Seat) -> bool {
    let fact = |name: &str| {
        card.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value == seat.to_string())
    };
    match zone.seat {
        Some(own) => own == seat,
        None => fact("controller").or_else(|| fact("owner")).unwrap_or(false),
    }
}

/// A zone in words.
pub fn zone_in_words(zone: &ZoneView) -> String {
    ZoneName { seat: zone.seat, name: zone.name.clone() }.to_string()
}

/// `P1's` or `P1` at the beginning of a text.
pub fn possessive(text: &str) -> (Option<Seat>, &str) {
    let Some((word, rest)) = text.split_once(' ') else { return (None, text) };
    match seat(word.strip_suffix("'s").unwrap_or(word)) {
        Some(seat) => (Some(seat), rest.trim_start()),
        None => (None, text),
    }
}

/// A zone at the beginning of a text: `the battlefield`, `P1's graveyard`, `P1 hand`.
pub fn zone<'t>(text: &'t str, view: &View) -> Option<(ZoneName, &'t str)> {
    let text = after(text, "the").unwrap_or(text.trim_start());
    let (seat, rest) = possessive(text);
    let name = view
        .zones
        .iter()
        .map(|zone| zone.name.as_str())
        .filter(|name| after(rest, name).is_some())
        .max_by_key(|name| name.len())?;
    Some((ZoneName { seat, name: name.to_string() }, after(rest, name)?))
}

impl Names {
    /// Checks that a quality which is denied is one that something can have: its words are names, labels,
    /// numbers, or words of the game.
    ///
    /// # Errors
    /// The word that is none, with a similar one.
    pub fn can_be(&self, quality: &str, view: &View) -> Result<(), String> {
        let mut rest = quality.trim();
        while !rest.is_empty() {
            if let (Some(named), behind) = label(rest)? {
                if !named.starts_with('#') && !self.labels.contains_key(&named) {
                    return Err(self.unknown_label(&named));
                }
                rest = behind;
            } else if let Some((_, behind)) = self.name(rest, Some(view)) {
                rest = behind;
            } else {
                let (word, behind) = first_word(rest);
                self.known.word(word)?;
                rest = behind;
            }
        }
        Ok(())
    }
}

impl Names {
    /// Returns whether facts, or a line of characteristics, have a quality: `damage 2`, `tapped`, `flying`,
    /// `4/4`.
    pub fn fact_holds(&self, facts: &[Fact], line: &str, quality: &str) -> bool {
        holds(facts, line, &self.labels_as_ids(quality), &self.known)
    }

    /// Returns whether an object has all of these qualities.
    fn fits(&self, card: &CardView, qualities: &[Quality]) -> bool {
        let mut each = qualities.iter();
        each.all(|quality| self.fact_holds(&card.facts, &card.line, &quality.words) != quality.denied)
    }

    /// Reads `(tapped, not attacking)` at the beginning of a text, where it stands there, and what follows.
    fn qualities<'t>(&self, text: &'t str, view: &View) -> Result<(Vec<Quality>, &'t str), String> {
        let (qualities, rest) = Quality::read(text)?;
        qualities
            .iter()
            .filter(|quality| quality.denied)
            .try_for_each(|quality| self.can_be(&quality.words, view))?;
        Ok((qualities, rest))
    }
}
