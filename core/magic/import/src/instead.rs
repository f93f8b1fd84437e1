//! Sentences about what was said before them, what happens in place of something else, and what is done for each player.

use duelog_import::grammar::Tree;
use duelog_kernel::scope::Node;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Ability, Alternative, Change, Condition, Cost, CostDeed, Destination, Effect, Filter, Group, Number,
    Recipient, Ref, Target, Until, Verb, When, ZoneKind,
};
use duelog_magic::language::types::CardType;

use crate::noun::Desc;
use crate::setting::{Done, Setting, sequence};

/// The creatures that the spell has dealt damage.
pub fn hit() -> Group {
    let damages = When::Damages {
        from: Filter::Any,
        to: Recipient::default(),
        combat: None,
        prevented: false,
        sum: false,
    };
    let hit = Filter::Suffered { event: Box::new(damages), by: Some(Ref::This) };
    Group::All(Filter::All(vec![Filter::Type(CardType::Creature), hit]))
}

/// Reads such a sentence; whether it is one.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn said(
    tree: &Tree<'_>,
    setting: &mut Setting<'_>,
    before: &mut [Effect],
    own: &mut Vec<Effect>,
) -> Done<bool> {
    match tree.label {
        "countered_to" => {
            let to = match tree.get("countered_place").map(|place| place.label) {
                None => Destination::Exile,
                Some("hand") => Destination::Hand,
                Some("top") => Destination::LibraryTop,
                _ => Destination::LibraryBottom,
            };
            if !before.last_mut().is_some_and(|step| counter_to(step, to)) {
                return Err("no spell is countered".to_string());
            }
        }
        "dies_exiled" => {
            let named = crate::objects::kind_of(tree.need("things")?);
            if !matches!(named.label, "it" | "them" | "that" | "those" | "that_or") {
                return Err(format!("`{}` would die", named.text()));
            }
            let things = crate::objects::thing(tree.need("things")?, setting)?;
            own.push(setting.verb(Verb::DieTo(things.group, Destination::Exile)));
        }
        "hit_exiled" if setting.of.spell => {
            own.push(setting.verb(Verb::DieTo(hit(), Destination::Exile)));
        }
        "gains_flashback" => {
            let group = match tree.get("things") {
                Some(own) => crate::objects::thing(own, setting)?.group,
                None => Desc::read(tree.need("desc")?, setting)?.group()?,
            };
            let way = Alternative {
                cost: vec![Cost::OwnMana],
                zone: ZoneKind::Graveyard,
                then: Some(Destination::Exile),
                ..Alternative::none()
            };
            let gain = Change::GainAbility(Box::new(Ability::Alternative(way)));
            own.push(setting.verb(Verb::Modify(group, vec![gain], Until::EndOfTurn)));
        }
        "steps_may" => {
            own.extend(crate::deeds::steps(tree.need("steps")?, setting)?);
            let more = crate::deeds::steps(tree.need("more")?, setting)?;
            own.push(crate::sentences::may(Ref::You, sequence(more)));
        }
        "then_may" => {
            let more = crate::deeds::steps(tree.need("steps")?, setting)?;
            own.push(crate::sentences::may(Ref::You, sequence(more)));
        }
        "cast_free_hand" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() || desc.zone.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            let spell = crate::setting::not(Filter::Type(CardType::Land));
            let among = Group::Hand(Ref::You, crate::setting::all(vec![desc.filter(), spell]));
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1 }));
            let cast = setting.verb(Verb::PlayFree(Ref::Last, None));
            own.push(Script::If(Condition::CanPlayFree(Ref::Last), Box::new(cast)));
        }
        "cast_free_that" => {
            let card = setting.that(&["card".to_string()], false)?;
            let each = |one: Ref| {
                Script::If(
                    Condition::CanPlayFree(one.clone()),
                    Box::new(Script::May(Ref::You, Box::new(Script::Do(Verb::PlayFree(one, None))))),
                )
            };
            own.push(match card.one {
                Some(one) => each(one),
                None => Script::Each(card.group, Box::new(each(Ref::It))),
            });
            setting.verbs += 1;
        }
        "new_targets" => {
            let things = crate::objects::thing(tree.need("things")?, setting)?;
            if !matches!(things.group, Group::Targets(_)) {
                return Err(format!("`{}`", tree.text()));
            }
            own.push(setting.verb(Verb::Retarget(Ref::You, things.group)));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The spell that is countered goes somewhere else; whether one is.
fn counter_to(step: &mut Effect, to: Destination) -> bool {
    match step {
        Script::Do(verb) => match verb {
            Verb::Counter(group) => {
                *verb = Verb::CounterTo(group.clone(), to);
                true
            }
            _ => false,
        },
        Script::Seq(steps) => steps.last_mut().is_some_and(|step| counter_to(step, to)),
        Script::If(_, step) => counter_to(step, to),
        Script::Pay(_, _, first, other) if **first == Script::Seq(Vec::new()) => counter_to(other, to),
        _ => false,
    }
}

/// Keeps a group whose control changes, where more is done to it: it would be another group by then.
pub fn kept_as_taken(all: Vec<Effect>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let taken = |step: &Effect| match step {
        Script::Do(Verb::Modify(group @ Group::All(_), changes, _)) => {
            changes.iter().any(|change| matches!(change, Change::Control(_))).then(|| group.clone())
        }
        _ => None,
    };
    let told = |step: &Effect| Node::of(step).tree().to_string();
    let Some((place, group)) = all.iter().enumerate().find_map(|(at, step)| Some((at, taken(step)?))) else {
        return Ok(all);
    };
    let own = Node::of(&group).tree().to_string();
    let changes = ["ControlledBy(", "Compare("].iter().any(|word| own.contains(word));
    let (before, after) = all.split_at(place);
    if !changes || !after.iter().skip(1).any(|step| told(step).contains(&own)) {
        return Ok(all);
    }
    if after.iter().any(|step| told(step).contains("Note(")) {
        return Err("more is kept after control of several things has changed".to_string());
    }
    let mut steps = before.to_vec();
    let kept = Group::Noted(setting.note(group.clone(), &mut steps));
    for step in after {
        steps.push(crate::sentences::in_place_of(&group, &kept, step)?);
    }
    Ok(steps)
}

/// A permanent that may be returned for nothing else is not a cost: whoever controls it by then, it goes back to its owner's
/// hand.
pub fn returned(effect: Effect) -> Effect {
    let within = |inner: Box<Effect>| Box::new(returned(*inner));
    match effect {
        Script::Pay(who, costs, then, other)
            if matches!(&costs[..], [Cost::Deed(CostDeed::Return, _, Group::Of(Ref::This))])
                && [&then, &other].into_iter().all(|own| **own == Script::Seq(Vec::new())) =>
        {
            Script::May(who, Box::new(Script::Do(Verb::Move(Group::Of(Ref::This), Destination::Hand))))
        }
        Script::Seq(steps) => Script::Seq(steps.into_iter().map(returned).collect()),
        Script::If(held, then) => Script::If(held, within(then)),
        Script::IfElse(held, then, other) => Script::IfElse(held, within(then), within(other)),
        other => other,
    }
}

/// A number of your own things is counted before somebody else is asked to pay for it: in a cost, `You` is who pays.
pub fn counted_before(effect: Effect, setting: &mut Setting<'_>) -> Done<Effect> {
    let is_yours = |cost: &Cost| {
        let told = Node::of(cost).tree().to_string();
        matches!(cost, Cost::Generic(_))
            && told.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "You")
    };
    Ok(match effect {
        Script::Pay(who, costs, then, other) if who != Ref::You && costs.iter().any(is_yours) => {
            let [Cost::Generic(number)] = &costs[..] else {
                return Err("what is yours is one of several costs of somebody else".to_string());
            };
            if setting.kept > 0 {
                return Err("what is yours is counted after something else".to_string());
            }
            setting.kept += 1;
            let cost = Cost::Generic(Number::Kept(0));
            Script::Seq(vec![Script::Let(number.clone()), Script::Pay(who, vec![cost], then, other)])
        }
        Script::Seq(steps) => {
            let steps: Done<Vec<Effect>> =
                steps.into_iter().map(|step| counted_before(step, setting)).collect();
            crate::setting::sequence(steps?)
        }
        other => other,
    })
}

/// Reads the deeds that are done to one target for each of several players.
pub fn for_each_player(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let before = setting.targets.len();
    setting.each = Some(crate::noun::of_each(tree.need("who")?).into_iter().collect());
    let done = crate::deeds::steps(tree.need("steps")?, setting);
    setting.each = None;
    match &setting.targets[before..] {
        [Target::ForEachPlayer(..)] => done,
        _ => done.and_then(|_| Err("there is not one target for each player".to_string())),
    }
}
