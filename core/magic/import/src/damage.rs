//! Damage: how much, to whom, from what.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{Effect, Group, Number, Ref, Verb};

use crate::amounts::{amount, counted, number, times};

use crate::noun::Desc;
use crate::objects::{kind_of, thing, together};
use crate::players::player;

use crate::setting::{Done, Seen, Setting};

/// Who deals damage where it is said that `it` does.
pub fn it_deals(setting: &Setting<'_>) -> Done<Option<Ref>> {
    if setting.of.spell && setting.own == Some(setting.sentence) {
        return Ok(None);
    }
    let objects = setting.seen.iter().any(|seen| !seen.player && !seen.many);
    // An instant or sorcery where nothing but itself has been spoken of.
    if setting.of.spell && !objects { Ok(None) } else { Ok(setting.it()?.one) }
}

/// Damage: how much, to whom.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn damage(
    tree: &Tree<'_>,
    from: Option<Ref>,
    setting: &mut Setting<'_>,
    all: &mut Vec<Effect>,
) -> Done<()> {
    setting.dealer =
        Some(from.clone().unwrap_or(Ref::This)).filter(|one| !setting.of.spell || *one != Ref::This);
    let deal = |amount: Number, to: Group| Verb::Damage {
        amount,
        to,
        from: from.clone(),
        certain: false,
        also: Vec::new(),
    };
    match tree.label {
        "number" | "amount" | "equal_to" | "twice" => {
            let count = match tree.label {
                "number" => number(tree.need("number")?, setting)?,
                "amount" => setting.that_much()?,
                "twice" => times(2, setting.that_much()?),
                _ => amount(tree.need("amount")?, setting)?,
            };
            let to = recipients(tree.need("damaged")?, setting)?;
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
            let mut hits = Vec::new();
            for (count, whom) in [("first", "one"), ("second", "other")] {
                let count = number(tree.need(count)?, setting)?;
                hits.push((count, recipients(tree.need(whom)?, setting)?));
            }
            // Both are dealt at the same time (119.2b).
            let also = hits.split_off(1);
            for (amount, to) in hits {
                let verb =
                    Verb::Damage { amount, to, from: from.clone(), certain: false, also: also.clone() };
                all.push(setting.verb(verb));
            }
        }
        "divided" => {
            let count = number(tree.need("number")?, setting)?;
            divided(count, tree.need("split")?, setting)?;
            let own = setting.verb(deal(Number::Share, Group::Of(Ref::It)));
            all.push(Script::Each(Group::Targets(0), Box::new(own)));
        }
        _ => return Err(format!("the damage `{}`", tree.text())),
    }
    setting.amounts();
    setting.dealer = None;
    Ok(())
}

/// Says what is divided among the first targets.
pub fn divided(count: Number, split: &Tree<'_>, setting: &mut Setting<'_>) -> Done<()> {
    if !setting.targets.is_empty() || setting.mode.is_some() {
        return Err("something is divided among other targets than the first".to_string());
    }
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
    Ok(())
}

/// The attacking creature that the event is about.
fn attacker(setting: &Setting<'_>) -> Ref {
    let event = setting.seen.iter().any(|seen| seen.one == Some(Ref::Event));
    if event { Ref::Event } else { Ref::This }
}

/// To whom damage is dealt.
pub fn recipients(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Group> {
    let mut groups = Vec::new();
    if let [first, second] = &tree.all("damaged_one").collect::<Vec<_>>()[..]
        && let (Some(first), Some(second)) = (first.get("things"), second.get("things"))
        && let Some(both) = crate::objects::alike(first, second, setting)?
    {
        return Ok(both.group);
    }
    for own in tree.all("damaged_one") {
        groups.push(match own.label {
            "player" => player(own.need("player")?, setting)?.group,
            "attacked" => Group::Of(Ref::Attacked(Box::new(attacker(setting)))),
            _ => damaged(own.need("things")?, setting)?,
        });
    }
    Ok(if groups.len() == 1 { groups.remove(0) } else { together(groups) })
}

/// The things that damage is dealt to: `it` is never what deals it, as that is itself.
fn damaged(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Group> {
    if kind_of(tree).label != "it" {
        return Ok(thing(tree, setting)?.group);
    }
    let dealer = setting.dealer.clone();
    let dealing = |seen: &mut Seen| seen.one.is_some() && seen.one == dealer;
    let own: Vec<Seen> = setting.seen.extract_if(.., dealing).collect();
    let found = thing(tree, setting);
    setting.seen.splice(0..0, own);
    Ok(found?.group)
}
