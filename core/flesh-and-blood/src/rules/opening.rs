//! The start of the game (4.1): who goes first, what is equipped, shuffling, the first hands.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::rng::Purpose;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Filter, Meta, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::{Subtype, TypeBox, subtype};
use crate::rules::equipping::{
    has_zones, option_of, options_of, partners, slot, slot_named, slot_of, slots_of, ways_to_equip,
};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{CardId, Frame, Occurrence, Proposal, Zone, frame};
use crate::{cite, rule};

/// The parts of the start: chance names a player, who says who goes first; then each player's arena-cards,
/// then everything else.
const DRAWN: u16 = 0;
const CHOSEN: u16 = 1;
const SELECTING: u16 = 2;

impl FleshAndBlood {
    /// How many cards of the deck a hero lets its player start with elsewhere (4.1.5b), which, how the player is
    /// asked, and the mark of where they are put.
    fn starts_elsewhere(&self, hero: CardId) -> Option<(u8, &Filter, Prompt, u8)> {
        self.card_pool.card(hero).metas().find_map(|meta| match meta {
            Meta::StartInArena(most, filter) => Some((*most, filter, Prompt::StartInArena, slot::ARENA)),
            Meta::StartInGraveyard(most, filter) => {
                Some((*most, filter, Prompt::StartInGraveyard, slot::GRAVEYARD))
            }
            Meta::WeaponZones(_) | Meta::DifferentNames(_) | Meta::MayHave { .. } | Meta::OnlyColor(_) => {
                None
            }
        })
    }

    /// 4.1.5b: which cards of the deck a player starts with elsewhere, where a meta-static ability of the hero
    /// allows some.
    fn ask_starting(&self, sight: &Sight<'_>, seat: Seat) -> Option<Request> {
        let hero = sight.object(sight.board.player(seat).hero)?;
        let (most, filter, prompt, _) = self.starts_elsewhere(hero.card)?;
        let scope = Scope::of(hero.id, seat, hero.card);
        let deck = sight.board.zone(Zone::Of(ZoneKind::Deck, seat)).iter().copied();
        let mut options: Vec<Item> =
            deck.filter(|id| sight.matches(filter, *id, &scope)).map(Item::Object).collect();
        options.sort();
        let max = u32::from(most).min(options.len() as u32);
        (max > 0).then(|| Request {
            seat,
            prompt: prompt.into(),
            rule: rule!("4.1.5b"),
            subject: Some(hero.id),
            ask: Ask::pick(options, 0, max),
        })
    }

    /// Which arena-cards a player starts with: as many as fit, or fewer; nothing is asked where there are
    /// none.
    fn ask_equipment(&self, sight: &Sight<'_>, seat: Seat) -> Option<Request> {
        let cards = sight.board.zone(Zone::Inventory(seat));
        let types =
            |id: ObjectId| sight.properties(id).map_or(TypeBox::default(), |properties| properties.types);
        let items = |wanted: &dyn Fn(&TypeBox) -> bool| -> Vec<Item> {
            cards.iter().copied().filter(|id| wanted(&types(*id))).map(Item::Object).collect()
        };
        let modular: Vec<ObjectId> =
            cards.iter().copied().filter(|id| sight.has(*id, Keyword::Modular)).collect();
        let worn = |kind: Subtype| -> Vec<Item> {
            let slot = slot_of(kind);
            items(&|types| types.has(kind))
                .into_iter()
                .chain(modular.iter().filter_map(|id| Some(option_of(slot?, *id))))
                .collect()
        };
        cite!("4.1.4a");
        let at_most = |items: Vec<Item>, max: u32, rule: RuleId| Constraint {
            rule,
            limit: Limit::AtMost { items, max },
        };
        let mut constraints: Vec<Constraint> = [
            (subtype::HEAD, rule!("3.10.2")),
            (subtype::CHEST, rule!("3.5.2")),
            (subtype::ARMS, rule!("3.2.2")),
            (subtype::LEGS, rule!("3.12.2")),
            (subtype::OFF_HAND, rule!("8.2.10b")),
            (subtype::QUIVER, rule!("8.2.15b")),
        ]
        .into_iter()
        .map(|(kind, rule)| at_most(worn(kind), 1, rule))
        .collect();
        let hands = items(&|types| slots_of(types).1 > 0);
        let perched = |id: ObjectId| sight.has(id, Keyword::Perched);
        // What is perched goes with a two-hander too.
        cite!("8.3.39a");
        let beside =
            |item: &Item| matches!(item, Item::Object(id) if types(*id).has(subtype::QUIVER) || perched(*id));
        let two_handed = items(&|types| types.has(subtype::TWO_HAND));
        for item in &two_handed {
            for other in hands.iter().filter(|other| *other != item && !beside(other)) {
                constraints.push(at_most(vec![*item, *other], 1, rule!("8.2.2b")));
            }
        }
        constraints.push(at_most(hands, u32::from(sight.board.player(seat).weapons), rule!("3.16.2")));
        constraints.extend(modular.iter().map(|id| at_most(options_of(sight, *id), 1, rule!("8.3.30"))));
        constraints.retain(|constraint| matches!(&constraint.limit, Limit::AtMost { items, max } if items.len() as u32 > *max));
        for id in cards {
            let others: Vec<ObjectId> = cards.iter().copied().filter(|other| other != id).collect();
            if let Some(partners) = partners(sight, seat, *id, &others) {
                let needs = partners
                    .into_iter()
                    .flat_map(|partner| options_of(sight, partner))
                    .map(|item| (item, 1))
                    .collect();
                constraints.push(Constraint {
                    rule: rule!("8.3.26a"),
                    limit: Limit::OnlyIf { items: options_of(sight, *id), needs, least: 1 },
                });
            }
        }
        // What belongs to none of these zones is not selected for one.
        let arena_cards = cards.iter().filter(|id| types(**id).is_arena_card() && has_zones(sight, **id));
        let mut options: Vec<Item> = arena_cards.flat_map(|id| options_of(sight, *id)).collect();
        if options.is_empty() {
            return None;
        }
        options.sort();
        let max = options.len() as u32;
        let ask = Ask::pick(options, 0, max).with(constraints);
        Some(Request { seat, prompt: Prompt::Equipment.into(), rule: rule!("4.1.4"), subject: None, ask })
    }

    /// 4.1.6c: cards of the inventory that fail what the hero's meta-static ability demands are removed from
    /// the game.
    fn check_inventory(&self, play: &mut Game<'_>, seat: Seat) {
        let sight = self.sight(play);
        let Some(hero) = sight.object(sight.board.player(seat).hero) else { return };
        let scope = Scope::of(hero.id, seat, hero.card);
        let mut kept: Vec<ObjectId> = Vec::new();
        let mut removed = Vec::new();
        for meta in self.card_pool.card(hero.card).metas() {
            let Meta::DifferentNames(filter) = meta else { continue };
            for id in sight.board.zone(Zone::Inventory(seat)) {
                let left = sight.object(*id).is_some_and(|object| object.equipped == 0);
                if left && sight.matches(filter, *id, &scope) {
                    let same =
                        |other: &ObjectId| sight.has_name_of(*id, *other) || sight.has_name_of(*other, *id);
                    if kept.iter().any(same) { removed.push(*id) } else { kept.push(*id) }
                }
            }
        }
        removed.into_iter().for_each(|id| play.emit(Event::Ceased(id, None), rule!("4.1.6c")));
    }

    /// 4.1.4b: what is selected stays hidden until the game begins.
    fn select(&self, play: &mut Game<'_>, seat: Seat, items: &[Item]) {
        let ids: Vec<ObjectId> = items.iter().filter_map(object_of).collect();
        let mut order = ids.clone();
        self.sight(play).in_order(&mut order);
        for id in &order {
            let types =
                self.sight(play).properties(*id).map_or(TypeBox::default(), |properties| properties.types);
            cite!("8.1.4a", "8.1.9a");
            if !types.is_arena_card() {
                continue;
            }
            let ways = ways_to_equip(&self.sight(play), seat, *id, &ids);
            let named = items.iter().find_map(|item| {
                if let Item::Act(verb, of) = item { slot_named(*verb).filter(|_| of == id) } else { None }
            });
            if let Some(slots) = named.filter(|slot| ways.contains(slot)).or(ways.first().copied()) {
                play.emit(Event::Equipped(*id, slots), rule!("4.1.4b"));
            }
        }
        let part = SELECTING + u16::from(seat.0) + 1;
        proceed(play, part, rule!("4.1.4"));
    }

    /// 4.1.7, 4.1.8: decks are shuffled, everything selected is equipped, the game starts.
    fn begin_game(&self, play: &mut Game<'_>) {
        let starting = play.state().board.turn.starting;
        let seats: Vec<Seat> = play.state().board.seats_from(starting).collect();
        for seat in &seats {
            self.check_inventory(play, *seat);
        }
        // From here on nobody is asked what to start with.
        cite!("4.1.7a");
        for seat in &seats {
            self.shuffle(play, Zone::Of(ZoneKind::Deck, *seat), rule!("4.1.7"));
        }
        for seat in &seats {
            for id in play.state().board.zone(Zone::Inventory(*seat)).to_vec() {
                let slots = play.state().board.get(id).map_or(0, |object| object.equipped);
                if slots == slot::GRAVEYARD {
                    play.emit(Event::Equipped(id, 0), rule!("4.1.8"));
                    let grave = Zone::Of(ZoneKind::Graveyard, *seat);
                    self.emit(
                        play,
                        start_move(id, *seat, Zone::Inventory(*seat), grave, true),
                        rule!("4.1.8"),
                    );
                } else if slots == slot::ARENA {
                    play.emit(Event::Equipped(id, 0), rule!("4.1.8"));
                    self.emit(play, into_play(id, *seat), rule!("4.1.8"));
                    self.settle_face(play, id);
                } else if slots != 0 {
                    self.equip(play, id, slots, *seat, may_start_in(slots));
                }
            }
        }
        let next = SELECTING + 2 * play.state().board.players.len() as u16 + 1;
        proceed(play, next, rule!("4.1.8"));
        self.push(play, Frame::Settling, rule!("4.1.1"));
        self.emit(play, Event::Recorded(Occurrence::GameStarted), rule!("4.1.8"));
    }

    /// Shuffles a zone (8.5.20).
    pub fn shuffle(&self, play: &mut Game<'_>, zone: Zone, rule: RuleId) {
        // A zone without a card is shuffled all the same.
        cite!("8.5.20a");
        let mut order = play.state().board.zone(zone).to_vec();
        play.shuffle(&mut order);
        play.emit(Event::Shuffled(zone, order), rule);
        self.looks_end(play);
    }
}

impl FrameRules<FleshAndBlood> for frame::Opening {
    /// Goes on with the start of the game.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        let players = play.state().board.players.len() as u16;
        match self.part {
            // After the first game of a match, the player is known whom chance would name.
            DRAWN if play.state().board.turn.first.is_some() => proceed(play, CHOSEN, rule!("4.1.3")),
            DRAWN => {
                let among = play.state().board.players.len() as u32;
                let chosen = play.below(Purpose::Choice, among);
                play.emit(Event::Chosen { among, chosen }, rule!("4.1.3"));
                play.emit(Event::FirstSelected(Some(Seat(chosen as u8))), rule!("4.1.3"));
                proceed(play, CHOSEN, rule!("4.1.3"));
            }
            CHOSEN => return play.wait(rules),
            part if part < SELECTING + players => {
                let seat = Seat((part - SELECTING) as u8);
                match play.asked(rules) {
                    Some(_) => return play.wait(rules),
                    None => rules.select(play, seat, &[]),
                }
            }
            part if part < SELECTING + 2 * players => match play.asked(rules) {
                Some(_) => return play.wait(rules),
                None => proceed(play, part + 1, rule!("4.1.5")),
            },
            part if part == SELECTING + 2 * players => rules.begin_game(play),
            part if part == SELECTING + 2 * players + 1 => {
                proceed(play, part + 1, rule!("4.1.9"));
                let seats: Vec<Seat> =
                    play.state().board.seats_from(play.state().board.turn.starting).collect();
                let draws: Vec<Proposal> =
                    seats.into_iter().filter_map(|seat| rules.draw_to_intellect(play, seat)).collect();
                rules.happen(play, draws);
            }
            _ => {
                let starting = play.state().board.turn.starting;
                rules.pop(play, rule!("4.0.1"));
                rules.begin_turn(play, starting);
            }
        }
        Flow::Go
    }

    /// What the start of the game asks now.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        let board = sight.board;
        if self.part == CHOSEN {
            let seat = board.turn.first?;
            let options = board.seats_from(Seat(0)).map(Item::Seat).collect();
            return Some(Request {
                seat,
                prompt: Prompt::FirstPlayer.into(),
                rule: rule!("4.1.3"),
                subject: None,
                ask: Ask::one_of(options),
            });
        }
        let place = self.part.checked_sub(SELECTING)?;
        let players = board.players.len() as u16;
        let seat = Seat((place % players) as u8);
        match place / players {
            0 => rules.ask_equipment(sight, seat),
            1 => rules.ask_starting(sight, seat),
            _ => None,
        }
    }

    /// Takes the answer to what the start of the game asks.
    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        if self.part == CHOSEN {
            let Some(Item::Seat(first)) = items.first() else { return };
            play.emit(Event::StartingPlayer(*first), rule!("4.1.3"));
            play.emit(Event::FirstSelected(None), rule!("4.1.3"));
            return proceed(play, SELECTING, rule!("4.1.4"));
        }
        let (place, players) = (self.part - SELECTING, play.state().board.players.len() as u16);
        let seat = Seat((place % players) as u8);
        if place < players {
            return rules.select(play, seat, items);
        }
        let hero = play.state().board.get(play.state().board.player(seat).hero);
        let mark = hero.and_then(|hero| Some(rules.starts_elsewhere(hero.card)?.3));
        for id in items.iter().filter_map(object_of) {
            // They stay part of the deck, face down beside the hero, as what is selected to be equipped does.
            play.emit(aside(id, seat), rule!("4.1.5b"));
            play.emit(Event::Equipped(id, mark.unwrap_or(slot::ARENA)), rule!("4.1.5b"));
        }
        proceed(play, self.part + 1, rule!("4.1.5"));
    }
}

/// The object that an option is about.
fn object_of(item: &Item) -> Option<ObjectId> {
    match *item {
        Item::Object(id) | Item::Act(_, id) => Some(id),
        _ => None,
    }
}

/// A card of a deck is put aside, hidden, to start the game in the arena (4.1.5b).
fn aside(id: ObjectId, seat: Seat) -> Event {
    start_move(id, seat, Zone::Of(ZoneKind::Deck, seat), Zone::Inventory(seat), false)
}

/// What was put aside enters the arena (4.1.8).
fn into_play(id: ObjectId, seat: Seat) -> Event {
    start_move(id, seat, Zone::Inventory(seat), Zone::Permanent, true)
}

fn start_move(object: ObjectId, seat: Seat, from: Zone, to: Zone, public: bool) -> Event {
    let why = crate::state::MoveReason::Put;
    Event::Moved {
        object,
        new: object,
        from,
        to,
        bottom: false,
        public,
        why,
        by: seat,
        controller: seat,
        counters: Vec::new(),
        last: None,
    }
}

fn proceed(play: &mut Game<'_>, part: u16, rule: RuleId) {
    play.emit(Event::Replaced(Frame::Opening { part }), rule);
}

/// The rule by which a player may start with something in the zones of these slots.
fn may_start_in(slots: u8) -> RuleId {
    match slots {
        slot::HEAD => rule!("3.10.3"),
        slot::CHEST => rule!("3.5.3"),
        slot::ARMS => rule!("3.2.3"),
        slot::LEGS => rule!("3.12.3"),
        _ => rule!("3.16.3"),
    }
}
