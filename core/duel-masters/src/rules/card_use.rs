//! Using a card (601): what it is put on, paying, and what becomes of it.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::Cursor;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Filter, Ruling, Subject, Until};
use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Flow, Game, picked};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{
    Awaited, CardUse, CodeRef, Entering, Frame, Hold, MoveReason, Proposal, Running, Sentence, UsingStage,
    Zone,
};
use crate::{cite, rule};

impl DuelMasters {
    /// Begins to use a card: it becomes pending (601.1b) unless it is already (409.1e). A cross gear that is
    /// crossed again stays as it is.
    pub fn use_card(&self, play: &mut Game<'_>, mut using: CardUse) {
        let object = using.object;
        cite!("601.1");
        // 601.1a: whether a condition of use is met is settled when the use is declared, before the card is
        // pending.
        let sight = self.sight(play);
        using.may_be_free = !using.free
            && sight
                .object(object)
                .is_some_and(|object| self.no_cost(&sight, using.seat, object, using.face));
        let apart = play
            .state()
            .board
            .get(object)
            .is_none_or(|object| object.zone == Zone::Battle || object.hold == Hold::Pending);
        self.push(play, Frame::CardUse(using), rule!("601.1a"));
        cite!("409.1");
        if !apart {
            self.emit_quietly(play, Event::Held(object, Hold::Pending), rule!("601.1b"));
        }
        // What is used is declared to all.
        self.emit_quietly(play, Event::Shown(vec![object], u8::MAX), rule!("601.1a"));
    }

    /// What the card costs is settled, less what something that is used up for it costs (601.1e).
    fn settle_price(&self, play: &mut Game<'_>, mut using: CardUse, less: u32) {
        using.price = self.price(&self.sight(play), using.seat, using.object, using.face, less);
        using.stage = UsingStage::Drive;
        self.replace_frame(play, Frame::CardUse(using), rule!("601.1e"));
    }

    fn begin_paying(&self, play: &mut Game<'_>, mut using: CardUse) {
        using.stage = UsingStage::Pay;
        self.replace_frame(play, Frame::CardUse(using), rule!("601.1e"));
    }

    fn stop_using(&self, play: &mut Game<'_>, using: &CardUse) {
        self.pop(play, rule!("409.2"));
        if play.state().board.get(using.object).is_some_and(|object| object.hold == Hold::Pending) {
            self.emit_quietly(play, Event::Held(using.object, Hold::None), rule!("409.2"));
        }
    }

    /// How many objects the card is put on.
    fn needs(&self, sight: &Sight<'_>, using: &CardUse) -> u32 {
        let Some(object) = sight.object(using.object) else { return 0 };
        let definition = &self.card_pool.face(object.top().card, using.face).definition;
        match definition.kind {
            CardType::Creature
                if definition.evolves_at_will() && !self.has_bases(sight, using.seat, using.object) =>
            {
                0
            }
            CardType::Creature => definition.evolution.len() as u32,
            CardType::Castle | CardType::Aura => 1,
            CardType::Cell => definition.belongs.whole.len().saturating_sub(1) as u32,
            CardType::CrossGear if object.zone == Zone::Battle => 1,
            _ => 0,
        }
    }

    /// What the card can be put on, and whether that is enough; none when it is put on nothing.
    fn what_it_is_put_on(&self, sight: &Sight<'_>, using: &CardUse) -> Option<(Ask, bool)> {
        let object = sight.object(using.object)?;
        let definition = &self.card_pool.face(object.top().card, using.face).definition;
        match definition.kind {
            CardType::Creature if !definition.evolution.is_empty() => Some((
                self.bases(sight, using.seat, using.object),
                definition.evolves_at_will() || self.has_bases(sight, using.seat, using.object),
            )),
            CardType::Cell => {
                Some((sight.ask_cells(using.seat, using.object), sight.has_cells(using.seat, using.object)))
            }
            CardType::Aura => {
                let hosts = self.aura_hosts(sight, using.seat);
                let possible = !hosts.is_empty();
                Some((Ask::one_of(hosts), possible))
            }
            CardType::Castle => {
                let shields: Vec<Item> = sight.board.shields(using.seat).map(Item::Object).collect();
                let possible = !shields.is_empty();
                Some((Ask::one_of(shields), possible))
            }
            CardType::CrossGear if object.zone == Zone::Battle => {
                let hosts = self.payable_hosts(sight, using.seat, using.object);
                let hosts: Vec<Item> = hosts.into_iter().map(Item::Object).collect();
                let possible = !hosts.is_empty();
                Some((Ask::one_of(hosts), possible))
            }
            _ => None,
        }
    }

    /// What can be the bases of an evolution creature, as a pick in which every set of its demands has enough
    /// bases: the first picked is the lowest (801.1, 801.1b).
    pub fn bases(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Ask {
        let demands = sight
            .object(id)
            .map_or(&[][..], |object| &self.card_pool.card(object.top().card).front().definition.evolution);
        cite!("801.1");
        let scope = Scope::of(id, seat);
        let fits = |mask: u32| -> Vec<Item> {
            let here = sight
                .board
                .zone(Zone::Battle)
                .filter(|base| sight.object(*base).is_some_and(|base| base.owner == seat));
            // A demand that names no card type is one for a creature, or for what counts as one here.
            let suits = |base: ObjectId, demand: &Filter| {
                let counts =
                    names_type(demand) || sight.is_creature(base) || sight.has(base, Keyword::Shinkarize);
                let any = || sight.is_ruled(base, Ruling::Allow, Subject::BeEvolved, Some(id));
                counts && sight.matches(demand, base, &scope) || any()
            };
            let matching = here.filter(|base| {
                (0..demands.len()).any(|place| mask & 1 << place != 0 && suits(*base, &demands[place]))
            });
            let mut items: Vec<Item> = matching.map(Item::Object).collect();
            items.sort();
            items
        };
        let count = demands.len() as u32;
        let all = (1u32 << count) - 1;
        let limit = |mask: u32| Limit::AtLeast { items: fits(mask), min: mask.count_ones() };
        let constraints: Vec<Constraint> =
            (1..all).map(|mask| Constraint { rule: rule!("801.1a"), limit: limit(mask) }).collect();
        // A NEO creature need not evolve.
        cite!("802.1");
        let will = sight.object(id).is_some_and(|object| {
            self.card_pool.card(object.top().card).front().definition.evolves_at_will()
        });
        let ask = Ask::pick(fits(all), if will { 0 } else { count }, count).with(constraints);
        if count > 1 { ask.ordered() } else { ask }
    }

    /// Whether there are bases for an evolution creature (801.1a).
    pub fn has_bases(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
        let Ask::Pick { options, min, constraints, .. } = self.bases(sight, seat, id) else { return false };
        let enough = |constraint: &Constraint| !matches!(&constraint.limit, Limit::AtLeast { items, min } if (items.len() as u32) < *min);
        options.len() as u32 >= min.max(1) && constraints.iter().all(enough)
    }

    /// The card is used (601.1g).
    fn put_to_use(&self, play: &mut Game<'_>, mut using: CardUse) {
        let Some(object) = play.state().board.get(using.object) else {
            return self.pop(play, rule!("409.2"));
        };
        let (card, zone) = (object.top().card, object.zone);
        let kind = self.card_pool.face(card, using.face).definition.kind;
        if zone == Zone::Battle {
            self.pop(play, rule!("303.3b"));
            return self.emit(
                play,
                Event::Crossed(using.object, using.on.first().copied()),
                rule!("701.17a"),
            );
        }
        self.end_of_next_use(play, using.object);
        if kind == CardType::Spell {
            cite!("110.3a");
            using.stage = UsingStage::Done;
            let code = CodeRef { card, face: using.face, ability: None };
            let (seat, object) = (using.seat, using.object);
            cite!("605.2");
            self.replace_frame(play, Frame::CardUse(using), rule!("302.2"));
            self.emit(play, Event::CardUsed(seat, object), rule!("701.4a"));
            return self.run_script(play, code, 0, DuelMasters::context(object, seat), None, rule!("605.2c"));
        }
        if kind == CardType::Aura && using.on.is_empty() {
            return self.gr_summon_for(play, using);
        }
        self.pop(play, rule!("601.1g"));
        self.emit(play, Event::CardUsed(using.seat, using.object), used_rule(kind));
        if kind == CardType::Cell {
            return self.put_together(play, &using);
        }
        if kind == CardType::Aura {
            return self.attach_aura(play, &using);
        }
        let (to, entering) = match kind {
            CardType::Castle => {
                // It stands in the shield zone, set against its shield.
                cite!("113.4", "304.2a");
                (
                    Zone::Shield(using.seat),
                    Entering { onto: using.on.first().copied(), ..Entering::default() },
                )
            }
            _ => (Zone::Battle, Entering { bases: using.on, ..Entering::default() }),
        };
        self.happen(
            play,
            vec![Proposal::movement(using.object, to, entering, MoveReason::Used)],
            entering_rule(kind),
        );
    }

    /// Effects on what the next such card costs end with its use.
    fn end_of_next_use(&self, play: &mut Game<'_>, object: ObjectId) {
        let sight = self.sight(play);
        let over = sight.imposed_costs(object).filter(|(effect, _)| effect.until == Until::NextUse);
        let over: Vec<u32> = over.map(|(effect, _)| effect.id).collect();
        if !over.is_empty() {
            self.emit(play, Event::EffectsEnded(over), rule!("608.2"));
        }
    }

    /// A spell that has been resolved and is still pending goes to the graveyard (302.2, 409.1b, 605.2e).
    fn finish_spell(&self, play: &mut Game<'_>, using: &CardUse) {
        self.pop(play, rule!("605.2e"));
        let Some(object) = play.state().board.get(using.object).filter(|object| object.hold == Hold::Pending)
        else {
            return;
        };
        let to = Zone::Graveyard(object.owner);
        self.happen(
            play,
            vec![Proposal::movement(using.object, to, Entering::default(), MoveReason::Resolved)],
            rule!("409.1b"),
        );
    }

    /// Begins a script.
    pub fn run_script(
        &self,
        play: &mut Game<'_>,
        code: CodeRef,
        at: u16,
        context: crate::state::Context,
        it: Option<crate::state::Value>,
        rule: RuleId,
    ) {
        let mut cursor = Cursor::starting_at(at);
        cursor.loops.extend(it.map(|it| duelog_kernel::script::Round::Members(vec![it])));
        self.push(
            play,
            Frame::Running(Running {
                code,
                cursor,
                context,
                wait: Awaited::Nothing,
                amount: 0,
                last: Vec::new(),
                sentence: Sentence::Open,
            }),
            rule,
        );
    }

    /// Uses a card for no cost as a part of an effect; does nothing when the card is no longer where it was.
    pub fn use_for_no_cost(&self, play: &mut Game<'_>, object: ObjectId, face: u8, seat: Seat) {
        if self.sight(play).is_card_forbidden(object, Subject::Use) {
            if play.state().board.get(object).is_some_and(|object| object.hold == Hold::Pending) {
                self.emit_quietly(play, Event::Held(object, Hold::None), rule!("409.2"));
            }
            return;
        }
        let here = play
            .state()
            .board
            .get(object)
            .is_some_and(|object| object.zone != Zone::Gone && object.zone != Zone::Battle);
        if here {
            cite!("101.4d", "112.3g");
            self.use_card(play, CardUse { free: true, ..CardUse::of(object, face, seat) });
        }
    }
}

impl FrameRules<DuelMasters> for CardUse {
    /// Goes on with a card that is being used.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        match self.stage {
            UsingStage::On => {
                let sight = rules.sight(play);
                let options = rules.what_it_is_put_on(&sight, &self);
                if options.is_some_and(|(_, possible)| !possible) {
                    // It cannot be put on anything: it is not used and stays where it is (409.2).
                    rules.stop_using(play, &self);
                    return Flow::Go;
                }
                if rules.needs(&rules.sight(play), &self) == 0 {
                    self.stage = UsingStage::NoCost;
                    rules.replace_frame(play, Frame::CardUse(self), rule!("601.1a"));
                    return Flow::Go;
                }
                play.wait(rules)
            }
            UsingStage::NoCost => {
                cite!("112.3");
                let sight = rules.sight(play);
                let crosses = sight.board.in_battle(self.object);
                let host = self.on.first().filter(|_| crosses);
                let may = self.may_be_free || host.is_some_and(|host| sight.is_crossed_for_free(*host));
                if may && rules.can_pay(&sight, self.seat, self.object, self.face, 0) {
                    return play.wait(rules);
                }
                self.free |= may;
                self.stage = if self.free { UsingStage::Use } else { UsingStage::Offering };
                rules.replace_frame(play, Frame::CardUse(self), rule!("601.1e"));
                Flow::Go
            }
            UsingStage::Offering => {
                if !rules.offerings(&rules.sight(play), self.seat, self.object, self.face).is_empty() {
                    return play.wait(rules);
                }
                rules.settle_price(play, self, 0);
                Flow::Go
            }
            UsingStage::Drive => {
                if rules.with_additional_cost(&rules.sight(play), &self).is_some() {
                    return play.wait(rules);
                }
                rules.begin_paying(play, self);
                Flow::Go
            }
            UsingStage::Pay => {
                let sight = rules.sight(play);
                let one_by_one = sight.is_paid_one_by_one(self.seat, self.object, &self.paid);
                if one_by_one && rules.payment(&sight, &self).is_some_and(|payment| payment.is_complete()) {
                    self.stage = UsingStage::Use;
                    rules.replace_frame(play, Frame::CardUse(self), rule!("601.1g"));
                    return Flow::Go;
                }
                if !rules.is_payable(&sight, &self) {
                    // What was used up gave mana, or made others give it: the cost cannot be paid any more.
                    rules.stop_using(play, &self);
                    return Flow::Go;
                }
                play.wait(rules)
            }
            UsingStage::Use => {
                rules.put_to_use(play, self);
                Flow::Go
            }
            UsingStage::Done => {
                rules.finish_spell(play, &self);
                Flow::Go
            }
            UsingStage::Summoned => {
                rules.find_summoned(play, self);
                Flow::Go
            }
        }
    }

    /// What is asked while a card is being used.
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        let (seat, subject) = (self.seat, Some(self.object));
        match self.stage {
            UsingStage::On => {
                let (ask, _) = rules.what_it_is_put_on(sight, self)?;
                let kind =
                    rules.card_pool.face(sight.object(self.object)?.top().card, self.face).definition.kind;
                let (prompt, rule) = match kind {
                    CardType::Castle => (Prompt::Fortify, rule!("701.19a")),
                    CardType::CrossGear => (Prompt::Cross, rule!("303.3a")),
                    CardType::Aura => (Prompt::Aura, rule!("310.2")),
                    CardType::Cell => (Prompt::Cells, rule!("812.1")),
                    _ => (Prompt::Evolve, rule!("801.1b")),
                };
                Some(Request { seat, prompt: prompt.into(), rule, subject, ask })
            }
            UsingStage::NoCost => Some(Request {
                seat,
                prompt: Prompt::NoCost.into(),
                rule: rule!("112.3e"),
                subject,
                ask: Ask::one_of(vec![Item::Flag(false), Item::Flag(true)]),
            }),
            UsingStage::Offering => {
                let options: Vec<Item> = rules
                    .offerings(sight, seat, self.object, self.face)
                    .into_iter()
                    .map(|entry| Item::Object(entry.0))
                    .collect();
                let min = u32::from(!rules.can_pay(sight, seat, self.object, self.face, 0));
                Some(Request {
                    seat,
                    prompt: Prompt::Offering.into(),
                    rule: rule!("601.1a"),
                    subject,
                    ask: Ask::pick(options, min, 1),
                })
            }
            UsingStage::Drive => Some(Request {
                seat,
                prompt: Prompt::Drive.into(),
                rule: rule!("112.2d"),
                subject,
                ask: Ask::one_of(vec![Item::Flag(false), Item::Flag(true)]),
            }),
            UsingStage::Pay => rules.ask_payment(sight, self),
            UsingStage::Use | UsingStage::Done | UsingStage::Summoned => None,
        }
    }

    /// Takes the answer to it.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        match self.stage {
            UsingStage::On => {
                self.on = picked(choice);
                self.stage = UsingStage::NoCost;
            }
            UsingStage::NoCost => {
                self.free = *choice == Choice::one(Item::Flag(true));
                self.stage = if self.free { UsingStage::Use } else { UsingStage::Offering };
            }
            UsingStage::Offering => {
                let offered = picked(choice).first().copied();
                let (less, to) = {
                    let sight = rules.sight(play);
                    let offerings = rules.offerings(&sight, self.seat, self.object, self.face);
                    let found = offerings.into_iter().find(|entry| Some(entry.0) == offered);
                    found.map_or((0, None), |(id, to)| (sight.cost(id), Some((id, to))))
                };
                rules.settle_price(play, self, less);
                if let Some((id, to)) = to {
                    rules.send(play, vec![id], to);
                }
                return;
            }
            UsingStage::Drive => {
                if *choice == Choice::one(Item::Flag(true))
                    && let Some(price) = rules.with_additional_cost(&rules.sight(play), &self)
                {
                    self.price = price;
                    rules.emit(play, Event::Driven(self.object), rule!("112.2d"));
                }
                self.stage = UsingStage::Pay;
            }
            UsingStage::Pay => {
                let one_by_one = rules.sight(play).is_paid_one_by_one(self.seat, self.object, &self.paid);
                let tapped = picked(choice);
                cite!("105.3");
                for id in &tapped {
                    rules.emit(play, Event::Tapped(*id), rule!("601.1f"));
                }
                self.paid.extend(tapped);
                self.stage = if one_by_one { UsingStage::Pay } else { UsingStage::Use };
            }
            UsingStage::Use | UsingStage::Done | UsingStage::Summoned => {}
        }
        rules.replace_frame(play, Frame::CardUse(self), rule!("601.1d"));
    }
}

/// The rule by which a card of the type is used.
fn used_rule(kind: CardType) -> RuleId {
    match kind {
        CardType::Creature | CardType::Cell => rule!("701.3a"),
        CardType::Spell => rule!("701.4a"),
        CardType::CrossGear => rule!("701.16a"),
        CardType::Castle => rule!("701.19a"),
        CardType::Field => rule!("701.27a"),
        CardType::Aura => rule!("310.1"),
        CardType::Artifact => rule!("312.1"),
        _ => rule!("701.5a"),
    }
}

/// The rule by which a used card of the type goes where it works.
fn entering_rule(kind: CardType) -> RuleId {
    cite!("605.3");
    match kind {
        CardType::Creature => rule!("301.2"),
        CardType::CrossGear => rule!("303.2"),
        CardType::Castle => rule!("304.2"),
        CardType::Field => rule!("308.2"),
        CardType::Tamaseed => rule!("315.2"),
        CardType::Artifact => rule!("312.2"),
        _ => rule!("605.3"),
    }
}

/// Whether a filter says of which card type something is.
fn names_type(filter: &Filter) -> bool {
    match filter {
        Filter::Kind(_) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().any(names_type),
        Filter::Not(inner) => names_type(inner),
        Filter::Any
        | Filter::This
        | Filter::Is(_)
        | Filter::Evolution
        | Filter::Race(_)
        | Filter::Civilization(_)
        | Filter::Civilizations(..)
        | Filter::OfChosen(_)
        | Filter::Symbol(_)
        | Filter::SaysWhenPut
        | Filter::Keyword(_)
        | Filter::Named(_)
        | Filter::NameHas(_)
        | Filter::Of(_)
        | Filter::Tapped
        | Filter::TurnedOver
        | Filter::Attacking
        | Filter::AttackingPlayer
        | Filter::Blocking
        | Filter::Crossed
        | Filter::CrossedWith(_)
        | Filter::Host
        | Filter::Power(..)
        | Filter::Cost(..)
        | Filter::Battling(_)
        | Filter::Shares(..)
        | Filter::SilentSkill
        | Filter::Happened(_)
        | Filter::Can(_)
        | Filter::EvolvesFrom(_)
        | Filter::Special(_) => false,
    }
}
