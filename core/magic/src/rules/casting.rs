//! Casting spells and activating abilities, step by step (601.2, 602.2), and taking them back when they turn
//! out illegal (721.1).

pub mod announcing;
mod assist;
mod bestow;
mod choosing;
mod faces;
mod helping;
mod offering;
mod price;
mod routes;
mod splice;
mod turning;
mod whom;

use duelog_kernel::frames::FrameRules;
use duelog_kernel::unsettled::Knows;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Cost, CostDeed, Deed, Target, Until, ZoneKind};
use crate::language::mana::ManaCost;
use crate::rules::casting::announcing::announceable_on;
pub use crate::rules::casting::faces::Trial;
use crate::rules::casting::price::open;
pub use crate::rules::casting::routes::Route;
use crate::rules::continuous::reached;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::mana_pool::Purpose;
use crate::rules::paying::{Bill, ways};
use crate::rules::prompt::Prompt;
use crate::rules::targets;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, CardId, CastMethod, Casting, CastingStage, Entering, Frame, Lasting,
    LastingKind, MoveReason, Object, OnStack, Place, Proposal, Running, StackKind, Step, Value, Zone,
};
use crate::{cite, rule};

impl Magic {
    /// Begins to cast a card (601.2a).
    pub fn begin_casting(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        card: ObjectId,
        way: CastMethod,
        face: Option<CardId>,
    ) {
        let Some(from) = play.state().board.get(card).map(|object| object.zone) else { return };
        let new = play.state().board.next_id();
        play.emit(Event::ActionBegun, rule!("601.2"));
        if self.card_pool.is_played_up(&play.state().board, seat, card) {
            play.emit(Event::TurnedUp(card, 0), rule!("406.3"));
        }
        // 708.3b: only the chosen half is on the stack.
        cite!("708.3", "708.3b");
        let (other_face, down) = self.guise(face);
        let entering = Entering { controller: Some(seat), face: other_face, down, ..Entering::default() };
        let moved = Event::Moved {
            object: card,
            from,
            to: Zone::Stack,
            place: Place::Top,
            new,
            entering,
            why: MoveReason::Cast,
            last: None,
            also: None,
        };
        let mut stack = OnStack::new(StackKind::Spell);
        if way == CastMethod::Priority {
            let sight = self.sight(play);
            let trial = face.and_then(|face| self.trial_of(&sight, card, face));
            let seen = trial.as_ref().map_or(sight, |trial| trial.sight(&sight));
            self.note_leave(&seen, seat, card, &mut stack.cast);
        }
        if self.card_pool.asks_time() {
            cite!("307.5a");
            let board = &play.state().board;
            stack.cast.main =
                board.is_active(seat) && matches!(board.turn.step, Step::MainOne | Step::MainTwo);
            stack.cast.untimely = way == CastMethod::Free || !self.sorcery_time(&self.sight(play), seat);
        }
        cite!("405.1", "405.4");
        self.emit(play, moved, rule!("601.2a"));
        cite!("711.7");
        stack.cast.from = from.kind();
        if let CastMethod::Alternative(place) = way {
            stack.cast.instead = Some(place);
        }
        play.emit(Event::StackSet(new, Box::new(stack)), rule!("601.2a"));
        cite!("605.5b");
        self.begin(play, seat, new, (way, None));
    }

    /// Begins to activate an ability (602.2a); a mana ability resolves at once (605.3b).
    pub fn begin_activating(&self, play: &mut Game<'_>, seat: Seat, source: ObjectId, place: AbilityPlace) {
        if matches!(place, AbilityPlace::Intrinsic(_)) {
            self.keep_priority(play, seat, rule!("116.3c"));
            return self.activate_mana(play, seat, source, place);
        }
        let Some((AbilityRef { card, place: written }, _)) = self.sight(play).ability(source, place) else {
            return;
        };
        if self.card_pool.card(card).is_mana_ability(written) {
            self.keep_priority(play, seat, rule!("116.3c"));
            return self.activate_mana(play, seat, source, place);
        }
        let place = written;
        cite!("112.8");
        let new = play.state().board.next_id();
        let special = special(&self.card_pool, AbilityRef { card, place });
        play.emit(Event::ActionBegun, special.unwrap_or(rule!("602.2")));
        let stack = Box::new(OnStack::new(StackKind::Activated(source, place)));
        let rule = special.unwrap_or(rule!("602.2a"));
        play.emit(Event::AbilityMade { card, controller: seat, new, stack }, rule);
        self.count_use(play, source, AbilityRef { card, place }, true);
        self.begin(play, seat, new, (CastMethod::Priority, None));
    }

    /// Counts an activation where the ability is limited in all (602.5b); those of a turn are counted as the
    /// ability is put on the stack, and only a mana ability never is.
    pub fn count_use(&self, play: &mut Game<'_>, object: ObjectId, ability: AbilityRef, on_stack: bool) {
        let Some(timing) = self.card_pool.activated(ability).map(|ability| &ability.timing) else { return };
        if timing.ever.is_some() {
            play.emit(Event::Used { object, ability, ever: true }, rule!("602.5b"));
        }
        if !on_stack && self.card_pool.card(ability.card).counted.contains(&ability.place) {
            play.emit(Event::Used { object, ability, ever: false }, rule!("602.5b"));
        }
    }

    /// Begins to put something on the stack, perhaps by leave of an effect.
    pub fn begin(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        object: ObjectId,
        (way, offer): (CastMethod, Option<u32>),
    ) {
        let casting = Casting {
            object,
            seat,
            stage: CastingStage::Modes,
            mana: ManaCost::default(),
            life: 0,
            way,
            helper: None,
            offer,
            void: false,
        };
        self.push(play, Frame::Casting(casting), rule!("601.2"));
    }

    fn stage(&self, play: &mut Game<'_>, casting: &Casting, stage: CastingStage) {
        let rule = match stage {
            CastingStage::Modes
            | CastingStage::Cost
            | CastingStage::Besides(_)
            | CastingStage::Either
            | CastingStage::X
            | CastingStage::Offer
            | CastingStage::Splice
            | CastingStage::Hybrid => rule!("601.2b"),
            CastingStage::Targets(_) => rule!("601.2c"),
            CastingStage::Divide => rule!("601.2d"),
            CastingStage::Saving | CastingStage::Total => rule!("601.2f"),
            CastingStage::Helper | CastingStage::HelperMana | CastingStage::Mana => rule!("601.2g"),
            CastingStage::HelperPay
            | CastingStage::HelperSpend(_)
            | CastingStage::Pay
            | CastingStage::Others(_) => rule!("601.2h"),
            CastingStage::Done => rule!("601.2i"),
        };
        play.emit(Event::Replaced(Frame::Casting(Casting { stage, ..casting.clone() })), rule);
    }

    /// Pays the next cost other than mana (601.2h).
    fn pay_other(&self, play: &mut Game<'_>, casting: &Casting, place: u8) {
        let Some(stack) = self.stack_of(play, casting.object) else { return };
        let source = targets::source_of(casting.object, &stack);
        let costs = self.costs_on_stack(play, casting);
        let offered = stack.cast.offered;
        let scope = Scope {
            targets: &stack.targets,
            x: stack.x,
            offered,
            knows: Knows::Context,
            ..Scope::of(source, casting.seat)
        };
        let bill = Bill { source, costs, scope };
        let begin = |play: &mut Game<'_>| {
            cite!("117.8a");
            self.stage(play, casting, CastingStage::Others(place + 1));
            cite!("602.1a");
        };
        match self.pay_part(play, &bill, place, begin) {
            Some(true) => {}
            // 721.1: what was paid before has left too little.
            Some(false) => play.emit(Event::ActionReversed, rule!("721.1")),
            None => self.stage(play, casting, CastingStage::Done),
        }
    }

    /// The stage after the choice of the cost: where something is sacrificed for the spell, that is chosen first.
    fn after_way(&self, play: &mut Game<'_>, casting: &Casting) -> CastingStage {
        let offers = |cost: &&Cost| matches!(cost, Cost::Deed(CostDeed::Offer(_), ..));
        if self.costs_on_stack(play, casting).iter().any(offers) {
            return CastingStage::Offer;
        }
        self.after_cost(play, casting, 0)
    }

    /// The stage after the choice of modes: only those at which there is something to choose.
    fn after_modes(&self) -> CastingStage {
        if self.card_pool.splices() { CastingStage::Splice } else { CastingStage::Cost }
    }

    /// The stage after the total cost.
    fn after_total(&self, play: &Game<'_>, casting: &Casting) -> CastingStage {
        let object = play.state().board.get(casting.object).filter(|object| object.is_spell());
        let assist = |object: &Object| self.card_pool.card(object.printed()).definition.assist;
        if object.is_some_and(assist) { CastingStage::Helper } else { CastingStage::Mana }
    }

    /// The stage after the choice of the cost, or of one that may be paid besides: only those at which there
    /// is something to choose.
    fn after_cost(&self, play: &mut Game<'_>, casting: &Casting, done: u8) -> CastingStage {
        let sight = self.sight(play);
        let Some(object) = sight.object(casting.object) else { return CastingStage::X };
        let besides = self.card_pool.card(object.printed()).definition.besides.len();
        let given = || self.besides_had(&sight, object).len();
        if object.is_spell() && usize::from(done) < besides + given() {
            return CastingStage::Besides(done);
        }
        let costs = self.costs_on_stack(play, casting);
        if open(&costs).is_some() { CastingStage::Either } else { CastingStage::X }
    }

    /// Goes to the next stage where this one asks nothing.
    fn skip(&self, play: &mut Game<'_>, casting: &Casting) {
        let next = match casting.stage {
            CastingStage::Modes => self.after_modes(),
            CastingStage::Splice => CastingStage::Cost,
            CastingStage::Cost => self.after_way(play, casting),
            CastingStage::Offer => self.after_cost(play, casting, 0),
            CastingStage::Besides(place) => self.after_cost(play, casting, place + 1),
            CastingStage::Either => CastingStage::X,
            CastingStage::X => CastingStage::Hybrid,
            CastingStage::Hybrid => CastingStage::Targets(0),
            CastingStage::Targets(_) => CastingStage::Divide,
            CastingStage::Divide => CastingStage::Saving,
            CastingStage::Saving => CastingStage::Total,
            CastingStage::Helper | CastingStage::HelperMana => CastingStage::Mana,
            CastingStage::Mana if casting.helper.is_some() => CastingStage::HelperPay,
            CastingStage::HelperPay => CastingStage::HelperSpend(0),
            CastingStage::HelperSpend(left) => {
                return self.helper_spends(play, casting, left);
            }
            CastingStage::Mana => CastingStage::Pay,
            CastingStage::Pay => {
                // Of nothing nothing is spent, and all else is as for any cost.
                cite!("107.4d", "117.5", "117.5a");
                return self.spend(play, casting);
            }
            CastingStage::Total | CastingStage::Others(_) | CastingStage::Done => return,
        };
        self.stage(play, casting, next);
    }

    /// Asks which modes are chosen (601.2b, 603.3c, 700.2): those that have targets for one of these numbers as X.
    pub fn ask_modes(
        &self,
        sight: &Sight<'_>,
        object: &Object,
        stack: &OnStack,
        numbers: &[u32],
    ) -> Option<Request> {
        let code = targets::code_of(object, stack);
        let modes = self.card_pool.modes(code)?;
        cite!("700.2", "700.2d");
        let scope = targets::scope_of(object, stack);
        let of_text = self.card_pool.targets_on(code, stack);
        let options: Vec<Item> = targets::modes(sight, modes.of, &of_text, &scope, numbers)
            .into_iter()
            .map(|mode| Item::Mode(mode.into()))
            .collect();
        let most = u32::from(modes.most).min(options.len() as u32);
        let ask = Ask::pick(options, u32::from(modes.least), most);
        cite!("601.4", "700.2e");
        let seat =
            if modes.opponent { targets::opponent_for(sight.board, object) } else { object.controller };
        Some(Request {
            seat,
            prompt: Prompt::ChooseModes.into(),
            rule: rule!("700.2a"),
            subject: Some(object.id),
            ask,
        })
    }

    /// All costs of what is being cast or activated but its mana cost.
    pub fn costs_on_stack(&self, play: &Game<'_>, casting: &Casting) -> Vec<&Cost> {
        let object = play.state().board.get(casting.object);
        let stack = object.and_then(|object| Some((object.printed(), object.stack.as_ref()?)));
        stack.map_or(Vec::new(), |(card, stack)| self.costs_of(card, stack, casting.way))
    }

    /// Keeps the objects that are chosen to pay for the spell or ability.
    pub fn note_paid(&self, play: &mut Game<'_>, objects: &[ObjectId]) {
        match play.state().board.frames.last() {
            Some(Frame::Casting(casting)) => {
                let object = casting.object;
                if let Some(mut stack) = self.stack_of(play, object) {
                    stack.cast.with.extend(objects);
                    play.emit(Event::StackSet(object, Box::new(stack)), rule!("601.2h"));
                }
            }
            // A mana ability, which is paid for above its script.
            Some(Frame::Running(running)) if self.card_pool.finds_what_moved() => {
                let mut running = running.clone();
                running.context.paid.extend(objects);
                play.emit(Event::Replaced(Frame::Running(running)), rule!("605.3b"));
            }
            _ => {}
        }
    }

    /// What has been proposed costs so much mana (601.2f); nothing where it turns out that it cannot be cast
    /// (601.2e, 601.3a).
    fn total_cost(&self, play: &mut Game<'_>, casting: &Casting) -> Option<(ManaCost, u32)> {
        let sight = self.sight(play);
        let object = sight.object(casting.object)?;
        let stack = object.stack.as_ref()?;
        if object.is_spell() && sight.may_cast(casting.seat, casting.object, true).is_err() {
            // It has become one that may not be cast.
            cite!("601.3");
            return None;
        }
        Some(self.total_mana(&sight, casting.seat, (casting.object, object.printed()), stack, casting.way))
    }

    /// Writes what was chosen of the costs onto the spell or ability (601.2b).
    fn answer_choice(&self, play: &mut Game<'_>, casting: Casting, choice: &Choice, first: Option<Item>) {
        let Some(mut stack) = self.stack_of(play, casting.object) else { return };
        let next = match (casting.stage, choice, first) {
            (CastingStage::Besides(place), _, _) => {
                let yes = u32::from(first == Some(Item::Flag(true)));
                let times = if let Choice::Number(times) = choice { *times } else { yes };
                let sight = self.sight(play);
                let had = sight.object(casting.object).map(|object| self.besides_had(&sight, object));
                stack.cast.besides = had.unwrap_or_default();
                pay_besides(&mut stack, usize::from(place), times);
                None
            }
            (CastingStage::Either, _, Some(Item::Mode(way))) => {
                stack.cast.either.push(u8::try_from(way).unwrap_or(0));
                Some(CastingStage::Either)
            }
            (CastingStage::X, Choice::Number(x), _) => {
                stack.x = *x;
                Some(CastingStage::Hybrid)
            }
            (CastingStage::X, _, Some(Item::Number(x))) => {
                stack.x = x;
                Some(CastingStage::Hybrid)
            }
            (CastingStage::Hybrid, _, Some(item)) => {
                let card = play.state().board.get(casting.object).map(|object| object.printed());
                let symbol = card.and_then(|card| {
                    let cost = self.base_cost(&self.sight(play), card, &stack, casting.way);
                    cost.hybrid.get(stack.hybrid.len()).copied()
                });
                stack.hybrid.push(symbol.is_some_and(|symbol| ways(symbol)[1] == item));
                Some(CastingStage::Hybrid)
            }
            (stage, _, _) => Some(stage),
        };
        play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2b"));
        let next = match (next, casting.stage) {
            (None, CastingStage::Besides(place)) => self.after_cost(play, &casting, place.saturating_add(1)),
            (next, stage) => next.unwrap_or(stage),
        };
        self.stage(play, &casting, next);
    }

    /// Goes on with the cost that was chosen: the mana cost, an alternative one, or what an effect says
    /// (117.9a).
    fn answer_cost(&self, play: &mut Game<'_>, casting: Casting, first: Option<Item>) {
        let (Some(Item::Mode(mode)), Some(mut stack)) = (first, self.stack_of(play, casting.object)) else {
            return;
        };
        let card = play.state().board.get(casting.object).map(|object| object.printed());
        let routes = card.map_or(Vec::new(), |card| self.routes(card, &stack.cast));
        let Some(route) = routes.into_iter().find(|route| route.mode == mode) else { return };
        let permit = route.permit.and_then(|permit| stack.cast.permits.get(usize::from(permit)).copied());
        stack.cast.instead = if let CastMethod::Alternative(place) = route.way { Some(place) } else { None };
        stack.cast.permit = route.permit;
        if stack.cast.instead.is_some() || permit.is_some() {
            play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("117.9a"));
        }
        if let Some(permit) = permit {
            self.count_permit(play, permit);
        }
        let casting = Casting { way: route.way, ..casting };
        let next = self.after_way(play, &casting);
        self.stage(play, &casting, next);
    }

    /// Writes the chosen modes onto a spell or ability.
    pub fn set_modes(&self, play: &mut Game<'_>, object: ObjectId, choice: &Choice) {
        if let (Choice::Pick(items), Some(stack)) = (choice, self.stack_of(play, object)) {
            let modes = items
                .iter()
                .filter_map(|item| if let Item::Mode(mode) = item { u8::try_from(*mode).ok() } else { None })
                .collect();
            play.emit(Event::StackSet(object, Box::new(OnStack { modes, ..stack })), rule!("700.2a"));
        }
    }

    fn stack_of(&self, play: &Game<'_>, object: ObjectId) -> Option<OnStack> {
        play.state().board.get(object)?.stack.as_deref().cloned()
    }

    /// On what mana is spent while this is cast or activated.
    fn purpose(&self, play: &Game<'_>, casting: &Casting) -> Purpose {
        let stack = play.state().board.get(casting.object).and_then(|object| object.stack.as_ref());
        stack.map_or(Purpose::Else, |stack| Purpose::for_kind(casting.object, stack.kind))
    }

    /// Spends what has no alternative: mana of the types that the cost names, then what is left of one type.
    fn spend(&self, play: &mut Game<'_>, casting: &Casting) {
        // Who shares a life total pays with it, and two who pay one after the other cannot pay more than it is.
        cite!("118.4a", "810.9b");
        if casting.life > 0
            && i64::from(play.state().board.player(casting.seat).life) < i64::from(casting.life)
        {
            return play.emit(Event::ActionReversed, rule!("721.1"));
        }
        let on = self.purpose(play, casting);
        self.spend_mana(play, casting.seat, &casting.mana, on);
        if self.leaves_mana(play, casting.seat) {
            return play.emit(Event::ActionReversed, rule!("721.1"));
        }
        self.stage(play, &Casting { mana: ManaCost::default(), ..casting.clone() }, CastingStage::Others(0));
        if casting.life > 0 {
            cite!("117.3b");
            self.happen(play, vec![Proposal::LoseLife(casting.seat, casting.life, false)]);
        }
    }

    /// Does at once what a special action does, once it is paid for (115.1): it has never been on the stack for any
    /// player. Whether it was one.
    fn act_specially(&self, play: &mut Game<'_>, casting: &Casting) -> bool {
        let Some(object) = play.state().board.get(casting.object).cloned() else { return false };
        let Some((stack, StackKind::Activated(_, place))) =
            object.stack.as_deref().map(|stack| (stack.clone(), stack.kind))
        else {
            return false;
        };
        let ability = AbilityRef { card: object.printed(), place };
        let Some(rule) = special(&self.card_pool, ability) else { return false };
        cite!("107.3d", "116.1c");
        let code = targets::code_of(&object, &stack);
        let context = self.context(&object, code, stack, Vec::new());
        play.emit(Event::Ceased(object.id, None), rule);
        self.keep_priority(play, casting.seat, rule!("115.3"));
        if place == AbilityPlace::Unmanifest {
            self.turn_up(play, &[context.source], context.x, false);
        } else {
            let script = Running { taken: casting.offer, ..Running::new(code, context) };
            self.push(play, Frame::Running(script), rule);
        }
        true
    }

    /// What was drawn meanwhile is seen once nothing is being cast or activated any more.
    fn show_drawn(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        if self.card_pool.unseen(0).is_none()
            || board.frames.iter().any(|frame| matches!(frame, Frame::Casting(_)))
        {
            return;
        }
        let hands = board.apnap().into_iter().flat_map(|seat| board.zone(Zone::Hand(seat)));
        let down = |id: &&ObjectId| board.get(**id).is_some_and(|card| card.down.is_some());
        let drawn: Vec<ObjectId> = hands.filter(down).copied().collect();
        drawn.into_iter().for_each(|id| play.emit(Event::TurnedUp(id, 0), rule!("120.8")));
    }

    /// 601.2i: it is cast or activated; the player gets priority again (116.3c).
    fn finish_casting(&self, play: &mut Game<'_>, casting: &Casting) {
        play.emit(Event::ActionDone, rule!("601.2i"));
        self.pop(play, rule!("601.2i"));
        self.show_drawn(play);
        if self.act_specially(play, casting) {
            return;
        }
        if play.state().board.get(casting.object).is_some_and(Object::is_spell) {
            if play.state().board.effects.iter().any(|lasting| lasting.until == Until::NextCast) {
                for used in self.sight(play).next_casts(casting.seat, casting.object) {
                    play.emit(Event::EffectEnded(used), rule!("611.2a"));
                }
                change_next_spell(self, play, casting);
            }
            note_as_cast(self, play, casting);
            self.emit(play, Event::SpellCast(casting.seat, casting.object), rule!("601.2i"));
        }
        let ability = play.state().board.get(casting.object).is_some_and(Object::is_ability);
        if ability && self.card_pool.asks_activations() {
            let told = Event::Performed(Deed::Activate, casting.seat, Some(casting.object), 1);
            self.emit(play, told, rule!("602.2b"));
        }
        self.notice_targets(play, casting.object);
        let resolves = matches!(play.state().board.frames.last(), Some(Frame::Running(_)));
        match casting.way {
            CastMethod::Priority | CastMethod::Alternative(_) | CastMethod::Effect(_) if !resolves => {
                self.keep_priority(play, casting.seat, rule!("116.3c"));
            }
            CastMethod::Priority | CastMethod::Alternative(_) | CastMethod::Effect(_) | CastMethod::Free => {
                // No player gets priority; what resolves goes on.
                cite!("608.2f");
                self.report(play, 1, vec![Value::Object(casting.object)]);
            }
        }
    }
}

/// 601.2i: what the spell speaks of later is looked at as it becomes cast.
fn note_as_cast(rules: &Magic, play: &mut Game<'_>, casting: &Casting) {
    let sight = rules.sight(play);
    let Some(object) = sight.object(casting.object) else { return };
    let conditions = &rules.card_pool.card(rules.card_pool.card_of(sight.board, object)).definition.as_cast;
    if conditions.is_empty() {
        return;
    }
    let scope = Scope::of(casting.object, casting.seat);
    let held: Vec<u8> = conditions
        .iter()
        .zip(0u8..)
        .filter(|(asked, _)| sight.holds(asked, &scope))
        .map(|(_, at)| at)
        .collect();
    if let Some(mut stack) = rules.stack_of(play, casting.object).filter(|_| !held.is_empty()) {
        stack.cast.held = held;
        play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2i"));
    }
}

/// 611.2a: what effects say of the next spell of the player is true of this one, as long as it is a spell.
fn change_next_spell(rules: &Magic, play: &mut Game<'_>, casting: &Casting) {
    let sight = rules.sight(play);
    let own = |lasting: &&Lasting| lasting.controller == casting.seat;
    let found = sight.board.effects.iter().filter(own).filter_map(|lasting| {
        let LastingKind::NextSpell { code, at, context, alters } = &lasting.kind else { return None };
        let meant = reached(&sight, (*code, *at), context, None).contains(&casting.object);
        let kind = LastingKind::Alter { objects: vec![casting.object], alters: alters.clone() };
        meant.then_some((lasting.id, lasting.source, kind))
    });
    for (id, source, kind) in found.collect::<Vec<_>>() {
        play.emit(Event::EffectEnded(id), rule!("611.2a"));
        rules.begin_effect(play, (source, casting.seat), kind, Until::Forever, rule!("611.2a"));
    }
}

impl Casting {
    /// What the player who casts or activates is asked of it.
    fn asks(&self, prompt: Prompt, rule: RuleId, ask: Ask) -> Request {
        Request { seat: self.seat, prompt: prompt.into(), rule, subject: Some(self.object), ask }
    }
}

impl FrameRules<Magic> for Casting {
    /// Goes on with a spell or ability on its way to the stack.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if self.void {
            cite!("721.1");
            play.emit(Event::ActionReversed, rule!("701.8c"));
            return Flow::Go;
        }
        match self.stage {
            CastingStage::Modes
            | CastingStage::Cost
            | CastingStage::Besides(_)
            | CastingStage::Either
            | CastingStage::X
            | CastingStage::Hybrid
            | CastingStage::Targets(_)
            | CastingStage::Divide
            | CastingStage::Offer
            | CastingStage::Splice
            | CastingStage::Saving
            | CastingStage::Helper
            | CastingStage::HelperMana
            | CastingStage::HelperPay
            | CastingStage::HelperSpend(_)
            | CastingStage::Mana
            | CastingStage::Pay => match play.asked(rules) {
                None => {
                    rules.skip(play, &self);
                    Flow::Go
                }
                Some(request) if matches!(&request.ask, Ask::Pick { options, min, .. } if (options.len() as u32) < *min) =>
                {
                    play.emit(Event::ActionReversed, rule!("721.1"));
                    Flow::Go
                }
                Some(_) => play.wait(rules),
            },
            CastingStage::Total => {
                match rules.total_cost(play, &self) {
                    Some((mana, life)) => {
                        // What it costs is settled here: no later effect changes it.
                        cite!("601.5", "602.4");
                        let next = rules.after_total(play, &self);
                        rules.stage(play, &Casting { mana, life, ..self }, next)
                    }
                    None => play.emit(Event::ActionReversed, rule!("601.2e")),
                }
                Flow::Go
            }
            CastingStage::Others(place) => {
                rules.pay_other(play, &self, place);
                Flow::Go
            }
            CastingStage::Done => {
                rules.finish_casting(play, &self);
                Flow::Go
            }
        }
    }

    /// What a stage asks; nothing where there is nothing to choose.
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let object = sight.object(self.object)?;
        let stack = object.stack.as_ref()?;
        let code = targets::code_of(object, stack);
        if let Some(request) = rules.ask_whom(sight, self, object, stack) {
            return Some(request);
        }
        match self.stage {
            CastingStage::Modes => rules.ask_all_modes(sight, self, object, stack).or_else(|| {
                let numbers = announceable_on(rules, sight, self, object, stack);
                rules.ask_modes(sight, object, stack, &numbers)
            }),
            CastingStage::Cost => rules.ask_cost(sight, self, object, stack),
            CastingStage::Besides(place) => rules.ask_besides(sight, self, object, stack, place),
            CastingStage::Either => rules.ask_either(sight, self, object, stack),
            CastingStage::X => rules.ask_x(sight, self, object, stack, code),
            CastingStage::Hybrid => rules.ask_hybrid(sight, self, object, stack),
            CastingStage::Targets(group) => {
                let groups = rules.card_pool.targets_on(code, stack);
                let divided = if group == 0 { rules.divided(sight, object, stack, code) } else { None };
                let most = rules.affordable(sight, self, object, stack, groups.get(usize::from(group))?);
                targets::request(
                    sight,
                    object,
                    &groups,
                    usize::from(group),
                    divided.unwrap_or(u32::MAX).min(most),
                )
            }
            CastingStage::Divide => targets::division(object, rules.divided(sight, object, stack, code)?),
            CastingStage::Mana => (!self.mana.is_zero()).then(|| {
                let except = rules.taps_itself(object.printed(), stack.kind);
                let own = self.without_help(rules, sight);
                let on = Purpose::of(object, stack);
                let request = rules.ask_mana(sight, self.seat, (&own, on), except, self.object);
                rules.with_helps(sight, self, object, stack, request)
            }),
            CastingStage::Offer => rules.ask_offer(sight, self, object, stack),
            CastingStage::Splice => rules.ask_splice(sight, self, object, stack),
            CastingStage::Saving => rules.ask_saving(sight, self, object, stack),
            CastingStage::Helper => rules.ask_helper(sight, self),
            CastingStage::HelperMana => rules.ask_helper_mana(sight, self),
            CastingStage::HelperPay => rules.ask_helper_pay(sight, self),
            CastingStage::HelperSpend(left) => {
                let on = Purpose::of(object, stack);
                rules.ask_spend(sight, self.helper?, &ManaCost::of_generic(left.into()), on, self.object)
            }
            CastingStage::Pay => {
                rules.ask_spend(sight, self.seat, &self.mana, Purpose::of(object, stack), self.object)
            }
            CastingStage::Total | CastingStage::Others(_) | CastingStage::Done => None,
        }
    }

    /// Takes the answer to what a stage asks.
    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let first = if let Choice::Pick(items) = choice { items.first().copied() } else { None };
        if rules.answer_whom(play, &self, choice) {
            return;
        }
        match self.stage {
            CastingStage::Modes if matches!(first, Some(Item::Flag(_))) => {
                rules.answer_all_modes(play, self, first == Some(Item::Flag(true)));
            }
            CastingStage::Modes => {
                rules.set_modes(play, self.object, choice);
                rules.stage(play, &self, rules.after_modes());
            }
            CastingStage::Cost => rules.answer_cost(play, self, first),
            CastingStage::Besides(_) | CastingStage::Either | CastingStage::X | CastingStage::Hybrid => {
                rules.answer_choice(play, self, choice, first);
            }
            CastingStage::Targets(group) => {
                rules.add_targets(play, self.object, choice);
                rules.stage(play, &self, CastingStage::Targets(group + 1));
            }
            CastingStage::Divide => {
                if let (Choice::Split(shares), Some(stack)) = (choice, rules.stack_of(play, self.object)) {
                    let share = |target| {
                        shares
                            .iter()
                            .find(|share| share.0 == targets::item(target))
                            .map_or(0, |share| share.1)
                    };
                    let shares =
                        stack.targets.first().into_iter().flatten().map(|target| share(*target)).collect();
                    play.emit(
                        Event::StackSet(self.object, Box::new(OnStack { shares, ..stack })),
                        rule!("601.2d"),
                    );
                }
                rules.stage(play, &self, CastingStage::Total);
            }
            CastingStage::Offer => rules.answer_offer(play, self, first),
            CastingStage::Splice => rules.answer_splice(play, self, first),
            CastingStage::Saving => rules.answer_saving(play, self, first),
            CastingStage::Helper
            | CastingStage::HelperMana
            | CastingStage::HelperPay
            | CastingStage::HelperSpend(_) => rules.answer_helper(play, self, choice, first),
            CastingStage::Mana => match first {
                Some(Item::Pass) => rules.skip(play, &self),
                Some(Item::Ability(id, place)) => {
                    if let Some(AbilityPlace::Help(symbol)) = AbilityPlace::numbered(place) {
                        rules.help(play, self, id, symbol);
                    } else if let Some(place) = AbilityPlace::numbered(place) {
                        rules.activate_mana(play, self.seat, id, place);
                    }
                }
                _ => play.emit(Event::ActionReversed, rule!("721.1")),
            },
            CastingStage::Pay => {
                let on = rules.purpose(play, &self);
                let spent = first.and_then(|item| rules.spend_chosen(play, self.seat, &self.mana, on, item));
                if let Some(mana) = spent {
                    rules.stage(play, &Casting { mana, ..self }, CastingStage::Pay);
                }
            }
            CastingStage::Total | CastingStage::Others(_) | CastingStage::Done => {}
        }
    }
}

/// Notes that a cost is paid so often that may be paid besides.
fn pay_besides(stack: &mut OnStack, place: usize, times: u32) {
    let paid = &mut stack.cast.paid;
    if paid.len() <= place {
        paid.resize(place + 1, 0);
    }
    paid[place] = times;
}

/// The rule by which an ability is a special action (115.2); none where it is an activated one.
fn special(card_pool: &CardPool, ability: AbilityRef) -> Option<RuleId> {
    if ability.place == AbilityPlace::Unmanifest {
        return Some(rule!("115.2b"));
    }
    let activated = card_pool.activated(ability).filter(|activated| activated.timing.is_special())?;
    Some(match activated.zone {
        _ if activated.timing.offered => rule!("115.2c"),
        _ if activated.timing.face_down => rule!("115.2b"),
        _ if Some(ability.card) == card_pool.planar_die() => rule!("115.2g"),
        ZoneKind::Hand if activated.timing.castable => rule!("115.2f"),
        ZoneKind::Hand => rule!("115.2e"),
        _ => rule!("115.2d"),
    })
}

/// Stand-ins for the fewest targets that each group needs, to see what they would cost.
pub fn least_targets(groups: &[Target], x: u32) -> Vec<Vec<Value>> {
    // What is chosen only for a certain cost is not needed.
    let least = |target: &Target| match target {
        Target::Paid(..) => 0,
        target => targets::bounds(target, x).0,
    };
    groups.iter().map(|target| (0..least(target)).map(Value::Number).collect()).collect()
}
