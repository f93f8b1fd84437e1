//! A keyword that an object has already: a second instance changes nothing.

use crate::cite;
use crate::language::keyword::Keyword;

/// Notes that an object has got a keyword once more.
#[expect(clippy::too_many_lines, reason = "a flat table of keywords")]
pub fn twice(keyword: Keyword) {
    match keyword {
        Keyword::Deathtouch => {
            cite!("702.2f");
        }
        Keyword::Defender => {
            cite!("702.3c");
        }
        Keyword::DoubleStrike => {
            cite!("702.4e");
        }
        Keyword::FirstStrike => {
            cite!("702.7d");
        }
        Keyword::Flash => {
            cite!("702.8b");
        }
        Keyword::Flying => {
            cite!("702.9c");
        }
        Keyword::Haste => {
            cite!("702.10d");
        }
        Keyword::Hexproof | Keyword::HexproofFrom(_) => {
            cite!("702.11f");
        }
        Keyword::Indestructible => {
            cite!("702.12c");
        }
        Keyword::Intimidate => {
            cite!("702.13c");
        }
        Keyword::Lifelink => {
            cite!("702.15e");
        }
        Keyword::Reach => {
            cite!("702.17c");
        }
        Keyword::Shroud => {
            cite!("702.18b");
        }
        Keyword::Trample => {
            cite!("702.19e");
        }
        Keyword::Vigilance => {
            cite!("702.20c");
        }
        Keyword::Fear => {
            cite!("702.35c");
        }
        Keyword::Shadow => {
            cite!("702.27c");
        }
        Keyword::Wither => {
            cite!("702.79d");
        }
        Keyword::Menace => {
            cite!("702.110c");
        }
        Keyword::Landwalk(_) | Keyword::Walk(_) => {
            cite!("702.14e");
        }
        Keyword::Protection(_) => {
            cite!("702.16k");
        }
        Keyword::Horsemanship => {
            cite!("702.30c");
        }
        Keyword::Skulk => {
            cite!("702.117c");
        }
        Keyword::Banding | Keyword::BandsWith(_) => {
            cite!("702.21m");
        }
        Keyword::Infect => {
            cite!("702.89f");
        }
        Keyword::Phasing => {
            cite!("702.25n");
        }
        Keyword::Fuse | Keyword::Aftermath => {}
    }
}
