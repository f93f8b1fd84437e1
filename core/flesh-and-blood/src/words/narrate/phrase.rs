//! Objects, players and numbers of the definition language as phrases.

use duelog_kernel::phrase::{Phrase, article, numbered, of_many, possessive};
use duelog_kernel::prose::{Noun, lacking};

use super::condition::has_done;
use super::terms::{Wording, since, zone_name};
use crate::language::definition::{Condition, Filter, Group, Number, Property, Ref, Target, ZoneKind};
use crate::language::types::CardType;
use crate::words::change::property_name;

impl Wording<'_> {
    /// A target.
    pub fn target(&self, target: &Target) -> String {
        match target {
            Target::Several(0, greatest, inner) => {
                format!("up to {greatest} {}", self.target_noun(inner, *greatest != 1))
            }
            Target::Several(least, greatest, inner) if least == greatest => {
                format!("{least} {}", self.target_noun(inner, *least != 1))
            }
            Target::Several(least, greatest, inner) => {
                format!("{least} to {greatest} {}", self.target_noun(inner, true))
            }
            single => self.target_noun(single, false),
        }
    }

    fn target_noun(&self, target: &Target, many: bool) -> String {
        let noun = match target {
            Target::Hero => numbered("hero", many),
            Target::OpposingHero => numbered("opposing hero", many),
            Target::Living => numbered("living object", many),
            Target::Object(filter) => self.noun(filter, "object", many),
            Target::Attack(filter) => self.noun(filter, "attack", many),
            Target::Graveyard(filter) => format!("{} in your graveyard", self.noun(filter, "card", many)),
            Target::Several(_, _, inner) => return self.target_noun(inner, many),
        };
        format!("target {noun}")
    }

    /// Returns whether a target group can have several targets.
    pub(super) fn is_many(&self, place: u8) -> bool {
        matches!(self.targets.get(usize::from(place)), Some(Target::Several(_, most, _)) if *most != 1)
    }

    /// Returns whether a target is a hero, who is meant as a player too.
    fn is_hero(&self, place: u8) -> bool {
        let hero = |target: &Target| match target {
            Target::Hero | Target::OpposingHero => true,
            Target::Object(filter) => matches!(
                filter,
                Filter::Type(CardType::Hero) | Filter::Is(Ref::DefendingHero | Ref::AttackingHero)
            ),
            _ => false,
        };
        match self.targets.get(usize::from(place)) {
            Some(Target::Several(_, _, inner)) => hero(inner),
            Some(target) => hero(target),
            None => false,
        }
    }

    /// A target group: in full where it is spoken of for the first time.
    pub(super) fn target_now(&self, place: u8, subject: bool) -> Noun {
        let many = self.is_many(place);
        let known = self.memory.borrow().targets.contains(&place);
        let it = self.memory.borrow().it == Some(Ref::Target(place));
        let Some(target) = self.targets.get(usize::from(place)) else { return Noun::one("the target") };
        self.memory.borrow_mut().targets.push(place);
        self.mention(Some(Ref::Target(place)));
        match (known, it, many) {
            (false, ..) => Noun::counted(self.target(target), many),
            (true, true, true) => Noun::many(if subject { "they" } else { "them" }),
            (true, false, true) => Noun::many("those targets"),
            (true, _, false) if self.is_hero(place) => Noun::one("that hero"),
            (true, true, false) => Noun::one("it"),
            (true, false, false) => Noun::one(self.target(target).replacen("target ", "that ", 1)),
        }
    }

    /// Returns what the last action was about.
    pub(super) fn last(&self, subject: bool) -> Noun {
        let picked = self.memory.borrow_mut().picked.take();
        if let Some(picked) = picked {
            self.memory.borrow_mut().many = picked.person == duelog_kernel::prose::Person::Many;
            self.mention(Some(Ref::Last));
            return picked;
        }
        let many = self.memory.borrow().many;
        self.mention(Some(Ref::Last));
        if self.memory.borrow().clashed {
            return Noun::one("the winner");
        }
        match (many, subject) {
            (false, _) => Noun::one("it"),
            (true, true) => Noun::many("they"),
            (true, false) => Noun::many("them"),
        }
    }

    /// One object or player, as the subject of a sentence or as an object.
    pub(super) fn thing(&self, reference: &Ref, subject: bool) -> Noun {
        match reference {
            Ref::Target(place) => self.target_now(*place, subject),
            Ref::You => Noun::you(),
            Ref::Last => self.last(subject),
            Ref::It => {
                self.mention(Some(Ref::It));
                Noun::one(self.memory.borrow().each.clone().unwrap_or("it".to_string()))
            }
            Ref::Controller(inner) => self.controller(inner),
            Ref::EventPlayer => Noun::many("they"),
            other => {
                let text = self.named(other);
                self.mention(Some(other.clone()));
                Noun::one(text)
            }
        }
    }

    /// Who controls something: a hero and its player are one in what they do.
    fn controller(&self, inner: &Ref) -> Noun {
        let hero = matches!(inner, Ref::AttackingHero | Ref::DefendingHero | Ref::HeroOf(_));
        match inner {
            Ref::Target(place) if self.is_hero(*place) => {
                let known = self.memory.borrow().targets.contains(place);
                if known { Noun::many("they") } else { self.target_now(*place, true) }
            }
            Ref::EventOther if self.other == "that hero" => Noun::many("they"),
            inner if hero => Noun::one(self.refer(inner)),
            inner => Noun::one(format!("{} controller", possessive(&self.refer(inner)))),
        }
    }

    /// A player as the subject of a sentence.
    pub(super) fn player(&self, who: &Ref) -> Noun {
        match who {
            Ref::It => Noun::one(self.memory.borrow().each.clone().unwrap_or("that player".to_string())),
            other => self.thing(other, true),
        }
    }

    /// One object or player.
    pub fn refer(&self, reference: &Ref) -> String {
        let thing = self.thing(reference, false).text;
        if thing == "they" { "them".to_string() } else { thing }
    }

    fn named(&self, reference: &Ref) -> String {
        match reference {
            Ref::This => "this".to_string(),
            Ref::Event => self.event.to_string(),
            Ref::EventOther => self.other.to_string(),
            Ref::Opponent => "your opponent".to_string(),
            Ref::OtherThan(one) if **one == Ref::You => "an opponent".to_string(),
            Ref::OtherThan(one) if **one == Ref::It => "another player".to_string(),
            Ref::OtherThan(one) => format!("another player than {}", self.refer(one)),
            Ref::Paid | Ref::PaidFor(_) => "the card used to pay the cost".to_string(),
            Ref::TurnPlayer => "the turn-player".to_string(),
            Ref::Attack => "the attack".to_string(),
            Ref::AttackOf(inner) => format!("the attack that {} is defending against", self.refer(inner)),
            Ref::AttackingHero => "the attacking hero".to_string(),
            Ref::DefendingHero => "the defending hero".to_string(),
            Ref::HeroOf(inner) => format!("{} hero", possessive(&self.refer(inner))),
            Ref::Now(inner) => self.refer(inner),
            Ref::Above(inner) => format!("the object that {} is under", self.refer(inner)),
            Ref::TopOf(inner) => format!("the top card of {} deck", possessive(&self.refer(inner))),
            Ref::SourceOf(inner) => format!("the source of {}", self.refer(inner)),
            Ref::Owner(inner) => format!("{} owner", possessive(&self.refer(inner))),
            Ref::Controller(_) | Ref::Target(_) | Ref::It | Ref::You | Ref::Last | Ref::EventPlayer => {
                String::new()
            }
        }
    }

    /// Whose zone it is, with the zone.
    pub fn zone(&self, kind: ZoneKind, who: &Ref) -> String {
        format!("{} {}", self.whose(who), zone_name(kind))
    }

    /// Several objects or players.
    pub fn group(&self, group: &Group) -> String {
        match group {
            Group::Of(reference) => self.refer(reference),
            Group::Targets(place) => self.target_now(*place, false).text,
            Group::Players => "each player".to_string(),
            Group::Opponents => "each opponent".to_string(),
            Group::Last => self.last(false).text,
            Group::Noted(_) => "the noted cards".to_string(),
            Group::Clashing => "all the revealed cards".to_string(),
            Group::Top(who, number) => match &**number {
                Number::N(1) => format!("the top card of {}", self.zone(ZoneKind::Deck, who)),
                other => {
                    format!("the top {} cards of {}", self.number(other), self.zone(ZoneKind::Deck, who))
                }
            },
            other => format!("all {}", self.members(other, true)),
        }
    }

    /// Returns what a group holds, as one noun or as many.
    pub fn members(&self, group: &Group, many: bool) -> String {
        let noun = |filter: &Filter, noun: &str| self.noun(filter, noun, many);
        match group {
            Group::Arena(filter) => noun(filter, "object"),
            Group::Play(filter) => noun(filter, "object"),
            Group::Everything(filter) => noun(filter, "card"),
            Group::Zone(kind, who, filter) => {
                format!("{} in {}", noun(filter, "card"), self.zone(*kind, who))
            }
            Group::Inventory(who, filter) => {
                format!("{} in {} inventory", noun(filter, "card"), self.whose(who))
            }
            Group::Under(what, filter) => format!("{} under {}", noun(filter, "card"), self.refer(what)),
            Group::Defenders(filter) => format!("defending {}", noun(filter, "card")),
            Group::DefendersOf(what, filter) => {
                let defending = if many { "that are defending" } else { "that is defending" };
                format!("{} {defending} against {}", noun(filter, "card"), self.refer(what))
            }
            Group::Links(filter) => format!("{} on a chain link", noun(filter, "attack")),
            Group::Paid(filter) | Group::PaidFor(_, filter) => {
                format!("{} used to pay the cost", noun(filter, "card"))
            }
            Group::Pitched(filter, None) => format!("{} pitched to play this", noun(filter, "card")),
            Group::Pitched(filter, Some(of)) => {
                format!("{} pitched for {}", noun(filter, "card"), self.refer(of))
            }
            Group::LastThat(filter) => format!("{} among them", noun(filter, "card")),
            Group::Of(_)
            | Group::Targets(_)
            | Group::Players
            | Group::Opponents
            | Group::Last
            | Group::Noted(_)
            | Group::Top(..) => self.group(group),
            Group::Clashing if many => "revealed cards".to_string(),
            Group::Clashing => "revealed card".to_string(),
        }
    }

    /// A number.
    pub fn number(&self, number: &Number) -> String {
        let of = |what: &str, reference: &Ref| format!("{} {what}", possessive(&self.refer(reference)));
        match number {
            Number::N(number) => number.to_string(),
            Number::ByPitch(..) => {
                self.fixed(number).map_or_else(|| "that number".to_string(), |number| number.to_string())
            }
            Number::X => "X".to_string(),
            Number::Count(group, None) => format!("the number of {}", self.members(group, true)),
            Number::Count(group, Some(each)) => self.sum(group, each),
            Number::DifferentCosts(group) => {
                format!("the number of different costs among {}", self.members(group, true))
            }
            Number::DifferentNames(group) => {
                format!("the number of different names among {}", self.members(group, true))
            }
            Number::Of(Property::Life, Ref::HeroOf(reference)) => of("life total", reference),
            Number::Of(property, reference) => of(property_name(*property), reference),
            Number::Payment(reference) => format!("what was paid for {}", self.refer(reference)),
            Number::HandSize(who) => format!("the number of cards in {}", self.zone(ZoneKind::Hand, who)),
            Number::Counters(kind, reference) => {
                format!("the number of {} counters on {}", kind.in_words(), self.refer(reference))
            }
            Number::Rank(keyword, None) => format!("the number behind {}", keyword.plain_name()),
            Number::Rank(keyword, Some(reference)) => of(&keyword.plain_name(), reference),
            Number::Times(when, span) => {
                format!("how often {}{}", self.has_happened(when, true), since(*span))
            }
            Number::Total(when, span) => {
                format!("the sum of how much {}{}", self.has_happened(when, true), since(*span))
            }
            Number::Activation => {
                "the number of times that you have activated this ability this turn".to_string()
            }
            Number::AllCounters(kind, group) => {
                format!("the number of {} counters on {}", kind.in_words(), self.members(group, true))
            }
            Number::Links => "the number of chain links".to_string(),
            Number::HitsInARow => "the number of chain links in a row that have hit".to_string(),
            Number::EventAmount => "that much".to_string(),
            Number::LastAmount => "that number".to_string(),
            Number::Shown(result) => format!("the number of those dice that show {result}"),
            Number::Equipped(who, subtype) => {
                let who = self.player(who);
                format!("the number of {} that {} equipped", subtype.name(), who.does(&["have".to_string()]))
            }
            Number::If(condition, yes, no) => match (self.fixed(yes), self.fixed(no)) {
                (Some(yes), Some(0)) => format!("{yes} if {}", self.condition(condition)),
                _ => format!(
                    "{} if {}, or else {}",
                    self.number(yes),
                    self.condition(condition),
                    self.number(no)
                ),
            },
            Number::Kept(place) => {
                let kept = self.memory.borrow().kept.get(usize::from(*place)).cloned();
                kept.unwrap_or("that number".to_string())
            }
            Number::Plus(a, b) => format!("{} plus {}", self.number(a), self.number(b)),
            Number::Product(factor, inner) => format!("{factor} times {}", self.number(inner)),
            Number::Half(inner) => format!("half {}", self.number(inner)),
            Number::All => "all".to_string(),
        }
    }

    /// Returns how many of a group there are such that something is true, or the sum of a number for each of them.
    fn sum(&self, group: &Group, each: &Number) -> String {
        let of = self.summed(group);
        match self.asked(each) {
            Some(asked) => {
                let of = of.trim_start_matches("the ");
                format!("the number of {of} such that {}", self.condition(asked))
            }
            None => format!("the sum of {} for all {of}", self.number(each)),
        }
    }

    /// Returns the words for those that are counted or summed up.
    pub(super) fn summed(&self, group: &Group) -> String {
        match group {
            Group::Players => "the players".to_string(),
            Group::Opponents => "your opponents".to_string(),
            group => self.members(group, true),
        }
    }

    /// Returns the condition for which a number counts those that meet it.
    pub(super) fn asked<'a>(&self, each: &'a Number) -> Option<&'a Condition> {
        match each {
            Number::If(asked, yes, no) if (self.fixed(yes), self.fixed(no)) == (Some(1), Some(0)) => {
                Some(asked)
            }
            _ => None,
        }
    }

    /// The number, where it is fixed for this variant of the card.
    pub fn fixed(&self, number: &Number) -> Option<i32> {
        match (number, self.pitch) {
            (Number::N(number), _) => Some(*number),
            (Number::ByPitch(red, ..), Some(1) | None) => Some(*red),
            (Number::ByPitch(_, yellow, _), Some(2)) => Some(*yellow),
            (Number::ByPitch(_, _, blue), Some(_)) => Some(*blue),
            _ => None,
        }
    }

    /// A number of things of a kind, for instance `a card` or `2 cards`.
    pub fn number_of(&self, number: &Number, filter: &Filter, noun: &str) -> String {
        match self.fixed(number) {
            Some(count) => self.some(count, filter, noun),
            None => format!("a number of {} equal to {}", self.noun(filter, noun, true), self.number(number)),
        }
    }

    /// A fixed number of what matches.
    pub fn some(&self, count: i32, filter: &Filter, noun: &str) -> String {
        if count == 1 { self.one(filter, noun) } else { format!("{count} {}", self.noun(filter, noun, true)) }
    }

    /// One thing that matches; what a filter names is named.
    pub fn one(&self, filter: &Filter, noun: &str) -> String {
        match filter {
            Filter::Is(reference) | Filter::Became(reference) => self.refer(reference),
            other => article(&self.noun(other, noun, false)),
        }
    }

    /// Returns what something is: by adjectives alone where the filter says no more.
    pub(super) fn quality_of(&self, filter: &Filter) -> String {
        let mut phrase = Phrase::default();
        self.collect(filter, &mut phrase);
        let adjectives = phrase.types.is_empty() && phrase.after.is_empty() && !phrase.before.is_empty();
        let other = phrase.before.iter().any(|word| word == "other");
        if adjectives && !other { phrase.before.join(" ") } else { self.one(filter, "object") }
    }

    /// Returns what matches, as one noun or as many; `noun` stands where the filter names none.
    pub fn noun(&self, filter: &Filter, noun: &str, many: bool) -> String {
        let mut phrase = Phrase::default();
        self.collect(filter, &mut phrase);
        if phrase.types.len() > 1 {
            // A card on the stack is a layer anyway.
            phrase.types.retain(|word| word != "layer");
        }
        let mut types = phrase.types.join(" ");
        if types.is_empty() {
            types = noun.to_string();
        } else if noun == "card" && !types.ends_with("card") {
            types = format!("{types} card");
        }
        let said = phrase.about(&types, many);
        if many { of_many(&said) } else { said }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn collect(&self, filter: &Filter, phrase: &mut Phrase) {
        let with = |what: &str, number: &Number, bound: &str| {
            format!("with {what} {} or {bound}", self.number(number))
        };
        let before = |phrase: &mut Phrase, word: &str| phrase.before.push(word.to_string());
        let types = |phrase: &mut Phrase, word: &str| phrase.types.push(word.to_string());
        match filter {
            // What is a card and something else is called by that.
            Filter::Any | Filter::Card => {}
            Filter::Type(card_type) => phrase.types.push(type_word(*card_type)),
            Filter::Sub(subtype) => {
                phrase.types.insert(0, subtype.name().trim_matches(['(', ')']).to_lowercase())
            }
            Filter::Super(supertype) => before(phrase, supertype.name()),
            Filter::Named(name) => phrase.after.push(format!("named {name}")),
            Filter::NameHas(part) => phrase.after.push(format!("with {part} in its name")),
            Filter::Moniker(moniker) => phrase.after.push(format!("called {moniker}")),
            Filter::Did(deed) => phrase.after.push(format!("that has {} this turn", has_done(*deed))),
            Filter::Color(color) => before(phrase, &duelog_kernel::phrase::lower(color)),
            Filter::ColorOf(of) => phrase.after.push(format!("of the color of {}", self.refer(of))),
            Filter::Raised(property, 1) => {
                phrase.after.push(format!("with {} greater than its base", property_name(*property)));
            }
            Filter::Raised(property, times) => phrase
                .after
                .push(format!("with {} greater than {times} times its base", property_name(*property))),
            Filter::Trait(name) => phrase.after.push(format!("with {name}")),
            Filter::Metatype(name) => phrase.after.push(format!("of {name}")),
            Filter::NamedCard => phrase.after.push("with the named card's name".to_string()),
            Filter::ActivatedAbility => types(phrase, "activated ability"),
            Filter::TriggeredEffect => types(phrase, "triggered effect"),
            Filter::HitEffect => phrase.after.push("with an effect that triggers when it hits".to_string()),
            Filter::Clashes => phrase.after.push("with a clash effect".to_string()),
            Filter::Contracts => phrase.after.push("with contract".to_string()),
            Filter::PlayedFrom(kind) => phrase.after.push(format!("played from the {}", zone_name(*kind))),
            Filter::Deals(kind, least) => phrase.after.push(format!(
                "with an effect that deals {} or more {}",
                self.number(least),
                super::wording::damage(*kind)
            )),
            Filter::Keyword(keyword) => phrase.after.push(format!("with {}", keyword.plain_name())),
            Filter::Attack => types(phrase, "attack"),
            Filter::AttackAction => types(phrase, "attack action card"),
            Filter::NonAttackAction => types(phrase, "non-attack action card"),
            Filter::WeaponAttack => types(phrase, "weapon attack"),
            Filter::Source => types(phrase, "source"),
            Filter::Layer => types(phrase, "layer"),
            Filter::Permanent => types(phrase, "permanent"),
            Filter::Living => before(phrase, "living"),
            Filter::AtLeast(property, number) if **number == Number::N(0) => {
                phrase.after.push(format!("with {}", property_name(*property)));
            }
            Filter::AtMost(Property::Cost, number) if **number == Number::N(0) => {
                phrase.after.push("with cost 0".to_string())
            }
            Filter::AtLeast(property, number) => {
                phrase.after.push(with(property_name(*property), number, "more"))
            }
            Filter::AtMost(property, number) => {
                phrase.after.push(with(property_name(*property), number, "less"))
            }
            Filter::Exactly(property, number) => {
                phrase.after.push(format!("with {} {}", property_name(*property), self.number(number)));
            }
            Filter::Counter(kind) => {
                phrase.after.push(format!("with {} on it", article(&format!("{} counter", kind.in_words()))))
            }
            Filter::Defending => before(phrase, "defending"),
            Filter::Attacking => before(phrase, "attacking"),
            Filter::SameName(other) => {
                phrase.after.push(format!("with the same name as {}", self.refer(other)))
            }
            Filter::Melded => before(phrase, "melded"),
            Filter::Against(target) => {
                phrase.after.push(format!("that is attacking {}", self.one(target, "object")));
            }
            Filter::Hit => phrase.after.push("that has hit".to_string()),
            Filter::Defended => phrase.after.push("that has defended this combat chain".to_string()),
            Filter::Equipped => before(phrase, "equipped"),
            Filter::EquippedTo(kind) => phrase.after.push(format!("equipped to the {}", zone_name(*kind))),
            Filter::FaceDown => before(phrase, "face-down"),
            Filter::FaceUp => before(phrase, "face-up"),
            Filter::Tapped => before(phrase, "tapped"),
            Filter::Frozen => before(phrase, "frozen"),
            Filter::Marked => before(phrase, "marked"),
            Filter::From(kind) => phrase.after.push(format!("from the {}", zone_name(*kind))),
            Filter::In(kind) => phrase.after.push(format!("in the {}", zone_name(*kind))),
            Filter::ControlledBy(who) => phrase.after.push(self.player(who).does(&["control".to_string()])),
            Filter::OwnedBy(who) => phrase.after.push(self.player(who).does(&["own".to_string()])),
            Filter::Is(reference) if phrase.types.iter().any(|word| word == "attack") => {
                phrase.after.push(format!("of {}", self.refer(reference)))
            }
            Filter::Is(reference) | Filter::Became(reference) => {
                phrase.after.push(format!("that is {}", self.refer(reference)))
            }
            Filter::DefendingAgainst(attack) => {
                phrase.after.push(format!("that is defending against {}", self.refer(attack)));
            }
            Filter::Nth(place, when) => {
                let place = duelog_kernel::prose::ordinal(i64::from(*place));
                let happened = self.has_happened(when, true);
                phrase.after.push(format!("that is the {place} for which {happened} this turn"));
            }
            Filter::All(all) => all.iter().for_each(|filter| self.collect(filter, phrase)),
            Filter::Either(either) => self.alternatives(either, phrase),
            Filter::Not(inner) => self.negated(inner, phrase),
        }
    }

    fn alternatives(&self, either: &[Filter], phrase: &mut Phrase) {
        let part = |filter: &Filter| {
            let mut part = Phrase::default();
            self.collect(filter, &mut part);
            part
        };
        match Phrase::alternatives(&either.iter().map(part).collect::<Vec<_>>()) {
            Some(joined) => {
                phrase.types.splice(0..0, joined.types);
                phrase.before.extend(joined.before);
                phrase.after.extend(joined.after);
            }
            None => {
                let each: Vec<String> = either.iter().map(|filter| self.one(filter, "card")).collect();
                phrase.after.push(format!("that is {}", each.join(" or ")));
            }
        }
    }

    fn negated(&self, inner: &Filter, phrase: &mut Phrase) {
        match inner {
            Filter::Type(card_type) => phrase.before.push(format!("non-{}", type_word(*card_type))),
            Filter::Super(supertype) => phrase.before.push(format!("non-{}", supertype.name())),
            Filter::Sub(subtype) => phrase.before.push(format!("non-{}", subtype.name().to_lowercase())),
            // It stands before all else: `another blue card`.
            Filter::Is(Ref::This) => phrase.before.insert(0, "other".to_string()),
            Filter::Keyword(keyword) => phrase.after.push(format!("without {}", keyword.plain_name())),
            Filter::Tapped => phrase.before.push("untapped".to_string()),
            Filter::FaceDown => phrase.before.push("face-up".to_string()),
            Filter::FaceUp => phrase.before.push("face-down".to_string()),
            Filter::Not(again) => self.collect(again, phrase),
            other => phrase.after.push(lacking(&self.one(other, "object"))),
        }
    }
}

fn type_word(card_type: CardType) -> String {
    card_type.name().to_lowercase()
}
