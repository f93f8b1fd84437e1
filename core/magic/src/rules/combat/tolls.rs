//! What it costs to attack and to block (508.1h-j, 509.1d-f).

use duelog_kernel::value::sides;
use duelog_kernel::{Constraint, Item, Limit, ObjectId, RuleId, Seat, bounds};

use crate::language::definition::{Change, Cost, Deed, Number, total_mana};
use crate::language::mana::ManaCost;
use crate::rule;
use crate::rules::eval::{ManaSource, Scope, Sight};
use crate::rules::game::Magic;
use crate::rules::keywords::vigilance;
use crate::rules::mana_pool::Purpose;
use crate::rules::pattern::receives;
use crate::rules::paying::add_generic;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::Ruling;
use crate::state::{Attack, Declared, Due, Value};

/// What a declaration costs in all.
#[derive(Debug, Default, PartialEq)]
pub struct Total {
    /// The mana.
    pub mana: ManaCost,
    /// All else.
    pub dues: Vec<Due>,
    /// True if it cannot be done whatever is paid (101.2).
    pub never: bool,
}

impl Total {
    /// Whether nothing has to be paid.
    pub fn is_nothing(&self) -> bool {
        self.mana.is_zero() && self.dues.is_empty() && !self.never
    }

    /// Adds what an effect demands for a creature.
    fn add(&mut self, sight: &Sight<'_>, toll: &Ruling<'_>, creature: ObjectId) {
        let Change::Costs(said) = &*toll.change else { return };
        self.never |= said.never;
        let scope = Scope { it: Some(Value::Object(creature)), ..toll.scope };
        let costs: Vec<&Cost> = said.costs.iter().collect();
        let mut mana = total_mana(&said.costs).with_x(scope.x, None);
        add_generic(sight, &mut mana, &costs, &scope);
        self.mana.add(&mana);
        for (place, cost) in (0u8..).zip(costs) {
            let (Cost::Life(number) | Cost::Deed(_, number, _)) = cost else { continue };
            let number = sight.count(number, &scope);
            if number > 0 {
                self.dues.push(Due { permit: toll.written, place, number });
            }
        }
    }
}

/// Whether an effect demands something of a creature that attacks this player or planeswalker, or blocks this
/// creature.
fn meant(sight: &Sight<'_>, toll: &Ruling<'_>, creature: ObjectId, whom: Value) -> bool {
    let Change::Costs(said) = &*toll.change else { return false };
    // A toll of one player of a team does not concern the creatures of another one.
    let payer = sight.controller(creature).filter(|_| sight.board.shares_turns());
    let own = |seat| sight.tolls(seat, said.to).iter().any(|own| own.written == toll.written);
    if !payer.is_none_or(own) {
        return false;
    }
    let scope = Scope { it: Some(Value::Object(creature)), ..toll.scope };
    sight.matches(&said.what, creature, &scope) && receives(sight, &said.whom, whom, &scope)
}

/// What one creature's attack or block costs.
pub fn of_one(sight: &Sight<'_>, tolls: &[Ruling<'_>], creature: ObjectId, whom: Value) -> Total {
    let mut total = Total::default();
    for toll in tolls.iter().filter(|toll| meant(sight, toll, creature, whom)) {
        total.add(sight, toll, creature);
    }
    total
}

/// Whether a way to attack or block costs nothing. No player is required to pay (508.1d, 509.1c).
pub fn is_free(sight: &Sight<'_>, tolls: &[Ruling<'_>], way: &Item) -> bool {
    tolls.is_empty()
        || sides(way).is_some_and(|(creature, whom)| of_one(sight, tolls, creature, whom).is_nothing())
}

impl Magic {
    /// What a declaration costs in all, as it is now (508.1h, 509.1d).
    pub(super) fn cost_of(&self, sight: &Sight<'_>, seat: Seat, declared: &Declared) -> Total {
        let to = match declared {
            Declared::Attackers(_) => Deed::Attack,
            Declared::Blockers(_) => Deed::Block,
        };
        let tolls = sight.tolls(seat, to);
        if tolls.is_empty() {
            return Total::default();
        }
        let mut ways: Vec<(ObjectId, Vec<Value>)> = match declared {
            Declared::Attackers(attacks) => {
                let whom = |attack: &Attack| attack.defender.into_iter().collect();
                attacks.iter().map(|attack| (attack.attacker, whom(attack))).collect()
            }
            Declared::Blockers(blocks) => {
                let whom = |attackers: &[ObjectId]| attackers.iter().copied().map(Value::Object).collect();
                blocks.iter().map(|(blocker, attackers)| (*blocker, whom(attackers))).collect()
            }
        };
        // Each player of a team pays for the own creatures.
        if sight.board.shares_turns() {
            ways.retain(|(creature, _)| sight.controller(*creature) == Some(seat));
        }
        let mut total = Total::default();
        for toll in &tolls {
            for (creature, whom) in &ways {
                if whom.iter().any(|whom| meant(sight, toll, *creature, *whom)) {
                    total.add(sight, toll, *creature);
                }
            }
        }
        total
    }

    /// True if a declaration costs its player anything, or another player of the team.
    pub(super) fn costs_anybody(&self, sight: &Sight<'_>, seat: Seat, declared: &Declared) -> bool {
        let mates = sight.board.mates(seat);
        mates.into_iter().any(|mate| !self.cost_of(sight, mate, declared).is_nothing())
    }

    /// What is to be paid that is not mana, and what it comes from.
    pub fn part_due(&self, due: &Due) -> Option<(Cost, ObjectId)> {
        let Some(Change::Costs(toll)) = self.card_pool.allowed(&due.permit) else { return None };
        let number = Number::N(bounds::signed(due.number));
        let cost = match toll.costs.get(usize::from(due.place))? {
            Cost::Life(_) => Cost::Life(number),
            Cost::Deed(deed, _, group) => Cost::Deed(*deed, number, group.clone()),
            _ => return None,
        };
        Some((cost, due.permit.source))
    }

    /// Whether a player can pay for one creature's attack or block.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_pay_toll(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        to: Deed,
        tolls: &[Ruling<'_>],
        way: &Item,
    ) -> Result<(), Refusal> {
        let Some((creature, whom)) = sides(way).filter(|_| !tolls.is_empty()) else { return Ok(()) };
        let seat = sight.controller(creature).filter(|_| sight.board.shares_turns()).unwrap_or(seat);
        let total = of_one(sight, tolls, creature, whom);
        if total.never {
            return refuse("an effect says that it cannot do that", rule!("508.1c"));
        }
        for (cost, source) in total.dues.iter().filter_map(|due| self.part_due(due)) {
            self.can_pay(sight, source, &[&cost], &Scope::of(source, seat))?;
        }
        let attacks = to == Deed::Attack;
        let taps = (attacks && !vigilance::stays_untapped(sight, creature)).then_some(creature);
        if total.mana.is_zero() || self.can_pay_mana(sight, seat, (&total.mana, Purpose::Else), taps) {
            return Ok(());
        }
        let rule = if attacks { rule!("508.1h") } else { rule!("509.1d") };
        refuse("the mana that it costs cannot be paid", rule)
    }

    /// How many ways can be paid for at most, where all of those that cost something cost the same generic mana
    /// and nothing else. Other declarations that cannot be paid for are taken back.
    pub(super) fn paid_at_most(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        tolls: &[Ruling<'_>],
        ways: &[Item],
        rule: RuleId,
    ) -> Option<Constraint> {
        // Each player of a team has mana of the own.
        if tolls.is_empty()
            || sight.board.shares_turns()
            || !self.costly_sources(sight, seat, None).is_empty()
        {
            return None;
        }
        let costs = ways.iter().filter_map(|way| {
            let (creature, whom) = sides(way)?;
            Some((*way, creature, of_one(sight, tolls, creature, whom)))
        });
        let costs: Vec<(Item, ObjectId, Total)> = costs.filter(|(_, _, total)| !total.is_nothing()).collect();
        let (_, _, first) = costs.first()?;
        let generic = u32::from(first.mana.generic);
        let plain = first.dues.is_empty() && first.mana.value(0) == generic && generic > 0;
        // What blocks several pays once.
        let several = |creature: ObjectId| super::blocks_at_most(sight, creature) > 1;
        if !plain || costs.iter().any(|(_, creature, total)| total != first || several(*creature)) {
            return None;
        }
        let pool = self.pooled(sight, seat, Purpose::Else);
        let sources = self.sources(sight, seat);
        let open =
            |source: &&ManaSource| source.mark.is_none_or(|mark| self.may_spend(sight, &mark, Purpose::Else));
        let given = bounds::sum(sources.iter().filter(open).map(|source| source.amount));
        let max = pool.saturating_add(given) / generic;
        let items: Vec<Item> = costs.into_iter().map(|(way, ..)| way).collect();
        let tight = (max as usize) < items.len();
        tight.then_some(Constraint { rule, limit: Limit::AtMost { items, max } })
    }
}

impl<'a> Sight<'a> {
    /// The tolls of all players of a team that takes turns together, each once; else those of this player.
    pub(super) fn team_tolls(&self, seat: Seat, to: Deed) -> Vec<Ruling<'a>> {
        let mut all: Vec<Ruling<'a>> = Vec::new();
        for mate in self.board.mates(seat) {
            for toll in self.tolls(mate, to) {
                if !self.board.shares_turns() || all.iter().all(|other| other.written != toll.written) {
                    all.push(toll);
                }
            }
        }
        all
    }
}
