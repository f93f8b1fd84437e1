//! The view of one viewer, in a shape that every game fills and every front end prints.

use crate::decision::{Ask, Item};
use crate::figure::Figure;
use crate::ids::{ObjectId, RuleId, Seat};
use crate::prompt::Prompt;

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// A player: sees what that player may see.
    Seat(Seat),
    /// A judge: sees everything, the order of libraries included.
    Judge,
    /// Somebody watching: sees only what is public.
    Public,
}

impl Viewer {
    /// Returns whether this viewer sees the hidden cards of `seat`.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Judge => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
        }
    }
}

/// The table as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct View {
    /// The game.
    pub game: &'static str,
    /// How many decisions have been made.
    pub decisions: u32,
    /// The state of the turn, as named facts in reading order.
    pub turn: Vec<Fact>,
    /// The players in seat order.
    pub players: Vec<PlayerView>,
    /// The zones in the game's order.
    pub zones: Vec<ZoneView>,
    /// The current request; absent when the match is over or when another player's options are hidden from
    /// this viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestView>,
    /// Whose answer is awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting_for: Option<Seat>,
}

/// A named fact, for instance `life` and `20`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value, as printed.
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(name: impl Into<String>, value: impl ToString) -> Fact {
        Fact { name: name.into(), value: value.to_string() }
    }

    /// Its value: whole numbers, `yes` and `no`, else the text.
    pub fn typed(&self) -> FactValue<'_> {
        match self.value.as_str() {
            "yes" | "true" => FactValue::Flag(true),
            "no" | "false" => FactValue::Flag(false),
            text => text.parse().map_or(FactValue::Text(text), FactValue::Number),
        }
    }
}

/// The value of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactValue<'a> {
    /// It is so, or not.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// Anything else, as printed.
    Text(&'a str),
}

impl View {
    /// A fact about the turn, such as `step`; the first of this name.
    pub fn of_turn(&self, name: &str) -> Option<FactValue<'_>> {
        fact(&self.turn, name)
    }

    /// A fact about a player, such as `life`; the first of this name.
    pub fn of_player(&self, seat: Seat, name: &str) -> Option<FactValue<'_>> {
        fact(&self.players.iter().find(|player| player.seat == seat)?.facts, name)
    }

    /// A zone by its name, of this player or shared.
    pub fn zone(&self, name: &str, seat: Option<Seat>) -> Option<&ZoneView> {
        self.zones.iter().find(|zone| zone.name == name && zone.seat == seat)
    }
}

fn fact<'a>(facts: &'a [Fact], name: &str) -> Option<FactValue<'a>> {
    facts.iter().find(|fact| fact.name == name).map(Fact::typed)
}

/// One player.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// Facts about the player.
    pub facts: Vec<Fact>,
}

/// One zone.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ZoneView {
    /// The zone's name.
    pub name: String,
    /// The player whose zone it is; absent for a shared zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// How many cards are in it.
    pub count: u32,
    /// The cards that the viewer may see, in the zone's order.
    pub cards: Vec<CardView>,
}

/// One card or other object.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CardView {
    /// Its id.
    pub id: ObjectId,
    /// Its name.
    pub name: String,
    /// Its characteristics on one line.
    pub line: String,
    /// Everything else that can be seen of it.
    pub facts: Vec<Fact>,
    /// The same as values.
    #[serde(default)]
    pub figure: Figure,
}

/// A request with its options in words.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RequestView {
    /// Who must answer.
    pub seat: Seat,
    /// The question.
    pub prompt: Prompt,
    /// The question in words.
    pub question: String,
    /// The rule by which it is asked.
    pub rule: RuleId,
    /// The legal answers.
    pub ask: Ask,
    /// The options in words, in the order of `ask`.
    pub options: Vec<OptionView>,
    /// The object whose effect asks; none where a rule does, and where the viewer may not know the object. The
    /// question names it.
    #[serde(skip)]
    pub source: Option<ObjectId>,
    /// The work of that effect, in words.
    #[serde(skip)]
    pub effect: Option<String>,
}

/// An effect that asks a player something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asking {
    /// The object that it comes from.
    pub source: ObjectId,
    /// Its work, in words; none where the words of its card say that.
    pub effect: Option<String>,
}

/// One option in words.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct OptionView {
    /// The item that an answer names.
    pub item: Item,
    /// The option in words.
    pub text: String,
}

/// How a value came about: the effects that made it, in the order in which they applied.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Explanation {
    /// The object.
    pub id: ObjectId,
    /// Its name.
    pub name: String,
    /// The steps, in order.
    pub steps: Vec<ExplanationStep>,
}

impl Explanation {
    /// Returns a line for each step that the object's own card does not say.
    pub fn changes_by_others(&self) -> Vec<String> {
        let own = |step: &ExplanationStep| step.object == Some(self.id) || step.layer == "zone";
        let steps = self.steps.iter().skip(1).filter(|step| !own(step) && !step.change.is_empty());
        steps.map(|step| format!("({}: {})", step.source, step.change)).collect()
    }
}

/// One effect's part in a value.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ExplanationStep {
    /// Where in the game's order it applies, for instance `layer 7c`.
    pub layer: String,
    /// When the effect got its timestamp; absent for printed values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<u32>,
    /// The source of the effect, in words.
    pub source: String,
    /// The object that the effect comes from; absent for printed values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<ObjectId>,
    /// Who controls the effect, where that is kept with it; elsewhere it is the controller of its object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controller: Option<Seat>,
    /// The change, in words.
    pub change: String,
    /// The rule.
    pub rule: RuleId,
}

/// The label of an object for a viewer: name and id if the viewer may know it; `known` is `None` for an
/// unknown id.
pub fn label(id: ObjectId, known: Option<bool>, name: impl FnOnce() -> String) -> String {
    match known {
        Some(true) => format!("{} {id}", name()),
        Some(false) => "a card".to_string(),
        None => format!("object {id}"),
    }
}
