//! Answers against a plain reading of what a request says: of all answers that could be given, the validator
//! takes those that are legal, and random ones come to each of these.

use std::collections::BTreeSet;

use duelog_kernel::decision::{is_asked_all_the_same, most_of};
use duelog_kernel::rng::Purpose;
use duelog_kernel::{
    Ask, Choice, Constraint, Illegal, Item, Limit, ObjectId, Prompt, Request, Rng, RuleId, Seat, Seed, sample,
};
use proptest::prelude::*;

const RULE: RuleId = RuleId::new("1.1");

fn item(number: u32) -> Item {
    Item::Object(ObjectId(number))
}

fn request(ask: Ask) -> Request {
    Request { seat: Seat(0), prompt: Prompt::new("choose", false), rule: RULE, subject: None, ask }
}

fn with(ask: Ask, limits: Vec<Limit>) -> Request {
    request(
        ask.with(limits.into_iter().map(|limit| Constraint { rule: RuleId::new("2.2"), limit }).collect()),
    )
}

/// What a limit says, word by word.
fn meets(limit: &Limit, options: &[Item], choice: &Choice) -> bool {
    let amount = |item: &Item| match choice {
        Choice::Pick(items) => u64::from(items.contains(item)),
        Choice::Split(shares) => {
            shares.iter().filter(|share| share.0 == *item).map(|share| u64::from(share.1)).sum()
        }
        Choice::Number(_) | Choice::Name(_) => 0,
    };
    let sum = |items: &[Item]| items.iter().map(amount).sum::<u64>();
    match limit {
        Limit::AtMost { items, max } => sum(items) <= u64::from(*max),
        Limit::AtLeast { items, min } => sum(items) >= u64::from(*min),
        Limit::NoneOrAtLeast { items, min } => sum(items) == 0 || sum(items) >= u64::from(*min),
        Limit::EachAtLeast(least) => options.iter().all(|item| amount(item) >= u64::from(*least)),
        Limit::OnlyIf { items, needs, least } => {
            let needed: u64 = needs.iter().map(|(item, weight)| amount(item) * u64::from(*weight)).sum();
            sum(items) == 0 || needed >= u64::from(*least)
        }
        Limit::Groups { groups, min } => {
            groups.iter().filter(|group| sum(group) > 0).count() >= *min as usize
        }
    }
}

/// Every answer that a request allows, by trying all.
fn legal(request: &Request) -> BTreeSet<Choice> {
    let all = |options: &[Item], constraints: &[Constraint], choices: Vec<Choice>| {
        let meets_all = |choice: &Choice| constraints.iter().all(|each| meets(&each.limit, options, choice));
        choices.into_iter().filter(meets_all).collect()
    };
    match &request.ask {
        Ask::Pick { options, min, max, ordered, constraints } => {
            let mut picks: Vec<Vec<Item>> = vec![Vec::new()];
            let mut grown = picks.clone();
            while !grown.is_empty() {
                let more = |pick: &Vec<Item>| {
                    let fits = |item: &&Item| !pick.contains(item) && (*ordered || pick.last() < Some(*item));
                    options
                        .iter()
                        .filter(fits)
                        .map(|item| [pick.as_slice(), &[*item]].concat())
                        .collect::<Vec<_>>()
                };
                grown = grown.iter().flat_map(more).collect();
                picks.extend(grown.iter().cloned());
            }
            let counts = |pick: &Vec<Item>| (*min as usize..=*max as usize).contains(&pick.len());
            all(options, constraints, picks.into_iter().filter(counts).map(Choice::Pick).collect())
        }
        Ask::Split { total, options, constraints } => {
            let mut splits: Vec<Vec<(Item, u32)>> = vec![Vec::new()];
            for item in options {
                let more = |split: &Vec<(Item, u32)>| {
                    let shares = (0..=*total).map(|share| (*item, share)).filter(|share| share.1 > 0);
                    let with: Vec<_> = shares.map(|share| [split.as_slice(), &[share]].concat()).collect();
                    [vec![split.clone()], with].concat()
                };
                splits = splits.iter().flat_map(more).collect();
            }
            let adds_up = |split: &Vec<(Item, u32)>| split.iter().map(|share| share.1).sum::<u32>() == *total;
            all(options, constraints, splits.into_iter().filter(adds_up).map(Choice::Split).collect())
        }
        Ask::Number { min, max } => (*min..=*max).map(Choice::Number).collect(),
        Ask::Name { among } => among.iter().cloned().map(Choice::Name).collect(),
    }
}

/// Answers that are nearly right, and others.
fn answers(request: &Request) -> Vec<Choice> {
    let open = match &request.ask {
        Ask::Pick { options, ordered, .. } => {
            let all = Ask::Pick {
                options: options.clone(),
                min: 0,
                max: options.len() as u32,
                ordered: *ordered,
                constraints: Vec::new(),
            };
            self::request(all)
        }
        Ask::Split { total, options, .. } => self::request(Ask::split(options.clone(), *total)),
        Ask::Number { min, max } => self::request(Ask::Number { min: min.saturating_sub(1), max: max + 1 }),
        Ask::Name { .. } => request.clone(),
    };
    let strange = [
        Choice::Pick(vec![item(0), item(0)]),
        Choice::Pick(vec![item(1), item(0)]),
        Choice::Pick(vec![item(9)]),
        Choice::Split(vec![(item(0), 0)]),
        Choice::Split(vec![(item(1), 1), (item(0), 1)]),
        Choice::Split(vec![(item(0), 1)]),
        Choice::Name("nobody".to_string()),
    ];
    legal(&open).into_iter().chain(strange).collect()
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    prop::collection::btree_set((0..5u32).prop_map(item), 1..4).prop_map(|items| items.into_iter().collect())
}

fn limit() -> impl Strategy<Value = Limit> {
    prop_oneof![
        (items(), 0..3u32).prop_map(|(items, max)| Limit::AtMost { items, max }),
        (items(), 0..4u32).prop_map(|(items, min)| Limit::AtLeast { items, min }),
        (items(), 0..4u32).prop_map(|(items, min)| Limit::NoneOrAtLeast { items, min }),
        (0..3u32).prop_map(Limit::EachAtLeast),
        (items(), prop::collection::vec(((0..5u32).prop_map(item), 0..3u32), 1..4), 0..4u32)
            .prop_map(|(items, needs, least)| Limit::OnlyIf { items, needs, least }),
        (prop::collection::vec(items(), 1..4), 0..4u32)
            .prop_map(|(groups, min)| Limit::Groups { groups, min }),
    ]
}

fn asked() -> impl Strategy<Value = Request> {
    let limits = || prop::collection::vec(limit(), 0..4);
    let options = |count: u32| (0..count).map(item).collect::<Vec<_>>();
    prop_oneof![
        4 => (0..5u32, 0..4u32, 0..4u32, any::<bool>(), limits()).prop_map(move |(count, min, more, ordered, limits)| {
            let ask = Ask::pick(options(count), min.min(count), (min + more).min(count));
            with(if ordered { ask.ordered() } else { ask }, limits)
        }),
        4 => (1..4u32, 0..5u32, limits()).prop_map(move |(count, total, limits)| with(Ask::split(options(count), total), limits)),
        1 => (0..5u32, 0..4u32).prop_map(|(min, more)| request(Ask::Number { min, max: min + more })),
        1 => (1..4u32).prop_map(|count| {
            let names: Vec<String> = (0..count).map(|number| format!("name {number}")).collect();
            request(Ask::Name { among: names.into() })
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_validator_takes_what_is_legal_and_nothing_else(request in asked()) {
        let legal = legal(&request);
        for choice in answers(&request) {
            prop_assert_eq!(request.validate(&choice).is_ok(), legal.contains(&choice), "{:?}", choice);
            let broken = request.broken(&choice).map(|constraint| constraint.rule);
            if let Err(illegal) = request.validate(&choice) {
                prop_assert!(illegal.rule().is_some());
                let together = matches!(illegal, Illegal::Together { .. });
                prop_assert!(!together || broken == Some(RuleId::new("2.2")));
            } else {
                prop_assert_eq!(broken, None);
            }
        }
    }

    #[test]
    fn random_answers_come_to_every_legal_one(request in asked(), seed in any::<u64>()) {
        let legal = legal(&request);
        let mut stream = Rng::new(Seed::from_number(seed)).peek(Purpose::Choice);
        let mut left = legal.clone();
        for _ in 0..60 * legal.len().max(1) {
            match sample::answer(&request, &mut stream) {
                Some(choice) => {
                    prop_assert!(legal.contains(&choice), "{:?}", choice);
                    left.remove(&choice);
                }
                None => {
                    prop_assert!(legal.is_empty(), "there are legal answers: {:?}", legal);
                    return Ok(());
                }
            }
        }
        prop_assert!(!legal.is_empty(), "there is no legal answer");
        // What something needs is not searched for at random.
        let needs = |constraint: &Constraint| matches!(constraint.limit, Limit::OnlyIf { .. });
        let (Ask::Pick { constraints, .. } | Ask::Split { constraints, .. }) = &request.ask else {
            prop_assert!(left.is_empty(), "never given: {:?}", left);
            return Ok(());
        };
        prop_assert!(left.is_empty() || constraints.iter().any(needs), "never given: {:?}", left);
    }

    #[test]
    fn what_is_forced_is_the_only_legal_answer(request in asked()) {
        if let Some(forced) = request.forced() {
            prop_assert!(legal(&request).is_subset(&BTreeSet::from([forced])));
        }
    }
}

#[test]
fn one_answer_is_given_without_being_asked_for() {
    let options = || vec![item(0), item(1)];
    let forced = |ask: Ask| request(ask).forced();
    assert_eq!(forced(Ask::pick(options(), 2, 2)), Some(Choice::Pick(options())));
    assert_eq!(forced(Ask::order_of(options())), None, "there are two orders");
    assert_eq!(forced(Ask::order_of(vec![item(1)])), Some(Choice::one(item(1))));
    assert_eq!(forced(Ask::pick(options(), 1, 2)), None);
    assert_eq!(forced(Ask::pick(options(), 0, 0)), Some(Choice::Pick(Vec::new())));
    assert_eq!(forced(Ask::pick(Vec::new(), 0, 1)), Some(Choice::Pick(Vec::new())));
    assert_eq!(forced(Ask::Number { min: 2, max: 2 }), Some(Choice::Number(2)));
    assert_eq!(forced(Ask::Number { min: 2, max: 3 }), None);
    assert_eq!(forced(Ask::split(options(), 0)), Some(Choice::Split(Vec::new())));
    assert_eq!(forced(Ask::split(options(), 3)), None);
    assert_eq!(forced(Ask::split(vec![item(1)], 3)), Some(Choice::Split(vec![(item(1), 3)])));
    let limited = with(Ask::pick(options(), 2, 2), vec![Limit::AtMost { items: options(), max: 1 }]);
    assert_eq!(limited.forced(), None, "what is limited is asked");
}

/// A pick is marked where it leaves no choice, but would as everybody sees it; then its maximum is more than there are.
#[test]
fn a_pick_that_only_others_take_for_a_choice_is_known_by_its_maximum() {
    let asked = |max, own: (u32, usize), possible| {
        let most = most_of(max, own, possible);
        (most, is_asked_all_the_same(most, own.1))
    };
    assert_eq!(asked(1, (0, 0), (0, 3)), (1, true), "nothing fits, and anything could");
    assert_eq!(asked(2, (2, 2), (2, 3)), (3, true), "both fit, and one more could");
    assert_eq!(asked(1, (1, 0), (1, 2)), (1, true));
    assert_eq!(asked(2, (0, 1), (0, 3)), (1, false), "there is a choice anyway");
    assert_eq!(asked(1, (1, 1), (1, 1)), (1, false), "all see that there is one card");
    assert_eq!(asked(2, (2, 0), (2, 2)), (0, false), "all see that it takes both or none");
    assert_eq!(asked(0, (0, 0), (0, 3)), (0, false), "nothing is wanted");
    assert_eq!(asked(5, (0, 3), (0, 3)), (3, false));
}

#[test]
fn a_question_with_one_answer_is_for_nothing_unless_that_is_to_pass() {
    let nothing = |ask: Ask| request(ask).asks_for_nothing();
    assert!(nothing(Ask::pick(Vec::new(), 0, 0)) && nothing(Ask::one_of(vec![Item::Flag(false)])));
    assert!(nothing(Ask::Number { min: 0, max: 0 }));
    assert!(!nothing(Ask::one_of(vec![Item::Pass])), "whoever has priority is always asked");
    assert!(!nothing(Ask::one_of(vec![Item::Flag(false), Item::Flag(true)])));
}

#[test]
fn an_answer_is_refused_for_the_first_of_its_faults() {
    let options = || vec![item(0), item(1), item(2)];
    let limits = vec![Limit::AtMost { items: options(), max: 1 }];
    let pick = with(Ask::pick(options(), 1, 2), limits);
    let why =
        |request: &Request, choice: Choice| request.validate(&choice).map_err(|illegal| illegal.to_string());
    let says = |message: &str| Err(format!("{message} (1.1)"));
    assert_eq!(why(&pick, Choice::Number(1)), says("the answer has the wrong shape: a pick is asked"));
    assert_eq!(
        why(&pick, Choice::Pick(vec![item(9), item(9)])),
        says("Object(ObjectId(9)): not among what is legal here")
    );
    let twice = says("an answer names each thing once, ascending where order has no meaning");
    assert_eq!(why(&pick, Choice::Pick(vec![item(1), item(1), item(0)])), twice);
    assert_eq!(why(&pick, Choice::Pick(options())), says("it must be from 1 to 2, not 3"));
    assert_eq!(
        why(&pick, Choice::Pick(vec![item(0), item(1)])),
        Err("at most 1 of these together: Object(ObjectId(0)); Object(ObjectId(1)); Object(ObjectId(2)) (2.2)".into())
    );
    let split = request(Ask::split(options(), 3));
    assert_eq!(why(&split, Choice::Split(vec![(item(0), 4)])), says("it must be exactly 3, not 4"));
    assert_eq!(why(&split, Choice::Split(vec![(item(0), 3), (item(1), 0)])), twice);
    assert_eq!(why(&split, Choice::Split(vec![(item(1), 1), (item(0), 2)])), twice);
    let number = request(Ask::Number { min: 1, max: 2 });
    assert_eq!(
        why(&number, Choice::Name(String::new())),
        says("the answer has the wrong shape: a number is asked")
    );
    assert_eq!(Illegal::Over.rule(), None);
}

#[test]
fn limits_and_amounts_read_as_they_are_meant() {
    let (one, two) = (vec![item(1)], vec![item(1), item(2)]);
    let read =
        |limit: Limit| limit.in_words(|item| item.objects()[0].map_or(String::new(), |id| id.to_string()));
    assert_eq!(read(Limit::AtMost { items: two.clone(), max: 1 }), "at most 1 of these together: #1; #2");
    assert_eq!(read(Limit::AtLeast { items: one.clone(), min: 2 }), "at least 2 of these: #1");
    assert_eq!(
        read(Limit::NoneOrAtLeast { items: two.clone(), min: 2 }),
        "none or at least 2 of these together: #1; #2"
    );
    assert_eq!(read(Limit::EachAtLeast(3)), "at least 3 for each");
    assert_eq!(
        read(Limit::OnlyIf { items: one.clone(), needs: vec![(item(2), 1)], least: 4 }),
        "something for these: #1; only if at least 4 goes to these: #2"
    );
    assert_eq!(
        read(Limit::Groups { groups: vec![one, two], min: 2 }),
        "something of at least 2 of these: #1 / #1; #2"
    );
    let amounts = [Ask::pick(Vec::new(), 1, 1), Ask::pick(Vec::new(), 0, 2), Ask::pick(Vec::new(), 1, 2)];
    assert_eq!(amounts.map(|ask| ask.amount_in_words()), ["1", "up to 2", "1 to 2"]);
    let numbers = Ask::one_of(vec![Item::Number(4), Item::Number(2), Item::Number(6)]);
    assert_eq!(numbers.amount_in_words(), "2, 4, or 6");
    let others =
        [Ask::Number { min: 0, max: 3 }, Ask::split(Vec::new(), 4), Ask::Name { among: Vec::new().into() }];
    assert_eq!(others.map(|ask| ask.amount_in_words()), ["0 to 3", "4", "one"]);
}

#[test]
fn what_is_legal_has_a_hash_of_its_own() {
    let mut buffer = Vec::new();
    let mut hash = |ask: Ask| request(ask).hash(&mut buffer);
    let options = |count: u32| (0..count).map(Item::Number).collect::<Vec<_>>();
    let one = hash(Ask::one_of(options(2)));
    assert_ne!(one, hash(Ask::one_of(options(3))));
    assert_ne!(one, hash(Ask::pick(options(2), 0, 1)));
    assert_eq!(one, hash(Ask::one_of(options(2))), "what was hashed before plays no part");
}

#[test]
fn an_action_is_not_taken_back_while_another_way_is_open() {
    let mut stream = Rng::new(Seed::from_number(5)).peek(Purpose::Choice);
    let mut drawn = |options: &[Item]| -> BTreeSet<Choice> {
        let asked = request(Ask::one_of(options.to_vec()));
        (0..100).filter_map(|_| sample::answer(&asked, &mut stream)).collect()
    };
    let (back, act, ability) = (Item::Flag(false), Item::Act(0, ObjectId(1)), Item::Ability(ObjectId(1), 0));
    assert_eq!(drawn(&[back, act]), BTreeSet::from([Choice::one(act)]));
    assert_eq!(drawn(&[back, ability]), BTreeSet::from([Choice::one(ability)]));
    assert_eq!(drawn(&[back, Item::Flag(true)]).len(), 2, "yes and no are both answers");
}

#[test]
fn items_name_their_objects() {
    let (one, two) = (ObjectId(1), ObjectId(2));
    let more = |id: ObjectId| ObjectId(id.0 + 5);
    for (item, objects, other) in [
        (Item::Object(one), [Some(one), None], Item::Object(more(one))),
        (Item::Ability(one, 3), [Some(one), None], Item::Ability(more(one), 3)),
        (Item::Act(3, one), [Some(one), None], Item::Act(3, more(one))),
        (Item::PairSeat(one, Seat(1)), [Some(one), None], Item::PairSeat(more(one), Seat(1))),
        (Item::Pair(one, two), [Some(one), Some(two)], Item::Pair(more(one), more(two))),
        (Item::Number(1), [None, None], Item::Number(1)),
    ] {
        assert_eq!((item.objects(), item.map_objects(more)), (objects, other));
    }
}
