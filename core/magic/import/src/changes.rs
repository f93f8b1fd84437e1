//! Reads what becomes of things: what they get, gain, lose and become.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{
    Ability, Change, Deed, Feature, Filter, Held, Line, Number, Ruling, Until, Written,
};
use duelog_magic::language::keyword::{Keyword, Quality, Walk};
use duelog_magic::language::mana::Color;
use duelog_magic::language::types::{CardType, Supertype};

use crate::amounts::{times, x};
use crate::noun::Desc;
use crate::setting::{Done, Setting, either, not};
use crate::words;

/// A keyword that stands by itself.
pub fn keyword(tree: &Tree<'_>) -> Done<Keyword> {
    let quality_of = || quality(tree.need("quality_of")?);
    let land = || {
        let word = tree.need("landwalk")?.text().to_lowercase();
        let land = word.strip_suffix("walk").and_then(words::subtype);
        land.ok_or_else(|| format!("`{word}` is of no land"))
    };
    Ok(match tree.label {
        "deathtouch" => Keyword::Deathtouch,
        "defender" => Keyword::Defender,
        "double" => Keyword::DoubleStrike,
        "first" => Keyword::FirstStrike,
        "flash" => Keyword::Flash,
        "flying" => Keyword::Flying,
        "haste" => Keyword::Haste,
        "hexproof" => Keyword::Hexproof,
        "hexproof_from" => Keyword::HexproofFrom(quality_of()?),
        "indestructible" => Keyword::Indestructible,
        "intimidate" => Keyword::Intimidate,
        "lifelink" => Keyword::Lifelink,
        "reach" => Keyword::Reach,
        "shroud" => Keyword::Shroud,
        "trample" => Keyword::Trample,
        "vigilance" => Keyword::Vigilance,
        "fear" => Keyword::Fear,
        "shadow" => Keyword::Shadow,
        "wither" => Keyword::Wither,
        "menace" => Keyword::Menace,
        "horsemanship" => Keyword::Horsemanship,
        "skulk" => Keyword::Skulk,
        "infect" => Keyword::Infect,
        "banding" => Keyword::Banding,
        "phasing" => Keyword::Phasing,
        "fuse" => Keyword::Fuse,
        "aftermath" => Keyword::Aftermath,
        "walk" => Keyword::Landwalk(land()?),
        "walk_nonbasic" => Keyword::Walk(Walk::Without(Supertype::Basic)),
        "walk_legendary" => Keyword::Walk(Walk::Super(Supertype::Legendary)),
        "walk_snow" => Keyword::Walk(Walk::Super(Supertype::Snow)),
        "walk_snow_type" => Keyword::Walk(Walk::Both(Supertype::Snow, land()?)),
        "protection" => Keyword::Protection(quality_of()?),
        // It stands for each colour until it is known that a player chooses one.
        "protection_any" => Keyword::Protection(Quality::ChosenPlayer),
        _ => return Err(format!("`{}` is no keyword of the card language", tree.text())),
    })
}

/// Changes with a colour or basic land type that is chosen as they begin: one list for each of them.
pub fn by_color(list: &[Change<Written>]) -> Option<Vec<Vec<Change<Written>>>> {
    let open = Change::Gain(Keyword::Protection(Quality::ChosenPlayer));
    let colored = Change::Set(Feature::Chosen(duelog_magic::language::definition::Trait::Color));
    let land = Change::Set(Feature::Chosen(duelog_magic::language::definition::Trait::LandType));
    if list.contains(&land) {
        let with = |kind: &duelog_magic::language::subtypes::Subtype| {
            let own = |change: &Change<Written>| {
                if *change == land { Change::Set(Feature::LandType(*kind)) } else { change.clone() }
            };
            list.iter().map(own).collect()
        };
        return Some(duelog_magic::language::subtypes::BASIC_LANDS.iter().map(with).collect());
    }
    if !list.contains(&open) && !list.contains(&colored) {
        return None;
    }
    let with = |color: Color| {
        let one = |change: &Change<Written>| {
            if *change == open {
                Change::Gain(Keyword::Protection(Quality::Color(color)))
            } else if *change == colored {
                Change::Set(Feature::Colors(vec![color]))
            } else {
                change.clone()
            }
        };
        list.iter().map(one).collect()
    };
    Some(Color::ALL.into_iter().map(with).collect())
}

/// Reads what protection is from.
pub fn quality(tree: &Tree<'_>) -> Done<Quality> {
    let word = tree.text().to_lowercase();
    Ok(match tree.label {
        "color" => Quality::Color(words::color(&word).ok_or("no color")?),
        "chosen" => Quality::Chosen,
        "all" => Quality::AllColors,
        "everything" => Quality::Everything,
        "multicolored" => Quality::Multicolored,
        "creatures" => Quality::Creatures,
        "type" => Quality::Type(words::card_type(&word).ok_or("no card type")?),
        "subtype" => Quality::Subtype(words::subtype(&word).ok_or("no subtype")?),
        _ => Quality::Super(Supertype::Legendary),
    })
}

/// How long an effect lasts.
pub fn until(tree: &Tree<'_>) -> Done<Until> {
    Ok(match tree.label {
        "turn" | "this_turn" => Until::EndOfTurn,
        "combat" | "this_combat" => Until::EndOfCombat,
        "next" => Until::YourNextTurn,
        "you_control" => Until::YouControl,
        "held" => held(tree.need("held")?)?,
        _ => return Err(format!("`{}` is no duration of the card language", tree.text())),
    })
}

/// Reads what must hold of the source for as long as an effect lasts.
pub fn held(tree: &Tree<'_>) -> Done<Until> {
    Ok(match tree.label {
        "control" => Until::While(Held { yours: true, tapped: false }),
        "tapped" => Until::While(Held { yours: false, tapped: true }),
        "control_tapped" => Until::While(Held { yours: true, tapped: true }),
        "field" => Until::SourceLeaves,
        _ => return Err(format!("`{}` is no duration of the card language", tree.text())),
    })
}

/// Says what is said of things, with where it is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// By a static ability.
    Always,
    /// By an effect that lasts for a while.
    Lasting,
}

/// All changes of a sentence.
pub fn changes(tree: &Tree<'_>, said: Said, setting: &mut Setting<'_>) -> Done<Vec<Change<Written>>> {
    let mut all = Vec::new();
    let mut loses = false;
    for own in tree.all("change") {
        // `Loses flying and reach`: a keyword without a verb of its own is lost too.
        loses = own.label == "lose_keyword" || loses && own.label == "keyword_only";
        if loses {
            let lost = own.get("having").unwrap_or(own);
            all.push(Change::Lose(keyword(lost.need("keyword")?)?));
        } else {
            change(own, said, setting, &mut all)?;
        }
    }
    Ok(all)
}

/// A change of power or toughness by so much, as it is printed.
pub fn sizes(word: &str, each: Option<&Number>, setting: &mut Setting<'_>) -> Done<(Number, Number)> {
    let parts = words::size(&word.to_lowercase()).ok_or_else(|| format!("`{word}` is no size"))?;
    let mut one = |(sign, count): (i32, Option<i32>)| -> Done<Number> {
        let own = match count {
            Some(count) => Number::N(sign * count),
            None => times(sign, x(setting)?),
        };
        Ok(match (each, own) {
            (None, own) => own,
            (Some(_), Number::N(0)) => Number::N(0),
            (Some(each), Number::N(count)) => times(count, each.clone()),
            (Some(_), _) => return Err("X for each of something".to_string()),
        })
    };
    Ok((one(parts[0])?, one(parts[1])?))
}

#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn change(
    tree: &Tree<'_>,
    said: Said,
    setting: &mut Setting<'_>,
    all: &mut Vec<Change<Written>>,
) -> Done<()> {
    let mut rules = |deeds: &[(Ruling, Deed)]| {
        all.extend(deeds.iter().map(|(ruling, deed)| Change::Rule(*ruling, *deed, Filter::Any)));
    };
    match tree.label {
        "cant_attack" => rules(&[(Ruling::Forbid, Deed::Attack)]),
        "cant_block" => rules(&[(Ruling::Forbid, Deed::Block)]),
        "cant_attack_or_block" => rules(&[(Ruling::Forbid, Deed::Attack), (Ruling::Forbid, Deed::Block)]),
        "cant_attack_alone" => rules(&[(Ruling::Forbid, Deed::AttackAlone)]),
        "cant_block_alone" => rules(&[(Ruling::Forbid, Deed::BlockAlone)]),
        "cant_attack_block_alone" => {
            rules(&[(Ruling::Forbid, Deed::AttackAlone), (Ruling::Forbid, Deed::BlockAlone)]);
        }
        "cant_be_blocked" => rules(&[(Ruling::Forbid, Deed::BeBlocked)]),
        "cant_regenerate" => rules(&[(Ruling::Forbid, Deed::Regenerate)]),
        "cant_untap" => rules(&[(Ruling::Forbid, Deed::Untap)]),
        "cant_activate" => rules(&[(Ruling::Forbid, Deed::Activate)]),
        "must_attack" => rules(&[(Ruling::Require, Deed::Attack)]),
        "must_attack_now" if said == Said::Lasting => rules(&[(Ruling::Require, Deed::Attack)]),
        "must_be_blocked" if tree.says("turn") == (said == Said::Lasting) => {
            rules(&[(Ruling::Require, Deed::BecomeBlocked)]);
        }
        "cant_have" => {
            let own = keyword(tree.need("keyword")?)?;
            // Here, what it cannot have it loses too.
            all.retain(|change| *change != Change::Lose(own));
            all.push(Change::CannotHave(own));
        }
        "must_block_now" if said == Said::Lasting => rules(&[(Ruling::Require, Deed::Block)]),
        "must_block" => rules(&[(Ruling::Require, Deed::Block)]),
        "block_more" => rules(&[(Ruling::Allow, Deed::BlockAnother)]),
        "block_any" => rules(&[(Ruling::Allow, Deed::BlockAny)]),
        "cant_be_blocked_except" if tree.says("turn") && said != Said::Lasting => {
            return Err(format!("`{}` of what is always so", tree.text()));
        }
        "cant_be_blocked_by" | "cant_be_blocked_except" | "can_block_only" | "cant_block_those" => {
            all.push(evasion(tree, setting)?);
        }
        "could_attack" if tree.says("turn") == (said == Said::Lasting) => {
            rules(&[(Ruling::Allow, Deed::Attack)]);
        }
        "cant_be_target" => {
            let from = aim(tree.need("aim")?, setting)?;
            all.push(Change::Rule(Ruling::Forbid, Deed::BeTarget, from));
        }
        "size" | "size_more" => {
            let (power, toughness) = sizes(&tree.need("size")?.text(), None, setting)?;
            all.push(Change::Size(power, toughness));
        }
        "gain" => {
            for having in tree.need("havings")?.all("having") {
                self::having(having, said, setting, all)?;
            }
        }
        "keyword_only" => having(tree.need("having")?, said, setting, all)?,
        "lose_keyword" => all.push(Change::Lose(keyword(tree.need("keyword")?)?)),
        "lose_all" => all.push(Change::LoseAbilities),
        "base_size" => all.push(base_size(tree.need("pt")?, setting)?),
        "becomes" | "is" => new_kind(tree.need("new_kind")?, said, setting, all)?,
        "becomes_color" | "is_color" => {
            all.push(Change::Set(Feature::Colors(token_color(tree.need("token_color")?)?)));
        }
        "basic_type" => {
            let word = tree.need("subtype")?.text().to_lowercase();
            let land = words::subtype(&word)
                .filter(|land| duelog_magic::language::subtypes::BASIC_LANDS.contains(land));
            all.push(Change::Set(Feature::LandType(
                land.ok_or_else(|| format!("`{word}` is no basic land type"))?,
            )));
        }
        // It stands for each of them until it is known that a player chooses one.
        "any_land" if said == Said::Lasting => {
            all.push(Change::Set(Feature::Chosen(duelog_magic::language::definition::Trait::LandType)));
        }
        "any_type" if said == Said::Lasting => {
            let feature = Feature::Chosen(duelog_magic::language::definition::Trait::CreatureType);
            let too = tree.get("addition").is_some();
            all.push(if too { Change::Add(feature) } else { Change::Set(feature) });
        }
        "must_block_this" if said == Said::Lasting => {
            all.push(Change::MustBlock(duelog_magic::language::definition::Ref::This));
        }
        "cant_block_this" if said == Said::Lasting => {
            let this = Filter::Is(duelog_magic::language::definition::Ref::This);
            all.push(Change::Rule(Ruling::Forbid, Deed::Block, this));
        }
        "no_combat_damage" if said == Said::Lasting => rules(&[(Ruling::Forbid, Deed::AssignDamage)]),
        "any_color" if said == Said::Lasting => {
            all.push(Change::Set(Feature::Chosen(duelog_magic::language::definition::Trait::Color)));
        }
        "not_creature" if said == Said::Always => {
            let own = setting
                .seen
                .last()
                .is_some_and(|seen| seen.one == Some(duelog_magic::language::definition::Ref::This));
            if !own || setting.of.types.is_empty() {
                return Err(format!("`{}` of others", tree.text()));
            }
            all.push(Change::Set(Feature::NoType(CardType::Creature)));
        }
        "every_type" => all.push(Change::Add(Feature::EveryCreatureType)),
        _ => return Err(format!("`{}` is not sayable of things", tree.text())),
    }
    Ok(())
}

/// The sources that cannot have something as their target.
fn aim(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Filter> {
    use duelog_magic::language::definition::Ref;
    let theirs = || Filter::ControlledBy(Ref::Opponent);
    let colors = |role: &str| -> Done<Filter> {
        let mut all = tree.all(role).map(|own| own.text().to_lowercase());
        let (Some(one), Some(other)) = (all.next(), all.next()) else { return Err("no color".to_string()) };
        let bare = one.strip_prefix("non-").or_else(|| one.strip_prefix("non")).unwrap_or(&one);
        let color = words::color(bare).filter(|_| one == other).ok_or("two colors")?;
        Ok(Filter::Color(color))
    };
    Ok(match tree.label {
        "all" => Filter::Any,
        "theirs" => theirs(),
        "abilities" => Filter::All(vec![not(Filter::Spell), theirs()]),
        "colors" => colors("color")?,
        "noncolors" => not(colors("noncolor")?),
        _ => {
            let desc = Desc::read(tree.need("desc")?, setting)?;
            if !desc.is_spell() || desc.zone.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            crate::setting::all(vec![Filter::Spell, desc.filter()])
        }
    })
}

fn evasion(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Change<Written>> {
    let blockers = tree.need("blockers")?;
    let mut kinds = Vec::new();
    for desc in blockers.all("desc") {
        kinds.push(Desc::read(desc, setting)?.filter());
    }
    // Whatever blocks is a creature.
    let creature = |filter: Filter| match filter {
        Filter::Type(CardType::Creature) => Filter::Any,
        Filter::All(parts) => crate::setting::all(
            parts.into_iter().filter(|part| *part != Filter::Type(CardType::Creature)).collect(),
        ),
        other => other,
    };
    let such = either(kinds.into_iter().map(creature).collect());
    Ok(match tree.label {
        "cant_be_blocked_by" => Change::Rule(Ruling::Forbid, Deed::BeBlocked, such),
        "cant_be_blocked_except" => Change::Rule(Ruling::Forbid, Deed::BeBlocked, not(such)),
        "cant_block_those" => Change::Rule(Ruling::Forbid, Deed::Block, such),
        _ => Change::Rule(Ruling::Forbid, Deed::Block, not(such)),
    })
}

fn base_size(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Change<Written>> {
    let word = tree.text().to_lowercase();
    let [power, toughness] = words::pair(&word).ok_or_else(|| format!("`{word}` is no size"))?;
    let mut one = |part: Option<i32>| part.map_or_else(|| x(setting), |count| Ok(Number::N(count)));
    Ok(Change::SetSize(one(power)?, one(toughness)?))
}

/// Reads what things have: a keyword or an ability in quotation marks.
pub fn having(
    tree: &Tree<'_>,
    said: Said,
    setting: &mut Setting<'_>,
    all: &mut Vec<Change<Written>>,
) -> Done<()> {
    match tree.label {
        "protections" => {
            for own in tree.all("quality_of") {
                all.push(Change::Gain(Keyword::Protection(quality(own)?)));
            }
        }
        "keyword" => {
            let own = keyword(tree.need("keyword")?)?;
            if own == Keyword::Protection(Quality::ChosenPlayer) && said == Said::Always {
                return Err("a color that nobody chooses".to_string());
            }
            all.push(Change::Gain(own));
        }
        "line" => {
            let line = crate::abilities::line_keyword(tree.need("line_keyword")?, setting)?;
            match line.as_slice() {
                [line] if said == Said::Always => all.push(Change::GainLine(line.clone())),
                [line] => {
                    let given = given_abilities(line)?;
                    all.extend(given.into_iter().map(|given| Change::GainAbility(Box::new(given))));
                }
                _ => return Err(format!("`{}` is several keywords", tree.text())),
            }
        }
        _ => {
            for ability in quoted(tree.need("quote")?, setting)? {
                all.push(match ability {
                    Quoted::Ability(ability) => Change::GainAbility(ability),
                    Quoted::Keyword(keyword) => Change::Gain(keyword),
                });
            }
        }
    }
    Ok(())
}

/// The abilities for which a keyword stands that an effect gives for a while.
fn given_abilities(line: &Line) -> Done<Vec<Ability>> {
    let meaning = duelog_magic::language::meaning::meaning(&line.keyword)?;
    let plain = meaning.besides.is_empty()
        && meaning.alternatives.is_empty()
        && meaning.defining.is_empty()
        && meaning.less.is_none()
        && meaning.help.is_none()
        && meaning.spell.is_none()
        && line.number.is_none()
        && line.cost.is_empty()
        && line.what.is_none()
        && !meaning.number
        && !meaning.costs;
    if !plain {
        return Err(format!("the keyword {} for a while", line.keyword));
    }
    Ok(meaning.abilities.clone())
}

/// An ability in quotation marks.
pub enum Quoted {
    /// A keyword.
    Keyword(Keyword),
    /// Another one.
    Ability(Box<Ability>),
}

/// Reads what stands in quotation marks.
pub fn quoted(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Quoted>> {
    let text = tree.text();
    let mut of = crate::setting::Of { attached: false, spell: false, ..setting.of.clone() };
    let given = crate::abilities::given(&text, &mut of, setting.tokens)?;
    setting.of.mark = of.mark;
    Ok(given)
}

/// Colours as a token has them.
pub fn token_color(tree: &Tree<'_>) -> Done<Vec<Color>> {
    tree.all("color")
        .map(|color| words::color(&color.text().to_lowercase()).ok_or_else(|| format!("`{}`", color.text())))
        .collect()
}

/// A kind that things become.
fn new_kind(
    tree: &Tree<'_>,
    said: Said,
    setting: &mut Setting<'_>,
    all: &mut Vec<Change<Written>>,
) -> Done<()> {
    let added = tree.get("addition").map(|own| own.text().to_lowercase());
    let colors = tree.get("token_color").map(token_color).transpose()?;
    let too_color = added.as_ref().is_some_and(|own| own.contains("colors"));
    let subtypes: Vec<_> =
        tree.all("subtype").filter_map(|own| words::subtype(&own.text().to_lowercase())).collect();
    let mut types: Vec<CardType> =
        tree.all("type").filter_map(|own| words::card_type(&own.text().to_lowercase())).collect();
    match tree.label {
        "animated_all" => {
            all.push(Change::Add(Feature::Types(vec![CardType::Creature])));
            all.push(base_size(tree.need("pt")?, setting)?);
            all.push(Change::Add(Feature::EveryCreatureType));
        }
        "animated" | "animated_many" => {
            let artifact = tree.get("artifact").is_some();
            if artifact {
                types.push(CardType::Artifact);
            }
            types.push(CardType::Creature);
            // An artifact creature that something becomes keeps the types and subtypes from before (205.1b).
            let keeps = artifact || added.is_some();
            let becomes = |feature| if keeps { Change::Add(feature) } else { Change::Set(feature) };
            all.push(becomes(Feature::Types(types)));
            if !subtypes.is_empty() {
                all.push(becomes(Feature::Subtypes(subtypes)));
            }
            if let Some(colors) = colors {
                let feature = Feature::Colors(colors);
                all.push(if too_color { Change::Add(feature) } else { Change::Set(feature) });
            }
            all.push(base_size(tree.need("pt")?, setting)?);
            if let Some(own) = tree.get("token_abilities") {
                for having in own.all("having") {
                    self::having(having, said, setting, all)?;
                }
            }
        }
        "types"
            if added.is_none()
                && types.is_empty()
                && matches!(&subtypes[..], [land] if duelog_magic::language::subtypes::BASIC_LANDS.contains(land)) =>
        {
            all.push(Change::Set(Feature::LandType(subtypes[0])));
        }
        "types" | "types_only" | "artifact_too" => {
            if tree.label == "artifact_too" {
                types = vec![CardType::Artifact];
            }
            // An artifact that becomes an artifact creature keeps its types (205.1b).
            let artifact_creature = types == [CardType::Artifact, CardType::Creature] && subtypes.is_empty();
            if added.is_none() && !types.is_empty() && !artifact_creature {
                return Err(format!("`{}` in place of other types", tree.text()));
            }
            if let Some(colors) = colors {
                let feature = Feature::Colors(colors);
                all.push(if too_color { Change::Add(feature) } else { Change::Set(feature) });
            }
            if !types.is_empty() {
                all.push(Change::Add(Feature::Types(types)));
            }
            if !subtypes.is_empty() {
                let feature = Feature::Subtypes(subtypes);
                all.push(if added.is_none() { Change::Set(feature) } else { Change::Add(feature) });
            }
            if let Some(own) = tree.get("pt") {
                all.push(base_size(own, setting)?);
            }
        }
        _ => return Err(format!("`{}` is no kind that the card language has", tree.text())),
    }
    Ok(())
}
