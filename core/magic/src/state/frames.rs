//! What is going on: every half-done action as data.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::script::Cursor;
use duelog_kernel::{ObjectId, Seat, data, frames};

use super::{CodeRef, Context, EffectKey, EventBatch, Value};
use crate::language::mana::ManaCost;

frames! {
    /// Something that is going on.
    pub enum Frame {
        /// The start of the game (103).
        Opening(Opening) = "the start of the game",
        /// The turn goes on (500).
        Turn = "the turn",
        /// A player is about to get priority (116.5).
        Priority = "priority",
        /// A spell is being cast or an ability activated (601.2, 602.2).
        Casting(Casting) = "putting a spell or ability on the stack",
        /// A triggered ability is being put on the stack (603.3).
        Placing(Placing) = "putting a triggered ability on the stack",
        /// The top of the stack resolves (608).
        Resolving {
            /// Which it is.
            object: ObjectId,
            /// Whether its instructions have been followed.
            done: bool,
        } = "resolving",
        /// A script runs.
        Running(Running) = "following instructions",
        /// Events are about to happen (614, 615, 616).
        EventBatch(EventBatch) = "replacing events",
        /// A player picks objects for an action.
        Picking(Picking) = "a choice",
        /// A player may choose new targets for a spell or ability (114.7d).
        Retargeting(Retargeting) = "choosing new targets",
        /// A player pays for the script below (117.12).
        Paying(Paying) = "a payment",
        /// Players look at the top of libraries and put cards elsewhere (701.17, 701.21, 701.22, 701.41).
        Sifting(Sifting) = "looking at the top of a library",
        /// A player proliferates (701.26).
        Proliferating(Proliferating) = "proliferating",
        /// Players vote (701.31).
        Voting(Voting) = "a vote",
        /// Attackers or blockers are declared in more than one step (508.1, 509.1).
        Declaring(Declaring) = "a declaration",
        /// A player chooses anew what a creature attacks (508.7).
        Redirecting {
            /// Who chooses.
            seat: Seat,
            /// The creature.
            attacker: ObjectId,
        } = "choosing what a creature attacks",
        /// An effect makes a creature block (509.6).
        MakingBlock {
            /// The creature.
            blocker: ObjectId,
            /// What it blocks.
            attacker: ObjectId,
            /// Its place among those that block the same, once it is chosen.
            place: Option<u8>,
        } = "making a creature block",
        /// A player divides damage as an effect deals it.
        Dividing(Dividing) = "dividing damage",
    }
}

data! {
    /// How far the start of the game has come (103).
    pub enum Opening {
        /// Decks are to be shuffled (103.1).
        Shuffle,
        /// The player chosen at random says who goes first (103.2).
        First(Seat),
        /// Opening hands and mulligans; seats that have said so far that they take one (103.4).
        Mulligans(Vec<Seat>),
        /// The player may look at the top card and put it on the bottom (103.4).
        Scry(Seat),
        /// A game begins anew, and this player takes the first turn (718.1a).
        Again(Seat),
        /// A subgame begins (719.2).
        Subgame,
        /// A subgame is over (719.5): who won it, and what was brought into it from the game that goes on.
        Over(Option<Seat>, Vec<ObjectId>),
        /// The player does what cards of the opening hand allow, which has been done with these (103.5).
        Hand(Seat, Vec<ObjectId>),
    }

    /// How far a spell or ability has come on its way to the stack (601.2).
    pub struct Casting {
        /// The object on the stack.
        pub object: ObjectId,
        /// Who casts or activates.
        pub seat: Seat,
        /// What is to be done next.
        pub stage: CastingStage,
        /// The mana still to be paid, once determined (601.2f).
        pub mana: ManaCost,
        /// The life to be paid for mana symbols (107.4f).
        pub life: u32,
        /// How it is cast or activated.
        pub way: CastMethod,
        /// The player who helps to pay (702.131a).
        pub helper: Option<Seat>,
        /// The effect by whose leave it is done, if it is a special action that an effect allows (115.2c).
        pub offer: Option<u32>,
        /// Whether it has been paid for with a card of which nobody knows that it is what the cost asks for (701.8c).
        pub void: bool,
    }

    /// How far a declaration of attackers or blockers has come (508.1, 509.1).
    pub struct Declaring {
        /// Who declares.
        pub seat: Seat,
        /// What has been chosen.
        pub declared: super::Declared,
        /// What is to be done next.
        pub stage: DeclaringStage,
        /// What of the total cost is not mana.
        pub dues: Vec<super::Due>,
    }

    /// A stage of a declaration.
    #[derive(Copy)]
    pub enum DeclaringStage {
        /// Forming bands: those of the kind at this place (508.1e).
        Bands(u8),
        /// Tapping attackers and determining the total cost (508.1f, 508.1h, 509.1d).
        Total,
        /// All is done (508.1k, 509.1g).
        Done,
    }

    /// How far a player has come who pays for something while it resolves (117.12).
    pub struct Paying {
        /// Who pays.
        pub seat: Seat,
        /// What is to be done next.
        pub stage: PayingStage,
        /// The mana still to be paid.
        pub mana: ManaCost,
        /// Whether it is paid for a mana ability, whose script stands below (605.3a).
        pub mana_ability: bool,
        /// Whether it has been paid with a card of which nobody knows that it is what the cost asks for (701.8c).
        pub void: bool,
        /// Whether the board was kept before it, as it could turn out illegal so.
        pub kept: bool,
    }

    /// A stage of paying while something resolves, in the order of 601.2g-h.
    #[derive(Copy)]
    pub enum PayingStage {
        /// Activating mana abilities.
        Mana,
        /// Paying mana.
        Spend,
        /// Paying the other costs, by place.
        Others(u8),
    }

    /// How a spell is cast or an ability activated.
    #[derive(Copy)]
    pub enum CastMethod {
        /// By a player who has priority, for its cost.
        Priority,
        /// By a player who has priority, for the alternative cost at this place (117.9).
        Alternative(u8),
        /// While something resolves, without paying its mana cost (608.2f, 117.9).
        Free,
        /// By a player who has priority, for what the effect at this place of its permits says in place of its
        /// mana cost (117.9).
        Effect(u8),
    }

    /// A stage of 601.2.
    #[derive(Copy)]
    pub enum CastingStage {
        /// Choosing modes (601.2b).
        Modes,
        /// Choosing between the mana cost and an alternative cost (601.2b).
        Cost,
        /// Choosing how often the cost at this place that may be paid besides is paid (601.2b).
        Besides(u8),
        /// Choosing which of several costs is paid (601.2b).
        Either,
        /// Choosing X (601.2b).
        X,
        /// Choosing how hybrid symbols are paid (601.2b).
        Hybrid,
        /// Choosing targets for the group (601.2c).
        Targets(u8),
        /// Dividing (601.2d).
        Divide,
        /// Checking that it is legal, and determining the total cost (601.2e-f).
        Total,
        /// Activating mana abilities (601.2g).
        Mana,
        /// Paying mana (601.2h).
        Pay,
        /// Paying the other costs, by place (601.2h).
        Others(u8),
        /// All is done (601.2i).
        Done,
        /// Choosing the permanent that is sacrificed for it (702.47b, 702.118b).
        Offer,
        /// Choosing a card to be spliced onto it (702.46b).
        Splice,
        /// Choosing which half of a hybrid symbol it costs less (117.7e).
        Saving,
        /// Choosing who helps to pay (702.131a).
        Helper,
        /// The helper activates mana abilities.
        HelperMana,
        /// The helper says how much generic mana to pay.
        HelperPay,
        /// The helper pays so much mana.
        HelperSpend(u16),
    }

    /// A triggered ability on its way to the stack (603.3d).
    pub struct Placing {
        /// The object on the stack.
        pub object: ObjectId,
        /// Whether the modes have been chosen.
        pub moded: bool,
        /// The target group to be chosen next.
        pub group: u8,
    }

    /// A running script.
    pub struct Running {
        /// Which script.
        pub code: CodeRef,
        /// Where it stands.
        pub cursor: Cursor<Value>,
        /// What it knows.
        pub context: Context,
        /// What it waits for.
        pub wait: Awaited,
        /// The replacement effects in whose stead it happens (614.5).
        pub lineage: Vec<EffectKey>,
        /// What the last action came to.
        pub amount: u32,
        /// What the last action made or moved.
        pub last: Vec<Value>,
        /// The groups that it keeps.
        pub noted: Vec<Vec<Value>>,
        /// The name chosen last (201.3).
        pub named: Option<String>,
        /// Whether it has added mana to a pool (106.11a).
        pub gave_mana: bool,
        /// Of which types, as bits, where something asks for it.
        pub gave: u8,
        /// The mana symbols that are still to be added, of a mana cost (106.8).
        pub symbols: ManaCost,
        /// The effect by which players may end what it begins from here on (115.2c).
        pub offers: Option<u32>,
        /// The effect by whose leave it is done (115.2c).
        pub taken: Option<u32>,
        /// Who decides in place of whom who has left the game (800.4f).
        pub deputies: Vec<(Seat, Seat)>,
        /// The opponent whom its player has chosen, of several.
        pub opponent: Option<Seat>,
        /// Who does it too, one after the other, the next last (901.12c).
        pub heads: Vec<Seat>,
        /// True if another player of the team has done it before.
        pub again: bool,
    }

    /// What a running script waits for.
    #[derive(Copy)]
    pub enum Awaited {
        /// Nothing: it goes on.
        Nothing,
        /// A yes or no.
        May(Seat),
        /// One of so many parts.
        Choose(Seat, u8),
        /// A colour of mana, of which so much is added, among these as bits.
        Color(Seat, u32, u8),
        /// A colour for the object that enters.
        ChosenColor(Seat),
        /// A creature type for the object that enters.
        ChosenSubtype(Seat),
        /// A card name.
        Name(Seat),
        /// The name of a card that has this type.
        NameOf(Seat, crate::language::types::CardType),
        /// Whether costs are paid.
        Pay(Seat),
        /// One of these players, as bits.
        Player(Seat, u8),
        /// How a coin that is flipped is called (705.1).
        Call(Seat),
        /// Which half of a hybrid symbol is mana for the player (106.8).
        Half(Seat),
        /// A mana ability of this object, to be activated.
        ManaOf(Seat, ObjectId),
        /// A basic land type for the object that enters.
        ChosenLandType(Seat),
        /// Which half of this split card is cast (708.3).
        Side(Seat, ObjectId),
        /// A number (107.1c).
        Number(Seat),
        /// In which way this card is played for what it costs.
        Way(Seat, ObjectId),
        /// The name of a card that does not have this type.
        NameBut(Seat, crate::language::types::CardType),
        /// A land type, basic or not.
        ChosenAnyLandType(Seat),
        /// One of the opponents.
        Opponent(Seat),
        /// A kind of counter of this object: one such counter is removed.
        CounterOf(Seat, ObjectId),
    }

    /// A spell or ability for which a player may choose new targets (114.7d).
    pub struct Retargeting {
        /// Who chooses.
        pub seat: Seat,
        /// The spell or ability on the stack.
        pub object: ObjectId,
        /// The new targets of the groups chosen so far.
        pub chosen: Vec<Vec<Value>>,
        /// How many of the targets are changed.
        pub how: crate::language::definition::Changing,
        /// Only to this, if it is said.
        pub to: Option<Value>,
        /// Only to these, if it is said.
        pub among: Option<Vec<Value>>,
    }

    /// A player picks objects for an action.
    pub struct Picking {
        /// Who picks.
        pub seat: Seat,
        /// What for.
        pub purpose: PickPurpose,
        /// What can be picked, ascending.
        pub options: Vec<ObjectId>,
        /// How many at least.
        pub min: u32,
        /// How many at most.
        pub max: u32,
        /// What the action came to so far; simultaneous choices of several players are collected before any
        /// is carried out (101.4).
        pub collected: Vec<ObjectId>,
        /// Who picks after this player, with what can be picked and how many.
        pub after: Vec<(Seat, Vec<ObjectId>, u32)>,
    }

    /// What objects are picked for.
    #[derive(Copy)]
    pub enum PickPurpose {
        /// To be discarded by an effect or a cost (701.8).
        Discard,
        /// To be discarded by the player in whose hand they are, as another player chooses.
        DiscardChosen,
        /// To be discarded down to the maximum hand size (514.1).
        HandSize,
        /// To be sacrificed by an effect (701.16).
        Sacrifice,
        /// To pay a cost, and how many counters each of them loses.
        Cost(crate::language::definition::CostDeed, u32),
        /// To be kept under the legend rule (704.5j).
        Legend,
        /// To be found in a library and put there (701.18); shown or not; the library is then shuffled.
        Search(SearchTo),
        /// To be put on the bottom of the library when scrying (701.17).
        ScryBottom,
        /// To be what an effect is about, chosen while it resolves (608.2d).
        Choice,
        /// To be the source of damage that an effect is about (609.7a).
        Source,
        /// To move together with the object that enters (614.13).
        Entering(crate::language::definition::Taking),
        /// To be put back on top when scrying, the first on top (701.17).
        ScryTop,
        /// To be put back on top of the library, the first on top.
        Arrange,
        /// To be put on the bottom of the library, the last at the very bottom.
        Bottom,
        /// To move to the top of the library, the first on top (401.4).
        MoveTop,
        /// To move to the bottom of the library, the last at the very bottom (401.4).
        MoveBottom,
        /// To get so many +1/+1 counters by bolstering (701.32).
        Bolster(u32),
        /// The token of which a copy is created by populating (701.29).
        Populate,
        /// The card revealed by exploring, to be put into the graveyard (701.39).
        Explore,
        /// The attackers to be exerted (701.38).
        Exert,
        /// To be found by several players at once and put there (701.18h); who searches, as bits.
        SearchTogether(crate::language::definition::Destination, u8),
        /// To be the targets of copies of this spell or ability, in their order; whether only one is (706.10d,
        /// 706.10e).
        Copies(ObjectId, bool),
        /// To stay tapped in the untap step (502.2).
        StayTapped,
    }

    /// Players look at the top of libraries at once, and say in turn what goes where (701.17c, 701.22c).
    pub struct Sifting {
        /// What they do.
        pub kind: Sift,
        /// What each of them says.
        pub shares: Vec<Sifted>,
        /// Who is being asked, by place.
        pub at: u8,
        /// Whether it is about the order of what stays on top.
        pub ordering: bool,
    }

    /// A player divides damage as an effect deals it.
    pub struct Dividing {
        /// Who divides.
        pub seat: Seat,
        /// What deals it.
        pub source: ObjectId,
        /// How much.
        pub total: u32,
        /// Among what, ascending.
        pub among: Vec<Value>,
    }

    /// What is done with the top of a library.
    #[derive(Copy)]
    pub enum Sift {
        /// Scrying (701.17).
        Scry,
        /// Surveilling (701.41).
        Surveil,
        /// Fatesealing (701.21).
        Fateseal,
        /// Clashing (701.22).
        Clash,
    }

    /// The cards at which a player looks, and what becomes of them.
    pub struct Sifted {
        /// Who says it.
        pub seat: Seat,
        /// Whose library it is.
        pub library: Seat,
        /// The cards, the top one first.
        pub cards: Vec<ObjectId>,
        /// Those that do not stay on top, in the order said.
        pub away: Vec<ObjectId>,
        /// Those that do, the first on top.
        pub rest: Vec<ObjectId>,
    }

    /// A player proliferates (701.26).
    pub struct Proliferating {
        /// Who does.
        pub seat: Seat,
        /// What was chosen, once it is.
        pub chosen: Option<Vec<Value>>,
        /// Which kind of counter each gets that has been decided; poison counters have none.
        pub kinds: Vec<Option<crate::language::definition::Counter>>,
    }

    /// Players vote (701.31).
    pub struct Voting {
        /// Who is still to vote, the next first; who votes more than once stands there as often.
        pub voters: Vec<Seat>,
        /// The words that can be voted for.
        pub words: Vec<String>,
        /// The objects that can be voted for.
        pub objects: Vec<ObjectId>,
        /// The votes so far.
        pub votes: Vec<Value>,
        /// The source of the effect.
        pub source: ObjectId,
    }

    /// Where a found card goes.
    #[derive(Copy)]
    pub struct SearchTo {
        /// Where; nowhere else when none.
        pub to: Option<crate::language::definition::Destination>,
        /// Whose library it is.
        pub whose: Seat,
        /// Whether it is shown.
        pub reveal: bool,
        /// All of them have different names.
        pub different: bool,
        /// Any two of them share this.
        pub alike: Option<crate::language::definition::Trait>,
    }
}

impl Picking {
    /// A pick of objects by one player.
    pub fn new(seat: Seat, purpose: PickPurpose, mut options: Vec<ObjectId>, min: u32, max: u32) -> Picking {
        options.sort();
        Picking { seat, purpose, options, min, max, collected: Vec::new(), after: Vec::new() }
    }
}

impl Running {
    /// A script about to run.
    pub fn new(code: CodeRef, context: Context) -> Running {
        Running {
            code,
            cursor: Default::default(),
            context,
            wait: Awaited::Nothing,
            lineage: Vec::new(),
            amount: 0,
            last: Vec::new(),
            noted: Vec::new(),
            named: None,
            gave_mana: false,
            gave: 0,
            symbols: ManaCost::default(),
            offers: None,
            taken: None,
            deputies: Vec::new(),
            opponent: None,
            heads: Vec::new(),
            again: false,
        }
    }
}
