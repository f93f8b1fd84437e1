//! Typed text as an answer to a request.

use duelog_kernel::decision::Names;
use duelog_kernel::table::Words;
use duelog_kernel::view::{OptionView, RequestView};
use duelog_kernel::{Ask, Choice, Item, Request};

use crate::words;

/// How to answer a request, in one line.
pub fn hint(asked: &RequestView) -> String {
    if only(asked).is_some() {
        return "`done` or `none`: there is one answer, and nothing to choose".to_string();
    }
    match &asked.ask {
        Ask::Pick { min: 1, max: 1, .. } => "the number of an option, or its words".to_string(),
        Ask::Pick { min: 0, max: 1, .. } => "the number of an option, its words, or `none`".to_string(),
        Ask::Pick { min: 0, max, ordered, .. } => {
            format!("up to {max} options{}, such as `1 3` or `#17 #18`; `none`, `all`", order(*ordered))
        }
        Ask::Pick { min, max, ordered, .. } if min == max => {
            format!("{min} options{}, such as `1 3` or `#17 #18`", order(*ordered))
        }
        Ask::Pick { min, max, ordered, .. } => {
            format!("{min} to {max} options{}, such as `1 3` or `#17 #18`", order(*ordered))
        }
        Ask::Number { min, max } => format!("a number from {min} to {max}"),
        Ask::Split { total, .. } => format!("shares that add up to {total}, such as `1=2 #17=1`"),
        Ask::Name { among: Names::Known(known) } => format!("the name of a {}", known.kind()),
        Ask::Name { among } => {
            format!("one of {} names, such as \"{}\"", among.len(), among.first().map_or("", String::as_str))
        }
    }
}

/// How many options are wanted and how they are typed, in few words; none where it is one. `usual` is true if
/// Enter takes all of them.
pub fn how(asked: &RequestView, usual: bool) -> Option<String> {
    if only(asked).is_some() {
        return Some("`done`".to_string());
    }
    match &asked.ask {
        Ask::Pick { min: 1, max: 1, .. } | Ask::Number { .. } | Ask::Name { .. } => None,
        Ask::Pick { min: 0, max: 1, .. } => Some("choose one, or `none`".to_string()),
        Ask::Pick { min, max, ordered, options, .. } => {
            let most = (*max as usize).min(options.len());
            let count = if *min as usize == most { most.to_string() } else { format!("{min} to {most}") };
            let order = if *ordered { " in the order that you want" } else { "" };
            let all = if *max as usize >= options.len() { ", `all`" } else { "" };
            let none = if *min == 0 { ", `none`" } else { "" };
            let enter = if usual { "; Enter takes all" } else { "" };
            Some(format!("choose {count}: numbers with blanks{order}{all}{none}{enter}"))
        }
        Ask::Split { total, .. } => Some(format!("shares that add up to {total}: `1=2 2=1`")),
    }
}

/// Returns whether a text is just the number or the id of one option.
pub fn is_one_key(text: &str) -> bool {
    let digits = text.trim().trim_start_matches('#');
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn order(ordered: bool) -> &'static str {
    if ordered { " in the order that you want" } else { "" }
}

/// The only answer to a question that is asked so that being asked tells nobody what is hidden, or that has no option.
pub fn only(asked: &RequestView) -> Option<Choice> {
    let RequestView { seat, prompt, rule, ask, .. } = asked;
    let request = Request { seat: *seat, prompt: *prompt, rule: *rule, subject: None, ask: ask.clone() };
    let empty = request.options().is_empty() && matches!(asked.ask, Ask::Pick { min: 0, .. });
    let forced = request.forced().filter(|_| request.asks_for_nothing());
    forced.or_else(|| empty.then(|| Choice::Pick(Vec::new())))
}

/// Returns whether a text says that nothing is chosen.
fn is_nothing(text: &str) -> bool {
    matches!(text, "done" | "none" | "nothing" | "no" | "pass" | "0" | "1")
}

/// The answer that a text gives.
///
/// What is well formed but not legal is left to the rules to refuse.
///
/// # Errors
/// What is not understood, in words.
pub fn read(text: &str, asked: &RequestView, words: Words) -> Result<Choice, String> {
    let text = text.trim();
    if let Some(choice) = only(asked).filter(|_| is_nothing(text)) {
        return Ok(choice);
    }
    match &asked.ask {
        Ask::Pick { max, .. } => pick(text, asked, words, *max),
        Ask::Number { min, max } => {
            let number =
                text.parse().map_err(|_| format!("\"{text}\" is not a number from {min} to {max}"))?;
            Ok(Choice::Number(number))
        }
        Ask::Split { .. } => {
            let share = |token: &str| {
                let form = || format!("\"{token}\" is not a share such as `1=2` or `#17=1`");
                let (what, amount) = token.split_once('=').ok_or_else(form)?;
                Ok((single(what, asked, words)?, amount.parse().map_err(|_| form())?))
            };
            tokens(text).map(share).collect::<Result<_, String>>().map(Choice::Split)
        }
        Ask::Name { among } => {
            let known = among.iter().find(|name| name.eq_ignore_ascii_case(text));
            Ok(Choice::Name(known.map_or_else(|| text.to_string(), Clone::clone)))
        }
    }
}

/// The answer that a text gives which names what it means in full: a piece of an option's words is not
/// enough, and an object that must be named together with another one is, as the options would name it.
///
/// # Errors
/// What is not understood, in words.
pub fn read_whole(text: &str, asked: &RequestView, words: Words) -> Result<Choice, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("nothing is named".to_string());
    }
    let number = text.bytes().all(|byte| byte.is_ascii_digit());
    if number || !matches!(asked.ask, Ask::Pick { .. } | Ask::Split { .. }) {
        return read(text, asked, words);
    }
    if let Some(item) = words::item(text, words) {
        return Ok(Choice::one(paired(item, asked)));
    }
    let wanted = text.to_lowercase();
    let pieces: Vec<&str> = asked
        .options
        .iter()
        .map(|option| option.text.as_str())
        .filter(|text| text.to_lowercase().contains(&wanted))
        .collect();
    if let Some(option) = asked.options.iter().find(|option| option.text.to_lowercase() == wanted) {
        return Ok(Choice::one(option.item));
    }
    if let Some(first) = pieces.first() {
        let more = if pieces.len() > 1 { format!(" and {} more", pieces.len() - 1) } else { String::new() };
        return Err(format!("\"{text}\" is only a piece of an option's words: \"{first}\"{more}"));
    }
    read(text, asked, words).map_err(|_| format!("\"{text}\" is not understood"))
}

/// An object alone, where the options name objects only together with something else, together with the first
/// of that.
fn paired(item: Item, asked: &RequestView) -> Item {
    let Item::Object(id) = item else { return item };
    if asked.options.iter().any(|option| matches!(option.item, Item::Object(_))) {
        return item;
    }
    let own = asked.options.iter().find(|option| words::names(&option.item, id)).map(|option| option.item);
    let with = |option: &OptionView| match option.item {
        Item::Pair(_, other) => Some(Item::Pair(id, other)),
        Item::PairSeat(_, seat) => Some(Item::PairSeat(id, seat)),
        _ => None,
    };
    own.or_else(|| asked.options.iter().find_map(with)).unwrap_or(item)
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|token| !token.is_empty())
}

fn pick(text: &str, asked: &RequestView, words: Words, max: u32) -> Result<Choice, String> {
    let offered = |item: Item| asked.options.iter().any(|option| option.item == item);
    match text {
        // The usual words for no attack or no block.
        "pass" if !offered(Item::Pass) && matches!(asked.ask, Ask::Pick { min: 0, .. }) => {
            return Ok(Choice::Pick(Vec::new()));
        }
        "none" => return Ok(Choice::Pick(Vec::new())),
        "all" if max as usize >= asked.options.len() => {
            return Ok(Choice::Pick(asked.options.iter().map(|option| option.item).collect()));
        }
        _ => {}
    }
    if let Some(left) = text.strip_prefix("all but ") {
        let left = listed(left, asked, words)?;
        let kept = asked.options.iter().map(|option| option.item).filter(|item| !left.contains(item));
        return Ok(Choice::Pick(kept.collect()));
    }
    let text = text.strip_prefix("only ").unwrap_or(text);
    match listed(text, asked, words) {
        Ok(items) => Ok(Choice::Pick(items)),
        Err(why) => by_words(text, asked).map_err(|other| other.unwrap_or(why)).map(Choice::one),
    }
}

/// The options that are named with blanks or commas between.
fn listed(text: &str, asked: &RequestView, words: Words) -> Result<Vec<Item>, String> {
    tokens(text).map(|token| single(token, asked, words)).collect()
}

/// The option of a number, an object or an item in short words.
fn single(token: &str, asked: &RequestView, words: Words) -> Result<Item, String> {
    let count = asked.options.len();
    if let Ok(number) = token.parse::<usize>() {
        let option = number.checked_sub(1).and_then(|place| asked.options.get(place));
        return option
            .map(|option| option.item)
            .ok_or_else(|| format!("there is no option {number} (1 to {count})"));
    }
    let item = words::item(token, words).ok_or_else(|| format!("\"{token}\" is not understood"))?;
    let Item::Object(id) = item else { return Ok(item) };
    let named: Vec<_> = asked.options.iter().filter(|option| words::names(&option.item, id)).collect();
    match named.as_slice() {
        [] => Ok(item),
        [option] => Ok(option.item),
        several if several.iter().any(|option| option.item == item) => Ok(item),
        several => Err(format!(
            "{id} may mean: {}",
            several.iter().map(|option| option.text.as_str()).collect::<Vec<_>>().join(" / ")
        )),
    }
}

/// The option that has these words; options that read the same are as good as each other.
fn by_words(text: &str, asked: &RequestView) -> Result<Item, Option<String>> {
    let wanted = text.to_lowercase();
    let with = |fits: &dyn Fn(&str) -> bool| {
        asked.options.iter().filter(|option| fits(&option.text.to_lowercase())).collect::<Vec<_>>()
    };
    let mut found = with(&|option| option == wanted);
    if found.is_empty() && !wanted.is_empty() {
        found = with(&|option| option.contains(&wanted));
    }
    match found.as_slice() {
        [] => Err(None),
        [first, rest @ ..] if rest.iter().all(|option| option.text == first.text) => Ok(first.item),
        several => Err(Some(format!(
            "\"{text}\" may mean: {}",
            several.iter().map(|option| option.text.as_str()).collect::<Vec<_>>().join(" / ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use duelog_kernel::{ObjectId, Prompt, RuleId, Seat};

    use super::*;

    const WORDS: Words = Words { verbs: &["cast", "play"], symbols: &["white"] };

    fn asked(ask: Ask, texts: &[(Item, &str)]) -> RequestView {
        let options =
            texts.iter().map(|(item, text)| OptionView { item: *item, text: text.to_string() }).collect();
        RequestView {
            seat: Seat(0),
            prompt: Prompt::new("test", false),
            question: String::new(),
            rule: RuleId::new("1"),
            ask,
            options,
            source: None,
            effect: None,
        }
    }

    fn picking(min: u32, max: u32) -> RequestView {
        let id = ObjectId;
        let texts = [
            (Item::Pass, "pass"),
            (Item::Ability(id(7), 0), "{T}: add {G} (Elves #7)"),
            (Item::Act(0, id(3)), "cast Bear"),
            (Item::Act(0, id(4)), "cast Bear"),
            (Item::Act(0, id(5)), "cast Wurm"),
            (Item::Act(1, id(6)), "play Forest"),
            (Item::PairSeat(id(8), Seat(1)), "Giant #8 attacks seat 1"),
        ];
        let options = texts.iter().map(|text| text.0).collect();
        asked(Ask::Pick { options, min, max, ordered: false, constraints: Vec::new() }, &texts)
    }

    /// Where there is nothing to choose, everything that people type for nothing is the answer.
    #[test]
    fn a_question_with_nothing_to_choose_is_answered_by_every_word_for_nothing() {
        let empty = asked(Ask::pick(Vec::new(), 0, 0), &[]);
        let no = asked(Ask::one_of(vec![Item::Flag(false)]), &[(Item::Flag(false), "no")]);
        for text in ["done", "none", "nothing", "no", "pass", "0", "1"] {
            assert_eq!(read(text, &empty, WORDS), Ok(Choice::Pick(Vec::new())), "{text}");
            assert_eq!(read(text, &no, WORDS), Ok(Choice::one(Item::Flag(false))), "{text}");
        }
        assert!(hint(&empty).contains("`done`") && hint(&no).contains("`none`"));
        assert!(read("2", &empty, WORDS).is_err());
        // A limit on what is chosen together is none where nothing can be.
        let limited =
            Ask::Pick { options: Vec::new(), min: 0, max: 2, ordered: false, constraints: Vec::new() };
        assert_eq!(read("done", &asked(limited, &[]), WORDS), Ok(Choice::Pick(Vec::new())));
        // Where there is something, or passing is offered, these words keep their meaning.
        assert_eq!(read("1", &picking(0, 2), WORDS), Ok(Choice::one(Item::Pass)));
        assert_eq!(only(&asked(Ask::one_of(vec![Item::Pass]), &[(Item::Pass, "pass")])), None);
    }

    #[test]
    fn an_option_is_named_in_many_ways() {
        let asked = picking(1, 1);
        for (text, item) in [
            ("1", Item::Pass),
            ("pass", Item::Pass),
            ("3", Item::Act(0, ObjectId(3))),
            ("#4", Item::Act(0, ObjectId(4))),
            ("cast bear", Item::Act(0, ObjectId(3))),
            ("wurm", Item::Act(0, ObjectId(5))),
            ("Play Forest", Item::Act(1, ObjectId(6))),
            ("play:6", Item::Act(1, ObjectId(6))),
            ("#8", Item::PairSeat(ObjectId(8), Seat(1))),
            ("8-seat:1", Item::PairSeat(ObjectId(8), Seat(1))),
            ("#99", Item::Object(ObjectId(99))),
        ] {
            assert_eq!(read(text, &asked, WORDS), Ok(Choice::one(item)), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let asked = picking(1, 1);
        for (text, part) in [
            ("0", "no option 0"),
            ("9", "1 to 7"),
            ("cast", "may mean: cast Bear"),
            ("dance", "\"dance\" is not understood"),
        ] {
            let why = read(text, &asked, WORDS).unwrap_err();
            assert!(why.contains(part), "{text}: {why}");
        }
    }

    #[test]
    fn several_options_are_listed() {
        let asked = picking(0, 7);
        let two = Choice::Pick(vec![Item::Pass, Item::Act(0, ObjectId(5))]);
        assert_eq!(read("1 5", &asked, WORDS), Ok(two.clone()));
        assert_eq!(read("1, #5", &asked, WORDS), Ok(two.clone()));
        assert_eq!(read("none", &asked, WORDS), Ok(Choice::Pick(Vec::new())));
        assert!(matches!(read("all", &asked, WORDS), Ok(Choice::Pick(items)) if items.len() == 7));
        assert_eq!(read("all but 2 3 4 6 7", &asked, WORDS), Ok(two));
        assert_eq!(read("only 1", &asked, WORDS), Ok(Choice::one(Item::Pass)));
        assert!(read("all but 9", &asked, WORDS).is_err());
    }

    #[test]
    fn how_many_are_wanted_stands_with_the_question() {
        for (min, max, how) in [
            (1, 1, None),
            (0, 1, Some("choose one, or `none`")),
            (0, 7, Some("choose 0 to 7: numbers with blanks, `all`, `none`")),
            (0, 9, Some("choose 0 to 7: numbers with blanks, `all`, `none`")),
            (2, 2, Some("choose 2: numbers with blanks")),
            (1, 3, Some("choose 1 to 3: numbers with blanks")),
        ] {
            assert_eq!(super::how(&picking(min, max), false).as_deref(), how);
        }
        assert!(super::how(&picking(0, 7), true).is_some_and(|how| how.ends_with("; Enter takes all")));
        for (text, one) in
            [("1", true), ("#17", true), ("1 2", false), ("only 1", false), ("bear", false), ("", false)]
        {
            assert_eq!(is_one_key(text), one, "{text}");
        }
    }

    #[test]
    fn numbers_shares_and_names_are_read() {
        assert_eq!(read(" 4 ", &asked(Ask::Number { min: 0, max: 9 }, &[]), WORDS), Ok(Choice::Number(4)));
        assert!(read("four", &asked(Ask::Number { min: 0, max: 9 }, &[]), WORDS).is_err());
        let options = [(Item::Object(ObjectId(17)), "Bear #17"), (Item::Seat(Seat(1)), "seat 1")];
        let split = asked(
            Ask::Split {
                total: 3,
                options: options.iter().map(|option| option.0).collect(),
                constraints: Vec::new(),
            },
            &options,
        );
        let shares = Choice::Split(vec![(Item::Object(ObjectId(17)), 1), (Item::Seat(Seat(1)), 2)]);
        assert_eq!(read("#17=1 seat:1=2", &split, WORDS), Ok(shares.clone()));
        assert_eq!(read("1=1 2=2", &split, WORDS), Ok(shares));
        assert!(read("17", &split, WORDS).is_err());
        let name = asked(Ask::Name { among: vec!["Giant Growth".to_string()].into() }, &[]);
        assert_eq!(read("giant growth", &name, WORDS), Ok(Choice::Name("Giant Growth".to_string())));
    }
}
