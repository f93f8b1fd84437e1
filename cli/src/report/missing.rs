//! Refused actions and the reasons, tried for the objects that the player sees.

use std::collections::BTreeSet;

use duelog_kernel::view::{CardView, RequestView};
use duelog_kernel::{Choice, Illegal, Item, Match, ObjectId, Seat, View, Viewer};

/// How many answers are tried at a decision.
const TRIED_MAX: usize = 80;

/// Piles that a player looks through and does not act from, unless an option lies there.
const PILES: [&str; 5] = ["library", "deck", "graveyard", "banished", "exile"];

/// Something that was not offered.
pub struct Missing {
    /// The action.
    pub item: Item,
    /// Why it was not.
    pub illegal: Illegal,
}

/// Actions with visible objects that were not offered. Options show the form of an action: an object, an
/// object with an action, one object against another.
pub fn missing(game: &mut dyn Match, viewer: Viewer, view: &View, asked: &RequestView) -> Vec<Missing> {
    let offered: BTreeSet<Item> = asked.options.iter().map(|option| option.item).collect();
    let tried = candidates(game, view, asked, &offered);
    let mut found: Vec<Missing> = Vec::new();
    for items in tried.into_iter().take(TRIED_MAX) {
        // Among several ways to do the same, the first with a reason of its own is told.
        let refused = |item: Item| {
            let illegal = game.refusal(viewer, asked.seat, &Choice::one(item))?;
            matches!(illegal, Illegal::NotOffered { .. }).then_some(Missing { item, illegal })
        };
        found.extend(items.into_iter().filter(|item| !offered.contains(item)).find_map(refused));
    }
    found
}

/// The actions to try, grouped by object.
fn candidates(
    game: &mut dyn Match,
    view: &View,
    asked: &RequestView,
    offered: &BTreeSet<Item>,
) -> Vec<Vec<Item>> {
    let named: BTreeSet<ObjectId> = offered.iter().flat_map(Item::objects).flatten().collect();
    let has = |is: fn(&Item) -> bool| offered.iter().any(is);
    let mut seen: Vec<(&CardView, bool)> = view
        .zones
        .iter()
        .filter(|zone| {
            let holds_option = zone.cards.iter().any(|card| named.contains(&card.id));
            let own = zone.seat.is_none_or(|seat| seat == asked.seat);
            holds_option || (own && !PILES.contains(&zone.name.as_str()))
        })
        .flat_map(|zone| zone.cards.iter().map(move |card| (card, zone.seat == Some(asked.seat))))
        .collect();
    // Cards that a player holds come first.
    seen.sort_by_key(|(_, held)| !held);
    let own = |card: &CardView| card.figure.side.is_none_or(|side| side == asked.seat);
    let mut tried = Vec::new();
    if has(|item| matches!(item, Item::Act(..) | Item::Ability(..))) || offered.iter().eq([&Item::Pass]) {
        let own: Vec<&CardView> = seen.iter().map(|seen| seen.0).filter(|card| own(card)).collect();
        tried.extend(acts(game, &own, offered));
    }
    if has(|item| matches!(item, Item::Pair(..) | Item::PairSeat(..))) {
        let others: BTreeSet<ObjectId> = offered.iter().filter_map(|item| item.objects()[1]).collect();
        let against: BTreeSet<Seat> = offered
            .iter()
            .filter_map(|item| if let Item::PairSeat(_, seat) = item { Some(*seat) } else { None })
            .collect();
        for (card, _) in seen.iter().filter(|(card, held)| !held && own(card) && fights(card)) {
            let pairs = others.iter().map(|other| Item::Pair(card.id, *other));
            let all: Vec<Item> =
                pairs.chain(against.iter().map(|seat| Item::PairSeat(card.id, *seat))).collect();
            if all.iter().any(|item| offered.contains(item)) {
                tried.extend(all.into_iter().map(|item| vec![item]));
            } else {
                // It can do nothing at all: one reason says it.
                tried.push(all);
            }
        }
    } else if has(|item| matches!(item, Item::Object(_))) {
        tried.extend(seen.iter().map(|(card, _)| vec![Item::Object(card.id)]));
    }
    tried
}

/// The actions with cards, each as a player would try to use it where it lies. A question with verbs of its own,
/// such as how something is paid, is tried with these.
fn acts(game: &mut dyn Match, cards: &[&CardView], offered: &BTreeSet<Item>) -> Vec<Vec<Item>> {
    let verb = |item: &Item| if let Item::Act(verb, _) = item { Some(*verb) } else { None };
    let asked: BTreeSet<u8> = offered.iter().filter_map(verb).collect();
    let ways: Vec<(ObjectId, Vec<Item>)> = cards.iter().map(|card| (card.id, game.ways(card.id))).collect();
    let usual = asked.is_empty()
        || ways.iter().flat_map(|way| &way.1).filter_map(verb).any(|verb| asked.contains(&verb));
    // While a cost is paid by deeds, nobody asks why an ability is none of them.
    let with_abilities = usual || offered.iter().any(|item| matches!(item, Item::Ability(..)));
    let mut tried = Vec::new();
    for (card, ways) in ways {
        let (acts, abilities): (Vec<Item>, Vec<Item>) =
            ways.into_iter().partition(|item| verb(item).is_some());
        let acts = if usual || acts.is_empty() {
            acts
        } else {
            asked.iter().map(|verb| Item::Act(*verb, card)).collect()
        };
        if !acts.iter().any(|act| offered.contains(act)) {
            tried.push(acts);
        }
        if with_abilities {
            tried.extend(abilities.into_iter().map(|item| vec![item]));
        }
    }
    tried
}

/// Returns whether it could be asked of a card whether it fights: not of what never does.
fn fights(card: &CardView) -> bool {
    card.figure.types.iter().any(|kind| kind == "Creature" || kind == "Weapon" || kind == "Equipment")
}
