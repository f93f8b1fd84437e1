//! The draws of a match, for a host that states the results of cards, coins and dice at a table.

use std::collections::BTreeMap;

use duelog_kernel::given::MadeDraw;
use duelog_kernel::{Match, ObjectId};

use super::legal::over;
use super::{Asker, Table};
use crate::protocol::errors::{error, refused};
use crate::protocol::wire::request::Draws;
use crate::protocol::wire::response::{DrawMade, Drawn, Error};

impl Table {
    /// The response to `draws`.
    pub fn draws(&mut self, asker: &Asker<'_>, wanted: Draws) -> Result<Vec<u8>, Error> {
        let game = self.game()?.recorder.game();
        if !game.luck().is_given() {
            let remedy = "begin it with {\"setup\":{..,\"draws\":[]}}";
            return Err(error("draw", "the draws of this match are those of its seed", remedy));
        }
        let draws = match wanted.choice {
            None => made(game),
            Some(choice) => {
                let mut tried = game.lean();
                let request = tried.request().ok_or_else(over)?;
                let (seat, choice) = (request.seat, duelog_kernel::Choice::from(choice).canonical(request));
                for draw in wanted.draws {
                    tried.luck().give(draw.into());
                }
                tried.decide(seat, &choice).map_err(|illegal| refused(&illegal))?;
                made(&mut *tried)
            }
        };
        Ok(asker.ok(&Drawn { draws }))
    }
}

/// The draws that the last decision of a match led to.
fn made(game: &mut dyn Match) -> Vec<DrawMade> {
    let made = game.luck().made().to_vec();
    let lying: BTreeMap<ObjectId, String> = game.zones().into_iter().flat_map(|zone| zone.cards).collect();
    let named = |MadeDraw { draw, among, objects, given }: MadeDraw| DrawMade {
        cards: objects.iter().map(|id| lying.get(id).cloned().unwrap_or_default()).collect(),
        objects: objects.iter().map(|id| id.0).collect(),
        purpose: draw.purpose.into(),
        number: draw.number,
        result: draw.result,
        among,
        stated: given,
    };
    made.into_iter().map(named).collect()
}
