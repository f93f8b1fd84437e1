//! What the kernel's reader makes of definitions is what the library `ron` makes of them, of good ones and of bad ones.

use std::fmt::Debug;

use duelog_kernel::migration;
use duelog_kernel::renamed::Versioned;
use duelog_kernel::rng::{Purpose, Rng, Seed, Stream};
use duelog_kernel::ron_text::read;
use duelog_tests::games::factories;
use serde::de::DeserializeOwned;

/// How often each definition is read with something wrong in it.
const WRONG: u32 = 24;

/// What is put into a definition where it does not belong.
const PIECES: [&str; 24] = [
    "(", ")", "[", "]", "{", "}", ",", ":", "\"", "'", "\\", "-", "1", "0x1F", "1_0", " ", "Some(", "None",
    "()", "true", "// c\n", "/* c */", "r#\"a\"#", "name: ",
];

fn ron_reads<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| error.to_string())
}

/// Nothing, or how the readings differ.
fn differ<T: DeserializeOwned + PartialEq>(text: &str) -> Option<String> {
    match (read::<T>(text), ron_reads::<T>(text)) {
        (Ok(own), Ok(other)) => (own != other).then(|| "they read different values".to_string()),
        (Err(_), Err(_)) => None,
        // ron knows no bounds.
        (Err(error), Ok(_)) if error.message.ends_with("the largest number here") => None,
        (Ok(_), Err(error)) => Some(format!("only ron refuses it: {error}")),
        (Err(error), Ok(_)) => Some(format!("only the kernel refuses it: {error}")),
    }
}

/// The text with a piece of it taken out, put in or exchanged at random.
fn wrong(text: &str, luck: &mut Stream) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut place = |most: usize| luck.below(most as u32) as usize;
    let at = place(letters.len());
    let piece = PIECES[place(PIECES.len())].chars();
    match place(4) {
        0 => drop(letters.remove(at)),
        1 => drop(letters.splice(at..at, piece).count()),
        2 => drop(letters.splice(at..=at, piece).count()),
        _ => {
            let other = place(letters.len());
            letters.swap(at, other);
        }
    }
    letters.into_iter().collect()
}

#[test]
fn definitions_of_magic_are_read_as_ron_reads_them() {
    check::<duelog_magic::language::definition::Definition>("magic");
}

#[test]
fn definitions_of_duel_masters_are_read_as_ron_reads_them() {
    check::<duelog_duel_masters::language::definition::Definition>("duel-masters");
}

#[test]
fn definitions_of_flesh_and_blood_are_read_as_ron_reads_them() {
    check::<duelog_flesh_and_blood::language::definition::Definition>("flesh-and-blood");
}

fn check<T: DeserializeOwned + PartialEq + Debug + Versioned>(game: &str) {
    let factory = factories().into_iter().find(|factory| factory.game() == game).expect("it is there");
    let mut luck = Rng::new(Seed::from_number(7)).peek(Purpose::Shuffle);
    for card in factory.cards().into_iter().filter(|card| !card.compiled) {
        let written = factory.card(&card.name).expect("it is defined").definition;
        // ron knows no words that the language has given up.
        let text = factory.migrated(&written).expect("it can be read").text;
        assert_eq!(migration::read::<T>(&written), read::<T>(&text), "{}", card.name);
        assert_eq!(differ::<T>(&text), None, "{}", card.name);
        assert!(read::<T>(&text).is_ok(), "{}", card.name);
        for _ in 0..WRONG {
            let text = wrong(&text, &mut luck);
            if let Some(difference) = differ::<T>(&text) {
                panic!("{}: {difference}\n{text}", card.name);
            }
        }
    }
}
