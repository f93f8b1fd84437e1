//! Says what is done: the wordings whose meaning does not stand in the grammar.

use duelog_import::grammar::Tree;

use crate::noun::{Desc, plain};
use crate::say::say;
use crate::setting::{Done, Setting, sequence};
use crate::words;

/// Says what a deed means by the name of its wording.
pub fn deed(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    if let Some(own) = making(tree, setting) {
        return own;
    }
    if let Some(own) = next(tree, setting) {
        return own;
    }
    match tree.label {
        "of_hand" => in_hand(tree, setting),
        "whole_hand" => {
            let whose = say(tree.need("whose")?, setting)?;
            setting.hand = Some(whose.clone());
            Ok(format!("Zone(Hand, {whose}, Any)"))
        }
        "it_alone" => it_alone(setting),
        "change" => change(tree, setting),
        "change_or" => change_or(tree, setting),
        "change_while" => change_while(tree, setting),
        "change_is" | "change_is_gets" => change_is(tree, setting),
        "retrieve" => retrieve(tree, setting),
        "lose_cant" | "cant_gain" => lose(tree, setting),
        "source_damage" => source_damage(tree, setting),
        "more_attacks" => more_attacks(tree, setting),
        "may_play" | "may_play_chain" | "may_play_next" | "may_play_instant" => may_play(tree, setting),
        "choose" => choose(tree, setting),
        "put_soul" => {
            let group = say(tree.need("things")?, setting)?;
            Ok(format!("Do(Put({group}, Soul))"))
        }
        "search" => search(tree, setting),
        "intimidate" => intimidate(tree, setting),
        "prevent" | "prevent_arcane" | "prevent_next" | "prevent_next_arcane" => prevent(tree, setting),
        "add_defending" => {
            let group = say(tree.need("things")?, setting)?;
            Ok(format!("Do(Put({group}, Defending))"))
        }
        "tap" | "untap" => tap(tree, setting),
        "negate" => {
            let group = say(tree.need("t")?, setting)?;
            if let Some(last) = setting.targets.last_mut() {
                let inner =
                    last.strip_prefix("Object(").and_then(|rest| rest.strip_suffix(')')).unwrap_or("Any");
                *last = format!("Object({})", crate::setting::all(&["Layer".to_string(), inner.to_string()]));
            }
            Ok(format!("Do(Negate({group}))"))
        }
        "amount_last" | "damage_by" => last_amount(tree, setting),
        "put_aim" => {
            let group = say(tree.need("t")?, setting)?;
            let to = say(tree.need("to")?, setting)?;
            let counter = say(tree.need("counter")?, setting)?;
            Ok(format!("Seq([Do(Put({group}, {to})), Do(PutCounters(\"{counter}\", N(1), Last))])"))
        }
        "banish_kinds" => kinds(tree, setting),
        "prevent_source" => prevent_source(tree, setting),
        "clash" => clash(tree, setting),
        "wager" => wager(tree, setting),
        "roll" => Ok("Do(Roll(N(1), 6))".to_string()),
        "name_card" => Ok(format!("Do(Name({}))", setting.actor)),
        "plus" => {
            let (sign, number) = words::plus(&tree.text().to_lowercase()).ok_or("no change")?;
            match number {
                Some(number) => Ok(format!("N({})", sign * number)),
                None => {
                    let x = setting.x.clone().ok_or("X is not said anywhere")?;
                    Ok(if sign > 0 { x } else { format!("Product(-1, {x})") })
                }
            }
        }
        other => Err(format!("`{}` is read as `{other}`, which has no meaning yet", tree.text())),
    }
}

fn in_hand(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let before = setting.place.replace("Hand");
    let own = say(tree.need("things")?, setting);
    setting.place = before;
    own
}

fn it_alone(setting: &Setting<'_>) -> Done<String> {
    match (setting.it(), setting.them()) {
        (Ok(it), Err(_)) => Ok(it.group),
        (Err(_), Ok(them)) => Ok(them.group),
        (Ok(it), Ok(them)) if them.sentence < it.sentence => Ok(it.group),
        (Ok(it), Ok(them)) if them.sentence > it.sentence => Ok(them.group),
        (Ok(_), Ok(_)) => Err("`it` can be one of several things".to_string()),
        (Err(why), _) => Err(why),
    }
}

/// Tokens and cards that are made.
fn making(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Option<Done<String>> {
    let actor = setting.actor.clone();
    let own = match tree.label {
        "token" | "token_many" => token(tree, setting).map(|(count, name)| format!("{count}, \"{name}\"")),
        "create" => tree.need("token").and_then(|own| token(own, setting)).map(|(count, name)| {
            setting.mention_made(count == "N(1)", vec!["token".to_string()]);
            format!("Do(Create({actor}, {count}, \"{name}\"))")
        }),
        "create_many" => tree
            .all("token")
            .map(|own| token(own, setting))
            .collect::<Done<Vec<_>>>()
            .map(|tokens| created(&actor, &tokens)),
        "create_list" => tree
            .all("token_name")
            .map(|own| Ok(("N(1)".to_string(), say(own, setting)?)))
            .collect::<Done<Vec<_>>>()
            .map(|tokens| created(&actor, &tokens)),
        "create_or" => create_or(tree, &actor, setting),
        "create_under" => create_under(tree, setting),
        "create_yours" | "create_under_each" | "create_under_another" => create_for(tree, setting),
        "create_each" => create_each(tree, &actor, setting),
        "create_hand" => tree.need("name").and_then(|own| say(own, setting)).map(|name| {
            let zone = if tree.says("hand") { "Hand" } else { "Banished" };
            setting.mention_made(true, vec!["card".to_string()]);
            format!("Do(Create({actor}, N(1), \"{name}\", In({zone})))")
        }),
        "create_counters" | "create_counter" => create_counter(tree, &actor, setting),
        "transform" => transform(tree, setting),
        _ => return None,
    };
    Some(own)
}

fn created(actor: &str, tokens: &[(String, String)]) -> String {
    let steps: Vec<String> =
        tokens.iter().map(|(count, name)| format!("Do(Create({actor}, {count}, \"{name}\"))")).collect();
    sequence(&steps)
}

/// How many tokens, and which.
fn token(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(String, String)> {
    let name = say(tree.need("token_name")?, setting)?;
    let count = match tree.get("n") {
        Some(number) => say(number, setting)?,
        None => "N(1)".to_string(),
    };
    Ok((count, name))
}

fn create_or(tree: &Tree<'_>, actor: &str, setting: &mut Setting<'_>) -> Done<String> {
    let one = say(tree.need("one")?, setting)?;
    let other = say(tree.need("other")?, setting)?;
    let make = |name: &str| format!("Do(Create({actor}, N(1), \"{name}\"))");
    Ok(format!("Choose({actor}, [{}, {}])", make(&one), make(&other)))
}

fn create_under(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let (count, name) = token(tree.need("token")?, setting)?;
    let who = say(tree.need("whose")?, setting)?;
    Ok(format!("Do(Create({who}, {count}, \"{name}\"))"))
}

fn create_for(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let (count, name) = token(tree.need("token")?, setting)?;
    Ok(match tree.label {
        "create_yours" => format!("Do(Create(You, {count}, \"{name}\"))"),
        "create_under_another" => {
            let pick = "Do(Pick(You, Arena(All([Type(Hero), ControlledBy(OtherThan(You))])), N(1), N(1)))";
            format!("Seq([{pick}, Do(Create(Controller(Last), {count}, \"{name}\"))])")
        }
        _ => format!("Each(Opponents, Do(Create(It, {count}, \"{name}\")))"),
    })
}

fn create_each(tree: &Tree<'_>, actor: &str, setting: &mut Setting<'_>) -> Done<String> {
    let (count, name) = token(tree.need("token")?, setting)?;
    let times = say(tree.need("n")?, setting)?;
    let count = match plain(&count)? {
        1 => times,
        several => format!("Product({several}, {times})"),
    };
    Ok(format!("Do(Create({actor}, {count}, \"{name}\"))"))
}

fn create_counter(tree: &Tree<'_>, actor: &str, setting: &mut Setting<'_>) -> Done<String> {
    let name = say(tree.need("name")?, setting)?;
    let count = tree.get("n").map(|own| say(own, setting)).transpose()?;
    let count = count.unwrap_or_else(|| "N(1)".to_string());
    let counter = say(tree.need("counter")?, setting)?;
    Ok(format!("Do(Create({actor}, N(1), \"{name}\", Some(With(\"{counter}\", {count}))))"))
}

/// Something becomes a token, and lies under it from then on: the token is what is spoken of (8.5.36).
fn transform(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let group = say(tree.need("t")?, setting)?;
    let name = say(tree.need("name")?, setting)?;
    let one = setting.seen.iter().any(|seen| seen.group == group && !seen.many);
    setting.seen.retain(|seen| seen.group != group);
    setting.mention_made(one, vec!["token".to_string(), "ally".to_string()]);
    Ok(format!("Do(Transform({group}, 1, Token(\"{name}\")))"))
}

/// Changes of something, and how long they last where that is said.
pub fn get(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(String, Option<String>)> {
    let before = setting.x.clone();
    if let Some(amount) = tree.get("amount") {
        setting.x = Some(say(amount, setting)?);
    }
    let made = changes(tree.need("changes")?, setting);
    setting.x = before;
    let until = tree.get("until").map(|until| say(until, setting)).transpose()?;
    Ok((made?.join(", "), until))
}

fn changes(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let mut made = Vec::new();
    for change in tree.all("change") {
        match change.label {
            "both" => {
                let power = say(change.need("n")?, setting)?;
                let defense = say(change.need("m")?, setting)?;
                made.push(format!("Plus(Power, {power})"));
                made.push(format!("Plus(Defense, {defense})"));
            }
            "for_each" => {
                let each = plain(&say(change.need("n")?, setting)?)?;
                let stat = say(change.need("stat")?, setting)?;
                let times = say(change.need("amount")?, setting)?;
                let number = if each == 1 { times } else { format!("Product({each}, {times})") };
                made.push(format!("Plus({stat}, {number})"));
            }
            "quote" => {
                let quoted = change.need("quote")?;
                let text = quoted.words.first().copied().unwrap_or_default();
                for ability in crate::lines::quoted(text, setting)? {
                    let place = setting.give(ability);
                    made.push(format!("Ability({place})"));
                }
            }
            _ => made.push(say(change, setting)?),
        }
    }
    Ok(made)
}

/// Something gets something.
fn change(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let own = tree.need("things")?;
    let lasting = own.label == "all";
    if lasting {
        let desc = Desc::read(own.need("desc")?, setting)?;
        let mut desc = desc;
        if own.words.first().is_some_and(|word| word.eq_ignore_ascii_case("your"))
            && !desc.filters.iter().any(|filter| filter == "ControlledBy(You)")
        {
            desc.filters.push("ControlledBy(You)".to_string());
        }
        let (changes, until) = get(tree.need("get")?, setting)?;
        // An effect gives abilities to what is in the arena or on the stack.
        let in_hand = |own: &String| own.contains("Deed(Discard, 1, Of(This))");
        if changes.contains("Ability(") && setting.of.gives.iter().any(in_hand) {
            return Err("an ability that cards in hand are given".to_string());
        }
        let until = until.unwrap_or_else(|| setting.until.to_string());
        return Ok(format!("Do(ModifyAll({}, [{changes}], {until}))", desc.filter()));
    }
    let mut group = say(own, setting)?;
    let (changes, until) = get(tree.need("get")?, setting)?;
    // Power is that of the weapon, a keyword that of its attack.
    if setting.of.weapon
        && own.label == "it_group"
        && group == "Of(Event)"
        && !changes.contains("Gain(")
        && !changes.contains("Ability(")
    {
        group = "Of(This)".to_string();
    }
    let until = until.unwrap_or_else(|| setting.until.to_string());
    // The attacks of something are those that are still to come, too.
    if let Some(attacks) = group.strip_prefix("Play(").and_then(|rest| rest.strip_suffix(')'))
        && own.label.starts_with("Play(")
    {
        return Ok(format!("Do(ModifyAll({attacks}, [{changes}], {until}))"));
    }
    Ok(format!("Do(Modify({group}, [{changes}], {until}))"))
}

/// Something gets one thing or another, as its player chooses.
fn change_or(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let group = say(tree.need("things")?, setting)?;
    let one = say(tree.need("one")?, setting)?;
    let other = say(tree.need("other")?, setting)?;
    let until = tree.get("until").map(|until| say(until, setting)).transpose()?;
    let until = until.unwrap_or_else(|| setting.until.to_string());
    Ok(format!(
        "Choose(You, [Do(Modify({group}, [{one}], {until})), Do(Modify({group}, [{other}], {until}))])"
    ))
}

/// Something gets something as long as it attacks such a thing.
fn change_while(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    let own = "ControlledBy(You)".to_string();
    let yours = tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("your"));
    if yours && !desc.filters.contains(&own) {
        desc.filters.push(own);
    }
    let (changes, until) = get(tree.need("get")?, setting)?;
    let target = say(tree.need("target_desc")?, setting)?;
    desc.filters.push(format!("Against({target})"));
    let until = until.unwrap_or_else(|| setting.until.to_string());
    Ok(format!("Do(ModifyAll({}, [{changes}], {until}))", desc.filter()))
}

/// Something is of a supertype too.
fn change_is(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let own = tree.need("things")?;
    let all = own.label == "all";
    let group = if all {
        let mut desc = Desc::read(own.need("desc")?, setting)?;
        if own.words.first().is_some_and(|word| word.eq_ignore_ascii_case("your")) {
            desc.filters.push("ControlledBy(You)".to_string());
        }
        desc.filter()
    } else {
        say(own, setting)?
    };
    let kind = say(tree.need("super")?, setting)?;
    let mut changes = format!("AddSuper(\"{kind}\")");
    let mut until = tree.get("until").map(|until| say(until, setting)).transpose()?;
    if let Some(more) = tree.get("get") {
        let (more, behind) = get(more, setting)?;
        changes = format!("{changes}, {more}");
        until = behind;
    }
    let until = until.unwrap_or_else(|| setting.until.to_string());
    let verb = if all { "ModifyAll" } else { "Modify" };
    Ok(format!("Do({verb}({group}, [{changes}], {until}))"))
}

/// To retrieve is to pay for equipping what can be equipped (8.5.51).
fn retrieve(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    say(tree.need("things")?, setting)?;
    let pick = setting.first.pop().ok_or("what is retrieved is not chosen")?;
    let who = &setting.actor;
    Ok(format!(
        "Seq([{pick}, Each(Last, If(CanEquip(It), Seq([Do(Pay({who}, N(1))), If(Did, Do(Equip(Of(It))))])))])"
    ))
}

/// How much there was of something this way; before anything is done it is the damage of the event.
fn last_amount(tree: &Tree<'_>, setting: &Setting<'_>) -> Done<String> {
    match (setting.verbs, tree.label == "amount_last" && tree.says("damage")) {
        (0, true) => Ok("EventAmount".to_string()),
        (0, false) => Err(format!("`{}` speaks of something that is not done before", tree.text())),
        _ => Ok("LastAmount".to_string()),
    }
}

/// That a keyword cannot be gained.
pub fn denied(keyword: &str) -> String {
    if keyword == "GoAgain" {
        "Rule(Restriction, GainGoAgain, Any)".to_string()
    } else {
        format!("Deny({keyword})")
    }
}

fn lose(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let group = say(tree.need("things")?, setting)?;
    let keyword = say(tree.need("keyword")?, setting)?;
    let lose = if tree.label == "lose_cant" { format!("Lose({keyword}), ") } else { String::new() };
    Ok(format!("Do(Modify({group}, [{lose}{}], EndOfTurn))", denied(&keyword)))
}

fn source_damage(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    let place = setting.target(desc.target()?);
    setting.mention(Some(&format!("Target({place})")), &format!("Targets({place})"), desc.nouns);
    let amount = say(tree.need("n")?, setting)?;
    let to = say(tree.need("v")?, setting)?;
    let deals = format!("Do(Damage(amount: {amount}, to: {to}, kind: Generic, from: Some(Target({place}))))");
    let alone = setting.base + setting.targets.len() == 1;
    Ok(if alone { deals } else { format!("If(Exists(Targets({place})), {deals})") })
}

fn more_attacks(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let own = tree.need("things")?;
    if own.label == "all" {
        let filter = Desc::read(own.need("desc")?, setting)?.filter();
        return Ok(format!("Do(ModifyAll({filter}, [Uses(MoreAttacks, 1)], EndOfTurn))"));
    }
    let mut group = say(own, setting)?;
    // The source of the attack that was spoken of attacks again.
    if own.label == "it_group" || own.label == "that_group" {
        let one = group.strip_prefix("Of(").and_then(|rest| rest.strip_suffix(')')).map(str::to_string);
        let target = group.strip_prefix("Targets(").map(|rest| format!("Target({rest}"));
        let one = one.or(target).ok_or("what can attack again is not one thing")?;
        group =
            if one.starts_with("SourceOf(") { format!("Of({one})") } else { format!("Of(SourceOf({one}))") };
    }
    Ok(format!("Do(Modify({group}, [Uses(MoreAttacks, 1)], EndOfTurn))"))
}

fn may_play(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let own = tree.need("things")?;
    // Cards that have been played already are not meant.
    let group = match own.label {
        "it_group" => setting.other_than_this()?.group,
        _ => say(own, setting)?,
    };
    let until = match tree.label {
        "may_play_chain" if tree.says("link") => "ChainLink",
        "may_play_chain" => "CombatChain",
        "may_play_next" => return Err("a permission until the end of the next turn".to_string()),
        _ => "EndOfTurn",
    };
    let more = if tree.label == "may_play_instant" { ", Rule(Allowance, PlayAsInstant, Any)" } else { "" };
    Ok(format!("Do(Modify({group}, [Rule(Allowance, Play, Any){more}], {until}))"))
}

fn choose(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    say(tree.need("things")?, setting)?;
    let step = setting.first.pop().ok_or("nothing is chosen")?;
    Ok(step)
}

/// A search: of what, and where it goes.
fn search(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let whose = say(tree.need("whose")?, setting)?;
    if whose != setting.actor {
        return Err("another player's deck is searched".to_string());
    }
    let found = tree.need("found")?;
    let found = found.get("found_one").unwrap_or(found);
    let desc = Desc::read(found.need("desc")?, setting)?;
    let actor = setting.actor.clone();
    let own = desc.own();
    let own = if own == "Card" { "Any" } else { &own };
    let first = format!("Do(Search({actor}, [Deck], {own}, 1))");
    let then: &[&str] = match found.label {
        "hand" => &["Do(Reveal(Last))", "Do(Put(Last, Hand))"],
        "hand_hidden" => &["Do(Put(Last, Hand))"],
        "arena" => &["Do(Put(Last, Arena))"],
        "banish" => &["Do(Banish(Last))"],
        "grave" => &["Do(Put(Last, Graveyard))"],
        "arsenal" => &["Do(Put(Last, ArsenalFaceUp))"],
        _ => return Err("a card is put on top behind the shuffle".to_string()),
    };
    let mut steps = vec![first];
    steps.extend(then.iter().map(|step| (*step).to_string()));
    steps.push(format!("Do(Shuffle(Deck, {actor}))"));
    setting.mention(Some("Last"), "Last", desc.nouns);
    Ok(format!("Seq([{}])", steps.join(", ")))
}

fn intimidate(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let group = match tree.get("hero") {
        Some(hero) => say(hero, setting)?,
        None => {
            let place = setting.target("OpposingHero".to_string());
            format!("Targets({place})")
        }
    };
    let one = group
        .strip_prefix("Targets(")
        .map(|rest| format!("Target({rest}"))
        .or_else(|| group.strip_prefix("Of(").and_then(|rest| rest.strip_suffix(')')).map(str::to_string));
    match one {
        Some(one) => Ok(format!("Do(Intimidate({one}))")),
        None => Ok(format!("Each({group}, Do(Intimidate(It)))")),
    }
}

fn prevent(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let amount = say(tree.need("n")?, setting)?;
    let to = say(tree.need("v")?, setting)?;
    let kind = if tree.label.ends_with("arcane") { ", kind: Some(Arcane)" } else { "" };
    let verb = if tree.label.starts_with("prevent_next") { "PreventNext" } else { "Shield" };
    Ok(format!("Do({verb}(to: Some({to}), amount: {}{kind}))", some(verb, &amount)))
}

fn some(verb: &str, amount: &str) -> String {
    if verb == "PreventNext" { format!("Some({amount})") } else { amount.to_string() }
}

/// Numbers of two kinds, all of them or none.
fn kinds(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let post = tree.need("post")?;
    if post.label != "place_grave" {
        return Err("cards of several kinds from somewhere else".to_string());
    }
    let whose = say(post.need("whose")?, setting)?;
    let mut kinds = Vec::new();
    for kind in tree.all("kinds_count") {
        let count = kind.get("n").map(|own| say(own, setting)).transpose()?;
        let desc = Desc::read(kind.need("desc")?, setting)?;
        kinds.push(format!("({}, {})", count.unwrap_or_else(|| "1".to_string()), desc.own()));
    }
    let who = &setting.actor;
    Ok(format!(
        "Seq([Do(PickKinds({who}, Zone(Graveyard, {whose}, Any), [{}])), Do(Banish(Last))])",
        kinds.join(", ")
    ))
}

/// Damage by a source that is chosen.
fn prevent_source(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let amount = say(tree.need("n")?, setting)?;
    let to = say(tree.need("v")?, setting)?;
    Ok(format!(
        "Seq([Do(Pick(You, Play(Source), N(1), N(1))), Do(Shield(to: Some({to}), amount: {amount}, from: Some(Last)))])"
    ))
}

/// A tapped object cannot be tapped, nor an untapped one be untapped (8.5.55a).
fn tap(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let taps = tree.label == "tap";
    let group = say(tree.need("t")?, setting)?;
    if group == "Last"
        && let Some(pick) = setting.first.pop()
    {
        let state = if taps { "Not(Tapped)" } else { "Tapped" };
        let picked = pick.strip_prefix("Do(Pick(You, Arena(").and_then(|rest| rest.split_once("), N("));
        let (filter, count) = picked.ok_or("what is tapped is not in the arena")?;
        let filter = crate::setting::all(&[filter.to_string(), state.to_string()]);
        setting.first.push(format!("Do(Pick(You, Arena({filter}), N({count}"));
    }
    Ok(format!("Do(Tap({group}, {taps}))"))
}

fn clash(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let other = if tree.says("attacking") {
        "Controller(AttackingHero)".to_string()
    } else if tree.says("defending") {
        "Controller(DefendingHero)".to_string()
    } else {
        setting.they()?
    };
    Ok(format!("Do(Clash({}, {other}))", setting.actor))
}

/// A token is wagered: who wins it is known as the chain link resolves (8.5.46).
fn wager(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let (count, name) = token(tree.need("token")?, setting)?;
    let wins = |who: &str| format!("Seq([Do(WinWager({who})), Do(Create({who}, {count}, \"{name}\"))])");
    Ok(format!(
        "Seq([Do(Wager), Delayed(Happens(ResolveLink, Is(This)), IfElse(Matches(Event, Hit), {}, {}))])",
        wins("You"),
        wins("Opponent")
    ))
}

/// The next object that something is done with (6.2.4).
fn next(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Option<Done<String>> {
    let occasion = match tree.label {
        "next_attack" | "next_attack_many" | "next_costs_attack" => "Attack",
        "next_play" | "next_costs" | "next_play_arsenal" => "Play",
        "next_costs_both" => "PlayOrActivate",
        "next_is" => "Attack",
        "next_own" => "Own",
        "next_is_play" => "Play",
        "next_effect" => "Arcane",
        "next_both" => "PlayOrActivate",
        "next_defend" => "Defend",
        "next_boost" | "next_rune" => "Use",
        "next_time_attack" => "Target",
        "each_attack" => return Some(each_attack(tree, setting)),
        _ => return None,
    };
    Some(next_one(tree, occasion, setting))
}

/// Changes of the next object: `it` is that one.
fn of_the_next(tree: &Tree<'_>, occasion: &str, setting: &mut Setting<'_>) -> Done<(String, Option<String>)> {
    // An occasion that is waited for is an event: the next one is its object.
    let it = if occasion == "Use" { "Event" } else { "It" };
    let seen = setting.seen.clone();
    setting.sentence += 1;
    setting.mention_one(it, vec!["attack".to_string(), "card".to_string()]);
    let made = get(tree, setting);
    setting.seen = seen;
    setting.sentence -= 1;
    made
}

/// Says what the next one is given, and until when it can be the next.
fn given_next(tree: &Tree<'_>, occasion: &str, setting: &mut Setting<'_>) -> Done<(String, String)> {
    let mut until = match tree.get("next_while") {
        Some(own) => say(own, setting)?,
        None if setting.waits => setting.until.to_string(),
        None => "EndOfTurn".to_string(),
    };
    let kind = tree.get("super").map(|own| say(own, setting)).transpose()?;
    let changes = match tree.get("get") {
        None if kind.is_some() => String::new(),
        None if occasion == "Arcane" => String::new(),
        Some(own) => {
            let (changes, behind) = of_the_next(own, occasion, setting)?;
            match (tree.get("next_while"), behind) {
                (None, Some(behind)) => until = behind,
                (None, None) if !setting.waits => return Err("it is not said how long".to_string()),
                (Some(_), Some(behind)) if behind != "EndOfTurn" => {
                    return Err("it is said twice how long".to_string());
                }
                _ => {}
            }
            changes
        }
        None => {
            let less = tree.all("points").map(|points| points.words.len()).next().unwrap_or_default();
            format!("Plus(Cost, N(-{less}))")
        }
    };
    let changes = match kind {
        Some(kind) if changes.is_empty() => format!("AddSuper(\"{kind}\")"),
        Some(kind) => format!("AddSuper(\"{kind}\"), {changes}"),
        None => changes,
    };
    if until == "ActionPhase" {
        return Err("what lasts as long as the action phase".to_string());
    }
    Ok((changes, until))
}

fn next_one(tree: &Tree<'_>, occasion: &str, setting: &mut Setting<'_>) -> Done<String> {
    let mut desc = tree.get("desc").map(|desc| Desc::read(desc, setting)).transpose()?;
    let count = match tree.get("n") {
        Some(number) => say(number, setting)?,
        None => "1".to_string(),
    };
    let (changes, until) = given_next(tree, occasion, setting)?;
    if let (Some(desc), Some(post)) = (desc.as_mut(), tree.get("post")) {
        let own = say(post, setting)?;
        desc.filters.push(own);
    }
    if let (Some(desc), true) = (desc.as_mut(), tree.label == "next_play_arsenal") {
        desc.filters.push("PlayedFrom(Arsenal)".to_string());
    }
    if occasion == "Arcane" {
        let number = plus_of(tree, setting)?;
        let place = setting.give(format!(
            "Replacement((when: Damages(from: Is(This), to: Any, kind: Some(Arcane)), from: Anywhere, tier: Standard, instead: Amount(Plus, {number})))"
        ));
        return Ok(format!("Do(Next(Play, 1, Deals(Arcane, N(0)), [Ability({place})], {until}))"));
    }
    let described = desc.map(|desc| if occasion == "Attack" { desc.attack() } else { desc.filter() });
    let filter = described.unwrap_or_else(|| "Attack".to_string());
    Ok(match occasion {
        "Use" => {
            let keyword = if tree.label == "next_boost" { "Boost" } else { "RuneGate" };
            let filter = if tree.label == "next_boost" { "Any".to_string() } else { filter };
            let used = format!("Does(You, Use({keyword}), {filter})");
            let when = match until.as_str() {
                "EndOfTurn" => used,
                // The combat chain is the one on which the source has attacked.
                "CombatChain" if setting.of.attack => {
                    format!("While(Happened(Happens(Attack, Is(This)), Chain), {used})")
                }
                other => return Err(format!("an event that is waited for until `{other}`")),
            };
            format!("Delayed({when}, Do(Modify(Of(Event), [{changes}], EndOfTurn)))")
        }
        "Target" => {
            let target = say(tree.need("target_desc")?, setting)?;
            format!("Do(Next(Attack, 1, All([Attack, Against({target})]), [{changes}], {until}))")
        }
        "Own" => format!("Do(Next(Attack, 1, Is(This), [{changes}], {until}))"),
        _ => format!("Do(Next({occasion}, {count}, {filter}, [{changes}], {until}))"),
    })
}

fn plus_of(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    say(tree.need("n")?, setting)
}

fn each_attack(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    desc.filters.push("ControlledBy(You)".to_string());
    let (changes, until) = get(tree.need("get")?, setting)?;
    let until = match until {
        Some(until) => until,
        None if setting.waits => setting.until.to_string(),
        None => return Err("it is not said how long".to_string()),
    };
    Ok(format!("Do(ModifyAll({}, [{changes}], {until}))", desc.filter()))
}
