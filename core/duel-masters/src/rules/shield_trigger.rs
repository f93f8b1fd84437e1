//! Shields on their way into the hand: S-Trigger, G-Strike, S-Back and Sabaki Z are declared (113.6, 509.5).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, Seat};

use crate::language::definition::{Ability, Change, Filter, Ruling, Strike, Subject};
use crate::language::keywords::Keyword;
use crate::language::types::Place;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::card_pool::Face;
use crate::state::event::Event;
use crate::state::{
    End, Entering, EventContext, Frame, Hold, MoveReason, Object, Proposal, ShieldsToHand, StandbyKind,
    ToHandStage, Zone,
};
use crate::{cite, rule};

/// The cards to which an ability gives S-Trigger: of the shield zone (113.6b), or of what comes from there into
/// the hand (113.6c).
fn given_by(ability: &Ability, in_zone: bool) -> Option<&Filter> {
    let Ability::Static(own) = ability else { return None };
    let zone = if in_zone { Place::Shield } else { Place::Hand };
    let gives = own.zone == zone && own.changes.contains(&Change::Gain(Keyword::ShieldTrigger));
    gives.then_some(&own.what)
}

/// How an ability item names what is declared of a card in a shield: the depth of the card from the top, then
/// what of it.
mod declared {
    /// G-Strike; 0 and 1 are S-Trigger with that face up.
    pub const G_STRIKE: u32 = 2;
    /// What one card takes up.
    pub const WIDTH: u32 = 4;
}

impl DuelMasters {
    /// Begins to put shields into their owner's hand: they become pending (113.6a).
    pub fn shields_to_hand(
        &self,
        play: &mut Game<'_>,
        shields: Vec<ObjectId>,
        seat: Seat,
        broken_by: Option<ObjectId>,
    ) {
        if shields.is_empty() {
            return;
        }
        let stage = ToHandStage::Declare;
        let given = self.given(&self.sight(play), seat, &shields, true);
        let to_hand = ShieldsToHand {
            shields: shields.clone(),
            seat,
            broken_by,
            stage,
            given,
            declared: Vec::new(),
            backs: Vec::new(),
            arrived: Vec::new(),
        };
        self.push(play, Frame::ShieldsToHand(to_hand), rule!("113.6"));
        for id in &shields {
            self.emit_quietly(play, Event::Held(*id, Hold::Pending), rule!("113.6a"));
        }
        // What is declared of them is declared by somebody who looks at them.
        let shows = |by| self.sight(play).is_ruled(by, Ruling::Require, Subject::ShowShields, None);
        let seats = if broken_by.is_some_and(shows) { u8::MAX } else { 1 << seat.0 };
        self.emit_quietly(play, Event::Shown(shields, seats), rule!("509.5a"));
    }

    /// Whether any card of the match has something to declare here. Which of a player's cards have is private:
    /// everybody is asked, or nobody.
    fn is_declared_in_match(&self, what: impl Fn(&Face) -> bool) -> bool {
        self.card_pool.cards().iter().flat_map(|card| &card.faces).any(what)
    }

    /// The cards that came into the hand.
    fn arrived(&self, play: &Game<'_>, to_hand: &ShieldsToHand) -> Vec<ObjectId> {
        let board = &play.state().board;
        let mut arrived = Vec::new();
        for shield in &to_hand.shields {
            let Some((first, count)) =
                board.get(*shield).and_then(|shield| Some((shield.became?, shield.pieces.len() as u32)))
            else {
                continue;
            };
            let ids = (0..count).map(|depth| ObjectId(first.0 + depth));
            arrived.extend(
                ids.filter(|id| board.get(*id).is_some_and(|object| object.zone == Zone::Hand(to_hand.seat))),
            );
        }
        arrived
    }

    /// Declared S-Backs discard their shields, the others go to the hand, all at once (509.5d).
    fn move_shields(&self, play: &mut Game<'_>, mut to_hand: ShieldsToHand) {
        to_hand.stage = ToHandStage::Sabaki;
        self.replace_frame(play, Frame::ShieldsToHand(to_hand.clone()), rule!("509.5d"));
        let why = if to_hand.broken_by.is_some() { MoveReason::Broken } else { MoveReason::FromShields };
        let mut batch = Vec::new();
        for shield in &to_hand.shields {
            let discarded = to_hand.backs.iter().any(|back| back.2 == *shield);
            let (to, why) = if discarded {
                (Zone::Graveyard(to_hand.seat), MoveReason::Discarded)
            } else {
                (Zone::Hand(to_hand.seat), why)
            };
            batch.push(Proposal::Move {
                object: *shield,
                top_only: false,
                to,
                end: End::Top,
                entering: Entering::default(),
                why,
            });
        }
        self.happen(play, batch, rule!("701.14a"));
    }

    /// What was declared is put on standby (509.5e), Sabaki Z with it, and the shields have been broken.
    fn declare_all(&self, play: &mut Game<'_>, to_hand: &ShieldsToHand, sabaki: &[(ObjectId, ObjectId)]) {
        self.pop(play, rule!("509.5e"));
        let seat = to_hand.seat;
        if let Some(source) = to_hand.broken_by {
            self.emit(play, Event::Broke(source, seat, to_hand.shields.len() as u32), rule!("701.14a"));
        }
        for (shield, depth, face) in &to_hand.declared {
            let Some(first) = play.state().board.get(*shield).and_then(|shield| shield.became) else {
                continue;
            };
            let id = ObjectId(first.0 + *depth);
            if play.state().board.get(id).is_none_or(|object| object.zone != Zone::Hand(seat)) {
                continue;
            }
            let (kind, rule) = match face {
                Some(face) => (StandbyKind::ShieldTrigger(*face), rule!("112.3a")),
                None => (StandbyKind::GStrike, rule!("509.5b")),
            };
            let event = EventContext { other: to_hand.broken_by, ..EventContext::default() };
            self.put_on_standby(play, kind, id, seat, event, rule);
        }
        for (id, face, ..) in &to_hand.backs {
            self.put_on_standby(
                play,
                StandbyKind::Use(*face),
                *id,
                seat,
                EventContext::default(),
                rule!("112.3b"),
            );
        }
        let mut batch = Vec::new();
        for (id, discarded) in sabaki {
            self.emit_quietly(play, Event::Shown(vec![*id], u8::MAX), rule!("701.9a"));
            let face =
                self.face_with(play, *id, |ability| matches!(ability, Ability::Strike(Strike::Sabaki, _)));
            self.put_on_standby(
                play,
                StandbyKind::Use(face),
                *id,
                seat,
                EventContext::default(),
                rule!("112.3d"),
            );
            batch.push(Proposal::movement(
                *discarded,
                Zone::Graveyard(seat),
                Entering::default(),
                MoveReason::Discarded,
            ));
        }
        self.happen(play, batch, rule!("112.3d"));
    }

    fn face_with(&self, play: &Game<'_>, id: ObjectId, what: impl Fn(&Ability) -> bool) -> u8 {
        let Some(object) = play.state().board.get(id) else { return 0 };
        let faces = &self.card_pool.card(object.top().card).faces;
        faces.iter().position(|face| face.says(&what)).unwrap_or(0) as u8
    }

    /// The S-Triggers and G-Strikes among the shields: each card as an S-Trigger with one of its faces at
    /// most.
    fn shield_triggers(&self, sight: &Sight<'_>, to_hand: &ShieldsToHand) -> (Vec<Item>, Vec<Constraint>) {
        let (mut options, mut constraints) = (Vec::new(), Vec::new());
        let by = to_hand.broken_by;
        let silenced = by.is_some_and(|by| sight.is_forbidden(by, Subject::ShieldTrigger));
        let mut all_given = self.given(sight, to_hand.seat, &to_hand.shields, false);
        all_given.extend(&to_hand.given);
        for shield in &to_hand.shields {
            let Some(object) = sight.object(*shield) else { continue };
            for (depth, piece) in object.pieces.iter().rev().enumerate() {
                let card = self.card_pool.card(piece.card);
                let given = all_given.contains(&(*shield, depth as u32));
                let base = depth as u32 * declared::WIDTH;
                let usable = |face: u8| self.can_be_put_on(sight, to_hand.seat, *shield, face).is_ok();
                let faces = (0..card.faces.len() as u8).filter(|face| {
                    let keywords = &card.faces[usize::from(*face)].definition.keywords;
                    let may = depth > 0
                        || usable(*face)
                            && ![Subject::ShieldTrigger, Subject::Use]
                                .into_iter()
                                .any(|act| sight.is_card_forbidden(*shield, act));
                    !silenced && (keywords.contains(&Keyword::ShieldTrigger) || given) && may
                });
                let triggers: Vec<Item> =
                    faces.map(|face| Item::Ability(*shield, base + u32::from(face))).collect();
                if triggers.len() > 1 {
                    constraints.push(Constraint {
                        rule: rule!("112.3a"),
                        limit: Limit::AtMost { items: triggers.clone(), max: 1 },
                    });
                }
                options.extend(triggers);
                if card.faces.iter().any(|face| face.definition.keywords.contains(&Keyword::GStrike)) {
                    options.push(Item::Ability(*shield, base + declared::G_STRIKE));
                }
            }
        }
        (options, constraints)
    }

    /// The cards in shields to which effects give S-Trigger, as the game stands now: the shield and the depth
    /// of the card in it. Effects on the shield zone are asked before the shields are pending (113.6b),
    /// effects on what is put into the hand while they are (113.6c).
    fn given(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        shields: &[ObjectId],
        in_zone: bool,
    ) -> Vec<(ObjectId, u32)> {
        cite!("113.6b", "113.6c", "113.6d");
        let own = sight
            .board
            .zone(Zone::Battle)
            .filter(|id| sight.object(*id).is_some_and(|object| object.owner == seat));
        // 113.6d: a castle works until its shield moves.
        let castles = sight
            .board
            .all(Zone::Shield(seat))
            .iter()
            .copied()
            .filter(|id| sight.object(*id).is_some_and(|object| object.castle));
        let mut given = Vec::new();
        for id in own.chain(castles) {
            let scope = Scope::of(id, seat);
            for (_, what) in sight.abilities(id, |ability| given_by(ability, in_zone)) {
                for object in shields.iter().filter_map(|shield| sight.object(*shield)) {
                    for (depth, piece) in object.pieces.iter().rev().enumerate() {
                        let card = Object { pieces: vec![*piece], ..object.clone() };
                        if sight.matches_object(what, &card, &scope) {
                            given.push((object.id, depth as u32));
                        }
                    }
                }
            }
        }
        given
    }

    /// Cards of the hand set against the cards that can be discarded for them: each at most once.
    fn pairs(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        discarded: &[ObjectId],
        moment: Strike,
    ) -> (Vec<Item>, Vec<Constraint>) {
        let mut options = Vec::new();
        for id in sight.board.zone(Zone::Hand(seat)) {
            let Some(object) = sight.object(id) else { continue };
            for (_, ability) in sight.said_by_any(object) {
                let Ability::Strike(strike, filter) = ability else { continue };
                if *strike != moment {
                    continue;
                }
                let scope = Scope::of(id, seat);
                let fits =
                    discarded.iter().filter(|other| **other != id && sight.matches(filter, **other, &scope));
                options.extend(fits.map(|other| Item::Pair(id, *other)));
            }
        }
        options.sort();
        options.dedup();
        let mut constraints = Vec::new();
        let mut ids: Vec<ObjectId> = options
            .iter()
            .flat_map(|item| if let Item::Pair(a, b) = item { vec![*a, *b] } else { Vec::new() })
            .collect();
        ids.sort();
        ids.dedup();
        for id in ids {
            let items: Vec<Item> = options
                .iter()
                .copied()
                .filter(|item| matches!(item, Item::Pair(a, b) if *a == id || *b == id))
                .collect();
            if items.len() > 1 {
                constraints
                    .push(Constraint { rule: rule!("601.1h"), limit: Limit::AtMost { items, max: 1 } });
            }
        }
        (options, constraints)
    }
}

impl FrameRules<DuelMasters> for ShieldsToHand {
    /// Goes on with shields on their way.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        match self.stage {
            ToHandStage::Declare => {
                let gives = |ability: &Ability| {
                    [true, false].into_iter().any(|in_zone| given_by(ability, in_zone).is_some())
                };
                let declares = |face: &Face| {
                    let keywords = &face.definition.keywords;
                    keywords.contains(&Keyword::ShieldTrigger)
                        || keywords.contains(&Keyword::GStrike)
                        || face.says(gives)
                };
                // Whatever card the shields are.
                if rules.card_pool.asks_unseeing() || rules.is_declared_in_match(declares) {
                    return Flow::Ask;
                }
                self.stage = ToHandStage::Back;
                rules.replace_frame(play, Frame::ShieldsToHand(self), rule!("509.5a"));
            }
            ToHandStage::Back => {
                let has =
                    |face: &Face| face.says(|ability| matches!(ability, Ability::Strike(Strike::Back, _)));
                let empty = play.state().board.zone(Zone::Hand(self.seat)).next().is_none();
                if rules.is_declared_in_match(has) && !empty {
                    return Flow::Ask;
                }
                self.stage = ToHandStage::Move;
                rules.replace_frame(play, Frame::ShieldsToHand(self), rule!("509.5c"));
            }
            ToHandStage::Move => rules.move_shields(play, self),
            ToHandStage::Sabaki => {
                let has =
                    |face: &Face| face.says(|ability| matches!(ability, Ability::Strike(Strike::Sabaki, _)));
                if self.arrived.is_empty() {
                    self.arrived = rules.arrived(play, &self);
                }
                if rules.is_declared_in_match(has) && !self.arrived.is_empty() {
                    rules.replace_frame(play, Frame::ShieldsToHand(self), rule!("509.5d"));
                    return Flow::Ask;
                }
                rules.declare_all(play, &self, &[]);
            }
        }
        Flow::Go
    }

    /// What is asked while shields are on their way.
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        let seat = self.seat;
        match self.stage {
            ToHandStage::Declare => {
                let (options, constraints) = rules.shield_triggers(sight, self);
                let max = options.len() as u32;
                let ask = Ask::pick(options, 0, max).with(constraints);
                Some(Request {
                    seat,
                    prompt: Prompt::STrigger.into(),
                    rule: rule!("509.5a"),
                    subject: None,
                    ask,
                })
            }
            ToHandStage::Back => {
                let from: Vec<ObjectId> = self
                    .shields
                    .iter()
                    .copied()
                    .filter(|id| !self.declared.iter().any(|entry| entry.0 == *id))
                    .collect();
                let (options, constraints) = rules.pairs(sight, seat, &from, Strike::Back);
                let max = options.len() as u32;
                Some(Request {
                    seat,
                    prompt: Prompt::SBack.into(),
                    rule: rule!("509.5c"),
                    subject: None,
                    ask: Ask::pick(options, 0, max).with(constraints),
                })
            }
            ToHandStage::Move => None,
            ToHandStage::Sabaki => {
                let (options, constraints) = rules.pairs(sight, seat, &self.arrived, Strike::Sabaki);
                let max = options.len() as u32;
                Some(Request {
                    seat,
                    prompt: Prompt::SabakiZ.into(),
                    rule: rule!("509.5d"),
                    subject: None,
                    ask: Ask::pick(options, 0, max).with(constraints),
                })
            }
        }
    }

    /// Takes declarations.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match self.stage {
            ToHandStage::Declare => {
                for item in items {
                    let Item::Ability(shield, place) = item else { continue };
                    let what = place % declared::WIDTH;
                    self.declared.push((
                        *shield,
                        place / declared::WIDTH,
                        (what != declared::G_STRIKE).then_some(what as u8),
                    ));
                    rules.emit_quietly(play, Event::Shown(vec![*shield], u8::MAX), rule!("701.9a"));
                }
                self.stage = ToHandStage::Back;
            }
            ToHandStage::Back => {
                for item in items {
                    let Item::Pair(id, shield) = item else { continue };
                    let face = rules
                        .face_with(play, *id, |ability| matches!(ability, Ability::Strike(Strike::Back, _)));
                    rules.emit_quietly(play, Event::Shown(vec![*id], u8::MAX), rule!("701.9a"));
                    self.backs.push((*id, face, *shield));
                }
                self.stage = ToHandStage::Move;
            }
            ToHandStage::Move => {}
            ToHandStage::Sabaki => {
                let pairs: Vec<(ObjectId, ObjectId)> = items
                    .iter()
                    .filter_map(
                        |item| if let Item::Pair(id, other) = item { Some((*id, *other)) } else { None },
                    )
                    .collect();
                return rules.declare_all(play, &self, &pairs);
            }
        }
        rules.replace_frame(play, Frame::ShieldsToHand(self), rule!("113.6"));
    }
}
