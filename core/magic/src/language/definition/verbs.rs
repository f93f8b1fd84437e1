//! What a definition does: verbs.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// How permanents are destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Destruction {
    /// They can be regenerated.
    #[default]
    Plain,
    /// They cannot (701.14c).
    ForGood,
}

impl Destruction {
    /// Returns whether they can be regenerated.
    pub fn is_plain(&self) -> bool {
        *self == Destruction::Plain
    }
}

/// Behind which turn an extra turn comes (500.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Behind {
    /// The turn at hand.
    #[default]
    This,
    /// The next turn of the player who takes it.
    Next,
}

impl Behind {
    /// Returns whether it comes behind the turn at hand.
    pub fn is_this(&self) -> bool {
        *self == Behind::This
    }
}

/// Something that a spell or ability does (701 and the game's basic actions).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Verb {
    /// Deals damage (119); from the source of the effect unless another is named.
    Damage {
        /// How much to each.
        amount: Number,
        /// To whom.
        to: Group,
        /// From what; the source of the effect when absent.
        #[serde(default)]
        from: Option<Ref>,
        /// Whether it cannot be prevented (615.12).
        #[serde(default)]
        certain: bool,
        /// So much to others from the same source, at the same time (119.2b).
        #[serde(default)]
        also: Vec<(Number, Group)>,
    },
    /// Destroys (701.7).
    Destroy(Group, #[serde(default, skip_serializing_if = "Destruction::is_plain")] Destruction),
    /// Puts cards somewhere.
    Move(Group, Destination),
    /// Each of the players sacrifices so many permanents that match; all choose, then everything goes at once
    /// (701.16, 101.4).
    Sacrifice(Group, Number, Filter),
    /// The effect's player sacrifices those of the objects that the player controls (701.16a).
    SacrificeThese(Group),
    /// Counters spells (701.5).
    Counter(Group),
    /// Players draw cards (120).
    Draw(Group, Number),
    /// Players discard cards of their choice (701.8).
    Discard(Group, Number),
    /// Players discard cards at random (701.8b).
    DiscardAtRandom(Group, Number),
    /// Players gain life (118.3).
    GainLife(Group, Number),
    /// Players lose life (118.3).
    LoseLife(Group, Number),
    /// Players' life totals become the number (118.5).
    SetLife(Group, Number),
    /// A player makes tokens (110.5).
    Create(Ref, Number, String),
    /// A player gets so much mana of one type (106.4).
    AddMana(Ref, Mana, Number),
    /// Puts counters on objects; players get them (121).
    PutCounters(Counter, Number, Group),
    /// Removes counters.
    RemoveCounters(Counter, Number, Group),
    /// Taps (701.20a).
    Tap(Group),
    /// Untaps (701.20b).
    Untap(Group),
    /// Objects change for a while (611.2).
    Modify(Group, Vec<Change<Written>>, Until),
    /// The triggered ability at this place of the same card triggers (603.12); its event is the last action.
    Trigger(u8),
    /// These return to where they were as soon as the source has left the battlefield (610.3): to the battlefield
    /// under their owners' control, or to their owners' hands.
    ReturnWhenGone(Group, #[serde(default = "field", skip_serializing_if = "is_field")] Destination),
    /// Puts cards onto the battlefield in a state of their own.
    Put {
        /// Which.
        what: Group,
        /// True if tapped.
        #[serde(default)]
        tapped: bool,
        /// Under whose control; that of the player whose effect it is when absent. In it `It` is the card.
        #[serde(default)]
        under: Option<Ref>,
        /// With which counters.
        #[serde(default)]
        with: Option<(Counter, Number)>,
        /// What they are there from the beginning (611.2e).
        #[serde(default)]
        changes: Vec<Change<Written>>,
        /// Attacking or blocking (508.4, 509.7).
        #[serde(default)]
        fights: Option<Fighting>,
        /// Attached to this.
        #[serde(default)]
        attached: Option<Ref>,
        /// Whether with their back faces up (711.8).
        #[serde(default)]
        transformed: bool,
        /// True if face down (707.2a).
        #[serde(default)]
        face_down: bool,
    },
    /// These do not untap in the next untap step of the player, or of their controllers where none is named
    /// (502.2).
    StayTapped(Group, Option<Ref>),
    /// Whatever is in the group in the next untap step of the player does not untap then (502.2, 611.2c).
    MissUntapStep(Group, Ref),
    /// Sets up a shield against damage (615.7, 614.9).
    Shield(Shield),
    /// The player chooses a source of damage that matches (609.7a).
    ChooseSource(Ref, Filter),
    /// The player's next step, phase or turn of this kind is skipped (614.10).
    Skip(Group, TurnPart),
    /// As an object enters: it enters tapped.
    EnterTapped,
    /// As an object enters: it enters with counters.
    EnterWith(Counter, Number),
    /// The player chooses a word (201.3, 105.4); as an object enters, it is the object's chosen one (607.2d).
    ChooseWord(Ref, Trait),
    /// As an object enters: the player may move any number of what matches, from the least to the greatest
    /// number; those go at the same time as it enters (614.13).
    EnterMoving {
        /// Among what.
        among: Group,
        /// How many at least.
        least: u32,
        /// How many at most; any number when absent.
        #[serde(default)]
        most: Option<u32>,
        /// What becomes of them.
        how: Taking,
    },
    /// The player chooses objects, which are then the last ones; nobody is told whom it is about before it
    /// resolves (608.2d).
    Choose {
        /// Who chooses.
        who: Ref,
        /// Among what.
        among: Group,
        /// How many at least.
        least: u32,
        /// How many at most.
        most: u32,
    },
    /// As an object enters: it enters as a copy of something, except for these changes (706.5, 706.9).
    EnterCopy(Ref, Vec<Change<Written>>),
    /// Permanents become copies (706.4).
    BecomeCopy {
        /// Which.
        what: Group,
        /// Of what.
        of: Ref,
        /// Except for this (706.9).
        #[serde(default)]
        except: Vec<Change<Written>>,
        /// How long.
        until: Until,
    },
    /// A player makes tokens that are copies (706.9).
    CreateCopy {
        /// Who.
        who: Ref,
        /// How many.
        number: Number,
        /// Of what.
        of: Ref,
        /// Except for this (706.9).
        #[serde(default)]
        except: Vec<Change<Written>>,
        /// True if tapped.
        #[serde(default)]
        tapped: bool,
        /// How they come into combat (508.4, 509.7).
        #[serde(default)]
        fights: Option<Fighting>,
    },
    /// The next time it would be destroyed, it is regenerated instead (701.14).
    Regenerate(Group),
    /// The player searches a library for up to so many cards that match, puts them somewhere, and the library
    /// is shuffled (701.18).
    Search {
        /// Who searches.
        who: Ref,
        /// Whose library; the own one when absent.
        #[serde(default)]
        whose: Option<Ref>,
        /// What may be found.
        filter: Filter,
        /// How many at most.
        count: u32,
        /// At most this number as well.
        #[serde(default)]
        most: Option<Number>,
        /// Where they go; when absent they stay where they are, as `Last`, and nothing is shuffled.
        #[serde(default)]
        to: Option<Destination>,
        /// Whether they are shown.
        #[serde(default)]
        reveal: bool,
        /// All of them have different ones of this.
        #[serde(default)]
        different: Option<Trait>,
        /// Any two of them share this.
        #[serde(default)]
        alike: Option<Trait>,
    },
    /// A player shuffles the own library (701.19).
    Shuffle(Ref),
    /// A player puts the top cards of the own library into the graveyard.
    Mill(Group, Number),
    /// A player scries (701.17).
    Scry(Ref, Number),
    /// Looks at cards, which are `Last` (701.15).
    Look {
        /// Whose.
        whose: Group,
        /// In which zone: the library, from its top, or the hand.
        #[serde(default = "library")]
        zone: ZoneKind,
        /// So many from the top; all when absent. In the number `It` is the player.
        #[serde(default)]
        number: Option<Number>,
        /// From the top until one matches; only that one is `Last`.
        #[serde(default)]
        until: Option<Filter>,
        /// Whether all players see them, and not only the player whose effect it is.
        #[serde(default)]
        reveal: bool,
        /// With `until`: whether all that were looked at are `Last`, also where none matches; the one that matches stands
        /// behind the others.
        #[serde(default)]
        whole: bool,
    },
    /// A player chooses so many cards that match from another's hand, who discards them.
    DiscardChosen(Ref, Ref, Number, Filter),
    /// A player chooses the name of a card that has this type as printed (201.3a), of those that the match
    /// can use.
    NameCardOf(Ref, CardType),
    /// Keeps the group, to be read back by its place: the first `Note` of a script is 0.
    Note(Group),
    /// Links objects to the source: they are what its linked abilities speak of (607.2a, 607.2c).
    Link(Group),
    /// Copies spells or abilities (706.10) for a player, who may choose new targets if that is so.
    CopySpell {
        /// Which.
        what: Group,
        /// Whose the copies are.
        by: Ref,
        /// Whether new targets may be chosen (706.10c).
        retarget: bool,
        /// The keyword ability that the copies do not have.
        #[serde(default)]
        without: Option<String>,
        /// A copy for each of these that it could target, which targets that and nothing else (706.10d).
        #[serde(default)]
        at: Option<Group>,
        /// Whether only for one of these, which the player chooses (706.10e).
        #[serde(default)]
        one: bool,
    },
    /// A player may choose new targets for spells or abilities (114.7d).
    Retarget(Ref, Group),
    /// A player plays a card without paying its mana cost (117.9), the effect's player where nobody is named. The last
    /// amount is 1 if the card was played, else 0.
    PlayFree(Ref, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Ref>),
    /// Players lose the game (104.3e).
    LoseTheGame(Group),
    /// A player wins the game (104.2b).
    WinTheGame(Ref),
    /// A player exiles cards from the top of the own library until one matches, that one too; all are `Last`.
    ExileUntil(Ref, Filter),
    /// As often as these would leave the battlefield, they go there instead (614.1a).
    LeaveTo(Group, Destination),
    /// The effect's player casts a card for one of its own alternative costs. The last amount is 1 if it was cast,
    /// else 0.
    CastFor(Ref, Fact),
    /// As an object enters: it is so changed for as long as it is there (611.2e).
    EnterAs(Vec<Change<Written>>),
    /// Permanents become renowned (702.111b).
    MakeRenowned(Group),
    /// A keyword action (701).
    Action(Action),
    /// A player chooses one of the players, who is then the last one.
    ChoosePlayer(Ref, Group),
    /// So many of a group are chosen at random, and are then the last ones.
    ChooseAtRandom(Group, Number),
    /// The player flips a coin and calls it (705.1): the last amount is 1 if the flip is won, else 0.
    FlipCoin(Ref),
    /// The player flips a coin (705.2): the last amount is 1 for heads, else 0.
    TossCoin(Ref),
    /// As an object enters: this word is chosen for it (607.2e, 614.12b).
    Anchor(String),
    /// A player gets an emblem (113).
    Emblem(Ref, String),
    /// A player changes the targets of spells (114.7a-c).
    ChangeTargets {
        /// Who chooses.
        who: Ref,
        /// Of which.
        what: Group,
        /// How many of them.
        how: Changing,
        /// Only to this; to any when absent.
        #[serde(default)]
        to: Option<Ref>,
        /// Only to permanents that match.
        #[serde(default)]
        among: Option<Filter>,
    },
    /// The game is a draw (104.4c).
    DrawTheGame,
    /// Moves counters from one object to another (121.5).
    MoveCounters {
        /// Which.
        kind: Counter,
        /// How many.
        number: Number,
        /// From where.
        from: Ref,
        /// To where.
        to: Ref,
    },
    /// Each of the players takes an extra turn after this one (500.7).
    ExtraTurn(Group, #[serde(default, skip_serializing_if = "Behind::is_this")] Behind),
    /// These phases follow this phase, or these steps this step, before the turn goes on (500.8, 500.9).
    Additional {
        /// Which, in their order.
        parts: Vec<TurnPart>,
        /// Only where it is one of these now; whatever it is when empty.
        #[serde(default)]
        after: Vec<TurnPart>,
    },
    /// These attack and block no more, and are attacked no more (506.4).
    RemoveFromCombat(Group),
    /// A player makes tokens that enter attacking or blocking (508.4, 509.7).
    CreateFighting {
        /// Who.
        who: Ref,
        /// How many.
        number: Number,
        /// Which.
        token: String,
        /// True if tapped.
        #[serde(default)]
        tapped: bool,
        /// What they do.
        fights: Fighting,
    },
    /// Transforms (701.27).
    Transform(Group),
    /// Flips (709).
    Flip(Group),
    /// Players ignore the effect of the source's static ability at this place for so long (115.2d).
    Ignore(Group, u8, Until),
    /// The source is revealed as long as an ability of it waits or is on the stack (702.93b).
    RevealThis,
    /// As an object enters: the number is kept for it.
    EnterKeeping(Number),
    /// As an object enters: this is the object that is chosen for it (607.2d).
    EnterChosen(Ref),
    /// These objects have done something, for abilities that wait for it.
    Performs(Group, Deed),
    /// These attackers become blocked, without a creature that blocks them (509.1h).
    BecomeBlocked(Group),
    /// A player chooses anew what an attacking creature attacks (508.7).
    Redirect(Ref, Ref),
    /// The turn ends (716).
    EndTheTurn,
    /// A player gets a designation (702.130c, 717.1).
    Designate(Ref, Designation),
    /// The effect's player controls these players, each during the next turn that player takes (715.1), or for so long,
    /// beginning at once (715.2).
    ControlPlayers(Group, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Until>),
    /// Two creatures of the effect's player become paired, if neither is (702.94b).
    Pair(Ref, Ref),
    /// A card in exile haunts a creature (702.54b).
    Haunt(Ref, Ref),
    /// All damage is removed from permanents (702.88a).
    RemoveDamage(Group),
    /// The first creature blocks the second, which attacks (509.6).
    MakeBlock(Ref, Ref),
    /// Permanents phase out, and others phase in at the same time (702.25).
    Phase {
        /// What phases out.
        #[serde(default)]
        out: Option<Group>,
        /// What phases in.
        #[serde(default)]
        back: Option<Group>,
    },
    /// Turns permanents face up (707.8).
    TurnUp(Group),
    /// Turns permanents face down (707.2a).
    TurnDown(Group),
    /// Exiles cards face down; whether whoever controls the source, now or later, may look at them (406.3).
    Hide(Group, bool),
    /// The game is restarted (718), and these cards stay in exile; they are the last ones.
    RestartTheGame(Group),
    /// The players play a subgame with their libraries as decks (719); who won it is the last one.
    PlaySubgame,
    /// Reveals cards (701.15).
    Reveal(Group),
    /// Melds two exiled cards that are a pair (701.36).
    Meld(Group),
    /// A player gets mana of which something is said (106.6).
    AddManaFor {
        /// Who.
        who: Ref,
        /// Which.
        mana: Mana,
        /// How much.
        #[serde(default = "one")]
        number: Number,
        /// On what it can be spent; on anything when empty.
        #[serde(default)]
        only: Vec<Spending>,
        /// What follows for a spell on which it is spent.
        #[serde(default)]
        rider: Option<Rider>,
    },
    /// A player gets the mana of the mana cost of an object (106.8-106.10).
    AddCostOf(Ref, Ref),
    /// Another player gets all the unspent mana that a player loses so, the first (106.12).
    TakeMana(Ref, Ref),
    /// The controller of each of these activates a mana ability of it, if that is possible.
    UseMana(Group),
    /// Each of a group deals damage, all at the same time. In the number `It` is the one that deals it.
    DamageBy {
        /// Which.
        by: Group,
        /// How much.
        amount: Number,
        /// To whom.
        to: Group,
    },
    /// An object deals damage that a player divides among any number of a group as it resolves.
    DamageDivided {
        /// Who divides.
        who: Ref,
        /// What deals it.
        from: Ref,
        /// How much in all.
        amount: Number,
        /// Among what.
        among: Group,
    },
    /// The source, a Class, reaches this level (303.6).
    ReachLevel(u8),
    /// A player makes a token that is attached to this, if it can be.
    CreateAttached(Ref, String, Ref),
    /// The effect's player copies cards where they are; the copies can be cast (706.12).
    CopyCard(Group),
    /// A card in exile is encoded on a creature (702.98b).
    Encode(Ref, Ref),
    /// A discarded card that was exiled and not cast goes into its owner's graveyard (702.34a).
    NotCast(Ref),
    /// These are exiled until the source leaves the battlefield (610.3).
    ExileUntilGone(Group),
    /// A player chooses a number, which is then the last amount (107.1c).
    ChooseNumber(Ref),
    /// Attaches the first to the second (701.3).
    Attach(Ref, Ref),
    /// The effect's player controls these players while this spell resolves (715.2).
    ControlAsResolves(Group, Ref),
    /// A player plays a card from the own hand for what it costs, if that is possible, at whatever time (608.2f,
    /// 715.7). The last amount is 1 if it was played, else 0; the spell or the land is then the last object.
    Play {
        /// Who.
        who: Ref,
        /// Which card.
        card: Ref,
        /// The only permanents whose mana abilities the player may activate for it, and only where all of their
        /// mana is spent on it; any when absent.
        #[serde(default)]
        mana: Option<Filter>,
    },
    /// These players may do what the `offered` ability at this place of the same card says, for so long: a special
    /// action (115.2c). What the script begins afterwards, effects that last and delayed abilities, is what it can
    /// end.
    Offer(Group, u8, Until),
    /// A player makes tokens of a size that is settled as they are made (110.5b), or tapped ones.
    CreateWith {
        /// Who.
        who: Ref,
        /// How many.
        number: Number,
        /// Which.
        token: String,
        /// Power and toughness; as the token has them when absent.
        #[serde(default)]
        size: Option<(Number, Number)>,
        /// True if tapped.
        #[serde(default)]
        tapped: bool,
    },
    /// The effect's player looks at these cards (701.15d).
    LookAt(Group),
    /// Cards in exile return to the battlefield under their owners' control right after an opponent of the effect's
    /// player has become the monarch (610.3, 717.1).
    ReturnAtMonarch(Group),
    /// Permanents return to their owners' hands as the effect's player untaps permanents in the next untap step of
    /// that player (502.2).
    ReturnAtUntap(Group),
    /// Players lose all unspent mana (106.4).
    LoseMana(Group),
    /// Counters spells, which go there instead of the graveyard (701.5).
    CounterTo(Group, Destination),
    /// A player chooses the name of a card that does not have this type as printed (201.3a), of those that the match
    /// can use.
    NameCardBut(Ref, CardType),
    /// As an object enters: it goes there instead, and enters nothing (614.1a).
    EnterElsewhere(Destination),
    /// Removes all counters of all kinds.
    RemoveAllCounters(Group),
    /// As often as these would die this turn, they go there instead (614.1a).
    DieTo(Group, Destination),
    /// As often as players would gain life this turn, they gain none instead (614.1a).
    GainNone(Group),
    /// Puts cards into their owners' libraries, with this number of cards above them.
    MoveBelow(Group, Number),
    /// In an `offered` ability: all ends that the effect has begun which let the player do this (115.2c).
    EndOffered,
    /// A player removes one counter of an object, of a kind of the player's choice; the last amount is 1 where one was
    /// removed, else 0 (121.1).
    RemoveOne(Ref, Ref),
    /// The `Begun` replacement effect at this place among the abilities of the same card begins (614.3).
    Replaces {
        /// The place.
        ability: u8,
        /// How long.
        until: Until,
        /// True if it is used up by the next event that it replaces.
        #[serde(default)]
        once: bool,
    },
}

impl Verb {
    /// Whether it adds mana to a pool (106.4, 701.9f).
    pub fn adds_mana(&self) -> bool {
        matches!(
            self,
            Verb::AddMana(..)
                | Verb::AddManaFor { .. }
                | Verb::AddCostOf(..)
                | Verb::Action(Action::Double(_, Doubled::Mana))
        )
    }
}

data! {
    /// How many targets are changed (114.7).
    #[derive(Copy, Default)]
    pub enum Changing {
        /// Any of them, for other legal targets or for those that they are (114.7d).
        #[default]
        Anew,
        /// All of them, or none (114.7a).
        All,
        /// One of them (114.7b).
        One,
        /// Any of them (114.7c).
        Any,
    }
}

/// How creatures that enter the battlefield come into combat (508.4, 509.7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fighting {
    /// Whether they attack.
    #[serde(default)]
    pub attacks: bool,
    /// Whom they attack: the player or planeswalker; whom their controller chooses when absent.
    #[serde(default)]
    pub whom: Option<Ref>,
    /// Whether they attack that player or a planeswalker of that player, as their controller chooses.
    #[serde(default)]
    pub walkers: bool,
    /// The creature that they block.
    #[serde(default)]
    pub blocks: Option<Ref>,
}

fn one() -> Number {
    Number::N(1)
}

/// On what mana can be spent (106.6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Spending {
    /// Casting spells that match.
    Cast(Filter),
    /// Activating abilities of what matches.
    Activate(Filter),
}

/// What follows for a spell on which mana is spent (106.6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// For which spells.
    #[serde(default)]
    pub on: Filter,
    /// How it is changed.
    #[serde(default)]
    pub changes: Vec<Change<Written>>,
    /// The ability of the same card that triggers.
    #[serde(default)]
    pub triggers: Option<u8>,
}

fn field() -> Destination {
    Destination::BattlefieldOwner
}

fn is_field(to: &Destination) -> bool {
    *to == field()
}

fn library() -> ZoneKind {
    ZoneKind::Library
}

/// Which mana an effect adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mana {
    /// One colour.
    Of(Color),
    /// Colourless.
    Colorless,
    /// One colour of the player's choice.
    AnyColor,
    /// The colour that was chosen as the source entered (607.2d).
    ChosenColor,
    /// One colour among those of the permanents that its player controls (106.5).
    ColorOfPermanents,
    /// One colour that a land of an opponent could produce (106.7).
    ColorOfOpposingLands,
    /// One type among those that the permanent produced that was tapped for mana.
    Produced,
    /// One colour among those of the objects that are linked to the source (607.2a).
    ColorOfLinked,
    /// One type that a land of the player could produce (106.7).
    TypeOfLands,
    /// One colour in the colour identity of the player's commanders (903.4).
    ColorOfCommanders,
}
