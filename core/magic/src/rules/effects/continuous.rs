//! Continuous effects from resolutions (611.2): what they affect and their numbers are locked in.

use duelog_kernel::scope::Node;
use duelog_kernel::{ObjectId, RuleId, Seat};

use super::Act;
use crate::language::definition::{Change, Deed, Feature, Filter, Group, Held, Ref, Ruling, Until, Written};
use crate::rules::continuous::{Layer, layer_of, lock_in};
use crate::rules::eval::{Scope, Sight};
use crate::rules::fixing::fix;
use crate::rules::game::{Game, Magic};
use crate::rules::looking_back::found;
use crate::rules::restrictions::for_players;
use crate::state::event::Event;
use crate::state::{AbilityPlace, AbilityRef, Alter, Fixed, Frame, HeldRuling, Lasting, LastingKind, Permit};
use crate::{cite, rule};

/// All activated abilities of an object, each to be had.
fn activated_of(sight: &Sight<'_>, scope: &Scope<'_>, of: &Ref) -> Vec<Alter> {
    let found = sight.object_of(of, scope).and_then(|id| sight.characteristics(id));
    let abilities = found.into_iter().flat_map(|found| found.abilities().map(|(_, ability)| ability));
    let activated = abilities.filter(|ability| sight.card_pool.activated(*ability).is_some());
    // What a basic land type gives is one of them.
    let intrinsic = found
        .into_iter()
        .flat_map(|found| found.intrinsic_places().map(|place| AbilityRef { card: found.card, place }));
    activated.chain(intrinsic).map(Alter::GainAbility).collect()
}

/// What changes of what players may do speak of, one for each; nothing where none of them speaks of what is over
/// with the script.
fn fixed(changes: &[Change<Written>], sight: &Sight<'_>, scope: &Scope<'_>) -> Vec<Fixed> {
    let all: Vec<Fixed> = changes.iter().map(|change| fix(change, sight, scope)).collect();
    if all.iter().all(|fixed| *fixed == Fixed::default()) { Vec::new() } else { all }
}

/// A ruling on which creatures block which, with what it speaks of.
fn told(
    change: &Change<Written>,
    sight: &Sight<'_>,
    scope: &Scope<'_>,
    written: impl Fn(ObjectId) -> Permit,
) -> Option<Alter> {
    cite!("509.1b");
    let (written, fixed) = (written(scope.source?), fix(change, sight, scope));
    Some(Alter::Bars(Box::new(HeldRuling { written, controller: scope.controller?, fixed })))
}

impl Act<'_, '_> {
    pub(super) fn modify(&mut self, what: &Group, changes: &[Change<Written>], until: Until) {
        let objects = self.look(|sight, scope| {
            let changeable = |id: &ObjectId| {
                sight.object(*id).is_some_and(|object| object.zone.exists() && !object.is_ability())
            };
            let found = sight.objects(what, scope).into_iter().map(|id| found(sight, scope, id));
            found.filter(changeable).collect::<Vec<_>>()
        });
        let code = self.running.code;
        // The script stands behind the step that says it.
        let at = self.running.cursor.at.saturating_sub(1);
        if changes.iter().any(for_players) {
            let seats = self.look(|sight, scope| sight.seats(what, scope));
            if !seats.is_empty() {
                let cards = self.cards_to_play(changes);
                let x = self.running.context.x;
                let fixed = self.look(|sight, scope| fixed(changes, sight, scope));
                self.begin(LastingKind::Players { seats, code, at, cards, used: 0, x, fixed }, until);
            }
        }
        let reaches = self.reaches_later(what, until);
        let next = until == Until::NextCast && matches!(what, Group::Spells(_));
        if objects.is_empty() && !reaches && !next {
            return;
        }
        let mut alters: Vec<Alter> = self.look(|sight, scope| {
            let script = code.as_ability();
            let settled = |(place, change): (u8, &Change<Written>)| match change {
                Change::GainActivated(of) => activated_of(sight, scope, of),
                Change::Rule(ruling, deed @ Deed::BeCountered, _) if next => {
                    vec![Alter::Rule(*ruling, *deed, ())]
                }
                Change::Rule(
                    Ruling::Forbid,
                    deed @ (Deed::BeBlocked | Deed::Block | Deed::BeTarget | Deed::Counter),
                    filter,
                ) if matches!(deed, Deed::BeTarget | Deed::Counter) || *filter != Filter::Any => {
                    let effect = Some(sight.board.clock + 1);
                    let written = |source| Permit { source, code, at, change: place, effect };
                    told(change, sight, scope, written).into_iter().collect()
                }
                change => lock_in(change, sight, scope, script, 0).into_iter().collect(),
            };
            (0u8..).zip(changes).flat_map(settled).collect()
        });
        if next {
            cite!("611.2a");
            let context = Box::new(self.running.context.clone());
            return self.begin(LastingKind::NextSpell { code, at, context, alters }, until);
        }
        cite!("611.2c");
        if reaches {
            let rules = alters.extract_if(.., |alter| layer_of(alter) == Layer::Rules).collect();
            self.reach(rules, until);
        }
        if objects.is_empty() || reaches && alters.is_empty() {
            return;
        }
        self.begin(LastingKind::Alter { objects, alters }, until);
        self.magic.notice_control(self.play);
    }

    /// Whether an effect on a group is about whatever is in it at any time, as far as it changes neither
    /// characteristics nor control: where certain objects are named, or the script alone knows which, or it ends
    /// for each by itself, it is about those.
    fn reaches_later(&self, what: &Group, until: Until) -> bool {
        let of_script = |node: &Node| {
            matches!(node.word, "Last" | "LastWas" | "LastAmount" | "Noted" | "AllNoted" | "Kept")
        };
        self.magic.card_pool.rules_reach_later()
            && !what.is_certain()
            && !matches!(until, Until::HasCounter(_) | Until::YouControl | Until::FaceUp)
            && !Node::of(what).any(&of_script)
    }

    /// What the script says now that whatever is in the group of its step can and cannot do begins.
    fn reach(&mut self, alters: Vec<Alter>, until: Until) {
        if alters.is_empty() {
            return;
        }
        let (code, at) = (self.running.code, self.running.cursor.at.saturating_sub(1));
        let (context, it) = (Box::new(self.running.context.clone()), self.running.cursor.it().copied());
        self.begin(LastingKind::Reach { code, at, context, it, alters }, until);
    }

    /// Players ignore the effect of a static ability of the source, written on the same card.
    pub(super) fn ignore(&mut self, who: &Group, place: u8, until: Until) {
        let seats = self.look(|sight, scope| sight.seats(who, scope));
        let place = AbilityPlace::Printed(place.into());
        let ability = AbilityRef { card: self.running.code.card, place };
        self.begin(LastingKind::Ignored { seats, ability }, until);
    }

    /// The cards that changes let players play, as far as they name certain ones.
    fn cards_to_play(&mut self, changes: &[Change<Written>]) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            let cards = changes.iter().map(|change| match change {
                Change::MayPlay(permission) if permission.what.is_certain() => {
                    sight.objects(&permission.what, scope)
                }
                _ => Vec::new(),
            });
            cards.flatten().collect()
        })
    }

    /// Begins an effect that lasts. One that lasts as long as something that is over already does nothing
    /// (611.2b).
    pub(super) fn begin(&mut self, kind: LastingKind, until: Until) {
        let (source, controller) = (self.source(), self.running.context.controller);
        let is_over = self.look(|sight, _| match until {
            Until::SourceLeaves => !sight.board.is_permanent(source),
            Until::Resolved => sight.board.resolving().is_none(),
            Until::HasCounter(counter) => {
                let has =
                    |id: &ObjectId| sight.object(*id).is_some_and(|object| object.counters(counter) > 0);
                !kind.changed().iter().any(has)
            }
            Until::While(Held { yours, tapped }) => {
                let there = sight.object(source).filter(|_| sight.board.is_permanent(source));
                there.is_none_or(|there| {
                    yours && sight.controller(source) != Some(controller) || tapped && !there.permanent.tapped
                })
            }
            Until::EndOfTurn
            | Until::EndOfCombat
            | Until::Forever
            | Until::YourNextTurn
            | Until::OpponentsTurn
            | Until::YouControl
            | Until::FaceUp
            | Until::NextCast
            | Until::Planeswalk
            | Until::Needed => false,
        });
        if is_over {
            cite!("611.2b");
            return;
        }
        let rule = match &kind {
            LastingKind::Copy { copied, .. } if !copied.except.is_empty() => rule!("706.9"),
            LastingKind::Copy { .. } => rule!("706.4"),
            LastingKind::Alter { alters, .. }
                if alters.iter().any(|alter| matches!(alter, Alter::Word(..))) =>
            {
                rule!("612.1")
            }
            LastingKind::Alter { alters, .. }
                if alters.iter().any(|alter| matches!(alter, Alter::Set(Feature::LandType(_)))) =>
            {
                rule!("305.7")
            }
            LastingKind::Control { .. } => rule!("715.2"),
            LastingKind::Offered { .. } => rule!("115.2c"),
            _ => rule!("611.2a"),
        };
        self.magic.begin_effect(self.play, (source, controller), kind, until, rule);
    }
}

impl Magic {
    /// An effect of a source and its controller begins.
    pub fn begin_effect(
        &self,
        play: &mut Game<'_>,
        (source, controller): (ObjectId, Seat),
        kind: LastingKind,
        until: Until,
        rule: RuleId,
    ) {
        let on = if until == Until::Resolved { play.state().board.resolving() } else { None };
        self.begin_effect_on(play, (source, controller), kind, (until, on), rule);
    }

    /// The same, with the spell or ability on the stack with which it ends, if it ends with one.
    pub(super) fn begin_effect_on(
        &self,
        play: &mut Game<'_>,
        (source, controller): (ObjectId, Seat),
        kind: LastingKind,
        (until, on): (Until, Option<ObjectId>),
        rule: RuleId,
    ) {
        // Timestamps are never given twice, so the next one also names the effect.
        let board = &play.state().board;
        let id = board.clock + 1;
        let offer = match board.frames.last() {
            Some(Frame::Running(running)) => running.offers,
            _ => None,
        };
        let lasting = Lasting { id, source, controller, timestamp: id, until, kind, on, offer };
        play.emit(Event::EffectBegan(lasting), rule);
    }
}
