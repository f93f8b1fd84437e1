//! Conditions: what must be so.

use duelog_duel_masters::language::definition::Deed;
use duelog_duel_masters::language::definition::{Compare, Condition, Filter, Group, Number, Ref, Role, When};
use duelog_duel_masters::language::types::{CardType, Civilization, Place};

use crate::grammar::{Node, Rule, number};
use crate::noun::{Noun, civilizations};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

/// What is counted of a player.
fn group(node: &Node<'_>, who: Ref, setting: &Setting) -> Done<Group> {
    let own = node.get(Rule::counted).ok_or("it is not said of what")?;
    let mut noun = Noun::read(&own, setting)?.of_shields(&own);
    noun.owner = Some(noun.owner.unwrap_or(who));
    if noun.place.is_none() && own.text().trim_start().starts_with("card") {
        return Err("it is not said where the cards are".to_string());
    }
    noun.group()
}

fn who(node: &Node<'_>, setting: &Setting) -> Ref {
    if node.has(Rule::you_have) || node.has(Rule::you_more) {
        Ref::You
    } else if node.has(Rule::he_too) {
        setting.his()
    } else {
        Ref::Opponent
    }
}

/// A condition.
#[expect(clippy::too_many_lines, reason = "one flat table: what each condition means")]
pub fn condition(node: &Node<'_>, setting: &Setting) -> Done<Condition> {
    let this = |filter: Filter| Condition::Matches(Ref::This, filter);
    let at_least = |number: i32| Number::N(number);
    Ok(match node.rule() {
        Rule::c_no => not(Condition::Exists(group(node, who(node, setting), setting)?)),
        Rule::c_have | Rule::c_theirs_has | Rule::c_at_least => {
            let count = match (node.get(Rule::num), node.get(Rule::digits)) {
                (Some(count), _) | (None, Some(count)) => number(&count)?,
                (None, None) => 1,
            };
            let group = group(node, who(node, setting), setting)?;
            if count == 1 {
                Condition::Exists(group)
            } else {
                Condition::AtLeast(Number::Count(group), at_least(count))
            }
        }
        Rule::c_fewer => {
            let group = group(node, who(node, setting), setting)?;
            not(Condition::AtLeast(Number::Count(group), at_least(node.digits()? + 1)))
        }
        Rule::c_more_than => {
            let own = node.get(Rule::more_of).ok_or("it is not said of what")?;
            let of = |who: Ref| {
                let counted = own.get(Rule::counted).ok_or("it is not said of what")?;
                // What the one has more of is in the same zone of the other.
                let noun = Noun { owner: Some(who), ..Noun::read(&counted, setting)?.of_shields(&counted) };
                noun.group().map(Number::Count)
            };
            let (more, fewer) =
                if node.has(Rule::you_more) { (Ref::You, Ref::Opponent) } else { (Ref::Opponent, Ref::You) };
            not(Condition::AtLeast(of(fewer)?, of(more)?))
        }
        Rule::c_mana_all => {
            let other = Filter::Not(Box::new(civilizations(
                &node.get(Rule::civs).ok_or("no civilization is named")?,
            )?));
            not(Condition::Exists(Group::In(Place::Mana, Ref::You, other)))
        }
        Rule::c_mana_tapped => {
            let untapped = Filter::Not(Box::new(Filter::Tapped));
            not(Condition::Exists(Group::In(Place::Mana, Ref::You, untapped)))
        }
        Rule::c_this_power => {
            let power = Filter::Power(Compare::AtLeast, Box::new(Number::N(node.digits()?)));
            if node.text().starts_with("the crossed") {
                Condition::Exists(Group::Battle(Filter::All(vec![Filter::Host, power])))
            } else {
                this(power)
            }
        }
        Rule::c_this_tapped => this(Filter::Tapped),
        Rule::c_this_tapped_turn => {
            Condition::All(vec![Condition::TurnOf(Ref::Opponent), this(Filter::Tapped)])
        }
        Rule::c_attacking_creature => {
            let player = Filter::Not(Box::new(Filter::AttackingPlayer));
            this(Filter::All(vec![Filter::Attacking, player]))
        }
        Rule::c_attacking => this(Filter::Attacking),
        Rule::c_blocking => this(Filter::Blocking),
        Rule::c_battling => {
            let mut noun = Noun::read(&node.first()?, setting)?;
            // Only creatures battle.
            noun.filters.retain(|filter| *filter != Filter::Kind(CardType::Creature));
            this(Filter::Battling(Box::new(noun.filter()?)))
        }
        Rule::c_cast_spell => {
            Condition::Happened(When::Does(Ref::You, Deed::Use, Filter::Kind(CardType::Spell)))
        }
        Rule::c_only_creature => {
            let own = Filter::All(vec![
                Filter::Kind(CardType::Creature),
                Filter::Of(Ref::You),
                Filter::Not(Box::new(Filter::This)),
            ]);
            not(Condition::Exists(Group::Battle(own)))
        }
        Rule::c_broke => {
            Condition::Happened(When::Combat { role: Role::Breaks, what: Filter::This, with: None })
        }
        Rule::c_another_untapped => {
            let own = vec![
                Filter::Kind(CardType::Creature),
                Filter::Not(Box::new(Filter::Tapped)),
                Filter::Not(Box::new(Filter::This)),
            ];
            Condition::Exists(Group::Battle(Filter::All(own)))
        }
        Rule::c_another => {
            let name = node.first()?.text().trim().trim_matches(['«', '»']).to_string();
            let own = vec![Filter::Named(name), Filter::Not(Box::new(Filter::This))];
            Condition::Exists(Group::Battle(Filter::All(own)))
        }
        Rule::c_all_civs => {
            let of = |civilization| {
                Condition::Exists(Group::Battle(Filter::All(vec![
                    Filter::Of(Ref::You),
                    Filter::Civilization(civilization),
                ])))
            };
            Condition::All(Civilization::ALL.into_iter().map(of).collect())
        }
        Rule::c_there_are => {
            let own = node.get(Rule::counted).ok_or("it is not said of what")?;
            let noun = Noun::read(&own, setting)?;
            Condition::AtLeast(Number::Count(noun.group()?), at_least(node.digits()?))
        }
        _ => return Err(format!("the condition `{}` is not understood", node.text())),
    })
}
