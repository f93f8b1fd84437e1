//! What is done, by whom and to what.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Action, Change, Deed, Designation, Destination, Doubled, Effect, Filter, Group, Mana, Number, Ref,
    Ruling, Shield, TurnPart, Until, Verb, Written, ZoneKind,
};
use duelog_magic::language::definition::{Counter, Fighting, Recipient};
use duelog_magic::language::types::CardType;

use crate::amounts::{amount, counted, half_up, number, times};
use crate::changes::{Said, changes, sizes, until};
use crate::noun::{Desc, counter};
use crate::objects::{Thing, thing};
use crate::players::player;
use crate::sentences::{looked_at, rest_place};
use crate::setting::{Done, Setting, all, not, sequence};
use crate::tokens::token;
use crate::words;

/// What stands between two full stops, one thing after the other.
pub fn steps(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let mut all = Vec::new();
    if let Some(own) = tree.get("amount") {
        return with_x(tree, own, setting);
    }
    for step in tree.all("step") {
        whole_step(step, setting, &mut all)?;
    }
    Ok(all)
}

/// A step, with what is chosen for it before it.
fn whole_step(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let start = all.len();
    step_of(tree, setting, all)?;
    chosen_first(start, setting, all)
}

/// Puts choices before the steps from a place on.
fn chosen_first(start: usize, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    match setting.first.pop() {
        None => Ok(()),
        Some(_) if !setting.first.is_empty() => Err("two choices for one thing".to_string()),
        Some(choice) => {
            all.insert(start, choice);
            Ok(())
        }
    }
}

/// What stands for X until all that is spoken of before it is known.
const X_PLACE: u8 = 251;

/// Steps with an X that is told behind them.
fn with_x(tree: &Tree<'_>, amount: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    use duelog_kernel::ron_text::{Fault, value};
    use duelog_kernel::scope::Node;
    let outer = setting.x.replace(Number::Kept(X_PLACE));
    let from = setting.targets.len();
    let mut all = Vec::new();
    for step in tree.all("step") {
        whole_step(step, setting, &mut all)?;
    }
    setting.x = outer;
    let number = crate::amounts::amount(amount, setting)?;
    let place = Number::Kept(X_PLACE);
    let uses = |step: &Effect| Node::of(step).tree().to_string().matches("Kept(251)").count();
    let verbs = all.iter().filter(|step| uses(step) > 0).count();
    let in_targets = setting.targets[from..]
        .iter()
        .any(|target| Node::of(target).tree().to_string().contains("Kept(251)"));
    if verbs == 0 && !in_targets && setting.divide.is_none() {
        return Err("X is told, and nothing says it".to_string());
    }
    let mut with = number.clone();
    if verbs > 1 {
        if in_targets || setting.noted > 0 && number == Number::LastAmount {
            return Err("X is asked for at several times".to_string());
        }
        all.insert(0, Script::Let(number));
        with = Number::Kept(setting.kept);
        setting.kept += 1;
    }
    let replaced = |tree: &mut duelog_kernel::syntax::Tree<'static>| {
        crate::setting::replace(tree, &Node::of(&place).tree(), &Node::of(&with).tree());
    };
    let mut made = Vec::new();
    for step in all {
        let mut tree = Node::of(&step).tree();
        replaced(&mut tree);
        made.push(value(&tree).map_err(|fault: Fault| fault.to_string())?);
    }
    for target in &mut setting.targets[from..] {
        let mut tree = Node::of(target).tree();
        replaced(&mut tree);
        *target = value(&tree).map_err(|fault: Fault| fault.to_string())?;
    }
    if setting.divide == Some(place) {
        setting.divide = Some(with);
    }
    Ok(made)
}

fn step_of(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    match tree.label {
        "player" => {
            let who = player(tree.need("player")?, setting)?;
            setting.actors = who.group.clone();
            // Of several each is at hand in turn.
            setting.actor = who.one.clone().unwrap_or(Ref::It);
            player_deed(tree.need("player_deed")?, setting, all)
        }
        "player_do" => {
            let deed = tree.need("player_deed")?;
            // In the basic form it is said to you, in the other one of whoever did the thing before.
            let other = deed.words.first().is_some_and(|word| {
                let word = word.to_lowercase();
                word.ends_with('s') && !["discards", "draws"].contains(&word.trim_end_matches('!'))
                    || word == "discards"
                    || word == "draws"
            });
            if !other {
                setting.actor = setting.speaker.clone();
                setting.actors = Group::Of(setting.speaker.clone());
            } else if setting.actors == Group::Of(Ref::You) {
                return Err(format!("`{}`: it is not said who does it", deed.text()));
            }
            player_deed(deed, setting, all)
        }
        "you_deed" => {
            setting.actor = Ref::You;
            setting.actors = Group::Of(Ref::You);
            deed(tree.need("deed")?, setting, all)
        }
        "object" => {
            let things = thing(tree.need("things")?, setting)?;
            object_deed(tree.need("object_deed")?, &things, setting, all)
        }
        "lure" if tree.says("turn") => {
            let things = thing(tree.need("things")?, setting)?;
            let rule = Change::Rule(Ruling::Require, Deed::BeBlocked, Filter::Any);
            all.push(setting.verb(Verb::Modify(things.group, vec![rule], Until::EndOfTurn)));
            Ok(())
        }
        "switch_size" => {
            let one = crate::players::possessor(tree.need("possessive")?, setting)?;
            let until = until(tree.need("until")?)?;
            all.push(setting.verb(Verb::Modify(Group::Of(one), vec![Change::Switch], until)));
            Ok(())
        }
        "deed" => deed(tree.need("deed")?, setting, all),
        _ => Err(format!("`{}` is not understood", tree.text())),
    }
}

/// `You may have it …`.
pub fn have(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let mut all = Vec::new();
    let things = thing(tree.need("things")?, setting)?;
    object_deed(tree.need("object_deed_bare")?, &things, setting, &mut all)?;
    chosen_first(0, setting, &mut all)?;
    Ok(all)
}

/// So many cards, or so much life.
fn quantity(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    Ok(match tree.label {
        "one" | "additional" => Number::N(1),
        "number" | "additionals" => number(tree.need("number")?, setting)?,
        "equal" => amount(tree.need("amount")?, setting)?,
        "that_much" => setting.that_much()?,
        "each" | "eachs" => {
            let count = match tree.get("number") {
                Some(own) => number(own, setting)?,
                None => Number::N(1),
            };
            let each = counted(tree.need("counted")?, setting)?;
            match count {
                Number::N(count) => times(count, each),
                _ => return Err(format!("`{}` has two numbers", tree.text())),
            }
        }
        "that_many" => {
            let more = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            crate::amounts::plus(setting.that_much()?, Number::N(more))
        }
        _ => return Err(format!("`{}` is no number", tree.text())),
    })
}

/// Whether several players do it, each by an own measure.
fn each_own(setting: &Setting<'_>, group: &Group) -> bool {
    let _ = group;
    setting.actor == Ref::It
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn player_deed(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let who = setting.actors.clone();
    let one = setting.actor.clone();
    let single = |what: &str| -> Done<Ref> {
        if one == Ref::It { Err(format!("several players {what}")) } else { Ok(one.clone()) }
    };
    let cards = |setting: &mut Setting<'_>| quantity(tree.need("cards")?, setting);
    let life = |setting: &mut Setting<'_>| quantity(tree.need("life")?, setting);
    let mut amounts = false;
    let verb = match tree.label {
        "draw" => {
            amounts = true;
            Verb::Draw(who, cards(setting)?)
        }
        "discard" => {
            amounts = true;
            Verb::Discard(who, cards(setting)?)
        }
        "discard_random" => {
            amounts = true;
            Verb::DiscardAtRandom(who, cards(setting)?)
        }
        "discard_hand" | "discard_hands" => {
            amounts = true;
            match &one {
                Ref::It => {
                    let own = setting.verb(Verb::Discard(Group::Of(Ref::It), Number::HandSize(Ref::It)));
                    all.push(Script::Each(who, Box::new(own)));
                    return Ok(());
                }
                one => Verb::Discard(who, Number::HandSize(one.clone())),
            }
        }
        "gain" => {
            amounts = true;
            Verb::GainLife(who, life(setting)?)
        }
        "lose" => {
            amounts = true;
            Verb::LoseLife(who, life(setting)?)
        }
        "lose_half" => {
            if each_own(setting, &who) {
                let own = setting.verb(Verb::LoseLife(Group::Of(Ref::It), half_up(Number::Life(Ref::It))));
                all.push(Script::Each(who, Box::new(own)));
                return Ok(());
            }
            amounts = true;
            Verb::LoseLife(who, half_up(Number::Life(one.clone())))
        }
        "mill" => {
            let count = match tree.get("cards") {
                Some(own) => quantity(own, setting)?,
                None => looked_at(tree.need("cards_top")?, setting)?,
            };
            amounts = true;
            setting.mention_last(count == Number::N(1), vec!["card".to_string()]);
            Verb::Mill(who, count)
        }
        "scry" => {
            let count = number(tree.need("number")?, setting)?;
            if one == Ref::It {
                Verb::Action(Action::Scry(who, count))
            } else {
                Verb::Scry(one.clone(), count)
            }
        }
        "surveil" => Verb::Action(Action::Surveil(who, number(tree.need("number")?, setting)?)),
        "sacrifice" | "sacrifice_many" | "sacrifice_all" => return sacrifice(tree, setting, all),
        "sacrifice_those" => {
            let things = thing(tree.need("things")?, setting)?;
            match (&things.group, crate::objects::kind_of(tree.need("things")?).label) {
                (_, "this" | "it" | "that" | "those" | "them" | "that_of" | "attached") => {
                    Verb::SacrificeThese(things.group)
                }
                _ => return Err(format!("`{}`", tree.text())),
            }
        }
        "puts_hand" => Verb::Move(thing(tree.need("things")?, setting)?.group, Destination::Hand),
        "create_two" => {
            create(tree.need("one")?, setting, all)?;
            create(tree.need("two")?, setting, all)?;
            // What is spoken of then is one of them or both.
            setting.seen.retain(|seen| !matches!(seen.group, Group::Last | Group::Noted(_)));
            return Ok(());
        }
        "create" => return create(tree.need("tokens")?, setting, all),
        "create_copy" => {
            let who = single("create a copy")?;
            let count = match tree.get("number") {
                Some(own) => number(own, setting)?,
                None => Number::N(1),
            };
            let of = thing(tree.need("things")?, setting)?.one.ok_or("a copy of several things")?;
            let mut except = Vec::new();
            if let Some(own) = tree.get("havings") {
                for having in own.all("having") {
                    crate::changes::having(having, Said::Lasting, setting, &mut except)?;
                }
            }
            let single = count == Number::N(1);
            let verb = Verb::CreateCopy { who, number: count, of, except, tapped: false, fights: None };
            all.push(setting.verb(verb));
            setting.keep_last(single, vec!["token".to_string(), "creature".to_string()], all);
            return Ok(());
        }
        "add" => return add_mana(tree.need("mana_added")?, setting, all),
        "energy" => {
            let count = tree.need("energy")?.words.len() as i32;
            Verb::PutCounters(Counter::Energy, Number::N(count), who)
        }
        "get_counter" | "get_counter_one" => {
            let kind = counter(tree.need("kind")?, setting)?;
            if !matches!(kind, Counter::Poison | Counter::Experience) {
                return Err(format!("`{}`: players do not have such counters", tree.text()));
            }
            let count = match tree.get("number") {
                Some(own) => number(own, setting)?,
                None => Number::N(1),
            };
            Verb::PutCounters(kind, count, who)
        }
        "search" => return search(tree, setting, all),
        "shuffle" => Verb::Shuffle(single("shuffle")?),
        "shuffle_in" => {
            let things = thing(tree.need("things")?, setting)?;
            Verb::Move(things.group, Destination::LibraryShuffled)
        }
        "shuffle_hand_in" => {
            let hand = tree.says("hand");
            let grave = tree.says("graveyard");
            let group = match (&one, hand, grave) {
                (Ref::It, true, true) if who == Group::Players => {
                    Group::In(vec![ZoneKind::Hand, ZoneKind::Graveyard], Filter::Any)
                }
                (Ref::It, ..) => return Err(format!("several players: `{}`", tree.text())),
                (one, true, true) => Group::Together(vec![
                    Group::Hand(one.clone(), Filter::Any),
                    Group::Graveyard(one.clone(), Filter::Any),
                ]),
                (one, true, false) => Group::Hand(one.clone(), Filter::Any),
                (one, ..) => Group::Graveyard(one.clone(), Filter::Any),
            };
            Verb::Move(group, Destination::LibraryShuffled)
        }
        "reveal_hand" => {
            setting.hand = Some(single("reveal their hands")?);
            Verb::Look { whose: who, zone: ZoneKind::Hand, number: None, until: None, reveal: true }
        }
        "wins" => Verb::WinTheGame(single("win")?),
        "loses" => Verb::LoseTheGame(who),
        "extra_turn" => Verb::ExtraTurn(who),
        "skip" => Verb::Skip(
            who,
            match tree.need("part")?.label {
                "untap" => TurnPart::Untap,
                "draw" => TurnPart::Draw,
                "turn" => TurnPart::Turn,
                _ => TurnPart::Combat,
            },
        ),
        "flip" => Verb::FlipCoin(single("flip coins")?),
        "proliferate" => Verb::Action(Action::Proliferate(single("proliferate")?)),
        "populate" => Verb::Action(Action::Populate(single("populate")?)),
        "investigate" => Verb::Create(single("investigate")?, Number::N(1), "Clue".to_string()),
        "monarch" => Verb::Designate(single("become the monarch")?, Designation::Monarch),
        "control" => {
            let things = thing(tree.need("things")?, setting)?;
            let until = tree.get("until").map_or(Ok(Until::Forever), until)?;
            Verb::Modify(things.group, vec![Change::Control(single("gain control")?)], until)
        }
        "play_extra" if tree.says("this") => {
            let count = match tree.get("number") {
                Some(own) if own.label == "n" => {
                    words::number(&own.text().to_lowercase()).ok_or("no number")?
                }
                Some(own) => return Err(format!("`{}` lands", own.text())),
                None => 1,
            };
            let allow = Change::Rule(Ruling::Allow, Deed::PlayLand, Filter::Any);
            let changes = (0..count).map(|_| allow.clone()).collect();
            Verb::Modify(who, changes, Until::EndOfTurn)
        }
        "cant_gain" if tree.says("this") => Verb::Modify(
            who,
            vec![Change::Rule(Ruling::Forbid, Deed::GainLife, Filter::Any)],
            Until::EndOfTurn,
        ),
        "cant_cast" if tree.says("this") => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() {
                return Err(format!("`{}`", tree.text()));
            }
            let forbid = Change::Rule(Ruling::Forbid, Deed::Cast, desc.filter());
            Verb::Modify(who, vec![forbid], Until::EndOfTurn)
        }
        "exile_top" | "exile_tops" => {
            let count = looked_at(tree, setting)?;
            let group = match count {
                Number::N(1) => Group::LibraryTop(single("exile cards")?, Filter::Any),
                count => Group::Top(single("exile cards")?, count),
            };
            setting.mention_last(tree.label == "exile_top", vec!["card".to_string()]);
            Verb::Move(group, Destination::Exile)
        }
        "exile_graveyard" => Verb::Move(Group::Graveyard(single("exile")?, Filter::Any), Destination::Exile),
        "hand_to_library" | "hand_to_top" => {
            let count = match tree.get("number") {
                Some(own) if own.label == "n" => {
                    words::number(&own.text().to_lowercase()).ok_or("no number")?
                }
                Some(_) => return Err(format!("`{}`", tree.text())),
                None => 1,
            };
            let count = u32::try_from(count).map_err(|_| "a number below 0")?;
            let who = single("put cards")?;
            let choose = Verb::Choose {
                who: who.clone(),
                among: Group::Hand(who, Filter::Any),
                least: count,
                most: count,
            };
            all.push(setting.verb(choose));
            let to = if tree.says("bottom") { Destination::LibraryBottom } else { Destination::LibraryTop };
            Verb::Move(Group::Last, to)
        }
        "put_hand_in_play" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let who = single("put cards")?;
            if desc.zone != Some(ZoneKind::Hand) || who != Ref::You {
                return Err(format!("`{}`", tree.text()));
            }
            let least = 1;
            all.push(setting.verb(Verb::Choose { who, among: desc.group()?, least, most: 1 }));
            let tapped = tree.words.last().is_some_and(|word| *word == "tapped");
            let to = if tapped { Destination::BattlefieldTapped } else { Destination::Battlefield };
            all.push(setting.verb(Verb::Move(Group::Last, to)));
            setting.keep_last(true, desc.nouns, all);
            return Ok(());
        }
        "return_own" => {
            let mut desc = Desc::read(tree.need("desc")?, setting)?;
            if tree.words.get(1).is_some_and(|word| *word == "another") {
                desc.filters.push(not(Filter::Is(Ref::This)));
            }
            if desc.zone.is_some() && desc.zone != Some(ZoneKind::Graveyard)
                || desc.is_card() && desc.zone.is_none()
            {
                return Err(format!("`{}`", tree.text()));
            }
            let who = single("return something")?;
            all.push(setting.verb(Verb::Choose { who, among: desc.group()?, least: 1, most: 1 }));
            Verb::Move(Group::Last, Destination::Hand)
        }
        _ => return Err(format!("`{}` is not sayable", tree.text())),
    };
    all.push(setting.verb(verb));
    if amounts {
        setting.amounts();
    }
    Ok(())
}

fn sacrifice(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    let mut filters: Vec<Filter> = desc.filters.clone();
    // What is sacrificed is one's own anyway.
    let own = Filter::ControlledBy(setting.actor.clone());
    filters.retain(|filter| *filter != own && *filter != Filter::ControlledBy(Ref::You));
    let head = tree.words.get(1).map(|word| word.to_lowercase()).unwrap_or_default();
    if head == "another" || tree.words.iter().take(3).any(|word| *word == "other") {
        filters.push(not(Filter::Is(Ref::This)));
    }
    let filter = crate::setting::all(filters);
    let count = match (tree.label, tree.get("number")) {
        ("sacrifice_all", _) => {
            let one = setting.actor.clone();
            let group = Group::All(crate::setting::all(vec![filter, Filter::ControlledBy(one.clone())]));
            if one == Ref::It {
                return Err(format!("several players: `{}`", tree.text()));
            }
            all.push(setting.verb(Verb::SacrificeThese(group)));
            return Ok(());
        }
        (_, Some(own)) => number(own, setting)?,
        _ => Number::N(1),
    };
    let one = count == Number::N(1) && setting.actor != Ref::It;
    let verb = Verb::Sacrifice(setting.actors.clone(), count, filter);
    all.push(setting.verb(verb));
    setting.amounts();
    if one {
        setting.mention(Group::Of(Ref::LastWas), Some(Ref::LastWas), false, desc.nouns);
        let verbs = setting.verbs;
        if let Some(seen) = setting.seen.last_mut() {
            seen.by_verb = Some(verbs);
        }
    }
    Ok(())
}

fn create(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let name = token(tree.need("token")?, setting)?;
    let count = match tree.label {
        "one" | "fighting" => Number::N(1),
        "many" | "fightings" => number(tree.need("number")?, setting)?,
        "equal" => amount(tree.need("amount")?, setting)?,
        _ => quantity(tree, setting)?,
    };
    let tapped = tree.words.iter().take(4).any(|word| *word == "tapped");
    let one = count == Number::N(1);
    let verb = match (tree.label, tapped) {
        ("fighting" | "fightings", _) => Verb::CreateFighting {
            who: setting.actor.clone(),
            number: count,
            token: name,
            tapped: true,
            fights: Fighting { attacks: true, whom: None, walkers: false, blocks: None },
        },
        (_, true) => return Err("tokens that are created tapped".to_string()),
        _ => Verb::Create(setting.actor.clone(), count, name),
    };
    let mut nouns: Vec<String> = vec!["token".to_string()];
    if tree.need("token")?.label == "creature" {
        nouns.push("creature".to_string());
    }
    let step = setting.verb(verb);
    let step =
        if setting.actor == Ref::It { Script::Each(setting.actors.clone(), Box::new(step)) } else { step };
    all.push(step);
    setting.keep_last(one, nouns, all);
    Ok(())
}

/// Mana of symbols, as so many of each.
fn symbols(tree: &Tree<'_>) -> Done<Vec<(Mana, i32)>> {
    let mut found: Vec<(Mana, i32)> = Vec::new();
    for word in &tree.words {
        let mana = match word.to_lowercase().as_str() {
            "{w}" => Mana::Of(duelog_magic::language::mana::Color::White),
            "{u}" => Mana::Of(duelog_magic::language::mana::Color::Blue),
            "{b}" => Mana::Of(duelog_magic::language::mana::Color::Black),
            "{r}" => Mana::Of(duelog_magic::language::mana::Color::Red),
            "{g}" => Mana::Of(duelog_magic::language::mana::Color::Green),
            "{c}" => Mana::Colorless,
            other => return Err(format!("mana `{other}` is not added")),
        };
        match found.iter_mut().find(|(known, _)| *known == mana) {
            Some((_, count)) => *count += 1,
            None => found.push((mana, 1)),
        }
    }
    Ok(found)
}

fn add_mana(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let who = setting.actor.clone();
    if who == Ref::It {
        return Err("several players add mana".to_string());
    }
    let of = |mana: Mana, count: Number| Verb::AddMana(who.clone(), mana, count);
    match tree.label {
        "any" => all.push(setting.verb(of(Mana::AnyColor, Number::N(1)))),
        "any_many" => {
            let count = number(tree.need("number")?, setting)?;
            all.push(setting.verb(of(Mana::AnyColor, count)));
        }
        "chosen" => all.push(setting.verb(of(Mana::ChosenColor, Number::N(1)))),
        "chosen_many" => {
            let count = number(tree.need("number")?, setting)?;
            all.push(setting.verb(of(Mana::ChosenColor, count)));
        }
        "opposing" => all.push(setting.verb(of(Mana::ColorOfOpposingLands, Number::N(1)))),
        "mana" | "additional" => {
            for (mana, count) in symbols(tree.need("mana")?)? {
                all.push(setting.verb(of(mana, Number::N(count))));
            }
        }
        "each" | "equal" => {
            let each = match tree.get("counted") {
                Some(own) => counted(own, setting)?,
                None => amount(tree.need("amount")?, setting)?,
            };
            for (mana, count) in symbols(tree.need("mana")?)? {
                all.push(setting.verb(of(mana, times(count, each.clone()))));
            }
        }
        "choice" => {
            let mut ways = Vec::new();
            for own in tree.all("mana") {
                let mut way = Vec::new();
                for (mana, count) in symbols(own)? {
                    way.push(setting.verb(of(mana, Number::N(count))));
                }
                ways.push(sequence(way));
            }
            all.push(Script::Choose(who, ways));
        }
        _ => return Err(format!("the mana `{}`", tree.text())),
    }
    Ok(())
}

fn search(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let who = setting.actor.clone();
    let own = tree.need("whose")?;
    let whose = match own.label {
        "yours" => Ref::You,
        "his" => who.clone(),
        _ => crate::players::whose(own, setting)?.ok_or("the libraries of all players")?,
    };
    let found = tree.need("found")?;
    let desc = Desc::read(found.need("desc")?, setting)?;
    if !desc.is_card() || desc.zone.is_some() {
        return Err(format!("`{}` is not searched for in a library", found.text()));
    }
    let count = match found.get("number") {
        Some(own) if own.label == "n" => words::number(&own.text().to_lowercase()).ok_or("no number")?,
        Some(own) => return Err(format!("a search for `{}` cards", own.text())),
        None => 1,
    };
    let goes = tree.need("found_to")?;
    let to = match goes.label {
        "hand" => Destination::Hand,
        "battlefield" => Destination::Battlefield,
        "battlefield_tapped" => Destination::BattlefieldTapped,
        "top" | "top_hidden" => Destination::LibraryTop,
        "exile" => Destination::Exile,
        _ => Destination::Graveyard,
    };
    let reveal = goes.says("reveal");
    let count = u32::try_from(count).map_err(|_| "a number below 0")?;
    let filter = desc.filter();
    if who == Ref::It {
        let group = setting.actors.clone();
        if !matches!(to, Destination::Battlefield | Destination::BattlefieldTapped) {
            return Err(format!("several players: `{}`", tree.text()));
        }
        all.push(setting.verb(Verb::Action(Action::Search(group, filter, count, to))));
        return Ok(());
    }
    let whose = (whose != who).then_some(whose);
    all.push(setting.verb(Verb::Search { who, whose, filter, count, to: Some(to), reveal }));
    setting.keep_last(count == 1, desc.nouns, all);
    Ok(())
}

/// Where it goes, and how it is spoken of from then on.
fn moved(things: Thing, to: Destination, setting: &mut Setting<'_>, all: &mut Vec<Effect>) {
    let Thing { group, .. } = things;
    for seen in setting.seen.iter_mut().filter(|seen| seen.group == group && !seen.player) {
        // Wherever it goes, it is spoken of as a card from then on too.
        seen.nouns.push("card".to_string());
    }
    let chosen = group == Group::Last;
    all.push(setting.verb(Verb::Move(group, to)));
    // What was chosen last is what was moved last.
    let last = setting.seen.iter().position(|seen| seen.group == Group::Last);
    if let Some(place) = last.filter(|_| chosen) {
        let seen = setting.seen.remove(place);
        setting.keep_last(!seen.many, seen.nouns, all);
    }
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn deed(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let alike = [
        "destroy",
        "exile",
        "tap",
        "untap",
        "counter",
        "to_hand",
        "to_top",
        "to_bottom",
        "to_graveyard",
        "put_counter",
        "put_counters",
        "remove_counter",
        "that_discards",
        "choose_from",
        "damage",
        "damage_by",
        "gains_control",
    ];
    if setting.speaker != Ref::You && !alike.contains(&tree.label) {
        return Err(format!("`{}` by another player", tree.text()));
    }
    let things = |setting: &mut Setting<'_>, all: &mut Vec<Effect>| -> Done<Thing> {
        let things = thing(tree.need("things")?, setting)?;
        if things.players {
            return Err(format!("`{}` of players", tree.text()));
        }
        Ok(things)
    };
    let verb = match tree.label {
        "destroy" => Verb::Destroy(things(setting, all)?.group),
        "exile" => {
            let things = things(setting, all)?;
            moved(things, Destination::Exile, setting, all);
            return Ok(());
        }
        "exile_until_leaves" => {
            let things = things(setting, all)?;
            let held =
                duelog_magic::language::definition::Condition::Exists(Group::All(Filter::Is(Ref::This)));
            let exile = setting.verb(Verb::Move(things.group, Destination::Exile));
            let back = setting.verb(Verb::ReturnWhenGone(Group::Last));
            all.push(Script::If(held, Box::new(sequence(vec![exile, back]))));
            return Ok(());
        }
        "tap" => Verb::Tap(things(setting, all)?.group),
        "untap" => Verb::Untap(things(setting, all)?.group),
        "tap_or_untap" => {
            let group = things(setting, all)?.group;
            let tap = setting.verb(Verb::Tap(group.clone()));
            let untap = setting.verb(Verb::Untap(group));
            all.push(Script::Choose(Ref::You, vec![tap, untap]));
            return Ok(());
        }
        "counter" => {
            let things = things(setting, all)?;
            Verb::Counter(things.group)
        }
        "to_hand" => {
            let things = things(setting, all)?;
            moved(things, Destination::Hand, setting, all);
            return Ok(());
        }
        "to_top" | "to_bottom" | "to_graveyard" => {
            let to = match tree.label {
                "to_top" => Destination::LibraryTop,
                "to_bottom" => Destination::LibraryBottom,
                _ => Destination::Graveyard,
            };
            let things = things(setting, all)?;
            moved(things, to, setting, all);
            return Ok(());
        }
        "to_battlefield" => {
            let tapped = tree.has("tapped");
            let owner = tree.get("under").is_some_and(|under| under.label != "yours");
            let things = things(setting, all)?;
            let to = match (tapped, owner) {
                (false, false) => Destination::Battlefield,
                (true, false) => Destination::BattlefieldTapped,
                (false, true) => Destination::BattlefieldOwner,
                (true, true) => {
                    let under = Some(Ref::Owner(Box::new(Ref::It)));
                    all.push(setting.verb(put(things.group, true, under)));
                    return Ok(());
                }
            };
            moved(things, to, setting, all);
            return Ok(());
        }
        "damage" | "damage_by" => {
            let from = match tree.get("things") {
                Some(own) => {
                    let things = thing(own, setting)?;
                    Some(things.one.ok_or("several things deal damage")?)
                }
                None if tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("it")) => {
                    it_deals(setting)?
                }
                None => None,
            };
            let from = from.filter(|from| *from != Ref::This);
            return damage(tree.need("damage")?, from, setting, all);
        }
        "put_counter" | "put_counters" | "put_equal" | "put_each" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let before = match (tree.label, tree.get("number")) {
                ("put_counters", Some(own)) => number(own, setting)?,
                _ => Number::N(1),
            };
            let group = things(setting, all)?.group;
            let count = match tree.label {
                "put_equal" => amount(tree.need("amount")?, setting)?,
                "put_each" => counted(tree.need("counted")?, setting)?,
                _ => before,
            };
            Verb::PutCounters(kind, count, group)
        }
        "remove_counter" | "remove_counters" | "remove_all" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let count = match (tree.label, tree.get("number")) {
                (_, Some(own)) => Some(number(own, setting)?),
                ("remove_all", _) => None,
                _ => Some(Number::N(1)),
            };
            let things = things(setting, all)?;
            let count = match (count, &things.one) {
                (Some(count), _) => count,
                (None, Some(one)) => Number::Counters(kind, one.clone()),
                (None, None) => return Err("all counters of several things".to_string()),
            };
            Verb::RemoveCounters(kind, count, things.group)
        }
        "regenerate" => Verb::Regenerate(things(setting, all)?.group),
        "copy_spell" => {
            let group = match tree.get("things") {
                Some(_) => things(setting, all)?.group,
                None => setting.that(&["spell".to_string()], false)?.group,
            };
            Verb::CopySpell {
                what: group,
                by: Ref::You,
                retarget: false,
                without: None,
                at: None,
                one: false,
            }
        }
        "transform" => Verb::Transform(things(setting, all)?.group),
        "flip" => Verb::Flip(things(setting, all)?.group),
        "attach" => Verb::AttachThis(things(setting, all)?.one.ok_or("it is attached to several things")?),
        "fight" => {
            let one = thing(tree.need("a")?, setting)?.one.ok_or("several things fight")?;
            let other = thing(tree.need("b")?, setting)?.one.ok_or("several things fight")?;
            Verb::Action(Action::Fight(one, other))
        }
        "remove_combat" => Verb::RemoveFromCombat(things(setting, all)?.group),
        "detain" => Verb::Action(Action::Detain(things(setting, all)?.group)),
        "goad" => Verb::Action(Action::Goad(things(setting, all)?.group)),
        "double_power" => {
            let one = crate::players::possessor(tree.need("possessive")?, setting)?;
            Verb::Action(Action::Double(Group::Of(one), Doubled::Power))
        }
        "monstrosity" => Verb::Action(Action::Monstrosity(number(tree.need("number")?, setting)?)),
        "adapt" => Verb::Action(Action::Adapt(number(tree.need("number")?, setting)?)),
        "bolster" => Verb::Action(Action::Bolster(number(tree.need("number")?, setting)?)),
        "explore" => {
            let one = thing(tree.need("things")?, setting)?.one.ok_or("several things explore")?;
            Verb::Action(Action::Explore(one))
        }
        "manifest" => Verb::Action(Action::Manifest(Ref::You, Group::Top(Ref::You, Number::N(1)))),
        "prevent_combat" => Verb::Shield(Shield { combat: true, ..shield(Recipient::Anything) }),
        "prevent_next" => {
            let count = number(tree.need("number")?, setting)?;
            let things = thing(tree.need("things")?, setting)?;
            Verb::Shield(Shield {
                to: Some(things.group),
                amount: Some(count),
                ..shield(Recipient::Anything)
            })
        }
        "prevent_all" => match tree.get("things") {
            Some(own) => {
                let things = thing(own, setting)?;
                Verb::Shield(Shield { to: Some(things.group), ..shield(Recipient::Anything) })
            }
            None => Verb::Shield(shield(Recipient::Anything)),
        },
        "prevent_all_by" => {
            let source = thing(tree.need("things")?, setting)?.one.ok_or("damage from several things")?;
            Verb::Shield(Shield { source: Some(source), ..shield(Recipient::Anything) })
        }
        "gains_control" => {
            let who = player(tree.need("player")?, setting)?.one.ok_or("several players gain control")?;
            let group = things(setting, all)?.group;
            let until = tree.get("until").map_or(Ok(Until::Forever), until)?;
            Verb::Modify(group, vec![Change::Control(who)], until)
        }
        "end_turn" => Verb::EndTheTurn,
        "draw_game" => Verb::DrawTheGame,
        "choose_from" => return choose_from(tree, setting, all),
        "emblem" => {
            let name = crate::tokens::emblem(tree.need("quote")?, setting)?;
            Verb::Emblem(Ref::You, name)
        }
        _ => return Err(format!("`{}` is not sayable", tree.text())),
    };
    all.push(setting.verb(verb));
    Ok(())
}

fn put(what: Group, tapped: bool, under: Option<Ref>) -> Verb {
    Verb::Put {
        what,
        tapped,
        under,
        with: None,
        changes: Vec::new(),
        fights: None,
        attached: None,
        transformed: false,
    }
}

fn shield(whoever: Recipient) -> Shield {
    Shield {
        from: None,
        source: None,
        to: None,
        whoever,
        amount: None,
        once: false,
        combat: false,
        instead: None,
        then: Vec::new(),
        until: Until::EndOfTurn,
    }
}

/// Who deals damage where it is said that `it` does.
fn it_deals(setting: &Setting<'_>) -> Done<Option<Ref>> {
    let objects = setting.seen.iter().any(|seen| !seen.player && !seen.many);
    // An instant or sorcery of which nothing but itself has been spoken.
    if setting.of.spell && !objects { Ok(None) } else { Ok(setting.it()?.one) }
}

/// `You choose a card from it.`
fn choose_from(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let whose = setting.hand.take().ok_or("no hand has been revealed")?;
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    if let Some(post) = tree.get("post") {
        desc.post(post, setting)?;
    }
    if !desc.is_card() || desc.zone.is_some() {
        return Err(format!("`{}` is no card of a hand", tree.text()));
    }
    let among = Group::Hand(whose, desc.filter());
    all.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 1, most: 1 }));
    setting.mention(Group::Last, Some(Ref::Last), false, desc.nouns);
    let verbs = setting.verbs;
    if let Some(seen) = setting.seen.last_mut() {
        seen.by_verb = Some(verbs);
    }
    Ok(())
}

/// Damage: how much, to whom.
fn damage(tree: &Tree<'_>, from: Option<Ref>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let deal = |amount: Number, to: Group| Verb::Damage { amount, to, from: from.clone(), certain: false };
    match tree.label {
        "number" | "amount" | "equal_to" | "twice" => {
            let count = match tree.label {
                "number" => number(tree.need("number")?, setting)?,
                "amount" => setting.that_much()?,
                "twice" => times(2, setting.that_much()?),
                _ => amount(tree.need("amount")?, setting)?,
            };
            let to = recipients(tree.need("damaged")?, setting, all)?;
            all.push(setting.verb(deal(count, to)));
        }
        "player_equal" => {
            let who = player(tree.need("player")?, setting)?;
            let one = who.one.ok_or("damage to several players, by a number of each")?;
            let outer = std::mem::replace(&mut setting.actor, one);
            let count = amount(tree.need("amount")?, setting);
            setting.actor = outer;
            all.push(setting.verb(deal(count?, who.group)));
        }
        "each_player_equal" => {
            let group = if tree.says("opponent") { Group::PlayersExcept(Ref::You) } else { Group::Players };
            setting.mention_player(Group::Of(Ref::It), Some(Ref::It), false);
            let outer = std::mem::replace(&mut setting.actor, Ref::It);
            let count = amount(tree.need("amount")?, setting);
            setting.actor = outer;
            setting.seen.retain(|seen| seen.one != Some(Ref::It));
            let own = setting.verb(deal(count?, Group::Of(Ref::It)));
            all.push(Script::Each(group, Box::new(own)));
        }
        "number_equal" | "each" => {
            let before = match tree.get("number") {
                Some(own) => Some(number(own, setting)?),
                None => None,
            };
            let things = thing(tree.need("things")?, setting)?;
            let count = match (before, tree.get("counted")) {
                (Some(Number::N(count)), Some(own)) => times(count, counted(own, setting)?),
                (None, None) => amount(tree.need("amount")?, setting)?,
                _ => return Err(format!("`{}` has two numbers", tree.text())),
            };
            all.push(setting.verb(deal(count, things.group)));
        }
        "number_each" => {
            let count = number(tree.need("number")?, setting)?;
            let things = thing(tree.need("things")?, setting)?;
            all.push(setting.verb(deal(count, things.group)));
        }
        "two" => {
            for (count, whom) in [("first", "one"), ("second", "other")] {
                let count = number(tree.need(count)?, setting)?;
                let to = recipients(tree.need(whom)?, setting, all)?;
                all.push(setting.verb(deal(count, to)));
            }
        }
        "divided" => {
            if !setting.targets.is_empty() || setting.mode.is_some() {
                return Err("damage is divided among other targets than the first".to_string());
            }
            let count = number(tree.need("number")?, setting)?;
            let split = tree.need("split")?;
            let of = match split.get("desc") {
                Some(own) => Desc::read(own, setting)?.target()?,
                None => duelog_magic::language::definition::Target::Any,
            };
            let whole = match count {
                Number::N(count) => u32::try_from(count).unwrap_or(255),
                _ => 255,
            };
            let most = match split.label {
                "one_or_two" | "one_or_two_of" => 2,
                "up_to_three" | "three_of" => 3,
                _ => whole,
            };
            setting.target(duelog_magic::language::definition::Target::Several(1, most, Box::new(of)))?;
            setting.divide = Some(count);
            let own = setting.verb(deal(Number::Share, Group::Of(Ref::It)));
            all.push(Script::Each(Group::Targets(0), Box::new(own)));
        }
        _ => return Err(format!("the damage `{}`", tree.text())),
    }
    setting.amounts();
    Ok(())
}

/// To whom damage is dealt.
fn recipients(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<Group> {
    let mut groups = Vec::new();
    for own in tree.all("damaged_one") {
        groups.push(match own.label {
            "player" => player(own.need("player")?, setting)?.group,
            _ => {
                let things = thing(own.need("things")?, setting)?;
                things.group
            }
        });
    }
    Ok(if groups.len() == 1 { groups.remove(0) } else { Group::Together(groups) })
}

/// What things do, or what becomes of them.
fn object_deed(
    tree: &Tree<'_>,
    things: &Thing,
    setting: &mut Setting<'_>,
    all: &mut Vec<Effect>,
) -> Done<()> {
    let group = things.group.clone();
    if things.players {
        return Err(format!("`{}` of players", tree.text()));
    }
    let verb = match tree.label {
        "changes" => {
            let list = changes(tree.need("changes")?, Said::Lasting, setting)?;
            let until = duration(tree, tree.need("changes")?)?;
            if let Some(ways) = crate::changes::by_color(&list) {
                let ways = ways
                    .into_iter()
                    .map(|way| setting.verb(Verb::Modify(group.clone(), way, until)))
                    .collect();
                all.push(Script::Choose(setting.actor.clone(), ways));
                return Ok(());
            }
            Verb::Modify(group, list, until)
        }
        "changes_each" => {
            let each = counted(tree.need("counted")?, setting)?;
            let list = for_each(tree.need("changes")?, &each, Said::Lasting, setting)?;
            Verb::Modify(group, list, duration(tree, tree.need("changes")?)?)
        }
        "deals" | "deal" => {
            let from = things.one.clone().ok_or("several things deal damage")?;
            return damage(tree.need("damage")?, Some(from).filter(|from| *from != Ref::This), setting, all);
        }
        "fights" | "fight" => {
            let one = things.one.clone().ok_or("several things fight")?;
            let other = thing(tree.need("things")?, setting)?.one.ok_or("several things fight")?;
            Verb::Action(Action::Fight(one, other))
        }
        "explores" => Verb::Action(Action::Explore(things.one.clone().ok_or("several things explore")?)),
        "phases" => Verb::Phase { out: Some(group), back: None },
        "stay_tapped" => Verb::StayTapped(group, tree.says("your").then_some(Ref::You)),
        "stay_while" => {
            let until = crate::changes::held(tree.need("held")?)?;
            Verb::Modify(group, vec![Change::Rule(Ruling::Forbid, Deed::Untap, Filter::Any)], until)
        }
        "becomes_copy_this" => {
            let of = thing(tree.need("things")?, setting)?.one.ok_or("a copy of several things")?;
            Verb::BecomeCopy { what: group, of, except: vec![Change::GainThis], until: Until::Forever }
        }
        "becomes_copy" => {
            let of = thing(tree.need("things")?, setting)?.one.ok_or("a copy of several things")?;
            let until = tree.get("until").map_or(Ok(Until::Forever), until)?;
            Verb::BecomeCopy { what: group, of, except: Vec::new(), until }
        }
        _ => return Err(format!("`{}` is not sayable", tree.text())),
    };
    all.push(setting.verb(verb));
    Ok(())
}

/// How long changes last: what is said of this turn says so itself.
fn duration(tree: &Tree<'_>, changes: &Tree<'_>) -> Done<Until> {
    match tree.get("until") {
        Some(own) => until(own),
        None if changes.all("change").any(|change| {
            matches!(change.label, "must_attack_now" | "must_be_blocked" | "all_block") && change.says("turn")
        }) =>
        {
            Ok(Until::EndOfTurn)
        }
        None => Ok(Until::Forever),
    }
}

/// Changes of size for each of something.
pub fn for_each(
    tree: &Tree<'_>,
    each: &Number,
    said: Said,
    setting: &mut Setting<'_>,
) -> Done<Vec<Change<Written>>> {
    let list: Vec<&Tree<'_>> = tree.all("change").collect();
    let [own] = list[..] else {
        return Err(format!("`{}`: it is not said what is for each", tree.text()));
    };
    let _ = said;
    match own.label {
        "size" | "size_more" => {
            let (power, toughness) = sizes(&own.need("size")?.text(), Some(each), setting)?;
            Ok(vec![Change::Size(power, toughness)])
        }
        _ => Err(format!("`{}` for each of something", own.text())),
    }
}

/// Sentences about cards that are looked at.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn looking(tree: &Tree<'_>, setting: &mut Setting<'_>, before: &mut Vec<Effect>) -> Done<Vec<Effect>> {
    let mut own = Vec::new();
    match tree.label {
        "look_top" | "look" | "reveal_top" | "reveal_tops" => {
            let count = looked_at(tree, setting)?;
            let who = crate::players::whose(tree.need("whose")?, setting)?.ok_or("the libraries of all")?;
            let reveal = tree.label.starts_with("reveal");
            own.push(setting.verb(Verb::Look {
                whose: Group::Of(who.clone()),
                zone: ZoneKind::Library,
                number: Some(count),
                until: None,
                reveal,
            }));
            let place = setting.note(Group::Last, &mut own);
            setting.looked = Some(place);
            let one = matches!(tree.label, "look_top" | "reveal_top");
            if one {
                let top = Group::LibraryTop(who, Filter::Any);
                let _ = top;
            }
            setting.mention(Group::Noted(place), None, !one, vec!["card".to_string()]);
        }
        "put_one_rest" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let count = match tree.need("looked_count")?.get("number") {
                Some(number) => words::number(&number.text().to_lowercase()).ok_or("no number")?,
                None => 1,
            };
            let count = u32::try_from(count).map_err(|_| "a number below 0")?;
            own.push(setting.verb(Verb::Choose {
                who: Ref::You,
                among: Group::Noted(place),
                least: count,
                most: count,
            }));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
            let to = rest_place(tree.need("rest_place")?)?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), to)));
            setting.looked = None;
        }
        "put_all_rest" => {
            let place = setting.looked.ok_or("no cards have been revealed")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let such = Group::Among(Box::new(Group::Noted(place)), desc.filter());
            own.push(setting.verb(Verb::Move(such, Destination::Hand)));
            let to = rest_place(tree.need("rest_place")?)?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), to)));
            setting.looked = None;
        }
        "may_take_rest" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let among = Group::Among(Box::new(Group::Noted(place)), desc.filter());
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1 }));
            own.push(setting.verb(Verb::Reveal(Group::Last)));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
        }
        "rest" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let to = rest_place(tree.need("rest_place")?)?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), to)));
            setting.looked = None;
        }
        "back_any" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), Destination::LibraryTop)));
            setting.looked = None;
        }
        "may_play_exiled" => {
            let noun = ["card".to_string()];
            let that = setting.that(&noun, false).or_else(|_| setting.that(&noun, true))?;
            let permission = duelog_magic::language::definition::Permission {
                what: that.group,
                pay: duelog_magic::language::definition::Pay::Costs,
                times: None,
                flash: false,
                any_mana: false,
                then: None,
            };
            let change = Change::MayPlay(permission);
            own.push(setting.verb(Verb::Modify(Group::Of(Ref::You), vec![change], Until::EndOfTurn)));
        }
        "reveal_take" | "player_reveals_top" => {
            let whose = match tree.get("player") {
                Some(own) => player(own, setting)?.one.ok_or("the libraries of several players")?,
                None => Ref::You,
            };
            let whose = Group::Of(whose);
            let number = Some(Number::N(1));
            own.push(setting.verb(Verb::Look {
                whose,
                zone: ZoneKind::Library,
                number,
                until: None,
                reveal: true,
            }));
            if tree.label == "reveal_take" {
                own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
                setting.keep_last(true, vec!["card".to_string()], &mut own);
            } else {
                let place = setting.note(Group::Last, &mut own);
                setting.looked = Some(place);
                setting.mention(Group::Noted(place), None, false, vec!["card".to_string()]);
            }
        }
        "put_among" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let among = Group::Among(Box::new(Group::Noted(place)), desc.filter());
            let least = u32::from(!tree.says("may"));
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least, most: 1 }));
            let to = match tree.need("among_place")?.label {
                "hand" => Destination::Hand,
                "battlefield" => Destination::Battlefield,
                _ => Destination::BattlefieldTapped,
            };
            own.push(setting.verb(Verb::Move(Group::Last, to)));
        }
        "search_split" => {
            let filter = Desc::read(tree.need("desc")?, setting)?.filter();
            let search =
                Verb::Search { who: Ref::You, whose: None, filter, count: 2, to: None, reveal: true };
            own.push(setting.verb(search));
            let place = setting.note(Group::Last, &mut own);
            let among = Group::Noted(place);
            own.push(setting.verb(Verb::Choose { who: Ref::You, among: among.clone(), least: 1, most: 1 }));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::BattlefieldTapped)));
            own.push(setting.verb(Verb::Move(among, Destination::Hand)));
            own.push(setting.verb(Verb::Shuffle(Ref::You)));
        }
        "look_hand" => {
            let who =
                crate::players::whose(tree.need("whose")?, setting)?.ok_or("the hands of all players")?;
            setting.hand = Some(who.clone());
            let whose = Group::Of(who);
            own.push(setting.verb(Verb::Look {
                whose,
                zone: ZoneKind::Hand,
                number: None,
                until: None,
                reveal: false,
            }));
        }
        "look_back" | "may_look_back" => {
            let count = looked_at(tree, setting)?;
            let who = crate::players::whose(tree.need("whose")?, setting)?.ok_or("the libraries of all")?;
            let whose = Group::Of(who);
            let look = Verb::Look {
                whose,
                zone: ZoneKind::Library,
                number: Some(count),
                until: None,
                reveal: false,
            };
            let mut steps = vec![setting.verb(look)];
            steps.push(setting.verb(Verb::Move(Group::Last, Destination::LibraryTop)));
            if tree.label == "may_look_back" {
                own.push(Script::May(Ref::You, Box::new(sequence(steps))));
            } else {
                own.extend(steps);
            }
        }
        "may_bottom" | "may_graveyard" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let to =
                if tree.label == "may_bottom" { Destination::LibraryBottom } else { Destination::Graveyard };
            let step = setting.verb(Verb::Move(Group::Noted(place), to));
            own.push(Script::May(Ref::You, Box::new(step)));
        }
        "each_player_discards" => {
            let count = number(tree.need("number")?, setting)?;
            let hand = setting.verb(Verb::Discard(Group::Of(Ref::It), Number::HandSize(Ref::It)));
            own.push(Script::Each(Group::Players, Box::new(hand)));
            own.push(setting.verb(Verb::Draw(Group::Players, count)));
        }
        "note_x" => {}
        _ => {
            let _ = (before, CardType::Creature, all(Vec::new()), not(Filter::Any));
            return Err(format!("`{}` is not sayable", tree.text()));
        }
    }
    Ok(own)
}
