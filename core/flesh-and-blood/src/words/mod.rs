//! What people see and read.

pub mod asking;
pub mod change;
pub mod ending;
pub mod explain;
pub mod figure;
pub mod illegal;
pub mod label;
pub mod narrate;
pub mod standing;
pub mod step_names;
pub mod symbol;
pub mod view;
