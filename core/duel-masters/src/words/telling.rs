//! Events in words, told from the board just after each, to a viewer who may know only so much.

use duelog_kernel::{ObjectId, Viewer};

use crate::language::definition::{Ability, Destination, Instead};
use crate::language::types::CardType;
use crate::state::card_pool::CardPool;
use crate::state::event::{Application, Event};
use crate::state::secrecy::may_identify;
use crate::state::{Board, EffectKey, End, EndingKind, Entering, Hold, MoveReason, Proposal, Zone};
use crate::words::label::{label, name, value_in_words};
use crate::words::plain::list;
use crate::words::wording::{ability, effect, settled, standby_in_words};

/// An event in words for a viewer, and whether it is only bookkeeping; none where the viewer may not know of
/// it.
pub fn tell(board: &Board, card_pool: &CardPool, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
    let teller = Teller { board, card_pool, viewer };
    let (text, internal) = match event {
        Event::Pushed(frame) => (format!("{} begins", frame.in_words()), true),
        Event::Popped => ("what went on is over".to_string(), true),
        Event::Replaced(frame) => (format!("{} goes on", frame.in_words()), true),
        Event::StageReached(_) => ("the step goes on".to_string(), true),
        Event::SentenceReplaced(_) => ("a part of this sentence has been replaced".to_string(), true),
        Event::AttackReached(_) => ("the attack goes on".to_string(), true),
        Event::PoolReached(pool) => (format!("windows are {pool} deep"), true),
        Event::Forgotten(ids) => (format!("{} objects are dropped from memory", ids.len()), true),
        Event::StandbyDone(_) => ("an effect is resolved".to_string(), true),
        Event::DelayedDone(_) => ("a later effect is due".to_string(), true),
        Event::RedirectsChosen(chosen) if chosen.is_empty() => {
            ("what is attacked is not changed".to_string(), true)
        }
        Event::EffectsEnded(_) => ("effects end".to_string(), true),
        Event::Noted(_) => ("what has happened is kept".to_string(), true),
        visible => (teller.visible(visible), false),
    };
    Some((text, internal))
}

struct Teller<'a> {
    board: &'a Board,
    card_pool: &'a CardPool,
    viewer: Viewer,
}

impl Teller<'_> {
    fn label(&self, id: ObjectId) -> String {
        label(self.board, self.card_pool, self.viewer, id)
    }

    fn labels(&self, ids: &[ObjectId]) -> String {
        list(ids.iter().map(|id| self.label(*id)))
    }

    #[expect(clippy::too_many_lines, reason = "one flat table: a sentence for each event")]
    fn visible(&self, event: &Event) -> String {
        let (board, card_pool) = (self.board, self.card_pool);
        match event {
            Event::StartingPlayer(seat) => format!("{seat} goes first"),
            Event::TurnBegan(seat) => format!("turn {} begins: {seat}", board.turn.number),
            Event::StepBegan(step) => format!("the step \"{}\" begins", step.name()),
            Event::ExtraTurn(seat) => format!("{seat} gets an extra turn"),
            Event::TurnOver => "the turn is over".to_string(),
            Event::Moved { object, from, to, end, new, entering, why, .. } => {
                self.moved(*object, *new, (*from, *to), *end, entering, *why)
            }
            Event::Held(id, hold) => match hold {
                Hold::None => format!("{} is pending no longer", self.label(*id)),
                Hold::Pending => format!("{} is pending", self.label(*id)),
                Hold::Looked => format!("{} is looked at", self.label(*id)),
                Hold::Sealed => format!("{} is sealed and ignored", self.label(*id)),
                Hold::Seal => format!("{} is a seal", self.label(*id)),
            },
            Event::Reordered(seat, _) => format!("cards in the deck of {seat} are put in order"),
            Event::Shuffled(seat, _) => format!("the deck of {seat} is shuffled"),
            Event::UltraGrShuffled(seat, _) => format!("the ultra GR zone of {seat} is shuffled"),
            Event::Chosen { among, .. } => format!("one of {among} is chosen at random"),
            Event::Shown(ids, seats) if *seats == u8::MAX => {
                format!("{} {} shown to all", self.labels(ids), if ids.len() == 1 { "is" } else { "are" })
            }
            Event::Shown(ids, seats) => {
                let who = if seats & 1 == 0 { "seat 1" } else { "seat 0" };
                if ids.len() > 10 {
                    format!("{who} looks at {} cards", ids.len())
                } else {
                    format!("{who} looks at {}", self.labels(ids))
                }
            }
            Event::Rearranged(shields) => {
                format!("the cards of {} shields are put in another order", shields.len())
            }
            Event::Tapped(id) => format!("{} becomes tapped", self.label(*id)),
            Event::Untapped(ids) => format!("untapped: {}", self.labels(ids)),
            Event::Crossed(gear, Some(host)) => {
                format!("{} is crossed to {}", self.label(*gear), self.label(*host))
            }
            Event::Crossed(gear, None) => format!("{} is crossed to nothing", self.label(*gear)),
            Event::TurnedOver(id) => format!("{} is turned upside down", self.label(*id)),
            Event::Composed(id, _) => format!("{} is up now", self.label(*id)),
            Event::Merged { into, others, .. } => {
                format!("{} and {} are one", self.label(*into), self.labels(others))
            }
            Event::Split(_, parts) => {
                format!("apart now: {}", list(parts.iter().map(|part| self.label(part.0))))
            }
            Event::Driven(id) => format!("an additional cost is paid for {}", self.label(*id)),
            Event::CardUsed(seat, id) => format!("{seat} uses {}", self.label(*id)),
            Event::EffectBegan(effect) => {
                format!(
                    "{}: {} (effect of {})",
                    self.labels(&effect.objects),
                    list(effect.changes.iter().map(|change| settled(card_pool, change))),
                    self.label(effect.source)
                )
            }
            Event::DelayedSet(delayed) => {
                format!("an effect of {} waits to happen later", self.label(delayed.context.source))
            }
            Event::Triggered(standby) if may_identify(board, self.viewer, standby.source) => {
                format!("on standby: {}", standby_in_words(board, card_pool, self.viewer, standby))
            }
            Event::Triggered(_) => "an effect is on standby".to_string(),
            Event::AttackDeclared(attacker, target) => {
                format!(
                    "{} attacks {}",
                    self.label(*attacker),
                    value_in_words(board, card_pool, self.viewer, *target)
                )
            }
            Event::RedirectsChosen(chosen) => format!(
                "to change what is attacked: {}",
                list(chosen.iter().rev().map(|entry| self.label(entry.0)))
            ),
            Event::Redirected(id, _) => format!("{} is attacked instead", self.label(*id)),
            Event::Blocked(id) => format!("{} blocks", self.label(*id)),
            Event::Unblocked(id) => format!("{} is not blocked", self.label(*id)),
            Event::AttackerReplaced(id) => format!("{} is attacking now", self.label(*id)),
            Event::TargetReplaced(id) => format!("{} is attacked now", self.label(*id)),
            Event::AttackEnding(id) => format!("the attack of {} ends", self.label(*id)),
            Event::AttackOver => "the attack is over".to_string(),
            Event::Applied(applied) => self.applied(applied),
            Event::BattleBegan(one, two) => format!("{} battles {}", self.label(*one), self.label(*two)),
            Event::BattleWon(own, other) => {
                format!("{} wins against {}", self.label(*own), self.label(*other))
            }
            Event::BattleLost(own, other) => {
                format!("{} loses against {}", self.label(*own), self.label(*other))
            }
            Event::BattleEnded(one, two) => {
                format!("{} and {} have battled", self.label(*one), self.label(*two))
            }
            Event::ShieldTriggered(seat, id, _) => {
                format!("{seat} uses the S-Trigger of {}", self.label(*id))
            }
            Event::DrawBegan(seat) => format!("{seat} is about to draw a card"),
            Event::BreakChosen(by, shields) => {
                format!("{} is about to break {}", self.label(*by), shields_in_words(shields.len() as u32))
            }
            Event::Broke(by, seat, count) => {
                format!("{} has broken {} of {seat}", self.label(*by), shields_in_words(*count))
            }
            Event::GameEnded(ending) => {
                let why = match ending.why {
                    EndingKind::Bound(bound) => return format!("the game is a draw: {bound}"),
                    EndingKind::DirectAttack => "a direct attack",
                    EndingKind::EmptyDeck => "an empty deck",
                    EndingKind::Effect => "an effect",
                    EndingKind::Conceded => "the other player gave up",
                    EndingKind::Loop => "a state-based action that is replaced without end",
                    EndingKind::Run => "a loop that nobody can stop",
                };
                ending.winner.map_or_else(
                    || format!("the game is a draw: {why}"),
                    |seat| format!("{seat} wins: {why}"),
                )
            }
            Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::SentenceReplaced(_)
            | Event::AttackReached(_)
            | Event::PoolReached(_)
            | Event::Forgotten(_)
            | Event::StandbyDone(_)
            | Event::DelayedDone(_)
            | Event::Noted(_)
            | Event::EffectsEnded(_) => String::new(),
        }
    }

    fn moved(
        &self,
        old: ObjectId,
        new: ObjectId,
        (from, to): (Zone, Zone),
        end: End,
        entering: &Entering,
        why: MoveReason,
    ) -> String {
        // Who saw it where it was knows what goes away; a creature that evolves stays, so that nothing new is
        // there.
        let id = if self.board.get(new).is_some() { new } else { old };
        let hidden = |old: &crate::state::Object| old.zone == Zone::Gone && old.known_to() != u8::MAX;
        let seen =
            matches!(from, Zone::Battle | Zone::Graveyard(_)) && !self.board.get(old).is_some_and(hidden);
        let card = if seen && id == new {
            format!("{} {id}", name(self.board, self.card_pool, id))
        } else {
            self.label(id)
        };
        let whose = to.seat().map_or(String::new(), |seat| format!(" of {seat}"));
        let did = match why {
            MoveReason::Drawn | MoveReason::TurnDrawn => "is drawn",
            MoveReason::Charged => "is charged",
            MoveReason::Discarded => "is discarded",
            MoveReason::Destroyed => "is destroyed",
            MoveReason::ZeroPower => "is destroyed for its power",
            MoveReason::LostBattle => "is destroyed by a battle",
            MoveReason::Used | MoveReason::Resolved | MoveReason::Dealt | MoveReason::Effect => "is put",
            MoveReason::Home => "goes back",
            MoveReason::Sealed => "is put as a seal",
            MoveReason::Unsealed => "is taken off as a seal",
            MoveReason::Attached => "is put, attached",
            MoveReason::Broken => "is broken",
            MoveReason::FromShields => "leaves the shields",
            MoveReason::Invalid => "cannot stay",
            MoveReason::LeftPending => "was left pending",
            MoveReason::Exchanged => "is exchanged",
        };
        let place = if matches!(to, Zone::Deck(_) | Zone::UltraGr(_)) && end == End::Bottom {
            "the bottom of the "
        } else {
            "the "
        };
        let on = entering.bases.first().map_or(String::new(), |_| " as an evolution".to_string());
        let tapped = if entering.tapped { ", tapped" } else { "" };
        format!("{card} {did}: from the {} into {place}{}{whose}{on}{tapped}", from.name(), to.name())
    }

    /// Which effect has replaced which event, among which, by whose choice, and what happens instead.
    fn applied(&self, applied: &Application) -> String {
        let done = match self.ability(applied.key) {
            Some((Ability::Replacement(replacement), of)) => match &replacement.instead {
                Instead::Do(script) => Some(effect(script, of)),
                Instead::To(Destination::Stay) => Some("it stays where it is".to_string()),
                Instead::To(_) | Instead::Other(..) => None,
            },
            Some(_) | None => None,
        };
        let among = |key: &EffectKey| {
            let text = self.ability(*key).map_or("an effect".to_string(), |(found, of)| ability(found, of));
            format!("{text} ({})", self.label(key.source()))
        };
        applied.in_words(|id| self.label(id), among, |event| self.proposed(event), done)
    }

    /// The ability of an effect, and the type of the card that it is written on.
    fn ability(&self, key: EffectKey) -> Option<(&Ability, CardType)> {
        let code = key.code(self.board)?;
        let of = self.card_pool.face(code.card, code.face).definition.kind;
        Some((self.card_pool.ability(code.card, code.face, code.ability?)?, of))
    }

    /// An event that is about to happen.
    fn proposed(&self, event: &Proposal) -> String {
        match event {
            Proposal::Move { object, why, .. } if why.is_destruction() => {
                format!("{} would be destroyed", self.label(*object))
            }
            Proposal::Move { object, why: MoveReason::Discarded, .. } => {
                format!("{} would be discarded", self.label(*object))
            }
            Proposal::Move { object, to, .. } => {
                format!("{} would go to: {}", self.label(*object), to.name())
            }
            Proposal::Draw(seat) => format!("{seat} would draw a card"),
            Proposal::Break(by, shield) => {
                format!("{} would break {}", self.label(*by), self.label(*shield))
            }
        }
    }
}

fn shields_in_words(count: u32) -> String {
    if count == 1 { "1 shield".to_string() } else { format!("{count} shields") }
}
