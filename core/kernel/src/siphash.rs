//! SipHash-2-4: 64 bits over a few bytes under a key of 128 bits, fast where a cryptographic digest would be
//! hashed for its 64 bits alone.

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key(u64, u64);

impl Key {
    /// The key that the first 16 bytes are, little-endian.
    pub fn new(bytes: &[u8; 32]) -> Key {
        Key(word(&bytes[..8]), word(&bytes[8..16]))
    }

    /// The hash of `bytes`.
    #[inline]
    pub fn hash(self, bytes: &[u8]) -> u64 {
        let mut state = [
            self.0 ^ 0x736f_6d65_7073_6575,
            self.1 ^ 0x646f_7261_6e64_6f6d,
            self.0 ^ 0x6c79_6765_6e65_7261,
            self.1 ^ 0x7465_6462_7974_6573,
        ];
        let (words, rest) = bytes.as_chunks::<8>();
        for chunk in words {
            take(&mut state, u64::from_le_bytes(*chunk));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last[7] = bytes.len() as u8;
        take(&mut state, u64::from_le_bytes(last));
        state[2] ^= 0xff;
        (0..4).for_each(|_| round(&mut state));
        state[0] ^ state[1] ^ state[2] ^ state[3]
    }
}

/// Up to 8 bytes, little-endian.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

#[inline]
fn take(state: &mut [u64; 4], word: u64) {
    state[3] ^= word;
    round(state);
    round(state);
    state[0] ^= word;
}

#[inline]
fn round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*d);
    *d = d.rotate_left(16) ^ *c;
    *a = a.wrapping_add(*d);
    *d = d.rotate_left(21) ^ *a;
    *c = c.wrapping_add(*b);
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that its authors give for the key 00 01 02 ... and the bytes 00 01 02 ...
    #[test]
    fn it_is_the_function_that_it_is_called() {
        let counting: [u8; 32] = std::array::from_fn(|place| place as u8);
        let key = Key::new(&counting);
        assert_eq!(key.hash(&[]), 0x726f_db47_dd0e_0e31);
        assert_eq!(key.hash(&counting[..1]), 0x74f8_39c5_93dc_67fd);
        assert_eq!(key.hash(&counting[..8]), 0x93f5_f579_9a93_2462);
        assert_eq!(key.hash(&counting[..15]), 0xa129_ca61_49be_45e5);
    }
}
