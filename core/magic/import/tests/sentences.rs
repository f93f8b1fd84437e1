//! Sentences of our own, and what they are compiled to.
#![allow(clippy::unwrap_used)]

use duelog_magic_import::{Face, Fault, Printed, compile_all, print};

/// A card of our own with this text.
fn card(types: &str, text: &str) -> Printed {
    let creature = types.contains("Creature").then(|| "2".to_string());
    let face = Face {
        name: "Own Card".to_string(),
        cost: Some("{1}{R}".to_string()),
        types: types.to_string(),
        text: text.to_string(),
        power: creature.clone(),
        toughness: creature,
        ..Face::default()
    };
    Printed { name: "Own Card".to_string(), layout: "normal".to_string(), faces: vec![face] }
}

fn result(types: &str, text: &str) -> Result<String, Fault> {
    let card = card(types, text);
    let (outcomes, _) = compile_all(&[&card]);
    let made = outcomes.into_iter().next().unwrap().result?;
    let text = print(&made.definitions[0]).split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = text.replace("( ", "(").replace("[ ", "[").replace(", )", ")").replace(", ]", "]");
    let facts =
        ["size: (2, 2), ", "types: \"Creature - Goblin\", ", "types: \"Instant\", ", "types: \"Artifact\", "];
    let mut own = whole.replace("Card(name: \"Own Card\", cost: \"{1}{R}\", ", "");
    facts.iter().for_each(|fact| own = own.replacen(fact, "", 1));
    Ok(own.strip_suffix(')').unwrap_or(&own).to_string())
}

fn compiled(types: &str, text: &str) -> String {
    result(types, text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn refused(types: &str, text: &str) -> String {
    match result(types, text) {
        Ok(made) => panic!("{text}: {made}"),
        Err(fault) => fault.to_string(),
    }
}

const CREATURE: &str = "Creature — Goblin";

#[test]
fn spells_name_their_targets_in_order() {
    let said = [
        (
            "Destroy target nonblack creature an opponent controls with power 3 or less.",
            "spell: (targets: [Creature(All([Not(Color(Black)), ControlledBy(Opponent), \
             Compare(Power, AtMost, N(3))]))], effect: Do(Destroy(Targets(0))))",
        ),
        (
            "Tap target creature. Own Card deals 2 damage to target player.",
            "spell: (targets: [Creature(Any), Player], effect: Seq([Do(Tap(Targets(0))), \
             Do(Damage(amount: N(2), to: Targets(1)))]))",
        ),
        (
            "Exile target artifact. Its controller gains 3 life.",
            "spell: (targets: [Permanent(Type(Artifact))], effect: Seq([Do(Move(Targets(0), Exile)), \
             Do(GainLife(Of(Controller(Target(0))), N(3)))]))",
        ),
        (
            "Counter target spell unless its controller pays {2}.",
            "spell: (targets: [Spell(Any)], effect: Pay(Controller(Target(0)), [Mana(\"{2}\")], Seq([]), \
             Do(Counter(Targets(0)))))",
        ),
    ];
    for (text, wanted) in said {
        assert_eq!(compiled("Instant", text), wanted, "{text}");
    }
}

#[test]
fn clauses_are_put_together() {
    let said = [
        (
            "Whenever another Goblin you control dies, each opponent loses 1 life and you gain 1 life.",
            "abilities: [Triggered((when: Dies(All([Subtype(\"Goblin\"), ControlledBy(You), Not(Is(This))])), \
             effect: Seq([Do(LoseLife(PlayersExcept(You), N(1))), Do(GainLife(Of(You), N(1)))])))]",
        ),
        (
            "{2}, Sacrifice this creature: Draw two cards. Activate only as a sorcery.",
            "abilities: [Activated((cost: [Mana(\"{2}\"), Deed(Sacrifice, N(1), Of(This))], timing: (sorcery: true), \
             effect: Do(Draw(Of(You), N(2)))))]",
        ),
        (
            "As long as you control an artifact, this creature gets +1/+0 and has flying.",
            "abilities: [Static((affects: Of(This), changes: [Size(N(1), N(0)), Gain(Flying)], \
             condition: Exists(All(All([Type(Artifact), ControlledBy(You)])))))]",
        ),
        (
            "This creature enters with two +1/+1 counters on it.",
            "abilities: [Replacement(Enters(with: (PlusOne, N(2))))]",
        ),
    ];
    for (text, wanted) in said {
        assert_eq!(compiled(CREATURE, text), wanted, "{text}");
    }
}

#[test]
fn what_is_chosen_is_chosen_before_it_is_done() {
    assert_eq!(
        compiled("Instant", "Untap up to two lands."),
        "spell: (effect: Seq([Do(Choose(who: You, among: All(Type(Land)), least: 0, most: 2)), Do(Untap(Last))]))"
    );
}

#[test]
fn a_duration_behind_the_last_thing_is_said_of_all() {
    let made =
        compiled("Instant", "Red creatures get +2/+0 and white creatures get +0/+2 until end of turn.");
    assert_eq!((made.matches("EndOfTurn").count(), made.matches("Forever").count()), (2, 0), "{made}");
}

#[test]
fn x_that_is_told_behind_is_put_in_its_place() {
    assert_eq!(
        compiled("Instant", "Target creature gets +X/+0 until end of turn, where X is its toughness."),
        "spell: (targets: [Creature(Any)], effect: Do(Modify(Targets(0), [Size(Toughness(Target(0)), N(0))], \
         EndOfTurn)))"
    );
    // Asked for twice, it is kept as it was.
    let twice = compiled(
        "Instant",
        "You draw X cards and you lose X life, where X is the number of lands you control.",
    );
    assert!(twice.contains("Let(Count(All(All([Type(Land), ControlledBy(You)]))))"), "{twice}");
    assert_eq!(twice.matches("Kept(0)").count(), 2, "{twice}");
}

#[test]
fn a_reference_to_one_of_two_things_is_refused() {
    let fault = refused("Instant", "Destroy target creature and target land. Its controller draws a card.");
    assert!(fault.contains("can be one of several things"), "{fault}");
    let fault = refused("Instant", "It gains flying until end of turn.");
    assert!(fault.contains("refers to nothing"), "{fault}");
}

#[test]
fn what_is_not_understood_is_named_with_its_place() {
    let fault = refused("Instant", "Destroy target creature. Then sing a long song.");
    assert!(fault.contains("\"sing a long song.\" on, behind \"destroy target creature. then\""), "{fault}");
    // A card is whole or refused, even where all other lines are understood.
    assert!(result(CREATURE, "Flying\nIt hums quietly.").is_err());
    // Facts of later rules are refused too.
    assert!(result("Creature — Automaton Sprite", "Flying").is_err());
}

#[test]
fn what_a_card_exiles_is_what_it_speaks_of_later() {
    let made = compiled(
        CREATURE,
        "When this creature enters, exile target artifact.\nWhen this creature leaves the battlefield, return the exiled \
         card to the battlefield under its owner's control.",
    );
    assert!(made.contains("Do(Move(Targets(0), Exile)), Do(Link(Last))"), "{made}");
    assert!(made.contains("Do(Move(Linked, BattlefieldOwner))"), "{made}");
}

#[test]
fn mana_of_one_type_or_another_is_an_ability_for_each() {
    let made = compiled("Artifact", "{T}: Add {R} or {G}.");
    assert_eq!(made.matches("Activated((cost: [Tap]").count(), 2, "{made}");
}

#[test]
fn another_player_searches_an_own_library() {
    let made = compiled(
        "Instant",
        "Destroy target creature. Its controller may search their library for a creature card, put it onto the \
         battlefield, then shuffle.",
    );
    assert!(made.contains("Search(who: Controller(Target(0))"), "{made}");
}

#[test]
fn a_card_that_nobody_defines_is_spoken_of_in_vain() {
    let fault =
        refused(CREATURE, "As long as you control a creature named Nobody Knows, this creature has flying.");
    assert!(fault.contains("which is not defined"), "{fault}");
    compiled(CREATURE, "As long as you control another creature named Own Card, this creature has flying.");
}

#[test]
fn faces_are_compiled_together_or_not_at_all() {
    let face = |name: &str, text: &str| Face {
        name: name.to_string(),
        cost: Some("{R}".to_string()),
        types: "Instant".to_string(),
        text: text.to_string(),
        ..Face::default()
    };
    let both = |second: &str| Printed {
        name: "Left // Right".to_string(),
        layout: "split".to_string(),
        faces: vec![face("Left", "Draw a card."), face("Right", second)],
    };
    let (good, bad) = (both("You gain 2 life."), both("Whistle."));
    let (outcomes, _) = compile_all(&[&good, &bad]);
    assert_eq!(outcomes[0].result.as_ref().unwrap().definitions.len(), 3);
    assert!(outcomes[1].result.is_err());
    let alone = Printed { faces: vec![face("Left", "Draw a card.")], ..both("") };
    assert!(compile_all(&[&alone]).0[0].result.is_err());
}
