//! What the words of a static ability see: the table at some moment of the computation.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::{ObjectId, Seat};
use duelog_magic::language::definition::{
    Ability, Change, Condition, Deed, Designation, Feature, Filter, Group, Measure, Number, Ref, Ruling,
    Sort, Than, Trait, Written, ZoneKind,
};
use duelog_magic::language::keyword::{Keyword, Quality};
use duelog_magic::language::mana::{Color, Other};
use duelog_magic::language::subtypes::{BASIC_LANDS, Kind, Subtype};
use duelog_magic::language::types::{CardType, Supertype};
use duelog_magic::state::card_pool::CardPool;
use duelog_magic::state::{
    AbilityPlace, AbilityRef, Alter, Board, CardId, Chosen, CodeRef, Fixed, HeldRuling, Object, Permit, Word,
    Zone,
};

use super::{Face, counters, printed};

/// 612: a word after the changes of a text, one after the other.
pub(super) fn word(word: Word, words: &[(Word, Word)]) -> Word {
    let mut word = word;
    for (from, to) in words {
        if word == *from {
            word = *to;
        }
    }
    word
}

pub(super) fn color(of: Color, words: &[(Word, Word)]) -> Color {
    if let Word::Color(color) = word(Word::Color(of), words) { color } else { of }
}

pub(super) fn subtype(of: Subtype, words: &[(Word, Word)]) -> Subtype {
    if let Word::Subtype(subtype) = word(Word::Subtype(of), words) { subtype } else { of }
}

pub(super) fn keyword(of: Keyword, words: &[(Word, Word)]) -> Keyword {
    match of {
        Keyword::Protection(Quality::Color(quality)) => {
            Keyword::Protection(Quality::Color(color(quality, words)))
        }
        Keyword::Protection(Quality::Subtype(quality)) => {
            Keyword::Protection(Quality::Subtype(subtype(quality, words)))
        }
        Keyword::Landwalk(land) => Keyword::Landwalk(subtype(land, words)),
        plain => plain,
    }
}

/// From where an ability looks at the table.
#[derive(Clone, Copy)]
pub(super) struct From {
    pub(super) this: ObjectId,
    pub(super) you: Seat,
    /// The object that a number is worked out for.
    pub(super) it: Option<ObjectId>,
    /// The card on which the ability is written.
    pub(super) written: Option<CardId>,
}

/// An object or a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thing {
    Object(ObjectId),
    Player(Seat),
}

/// The table at some moment of the computation.
pub(super) struct Look<'a> {
    pub(super) board: &'a Board,
    pub(super) card_pool: &'a CardPool,
    pub(super) faces: &'a BTreeMap<ObjectId, Face>,
}

impl Look<'_> {
    /// A permanent as it is now; any other card as it is printed, belonging to its owner (108.4).
    pub(super) fn face(&self, id: ObjectId) -> Option<Face> {
        let object = self.board.get(id)?;
        self.faces.get(&id).cloned().or_else(|| Some(printed(object, object.card, self.card_pool)))
    }

    fn words(&self, from: &From) -> Vec<(Word, Word)> {
        // 612.3: what others have given it is none of its text.
        let own = |face: &Face| from.written.is_none_or(|card| card == face.card);
        self.face(from.this).filter(own).map_or(Vec::new(), |face| face.words)
    }

    /// What has been chosen for the source, as a feature.
    fn chosen_feature(&self, which: Trait, from: &From) -> Option<Feature> {
        self.chosen(from).find_map(|chosen| match (which, chosen) {
            (Trait::Color, Chosen::Color(color)) => Some(Feature::Colors(vec![*color])),
            (Trait::CreatureType, Chosen::Subtype(subtype)) => Some(Feature::Subtypes(vec![*subtype])),
            (Trait::LandType, Chosen::Subtype(subtype)) => Some(Feature::LandType(*subtype)),
            _ => None,
        })
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of changes")]
    pub(super) fn settle(
        &self,
        change: &Change<Written>,
        from: &From,
        (ability, at): (AbilityRef, usize),
    ) -> Option<Alter> {
        let words = &self.words(from)[..];
        Some(match change {
            Change::ColorWord(from, to) => Alter::Word(Word::Color(*from), Word::Color(*to)),
            Change::TypeWord(from, to) => Alter::Word(Word::Subtype(*from), Word::Subtype(*to)),
            Change::Set(Feature::Chosen(which)) => Alter::Set(self.chosen_feature(*which, from)?),
            Change::Add(Feature::Chosen(which)) => Alter::Add(self.chosen_feature(*which, from)?),
            Change::Set(set) => Alter::Set(feature(set, words)),
            Change::Add(added) => Alter::Add(feature(added, words)),
            Change::GainAbility(given) => {
                let place = self
                    .card_pool
                    .card(ability.card)
                    .given
                    .iter()
                    .position(|compiled| compiled.ability == **given)?;
                Alter::GainAbility(AbilityRef {
                    card: ability.card,
                    place: AbilityPlace::Granted(place as u32),
                })
            }
            Change::Control(who) => Alter::Control(self.player(who, from)?),
            // Which Auras a protection leaves on is no characteristic.
            Change::Gain(gained) | Change::GainSparing(gained, _) => Alter::Gain(keyword(*gained, words)),
            Change::GainThis => Alter::GainAbility(ability),
            Change::FullText(of, given) => {
                let Thing::Object(id) = *self.members(of, from).first()? else { return None };
                let card = super::copiable(self.board, self.board.get(id)?, self.card_pool).card;
                let own = &self.card_pool.card(ability.card).given;
                let place = |given: &Ability| own.iter().position(|compiled| compiled.ability == *given);
                let places = given.iter().filter_map(|given| place(given));
                let given = places.map(|place| AbilityRef {
                    card: ability.card,
                    place: AbilityPlace::Granted(place as u32),
                });
                Alter::FullText(card, given.collect())
            }
            Change::Lose(lost) => Alter::Lose(keyword(*lost, words)),
            Change::LoseAbilities => Alter::LoseAbilities,
            Change::EveryName => Alter::EveryName,
            Change::Named(name) => Alter::Named(name.clone()),
            Change::CannotHave(barred) => Alter::CannotHave(keyword(*barred, words)),
            Change::SetOne(which, number) => Alter::SetOne(*which, self.number(number, from)),
            Change::SetSize(power, toughness) => {
                Alter::SetSize(self.number(power, from), self.number(toughness, from))
            }
            Change::Size(power, toughness) => {
                Alter::Size(self.bonus(power, from), self.bonus(toughness, from))
            }
            Change::Switch => Alter::Switch,
            // What players can and cannot do is no characteristic (613.10).
            Change::Rule(_, deed, _) if deed.is_of_players() => return None,
            Change::Rule(Ruling::Forbid, Deed::BeBlocked, by) if *by != Filter::Any && !by.speaks() => {
                Alter::CannotBeBlockedHere(ability, at as u32)
            }
            Change::Rule(Ruling::Forbid, Deed::BeBlocked | Deed::Block, by) if *by != Filter::Any => {
                let code = CodeRef { card: ability.card, ability: Some(ability.place) };
                let written = Permit { source: from.this, code, at: 0, change: at as u8, effect: None };
                Alter::Bars(Box::new(HeldRuling { written, controller: from.you, fixed: Fixed::default() }))
            }
            Change::Rule(Ruling::Forbid, Deed::BeTarget, _) => {
                let code = CodeRef { card: ability.card, ability: Some(ability.place) };
                let written = Permit { source: from.this, code, at: 0, change: at as u8, effect: None };
                Alter::Bars(Box::new(HeldRuling { written, controller: from.you, fixed: Fixed::default() }))
            }
            Change::Rule(ruling, deed, _) => Alter::Rule(*ruling, *deed, ()),
            Change::MustAttack(who) => Alter::MustAttack(self.player(who, from)?),
            Change::MustAttackThis(walker) => match self.thing(walker, from)? {
                Thing::Object(id) => Alter::MustAttackThis(id),
                Thing::Player(_) => return None,
            },
            Change::MustBlock(creature) => match self.thing(creature, from)? {
                Thing::Object(id) => Alter::MustBlock(id),
                Thing::Player(_) => return None,
            },
            Change::Word(never, _)
            | Change::CannotBeBlockedHere(never, _)
            | Change::SparingProtection(_, _, never, _)
            | Change::Bars(never) => match *never {},
            Change::AtMost(..)
            | Change::MostCounters(..)
            | Change::CostsMore(..)
            | Change::CostsLess(..)
            | Change::CostsLessBy(..)
            | Change::MayPlay(..)
            | Change::AbilitiesCostLess(..)
            | Change::AbilitiesCostMore(..)
            | Change::CostsAtLeast(..)
            | Change::NoCounters(..)
            | Change::GetNo(_)
            | Change::UntapsAtMost(..)
            | Change::BlockedBy(..)
            | Change::CostsInstead(..)
            | Change::Costs(_)
            | Change::PlayersGain(_)
            | Change::GainLine(_)
            | Change::GainActivated(_)
            | Change::CopyOf(_)
            | Change::SizeEach(..)
            | Change::SetSizeEach(..) => return None,
        })
    }

    fn thing(&self, reference: &Ref, from: &From) -> Option<Thing> {
        match reference {
            Ref::This => Some(Thing::Object(from.this)),
            Ref::You => Some(Thing::Player(from.you)),
            Ref::Opponent => Some(Thing::Player(Seat(1 - from.you.0))),
            Ref::Active => Some(Thing::Player(self.board.turn.active)),
            // With two players it is the one whose turn it is not.
            Ref::Defending(_) => Some(Thing::Player(self.board.next_seat(self.board.turn.active))),
            Ref::Attached => {
                let permanent = &self.board.get(from.this)?.permanent;
                permanent.attached.map(Thing::Object).or(permanent.enchanting.map(Thing::Player))
            }
            Ref::LastLinked | Ref::Encoded | Ref::ChosenObject => None,
            Ref::ChosenPlayer => self.chosen(from).find_map(|chosen| {
                if let Chosen::Player(seat) = chosen { Some(Thing::Player(*seat)) } else { None }
            }),
            Ref::Bound => self.board.get(from.this)?.permanent.bound.map(Thing::Object),
            Ref::Became(one) => match self.thing(one, from)? {
                Thing::Object(id) => self.board.get(id)?.became().next().map(Thing::Object),
                other => Some(other).filter(|_| false),
            },
            Ref::BoundTo(one) => match self.thing(one, from)? {
                Thing::Object(id) => self.board.get(id)?.permanent.bound.map(Thing::Object),
                other => Some(other).filter(|_| false),
            },
            Ref::Controller(inner) => match self.thing(inner, from)? {
                Thing::Object(id) => Some(Thing::Player(self.face(id)?.controller)),
                player => Some(player),
            },
            Ref::Owner(inner) => match self.thing(inner, from)? {
                Thing::Object(id) => Some(Thing::Player(self.board.get(id)?.owner)),
                player => Some(player),
            },
            Ref::Maker => self.board.get(from.this)?.permanent.maker.map(Thing::Object),
            // A static ability has no targets, no event and no loop.
            Ref::It => from.it.map(Thing::Object),
            Ref::Attacked(creature) => {
                let creature = self.object(creature, from)?;
                let attack = self.board.combat.attacks.iter().find(|attack| attack.attacker == creature)?;
                match attack.defender? {
                    duelog_magic::state::Value::Object(id) => Some(Thing::Object(id)),
                    duelog_magic::state::Value::Seat(seat) => Some(Thing::Player(seat)),
                    duelog_magic::state::Value::Number(_) => None,
                }
            }
            // Nothing on the boards of the twin is on the stack.
            Ref::Source(_)
            | Ref::Target(_)
            | Ref::Event
            | Ref::EventOther
            | Ref::EventPlayer
            | Ref::Last
            | Ref::LastWas
            | Ref::Paid => None,
        }
    }

    fn player(&self, reference: &Ref, from: &From) -> Option<Seat> {
        match self.thing(reference, from)? {
            Thing::Player(seat) => Some(seat),
            Thing::Object(id) => Some(self.face(id)?.controller),
        }
    }

    fn object(&self, reference: &Ref, from: &From) -> Option<ObjectId> {
        match self.thing(reference, from)? {
            Thing::Object(id) => Some(id),
            Thing::Player(_) => None,
        }
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of groups")]
    fn members(&self, group: &Group, from: &From) -> Vec<Thing> {
        let those = |zone: Zone, filter: &Filter| -> Vec<Thing> {
            self.board
                .zone(zone)
                .iter()
                .filter(|id| self.matches(filter, **id, from))
                .map(|id| Thing::Object(*id))
                .collect()
        };
        match group {
            Group::Of(reference) => self.thing(reference, from).into_iter().collect(),
            Group::All(filter) => those(Zone::Battlefield, filter),
            Group::Hand(who, filter) => {
                self.player(who, from).map_or(Vec::new(), |seat| those(Zone::Hand(seat), filter))
            }
            Group::Graveyard(who, filter) => {
                self.player(who, from).map_or(Vec::new(), |seat| those(Zone::Graveyard(seat), filter))
            }
            Group::LibraryTop(who, filter) => {
                let top = self
                    .player(who, from)
                    .and_then(|seat| self.board.zone(Zone::Library(seat)).last().copied());
                top.filter(|id| self.matches(filter, *id, from)).map(Thing::Object).into_iter().collect()
            }
            Group::GraveyardTop(who, filter) => {
                let top = self
                    .player(who, from)
                    .and_then(|seat| self.board.zone(Zone::Graveyard(seat)).last().copied());
                top.filter(|id| self.matches(filter, *id, from)).map(Thing::Object).into_iter().collect()
            }
            Group::Topmost(who, number, filter) | Group::Bottommost(who, number, filter) => {
                let number = usize::try_from(self.number(number, from)).unwrap_or(0);
                let mut all =
                    self.player(who, from).map_or(Vec::new(), |seat| those(Zone::Graveyard(seat), filter));
                if matches!(group, Group::Topmost(..)) {
                    all.reverse();
                }
                all.into_iter().take(number).collect()
            }
            Group::Above(of, number, filter) => {
                let found = self.object(of, from).and_then(|id| Some((id, self.board.get(id)?.zone)));
                let Some((id, zone @ Zone::Graveyard(_))) = found else { return Vec::new() };
                let number = number.as_ref().map(|number| self.number(number, from).max(0) as usize);
                let above = self.board.zone(zone).iter().copied().skip_while(|card| *card != id).skip(1);
                let above = above.take(number.unwrap_or(usize::MAX));
                above.filter(|id| self.matches(filter, *id, from)).map(Thing::Object).collect()
            }
            Group::Top(who, number) => {
                let number = usize::try_from(self.number(number, from)).unwrap_or(0);
                let library = self.player(who, from).map(|seat| self.board.zone(Zone::Library(seat)));
                library.into_iter().flatten().rev().take(number).map(|id| Thing::Object(*id)).collect()
            }
            Group::Graveyards(filter) => {
                [those(Zone::Graveyard(Seat(0)), filter), those(Zone::Graveyard(Seat(1)), filter)].concat()
            }
            Group::Spells(filter) => {
                let spell = |thing: &Thing| matches!(thing, Thing::Object(id) if self.board.get(*id).is_some_and(Object::is_spell));
                those(Zone::Stack, filter).into_iter().filter(spell).collect()
            }
            Group::In(kinds, filter) => {
                let zones = kinds.iter().flat_map(|kind| match kind {
                    ZoneKind::Battlefield => vec![Zone::Battlefield],
                    ZoneKind::Stack => vec![Zone::Stack],
                    ZoneKind::Exile => vec![Zone::Exile],
                    ZoneKind::Command => vec![Zone::Command],
                    ZoneKind::Outside => vec![Zone::Outside(Seat(0)), Zone::Outside(Seat(1))],
                    ZoneKind::Hand => vec![Zone::Hand(Seat(0)), Zone::Hand(Seat(1))],
                    ZoneKind::Library => vec![Zone::Library(Seat(0)), Zone::Library(Seat(1))],
                    ZoneKind::Graveyard => vec![Zone::Graveyard(Seat(0)), Zone::Graveyard(Seat(1))],
                });
                let object = |thing: &Thing| matches!(thing, Thing::Object(id) if self.board.get(*id).is_some_and(|object| !object.is_ability()));
                zones.flat_map(|zone| those(zone, filter)).filter(object).collect()
            }
            Group::Players => vec![Thing::Player(Seat(0)), Thing::Player(Seat(1))],
            Group::PlayersExcept(who) => {
                let except = self.player(who, from);
                [Seat(0), Seat(1)]
                    .into_iter()
                    .filter(|seat| Some(*seat) != except)
                    .map(Thing::Player)
                    .collect()
            }
            Group::Among(group, filter) => {
                let fits =
                    |thing: &Thing| matches!(thing, Thing::Object(id) if self.matches(filter, *id, from));
                self.members(group, from).into_iter().filter(fits).collect()
            }
            Group::Together(groups) => groups.iter().flat_map(|group| self.members(group, from)).collect(),
            Group::Who(group, condition) => {
                let so = |thing: &Thing| match thing {
                    Thing::Player(you) => self.holds(condition, &From { you: *you, ..*from }),
                    Thing::Object(_) => false,
                };
                self.members(group, from).into_iter().filter(so).collect()
            }
            Group::Targets(_)
            | Group::Last
            | Group::Noted(_)
            | Group::AllNoted
            | Group::Linked
            | Group::MostVotes
            | Group::PhasedOut(_)
            | Group::Bottom(..)
            | Group::TargetsOf(_)
            | Group::Attacked => Vec::new(),
            Group::Except(group, but) => {
                let but = self.members(but, from);
                self.members(group, from).into_iter().filter(|thing| !but.contains(thing)).collect()
            }
        }
    }

    pub(super) fn group(&self, group: &Group, from: &From) -> BTreeSet<ObjectId> {
        let object = |thing| if let Thing::Object(id) = thing { Some(id) } else { None };
        self.members(group, from).into_iter().filter_map(object).collect()
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of filters")]
    fn matches(&self, filter: &Filter, id: ObjectId, from: &From) -> bool {
        let (Some(object), Some(face)) = (self.board.get(id), self.face(id)) else { return false };
        let combat = &self.board.combat;
        match filter {
            Filter::Any => true,
            Filter::Type(kind) => face.types.contains(kind),
            Filter::Super(supertype) => face.supertypes.contains(supertype),
            Filter::Subtype(wanted) => face.subtypes.contains(subtype(*wanted, &self.words(from)).name()),
            Filter::Color(wanted) => face.colors.contains(&color(*wanted, &self.words(from))),
            Filter::Keyword(Keyword::Hexproof) => {
                let some = |own: &&Keyword| matches!(own, Keyword::Hexproof | Keyword::HexproofFrom(_));
                face.keywords.iter().any(|own| some(&own))
            }
            Filter::Keyword(wanted) => face.keywords.contains(&keyword(*wanted, &self.words(from))),
            Filter::Named(name) => self.card_pool.card(face.card).definition.name == *name,
            Filter::Chosen(Trait::Name) => {
                let name = &self.card_pool.card(face.card).definition.name;
                self.chosen(from).any(|chosen| matches!(chosen, Chosen::Name(chosen) if chosen == name))
            }
            Filter::Chosen(Trait::Color) => self
                .chosen(from)
                .any(|chosen| matches!(chosen, Chosen::Color(chosen) if face.colors.contains(chosen))),
            Filter::Chosen(Trait::CardType) => false,
            Filter::Chosen(Trait::CreatureType | Trait::LandType | Trait::AnyLandType) => self.chosen(from).any(
                |chosen| matches!(chosen, Chosen::Subtype(chosen) if face.subtypes.contains(chosen.name())),
            ),
            Filter::Shares(which, group) => {
                let creature = |name: &&&str| {
                    Subtype::named(name).is_some_and(|subtype| subtype.kind() == Kind::Creature)
                };
                self.group(group, from).iter().filter_map(|other| self.face(*other)).any(
                    |other| match which {
                        Trait::Name => other.card == face.card,
                        Trait::Color => face.colors.iter().any(|color| other.colors.contains(color)),
                        Trait::CardType => face.types.iter().any(|kind| other.types.contains(kind)),
                        Trait::CreatureType => {
                            face.subtypes.iter().filter(creature).any(|name| other.subtypes.contains(name))
                        }
                        Trait::AnyLandType => {
                            let land = |name: &&&str| {
                                Subtype::named(name).is_some_and(|subtype| subtype.kind() == Kind::Land)
                            };
                            face.subtypes.iter().filter(land).any(|name| other.subtypes.contains(name))
                        }
                        Trait::LandType => ["Forest", "Island", "Mountain", "Plains", "Swamp"]
                            .iter()
                            .any(|land| face.subtypes.contains(land) && other.subtypes.contains(land)),
                    },
                )
            }
            Filter::NoAbilities => {
                let definition = &self.card_pool.card(face.card).definition;
                // 604.3: what defines its size or its colors is an ability.
                let defining = definition.own_size().is_some() || !definition.defining.is_empty();
                let without = face.keywords.is_empty() && face.abilities.is_empty() && face.basics.is_empty();
                without && definition.enchant.is_none() && !(face.defined && defining)
            }
            Filter::ControlledBy(who) => self.player(who, from) == Some(face.controller),
            Filter::OwnedBy(who) => self.player(who, from) == Some(object.owner),
            Filter::Is(reference) => self.object(reference, from) == Some(id),
            Filter::Phyrexian => {
                let cost = &self.card_pool.card(face.card).definition.cost;
                cost.hybrid.iter().any(|symbol| symbol.other == Other::Life)
            }
            Filter::CostsX => self.card_pool.card(face.card).definition.cost.x > 0,
            Filter::Within(kind) => object.zone.is(*kind),
            Filter::CastFrom(kind) => object.cast().is_some_and(|cast| cast.from == Some(*kind)),
            Filter::Spell => object.is_spell(),
            Filter::In(group) => self.group(group, from).contains(&id),
            Filter::Activates => face.abilities.iter().any(|ability| {
                let mana = self.card_pool.card(ability.card).is_mana_ability(ability.place);
                let activated = self.card_pool.activated(*ability);
                !mana && activated.is_some_and(|activated| !activated.timing.is_special())
            }),
            Filter::Token => object.token,
            Filter::Tapped => object.permanent.tapped,
            Filter::Attacking => combat.attacks.iter().any(|attack| attack.attacker == id),
            Filter::Blocking => combat.blocks.iter().any(|block| block.0 == id),
            Filter::Blocked => combat.attacks.iter().any(|attack| attack.attacker == id && attack.blocked),
            Filter::Fights(other) => {
                self.object(other, from).is_some_and(|other| self.fights(other, id) || self.fights(id, other))
            }
            Filter::Unblocked => {
                combat.blocked && combat.attacks.iter().any(|attack| attack.attacker == id && !attack.blocked)
            }
            // What has happened no static ability asks here, and of what a token is made by none.
            Filter::SharesTypeWithEvent { .. } | Filter::MadeBy(_) | Filter::Without(_) => false,
            Filter::Damaged => object.permanent.damaged,
            Filter::Historic => {
                let types = face.types.contains(&CardType::Artifact);
                types || face.supertypes.contains(&Supertype::Legendary) || face.subtypes.contains("Saga")
            }
            Filter::FirstPrinted(set) => {
                self.card_pool.card(face.card).definition.first_printed == Some(*set)
            }
            // Nothing on the table has happened.
            Filter::Did { .. } | Filter::Suffered { .. } | Filter::KeywordSubject => false,
            Filter::FaceDown => object.down.is_some(),
            Filter::Renowned => object.permanent.renowned,
            // Out of these words alone: a card of its owner's, and neither token nor ability.
            Filter::Commander => {
                let own = self.board.player(object.owner).commanders.iter();
                let mut cards = own.map(|of| Some(of.card));
                !object.token && object.stack.is_none()
                    && cards.any(|card| card == Some(object.card) || card == object.melded)
            }
            Filter::Paired => object.permanent.bound.is_some(),
            Filter::Bears(_) | Filter::AttachedTo(_) => self.hangs(filter, id, from),
            Filter::SinceLastUpkeep => object.permanent.upkeeps < 2,
            Filter::Has(keyword) => face
                .abilities
                .iter()
                .any(|ability| self.card_pool.keyword_of(*ability) == Some(keyword.as_str())),
            Filter::Targets { .. } => false,
            Filter::Compare(measure, than, number) => {
                if matches!(measure, Measure::Power | Measure::Toughness) && self.sizeless(id) {
                    return false;
                }
                let own = match measure {
                    Measure::Targets => 0,
                    Measure::Power => face.power,
                    Measure::Toughness => face.toughness,
                    Measure::ManaValue => self.mana_value(id),
                    Measure::Colors => face.colors.len() as i32,
                };
                let number = self.number(number, from);
                match than {
                    Than::Below => own < number,
                    Than::AtMost => own <= number,
                    Than::Exactly => own == number,
                    Than::AtLeast => own >= number,
                    Than::Above => own > number,
                    Than::MultipleOf => number != 0 && own % number == 0,
                }
            }
            Filter::Counter(kind) => counters(object, *kind) > 0,
            Filter::Monstrous => object.permanent.monstrous,
            Filter::AnyCounter => object.permanent.counters.iter().any(|entry| entry.1 > 0),
            Filter::All(parts) => !parts.iter().any(|part| !self.matches(part, id, from)),
            Filter::Either(parts) => parts.iter().any(|part| self.matches(part, id, from)),
            Filter::Not(part) => !self.matches(part, id, from),
        }
    }

    /// Returns whether something that matches is attached to a permanent, or a permanent to something that matches.
    fn hangs(&self, filter: &Filter, id: ObjectId, from: &From) -> bool {
        let host = |id: ObjectId| self.board.get(id).and_then(|object| object.permanent.attached);
        match filter {
            Filter::Bears(what) => self
                .board
                .zone(Zone::Battlefield)
                .iter()
                .any(|other| host(*other) == Some(id) && self.matches(what, *other, from)),
            Filter::AttachedTo(what) => host(id).is_some_and(|host| self.matches(what, host, from)),
            _ => false,
        }
    }

    /// Whether one creature attacks and the other blocks it.
    fn fights(&self, attacker: ObjectId, blocker: ObjectId) -> bool {
        self.board.combat.blocks.iter().any(|block| block.0 == blocker && block.1.contains(&attacker))
    }

    /// What abilities of the source's card had chosen as it entered (607.2d).
    fn chosen(&self, from: &From) -> impl Iterator<Item = &Chosen> {
        let source = self.board.get(from.this);
        let card = source.map(|source| self.card_pool.card_of(self.board, source));
        let chosen = source.map_or(&[][..], |source| &source.permanent.chosen);
        chosen.iter().filter(move |entry| Some(entry.0) == card).map(|entry| &entry.1)
    }

    /// 208.3: a permanent that is no creature has no power and toughness.
    fn sizeless(&self, id: ObjectId) -> bool {
        let permanent = self.board.get(id).is_some_and(|object| object.zone == Zone::Battlefield);
        permanent && self.face(id).is_some_and(|face| !face.types.contains(&CardType::Creature))
    }

    /// 202.3, with 0 for X (107.3f).
    fn mana_value(&self, id: ObjectId) -> i32 {
        let Some(object) = self.board.get(id) else { return 0 };
        let card = self.face(id).map_or(object.card, |face| face.card);
        let cost = &self.card_pool.card(card).definition.cost;
        cost.typed.iter().map(|amount| i32::from(*amount)).sum::<i32>()
            + i32::from(cost.generic)
            + cost.hybrid.iter().map(|symbol| symbol.value() as i32).sum::<i32>()
    }

    /// What the objects of a group have of something.
    fn all_measured(&self, measure: Measure, group: &Group, from: &From) -> impl Iterator<Item = i32> {
        self.group(group, from).into_iter().map(move |id| match (measure, self.face(id)) {
            (Measure::Power, Some(face)) => face.power,
            (Measure::Toughness, Some(face)) => face.toughness,
            (Measure::Colors, Some(face)) => face.colors.len() as i32,
            (Measure::ManaValue, Some(_)) => self.mana_value(id),
            (Measure::Targets, Some(_)) | (_, None) => 0,
        })
    }

    /// How many kinds there are among objects.
    fn kinds(&self, sort: Sort, group: &Group, from: &From) -> i32 {
        let mut found = BTreeSet::new();
        for face in self.group(group, from).into_iter().filter_map(|id| self.face(id)) {
            match sort {
                Sort::CardType => found.extend(face.types.iter().map(|kind| format!("{kind:?}"))),
                Sort::Color => found.extend(face.colors.iter().map(|color| format!("{color:?}"))),
                Sort::LandType | Sort::Name => {
                    let basic = |land: &&Subtype| face.subtypes.contains(land.name());
                    found.extend(BASIC_LANDS.iter().filter(basic).map(|land| land.name().to_string()));
                }
            }
        }
        found.len() as i32
    }

    /// 107.2: what cannot be told is 0.
    pub(super) fn number(&self, number: &Number, from: &From) -> i32 {
        let of = |reference: &Ref, read: &dyn Fn(ObjectId) -> Option<i32>| {
            self.object(reference, from).and_then(read).unwrap_or(0)
        };
        match number {
            // Nothing has happened yet on these boards.
            Number::HowOften(_) => 0,
            Number::N(number) => *number,
            Number::Count(group) => self.members(group, from).len() as i32,
            Number::Power(reference) => {
                of(reference, &|id| self.face(id).filter(|_| !self.sizeless(id)).map(|face| face.power))
            }
            Number::Toughness(reference) => {
                of(reference, &|id| self.face(id).filter(|_| !self.sizeless(id)).map(|face| face.toughness))
            }
            Number::ManaValue(reference) => of(reference, &|id| Some(self.mana_value(id))),
            Number::Life(who) => {
                self.player(who, from).map_or(0, |seat| self.board.players[usize::from(seat.0)].life)
            }
            Number::HandSize(who) => {
                self.player(who, from).map_or(0, |seat| self.board.zone(Zone::Hand(seat)).len() as i32)
            }
            // 121.1: counters are put on objects and players.
            Number::Counters(kind, reference) => match self.thing(reference, from) {
                Some(Thing::Player(seat)) => self.board.players[usize::from(seat.0)].counters(*kind) as i32,
                Some(Thing::Object(id)) => self.board.get(id).map_or(0, |object| counters(object, *kind)),
                None => 0,
            },
            Number::ClassLevel(reference) => of(reference, &|id| {
                let level = self.board.get(id)?.permanent.level.max(1);
                self.face(id)?.subtypes.contains("Class").then_some(level.into())
            }),
            Number::Plus(a, b) => self.number(a, from).saturating_add(self.number(b, from)),
            Number::Times(factor, inner) => self.number(inner, from).saturating_mul(*factor),
            Number::HalfDown(inner) => self.number(inner, from).div_euclid(2),
            // 400.7d: how the spell that became the permanent was cast.
            Number::Cast(fact) => {
                let cast = self.board.get(from.this).and_then(Object::cast);
                cast.map_or(0, |cast| i32::try_from(cast.fact(*fact)).unwrap_or(i32::MAX))
            }
            Number::Given => 0,
            Number::Product(a, b) => self.number(a, from).saturating_mul(self.number(b, from)),
            Number::Divided(number, by) => {
                self.number(number, from).checked_div_euclid(self.number(by, from)).unwrap_or(0)
            }
            Number::Devotion(who, colors) => {
                let own = |id: &&ObjectId| {
                    let face = self.face(**id);
                    face.is_some_and(|face| Some(face.controller) == self.player(who, from))
                };
                let cost = |id: &ObjectId| self.face(*id).map(|face| face.card);
                let all = self.board.zone(Zone::Battlefield).iter().filter(own).filter_map(cost);
                all.map(|card| self.card_pool.card(card).definition.cost.symbols_of(colors) as i32).sum()
            }
            Number::Total(measure, group) => self.all_measured(*measure, group, from).sum(),
            Number::Most(measure, group) => self.all_measured(*measure, group, from).max().unwrap_or(0),
            Number::Least(measure, group) => self.all_measured(*measure, group, from).min().unwrap_or(0),
            // No board of the twin asks for names.
            Number::Kinds(Sort::Name, _) => 0,
            Number::Kinds(sort, group) => self.kinds(*sort, group, from),
            // A static ability has no X, no event and keeps nothing.
            Number::X
            | Number::Activations(_)
            | Number::Resolutions(_)
            | Number::EventAmount
            | Number::LastAmount
            | Number::Share
            | Number::Kept(_)
            | Number::Votes(_)
            | Number::KeptFor(_)
            | Number::StartingLife
            | Number::CommandCasts(_)
            | Number::AllKept
            | Number::TurnsBegun(_)
            | Number::SpellsLastTurn => 0,
        }
    }

    /// 107.1b: a calculation that comes out negative gives nothing; a written number, and the sign before a
    /// calculation, stay.
    pub(super) fn bonus(&self, number: &Number, from: &From) -> i32 {
        match number {
            Number::N(written) => *written,
            Number::Times(factor, calculated) => self.number(calculated, from).max(0).saturating_mul(*factor),
            calculated => self.number(calculated, from).max(0),
        }
    }

    pub(super) fn holds(&self, condition: &Condition, from: &From) -> bool {
        match condition {
            Condition::Happened(_) => false,
            Condition::AtLeast(a, b) => self.number(a, from) >= self.number(b, from),
            Condition::Exists(group) => !self.members(group, from).is_empty(),
            Condition::Matches(reference, filter) => {
                self.object(reference, from).is_some_and(|id| self.matches(filter, id, from))
            }
            // A static ability has no modes, and nothing is played by it.
            Condition::Mode(_) | Condition::CanPlayFree(_) | Condition::CostsHidden(_) => false,
            Condition::Anchored(word) => {
                self.chosen(from).any(|chosen| matches!(chosen, Chosen::Anchor(chosen) if chosen == word))
            }
            Condition::TurnOf(who) => self.player(who, from) == Some(self.board.turn.active),
            Condition::All(parts) => !parts.iter().any(|part| !self.holds(part, from)),
            Condition::Not(part) => !self.holds(part, from),
            // The boards of the twin have two players.
            Condition::AnyOpponent(part) => self.holds(part, from),
            // No static ability asks what part of a turn is over.
            Condition::Before(_) | Condition::After(_) => false,
            Condition::BlocksDeclared => self.board.combat.blocked,
            Condition::Designated(who, which) => self.player(who, from).is_some_and(|seat| match which {
                Designation::Monarch => self.board.turn.monarch == Some(seat),
                Designation::Blessing => self.board.player(seat).blessed,
            }),
        }
    }
}

/// A feature as its words are once they have been changed.
fn feature(feature: &Feature, words: &[(Word, Word)]) -> Feature {
    match feature {
        Feature::Subtypes(new) => Feature::Subtypes(new.iter().map(|one| subtype(*one, words)).collect()),
        Feature::LandType(land) => Feature::LandType(subtype(*land, words)),
        Feature::Colors(set) => Feature::Colors(set.iter().map(|one| color(*one, words)).collect()),
        same => same.clone(),
    }
}
