//! Changes of objects and players in words: the same for those that a definition says and those that are settled.

use duelog_kernel::phrase::{article, lower};
use duelog_kernel::prose::{Person, agreeing};

use crate::language::definition::{Change, Deed, Feature, Trait, Values};
use crate::words::plain::{counter, feature, ruled};

/// The words for what stands behind a change.
pub trait Says<V: Values> {
    /// A number.
    fn number(&self, number: &V::Number) -> String;
    /// A number that is added, with its sign; nothing where it takes a sentence.
    fn signed(&self, number: &V::Number) -> Option<String>;
    /// A player.
    fn who(&self, who: &V::Who) -> String;
    /// An ability.
    fn ability(&self, ability: &V::Ability) -> String;
    /// Returns what matches, by this noun.
    fn filter(&self, filter: &V::Filter, noun: &str) -> String;
    /// Returns what a ruling on a deed is about; nothing where that may be anything.
    fn ruled(&self, filter: &V::Filter, deed: Deed) -> String;
    /// Returns what may be played, and how.
    fn permission(&self, permission: &V::Permission) -> String;
    /// Returns what is paid.
    fn costs(&self, costs: &V::Costs) -> String;
    /// Returns what it costs to attack or to block.
    fn toll(&self, toll: &V::Toll) -> String;
    /// One object.
    fn one(&self, one: &V::One) -> String;
    /// A word of a text.
    fn word(&self, word: &V::Word) -> &'static str;
    /// A keyword ability that is given.
    fn line(&self, line: &V::Line) -> String;
    /// A card whose text something has.
    fn card(&self, card: &V::Card) -> String;
    /// Returns what cannot block, by what a static ability says at this change.
    fn evades(&self, text: &V::Text, change: u32) -> String;
    /// A ruling that is read back where it stands.
    fn told(&self, told: &V::HeldRuling) -> String;
}

/// Returns what a change does, as `they` do it: `get +1/+1`, `gain flying`.
#[expect(clippy::too_many_lines, reason = "one flat table")]
pub fn in_words<V: Values>(change: &Change<V>, says: &impl Says<V>) -> String {
    let words = |from: &str, to: &str| format!("have \"{to}\" in place of \"{from}\" in the text");
    match change {
        Change::Control(who) => format!("be controlled by {}", says.who(who)),
        Change::Word(from, to) => words(says.word(from), says.word(to)),
        Change::ColorWord(from, to) => words(from.name(), to.name()),
        Change::TypeWord(from, to) => words(from.name(), to.name()),
        Change::Set(set) => match feature(set) {
            nothing if nothing.is_empty() => "lose all types of this kind".to_string(),
            _ if matches!(set, Feature::NoManaCost) => "lose its mana cost".to_string(),
            kind if matches!(set, Feature::NoType(_)) => format!("stop being {}", article(&kind)),
            kind if matches!(set, Feature::NoSuper(_)) => format!("stop being {kind}"),
            feature => format!("become {feature}"),
        },
        Change::Add(
            added @ (Feature::Types(_)
            | Feature::Subtypes(_)
            | Feature::LandType(_)
            | Feature::EveryCreatureType),
        ) => {
            format!("have the type {} too", feature(added))
        }
        Change::Add(Feature::Chosen(Trait::LandType)) => "have the chosen type too".to_string(),
        Change::Add(added) => format!("be also {}", feature(added)),
        Change::Gain(keyword) => format!("gain {}", keyword.name()),
        Change::GainThis => "gain this ability".to_string(),
        Change::GainAbility(given) => format!("gain \"{}\"", says.ability(given)),
        Change::Lose(keyword) => format!("lose {}", keyword.name()),
        Change::LoseAbilities => "lose all abilities".to_string(),
        Change::SetSize(power, toughness) => {
            format!("have base power and toughness {}/{}", says.number(power), says.number(toughness))
        }
        Change::Size(power, toughness) => match (says.signed(power), says.signed(toughness)) {
            (Some(power), Some(toughness)) => format!("get {power}/{toughness}"),
            _ if power == toughness => format!("get +X/+X, where X is {}", says.number(power)),
            (None, Some(toughness)) => format!("get +X/{toughness}, where X is {}", says.number(power)),
            (Some(power), None) => format!("get {power}/+X, where X is {}", says.number(toughness)),
            _ => format!("get +X/+Y, where X is {} and Y is {}", says.number(power), says.number(toughness)),
        },
        Change::SetSizeEach(power, toughness) => {
            let (power, toughness) = (says.number(power), says.number(toughness));
            if power == toughness {
                format!("have power and toughness each equal to {power}")
            } else {
                format!("have power equal to {power} and toughness equal to {toughness}")
            }
        }
        Change::SizeEach(power, toughness) if power == toughness => {
            format!("get +X/+X, where X is {}", says.number(power))
        }
        Change::SizeEach(power, toughness) => {
            format!("get +X/+Y, where X is {} and Y is {}", says.number(power), says.number(toughness))
        }
        Change::Named(name) => format!("have the name {name}"),
        Change::FullText(card, abilities) => {
            let given: Vec<String> =
                abilities.iter().map(|given| format!(" and \"{}\"", says.ability(given))).collect();
            format!("have the full text of {}{}", says.card(card), given.concat())
        }
        Change::CopyOf(of) => format!("be a copy of {}", says.one(of)),
        Change::EveryName => "have all names of nonlegendary creature cards too".to_string(),
        Change::CannotHave(keyword) => format!("lose {0} and can't have {0}", keyword.name()),
        Change::SetOne(which, number) => format!("have base {} {}", lower(which), says.number(number)),
        Change::Switch => "switch power and toughness".to_string(),
        Change::Rule(ruling, deed, filter) => ruled(*ruling, *deed, &says.ruled(filter, *deed)),
        Change::CannotBeBlockedHere(text, change) => says.evades(text, *change),
        Change::Bars(told) => says.told(told),
        Change::PlayersGain(keyword) => format!("have {}", keyword.name()),
        Change::GainSparing(keyword, filter) => {
            format!("gain {}, which doesn't remove {}", keyword.name(), says.filter(filter, "Aura"))
        }
        Change::SparingProtection(keyword, ..) => {
            format!("gain {}, which doesn't remove some Auras", keyword.name())
        }
        Change::Costs(toll) => says.toll(toll),
        Change::BlockedBy(least, most) => blocked_by(*least, *most),
        Change::MustAttackThis(walker) => format!("must attack {} if able", says.one(walker)),
        Change::MustBlock(creature) => format!("must block {} if able", says.one(creature)),
        Change::MustAttack(who) => format!("must attack {} if able", says.who(who)),
        Change::GainLine(line) => format!("gain {}", says.line(line)),
        Change::GainActivated(one) => format!("gain all activated abilities of {}", says.one(one)),
        Change::AtMost(most, deed) => at_most(*most, *deed),
        Change::MostCounters(kind, most) => {
            format!("can't have more than {most} {} counters", counter(*kind))
        }
        Change::CostsMore(filter, mana) => {
            format!("have {} cost {mana} more to cast", says.filter(filter, "spell"))
        }
        Change::CostsLess(filter, mana) => {
            format!("have {} cost {mana} less to cast", says.filter(filter, "spell"))
        }
        Change::CostsLessBy(filter, number) => {
            let (what, number) = (says.filter(filter, "spell"), says.number(number));
            format!("have {what} cost {{1}} less to cast as many times as {number}")
        }
        Change::AbilitiesCostLess(keyword, mana) => {
            format!("have {} abilities cost {mana} less to activate", keyword.to_lowercase())
        }
        Change::AbilitiesCostMore(filter, mana, all) => {
            let but = if *all { "" } else { " unless they're mana abilities" };
            format!("have activated abilities of {} cost {mana} more{but}", says.filter(filter, "object"))
        }
        Change::NoCounters(kind, filter) => {
            format!("can't have {} counters put on {}", counter(*kind), says.filter(filter, "permanent"))
        }
        Change::GetNo(kind) => format!("can't get {} counters", counter(*kind)),
        Change::UntapsAtMost(filter, most) => {
            let what = says.filter(filter, "permanent");
            format!("can't untap more than {most} of {what} during the untap step")
        }
        Change::CostsAtLeast(filter, least) => {
            format!("have {} cost at least {least} mana to cast", says.filter(filter, "spell"))
        }
        Change::MayPlay(permission) => format!("may play {}", says.permission(permission)),
        Change::CostsInstead(filter, costs) => {
            format!("may cast {} for {} instead", says.filter(filter, "spell"), says.costs(costs))
        }
    }
}

/// By how many creatures something is blocked.
fn blocked_by(least: u32, most: Option<u32>) -> String {
    let number = |number: u32| duelog_kernel::prose::counted(i64::from(number));
    let fewer = (least > 1).then(|| format!("except by {} or more creatures", number(least)));
    let more = most.map(|most| {
        format!("by more than {} {}", number(most), if most == 1 { "creature" } else { "creatures" })
    });
    format!("can't be blocked {}", fewer.into_iter().chain(more).collect::<Vec<_>>().join(" or "))
}

/// That something is done at most so often each turn.
fn at_most(most: u32, deed: Deed) -> String {
    let does = ruled(crate::language::definition::Ruling::Forbid, deed, "");
    let does = does.strip_prefix("can't ").unwrap_or(&does).to_string();
    let number = duelog_kernel::prose::counted(i64::from(most));
    match deed {
        Deed::KeepHand => format!("keep {number} cards at most at the end of the turn"),
        Deed::Draw => {
            format!("can't draw more than {number} {} each turn", if most == 1 { "card" } else { "cards" })
        }
        _ => format!("can't {does} more than {} each turn", duelog_kernel::prose::times(i64::from(most))),
    }
}

/// Returns what a change does to one, without the verb that goes without saying: `+1/+1`, `gains flying`.
pub fn of_one<V: Values>(change: &Change<V>, says: &impl Says<V>) -> String {
    let words = agreeing(&in_words(change, says), Person::One);
    words.strip_prefix("gets ").or_else(|| words.strip_prefix("is ")).unwrap_or(&words).to_string()
}
