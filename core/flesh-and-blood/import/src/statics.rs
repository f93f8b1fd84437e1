//! Static and replacement abilities.

use duelog_import::grammar::Tree;

use crate::deeds::get;
use crate::noun::Desc;
use crate::say::say;
use crate::setting::{Done, Of, Setting, all};

/// The abilities of a wording.
///
/// # Errors
/// Why the card language cannot say it.
pub fn statics(tree: &Tree<'_>, of: &mut Of) -> Done<Vec<String>> {
    let mut setting = Setting::new(of);
    setting.lasting = true;
    setting.mention_one("This", vec!["card".to_string()]);
    match tree.label {
        "own" | "own_if" | "own_if_two" | "while_defends" | "while_defends_what" | "while_defends_if" => {
            own(tree, &mut setting)
        }
        "enters" | "enters_many" | "steam" | "steam_only" | "verse" => counters(tree, &mut setting),
        "go_banished" => Ok(vec![goes("Banished")]),
        "go_bottom" => Ok(vec![goes("DeckBottom")]),
        "static_get" | "static_if" => others(tree, &mut setting),
        "static_cost" | "static_cost_if" => costs(tree, &mut setting),
        "static_lose" | "static_cant" | "static_is" => {
            let group = group(tree.need("things")?, &mut setting)?;
            let changes = match tree.label {
                "static_lose" => "Lose(GoAgain), Rule(Restriction, GainGoAgain, Any)".to_string(),
                "static_cant" => "Rule(Restriction, GainGoAgain, Any)".to_string(),
                _ => format!("AddSuper(\"{}\")", say(tree.need("super")?, &mut setting)?),
            };
            Ok(vec![written(None, &group, "", &changes)])
        }
        "static_defended" | "static_attacking" => while_it(tree, &mut setting),
        "static_instant" => {
            let condition = say(tree.need("condition")?, &mut setting)?;
            let desc = tree.need("d")?;
            let desc = Desc::read(desc.need("desc")?, &mut setting)?;
            Ok(vec![written(Some(&condition), &desc.group()?, "", "Rule(Allowance, PlayAsInstant, Any)")])
        }
        "agents" => {
            let names: Vec<String> = setting.of.agents.iter().map(|name| format!("{name:?}")).collect();
            if names.is_empty() {
                return Err("the list has no Agent of Chaos".to_string());
            }
            Ok(vec![format!(
                "Triggered((when: Begins(End, You), condition: Some(Exists(Arena(All([Type(Hero), ControlledBy(OtherThan(You)), Marked])))), resolve: (effect: Some(Do(BecomeOne(You, [{}]))))))",
                names.join(", ")
            )])
        }
        "static_defend" => while_defending(tree, &mut setting),
        "while_defends_x" => {
            let (changes, _) = get(tree, &mut setting)?;
            let defends = (setting.of.stays).then_some("Matches(This, Defending)");
            let from = if setting.of.stays { "" } else { "Defending" };
            Ok(vec![written(defends, "Of(This)", from, &changes)])
        }
        "second_attack" => second_attack(tree, &mut setting),
        "nth_played" | "nth_attack" | "nth_loses" => nth(tree, &mut setting),
        "while_against" | "own_while_against" => against(tree, &mut setting),
        "look_top" => Ok(vec![
            "Static((affects: Of(HeroOf(You)), changes: [Rule(Allowance, LookAtTop, Any)]))".to_string(),
        ]),
        "static_play" | "static_play_if" => {
            let condition = tree.get("condition").map(|own| say(own, &mut setting)).transpose()?;
            let filter = say(tree.need("d")?, &mut setting)?;
            let zone = if tree.says("graveyard") { "Graveyard" } else { "Banished" };
            let group = format!("Zone({zone}, You, {filter})");
            Ok(vec![written(condition.as_deref(), &group, "", "Rule(Allowance, Play, Any)")])
        }
        other => Err(format!("`{}` is read as `{other}`, which has no meaning yet", tree.text())),
    }
}

/// Says what cards get as long as they defend.
fn while_defending(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    let own = "ControlledBy(You)".to_string();
    let yours = tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("your"));
    if yours && !desc.filters.contains(&own) {
        desc.filters.push(own);
    }
    let (changes, _) = get(tree.need("get")?, setting)?;
    desc.filters.push("Defending".to_string());
    Ok(vec![written(None, &format!("Arena({})", desc.own()), "", &changes)])
}

fn goes(to: &str) -> String {
    format!(
        "Replacement((when: Moves(Is(This), Anywhere, Zone(Graveyard)), from: Anywhere, tier: Standard, instead: Go({to})))"
    )
}

/// A static ability of the card itself, where it works.
fn written(condition: Option<&str>, affects: &str, from: &str, changes: &str) -> String {
    let condition = condition.map_or(String::new(), |own| format!("condition: Some({own}), "));
    let from = if from.is_empty() { String::new() } else { format!("from: {from}, ") };
    format!("Static(({condition}affects: {affects}, {from}changes: [{changes}]))")
}

/// A condition of a weapon: the cards that are pitched this way are pitched for its attack, and it speaks of that attack
/// alone, on the active chain link.
fn for_the_attack(condition: String) -> Done<String> {
    if !condition.contains("Pitched(") {
        return Ok(condition);
    }
    match condition.strip_prefix("Exists(Pitched(").and_then(|rest| rest.strip_suffix("))")) {
        Some(what) => Ok(format!("All([Matches(Attack, Is(This)), Exists(Pitched({what}, Some(Attack)))])")),
        None => Err(format!("a weapon for whose attack several cards are pitched: `{condition}`")),
    }
}

fn own(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let condition = tree.get("condition").map(|own| say(own, setting)).transpose()?;
    let condition = condition.map(|own| if setting.of.weapon { for_the_attack(own) } else { Ok(own) });
    let condition = condition.transpose()?;
    let (changes, until) = get(tree.need("get")?, setting)?;
    if until.is_some() {
        return Err(format!("`{}` lasts no longer than something", tree.text()));
    }
    let defense = changes.contains("Defense");
    let power = changes.contains("Power") || changes.contains("Gain(") || changes.contains("Ability(");
    let from = if defense && !setting.of.stays && !power { "Defending" } else { "" };
    let mut conditions: Vec<String> = condition.into_iter().collect();
    match tree.label {
        "while_defends" | "while_defends_if" if setting.of.stays => {
            conditions.insert(0, "Matches(This, Defending)".to_string());
        }
        "while_defends_what" => {
            let filter = say(tree.need("d")?, setting)?;
            conditions.insert(0, format!("Matches(AttackOf(This), {filter})"));
            conditions.insert(0, "Matches(This, Defending)".to_string());
        }
        "own_if_two" => return own_two(tree, &conditions, &changes, from, setting),
        _ => {}
    }
    if defense && power && !setting.of.stays {
        return Err("power and defense of one card at once".to_string());
    }
    let condition = crate::lines::both(&conditions);
    Ok(vec![written(condition.as_deref(), "Of(This)", from, &changes)])
}

/// One thing under one condition, and another in its stead under a second one.
fn own_two(
    tree: &Tree<'_>,
    conditions: &[String],
    changes: &str,
    from: &str,
    setting: &mut Setting<'_>,
) -> Done<Vec<String>> {
    let second = say(tree.need("second")?, setting)?;
    let (others, until) = get(tree.need("third")?, setting)?;
    if until.is_some() {
        return Err("it lasts no longer than something".to_string());
    }
    let mut first = conditions.to_vec();
    first.push(format!("Not({second})"));
    Ok(vec![
        written(Some(&all(&first)), "Of(This)", from, changes),
        written(Some(&second), "Of(This)", from, &others),
    ])
}

/// Counters with which it enters, and what they are for.
fn counters(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let counter = say(tree.need("counter")?, setting)?;
    let count = match tree.get("n") {
        Some(number) => say(number, setting)?,
        None => "N(1)".to_string(),
    };
    let enters = format!(
        "Replacement((when: Moves(Is(This), Anywhere, Arena), from: Anywhere, tier: Standard, instead: Enters(with: Some((\"{counter}\", {count})))))"
    );
    let mut made = Vec::new();
    if tree.label != "steam_only" {
        made.push(enters);
    }
    if tree.label == "verse" {
        made.push(format!(
            "Triggered((when: State(Not(Matches(This, Counter(\"{counter}\")))), resolve: (effect: Some(Do(Destroy(Of(This)))))))"
        ));
    }
    if let Some(time) = tree.get("t") {
        let time = say(time, setting)?;
        made.push(format!(
            "Triggered((when: Begins({time}, You), resolve: (effect: Some(MayElse(You, Do(RemoveCounters(\"{counter}\", N(1), Of(This))), Do(Destroy(Of(This))))))))"
        ));
    }
    Ok(made)
}

/// The attack that is the second of its player's turn.
fn second_attack(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let place: i64 = say(tree.need("n")?, setting)?.parse().map_err(|_| "no place".to_string())?;
    let (changes, _) = get(tree.need("get")?, setting)?;
    let times = "Times(Happens(Attack, ControlledBy(You)), Turn)";
    let condition = format!("All([AtLeast({times}, N({place})), Not(AtLeast({times}, N({})))])", place + 1);
    Ok(vec![written(Some(&condition), "Play(All([Is(Attack), ControlledBy(You)]))", "", &changes)])
}

/// The card that is played, or the attack, that is such a one of its player's turn by number.
fn nth(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let place: u32 = say(tree.need("n")?, setting)?.parse().map_err(|_| "no place".to_string())?;
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    let event = if tree.label == "nth_played" {
        let from: Vec<String> =
            std::mem::take(&mut desc.zones).into_iter().map(|zone| format!("PlayedFrom({zone})")).collect();
        desc.filters.extend(from);
        format!("Does(You, Play, {})", desc.own())
    } else {
        if !desc.filters.iter().any(|filter| filter == "Attack" || filter == "WeaponAttack") {
            return Err(format!("`{}` is no attack", tree.text()));
        }
        format!("Happens(Attack, {})", all(&[desc.own(), "ControlledBy(You)".to_string()]))
    };
    let changes = if tree.label == "nth_loses" {
        let keyword = say(tree.need("keyword")?, setting)?;
        format!("Lose({keyword}), {}", crate::deeds::denied(&keyword))
    } else {
        get(tree.need("get")?, setting)?.0
    };
    Ok(vec![written(None, &format!("Play(Nth({place}, {event}))"), "", &changes)])
}

/// Says what attacks get as long as they attack such a thing.
fn against(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let filter = match tree.get("desc") {
        Some(desc) => {
            let yours = tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("your"));
            let mut desc = Desc::read(desc, setting)?;
            if yours {
                desc.filters.push("ControlledBy(You)".to_string());
            }
            desc.filter()
        }
        None => "Is(This)".to_string(),
    };
    let (changes, _) = get(tree.need("get")?, setting)?;
    let target = say(tree.need("target_desc")?, setting)?;
    let group = format!("Play({})", all(&[filter, format!("Against({target})")]));
    Ok(vec![written(None, &group, "", &changes)])
}

/// Says what attacks get as long as they are defended by such a card, or what others get as long as they attack.
fn while_it(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let conditions: Vec<String> =
        tree.get("condition").map(|own| say(own, setting)).transpose()?.into_iter().collect();
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    if tree.says("your") && !desc.filters.iter().any(|own| own == "ControlledBy(You)") {
        desc.filters.push("ControlledBy(You)".to_string());
    }
    let (mut changes, _) = get(tree.need("get")?, setting)?;
    if tree.label == "static_defended" {
        if !desc.is_attack() {
            return Err("what is no attack is defended".to_string());
        }
        // Each attack has cards of its own that defend it, on an earlier chain link too.
        let by = say(tree.need("a_desc")?, setting)?;
        let number = crate::steps::only_number(&changes);
        let (stat, number) = number.ok_or("what is defended gets more than a number")?;
        changes = format!("Plus({stat}, If(Exists(DefendersOf(It, {by})), {number}, N(0)))");
    } else {
        desc.filters.push("Attacking".to_string());
    }
    let condition = crate::lines::both(&conditions);
    Ok(vec![written(condition.as_deref(), &format!("Play({})", desc.own()), "", &changes)])
}

/// Says what others get.
fn others(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let condition = tree.get("condition").map(|own| say(own, setting)).transpose()?;
    let group = group(tree.need("things")?, setting)?;
    let (changes, until) = get(tree.need("get")?, setting)?;
    if until.is_some() {
        return Err(format!("`{}` lasts no longer than something", tree.text()));
    }
    Ok(vec![written(condition.as_deref(), &group, "", &changes)])
}

/// Says what a static ability affects.
fn group(things: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    Ok(match things.label {
        "all" => {
            let mut desc = Desc::read(things.need("desc")?, setting)?;
            let yours = things.words.iter().take(2).any(|word| word.eq_ignore_ascii_case("your"));
            if yours {
                desc.filters.push("ControlledBy(You)".to_string());
            }
            if desc.is_nowhere() { format!("Everything({})", desc.filter()) } else { desc.group()? }
        }
        label if crate::say::is_meaning(label) => say(things, setting)?,
        _ => return Err(format!("`{}` is not a group of things", things.text())),
    })
}

fn costs(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let condition = tree.get("condition").map(|own| say(own, setting)).transpose()?;
    let own = tree.need("d")?;
    let mut desc = Desc::read(own.need("desc")?, setting)?;
    let less = say(tree.need("n")?, setting)?;
    let words: Vec<String> = tree.words.iter().map(|word| word.to_lowercase()).collect();
    let costs = words.iter().rposition(|word| word == "cost" || word == "costs").unwrap_or_default();
    let yours = own.says("your") || words.get(costs + 1).is_some_and(|word| word == "you");
    let said = desc.filters.iter().any(|filter| filter.contains("By(You)"));
    if yours && !said {
        let owner = if desc.is_attack() { "ControlledBy(You)" } else { "OwnedBy(You)" };
        desc.filters.push(owner.to_string());
    } else if !said {
        return Err("what costs less for everybody".to_string());
    }
    // The cost of a weapon's attack is known before there is an attack: it is said of the weapon too.
    for filter in &mut desc.filters {
        if filter == "Attack" || filter == "WeaponAttack" {
            *filter = format!("Either([{filter}, Type(Weapon)])");
        }
    }
    let group = format!("Everything({})", desc.filter());
    Ok(vec![written(condition.as_deref(), &group, "", &format!("Plus(Cost, N(-{less}))"))])
}
