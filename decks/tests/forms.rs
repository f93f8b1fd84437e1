//! Any list, written in any form, is read as it was; and any bytes at all are read, or refused at a line that they
//! have.

use duelog_decks::{Form, List, read};
use duelog_kernel::deck;
use proptest::collection::vec;
use proptest::prelude::*;

type Cards = Vec<(u16, String)>;

/// Names as cards have them: words with marks between, none of them a heading or a number.
fn name() -> impl Strategy<Value = String> {
    "Own [A-Z][a-zûÆ]{1,8}( // [A-Z][a-z]{1,5}|'s [A-Z][a-z]{1,4}|, [a-z]{2,6}|-[A-Z][a-z]{1,4})?"
}

fn cards(least: usize) -> impl Strategy<Value = Cards> {
    vec((1_u16..100, name()), least..20)
}

fn lines(cards: &Cards, line: impl Fn(u16, &str, usize) -> String) -> String {
    cards.iter().enumerate().map(|(place, (count, name))| line(*count, name, place) + "\n").collect()
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('\'', "&apos;")
}

/// A deck and its sideboard in each form.
fn written(deck: &Cards, side: &Cards) -> Vec<(Form, String)> {
    let plain = |cards: &Cards| lines(cards, |count, name, _| format!("{count} {name}"));
    let print = |cards: &Cards| lines(cards, |count, name, place| format!("{count} {name} (OWN) {place}"));
    let both = |deck: String, between: &str, side: String| format!("{deck}{between}{side}");
    let zone = |name: &str, cards: &Cards| {
        let cards =
            lines(cards, |count, name, _| format!("<card number=\"{count}\" name=\"{}\"/>", escaped(name)));
        format!("<zone name=\"{name}\">\n{cards}</zone>\n")
    };
    let dek = |cards: &Cards, side: bool| {
        lines(cards, |count, name, _| {
            format!(
                "<Cards CatID=\"1\" Quantity=\"{count}\" Sideboard=\"{side}\" Name=\"{}\" />",
                escaped(name)
            )
        })
    };
    let row =
        |cards: &Cards, side: &str| lines(cards, |count, name, _| format!("\"{name}\",{count},1,{side}"));
    let marked = |cards: &Cards, before: &str, set: &str| {
        lines(cards, |count, name, _| format!("{before}{count} {set}{name}"))
    };
    vec![
        (Form::Plain, both(plain(deck), "Sideboard\n", plain(side))),
        (Form::Arena, both(print(deck), "\nSideboard\n", print(side))),
        (Form::Marked, both(marked(deck, "", ""), "", marked(side, "SB: ", ""))),
        (Form::Xmage, both(marked(deck, "", "[OWN:7] "), "", marked(side, "SB: ", "[OWN:8] "))),
        (Form::Workstation, both(marked(deck, "  ", "[OWN] "), "", marked(side, "SB:  ", "[OWN] "))),
        (
            Form::Forge,
            both(
                format!("[main]\n{}", lines(deck, |count, name, _| format!("{count} {name}|OWN"))),
                "[sideboard]\n",
                lines(side, |count, name, _| format!("{count} {name}|OWN|2")),
            ),
        ),
        (
            Form::Cockatrice,
            format!("<cockatrice_deck>{}{}</cockatrice_deck>", zone("main", deck), zone("side", side)),
        ),
        (Form::MagicOnlineDek, format!("<Deck>\n{}{}</Deck>", dek(deck, false), dek(side, true))),
        (
            Form::MagicOnlineCsv,
            format!("Card Name,Quantity,ID #,Sideboarded\n{}{}", row(deck, "No"), row(side, "Yes")),
        ),
    ]
}

fn told(list: &List, beside: bool) -> Cards {
    let of = list.entries.iter().filter(|entry| entry.beside == beside);
    of.map(|entry| (entry.count, entry.name.bare().to_string())).collect()
}

proptest! {
    #[test]
    fn a_list_is_read_as_it_was_written(deck in cards(1), side in cards(1), ends in any::<bool>(), mark in any::<bool>()) {
        for (form, text) in written(&deck, &side) {
            let text = if ends { text.replace('\n', "\r\n") } else { text };
            let text = if mark { format!("\u{feff}{text}") } else { text };
            let list = read(text.as_bytes()).unwrap_or_else(|error| panic!("{form}: {error}\n{text}"));
            prop_assert_eq!(list.form, form, "{}", text);
            prop_assert_eq!(&told(&list, false), &deck, "{}", text);
            prop_assert_eq!(&told(&list, true), &side, "{}", text);
        }
    }

    /// The kernel's reader of plain lists is a twin.
    #[test]
    fn plain_lists_are_read_as_the_kernel_reads_them(deck in cards(0), side in cards(0), title in "[A-Z][a-z]{1,8}") {
        let plain = |cards: &Cards| lines(cards, |count, name, _| format!("{count} {name}"));
        let text = format!("# {title}\n# about it\n{}\n// more\n\nSideboard\n{}", plain(&deck), plain(&side));
        let (list, own) = (read(text.as_bytes()).unwrap(), deck::parse(&text).unwrap());
        prop_assert_eq!(list.form, Form::Plain);
        prop_assert_eq!(&list.name, &own.name);
        prop_assert_eq!(told(&list, false), own.cards);
        prop_assert_eq!(told(&list, true), own.sideboard);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        known_lines(&bytes);
    }

    /// The same with the signs that the forms are made of.
    #[test]
    fn any_signs_are_read_or_refused(text in "([0-9 x#/<>\\[\\](){}|:;,\"'=*^_+\n\t]|Deck|Sideboard|SB:|Name|Count|cards|<Cards |Quantity|[a-z]){0,80}") {
        known_lines(text.as_bytes());
    }
}

fn known_lines(bytes: &[u8]) {
    let ends = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u32;
    match read(bytes) {
        Ok(list) => {
            assert!(list.entries.iter().all(|entry| entry.count > 0 && (1..=ends + 1).contains(&entry.line)))
        }
        Err(error) => assert!((1..=ends + 1).contains(&error.line) && !error.message.is_empty(), "{error}"),
    }
}

/// Large files are refused, and soon.
#[test]
fn what_is_large_is_bounded() {
    let fault = |text: &str| read(text.as_bytes()).unwrap_err();
    assert!(fault(&"1 Own Card\n".repeat(10_001)).message.contains("more than 10000 lines"));
    assert!(fault(&format!("1 {}", "a".repeat(3_000))).message.contains("more than 2000 bytes"));
    assert!(fault(&format!("1 Own{}", "+".repeat(1 << 20))).message.contains("more than 2000 bytes"));
    assert!(fault(&"<Deck>".repeat(1 << 18)).message.contains("not well formed"));
    assert!(fault(&format!("{{\"cards\":{}", "[".repeat(1 << 20))).message.contains("cannot be read"));
    let cards = "<Cards Quantity=\"1\" Name=\"a\"/>".repeat(10_001);
    assert!(fault(&format!("<Deck>{cards}</Deck>")).message.contains("more than 10000 lines"));
    assert!(
        fault(&format!("Count,Name\n{}", "1,a\n".repeat(10_001))).message.contains("more than 10000 lines")
    );
}
