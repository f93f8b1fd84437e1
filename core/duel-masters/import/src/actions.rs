//! Single actions: what is destroyed, moved, tapped, drawn, discarded or changed, and what is chosen for it.

use duelog_duel_masters::language::definition::When;
use duelog_duel_masters::language::definition::{
    AmountOf, Bound, Destination, Discarding, Effect, Extent, Filter, Group, Moment, Number, Posture, Ref,
    Stat, Until, Verb, Written,
};
use duelog_duel_masters::language::types::{Place, Step};
use duelog_kernel::script::Script;

use crate::changes::{changes, until};
use crate::grammar::{Node, Rule, number};
use crate::noun::{Many, Noun};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

/// The group that an action is about; what is chosen for it is chosen first.
pub fn object(node: &Node<'_>, setting: &mut Setting, steps: &mut Vec<Effect>) -> Done<Group> {
    let one = |reference: Ref| Ok(Group::Of(reference));
    match node.rule() {
        Rule::this => {
            setting.it = Some(Ref::This);
            one(Ref::This)
        }
        Rule::host if setting.gear => Ok(Group::Battle(Filter::Host)),
        Rule::pronoun => {
            one(setting.it.clone().ok_or_else(|| format!("`{}` refers to nothing", node.text()))?)
        }
        Rule::event_other if setting.other => one(Ref::Other),
        Rule::top_cards => {
            let deck = node.get(Rule::deck_of).ok_or("it is not said whose deck")?;
            let who = match deck.first()?.rule() {
                Rule::yours => Ref::You,
                Rule::theirs => Ref::Opponent,
                _ => setting.his(),
            };
            if node.has(Rule::top_up_to) {
                return Err("it can be said of single cards only that fewer may be meant".to_string());
            }
            let count = if node.has(Rule::digits) { node.digits()? } else { 1 };
            Ok(Group::Top(who, Box::new(Number::N(count))))
        }
        Rule::noun => {
            let noun = Noun::read(node, setting)?.of_shields(node);
            chosen(&noun, setting, steps)
        }
        _ => Err(format!("`{}` refers to nothing here", node.text())),
    }
}

/// The group that a noun phrase means: all, or those that the actor chooses.
pub fn chosen(noun: &Noun, setting: &mut Setting, steps: &mut Vec<Effect>) -> Done<Group> {
    let group = noun.group()?;
    setting.it_in = Some(match group {
        Group::In(place, ..) => place,
        _ => Place::Battle,
    });
    let (least, most) = match noun.many {
        Many::All => {
            setting.it = None;
            return Ok(group);
        }
        Many::Between(least, most) => (Number::N(least), Number::N(most)),
        Many::Same => (Number::Amount(AmountOf::Last), Number::Amount(AmountOf::Last)),
    };
    steps.push(Script::Do(match noun.total {
        Some(power) if least == Number::N(0) => Verb::Choose(
            setting.actor(),
            group,
            least,
            most,
            Some(Bound::Total(Stat::Power, Number::N(power))),
        ),
        Some(_) => return Err("the creatures may have too much power together".to_string()),
        None => Verb::choosing(setting.actor(), group, least, most),
    }));
    let reference = if setting.looped { Ref::Last } else { Ref::Chosen(setting.chosen) };
    setting.chosen += 1;
    setting.it = Some(reference.clone());
    Ok(Group::Of(reference))
}

/// Where cards go.
pub fn destination(node: &Node<'_>) -> Done<Destination> {
    let tapped = node.has(Rule::tapped_word);
    Ok(match node.rule() {
        Rule::d_hand => Destination::Hand,
        Rule::d_mana if tapped => Destination::ManaTapped,
        Rule::d_mana => Destination::Mana,
        Rule::d_grave => Destination::Graveyard,
        Rule::d_top => Destination::DeckTop,
        Rule::d_bottom => Destination::DeckBottom,
        Rule::d_shields => Destination::Shield,
        Rule::d_battle if !tapped => Destination::Battle,
        Rule::d_deck => Destination::DeckShuffled,
        _ => return Err(format!("nothing can be said to go `{}`", node.text())),
    })
}

/// Whether a node says where cards go.
pub fn is_destination(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::d_hand
            | Rule::d_mana
            | Rule::d_grave
            | Rule::d_top
            | Rule::d_bottom
            | Rule::d_shields
            | Rule::d_battle
            | Rule::d_deck
    )
}

/// One action of a clause.
#[expect(clippy::too_many_lines, reason = "one flat table: what each verb does")]
pub fn action(
    node: &Node<'_>,
    setting: &mut Setting,
    steps: &mut Vec<Effect>,
    duration: Option<Until>,
) -> Done<()> {
    let done = |verb: Verb| Script::Do(verb);
    match node.rule() {
        Rule::ac_choose => {
            let own = node.first()?;
            if own.rule() == Rule::pronoun {
                return Err("what is chosen from what was chosen cannot be said".to_string());
            }
            let before = steps.len();
            object(&own, setting, steps)?;
            if steps.len() == before { Err("nothing is left to choose".to_string()) } else { Ok(()) }
        }
        Rule::ac_destroy | Rule::ac_tap | Rule::ac_untap => {
            let own = node.first()?;
            let group = match node.get(Rule::for_each) {
                Some(each) => so_many(&own, &each, setting, steps)?,
                None => object(&own, setting, steps)?,
            };
            let verb = match node.rule() {
                Rule::ac_destroy => Verb::Destroy(group),
                Rule::ac_tap => Verb::Turn(group, Posture::Tapped),
                _ => Verb::Turn(group, Posture::Untapped),
            };
            steps.push(done(verb));
            Ok(())
        }
        Rule::ac_return | Rule::ac_put | Rule::ac_add => {
            let own = node.first()?;
            let to = node
                .parts()
                .find(|part| is_destination(part.rule()))
                .ok_or("it is not said where it goes")?;
            let to = destination(&to)?;
            if let Some(up_to) = own.get(Rule::top_up_to) {
                let deck = up_to.get(Rule::deck_of).ok_or("it is not said whose deck")?;
                if !deck.has(Rule::yours) {
                    return Err("only cards of the own deck can be taken so".to_string());
                }
                let one = done(Verb::moving(Group::Top(Ref::You, Box::new(Number::N(1))), to));
                let may = Script::May(setting.actor(), Box::new(one));
                steps.push(Script::Repeat(Number::N(up_to.digits()?), Box::new(may)));
                return Ok(());
            }
            let group = object(&own, setting, steps)?;
            steps.push(done(moved(group, to, setting)));
            Ok(())
        }
        Rule::ac_put_top => {
            let to = destination(&node.first()?)?;
            let it = setting.it.clone().ok_or("`that creature` refers to nothing")?;
            steps.push(done(Verb::Move(Group::Of(it), to, Extent::TopCard)));
            Ok(())
        }
        Rule::ac_choose_player => {
            steps.push(done(Verb::choosing(Ref::You, Group::Players, Number::N(1), Number::N(1))));
            setting.him = Some(Ref::Chosen(setting.chosen));
            setting.it = None;
            setting.chosen += 1;
            Ok(())
        }
        Rule::ac_draw => draw(node, setting, steps),
        Rule::ac_discard => discard(node, setting, steps),
        Rule::ac_breaks => {
            if node.has(Rule::his) && setting.his() != Ref::Opponent {
                return Err("a creature breaks the shields of the other player".to_string());
            }
            let by = object(&node.first()?, setting, steps)?;
            let Group::Of(by) = by else { return Err("several things break nothing".to_string()) };
            let count = number(&node.get(Rule::exactly).ok_or("it is not said how many")?.first()?)?;
            steps.push(done(Verb::Break(by, Number::N(count))));
            Ok(())
        }
        Rule::ac_extra => {
            steps.push(done(Verb::ExtraTurn(Ref::You)));
            Ok(())
        }
        Rule::ac_lose_end => {
            let last = Script::Delayed(
                Moment::Next(When::Begins(Step::End, Ref::TurnPlayer), Until::EndOfTurn),
                Box::new(done(Verb::Lose(Ref::You))),
            );
            let moment = Moment::Next(When::Begins(Step::Start, Ref::You), Until::Forever);
            steps.push(Script::Delayed(moment, Box::new(last)));
            Ok(())
        }
        Rule::ac_cross => cross(node, setting, steps),
        Rule::ac_shuffle_hand => {
            let who = setting.actor();
            let hand = Group::In(Place::Hand, who.clone(), Filter::Any);
            if setting.looped {
                // A number that is kept stays that of the first player.
                steps.push(done(Verb::moving(hand, Destination::DeckShuffled)));
                steps.push(done(Verb::Draw(who, Number::Amount(AmountOf::Last))));
                return Ok(());
            }
            steps.extend([
                Script::Let(Number::Count(hand.clone())),
                done(Verb::moving(hand, Destination::DeckShuffled)),
                done(Verb::Draw(who, Number::Kept(0))),
            ]);
            Ok(())
        }
        Rule::ac_modify => modify(node, setting, steps, duration),
        _ => Err(format!("`{}` is not understood", node.text())),
    }
}

/// A move; shields that go to the hand go there like broken ones, unless the next sentence says otherwise.
pub fn moved(group: Group, to: Destination, setting: &Setting) -> Verb {
    let shields = match &group {
        Group::In(Place::Shield, ..) => true,
        Group::Of(_) => setting.it_in == Some(Place::Shield),
        _ => false,
    };
    if shields && to == Destination::Hand { Verb::ShieldsToHand(group) } else { Verb::moving(group, to) }
}

/// draw.
pub fn draw(node: &Node<'_>, setting: &mut Setting, steps: &mut Vec<Effect>) -> Done<()> {
    let who = setting.actor();
    if let Some(up_to) = node.get(Rule::d_up_to) {
        let one = Script::May(who.clone(), Box::new(Script::Do(Verb::Draw(who, Number::N(1)))));
        steps.push(Script::Repeat(Number::N(up_to.digits()?), Box::new(one)));
        return Ok(());
    }
    let count = if node.has(Rule::d_each) {
        // The ability triggers for each card.
        Number::N(1)
    } else if node.has(Rule::d_many) {
        Number::Amount(AmountOf::Last)
    } else if let Some(of) = node.get(Rule::d_number_of) {
        counted(&of.get(Rule::counted).ok_or("it is not said of what")?, setting)?
    } else {
        let count = number(&node.get(Rule::num).ok_or("it is not said how many")?)?;
        times(count, node.get(Rule::for_each), setting)?
    };
    steps.push(Script::Do(Verb::Draw(who, count)));
    Ok(())
}

/// How many there are of what is counted.
pub fn counted(node: &Node<'_>, setting: &Setting) -> Done<Number> {
    Noun::read(node, setting)?.of_shields(node).counted()
}

/// A number, once for each of what is counted.
pub fn times(count: i32, each: Option<Node<'_>>, setting: &Setting) -> Done<Number> {
    let Some(each) = each else { return Ok(Number::N(count)) };
    let own = each.first()?;
    let number = match own.rule() {
        Rule::counted => counted(&own, setting)?,
        Rule::each_destroyed => Number::Amount(AmountOf::Last),
        Rule::both_shields => {
            let of = |who: Ref| Box::new(Number::Count(Group::In(Place::Shield, who, Filter::Any)));
            Number::Plus(of(Ref::You), of(Ref::Opponent))
        }
        _ => return Err(format!("`{}` cannot be counted", own.text())),
    };
    Ok(if count == 1 { number } else { Number::Times(count, Box::new(number)) })
}

/// discard.
pub fn discard(node: &Node<'_>, setting: &mut Setting, steps: &mut Vec<Effect>) -> Done<()> {
    let who = setting.actor();
    let own = node.first()?;
    match own.rule() {
        Rule::dis_hand => {
            steps.push(Script::Do(Verb::DiscardThese(Group::In(Place::Hand, who, Filter::Any))));
        }
        Rule::dis_any | Rule::dis_up_to => {
            let most = if own.rule() == Rule::dis_any { 99 } else { own.digits()? };
            let hand = Noun {
                many: Many::Between(0, most),
                filters: Vec::new(),
                owner: Some(who),
                place: Some(Place::Hand),
                both: false,
                total: None,
            };
            let group = chosen(&hand, setting, steps)?;
            steps.push(Script::Do(Verb::DiscardThese(group)));
        }
        Rule::dis_num => {
            let count = number(&own.get(Rule::num).ok_or("it is not said how many")?)?;
            let how = if own.has(Rule::at_random) { Discarding::AtRandom } else { Discarding::ByChoice };
            let count = times(count, own.get(Rule::for_each), setting)?;
            steps.push(Script::Do(Verb::Discard(who, how, count)));
        }
        _ => {
            let group = Group::Of(setting.it.clone().ok_or("`it` refers to nothing")?);
            steps.push(Script::Do(Verb::DiscardThese(group)));
        }
    }
    Ok(())
}

/// A cross gear is crossed to a creature for nothing; the gear is chosen first.
pub fn cross(node: &Node<'_>, setting: &mut Setting, steps: &mut Vec<Effect>) -> Done<()> {
    let [host, gear] = &node.all(Rule::noun).collect::<Vec<_>>()[..] else {
        return Err("it is not said what is crossed to what".to_string());
    };
    let gear = chosen(&Noun::read(gear, setting)?, setting, steps)?;
    let host = chosen(&Noun::read(host, setting)?, setting, steps)?;
    steps.push(Script::Do(Verb::PutOn(gear, host)));
    Ok(())
}

/// modify.
pub fn modify(
    node: &Node<'_>,
    setting: &mut Setting,
    steps: &mut Vec<Effect>,
    duration: Option<Until>,
) -> Done<()> {
    let subject = node.get(Rule::modify_subject).ok_or("nothing is changed")?.first()?;
    let lasting = node.parts().find_map(|part| until(&part)).or(duration);
    let lasting = lasting.ok_or("it is not said how long the change lasts")?;
    let group = object(&subject, setting, steps)?;
    let changed: Vec<Written> = changes(node, setting)?;
    steps.push(Script::Do(Verb::Modify(group, changed, lasting)));
    Ok(())
}

/// As many as there are of something else.
pub fn so_many(
    node: &Node<'_>,
    each: &Node<'_>,
    setting: &mut Setting,
    steps: &mut Vec<Effect>,
) -> Done<Group> {
    let noun = Noun::read(node, setting)?;
    if noun.many != Many::Between(1, 1) {
        return Err("one for each is meant".to_string());
    }
    let count = times(1, Some(each.clone()), setting)?;
    steps.push(Script::Do(Verb::choosing(setting.actor(), noun.group()?, count.clone(), count)));
    let chosen = Ref::Chosen(setting.chosen);
    setting.chosen += 1;
    setting.it = Some(chosen.clone());
    Ok(Group::Of(chosen))
}
