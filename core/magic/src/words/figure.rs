//! An object as values.

use duelog_kernel::figure::Figure;
use duelog_kernel::{Item, ObjectId, Viewer};

use crate::language::definition::Counter;
use crate::language::types::{CardType, Supertype};
use crate::rules::eval::Sight;
use crate::rules::keywords::haste;
use crate::rules::targets::source_of;
use crate::state::secrecy::may_identify;
use crate::state::{Characteristics, Object, OnStack, Value, Zone};

/// What is drawn of an object with these characteristics.
pub fn figure(sight: &Sight<'_>, viewer: Viewer, object: &Object, own: &Characteristics) -> Figure {
    let on_stack = object.stack.as_deref().filter(|_| object.zone == Zone::Stack);
    let mut figure = Figure::default();
    if matches!(object.zone, Zone::Battlefield | Zone::Stack) {
        let controller = sight.controller(object.id).unwrap_or(object.controller);
        figure.side = Some(controller);
        figure.owner = Some(object.owner).filter(|owner| *owner != controller);
    }
    if on_stack.is_none() || object.is_spell() {
        describe(sight, object, own, &mut figure);
    } else {
        figure.types.push("Ability".to_string());
    }
    figure.mark("face-down", object.down.is_some());
    for (kind, count) in &object.permanent.counters {
        figure.counter(kind.name(), *count);
    }
    if let Some(stack) = on_stack {
        aim(sight, viewer, object, stack, &mut figure);
    }
    if object.zone == Zone::Battlefield {
        permanent(sight, viewer, object, own, &mut figure);
    }
    figure
}

/// What is on the card, as it is now.
fn describe(sight: &Sight<'_>, object: &Object, own: &Characteristics, figure: &mut Figure) {
    let card = sight.card_pool.card(object.printed());
    if own.cost.exists {
        figure.cost = own.cost.to_string();
    }
    let types = own.types.to_string();
    figure.types = types.split(" - ").next().unwrap_or_default().split(' ').map(str::to_string).collect();
    figure.subtypes = own.types.subtypes.iter().map(|subtype| subtype.name().to_string()).collect();
    figure.colors = own.colors.list().into_iter().map(|color| color.name().to_string()).collect();
    if own.types.is(CardType::Creature) {
        let fixed = card.base.types.is(CardType::Creature) && card.definition.own_size().is_none();
        let printed = |number: i32| fixed.then_some(i64::from(number));
        figure.number("power", own.power, printed(card.base.power));
        figure.number("toughness", own.toughness, printed(card.base.toughness));
    }
    if own.types.is(CardType::Planeswalker) {
        let now = match object.zone {
            Zone::Battlefield => object.counters(Counter::Loyalty),
            _ => own.loyalty,
        };
        figure.number("loyalty", now, Some(i64::from(card.base.loyalty)));
    }
    figure.mark("legendary", own.types.is_super(Supertype::Legendary));
}

fn permanent(sight: &Sight<'_>, viewer: Viewer, object: &Object, own: &Characteristics, figure: &mut Figure) {
    let (board, permanent) = (sight.board, &object.permanent);
    let known = |id: ObjectId| may_identify(board, viewer, id);
    if permanent.damage > 0 {
        figure.number("damage", permanent.damage, None);
    }
    figure.mark("tapped", permanent.tapped);
    figure.mark("flipped", permanent.flipped);
    figure.mark("summoning-sick", own.types.is(CardType::Creature) && haste::rests(sight, object.id));
    figure.mark("token", object.token);
    figure.bind_known("attached-to", permanent.attached, known);
    if let Some(seat) = permanent.enchanting {
        figure.bind("attached-to", Item::Seat(seat));
    }
    figure.bind_known("paired-with", permanent.bound, known);
    if let Some(attack) = board.attack(object.id) {
        figure.mark("attacking", true);
        figure.mark("blocked", attack.blocked);
        bind(figure, "attacking", attack.defender, known);
    }
    for (_, attackers) in board.combat.blocks.iter().filter(|block| block.0 == object.id) {
        figure.mark("blocking", true);
        attackers.iter().for_each(|attacker| figure.bind_known("blocking", Some(*attacker), known));
    }
}

/// From what an ability on the stack comes, and at what something there aims.
fn aim(sight: &Sight<'_>, viewer: Viewer, object: &Object, stack: &OnStack, figure: &mut Figure) {
    let known = |id: ObjectId| may_identify(sight.board, viewer, id);
    if !object.is_spell() {
        figure.bind_known("source", Some(source_of(object.id, stack)), known);
    }
    for target in stack.targets.iter().flatten() {
        bind(figure, "target", Some(*target), known);
    }
}

fn bind(figure: &mut Figure, name: &str, to: Option<Value>, known: impl Fn(ObjectId) -> bool) {
    match to {
        Some(Value::Object(id)) => figure.bind_known(name, Some(id), known),
        Some(Value::Seat(seat)) => figure.bind(name, Item::Seat(seat)),
        Some(Value::Number(_)) | None => {}
    }
}
