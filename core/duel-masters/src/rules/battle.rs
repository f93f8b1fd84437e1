//! Battles (115): what triggers on them, comparing power, and what they come to.

use duelog_kernel::ObjectId;
use duelog_kernel::frames::FrameRules;

use crate::language::definition::{Ruling, Subject};
use crate::rules::eval::read_power;
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::state::event::Event;
use crate::state::{Battle, Entering, Frame, MoveReason, Proposal, Zone};
use crate::{cite, rule};

impl DuelMasters {
    /// Lets two creatures battle (701.13a); the battle belongs to the effect that caused it, if one did
    /// (101.4e).
    pub fn battle(&self, play: &mut Game<'_>, one: ObjectId, two: ObjectId) {
        let sight = self.sight(play);
        if one != two && sight.is_creature(one) && sight.is_creature(two) {
            self.push(play, Frame::Battle(Battle { one, two, begun: false }), rule!("101.4e"));
        }
    }
}

impl FrameRules<DuelMasters> for Battle {
    /// Goes on with a battle: what triggers on it is resolved at once, even in the middle of an effect
    /// (101.4f, 115.2).
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        let pool = play.state().board.pool;
        if !self.begun {
            rules.replace_frame(play, Frame::Battle(Battle { begun: true, ..self }), rule!("115.1"));
            play.emit(Event::PoolReached(pool + 1), rule!("101.4f"));
            rules.emit(play, Event::BattleBegan(self.one, self.two), rule!("115.2"));
            rules.stand(play, pool + 1, None);
            return Flow::Go;
        }
        let sight = rules.sight(play);
        // Who fights against whom is over with the frame; what the creatures have while they self counts
        // for the comparison.
        let powers = [self.one, self.two].map(|id| {
            (read_power(sight.power(id)), sight.is_ruled(id, Ruling::Allow, Subject::WinBattles, None))
        });
        rules.pop(play, rule!("115.3"));
        play.emit(Event::PoolReached(pool.saturating_sub(1)), rule!("101.4f"));
        let sight = rules.sight(play);
        if !sight.is_creature(self.one) || !sight.is_creature(self.two) {
            // Without both creatures there is no comparison.
            cite!("115.3a");
            return Flow::Go;
        }
        let (one, two) = (self.one, self.two);
        cite!("115.3c", "700.5", "701.13a");
        // One that wins battles wins whatever the power.
        let [(own, own_wins), (others, others_win)] = powers;
        let (one_wins, two_wins) =
            if own_wins || others_win { (own_wins, others_win) } else { (own > others, others > own) };
        let both = one_wins && two_wins;
        for (own, other, won) in [(one, two, one_wins), (two, one, two_wins)] {
            if won {
                rules.emit(
                    play,
                    Event::BattleWon(own, other),
                    if both { rule!("700.5a") } else { rule!("115.3b") },
                );
            } else {
                rules.emit(play, Event::BattleLost(own, other), rule!("115.3b"));
            }
        }
        rules.emit(play, Event::BattleEnded(one, two), rule!("115.3d"));
        let losers = [(one, one_wins), (two, two_wins)].into_iter().filter(|entry| !entry.1);
        let batch: Vec<Proposal> = losers
            .filter_map(|(id, _)| {
                let owner = play.state().board.get(id)?.owner;
                Some(Proposal::movement(
                    id,
                    Zone::Graveyard(owner),
                    Entering { beaten_by: Some(if id == one { two } else { one }), ..Entering::default() },
                    MoveReason::LostBattle,
                ))
            })
            .collect();
        rules.happen(play, batch, rule!("701.13b"));
        Flow::Go
    }
}
