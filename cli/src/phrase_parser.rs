//! A person's words for an action, as an answer: `attack with Birds of Paradise`, `block Serra Angel with
//! Wind Drake`, `cast Bolt on me`. Nothing is guessed: unknown words are reported.
use duelog_kernel::view::{CardView, RequestView};
use duelog_kernel::{Choice, Illegal, Item, Match, ObjectId, Seat, View, Viewer};

/// The understood action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// The answer to the request.
    pub item: Item,
    /// At what it is aimed, which is asked after it.
    pub aim: Option<Item>,
    /// The same in words.
    pub words: String,
}

/// The player who says it, and the question of the match.
pub struct Speaker<'a> {
    /// The request.
    pub asked: &'a RequestView,
    /// Who looks: only what this viewer may know can be named.
    pub viewer: Viewer,
    /// The names of the players, by seat.
    pub names: &'a [Option<String>],
}

/// The words on a card that the player does not see.
pub const UNSEEN: &str = "is in sight";

/// The number of further questions after which the search for an aim ends.
const AHEAD: usize = 12;

impl Speaker<'_> {
    /// The meaning of a text.
    ///
    /// # Errors
    /// The part that is not understood.
    pub fn understand(&self, text: &str, game: &mut dyn Match) -> Result<Understood, String> {
        let view = game.view(self.viewer);
        let text = self.with_seats(text.trim());
        let text = text.as_str();
        if let Some(understood) = self.as_listed(text, &view, game) {
            return Ok(understood);
        }
        if let Some((with, whom)) = text.split_once(" attacks ") {
            return self.attack(&format!("{whom} with {with}"), &view);
        }
        if let Some((with, whom)) = text.split_once(" blocks ") {
            return self.block(&format!("{whom} with {with}"), &view);
        }
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (verb, rest) = (verb.to_lowercase(), rest.trim());
        match verb.as_str() {
            "attack" => self.attack(rest, &view),
            "block" => self.block(rest, &view),
            "use" | "activate" => self.activate(rest, &view, game),
            verb => {
                let verbs = game.words().verbs;
                let number =
                    verbs.iter().position(|known| *known == verb).and_then(|place| u8::try_from(place).ok());
                let number = number.ok_or_else(|| {
                    format!(
                        "\"{verb}\" is not something that a player does: attack, block, use, {}",
                        verbs.join(", ")
                    )
                })?;
                self.act(number, verb, rest, &view)
            }
        }
    }

    /// The text with seats in place of the players' names, as options have them.
    fn with_seats(&self, text: &str) -> String {
        let mut said: Vec<String> = text.split(' ').map(str::to_string).collect();
        for (seat, name) in self.names.iter().enumerate() {
            let Some(name) = name.as_ref().filter(|name| !name.contains(' ')) else { continue };
            let named = said.iter_mut().filter(|word| word.eq_ignore_ascii_case(name));
            named.for_each(|word| *word = format!("seat {seat}"));
        }
        said.join(" ")
    }

    /// The words of an option, said of other cards.
    fn as_listed(&self, text: &str, view: &View, game: &mut dyn Match) -> Option<Understood> {
        for option in &self.asked.options {
            let objects: Vec<ObjectId> = option.item.objects().into_iter().flatten().collect();
            let is_said = matches!(option.item, Item::Pair(..) | Item::PairSeat(..));
            if !is_said || objects.is_empty() {
                continue;
            }
            let labels: Vec<String> =
                objects.iter().map(|id| game.describe(self.viewer, &Item::Object(*id))).collect();
            let Some(said) = between(text, &option.text, &labels) else { continue };
            let meant =
                said.iter().map(|name| self.object(name, view, |_, _| false).ok().map(|card| card.id));
            let Some(meant) = meant.collect::<Option<Vec<ObjectId>>>() else { continue };
            let place = |id: ObjectId| objects.iter().position(|object| *object == id);
            let item = option.item.map_objects(|id| place(id).map_or(id, |place| meant[place]));
            return Some(Understood { item, aim: None, words: text.to_string() });
        }
        None
    }

    /// A card alone, on the side of the player who must answer; `wanted` is told where none is named.
    fn alone<'t>(&self, text: &'t str, view: &View, wanted: &str) -> Result<(&'t str, &'t str), String> {
        if text.is_empty() || matches!(self.target(text, view), Ok(Item::Seat(_))) {
            return Err(wanted.to_string());
        }
        let card = self
            .object(text, view, |item, id| item.objects()[0] == Some(id))
            .map_err(|unseen| format!("{wanted}: {unseen}"))?;
        let own = card.figure.side == Some(self.asked.seat);
        own.then_some(("", text)).ok_or_else(|| wanted.to_string())
    }

    /// `with CARD`, `PLAYER with CARD`, `CARD with CARD`.
    fn attack(&self, rest: &str, view: &View) -> Result<Understood, String> {
        let (whom, with) = match halves(rest, "with") {
            Some(halves) => halves,
            None => self.alone(rest, view, "who attacks? `attack with CARD`")?,
        };
        let attacker = self.object(with, view, |item, id| item.objects()[0] == Some(id))?;
        let against = if whom.is_empty() { None } else { Some(self.target(whom, view)?) };
        // Where it is not said whom, as the options have it, or the other player.
        let offered =
            |option: &&duelog_kernel::view::OptionView| option.item.objects()[0] == Some(attacker.id);
        let paired = self
            .asked
            .options
            .iter()
            .any(|option| matches!(option.item, Item::PairSeat(..) | Item::Pair(..)));
        let item = match against {
            Some(Item::Seat(seat)) => Item::PairSeat(attacker.id, seat),
            Some(Item::Object(id)) => Item::Pair(attacker.id, id),
            _ => match self.asked.options.iter().find(offered) {
                Some(option) => option.item,
                None if paired => Item::PairSeat(attacker.id, self.other(view)),
                None => Item::Object(attacker.id),
            },
        };
        let whom = match item {
            Item::PairSeat(_, seat) => format!(" against {}", self.called(seat)),
            Item::Pair(_, id) => format!(" against {id}"),
            _ => String::new(),
        };
        Ok(Understood {
            item,
            aim: None,
            words: format!("attack with {} {}{whom}", attacker.name, attacker.id),
        })
    }

    /// `CARD with CARD`, `with CARD`.
    fn block(&self, rest: &str, view: &View) -> Result<Understood, String> {
        let (whom, with) = match halves(rest, "with") {
            Some(halves) => halves,
            None => self.alone(rest, view, "who blocks? `block CARD with CARD`")?,
        };
        let blocker = self.object(with, view, |item, id| item.objects()[0] == Some(id))?;
        let attacker = if whom.is_empty() {
            let pair = |option: &duelog_kernel::view::OptionView| match option.item {
                Item::Pair(_, attacker) => Some(attacker),
                _ => None,
            };
            self.asked.options.iter().find_map(pair).ok_or("whom does it block? `block CARD with CARD`")?
        } else {
            self.object(whom, view, |item, id| item.objects()[1] == Some(id))?.id
        };
        let words = format!("block {attacker} with {} {}", blocker.name, blocker.id);
        Ok(Understood { item: Item::Pair(blocker.id, attacker), aim: None, words })
    }

    /// `CARD`, `CARD on TARGET`.
    fn act(&self, verb: u8, said: &str, rest: &str, view: &View) -> Result<Understood, String> {
        let (name, aim) = split_aim(rest);
        let card = self.object(name, view, |item, id| *item == Item::Act(verb, id))?;
        let aim = aim.map(|aim| self.target(aim, view)).transpose()?;
        let on = aim.map_or(String::new(), |aim| format!(" on {}", self.aimed(&aim, view)));
        Ok(Understood {
            item: Item::Act(verb, card.id),
            aim,
            words: format!("{said} {} {}{on}", card.name, card.id),
        })
    }

    /// `CARD`: the first of its abilities that is offered, else the first.
    fn activate(&self, rest: &str, view: &View, game: &mut dyn Match) -> Result<Understood, String> {
        let (name, aim) = split_aim(rest);
        let card = self.object(name, view, |item, id| matches!(item, Item::Ability(own, _) if *own == id))?;
        let offered = self.asked.options.iter().map(|option| option.item);
        let own = offered.into_iter().find(|item| matches!(item, Item::Ability(own, _) if *own == card.id));
        let item = own.or_else(|| game.abilities(card.id).into_iter().next());
        let item = item.ok_or_else(|| format!("{} {} has no ability", card.name, card.id))?;
        let aim = aim.map(|aim| self.target(aim, view)).transpose()?;
        Ok(Understood { item, aim, words: format!("use {} {}", card.name, card.id) })
    }

    fn aimed(&self, aim: &Item, view: &View) -> String {
        match aim {
            Item::Seat(seat) => self.called(*seat),
            Item::Object(id) => {
                let card = cards(view).find(|card| card.id == *id);
                card.map_or_else(|| id.to_string(), |card| format!("{} {id}", card.name))
            }
            _ => String::new(),
        }
    }

    fn called(&self, seat: Seat) -> String {
        let name = self.names.get(usize::from(seat.0)).cloned().flatten();
        name.unwrap_or_else(|| seat.to_string())
    }

    fn other(&self, view: &View) -> Seat {
        let mut seats = view.players.iter().map(|player| player.seat);
        seats.find(|seat| *seat != self.asked.seat).unwrap_or(self.asked.seat)
    }

    /// A player or a card.
    fn target(&self, text: &str, view: &View) -> Result<Item, String> {
        let small = text.to_lowercase();
        match small.as_str() {
            "me" | "myself" => return Ok(Item::Seat(self.asked.seat)),
            "you" | "them" | "him" | "her" | "opponent" | "the opponent" | "the other player" => {
                return Ok(Item::Seat(self.other(view)));
            }
            _ => {}
        }
        let by_name =
            |seat: &&Seat| self.called(**seat).eq_ignore_ascii_case(text) || seat.to_string() == small;
        let seats: Vec<Seat> = view.players.iter().map(|player| player.seat).collect();
        match seats.iter().find(by_name) {
            Some(seat) => Ok(Item::Seat(*seat)),
            None => self.object(text, view, |_, _| false).map(|card| Item::Object(card.id)),
        }
    }

    /// A visible card by its name, a part of it or its id. Among several of one name an offered one counts,
    /// else the first.
    fn object<'v>(
        &self,
        text: &str,
        view: &'v View,
        offered: impl Fn(&Item, ObjectId) -> bool,
    ) -> Result<&'v CardView, String> {
        let wanted = text.trim().trim_start_matches("the ").trim_start_matches("my ").to_lowercase();
        if wanted.is_empty() {
            return Err("no card is named".to_string());
        }
        let by_id = |card: &&CardView| card.id.to_string() == wanted;
        let named = |card: &&CardView| {
            format!("{} {}", card.name, card.id).to_lowercase() == wanted
                || card.name.to_lowercase() == wanted
        };
        let part = |card: &&CardView| card.name.to_lowercase().contains(&wanted);
        let mut found: Vec<&CardView> = cards(view).filter(|card| by_id(card) || named(card)).collect();
        if found.is_empty() {
            found = cards(view).filter(part).collect();
        }
        let mut names: Vec<&str> = found.iter().map(|card| card.name.as_str()).collect();
        names.sort();
        names.dedup();
        if names.len() > 1 {
            return Err(format!("\"{text}\" may mean: {}", names.join(", ")));
        }
        let is_offered =
            |card: &CardView| self.asked.options.iter().any(|option| offered(&option.item, card.id));
        let zone =
            |card: &CardView| view.zones.iter().find(|zone| zone.cards.iter().any(|one| one.id == card.id));
        // Else what the player holds, then what is on the player's side, then what is in play at all.
        let rank = |card: &CardView| {
            let (name, seat) = zone(card).map_or(("", None), |zone| (zone.name.as_str(), zone.seat));
            let own = seat.or(card.figure.side).is_none_or(|side| side == self.asked.seat);
            match (name, own) {
                _ if is_offered(card) => 0,
                ("hand", true) => 1,
                ("library" | "deck", _) => 5,
                (_, true) => 2 + u8::from(seat.is_some()),
                (_, false) => 4,
            }
        };
        let meant = found.iter().min_by_key(|card| rank(card));
        meant.copied().ok_or_else(|| format!("no card \"{text}\" {UNSEEN}"))
    }
}

impl Understood {
    /// Why it is not legal, tried on a copy of the match; none where it is.
    ///
    /// # Errors
    /// A missing target is not a ruling.
    pub fn refusal(&self, viewer: Viewer, game: &mut dyn Match) -> Result<Option<Illegal>, String> {
        let Some(seat) = game.request().map(|request| request.seat) else {
            return Ok(Some(Illegal::Over));
        };
        let choice = Choice::one(self.item);
        let refused = game.refusal(viewer, seat, &choice);
        let Some(aim) = self.aim.filter(|_| refused.is_none()) else { return Ok(refused) };
        // At what it is aimed is asked after it.
        let unaimed = || format!("{}: nothing is aimed at here as far as could be tried", self.words);
        let mut copy = game.lean();
        let mut found = None;
        copy.decide(seat, &choice).map_err(|illegal| illegal.to_string())?;
        for _ in 0..AHEAD {
            let own = copy.request().filter(|request| request.seat == seat && request.subject.is_some());
            let Some(request) = own else { break };
            let next = duelog_kernel::sample::answer(request, &mut first());
            if request.prompt.name().contains("target") {
                // It may be meant for another of several groups of targets.
                match copy.refusal(viewer, seat, &Choice::one(aim)) {
                    None => return Ok(None),
                    Some(illegal) => {
                        found.get_or_insert(illegal);
                    }
                }
            }
            let Some(next) = next else { break };
            copy.decide(seat, &next).map_err(|illegal| illegal.to_string())?;
        }
        found.map(Some).ok_or_else(unaimed)
    }
}

fn first() -> duelog_kernel::rng::Stream {
    let seed = duelog_kernel::Seed::from_number(0);
    duelog_kernel::Rng::new(seed).peek(duelog_kernel::rng::Purpose::Choice)
}

fn cards(view: &View) -> impl Iterator<Item = &CardView> {
    view.zones.iter().flat_map(|zone| &zone.cards)
}

/// The names that stand in a text where a listed one has these labels, in the order of the labels; none where the
/// rest of the two is not the same.
fn between(text: &str, listed: &str, labels: &[String]) -> Option<Vec<String>> {
    let (text, listed) = (text.to_lowercase(), listed.to_lowercase());
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for (number, label) in labels.iter().enumerate() {
        let label = label.to_lowercase();
        let place = listed.find(&label)?;
        places.push((place, place + label.len(), number));
    }
    places.sort();
    let mut names = vec![String::new(); labels.len()];
    let (mut rest, mut from) = (text.as_str(), 0);
    for (turn, (begin, end, number)) in places.iter().enumerate() {
        rest = rest.strip_prefix(listed.get(from..*begin)?)?;
        let until = places.get(turn + 1).map_or(listed.len(), |next| next.0);
        let next = listed.get(*end..until)?;
        let at = if next.is_empty() { rest.len() } else { rest.find(next)? };
        names[*number] = rest[..at].trim().to_string();
        (rest, from) = (&rest[at..], *end);
    }
    (rest == listed.get(from..)? && names.iter().all(|name| !name.is_empty())).then_some(names)
}

/// The text before a word and behind it.
fn halves<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    if let Some(rest) = text.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace)) {
        return Some(("", rest.trim()));
    }
    let (before, behind) = text.split_once(&format!(" {word} "))?;
    Some((before.trim(), behind.trim()))
}

/// A card and at what it is aimed.
fn split_aim(text: &str) -> (&str, Option<&str>) {
    let aims = [" on ", " at ", " targeting "];
    let found = aims.iter().filter_map(|word| text.rsplit_once(word)).next();
    found.map_or((text, None), |(card, aim)| (card.trim(), Some(aim.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_of_one_card_is_said_of_another() {
        let labels = |labels: &[&str]| labels.iter().map(|label| (*label).to_string()).collect::<Vec<_>>();
        let one = labels(&["Sandcrafter Mage #182"]);
        let attacks = "Sandcrafter Mage #182 attacks seat 0";
        assert_eq!(
            between("relief captain #190 attacks Seat 0", attacks, &one),
            Some(labels(&["relief captain #190"]))
        );
        assert_eq!(between("Relief Captain attacks seat 1", attacks, &one), None);
        let two = labels(&["Wind Drake #3", "Serra Angel #4"]);
        let blocks = "Wind Drake #3 blocks Serra Angel #4";
        assert_eq!(between("bear blocks wurm #9", blocks, &two), Some(labels(&["bear", "wurm #9"])));
        assert_eq!(between("blocks wurm", blocks, &two), None);
    }

    #[test]
    fn sentences_are_taken_apart() {
        assert_eq!(halves("with Birds of Paradise", "with"), Some(("", "Birds of Paradise")));
        assert_eq!(halves("Serra Angel with Wind Drake", "with"), Some(("Serra Angel", "Wind Drake")));
        assert_eq!(halves("without", "with"), None);
        assert_eq!(split_aim("Bolt on me"), ("Bolt", Some("me")));
        assert_eq!(split_aim("Armored Ascension"), ("Armored Ascension", None));
    }
}
