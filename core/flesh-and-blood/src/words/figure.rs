//! An object as values.

use duelog_kernel::figure::Figure;
use duelog_kernel::{Item, ObjectId, Viewer};

use crate::language::definition::ZoneKind;
use crate::rules::eval::Sight;
use crate::state::secrecy::may_identify;
use crate::state::{Board, Kind, Object, Properties, Value, Zone};

/// What is drawn of an object with these properties.
pub fn figure(sight: &Sight<'_>, viewer: Viewer, object: &Object, own: &Properties) -> Figure {
    let controller = sight.controller(object.id);
    let mut figure = Figure {
        side: controller,
        owner: object.owned_by().filter(|owner| controller.is_some_and(|side| side != *owner)),
        cost: own.cost.map_or(String::new(), |cost| cost.to_string()),
        types: own.types.types().map(|kind| kind.name().to_string()).collect(),
        ..Figure::default()
    };
    let classes = own.types.supertypes().map(|class| class.name().to_string());
    let kinds = own.types.subtypes().map(|kind| kind.name().trim_matches(['(', ')']).to_string());
    figure.subtypes = classes.chain(kinds).collect();
    numbers(sight, object, own, &mut figure);
    for (kind, count) in &object.counters {
        figure.counter(kind.name(), *count);
    }
    // All that lies in an arsenal is on the table, though it is private.
    let lies = !object.zone.is_private() || object.zone.kind() == Some(ZoneKind::Arsenal);
    figure.mark("face-down", !object.public && lies);
    figure.mark("face-up", object.public && object.zone.is_private());
    figure.mark("tapped", object.tapped);
    figure.mark("marked", object.marked);
    figure.mark("frozen", sight.is_frozen(object.id));
    figure.mark("token", object.kind == Kind::Token);
    bonds(sight.board, viewer, object, &mut figure);
    figure
}

fn numbers(sight: &Sight<'_>, object: &Object, own: &Properties, figure: &mut Figure) {
    let id = object.id;
    let printed = sight.printed(id);
    let base = printed.map(|card| &card.base);
    figure.colors.extend(printed.and_then(|card| card.color).map(|color| color.name().to_string()));
    if let Some(pitch) = sight.pitch(id) {
        figure.number("pitch", pitch, None);
    }
    if let Some(power) = sight.power(id) {
        figure.number("power", power, base.and_then(|base| base.power).map(i64::from));
    }
    if let Some(defense) = sight.defense(id) {
        figure.number("defense", defense, base.and_then(|base| base.defense).map(i64::from));
    }
    if let Some(life) = sight.life(id) {
        figure.number("life", life, None);
    }
    if let Some(intellect) = own.intellect {
        figure.number("intellect", intellect, None);
    }
}

fn bonds(board: &Board, viewer: Viewer, object: &Object, figure: &mut Figure) {
    let known = |id: ObjectId| may_identify(board, viewer, id);
    let links = &board.combat.links;
    let number = |place: usize| i64::try_from(place + 1).unwrap_or(i64::MAX);
    if let Some((place, link)) = links.iter().enumerate().rev().find(|(_, link)| link.is_of(object.id)) {
        figure.number("link", number(place), None);
        figure.mark("attacking", true);
        figure.mark("hit", link.hit);
        link.targets.iter().for_each(|target| figure.bind_known("attacking", Some(*target), known));
    }
    let defends = |link: &crate::state::Link| link.defenses.iter().any(|defense| defense.card == object.id);
    if let Some((place, link)) = links.iter().enumerate().find(|(_, link)| defends(link)) {
        figure.number("link", number(place), None);
        figure.mark("defending", true);
        figure.bind_known("blocking", Some(link.attack), known);
    }
    if let Zone::Under(top) = object.zone {
        figure.bind_known("attached-to", Some(top), known);
    }
    let layered = object.zone == Zone::Stack || object.kind == Kind::Proxy;
    let Some(layer) = object.layer.as_deref().filter(|_| layered) else { return };
    figure.bind_known("source", object.source(), known);
    let attacked = layer.attacked.iter().map(|id| Value::Object(*id));
    for target in layer.targets.iter().flatten().copied().chain(attacked) {
        match target {
            Value::Object(id) => figure.bind_known("target", Some(id), known),
            Value::Seat(seat) => figure.bind("target", Item::Seat(seat)),
            Value::Number(_) => {}
        }
    }
}
