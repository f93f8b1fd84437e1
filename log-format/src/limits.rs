//! The numbers that every reader and writer of the format shares.

/// The first eight bytes of a log. The line ends show a copy that was converted as text.
pub const MAGIC: [u8; 8] = *b"DUELOG\r\n";

/// The first eight bytes of a viewer's log.
pub const VIEW_MAGIC: [u8; 8] = *b"DUELVW\r\n";

/// The first eight bytes of a disclosure.
pub const DISCLOSURE_MAGIC: [u8; 8] = *b"DUELDC\r\n";

/// The version of the format that this crate reads and writes.
pub const VERSION: u16 = 1;

/// True while that version is a draft: its bytes, and how recorded matches play, may change without a new
/// version or revision, so that `duelog golden bless` only warns. Set to `false`, together with the status in
/// `SPEC.md`, when the format is complete; it never goes back.
pub const DRAFT: bool = false;

/// The most bytes in the payload of a header.
pub const HEADER_BYTES_MAX: usize = 4 << 20;

/// The most bytes in the payload of any other record.
pub const RECORD_BYTES_MAX: usize = 1 << 20;

/// The most bytes in the payload of a decision: the longest list that a choice may hold, with room to spare.
pub const DECISION_BYTES_MAX: usize = 128 << 10;

/// The most decisions between two seals.
pub const SEAL_DECISIONS_MAX: u32 = 64;

/// The most seats: a decision's head has three bits for the seat.
pub const SEATS_MAX: u8 = 8;

/// The most record bytes that looking for good records after damage will checksum before it gives up, and
/// says so.
pub const SCAN_BYTES_MAX: u64 = 4 << 30;

/// The most islands that recovery lists before it gives up, and says so.
pub const ISLANDS_MAX: usize = 4096;

/// The bytes of a frame's checksum.
pub(crate) const CRC_BYTES: usize = 4;
