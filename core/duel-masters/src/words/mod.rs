//! What people see and read.

pub mod asking;
pub mod ending;
pub mod explain;
pub mod figure;
pub mod illegal;
pub mod label;
pub mod narrate;
pub mod plain;
pub mod standing;
pub mod step_names;
pub mod telling;
pub mod view;
pub mod wording;
