//! Kernel mechanisms against what the same words say when they are followed directly: scripts as trees, the
//! order of triggered abilities, the choice among replacement effects, the order of continuous effects.

use duelog_kernel::continuous::{self, Layering};
use duelog_kernel::replacement::{self, Candidate, Policy};
use duelog_kernel::rng::{Purpose, Rng, Seed, Stream};
use duelog_kernel::script::{Code, Cursor, Eye, Language, Pause, Script};
use duelog_kernel::{Seat, bounds, trigger};
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Words;

impl Language for Words {
    type Verb = u8;
    type Condition = u8;
    type Group = u8;
    type Number = u8;
    type Who = u8;
    type Moment = u8;
    type Cost = u8;
}

type Tree = Script<Words>;

/// What a script does and asks, with what it has at hand and keeps at that moment.
#[derive(Debug, Clone, PartialEq)]
struct Step {
    what: What,
    it: Option<u32>,
    kept: Vec<i32>,
}

#[derive(Debug, Clone, PartialEq)]
enum What {
    Do(u8),
    Holds(u8),
    Members(u8),
    Number(u8),
    May(u8),
    Pay(u8, u32),
    Choose(u8, u32),
    Delayed(u8),
    TooLong,
}

/// The table that a script plays on: it answers at random, the same to the same questions in the same order.
struct Game {
    answers: Stream,
    steps: Vec<Step>,
}

impl Game {
    fn new(seed: u64) -> Game {
        Game { answers: Rng::new(Seed::from_number(seed)).peek(Purpose::Choice), steps: Vec::new() }
    }

    fn note(&mut self, what: What, it: Option<u32>, kept: &[i32]) {
        self.steps.push(Step { what, it, kept: kept.to_vec() });
    }

    fn members(&mut self) -> Vec<u32> {
        (0..self.answers.below(3)).map(|_| self.answers.below(1_000)).collect()
    }

    fn number(&mut self) -> i32 {
        self.answers.below(4) as i32 - 1
    }
}

impl Eye<Words, u32> for Game {
    fn holds(&mut self, condition: &u8, cursor: &Cursor<u32>) -> bool {
        self.note(What::Holds(*condition), cursor.it().copied(), &cursor.kept);
        self.answers.below(2) == 0
    }

    fn members(&mut self, group: &u8, cursor: &Cursor<u32>) -> Vec<u32> {
        self.note(What::Members(*group), cursor.it().copied(), &cursor.kept);
        Game::members(self)
    }

    fn number(&mut self, number: &u8, cursor: &Cursor<u32>) -> i32 {
        self.note(What::Number(*number), cursor.it().copied(), &cursor.kept);
        Game::number(self)
    }

    fn round(&self, round: u32) -> u32 {
        round
    }
}

/// Runs the compiled steps, then the delayed scripts in the order in which they were set up.
fn compiled(tree: &Tree, seed: u64) -> Vec<Step> {
    let code = Code::compile(tree).expect("it is short");
    let mut game = Game::new(seed);
    let mut starts = vec![0];
    let mut run = 0;
    while let Some(start) = starts.get(run).copied() {
        run += 1;
        let mut cursor = Cursor::starting_at(start);
        loop {
            let pause = cursor.next(&code, &mut game);
            let it = cursor.it().copied();
            match pause {
                Pause::Do(verb) => game.note(What::Do(*verb), it, &cursor.kept),
                Pause::May(who) => {
                    game.note(What::May(*who), it, &cursor.kept);
                    let yes = game.answers.below(2) == 0;
                    cursor.may(&code, yes);
                }
                Pause::Pay(who, costs) => {
                    game.note(What::Pay(*who, costs.len() as u32), it, &cursor.kept);
                    let paid = game.answers.below(2) == 0;
                    cursor.pay(&code, paid);
                }
                Pause::Choose(who, parts) => {
                    game.note(What::Choose(*who, u32::from(parts)), it, &cursor.kept);
                    let part = game.answers.below(u32::from(parts)) as u8;
                    cursor.choose(&code, part);
                }
                Pause::Delayed(moment, start) => {
                    game.note(What::Delayed(*moment), it, &cursor.kept);
                    starts.push(start);
                }
                Pause::TooLong => {
                    game.note(What::TooLong, it, &cursor.kept);
                    return game.steps;
                }
                Pause::End => break,
            }
        }
    }
    game.steps
}

/// The same by walking the tree.
struct Walk<'a> {
    game: Game,
    it: Vec<u32>,
    /// The members of the loops over groups.
    members: Vec<u32>,
    kept: Vec<i32>,
    delayed: Vec<&'a Tree>,
}

/// The script keeps more numbers than it may.
struct TooLong;

impl<'a> Walk<'a> {
    fn note(&mut self, what: What) {
        let it = self.it.last().copied();
        let kept = std::mem::take(&mut self.kept);
        self.game.note(what, it, &kept);
        self.kept = kept;
    }

    fn all(&mut self, members: Vec<u32>, body: &'a Tree) -> Result<(), TooLong> {
        for member in members {
            self.it.push(member);
            self.go(body)?;
            self.it.pop();
        }
        Ok(())
    }

    fn each(&mut self, body: &'a Tree) -> Result<(), TooLong> {
        for member in self.game.members() {
            self.members.push(member);
            self.all(vec![member], body)?;
            self.members.pop();
        }
        Ok(())
    }

    fn go(&mut self, tree: &'a Tree) -> Result<(), TooLong> {
        match tree {
            Script::Do(verb) => self.note(What::Do(*verb)),
            Script::Seq(parts) => parts.iter().try_for_each(|part| self.go(part))?,
            Script::If(condition, then) => {
                self.note(What::Holds(*condition));
                if self.game.answers.below(2) == 0 {
                    self.go(then)?;
                }
            }
            Script::IfElse(condition, then, otherwise) => {
                self.note(What::Holds(*condition));
                let holds = self.game.answers.below(2) == 0;
                self.go(if holds { then } else { otherwise })?;
            }
            Script::Each(group, body) => {
                self.note(What::Members(*group));
                self.each(body)?;
            }
            Script::Repeat(number, body) => {
                self.note(What::Number(*number));
                let rounds = self.game.number().max(0) as u32;
                let member = self.members.last().copied();
                self.all((0..rounds).map(|round| member.unwrap_or(round)).collect(), body)?;
            }
            Script::May(who, then) => {
                self.note(What::May(*who));
                if self.game.answers.below(2) == 0 {
                    self.go(then)?;
                }
            }
            Script::Again(who, body) => loop {
                self.go(body)?;
                self.note(What::May(*who));
                if self.game.answers.below(2) != 0 {
                    break;
                }
            },
            Script::MayElse(who, then, otherwise) => {
                self.note(What::May(*who));
                let yes = self.game.answers.below(2) == 0;
                self.go(if yes { then } else { otherwise })?;
            }
            Script::Pay(who, costs, then, otherwise) => {
                self.note(What::Pay(*who, costs.len() as u32));
                let paid = self.game.answers.below(2) == 0;
                self.go(if paid { then } else { otherwise })?;
            }
            Script::Choose(who, parts) => {
                self.note(What::Choose(*who, parts.len() as u32));
                let part = self.game.answers.below(parts.len() as u32);
                self.go(&parts[part as usize])?;
            }
            Script::Let(number) => {
                if self.kept.len() >= bounds::KEPT {
                    self.note(What::TooLong);
                    return Err(TooLong);
                }
                self.note(What::Number(*number));
                let kept = self.game.number();
                self.kept.push(kept);
            }
            Script::Delayed(moment, body) => {
                self.note(What::Delayed(*moment));
                self.delayed.push(body);
            }
        }
        Ok(())
    }
}

fn walked(tree: &Tree, seed: u64) -> Vec<Step> {
    let (it, members, kept) = (Vec::new(), Vec::new(), Vec::new());
    let mut walk = Walk { game: Game::new(seed), it, members, kept, delayed: vec![tree] };
    let mut run = 0;
    while let Some(script) = walk.delayed.get(run).copied() {
        run += 1;
        walk.kept.clear();
        if walk.go(script).is_err() {
            break;
        }
    }
    walk.game.steps
}

fn script() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![4 => any::<u8>().prop_map(Script::Do), 1 => any::<u8>().prop_map(Script::Let)];
    leaf.prop_recursive(6, 60, 4, |inner| {
        let one = || inner.clone().prop_map(Box::new);
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 0..5).prop_map(Script::Seq),
            1 => (any::<u8>(), one()).prop_map(|(a, b)| Script::If(a, b)),
            1 => (any::<u8>(), one(), one()).prop_map(|(a, b, c)| Script::IfElse(a, b, c)),
            1 => (any::<u8>(), one()).prop_map(|(a, b)| Script::Each(a, b)),
            1 => (any::<u8>(), one()).prop_map(|(a, b)| Script::Repeat(a, b)),
            1 => (any::<u8>(), one()).prop_map(|(a, b)| Script::May(a, b)),
            1 => (any::<u8>(), one()).prop_map(|(a, b)| Script::Again(a, b)),
            1 => (any::<u8>(), one(), one()).prop_map(|(a, b, c)| Script::MayElse(a, b, c)),
            1 => (any::<u8>(), prop::collection::vec(any::<u8>(), 1..3), one(), one())
                .prop_map(|(a, b, c, d)| Script::Pay(a, b, c, d)),
            1 => (any::<u8>(), prop::collection::vec(inner.clone(), 1..4)).prop_map(|(a, b)| Script::Choose(a, b)),
            1 => (any::<u8>(), one()).prop_map(|(a, b)| Script::Delayed(a, b)),
        ]
    })
}

/// A continuous effect on a board of bits: what it writes follows from what it reads.
#[derive(Debug, Clone, PartialEq)]
struct Bits {
    number: u32,
    layer: u8,
    class: u8,
    reads: u64,
    writes: u64,
    salt: u64,
    brings: Option<Box<Bits>>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Board {
    bits: u64,
    applied: Vec<u32>,
    arising: Vec<Bits>,
}

/// How bits are ordered; in layer 2 nothing depends on anything.
struct Layers;

impl Layering for Layers {
    type Board = Board;
    type Effect = Bits;
    type Outcome = u64;
    type Layer = u8;

    fn layer(&self, effect: &Bits) -> u8 {
        effect.layer
    }
    fn order(&self, effect: &Bits) -> (u8, u32) {
        (effect.class, effect.number)
    }
    fn may_depend(&self, layer: u8) -> bool {
        layer != 2
    }
    fn reads(&self, effect: &Bits) -> u64 {
        effect.reads
    }
    fn writes(&self, effect: &Bits) -> u64 {
        effect.writes
    }
    fn outcome(&self, board: &Board, effect: &Bits) -> u64 {
        ((board.bits & effect.reads) ^ effect.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & effect.writes
    }
    fn depends(&self, board: &mut Board, effect: (&Bits, &u64), other: (&Bits, &u64)) -> bool {
        assert_eq!(
            *effect.1,
            self.outcome(board, effect.0),
            "what is kept of an effect is what it would do now"
        );
        assert_eq!(*other.1, self.outcome(board, other.0), "and of the other one");
        let mut trial = board.clone();
        self.apply(&mut trial, other.0);
        self.outcome(&trial, effect.0) != *effect.1
    }
    fn apply(&self, board: &mut Board, effect: &Bits) {
        board.bits = board.bits & !effect.writes | self.outcome(board, effect);
        board.applied.push(effect.number);
        board.arising.extend(effect.brings.as_deref().cloned());
    }
    fn arisen(&self, board: &mut Board, layer: u8) -> Vec<Bits> {
        board.arising.drain(..).filter(|effect| effect.layer >= layer).collect()
    }
}

/// The same order by asking everything anew: the first effect of the layer all of whose dependencies lead
/// back to it.
fn ordered(mut waiting: Vec<Bits>) -> Board {
    let mut board = Board::default();
    while !waiting.is_empty() {
        waiting.sort_by_key(|effect| (effect.layer, effect.class, effect.number));
        let (layer, class) = (waiting[0].layer, waiting[0].class);
        let count =
            waiting.iter().take_while(|effect| (effect.layer, effect.class) == (layer, class)).count();
        let depends = |a: usize, b: usize| {
            let (effect, other) = (&waiting[a], &waiting[b]);
            let (one, two) = (Layers.outcome(&board, effect), Layers.outcome(&board, other));
            a != b && layer != 2 && Layers.depends(&mut board.clone(), (effect, &one), (other, &two))
        };
        let leads_back = |from: usize, to: usize| {
            let (mut reached, mut open) = (vec![from], vec![from]);
            while let Some(at) = open.pop() {
                let is_new = |next: &usize| !reached.contains(next) && depends(at, *next);
                let next: Vec<usize> = (0..count).filter(is_new).collect();
                reached.extend(&next);
                open.extend(next);
            }
            reached.contains(&to)
        };
        let is_next =
            |place: &usize| (0..count).all(|other| !depends(*place, other) || leads_back(other, *place));
        let next = (0..count).find(is_next).unwrap_or(0);
        let effect = waiting.remove(next);
        Layers.apply(&mut board, &effect);
        waiting.extend(Layers.arisen(&mut board, layer));
    }
    board
}

fn effects() -> impl Strategy<Value = Vec<Bits>> {
    let bits = (0..4u8, 0..2u8, 0..16u64, 0..16u64, any::<u64>(), any::<bool>(), 0..4u8);
    prop::collection::vec(bits, 0..9).prop_map(|all| {
        let numbered = (0..).zip(all);
        let effects = numbered.map(|(number, (layer, class, reads, writes, salt, brings, more))| {
            let own = Bits { number, layer, class: class.min(layer), reads, writes, salt, brings: None };
            let brought = Bits { number: number + 100, layer: layer.max(more), ..own.clone() };
            Bits { brings: (brings && number % 3 == 0).then(|| Box::new(brought)), ..own }
        });
        effects.collect()
    })
}

/// Candidates for one event: their keys, tiers and choosers.
fn candidates() -> impl Strategy<Value = Vec<Candidate<u8>>> {
    let candidate =
        (0..12u8, 0..3u8, 0..3u8).prop_map(|(key, tier, seat)| Candidate { key, tier, chooser: Seat(seat) });
    prop::collection::vec(candidate, 0..8).prop_map(|mut all| {
        all.sort_by_key(|candidate| candidate.key);
        all.dedup_by_key(|candidate| candidate.key);
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn compiled_scripts_do_what_their_trees_say(tree in script(), seed in any::<u64>()) {
        prop_assert_eq!(compiled(&tree, seed), walked(&tree, seed));
    }

    #[test]
    fn triggered_abilities_are_placed_by_class_then_by_player(
        waiting in prop::collection::vec((0..3u8, (0..4u8).prop_map(Seat)), 0..12),
        first in 0..4u8,
        seed in any::<u64>(),
    ) {
        let order: Vec<Seat> = (0..4).map(|place| Seat((first + place) % 4)).collect();
        let place_of = |seat: Seat| order.iter().position(|other| *other == seat);
        let mut expected = waiting.clone();
        expected.sort_by_key(|entry| (entry.0, place_of(entry.1)));
        let mut stream = Rng::new(Seed::from_number(seed)).peek(Purpose::Choice);
        let (mut left, mut placed) = (waiting, Vec::new());
        loop {
            let next = match trigger::next(&left, &order) {
                trigger::Next::Nothing => break,
                trigger::Next::Place(place) => {
                    let alike = left.iter().filter(|entry| **entry == left[place]).count();
                    prop_assert_eq!(alike, 1, "a player with several of one class is asked");
                    place
                }
                trigger::Next::Choose(seat, among) => {
                    let class = left.iter().map(|entry| entry.0).min();
                    let own: Vec<usize> = (0..left.len()).filter(|place| Some(left[*place].0) == class && left[*place].1 == seat).collect();
                    prop_assert_eq!(&among, &own, "the player chooses among all of the class that are the player's");
                    prop_assert!(among.len() > 1);
                    among[stream.below(among.len() as u32) as usize]
                }
            };
            placed.push(left.remove(next));
        }
        prop_assert!(left.is_empty());
        prop_assert_eq!(placed, expected);
    }

    #[test]
    fn continuous_effects_apply_in_order_of_layer_dependency_and_time(effects in effects()) {
        let mut board = Board::default();
        continuous::apply_all(&Layers, &mut board, effects.clone());
        prop_assert_eq!(board, ordered(effects));
    }

    #[test]
    fn replacement_effects_apply_once_by_tier_and_as_the_right_player_chooses(
        // What applies can change with each effect that has been applied.
        moments in prop::collection::vec(candidates(), 1..6),
        once in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let policy = if once { Policy::OnceEach } else { Policy::OnePerEvent };
        let mut stream = Rng::new(Seed::from_number(seed)).peek(Purpose::Choice);
        let mut applied: Vec<u8> = Vec::new();
        loop {
            let now = &moments[applied.len().min(moments.len() - 1)];
            let open: Vec<&Candidate<u8>> = now.iter().filter(|candidate| !applied.contains(&candidate.key)).collect();
            let tier = open.iter().map(|candidate| candidate.tier).min();
            let first: Vec<&Candidate<u8>> = open.into_iter().filter(|candidate| Some(candidate.tier) == tier).collect();
            let over = first.is_empty() || !once && !applied.is_empty();
            let key = match replacement::next(policy, now, &applied) {
                replacement::Next::Happen => {
                    prop_assert!(over, "an effect that applies is left out");
                    break;
                }
                _ if over => return Err(TestCaseError::fail("an effect too many")),
                replacement::Next::Apply(key) => {
                    let own: Vec<u8> = first.iter().filter(|other| other.chooser == first[0].chooser).map(|other| other.key).collect();
                    prop_assert_eq!(own, vec![key], "nobody is asked only where one is left");
                    key
                }
                replacement::Next::Choose(seat, keys) => {
                    prop_assert_eq!(seat, first[0].chooser);
                    let own: Vec<u8> = first.iter().filter(|other| other.chooser == seat).map(|other| other.key).collect();
                    prop_assert_eq!(&keys, &own);
                    prop_assert!(keys.len() > 1);
                    keys[stream.below(keys.len() as u32) as usize]
                }
            };
            prop_assert!(!applied.contains(&key));
            applied.push(key);
        }
    }
}

/// Three members to go through, and no answers.
struct Still;

impl Eye<Words, u32> for Still {
    fn holds(&mut self, _: &u8, _: &Cursor<u32>) -> bool {
        false
    }
    fn members(&mut self, _: &u8, _: &Cursor<u32>) -> Vec<u32> {
        vec![7, 8, 9]
    }
    fn number(&mut self, _: &u8, _: &Cursor<u32>) -> i32 {
        2
    }
    fn round(&self, round: u32) -> u32 {
        round
    }
}

#[test]
fn a_cursor_counts_what_its_loops_still_go_through() {
    let inner = Script::Repeat(0, Box::new(Script::Do(1)));
    let code = Code::compile(&Script::Each(0, Box::new(inner))).expect("it is short");
    let mut cursor = Cursor::<u32>::starting_at(0);
    let mut left = vec![cursor.left()];
    while let Pause::Do(_) = cursor.next(&code, &mut Still) {
        left.push(cursor.left());
    }
    left.push(cursor.left());
    assert_eq!(left, [0, 4, 4, 3, 3, 2, 2, 0]);
}

#[test]
fn a_script_has_a_bound() {
    let steps = |count: usize| Code::compile(&Tree::Seq(vec![Script::Do(0); count])).err();
    let most = usize::from(u16::MAX) - 1;
    assert_eq!(steps(most), None);
    for count in [most + 1, most + 2] {
        assert_eq!(steps(count).as_deref(), Some("the script is too long"));
    }
    let parts = |count: usize| Code::compile(&Tree::Choose(0, vec![Script::Do(0); count])).err();
    assert_eq!(parts(255), None);
    assert_eq!(parts(256).as_deref(), Some("a choice among more than 255 parts"));
}
