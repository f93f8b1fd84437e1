//! Decks in XML: those of Magic Online and of Cockatrice.
//!
//! The document is read element by element, so that nothing depends on how deep it is.

use duelog_kernel::deck::DeckError;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::form::Form;
use crate::line::short;
use crate::list::{Entry, List, Written};

/// Reads a deck in XML.
///
/// # Errors
/// Where the text is not XML, or not that of a deck.
pub(crate) fn read(text: &str) -> Result<List, DeckError> {
    let mut reader = Reader::from_str(text);
    let mut places = Places { text, at: 0, line: 1 };
    let mut document = Document::default();
    loop {
        let line = places.line(reader.buffer_position());
        let fault = |message: String| DeckError { line, message };
        let malformed =
            |why: &dyn std::fmt::Display| fault(format!("this begins as XML and is not well formed: {why}"));
        let event = reader.read_event();
        match event.map_err(|error| malformed(&error))? {
            Event::Start(element) => {
                document.open(&element, line).map_err(fault)?;
                document.depth += 1;
            }
            Event::Empty(element) => {
                document.open(&element, line).map_err(fault)?;
                document.close();
            }
            Event::End(_) => {
                document.depth = document.depth.saturating_sub(1);
                document.close();
            }
            Event::Text(words) if document.named => {
                let words = words.decode().map_err(|error| malformed(&error))?;
                document.name.push_str(&words);
            }
            Event::GeneralRef(sign) if document.named => {
                let sign = format!("&{};", sign.decode().map_err(|error| malformed(&error))?);
                document
                    .name
                    .push_str(&quick_xml::escape::unescape(&sign).map_err(|error| malformed(&error))?);
            }
            Event::DocType(_) => return Err(malformed(&"it has a document type, which no deck has")),
            Event::Eof if document.depth > 0 => {
                return Err(malformed(&format!("{} of its elements do not end", document.depth)));
            }
            Event::Eof => return document.finish().ok_or_else(|| malformed(&"it has no element")),
            _ => {}
        }
    }
}

/// The lines of places in a text that come one after the other.
struct Places<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl Places<'_> {
    /// The line of a place, from 1.
    fn line(&mut self, place: u64) -> u32 {
        let place = usize::try_from(place).unwrap_or(usize::MAX).min(self.text.len());
        let passed = self.text.as_bytes().get(self.at..place).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u32;
        self.at = self.at.max(place);
        self.line
    }
}

/// The part of a document that has been read.
#[derive(Default)]
struct Document {
    list: Option<List>,
    /// How many elements are open.
    depth: u32,
    /// True inside the element with the deck's name.
    named: bool,
    name: String,
    zone: Zone,
}

/// The zone of Cockatrice that is open.
#[derive(Default)]
enum Zone {
    #[default]
    None,
    Deck,
    Beside,
    /// Another one, by its name, with the number of cards in it.
    Other(String, u32),
}

impl Document {
    /// An element begins at this depth.
    fn open(&mut self, element: &BytesStart<'_>, line: u32) -> Result<(), String> {
        let name = String::from_utf8_lossy(element.local_name().into_inner()).into_owned();
        let Some(list) = &mut self.list else {
            let form = match name.as_str() {
                "Deck" => Form::MagicOnlineDek,
                "cockatrice_deck" => Form::Cockatrice,
                other => {
                    return Err(format!(
                        "this is XML of <{}>; decks are read from that of Magic Online (<Deck>) and of Cockatrice (<cockatrice_deck>)",
                        short(other)
                    ));
                }
            };
            self.list = Some(List::of(form));
            return Ok(());
        };
        match (list.form, self.depth, name.as_str()) {
            // `<Cards CatID="1" Quantity="4" Sideboard="false" Name="Own Card" Annotation="0" />`.
            (Form::MagicOnlineDek, 1, "Cards") => {
                let beside =
                    value(element, "Sideboard")?.is_some_and(|value| value.eq_ignore_ascii_case("true"));
                list.push(card(element, line, ("Quantity", "Name"), beside)?)
            }
            (Form::Cockatrice, 1, "deckname") => {
                self.named = true;
                Ok(())
            }
            // `<zone name="main"><card number="4" name="Own Card"/></zone>`.
            (Form::Cockatrice, 1, "zone") => {
                self.zone = match value(element, "name")?.unwrap_or_default().as_str() {
                    "main" => Zone::Deck,
                    "side" => Zone::Beside,
                    other => Zone::Other(short(other), 0),
                };
                Ok(())
            }
            (Form::Cockatrice, 2, "card") => {
                let beside = matches!(self.zone, Zone::Beside);
                match &mut self.zone {
                    Zone::None => Ok(()),
                    Zone::Deck | Zone::Beside => list.push(card(element, line, ("number", "name"), beside)?),
                    Zone::Other(_, count) => {
                        *count = count
                            .saturating_add(u32::from(card(element, line, ("number", "name"), false)?.count));
                        Ok(())
                    }
                }
            }
            _ => Ok(()),
        }
    }

    /// An element has ended, and the depth is that of its parent's content.
    fn close(&mut self) {
        if self.depth > 1 {
            return;
        }
        self.named = false;
        if let (Zone::Other(name, count), Some(list)) = (std::mem::take(&mut self.zone), &mut self.list) {
            list.notes.push(format!("{count} cards of the zone \"{name}\" are left out"));
        }
    }

    fn finish(self) -> Option<List> {
        let mut list = self.list?;
        list.name = short(self.name.trim());
        Some(list)
    }
}

/// The card of an element, whose number and name stand in these attributes.
fn card(
    element: &BytesStart<'_>,
    line: u32,
    (number, name): (&str, &str),
    beside: bool,
) -> Result<Entry, String> {
    let name = value(element, name)?.filter(|name| !name.trim().is_empty());
    let name = name.ok_or("this element does not name its card")?;
    let count = value(element, number)?.unwrap_or_else(|| "1".to_string());
    let counted = count.trim().parse::<u16>().ok().filter(|count| *count > 0);
    let count =
        counted.ok_or_else(|| format!("`{number}=\"{}\"` is not a number of cards", short(&count)))?;
    Ok(Entry { line, count, name: Written::plain(&name), beside })
}

/// The value of an attribute, if it is there.
fn value(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    let malformed = |why: &dyn std::fmt::Display| format!("the attribute `{name}` is not well formed: {why}");
    let Some(attribute) = element.try_get_attribute(name).map_err(|error| malformed(&error))? else {
        return Ok(None);
    };
    let value = attribute.unescape_value().map_err(|error| malformed(&error))?;
    Ok(Some(value.into_owned()))
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
        assert_eq!(list.notes, ["1 cards of the zone \"tokens\" are left out"]);
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
