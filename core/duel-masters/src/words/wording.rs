//! Definitions in words.

use duelog_kernel::Viewer;
use duelog_kernel::script::Script;

use crate::language::definition::{
    Ability, AmountOf, Arithmetic, Becoming, Change, Compare, Condition, Deed, Definition, Destination,
    Discarding, Effect, Filter, Group, Instead, Likeness, Moment, Number, Posture, Ref, Role, Rule, Ruling,
    Stat, Strike, Subject, Traits, Triggered, Until, Values, Verb, When, Written,
};
use crate::language::keywords::Keyword;
use crate::language::types::{Place, Step};
use crate::state::card_pool::CardPool;
use crate::state::{Board, CardId, Settled, Standby, StandbyKind};
use crate::words::label::label;
use crate::words::plain::{civilizations, list};

/// A card, or a half of one, as a person would read it, line by line.
pub fn reading(definition: &Definition) -> Vec<String> {
    let mut head = vec![
        definition.cost.to_string(),
        civilizations(crate::language::types::Civilizations::of(&definition.civilizations)),
    ];
    if !definition.evolution.is_empty() {
        head.push("Evolution".to_string());
    }
    head.extend(definition.special.iter().map(|special| special.name().to_string()));
    head.push(definition.kind.name().to_string());
    if !definition.races.is_empty() {
        head.push(format!("- {}", definition.races.join("/")));
    }
    head.extend(definition.power.map(|power| power.to_string()));
    let japanese = definition.japanese.as_ref().map_or(String::new(), |japanese| format!(" ({japanese})"));
    let mut lines = vec![format!("{}{japanese}", definition.name), head.join(" ")];
    lines.extend(
        (!definition.names.is_empty()).then(|| format!("also named: {}", definition.names.join(", "))),
    );
    lines.extend(
        (!definition.prints.is_empty()).then(|| format!("also printed as: {}", definition.prints.join(", "))),
    );
    lines.extend(
        (!definition.symbols.is_empty()).then(|| format!("symbols: {}", definition.symbols.join(", "))),
    );
    lines.extend((definition.mana != 1).then(|| format!("mana number: {}", definition.mana)));
    if !definition.evolution.is_empty() {
        lines.push(format!(
            "evolution: put it on {}",
            definition.evolution.iter().map(filter).collect::<Vec<_>>().join(" and ")
        ));
    }
    lines.extend(
        (!definition.faces.is_empty()).then(|| format!("other faces: {}", definition.faces.join(", "))),
    );
    lines.extend(
        (!definition.face_of.is_empty()).then(|| format!("the other face of {}", definition.face_of)),
    );
    lines.extend(
        definition.links.iter().map(|link| format!("G-Link: {} it lies {}", link.0.name(), filter(&link.1))),
    );
    let belongs = &definition.belongs;
    lines.extend(
        (!belongs.whole.is_empty()).then(|| format!("one creature together: {}", belongs.whole.join(", "))),
    );
    lines.extend(belongs.starts.map(|seals| format!("in the battle zone at the start, with {seals} seals")));
    lines.extend((belongs.more > 0).then(|| format!("the deck has {} cards more", belongs.more)));
    lines.extend(definition.copies.map(|copies| format!("as many as {copies} of it may be used")));
    lines.extend(definition.keywords.iter().map(|keyword| keyword.name()));
    lines.extend(definition.rules.iter().map(rule));
    lines.extend(
        (definition.defines != Traits::default())
            .then(|| format!("in every zone: {}", traits(&definition.defines))),
    );
    lines.extend(definition.spell.as_ref().map(effect));
    lines.extend(definition.abilities.iter().map(ability));
    lines
}

/// An ability.
pub fn ability(ability: &Ability) -> String {
    match ability {
        Ability::Triggered(triggered) => self::triggered(triggered),
        Ability::Static(ability) => {
            let changes = list(ability.changes.iter().map(change));
            let zone = if ability.zone == Place::Battle {
                String::new()
            } else {
                format!(" in the {}", ability.zone.name())
            };
            format!("{}{zone}: {changes}", filter(&ability.what))
        }
        Ability::Costs(costs) if costs.may => {
            format!("you may pay {} more for {}", number(&costs.by), filter(&costs.what))
        }
        Ability::Costs(costs) if costs.free => format!("{} may be used for no cost", filter(&costs.what)),
        Ability::Costs(costs) => {
            let least =
                if costs.least > 0 { format!(", but not less than {}", costs.least) } else { String::new() };
            format!("{} costs {} more{least}", filter(&costs.what), number(&costs.by))
        }
        Ability::Replacement(replacement) => {
            let may = if replacement.may { "may: " } else { "" };
            let instead = match &replacement.instead {
                Instead::To(to) => destination(*to),
                Instead::Do(script) => effect(script),
                Instead::Other(what, to) => format!("{} goes {}", filter(what), destination(*to)),
            };
            format!("instead, when {}, {may}{instead}", when(&replacement.event))
        }
        Ability::Tap(script) => format!("tap instead of attacking: {}", effect(script)),
        Ability::Silent(script) => format!("silent skill: {}", effect(script)),
        Ability::Strike(Strike::Back, what) => format!("S-Back: {}", filter(what)),
        Ability::Strike(Strike::Sabaki, what) => format!("Sabaki Z: {}", filter(what)),
        Ability::Offering(what, to) => format!(
            "when you use it, you may put {} {} and pay less by its cost",
            filter(what),
            destination(*to)
        ),
        Ability::OneShot(holds, script) => format!("whenever {}: {}", condition(holds), effect(script)),
        Ability::While(holds, inner) => {
            let inner = inner.iter().map(self::ability).collect::<Vec<_>>().join("; ");
            format!("while {}: {inner}", condition(holds))
        }
    }
}

fn triggered(ability: &Triggered) -> String {
    let condition =
        ability.condition.as_ref().map_or(String::new(), |holds| format!(", if {}", condition(holds)));
    let from = match ability.from {
        Place::Battle => String::new(),
        Place::Hand => " (to declare)".to_string(),
        place => format!(" (in the {})", place.name()),
    };
    let keyword = ability.keyword.as_ref().map_or(String::new(), |keyword| format!("{keyword} - "));
    format!("{keyword}when {}{condition}{from}: {}", when(&ability.when), effect(&ability.effect))
}

fn when(when: &When) -> String {
    match when {
        When::Moves { what, from: None, to: Some(Place::Battle), by: None } => {
            format!("{} is put into the battle zone", filter(what))
        }
        When::Moves { what, from: Some(Place::Battle), to: None, by: None } => {
            format!("{} leaves the battle zone", filter(what))
        }
        When::Moves { what, from, to, by } => {
            let by = by.as_ref().map_or(String::new(), |by| format!(" by an effect of {}", refer(by)));
            let from = from.map_or(String::new(), |from| format!(" from the {}", from.name()));
            let to = to.map_or(String::new(), |to| format!(" to the {}", to.name()));
            format!("{} moves{from}{to}{by}", filter(what))
        }
        When::Combat { role, what, with } => {
            let with = with.as_ref().map_or(String::new(), |with| format!(" (the other: {})", filter(with)));
            format!("{} {}{with}", filter(what), role_in_words(*role))
        }
        When::Does(who, Deed::WillDraw, _) => format!("{} is about to draw", refer(who)),
        When::Does(who, Deed::Draw, Filter::Any) => format!("{} draws", refer(who)),
        When::Does(who, Deed::Draw, what) => format!("{} draws {}", refer(who), filter(what)),
        When::Does(who, Deed::TurnDraw, _) => format!("{} draws at the start of the turn", refer(who)),
        When::Does(who, Deed::ExtraDraw, _) => {
            format!("{} draws other than at the start of the turn", refer(who))
        }
        When::Does(who, Deed::ShieldTrigger, what) => {
            format!("{} uses the S-Trigger of {}", refer(who), filter(what))
        }
        When::Does(who, Deed::Discard, what) => format!("{} discards {}", refer(who), filter(what)),
        When::Does(who, Deed::Use, what) => format!("{} uses {}", refer(who), filter(what)),
        When::Becomes(what, Becoming::Destroyed) => format!("{} is destroyed", filter(what)),
        When::Becomes(what, Becoming::Tapped) => format!("{} becomes tapped", filter(what)),
        When::Becomes(what, Becoming::Over) => {
            format!("{} goes to the graveyard after it was cast", filter(what))
        }
        When::Begins(Step::Start, who) => format!("the turn of {} starts", refer(who)),
        When::Begins(Step::End, who) => format!("the turn of {} ends", refer(who)),
        When::Begins(step, who) => format!("the step \"{}\" of {} begins", step.name(), refer(who)),
    }
}

fn role_in_words(role: Role) -> &'static str {
    match role {
        Role::Attacks => "attacks",
        Role::Attacked => "is attacked",
        Role::Blocks => "blocks",
        Role::BecomesBlocked => "becomes blocked",
        Role::NotBlocked => "attacks and is not blocked",
        Role::EndsAttack => "ends its attack",
        Role::Battles => "battles",
        Role::HasBattled => "has battled",
        Role::Wins => "wins a battle",
        Role::Loses => "loses a battle",
        Role::WillBreak => "is about to break a shield",
        Role::Breaks => "has broken shields",
    }
}

/// What something cannot do, must do or may do.
pub fn rule(Rule(ruling, act, against): &Rule) -> String {
    let allows = *ruling == Ruling::Allow;
    let ruling = match ruling {
        Ruling::Forbid => "can't",
        Ruling::Require => "must, if able,",
        Ruling::Allow => "can",
    };
    let act = match act {
        Subject::Attack => "attack",
        Subject::AttackPlayers if allows => "attack players, whatever else would prevent it",
        Subject::AttackPlayers => "attack players",
        Subject::Battle => "battle because of an attack",
        Subject::ChooseShields => "choose which own shields are broken",
        Subject::ChooseAmongShields => "let each player choose among the own shields",
        Subject::ShowShields => "show the shields that it breaks",
        Subject::LookAtOwnDeck => "let players look at their own deck",
        Subject::EnterMana => "be put from the hand into the mana zone",
        Subject::BeTapped => "be tapped by effects of the opponent",
        Subject::BeEvolved => "be what any evolution creature is put on",
        Subject::BeCrossed => "have cross gears crossed to it for no cost",
        Subject::AttackCreatures if allows => "attack creatures, even untapped ones",
        Subject::AttackCreatures => "attack creatures",
        Subject::Block => "block",
        Subject::BeBlocked => "be blocked",
        Subject::BeAttacked if allows => "be attacked, even untapped",
        Subject::BeAttacked => "be attacked",
        Subject::BeChosen => "be chosen by the opponent",
        Subject::BeDestroyed => "be destroyed",
        Subject::Leave => "leave the battle zone",
        Subject::Untap => "untap at the start of the turn",
        Subject::EnterUntapped => "enter untapped",
        Subject::UseTapAbilities => "use tap abilities",
        Subject::WinBattles => "win battles whatever the power",
        Subject::Use => "be used",
        Subject::ShieldTrigger => "be used as S-Trigger",
    };
    let against = if *against == Filter::Any { String::new() } else { format!(" ({})", filter(against)) };
    format!("{ruling} {act}{against}")
}

/// A script.
pub fn effect(script: &Effect) -> String {
    match script {
        Script::Do(done) => verb(done),
        Script::Seq(parts) => parts.iter().map(effect).collect::<Vec<_>>().join("; then "),
        Script::If(holds, then) => format!("if {}: {}", condition(holds), effect(then)),
        Script::IfElse(holds, then, otherwise) => {
            format!("if {}: {}; else {}", condition(holds), effect(then), effect(otherwise))
        }
        Script::Each(over, body) => format!("for each of {}: {}", group(over), effect(body)),
        Script::May(who, then) => format!("{} may: {}", refer(who), effect(then)),
        Script::MayElse(who, then, otherwise) => {
            format!("{} may: {}; if not: {}", refer(who), effect(then), effect(otherwise))
        }
        Script::Pay(who, _, then, otherwise) => {
            format!("{} may pay: {}; if not: {}", refer(who), effect(then), effect(otherwise))
        }
        Script::Choose(who, parts) => {
            format!("{} chooses: {}", refer(who), parts.iter().map(effect).collect::<Vec<_>>().join(" / "))
        }
        Script::Repeat(times, body) => format!("{} times: {}", number(times), effect(body)),
        Script::Let(kept) => format!("keep {}", number(kept)),
        Script::Delayed(moment, body) => {
            let when = match moment {
                Moment::Next(event, until) => {
                    format!("the next time that {} {}", self::when(event), until_in_words(*until))
                }
                Moment::Whenever(event, until) => {
                    format!("whenever {} {}", self::when(event), until_in_words(*until))
                }
            };
            format!("{when}: {}", effect(body))
        }
    }
}

fn stat_name(stat: Stat) -> &'static str {
    match stat {
        Stat::Power => "power",
        Stat::Cost => "cost",
        Stat::Value => "value",
    }
}

fn verb(verb: &Verb) -> String {
    match verb {
        Verb::Stop => "full stop".to_string(),
        Verb::Choose(who, from, min, max) => {
            format!("{} chooses {} to {} of {}", refer(who), number(min), number(max), group(from))
        }
        Verb::Draw(who, count) => format!("{} draws {}", refer(who), number(count)),
        Verb::Destroy(what) => format!("destroy {}", group(what)),
        Verb::Move(what, to) => format!("put {} {}", group(what), destination(*to)),
        Verb::MoveCard(what, to) => format!("put the top card of {} {}", group(what), destination(*to)),
        Verb::Discard(who, how, count) => {
            let random = if *how == Discarding::AtRandom { " at random" } else { "" };
            format!("{} discards {}{random}", refer(who), number(count))
        }
        Verb::DiscardThese(what) => format!("discard {}", group(what)),
        Verb::Turn(what, Posture::Tapped) => format!("tap {}", group(what)),
        Verb::Turn(what, Posture::Untapped) => format!("untap {}", group(what)),
        Verb::Turn(what, Posture::UpsideDown) => format!("turn {} upside down", group(what)),
        Verb::Break(by, count) => format!("{} breaks {} shields", refer(by), number(count)),
        Verb::ShieldsToHand(what) => format!("put the shields {} into the hand", group(what)),
        Verb::PutOn(what, on) => format!("put {} on {}", group(what), group(on)),
        Verb::Battle(one, two) => format!("{} battles {}", refer(one), refer(two)),
        Verb::Modify(what, changes, until) => {
            format!("{}: {} {}", group(what), list(changes.iter().map(change)), until_in_words(*until))
        }
        Verb::Become(who, what, until) => {
            format!("{} becomes {} {}", refer(who), group(what), until_in_words(*until))
        }
        Verb::Impose(given, until) => format!("\"{}\" {}", ability(given), until_in_words(*until)),
        Verb::Use(who, what) => format!("{} uses {} for no cost", refer(who), group(what)),
        Verb::Exchange(one, other) => format!("exchange {} with {}", group(one), group(other)),
        Verb::PutBack(who, to) => {
            format!("{} puts what is left {} in any order", refer(who), destination(*to))
        }
        Verb::Show(Group::Players, what) => format!("show {}", group(what)),
        Verb::Show(to, what) => format!("show {} to {}", group(what), group(to)),
        Verb::Search(who, f, count, to) => {
            format!(
                "{} may find up to {} cards that are {} in the deck and put them {}",
                refer(who),
                number(count),
                filter(f),
                destination(*to)
            )
        }
        Verb::SearchDeckOf(who, whose, f, count, to) => {
            format!(
                "{} may find up to {} cards that are {} in the deck of {} and put them {}",
                refer(who),
                number(count),
                filter(f),
                refer(whose),
                destination(*to)
            )
        }
        Verb::ChooseWithin(who, from, count, stat, most) => format!(
            "{} chooses up to {} of {} with no more {} together than {}",
            refer(who),
            number(count),
            group(from),
            stat_name(*stat),
            number(most)
        ),
        Verb::Rearrange(who) => format!("{} puts the cards of the own shields in another order", refer(who)),
        Verb::Judge(who) => format!("Gachinko Judge of {}", refer(who)),
        Verb::ExtraTurn(who) => format!("{} takes an extra turn", refer(who)),
        Verb::Lose(who) => format!("{} loses", refer(who)),
        Verb::Flip(what, 0) => format!("turn {} back to the front", group(what)),
        Verb::Flip(what, face) => format!("turn {} over to face {}", group(what), u32::from(*face) + 1),
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
        Destination::TopCard => "the top card alone",
    };
    fixed.to_string()
}

fn until_in_words(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => "until the end of the turn",
        Until::EndOfAttack => "during the attack",
        Until::YourTurn => "until the start of your next turn",
        Until::TheirTurn => "until the end of the opponent's next turn",
        Until::Forever => "for the rest of the game",
        Until::SourceThere => "as long as this is in the battle zone",
        Until::NextUse => "for the next one this turn",
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
        Group::Battle(f) => format!("{} in the battle zone", filter(f)),
        Group::In(place, who, f) => format!("{} in the {} of {}", filter(f), place.name(), refer(who)),
        Group::Top(who, count) => format!("the top {} cards of the deck of {}", number(count), refer(who)),
        Group::Looked(f) => format!("{} among the cards looked at", filter(f)),
        Group::Players => "the players".to_string(),
        Group::Civilizations => "the civilizations".to_string(),
        Group::Races => "the races".to_string(),
        Group::Numbers(most) => format!("the numbers up to {}", number(most)),
        Group::Seals(on) => format!("the seals on {}", refer(on)),
        Group::CardNames => "the names of cards".to_string(),
        Group::Together(groups) => groups.iter().map(group).collect::<Vec<_>>().join(" or "),
        Group::Cards(f) => format!("{} in the battle zone, or a seal", filter(f)),
    }
}

/// What is asked of a member of a group, before the group.
fn stat(stat: Stat) -> &'static str {
    match stat {
        Stat::Power => "power of ",
        Stat::Cost => "cost of ",
        Stat::Value => "",
    }
}

fn likeness(what: Likeness) -> &'static str {
    match what {
        Likeness::Name => "name",
        Likeness::Race => "race",
        Likeness::Civilization => "civilization",
        Likeness::Cost => "cost",
    }
}

fn number(value: &Number) -> String {
    match value {
        Number::N(value) => value.to_string(),
        Number::Count(over) => format!("the number of {}", group(over)),
        Number::Total(own, over) => {
            let stat = stat(*own);
            match over {
                Group::Of(reference) => format!("{stat}{}", refer(reference)),
                over => format!("the total {stat}{}", group(over)),
            }
        }
        Number::Amount(AmountOf::Event) => "that many".to_string(),
        Number::Amount(AmountOf::Last) => "as many as it came to".to_string(),
        Number::Amount(AmountOf::Keyword) => "the number behind the keyword".to_string(),
        Number::Kept(place) => format!("kept number {}", u32::from(*place) + 1),
        Number::Plus(a, b) => format!("{} plus {}", number(a), number(b)),
        Number::Happened(when) => format!("how often this turn {}", self::when(when)),
        Number::Least(own, over) => format!("the least {}{}", stat(*own), group(over)),
        Number::Greatest(own, over) => format!("the greatest {}{}", stat(*own), group(over)),
        Number::Kinds(Likeness::Civilization, over) => {
            format!("the number of different civilizations of {}", group(over))
        }
        Number::Kinds(what, over) => {
            format!("the number of different {}s of {}", likeness(*what), group(over))
        }
        Number::Until(who, such) => {
            format!("as many cards of the deck of {} as are turned over until {}", refer(who), filter(such))
        }
        Number::DividedBy(by, inner) => format!("{} divided by {by}", number(inner)),
        Number::Times(factor, inner) => format!("{factor} times {}", number(inner)),
    }
}

fn condition(holds: &Condition) -> String {
    match holds {
        Condition::AtLeast(a, b) => format!("{} is at least {}", number(a), number(b)),
        Condition::Exists(over) => format!("there is {}", group(over)),
        Condition::Matches(reference, f) => format!("{} is {}", refer(reference), filter(f)),
        Condition::Happened(when) => format!("this turn {}", self::when(when)),
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
        Filter::Race(words) => words.clone(),
        Filter::Civilization(civilization) => civilization.name().to_string(),
        Filter::OfChosen(place) => format!("of choice {}", u32::from(*place) + 1),
        Filter::Symbol(symbol) => format!("with the symbol {symbol}"),
        Filter::SaysWhenPut => "with text that begins with being put into the battle zone".to_string(),
        Filter::Civilizations(how, value) => format!("with {} civilizations", compare(*how, value)),
        Filter::Keyword(keyword) => format!("with {}", keyword.name()),
        Filter::Named(name) => format!("named {name}"),
        Filter::NameHas(words) => format!("with {words} in the name"),
        Filter::Of(who) => format!("of {}", refer(who)),
        Filter::Tapped => "tapped".to_string(),
        Filter::TurnedOver => "upside down".to_string(),
        Filter::Attacking => "attacking".to_string(),
        Filter::AttackingPlayer => "attacking a player".to_string(),
        Filter::Blocking => "blocking".to_string(),
        Filter::Crossed => "crossed".to_string(),
        Filter::Host => "the creature that it is crossed to".to_string(),
        Filter::CrossedWith(inner) => format!("crossed with {}", filter(inner)),
        Filter::Power(how, value) => format!("with power {}", compare(*how, value)),
        Filter::Cost(how, value) => format!("with cost {}", compare(*how, value)),
        Filter::Battling(inner) => format!("battling {}", filter(inner)),
        Filter::Shares(what, among) => format!("sharing a {} with {}", likeness(*what), group(among)),
        Filter::Happened(when) => format!("of which it is true this turn that {}", self::when(when)),
        Filter::SilentSkill => "with a silent skill".to_string(),
        Filter::Can(act) => format!("that {}", rule(&Rule(Ruling::Allow, *act, Filter::Any))),
        Filter::EvolvesFrom(words) => format!("that evolves from {words}"),
        Filter::Special(special) => special.name().to_string(),
        Filter::All(all) => all.iter().map(filter).collect::<Vec<_>>().join(" "),
        Filter::Either(all) => all.iter().map(filter).collect::<Vec<_>>().join(" or "),
        Filter::Not(inner) => format!("not {}", filter(inner)),
    }
}

fn compare(how: Compare, value: &Number) -> String {
    match how {
        Compare::AtMost => format!("{} or less", number(value)),
        Compare::AtLeast => format!("{} or more", number(value)),
        Compare::Exactly => format!("exactly {}", number(value)),
    }
}

fn change(change: &Written) -> String {
    match change {
        Change::Ability(given) => format!("\"{}\"", ability(given)),
        Change::Rule(given) => rule(given),
        Change::Power(Arithmetic::Plus, value) if !matches!(value, Number::N(_)) => {
            format!("power +{}", number(value))
        }
        Change::Power(how, value) => arithmetic(*how, &number(value)),
        Change::ManaNumber(value) => format!("mana number {}", number(value)),
        Change::BreaksMore(value) => format!("breaks {} shields more", number(value)),
        Change::Add(_) | Change::Gain(_) | Change::Lose(_) | Change::Instead(..) => without_values(change),
    }
}

/// A change that is worked out.
pub fn settled(card_pool: &CardPool, change: &Change<Settled>) -> String {
    match change {
        Change::Ability(code) => {
            let found = code.ability.and_then(|place| card_pool.ability(code.card, code.face, place));
            found.map_or_else(String::new, |given| format!("\"{}\"", ability(given)))
        }
        Change::Rule(reference) => card_pool.rule(*reference).map_or_else(String::new, rule),
        Change::Power(how, value) => arithmetic(*how, &value.to_string()),
        Change::ManaNumber(value) => format!("mana number {value}"),
        Change::BreaksMore(value) => format!("breaks {value} shields more"),
        Change::Add(_) | Change::Gain(_) | Change::Lose(_) | Change::Instead(..) => without_values(change),
    }
}

/// How a power is calculated, with the number in words.
fn arithmetic(how: Arithmetic, number: &str) -> String {
    let negative = number.starts_with('-');
    match how {
        Arithmetic::Plus if negative => format!("power {number}"),
        Arithmetic::Plus => format!("power +{number}"),
        Arithmetic::Times if number == "2" => "twice the power".to_string(),
        Arithmetic::Times => format!("{number} times the power"),
        Arithmetic::DividedBy if number == "2" => "half the power".to_string(),
        Arithmetic::DividedBy => format!("the power divided by {number}"),
        Arithmetic::Infinite if negative => "infinitely less power".to_string(),
        Arithmetic::Instead => format!("power {number} instead of the printed one"),
        Arithmetic::Infinite => "infinite power".to_string(),
        Arithmetic::Fixed => format!("power fixed at {number}"),
    }
}

/// Civilizations and races.
fn traits(traits: &Traits) -> String {
    let civilizations = traits.civilizations.iter().map(|own| own.name().to_string());
    let added = civilizations.chain(traits.races.iter().cloned()).map(|own| format!("{own} too"));
    list(added.chain(traits.special.iter().map(|special| special.name().to_string())))
}

/// A change that says no number, rule or ability; nothing for those that do.
fn without_values<V: Values>(change: &Change<V>) -> String {
    match change {
        Change::Add(own) => traits(own),
        Change::Gain(keyword) => keyword.name(),
        Change::Lose(Some(keyword)) => format!("no {}", keyword.name()),
        Change::Lose(None) => "no abilities".to_string(),
        Change::Instead(this, of) => format!("{} instead of {}", this.name(), of.name()),
        Change::Ability(_)
        | Change::Rule(_)
        | Change::Power(..)
        | Change::BreaksMore(_)
        | Change::ManaNumber(_) => String::new(),
    }
}

/// An effect on standby in words.
pub fn standby_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, standby: &Standby) -> String {
    let source = label(board, card_pool, viewer, standby.source);
    match &standby.kind {
        StandbyKind::Ability(code) if code.card == CardId::KEYWORDS => {
            let keyword = code.ability.and_then(|place| card_pool.keyword(place));
            format!("{} of {source}", keyword.map_or("keyword", Keyword::kind))
        }
        StandbyKind::Ability(code) => {
            let found: Option<&Ability> =
                code.ability.and_then(|place| card_pool.ability(code.card, code.face, place));
            format!("{source}: {}", found.map_or_else(String::new, ability))
        }
        StandbyKind::Delayed(..) => format!("later effect of {source}"),
        StandbyKind::Use(_) | StandbyKind::ShieldTrigger(_) => format!("use {source} for no cost"),
        StandbyKind::GStrike => format!("G-Strike of {source}"),
    }
}
