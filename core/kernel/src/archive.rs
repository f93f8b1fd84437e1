//! States as archives: the one place that touches rkyv, beside the derives of [`data!`](crate::data).

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;

/// A value that can be archived and read back, validated. Every type that [`data!`](crate::data) declares
/// can.
pub trait Archived: Sized {
    /// The value as an archive.
    fn archive(&self) -> Vec<u8>;

    /// The value from an archive, validated.
    ///
    /// # Errors
    /// A description of what is wrong with the archive.
    fn unarchive(bytes: &[u8]) -> Result<Self, String>;
}

impl<T> Archived for T
where
    T: rkyv::Archive + for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + rkyv::Deserialize<T, HighDeserializer<Error>>,
{
    fn archive(&self) -> Vec<u8> {
        rkyv::to_bytes::<Error>(self).map(|bytes| bytes.to_vec()).unwrap_or_default()
    }

    fn unarchive(bytes: &[u8]) -> Result<T, String> {
        rkyv::from_bytes::<T, Error>(bytes).map_err(|error| error.to_string())
    }
}

/// An archive in place, validated.
///
/// # Errors
/// A description of what is wrong with the archive.
pub(crate) fn look<T>(bytes: &AlignedVec) -> Result<&T::Archived, String>
where
    T: rkyv::Archive,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, Error>> + rkyv::Portable,
{
    rkyv::access::<T::Archived, Error>(bytes).map_err(|error| error.to_string())
}
