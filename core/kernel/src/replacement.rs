//! Replacing an event before it happens.
//!
//! A game gathers the effects that apply to a proposed event; the kernel says which must be considered next
//! and whether a player has to choose. The applied effects are kept with the proposal, so that they stay data
//! while a player thinks.

use crate::ids::{ObjectId, Seat};

/// How often effects may apply to one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Each effect once an event, and any number of different effects.
    OnceEach,
    /// One effect an event.
    OnePerEvent,
}

/// An effect that applies to a proposed event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate<K> {
    /// The effect.
    pub key: K,
    /// Where it stands in the game's order of precedence; only the lowest tier is considered.
    pub tier: u8,
    /// Who chooses among several of the same tier.
    pub chooser: Seat,
}

/// The change that an effect made to an event before it happened, told to people.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Application<K, E> {
    /// The effect.
    pub key: K,
    /// The object that it comes from.
    pub source: Option<ObjectId>,
    /// Who chooses where several effects apply.
    pub chooser: Seat,
    /// The effects that applied to the event, this one among them.
    pub among: Vec<K>,
    /// The event.
    pub event: E,
    /// The events that happen instead.
    pub instead: Vec<E>,
}

impl<K: PartialEq + Clone, E: PartialEq> Application<K, E> {
    /// An effect that is about to be applied to an event, among those that apply and have not been applied to
    /// it yet; what happens instead is told once it is known.
    pub fn of(
        key: K,
        source: Option<ObjectId>,
        event: E,
        candidates: &[Candidate<K>],
        applied: &[K],
    ) -> Application<K, E> {
        let own = candidates.iter().find(|candidate| candidate.key == key);
        let open = candidates.iter().filter(|candidate| !applied.contains(&candidate.key));
        Application {
            chooser: own.map_or(Seat(0), |candidate| candidate.chooser),
            among: open.map(|candidate| candidate.key.clone()).collect(),
            key,
            source,
            event,
            instead: Vec::new(),
        }
    }

    /// Which effect was applied to which event, among which, by whose choice, and what came of it. The words
    /// of its `source`, of an effect and of an event are the game's; so is what is done where no event happens
    /// instead.
    pub fn in_words(
        &self,
        source: impl Fn(ObjectId) -> String,
        effect: impl Fn(&K) -> String,
        event: impl Fn(&E) -> String,
        done: Option<String>,
    ) -> String {
        let choice = match self.among.as_slice() {
            [] | [_] => String::new(),
            keys => {
                let effects: Vec<String> = keys.iter().map(effect).collect();
                format!(" (chosen by {} among {}: {})", self.chooser, keys.len(), effects.join(" / "))
            }
        };
        let before = format!("\"{}\"", event(&self.event));
        let change = match (self.instead.as_slice(), done) {
            ([], None) => format!("{before} does not happen"),
            ([], Some(done)) => format!("instead of {before}: {done}"),
            ([same], _) if *same == self.event => format!("{before} stays as it is"),
            (events, _) => {
                let events: Vec<String> =
                    events.iter().map(|instead| format!("\"{}\"", event(instead))).collect();
                format!("{before} becomes {}", events.join(" and "))
            }
        };
        let source = self.source.map_or("an effect".to_string(), |id| format!("an effect of {}", source(id)));
        format!("{source} applies{choice}: {change}")
    }
}

/// The next thing to do with a proposed event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next<K> {
    /// Nothing applies any more: it happens.
    Happen,
    /// This effect applies.
    Apply(K),
    /// The player chooses one of these.
    Choose(Seat, Vec<K>),
}

/// The next thing to do with an event after `applied` have applied.
///
/// If several players could choose in the lowest tier, the one whose candidate is listed first does; games
/// list candidates in turn order.
pub fn next<K: PartialEq + Clone>(policy: Policy, candidates: &[Candidate<K>], applied: &[K]) -> Next<K> {
    if policy == Policy::OnePerEvent && !applied.is_empty() {
        return Next::Happen;
    }
    let open: Vec<&Candidate<K>> =
        candidates.iter().filter(|candidate| !applied.contains(&candidate.key)).collect();
    let Some(tier) = open.iter().map(|candidate| candidate.tier).min() else { return Next::Happen };
    let first: Vec<&Candidate<K>> = open.into_iter().filter(|candidate| candidate.tier == tier).collect();
    let chooser = first[0].chooser;
    let keys: Vec<K> = first
        .iter()
        .filter(|candidate| candidate.chooser == chooser)
        .map(|candidate| candidate.key.clone())
        .collect();
    match keys.as_slice() {
        [only] => Next::Apply(only.clone()),
        _ => Next::Choose(chooser, keys),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(key: u8, tier: u8, chooser: u8) -> Candidate<u8> {
        Candidate { key, tier, chooser: Seat(chooser) }
    }

    #[test]
    fn an_application_reads_as_a_sentence() {
        let told = |among: &[Candidate<u8>], instead: Vec<&'static str>, done: Option<String>| {
            let mut of = Application::of(1, Some(ObjectId(7)), "it would die", among, &[]);
            of.instead = instead;
            of.in_words(|id| id.to_string(), |key| format!("effect {key}"), ToString::to_string, done)
        };
        let (one, two) = ([candidate(1, 0, 0)], [candidate(1, 0, 0), candidate(2, 0, 0)]);
        let applies = "an effect of #7 applies";
        assert_eq!(
            told(&one, vec!["it would leave"], None),
            format!("{applies}: \"it would die\" becomes \"it would leave\"")
        );
        assert_eq!(told(&one, Vec::new(), None), format!("{applies}: \"it would die\" does not happen"));
        assert_eq!(
            told(&one, Vec::new(), Some("it stays where it is".into())),
            format!("{applies}: instead of \"it would die\": it stays where it is")
        );
        assert_eq!(
            told(&two, vec!["it would die"], None),
            format!(
                "{applies} (chosen by seat 0 among 2: effect 1 / effect 2): \"it would die\" stays as it is"
            )
        );
    }

    #[test]
    fn lowest_tier_first_then_the_chooser() {
        let all = [candidate(1, 1, 0), candidate(2, 0, 1), candidate(3, 1, 0)];
        assert_eq!(next(Policy::OnceEach, &all, &[]), Next::Apply(2));
        assert_eq!(next(Policy::OnceEach, &all, &[2]), Next::Choose(Seat(0), vec![1, 3]));
        assert_eq!(next(Policy::OnceEach, &all, &[2, 1]), Next::Apply(3));
        assert_eq!(next(Policy::OnceEach, &all, &[2, 1, 3]), Next::Happen);
        assert_eq!(next(Policy::OnePerEvent, &all, &[2]), Next::Happen);
    }
}
