//! What ability keywords stand for (8.3): abilities that `keywords.ron` says in the card language.

use crate::cite;
use crate::language::keywords::Keyword;

impl Keyword {
    /// The places of the abilities that it stands for, among those of the card of keywords.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn places(self) -> &'static [u8] {
        match self {
            Keyword::Battleworn => {
                cite!("8.3.2");
                &[0]
            }
            Keyword::BladeBreak => {
                cite!("8.3.3");
                &[1]
            }
            Keyword::Temper => {
                cite!("8.3.10");
                &[2]
            }
            Keyword::Guardwell => {
                cite!("8.3.34");
                &[3]
            }
            Keyword::BloodDebt => {
                cite!("8.3.11");
                &[4]
            }
            Keyword::Phantasm => {
                cite!("8.3.13");
                &[5]
            }
            Keyword::Spectra => {
                cite!("8.3.14");
                &[6, 15]
            }
            Keyword::Mirage => {
                cite!("8.3.25");
                &[7]
            }
            Keyword::Ward(_) => {
                cite!("8.3.20");
                &[8]
            }
            Keyword::ArcaneBarrier(_) => {
                cite!("8.3.8");
                &[9]
            }
            Keyword::Spellvoid(_) => {
                cite!("8.3.15");
                &[10]
            }
            Keyword::Quell(_) => &[11],
            Keyword::ArcaneShelter(_) => {
                cite!("8.3.37");
                &[12]
            }
            Keyword::Piercing(_) => {
                cite!("8.3.23");
                &[13]
            }
            Keyword::Ephemeral => {
                cite!("8.3.21");
                &[14]
            }
            Keyword::Suspense => {
                cite!("8.3.42");
                &[17, 18, 19]
            }
            Keyword::WateryGrave => {
                cite!("8.3.41");
                &[20]
            }
            Keyword::RuneGate => &[21],
            Keyword::Crank => &[22],
            Keyword::Universal => &[23],
            Keyword::Perched => &[24],
            Keyword::Modular => {
                cite!("8.3.30c");
                &[25, 26, 27, 28]
            }
            Keyword::Heave(_) => &[29],
            Keyword::Dominate
            | Keyword::GoAgain
            | Keyword::Legendary
            | Keyword::Cloaked
            | Keyword::Boost
            | Keyword::Fusion
            | Keyword::Overpower
            | Keyword::Ambush
            | Keyword::Protect
            | Keyword::Scrap
            | Keyword::BeatChest
            | Keyword::Meld
            | Keyword::Unlimited
            | Keyword::Combo
            | Keyword::Crush
            | Keyword::Reprise => &[],
            // It means nothing.
            Keyword::Stealth => {
                cite!("8.3.24");
                &[]
            }
        }
    }
}
