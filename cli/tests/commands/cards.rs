//! `duelog cards`.

use std::fs;
use std::path::Path;

use crate::running::{arg, duelog};

const BEAR: &str = "Card(name: \"Own Bear\", cost: \"{G}\", types: \"Creature - Bear\", size: (2, 2))";

#[test]
fn built_in_definitions_are_sound() {
    let ran = duelog(["cards", "check"]).ends(0);
    assert!(ran.out.ends_with("definitions of magic, all sound\n"), "{}", ran.out);
    let lines = duelog(["cards", "check", "core/magic/cards", "--format", "json"]).ends(0).json();
    let listed = duelog(["cards", "list", "--game", "magic", "--format", "json"]).ends(0).json();
    let written = listed.iter().filter(|card| card["compiled"] == false).count();
    assert_eq!(lines.last().unwrap()["summary"]["definitions"], written);
}

#[test]
fn every_faulty_file_is_named_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    };
    write("a.ron", "Card(\n    name: 3)");
    write("deep/b.ron", "Card(name: \"B\", cost: \"{Q}\", types: \"Sorcery\")");
    write(
        "maker.ron",
        "Card(name: \"Maker\", types: \"Sorcery\", spell: (effect: Do(Create(You, N(1), \"Own Token\"))))",
    );
    let good = write("own-bear.ron", BEAR);
    write("notes.txt", "not a definition");

    let ran = duelog(["cards", "check", arg(folder.path())]).ends(1);
    let faults: Vec<&str> = ran.out.lines().collect();
    assert!(
        faults[0].starts_with(arg(&folder.path().join("a.ron"))) && faults[0].contains("a.ron:2:"),
        "{faults:#?}"
    );
    assert!(faults[1].contains("deep/b.ron:1:") && faults[1].contains("{Q}"), "{faults:#?}");
    assert!(faults[2].contains("maker.ron:1:76: ") && faults[2].contains("Own Token"), "{faults:#?}");
    assert_eq!(faults[3..], ["4 definitions of magic, 3 with a fault (--game names another game)"]);

    let lines = duelog(["cards", "check", "--format", "json", arg(folder.path())]).ends(1).json();
    assert_eq!((&lines[0]["line"], lines[0]["message"].is_string(), lines.len()), (&2.into(), true, 4));
    assert_eq!(lines[3]["summary"]["faults"], 3);

    duelog(["cards", "check", arg(&good)]).ends(0);
}

/// A folder is of the game in whose language it is, also where a definition has a fault.
#[test]
fn the_game_of_a_folder_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own-fish.ron");
    let text = "Card(\n    name: \"Own Fish\",\n    civilizations: [Water], cost: 1, kind: Creature,\n    races: [\"Fish\"],\n    power: 1000,\n)\n";
    fs::write(&file, text).unwrap();
    let out = duelog(["cards", "check", arg(folder.path())]).ends(0).out;
    assert_eq!(out.trim(), "1 definition of duel-masters, all sound");
    let shown = duelog(["cards", "show", "Own Fish", "--cards", arg(folder.path())]).ends(0).out;
    assert!(shown.contains("duel-masters, "), "{shown}");
    fs::write(&file, text.replace("1000", "many")).unwrap();
    let out = duelog(["cards", "check", arg(folder.path())]).ends(1).out;
    assert!(
        out.contains("own-fish.ron:5:") && out.contains("1 definition of duel-masters, 1 with a fault"),
        "{out}"
    );
    duelog(["cards", "show", "Own Fish", "--cards", arg(folder.path())])
        .fails(2, &["own-fish.ron:5:", "left out", "unknown card"]);
    // A sound definition beside it is shown, and the faulty one is named.
    fs::write(folder.path().join("own-bear.ron"), BEAR).unwrap();
    let ran = duelog(["cards", "show", "Own Bear", "--cards", arg(folder.path())]).ends(0);
    assert!(
        ran.out.starts_with("Own Bear {G}\n") && ran.err.contains("own-fish.ron:5:"),
        "{} {}",
        ran.out,
        ran.err
    );
}

/// Where no game reads a file, each says why.
#[test]
fn a_definition_of_no_game_is_refused_by_each() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("odd.ron"), "Card(\n    name: \"Odd\",\n    shape: 3,\n)\n").unwrap();
    let out = duelog(["cards", "check", arg(folder.path())]).ends(1).out;
    let others = out.lines().filter(|line| line.starts_with("read as a definition of ")).count();
    assert!(out.contains("odd.ron:3:") && others == 2, "{out}");
}

/// All faults of a file are named at once, each with the kind of word that is wanted.
#[test]
fn all_faults_of_a_file_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Card(
    name: \"Torn\",
    cost: \"{R}\",
    types: \"Sorcery\",
    keywords: [Flyin, Haste, Trampel],
    spell: (effect: Do(Destroy(All(Or([Type(Creature), Type(Artifact)]))))),
    abilities: [
        Static((affects: All(Any([Tapped, Token])), changes: [Gain(Haste)])),
        Triggered((when: Enters(Is(3)), effect: Do(Draw(Of(You), N(1))))),
    ],
)
";
    fs::write(folder.path().join("torn.ron"), text).unwrap();
    let out = duelog(["cards", "check", "--game", "magic", arg(folder.path())]).ends(1).out;
    for says in [
        "torn.ron:5:16: there is no word `Flyin` here; did you mean `Flying`? (a Keyword is wanted)",
        "torn.ron:5:30: there is no word `Trampel` here; did you mean `Trample`? (a Keyword is wanted)",
        "torn.ron:6:36: there is no word `Or` here; did you mean `Either`? (a Filter is wanted)",
        "torn.ron:8:30: `Any` has no brackets; did you mean `Either(..)`?",
        "torn.ron:9:36: a Ref, a reference to a card or player, is expected, and here is the number 3",
        "1 definition of magic, 1 with a fault",
    ] {
        assert!(out.contains(says), "{says}\n{out}");
    }
    // All that refers to nothing is named in each ability.
    let text = "Card(
    name: \"Torn\",
    types: \"Enchantment\",
    abilities: [
        Triggered((when: Enters(Is(This)), effect: Do(Destroy(Targets(0))))),
        Triggered((when: Dies(Is(This)), effect: Do(Destroy(Targets(2))))),
    ],
)
";
    fs::write(folder.path().join("torn.ron"), text).unwrap();
    let out = duelog(["cards", "check", "--game", "magic", arg(folder.path())]).ends(1).out;
    assert_eq!(out.matches("refers to nothing").count(), 2, "{out}");
}

/// A piece of a card's text is found in the words of the cards, in each game.
#[test]
fn pieces_of_text_lead_to_words() {
    let pieces = ["destroy target creature", "any number of", "up to", "each"];
    let mut asked = vec!["cards", "words", "--format", "json"];
    asked.extend(pieces);
    let lines = duelog(asked).ends(0).json();
    for piece in pieces {
        let told: Vec<_> = lines.iter().filter(|line| line["text"] == piece).collect();
        assert_eq!(told.len(), 3, "{piece}");
        for line in told.iter().filter(|line| piece != pieces[0] || line["game"] == "magic") {
            assert!(line["words"].as_array().is_some_and(|all| !all.is_empty()), "{line}");
            let cards = line["cards"].as_u64().unwrap_or(0).min(2);
            assert_eq!(line["examples"].as_array().map(|all| all.len() as u64), Some(cards), "{line}");
            assert!(cards > 0, "{line}");
            let said = line["examples"][0]["line"].as_str().unwrap().to_lowercase();
            assert!(said.contains(piece), "{line}");
        }
    }
    let words =
        lines.iter().find(|line| line["text"] == pieces[0] && line["game"] == "magic").unwrap()["words"]
            .clone();
    assert!(words.as_array().unwrap().iter().any(|word| word["word"] == "Destroy"), "{words}");
    // A word in small letters is shown as a word, too.
    let ran = duelog(["cards", "words", "draw", "--game", "duel-masters"]).ends(0);
    assert!(ran.out.contains("\n  Draw(") && ran.out.contains("duel-masters: "), "{}", ran.out);
    assert!(ran.out.contains("duelog cards show \"") && ran.out.contains("--definition"), "{}", ran.out);
    duelog(["cards", "words", "eat the moon", "--game", "duel-masters"])
        .fails(2, &["no card that is built in says", "cards show"]);
    let shown = duelog(["cards", "show", "Murder", "--game", "magic", "--definition"]).ends(0).out;
    assert!(shown.contains("\nCard("), "{shown}");
}

#[test]
fn files_may_use_each_others_tokens_but_not_each_others_names() {
    let folder = tempfile::tempdir().unwrap();
    let maker =
        "Card(name: \"Maker\", types: \"Sorcery\", spell: (effect: Do(Create(You, N(1), \"Own Token\"))))";
    fs::write(folder.path().join("maker.ron"), maker).unwrap();
    fs::write(
        folder.path().join("own-token.ron"),
        "Card(name: \"Own Token\", types: \"Creature - Bear\", size: (1, 1), token: true)",
    )
    .unwrap();
    duelog(["cards", "check", arg(folder.path())]).ends(0);
    fs::create_dir(folder.path().join("again")).unwrap();
    for file in ["own-bear.ron", "again/own-bear.ron"] {
        fs::write(folder.path().join(file), BEAR).unwrap();
    }
    let ran = duelog(["cards", "check", arg(folder.path())]).ends(1);
    assert!(
        ran.out.contains("\"Own Bear\" is defined in ") && ran.out.contains("keep one of them"),
        "{}",
        ran.out
    );
}

#[test]
fn what_refers_to_nothing_and_a_wrong_file_name_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let shock = |target: &str| {
        let spell = format!("(targets: [Any], effect: Do(Damage(amount: N(2), to: {target})))");
        format!(
            "Card(\n    name: \"Shock\",\n    cost: \"{{R}}\",\n    types: \"Instant\",\n    spell: {spell},\n)"
        )
    };
    fs::write(folder.path().join("shock.ron"), shock("Targets(3)")).unwrap();
    let ran = duelog(["cards", "check", arg(folder.path())]).ends(1);
    let says = "shock.ron:5:65: `Targets(3)` refers to nothing: there is 1 target group here, counted from 0; did you mean `Targets(0)`?\n";
    assert!(ran.out.contains(says), "{}", ran.out);
    fs::write(folder.path().join("shock.ron"), shock("Targets(0)")).unwrap();
    duelog(["cards", "check", arg(folder.path())]).ends(0);
    fs::rename(folder.path().join("shock.ron"), folder.path().join("Shock_1.ron")).unwrap();
    let ran = duelog(["cards", "check", arg(folder.path())]).ends(1);
    assert!(
        ran.out.contains("Shock_1.ron:1:1: the file of \"Shock\" is called shock.ron, not Shock_1.ron\n"),
        "{}",
        ran.out
    );
    for game in ["duel-masters", "flesh-and-blood"] {
        duelog(["cards", "check", "--game", game]).ends(0);
    }
}

#[test]
fn nothing_to_check_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    duelog(["cards", "check", arg(folder.path())]).fails(2, &["no definitions to check"]);
    duelog(["cards", "check", "none"]).fails(3, &["none: ", ".ron files"]);
    duelog(["cards", "check", "--game", "chess"]).fails(2, &["unknown game"]);
    duelog(["cards", "check", "--game", "chess", "core/magic/cards"]).fails(2, &["unknown game"]);
    duelog(["cards"]).fails(2, &["Usage"]);
}

#[test]
fn a_field_that_no_word_has_is_refused_where_somebody_plays_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let sorcery = "Card(name: \"Own Shock\", cost: \"{R}\", types: \"Sorcery\", \
                   spell: (effect: Do(Damage(amount: N(2), to: Players, twice: true))))";
    fs::write(folder.path().join("own-shock.ron"), sorcery).unwrap();
    let cards = arg(folder.path());
    let checked = duelog(["cards", "check", cards]).ends(1).out;
    assert!(checked.contains("own-shock.ron:1:") && checked.contains("`twice`"), "{checked}");
    let out = folder.path().join("out");
    duelog(["simulate", "--random-decks", "--cards", cards, "--out", arg(&out)])
        .fails(2, &["own-shock.ron:1:", "`twice`"]);
}

#[test]
fn cards_are_listed_with_stable_fields() {
    let lines = duelog(["cards", "list", "--format", "json"]).ends(0).json();
    let bolt = lines.iter().find(|line| line["name"] == "Lightning Bolt").unwrap();
    assert_eq!(
        (&bolt["game"], &bolt["file"], &bolt["test_only"]),
        (&"magic".into(), &"lightning-bolt.ron".into(), &false.into())
    );
    let ran = duelog(["cards", "list"]).ends(0);
    let games: std::collections::BTreeSet<String> =
        lines.iter().map(|line| line["game"].to_string()).collect();
    // Every game's list ends with its number of definitions.
    assert_eq!(ran.out.lines().count(), lines.len() + games.len());
    duelog(["cards", "list", "--game", "chess"]).fails(2, &["unknown game"]);
    // A folder goes to the game in whose language it is.
    let with = duelog(["cards", "list", "--cards", "core/magic/cards"]).ends(0);
    assert_eq!(with.out.lines().count(), ran.out.lines().count());
}

#[test]
fn a_card_is_shown_as_a_person_would_read_it() {
    let ran = duelog(["cards", "show", "Serra Angel"]).ends(0);
    assert!(
        ran.out.starts_with("Serra Angel {3}{W}{W}\nCreature - Angel 4/4\nFlying, vigilance\n"),
        "{}",
        ran.out
    );
    assert_eq!(duelog(["cards", "show", "serra angel"]).ends(0).out, ran.out);
    let line = &duelog(["cards", "show", "Serra Angel", "--format", "json"]).ends(0).json()[0];
    assert_eq!(line["reading"][1], "Creature - Angel 4/4");
    assert!(line["definition"].as_str().unwrap().starts_with("Card("), "{line}");

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("own-bear.ron"), BEAR).unwrap();
    duelog(["cards", "show", "Own Bear", "--game", "magic", "--cards", arg(folder.path())]).ends(0);
}

// covers: flesh-and-blood 1.12.4, 1.12.4a, 1.12.4b, 1.12.4c, 1.12.4d, 1.12.4e, 1.12.4f, 1.12.4g, 1.12.4h
#[test]
fn numbers_of_flesh_and_blood_carry_the_symbols_of_what_they_count() {
    let says = |card: &str, words: &str| {
        let ran = duelog(["cards", "show", card, "--game", "flesh-and-blood"]).ends(0);
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    };
    says("Raging Onslaught (red)", "\ncost 3{r}, pitch 1{r}, power 7{p}, defense 3{d}\n");
    says("Bravo", "\nlife 20{h}, intellect 4{i}\n");
    says("Chi Stone (blue)", "\npitch 3{c}\n");
    says("Inner Fire", "\nAs an additional cost to play this, pay 1{c}.\n");
    says("Tapping Stone", "{t} this: ");
    says("Rousing Word", "{u} target ");
}

#[test]
fn a_similar_name_is_suggested() {
    duelog(["cards", "show", "Sera Angle"])
        .fails(2, &["unknown card \"Sera Angle\"", "did you mean \"Serra Angel\"?"]);
    duelog(["cards", "show", "Nobody Knows This"]).fails(2, &["cards list"]);
    let ran = duelog(["cards", "show", "Nobody Knows This", "--format", "json"]).ends(2);
    let error: serde_json::Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!((&error["exit_code"], error["remedy"].is_string()), (&2.into(), true));
}

#[test]
fn words_are_shown_with_what_stands_in_them_and_an_example() {
    let ran = duelog(["cards", "words", "Sacrifice", "keyword"]).ends(0);
    assert!(
        ran.out.contains("\n  Sacrifice(Group, Number, Filter)\n      Each of the players"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("      example: Sacrifice("), "{}", ran.out);
    assert!(ran.out.contains("Keyword: A keyword ability (702).\n  Deathtouch, Defender,"), "{}", ran.out);
    assert!(!ran.out.contains("DiscardAtRandom"), "{}", ran.out);
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let whole = duelog(["cards", "words", "--game", game]).ends(0);
        assert!(whole.out.starts_with("Definition: A card"), "{game}");
        let lines = duelog(["cards", "words", "--game", game, "--format", "json"]).ends(0).json();
        assert!(lines.iter().any(|line| line["kind"] == "Verb" && line["example"].is_string()), "{game}");
        assert!(lines.iter().all(|line| line["game"] == game), "{game}");
    }
    let ran = duelog(["cards", "words", "Sacrifize"]).ends(2);
    assert!(ran.err.contains("did you mean \"Sacrifice\"?"), "{}", ran.err);
    let ran = duelog(["cards", "words", "--game", "chess"]).ends(2);
    assert!(ran.err.contains("chess"), "{}", ran.err);
}

const LIST: &str = "fixtures/import/duel-masters.json";

#[test]
fn texts_are_compiled_and_what_is_there_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let import = ["cards", "import", "--game", "duel-masters", LIST, "--out", arg(&out)];
    let ran = duelog(import).ends(0);
    assert_eq!(ran.out, "2 cards: 2 compiled, 0 kept, 0 left out\n");
    duelog(["cards", "check", "--game", "duel-masters", arg(&out)]).ends(0);
    let file = out.join("own-01/burning-letter.ron");
    assert!(fs::read_to_string(&file).unwrap().contains("keywords: [ShieldTrigger]"));

    fs::write(&file, "written by hand").unwrap();
    fs::remove_file(out.join("own-01/lantern-keeper.ron")).unwrap();
    let ran = duelog(import).ends(0);
    assert_eq!(
        ran.out,
        "Burning Letter: kept, its file is there already\n2 cards: 1 compiled, 1 kept, 0 left out\n"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "written by hand");
}

#[test]
fn a_text_that_is_not_understood_is_left_out_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.json");
    let card = |name: &str, text: &str| serde_json::json!({ "name": name, "civilizations": ["Water"], "cost": 1, "type": "Spell", "text": text });
    let cards = [card("Good Letter", "Draw 2 cards."), card("Torn Letter", "Draw 2 letters.")];
    fs::write(&list, serde_json::to_string(&cards).unwrap()).unwrap();
    let out = folder.path().join("out");
    let ran = duelog(["cards", "import", "--game", "duel-masters", arg(&list), "--out", arg(&out)]).ends(1);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines[0],
        "Torn Letter: not understood from letter 6 on, \"2 letters.\", behind \"draw \"; the nearest that is known: \"draw 2 cards.\""
    );
    assert_eq!(lines[1], "2 cards: 1 compiled, 0 kept, 1 left out");
    assert!(!out.join("torn-letter.ron").exists());

    let told = duelog([
        "cards",
        "import",
        "--game",
        "duel-masters",
        arg(&list),
        "--out",
        arg(&out),
        "--format",
        "json",
    ]);
    let told = told.ends(1).json();
    assert_eq!((&told[0]["state"], &told[1]["state"]), (&"kept".into(), &"left out".into()));
    assert_eq!(told[2]["summary"]["left_out"], 1);

    duelog(["cards", "import", "--game", "chess", arg(&list), "--out", arg(&out)]).ends(2);
    // A name that would control a terminal is refused by all readers, with the card and the place in its name.
    for (game, name) in
        [("duel-masters", "Lantern Keeper"), ("flesh-and-blood", "Ember Jab"), ("magic", "Ember Courier")]
    {
        let sample = fs::read_to_string(
            concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/import/").to_string() + game + ".json",
        )
        .unwrap();
        let changed = sample.replacen(name, "A\\u001b[2J", 1);
        assert_ne!(changed, sample);
        fs::write(&list, changed).unwrap();
        let ran = duelog(["cards", "import", "--game", game, arg(&list), "--out", arg(&out)]).ends(2);
        assert!(ran.err.contains("control character (U+001B) as its letter 2"), "{game}: {}", ran.err);
        assert!(ran.err.contains("card 1 of the list"), "{game}: {}", ran.err);
    }
    fs::write(&list, "[{}]").unwrap();
    duelog(["cards", "import", "--game", "flesh-and-blood", arg(&list), "--out", arg(&out)]).ends(2);
    duelog(["cards", "import", "--game", "magic", arg(&list), "--out", arg(&out)]).ends(2);
    duelog(["cards", "import", "--game", "duel-masters", arg(&list), "--out", arg(&out)]).ends(2);
    let nowhere = folder.path().join("nowhere.json");
    duelog(["cards", "import", "--game", "duel-masters", arg(&nowhere), "--out", arg(&out)]).ends(3);
}

#[test]
fn texts_of_flesh_and_blood_are_compiled_with_all_their_variants() {
    let list = "fixtures/import/flesh-and-blood.json";
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let import = ["cards", "import", "--game", "flesh-and-blood", list];
    let with = |more: &[&'static str]| -> Vec<String> {
        import.iter().chain(more).map(|word| (*word).to_string()).collect()
    };
    let mut all = with(&["--told-back", "--out"]);
    all.push(arg(&out).to_string());
    let ran = duelog(&all).ends(0);
    assert!(ran.out.ends_with("3 cards: 3 compiled, 0 kept, 0 left out\n"), "{}", ran.out);
    let jab = fs::read_to_string(out.join("ember-jab.ron")).unwrap();
    assert!(jab.contains("pitch: [1, 2]") && jab.contains("power: [3, 2]"), "{jab}");
    duelog(["cards", "check", "--game", "flesh-and-blood", arg(&out)]).ends(0);
    let ran = duelog(with(&["--explain", "ember jab"])).ends(0);
    assert!(ran.out.contains("EventOther") && ran.out.contains("Card("), "{}", ran.out);
    duelog(with(&["--explain", "Nobody"])).ends(2);
}

/// Compiles a list into a folder with a file for each first letter.
fn by_letter(game: &str, list: &str, out: &Path) -> String {
    let ran = duelog(["cards", "import", "--game", game, list, "--out", arg(out), "--by-letter"]).ends(0);
    ran.out.lines().last().unwrap_or_default().to_string()
}

#[test]
fn a_definition_that_means_the_same_keeps_its_text() {
    let folder = tempfile::tempdir().unwrap();
    for (game, cards) in [("magic", 3), ("flesh-and-blood", 3), ("duel-masters", 2)] {
        let out = folder.path().join(game);
        let list = format!("fixtures/import/{game}.json");
        assert_eq!(
            by_letter(game, &list, &out),
            format!("{cards} cards: {cards} compiled, 0 kept, 0 left out")
        );
        let path = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
        let text = format!("// Read beside the card.\n{}", fs::read_to_string(&path).unwrap());
        fs::write(&path, &text).unwrap();
        assert_eq!(
            by_letter(game, &list, &out),
            format!("{cards} cards: 0 compiled, {cards} unchanged, 0 kept, 0 left out")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{game}: the text stays as it was");
    }
}

#[test]
fn old_words_stay_and_another_meaning_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let card = |name: &str, text: &str| serde_json::json!({ "name": name, "manaCost": "{B}", "type": "Instant", "text": text });
    let cards = [
        card("Ash Letter", "Destroy target creature. It can't be regenerated."),
        card("Ashen Letter", "Draw two cards."),
    ];
    fs::write(at("list.json"), serde_json::to_string(&cards).unwrap()).unwrap();
    by_letter("magic", arg(&at("list.json")), &at("out"));
    let compiled = fs::read_to_string(at("out/a.ron")).unwrap();
    let old = compiled.replace("Destroy(Targets(0), ForGood)", "DestroyForGood(Targets(0))");
    assert_ne!(old, compiled);
    fs::write(at("out/a.ron"), old.replace("N(2)", "N(3)")).unwrap();
    assert_eq!(
        by_letter("magic", arg(&at("list.json")), &at("out")),
        "2 cards: 1 compiled, 1 unchanged, 0 kept, 0 left out"
    );
    assert_eq!(fs::read_to_string(at("out/a.ron")).unwrap(), old);
}

const MAGIC_LIST: &str = "fixtures/import/magic.json";

#[test]
fn texts_of_magic_are_compiled_and_what_blocks_others_is_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let ran = duelog(["cards", "import", "--game", "magic", MAGIC_LIST, "--out", arg(&out)]).ends(0);
    assert_eq!(ran.out, "3 cards: 3 compiled, 0 kept, 0 left out\n");
    duelog(["cards", "check", "--game", "magic", arg(&out)]).ends(0);
    let ran =
        duelog(["cards", "import", "--game", "magic", MAGIC_LIST, "--explain", "quiet harvest"]).ends(0);
    assert!(
        ran.out.contains("player_deed search: Search your library for") && ran.out.contains("Card("),
        "{}",
        ran.out
    );

    let list = folder.path().join("list.json");
    let card = |name: &str, text: &str| serde_json::json!({ "name": name, "manaCost": "{R}", "type": "Instant", "text": text });
    let cards = [
        card("Good Letter", "Draw a card."),
        card("Torn Letter", "Draw a letter."),
        card("Lost Letter", "Sing."),
    ];
    fs::write(&list, serde_json::to_string(&cards).unwrap()).unwrap();
    let only = folder.path().join("only.txt");
    fs::write(&only, "Good Letter\nTorn Letter\n").unwrap();
    let out = folder.path().join("part");
    let import = [
        "cards",
        "import",
        "--game",
        "magic",
        arg(&list),
        "--out",
        arg(&out),
        "--only",
        arg(&only),
        "--told-back",
    ];
    let ran = duelog(import).ends(1);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines[0],
        "Torn Letter: not understood from \"letter.\" on, behind \"draw a\"; the nearest that is known: \"draw a card.\""
    );
    assert_eq!(lines[2], "  1 alone, 1 in all: draw a | letter.");
    assert_eq!(lines.last(), Some(&"2 cards: 1 compiled, 0 kept, 1 left out"));
    duelog(["cards", "import", "--game", "magic", arg(&list), "--explain", "Nobody"]).ends(2);
}

/// A pack of a list of cards is played with, names why a card is not in it, and comes along in the log.
#[test]
fn a_pack_is_made_and_played_with_and_comes_back_out_of_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let list = r#"[
        {"name": "Own Bear", "layout": "normal", "manaCost": "{1}{G}", "type": "Creature — Bear", "power": "2", "toughness": "2", "text": "Trample"},
        {"name": "Odd Bear", "layout": "normal", "manaCost": "{1}{G}", "type": "Creature — Bear", "power": "2", "toughness": "2", "text": "Odd Bear sings."}
    ]"#;
    fs::write(at("list.json"), list).unwrap();
    let pack = at("own.duelcards");
    let made =
        duelog(["cards", "import", "--game", "magic", arg(&at("list.json")), "--out", arg(&pack)]).ends(1);
    assert!(made.out.ends_with("2 cards: 1 compiled, 0 kept, 1 left out\n"), "{}", made.out);
    let shown = duelog(["cards", "show", "Own Bear", "--cards", arg(&pack)]).ends(0).out;
    assert!(shown.contains("Trample") && shown.contains("own.duelcards/own-bear.ron"), "{shown}");

    let deck = |name: &str, cards: &str| {
        fs::write(at(name), format!("{cards}\n40 Forest\n")).unwrap();
        at(name)
    };
    let (good, odd) = (deck("good.txt", "20 Own Bear"), deck("odd.txt", "20 Odd Bear"));
    let told = duelog(["decks", "check", arg(&odd), "--limited", "--cards", arg(&pack)]).ends(1).out;
    assert!(told.contains("not understood") && told.contains("sings"), "{told}");
    let out = at("logs");
    duelog([
        "simulate",
        "--limited",
        "--decks",
        arg(&good),
        arg(&good),
        "--cards",
        arg(&pack),
        "--out",
        arg(&out),
    ])
    .ends(0);
    let log = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
    let verdict = duelog(["verify", arg(&log)]).ends(1).out;
    assert!(verdict.contains("duelog cards extract"), "{verdict}");
    duelog(["cards", "extract", arg(&log), "--out", arg(&at("theirs"))]).ends(0);
    duelog(["verify", arg(&log), "--cards", arg(&at("theirs"))]).ends(0);

    let mut damaged = fs::read(&pack).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&pack, damaged).unwrap();
    let refused = duelog(["cards", "show", "Own Bear", "--cards", arg(&pack)]).ends(2).err;
    assert!(refused.contains("the pack is damaged"), "{refused}");
    duelog(["cards", "show", "Own Bear", "--cards", arg(&good)]).ends(2);
}

/// A definition with an old word, a comment inside of it and one beside it.
const OLD: &str = "Card(
    name: \"Own Grower\", civilizations: [Nature], cost: 3, kind: Spell,
    spell: Seq([
        Do(Choose(You, Battle(Of(Opponent)), N(1), N(1))), // whichever
        Do(MoveCard(
            Of(Chosen(0)), // its top card
            Mana,
        )),
    ]),
)
";

#[test]
fn old_words_are_read_named_and_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own-grower.ron");
    fs::write(&file, OLD).unwrap();
    let fine = folder.path().join("own-fish.ron");
    let fish = "Card(name: \"Own Fish\", civilizations: [Water], cost: 1, kind: Creature, power: 1000)";
    fs::write(&fine, fish).unwrap();
    let shown = || {
        let show = ["cards", "show", "Own Grower", "--cards", arg(folder.path()), "--format", "json"];
        duelog(show).ends(0).json().remove(0)
    };
    let before = shown();
    let is = "`MoveCard(what, to)` is written `Move(what, to, TopCard)` since version 2 of the language";

    // A hint, and not a fault.
    let ran = duelog(["cards", "check", arg(folder.path())]).ends(0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], format!("{}:5:12: hint: {is} (duelog cards migrate)", arg(&file)));
    assert_eq!(lines[1..], ["2 definitions of duel-masters, all sound"]);
    let lines = duelog(["cards", "check", arg(folder.path()), "--format", "json"]).ends(0).json();
    assert_eq!((&lines[0]["line"], &lines[0]["ended"]), (&5.into(), &2.into()));
    assert_eq!(lines[1]["summary"]["old_words"], 1);

    // A change that would come is shown and a finding.
    let ran = duelog(["cards", "migrate", "--dry-run", arg(folder.path())]).ends(1);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines[2..],
        [
            "@@ -5,1 +5,1 @@",
            "-        Do(MoveCard(",
            "+        Do(Move(",
            "@@ -7,1 +7,1 @@",
            "-            Mana,",
            "+            Mana, TopCard,",
            "2 definitions of duel-masters: 1 would be rewritten in version 2 of the language, for 1 old words",
        ]
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), OLD);

    let ran = duelog(["cards", "migrate", arg(folder.path())]).ends(0);
    assert_eq!(ran.out.lines().next(), Some(arg(&file)), "only what is rewritten is named");
    let now = OLD.replace("MoveCard(", "Move(").replace("Mana,", "Mana, TopCard,");
    assert_eq!(fs::read_to_string(&file).unwrap(), now);
    assert_eq!(fs::read_to_string(&fine).unwrap(), fish);
    let after = shown();
    assert_eq!(before["reading"], after["reading"]);
    assert_ne!(before["digest"], after["digest"], "the digest is that of the text");
    let lines = duelog(["cards", "migrate", arg(&file), "--format", "json"]).ends(0).json();
    assert_eq!((lines.len(), &lines[0]["summary"]["rewritten"]), (1, &0.into()));

    let said = duelog(["cards", "words", "MoveCard", "--game", "duel-masters"]).ends(0).out;
    assert_eq!(said, format!("Verb: {is}\n"));
    let lines = duelog(["cards", "words", "--game", "duel-masters", "--format", "json"]).ends(0).json();
    assert_eq!(lines.last().unwrap(), &serde_json::json!({ "game": "duel-masters", "version": 2 }));
}

#[test]
fn a_definition_with_a_fault_is_not_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("own-grower.ron"), folder.path().join("bad.ron"));
    fs::write(&good, OLD).unwrap();
    let text = OLD.replace("cost: 3", "cost: many").replace("Own Grower", "Bad");
    fs::write(&bad, &text).unwrap();
    let ran = duelog(["cards", "migrate", "--game", "duel-masters", arg(folder.path())]).ends(1);
    assert!(ran.out.starts_with(&format!("{}:2:", arg(&bad))), "{}", ran.out);
    assert!(ran.out.ends_with("for 1 old words, 1 left as they are for a fault\n"), "{}", ran.out);
    assert_eq!(fs::read_to_string(&bad).unwrap(), text);
    assert!(fs::read_to_string(&good).unwrap().contains("Move("));

    let empty = tempfile::tempdir().unwrap();
    duelog(["cards", "migrate", arg(empty.path())]).fails(2, &["there are no definitions to rewrite"]);
    duelog(["cards", "migrate", arg(&empty.path().join("none.ron"))]).ends(3);
    duelog(["cards", "migrate"]).ends(2);
}

/// The permissions of a file stay, and a link still leads to its file.
#[cfg(unix)]
#[test]
fn a_rewritten_file_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("own-grower.ron"), folder.path().join("link.ron"));
    fs::write(&file, OLD).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    duelog(["cards", "migrate", arg(&link)]).ends(0);
    assert!(link.is_symlink() && fs::read_to_string(&file).unwrap().contains("Move("));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}
