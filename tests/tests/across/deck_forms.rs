//! The same deck in each form that other programs write, and the names that people write for cards.

use std::collections::BTreeMap;
use std::fs;

use duelog_decks::{Form, Found, Names, Settled, folded, read};
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Factory;
use duelog_kernel::factory::GameFactory;
use duelog_kernel::setup::Agreement;
use duelog_magic::Magic;
use duelog_tests::games::{Played, factories};
use duelog_tests::root;

/// The files of `fixtures/deck-forms/<game>`, with the form of each and whether it has the cards beside the deck too.
const MAGIC: [(&str, Form); 16] = [
    ("archidekt.csv", Form::ArchidektCsv),
    ("archidekt.txt", Form::Arena),
    ("arena.txt", Form::Arena),
    ("cockatrice.cod", Form::Cockatrice),
    ("forge.dck", Form::Forge),
    ("goldfish.txt", Form::Plain),
    ("groups.txt", Form::Plain),
    ("magic-online.csv", Form::MagicOnlineCsv),
    ("magic-online.dek", Form::MagicOnlineDek),
    ("magic-online.txt", Form::MagicOnlineText),
    ("marked.dec", Form::Marked),
    ("moxfield.txt", Form::Arena),
    ("plain.txt", Form::Plain),
    ("tappedout.csv", Form::Csv),
    ("workstation.mwDeck", Form::Workstation),
    ("xmage.dck", Form::Xmage),
];

const FLESH_AND_BLOOD: [(&str, Form); 5] = [
    ("fabdb.txt", Form::FabDb),
    ("fabrary.txt", Form::Fabrary),
    ("plain.txt", Form::Plain),
    ("talishar.json", Form::TalisharJson),
    ("talishar.txt", Form::Talishar),
];

const DUEL_MASTERS: [(&str, Form); 4] = [
    ("columns.txt", Form::Plain),
    ("japanese.txt", Form::Plain),
    ("plain.txt", Form::Plain),
    ("two-names.txt", Form::Plain),
];

fn settled(factory: &dyn Factory, file: &str) -> Settled {
    let path = root().join("fixtures/deck-forms").join(factory.game()).join(file);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let list = read(&bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    let by = factory.beside(&Agreement::default());
    list.settled(&Names::of(factory), by).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// How many of each card.
fn counted(cards: &[(u16, String)]) -> BTreeMap<&str, u16> {
    let mut counted = BTreeMap::new();
    for (count, name) in cards {
        *counted.entry(name.as_str()).or_default() += count;
    }
    counted
}

fn is_the_same_deck_in_each_form<G: Played>(forms: &[(&str, Form)], sizes: (u32, u32)) {
    let factory = G::factory();
    let plain = settled(&*factory, "plain.txt");
    assert_eq!((plain.deck.total(), plain.deck.beside()), sizes);
    let folder = root().join("fixtures/deck-forms").join(factory.game());
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut there: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    there.sort();
    assert_eq!(there, forms.iter().map(|form| form.0).collect::<Vec<_>>());
    for (file, form) in forms {
        let found = settled(&*factory, file);
        assert_eq!(found.missing, [], "{file}");
        assert_eq!(found.form, *form, "{file}");
        assert_eq!(counted(&found.deck.cards), counted(&plain.deck.cards), "{file}");
        assert_eq!(counted(&found.deck.sideboard), counted(&plain.deck.sideboard), "{file}");
        assert_eq!(found.lines.len(), found.deck.all().count(), "{file}");
        let left_out = found.notes.iter().any(|note| note.contains("left out"));
        assert_eq!(left_out, file.starts_with("archidekt") || file.starts_with("tappedout"), "{file}");
    }
}

#[test]
fn a_deck_of_magic_is_the_same_in_each_form() {
    is_the_same_deck_in_each_form::<Magic>(&MAGIC, (60, 6));
}

#[test]
fn a_deck_of_flesh_and_blood_is_the_same_in_each_form() {
    is_the_same_deck_in_each_form::<FleshAndBlood>(&FLESH_AND_BLOOD, (47, 0));
}

#[test]
fn a_deck_of_duel_masters_is_the_same_in_each_form() {
    is_the_same_deck_in_each_form::<DuelMasters>(&DUEL_MASTERS, (40, 0));
}

/// No two cards that a deck can have are compared as the same, so that each name means one card.
#[test]
fn no_two_cards_of_a_game_are_compared_as_the_same() {
    for factory in factories() {
        let mut by_fold: BTreeMap<String, String> = BTreeMap::new();
        for card in factory.cards().into_iter().filter(|card| !card.test_only) {
            if let Some(other) = by_fold.insert(folded(&card.name), card.name.clone()) {
                assert_eq!(other, card.name, "both are compared as \"{}\"", folded(&card.name));
            }
        }
    }
}

#[test]
fn names_are_known_however_they_are_written() {
    let magic = Magic::factory();
    let names = Names::of(&*magic);
    for (written, wanted) in [
        ("lightning bolt", "Lightning Bolt"),
        ("LIGHTNING  BOLT", "Lightning Bolt"),
        ("Legions of Lim-Dul", "Legions of Lim-Dûl"),
        ("Legions of Lim\u{2010}Du\u{302}l", "Legions of Lim-Dûl"),
        ("Kodama\u{2019}s Might", "Kodama's Might"),
        ("Kodama`s Might", "Kodama's Might"),
        ("Kodamas Might", "Kodama's Might"),
        ("Wear/Tear", "Wear // Tear"),
        ("wear / tear", "Wear // Tear"),
        ("Wear//Tear", "Wear // Tear"),
        ("Wear", "Wear // Tear"),
        // Double-faced cards are known by their front.
        ("Instigator Gang // Wildblood Pack", "Instigator Gang"),
        ("Instigator Gang", "Instigator Gang"),
        ("Ｌｉｇｈｔｎｉｎｇ　Ｂｏｌｔ", "Lightning Bolt"),
    ] {
        assert_eq!(names.find(written), Found::Card(wanted.to_string()), "{written}");
    }
    for unknown in ["Lightning Bolts", "Forest // Plains", "Tear/Wear", "", "/", "森"] {
        assert_eq!(names.find(unknown), Found::Unknown, "{unknown}");
    }
    let masters = DuelMasters::factory();
    let names = Names::of(&*masters);
    for (written, wanted) in [
        ("uberdragon bajula", "Überdragon Bajula"),
        ("アクア・ハルカス", "Aqua Hulcus"),
        ("アクアハルカス", "Aqua Hulcus"),
    ] {
        assert_eq!(names.find(written), Found::Card(wanted.to_string()), "{written}");
    }
    let blood = FleshAndBlood::factory();
    let names = Names::of(&*blood);
    for written in ["Head Jab (red)", "head jab (Red)", "head_jab_red", "head-jab-red"] {
        assert_eq!(names.find(written), Found::Card("Head Jab (red)".to_string()), "{written}");
    }
    assert_eq!(names.find("Head Jab"), Found::Unknown);
    let hint = names.hint("Head Jab").unwrap();
    assert!(hint.contains("lacks its variant") && hint.contains("\"Head Jab (red)\""), "{hint}");
}

/// Where two cards are compared as the same, the exact name is one of them, and another way to write it is refused
/// with both.
#[test]
fn a_name_that_can_be_each_of_two_cards_is_told() {
    let card = |name: &str| {
        let text =
            format!("Card(name: \"{name}\", cost: \"{{G}}\", types: \"Creature - Bear\", size: (2, 2))");
        (format!("{name}.ron"), text)
    };
    let factory = GameFactory::<Magic>::boxed(vec![card("Own Elan"), card("Own Élan")].into())
        .unwrap_or_else(|error| panic!("{error:?}"));
    let names = Names::of(&*factory);
    let list = read("1 Own Elan\n2 Own Élan\n3 own elan\n4 Own Elam\n".as_bytes()).unwrap();
    let settled = list.settled(&names, None).unwrap();
    assert_eq!(settled.deck.cards[0].1, "Own Elan");
    assert_eq!(settled.deck.cards[1].1, "Own Élan");
    let told: Vec<_> =
        settled.missing.iter().map(|card| (card.line, card.count, card.name.as_str())).collect();
    assert_eq!(told, [(3, 3, "own elan"), (4, 4, "Own Elam")]);
    assert_eq!(settled.missing[0].hint.as_deref(), Some("it can be each of \"Own Elan\", \"Own Élan\""));
    assert_eq!(settled.missing[1].hint.as_deref(), Some("did you mean \"Own Elan\"?"));
}

/// Names with commas of their own in a line that lists several.
#[test]
fn several_names_in_a_line_are_told_apart() {
    let card = |name: &str| {
        let text =
            format!("Card(name: \"{name}\", cost: \"{{G}}\", types: \"Creature - Bear\", size: (2, 2))");
        (format!("{name}.ron"), text)
    };
    let added = vec![card("Own Blade, Edge of Own"), card("Own Blade")];
    let factory = GameFactory::<Magic>::boxed(added.into()).unwrap_or_else(|error| panic!("{error:?}"));
    let names = Names::of(&*factory);
    let weapons = |text: &str| {
        let list = read(format!("Weapons: {text}\n").as_bytes()).unwrap();
        list.settled(&names, None).unwrap()
    };
    let found = weapons("own blade, edge of own, Own Blade");
    assert_eq!(
        found.deck.cards.iter().map(|card| card.1.as_str()).collect::<Vec<_>>(),
        ["Own Blade, Edge of Own", "Own Blade"]
    );
    assert_eq!(weapons("Own Blade, Nothing").missing[0].name, "Nothing");
    assert_eq!(weapons(&"Own Blade, ".repeat(100)).missing.len(), 1);
}
