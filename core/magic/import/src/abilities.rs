//! The lines of a card: its abilities.

use duelog_import::grammar::Tree;
use duelog_import::text::{self, Token};
use duelog_kernel::scope::Node;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{
    Ability, Activated, Alternative, By, Condition, Cost, Definition, Effect, Filter, Line, Modes, Number,
    Ref, Spell, Target, Timing, Triggered, TurnPart, Verb, ZoneKind,
};
use duelog_magic::language::keyword::Keyword;
use duelog_magic::language::mana::ManaCost;
use duelog_magic::language::meaning::meaning;

use crate::changes::Quoted;
use crate::conditions::condition;
use crate::costs::{costs, mana};
use crate::events::{Event, beginning, event};
use crate::noun::Desc;
use crate::sentences::effects;
use crate::setting::{Done, Of, Setting, sequence};
use crate::tokens::Tokens;
use crate::words::{self, grammar};

/// Says what has been read of a card's text.
#[derive(Debug, Default)]
pub struct Draft {
    /// Keywords that stand by themselves.
    pub keywords: Vec<Keyword>,
    /// Keywords with what stands behind them.
    pub lines: Vec<Line>,
    /// Says what an Aura can be attached to.
    pub enchant: Option<Target>,
    /// Costs besides the mana cost.
    pub additional: Vec<Cost>,
    /// Costs in place of the mana cost.
    pub alternatives: Vec<Alternative>,
    /// All other abilities.
    pub abilities: Vec<Ability>,
    /// Power and toughness where both are one number.
    pub star: Option<Number>,
    /// Power and toughness where each is a number of its own.
    pub stars: Option<(Number, Number)>,
    /// How much less generic mana it costs.
    pub less: Vec<Number>,
    /// True if a deck may have any number of it.
    pub any_number: bool,
    /// True if it can be a commander whatever its type line says.
    pub commander: bool,
}

/// A line that is not understood.
pub enum Misread {
    /// From a word on.
    Unknown(usize),
    /// The card language cannot say it.
    Unsayable(String),
}

impl From<String> for Misread {
    fn from(why: String) -> Misread {
        Misread::Unsayable(why)
    }
}

impl Draft {
    /// Reads a line of something that is neither an instant nor a sorcery.
    pub fn line(&mut self, tokens: &[Token], of: &mut Of, known: &mut Tokens) -> Result<(), Misread> {
        let tree = grammar().read("line", tokens).map_err(|misread| Misread::Unknown(misread.at))?;
        if self.shared(&tree, of, known)? {
            return Ok(());
        }
        let mut setting = Setting::new(of, known);
        let made = ability(&tree, &mut setting, self)?;
        let reflexive = std::mem::take(&mut setting.reflexive);
        let made = crate::reflexive::placed(made, reflexive, self.abilities.len())?;
        self.abilities.extend(made);
        Ok(())
    }

    /// Reads what spells and permanents have alike; whether it is that.
    pub fn shared(&mut self, tree: &Tree<'_>, of: &mut Of, known: &mut Tokens) -> Done<bool> {
        let mut setting = Setting::new(of, known);
        match tree.label {
            "keywords" => {
                for own in tree.need("keywords")?.all("keyword_on_line") {
                    self.keyword(own, &mut setting)?;
                }
            }
            "additional" => {
                self.additional.extend(costs(tree.need("cost_list")?, &mut setting)?);
                let paid = setting.seen.iter().find(|seen| seen.one == Some(Ref::Paid));
                setting.of.paid = paid.map(|seen| seen.nouns.clone());
            }
            "alternative" | "alternative_if" | "free_if" => {
                let held = tree.get("condition").map(|own| condition(own, &mut setting)).transpose()?;
                let cost = tree.get("alternative").map_or(Ok(Vec::new()), |own| costs(own, &mut setting))?;
                setting.of.alternatives += 1;
                let zone = ZoneKind::Hand;
                self.alternatives.push(Alternative { cost, condition: held, zone, ..Alternative::none() });
            }
            "uncounterable" => self.abilities.push(crate::statics::uncounterable()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn keyword(&mut self, tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<()> {
        match tree.label {
            "plain" => self.keywords.push(crate::changes::keyword(tree.need("keyword")?)?),
            "protections" => {
                for own in tree.all("quality_of") {
                    self.keywords.push(Keyword::Protection(crate::changes::quality(own)?));
                }
            }
            _ => {
                let lines = line_keyword(tree.need("line_keyword")?, setting)?;
                for line in &lines {
                    let own = meaning(&line.keyword)?;
                    setting.of.attached |= line.keyword == "Bestow";
                    setting.of.besides += own.besides.len() as u8;
                    setting.of.alternatives += own.alternatives.len() as u8;
                    setting.of.has_x |= line.cost.iter().any(Cost::has_x);
                }
                self.lines.extend(lines);
            }
        }
        Ok(())
    }

    /// Puts all of it into a definition.
    pub fn finish(self, definition: &mut Definition) {
        definition.keywords = self.keywords;
        definition.lines = self.lines;
        definition.enchant = self.enchant;
        definition.additional = self.additional;
        definition.alternatives = self.alternatives;
        definition.abilities = self.abilities;
        definition.less = self.less;
        definition.any_number = self.any_number;
        definition.commander = self.commander;
        if self.star.is_some() || self.stars.is_some() {
            definition.star = self.star;
            definition.stars = self.stars;
            definition.size = None;
        }
    }
}

/// A keyword with what stands behind it.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
pub fn line_keyword(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Line>> {
    let named = |word: &Tree<'_>| {
        let name = word.text().to_lowercase();
        let mut letters = name.chars();
        let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
        first + letters.as_str()
    };
    let plain =
        |keyword: &str| Line { keyword: keyword.to_string(), cost: Vec::new(), number: None, what: None };
    let mana_cost = || -> Done<Vec<Cost>> { Ok(vec![Cost::Mana(mana(tree.need("mana")?)?)]) };
    let line = match tree.label {
        "cost" => Line { cost: mana_cost()?, ..plain(&named(tree.need("cost_keyword")?)) },
        "cost_dash" | "cost_dash_stop" => {
            let cost = costs(tree.need("costs")?, setting)?;
            Line { cost, ..plain(&named(tree.need("cost_keyword")?)) }
        }
        "kicker_two" => {
            let both = tree
                .all("mana")
                .map(|own| Ok(Line { cost: vec![Cost::Mana(mana(own)?)], ..plain("Kicker") }));
            return both.collect();
        }
        "number" => {
            let keyword = named(tree.need("number_keyword")?);
            if keyword == "Hideaway" {
                return if tree.says("4") {
                    Ok(vec![plain("Hideaway")])
                } else {
                    Err("Hideaway of another number".into())
                };
            }
            let own = crate::amounts::number(tree.need("number")?, setting)?;
            Line { number: Some(own), ..plain(&keyword) }
        }
        "reinforce" | "suspend" | "awaken" => {
            let keyword = named(&Tree { words: tree.words[..1].to_vec(), ..tree.clone() });
            let number = Some(crate::amounts::number(tree.need("number")?, setting)?);
            Line { cost: mana_cost()?, number, ..plain(&keyword) }
        }
        "bare" => plain(&match named(tree.need("bare_keyword")?).as_str() {
            "Umbra armor" => "Totem armor".to_string(),
            other => other.to_string(),
        }),
        "modular_sunburst" => Line {
            number: Some(Number::Cast(duelog_magic::language::definition::Fact::ColorsSpent)),
            ..plain("Modular")
        },
        "affinity" => {
            Line { what: Some(Desc::read(tree.need("desc")?, setting)?.filter()), ..plain("Affinity") }
        }
        "typecycling" | "basic_landcycling" => {
            let what = match tree.get("typecycling") {
                Some(own) => {
                    let word = own.text().to_lowercase();
                    let kind = word.strip_suffix("cycling").and_then(words::subtype).ok_or("no type")?;
                    Filter::Subtype(kind)
                }
                None => Filter::All(vec![
                    Filter::Super(duelog_magic::language::types::Supertype::Basic),
                    Filter::Type(duelog_magic::language::types::CardType::Land),
                ]),
            };
            Line { cost: mana_cost()?, what: Some(what), ..plain("Typecycling") }
        }
        "equip_of" => {
            // Here, what is equipped is a creature anyway.
            let mut filters = Desc::read(tree.need("desc")?, setting)?.filters;
            filters.retain(|own| *own != Filter::Type(duelog_magic::language::types::CardType::Creature));
            Line { cost: mana_cost()?, what: Some(crate::setting::all(filters)), ..plain("Equip") }
        }
        "champion" => {
            Line { what: Some(Desc::read(tree.need("desc")?, setting)?.filter()), ..plain("Champion") }
        }
        "splice" => {
            let arcane = words::subtype("arcane").map(Filter::Subtype);
            Line { cost: mana_cost()?, what: arcane, ..plain("Splice") }
        }
        "offering" => {
            let word =
                tree.need("offering")?.words.first().map(|word| word.to_lowercase()).unwrap_or_default();
            Line { what: words::subtype(&word).map(Filter::Subtype), ..plain("Offering") }
        }
        _ => return Err(format!("the keyword `{}`", tree.text())),
    };
    let own = meaning(&line.keyword).map_err(|_| format!("the keyword {}", line.keyword))?;
    if own.costs == line.cost.is_empty() {
        return Err(format!("the keyword {} with this cost", line.keyword));
    }
    Ok(vec![line])
}

/// An ability of a permanent.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn ability(tree: &Tree<'_>, setting: &mut Setting<'_>, draft: &mut Draft) -> Done<Vec<Ability>> {
    match tree.label {
        "enchant_player" => {
            draft.enchant = Some(Target::Player);
            Ok(Vec::new())
        }
        "enchant" => {
            draft.enchant = Some(Desc::read(tree.need("desc")?, setting)?.target()?);
            Ok(Vec::new())
        }
        "activated" | "loyalty" => activated(tree, setting),
        "triggered" => {
            let when = event(tree.need("event")?, setting)?;
            triggered(tree, when, setting)
        }
        "at" => {
            let when = beginning(tree.need("step_of")?, setting)?;
            triggered(tree, when, setting)
        }
        "at_and" | "and_at" => {
            let begins = beginning(tree.need("step_of")?, setting)?;
            let seen = setting.seen.clone();
            let other = event(tree.need("event")?, setting)?;
            // Only what both tell is known.
            setting.seen.retain(|own| seen.iter().any(|known| known.group == own.group));
            setting.that = None;
            if other.zone != begins.zone || other.condition.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            let when = duelog_magic::language::definition::When::Either(vec![begins.when, other.when]);
            triggered(tree, Event { when, zone: begins.zone, condition: None }, setting)
        }
        "at_combat_end" => {
            let when =
                duelog_magic::language::definition::When::Begins { step: TurnPart::EndCombat, whose: None };
            triggered(tree, Event { when, zone: ZoneKind::Battlefield, condition: None }, setting)
        }
        "leyline" => Ok(vec![crate::statics::opening()]),
        "flash_more" => {
            draft.alternatives.push(flash_more(tree)?);
            setting.of.alternatives += 1;
            Ok(Vec::new())
        }
        "flash_untimely" => Ok(crate::statics::untimely_flash()),
        "exert" => {
            setting.mention(
                duelog_magic::language::definition::Group::Of(Ref::This),
                Some(Ref::This),
                false,
                vec!["~".to_string()],
            );
            let body = body(tree, setting)?;
            Ok(vec![
                crate::statics::may_exert(),
                Ability::Triggered(Triggered {
                    when: crate::events::exerts(),
                    condition: None,
                    targets: body.targets,
                    modes: body.modes,
                    divide: body.divide,
                    zone: ZoneKind::Battlefield,
                    effect: body.effect,
                    amount: None,
                }),
            ])
        }
        "defining" => {
            draft.star = Some(crate::amounts::amount(tree.need("amount")?, setting)?);
            Ok(Vec::new())
        }
        "defining_two" | "defining_power" | "defining_toughness" => {
            draft.stars = Some(crate::amounts::stars(tree, setting)?);
            Ok(Vec::new())
        }
        "statics" => crate::statics::statics(tree, setting, draft),
        _ => Err(format!("`{}` is not sayable", tree.text())),
    }
}

/// That the card can be cast as though it had flash for so much more.
fn flash_more(tree: &Tree<'_>) -> Done<Alternative> {
    let cost = vec![Cost::Mana(mana(tree.need("mana")?)?)];
    Ok(Alternative { cost, own: true, flash: true, zone: ZoneKind::Hand, ..Alternative::none() })
}

/// Modes, targets and all that is done.
struct Body {
    modes: Option<Modes>,
    targets: Vec<Target>,
    divide: Option<Number>,
    effect: Effect,
}

fn body(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Body> {
    let modal = tree.get("modes");
    let (modes, effect) = match modal {
        Some(modes) => {
            let (modes, steps) = modal_effect(modes, setting)?;
            (Some(modes), Script::Seq(steps))
        }
        None => (None, sequence(effects(tree.need("effects")?, setting)?)),
    };
    if !setting.first.is_empty() {
        return Err("something is chosen for nothing".to_string());
    }
    Ok(Body { modes, targets: std::mem::take(&mut setting.targets), divide: setting.divide.take(), effect })
}

/// Modes, each of them done if it was chosen.
pub fn modal_effect(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<(Modes, Vec<Effect>)> {
    let all: Vec<&Tree<'_>> = tree.all("mode").collect();
    let of = u8::try_from(all.len()).map_err(|_| "too many modes")?;
    let choice = tree.need("choice")?;
    let (least, most) = match choice.label {
        "one" => (1, 1),
        "two" => (2, 2),
        "one_or_both" | "one_or_more" => (1, of),
        "any" => (0, of),
        _ => {
            let most = words::number(&choice.need("number")?.text().to_lowercase()).ok_or("no number")?;
            (0, u8::try_from(most).map_err(|_| "too many modes")?)
        }
    };
    let mut steps = Vec::new();
    let seen = setting.seen.clone();
    let kept = (setting.noted, setting.kept);
    for (place, mode) in all.into_iter().enumerate() {
        let place = place as u8;
        // Only what the chosen modes keep is counted.
        if most > 1 && kept != (setting.noted, setting.kept) {
            return Err("a mode keeps something, and others may be chosen with it".to_string());
        }
        (setting.noted, setting.kept) = kept;
        setting.mode = Some(place);
        // Modes know nothing of each other.
        setting.seen.clone_from(&seen);
        let own = effects(mode.need("effects")?, setting)?;
        steps.push(Script::If(Condition::Mode(place), Box::new(sequence(own))));
    }
    setting.mode = None;
    setting.seen = seen;
    Ok((Modes { of, least, most, opponent: false }, steps))
}

fn triggered(tree: &Tree<'_>, when: Event, setting: &mut Setting<'_>) -> Done<Vec<Ability>> {
    let mut held = tree.get("condition").map(|own| condition(own, setting)).transpose()?;
    if let Some(besides) = when.condition {
        held = Some(match held {
            None => besides,
            Some(held) => Condition::All(vec![besides, held]),
        });
    }
    // The X of what was paid is known only of what is turned face up.
    let has_x = std::mem::replace(&mut setting.of.has_x, false);
    let turned = matches!(
        when.when,
        duelog_magic::language::definition::When::Becomes {
            state: duelog_magic::language::definition::Becoming::FaceUp,
            ..
        }
    );
    setting.x = (turned && has_x).then_some(Number::EventAmount);
    let body = body(tree, setting);
    setting.x = None;
    setting.of.has_x = has_x;
    let body = body?;
    if let Script::Do(Verb::NameCardOf(..) | Verb::NameCardBut(..) | Verb::ChooseWord(..)) = body.effect {
        return Err("what is chosen is forgotten as soon as the ability has resolved".to_string());
    }
    // The thing that it is attached to is known on the battlefield, wherever the source is by then (603.10).
    let attached = Node::of(&when.when).tree().to_string().contains("Attached");
    let zone = setting.zone.take().filter(|_| !attached).unwrap_or(when.zone);
    Ok(vec![Ability::Triggered(Triggered {
        when: crate::events::once(when.when, &body.effect),
        condition: held,
        targets: body.targets,
        modes: body.modes,
        divide: body.divide,
        zone,
        effect: body.effect,
        amount: None,
    })])
}

fn activated(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<Ability>> {
    let own_x = std::mem::replace(&mut setting.of.has_x, false);
    let cost = match tree.get("costs") {
        Some(own) => costs(own, setting)?,
        None => vec![loyalty(tree.need("loyalty")?)?],
    };
    setting.of.has_x = cost.iter().any(Cost::has_x);
    let mut timing = Timing::default();
    for own in tree.get("timings").iter().flat_map(|all| all.all("timing")) {
        self::timing(own, &mut timing, setting)?;
    }
    let made = body(tree, setting);
    setting.of.has_x = own_x;
    let body = made?;
    if body.divide.is_some() {
        return Err("an activated ability divides something".to_string());
    }
    // It works where its card is when the cost is paid.
    let words = tree.get("costs").map(|own| own.text().to_lowercase()).unwrap_or_default();
    let from_hand = cost.iter().any(|cost| {
        matches!(
            cost,
            Cost::Deed(
                duelog_magic::language::definition::CostDeed::Discard,
                _,
                duelog_magic::language::definition::Group::Of(Ref::This)
            )
        )
    });
    let zone = if words.contains("~ from your graveyard") || setting.zone.take().is_some() {
        ZoneKind::Graveyard
    } else if from_hand || words.contains("~ from your hand") {
        ZoneKind::Hand
    } else {
        ZoneKind::Battlefield
    };
    let one = |effect: Effect| {
        Ability::Activated(Activated {
            cost: cost.clone(),
            targets: body.targets.clone(),
            timing: timing.clone(),
            zone,
            modes: body.modes,
            effect,
            divide: None,
        })
    };
    // How often it may be activated is said of one ability (602.5b).
    if timing.limit.is_some() || timing.ever.is_some() {
        return Ok(vec![one(body.effect)]);
    }
    Ok(mana_ways(&body.effect).into_iter().map(one).collect())
}

/// An ability for mana of one type or another is one ability for each.
fn mana_ways(effect: &Effect) -> Vec<Effect> {
    let simple = |way: &Effect| matches!(way, Script::Do(Verb::AddMana(..)));
    let (ways, rest) = match effect {
        Script::Choose(Ref::You, ways) => (ways, &[][..]),
        Script::Seq(steps) => match &steps[..] {
            [Script::Choose(Ref::You, ways), rest @ ..] => (ways, rest),
            _ => return vec![effect.clone()],
        },
        _ => return vec![effect.clone()],
    };
    if !ways.iter().all(simple) {
        return vec![effect.clone()];
    }
    let whole = |way: &Effect| sequence([way.clone()].into_iter().chain(rest.iter().cloned()).collect());
    ways.iter().map(whole).collect()
}

fn loyalty(tree: &Tree<'_>) -> Done<Cost> {
    let word = tree.text().to_lowercase();
    let inner = word.trim_matches(['[', ']']);
    let number = match inner {
        "-x" => return Ok(Cost::Loyalty(Number::Times(-1, Box::new(Number::X)))),
        "+x" => return Ok(Cost::Loyalty(Number::X)),
        inner => inner
            .trim_start_matches('+')
            .parse::<i32>()
            .map_err(|_| format!("`{inner}` is no loyalty cost"))?,
    };
    Ok(Cost::Loyalty(Number::N(number)))
}

fn timing(tree: &Tree<'_>, timing: &mut Timing, setting: &mut Setting<'_>) -> Done<()> {
    let mut only_if = |held: Condition| {
        timing.only_if = Some(match timing.only_if.take() {
            None => held,
            Some(other) => Condition::All(vec![other, held]),
        });
    };
    match tree.label {
        "sorcery" => timing.sorcery = true,
        "sorcery_once" => {
            timing.sorcery = true;
            timing.limit = Some(1);
        }
        "once" => timing.limit = Some(1),
        "twice_word" => timing.limit = Some(2),
        "twice" => {
            let count = words::number(&tree.need("number")?.text().to_lowercase()).ok_or("no number")?;
            timing.limit = Some(u32::try_from(count).map_err(|_| "a number below 0")?);
        }
        "once_ever" => timing.ever = Some(1),
        "only_if" => only_if(condition(tree.need("condition")?, setting)?),
        "any_player" => timing.by = By::Anyone,
        "opponents" => timing.by = By::Opponents,
        "during" => {
            let (during, held) = spans(tree.need("spans")?)?;
            if let Some(held) = held {
                only_if(held);
            }
            timing.during = during;
        }
        _ => return Err(format!("the timing `{}`", tree.text())),
    }
    Ok(())
}

/// Until attackers are declared for the first time in such a player's turn (506.6d).
fn before_attack(whose: Ref) -> (Vec<TurnPart>, Option<Condition>) {
    let before = Condition::Before(TurnPart::DeclareAttackers);
    (Vec::new(), Some(Condition::All(vec![Condition::TurnOf(whose), before])))
}

/// Parts of a turn, and whose it must be.
pub fn spans(tree: &Tree<'_>) -> Done<(Vec<TurnPart>, Option<Condition>)> {
    let yours = Some(Condition::TurnOf(Ref::You));
    Ok(match tree.label {
        "your_turn" => (Vec::new(), yours),
        "your_upkeep" => (vec![TurnPart::Upkeep], yours),
        "upkeep" => (vec![TurnPart::Upkeep], None),
        "your_turn_before_attack" => before_attack(Ref::You),
        "opponents_turn" => (Vec::new(), Some(Condition::TurnOf(Ref::Opponent))),
        "declare_attackers" => (vec![TurnPart::DeclareAttackers], None),
        "declare_blockers" => (vec![TurnPart::DeclareBlockers], None),
        "your_end" => (vec![TurnPart::End], yours),
        "opponents_turn_before_attack" => before_attack(Ref::Opponent),
        "before_blockers" => (vec![TurnPart::BeginCombat, TurnPart::DeclareAttackers], None),
        "after_blockers" => (
            vec![TurnPart::DeclareBlockers, TurnPart::CombatDamage, TurnPart::EndCombat],
            Some(Condition::BlocksDeclared),
        ),
        "combat" => (
            vec![
                TurnPart::BeginCombat,
                TurnPart::DeclareAttackers,
                TurnPart::DeclareBlockers,
                TurnPart::CombatDamage,
                TurnPart::EndCombat,
            ],
            None,
        ),
        _ => return Err(format!("`{}` as a time", tree.text())),
    })
}

/// Abilities in quotation marks.
pub fn given(text: &str, of: &mut Of, known: &mut Tokens) -> Done<Vec<Quoted>> {
    let mut draft = Draft::default();
    for line in text::lines(text)? {
        let tokens = text::tokens(&crate::card::own_words(&line, None));
        draft.line(&tokens, of, known).map_err(|misread| match misread {
            Misread::Unknown(at) => {
                let (before, after) = tokens.split_at(at.min(tokens.len()));
                format!("in quotation marks: {} | {}", text::joined(before), text::joined(after))
            }
            Misread::Unsayable(why) => why,
        })?;
    }
    let Draft {
        keywords,
        lines,
        enchant,
        additional,
        alternatives,
        abilities,
        star,
        stars,
        less,
        any_number,
        commander,
    } = draft;
    if abilities.iter().any(crate::reflexive::is_reflexive) {
        return Err(format!("`when you do` in \"{text}\""));
    }
    let other =
        enchant.is_some() || star.is_some() || stars.is_some() || any_number || commander || !less.is_empty();
    if other || !lines.is_empty() || !additional.is_empty() || !alternatives.is_empty() {
        return Err(format!("what is given by \"{text}\""));
    }
    let keywords = keywords.into_iter().map(Quoted::Keyword);
    Ok(keywords.chain(abilities.into_iter().map(|own| Quoted::Ability(Box::new(own)))).collect())
}

/// The lines of an instant or sorcery.
pub struct SpellDraft<'a> {
    /// Says what is said of it besides.
    pub draft: Draft,
    /// Says what has been spoken of in its lines.
    pub setting: Setting<'a>,
    modes: Option<Modes>,
    steps: Vec<Effect>,
    during: Vec<TurnPart>,
    only_if: Option<Condition>,
    more_each: Option<ManaCost>,
}

impl<'a> SpellDraft<'a> {
    /// Nothing has been read yet.
    pub fn new(draft: Draft, of: &'a mut Of, known: &'a mut Tokens) -> SpellDraft<'a> {
        let mut setting = Setting::new(of, known);
        if let Some(nouns) = setting.of.paid.clone() {
            setting.mention(
                duelog_magic::language::definition::Group::Of(Ref::Paid),
                Some(Ref::Paid),
                false,
                nouns,
            );
        }
        SpellDraft {
            draft,
            setting,
            modes: None,
            steps: Vec::new(),
            during: Vec::new(),
            only_if: None,
            more_each: None,
        }
    }

    /// Reads a line that is not of the shared kind.
    pub fn line(&mut self, tree: &Tree<'_>) -> Done<()> {
        match tree.label {
            "modes" => {
                if self.modes.is_some() || !self.steps.is_empty() {
                    return Err("modes and something besides".to_string());
                }
                let (modes, steps) = modal_effect(tree.need("modes")?, &mut self.setting)?;
                self.modes = Some(modes);
                self.steps = steps;
            }
            "effects" => {
                if self.modes.is_some() {
                    return Err("modes and something besides".to_string());
                }
                let more = continued(tree.need("effects")?, &mut self.setting, &mut self.steps)?;
                self.steps.extend(more);
            }
            "costs_less" => {
                let less = crate::costs::mana(tree.need("mana")?)?;
                if less.typed.iter().any(|count| *count > 0) || less.x > 0 {
                    return Err("colored mana less".to_string());
                }
                let each = crate::amounts::counted(tree.need("counted")?, &mut self.setting)?;
                self.draft.less.push(crate::amounts::times(i32::from(less.generic), each));
            }
            "costs_less_x" => {
                let less = amount_less(tree, &mut self.setting)?;
                self.draft.less.push(less);
            }
            "costs_less_if" | "costs_less_targets" => {
                let less = crate::statics::own_less(tree, &mut self.setting)?;
                self.draft.abilities.push(less);
            }
            "cycled" => self.cycled(tree)?,
            "strive" => {
                self.more_each = Some(mana(tree.need("mana")?)?);
            }
            "flash_more" => {
                self.draft.alternatives.push(flash_more(tree)?);
                self.setting.of.alternatives += 1;
            }
            "only_during" => {
                let (during, held) = spans(tree.need("spans")?)?;
                self.during = during;
                self.only_if = held;
            }
            _ => return Err(format!("`{}` is not sayable of a spell", tree.text())),
        }
        Ok(())
    }

    /// Says what happens as the card is cycled: it is not a spell then.
    fn cycled(&mut self, tree: &Tree<'_>) -> Done<()> {
        use duelog_magic::language::definition::{Group, Reason};
        let why = if tree.says("cycle") { Reason::Cycled } else { Reason::Discarded };
        let when = crate::conditions::moves(Filter::Is(Ref::This), None, None, Some(why), None);
        let spell = std::mem::replace(&mut self.setting.of.spell, false);
        let mut own = Setting::new(self.setting.of, self.setting.tokens);
        own.mention(Group::Of(Ref::This), Some(Ref::This), false, vec!["~".to_string(), "card".to_string()]);
        let event = Event { when, zone: ZoneKind::Graveyard, condition: None };
        let made = triggered(tree, event, &mut own);
        let reflexive = std::mem::take(&mut own.reflexive);
        self.setting.of.spell = spell;
        let made = crate::reflexive::placed(made?, reflexive, self.draft.abilities.len())?;
        self.draft.abilities.extend(made);
        Ok(())
    }

    /// Reads what the spell does, and what is said of it besides.
    pub fn finish(self) -> Done<(Draft, Spell)> {
        if self.steps.is_empty() {
            return Err("the spell does nothing".to_string());
        }
        let Setting { targets, divide, first, .. } = self.setting;
        if !first.is_empty() {
            return Err("something is chosen for nothing".to_string());
        }
        let first = targets.first().map(|target| matches!(target, Target::Several(..) | Target::XOf(_)));
        if self.more_each.is_some() && (targets.len() != 1 || first != Some(true)) {
            return Err("it is not said which targets are beyond the first".to_string());
        }
        let effect = if self.modes.is_some() { Script::Seq(self.steps) } else { sequence(self.steps) };
        let spell = Spell {
            targets,
            divide,
            modes: self.modes,
            more: None,
            more_each: self.more_each,
            less: None,
            x_only: None,
            during: self.during,
            only_if: self.only_if,
            effect,
        };
        Ok((self.draft, spell))
    }
}

/// How much less a card costs, where that is X.
pub fn amount_less(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Number> {
    if !tree.need("mana")?.text().eq_ignore_ascii_case("{x}") {
        return Err(format!("`{}`", tree.text()));
    }
    crate::amounts::amount(tree.need("amount")?, setting)
}

/// Sentences of a line, which may go on with what the lines before it do.
fn continued(tree: &Tree<'_>, setting: &mut Setting<'_>, before: &mut Vec<Effect>) -> Done<Vec<Effect>> {
    let first = tree.all("sentence").next().and_then(|sentence| sentence.get("said")).map(|said| said.label);
    let goes_on = matches!(
        first,
        Some(
            "damage_instead"
                | "if_if_instead"
                | "no_regeneration_hit"
                | "that_discards"
                | "mana_only"
                | "if_instead"
                | "instead_first"
                | "instead_if"
                | "if_you_do"
                | "otherwise"
                | "tokens_instead"
                | "if_not"
                | "no_regeneration",
        )
    );
    if goes_on {
        return crate::sentences::continued(tree, setting, before);
    }
    effects(tree, setting)
}
