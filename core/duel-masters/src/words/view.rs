//! The table as one viewer sees it: public zones for everybody, private ones for those who may look (400.2).

use duelog_kernel::view::{CardView, Fact, PlayerView, ZoneView};
use duelog_kernel::{ObjectId, Rules, Seat, View, Viewer};

use crate::cite;
use crate::language::definition::Rule;
use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::DuelMasters;
use crate::state::secrecy::may_identify;
use crate::state::{Board, Characteristics, Hold, Object, Part, Piece, Zone};
use crate::words::figure::figure;
use crate::words::label::{label, name, unknown, value_in_words};
use crate::words::plain::{civilizations, list, power, yes_or_no};
use crate::words::wording;

/// What a view says beside what is printed on cards: names of facts, and words that are their values.
pub const SAID: &[&str] = &[
    "active",
    "attacking",
    "below",
    "blocking",
    "cards",
    "civilizations",
    "cost",
    "crossed-to",
    "deck",
    "auras",
    "equipped-to",
    "extra-turns",
    "linked",
    "seal",
    "sealed",
    "seals",
    "NEO",
    "Psychic",
    "Dragheart",
    "GR",
    "Forbidden",
    "Dream",
    "cell",
    "weapon",
    "fortress",
    "heartbeat",
    "core",
    "aura",
    "ritual",
    "nebula",
    "artifact",
    "land",
    "rule plus",
    "face-down",
    "faces",
    "fortifies",
    "graveyard",
    "hand",
    "japanese",
    "keywords",
    "looked-at",
    "mana",
    "owner",
    "pending",
    "power",
    "races",
    "shields",
    "standby",
    "step",
    "summoning-sick",
    "tapped",
    "turn",
    "turned",
    "yes",
    "no",
    "infinite",
    "opening",
    "start of turn",
    "draw",
    "charge",
    "main",
    "attack",
    "end of turn",
    "light",
    "water",
    "darkness",
    "fire",
    "nature",
    "colorless",
    "creature",
    "spell",
    "cross gear",
    "castle",
    "field",
    "tamaseed",
    "evolution",
];

/// The table as `viewer` sees it, the request left out.
pub fn view(sight: &Sight<'_>, viewer: Viewer) -> View {
    let mut zones = vec![zone(sight, viewer, Zone::Battle)];
    for seat in [Seat(0), Seat(1)] {
        let own =
            [Zone::Shield(seat), Zone::Hand(seat), Zone::Mana(seat), Zone::Graveyard(seat), Zone::Deck(seat)];
        zones.extend(own.map(|shown| zone(sight, viewer, shown)));
        // Only where something belongs there.
        let beside = [Zone::Hyperspatial(seat), Zone::UltraGr(seat)];
        zones.extend(
            beside.map(|shown| zone(sight, viewer, shown)).into_iter().filter(|_| sight.card_pool.homes),
        );
    }
    let players = [Seat(0), Seat(1)].map(|seat| player(sight.board, seat)).into();
    View {
        game: DuelMasters::GAME,
        decisions: 0,
        turn: turn(sight.board),
        players,
        zones,
        request: None,
        waiting_for: None,
    }
}

fn turn(board: &Board) -> Vec<Fact> {
    let turn = &board.turn;
    let mut facts = vec![Fact::new("turn", turn.number)];
    // Before the first turn it is nobody's.
    facts.extend((turn.number > 0).then(|| Fact::new("active", turn.active)));
    facts.push(Fact::new("step", turn.step.name()));
    if !turn.extra.is_empty() {
        facts.push(Fact::new(
            "extra-turns",
            list(turn.extra.iter().rev().map(|extra| extra.seat.to_string())),
        ));
    }
    facts.push(Fact::new("standby", board.standby.len()));
    facts
}

fn player(board: &Board, seat: Seat) -> PlayerView {
    let count = |zone: Zone| board.all(zone).len();
    let facts = vec![
        Fact::new("shields", board.shields(seat).count()),
        Fact::new("hand", board.zone(Zone::Hand(seat)).count()),
        Fact::new("mana", count(Zone::Mana(seat))),
        Fact::new("deck", count(Zone::Deck(seat))),
        Fact::new("graveyard", count(Zone::Graveyard(seat))),
    ];
    PlayerView { seat, facts }
}

fn zone(sight: &Sight<'_>, viewer: Viewer, zone: Zone) -> ZoneView {
    let ids = sight.board.all(zone);
    let known = ids.iter().copied().filter(|id| may_identify(sight.board, viewer, *id));
    let mut cards: Vec<CardView> = known.filter_map(|id| card(sight, viewer, id)).collect();
    // A deck is read from its top, which is the end of its list.
    if matches!(zone, Zone::Deck(_)) {
        cards.reverse();
    }
    ZoneView { name: zone.name().to_string(), seat: zone.seat(), count: ids.len() as u32, cards }
}

fn card(sight: &Sight<'_>, viewer: Viewer, id: ObjectId) -> Option<CardView> {
    let object = sight.object(id)?;
    let mut facts = Vec::new();
    if object.zone == Zone::Battle {
        facts.push(Fact::new("owner", object.owner));
    }
    describe(sight, object, &mut facts);
    state(sight, viewer, object, &mut facts);
    Some(CardView {
        id,
        name: name(sight.board, sight.card_pool, id),
        line: line(sight, object),
        facts,
        figure: figure(sight, viewer, object),
    })
}

/// The characteristics on one line, for instance `5 Fire Creature - Armored Dragon 6000`.
fn line(sight: &Sight<'_>, object: &Object) -> String {
    let card = sight.card_pool.card(object.top().card);
    let faces = if object.zone == Zone::Battle { &card.faces[..1] } else { &card.faces[..] };
    let face = |face: &crate::state::card_pool::Face| {
        let definition = &face.definition;
        let own = if object.zone == Zone::Battle {
            sight.civilizations(object.id)
        } else {
            sight.face_civilizations(object, face)
        };
        let mut words = vec![definition.cost.to_string(), civilizations(own)];
        if definition.evolves() && !definition.evolves_at_will() {
            words.push("Evolution".to_string());
        }
        words.extend(definition.special.iter().map(|special| special.name().to_string()));
        words.push(definition.kind.name().to_string());
        if !definition.races.is_empty() {
            words.push(format!("- {}", definition.races.join("/")));
        }
        if definition.kind == CardType::Creature {
            words.push(if object.zone == Zone::Battle {
                power(sight.power(object.id))
            } else {
                definition.power.unwrap_or(0).to_string()
            });
        }
        words.join(" ")
    };
    faces.iter().map(face).collect::<Vec<_>>().join(" / ")
}

fn describe(sight: &Sight<'_>, object: &Object, facts: &mut Vec<Fact>) {
    let card = sight.card_pool.card(object.top().card);
    let definition = &card.front().definition;
    // All faces are there for all to see.
    cite!("804.1d", "806.1c", "807.1b", "810.1b");
    let own = object.top().card;
    let others = card.sides.iter().filter(|side| **side != own);
    if card.sides.len() > 1 {
        facts.push(Fact::new("faces", list(others.map(|side| sight.card_pool.card(*side).name.clone()))));
    }
    facts.extend(definition.japanese.as_ref().map(|japanese| Fact::new("japanese", japanese)));
    facts.push(Fact::new("cost", sight.cost(object.id)));
    let own = sight.civilizations(object.id);
    let words = own.list().into_iter().map(|civilization| civilization.name().to_string());
    facts.push(Fact::new(
        "civilizations",
        if own.count() == 0 { "colorless".to_string() } else { list(words) },
    ));
    let computed = sight.characteristics(object.id);
    let added = sight.added_races(object);
    if !definition.races.is_empty() || !added.is_empty() {
        facts.push(Fact::new("races", list(definition.races.iter().chain(&added).cloned())));
    }
    let keywords = computed.map_or(&definition.keywords, |computed| &computed.keywords);
    let said = || definition.rules.iter().collect::<Vec<_>>();
    let of = |own: &Characteristics| {
        own.rules.iter().filter_map(|reference| sight.card_pool.rule(*reference)).collect()
    };
    let rules: Vec<&Rule> = computed.map_or_else(said, of);
    if !keywords.is_empty() || !rules.is_empty() {
        let words = keywords.iter().map(|keyword| keyword.name()).chain(rules.into_iter().map(wording::rule));
        facts.push(Fact::new("keywords", list(words)));
    }
    if computed.map_or(definition.kind, |own| own.kind) == CardType::Creature {
        facts.push(Fact::new("power", power(sight.power(object.id))));
    }
}

fn state(sight: &Sight<'_>, viewer: Viewer, object: &Object, facts: &mut Vec<Fact>) {
    let board = sight.board;
    if matches!(object.zone, Zone::Battle | Zone::Mana(_)) {
        facts.push(Fact::new("tapped", yes_or_no(object.tapped)));
    }
    if object.face_down {
        facts.push(Fact::new("face-down", "yes"));
    }
    if object.turned {
        facts.push(Fact::new("turned", "yes"));
    }
    let name = |piece: &Piece| sight.card_pool.card(piece.card).name.clone();
    let of = |such: fn(Part) -> bool| object.beside().filter(move |piece| such(piece.part));
    if object.pieces.len() > 1 {
        facts.push(Fact::new("cards", object.pieces.len()));
    }
    if object.below() > 0 {
        let top = object.top_place();
        let below = object.pieces.iter().enumerate().rev();
        let below = below.filter(|(place, piece)| *place != top && piece.part == Part::Stacked);
        facts.push(Fact::new("below", list(below.map(|(_, piece)| name(piece)))));
    }
    if object.is_linked() {
        facts.push(Fact::new("linked", list(of(|part| matches!(part, Part::Linked(_))).map(name))));
    }
    if object.auras() > 0 {
        facts.push(Fact::new("auras", list(of(|part| part == Part::Aura).map(name))));
    }
    let seals = board.seals(object.id).len();
    if seals > 0 {
        facts.push(Fact::new("seals", seals));
    }
    match object.hold {
        Hold::None => {}
        Hold::Pending => facts.push(Fact::new("pending", "yes")),
        Hold::Looked => facts.push(Fact::new("looked-at", "yes")),
        Hold::Sealed => facts.push(Fact::new("sealed", "yes")),
        Hold::Seal => facts.push(Fact::new("seal", "yes")),
    }
    let host = |host: ObjectId| {
        if may_identify(board, viewer, host) {
            label(board, sight.card_pool, viewer, host)
        } else {
            unknown(board, host)
        }
    };
    facts.extend(object.attached.map(|id| {
        let kind = sight.card_pool.card(object.top().card).front().definition.kind;
        let how = match (object.castle, object.hold, kind) {
            (true, ..) => "fortifies",
            (_, Hold::Seal, _) => "seals",
            (_, _, CardType::Weapon) => "equipped-to",
            _ => "crossed-to",
        };
        Fact::new(how, host(id))
    }));
    if let Some(attack) = board.attack.as_ref() {
        if attack.attacker == object.id {
            facts.push(Fact::new("attacking", value_in_words(board, sight.card_pool, viewer, attack.target)));
        }
        if attack.blocker == Some(object.id) {
            facts.push(Fact::new("blocking", "yes"));
        }
    }
    if sight.is_creature(object.id)
        && !sight.is_awake(object.id)
        && !sight.has(object.id, Keyword::SpeedAttacker)
    {
        facts.push(Fact::new("summoning-sick", "yes"));
    }
}
