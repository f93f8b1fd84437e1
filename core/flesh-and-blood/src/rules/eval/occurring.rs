//! What has happened, as effects wait for it and ask about it (6.6.1).

use duelog_kernel::test_assert;

use super::*;
use crate::language::definition::{Asset, Deed, Phase, Where};
use crate::rules::hearing::could_hear;
use crate::state::{MoveReason, Step};
use crate::{cite, holds};

fn of_object(object: ObjectId) -> EventContext {
    EventContext { object: Some(object), ..EventContext::default() }
}

fn of_defense(defense: &Defense, attack: ObjectId) -> EventContext {
    EventContext { other: Some(attack), player: Some(defense.controller), ..of_object(defense.card) }
}

/// The same from the side of the attack.
fn by_defense(defense: &Defense, attack: ObjectId) -> EventContext {
    EventContext { other: Some(defense.card), player: Some(defense.controller), ..of_object(attack) }
}

fn of_player(player: Seat, amount: u32) -> EventContext {
    EventContext { player: Some(player), amount, ..EventContext::default() }
}

// Who has dealt damage.
holds!("8.5.3a");

/// Whether something that dealt damage is what an effect waits for: itself, or for what is not living the
/// hero of its controller.
fn deals(sight: &Sight<'_>, from: &Filter, source: ObjectId, scope: &Scope<'_>) -> bool {
    cite!("8.2.8e");
    let living = sight.properties(source).is_some_and(|properties| properties.life.is_some());
    let hero = sight.holder(source).filter(|_| !living).map(|seat| sight.board.player(seat).hero);
    sight.matches(from, source, scope) || hero.is_some_and(|hero| sight.matches(from, hero, scope))
}

/// Whether an object that moved out of the arena has ceased to exist by that: as a card it has become another
/// object, as a token none.
fn ceases(object: ObjectId, new: ObjectId, to: Zone) -> bool {
    object != new || !(to.is_arena() || to == Zone::Stack)
}

/// That a deed was done: by whom, with what, and what effects learn of it.
struct Done {
    by: Option<Seat>,
    /// The object that was done something with, as it is looked at; none where it is nobody's business
    /// which.
    what: Option<ObjectId>,
    /// Whether it could be known on the way (3.0.7a).
    known: bool,
    context: EventContext,
}

impl Done {
    fn with(by: Option<Seat>, what: ObjectId, context: EventContext) -> Option<Done> {
        Some(Done { by, what: Some(what), known: true, context })
    }

    fn by(player: Seat, amount: u32) -> Option<Done> {
        Some(Done { by: Some(player), what: None, known: true, context: of_player(player, amount) })
    }

    fn once(by: Seat, what: ObjectId) -> Option<Done> {
        Done::with(Some(by), what, EventContext { object: Some(what), ..of_player(by, 1) })
    }
}

impl Sight<'_> {
    /// How often, and with what, something that happened is what an effect waits for. One that happens to
    /// several at once counts once for each of them only where the effect speaks of each.
    pub fn occurrences(&self, when: &When, happened: &Occurrence, scope: &Scope<'_>) -> Vec<EventContext> {
        if !could_hear(when, happened) {
            test_assert!(
                self.occurrences_of(when, happened, scope).is_empty(),
                "what could not be heard is not"
            );
            return Vec::new();
        }
        self.occurrences_of(when, happened, scope)
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn occurrences_of(&self, when: &When, happened: &Occurrence, scope: &Scope<'_>) -> Vec<EventContext> {
        let seat_is = |who: &Ref, seat: Seat| self.is_player(who, seat, scope);
        let is = |filter: &Filter, id: ObjectId| self.matches(filter, id, scope);
        let one = |holds: bool, context: EventContext| if holds { vec![context] } else { Vec::new() };
        let fits = |done: &Done, filter: &Filter| {
            done.what.is_none_or(|id| self.matches_moving(filter, id, done.known, scope))
        };
        match (when, happened) {
            (When::Any(all), _) => {
                cite!("1.9.3a");
                all.iter()
                    .map(|when| self.occurrences(when, happened, scope))
                    .find(|found| !found.is_empty())
                    .unwrap_or_default()
            }
            (When::While(condition, when), _) => {
                if self.holds(condition, scope) {
                    self.occurrences(when, happened, scope)
                } else {
                    Vec::new()
                }
            }
            (When::Every(_, when), _) => self.occurrences(when, happened, scope),
            (When::Happens(deed, filter), _) => {
                let done = self.done(*deed, happened);
                done.into_iter().filter(|done| fits(done, filter)).map(|done| done.context).collect()
            }
            (When::Does(who, deed, filter), _) => {
                let own = |done: &Done| done.by.is_some_and(|seat| seat_is(who, seat)) && fits(done, filter);
                let done = self.done(*deed, happened).into_iter().filter(own);
                done.map(|done| EventContext { player: done.by, ..done.context }).collect()
            }
            (When::Moves(filter, from, to), _) => {
                self.moved(filter, (*from, *to), happened, scope).into_iter().collect()
            }
            (When::Hits(attack, target), Occurrence::Damaged { source, to, amount, hit: true, .. }) => {
                let context = EventContext {
                    object: Some(*source),
                    other: Some(*to),
                    player: self.holder(*to),
                    amount: *amount,
                };
                one(is(attack, *source) && is(target, *to), context)
            }
            (
                When::Damages { from, to, least, kind },
                Occurrence::Damaged { source, to: hit, amount, kind: dealt, .. },
            ) => {
                // Whatever deals it, be it no hit.
                cite!("8.5.3e", "8.4.2", "8.4.2a");
                let context = EventContext {
                    object: Some(*source),
                    other: Some(*hit),
                    player: self.holder(*hit),
                    amount: *amount,
                };
                let enough = amount >= least && kind.is_none_or(|kind| kind == *dealt);
                one(enough && deals(self, from, *source, scope) && is(to, *hit), context)
            }
            (When::DefendsTogether(filter, with), Occurrence::Defended { cards, attack }) => {
                cite!("8.4.10", "7.0.5e");
                let together =
                    |card: ObjectId| cards.iter().any(|other| other.card != card && is(with, other.card));
                let found = cards.iter().filter(|defense| is(filter, defense.card) && together(defense.card));
                found.map(|defense| of_defense(defense, *attack)).collect()
            }
            (When::DefendedBy(filter, by), Occurrence::Defended { cards, attack }) => {
                cite!("7.0.5a", "7.0.5e");
                let first = cards.iter().find(|defense| is(by, defense.card));
                let found = first.filter(|_| is(filter, *attack));
                found.map(|defense| by_defense(defense, *attack)).into_iter().collect()
            }
            (When::Rolls(who, least), Occurrence::Rolled(seat, results)) => {
                let sum = results.iter().fold(0, |sum: u32, result| sum.saturating_add(*result));
                one(
                    seat_is(who, *seat) && results.iter().any(|result| result >= least),
                    of_player(*seat, sum),
                )
            }
            (When::Begins(phase, who), Occurrence::PhaseBegan(step, seat)) => {
                let same = matches!(
                    (phase, step),
                    (Phase::Start, Step::Start) | (Phase::Action, Step::Action) | (Phase::End, Step::End)
                );
                one(same && seat_is(who, *seat), of_player(*seat, 0))
            }
            (When::ChainCloses, Occurrence::ChainClosed) | (When::GameStarts, Occurrence::GameStarted) => {
                one(true, EventContext::default())
            }
            // What is no event, or another one.
            (
                When::Hits(..)
                | When::Damages { .. }
                | When::DefendsTogether(..)
                | When::DefendedBy(..)
                | When::Rolls(..)
                | When::Begins(..)
                | When::ChainCloses
                | When::GameStarts
                | When::State(_)
                | When::Now(_)
                | When::Each(_),
                _,
            ) => Vec::new(),
        }
    }

    /// Whether such an object has moved from somewhere to somewhere: as which it arrived, and as which it
    /// left.
    fn moved(
        &self,
        filter: &Filter,
        (from, to): (Where, Where),
        happened: &Occurrence,
        scope: &Scope<'_>,
    ) -> Option<EventContext> {
        let enters = to == Where::Arena;
        match happened {
            Occurrence::Moved { object, new, from: left, to: reached, known, .. } => {
                let out = match from {
                    Where::Anywhere => true,
                    Where::Arena => left.is_arena() && !reached.is_arena(),
                    Where::Zone(kind) => {
                        left.kind() == Some(kind) && self.object(*new).is_some_and(|object| object.public)
                    }
                };
                let into = match to {
                    Where::Anywhere => true,
                    Where::Arena => reached.is_arena() && !left.is_arena() && *reached != Zone::Chain,
                    Where::Zone(kind) => reached.kind() == Some(kind),
                };
                let known = *known || from != Where::Anywhere;
                let fits = || {
                    if enters {
                        self.matches(filter, *new, scope)
                    } else {
                        self.matches_moving(filter, *object, known, scope)
                    }
                };
                let player = if enters { self.holder(*new) } else { reached.seat() };
                (out && into && fits()).then_some(EventContext {
                    other: Some(*object),
                    player,
                    ..of_object(*new)
                })
            }
            Occurrence::Created(new, seat) if enters && from == Where::Anywhere => {
                cite!("8.5.2b");
                self.matches(filter, *new, scope)
                    .then_some(EventContext { player: Some(*seat), ..of_object(*new) })
            }
            _ => None,
        }
    }

    /// Whether something that happened is that a deed was done with an object.
    pub(super) fn was_done(&self, deed: Deed, id: ObjectId, happened: &Occurrence) -> bool {
        self.done(deed, happened).iter().any(|done| done.what == Some(id))
    }

    /// What was done of a deed in something that happened.
    fn done(&self, deed: Deed, happened: &Occurrence) -> Vec<Done> {
        if let (Deed::Defend | Deed::DefendAlone, Occurrence::Defended { cards, attack }) = (deed, happened) {
            let alone = deed == Deed::DefendAlone && cards.len() != 1;
            let done = |defense: &Defense| {
                Done::with(Some(defense.controller), defense.card, of_defense(defense, *attack))
            };
            return cards.iter().filter(|_| !alone).filter_map(done).collect();
        }
        self.done_once(deed, happened).into_iter().collect()
    }

    /// What was done of a deed that is done with one object or none.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn done_once(&self, deed: Deed, happened: &Occurrence) -> Option<Done> {
        let seat_of = |id: ObjectId| self.holder(id);
        match (deed, happened) {
            (Deed::Play, Occurrence::Played(seat, id))
            | (Deed::Activate, Occurrence::Activated(seat, id))
            | (Deed::Freeze, Occurrence::Frozen(seat, id))
            | (Deed::Become, Occurrence::Became(seat, id))
            | (Deed::Create, Occurrence::Created(id, seat) | Occurrence::CardCreated(id, seat)) => {
                Done::with(Some(*seat), *id, EventContext { player: Some(*seat), ..of_object(*id) })
            }
            (Deed::PlayAsInstant, Occurrence::Played(seat, id)) => {
                cite!("5.1.3d");
                let layer = self.object(*id).and_then(|object| object.layer.as_deref());
                layer.filter(|layer| layer.instant).and_then(|_| {
                    Done::with(Some(*seat), *id, EventContext { player: Some(*seat), ..of_object(*id) })
                })
            }
            (Deed::Attack, Occurrence::Attacked(attack, targets)) => {
                let player = seat_of(*attack);
                Done::with(
                    player,
                    *attack,
                    EventContext { other: targets.first().copied(), player, ..of_object(*attack) },
                )
            }
            (Deed::BeAttacked, Occurrence::Targeted(target, attack)) => {
                Done::with(None, *target, EventContext { other: Some(*attack), ..of_object(*target) })
            }
            (_, Occurrence::Moved { .. }) => self.done_by_moving(deed, happened),
            (Deed::GainPower, Occurrence::PowerGained(id, amount)) => {
                Done::with(None, *id, EventContext { amount: *amount, ..of_object(*id) })
            }
            (Deed::Reveal, Occurrence::Revealed(seat, count)) => {
                cite!("1.9.2a");
                Done::by(*seat, *count)
            }
            (Deed::Transform, Occurrence::Transformed(object, top)) => {
                Done::with(None, *object, EventContext { other: Some(*top), ..of_object(*object) })
            }
            (Deed::Gain(Asset::Life), Occurrence::LifeGained(seat, amount))
            | (Deed::Lose(Asset::Life), Occurrence::LifeLost(seat, amount))
            | (Deed::Gain(Asset::Actions), Occurrence::ActionsGained(seat, amount)) => {
                Done::by(*seat, *amount)
            }
            (Deed::WinClash, Occurrence::ClashWon(seat))
            | (Deed::FailClash, Occurrence::ClashFailed(seat))
            | (Deed::BeIntimidated, Occurrence::Intimidated(seat, _))
            | (Deed::BeCheered, Occurrence::Crowd(seat, true))
            | (Deed::BeBooed, Occurrence::Crowd(seat, false)) => Done::by(*seat, 1),
            (Deed::Wager, Occurrence::Wagered(seat, attack))
            | (Deed::WinWager, Occurrence::WagerWon(seat, attack)) => {
                let context = EventContext { object: *attack, ..of_player(*seat, 1) };
                Some(Done { by: Some(*seat), what: *attack, known: true, context })
            }
            (Deed::Use(keyword), Occurrence::KeywordUsed(used, seat, card)) if used.is_like(keyword) => {
                Done::once(*seat, *card)
            }
            (Deed::Fuse(supertype), Occurrence::Fused(seat, fused, card)) if *fused == supertype => {
                Done::once(*seat, *card)
            }
            (Deed::Complete, Occurrence::Completed(seat, id))
            | (Deed::Give, Occurrence::Given(seat, id))
            | (Deed::Steal, Occurrence::Stolen(seat, id)) => Done::once(*seat, *id),
            (Deed::Equip, Occurrence::Equipped(seat, id))
            | (Deed::BanishToBoost, Occurrence::BanishedToBoost(seat, id)) => {
                Done::with(Some(*seat), *id, EventContext { player: Some(*seat), ..of_object(*id) })
            }
            (Deed::TurnUp, Occurrence::TurnedUp(id)) => {
                Done::with(None, *id, EventContext { player: seat_of(*id), ..of_object(*id) })
            }
            (Deed::Prevent, Occurrence::Prevented(source, to, amount)) => {
                let context = EventContext {
                    object: Some(*to),
                    other: Some(*source),
                    player: seat_of(*to),
                    amount: *amount,
                };
                Done::with(None, *to, context)
            }
            (Deed::ResolveLink, Occurrence::LinkResolved(attack)) => {
                Done::with(None, *attack, of_object(*attack))
            }
            (Deed::Trigger, Occurrence::EffectTriggered(seat, id)) => Done::once(*seat, *id),
            (Deed::Opt, Occurrence::Opted(seat, count)) => Done::by(*seat, *count),
            (Deed::GainGoAgain, Occurrence::GoAgainGained(id)) => {
                let player = seat_of(*id);
                Done::with(player, *id, EventContext { player, ..of_object(*id) })
            }
            _ => None,
        }
    }

    /// What was done of a deed by which an object moves.
    fn done_by_moving(&self, deed: Deed, happened: &Occurrence) -> Option<Done> {
        let Occurrence::Moved { object, new, from, to, why, by, known } = happened else { return None };
        let (object, new, by) = (*object, *new, *by);
        let arrived = |player: Option<Seat>| EventContext { player, ..of_object(new) };
        let left = || EventContext { other: Some(new), player: self.holder(object), ..of_object(object) };
        // What is done by one effect is not done by another that moves the card there too.
        cite!("8.5.29b");
        match (deed, why) {
            (Deed::Discard, MoveReason::Discarded) => {
                cite!("8.5.5a");
                let owner = self.object(new).map(|object| object.owner);
                Done::with(owner, object, arrived(owner))
            }
            (Deed::Pitch, MoveReason::Pitched) => Done::with(Some(by), object, arrived(Some(by))),
            (Deed::Draw, MoveReason::Drawn) => {
                cite!("8.5.6a");
                Done::by(by, 1)
            }
            (Deed::Destroy, MoveReason::Destroyed) => {
                cite!("8.5.4a");
                Done::with(Some(by), object, left())
            }
            (Deed::Die, _) if from.is_arena() && ceases(object, new, *to) => {
                cite!("2.5.3g", "8.2.8a");
                let living = self.properties(object).is_some_and(|properties| properties.life.is_some());
                Done::with(Some(by), object, left()).filter(|_| living)
            }
            (Deed::Banish, MoveReason::Banished | MoveReason::Intimidated) => {
                cite!("8.5.1a");
                Some(Done { by: Some(by), what: Some(object), known: *known, context: left() })
            }
            (Deed::Charge, MoveReason::Charged) => {
                cite!("8.5.29a", "8.4.9");
                Done::with(Some(by), new, arrived(Some(by)))
            }
            // What is put face up where it could be hidden.
            (Deed::TurnUp, _) if to.is_private() && self.object(new).is_some_and(|object| object.public) => {
                Done::with(None, new, arrived(to.seat()))
            }
            (Deed::Transcend, MoveReason::Transcended) => Done::with(Some(by), new, arrived(Some(by))),
            _ => None,
        }
    }
}
