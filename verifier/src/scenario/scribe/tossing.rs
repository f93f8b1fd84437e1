//! Results of coins, dice and random choices, as a scribe's line states them.

use duelog_kernel::given::MadeDraw;
use duelog_kernel::{ObjectId, Viewer};

use super::super::play::Play;
use super::super::words::{players, seat, within};
use super::unfit::Unfit;

/// How many results are tried at most for one that leads to some words.
const RESULTS_TRIED: u32 = 100;

/// A result of chance as a line states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Toss(String);

impl Toss {
    pub(super) fn read(text: &str) -> Toss {
        Toss(text.trim().trim_matches('"').to_string())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Why a line does not fit where the draw that it leads to did not come out so.
    pub(super) fn unfit(&self, why: &str) -> String {
        format!(
            "chance decides here, and the line `chance: {}` before does not fit: {why}. Change that line, or take lines back with `undo` until it is gone",
            self.0
        )
    }

    /// The number of the result of a draw of decision `from`: counted from 1, a player, `heads` or `tails`, the card that
    /// was chosen, or words of what then happens. `name` gives the name of an object and `play` the match with a result.
    pub(super) fn result(
        &self,
        (made, from): (&MadeDraw, u32),
        name: impl Fn(ObjectId) -> Option<String>,
        is_card: impl Fn(&str) -> bool,
        play: impl Fn(u32) -> Option<Play>,
    ) -> Result<u32, String> {
        let among = made.among;
        let is_it = |object: &ObjectId| name(*object).is_some_and(|name| name == self.0);
        if let Some(place) = made.objects.iter().position(is_it) {
            return Ok(place as u32);
        }
        if !made.objects.is_empty() && is_card(&self.0) {
            return Err(format!("{} is not one of the {among} cards that chance chooses from", self.0));
        }
        let number = match self.0.as_str() {
            "heads" if among == 2 => Some(0),
            "tails" if among == 2 => Some(1),
            text => text
                .parse::<u32>()
                .ok()
                .and_then(|number| number.checked_sub(1))
                .or_else(|| seat(text).map(|seat| u32::from(seat.0))),
        };
        match number {
            Some(number) if number < among => return Ok(number),
            Some(_) => return Err(format!("\"{}\" is not one of {among} results", self.0)),
            None => {}
        }
        let says = |play: &Play| {
            play.game.told(from, Viewer::Judge).iter().any(|told| within(&self.0, &players(&told.text)))
        };
        // Results that read the same are as good as each other.
        (0..among.min(RESULTS_TRIED))
            .find(|result| play(*result).is_some_and(|play| says(&play)))
            .ok_or_else(|| format!("no result leads to \"{}\"; {}", self.0, Unfit::Chance(among)))
    }
}
