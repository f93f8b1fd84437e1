//! A sitting whose draws are stated: players have cards and dice of their own, and say what they drew. The scribe of
//! `duelog scribe` keeps the match, and the log is written anew where a card turns out to lie elsewhere.

use std::collections::BTreeSet;

use duelog_kernel::given::GivenDraw;
use duelog_kernel::{Choice, Illegal, ObjectId, Seat};
use duelog_verifier::Options;
use duelog_verifier::scenario::{Deed, Scribe, Unfit};

use super::{Input, Sitting, Typed, split};
use crate::output::Failure;
use crate::play::question::Question;
use crate::recording;

/// The signs behind which a scribe's line says something about the next deed.
const SAID: [&str; 2] = ["chance:", "shown:"];

/// The stated draws of a sitting.
pub struct Stated<'a> {
    scribe: Scribe<'a>,
    /// The options with which the log is written anew.
    options: Options,
    /// The draws of the start, as the log has them.
    opening: Vec<GivenDraw>,
    /// The decisions that the log has.
    deeds: Vec<Deed>,
    /// The cards that their players have left open.
    left: BTreeSet<ObjectId>,
    /// True if the person has left at a question about a draw.
    pub leaves: bool,
}

impl<'a> Stated<'a> {
    /// A scribe, and a log that has all of its lines.
    pub fn new(scribe: Scribe<'a>, options: Options) -> Stated<'a> {
        let (opening, deeds) = (scribe.opening(), scribe.deeds());
        Stated { scribe, options, opening, deeds, left: BTreeSet::new(), leaves: false }
    }
}

/// The answer to a question about a draw.
enum Told {
    /// The words.
    Words(String),
    /// Nothing.
    Nothing,
    /// The person leaves.
    Leaves,
}

impl Sitting<'_> {
    /// The match begins, once somebody has said what chance decides there.
    pub(super) fn begin_stated(&mut self) -> Result<(), Failure> {
        if self.stated.is_some() { self.settle(Seat(0), None).map(drop) } else { Ok(()) }
    }

    /// Gives an answer whose draws are stated. False where the player has taken it back at a question about them.
    pub(super) fn decide_stated(
        &mut self,
        seat: Seat,
        choice: &Choice,
    ) -> Result<Result<bool, Illegal>, Failure> {
        match self.recorder.game().lean().decide(seat, choice) {
            Ok(()) => self.settle(seat, Some(choice)).map(Ok),
            Err(illegal) => Ok(Err(illegal)),
        }
    }

    /// Has the scribe take an answer down, or the beginning of the match, and asks for the draws that it leads to. True
    /// where that is in the log.
    fn settle(&mut self, seat: Seat, answer: Option<&Choice>) -> Result<bool, Failure> {
        let how = if answer.is_some() { "Enter takes the answer back" } else { "Enter asks again" };
        let mut before = None;
        while let Some(stated) = &mut self.stated {
            let taken = match answer {
                Some(choice) => stated.scribe.answer(seat, choice).map(drop),
                None => stated.scribe.start_now(),
            };
            let Err(unfit) = taken else { return self.write_stated().map(|()| true) };
            // Cards that were named and are asked for once more cannot be shown here; a result may be none.
            let again = matches!((&before, &unfit), (Some(Unfit::Shown(_)), Unfit::Shown(_)));
            if again || matches!(unfit, Unfit::Refused(_)) {
                stated.scribe.forget_said();
                let why = if again { "no order of the cards allows that".into() } else { unfit.to_string() };
                self.say(seat, format_args!("  not taken: {why}"));
                if before.take().is_none() {
                    return Ok(false);
                }
                continue;
            }
            match self.more(seat, &unfit, how)? {
                Told::Words(line) => self.say_to_scribe(seat, &line),
                Told::Nothing if answer.is_none() => {}
                told @ (Told::Nothing | Told::Leaves) => {
                    if let Some(stated) = &mut self.stated {
                        stated.scribe.forget_said();
                    }
                    if matches!(told, Told::Nothing) {
                        self.state(seat).passing = None;
                        self.say(seat, "  nothing is answered yet");
                    }
                    return Ok(false);
                }
            }
            before = Some(unfit);
        }
        Ok(false)
    }

    /// A line about the next deed; what does not fit is told.
    fn say_to_scribe(&mut self, seat: Seat, line: &str) {
        let Some(stated) = &mut self.stated else { return };
        if let Err(why) = stated.scribe.say(line, &[]) {
            self.say(seat, format_args!("  not taken: {why}"));
        }
    }

    /// Asks how chance decided, or which cards are shown: the line that says it to the scribe.
    fn more(&mut self, seat: Seat, unfit: &Unfit, how: &str) -> Result<Told, Failure> {
        let (sign, question) = match unfit {
            Unfit::Chance(_) | Unfit::Refused(_) => (SAID[0], chance(unfit)),
            Unfit::Shown(cards) => (SAID[1], shown(cards.len())),
        };
        Ok(match self.ask_draw(seat, question, how)? {
            Told::Words(line) if SAID.iter().any(|sign| line.starts_with(sign)) => Told::Words(line),
            Told::Words(line) => Told::Words(format!("{sign} {line}")),
            told => told,
        })
    }

    /// Asks which cards a player sees, where nobody has named them; what follows where the player was asked.
    pub(super) fn ask_cards(&mut self, seat: Seat) -> Result<Option<Typed>, Failure> {
        let Some(stated) = &mut self.stated else { return Ok(None) };
        let left = &stated.left;
        let mut unseen = stated.scribe.unseen(seat);
        unseen.iter_mut().for_each(|unseen| unseen.cards.retain(|card| !left.contains(card)));
        let Some(unseen) = unseen.into_iter().find(|unseen| !unseen.cards.is_empty()) else {
            return Ok(None);
        };
        // The order of a hand means nothing; elsewhere each card is asked for, the top one first.
        let hand = unseen.zone == "hand";
        let cards = if hand { unseen.cards.as_slice() } else { &unseen.cards[..1] };
        let whose = match unseen.seat {
            Some(owner) if owner == seat => "your ".to_string(),
            Some(owner) => format!("{owner}'s "),
            None => String::new(),
        };
        let question = if hand {
            drawn(cards.len(), &whose)
        } else {
            let place = if unseen.cards.len() > 1 { "first " } else { "" };
            format!("which is the {place}card that you see in {whose}{}?", unseen.zone)
        };
        match self.ask_draw(seat, question, "Enter leaves it open")? {
            Told::Leaves => return Ok(Some(Typed::Leave)),
            Told::Nothing => {
                if let Some(stated) = &mut self.stated {
                    stated.left.extend(cards);
                }
            }
            Told::Words(line) if self.is_scribed(&line) => self.write_down(&line, seat)?,
            Told::Words(line) => {
                let Some(stated) = &mut self.stated else { return Ok(None) };
                match stated.scribe.name(cards, &line) {
                    Ok(_) => self.write_stated()?,
                    Err(why) => self.say(seat, format_args!("  not taken: {why}")),
                }
            }
        }
        Ok(Some(Typed::Again))
    }

    /// Asks something about a draw.
    fn ask_draw(&mut self, seat: Seat, question: String, how: &str) -> Result<Told, Failure> {
        let question = Question {
            seat,
            prompt: "draw".to_string(),
            question,
            rule: String::new(),
            how: Some(how.to_string()),
            effect: None,
            options: Vec::new(),
            state: String::new(),
            time: None,
        };
        loop {
            self.face(seat).question(question.clone());
            let line = match self.read(seat)? {
                Input::Line(line) => line.trim().to_string(),
                Input::Again => continue,
                Input::End => "quit".to_string(),
            };
            let (command, rest) = split(&line);
            match command.as_str() {
                "" => return Ok(Told::Nothing),
                "quit" | "exit" | "save" | "q" => {
                    if let Some(stated) = &mut self.stated {
                        stated.leaves = true;
                    }
                    return Ok(Told::Leaves);
                }
                _ if self.aside(&command, rest, seat, None) => {}
                _ => return Ok(Told::Words(line)),
            }
        }
    }

    /// Returns whether a line is one that `duelog scribe` reads: it begins with a player or says something about draws.
    pub(super) fn is_scribed(&self, line: &str) -> bool {
        let player = |word: &str| {
            let word = word.strip_suffix("'s").unwrap_or(word);
            word.strip_prefix('P').is_some_and(|number| number.parse::<u8>().is_ok())
        };
        self.stated.is_some()
            && (SAID.iter().any(|sign| line.starts_with(sign)) || line.split(' ').next().is_some_and(player))
    }

    /// Takes a line down as `duelog scribe` does.
    pub(super) fn write_down(&mut self, line: &str, seat: Seat) -> Result<(), Failure> {
        let Some(stated) = &mut self.stated else { return Ok(()) };
        match stated.scribe.say(line, &[]) {
            Ok(heard) => {
                heard.found.iter().for_each(|found| self.say(seat, format_args!("  so {found}")));
                self.resting = false;
                self.forget(None);
                self.write_stated()
            }
            Err(why) => {
                self.say(seat, format_args!("  not taken: {why}"));
                Ok(())
            }
        }
    }

    /// Goes back to an earlier decision.
    pub(super) fn go_back(&mut self, to: u32) -> Result<(), Failure> {
        let Some(stated) = &mut self.stated else {
            return self.recorder.rewind(to).map_err(|error| self.unwritten(&error));
        };
        stated.scribe.back_to(to).map_err(fault)?;
        self.write_stated()
    }

    /// Brings the log up to what the scribe has: what is new is added, and where something earlier has changed, the log
    /// is written anew.
    fn write_stated(&mut self) -> Result<(), Failure> {
        let Some(stated) = &mut self.stated else { return Ok(()) };
        let (opening, deeds) = (stated.scribe.opening(), stated.scribe.deeds());
        let grows = opening == stated.opening && deeds.starts_with(&stated.deeds);
        if grows {
            let recorder = &mut self.recorder;
            let mut new = deeds[stated.deeds.len()..].iter();
            let written = new.try_for_each(|Deed { draws, seat, choice }| {
                recorder.decide_given(draws, *seat, choice).map(drop)
            });
            written.map_err(|error| self.unwritten(&error))?;
        } else {
            let anew = stated.scribe.write(&stated.options, Vec::new()).and_then(|log| log.into_storage());
            let bytes = anew.map_err(|error| fault(error.to_string()))?;
            self.recorder = recording::write_anew(self.log, &bytes, self.factory, &stated.options)?;
        }
        if let Some(stated) = &mut self.stated {
            (stated.opening, stated.deeds) = (opening, deeds);
        }
        Ok(())
    }
}

/// Asks how chance decided.
fn chance(unfit: &Unfit) -> String {
    let Unfit::Chance(among) = unfit else { return unfit.to_string() };
    format!(
        "chance decides among {among}: how did it come out? A number from 1 to {among}, a player (`P1`), `heads` or `tails`, the card that was chosen, or the words of what then happens"
    )
}

/// Asks which cards everybody sees.
fn shown(cards: usize) -> String {
    let cards = if cards == 1 { "a card".to_string() } else { format!("{cards} cards") };
    format!("this shows everybody {cards} that nobody has named: which, such as `Forest, 2 Shock`?")
}

/// Asks which cards a player has drawn.
fn drawn(cards: usize, whose: &str) -> String {
    match cards {
        1 => format!("which card has come to {whose}hand?"),
        _ => format!("which {cards} cards have come to {whose}hand, such as `Forest, 2 Shock`?"),
    }
}

fn fault(why: String) -> Failure {
    Failure::system(why, "this is a fault of the program: report it with the log")
}
