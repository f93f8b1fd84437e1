//! A match from outside: what programs ask of a table, whichever its game is.

use crate::archive::Archived;
use crate::budget::{self, look, tick};
use crate::decision::{Choice, Illegal, Item, Request};
use crate::digest::{Components, Digest};
use crate::given::Luck;
use crate::ids::{ObjectId, Seat};
use crate::journal::{Journal, Retold, ToldEvent};
use crate::parts::Parts;
use crate::rng::{Purpose, Seed};
use crate::setup::Outcome;
use crate::standing::Standing;
use crate::tag::StateTag;
use crate::turn_step::{StepName, TurnStep};
use crate::view::{Explanation, RequestView, View, Viewer};

use super::{Became, Match, News, Rules, StandingAnswer, Stay, Table, Words, ZoneCards, observing};

impl<R: Rules> Match for Table<R> {
    fn words(&self) -> Words {
        R::WORDS
    }

    fn game(&self) -> &'static str {
        R::GAME
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.state)
    }

    fn decide(&mut self, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
        budget::reached(self.decisions + 1);
        tick(budget::PER_DECISION);
        self.check(seat, choice)?;
        self.decisions += 1;
        self.luck.begin();
        self.play(|rules, play| {
            match StandingAnswer::of::<R>(choice) {
                Some(StandingAnswer::Concedes) => rules.concede(play, seat),
                Some(StandingAnswer::AgreesToDraw) => rules.agree_to_draw(play, seat),
                None => rules.answer(play, choice),
            }
            play.run(rules);
        });
        Ok(())
    }

    fn refusal(&mut self, viewer: Viewer, seat: Seat, choice: &Choice) -> Option<Illegal> {
        let illegal = self.validate(seat, choice).err()?;
        Some(self.refusal_in_words(viewer, choice, illegal))
    }

    fn root(&mut self) -> Digest {
        self.tree.root(&self.state, &mut self.touched)
    }

    fn state_tag(&mut self) -> StateTag {
        let request = self.request.as_ref().map_or(0, |request| request.hash(&mut self.buffer));
        StateTag::new(self.tree.sums(&self.state, &mut self.touched), request)
    }

    fn components(&mut self) -> Vec<(&'static str, Digest)> {
        self.root();
        R::State::NAMES.iter().copied().zip(self.tree.components()).collect()
    }

    fn view(&mut self, viewer: Viewer) -> View {
        look(self.state.objects().ids());
        let mut view = self.rules.view(&self.state, &mut self.derived, viewer);
        view.decisions = self.decisions;
        view.waiting_for = self.request.as_ref().map(|request| request.seat);
        view.request = match &self.request {
            Some(request) if viewer.sees(request.seat) => self.request_in_words(viewer),
            _ => None,
        };
        view
    }

    fn request_view(&mut self, viewer: Viewer) -> Option<RequestView> {
        self.request_in_words(viewer)
    }

    fn question(&self, viewer: Viewer) -> Option<String> {
        self.request().map(|request| self.rules.question(&self.state, viewer, request))
    }

    fn describe(&mut self, viewer: Viewer, item: &Item) -> String {
        self.in_words(viewer, item)
    }

    fn abilities(&mut self, object: ObjectId) -> Vec<Item> {
        self.rules.abilities(&self.state, &mut self.derived, object)
    }

    fn ways(&mut self, object: ObjectId) -> Vec<Item> {
        self.rules.ways(&self.state, &mut self.derived, object)
    }

    fn followed(&self, viewer: Viewer, object: ObjectId) -> Vec<Stay> {
        self.follow(viewer, object)
    }

    fn became(&self, from: u32) -> Vec<Became> {
        self.all_that_became(from)
    }

    fn explain(&self, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        if self.rules.may_identify(&self.state, viewer, object) {
            self.rules.explain(&self.state, viewer, object)
        } else {
            None
        }
    }

    fn card_words(&self, viewer: Viewer, object: ObjectId) -> Vec<String> {
        let Some(explanation) = self.explain(viewer, object) else { return Vec::new() };
        let mut lines = self.rules.reading(&self.state, object);
        lines.extend(explanation.changes_by_others());
        lines
    }

    fn told(&self, from: u32, viewer: Viewer) -> Vec<ToldEvent> {
        let mut all = Vec::new();
        self.retell(from, viewer, |moment, _, _, _| all.extend(moment.told));
        all
    }

    fn news(&mut self, viewers: &[Viewer]) -> Vec<Vec<ToldEvent>> {
        self.tell_on(viewers)
    }

    fn retold(&self, from: u32, viewer: Viewer, see: &mut dyn FnMut(Retold, &mut dyn FnMut() -> View)) {
        self.retell(from, viewer, |moment, first_step, state, derived| {
            see(moment, &mut || {
                let mut view = self.rules.view(state, derived, viewer);
                let step = view.turn.iter_mut().find(|fact| fact.name == "step");
                if let (Some(step), Some(first)) = (step, first_step) {
                    step.value = first.to_string();
                }
                view
            });
        });
    }

    fn observe(&mut self) {
        self.observing.begin(&*self.rules, &self.state);
    }

    fn observe_in_words(&mut self) {
        self.observing.in_words();
    }

    fn observed(&mut self) -> Option<News> {
        self.observing.take(&*self.rules, &self.state, &mut self.derived)
    }

    fn zones(&self) -> Vec<ZoneCards> {
        observing::zones(&*self.rules, &self.state)
    }

    fn zone_counts(&self, counts: &mut Vec<usize>) {
        counts.clear();
        counts.extend(self.state.zones().iter().map(<[ObjectId]>::len));
        counts.push(observing::nowhere::<R>(&self.state).count());
    }

    fn zone_of(&self, object: ObjectId) -> Option<usize> {
        Some(R::place_of(&self.state, object)?.unwrap_or(self.state.zones().count()))
    }

    fn turn_step(&self) -> TurnStep {
        R::turn_step(&self.state)
    }

    fn steps(&self) -> &'static [StepName] {
        R::STEPS
    }

    fn score(&self) -> &'static str {
        R::SCORE
    }

    fn scores(&mut self) -> Vec<i64> {
        self.rules.scores(&self.state, &mut self.derived)
    }

    fn standing(&mut self) -> Vec<Standing> {
        self.rules.standing(&self.state, &mut self.derived)
    }

    fn ids(&self) -> u32 {
        self.state.objects().ids() as u32
    }

    fn draws(&self) -> u32 {
        self.state.chance().rng.taken()
    }

    fn next_draw(&self, purpose: Purpose) -> u32 {
        self.state.chance().rng.number(purpose)
    }

    fn luck(&mut self) -> &mut Luck {
        &mut self.luck
    }

    fn imagined(&self, viewer: Viewer, seed: Seed) -> Box<dyn Match> {
        Box::new(self.dealt_anew(viewer, seed))
    }

    fn state_value(&self) -> serde_json::Value {
        let component = |(place, name): (usize, &&str)| {
            let leaves = self.state.leaves(place);
            tick(leaves.into());
            let value = if R::State::is_one_leaf(place) {
                self.state.leaf_value(place, 0)
            } else {
                (0..leaves)
                    .map(|leaf| (leaf.to_string(), self.state.leaf_value(place, leaf)))
                    .filter(|entry| !entry.1.is_null())
                    .collect()
            };
            ((*name).to_string(), value)
        };
        R::State::NAMES.iter().enumerate().map(component).collect()
    }

    fn checkpoint(&self) -> Vec<u8> {
        look(self.state.objects().ids());
        self.state.archive()
    }

    fn restore(&mut self, bytes: &[u8], decisions: u32) -> Result<(), String> {
        look(bytes.len() / 64);
        self.state = R::State::unarchive(bytes)?;
        self.derived = R::Derived::default();
        self.touched.all();
        self.decisions = decisions;
        if self.initial.is_some() {
            self.initial = Some(self.state.clone());
            self.journal = Journal::kept();
        }
        self.telling = None;
        self.request = None;
        self.ask();
        Ok(())
    }

    fn fork(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn lean(&self) -> Box<dyn Match> {
        Box::new(self.without_journal())
    }
}
