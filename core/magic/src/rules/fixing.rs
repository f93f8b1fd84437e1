//! What the words of an effect that lasts speak of, fixed as it begins (608.2h).
//!
//! A filter that a script says can speak of a target, of a loop's `It`, of X or of a number that is worked out.
//! Nothing of that is known once the script is over. As the effect begins, each such word is looked at in the
//! order of the text, and what it refers to is kept with the effect. As the filter is read back, the words are
//! passed in the same order, and each stands for what was kept: a reference and a group for a target group, a
//! number for itself, a chosen name for that name.

use duelog_kernel::scope::Node;

use crate::cite;
use crate::language::definition::{
    Change, Cost, Filter, Group, Number, Permission, Recipient, Ref, Toll, Trait, Written,
};
use crate::language::keyword::{Keyword, Quality};
use crate::language::mana::Color;
use crate::rules::eval::{Scope, Sight};
use crate::state::{Fixed, Value};

/// What the words of a change speak of, as its effect begins.
pub fn fix(change: &Change<Written>, sight: &Sight<'_>, scope: &Scope<'_>) -> Fixed {
    cite!("608.2h");
    let mut fixing = Fixing { looks: Some((sight, scope)), ..Fixing::default() };
    fixing.change(change);
    fixing.fixed
}

/// A change in which its words stand for what they spoke of as its effect began; the target groups that it then
/// names are those of [`Fixed`].
pub fn read(change: &Change<Written>, fixed: &Fixed) -> Change<Written> {
    let mut fixing = Fixing { fixed: fixed.clone(), ..Fixing::default() };
    fixing.change(change)
}

/// That players have protection from a quality.
fn protection(quality: Quality) -> Change<Written> {
    Change::PlayersGain(Keyword::Protection(quality))
}

/// A walk over the words of a change: with somebody who looks it keeps what they speak of, else it puts what
/// was kept in their places.
#[derive(Default)]
struct Fixing<'a> {
    looks: Option<(&'a Sight<'a>, &'a Scope<'a>)>,
    fixed: Fixed,
    /// How many groups, numbers and names it has passed.
    passed: (usize, usize, usize),
    /// Whether `It` is what the change is asked about, and not what a loop has at hand.
    asked: bool,
}

impl Fixing<'_> {
    fn change(&mut self, change: &Change<Written>) -> Change<Written> {
        match change {
            Change::Rule(ruling, deed, filter) => Change::Rule(*ruling, *deed, self.filter(filter)),
            Change::CostsMore(filter, mana) => Change::CostsMore(self.filter(filter), mana.clone()),
            Change::CostsLess(filter, mana) => Change::CostsLess(self.filter(filter), mana.clone()),
            Change::CostsLessBy(filter, number) => {
                Change::CostsLessBy(self.filter(filter), self.number(number))
            }
            Change::AbilitiesCostMore(filter, mana, all) => {
                Change::AbilitiesCostMore(self.filter(filter), mana.clone(), *all)
            }
            Change::NoCounters(kind, filter) => Change::NoCounters(*kind, self.filter(filter)),
            Change::UntapsAtMost(filter, most) => Change::UntapsAtMost(self.filter(filter), *most),
            Change::CostsAtLeast(filter, least) => Change::CostsAtLeast(self.filter(filter), *least),
            Change::CostsInstead(filter, costs) => Change::CostsInstead(self.filter(filter), costs.clone()),
            // The color is kept as a number, and the player as a reference.
            Change::PlayersGain(Keyword::Protection(Quality::Chosen)) => {
                let color = |(sight, scope): (&Sight<'_>, &Scope<'_>)| sight.chosen_color(scope);
                if let Some(color) = self.looks.and_then(color) {
                    self.fixed.numbers.push(color as i32);
                }
                let color = self.fixed.numbers.first().and_then(|place| Color::ALL.get(*place as usize));
                color.map_or_else(|| change.clone(), |color| protection(Quality::Color(*color)))
            }
            Change::PlayersGain(Keyword::Protection(Quality::ChosenPlayer)) => {
                self.refer(&Ref::ChosenPlayer);
                match self.fixed.groups.first().map(Vec::as_slice) {
                    Some([Value::Seat(seat)]) => protection(Quality::Player(*seat)),
                    _ => change.clone(),
                }
            }
            // Certain cards are kept by themselves.
            Change::MayPlay(permission) if !permission.what.is_certain() => {
                self.asked = true;
                let what = self.within(&permission.what);
                Change::MayPlay(Permission { what, ..permission.clone() })
            }
            Change::Costs(toll) => {
                self.asked = true;
                let costs = toll.costs.iter().map(|cost| self.cost(cost)).collect();
                let (what, whom) = (self.filter(&toll.what), self.recipient(&toll.whom));
                Change::Costs(Toll { to: toll.to, what, whom, costs, never: toll.never })
            }
            other => other.clone(),
        }
    }

    /// Whether a word speaks of what is known only as the change is asked for.
    fn is_open(&self, word: &impl serde::Serialize) -> bool {
        self.asked && Node::of(word).any(&|node: &Node| node.is("Ref", "It"))
    }

    fn cost(&mut self, cost: &Cost) -> Cost {
        match cost {
            Cost::Generic(number) => Cost::Generic(self.number(number)),
            Cost::Life(number) => Cost::Life(self.number(number)),
            Cost::OthersGain(number) => Cost::OthersGain(self.number(number)),
            Cost::ManaTimes(mana, number) => Cost::ManaTimes(mana.clone(), self.number(number)),
            Cost::Deed(deed, number, group) => Cost::Deed(*deed, self.number(number), group.clone()),
            other => other.clone(),
        }
    }

    fn recipient(&mut self, recipient: &Recipient) -> Recipient {
        match recipient {
            Recipient::Objects(filter) => Recipient::Objects(self.filter(filter)),
            Recipient::Either(all) => Recipient::Either(all.iter().map(|one| self.recipient(one)).collect()),
            Recipient::Player(who) => Recipient::Player(self.refer(who)),
            other => other.clone(),
        }
    }

    fn filter(&mut self, filter: &Filter) -> Filter {
        match filter {
            Filter::Chosen(Trait::Name) => self.name(),
            Filter::Shares(which, group) => Filter::Shares(*which, Box::new(self.group(group))),
            Filter::ControlledBy(who) => Filter::ControlledBy(self.refer(who)),
            Filter::OwnedBy(who) => Filter::OwnedBy(self.refer(who)),
            Filter::Is(one) => Filter::Is(self.refer(one)),
            Filter::Fights(one) => Filter::Fights(self.refer(one)),
            Filter::Compare(measure, than, number) => Filter::Compare(*measure, *than, self.number(number)),
            Filter::All(all) => Filter::All(all.iter().map(|one| self.filter(one)).collect()),
            Filter::Either(all) => Filter::Either(all.iter().map(|one| self.filter(one)).collect()),
            Filter::Not(inner) => Filter::Not(Box::new(self.filter(inner))),
            Filter::Did { event, with, times } => Filter::Did {
                event: event.clone(),
                with: with.as_ref().map(|with| self.refer(with)),
                times: *times,
            },
            Filter::Suffered { event, by } => {
                Filter::Suffered { event: event.clone(), by: by.as_ref().map(|by| self.refer(by)) }
            }
            Filter::Targets { what, only } => {
                Filter::Targets { what: Box::new(self.filter(what)), only: *only }
            }
            other => other.clone(),
        }
    }

    /// The players, filters and numbers of a group that is looked at later.
    fn within(&mut self, group: &Group) -> Group {
        match group {
            Group::Together(all) => Group::Together(all.iter().map(|one| self.within(one)).collect()),
            certain if certain.is_certain() => self.group(certain),
            Group::Hand(who, filter) => Group::Hand(self.refer(who), self.filter(filter)),
            Group::Graveyard(who, filter) => Group::Graveyard(self.refer(who), self.filter(filter)),
            Group::LibraryTop(who, filter) => Group::LibraryTop(self.refer(who), self.filter(filter)),
            Group::GraveyardTop(who, filter) => Group::GraveyardTop(self.refer(who), self.filter(filter)),
            Group::Top(who, number) => Group::Top(self.refer(who), self.number(number)),
            Group::Bottom(who, number) => Group::Bottom(self.refer(who), self.number(number)),
            Group::Graveyards(filter) => Group::Graveyards(self.filter(filter)),
            Group::In(zones, filter) => Group::In(zones.clone(), self.filter(filter)),
            Group::Among(group, filter) => Group::Among(Box::new(self.within(group)), self.filter(filter)),
            Group::Except(group, but) => {
                Group::Except(Box::new(self.within(group)), Box::new(self.within(but)))
            }
            other => other.clone(),
        }
    }

    fn refer(&mut self, reference: &Ref) -> Ref {
        // The effect itself knows whose it is and what it comes from, and who is active is asked each time.
        if matches!(reference, Ref::You | Ref::Opponent | Ref::This | Ref::Active) || self.is_open(reference)
        {
            return reference.clone();
        }
        if let Some((sight, scope)) = self.looks {
            self.fixed.groups.push(sight.refer(reference, scope).into_iter().collect());
        }
        Ref::Target(self.next_group())
    }

    fn group(&mut self, group: &Group) -> Group {
        if self.is_open(group) {
            return group.clone();
        }
        if let Some((sight, scope)) = self.looks {
            self.fixed.groups.push(sight.members(group, scope));
        }
        Group::Targets(self.next_group())
    }

    fn next_group(&mut self) -> u8 {
        self.passed.0 += 1;
        u8::try_from(self.passed.0 - 1).unwrap_or(u8::MAX)
    }

    fn number(&mut self, number: &Number) -> Number {
        // The effect keeps its X for what it costs.
        if matches!(number, Number::N(_)) || (self.asked && *number == Number::X) || self.is_open(number) {
            return number.clone();
        }
        if let Some((sight, scope)) = self.looks {
            self.fixed.numbers.push(sight.number(number, scope));
        }
        self.passed.1 += 1;
        Number::N(self.fixed.numbers.get(self.passed.1 - 1).copied().unwrap_or(0))
    }

    /// The name that was chosen last; where a script has not chosen one it is that of the source.
    fn name(&mut self) -> Filter {
        if let Some((_, scope)) = self.looks {
            self.fixed.names.push(scope.named.unwrap_or_default().to_string());
        }
        self.passed.2 += 1;
        match self.fixed.names.get(self.passed.2 - 1) {
            Some(name) if !name.is_empty() => Filter::Named(name.clone()),
            _ => Filter::Chosen(Trait::Name),
        }
    }
}
