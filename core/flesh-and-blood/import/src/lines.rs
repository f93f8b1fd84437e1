//! Lines of a card: its keywords, costs and abilities.

use duelog_import::grammar::Tree;
use duelog_import::text::{self, Token};

use crate::deeds::get;
use crate::noun::Desc;
use crate::say::{is_meaning, say};
use crate::setting::{Done, Of, Seen, Setting, all};
use crate::steps::{Step, add, texts};
use crate::words::grammar;

/// Says what the lines of a card have said so far, as the card language writes it.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Keywords.
    pub keywords: Vec<String>,
    /// The moniker of the hero with whom alone it can be.
    pub specialization: Option<String>,
    /// Additional costs.
    pub costs: Vec<String>,
    /// Optional costs.
    pub optional: Vec<String>,
    /// Says what applies because they were paid.
    pub if_paid: Vec<String>,
    /// When it can be played.
    pub only_if: Vec<String>,
    /// Says what it does as it resolves, sentence by sentence.
    pub steps: Vec<Vec<Step>>,
    /// Says what its sentences have spoken of.
    pub seen: Vec<Seen>,
    /// How many sentences there have been, and how many actions.
    pub counts: (u32, u32),
    /// Targets of that.
    pub targets: Vec<String>,
    /// Modes: how many, and which.
    pub modes: Option<(String, Vec<String>)>,
    /// Abilities.
    pub abilities: Vec<String>,
    /// Numbers that it defines itself, by the names of their fields.
    pub stars: Vec<(String, String)>,
}

/// Why a line is not understood.
pub enum Misread {
    /// From this word on.
    Unknown(usize),
    /// The card language cannot say it.
    Unsayable(String),
}

/// The words of a line.
pub fn words_of(line: &str) -> Vec<Token> {
    text::tokens(line)
}

/// A line that ends with a full stop, as a sentence does.
pub fn with_stop(tokens: &[Token]) -> Vec<Token> {
    let mut tokens = tokens.to_vec();
    if tokens.last().is_some_and(|last| last.text != ".") {
        tokens.push(Token { text: ".".to_string(), printed: ".".to_string(), quoted: false });
    }
    tokens
}

impl Draft {
    /// Takes up a line.
    ///
    /// # Errors
    /// Why it is not understood.
    pub fn line(&mut self, tokens: &[Token], of: &mut Of) -> Result<(), Misread> {
        let longer = with_stop(tokens);
        let tree = match grammar().read("line", tokens) {
            Ok(tree) => tree,
            Err(misread) => {
                let again = grammar().read("line", &longer);
                again.map_err(|_| Misread::Unknown(misread.at))?
            }
        };
        self.read(&tree, of).map_err(Misread::Unsayable)
    }

    fn read(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        let mut setting = Setting::new(of);
        match tree.label {
            "keywords" => {
                for word in tree.all("word") {
                    match word.label {
                        "specialization" => {
                            self.specialization = Some(say(word.need("name")?, &mut setting)?);
                        }
                        _ => {
                            let keyword = say(word.need("keyword")?, &mut setting)?;
                            setting.of.keywords.push(keyword.clone());
                            self.keywords.push(keyword);
                        }
                    }
                }
                Ok(())
            }
            "fusion" | "fusion_or" => self.fusion(tree, of),
            "essence" => {
                let supers = tree.all("super").map(|own| say(own, &mut setting)).collect::<Done<Vec<_>>>()?;
                let supers: Vec<String> = supers.iter().map(|own| format!("\"{own}\"")).collect();
                self.abilities.push(format!("Meta(MayHave(supertypes: [{}]))", supers.join(", ")));
                Ok(())
            }
            "effects" => self.effects(tree.need("effects")?, of),
            "labelled" => {
                self.label(tree);
                self.ability(tree.need("ability")?, of, "")
            }
            "weapon_zones" => {
                let count = say(tree.need("n")?, &mut setting)?;
                self.abilities.push(format!("Meta(WeaponZones({count}))"));
                Ok(())
            }
            "labelled_effects" => {
                self.label(tree);
                self.effects(tree.need("effects")?, of)
            }
            "surge" | "surge_hero" | "surge_any" | "surge_any_hero" => self.surge(tree, of),
            "modal" => self.modal(tree.need("modes")?, of),
            "effect_word" => {
                let once = tree.need("once")?;
                self.ability(once.need("ability")?, of, "limit: Some(1), ")
            }
            _ => self.ability(tree.need("ability")?, of, ""),
        }
    }

    /// Label keywords that are keywords of the card (8.4).
    fn label(&mut self, tree: &Tree<'_>) {
        let label = tree.get("label").map(|own| own.text().to_lowercase()).unwrap_or_default();
        if ["combo", "crush", "reprise"].contains(&label.as_str()) {
            self.keywords.extend(crate::words::keyword_named(&label));
        }
    }

    /// Fusion: an optional cost of revealing a card of the supertype (8.3.17).
    fn fusion(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        if tree.label == "fusion_or" {
            return Err("fusion with one or both of two supertypes".to_string());
        }
        let name = say(tree.need("super")?, &mut Setting::new(of))?;
        self.keywords.push("Fusion".to_string());
        self.optional.push(format!("[Deed(Reveal, 1, Zone(Hand, You, Super(\"{name}\")))]"));
        of.fusions.push(name);
        of.optional += 1;
        Ok(())
    }

    /// Says what it does as it resolves.
    fn effects(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        if of.stays {
            return Err("what stays in the arena does something as it resolves".to_string());
        }
        if self.modes.is_some() {
            return Err("something is done behind modes".to_string());
        }
        let mut setting = self.setting(of);
        add(tree, &mut setting, &mut self.steps)?;
        self.seen = setting.seen;
        self.counts = (setting.sentence, setting.verbs);
        self.targets.extend(setting.targets);
        Ok(())
    }

    /// Says what the next sentence of what it does as it resolves can refer to.
    fn setting<'a>(&self, of: &'a mut Of) -> Setting<'a> {
        let mut setting = Setting::new(of);
        setting.base = self.targets.len();
        setting.seen.clone_from(&self.seen);
        (setting.sentence, setting.verbs) = self.counts;
        if setting.seen.is_empty() {
            setting.mention_one("This", vec!["card".to_string()]);
        }
        setting
    }

    /// Says what it does where it dealt more damage than so much (8.4.8).
    fn surge(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        let last = self.steps.last().map(|steps| texts(steps)).unwrap_or_default();
        if !last.rsplit("Do(").next().is_some_and(|last| last.starts_with("Damage(")) {
            return Err("the damage is not what was dealt last".to_string());
        }
        let mut setting = self.setting(of);
        let number = tree.get("n").map(|own| say(own, &mut setting)).transpose()?;
        let number = number.unwrap_or_else(|| "N(1)".to_string());
        let mut condition = format!("AtLeast(LastAmount, {number})");
        if tree.label.ends_with("hero") {
            let hero = setting.hero()?.one.unwrap_or_default();
            condition = format!("All([{condition}, Matches({hero}, Type(Hero))])");
        }
        let made = crate::steps::said(tree.need("said")?, &mut setting)?;
        self.targets.extend(setting.targets);
        self.steps.push(vec![Step::Do(format!("If({condition}, {made})"))]);
        Ok(())
    }

    fn modal(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        if !self.steps.is_empty() || self.modes.is_some() || of.stays {
            return Err("modes behind something else".to_string());
        }
        let mut setting = Setting::new(of);
        self.modes = Some(crate::activated::modes(tree, &mut setting)?);
        Ok(())
    }

    fn ability(&mut self, tree: &Tree<'_>, of: &mut Of, limit: &str) -> Done<()> {
        let tree = inner(tree);
        match tree.label {
            "additional" | "additional_may" | "additional_may_if" | "only_if" | "only_if_not"
            | "only_arsenal" | "not_hand" => self.cost_line(tree, of),
            "own_if" | "own" | "own_if_two" | "while_defends" | "while_defends_what" | "while_defends_if"
                if of.resolves() && !tree.label.starts_with("while") =>
            {
                self.own_resolving(tree, of)
            }
            "star" | "spellvoid" => self.star(tree, of),
            "evo" => self.evo(tree, of),
            _ => {
                let made = abilities(tree, of, limit)?;
                self.abilities.extend(made);
                Ok(())
            }
        }
    }

    /// Reads what is said of a card that does something as it resolves, and is gone then.
    fn own_resolving(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        let mut setting = Setting::new(of);
        setting.mention_one("This", vec!["card".to_string()]);
        let condition = tree.get("condition").map(|own| say(own, &mut setting)).transpose()?;
        let (changes, until) = get(tree.need("get")?, &mut setting)?;
        let until = until.unwrap_or_else(|| "EndOfTurn".to_string());
        let step = format!("Do(Modify(Of(This), [{changes}], {until}))");
        let step = match (condition, tree.label) {
            (Some(condition), "own_if") => Step::If(condition, vec![Step::Do(step)]),
            (None, "own") => Step::Do(step),
            _ => return Err(format!("`{}` of a card that resolves", tree.text())),
        };
        self.steps.push(vec![step]);
        Ok(())
    }

    /// An equipped card transforms into it, and it is equipped in its place (8.5.36, 8.5.41).
    fn evo(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        let sub = say(tree.need("sub")?, &mut Setting::new(of))?;
        let group = format!(
            "Arena(All([Type(Equipment), Sub(\"Base\"), Sub(\"{sub}\"), Equipped, ControlledBy(You)]))"
        );
        self.steps.push(vec![Step::Do(format!(
            "If(Exists({group}), Seq([Do(Pick(You, {group}, N(1), N(1))), Do(Transform(Last, 1, Object(This))), Do(Equip(Of(This)))]))"
        ))]);
        Ok(())
    }

    fn star(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        if tree.label == "spellvoid" {
            return Err("spellvoid with X".to_string());
        }
        let mut setting = Setting::new(of);
        setting.lasting = true;
        setting.mention_one("This", Vec::new());
        let stat = say(tree.need("stat")?, &mut setting)?;
        let amount = say(tree.need("amount")?, &mut setting)?;
        let field = match stat.as_str() {
            "Power" => "star_power",
            "Defense" => "star_defense",
            "Life" => "star_life",
            _ => return Err(format!("a card that defines its {stat}")),
        };
        self.stars.push((field.to_string(), amount));
        Ok(())
    }

    fn cost_line(&mut self, tree: &Tree<'_>, of: &mut Of) -> Done<()> {
        let mut setting = Setting::new(of);
        setting.lasting = true;
        setting.mention_one("This", vec!["card".to_string()]);
        match tree.label {
            "additional" => {
                let own = cost(tree.need("cost")?, &mut setting)?;
                self.costs.extend(own);
                of.pays_card = true;
            }
            "additional_may" | "additional_may_if" => {
                let own = tree.need("optional_cost")?;
                let own = match own.label {
                    "pay" => {
                        vec![format!("Pay({})", own.all("points").map(|own| own.words.len()).sum::<usize>())]
                    }
                    "deed" => vec![deed_cost(own, &mut setting)?],
                    _ => vec!["Deed(Charge, 1, Zone(Hand, You, Any))".to_string()],
                };
                let changes = tree.get("get").map(|own| get(own, &mut setting)).transpose()?;
                let place = self.optional.len();
                self.optional.push(format!("[{}]", own.join(", ")));
                if let Some((changes, _)) = changes {
                    self.if_paid.resize(place, "[]".to_string());
                    self.if_paid.push(format!("[{changes}]"));
                }
                of.optional += 1;
                of.pays_card |= own.iter().any(|cost| cost.contains("Zone("));
                of.paid = Some(place);
            }
            "only_arsenal" => self.only_if.push("Matches(This, In(Arsenal))".to_string()),
            "not_hand" => self.only_if.push("Not(Matches(This, In(Hand)))".to_string()),
            other => {
                let condition = say(tree.need("condition")?, &mut setting)?;
                let not = other == "only_if_not";
                self.only_if.push(if not { format!("Not({condition})") } else { condition });
            }
        }
        Ok(())
    }

    /// Says what it does as it resolves.
    pub fn resolve(&self) -> Option<String> {
        let targets = list("targets", &self.targets);
        let effect = match &self.steps[..] {
            [] => String::new(),
            steps => {
                let all: Vec<Step> = steps.iter().flatten().cloned().collect();
                format!("effect: Some({})", texts(&all))
            }
        };
        match &self.modes {
            Some((count, modes)) => {
                let modes = modes.join(", ");
                Some(format!("(choose: Some({count}), modes: [{modes}], {targets}{effect})"))
            }
            None if self.steps.is_empty() => None,
            None => Some(format!("({targets}{effect})")),
        }
    }
}

fn list(name: &str, all: &[String]) -> String {
    if all.is_empty() { String::new() } else { format!("{name}: [{}], ", all.join(", ")) }
}

/// The wording inside of rules that only pass one on.
fn inner<'t, 'g>(tree: &'t Tree<'g>) -> &'t Tree<'g> {
    match (&tree.parts[..], tree.label) {
        ([only], "") => inner(only),
        _ => tree,
    }
}

impl Of {
    /// Returns whether it does something as it resolves, and has no lasting abilities of its own then.
    pub fn resolves(&self) -> bool {
        !self.attack && !self.stays && !self.weapon && !self.defends
    }
}

/// The abilities that are quoted.
///
/// # Errors
/// Why they are not understood.
pub fn quoted(line: &str, outer: &mut Setting<'_>) -> Done<Vec<String>> {
    let mut line = line.trim().trim_end_matches(',').to_string();
    if !line.ends_with('.') {
        line.push('.');
    }
    let tokens = text::tokens(&line);
    let tree = grammar().read("ability", &tokens).map_err(|misread| {
        let rest = text::joined(&tokens[misread.at.min(tokens.len())..]);
        format!("quoted, not understood: \"{rest}\"")
    })?;
    let tree = inner(&tree);
    let facts = (outer.of.attack, outer.of.stays);
    outer.of.attack = true;
    let made = abilities(tree, outer.of, "");
    (outer.of.attack, outer.of.stays) = facts;
    made
}

/// Abilities of a wording.
fn abilities(tree: &Tree<'_>, of: &mut Of, limit: &str) -> Done<Vec<String>> {
    match tree.label {
        "activated" => {
            let mut made = vec![crate::activated::activated(tree, of)?];
            let does = tree.need("does")?;
            if does.label == "attack_if" {
                let mut setting = Setting::new(of);
                setting.lasting = true;
                let condition = say(does.need("condition")?, &mut setting)?;
                let (changes, _) = get(does.need("get")?, &mut setting)?;
                made.push(format!(
                    "Static((condition: Some({condition}), affects: Play(All([Attack, Is(This)])), changes: [{changes}]))"
                ));
            }
            Ok(made)
        }
        "activated_less" => {
            let mut setting = Setting::new(of);
            setting.lasting = true;
            let less = say(tree.need("p")?, &mut setting)?;
            let times = say(tree.need("amount")?, &mut setting)?;
            let cheaper =
                format!("Static((affects: Of(This), changes: [Plus(Cost, Product(-{less}, {times}))]))");
            Ok(vec![crate::activated::activated(tree, of)?, cheaper])
        }
        "contract" => contract(tree, of).map(|own| vec![own]),
        "triggered" | "triggered_during" | "triggered_if" | "ordinal" | "once_triggered" | "moment"
        | "moment_if" | "event_moment" | "two_moments" => crate::activated::triggered(tree, of, limit),
        label if is_meaning(label) => {
            let mut setting = Setting::new(of);
            setting.lasting = true;
            setting.mention_one("This", vec!["card".to_string()]);
            Ok(vec![say(tree, &mut setting)?])
        }
        _ => crate::statics::statics(tree, of),
    }
}

fn contract(tree: &Tree<'_>, of: &mut Of) -> Done<String> {
    let mut setting = Setting::new(of);
    let when = say(tree.need("contracted")?, &mut setting)?;
    let made = crate::steps::steps(tree.need("steps")?, &mut setting)?;
    let targets = list("targets", &setting.targets);
    Ok(format!(
        "Triggered((contract: true, when: {when}, from: Play, resolve: ({targets}effect: Some({made}))))"
    ))
}

/// A cost of one or more parts.
///
/// # Errors
/// Why the card language cannot say it.
pub fn cost(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let this = "Of(This)";
    Ok(vec![match tree.label {
        "none" => return Ok(Vec::new()),
        "pay" => format!("Pay({})", tree.need("points")?.words.len()),
        "chi" => format!("Chi({})", tree.need("chi")?.words.len()),
        "tap" => format!("Deed(Tap, 1, {this})"),
        "tap_both" => {
            return Ok(vec![format!("Deed(Tap, 1, {this})"), "Deed(Tap, 1, Of(HeroOf(You)))".to_string()]);
        }
        "deed_tap" | "deed_untap" | "deed_turn" => turned(tree, setting)?,
        "deed" => deed_cost(tree, setting)?,
        "deed_random" => {
            let deed = say(tree.need("cost_deed")?, setting)?;
            let count = say(tree.need("n")?, setting)?;
            let desc = placed(tree.need("desc")?, &deed, setting)?;
            format!("Random({deed}, {count}, {})", desc.group()?)
        }
        "destroy_this_and" => {
            let deed = if tree.says("banish") { "Banish" } else { "Destroy" };
            let desc = Desc::read(tree.need("desc")?, setting)?;
            return Ok(vec![
                format!("Deed({deed}, 1, {this})"),
                format!("Deed({deed}, 1, {})", desc.group()?),
            ]);
        }
        "destroy_closes" => return Err("a cost that is paid as the combat chain closes".to_string()),
        "bottom" => {
            let what = tree.need("cost_what")?;
            let (count, group) = paid_with(what, "Bottom", setting)?;
            format!("Deed(Bottom, {count}, {group})")
        }
        "deed_colors" => return colors_banished(tree, setting),
        "top_banish" => "Deed(Banish, 1, Top(You, N(1)))".to_string(),
        _ => say(tree, setting)?,
    }])
}

/// A cost that taps something, or turns it face up.
fn turned(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let desc = Desc::read(tree.need("desc")?, setting)?;
    let (deed, before) = match tree.label {
        "deed_tap" => ("Tap", "Not(Tapped)"),
        "deed_untap" => ("Untap", "Tapped"),
        _ => ("TurnUp", "FaceDown"),
    };
    let desc = if desc.filters.iter().any(|own| own == before) { desc } else { with(&desc, before) };
    Ok(format!("Deed({deed}, 1, {})", desc.group()?))
}

/// A cost that banishes cards of two colors out of the graveyard.
fn colors_banished(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Vec<String>> {
    let parts = [("n", "one"), ("m", "other")].into_iter().map(|(count, color)| {
        let count = say(tree.need(count)?, setting)?;
        let color = say(tree.need(color)?, setting)?;
        Ok(format!("Deed(Banish, {count}, Zone(Graveyard, You, Color({color})))"))
    });
    parts.collect()
}

fn deed_cost(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let deed = say(tree.need("cost_deed")?, setting)?;
    let (count, group) = paid_with(tree.need("cost_what")?, &deed, setting)?;
    Ok(format!("Deed({deed}, {count}, {group})"))
}

fn with(desc: &Desc, filter: &str) -> Desc {
    let mut desc = desc.clone();
    desc.filters.push(filter.to_string());
    desc
}

/// The things that a cost is paid with, and how many.
fn paid_with(tree: &Tree<'_>, deed: &str, setting: &mut Setting<'_>) -> Done<(String, String)> {
    if tree.label == "this" {
        return Ok(("1".to_string(), "Of(This)".to_string()));
    }
    let desc = placed(tree.need("desc")?, deed, setting)?;
    let desc = if tree.says("another") { with(&desc, "Not(Is(This))") } else { desc };
    let count = match tree.get("n") {
        Some(number) => say(number, setting)?,
        None => "1".to_string(),
    };
    Ok((count, desc.group()?))
}

/// A description of what is discarded or revealed, which is in the hand where nothing is said.
fn placed(tree: &Tree<'_>, deed: &str, setting: &mut Setting<'_>) -> Done<Desc> {
    if matches!(deed, "Discard" | "Reveal") {
        setting.place = Some("Hand");
    }
    let made = Desc::read(tree, setting);
    setting.place = None;
    made
}

/// One condition of several.
pub fn both(conditions: &[String]) -> Option<String> {
    match conditions {
        [] => None,
        several => Some(all(several)),
    }
}
