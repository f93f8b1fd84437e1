//! Every game's list of revisions ends with the revision that its crate states.
#![allow(clippy::unwrap_used)]

use duelog_kernel::Factory;
use duelog_kernel::factory::GameDefinition;
use duelog_kernel::revision::parse;

fn check<G: GameDefinition>(factory: &dyn Factory) {
    let list = format!("fixtures/revisions/{}.md", factory.game());
    let path = format!("{}/../{list}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text == G::REVISIONS, "the game carries another list than {list}");
    let revisions = parse(&text).unwrap_or_else(|fault| panic!("{list}: {fault}"));
    let last = revisions.last().map(|revision| revision.number);
    assert_eq!(
        last,
        Some(G::REVISION),
        "{list}: the last entry is not the crate's REVISION: raise the one or add the other"
    );
    assert!(revisions.is_sorted_by(|a, b| a.date <= b.date), "{list}: the dates do not ascend");
    assert_eq!((factory.revision(), factory.revisions()), (G::REVISION, revisions));
    // A rule that an entry names is one that the rulebook has.
    let rules = G::rules();
    for revision in factory.revisions() {
        let named = revision.rule.split(',').map(str::trim).filter(|rule| !rule.is_empty());
        for rule in named {
            assert!(
                rules.iter().any(|known| known.number == rule),
                "{list}: revision {} names {rule}, which is not a rule",
                revision.number
            );
        }
    }
}

#[test]
fn the_last_entry_of_each_list_is_the_revision_of_its_crate() {
    check::<duelog_magic::Magic>(&duelog_magic::factory::MagicFactory::default());
    check::<duelog_duel_masters::DuelMasters>(&duelog_duel_masters::factory::DuelMastersFactory::default());
    check::<duelog_flesh_and_blood::FleshAndBlood>(
        &duelog_flesh_and_blood::factory::FleshAndBloodFactory::default(),
    );
}
