//! Which replacement effects apply to an event (609.1).

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, Seat, unsettled};

use crate::cite;
use crate::language::definition::{
    Ability, Becoming, Deed, Destination, Instead, Replacement, Role, Rule, Ruling, Subject, When,
};
use crate::language::types::{CardType, Place};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::DuelMasters;
use crate::state::card_pool::Held;
use crate::state::{EffectKey, Hold, MoveReason, Object, Proposal, Sentence, Zone, cause, sentence};

impl DuelMasters {
    /// The effects that apply to a proposed event: a spell's own move first (609.8a), then by player, the
    /// turn player's first (101.5b).
    pub fn candidates(&self, sight: &Sight<'_>, event: &Proposal) -> Vec<Candidate<EffectKey>> {
        cite!("609.1");
        let mut found = Vec::new();
        cite!("101.5a");
        let most = if matches!(event, Proposal::Draw(_)) { Sentence::DrawReplaced } else { Sentence::Open };
        if event.belongs_to_a_sentence() && sentence(&sight.board.frames) > most {
            return found;
        }
        found.extend(self.of_keywords(sight, event));
        found.extend(self.of_imposed(sight, event));
        for seat in sight.board.turn_order() {
            for id in self.watching(sight, seat, event) {
                let Some(object) = sight.object(id) else { continue };
                let faces = &self.card_pool.card(object.top().card).faces;
                for (face, compiled) in faces.iter().enumerate() {
                    let own = compiled.definition.kind == CardType::Spell && is_own_move(object, event);
                    let said = compiled.own().iter().zip(0..).map(|(held, place)| (face as u8, place, held));
                    self.add_candidates(sight, (object, seat, own), said, event, &mut found);
                }
                let own = sight.characteristics(id);
                let given = own.map_or(&[][..], |own| &own.given).iter().copied();
                let keywords = own.map_or(&[][..], |own| &own.keywords).iter();
                let meant = keywords.filter_map(|keyword| self.card_pool.meaning(*keyword));
                for code in given.chain(meant).filter(|_| sight.board.in_battle(id)) {
                    let held =
                        code.ability.and_then(|place| self.card_pool.held(code.card, code.face, place));
                    let Some(held) = held else { continue };
                    if let Ability::Replacement(replacement) = &held.ability
                        && sight.has_now(id, held)
                        && self.replaces(sight, object, replacement, event)
                        && self.is_of_more(object, replacement, event)
                    {
                        let key = EffectKey::Given(id, code);
                        if found.iter().all(|other| other.key != key) {
                            found.push(Candidate { key, tier: 1, chooser: seat });
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether an effect that lets only the top card go would change anything (811.1).
    fn is_of_more(&self, object: &Object, replacement: &Replacement, event: &Proposal) -> bool {
        let whole = matches!(event, Proposal::Move { top_only: false, .. });
        replacement.instead != Instead::To(Destination::TopCard) || (whole && object.below() > 0)
    }

    /// Adds the replacement abilities of one face that apply.
    fn add_candidates<'a>(
        &self,
        sight: &Sight<'_>,
        (object, seat, own): (&Object, Seat, bool),
        said: impl Iterator<Item = (u8, u32, &'a Held)>,
        event: &Proposal,
        found: &mut Vec<Candidate<EffectKey>>,
    ) {
        for (face, place, held) in said {
            let Ability::Replacement(replacement) = &held.ability else { continue };
            let works = self.works(sight, object, face, place, replacement);
            let resolved = own && matches!(replacement.event, When::Becomes(_, Becoming::Over));
            if (works || resolved)
                && sight.has_now(object.id, held)
                && self.replaces(sight, object, replacement, event)
            {
                let key = EffectKey::Ability(object.id, face, place);
                found.push(Candidate { key, tier: u8::from(!own), chooser: seat });
            }
        }
    }

    /// The objects of a player whose abilities may replace the event: the elements, and the affected card
    /// itself wherever it is.
    fn watching(&self, sight: &Sight<'_>, seat: Seat, event: &Proposal) -> Vec<ObjectId> {
        let own = |id: &ObjectId| sight.object(*id).is_some_and(|object| object.owner == seat);
        let mut watching: Vec<ObjectId> = sight.board.zone(Zone::Battle).filter(own).collect();
        if let Proposal::Move { object, .. } = event
            && own(object)
            && !watching.contains(object)
        {
            watching.push(*object);
        }
        watching
    }

    /// Whether the ability works where its object is (110.4).
    fn works(
        &self,
        sight: &Sight<'_>,
        object: &Object,
        face: u8,
        place: u32,
        replacement: &Replacement,
    ) -> bool {
        cite!("110.4b", "110.4c");
        // 405.4: what lies face down has no abilities.
        let here = object.zone.place() == Some(replacement.from) && !object.face_down;
        let has = match sight.characteristics(object.id) {
            Some(characteristics) if replacement.from == Place::Battle => {
                face == 0 && place < characteristics.abilities
            }
            Some(_) | None => replacement.from != Place::Battle,
        };
        here && has
    }

    fn replaces(
        &self,
        sight: &Sight<'_>,
        source: &Object,
        replacement: &Replacement,
        event: &Proposal,
    ) -> bool {
        self.replaces_from(sight, &Scope::of(source.id, source.owner), replacement, event)
    }

    /// The same, of an effect with its own scope.
    fn replaces_from(
        &self,
        sight: &Sight<'_>,
        scope: &Scope<'_>,
        replacement: &Replacement,
        event: &Proposal,
    ) -> bool {
        match event {
            Proposal::Break(by, shield) => {
                cite!("609.1", "701.14a");
                let When::Combat { role: Role::WillBreak, what, with } = &replacement.event else {
                    return false;
                };
                let of = with.as_ref().is_none_or(|with| sight.matches(with, *shield, scope));
                of && sight.matches(what, *by, scope)
            }
            Proposal::Draw(seat) => {
                cite!("114.4", "609.6");
                matches!(&replacement.event, When::Does(who, Deed::WillDraw, _) if sight.seat(who, scope) == Some(*seat))
            }
            Proposal::Move { object, to, why, entering, .. } => {
                let Some((from, owner)) = sight.object(*object).map(|object| (object.zone, object.owner))
                else {
                    return false;
                };
                let (applies, filter) = match &replacement.event {
                    When::Becomes(filter, Becoming::Destroyed) => {
                        (from == Zone::Battle && why.is_destruction(), filter)
                    }
                    When::Becomes(filter, Becoming::Over) => (*why == MoveReason::Resolved, filter),
                    When::Does(who, Deed::Discard, filter) => {
                        (*why == MoveReason::Discarded && sight.seat(who, scope) == Some(owner), filter)
                    }
                    When::Moves { what, from: wanted, to: goal, by } => {
                        let caused = |by| sight.is_by(by, cause(&sight.board.frames), scope);
                        let fits = |wanted: &Option<Place>, zone: Zone| {
                            wanted.is_none_or(|wanted| zone.place() == Some(wanted))
                        };
                        let leaves = from == Zone::Battle && goal.is_none();
                        let stays = leaves && (*to == Zone::Battle || *why == MoveReason::Invalid);
                        (
                            fits(wanted, from) && fits(goal, *to) && !stays && by.as_ref().is_none_or(caused),
                            what,
                        )
                    }
                    When::Combat { role: Role::Loses, what, with } => {
                        let winner = entering.beaten_by;
                        let by = |with| winner.is_some_and(|winner| sight.matches(with, winner, scope));
                        (*why == MoveReason::LostBattle && with.as_ref().is_none_or(by), what)
                    }
                    // Those are other events.
                    When::Does(_, Deed::WillDraw, _) | When::Combat { role: Role::WillBreak, .. } => {
                        return false;
                    }
                    // Nothing else is replaced; a definition that says so is refused.
                    When::Becomes(_, Becoming::Tapped)
                    | When::Does(
                        _,
                        Deed::Draw | Deed::Use | Deed::TurnDraw | Deed::ExtraDraw | Deed::ShieldTrigger,
                        _,
                    )
                    | When::Combat { .. }
                    | When::Begins(..) => {
                        unsettled::note(true, &replacement.event);
                        return false;
                    }
                };
                applies && sight.matches(filter, *object, scope)
            }
        }
    }

    /// What the keywords of a spell replace in its own move when it has been resolved, wherever it was cast
    /// from (409.2b, 609.7): the same keyword twice changes nothing more.
    fn of_keywords(&self, sight: &Sight<'_>, event: &Proposal) -> Vec<Candidate<EffectKey>> {
        let Proposal::Move { object, .. } = event else { return Vec::new() };
        let Some(object) = sight.object(*object).filter(|object| is_own_move(object, event)) else {
            return Vec::new();
        };
        let card = self.card_pool.card(object.top().card);
        let face = card.face_of(|kind| kind == CardType::Spell);
        let keywords = face.map_or(&[][..], |face| &card.faces[usize::from(face)].definition.keywords);
        let mut found: Vec<Candidate<EffectKey>> = Vec::new();
        for code in keywords.iter().filter_map(|keyword| self.card_pool.meaning(*keyword)) {
            let key = EffectKey::Given(object.id, code);
            let replaces = |own: &Replacement| self.replaces(sight, object, own, event);
            if found.iter().all(|other| other.key != key)
                && self.replacement_of(sight, key).is_some_and(replaces)
            {
                cite!("409.2b", "609.7", "609.8a");
                found.push(Candidate { key, tier: 0, chooser: object.owner });
            }
        }
        found
    }

    /// The replacement effects that work by themselves and apply (609.1).
    fn of_imposed(&self, sight: &Sight<'_>, event: &Proposal) -> Vec<Candidate<EffectKey>> {
        let mut found: Vec<Candidate<EffectKey>> = Vec::new();
        for effect in &sight.board.effects {
            let Some(code) = effect.imposed else { continue };
            let key = EffectKey::Given(effect.source, code);
            let replaces = |own| self.replaces_from(sight, &Scope::imposed(effect), own, event);
            if found.iter().all(|other| other.key != key)
                && self.replacement_of(sight, key).is_some_and(replaces)
            {
                found.push(Candidate { key, tier: 1, chooser: effect.controller });
            }
        }
        found
    }

    /// The replacement ability behind a key.
    pub fn replacement_of(&self, sight: &Sight<'_>, key: EffectKey) -> Option<&Replacement> {
        let code = key.code(sight.board)?;
        let ability = self.card_pool.ability(code.card, code.face, code.ability?)?;
        if let Ability::Replacement(replacement) = ability { Some(replacement) } else { None }
    }

    /// Whether an object that is about to be put into the battle zone is put there tapped: its own rule says
    /// so, or a static ability there.
    pub fn must_enter_tapped(&self, sight: &Sight<'_>, object: ObjectId, bases: &[ObjectId]) -> bool {
        cite!("110.4f");
        let says = |rule: &Rule| rule.0 == Ruling::Forbid && rule.1 == Subject::EnterUntapped;
        let Some(found) = sight.object(object) else { return false };
        let card = found.top().card;
        // 802.2: what is being put on others counts as lying on them.
        let below = bases.iter().filter_map(|base| sight.object(*base)).map(Object::top);
        let pieces = below.chain(found.pieces.iter().copied()).collect();
        let entering = Object { pieces, ..found.clone() };
        let own = self.card_pool.card(card).front().definition.rules.iter().any(says);
        own || sight.board.zone(Zone::Battle).any(|id| {
            let Some(source) = sight.object(id) else { return false };
            let scope = Scope::of(id, source.owner);
            sight
                .abilities(id, |ability| ability.forbidding(Subject::EnterUntapped))
                .any(|(_, ability)| sight.matches_object(&ability.what, &entering, &scope))
        })
    }
}

/// Whether an event is the move of a spell that has been resolved, and the object that spell: what the spell
/// says of it goes first (609.8a).
fn is_own_move(object: &Object, event: &Proposal) -> bool {
    cite!("609.8a");
    matches!(event, Proposal::Move { object: moved, why: MoveReason::Resolved, .. } if *moved == object.id)
        && object.hold == Hold::Pending
}
