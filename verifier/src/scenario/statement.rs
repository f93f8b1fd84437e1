//! Statements: what players do, passing on, labels, and what is expected.
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, Viewer};

use super::answer::{first_of, separated};
use super::meant::Speaks;
use super::play::{PASSES_MAX, Play, Trouble, is_free, is_payment, offers_pairs};
use super::reference::{belongs, cards};
use super::words::{
    after, after_any, by_rule, first_word, is_verb, places_outside, player, players, seat, split_outside,
    without_ids,
};

/// The words that join an action and the answers that follow from it.
const JOINTS: [&str; 6] =
    [" targeting ", " choosing ", " splitting ", " naming ", " saying ", " paying with "];

fn unfit<T>(what: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Unfit(what.into()))
}

impl From<String> for Trouble {
    fn from(what: String) -> Trouble {
        Trouble::Unfit(what)
    }
}

impl Play {
    /// Carries out one statement; `next` is the one that follows.
    pub fn say(&mut self, text: &str, next: &str) -> Result<(), String> {
        self.past_nothing(|play| play.say_here(text, next))
    }

    fn say_here(&mut self, text: &str, next: &str) -> Result<(), String> {
        if let Some(conditions) = after(text, "expect") {
            return split_outside(conditions, ';')
                .into_iter()
                .try_for_each(|condition| self.expect(condition));
        }
        if let Some(rest) = after(text, "label") {
            return self.label(rest);
        }
        match text {
            "mark" => self.mark = self.game.decisions() + 1,
            "all pass" => self.all_pass()?,
            _ => match after(text, "pass") {
                Some(rest) => self.pass_to(rest)?,
                None if is_refusal(text) => return self.action(text),
                None => self.action(text)?,
            },
        }
        self.settle(next)
    }

    /// Answers payments, unless the next statement does.
    fn settle(&mut self, next: &str) -> Result<(), String> {
        let pays = is_verb(first_word(first_word(next).1).0, "pay");
        if pays && self.game.request().is_some_and(is_payment) { Ok(()) } else { self.pay_all() }
    }

    /// `pass to STEP`, `pass until CONDITION; CONDITION`.
    fn pass_to(&mut self, rest: &str) -> Result<(), String> {
        let conditions: Vec<&str> = match (after(rest, "until"), after(rest, "to")) {
            (Some(conditions), _) => split_outside(conditions, ';'),
            (None, Some(place)) => {
                let there = |play: &mut Play| {
                    play.view().turn.iter().any(|fact| super::words::same(place, &fact.value))
                };
                if !there(self) {
                    self.names.known.moment(place)?;
                }
                return self.pass_while(|play| Ok(!there(play)), rest);
            }
            (None, None) => {
                return Err("passing on reads `pass to upkeep` or `pass until stack is empty`".to_string());
            }
        };
        let open = |play: &mut Play| {
            let mut open = false;
            for condition in &conditions {
                open |= play.check(condition)?.is_some();
            }
            Ok(open)
        };
        self.pass_while(open, rest)
    }

    fn pass_while(
        &mut self,
        mut open: impl FnMut(&mut Play) -> Result<bool, String>,
        what: &str,
    ) -> Result<(), String> {
        for _ in 0..PASSES_MAX {
            if !open(self)? {
                return Ok(());
            }
            self.pass_on().map_err(|why| format!("{what} was not reached: {why}"))?;
        }
        Err(format!("{what} was not reached in {PASSES_MAX} passes"))
    }

    /// `label Insect on the battlefield [I]`: an object gets a label.
    fn label(&mut self, text: &str) -> Result<(), String> {
        let form = || format!("a label is given by `label NAME [LABEL]`, not `label {text}`");
        let (what, label) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')).ok_or_else(form)?;
        let what = what.trim().trim_end_matches(" as").trim();
        let view = self.view();
        let (reference, rest) = self.names.reference(what, &view)?;
        if !rest.is_empty() {
            return Err(form());
        }
        let known: Vec<ObjectId> = self.names.labels.values().copied().collect();
        let found: Vec<ObjectId> =
            self.names.objects(&reference, &view)?.into_iter().filter(|id| !known.contains(id)).collect();
        let id = self.one_of(&found, what)?;
        self.names.labels.insert(label.trim().to_string(), id);
        Ok(())
    }

    /// An action that is legal, or one that ends with `refused by RULE`.
    fn action(&mut self, text: &str) -> Result<(), String> {
        let refused = text.find("refused").map(|at| {
            (
                text[..at].trim_end().trim_end_matches(['(', ',', ':', '-', '>']).trim_end(),
                &text[at + "refused".len()..],
            )
        });
        let Some((action, rule)) = refused else {
            return self.act(text).map_err(|trouble| self.in_words(trouble));
        };
        let rule = rule.trim().trim_end_matches(')');
        let rule = self.names.known.rule(by_rule(rule).1)?;
        self.expects_question = true;
        match self.refusal(action, rule)? {
            None => Ok(()),
            Some(found) => Err(format!(
                "expected that \"{action}\" is refused{}; {found}",
                rule.map_or(String::new(), |rule| format!(" by {rule}"))
            )),
        }
    }

    /// Tries an action on a copy: nothing when it is refused as expected, and otherwise what happened
    /// instead.
    pub fn refusal(&mut self, action: &str, rule: Option<&str>) -> Result<Option<String>, String> {
        let mut copy = self.fork();
        match copy.act(action) {
            Ok(()) => Ok(Some("it is accepted".to_string())),
            Err(Trouble::Unfit(what)) => Err(what),
            Err(Trouble::Refused(illegal, _)) => match (rule, illegal.rule()) {
                (None, _) => Ok(None),
                (Some(expected), Some(found)) if expected == found.number() => Ok(None),
                (Some(_), _) => {
                    Ok(Some(format!("it is refused otherwise: {}", players(&illegal.to_string()))))
                }
            },
        }
    }

    /// `P1 casts Lightning Bolt targeting P2`.
    pub fn act(&mut self, text: &str) -> Result<(), Trouble> {
        let (who, rest) = first_word(text);
        if super::setup::head(text, &self.names).is_some() {
            return unfit(format!("\"{text}\" sets up: such lines stand before all others"));
        }
        let Some(seat) = seat(who) else {
            return unfit(format!(
                "\"{text}\" is not understood: a statement begins with `expect`, `pass`, `all pass`, `label`, `mark` or a player such as P1; \
                 lines that set up (`P1 hand: ...`) stand before all others"
            ));
        };
        let (verb, rest) = first_word(rest);
        let from = self.game.decisions() + 1;
        let (object, answers) = inline(rest);
        self.act_first(seat, verb, object, text)?;
        self.answer_all(seat, &answers, from)
    }

    fn act_first(&mut self, seat: Seat, verb: &str, object: &str, text: &str) -> Result<(), Trouble> {
        let is = |base: &str| is_verb(verb, base);
        let game_verb = self.game.words().verbs.iter().position(|known| is(known));
        if let Some(place) = game_verb {
            return self.act_with(seat, object, |id| Item::Act(place as u8, id));
        }
        if is("pass") {
            return self.decide(seat, Choice::one(Item::Pass));
        }
        if is("concede") {
            return self.decide(seat, Choice::one(Item::Concede));
        }
        if is("agree") && object == "to a draw" {
            return self.decide(seat, Choice::one(Item::Draw));
        }
        if is("activate") {
            return self.activate(seat, object);
        }
        if is("attack") {
            let with = after(object, "with").unwrap_or(object);
            let items = self.attacks(seat, with)?;
            return self.decide(seat, Choice::Pick(items));
        }
        let declines = matches!((verb, object), ("does" | "do", "not block"));
        if is("block") || declines {
            let items = self.blocks(seat, if declines { "nothing" } else { object })?;
            return self.decide(seat, Choice::Pick(items));
        }
        if is("pay") {
            return self.pay_with(seat, after(object, "with").unwrap_or(object));
        }
        if ["choose", "order", "answer", "name", "split", "assign", "say", "declare", "pick"]
            .into_iter()
            .any(is)
        {
            let choice = self.answer(object)?;
            return self.decide(seat, choice);
        }
        let known = "passes, concedes, agrees to a draw, activates, attacks with, blocks, chooses, orders, declares, splits, assigns, says, names, pays with";
        unfit(format!(
            "\"{verb}\" in \"{text}\" is not a verb (known: {}, {known})",
            self.game.words().verbs.join(", ")
        ))
    }

    /// Does something with an object, the one that is offered where several have the name.
    fn act_with(&mut self, seat: Seat, object: &str, item: impl Fn(ObjectId) -> Item) -> Result<(), Trouble> {
        let id = self.object(seat, object, Speaks::OfCards, &item)?;
        self.decide(seat, Choice::one(item(id)))
    }

    /// The object that a player acts with: one that is offered, or else one of the player's own that the verb speaks
    /// of, for the rules to refuse.
    fn object(
        &mut self,
        seat: Seat,
        text: &str,
        speaks: Speaks,
        item: &impl Fn(ObjectId) -> Item,
    ) -> Result<ObjectId, Trouble> {
        let view = self.view();
        let (reference, rest) = self.names.reference(text, &view)?;
        if !rest.trim().is_empty() {
            return unfit(format!("\"{rest}\" is not understood behind {reference}"));
        }
        let found = self.names.objects(&reference, &view)?;
        let options = self.game.request().map_or(&[][..], |request| request.options());
        let offered: Vec<ObjectId> =
            found.iter().copied().filter(|id| options.contains(&item(*id))).collect();
        let own: Vec<ObjectId> = cards(&view)
            .filter(|(zone, card)| found.contains(&card.id) && belongs(zone, card, seat))
            .map(|(_, card)| card.id)
            .collect();
        let among = match (offered.is_empty(), own.is_empty()) {
            (false, _) => offered,
            (true, false) => self.nearest(&own, seat, speaks),
            (true, true) => self.nearest(&found, seat, speaks),
        };
        Ok(self.one_of(&among, text)?)
    }

    /// `activates Prodigal Pyromancer`, `activates ability 2 of Garruk`, `activates Glacial Fortress "add
    /// {U}"`.
    fn activate(&mut self, seat: Seat, text: &str) -> Result<(), Trouble> {
        if let Some(at) = text.find('"') {
            let words = text[at..].trim_matches('"').to_string();
            let id = self.ability_holder(seat, &text[..at])?;
            return self.activate_in_words(seat, id, &words);
        }
        if let Some((number, rest)) = after_any(text, &["ability"]).map(first_word) {
            let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let place =
                place.ok_or_else(|| format!("\"{number}\" is not a place of an ability: 1 is the first"))?;
            let text = after(rest, "of").unwrap_or(rest);
            let id = self.ability_holder(seat, text)?;
            let item = self.game.abilities(id).get(place).copied();
            return self
                .decide(seat, Choice::one(item.ok_or_else(|| format!("{text} has no ability {number}"))?));
        }
        let id = self.ability_holder(seat, text)?;
        let options = self.game.request().map_or(&[][..], |request| request.options());
        let own: Vec<Item> = options
            .iter()
            .copied()
            .filter(|item| matches!(item, Item::Ability(of, _) if *of == id))
            .collect();
        match own.as_slice() {
            [] => {
                let item = self.refused_ability(seat, id);
                self.decide(seat, Choice::one(item))
            }
            [only] => self.decide(seat, Choice::one(*only)),
            several => {
                let words: Vec<String> =
                    several.iter().map(|item| players(&self.game.describe(Viewer::Judge, item))).collect();
                unfit(format!(
                    "{text} has several abilities: say which, with `ability 1 of` or a quotation: {}",
                    words.join(" / ")
                ))
            }
        }
    }

    /// The object whose ability a player activates: one with an ability that is offered, or else one of the
    /// player's own.
    fn ability_holder(&mut self, seat: Seat, text: &str) -> Result<ObjectId, Trouble> {
        let options = self.game.request().map_or(Vec::new(), |request| request.options().to_vec());
        let offered =
            |id: ObjectId| options.iter().find(|item| matches!(item, Item::Ability(of, _) if *of == id));
        let item = |id| offered(id).copied().unwrap_or(Item::Ability(id, u32::MAX));
        self.object(seat, text, Speaks::OfTable, &item)
    }

    fn activate_in_words(&mut self, seat: Seat, id: ObjectId, words: &str) -> Result<(), Trouble> {
        let abilities = self.game.abilities(id);
        let found = abilities
            .into_iter()
            .find(|item| super::words::within(words, &self.game.describe(Viewer::Judge, item)));
        match found {
            None => unfit(format!("no ability of it says \"{words}\"")),
            Some(item) => self.decide(seat, Choice::one(item)),
        }
    }

    /// The ability that a refusal is about, where none is offered: the first whose refusal is another than
    /// that of an ability which does not exist.
    fn refused_ability(&mut self, seat: Seat, id: ObjectId) -> Item {
        let refusal = |item: Item| {
            self.game.fork().decide(seat, &Choice::one(item)).err().and_then(|illegal| illegal.rule())
        };
        let none = Item::Ability(id, u32::MAX);
        let nothing = refusal(none);
        let mut abilities = self.game.fork().abilities(id);
        abilities.retain(|item| refusal(*item) != nothing);
        abilities.first().copied().unwrap_or(none)
    }

    /// Passes on until objects can be set against others: where an acting player is given, by that player.
    fn reach_pairs(&mut self, acting: Option<Seat>) -> Result<(), Trouble> {
        let mut copy = self.fork();
        let of_acting = |request: &Request| acting.is_none_or(|acting| acting == request.seat);
        for passes in 0..16 {
            if copy.game.request().is_some_and(|request| offers_pairs(request) && of_acting(request)) {
                for _ in 0..passes {
                    self.pass_on()?;
                    while self.answer_nothing()? {}
                }
                return Ok(());
            }
            let passed = copy
                .game
                .request()
                .filter(|request| request.options().contains(&Item::Pass) && !is_payment(request))
                .map(|request| request.seat);
            match passed {
                Some(seat) => copy.decide(seat, Choice::one(Item::Pass))?,
                None => break,
            }
            while copy.answer_nothing()? {}
        }
        Ok(())
    }

    /// `A, B -> P2, nothing`.
    fn attacks(&mut self, seat: Seat, text: &str) -> Result<Vec<Item>, Trouble> {
        self.reach_pairs(Some(seat))?;
        if matches!(text.trim(), "nothing" | "none") {
            return Ok(Vec::new());
        }
        let Some(request) = self.game.request().cloned() else {
            return unfit("nothing is asked, the match is over");
        };
        let items = self.items(text, &request)?;
        let count = self.view().players.len().max(1);
        let other = Seat(((usize::from(seat.0) + 1) % count) as u8);
        let against = |item: Item| if let Item::Object(id) = item { Item::PairSeat(id, other) } else { item };
        Ok(items.into_iter().map(against).collect())
    }

    /// `A with B and C, blocks D with E`.
    fn blocks(&mut self, seat: Seat, text: &str) -> Result<Vec<Item>, Trouble> {
        self.reach_pairs(None)?;
        // Where nothing can block, the next pairs are attacks of a later turn.
        if self.game.request().is_some_and(|request| offers_pairs(request) && !asks_for_blocks(request)) {
            return unfit(format!("no creature can block here: {}", self.asked()));
        }
        if matches!(text.trim(), "with nothing" | "nothing") {
            return Ok(Vec::new());
        }
        let Some(request) = self.game.request().cloned() else {
            return unfit("nothing is asked, the match is over");
        };
        let mut items: Vec<Item> = Vec::new();
        for part in text.split(", blocks ").flat_map(|part| part.split(" and blocks ")) {
            let view = self.view();
            let (attacker, rest) = self.names.reference(part, &view)?;
            let attackers = self.nearest_first(&self.names.objects(&attacker, &view)?, seat);
            let mut rest = after(rest, "with")
                .ok_or_else(|| format!("blocks read `P2 blocks ATTACKER with BLOCKER`, not \"{part}\""))?;
            while !rest.is_empty() {
                let view = self.view();
                let (blocker, behind) = self.names.reference(rest, &view)?;
                let blockers = self.nearest_first(&self.names.objects(&blocker, &view)?, seat);
                let pairs: Vec<Item> = blockers
                    .iter()
                    .flat_map(|blocker| attackers.iter().map(|attacker| Item::Pair(*blocker, *attacker)))
                    .collect();
                let free = |item: &&Item| {
                    !items
                        .iter()
                        .any(|used| used == *item || (first_of(used) == first_of(item) && blockers.len() > 1))
                };
                let offered = pairs.iter().filter(free).find(|item| request.options().contains(item));
                let pair = offered
                    .or_else(|| pairs.iter().find(free))
                    .copied()
                    .ok_or_else(|| format!("{blocker} is named more often than it is there"))?;
                items.push(pair);
                rest = separated(behind)?;
            }
        }
        Ok(items)
    }

    /// `pays with Forest [A], Llanowar Elves`: one after another; `pays` alone leaves it to the runner.
    fn pay_with(&mut self, seat: Seat, text: &str) -> Result<(), Trouble> {
        let mut rest = text.trim();
        if rest.is_empty() {
            return Ok(self.pay_all()?);
        }
        let several = |request: &Request| matches!(request.ask, Ask::Pick { min, .. } if min > 1);
        if self.game.request().is_some_and(several) {
            let choice = self.answer(rest)?;
            return self.decide(seat, choice);
        }
        while !rest.is_empty() {
            let end = places_outside(rest, ", ")
                .into_iter()
                .chain(places_outside(rest, " and "))
                .min()
                .unwrap_or(rest.len());
            let (count, element) = self.counted(&rest[..end])?;
            // Several that one answer may name are given at once, and others one after another.
            let at_once = self.game.request().is_some_and(|request| match &request.ask {
                Ask::Pick { max, .. } => *max >= count,
                Ask::Number { .. } | Ask::Name { .. } | Ask::Split { .. } => true,
            });
            let (times, said) = if at_once { (1, &rest[..end]) } else { (count, element) };
            for _ in 0..times {
                let choice = self.answer(said)?;
                self.decide(seat, choice)?;
            }
            rest = separated(&rest[end..])?;
        }
        Ok(())
    }

    /// Gives the answers that stand behind an action, each where something is asked.
    ///
    /// The game may have given one by itself, as the only legal one. Where all answers cannot be given in
    /// order, one that was given so is passed over, so that the next ones do not shift to the wrong
    /// question.
    fn answer_all(&mut self, seat: Seat, answers: &[(&str, &str)], from: u32) -> Result<(), Trouble> {
        let Some((&(joint, answer), rest)) = answers.split_first() else { return Ok(()) };
        let mut given = self.fork();
        let trouble =
            match given.answer_one(seat, joint, answer).and_then(|()| given.answer_all(seat, rest, from)) {
                Ok(()) => {
                    *self = given;
                    return Ok(());
                }
                Err(trouble) => given.kept(trouble),
            };
        let mut passed_over = self.fork();
        if self.was_taken(answer, from) && passed_over.answer_all(seat, rest, from).is_ok() {
            *self = passed_over;
            return Ok(());
        }
        let mut behind = self.fork();
        if behind.answer_nothing()? && behind.answer_all(seat, answers, from).is_ok() {
            *self = behind;
            return Ok(());
        }
        Err(trouble)
    }

    /// Returns whether the current request takes an answer of a player.
    fn takes(&self, seat: Seat, answer: &str) -> bool {
        let mut copy = self.fork();
        copy.answer(answer).is_ok_and(|choice| copy.decide(seat, choice).is_ok())
    }

    /// Gives one answer that stands behind an action.
    fn answer_one(&mut self, seat: Seat, joint: &str, answer: &str) -> Result<(), Trouble> {
        let pays = joint == " paying with ";
        if !pays {
            self.pay_all()?;
            let nothing = |play: &Play| play.game.request().is_some_and(|asked| asked.asks_for_nothing());
            while nothing(self) && !self.takes(seat, answer) {
                self.answer_nothing()?;
                self.pay_all()?;
            }
        }
        if !self.game.request().is_some_and(|request| request.seat == seat && !is_free(request)) {
            return unfit(format!("nothing asks for \"{answer}\": {}", self.asked()));
        }
        if pays {
            return self.pay_with(seat, answer);
        }
        let choice = self.answer(answer)?;
        self.decide(seat, choice)
    }

    /// Returns whether an answer that nothing asks for was the only legal one, and taken: the journal names
    /// it.
    fn was_taken(&mut self, answer: &str, from: u32) -> bool {
        let told = self.told(from);
        // Who does something stands first in the journal's words; what was chosen stands behind.
        let named = |name: &str| {
            told.iter().any(|told| super::words::within(name, first_word(&players(&told.text)).1))
        };
        let view = self.view();
        let mut rest = answer;
        while !rest.is_empty() {
            let name = match seat(first_word(rest.trim_end_matches(',')).0.trim_end_matches(',')) {
                Some(seat) => {
                    rest = first_word(rest).1;
                    player(seat)
                }
                None => {
                    let Ok((reference, behind)) = self.names.reference(rest, &view) else { return false };
                    rest = behind;
                    self.names.labels_as_ids(&without_ids(&reference.thing()))
                }
            };
            if !named(&name) {
                return false;
            }
            rest = separated(rest).unwrap_or_default();
        }
        true
    }
}

/// Returns whether a request asks which creatures block, as the games name it.
fn asks_for_blocks(request: &Request) -> bool {
    request.prompt.name().starts_with("block")
}

/// Returns whether an action must be refused; it leaves everything as it is.
fn is_refusal(text: &str) -> bool {
    text.contains("refused")
}

/// The object of an action, and the answers behind it with what joins them.
fn inline(text: &str) -> (&str, Vec<(&'static str, &str)>) {
    let mut cuts: Vec<(usize, &'static str)> = JOINTS
        .iter()
        .flat_map(|joint| places_outside(text, joint).into_iter().map(|at| (at, *joint)))
        .collect();
    cuts.sort();
    let tidy = |part: &'_ str| {
        let mut part: &str = part.trim();
        for tail in [",", " then", " and", ","] {
            part = part.strip_suffix(tail).unwrap_or(part).trim_end();
        }
        part.len()
    };
    let first = cuts.first().map_or(text.len(), |cut| cut.0);
    let object = text[..first].trim();
    let answers = cuts.iter().enumerate().map(|(place, (at, joint))| {
        let end = cuts.get(place + 1).map_or(text.len(), |next| next.0);
        let part = text[at + joint.len()..end].trim();
        (*joint, &part[..tidy(part)])
    });
    (&object[..tidy(object)], answers.collect())
}
