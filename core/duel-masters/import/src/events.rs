//! Events: when something triggers.

use duelog_duel_masters::language::definition::{Becoming, Deed, Filter, Ref, Role, When};
use duelog_duel_masters::language::types::{CardType, Place, Step};

use crate::grammar::{Node, Rule};
use crate::noun::{Noun, all, either, quality};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

/// The events that a moment names.
pub fn moment(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<When>> {
    let begins = |step: Step, who: Ref| Ok(vec![When::Begins(step, who)]);
    match node.rule() {
        Rule::ends_yours => begins(Step::End, Ref::You),
        Rule::ends_each => begins(Step::End, Ref::TurnPlayer),
        Rule::starts_each => {
            setting.him = Some(Ref::EventPlayer);
            begins(Step::Start, Ref::TurnPlayer)
        }
        Rule::starts_yours => begins(Step::Start, Ref::You),
        Rule::starts_theirs => begins(Step::Start, Ref::Opponent),
        Rule::when_event => when_event(node, setting),
        _ => Err(format!("`{}` is not a moment at which abilities trigger", node.text())),
    }
}

/// The events behind `when` and `whenever`. What the event is about is what `it` then means.
pub fn when_event(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<When>> {
    let own = node.parts().find(|part| part.rule() != Rule::event_turn).ok_or("no event is named")?;
    setting.other = false;
    let uses = |who: Ref, what: Filter| Ok(vec![When::Does(who, Deed::Use, what)]);
    match own.rule() {
        Rule::e_you_put | Rule::e_is_put => {
            let what = if own.has(Rule::this_or_others) {
                setting.it = Some(Ref::Event);
                all(vec![Filter::Kind(CardType::Creature), Filter::Of(Ref::You)])
            } else if own.has(Rule::this) {
                setting.it = Some(Ref::This);
                Filter::This
            } else {
                let noun = own.get(Rule::noun_put).ok_or("nothing is put")?.first()?;
                let mut noun = Noun::read(&noun, setting)?;
                setting.it = Some(Ref::Event);
                setting.him = Some(Ref::EventPlayer);
                if own.rule() == Rule::e_you_put {
                    noun.owner = Some(Ref::You);
                }
                noun.creatures()?
            };
            Ok(vec![When::Moves { what, from: None, to: Some(Place::Battle), by: None }])
        }
        Rule::e_you_use => {
            let noun = Noun::read(&own.first()?, setting)?;
            setting.it = Some(Ref::Event);
            uses(Ref::You, noun.filter()?)
        }
        Rule::e_opp_uses => match own.get(Rule::noun) {
            Some(noun) => {
                let noun = Noun::read(&noun, setting)?;
                uses(Ref::Opponent, noun.filter()?)
            }
            None => {
                setting.it = Some(Ref::This);
                let kinds = [CardType::Creature, CardType::Spell].map(Filter::Kind).to_vec();
                uses(Ref::Opponent, either(kinds))
            }
        },
        Rule::e_discards => {
            let who = if own.has(Rule::by_mine) { Ref::You } else { Ref::Opponent };
            setting.it = None;
            Ok(vec![When::Does(who, Deed::Discard, Filter::Any)])
        }
        Rule::e_cast => {
            setting.him = Some(Ref::EventPlayer);
            let of = |who: Ref| When::Does(who, Deed::Use, Filter::Kind(CardType::Spell));
            Ok(vec![of(Ref::You), of(Ref::Opponent)])
        }
        Rule::e_you_generate => uses(Ref::You, Filter::Kind(CardType::CrossGear)),
        Rule::e_creature => of_creature(&own, setting),
        _ => Err(format!("the event `{}` is not understood", own.text())),
    }
}

/// What a creature of an event is, and what `it` then means.
pub fn subject(node: &Node<'_>, setting: &mut Setting) -> Done<Filter> {
    let own = node.first()?;
    match own.rule() {
        Rule::this => {
            setting.it = Some(Ref::This);
            Ok(Filter::This)
        }
        Rule::host if setting.gear => {
            setting.it = Some(Ref::Event);
            Ok(Filter::Host)
        }
        Rule::noun => {
            setting.it = Some(Ref::Event);
            Noun::read(&own, setting)?.creatures()
        }
        _ => Err(format!("`{}` is not a creature here", own.text())),
    }
}

fn of_creature(node: &Node<'_>, setting: &mut Setting) -> Done<Vec<When>> {
    let what = subject(&node.get(Rule::e_subject).ok_or("no creature is named")?, setting)?;
    let verbs = node.parts().filter(|part| part.rule() != Rule::e_subject);
    let mut events = Vec::new();
    for verb in verbs {
        events.push(fights(&verb, what.clone(), setting)?);
    }
    Ok(events)
}

/// A filter with one more.
fn and(what: Filter, more: Filter) -> Filter {
    match what {
        Filter::Any => more,
        Filter::All(mut filters) => {
            filters.push(more);
            all(filters)
        }
        one => Filter::All(vec![one, more]),
    }
}

fn fights(node: &Node<'_>, what: Filter, setting: &mut Setting) -> Done<When> {
    let combat = |role: Role, what: Filter| When::Combat { role, what, with: None };
    let opposed = |setting: &mut Setting| setting.other = true;
    Ok(match node.rule() {
        Rule::v_unblocked if node.text().starts_with("is attacking and") => combat(Role::NotBlocked, what),
        Rule::v_unblocked => combat(Role::NotBlocked, and(what, Filter::AttackingPlayer)),
        Rule::v_blocked_opp => {
            opposed(setting);
            combat(Role::BecomesBlocked, and(what, Filter::AttackingPlayer))
        }
        Rule::v_attacks_creature => {
            let with = match node.get(Rule::that_is) {
                None => Filter::Any,
                Some(such) => all(such.parts().map(|part| quality(&part)).collect::<Done<_>>()?),
            };
            When::Combat { role: Role::Attacks, what, with: Some(with) }
        }
        Rule::v_attacks => combat(Role::Attacks, what),
        Rule::v_attacks_player => combat(Role::Attacks, and(what, Filter::AttackingPlayer)),
        Rule::v_attacked => {
            opposed(setting);
            combat(Role::Attacked, what)
        }
        Rule::v_blocks => {
            opposed(setting);
            combat(Role::Blocks, what)
        }
        Rule::v_blocked => {
            opposed(setting);
            combat(Role::BecomesBlocked, what)
        }
        Rule::v_destroyed => When::Becomes(what, Becoming::Destroyed),
        Rule::v_to_grave => {
            When::Moves { what, from: Some(Place::Battle), to: Some(Place::Graveyard), by: None }
        }
        Rule::v_wins => combat(Role::Wins, what),
        Rule::v_battles if what == Filter::This && setting.after => {
            opposed(setting);
            setting.battling = true;
            combat(Role::HasBattled, what)
        }
        Rule::v_battles => {
            opposed(setting);
            combat(Role::Battles, what)
        }
        Rule::v_leaves => When::Moves { what, from: Some(Place::Battle), to: None, by: None },
        _ => return Err(format!("the event `{}` is not understood", node.text())),
    })
}
