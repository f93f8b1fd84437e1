//! Things: which objects a text speaks of.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{Filter, Group, Number, Ref, Target, Verb, ZoneKind};

use crate::noun::Desc;
use crate::setting::{Done, Setting, either, not, nouns};
use crate::words;

/// Things that a text speaks of.
#[derive(Debug, Clone)]
pub struct Thing {
    /// As a group.
    pub group: Group,
    /// As one, where it is one.
    pub one: Option<Ref>,
    /// True if players may be among them.
    pub players: bool,
}

impl Thing {
    fn of(one: Ref) -> Thing {
        Thing { group: Group::Of(one.clone()), one: Some(one), players: false }
    }

    fn group(group: Group) -> Thing {
        Thing { group, one: None, players: false }
    }
}

/// How many targets: least and greatest; nothing stands for X.
fn howmany(tree: &Tree<'_>) -> Done<Option<(u32, u32)>> {
    let given = |tree: &Tree<'_>| -> Done<Option<u32>> {
        let own = tree.need("number")?;
        match own.label {
            "n" => {
                let number = words::number(&own.text().to_lowercase()).ok_or("no number")?;
                Ok(Some(u32::try_from(number).map_err(|_| "a number below 0")?))
            }
            "x" => Ok(None),
            _ => Err(format!("`{}` targets", own.text())),
        }
    };
    Ok(match tree.label {
        "up_to" => Some((0, given(tree)?.ok_or("up to X targets")?)),
        "exactly" => given(tree)?.map(|count| (count, count)),
        "any_number" => Some((0, 1000)),
        "one_or_two" => Some((1, 2)),
        _ => Some((1, 3)),
    })
}

/// Several targets of a kind.
pub fn several(count: &Tree<'_>, target: Target) -> Done<Target> {
    Ok(match howmany(count)? {
        Some((1, 1)) => target,
        Some((least, most)) => Target::Several(least, most, Box::new(target)),
        None => Target::XOf(Box::new(target)),
    })
}

/// One target of a kind for each player, or one at most.
fn for_each_player(count: Option<&Tree<'_>>, target: Target) -> Done<Target> {
    let least = match count.map(howmany).transpose()? {
        None => 1,
        Some(Some((0, 1))) => 0,
        Some(_) => return Err("several targets for each player".to_string()),
    };
    Ok(Target::ForEachPlayer(least, Box::new(target)))
}

/// `another` before a target: other than the source, or than a target before it where the source is a spell.
fn another(tree: &Tree<'_>, desc: &mut Desc, setting: &Setting<'_>) -> Done<Option<u8>> {
    if !tree.has("other") {
        return Ok(None);
    }
    if setting.targets.is_empty() && !setting.of.spell {
        if desc.is_card() && setting.seen.iter().any(|seen| seen.one == Some(Ref::Event)) {
            return Err(format!("`{}` can be other than the card or than that of the event", tree.text()));
        }
        // A permanent that has left is another object in the graveyard (400.7).
        let graveyard = desc.zone == Some(ZoneKind::Graveyard);
        let this = if setting.left && graveyard { Ref::Became(Box::new(Ref::This)) } else { Ref::This };
        desc.filters.push(not(Filter::Is(this)));
        return Ok(None);
    }
    let last = setting.targets.len().checked_sub(1).and_then(|last| u8::try_from(last).ok());
    if let Some(last) = last {
        // A target before it in the same sentence is what it is other than.
        let just = |seen: &crate::setting::Seen| {
            seen.group == Group::Targets(last) && !seen.player && seen.sentence == setting.sentence
        };
        if setting.seen.iter().any(just) {
            return Ok(Some(last));
        }
    }
    match setting.targets.len() {
        1 if setting.of.spell && setting.mode.is_none() => Ok(Some(0)),
        _ => Err(format!("`{}` can be other than one thing or another", tree.text())),
    }
}

/// The tree of one kind of things.
pub fn kind_of<'t, 'g>(tree: &'t Tree<'g>) -> &'t Tree<'g> {
    if tree.label == "one" { tree.get("one").unwrap_or(tree) } else { tree }
}

/// Reads things that a text speaks of.
///
/// # Errors
/// That they are not known, or that the card language has no word for them.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn thing(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Thing> {
    match tree.label {
        "one" => thing(tree.need("one")?, setting),
        "any" | "player_or_walker" | "any_other" | "opponent_or_walker" => {
            let target = match (tree.label, setting.targets.len()) {
                ("any", _) => Target::Any,
                ("any_other", 1) => Target::Another(0, Box::new(Target::Any)),
                ("opponent_or_walker", _) => opponent_or_walker(),
                ("any_other", _) => return Err("any other target than one of several".to_string()),
                _ => Target::PlayerOrPlaneswalker,
            };
            let place = setting.target(target)?;
            let nouns = vec!["creature".to_string(), "permanent".to_string(), "planeswalker".to_string()];
            setting.mention(Group::Targets(place), Some(Ref::Target(place)), false, nouns);
            Ok(Thing { players: true, ..Thing::target(place, false) })
        }
        // A spell is never spoken of by other words.
        "this" if setting.of.spell => Ok(Thing::of(Ref::This)),
        "this" => {
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
            Ok(Thing::of(Ref::This))
        }
        "attached" => {
            if !setting.of.attached {
                return Err(format!("`{}` refers to nothing", tree.text()));
            }
            setting.mention(Group::Of(Ref::Attached), Some(Ref::Attached), false, nouns(tree.need("noun")?));
            Ok(Thing::of(Ref::Attached))
        }
        "target" | "target_of" | "each_target" => {
            if tree.need("desc")?.all("post").any(|post| post.label == "choice") {
                return Err("another player chooses the target".to_string());
            }
            let mut desc = Desc::of_target(tree.need("desc")?, setting)?;
            let other = another(tree, &mut desc, setting)?;
            let mut target = desc.target()?;
            if let Some(other) = other {
                target = Target::Another(other, Box::new(target));
            }
            let many = match tree.get("howmany") {
                count if desc.each => {
                    target = for_each_player(count, target)?;
                    true
                }
                Some(count) => {
                    target = several(count, target)?;
                    matches!(target, Target::Several(..) | Target::XOf(_))
                }
                None => false,
            };
            // `up to one target` is spoken of as one.
            let one_at_most = matches!(target, Target::Several(0, 1, _));
            let place = setting.target(target)?;
            let several = many && !one_at_most;
            // `An opponent` who controls it or whose card it is.
            let target = || Box::new(Ref::Target(place));
            if !desc.each && desc.whose == Some(Ref::Opponent) {
                let owner = Ref::Owner(target());
                setting.mention_player(Group::Of(owner.clone()), Some(owner), false);
            } else if !desc.each && desc.filters.contains(&Filter::ControlledBy(Ref::Opponent)) {
                let controller = Ref::Controller(target());
                setting.mention_player(Group::Of(controller.clone()), Some(controller), false);
            }
            setting.mention(
                Group::Targets(place),
                (!several).then_some(Ref::Target(place)),
                several,
                desc.nouns,
            );
            Ok(Thing::target(place, several))
        }
        "target_any" => {
            let target = several(tree.need("howmany")?, Target::Any)?;
            let place = setting.target(target)?;
            Ok(Thing { players: true, ..Thing::target(place, true) })
        }
        "itself" => match setting.dealer.clone() {
            Some(one) => Ok(Thing::of(one)),
            None => seen(&setting.it()?),
        },
        "it" => again(setting.it()?, setting),
        "them" | "each_them" => again(setting.them()?, setting),
        "that_or" => again(setting.that(&nouns(tree), false)?, setting),
        "the_controlled" => controlled(tree, setting),
        "ability" | "spell_or_ability" => {
            let place = setting.target(on_stack(tree)?)?;
            let nouns = vec!["ability".to_string(), "spell".to_string()];
            setting.mention(Group::Targets(place), Some(Ref::Target(place)), false, nouns);
            Ok(Thing::target(place, false))
        }
        "this_grave" => {
            setting.zone = Some(ZoneKind::Graveyard);
            setting.mention(
                Group::Of(Ref::This),
                Some(Ref::This),
                false,
                vec!["~".to_string(), "card".to_string()],
            );
            Ok(Thing::of(Ref::This))
        }
        // Here, what another ability of the same card has exiled (607.2a).
        "that_of" if tree.says("exiled") && !exiled_here(tree, setting)? => {
            setting.of.linked = true;
            setting.mention(Group::Linked, None, false, vec!["card".to_string()]);
            Ok(Thing::group(Group::Linked))
        }
        "those_of" if setting.that(&nouns(tree.need("noun")?), true).is_err() => {
            setting.of.linked = true;
            setting.mention(Group::Linked, None, true, vec!["card".to_string()]);
            Ok(Thing::group(Group::Linked))
        }
        "those_of" => seen(&setting.that(&nouns(tree.need("noun")?), true)?),
        "that_of" if tree.says("sacrificed") && setting.of.paid.is_some() => Ok(Thing::of(Ref::Paid)),
        "that" | "that_of" => again(setting.that(&nouns(tree.need("noun")?), false)?, setting),
        "those" | "each_those" => again(setting.that(&nouns(tree.need("noun")?), true)?, setting),
        "top" | "tops" => {
            let who = crate::players::whose(tree.need("whose")?, setting)?
                .ok_or("the top cards of all libraries")?;
            let number = match tree.get("number") {
                Some(own) => crate::amounts::number(own, setting)?,
                None => Number::N(1),
            };
            if number == Number::N(1) {
                return Ok(Thing::group(Group::LibraryTop(who, Filter::Any)));
            }
            Ok(Thing::group(Group::Top(who, number)))
        }
        "all" | "each" | "plural" | "all_other" => {
            let mut desc = Desc::read(tree.need("desc")?, setting)?;
            if tree.has("other") || tree.label == "all_other" {
                desc.filters.push(not(desc.other_than(setting)?));
            }
            let group = desc.group()?;
            setting.mention(group.clone(), None, true, desc.nouns);
            Ok(Thing::group(group))
        }
        "hand_all" | "graveyard_all" | "zone_all" => {
            let who = crate::players::whose(tree.need("whose")?, setting)?;
            let hand = tree.label == "hand_all" || tree.says("hand");
            Ok(Thing::group(match (who, hand) {
                _ if tree.says("library") => return Err("all cards of a library".to_string()),
                (Some(who), true) => Group::Hand(who, Filter::Any),
                (Some(who), false) => Group::Graveyard(who, Filter::Any),
                (None, false) => Group::Graveyards(Filter::Any),
                (None, true) => return Err("the hands of all players".to_string()),
            }))
        }
        "graveyards_all" => Ok(Thing::group(Group::Graveyards(Filter::Any))),
        "chosen" | "chosen_many" | "up_to" | "any_number" => chosen(tree, setting),
        "both" => {
            let mut desc = Desc::read(tree.need("desc")?, setting)?;
            let own = desc.group()?;
            desc.filters.push(Filter::Any);
            Ok(Thing::group(Group::Together(vec![Group::Of(Ref::This), own])))
        }
        "group" => {
            if let [first, second] = &tree.all("part").collect::<Vec<_>>()[..]
                && let Some(both) = alike(first, second, setting)?
            {
                return Ok(both);
            }
            let parts: Vec<Thing> = tree.all("part").map(|part| thing(part, setting)).collect::<Done<_>>()?;
            let players = parts.iter().any(|part| part.players);
            let groups: Vec<Group> = parts.into_iter().map(|part| part.group).collect();
            let all = together(groups.clone());
            // `Them` are all of these.
            let part = |seen: &crate::setting::Seen| !seen.player && groups.contains(&seen.group);
            let named =
                setting.seen.iter().filter(|seen| part(seen)).flat_map(|seen| seen.nouns.clone()).collect();
            setting.seen.retain(|seen| !seen.many || !part(seen));
            setting.mention(all.clone(), None, true, named);
            Ok(Thing { group: all, one: None, players })
        }
        _ => Err(format!("`{}` is not sayable", tree.text())),
    }
}

/// All of several groups; each thing once, also where two of them have it.
pub fn together(groups: Vec<Group>) -> Group {
    let all = |group: &Group| match group {
        Group::All(filter) => Some(filter.clone()),
        _ => None,
    };
    match groups.iter().map(all).collect() {
        Some(filters) => Group::All(either(filters)),
        None => Group::Together(groups),
    }
}

/// `Each creature and planeswalker your opponents control`: what stands behind the second is said of both.
pub fn alike(first: &Tree<'_>, second: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Option<Thing>> {
    let (first, second) = (kind_of(first), kind_of(second));
    let bare = |tree: &Tree<'_>| tree.get("desc").is_some_and(|desc| !desc.has("post"));
    if !matches!(first.label, "each" | "all") || second.label != "plural" || !bare(first) || bare(second) {
        return Ok(None);
    }
    let mut one = Desc::read(first.need("desc")?, setting)?;
    for post in second.need("desc")?.all("post") {
        one.post(post, setting)?;
    }
    let mut other = Desc::read(second.need("desc")?, setting)?;
    if first.has("other") {
        let this = not(other.other_than(setting)?);
        one.filters.push(this.clone());
        other.filters.push(this);
    }
    let group = together(vec![one.group()?, other.group()?]);
    setting.mention(group.clone(), None, true, one.nouns.into_iter().chain(other.nouns).collect());
    Ok(Some(Thing::group(group)))
}

/// An opponent or a planeswalker as a target.
pub fn opponent_or_walker() -> Target {
    let walker = Filter::Type(duelog_magic::language::types::CardType::Planeswalker);
    Target::OneOf(vec![Target::Opponent, Target::Permanent(walker)])
}

/// Returns whether `the exiled card` is one that this very ability has exiled.
fn exiled_here(tree: &Tree<'_>, setting: &Setting<'_>) -> Done<bool> {
    let one = setting.that(&nouns(tree.need("noun")?), false);
    // The object of the event has been exiled by nothing yet.
    Ok(one.is_ok_and(|seen| !matches!(seen.one, Some(Ref::Event | Ref::This | Ref::Attached))))
}

/// Reads what `other` things are other than: the source; in a spell what has been spoken of.
pub fn other_than(setting: &Setting<'_>) -> Done<Filter> {
    if !setting.of.spell {
        let attached = setting
            .seen
            .iter()
            .any(|seen| seen.one == Some(Ref::Attached) && seen.sentence == setting.sentence);
        if setting.seen.iter().any(|seen| seen.one == Some(Ref::EventOther)) {
            return Err("`other` can be other than either of two things".to_string());
        }
        return Ok(Filter::Is(if attached { Ref::Attached } else { Ref::This }));
    }
    let one = setting.it()?.one.ok_or("`other` than several things")?;
    Ok(Filter::Is(one))
}

/// Something that has been spoken of, and is spoken of again.
fn again(known: crate::setting::Seen, setting: &mut Setting<'_>) -> Done<Thing> {
    setting.again(&known.group);
    seen(&known)
}

/// The target that is described by who controls it.
fn controlled(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Thing> {
    let yours = Filter::ControlledBy(Ref::You);
    let wanted = if tree.says("don't") {
        vec![not(yours)]
    } else if tree.says("opponent") {
        vec![Filter::ControlledBy(Ref::Opponent)]
    } else {
        vec![yours]
    };
    let fits = |filter: &Filter| match filter {
        Filter::All(all) => all.iter().any(|own| wanted.contains(own)),
        own => wanted.contains(own),
    };
    let target = |target: &Target| match target {
        Target::Creature(filter) => fits(filter),
        Target::Several(0, 1, inner) => matches!(&**inner, Target::Creature(filter) if fits(filter)),
        _ => false,
    };
    let mut all = (0u8..).zip(&setting.targets).filter(|(_, own)| target(own)).map(|(place, _)| place);
    match (all.next(), all.next()) {
        (Some(place), None) => Ok(Thing::target(place, false)),
        _ => Err(format!("`{}` is none of the targets, or several", tree.text())),
    }
}

/// An ability, or a spell or ability, as a target.
fn on_stack(tree: &Tree<'_>) -> Done<Target> {
    let mut filters = Vec::new();
    for own in tree.all("stack_post") {
        filters.push(match own.label {
            "not_yours" => not(Filter::ControlledBy(Ref::You)),
            "opponents" => Filter::ControlledBy(Ref::Opponent),
            "yours" => Filter::ControlledBy(Ref::You),
            "single" => single_target(),
            _ => return Err(format!("`{}` of an ability", own.text())),
        });
    }
    let such = crate::setting::all(filters);
    Ok(match tree.label {
        "ability" => Target::Ability(such),
        _ => Target::OneOf(vec![Target::Spell(such.clone()), Target::Ability(such)]),
    })
}

/// That it has one target (114.9c).
pub fn single_target() -> Filter {
    use duelog_magic::language::definition::{Measure, Than};
    Filter::Compare(Measure::Targets, Than::Exactly, Number::N(1))
}

fn seen(seen: &crate::setting::Seen) -> Done<Thing> {
    Ok(Thing { group: seen.group.clone(), one: seen.one.clone(), players: false })
}

/// Reads what the player chooses as it resolves.
fn chosen(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Thing> {
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    if tree.says("another") && tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("another"))
        || tree.words.iter().take(4).any(|word| word.eq_ignore_ascii_case("other"))
    {
        desc.filters.push(not(desc.other_than(setting)?));
    }
    let count = match tree.get("number") {
        Some(own) if own.label == "n" => words::number(&own.text().to_lowercase())
            .and_then(|count| u32::try_from(count).ok())
            .ok_or("no number")?,
        Some(own) => return Err(format!("`{}` things are chosen", own.text())),
        None => 1,
    };
    let (least, most) = match tree.label {
        "any_number" => (0, 1000),
        "up_to" => (0, count),
        _ => (count, count),
    };
    let among = desc.group()?;
    // A source can be a spell (609.7a).
    let source = desc.nouns.iter().any(|noun| noun == "source");
    let choose = match (source, least, most) {
        (true, 1, 1) => Verb::ChooseSource(setting.actor.clone(), desc.filter()),
        (true, ..) => return Err("several sources are chosen".to_string()),
        _ => Verb::Choose { who: setting.actor.clone(), among, least, most },
    };
    let step = setting.verb(choose);
    setting.first.push(step);
    let one = (tree.label == "chosen").then_some(Ref::Last);
    setting.mention(Group::Last, one.clone(), one.is_none(), desc.nouns);
    let verbs = setting.verbs;
    if let Some(seen) = setting.seen.last_mut() {
        seen.by_verb = Some(verbs);
    }
    Ok(Thing { group: Group::Last, one, players: false })
}

impl Thing {
    fn target(place: u8, many: bool) -> Thing {
        Thing { group: Group::Targets(place), one: (!many).then_some(Ref::Target(place)), players: false }
    }
}
