//! The part of a request that is hashed: every legal answer, and nothing that only explains it.

use serde::Serialize;
use serde::ser::Serializer;

use super::{Ask, Constraint, Item, Limit, Names, Request};
use crate::ids::{ObjectId, Seat};
use crate::{canonical, digest};

/// A request without the rules by which it is asked.
#[derive(Serialize)]
struct Legal<'a> {
    seat: Seat,
    prompt: &'static str,
    subject: Option<ObjectId>,
    shape: Shape<'a>,
}

/// An [`Ask`] likewise.
#[derive(Serialize)]
enum Shape<'a> {
    Pick { options: &'a [Item], min: u32, max: u32, ordered: bool, limits: Limits<'a> },
    Number { min: u32, max: u32 },
    Split { options: &'a [Item], total: u32, limits: Limits<'a> },
    Name { listed: &'a [String] },
    NameOf { kind: &'a str },
}

/// The demands of constraints.
struct Limits<'a>(&'a [Constraint]);

impl Serialize for Limits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let limits = self.0.iter().map(|constraint| -> &Limit { &constraint.limit });
        serializer.collect_seq(limits)
    }
}

impl<'a> Shape<'a> {
    fn of(ask: &'a Ask) -> Shape<'a> {
        match ask {
            Ask::Pick { options, min, max, ordered, constraints } => {
                Shape::Pick { options, min: *min, max: *max, ordered: *ordered, limits: Limits(constraints) }
            }
            Ask::Number { min, max } => Shape::Number { min: *min, max: *max },
            Ask::Split { total, options, constraints } => {
                Shape::Split { options, total: *total, limits: Limits(constraints) }
            }
            Ask::Name { among: Names::Listed(names) } => Shape::Name { listed: names },
            Ask::Name { among: Names::Known(known) } => Shape::NameOf { kind: known.kind() },
        }
    }
}

impl Request {
    /// Appends the canonical encoding of what is legal: seat, prompt, subject, shape, options and limits.
    /// Rule numbers are left out: they explain a request but do not change it.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let Request { seat, prompt, rule: _, subject, ask } = self;
        canonical::encode_into(
            &Legal { seat: *seat, prompt: prompt.name(), subject: *subject, shape: Shape::of(ask) },
            out,
        );
    }

    /// The short hash of what is legal, which is in the tag; `buffer` is replaced.
    pub fn hash(&self, buffer: &mut Vec<u8>) -> u64 {
        buffer.clear();
        buffer.extend_from_slice(&digest::REQUEST);
        self.encode(buffer);
        digest::short(buffer)
    }
}
