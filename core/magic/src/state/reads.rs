//! What effects read and write, as bits: what is computed stays as it is until something is written that it
//! reads.

use crate::language::definition::{
    Ability, Change, Condition, Filter, Group, Measure, Number, Ref, Sort, Trait, Written,
};

/// What effects can read and write, as bits.
pub mod aspect {
    /// Who controls an object.
    pub const CONTROL: u32 = 1;
    /// Its type line.
    pub const TYPES: u32 = 1 << 1;
    /// Its colours.
    pub const COLORS: u32 = 1 << 2;
    /// Its keyword abilities.
    pub const KEYWORDS: u32 = 1 << 3;
    /// Which other abilities it has.
    pub const ABILITIES: u32 = 1 << 4;
    /// Its power and toughness.
    pub const SIZE: u32 = 1 << 5;
    /// The words of its text.
    pub const TEXT: u32 = 1 << 6;
    /// Which mana abilities its basic land types give it.
    pub const INTRINSIC: u32 = 1 << 15;
    /// What is attached to what. From here on: what events change outside of the layers.
    pub const ATTACHED: u32 = 1 << 7;
    /// Whether it is tapped.
    pub const TAPPED: u32 = 1 << 8;
    /// Who attacks and blocks.
    pub const COMBAT: u32 = 1 << 9;
    /// Counters.
    pub const COUNTERS: u32 = 1 << 10;
    /// Damage.
    pub const DAMAGE: u32 = 1 << 11;
    /// Life totals.
    pub const LIFE: u32 = 1 << 12;
    /// What is in zones other than the battlefield.
    pub const CARDS: u32 = 1 << 13;
    /// Whose turn it is.
    pub const TURN: u32 = 1 << 14;
}

/// What an ability reads, as aspects: a static one alone reads anything all the time.
pub fn ability_reads(ability: &Ability) -> u32 {
    match ability {
        Ability::Static(ability) => {
            let changes = ability.changes.iter().map(change_reads);
            changes.fold(group_reads(&ability.affects), |all, reads| all | reads)
                | ability.condition.as_ref().map_or(0, condition_reads)
        }
        Ability::Activated(_) | Ability::Triggered(_) | Ability::Replacement(_) | Ability::Alternative(_) => {
            0
        }
    }
}

/// What a change reads, as aspects.
pub fn change_reads(change: &Change<Written>) -> u32 {
    match change {
        Change::SetSize(power, toughness)
        | Change::Size(power, toughness)
        | Change::SizeEach(power, toughness)
        | Change::SetSizeEach(power, toughness) => number_reads(power) | number_reads(toughness),
        Change::SetOne(_, number) => number_reads(number),
        Change::FullText(card, _) => group_reads(card),
        Change::CopyOf(of) => ref_reads(of),
        Change::Control(who)
        | Change::MustBlock(who)
        | Change::MustAttackThis(who)
        | Change::MustAttack(who) => ref_reads(who),
        // What a ruling or a cost is about is asked once everything is worked out (613.10).
        Change::Rule(..) | Change::CostsMore(..) | Change::CostsLess(..) | Change::CostsLessBy(..) => 0,
        Change::CostsInstead(..) | Change::Costs(_) => 0,
        Change::Word(never, _)
        | Change::CannotBeBlockedHere(never, _)
        | Change::SparingProtection(_, _, never, _)
        | Change::Bars(never) => match *never {},
        Change::ColorWord(..)
        | Change::TypeWord(..)
        | Change::Set(_)
        | Change::Add(_)
        | Change::Gain(_)
        | Change::GainAbility(_)
        | Change::GainThis
        | Change::Lose(_)
        | Change::CannotHave(_)
        | Change::EveryName
        | Change::Named(_)
        | Change::LoseAbilities
        | Change::Switch
        | Change::AtMost(..)
        | Change::MostCounters(..)
        | Change::AbilitiesCostLess(..)
        | Change::AbilitiesCostMore(..)
        | Change::CostsAtLeast(..)
        | Change::NoCounters(..)
        | Change::GetNo(_)
        | Change::BlockedBy(..)
        | Change::UntapsAtMost(..)
        | Change::PlayersGain(_)
        | Change::GainLine(_)
        | Change::GainActivated(_)
        | Change::GainSparing(..)
        | Change::MayPlay(..) => 0,
    }
}

fn group_reads(group: &Group) -> u32 {
    match group {
        Group::Of(reference) => ref_reads(reference),
        Group::All(filter) => filter_reads(filter),
        Group::Hand(who, filter) | Group::Graveyard(who, filter) => {
            ref_reads(who) | filter_reads(filter) | aspect::CARDS
        }
        Group::LibraryTop(who, filter) | Group::GraveyardTop(who, filter) => {
            ref_reads(who) | filter_reads(filter) | aspect::CARDS
        }
        Group::Topmost(who, number, filter) | Group::Bottommost(who, number, filter) => {
            ref_reads(who) | number_reads(number) | filter_reads(filter) | aspect::CARDS
        }
        Group::Above(of, number, filter) => {
            let number = number.as_ref().map_or(0, number_reads);
            ref_reads(of) | number | filter_reads(filter) | aspect::CARDS
        }
        Group::TargetsOf(of) => ref_reads(of) | aspect::CARDS,
        Group::Top(who, number) | Group::Bottom(who, number) => {
            ref_reads(who) | number_reads(number) | aspect::CARDS
        }
        Group::Graveyards(filter) | Group::Spells(filter) | Group::In(_, filter) => {
            filter_reads(filter) | aspect::CARDS
        }
        Group::Among(group, filter) => group_reads(group) | filter_reads(filter),
        Group::Except(group, but) => group_reads(group) | group_reads(but),
        Group::Together(groups) => groups.iter().fold(0, |reads, group| reads | group_reads(group)),
        Group::PlayersExcept(who) => ref_reads(who),
        Group::Linked => aspect::CARDS,
        Group::Who(group, condition) => group_reads(group) | condition_reads(condition),
        Group::Targets(_)
        | Group::Players
        | Group::Last
        | Group::Noted(_)
        | Group::AllNoted
        | Group::MostVotes => 0,
        Group::Attacked => aspect::COMBAT,
        Group::PhasedOut(filter) => filter_reads(filter),
    }
}

fn ref_reads(reference: &Ref) -> u32 {
    match reference {
        Ref::Attached | Ref::Bound => aspect::ATTACHED,
        Ref::BoundTo(one) => ref_reads(one) | aspect::ATTACHED,
        Ref::Became(one) => ref_reads(one) | aspect::CARDS,
        Ref::LastLinked | Ref::Encoded => aspect::CARDS,
        Ref::Active => aspect::TURN,
        Ref::Attacked(inner) => ref_reads(inner) | aspect::COMBAT,
        Ref::Defending(inner) => ref_reads(inner) | aspect::COMBAT | aspect::CONTROL | aspect::TURN,
        Ref::Source(inner) => ref_reads(inner) | aspect::CARDS,
        Ref::Controller(inner) | Ref::Owner(inner) => ref_reads(inner) | aspect::CONTROL,
        // The object itself and whose it is are always read; the rest a script alone knows.
        Ref::This
        | Ref::It
        | Ref::You
        | Ref::Opponent
        | Ref::Maker
        | Ref::Target(_)
        | Ref::Event
        | Ref::EventOther
        | Ref::EventPlayer
        | Ref::Last
        | Ref::LastWas
        | Ref::ChosenPlayer
        | Ref::ChosenObject
        | Ref::Paid => 0,
    }
}

fn filter_reads(filter: &Filter) -> u32 {
    match filter {
        Filter::Any
        | Filter::Token
        | Filter::Phyrexian
        | Filter::CostsX
        | Filter::Named(_)
        | Filter::KeywordSubject
        | Filter::MadeBy(_)
        | Filter::Without(_)
        | Filter::Commander
        | Filter::FirstPrinted(_) => 0,
        Filter::Within(_) | Filter::Spell | Filter::CastFrom(_) => aspect::CARDS,
        Filter::Activates => aspect::ABILITIES,
        Filter::In(group) => group_reads(group),
        Filter::SharesTypeWithEvent { .. } => aspect::TURN | aspect::TYPES,
        Filter::FaceDown | Filter::Renowned | Filter::SinceLastUpkeep => aspect::COUNTERS,
        Filter::Paired => aspect::ATTACHED,
        Filter::Chosen(which) => trait_reads(*which),
        Filter::Shares(which, group) => trait_reads(*which) | group_reads(group),
        Filter::NoAbilities => aspect::ABILITIES | aspect::INTRINSIC | aspect::KEYWORDS,
        Filter::Is(reference) | Filter::OwnedBy(reference) => ref_reads(reference),
        Filter::Type(_) | Filter::Super(_) | Filter::Subtype(_) | Filter::Historic => aspect::TYPES,
        Filter::Color(_) => aspect::COLORS,
        Filter::Keyword(_) => aspect::KEYWORDS,
        Filter::Has(_) => aspect::ABILITIES,
        Filter::ControlledBy(who) => aspect::CONTROL | ref_reads(who),
        Filter::Tapped => aspect::TAPPED,
        Filter::Attacking | Filter::Unblocked | Filter::Blocking | Filter::Blocked => aspect::COMBAT,
        Filter::Fights(reference) => aspect::COMBAT | ref_reads(reference),
        Filter::Damaged => aspect::DAMAGE,
        Filter::Counter(_) | Filter::AnyCounter | Filter::Monstrous => aspect::COUNTERS,
        Filter::Compare(measure, _, number) => measure_reads(*measure) | number_reads(number),
        Filter::All(all) | Filter::Either(all) => {
            all.iter().fold(0, |reads, filter| reads | filter_reads(filter))
        }
        Filter::Not(inner) => filter_reads(inner),
        Filter::Bears(other) | Filter::AttachedTo(other) => aspect::ATTACHED | filter_reads(other),
        Filter::Targets { what, .. } => aspect::CARDS | filter_reads(what),
        Filter::Did { with: reference, .. } | Filter::Suffered { by: reference, .. } => {
            aspect::TURN | reference.as_ref().map_or(0, ref_reads)
        }
    }
}

fn measure_reads(measure: Measure) -> u32 {
    match measure {
        // What is no creature has none (208.3).
        Measure::Power | Measure::Toughness => aspect::SIZE | aspect::TYPES,
        Measure::Targets => aspect::CARDS,
        Measure::ManaValue => 0,
        Measure::Colors => aspect::COLORS,
    }
}

fn trait_reads(which: Trait) -> u32 {
    match which {
        Trait::Name => 0,
        Trait::Color => aspect::COLORS,
        Trait::CreatureType | Trait::LandType | Trait::AnyLandType | Trait::CardType => aspect::TYPES,
    }
}

/// Whether a filter looks at the converted mana cost, which the choice of X changes (601.3a).
pub fn reads_mana_value(filter: &Filter) -> bool {
    match filter {
        Filter::Compare(Measure::ManaValue, _, _) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().any(reads_mana_value),
        Filter::Not(inner) => reads_mana_value(inner),
        Filter::Compare(Measure::Power | Measure::Toughness | Measure::Colors | Measure::Targets, _, _)
        | Filter::Any
        | Filter::Type(_)
        | Filter::Super(_)
        | Filter::Subtype(_)
        | Filter::Color(_)
        | Filter::Keyword(_)
        | Filter::Named(_)
        | Filter::Chosen(_)
        | Filter::Shares(..)
        | Filter::NoAbilities
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Is(_)
        | Filter::Token
        | Filter::Phyrexian
        | Filter::Tapped
        | Filter::Attacking
        | Filter::Blocking
        | Filter::Blocked
        | Filter::Fights(_)
        | Filter::Damaged
        | Filter::Targets { .. }
        | Filter::Did { .. }
        | Filter::Suffered { .. }
        | Filter::KeywordSubject
        | Filter::FaceDown
        | Filter::Renowned
        | Filter::Paired
        | Filter::Bears(_)
        | Filter::AttachedTo(_)
        | Filter::SinceLastUpkeep
        | Filter::Has(_)
        | Filter::Counter(_)
        | Filter::AnyCounter
        | Filter::Monstrous
        | Filter::Historic
        | Filter::Unblocked
        | Filter::SharesTypeWithEvent { .. }
        | Filter::MadeBy(_)
        | Filter::Without(_)
        | Filter::Within(_)
        | Filter::CastFrom(_)
        | Filter::Spell
        | Filter::Activates
        | Filter::CostsX
        | Filter::In(_)
        | Filter::Commander
        | Filter::FirstPrinted(_) => false,
    }
}

/// What a number reads, as aspects.
pub fn number_reads(number: &Number) -> u32 {
    match number {
        Number::Count(group) => group_reads(group),
        Number::HowOften(_) => aspect::TURN,
        Number::Power(of) | Number::Toughness(of) => aspect::SIZE | aspect::TYPES | ref_reads(of),
        Number::ManaValue(of) => ref_reads(of),
        Number::Life(who) => aspect::LIFE | ref_reads(who),
        Number::HandSize(who) => aspect::CARDS | ref_reads(who),
        Number::Counters(_, of) | Number::ClassLevel(of) => aspect::COUNTERS | ref_reads(of),
        Number::Plus(a, b) | Number::Divided(a, b) | Number::Product(a, b) => {
            number_reads(a) | number_reads(b)
        }
        Number::Times(_, inner) | Number::HalfDown(inner) => number_reads(inner),
        Number::Devotion(who, _) => aspect::CONTROL | ref_reads(who),
        Number::Total(measure, group) | Number::Most(measure, group) | Number::Least(measure, group) => {
            measure_reads(*measure) | group_reads(group)
        }
        Number::Kinds(sort, group) => {
            let read = match sort {
                Sort::CardType | Sort::LandType => aspect::TYPES,
                Sort::Color => aspect::COLORS,
                Sort::Name => aspect::TEXT,
            };
            read | group_reads(group)
        }
        // What a script alone knows, or does not change while the object is what it is.
        Number::N(_)
        | Number::X
        | Number::EventAmount
        | Number::Activations(_)
        | Number::Resolutions(_)
        | Number::LastAmount
        | Number::Share
        | Number::Kept(_)
        | Number::AllKept
        | Number::Given
        | Number::Votes(_) => 0,
        // Of a spell it is chosen while it is on the stack.
        Number::Cast(_) => aspect::CARDS,
        Number::KeptFor(of) => ref_reads(of),
        Number::SpellsLastTurn => aspect::TURN,
        Number::TurnsBegun(of) => aspect::TURN | ref_reads(of),
        Number::StartingLife => 0,
        Number::CommandCasts(of) => aspect::TURN | ref_reads(of),
    }
}

fn condition_reads(condition: &Condition) -> u32 {
    match condition {
        Condition::AtLeast(a, b) => number_reads(a) | number_reads(b),
        Condition::Exists(group) => group_reads(group),
        Condition::Matches(reference, filter) => ref_reads(reference) | filter_reads(filter),
        Condition::TurnOf(who) => aspect::TURN | ref_reads(who),
        Condition::Happened(_) => aspect::TURN,
        // Only scripts ask these.
        Condition::Mode(_) | Condition::CanPlayFree(_) | Condition::CostsHidden(_) => 0,
        // It does not change while the object is what it is.
        Condition::Anchored(_) => 0,
        Condition::All(all) => all.iter().fold(0, |reads, condition| reads | condition_reads(condition)),
        Condition::Not(inner) => condition_reads(inner),
        Condition::Before(_) | Condition::After(_) => aspect::TURN,
        Condition::BlocksDeclared => aspect::COMBAT,
        // Whatever is read becomes stale by the event that changes it.
        Condition::Designated(who, _) => ref_reads(who),
        Condition::AnyOpponent(inner) => condition_reads(inner),
    }
}

/// The words that ask about what has happened before.
pub const HISTORY: [&str; 8] =
    ["Happened", "HowOften", "Nth", "Did", "Suffered", "SharesTypeWithEvent", "Before(", "After("];

/// The words that ask what part of a turn is over.
pub const MARKS: [&str; 3] = ["Before(", "After(", "BlocksDeclared"];

/// Whether the text of a definition asks what is tapped: not only what becomes tapped, enters or stays so.
fn asks_tapped(text: &str) -> bool {
    const WORD: &str = "Tapped";
    text.match_indices(WORD).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + WORD.len()..]);
        let whole = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        whole && !before.trim_end().ends_with("state:")
    })
}

/// The text of a definition without triggered abilities. Nothing that a player can do depends on what they ask, unless
/// they give mana.
fn untriggered(text: &str) -> String {
    let (mut left, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, behind)) = rest.split_once("Triggered(") {
        let (mut depth, mut quoted) = (1, false);
        let ends = behind.char_indices().find(|(_, letter)| {
            quoted ^= *letter == '"';
            depth += match letter {
                '(' if !quoted => 1,
                ')' if !quoted => -1,
                _ => 0,
            };
            depth == 0
        });
        let (ability, after) = behind.split_at(ends.map_or(behind.len(), |(at, _)| at));
        left.push_str(before);
        if ability.contains("Mana") {
            left.push_str(ability);
        }
        rest = after;
    }
    left + rest
}

/// What the text of a definition could ask of who is tapped and who fights, as aspects: of combat also by what has
/// happened, while an event of its own notes that something became tapped. Combat counts only where it matters to what a
/// player can do.
pub fn mentions(text: &str) -> u32 {
    const COMBAT: [&str; 9] = [
        "Attacking",
        "Attacked",
        "Blocked",
        "Blocking",
        "Fights",
        "EndOfCombat",
        "BlocksDeclared",
        "Defending",
        "Unblocked",
    ];
    // A past event is of combat where the text names that, or a part of the turn that is over.
    const OF_COMBAT: [&str; 5] = ["Combat", "Attack", "Block", "Before(", "After("];
    let acting = untriggered(text);
    let says = |words: &[&str]| words.iter().any(|word| acting.contains(word));
    let of = |says: bool, aspect: u32| if says { aspect } else { 0 };
    of(says(&HISTORY) && says(&OF_COMBAT), aspect::COMBAT)
        | of(asks_tapped(text), aspect::TAPPED)
        | of(says(&COMBAT), aspect::COMBAT)
}
