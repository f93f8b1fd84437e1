//! Mana in pools, with what is known of it beside its type: on what it can be spent and what follows then
//! (106.6), and whether a snow permanent produced it (107.4h).

use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::language::definition::{Change, Deed, Mana, Replacement, Rider, Spending, Until, Verb, Written};
use crate::language::mana::{ManaCost, SNOW, SNOW_MANA};
use crate::language::types::Supertype;
use crate::rules::continuous::lock_in;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::replacement::more;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, Alter, Board, CardId, EffectKey, EventContext, Frame, LastingKind, Mark, Marked, Object,
    OnStack, Proposal, StackKind, Waiting,
};
use crate::{cite, rule};

/// What mana is spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Casting this card or spell.
    Spell(ObjectId),
    /// Activating an ability of this object.
    Ability(ObjectId),
    /// Anything else.
    Else,
}

/// The part of a cost that a mana pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Mana of this type.
    Typed(u8),
    /// Mana that a snow permanent produced.
    Snow,
    /// Any mana.
    Generic,
}

/// Mana in a pool that is alike.
#[derive(Clone, Copy)]
struct ManaKind {
    mana: Marked,
    /// Whether it is kept apart from mana of its type of which nothing else is known.
    marked: bool,
}

impl Purpose {
    /// For what the mana is paid that is spent while a spell is cast or an ability is activated.
    pub fn of(object: &Object, stack: &OnStack) -> Purpose {
        Purpose::for_kind(object.id, stack.kind)
    }

    /// The same, of an object that is to become a spell, or whose ability it is.
    pub fn for_kind(id: ObjectId, kind: StackKind) -> Purpose {
        match kind {
            StackKind::Spell => Purpose::Spell(id),
            StackKind::Activated(source, _)
            | StackKind::Triggered(source, _)
            | StackKind::Delayed(source, ..) => Purpose::Ability(source),
        }
    }
}

impl ManaKind {
    fn fits(&self, part: Part) -> bool {
        match part {
            Part::Typed(symbol) => self.mana.symbol == symbol,
            Part::Snow => self.mana.snow,
            Part::Generic => true,
        }
    }

    fn bits(&self) -> u8 {
        1 << self.mana.symbol | if self.mana.snow { SNOW } else { 0 }
    }

    /// How choices name it: by its type, snow mana apart, and where something is said of it by what gave it.
    fn item(&self) -> Item {
        match self.mana.mark {
            Some(mark) => {
                let place = mark.code.as_ability().place;
                Item::Ability(mark.source, place.mana(self.mana.symbol).number())
            }
            None => Item::Symbol(self.mana.symbol | if self.mana.snow { SNOW_MANA } else { 0 }),
        }
    }
}

impl Part {
    /// The parts of a cost, and how much each of them is.
    pub fn all(mana: &ManaCost) -> impl Iterator<Item = (Part, u32)> + use<> {
        let typed = (0u8..6).zip(mana.typed).map(|(symbol, need)| (Part::Typed(symbol), u32::from(need)));
        let rest = [(Part::Snow, u32::from(mana.snow)), (Part::Generic, u32::from(mana.generic))];
        typed.chain(rest).filter(|(_, need)| *need > 0)
    }

    /// Whether mana of these types, as bits, pays it.
    pub fn takes(self, types: u8) -> bool {
        match self {
            Part::Typed(symbol) => types & 1 << symbol != 0,
            Part::Snow => types & SNOW != 0,
            Part::Generic => types != 0,
        }
    }

    /// A cost of which one mana of this part is paid.
    fn off(self, mana: &ManaCost) -> ManaCost {
        let mut left = mana.clone();
        match self {
            Part::Typed(symbol) => {
                let typed = &mut left.typed[usize::from(symbol)];
                *typed = typed.saturating_sub(1);
            }
            Part::Snow => left.snow = left.snow.saturating_sub(1),
            Part::Generic => left.generic = left.generic.saturating_sub(1),
        }
        left
    }
}

/// Whether these pay a cost, one of the kind at a place left out.
fn payable_without(kinds: &[ManaKind], mana: &ManaCost, without: Option<usize>) -> bool {
    let mut pool = [0; 6];
    let mut units = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let amount = kind.mana.amount - u16::from(without == Some(at));
        if kind.marked {
            units.extend(std::iter::repeat_n(kind.bits(), usize::from(amount)));
        } else {
            pool[usize::from(kind.mana.symbol)] += amount;
        }
    }
    mana.payable(&pool, &units)
}

/// The kinds that can pay this part so that the rest can be paid with the others, by place.
fn payers_of(kinds: &[ManaKind], mana: &ManaCost, part: Part) -> Vec<usize> {
    let left = part.off(mana);
    let fits = |at: &usize| {
        let kind = &kinds[*at];
        kind.mana.amount > 0 && kind.fits(part) && payable_without(kinds, &left, Some(*at))
    };
    (0..kinds.len()).filter(fits).collect()
}

fn total(kinds: &[ManaKind]) -> u32 {
    kinds.iter().map(|kind| u32::from(kind.mana.amount)).sum()
}

/// What is said of mana by the step that gave it: on what it can be spent, and what follows.
fn mana_clause<'a>(card_pool: &'a CardPool, mark: &Mark) -> (&'a [Spending], Option<&'a Rider>) {
    match card_pool.verb(mark.code, mark.at) {
        Some(Verb::AddManaFor { only, rider, .. }) => (only, rider.as_ref()),
        _ => (&[], None),
    }
}

impl Magic {
    /// Whether mana that is marked so may be spent on this.
    pub fn may_spend(&self, sight: &Sight<'_>, mark: &Mark, on: Purpose) -> bool {
        let (only, _) = mana_clause(&self.card_pool, mark);
        let scope = mark.scope();
        cite!("106.6");
        only.is_empty()
            || only.iter().any(|only| match (only, on) {
                (Spending::Cast(filter), Purpose::Spell(id))
                | (Spending::Activate(filter), Purpose::Ability(id)) => sight.matches(filter, id, &scope),
                (Spending::Cast(_) | Spending::Activate(_), _) => false,
            })
    }

    /// The mana in a player's pool that can be spent on this.
    fn kinds(&self, sight: &Sight<'_>, seat: Seat, on: Purpose) -> Vec<ManaKind> {
        let player = sight.board.player(seat);
        let plain = (0u8..6).zip(player.pool).filter(|(_, amount)| *amount > 0).map(|(symbol, amount)| {
            ManaKind { mana: Marked { symbol, amount, snow: false, mark: None }, marked: false }
        });
        let open = |mana: &&Marked| mana.mark.is_none_or(|mark| self.may_spend(sight, &mark, on));
        plain
            .chain(player.marked.iter().filter(open).map(|mana| ManaKind { mana: *mana, marked: true }))
            .collect()
    }

    /// The marked mana in a player's pool that can be spent on this, as bits, one entry a mana.
    pub fn marked_units(&self, sight: &Sight<'_>, seat: Seat, on: Purpose) -> Vec<u8> {
        if sight.board.player(seat).marked.is_empty() {
            return Vec::new();
        }
        let marked = self.kinds(sight, seat, on).into_iter().filter(|kind| kind.marked);
        marked.flat_map(|kind| std::iter::repeat_n(kind.bits(), usize::from(kind.mana.amount))).collect()
    }

    /// How much mana in a player's pool can be spent on this.
    pub fn pooled(&self, sight: &Sight<'_>, seat: Seat, on: Purpose) -> u32 {
        total(&self.kinds(sight, seat, on))
    }

    /// Whether the mana in a player's pool pays a cost.
    pub fn pool_pays(&self, sight: &Sight<'_>, seat: Seat, mana: &ManaCost, on: Purpose) -> bool {
        mana.payable(&sight.board.player(seat).pool, &self.marked_units(sight, seat, on))
    }

    /// The part of a cost that different mana in the pool could pay, and which.
    fn ambiguous_part(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        mana: &ManaCost,
        on: Purpose,
    ) -> Option<(Part, Vec<ManaKind>)> {
        let kinds = self.kinds(sight, seat, on);
        // Where all of it is spent there is nothing to choose.
        if total(&kinds) <= mana.value(0) {
            return None;
        }
        Part::all(mana).find_map(|(part, _)| {
            let open = payers_of(&kinds, mana, part);
            (open.len() > 1).then(|| (part, open.into_iter().map(|at| kinds[at]).collect()))
        })
    }

    /// Asks which mana pays a part of a cost; nothing where it makes no difference.
    pub fn ask_spend(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        mana: &ManaCost,
        on: Purpose,
        subject: ObjectId,
    ) -> Option<Request> {
        let (_, open) = self.ambiguous_part(sight, seat, mana, on)?;
        let mut options: Vec<Item> = Vec::new();
        for item in open.iter().map(ManaKind::item) {
            if !options.contains(&item) {
                options.push(item);
            }
        }
        (options.len() > 1).then(|| Request {
            seat,
            prompt: Prompt::SpendMana.into(),
            rule: rule!("601.2h"),
            subject: Some(subject),
            ask: Ask::one_of(options),
        })
    }

    /// Spends the mana that a player chose for the part that was asked about, and returns what is left to pay.
    pub fn spend_chosen(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        mana: &ManaCost,
        on: Purpose,
        item: Item,
    ) -> Option<ManaCost> {
        let (part, open) = self.ambiguous_part(&self.sight(play), seat, mana, on)?;
        let kind = open.into_iter().find(|kind| kind.item() == item)?;
        self.spend_kind(play, seat, kind, 1, on);
        Some(part.off(mana))
    }

    /// Spends what has no alternative.
    pub fn spend_mana(&self, play: &mut Game<'_>, seat: Seat, mana: &ManaCost, on: Purpose) {
        let mut kinds = self.kinds(&self.sight(play), seat, on);
        let mut left = mana.clone();
        let mut spent = vec![0u16; kinds.len()];
        for (part, need) in Part::all(mana) {
            for _ in 0..need {
                let Some(at) = payers_of(&kinds, &left, part).first().copied() else { break };
                left = part.off(&left);
                kinds[at].mana.amount -= 1;
                spent[at] += 1;
            }
        }
        for (kind, amount) in kinds.into_iter().zip(spent).filter(|(_, amount)| *amount > 0) {
            self.spend_kind(play, seat, kind, amount, on);
        }
    }

    fn spend_kind(&self, play: &mut Game<'_>, seat: Seat, kind: ManaKind, amount: u16, on: Purpose) {
        cite!("117.3a");
        if !kind.marked {
            return play.emit(Event::ManaSpent(seat, kind.mana.symbol, amount), rule!("601.2h"));
        }
        play.emit(Event::MarkedSpent(seat, Marked { amount, ..kind.mana }), rule!("601.2h"));
        let (Some(mark), Purpose::Spell(spell)) = (kind.mana.mark, on) else { return };
        if let (_, Some(rider)) = mana_clause(&self.card_pool, &mark)
            && self.sight(play).matches(&rider.on, spell, &mark.scope())
        {
            // Of each mana the effect is one of its own.
            cite!("106.6a");
            (0..amount).for_each(|_| self.ride(play, &mark, rider, spell));
        }
    }

    /// What follows for a spell on which a mana was spent.
    fn ride(&self, play: &mut Game<'_>, mark: &Mark, rider: &Rider, spell: ObjectId) {
        if !rider.changes.is_empty() {
            let sight = self.sight(play);
            let script = mark.code.as_ability();
            let locked = |change: &Change<Written>| match change {
                // Said of the spell itself.
                Change::Rule(ruling, deed @ Deed::BeCountered, _) => Some(Alter::Rule(*ruling, *deed, ())),
                change => lock_in(change, &sight, &mark.scope(), script, 0),
            };
            let alters = rider.changes.iter().filter_map(locked).collect();
            let kind = LastingKind::Alter { objects: vec![spell], alters };
            self.begin_effect(play, (mark.source, mark.controller), kind, Until::Forever, rule!("106.6"));
        }
        if let Some(place) = rider.triggers {
            let event = EventContext {
                object: Some(spell),
                player: Some(mark.controller),
                ..EventContext::default()
            };
            let waiting = Waiting {
                id: 0,
                kind: StackKind::Triggered(mark.source, AbilityPlace::Printed(place.into())),
                card: mark.code.card,
                controller: mark.controller,
                event,
                chain: play.state().board.turn.chain + 1,
                finds: Vec::new(),
                context: None,
            };
            play.emit(Event::Triggered(waiting), rule!("106.6"));
        }
    }

    /// Whether the match asks whether mana was produced by a snow permanent, and this object is one.
    pub fn gives_snow(&self, sight: &Sight<'_>, source: ObjectId) -> bool {
        cite!("107.4h");
        self.card_pool.asks_snow()
            && sight
                .characteristics(source)
                .is_some_and(|face| face.types.is_permanent() && face.types.is_super(Supertype::Snow))
    }

    /// A permanent, spell or ability gives a player mana (106.4), unless something replaces that (106.11b).
    pub fn produce(&self, play: &mut Game<'_>, given: Given) {
        if self.card_pool.replaces_mana() {
            return self.happen(play, vec![given.proposal()]);
        }
        self.put_into_pool(play, &given);
        if given.whole {
            let types = self.types_told(given.mana.symbol);
            self.emit(play, Event::TappedForMana(given.source, given.seat, types), rule!("106.11"));
        }
    }

    /// Puts mana into a player's pool.
    pub fn put_into_pool(&self, play: &mut Game<'_>, given: &Given) {
        let Given { seat, source, mana, whole, .. } = *given;
        if mana.amount == 0 {
            return;
        }
        let rule = if whole { rule!("305.6") } else { rule!("106.4") };
        let mana = Marked { snow: self.gives_snow(&self.sight(play), source), ..mana };
        if mana.snow || mana.mark.is_some() {
            play.emit(Event::MarkedAdded(seat, mana), rule);
        } else {
            play.emit(Event::ManaAdded(seat, mana.symbol, mana.amount), rule);
        }
        if !whole && self.types_told(mana.symbol) != 0 {
            play.emit(Event::TypeGiven(mana.symbol), rule!("106.11a"));
        }
    }

    /// A type of mana as bits, where anything in the match asks which type a permanent was tapped for.
    pub fn types_told(&self, symbol: u8) -> u8 {
        if self.card_pool.asks_types() { 1 << symbol } else { 0 }
    }

    /// The mana that is given in place of other mana.
    pub fn other_mana(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        (source, card): (ObjectId, CardId),
        mana: Mana,
        number: Option<u32>,
    ) -> Proposal {
        let types = self.mana_types(sight, (source, Some(card)), mana, &mut Vec::new());
        let mut event = event.clone();
        if let Proposal::Mana { mana, .. } = &mut event {
            mana.symbol = if types == 0 { mana.symbol } else { types.trailing_zeros() as u8 };
            mana.amount = number.map_or(mana.amount, |number| number.min(u32::from(u16::MAX)) as u16);
        }
        event
    }

    /// The types, as bits, and the amount of mana that a permanent would give after what replaces it, the first
    /// effect first.
    pub fn foreseen(&self, sight: &Sight<'_>, given: &Given, types: u8) -> (u8, u32) {
        if !self.card_pool.replaces_mana() {
            return (types, given.mana.amount.into());
        }
        let each = (0u8..6).filter(|symbol| types & 1 << symbol != 0).map(|symbol| {
            let mana = Marked { symbol, ..given.mana };
            self.replaced_mana(sight, Given { mana, ..*given }.proposal())
        });
        each.fold((0, 0), |(types, most), mana| (types | 1 << mana.symbol, most.max(u32::from(mana.amount))))
    }

    fn replaced_mana(&self, sight: &Sight<'_>, mut event: Proposal) -> Marked {
        let mut applied = Vec::new();
        loop {
            let candidates = self.candidates(sight, &event, &[]);
            let Some(key) = candidates.iter().map(|one| one.key).find(|key| !applied.contains(key)) else {
                break;
            };
            applied.push(key);
            let EffectKey::Ability(source, place) = key else { continue };
            let card = sight.ability(source, place).map(|(ability, _)| ability.card);
            event = match (self.replacement_of(sight, source, place), card) {
                (Some(own @ Replacement::Amount { .. }), _) => more(event, own),
                (Some(Replacement::ManaInstead { mana, number, .. }), Some(card)) => {
                    self.other_mana(sight, &event, (source, card), *mana, *number)
                }
                _ => event,
            };
        }
        if let Proposal::Mana { mana, .. } = event { mana } else { Marked::plain(0, 0) }
    }
}

/// Mana that something gives.
#[derive(Debug, Clone, Copy)]
pub struct Given {
    /// To whom.
    pub seat: Seat,
    /// What gives it.
    pub source: ObjectId,
    /// Which.
    pub mana: Marked,
    /// Whether that is a permanent that is tapped for mana (106.11).
    pub tapped: bool,
    /// Whether it is all that the permanent gives.
    pub whole: bool,
}

impl Given {
    fn proposal(self) -> Proposal {
        let Given { seat, source, mana, tapped, whole } = self;
        Proposal::Mana { seat, source, mana, tapped, whole }
    }
}

impl Marked {
    /// Mana of a type of which nothing else is known.
    pub fn plain(symbol: u8, amount: u16) -> Marked {
        Marked { symbol, amount, snow: false, mark: None }
    }
}

impl Mark {
    /// From where what is said of the mana is looked at.
    fn scope(&self) -> Scope<'static> {
        Scope { written: Some(self.code.card), ..Scope::of(self.source, self.controller) }
    }
}

/// Whether a mana ability of an object is being paid for (605.3c).
pub fn is_engaged(board: &Board, id: ObjectId) -> bool {
    cite!("605.3c");
    board.frames.windows(2).any(|frames| match frames {
        [Frame::Running(running), Frame::Paying(paying)] => {
            paying.mana_ability && running.context.source == id
        }
        _ => false,
    })
}
