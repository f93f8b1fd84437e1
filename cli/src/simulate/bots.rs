//! Bots: they answer every request of every game legally, and know no game but that whoever may start with
//! equipment takes all that fits.

use std::collections::BTreeMap;

use clap::ValueEnum;
use duelog_flesh_and_blood::rules::prompt as flesh_and_blood;
use duelog_kernel::decision::{Ask, Choice, Item, Request};
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::{Match, ObjectId, Seed, Viewer, sample};
use duelog_magic::rules::prompt as magic;

use super::search::Search;

/// How a bot decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Gives a random legal answer; it never concedes.
    Random,
    /// Acts rather than passes, attacks rather than not, keeps its opening hand, and chooses the rest at random.
    Greedy,
    /// Tries each answer on copies of the match and takes the one after which it stands best. Hidden cards are
    /// dealt anew in the copies, so it knows no more than its player.
    Search,
}

impl Policy {
    /// The policy's name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Policy::Random => "random",
            Policy::Greedy => "greedy",
            Policy::Search => "search",
        }
    }
}

/// The greedy bot answers one question in this many at random, so that it leaves every loop of free actions
/// at some point.
const WHIM: u32 = 16;

/// A bot with its own stream of random numbers, which shares nothing with the match's.
pub struct Bot {
    policy: Policy,
    random: Stream,
    /// True if using an ability has put something new on the table, by object and place; see [`Bot::adds`].
    adds: BTreeMap<(ObjectId, u32), bool>,
    search: Search,
}

impl Bot {
    /// A bot for the match with this seed.
    pub fn new(policy: Policy, seed: Seed) -> Bot {
        let own = Seed(blake3::derive_key("duelog 2026 bot", &seed.0));
        Bot {
            policy,
            random: Rng::new(own).peek(Purpose::Choice),
            adds: BTreeMap::new(),
            search: Search::default(),
        }
    }

    /// A legal answer to the current request; none when the match is over, or when the request has no legal
    /// answer.
    pub fn answer(&mut self, game: &dyn Match) -> Option<Choice> {
        let request = game.request()?;
        if let Ask::Pick { options, .. } = &request.ask
            && request.prompt == flesh_and_blood::Prompt::Equipment
        {
            return self.fill(request, options, |_| true);
        }
        let wanted = match self.policy {
            Policy::Random => None,
            Policy::Greedy if self.random.below(WHIM) == 0 => None,
            Policy::Greedy => self.greedy(game, request),
            Policy::Search => self.search.answer(game, &mut self.random),
        };
        wanted
            .filter(|choice| request.validate(choice).is_ok())
            .or_else(|| sample::answer(request, &mut self.random))
    }

    /// The greedy bot's preference here, if it has one.
    fn greedy(&mut self, game: &dyn Match, request: &Request) -> Option<Choice> {
        match &request.ask {
            Ask::Number { max, .. } => Some(Choice::Number(*max)),
            Ask::Pick { options, min: 1, max: 1, .. } => self.one(game, request, options).map(Choice::one),
            Ask::Pick { options, .. } if options.iter().any(|item| matches!(item, Item::PairSeat(..))) => {
                self.fill(request, options, |item| matches!(item, Item::PairSeat(..)))
            }
            Ask::Pick { .. } | Ask::Split { .. } | Ask::Name { .. } => None,
        }
    }

    /// One of several things: yes rather than no, a card rather than an ability, an ability rather than
    /// nothing.
    fn one(&mut self, game: &dyn Match, request: &Request, options: &[Item]) -> Option<Item> {
        if matches!(options, [Item::Flag(false), Item::Flag(true)]) {
            return Some(Item::Flag(request.prompt != magic::Prompt::Mulligan));
        }
        if !options.contains(&Item::Pass) {
            return None;
        }
        let cards: Vec<Item> = options.iter().copied().filter(|item| matches!(item, Item::Act(..))).collect();
        if !cards.is_empty() {
            return Some(self.any(&cards));
        }
        let mut abilities = Vec::new();
        for item in options {
            if let Item::Ability(object, place) = item
                && self.adds(game, request, *object, *place)
            {
                abilities.push(*item);
            }
        }
        Some(if abilities.is_empty() { Item::Pass } else { self.any(&abilities) })
    }

    fn any(&mut self, items: &[Item]) -> Item {
        items[self.random.below(items.len() as u32) as usize]
    }

    /// Returns whether using an ability puts something new on the table, as one that waits to resolve does.
    /// Abilities that only make mana or the like do not: they are used when a cost is to be paid, not before.
    /// Tried out once an ability, on a copy of the match.
    fn adds(&mut self, game: &dyn Match, request: &Request, object: ObjectId, place: u32) -> bool {
        *self.adds.entry((object, place)).or_insert_with(|| {
            let mut copy = game.lean();
            let before = cards(&mut *copy);
            copy.decide(request.seat, &Choice::one(Item::Ability(object, place))).is_ok()
                && cards(&mut *copy) > before
        })
    }

    /// A random legal answer with every further option that is wanted and that it has room for.
    fn fill(&mut self, request: &Request, options: &[Item], wanted: impl Fn(Item) -> bool) -> Option<Choice> {
        let mut answer = sample::answer(request, &mut self.random)?;
        let mut order = options.to_vec();
        self.random.shuffle(&mut order);
        for item in order {
            let Choice::Pick(items) = &answer else { break };
            if wanted(item) && !items.contains(&item) {
                let more = Choice::Pick(items.iter().copied().chain([item]).collect()).canonical(request);
                if request.validate(&more).is_ok() {
                    answer = more;
                }
            }
        }
        Some(answer)
    }
}

/// How many cards and other objects are on the table, hidden ones included.
fn cards(game: &mut dyn Match) -> u32 {
    game.view(Viewer::Public).zones.iter().map(|zone| zone.count).sum()
}
