//! Reads what players do.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Action, Behind, Change, Deed, Designation, Destination, Effect, Filter, Group, Mana, Number, Ref, Ruling,
    TurnPart, Until, Verb, ZoneKind,
};
use duelog_magic::language::definition::{Counter, Fighting};

use crate::amounts::{amount, counted, half_up, number, times};
use crate::changes::{Said, until};
use crate::deeds::quantity;
use crate::noun::{Desc, counter};
use crate::objects::thing;

use crate::sentences::looked_at;
use crate::setting::{Done, Setting, not, sequence};
use crate::tokens::token;
use crate::words;

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn player_deed(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
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
            if one == Ref::It {
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
                    they_sacrifice(who, things.group, things.one)
                }
                _ => return Err(format!("`{}`", tree.text())),
            }
        }
        "puts_hand" => Verb::Move(thing(tree.need("things")?, setting)?.group, Destination::Hand),
        "create_two" => {
            create(tree.need("one")?, setting, all)?;
            create(tree.need("two")?, setting, all)?;
            // Here, what is spoken of then is one of them or both.
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
            // The token is what is spoken of next.
            let copied = Some(of.clone());
            setting.seen.iter_mut().filter(|seen| seen.one == copied).for_each(|seen| seen.aside = true);
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
            Verb::Look {
                whose: who,
                zone: ZoneKind::Hand,
                number: None,
                until: None,
                reveal: true,
                whole: false,
            }
        }
        "wins" => Verb::WinTheGame(single("win")?),
        "loses" => Verb::LoseTheGame(who),
        "extra_turn" => Verb::ExtraTurn(who, Behind::This),
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
        "planeswalk" => Verb::Action(Action::Planeswalk(single("planeswalk")?)),
        "roll_die" => Verb::Action(Action::RollPlanarDie(single("roll the planar die")?)),
        "abandon" => Verb::Action(Action::Abandon(Group::Of(Ref::This))),
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
        "exile_from_grave" => {
            let who = single("exile a card")?;
            let among = Group::Graveyard(who.clone(), Filter::Any);
            all.push(setting.verb(Verb::Choose { who, among, least: 1, most: 1 }));
            Verb::Move(Group::Last, Destination::Exile)
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
    let step = setting.verb(verb);
    all.push(if one == Ref::It { of_each(step)? } else { step });
    if amounts {
        setting.amounts();
    }
    Ok(())
}

/// Reads what several players do, each by a number of the own.
fn of_each(step: Effect) -> Done<Effect> {
    let of_it = |number: &Number| duelog_kernel::scope::Node::of(number).tree().to_string().contains("It)");
    let each = |verb: Verb, group: Group| Ok(Script::Each(group, Box::new(Script::Do(verb))));
    let it = || Group::Of(Ref::It);
    match step {
        Script::Do(Verb::GainLife(group, number)) if of_it(&number) => {
            each(Verb::GainLife(it(), number), group)
        }
        Script::Do(Verb::LoseLife(group, number)) if of_it(&number) => {
            each(Verb::LoseLife(it(), number), group)
        }
        Script::Do(Verb::Draw(group, number)) if of_it(&number) => each(Verb::Draw(it(), number), group),
        Script::Do(Verb::Discard(_, number) | Verb::Mill(_, number)) if of_it(&number) => {
            Err("several players do it, each by a number of the own".to_string())
        }
        step => Ok(step),
    }
}

/// A description of what each of several players sacrifices: it is asked for each of them, who is `You` there.
fn of_who_sacrifices(filter: Filter, actor: &Ref) -> Filter {
    if !matches!(actor, Ref::Opponent | Ref::It) {
        return filter;
    }
    let several = |all: Vec<Filter>| all.into_iter().map(|own| of_who_sacrifices(own, actor)).collect();
    match filter {
        Filter::All(all) => Filter::All(several(all)),
        Filter::Either(all) => Filter::Either(several(all)),
        Filter::ControlledBy(Ref::Opponent | Ref::It) => Filter::ControlledBy(Ref::You),
        Filter::Compare(of, how, Number::Most(most, among)) => {
            let among = match *among {
                Group::All(among) => Group::All(of_who_sacrifices(among, actor)),
                among => among,
            };
            Filter::Compare(of, how, Number::Most(most, Box::new(among)))
        }
        own => own,
    }
}

/// Players sacrifice certain things, as far as they control them.
fn they_sacrifice(who: Group, what: Group, one: Option<Ref>) -> Verb {
    match (who == Group::Of(Ref::You), one) {
        (true, _) => Verb::SacrificeThese(what),
        (false, Some(one)) => Verb::Sacrifice(who, Number::N(1), Filter::Is(one)),
        (false, None) => Verb::Sacrifice(who, Number::N(10_000), Filter::In(Box::new(what))),
    }
}

pub fn sacrifice(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    let of_them = |filter: &Filter| of_who_sacrifices(filter.clone(), &setting.actor);
    let mut filters: Vec<Filter> = desc.filters.iter().map(of_them).collect();
    // Here, what is sacrificed is one's own anyway.
    let own = Filter::ControlledBy(setting.actor.clone());
    filters.retain(|filter| *filter != own && *filter != Filter::ControlledBy(Ref::You));
    let head = tree.words.get(1).map(|word| word.to_lowercase()).unwrap_or_default();
    if head == "another" || tree.words.iter().take(3).any(|word| *word == "other") {
        filters.push(not(desc.other_than(setting)?));
    }
    let filter = crate::setting::all(filters);
    let count = match (tree.label, tree.get("number")) {
        ("sacrifice_all", _) => {
            let one = setting.actor.clone();
            let theirs = Filter::ControlledBy(one.clone());
            let group = Group::All(crate::setting::all(vec![filter.clone(), theirs]));
            let verb = if one == Ref::It {
                Verb::Sacrifice(setting.actors.clone(), Number::N(10_000), filter.clone())
            } else {
                they_sacrifice(setting.actors.clone(), group, None)
            };
            all.push(setting.verb(verb));
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

pub fn create(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let name = token(tree.need("token")?, setting)?;
    let count = match tree.label {
        "one" | "fighting" => Number::N(1),
        "many" | "fightings" => number(tree.need("number")?, setting)?,
        "equal" => amount(tree.need("amount")?, setting)?,
        _ => quantity(tree, setting)?,
    };
    let sized = tree.need("token")?.get("pt").is_some_and(|own| own.text().eq_ignore_ascii_case("x/x"));
    let size = if sized { Some(crate::amounts::x(setting)?) } else { None };
    let tapped = tree.words.iter().take(4).any(|word| *word == "tapped");
    let one = count == Number::N(1);
    let verb = match (tree.label, tapped) {
        ("fighting" | "fightings", _) if size.is_some() => return Err(format!("`{}`", tree.text())),
        ("fighting" | "fightings", _) => Verb::CreateFighting {
            who: setting.actor.clone(),
            number: count,
            token: name,
            tapped: true,
            fights: Fighting { attacks: true, whom: None, walkers: false, blocks: None },
        },
        (_, tapped) if tapped || size.is_some() => {
            let size = size.map(|size| (size.clone(), size));
            Verb::CreateWith { who: setting.actor.clone(), number: count, token: name, size, tapped }
        }
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

/// Mana of symbols, as a number of each.
pub fn symbols(tree: &Tree<'_>) -> Done<Vec<(Mana, i32)>> {
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

pub fn add_mana(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let who = setting.actor.clone();
    if who == Ref::It {
        return Err("several players add mana".to_string());
    }
    let of = |mana: Mana, count: Number| Verb::AddMana(who.clone(), mana, count);
    match tree.label {
        "any" => all.push(setting.verb(of(Mana::AnyColor, Number::N(1)))),
        "commanders" => all.push(setting.verb(of(Mana::ColorOfCommanders, Number::N(1)))),
        "any_type" => all.push(setting.verb(of(Mana::Produced, Number::N(1)))),
        "combination_any" => {
            let count = number(tree.need("number")?, setting)?;
            let one = setting.verb(of(Mana::AnyColor, Number::N(1)));
            all.push(Script::Repeat(count, Box::new(one)));
        }
        "combination" => {
            let count = number(tree.need("number")?, setting)?;
            let mut ways = Vec::new();
            for role in ["one", "two"] {
                let [(mana, 1)] = symbols(tree.need(role)?)?[..] else {
                    return Err(format!("the mana `{}`", tree.text()));
                };
                ways.push(setting.verb(of(mana, Number::N(1))));
            }
            all.push(Script::Repeat(count, Box::new(Script::Choose(who, ways))));
        }
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

pub fn search(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
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
        Some(_) => 10_000,
        None if matches!(found.label, "any" | "up_to_x") => 10_000,
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
    let told = found.label == "up_to_x" || found.get("number").is_some_and(|own| own.label != "n");
    if who == Ref::It && told {
        return Err(format!("several players: `{}`", tree.text()));
    }
    if who == Ref::It {
        let group = setting.actors.clone();
        if !matches!(to, Destination::Battlefield | Destination::BattlefieldTapped) {
            return Err(format!("several players: `{}`", tree.text()));
        }
        all.push(setting.verb(Verb::Action(Action::Search(group, filter, count, to))));
        return Ok(());
    }
    let most = match found.get("number") {
        _ if found.label == "up_to_x" => Some(amount(found.need("amount")?, setting)?),
        Some(own) if own.label != "n" => Some(number(own, setting)?),
        _ => None,
    };
    let whose = (whose != who).then_some(whose);
    all.push(setting.verb(Verb::Search {
        who,
        whose,
        filter,
        count,
        most,
        to: Some(to),
        reveal,
        different: None,
        alike: None,
    }));
    setting.keep_last(count == 1, desc.nouns, all);
    Ok(())
}
