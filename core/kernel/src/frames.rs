//! The activities of a game: a stack of frames. The innermost one decides the next step. Each game makes its
//! frames out of one list, and the data of each frame says what it does.

use crate::decision::{Choice, Request};
use crate::table::{Flow, Play, Rules};

/// A game whose state keeps its activities as frames.
pub trait Framed: Rules {
    /// The state and the values computed from it, as a frame reads them to ask.
    type Sight<'a>;
}

/// The behaviour of a frame while it is the innermost one.
pub trait FrameRules<R: Framed>: Sized {
    /// Does the next step.
    fn advance(self, rules: &R, play: &mut Play<'_, R>) -> Flow;

    /// The request of the frame, if it has one.
    fn ask(&self, _: &R, _: &R::Sight<'_>) -> Option<Request> {
        None
    }

    /// Takes an answer to what it asks.
    fn answer(self, _: &R, _: &mut Play<'_, R>, _: &Choice) {}

    /// How much it carries along, in things as large as a proposed event (see [`crate::bounds::WORK`]).
    fn bulk(&self) -> usize {
        0
    }
}

/// Makes a game's frames out of one list. Each has a description of its activity and its data: a type of its
/// own, or fields, or none. For fields and none, the module `frame` has a type of the variant's name. Where
/// the data of all frames say what they do ([`FrameRules`]), so does the frame.
#[macro_export]
macro_rules! frames {
    (
        $(#[$meta:meta])*
        pub enum $frames:ident {
            $(
                $(#[$doc:meta])*
                $name:ident
                    $(($data:ty))?
                    $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty),+ $(,)? })?
                    = $words:literal
            ),+ $(,)?
        }
    ) => {
        $crate::data! {
            $(#[$meta])*
            pub enum $frames {
                $(
                    $(#[$doc])*
                    $name $(($data))? $({ $($(#[$field_doc])* $field: $kind),+ })?,
                )+
            }
        }

        /// The data of frames without a type of their own.
        pub mod frame {
            #[allow(unused_imports, reason = "frames without fields name no types")]
            use super::*;

            $($crate::frames! {
                @declare [$(#[$doc])*] $name $(($data))? $({ $($(#[$field_doc])* $field: $kind),+ })?
            })+
        }

        impl $frames {
            /// The activity in words.
            pub const fn in_words(&self) -> &'static str {
                match self {
                    $($frames::$name { .. } => $words,)+
                }
            }
        }

        impl<R: $crate::frames::Framed> $crate::frames::FrameRules<R> for $frames
        where
            $($crate::frames!(@type $name $(($data))? $({ $($field)+ })?): $crate::frames::FrameRules<R>,)+
        {
            fn advance(self, rules: &R, play: &mut $crate::table::Play<'_, R>) -> $crate::table::Flow {
                match self {
                    $($crate::frames!(@of $frames data $name $(($data))? $({ $($field)+ })?) => {
                        $crate::frames!(@owned data $name $(($data))? $({ $($field)+ })?).advance(rules, play)
                    })+
                }
            }

            fn ask(&self, rules: &R, sight: &R::Sight<'_>) -> Option<$crate::Request> {
                match self {
                    $($crate::frames!(@of $frames data $name $(($data))? $({ $($field)+ })?) => {
                        $crate::frames!(@shared data $name $(($data))? $({ $($field)+ })?).ask(rules, sight)
                    })+
                }
            }

            fn answer(self, rules: &R, play: &mut $crate::table::Play<'_, R>, choice: &$crate::Choice) {
                match self {
                    $($crate::frames!(@of $frames data $name $(($data))? $({ $($field)+ })?) => {
                        $crate::frames!(@owned data $name $(($data))? $({ $($field)+ })?)
                            .answer(rules, play, choice)
                    })+
                }
            }

            fn bulk(&self) -> usize {
                match self {
                    $($crate::frames!(@of $frames data $name $(($data))? $({ $($field)+ })?) => {
                        $crate::frames::FrameRules::<R>::bulk(
                            $crate::frames!(@shared data $name $(($data))? $({ $($field)+ })?)
                        )
                    })+
                }
            }
        }
    };

    // The type of the variant's data where it has none of its own.
    (@declare [$($doc:tt)*] $name:ident ($data:ty)) => {};
    (@declare [$($doc:tt)*] $name:ident) => {
        $($doc)*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name;
    };
    (@declare [$($doc:tt)*] $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty),+ }) => {
        $($doc)*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)+
        }
    };

    // The type of a variant's data.
    (@type $name:ident ($data:ty)) => { $data };
    (@type $name:ident $($fields:tt)?) => { frame::$name };

    // The pattern that takes the data out of a variant.
    (@of $frames:ident $bound:ident $name:ident) => { $frames::$name };
    (@of $frames:ident $bound:ident $name:ident ($data:ty)) => { $frames::$name($bound) };
    (@of $frames:ident $bound:ident $name:ident { $($field:ident)+ }) => { $frames::$name { $($field),+ } };

    // The data that the pattern took out of a frame, and what it took out of a borrowed one.
    (@owned $bound:ident $name:ident ($data:ty)) => { $bound };
    (@owned $bound:ident $name:ident) => { frame::$name };
    (@owned $bound:ident $name:ident { $($field:ident)+ }) => { frame::$name { $($field),+ } };
    (@shared $bound:ident $name:ident ($data:ty)) => { $bound };
    (@shared $bound:ident $name:ident) => { &frame::$name };
    (@shared $bound:ident $name:ident { $($field:ident)+ }) => {
        &frame::$name { $($field: Clone::clone($field)),+ }
    };
}
