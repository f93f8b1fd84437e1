//! Reads what triggered abilities wait for, and what they know of it.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{
    Becoming, Condition, Deed, Effect, Filter, Group, Number, Reason, Recipient, Ref, Role, TurnPart, When,
    ZoneKind,
};
use duelog_magic::language::types::CardType;

use crate::conditions::{moves, opposite};
use crate::noun::{Desc, counter};
use crate::setting::{Done, Setting, all, not, nouns};

/// An event, and where the ability works that waits for it.
pub struct Event {
    /// Says what happens.
    pub when: When,
    /// The zone.
    pub zone: ZoneKind,
    /// Says what must be so besides.
    pub condition: Option<Condition>,
}

impl Event {
    fn new(when: When) -> Event {
        Event { when, zone: ZoneKind::Battlefield, condition: None }
    }
}

/// Whose doing an event is.
struct Subject {
    /// Says what must match.
    filter: Filter,
    /// True if it is the source itself.
    this: bool,
    /// True if several at a time count once.
    together: bool,
    /// Says what it is called.
    nouns: Vec<String>,
    /// Where it is what the source is attached to.
    attached: bool,
}

fn subject(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Subject> {
    let mut plain =
        Subject { filter: Filter::Any, this: false, together: false, nouns: Vec::new(), attached: false };
    match tree.label {
        "this" => {
            plain.this = true;
            plain.filter = Filter::Is(Ref::This);
            plain.nouns.push("~".to_string());
        }
        "attached" => {
            if !setting.of.attached {
                return Err(format!("`{}` refers to nothing", tree.text()));
            }
            plain.attached = true;
            plain.filter = Filter::Is(Ref::Attached);
            plain.nouns = nouns(tree.need("noun")?);
        }
        "that" => {
            plain.nouns = nouns(tree.need("noun")?);
            let that = setting.that(&plain.nouns, false)?.one.ok_or("one of several things")?;
            plain.filter = Filter::Is(that);
        }
        "commander" => {
            plain.filter = all(vec![Filter::Commander, Filter::OwnedBy(Ref::You)]);
            plain.nouns.push("commander".to_string());
        }
        label => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if desc.zone.is_some() {
                return Err(format!("`{}` in a zone", tree.text()));
            }
            let mut filters = desc.filters.clone();
            plain.together = label.starts_with("one_or_more");
            if matches!(label, "another" | "one_or_more_other") {
                filters.push(not(Filter::Is(Ref::This)));
            }
            let such = all(filters);
            plain.filter = match label {
                // The source is one of them, or counts besides.
                "this_or_other" | "this_another" => Filter::Either(vec![Filter::Is(Ref::This), such]),
                _ => such,
            };
            plain.nouns = desc.nouns;
        }
    }
    Ok(plain)
}

impl Subject {
    /// The same as it is spoken of in the graveyard: as a card too.
    fn dead(&self) -> Subject {
        let mut nouns = self.nouns.clone();
        if !self.this {
            nouns.push("card".to_string());
        }
        Subject { nouns, filter: self.filter.clone(), ..*self }
    }

    /// Speaks of what the event is about.
    fn told(&self, setting: &mut Setting<'_>) {
        self.told_with(Ref::Controller(Box::new(Ref::Event)), setting);
    }

    /// Speaks of what the event is about, and of the player who is said to control it.
    fn told_with(&self, who: Ref, setting: &mut Setting<'_>) {
        if self.this {
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, self.nouns.clone());
        } else if !self.together {
            let theirs = Filter::ControlledBy(Ref::Opponent);
            let said = |filter: &Filter| matches!(filter, Filter::All(all) if all.contains(&theirs));
            if self.filter == theirs || said(&self.filter) {
                // `That player` is the one who is said to control it.
                setting.mention_player(Group::Of(who.clone()), Some(who), false);
            }
            setting.mention(Group::Of(Ref::Event), Some(Ref::Event), false, self.nouns.clone());
        }
    }

    fn around(&self, when: When) -> When {
        if self.together { When::Together(Box::new(when)) } else { when }
    }
}

/// Reads an event.
pub fn event(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Event> {
    let first = single(tree.need("one")?, setting)?;
    let Some(other) = tree.get("other") else { return Ok(first) };
    let seen = setting.seen.clone();
    let that = setting.that.take();
    let second = single(other, setting)?;
    // Only what both tell is known.
    let known = setting
        .seen
        .iter()
        .filter(|own| seen.iter().any(|other| other.group == own.group))
        .cloned()
        .collect();
    setting.seen = known;
    if setting.that.is_none() || that.is_none() {
        setting.that = None;
    }
    if first.zone != second.zone || first.condition.is_some() || second.condition.is_some() {
        return Err("two events that are looked for in two zones".to_string());
    }
    Ok(Event::of_zone(When::Either(vec![first.when, second.when]), first.zone))
}

impl Event {
    fn of_zone(when: When, zone: ZoneKind) -> Event {
        Event { zone, ..Event::new(when) }
    }
}

/// One source that deals damage to several at the same time does so once, where nothing is asked of whom it damages.
pub fn once(when: When, effect: &Effect) -> When {
    let one = matches!(when, When::Damages { from: Filter::Is(_), to: Recipient::Anything, sum: false, .. });
    let told = duelog_kernel::scope::Node::of(effect).tree().to_string();
    if one && !told.contains("Event") { When::Together(Box::new(when)) } else { when }
}

fn combat(role: Role, what: Filter, with: Option<Recipient>, alone: bool) -> When {
    When::Combat { role, what, with, alone, least: 0 }
}

/// By whom something is done: nothing where by anybody.
fn by(tree: &Tree<'_>) -> Done<Option<Ref>> {
    let own = tree.need("player")?;
    Ok(match own.label {
        "you" => Some(Ref::You),
        "opponent" => Some(Ref::Opponent),
        "player" => None,
        _ => return Err(format!("`{}` in an event", own.text())),
    })
}

/// Speaks of the player of an event.
fn tell_player(who: &Option<Ref>, setting: &mut Setting<'_>) {
    if *who != Some(Ref::You) {
        setting.mention_player(Group::Of(Ref::EventPlayer), Some(Ref::EventPlayer), false);
    }
}

/// `It` is the source where a spell that targets the source is cast.
fn tell_aim(desc: &Desc, setting: &mut Setting<'_>) {
    let this = Filter::Is(Ref::This);
    if desc.filters.iter().any(|filter| matches!(filter, Filter::Targets { what, .. } if **what == this)) {
        setting.seen.iter_mut().for_each(|seen| seen.aside = true);
        setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
    }
}

/// Returns whether it happens as its subject leaves the battlefield.
fn leaves(tree: &Tree<'_>) -> bool {
    matches!(tree.label, "dies" | "to_graveyard" | "leaves" | "enters_or")
}

fn damaged(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Recipient> {
    Ok(match tree.label {
        "player" => Recipient::Players,
        "opponent" => Recipient::Opponents,
        "you" => Recipient::You,
        "this" => Recipient::Objects(Filter::Is(Ref::This)),
        "one" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            setting.mention(Group::Of(Ref::EventOther), Some(Ref::EventOther), false, desc.nouns.clone());
            Recipient::Objects(desc.filter())
        }
        "player_or_walker" => Recipient::Either(vec![
            Recipient::Players,
            Recipient::Objects(Filter::Type(CardType::Planeswalker)),
        ]),
        "opponent_or_walker" => return Err("an opponent or a planeswalker".to_string()),
        _ => {
            Recipient::Either(vec![Recipient::Objects(Filter::Type(CardType::Creature)), Recipient::Players])
        }
    })
}

fn deals(tree: &Tree<'_>, who: &Subject, setting: &mut Setting<'_>) -> Done<Event> {
    if who.nouns.iter().any(|noun| noun == "spell") {
        return Err("damage by a spell".to_string());
    }
    who.told(setting);
    let combat = tree.get("combat").map(|own| own.says("combat"));
    let to = tree.get("damaged_by_event").map_or(Ok(Recipient::Anything), |own| damaged(own, setting))?;
    let players = matches!(to, Recipient::Players | Recipient::Opponents);
    if players {
        tell_player(&None, setting);
    }
    // How much several deal is known only of all that a player is dealt, by others too.
    setting.that = (!who.together).then_some((Number::EventAmount, None));
    // Several that deal damage to a player do so once for each player (603.2c).
    let sum = who.together && players;
    let when = When::Damages { from: who.filter.clone(), to, combat, prevented: false, sum };
    Ok(Event::new(if sum { when } else { who.around(when) }))
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn single(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Event> {
    let who = tree.get("subject").map(|own| subject(own, setting)).transpose()?;
    let need = || format!("`{}` is nobody's doing", tree.text());
    let what = |who: &Option<Subject>| -> Done<Filter> {
        who.as_ref().map(|who| who.filter.clone()).ok_or_else(need)
    };
    let this = who.as_ref().is_some_and(|who| who.this);
    setting.left |= this && leaves(tree);
    let around = |when: When, who: &Option<Subject>| match who {
        Some(who) => who.around(when),
        None => when,
    };
    let tell = |who: &Option<Subject>, setting: &mut Setting<'_>| {
        if let Some(who) = who {
            who.told(setting);
        }
    };
    let becomes = |state: Becoming, what: Filter| When::Becomes { what, state, of: None };
    let is_this = Filter::Is(Ref::This);
    Ok(match tree.label {
        "enters" => {
            let mut filter = what(&who)?;
            if let Some(under) = tree.get("under_control") {
                let controller = if under.label == "yours" { Ref::You } else { Ref::Opponent };
                filter = all(vec![filter, Filter::ControlledBy(controller)]);
            }
            // The player under whose control it has entered, whoever controls it later.
            who.iter().for_each(|who| who.told_with(Ref::EventPlayer, setting));
            Event::new(around(When::Enters(filter), &who))
        }
        "enters_or" => {
            let filter = what(&who)?;
            if !this {
                return Err(format!("`{}` of others", tree.text()));
            }
            tell(&who, setting);
            let second = match tree.need("second")?.label {
                "dies" => When::Dies(filter.clone()),
                "attacks" => combat(Role::Attacks, filter.clone(), None, false),
                "grave" => When::Dies(filter.clone()),
                _ => moves(filter.clone(), Some(ZoneKind::Battlefield), None, None, None),
            };
            Event::new(When::Either(vec![When::Enters(filter), second]))
        }
        "dies" => {
            tell(&who.as_ref().map(Subject::dead), setting);
            Event::new(around(When::Dies(what(&who)?), &who))
        }
        "to_graveyard" => {
            tell(&who.as_ref().map(Subject::dead), setting);
            let mut filter = what(&who)?;
            match tree.get("whose").map(|whose| whose.label) {
                None => {}
                Some("yours") => filter = all(vec![filter, Filter::OwnedBy(Ref::You)]),
                Some("opponent") => filter = all(vec![filter, Filter::OwnedBy(Ref::Opponent)]),
                Some(_) => return Err(format!("`{}`", tree.text())),
            }
            Event::new(around(When::Dies(filter), &who))
        }
        // An enchanted thing is on the battlefield.
        "to_graveyard_short" if setting.of.attached => {
            setting.mention(Group::Of(Ref::Event), Some(Ref::Event), false, {
                let mut nouns = nouns(tree.need("noun")?);
                nouns.push("card".to_string());
                nouns
            });
            Event::new(When::Dies(Filter::Is(Ref::Attached)))
        }
        "to_graveyard_anywhere" if this => {
            tell(&who, setting);
            let when = moves(what(&who)?, None, Some(ZoneKind::Graveyard), None, None);
            Event::of_zone(when, ZoneKind::Graveyard)
        }
        "to_graveyard_anywhere" => {
            tell(&who, setting);
            let owner = match tree.need("whose_any")?.get("whose").map(|whose| whose.label) {
                None => None,
                Some("yours") => Some(Ref::You),
                Some("opponent") => Some(Ref::Opponent),
                Some(_) => return Err(format!("`{}`", tree.text())),
            };
            let mut filters = vec![what(&who)?];
            // Tokens are not cards (108.2b).
            if who.as_ref().is_some_and(|who| who.nouns.iter().any(|noun| noun == "card")) {
                filters.push(not(Filter::Token));
            }
            filters.extend(owner.map(Filter::OwnedBy));
            let filter = all(filters);
            Event::new(around(moves(filter, None, Some(ZoneKind::Graveyard), None, None), &who))
        }
        "leaves" => {
            tell(&who, setting);
            Event::new(around(moves(what(&who)?, Some(ZoneKind::Battlefield), None, None, None), &who))
        }
        "attacks" => {
            tell(&who, setting);
            Event::new(around(combat(Role::Attacks, what(&who)?, None, false), &who))
        }
        "attacks_alone" => {
            tell(&who, setting);
            Event::new(combat(Role::Attacks, what(&who)?, None, true))
        }
        "attacks_unblocked" => {
            tell(&who, setting);
            Event::new(combat(Role::IsUnblocked, what(&who)?, None, false))
        }
        "attacks_whom" => {
            tell(&who, setting);
            let with = match tree.get("player").map(|player| player.label) {
                None | Some("you") => Recipient::You,
                Some("opponent") => Recipient::Opponents,
                Some("player") => Recipient::Players,
                Some(_) => return Err(format!("`{}`", tree.text())),
            };
            if with != Recipient::You {
                if who.as_ref().is_some_and(|who| who.together) {
                    return Err("several attack, once for each player".to_string());
                }
                tell_player(&None, setting);
            }
            Event::new(around(combat(Role::Attacks, what(&who)?, Some(with), false), &who))
        }
        "attacks_enchanted" | "player_attacks" if setting.of.attached => {
            let with = Some(Recipient::Player(Ref::Attached));
            if tree.label == "player_attacks" {
                // Who attacks is the active player (508.1); the player of the event is the one who is attacked.
                setting.mention_player(Group::Of(Ref::Active), Some(Ref::Active), false);
                let attacks = combat(Role::Attacks, Filter::Any, with, false);
                return Ok(Event::new(When::Together(Box::new(attacks))));
            }
            tell(&who, setting);
            Event::new(around(combat(Role::Attacks, what(&who)?, with, false), &who))
        }
        "attacks_walker" => {
            tell(&who, setting);
            let walkers =
                Filter::All(vec![Filter::Type(CardType::Planeswalker), Filter::ControlledBy(Ref::You)]);
            let with = Recipient::Either(vec![Recipient::You, Recipient::Objects(walkers)]);
            Event::new(around(combat(Role::Attacks, what(&who)?, Some(with), false), &who))
        }
        "attacks_blocks" => {
            tell(&who, setting);
            let filter = what(&who)?;
            Event::new(When::Either(vec![
                combat(Role::Attacks, filter.clone(), None, false),
                combat(Role::Blocks, filter, None, false),
            ]))
        }
        "blocks" => {
            tell(&who, setting);
            Event::new(combat(Role::Blocks, what(&who)?, None, false))
        }
        "blocked" => {
            tell(&who, setting);
            Event::new(combat(Role::IsBlocked, what(&who)?, None, false))
        }
        "blocks_or_blocked" => {
            tell(&who, setting);
            let filter = what(&who)?;
            Event::new(When::Either(vec![
                combat(Role::Blocks, filter.clone(), None, false),
                combat(Role::IsBlocked, filter, None, false),
            ]))
        }
        "blocks_what" | "blocked_by" | "blocks_or_blocked_by" => {
            tell(&who, setting);
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let filter = what(&who)?;
            let other = desc
                .filters
                .iter()
                .filter(|own| **own != Filter::Type(CardType::Creature))
                .cloned()
                .collect();
            let with = Some(Recipient::Objects(all(other)));
            setting.mention(Group::Of(Ref::EventOther), Some(Ref::EventOther), false, desc.nouns);
            let one = |role: Role| combat(role, filter.clone(), with.clone(), false);
            Event::new(match tree.label {
                "blocks_what" => one(Role::Blocks),
                "blocked_by" => one(Role::IsBlocked),
                _ => When::Either(vec![one(Role::Blocks), one(Role::IsBlocked)]),
            })
        }
        "deals" => deals(tree, &who.ok_or_else(need)?, setting)?,
        "dealt" => {
            let who = who.ok_or_else(need)?;
            let combat = tree.get("combat").map(|own| own.says("combat"));
            if who.this {
                who.told(setting);
            } else {
                setting.mention(Group::Of(Ref::EventOther), Some(Ref::EventOther), false, who.nouns.clone());
            }
            setting.that = (!who.together).then_some((Number::EventAmount, None));
            let to = Recipient::Objects(who.filter.clone());
            // Several sources at the same time deal it damage once.
            let sum = !who.together;
            Event::new(who.around(When::Damages { from: Filter::Any, to, combat, prevented: false, sum }))
        }
        "casts" => {
            let who = by(tree)?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() || tree.says("another") {
                return Err(format!("`{}` is not cast", tree.text()));
            }
            tell_player(&who, setting);
            setting.mention(Group::Of(Ref::Event), Some(Ref::Event), false, desc.nouns.clone());
            tell_aim(&desc, setting);
            Event::new(When::Casts { by: who, what: desc.cast() })
        }
        "casts_during" => {
            let who = by(tree)?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() {
                return Err(format!("`{}` is not cast", tree.text()));
            }
            tell_player(&who, setting);
            setting.mention(Group::Of(Ref::Event), Some(Ref::Event), false, desc.nouns.clone());
            let yours = Condition::TurnOf(Ref::You);
            // A turn lasts longer than what triggers in it is on the stack.
            let held = if tree.need("whose_turn")?.label == "yours" { yours } else { opposite(yours) };
            Event { condition: Some(held), ..Event::new(When::Casts { by: who, what: desc.cast() }) }
        }
        "casts_this" => {
            setting.mention(
                Group::Of(Ref::This),
                Some(Ref::This),
                false,
                vec!["~".to_string(), "spell".to_string()],
            );
            Event::of_zone(When::Casts { by: Some(Ref::You), what: is_this }, ZoneKind::Stack)
        }
        "casts_one" => {
            let who = by(tree)?;
            if who != Some(Ref::You) {
                return Err(format!("`{}`", tree.text()));
            }
            let place = ["first", "second", "third"].iter().position(|word| tree.says(word));
            let place = place.and_then(|place| u32::try_from(place + 1).ok()).ok_or("no place in order")?;
            Event::new(When::Nth(place, Box::new(When::Casts { by: who, what: Filter::Any })))
        }
        "draws_second" => {
            let draws = moves(Filter::Any, None, None, Some(Reason::Drawn), Some(Ref::You));
            Event::new(When::Nth(2, Box::new(draws)))
        }
        "discards_more" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            let discards = moves(Filter::Any, None, None, Some(Reason::Discarded), who);
            Event::new(When::Together(Box::new(discards)))
        }
        "sacrifices_this" => {
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
            Event::new(moves(is_this, None, None, Some(Reason::Sacrificed), Some(Ref::You)))
        }
        "battalion" => {
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
            Event::new(attack_with(is_this, many(tree)? + 1))
        }
        "attack_many" => {
            let attacks = attack_with(Filter::ControlledBy(Ref::You), many(tree)?);
            Event::new(When::Together(Box::new(attacks)))
        }
        "draws" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            Event::new(moves(Filter::Any, None, None, Some(Reason::Drawn), who))
        }
        "discards" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            let desc = Desc::read(tree.need("desc")?, setting)?;
            Event::new(moves(desc.filter(), None, None, Some(Reason::Discarded), who))
        }
        "you_dealt" | "opponent_dealt" => {
            let combat = tree.get("combat").map(|own| own.says("combat"));
            let you = tree.label == "you_dealt";
            setting.that = Some((Number::EventAmount, None));
            let to = if you { Recipient::You } else { Recipient::Opponents };
            if !you {
                tell_player(&None, setting);
            }
            Event::new(When::Damages { from: Filter::Any, to, combat, prevented: false, sum: true })
        }
        // A card that is cycled is discarded.
        "cycles_or_discards" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            let filter = if tree.says("another") { not(is_this) } else { Filter::Any };
            Event::new(moves(filter, None, None, Some(Reason::Discarded), who))
        }
        "leaves_graveyard" => {
            let who = who.ok_or_else(need)?;
            let from = Some(ZoneKind::Graveyard);
            let leaves = moves(who.filter.clone(), from, None, None, Some(Ref::You));
            Event::new(who.around(leaves))
        }
        "made_discard" => {
            let nouns = vec!["~".to_string(), "card".to_string()];
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, nouns);
            Event::of_zone(made_discard(None), ZoneKind::Graveyard)
        }
        "discards_this" => {
            setting.mention(
                Group::Of(Ref::This),
                Some(Ref::This),
                false,
                vec!["~".to_string(), "card".to_string()],
            );
            Event::of_zone(moves(is_this, None, None, Some(Reason::Discarded), None), ZoneKind::Graveyard)
        }
        "sacrifices" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            if tree.says("another") {
                filters.push(not(is_this));
            }
            Event::new(moves(all(filters), None, None, Some(Reason::Sacrificed), who))
        }
        "gains" | "loses" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            setting.that = Some((Number::EventAmount, None));
            let deed = if tree.label == "gains" { Deed::GainLife } else { Deed::LoseLife };
            Event::new(When::Does { who, deed, what: Filter::Any })
        }
        "cycles_this" => {
            setting.mention(
                Group::Of(Ref::This),
                Some(Ref::This),
                false,
                vec!["~".to_string(), "card".to_string()],
            );
            Event::of_zone(moves(is_this, None, None, Some(Reason::Cycled), None), ZoneKind::Graveyard)
        }
        "cycles" => {
            let who = by(tree)?;
            let filter = if tree.says("another") { not(is_this) } else { Filter::Any };
            tell_player(&who, setting);
            Event::new(moves(filter, None, None, Some(Reason::Cycled), who))
        }
        "tapped_mana" => {
            let who = who.ok_or_else(need)?;
            who.told(setting);
            tell_player(&None, setting);
            Event::new(When::Does { who: None, deed: Deed::TapForMana, what: who.filter })
        }
        "taps_this" => {
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
            Event::new(When::Does { who: Some(Ref::You), deed: Deed::TapForMana, what: is_this })
        }
        "taps_mana" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            let filter = Desc::read(tree.need("desc")?, setting)?.filter();
            Event::new(When::Does { who, deed: Deed::TapForMana, what: filter })
        }
        "becomes_tapped" => {
            tell(&who, setting);
            Event::new(around(becomes(Becoming::Tapped, what(&who)?), &who))
        }
        "becomes_untapped" => {
            tell(&who, setting);
            Event::new(around(becomes(Becoming::Untapped, what(&who)?), &who))
        }
        "target" => {
            tell(&who, setting);
            Event::new(becomes(Becoming::Target, what(&who)?))
        }
        "face_up" => {
            tell(&who, setting);
            Event::new(becomes(Becoming::FaceUp, what(&who)?))
        }
        "unattached" => {
            tell(&who, setting);
            Event::new(becomes(Becoming::Unattached, what(&who)?))
        }
        "plays_another" => {
            let land = Filter::All(vec![Filter::Type(CardType::Land), not(is_this)]);
            Event::new(moves(land, None, Some(ZoneKind::Battlefield), Some(Reason::Played), Some(Ref::You)))
        }
        "plays_land" => {
            let who = by(tree)?;
            tell_player(&who, setting);
            let land = Filter::Type(CardType::Land);
            Event::new(moves(land, None, Some(ZoneKind::Battlefield), Some(Reason::Played), who))
        }
        "monstrous" if this => {
            tell(&who, setting);
            Event::new(When::Does { who: None, deed: Deed::BecomeMonstrous, what: is_this })
        }
        "chaos" => Event::new(When::Does { who: Some(Ref::You), deed: Deed::RollChaos, what: Filter::Any }),
        "planeswalks_to" | "planeswalks_away" | "set_in_motion" => {
            let deed = match tree.label {
                "planeswalks_to" => Deed::Planeswalk,
                "planeswalks_away" => Deed::PlaneswalkAway,
                _ => Deed::SetInMotion,
            };
            setting.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string()]);
            Event::new(When::Does { who: Some(Ref::You), deed, what: is_this })
        }
        "rolls_die" => {
            let rolls = [Deed::RollPlaneswalker, Deed::RollChaos, Deed::RollBlank];
            let rolls = rolls.map(|deed| When::Does { who: Some(Ref::You), deed, what: Filter::Any });
            Event::new(When::Either(rolls.to_vec()))
        }
        "scry" => Event::new(When::Does { who: Some(Ref::You), deed: Deed::Scry, what: Filter::Any }),
        "exploit" => Event::new(When::Does { who: None, deed: Deed::Exploit, what: is_this }),
        "counter_put" | "counters_put" => {
            let who = who.ok_or_else(need)?;
            let kind = Some(counter(tree.need("kind")?, setting)?);
            if tree.label == "counters_put" && !who.this && !who.attached {
                // It counts once for each of them, and not once for all.
                return Err(format!("`{}`", tree.text()));
            }
            who.told(setting);
            let put = When::Counters { kind, what: who.filter, removed: false, by: None };
            Event::new(if tree.label == "counter_put" { put } else { When::Together(Box::new(put)) })
        }
        "counters_removed" => {
            let kind = counter(tree.need("kind")?, setting)?;
            let what = Filter::All(vec![is_this, not(Filter::Counter(kind))]);
            let removed = When::Counters { kind: Some(kind), what, removed: true, by: None };
            Event::new(When::Together(Box::new(removed)))
        }
        "control_none" => {
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.push(Filter::ControlledBy(Ref::You));
            if tree.says("other") {
                filters.push(not(is_this));
            }
            Event::new(When::State(opposite(Condition::Exists(Group::All(all(filters))))))
        }
        "no_hand" => {
            let some = Condition::AtLeast(Number::HandSize(Ref::You), Number::N(1));
            Event::new(When::State(opposite(some)))
        }
        "attack_with" | "you_attack" => {
            let attacks = combat(Role::Attacks, Filter::ControlledBy(Ref::You), None, false);
            Event::new(When::Together(Box::new(attacks)))
        }
        _ => return Err(format!("the event `{}`", tree.text())),
    })
}

/// An attack of a number of creatures at least.
fn attack_with(what: Filter, least: u32) -> When {
    When::Combat { role: Role::Attacks, what, with: None, alone: false, least }
}

/// How many creatures there must be.
fn many(tree: &Tree<'_>) -> Done<u32> {
    let own = tree.need("number")?;
    let count = crate::words::number(&own.text().to_lowercase()).ok_or("no number")?;
    u32::try_from(count).map_err(|_| "a number below 0".to_string())
}

/// The part of a turn at whose beginning something happens.
pub fn step_name(tree: &Tree<'_>) -> Done<TurnPart> {
    Ok(match tree.label {
        "upkeep" => TurnPart::Upkeep,
        "draw" => TurnPart::Draw,
        "end" => TurnPart::End,
        "untap" => TurnPart::Untap,
        "main1" => TurnPart::FirstMain,
        "main2" => TurnPart::SecondMain,
        _ => return Err(format!("`{}` is no step that is known", tree.text())),
    })
}

/// `At the beginning of` a step.
pub fn beginning(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Event> {
    let step = || match tree.get("step_name").or_else(|| tree.get("step_names")) {
        Some(own) => step_name(own),
        None => Ok(TurnPart::BeginCombat),
    };
    let whose = match tree.label {
        "your" | "each_yours" | "combat_yours" => Some(Ref::You),
        "each_opponent" => {
            tell_player(&None, setting);
            Some(Ref::Opponent)
        }
        "each" | "each_player" | "the" | "combat_each" => {
            tell_player(&None, setting);
            None
        }
        "enchanted_player" if setting.of.attached => {
            tell_player(&None, setting);
            Some(Ref::Attached)
        }
        "enchanted_controller" if setting.of.attached => {
            tell_player(&None, setting);
            let word = tree.all("typeword").last().map(|word| word.text());
            let word = word.or_else(|| {
                tree.get("attached").map(|own| own.words.last().copied().unwrap_or_default().to_string())
            });
            let word = word.unwrap_or_default().to_lowercase();
            let nouns = vec![crate::words::singular(word.trim_end_matches("'s"))];
            setting.mention(Group::Of(Ref::Attached), Some(Ref::Attached), false, nouns);
            Some(Ref::Controller(Box::new(Ref::Attached)))
        }
        _ => return Err(format!("the moment `{}`", tree.text())),
    };
    if tree.label == "the" && !matches!(step()?, TurnPart::End) {
        return Err(format!("the moment `{}`", tree.text()));
    }
    Ok(Event::new(When::Begins { step: step()?, whose }))
}

/// That an opponent's spell or ability makes the source be discarded.
pub fn made_discard(to: Option<ZoneKind>) -> When {
    let why = Some(Reason::Discarded);
    let because = Some(Ref::Opponent);
    When::Moves { what: Filter::Is(Ref::This), from: None, to, why, by: None, because }
}

/// That the source is exerted.
pub fn exerts() -> When {
    When::Does { who: None, deed: Deed::Exert, what: Filter::Is(Ref::This) }
}
