//! The running game as rules code sees it, and what is worked out of its state.

use duelog_kernel::frames::Framed;
pub use duelog_kernel::table::Flow;
use duelog_kernel::table::Play;
use duelog_kernel::{ObjectId, RuleId};

use crate::language::definition::{Ability, FunctionalZone};
use crate::rules::continuous::reaching::far;
use crate::rules::continuous::{Bases, Stages, Worked, inherited};
use crate::rules::eval::Sight;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::reads::Bits;
use crate::state::spoken::Spoken;
use crate::state::statics::is_said;
use crate::state::{Applied, Board, CodeRef, Computed, Frame, Kind, Object, Properties, Zone};
use crate::{cite, named};

/// The verbs of `Item::Act`.
pub mod verb {
    /// Playing a card (5.1).
    pub const PLAY: u8 = 0;
    /// Pitching a card (1.14.3).
    pub const PITCH: u8 = 1;
    /// Equipping what is modular to the head, and to the chest, the arms and the legs by the next numbers
    /// (8.3.30).
    pub const EQUIP: u8 = 2;
    /// Their names.
    pub const NAMES: [&str; 6] = ["play", "pitch", "head", "chest", "arms", "legs"];
}

/// A running game, as rules code sees it.
pub type Game<'a> = Play<'a, FleshAndBlood>;

/// The rules with the definitions of one match.
#[derive(Debug)]
pub struct FleshAndBlood {
    /// The definitions.
    pub card_pool: CardPool,
}

impl Framed for FleshAndBlood {
    type Sight<'a> = Sight<'a>;
}

/// What is computed from the state.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    /// Whether the properties are up to date.
    fresh: bool,
    /// Whether the lists of abilities are.
    listed: bool,
    /// Whether no game state action was due when they were last looked for, and nothing has happened since.
    pub settled: bool,
    /// What has been written since then that effects read beside properties.
    written: Bits,
    /// Objects that have come or gone since the properties of all others were brought up to date.
    stale: Vec<ObjectId>,
    /// The properties of what is in the arena and on the stack, and what came of computing them.
    worked: Worked,
    /// The properties before any effect, kept from one computation to the next.
    bases: Bases,
    /// The properties of what is elsewhere, as far as static abilities change them there.
    far: Computed,
    /// True if something has happened since these were worked out that they could depend on.
    drifted: bool,
    /// The objects that are printed with abilities which listen outside of the arena and the stack.
    listening: Printed,
    /// The same of abilities that can be activated there.
    acting: Printed,
    /// The abilities at work.
    lists: Lists,
    /// Objects that have come, gone or moved since the other abilities were listed.
    moved: Vec<ObjectId>,
    /// True if something has begun or ceased to attack or defend since then: on that depends which abilities of what is
    /// on the combat chain work (1.7.4).
    fought: bool,
    /// The kinds of what is said of objects.
    spoken: Spoken,
}

impl Derived {
    /// Brings the properties and the lists up to date.
    #[inline]
    pub fn refresh(&mut self, board: &Board, card_pool: &CardPool) {
        let known = self.fresh && self.worked.effects == board.effects.len() && self.written == 0;
        let listed = self.listed && self.moved.is_empty() && !self.fought;
        let reached = !card_pool.reaches || !self.drifted;
        if !(known && listed && reached && self.acting.is_of(board, card_pool.activates)) {
            self.renew(board, card_pool);
        }
    }

    fn renew(&mut self, board: &Board, card_pool: &CardPool) {
        // An effect that has ended is missed; of one that has begun or changed an event tells.
        self.fresh &= self.worked.effects == board.effects.len() && !(card_pool.reaches && self.drifted);
        self.drifted = false;
        if self.fresh && (!self.stale.is_empty() || self.written != 0) {
            let stages = Stages::new(board, card_pool);
            self.fresh = self.stale.drain(..).all(|id| stages.renew(&mut self.worked, &self.bases, id))
                && stages.stays(&self.worked, self.written);
        }
        self.written = 0;
        let changed = !self.fresh || !self.listed || !self.moved.is_empty();
        if !self.fresh {
            self.fresh = true;
            self.stale.clear();
            cite!("6.3.5");
            let stages = Stages::new(board, card_pool);
            let worked = stages.compute_all(&mut self.bases);
            let before = std::mem::replace(&mut self.worked, worked);
            if card_pool.reaches {
                self.far = far(board, card_pool, &self.worked.computed);
                self.worked = stages.seeing(&self.far).compute_all(&mut self.bases);
                self.listed = false;
            }
            self.fought = true;
            if self.listed {
                self.moved.extend(otherwise_able(board, &before.computed, &self.worked.computed));
            }
        }
        if !self.listed {
            self.listed = true;
            self.moved.clear();
            self.list(board, card_pool);
        } else if self.fought {
            self.moved.extend_from_slice(board.zone(Zone::Chain));
        }
        self.fought = false;
        self.moved.sort_unstable();
        self.moved.dedup();
        for id in self.moved.drain(..) {
            self.lists.renew(board, card_pool, (&self.worked.computed, &self.far), id);
        }
        if changed {
            let speakers = self.lists.speakers.iter().map(|(_, code)| card_pool.static_ability(*code));
            self.spoken = Spoken::of(board, &self.worked.computed, speakers);
        }
        if card_pool.activates {
            self.acting.of(board, |object| acts(object, card_pool));
        }
    }

    /// The board with its properties brought up to date, and the triggered abilities.
    pub fn listen<'a>(
        &'a mut self,
        board: &'a Board,
        card_pool: &'a CardPool,
    ) -> (Sight<'a>, &'a [(ObjectId, CodeRef)]) {
        self.refresh(board, card_pool);
        (self.sight(board, card_pool), &self.lists.triggers)
    }

    /// The board with the properties as they were last brought up to date.
    pub fn sight<'a>(&'a self, board: &'a Board, card_pool: &'a CardPool) -> Sight<'a> {
        Sight {
            replacements: &self.lists.replacements,
            speakers: Some(&self.lists.speakers),
            actors: Some(&self.acting.found),
            spoken: Some(&self.spoken),
            ..Sight::unlisted(board, card_pool, &self.worked.computed, &self.far)
        }
    }

    /// Whether everything is as it would be worked out from nothing.
    pub fn is_true(&self, board: &Board, card_pool: &CardPool) -> bool {
        let mut anew = Derived::default();
        anew.refresh(board, card_pool);
        (&self.lists, &self.far, &self.spoken) == (&anew.lists, &anew.far, &anew.spoken)
            && self.worked.says_the_same(&anew.worked)
    }

    /// Something has happened that the properties of what is elsewhere could depend on.
    pub fn drift(&mut self) {
        self.drifted = true;
    }

    /// Something has changed that properties may depend on, but not where objects are.
    pub fn spoil(&mut self) {
        self.fresh = false;
    }

    /// Something has changed that properties may depend on, and what abilities are at work.
    pub fn spoil_all(&mut self) {
        (self.fresh, self.listed) = (false, false);
    }

    /// An object has come or gone; what effects read of that is written beside.
    pub fn spoil_one(&mut self, id: ObjectId) {
        self.moved.push(id);
        if self.fresh {
            self.stale.push(id);
        }
    }

    /// The power that static abilities give to objects.
    pub fn gains(&self) -> &[Applied] {
        &self.worked.gains
    }

    /// The objects that have gained go again by an effect, ascending.
    pub fn quickened(&self, board: &Board, card_pool: &CardPool) -> Vec<ObjectId> {
        self.worked.quickened(board, card_pool)
    }

    /// To what open effects of layers have begun to apply.
    pub fn begun(&self) -> &[(u32, ObjectId)] {
        &self.worked.begun
    }

    /// An object has moved that has no properties, and may listen.
    pub fn spoil_listed(&mut self, id: ObjectId) {
        self.moved.push(id);
    }

    /// Something has begun or ceased to attack or defend.
    pub fn spoil_combat(&mut self) {
        self.fought = true;
    }

    /// Anything may have changed, also what objects are printed as.
    pub fn forget(&mut self) {
        (self.listening, self.acting) = (Printed::default(), Printed::default());
        self.spoil_all();
    }

    /// Something has changed that no property depends on unless an effect reads it.
    pub fn write(&mut self, what: Bits) {
        self.written |= self.worked.reads & what;
    }

    fn list(&mut self, board: &Board, card_pool: &CardPool) {
        let Derived { worked: Worked { computed, .. }, lists, listening, far, .. } = self;
        lists.all().into_iter().for_each(Vec::clear);
        for (id, _) in computed.iter() {
            lists.add(board, card_pool, (computed, far), id);
        }
        if card_pool.listens || card_pool.reaches {
            let outside = |id: &ObjectId| computed.get(*id).is_none();
            let changed = |id: &ObjectId| far.get(*id).is_some();
            let printed = listening
                .of(board, |object| listens(object, card_pool))
                .iter()
                .copied()
                .filter(|id| !changed(id));
            let reached = far.iter().map(|(id, _)| id);
            for id in printed.filter(outside).chain(reached) {
                lists.add(board, card_pool, (computed, far), id);
            }
            lists.all().into_iter().for_each(|list| list.sort_by_key(|entry| entry.0));
        }
    }
}

/// The abilities at work, by object and code; ascending by object.
#[derive(Debug, Clone, Default, PartialEq)]
struct Lists {
    /// Objects with triggered abilities that can trigger where they are.
    triggers: Vec<(ObjectId, CodeRef)>,
    /// Objects with replacement abilities.
    replacements: Vec<(ObjectId, CodeRef)>,
    /// Objects of the arena with static abilities that say of others what is no property.
    speakers: Vec<(ObjectId, CodeRef)>,
}

impl Lists {
    fn all(&mut self) -> [&mut Vec<(ObjectId, CodeRef)>; 3] {
        [&mut self.triggers, &mut self.replacements, &mut self.speakers]
    }

    /// Lists the abilities of an object anew.
    fn renew(&mut self, board: &Board, card_pool: &CardPool, known: (&Computed, &Computed), id: ObjectId) {
        let mut own = Lists::default();
        own.add(board, card_pool, known, id);
        for (list, own) in self.all().into_iter().zip(own.all()) {
            list.retain(|entry| entry.0 != id);
            let place = list.partition_point(|entry| entry.0 < id);
            list.splice(place..place, own.drain(..)).for_each(drop);
        }
    }

    /// Adds the abilities of an object: those that it has in the arena and on the stack, elsewhere those that
    /// listen there.
    fn add(
        &mut self,
        board: &Board,
        card_pool: &CardPool,
        (computed, far): (&Computed, &Computed),
        id: ObjectId,
    ) {
        let Some(object) = board.get(id) else { return };
        let sight = Sight::unlisted(board, card_pool, computed, far);
        if let Some(properties) = computed.get(id) {
            let own = properties.abilities.iter().filter(|code| !inherited(object, **code, computed));
            return own.for_each(|code| self.listen(&sight, object, *code));
        }
        let elsewhere = !object.zone.is_arena() && object.zone != Zone::Stack && object.exists();
        let changed = far.get(id);
        if !elsewhere || changed.is_none() && !(card_pool.listens && listens(object, card_pool)) {
            return;
        }
        // What is in an inventory is there for its own abilities only, which name it.
        let inside = matches!(object.zone, Zone::Inventory(_));
        let names_it = |code: &CodeRef| {
            card_pool.triggered(*code).is_some_and(|ability| ability.from == FunctionalZone::Inventory)
        };
        let own = changed.unwrap_or(&card_pool.card(object.card).base);
        own.abilities
            .iter()
            .filter(|code| !inside || names_it(code))
            .for_each(|code| self.listen(&sight, object, *code));
    }

    fn listen(&mut self, sight: &Sight<'_>, object: &Object, code: CodeRef) {
        match sight.card_pool.ability(code) {
            // What could not trigger where it is need not be asked at each event.
            Some(Ability::Triggered(ability)) => {
                if sight.functional(object, ability.from, false)
                    || sight.functional(object, ability.from, true)
                {
                    self.triggers.push((object.id, code));
                }
            }
            Some(Ability::Replacement(_)) => self.replacements.push((object.id, code)),
            Some(Ability::Static(ability)) => {
                if object.zone.is_arena() && ability.changes.iter().any(is_said) {
                    self.speakers.push((object.id, code));
                }
            }
            Some(Ability::Activated(_) | Ability::Meta(_)) | None => {}
        }
    }
}

/// The objects of the arena and the stack that may have other abilities than before, beside those that have moved.
fn otherwise_able<'a>(
    board: &'a Board,
    before: &'a Computed,
    now: &'a Computed,
) -> impl Iterator<Item = ObjectId> + 'a {
    let same = |id: ObjectId, own: &Properties| {
        before.get(id).is_some_and(|known| std::ptr::eq(&**known, own) || known.abilities == own.abilities)
    };
    // A proxy has of its source what that has by now (1.4.3a).
    let is_proxy = |id: ObjectId| board.get(id).is_some_and(|object| object.kind == Kind::Proxy);
    now.iter().filter(move |(id, own)| !same(*id, own) || is_proxy(*id)).map(|(id, _)| id)
}

/// Whether an object is printed with an ability that listens outside of the arena and the stack.
fn listens(object: &Object, card_pool: &CardPool) -> bool {
    object.is_card() && card_pool.card(object.card).listens
}

/// True if an object is printed with an ability that can be activated outside of the arena and the stack.
pub fn acts(object: &Object, card_pool: &CardPool) -> bool {
    object.is_card() && card_pool.card(object.card).activates
}

/// The objects that are printed with something, among the ids that have been looked at.
#[derive(Debug, Clone, Default)]
struct Printed {
    found: Vec<ObjectId>,
    looked: u32,
}

impl Printed {
    /// Returns whether it tells of all ids of a board, where it is asked at all.
    fn is_of(&self, board: &Board, is_asked: bool) -> bool {
        !is_asked || self.looked == board.next_id().0
    }

    /// These objects, ascending. What an object is printed as changes only where [`Rules::invalidate`]
    /// forgets this list.
    fn of(&mut self, board: &Board, is: impl Fn(&Object) -> bool) -> &[ObjectId] {
        let new = (self.looked..board.next_id().0).filter_map(|id| board.get(ObjectId(id)));
        self.found.extend(new.filter(|object| is(object)).map(|object| object.id));
        self.looked = board.next_id().0;
        &self.found
    }
}

/// The board with its properties brought up to date.
pub fn look<'a>(board: &'a Board, card_pool: &'a CardPool, derived: &'a mut Derived) -> Sight<'a> {
    derived.refresh(board, card_pool);
    derived.sight(board, card_pool)
}

impl FleshAndBlood {
    /// The board with its properties brought up to date.
    pub fn sight<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.split();
        look(&state.board, &self.card_pool, derived)
    }

    /// The board with its properties as they were before the events that happen at this moment, of which some
    /// may have been done.
    pub fn sight_before<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.split();
        derived.sight(&state.board, &self.card_pool)
    }

    /// Ends the innermost frame.
    pub fn pop(&self, play: &mut Game<'_>, rule: RuleId) {
        play.emit(Event::Popped, rule);
    }

    /// Begins a frame.
    pub fn push(&self, play: &mut Game<'_>, frame: Frame, rule: RuleId) {
        play.emit(Event::Pushed(frame), rule);
    }
}

/// The rule by which a frame without a better one is pushed or popped: the game goes from one state to the
/// next (1.10.1).
pub const GOING_ON: RuleId = named!("1.10.1");
