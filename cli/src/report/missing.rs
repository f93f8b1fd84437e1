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
    let seen: Vec<(&CardView, bool)> = view
        .zones
        .iter()
        .filter(|zone| {
            let holds_option = zone.cards.iter().any(|card| named.contains(&card.id));
            let own = zone.seat.is_none_or(|seat| seat == asked.seat);
            holds_option || (own && !PILES.contains(&zone.name.as_str()))
        })
        .flat_map(|zone| zone.cards.iter().map(move |card| (card, zone.seat == Some(asked.seat))))
        .collect();
    let own = |card: &CardView| card.figure.side.is_none_or(|side| side == asked.seat);
    let mut tried = Vec::new();
    if has(|item| matches!(item, Item::Act(..) | Item::Ability(..))) || offered.iter().eq([&Item::Pass]) {
        for (card, held) in seen.iter().filter(|(card, _)| own(card)) {
            tried.extend(acts(game, card, *held, offered));
        }
    } else if has(|item| matches!(item, Item::Pair(..) | Item::PairSeat(..))) {
        let others: BTreeSet<ObjectId> = offered.iter().filter_map(|item| item.objects()[1]).collect();
        let against: BTreeSet<Seat> = offered
            .iter()
            .filter_map(|item| if let Item::PairSeat(_, seat) = item { Some(*seat) } else { None })
            .collect();
        for (card, _) in seen.iter().filter(|(card, held)| !held && own(card) && fights(card)) {
            tried.extend(others.iter().map(|other| vec![Item::Pair(card.id, *other)]));
            tried.extend(against.iter().map(|seat| vec![Item::PairSeat(card.id, *seat)]));
        }
    } else if has(|item| matches!(item, Item::Object(_))) {
        tried.extend(seen.iter().map(|(card, _)| vec![Item::Object(card.id)]));
    }
    tried
}

/// The actions with a card: its abilities if it is in play, else the ways to play it.
fn acts(game: &mut dyn Match, card: &CardView, held: bool, offered: &BTreeSet<Item>) -> Vec<Vec<Item>> {
    let mut tried: Vec<Vec<Item>> =
        game.abilities(card.id).into_iter().filter(|_| !held).map(|item| vec![item]).collect();
    let ways = || {
        let verbs = 0..u8::try_from(game.words().verbs.len()).unwrap_or(u8::MAX);
        verbs.map(|verb| Item::Act(verb, card.id)).collect::<Vec<Item>>()
    };
    if held && !ways().iter().any(|way| offered.contains(way)) {
        tried.push(ways());
    }
    tried
}

/// Returns whether it could be asked of a card whether it fights: not of what never does.
fn fights(card: &CardView) -> bool {
    card.figure.types.iter().any(|kind| kind == "Creature" || kind == "Weapon" || kind == "Equipment")
}
