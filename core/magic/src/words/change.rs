//! What a change does to an object or a player, in words: the same for what a definition says and for what has
//! been settled.

use duelog_kernel::phrase::lower;

use crate::language::definition::{Change, Deed, Values};
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
    /// What matches, by this noun.
    fn filter(&self, filter: &V::Filter, noun: &str) -> String;
    /// What a ruling on a deed is about; nothing where that may be anything.
    fn ruled(&self, filter: &V::Filter, deed: Deed) -> String;
    /// What may be played, and how.
    fn permission(&self, permission: &V::Permission) -> String;
    /// What is paid.
    fn costs(&self, costs: &V::Costs) -> String;
    /// What it costs to attack or to block.
    fn toll(&self, toll: &V::Toll) -> String;
    /// One object.
    fn one(&self, one: &V::One) -> String;
    /// A word of a text.
    fn word(&self, word: &V::Word) -> &'static str;
    /// A keyword ability that is given.
    fn line(&self, line: &V::Line) -> String;
    /// A card whose text something has.
    fn card(&self, card: &V::Card) -> String;
    /// What cannot block, by what a static ability says at this change.
    fn evades(&self, text: &V::Text, change: u32) -> String;
    /// A ruling that is read back where it stands.
    fn told(&self, told: &V::Told) -> String;
}

/// What a change does, for instance `+1/+1` or `gains flying`.
pub fn in_words<V: Values>(change: &Change<V>, says: &impl Says<V>) -> String {
    let words = |from: &str, to: &str| format!("\"{from}\" in its text is \"{to}\"");
    match change {
        Change::Control(who) => format!("controlled by {}", says.who(who)),
        Change::Word(from, to) => words(says.word(from), says.word(to)),
        Change::ColorWord(from, to) => words(from.name(), to.name()),
        Change::TypeWord(from, to) => words(from.name(), to.name()),
        Change::Set(set) => match feature(set) {
            nothing if nothing.is_empty() => "loses all types of this kind".to_string(),
            feature => format!("becomes {feature}"),
        },
        Change::Add(added) => format!("also {}", feature(added)),
        Change::Gain(keyword) => format!("gains {}", keyword.name()),
        Change::GainThis => "gains this ability".to_string(),
        Change::GainAbility(given) => format!("gains \"{}\"", says.ability(given)),
        Change::Lose(keyword) => format!("loses {}", keyword.name()),
        Change::LoseAbilities => "loses all abilities".to_string(),
        Change::SetSize(power, toughness) => {
            format!("becomes {}/{}", says.number(power), says.number(toughness))
        }
        Change::Size(power, toughness) => match (says.signed(power), says.signed(toughness)) {
            (Some(power), Some(toughness)) => format!("{power}/{toughness}"),
            _ if power == toughness => format!("+n/+n with n = {}", says.number(power)),
            _ => format!("+n/+m with n = {} and m = {}", says.number(power), says.number(toughness)),
        },
        Change::SetSizeEach(power, toughness) => {
            format!("each becomes {}/{}", says.number(power), says.number(toughness))
        }
        Change::SizeEach(power, toughness) => {
            format!("each +n/+m with n = {} and m = {}", says.number(power), says.number(toughness))
        }
        Change::Named(name) => format!("has the name {name}"),
        Change::FullText(card, abilities) => {
            let given: Vec<String> =
                abilities.iter().map(|given| format!(" and \"{}\"", says.ability(given))).collect();
            format!("has the full text of {}{}", says.card(card), given.concat())
        }
        Change::CopyOf(of) => format!("is a copy of {}", says.one(of)),
        Change::EveryName => "has all names of nonlegendary creature cards too".to_string(),
        Change::CannotHave(keyword) => format!("loses {0} and cannot have it", keyword.name()),
        Change::SetOne(which, number) => {
            format!("its {} becomes {}", lower(which), says.number(number))
        }
        Change::Switch => "switches power and toughness".to_string(),
        Change::Rule(ruling, deed, filter) => ruled(*ruling, *deed, &says.ruled(filter, *deed)),
        Change::Evades(text, change) => says.evades(text, *change),
        Change::Bars(told) => says.told(told),
        Change::PlayersGain(keyword) => format!("has {}", keyword.name()),
        Change::GainSparing(keyword, filter) => {
            format!("gains {}, which leaves {} on", keyword.name(), says.filter(filter, "Aura"))
        }
        Change::Spares(keyword, ..) => format!("gains {}, which leaves some Auras on", keyword.name()),
        Change::Costs(toll) => says.toll(toll),
        Change::MustBlock(creature) => format!("must block {} if able", says.one(creature)),
        Change::MustAttack(who) => format!("must attack {} if able", says.who(who)),
        Change::GainLine(line) => format!("gains {}", says.line(line)),
        Change::GainActivated(one) => format!("gains all activated abilities of {}", says.one(one)),
        Change::AtMost(most, deed) => format!("at most {most} {}", lower(deed)),
        Change::MostCounters(kind, most) => {
            format!("cannot have more than {most} {} counters", counter(*kind))
        }
        Change::CostsMore(filter, mana) => format!("{} cost {mana} more", says.filter(filter, "spell")),
        Change::CostsLess(filter, mana) => format!("{} cost {mana} less", says.filter(filter, "spell")),
        Change::AbilitiesCostLess(keyword, mana) => {
            format!("{} abilities cost {mana} less", keyword.to_lowercase())
        }
        Change::MayPlay(permission) => format!("may play {}", says.permission(permission)),
        Change::CostsInstead(filter, costs) => {
            format!("{} may be cast for {} instead", says.filter(filter, "spell"), says.costs(costs))
        }
    }
}
