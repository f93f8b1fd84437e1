//! The definitions that are built in, and those that the command line adds.

use duelog_kernel::Factory;
use duelog_kernel::definition::{Card as _, file_name};
use duelog_magic::cards::{COMPILED, FILES};
use duelog_magic::factory::MagicFactory;
use duelog_magic::language::meaning::meaning;
use duelog_magic::language::parse::parse;
use duelog_magic::rules::naming::COMPILED_TOKENS;
use duelog_magic::state::card_pool::Card;

#[test]
fn every_file_is_named_by_its_card() {
    for (file, text) in FILES.iter() {
        let card = Card::compile(text).unwrap_or_else(|error| panic!("{file}:{error}"));
        let folder = match (card.is_test_only(), card.is_token()) {
            (true, _) => "test/",
            (false, true) => "tokens/",
            (false, false) => "",
        };
        assert_eq!(*file, format!("{folder}{}", file_name(card.name())), "the file of {}", card.name());
    }
}

#[test]
fn every_definition_is_sound() {
    let factory = MagicFactory::default();
    let faults: Vec<String> = FILES
        .iter()
        .filter_map(|(file, text)| Some(format!("{file}:{}", factory.check(text).err()?)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    for (file, text) in FILES.iter() {
        let names = factory.check(text).unwrap();
        let card =
            factory.card(&names[0]).unwrap_or_else(|| panic!("{file}: {names:?} is not found by its name"));
        assert!(
            card.reading.iter().all(|line| !line.is_empty() && !line.contains("  ")),
            "{file}: {:?}",
            card.reading
        );
    }
    assert_eq!(factory.cards().len(), FILES.len() + COMPILED.len());
}

#[test]
fn every_compiled_definition_is_sound_and_called_as_it_says() {
    let factory = MagicFactory::default();
    let mut faults = Vec::new();
    for (file, text) in COMPILED.iter() {
        match factory.check(text) {
            Err(error) => faults.push(format!("{file}:{error}")),
            Ok(names) => {
                let token = file.starts_with(COMPILED_TOKENS);
                let is_token = Card::compile(text).is_ok_and(|card| card.is_token());
                let found = Card::titles(text) == names && token == is_token;
                if !found || !file.ends_with(&format!("/{}", file_name(&names[0]))) {
                    faults.push(format!("{file}: it defines {names:?}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(20)]);
}

#[test]
fn a_reading_says_what_the_card_does() {
    let factory = MagicFactory::default();
    let reading = |name: &str| factory.card(name).unwrap_or_else(|| panic!("no {name}")).reading;
    assert_eq!(
        reading("Serra Angel"),
        ["Serra Angel {3}{W}{W}", "Creature - Angel 4/4", "Flying, vigilance"]
    );
    assert_eq!(reading("Divine Verdict")[2], "Destroy target attacking or blocking creature.");
    assert_eq!(reading("Soul Warden")[2], "Whenever another creature enters, gain 1 life.");
}

/// Of two players nobody is an opponent besides the defending player: what myriad's tokens do is told by scenarios of
/// a card that makes them for each opponent, and is the same otherwise.
#[test]
fn herd_of_echoes_is_myriad_for_each_opponent() {
    let own = &meaning("Myriad").expect("a keyword").abilities;
    let (_, text) = FILES.get("herd-of-echoes.ron").expect("a card for tests");
    let card = parse(text).expect("a definition");
    let said = format!("{own:?}");
    let others = "Except(PlayersExcept(You), Of(Defending(Event)))";
    assert!(said.contains(others), "{said}");
    assert_eq!(said.replace(others, "PlayersExcept(You)"), format!("{:?}", card.abilities));
}

#[test]
fn an_added_definition_takes_the_place_of_a_built_in_one() {
    let text = "Card(name: \"Runeclaw Bear\", cost: \"{G}\", types: \"Creature - Bear\", size: (3, 3))";
    let factory =
        MagicFactory::with_overrides(vec![("mine/bear.ron".to_string(), text.to_string())]).unwrap();
    assert_eq!(factory.card("Runeclaw Bear").unwrap().definition, text);
    assert_ne!(
        factory.card("Runeclaw Bear").unwrap().digest,
        MagicFactory::default().card("Runeclaw Bear").unwrap().digest
    );
    assert!(factory.cards().iter().any(|card| card.name == "Runeclaw Bear" && card.file == "mine/bear.ron"));

    let (file, error) =
        MagicFactory::with_overrides(vec![("bad.ron".to_string(), "Card(\n    name: 3)".to_string())])
            .unwrap_err();
    assert_eq!((file.as_str(), error.line), ("bad.ron", 2));
}

#[test]
fn a_token_that_nothing_defines_is_a_fault() {
    let text = "Card(name: \"A\", types: \"Sorcery\", spell: (effect: Do(Create(You, N(1), \"Nobody\"))))";
    assert!(MagicFactory::default().check(text).unwrap_err().message.contains("Nobody"));
}
