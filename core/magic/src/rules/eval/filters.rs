//! Which objects a filter matches.

use duelog_kernel::{ObjectId, Seat, Viewer, bounds, budget};

use super::{Scope, Sight};
use crate::cite;
use crate::language::definition::{Fact, Filter, Measure, Ref, Trait, When};
use crate::language::keyword::Keyword;
use crate::language::mana::Other;
use crate::language::subtypes::{BASIC_LANDS, Subtype};
use crate::language::types::{CardType, Supertype, TypeLine};
use crate::state::secrecy::may_identify;
use crate::state::{
    AbilityRef, Alter, Characteristics, Chosen, Frame, Object, Proposal, TurnFact, Value, Zone,
};

impl Sight<'_> {
    /// Whether an object matches.
    pub fn matches(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        budget::tick(1);
        self.reaches(Value::Object(id), scope) && self.fits(filter, id, scope)
    }

    /// True if an object or a player is within a player's range of influence; an object is where its controller
    /// is (801.2d).
    pub fn in_range(&self, seat: Seat, value: Value) -> bool {
        if self.board.terms.range.is_empty() {
            return true;
        }
        if matches!(value, Value::Object(id) if self.board.is_plane(id)) {
            cite!("801.18", "901.13");
            return true;
        }
        cite!("801.2d");
        let holder = match value {
            Value::Object(id) => self.controller(id),
            Value::Seat(player) => Some(player),
            Value::Number(_) => None,
        };
        holder.is_none_or(|holder| self.board.in_range(seat, holder))
    }

    /// True if it is within the range of influence of whose spell or ability looks at it (801.10, 801.11).
    pub fn reaches(&self, value: Value, scope: &Scope<'_>) -> bool {
        if scope.source.is_some_and(|source| self.board.is_plane(source)) {
            cite!("801.18", "901.13");
            return true;
        }
        cite!("801.10", "801.11");
        scope.controller.is_none_or(|own| self.in_range(own, value))
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of filters")]
    fn fits(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        if let Filter::MadeBy(keyword) = filter {
            let named = |ability| self.card_pool.keyword_of(ability) == Some(keyword.as_str());
            return self.made_by(id).is_some_and(named);
        }
        let Some(object) = self.board.get(id) else { return false };
        if self.unseeing && !may_identify(self.board, Viewer::Public, id) {
            return true;
        }
        let Some(characteristics) = self.characteristics(id) else { return false };
        match filter {
            Filter::Any => true,
            Filter::Type(card_type) => {
                cite!("205.2b");
                characteristics.types.is(*card_type)
            }
            Filter::Super(supertype) => {
                cite!("205.4c", "205.4g", "305.8");
                characteristics.types.is_super(*supertype)
            }
            Filter::Subtype(subtype) => characteristics.types.has(subtype.read(self.words(scope))),
            Filter::Color(color) => {
                cite!("608.2h");
                characteristics.colors.has(color.read(self.words(scope)))
            }
            Filter::Keyword(Keyword::Hexproof) => {
                let from = |own: &Keyword| matches!(own, Keyword::HexproofFrom(_));
                characteristics.keywords.has(Keyword::Hexproof)
                    || characteristics.keywords.special().iter().any(from)
            }
            Filter::Keyword(keyword) => characteristics.keywords.has(keyword.read(self.words(scope))),
            Filter::Named(name) => self.has_name(characteristics, name),
            Filter::Chosen(which) => self.has_chosen(*which, characteristics, scope),
            Filter::Shares(which, group) => {
                let others = self.objects(group, scope);
                // What has no name is spoken of with those of its name all the same.
                let itself = *which == Trait::Name && others.contains(&id);
                let mut faces = others.into_iter().filter_map(|other| self.characteristics(other));
                itself || faces.any(|other| self.alike(*which, characteristics, other))
            }
            Filter::NoAbilities => {
                // An ability that works only elsewhere is one all the same.
                cite!("112.12", "702.28b", "702.52b", "702.76b");
                let definition = &self.card_pool.card(characteristics.card).definition;
                characteristics.has_no_abilities()
                    && definition.enchant.is_none()
                    && !(self.card_pool.counts_defining() && self.is_defined(object, characteristics))
            }
            Filter::ControlledBy(who) => {
                self.controller(id).is_some_and(|controller| self.is_seat(who, controller, scope))
            }
            Filter::OwnedBy(who) => self.is_seat(who, object.owner, scope),
            Filter::Is(reference) => self.object_of(reference, scope) == Some(id),
            Filter::Phyrexian => {
                cite!("107.4g");
                characteristics.cost.hybrid.iter().any(|symbol| symbol.other == Other::Life)
            }
            Filter::CostsX => characteristics.cost.x > 0,
            Filter::Within(kind) => object.zone.is(*kind),
            Filter::CastFrom(kind) => object.cast().is_some_and(|cast| cast.fact(Fact::From(*kind)) > 0),
            Filter::Spell => object.is_spell() || scope.cast == Some(id),
            Filter::In(group) => self.objects(group, scope).contains(&id),
            Filter::Activates => {
                cite!("602.1", "605.1a");
                self.activates(characteristics)
            }
            Filter::Token => object.token,
            Filter::Tapped => object.permanent.tapped,
            Filter::Attacking => self.attack(id).is_some(),
            Filter::Blocking => self.blocks(id).is_some(),
            Filter::Blocked => self.attack(id).is_some_and(|attack| attack.blocked),
            Filter::Fights(other) => self
                .object_of(other, scope)
                .is_some_and(|other| self.fights(other, id) || self.fights(id, other)),
            Filter::Damaged => object.permanent.damaged,
            Filter::Compare(measure, than, number) => {
                let own = self.measured(*measure, id);
                own.is_some_and(|own| than.holds(i64::from(own), i64::from(self.number(number, scope))))
            }
            Filter::Counter(kind) => object.counters(*kind) > 0,
            Filter::Monstrous => object.permanent.monstrous,
            Filter::AnyCounter => object.permanent.counters.iter().any(|(_, count)| *count > 0),
            Filter::Historic => {
                cite!("700.6");
                let types = &characteristics.types;
                let saga = Subtype::named("Saga").is_some_and(|saga| types.has(saga));
                types.is_super(Supertype::Legendary) || types.is(CardType::Artifact) || saga
            }
            Filter::FirstPrinted(set) => {
                cite!("700.8", "700.8a", "700.8b", "700.8c");
                self.card_pool.card(characteristics.card).definition.first_printed == Some(*set)
            }
            Filter::All(all) => all.iter().all(|filter| self.fits(filter, id, scope)),
            Filter::Either(all) => all.iter().any(|filter| self.fits(filter, id, scope)),
            Filter::Not(inner) => !self.fits(inner, id, scope),
            Filter::Targets { what, only } => self.aims_at(object, what, *only, scope),
            Filter::Did { event, with, times } => {
                self.recalls(event, (with.as_ref(), *times), scope, |did| {
                    ([Some(did.object), did.became].contains(&Some(id)), did.other)
                })
            }
            Filter::Suffered { event, by } => {
                let found = |did: &TurnFact| (did.other == Some(id), Some(did.object));
                self.recalls(event, (by.as_ref(), None), scope, found)
            }
            Filter::Has(keyword) => {
                characteristics.abilities().any(|(_, ability)| self.card_pool.is_of_keyword(ability, keyword))
            }
            Filter::SharesTypeWithEvent { event } => self.is_kin(&characteristics.types, event, scope),
            // Asked above, also of what is only about to be made.
            Filter::MadeBy(_) => false,
            Filter::Without(keyword) => object.stack.as_ref().is_some_and(|on| on.without.contains(keyword)),
            Filter::Unblocked => {
                cite!("702.48c");
                self.board.combat.blocked && self.attack(id).is_some_and(|attack| !attack.blocked)
            }
            Filter::SinceLastUpkeep => object.permanent.upkeeps < 2,
            Filter::FaceDown => object.down.is_some(),
            Filter::Renowned => object.permanent.renowned,
            Filter::Bears(what) => {
                cite!("701.3a");
                let mut all = self.board.zone(Zone::Battlefield).iter();
                all.any(|other| self.host_of(*other) == Some(id) && self.fits(what, *other, scope))
            }
            Filter::AttachedTo(what) => self.host_of(id).is_some_and(|host| self.fits(what, host, scope)),
            Filter::Commander => {
                cite!("903.3");
                self.board.is_commander(id)
            }
            Filter::Paired => object.zone == Zone::Battlefield && object.permanent.bound.is_some(),
            // Spelled out as a definition is read.
            Filter::KeywordSubject => {
                duelog_kernel::unsettled::note(true, filter);
                false
            }
        }
    }

    /// Returns whether an object has an ability that defines characteristics of its own: what it has lost, and what a copy
    /// effect says in place of a size, is none.
    fn is_defined(&self, object: &Object, own: &Characteristics) -> bool {
        let definition = &self.card_pool.card(own.card).definition;
        let sized = || self.board.copiable(object).1.iter().any(|alter| matches!(alter, Alter::SetSize(..)));
        cite!("604.3", "706.9d");
        !own.bare && (!definition.defining.is_empty() || definition.own_size().is_some() && !sized())
    }

    /// Says what a permanent is attached to.
    fn host_of(&self, id: ObjectId) -> Option<ObjectId> {
        let object = self.board.get(id).filter(|object| object.zone == Zone::Battlefield)?;
        object.permanent.attached
    }

    /// True if there is an activated ability among these other than a mana ability.
    fn activates(&self, own: &Characteristics) -> bool {
        own.abilities().any(|(_, ability)| {
            let mana = self.card_pool.card(ability.card).is_mana_ability(ability.place);
            let activated = self.card_pool.activated(ability);
            !mana && activated.is_some_and(|activated| !activated.timing.is_special())
        })
    }

    /// The ability that made a token, or that is about to make it.
    fn made_by(&self, id: ObjectId) -> Option<AbilityRef> {
        if let Some(object) = self.board.get(id) {
            return object.permanent.made_by;
        }
        self.board.frames.iter().rev().find_map(|frame| match frame {
            Frame::EventBatch(events) => match &events.batch.get(usize::from(events.at))?.event {
                Proposal::Token { entering, .. } => entering.made_by,
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether an event of this turn, as the player of the scope sees it, was about something that had a creature
    /// type in common with these types then.
    fn is_kin(&self, types: &TypeLine, event: &When, scope: &Scope<'_>) -> bool {
        let (Some(pattern), Some(seat)) = (self.card_pool.recalled_at(event), scope.controller) else {
            return false;
        };
        let mut past = self.board.history.iter();
        past.any(|did| {
            (usize::from(did.pattern), did.seat) == (pattern, seat)
                && did.types.as_ref().is_some_and(|then| types.shares_creature_type(then))
        })
    }

    /// Whether a spell or ability targets what matches, and nothing else if that is asked.
    fn aims_at(&self, object: &Object, what: &Filter, only: bool, scope: &Scope<'_>) -> bool {
        let Some(stack) = object.stack.as_ref() else { return false };
        let mut targets = stack.targets.iter().flatten();
        cite!("114.9b");
        // What has left is left out, and so is what it was.
        let fits = |value: &Value| match value {
            Value::Object(id) => {
                self.object(*id).is_some_and(|object| object.zone.exists()) && self.matches(what, *id, scope)
            }
            Value::Seat(_) | Value::Number(_) => false,
        };
        cite!("114.9c");
        let first = targets.clone().next();
        (!only || targets.clone().all(|one| Some(one) == first)) && targets.any(fits)
    }

    /// What of an object is a number; nothing where it has no such thing.
    pub(super) fn measured(&self, measure: Measure, id: ObjectId) -> Option<i32> {
        let (object, characteristics) = (self.object(id)?, self.characteristics(id)?);
        Some(match measure {
            Measure::Targets => {
                cite!("114.9", "114.9a");
                let targets = object.stack.iter().flat_map(|stack| stack.targets.iter().flatten());
                bounds::signed(targets.count() as u32)
            }
            Measure::Power => self.size(id)?.0,
            Measure::Toughness => self.size(id)?.1,
            Measure::ManaValue => bounds::signed(self.mana_value(id)),
            Measure::Colors => {
                cite!("105.2a", "105.2b", "105.2c");
                bounds::signed(characteristics.colors.count())
            }
        })
    }

    /// Whether an event of this turn, as the player of the scope sees it, was about an object and the one that
    /// is named, so often where that is said.
    fn recalls(
        &self,
        event: &When,
        (named, times): (Option<&Ref>, Option<u32>),
        scope: &Scope<'_>,
        sides: impl Fn(&TurnFact) -> (bool, Option<ObjectId>),
    ) -> bool {
        let (Some(pattern), Some(seat)) = (self.card_pool.recalled_at(event), scope.controller) else {
            return false;
        };
        let named = named.map(|named| self.object_of(named, scope));
        let meant = |did: &TurnFact| {
            let (own, other) = sides(did);
            own && named.is_none_or(|named| named.is_some() && named == other)
        };
        let here = |did: &&TurnFact| (usize::from(did.pattern), did.seat) == (pattern, seat);
        let mut found = self.board.history.iter().filter(here).filter(|did| meant(did));
        match times {
            None => found.next().is_some(),
            Some(times) => found.count() == times as usize,
        }
    }

    /// Returns true if two objects share something.
    pub fn shares(&self, which: Trait, one: ObjectId, other: ObjectId) -> bool {
        let both = self.characteristics(one).zip(self.characteristics(other));
        both.is_some_and(|(one, other)| self.alike(which, one, other))
    }

    /// Returns true if two sets of characteristics share something.
    fn alike(&self, which: Trait, one: &Characteristics, other: &Characteristics) -> bool {
        let both = |land: &Subtype| one.types.has(*land) && other.types.has(*land);
        match which {
            Trait::Name => {
                cite!("201.2a", "201.2b", "201.2c");
                self.shares_name(one, other)
            }
            Trait::Color => one.colors.shares(other.colors),
            Trait::CreatureType => one.types.shares_creature_type(&other.types),
            Trait::AnyLandType => Subtype::all_land_types().any(|land| both(&land)),
            Trait::LandType => BASIC_LANDS.iter().any(both),
            Trait::CardType => CardType::all().any(|kind| one.types.is(kind) && other.types.is(kind)),
        }
    }

    /// Whether an object has what was chosen.
    pub(super) fn has_chosen(
        &self,
        which: Trait,
        characteristics: &Characteristics,
        scope: &Scope<'_>,
    ) -> bool {
        match which {
            Trait::Name => {
                let mut own = self.chosen(scope).filter_map(|chosen| match chosen {
                    Chosen::Name(name) => Some(name.as_str()),
                    _ => None,
                });
                // Both names that were chosen in secret count (702.105f).
                let agenda = scope.source.and_then(|id| self.object(id));
                if agenda.is_some_and(|source| source.zone == Zone::Command) && scope.named.is_none() {
                    return own.any(|named| self.has_name(characteristics, named));
                }
                let named = scope.named.or_else(|| own.next());
                named.is_some_and(|named| self.has_name(characteristics, named))
            }
            Trait::Color => self.chosen_color(scope).is_some_and(|color| characteristics.colors.has(color)),
            Trait::CreatureType | Trait::LandType | Trait::AnyLandType => {
                self.chosen_subtype(scope).is_some_and(|subtype| characteristics.types.has(subtype))
            }
            Trait::CardType => false,
        }
    }
}
