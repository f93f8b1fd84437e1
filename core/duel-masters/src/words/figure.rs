//! An object as values.

use duelog_kernel::figure::Figure;
use duelog_kernel::{Item, ObjectId, Viewer};

use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::rules::characteristics::INFINITY;
use crate::rules::eval::{Sight, read_power};
use crate::state::secrecy::may_identify;
use crate::state::{Hold, Object, Value, Zone};

/// What is drawn of an object.
pub fn figure(sight: &Sight<'_>, viewer: Viewer, object: &Object) -> Figure {
    let board = sight.board;
    let definition = &sight.card_pool.card(object.top().card).front().definition;
    let kind = sight.characteristics(object.id).map_or(definition.kind, |own| own.kind);
    let known = |id: ObjectId| may_identify(board, viewer, id);
    let mut figure = Figure {
        side: Some(object.owner),
        cost: sight.cost(object.id).to_string(),
        types: vec![kind.name().to_string()],
        colors: sight.civilizations(object.id).list().iter().map(|own| own.name().to_string()).collect(),
        ..Figure::default()
    };
    figure.subtypes.extend(definition.races.iter().chain(&sight.added_races(object)).cloned());
    if kind == CardType::Creature {
        let power = sight.power(object.id);
        let now = if power == INFINITY { i64::from(INFINITY) } else { i64::from(read_power(power)) };
        figure.number("power", now, definition.power.map(i64::from));
    }
    figure.mark("evolution", sight.is_evolution(object));
    figure.mark("sealed", object.hold == Hold::Sealed);
    figure.mark("tapped", object.tapped && matches!(object.zone, Zone::Battle | Zone::Mana(_)));
    // A shield lies face down, but for one that everybody knows.
    let shield = matches!(object.zone, Zone::Shield(_)) && !may_identify(board, Viewer::Public, object.id);
    figure.mark("face-down", object.face_down || shield);
    figure.mark("turned", object.turned);
    if object.pieces.len() > 1 {
        figure.number("cards", object.pieces.len() as i64, None);
    }
    let sick = object.zone == Zone::Battle
        && sight.is_creature(object.id)
        && !sight.is_awake(object.id)
        && !sight.has(object.id, Keyword::SpeedAttacker);
    figure.mark("summoning-sick", sick);
    figure.bind_known("attached-to", object.attached, known);
    if let Some(attack) = board.attack.as_ref() {
        if attack.attacker == object.id {
            figure.mark("attacking", true);
            match attack.target {
                Value::Object(target) => figure.bind_known("attacking", Some(target), known),
                Value::Seat(seat) => figure.bind("attacking", Item::Seat(seat)),
                Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => {}
            }
        }
        if attack.blocker == Some(object.id) {
            figure.mark("blocking", true);
            figure.bind_known("blocking", Some(attack.attacker), known);
        }
    }
    figure
}
