//! Creating tokens (110.5, 701.6).

use super::Act;
use crate::language::definition::{Feature, Fighting, Number, Ref};
use crate::language::mana::Color;
use crate::language::subtypes::Subtype;
use crate::rules::eval::{Scope, Sight};
use crate::state::event::Event;
use crate::state::{Alter, CardId, Copied, Entering, Fights, Proposal, Value, Word};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// What a token is instead whose maker's text has other words now (612.4).
    fn reworded(&mut self, card: CardId) -> Option<Box<Copied>> {
        let words = self.look(|sight, scope| sight.words(scope).to_vec());
        if words.is_empty() {
            return None;
        }
        let own = self.magic.card_pool.card(card).base.colors;
        let colors: Vec<Color> = Color::ALL.into_iter().filter(|color| own.has(*color)).collect();
        let changed = Feature::Colors(colors.clone()).read(&words);
        let color = (changed != Feature::Colors(colors)).then_some(Alter::Set(changed));
        let name = self.renamed(card, &words).map(Alter::Named);
        cite!("612.4");
        let except =
            words.iter().map(|(from, to)| Alter::Word(*from, *to)).chain(color).chain(name).collect();
        Some(Box::new(Copied { card, except }))
    }

    /// The name of a token that is called by its creature types, where these are other words now.
    fn renamed(&self, card: CardId, words: &[(Word, Word)]) -> Option<String> {
        let types = &self.magic.card_pool.card(card).base.types;
        let own = |word: &str| Subtype::named(word).filter(|kind| types.has(*kind));
        let printed = self.magic.card_pool.name(card);
        let kinds = printed.split(' ').map(own).collect::<Option<Vec<Subtype>>>()?;
        cite!("612.2a");
        let read: Vec<&str> = kinds.into_iter().map(|kind| kind.read(words).name()).collect();
        Some(read.join(" ")).filter(|name| name != printed)
    }

    pub(super) fn create(&mut self, who: &Ref, number: &Number, token: &str) {
        // Its name and its subtypes stand in its definition, each for itself.
        cite!("110.5c");
        let Some(card) = self.magic.card_pool.find(token) else { return };
        let Some((controller, count)) =
            self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.count(number, scope))))
        else {
            return;
        };
        let copy = self.reworded(card);
        let entering = Entering { maker: Some(self.source()), copy, ..Entering::default() };
        self.magic.happen(self.play, vec![Proposal::Tokens { card, controller, count, entering }]);
    }

    /// Tokens of a size that is settled as they are made, which is what they have as printed (110.5b), or tapped ones.
    pub(super) fn create_with(
        &mut self,
        who: &Ref,
        number: &Number,
        token: &str,
        (size, tapped): (Option<&(Number, Number)>, bool),
    ) {
        let Some(card) = self.magic.card_pool.find(token) else { return };
        let made = self.look(|sight, scope| {
            let size = size.map(|(power, toughness)| {
                Alter::SetSize(sight.number(power, scope), sight.number(toughness, scope))
            });
            Some((sight.seat(who, scope)?, sight.count(number, scope), size))
        });
        let Some((controller, count, size)) = made else { return };
        let mut copy = self.reworded(card);
        if let Some(size) = size {
            cite!("110.5b");
            copy.get_or_insert_with(|| Box::new(Copied { card, except: Vec::new() })).except.push(size);
        }
        let entering = Entering { maker: Some(self.source()), copy, tapped, ..Entering::default() };
        self.magic.happen(self.play, vec![Proposal::Tokens { card, controller, count, entering }]);
    }

    /// A token that enters attached to something, as Roles do (303.4i, 303.7).
    pub(super) fn create_attached(&mut self, who: &Ref, token: &str, to: &Ref) {
        let Some(card) = self.magic.card_pool.find(token) else { return };
        let made = self.look(|sight, scope| {
            let controller = sight.seat(who, scope)?;
            let host = sight.object_of(to, scope).filter(|host| sight.board.is_permanent(*host))?;
            Some((controller, host))
        });
        // What is attached to nothing is not created.
        let Some((controller, host)) = made else { return };
        cite!("303.7");
        let attached = Some(Value::Object(host));
        let entering = Entering { maker: Some(self.source()), attached, ..Entering::default() };
        self.magic.happen(self.play, vec![Proposal::Tokens { card, controller, count: 1, entering }]);
    }

    /// 113.1: an emblem is put into the command zone.
    pub(super) fn emblem(&mut self, who: &Ref, emblem: &str) {
        let Some(card) = self.magic.card_pool.find(emblem) else { return };
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        let new = self.play.state().board.next_id();
        cite!("113.2", "408.1", "408.2");
        self.magic.emit(self.play, Event::EmblemMade { card, seat, new }, rule!("113.1"));
    }

    /// Tokens that are attacking or blocking as they enter (508.4, 509.7).
    pub(super) fn create_fighting(
        &mut self,
        who: &Ref,
        number: &Number,
        token: &str,
        (tapped, fights): (bool, &Fighting),
    ) {
        let Some(card) = self.magic.card_pool.find(token) else { return };
        let made = self.look(|sight, scope| {
            Some((sight.seat(who, scope)?, sight.count(number, scope), fighting(fights, sight, scope)))
        });
        let Some((controller, count, fights)) = made else { return };
        let entering = Entering { maker: Some(self.source()), tapped, fights, ..Entering::default() };
        self.magic.happen(self.play, vec![Proposal::Tokens { card, controller, count, entering }]);
    }
}

/// How what is made comes into combat; none where there is nothing to attack or block.
pub fn fighting(fights: &Fighting, sight: &Sight<'_>, scope: &Scope<'_>) -> Option<Fights> {
    let attacker = fights.blocks.as_ref().map(|attacker| sight.object_of(attacker, scope));
    let whom = fights.whom.as_ref().map(|whom| sight.refer(whom, scope));
    match (attacker, whom) {
        (Some(attacker), _) => attacker.map(|attacker| Fights::Blocks(attacker, None)),
        (None, Some(Some(Value::Seat(seat)))) if fights.walkers => Some(Fights::AttacksOf(seat)),
        (None, Some(whom)) => whom.map(|whom| Fights::Attacks(Some(whom))),
        (None, None) => fights.attacks.then_some(Fights::Attacks(None)),
    }
}
