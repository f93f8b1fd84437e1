//! Costs.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{Cost, CostDeed, Counter, Filter, Group, Number, Ref, ZoneKind};
use duelog_magic::language::mana::ManaCost;

use crate::noun::{Desc, counter};
use crate::setting::{Done, Setting, not};
use crate::words;

/// The mana of symbols as they are printed.
pub fn mana(tree: &Tree<'_>) -> Done<ManaCost> {
    let text: String = tree.words.concat().to_uppercase();
    ManaCost::try_from(text)
}

/// All costs of a list.
pub fn costs(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Cost>> {
    let mut all = Vec::new();
    for own in tree.all("cost") {
        let two = own.get("cost_deed").filter(|deed| deed.label == "discard_two");
        all.push(cost(own, setting)?);
        if two.is_some() {
            all.push(Cost::Deed(CostDeed::Discard, Number::N(1), Group::Hand(Ref::You, Filter::Any)));
        }
    }
    for own in &all {
        if own.has_x() {
            setting.of.has_x = true;
        }
    }
    Ok(all)
}

fn cost(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Cost> {
    Ok(match tree.label {
        "mana" => Cost::Mana(mana(tree.need("mana")?)?),
        "tap" => Cost::Tap,
        "untap" => Cost::Untap,
        "energy" => Cost::Counters(Counter::Energy, Number::N(tree.need("energy")?.words.len() as i32)),
        "sacrifice_it" if setting.it()?.one == Some(Ref::This) => {
            Cost::Deed(CostDeed::Sacrifice, Number::N(1), Group::Of(Ref::This))
        }
        "deed" => deed(tree.need("cost_deed")?, setting)?,
        "either" => Cost::Either(vec![
            vec![deed(tree.need("cost_deed")?, setting)?],
            vec![Cost::Mana(mana(tree.need("mana")?)?)],
        ]),
        _ => return Err(format!("`{}` is no cost that the card language has", tree.text())),
    })
}

fn count(tree: &Tree<'_>) -> Done<Number> {
    match tree.get("number") {
        None => Ok(Number::N(1)),
        Some(own) if own.label == "n" => {
            words::number(&own.text().to_lowercase()).map(Number::N).ok_or_else(|| "no number".to_string())
        }
        Some(own) if own.label == "x" => Ok(Number::X),
        Some(own) => Err(format!("`{}` things in a cost", own.text())),
    }
}

/// Something that is done to pay.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn deed(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Cost> {
    let this = || Group::Of(Ref::This);
    let one = Number::N(1);
    let other = tree.words.iter().any(|word| ["other", "another"].contains(&word.to_lowercase().as_str()))
        && tree.label != "discard_two";
    let described = |setting: &mut Setting<'_>| -> Done<Desc> {
        let mut desc = Desc::read(tree.need("desc")?, setting)?;
        if other {
            desc.filters.push(not(Filter::Is(Ref::This)));
        }
        Ok(desc)
    };
    // Permanents are those of the player who pays.
    let own = |desc: Desc| -> Done<Group> {
        let Desc { filters, nouns, zone, whose, linked, each } = desc;
        let filters =
            filters.into_iter().filter(|filter| *filter != Filter::ControlledBy(Ref::You)).collect();
        Desc { filters, nouns, zone, whose, linked, each }.group()
    };
    let paid = |setting: &mut Setting<'_>, nouns: Vec<String>, verb: &str| {
        let mut nouns = nouns;
        nouns.push(verb.to_string());
        setting.mention(Group::Of(Ref::Paid), Some(Ref::Paid), false, nouns);
    };
    Ok(match tree.label {
        "life" => Cost::Life(count(tree)?),
        "sacrifice_this" => {
            setting.mention(this(), Some(Ref::This), false, vec!["~".to_string()]);
            Cost::Deed(CostDeed::Sacrifice, one, this())
        }
        "sacrifice" | "sacrifice_other" | "sacrifice_many" => {
            let desc = described(setting)?;
            let nouns = desc.nouns.clone();
            let made = Cost::Deed(CostDeed::Sacrifice, count(tree)?, own(desc)?);
            if tree.label != "sacrifice_many" {
                paid(setting, nouns, "sacrificed");
            }
            made
        }
        "sacrifice_attached" => Cost::Deed(CostDeed::Sacrifice, one, Group::Of(Ref::Attached)),
        "discard_this" => Cost::Deed(CostDeed::Discard, one, this()),
        "discard_hand" => return Err(format!("the cost `{}`", tree.text())),
        "discard_random" => {
            paid(setting, vec!["card".to_string()], "discarded");
            Cost::Deed(CostDeed::DiscardRandom, one, Group::Hand(Ref::You, Filter::Any))
        }
        "discard" | "discard_many" | "discard_two" => {
            let desc = described(setting)?;
            if !desc.is_card() || desc.zone.is_some() {
                return Err(format!("`{}` is no card in a hand", tree.text()));
            }
            let nouns = desc.nouns.clone();
            let made = Cost::Deed(CostDeed::Discard, count(tree)?, Group::Hand(Ref::You, desc.filter()));
            if tree.label == "discard" {
                paid(setting, nouns, "discarded");
            }
            made
        }
        "exile_this" | "exile_this_grave" => Cost::Deed(CostDeed::Exile, one, this()),
        "exile" | "exile_many" => {
            let desc = described(setting)?;
            let nouns = desc.nouns.clone();
            if desc.zone.is_some_and(|zone| !matches!(zone, ZoneKind::Hand | ZoneKind::Graveyard)) {
                return Err(format!("`{}` as a cost", tree.text()));
            }
            let made = Cost::Deed(CostDeed::Exile, count(tree)?, own(desc)?);
            if tree.label == "exile" {
                paid(setting, nouns, "exiled");
            }
            made
        }
        "return" | "return_many" => {
            let desc = described(setting)?;
            Cost::Deed(CostDeed::Return, count(tree)?, own(desc)?)
        }
        "return_this" => Cost::Deed(CostDeed::Return, one, this()),
        "tap_other" | "tap_another" | "tap_many" => {
            let desc = described(setting)?;
            Cost::Deed(CostDeed::Tap, count(tree)?, own(desc)?)
        }
        "reveal" => {
            let desc = described(setting)?;
            if desc.zone != Some(ZoneKind::Hand) {
                return Err(format!("`{}` is no card in a hand", tree.text()));
            }
            Cost::Deed(CostDeed::Reveal, one, own(desc)?)
        }
        "discard_another" => {
            let desc = described(setting)?;
            if !desc.is_card() || desc.zone.is_some() {
                return Err(format!("`{}` is no card in a hand", tree.text()));
            }
            Cost::Deed(CostDeed::Discard, one, Group::Hand(Ref::You, desc.filter()))
        }
        "remove_any" => {
            let kind = counter(tree.need("kind")?, setting)?;
            setting.mention(this(), Some(Ref::This), false, vec!["~".to_string()]);
            Cost::Deed(CostDeed::Remove(kind), Number::X, this())
        }
        "remove_all" => {
            let kind = counter(tree.need("kind")?, setting)?;
            setting.mention(this(), Some(Ref::This), false, vec!["~".to_string()]);
            Cost::Deed(CostDeed::RemoveAll(kind), Number::X, this())
        }
        "remove" | "remove_many" => {
            let kind = counter(tree.need("kind")?, setting)?;
            setting.mention(this(), Some(Ref::This), false, vec!["~".to_string()]);
            Cost::Deed(CostDeed::Remove(kind), count(tree)?, this())
        }
        "remove_from" => {
            let kind = counter(tree.need("kind")?, setting)?;
            Cost::Deed(CostDeed::Remove(kind), one, own(described(setting)?)?)
        }
        "exile_top" if tree.says("library") => {
            Cost::Deed(CostDeed::Exile, one.clone(), Group::Top(Ref::You, one))
        }
        _ => return Err(format!("the cost `{}`", tree.text())),
    })
}
