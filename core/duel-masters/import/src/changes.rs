//! Changes: what something becomes, has, cannot do, must do or may do.

use duelog_duel_masters::language::definition::{
    Arithmetic, Change, Filter, Rule as CardRule, Ruling, Subject, Traits, Until, Written,
};
use duelog_duel_masters::language::keywords::Keyword;
use duelog_duel_masters::language::types::CardType;

use crate::actions::times;
use crate::grammar::{Node, Rule};
use crate::noun::{Noun, keyword, race};
use crate::setting::Setting;

type Done<T> = Result<T, String>;

/// How long something lasts.
pub fn until(node: &Node<'_>) -> Option<Until> {
    match node.rule() {
        Rule::eot => Some(Until::EndOfTurn),
        Rule::next_start => Some(Until::YourTurn),
        _ => None,
    }
}

/// The changes among a node's parts.
pub fn changes(node: &Node<'_>, setting: &Setting) -> Done<Vec<Written>> {
    let mut found = Vec::new();
    for part in node.all(Rule::change) {
        found.extend(change(&part.first()?, setting)?);
    }
    if found.is_empty() { Err("nothing is changed".to_string()) } else { Ok(found) }
}

fn rule(ruling: Ruling, subject: Subject, what: Filter) -> Written {
    Change::Rule(CardRule(ruling, subject, what))
}

/// What creatures another does something with: creatures they are anyway.
fn creatures(node: &Node<'_>, setting: &Setting) -> Done<Filter> {
    let mut noun = Noun::read(node, setting)?;
    noun.filters.retain(|filter| *filter != Filter::Kind(CardType::Creature));
    noun.creatures()
}

/// One change.
pub fn change(node: &Node<'_>, setting: &Setting) -> Done<Vec<Written>> {
    Ok(vec![match node.rule() {
        Rule::ch_power => {
            let digits = node.digits()?;
            let minus = node.get(Rule::sign).is_some_and(|sign| sign.text().trim() == "-");
            let power = times(if minus { -digits } else { digits }, node.get(Rule::for_each), setting)?;
            Change::Power(Arithmetic::Plus, power)
        }
        Rule::ch_doubled => {
            Change::Power(Arithmetic::Times, duelog_duel_masters::language::definition::Number::N(2))
        }
        Rule::ch_keyword => Change::Gain(keyword(&node.first()?.first()?)?),
        Rule::ch_instead_triple => Change::Gain(Keyword::Breaker(3)),
        Rule::ch_race | Rule::ch_also_race => {
            let own = node.get(Rule::race).ok_or("no race is named")?;
            Change::Add(Traits { races: vec![race(own.text())], ..Traits::default() })
        }
        Rule::ch_more_shields => Change::Gain(Keyword::BreaksMore(1)),
        Rule::ch_rule => return ruled(&node.first()?, setting),
        Rule::ch_quoted_ability => {
            let own = node.first()?;
            if own.rule() == Rule::static_line && !own.has(Rule::when_so) && !own.has(Rule::static_if) {
                return given_rule(&own, setting);
            }
            let mut found = crate::abilities::ability(&own, setting)?;
            if found.len() != 1 {
                return Err("one ability at a time is given".to_string());
            }
            Change::Ability(Box::new(found.remove(0)))
        }
        _ => return Err(format!("`{}` is not understood", node.text())),
    }])
}

/// A sentence of a creature about itself that is given to others.
fn given_rule(node: &Node<'_>, setting: &Setting) -> Done<Vec<Written>> {
    let body = node.get(Rule::static_body).ok_or("nothing is given")?;
    let of_this = body.get(Rule::static_subject).is_some_and(|subject| subject.has(Rule::this));
    if !of_this {
        return Err("what is given speaks of another creature".to_string());
    }
    changes(&body, setting)
}

fn ruled(node: &Node<'_>, setting: &Setting) -> Done<Vec<Written>> {
    let what = |node: &Node<'_>| creatures(&node.first()?, setting);
    let forbid = |subject: Subject, filter: Filter| rule(Ruling::Forbid, subject, filter);
    Ok(vec![match node.rule() {
        Rule::r_blocked_by => forbid(Subject::BeBlocked, what(node)?),
        Rule::r_blocked => forbid(Subject::BeBlocked, Filter::Any),
        Rule::r_attacked_by => forbid(Subject::BeAttacked, what(node)?),
        Rule::r_attacked => forbid(Subject::BeAttacked, Filter::Any),
        Rule::r_attacked_blocked => {
            let by = what(node)?;
            return Ok(vec![forbid(Subject::BeAttacked, by.clone()), forbid(Subject::BeBlocked, by)]);
        }
        Rule::r_no_attack_players => forbid(Subject::AttackPlayers, Filter::Any),
        Rule::r_no_attack_creatures => forbid(Subject::AttackCreatures, Filter::Any),
        Rule::r_no_attack => forbid(Subject::Attack, Filter::Any),
        Rule::r_only_attack => {
            let others = Filter::Not(Box::new(what(node)?));
            return Ok(vec![
                forbid(Subject::AttackPlayers, Filter::Any),
                forbid(Subject::AttackCreatures, others),
            ]);
        }
        Rule::r_attack_untapped => {
            let mut noun = Noun::read(&node.first()?, setting)?;
            noun.filters.retain(|filter| {
                *filter != Filter::Kind(CardType::Creature)
                    && *filter != Filter::Not(Box::new(Filter::Tapped))
            });
            rule(Ruling::Allow, Subject::AttackCreatures, noun.creatures()?)
        }
        Rule::r_must_attack => rule(Ruling::Require, Subject::Attack, Filter::Any),
        Rule::r_enters_tapped => forbid(Subject::EnterUntapped, Filter::Any),
        Rule::r_no_untap => forbid(Subject::Untap, Filter::Any),
        Rule::r_wins => rule(Ruling::Allow, Subject::WinBattles, Filter::Any),
        _ => return Err(format!("`{}` is not understood", node.text())),
    }])
}
