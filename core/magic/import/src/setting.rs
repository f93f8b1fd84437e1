//! Reads what a sentence can refer to: what has been spoken of before it.

use duelog_import::grammar::Tree;
use duelog_kernel::script::Script;
use duelog_magic::language::definition::{Definition, Effect, Filter, Group, Number, Ref, Target, Verb};

use crate::tokens::Tokens;

/// Says what is understood, or why the card language cannot say it.
pub type Done<T> = Result<T, String>;

/// Something that has been spoken of.
#[derive(Debug, Clone)]
pub struct Seen {
    /// As a group.
    pub group: Group,
    /// As one object or player, where it is one.
    pub one: Option<Ref>,
    /// True if it is several.
    pub many: bool,
    /// True if it is a player.
    pub player: bool,
    /// Says what it is called: types in the singular, `card`, `permanent`, `spell`, `token`.
    pub nouns: Vec<String>,
    /// In which sentence.
    pub sentence: u32,
    /// Where it is what the last verb made or moved: how many verbs there were by then.
    pub by_verb: Option<u32>,
    /// True if it is spoken of beside something else, which `it` is then.
    pub aside: bool,
}

/// Facts of the card that sentences depend on.
#[derive(Debug, Clone, Default)]
pub struct Of {
    /// True if it is an instant or sorcery.
    pub spell: bool,
    /// True if it is attached to something.
    pub attached: bool,
    /// The name of the card.
    pub name: String,
    /// The kind of counter that only the card itself speaks of.
    pub mark: Option<String>,
    /// How many costs may be paid besides.
    pub besides: u8,
    /// How many alternative costs there are.
    pub alternatives: u8,
    /// True if the mana cost, or a cost besides, has X.
    pub has_x: bool,
    /// Says what is chosen to pay for it, as it is called.
    pub paid: Option<Vec<String>>,
    /// Its card types beside `Creature`.
    pub types: Vec<duelog_magic::language::types::CardType>,
    /// Power and toughness where they are printed as numbers.
    pub printed: (Option<i32>, Option<i32>),
    /// True if what was made or moved at last is kept for what speaks of it later.
    pub notes: bool,
    /// True if an ability speaks of what another one has exiled.
    pub linked: bool,
}

/// Says what a sentence can refer to.
pub struct Setting<'a> {
    /// The card.
    pub of: &'a mut Of,
    /// The tokens that are known.
    pub tokens: &'a mut Tokens,
    /// The targets that have been chosen.
    pub targets: Vec<Target>,
    /// The mode that the sentences belong to.
    pub mode: Option<u8>,
    /// Says what has been spoken of.
    pub seen: Vec<Seen>,
    /// Which sentence it is.
    pub sentence: u32,
    /// How many verbs there have been.
    pub verbs: u32,
    /// Who does what is said without naming somebody.
    pub actor: Ref,
    /// The group of those, where they are several.
    pub actors: Group,
    /// The number that X is.
    pub x: Option<Number>,
    /// The number that `that much` is, and after which verb where it is what that came to.
    pub that: Option<(Number, Option<u32>)>,
    /// Says what is divided among the first targets.
    pub divide: Option<Number>,
    /// How many groups have been kept.
    pub noted: u8,
    /// How many numbers have been kept.
    pub kept: u8,
    /// The cards that are looked at, as the place of the group that is kept.
    pub looked: Option<u8>,
    /// Whose hand has been revealed.
    pub hand: Option<Ref>,
    /// After which verb the last thing is a card that has been chosen in a hand.
    pub in_hand: Option<u32>,
    /// Choices that what is being read begins with.
    pub first: Vec<Effect>,
    /// The thing that the step before it in the same sentence speaks of.
    pub subject: Option<crate::objects::Thing>,
    /// Who acts where the basic form of a verb names nobody.
    pub speaker: Ref,
    /// The zone in which the ability works, where that is said by what it does.
    pub zone: Option<duelog_magic::language::definition::ZoneKind>,
    /// The token that was made last.
    pub token: Option<crate::tokens::Made>,
    /// Abilities that trigger as something is done by the one that is read.
    pub reflexive: Vec<duelog_magic::language::definition::Triggered>,
    /// In which sentence a condition speaks of the spell itself.
    pub own: Option<u32>,
    /// The thing that the step before it in the same sentence was done to.
    pub object: Option<crate::objects::Thing>,
    /// The object that deals the damage that is read.
    pub dealer: Option<Ref>,
    /// True if the ability triggers as the source itself leaves the battlefield.
    pub left: bool,
    /// Says what each target must be where there is one for each of several players.
    pub each: Option<Vec<Filter>>,
    /// True while a target is read.
    pub of_target: bool,
}

impl<'a> Setting<'a> {
    /// Nothing has been spoken of yet.
    pub fn new(of: &'a mut Of, tokens: &'a mut Tokens) -> Setting<'a> {
        Setting {
            of,
            tokens,
            targets: Vec::new(),
            mode: None,
            seen: Vec::new(),
            sentence: 0,
            verbs: 0,
            actor: Ref::You,
            actors: Group::Of(Ref::You),
            x: None,
            that: None,
            divide: None,
            noted: 0,
            kept: 0,
            looked: None,
            hand: None,
            in_hand: None,
            first: Vec::new(),
            subject: None,
            speaker: Ref::You,
            zone: None,
            token: None,
            reflexive: Vec::new(),
            own: None,
            object: None,
            dealer: None,
            left: false,
            each: None,
            of_target: false,
        }
    }

    /// Speaks of an object or several.
    pub fn mention(&mut self, group: Group, one: Option<Ref>, many: bool, nouns: Vec<String>) {
        let sentence = self.sentence;
        self.seen.retain(|seen| seen.group != group);
        self.seen.push(Seen {
            group,
            one,
            many,
            player: false,
            nouns,
            sentence,
            by_verb: None,
            aside: false,
        });
    }

    /// Speaks of a player or several.
    pub fn mention_player(&mut self, group: Group, one: Option<Ref>, many: bool) {
        let sentence = self.sentence;
        self.seen.retain(|seen| seen.group != group);
        let nouns = Vec::new();
        self.seen.push(Seen { group, one, many, player: true, nouns, sentence, by_verb: None, aside: false });
    }

    /// Speaks of what the next verb makes or moves.
    pub fn mention_last(&mut self, one: bool, nouns: Vec<String>) {
        self.mention(Group::Last, one.then_some(Ref::Last), !one, nouns);
        let verbs = self.verbs + 1;
        if let Some(seen) = self.seen.last_mut() {
            seen.by_verb = Some(verbs);
        }
    }

    /// Speaks of what the last verb has made or moved.
    pub fn keep_last(&mut self, one: bool, nouns: Vec<String>, steps: &mut Vec<Effect>) {
        if self.of.notes {
            let place = self.note(Group::Last, steps);
            self.mention(Group::Noted(place), None, !one, nouns);
            return;
        }
        self.mention(Group::Last, one.then_some(Ref::Last), !one, nouns);
        let verbs = self.verbs;
        if let Some(seen) = self.seen.last_mut() {
            seen.by_verb = Some(verbs);
        }
    }

    /// Something is done.
    pub fn verb(&mut self, verb: Verb) -> Effect {
        self.verbs += 1;
        Script::Do(verb)
    }

    /// Reads what has been spoken of last and is such.
    fn last_seen(&self, what: &str, such: impl Fn(&Seen) -> bool) -> Done<&Seen> {
        let fitting: Vec<&Seen> = self.seen.iter().filter(|seen| such(seen)).collect();
        let last = *fitting.last().ok_or_else(|| format!("`{what}` refers to nothing"))?;
        let others = fitting.iter().filter(|seen| seen.sentence == last.sentence).count();
        if others > 1 {
            return Err(format!("`{what}` can be one of several things"));
        }
        if last.by_verb.is_some_and(|verb| verb != self.verbs) {
            return Err(format!("`{what}` is not kept until it is spoken of"));
        }
        Ok(last)
    }

    /// The one object that has been spoken of last.
    pub fn it(&self) -> Done<Seen> {
        let one = |seen: &Seen| !seen.player && !seen.many;
        let newest = self.seen.iter().filter(|seen| one(seen)).map(|seen| seen.sentence).max();
        let plain = |seen: &Seen| one(seen) && !seen.aside;
        if self.seen.iter().any(|seen| plain(seen) && Some(seen.sentence) == newest) {
            return self.last_seen("it", plain).cloned();
        }
        self.last_seen("it", one).cloned()
    }

    /// Something that has been spoken of before is spoken of again.
    pub fn again(&mut self, group: &Group) {
        if let Some(place) = self.seen.iter().position(|seen| seen.group == *group) {
            let mut seen = self.seen.remove(place);
            seen.sentence = self.sentence;
            seen.aside = false;
            self.seen.push(seen);
        }
    }

    /// The several objects that have been spoken of last.
    pub fn them(&self) -> Done<Seen> {
        self.last_seen("them", |seen| !seen.player && seen.many).cloned()
    }

    /// Reads what has been spoken of by this name.
    pub fn that(&self, nouns: &[String], many: bool) -> Done<Seen> {
        let noun = nouns.join(" ");
        self.last_seen(&noun, |seen| {
            !seen.player && seen.many == many && nouns.iter().all(|noun| is_called(seen, noun))
        })
        .cloned()
    }

    /// The player who has been spoken of last.
    pub fn that_player(&self) -> Done<Seen> {
        if self.each.is_some() {
            return Err("`that player` is each of several".to_string());
        }
        self.last_seen("that player", |seen| seen.player && !seen.many && seen.one != Some(Ref::You)).cloned()
    }

    /// The number that has been spoken of last.
    pub fn that_much(&self) -> Done<Number> {
        match &self.that {
            Some((number, None)) => Ok(number.clone()),
            Some((number, Some(verb))) if *verb == self.verbs => Ok(number.clone()),
            Some(_) => Err("`that much` is not kept until it is spoken of".to_string()),
            None => Err("`that much` refers to nothing".to_string()),
        }
    }

    /// Reads the result of the next verb is `that much`.
    pub fn amounts(&mut self) {
        self.that = Some((Number::LastAmount, Some(self.verbs)));
    }

    /// Chooses a target; its place.
    pub fn target(&mut self, target: Target) -> Done<u8> {
        let target = match self.mode {
            Some(mode) => Target::InMode(mode, Box::new(target)),
            None => target,
        };
        self.targets.push(target);
        u8::try_from(self.targets.len() - 1).map_err(|_| "too many targets".to_string())
    }

    /// Returns whether those who do what is said are several target players.
    pub fn several_act(&self) -> bool {
        fn several(target: &Target) -> bool {
            match target {
                Target::InMode(_, inner) | Target::Paid(_, inner) => several(inner),
                other => matches!(other, Target::Several(..) | Target::XOf(_)),
            }
        }
        let Group::Targets(place) = &self.actors else { return false };
        self.targets.get(usize::from(*place)).is_some_and(several)
    }

    /// Keeps a group; its place.
    pub fn note(&mut self, group: Group, steps: &mut Vec<Effect>) -> u8 {
        steps.push(self.verb(Verb::Note(group)));
        self.noted += 1;
        self.noted - 1
    }
}

/// Returns whether something can be called so.
fn is_called(seen: &Seen, noun: &str) -> bool {
    use duelog_magic::language::subtypes::{Kind, Subtype};
    let has = |name: &str| seen.nouns.iter().any(|own| own == name);
    let subtyped = |kind: Kind| {
        seen.nouns
            .iter()
            .any(|own| crate::words::subtype(own).is_some_and(|subtype: Subtype| subtype.kind() == kind))
    };
    let card = has("card");
    let spell = has("spell");
    let permanent = !card && !spell;
    // The card itself is never called so.
    if has("~") && !has(noun) {
        return false;
    }
    match noun {
        "permanent" => permanent && !seen.nouns.is_empty(),
        "creature" => !spell && (has("creature") || subtyped(Kind::Creature)),
        "land" => !spell && (has("land") || subtyped(Kind::Land)),
        "card" => card,
        "source" => !card,
        other => has(other),
    }
}

/// The words of a noun, in the singular.
pub fn nouns(tree: &Tree<'_>) -> Vec<String> {
    tree.all("typeword").map(|word| crate::words::singular(&word.text().to_lowercase())).collect()
}

/// One script of several.
pub fn sequence(mut steps: Vec<Effect>) -> Effect {
    let mut flat = Vec::new();
    for step in steps.drain(..) {
        match step {
            Script::Seq(inner) => flat.extend(inner),
            step => flat.push(step),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { Script::Seq(flat) }
}

/// One filter of several that all must match.
pub fn all(filters: Vec<Filter>) -> Filter {
    let mut flat: Vec<Filter> = Vec::new();
    for filter in filters {
        match filter {
            Filter::Any => {}
            Filter::All(inner) => flat.extend(inner),
            filter => flat.push(filter),
        }
    }
    let mut kept: Vec<Filter> = Vec::new();
    for filter in flat {
        if !kept.contains(&filter) {
            kept.push(filter);
        }
    }
    match kept.len() {
        0 => Filter::Any,
        1 => kept.remove(0),
        _ => Filter::All(kept),
    }
}

/// One filter of several where one must match.
pub fn either(mut filters: Vec<Filter>) -> Filter {
    if filters.len() == 1 { filters.remove(0) } else { Filter::Either(filters) }
}

/// Cards that may be cast: a land can only be played (305.9).
pub fn castable(filter: Filter) -> Filter {
    use duelog_magic::language::types::CardType::{Instant, Land, Sorcery};
    fn no_land(filter: &Filter) -> bool {
        match filter {
            Filter::Type(Instant | Sorcery) => true,
            Filter::All(all) => all.iter().any(no_land),
            Filter::Either(any) => any.iter().all(no_land),
            _ => false,
        }
    }
    if no_land(&filter) { filter } else { all(vec![filter, not(Filter::Type(Land))]) }
}

/// A filter that does not match.
pub fn not(filter: Filter) -> Filter {
    Filter::Not(Box::new(filter))
}

/// Puts one value in the place of another.
pub fn replace(
    tree: &mut duelog_kernel::syntax::Tree<'static>,
    old: &duelog_kernel::syntax::Tree<'static>,
    new: &duelog_kernel::syntax::Tree<'static>,
) {
    if tree.word == old.word && tree.shape == old.shape && tree.to_string() == old.to_string() {
        *tree = duelog_kernel::syntax::Tree { role: tree.role, ..new.clone() };
        return;
    }
    tree.parts.iter_mut().for_each(|part| replace(part, old, new));
}

/// The definition that a card begins with.
pub fn blank(name: &str) -> Definition {
    Definition { name: name.to_string(), ..crate::facts::empty() }
}
