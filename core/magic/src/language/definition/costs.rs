//! What a definition says of costs (117): what is paid, what may be paid besides or instead, and when an
//! ability can be activated.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::{
    Condition, Counter, Destination, Filter, Group, Number, Ref, Spell, Target, Than, TurnPart, ZoneKind,
};
use crate::language::mana::{Color, ManaCost};

/// Part of a cost (117).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cost {
    /// Mana.
    Mana(ManaCost),
    /// As much generic mana as the number.
    Generic(Number),
    /// {T} (107.5).
    Tap,
    /// {Q} (107.6).
    Untap,
    /// Paying life (117.3b).
    Life(Number),
    /// Putting loyalty counters on this permanent, or removing as many as the number is below 0 (606.4).
    Loyalty(Number),
    /// Doing this to so many of the group; permanents are those of the player who pays.
    Deed(CostDeed, Number, Group),
    /// One of these costs or another (601.2b).
    Either(Vec<Vec<Cost>>),
    /// This mana, this often.
    ManaTimes(ManaCost, Number),
    /// The costs behind the keyword; only `keywords.ron` says it.
    Behind,
    /// Those costs so many times, as one cost; only `keywords.ron` says it.
    BehindTimes(Number),
    /// Removing so many counters of a kind that the player has (107.14).
    Counters(Counter, Number),
    /// Mana as in the mana cost of the object whose ability it is.
    OwnMana,
    /// Mana as in the mana cost of this object, with so much taken off.
    ManaOf(Ref, ManaCost),
    /// Each opponent of the player who pays gains this much life (118.7).
    OthersGain(Number),
}

/// A cost that can be paid instead of the mana cost (117.9).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// What is paid.
    pub cost: Vec<Cost>,
    /// When it can be.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// The zone from which the card is cast for it.
    #[serde(default = "hand")]
    pub zone: ZoneKind,
    /// Where the card goes when it would leave the stack.
    #[serde(default)]
    pub then: Option<Destination>,
    /// Whether it is paid together with what the card costs anyway: then it is an additional cost (117.8).
    #[serde(default)]
    pub own: bool,
    /// Whether the spell then has no targets, and is about all that it could have had as targets (702.95a).
    #[serde(default)]
    pub each: bool,
    /// Whether only an effect lets the card be cast for it.
    #[serde(default)]
    pub granted: bool,
    /// Whether the spell can then be cast as though it had flash (601.3c).
    #[serde(default)]
    pub flash: bool,
    /// What the spell then has as its enchant ability: it is an Aura (702.102a).
    #[serde(default)]
    pub enchants: Option<Target>,
    /// Of what an effect gives: that it is no such cost, but one that may be paid besides (117.8b).
    #[serde(default)]
    pub besides: Option<Besides>,
    /// Of what an effect gives: that it is no cost, but what an instant or sorcery does after all that it says.
    #[serde(default)]
    pub text: Option<Spell>,
}

impl Alternative {
    /// None at all: what an effect gives beside costs in place of others stands on it.
    pub fn none() -> Alternative {
        Alternative {
            cost: Vec::new(),
            condition: None,
            zone: ZoneKind::Stack,
            then: None,
            own: false,
            each: false,
            granted: false,
            flash: false,
            enchants: None,
            besides: None,
            text: None,
        }
    }

    /// Whether it is a cost for which its card can be cast.
    pub fn is_cost(&self) -> bool {
        self.besides.is_none() && self.text.is_none()
    }
}

fn hand() -> ZoneKind {
    ZoneKind::Hand
}

/// A cost that may be paid besides (117.8b).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Besides {
    /// What is paid.
    pub cost: Vec<Cost>,
    /// Whether it may be paid any number of times.
    #[serde(default)]
    pub repeated: bool,
    /// Where the card goes as the spell resolves, if this was paid.
    #[serde(default)]
    pub then: Option<Destination>,
    /// Whether it must be paid once for each mode beyond the first (702.119a).
    #[serde(default)]
    pub modes: bool,
    /// Whether all modes are chosen where it is paid (702.41a).
    #[serde(default)]
    pub all: bool,
}

/// What a player may do while a spell's cost is paid, each time in place of one mana of it (702.50a, 702.65a,
/// 702.125a).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Help {
    /// What is done.
    pub deed: CostDeed,
    /// With one of these.
    pub of: Group,
    /// Whether it can stand for mana of a colour that the object has, and not only for generic mana.
    #[serde(default)]
    pub colors: bool,
}

/// That a card in hand can be spliced onto a spell that is cast (702.46a).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splice {
    /// Onto which spells.
    pub onto: Filter,
    /// What it costs besides.
    pub cost: Vec<Cost>,
}

/// A keyword ability that is defined in `keywords.ron`, with the cost that stands behind it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The keyword.
    pub keyword: String,
    /// Its cost.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// The number behind it.
    #[serde(default)]
    pub number: Option<Number>,
    /// What it is said of.
    #[serde(default)]
    pub what: Option<Filter>,
}

/// When an activated ability can be activated (602.5).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Whether only when a sorcery could be cast (602.5d).
    #[serde(default)]
    pub sorcery: bool,
    /// Only during one of these parts of a turn; any when empty.
    #[serde(default)]
    pub during: Vec<TurnPart>,
    /// Only while this holds.
    #[serde(default)]
    pub only_if: Option<Condition>,
    /// So many times each turn.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Who may activate it.
    #[serde(default)]
    pub by: By,
    /// How much less generic mana it costs (117.7a).
    #[serde(default)]
    pub less: Option<Number>,
    /// So many times in all, as long as its object is the same one.
    #[serde(default)]
    pub ever: Option<u32>,
    /// Whether only when an instant could be cast (602.5e): not while something is paid or resolves.
    #[serde(default)]
    pub instant: bool,
    /// Whether it is a special action (115) and no activated ability: it does not use the stack.
    #[serde(default)]
    pub special: bool,
    /// Whether only when its card could begin to be cast (115.2f).
    #[serde(default)]
    pub castable: bool,
    /// Whether it turns its permanent face up: only while that is face down. The card can be cast face down
    /// (702.36a).
    #[serde(default)]
    pub face_down: bool,
    /// Only as the game begins, from a hand (103.4b, 103.5).
    #[serde(default)]
    pub opening: Beginning,
    /// Whether only while an effect of the same card lets players do it (`Offer`, 115.2c); then it is a special
    /// action too.
    #[serde(default)]
    pub offered: bool,
}

impl Timing {
    /// Whether it is a special action, which does not use the stack (115.2).
    pub fn is_special(&self) -> bool {
        self.special || self.offered
    }
}

data! {
    /// Whether something can be done only as the game begins.
    #[derive(Copy, Default)]
    pub enum Beginning {
        /// No.
        #[default]
        No,
        /// Whenever its player could take a mulligan (103.4b).
        Mulligan,
        /// From the opening hand: once, after all mulligans (103.5).
        Hand,
    }

    /// What a cost does to objects.
    #[derive(Copy)]
    pub enum CostDeed {
        /// They are sacrificed (701.16).
        Sacrifice,
        /// They are discarded (701.8).
        Discard,
        /// They are exiled (701.11).
        Exile,
        /// They return to their owners' hands.
        Return,
        /// They are revealed (701.15).
        Reveal,
        /// They become tapped (701.20a).
        Tap,
        /// Counters of the kind are removed, from one object as many as the number says.
        Remove(Counter),
        /// They are discarded to cycle them (702.28c).
        Cycle,
        /// They are revealed for so long.
        RevealFor(Showing),
        /// They are sacrificed, chosen as the spell is announced, which costs so much less (702.47, 702.118).
        Offer(Saving),
        /// They become tapped to crew: any number whose power comes to so much at least (702.121a).
        Crew,
        /// Counters of the kind are put, on each object as many as the number says.
        Put(Counter),
        /// They are put on the bottom of their owner's library.
        Bottom,
        /// They are put from the top of their owner's library into the graveyard.
        Mill,
        /// All counters of the kind are removed from one object: the number, which is X, is how many there are.
        RemoveAll(Counter),
        /// They are discarded, chosen at random (701.8b).
        DiscardRandom,
    }

    /// How much less a spell costs by what is sacrificed for it.
    #[derive(Copy)]
    pub enum Saving {
        /// As much generic mana as its converted mana cost.
        Value,
        /// Its mana cost.
        Cost,
    }

    /// For how long a card of a hidden zone is shown.
    #[derive(Copy, Default)]
    pub enum Showing {
        /// Until the effect at work is over (701.15a).
        #[default]
        Effect,
        /// As long as an ability of it waits or is on the stack (702.48b, 702.93b).
        Ability,
        /// Until a step begins that is no upkeep step (702.56b).
        Upkeep,
    }

    /// Something about how a spell was cast, as a number (400.7c).
    #[derive(Copy)]
    pub enum Fact {
        /// How often the cost at this place of `besides` was paid; from 128 on, those that the static abilities of a card
        /// give, as only the meaning of a keyword that is given says.
        Paid(u8),
        /// 1 if the cost at this place of `alternatives` was paid, else 0.
        Instead(u8),
        /// 1 if it was cast from this zone, else 0.
        From(ZoneKind),
        /// How much mana of this colour was spent on it.
        Spent(Color),
        /// Of how many colours mana was spent on it.
        ColorsSpent,
        /// 1 if it was cast at a time at which its controller could not have cast a sorcery, else 0 (307.5a).
        Untimely,
        /// 1 if it was cast during a main phase of its controller, else 0 (505.1).
        OwnMain,
        /// 1 if the condition at this place of `as_cast` held as it was cast, else 0 (601.2i).
        Held(u8),
    }

    /// Who may activate an ability (602.2).
    #[derive(Copy, Default)]
    pub enum By {
        /// The controller of its object.
        #[default]
        Controller,
        /// Any player.
        Anyone,
        /// The opponents of the controller of its object.
        Opponents,
    }
}

impl Fact {
    /// The first place of a cost that was given.
    pub const GIVEN: u8 = 128;
}

impl Number {
    /// Whether X is in it (107.3).
    pub fn has_x(&self) -> bool {
        match self {
            Number::X => true,
            Number::Plus(a, b) | Number::Divided(a, b) | Number::Product(a, b) => a.has_x() || b.has_x(),
            Number::Times(_, inner) | Number::HalfDown(inner) => inner.has_x(),
            Number::N(_)
            | Number::Count(_)
            | Number::Power(_)
            | Number::Toughness(_)
            | Number::ManaValue(_)
            | Number::Life(_)
            | Number::HandSize(_)
            | Number::Counters(..)
            | Number::EventAmount
            | Number::HowOften(_)
            | Number::Activations(_)
            | Number::Resolutions(_)
            | Number::LastAmount
            | Number::Share
            | Number::Kept(_)
            | Number::Given
            | Number::Votes(_)
            | Number::Cast(_)
            | Number::SpellsLastTurn
            | Number::StartingLife
            | Number::CommandCasts(_)
            | Number::AllKept
            | Number::TurnsBegun(_)
            | Number::ClassLevel(_)
            | Number::KeptFor(_)
            | Number::Devotion(..)
            | Number::Most(..)
            | Number::Least(..)
            | Number::Kinds(..)
            | Number::Total(..) => false,
        }
    }
}

impl Cost {
    /// Whether X is in it (107.3).
    pub fn has_x(&self) -> bool {
        match self {
            Cost::Mana(mana) => mana.x > 0,
            Cost::ManaTimes(mana, number) => mana.x > 0 || number.has_x(),
            Cost::Generic(number)
            | Cost::Life(number)
            | Cost::OthersGain(number)
            | Cost::Loyalty(number)
            | Cost::Counters(_, number)
            | Cost::Deed(_, number, _) => number.has_x(),
            Cost::Either(ways) => ways.iter().flatten().any(Cost::has_x),
            Cost::Tap | Cost::Untap | Cost::Behind | Cost::BehindTimes(_) | Cost::OwnMana => false,
            Cost::ManaOf(..) => false,
        }
    }

    /// Whether it asks what the cards are that are discarded for it.
    pub fn asks_for_cards(&self) -> bool {
        match self {
            Cost::Deed(CostDeed::Discard | CostDeed::Cycle, _, Group::Hand(_, filter)) => {
                filter.asks_what_it_is()
            }
            _ => false,
        }
    }

    /// Whether it is paid with mana.
    pub fn is_mana(&self) -> bool {
        matches!(
            self,
            Cost::Mana(_) | Cost::Generic(_) | Cost::ManaTimes(..) | Cost::OwnMana | Cost::ManaOf(..)
        )
    }

    /// It so many times, as one cost.
    pub fn times(&self, number: &Number) -> Cost {
        let product = |own: &Number| Number::Product(Box::new(own.clone()), Box::new(number.clone()));
        match self {
            Cost::Mana(mana) => Cost::ManaTimes(mana.clone(), number.clone()),
            Cost::ManaTimes(mana, own) => Cost::ManaTimes(mana.clone(), product(own)),
            Cost::Generic(own) => Cost::Generic(product(own)),
            Cost::Life(own) => Cost::Life(product(own)),
            Cost::OthersGain(own) => Cost::OthersGain(product(own)),
            Cost::Counters(kind, own) => Cost::Counters(*kind, product(own)),
            Cost::Deed(deed, own, group) => Cost::Deed(*deed, product(own), group.clone()),
            Cost::Tap
            | Cost::Untap
            | Cost::OwnMana
            | Cost::ManaOf(..)
            | Cost::Loyalty(_)
            | Cost::Either(_)
            | Cost::Behind
            | Cost::BehindTimes(_) => self.clone(),
        }
    }

    /// Whether it, or one of the costs that it chooses from, is such a one.
    pub fn any(&self, such: &impl Fn(&Cost) -> bool) -> bool {
        such(self) || matches!(self, Cost::Either(ways) if ways.iter().flatten().any(|cost| cost.any(such)))
    }
}

/// All mana in a list of costs, as it is written.
pub fn total_mana<'c>(costs: impl IntoIterator<Item = &'c Cost>) -> ManaCost {
    let mut total = ManaCost::default();
    for cost in costs {
        if let Cost::Mana(mana) = cost {
            total.add(mana);
        }
    }
    total
}

/// How things are compared with X (107.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Compared {
    /// They are not.
    Not,
    /// They may have no more: whatever fits one number fits each greater one.
    Bound,
    /// Otherwise: what fits one number need not fit another.
    Exactly,
}

impl Filter {
    /// How it compares things with X.
    pub fn compares_x(&self) -> Compared {
        match self {
            Filter::Compare(_, than, number) if number.has_x() => match than {
                Than::AtMost | Than::Below => Compared::Bound,
                Than::Exactly | Than::AtLeast | Than::Above | Than::MultipleOf => Compared::Exactly,
            },
            Filter::All(all) | Filter::Either(all) => {
                all.iter().map(Filter::compares_x).max().unwrap_or(Compared::Not)
            }
            Filter::Not(inner) => match inner.compares_x() {
                Compared::Not => Compared::Not,
                Compared::Bound | Compared::Exactly => Compared::Exactly,
            },
            _ => Compared::Not,
        }
    }
}

impl Target {
    /// How what is targeted is compared with X.
    pub fn compares_x(&self) -> Compared {
        match self {
            Target::Permanent(filter)
            | Target::Creature(filter)
            | Target::Spell(filter)
            | Target::Ability(filter)
            | Target::GraveyardCard(filter) => filter.compares_x(),
            Target::OneOf(all) => all.iter().map(Target::compares_x).max().unwrap_or(Compared::Not),
            other => other.inner().map_or(Compared::Not, Target::compares_x),
        }
    }
}

impl Cost {
    /// How what is paid with is compared with X.
    pub fn compares_x(&self) -> Compared {
        match self {
            Cost::Deed(_, _, Group::All(filter) | Group::Hand(_, filter) | Group::Graveyard(_, filter)) => {
                filter.compares_x()
            }
            _ => Compared::Not,
        }
    }
}
