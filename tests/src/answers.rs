//! What an answer may be, said a second time: every answer that can be written to a small request, and which
//! of them are legal.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::rng::Stream;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Prompt, Request, RuleId, Seat};

/// Something that no request here offers.
const STRANGE: Item = Item::Object(ObjectId(999));

/// The rule by which the requests here ask; they are of no game.
fn rule() -> RuleId {
    RuleId::new("1.1")
}

/// A random request with at most five options, in any shape and with any limits.
pub fn random_request(random: &mut Stream) -> Request {
    let ask = match random.below(8) {
        0..=3 => pick(random),
        4..=5 => split(random),
        6 => {
            let min = random.below(5);
            Ask::Number { min, max: min + random.below(4) }
        }
        _ => Ask::Name {
            among: ["Alpha", "Beta", "Gamma"]
                .into_iter()
                .filter(|_| random.below(3) > 0)
                .map(str::to_string)
                .collect::<Vec<_>>()
                .into(),
        },
    };
    Request {
        seat: Seat(random.below(2) as u8),
        prompt: Prompt::new("test", false),
        rule: rule(),
        subject: None,
        ask,
    }
}

fn options(random: &mut Stream, most: u32) -> Vec<Item> {
    let a = ObjectId(random.below(4));
    let mut all = vec![
        Item::Pass,
        Item::Object(a),
        Item::Object(ObjectId(300)),
        Item::Seat(Seat(1)),
        Item::Ability(a, 2),
        Item::Act(1, a),
        Item::Pair(a, ObjectId(7)),
        Item::PairSeat(a, Seat(0)),
        Item::Number(200),
        Item::Symbol(3),
        Item::Mode(1),
        Item::Flag(true),
        Item::Concede,
        Item::Draw,
    ];
    random.shuffle(&mut all);
    all.truncate(random.below(most + 1) as usize);
    all.sort_unstable();
    all
}

fn some(options: &[Item], random: &mut Stream) -> Vec<Item> {
    options.iter().copied().filter(|_| random.below(3) > 0).collect()
}

fn only_if(options: &[Item], random: &mut Stream) -> Limit {
    let needs: Vec<(Item, u32)> =
        some(options, random).into_iter().map(|item| (item, random.below(3))).collect();
    Limit::OnlyIf { items: some(options, random), needs, least: random.below(4) }
}

fn pick(random: &mut Stream) -> Ask {
    let options = options(random, 5);
    let count = options.len() as u32;
    let min = random.below(count + 1);
    let max = min + random.below(count + 2 - min);
    let limit = |random: &mut Stream| {
        let items = some(&options, random);
        let number = random.below(items.len() as u32 + 1);
        match random.below(5) {
            0 => Limit::AtMost { items, max: number },
            1 => Limit::AtLeast { items, min: number },
            2 => only_if(&options, random),
            3 => {
                let groups: Vec<Vec<Item>> = (0..random.below(3)).map(|_| some(&options, random)).collect();
                Limit::Groups { min: random.below(groups.len() as u32 + 1), groups }
            }
            _ => Limit::NoneOrAtLeast { items, min: number },
        }
    };
    let limits: Vec<Limit> = (0..random.below(3)).map(|_| limit(random)).collect();
    let ask = Ask::pick(options, min, max)
        .with(limits.into_iter().map(|limit| Constraint { rule: rule(), limit }).collect());
    if random.below(3) == 0 { ask.ordered() } else { ask }
}

fn split(random: &mut Stream) -> Ask {
    let options = options(random, 4);
    let total = random.below(6);
    let limit = |random: &mut Stream| match random.below(5) {
        0 => Limit::EachAtLeast(random.below(3)),
        1 => Limit::AtMost { items: some(&options, random), max: random.below(6) },
        2 => Limit::AtLeast { items: some(&options, random), min: random.below(4) },
        _ => only_if(&options, random),
    };
    let limits: Vec<Limit> = (0..random.below(2)).map(|_| limit(random)).collect();
    Ask::split(options, total)
        .with(limits.into_iter().map(|limit| Constraint { rule: rule(), limit }).collect())
}

/// Every answer to a request that a player can write down, the wrong ones included.
pub fn every_answer(request: &Request) -> Vec<Choice> {
    let mut all = vec![
        Choice::Number(0),
        Choice::Pick(Vec::new()),
        Choice::Split(Vec::new()),
        Choice::Name(String::new()),
    ];
    match &request.ask {
        Ask::Pick { options, .. } => {
            let mut things = options.clone();
            things.push(STRANGE);
            all.extend(sequences(&things).into_iter().map(Choice::Pick));
        }
        Ask::Number { max, .. } => all.extend((0..max + 3).chain([u32::MAX]).map(Choice::Number)),
        Ask::Split { total, options, .. } => all.extend(every_split(options, *total)),
        Ask::Name { .. } => all
            .extend(["Alpha", "Beta", "Gamma", "alpha", "Delta"].map(|name| Choice::Name(name.to_string()))),
    }
    all.sort();
    all.dedup();
    all
}

/// All sequences in which no thing comes twice, and each of these with its first thing once more.
fn sequences(things: &[Item]) -> Vec<Vec<Item>> {
    let mut all: Vec<Vec<Item>> = vec![Vec::new()];
    let mut begun = all.clone();
    while let Some(sequence) = begun.pop() {
        for thing in things.iter().filter(|thing| !sequence.contains(thing)) {
            let longer = [sequence.as_slice(), &[*thing]].concat();
            all.push([longer.as_slice(), &longer[..1]].concat());
            all.push(longer.clone());
            begun.push(longer);
        }
    }
    all
}

fn every_split(options: &[Item], total: u32) -> Vec<Choice> {
    let mut all: Vec<Vec<(Item, u32)>> = vec![Vec::new()];
    for option in options {
        all = all
            .into_iter()
            .flat_map(|split| {
                (0..=total + 1).map(move |share| [split.as_slice(), &[(*option, share)]].concat())
            })
            .collect();
    }
    let mut written: Vec<Vec<(Item, u32)>> = Vec::new();
    for split in all {
        let shared: Vec<(Item, u32)> = split.iter().copied().filter(|share| share.1 > 0).collect();
        written.push([shared.as_slice(), &[(STRANGE, 1)]].concat());
        if let [first, .., last] = shared.as_slice() {
            written.push([shared.as_slice(), &[*first]].concat());
            written.push([&[*last], &shared[..shared.len() - 1]].concat());
        }
        written.push(split);
        written.push(shared);
    }
    written.push(options.iter().map(|item| (*item, u32::MAX)).collect());
    written.into_iter().map(Choice::Split).collect()
}

/// Whether an answer is legal, by what the request's words say.
pub fn legal(request: &Request, choice: &Choice) -> bool {
    match (&request.ask, choice) {
        (Ask::Pick { options, min, max, ordered, constraints }, Choice::Pick(items)) => {
            let picked: BTreeSet<Item> = items.iter().copied().collect();
            let offered = picked.iter().all(|item| options.contains(item));
            let each_once = picked.len() == items.len();
            let in_order = *ordered || picked.iter().eq(items);
            let enough = *min as usize <= items.len() && items.len() <= *max as usize;
            offered
                && each_once
                && in_order
                && enough
                && constraints.iter().all(|constraint| {
                    meets(&constraint.limit, options, &|item| u64::from(picked.contains(item)))
                })
        }
        (Ask::Number { min, max }, Choice::Number(number)) => min <= number && number <= max,
        (Ask::Split { total, options, constraints }, Choice::Split(shares)) => {
            let given: BTreeMap<Item, u64> =
                shares.iter().map(|share| (share.0, u64::from(share.1))).collect();
            let offered = given.keys().all(|item| options.contains(item));
            let written_once = given
                .iter()
                .map(|(item, share)| (*item, *share))
                .eq(shares.iter().map(|share| (share.0, u64::from(share.1))));
            let something_each = given.values().all(|share| *share > 0);
            let all_of_it = given.values().sum::<u64>() == u64::from(*total);
            let share = |item: &Item| given.get(item).copied().unwrap_or(0);
            let all_met = constraints.iter().all(|constraint| meets(&constraint.limit, options, &share));
            offered && written_once && something_each && all_of_it && all_met
        }
        (Ask::Name { among }, Choice::Name(name)) => among.contains(name),
        _ => false,
    }
}

/// Whether the shares of an answer meet a limit; what is picked has a share of one.
fn meets(limit: &Limit, options: &[Item], share: &dyn Fn(&Item) -> u64) -> bool {
    let total = |items: &[Item]| items.iter().map(share).sum::<u64>();
    match limit {
        Limit::AtMost { items, max } => total(items) <= u64::from(*max),
        Limit::AtLeast { items, min } => total(items) >= u64::from(*min),
        Limit::NoneOrAtLeast { items, min } => total(items) == 0 || total(items) >= u64::from(*min),
        Limit::EachAtLeast(least) => options.iter().all(|item| share(item) >= u64::from(*least)),
        Limit::OnlyIf { items, needs, least } => {
            items.iter().all(|item| share(item) == 0)
                || needs.iter().map(|(item, weight)| share(item) * u64::from(*weight)).sum::<u64>()
                    >= u64::from(*least)
        }
        Limit::Groups { groups, min } => {
            groups.iter().filter(|group| group.iter().any(|item| share(item) > 0)).count() >= *min as usize
        }
    }
}
