//! Players: whom a text speaks of.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{Group, Ref, Target};

use crate::setting::{Done, Setting};

/// Players that a text speaks of.
#[derive(Debug, Clone)]
pub struct Who {
    /// As a group.
    pub group: Group,
    /// As one, where it is one.
    pub one: Option<Ref>,
}

impl Who {
    fn of(one: Ref) -> Who {
        Who { group: Group::Of(one.clone()), one: Some(one) }
    }
}

/// Reads players.
///
/// # Errors
/// That they are not known.
pub fn player(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Who> {
    let controller = |one: Ref| Ref::Controller(Box::new(one));
    let who = match tree.label {
        "you" => return Ok(Who::of(Ref::You)),
        "target" | "target_opponent" => {
            let target = if tree.label == "target" { Target::Player } else { Target::Opponent };
            let place = setting.target(target)?;
            Who { group: Group::Targets(place), one: Some(Ref::Target(place)) }
        }
        "targets" => {
            let target = crate::objects::several(tree.need("howmany")?, Target::Player)?;
            let place = setting.target(target)?;
            Who { group: Group::Targets(place), one: None }
        }
        "each" | "players" => Who { group: Group::Players, one: None },
        "each_other" => {
            // Teammates are among them.
            let you = Box::new(Group::Of(Ref::You));
            Who { group: Group::Except(Box::new(Group::Players), you), one: None }
        }
        "each_opponent" => Who { group: Group::PlayersExcept(Ref::You), one: None },
        "opponents_of_that" => {
            let that = setting.that_player()?.one.ok_or("the opponents of several players")?;
            return Ok(Who { group: Group::PlayersExcept(that), one: None });
        }
        "opponent" => Who::of(Ref::Opponent),
        "that_walker" => return Ok(Who::of(of_walker(setting)?)),
        "that" => {
            let seen = setting.that_player()?;
            return Ok(Who { group: seen.group, one: seen.one });
        }
        "defending" => Who::of(defending(setting)),
        "active" => Who::of(Ref::Active),
        "enchanted" if setting.of.attached => Who::of(Ref::Attached),
        "controller" => Who::of(controller(setting.it()?.one.ok_or("its controller: of several")?)),
        "owner" => Who::of(Ref::Owner(Box::new(setting.it()?.one.ok_or("its owner: of several")?))),
        "controller_of" => Who::of(controller(possessor(tree.need("that")?, setting)?)),
        "owner_of" => Who::of(Ref::Owner(Box::new(possessor(tree.need("that")?, setting)?))),
        "controller_each" => {
            let one = crate::objects::thing(tree.need("things")?, setting)?
                .one
                .ok_or("the controllers of several")?;
            Who::of(controller(one))
        }
        _ => return Err(format!("`{}` is nobody whom the card language knows", tree.text())),
    };
    setting.mention_player(who.group.clone(), who.one.clone(), who.one.is_none());
    Ok(who)
}

/// The player who is the one target that may be a planeswalker, or who controls it.
pub fn of_walker(setting: &Setting<'_>) -> Done<Ref> {
    let walker = |target: &Target| {
        let one = if let Target::InMode(_, inner) = target { &**inner } else { target };
        *one == Target::PlayerOrPlaneswalker || *one == crate::objects::opponent_or_walker()
    };
    let mut all = (0u8..).zip(&setting.targets).filter(|(_, target)| walker(target)).map(|(place, _)| place);
    match (all.next(), all.next()) {
        (Some(place), None) => Ok(Ref::Controller(Box::new(Ref::Target(place)))),
        _ => Err("no target is a player or planeswalker, or several are".to_string()),
    }
}

/// Reads what something is of: `its`, `that creature's`.
pub fn possessor(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Ref> {
    let word = || -> Vec<String> {
        let words = tree.parts.iter().filter(|part| matches!(part.role, "typeword" | "possessed"));
        words.map(|word| crate::words::singular(word.text().to_lowercase().trim_end_matches("'s"))).collect()
    };
    let several = || format!("`{}` is of several things", tree.text());
    match tree.label {
        "its" => setting.it()?.one.ok_or_else(several),
        "this" => Ok(Ref::This),
        "that" => setting.that(&word(), false)?.one.ok_or_else(several),
        "sacrificed" | "discarded" | "exiled" | "revealed" => {
            let seen = setting.seen.iter().rev().find(|seen| seen.one == Some(Ref::Paid));
            seen.and_then(|seen| seen.one.clone())
                .ok_or_else(|| format!("`{}` refers to nothing that was paid", tree.text()))
        }
        "attached" => {
            if setting.of.attached {
                let attached = Group::Of(Ref::Attached);
                setting.mention(attached, Some(Ref::Attached), false, word());
                Ok(Ref::Attached)
            } else {
                Err(format!("`{}` refers to nothing", tree.text()))
            }
        }
        "target" => {
            let nouns = word();
            let target = crate::noun::Desc {
                filters: nouns
                    .iter()
                    .filter_map(|noun| crate::words::card_type(noun))
                    .map(duelog_magic::language::definition::Filter::Type)
                    .collect(),
                nouns: nouns.clone(),
                ..crate::noun::Desc::default()
            };
            if nouns != ["creature"] && nouns != ["permanent"] {
                return Err(format!("`{}` is a target of an unknown kind", tree.text()));
            }
            let place = setting.target(target.target()?)?;
            setting.mention(Group::Targets(place), Some(Ref::Target(place)), false, nouns);
            Ok(Ref::Target(place))
        }
        _ => Err(format!("`{}` is not sayable", tree.text())),
    }
}

/// Whose zone it is; nobody's where it is of all players.
pub fn whose(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Option<Ref>> {
    Ok(Some(match tree.label {
        "yours" => Ref::You,
        "his" => match &setting.actor {
            // Among several each has an own one, which the caller knows.
            Ref::You => setting.that_player()?.one.ok_or("the zones of several players")?,
            other => other.clone(),
        },
        "target" => {
            let target = if tree.says("opponent's") { Target::Opponent } else { Target::Player };
            let place = setting.target(target)?;
            setting.mention_player(Group::Targets(place), Some(Ref::Target(place)), false);
            Ref::Target(place)
        }
        "opponent" | "each_opponent" => Ref::Opponent,
        "each" => return Ok(None),
        "controller" => Ref::Controller(Box::new(setting.it()?.one.ok_or("its controller: of several")?)),
        "defending" => defending(setting),
        "its_owner" => Ref::Owner(Box::new(setting.it()?.one.ok_or("its owner: of several")?)),
        _ => return Err(format!("`{}` is nobody whom the card language knows", tree.text())),
    }))
}

/// The player whom the creature attacks that the text speaks of.
pub fn defending(setting: &Setting<'_>) -> Ref {
    let event = setting.seen.iter().any(|seen| seen.one == Some(Ref::Event));
    Ref::Defending(Box::new(if event { Ref::Event } else { Ref::This }))
}
