//! Events in words, told from the board just after each, to a viewer who may know only so much.

use duelog_kernel::prose::{Person, agreeing, forgotten};
use duelog_kernel::{ObjectId, Viewer};

use crate::language::definition::{Ability, Destination, Instead};
use crate::language::types::CardType;
use crate::rules::game::verb;
use crate::state::card_pool::CardPool;
use crate::state::event::{Application, Event};
use crate::state::secrecy::may_identify;
use crate::state::{
    Board, EffectKey, End, EndingKind, Entering, Hold, MoveReason, Proposal, Standby, StandbyKind, Zone,
};
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
        Event::Forgotten(ids) => (forgotten(ids.len()), true),
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
        if ids.is_empty() {
            return "no card".to_string();
        }
        list(ids.iter().map(|id| self.label(*id)))
    }

    #[expect(clippy::too_many_lines, reason = "one flat table: a sentence for each event")]
    fn visible(&self, event: &Event) -> String {
        let (board, card_pool) = (self.board, self.card_pool);
        match event {
            Event::StartingPlayer(seat) => format!("{seat} takes the first turn"),
            Event::TurnBegan(seat) => format!("turn {}: {seat}", board.turn.number),
            Event::StepBegan(step) => format!("the {} step begins", step.name()),
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
                format!("{} {} shown to all", self.labels(ids), if ids.len() > 1 { "are" } else { "is" })
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
            Event::Untapped(ids) => {
                format!("{} {}", self.labels(ids), if ids.len() == 1 { "untaps" } else { "untap" })
            }
            Event::Crossed(gear, Some(host)) => {
                format!("{} is crossed to {}", self.label(*gear), self.label(*host))
            }
            Event::Crossed(gear, None) => format!("{} is no longer crossed to anything", self.label(*gear)),
            Event::TurnedOver(id) => format!("{} is turned upside down", self.label(*id)),
            Event::Composed(id, _) => format!("{} is the face in play now", self.label(*id)),
            Event::Merged { into, others, .. } => {
                format!("{} and {} become one", self.label(*into), self.labels(others))
            }
            Event::Split(_, parts) => {
                let come = if parts.len() == 1 { "comes" } else { "come" };
                format!("{} {come} apart", list(parts.iter().map(|part| self.label(part.0))))
            }
            Event::Driven(id) => format!("an additional cost is paid for {}", self.label(*id)),
            Event::CardUsed(seat, id) => format!("{seat} {} {}", self.uses(*id), self.label(*id)),
            Event::EffectBegan(effect) if effect.objects.is_empty() => {
                format!("an effect of {} begins", self.label(effect.source))
            }
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
                self.triggered(standby)
            }
            Event::Triggered(_) => "an effect triggers".to_string(),
            Event::AttackDeclared(attacker, target) => {
                format!(
                    "{} attacks {}",
                    self.label(*attacker),
                    value_in_words(board, card_pool, self.viewer, *target)
                )
            }
            Event::RedirectsChosen(chosen) => format!(
                "{} {} to change what is attacked",
                list(chosen.iter().rev().map(|entry| self.label(entry.0))),
                if chosen.len() == 1 { "is" } else { "are" }
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
                    EndingKind::DirectAttack => "by a direct attack",
                    EndingKind::EmptyDeck => "by an empty deck",
                    EndingKind::Effect => "by an effect",
                    EndingKind::Conceded => "as the other player gave up",
                    EndingKind::Loop => "by a state-based action that is replaced without end",
                    EndingKind::Run => "by a loop that nobody can stop",
                };
                ending
                    .winner
                    .map_or_else(|| format!("the game is a draw {why}"), |seat| format!("{seat} wins {why}"))
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
        let on = entering.bases.first().map_or(String::new(), |_| " as an evolution".to_string());
        let tapped = if entering.tapped { ", tapped" } else { "" };
        let there = format!("{}{whose}{on}{tapped}", destination(to, end));
        let owner = from.seat().or(to.seat()).map_or(String::new(), |seat| seat.to_string());
        // To where it usually goes goes without saying.
        let buried = match to {
            Zone::Graveyard(_) => String::new(),
            _ => format!(" and goes {there}"),
        };
        match why {
            MoveReason::Drawn | MoveReason::TurnDrawn if matches!(to, Zone::Hand(_)) => {
                format!("{owner} draws {card}")
            }
            MoveReason::Charged if matches!(to, Zone::Mana(_)) => format!("{owner} charges {card}{tapped}"),
            MoveReason::Discarded if matches!(from, Zone::Hand(_)) => {
                format!("{owner} discards {card}{buried}")
            }
            MoveReason::Destroyed => format!("{card} is destroyed{buried}"),
            MoveReason::ZeroPower => format!("{card} is destroyed as its power is 0 or less{buried}"),
            MoveReason::LostBattle => format!("{card} is destroyed by the battle{buried}"),
            MoveReason::Used if matches!(from, Zone::Hand(_)) => format!("{card} is put {there}"),
            MoveReason::Broken => format!("{card} is broken and goes {there}"),
            MoveReason::FromShields => format!("{card} leaves the shields and goes {there}"),
            MoveReason::Resolved => format!("{card} resolves and goes {there}"),
            other => format!("{card} {} from the {} {there}", moves(other), from.name()),
        }
    }

    fn triggered(&self, standby: &Standby) -> String {
        let source = self.label(standby.source);
        let words = standby_in_words(self.board, self.card_pool, self.viewer, standby);
        match (&standby.kind, words.strip_prefix(&source).and_then(|rest| rest.strip_prefix(": "))) {
            (StandbyKind::Ability(code), Some(text)) => {
                let found =
                    code.ability.and_then(|place| self.card_pool.ability(code.card, code.face, place));
                let used = matches!(found, Some(Ability::Tap(_) | Ability::Silent(_)));
                format!("an ability of {source} {}: {text}", if used { "is used" } else { "triggers" })
            }
            (StandbyKind::Ability(_), _) => format!("{words} triggers"),
            (StandbyKind::Delayed(..), _) => format!("a {words} triggers"),
            (StandbyKind::GStrike, _) => format!("{words} is declared"),
            (StandbyKind::Use(_) | StandbyKind::ShieldTrigger(_), _) => {
                format!("{source} is to be used for no cost")
            }
        }
    }

    /// Returns what a player does who uses a card, by its type where it has only one.
    fn uses(&self, id: ObjectId) -> String {
        let Some(object) = self.board.get(id) else { return "uses".to_string() };
        let faces = &self.card_pool.card(object.top().card).faces;
        let kinds = faces.iter().map(|face| face.definition.kind).filter(|kind| kind.is_used());
        let mut verbs = kinds.map(verb::of);
        let verb = verbs.next().filter(|first| verbs.all(|other| other == *first)).unwrap_or(verb::USE);
        agreeing(verb::NAMES[usize::from(verb)], Person::One)
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
            Proposal::Move { object, to, end, entering, .. } => {
                let tapped = if entering.tapped { ", tapped" } else { "" };
                format!("{} would go {}{tapped}", self.label(*object), destination(*to, *end))
            }
            Proposal::Draw(seat) => format!("{seat} would draw a card"),
            Proposal::Break(by, shield) => {
                format!("{} would break {}", self.label(*by), self.label(*shield))
            }
        }
    }
}

/// Returns where a card goes, without whose place it is.
fn destination(to: Zone, end: End) -> String {
    match to {
        Zone::Deck(_) | Zone::UltraGr(_) if end == End::Bottom => {
            format!("onto the bottom of the {}", to.name())
        }
        _ => format!("into the {}", to.name()),
    }
}

/// Returns what a card does that moves for this reason.
fn moves(why: MoveReason) -> &'static str {
    match why {
        MoveReason::Drawn | MoveReason::TurnDrawn => "is drawn",
        MoveReason::Charged => "is charged",
        MoveReason::Discarded => "is discarded",
        MoveReason::Used | MoveReason::Effect => "is put",
        MoveReason::Dealt => "is dealt",
        MoveReason::Home => "goes back",
        MoveReason::Sealed => "is put as a seal",
        MoveReason::Unsealed => "is taken off as a seal",
        MoveReason::Attached => "is put, attached,",
        MoveReason::Invalid => "cannot stay and goes",
        MoveReason::LeftPending => "was left pending and goes",
        MoveReason::Exchanged => "is exchanged",
        MoveReason::Destroyed
        | MoveReason::ZeroPower
        | MoveReason::LostBattle
        | MoveReason::Broken
        | MoveReason::FromShields
        | MoveReason::Resolved => "goes",
    }
}

fn shields_in_words(count: u32) -> String {
    if count == 1 { "1 shield".to_string() } else { format!("{count} shields") }
}
