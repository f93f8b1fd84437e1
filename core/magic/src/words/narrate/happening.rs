//! Events in words: what happens.

use duelog_kernel::phrase::{article, lower};
use duelog_kernel::prose::{Noun, Person, agreeing, ordinal};

use super::terms::Wording;
use crate::language::definition::{
    Becoming, Counter, Deed, Filter, Reason, Recipient, Ref, Role, TurnPart, When, ZoneKind,
};
use crate::words::plain::{counter, joined, span};

/// An event as a clause.
struct Happening {
    subject: Noun,
    /// As `they` have it: `die`.
    bare: String,
    /// As it stands behind `have`: `died`.
    past: String,
}

/// Which damage, where it must be combat damage, must not or may be.
fn damage(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage",
        Some(false) => "noncombat damage",
        None => "damage",
    }
}

impl Wording<'_> {
    /// Returns what triggers an ability.
    pub fn when(&self, when: &When) -> String {
        match when {
            When::Begins { step, whose } => self.begins(*step, whose.as_ref()),
            When::Level(level) => format!("when this becomes level {level}"),
            When::Chapter(number) => format!("chapter {number}"),
            When::EachOf(when) => format!("{}, for each of it", self.when(when)),
            When::Reflexive => "when you do".to_string(),
            When::Either(all) => joined(all.iter().map(|when| self.when(when)), " or "),
            When::Together(when) if matches!(&**when, When::Counters { kind: Some(kind), what, removed: true, .. } if is_last_of(*kind, what)) => {
                self.when(when)
            }
            When::Together(when) => format!("{}, one or more at once", self.when(when)),
            When::Nth(number, when) => {
                format!("{} for the {} time each turn", self.when(when), ordinal(i64::from(*number)))
            }
            When::ThisTurn(when) => format!("{} this turn", self.when(when)),
            When::ThisCombat(when) => format!("{} this combat", self.when(when)),
            When::UntilYourTurn(when) => format!("until your next turn, {}", self.when(when)),
            When::NextThisTurn(when) => format!("the next time this turn, {}", self.when(when)),
            When::Always(when) => format!("{} for the rest of the game", self.when(when)),
            When::State(condition) => format!("when {}", self.condition(condition)),
            event => match self.happening(event) {
                Some(happening) => {
                    let once = matches!(event, When::Enters(_) | When::Dies(_) | When::Moves { .. });
                    let own = happening.subject.text == self.name;
                    let word = if own && once { "when" } else { "whenever" };
                    format!("{word} {}", clause(&happening))
                }
                None => String::new(),
            },
        }
    }

    /// The event that is replaced, as it would come about.
    pub(super) fn would(&self, when: &When) -> String {
        match when {
            When::Together(when) | When::EachOf(when) | When::ThisTurn(when) => self.would(when),
            When::Either(all) => joined(all.iter().map(|when| self.would(when)), " or "),
            event => match self.happening(event) {
                Some(happening) => format!("{} would {}", happening.subject.text, happening.bare),
                None => self.when(event),
            },
        }
    }

    /// That an event has happened this turn, or not.
    pub(super) fn has_happened(&self, when: &When, so: bool) -> String {
        match when {
            When::ThisTurn(when) | When::Together(when) | When::EachOf(when) => self.has_happened(when, so),
            When::Either(all) => {
                joined(all.iter().map(|when| self.has_happened(when, so)), if so { " or " } else { " and " })
            }
            event => match self.happening(event) {
                Some(Happening { subject, past, .. }) => {
                    let have = if subject.person == Person::One { "has" } else { "have" };
                    let not = if so { "" } else { "n't" };
                    format!("{} {have}{not} {past} this turn", subject.text)
                }
                None => self.when(event),
            },
        }
    }

    /// Returns what an object has done or suffered this turn, behind its noun.
    pub(super) fn has_done(&self, when: &When) -> String {
        match (when, self.happening(when)) {
            (When::ThisCombat(inner), _) => self.has_done(inner).replace(" this turn", " this combat"),
            (_, Some(happening)) => format!("that has {} this turn", happening.past),
            (_, None) => String::new(),
        }
    }

    /// Returns what something else has done to the objects that are spoken of: "dealt damage by it this turn".
    pub(super) fn has_suffered(&self, when: &When, by: Option<&str>) -> String {
        let by = by.map_or(String::new(), |by| format!(" by {by}"));
        match when {
            When::ThisCombat(inner) => {
                let (of, by) = (self.has_suffered(inner, None), by);
                of.replace(" this turn", &format!("{by} this combat"))
            }
            When::Damages { .. } => format!("dealt damage{by} this turn"),
            When::Combat { role: Role::Blocks, .. } => format!("blocked{by} this turn"),
            _ => format!("{}{by}", self.has_done(when)),
        }
    }

    fn begins(&self, step: TurnPart, whose: Option<&Ref>) -> String {
        match (step, whose) {
            (TurnPart::Upkeep, Some(who)) => format!("at the beginning of {} upkeep", self.whose(who)),
            (TurnPart::BeginCombat, Some(who)) => {
                format!("at the beginning of combat on {} turn", self.whose(who))
            }
            (step, Some(who)) => format!("at the beginning of {} {}", self.whose(who), span(step)),
            (TurnPart::BeginCombat, None) => "at the beginning of each combat".to_string(),
            (TurnPart::Upkeep, None) => "at the beginning of each upkeep".to_string(),
            (step, None) => format!("at the beginning of each {}", span(step)),
        }
    }

    /// Remembers what an event is about, for the words that follow it.
    pub(super) fn after(&self, when: &When) {
        let when = inner(when);
        let (event, this) = called(when);
        let known =
            !matches!(when, When::Begins { .. } | When::State(_) | When::Reflexive | When::Chapter(_));
        let other = other_of(when, this);
        let mut memory = self.memory.borrow_mut();
        memory.event = Some(event);
        memory.other = other;
        memory.it = if this { Some(Ref::This) } else { known.then_some(Ref::Event) };
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn happening(&self, when: &When) -> Option<Happening> {
        let one = |filter: &Filter, noun: &str, bare: String, past: String| {
            Some(Happening { subject: Noun::one(self.one(filter, noun)), bare, past })
        };
        match when {
            When::Enters(filter) => one(filter, "permanent", "enter".to_string(), "entered".to_string()),
            When::Dies(filter) => one(filter, "creature", "die".to_string(), "died".to_string()),
            When::Moves { what, from, to, why, by, because } => {
                let place = |word: &str, zone: &Option<ZoneKind>| {
                    zone.map_or(String::new(), |zone| format!(" {word} {}", zone_with_article(zone)))
                };
                let of = by.as_ref().map_or(String::new(), |by| match by {
                    Ref::You => " of yours".to_string(),
                    by => format!(" of {}", duelog_kernel::phrase::possessive(&self.refer(by))),
                });
                let (bare, past) = match (why, from, to) {
                    (Some(Reason::Resolved), ..) => ("resolve".to_string(), "resolved".to_string()),
                    (Some(why), ..) => (format!("be {}", lower(why)), format!("been {}", lower(why))),
                    (None, Some(from), None) => (
                        format!("leave {}", zone_with_article(*from)),
                        format!("left {}", zone_with_article(*from)),
                    ),
                    _ => {
                        let path = format!("{}{}", place("into", to), place("from", from));
                        (format!("be put{path}"), format!("been put{path}"))
                    }
                };
                let cause = because.as_ref().map_or(String::new(), |who| {
                    format!(
                        " by a spell or ability that {}",
                        self.thing(who, true).does(&["control".to_string()])
                    )
                });
                let (bare, past) = (format!("{bare}{cause}"), format!("{past}{cause}"));
                Some(Happening { subject: Noun::one(format!("{}{of}", self.one(what, "card"))), bare, past })
            }
            When::Combat { role, what, with, alone, least } => {
                let (bare, past) = match role {
                    Role::Attacks => ("attack", "attacked"),
                    Role::Blocks => ("block", "blocked"),
                    Role::IsBlocked => ("become blocked", "become blocked"),
                    Role::IsUnblocked => ("attack and isn't blocked", "attacked unblocked"),
                };
                let by = if *role == Role::IsBlocked { " by" } else { "" };
                let other = |with: &Recipient| match with {
                    Recipient::Objects(filter) => self.one(filter, "creature"),
                    with => self.recipient(with),
                };
                let with = with.as_ref().map_or(String::new(), |with| format!("{by} {}", other(with)));
                let alone = if *alone { " alone" } else { "" };
                let least = match (*least, role) {
                    (0, _) => String::new(),
                    (least, Role::Attacks) => format!(" among {least} or more attackers"),
                    (least, _) => format!("{by} {least} or more creatures"),
                };
                one(
                    what,
                    "creature",
                    format!("{bare}{with}{least}{alone}"),
                    format!("{past}{with}{least}{alone}"),
                )
            }
            When::Damages { from, to, combat, sum: true, .. } if *from != Filter::Any => {
                let bare = if *combat == Some(true) { "creature" } else { "source" };
                let what = self.noun(from, bare, true);
                let deal = format!("deal {} to {}", damage(*combat), self.recipient(to));
                let past = deal.replacen("deal", "dealt", 1);
                Some(Happening { subject: Noun::many(format!("one or more {what}")), bare: deal, past })
            }
            When::Damages { to, combat, sum: true, .. } => {
                let dealt = damage(*combat);
                let (bare, past) = (format!("be dealt {dealt}"), format!("been dealt {dealt}"));
                match to {
                    Recipient::Objects(hit) => one(hit, "permanent", bare, past),
                    to => Some(Happening { subject: Noun::one(self.recipient(to)), bare, past }),
                }
            }
            When::Damages { from, to, combat, prevented, sum: false } => {
                let kind = damage(*combat);
                let to = match to {
                    Recipient::Anything => String::new(),
                    to => format!(" to {}", self.recipient(to)),
                };
                if *prevented {
                    let subject = Noun::one(format!("{kind}{to} from {}", self.one(from, "source")));
                    return Some(Happening {
                        subject,
                        bare: "be prevented".into(),
                        past: "been prevented".into(),
                    });
                }
                one(from, "source", format!("deal {kind}{to}"), format!("dealt {kind}{to}"))
            }
            When::Casts { by, what } => {
                let what = self.one(what, "spell");
                let subject = self.somebody(by.as_ref());
                Some(Happening { subject, bare: format!("cast {what}"), past: format!("cast {what}") })
            }
            When::Does { who, deed, what } => Some(self.deed(who.as_ref(), *deed, what)),
            When::Targeted { who, of } => {
                let by = self.of_spell(Some(of));
                let subject = self.somebody(who.as_ref());
                let of = format!("the target of {by}");
                Some(Happening { subject, bare: format!("become {of}"), past: format!("become {of}") })
            }
            When::Becomes { what, state: Becoming::Target, of: Some(of) } => {
                let of = format!("become the target of {}", self.of_spell(Some(of)));
                one(what, "permanent", of.clone(), of)
            }
            When::Becomes { what, state, .. } => {
                let (bare, past) = becomes(*state);
                one(what, "permanent", bare, past)
            }
            When::Counters { kind: Some(kind), what, removed: true, .. } if is_last_of(*kind, what) => {
                let last = format!("the last {} counter on {}", counter(*kind), self.refer(&Ref::This));
                let removed = ("be removed".to_string(), "been removed".to_string());
                Some(Happening { subject: Noun::one(last), bare: removed.0, past: removed.1 })
            }
            When::Counters { kind, what, removed, by } => {
                let kind = kind
                    .map_or("a counter".to_string(), |kind| article(&format!("{} counter", counter(kind))));
                let from = by.as_ref().map_or(String::new(), |by| format!(" from {}", self.refer(by)));
                let (bare, past) = if *removed { ("lose", "lost") } else { ("get", "gotten") };
                one(what, "permanent", format!("{bare} {kind}{from}"), format!("{past} {kind}{from}"))
            }
            When::DrawsBeside { by } => {
                let beside = "a card except the first one in each of their draw steps";
                let subject = self.somebody(by.as_ref());
                Some(Happening { subject, bare: format!("draw {beside}"), past: format!("drawn {beside}") })
            }
            When::Draws { by, least } => {
                let cards = if *least <= 1 { "a card".to_string() } else { format!("{least} or more cards") };
                let subject = self.somebody(by.as_ref());
                Some(Happening { subject, bare: format!("draw {cards}"), past: format!("drawn {cards}") })
            }
            _ => None,
        }
    }

    /// A spell or ability, as a filter says.
    fn of_spell(&self, of: Option<&Filter>) -> String {
        of.map_or("a spell or ability".to_string(), |of| self.one(of, "spell or ability"))
    }

    fn somebody(&self, who: Option<&Ref>) -> Noun {
        who.map_or(Noun::one("a player"), |who| self.thing(who, true))
    }

    fn deed(&self, who: Option<&Ref>, deed: Deed, what: &Filter) -> Happening {
        let subject = || self.somebody(who);
        let said = |bare: &str, past: &str| Happening {
            subject: subject(),
            bare: bare.to_string(),
            past: past.to_string(),
        };
        let object = |verb: &str, past: &str, noun: &str| {
            let what = self.one(what, noun);
            Happening { subject: subject(), bare: format!("{verb} {what}"), past: format!("{past} {what}") }
        };
        match deed {
            Deed::GainLife => said("gain life", "gained life"),
            Deed::LoseLife => said("lose life", "lost life"),
            Deed::AddMana => said("add mana", "added mana"),
            Deed::WinFlip => said("win a coin flip", "won a coin flip"),
            Deed::LoseFlip => said("lose a coin flip", "lost a coin flip"),
            Deed::LoseGame => said("lose the game", "lost the game"),
            Deed::Shuffle => said("shuffle their library", "shuffled their library"),
            Deed::Scry => said("scry", "scried"),
            Deed::Surveil => said("surveil", "surveilled"),
            Deed::Clash => said("clash", "clashed"),
            Deed::WinClash => said("win a clash", "won a clash"),
            Deed::Search => said("search a library", "searched a library"),
            Deed::Vote => said("vote", "voted"),
            Deed::TapForMana => match who {
                None => Happening {
                    subject: Noun::one(self.one(what, "permanent")),
                    bare: "be tapped for mana".to_string(),
                    past: "been tapped for mana".to_string(),
                },
                Some(_) => {
                    let what = self.one(what, "permanent");
                    Happening {
                        subject: subject(),
                        bare: format!("tap {what} for mana"),
                        past: format!("tapped {what} for mana"),
                    }
                }
            },
            Deed::LoseControl => object("lose control of", "lost control of", "permanent"),
            Deed::Activate => said("activate an ability", "activated an ability"),
            Deed::Cycle => object("cycle", "cycled", "card"),
            Deed::Champion => object("champion", "championed", "creature"),
            // 702.109b: the deed is of the creature that exploits.
            Deed::Exploit => Happening {
                subject: Noun::one(self.one(what, "creature")),
                bare: "exploit a creature".to_string(),
                past: "exploited a creature".to_string(),
            },
            Deed::Crew => object("crew", "crewed", "Vehicle"),
            Deed::Planeswalk => object("planeswalk to", "planeswalked to", "plane"),
            Deed::PlaneswalkAway => object("planeswalk away from", "planeswalked away from", "plane"),
            Deed::RollPlaneswalker => said("roll {PW}", "rolled {PW}"),
            Deed::RollChaos => said("roll {CHAOS}", "rolled {CHAOS}"),
            Deed::RollBlank => said("roll a blank", "rolled a blank"),
            Deed::SetInMotion => {
                let what = self.one(what, "scheme");
                said(&format!("set {what} in motion"), &format!("set {what} in motion"))
            }
            Deed::RevealFirstDraw => Happening {
                subject: Noun::one(self.one(what, "card")),
                bare: "be revealed this way".to_string(),
                past: "been revealed this way".to_string(),
            },
            other if who.is_none() => Happening {
                subject: Noun::one(self.one(what, "creature")),
                bare: spaced(other),
                past: format!("done this: {}", spaced(other)),
            },
            other => object(&spaced(other), &spaced(other), "permanent"),
        }
    }
}

/// The name for the object of an event, and whether that is the one whose text it is.
fn called(when: &When) -> (&'static str, bool) {
    let own = |filter: &Filter| *filter == Filter::Is(Ref::This);
    match when {
        When::Enters(filter) | When::Becomes { what: filter, .. } => ("that permanent", own(filter)),
        When::Dies(filter) | When::Combat { what: filter, .. } => ("that creature", own(filter)),
        When::Moves { what, .. } => ("that card", own(what)),
        When::Damages { to: Recipient::Objects(hit), sum: true, .. } => ("that source", own(hit)),
        When::Damages { from, .. } => ("that source", own(from)),
        When::Casts { what, .. } => ("that spell", own(what)),
        When::Counters { what, .. } => ("that permanent", own(what)),
        When::Does { .. } => ("that permanent", false),
        // Several events have the name that all of them give.
        When::Either(all) => {
            let mut each = all.iter().map(|one| called(inner(one)));
            let first = each.next().unwrap_or(("that object", false));
            if each.all(|other| other == first) { first } else { ("that object", false) }
        }
        _ => ("that object", false),
    }
}

/// An event without the words for how often it counts.
fn inner(when: &When) -> &When {
    match when {
        When::EachOf(when) | When::Together(when) | When::Nth(_, when) | When::ThisTurn(when) => inner(when),
        when => when,
    }
}

/// The name for the other object of an event: of two creatures, which are both meant, the one that is not `that creature`.
fn other_of(when: &When, this: bool) -> Option<&'static str> {
    let creature = if this { "that creature" } else { "the other creature" };
    match when {
        When::Combat { with: Some(Recipient::Objects(_)), .. }
        | When::Combat { role: Role::Blocks | Role::IsBlocked, .. } => Some(creature),
        When::Damages { to: Recipient::Objects(hit), sum: false, .. } => {
            Some(if super::phrase::is_creature(hit) { "that creature" } else { "that permanent" })
        }
        When::ThisCombat(when) => other_of(when, this),
        When::Either(all) => {
            let mut each = all.iter().map(|one| other_of(inner(one), this));
            let first = each.next()??;
            each.all(|other| other == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// True if what loses a counter of a kind is the object itself, once it has none left.
fn is_last_of(kind: Counter, what: &Filter) -> bool {
    let Filter::All(all) = what else { return false };
    let none_left = |part: &Filter| matches!(part, Filter::Not(of) if **of == Filter::Counter(kind));
    all.len() == 2 && all.contains(&Filter::Is(Ref::This)) && all.iter().any(none_left)
}

/// A deed as a verb: `become monstrous`.
pub(super) fn spaced(deed: Deed) -> String {
    let mut words = String::new();
    for letter in format!("{deed:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn clause(happening: &Happening) -> String {
    format!("{} {}", happening.subject.text, agreeing(&happening.bare, happening.subject.person))
}

/// A zone as moves speak of it.
fn zone_with_article(zone: ZoneKind) -> String {
    match zone {
        ZoneKind::Battlefield | ZoneKind::Stack => format!("the {}", lower(&zone)),
        ZoneKind::Exile => "exile".to_string(),
        ZoneKind::Command => "the command zone".to_string(),
        ZoneKind::Outside => "outside the game".to_string(),
        ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard => format!("a {}", lower(&zone)),
    }
}

/// Returns what a permanent becomes be, behind `they` and behind `have`.
fn becomes(state: Becoming) -> (String, String) {
    match state {
        Becoming::FaceUp => ("be turned face up".to_string(), "been turned face up".to_string()),
        Becoming::Target => {
            ("become the target of a spell or ability".to_string(), "become a target".to_string())
        }
        Becoming::PhasedIn => ("phase in".to_string(), "phased in".to_string()),
        Becoming::PhasedOut => ("phase out".to_string(), "phased out".to_string()),
        state => (format!("become {}", lower(&state)), format!("become {}", lower(&state))),
    }
}
