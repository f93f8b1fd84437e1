//! Small words that everything else here is made of.

use duelog_kernel::phrase::{article, lower};

use crate::language::definition::{Counter, Deed, Feature, Held, Ruling, Trait, TurnPart, Until, ZoneKind};
use crate::language::mana::{Colors, ManaCost, SNOW_MANA};
use crate::state::Word;

/// A counter's kind as printed.
pub fn counter(kind: Counter) -> &'static str {
    kind.name()
}

/// How long an effect lasts, with a space before it; nothing when it does not end.
pub fn until(until: Until) -> String {
    match until {
        Until::EndOfTurn => " until end of turn".to_string(),
        Until::EndOfCombat => " until end of combat".to_string(),
        Until::SourceLeaves => " for as long as this stays on the battlefield".to_string(),
        Until::Forever => String::new(),
        Until::YourNextTurn => " until your next turn".to_string(),
        Until::YouControl => " for as long as you control it".to_string(),
        Until::Resolved => " until this has resolved".to_string(),
        Until::Needed => " while there is anything to end".to_string(),
        Until::While(Held { yours, tapped }) => {
            let what = match (yours, tapped) {
                (true, true) => "you control this and it remains tapped",
                (true, false) => "you control this",
                (false, true) => "this remains tapped",
                (false, false) => "this stays on the battlefield",
            };
            format!(" for as long as {what}")
        }
        Until::OpponentsTurn => " until the end of an opponent's next turn".to_string(),
        Until::FaceUp => " until it is turned face down".to_string(),
        Until::Planeswalk => " until a player planeswalks".to_string(),
        Until::NextCast => " for the next such spell this turn".to_string(),
        Until::HasCounter(kind) => format!(" for as long as it has a {} counter", counter(kind)),
    }
}

/// A word that effects change (612.2).
pub fn word(word: Word) -> &'static str {
    match word {
        Word::Color(color) => color.name(),
        Word::Subtype(subtype) => subtype.name(),
    }
}

/// A type or colour that a change gives.
pub fn feature(feature: &Feature) -> String {
    match feature {
        Feature::Types(types) => joined(types.iter().map(lower), " "),
        Feature::Subtypes(subtypes) => joined(subtypes.iter().map(|subtype| subtype.name().to_string()), " "),
        Feature::LandType(subtype) => format!("{} without its other abilities", article(subtype.name())),
        Feature::Chosen(Trait::LandType) => "the chosen type without its other abilities".to_string(),
        Feature::Chosen(which) => format!("the chosen {}", lower(which)),
        Feature::Super(supertype) | Feature::NoSuper(supertype) => lower(supertype),
        Feature::EveryCreatureType => "every creature type".to_string(),
        Feature::NoManaCost => "without a mana cost".to_string(),
        Feature::NoType(kind) => lower(kind),
        Feature::Colors(all) => colors(Colors::of(all)),
    }
}

/// Returns what an object or a player must do, must not do or may do; `what` is what it is done with, if it matters.
#[expect(clippy::too_many_lines, reason = "one flat table")]
pub fn ruled(ruling: Ruling, deed: Deed, what: &str) -> String {
    let does = match deed {
        Deed::Attack if ruling == Ruling::Allow => "attack as though it didn't have defender".to_string(),
        Deed::Attack => "attack".to_string(),
        Deed::AttackAlone => "attack alone".to_string(),
        Deed::Block if what.is_empty() => "block".to_string(),
        Deed::Block => format!("block {what}"),
        Deed::BlockAlone => "block alone".to_string(),
        Deed::BeTarget if what.is_empty() => "be the target of spells or abilities".to_string(),
        Deed::BeTarget => format!("be the target of {what}"),
        Deed::BeBlocked if what.is_empty() => "be blocked".to_string(),
        Deed::BeBlocked => format!("be blocked by {what}"),
        Deed::BlockAnother => "block an additional creature each combat".to_string(),
        Deed::BlockAny => "block any number of creatures".to_string(),
        Deed::Untap => "untap during the untap step".to_string(),
        Deed::StayTapped => "choose not to untap during the untap step".to_string(),
        Deed::Regenerate => "be regenerated".to_string(),
        Deed::Activate => "have its activated abilities activated".to_string(),
        Deed::ActivateNonMana => format!("activate abilities of {what} except mana abilities"),
        Deed::Cast => format!("cast {what}"),
        Deed::CastAsFlash => format!("cast {what} as though they had flash"),
        Deed::PlayLand if ruling == Ruling::Allow => "play an additional land each turn".to_string(),
        Deed::PlayLand => "play lands".to_string(),
        Deed::ShowHand => "play with their hand revealed".to_string(),
        Deed::ShowTop => "reveal the top card of the library".to_string(),
        Deed::SeeTop => "look at the top card of the library at any time".to_string(),
        Deed::KeepHand => "keep any number of cards in hand".to_string(),
        Deed::LoseGame => "lose the game".to_string(),
        Deed::WinGame => "win the game".to_string(),
        Deed::GainLife => "gain life".to_string(),
        Deed::LoseLife => "lose life".to_string(),
        Deed::Draw => "draw cards".to_string(),
        Deed::AddMana => "add mana".to_string(),
        Deed::WinFlip => "win coin flips".to_string(),
        Deed::LoseFlip => "lose coin flips".to_string(),
        Deed::Ascend => "get the city's blessing with ten permanents".to_string(),
        Deed::Shuffle => "shuffle the library".to_string(),
        Deed::TapForMana => format!("tap {what} for mana"),
        Deed::LoseControl => format!("lose control of {what}"),
        Deed::RevealFirstDraw => "reveal the first card drawn each turn".to_string(),
        Deed::Enter => format!("put {what} onto the battlefield"),
        Deed::GetCounters => format!("put counters on {what}"),
        Deed::BeCountered if what == "spells" || what.is_empty() => "be countered".to_string(),
        Deed::BeCountered => format!("counter {what}"),
        Deed::Prevent => format!("prevent damage from {what}"),
        Deed::CreateToken => "create tokens".to_string(),
        Deed::Fight => "fight".to_string(),
        Deed::Scry => "scry".to_string(),
        Deed::Surveil if ruling == Ruling::Allow => "look at an additional card when surveilling".to_string(),
        Deed::Surveil => "surveil".to_string(),
        Deed::Clash => "clash".to_string(),
        Deed::WinClash => "win a clash".to_string(),
        Deed::BecomeMonstrous => "become monstrous".to_string(),
        Deed::Explore => "explore".to_string(),
        Deed::Exert => "be exerted as it attacks".to_string(),
        Deed::TriggerByEntering if ruling == Ruling::Allow => {
            format!(
                "have {what} entering the battlefield cause an additional trigger of each ability of permanents"
            )
        }
        Deed::TriggerByEntering => format!("have {what} entering the battlefield cause abilities to trigger"),
        Deed::SacrificeForOpponents => {
            "be made to sacrifice permanents by spells and abilities of opponents".to_string()
        }
        Deed::AssignDamage => "assign combat damage".to_string(),
        Deed::BeSacrificed => "be sacrificed".to_string(),
        Deed::Counter => format!("counter {what}"),
        Deed::AssignPastBlockers => "assign combat damage as though unblocked".to_string(),
        Deed::AssignByToughness => "assign combat damage equal to toughness rather than power".to_string(),
        Deed::ChooseBlocks => "choose how creatures of an opponent block".to_string(),
        Deed::Transform => "transform".to_string(),
        Deed::UntapInOthers => "untap during each other player's untap step".to_string(),
        Deed::Vote => "vote an additional time".to_string(),
        Deed::Search => "search the library".to_string(),
        Deed::Cycle => "cycle cards".to_string(),
        Deed::GetPlayerCounters => "get counters".to_string(),
        Deed::Exploit => "exploit a creature".to_string(),
        Deed::Evolve => "evolve".to_string(),
        Deed::Champion => "be championed".to_string(),
        Deed::Crew => "crew Vehicles".to_string(),
        Deed::BecomeBlocked => "become blocked".to_string(),
        Deed::Planeswalk => "planeswalk".to_string(),
        Deed::PlaneswalkAway => "planeswalk away".to_string(),
        Deed::RollPlaneswalker => "roll {PW}".to_string(),
        Deed::RollChaos => "roll {CHAOS}".to_string(),
        Deed::RollBlank => "roll a blank".to_string(),
        Deed::SetInMotion => "set a scheme in motion".to_string(),
        Deed::Abandon => "abandon a scheme".to_string(),
        Deed::TargetHexproof => format!("target {what} as though without hexproof"),
    };
    match ruling {
        Ruling::Forbid if deed == Deed::Untap => {
            "don't untap during their controllers' untap steps".to_string()
        }
        Ruling::Forbid => format!("can't {does}"),
        Ruling::Require if deed == Deed::BeBlocked => {
            "must be blocked by all creatures able to block".to_string()
        }
        Ruling::Require if deed == Deed::BecomeBlocked => "must be blocked if able".to_string(),
        Ruling::Require if deed == Deed::AssignByToughness => does,
        Ruling::Require if deed.is_of_players() => format!("must {does}"),
        Ruling::Require => format!("{does} each combat if able"),
        Ruling::Allow if deed == Deed::Attack => "can attack as though it didn't have defender".to_string(),
        Ruling::Allow if matches!(deed, Deed::BlockAnother | Deed::BlockAny) => format!("can {does}"),
        Ruling::Allow => format!("may {does}"),
    }
}

/// Parts with something between them.
pub fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}

/// Returns what a player does; the player whose effect it is goes without saying.
pub fn by(who: &str, what: String) -> String {
    if who == "you" { what } else { format!("{who}: {what}") }
}

/// A mana symbol by number, as in `Item::Symbol`.
pub fn symbol(place: u8) -> String {
    let mut cost = ManaCost::default();
    if let Some(amount) = cost.typed.get_mut(usize::from(place & !SNOW_MANA)) {
        *amount = 1;
    }
    if place & SNOW_MANA == 0 { cost.to_string() } else { format!("snow {cost}") }
}

/// Counters of a kind, with their number.
pub fn counters(number: &str, kind: Counter) -> String {
    duelog_kernel::prose::counters(number, counter(kind))
}

/// A step, phase or turn.
pub fn span(span: TurnPart) -> &'static str {
    match span {
        TurnPart::Untap => "untap step",
        TurnPart::Upkeep => "upkeep step",
        TurnPart::Draw => "draw step",
        TurnPart::Combat => "combat phase",
        TurnPart::Turn => "turn",
        TurnPart::FirstMain => "precombat main phase",
        TurnPart::SecondMain => "postcombat main phase",
        TurnPart::EndCombat => "end of combat step",
        TurnPart::End => "end step",
        TurnPart::Cleanup => "cleanup step",
        TurnPart::BeginCombat => "beginning of combat step",
        TurnPart::DeclareAttackers => "declare attackers step",
        TurnPart::DeclareBlockers => "declare blockers step",
        TurnPart::CombatDamage => "combat damage step",
    }
}

/// Where something is, or where an ability works, with a space before it.
pub fn in_zones(zones: &[ZoneKind]) -> String {
    let place = |zone: &ZoneKind| match zone {
        ZoneKind::Battlefield | ZoneKind::Stack => format!("on the {}", lower(zone)),
        ZoneKind::Exile => "in exile".to_string(),
        ZoneKind::Command => "in the command zone".to_string(),
        ZoneKind::Outside => "outside the game".to_string(),
        ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard => format!("in a {}", lower(zone)),
    };
    format!(" {}", zones.iter().map(place).collect::<Vec<_>>().join(" or "))
}

/// Colours as a list.
pub fn colors(colors: Colors) -> String {
    if colors.count() == 0 {
        "colorless".to_string()
    } else {
        list(colors.list().into_iter().map(|color| color.name().to_string()))
    }
}

/// Words with commas between them.
pub fn list(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

/// Yes or no.
pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
