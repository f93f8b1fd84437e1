//! Sentences that look at cards, search a deck, or choose one for each of something else.

use duelog_duel_masters::language::definition::{
    Destination, Effect, Filter, Group, Number, Posture, Ref, Stat, Verb,
};
use duelog_duel_masters::language::types::Place;
use duelog_kernel::script::Script;

use crate::actions::{chosen, counted, destination, is_destination};
use crate::effects::sequence;
use crate::grammar::{Node, Rule};
use crate::noun::{Many, Noun, all, quality};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

/// A card of the deck is taken.
pub fn search(node: &Node<'_>, setting: &Setting) -> Done<Vec<Effect>> {
    let what = node.get(Rule::search_what).ok_or("it is not said what is searched for")?;
    let noun = Noun::read(&what, setting)?;
    let Many::Between(_, most) = noun.many else {
        return Err("this number of cards of a deck cannot be taken".to_string());
    };
    if noun.owner.is_some() || noun.place.is_some() || noun.total.is_some() {
        return Err("only what a card is counts where it is searched for".to_string());
    }
    let to = node.parts().find(|part| is_destination(part.rule())).ok_or("it is not said where it goes")?;
    let mut steps =
        vec![Script::Do(Verb::Search(Ref::You, all(noun.filters), Number::N(most), destination(&to)?, None))];
    if node.has(Rule::that_one) {
        steps.push(Script::Do(Verb::Show(Group::Players, Group::Of(Ref::Last))));
    }
    Ok(steps)
}

/// The top cards are looked at and put back.
pub fn look_some_top(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let own = node.first()?;
    let digits = own.digits()?;
    let mut steps = Vec::new();
    let count = if own.rule() == Rule::up_to_top {
        let chosen = Ref::Chosen(setting.chosen);
        setting.chosen += 1;
        let numbers = Group::Numbers(Box::new(Number::N(digits)));
        steps.push(Script::Do(Verb::choosing(Ref::You, numbers, Number::N(1), Number::N(1))));
        Number::Total(Stat::Value, Group::Of(chosen))
    } else {
        Number::N(digits)
    };
    steps.extend([
        Script::Do(Verb::Show(Group::Of(Ref::You), Group::Top(Ref::You, Box::new(count)))),
        Script::Do(Verb::Stop),
        Script::Do(Verb::PutBack(Ref::You, Destination::DeckTop)),
    ]);
    Ok(steps)
}

/// The top cards are shown, and some of them taken.
pub fn reveal(node: &Node<'_>, setting: &Setting) -> Done<Vec<Effect>> {
    let noun = Noun::read(node, setting)?;
    let rest = if node.has(Rule::on_bottom) {
        Verb::PutBack(Ref::You, Destination::DeckBottom)
    } else {
        Verb::moving(Group::Looked(Filter::Any), Destination::Graveyard)
    };
    let top = Group::Top(Ref::You, Box::new(Number::N(node.digits()?)));
    let steps = vec![
        Script::Do(Verb::Show(Group::Players, top)),
        Script::Do(Verb::Stop),
        Script::Do(Verb::moving(Group::Looked(all(noun.filters)), Destination::Hand)),
        Script::Do(rest),
    ];
    Ok(if node.has(Rule::may) { vec![Script::May(Ref::You, Box::new(sequence(steps)))] } else { steps })
}

/// The top cards are shown, and one of them taken.
pub fn reveal_one(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let such = node.get(Rule::that_is).ok_or("it is not said what is taken")?;
    let such = all(such.parts().map(|part| quality(&part)).collect::<Done<_>>()?);
    let rest = if node.has(Rule::on_bottom) {
        Verb::PutBack(Ref::You, Destination::DeckBottom)
    } else {
        Verb::moving(Group::Looked(Filter::Any), Destination::Graveyard)
    };
    let chosen = Ref::Chosen(setting.chosen);
    setting.chosen += 1;
    let top = Group::Top(Ref::You, Box::new(Number::N(node.digits()?)));
    let steps = vec![
        Script::Do(Verb::Show(Group::Players, top)),
        Script::Do(Verb::Stop),
        Script::Do(Verb::choosing(Ref::You, Group::Looked(such), Number::N(1), Number::N(1))),
        Script::Do(Verb::moving(Group::Of(chosen), Destination::Hand)),
        Script::Do(rest),
    ];
    Ok(if node.has(Rule::may) { vec![Script::May(Ref::You, Box::new(sequence(steps)))] } else { steps })
}

/// The top card of a deck is looked at, and the other hand where it is named too.
pub fn look_deck(node: &Node<'_>, setting: &Setting) -> Done<Vec<Effect>> {
    let deck = node.get(Rule::deck_of).ok_or("it is not said whose deck")?;
    let whose = match deck.first()?.rule() {
        Rule::yours => Ref::You,
        Rule::theirs => Ref::Opponent,
        _ => setting.his(),
    };
    let show = |group: Group| Script::Do(Verb::Show(Group::Of(Ref::You), group));
    let mut steps = Vec::new();
    if node.has(Rule::theirs) {
        steps.push(show(Group::In(Place::Hand, Ref::Opponent, Filter::Any)));
    }
    steps.push(show(Group::Top(whose, Box::new(Number::N(1)))));
    Ok(if node.has(Rule::may) { vec![Script::May(Ref::You, Box::new(sequence(steps)))] } else { steps })
}

/// Shields or a hand are looked at.
pub fn look_shields(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let mut steps = Vec::new();
    let own = node.get(Rule::noun).ok_or("it is not said at what")?;
    let noun = Noun::read(&own, setting)?.of_shields(&own);
    if noun.place != Some(Place::Shield) && noun.place != Some(Place::Hand) {
        return Err("only shields and hands are looked at".to_string());
    }
    let group = chosen(&noun, setting, &mut steps)?;
    steps.push(Script::Do(Verb::Show(Group::Of(Ref::You), group)));
    Ok(if node.has(Rule::may) { vec![Script::May(Ref::You, Box::new(sequence(steps)))] } else { steps })
}

/// The other hand is looked at, and something of it discarded.
pub fn look_hand(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let hand = |filter: Filter| Group::In(Place::Hand, Ref::Opponent, filter);
    let mut steps = vec![Script::Do(Verb::Show(Group::Of(Ref::You), hand(Filter::Any)))];
    if node.has(Rule::look_choose) {
        let chosen = Ref::Chosen(setting.chosen);
        setting.chosen += 1;
        steps.extend([
            Script::Do(Verb::choosing(Ref::You, hand(Filter::Any), Number::N(1), Number::N(1))),
            Script::Do(Verb::DiscardThese(Group::Of(chosen))),
        ]);
    }
    if let Some(which) = node.get(Rule::look_all) {
        let noun = Noun::read(&which, setting)?;
        steps.push(Script::Do(Verb::DiscardThese(hand(all(noun.filters)))));
    }
    if node.has(Rule::may) {
        steps = vec![Script::May(Ref::You, Box::new(sequence(steps)))];
    }
    Ok(steps)
}

/// One, and another one at will for each card of a name in the graveyards.
pub fn cloned(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let first = Noun::read(&node.get(Rule::noun).ok_or("it is not said what")?, setting)?;
    let rest = Noun::read(&node.get(Rule::noun_rest).ok_or("it is not said what else")?, setting)?;
    let group = first.group()?;
    if rest.group()? != group || first.many != Many::Between(1, 1) {
        return Err("other things than the first are chosen".to_string());
    }
    let name = node.get(Rule::name).ok_or("no card is named")?;
    let named = Filter::Named(name.text().trim().trim_matches(['«', '»']).to_string());
    let there = |who: Ref| Box::new(Number::Count(Group::In(Place::Graveyard, who, named.clone())));
    let more = Number::Plus(there(Ref::You), there(Ref::Opponent));
    let most = Number::Plus(Box::new(Number::N(1)), Box::new(more));
    let chosen = Group::Of(Ref::Chosen(setting.chosen));
    setting.chosen += 1;
    let verb = match node.get(Rule::cloned_do).ok_or("nothing happens")?.first()?.rule() {
        Rule::cl_destroy => Verb::Destroy(chosen),
        Rule::cl_tap => Verb::Turn(chosen, Posture::Tapped),
        _ => Verb::moving(chosen, Destination::Hand),
    };
    Ok(vec![Script::Do(Verb::choosing(Ref::You, group, Number::N(1), most)), Script::Do(verb)])
}

/// Up to one for each of what is counted.
pub fn pay_each(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<Effect>> {
    let most = counted(&node.get(Rule::counted).ok_or("it is not said of what")?, setting)?;
    let own = node.get(Rule::noun).ok_or("it is not said what")?;
    let noun = Noun::read(&own, setting)?.of_shields(&own);
    if noun.many != Many::Between(1, 1) {
        return Err("one for each is meant".to_string());
    }
    let group = noun.group()?;
    let chosen = Group::Of(Ref::Chosen(setting.chosen));
    setting.chosen += 1;
    let to = node.parts().find(|part| is_destination(part.rule()));
    let then = match to {
        Some(to) => Verb::moving(chosen, destination(&to)?),
        None => Verb::Turn(chosen, Posture::Tapped),
    };
    Ok(vec![Script::Do(Verb::choosing(Ref::You, group, Number::N(0), most)), Script::Do(then)])
}
