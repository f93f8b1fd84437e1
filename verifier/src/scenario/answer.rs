//! Answers in words: what a player chooses, as the shape that is asked.

use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, View, Viewer};

use super::meant::Speaks;
use super::play::Play;
use super::reference::possessive;
use super::words::{after, after_any, first_word, players, seat, within, without_ids};

impl Play {
    /// The answer that a text gives to the current request.
    pub fn answer(&mut self, text: &str) -> Result<Choice, String> {
        let text = text.trim();
        let Some(request) = self.game.request().cloned() else {
            return Err("nothing is asked, the match is over".to_string());
        };
        match &request.ask {
            Ask::Number { .. } => {
                let number = text.rsplit_once('=').map_or(text, |(_, number)| number.trim());
                number
                    .parse()
                    .map(Choice::Number)
                    .map_err(|_| format!("\"{text}\" is not a number; {}", self.asked()))
            }
            Ask::Name { .. } => Ok(Choice::Name(text.trim_matches('"').to_string())),
            Ask::Split { .. } => self.shares(text, &request),
            Ask::Pick { options, min, .. } => match text {
                // Where passing is offered, it is how nothing is done.
                "nothing" | "none" if options.contains(&Item::Pass) => Ok(Choice::one(Item::Pass)),
                "nothing" | "none" => Ok(Choice::Pick(Vec::new())),
                "all" | "everything" => Ok(Choice::Pick(options.clone())),
                "any" => Ok(Choice::Pick(options.iter().take(*min as usize).copied().collect())),
                _ => self.items(text, &request).map(Choice::Pick),
            },
        }
    }

    /// `2 to Runeclaw Bear [A], 1 to P2`.
    fn shares(&mut self, text: &str, request: &Request) -> Result<Choice, String> {
        let form = || format!("a split reads `2 to NAME, 1 to P2`, not \"{text}\"");
        let mut shares = Vec::new();
        let mut used = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (amount, rest_of) = first_word(rest);
            let amount = amount.parse().map_err(|_| form())?;
            let rest_of = after(rest_of, "damage").unwrap_or(rest_of);
            let (from, rest_of) = match after(rest_of, "from") {
                Some(text) => {
                    let view = self.view();
                    let (reference, behind) = self.names.reference(text, &view)?;
                    (Some(self.names.objects(&reference, &view)?), behind)
                }
                None => (None, rest_of),
            };
            let to = after(rest_of.trim_start(), "to").ok_or_else(form)?;
            let (item, behind) = self.share(from.as_deref(), to, request, &used)?;
            used.push(item);
            shares.push((item, amount));
            rest = separated(behind)?;
        }
        Ok(Choice::Split(shares))
    }

    /// The receiver of a share: an option, or, if options are pairs, the one from these objects to the named
    /// one.
    fn share<'t>(
        &mut self,
        from: Option<&[ObjectId]>,
        to: &'t str,
        request: &Request,
        used: &[Item],
    ) -> Result<(Item, &'t str), String> {
        if !request.options().iter().any(|item| matches!(item, Item::Pair(..) | Item::PairSeat(..)))
            || to.trim_start().starts_with('"')
        {
            return self.item(to, request, used);
        }
        let to = to.trim_start();
        let view = self.view();
        let (ends, what, behind) = match lone_seat(to) {
            Some((seat, behind)) => (vec![Item::Seat(seat)], seat.to_string(), behind),
            None => {
                let (reference, behind) = self.names.reference(to, &view)?;
                (
                    self.names.objects(&reference, &view)?.into_iter().map(Item::Object).collect(),
                    reference.to_string(),
                    behind,
                )
            }
        };
        let begins = |first: &ObjectId| from.is_none_or(|from| from.contains(first));
        let fits = |item: &&Item| match item {
            Item::Pair(first, second) => {
                (begins(first) && ends.contains(&Item::Object(*second)))
                    || (from.is_none() && ends.contains(&Item::Object(*first)))
            }
            Item::PairSeat(first, seat) => {
                (begins(first) && ends.contains(&Item::Seat(*seat)))
                    || (from.is_none() && ends.contains(&Item::Object(*first)))
            }
            _ => false,
        };
        let found: Vec<Item> =
            request.options().iter().filter(|item| !used.contains(item)).filter(fits).copied().collect();
        match found.as_slice() {
            [only] => Ok((*only, behind)),
            [] => Err(format!("nothing that is asked for goes to {what}; {}", self.asked())),
            _ => Err(format!("several go to {what}: say `2 from NAME to {what}`")),
        }
    }

    /// `Runeclaw Bear [A], 2 Forest and P2`.
    pub fn items(&mut self, text: &str, request: &Request) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (count, element) = self.counted(rest)?;
            let mut behind = element;
            for _ in 0..count {
                let (item, after) = self.item(element, request, &items)?;
                items.push(item);
                behind = after;
            }
            rest = separated(behind)?;
        }
        Ok(items)
    }

    /// A number before a card's name.
    pub fn counted<'t>(&mut self, text: &'t str) -> Result<(u32, &'t str), String> {
        let (word, rest) = first_word(text);
        let named = !rest.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) && {
            let view = self.view();
            self.names.name(possessive(rest).1, Some(&view)).is_some()
        };
        if named {
            Ok((word.parse().map_err(|_| format!("{word} is too many"))?, rest))
        } else {
            Ok((1, text))
        }
    }

    /// One thing at the beginning of a text, and what follows.
    fn item<'t>(
        &mut self,
        text: &'t str,
        request: &Request,
        used: &[Item],
    ) -> Result<(Item, &'t str), String> {
        let text = text.trim_start();
        if let Some(quoted) = text.strip_prefix('"') {
            let (words, rest) =
                quoted.split_once('"').ok_or_else(|| format!("a quotation is not closed: \"{text}"))?;
            return Ok((self.option_in_words(words, used)?, rest));
        }
        for (word, item) in [
            ("yes", Item::Flag(true)),
            ("no", Item::Flag(false)),
            ("pass", Item::Pass),
            ("nothing", Item::Pass),
        ] {
            if let Some(rest) = after(text, word) {
                return Ok((item, rest));
            }
        }
        if let Some(rest) = after(text, "mode") {
            let (number, rest) =
                leading_number(rest).ok_or_else(|| format!("a mode has a number: \"{text}\""))?;
            return Ok((Item::Mode(number.saturating_sub(1)), rest));
        }
        let symbols = self.game.words().symbols;
        if let Some((place, rest)) =
            symbols.iter().enumerate().find_map(|(place, symbol)| Some((place, after(text, symbol)?)))
        {
            return Ok((Item::Symbol(place as u8), rest));
        }
        if let Some((number, rest)) = leading_number(text) {
            return Ok((Item::Number(number), rest));
        }
        if let Some((seat, rest)) = lone_seat(text) {
            return Ok((Item::Seat(seat), rest));
        }
        let view = self.view();
        let (reference, rest) = self.names.reference(text, &view)?;
        let what = reference.to_string();
        let found = self.names.objects(&reference, &view)?;
        if let Some(against) = rest.trim_start().strip_prefix("->") {
            let (pair, rest) = self.pair(&found, &what, against, request, used, &view)?;
            return Ok((pair, rest));
        }
        Ok((self.offered(&found, &what, request, used)?, rest))
    }

    fn pair<'t>(
        &mut self,
        firsts: &[ObjectId],
        what: &str,
        against: &'t str,
        request: &Request,
        used: &[Item],
        view: &View,
    ) -> Result<(Item, &'t str), String> {
        let against = against.trim_start();
        let (seconds, rest) = match lone_seat(against) {
            Some((seat, rest)) => (vec![Item::Seat(seat)], rest),
            None => {
                let (reference, rest) = self.names.reference(against, view)?;
                (self.names.objects(&reference, view)?.into_iter().map(Item::Object).collect(), rest)
            }
        };
        let against = |first: ObjectId, second: &Item| match *second {
            Item::Seat(seat) => Some(Item::PairSeat(first, seat)),
            Item::Object(second) => Some(Item::Pair(first, second)),
            _ => None,
        };
        let pairs =
            firsts.iter().flat_map(|first| seconds.iter().filter_map(|second| against(*first, second)));
        let pairs: Vec<Item> = pairs.filter(|item| !used.contains(item)).collect();
        let offered = pairs.iter().find(|item| request.options().contains(item)).or(pairs.first());
        offered
            .map(|item| (*item, rest))
            .ok_or_else(|| format!("{what} is named more often than it is there"))
    }

    /// The option of the request for one of these objects; if there is none, the object itself, for the rules
    /// to refuse.
    fn offered(
        &mut self,
        found: &[ObjectId],
        what: &str,
        request: &Request,
        used: &[Item],
    ) -> Result<Item, String> {
        let free = |item: &&Item| !used.contains(item);
        let whole: Vec<ObjectId> = found
            .iter()
            .copied()
            .filter(|id| request.options().iter().filter(free).any(|item| *item == Item::Object(*id)))
            .collect();
        if !whole.is_empty() {
            return self.one_of(&whole, what).map(Item::Object);
        }
        let parts: Vec<Item> = request
            .options()
            .iter()
            .filter(free)
            .copied()
            .filter(|item| first_of(item).is_some_and(|id| found.contains(&id)))
            .collect();
        if parts.is_empty() {
            let meant = self.nearest(found, request.seat, Speaks::OfTable);
            return self.one_of(&meant, what).map(Item::Object);
        }
        let holders: Vec<ObjectId> =
            found.iter().copied().filter(|id| parts.iter().any(|item| first_of(item) == Some(*id))).collect();
        let holder = self.one_of(&holders, what)?;
        let own: Vec<Item> = parts.into_iter().filter(|item| first_of(item) == Some(holder)).collect();
        match own.as_slice() {
            [only] => Ok(*only),
            several => {
                let words: Vec<String> =
                    several.iter().map(|item| players(&self.game.describe(Viewer::Judge, item))).collect();
                Err(format!(
                    "{what} may mean: {}: say which, with a quotation of its words",
                    words.join(" / ")
                ))
            }
        }
    }

    /// The option with these words, as a judge reads it or the player who is asked; options that read the same are as
    /// good as each other.
    pub fn option_in_words(&mut self, words: &str, used: &[Item]) -> Result<Item, String> {
        let Some(seat) = self.game.request().map(|request| request.seat) else {
            return Err("nothing is asked, the match is over".to_string());
        };
        let wanted = self.names.labels_as_ids(words);
        for viewer in [Viewer::Judge, Viewer::Seat(seat)] {
            let Some(asked) = self.game.request_view(viewer) else { continue };
            let found: Vec<_> = asked
                .options
                .iter()
                .filter(|option| !used.contains(&option.item) && within(&wanted, &option.text))
                .collect();
            match found.as_slice() {
                [] => {}
                [first, rest @ ..]
                    if rest.iter().all(|other| without_ids(&first.text) == without_ids(&other.text)) =>
                {
                    let known = self.known.as_ref();
                    let is_preferred = |item: &Item| {
                        first_of(item).is_some_and(|id| known.is_some_and(|known| known.contains(&id)))
                    };
                    let preferred = found.iter().map(|option| option.item).find(is_preferred);
                    return Ok(preferred.unwrap_or(first.item));
                }
                several => {
                    let texts: Vec<String> = several.iter().map(|option| players(&option.text)).collect();
                    return Err(format!("\"{words}\" may mean: {}", texts.join(" / ")));
                }
            }
        }
        Err(format!("no option says \"{words}\"; {}", self.asked()))
    }
}

/// The object that an item is about first.
pub fn first_of(item: &Item) -> Option<ObjectId> {
    match *item {
        Item::Object(id)
        | Item::Ability(id, _)
        | Item::Act(_, id)
        | Item::Pair(id, _)
        | Item::PairSeat(id, _) => Some(id),
        Item::Pass
        | Item::Flag(_)
        | Item::Seat(_)
        | Item::Mode(_)
        | Item::Number(_)
        | Item::Symbol(_)
        | Item::Concede
        | Item::Draw => None,
    }
}

/// The text behind a comma or `and`; an error if something else stands there.
pub fn separated(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(text);
    }
    let rest = text.strip_prefix([',', ';']).map(str::trim_start);
    let rest =
        rest.map(|rest| after(rest, "and").unwrap_or(rest)).or_else(|| after_any(text, &["and", "then"]));
    rest.ok_or_else(|| format!("a comma or `and` is expected, not \"{text}\""))
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &text[digits..];
    (digits > 0 && !rest.starts_with(|letter: char| letter.is_alphanumeric()))
        .then(|| Some((text[..digits].parse().ok()?, rest)))?
}

/// `P2`, unless it is `P2's`.
fn lone_seat(text: &str) -> Option<(Seat, &str)> {
    let end = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
    let rest = &text[end..];
    if rest.starts_with("'s") { None } else { seat(&text[..end]).map(|seat| (seat, rest)) }
}
