//! A log as steps of a page: followed record by record, told as a viewer may know it.

use std::collections::BTreeMap;

use duelog_kernel::budget::uncounted;
use duelog_kernel::journal::Retold;
use duelog_kernel::turn_step::{StepName, TurnStep};
use duelog_kernel::{Choice, Illegal, Match, ObjectId, Outcome, Seat, View, Viewer};
use duelog_log_format::clock::{Loss, TERMS};
use duelog_log_format::{Annotation, Decision, Record};
use duelog_verifier::timing::with_losses;
use duelog_verifier::{answer_in_words, answer_told, is_open, outcome_in_words, shown_by_outcome};

use super::analysis::{Analysis, Analyst, Better, Mistake};
use super::data::{Board, Change, Pools, Question, Sort, Step};
use super::missing::missing;
use crate::apart::tell_apart;
use crate::clock::note_in_words;
use crate::replayed::Replayed;
use crate::verify::progress::Pace;

/// How many decisions have their reasons and explanations; beyond them a page would become too large.
const DETAILED_MAX: usize = 5_000;

/// The words for an answer that names what the viewer may not know.
const HIDDEN: &str = "an answer that not everybody may know";

/// A log as it is shown.
pub struct Film {
    viewer: Viewer,
    /// The pools that steps refer to.
    pub pools: Pools,
    /// The steps, in the order in which they stand in the log.
    pub steps: Vec<Step>,
    /// The names of the steps of a turn.
    pub turn_steps: Vec<String>,
    /// The same steps as people call them.
    pub step_words: Vec<String>,
    /// The bot that looks at each decision, where it was wanted.
    pub analyst: Option<Analyst>,
    /// All that it found.
    pub analysis: Analysis,
    /// Who gave up because the host said so.
    pub losses: Vec<Loss>,
    board: Board,
    /// Changes since the last step that belong to the next one.
    waiting: Change,
    /// Answers that have not been shown, by the number of their decision record.
    answers: BTreeMap<u32, Step>,
    /// The first decision of the line that has not been shown.
    begin: u32,
    explained: BTreeMap<u32, u32>,
    /// The table for which explanations were looked for last.
    looked_at: Option<View>,
    detailed: usize,
}

impl Film {
    /// A film for a viewer, with what the players are called.
    pub fn new(viewer: Viewer, names: Vec<Option<String>>) -> Film {
        Film {
            viewer,
            pools: Pools::new(names),
            steps: Vec::new(),
            turn_steps: Vec::new(),
            step_words: Vec::new(),
            analyst: None,
            losses: Vec::new(),
            analysis: Analysis::default(),
            board: Board::default(),
            waiting: Change::default(),
            answers: BTreeMap::new(),
            begin: 0,
            explained: BTreeMap::new(),
            looked_at: None,
            detailed: 0,
        }
    }

    /// The steps of a turn, by name and as people call them.
    pub fn name_steps(&mut self, steps: &[StepName]) {
        self.turn_steps = steps.iter().map(ToString::to_string).collect();
        self.step_words = steps.iter().map(StepName::words).collect();
    }

    /// Follows a log as far as it goes.
    pub fn follow(&mut self, replayed: &mut Replayed<'_>, pace: &Pace<'_>) {
        self.name_steps(replayed.game().steps());
        let disputed = loop {
            if replayed.rewinds() {
                self.flush(replayed);
            }
            let made = if replayed.decides() { replayed.upcoming() } else { None };
            let number = replayed.decisions() + 1;
            pace.part(number, replayed.total());
            let asked = made.as_ref().map(|made| {
                self.analyse(replayed.game(), made, number);
                self.answer(replayed.game(), made, number)
            });
            let Some(logged) = replayed.step() else { break asked };
            match &logged.record {
                Record::Decision(decision) => {
                    self.answers.extend(asked.map(|asked| (number, asked)));
                    self.shows(replayed.game(), number, &decision.choice);
                }
                Record::Rewind(rewind) => {
                    self.begin = rewind.to + 1;
                    let number = replayed.number(rewind.to);
                    let text = format!("the match goes back to decision {number}");
                    self.beside(replayed, Sort::Rewind, number, None, &text);
                }
                Record::Annotation(annotation) => {
                    self.flush(replayed);
                    self.annotation(replayed, logged.at.decision, annotation);
                }
                Record::Header(_)
                | Record::SeedCommitment(_)
                | Record::SeedReveal(_)
                | Record::Seal(_)
                | Record::Outcome(_)
                | Record::Signature(_)
                | Record::Observed(_)
                | Record::Given(_) => {}
            }
        };
        self.flush(replayed);
        if let Some(asked) = disputed {
            self.push(Step { sort: Sort::Disputed, ..asked });
        } else {
            self.end(replayed);
        }
    }

    /// Lets the bot look at a decision about to be made.
    fn analyse(&mut self, game: &mut dyn Match, made: &Decision, number: u32) {
        let look = |analyst: &mut Analyst| uncounted(|| analyst.look(game, made.seat, &made.choice));
        let found = self.analyst.as_mut().and_then(look);
        let Some((of_first, better)) = found else { return };
        self.analysis.curve.push((number, of_first));
        let Some(Better { answer, estimates, after }) = better else { return };
        let text = answer_in_words(game, self.viewer, &answer);
        let better = self.pools.text(&text);
        let line = self.line(game, &*after, number);
        let mistake = Mistake { decision: number, seat: made.seat, better, estimates, line };
        self.analysis.mistakes.push(mistake);
    }

    /// The steps of a match that continues otherwise; the first has the whole table.
    fn line(&mut self, game: &mut dyn Match, after: &dyn Match, number: u32) -> Vec<Step> {
        let kept = (std::mem::take(&mut self.board), std::mem::take(&mut self.waiting));
        let steps = std::mem::take(&mut self.steps);
        self.opens(game, number.saturating_sub(1), "the table before the decision");
        after.retold(game.decisions() + 1, self.viewer, &mut |moment, table| {
            let decision = number + moment.decision.saturating_sub(game.decisions() + 1);
            self.moment(moment, decision, table);
        });
        (self.board, self.waiting) = kept;
        std::mem::replace(&mut self.steps, steps)
    }

    /// Begins with the whole table of a match as it stands.
    pub fn opens(&mut self, game: &mut dyn Match, decision: u32, text: &str) {
        let change = self.board.become_view(&mut self.pools, &game.view(self.viewer));
        let text = self.pools.text(text);
        let at = self.at(game.turn_step());
        self.push(Step { sort: Sort::Note, decision, text, change, ..at });
    }

    /// Notes an answer that is about to be given in a match that is being played.
    pub fn gives(&mut self, game: &mut dyn Match, seat: Seat, choice: &Choice) {
        let number = game.decisions() + 1;
        let text = self.answer_text(game, seat, choice);
        let step = Step {
            sort: Sort::Answer,
            decision: number,
            seat: Some(seat),
            text,
            ..self.at(game.turn_step())
        };
        self.answers.insert(number, step);
    }

    /// Shows what has happened since decision `begin` was about to be made, and the open question or the result.
    pub fn plays_on(&mut self, game: &mut dyn Match, begin: u32) {
        game.retold(begin, self.viewer, &mut |moment, table| {
            let number = moment.decision;
            self.answers_to(number);
            self.moment(moment, number, table);
        });
        let number = game.decisions();
        self.answers_to(number);
        self.close(game, number, "the branch has come so far");
    }

    fn annotation(&mut self, replayed: &mut Replayed<'_>, decision: u32, annotation: &Annotation) {
        let timed = replayed.header().labels.contains_key(TERMS);
        let (text, reading) = note_in_words(annotation, timed);
        self.beside(replayed, Sort::Note, decision, annotation.seat, &text);
        // The readings of the clock are told only to those who want everything.
        if let Some(step) = self.steps.last_mut() {
            step.detail = reading;
        }
    }

    /// Shows a record that is not an event of the match, on the current table.
    fn beside(
        &mut self,
        replayed: &mut Replayed<'_>,
        sort: Sort,
        decision: u32,
        seat: Option<Seat>,
        text: &str,
    ) {
        let game = replayed.game();
        let change = self.board.become_view(&mut self.pools, &game.view(self.viewer));
        let text = self.pools.text(text);
        let at = self.at(game.turn_step());
        self.push(Step { sort, decision, text, seat, change, ..at });
    }

    /// The end of the log: the result, or the open request.
    fn end(&mut self, replayed: &mut Replayed<'_>) {
        let number = replayed.decisions();
        self.close(&mut *replayed.settled(), number, "the log ends here, and the match is not over");
    }

    /// How the match ended, in words.
    pub fn outcome(&self, outcome: &Outcome) -> String {
        with_losses(&outcome_in_words(outcome), &self.losses)
    }

    /// The last step: the result, or the open request and `open` in words.
    fn close(&mut self, game: &mut dyn Match, number: u32, open: &str) {
        let mut step = match (game.outcome(), game.request().map(|request| request.seat)) {
            (None, Some(seat)) => self.asked(game, seat, None),
            _ => self.at(game.turn_step()),
        };
        let text = game.outcome().map_or_else(|| open.to_string(), |outcome| self.outcome(&outcome));
        let change = self.board.become_view(&mut self.pools, &game.view(self.viewer));
        step = Step { sort: Sort::End, decision: number, text: self.pools.text(&text), change, ..step };
        self.push(step);
    }

    /// A step at this place of the turn.
    fn at(&self, at: TurnStep) -> Step {
        let name = at.step.to_string();
        let step = self.turn_steps.iter().position(|known| *known == name).unwrap_or(0);
        Step::at(at.turn, step, at.active)
    }

    fn push(&mut self, mut step: Step) {
        step.change = std::mem::take(&mut self.waiting).and(step.change);
        self.steps.push(step);
    }

    /// A decision about to be made: its request and its answer.
    fn answer(&mut self, game: &mut dyn Match, made: &Decision, number: u32) -> Step {
        let text = self.answer_text(game, made.seat, &made.choice);
        let step = self.asked(game, made.seat, Some(&made.choice));
        Step { sort: Sort::Answer, decision: number, text, ..step }
    }

    /// An answer that named hidden cards is told in the words of what they have become, where its outcome shows that.
    pub fn shows(&mut self, game: &mut dyn Match, number: u32, choice: &Choice) {
        let Some(step) = self.answers.get_mut(&number) else { return };
        if self.pools.texts.get(step.text).is_some_and(|text| text == HIDDEN)
            && let Some(text) = shown_by_outcome(game, self.viewer, choice)
        {
            step.text = self.pools.text(&text);
        }
    }

    /// An answer as the viewer may know it.
    fn answer_text(&mut self, game: &mut dyn Match, seat: Seat, choice: &Choice) -> u32 {
        let open = is_open(game, self.viewer, seat, choice);
        let text = if open { answer_told(game, self.viewer, seat, choice) } else { HIDDEN.to_string() };
        self.pools.text(&text)
    }

    /// A request with its answer, and how the objects on the table came about.
    fn asked(&mut self, game: &mut dyn Match, seat: Seat, choice: Option<&Choice>) -> Step {
        let view = game.view(self.viewer);
        let detailed = self.detailed < DETAILED_MAX;
        self.detailed += 1;
        let asked = if game.request().is_some_and(|request| self.viewer.sees(request.seat)) {
            self.question(game, &view, choice, detailed)
        } else {
            None
        };
        let rule = game.request().map(|request| request.rule.to_string());
        let mut step = Step { seat: Some(seat), asked, ..self.at(game.turn_step()) };
        if step.asked.is_some() {
            step.rule = rule.map(|rule| self.pools.text(&rule));
        }
        if detailed {
            step.explained = self.explain(game, &view);
        }
        self.looked_at = Some(view);
        step
    }

    fn question(
        &mut self,
        game: &mut dyn Match,
        view: &View,
        choice: Option<&Choice>,
        detailed: bool,
    ) -> Option<Question> {
        let mut asked = game.request_view(self.viewer)?;
        tell_apart(&mut asked, view);
        let mut reasons = Vec::new();
        if detailed {
            for missing in missing(game, self.viewer, view, &asked) {
                let Illegal::NotOffered { what, why, rule } = &missing.illegal else { continue };
                let object = missing.item.objects()[0].map_or(0, |object| object.0);
                reasons.push(self.pools.reason(what, object, why, &rule.to_string()));
            }
        }
        let options: Vec<u32> = asked
            .options
            .iter()
            .map(|option| self.pools.option(&option.text, option.item.objects()))
            .collect();
        let is_chosen = |item| match choice {
            Some(Choice::Pick(items)) => items.contains(&item),
            Some(Choice::Split(shares)) => shares.iter().any(|share| share.0 == item && share.1 > 0),
            Some(Choice::Number(_) | Choice::Name(_)) | None => false,
        };
        let chosen = (0_u32..)
            .zip(&asked.options)
            .filter(|(_, option)| is_chosen(option.item))
            .map(|(place, _)| place);
        Some(Question {
            prompt: self.pools.text(&asked.prompt.to_string()),
            text: self.pools.text(&asked.question),
            rule: self.pools.text(&asked.rule.to_string()),
            options: self.pools.list(&options),
            chosen: chosen.collect(),
            missing: self.pools.list(&reasons),
        })
    }

    /// The explanations that are other ones than before; looked for only where the table has changed.
    fn explain(&mut self, game: &dyn Match, view: &View) -> Vec<(u32, u32)> {
        if self.looked_at.as_ref().is_some_and(|before| before.zones == view.zones) {
            return Vec::new();
        }
        let mut changed = Vec::new();
        let piles = ["library", "deck", "graveyard"];
        for zone in view.zones.iter().filter(|zone| !piles.contains(&zone.name.as_str())) {
            for card in &zone.cards {
                let Some(explanation) = game.explain(self.viewer, ObjectId(card.id.0)) else { continue };
                let place = self.pools.explanation(&explanation);
                if self.explained.insert(card.id.0, place) != Some(place) {
                    changed.push((card.id.0, place));
                }
            }
        }
        changed
    }

    /// Shows what happened on the line since the last time.
    fn flush(&mut self, replayed: &mut Replayed<'_>) {
        let game = replayed.settled();
        let begin = self.begin;
        game.retold(begin, self.viewer, &mut |moment, table| {
            let number = replayed.number(moment.decision);
            self.answers_to(number);
            self.moment(moment, number, table);
        });
        self.answers_to(replayed.number(game.decisions()));
        self.begin = game.decisions() + 1;
    }

    /// Shows the answers up to a decision that have not been shown.
    fn answers_to(&mut self, number: u32) {
        while let Some(entry) = self.answers.first_entry().filter(|entry| *entry.key() <= number) {
            let answer = entry.remove();
            self.push(answer);
        }
    }

    fn moment(&mut self, moment: Retold, number: u32, table: &mut dyn FnMut() -> View) {
        let told = match moment.told {
            Some(told) if told.internal => return,
            Some(told) => told,
            None => {
                let change = self.board.become_view(&mut self.pools, &table());
                self.waiting = std::mem::take(&mut self.waiting).and(change);
                return;
            }
        };
        let change = self.board.become_view(&mut self.pools, &table());
        let step = Step {
            decision: number,
            text: self.pools.text(&told.text),
            rule: Some(self.pools.text(&told.rule.to_string())),
            detail: told.detail,
            kind: Some(self.pools.text(&told.kind)),
            change,
            ..self.at(told.at)
        };
        self.push(step);
    }
}
