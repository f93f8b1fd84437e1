//! What numbers are.

use duelog_kernel::unsettled::{self, Knows};
use duelog_kernel::{ObjectId, Seat, bounds};

use super::{Scope, Sight};
use crate::cite;
use crate::language::definition::{Group, Measure, Number, Ref, Sort, When};
use crate::language::mana::Color;
use crate::language::subtypes::{BASIC_LANDS, CLASS};
use crate::language::types::CardType;
use crate::state::fresh::STARTING_LIFE;
use crate::state::{
    AbilityPlace, AbilityRef, CardId, Characteristics, Chosen, Frame, Object, StackKind, TurnCount, Value,
    Zone,
};

impl Sight<'_> {
    /// A number; 0 where what it asks about does not exist.
    #[expect(clippy::too_many_lines, reason = "a flat table of numbers")]
    pub fn number(&self, number: &Number, scope: &Scope<'_>) -> i32 {
        let of_object = |reference: &Ref, get: &dyn Fn(ObjectId) -> i32| {
            cite!("107.2");
            self.object_of(reference, scope).map_or(0, get)
        };
        unsettled::note(
            match number {
                Number::X => scope.knows == Knows::Source && scope.x == 0,
                Number::EventAmount => scope.is_eventless(),
                Number::LastAmount | Number::Votes(_) => scope.knows < Knows::Script,
                Number::Share => scope.knows == Knows::Source,
                Number::Kept(place) => scope.kept.len() <= usize::from(*place),
                Number::Given => true,
                _ => false,
            },
            number,
        );
        match number {
            Number::N(number) => *number,
            Number::X => bounds::signed(scope.x),
            Number::Count(group) => bounds::signed(self.members(group, scope).len() as u32),
            Number::Power(reference) => of_object(reference, &|id| self.size(id).map_or(0, |size| size.0)),
            Number::Toughness(reference) => {
                of_object(reference, &|id| self.size(id).map_or(0, |size| size.1))
            }
            Number::ManaValue(reference) => of_object(reference, &|id| bounds::signed(self.mana_value(id))),
            Number::Life(who) => self.of_player(who, scope, |seat| self.board.player(seat).life),
            Number::HandSize(who) => self.of_player(who, scope, |seat| self.hand_size_of(seat)),
            Number::Counters(kind, who) if self.means_each(who, scope) => {
                self.of_player(who, scope, |seat| bounds::signed(self.board.player(seat).counters(*kind)))
            }
            Number::Counters(kind, reference) => bounds::signed(match self.refer(reference, scope) {
                Some(Value::Object(id)) => self.board.get(id).map_or(0, |object| object.counters(*kind)),
                Some(Value::Seat(seat)) => self.board.player(seat).counters(*kind),
                Some(Value::Number(_)) | None => 0,
            }),
            Number::HowOften(when) => bounds::signed(self.times(when, scope)),
            Number::Activations(place) => {
                // An activation that is being paid for does not count yet.
                let before = |(own, which): (&Object, AbilityRef)| {
                    own.activated(which).saturating_sub(u32::from(self.is_begun(own.id, which.place)))
                };
                bounds::signed(self.own_ability(*place, scope).map_or(0, before))
            }
            Number::Resolutions(place) => {
                bounds::signed(self.own_ability(*place, scope).map_or(0, |(own, which)| own.resolved(which)))
            }
            Number::EventAmount => bounds::signed(scope.event.amount),
            Number::LastAmount => bounds::signed(scope.amount),
            Number::Share => {
                let place = scope
                    .it
                    .and_then(|it| scope.targets.first()?.iter().position(|target| *target == it))
                    .unwrap_or(0);
                bounds::signed(scope.shares.get(place).copied().unwrap_or(0))
            }
            Number::Kept(place) => scope.kept.get(usize::from(*place)).copied().unwrap_or(0),
            Number::Plus(a, b) => self.number(a, scope).saturating_add(self.number(b, scope)),
            Number::Times(factor, inner) => self.number(inner, scope).saturating_mul(*factor),
            Number::Divided(number, by) => match self.number(by, scope) {
                0 => 0,
                by => {
                    cite!("107.1a");
                    self.number(number, scope).div_euclid(by)
                }
            },
            Number::HalfDown(inner) => self.number(inner, scope).div_euclid(2),
            Number::Product(a, b) => self.number(a, scope).saturating_mul(self.number(b, scope)),
            // Spelled out as a definition is read.
            Number::Given => 0,
            Number::Votes(place) => {
                let vote = Value::Number(u32::from(*place));
                bounds::signed(scope.last.iter().filter(|cast| **cast == vote).count() as u32)
            }
            Number::Devotion(who, colors) => {
                self.seat(who, scope).map_or(0, |seat| self.devotion(seat, colors))
            }
            Number::Total(measure, group) => {
                cite!("607.3");
                let of = |id| self.measured(*measure, id).unwrap_or(0);
                self.objects(group, scope).into_iter().fold(0, |sum: i32, id| sum.saturating_add(of(id)))
            }
            Number::Most(measure, group) => self.measures(*measure, group, scope).max().unwrap_or(0),
            Number::Least(measure, group) => self.measures(*measure, group, scope).min().unwrap_or(0),
            Number::Kinds(sort, group) => bounds::signed(self.kinds(*sort, group, scope) as u32),
            // It is of the first level as it enters.
            Number::ClassLevel(reference) => of_object(reference, &|id| {
                let is_class = self.characteristics(id).is_some_and(|face| face.types.has(CLASS));
                let level = self.board.get(id).map_or(0, |object| object.permanent.level);
                if is_class { i32::from(level.max(1)) } else { 0 }
            }),
            Number::StartingLife => {
                cite!("103.3");
                let own = scope.controller.filter(|_| self.card_pool.knows_starting_life());
                own.map_or(STARTING_LIFE, |seat| self.board.starting_life(seat))
            }
            Number::AllKept => scope.kept.iter().fold(0i32, |sum, kept| sum.saturating_add(*kept)),
            Number::CommandCasts(of) => {
                bounds::signed(self.refer(of, scope).map_or(0, |of| self.board.command_casts(of)))
            }
            Number::TurnsBegun(of) => {
                self.seat(of, scope).map_or(0, |seat| bounds::signed(self.board.player(seat).turns))
            }
            Number::SpellsLastTurn => i32::from(self.board.turn.spells_before),
            Number::KeptFor(reference) => of_object(reference, &|id| {
                cite!("607.2f", "702.81b");
                let all = self.board.get(id).map_or(&[][..], |object| &object.permanent.chosen);
                let written = self.written_on(scope);
                let linked = all.iter().filter(|(card, _)| self.links(*card, written));
                let number = |(_, chosen): &(CardId, Chosen)| match chosen {
                    Chosen::Number(number) => *number,
                    Chosen::Name(_)
                    | Chosen::Color(_)
                    | Chosen::Subtype(_)
                    | Chosen::Anchor(_)
                    | Chosen::Object(_)
                    | Chosen::Player(_) => 0,
                };
                bounds::signed(bounds::sum(linked.map(number)))
            }),
            Number::Cast(fact) => {
                let cast = scope.source.and_then(|source| self.board.get(source)).and_then(Object::cast);
                bounds::signed(cast.map_or(0, |cast| cast.fact(*fact)))
            }
        }
    }

    /// What the objects of a group have of something.
    fn measures(&self, measure: Measure, group: &Group, scope: &Scope<'_>) -> impl Iterator<Item = i32> {
        self.objects(group, scope).into_iter().filter_map(move |id| self.measured(measure, id))
    }

    /// How many different ones there are among the objects of a group.
    fn kinds(&self, sort: Sort, group: &Group, scope: &Scope<'_>) -> usize {
        let objects = self.objects(group, scope).into_iter();
        let faces: Vec<&Characteristics> = objects.filter_map(|id| self.characteristics(id)).collect();
        let any = |has: &dyn Fn(&Characteristics) -> bool| faces.iter().any(|face| has(face));
        match sort {
            Sort::CardType => CardType::all().filter(|kind| any(&|face| face.types.is(*kind))).count(),
            Sort::Color => Color::ALL.iter().filter(|color| any(&|face| face.colors.has(**color))).count(),
            Sort::LandType => BASIC_LANDS.iter().filter(|land| any(&|face| face.types.has(**land))).count(),
            Sort::Name => {
                // What has no name has none that is different.
                let named = |face: &&&Characteristics| self.shares_name(face, face);
                let mut different: Vec<&Characteristics> = Vec::new();
                for face in faces.iter().filter(named) {
                    if !different.iter().any(|other| self.shares_name(other, face)) {
                        different.push(face);
                    }
                }
                different.len()
            }
        }
    }

    /// The source with its ability at a place.
    fn own_ability(&self, place: u8, scope: &Scope<'_>) -> Option<(&Object, AbilityRef)> {
        let source = scope.source?;
        let card = self.characteristics(source)?.card;
        Some((self.board.get(source)?, AbilityRef { card, place: AbilityPlace::Printed(place.into()) }))
    }

    /// True if an ability of an object is being activated.
    fn is_begun(&self, object: ObjectId, place: AbilityPlace) -> bool {
        self.board.frames.iter().any(|frame| {
            let Frame::Casting(casting) = frame else { return false };
            let begun = self.board.get(casting.object).and_then(|on| on.stack.as_ref());
            begun.is_some_and(|on| on.kind == StackKind::Activated(object, place))
        })
    }

    /// How many symbols of these colours are in the mana costs of a player's permanents (700.5).
    fn devotion(&self, seat: Seat, colors: &[Color]) -> i32 {
        let own = self.board.zone(Zone::Battlefield).iter().filter(|id| self.controller(**id) == Some(seat));
        let faces = own.filter_map(|id| self.characteristics(*id));
        cite!("700.5");
        bounds::signed(faces.map(|face| face.cost.symbols_of(colors)).fold(0, u32::saturating_add))
    }

    /// How often something has happened this turn, as the player of the scope sees it.
    pub fn times(&self, when: &When, scope: &Scope<'_>) -> u32 {
        let (Some(pattern), Some(seat)) = (self.card_pool.asked_at(when), scope.controller) else { return 0 };
        let here = |past: &&TurnCount| (usize::from(past.pattern), past.seat) == (pattern, seat);
        self.board.turn.past.iter().find(here).map_or(0, |past| past.times)
    }

    /// A number of things: never below 0 (107.1b).
    pub fn count(&self, number: &Number, scope: &Scope<'_>) -> u32 {
        cite!("107.1b");
        self.number(number, scope).max(0) as u32
    }

    /// A bonus or malus to power or toughness: as written where it is a plain number, else with 0 in place of
    /// a calculation that comes out negative (107.1b).
    pub fn bonus(&self, number: &Number, scope: &Scope<'_>) -> i32 {
        match number {
            Number::N(number) => *number,
            Number::Times(factor, inner) => self.number(inner, scope).max(0).saturating_mul(*factor),
            calculated => self.number(calculated, scope).max(0),
        }
    }
}
