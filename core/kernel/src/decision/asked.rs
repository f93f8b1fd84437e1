//! A request read back from its canonical encoding, which viewers' logs hold: what of it is needed to tell it.

use super::Item;
use super::encoding::Reader;
use crate::ids::{ObjectId, Seat};

/// A request as its encoding has it: without the rule by which it is asked, and without its limits.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Asked {
    /// Who must answer.
    pub seat: Seat,
    /// The prompt's name.
    pub prompt: String,
    /// The object that it is about, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<ObjectId>,
    /// The legal answers.
    pub shape: AskedShape,
}

/// The shape of the answer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedShape {
    /// Between `min` and `max` of the options.
    Pick {
        /// The options, ascending.
        options: Vec<Item>,
        /// The least number of options.
        min: u32,
        /// The greatest number of options.
        max: u32,
        /// True if the order of the answer has a meaning.
        ordered: bool,
    },
    /// A number from `min` to `max`.
    Number {
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
    /// Exactly `total`, split among the options.
    Split {
        /// The options, ascending.
        options: Vec<Item>,
        /// The total to split.
        total: u32,
    },
    /// One of these names.
    Name(Vec<String>),
    /// A name of this kind that the edition knows.
    NameOf(String),
}

impl AskedShape {
    /// The options, where they are listed.
    pub fn options(&self) -> &[Item] {
        match self {
            AskedShape::Pick { options, .. } | AskedShape::Split { options, .. } => options,
            AskedShape::Number { .. } | AskedShape::Name(_) | AskedShape::NameOf(_) => &[],
        }
    }
}

impl Asked {
    /// The request of an encoding; none where the bytes are no request's.
    pub fn read(bytes: &[u8]) -> Option<Asked> {
        let mut reader = Reader { bytes };
        if bytes.is_empty() {
            let shape = AskedShape::Pick { options: Vec::new(), min: 0, max: 0, ordered: false };
            return Some(Asked { seat: Seat(0), prompt: String::new(), subject: None, shape });
        }
        let [seat, prompt, subject, shape, ..] = reader.fields()?;
        Some(Asked {
            seat: Seat(if seat { u8::try_from(reader.number()?).ok()? } else { 0 }),
            prompt: if prompt { reader.text()? } else { String::new() },
            subject: if subject { Some(ObjectId(reader.number()?)) } else { None },
            shape: reader.shape(shape)?,
        })
    }
}

impl Reader<'_> {
    /// The number, or 0 where its field is left out.
    fn number_if(&mut self, there: bool) -> Option<u32> {
        if there { self.number() } else { Some(0) }
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        let text = self.bytes(length)?;
        Some(std::str::from_utf8(text).ok()?.to_string())
    }

    /// Which of the fields of a group are there. No struct of a request has more than one group.
    fn fields(&mut self) -> Option<[bool; 7]> {
        let bits = self.byte().filter(|bits| bits & 0x80 == 0)?;
        Some([0, 1, 2, 3, 4, 5, 6].map(|bit| bits >> bit & 1 == 1))
    }

    /// The place of an enum's variant, and which of its fields are there.
    fn variant(&mut self) -> Option<(u32, [bool; 7])> {
        let head = self.number()?;
        let fields = if head & 1 == 1 { self.fields()? } else { [false; 7] };
        Some((head >> 1, fields))
    }

    fn list<T>(&mut self, there: bool, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number_if(there)?;
        // Nothing that is listed takes less than a byte.
        if count as usize > self.bytes.len() {
            return None;
        }
        (0..count).map(|_| one(self)).collect()
    }

    fn shape(&mut self, there: bool) -> Option<AskedShape> {
        let (place, [one, two, three, four, ..]) = if there { self.variant()? } else { (0, [false; 7]) };
        Some(match place {
            0 => AskedShape::Pick {
                options: self.list(one, Reader::offered)?,
                min: self.number_if(two)?,
                max: self.number_if(three)?,
                ordered: four,
            },
            1 => AskedShape::Number { min: self.number_if(one)?, max: self.number_if(two)? },
            2 => AskedShape::Split { options: self.list(one, Reader::offered)?, total: self.number_if(two)? },
            3 => AskedShape::Name(self.list(one, Reader::text)?),
            4 => AskedShape::NameOf(if one { self.text()? } else { String::new() }),
            _ => return None,
        })
    }

    fn offered(&mut self) -> Option<Item> {
        let (place, [one, two, ..]) = self.variant()?;
        let mut small = |there| u8::try_from(self.number_if(there)?).ok();
        Some(match place {
            0 => Item::Pass,
            1 => Item::Flag(one),
            2 => Item::Seat(Seat(small(one)?)),
            7 => Item::Symbol(small(one)?),
            8 => Item::Act(small(one)?, ObjectId(self.number_if(two)?)),
            10 => {
                let object = ObjectId(self.number_if(one)?);
                Item::PairSeat(object, Seat(u8::try_from(self.number_if(two)?).ok()?))
            }
            3 => Item::Object(ObjectId(self.number_if(one)?)),
            4 => Item::Ability(ObjectId(self.number_if(one)?), self.number_if(two)?),
            5 => Item::Mode(self.number_if(one)?),
            6 => Item::Number(self.number_if(one)?),
            9 => Item::Pair(ObjectId(self.number_if(one)?), ObjectId(self.number_if(two)?)),
            11 => Item::Concede,
            12 => Item::Draw,
            _ => return None,
        })
    }
}
