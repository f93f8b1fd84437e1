//! Descriptions of things: what they mean as filters, and where the things are.

use duelog_import::grammar::Tree;
use duelog_magic::language::definition::{
    Counter, Filter, Group, Measure, Number, Ref, Role, Target, Than, Trait, When, ZoneKind,
};
use duelog_magic::language::subtypes::{AURA, EQUIPMENT, Kind, Subtype};
use duelog_magic::language::types::CardType;

use crate::amounts::{amount, number};
use crate::changes::keyword;
use crate::objects::thing;
use crate::setting::{Done, Setting, all, either, not, nouns};
use crate::words;

/// A description of things.
#[derive(Debug, Clone, Default)]
pub struct Desc {
    /// Says what each must be, wherever it is.
    pub filters: Vec<Filter>,
    /// Says what it is called.
    pub nouns: Vec<String>,
    /// In which zone; the battlefield, or the stack for spells, where nothing is said.
    pub zone: Option<ZoneKind>,
    /// Whose zone; all players' where it is nobody's.
    pub whose: Option<Ref>,
    /// True if it is of what another ability of the card has exiled.
    pub linked: bool,
    /// True if there is one for each of several players.
    pub each: bool,
}

impl Desc {
    /// Reads a description of a target.
    pub fn of_target(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Desc> {
        setting.of_target = true;
        let desc = Desc::read(tree, setting);
        setting.of_target = false;
        desc
    }

    /// Reads a description.
    pub fn read(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Desc> {
        let mut desc = Desc::default();
        desc.kinds(tree.need("kinds")?)?;
        if setting.of.spell {
            // A spell is not a permanent: others are other than what has been spoken of.
            let this = not(Filter::Is(Ref::This));
            for filter in desc.filters.iter_mut().filter(|filter| **filter == this) {
                *filter = not(crate::objects::other_than(setting)?);
            }
        }
        let posts: Vec<&Tree<'_>> = tree.all("post").collect();
        for (place, post) in posts.iter().enumerate() {
            if of_creatures_alone(post) && desc.last_alone(tree.need("kinds")?, post, setting)? {
                continue;
            }
            let behind = &posts[place + 1..];
            if let Some(counted) = counted_desc(post).filter(|_| !behind.is_empty()) {
                return desc.compared(post, counted, behind, setting);
            }
            // Whatever stands behind a thing of its own is said of that thing.
            if let Some(own) = inner_desc(post) {
                let mut inner = Desc::read(own, setting)?;
                for behind in &posts[place + 1..] {
                    inner.post(behind, setting)?;
                }
                if inner.zone.is_some() {
                    return Err(format!("`{}` in a zone", own.text()));
                }
                if let Some(kind) = shared(post) {
                    if post.text().to_lowercase().contains(" another ") {
                        inner.filters.push(not(inner.other_than(setting)?));
                    }
                    desc.filters.push(Filter::Shares(kind, Box::new(inner.group()?)));
                    return Ok(desc);
                }
                if post.label == "greatest" {
                    let of = measure(post.need("measure")?)?;
                    let most = Number::Most(of, Box::new(inner.group()?));
                    desc.filters.push(Filter::Compare(of, Than::AtLeast, most));
                    return Ok(desc);
                }
                if post.label == "targets_such" && !inner.is_spell() && !inner.is_card() {
                    // A creature is one on the battlefield (109.2).
                    inner.filters.push(Filter::Within(ZoneKind::Battlefield));
                }
                let what = Box::new(inner.filter());
                desc.filters.push(if post.label == "targets_such" {
                    Filter::Targets { what, only: false }
                } else {
                    Filter::AttachedTo(what)
                });
                return Ok(desc);
            }
            desc.post(post, setting)?;
        }
        Ok(desc)
    }

    /// Each is compared with how many such there are: `you control` behind these is said of them.
    fn compared(
        mut self,
        post: &Tree<'_>,
        counted: &Tree<'_>,
        behind: &[&Tree<'_>],
        setting: &mut Setting<'_>,
    ) -> Done<Desc> {
        let mut inner = Desc::read(counted, setting)?;
        let place = behind
            .iter()
            .position(|post| matches!(post.label, "graveyard" | "graveyards" | "hand" | "library"))
            .unwrap_or(behind.len());
        let (own, outer) = behind.split_at(place);
        for post in own {
            inner.post(post, setting)?;
        }
        let than = match post.label {
            "at_most" => Than::AtMost,
            "below" => Than::Below,
            "above" => Than::Above,
            _ => Than::Exactly,
        };
        let count = Number::Count(Box::new(inner.group()?));
        self.filters.push(Filter::Compare(measure(post.need("measure")?)?, than, count));
        for post in outer {
            self.post(post, setting)?;
        }
        Ok(self)
    }

    /// `Artifact, enchantment, or creature with flying`: what only creatures have is said of the last kind alone.
    fn last_alone(&mut self, kinds: &Tree<'_>, post: &Tree<'_>, setting: &mut Setting<'_>) -> Done<bool> {
        let named: Vec<Vec<String>> = kinds.all("kind").map(nouns).collect();
        let creature = |nouns: &Vec<String>| nouns.iter().any(|noun| noun == "creature");
        let Some((last, others)) = named.split_last() else { return Ok(false) };
        let such = |nouns: &Vec<String>| creature(nouns) || nouns.iter().any(|noun| is_creature_type(noun));
        if others.is_empty() || !creature(last) || others.iter().any(such) {
            return Ok(false);
        }
        let Some(Filter::Either(parts)) = self.filters.last_mut() else { return Ok(false) };
        let Some(part) = parts.pop() else { return Ok(false) };
        parts.push(all(vec![part, after(post, setting)?]));
        Ok(true)
    }

    fn kinds(&mut self, tree: &Tree<'_>) -> Done<()> {
        let kinds: Vec<&Tree<'_>> = tree.all("kind").collect();
        let mut parts: Vec<Vec<Filter>> = Vec::new();
        // Here, what stands before the first of several is said of all of them where it could not be said of one alone.
        let mut common = Vec::new();
        // `Basic land cards and/or Gate cards` are two things that are each called whole.
        let whole = kinds.len() > 1 && kinds.iter().all(|kind| called_whole(kind));
        if named_twice(&kinds) {
            return Err(format!("`{}` names one kind twice", tree.text()));
        }
        for (place, kind) in kinds.iter().enumerate() {
            let mut own = Vec::new();
            for pre in kind.all("pre") {
                let filter = before(pre)?;
                let shared =
                    matches!(pre.label, "other" | "nontoken" | "tapped" | "untapped" | "attacking" | "super");
                match (place, kinds.len()) {
                    (_, 1) => own.push(filter),
                    (0, _) if whole => own.push(filter),
                    (0, _) if shared && kinds[1..].iter().all(|kind| !kind.has("pre")) => common.push(filter),
                    (0, _) if kinds[1..].iter().all(|kind| !kind.has("pre")) => {
                        return Err(format!("`{}` can be said of one or of all", pre.text()));
                    }
                    _ => own.push(filter),
                }
            }
            let words = nouns(kind);
            if words.iter().any(|word| word == "permanent")
                && words.iter().any(|word| ["card", "spell"].contains(&word.as_str()))
            {
                let kinds = [
                    CardType::Artifact,
                    CardType::Creature,
                    CardType::Enchantment,
                    CardType::Land,
                    CardType::Planeswalker,
                ];
                own.push(Filter::Either(kinds.map(Filter::Type).to_vec()));
            }
            for word in words {
                own.extend(type_word(&word)?);
                self.nouns.push(word);
            }
            parts.push(own);
        }
        // `instant or sorcery card`: the last word is said of all.
        let last_is =
            |name: &str| kinds.last().is_some_and(|kind| nouns(kind).last().is_some_and(|word| word == name));
        // `Goblins and/or tokens` are two things, `artifact or creature tokens` are one.
        let several = kinds.last().is_some_and(|kind| nouns(kind).len() > 1);
        let token = last_is("token") && kinds.len() > 1 && several;
        if token {
            common.push(Filter::Token);
        }
        // `Elf or Soldier creature`: the word behind the last type is said of all.
        if let [others @ .., last] = &kinds[..]
            && !others.is_empty()
            && others.iter().all(|kind| creature_type_alone(kind))
            && nouns(last).first().is_some_and(|word| is_creature_type(word))
            && !last.has("pre")
            && let Some(part) = parts.last_mut()
        {
            let called = part.extract_if(.., |filter| !matches!(filter, Filter::Subtype(_)));
            common.extend(called);
        }
        if parts.iter().any(Vec::is_empty) && parts.len() > 1 {
            return Err(format!("`{}` names something of no kind", tree.text()));
        }
        if parts.len() == 1 {
            common.extend(parts.remove(0));
        } else {
            common.push(either(parts.into_iter().map(all).collect()));
        }
        self.filters.extend(common.into_iter().filter(|filter| *filter != Filter::Any));
        Ok(())
    }

    /// Reads what stands behind it.
    pub fn post(&mut self, tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<()> {
        let zone = |desc: &mut Desc, kind: ZoneKind, whose: Option<Ref>| {
            desc.zone = Some(kind);
            desc.whose = whose;
        };
        match tree.label {
            "each_of" if setting.of_target => {
                self.each = true;
                self.filters.extend(of_each(tree));
            }
            "theirs" if let Some(filters) = setting.each.as_ref().filter(|_| setting.of_target) => {
                self.each = true;
                self.filters.extend(filters.iter().cloned());
            }
            "graveyard" if let Some(filters) = setting.each.as_ref().filter(|_| setting.of_target) => {
                let whose = match &filters[..] {
                    [] => None,
                    [Filter::ControlledBy(whose)] => Some(whose.clone()),
                    _ => return Err("the graveyards of all others".to_string()),
                };
                if tree.need("whose")?.label != "his" {
                    return Err("the same graveyard for each player".to_string());
                }
                self.each = true;
                zone(self, ZoneKind::Graveyard, whose);
            }
            "graveyard" | "hand" | "library" => {
                let kind = match tree.label {
                    "graveyard" => ZoneKind::Graveyard,
                    "hand" => ZoneKind::Hand,
                    _ => ZoneKind::Library,
                };
                let whose = crate::players::whose(tree.need("whose")?, setting)?;
                zone(self, kind, whose);
            }
            "graveyards" => zone(self, ZoneKind::Graveyard, None),
            "battlefield" => {
                if self.nouns.iter().any(|noun| noun == "card") {
                    return Err("a card on the battlefield is a permanent".to_string());
                }
            }
            "exile_linked" => {
                setting.of.linked = true;
                self.linked = true;
                zone(self, ZoneKind::Exile, None);
            }
            "single_graveyard" => return Err("targets in a single graveyard".to_string()),
            _ => {
                let filter = after(tree, setting)?;
                self.filters.push(filter);
            }
        }
        Ok(())
    }

    /// Returns whether it is of spells.
    pub fn is_spell(&self) -> bool {
        self.nouns.iter().any(|noun| noun == "spell")
    }

    /// Returns whether it is of cards, which are no permanents.
    pub fn is_card(&self) -> bool {
        self.nouns.iter().any(|noun| noun == "card")
    }

    /// Reads what each must be.
    pub fn filter(&self) -> Filter {
        all(self.filters.clone())
    }

    /// Reads what each spell must be that is cast, and from where.
    pub fn cast(&self) -> Filter {
        let mut filters = self.filters.clone();
        filters.extend(self.zone.map(Filter::CastFrom));
        filters.extend(self.whose.clone().map(Filter::OwnedBy));
        all(filters)
    }

    /// Reads what `other` things of this description are other than: where they share something with an object, that one.
    pub fn other_than(&self, setting: &Setting<'_>) -> Done<Filter> {
        let shared = self.filters.iter().find_map(|filter| match filter {
            Filter::Shares(_, with) => match &**with {
                Group::Targets(place) => Some(Ref::Target(*place)),
                Group::Of(one) => Some(one.clone()),
                _ => None,
            },
            _ => None,
        });
        shared.map_or_else(|| crate::objects::other_than(setting), |one| Ok(Filter::Is(one)))
    }

    /// All of them.
    pub fn group(&self) -> Done<Group> {
        let filter = self.filter();
        if self.linked {
            return Ok(match filter {
                Filter::Any => Group::Linked,
                filter => Group::Among(Box::new(Group::Linked), filter),
            });
        }
        Ok(match (self.zone, &self.whose) {
            (None | Some(ZoneKind::Battlefield), _) if self.is_spell() => Group::Spells(filter),
            (None | Some(ZoneKind::Battlefield), _) if self.is_card() => {
                return Err("it is not said where these cards are".to_string());
            }
            (None | Some(ZoneKind::Battlefield), _) => Group::All(filter),
            (Some(ZoneKind::Graveyard), Some(who)) => Group::Graveyard(who.clone(), filter),
            (Some(ZoneKind::Graveyard), None) => Group::Graveyards(filter),
            (Some(ZoneKind::Hand), Some(who)) => Group::Hand(who.clone(), filter),
            (Some(kind), Some(who)) => Group::In(vec![kind], all(vec![filter, Filter::OwnedBy(who.clone())])),
            (Some(kind), None) => Group::In(vec![kind], filter),
        })
    }

    /// One of them as a target.
    pub fn target(&self) -> Done<Target> {
        let mut filters = self.filters.clone();
        Ok(match self.zone {
            Some(ZoneKind::Graveyard) => {
                filters.extend(self.whose.clone().map(Filter::OwnedBy));
                Target::GraveyardCard(all(filters))
            }
            Some(ZoneKind::Battlefield) | None if self.is_spell() => Target::Spell(all(filters)),
            Some(ZoneKind::Battlefield) | None if self.is_card() => {
                return Err("it is not said where the card is that is a target".to_string());
            }
            Some(ZoneKind::Battlefield) | None => match filters.iter().position(is_creature) {
                Some(place) => {
                    filters.remove(place);
                    Target::Creature(all(filters))
                }
                None => Target::Permanent(all(filters)),
            },
            Some(kind) => return Err(format!("a card of the zone {kind:?} cannot be a target")),
        })
    }
}

/// Returns whether the same kind is named once with something before it and then without.
fn named_twice(kinds: &[&Tree<'_>]) -> bool {
    let same =
        |one: &Tree<'_>, other: &Tree<'_>| nouns(one) == nouns(other) && one.has("pre") && !other.has("pre");
    (1..kinds.len()).any(|place| kinds[..place].iter().any(|one| same(one, kinds[place])))
}

/// Returns whether a kind is one creature type in the singular, as `Elf` is and `Elves` is not.
fn creature_type_alone(kind: &Tree<'_>) -> bool {
    let mut words = kind.all("typeword").map(|word| word.text().to_lowercase());
    let word = words.next().unwrap_or_default();
    words.next().is_none() && is_creature_type(&word) && words::singular(&word) == word
}

fn is_creature_type(word: &str) -> bool {
    words::subtype(word).is_some_and(|subtype| subtype.kind() == Kind::Creature)
}

/// Returns whether a kind is named with the word for what it is, as `land card` is and `Forest` is not.
fn called_whole(kind: &Tree<'_>) -> bool {
    let words = nouns(kind);
    words.len() > 1
        && words.last().is_some_and(|word| ["card", "spell", "permanent"].contains(&word.as_str()))
}

/// Returns whether what stands behind a noun can be said of creatures alone.
fn of_creatures_alone(post: &Tree<'_>) -> bool {
    match post.label {
        "keyword" | "keywords" | "no_keyword" => true,
        "least" | "most" | "exact" | "at_most" | "below" | "above" | "equal" => {
            post.get("measure").is_some_and(|measure| measure.label != "value")
        }
        _ => false,
    }
}

/// Says which things are counted at the end of an amount that something is compared with.
fn counted_desc<'t, 'g>(post: &'t Tree<'g>) -> Option<&'t Tree<'g>> {
    if !matches!(post.label, "at_most" | "below" | "above" | "equal") {
        return None;
    }
    let amount = post.get("amount").filter(|amount| amount.label == "base")?;
    let counted = amount.get("base").filter(|own| own.label == "count" && !own.says("other"))?;
    counted.get("desc")
}

fn is_creature(filter: &Filter) -> bool {
    *filter == Filter::Type(CardType::Creature)
}

/// Reads what a noun says by itself.
fn type_word(word: &str) -> Done<Option<Filter>> {
    if let Some(kind) = words::card_type(word) {
        return Ok(Some(Filter::Type(kind)));
    }
    if let Some(subtype) = words::subtype(word) {
        return Ok(Some(Filter::Subtype(subtype)));
    }
    Ok(match word {
        "token" => Some(Filter::Token),
        "attacker" => Some(Filter::Attacking),
        "card" | "permanent" | "spell" | "source" => None,
        _ => return Err(format!("`{word}` is not understood of a thing")),
    })
}

/// Reads what stands before a noun.
fn before(tree: &Tree<'_>) -> Done<Filter> {
    let word = tree.parts.first().map(|part| part.text().to_lowercase()).unwrap_or_default();
    let bare = || word.strip_prefix("non-").or_else(|| word.strip_prefix("non")).unwrap_or(&word);
    let unknown = || format!("`{word}` is not known");
    let colors = |than, count| Filter::Compare(Measure::Colors, than, Number::N(count));
    Ok(match tree.label {
        "color" => Filter::Color(words::color(&word).ok_or_else(unknown)?),
        "noncolor" => not(Filter::Color(words::color(bare()).ok_or_else(unknown)?)),
        "colors" => either(
            tree.all("color")
                .map(|color| {
                    words::color(&color.text().to_lowercase()).map(Filter::Color).ok_or_else(unknown)
                })
                .collect::<Done<_>>()?,
        ),
        "nontype" => not(Filter::Type(words::card_type(bare()).ok_or_else(unknown)?)),
        "nonsub" => not(Filter::Subtype(words::subtype(bare()).ok_or_else(unknown)?)),
        "super" => Filter::Super(words::supertype(&word).ok_or_else(unknown)?),
        "nonsuper" => not(Filter::Super(words::supertype(bare()).ok_or_else(unknown)?)),
        "pt" => {
            let [Some(power), Some(toughness)] = words::pair(&word).ok_or_else(unknown)? else {
                return Err(unknown());
            };
            let exactly = |what, count| Filter::Compare(what, Than::Exactly, Number::N(count));
            Filter::All(vec![exactly(Measure::Power, power), exactly(Measure::Toughness, toughness)])
        }
        "nontoken" => not(Filter::Token),
        "tapped" => Filter::Tapped,
        "untapped" => not(Filter::Tapped),
        "enchanted" => bears(AURA),
        "equipped" => bears(EQUIPMENT),
        "attacking" => Filter::Attacking,
        "blocking" => Filter::Blocking,
        "fighting" => Filter::Either(vec![Filter::Attacking, Filter::Blocking]),
        "blocked" => Filter::Blocked,
        "unblocked" => Filter::Unblocked,
        "multicolored" => colors(Than::AtLeast, 2),
        "monocolored" => colors(Than::Exactly, 1),
        "colorless" => colors(Than::Exactly, 0),
        "historic" => Filter::Historic,
        "commander" => Filter::Commander,
        "nonhistoric" => not(Filter::Historic),
        "face_down" => Filter::FaceDown,
        "face_up" => not(Filter::FaceDown),
        "other" => not(Filter::Is(Ref::This)),
        _ => return Err(format!("`{}` is not sayable of a thing", tree.text())),
    })
}

/// Reads what of a thing is a number.
pub fn measure(tree: &Tree<'_>) -> Done<Measure> {
    Ok(match tree.label {
        "power" => Measure::Power,
        "toughness" => Measure::Toughness,
        "value" => Measure::ManaValue,
        _ => return Err(format!("`{}` is no number that the card language has", tree.text())),
    })
}

/// The controller that each thing must have where there is one for each of such players.
pub fn of_each(tree: &Tree<'_>) -> Option<Filter> {
    if tree.says("opponent") {
        Some(Filter::ControlledBy(Ref::Opponent))
    } else {
        tree.says("other").then(|| not(Filter::ControlledBy(Ref::You)))
    }
}

/// Reads what stands behind a noun.
#[expect(clippy::too_many_lines, reason = "one flat table: what each wording means")]
fn after(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Filter> {
    let compare = |tree: &Tree<'_>, than, setting: &mut Setting<'_>| -> Done<Filter> {
        let number = match tree.get("number") {
            Some(own) => number(own, setting)?,
            None => amount(tree.need("amount")?, setting)?,
        };
        Ok(Filter::Compare(measure(tree.need("measure")?)?, than, number))
    };
    Ok(match tree.label {
        "yours" => Filter::ControlledBy(Ref::You),
        "not_yours" => not(Filter::ControlledBy(Ref::You)),
        "opponents" => Filter::ControlledBy(Ref::Opponent),
        // Among several each is at hand in turn.
        "theirs" if setting.actor == Ref::It && setting.actors == Group::PlayersExcept(Ref::You) => {
            Filter::ControlledBy(Ref::Opponent)
        }
        "theirs" if setting.actor == Ref::It => Filter::ControlledBy(Ref::It),
        "theirs" => match setting.seen.iter().rev().find(|seen| seen.player) {
            Some(seen) if seen.group == Group::PlayersExcept(Ref::You) => Filter::ControlledBy(Ref::Opponent),
            _ => {
                let who = setting.that_player()?.one.ok_or("several players control it")?;
                Filter::ControlledBy(who)
            }
        },
        "targets" => {
            let target = if tree.says("opponent") { Target::Opponent } else { Target::Player };
            let place = setting.target(target)?;
            setting.mention_player(Group::Targets(place), Some(Ref::Target(place)), false);
            Filter::ControlledBy(Ref::Target(place))
        }
        "defending" => Filter::ControlledBy(crate::players::defending(setting)),
        "active" => Filter::ControlledBy(Ref::Active),
        "owned" => Filter::OwnedBy(Ref::You),
        "owned_yours" => Filter::All(vec![Filter::OwnedBy(Ref::You), Filter::ControlledBy(Ref::You)]),
        "keyword" => has_keyword(tree.need("keyword")?)?,
        "keywords" => either(tree.all("keyword").map(has_keyword).collect::<Done<_>>()?),
        "no_keyword" => not(has_keyword(tree.need("keyword")?)?),
        "least" => compare(tree, Than::AtLeast, setting)?,
        "most" | "at_most" => compare(tree, Than::AtMost, setting)?,
        "exact" | "equal" => compare(tree, Than::Exactly, setting)?,
        "below" => compare(tree, Than::Below, setting)?,
        "above" => compare(tree, Than::Above, setting)?,
        "counter" | "counters" => Filter::Counter(counter(tree.need("kind")?, setting)?),
        "any_counter" => Filter::AnyCounter,
        "no_counters" => not(Filter::AnyCounter),
        "named" => Filter::Named(tree.need("name")?.text().replace(" ,", ",")),
        "named_this" => Filter::Named(setting.of.name.clone()),
        "chosen_color" => Filter::Chosen(Trait::Color),
        "chosen_type" => Filter::Chosen(Trait::CreatureType),
        "chosen_name" => Filter::Chosen(Trait::Name),
        "other_than" => not(Filter::Is(Ref::This)),
        "other_than_such" => {
            let such = Desc::read(tree.need("desc")?, setting)?;
            if such.zone.is_some() {
                return Err(format!("`{}`", tree.text()));
            }
            not(such.filter())
        }
        "not_target" => {
            let that =
                setting.that(&["creature".to_string()], false)?.one.ok_or("several creatures are meant")?;
            not(Filter::Is(that))
        }
        "thats" => quality(tree.need("quality")?)?,
        "isnt" => not(quality(tree.need("quality")?)?),
        "three_colors" => either(
            tree.all("color")
                .map(|color| {
                    words::color(&color.text().to_lowercase())
                        .map(Filter::Color)
                        .ok_or("no color".to_string())
                })
                .collect::<Done<_>>()?,
        ),
        "attacked" => {
            did(When::Combat { role: Role::Attacks, what: Filter::Any, with: None, alone: false, least: 0 })
        }
        "blocked_turn" => {
            did(When::Combat { role: Role::Blocks, what: Filter::Any, with: None, alone: false, least: 0 })
        }
        "hit" => Filter::Damaged,
        "entered" => did(When::Enters(Filter::Any)),
        "fights" => {
            let other = thing(tree.need("things")?, setting)?.one.ok_or("it fights several things")?;
            Filter::Fights(other)
        }
        "blocking" => {
            let other = thing(tree.need("things")?, setting)?.one.ok_or("it blocks several things")?;
            Filter::All(vec![Filter::Blocking, Filter::Fights(other)])
        }
        "blocked_by" => {
            let other = thing(tree.need("things")?, setting)?.one.ok_or("several things block it")?;
            Filter::All(vec![Filter::Attacking, Filter::Fights(other)])
        }
        "shares_name" | "shares" => {
            let kind = shared(tree).ok_or("nothing is shared")?;
            Filter::Shares(kind, Box::new(thing(tree.need("things")?, setting)?.group))
        }
        "attached_to" => {
            let own = crate::objects::kind_of(tree.need("things")?);
            let host = thing(own, setting)?;
            Filter::AttachedTo(Box::new(match host.one {
                Some(one) => Filter::Is(one),
                None => return Err(format!("`{}`: to several things", tree.text())),
            }))
        }
        "attached_to_such" => Filter::AttachedTo(Box::new(Filter::Type(CardType::Creature))),
        "theirs_enchanted" if setting.of.attached => Filter::ControlledBy(Ref::Attached),
        "hit_you" => did(When::Damages {
            from: Filter::Any,
            to: duelog_magic::language::definition::Recipient::You,
            combat: None,
            prevented: false,
            sum: false,
        }),
        "theirs_walker" => Filter::ControlledBy(crate::players::of_walker(setting)?),
        "choice" => Filter::Any,
        "single_target" => crate::objects::single_target(),
        "targets_this" | "targets_only" => {
            Filter::Targets { what: Box::new(Filter::Is(Ref::This)), only: tree.label == "targets_only" }
        }
        "damaged_by" => Filter::Suffered {
            event: Box::new(When::Damages {
                from: Filter::Any,
                to: duelog_magic::language::definition::Recipient::Objects(Filter::Any),
                combat: None,
                prevented: false,
                sum: false,
            }),
            by: Some(Ref::This),
        },
        _ => return Err(format!("`{}` is not sayable of a thing", tree.text())),
    })
}

/// Reads in what things are alike.
fn shared(post: &Tree<'_>) -> Option<Trait> {
    match post.label {
        "shares_name" => Some(Trait::Name),
        "shares" if post.says("color") => Some(Trait::Color),
        "shares" if post.says("name") => Some(Trait::Name),
        "shares" => Some(Trait::CreatureType),
        _ => None,
    }
}

/// Says what something targets or is attached to, where that is described.
fn inner_desc<'t, 'g>(post: &'t Tree<'g>) -> Option<&'t Tree<'g>> {
    match post.label {
        "targets_such" | "greatest" => post.get("desc"),
        // A thing that has it in common with any such thing: none of them is chosen.
        "shares_name" | "shares" => {
            let own = crate::objects::kind_of(post.get("things")?);
            own.get("desc").filter(|_| own.label == "chosen")
        }
        "attached_to" => {
            let own = crate::objects::kind_of(post.get("things")?);
            let described = matches!(own.label, "chosen" | "all" | "each" | "plural") && !own.has("other");
            own.get("desc").filter(|_| described)
        }
        _ => None,
    }
}

/// That something of this subtype is attached to it.
pub fn bears(subtype: Subtype) -> Filter {
    Filter::Bears(Box::new(Filter::Subtype(subtype)))
}

fn did(event: When) -> Filter {
    Filter::Did { event: Box::new(event), with: None, times: None }
}

fn has_keyword(tree: &Tree<'_>) -> Done<Filter> {
    Ok(Filter::Keyword(keyword(tree)?))
}

/// Reads what a thing can be said to be.
pub fn quality(tree: &Tree<'_>) -> Done<Filter> {
    let tree = tree.need("one")?;
    let color = |tree: &Tree<'_>| {
        let word = tree.text().to_lowercase();
        words::color(&word).map(Filter::Color).ok_or_else(|| format!("`{word}` is no color"))
    };
    let colors = |than, count| Filter::Compare(Measure::Colors, than, Number::N(count));
    Ok(match tree.label {
        "tapped" => Filter::Tapped,
        "untapped" => not(Filter::Tapped),
        "enchanted" => bears(AURA),
        "equipped" => bears(EQUIPMENT),
        "attacking" => Filter::Attacking,
        "blocking" => Filter::Blocking,
        "legendary" => Filter::Super(duelog_magic::language::types::Supertype::Legendary),
        "multicolored" => colors(Than::AtLeast, 2),
        "colorless" => colors(Than::Exactly, 0),
        "colored" => colors(Than::AtLeast, 1),
        "chosen_color" => Filter::Chosen(Trait::Color),
        "chosen_type" => Filter::Chosen(Trait::CreatureType),
        "kind_bare" if tree.need("kinds")?.all("kind").any(|kind| kind.all("pre").count() > 1) => {
            return Err(format!("`{}` can be said of two things", tree.text()));
        }
        "kind" | "kind_bare" => {
            let mut desc = Desc::default();
            desc.kinds(tree.need("kinds")?)?;
            desc.filter()
        }
        "" => either(tree.all("color").map(color).collect::<Done<_>>()?),
        _ => return Err(format!("`{}` is not sayable of a thing", tree.text())),
    })
}

/// A kind of counter. Reads what only the card itself speaks of is a mark, of one kind.
pub fn counter(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<Counter> {
    let word = tree.text().to_lowercase();
    Ok(match word.as_str() {
        "no" | "any" | "a" | "more" => return Err(format!("counters of the kind `{word}`")),
        "+1/+1" => Counter::PlusOne,
        "-1/-1" => Counter::MinusOne,
        "loyalty" => Counter::Loyalty,
        "charge" => Counter::Charge,
        "age" => Counter::Age,
        "fade" => Counter::Fade,
        "time" => Counter::Time,
        "level" => Counter::Level,
        "lore" => Counter::Lore,
        "poison" => Counter::Poison,
        "experience" => Counter::Experience,
        "ice" => Counter::Ice,
        "fate" => Counter::Fate,
        "silver" => Counter::Silver,
        "spore" => Counter::Spore,
        "divinity" => Counter::Divinity,
        "feather" => Counter::Feather,
        "bounty" => Counter::Bounty,
        "bribery" => Counter::Bribery,
        "slime" => Counter::Slime,
        "trap" => Counter::Trap,
        "awakening" => Counter::Awakening,
        "+1/+0" => Counter::Plus1Plus0,
        "+0/+1" => Counter::Plus0Plus1,
        "+0/+2" => Counter::Plus0Plus2,
        "+1/+2" => Counter::Plus1Plus2,
        "+2/+0" => Counter::Plus2Plus0,
        "+2/+2" => Counter::Plus2Plus2,
        "-0/-1" => Counter::Minus0Minus1,
        "-0/-2" => Counter::Minus0Minus2,
        "-1/-0" => Counter::Minus1Minus0,
        "-2/-1" => Counter::Minus2Minus1,
        "-2/-2" => Counter::Minus2Minus2,
        // Counters of these kinds give abilities or mean something to the rules.
        "flying" | "trample" | "stun" | "shield" | "energy" | "lifelink" | "deathtouch" | "hexproof"
        | "first" | "indestructible" | "menace" | "reach" | "vigilance" | "haste" | "finality" | "rad"
        | "exalted" | "manabond" | "oil" | "counter" => {
            return Err(format!("counters of the kind `{word}`"));
        }
        other if other.starts_with(['+', '-']) || other.chars().any(|letter| !letter.is_alphabetic()) => {
            return Err(format!("counters of the kind `{word}`"));
        }
        other => {
            let mark = setting.of.mark.get_or_insert_with(|| other.to_string());
            if mark != other {
                return Err(format!("counters of two kinds of its own, `{mark}` and `{other}`"));
            }
            Counter::Mark
        }
    })
}
