//! Which replacement effects apply to an event (609.1).

use duelog_kernel::replacement::Candidate;
use duelog_kernel::{ObjectId, Seat};

use crate::definition::{Ability, Change, Replaced, Replacement};
use crate::engine::DuelMasters;
use crate::eval::{Scope, Sight};
use crate::keywords::Keyword;
use crate::state::{EffectKey, Frame, Hold, Object, Proposal, Running, Sentence, Why, Zone};
use crate::types::{CardType, Place};
use crate::{cite, rule};

impl DuelMasters {
    /// The effects that apply to a proposed event: a spell's own move first (609.8a), then by player, the turn player's first (101.5b).
    pub fn candidates(&self, sight: &Sight<'_>, event: &Proposal) -> Vec<Candidate<EffectKey>> {
        cite!("609.1");
        let mut found = Vec::new();
        cite!("101.5a");
        let most = if matches!(event, Proposal::Draw(_)) { Sentence::DrawReplaced } else { Sentence::Open };
        if event.belongs_to_a_sentence() && sentence(&sight.board.frames) > most {
            return found;
        }
        if let Some(object) = self.charger(sight, event) {
            found.push(Candidate { key: EffectKey::Charger(object.id), tier: 0, chooser: object.owner });
        }
        for seat in sight.board.turn_order() {
            for id in self.watching(sight, seat, event) {
                let Some(object) = sight.object(id) else { continue };
                let card = self.library.card(object.top().card);
                for (face, definition) in card.faces.iter().map(|face| &face.definition).enumerate() {
                    for (place, ability) in definition.abilities.iter().enumerate() {
                        let Ability::Replacement(replacement) = ability else { continue };
                        let own = definition.kind == CardType::Spell && is_own_move(object, event);
                        let works = self.works(sight, object, face, place, replacement);
                        let resolved = own && matches!(replacement.event, Replaced::AfterCast(_)) && holds(sight, object, replacement);
                        if (works || resolved) && self.replaces(sight, object, replacement, event) {
                            let key = EffectKey::Ability(id, face as u8, place as u32);
                            found.push(Candidate { key, tier: u8::from(!own), chooser: seat });
                        }
                    }
                }
            }
        }
        found
    }

    /// The objects of a player whose abilities may replace the event: the elements, and the affected card itself wherever it is.
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
    fn works(&self, sight: &Sight<'_>, object: &Object, face: usize, place: usize, replacement: &Replacement) -> bool {
        let _ = [rule!("110.4b"), rule!("110.4c")];
        // 405.4: what lies face down has no abilities.
        let here = object.zone.place() == Some(replacement.from) && !object.face_down;
        let has = match sight.characteristics(object.id) {
            Some(characteristics) if replacement.from == Place::Battle => face == 0 && characteristics.has_ability(place),
            Some(_) | None => replacement.from != Place::Battle,
        };
        here && has && holds(sight, object, replacement)
    }

    fn replaces(&self, sight: &Sight<'_>, source: &Object, replacement: &Replacement, event: &Proposal) -> bool {
        let scope = Scope::of(source.id, source.owner);
        match (event, &replacement.event) {
            (Proposal::Draw(seat), Replaced::Draws(who)) => {
                cite!("114.4", "609.6");
                sight.seat(who, &scope) == Some(*seat)
            }
            (Proposal::Draw(_), _) | (Proposal::Move { .. }, Replaced::Draws(_)) => false,
            (Proposal::Move { object, to, why, .. }, replaced) => {
                let Some(from) = sight.object(*object).map(|object| object.zone) else { return false };
                let (applies, filter) = match replaced {
                    Replaced::Destroyed(filter) => (from == Zone::Battle && why.is_destruction(), filter),
                    Replaced::Leaves(filter) => (from == Zone::Battle && *to != Zone::Battle && *why != Why::Invalid, filter),
                    Replaced::Discarded(filter) => (*why == Why::Discarded, filter),
                    Replaced::Put(filter) => (*to == Zone::Battle, filter),
                    Replaced::AfterCast(filter) => (*why == Why::Resolved, filter),
                    Replaced::ToGraveyard(place, filter) => (matches!(to, Zone::Graveyard(_)) && from.place() == Some(*place), filter),
                    Replaced::Draws(_) => return false,
                };
                applies && sight.matches(filter, *object, &scope)
            }
        }
    }

    /// The spell whose own effect puts it into the mana zone when it has been resolved, wherever it was cast from (409.2b, 609.7).
    fn charger<'a>(&self, sight: &Sight<'a>, event: &Proposal) -> Option<&'a Object> {
        let _ = [rule!("409.2b"), rule!("609.7"), rule!("609.8a")];
        let Proposal::Move { object, .. } = event else { return None };
        let object = sight.object(*object).filter(|object| is_own_move(object, event))?;
        let card = self.library.card(object.top().card);
        let face = card.face_of(|kind| kind == CardType::Spell)?;
        card.faces[usize::from(face)].definition.keywords.contains(&Keyword::Charger).then_some(object)
    }

    /// The replacement ability behind a key; none for a charger.
    pub fn replacement_of(&self, sight: &Sight<'_>, key: EffectKey) -> Option<&Replacement> {
        let EffectKey::Ability(id, face, place) = key else { return None };
        match self.library.ability(sight.object(id)?.top().card, face, place)? {
            Ability::Replacement(replacement) => Some(replacement),
            _ => None,
        }
    }

    /// Whether a static ability in the battle zone gives a keyword to an object that is about to be put there.
    pub fn gives_to(&self, sight: &Sight<'_>, object: ObjectId, keyword: Keyword) -> bool {
        sight.board.zone(Zone::Battle).any(|id| {
            let Some((source, characteristics)) = sight.object(id).zip(sight.characteristics(id)) else { return false };
            let abilities = &self.library.card(characteristics.card).front().definition.abilities;
            let scope = Scope::of(id, source.owner);
            abilities.iter().enumerate().any(|(place, ability)| match ability {
                Ability::Static(ability) => {
                    characteristics.has_ability(place)
                        && ability.changes.contains(&Change::Gain(keyword))
                        && ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
                        && sight.matches(&ability.what, object, &scope)
                }
                _ => false,
            })
        })
    }
}

/// Whether an event is the move of a spell that has been resolved, and the object that spell: what the spell says of it goes first (609.8a).
fn is_own_move(object: &Object, event: &Proposal) -> bool {
    cite!("609.8a");
    matches!(event, Proposal::Move { object: moved, why: Why::Resolved, .. } if *moved == object.id) && object.hold == Hold::Pending
}

fn holds(sight: &Sight<'_>, object: &Object, replacement: &Replacement) -> bool {
    let scope = Scope::of(object.id, object.owner);
    replacement.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
}

/// How far the sentence that is being carried out has been replaced (101.5a). Effects that are resolved in the middle of it have sentences of
/// their own.
pub fn sentence(frames: &[Frame]) -> Sentence {
    let of = |frame: &Frame| match frame {
        Frame::Running(running) => Some(running.sentence),
        Frame::Putting(putting) => Some(putting.sentence),
        frame if begins_anew(frame) => Some(Sentence::Open),
        _ => None,
    };
    frames.iter().rev().find_map(of).unwrap_or(Sentence::Open)
}

/// The script whose sentence is being carried out, if one is.
pub fn sentence_at_hand(frames: &mut [Frame]) -> Option<&mut Running> {
    let innermost = frames.iter_mut().rev().find(|frame| matches!(frame, Frame::Running(_)) || begins_anew(frame))?;
    if let Frame::Running(running) = innermost { Some(running) } else { None }
}

/// Whether what goes on inside of a frame is no part of the sentence outside of it.
fn begins_anew(frame: &Frame) -> bool {
    match frame {
        Frame::Opening | Frame::Turn | Frame::Standing(_) | Frame::Declaring(_) => true,
        Frame::Running(_)
        | Frame::Putting(_)
        | Frame::Using(_)
        | Frame::UsingSeveral(_)
        | Frame::Happening(_)
        | Frame::Drawing(..)
        | Frame::Picking(_)
        | Frame::Rearranging(_)
        | Frame::Battle(_)
        | Frame::Breaking(_)
        | Frame::ToHand(_) => false,
    }
}
