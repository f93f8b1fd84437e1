//! Says what the sentences of a card can refer to while they are read.

/// Says what is understood, or why the card language cannot say it.
pub type Done<T> = Result<T, String>;

/// Something that has been spoken of.
#[derive(Debug, Clone)]
pub struct Seen {
    /// As one object or player, as the card language writes it.
    pub one: Option<String>,
    /// As a group.
    pub group: String,
    /// True if it is several.
    pub many: bool,
    /// For a hero: the player.
    pub player: Option<String>,
    /// Says what it is called.
    pub nouns: Vec<String>,
    /// In which sentence.
    pub sentence: u32,
    /// Where it is what the last action came to: how many there were by then.
    pub by_verb: Option<u32>,
}

/// Facts of the card that sentences depend on.
#[derive(Debug, Clone, Default)]
pub struct Of {
    /// Its name.
    pub name: String,
    /// True if it is an attack when it is played.
    pub attack: bool,
    /// True if it stays in the arena: a permanent.
    pub stays: bool,
    /// True if it is a weapon.
    pub weapon: bool,
    /// True if what is read is an attack reaction.
    pub reacts: bool,
    /// True if it can only defend.
    pub defends: bool,
    /// True if X is part of its cost.
    pub has_x: bool,
    /// Abilities that it gives, as the card language writes them.
    pub gives: Vec<String>,
    /// The supertypes that it can be fused with: each is an optional cost.
    pub fusions: Vec<String>,
    /// How many optional costs it has.
    pub optional: usize,
    /// The place of the optional cost that the card speaks of: "if it was paid".
    pub paid: Option<usize>,
    /// True if a cost is paid with a card that sentences can speak of.
    pub pays_card: bool,
    /// The cards of the list with the trait Agents of Chaos (2.13.4).
    pub agents: Vec<String>,
    /// The keywords that were read so far.
    pub keywords: Vec<String>,
}

/// Says what a sentence can refer to.
pub struct Setting<'a> {
    /// The card.
    pub of: &'a mut Of,
    /// The targets that have been declared.
    pub targets: Vec<String>,
    /// How many targets stand before those.
    pub base: usize,
    /// Says what has been spoken of.
    pub seen: Vec<Seen>,
    /// Which sentence it is.
    pub sentence: u32,
    /// How many actions there have been that make one forget what the last one did.
    pub verbs: u32,
    /// Who does what is said without naming somebody.
    pub actor: String,
    /// The number that X is.
    pub x: Option<String>,
    /// The number that `that much` is.
    pub that: Option<String>,
    /// Numbers that the conditions of the sentence speak of, each with how many actions there had been.
    pub many: Vec<(String, u32)>,
    /// How many numbers the script keeps.
    pub kept: usize,
    /// Which of the events of a turn it is.
    pub ordinal: Option<String>,
    /// Steps that come before the one that is being read: choices.
    pub first: Vec<String>,
    /// Conditions that the words of an event bring along.
    pub conditions: Vec<String>,
    /// Where the source of the ability must be.
    pub zone: Option<String>,
    /// Whose hand is looked at.
    pub hand: Option<String>,
    /// Where cards are whose place is not said.
    pub place: Option<&'static str>,
    /// True for what is always so: nothing can be chosen.
    pub lasting: bool,
    /// How long changes last that come with no duration.
    pub until: &'static str,
    /// The occasion that a part of the sentence waits for.
    pub waits: bool,
}

impl<'a> Setting<'a> {
    /// Nothing has been spoken of yet.
    pub fn new(of: &'a mut Of) -> Setting<'a> {
        let x = of.has_x.then(|| "X".to_string());
        Setting {
            of,
            targets: Vec::new(),
            base: 0,
            seen: Vec::new(),
            sentence: 0,
            verbs: 0,
            actor: "You".to_string(),
            x,
            that: None,
            many: Vec::new(),
            kept: 0,
            ordinal: None,
            first: Vec::new(),
            conditions: Vec::new(),
            zone: None,
            hand: None,
            place: None,
            lasting: false,
            until: "EndOfTurn",
            waits: false,
        }
    }

    fn add(&mut self, seen: Seen) {
        self.seen.retain(|other| other.group != seen.group);
        self.seen.push(seen);
    }

    /// Speaks of an object or several.
    pub fn mention(&mut self, one: Option<&str>, group: &str, nouns: Vec<String>) {
        let last = group == "Last" || group.starts_with("LastThat");
        let seen = Seen {
            one: one.map(str::to_string),
            group: group.to_string(),
            many: one.is_none(),
            player: None,
            nouns,
            sentence: self.sentence,
            by_verb: last.then_some(self.verbs),
        };
        self.add(seen);
    }

    /// Speaks of one object.
    pub fn mention_one(&mut self, one: &str, nouns: Vec<String>) {
        if one == "Last" {
            self.mention(Some(one), "Last", nouns);
        } else {
            self.mention(Some(one), &format!("Of({one})"), nouns);
        }
    }

    /// Speaks of a hero, or of a player.
    pub fn mention_hero(&mut self, hero: &str) {
        let player = match hero {
            "You" | "Opponent" | "It" | "EventPlayer" => hero.to_string(),
            own if own.starts_with("Controller(") || own.starts_with("Owner(") => own.to_string(),
            own => format!("Controller({own})"),
        };
        let one = if player == hero { format!("HeroOf({hero})") } else { hero.to_string() };
        let group = match one.strip_prefix("Target(").and_then(|rest| rest.strip_suffix(')')) {
            Some(place) => format!("Targets({place})"),
            None => format!("Of({one})"),
        };
        let sentence = self.sentence;
        let seen = Seen {
            one: Some(one),
            group,
            many: false,
            player: Some(player),
            nouns: vec!["hero".to_string()],
            sentence,
            by_verb: None,
        };
        self.add(seen);
    }

    /// Speaks of what the next action makes.
    pub fn mention_made(&mut self, one: bool, nouns: Vec<String>) {
        self.mention(one.then_some("Last"), "Last", nouns);
        if let Some(seen) = self.seen.last_mut() {
            seen.by_verb = Some(self.verbs + 1);
        }
    }

    /// The last of what has been spoken of that is such.
    fn last_seen(&self, what: &str, such: impl Fn(&Seen) -> bool) -> Done<Seen> {
        let fitting: Vec<&Seen> = self.seen.iter().filter(|seen| such(seen)).collect();
        let last = *fitting.last().ok_or_else(|| format!("`{what}` refers to nothing"))?;
        let others = fitting.iter().filter(|seen| seen.sentence == last.sentence).count();
        if others > 1 {
            return Err(format!("`{what}` can be one of several things"));
        }
        if last.by_verb.is_some_and(|verb| verb != self.verbs) {
            return Err(format!("`{what}` is not kept until it is spoken of"));
        }
        Ok(last.clone())
    }

    /// The one object that has been spoken of last.
    pub fn it(&self) -> Done<Seen> {
        self.last_seen("it", |seen| seen.player.is_none() && !seen.many)
    }

    /// The one object that has been spoken of last, where another one than the source can be meant.
    pub fn other_than_this(&self) -> Done<Seen> {
        let such = |seen: &Seen| seen.player.is_none() && !seen.many && seen.one.as_deref() != Some("This");
        if self.seen.iter().any(such) { self.last_seen("it", such) } else { self.it() }
    }

    /// That something is another one than what an event is about, or than the source.
    pub fn another(&self) -> String {
        let event = self.seen.iter().any(|seen| seen.one.as_deref() == Some("Event"));
        if event { "Not(Is(Event))".to_string() } else { "Not(Is(This))".to_string() }
    }

    /// The several objects that have been spoken of last.
    pub fn them(&self) -> Done<Seen> {
        self.last_seen("them", |seen| seen.player.is_none() && seen.many)
    }

    /// Reads what has been spoken of by this name.
    pub fn that(&self, noun: &str) -> Done<Seen> {
        self.last_seen(noun, |seen| {
            seen.player.is_none() && !seen.many && seen.nouns.iter().any(|own| own == noun)
        })
    }

    /// The hero who has been spoken of last.
    pub fn hero(&self) -> Done<Seen> {
        self.last_seen("that hero", |seen| seen.player.as_ref().is_some_and(|player| player != "You"))
    }

    /// The player of that hero.
    pub fn they(&self) -> Done<String> {
        Ok(self.hero()?.player.unwrap_or_default())
    }

    /// The number that `that many` is: that of an event, that of the sentence's condition, or what was done last.
    pub fn that_many(&mut self) -> Done<String> {
        match (self.that.clone(), &self.many[..]) {
            (Some(that), []) => Ok(that),
            (None, []) if self.verbs > 0 => Ok("LastAmount".to_string()),
            (None, []) => Err("`that much` refers to nothing".to_string()),
            (None, [(many, verbs)]) if *verbs == self.verbs => {
                if !many.contains("Last") {
                    return Ok(many.clone());
                }
                // A choice of what it is done with is an action too, so the number is kept before it.
                let step = format!("Let({many})");
                self.first.push(step);
                self.kept += 1;
                Ok(format!("Kept({})", self.kept - 1))
            }
            _ => Err("`that many` can be one of several numbers".to_string()),
        }
    }

    /// Declares a target; its place.
    pub fn target(&mut self, target: String) -> usize {
        self.targets.push(target);
        self.base + self.targets.len() - 1
    }

    /// Gives an ability; its place.
    pub fn give(&mut self, ability: String) -> usize {
        match self.of.gives.iter().position(|own| *own == ability) {
            Some(place) => place,
            None => {
                self.of.gives.push(ability);
                self.of.gives.len() - 1
            }
        }
    }

    /// Counts what was done, and keeps what it came to as what was spoken of as such in this sentence.
    pub fn count(&mut self, text: &str) {
        const KEEPING: [&str; 5] = ["Shuffle(", "Modify(", "ModifyAll(", "Next(", "Used("];
        let forgets = text
            .split("Do(")
            .skip(1)
            .filter(|verb| !KEEPING.iter().any(|keeping| verb.starts_with(keeping)))
            .count();
        if forgets > 0 {
            let before = self.verbs;
            let moved = text.contains("(Last") || text.contains("what: Last");
            self.verbs += forgets as u32;
            for seen in &mut self.seen {
                let last = text.contains("Last") || text.contains("Top(");
                if seen.by_verb == Some(before) && (last && seen.sentence == self.sentence || moved) {
                    seen.by_verb = Some(self.verbs);
                }
            }
        }
    }
}

/// One filter of several that all must match.
pub fn all(filters: &[String]) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for filter in filters {
        if filter != "Any" && !kept.contains(&filter.as_str()) {
            kept.push(filter);
        }
    }
    match &kept[..] {
        [] => "Any".to_string(),
        [only] => (*only).to_string(),
        several => format!("All([{}])", several.join(", ")),
    }
}

/// One filter of several where one must match.
pub fn either(filters: &[String]) -> String {
    match filters {
        [only] => only.clone(),
        several => format!("Either([{}])", several.join(", ")),
    }
}

/// One step of several.
pub fn sequence(steps: &[String]) -> String {
    match steps {
        [only] => only.clone(),
        several => format!("Seq([{}])", several.join(", ")),
    }
}
