//! Costs in words, each as something that its player does.

use duelog_kernel::prose::listed;

use super::terms::{Wording, zone_name};
use crate::language::definition::{Cost, Deed, Group, Ref, ZoneKind};
use crate::words::change::property_name;
use crate::words::symbol;

/// A number of things of a kind.
pub(super) fn so_many(number: u32, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

impl Wording<'_> {
    /// The parts of a cost, as a player pays them: `pay 2{r} and destroy this`.
    pub fn costs(&self, costs: &[Cost]) -> String {
        if costs.is_empty() {
            "pay nothing".to_string()
        } else {
            self.by(&Ref::You, || listed(costs.iter().map(|cost| self.cost(cost)), "and"))
        }
    }

    fn cost(&self, cost: &Cost) -> String {
        let some = |count: &u32| (*count).min(i32::MAX as u32) as i32;
        match cost {
            Cost::Pay(count) => format!("pay {count}{}", symbol::resource()),
            Cost::PayRank(keyword) => {
                format!("pay as many resource points as the number behind {}", keyword.plain_name())
            }
            Cost::Chi(count) => format!("pay {count}{}", symbol::chi()),
            Cost::Life(count) => format!("pay {count}{}", symbol::life()),
            Cost::DestroyWithLink => "destroy this when the chain link resolves".to_string(),
            Cost::DestroyWithChain => "destroy this when the combat chain closes".to_string(),
            Cost::RemoveCounters(count, kind) => {
                format!("remove {} from this", so_many(*count, &format!("{} counter", kind.in_words())))
            }
            Cost::PutCounters(count, kind) => {
                format!("put {} on this", so_many(*count, &format!("{} counter", kind.in_words())))
            }
            Cost::Create(count, name) => format!("create {}", so_many(*count, &format!("{name} token"))),
            Cost::Times(Deed::TakeCounter(kind), Group::Of(one)) => {
                format!("remove X {} counters from {}", kind.in_words(), self.refer(one))
            }
            Cost::Times(deed, group) => {
                let (before, behind) = done_to(*deed);
                format!("{before} X {}{behind}", self.members(group, true))
            }
            Cost::Total(deed, property, least, group) => {
                let (before, behind) = done_to(*deed);
                let total = format!("with {least} or more total {}", property_name(*property));
                format!("{before} any number of {}{behind} {total}", self.members(group, true))
            }
            Cost::Random(deed, count, group) => {
                let cards = match group {
                    Group::Zone(kind, ..) if *kind != ZoneKind::Hand => {
                        format!(" from your {}", zone_name(*kind))
                    }
                    _ => String::new(),
                };
                let (before, behind) = done_to(*deed);
                let number = if *count == 1 { "a card".to_string() } else { so_many(*count, "card") };
                format!("{before} {number}{cards}{behind} at random")
            }
            Cost::Deed(deed, count, group) => {
                let (before, behind) = done_to(*deed);
                let what = match group {
                    Group::Of(_) | Group::Top(..) => self.group(group),
                    Group::Zone(ZoneKind::Hand, Ref::You, filter) if *deed == Deed::Discard => {
                        self.some(some(count), filter, "card")
                    }
                    Group::Zone(kind, Ref::You, filter) => {
                        format!("{} from your {}", self.some(some(count), filter, "card"), zone_name(*kind))
                    }
                    Group::Arena(filter) => self.some(some(count), filter, "object"),
                    group if *count == 1 => duelog_kernel::phrase::article(&self.members(group, false)),
                    group => format!("{count} {}", self.members(group, true)),
                };
                format!("{before} {what}{behind}")
            }
        }
    }
}

/// Returns what is done with what as a cost: the words before it and behind it.
fn done_to(deed: Deed) -> (&'static str, &'static str) {
    match deed {
        Deed::Destroy => ("destroy", ""),
        Deed::Discard => ("discard", ""),
        Deed::Banish => ("banish", ""),
        Deed::Reveal => ("reveal", ""),
        Deed::Tap => (symbol::tap(), ""),
        Deed::Untap => (symbol::untap(), ""),
        Deed::TurnUp => ("turn", " face up"),
        Deed::TurnDown => ("turn", " face down"),
        Deed::Bottom => ("put", " on the bottom of your deck"),
        Deed::Charge => ("charge", ""),
        Deed::BanishDown => ("banish", " face down"),
        Deed::TakeCounter(_) => ("remove a counter from", ""),
        _ => ("use", ""),
    }
}
