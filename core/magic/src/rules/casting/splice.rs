//! Splicing cards onto a spell (702.46): their texts are added to its own, for costs besides.

use duelog_kernel::{Ask, Item, ObjectId, Request, Viewer};

use crate::language::definition::{Cost, Splice};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets;
use crate::state::event::Event;
use crate::state::secrecy::may_identify;
use crate::state::{CardId, Casting, CastingStage, CodeRef, Object, OnStack, Zone};
use crate::{cite, rule};

impl Magic {
    /// The first way in which a card can be spliced onto a spell.
    fn splice_onto(&self, sight: &Sight<'_>, card: ObjectId, spell: &Object) -> Option<(CardId, &Splice)> {
        let printed = sight.object(card)?.printed();
        let scope = Scope::of(card, spell.controller);
        let mut all = self.card_pool.card(printed).definition.splices.iter();
        let fits = |splice: &&Splice| sight.matches(&splice.onto, spell.id, &scope);
        all.find(fits).map(|splice| (printed, splice))
    }

    /// The costs of the cards that are spliced onto a spell (117.8).
    pub(super) fn costs_of_splicing(&self, stack: &OnStack) -> impl Iterator<Item = &Cost> {
        cite!("702.46a");
        let cards: Vec<CardId> = stack.cast.spliced.clone();
        let splices =
            cards.into_iter().filter_map(|card| self.card_pool.card(card).definition.splices.first());
        splices.flat_map(|splice| &splice.cost)
    }

    /// A spell with one card more spliced onto it.
    fn with_spliced(stack: &OnStack, card: CardId, id: ObjectId) -> OnStack {
        let mut more = stack.clone();
        more.cast.spliced.push(card);
        more.cast.splicing.push(id);
        more
    }

    /// Asks which card is spliced onto the spell next, if any: one of which all choices can be made, and that can be
    /// paid for (702.46b).
    pub(super) fn ask_splice(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        if !object.is_spell() {
            return None;
        }
        let seat = casting.seat;
        let scope = targets::scope_of(object, stack);
        let can = |card: &ObjectId| {
            let Some((printed, _)) = self.splice_onto(sight, *card, object) else { return false };
            // 702.46b: no card twice, and none of which a choice cannot be made.
            cite!("702.46b");
            let groups = self.card_pool.targets(CodeRef { card: printed, ability: None });
            if stack.cast.splicing.contains(card) || !targets::enough(sight, groups, &[], &scope) {
                return false;
            }
            let trial = self.trial(object, &Self::with_spliced(stack, printed, *card));
            self.can_complete(sight, casting, object, &trial).is_ok()
        };
        let mut options: Vec<Item> =
            sight.board.zone(Zone::Hand(seat)).iter().copied().filter(can).map(Item::Object).collect();
        if options.is_empty() && !self.could_be_spliced(sight, casting, object, stack) {
            return None;
        }
        options.push(Item::Flag(false));
        let ask = Ask::one_of(options);
        Some(casting.asks(Prompt::Splice, rule!("702.46a"), ask))
    }

    /// Whether, for all that everybody knows, the hand has a card that can be spliced onto a spell: each of them could
    /// be one where any of the match could.
    fn could_be_spliced(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> bool {
        let seat = casting.seat;
        let hidden = |id: &ObjectId| {
            !may_identify(sight.board, Viewer::Public, *id) && !stack.cast.splicing.contains(id)
        };
        let scope = Scope { controller: Some(seat), ..Scope::default() };
        self.card_pool.asks_unseeing()
            && sight.board.zone(Zone::Hand(seat)).iter().any(hidden)
            && self.card_pool.all_splices().any(|splice| sight.matches(&splice.onto, object.id, &scope))
    }

    /// Reveals the card that is spliced and adds its text (702.46a), or goes on.
    pub(super) fn answer_splice(&self, play: &mut Game<'_>, casting: Casting, first: Option<Item>) {
        let (Some(Item::Object(card)), Some(stack)) = (first, self.stack_of(play, casting.object)) else {
            return self.stage(play, &casting, CastingStage::Cost);
        };
        let Some(printed) = play.state().board.get(card).map(Object::printed) else { return };
        play.emit(Event::Shown(vec![card], u8::MAX), rule!("702.46a"));
        let more = Self::with_spliced(&stack, printed, card);
        play.emit(Event::StackSet(casting.object, Box::new(more)), rule!("702.46a"));
        self.stage(play, &casting, CastingStage::Splice);
    }
}
