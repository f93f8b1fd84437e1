//! The words of a person: an action that is not among the options, and the question why it is not.

use duelog_kernel::view::RequestView;
use duelog_kernel::{Ask, Choice, Seat, Viewer};

use super::{Sitting, Typed};
use crate::phrase_parser::{Speaker, UNSEEN, Understood};
use crate::{answer, words};

/// How many reasons are told for a card that is named without an action.
const REASONS: usize = 2;

/// Where cards lie that can be named.
const NAMED: &str = "a card that can be named lies on the table, in your hand, or where everybody sees it; `why cast CARD` asks about an action with it";

impl Sitting<'_> {
    /// A line that fits no option: an action in words, which is done if it is legal, and else refused with the
    /// reason. `why` is the reason for which it is not one.
    pub(super) fn spoken(&mut self, line: &str, seat: Seat, asked: &RequestView, why: String) -> Typed {
        let refused = match self.understand(line, seat, asked) {
            // Words that fit several options are not guessed about.
            _ if why.contains("may mean") => why,
            Ok(understood) => match self.ruling(&understood, seat) {
                Ok(None) => return Typed::Answer(Choice::one(understood.item)),
                Ok(Some(why)) | Err(why) => format!("{}: {why}", understood.words),
            },
            Err(unclear) if self.is_action(line) => unclear,
            Err(_) => format!("{why}; wanted: {}", answer::hint(asked)),
        };
        self.say(seat, format_args!("  {refused}"));
        Typed::Again
    }

    /// Why an action or a card is not among the options, tried on a copy of the match.
    pub(super) fn why(&mut self, text: &str, seat: Seat, asked: &RequestView) {
        let lines = self.reasons(text, seat, asked).unwrap_or_else(|unclear| vec![unclear]);
        for line in lines {
            self.say(seat, format_args!("  {line}"));
        }
    }

    fn reasons(&mut self, text: &str, seat: Seat, asked: &RequestView) -> Result<Vec<String>, String> {
        let unclear = match answer::read_whole(text, asked, self.recorder.game().words()) {
            Ok(choice) => return Ok(vec![self.reason(&choice, seat, asked)]),
            Err(unclear) => unclear,
        };
        if text.is_empty() {
            return Err(format!("{unclear}: `why cast CARD`, `why attack with CARD`, `why CARD`"));
        }
        let first = match self.understand(text, seat, asked) {
            Ok(understood) => return Ok(vec![self.answer_to(&understood, seat)]),
            Err(first) => first,
        };
        // A card without an action: what players do with cards, as far as it can be said of this one.
        let actions = self.actions(asked);
        let mut told: Vec<String> = Vec::new();
        let mut unseen = None;
        for action in actions {
            let understood = match self.understand(&format!("{action} {text}"), seat, asked) {
                Ok(understood) => understood,
                Err(other) => {
                    unseen = unseen.or(Some(other).filter(|other| other.ends_with(UNSEEN)));
                    continue;
                }
            };
            let legal = self.ruling(&understood, seat).is_ok_and(|ruling| ruling.is_none());
            let line = self.answer_to(&understood, seat);
            if legal {
                return Ok(vec![line]);
            }
            told.push(line);
        }
        told.dedup();
        told.truncate(REASONS);
        match told.is_empty() {
            true if self.is_action(text) => Err(first),
            true if unclear.contains("only a piece") => Err(unclear),
            true if unseen.is_some() => Err(format!("{}: {NAMED}", unseen.unwrap_or_default())),
            true => {
                Err(format!("{unclear}; wanted: a card, an action such as `cast CARD`, or {}", words::FORMS))
            }
            false => Ok(told),
        }
    }

    /// The ruling on an answer, in words.
    fn reason(&mut self, choice: &Choice, seat: Seat, asked: &RequestView) -> String {
        if asked.options.iter().any(|option| *choice == Choice::one(option.item)) {
            return "it is among the options".to_string();
        }
        match self.recorder.game().refusal(Viewer::Seat(seat), seat, choice) {
            None => "it is legal".to_string(),
            Some(illegal) => illegal.to_string(),
        }
    }

    /// The ruling on an action, in words.
    fn answer_to(&mut self, understood: &Understood, seat: Seat) -> String {
        match self.ruling(understood, seat) {
            Ok(None) => format!("{}: it can be done", understood.words),
            Ok(Some(why)) | Err(why) => format!("{}: {why}", understood.words),
        }
    }

    /// Why an action is not legal; none where it is.
    fn ruling(&mut self, understood: &Understood, seat: Seat) -> Result<Option<String>, String> {
        let refusal = understood.refusal(Viewer::Seat(seat), self.recorder.game())?;
        Ok(refusal.map(|illegal| match illegal {
            duelog_kernel::Illegal::NotOffered { why, rule, .. } => format!("{why} ({rule})"),
            illegal => illegal.to_string(),
        }))
    }

    fn understand(&mut self, text: &str, seat: Seat, asked: &RequestView) -> Result<Understood, String> {
        let names = self.state(seat).names.clone();
        let speaker = Speaker { asked, viewer: Viewer::Seat(seat), names: &names };
        speaker.understand(text, self.recorder.game())
    }

    /// Returns whether a line begins like an action.
    fn is_action(&mut self, line: &str) -> bool {
        let verb = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        let verbs = self.recorder.game().words().verbs;
        ["attack", "block", "use", "activate"].contains(&verb.as_str()) || verbs.contains(&verb.as_str())
    }

    /// The actions that can be said of a card alone, those first that this question is about.
    fn actions(&mut self, asked: &RequestView) -> Vec<String> {
        let mut actions: Vec<String> =
            self.recorder.game().words().verbs.iter().map(|verb| (*verb).to_string()).collect();
        let fights = ["attack with", "block with"].map(str::to_string);
        let pairs = asked.options.iter().any(|option| option.item.objects()[1].is_some());
        match asked.prompt.name() {
            name if name.contains("attack") => actions.insert(0, fights[0].clone()),
            name if name.contains("block") || pairs => actions.insert(0, fights[1].clone()),
            _ => actions.push("use".to_string()),
        }
        actions
    }

    /// The words to say before a choice is given that leaves out what the person could have by one key, or that
    /// this question usually takes whole.
    pub(super) fn doubt(&mut self, line: &str, asked: &RequestView, choice: &Choice) -> Option<String> {
        let (Ask::Pick { min, max, .. }, Choice::Pick(items)) = (&asked.ask, choice) else { return None };
        // An answer that is not legal is refused anyway.
        let game = self.recorder.game();
        let given =
            game.request().map_or_else(|| choice.clone(), |request| choice.clone().canonical(request));
        game.refusal(Viewer::Seat(asked.seat), asked.seat, &given).is_none().then_some(())?;
        let left = asked.options.iter().filter(|option| !items.contains(&option.item));
        let left: Vec<&str> = left.map(|option| option.text.as_str()).collect();
        if self.takes_all(asked).is_some_and(|all| all != *choice) {
            return Some(format!(
                "that leaves out {}: `yes` takes it so, `no` or another answer does not",
                left.join(", ")
            ));
        }
        let alone = answer::is_one_key(line) && items.len() == 1 && *min <= 1 && *max > 1 && !left.is_empty();
        let [item] = items.as_slice() else { return None };
        let own = asked.options.iter().find(|option| option.item == *item)?;
        alone.then(|| {
            format!(
                "that takes {} alone, and up to {} can be chosen: `yes` takes it so, `only {line}` says it at once, several are `1 2`",
                own.text,
                (*max as usize).min(asked.options.len())
            )
        })
    }

    /// The answer that takes all, where that is the usual one to a question and legal.
    pub(super) fn takes_all(&mut self, asked: &RequestView) -> Option<Choice> {
        let all = Choice::Pick(asked.options.iter().map(|option| option.item).collect());
        let usual = asked.prompt.takes_all() && !asked.options.is_empty();
        let game = self.recorder.game();
        (usual && game.refusal(Viewer::Seat(asked.seat), asked.seat, &all).is_none()).then_some(all)
    }
}
