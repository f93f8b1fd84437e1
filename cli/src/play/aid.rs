//! What the terminal does for a person: passing where nothing else can be done, and paying mana.

use std::collections::BTreeMap;

use duelog_kernel::decision::{Ask, Choice, Item};
use duelog_kernel::view::RequestView;
use duelog_kernel::{Match, ObjectId, Viewer};

/// The most copies of the match that looking for a payment makes.
const TRIES: u32 = 4000;

/// The most answers in one payment.
const ANSWERS: usize = 40;

/// What was found.
pub enum Payment {
    /// The answers, in order.
    Found(Vec<Choice>),
    /// Nothing.
    None,
}

/// Remembers what it has tried out.
#[derive(Default)]
pub struct Aid {
    /// Whether using an ability only gives mana or the like, by object and place.
    idle: BTreeMap<(ObjectId, u8), bool>,
}

impl Aid {
    /// Whether a question is one that `auto` answers.
    pub fn pays(asked: &RequestView) -> bool {
        matches!(asked.prompt, "pay-mana" | "spend-mana")
    }

    /// Whether the player who is asked can do nothing but pass, give up, and use abilities that change nothing but mana.
    pub fn idle(&mut self, game: &mut dyn Match) -> bool {
        let Some(request) = game.request() else { return false };
        let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return false };
        let (seat, options) = (request.seat, options.clone());
        let mut lean = None;
        options.iter().all(|item| match *item {
            Item::Pass | Item::Concede | Item::Draw => true,
            Item::Ability(object, place) => *self.idle.entry((object, place)).or_insert_with(|| {
                let mut copy = lean.get_or_insert_with(|| lean_copy(game)).fork();
                let before = copy.view(Viewer::Public);
                let asked = copy.decide(seat, &Choice::one(*item)).is_ok() && copy.request().is_some_and(|request| request.seat == seat);
                let after = copy.view(Viewer::Public);
                let count = |view: &duelog_kernel::View| view.zones.iter().map(|zone| zone.count).collect::<Vec<_>>();
                let mana = |view: &duelog_kernel::View| view.players.iter().map(|player| player.facts.clone()).collect::<Vec<_>>();
                asked && count(&before) == count(&after) && mana(&before) != mana(&after) && same_life(&before, &after)
            }),
            _ => false,
        })
    }

    /// The fewest answers that pay the mana that is asked for.
    pub fn payment(game: &mut dyn Match) -> Payment {
        let start = lean_copy(game);
        let stack = waiting(&*start);
        let mut tries = TRIES;
        for depth in 1..=ANSWERS {
            let mut answers = Vec::new();
            match search(&*start, stack, depth, None, &mut answers, &mut tries) {
                Search::Found => return Payment::Found(answers),
                Search::Spent => return Payment::None,
                Search::Deeper => {}
            }
        }
        Payment::None
    }
}

/// A copy without a journal, which is quick to copy again.
fn lean_copy(game: &mut dyn Match) -> Box<dyn Match> {
    let mut copy = game.fork();
    // Where restoring fails the copy is as good, only slower.
    let _ = copy.restore(&game.checkpoint(), game.decisions());
    copy
}

fn same_life(before: &duelog_kernel::View, after: &duelog_kernel::View) -> bool {
    let life = |view: &duelog_kernel::View| {
        view.players.iter().flat_map(|player| player.facts.iter().filter(|fact| fact.name == "life").cloned()).collect::<Vec<_>>()
    };
    life(before) == life(after)
}

enum Search {
    Found,
    Deeper,
    Spent,
}

/// How much waits on the stack: what is being paid is there already, and leaves it when it is taken back.
fn waiting(game: &dyn Match) -> u32 {
    let view = game.fork().view(Viewer::Public);
    view.zones.iter().filter(|zone| zone.name == "stack").map(|zone| zone.count).sum()
}

/// Looks for at most `depth` answers that end the payment with no less than `stack` on the stack; the same kind of ability is only tried once at each step, and kinds are
/// tried in ascending order, so that no two orders of the same payment are both looked at.
fn search(game: &dyn Match, stack: u32, depth: usize, last: Option<&(usize, String)>, answers: &mut Vec<Choice>, tries: &mut u32) -> Search {
    let over = game.request().is_none_or(|request| request.prompt != "pay-mana" && !within_payment(request));
    if over {
        // What was not paid was taken back.
        return if waiting(game) >= stack { Search::Found } else { Search::Deeper };
    }
    let Some(seat) = game.request().map(|request| request.seat) else { return Search::Deeper };
    if depth == 0 {
        return Search::Deeper;
    }
    for (kind, item) in kinds(game) {
        // Once the pool is enough, nothing more is tapped.
        let order = matches!(item, Item::Ability(..));
        if order && last.is_some_and(|last| kind < *last) {
            continue;
        }
        if *tries == 0 {
            return Search::Spent;
        }
        *tries -= 1;
        let mut copy = game.fork();
        let choice = Choice::one(item);
        if copy.decide(seat, &choice).is_err() {
            continue;
        }
        answers.push(choice);
        let next = if order { Some(&kind) } else { last };
        match search(&*copy, stack, depth - 1, next, answers, tries) {
            Search::Found => return Search::Found,
            Search::Spent => return Search::Spent,
            Search::Deeper => {
                answers.pop();
            }
        }
    }
    Search::Deeper
}

/// Whether a question comes up while mana is paid: which colour an ability gives, which mana is spent.
fn within_payment(request: &duelog_kernel::Request) -> bool {
    matches!(&request.ask, Ask::Pick { options, min: 1, max: 1, .. } if options.iter().all(|item| matches!(item, Item::Symbol(_))))
}

/// What can be answered, one of each kind: paying at once first, then abilities of what has the fewest of them.
fn kinds(game: &dyn Match) -> Vec<((usize, String), Item)> {
    let mut copy = game.fork();
    let Some(asked) = copy.request_view() else { return Vec::new() };
    let options: Vec<Item> = asked.options.iter().map(|option| option.item).collect();
    if options.contains(&Item::Pass) {
        return vec![((0, String::new()), Item::Pass)];
    }
    let mut kinds: BTreeMap<(usize, String), Item> = BTreeMap::new();
    for option in &asked.options {
        let kind = match option.item {
            Item::Ability(id, _) => {
                let choices = options.iter().filter(|item| matches!(item, Item::Ability(other, _) if *other == id)).count();
                (choices, option.text.replace(&format!(" {id}"), ""))
            }
            Item::Symbol(symbol) => (usize::from(symbol), String::new()),
            _ => continue,
        };
        kinds.entry(kind).or_insert(option.item);
    }
    kinds.into_iter().collect()
}
