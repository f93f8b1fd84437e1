//! Sentences about cards that are looked at.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Change, Condition, Deed, Destination, Effect, Filter, Group, Number, Recipient, Ref, Ruling, Shield,
    Target, Trait, Until, Verb, ZoneKind,
};

use crate::amounts::number;
use crate::noun::Desc;

use crate::players::player;
use crate::sentences::{looked_at, rest_place};
use crate::setting::{Done, Setting, sequence};

use crate::words;

/// `You choose a card from it.`
pub fn choose_from(tree: &Tree<'_>, setting: &mut Setting<'_>, all: &mut Vec<Effect>) -> Done<()> {
    let whose = setting.hand.take().ok_or("no hand has been revealed")?;
    let mut desc = Desc::read(tree.need("desc")?, setting)?;
    if let Some(post) = tree.get("post") {
        desc.post(post, setting)?;
    }
    if !desc.is_card() || desc.zone.is_some() {
        return Err(format!("`{}` does not say which cards of a hand", tree.text()));
    }
    let among = Group::Hand(whose, desc.filter());
    all.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 1, most: 1 }));
    setting.mention(Group::Last, Some(Ref::Last), false, desc.nouns);
    let verbs = setting.verbs;
    setting.in_hand = Some(verbs);
    if let Some(seen) = setting.seen.last_mut() {
        seen.by_verb = Some(verbs);
    }
    Ok(())
}

/// The name of a card of a kind is chosen, or of another kind.
pub fn name_of(tree: &Tree<'_>) -> Done<Verb> {
    let word = tree.text().to_lowercase();
    let bare = word.strip_prefix("non-").or_else(|| word.strip_prefix("non"));
    let kind = words::card_type(bare.unwrap_or(&word)).ok_or_else(|| format!("`{word}` card name"))?;
    Ok(if bare.is_some() { Verb::NameCardBut(Ref::You, kind) } else { Verb::NameCardOf(Ref::You, kind) })
}

/// The cards that have been looked at, or that have just been milled.
fn looked(setting: &Setting<'_>) -> Done<Group> {
    if let Some(place) = setting.looked {
        return Ok(Group::Noted(place));
    }
    let card = |seen: &&crate::setting::Seen| seen.nouns == ["card"] && seen.by_verb == Some(setting.verbs);
    let milled = setting.seen.iter().rev().find(|seen| seen.group == Group::Last).filter(card);
    milled.map(|seen| seen.group.clone()).ok_or_else(|| "no cards have been looked at".to_string())
}

/// How many of the cards may be taken.
fn among_count(tree: &Tree<'_>) -> Done<(u32, u32)> {
    let Some(own) = tree.get("among_count") else { return Ok((1, 1)) };
    let given = || -> Done<u32> {
        let word = own.need("number")?.text().to_lowercase();
        let count = words::number(&word).ok_or_else(|| format!("`{word}` cards"))?;
        u32::try_from(count).map_err(|_| "a number below 0".to_string())
    };
    Ok(match own.label {
        "any" => (0, 1000),
        "up_to" => (0, given()?),
        _ => (given()?, given()?),
    })
}

/// Cards are revealed until one is such, which goes somewhere.
fn reveal_until(
    filter: Filter,
    to: Destination,
    rest: Destination,
    setting: &mut Setting<'_>,
) -> Vec<Effect> {
    let mut own = Vec::new();
    own.push(setting.verb(Verb::Look {
        whose: Group::Of(Ref::You),
        zone: ZoneKind::Library,
        number: None,
        until: Some(filter.clone()),
        reveal: true,
        whole: true,
    }));
    let place = setting.note(Group::Last, &mut own);
    let found = Group::Among(Box::new(Group::Noted(place)), filter);
    own.push(setting.verb(Verb::Move(found, to)));
    own.push(setting.verb(Verb::Move(Group::Noted(place), rest)));
    own
}

/// A card is looked for in the library, in the graveyard, or in both: the player says where.
fn search_both(filter: &Filter, setting: &mut Setting<'_>) -> Effect {
    let mut library = || {
        let to = Some(Destination::Hand);
        let (who, filter) = (Ref::You, filter.clone());
        setting.verb(Verb::Search {
            who,
            whose: None,
            filter,
            count: 1,
            to,
            reveal: true,
            different: None,
            alike: None,
            most: None,
        })
    };
    let (alone, behind) = (library(), library());
    let mut graveyard = |least: u32| {
        let among = Group::Graveyard(Ref::You, filter.clone());
        let choose = setting.verb(Verb::Choose { who: Ref::You, among, least, most: 1 });
        let show = setting.verb(Verb::Reveal(Group::Last));
        vec![choose, show, setting.verb(Verb::Move(Group::Last, Destination::Hand))]
    };
    let (one, mut both) = (graveyard(1), graveyard(0));
    let found = Condition::AtLeast(Number::LastAmount, Number::N(1));
    let shuffle = setting.verb(Verb::Shuffle(Ref::You));
    both.push(Script::IfElse(found, Box::new(shuffle), Box::new(behind)));
    Script::Choose(Ref::You, vec![alone, sequence(one), sequence(both)])
}

/// Cards of the same name as something are exiled from a player's graveyard, hand and library.
fn search_zones(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let named = match tree.get("things") {
        Some(own) => Some(crate::objects::thing(own, setting)?),
        None => None,
    };
    let one = || {
        named.as_ref().and_then(|named| named.one.clone()).ok_or("its owner: of several things".to_string())
    };
    let zones = tree.need("zones_of")?;
    let who = match zones.label {
        "target" => {
            let opponent = zones.says("opponent's");
            let place = setting.target(if opponent { Target::Opponent } else { Target::Player })?;
            setting.mention_player(Group::Targets(place), Some(Ref::Target(place)), false);
            Ref::Target(place)
        }
        "that" => setting.that_player()?.one.ok_or("several players")?,
        "owner" if zones.says("owner's") => Ref::Owner(Box::new(one()?)),
        "owner" if zones.says("controller's") => Ref::Controller(Box::new(one()?)),
        _ => return Err(format!("`{}`", tree.text())),
    };
    let mut own = Vec::new();
    let such = match named {
        // The card that was chosen is kept: others are the last things from here on.
        Some(named) if named.group == Group::Last => {
            let place = setting.note(Group::Last, &mut own);
            Filter::Shares(Trait::Name, Box::new(Group::Noted(place)))
        }
        Some(named) => Filter::Shares(Trait::Name, Box::new(named.group)),
        None => Filter::Chosen(Trait::Name),
    };
    own.push(setting.verb(Verb::Look {
        whose: Group::Of(who.clone()),
        zone: ZoneKind::Hand,
        number: None,
        until: None,
        reveal: false,
        whole: false,
    }));
    let graveyard = Group::Graveyard(who.clone(), such.clone());
    let hand = Group::Hand(who.clone(), such.clone());
    let among = if tree.text().to_lowercase().contains("any number of") {
        Group::Together(vec![graveyard, hand])
    } else {
        own.push(setting.verb(Verb::Move(graveyard, Destination::Exile)));
        hand
    };
    own.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1000 }));
    own.push(setting.verb(Verb::Move(Group::Last, Destination::Exile)));
    let to = Some(Destination::Exile);
    let whose = Some(who);
    own.push(setting.verb(Verb::Search {
        who: Ref::You,
        whose,
        filter: such,
        count: 10_000,
        to,
        reveal: false,
        different: None,
        alike: None,
        most: None,
    }));
    Ok(own)
}

/// The next damage of a source that is chosen is prevented, or so much damage is dealt to something else.
fn next_damage(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Effect> {
    let to = Some(crate::damage::recipients(tree.need("damaged")?, setting)?);
    let shield = crate::deeds::shield(Recipient::Anything);
    if tree.label == "redirect_next" {
        let amount = Some(number(tree.need("number")?, setting)?);
        let instead = crate::objects::thing(tree.need("things")?, setting)?.one;
        let instead = Some(instead.ok_or("damage is dealt to several things instead")?);
        return Ok(setting.verb(Verb::Shield(Shield { to, amount, instead, ..shield })));
    }
    let own = tree.need("desc")?;
    let desc = Desc::read(own, setting)?;
    if !desc.nouns.iter().any(|noun| noun == "source") || !own.all("post").any(|post| post.label == "choice")
    {
        return Err(format!("`{}` is no source that is chosen", own.text()));
    }
    let choose = setting.verb(Verb::ChooseSource(Ref::You, desc.filter()));
    let source = Some(Ref::Last);
    let from = looked_at_again(&desc);
    let shield = setting.verb(Verb::Shield(Shield { source, from, to, once: true, ..shield }));
    Ok(sequence(vec![choose, shield]))
}

/// How a source must still be as its damage is prevented (615.9).
fn looked_at_again(desc: &Desc) -> Option<Filter> {
    Some(desc.filter()).filter(|filter| *filter != Filter::Any)
}

/// Sentences about cards that are looked at.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn looking(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Effect>> {
    let mut own = Vec::new();
    match tree.label {
        "look_top" | "look" | "reveal_top" | "reveal_tops" => {
            let count = looked_at(tree, setting)?;
            let who = crate::players::whose(tree.need("whose")?, setting)?.ok_or("the libraries of all")?;
            let reveal = tree.label.starts_with("reveal");
            own.push(setting.verb(Verb::Look {
                whose: Group::Of(who),
                zone: ZoneKind::Library,
                number: Some(count),
                until: None,
                reveal,
                whole: false,
            }));
            let place = setting.note(Group::Last, &mut own);
            setting.looked = Some(place);
            let one = matches!(tree.label, "look_top" | "reveal_top");
            setting.mention(Group::Noted(place), None, !one, vec!["card".to_string()]);
        }
        "put_one_rest" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let count = match tree.need("looked_count")?.get("number") {
                Some(number) => words::number(&number.text().to_lowercase()).ok_or("no number")?,
                None => 1,
            };
            let count = u32::try_from(count).map_err(|_| "a number below 0")?;
            own.push(setting.verb(Verb::Choose {
                who: Ref::You,
                among: Group::Noted(place),
                least: count,
                most: count,
            }));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
            let to = rest_place(tree.need("rest_place")?)?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), to)));
            setting.looked = None;
        }
        "put_all_rest" => {
            let place = setting.looked.ok_or("no cards have been revealed")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let such = Group::Among(Box::new(Group::Noted(place)), desc.filter());
            own.push(setting.verb(Verb::Move(such, Destination::Hand)));
            let to = rest_place(tree.need("rest_place")?)?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), to)));
            setting.looked = None;
        }
        "may_take_rest" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let among = Group::Among(Box::new(Group::Noted(place)), desc.filter());
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1 }));
            own.push(setting.verb(Verb::Reveal(Group::Last)));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
        }
        "may_reveal_take" => {
            let place = setting.looked.ok_or("no card has been looked at")?;
            let show = setting.verb(Verb::Reveal(Group::Noted(place)));
            let take = setting.verb(Verb::Move(Group::Noted(place), Destination::Hand));
            own.push(Script::May(Ref::You, Box::new(sequence(vec![show, take]))));
        }
        "put_among_rest" | "put_among_many" => {
            let all = looked(setting)?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let among = Group::Among(Box::new(all.clone()), desc.filter());
            let (mut least, most) = among_count(tree)?;
            if tree.says("may") {
                least = 0;
            }
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least, most }));
            let to = match tree.get("among_place").map(|place| place.label) {
                None | Some("hand") => Destination::Hand,
                Some("battlefield") => Destination::Battlefield,
                _ => Destination::BattlefieldTapped,
            };
            own.push(setting.verb(Verb::Move(Group::Last, to)));
            if let Some(rest) = tree.get("rest_place") {
                if all == Group::Last {
                    return Err("the rest of no cards".to_string());
                }
                own.push(setting.verb(Verb::Move(all, rest_place(rest)?)));
                setting.looked = None;
            }
        }
        "may_take_two" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let mut taken = Vec::new();
            for role in ["one", "other"] {
                let desc = Desc::read(tree.need(role)?, setting)?;
                let mut among = Group::Among(Box::new(Group::Noted(place)), desc.filter());
                if let Some(first) = taken.first() {
                    among = Group::Except(Box::new(among), Box::new(Group::Noted(*first)));
                }
                own.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1 }));
                taken.push(setting.note(Group::Last, &mut own));
            }
            let both = Group::Together(taken.into_iter().map(Group::Noted).collect());
            own.push(setting.verb(Verb::Reveal(both.clone())));
            own.push(setting.verb(Verb::Move(both, Destination::Hand)));
        }
        "wish" => {
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.insert(0, Filter::OwnedBy(Ref::You));
            let among = Group::In(vec![ZoneKind::Outside], crate::setting::all(filters));
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1 }));
            own.push(setting.verb(Verb::Reveal(Group::Last)));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
        }
        "next_time" | "redirect_next" => own.push(next_damage(tree, setting)?),
        "each_hits_own" => {
            let by = Desc::read(tree.need("desc")?, setting)?.group()?;
            let amount = number(tree.need("number")?, setting)?;
            let to = Group::Of(Ref::Controller(Box::new(Ref::It)));
            let hits = setting.verb(Verb::Damage {
                amount,
                to,
                from: Some(Ref::It),
                certain: false,
                also: Vec::new(),
            });
            own.push(Script::Each(by, Box::new(hits)));
        }
        "return_random" => {
            let mut desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_card() || desc.zone.is_some() {
                return Err(format!("`{}` is no card of a graveyard", tree.text()));
            }
            (desc.zone, desc.whose) = (Some(ZoneKind::Graveyard), Some(Ref::You));
            let count = tree.get("number").map_or(Ok(Number::N(1)), |own| number(own, setting))?;
            own.push(setting.verb(Verb::ChooseAtRandom(desc.group()?, count)));
            let to = if tree.says("hand") { Destination::Hand } else { Destination::Battlefield };
            own.push(setting.verb(Verb::Move(Group::Last, to)));
        }
        "owner_shuffles" => {
            let things = match tree.get("things") {
                Some(own) => crate::objects::thing(own, setting)?,
                None if setting.of.spell => return Err(format!("`{}`", tree.text())),
                None => crate::objects::Thing {
                    group: Group::Of(Ref::This),
                    one: Some(Ref::This),
                    players: false,
                },
            };
            crate::deeds::moved(things, Destination::LibraryShuffled, setting, &mut own);
        }
        "reveal_until_hand" | "reveal_until_battlefield" => {
            let filter = Desc::read(tree.need("desc")?, setting)?.filter();
            let hand = tree.label == "reveal_until_hand";
            let to = if hand { Destination::Hand } else { Destination::Battlefield };
            own.extend(reveal_until(filter, to, rest_place(tree.need("rest_place")?)?, setting));
        }
        "may_choose_from" => {
            let whose = setting.hand.take().ok_or("no hand has been revealed")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_card() || desc.zone.is_some() || tree.text().to_lowercase().contains("from them") {
                return Err(format!("`{}` does not say which cards of a hand", tree.text()));
            }
            let among = Group::Hand(whose, desc.filter());
            let choose = setting.verb(Verb::Choose { who: Ref::You, among, least: 0, most: 1 });
            own.push(choose);
            setting.keep_last(true, desc.nouns, &mut own);
        }
        "prevent_source" => {
            let from = tree.need("desc")?;
            let desc = Desc::read(from, setting)?;
            let chosen = from.all("post").any(|post| post.label == "choice");
            let combat = tree.get("combat").map(|own| own.says("combat"));
            if !chosen || combat == Some(false) || desc.zone.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            // A creature is a permanent (109.2); a source can be a spell.
            let source = desc.nouns.iter().any(|noun| noun == "source");
            own.push(setting.verb(if source {
                Verb::ChooseSource(Ref::You, desc.filter())
            } else {
                Verb::Choose { who: Ref::You, among: desc.group()?, least: 1, most: 1 }
            }));
            let shield = crate::deeds::shield(Recipient::Anything);
            let combat = combat.unwrap_or_default();
            let from = looked_at_again(&desc);
            own.push(setting.verb(Verb::Shield(Shield { source: Some(Ref::Last), from, combat, ..shield })));
        }
        "flash_now" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() || desc.zone.is_some() {
                return Err(format!("`{}` are no spells", tree.text()));
            }
            let allow = Change::Rule(Ruling::Allow, Deed::CastAsFlash, desc.filter());
            own.push(setting.verb(Verb::Modify(Group::Of(Ref::You), vec![allow], Until::EndOfTurn)));
        }
        "search_both" | "may_search_both" => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_card() || desc.zone.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            let both = search_both(&desc.filter(), setting);
            own.push(if tree.label == "search_both" { both } else { Script::May(Ref::You, Box::new(both)) });
        }
        "reveal_until_grave" => {
            let who = player(tree.need("player")?, setting)?.one.ok_or("several players reveal cards")?;
            let filter = Desc::read(tree.need("desc")?, setting)?.filter();
            own.push(setting.verb(Verb::Look {
                whose: Group::Of(who),
                zone: ZoneKind::Library,
                number: None,
                until: Some(filter),
                reveal: true,
                whole: true,
            }));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::Graveyard)));
        }
        "search_named_zones" => own.extend(search_zones(tree, setting)?),
        "rest" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let to = rest_place(tree.need("rest_place")?)?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), to)));
            setting.looked = None;
        }
        "back_any" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            own.push(setting.verb(Verb::Move(Group::Noted(place), Destination::LibraryTop)));
            setting.looked = None;
        }
        "may_play_exiled" => {
            let noun = ["card".to_string()];
            let that = setting.that(&noun, false).or_else(|_| setting.that(&noun, true))?;
            let permission = duelog_magic::language::definition::Permission {
                what: that.group,
                pay: duelog_magic::language::definition::Pay::Costs,
                times: None,
                flash: false,
                any_mana: false,
                any_color: false,
                then: None,
            };
            let change = Change::MayPlay(permission);
            own.push(setting.verb(Verb::Modify(Group::Of(Ref::You), vec![change], Until::EndOfTurn)));
        }
        "reveal_take" | "player_reveals_top" => {
            let whose = match tree.get("player") {
                Some(own) => player(own, setting)?.one.ok_or("the libraries of several players")?,
                None => Ref::You,
            };
            let whose = Group::Of(whose);
            let number = Some(Number::N(1));
            own.push(setting.verb(Verb::Look {
                whose,
                zone: ZoneKind::Library,
                number,
                until: None,
                reveal: true,
                whole: false,
            }));
            if tree.label == "reveal_take" {
                own.push(setting.verb(Verb::Move(Group::Last, Destination::Hand)));
                setting.keep_last(true, vec!["card".to_string()], &mut own);
            } else {
                let place = setting.note(Group::Last, &mut own);
                setting.looked = Some(place);
                setting.mention(Group::Noted(place), None, false, vec!["card".to_string()]);
            }
        }
        "put_among" => {
            let all = looked(setting)?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let among = Group::Among(Box::new(all), desc.filter());
            let least = u32::from(!tree.says("may"));
            own.push(setting.verb(Verb::Choose { who: Ref::You, among, least, most: 1 }));
            let to = match tree.need("among_place")?.label {
                "hand" => Destination::Hand,
                "battlefield" => Destination::Battlefield,
                _ => Destination::BattlefieldTapped,
            };
            own.push(setting.verb(Verb::Move(Group::Last, to)));
        }
        "search_split" => {
            let filter = Desc::read(tree.need("desc")?, setting)?.filter();
            let search = Verb::Search {
                who: Ref::You,
                whose: None,
                filter,
                count: 2,
                most: None,
                to: None,
                reveal: true,
                different: None,
                alike: None,
            };
            own.push(setting.verb(search));
            let place = setting.note(Group::Last, &mut own);
            let among = Group::Noted(place);
            own.push(setting.verb(Verb::Choose { who: Ref::You, among: among.clone(), least: 1, most: 1 }));
            own.push(setting.verb(Verb::Move(Group::Last, Destination::BattlefieldTapped)));
            own.push(setting.verb(Verb::Move(among, Destination::Hand)));
            own.push(setting.verb(Verb::Shuffle(Ref::You)));
        }
        "look_hand" => {
            let who =
                crate::players::whose(tree.need("whose")?, setting)?.ok_or("the hands of all players")?;
            setting.hand = Some(who.clone());
            let whose = Group::Of(who);
            own.push(setting.verb(Verb::Look {
                whose,
                zone: ZoneKind::Hand,
                number: None,
                until: None,
                reveal: false,
                whole: false,
            }));
        }
        "look_back" | "may_look_back" => {
            let count = looked_at(tree, setting)?;
            let who = crate::players::whose(tree.need("whose")?, setting)?.ok_or("the libraries of all")?;
            let whose = Group::Of(who);
            let look = Verb::Look {
                whose,
                zone: ZoneKind::Library,
                number: Some(count),
                until: None,
                reveal: false,
                whole: false,
            };
            let mut steps = vec![setting.verb(look)];
            steps.push(setting.verb(Verb::Move(Group::Last, Destination::LibraryTop)));
            if tree.label == "may_look_back" {
                own.push(Script::May(Ref::You, Box::new(sequence(steps))));
            } else {
                own.extend(steps);
            }
        }
        "may_bottom" | "may_graveyard" => {
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let to =
                if tree.label == "may_bottom" { Destination::LibraryBottom } else { Destination::Graveyard };
            let step = setting.verb(Verb::Move(Group::Noted(place), to));
            own.push(Script::May(Ref::You, Box::new(step)));
        }
        "each_player_discards" => {
            let count = number(tree.need("number")?, setting)?;
            let hand = setting.verb(Verb::Discard(Group::Of(Ref::It), Number::HandSize(Ref::It)));
            own.push(Script::Each(Group::Players, Box::new(hand)));
            own.push(setting.verb(Verb::Draw(Group::Players, count)));
        }
        "choose_color_now" => own.push(setting.verb(Verb::ChooseWord(Ref::You, Trait::Color))),
        "choose_type_now" => own.push(setting.verb(Verb::ChooseWord(Ref::You, Trait::CreatureType))),
        "choose_name_now" => {
            let name = match tree.get("name_kind") {
                Some(kind) => name_of(kind)?,
                None => Verb::ChooseWord(Ref::You, Trait::Name),
            };
            own.push(setting.verb(name));
        }
        "note_x" => {}
        _ => {
            return Err(format!("`{}` is not sayable", tree.text()));
        }
    }
    Ok(own)
}

/// The same of a source that has been chosen just now.
pub fn source_chosen(setting: &Setting<'_>) -> Option<Filter> {
    match setting.first.last() {
        Some(Script::Do(Verb::ChooseSource(_, filter))) if *filter != Filter::Any => Some(filter.clone()),
        _ => None,
    }
}
