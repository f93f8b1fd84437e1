//! Help for a person at a terminal: passing when nothing else can be done.

use std::collections::BTreeMap;

use duelog_kernel::decision::{Ask, Choice, Item};
use duelog_kernel::{Match, ObjectId, Viewer};

/// Remembers what it has tried out.
#[derive(Default)]
pub struct Aid {
    /// True if using an ability only gives mana or the like, by object and place.
    idle: BTreeMap<(ObjectId, u32), bool>,
}

impl Aid {
    /// Returns whether the player who is asked can do nothing but pass, give up, and use abilities that
    /// change nothing but mana.
    pub fn idle(&mut self, game: &mut dyn Match) -> bool {
        let Some(request) = game.request() else { return false };
        let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return false };
        let (seat, options) = (request.seat, options.clone());
        options.iter().all(|item| match *item {
            Item::Pass | Item::Concede | Item::Draw => true,
            Item::Ability(object, place) => *self.idle.entry((object, place)).or_insert_with(|| {
                let mut copy = game.lean();
                let before = copy.view(Viewer::Public);
                let asked = copy.decide(seat, &Choice::one(*item)).is_ok()
                    && copy.request().is_some_and(|request| request.seat == seat);
                let after = copy.view(Viewer::Public);
                let count =
                    |view: &duelog_kernel::View| view.zones.iter().map(|zone| zone.count).collect::<Vec<_>>();
                let mana = |view: &duelog_kernel::View| {
                    view.players.iter().map(|player| player.facts.clone()).collect::<Vec<_>>()
                };
                asked
                    && count(&before) == count(&after)
                    && mana(&before) != mana(&after)
                    && same_life(&before, &after)
            }),
            _ => false,
        })
    }
}

fn same_life(before: &duelog_kernel::View, after: &duelog_kernel::View) -> bool {
    let life = |view: &duelog_kernel::View| {
        view.players
            .iter()
            .flat_map(|player| player.facts.iter().filter(|fact| fact.name == "life").cloned())
            .collect::<Vec<_>>()
    };
    life(before) == life(after)
}
