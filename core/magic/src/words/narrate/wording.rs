//! The definition language in words: what costs, effects and abilities say, for people.

use duelog_kernel::phrase::{article, lower, possessive};
use duelog_kernel::script::Script;

use crate::language::definition::{
    Ability, Activated, By, Change, Changing, Condition, Cost, CostDeed, Deed, Designation, Destination,
    Effect, Fighting, Filter, Group, Line, Never, Number, Pay, Permission, Recipient, Ref, Ruling, Saving,
    Showing, Static, Target, Timing, Toll, Trait, Triggered, TurnPart, Verb, Written, ZoneKind,
};
use crate::words::change::{Says, in_words};
use crate::words::plain::{by, counters, in_zones, joined, ruled, span, until};

/// The words for one spell or ability.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// What the object calls itself.
    pub name: &'a str,
    /// The target groups that the text refers to.
    pub targets: &'a [Target],
}

/// The only parts of a turn during which something can be done.
pub fn only_during(spans: &[TurnPart]) -> String {
    format!("only during {}", joined(spans.iter().map(|part| span(*part).to_string()), " or "))
}

/// How often.
fn times(times: u32) -> String {
    if times == 1 { "once".to_string() } else { format!("{times} times") }
}

/// An ability of an object of this name in words.
pub fn ability(name: &str, ability: &Ability) -> String {
    let plain = Wording { name, targets: &[] };
    match ability {
        Ability::Activated(ability) => activated(name, ability),
        Ability::Triggered(ability) => triggered(name, ability),
        Ability::Static(ability) => plain.static_ability(ability),
        Ability::Replacement(replacement) => plain.replacement(replacement),
        Ability::Way(way) => plain.way(name, way),
    }
}

/// An activated ability: cost, effect, timing.
pub fn activated(name: &str, ability: &Activated) -> String {
    let words = Wording { name, targets: &ability.targets };
    let timing = words.timing(&ability.timing);
    let from = if ability.zone == ZoneKind::Battlefield {
        String::new()
    } else {
        format!(" (from the {})", lower(&ability.zone))
    };
    format!("{}: {}{timing}{from}", words.costs(&ability.cost), words.effect(&ability.effect))
}

fn triggered(name: &str, ability: &Triggered) -> String {
    let words = Wording { name, targets: &ability.targets };
    let condition = ability
        .condition
        .as_ref()
        .map_or(String::new(), |condition| format!(" if {}", words.condition(condition)));
    format!("{}{condition}: {}", words.when(&ability.when), words.effect(&ability.effect))
}

impl Says<Written> for Wording<'_> {
    fn number(&self, number: &Number) -> String {
        Wording::number(self, number)
    }

    fn signed(&self, number: &Number) -> Option<String> {
        match number {
            Number::N(number) => Some(format!("{number:+}")),
            Number::X => Some("+X".to_string()),
            Number::Times(-1, inner) if **inner == Number::X => Some("-X".to_string()),
            _ => None,
        }
    }

    fn who(&self, who: &Ref) -> String {
        self.refer(who)
    }

    fn ability(&self, given: &Box<Ability>) -> String {
        ability(self.name, given)
    }

    fn filter(&self, filter: &Filter, noun: &str) -> String {
        self.noun(filter, noun, true)
    }

    fn ruled(&self, filter: &Filter, deed: Deed) -> String {
        let noun = match deed {
            Deed::Cast | Deed::CastAsFlash | Deed::BeCountered => "spell",
            Deed::ActivateNonMana => "object",
            Deed::BeBlocked if *filter == Filter::Any => return String::new(),
            Deed::BeBlocked => "creature",
            Deed::Prevent => "source",
            _ => "permanent",
        };
        self.noun(filter, noun, true)
    }

    fn word(&self, word: &Never) -> &'static str {
        match *word {}
    }

    fn card(&self, card: &Group) -> String {
        self.group(card)
    }

    fn permission(&self, permission: &Permission) -> String {
        let Permission { what, pay, times: most, flash, any_mana, then } = permission;
        let mut how = vec![self.group(what)];
        how.extend((*pay == Pay::Nothing).then(|| " without paying the mana cost".to_string()));
        how.extend(flash.then(|| " as though with flash".to_string()));
        how.extend(any_mana.then(|| " with mana of any type".to_string()));
        how.extend(most.map(|most| format!(", no more than {}", times(most))));
        let goes = |to| format!(", and {} where it would go to a graveyard", self.moved("it", to));
        how.extend(then.map(goes));
        how.concat()
    }

    fn costs(&self, costs: &Vec<Cost>) -> String {
        Wording::costs(&Wording { name: "the spell", ..*self }, costs)
    }

    fn one(&self, one: &Ref) -> String {
        self.refer(one)
    }

    fn line(&self, line: &Line) -> String {
        line.keyword.to_lowercase()
    }

    fn toll(&self, toll: &Toll) -> String {
        let does = ruled(Ruling::Allow, toll.to, "");
        let whom = match &toll.whom {
            Recipient::Anything => String::new(),
            whom => format!(" {}", self.recipient(whom)),
        };
        let what = self.noun(&toll.what, "creature", true);
        format!("{what} {does}{whom} only for {} each", Wording::costs(self, &toll.costs))
    }

    fn evades(&self, text: &Never, _: u32) -> String {
        match *text {}
    }

    fn told(&self, told: &Never) -> String {
        match *told {}
    }
}

impl Wording<'_> {
    /// The parts of a cost.
    pub fn costs(&self, costs: &[Cost]) -> String {
        joined(costs.iter().map(|cost| self.cost(cost)), ", ")
    }

    fn cost(&self, cost: &Cost) -> String {
        match cost {
            Cost::Mana(mana) => mana.to_string(),
            Cost::Tap => "{T}".to_string(),
            Cost::Untap => "{Q}".to_string(),
            Cost::OwnMana => "its mana cost".to_string(),
            Cost::ManaOf(of, less) => format!("the mana cost of {}, {less} less", self.refer(of)),
            Cost::ManaTimes(mana, number) => format!("{mana} times {}", self.number(number)),
            Cost::Behind | Cost::BehindTimes(_) => "the cost behind it".to_string(),
            Cost::Generic(number) => format!("{{1}} times {}", self.number(number)),
            Cost::Life(amount) => format!("pay {} life", self.number(amount)),
            Cost::Loyalty(Number::N(number)) => format!("[{number:+}]"),
            Cost::Loyalty(number) => format!("[{}]", self.number(number)),
            Cost::Counters(kind, number) => format!("pay {}", counters(&self.number(number), *kind)),
            Cost::Deed(deed, number, group) => self.cost_deed(*deed, number, group),
            Cost::Either(ways) => joined(ways.iter().map(|way| self.costs(way)), " or "),
        }
    }

    /// What a cost does to objects.
    fn cost_deed(&self, deed: CostDeed, number: &Number, group: &Group) -> String {
        let what = match group {
            Group::Of(reference) => self.refer(reference),
            Group::All(filter) => self.number_of(number, filter, "permanent"),
            Group::Hand(_, filter) => format!("{} from the hand", self.number_of(number, filter, "card")),
            Group::Graveyard(_, filter) => {
                format!("{} from the graveyard", self.number_of(number, filter, "card"))
            }
            other => format!("{} of {}", self.number(number), self.group(other)),
        };
        match deed {
            CostDeed::Sacrifice => format!("sacrifice {what}"),
            CostDeed::Offer(Saving::Value) => {
                format!("sacrifice {what}, and pay less by its converted mana cost")
            }
            CostDeed::Offer(Saving::Cost) => format!("sacrifice {what}, and pay less by its mana cost"),
            CostDeed::Discard | CostDeed::Cycle => format!("discard {what}"),
            CostDeed::Exile => format!("exile {what}"),
            CostDeed::Return => format!("return {what} to the owner's hand"),
            CostDeed::Reveal => format!("reveal {what}"),
            CostDeed::RevealFor(Showing::Effect) => format!("reveal {what}"),
            CostDeed::RevealFor(Showing::Ability) => format!("reveal {what} until this is over"),
            CostDeed::RevealFor(Showing::Upkeep) => format!("reveal {what} until the upkeep step is over"),
            CostDeed::Tap => format!("tap {what}"),
            CostDeed::Crew => {
                let creatures = match group {
                    Group::All(filter) => self.noun(filter, "creature", true),
                    other => self.group(other),
                };
                format!("tap any number of {creatures} with total power {}", self.number(number))
            }
            CostDeed::Remove(kind) => {
                let from = match group {
                    Group::All(filter) => self.one(filter, "permanent"),
                    other => self.group(other),
                };
                format!("remove {} from {from}", counters(&self.number(number), kind))
            }
        }
    }

    /// When an ability can be activated, behind what it does.
    fn timing(&self, timing: &Timing) -> String {
        let mut limits = Vec::new();
        if timing.sorcery {
            limits.push("only when a sorcery could be cast".to_string());
        }
        if !timing.during.is_empty() {
            limits.push(only_during(&timing.during));
        }
        limits.extend(
            timing.only_if.as_ref().map(|condition| format!("only if {}", self.condition(condition))),
        );
        limits.extend(timing.limit.map(|limit| format!("at most {} each turn", times(limit))));
        limits.extend(timing.ever.map(|ever| format!("at most {} in all", times(ever))));
        limits.extend(match timing.by {
            By::Controller => None,
            By::Anyone => Some("any player may".to_string()),
            By::Opponents => Some("only opponents may".to_string()),
        });
        limits.extend(timing.instant.then(|| "only when an instant could be cast".to_string()));
        limits.extend(timing.special.then(|| "without using the stack".to_string()));
        limits.extend(timing.offered.then(|| "only as an effect lets players".to_string()));
        limits.extend(timing.face_down.then(|| "only while it is face down".to_string()));
        limits.extend(timing.castable.then(|| "only when it could begin to be cast".to_string()));
        limits
            .extend(timing.less.as_ref().map(|less| format!("{{1}} less this often: {}", self.number(less))));
        if limits.is_empty() { String::new() } else { format!(" ({})", joined(limits.into_iter(), "; ")) }
    }

    /// What a script does.
    pub fn effect(&self, effect: &Effect) -> String {
        match effect {
            Script::Do(verb) => self.verb(verb),
            Script::Seq(parts) => joined(parts.iter().map(|part| self.effect(part)), ", then "),
            Script::If(condition, then) => format!("if {}: {}", self.condition(condition), self.effect(then)),
            Script::IfElse(condition, then, otherwise) => {
                format!(
                    "if {}: {}; if not: {}",
                    self.condition(condition),
                    self.effect(then),
                    self.effect(otherwise)
                )
            }
            Script::Each(group, body) => format!("for {}: {}", self.group(group), self.effect(body)),
            Script::May(who, then) => format!("{} may: {}", self.refer(who), self.effect(then)),
            Script::MayElse(who, then, otherwise) => {
                format!("{} may: {}; if not: {}", self.refer(who), self.effect(then), self.effect(otherwise))
            }
            Script::Choose(who, parts) => by(
                &self.refer(who),
                format!("one of: {}", joined(parts.iter().map(|part| self.effect(part)), " / ")),
            ),
            Script::Repeat(times, body) => format!("{} times: {}", self.number(times), self.effect(body)),
            Script::Let(number) => format!("note {}", self.number(number)),
            Script::Pay(who, costs, then, otherwise) => format!(
                "{} may pay {}; if so: {}; if not: {}",
                self.refer(who),
                self.costs(costs),
                self.effect(then),
                self.effect(otherwise)
            ),
            Script::Delayed(moment, body) => format!("later, {}: {}", self.when(moment), self.effect(body)),
        }
    }

    /// What a mode of a script does (700.2).
    pub fn mode(&self, effect: &Effect, mode: u8) -> Option<String> {
        match effect {
            Script::If(Condition::Mode(which), then) if *which == mode => Some(self.effect(then)),
            Script::Seq(parts) => parts.iter().find_map(|part| self.mode(part, mode)),
            _ => None,
        }
    }

    /// What is done.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    pub fn verb(&self, verb: &Verb) -> String {
        let each_by = |who: &Group, what: String| by(&self.group(who), what);
        match verb {
            Verb::Damage { amount, to, from, certain } => {
                let source =
                    from.as_ref().map_or(String::new(), |from| format!(" from {}", self.refer(from)));
                let certain = if *certain { ", not to be prevented" } else { "" };
                format!("{}{source} to {}{certain}", self.damage(amount), self.group(to))
            }
            Verb::DamageBy { by, amount, to } => {
                format!("{} from each of {} to {}", self.damage(amount), self.group(by), self.group(to))
            }
            Verb::DamageDivided { who, from, amount, among } => by(
                &self.refer(who),
                format!(
                    "divide {} from {} among any of {}",
                    self.damage(amount),
                    self.refer(from),
                    self.group(among)
                ),
            ),
            Verb::Destroy(group) => format!("destroy {}", self.group(group)),
            Verb::DestroyForGood(group) => format!("destroy {}, not to be regenerated", self.group(group)),
            Verb::Move(group, destination) => self.moved(&self.group(group), *destination),
            Verb::Sacrifice(who, number, filter) => {
                each_by(who, format!("sacrifice {}", self.number_of(number, filter, "permanent")))
            }
            Verb::SacrificeThese(group) => format!("sacrifice {}", self.group(group)),
            Verb::Counter(group) => format!("counter {}", self.group(group)),
            Verb::Draw(who, number) => each_by(who, format!("draw {}", self.number(number))),
            Verb::Discard(who, number) => each_by(who, format!("discard {}", self.number(number))),
            Verb::DiscardAtRandom(who, number) => {
                each_by(who, format!("discard {} at random", self.number(number)))
            }
            Verb::GainLife(who, number) => each_by(who, format!("gain {} life", self.number(number))),
            Verb::LoseLife(who, number) => each_by(who, format!("lose {} life", self.number(number))),
            Verb::SetLife(who, number) => each_by(who, format!("life total becomes {}", self.number(number))),
            Verb::Create(who, number, token) => {
                by(&self.refer(who), format!("make {} x {token}", self.number(number)))
            }
            Verb::AddMana(who, mana, number) => by(&self.refer(who), self.add_mana(*mana, number)),
            Verb::AddManaFor { who, mana, number, only, rider } => {
                let said =
                    format!("{}{}", self.add_mana(*mana, number), self.said_of_mana(only, rider.as_ref()));
                by(&self.refer(who), said)
            }
            Verb::AddCostOf(who, of) => {
                by(&self.refer(who), format!("add the mana of the mana cost of {}", self.refer(of)))
            }
            Verb::TakeMana(to, from) => {
                format!("{} loses all unspent mana, and {} gets it", self.refer(from), self.refer(to))
            }
            Verb::ReachLevel(level) => format!("becomes level {level}"),
            Verb::CreateAttached(who, token, to) => {
                by(&self.refer(who), format!("make {token} attached to {}", self.refer(to)))
            }
            Verb::UseMana(what) => format!("a mana ability of each is activated: {}", self.group(what)),
            Verb::PutCounters(kind, number, group) => {
                format!("put {} on {}", counters(&self.number(number), *kind), self.group(group))
            }
            Verb::RemoveCounters(kind, number, group) => {
                format!("remove {} from {}", counters(&self.number(number), *kind), self.group(group))
            }
            Verb::Tap(group) => format!("tap {}", self.group(group)),
            Verb::Flip(group) => format!("flip {}", self.group(group)),
            Verb::TurnUp(group) => format!("turn {} face up", self.group(group)),
            Verb::TurnDown(group) => format!("turn {} face down", self.group(group)),
            Verb::Hide(group, _) => format!("exile {} face down", self.group(group)),
            Verb::BecomeBlocked(group) => format!("{}: becomes blocked", self.group(group)),
            Verb::MakeBlock(blocker, attacker) => {
                format!("{} blocks {}", self.refer(blocker), self.refer(attacker))
            }
            Verb::Redirect(who, what) => {
                by(&self.refer(who), format!("choose anew what {} attacks", self.refer(what)))
            }
            Verb::EnterKeeping(number) => format!("{} is kept for it", self.number(number)),
            Verb::EnterChosen(what) => format!("{} is chosen for it", self.refer(what)),
            Verb::Performs(who, Deed::Champion) => format!("{} is championed", self.group(who)),
            Verb::Performs(who, deed) => format!("{}: {}", self.group(who), ruled(Ruling::Allow, *deed, "")),
            Verb::Transform(group) => format!("transform {}", self.group(group)),
            Verb::Meld(cards) => format!("meld {}", self.group(cards)),
            Verb::Phase { out, back } => {
                let out = out.iter().map(|out| format!("{} phases out", self.group(out)));
                let back = back.iter().map(|back| format!("{} phases in", self.group(back)));
                out.chain(back).collect::<Vec<_>>().join(" and ")
            }
            Verb::Untap(group) => format!("untap {}", self.group(group)),
            Verb::Modify(group, changes, how_long) => {
                format!("{}: {}{}", self.group(group), self.changes(changes), until(*how_long))
            }
            Verb::Trigger(place) => format!("ability {} triggers", u32::from(*place) + 1),
            Verb::ReturnWhenGone(what) => {
                format!("{}: returns when {} has left", self.group(what), self.name)
            }
            Verb::CreateFighting { who, number, token, tapped, fights } => {
                let tapped = if *tapped { " tapped" } else { "" };
                let made = format!("make {} x {token}{tapped}{}", self.number(number), self.fighting(fights));
                by(&self.refer(who), made)
            }
            Verb::Put { what, tapped, under, with, changes, fights, attached, transformed } => {
                let mut said = format!("put {} onto the battlefield", self.group(what));
                said.push_str(if *tapped { " tapped" } else { "" });
                said.push_str(if *transformed { " transformed" } else { "" });
                if let Some(under) = under {
                    said.push_str(&format!(" under the control of {}", self.refer(under)));
                }
                if let Some((kind, number)) = with {
                    said.push_str(&format!(" with {}", counters(&self.number(number), *kind)));
                }
                if !changes.is_empty() {
                    said.push_str(&format!(" as {}", self.changes(changes)));
                }
                if let Some(fights) = fights {
                    said.push_str(&self.fighting(fights));
                }
                if let Some(attached) = attached {
                    said.push_str(&format!(" attached to {}", self.refer(attached)));
                }
                said
            }
            Verb::StayTapped(what, Some(whose)) => {
                format!("{}: stays tapped in the next untap step of {}", self.group(what), self.refer(whose))
            }
            Verb::StayTapped(what, None) => {
                format!("{}: stays tapped in the next untap step", self.group(what))
            }
            Verb::MissUntapStep(what, whose) => {
                let whose = self.refer(whose);
                format!("{}: does not untap in the next untap step of {whose}", self.group(what))
            }
            Verb::Shield(shield) => self.shield(shield),
            Verb::ChooseSource(who, filter) => {
                by(&self.refer(who), format!("choose {}", self.one(filter, "source")))
            }
            Verb::Skip(who, what) => each_by(who, format!("skip the next {}", span(*what))),
            Verb::EnterTapped => "it enters tapped".to_string(),
            Verb::EnterWith(kind, number) => {
                format!("it enters with {}", counters(&self.number(number), *kind))
            }
            Verb::ChooseWord(who, kind) => {
                let what = match kind {
                    Trait::Color => "choose a color",
                    Trait::CreatureType => "choose a creature type",
                    Trait::LandType => "choose a basic land type",
                    Trait::Name => "choose a card name",
                };
                by(&self.refer(who), what.to_string())
            }
            Verb::EnterMoving { among, least, most, how } => self.moving(among, *least, *most, *how),
            Verb::Choose { who, among, least, most } => {
                let number = if least == most { most.to_string() } else { format!("{least} to {most}") };
                by(&self.refer(who), format!("choose {number} of {}", self.group(among)))
            }
            Verb::EnterCopy(Ref::This, except) => format!("it enters as it is{}", self.except(except)),
            Verb::EnterCopy(of, except) => {
                format!("it enters as a copy of {}{}", self.refer(of), self.except(except))
            }
            Verb::BecomeCopy { what, of, except, until: how_long } => {
                format!(
                    "{}: becomes a copy of {}{}{}",
                    self.group(what),
                    self.refer(of),
                    self.except(except),
                    until(*how_long)
                )
            }
            Verb::CreateCopy { who, number, of, except, tapped, fights } => {
                let tapped = if *tapped { " tapped" } else { "" };
                let fights = fights.as_ref().map_or(String::new(), |fights| self.fighting(fights));
                let copy = format!("a copy of {}{}", self.refer(of), self.except(except));
                by(&self.refer(who), format!("make {} x {copy}{tapped}{fights}", self.number(number)))
            }
            Verb::Regenerate(group) => format!("regenerate {}", self.group(group)),
            Verb::AttachThis(to) => format!("attach {} to {}", self.name, self.refer(to)),
            Verb::Attach(what, to) => format!("attach {} to {}", self.refer(what), self.refer(to)),
            Verb::Search { who, whose, filter, count, to, reveal } => {
                let found = if *count == 1 { "it" } else { "them" };
                let shown = if *reveal { format!("show {found}, ") } else { String::new() };
                let what = self.some(*count as i32, filter, "card");
                let library = whose.as_ref().map_or("the library".to_string(), |whose| {
                    format!("{} library", possessive(&self.refer(whose)))
                });
                let then =
                    to.map_or(String::new(), |to| format!(", {shown}{}, shuffle", self.moved(found, to)));
                by(&self.refer(who), format!("look in {library} for {what}{then}"))
            }
            Verb::Shuffle(who) => by(&self.refer(who), "shuffle the library".to_string()),
            Verb::Mill(who, number) => {
                each_by(who, format!("put the top {} of the library into the graveyard", self.number(number)))
            }
            Verb::Scry(who, number) => by(&self.refer(who), format!("scry {}", self.number(number))),
            Verb::Look { whose, zone, number, until, reveal } => {
                let look = if *reveal { "reveal" } else { "look at" };
                let place = match (zone, number, until) {
                    (ZoneKind::Hand, _, _) => "the hand".to_string(),
                    (_, _, Some(until)) => {
                        format!("the top of the library up to {}", self.one(until, "card"))
                    }
                    (_, Some(number), None) => format!("the top {} of the library", self.number(number)),
                    (_, None, None) => "the library".to_string(),
                };
                format!("{look} {place} of {}", self.group(whose))
            }
            Verb::DiscardChosen(who, from, number, filter) => {
                let what = self.number_of(number, filter, "card");
                by(
                    &self.refer(who),
                    format!("choose {what} in {} hand, to be discarded", possessive(&self.refer(from))),
                )
            }
            Verb::NameCardOf(who, kind) => {
                by(&self.refer(who), format!("choose the name of {} card", article(&lower(kind))))
            }
            Verb::Link(group) => format!("link {} to it", self.group(group)),
            Verb::Note(group) => format!("keep {} in mind", self.group(group)),
            Verb::CopySpell { what, by: who, retarget, without, at, one } => {
                let again = match at {
                    Some(at) if *one => format!(" for one of {} that it could target", self.group(at)),
                    Some(at) => format!(" for each of {} that it could target", self.group(at)),
                    None if *retarget => ", perhaps with new targets".to_string(),
                    None => String::new(),
                };
                let but = without.as_ref().map_or(String::new(), |keyword| {
                    format!(" without its {} ability", keyword.to_lowercase())
                });
                by(&self.refer(who), format!("copy {}{but}{again}", self.group(what)))
            }
            Verb::RevealThis => format!("reveal {}", self.name),
            Verb::Ignore(who, place, how_long) => {
                let number = u32::from(*place) + 1;
                format!("{}: ignores the effect of ability {number}{}", self.group(who), until(*how_long))
            }
            Verb::Retarget(who, what) => {
                by(&self.refer(who), format!("choose new targets for {}", self.group(what)))
            }
            Verb::PlayFree(card) => format!("play {} without paying its mana cost", self.refer(card)),
            Verb::LoseTheGame(who) => each_by(who, "lose the game".to_string()),
            Verb::EnterAs(changes) => {
                format!("it enters so that it {}", self.changes(changes))
            }
            Verb::MakeRenowned(what) => format!("{} becomes renowned", self.group(what)),
            Verb::ExileUntil(who, filter) => by(
                &self.refer(who),
                format!(
                    "exile cards from the top of the library until {} is exiled",
                    self.one(filter, "card")
                ),
            ),
            Verb::LeaveTo(what, to) => format!(
                "where it would leave the battlefield, {} instead",
                self.moved(&self.group(what), *to)
            ),
            Verb::CastFor(card, _) => format!("cast {} for that cost", self.refer(card)),
            Verb::WinTheGame(who) => by(&self.refer(who), "win the game".to_string()),
            Verb::Action(action) => self.keyword_action(action),
            Verb::ChooseAtRandom(among, number) => {
                format!("choose {} of {} at random", self.number(number), self.group(among))
            }
            Verb::ChoosePlayer(who, among) => {
                by(&self.refer(who), format!("choose one of {}", self.group(among)))
            }
            Verb::FlipCoin(who) => by(&self.refer(who), "flip a coin and call it".to_string()),
            Verb::TossCoin(who) => by(&self.refer(who), "flip a coin".to_string()),
            Verb::Anchor(word) => format!("choose {word}"),
            Verb::Emblem(who, emblem) => by(&self.refer(who), format!("get {emblem}")),
            Verb::ChangeTargets { who, what, how } => {
                let which = match how {
                    Changing::Anew => "choose new targets for",
                    Changing::All => "change the targets of",
                    Changing::One => "change a target of",
                    Changing::Any => "change any targets of",
                };
                by(&self.refer(who), format!("{which} {}", self.group(what)))
            }
            Verb::DrawTheGame => "the game is a draw".to_string(),
            Verb::MoveCounters { kind, number, from, to } => {
                let what = counters(&self.number(number), *kind);
                format!("move {what} from {} to {}", self.refer(from), self.refer(to))
            }
            Verb::ExtraTurn(who) => each_by(who, "take an extra turn after this one".to_string()),
            Verb::Additional { parts, after } => {
                let parts = joined(parts.iter().map(|part| format!("another {}", span(*part))), " and ");
                let after = joined(after.iter().map(|part| format!("this {}", span(*part))), " or ");
                let after = if after.is_empty() { "this part of the turn".to_string() } else { after };
                format!("{parts} after {after}")
            }
            Verb::RemoveFromCombat(what) => format!("remove {} from combat", self.group(what)),
            Verb::EndTheTurn => "end the turn".to_string(),
            Verb::Designate(who, Designation::Monarch) => {
                by(&self.refer(who), "become the monarch".to_string())
            }
            Verb::Designate(who, Designation::Blessing) => {
                by(&self.refer(who), "get the city's blessing with ten permanents".to_string())
            }
            Verb::Pair(one, other) => format!("pair {} with {}", self.refer(one), self.refer(other)),
            Verb::NotCast(card) => format!("put {} into its owner's graveyard", self.refer(card)),
            Verb::ExileUntilGone(what) => {
                format!("exile {} until {} leaves the battlefield", self.group(what), self.name)
            }
            Verb::ChooseNumber(who) => by(&self.refer(who), "choose a number".to_string()),
            Verb::CopyCard(what) => format!("copy {}", self.group(what)),
            Verb::Encode(card, creature) => {
                format!("{} is encoded on {}", self.refer(card), self.refer(creature))
            }
            Verb::Haunt(card, creature) => format!("{} haunts {}", self.refer(card), self.refer(creature)),
            Verb::RemoveDamage(what) => format!("remove all damage from {}", self.group(what)),
            Verb::Reveal(what) => format!("reveal {}", self.group(what)),
            Verb::PlaySubgame => "players play a subgame with their libraries as decks".to_string(),
            Verb::RestartTheGame(kept) => {
                format!("restart the game, leaving in exile {}", self.group(kept))
            }
            Verb::ControlPlayers(who) => format!("control {} during the next turn", self.group(who)),
            Verb::ControlFor(who, how_long) => format!("control {}{}", self.group(who), until(*how_long)),
            Verb::ControlAsResolves(who, spell) => {
                format!("control {} while {} resolves", self.group(who), self.refer(spell))
            }
            Verb::Offer(who, place, how_long) => {
                let number = u32::from(*place) + 1;
                let who = self.group(who);
                format!("{who} may do at any time what ability {number} says{}", until(*how_long))
            }
            Verb::EndOffered => "end the effect".to_string(),
            Verb::Play { who, card, mana } => {
                let only = mana.as_ref().map_or(String::new(), |filter| {
                    let of = self.noun(filter, "permanent", true);
                    format!(", with mana of {of} alone, all of which is spent on it")
                });
                by(&self.refer(who), format!("play {} if able{only}", self.refer(card)))
            }
        }
    }

    fn damage(&self, amount: &Number) -> String {
        match amount {
            Number::N(_) | Number::X => format!("{} damage", self.number(amount)),
            Number::Share => "its share of the damage".to_string(),
            other => format!("damage equal to {}", self.number(other)),
        }
    }

    pub(super) fn moved(&self, what: &str, destination: Destination) -> String {
        match destination {
            Destination::Hand => format!("put {what} into the owner's hand"),
            Destination::LibraryTop => format!("put {what} on top of the owner's library"),
            Destination::LibraryBottom => format!("put {what} on the bottom of the owner's library"),
            Destination::LibraryRandom => {
                format!("put {what} on the bottom of the owner's library in a random order")
            }
            Destination::LibraryShuffled => format!("shuffle {what} into the owner's library"),
            Destination::Graveyard => format!("put {what} into the owner's graveyard"),
            Destination::Exile => format!("exile {what}"),
            Destination::Battlefield => format!("put {what} onto the battlefield"),
            Destination::BattlefieldTapped => format!("put {what} onto the battlefield tapped"),
            Destination::LibraryBelow(above) => {
                format!("put {what} into the owner's library, {above} cards below the top")
            }
            Destination::BattlefieldOwner => {
                format!("put {what} onto the battlefield under the owner's control")
            }
        }
    }

    fn static_ability(&self, ability: &Static) -> String {
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(" while {}", self.condition(condition)));
        let zones = if ability.zones == [ZoneKind::Battlefield] {
            String::new()
        } else {
            format!(" (while{})", in_zones(&ability.zones))
        };
        format!("{}: {}{condition}{zones}", self.group(&ability.affects), self.changes(&ability.changes))
    }

    fn except(&self, changes: &[Change<Written>]) -> String {
        if changes.is_empty() { String::new() } else { format!(", except: {}", self.changes(changes)) }
    }

    /// What changes do to their object or player.
    pub fn changes(&self, changes: &[Change<Written>]) -> String {
        joined(changes.iter().map(|change| in_words(change, self)), ", ")
    }

    fn fighting(&self, fights: &Fighting) -> String {
        match (&fights.blocks, &fights.whom) {
            (Some(attacker), _) => format!(" blocking {}", self.refer(attacker)),
            (None, Some(whom)) if fights.walkers => {
                let whom = self.refer(whom);
                format!(" attacking {whom} or a planeswalker of that player")
            }
            (None, Some(whom)) => format!(" attacking {}", self.refer(whom)),
            (None, None) => " attacking".to_string(),
        }
    }

    /// What is true or false.
    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::AtLeast(a, b) => format!("{} is at least {}", self.number(a), self.number(b)),
            Condition::Exists(Group::All(filter)) => {
                format!("there is {}", article(&self.noun(filter, "permanent", false)))
            }
            Condition::Exists(group) => format!("there is {}", self.group(group).replacen("each ", "a ", 1)),
            Condition::Matches(reference, filter) => {
                format!("{} is {}", self.refer(reference), self.one(filter, "object"))
            }
            Condition::Happened(when) => format!("this happened this turn: {}", self.when(when)),
            Condition::Mode(mode) => format!("mode {} is chosen", u32::from(*mode) + 1),
            Condition::CanPlayFree(card) => format!("you can play {}", self.refer(card)),
            Condition::TurnOf(who) => format!("it is {} turn", possessive(&self.refer(who))),
            Condition::All(all) => joined(all.iter().map(|condition| self.condition(condition)), " and "),
            Condition::Anchored(word) => format!("{word} is chosen"),
            Condition::Not(inner) => format!("it is not so that {}", self.condition(inner)),
            Condition::Before(part) => format!("it is before the {}", span(*part)),
            Condition::After(part) => format!("it is after the {}", span(*part)),
            Condition::BlocksDeclared => "blockers have been declared".to_string(),
            Condition::CostsHidden(card) => {
                format!("a cost of {} is paid with certain hidden cards", self.refer(card))
            }
            Condition::Designated(who, Designation::Monarch) => format!("{} is the monarch", self.refer(who)),
            Condition::Designated(who, Designation::Blessing) => {
                format!("{} has the city's blessing", self.refer(who))
            }
        }
    }
}
