//! Reads what is done, by whom and to what.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::Recipient;
use duelog_magic::language::definition::{
    Action, Change, Deed, Destination, Destruction, Doubled, Effect, Filter, Group, Number, Ref, Ruling,
    Shield, Until, Verb, Written,
};

use crate::amounts::{amount, counted, number, times};
use crate::changes::{Said, changes, sizes, until};
use crate::damage::{damage, it_deals};
use crate::looking::choose_from;
use crate::noun::counter;
use crate::objects::{Thing, thing};
use crate::player_deeds::player_deed;
use crate::players::player;

use crate::setting::{Done, Setting, sequence};

use crate::words;

/// Reads what stands between two full stops, one thing after the other.
pub fn steps(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    match tree.get("amount") {
        Some(own) => with_x(tree, own, setting),
        None => each_step(tree, setting),
    }
}

/// The steps in their order. A duration behind the last thing is said of those before it too.
fn each_step(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let mut all = Vec::new();
    let mut open = Vec::new();
    setting.subject = None;
    setting.object = None;
    for step in tree.all("step") {
        let start = all.len();
        whole_step(step, setting, &mut all)?;
        setting.object = done_to(step, setting);
        let deed = step.get("object_deed").or_else(|| step.get("player_deed")).or_else(|| step.get("deed"));
        match deed.map(|deed| deed.get("until")) {
            Some(None) if never_regenerates(&mut all) => {}
            Some(None) => open.push(start..all.len()),
            Some(Some(own)) => {
                let until = until(own)?;
                for place in open.drain(..).flatten() {
                    if let Script::Do(Verb::Modify(_, _, lasts @ Until::Forever)) = &mut all[place] {
                        *lasts = until;
                    }
                }
            }
            None => {}
        }
    }
    Ok(all)
}

/// `Destroy it and it can't be regenerated`: returns whether that is what the last two steps say, which are one then.
fn never_regenerates(all: &mut Vec<Effect>) -> bool {
    let rule = [Change::Rule(Ruling::Forbid, Deed::Regenerate, Filter::Any)];
    let [.., Script::Do(Verb::Destroy(group, how)), Script::Do(Verb::Modify(same, changes, Until::Forever))] =
        &mut all[..]
    else {
        return false;
    };
    if group != same || changes[..] != rule {
        return false;
    }
    *how = Destruction::ForGood;
    all.pop();
    true
}

/// The one thing to which a step says that something is done.
fn done_to(tree: &Tree<'_>, setting: &Setting<'_>) -> Option<Thing> {
    let named = crate::objects::kind_of(tree.get("deed")?.get("things")?);
    let that = matches!(named.label, "that" | "target" | "attached");
    let seen = setting.seen.iter().rev().find(|seen| !seen.player && !seen.many).filter(|_| that)?;
    let one = seen.one.clone().filter(|one| *one != Ref::This && *one != Ref::Last)?;
    Some(Thing { group: Group::Of(one.clone()), one: Some(one), players: false })
}

/// A step, with what is chosen for it before it.
pub fn whole_step(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let start = all.len();
    step_of(tree, setting, all)?;
    chosen_first(start, setting, all)
}

/// Puts choices before the steps from a place on.
pub fn chosen_first(start: usize, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    match setting.first.pop() {
        None => Ok(()),
        Some(_) if !setting.first.is_empty() => Err("two choices for one thing".to_string()),
        Some(choice) => {
            all.insert(start, choice);
            Ok(())
        }
    }
}

/// Says what stands for X until all that is spoken of before it is known.
const X_PLACE: u8 = 251;

/// Steps with an X that is told behind them.
pub fn with_x(tree: &Tree<'_>, amount: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    use duelog_kernel::ron_text::{Fault, value};
    use duelog_kernel::scope::Node;
    let outer = setting.x.replace(Number::Kept(X_PLACE));
    let from = setting.targets.len();
    let mut all = each_step(tree, setting)?;
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

pub fn step_of(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    match tree.label {
        "player" => {
            let who = player(tree.need("player")?, setting)?;
            setting.actors = who.group.clone();
            // Among several each is at hand in turn.
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
            if !other && setting.several_act() {
                // `Target players each lose 2 life and sacrifice a creature`: it is said of the same players.
                setting.actor = Ref::It;
            } else if !other {
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
            let named = crate::objects::kind_of(tree.need("things")?).label;
            let deed = tree.need("object_deed")?;
            // Behind a condition that speaks of the spell, `it` is the spell.
            let own = setting.of.spell && setting.own == Some(setting.sentence) && named == "it";
            if own && deed.label == "deals" {
                return damage(deed.need("damage")?, None, setting, all);
            }
            let things = match (setting.object.take(), named) {
                // `It` is what something has just been done to.
                (Some(object), "it") if setting.it().is_err() => object,
                _ => thing(tree.need("things")?, setting)?,
            };
            // The thing that has just been chosen is the last thing only until something else is done.
            setting.subject = Some(things.clone()).filter(|things| things.group != Group::Last);
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
        "again" => {
            let things = setting.subject.clone().ok_or("it is not said of what")?;
            object_deed(tree.need("object_deed")?, &things, setting, all)
        }
        "deed" => deed(tree.need("deed")?, setting, all),
        _ => Err(format!("`{}` is not understood", tree.text())),
    }
}

/// The one that something fights. It is never itself: `that creature` is the one that was spoken of before.
fn fought(tree: &Tree<'_>, own: &Thing, setting: &mut Setting<'_>) -> Done<Ref> {
    let told = crate::objects::kind_of(tree).label == "that";
    let place = setting.seen.iter().position(|seen| told && seen.one == own.one);
    let own = place.map(|place| setting.seen.remove(place));
    let other = thing(tree, setting);
    setting.seen.extend(own);
    other?.one.ok_or_else(|| "several things fight".to_string())
}

/// `You may have it …`.
pub fn have(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let mut all = Vec::new();
    let things = thing(tree.need("things")?, setting)?;
    object_deed(tree.need("object_deed_bare")?, &things, setting, &mut all)?;
    chosen_first(0, setting, &mut all)?;
    Ok(all)
}

/// A number of cards, or an amount of life.
pub fn quantity(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
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

/// Where it goes, and how it is spoken of from then on.
pub fn moved(things: Thing, to: Destination, setting: &mut Setting<'_>, all: &mut Vec<Effect>) {
    let Thing { group, .. } = things;
    for seen in setting.seen.iter_mut().filter(|seen| seen.group == group && !seen.player) {
        // Wherever it goes, it is spoken of as a card from then on too.
        seen.nouns.push("card".to_string());
    }
    let chosen = group == Group::Last;
    // Things that are looked for where they were are spoken of as those that have been moved.
    let found = !matches!(
        group,
        Group::Last | Group::Of(_) | Group::Targets(_) | Group::Linked | Group::Noted(_) | Group::Together(_)
    );
    let named =
        found.then(|| setting.seen.iter().position(|seen| seen.group == group && !seen.player)).flatten();
    all.push(setting.verb(Verb::Move(group, to)));
    if let Some(place) = named {
        let seen = setting.seen.remove(place);
        setting.keep_last(!seen.many, seen.nouns, all);
        return;
    }
    // Here, what was chosen last is what was moved last.
    let last = setting.seen.iter().position(|seen| seen.group == Group::Last);
    if let Some(place) = last.filter(|_| chosen) {
        let seen = setting.seen.remove(place);
        setting.keep_last(!seen.many, seen.nouns, all);
    }
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn deed(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
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
    let things = |setting: &mut Setting<'_>| -> Done<Thing> {
        let things = thing(tree.need("things")?, setting)?;
        if things.players {
            return Err(format!("`{}` of players", tree.text()));
        }
        Ok(things)
    };
    let verb = match tree.label {
        "destroy" => Verb::Destroy(things(setting)?.group, Destruction::Plain),
        "exile" => {
            let things = things(setting)?;
            moved(things, Destination::Exile, setting, all);
            return Ok(());
        }
        "exile_until_leaves" => {
            let things = things(setting)?;
            let held =
                duelog_magic::language::definition::Condition::Exists(Group::All(Filter::Is(Ref::This)));
            // It returns to where it was: what has been chosen in a hand to that hand (610.3).
            let in_hand = things.group == Group::Last && setting.in_hand == Some(setting.verbs);
            let back = if in_hand { Destination::Hand } else { Destination::BattlefieldOwner };
            let exile = setting.verb(Verb::Move(things.group, Destination::Exile));
            let back = setting.verb(Verb::ReturnWhenGone(Group::Last, back));
            all.push(Script::If(held, Box::new(sequence(vec![exile, back]))));
            return Ok(());
        }
        "tap" => Verb::Tap(things(setting)?.group),
        "untap" => Verb::Untap(things(setting)?.group),
        "tap_or_untap" => {
            let group = things(setting)?.group;
            let tap = setting.verb(Verb::Tap(group.clone()));
            let untap = setting.verb(Verb::Untap(group));
            all.push(Script::Choose(Ref::You, vec![tap, untap]));
            return Ok(());
        }
        "counter" => {
            let things = things(setting)?;
            Verb::Counter(things.group)
        }
        "to_hand" => {
            let things = things(setting)?;
            let owner = things.one.clone().filter(|_| tree.says("owner's"));
            moved(things, Destination::Hand, setting, all);
            if let Some(one) = owner {
                let owner = Ref::Owner(Box::new(one));
                setting.mention_player(Group::Of(owner.clone()), Some(owner), false);
            }
            return Ok(());
        }
        "change_target" => {
            let what = things(setting)?.group;
            if !matches!(what, Group::Targets(_)) || !tree.text().to_lowercase().contains("a single target") {
                return Err(format!("`{}`", tree.text()));
            }
            let how = duelog_magic::language::definition::Changing::All;
            Verb::ChangeTargets { who: Ref::You, what, how, to: None, among: None }
        }
        "support" => {
            let Number::N(count) = number(tree.need("number")?, setting)? else {
                return Err(format!("`{}`", tree.text()));
            };
            let count = u32::try_from(count).map_err(|_| "a number below 0")?;
            let other =
                if setting.of.spell { Filter::Any } else { crate::setting::not(Filter::Is(Ref::This)) };
            let creature = duelog_magic::language::definition::Target::Creature(other);
            let several = duelog_magic::language::definition::Target::Several(0, count, Box::new(creature));
            Verb::Action(Action::Support(setting.target(several)?))
        }
        "to_top" | "to_bottom" | "to_graveyard" => {
            let to = match tree.label {
                "to_top" => Destination::LibraryTop,
                "to_bottom" => Destination::LibraryBottom,
                _ => Destination::Graveyard,
            };
            let things = things(setting)?;
            moved(things, to, setting, all);
            return Ok(());
        }
        "to_second" => {
            let things = things(setting)?;
            moved(things, Destination::LibraryBelow(1), setting, all);
            return Ok(());
        }
        "to_battlefield" => {
            let tapped = tree.has("tapped");
            let owner = tree.get("under").is_some_and(|under| under.label != "yours");
            let things = things(setting)?;
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
        "to_battlefield_attached" => {
            let owner = tree.get("under").is_some_and(|under| under.label != "yours");
            let what = things(setting)?.group;
            let host = thing(tree.need("host")?, setting)?.one.ok_or("it is attached to several things")?;
            // The card has become another object on the battlefield.
            let card = |seen: &crate::setting::Seen| seen.nouns.iter().any(|noun| noun == "card");
            if setting.seen.iter().any(|seen| seen.one.as_ref() == Some(&host) && card(seen)) {
                return Err("it is attached to what has changed zones".to_string());
            }
            let under = owner.then(|| Ref::Owner(Box::new(Ref::It)));
            let Verb::Put { what, tapped, under, with, changes, fights, transformed, face_down, .. } =
                put(what, false, under)
            else {
                return Err(format!("`{}`", tree.text()));
            };
            Verb::Put {
                what,
                tapped,
                under,
                with,
                changes,
                fights,
                attached: Some(host),
                transformed,
                face_down,
            }
        }
        "put_two" => {
            for (kind, on) in [("one_kind", "a"), ("other_kind", "b")] {
                let kind = counter(tree.need(kind)?, setting)?;
                let group = thing(tree.need(on)?, setting)?.group;
                all.push(setting.verb(Verb::PutCounters(kind, Number::N(1), group)));
            }
            return Ok(());
        }
        "put_counter" | "put_counters" | "put_equal" | "put_each" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let before = match (tree.label, tree.get("number")) {
                ("put_counters", Some(own)) => number(own, setting)?,
                _ => Number::N(1),
            };
            let group = things(setting)?.group;
            let count = match tree.label {
                "put_equal" => amount(tree.need("amount")?, setting)?,
                "put_each" => counted(tree.need("counted")?, setting)?,
                _ => before,
            };
            Verb::PutCounters(kind, count, group)
        }
        "remove_one" | "remove_up_to" => {
            let count = tree.get("number").map(|own| number(own, setting)).transpose()?;
            let one = things(setting)?.one.ok_or("counters of several things")?;
            let removes = setting.verb(Verb::RemoveOne(Ref::You, one));
            all.push(match count {
                Some(count) => Script::Repeat(count, Box::new(Script::May(Ref::You, Box::new(removes)))),
                None => removes,
            });
            return Ok(());
        }
        "remove_counter" | "remove_counters" | "remove_all" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let count = match (tree.label, tree.get("number")) {
                (_, Some(own)) => Some(number(own, setting)?),
                ("remove_all", _) => None,
                _ => Some(Number::N(1)),
            };
            let things = things(setting)?;
            let count = match (count, &things.one) {
                (Some(count), _) => count,
                (None, Some(one)) => Number::Counters(kind, one.clone()),
                (None, None) => return Err("all counters of several things".to_string()),
            };
            Verb::RemoveCounters(kind, count, things.group)
        }
        "regenerate" => Verb::Regenerate(things(setting)?.group),
        "copy_spell" => {
            let group = match tree.get("things") {
                Some(_) => things(setting)?.group,
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
        "transform" => Verb::Transform(things(setting)?.group),
        "flip" => Verb::Flip(things(setting)?.group),
        "attach_it" if setting.it()?.one == Some(Ref::This) => {
            Verb::Attach(Ref::This, things(setting)?.one.ok_or("it is attached to several things")?)
        }
        "attach" => Verb::Attach(Ref::This, things(setting)?.one.ok_or("it is attached to several things")?),
        "fight" => {
            let one = thing(tree.need("a")?, setting)?.one.ok_or("several things fight")?;
            let other = thing(tree.need("b")?, setting)?.one.ok_or("several things fight")?;
            Verb::Action(Action::Fight(one, other))
        }
        "remove_combat" => Verb::RemoveFromCombat(things(setting)?.group),
        "detain" => Verb::Action(Action::Detain(things(setting)?.group)),
        "goad" => Verb::Action(Action::Goad(things(setting)?.group)),
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
        "prevent_you" => {
            let who = player(tree.need("player")?, setting)?.group;
            let combat = tree.get("combat").map(|own| own.says("combat"));
            if combat == Some(false) {
                return Err(format!("`{}`", tree.text()));
            }
            let combat = combat.unwrap_or_default();
            Verb::Shield(Shield { to: Some(who), combat, ..shield(Recipient::Anything) })
        }
        "prevent_combat_by" => {
            let things = thing(tree.need("things")?, setting)?;
            let both = tree.text().to_lowercase().contains("to and dealt by");
            let plain = Shield { combat: true, ..shield(Recipient::Anything) };
            if both {
                let to = Some(things.group.clone());
                all.push(setting.verb(Verb::Shield(Shield { to, ..plain.clone() })));
            }
            match (things.one, things.group) {
                (Some(one), _) => Verb::Shield(Shield { source: Some(one), ..plain }),
                // Whatever is such when it would deal damage (615.9).
                (None, Group::All(filter)) if !both => Verb::Shield(Shield { from: Some(filter), ..plain }),
                _ => return Err(format!("`{}`: several things", tree.text())),
            }
        }
        "double_counters" => {
            let kind = counter(tree.need("kind")?, setting)?;
            Verb::Action(Action::Double(things(setting)?.group, Doubled::Counters(Some(kind))))
        }
        "exchange_control" => {
            use duelog_magic::language::definition::Exchange;
            let one = thing(tree.need("a")?, setting)?.one.ok_or("several things are exchanged")?;
            let other = thing(tree.need("b")?, setting)?.one.ok_or("several things are exchanged")?;
            Verb::Action(Action::Exchange(Exchange::Control(one, other)))
        }
        "to_battlefield_with" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let count = tree.get("number").map_or(Ok(Number::N(1)), |own| number(own, setting))?;
            let owner = tree.get("under").is_some_and(|under| under.label != "yours");
            let what = things(setting)?.group;
            let under = owner.then(|| Ref::Owner(Box::new(Ref::It)));
            let Verb::Put { what, tapped, under, changes, fights, attached, transformed, face_down, .. } =
                put(what, false, under)
            else {
                return Err(format!("`{}`", tree.text()));
            };
            let with = Some((kind, count));
            Verb::Put { what, tapped, under, with, changes, fights, attached, transformed, face_down }
        }
        "distribute" => {
            let count = number(tree.need("number")?, setting)?;
            let kind = counter(tree.need("kind")?, setting)?;
            crate::damage::divided(count.clone(), tree.need("split")?, setting)?;
            let own = setting.verb(Verb::PutCounters(kind, Number::Share, Group::Of(Ref::It)));
            all.push(Script::Each(Group::Targets(0), Box::new(own)));
            return Ok(());
        }
        "prevent_next" => {
            let count = number(tree.need("number")?, setting)?;
            let group = crate::damage::recipients(tree.need("damaged")?, setting)?;
            Verb::Shield(Shield { to: Some(group), amount: Some(count), ..shield(Recipient::Anything) })
        }
        "prevent_all" => match tree.get("things") {
            Some(own) => match thing(own, setting)?.group {
                // Whatever is such when it would be dealt damage (611.2c).
                Group::All(filter) => Verb::Shield(shield(Recipient::Objects(filter))),
                group => Verb::Shield(Shield { to: Some(group), ..shield(Recipient::Anything) }),
            },
            None => Verb::Shield(shield(Recipient::Anything)),
        },
        "prevent_all_by" => {
            let source = thing(tree.need("things")?, setting)?.one.ok_or("damage from several things")?;
            let from = crate::looking::source_chosen(setting);
            Verb::Shield(Shield { source: Some(source), from, ..shield(Recipient::Anything) })
        }
        "gains_control" => {
            let who = player(tree.need("player")?, setting)?.one.ok_or("several players gain control")?;
            let group = things(setting)?.group;
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

pub fn put(what: Group, tapped: bool, under: Option<Ref>) -> Verb {
    Verb::Put {
        what,
        tapped,
        under,
        with: None,
        changes: Vec::new(),
        fights: None,
        attached: None,
        transformed: false,
        face_down: false,
    }
}

pub fn shield(whoever: Recipient) -> Shield {
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

/// Reads what things do, or what becomes of them.
pub fn object_deed(
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
            let chosen = duelog_magic::language::definition::Feature::Chosen(
                duelog_magic::language::definition::Trait::CreatureType,
            );
            if list.iter().any(|own| matches!(own, Change::Set(own) | Change::Add(own) if *own == chosen)) {
                let kind = duelog_magic::language::definition::Trait::CreatureType;
                all.push(setting.verb(Verb::ChooseWord(setting.actor.clone(), kind)));
            }
            let gives = list.iter().any(|change| matches!(change, Change::GainAbility(..)));
            if gives
                && until == Until::Forever
                && group == Group::Last
                && (tree.says("has") || tree.says("have"))
            {
                // A token has it from the beginning, and its copies too (111.3): it is not given to it afterwards.
                return Err("what a token has, in a sentence of its own".to_string());
            }
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
            let list = for_each(tree.need("changes")?, &each, setting)?;
            Verb::Modify(group, list, duration(tree, tree.need("changes")?)?)
        }
        "deals" | "deal" => {
            let from = things.one.clone().ok_or("several things deal damage")?;
            return damage(tree.need("damage")?, Some(from).filter(|from| *from != Ref::This), setting, all);
        }
        "fights" | "fight" => Verb::Action(Action::Fight(
            things.one.clone().ok_or("several things fight")?,
            fought(tree.need("things")?, things, setting)?,
        )),
        "explores" => Verb::Action(Action::Explore(things.one.clone().ok_or("several things explore")?)),
        "phases" => Verb::Phase { out: Some(group), back: None },
        // An effect on all such things reaches those that come later, too (611.2c).
        "stay_tapped" if tree.says("your") && matches!(group, Group::All(_)) => {
            Verb::MissUntapStep(group, Ref::You)
        }
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
pub fn duration(tree: &Tree<'_>, changes: &Tree<'_>) -> Done<Until> {
    match tree.get("until") {
        Some(own) => until(own),
        None if changes.all("change").any(|change| {
            matches!(
                change.label,
                "no_combat_damage"
                    | "must_block_this"
                    | "cant_block_this"
                    | "cant_be_blocked_except"
                    | "must_attack_now"
                    | "must_block_now"
                    | "must_be_blocked"
                    | "all_block"
                    | "could_attack"
            ) && change.says("turn")
        }) =>
        {
            Ok(Until::EndOfTurn)
        }
        None => Ok(Until::Forever),
    }
}

/// Changes of size for each of something.
pub fn for_each(tree: &Tree<'_>, each: &Number, setting: &mut Setting<'_>) -> Done<Vec<Change<Written>>> {
    let list: Vec<&Tree<'_>> = tree.all("change").collect();
    let [own] = list[..] else {
        return Err(format!("`{}`: it is not said what is for each", tree.text()));
    };
    match own.label {
        "size" | "size_more" => {
            let (power, toughness) = sizes(&own.need("size")?.text(), Some(each), setting)?;
            Ok(vec![Change::Size(power, toughness)])
        }
        _ => Err(format!("`{}` for each of something", own.text())),
    }
}
