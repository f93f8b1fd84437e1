//! Fields that are left out of an encoding ([`crate::canonical`]).

/// The names of fields that count as default.
#[derive(Debug, Clone, Copy)]
pub struct Without {
    names: &'static [&'static str],
    /// The bits of these names: few other fields share one of them, and only those are compared.
    bits: u64,
}

impl Without {
    /// Every field counts as what it is.
    pub const NOTHING: Without = Without::these(&[]);

    /// Without fields of these names.
    pub const fn these(names: &'static [&'static str]) -> Without {
        let (mut bits, mut at) = (0, 0);
        while at < names.len() {
            bits |= bit_of(names[at]);
            at += 1;
        }
        Without { names, bits }
    }

    /// Returns whether a field counts as default. For most of them one bit says so, which is known when the program is
    /// compiled.
    #[inline(always)]
    pub fn leaves_out(&self, name: &'static str) -> bool {
        self.bits & bit_of(name) != 0 && self.has(name)
    }

    #[cold]
    fn has(&self, name: &'static str) -> bool {
        self.names.contains(&name)
    }
}

/// A bit for a name, by its length and its ends.
#[inline(always)]
const fn bit_of(name: &str) -> u64 {
    let bytes = name.as_bytes();
    match bytes {
        [first, .., last] => 1 << ((7 * bytes.len() + 3 * *first as usize + *last as usize) & 63),
        _ => 1,
    }
}
