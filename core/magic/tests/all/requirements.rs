//! How many requirements attackers and blockers obey, beside all declarations that there are.

use duelog_kernel::rng::{Purpose, Rng, Seed, Stream};

use duelog_magic::rules::combat::requirements::{Creature, Declaration, Target};

/// The most that any legal declaration obeys, out of all that there are.
fn by_force(of: &Declaration) -> u32 {
    let pairs: Vec<(usize, usize)> = of
        .creatures
        .iter()
        .enumerate()
        .flat_map(|(place, creature)| creature.ways.iter().map(move |way| (place, *way)))
        .collect();
    let mut best = 0;
    for bits in 0u32..1 << pairs.len() {
        let declared: Vec<(usize, usize)> =
            (0..pairs.len()).filter(|place| bits & 1 << place != 0).map(|place| pairs[place]).collect();
        let ways = |creature: usize| declared.iter().filter(|pair| pair.0 == creature).count() as u32;
        let on = |target: usize| declared.iter().filter(|pair| pair.1 == target).count();
        let different = (0..of.creatures.len()).filter(|creature| ways(*creature) > 0).count();
        let legal = of.creatures.iter().enumerate().all(|(place, creature)| {
            ways(place) <= creature.most && (ways(place) == 0 || different > 1 || !creature.never_alone)
        }) && of.targets.iter().enumerate().all(|(place, target)| {
            let on = on(place) as u32;
            (on == 0 || on >= target.least) && target.most.is_none_or(|most| on <= most)
        }) && of.most.is_none_or(|most| declared.len() as u32 <= most);
        if legal {
            let required = (0..of.creatures.len())
                .filter(|creature| of.creatures[*creature].required && ways(*creature) > 0)
                .count();
            let told = |pair: &&(usize, usize)| of.creatures[pair.0].told.contains(&pair.1);
            let told = declared.iter().filter(told).count();
            let all = declared.iter().filter(|pair| of.targets[pair.1].by_all).count();
            let wanted = |target: &usize| of.targets[*target].by_one && on(*target) > 0;
            let one = (0..of.targets.len()).filter(wanted).count();
            best = best.max((required + told + all + one) as u32);
        }
    }
    best
}

fn random(stream: &mut Stream) -> Declaration {
    let (creatures, targets) = (1 + stream.below(4) as usize, 1 + stream.below(4) as usize);
    let mut chance = |of: u32| stream.below(of) == 0;
    let targets: Vec<Target> = (0..targets)
        .map(|_| {
            let least = if chance(2) { if chance(2) { 3 } else { 2 } } else { 0 };
            let most = chance(4).then(|| least.max(if chance(2) { 1 } else { 2 }));
            Target { by_all: chance(3), least, most, by_one: chance(3) }
        })
        .collect();
    let creatures = (0..creatures).map(|_| {
        let ways: Vec<usize> = (0..targets.len()).filter(|_| !chance(3)).collect();
        let told = ways.iter().copied().filter(|_| chance(5)).collect();
        Creature {
            ways,
            told,
            most: if chance(3) { 2 } else { 1 },
            required: chance(2),
            never_alone: chance(3),
        }
    });
    let creatures: Vec<Creature> = creatures.collect();
    let most = if chance(4) { Some(if chance(2) { 1 } else { 2 }) } else { None };
    // What limits all together is there for attackers alone.
    let targets = if most.is_some() {
        targets.iter().map(|target| Target { least: 0, most: None, ..*target }).collect()
    } else {
        targets
    };
    Declaration { creatures, targets, most }
}

// covers: magic 508.1d, 509.1c
#[test]
fn as_many_requirements_are_obeyed_as_by_any_declaration() {
    let mut stream = Rng::new(Seed::from_number(7)).peek(Purpose::Choice);
    let mut tight = 0;
    for _ in 0..3_000 {
        let declaration = random(&mut stream);
        assert_eq!(declaration.obeyable(), by_force(&declaration), "{declaration:?}");
        let loose = declaration.targets.iter().map(|target| Target { least: 0, ..*target }).collect();
        let creatures = declaration
            .creatures
            .iter()
            .map(|creature| Creature { never_alone: false, ..creature.clone() })
            .collect();
        tight += usize::from(
            Declaration { targets: loose, creatures, ..declaration.clone() }.obeyable()
                > declaration.obeyable(),
        );
    }
    assert!(tight >= 100, "restrictions mattered in {tight} only");
}

#[test]
fn many_attackers_and_blockers_that_are_all_required_are_no_trouble() {
    let target = |place: usize| Target {
        by_all: place.is_multiple_of(2),
        least: if place.is_multiple_of(3) { 2 } else { 0 },
        by_one: false,
        most: None,
    };
    let creature = |place: usize| Creature {
        ways: (0..40).filter(|way| !(way + place).is_multiple_of(5)).collect(),
        most: 1 + place as u32 % 30,
        required: true,
        never_alone: place.is_multiple_of(7),
        told: Vec::new(),
    };
    let declaration = Declaration {
        creatures: (0..40).map(creature).collect(),
        targets: (0..40).map(target).collect(),
        most: None,
    };
    assert!(declaration.obeyable() > 40);
}
