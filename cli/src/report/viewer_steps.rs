//! A viewer's log as steps of a page or of frames in a terminal.

use duelog_kernel::decision::Asked;
use duelog_kernel::{Choice, Seat};
use duelog_log_format::ObservedFact;

use super::data::{Board, Change, Pools, Question, Sort, Step};
use super::page_parts::{Head, Player, Shown, card_words, file_name};
use crate::output::{Context, Failure};
use crate::replayed::Looking;
use crate::source::Source;
use crate::viewer_log::{Known, ToldObservation, UNBOUND, ViewerLog};

/// A viewer's log as it is shown; where it has no match, says why.
///
/// # Errors
/// As [`ViewerLog::open`].
pub fn shown(
    source: &Source,
    bytes: &[u8],
    looking: &Looking,
    context: &Context,
) -> Result<Option<Shown>, Failure> {
    let Some(own) = ViewerLog::open(source, bytes, looking, context)? else { return Ok(None) };
    let mut film = Film {
        own: &own,
        pools: Pools::new(own.names.clone()),
        board: Board::default(),
        steps: Vec::new(),
        waiting: Change::default(),
    };
    own.walk(|told, known| film.observation(told, known));
    film.end();
    let Film { pools, steps, .. } = film;
    let finding = own.finding();
    let public = &own.log.header.public;
    let words = |text: &str| pools.worded(text);
    let name = |seat: u8| own.names.get(usize::from(seat)).cloned().flatten();
    let player = |seat: u8| Player {
        seat: Seat(seat),
        name: words(&name(seat).unwrap_or_else(|| format!("Seat {seat}"))),
        deck: None,
    };
    let message = match &finding {
        Some(report) => format!("{}; {}", report.message, own.proof()),
        None => format!("{}; {UNBOUND}", own.proof()),
    };
    let head = Head {
        format: 1,
        log: file_name(source.log()),
        labels: Vec::new(),
        rule: None,
        at: finding.as_ref().and_then(|report| report.at),
        game: public.game.clone(),
        edition: words(&public.edition),
        revision: public.revision,
        engine: words(&public.engine),
        viewer: own.viewer,
        players: (0..public.seats).map(player).collect(),
        score: own.score(),
        turn_steps: vec![String::new()],
        step_words: vec![String::new()],
        decisions: own.log.decisions,
        verdict: own.word(),
        message: words(&message),
        outcome: own.log.outcome.as_ref().map(|_| words(&own.end())),
    };
    let words = source.factory(&public.game).map(|game| card_words(&*game, &pools)).unwrap_or_default();
    Ok(Some(Shown { head, pools, steps, words, analysis: None, finding }))
}

struct Film<'a> {
    own: &'a ViewerLog,
    pools: Pools,
    board: Board,
    steps: Vec<Step>,
    /// Changes that belong to the next step.
    waiting: Change,
}

impl Film<'_> {
    fn observation(&mut self, told: &ToldObservation<'_>, known: &Known) {
        let change = self.board.become_view(&mut self.pools, &self.own.view(known));
        match &told.observation.what {
            ObservedFact::Decided { seat, .. } => {
                let text = told
                    .answer
                    .clone()
                    .unwrap_or_else(|| "an answer that not everybody may know".to_string());
                let choice = told.observation.choice();
                let asked = told.asked.as_ref().map(|asked| self.question(known, asked, choice.as_ref()));
                let step = Step { sort: Sort::Answer, seat: Some(*seat), asked, ..self.step(known, &text) };
                self.push(step);
            }
            ObservedFact::Rewound { .. } => {
                let text = format!("the match goes back to decision {}", known.number());
                let step = Step { sort: Sort::Rewind, ..self.step(known, &text) };
                self.push(step);
            }
            ObservedFact::Begun(_) => {
                let step = self.step(known, "the match begins");
                self.push(step);
            }
            ObservedFact::Ended(_) => {}
        }
        // An observation is one fact: it stands where its first words do.
        self.waiting = std::mem::take(&mut self.waiting).and(change);
        if told.words.is_empty() {
            let change = std::mem::take(&mut self.waiting);
            match self.steps.last_mut() {
                Some(last) => last.change = std::mem::take(&mut last.change).and(change),
                None => self.waiting = change,
            }
        }
        for words in told.words {
            let step = self.step(known, words);
            self.push(step);
        }
    }

    /// The end of the log: the result, or that the match is not over.
    fn end(&mut self) {
        let known = self.own.known_at(None);
        let asked = known.asked.as_ref().map(|asked| self.question(&known, asked, None));
        let text = self.own.end();
        let step = Step { sort: Sort::End, seat: known.awaited, asked, ..self.step(&known, &text) };
        self.push(step);
    }

    fn step(&mut self, known: &Known, text: &str) -> Step {
        let at = Step::at(known.turn, 0, known.active.unwrap_or(Seat(0)));
        Step { decision: known.decision, text: self.pools.text(text), ..at }
    }

    fn push(&mut self, mut step: Step) {
        step.change = std::mem::take(&mut self.waiting);
        self.steps.push(step);
    }

    fn question(&mut self, known: &Known, asked: &Asked, choice: Option<&Choice>) -> Question {
        let options: Vec<u32> = asked
            .shape
            .options()
            .iter()
            .map(|item| self.pools.option(&self.own.item_in_words(known, item), item.objects()))
            .collect();
        let chosen = (0_u32..).zip(asked.shape.options()).filter(|(_, item)| match choice {
            Some(Choice::Pick(items)) => items.contains(item),
            Some(Choice::Split(shares)) => shares.iter().any(|share| share.0 == **item && share.1 > 0),
            Some(Choice::Number(_) | Choice::Name(_)) | None => false,
        });
        let chosen = chosen.map(|(place, _)| place).collect();
        Question {
            prompt: self.pools.text(&asked.prompt),
            text: self.pools.text(&self.own.question_in_words(known, asked)),
            rule: self.pools.text(""),
            options: self.pools.list(&options),
            chosen,
            missing: self.pools.list(&[]),
        }
    }
}
