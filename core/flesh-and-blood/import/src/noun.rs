//! Descriptions of things: what each must be, and where they are.

use duelog_import::grammar::Tree;

use crate::say::{nouns_of, say};
use crate::setting::{Done, Setting, all, either};

/// A description of things.
#[derive(Debug, Clone, Default)]
pub struct Desc {
    /// Says what each must be.
    pub filters: Vec<String>,
    /// In which zones; the arena where nothing is said.
    pub zones: Vec<&'static str>,
    /// Whose zones; all players' where it is nobody's.
    pub whose: Option<String>,
    /// True if they are among the cards of the last action.
    pub among: bool,
    /// True if they are cards that were pitched for the source.
    pub pitched: bool,
    /// True if they are called cards, of whatever kind.
    pub cards: bool,
    /// Says what it is called.
    pub nouns: Vec<String>,
}

impl Desc {
    /// Reads a description.
    pub fn read(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Desc> {
        if tree.label.is_empty()
            && let [only] = &tree.parts[..]
        {
            return Desc::read(only, setting);
        }
        let mut desc = Desc { nouns: nouns_of(tree), ..Desc::default() };
        for pre in tree.all("pre") {
            let own = say(pre, setting)?;
            desc.filters.push(own);
        }
        let heads = tree.all("head").map(|head| say(head, setting)).collect::<Done<Vec<_>>>()?;
        if heads.len() > 1 && tree.has("pre") && !desc.filters.iter().all(|filter| is_of_all(filter)) {
            return Err(format!("the first words of `{}` can be said of one or of all", tree.text()));
        }
        desc.cards = heads.iter().any(|head| head == "Card");
        desc.filters.push(either(&heads));
        let mut counts = false;
        for post in tree.all("post") {
            let before = desc.filters.len();
            desc.post(post, setting)?;
            // Behind a number of things it can be said of these.
            if counts && desc.filters.iter().skip(before).any(|own| own.contains("ControlledBy(")) {
                return Err(format!("the last words of `{}` can be said of one of two things", tree.text()));
            }
            counts |= desc.filters.iter().skip(before).any(|own| own.contains("Count("));
        }
        if desc.zones.is_empty()
            && !desc.among
            && !desc.pitched
            && let Some(place) = setting.place
        {
            desc.zones.push(place);
            desc.whose = Some(setting.actor.clone());
        }
        let shown = |own: &String| ["FaceUp", "FaceDown", "Not(FaceDown)"].contains(&own.as_str());
        if desc.filters.iter().any(shown) && desc.filters.iter().any(|own| own.starts_with("PlayedFrom(")) {
            return Err(format!("`{}`: what is played is public, however it was before", tree.text()));
        }
        desc.tidy();
        Ok(desc)
    }

    fn post(&mut self, tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<()> {
        let zones: &[&'static str] = match tree.label {
            "place_hand" | "place_my_hand" => &["Hand"],
            "place_arsenal" | "place_any_arsenal" => &["Arsenal"],
            "place_grave" | "place_any_grave" => &["Graveyard"],
            "place_banished" => &["Banished"],
            "place_deck" => &["Deck"],
            "place_pitch" => &["Pitch"],
            "place_soul" => &["Soul"],
            "place_hand_arsenal" => &["Hand", "Arsenal"],
            "place_hand_grave" => &["Hand", "Graveyard"],
            "place_arena" => return Ok(()),
            "place_inventory" => {
                self.zones.push("Inventory");
                self.whose = Some("You".to_string());
                return Ok(());
            }
            "from_among" => {
                self.among = true;
                return Ok(());
            }
            "Pitched" => {
                self.pitched = true;
                return Ok(());
            }
            "raised" => {
                self.filters.push("Raised(Power, 1)".to_string());
                return Ok(());
            }
            _ => {
                let own = say(tree, setting)?;
                self.filters.push(own);
                return Ok(());
            }
        };
        self.zones.extend(zones);
        self.whose = tree.get("whose").map(|whose| say(whose, setting)).transpose()?;
        if tree.label == "place_my_hand" {
            self.whose = Some(setting.actor.clone());
        }
        Ok(())
    }

    /// Leaves out words that go without saying.
    fn tidy(&mut self) {
        for filter in &mut self.filters {
            if filter == "Exactly(Cost, N(0))" {
                *filter = "AtMost(Cost, N(0))".to_string();
            }
        }
        let named = |filter: &str| filter.starts_with("Named(");
        if self.filters.iter().any(|filter| named(filter)) || self.filters.len() > 1 {
            self.filters.retain(|filter| filter != "Card");
        }
        let weapon = self.filters.iter().position(|filter| filter == "Type(Weapon)");
        if let (Some(place), true) = (weapon, self.filters.iter().any(|filter| filter == "Attack")) {
            self.filters.remove(place);
            self.filters.retain(|filter| filter != "Attack");
            self.filters.push("WeaponAttack".to_string());
        }
        if self.zones.is_empty() && self.filters.iter().any(|filter| filter == "Type(Weapon)") {
            self.filters.push("Card".to_string());
        }
        if self.filters == ["Card"] && !self.zones.is_empty() {
            self.filters.clear();
        }
    }

    /// Says what each must be, beside where it is.
    pub fn own(&self) -> String {
        all(&self.filters)
    }

    /// Says what each must be, and where it is.
    pub fn filter(&self) -> String {
        let mut filters = self.filters.clone();
        filters.extend(self.place());
        all(&filters)
    }

    fn place(&self) -> Vec<String> {
        let zones: Vec<String> = self.zones.iter().map(|zone| format!("In({zone})")).collect();
        let mut place = Vec::new();
        if !zones.is_empty() {
            place.push(either(&zones));
        }
        place.extend(self.whose.as_ref().map(|whose| format!("OwnedBy({whose})")));
        place
    }

    /// As an attack: that it is one goes without saying.
    pub fn attack(&self) -> String {
        let filters: Vec<String> = if self.filters.len() > 1 {
            self.filters.iter().filter(|filter| *filter != "Attack").cloned().collect()
        } else {
            self.filters.clone()
        };
        all(&filters)
    }

    /// As an attack that is a target.
    fn attack_target(&self) -> String {
        match self.attack().as_str() {
            "Attack" => "Any".to_string(),
            other => other.to_string(),
        }
    }

    /// Returns whether it is of attacks.
    pub fn is_attack(&self) -> bool {
        self.filters.iter().any(|filter| filter == "Attack" || filter == "WeaponAttack")
    }

    /// Returns whether it is of cards whose place nobody says.
    pub fn is_nowhere(&self) -> bool {
        let card = |filter: &String| {
            let kinds = ["Card", "Type(Action)", "Type(Instant)", "AttackAction", "NonAttackAction"];
            kinds.contains(&filter.as_str())
                || filter.starts_with("Type(Att")
                || filter.starts_with("Type(Def")
        };
        let controlled = |filter: &String| filter.starts_with("ControlledBy(");
        // "a blue card" says no more of what it is.
        let called = self.nouns.iter().any(|noun| noun == "card" || noun == "cards");
        let colored = called && self.filters.iter().all(|own| own.starts_with("Color("));
        let cards = colored || self.filters.iter().any(card);
        self.zones.is_empty() && cards && !self.filters.iter().any(controlled)
    }

    /// All of them.
    pub fn group(&self) -> Done<String> {
        if self.among {
            return Ok(format!("LastThat({})", self.own()));
        }
        if self.pitched {
            return Ok(format!("Pitched({})", self.own()));
        }
        Ok(match (&self.zones[..], &self.whose) {
            ([], _) if self.is_attack() || self.filters.iter().any(|filter| filter == "AttackAction") => {
                format!("Play({})", self.own())
            }
            ([], _) if self.filters.iter().any(|filter| filter == "DefendingAgainst(Attack)") => {
                let such = self.filters.iter().filter(|filter| *filter != "DefendingAgainst(Attack)");
                format!("Defenders({})", all(&such.cloned().collect::<Vec<_>>()))
            }
            // On any chain link (7.0.5a).
            ([], _) if self.filters.iter().any(|filter| filter == "Defending") => {
                format!("Arena({})", self.own())
            }
            ([], _) if self.is_nowhere() => return Err("it is not said where these cards are".to_string()),
            // A card on the stack is controlled too (1.3.1b).
            ([], _) if self.cards => {
                let filters = std::iter::once("Card".to_string()).chain(self.filters.iter().cloned());
                format!("Play({})", all(&filters.collect::<Vec<_>>()))
            }
            ([], _) => format!("Arena({})", self.own()),
            (["Inventory"], Some(whose)) => format!("Inventory({whose}, {})", self.own()),
            ([zone], Some(whose)) => format!("Zone({zone}, {whose}, {})", self.own()),
            (zones, _) if zones.contains(&"Inventory") => {
                return Err("cards of the inventory and of other zones".to_string());
            }
            _ => format!("Everything({})", self.filter()),
        })
    }

    /// One of them as a target.
    pub fn target(&self) -> Done<String> {
        Ok(match (&self.zones[..], self.whose.as_deref()) {
            ([], _) if self.filters == ["Type(Hero)"] => "Hero".to_string(),
            ([], _) if self.is_attack() => format!("Attack({})", self.attack_target()),
            ([], _) => format!("Object({})", self.own()),
            (["Graveyard"], Some("You")) => format!("Graveyard({})", self.own()),
            _ => return Err("a card of that zone cannot be a target".to_string()),
        })
    }
}

/// Returns whether a filter before the first of several things is said of all of them.
fn is_of_all(filter: &str) -> bool {
    ["Not(Is(This))", "Marked", "FaceUp", "FaceDown", "ControlledBy(OtherThan(You))", "Tapped"]
        .contains(&filter)
        || filter.starts_with("Color(")
        || filter.starts_with("Super(")
}

/// Reads things as a group; what is chosen is chosen before.
pub fn things(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    match tree.label {
        "it_group" => return Ok(setting.it()?.group),
        "that_group" => return that(tree, setting).map(|seen| seen.group),
        "them_group" | "each_them" => {
            return match (setting.them(), setting.hero()) {
                (Ok(them), _) => Ok(them.group),
                (Err(_), Ok(hero)) => Ok(hero.group),
                (Err(why), Err(_)) => Err(why),
            };
        }
        "tops" => {
            let number = say(tree.need("number")?, setting)?;
            let whose = say(tree.need("whose")?, setting)?;
            setting.mention(None, "Last", vec!["card".to_string()]);
            return Ok(format!("Top({whose}, {number})"));
        }
        "two_targets" => {
            let mut one = Desc::read(tree.need("one")?, setting)?;
            let other = Desc::read(tree.need("other")?, setting)?;
            // The place behind the last of them is that of both.
            if one.zones.is_empty() {
                one.zones.clone_from(&other.zones);
                one.whose.clone_from(&other.whose);
            }
            let (one, other) = (setting.target(one.target()?), setting.target(other.target()?));
            return Ok(format!("Everything(Either([Is(Target({one})), Is(Target({other}))]))"));
        }
        _ => {}
    }
    let desc = Desc::read(tree.need("desc")?, setting)?;
    let number = tree.get("number").map(|number| say(number, setting)).transpose()?;
    match tree.label {
        "target" | "targets" => {
            // An attack reaction is about the attack that it reacts to (8.1.2).
            let reacts = setting.of.reacts && desc.zones.is_empty();
            let mut target = if reacts && desc.filters.iter().any(|own| own == "AttackAction") {
                format!("Attack({})", desc.own())
            } else {
                desc.target()?
            };
            if let Some(number) = &number {
                target = format!("Several(0, {}, {target})", plain(number)?);
            }
            let place = setting.target(target);
            let one = number.is_none().then(|| format!("Target({place})"));
            setting.mention(one.as_deref(), &format!("Targets({place})"), desc.nouns);
            Ok(format!("Targets({place})"))
        }
        "all" => {
            let mut desc = desc;
            if tree.words.first().is_some_and(|word| word.eq_ignore_ascii_case("your")) {
                desc.filters.push("ControlledBy(You)".to_string());
            }
            let group = desc.group()?;
            setting.mention(None, &group, desc.nouns);
            Ok(group)
        }
        _ => picked(tree, &desc, number, setting),
    }
}

/// Something that is chosen as the effect is carried out.
fn picked(tree: &Tree<'_>, desc: &Desc, number: Option<String>, setting: &mut Setting<'_>) -> Done<String> {
    if setting.lasting {
        return Err(format!("`{}` is chosen where nothing can be", tree.text()));
    }
    let mut desc = desc.clone();
    if tree.label == "one" && tree.says("another") && !desc.filters.iter().any(|own| own == "Not(Is(This))") {
        desc.filters.push("Not(Is(This))".to_string());
    }
    if let (Some(whose), true) = (setting.hand.clone(), desc.is_nowhere()) {
        desc.zones.push("Hand");
        desc.whose = Some(whose);
        desc.tidy();
    }
    let group = desc.group()?;
    let one = "N(1)".to_string();
    let who = setting.actor.clone();
    let count = number.clone().unwrap_or_else(|| one.clone());
    let step = match tree.label {
        "random" => format!("Do(PickRandom({group}, N(1)))"),
        "randoms" => format!("Do(PickRandom({group}, {count}))"),
        "up_to" => format!("Do(Pick({who}, {group}, N(0), {count}))"),
        "any_number" => format!("Do(Pick({who}, {group}, N(0), Count({group})))"),
        "one_or_more" => format!("Do(Pick({who}, {group}, N(1), Count({group})))"),
        _ => format!("Do(Pick({who}, {group}, {count}, {count}))"),
    };
    setting.count(&step);
    setting.first.push(step);
    let single =
        matches!(tree.label, "one" | "one_other" | "random") || count == "N(1)" && tree.label == "up_to";
    setting.mention(single.then_some("Last"), "Last", desc.nouns);
    Ok("Last".to_string())
}

/// Reads what is called by a noun that has been spoken of.
pub fn that(tree: &Tree<'_>, setting: &Setting<'_>) -> Done<crate::setting::Seen> {
    let words = tree.need("noun")?.text().to_lowercase();
    let noun = words.split(' ').next_back().unwrap_or_default();
    if noun == "hero" {
        return setting.hero();
    }
    let mut seen = setting.that(noun).or_else(|why| if noun == "card" { setting.it() } else { Err(why) })?;
    // A sword attack is not the sword, which attacks by it (1.4.3).
    let attacks = ["weapon", "sword", "dagger", "ally", "dragon"].contains(&noun);
    if attacks && seen.nouns.iter().any(|own| own == "attack") {
        let source = format!("SourceOf({})", seen.one.unwrap_or_default());
        seen.group = format!("Of({source})");
        seen.one = Some(source);
    }
    Ok(seen)
}

/// A number that is known now.
pub fn plain(number: &str) -> Done<i64> {
    let inner = number.strip_prefix("N(").and_then(|rest| rest.strip_suffix(')'));
    inner.and_then(|inner| inner.parse().ok()).ok_or_else(|| format!("`{number}` must be a number"))
}
