//! Combat by the letter of 508.1, 509.1 and 510.1, from what everybody at the table sees: the twin of the
//! engine's requests.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::view::{CardView, View};
use duelog_kernel::{Item, ObjectId, Seat};
use duelog_magic::state::Combat;

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
        let more = "can block an additional creature each combat";
        1 + self.fact("limits").split(", ").filter(|limit| *limit == more).count()
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
        let active = view
            .turn
            .iter()
            .find(|fact| fact.name == "active")
            .and_then(|fact| fact.value.strip_prefix("seat "));
        Sight { bodies, active: Seat(active.and_then(|seat| seat.parse().ok()).unwrap_or(0)) }
    }

    fn defender(&self) -> Seat {
        Seat(1 - self.active.0)
    }

    /// The pairs of a creature and what it attacks that are legal by themselves (508.1a-c).
    pub fn attacks(&self) -> Vec<Item> {
        let mut pairs = Vec::new();
        for (id, body) in &self.bodies {
            let chosen = body.is("Creature")
                && body.controller() == Some(self.active)
                && !body.tapped()
                && body.fact("summoning-sick") != "yes";
            let restricted = body.has("defender") || body.listed("limits", "can't attack");
            if !chosen || restricted {
                continue;
            }
            pairs.push(Item::PairSeat(*id, self.defender()));
            let walkers = self
                .bodies
                .iter()
                .filter(|(_, other)| other.is("Planeswalker") && other.controller() == Some(self.defender()));
            pairs.extend(walkers.map(|(walker, _)| Item::Pair(*id, *walker)));
        }
        pairs
    }

    /// The pairs of a blocker and its attacker that are legal by themselves (509.1a-b).
    pub fn blocks(&self) -> Vec<Item> {
        let attackers: Vec<ObjectId> = self
            .bodies
            .iter()
            .filter(|(_, body)| body.facts.contains_key("attacking"))
            .map(|(id, _)| *id)
            .collect();
        let mut pairs = Vec::new();
        for (id, body) in &self.bodies {
            let chosen = body.is("Creature") && body.controller() == Some(self.defender()) && !body.tapped();
            if chosen && !body.listed("limits", "can't block") {
                pairs.extend(
                    attackers
                        .iter()
                        .filter(|attacker| self.may_block(body, **attacker))
                        .map(|attacker| Item::Pair(*id, *attacker)),
                );
            }
        }
        pairs
    }

    /// Whether no evasion of the attacker keeps the creature from blocking it (509.1b and the keywords of
    /// 702).
    fn may_block(&self, blocker: &Body, attacker: ObjectId) -> bool {
        let attacker = &self.bodies[&attacker];
        let artifact = blocker.is("Artifact");
        let shares_a_color = blocker.colors().intersection(&attacker.colors()).next().is_some();
        let flies_past = attacker.has("flying") && !blocker.has("flying") && !blocker.has("reach");
        let shadow = attacker.has("shadow") != blocker.has("shadow");
        let horses = attacker.has("horsemanship") && !blocker.has("horsemanship");
        let skulks = attacker.has("skulk") && blocker.number("power") > attacker.number("power");
        let fear = attacker.has("fear") && !artifact && !blocker.colors().contains("black");
        let intimidate = attacker.has("intimidate") && !artifact && !shares_a_color;
        let protected =
            blocker.colors().iter().any(|color| attacker.has(&format!("protection from {color}")))
                || blocker.is("Creature") && attacker.has("protection from creatures");
        let lands =
            self.bodies.values().filter(|body| body.is("Land") && body.controller() == Some(self.defender()));
        let walks = lands.into_iter().any(|land| {
            ["Plains", "Island", "Swamp", "Mountain", "Forest"]
                .iter()
                .any(|kind| land.is(kind) && attacker.has(&format!("{}walk", kind.to_lowercase())))
        });
        let never = attacker.listed("limits", "can't be blocked");
        let choosy = attacker.fact("limits").contains(ONLY_WHITE) && !blocker.colors().contains("white");
        !(flies_past
            || shadow
            || horses
            || skulks
            || fear
            || intimidate
            || protected
            || walks
            || never
            || choosy)
    }

    /// The declarations of attackers that are legal, out of all that can be made of pairs that are legal by
    /// themselves.
    pub fn legal_attacks(&self) -> BTreeSet<Vec<Item>> {
        let pairs = self.attacks();
        // 508.1b: one player or planeswalker for each attacker.
        let alone = |declared: &[Item]| matches!(declared, [Item::Pair(id, _) | Item::PairSeat(id, _)] if self.bodies[id].listed("limits", "can't attack alone"));
        let unrestricted = subsets(&pairs)
            .into_iter()
            .filter(|declared| each_once(&creatures(declared)) && !alone(declared))
            .collect();
        let required = |id: &ObjectId| self.bodies[id].listed("limits", "attacks each combat if able");
        most_required(unrestricted, |declared| {
            let attacking = creatures(declared);
            attacking.iter().filter(|id| required(id)).count() + self.obeyed("attack", declared)
        })
    }

    /// The declarations of blockers that are legal, out of all that can be made of pairs that are legal by
    /// themselves.
    pub fn legal_blocks(&self) -> BTreeSet<Vec<Item>> {
        let mut unrestricted = subsets(&self.blocks());
        unrestricted.retain(|declared| {
            let blockers = creatures(declared);
            let one_each = blockers.iter().all(|id| {
                blockers.iter().filter(|other| *other == id).count() <= self.bodies[id].can_block_count()
            });
            // 702.110b: an attacker with menace is blocked by nobody or by two or more.
            let attackers: Vec<ObjectId> = declared
                .iter()
                .filter_map(|item| if let Item::Pair(_, attacker) = item { Some(*attacker) } else { None })
                .collect();
            let menace = |id: &ObjectId| {
                self.bodies[id].has("menace") && attackers.iter().filter(|other| *other == id).count() == 1
            };
            let different: BTreeSet<ObjectId> = blockers.iter().copied().collect();
            let alone = different.len() == 1
                && different.iter().all(|id| self.bodies[id].listed("limits", "can't block alone"));
            one_each && !alone && !attackers.iter().any(menace)
        });
        let required = |id: &ObjectId| self.bodies[id].listed("limits", "blocks each combat if able");
        let lured = |item: &&Item| matches!(item, Item::Pair(_, attacker) if self.bodies[attacker].listed("limits", "must be blocked by all creatures able to block"));
        most_required(unrestricted, |declared| {
            let blocking: BTreeSet<ObjectId> = creatures(declared).into_iter().collect();
            blocking.iter().filter(|id| required(id)).count()
                + declared.iter().filter(lured).count()
                + self.obeyed("block", declared)
        })
    }

    /// How many requirements to attack or block one certain player or creature a declaration obeys.
    fn obeyed(&self, deed: &str, declared: &[Item]) -> usize {
        let obeys = |item: &&Item| {
            let (creature, what) = match item {
                Item::Pair(creature, what) => (creature, format!("#{}", what.0)),
                Item::PairSeat(creature, seat) => (creature, format!("seat {}", seat.0)),
                _ => return false,
            };
            self.bodies[creature].listed("limits", &format!("must {deed} {what} if able"))
        };
        declared.iter().filter(obeys).count()
    }

    /// The ways in which a player's creatures may assign their damage together (510.1c-e, 702.2c, 702.19b):
    /// for each of them what each of its receivers gets, the receivers in order. Nothing where they are
    /// too many to list.
    ///
    /// The orders are decisions and the view does not repeat them; nor does it say who has struck, or whether
    /// it is the first of two steps.
    pub fn legal_damage(
        &self,
        attacking: bool,
        combat: &Combat,
        first: bool,
    ) -> Option<Vec<(BTreeMap<Item, u64>, bool)>> {
        let sources: Vec<ObjectId> = if attacking {
            combat.attacks.iter().map(|attack| attack.attacker).collect()
        } else {
            combat.blocks.iter().map(|block| block.0).collect()
        };
        let deals = |id: &ObjectId| {
            strikes(&self.bodies[id], *id, combat, first) && self.bodies[id].number("power") > 0
        };
        let (open, alone): (Vec<ObjectId>, Vec<ObjectId>) =
            sources.into_iter().filter(deals).partition(|id| self.receivers(*id, combat).len() > 1);
        let settled: Vec<(ObjectId, ObjectId, u64)> = alone
            .into_iter()
            .filter_map(|source| match self.receivers(source, combat).first() {
                Some((Item::Pair(_, to), _)) => {
                    Some((source, *to, self.bodies[&source].number("power") as u64))
                }
                _ => None,
            })
            .collect();
        let sources = open;
        let lists: Vec<Vec<(Item, ObjectId)>> =
            sources.iter().map(|source| self.receivers(*source, combat)).collect();
        let mut all: Vec<BTreeMap<Item, u64>> = vec![BTreeMap::new()];
        for (source, receivers) in sources.iter().zip(&lists) {
            let power = self.bodies[source].number("power").max(0) as u64;
            let ways = distributions(power, receivers.len());
            if all.len() * ways.len() > MANY {
                return None;
            }
            let with = |given: &BTreeMap<Item, u64>, shares: &Vec<u64>| {
                let more = receivers.iter().zip(shares).map(|((item, _), share)| (*item, *share));
                given.iter().map(|(item, share)| (*item, *share)).chain(more).collect()
            };
            all = all.iter().flat_map(|given| ways.iter().map(move |shares| with(given, shares))).collect();
        }
        let legal = |given: &BTreeMap<Item, u64>| {
            lists.iter().all(|receivers| {
                (0..receivers.len()).all(|place| {
                    given[&receivers[place].0] == 0
                        || receivers[..place]
                            .iter()
                            .all(|(_, earlier)| self.is_lethal(*earlier, given, &settled))
                })
            })
        };
        Some(
            all.into_iter()
                .map(|given| {
                    let fine = legal(&given);
                    (given, fine)
                })
                .collect(),
        )
    }

    /// To whom a creature may deal its damage, in order, as the item and the creature.
    pub fn receivers(&self, source: ObjectId, combat: &Combat) -> Vec<(Item, ObjectId)> {
        let body = &self.bodies[&source];
        let attack = combat.attacks.iter().find(|attack| attack.attacker == source);
        let opposing = match attack {
            Some(attack) => attack.blockers.clone(),
            None => combat
                .blocks
                .iter()
                .find(|block| block.0 == source)
                .map_or(Vec::new(), |block| block.1.clone()),
        };
        let mut receivers: Vec<(Item, ObjectId)> =
            opposing.iter().map(|id| (Item::Pair(source, *id), *id)).collect();
        if attack.is_some_and(|attack| !attack.blocked || body.has("trample")) {
            let attacked = body.fact("attacking");
            let defender = attacked
                .strip_prefix("seat ")
                .and_then(|seat| seat.parse().ok())
                .map(|seat| Item::PairSeat(source, Seat(seat)));
            let walker =
                labelled(attacked).filter(|id| self.bodies.contains_key(id)).map(|id| Item::Pair(source, id));
            receivers.extend(defender.or(walker).map(|item| (item, source)));
        }
        receivers
    }

    /// Whether all damage that is assigned to a creature in this step, with what it has, is lethal.
    fn is_lethal(
        &self,
        id: ObjectId,
        given: &BTreeMap<Item, u64>,
        settled: &[(ObjectId, ObjectId, u64)],
    ) -> bool {
        let body = &self.bodies[&id];
        let alone = settled.iter().filter(|hit| hit.1 == id).map(|hit| (hit.0, hit.2));
        let shared = given.iter().filter_map(|(item, share)| match item {
            Item::Pair(source, to) if *to == id => Some((*source, *share)),
            _ => None,
        });
        let hits: Vec<(ObjectId, u64)> = shared.chain(alone).filter(|hit| hit.1 > 0).collect();
        let needed = (body.number("toughness") - body.number("damage")).max(0) as u64;
        needed == 0
            || hits.iter().any(|hit| self.bodies[&hit.0].has("deathtouch"))
            || hits.iter().map(|hit| hit.1).sum::<u64>() >= needed
    }

    /// Whether the view shows these creatures blocking the attacker.
    pub fn blockers_of(&self, attacker: ObjectId) -> BTreeSet<ObjectId> {
        let blocks = |body: &Body| {
            body.fact("blocking").split(", ").filter_map(labelled).any(|blocked| blocked == attacker)
        };
        self.bodies.iter().filter(|(_, body)| blocks(body)).map(|(id, _)| *id).collect()
    }
}

/// Whether a creature deals damage in the step at hand: one with double strike in both, others in one of them
/// (510.4).
fn strikes(body: &Body, source: ObjectId, combat: &Combat, first: bool) -> bool {
    body.has("double strike")
        || if first { body.has("first strike") } else { !combat.struck.contains(&source) }
}

/// More ways to assign damage than are listed.
const MANY: usize = 3_000;

/// How a view says that a creature can be blocked by white creatures only.
pub const ONLY_WHITE: &str = "can't be blocked by nonwhite";

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
        let with: Vec<Vec<Item>> =
            all.iter().map(|subset: &Vec<Item>| [subset.as_slice(), &[item]].concat()).collect();
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
            .flat_map(|first| {
                distributions(total - first, places - 1)
                    .into_iter()
                    .map(move |rest| [&[first], rest.as_slice()].concat())
            })
            .collect(),
    }
}
