//! Becoming a copy of something (8.5.25), and going back (8.5.52).

use duelog_kernel::rng::Purpose;

use super::Act;
use crate::language::definition::{Group, Ref, Until};
use crate::rules::continuous::copying::{becoming, copied, copyable};
use crate::state::event::Event;
use crate::state::{Binding, Copyable, LastingKind, Occurrence};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 8.5.25: objects become a copy of one that exists. What has become this very one already does not
    /// become it again.
    pub fn become_copy(&mut self, what: &Group, of: &Ref, until: Until) {
        let reference = self.look(|sight, scope| sight.object_of(of, scope));
        let (objects, board) = (self.objects(what), &self.play.state().board);
        let source = reference
            .and_then(|id| board.get(id))
            .filter(|object| object.exists() && object.is_card() && object.public);
        let Some(source) = source.filter(|_| self.has_time(until)) else { return self.report(0, Vec::new()) };
        cite!("8.5.25d");
        let has_become = |id| copied(board, id).is_some_and(|copied| copied.of == source.id);
        let able = |id| {
            board.get(id).is_some_and(|object| {
                object.is_card() && (object.zone.is_arena() || object.zone == crate::state::Zone::Stack)
            })
        };
        let bound: Vec<_> =
            objects.into_iter().filter(|id| *id != source.id && able(*id) && !has_become(*id)).collect();
        let (count, copy) = (bound.len() as u32, copyable(board, source));
        if !bound.is_empty() {
            let effect =
                self.lasting(Binding::Locked(bound.clone()), LastingKind::Becomes(Box::new(copy)), until);
            self.play.emit(Event::EffectBegan(effect), rule!("8.5.25"));
        }
        self.report(count, bound.into_iter().map(crate::state::Value::Object).collect());
    }

    /// 8.5.25: a hero becomes a random one of these cards, whether such a card is somewhere or not.
    pub fn become_one(&mut self, who: &Ref, names: &[String]) {
        let Some(seat) = self.seat(who) else { return };
        let cards: Vec<_> = names.iter().filter_map(|name| self.rules.card_pool.find(name)).collect();
        let hero = self.play.state().board.player(seat).hero;
        let among = cards.len() as u32;
        if among == 0 {
            return self.report(0, Vec::new());
        }
        cite!("2.13.4");
        let place = self.play.below(Purpose::Choice, among);
        self.play.emit(Event::Chosen { among, chosen: place }, rule!("8.5.25"));
        let copy = Copyable { of: hero, card: cards[place as usize], identity: Vec::new(), parameters: None };
        let kind = LastingKind::Becomes(Box::new(copy));
        let effect = self.lasting(Binding::Locked(vec![hero]), kind, Until::Always);
        self.play.emit(Event::EffectBegan(effect), rule!("8.5.25"));
        self.rules.effects_begin(self.play);
        self.rules.emit(self.play, Event::Recorded(Occurrence::Became(seat, hero)), rule!("8.5.25"));
        self.report(1, vec![crate::state::Value::Object(hero)]);
    }

    /// 8.5.52: what makes a player's hero something else ends.
    pub fn return_to_the_brood(&mut self, who: &Ref) {
        let Some(seat) = self.seat(who) else { return };
        let board = &self.play.state().board;
        let hero = board.player(seat).hero;
        let ended: Vec<u32> = board
            .effects
            .iter()
            .filter(|effect| becoming(effect, hero).is_some())
            .map(|effect| effect.id)
            .collect();
        let count = ended.len() as u32;
        ended.into_iter().for_each(|id| self.play.emit(Event::EffectEnded(id), rule!("8.5.52")));
        self.report(count, Vec::new());
    }
}
