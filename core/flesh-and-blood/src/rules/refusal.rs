//! Why something is not legal.

pub use duelog_kernel::refusal::{Refusal, refuse};
