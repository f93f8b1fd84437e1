//! Definitions in words.

use crate::definition::{
    Ability, Change, Condition, Definition, Destination, Effect, Filter, Group, Instead, Moment, Number, Ref, Replaced, Triggered, Until, Verb, When,
};
use crate::state::Alter;
use crate::types::Place;
use crate::view::{civilizations, list};
use duelog_kernel::script::Script;

/// A card, or a half of one, as a person would read it, line by line.
pub fn reading(definition: &Definition) -> Vec<String> {
    let mut head = vec![definition.cost.to_string(), civilizations(crate::types::Civilizations::of(&definition.civilizations))];
    if !definition.evolution.is_empty() {
        head.push("Evolution".to_string());
    }
    head.push(definition.kind.name().to_string());
    if !definition.races.is_empty() {
        head.push(format!("- {}", definition.races.join("/")));
    }
    head.extend(definition.power.map(|power| power.to_string()));
    let japanese = definition.japanese.as_ref().map_or(String::new(), |japanese| format!(" ({japanese})"));
    let mut lines = vec![format!("{}{japanese}", definition.name), head.join(" ")];
    lines.extend((!definition.names.is_empty()).then(|| format!("also named: {}", definition.names.join(", "))));
    lines.extend((!definition.prints.is_empty()).then(|| format!("also printed as: {}", definition.prints.join(", "))));
    lines.extend((!definition.symbols.is_empty()).then(|| format!("symbols: {}", definition.symbols.join(", "))));
    lines.extend((definition.mana != 1).then(|| format!("mana number: {}", definition.mana)));
    if !definition.evolution.is_empty() {
        lines.push(format!("evolution: put it on {}", definition.evolution.iter().map(filter).collect::<Vec<_>>().join(" and ")));
    }
    lines.extend(definition.keywords.iter().map(|keyword| keyword.name()));
    lines.extend(definition.spell.as_ref().map(effect));
    lines.extend(definition.abilities.iter().map(ability));
    lines
}

/// An ability.
pub fn ability(ability: &Ability) -> String {
    match ability {
        Ability::Triggered(triggered) => self::triggered(triggered),
        Ability::Declared(declared) => format!("to declare: {}", triggered(declared)),
        Ability::Static(ability) => {
            let changes = list(ability.changes.iter().map(change));
            let zone = if ability.zone == Place::Battle { String::new() } else { format!(" in the {}", ability.zone.name()) };
            format!("{}{}{zone}: {changes}", while_(ability.condition.as_ref()), filter(&ability.what))
        }
        Ability::Costs(costs) => {
            let least = if costs.least > 0 { format!(", but not less than {}", costs.least) } else { String::new() };
            format!("{}{} costs {} more{least}", while_(costs.condition.as_ref()), filter(&costs.what), number(&costs.by))
        }
        Ability::ShieldTriggers(given) => {
            let cards = if given.in_zone { "cards in your shields" } else { "cards put into your hand from the shields" };
            format!("{}{cards} that are {} have S-Trigger", while_(given.condition.as_ref()), filter(&given.what))
        }
        Ability::Replacement(replacement) => {
            let may = if replacement.may { "may: " } else { "" };
            let instead = match &replacement.instead {
                Instead::To(to) => destination(*to),
                Instead::Do(script) => effect(script),
                Instead::Other(what, to) => format!("{} goes {}", filter(what), destination(*to)),
            };
            format!("{}instead of {}, {may}{instead}", while_(replacement.condition.as_ref()), replaced(&replacement.event))
        }
        Ability::Tap(script) => format!("tap instead of attacking: {}", effect(script)),
        Ability::Silent(script) => format!("silent skill: {}", effect(script)),
        Ability::StrikeBack(what) => format!("S-Back: {}", filter(what)),
        Ability::Sabaki(what) => format!("Sabaki Z: {}", filter(what)),
        Ability::Defines(changes) => format!("in every zone: {}", list(changes.iter().map(change))),
        Ability::ManaNumbers(what, value) => format!("the mana number of {} in your mana zone is {}", filter(what), number(value)),
        Ability::Allows(place, what) => format!("you may use {} from the {}", filter(what), place.name()),
        Ability::Offering(what, to) => format!("when you use it, you may put {} {} and pay less by its cost", filter(what), destination(*to)),
        Ability::UseFrom(place) => format!("may be used from the {}", place.name()),
        Ability::NoCost(holds) => format!("costs nothing if {}", condition(holds)),
        Ability::OneShot(holds, script) => format!("whenever {}: {}", condition(holds), effect(script)),
    }
}

fn while_(holds: Option<&Condition>) -> String {
    holds.map_or(String::new(), |holds| format!("while {}: ", condition(holds)))
}

fn triggered(ability: &Triggered) -> String {
    let condition = ability.condition.as_ref().map_or(String::new(), |holds| format!(", if {}", condition(holds)));
    let from = if ability.from == Place::Battle { String::new() } else { format!(" (in the {})", ability.from.name()) };
    let keyword = ability.keyword.as_ref().map_or(String::new(), |keyword| format!("{keyword} - "));
    format!("{keyword}when {}{condition}{from}: {}", when(&ability.when), effect(&ability.effect))
}

fn when(when: &When) -> String {
    let what = |what: &Filter, does: &str| format!("{} {does}", filter(what));
    match when {
        When::Put(f) => what(f, "is put into the battle zone"),
        When::Leaves(f) => what(f, "leaves the battle zone"),
        When::Destroyed(f) => what(f, "is destroyed"),
        When::Moves(f, from, to) => {
            let from = from.map_or(String::new(), |from| format!(" from the {}", from.name()));
            let to = to.map_or(String::new(), |to| format!(" to the {}", to.name()));
            format!("{} moves{from}{to}", filter(f))
        }
        When::Attacks(f) => what(f, "attacks"),
        When::Blocks(f) => what(f, "blocks"),
        When::Blocked(f) => what(f, "becomes blocked"),
        When::Unblocked(f) => what(f, "attacks and is not blocked"),
        When::AttackEnds(f) => what(f, "ends its attack"),
        When::Battles(f) => what(f, "battles"),
        When::Battled(f) => what(f, "has battled"),
        When::Wins(f) => what(f, "wins a battle"),
        When::Loses(f) => what(f, "loses a battle"),
        When::BeforeBreak(f) => what(f, "is about to break a shield"),
        When::Breaks(f) => what(f, "has broken shields"),
        When::Tapped(f) => what(f, "becomes tapped"),
        When::Drawing(who) => format!("{} is about to draw", refer(who)),
        When::Draws(who) => format!("{} draws", refer(who)),
        When::Discards(who, f) => format!("{} discards {}", refer(who), filter(f)),
        When::Uses(who, f) => format!("{} uses {}", refer(who), filter(f)),
        When::TurnStarts(who) => format!("the turn of {} starts", refer(who)),
        When::TurnEnds(who) => format!("the turn of {} ends", refer(who)),
        When::StepBegins(who, step) => format!("the step \"{}\" of {} begins", step.name(), refer(who)),
    }
}

fn replaced(event: &Replaced) -> String {
    match event {
        Replaced::Destroyed(f) => format!("destroying {}", filter(f)),
        Replaced::Leaves(f) => format!("{} leaving the battle zone", filter(f)),
        Replaced::Discarded(f) => format!("discarding {}", filter(f)),
        Replaced::Put(f) => format!("putting {} into the battle zone", filter(f)),
        Replaced::ToGraveyard(from, f) => format!("putting {} from the {} into the graveyard", filter(f), from.name()),
        Replaced::AfterCast(f) => format!("putting {} into the graveyard after it was cast", filter(f)),
        Replaced::Draws(who) => format!("{} drawing a card", refer(who)),
    }
}

/// A script.
pub fn effect(script: &Effect) -> String {
    match script {
        Script::Do(done) => verb(done),
        Script::Seq(parts) => parts.iter().map(effect).collect::<Vec<_>>().join("; then "),
        Script::If(holds, then) => format!("if {}: {}", condition(holds), effect(then)),
        Script::IfElse(holds, then, otherwise) => format!("if {}: {}; else {}", condition(holds), effect(then), effect(otherwise)),
        Script::Each(over, body) => format!("for each of {}: {}", group(over), effect(body)),
        Script::May(who, then) => format!("{} may: {}", refer(who), effect(then)),
        Script::MayElse(who, then, otherwise) => format!("{} may: {}; if not: {}", refer(who), effect(then), effect(otherwise)),
        Script::Choose(who, parts) => format!("{} chooses: {}", refer(who), parts.iter().map(effect).collect::<Vec<_>>().join(" / ")),
        Script::Repeat(times, body) => format!("{} times: {}", number(times), effect(body)),
        Script::Let(kept) => format!("keep {}", number(kept)),
        Script::Delayed(moment, body) => {
            let when = match moment {
                Moment::EndOfTurn => "at the end of the turn".to_string(),
                Moment::EndOfAttack => "at the end of the attack".to_string(),
                Moment::StartOfTurn(who) => format!("at the start of the next turn of {}", refer(who)),
                Moment::Next(event, until) => format!("the next time that {} {}", self::when(event), until_in_words(*until)),
                Moment::Whenever(event, until) => format!("whenever {} {}", self::when(event), until_in_words(*until)),
            };
            format!("{when}: {}", effect(body))
        }
    }
}

fn verb(verb: &Verb) -> String {
    match verb {
        Verb::Stop => "full stop".to_string(),
        Verb::Choose(who, from, min, max) => format!("{} chooses {} to {} of {}", refer(who), number(min), number(max), group(from)),
        Verb::Draw(who, count) => format!("{} draws {}", refer(who), number(count)),
        Verb::Destroy(what) => format!("destroy {}", group(what)),
        Verb::Move(what, to) => format!("put {} {}", group(what), destination(*to)),
        Verb::MoveCard(what, to) => format!("put the top card of {} {}", group(what), destination(*to)),
        Verb::FromDeck(who, count, to) => format!("put the top {} cards of the deck of {} {}", number(count), refer(who), destination(*to)),
        Verb::Discard(who, count) => format!("{} discards {}", refer(who), number(count)),
        Verb::DiscardThese(what) => format!("discard {}", group(what)),
        Verb::DiscardAtRandom(who, count) => format!("{} discards {} at random", refer(who), number(count)),
        Verb::Tap(what) => format!("tap {}", group(what)),
        Verb::Untap(what) => format!("untap {}", group(what)),
        Verb::Break(by, count) => format!("{} breaks {} shields", refer(by), number(count)),
        Verb::ShieldsToHand(what) => format!("put the shields {} into the hand", group(what)),
        Verb::ShieldPlus(what, on) => format!("put {} on the shield {}", group(what), group(on)),
        Verb::Battle(one, two) => format!("{} battles {}", refer(one), refer(two)),
        Verb::Modify(what, changes, until) => format!("{}: {} {}", group(what), list(changes.iter().map(change)), until_in_words(*until)),
        Verb::Use(who, what) => format!("{} uses {} for no cost", refer(who), group(what)),
        Verb::Exchange(one, other) => format!("exchange {} with {}", refer(one), refer(other)),
        Verb::SwapZones(who, one, other) => format!("exchange the {} of {} with the {}", one.name(), refer(who), other.name()),
        Verb::Cross(to) => format!("cross it to {}", refer(to)),
        Verb::TurnOver(what) => format!("turn {} upside down", refer(what)),
        Verb::Look(who, whose, count) => format!("{} looks at the top {} cards of the deck of {}", refer(who), number(count), refer(whose)),
        Verb::Reveal(whose, count) => format!("reveal the top {} cards of the deck of {}", number(count), refer(whose)),
        Verb::PutBack(who, to) => format!("{} puts what is left {} in any order", refer(who), destination(*to)),
        Verb::Show(what) => format!("show {}", group(what)),
        Verb::LookAt(who, what) => format!("{} looks at {}", refer(who), group(what)),
        Verb::Search(who, f, count, to) => {
            format!("{} may find up to {} cards that are {} in the deck and put them {}", refer(who), number(count), filter(f), destination(*to))
        }
        Verb::Rearrange(who) => format!("{} puts the cards of the own shields in another order", refer(who)),
        Verb::Shuffle(who) => format!("shuffle the deck of {}", refer(who)),
        Verb::Judge(who) => format!("Gachinko Judge of {}", refer(who)),
        Verb::ExtraTurn(who) => format!("{} takes an extra turn", refer(who)),
        Verb::Win(who) => format!("{} wins", refer(who)),
        Verb::Lose(who) => format!("{} loses", refer(who)),
    }
}

fn destination(to: Destination) -> String {
    let fixed = match to {
        Destination::DeckNth(place) => return format!("into the deck, number {place} from the top"),
        Destination::Hand => "into the hand",
        Destination::Graveyard => "into the graveyard",
        Destination::Mana => "into the mana zone",
        Destination::ManaTapped => "into the mana zone, tapped",
        Destination::ManaFaceDown => "into the mana zone, face down",
        Destination::Shield => "into the shield zone",
        Destination::DeckTop => "on top of the deck",
        Destination::DeckBottom => "at the bottom of the deck",
        Destination::DeckShuffled => "into the deck, which is shuffled",
        Destination::Battle => "into the battle zone",
        Destination::Stay => "where it is",
    };
    fixed.to_string()
}

fn until_in_words(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => "until the end of the turn",
        Until::EndOfAttack => "during the attack",
        Until::YourTurn => "until the start of your next turn",
        Until::Forever => "for the rest of the game",
    }
}

fn refer(reference: &Ref) -> String {
    let fixed = match reference {
        Ref::This => "this",
        Ref::It => "it",
        Ref::Event => "that card",
        Ref::Other => "the other creature",
        Ref::EventPlayer => "that player",
        Ref::Chosen(place) => return format!("choice {}", u32::from(*place) + 1),
        Ref::Last => "what it came to",
        Ref::You => "you",
        Ref::Opponent => "the opponent",
        Ref::TurnPlayer => "the turn player",
        Ref::Owner(inner) => return format!("the owner of {}", refer(inner)),
    };
    fixed.to_string()
}

fn group(over: &Group) -> String {
    match over {
        Group::Of(reference) => refer(reference),
        Group::Chosen(place) => format!("choice {}", u32::from(*place) + 1),
        Group::Last => "what it came to".to_string(),
        Group::Battle(f) => format!("{} in the battle zone", filter(f)),
        Group::In(place, who, f) => format!("{} in the {} of {}", filter(f), place.name(), refer(who)),
        Group::Top(who, count) => format!("the top {} cards of the deck of {}", number(count), refer(who)),
        Group::Looked(f) => format!("{} among the cards looked at", filter(f)),
        Group::Players => "the players".to_string(),
        Group::Civilizations => "the civilizations".to_string(),
        Group::Races => "the races".to_string(),
        Group::Numbers(most) => format!("the numbers up to {}", number(most)),
    }
}

fn number(value: &Number) -> String {
    match value {
        Number::N(value) => value.to_string(),
        Number::Count(over) => format!("the number of {}", group(over)),
        Number::Power(reference) => format!("the power of {}", refer(reference)),
        Number::TotalPower(over) => format!("the total power of {}", group(over)),
        Number::Cost(reference) => format!("the cost of {}", refer(reference)),
        Number::EventAmount => "that many".to_string(),
        Number::LastAmount => "as many as it came to".to_string(),
        Number::Chosen(place) => format!("choice {}", u32::from(*place) + 1),
        Number::Kept(place) => format!("kept number {}", u32::from(*place) + 1),
        Number::Plus(a, b) => format!("{} plus {}", number(a), number(b)),
        Number::Times(factor, inner) => format!("{factor} times {}", number(inner)),
    }
}

fn condition(holds: &Condition) -> String {
    match holds {
        Condition::AtLeast(a, b) => format!("{} is at least {}", number(a), number(b)),
        Condition::Exists(over) => format!("there is {}", group(over)),
        Condition::Matches(reference, f) => format!("{} is {}", refer(reference), filter(f)),
        Condition::TurnOf(who) => format!("it is the turn of {}", refer(who)),
        Condition::All(all) => all.iter().map(condition).collect::<Vec<_>>().join(" and "),
        Condition::Either(all) => all.iter().map(condition).collect::<Vec<_>>().join(" or "),
        Condition::Not(inner) => format!("not: {}", condition(inner)),
    }
}

fn filter(f: &Filter) -> String {
    match f {
        Filter::Any => "any card".to_string(),
        Filter::This => "this".to_string(),
        Filter::Is(reference) => refer(reference),
        Filter::Kind(kind) => kind.name().to_string(),
        Filter::Evolution => "evolution".to_string(),
        Filter::Twinpact => "twinpact".to_string(),
        Filter::Race(words) => words.clone(),
        Filter::Civilization(civilization) => civilization.name().to_string(),
        Filter::ChosenRace(place) => format!("of the race of choice {}", u32::from(*place) + 1),
        Filter::ChosenCivilization(place) => format!("of the civilization of choice {}", u32::from(*place) + 1),
        Filter::Symbol(symbol) => format!("with the symbol {symbol}"),
        Filter::SaysWhenPut => "with text that begins with being put into the battle zone".to_string(),
        Filter::Colorless => "colorless".to_string(),
        Filter::Multicolored => "multicolored".to_string(),
        Filter::Keyword(keyword) => format!("with {}", keyword.name()),
        Filter::Named(name) => format!("named {name}"),
        Filter::NameHas(words) => format!("with {words} in the name"),
        Filter::Of(who) => format!("of {}", refer(who)),
        Filter::Tapped => "tapped".to_string(),
        Filter::TurnedOver => "upside down".to_string(),
        Filter::Attacking => "attacking".to_string(),
        Filter::Blocking => "blocking".to_string(),
        Filter::Crossed => "crossed".to_string(),
        Filter::Host => "the creature that it is crossed to".to_string(),
        Filter::PowerAtMost(value) => format!("with power {} or less", number(value)),
        Filter::PowerAtLeast(value) => format!("with power {} or more", number(value)),
        Filter::CostAtMost(value) => format!("with cost {} or less", number(value)),
        Filter::CostAtLeast(value) => format!("with cost {} or more", number(value)),
        Filter::SharesCivilization(reference) => format!("sharing a civilization with {}", refer(reference)),
        Filter::All(all) => all.iter().map(filter).collect::<Vec<_>>().join(" "),
        Filter::Either(all) => all.iter().map(filter).collect::<Vec<_>>().join(" or "),
        Filter::Not(inner) => format!("not {}", filter(inner)),
    }
}

fn change(change: &Change) -> String {
    match change {
        Change::AddCivilization(civilization) => format!("{} too", civilization.name()),
        Change::AddRace(race) => format!("{race} too"),
        Change::Gain(keyword) => keyword.name(),
        Change::Lose(keyword) => format!("no {}", keyword.name()),
        Change::LoseAbilities => "no abilities".to_string(),
        Change::Power(Number::N(power)) => format!("power {power:+}"),
        Change::Power(power) => format!("power +{}", number(power)),
        Change::HalvePower => "half the power".to_string(),
        Change::DoublePower => "twice the power".to_string(),
        Change::InfinitePower => "infinite power".to_string(),
        Change::MinusInfinity => "infinitely less power".to_string(),
        Change::FixPower(power) => format!("power fixed at {}", number(power)),
        Change::Usable => "may be used from there".to_string(),
    }
}

/// A change with its numbers locked in.
pub fn alter_in_words(alter: &Alter) -> String {
    match alter {
        Alter::AddCivilization(civilization) => change(&Change::AddCivilization(*civilization)),
        Alter::AddRace(race) => change(&Change::AddRace(race.clone())),
        Alter::Gain(keyword) => change(&Change::Gain(*keyword)),
        Alter::Lose(keyword) => change(&Change::Lose(*keyword)),
        Alter::LoseAbilities => change(&Change::LoseAbilities),
        Alter::Power(power) => change(&Change::Power(Number::N(*power))),
        Alter::HalvePower => change(&Change::HalvePower),
        Alter::DoublePower => change(&Change::DoublePower),
        Alter::InfinitePower => change(&Change::InfinitePower),
        Alter::MinusInfinity => change(&Change::MinusInfinity),
        Alter::FixPower(power) => change(&Change::FixPower(Number::N(*power))),
        Alter::Usable => change(&Change::Usable),
    }
}
