//! How the properties of an object come about: what is printed, then each continuous effect in its stage (6.3).

use duelog_kernel::view::{Explanation, ExplanationStep};
use duelog_kernel::{ObjectId, Viewer};

use crate::continuous::{Piece, PieceFrom, trace};
use crate::definition::{Counter, Uses};
use crate::library::Library;
use crate::narrate::{label, name};
use crate::restrictions::in_words;
use crate::rule;
use crate::state::{Alter, Board};

/// How the properties of an object come about, step by step; none when there is no such object.
pub fn explain(board: &Board, library: &Library, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
    let card = library.card(board.get(object)?.card);
    let mut printed = vec![card.definition.types.to_string()];
    printed.extend(card.base.power.map(|power| format!("power {power}")));
    printed.extend(card.base.defense.map(|defense| format!("defense {defense}")));
    printed.extend(card.base.keywords.iter().map(|keyword| keyword.name()));
    let mut steps = vec![ExplanationStep {
        layer: "printed".to_string(),
        timestamp: None,
        source: card.name.clone(),
        change: printed.join(", "),
        rule: rule!("6.3.1"),
    }];
    steps.extend(copying(board, library, viewer, object));
    let zone = board.get(object)?.zone;
    if let Some((about, rule)) = zone.about() {
        let (layer, source) = ("zone".to_string(), zone.name().to_string());
        steps.push(ExplanationStep { layer, timestamp: None, source, change: about.to_string(), rule });
    }
    for (piece, alter) in trace(board, library, object) {
        let (layer, rule) = piece.place();
        steps.push(ExplanationStep {
            layer,
            timestamp: Some(piece.timestamp()),
            source: source(board, library, viewer, &piece),
            change: alter_in_words(&alter),
            rule,
        });
    }
    Some(Explanation { id: object, name: name(board, library, object), steps })
}

/// What identity-replacement effects and copy effects make of an object, in the first stage (6.3.2).
fn copying(board: &Board, library: &Library, viewer: Viewer, id: ObjectId) -> Vec<ExplanationStep> {
    let mut steps = Vec::new();
    for alter in board.get(id).map_or(&[][..], |object| object.identity.as_slice()) {
        let (layer, source) = ("copyable".to_string(), label(board, library, viewer, id));
        steps.push(ExplanationStep { layer, timestamp: None, source, change: alter_in_words(alter), rule: rule!("6.4.8a") });
    }
    for effect in &board.effects {
        if let Some(copied) = crate::continuous::copying::becoming(effect, id) {
            let source = format!("effect of {}", label(board, library, viewer, effect.source));
            let change = format!("becomes a copy of {}", library.name(copied.card));
            steps.push(ExplanationStep { layer: "stage 1".to_string(), timestamp: Some(effect.id), source, change, rule: rule!("8.5.25") });
        }
    }
    steps
}

fn source(board: &Board, library: &Library, viewer: Viewer, piece: &Piece) -> String {
    match piece.from {
        PieceFrom::Static(id, _) => format!("static ability of {}", label(board, library, viewer, id)),
        PieceFrom::Lasting(place) => {
            board.effects.get(place).map_or("an effect".to_string(), |lasting| format!("effect of {}", label(board, library, viewer, lasting.source)))
        }
        PieceFrom::Counters(id, _) => format!("counters on {}", label(board, library, viewer, id)),
        PieceFrom::Star(id) => format!("property-static ability of {}", label(board, library, viewer, id)),
    }
}

/// What a modification does, for instance `power +2` or `gains dominate`.
pub fn alter_in_words(alter: &Alter) -> String {
    match alter {
        Alter::Power(amount) => format!("power {amount:+}"),
        Alter::SetPower(amount) => format!("power becomes {amount}"),
        Alter::BasePower(amount) => format!("base power becomes {amount}"),
        Alter::MultiplyBasePower(factor) => format!("base power times {factor}"),
        Alter::Defense(amount) => format!("defense {amount:+}"),
        Alter::BaseDefense(amount) => format!("base defense becomes {amount}"),
        Alter::BaseLife(amount) => format!("base life becomes {amount}"),
        Alter::Intellect(amount) => format!("intellect {amount:+}"),
        Alter::Pitch(amount) => format!("pitch {amount:+}"),
        Alter::Gain(keyword) => format!("gains {}", keyword.name()),
        Alter::Lose(keyword) => format!("loses {}", keyword.name()),
        Alter::Ability(_) => "gains an ability".to_string(),
        Alter::LoseAbilities => "loses its abilities".to_string(),
        Alter::AddType(card_type) => format!("also {}", card_type.name()),
        Alter::LoseType(card_type) => format!("no longer {}", card_type.name()),
        Alter::AddSubtype(subtype) => format!("also {}", subtype.name()),
        Alter::LoseSubtype(subtype) => format!("no longer {}", subtype.name()),
        Alter::AddSuper(supertype) => format!("also {}", supertype.name()),
        Alter::AddSupers(supertypes) => format!("also {}", supertypes.names().collect::<Vec<_>>().join(", ")),
        Alter::DefendedByAtMost(most, ..) => format!("cannot be defended by more than {most} such cards"),
        Alter::LoseSupers => "loses its supertypes".to_string(),
        Alter::Control(seat) => format!("controlled by {seat}"),
        Alter::CostMore(amount) => format!("costs {amount} more"),
        Alter::CostLess(amount) => format!("costs {amount} less"),
        Alter::SetCost(amount) => format!("costs {amount}"),
        Alter::Uses(Uses::MoreEach(times)) => format!("each ability {times} more times"),
        Alter::Uses(Uses::MoreInAll(times)) => format!("abilities {times} more times in all"),
        Alter::Uses(Uses::Attacks(times)) => format!("attacks {times} times in all"),
        Alter::ExtraAttacks(times) => format!("attacks {times} more times"),
        Alter::Rule(ruling, deed, ..) => format!("{ruling:?}: {}", in_words(*deed)).to_lowercase(),
        Alter::Freeze => "frozen".to_string(),
        Alter::CountsAs(count, subtype) => format!("counts as {count} more {}", subtype.name()),
        Alter::LookAtTop => "the top card of the deck may be looked at".to_string(),
        Alter::Zones(kind, count) => format!("{count:+} {} zones", crate::state::kind_name(*kind)),
        Alter::Counter(kind, count) => match kind {
            Counter::PowerUp => format!("power +{count}"),
            Counter::PowerDown => format!("power -{count}"),
            Counter::DefenseUp => format!("defense +{count}"),
            Counter::DefenseDown => format!("defense -{count}"),
            _ => format!("{count} counters"),
        },
    }
}
