//! Planes, phenomena and the planar die (309, 310, 701.23, 901).

use duelog_kernel::scope::Node;
use duelog_kernel::script::{Code, Op, Pause};
use duelog_kernel::unsettled::Knows;
use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::{Ability, Deed, MagicLanguage, Ref, Until};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::looking_back::last_known;
use crate::state::event::Event;
use crate::state::{AbilityRef, CardId, Context, Object, Pile, PlanarDecks, Running, StackKind, Zone};
use crate::{cite, rule};

/// The sides of the planar die.
const SIDES: u32 = 6;

impl Magic {
    /// 901.4, 904.4: the planar decks and scheme decks are shuffled.
    pub fn shuffle_piles(&self, play: &mut Game<'_>) {
        for seat in play.state().board.seats() {
            for pile in [Pile::Planes, Pile::Schemes] {
                let board = &play.state().board;
                let mut order: Vec<CardId> = board.player(seat).supplements.deck(pile).to_vec();
                if order.is_empty() {
                    continue;
                }
                play.shuffle_cards(&mut order);
                let rule = match pile {
                    Pile::Planes => rule!("901.4"),
                    Pile::Schemes => rule!("904.4"),
                };
                play.emit(Event::PileShuffled(pile, seat, order), rule);
            }
        }
    }

    /// Turns the top card of a planar deck or scheme deck face up. Returns the new object and what happened.
    pub fn turn_from_pile(
        &self,
        play: &mut Game<'_>,
        (pile, seat): (Pile, Seat),
        rule: RuleId,
    ) -> Option<(ObjectId, Event)> {
        let board = &play.state().board;
        let card = board.pile(pile, seat).last().copied()?;
        let new = board.next_id();
        let event = Event::TurnedFromPile { pile, seat, card, new };
        play.emit(event.clone(), rule);
        Some((new, event))
    }

    /// 103.6, 901.5: the first plane of the starting player's deck is where the game begins. Nothing triggers.
    pub fn find_starting_plane(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let Some(seat) = board.planar_controller() else { return };
        let cards = board.pile(Pile::Planes, seat).len();
        if board.face_up(Pile::Planes).next().is_some() {
            return;
        }
        for _ in 0..cards {
            cite!("103.6");
            let Some((found, _)) = self.turn_from_pile(play, (Pile::Planes, seat), rule!("901.5")) else {
                return;
            };
            if self.sight(play).has_type(found, CardType::Plane) {
                return;
            }
            let last = last_known(&self.sight(play), found);
            play.emit(Event::TurnedToPile(Pile::Planes, found, last), rule!("901.5"));
        }
    }

    /// The planar controller planeswalks (701.23b): what is face up goes to the bottom of its owner's planar deck, and
    /// the top card of the planar controller's is turned face up.
    pub fn planeswalk(&self, play: &mut Game<'_>, rule: RuleId) {
        let Some(seat) = play.state().board.planar_controller() else { return };
        let before = self.before(play);
        let sight = self.sight(play);
        let left = sight.board.face_up(Pile::Planes).map(|id| (id, last_known(&sight, id)));
        let left: Vec<_> = left.collect();
        let mut events = Vec::new();
        for (id, last) in left {
            cite!("701.23b", "901.11c");
            events.push(Event::TurnedToPile(Pile::Planes, id, last));
            events.push(self.left_plane(seat, id));
        }
        events.iter().for_each(|event| play.emit(event.clone(), rule));
        if let Some((plane, turned)) = self.turn_from_pile(play, (Pile::Planes, seat), rule) {
            cite!("310.5", "701.23d", "901.11", "901.11b");
            let reached = Event::Performed(Deed::Planeswalk, seat, Some(plane), 1);
            play.emit(reached.clone(), rule);
            events.extend([turned, reached]);
        }
        self.end_at_planeswalk(play);
        self.notice(play, &events, before.as_ref());
    }

    /// Says that a player planeswalks away from a plane or a phenomenon.
    pub fn left_plane(&self, seat: Seat, plane: ObjectId) -> Event {
        cite!("603.10g", "701.23d", "901.11b");
        Event::Performed(Deed::PlaneswalkAway, seat, Some(plane), 1)
    }

    /// 901.11: what lasts until a player planeswalks is over.
    fn end_at_planeswalk(&self, play: &mut Game<'_>) {
        let over = play.state().board.effects.iter().filter(|effect| effect.until == Until::Planeswalk);
        let over: Vec<u32> = over.map(|effect| effect.id).collect();
        over.into_iter().for_each(|id| play.emit(Event::EffectEnded(id), rule!("901.11")));
    }

    /// A player rolls the planar die: one side of six is the planeswalker symbol, one the chaos symbol.
    pub fn roll_planar_die(&self, play: &mut Game<'_>, seat: Seat) {
        if play.state().board.shares_life() {
            // Each player of the team has a die, and pays for how often it was rolled.
            cite!("901.12d");
        }
        let side = self.lot(play, SIDES, rule!("901.9"));
        let (deed, rule) = match side {
            0 => {
                cite!("107.11");
                (Deed::RollPlaneswalker, rule!("901.9c"))
            }
            1 => {
                cite!("107.12", "309.7");
                (Deed::RollChaos, rule!("901.9b"))
            }
            _ => (Deed::RollBlank, rule!("901.9a")),
        };
        self.emit(play, Event::Performed(deed, seat, None, 1), rule);
    }

    /// True if a planar deck belongs to players who leave, and what is face up is theirs (901.10).
    pub fn planes_leave(&self, play: &Game<'_>, leaving: &[Seat]) -> bool {
        let board = &play.state().board;
        let theirs = |id: ObjectId| board.get(id).is_some_and(|plane| leaving.contains(&plane.owner));
        board.terms.planes == PlanarDecks::Own && board.face_up(Pile::Planes).any(theirs)
    }

    /// 901.10: the planes of players who leave have left with them, and the planar controller planeswalks.
    pub fn replace_planes(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let walks = |id: &ObjectId| {
            let stack = board.get(*id).and_then(|on| on.stack.as_ref());
            stack.is_some_and(
                |stack| matches!(stack.kind, StackKind::Triggered(source, _) if source == ObjectId::NOTHING),
            ) && board.get(*id).is_some_and(|on| Some(on.card) == self.card_pool.planar_die())
        };
        let ceased: Vec<ObjectId> = board.zone(Zone::Stack).iter().copied().filter(walks).collect();
        ceased.into_iter().for_each(|id| play.emit(Event::Ceased(id, None), rule!("901.10a")));
        cite!("701.23c", "901.11a");
        self.planeswalk(play, rule!("901.10"));
    }

    /// 901.10b: the abilities of phenomena stay on the stack under the control of the new planar controller.
    pub fn inherit_phenomena(&self, play: &mut Game<'_>, leaving: &[Seat]) {
        let board = &play.state().board;
        let Some(heir) = board.planar_controller() else { return };
        let left = |object: &&Object| {
            leaving.contains(&object.controller)
                && object.is_ability()
                && self.card_pool.card(object.card).definition.types.is(CardType::Phenomenon)
        };
        let stack = board.zone(Zone::Stack).iter().filter_map(|id| board.get(*id));
        let left: Vec<ObjectId> = stack.filter(left).map(|object| object.id).collect();
        for id in left {
            play.emit(Event::AbilityInherited(id, heir), rule!("901.10b"));
        }
    }

    /// 704.5x: a phenomenon whose abilities are all done is left.
    pub fn passes_phenomenon(&self, sight: &Sight<'_>) -> bool {
        let mut planes = sight.board.face_up(Pile::Planes);
        planes.any(|id| {
            sight.has_type(id, CardType::Phenomenon) && {
                cite!("310.7");
                !is_pending(sight, |source, _| source == id)
            }
        })
    }
}

impl Magic {
    /// 901.12c: what an ability of a plane or a phenomenon says of `you`, each player of the team does, one after the other.
    /// Begins it with the first whom its condition allows, and keeps the others.
    pub fn begin_with_heads(&self, sight: &Sight<'_>, script: &mut Running, ability: AbilityRef) {
        let scope = Scope { knows: Knows::Context, ..Scope::context(&script.context) };
        let condition = match self.card_pool.ability(ability) {
            Some(Ability::Triggered(ability)) => ability.condition.as_ref(),
            _ => None,
        };
        let meant = |seat: &Seat| {
            let scope = Scope { controller: Some(*seat), ..scope };
            condition.is_none_or(|condition| sight.holds(condition, &scope))
        };
        let mut heads = sight.heads(&scope);
        if heads.len() < 2 || !self.card_pool.code(script.code).is_some_and(speaks_of_you) {
            return;
        }
        cite!("901.12c");
        heads.retain(meant);
        heads.reverse();
        if let Some(first) = heads.pop() {
            script.context.controller = first;
            script.heads = heads;
        }
    }

    /// The same script for the next player of the team.
    pub fn next_head(&self, running: &Running) -> Option<Running> {
        let mut heads = running.heads.clone();
        let next = heads.pop()?;
        let context = Context { controller: next, ..running.context.clone() };
        Some(Running { heads, again: true, ..Running::new(running.code, context) })
    }
}

/// True if a step of a script for a further player of a team is not done again, since it is not about that player.
pub fn was_done(again: bool, pause: &Pause<'_, MagicLanguage>) -> bool {
    again
        && match pause {
            Pause::Do(verb) => !Node::of(*verb).any(&|node: &Node| {
                node.kind == "Ref" && matches!(node.word, "You" | "It" | "Last" | "LastWas")
                    || node.kind == "Group" && matches!(node.word, "Last" | "Noted" | "AllNoted")
                    || node.kind == "Number" && matches!(node.word, "LastAmount" | "Kept" | "AllKept")
                    || node.kind == "Filter" && node.word == "Chosen"
            }),
            Pause::May(who) | Pause::Pay(who, _) => **who != Ref::You,
            Pause::Choose(..) | Pause::Delayed(..) | Pause::End | Pause::TooLong => false,
        }
}

/// True if a script says `you`.
fn speaks_of_you(code: &Code<MagicLanguage>) -> bool {
    let is_you = |node: &Node| node.is("Ref", "You");
    code.0.iter().any(|op| match op {
        Op::Do(verb) => Node::of(verb).any(&is_you),
        Op::May(who, _) | Op::Pay(who, ..) | Op::Choose(who, _) => *who == Ref::You,
        _ => false,
    })
}

/// True if a triggered ability of a source, with the card that says it, waits or is on the stack.
pub fn is_pending(sight: &Sight<'_>, of: impl Fn(ObjectId, CardId) -> bool) -> bool {
    let meant = |kind: StackKind, card: CardId| match kind {
        StackKind::Triggered(source, _) => of(source, card),
        StackKind::Spell | StackKind::Activated(..) | StackKind::Delayed(..) => false,
    };
    let stands = |id: &ObjectId| {
        let on = sight.board.get(*id);
        on.and_then(|on| Some((on.stack.as_ref()?.kind, on.card)))
            .is_some_and(|(kind, card)| meant(kind, card))
    };
    sight.board.waiting.iter().any(|waiting| meant(waiting.kind, waiting.card))
        || sight.board.zone(Zone::Stack).iter().any(stands)
}
