//! The table as one viewer sees it: public objects for everybody, private ones for those who may look
//! (3.0.3).

use duelog_kernel::view::{CardView, Fact, PlayerView, ZoneView};
use duelog_kernel::{ObjectId, Rules, Seat, View, Viewer};

use crate::cite;
use crate::language::definition::ZoneKind;
use crate::language::keywords::Keyword;
use crate::rules::eval::Sight;
use crate::rules::game::FleshAndBlood;
use crate::state::secrecy::may_identify;
use crate::state::{Basis, Board, Frame, Kind, LayerKind, Object, Properties, Value, Zone};
use crate::words::ending::loss_in_words;
use crate::words::figure::figure;
use crate::words::label::{label, name, value_in_words};

/// What a view says beside what is printed on cards: names of facts, and words that are their values.
pub const SAID: &[&str] = &[
    "actions",
    "active",
    "agrees-to-draw",
    "arsenal",
    "attacking",
    "back",
    "chi",
    "color",
    "combat",
    "controller",
    "copy-of",
    "cost",
    "counters",
    "deck",
    "defending",
    "defense",
    "face-down",
    "face-up",
    "front",
    "frozen",
    "graveyard",
    "hand",
    "hit",
    "intellect",
    "keywords",
    "kind",
    "life",
    "link",
    "links",
    "lost",
    "marked",
    "melded",
    "metatypes",
    "modes",
    "moniker",
    "names",
    "owner",
    "pitch",
    "power",
    "priority",
    "resources",
    "source",
    "step",
    "subtypes",
    "tapped",
    "targets",
    "token",
    "traits",
    "turn",
    "types",
    "under",
    "x",
    "yes",
    "no",
    "open",
    "closed",
    "opening",
    "start",
    "action",
    "layer",
    "attack",
    "defend",
    "reaction",
    "damage",
    "resolution",
    "close",
    "end",
    "red",
    "yellow",
    "blue",
    "attack-proxy",
    "card-layer",
    "activated-layer",
    "triggered-layer",
    "energy",
    "steam",
    "verse",
    "flow",
    "suspense",
    "balance",
    "aim",
    "doom",
    "frost",
    "gold",
    "haunt",
    "holo",
    "rust",
];

/// The table as `viewer` sees it, the request left out.
pub fn view(sight: &Sight<'_>, viewer: Viewer) -> View {
    let board = sight.board;
    let seats: Vec<Seat> = board.seats_from(Seat(0)).collect();
    let mut zones = vec![
        zone(sight, viewer, Zone::Stack),
        zone(sight, viewer, Zone::Chain),
        zone(sight, viewer, Zone::Permanent),
    ];
    for seat in &seats {
        let own = |kind| Zone::Of(kind, *seat);
        let always = [
            own(ZoneKind::Hero),
            own(ZoneKind::Hand),
            own(ZoneKind::Arsenal),
            own(ZoneKind::Pitch),
            own(ZoneKind::Graveyard),
        ];
        zones.extend(always.map(|shown| zone(sight, viewer, shown)));
        zones.extend([own(ZoneKind::Banished), own(ZoneKind::Deck)].map(|shown| zone(sight, viewer, shown)));
        let worn = [
            ZoneKind::Head,
            ZoneKind::Chest,
            ZoneKind::Arms,
            ZoneKind::Legs,
            ZoneKind::Weapon,
            ZoneKind::Soul,
        ]
        .map(own);
        let seldom = worn.into_iter().chain([Zone::Weapon2(*seat), Zone::Inventory(*seat)]);
        zones.extend(
            seldom.filter(|zone| !board.zone(*zone).is_empty()).map(|shown| zone(sight, viewer, shown)),
        );
    }
    zones.extend(under(sight, viewer));
    let players = seats.into_iter().map(|seat| player(sight, seat)).collect();
    View {
        game: FleshAndBlood::GAME,
        decisions: 0,
        turn: turn(board),
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
    // Nobody has it while a card is played or an ability activated, though the player who does so gets it
    // back.
    cite!("1.11.5");
    let playing = board.frames.iter().any(|frame| matches!(frame, Frame::Playing(_)));
    facts.extend(turn.priority.filter(|_| !playing).map(|seat| Fact::new("priority", seat)));
    if board.combat.open {
        facts.push(Fact::new("combat", "open"));
        facts.push(Fact::new("links", board.combat.links.len()));
    } else {
        facts.push(Fact::new("combat", "closed"));
    }
    facts
}

fn player(sight: &Sight<'_>, seat: Seat) -> PlayerView {
    let board = sight.board;
    let player = board.player(seat);
    let count = |kind: ZoneKind| board.zone(Zone::Of(kind, seat)).len();
    let mut facts = vec![
        Fact::new("life", sight.life(player.hero).unwrap_or(0)),
        Fact::new("hand", count(ZoneKind::Hand)),
        Fact::new("deck", count(ZoneKind::Deck)),
        Fact::new("arsenal", count(ZoneKind::Arsenal)),
        Fact::new("graveyard", count(ZoneKind::Graveyard)),
        Fact::new("actions", player.actions),
        Fact::new("resources", player.resources),
    ];
    if player.chi > 0 {
        facts.push(Fact::new("chi", player.chi));
    }
    facts.extend(player.draws.then(|| Fact::new("agrees-to-draw", "yes")));
    facts.extend(player.lost.map(|loss| Fact::new("lost", loss_in_words(loss).0)));
    PlayerView { seat, facts }
}

fn list(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

fn zone(sight: &Sight<'_>, viewer: Viewer, zone: Zone) -> ZoneView {
    let ids = sight.board.zone(zone);
    let known = ids.iter().copied().filter(|id| may_identify(sight.board, viewer, *id));
    let mut cards: Vec<CardView> = known.filter_map(|id| card(sight, viewer, id)).collect();
    // A deck is read from its top, which is the end of its list.
    if zone.kind() == Some(ZoneKind::Deck) {
        cards.reverse();
    }
    ZoneView { name: zone.name().to_string(), seat: zone.seat(), count: ids.len() as u32, cards }
}

/// The sub-cards of all cards but heroes, as if they were a zone (3.0.14); none where there are none.
fn under(sight: &Sight<'_>, viewer: Viewer) -> Option<ZoneView> {
    let sub_cards: Vec<&Object> =
        sight.board.objects.iter().filter(|object| matches!(object.zone, Zone::Under(_))).collect();
    let count = sub_cards.len() as u32;
    let known = sub_cards.into_iter().filter(|object| may_identify(sight.board, viewer, object.id));
    let cards = known.filter_map(|object| card(sight, viewer, object.id)).collect();
    (count > 0).then(|| ZoneView { name: "under".to_string(), seat: None, count, cards })
}

fn card(sight: &Sight<'_>, viewer: Viewer, id: ObjectId) -> Option<CardView> {
    let object = sight.object(id)?;
    let properties = sight.properties(id)?;
    let mut facts = Vec::new();
    facts.extend(sight.controller(id).map(|seat| Fact::new("controller", seat)));
    facts.extend(
        object
            .owned_by()
            .filter(|seat| sight.controller(id).is_some_and(|own| own != *seat))
            .map(|seat| Fact::new("owner", seat)),
    );
    describe(sight, object, properties, &mut facts);
    body(object, &mut facts);
    combat(sight, viewer, object, &mut facts);
    layer(sight, viewer, object, &mut facts);
    Some(CardView {
        id,
        name: name(sight.board, sight.card_pool, id),
        line: line(sight, id, properties),
        facts,
        figure: figure(sight, viewer, object, properties),
    })
}

/// The properties on one line, for instance `cost 0, pitch 1, Ninja Action - Attack, power 3, defense 2`.
pub fn line(sight: &Sight<'_>, id: ObjectId, properties: &Properties) -> String {
    let number = |name: &str, value: Option<i32>| value.map(|value| format!("{name} {value}"));
    let mut words: Vec<String> = Vec::new();
    words.extend(properties.cost.map(|cost| format!("cost {cost}")));
    words.extend(sight.pitch(id).map(|pitch| format!("pitch {pitch}")));
    words.push(properties.types.to_string());
    words.extend(number("power", sight.power(id)));
    words.extend(number("defense", sight.defense(id)));
    words.extend(number("life", sight.life(id)));
    words.join(", ")
}

fn describe(sight: &Sight<'_>, object: &Object, properties: &Properties, facts: &mut Vec<Fact>) {
    facts.push(Fact::new("types", properties.types));
    let subtypes =
        list(properties.types.subtypes().map(|subtype| subtype.name().trim_matches(['(', ')']).to_string()));
    if !subtypes.is_empty() {
        facts.push(Fact::new("subtypes", subtypes));
    }
    if let Some(card) = sight.printed(object.id) {
        let definition = &card.definition;
        facts.extend(card.color.map(|color| Fact::new("color", color.name())));
        facts.extend((!definition.moniker.is_empty()).then(|| Fact::new("moniker", &definition.moniker)));
        // Who may look at a card may look at both faces.
        cite!("9.1.2a");
        facts.extend((!definition.back.is_empty()).then(|| Fact::new("back", &definition.back)));
        let copied = crate::rules::continuous::copying::copied(sight.board, object.id);
        facts.extend(copied.map(|copied| Fact::new("copy-of", sight.card_pool.name(copied.card))));
        let both = sight.names_of(object.id).nth(1).is_some();
        facts.extend(both.then(|| Fact::new("names", list(sight.names_of(object.id).map(str::to_string)))));
        facts.extend(
            (object.card != object.front).then(|| Fact::new("front", sight.card_pool.name(object.front))),
        );
        let metatypes = &sight.card_pool.card(sight.metatyped(object)).definition.metatypes;
        facts
            .extend((!metatypes.is_empty()).then(|| Fact::new("metatypes", list(metatypes.iter().cloned()))));
        facts.extend(
            (!definition.traits.is_empty())
                .then(|| Fact::new("traits", list(definition.traits.iter().cloned()))),
        );
    }
    facts.extend(properties.cost.map(|cost| Fact::new("cost", cost)));
    facts.extend(sight.pitch(object.id).map(|pitch| Fact::new("pitch", pitch)));
    facts.extend(sight.power(object.id).map(|power| Fact::new("power", power)));
    facts.extend(sight.defense(object.id).map(|defense| Fact::new("defense", defense)));
    facts.extend(sight.life(object.id).map(|life| Fact::new("life", life)));
    facts.extend(properties.intellect.map(|intellect| Fact::new("intellect", intellect)));
    if !properties.keywords.is_empty() {
        facts.push(Fact::new(
            "keywords",
            list(properties.keywords.iter().map(|keyword| Keyword::name(*keyword))),
        ));
    }
}

fn body(object: &Object, facts: &mut Vec<Fact>) {
    let yes = |name: &str, holds: bool| holds.then(|| Fact::new(name, "yes"));
    facts.extend(yes("face-down", !object.public && !object.zone.is_private()));
    facts.extend(yes("face-up", object.public && object.zone.is_private()));
    facts.extend(yes("tapped", object.tapped));
    facts.extend(yes("marked", object.marked));
    facts.extend(yes("melded", object.is_melded()));
    facts.extend(yes("token", object.kind == Kind::Token));
    if let Zone::Under(top) = object.zone {
        facts.push(Fact::new("under", format!("#{}", top.0)));
    }
    if !object.counters.is_empty() {
        facts.push(Fact::new(
            "counters",
            list(object.counters.iter().map(|(kind, count)| format!("{} x{count}", kind.name()))),
        ));
    }
}

fn combat(sight: &Sight<'_>, viewer: Viewer, object: &Object, facts: &mut Vec<Fact>) {
    let (board, card_pool) = (sight.board, sight.card_pool);
    let links = &board.combat.links;
    // What attacks again is on the later chain link alone.
    cite!("1.4.3c");
    if let Some((place, link)) = links.iter().enumerate().rev().find(|(_, link)| link.is_of(object.id)) {
        facts.push(Fact::new(
            "attacking",
            list(link.targets.iter().map(|target| label(board, card_pool, viewer, *target))),
        ));
        facts.push(Fact::new("link", place + 1));
        facts.extend(link.hit.then(|| Fact::new("hit", "yes")));
    }
    if let Some(link) = board.combat.defends_on(object.id) {
        facts.push(Fact::new("defending", label(board, card_pool, viewer, link.attack)));
    }
    if sight.is_frozen(object.id) {
        facts.push(Fact::new("frozen", "yes"));
    }
}

fn layer(sight: &Sight<'_>, viewer: Viewer, object: &Object, facts: &mut Vec<Fact>) {
    let (board, card_pool) = (sight.board, sight.card_pool);
    let Some(layer) =
        object.layer.as_deref().filter(|_| object.zone == Zone::Stack || object.kind == Kind::Proxy)
    else {
        return;
    };
    let kind = match (object.kind, layer.kind) {
        (Kind::Proxy, _) => "attack-proxy",
        (_, LayerKind::Card) => "card-layer",
        (_, LayerKind::Activated(..)) => "activated-layer",
        (_, LayerKind::Triggered(..) | LayerKind::Delayed(..)) => "triggered-layer",
    };
    facts.push(Fact::new("kind", kind));
    facts.extend(object.source().map(|source| Fact::new("source", label(board, card_pool, viewer, source))));
    let attacked = layer.attacked.iter().map(|id| Value::Object(*id));
    let targets: Vec<String> = layer
        .targets
        .iter()
        .flatten()
        .copied()
        .chain(attacked)
        .map(|value| value_in_words(board, card_pool, viewer, value))
        .collect();
    if !targets.is_empty() {
        facts.push(Fact::new("targets", list(targets)));
    }
    if layer.x > 0 {
        facts.push(Fact::new("x", layer.x));
    }
    // The modes of a melded layer are its sides.
    if !layer.modes.is_empty() && layer.basis != Basis::Meld {
        facts.push(Fact::new(
            "modes",
            list(layer.modes.iter().map(|mode| (u32::from(*mode) + 1).to_string())),
        ));
    }
}
