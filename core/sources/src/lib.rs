//! Rule indexes, citations and definitions as they stand in the sources of Duelog.
//!
//! Build scripts need it before anything else is compiled, so it depends on no other crate of the workspace.

pub mod build;
pub mod citations;
mod status;
pub mod together;

pub use status::RuleStatus;
