//! Draws that were made elsewhere, as lines state them (log-format/SPEC.md, section 22).

use duelog_kernel::given::GivenDraw;
use duelog_kernel::rng::Purpose;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A draw and its result.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "an object such as {\"purpose\":\"die\",\"number\":0,\"result\":[3]}"
)]
pub struct DrawOf {
    /// Its purpose.
    pub purpose: DrawPurpose,
    /// Its number among the draws of this purpose in the match, from 0.
    pub number: u32,
    /// For each place after a shuffle, from the bottom on, the place where the card lay before; for another draw the one
    /// number that came up, from 0.
    pub result: Vec<u32>,
    /// The places of a shuffle, ascending, whose card nobody has seen: the host filled them in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<u32>,
}

/// The purpose of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawPurpose {
    /// Cards are put in random order.
    Shuffle,
    /// A coin is flipped.
    Coin,
    /// A die is rolled.
    Die,
    /// One of several things is chosen at random.
    Choice,
}

impl From<DrawPurpose> for Purpose {
    fn from(purpose: DrawPurpose) -> Purpose {
        match purpose {
            DrawPurpose::Shuffle => Purpose::Shuffle,
            DrawPurpose::Coin => Purpose::Coin,
            DrawPurpose::Die => Purpose::Die,
            DrawPurpose::Choice => Purpose::Choice,
        }
    }
}

impl From<Purpose> for DrawPurpose {
    fn from(purpose: Purpose) -> DrawPurpose {
        match purpose {
            Purpose::Shuffle => DrawPurpose::Shuffle,
            Purpose::Coin => DrawPurpose::Coin,
            Purpose::Die => DrawPurpose::Die,
            Purpose::Choice => DrawPurpose::Choice,
        }
    }
}

impl From<DrawOf> for GivenDraw {
    fn from(draw: DrawOf) -> GivenDraw {
        let DrawOf { purpose, number, result, open } = draw;
        GivenDraw { purpose: purpose.into(), number, result, open }
    }
}

impl From<GivenDraw> for DrawOf {
    fn from(draw: GivenDraw) -> DrawOf {
        let GivenDraw { purpose, number, result, open } = draw;
        DrawOf { purpose: purpose.into(), number, result, open }
    }
}
