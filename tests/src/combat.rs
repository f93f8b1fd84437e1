//! Combat by the letter of 508.1, 509.1 and 510.1, from what everybody at the table sees: the twin of the engine's requests.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::view::{CardView, View};
use duelog_kernel::{Item, ObjectId, Seat};
use duelog_magic::state::{Combat, Value};

/// A permanent as the table sees it.
#[derive(Debug, Clone, Default)]
pub struct Body {
    facts: BTreeMap<String, String>,
}

/// The table as everybody sees it.
#[derive(Debug, Clone)]
pub struct Sight {
    bodies: BTreeMap<ObjectId, Body>,
    active: Seat,
}

impl Body {
    fn of(card: &CardView) -> Body {
        Body { facts: card.facts.iter().map(|fact| (fact.name.clone(), fact.value.clone())).collect() }
    }

    fn fact(&self, name: &str) -> &str {
        self.facts.get(name).map_or("", String::as_str)
    }

    fn number(&self, name: &str) -> i64 {
        self.fact(name).parse().unwrap_or(0)
    }

    fn listed(&self, list: &str, word: &str) -> bool {
        self.fact(list).split(", ").any(|listed| listed == word)
    }

    fn is(&self, word: &str) -> bool {
        self.fact("types").split_whitespace().any(|found| found == word)
    }

    fn has(&self, keyword: &str) -> bool {
        self.listed("keywords", keyword)
    }

    fn colors(&self) -> BTreeSet<&str> {
        self.fact("colors").split(", ").filter(|color| *color != "colorless" && !color.is_empty()).collect()
    }

    fn controller(&self) -> Option<Seat> {
        self.fact("controller").strip_prefix("seat ").and_then(|seat| seat.parse().ok()).map(Seat)
    }

    fn tapped(&self) -> bool {
        self.fact("tapped") == "yes"
    }

    /// How many creatures it can block: one (509.1a), and those that effects add.
    fn can_block_count(&self) -> usize {
        let more = self.fact("limits").split(", ").filter_map(|limit| limit.strip_prefix("can block ")?.strip_suffix(" more")?.parse::<usize>().ok());
        1 + more.sum::<usize>()
    }
}

/// The id at the end of a label such as `Serra Angel #12`.
fn labelled(label: &str) -> Option<ObjectId> {
    label.rsplit_once('#').and_then(|(_, id)| id.parse().ok()).map(ObjectId)
}

impl Sight {
    /// What a view shows.
    pub fn of(view: &View) -> Sight {
        let battlefield = view.zones.iter().filter(|zone| zone.name == "battlefield");
        let bodies = battlefield.flat_map(|zone| &zone.cards).map(|card| (card.id, Body::of(card))).collect();
        let active = view.turn.iter().find(|fact| fact.name == "active").and_then(|fact| fact.value.strip_prefix("seat "));
        Sight { bodies, active: Seat(active.and_then(|seat| seat.parse().ok()).unwrap_or(0)) }
    }

    fn defender(&self) -> Seat {
        Seat(1 - self.active.0)
    }

    /// The pairs of a creature and what it attacks that are legal by themselves (508.1a-c).
    pub fn attacks(&self) -> Vec<Item> {
        let mut pairs = Vec::new();
        for (id, body) in &self.bodies {
            let chosen = body.is("Creature") && body.controller() == Some(self.active) && !body.tapped() && body.fact("summoning-sick") != "yes";
            let restricted = body.has("defender") || body.listed("limits", "cannot attack");
            if !chosen || restricted {
                continue;
            }
            pairs.push(Item::PairSeat(*id, self.defender()));
            let walkers = self.bodies.iter().filter(|(_, other)| other.is("Planeswalker") && other.controller() == Some(self.defender()));
            pairs.extend(walkers.map(|(walker, _)| Item::Pair(*id, *walker)));
        }
        pairs
    }

    /// The pairs of a blocker and its attacker that are legal by themselves (509.1a-b).
    pub fn blocks(&self) -> Vec<Item> {
        let attackers: Vec<ObjectId> = self.bodies.iter().filter(|(_, body)| body.facts.contains_key("attacking")).map(|(id, _)| *id).collect();
        let mut pairs = Vec::new();
        for (id, body) in &self.bodies {
            let chosen = body.is("Creature") && body.controller() == Some(self.defender()) && !body.tapped();
            if chosen && !body.listed("limits", "cannot block") {
                pairs.extend(attackers.iter().filter(|attacker| self.may_block(body, **attacker)).map(|attacker| Item::Pair(*id, *attacker)));
            }
        }
        pairs
    }

    /// Whether no evasion of the attacker keeps the creature from blocking it (509.1b and the keywords of 702).
    fn may_block(&self, blocker: &Body, attacker: ObjectId) -> bool {
        let attacker = &self.bodies[&attacker];
        let artifact = blocker.is("Artifact");
        let shares_a_color = blocker.colors().intersection(&attacker.colors()).next().is_some();
        let flies_past = attacker.has("flying") && !blocker.has("flying") && !blocker.has("reach");
        let shadow = attacker.has("shadow") != blocker.has("shadow");
        let fear = attacker.has("fear") && !artifact && !blocker.colors().contains("black");
        let intimidate = attacker.has("intimidate") && !artifact && !shares_a_color;
        let protected = blocker.colors().iter().any(|color| attacker.has(&format!("protection from {color}")))
            || blocker.is("Creature") && attacker.has("protection from creatures");
        let lands = self.bodies.values().filter(|body| body.is("Land") && body.controller() == Some(self.defender()));
        let walks = lands.into_iter().any(|land| {
            ["Plains", "Island", "Swamp", "Mountain", "Forest"]
                .iter()
                .any(|kind| land.is(kind) && attacker.has(&format!("{}walk", kind.to_lowercase())))
        });
        let never = attacker.listed("limits", "cannot be blocked");
        let choosy = attacker.fact("limits").contains(ONLY_WHITE) && !blocker.colors().contains("white");
        !(flies_past || shadow || fear || intimidate || protected || walks || never || choosy)
    }

    /// The declarations of attackers that are legal, out of all that can be made of pairs that are legal by themselves.
    pub fn legal_attacks(&self) -> BTreeSet<Vec<Item>> {
        let pairs = self.attacks();
        // 508.1b: one player or planeswalker for each attacker.
        let unrestricted: Vec<Vec<Item>> = subsets(&pairs).into_iter().filter(|declared| each_once(&creatures(declared))).collect();
        let required = |id: &ObjectId| self.bodies[id].listed("limits", "attacks each combat if able");
        most_required(unrestricted, |declared| creatures(declared).iter().filter(|id| required(id)).count())
    }

    /// The declarations of blockers that are legal, out of all that can be made of pairs that are legal by themselves.
    pub fn legal_blocks(&self) -> BTreeSet<Vec<Item>> {
        let mut unrestricted = subsets(&self.blocks());
        unrestricted.retain(|declared| {
            let blockers = creatures(declared);
            let one_each = blockers.iter().all(|id| blockers.iter().filter(|other| *other == id).count() <= self.bodies[id].can_block_count());
            // 702.110b: an attacker with menace is blocked by nobody or by two or more.
            let attackers: Vec<ObjectId> =
                declared.iter().filter_map(|item| if let Item::Pair(_, attacker) = item { Some(*attacker) } else { None }).collect();
            let menace = |id: &ObjectId| self.bodies[id].has("menace") && attackers.iter().filter(|other| *other == id).count() == 1;
            one_each && !attackers.iter().any(menace)
        });
        let required = |id: &ObjectId| self.bodies[id].listed("limits", "blocks each combat if able");
        most_required(unrestricted, |declared| {
            let blocking: BTreeSet<ObjectId> = creatures(declared).into_iter().collect();
            blocking.iter().filter(|id| required(id)).count()
        })
    }

    /// The ways in which a creature may assign its damage (510.1c-d, 702.2c, 702.19b): what each receiver gets, the receivers in order.
    ///
    /// The order and what was assigned before in this step are decisions; the view does not repeat them.
    pub fn legal_damage(&self, source: ObjectId, combat: &Combat) -> (Vec<Item>, BTreeSet<Vec<u64>>) {
        let body = &self.bodies[&source];
        let attack = combat.attacks.iter().find(|attack| attack.attacker == source);
        let opposing = match attack {
            Some(attack) => attack.blockers.clone(),
            None => combat.blocks.iter().find(|block| block.0 == source).map_or(Vec::new(), |block| block.1.clone()),
        };
        let mut receivers: Vec<Item> = opposing.iter().copied().map(Item::Object).collect();
        let mut lethal: Vec<u64> = opposing.iter().map(|id| self.lethal(body, *id, combat)).collect();
        if attack.is_some() && body.has("trample") {
            let attacked = body.fact("attacking");
            let defender = attacked.strip_prefix("seat ").and_then(|seat| seat.parse().ok()).map(|seat| Item::Seat(Seat(seat)));
            if let Some(item) = defender.or_else(|| labelled(attacked).filter(|id| self.bodies.contains_key(id)).map(Item::Object)) {
                receivers.push(item);
                lethal.push(0);
            }
        }
        let total = body.number("power").max(0) as u64;
        let in_order =
            |shares: &Vec<u64>| (0..shares.len()).all(|place| shares[place] == 0 || (0..place).all(|earlier| shares[earlier] >= lethal[earlier]));
        (receivers.clone(), distributions(total, receivers.len()).into_iter().filter(in_order).collect())
    }

    fn lethal(&self, source: &Body, id: ObjectId, combat: &Combat) -> u64 {
        let body = &self.bodies[&id];
        let before: Vec<_> = combat.assigned.iter().filter(|hit| hit.to == Value::Object(id) && hit.amount > 0).collect();
        if before.iter().any(|hit| self.bodies.get(&hit.source).is_some_and(|other| other.has("deathtouch"))) {
            return 0;
        }
        let suffered = body.number("damage") + before.iter().map(|hit| i64::from(hit.amount)).sum::<i64>();
        let left = (body.number("toughness") - suffered).max(0) as u64;
        if source.has("deathtouch") { left.min(1) } else { left }
    }

    /// Whether the view shows these creatures blocking the attacker.
    pub fn blockers_of(&self, attacker: ObjectId) -> BTreeSet<ObjectId> {
        let blocks = |body: &Body| body.fact("blocking").split(", ").filter_map(labelled).any(|blocked| blocked == attacker);
        self.bodies.iter().filter(|(_, body)| blocks(body)).map(|(id, _)| *id).collect()
    }
}

/// How a view says that a creature can be blocked by white creatures only.
pub const ONLY_WHITE: &str = "can be blocked only by white";

fn creatures(declared: &[Item]) -> Vec<ObjectId> {
    let creature = |item: &Item| match item {
        Item::Pair(creature, _) | Item::PairSeat(creature, _) => Some(*creature),
        _ => None,
    };
    declared.iter().filter_map(creature).collect()
}

fn each_once(ids: &[ObjectId]) -> bool {
    ids.iter().collect::<BTreeSet<_>>().len() == ids.len()
}

/// All subsets, each in ascending order.
fn subsets(items: &[Item]) -> Vec<Vec<Item>> {
    let mut all = vec![Vec::new()];
    let sorted: BTreeSet<Item> = items.iter().copied().collect();
    for item in sorted {
        let with: Vec<Vec<Item>> = all.iter().map(|subset: &Vec<Item>| [subset.as_slice(), &[item]].concat()).collect();
        all.extend(with);
    }
    all
}

/// 508.1d, 509.1c: of the declarations that break no restriction, those that obey the most requirements.
fn most_required(declarations: Vec<Vec<Item>>, obeyed: impl Fn(&[Item]) -> usize) -> BTreeSet<Vec<Item>> {
    let most = declarations.iter().map(|declared| obeyed(declared)).max().unwrap_or(0);
    declarations.into_iter().filter(|declared| obeyed(declared) == most).collect()
}

/// All ways to distribute a total among so many places.
pub fn distributions(total: u64, places: usize) -> Vec<Vec<u64>> {
    match places {
        0 => Vec::new(),
        1 => vec![vec![total]],
        _ => (0..=total)
            .flat_map(|first| distributions(total - first, places - 1).into_iter().map(move |rest| [&[first], rest.as_slice()].concat()))
            .collect(),
    }
}
