//! What a player may do in the charge step and in the main step (503, 504).

use duelog_kernel::{Ask, Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Ability, Change, Filter, Ruling, Subject, USABLE};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Game, verb};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::{CardUse, Entering, Lasting, MoveReason, Object, Proposal, Settled, Zone};
use crate::{cite, rule};

/// How many cards a player may charge in a turn (503.2).
pub const CHARGES: u8 = 1;

impl DuelMasters {
    /// Which card to charge, if any (503.1).
    pub fn ask_charge(&self, sight: &Sight<'_>) -> Request {
        let seat = sight.board.turn.active;
        let hand = sight.board.zone(Zone::Hand(seat));
        let hand = hand.filter(|id| !sight.is_card_forbidden(*id, Subject::EnterMana));
        let hand = hand.map(|id| Item::Act(verb::CHARGE, id));
        let options = hand.chain([Item::Pass]).collect();
        Request {
            seat,
            prompt: Prompt::Charge.into(),
            rule: rule!("503.1"),
            subject: None,
            ask: Ask::one_of(options),
        }
    }

    /// Charges a card (701.8a).
    pub fn charge(&self, play: &mut Game<'_>, id: ObjectId) {
        let seat = play.state().board.turn.active;
        let to = Zone::Mana(seat);
        let entering = self.entering_mana(play, id);
        self.happen(play, vec![Proposal::movement(id, to, entering, MoveReason::Charged)], rule!("701.8a"));
    }

    /// A multicolored card is put into the mana zone tapped (405.1), and so is one of which an ability says it
    /// (110.4f).
    pub fn entering_mana(&self, play: &mut Game<'_>, id: ObjectId) -> Entering {
        cite!("405.1");
        let multicolored = play
            .state()
            .board
            .get(id)
            .is_some_and(|object| self.card_pool.card(object.top().card).civilizations().count() > 1);
        let sight = self.sight(play);
        let tapped = multicolored || sight.is_card_forbidden(id, Subject::EnterUntapped);
        Entering { tapped, ..Entering::default() }
    }

    /// What the turn player does in the main step (504.1).
    pub fn ask_main(&self, sight: &Sight<'_>) -> Request {
        let seat = sight.board.turn.active;
        let mut options = vec![Item::Pass];
        let zones = [Zone::Hand(seat), Zone::Mana(seat), Zone::Graveyard(seat)];
        for id in zones.into_iter().flat_map(|zone| sight.board.zone(zone)) {
            let Some(object) = sight.object(id).filter(|object| self.is_usable_there(sight, object)) else {
                continue;
            };
            let faces = &self.card_pool.card(object.top().card).faces;
            let used = faces.iter().filter(|face| face.definition.kind.is_used());
            let verbs = used.map(|face| verb::of(face.definition.kind));
            options.extend(
                verbs
                    .filter(|verb| self.can_use(sight, seat, *verb, id).is_ok())
                    .map(|verb| Item::Act(verb, id)),
            );
        }
        let gears = sight.board.zone(Zone::Battle).filter(|id| self.can_cross(sight, seat, *id).is_ok());
        options.extend(gears.map(|id| Item::Act(verb::CROSS, id)));
        Request {
            seat,
            prompt: Prompt::Main.into(),
            rule: rule!("504.1"),
            subject: None,
            ask: Ask::one_of(options),
        }
    }

    /// Whether a card can be used from where it is: the hand, or what an ability of its own or an effect
    /// allows (110.4b, 409.1d).
    pub fn is_usable_there(&self, sight: &Sight<'_>, object: &Object) -> bool {
        cite!("110.4b", "409.1d");
        match object.zone {
            Zone::Hand(_) => true,
            Zone::Mana(seat) if !object.face_down && sight.is_cell(object.top().card) => {
                sight.has_cells(seat, object.id)
            }
            Zone::Mana(_) | Zone::Graveyard(_) => {
                // What a card says of itself works where it says so, what it says of others only in the
                // battle zone.
                let of_itself = |said: &Ability| allowed(said, object.zone) == Some(&Filter::This);
                let own = || sight.said_by_any(object).any(|(_, said)| of_itself(said));
                let lasting = || {
                    let allows = |effect: &Lasting| {
                        let usable = |change: &Change<Settled>| match change {
                            Change::Rule(rule) => self.card_pool.rule(*rule) == Some(&USABLE),
                            Change::Add(_)
                            | Change::Gain(_)
                            | Change::Lose(_)
                            | Change::Ability(_)
                            | Change::Power(..)
                            | Change::BreaksMore(_)
                            | Change::Instead(..)
                            | Change::ManaNumber(_) => false,
                        };
                        effect.objects.contains(&object.id) && effect.changes.iter().any(usable)
                    };
                    sight.board.effects.iter().any(allows)
                };
                !object.face_down
                    && (lasting()
                        || self.card_pool.allows_use && (own() || self.is_allowed_there(sight, object)))
            }
            Zone::Hyperspatial(_) | Zone::UltraGr(_) => {
                // They have costs, which nobody can pay.
                cite!("112.4", "201.1b", "804.4a", "806.4a");
                false
            }
            Zone::Battle | Zone::Deck(_) | Zone::Shield(_) | Zone::Gone => false,
        }
    }

    /// Whether an ability of an element of its player allows a card to be used from where it is.
    fn is_allowed_there(&self, sight: &Sight<'_>, object: &Object) -> bool {
        let elements = sight.board.zone(Zone::Battle).filter_map(|id| sight.object(id));
        elements.into_iter().any(|source| {
            let scope = Scope::of(source.id, source.owner);
            sight
                .abilities(source.id, |ability| allowed(ability, object.zone))
                .any(|(_, what)| sight.matches(what, object.id, &scope))
        })
    }

    /// The face of a card that a verb uses.
    pub fn face_for(&self, sight: &Sight<'_>, verb: u8, id: ObjectId) -> Option<u8> {
        let object = sight.object(id)?;
        cite!("305.1", "306.1", "313.1");
        self.card_pool.card(object.top().card).face_of(|kind| kind.is_used() && verb::of(kind) == verb)
    }

    /// Whether a player can use a card from the hand with this verb (601.1).
    pub fn can_use(&self, sight: &Sight<'_>, seat: Seat, verb: u8, id: ObjectId) -> Result<(), Refusal> {
        let rule = use_rule(verb);
        let Some(object) =
            sight.object(id).filter(|object| object.owner == seat && self.is_usable_there(sight, object))
        else {
            return refuse("it is not in the player's hand", rule);
        };
        let Some(face) = self.face_for(sight, verb, id) else {
            return refuse("it is not a card of that type", rule);
        };
        if sight.is_card_forbidden(id, Subject::Use) {
            return refuse("an effect forbids it", rule!("101.2"));
        }
        self.can_be_put_on(sight, seat, id, face)?;
        let free = self.no_cost(sight, seat, object, face);
        if !free
            && !self.can_pay(sight, seat, id, face, 0)
            && self.offerings(sight, seat, id, face).is_empty()
        {
            return refuse("its cost cannot be paid", rule!("112.2a"));
        }
        Ok(())
    }

    /// Whether there is what the card must be put on: bases of an evolution creature (801.1a), a shield for a
    /// castle (304.2).
    pub fn can_be_put_on(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        face: u8,
    ) -> Result<(), Refusal> {
        let Some(object) = sight.object(id) else { return refuse("it is gone", rule!("601.1a")) };
        let definition = &self.card_pool.face(object.top().card, face).definition;
        if sight.has_dream_twin(object) {
            return refuse("a dream element of this name is in the battle zone", rule!("815.2"));
        }
        if definition.kind == CardType::Cell && !sight.has_cells(seat, id) {
            return refuse("the other cells are not in the hand or the mana zone", rule!("812.1"));
        }
        if definition.kind == CardType::Aura && self.aura_hosts(sight, seat).is_empty() {
            return refuse("there is no GR creature for it", rule!("310.2"));
        }
        if !definition.evolution.is_empty()
            && !definition.evolves_at_will()
            && !self.has_bases(sight, seat, id)
        {
            return refuse("there is nothing in the battle zone that it can evolve from", rule!("801.1a"));
        }
        if definition.kind == CardType::Castle && sight.board.shields(seat).next().is_none() {
            return refuse("there is no shield to fortify", rule!("304.2"));
        }
        Ok(())
    }

    /// Whether a player can cross a cross gear by paying for it again (303.3b, 504.2).
    pub fn can_cross(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Result<(), Refusal> {
        let gear = sight.object(id).filter(|object| object.zone == Zone::Battle && object.owner == seat);
        let kind = gear.map(|object| self.card_pool.card(object.top().card).front().definition.kind);
        if kind != Some(CardType::CrossGear) {
            return refuse("it is not a cross gear of the player in the battle zone", rule!("303.3b"));
        }
        if self.hosts(sight, id).is_empty() {
            return refuse("there is no creature that it can be crossed to", rule!("303.4a"));
        }
        if self.payable_hosts(sight, seat, id).is_empty() {
            return refuse("its cost cannot be paid again", rule!("504.2"));
        }
        Ok(())
    }

    /// The creatures that a cross gear can be crossed to with what its player can pay: some let it be crossed
    /// for no cost (112.3).
    pub fn payable_hosts(&self, sight: &Sight<'_>, seat: Seat, gear: ObjectId) -> Vec<ObjectId> {
        let mut hosts = self.hosts(sight, gear);
        if !self.can_pay(sight, seat, gear, 0, 0) {
            hosts.retain(|host| sight.is_crossed_for_free(*host));
        }
        hosts
    }

    /// The creatures that a cross gear can be crossed to: those of its player, but not the one that it is
    /// crossed to already (303.3, 303.4).
    pub fn hosts(&self, sight: &Sight<'_>, gear: ObjectId) -> Vec<ObjectId> {
        let Some(object) = sight.object(gear) else { return Vec::new() };
        cite!("303.3", "303.4");
        sight.creatures(object.owner).filter(|creature| object.attached != Some(*creature)).collect()
    }

    /// Begins to use a card, or to cross a cross gear (601.1b).
    pub fn begin_using(&self, play: &mut Game<'_>, verb: u8, object: ObjectId) {
        let seat = play.state().board.turn.active;
        let face = self.face_for(&self.sight(play), verb, object).unwrap_or(0);
        self.use_card(play, CardUse::of(object, face, seat));
    }
}

impl Sight<'_> {
    /// Whether cross gears can be crossed to a creature for no cost.
    pub fn is_crossed_for_free(&self, host: ObjectId) -> bool {
        self.is_ruled(host, Ruling::Allow, Subject::BeCrossed, None)
    }
}

/// The cards of a zone that an ability lets be used from there.
fn allowed(ability: &Ability, zone: Zone) -> Option<&Filter> {
    let Ability::Static(ability) = ability else { return None };
    let says = zone.place() == Some(ability.zone) && ability.changes.contains(&Change::Rule(USABLE));
    says.then_some(&ability.what)
}

/// The rule that says from where and when a card of the verb's type is used.
pub fn use_rule(used: u8) -> RuleId {
    match used {
        verb::SUMMON => rule!("301.1"),
        verb::CAST => rule!("302.1"),
        verb::GENERATE => rule!("303.1"),
        verb::FORTIFY => rule!("304.1"),
        verb::DEPLOY => rule!("308.1"),
        verb::USE => rule!("315.1"),
        verb::CROSS => rule!("504.2"),
        verb::CHARGE => rule!("503.1"),
        _ => rule!("504.1"),
    }
}
