//! The table as one viewer sees it: public zones for everybody, hidden ones for those who may look (400.2).

use duelog_kernel::view::{CardView, Fact, PlayerView, ZoneView};
use duelog_kernel::{ObjectId, Rules, Seat, View, Viewer};

use crate::cite;
use crate::language::definition::Counter;
use crate::language::keyword::Keyword;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::Magic;
use crate::rules::keywords::haste;
use crate::rules::targets::source_of;
use crate::state::secrecy::may_identify;
use crate::state::{
    Board, Characteristics, Chosen, Loss, Marked, Object, OnStack, Pile, Player, StackKind, Step, Value, Zone,
};
use crate::words::explain::alter_named;
use crate::words::figure::figure;
use crate::words::label::{label, name, value_in_words};
use crate::words::plain::{colors, counter, list, symbol, yes_or_no};

/// The words that a view says beside those printed on cards: names of facts, and words that are their values.
pub const SAID: &[&str] = &[
    "active",
    "attached-to",
    "attacking",
    "blocked",
    "blocking",
    "blessed",
    "colors",
    "commander",
    "commander-casts",
    "commander-damage",
    "controlled-by",
    "controller",
    "counters",
    "damage",
    "damage-order",
    "extra-turns",
    "card",
    "chosen-names",
    "face-down",
    "subgame",
    "faces",
    "flipped",
    "level",
    "lore",
    "graveyard",
    "hand",
    "haunting",
    "kept",
    "keywords",
    "kind",
    "lands-played",
    "library",
    "life",
    "limits",
    "lost",
    "loyalty",
    "mana",
    "mana-value",
    "manifested",
    "monarch",
    "mulligans",
    "owner",
    "paired-with",
    "planar-deck",
    "poison",
    "power",
    "priority",
    "renowned",
    "scheme-deck",
    "shares",
    "shares-life-of",
    "source",
    "step",
    "summoning-sick",
    "tapped",
    "targets",
    "token",
    "toughness",
    "turn",
    "types",
    "x",
    "yes",
    "no",
    "nothing",
    "opening",
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "first combat damage",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "cleanup",
    "conceded",
    "no life left",
    "drew from an empty library",
    "ten poison counters",
    "an effect",
    "21 combat damage by one commander",
    "the team has no life left",
    "the team has too many poison counters",
    "a teammate lost",
    "spell",
    "activated ability",
    "triggered ability",
    "delayed triggered ability",
    "white",
    "blue",
    "black",
    "red",
    "green",
    "colorless",
    "charge",
    "mark",
    "artifact",
    "creature",
    "enchantment",
    "instant",
    "land",
    "planeswalker",
    "sorcery",
    "basic",
    "legendary",
    "snow",
    "world",
];

/// The table as `viewer` sees it, the request left out.
pub fn view(sight: &Sight<'_>, viewer: Viewer) -> View {
    let board = sight.board;
    let seats = board.seats();
    let mut zones = vec![zone(sight, viewer, Zone::Battlefield), zone(sight, viewer, Zone::Stack)];
    for seat in &seats {
        zones.extend(
            [Zone::Hand(*seat), Zone::Graveyard(*seat), Zone::Library(*seat)]
                .map(|shown| zone(sight, viewer, shown)),
        );
    }
    zones.push(zone(sight, viewer, Zone::Exile));
    if !board.zone(Zone::Command).is_empty() {
        zones.push(zone(sight, viewer, Zone::Command));
    }
    if board.phased_out().next().is_some() {
        zones.push(zone(sight, viewer, Zone::PhasedOut));
    }
    // Nobody else knows what a player could bring into the game.
    let outside = seats.iter().map(|seat| Zone::Outside(*seat));
    zones.extend(outside.filter(|own| !board.zone(*own).is_empty()).map(|own| zone(sight, viewer, own)));
    let players = seats.into_iter().map(|seat| player(sight, seat)).collect();
    View {
        game: Magic::GAME,
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
    if turn.subgame > 0 {
        facts.push(Fact::new("subgame", turn.subgame));
    }
    facts.extend(turn.priority.map(|seat| Fact::new("priority", seat)));
    if !board.shares_turns() {
        facts.push(Fact::new("lands-played", turn.lands));
    }
    if !turn.extra.is_empty() {
        facts.push(Fact::new("extra-turns", list(turn.extra.iter().rev().map(Seat::to_string))));
    }
    facts
}

fn player(sight: &Sight<'_>, seat: Seat) -> PlayerView {
    let board = sight.board;
    let player: &Player = board.player(seat);
    let count = |zone: Zone| board.zone(zone).len();
    // The life and the poison counters of a team stand once, with the first of its players.
    let first = board.first_sharer(seat);
    let mut facts = if first == seat {
        vec![Fact::new("life", player.life)]
    } else {
        vec![Fact::new("shares-life-of", first)]
    };
    if player.poison > 0 && first == seat {
        facts.push(Fact::new("poison", player.poison));
    }
    if board.shares_turns() && board.turn.number > 0 && board.is_active(seat) {
        facts.push(Fact::new("active", yes_or_no(true)));
    }
    if board.shares_turns() && player.lands > 0 {
        facts.push(Fact::new("lands-played", player.lands));
    }
    facts.extend(counters(&player.counters));
    if player.has_mana() {
        facts.push(Fact::new("mana", pool(player)));
    }
    if board.turn.monarch == Some(seat) {
        facts.push(Fact::new("monarch", yes_or_no(true)));
    }
    if player.blessed {
        facts.push(Fact::new("blessed", yes_or_no(true)));
    }
    // Who has left decides nothing: the player who answers in that place does not control them.
    if player.lost.is_none() && board.decider(seat) != seat {
        facts.push(Fact::new("controlled-by", board.decider(seat)));
    }
    facts.push(Fact::new("hand", count(Zone::Hand(seat))));
    facts.push(Fact::new("library", count(Zone::Library(seat))));
    facts.push(Fact::new("graveyard", count(Zone::Graveyard(seat))));
    facts.extend(piles(board, seat));
    if board.turn.step == Step::Opening {
        facts.push(Fact::new("mulligans", player.mulligans));
        facts.push(Fact::new("kept", yes_or_no(player.kept)));
    }
    facts.extend(commander_facts(sight, player));
    facts.extend(player.lost.map(|loss| Fact::new("lost", loss_in_words(loss))));
    PlayerView { seat, facts }
}

/// How many cards the decks of a player in the command zone have; one planar deck for all is the first player's.
fn piles(board: &Board, seat: Seat) -> impl Iterator<Item = Fact> + '_ {
    let named = [(Pile::Planes, "planar-deck"), (Pile::Schemes, "scheme-deck")];
    let own = move |pile: Pile| board.player(seat).supplements.deck(pile).len();
    named
        .into_iter()
        .filter(move |(pile, _)| own(*pile) > 0)
        .map(move |(pile, name)| Fact::new(name, own(pile)))
}

/// The facts about commanders: how often the player's own were cast from the command zone, and the combat damage
/// that each has dealt the player (903.8, 903.10a).
fn commander_facts(sight: &Sight<'_>, player: &Player) -> Vec<Fact> {
    let name = |card| sight.card_pool.name(card);
    let cast = player.commanders.iter().filter(|of| of.casts > 0);
    let cast: Vec<String> = cast.map(|of| format!("{} x{}", name(of.card), of.casts)).collect();
    let struck: Vec<String> =
        player.struck.iter().map(|by| format!("{} of {} x{}", name(by.card), by.owner, by.damage)).collect();
    let facts = [("commander-casts", cast), ("commander-damage", struck)];
    facts
        .into_iter()
        .filter(|fact| !fact.1.is_empty())
        .map(|(fact, all)| Fact::new(fact, list(all)))
        .collect()
}

/// The counters on an object or a player, if there are any.
fn counters(all: &[(Counter, u32)]) -> Option<Fact> {
    let words = || list(all.iter().map(|(kind, count)| format!("{} x{count}", counter(*kind))));
    (!all.is_empty()).then(|| Fact::new("counters", words()))
}

/// Why a player has lost, in a word or two.
pub fn loss_in_words(loss: Loss) -> &'static str {
    match loss {
        Loss::Conceded => "conceded",
        Loss::Life => "no life left",
        Loss::EmptyLibrary => "drew from an empty library",
        Loss::Poison => "ten poison counters",
        Loss::Effect => "an effect",
        Loss::Team => "the emperor lost",
        Loss::Drawn => "a draw",
        Loss::TeamLife => "the team has no life left",
        Loss::TeamPoison => "the team has too many poison counters",
        Loss::Mate => "a teammate lost",
        Loss::Commander => "21 combat damage by one commander",
    }
}

/// All mana in a pool by its types, and behind it how much of it is marked.
fn pool(player: &Player) -> String {
    let mut pool = player.pool;
    for mana in &player.marked {
        pool[usize::from(mana.symbol)] = pool[usize::from(mana.symbol)].saturating_add(mana.amount);
    }
    let all = pool.iter().enumerate();
    all.map(|(place, amount)| symbol(place as u8).repeat(usize::from(*amount))).collect()
}

/// Mana of which more is known than its type.
pub fn mana_in_words(mana: &Marked) -> String {
    let snow = if mana.snow { "snow " } else { "" };
    format!("{snow}{}", symbol(mana.symbol).repeat(usize::from(mana.amount)))
}

fn zone(sight: &Sight<'_>, viewer: Viewer, zone: Zone) -> ZoneView {
    let ids = match zone {
        Zone::PhasedOut => sight.board.phased_out().collect(),
        zone => sight.board.zone(zone).to_vec(),
    };
    let known = ids.iter().copied().filter(|id| may_identify(sight.board, viewer, *id));
    let mut cards: Vec<CardView> = known.filter_map(|id| card(sight, viewer, id)).collect();
    // A library is read from its top, which is the end of its list.
    if matches!(zone, Zone::Library(_)) {
        cards.reverse();
    }
    // Everybody counts the cards of hands and libraries.
    cite!("401.3", "402.3");
    ZoneView { name: zone.name().to_string(), seat: zone.seat(), count: ids.len() as u32, cards }
}

fn card(sight: &Sight<'_>, viewer: Viewer, id: ObjectId) -> Option<CardView> {
    let object = sight.object(id)?;
    let characteristics = sight.characteristics(id)?;
    let mut facts = Vec::new();
    if let Some(stack) = object.stack.as_deref().filter(|_| object.zone == Zone::Stack) {
        let mut spell = on_stack(sight, viewer, object, stack, characteristics);
        face_down(sight, viewer, object, &mut spell.facts);
        return Some(spell);
    }
    let line = line(object, characteristics);
    if matches!(object.zone, Zone::Battlefield | Zone::PhasedOut) {
        facts.extend(sight.controller(id).map(|seat| Fact::new("controller", seat)));
        if sight.controller(id) != Some(object.owner) {
            facts.push(Fact::new("owner", object.owner));
        }
        describe(sight, object, characteristics, &mut facts);
        permanent(sight, viewer, object, characteristics, &mut facts);
    } else {
        if sight.board.is_plane(id) {
            facts.extend(sight.controller(id).map(|seat| Fact::new("controller", seat)));
        }
        describe(sight, object, characteristics, &mut facts);
        facts.extend(counters(&object.permanent.counters));
        let haunted = object.permanent.bound.map(|id| label(sight.board, sight.card_pool, viewer, id));
        facts.extend(haunted.map(|haunted| Fact::new("haunting", haunted)));
    }
    if sight.board.commander_of(object).is_some() {
        facts.push(Fact::new("commander", yes_or_no(true)));
    }
    if object.zone == Zone::Command && (object.down.is_none() || sight.board.may_look(viewer, id)) {
        let names = object.permanent.chosen.iter().filter_map(|(_, chosen)| match chosen {
            Chosen::Name(name) => Some(name.clone()),
            _ => None,
        });
        let names: Vec<String> = names.collect();
        facts.extend((!names.is_empty()).then(|| Fact::new("chosen-names", list(names))));
    }
    face_down(sight, viewer, object, &mut facts);
    let figure = figure(sight, viewer, object, characteristics);
    Some(CardView { id, name: name(sight.board, sight.card_pool, id), line, facts, figure })
}

/// That an object is face down, and which card it is for who may look at it (707.5).
fn face_down(sight: &Sight<'_>, viewer: Viewer, object: &Object, facts: &mut Vec<Fact>) {
    let Some(down) = object.down else { return };
    facts.push(Fact::new("face-down", yes_or_no(true)));
    if down.manifested {
        facts.push(Fact::new("manifested", yes_or_no(true)));
    }
    if sight.board.may_look(viewer, object.id) {
        facts.push(Fact::new("card", sight.card_pool.name(object.card)));
    }
}

/// The characteristics on one line, for instance `{3}{W}{W} Creature - Angel 4/4`.
fn line(object: &Object, characteristics: &Characteristics) -> String {
    let mut words = Vec::new();
    if characteristics.cost.exists {
        words.push(characteristics.cost.to_string());
    }
    words.push(characteristics.types.to_string());
    words.extend(size(characteristics).map(|(power, toughness)| format!("{power}/{toughness}")));
    words.extend(loyalty(object, characteristics).map(|loyalty| format!("loyalty {loyalty}")));
    words.join(" ")
}

/// Power and toughness of a creature.
fn size(characteristics: &Characteristics) -> Option<(i32, i32)> {
    characteristics.types.is(CardType::Creature).then_some((characteristics.power, characteristics.toughness))
}

/// The loyalty of a planeswalker: its counters on the battlefield, as printed elsewhere (306.5).
fn loyalty(object: &Object, characteristics: &Characteristics) -> Option<u32> {
    let walks = characteristics.types.is(CardType::Planeswalker);
    let current = if object.zone == Zone::Battlefield {
        cite!("306.5c");
        object.counters(Counter::Loyalty)
    } else {
        cite!("209.1", "306.5a");
        characteristics.loyalty
    };
    walks.then_some(current)
}

fn describe(sight: &Sight<'_>, object: &Object, characteristics: &Characteristics, facts: &mut Vec<Fact>) {
    facts.push(Fact::new("types", &characteristics.types));
    facts.push(Fact::new("colors", colors(characteristics.colors)));
    facts.push(Fact::new("mana-value", sight.mana_value(object.id)));
    let keywords = characteristics.keywords.all();
    if !keywords.is_empty() {
        facts.push(Fact::new("keywords", list(keywords.into_iter().map(Keyword::name))));
    }
    if let Some((power, toughness)) = size(characteristics) {
        facts.push(Fact::new("power", power));
        facts.push(Fact::new("toughness", toughness));
    }
    facts.extend(loyalty(object, characteristics).map(|loyalty| Fact::new("loyalty", loyalty)));
    let card = sight.card_pool.card(object.card);
    if !card.faces.is_empty() && !object.token && object.down.is_none() {
        cite!("711.2", "712.5");
        let others = card
            .faces
            .iter()
            .chain([&object.card])
            .chain(&object.melded)
            .filter(|face| **face != object.printed());
        facts.push(Fact::new("faces", list(others.map(|face| sight.card_pool.name(*face).to_string()))));
    }
}

fn permanent(
    sight: &Sight<'_>,
    viewer: Viewer,
    object: &Object,
    characteristics: &Characteristics,
    facts: &mut Vec<Fact>,
) {
    let (board, card_pool, permanent) = (sight.board, sight.card_pool, &object.permanent);
    let label = |id: ObjectId| label(board, card_pool, viewer, id);
    facts.push(Fact::new("tapped", yes_or_no(permanent.tapped)));
    if permanent.flipped {
        facts.push(Fact::new("flipped", "yes"));
    }
    if permanent.renowned {
        facts.push(Fact::new("renowned", "yes"));
    }
    let creature = characteristics.types.is(CardType::Creature);
    if creature || permanent.damage > 0 {
        facts.push(Fact::new("damage", permanent.damage));
    }
    facts.extend(counters(&permanent.counters));
    facts.extend(permanent.attached.map(|host| Fact::new("attached-to", label(host))));
    facts.extend(permanent.enchanting.map(|seat| Fact::new("attached-to", seat)));
    facts.extend(permanent.bound.map(|partner| Fact::new("paired-with", label(partner))));
    if let Some(attack) = board.attack(object.id) {
        facts.push(Fact::new(
            "attacking",
            attack
                .defender
                .map_or("nothing".to_string(), |defender| value_in_words(board, card_pool, viewer, defender)),
        ));
        if board.combat.blocked {
            facts.push(Fact::new("blocked", yes_or_no(attack.blocked)));
        }
        // Whoever blocks is dealt damage in this order (509.2).
        if attack.blockers.len() > 1 {
            facts
                .push(Fact::new("damage-order", list(attack.blockers.iter().map(|blocker| label(*blocker)))));
        }
    }
    if let Some((_, attackers)) = board.combat.blocks.iter().find(|block| block.0 == object.id) {
        facts.push(Fact::new("blocking", list(attackers.iter().map(|attacker| label(*attacker)))));
    }
    if haste::rests(sight, object.id) {
        facts.push(Fact::new("summoning-sick", "yes"));
    }
    if object.token {
        facts.push(Fact::new("token", "yes"));
    }
    if !characteristics.limits.is_empty() {
        facts.push(Fact::new(
            "limits",
            list(characteristics.limits.iter().map(|limit| alter_named(card_pool, limit, &|id| label(id)))),
        ));
    }
}

fn on_stack(
    sight: &Sight<'_>,
    viewer: Viewer,
    object: &Object,
    stack: &OnStack,
    characteristics: &Characteristics,
) -> CardView {
    let (board, card_pool) = (sight.board, sight.card_pool);
    let mut facts = Vec::new();
    let kind = match stack.kind {
        StackKind::Spell => "spell",
        StackKind::Activated(..) => "activated ability",
        StackKind::Triggered(..) => "triggered ability",
        StackKind::Delayed(..) => "delayed triggered ability",
    };
    facts.push(Fact::new("kind", kind));
    facts.push(Fact::new("controller", sight.controller(object.id).unwrap_or(object.controller)));
    let line = if object.is_spell() {
        if object.controller != object.owner {
            facts.push(Fact::new("owner", object.owner));
        }
        describe(sight, object, characteristics, &mut facts);
        line(object, characteristics)
    } else {
        let source = source_of(object.id, stack);
        facts.push(Fact::new("source", value_in_words(board, card_pool, viewer, Value::Object(source))));
        crate::words::narrate::stack_in_words(card_pool, object.card, stack.kind)
    };
    if characteristics.cost.x > 0 || stack.x > 0 {
        facts.push(Fact::new("x", stack.x));
    }
    let targets: Vec<String> = stack
        .targets
        .iter()
        .flatten()
        .map(|target| value_in_words(board, card_pool, viewer, *target))
        .collect();
    if !targets.is_empty() {
        facts.push(Fact::new("targets", list(targets)));
    }
    if !stack.shares.is_empty() {
        facts.push(Fact::new("shares", list(stack.shares.iter().map(u32::to_string))));
    }
    let figure = figure(sight, viewer, object, characteristics);
    CardView { id: object.id, name: name(board, card_pool, object.id), line, facts, figure }
}
