//! What is away only for a time (8.5.1c).

use duelog_kernel::{ObjectId, data};

use super::{CodeRef, Context, Value, Zone};

data! {
    /// An object that is banished until something is so, and returns then without a layer (8.5.1c).
    pub struct Returning {
        /// As which object it was banished: what that has become returns.
        pub object: ObjectId,
        /// Where it returns to.
        pub to: Zone,
        /// Whether it is public there.
        pub public: bool,
        /// The script whose verb banished it, where the condition stands.
        pub code: CodeRef,
        /// The verb's step.
        pub at: u16,
        /// What the script knew.
        pub context: Context,
        /// What the loop around the verb had at hand.
        pub it: Option<Value>,
        /// Whether what it waits for has happened.
        pub due: bool,
    }
}
