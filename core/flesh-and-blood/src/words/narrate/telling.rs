//! Events in words, told from the board just after each, to a viewer who may know only so much.

use duelog_kernel::prose::{counters_are, forgotten, listed};
use duelog_kernel::{ObjectId, Viewer};

use crate::language::definition::{DamageKind, ZoneKind};
use crate::language::keywords::Keyword;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::secrecy::{may_identify, shown_to_all};
use crate::state::{
    Basis, Binding, Board, CodeRef, EndingKind, Kind, Lasting, LastingKind, Layer, LayerKind, MoveReason,
    Occurrence, Zone,
};
use crate::words::change::settled;
use crate::words::ending::loss_in_words;
use crate::words::label::{label, value_in_words, with_article};
use crate::words::narrate::effects::until;
use crate::words::narrate::{code_in_words, delayed_in_words};

/// An event in words for a viewer, and whether it is only bookkeeping; none where the viewer may not know of
/// it.
pub fn tell(board: &Board, card_pool: &CardPool, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
    let teller = Teller { board, card_pool, viewer };
    let (text, internal) = match event {
        Event::Pushed(frame) => (format!("{} begins", frame.in_words()), true),
        Event::Popped => ("what went on is over".to_string(), true),
        Event::Replaced(frame) => (format!("{} goes on", frame.in_words()), true),
        Event::StageReached(_) => ("the step goes on".to_string(), true),
        Event::PriorityGiven(seat, _) => (format!("{seat} gets priority"), true),
        Event::PriorityTaken => ("no player has priority".to_string(), true),
        Event::FirstSelected(Some(seat)) => (format!("{seat} goes first"), true),
        Event::FirstSelected(None) => ("nobody goes first any more".to_string(), true),
        Event::ChainReached(chain) => (format!("the chain of triggered-layers is {chain} long"), true),
        Event::Forgotten(ids) => (forgotten(ids.len()), true),
        Event::LayerSet(id, layer) => (teller.parameters(*id, layer), true),
        Event::Noted(id, _) => {
            (format!("an ability of {} notes something for another one", teller.label(*id)), true)
        }
        Event::Used(id, _) => (format!("an ability of {} is used", teller.label(*id)), true),
        Event::EffectBound(_, id, _) => (format!("an effect applies to {}", teller.label(*id)), true),
        Event::EffectLeft(id, _) | Event::EffectWaits(id, _) => (format!("effect {id} goes on"), true),
        Event::DelayedDone(_) => ("a delayed-triggered effect is over".to_string(), true),
        Event::LookOver => ("what was looked at is looked at no more".to_string(), true),
        Event::RevealOver(_) => ("what was revealed for a time is to be private again".to_string(), true),
        Event::ReturnDue(_) => ("what is banished is to return".to_string(), true),
        Event::ReturnDone(_) => ("nothing more keeps a card banished".to_string(), true),
        Event::WaitingTold(_) => ("a hidden effect triggers".to_string(), true),
        Event::WaitingDone(_) => ("a triggered-layer waits no longer".to_string(), true),
        Event::StaticsApplied(_) => ("it is looked at what static abilities apply to".to_string(), true),
        Event::StatesMet(_) => ("states that trigger effects are looked at".to_string(), true),
        Event::Quickened(_) => ("it is looked at what has gained go again".to_string(), true),
        Event::OrderStands(Some(seat)) => {
            (format!("behind this turn the order continues with who follows {seat}"), true)
        }
        Event::OrderStands(None) => ("the order of turns continues behind the turn-player".to_string(), true),
        // That somebody could have played something tells of a hand.
        Event::Declined if viewer != Viewer::Judge => return None,
        Event::Declined => ("somebody who could do something does nothing".to_string(), true),
        Event::ActionBegun => ("the board is kept in case the action turns out illegal".to_string(), true),
        Event::ActionDone => ("the action is legal".to_string(), true),
        Event::Recorded(occurrence) => teller.happened(occurrence),
        visible => (teller.visible(visible)?, false),
    };
    Some((text, internal))
}

#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub(super) board: &'a Board,
    pub(super) card_pool: &'a CardPool,
    pub(super) viewer: Viewer,
}

impl Teller<'_> {
    /// An object as a sentence calls it: `the attack of Anothos #7`.
    pub(super) fn label(&self, id: ObjectId) -> String {
        with_article(label(self.board, self.card_pool, self.viewer, id))
    }

    pub(super) fn labels(&self, ids: &[ObjectId]) -> String {
        if ids.is_empty() {
            return "no card".to_string();
        }
        ids.iter().map(|id| self.label(*id)).collect::<Vec<_>>().join(", ")
    }

    /// What is determined of a layer.
    fn parameters(&self, id: ObjectId, layer: &Layer) -> String {
        let targets: Vec<String> = layer
            .targets
            .iter()
            .flatten()
            .map(|value| value_in_words(self.board, self.card_pool, self.viewer, *value))
            .chain(layer.attacked.iter().map(|id| self.label(*id)))
            .collect();
        let mut parts = Vec::new();
        if !targets.is_empty() {
            parts.push(format!("targets {}", targets.join(", ")));
        }
        if layer.basis == Basis::Meld {
            parts.push(if layer.half { "melded, one half has resolved" } else { "melded" }.to_string());
        } else if !layer.modes.is_empty() {
            parts.push(format!(
                "modes {}",
                layer
                    .modes
                    .iter()
                    .map(|mode| (u32::from(*mode) + 1).to_string())
                    .collect::<Vec<_>>()
                    .join(", ")
            ));
        }
        if layer.x > 0 {
            parts.push(format!("X = {}", layer.x));
        }
        format!(
            "{} is determined: {}",
            self.label(id),
            if parts.is_empty() { "its costs".to_string() } else { parts.join("; ") }
        )
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn happened(&self, occurrence: &Occurrence) -> (String, bool) {
        let text = match occurrence {
            Occurrence::GameStarted => "the game starts".to_string(),
            Occurrence::PhaseBegan(step, seat) => format!("the {} phase of {seat} begins", step.name()),
            Occurrence::Targeted(id, attack) => {
                format!("{} becomes the target of {}", self.label(*id), self.label(*attack))
            }
            Occurrence::Played(seat, id) => format!("{seat} has played {}", self.label(*id)),
            Occurrence::Activated(seat, id) => format!("{seat} has activated {}", self.label(*id)),
            Occurrence::ActionsGained(..) => return ("action points are gained".to_string(), true),
            Occurrence::KeywordUsed(Keyword::RuneGate, seat, id) => {
                format!("{seat} rune gates {}", self.label(*id))
            }
            Occurrence::KeywordUsed(Keyword::Crank, seat, id) => format!("{seat} cranks {}", self.label(*id)),
            Occurrence::KeywordUsed(Keyword::Protect, seat, id) => {
                format!("{seat} protects with {}", self.label(*id))
            }
            Occurrence::KeywordUsed(Keyword::Scrap, seat, id) => format!("{seat} scraps {}", self.label(*id)),
            Occurrence::KeywordUsed(Keyword::Heave(_), seat, id) => {
                format!("{seat} heaves {}", self.label(*id))
            }
            Occurrence::Fused(seat, supertype, id) => {
                format!("{seat} fuses {} with {}", supertype.name(), self.label(*id))
            }
            Occurrence::KeywordUsed(keyword, seat, id) => {
                format!("{seat} pays for the {} of {}", keyword.name(), self.label(*id))
            }
            Occurrence::Completed(seat, id) => {
                format!("{seat} completes the contract of {}", self.label(*id))
            }
            Occurrence::Intimidated(seat, _) => format!("{seat} is intimidated"),
            Occurrence::Became(seat, id) => format!("{seat} becomes {}", self.label(*id)),
            Occurrence::Frozen(seat, id) => format!("{seat} freezes {}", self.label(*id)),
            Occurrence::PowerGained(id, amount) => format!("{} gains {amount} power", self.label(*id)),
            Occurrence::ClashWon(seat) => format!("{seat} wins the clash"),
            Occurrence::Wagered(seat, _) => format!("{seat} wagers"),
            Occurrence::WagerWon(seat, _) => format!("{seat} wins the wager"),
            Occurrence::Given(seat, id) => format!("{seat} gives {} away", self.label(*id)),
            Occurrence::Stolen(seat, id) => format!("{seat} steals {}", self.label(*id)),
            Occurrence::Crowd(seat, true) => format!("the crowd cheers {seat}"),
            Occurrence::BanishedToBoost(seat, id) => {
                format!("{seat} has banished {} to boost", self.label(*id))
            }
            Occurrence::Crowd(seat, false) => format!("the crowd boos {seat}"),
            Occurrence::Opted(seat, 1) => format!("{seat} has looked at 1 card to opt"),
            Occurrence::Opted(seat, count) => format!("{seat} has looked at {count} cards to opt"),
            Occurrence::ClashFailed(seat) => format!("{seat} fails to win the clash"),
            Occurrence::GoAgainGained(id) => format!("{} has gained go again", self.label(*id)),
            Occurrence::ChainClosed => "the combat chain closes".to_string(),
            Occurrence::Moved { object, why: MoveReason::Destroyed, .. } => {
                format!("{} is destroyed", self.label(*object))
            }
            Occurrence::Moved { object, .. } => format!("{} leaves the arena", self.label(*object)),
            Occurrence::Transformed(id, top) => {
                format!("{} transforms into {}", self.label(*id), self.label(*top))
            }
            Occurrence::Rolled(seat, results) => {
                let results: Vec<String> = results.iter().map(u32::to_string).collect();
                return (format!("{seat} has rolled {}", results.join(", ")), true);
            }
            Occurrence::Equipped(seat, id) => format!("{seat} has equipped {}", self.label(*id)),
            Occurrence::TurnedUp(id) => format!("{} is turned face up", self.label(*id)),
            Occurrence::Attacked(..)
            | Occurrence::Prevented(..)
            | Occurrence::Defended { .. }
            | Occurrence::Damaged { .. }
            | Occurrence::Created(..)
            | Occurrence::CardCreated(..)
            | Occurrence::LifeGained(..)
            | Occurrence::LifeLost(..)
            | Occurrence::Revealed(..)
            | Occurrence::EffectTriggered(..)
            | Occurrence::LinkResolved(_) => return ("something is noticed".to_string(), true),
        };
        (text, false)
    }

    /// What a player would see happen.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn visible(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::StartingPlayer(seat) => format!("{seat} takes the first turn"),
            Event::TurnBegan(seat) => format!("turn {}: {seat}", self.board.turn.number),
            Event::StepBegan(step) if step.is_combat() => format!("the {} step begins", step.name()),
            Event::StepBegan(step) => format!("the turn is in its {} phase", step.name()),
            Event::TurnEnded => "the turn ends".to_string(),
            Event::TurnAdded(seat) => format!("{seat} will take an extra turn"),
            Event::HeroTaken(seat, id) => format!("{} is the hero of {seat} from now on", self.label(*id)),
            Event::DrawAgreed(seat, true) => format!("{seat} agrees to a draw"),
            Event::DrawAgreed(seat, false) => format!("{seat} no longer agrees to a draw"),
            Event::Moved { new, from, to, why, bottom, .. } => self.moved(*new, *from, *to, *why, *bottom),
            Event::Made { new, seat, kind, layer, .. } => {
                match (kind, layer.as_ref().map(|layer| layer.kind)) {
                    (Kind::Token, _) => format!("{seat} creates {}", self.label(*new)),
                    (Kind::Proxy, _) => format!("{seat} activates {}", self.label(*new)),
                    (_, Some(LayerKind::Activated(source, code))) => {
                        format!(
                            "{seat} activates an ability of {}{}",
                            self.label(source),
                            self.says(source, code)
                        )
                    }
                    _ => format!("{} is added to the stack", self.label(*new)),
                }
            }
            Event::CardMade { new, seat, zone, .. } => {
                format!("{seat} creates {} in the {} zone", self.label(*new), zone.name())
            }
            Event::Ceased(id, _) => format!("{} ceases to exist", self.label(*id)),
            Event::Reordered(seat, _) => format!("cards in the deck of {seat} are put in order"),
            Event::Shuffled(zone, _) => {
                let seat = zone.seat().map_or(String::new(), |seat| format!("{seat} "));
                format!("{seat}shuffles the {}", zone.name())
            }
            Event::Chosen { among, .. } => format!("one of {among} is chosen at random"),
            Event::Applied(applied) => self.applied(applied),
            Event::Rolled { sides, result } => format!("a die of {sides} sides shows {result}"),
            Event::ResultIgnored(result) => format!("the result {result} is ignored"),
            Event::ResultReplaced(result) => format!("the result is {result}"),
            Event::Shown(ids, seats) => self.shown(ids, *seats)?,
            Event::Watched(watched) => {
                let shown = watched
                    .iter()
                    .filter_map(|(id, seat)| self.shown(&[*id], 1 << seat.0))
                    .collect::<Vec<_>>();
                if shown.is_empty() {
                    "nobody may look at the top of a deck".to_string()
                } else {
                    shown.join("; ")
                }
            }
            Event::Revealed(seat, ids) => format!("{seat} reveals {}", self.labels(ids)),
            Event::Showing(id, _) => format!("{} is shown", self.label(*id)),
            Event::Turned(id, true) => format!("{} is turned face up", self.label(*id)),
            Event::Turned(id, false) => format!("{} is turned face down", self.label(*id)),
            Event::Flipped { object, face, .. } => {
                format!("{} is now {}", self.label(*object), self.card_pool.name(*face))
            }
            Event::Identified(id, alters) => {
                let changes: Vec<String> = alters.iter().map(settled).collect();
                format!("{} enters with: {}", self.label(*id), changes.join(", "))
            }
            Event::Hidden { new, .. } => format!("{} is turned face down", self.label(*new)),
            Event::Stayed(id, to) => format!("{} cannot be put into the {} zone", self.label(*id), to.name()),
            Event::Equipped(..) => return None,
            Event::Actions(seat, points) => format!(
                "{seat} {} ({})",
                points_in_words(*points, "action point"),
                self.board.player(*seat).actions
            ),
            Event::Resources(seat, points) => {
                format!(
                    "{seat} {} ({})",
                    points_in_words(*points, "resource point"),
                    self.board.player(*seat).resources
                )
            }
            Event::Chi(seat, points) => {
                format!("{seat} {} ({})", points_in_words(*points, "chi point"), self.board.player(*seat).chi)
            }
            Event::Damaged { source, to, amount, kind, hit } => {
                let kind = match kind {
                    DamageKind::Generic => "damage",
                    DamageKind::Physical => "physical damage",
                    DamageKind::Arcane => "arcane damage",
                };
                let hit = if *hit { " and hits" } else { "" };
                format!("{} deals {amount} {kind} to {}{hit}", self.label(*source), self.label(*to))
            }
            Event::Prevented { source, to, amount } => {
                format!("{amount} damage from {} to {} is prevented", self.label(*source), self.label(*to))
            }
            Event::LifeGained(id, amount) => format!("{} gains {amount} life", self.label(*id)),
            Event::LifeLost(id, amount) => format!("{} loses {amount} life", self.label(*id)),
            Event::LifeReset(id) => format!("the life total of {} is reset", self.label(*id)),
            Event::CountersPut(id, kind, count) => {
                format!("{} put on {}", counters_are(count, kind.in_words()), self.label(*id))
            }
            Event::CountersRemoved(id, kind, count) => {
                format!("{} removed from {}", counters_are(count, kind.in_words()), self.label(*id))
            }
            Event::Tapped(id) => format!("{} is tapped", self.label(*id)),
            Event::Untapped(id) => format!("{} is untapped", self.label(*id)),
            Event::ControlGained(id, seat) => format!("{seat} gains control of {}", self.label(*id)),
            Event::Marked(id, true) => format!("{} is marked", self.label(*id)),
            Event::Marked(id, false) => format!("{} is no longer marked", self.label(*id)),
            Event::EffectBegan(lasting) => self.lasting(lasting),
            Event::EffectEnded(_) => "an effect ends".to_string(),
            Event::ReturnSet(returning) => format!("{} is banished for a time", self.label(returning.object)),
            Event::DelayedSet(delayed) => {
                format!("an effect of {} waits to happen later", self.label(delayed.context.source))
            }
            // Before its owner tells of it, nobody else knows that it could trigger (5.4.7b).
            Event::Triggered(waiting) if waiting.hidden && !self.knows_source(waiting.kind) => return None,
            Event::Triggered(waiting) => match waiting.kind {
                LayerKind::Triggered(source, code) | LayerKind::Activated(source, code) => {
                    format!("an effect of {} triggers{}", self.label(source), self.says(source, code))
                }
                LayerKind::Delayed(source, code, at) => {
                    let says = if may_identify(self.board, self.viewer, source) {
                        format!(": {}", delayed_in_words(self.card_pool, code, at))
                    } else {
                        String::new()
                    };
                    format!("an effect of {} triggers{says}", self.label(source))
                }
                LayerKind::Card => "an effect triggers".to_string(),
            },
            Event::ChainOpened(attack) => format!("the combat chain opens with {}", self.label(*attack)),
            Event::AttackLayered(attack) => {
                format!("the combat chain continues with {}", self.label(*attack))
            }
            Event::LinkMade(link) => {
                format!(
                    "chain link {}: {} attacks {}",
                    self.board.combat.links.len(),
                    self.label(link.attack),
                    self.labels(&link.targets)
                )
            }
            Event::AttackReplaced(attack) => format!("{} is now the attack", self.label(*attack)),
            Event::TargetsOrdered(targets) => {
                format!("the attack-targets in order: {}", self.labels(targets))
            }
            Event::Declared(declared) => {
                let cards: Vec<ObjectId> = declared.iter().map(|defense| defense.card).collect();
                let declared = match cards.as_slice() {
                    [_] => "is declared as a defending card",
                    _ => "are declared as defending cards",
                };
                format!("{} {declared}", self.labels(&cards))
            }
            Event::Defends(defenses) => {
                let cards: Vec<ObjectId> = defenses.iter().map(|defense| defense.card).collect();
                format!("{} {}", self.labels(&cards), if cards.len() == 1 { "defends" } else { "defend" })
            }
            Event::Calculated => "damage is calculated".to_string(),
            Event::LinkResolved => "the chain link resolves".to_string(),
            Event::Closing => "the combat chain is to close".to_string(),
            Event::ChainClosed => "the combat chain closes".to_string(),
            Event::ActionReversed => "the action was illegal and is reversed".to_string(),
            Event::PlayerLost(seat, loss) => format!("{seat} {} and loses the game", loss_in_words(*loss).0),
            Event::GameEnded(ending) => match (ending.winner, ending.why) {
                (Some(seat), _) => format!("{seat} wins the game"),
                (None, EndingKind::Stalemate | EndingKind::Deadlock) => {
                    "the game is a draw: nothing advances it".to_string()
                }
                (None, EndingKind::Bound(bound)) => format!("the game is a draw: {bound}"),
                (
                    None,
                    EndingKind::LastStanding(_)
                    | EndingKind::Effect
                    | EndingKind::Agreed
                    | EndingKind::AllDied,
                ) => "the game is a draw".to_string(),
            },
            // Bookkeeping is told above.
            Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::FirstSelected(_)
            | Event::ChainReached(_)
            | Event::Forgotten(_)
            | Event::LayerSet(..)
            | Event::Noted(..)
            | Event::Used(..)
            | Event::EffectBound(..)
            | Event::EffectLeft(..)
            | Event::EffectWaits(..)
            | Event::DelayedDone(_)
            | Event::LookOver
            | Event::RevealOver(_)
            | Event::ReturnDue(_)
            | Event::ReturnDone(_)
            | Event::WaitingTold(_)
            | Event::WaitingDone(_)
            | Event::StaticsApplied(_)
            | Event::StatesMet(_)
            | Event::Quickened(_)
            | Event::OrderStands(_)
            | Event::Declined
            | Event::ActionBegun
            | Event::ActionDone
            | Event::Recorded(_) => return None,
        })
    }

    /// Returns what an ability of a source says, for those who may know the source.
    fn says(&self, source: ObjectId, code: CodeRef) -> String {
        if may_identify(self.board, self.viewer, source) {
            format!(": {}", code_in_words(self.card_pool, code))
        } else {
            String::new()
        }
    }

    /// Returns what an effect that lasts does, as far as it is settled.
    fn lasting(&self, lasting: &Lasting) -> String {
        let source = self.label(lasting.source);
        let how_long = until(lasting.until);
        let what = match &lasting.kind {
            LastingKind::Alters(alters) if !alters.is_empty() => {
                let changes = listed(alters.iter().map(settled).filter(|change| !change.is_empty()), "and");
                return match &lasting.binding {
                    Binding::Locked(ids) if !ids.is_empty() && !changes.is_empty() => {
                        format!("{}: {changes}{how_long} (effect of {source})", self.labels(ids))
                    }
                    _ => format!("an effect of {source} begins"),
                };
            }
            LastingKind::Shield(amount, ..) => format!("the next {amount} damage"),
            LastingKind::PreventNext(Some(amount), ..) => format!("{amount} of the next damage"),
            LastingKind::PreventNext(None, ..) => "the next damage".to_string(),
            LastingKind::PreventTimes(times, amount) => {
                format!("{amount} of the next damage, {}", duelog_kernel::prose::times(i64::from(*times)))
            }
            _ => return format!("an effect of {source} begins"),
        };
        format!("an effect of {source} will prevent {what}{how_long}")
    }

    fn knows_source(&self, kind: LayerKind) -> bool {
        matches!(kind, LayerKind::Triggered(source, _) if may_identify(self.board, self.viewer, source))
    }

    fn shown(&self, ids: &[ObjectId], seats: u8) -> Option<String> {
        let to = if shown_to_all(self.board, seats) {
            "all".to_string()
        } else {
            format!("seat {}", seats.trailing_zeros())
        };
        Some(if ids.len() > 8 {
            format!("{to} may look at {} cards", ids.len())
        } else {
            format!("{to} may look at {}", self.labels(ids))
        })
    }

    fn moved(&self, id: ObjectId, from: Zone, to: Zone, why: MoveReason, bottom: bool) -> String {
        let card = self.label(id);
        let seat = to.seat().or(from.seat()).map_or(String::new(), |seat| seat.to_string());
        if let Zone::Under(top) = to {
            return format!("{card} is put under {}", self.label(top));
        }
        match why {
            MoveReason::Drawn => format!("{seat} draws {card}"),
            MoveReason::Discarded => format!("{seat} discards {card}{}", elsewhere(to, bottom)),
            MoveReason::Destroyed => format!("{card} is destroyed{}", elsewhere(to, bottom)),
            MoveReason::Banished | MoveReason::Intimidated if to.kind() == Some(ZoneKind::Banished) => {
                format!("{card} is banished")
            }
            MoveReason::Banished | MoveReason::Intimidated => format!("{card} {}", goes(to, bottom)),
            MoveReason::Pitched => format!("{seat} pitches {card}"),
            MoveReason::Announced => format!("{seat} plays {card}"),
            MoveReason::Attacking => format!("{card} is put onto the combat chain"),
            MoveReason::Defending => format!("{card} becomes a defending card"),
            MoveReason::Resolved | MoveReason::Afflicted | MoveReason::MadePermanent => {
                format!("{card} enters the arena")
            }
            // A layer or a card of the chain without a place to go to ceases to exist.
            MoveReason::Cleared if to.kind().is_none() => format!("{card} is cleared"),
            MoveReason::Cleared => format!("{card} {}", goes(to, bottom)),
            MoveReason::Negated => format!("{card} is negated{}", elsewhere(to, bottom)),
            MoveReason::Charged => format!("{seat} charges {card}"),
            MoveReason::Equipped => format!("{seat} equips {card}"),
            MoveReason::Died => format!("{card} dies{}", elsewhere(to, bottom)),
            MoveReason::Transcended => format!("{seat} transcends, and {card} is put into the hand"),
            MoveReason::Transformed => format!("{card} is put under what it transforms into"),
            MoveReason::BroughtBack => format!("{card} returns to the {} zone", to.name()),
            MoveReason::Reloaded
            | MoveReason::Returned
            | MoveReason::Exchanged
            | MoveReason::EndOfTurn
            | MoveReason::Searched
            | MoveReason::Put => match to.kind() {
                Some(ZoneKind::Deck) if bottom => format!("{card} is put on the bottom of the deck"),
                Some(ZoneKind::Deck) => format!("{card} is put on top of the deck"),
                Some(ZoneKind::Hand) => format!("{card} is put into the hand of {seat}"),
                Some(ZoneKind::Graveyard) => format!("{card} is put into the {}", to.name()),
                _ => format!("{card} is put into the {} zone", to.name()),
            },
        }
    }
}

/// Returns where a card would go: "go to the graveyard".
pub(super) fn going(to: Zone, bottom: bool) -> String {
    let (verb, place) = way(to, bottom);
    format!("{verb} {place}")
}

/// Returns where a card goes: "goes to the graveyard".
fn goes(to: Zone, bottom: bool) -> String {
    let (verb, place) = way(to, bottom);
    format!("{} {place}", if verb == "go" { "goes".to_string() } else { format!("{verb}s") })
}

/// Returns the verb of a card that moves there, and the place.
fn way(to: Zone, bottom: bool) -> (&'static str, String) {
    match to.kind() {
        Some(ZoneKind::Deck) if bottom => ("go", "to the bottom of the deck".to_string()),
        Some(ZoneKind::Deck) => ("go", "to the top of the deck".to_string()),
        Some(ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Stack) => {
            ("go", format!("to the {}", to.name()))
        }
        Some(ZoneKind::Permanent) => ("enter", "the arena".to_string()),
        Some(_) => ("go", format!("to the {} zone", to.name())),
        None => ("cease", "to exist".to_string()),
    }
}

/// Returns where something goes that usually goes to the graveyard; nothing where it does go there.
fn elsewhere(to: Zone, bottom: bool) -> String {
    match to.kind() {
        Some(ZoneKind::Graveyard) | None => String::new(),
        Some(_) => format!(" and {}", goes(to, bottom)),
    }
}

fn points_in_words(points: i32, what: &str) -> String {
    let verb = if points < 0 { "loses" } else { "gains" };
    let plural = if points.unsigned_abs() == 1 { "" } else { "s" };
    format!("{verb} {} {what}{plural}", points.unsigned_abs())
}
