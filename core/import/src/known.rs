//! The sentences that are understood.

use std::collections::BTreeSet;

/// Sentences that are understood, ascending.
pub struct Known(Vec<String>);

impl FromIterator<String> for Known {
    fn from_iter<I: IntoIterator<Item = String>>(lines: I) -> Known {
        Known(lines.into_iter().collect::<BTreeSet<_>>().into_iter().collect())
    }
}

impl Known {
    /// The sentence that begins most like another, if it begins like it at all.
    pub fn nearest(&self, line: &str) -> Option<&str> {
        let alike = |other: &str| line.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        // Here, what begins most like a line stands beside its place.
        let place = self.0.partition_point(|known| known.as_str() < line);
        let beside = &self.0[place.saturating_sub(1)..(place + 1).min(self.0.len())];
        let best = beside.iter().max_by_key(|known| (alike(known), std::cmp::Reverse(known.len())))?;
        (alike(best) > 0).then_some(best.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_sentence_is_one_that_begins_most_alike() {
        let lines = ["draw a card.", "draw two cards.", "tap it."].map(str::to_string);
        let known: Known = lines.into_iter().collect();
        assert_eq!(known.nearest("draw two beasts."), Some("draw two cards."));
        assert_eq!(known.nearest("tap them."), Some("tap it."));
        assert_eq!(known.nearest("untap it."), None);
    }
}
