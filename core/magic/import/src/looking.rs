//! Sentences about cards that are looked at.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Change, Destination, Effect, Group, Number, Ref, Until, Verb, ZoneKind,
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
        return Err(format!("`{}` is no card of a hand", tree.text()));
    }
    let among = Group::Hand(whose, desc.filter());
    all.push(setting.verb(Verb::Choose { who: Ref::You, among, least: 1, most: 1 }));
    setting.mention(Group::Last, Some(Ref::Last), false, desc.nouns);
    let verbs = setting.verbs;
    if let Some(seen) = setting.seen.last_mut() {
        seen.by_verb = Some(verbs);
    }
    Ok(())
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
                all: false,
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
                all: false,
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
            let place = setting.looked.ok_or("no cards have been looked at")?;
            let desc = Desc::read(tree.need("desc")?, setting)?;
            let among = Group::Among(Box::new(Group::Noted(place)), desc.filter());
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
                all: false,
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
                all: false,
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
        "note_x" => {}
        _ => {
            return Err(format!("`{}` is not sayable", tree.text()));
        }
    }
    Ok(own)
}
