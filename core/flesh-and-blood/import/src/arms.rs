//! Says what wordings mean whose meaning does not stand in the grammar: words, references, conditions.

use duelog_import::grammar::Tree;

use crate::noun::{Desc, plain, that, things};
use crate::say::say;
use crate::setting::{Done, Setting, all};
use crate::words;

/// Says what a tree means by the name of its wording.
pub fn arm(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    if let Some(own) = word(tree) {
        return own;
    }
    if let Some(own) = reference(tree, setting) {
        return own;
    }
    if let Some(own) = condition(tree, setting) {
        return own;
    }
    crate::deeds::deed(tree, setting)
}

fn unknown(tree: &Tree<'_>) -> String {
    format!("`{}` is not known", tree.text())
}

/// Words that say something by themselves.
fn word(tree: &Tree<'_>) -> Option<Done<String>> {
    let text = tree.text().to_lowercase();
    Some(match tree.label {
        "color" => words::color(&text).map(|color| format!("{color:?}")).ok_or_else(|| unknown(tree)),
        "super" => words::supertype(&text).map(|own| own.name().to_string()).ok_or_else(|| unknown(tree)),
        "sub" => words::subtype(&text).map(|own| own.name().to_string()).ok_or_else(|| unknown(tree)),
        "keyword" => words::keyword_named(&text).ok_or_else(|| unknown(tree)),
        "counter" => words::counter(&text).map(str::to_string).ok_or_else(|| unknown(tree)),
        "name" => Ok(named(&tree.text())),
        "titled" => Ok(titled(&tree.text())),
        "number" => words::number(&text).map(|own| format!("N({own})")).ok_or_else(|| unknown(tree)),
        "digits" => words::number(&text).map(|own| own.to_string()).ok_or_else(|| unknown(tree)),
        "one_more" => words::number(&text).map(|own| format!("N({})", own + 1)).ok_or_else(|| unknown(tree)),
        "points" => Ok(format!("N({})", tree.words.len())),
        "point_digits" => Ok(tree.words.len().to_string()),
        "noun" => Ok(text),
        _ => return None,
    })
}

/// Names that some prints misspell, with the right one.
const MISPRINTS: [(&str, &str); 1] = [("Siesmic Surge", "Seismic Surge")];

/// A name as cards have it: in the singular, and with signs close to their words.
pub fn named(text: &str) -> String {
    let text = text.replace(" ,", ",").replace(" :", ":");
    let known = |name: &str| {
        let file = duelog_kernel::definition::file_name(name);
        duelog_flesh_and_blood::cards::FILES.get(&file).is_some()
    };
    if let Some(single) = text.strip_suffix('e').filter(|single| known(single)) {
        return single.to_string();
    }
    match text.strip_suffix('s') {
        Some(single) if known(single) && !known(&text) => single.to_string(),
        _ => {
            MISPRINTS.iter().find(|(printed, _)| text == *printed).map_or(text, |(_, name)| name.to_string())
        }
    }
}

fn titled(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Says what is spoken of: players, heroes and things.
fn reference(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Option<Done<String>> {
    Some(match tree.label {
        "named" | "token_named" => {
            tree.need("name").and_then(|name| say(name, setting)).map(|name| format!("Named(\"{name}\")"))
        }
        "keyworded" => {
            tree.need("keyword").and_then(|own| say(own, setting)).map(|own| format!("Keyword({own})"))
        }
        "their" => setting.they(),
        "target_hero" => Ok(target(setting, "Hero").1),
        "target_opposing" => Ok(target(setting, "OpposingHero").1),
        "target_group" => Ok(target(setting, "Hero").0),
        "target_group_opposing" => Ok(target(setting, "OpposingHero").0),
        "target_moniker" => tree
            .need("name")
            .and_then(|name| say(name, setting))
            .map(|name| target(setting, &format!("Object(All([Type(Hero), Moniker(\"{name}\")]))")).0),
        "living" | "living_opposing" => living(tree.label == "living_opposing", setting),
        "them_hero" => setting.hero().map(|hero| hero.group),
        "them_one" => setting.hero().map(|hero| hero.one.unwrap_or_default()),
        "it" | "it_word" => setting.it().map(|it| it.one.unwrap_or_default()),
        "that" => that(tree, setting).map(|seen| seen.one.unwrap_or_default()),
        "things" => tree.need("things").and_then(|own| say(own, setting)),
        "two_targets" | "it_group" | "that_group" | "them_group" | "each_them" | "target" | "targets"
        | "tops" | "all" | "random" | "randoms" | "one" | "one_other" | "up_to" | "any_number"
        | "one_or_more" | "many" => things(tree, setting),
        "desc" | "desc_list" => Desc::read(tree, setting).map(|desc| desc.filter()),
        "filter" | "a_desc" => filter(tree, setting).map(|desc| attacking(desc.filter())),
        "filter_another" | "filter_other" => {
            let another = setting.another();
            filter(tree, setting).map(|desc| all(&[desc.filter(), another]))
        }
        "either_filter" => either_filter(tree, setting),
        "all_plain" => group(tree, setting, None),
        "all_yours" => group(tree, setting, Some("ControlledBy(You)")),
        "x" => setting.x.clone().ok_or_else(|| "X is not said anywhere".to_string()),
        _ => return None,
    })
}

fn target(setting: &mut Setting<'_>, target: &str) -> (String, String) {
    let place = setting.target(target.to_string());
    setting.mention_hero(&format!("Target({place})"));
    (format!("Targets({place})"), format!("Controller(Target({place}))"))
}

fn living(opposing: bool, setting: &mut Setting<'_>) -> Done<String> {
    let text = if opposing { "Object(All([Living, ControlledBy(OtherThan(You))]))" } else { "Living" };
    let place = setting.target(text.to_string());
    setting.mention_hero(&format!("Target({place})"));
    Ok(format!("Targets({place})"))
}

/// A deed with a weapon is done with it as an attack or a weapon, and not as a card alone.
fn attacking(filter: String) -> String {
    let plain = filter.replace("Type(Weapon), Card", "Type(Weapon)");
    plain.replace("All([Type(Weapon)])", "Type(Weapon)")
}

/// The description in a wording.
pub fn filter(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Desc> {
    match tree.get("desc") {
        Some(desc) => Desc::read(desc, setting),
        None => Err(format!("`{}` describes nothing", tree.text())),
    }
}

fn either_filter(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let one = Desc::read(tree.need("one")?, setting)?.filter();
    let other = Desc::read(tree.need("other")?, setting)?.filter();
    Ok(format!("Either([{one}, {other}])"))
}

fn group(tree: &Tree<'_>, setting: &mut Setting<'_>, more: Option<&str>) -> Done<String> {
    let mut desc = filter(tree, setting)?;
    if let Some(more) = more {
        desc.filters.push(more.to_string());
    }
    if tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("other")) {
        desc.filters.push("Not(Is(This))".to_string());
    }
    desc.group()
}

fn condition(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Option<Done<String>> {
    Some(match tree.label {
        "exactly" => exactly(tree, setting),
        "exists_other" => tree.need("things").and_then(|own| {
            let mut desc = filter(own, setting)?;
            if own.label == "all_yours" {
                desc.filters.push("ControlledBy(You)".to_string());
            }
            desc.filters.push("Not(Is(This))".to_string());
            Ok(format!("Exists({})", desc.group()?))
        }),
        "exactly_life" => tree.need("number").and_then(|own| say(own, setting)).and_then(|number| {
            let more = plain(&number)? + 1;
            let life = "Of(Life, HeroOf(You))";
            Ok(format!("All([AtLeast({life}, {number}), Not(AtLeast({life}, N({more})))])"))
        }),
        "raised" => setting.it().map(|it| raised(&it.one.unwrap_or_default(), 1)),
        "raised_twice" => setting.it().map(|it| raised(&it.one.unwrap_or_default(), 2)),
        // A card without fusion speaks of the one that it waits for, which is not known here.
        "fused" if setting.of.fusions.is_empty() && tree.text().to_lowercase().starts_with("it") => {
            Err("that another card is fused".to_string())
        }
        "fused" => tree.need("it").and_then(|it| say(it, setting)).map(|it| fused(setting, &it)),
        "boosted" => {
            setting.it().map(|it| format!("Matches({}, Did(Use(Boost)))", it.one.unwrap_or_default()))
        }
        "scrapped" if setting.of.keywords == ["Scrap"] && setting.of.optional == 0 => {
            Ok("Paid(0)".to_string())
        }
        "scrapped" => Ok("Matches(This, Did(Use(Scrap)))".to_string()),
        "paid_has" => tree.need("has").and_then(|has| say(has, setting)).and_then(|has| paid(&has, setting)),
        "paid_desc" => filter(tree, setting).and_then(|desc| paid(&desc.own(), setting)),
        "ordinal_play" | "ordinal_attack" | "ordinal_crank" => ordinal(tree, setting),
        "was_paid" => match setting.of.paid {
            Some(place) => Ok(format!("Paid({place})")),
            None => Err("no cost is spoken of".to_string()),
        },
        "last_attack_desc" => filter(tree, setting).map(|desc| format!("LastAttack({})", desc.attack())),
        "counters_least" | "counters_any" => Err("how many counters something has".to_string()),
        "own_name" => Ok(setting.of.name.clone()),
        "fused_deals" => setting.hero().map(|hero| {
            let hero = hero.one.unwrap_or_default();
            format!(
                "All([{}, AtLeast(LastAmount, N(1)), Matches({hero}, Type(Hero))])",
                fused(setting, "This")
            )
        }),
        "defends_raised" => {
            setting.mention_one("This", vec!["card".to_string()]);
            setting.conditions.push(raised("EventOther", 1));
            Ok("Happens(Defend, Is(This))".to_string())
        }
        // An activated ability is a layer without a name: its source has the name (1.6).
        "activates" => tree.need("d").and_then(|own| say(own, setting)).map(|filter| {
            setting.mention_one("Event", crate::say::nouns_of(tree));
            if filter.contains("Named(") || filter.contains("NameHas(") {
                setting.conditions.push(format!("Matches(SourceOf(Event), {filter})"));
                return "Does(You, Activate, Any)".to_string();
            }
            format!("Does(You, Activate, {filter})")
        }),
        "two_together" => Err("what defends together with two others".to_string()),
        "two_events" => two_events(tree, setting),
        _ => return None,
    })
}

/// That the power of something is greater than its base, or than a multiple of that.
fn raised(it: &str, times: u8) -> String {
    let base = format!("Of(BasePower, {it})");
    let base = if times == 1 { base } else { format!("Product({times}, {base})") };
    format!("Not(AtLeast({base}, Of(Power, {it})))")
}

/// Says what a cost was paid with, or what the last action was done with.
fn paid(filter: &str, setting: &Setting<'_>) -> Done<String> {
    let pays = setting.of.pays_card || setting.of.keywords.iter().any(|own| own == "Scrap");
    match (setting.verbs, pays) {
        (0, true) => Ok(format!("Paid({filter})")),
        (0, false) => Err("nothing has been done that is spoken of".to_string()),
        _ => Ok(format!("LastThat({filter})")),
    }
}

/// Which of the events of a turn it is (6.6.1b).
fn ordinal(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    setting.ordinal = Some(say(tree.need("n")?, setting)?);
    let filter = tree.get("d").map(|own| say(own, setting)).transpose()?;
    if tree.label != "ordinal_crank" {
        setting.mention_one("Event", vec!["attack".to_string(), "card".to_string()]);
    }
    Ok(match (tree.label, filter) {
        ("ordinal_play", Some(filter)) => format!("Does(You, Play, {filter})"),
        ("ordinal_attack", _) => "Happens(Attack, ControlledBy(You))".to_string(),
        _ => "Does(You, Use(Crank), Any)".to_string(),
    })
}

/// A card without fusion speaks of another one.
fn fused(setting: &Setting<'_>, it: &str) -> String {
    if setting.of.fusions.is_empty() {
        format!("Matches({it}, Did(Use(Fusion)))")
    } else {
        "Paid(0)".to_string()
    }
}

fn exactly(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let number = say(tree.need("number")?, setting)?;
    let group = say(tree.need("things")?, setting)?;
    let more = plain(&number)? + 1;
    Ok(format!("All([AtLeast(Count({group}), {number}), Not(AtLeast(Count({group}), N({more})))])"))
}

fn two_events(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let one = say(tree.need("one")?, setting)?;
    let other = say(tree.need("other")?, setting)?;
    if !setting.conditions.is_empty() {
        return Err("one of two events has a condition".to_string());
    }
    Ok(format!("Any([{one}, {other}])"))
}
