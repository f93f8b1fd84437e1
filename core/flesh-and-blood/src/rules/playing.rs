//! Playing cards and activating abilities (5.1, 5.2): the nine steps from announcing to played.

pub mod declaring;
pub mod sides;

use std::collections::BTreeSet;

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Change, Cost, Deed, Filter, Occasion, Until, Verb, Written, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Supertype};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::rules::restrictions::allows;
use crate::rules::targets::{ask_modes, attack_targets, must_be_attacked, request, scope_of};
use crate::state::event::Event;
use crate::state::{
    Alter, Basis, Binding, CodeRef, Context, Defense, Frame, KEYWORD_CARD, Kind, Lasting, LastingKind, Layer,
    LayerKind, MoveReason, Occurrence, Playing, PlayingStage, Proposal, Step, Value, Zone, blank_layer,
    code_of, source_of,
};
use crate::{cite, rule};

/// What playing a card is an occasion for (5.1.2a).
const PLAYING: [Occasion; 3] = [Occasion::Play, Occasion::PlayOrActivate, Occasion::Attack];
/// What activating an ability is an occasion for.
const ACTIVATING: [Occasion; 3] = [Occasion::Activate, Occasion::PlayOrActivate, Occasion::Attack];

/// An effect that waits for a player's next object of some kind.
pub struct Waiting<'a> {
    /// The effect.
    pub lasting: &'a Lasting,
    /// The action that the effect waits for: playing, activating or both.
    pub occasion: Occasion,
    /// Which objects it waits for.
    pub filter: &'a Filter,
    /// The changes that it makes to the object.
    pub changes: &'a [Change<Written>],
}

impl Waiting<'_> {
    /// Returns what makes the effect apply to an object: variable values are determined now.
    fn applied(&self, sight: &Sight<'_>, object: ObjectId, scope: &Scope<'_>) -> Proposal {
        cite!("6.2.2b");
        let Waiting { lasting, changes, .. } = self;
        let alters = (0u32..).zip(*changes);
        let alters = alters
            .filter_map(|(place, change)| sight.alter(change, scope, (lasting.code, lasting.at, place)));
        Proposal::Apply { effect: lasting.id, object, alters: alters.collect() }
    }
}

impl FleshAndBlood {
    /// Announces a card (5.1.2).
    pub fn begin_playing(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId) {
        let Some(from) = play.state().board.get(id).map(|object| object.zone) else { return };
        let sight = self.sight(play);
        let ways = self.open_ways(&sight, seat, id);
        let basis = if self.only_free(&sight, seat, id) { Basis::Free } else { Basis::Own };
        play.emit(Event::ActionBegun, rule!("5.1.2"));
        cite!("1.6.1a", "1.6.1b");
        let event = Event::Moved {
            object: id,
            new: id,
            from,
            to: Zone::Stack,
            bottom: false,
            public: true,
            why: MoveReason::Announced,
            by: seat,
            controller: seat,
            counters: Vec::new(),
            last: None,
        };
        play.emit(event, rule!("5.1.1"));
        cite!("1.6.2a");
        play.emit(
            Event::LayerSet(id, Box::new(Layer { basis, ..blank_layer(LayerKind::Card) })),
            rule!("5.1.2"),
        );
        if ways == 0 {
            return self.begin(play, seat, id, &PLAYING);
        }
        // What applies to the next card applies to the declared half (5.1.2c).
        let playing = Playing { object: id, seat, stage: PlayingStage::Side(ways), paid: false };
        self.push(play, Frame::Playing(playing), rule!("5.1.1"));
    }

    /// Announces an activated ability: its layer, or the proxy that it attacks with, is created on the stack
    /// (5.2.2a).
    pub fn begin_activating(&self, play: &mut Game<'_>, seat: Seat, source: ObjectId, code: CodeRef) {
        let Some(card) = play.state().board.get(source).map(|object| object.card) else { return };
        let attack = self.card_pool.activated(code).is_some_and(|ability| ability.attack);
        let new = play.state().board.next_id();
        play.emit(Event::ActionBegun, rule!("5.2.2"));
        cite!("1.4.3", "8.3.1");
        let kind = if attack { Kind::Proxy } else { Kind::Layer };
        cite!("1.6.2b", "1.7.3a", "5.2.1");
        let layer = Some(Box::new(blank_layer(LayerKind::Activated(source, code))));
        cite!("1.4.1a", "1.4.1b", "1.6.1a", "1.6.1b");
        play.emit(Event::Made { new, card, seat, zone: Zone::Stack, kind, layer }, rule!("5.2.2a"));
        if !play.state().board.get(source).is_some_and(|object| object.public) {
            // 5.2.4b: the source of an ability that is activated is public.
            play.emit(Event::Showing(source, new), rule!("5.2.4b"));
        }
        cite!("5.2.2b");
        self.begin(play, seat, new, &ACTIVATING);
    }

    fn begin(&self, play: &mut Game<'_>, seat: Seat, object: ObjectId, occasions: &[Occasion]) {
        let playing = Playing { object, seat, stage: PlayingStage::Basis, paid: false };
        self.push(play, Frame::Playing(playing), rule!("5.1.1"));
        self.apply_next(play, object, seat, occasions);
    }

    /// The effects that wait for a player's next object of some kind (6.2.4).
    pub fn waiting_for<'a>(&'a self, sight: &'a Sight<'_>, seat: Seat) -> impl Iterator<Item = Waiting<'a>> {
        sight.board.effects.iter().filter_map(move |lasting| {
            if !matches!(lasting.binding, Binding::Next(_)) || !sight.board.is_in_force(lasting) {
                return None;
            }
            let Verb::Next(occasion, _, filter, changes, _, who) =
                self.card_pool.verb(lasting.code, lasting.at)?
            else {
                return None;
            };
            let memory = Scope::context(&lasting.context, lasting.code.card);
            let of = who.as_ref().map_or(Some(lasting.controller), |who| sight.seat(who, &memory));
            (of == Some(seat)).then_some(Waiting { lasting, occasion: *occasion, filter, changes })
        })
    }

    /// Effects that wait for the next such object begin to apply to it if it matches (6.2.4).
    pub fn apply_next(&self, play: &mut Game<'_>, id: ObjectId, seat: Seat, occasions: &[Occasion]) {
        // An object that matches later is not looked at again.
        cite!("1.8.10", "1.8.10a", "5.1.2a");
        let sight = self.sight(play);
        let mut bound = Vec::new();
        for waiting in self.waiting_for(&sight, seat) {
            let Waiting { lasting, occasion, filter, .. } = waiting;
            let is_part = |other: &&Lasting| {
                (other.code, other.at, &other.context) == (lasting.code, lasting.at, &lasting.context)
            };
            let applies_already =
                |other: &Lasting| matches!(&other.binding, Binding::Locked(bound) if bound.contains(&id));
            if sight.board.effects.iter().filter(is_part).any(applies_already) {
                continue;
            }
            let scope =
                Scope { it: Some(Value::Object(id)), ..Scope::context(&lasting.context, lasting.code.card) };
            let fits = match occasion {
                Occasion::Attack => sight.is_attack_that(filter, id, &scope),
                _ => sight.matches(filter, id, &scope),
            };
            if occasions.contains(&occasion) && fits {
                bound.push(waiting.applied(&sight, id, &scope));
            }
        }
        self.happen_quietly(play, bound);
    }

    /// Effects that wait for the next time that a player defends with such cards begin to apply to all of these
    /// (6.2.4).
    pub fn apply_together(&self, play: &mut Game<'_>, defenses: &[Defense]) {
        let sight = self.sight(play);
        let seats: BTreeSet<Seat> = defenses.iter().map(|defense| defense.controller).collect();
        let mut bound = Vec::new();
        for waiting in seats.into_iter().flat_map(|seat| self.waiting_for(&sight, seat)) {
            let Waiting { lasting, occasion, filter, .. } = waiting;
            if occasion != Occasion::DefendTogether {
                continue;
            }
            let memory = Scope::context(&lasting.context, lasting.code.card);
            for id in defenses.iter().map(|defense| defense.card) {
                let scope = Scope { it: Some(Value::Object(id)), ..memory };
                if sight.matches(filter, id, &scope) {
                    cite!("6.2.4");
                    bound.push(waiting.applied(&sight, id, &scope));
                }
            }
        }
        self.happen_quietly(play, bound);
    }

    fn stage(&self, play: &mut Game<'_>, playing: &Playing, stage: PlayingStage) {
        let rule = match stage {
            PlayingStage::Side(_) => rule!("5.1.2c"),
            PlayingStage::Basis => rule!("5.1.3c"),
            PlayingStage::X => rule!("5.1.3a"),
            PlayingStage::Optional(_) => rule!("5.1.3b"),
            PlayingStage::Order => rule!("5.1.3e"),
            PlayingStage::AsInstant => rule!("5.1.3d"),
            PlayingStage::Modes | PlayingStage::Targets(_) => rule!("5.1.4a"),
            PlayingStage::AttackTarget => rule!("5.1.4b"),
            PlayingStage::Check => rule!("5.1.5"),
            PlayingStage::Assets => rule!("5.1.7"),
            PlayingStage::EffectCosts => rule!("5.1.8"),
            PlayingStage::Pay(_) => rule!("5.1.9"),
            PlayingStage::Played => rule!("5.1.10"),
        };
        play.emit(Event::Replaced(Frame::Playing(Playing { stage, ..playing.clone() })), rule);
    }

    /// Takes the action back (1.10.3).
    fn reverse(&self, play: &mut Game<'_>, rule: RuleId) {
        play.emit(Event::ActionReversed, rule);
    }

    /// Goes to the next stage where this one asks nothing.
    fn skip(&self, play: &mut Game<'_>, playing: &Playing) {
        let card = play
            .state()
            .board
            .get(playing.object)
            .filter(|object| object.kind == Kind::Card)
            .map(|object| object.card);
        let optional = card.map_or(0, |card| self.optional_of(card).len() as u8);
        let given = match playing.stage {
            PlayingStage::Optional(place) => self.next_given(&self.sight(play), playing.object, place),
            _ => None,
        };
        // First all that costs need, then modes and targets.
        cite!("5.1.3", "5.1.4");
        let next = match playing.stage {
            PlayingStage::Side(_) => PlayingStage::Basis,
            PlayingStage::Basis => PlayingStage::X,
            PlayingStage::X => PlayingStage::Optional(0),
            PlayingStage::Optional(place) if place + 1 < optional => PlayingStage::Optional(place + 1),
            PlayingStage::Optional(_) => given.map_or(PlayingStage::AsInstant, PlayingStage::Optional),
            PlayingStage::AsInstant => PlayingStage::Order,
            PlayingStage::Order => PlayingStage::Modes,
            PlayingStage::Modes => PlayingStage::Targets(0),
            PlayingStage::Targets(_) => PlayingStage::AttackTarget,
            PlayingStage::AttackTarget => PlayingStage::Check,
            PlayingStage::Check
            | PlayingStage::Assets
            | PlayingStage::EffectCosts
            | PlayingStage::Pay(_)
            | PlayingStage::Played => return,
        };
        self.stage(play, playing, next);
    }

    fn is_action(&self, sight: &Sight<'_>, id: ObjectId, layer: &Layer) -> bool {
        match layer.kind {
            LayerKind::Activated(_, code) => {
                self.card_pool.activated(code).is_some_and(|ability| ability.kind == CardType::Action)
            }
            LayerKind::Card => sight.is(id, CardType::Action),
            LayerKind::Triggered(..) | LayerKind::Delayed(..) => false,
        }
    }

    /// Whether an action that may be played as an instant could also be played as an action now.
    fn could_be_an_action(&self, sight: &Sight<'_>, playing: &Playing) -> bool {
        let (turn, combat) = (&sight.board.turn, &sight.board.combat);
        let alone = sight.board.zone(Zone::Stack).len() == 1;
        let in_time = !combat.open || (turn.step == Step::Resolution && sight.is_attack(playing.object));
        turn.active == playing.seat && alone && in_time && sight.board.player(playing.seat).actions > 0
    }

    /// 5.1.5: whether what was announced and declared is legal.
    fn is_legal(&self, play: &mut Game<'_>, playing: &Playing) -> bool {
        let sight = self.sight(play);
        let Some((object, layer)) =
            sight.object(playing.object).and_then(|object| Some((object, object.layer.as_deref()?)))
        else {
            return false;
        };
        let code = code_of(object, layer);
        let declared = self.card_pool.targets(code, &layer.modes).len() == layer.targets.len();
        let attacks = !sight.is_attack(playing.object) || !layer.attacked.is_empty();
        declared && attacks && sight.board.turn.priority == Some(playing.seat)
    }

    /// 5.1.6, 5.1.7: the asset-costs are calculated and paid.
    fn pay_assets(&self, play: &mut Game<'_>, playing: Playing) {
        let sight = self.sight(play);
        let Some((object, layer)) = sight
            .object(playing.object)
            .and_then(|object| Some((object.clone(), object.layer.as_deref()?.clone())))
        else {
            return self.reverse(play, rule!("5.1.7a"));
        };
        cite!("8.1.1d");
        cite!("5.1.6b");
        let action = self.is_action(&sight, playing.object, &layer) && !layer.instant;
        if playing.paid {
            let price = self.price_of(&sight, &object, &layer);
            let player = sight.board.player(playing.seat);
            let hero = player.hero;
            let short = sight.life(hero).unwrap_or(0) < price.life.min(i32::MAX as u32) as i32
                || (action && player.actions == 0);
            if short {
                return self.reverse(play, rule!("5.1.7a"));
            }
            if price.life > 0 {
                cite!("1.13.4");
                self.emit(play, Event::LifeLost(hero, price.life), rule!("1.14.2e"));
            }
            if action {
                cite!("1.13.2");
                play.emit(Event::Actions(playing.seat, -1), rule!("1.14.2f"));
            }
            cite!("1.14.1");
            return self.stage(play, &playing, PlayingStage::EffectCosts);
        }
        let price = self.price_of(&sight, &object, &layer);
        let (seat, id) = (playing.seat, playing.object);
        let paid = price.resources.saturating_add(price.chi);
        if paid > 0 {
            play.emit(Event::LayerSet(id, Box::new(Layer { price: paid, ..layer })), rule!("2.2.4b"));
        }
        play.emit(Event::Replaced(Frame::Playing(Playing { paid: true, ..playing })), rule!("5.1.6"));
        self.begin_paying(play, seat, price, Some(id));
    }

    /// Whether an effect-cost can be paid now, after those before it in the declared order.
    fn is_payable(&self, play: &mut Game<'_>, playing: &Playing, source: ObjectId, cost: &Cost) -> bool {
        let sight = self.sight(play);
        let card = sight.object(playing.object).map_or(KEYWORD_CARD, |object| object.card);
        self.can_pay_one(&sight, playing.seat, source, cost, &Scope::of(source, playing.seat, card)).is_ok()
    }

    /// 5.4.4d: what applies to a card from when it is played, because an optional cost was paid.
    fn apply_if_paid(
        &self,
        play: &mut Game<'_>,
        playing: &Playing,
        object: &crate::state::Object,
        layer: &Layer,
    ) {
        let definition = self.card_pool.card(object.card).definition.clone();
        for (place, changes) in definition.if_paid.iter().enumerate() {
            if object.kind != Kind::Card || layer.optional & 1 << (place & 31) == 0 {
                continue;
            }
            let sight = self.sight(play);
            let (scope, code) = (scope_of(object, layer), CodeRef::resolve(object.card));
            let all = changes.iter().enumerate();
            let alters: Vec<Alter> = all
                .filter_map(|(place, change)| sight.alter(change, &scope, (code, u16::MAX, place as u32)))
                .collect();
            self.begin_effect(
                play,
                playing.object,
                playing.seat,
                vec![playing.object],
                alters,
                rule!("5.4.4d"),
            );
        }
    }

    /// 5.1.10: it is played or activated, and its player has priority again.
    fn finish_playing(&self, play: &mut Game<'_>, playing: &Playing) {
        let Some((object, layer)) = play
            .state()
            .board
            .get(playing.object)
            .and_then(|object| Some((object.clone(), object.layer.as_deref()?.clone())))
        else {
            play.emit(Event::ActionDone, rule!("5.1.10"));
            return self.pop(play, rule!("5.1.10"));
        };
        play.emit(Event::ActionDone, rule!("5.1.10"));
        self.pop(play, rule!("5.1.10"));
        let since = play.state().board.history.len();
        self.apply_if_paid(play, playing, &object, &layer);
        if let LayerKind::Activated(source, code) = layer.kind {
            play.emit(Event::Used(source, code), rule!("5.2.1a"));
        }
        cite!("8.2.3b", "8.3.1b");
        if self.sight(play).is_attack(playing.object) {
            cite!("8.5.38c");
            self.begin_layer_step(play, playing.object);
        }
        for target in &layer.attacked {
            play.emit(Event::Recorded(Occurrence::Targeted(*target, playing.object)), rule!("1.4.5"));
        }
        match layer.kind {
            LayerKind::Activated(..) => play
                .emit(Event::Recorded(Occurrence::Activated(playing.seat, playing.object)), rule!("5.2.2")),
            LayerKind::Card | LayerKind::Triggered(..) | LayerKind::Delayed(..) => {
                play.emit(Event::Recorded(Occurrence::Played(playing.seat, playing.object)), rule!("5.1.10"))
            }
        }
        if layer.basis == Basis::Free
            && object.from.kind() == Some(ZoneKind::Banished)
            && self.card_pool.card(object.card).has(Keyword::RuneGate)
        {
            self.keyword_paid(play, playing, &layer, Keyword::RuneGate);
        }
        for keyword in paid_keywords(self, &object, &layer) {
            self.keyword_paid(play, playing, &layer, keyword);
        }
        let fused = declaring::fused(self.card_pool.card(object.card), &layer);
        if !fused.is_empty() && object.kind == Kind::Card {
            self.keyword_paid(play, playing, &layer, Keyword::Fusion);
            for supertype in fused {
                play.emit(
                    Event::Recorded(Occurrence::Fused(playing.seat, supertype, playing.object)),
                    rule!("8.3.17a"),
                );
            }
        }
        // What its own abilities say of its playing triggers at once.
        cite!("5.4.4c");
        self.notice(play, since);
        play.emit(Event::PriorityGiven(playing.seat, 0), rule!("1.11.5"));
    }

    /// 8.3.9: a boosted card gets go again if the banished card is a Mechanologist card.
    fn keyword_paid(&self, play: &mut Game<'_>, playing: &Playing, layer: &Layer, keyword: Keyword) {
        let rule = match keyword {
            Keyword::Scrap => rule!("8.3.32a"),
            Keyword::BeatChest => rule!("8.3.33a"),
            Keyword::RuneGate => rule!("8.3.27a"),
            Keyword::Fusion => rule!("8.3.17a"),
            _ => rule!("8.3.9a"),
        };
        // What was paid for this keyword, and for no other cost.
        let board = &play.state().board;
        let card = board.get(playing.object).map(|object| self.card_pool.card(object.card));
        let cost = card.and_then(|card| {
            let given = declaring::given_and_paid(layer).map(|(place, given)| (usize::from(place), given));
            let mut all = declaring::optional_keywords(card).chain(given);
            let optional = all.find(|entry| entry.1 == keyword)?;
            Some(declaring::place_of_optional(card, optional.0))
        });
        let paid = layer.paid.iter().find(|paid| Some(paid.0) == cost).map(|paid| paid.1);
        // The played card is boosted or fused; scrapped is what was banished for it, as which it is in the
        // banished zone.
        let banished = || paid.map(|id| board.get(id).and_then(|object| object.became).unwrap_or(id));
        let with = if keyword == Keyword::Scrap { banished() } else { None }.unwrap_or(playing.object);
        let boosted = if self.card_pool.told.has(Deed::BanishToBoost) { banished() } else { None };
        play.emit(Event::Recorded(Occurrence::KeywordUsed(keyword, playing.seat, with)), rule);
        if keyword != Keyword::Boost {
            return;
        }
        if let Some(card) = boosted {
            play.emit(Event::Recorded(Occurrence::BanishedToBoost(playing.seat, card)), rule!("8.3.9"));
        }
        let sight = self.sight(play);
        if paid.is_some_and(|paid| sight.is_super(paid, Supertype::MECHANOLOGIST)) {
            let alters = vec![Alter::Gain(Keyword::GoAgain)];
            self.begin_effect(
                play,
                playing.object,
                playing.seat,
                vec![playing.object],
                alters,
                rule!("8.3.9"),
            );
        }
    }

    /// A continuous effect of a rule on objects as long as they exist.
    fn begin_effect(
        &self,
        play: &mut Game<'_>,
        source: ObjectId,
        controller: Seat,
        objects: Vec<ObjectId>,
        alters: Vec<Alter>,
        rule: RuleId,
    ) {
        let board = &play.state().board;
        let context = Context::of(source, controller);
        let effect = Lasting {
            id: 0,
            source,
            controller,
            code: CodeRef::resolve(KEYWORD_CARD),
            at: 0,
            binding: Binding::Locked(objects),
            kind: LastingKind::Alters(alters),
            until: Until::Always,
            since: (board.turn.number, board.combat.serial),
            context: Box::new(context),
            theirs: None,
        };
        play.emit(Event::EffectBegan(effect), rule);
    }

    /// 7.0.2a: with an attack on the stack the combat chain opens, and the layer step begins.
    pub fn begin_layer_step(&self, play: &mut Game<'_>, attack: ObjectId) {
        // Whatever its target is.
        cite!("1.4.5b");
        if play.state().board.combat.open {
            play.emit(Event::AttackLayered(attack), rule!("7.6.3"));
        } else {
            play.emit(Event::ChainOpened(attack), rule!("7.0.2a"));
        }
        self.begin_step(play, Step::Layer, rule!("7.1.1"));
        cite!("7.1.2");
        self.reach(play, crate::state::Stage::Priority);
    }
}

impl FrameRules<FleshAndBlood> for Playing {
    /// Goes on with a card or ability on its way to the stack.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        match self.stage {
            PlayingStage::Side(_)
            | PlayingStage::Basis
            | PlayingStage::X
            | PlayingStage::Optional(_)
            | PlayingStage::AsInstant
            | PlayingStage::Order
            | PlayingStage::Modes
            | PlayingStage::Targets(_)
            | PlayingStage::AttackTarget => {
                return match play.asked(rules) {
                    None => {
                        rules.skip(play, &self);
                        Flow::Go
                    }
                    Some(request) if matches!(&request.ask, Ask::Pick { options, min, .. } if (options.len() as u32) < *min) =>
                    {
                        rules.reverse(play, rule!("5.1.5"));
                        Flow::Go
                    }
                    Some(_) => play.wait(rules),
                };
            }
            PlayingStage::Check => {
                if rules.is_legal(play, &self) {
                    rules.stage(play, &self, PlayingStage::Assets);
                } else {
                    rules.reverse(play, rule!("5.1.5"));
                }
            }
            PlayingStage::Assets => rules.pay_assets(play, self),
            PlayingStage::EffectCosts => rules.stage(play, &self, PlayingStage::Pay(0)),
            PlayingStage::Pay(place) => {
                let (source, costs) = rules.ordered_costs(play, &self);
                match costs.get(usize::from(place)).cloned() {
                    // 5.1.8a: one that cannot be paid when its turn comes makes it all illegal.
                    Some((_, cost)) if !rules.is_payable(play, &self, source, &cost) => {
                        rules.reverse(play, rule!("5.1.8a"))
                    }
                    Some((_, cost)) => {
                        // Whatever comes of the events.
                        cite!("1.14.4c");
                        // What came of it is not looked at: a cost that has been replaced may come to
                        // nothing.
                        cite!("5.1.9a");
                        rules.stage(play, &self, PlayingStage::Pay(place + 1));
                        rules.pay_cost(play, self.seat, self.object, source, &cost);
                    }
                    None => rules.stage(play, &self, PlayingStage::Played),
                }
            }
            PlayingStage::Played => rules.finish_playing(play, &self),
        }
        Flow::Go
    }

    /// What a stage asks; nothing where there is nothing to choose.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        let object = sight.object(self.object)?;
        let layer = object.layer.as_deref()?;
        let code = code_of(object, layer);
        let ask = |prompt: Prompt, rule: RuleId, ask: Ask| {
            Some(Request { seat: self.seat, prompt: prompt.into(), rule, subject: Some(self.object), ask })
        };
        match self.stage {
            PlayingStage::Side(ways) => rules.ask_side(self, object, ways),
            PlayingStage::Basis => rules.ask_basis(sight, self, object, layer),
            PlayingStage::X => rules.ask_x(sight, self, object, layer),
            PlayingStage::Optional(place) => rules.ask_optional(sight, self, object, layer, place),
            PlayingStage::Order => rules.ask_order(self, object, layer),
            PlayingStage::AsInstant => {
                if !rules.is_action(sight, object.id, layer)
                    || !allows(sight, Deed::PlayAsInstant, source_of(object.id, layer), None)
                {
                    return None;
                }
                let must = !rules.could_be_an_action(sight, self);
                let options =
                    if must { vec![Item::Flag(true)] } else { vec![Item::Flag(false), Item::Flag(true)] };
                ask(Prompt::AsInstant, rule!("5.1.3d"), Ask::one_of(options))
            }
            PlayingStage::Modes => ask_modes(sight, object, code),
            PlayingStage::Targets(group) => {
                let groups = rules.card_pool.targets(code, &layer.modes);
                request(sight, object, groups.get(usize::from(group))?)
            }
            PlayingStage::AttackTarget => {
                if !sight.is_attack(object.id) {
                    return None;
                }
                cite!("8.5.38d");
                let card = matches!(layer.kind, LayerKind::Card);
                let attacks = rules.card_pool.card(object.card).definition.attacks.as_ref().filter(|_| card);
                let scope = scope_of(object, layer);
                cite!("1.4.5c");
                let options: Vec<Item> =
                    attack_targets(sight, self.seat, attacks, &scope).into_iter().map(Item::Object).collect();
                let most = attacks
                    .map_or(1, |attacks| sight.count(&attacks.most, &scope))
                    .min(options.len() as u32)
                    .max(1);
                cite!("8.3.1c");
                let must = must_be_attacked(sight, object.id, &options);
                ask(Prompt::AttackTarget, rule!("5.1.4b"), Ask::pick(options, 1, most).with(must))
            }
            PlayingStage::Check
            | PlayingStage::Assets
            | PlayingStage::EffectCosts
            | PlayingStage::Pay(_)
            | PlayingStage::Played => None,
        }
    }

    /// Takes the answer to what a stage asks.
    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        let items = if let Choice::Pick(items) = choice { items.as_slice() } else { &[] };
        let first = items.first().copied();
        let object = play.state().board.get(self.object);
        let Some(mut layer) = object.and_then(|object| object.layer.clone()) else { return };
        let occasions = if matches!(layer.kind, LayerKind::Card) { &PLAYING } else { &ACTIVATING };
        let flag = first == Some(Item::Flag(true));
        match self.stage {
            PlayingStage::Side(_) => {
                if let Some(Item::Mode(way)) = first {
                    rules.declare_side(play, &self, *layer, way as u8);
                }
                rules.skip(play, &self);
                rules.apply_next(play, self.object, self.seat, &PLAYING);
            }
            PlayingStage::Basis => {
                layer.basis = first.map_or(Basis::Own, |item| rules.basis_of(play, &self, item));
                play.emit(Event::LayerSet(self.object, layer), rule!("5.1.3c"));
                rules.skip(play, &self);
            }
            PlayingStage::X => {
                if let Choice::Number(x) = choice {
                    layer.x = *x;
                    play.emit(Event::LayerSet(self.object, layer), rule!("5.1.3a"));
                }
                rules.skip(play, &self);
                // What depends on X applies when X is declared.
                cite!("5.1.2a");
                rules.apply_next(play, self.object, self.seat, occasions);
            }
            PlayingStage::Order => {
                layer.order = items.iter().filter_map(place_of).collect();
                play.emit(Event::LayerSet(self.object, layer), rule!("5.1.3e"));
                rules.skip(play, &self);
            }
            PlayingStage::Optional(place) => {
                if flag {
                    layer.optional |= 1 << (place & 31);
                    play.emit(Event::LayerSet(self.object, layer), rule!("5.1.3b"));
                }
                rules.skip(play, &self);
            }
            PlayingStage::AsInstant => {
                layer.instant = flag;
                play.emit(Event::LayerSet(self.object, layer), rule!("5.1.3d"));
                rules.skip(play, &self);
            }
            PlayingStage::Modes => {
                rules.set_modes(play, self.object, choice);
                rules.skip(play, &self);
                // What depends on modes applies when these are declared.
                cite!("5.1.2a");
                rules.apply_next(play, self.object, self.seat, occasions);
            }
            PlayingStage::Targets(group) => {
                rules.add_targets(play, self.object, choice);
                rules.stage(play, &self, PlayingStage::Targets(group + 1));
            }
            PlayingStage::AttackTarget => {
                let target = |item: &Item| if let Item::Object(target) = item { Some(*target) } else { None };
                layer.attacked = items.iter().filter_map(target).collect();
                play.emit(Event::LayerSet(self.object, layer), rule!("1.4.5"));
                rules.skip(play, &self);
            }
            PlayingStage::Check
            | PlayingStage::Assets
            | PlayingStage::EffectCosts
            | PlayingStage::Pay(_)
            | PlayingStage::Played => {}
        }
    }
}

/// The keywords whose optional costs are paid.
fn paid_keywords(rules: &FleshAndBlood, object: &crate::state::Object, layer: &Layer) -> Vec<Keyword> {
    let card = rules.card_pool.card(object.card);
    let paid = declaring::optional_keywords(card)
        .filter(|(place, _)| object.kind == Kind::Card && layer.optional & 1 << (place & 31) != 0);
    let given = declaring::given_and_paid(layer).filter(|_| object.kind == Kind::Card);
    paid.map(|entry| entry.1).chain(given.map(|entry| entry.1)).collect()
}

/// The place of an effect or a cost that an item names.
fn place_of(item: &Item) -> Option<u8> {
    if let Item::Mode(place) = item { u8::try_from(*place).ok() } else { None }
}
