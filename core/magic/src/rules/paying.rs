//! Paying mana, and paying costs while something resolves (117.12).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::Op;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat, bounds};

use crate::language::definition::{Cost, CostDeed, Ref, total_mana};
use crate::language::mana::{Hybrid, ManaCost};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::mana_pool::{Purpose, is_engaged};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{AbilityPlace, AbilityRef, Board, Declaring, Frame, Paying, PayingStage, Running, Value};
use crate::{cite, rule};

/// What a player has to pay: the costs, the object that they come from, and what their words mean. Spells,
/// abilities, special actions, scripts that ask for something, attacks and blocks are all paid by one.
pub struct Bill<'a> {
    /// What the costs come from.
    pub source: ObjectId,
    /// The costs, in the order in which they are paid.
    pub costs: Vec<&'a Cost>,
    /// What their words mean; `You` is the player who pays.
    pub scope: Scope<'a>,
}

impl Bill<'_> {
    /// The mana that it comes to, without what modifies the cost of a spell or ability.
    fn mana(&self, sight: &Sight<'_>) -> ManaCost {
        let mut mana = total_mana(self.costs.iter().copied()).with_x(self.scope.x, None);
        add_generic(sight, &mut mana, &self.costs, &self.scope);
        mana
    }
}

/// Adds the mana that costs come to as numbers say.
pub fn add_generic(sight: &Sight<'_>, mana: &mut ManaCost, costs: &[&Cost], scope: &Scope<'_>) {
    for cost in costs {
        match cost {
            Cost::Generic(number) => {
                // What the text defines is not chosen.
                cite!("107.3c");
                mana.add_generic(sight.count(number, scope));
            }
            Cost::ManaTimes(part, number) => {
                (0..bounds::times(sight.count(number, scope))).for_each(|_| mana.add(part));
            }
            Cost::ManaOf(of, less) => {
                if let Some(own) = cost_of(sight, of, scope) {
                    let mut own = own;
                    own.reduce(less);
                    mana.add(&own);
                }
            }
            _ => {}
        }
    }
}

/// The mana cost of an object that is paid for something else: its X is 0, unless it is a spell on the stack. None
/// where it has no mana cost.
fn cost_of(sight: &Sight<'_>, of: &Ref, scope: &Scope<'_>) -> Option<ManaCost> {
    let Value::Object(id) = sight.refer(of, scope)? else { return None };
    let x = sight.object(id)?.stack.as_ref().map_or(0, |stack| stack.x);
    let cost = &sight.characteristics(id)?.cost;
    cite!("107.3g");
    cost.exists.then(|| cost.with_x(x, None))
}

/// The two ways in which a hybrid symbol is paid (107.4e-f): with mana of a type, or with two generic mana or
/// two life.
pub fn ways(symbol: Hybrid) -> [Item; 2] {
    let other = symbol.other.color().map_or(Item::Number(2), |color| Item::Symbol(color as u8));
    [Item::Symbol(symbol.color as u8), other]
}

/// Whether what can be paid in two ways can be paid in some way (107.4e).
pub fn any_way(mana: &ManaCost, can: &impl Fn(&ManaCost) -> bool) -> bool {
    let Some(symbol) = mana.hybrid.first().copied() else { return can(mana) };
    let same = mana.hybrid.iter().filter(|other| **other == symbol).count();
    (0..=same).any(|seconds| {
        let mut part = ManaCost { hybrid: vec![symbol; same], ..ManaCost::default() };
        part.settle(&(0..same).map(|place| place < seconds).collect::<Vec<bool>>());
        let mut trial = mana.clone();
        trial.hybrid.retain(|other| *other != symbol);
        trial.add(&part);
        any_way(&trial, can)
    })
}

/// A cost of mana with its first hybrid symbol paid in one way or the other.
fn settle_first(mana: &ManaCost, second: bool) -> ManaCost {
    let mut settled = mana.clone();
    let mut first = ManaCost { hybrid: vec![settled.hybrid.remove(0)], ..ManaCost::default() };
    first.settle(&[second]);
    settled.add(&first);
    settled
}

/// The script or the declaration for which a player pays.
fn paid_for(board: &Board) -> Option<&Frame> {
    board.frames.iter().rev().find(|frame| matches!(frame, Frame::Running(_) | Frame::Declaring(_)))
}

/// The rule by which a player pays for it.
fn paid_by(board: &Board) -> RuleId {
    match paid_for(board) {
        Some(Frame::Declaring(declaring)) => declaring.paid_by(),
        _ => rule!("117.12"),
    }
}

impl Magic {
    /// Asks for a mana ability, or to pay now (601.2g).
    pub fn ask_mana(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (mana, on): (&ManaCost, Purpose),
        except: Option<ObjectId>,
        subject: ObjectId,
    ) -> Request {
        cite!("116.1d", "117.2");
        let enough = self.pool_pays(sight, seat, mana, on);
        let sources = self.sources(sight, seat);
        let open = sources
            .iter()
            .filter(|source| Some(source.object) != except && !is_engaged(sight.board, source.object));
        let mut options: Vec<Item> =
            open.map(|source| Item::Ability(source.object, source.place.number())).collect();
        cite!("602.2b", "605.3a");
        let costly = self.costly_sources(sight, seat, except);
        options.extend(costly.into_iter().map(|(id, place)| Item::Ability(id, place.number())));
        cite!("117.3c");
        options.push(if enough { Item::Pass } else { Item::Flag(false) });
        let ask = Ask::one_of(options);
        Request { seat, prompt: Prompt::PayMana.into(), rule: rule!("601.2g"), subject: Some(subject), ask }
    }

    /// The costs for which the script on the stack of frames asks.
    fn costs_asked(&self, running: &Running) -> &[Cost] {
        let at = usize::from(running.cursor.at);
        match self.card_pool.code(running.code).and_then(|code| code.0.get(at)) {
            Some(Op::Pay(_, costs, _)) => costs,
            _ => &[],
        }
    }

    /// What a script asks a player to pay.
    fn bill_asked<'a>(&'a self, running: &'a Running, seat: Seat) -> Bill<'a> {
        Bill {
            source: running.context.source,
            costs: self.costs_asked(running).iter().collect(),
            scope: Scope { controller: Some(seat), ..Scope::running(running, &running.cursor) },
        }
    }

    /// What a mana ability costs that is being activated.
    fn bill_of_mana(&self, running: &Running, seat: Seat) -> Bill<'_> {
        let place = running.code.ability.unwrap_or(AbilityPlace::Spell);
        let ability = self.card_pool.activated(AbilityRef { card: running.code.card, place });
        Bill {
            source: running.context.source,
            costs: ability.into_iter().flat_map(|ability| &ability.cost).collect(),
            scope: Scope { written: Some(running.code.card), ..Scope::of(running.context.source, seat) },
        }
    }

    /// Begins to pay for a mana ability that costs mana (605.3a).
    pub fn begin_mana_ability(&self, play: &mut Game<'_>, seat: Seat, running: Running) {
        // What is taken back with it is what is being cast or activated, or it alone.
        if play.state().before.is_none() {
            play.emit(Event::ActionBegun, rule!("605.3b"));
        }
        let mana = self.bill_of_mana(&running, seat).mana(&self.sight(play));
        self.push(play, Frame::Running(running), rule!("605.3b"));
        let (stage, mana_ability) = (PayingStage::Mana, true);
        let paying = Paying { seat, stage, mana, mana_ability, void: false, kept: false };
        self.push(play, Frame::Paying(paying), rule!("605.3b"));
    }

    /// A mana ability is not activated after all: what is being paid for with it goes on without it.
    fn give_up_mana_ability(&self, play: &mut Game<'_>) {
        let alone = play.state().board.frames.iter().filter(|frame| is_announced(frame)).count() == 1;
        if alone {
            return play.emit(Event::ActionReversed, rule!("721.1"));
        }
        self.pop(play, rule!("721.1"));
        self.pop(play, rule!("721.1"));
    }

    /// Pays the next cost other than mana of a mana ability; after the last it resolves at once (605.3b).
    fn pay_mana_ability(&self, play: &mut Game<'_>, paying: &Paying, running: &Running, place: u8) {
        let bill = self.bill_of_mana(running, paying.seat);
        let begin = |play: &mut Game<'_>| {
            self.stage_of_paying(play, paying, PayingStage::Others(place + 1));
        };
        match self.pay_part(play, &bill, place, begin) {
            Some(true) => {}
            Some(false) => play.emit(Event::ActionReversed, rule!("721.1")),
            None => {
                self.pop(play, rule!("605.3b"));
                if let Some(place) = running.code.ability {
                    let ability = AbilityRef { card: running.code.card, place };
                    self.count_use(play, running.context.source, ability, false);
                }
                // Nothing else is being cast or activated for which it would have to be taken back.
                if !play.state().board.frames.iter().any(is_announced) {
                    play.emit(Event::ActionDone, rule!("605.3b"));
                }
            }
        }
    }

    /// Whether a player can pay what a script asks for (117.3, 117.12).
    pub fn can_pay_asked(&self, sight: &Sight<'_>, running: &Running, seat: Seat) -> bool {
        let bill = self.bill_asked(running, seat);
        let mana = bill.mana(sight);
        let priced = |cost: &&Cost| match cost {
            Cost::ManaOf(of, _) => cost_of(sight, of, &bill.scope).is_some(),
            _ => true,
        };
        cite!("117.6");
        let sacrifices = |cost: &&Cost| matches!(cost, Cost::Deed(CostDeed::Sacrifice, ..));
        let kept = sight.keeps_all(seat, running.context.controller);
        if sight.board.has_left(seat) {
            return false;
        }
        bill.costs.iter().all(priced)
            && !(kept && bill.costs.iter().any(sacrifices))
            && self.can_pay(sight, bill.source, &bill.costs, &bill.scope).is_ok()
            && (mana.is_zero() || self.can_pay_some(sight, seat, &mana))
    }

    /// Whether a player can pay mana in some way.
    fn can_pay_some(&self, sight: &Sight<'_>, seat: Seat, mana: &ManaCost) -> bool {
        any_way(mana, &|mana| self.can_pay_mana(sight, seat, (mana, Purpose::Else), None))
    }

    /// Asks in which way the next hybrid symbol is paid, of those that can be paid; each by itself.
    fn ask_symbol(&self, sight: &Sight<'_>, paying: &Paying, subject: ObjectId) -> Option<Request> {
        let symbol = *paying.mana.hybrid.first()?;
        let payable =
            |second: bool| self.can_pay_some(sight, paying.seat, &settle_first(&paying.mana, second));
        let options = [false, true].into_iter().zip(ways(symbol)).filter(|(second, _)| payable(*second));
        let ask = Ask::one_of(options.map(|(_, item)| item).collect());
        let rule = rule!("117.12");
        Some(Request {
            seat: paying.seat,
            prompt: Prompt::ChooseHybrid.into(),
            rule,
            subject: Some(subject),
            ask,
        })
    }

    /// Pays the part of a bill at a place, once `begin` has noted that it is being paid. Whether it could be
    /// paid together with all that comes after it; none where nothing is left.
    pub fn pay_part(
        &self,
        play: &mut Game<'_>,
        bill: &Bill<'_>,
        place: u8,
        begin: impl FnOnce(&mut Game<'_>),
    ) -> Option<bool> {
        let rest = bill.costs.get(usize::from(place)..).unwrap_or_default();
        let cost = *rest.first()?;
        if self.can_pay(&self.sight(play), bill.source, rest, &bill.scope).is_err() {
            return Some(false);
        }
        begin(play);
        self.pay(play, bill.source, cost, &bill.costs, &bill.scope);
        Some(true)
    }

    /// 117.12: a player begins to pay what a script asks for.
    pub fn begin_paying(&self, play: &mut Game<'_>, running: &Running, seat: Seat) {
        let kept = play.state().before.is_none()
            && self.card_pool.hides_discards()
            && self.costs_asked(running).iter().any(Cost::asks_for_cards);
        if kept {
            // Paid so, it could turn out illegal.
            play.emit(Event::ActionBegun, rule!("701.8c"));
        }
        let mana = self.bill_asked(running, seat).mana(&self.sight(play));
        let (stage, mana_ability) = (PayingStage::Mana, false);
        let paying = Paying { seat, stage, mana, mana_ability, void: false, kept };
        self.push(play, Frame::Paying(paying), rule!("117.12"));
    }

    /// Whether the cost that is paid at a place asks what the cards are that are discarded for it.
    pub fn asks_for_cards_at(&self, board: &Board, paying: &Paying, place: usize) -> bool {
        match paid_for(board) {
            Some(Frame::Running(running)) if paying.mana_ability => {
                let costs = self.bill_of_mana(running, paying.seat).costs;
                costs.get(place).is_some_and(|cost| Cost::asks_for_cards(cost))
            }
            Some(Frame::Running(running)) => {
                self.costs_asked(running).get(place).is_some_and(Cost::asks_for_cards)
            }
            Some(Frame::Declaring(declaring)) => {
                let due = declaring.dues.get(place).and_then(|due| self.part_due(due));
                due.is_some_and(|(cost, _)| cost.asks_for_cards())
            }
            _ => false,
        }
    }

    fn stage_of_paying(&self, play: &mut Game<'_>, paying: &Paying, stage: PayingStage) {
        let rule = paid_by(&play.state().board);
        play.emit(Event::Replaced(Frame::Paying(Paying { stage, ..paying.clone() })), rule);
    }

    /// Pays the next cost other than mana; after the last the script or the declaration goes on.
    fn pay_others(&self, play: &mut Game<'_>, paying: &Paying, place: u8) {
        match paid_for(&play.state().board).cloned() {
            Some(Frame::Running(running)) if paying.mana_ability => {
                self.pay_mana_ability(play, paying, &running, place);
            }
            Some(Frame::Running(running)) => self.pay_asked(play, paying, running, place),
            Some(Frame::Declaring(declaring)) => self.pay_due(play, paying, &declaring, place),
            _ => self.pop(play, rule!("117.12")),
        }
    }

    fn pay_asked(&self, play: &mut Game<'_>, paying: &Paying, running: Running, place: u8) {
        let bill = self.bill_asked(&running, paying.seat);
        let begin = |play: &mut Game<'_>| {
            self.stage_of_paying(play, paying, PayingStage::Others(place + 1));
        };
        match self.pay_part(play, &bill, place, begin) {
            Some(true) => {}
            Some(false) => self.end_paying(play, paying, running, false),
            None => self.end_paying(play, paying, running, true),
        }
    }

    /// Pays the next of what attacking or blocking costs (508.1j, 509.1f), each a bill of its own. A part of it
    /// alone is not paid: then all is taken back.
    fn pay_due(&self, play: &mut Game<'_>, paying: &Paying, declaring: &Declaring, place: u8) {
        let rest = declaring.dues.get(usize::from(place)..).unwrap_or_default();
        let Some((cost, source)) = rest.first().and_then(|due| self.part_due(due)) else {
            return self.pop(play, declaring.paid_by());
        };
        let bill = Bill { source, costs: vec![&cost], scope: Scope::of(source, paying.seat) };
        let begin = |play: &mut Game<'_>| {
            self.stage_of_paying(play, paying, PayingStage::Others(place + 1));
        };
        if self.pay_part(play, &bill, 0, begin) == Some(false) {
            play.emit(Event::ActionReversed, rule!("721.1"));
        }
    }

    /// 117.12: what follows depends on whether the player paid.
    fn end_paying(&self, play: &mut Game<'_>, paying: &Paying, mut running: Running, paid: bool) {
        self.pop(play, rule!("117.12"));
        if paying.kept {
            play.emit(Event::ActionDone, rule!("701.8c"));
        }
        if let Some(code) = self.card_pool.code(running.code) {
            running.cursor.pay(code, paid);
        }
        play.emit(Event::Replaced(Frame::Running(running)), rule!("117.12"));
    }
}

/// Whether something is being put on the stack or declared, which can be taken back, or a mana ability is paid for.
fn is_announced(frame: &Frame) -> bool {
    match frame {
        Frame::Casting(_) | Frame::Declaring(_) => true,
        Frame::Paying(paying) => paying.mana_ability,
        _ => false,
    }
}

impl Paying {
    /// On what the mana is spent.
    fn purpose(&self, board: &Board) -> Purpose {
        match paid_for(board) {
            Some(Frame::Running(running)) if self.mana_ability => Purpose::Ability(running.context.source),
            _ => Purpose::Else,
        }
    }
}

impl FrameRules<Magic> for Paying {
    /// Goes on with a payment.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if self.void {
            play.emit(Event::ActionReversed, rule!("701.8c"));
            return Flow::Go;
        }
        if play.asked(rules).is_some() {
            return play.wait(rules);
        }
        match self.stage {
            PayingStage::Mana => rules.stage_of_paying(play, &self, PayingStage::Spend),
            PayingStage::Spend => {
                let on = self.purpose(&play.state().board);
                rules.spend_mana(play, self.seat, &self.mana, on);
                let paid = Paying { mana: ManaCost::default(), ..self };
                rules.stage_of_paying(play, &paid, PayingStage::Others(0));
            }
            PayingStage::Others(place) => rules.pay_others(play, &self, place),
        }
        Flow::Go
    }

    /// What a payment asks.
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let (subject, rule) = match paid_for(sight.board)? {
            Frame::Running(running) => (running.context.source, rule!("601.2g")),
            Frame::Declaring(declaring) => (declaring.first()?, declaring.mana_by()),
            _ => return None,
        };
        let on = self.purpose(sight.board);
        match self.stage {
            PayingStage::Mana if self.mana.is_zero() => None,
            PayingStage::Mana if !self.mana.hybrid.is_empty() => {
                cite!("702.23a");
                rules.ask_symbol(sight, self, subject)
            }
            PayingStage::Mana => {
                Some(Request { rule, ..rules.ask_mana(sight, self.seat, (&self.mana, on), None, subject) })
            }
            PayingStage::Spend => rules.ask_spend(sight, self.seat, &self.mana, on, subject),
            PayingStage::Others(_) => None,
        }
    }

    /// Takes the answer to what a payment asks.
    fn answer(mut self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let first = if let Choice::Pick(items) = choice { items.first().copied() } else { None };
        match (self.stage, first) {
            (PayingStage::Mana, Some(way)) if !self.mana.hybrid.is_empty() => {
                let second = self.mana.hybrid.first().is_some_and(|symbol| ways(*symbol)[1] == way);
                self.mana = settle_first(&self.mana, second);
                rules.stage_of_paying(play, &self, PayingStage::Mana);
            }
            (PayingStage::Mana, Some(Item::Pass)) => rules.stage_of_paying(play, &self, PayingStage::Spend),
            (PayingStage::Mana, Some(Item::Ability(id, place))) => {
                if let Some(place) = AbilityPlace::numbered(place) {
                    rules.activate_mana(play, self.seat, id, place);
                }
            }
            (PayingStage::Mana, _) if self.mana_ability => rules.give_up_mana_ability(play),
            (PayingStage::Mana, _) => match paid_for(&play.state().board).cloned() {
                Some(Frame::Running(running)) => rules.end_paying(play, &self, running, false),
                Some(Frame::Declaring(_)) => play.emit(Event::ActionReversed, rule!("721.1")),
                _ => {}
            },
            (PayingStage::Spend, Some(item)) => {
                let on = self.purpose(&play.state().board);
                if let Some(left) = rules.spend_chosen(play, self.seat, &self.mana, on, item) {
                    self.mana = left;
                    rules.stage_of_paying(play, &self, PayingStage::Spend);
                }
            }
            (PayingStage::Spend | PayingStage::Others(_), _) => {}
        }
    }
}
