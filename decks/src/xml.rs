//! Decks in XML: those of Magic Online and of Cockatrice.

use duelog_kernel::deck::DeckError;
use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::form::Form;
use crate::list::{Entry, List, Written};

/// The most nodes of a document.
const NODES_MAX: u32 = 200_000;

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The line of an element, from 1.
    fn line(&self, node: Node<'_, '_>) -> u32 {
        self.0.partition_point(|begin| *begin <= node.range().start) as u32
    }
}

/// Reads a deck in XML.
///
/// # Errors
/// Where the text is not XML, or not that of a deck.
pub(crate) fn read(text: &str) -> Result<List, DeckError> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    let xml = text.trim_start();
    let document = Document::parse_with_options(xml, options).map_err(|error| {
        let line = match error {
            Error::UnexpectedEndOfStream | Error::UnclosedRootNode => xml.lines().count() as u32,
            _ => error.pos().row,
        };
        DeckError {
            line: skipped(text) + line,
            message: format!("this begins as XML and is not well formed: {error}"),
        }
    })?;
    let lines = Lines::of(xml);
    let root = document.root_element();
    let mut list = match root.tag_name().name() {
        "Deck" => magic_online(root, &lines),
        "cockatrice_deck" => cockatrice(root, &lines),
        other => Err(DeckError {
            line: lines.line(root),
            message: format!(
                "this is XML of <{}>; decks are read from that of Magic Online (<Deck>) and of Cockatrice (<cockatrice_deck>)",
                crate::line::short(other)
            ),
        }),
    }
    .map_err(|error| DeckError { line: error.line + skipped(text), ..error })?;
    list.entries.iter_mut().for_each(|entry| entry.line += skipped(text));
    Ok(list)
}

/// How many empty lines stand before the document.
fn skipped(text: &str) -> u32 {
    text[..text.len() - text.trim_start().len()].matches('\n').count() as u32
}

/// `<Cards CatID="1" Quantity="4" Sideboard="false" Name="Own Card" Annotation="0" />`.
fn magic_online(root: Node<'_, '_>, lines: &Lines) -> Result<List, DeckError> {
    let mut list = List::of(Form::MagicOnlineDek);
    for node in root.children().filter(|node| node.has_tag_name("Cards")) {
        let beside = node.attribute("Sideboard").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        push(&mut list, node, lines, ("Quantity", "Name"), beside)?;
    }
    Ok(list)
}

/// `<zone name="main"><card number="4" name="Own Card"/></zone>`.
fn cockatrice(root: Node<'_, '_>, lines: &Lines) -> Result<List, DeckError> {
    let mut list = List::of(Form::Cockatrice);
    let named = root.children().find(|node| node.has_tag_name("deckname"));
    list.name = named.and_then(|node| node.text()).unwrap_or_default().trim().to_string();
    for zone in root.children().filter(|node| node.has_tag_name("zone")) {
        let name = zone.attribute("name").unwrap_or_default();
        let cards = zone.children().filter(|node| node.has_tag_name("card"));
        let beside = match name {
            "main" => false,
            "side" => true,
            other => {
                let count = cards.count();
                let other = crate::line::short(other);
                list.notes.push(format!("the zone \"{other}\" is left out: lines with cards in it: {count}"));
                continue;
            }
        };
        for node in cards {
            push(&mut list, node, lines, ("number", "name"), beside)?;
        }
    }
    Ok(list)
}

/// Adds the card of an element, whose number and name stand in these attributes.
fn push(
    list: &mut List,
    node: Node<'_, '_>,
    lines: &Lines,
    (number, name): (&str, &str),
    beside: bool,
) -> Result<(), DeckError> {
    let line = lines.line(node);
    let fault = |message: String| DeckError { line, message };
    let element = node.tag_name().name();
    let name = node.attribute(name).map(str::trim).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| fault(format!("this <{element}> does not name its card")))?;
    let count = node.attribute(number).unwrap_or("1").trim();
    let count = count.parse::<u16>().ok().filter(|count| *count > 0).ok_or_else(|| {
        fault(format!("`{number}=\"{}\"` is not a number of cards", crate::line::short(count)))
    })?;
    list.push(Entry { line, count, name: Written::plain(name), beside }).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_of_magic_online_is_read() {
        let text = "\n<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n<NetDeckID>0</NetDeckID>\n<Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"false\" Name=\"Wear/Tear\" Annotation=\"0\" />\n<Cards CatID=\"2\" Quantity=\"3\" Sideboard=\"True\" Name=\"Jotun&apos;s Own\" />\n</Deck>";
        let list = read(text).unwrap();
        assert_eq!((list.form, list.counts().deck, list.counts().beside), (Form::MagicOnlineDek, 4, 3));
        assert_eq!((list.entries[0].line, list.entries[1].name.bare()), (5, "Jotun's Own"));
    }

    #[test]
    fn a_deck_of_cockatrice_is_read() {
        let text = "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\">\n<deckname>Own</deckname>\n<zone name=\"main\">\n<card number=\"4\" name=\"Own Card\"/>\n<card name=\"Other\"/>\n</zone>\n<zone name=\"side\"><card number=\"2\" price=\"0\" name=\"Third\"/></zone>\n<zone name=\"tokens\"><card number=\"1\" name=\"Token\"/></zone>\n</cockatrice_deck>\n";
        let list = read(text).unwrap();
        assert_eq!((list.form, list.name.as_str()), (Form::Cockatrice, "Own"));
        assert_eq!((list.counts().deck, list.counts().beside), (5, 2));
        assert_eq!(list.notes, ["the zone \"tokens\" is left out: lines with cards in it: 1"]);
    }

    #[test]
    fn what_is_not_a_deck_is_refused_at_its_line() {
        let fault = |text: &str| read(text).map(|_| ()).unwrap_err();
        assert_eq!(fault("<Deck>\n<Cards Quantity=\"4\"/>\n</Deck>").line, 2);
        assert_eq!(fault("<Deck>\n\n<Cards Quantity=\"0\" Name=\"x\"/>\n</Deck>").line, 3);
        assert_eq!(fault("\n<Deck>\n<Cards\n").line, 3);
        assert!(fault("<html><body/></html>").message.contains("XML of <html>"));
        assert!(fault("<!DOCTYPE a [<!ENTITY b \"c\">]><Deck/>").message.contains("not well formed"));
        let deep = "<Deck>".repeat(100_000);
        assert!(fault(&deep).message.contains("not well formed"));
    }
}
