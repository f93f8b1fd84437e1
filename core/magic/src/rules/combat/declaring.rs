//! Declarations that take more than one step: bands are formed (508.1e), or they cost something (508.1h-j,
//! 509.1d-f). One that cannot be completed is taken back (508.1, 509.1, 721.1).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::keywords::banding;
use crate::state::event::Event;
use crate::state::{Attack, Declared, Declaring, DeclaringStage, Frame, Paying, PayingStage};
use crate::{cite, rule};

impl Declaring {
    /// The rule by which it is paid for.
    pub fn paid_by(&self) -> RuleId {
        match self.declared {
            Declared::Attackers(_) => rule!("508.1j"),
            Declared::Blockers(_) => rule!("509.1f"),
        }
    }

    /// The rule by which mana abilities can be activated for it.
    pub fn mana_by(&self) -> RuleId {
        match self.declared {
            Declared::Attackers(_) => rule!("508.1i"),
            Declared::Blockers(_) => rule!("509.1e"),
        }
    }

    fn rule(&self) -> RuleId {
        match self.declared {
            Declared::Attackers(_) => rule!("508.1"),
            Declared::Blockers(_) => rule!("509.1"),
        }
    }

    /// The first of the creatures.
    pub fn first(&self) -> Option<ObjectId> {
        match &self.declared {
            Declared::Attackers(attacks) => attacks.first().map(|attack| attack.attacker),
            Declared::Blockers(blocks) => blocks.first().map(|block| block.0),
        }
    }
}

impl Magic {
    /// Begins a declaration; the board as it is can be returned to.
    pub(super) fn begin_declaring(&self, play: &mut Game<'_>, seat: Seat, declared: Declared) {
        let stage = match declared {
            Declared::Attackers(_) => DeclaringStage::Bands(0),
            Declared::Blockers(_) => DeclaringStage::Total,
        };
        let declaring = Declaring { seat, declared, stage, dues: Vec::new() };
        let rule = declaring.rule();
        play.emit(Event::ActionBegun, rule);
        self.push(play, Frame::Declaring(declaring), rule);
    }

    fn go_on(&self, play: &mut Game<'_>, declaring: Declaring, stage: DeclaringStage) {
        let rule = declaring.rule();
        play.emit(Event::Replaced(Frame::Declaring(Declaring { stage, ..declaring })), rule);
    }

    /// The next player of a team who may have to pay for creatures of the own, once one has.
    fn next_payer(play: &Game<'_>, seat: Seat) -> Option<Seat> {
        let mates = play.state().board.mates(seat);
        let place = mates.iter().position(|mate| *mate == seat)?;
        mates.get(place + 1).copied()
    }

    /// The attackers tap; then the total cost is settled (508.1f-h, 509.1d).
    fn settle(&self, play: &mut Game<'_>, declaring: Declaring) {
        if let Declared::Attackers(attacks) = &declaring.declared {
            let sight = self.sight(play);
            let own = |attack: &&Attack| {
                !sight.board.shares_turns() || sight.controller(attack.attacker) == Some(declaring.seat)
            };
            let own: Vec<Attack> = attacks.iter().filter(own).cloned().collect();
            self.tap_attackers(play, &own);
        }
        let total = self.cost_of(&self.sight(play), declaring.seat, &declaring.declared);
        match declaring.declared {
            Declared::Attackers(_) => {
                cite!("508.1h");
            }
            Declared::Blockers(_) => {
                cite!("509.1d");
            }
        }
        let (seat, rule) = (declaring.seat, declaring.paid_by());
        let nothing = total.is_nothing();
        self.go_on(play, Declaring { dues: total.dues, ..declaring }, DeclaringStage::Done);
        if !nothing {
            let (stage, mana) = (PayingStage::Mana, total.mana);
            let paying = Paying { seat, stage, mana, mana_ability: false, void: false, kept: false };
            self.push(play, Frame::Paying(paying), rule);
        }
    }

    /// All is paid: the creatures that are still the player's attack or block (508.1k, 509.1g).
    fn finish(&self, play: &mut Game<'_>, declaring: Declaring) {
        if let Some(seat) = Magic::next_payer(play, declaring.seat) {
            let declaring = Declaring { seat, dues: Vec::new(), ..declaring };
            return self.go_on(play, declaring, DeclaringStage::Total);
        }
        let rule = declaring.rule();
        self.pop(play, rule);
        play.emit(Event::ActionDone, rule);
        let sight = self.sight(play);
        let own = |id: ObjectId| sight.board.is_permanent(id) && sight.controls_with(declaring.seat, id);
        match declaring.declared {
            Declared::Attackers(mut attacks) => {
                attacks.retain(|attack| own(attack.attacker));
                self.attackers_declared(play, attacks);
            }
            Declared::Blockers(mut blocks) => {
                blocks.retain(|block| own(block.0));
                self.blockers_declared(play, blocks);
            }
        }
    }
}

impl FrameRules<Magic> for Declaring {
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        match self.stage {
            DeclaringStage::Bands(place) => {
                if play.asked(rules).is_some() {
                    return play.wait(rules);
                }
                let more = match &self.declared {
                    Declared::Attackers(attacks) => banding::kinds(&rules.sight(play), attacks).len(),
                    Declared::Blockers(_) => 0,
                };
                let next = place.saturating_add(1);
                let stage = if usize::from(next) < more {
                    DeclaringStage::Bands(next)
                } else {
                    DeclaringStage::Total
                };
                rules.go_on(play, self, stage);
            }
            DeclaringStage::Total => rules.settle(play, self),
            DeclaringStage::Done => rules.finish(play, self),
        }
        Flow::Go
    }

    fn ask(&self, _: &Magic, sight: &Sight<'_>) -> Option<Request> {
        match (&self.declared, self.stage) {
            (Declared::Attackers(attacks), DeclaringStage::Bands(place)) => {
                banding::ask(sight, self.seat, attacks, place)
            }
            (Declared::Attackers(_) | Declared::Blockers(_), _) => None,
        }
    }

    fn answer(mut self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let (Choice::Pick(items), DeclaringStage::Bands(place)) = (choice, self.stage) else { return };
        let Declared::Attackers(attacks) = &mut self.declared else { return };
        if items.is_empty() {
            return rules.go_on(play, self, DeclaringStage::Bands(place.saturating_add(1)));
        }
        let band = attacks.iter().map(|attack| attack.band).max().unwrap_or(0).saturating_add(1);
        cite!("702.21c");
        for attack in attacks.iter_mut().filter(|attack| items.contains(&Item::Object(attack.attacker))) {
            attack.band = band;
        }
        rules.go_on(play, self, DeclaringStage::Bands(place));
    }
}
