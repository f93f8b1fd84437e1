//! The effect language's control flow, and the machine that runs it one step at a time.
//!
//! A script is a tree that card definitions write; it is compiled to a flat list of steps, so that a running
//! script is a small [`Cursor`]: data inside the state, never a host call stack.

use serde::{Deserialize, Serialize};

use crate::{bounds, data};

/// The parts of a game's language: its verbs and the expressions of control flow.
pub trait Language: Clone + std::fmt::Debug + PartialEq + 'static {
    /// Something that is done.
    type Verb: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// Something true or false.
    type Condition: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// A list of objects or players.
    type Group: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// A number.
    type Number: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// A player.
    type Who: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// The event that a delayed script waits for.
    type Moment: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// Part of a cost that is paid while a script runs.
    type Cost: Clone + std::fmt::Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
}

/// The costs of a game whose scripts have none: a definition cannot say one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoCost {}

/// A script as written in a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Script<L: Language> {
    /// Does one thing.
    Do(L::Verb),
    /// Does these in order.
    Seq(Vec<Script<L>>),
    /// Does it if the condition holds.
    If(L::Condition, Box<Script<L>>),
    /// Does the first if the condition holds, else the second.
    IfElse(L::Condition, Box<Script<L>>, Box<Script<L>>),
    /// Does it once for each of the group, in order; the expression `It` is the one at hand.
    Each(L::Group, Box<Script<L>>),
    /// The player may have it done.
    May(L::Who, Box<Script<L>>),
    /// The player may have the first done; the second is done if not.
    MayElse(L::Who, Box<Script<L>>, Box<Script<L>>),
    /// The player chooses one of these.
    Choose(L::Who, Vec<Script<L>>),
    /// Does it this many times.
    Repeat(L::Number, Box<Script<L>>),
    /// Keeps a number, to be read back by its place: the first `Let` of a script is 0.
    Let(L::Number),
    /// Does it later, once.
    Delayed(L::Moment, Box<Script<L>>),
    /// The player may pay these costs; the first is done if they were paid, the second if not.
    Pay(L::Who, Vec<L::Cost>, Box<Script<L>>, Box<Script<L>>),
    /// Does it, and then once more as often as the player wants.
    Again(L::Who, Box<Script<L>>),
}

/// One step of a compiled script.
#[derive(Debug, Clone, PartialEq)]
pub enum Op<L: Language> {
    /// Does one thing.
    Do(L::Verb),
    /// Jumps unless the condition holds.
    Unless(L::Condition, u16),
    /// Jumps.
    Jump(u16),
    /// Begins a loop over the group; jumps if the group is empty.
    Each(L::Group, u16),
    /// Begins a counted loop.
    Repeat(L::Number, u16),
    /// Ends a loop's round: back to the step given while something is left.
    Next(u16),
    /// Asks the player yes or no; jumps on no.
    May(L::Who, u16),
    /// Asks the player for one of the steps given.
    Choose(L::Who, Vec<u16>),
    /// Keeps a number.
    Let(L::Number),
    /// Sets up a delayed script that begins at the next step, and jumps.
    Delayed(L::Moment, u16),
    /// Lets the player pay costs; jumps if they are not paid.
    Pay(L::Who, Vec<L::Cost>, u16),
    /// The script, or the delayed part, is over.
    End,
}

/// A compiled script.
#[derive(Debug, Clone, PartialEq)]
pub struct Code<L: Language>(pub Vec<Op<L>>);

impl<L: Language> Code<L> {
    /// Compiles a script.
    ///
    /// # Errors
    /// A description when the script is too long for its steps to be numbered, or a choice has too many
    /// parts.
    pub fn compile(script: &Script<L>) -> Result<Code<L>, String> {
        let mut code = Code(Vec::new());
        code.add(script);
        code.0.push(Op::End);
        if code.0.len() > usize::from(u16::MAX) {
            return Err("the script is too long".to_string());
        }
        if code.0.iter().any(|op| matches!(op, Op::Choose(_, parts) if parts.len() > usize::from(u8::MAX))) {
            return Err(format!("a choice among more than {} parts", u8::MAX));
        }
        Ok(code)
    }

    fn here(&self) -> u16 {
        self.0.len().min(usize::from(u16::MAX)) as u16
    }

    fn add(&mut self, script: &Script<L>) {
        match script {
            Script::Do(verb) => self.0.push(Op::Do(verb.clone())),
            Script::Seq(parts) => parts.iter().for_each(|part| self.add(part)),
            Script::If(condition, then) => self.guarded(|end| Op::Unless(condition.clone(), end), then, None),
            Script::IfElse(condition, then, otherwise) => {
                self.guarded(|end| Op::Unless(condition.clone(), end), then, Some(otherwise))
            }
            Script::May(who, then) => self.guarded(|end| Op::May(who.clone(), end), then, None),
            Script::MayElse(who, then, otherwise) => {
                self.guarded(|end| Op::May(who.clone(), end), then, Some(otherwise))
            }
            Script::Pay(who, costs, then, otherwise) => {
                self.guarded(|end| Op::Pay(who.clone(), costs.clone(), end), then, Some(otherwise))
            }
            Script::Again(who, body) => {
                let start = self.here();
                self.add(body);
                let at = self.0.len();
                self.0.push(Op::End);
                self.0.push(Op::Jump(start));
                self.0[at] = Op::May(who.clone(), self.here());
            }
            Script::Each(group, body) => self.looped(|end| Op::Each(group.clone(), end), body),
            Script::Repeat(times, body) => self.looped(|end| Op::Repeat(times.clone(), end), body),
            Script::Let(number) => self.0.push(Op::Let(number.clone())),
            Script::Choose(who, parts) => {
                let at = self.0.len();
                self.0.push(Op::End);
                let mut starts = Vec::new();
                let mut ends = Vec::new();
                for part in parts {
                    starts.push(self.here());
                    self.add(part);
                    ends.push(self.0.len());
                    self.0.push(Op::End);
                }
                let after = self.here();
                ends.into_iter().for_each(|end| self.0[end] = Op::Jump(after));
                self.0[at] = Op::Choose(who.clone(), starts);
            }
            Script::Delayed(moment, body) => {
                let at = self.0.len();
                self.0.push(Op::End);
                self.add(body);
                self.0.push(Op::End);
                self.0[at] = Op::Delayed(moment.clone(), self.here());
            }
        }
    }

    fn guarded(&mut self, guard: impl FnOnce(u16) -> Op<L>, then: &Script<L>, otherwise: Option<&Script<L>>) {
        let at = self.0.len();
        self.0.push(Op::End);
        self.add(then);
        if let Some(otherwise) = otherwise {
            let jump = self.0.len();
            self.0.push(Op::End);
            self.0[at] = guard(self.here());
            self.add(otherwise);
            self.0[jump] = Op::Jump(self.here());
        } else {
            self.0[at] = guard(self.here());
        }
    }

    fn looped(&mut self, head: impl FnOnce(u16) -> Op<L>, body: &Script<L>) {
        let at = self.0.len();
        self.0.push(Op::End);
        let start = self.here();
        self.add(body);
        self.0.push(Op::Next(start));
        self.0[at] = head(self.here());
    }
}

data! {
    /// Where a running script stands, generic over what its loops go through.
    pub struct Cursor<V> {
        /// The next step.
        pub at: u16,
        /// The loops that it is inside of, outermost first.
        pub loops: Vec<Round<V>>,
        /// The numbers that it keeps.
        pub kept: Vec<i32>,
    }

    /// One loop that a script is inside of.
    pub enum Round<V> {
        /// The remaining members, the current one last.
        Members(Vec<V>),
        /// A counted loop: the current round, the number of rounds begun, and the total. Numbers instead of a
        /// list, so that a long loop takes no more room.
        Counted(V, u32, u32),
    }
}

/// The next need of a running script.
#[derive(Debug, PartialEq)]
pub enum Pause<'a, L: Language> {
    /// This must be done.
    Do(&'a L::Verb),
    /// The player must say yes or no; then [`Cursor::may`].
    May(&'a L::Who),
    /// The player may pay these costs; then [`Cursor::pay`].
    Pay(&'a L::Who, &'a [L::Cost]),
    /// The player must choose one of this many parts; then [`Cursor::choose`].
    Choose(&'a L::Who, u8),
    /// A delayed script must be set up, to begin at the step given.
    Delayed(&'a L::Moment, u16),
    /// The script is over.
    End,
    /// It does not end, or keeps too many numbers ([`bounds::SCRIPT_STEPS`], [`bounds::KEPT`]).
    TooLong,
}

/// The questions that a script asks of the game.
pub trait Eye<L: Language, V> {
    /// Returns whether the condition holds.
    fn holds(&mut self, condition: &L::Condition, cursor: &Cursor<V>) -> bool;
    /// The group's members, in order.
    fn members(&mut self, group: &L::Group, cursor: &Cursor<V>) -> Vec<V>;
    /// The number, as it is kept and as rounds are counted.
    fn number(&mut self, number: &L::Number, cursor: &Cursor<V>) -> i32;
    /// The member of a counted loop: the number of its round, from 0.
    fn round(&self, round: u32) -> V;
}

impl<V: Clone> Default for Cursor<V> {
    fn default() -> Self {
        Cursor { at: 0, loops: Vec::new(), kept: Vec::new() }
    }
}

impl<V> Round<V> {
    /// Moves to the next round; returns whether there is one.
    fn go_on<L: Language>(&mut self, eye: &impl Eye<L, V>) -> bool {
        match self {
            Round::Members(left) => {
                left.pop();
                !left.is_empty()
            }
            Round::Counted(now, begun, rounds) => {
                let more = begun < rounds;
                if more {
                    *now = eye.round(*begun);
                    *begun += 1;
                }
                more
            }
        }
    }
}

impl<V: Clone> Cursor<V> {
    /// A script about to begin at a step.
    pub fn starting_at(at: u16) -> Cursor<V> {
        Cursor { at, ..Cursor::default() }
    }

    /// The current member of the innermost loop over a group; without one, the round of the innermost loop.
    pub fn it(&self) -> Option<&V> {
        let member = |round: &&Round<V>| matches!(round, Round::Members(_));
        match self.loops.iter().rev().find(member).or_else(|| self.loops.last())? {
            Round::Members(left) => left.last(),
            Round::Counted(now, ..) => Some(now),
        }
    }

    /// How many members its loops still go through.
    pub fn left(&self) -> usize {
        let left = |round: &Round<V>| if let Round::Members(left) = round { left.len() } else { 1 };
        self.loops.iter().map(left).sum()
    }

    /// Runs to the next pause, the next thing that the game must do or ask, and leaves the cursor after it.
    pub fn next<'a, L: Language>(&mut self, code: &'a Code<L>, eye: &mut impl Eye<L, V>) -> Pause<'a, L> {
        for _ in 0..bounds::SCRIPT_STEPS {
            let Some(op) = code.0.get(usize::from(self.at)) else { return Pause::End };
            match op {
                Op::Do(verb) => {
                    self.at += 1;
                    return Pause::Do(verb);
                }
                Op::Unless(condition, end) => {
                    self.at = if eye.holds(condition, self) { self.at + 1 } else { *end }
                }
                Op::Jump(to) => self.at = *to,
                Op::Each(group, end) => {
                    let mut members = eye.members(group, self);
                    members.reverse();
                    self.begin((!members.is_empty()).then_some(Round::Members(members)), *end);
                }
                Op::Repeat(number, end) => {
                    let rounds = eye.number(number, self).max(0) as u32;
                    let round = Round::Counted(eye.round(0), 1, rounds);
                    self.begin((rounds > 0).then_some(round), *end);
                }
                Op::Next(start) => {
                    let more = self.loops.last_mut().is_some_and(|round| round.go_on(eye));
                    if more {
                        self.at = *start;
                    } else {
                        self.loops.pop();
                        self.at += 1;
                    }
                }
                Op::May(who, _) => return Pause::May(who),
                Op::Pay(who, costs, _) => return Pause::Pay(who, costs),
                Op::Choose(who, parts) => return Pause::Choose(who, parts.len() as u8),
                Op::Let(_) if self.kept.len() >= bounds::KEPT => return Pause::TooLong,
                Op::Let(number) => {
                    let number = eye.number(number, self);
                    self.kept.push(number);
                    self.at += 1;
                }
                Op::Delayed(moment, end) => {
                    let start = self.at + 1;
                    self.at = *end;
                    return Pause::Delayed(moment, start);
                }
                Op::End => return Pause::End,
            }
        }
        Pause::TooLong
    }

    /// Ends a loop over a group behind the only step that it has. Returns the members that were left, in order, or nothing
    /// where the loop does more or there is none.
    pub fn take_round<L: Language>(&mut self, code: &Code<L>) -> Option<Vec<V>> {
        let Some(Op::Next(start)) = code.0.get(usize::from(self.at)) else { return None };
        let alone = start.checked_add(1) == Some(self.at);
        let Some(Round::Members(left)) =
            self.loops.pop_if(|round| alone && matches!(round, Round::Members(_)))
        else {
            return None;
        };
        self.at += 1;
        Some(left.into_iter().rev().collect())
    }

    fn begin(&mut self, round: Option<Round<V>>, end: u16) {
        match round {
            Some(round) => {
                self.loops.push(round);
                self.at += 1;
            }
            None => self.at = end,
        }
    }

    /// Takes the answer to [`Pause::May`].
    pub fn may<L: Language>(&mut self, code: &Code<L>, yes: bool) {
        if let Some(Op::May(_, end)) = code.0.get(usize::from(self.at)) {
            self.at = if yes { self.at + 1 } else { *end };
        }
    }

    /// Continues after [`Pause::Pay`].
    pub fn pay<L: Language>(&mut self, code: &Code<L>, paid: bool) {
        if let Some(Op::Pay(_, _, end)) = code.0.get(usize::from(self.at)) {
            self.at = if paid { self.at + 1 } else { *end };
        }
    }

    /// Takes the answer to [`Pause::Choose`].
    pub fn choose<L: Language>(&mut self, code: &Code<L>, part: u8) {
        if let Some(Op::Choose(_, parts)) = code.0.get(usize::from(self.at)) {
            self.at = parts.get(usize::from(part)).copied().unwrap_or(self.at);
        }
    }
}
