//! Keywords that the rulebook describes as abilities: what each stands for, in the language itself.

use std::sync::OnceLock;

use duelog_kernel::info::DefinitionError;
use duelog_kernel::ron_text::{Fault, read, value};
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::{Shape, Tree};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::language::definition::{
    Ability, Alternative, Besides, Change, Cost, Help, Line, Number, Spell, Written,
};

/// What a keyword stands for. The cost behind the keyword comes before the cost of everything in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The keyword.
    pub keyword: String,
    /// The rule that says so.
    pub rule: String,
    /// The keyword of which it is a kind.
    #[serde(default)]
    pub kind_of: Option<String>,
    /// Whether a cost stands behind it.
    #[serde(default)]
    pub costs: bool,
    /// Whether a number stands behind it.
    #[serde(default)]
    pub number: bool,
    /// Whether it can stand without that number: then what speaks of the number is left out.
    #[serde(default)]
    pub bare: bool,
    /// Whether it is said of something.
    #[serde(default)]
    pub what: bool,
    /// Whether it can stand without what it is said of: then it is said of anything.
    #[serde(default)]
    pub of_any: bool,
    /// Costs that may be paid besides.
    #[serde(default)]
    pub besides: Vec<Besides>,
    /// Costs that can be paid instead of the mana cost.
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// Characteristic-defining abilities (604.3).
    #[serde(default)]
    pub defining: Vec<Change<Written>>,
    /// Abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// How much less generic mana the spell costs (601.2f).
    #[serde(default)]
    pub less: Option<Number>,
    /// What may be done in place of paying mana for the spell.
    #[serde(default)]
    pub help: Option<Help>,
    /// Whether the card can be spliced onto such spells as it is said of, for its cost.
    #[serde(default)]
    pub splice: bool,
    /// Whether another player may help to pay.
    #[serde(default)]
    pub assist: bool,
    /// What the spell does besides, after all that it says.
    #[serde(default)]
    pub spell: Option<Spell>,
}

/// How many costs and targets a card has before those of a keyword: in the keyword they are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Before {
    /// Costs that may be paid besides.
    pub besides: usize,
    /// Alternative costs.
    pub alternatives: usize,
    /// Target groups of the spell.
    pub targets: usize,
    /// Abilities.
    pub abilities: usize,
}

/// The files in which they are: most, those about casting spells and paying for them, and those about what is
/// face down.
const FILES: [(&str, &str); 3] = [
    ("keywords.ron", include_str!("keywords.ron")),
    ("keywords-of-casting.ron", include_str!("keywords-of-casting.ron")),
    ("keywords-face-down.ron", include_str!("keywords-face-down.ron")),
];

/// All keywords that are defined in the language, or why their file cannot be read.
pub fn meanings() -> &'static Result<Vec<Meaning>, String> {
    static ALL: OnceLock<Result<Vec<Meaning>, String>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for (name, text) in FILES {
            let fault =
                |fault: DefinitionError| format!("{name}:{}:{}: {}", fault.line, fault.column, fault.message);
            all.extend(read::<Vec<Meaning>>(text).map_err(fault)?);
        }
        Ok(all)
    })
}

/// What a keyword stands for.
///
/// # Errors
/// That there is no such keyword.
pub fn meaning(keyword: &str) -> Result<&'static Meaning, String> {
    let all = meanings().as_ref().map_err(Clone::clone)?;
    all.iter().find(|meaning| meaning.keyword == keyword).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|meaning| meaning.keyword.as_str()).collect();
        format!("unknown keyword \"{keyword}\"; there are {}", known.join(", "))
    })
}

/// The text that says what the keywords of some lines stand for, where it could matter which words are in it.
pub fn texts<'a>(keywords: impl IntoIterator<Item = &'a str>) -> String {
    let meant = |keyword: &str| {
        meaning(keyword).map_or(String::new(), |meaning| Node::of(meaning).tree().to_string())
    };
    keywords.into_iter().map(meant).collect()
}

/// Part of what a keyword stands for, with what is behind the keyword in its place; none where it speaks of a
/// number and none is there.
///
/// # Errors
/// That what is behind the keyword cannot stand in its place.
pub fn spelled<T>(part: &T, line: &Line, before: Before) -> Result<Option<T>, String>
where
    T: Serialize + DeserializeOwned,
{
    let fault = |fault: Fault| format!("the keyword {}: {fault}", line.keyword);
    let mut tree = Node::of(part).tree();
    let behind = Behind {
        number: line.number.as_ref().map(|number| Node::of(number).tree()),
        what: line.what.as_ref().map(|what| Node::of(what).tree()),
        cost: &line.cost,
        before,
    };
    if behind.fill(&mut tree).map_err(fault)? { value(&tree).map(Some).map_err(fault) } else { Ok(None) }
}

/// An ability in which the amount of its event stands for how often its cost was paid.
///
/// # Errors
/// That it cannot be read so.
pub fn with_amount(ability: &Ability) -> Result<Ability, String> {
    fn put(tree: &mut Tree<'static>) {
        let paid = |part: &Tree<'_>| part.word == "Paid";
        if tree.word == "Cast" && tree.parts.len() == 1 && tree.parts.iter().any(paid) {
            *tree = Tree { role: tree.role, ..Node::of(&Number::EventAmount).tree() };
        }
        tree.parts.iter_mut().for_each(put);
    }
    let mut tree = Node::of(ability).tree();
    put(&mut tree);
    value(&tree).map_err(|fault: Fault| fault.to_string())
}

/// What stands behind a keyword.
struct Behind<'a> {
    number: Option<Tree<'static>>,
    what: Option<Tree<'static>>,
    cost: &'a [Cost],
    before: Before,
}

impl Behind<'_> {
    /// Puts it into a definition; no where it lacks something.
    fn fill(&self, tree: &mut Tree<'static>) -> Result<bool, Fault> {
        if tree.is_word("Given") || tree.is_word("KeywordSubject") {
            let behind = if tree.is_word("Given") { &self.number } else { &self.what };
            let Some(behind) = behind else { return Ok(false) };
            *tree = Tree { role: tree.role, ..behind.clone() };
            return Ok(true);
        }
        let before = match &*tree.word {
            "Paid" => self.before.besides,
            "Instead" => self.before.alternatives,
            "Target" | "Targets" => self.before.targets,
            "Trigger" => self.before.abilities,
            _ => 0,
        };
        if let [Tree { shape: Shape::Number(place), .. }] = &mut tree.parts[..] {
            *place += before as i64;
        }
        for part in &mut tree.parts {
            if !self.fill(part)? {
                return Ok(false);
            }
        }
        if tree.shape == Shape::Square {
            tree.parts = self.with_costs(std::mem::take(&mut tree.parts))?;
        }
        Ok(true)
    }

    /// The entries of a list, with the costs in the place of what stands for them.
    fn with_costs(&self, parts: Vec<Tree<'static>>) -> Result<Vec<Tree<'static>>, Fault> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            match &part.parts[..] {
                [number] if part.word == "BehindTimes" => {
                    let number: Number = value(number)?;
                    all.extend(self.cost.iter().map(|cost| Node::of(&cost.times(&number)).tree()));
                }
                _ if part.is_word("Behind") => {
                    all.extend(self.cost.iter().map(|cost| Node::of(cost).tree()));
                }
                _ => all.push(part),
            }
        }
        Ok(all)
    }
}
