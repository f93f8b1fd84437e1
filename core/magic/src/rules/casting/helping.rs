//! What is done in place of paying mana for a spell: creatures tap for it, artifacts do, cards are exiled from
//! a graveyard (702.50, 702.65, 702.125).

use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::language::definition::Help;
use crate::language::mana::{Color, ManaCost};
use crate::rules::costs::{Helper, can_be_paid};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{AbilityPlace, CardId, Casting, CastingStage, Object, OnStack, StackKind};
use crate::{cite, rule};

/// Generic mana, as a place of [`AbilityPlace::Help`].
const GENERIC: u8 = 6;

impl Magic {
    /// The objects that can help to pay for a spell, each once.
    pub fn helpers(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
    ) -> Vec<Helper> {
        let helps: &[Help] = match stack.kind {
            StackKind::Spell => &self.card_pool.card(card).definition.helps,
            StackKind::Activated(..) | StackKind::Triggered(..) | StackKind::Delayed(..) => &[],
        };
        let scope = Scope::of(id, seat);
        let mut found: Vec<Helper> = Vec::new();
        for help in helps {
            for object in sight.objects(&help.of, &scope) {
                // 702.50d, 702.65c, 702.125c: what several say alike is said once.
                cite!("702.50d", "702.65c", "702.125c");
                let known = |helper: &Helper| (helper.id, helper.deed) == (object, help.deed);
                if object == id || found.iter().any(known) || !can_be_paid(sight, seat, help.deed, object) {
                    continue;
                }
                let has = |color: &Color| {
                    help.colors && sight.characteristics(object).is_some_and(|face| face.colors.has(*color))
                };
                let colors =
                    Color::ALL.into_iter().filter(has).fold(0, |bits, color| bits | 1 << color as u8);
                found.push(Helper { id: object, deed: help.deed, colors });
            }
        }
        found
    }

    /// What is asked while mana is paid, with what can be done in its place. Mana abilities come first (601.2g,
    /// 601.2h).
    pub(super) fn with_helps(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        mut request: Request,
    ) -> Request {
        let helpers = self.helpers(sight, casting.seat, (object.id, object.card), stack);
        let Ask::Pick { options, .. } = &request.ask else { return request };
        let mut options = options.clone();
        if helpers.is_empty() {
            return request;
        }
        if !stack.cast.helped.is_empty() {
            options.retain(|option| !matches!(option, Item::Ability(..)));
        }
        for helper in helpers {
            // 702.50a, 702.65a, 702.125a: for each mana of the total cost one.
            cite!("702.50b", "702.65b", "702.125b");
            let of_color = (0..Color::ALL.len() as u8).filter(|color| {
                helper.colors & 1 << color != 0 && casting.mana.typed[usize::from(*color)] > 0
            });
            let generic = (casting.mana.generic > 0).then_some(GENERIC);
            let place = |symbol| Item::Ability(helper.id, AbilityPlace::Help(symbol).number());
            options.extend(of_color.chain(generic).map(place));
        }
        request.ask = Ask::one_of(options);
        request
    }

    /// Does something with an object in place of paying one mana (601.2h).
    pub(super) fn help(&self, play: &mut Game<'_>, casting: Casting, id: ObjectId, symbol: u8) {
        let Some(mut stack) = self.stack_of(play, casting.object) else { return };
        let Some(card) = play.state().board.get(casting.object).map(|object| object.card) else { return };
        let helpers = self.helpers(&self.sight(play), casting.seat, (casting.object, card), &stack);
        let Some(helper) = helpers.into_iter().find(|helper| helper.id == id) else { return };
        let mut mana: ManaCost = casting.mana.clone();
        cite!("702.50a", "702.65a", "702.125a");
        match mana.typed.get_mut(usize::from(symbol)) {
            Some(typed) if symbol != GENERIC => *typed = typed.saturating_sub(1),
            _ => mana.generic = mana.generic.saturating_sub(1),
        }
        stack.cast.helped.push(id);
        cite!("702.50c");
        play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2h"));
        self.stage(play, &Casting { mana, ..casting }, CastingStage::Mana);
        self.do_deed(play, helper.deed, 1, vec![id]);
    }
}
