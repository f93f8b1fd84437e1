//! Exchanging two cards that nobody has seen, in the shuffle that last moved both.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::given::{GivenDraw, GivenDraws, MadeDraw};
use duelog_kernel::rng::Purpose;
use duelog_kernel::{Choice, Item, ObjectId, Seat, Viewer};

use super::paths::{Paths, Shuffle};
use super::unfit::{Miss, Unfit};
use super::{Heard, Line, Scribe, Written, found_in_words};
use crate::scenario::answer::first_of;
use crate::scenario::words::{players, without_ids};

/// How many hidden cards of a zone are tried for a name before a line is refused.
const TRIED: usize = 3;

/// The dealing of cards that a line needs.
struct Dealing<'l> {
    line: &'l Line<'l>,
    /// The objects that are what the line names.
    dealt: Vec<ObjectId>,
    /// The cards that were dealt elsewhere before, in words.
    found: Vec<String>,
    /// Why the line does not fit yet.
    why: Unfit,
    /// How many hidden cards are passed over for the first card that is dealt; none if a card that lies there is taken
    /// for the one that is meant.
    skipped: Option<usize>,
}

impl<'l> Dealing<'l> {
    fn new(line: &'l Line<'l>, why: Unfit) -> Dealing<'l> {
        Dealing { line, dealt: Vec::new(), found: Vec::new(), why, skipped: None }
    }

    /// Begins anew.
    fn begin(&mut self, skipped: Option<usize>) {
        self.skipped = skipped;
        self.dealt.clear();
        self.found.clear();
    }
}

/// The rank of hidden cards in hands: a line is about them first, unless the current question names others.
const HAND: u8 = 1;

/// The rank of hidden cards in the piles that were shuffled: a line is about others first.
const PILE: u8 = 3;

/// A hidden card with its rank, whether it is another player's than the acting one's, and its place among others.
type Ranked = ((u8, bool, Reverse<u32>), Hidden);

/// A hidden card and the zone in which it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hidden {
    /// Which hidden cards a line is about first.
    rank: u8,
    object: ObjectId,
    name: String,
    seat: Seat,
    zone: &'static str,
}

impl Scribe<'_> {
    /// Does as a line says, where necessary with cards that lie elsewhere than they had been dealt.
    pub(super) fn act_now(&mut self, line: &Line<'_>) -> Result<Heard, Unfit> {
        let miss = match self.attempt(line) {
            Ok(played) => return Ok(self.take(played, line, Vec::new())),
            Err(miss) => miss,
        };
        let kept = self.keep();
        if let Some(heard) = self.act_at_once(line, &miss) {
            return Ok(heard);
        }
        self.restore(kept.as_ref().map(|(written, seen)| (written.fork(), seen.clone())));
        let mut dealing = Dealing::new(line, miss.why);
        let mut nearest: Option<Unfit> = None;
        // First, a card of the name that lies there is taken for the one that the line means. Otherwise another card
        // becomes it: each of the first few candidates is tried.
        for skipped in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
            dealing.begin(skipped);
            for (acting, name) in self.mentioned(line) {
                if self.deal(acting, &name, &mut dealing)
                    && let Ok(played) = self.attempt(line)
                {
                    return Ok(self.take(played, line, dealing.found));
                }
            }
            self.restore(kept.as_ref().map(|(written, seen)| (written.fork(), seen.clone())));
            // Later ones deal a card to where the line means none.
            if !dealing.dealt.is_empty() {
                nearest.get_or_insert(dealing.why.clone());
            }
        }
        Err(nearest.unwrap_or(dealing.why))
    }

    /// Does as a line says where it names several cards of one place: those that it shows, or of those that the current
    /// question offers. They are dealt before the line is tried again.
    fn act_at_once(&mut self, line: &Line<'_>, miss: &Miss) -> Option<Heard> {
        let (objects, names) = if !miss.shown.is_empty() && !self.shown.is_empty() {
            (miss.shown.clone(), self.shown.clone())
        } else if line.payments.is_empty() && self.tosses.is_empty() {
            (self.offered(), self.mentioned(line).into_iter().map(|named| named.1).collect())
        } else {
            // Cards that pay, and those that chance decides about, lie elsewhere.
            return None;
        };
        if names.len() < 2 || names.len() > objects.len() {
            return None;
        }
        let found = self.named(&objects, names).ok()?;
        let played = self.attempt(line).ok()?;
        Some(self.take(played, line, found))
    }

    /// The objects that the current question offers, first those that may be other cards.
    fn offered(&self) -> Vec<ObjectId> {
        let Some(written) = &self.written else { return Vec::new() };
        let paths = self.paths(written);
        let options = written.play.game.request().map_or(&[][..], |request| request.options());
        let offered: BTreeSet<ObjectId> = options.iter().filter_map(first_of).collect();
        let (known, open): (Vec<_>, Vec<_>) = offered.into_iter().partition(|object| paths.is_known(*object));
        [open, known].concat()
    }

    /// Deals a card of this name to where a line needs it: in place of a hidden card of the acting player, or else of
    /// another one. Returns whether a card was dealt, after which the line may fit.
    fn deal(&mut self, acting: Option<Seat>, name: &str, dealing: &mut Dealing<'_>) -> bool {
        let candidates = self.candidates(acting);
        let of_acting = |hidden: &&Hidden| acting.is_none_or(|acting| acting == hidden.seat);
        // The cards that the question names come before those of the hand.
        let nearest = candidates.iter().filter(of_acting).map(|hidden| hidden.rank).min().unwrap_or(HAND);
        let mut there = candidates.iter().filter(of_acting).filter(|hidden| {
            hidden.name == name && hidden.rank <= nearest.min(HAND) && !dealing.dealt.contains(&hidden.object)
        });
        if dealing.skipped.is_none()
            && let Some(there) = there.next()
        {
            dealing.dealt.push(there.object);
            return false;
        }
        let most = TRIED + self.shown.len();
        let mut tried: BTreeMap<(Seat, &str), usize> = BTreeMap::new();
        let mut possible: Option<(Written, ObjectId, String)> = None;
        let mut skipped = if dealing.found.is_empty() { dealing.skipped.unwrap_or(0) } else { 0 };
        for hidden in candidates {
            let count = tried.entry((hidden.seat, hidden.zone)).or_default();
            if hidden.name == name || dealing.dealt.contains(&hidden.object) || *count == most {
                continue;
            }
            if skipped > 0 {
                skipped -= 1;
                continue;
            }
            *count += 1;
            let kept = self.keep();
            let Ok(object) = self.exchange(hidden.object, name, &dealing.dealt) else { continue };
            let found = found_in_words(name, hidden.seat, hidden.zone);
            match (self.attempt(dealing.line), self.written.take()) {
                (Err(miss), Some(written)) if possible.is_none() => {
                    dealing.why = miss.why;
                    possible = Some((written, object, found));
                }
                (Ok(_), Some(written)) => {
                    possible = Some((written, object, found));
                    break;
                }
                (_, _) => {}
            }
            self.restore(kept);
        }
        // The line may need further cards.
        let Some((written, object, found)) = possible else { return false };
        self.written = Some(written);
        dealing.dealt.push(object);
        dealing.found.push(found);
        true
    }

    /// Makes a hidden card of a zone the one of this name, where none is. Returns the object, and in words that it was
    /// found there if it was dealt elsewhere.
    pub(super) fn place(
        &mut self,
        seat: Seat,
        zone: &str,
        name: &str,
        used: &[ObjectId],
    ) -> Result<(ObjectId, Option<String>), String> {
        let written = self.written.as_ref().ok_or("the match has not begun")?;
        let here: Vec<(ObjectId, String)> = written
            .play
            .game
            .zones()
            .into_iter()
            .filter(|found| found.seat == Some(seat) && found.name == zone)
            .flat_map(|zone| zone.cards)
            .filter(|(object, _)| !used.contains(object))
            .collect();
        if let Some((object, _)) = here.iter().find(|(_, found)| found == name) {
            return Ok((*object, None));
        }
        let paths = self.paths(written);
        let open: Vec<ObjectId> =
            here.into_iter().map(|card| card.0).filter(|object| !paths.is_known(*object)).collect();
        let mut why =
            format!("every card in {} is known and no other is {name}", super::player(seat) + "'s " + zone);
        for object in open {
            match self.exchange(object, name, used) {
                Ok(object) => return Ok((object, Some(found_in_words(name, seat, zone)))),
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    /// The hidden cards that a line may be about: those that the current question names, then those of hands, of other
    /// zones, and of the piles that were shuffled; the acting player's before the others'.
    fn candidates(&self, acting: Option<Seat>) -> Vec<Hidden> {
        let Some(written) = &self.written else { return Vec::new() };
        let paths = self.paths(written);
        let piles: Vec<&[ObjectId]> = paths.shuffles().map(|shuffle| shuffle.order.as_slice()).collect();
        let options = written.play.game.request().map_or(&[][..], |request| request.options());
        let mut found: Vec<Ranked> = Vec::new();
        let mut place = 0;
        for zone in written.play.game.zones() {
            let Some(seat) = zone.seat else { continue };
            for (object, name) in zone.cards {
                place += 1;
                if paths.is_known(object) {
                    continue;
                }
                let offered = options.iter().any(|item| names(item, object));
                let rank = match zone.name {
                    _ if offered => 0,
                    "hand" => HAND,
                    _ if piles.iter().any(|pile| pile.contains(&object)) => PILE,
                    _ => 2,
                };
                let order = if rank == PILE { place } else { object.0 };
                let hidden = Hidden { rank, object, name, seat, zone: zone.name };
                found.push(((rank, acting.is_some_and(|acting| acting != seat), Reverse(order)), hidden));
            }
        }
        // In one zone the top card and the newest come first: a line is mostly about something new.
        found.sort_by_key(|candidate| candidate.0);
        found.into_iter().map(|candidate| candidate.1).collect()
    }

    /// Makes a hidden card the one of this name, by exchanging it with such a card that nobody has seen and that is
    /// not `fixed`. Returns the object that it is then.
    pub(super) fn exchange(
        &mut self,
        object: ObjectId,
        name: &str,
        fixed: &[ObjectId],
    ) -> Result<ObjectId, String> {
        let written = self.written.as_ref().ok_or("the match has not begun")?;
        let paths = self.paths(written);
        let zones = written.play.game.zones();
        let all = zones.iter().flat_map(|zone| &zone.cards);
        let others: Vec<ObjectId> = all
            .map(|card| (card.0, card.1 == name && card.0 != object && !fixed.contains(&card.0)))
            .filter_map(|(other, may_be)| may_be.then_some(other))
            .collect();
        for shuffle in paths.shuffles() {
            let Some(own) = unseen(&paths, object, shuffle) else { continue };
            for other in &others {
                let Some(other) = unseen(&paths, *other, shuffle) else { continue };
                if let Some(changed) = self.exchanged(written, shuffle, own, other) {
                    self.written = Some(changed);
                    return Ok(if own == object { other } else { object });
                }
            }
        }
        Err(self.lacks(object, name, fixed))
    }

    /// The match as written down with two cards of a shuffle exchanged; none where something that is known would not be
    /// so.
    fn exchanged(
        &self,
        written: &Written,
        shuffle: &Shuffle,
        own: ObjectId,
        other: ObjectId,
    ) -> Option<Written> {
        let place = |object: ObjectId| shuffle.order.iter().position(|one| *one == object);
        let (one, two) = (place(own)?, place(other)?);
        let mut draws = GivenDraws::default();
        let steps = written.play.steps.iter();
        for made in written.opening.iter().chain(steps.flat_map(|step| &step.draws)) {
            let mut draw: GivenDraw = made.draw.clone();
            if draw.purpose == Purpose::Shuffle && draw.number == shuffle.number {
                draw.result.swap(one, two);
            }
            draws.add(draw);
        }
        let later = |place: usize| place >= shuffle.at as usize;
        let steps = written.play.steps.iter().enumerate().map(|(place, step)| {
            let choice = if later(place) { swapped(&step.choice, own, other) } else { step.choice.clone() };
            (step.seat, choice)
        });
        let steps: Vec<(Seat, Choice)> = steps.collect();
        let mut changed = self.start(&draws, &steps).ok()?;
        let keeps = public(written) == public(&changed) && made(written) == made(&changed);
        changed.play.names = written.play.names.clone();
        changed.answer = written.answer.as_ref().map(|(seat, choice)| (*seat, swapped(choice, own, other)));
        (changed.play.mark, changed.play.passed) = (written.play.mark, written.play.passed);
        changed.play.expects_question = written.play.expects_question;
        keeps.then_some(changed)
    }
}

/// The object that a card was in a shuffle, if nobody has seen it since.
fn unseen(paths: &Paths, object: ObjectId, shuffle: &Shuffle) -> Option<ObjectId> {
    let then = paths.in_shuffle(object, shuffle)?;
    (!paths.is_seen_since(then, shuffle)).then_some(then)
}

/// Everything that the public was told.
fn public(written: &Written) -> Vec<String> {
    let told = written.play.game.told(0, Viewer::Public);
    told.iter().map(|told| players(&without_ids(&told.text))).collect()
}

/// The purposes and sizes of all draws.
fn made(written: &Written) -> Vec<(Purpose, u32, usize)> {
    let steps = written.play.steps.iter().zip(0..);
    let steps = steps.flat_map(|(step, place)| step.draws.iter().map(move |made: &MadeDraw| (made, place)));
    steps.map(|(made, place)| (made.draw.purpose, made.among, place)).collect()
}

fn names(item: &Item, object: ObjectId) -> bool {
    first_of(item) == Some(object)
}

/// A choice in which two objects have changed places.
fn swapped(choice: &Choice, one: ObjectId, two: ObjectId) -> Choice {
    let id = |object: ObjectId| match object {
        object if object == one => two,
        object if object == two => one,
        object => object,
    };
    let item = |item: Item| match item {
        Item::Object(object) => Item::Object(id(object)),
        Item::Ability(object, place) => Item::Ability(id(object), place),
        Item::Act(verb, object) => Item::Act(verb, id(object)),
        Item::Pair(first, second) => Item::Pair(id(first), id(second)),
        Item::PairSeat(object, seat) => Item::PairSeat(id(object), seat),
        Item::Pass
        | Item::Flag(_)
        | Item::Seat(_)
        | Item::Mode(_)
        | Item::Number(_)
        | Item::Symbol(_)
        | Item::Concede
        | Item::Draw => item,
    };
    match choice {
        Choice::Pick(items) => Choice::Pick(items.iter().copied().map(item).collect()),
        Choice::Split(shares) => {
            Choice::Split(shares.iter().map(|(of, share)| (item(*of), *share)).collect())
        }
        Choice::Number(_) | Choice::Name(_) => choice.clone(),
    }
}
