//! The words of one spell or ability in the making: everything spoken of so far.

use std::cell::RefCell;
use std::rc::Rc;

use duelog_kernel::phrase::possessive;
use duelog_kernel::prose::{Clause, EffectPart, Noun, Person};

use crate::language::definition::{Group, Number, Ref, Target};

/// The words for one spell or ability.
#[derive(Clone)]
pub struct Wording<'a> {
    /// The object's name for itself.
    pub name: &'a str,
    /// The target groups that the text refers to.
    pub targets: &'a [Target],
    /// All that has been spoken of.
    pub(super) memory: Rc<RefCell<Memory>>,
}

/// All that has been spoken of.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// The name for its host: `enchanted creature`.
    pub host: Option<String>,
    /// The targets that were named already.
    pub targets: Vec<u8>,
    /// True if the last action may have been about several objects.
    pub many: bool,
    /// True if some of the noted objects were taken, so that the rest is meant from then on.
    pub taken: bool,
    /// The words for which players voted.
    pub votes: Vec<String>,
    /// Whose the objects of the last action are.
    pub owner: Option<Ref>,
    /// All that was chosen, if the next words say it themselves instead of a sentence before them.
    pub chosen: Option<Noun>,
    /// The sum that is divided among the targets, in words.
    pub divided: Option<String>,
    /// The numbers that were kept, in words.
    pub kept: Vec<String>,
    /// The name for the object of the event.
    pub event: Option<&'static str>,
    /// The name for the other object of the event.
    pub other: Option<&'static str>,
    /// The name for what the cost was paid with.
    pub paid: Option<String>,
    /// The member that a loop has at hand, at its first mention.
    pub each: Option<String>,
    /// The meaning of `it` now.
    pub it: Option<Ref>,
    /// Who does what is being said.
    pub subject: Option<Ref>,
}

impl<'a> Wording<'a> {
    /// The words for an object of this name, whose text has these targets.
    pub fn new(name: &'a str, targets: &'a [Target]) -> Wording<'a> {
        Wording { name, targets, memory: Rc::default() }
    }

    /// The same for an ability that divides a sum among its targets.
    pub(super) fn dividing(self, sum: Option<&Number>) -> Wording<'a> {
        let sum = sum.map(|sum| self.number(sum));
        self.memory.borrow_mut().divided = sum;
        self
    }

    /// The same for an object that is attached to what is called so.
    pub fn on(self, host: Option<String>) -> Wording<'a> {
        self.memory.borrow_mut().host = host;
        self
    }

    /// The same with other targets and nothing spoken of yet.
    pub(super) fn anew<'b>(&self, targets: &'b [Target]) -> Wording<'b>
    where
        'a: 'b,
    {
        let host = self.memory.borrow().host.clone();
        Wording::new(self.name, targets).on(host)
    }

    pub(super) fn mention(&self, reference: Option<Ref>) {
        self.memory.borrow_mut().it = reference;
    }

    /// Words whose subject this is.
    pub(super) fn by<T>(&self, who: &Ref, say: impl FnOnce() -> T) -> T {
        let before = self.memory.borrow_mut().subject.replace(who.clone());
        let said = say();
        self.memory.borrow_mut().subject = before;
        said
    }

    /// Returns whether a target group can have several targets.
    pub(super) fn is_many(&self, place: u8) -> bool {
        fn many(target: &Target) -> bool {
            match target {
                Target::Several(_, most, _) => *most != 1,
                Target::XOf(_) | Target::UpTo(..) | Target::ForEachPlayer(..) => true,
                Target::Another(_, inner)
                | Target::InMode(_, inner)
                | Target::ByOpponent(inner)
                | Target::Paid(_, inner) => many(inner),
                _ => false,
            }
        }
        self.targets.get(usize::from(place)).is_some_and(many)
    }

    /// A target group: in full where it is spoken of for the first time.
    pub(super) fn target_now(&self, place: u8, subject: bool) -> Noun {
        let Some(target) = self.targets.get(usize::from(place)) else { return Noun::one("the target") };
        let many = self.is_many(place);
        let known = self.memory.borrow().targets.contains(&place);
        let it = self.memory.borrow().it == Some(Ref::Target(place));
        self.memory.borrow_mut().targets.push(place);
        self.mention(Some(Ref::Target(place)));
        let text = self.target(target);
        // The head alone tells what it is: `target creature that player controls` is a creature.
        let head = [" that ", " your ", " an ", " the "]
            .iter()
            .fold(&*text, |head, end| head.split(end).next().unwrap_or(head));
        match (known, it, many) {
            (false, ..) => Noun::counted(text, many),
            (true, true, true) => Noun::many(if subject { "they" } else { "them" }),
            (true, false, true) => Noun::many("those targets"),
            (true, true, false) if head.contains("player") || head.contains("opponent") => {
                Noun::one("that player")
            }
            (true, true, false) => Noun::one("it"),
            (true, false, false) if text.contains("target ") => {
                let head = text.split(" with ").next().unwrap_or(&text);
                let head = head.split(" you ").next().unwrap_or(head);
                Noun::one(head.replacen("another target ", "that ", 1).replacen("target ", "that ", 1))
            }
            (true, false, false) => Noun::one("that target"),
        }
    }

    /// Returns what the last action was about.
    pub(super) fn last(&self, subject: bool) -> Noun {
        let chosen = self.memory.borrow_mut().chosen.take();
        self.mention(Some(Ref::Last));
        if let Some(chosen) = chosen {
            self.memory.borrow_mut().many = chosen.person == Person::Many;
            return chosen;
        }
        let many = self.memory.borrow().many;
        match (many, subject) {
            (false, _) => Noun::one("it"),
            (true, true) => Noun::many("they"),
            (true, false) => Noun::many("them"),
        }
    }

    /// One object or player, as the subject of a sentence or as an object.
    pub(super) fn thing(&self, reference: &Ref, subject: bool) -> Noun {
        let it = self.memory.borrow().it.as_ref() == Some(reference);
        match reference {
            Ref::Target(place) => self.target_now(*place, subject),
            Ref::You => Noun::you(),
            Ref::Last => self.last(subject),
            Ref::It => {
                self.mention(Some(Ref::It));
                Noun::one(self.memory.borrow().each.clone().unwrap_or("it".to_string()))
            }
            Ref::This | Ref::Event | Ref::Attached if it => Noun::one("it"),
            other => {
                let text = self.named(other);
                self.mention(Some(other.clone()));
                Noun::one(text)
            }
        }
    }

    /// One object or player.
    pub fn refer(&self, reference: &Ref) -> String {
        self.thing(reference, false).text
    }

    /// Whose something is.
    pub(super) fn whose(&self, who: &Ref) -> String {
        if *who == Ref::You {
            "your".to_string()
        } else if self.memory.borrow().subject.as_ref() == Some(who) {
            "their".to_string()
        } else {
            match self.refer(who).as_str() {
                "they" | "them" => "their".to_string(),
                other => possessive(other),
            }
        }
    }

    fn named(&self, reference: &Ref) -> String {
        let memory = self.memory.borrow().clone();
        match reference {
            Ref::This => self.name.to_string(),
            Ref::Event => memory.event.unwrap_or("that object").to_string(),
            Ref::EventOther => memory.other.unwrap_or("the other object").to_string(),
            Ref::EventPlayer => "that player".to_string(),
            Ref::Attached => memory.host.unwrap_or("the permanent that it is attached to".to_string()),
            Ref::LastLinked => "the last card exiled with it".to_string(),
            Ref::Encoded => "the card encoded on it".to_string(),
            Ref::Became(one) => format!("what {} has become", self.refer(one)),
            Ref::BoundTo(one) => format!("the creature {} is paired with", self.refer(one)),
            Ref::Bound => "the creature it is paired with or haunts".to_string(),
            Ref::Opponent => "your opponent".to_string(),
            Ref::Controller(inner) => format!("{} controller", self.whose(inner)),
            Ref::Owner(inner) => format!("{} owner", self.whose(inner)),
            Ref::Source(inner) => format!("the source of {}", self.refer(inner)),
            Ref::Active => "the active player".to_string(),
            Ref::Defending(_) => "the defending player".to_string(),
            Ref::Attacked(creature) => {
                format!("the player or planeswalker that {} is attacking", self.refer(creature))
            }
            Ref::Maker => "what made it".to_string(),
            Ref::LastWas => "that permanent".to_string(),
            Ref::ChosenPlayer => "the chosen player".to_string(),
            Ref::ChosenObject => "the chosen object".to_string(),
            Ref::Paid => memory.paid.unwrap_or("what was used to pay the cost".to_string()),
            Ref::Target(_) | Ref::You | Ref::Last | Ref::It => String::new(),
        }
    }

    /// All of a group as the subject of a sentence.
    pub(super) fn all_of(&self, group: &Group) -> Noun {
        match group {
            Group::Of(reference) => self.thing(reference, true),
            Group::Targets(place) => self.target_now(*place, true),
            Group::Last => self.last(true),
            Group::Players => Noun::one("each player"),
            Group::PlayersExcept(Ref::You) => Noun::one("each opponent"),
            group if group.is_everybody_else() => Noun::one("each other player"),
            Group::PlayersExcept(who) => Noun::one(format!("each player except {}", self.refer(who))),
            Group::Who(..) => Noun::one(self.group(group)),
            Group::Linked => Noun::many("the cards exiled with it"),
            Group::Top(_, Number::N(1)) | Group::Bottom(_, Number::N(1)) => Noun::one(self.group(group)),
            group => Noun::many(self.counted(group)),
        }
    }

    /// Returns whether a group can be of several objects.
    pub(super) fn may_be_many(&self, group: &Group) -> bool {
        match group {
            Group::Of(_) | Group::Top(_, Number::N(1)) | Group::Bottom(_, Number::N(1)) => false,
            Group::Targets(place) => self.is_many(*place),
            Group::Last => self.memory.borrow().many,
            _ => true,
        }
    }
}

/// A sentence about a subject.
pub(super) fn says(subject: Noun, does: Vec<String>) -> Vec<EffectPart> {
    vec![EffectPart::Act(Clause { subject, does })]
}

/// Returns what the player of the effect does.
pub(super) fn order(does: String) -> Vec<EffectPart> {
    says(Noun::you(), vec![does])
}

/// A whole sentence.
pub(super) fn fact(text: String) -> Vec<EffectPart> {
    vec![EffectPart::Says(text)]
}

/// A predicate of several: what it says of one, outside of quotation marks.
pub(super) fn of_them(does: &str) -> String {
    if does.contains('"') { does.to_string() } else { does.replace(" its ", " their ") }
}

/// A predicate of one: what it says of several.
pub(super) fn of_one(does: &str) -> String {
    does.replace("their controllers' untap steps", "its controller's untap step")
}

/// A move with whose the zone is.
pub(super) fn with_owner(moved: &str, whose: Option<&str>) -> String {
    let Some(whose) = whose else { return moved.to_string() };
    let plurals = [("hands", "hand"), ("graveyards", "graveyard"), ("libraries", "library"), ("", "")];
    plurals.iter().fold(moved.replace("its owner's", whose), |moved, (many, one)| {
        let (many, one) = (format!("their owners' {many}"), format!("{whose} {one}"));
        moved.replace(many.trim_end(), one.trim_end())
    })
}

/// Returns whether a group is of objects that were noted.
pub(super) fn speaks_of_noted(group: &Group) -> bool {
    match group {
        Group::Noted(_) | Group::AllNoted => true,
        Group::Among(group, _) | Group::Except(group, _) => speaks_of_noted(group),
        _ => false,
    }
}
