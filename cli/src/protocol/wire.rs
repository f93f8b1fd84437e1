//! The messages of the protocol as they are written: types with serde and, for the schema, schemars.

pub mod asked;
pub mod event;
pub mod items;
pub mod request;
pub mod response;
pub mod view;
