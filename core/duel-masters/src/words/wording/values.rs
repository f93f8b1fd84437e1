//! Numbers, conditions and changes in words.

use duelog_kernel::phrase::numbered;
use duelog_kernel::prose::{Person, agreeing, listed};

use super::nouns::Count;
use super::terms::Wording;
use crate::language::definition::{
    AmountOf, Arithmetic, Change, Compare, Condition, Filter, Group, Likeness, Number, Ref, Rule, Ruling,
    Stat, Subject, Traits, Until, Values, When, Written,
};
use crate::language::keywords::Keyword;

/// How long something lasts, with a space before it.
pub(super) fn lasting(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => " until the end of the turn",
        Until::EndOfAttack => " during this attack",
        Until::YourTurn => " until the start of your next turn",
        Until::TheirTurn => " until the end of your opponent's next turn",
        Until::Forever => " for the rest of the game",
        Until::SourceThere => " for as long as this is in the battle zone",
        Until::NextUse => " for the next one used this turn",
    }
}

/// Returns what is asked of a member of a group.
pub(super) fn stat(stat: Stat) -> &'static str {
    match stat {
        Stat::Power => "power",
        Stat::Cost => "cost",
        Stat::Value => "value",
    }
}

fn likeness(what: Likeness, many: bool) -> String {
    let word = match what {
        Likeness::Name => "name",
        Likeness::Race => "race",
        Likeness::Civilization => "civilization",
        Likeness::Cost => "cost",
    };
    numbered(word, many)
}

/// How a power is calculated, with the number in words, as `they` have it.
pub(super) fn arithmetic(how: Arithmetic, number: &str) -> String {
    let negative = number.starts_with('-');
    match how {
        Arithmetic::Plus if negative => format!("get {number} power"),
        Arithmetic::Plus => format!("get +{number} power"),
        Arithmetic::Times if number == "2" => "have twice the power".to_string(),
        Arithmetic::Times => format!("have {number} times the power"),
        Arithmetic::DividedBy if number == "2" => "have half the power".to_string(),
        Arithmetic::DividedBy => format!("have the power divided by {number}"),
        Arithmetic::Infinite if negative => "have infinitely less power".to_string(),
        Arithmetic::Instead => format!("have power {number} instead of the printed one"),
        Arithmetic::Infinite => "have infinite power".to_string(),
        Arithmetic::Fixed => format!("have power {number} whatever else applies"),
    }
}

/// Civilizations and races that are added, as `they` have them.
pub(super) fn added(traits: &Traits) -> String {
    let civilizations = traits.civilizations.iter().map(|own| own.name().to_string());
    let special = traits.special.iter().map(|special| special.name().to_string());
    let races = listed(traits.races.iter().cloned(), "and");
    let also: Vec<String> = civilizations.chain(special).collect();
    match (also.is_empty(), races.is_empty()) {
        (true, _) => format!("have the race {races} too"),
        (false, true) => format!("be also {}", listed(also, "and")),
        (false, false) => format!("be also {} and of the race {races}", listed(also, "and")),
    }
}

/// A change that says no number, rule or ability; nothing for those that do.
pub(super) fn without_values<V: Values>(change: &Change<V>) -> String {
    match change {
        Change::Add(own) => added(own),
        Change::Gain(keyword) => has_keyword(*keyword),
        Change::Lose(Some(keyword)) => format!("lose {}", keyword.kind()),
        Change::Lose(None) => "lose all abilities".to_string(),
        Change::Instead(this, of) => format!("have {} instead of {}", this.name(), of.name()),
        Change::Ability(_)
        | Change::Rule(_)
        | Change::Power(..)
        | Change::BreaksMore(_)
        | Change::ManaNumber(_) => String::new(),
    }
}

/// A keyword as something that its object has.
fn has_keyword(keyword: Keyword) -> String {
    let name = keyword.name();
    match name.strip_prefix("breaks ") {
        Some(rest) => format!("break {rest}"),
        None => format!("have {name}"),
    }
}

impl Wording {
    pub(super) fn compared(&self, how: Compare, value: &Number) -> String {
        match how {
            Compare::AtMost => format!("{} or less", self.number(value)),
            Compare::AtLeast => format!("{} or more", self.number(value)),
            Compare::Exactly => format!("exactly {}", self.number(value)),
        }
    }

    /// A number.
    pub(super) fn number(&self, value: &Number) -> String {
        let half = |by: i32, inner: String| match by {
            2 => format!("half {inner}"),
            by => format!("{inner} divided by {by}"),
        };
        match value {
            Number::N(value) => value.to_string(),
            Number::Count(over) => format!("the number of {}", self.members(over)),
            Number::Total(Stat::Value, Group::Of(_)) => "that many".to_string(),
            Number::Total(own, Group::Of(reference)) => {
                let thing = self.thing(reference, false).text;
                match thing.as_str() {
                    "it" => format!("its {}", stat(*own)),
                    "them" => format!("their total {}", stat(*own)),
                    other => format!("the {} of {other}", stat(*own)),
                }
            }
            Number::Total(own, over) => {
                format!("the total {} of {}", stat(*own), self.some(over, &Count::All, "in").text)
            }
            Number::Amount(AmountOf::Event) => "that many".to_string(),
            Number::Amount(AmountOf::Last) => "that many".to_string(),
            Number::Amount(AmountOf::Keyword) => "the number behind the keyword".to_string(),
            Number::Kept(place) => {
                self.memory.borrow().kept.get(usize::from(*place)).cloned().unwrap_or("that many".to_string())
            }
            Number::Plus(a, b) => match (&**a, &**b) {
                (Number::N(less), more) | (more, Number::N(less)) if *less < 0 => {
                    format!("{} minus {}", self.number(more), less.unsigned_abs())
                }
                (a, b) => format!("{} plus {}", self.number(a), self.number(b)),
            },
            Number::Happened(when) => format!("the number of times that {}", self.has_happened(when, true)),
            Number::Least(Stat::Value, over) => format!("the least of {}", self.members(over)),
            Number::Greatest(Stat::Value, over) => format!("the greatest of {}", self.members(over)),
            Number::Least(own, over) => format!("the least {} among {}", stat(*own), self.members(over)),
            Number::Greatest(own, over) => {
                format!("the greatest {} among {}", stat(*own), self.members(over))
            }
            Number::Kinds(what, over) => {
                format!("the number of different {} among {}", likeness(*what, true), self.members(over))
            }
            Number::Until(who, such) => {
                format!(
                    "the cards from the top of {} deck until {}",
                    self.possessive(who),
                    self.one(such, "card")
                )
            }
            Number::DividedBy(by, inner) => half(*by, self.number(inner)),
            Number::Times(-1, inner) => format!("-{}", self.number(inner)),
            Number::Times(factor, inner) => format!("{factor} times {}", self.number(inner)),
        }
    }

    /// A number for each of what is counted: the number for one, and the words behind it.
    pub(super) fn for_each(&self, value: &Number) -> Option<(i32, String)> {
        let (factor, counted) = match value {
            Number::Times(factor, inner) => (*factor, &**inner),
            own => (1, own),
        };
        match counted {
            Number::Count(group) => Some((factor, format!(" for each {}", self.each_of(group)))),
            Number::Kinds(what, group) => {
                Some((factor, format!(" for each {} among {}", likeness(*what, false), self.members(group))))
            }
            Number::Happened(when) => {
                Some((factor, format!(" for each time that {}", self.has_happened(when, true))))
            }
            Number::Total(Stat::Value, Group::Of(_)) => {
                Some((factor, " for each of that number".to_string()))
            }
            Number::Amount(_) => Some((factor, " for each of them".to_string())),
            _ => None,
        }
    }

    /// Something true or false.
    pub(super) fn condition(&self, holds: &Condition) -> String {
        self.claim(holds, true)
    }

    fn claim(&self, holds: &Condition, so: bool) -> String {
        match holds {
            Condition::AtLeast(Number::Count(over), Number::N(least)) if so => {
                self.have(over, &format!("{least} or more"))
            }
            Condition::AtLeast(Number::Count(over), Number::N(least)) => {
                self.have(over, &format!("fewer than {least}"))
            }
            Condition::AtLeast(Number::N(most), Number::Count(over)) if so => match most {
                0 => self.have(over, "no"),
                most => self.have(over, &format!("{most} or fewer")),
            },
            Condition::AtLeast(Number::N(most), Number::Count(over)) => {
                self.have(over, &format!("more than {most}"))
            }
            Condition::AtLeast(Number::Amount(AmountOf::Event), Number::N(least @ 2..)) if self.is_draw() => {
                drawn(*least, so)
            }
            Condition::AtLeast(Number::Happened(when), Number::N(least)) => {
                self.happened_times(when, *least, so)
            }
            Condition::AtLeast(a, Number::N(least)) if so => format!("{} is {least} or more", self.number(a)),
            Condition::AtLeast(Number::N(most), b) if so => format!("{} is {most} or less", self.number(b)),
            Condition::AtLeast(Number::Count(a), Number::Count(b)) if so => {
                format!("there are at least as many {} as {}", self.members(a), self.members(b))
            }
            Condition::AtLeast(Number::Count(a), Number::Count(b)) => {
                format!("there are fewer {} than {}", self.members(a), self.members(b))
            }
            Condition::AtLeast(a, b) if so => format!("{} is at least {}", self.number(a), self.number(b)),
            Condition::AtLeast(a, b) => format!("{} is less than {}", self.number(a), self.number(b)),
            Condition::Exists(Group::Of(_) | Group::Looked(Filter::Any)) => {
                (if so { "you do" } else { "you don't" }).to_string()
            }
            Condition::Exists(Group::Looked(filter)) if !self.memory.borrow().last.many => {
                format!("it is{} {}", if so { "" } else { "n't" }, self.quality(filter))
            }
            Condition::Exists(over) if so => self.have(over, ""),
            Condition::Exists(over) => self.have(over, "no"),
            Condition::Matches(reference, filter) => {
                let thing = self.thing(reference, true);
                let is = agreeing("be", thing.person);
                let not = if so { "" } else { "n't" };
                let (person, thing) = (thing.person, thing.text);
                if let Filter::Of(who) = filter {
                    return format!("{thing} {is}{not} {}", self.possessive_card(who));
                }
                let quality = self.quality(filter);
                match quality.strip_prefix("with ") {
                    Some(with) if so => format!("{thing} {} {with}", agreeing("have", person)),
                    Some(with) => format!("{thing} {} {with}", agreeing("don't have", person)),
                    None => format!("{thing} {is}{not} {quality}"),
                }
            }
            Condition::Happened(when) => self.has_happened(when, so),
            Condition::TurnOf(who) => {
                format!("it is{} {} turn", if so { "" } else { "n't" }, self.possessive(who))
            }
            Condition::All(all) | Condition::Either(all) => {
                let and = matches!(holds, Condition::All(_)) == so;
                let word = if and { "and" } else { "or" };
                listed(all.iter().map(|part| self.claim(part, so)), word)
            }
            Condition::Not(inner) => self.claim(inner, !so),
        }
    }

    /// True if the event that is spoken of is a draw: its amount says which card of the turn it is.
    fn is_draw(&self) -> bool {
        let memory = self.memory.borrow();
        memory.event.as_ref().is_some_and(|event| event.noun == "card" && event.place.is_none())
    }

    /// That an event has happened this number of times.
    fn happened_times(&self, when: &When, least: i32, so: bool) -> String {
        let many = match (least, so) {
            (1, so) => return self.has_happened(when, so),
            (least, true) => format!("{least} or more"),
            (least, false) => format!("fewer than {least}"),
        };
        let happened = self.has_happened(when, true);
        match happened.strip_suffix(" this turn") {
            Some(happened) => format!("{happened} {many} times this turn"),
            None => format!("{happened} {many} times"),
        }
    }

    fn possessive_card(&self, who: &Ref) -> String {
        format!("{} card", self.possessive(who))
    }

    /// That somebody has a number of a group's members, or that there are as many; without a number, at least one.
    fn have(&self, over: &Group, number: &str) -> String {
        let source = self.source(over);
        let members = self.members(over);
        let one = || match self.some(over, &Count::Between(1, 1), "in").text {
            text if text.starts_with("one of ") => None,
            text => Some(text),
        };
        let Some(owner) = source.owner.clone().filter(|_| !matches!(over, Group::Looked(_))) else {
            return match number {
                "" => match one() {
                    Some(one) => format!("there is {one}"),
                    None => format!("there is at least one of the {members}"),
                },
                "no" => format!("there are no {members}"),
                number => format!("there are {number} {members}"),
            };
        };
        let who = self.player(&owner);
        let have = agreeing("have", who.person);
        let whose = self.possessive(&owner);
        let own = members.strip_prefix(&format!("{whose} ")).unwrap_or(&members).to_string();
        let own =
            own.replace(&format!(" in {whose} "), if owner == Ref::You { " in your " } else { " in their " });
        match number {
            "" => {
                let single = self.by(&owner, || self.single(over));
                format!("{} {have} {single}", who.text)
            }
            number => format!("{} {have} {number} {own}", who.text),
        }
    }

    /// One of a group, without its owner: `a light creature`.
    fn single(&self, over: &Group) -> String {
        match over {
            Group::Battle(filter) | Group::Cards(filter) => {
                let rest = without_owner(filter);
                self.some(&Group::Battle(rest), &Count::Between(1, 1), "in").text
            }
            Group::In(crate::language::types::Place::Shield, _, filter) => {
                self.one(&without_owner(filter), "shield")
            }
            other => self.some(other, &Count::Between(1, 1), "in").text,
        }
    }

    /// A change as `they` have it.
    pub(super) fn change(&self, change: &Written) -> String {
        match change {
            Change::Ability(given) => {
                let inner = Wording::of(Some(crate::language::types::CardType::Creature));
                format!("have \"{}\"", inner.ability(given))
            }
            Change::Rule(given) => self.rule(given),
            Change::Power(Arithmetic::Plus, value) => match self.for_each(value) {
                Some((factor, each)) => format!("get {factor:+} power{each}"),
                None if matches!(value, Number::N(_)) => arithmetic(Arithmetic::Plus, &self.number(value)),
                None => format!("get power equal to {} more", self.number(value)),
            },
            Change::Power(how, value) => arithmetic(*how, &self.number(value)),
            Change::ManaNumber(value) => format!("have mana number {}", self.number(value)),
            Change::BreaksMore(value) => match (self.for_each(value), value) {
                (Some((1, each)), _) => format!("break one more shield{each}"),
                (_, Number::N(1)) => "break one more shield".to_string(),
                (_, value) => format!("break {} more shields", self.number(value)),
            },
            Change::Add(_) | Change::Gain(_) | Change::Lose(_) | Change::Instead(..) => {
                without_values(change)
            }
        }
    }

    /// Changes of one or of many, as `they` have them.
    pub(super) fn changes(&self, changes: &[Written]) -> Vec<String> {
        changes.iter().map(|change| self.change(change)).collect()
    }

    /// Returns what something cannot do, must do or may do, as `they` have it.
    pub fn rule(&self, Rule(ruling, act, against): &Rule) -> String {
        let any = *against == Filter::Any;
        let whom = |usual: &str| if any { String::new() } else { format!(" {}", self.many(against, usual)) };
        let by = || if any { String::new() } else { format!(" by {}", self.many(against, "creature")) };
        let creatures = || if any { " creatures".to_string() } else { whom("creature") };
        match (ruling, act) {
            (Ruling::Allow, Subject::Attack) => "can attack".to_string(),
            (Ruling::Allow, Subject::AttackPlayers) => {
                "can attack players even if something else forbids it".to_string()
            }
            (Ruling::Allow, Subject::AttackCreatures) if any => "can attack untapped creatures".to_string(),
            (Ruling::Allow, Subject::AttackCreatures) => {
                format!("can attack{} even if untapped", whom("creature"))
            }
            (Ruling::Allow, Subject::BeAttacked) => format!("can be attacked{} even while untapped", by()),
            (Ruling::Require, Subject::Attack) => "must attack each turn if able".to_string(),
            (Ruling::Require, Subject::AttackPlayers) => "must attack players if able".to_string(),
            (Ruling::Require, Subject::AttackCreatures) => format!("must attack{} if able", creatures()),
            (Ruling::Require, Subject::Block) => format!("must block{} if able", whom("creature")),
            (Ruling::Require, Subject::BeBlocked) => "must be blocked if able".to_string(),
            (Ruling::Require, Subject::BeAttacked) => format!("must be attacked{} if able", by()),
            (Ruling::Require, Subject::ShowShields) => "show each shield that they break".to_string(),
            (Ruling::Forbid, Subject::Untap) => "don't untap at the start of your turn".to_string(),
            (Ruling::Forbid, Subject::EnterUntapped) => "enter tapped".to_string(),
            (Ruling::Allow, Subject::WinBattles) => format!(
                "win every battle{}",
                if any { String::new() } else { format!(" with {}", self.many(against, "creature")) }
            ),
            (Ruling::Require, act) => format!("must {} if able", plain(*act, &whom("creature"), &by())),
            (Ruling::Forbid, act) => format!("can't {}", plain(*act, &whom("creature"), &by())),
            (Ruling::Allow, act) => format!("can {}", plain(*act, &whom("creature"), &by())),
        }
    }
}

/// A deed behind `can` or `can't`.
fn plain(act: Subject, whom: &str, by: &str) -> String {
    match act {
        Subject::Attack => "attack".to_string(),
        Subject::AttackPlayers => "attack players".to_string(),
        Subject::AttackCreatures if whom.is_empty() => "attack creatures".to_string(),
        Subject::AttackCreatures => format!("attack{whom}"),
        Subject::Block => format!("block{whom}"),
        Subject::BeBlocked => format!("be blocked{by}"),
        Subject::BeAttacked => format!("be attacked{by}"),
        Subject::BeChosen => "be chosen by your opponent".to_string(),
        Subject::BeDestroyed => "be destroyed".to_string(),
        Subject::Leave => "leave the battle zone".to_string(),
        Subject::Untap => "untap at the start of the turn".to_string(),
        Subject::EnterUntapped => "enter untapped".to_string(),
        Subject::UseTapAbilities => "use tap abilities".to_string(),
        Subject::WinBattles => format!("win battles with{whom}"),
        Subject::Use => "be used".to_string(),
        Subject::ShieldTrigger => "be used with S-Trigger".to_string(),
        Subject::Battle => "battle because of an attack".to_string(),
        Subject::ChooseShields => "choose which of its player's shields are broken".to_string(),
        Subject::ChooseAmongShields => "let its player make every choice among shields".to_string(),
        Subject::ShowShields => "show the shields that it breaks".to_string(),
        Subject::LookAtOwnDeck => "let players look at their own decks".to_string(),
        Subject::EnterMana => "be put from the hand into the mana zone".to_string(),
        Subject::BeTapped => "be tapped by your opponent's effects".to_string(),
        Subject::BeCrossed => "have cross gears crossed to it for no cost".to_string(),
        Subject::BeEvolved => "have any evolution creature put on it".to_string(),
    }
}

/// A filter without whose its objects are.
fn without_owner(filter: &Filter) -> Filter {
    match filter {
        Filter::All(all) => {
            Filter::All(all.iter().filter(|part| !matches!(part, Filter::Of(_))).cloned().collect())
        }
        Filter::Of(_) => Filter::Any,
        other => other.clone(),
    }
}

/// Predicates as one has them, in a list.
pub(super) fn as_one_has(predicates: &[String]) -> String {
    listed(predicates.iter().map(|predicate| agreeing(predicate, Person::One)), "and")
}

/// Which card of the turn the one is that a player has just drawn.
fn drawn(least: i32, so: bool) -> String {
    match (so, least) {
        (true, least) => format!("{least} or more cards have been drawn this turn"),
        (false, 2) => "it is the first card that they have drawn this turn".to_string(),
        (false, least) => format!("fewer than {least} cards have been drawn this turn"),
    }
}
