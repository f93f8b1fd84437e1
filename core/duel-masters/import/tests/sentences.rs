//! Sentences of our own, and what they are compiled to.
#![allow(clippy::unwrap_used)]

use duelog_duel_masters_import::{Fault, Printed, compile, compile_all, names, print};

/// A card of our own with this text.
fn card(kind: &str, text: &str) -> Printed {
    Printed {
        name: "Own Card".to_string(),
        civilizations: vec!["Fire".to_string()],
        cost: 4,
        power: (kind == "Creature").then(|| "3000+".to_string()),
        kind: kind.to_string(),
        subtypes: if kind == "Creature" { vec!["Human".to_string()] } else { Vec::new() },
        supertypes: Vec::new(),
        text: Some(text.to_string()),
        sets: Vec::new(),
    }
}

/// What a text is compiled to, on one line, without the card's facts.
fn compiled(kind: &str, text: &str) -> String {
    let card = card(kind, text);
    let definition = compile(&card, &names(std::slice::from_ref(&card)))
        .unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let text = print(&definition);
    let facts = ["Card(", "name:", "civilizations:", "cost:", "kind:", "races:", "power:"];
    let own = text.lines().map(str::trim).filter(|line| facts.iter().all(|fact| !line.starts_with(fact)));
    let line = own.collect::<String>();
    line.strip_suffix(')').unwrap().trim_end_matches(',').replace(",]", "]")
}

fn refused(kind: &str, text: &str) -> Fault {
    let card = card(kind, text);
    compile(&card, &names(std::slice::from_ref(&card))).unwrap_err()
}

#[test]
fn keywords_and_rules_of_a_creature() {
    let said = [
        ("Double breaker (It breaks two.)\nBlocker", "keywords: [Breaker(2), Blocker]"),
        ("Power attacker +7000", "keywords: [PowerAttacker(7000)]"),
        ("This creature can't attack players.", "rules: [(Forbid, AttackPlayers, Any)]"),
        (
            "This creature can't be blocked by fire or water creatures.",
            "rules: [(Forbid, BeBlocked, Either([Civilization(Fire), Civilization(Water)]))]",
        ),
        ("This creature can attack untapped Humans.", "rules: [(Allow, AttackCreatures, Race(\"Human\"))]"),
        (
            "Evolution—Put on one of your Humans or Dragonoids.",
            "evolution: [Either([Race(\"Human\"), Race(\"Dragonoid\")])]",
        ),
        (
            "Whenever an opponent's creature attacks, this creature blocks if able.",
            "rules: [(Require, Block, Any)]",
        ),
    ];
    for (text, wanted) in said {
        assert_eq!(compiled("Creature", text), wanted, "{text}");
    }
}

#[test]
fn what_always_works() {
    let said = [
        (
            "While you have 5 or more shields, this creature gets +1000 power.",
            "While(AtLeast(Count(In(Shield, You, Any)), N(5)), [Static((what: This, changes: [Power(Plus, N(1000))]))])",
        ),
        (
            "Each of your other Humans in the battle zone gets -3000 power and has \"slayer.\"",
            "Static((what: All([Of(You), Race(\"Human\"), Not(This)]), changes: [Power(Plus, N(-3000)), Gain(Slayer)]))",
        ),
        (
            "This creature gets +500 power for each nature card in your opponent's graveyard.",
            "Static((what: This, changes: [Power(Plus, Times(500, Count(In(Graveyard, Opponent, Civilization(Nature)))))]))",
        ),
        (
            "Your water spells each cost 3 less to cast. They can't cost less than 2.",
            "Costs((what: All([Kind(Spell), Of(You), Civilization(Water)]), by: N(-3), least: 2))",
        ),
    ];
    for (text, wanted) in said {
        assert_eq!(compiled("Creature", text), format!("abilities: [{wanted}]"), "{text}");
    }
}

#[test]
fn what_triggers_and_what_is_replaced() {
    let put = "Triggered((when: Moves(what: This, to: Battle), ";
    let said = [
        (
            "When you put this creature into the battle zone, you may destroy one of your opponent's tapped creatures.".to_string(),
            format!(
                "{put}effect: May(You, Seq([Do(Choose(You, Battle(All([Kind(Creature), Of(Opponent), Tapped])), N(1), N(1))),\
                 Do(Destroy(Of(Chosen(0))))]))))"
            ),
        ),
        (
            "When you put this creature into the battle zone, if you have a Human in the battle zone, draw 3 cards.".to_string(),
            format!("{put}if: Exists(Battle(All([Of(You), Race(\"Human\")]))), effect: Do(Draw(You, N(3)))))"),
        ),
        (
            "At the end of each of your turns, untap this creature.".to_string(),
            "Triggered((when: Begins(End, You), effect: Do(Turn(Of(This), Untapped))))".to_string(),
        ),
        (
            "Whenever this creature blocks, untap it after the battle.".to_string(),
            "Triggered((when: Combat(role: Blocks, what: This), effect: Delayed(Next(Combat(role: HasBattled, what: This), \
             EndOfAttack), Do(Turn(Of(This), Untapped)))))"
                .to_string(),
        ),
        (
            "When this creature would be destroyed, you may put it into your mana zone instead.".to_string(),
            "Replacement((event: Becomes(This, Destroyed), instead: To(Mana), may: true))".to_string(),
        ),
    ];
    for (text, wanted) in said {
        let found = compiled("Creature", &text).replace(", Do(", ",Do(");
        assert_eq!(found, format!("abilities: [{wanted}]").replace(", Do(", ",Do("), "{text}");
    }
}

#[test]
fn what_spells_do() {
    let said = [
        ("Draw 4 cards.", "Do(Draw(You, N(4)))"),
        (
            "Destroy all creatures that have power 1000 or less.",
            "Do(Destroy(Battle(All([Kind(Creature), Power(AtMost, N(1000))]))))",
        ),
        (
            "Tap all your opponent's Humans in the battle zone.",
            "Do(Turn(Battle(All([Of(Opponent), Race(\"Human\")])), Tapped))",
        ),
        ("Each player draws a card.", "Each(Players, Do(Draw(It, N(1))))"),
        (
            "Return up to 2 spells from your graveyard to your hand.",
            "Seq([Do(Choose(You, In(Graveyard, You, Kind(Spell)), N(0), N(2))),Do(Move(Of(Chosen(0)), Hand))])",
        ),
        (
            "You may destroy one of your Humans. If you do, draw 2 cards.",
            "May(You, Seq([Do(Choose(You, Battle(All([Of(You), Race(\"Human\")])), N(1), N(1))),Do(Destroy(Of(Chosen(0)))),\
             Do(Stop),If(Exists(Of(Chosen(0))), Do(Draw(You, N(2))))]))",
        ),
    ];
    for (text, wanted) in said {
        let found = compiled("Spell", text).replace(", Do(", ",Do(").replace(", If(", ",If(");
        assert_eq!(found, format!("spell: {wanted}").replace(", Do(", ",Do("), "{text}");
    }
}

#[test]
fn what_is_done_later_or_in_one_of_two_ways() {
    let said = [
        (
            "Spell",
            "Destroy all Humans, or untap all Humans.",
            "spell: Choose(You, [Do(Destroy(Battle(Race(\"Human\")))), Do(Turn(Battle(Race(\"Human\")), Untapped))])",
        ),
        (
            "Spell",
            "Destroy all Humans. Then, you may draw a card for each creature destroyed.",
            "spell: Seq([Do(Destroy(Battle(Race(\"Human\")))),Repeat(Amount(Last), May(You, Do(Draw(You, N(1)))))])",
        ),
        (
            "Creature",
            "Whenever this creature blocks, destroy it at the end of that turn.",
            "abilities: [Triggered((when: Combat(role: Blocks, what: This), effect: Delayed(Next(Begins(End, TurnPlayer), \
             EndOfTurn), Do(Destroy(Of(This))))))]",
        ),
        (
            "Creature",
            "When you put this creature into the battle zone, look at the top card of your opponent's deck.",
            "abilities: [Triggered((when: Moves(what: This, to: Battle), effect: Do(Show(Of(You), Top(Opponent, N(1))))))]",
        ),
        (
            "Creature",
            "When this creature would be destroyed, you may return it to your hand instead. If you do, draw a card.",
            "abilities: [Replacement((event: Becomes(This, Destroyed), instead: Do(Seq([Do(Move(Of(This), Hand)),Do(Stop),\
             Do(Draw(You, N(1)))])), may: true))]",
        ),
    ];
    for (kind, text, wanted) in said {
        let joined = |text: &str| text.replace(", Do(", ",Do(").replace(", Repeat(", ",Repeat(");
        assert_eq!(joined(&compiled(kind, text)), joined(wanted), "{text}");
    }
}

#[test]
fn shields_go_to_the_hand_like_broken_ones_unless_it_is_said_otherwise() {
    let text = "Choose one of your shields and put it into your hand.";
    assert!(compiled("Spell", text).contains("ShieldsToHand(Of(Chosen(0)))"));
    let quiet = format!("{text} You can't use the \"shield trigger\" ability of that shield.");
    assert!(compiled("Spell", &quiet).contains("Move(Of(Chosen(0)), Hand)"));
}

#[test]
fn what_is_not_understood_is_refused_with_its_place() {
    let Fault::Unknown { line, at, .. } = refused("Spell", "Draw 2 cards quietly.") else {
        panic!("another fault")
    };
    assert_eq!(&line[at..], "quietly.");
    for text in [
        "Destroy it.",
        "Draw 2 cards and sing.",
        "Choose a race. Draw a card for each creature of that colour.",
        "If you do, draw a card.",
        "This creature gets +1000 power until the end of the turn",
        "Draw a card (or not.",
        "Draw a \"card.",
    ] {
        refused("Spell", text);
    }
    for text in
        ["Power attacker", "This creature can't attack on Sundays.", "$tap Draw a card.", "Cross Gear"]
    {
        refused("Creature", text);
    }
}

#[test]
fn nothing_of_a_text_is_skipped() {
    // Every word but the reminders: a text with any word more is refused.
    let text =
        "Destroy one of your opponent's untapped creatures that has power 2000 or less. Then draw a card.";
    compiled("Spell", text);
    let words: Vec<&str> = text.split(' ').collect();
    for at in 0..=words.len() {
        let mut more = words.clone();
        more.insert(at, "nonsense");
        refused("Spell", &more.join(" "));
    }
}

/// The longest name counts, and one that ends a word.
#[test]
fn a_name_inside_of_another_is_not_the_name() {
    let named = |own: &[&str], text: &str| {
        let mut cards: Vec<Printed> =
            own.iter().map(|name| Printed { name: (*name).to_string(), ..card("Creature", "") }).collect();
        cards.push(card("Creature", text));
        let definition = compile(cards.last().unwrap(), &names(&cards)).unwrap();
        print(&definition)
    };
    let text = "This creature can't be attacked by Aqua Soldier Knights.";
    let found = named(&["Aqua", "Aqua Soldier", "Aqua Soldier Knight", "Aqua Soldier Knight Of"], text);
    assert!(found.contains("\"Aqua Soldier Knight\""), "{found}");
}

/// A card is compiled, or left out with a reason, whatever stands in the list.
#[test]
fn cards_without_a_name_and_endless_texts_are_left_out() {
    let text = "Whenever this creature blocks, you may draw a card.";
    let odd = [
        Printed { name: String::new(), ..card("Creature", text) },
        Printed { name: " ".to_string(), ..card("Creature", text) },
        Printed { name: "n".repeat(5_000), ..card("Creature", text) },
        Printed { sets: vec!["s".repeat(5_000)], ..card("Creature", text) },
        Printed { subtypes: vec![String::new(); 100_000], ..card("Creature", text) },
        card("Creature", &format!("{text}\n").repeat(20_000)),
        card("Creature", &"a".repeat(3_000_000)),
        card("Creature", &"(".repeat(1_000_000)),
        card("Spell", &format!("Destroy {}.", "one of your creatures and ".repeat(1_000))),
    ];
    for (place, outcome) in compile_all(&odd).iter().enumerate() {
        let told = outcome.to_string();
        assert!(outcome.result.is_err() && told.len() < 6_000, "{place}: {}", &told[..told.len().min(200)]);
    }
    assert!(
        matches!(compile(&odd[0], &names(&odd)), Err(Fault::Facts(why)) if why == "the card has no name")
    );
}
