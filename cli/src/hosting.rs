//! The part that both versions of the engine's protocol share: how matches begin, are played and are resumed.

#[cfg(feature = "machine")]
pub mod beginning;
pub mod draws;
pub mod lines;
#[cfg(feature = "machine")]
pub mod playing;
#[cfg(feature = "machine")]
pub mod setup;

/// The first version of the protocol, in which another build is talked to. A change after which an old line or response
/// means something else raises it; an addition does not.
pub const PROTOCOL: u32 = 1;
