//! Gods (803): what a god can be linked with, whether its links still hold, and what is settled before cards
//! of linked creatures move.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::types::Side;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Arranging, CardId, End, Frame, LinkTo, Object, Part, Piece, Proposal, Spot, Zone};
use crate::{cite, rule};

impl Spot {
    fn beside(self, side: Side) -> Spot {
        let (across, up) = side.step();
        Spot { across: self.across.saturating_add(across), up: self.up.saturating_add(up) }
    }

    fn moved(self, (across, up): (i8, i8)) -> Spot {
        Spot { across: self.across.saturating_add(across), up: self.up.saturating_add(up) }
    }
}

/// Where a card lies among those it is linked with.
fn spot(piece: &Piece) -> Spot {
    if let Part::Linked(spot) = piece.part { spot } else { Spot::default() }
}

/// The places of the cards of an element that are seen side by side, or of its one top card.
fn side_by_side(object: &Object) -> Vec<usize> {
    if !object.is_linked() {
        return vec![object.top_place()];
    }
    (0..object.pieces.len()).filter(|place| matches!(object.pieces[*place].part, Part::Linked(_))).collect()
}

impl Sight<'_> {
    /// Whether a card can lie on this side of another: one of them has a G-Link ability that says so, each by
    /// what it is by itself (803.2, 803.2a).
    fn links(&self, owner: Seat, card: CardId, side: Side, other: CardId) -> bool {
        cite!("803.2", "803.2a");
        let says = |own: CardId, at: Side, what: CardId| {
            let links = &self.card_pool.card(own).front().definition.links;
            links.iter().any(|link| {
                link.0 == at
                    && self.matches_card(
                        &link.1,
                        what,
                        owner,
                        &Scope { controller: Some(owner), ..Scope::default() },
                    )
            })
        };
        says(other, side, card) || says(card, side.opposite(), other)
    }

    /// What a god that comes into the battle zone can be linked with, beside what it is linked with already.
    fn links_for(&self, owner: Seat, card: CardId, taken: &[LinkTo]) -> Vec<LinkTo> {
        if self.card_pool.card(card).front().definition.links.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for id in self.creatures(owner).filter(|id| taken.iter().all(|link| link.object != *id)) {
            let Some(object) = self.object(id) else { continue };
            for place in side_by_side(object) {
                let other = object.pieces[place].card;
                if self.card_pool.card(other).front().definition.links.is_empty() {
                    continue;
                }
                for side in Side::ALL.into_iter().filter(|side| self.links(owner, card, *side, other)) {
                    let link = LinkTo { object: id, place: place as u8, side: side as u8 };
                    if self.lies_flat(&[taken, &[link]].concat()) {
                        found.push(link);
                    }
                }
            }
        }
        found
    }

    /// Whether all cards have a place of their own side by side (803.2c).
    fn lies_flat(&self, links: &[LinkTo]) -> bool {
        cite!("803.2c");
        let spots: Vec<Spot> =
            self.laid_out(links).into_iter().flat_map(|(_, spots)| spots).map(|entry| entry.1).collect();
        let taken = spots.iter().enumerate().any(|(place, spot)| spots[..place].contains(spot));
        !taken && !spots.contains(&Spot::default())
    }

    /// Where the cards of the elements that a card is linked with lie, seen from that card.
    fn laid_out(&self, links: &[LinkTo]) -> Vec<(ObjectId, Vec<(usize, Spot)>)> {
        let of = |link: &LinkTo| {
            let object = self.object(link.object)?;
            let from = object.pieces.get(usize::from(link.place)).map(spot)?;
            let at = from.beside(Side::ALL[usize::from(link.side) % 4]);
            let by = (at.across.saturating_neg(), at.up.saturating_neg());
            let places = side_by_side(object);
            let spots = places.into_iter().map(|place| (place, spot(&object.pieces[place]).moved(by)));
            Some((link.object, spots.collect()))
        };
        links.iter().filter_map(of).collect()
    }

    /// The cards of an element in groups whose links hold (803.2b): each with those that it is linked with
    /// directly or by way of others.
    fn groups(&self, object: &Object) -> Vec<Vec<usize>> {
        let places = side_by_side(object);
        let lost = self.characteristics(object.id).is_some_and(|own| own.lost);
        let joined = |one: usize, other: usize| {
            let (one, other) = (&object.pieces[one], &object.pieces[other]);
            Side::ALL.into_iter().any(|side| {
                spot(other).beside(side) == spot(one) && self.links(object.owner, one.card, side, other.card)
            })
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in places {
            let near = |group: &Vec<usize>| !lost && group.iter().any(|other| joined(place, *other));
            let (with, mut apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(near);
            apart.push(with.into_iter().flatten().chain([place]).collect());
            groups = apart;
        }
        groups.iter_mut().for_each(|group| group.sort());
        groups.sort();
        groups
    }
}

impl DuelMasters {
    /// A god whose links hold no longer, and the groups of cards that are left (703.4e).
    pub fn unlinked(&self, sight: &Sight<'_>) -> Option<(ObjectId, Vec<Vec<Piece>>)> {
        let linked = |id: &ObjectId| {
            sight.object(*id).is_some_and(|object| object.is_linked() && !sight.is_of_cells(object))
        };
        for id in sight.board.zone(Zone::Battle).filter(linked) {
            let Some(object) = sight.object(id) else { continue };
            let groups = sight.groups(object);
            let single = side_by_side(object).len() == 1;
            if groups.len() > 1 || single {
                cite!("803.2b", "803.4");
                let cards = |group: &Vec<usize>| {
                    group.iter().flat_map(|place| with_below(object, *place)).copied().collect()
                };
                return Some((id, groups.iter().map(cards).collect()));
            }
        }
        None
    }

    /// Links a god that has come into the battle zone as it comes (803.1a): those that it is linked with and
    /// the god become one.
    pub fn link_up(&self, play: &mut Game<'_>, god: ObjectId, links: &[LinkTo]) -> ObjectId {
        let sight = self.sight(play);
        let Some((into, new)) = links.first().map(|link| link.object).zip(sight.object(god)) else {
            return god;
        };
        let mut pieces = Vec::new();
        for (id, spots) in sight.laid_out(links) {
            let Some(object) = sight.object(id) else { continue };
            let laid = |(place, piece): (usize, &Piece)| {
                let own = spots.iter().find(|entry| entry.0 == place);
                own.map_or(*piece, |entry| Piece { part: Part::Linked(entry.1), ..*piece })
            };
            pieces.extend(object.pieces.iter().enumerate().map(laid));
        }
        pieces.extend(new.pieces.iter().map(|piece| Piece { part: Part::Linked(Spot::default()), ..*piece }));
        let others: Vec<ObjectId> = links[1..].iter().map(|link| link.object).chain([god]).collect();
        cite!("803.1", "803.3", "803.3a", "803.3b", "803.4");
        self.emit_quietly(play, Event::Merged { into, others, pieces }, rule!("803.1a"));
        into
    }

    /// What has to be settled before one of these events can happen.
    fn open(&self, sight: &Sight<'_>, arranging: &Arranging) -> Option<(Seat, Open)> {
        let event = arranging.batch.get(usize::from(arranging.at))?;
        let Proposal::Move { object, top_only, to, entering, .. } = event else { return None };
        let found = sight.object(*object)?;
        if found.zone == Zone::Battle {
            let god = found.is_linked() && !sight.is_of_cells(found);
            cite!("805.1c");
            let cells = sight.releases_links(found);
            let leaves = *to != Zone::Battle && found.hold == crate::state::Hold::None;
            return (leaves && (god || cells || found.is_linked() && *top_only))
                .then(|| (found.owner, Open::Card(side_by_side(found))));
        }
        if *to != Zone::Battle || !entering.bases.is_empty() || entering.onto.is_some() {
            return None;
        }
        let links = sight.links_for(found.owner, found.top().card, &entering.links);
        (!links.is_empty()).then_some((found.owner, Open::Links(links)))
    }

    /// Whether anything has to be settled before these events: then a frame asks for it.
    pub fn arrange(&self, play: &mut Game<'_>, batch: &[Proposal]) -> bool {
        if !self.card_pool.links {
            return false;
        }
        let sight = self.sight(play);
        let asks =
            |at: usize| self.open(&sight, &Arranging { batch: batch.to_vec(), at: at as u16 }).is_some();
        let Some(at) = (0..batch.len()).find(|at| asks(*at)) else { return false };
        self.push(
            play,
            Frame::Arranging(Arranging { batch: batch.to_vec(), at: at as u16 }),
            rule!("803.1a"),
        );
        true
    }
}

/// What is to be settled of an event.
enum Open {
    /// Which of the linked cards leaves.
    Card(Vec<usize>),
    /// With what a god is linked.
    Links(Vec<LinkTo>),
}

/// The cards of an element that lie under one of the linked ones, and that one.
fn with_below(object: &Object, place: usize) -> &[Piece] {
    let from = object.pieces[..place].iter().rposition(|piece| piece.part != Part::Stacked);
    &object.pieces[from.map_or(0, |place| place + 1)..=place]
}

/// The number by which a choice names a link: the place of the other card, then the side.
fn link_item(link: LinkTo) -> Item {
    Item::Ability(link.object, u32::from(link.place) << 2 | u32::from(link.side))
}

impl FrameRules<DuelMasters> for Arranging {
    /// Goes on with the next event, and lets all happen when everything is settled.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        if rules.open(&rules.sight(play), &self).is_some() {
            return play.wait(rules);
        }
        self.at += 1;
        if usize::from(self.at) < self.batch.len() {
            rules.replace_frame(play, Frame::Arranging(self), rule!("803.1a"));
        } else {
            rules.pop(play, rule!("803.1a"));
            rules.happen_as_arranged(play, self.batch, rule!("803.1a"));
        }
        Flow::Go
    }

    /// Asks which of the linked cards leaves (803.7, 805.1b), or with what a god is linked (803.1a).
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        let (seat, open) = rules.open(sight, self)?;
        let Proposal::Move { object, .. } = self.batch.get(usize::from(self.at))? else { return None };
        let (prompt, rule, ask) = match open {
            Open::Card(places) => {
                let cells = sight.object(*object).is_some_and(|found| sight.is_of_cells(found));
                let rule = if cells { rule!("805.1b") } else { rule!("703.4f") };
                cite!("803.7");
                let item = |place: usize| Item::Ability(*object, place as u32);
                (Prompt::LeavingCard, rule, Ask::one_of(places.into_iter().map(item).collect()))
            }
            Open::Links(links) => {
                let options = [Item::Pass].into_iter().chain(links.into_iter().map(link_item)).collect();
                (Prompt::Link, rule!("803.1a"), Ask::one_of(options))
            }
        };
        Some(Request { seat, prompt: prompt.into(), rule, subject: Some(*object), ask })
    }

    /// Takes the choice.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        let open = rules.open(&rules.sight(play), &self);
        let at = usize::from(self.at);
        let Some(Proposal::Move { object, top_only, to, end, entering, .. }) = self.batch.get_mut(at) else {
            return;
        };
        match (open, items.first()) {
            (Some((_, Open::Card(_))), Some(Item::Ability(id, place))) => {
                let Some(found) = play.state().board.get(*id).cloned() else { return };
                if rules.sight(play).is_of_cells(&found)
                    && rules.card_pool.home(found.top().card, found.owner).is_some()
                {
                    *to = Zone::Hyperspatial(found.owner);
                    *end = End::Top;
                }
                *top_only = true;
                let chosen = with_below(&found, *place as usize).to_vec();
                let from = *place as usize + 1 - chosen.len();
                let mut pieces = found.pieces;
                pieces.drain(from..=*place as usize);
                let auras =
                    pieces.iter().rposition(|piece| piece.part != Part::Aura).map_or(0, |last| last + 1);
                pieces.splice(auras..auras, chosen);
                rules.emit_quietly(play, Event::Composed(*id, pieces), rule!("703.4f"));
                self.at += 1;
            }
            (Some((_, Open::Links(links))), Some(item)) => {
                match links.into_iter().find(|link| link_item(*link) == *item) {
                    Some(link) => entering.links.push(link),
                    None => self.at += 1,
                }
            }
            _ => self.at += 1,
        }
        let _ = object;
        if usize::from(self.at) < self.batch.len() {
            rules.replace_frame(play, Frame::Arranging(self), rule!("803.1a"));
        } else {
            rules.pop(play, rule!("803.1a"));
            rules.happen_as_arranged(play, self.batch, rule!("803.1a"));
        }
    }

    fn bulk(&self) -> usize {
        self.batch.len()
    }
}
