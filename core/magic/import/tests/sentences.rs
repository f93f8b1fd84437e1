//! Sentences of our own, and what they are compiled to.
#![allow(clippy::unwrap_used)]

mod common;

use common::card;
use duelog_magic_import::{Face, Fault, Printed, compile_all, print};

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

/// Sentences of Standard and of preconstructed decks.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of sentences and what they mean")]
fn sentences_of_standard_are_understood() {
    let said = [
        (
            "Instant",
            "This spell costs {1} less to cast if an opponent has five or more cards in their \
             graveyard.\nDraw a card.",
            "spell: (effect: Do(Draw(Of(You), N(1)))), abilities: [Static((zones: [Hand, Graveyard, \
             Library, Exile, Command, Stack], affects: Of(You), changes: [CostsLess(Is(This), \
             \"{1}\")], condition: AnyOpponent(AtLeast(Count(Graveyard(Opponent, Any)), N(5)))))]",
        ),
        (
            CREATURE,
            "Whenever Own Card and at least three other creatures attack, draw a card.",
            "abilities: [Triggered((when: Combat(role: Attacks, what: Is(This), least: 4), effect: \
             Do(Draw(Of(You), N(1)))))]",
        ),
        (
            CREATURE,
            "Whenever you attack with four or more creatures, you gain 2 life.",
            "abilities: [Triggered((when: Together(Combat(role: Attacks, what: ControlledBy(You), \
             least: 4)), effect: Do(GainLife(Of(You), N(2)))))]",
        ),
        (
            CREATURE,
            "Own Card has trample as long as it's attacking.",
            "abilities: [Static((affects: Of(This), changes: [Gain(Trample)], condition: \
             Matches(This, Attacking)))]",
        ),
        (
            CREATURE,
            "At the beginning of your upkeep and whenever you cast a Goblin spell, draw a card.",
            "abilities: [Triggered((when: Either([Begins(step: Upkeep, whose: You), Casts(by: You, \
             what: Subtype(\"Goblin\"))]), effect: Do(Draw(Of(You), N(1)))))]",
        ),
        (
            CREATURE,
            "Own Card gets +1/+1 for each Aura attached to it.",
            "abilities: [Static((affects: Of(This), changes: [Size(Count(All(All([Subtype(\"Aura\"), \
             AttachedTo(Is(This))]))), Count(All(All([Subtype(\"Aura\"), AttachedTo(Is(This))]))))]))]",
        ),
        (
            CREATURE,
            "Enchanted creatures you control have flying.",
            "abilities: [Static((affects: All(All([Bears(Subtype(\"Aura\")), Type(Creature), \
             ControlledBy(You)])), changes: [Gain(Flying)]))]",
        ),
        (
            CREATURE,
            "Whenever you cast a spell that targets an artifact you control, draw a card.",
            "abilities: [Triggered((when: Casts(by: You, what: Targets(what: All([Type(Artifact), \
             ControlledBy(You), Within(Battlefield)]))), effect: Do(Draw(Of(You), N(1)))))]",
        ),
        (
            "Instant",
            "Destroy all Equipment attached to creatures an opponent controls.",
            "spell: (effect: Do(Destroy(All(All([Subtype(\"Equipment\"), \
             AttachedTo(All([Type(Creature), ControlledBy(Opponent)]))])))))",
        ),
        (
            "Instant",
            "Create a tapped 2/2 white Cat creature token.",
            "spell: (effect: Do(CreateWith(who: You, number: N(1), token: \"Cat\", tapped: true)))",
        ),
        (
            "Instant",
            "Create an X/X green Ooze creature token, where X is the number of lands you control.",
            "spell: (effect: Do(CreateWith(who: You, number: N(1), token: \"Green Ooze 0 0\", size: \
             (Count(All(All([Type(Land), ControlledBy(You)]))), Count(All(All([Type(Land), \
             ControlledBy(You)])))))))",
        ),
        (
            "Instant",
            "Target creature gets +2/+0 until end of turn and can't be blocked this turn.",
            "spell: (targets: [Creature(Any)], effect: Seq([Do(Modify(Targets(0), [Size(N(2), N(0))], \
             EndOfTurn)), Do(Modify(Targets(0), [Rule(Forbid, BeBlocked, Any)], EndOfTurn))]))",
        ),
        (
            CREATURE,
            "{2}: Own Card can attack this turn as though it didn't have defender.",
            "abilities: [Activated((cost: [Mana(\"{2}\")], effect: Do(Modify(Of(This), [Rule(Allow, \
             Attack, Any)], EndOfTurn))))]",
        ),
        (
            CREATURE,
            "Own Card can't be the target of white or blue spells your opponents control.",
            "abilities: [Static((affects: Of(This), changes: [Rule(Forbid, BeTarget, All([Spell, \
             Either([Color(White), Color(Blue)]), ControlledBy(Opponent)]))]))]",
        ),
        (
            CREATURE,
            "Own Card can't be the target of green spells or abilities from green sources.",
            "abilities: [Static((affects: Of(This), changes: [Rule(Forbid, BeTarget, \
             Color(Green))]))]",
        ),
        (
            CREATURE,
            "Own Card has protection from multicolored.",
            "abilities: [Static((affects: Of(This), changes: [Gain(Protection(Multicolored))]))]",
        ),
        (
            "Instant",
            "Until your next turn, whenever a creature an opponent controls dies, you gain 1 life.",
            "spell: (effect: Delayed(UntilYourTurn(Dies(All([Type(Creature), \
             ControlledBy(Opponent)]))), Do(GainLife(Of(You), N(1)))))",
        ),
        (
            "Instant",
            "When you next cast an artifact spell this turn, you draw a card.",
            "spell: (effect: Delayed(NextThisTurn(Casts(by: You, what: Type(Artifact))), \
             Do(Draw(Of(You), N(1)))))",
        ),
        (
            "Instant",
            "Choose target creature. When that creature dies this turn, you gain 4 life.",
            "spell: (targets: [Creature(Any)], effect: Delayed(ThisTurn(Dies(Is(Target(0)))), \
             Do(GainLife(Of(You), N(4)))))",
        ),
        (
            "Instant",
            "Own Card deals 2 damage to target opponent or planeswalker. That player or that \
             planeswalker's controller discards a card.",
            "spell: (targets: [OneOf([Opponent, Permanent(Type(Planeswalker))])], effect: \
             Seq([Do(Damage(amount: N(2), to: Targets(0))), Do(Discard(Of(Controller(Target(0))), \
             N(1)))]))",
        ),
        (
            "Instant",
            "Add three mana in any combination of colors.",
            "spell: (effect: Repeat(N(3), Do(AddMana(You, AnyColor, N(1)))))",
        ),
        (
            "Instant",
            "The next time a blue source of your choice would deal damage to you this turn, prevent \
             that damage.",
            "spell: (effect: Seq([Do(ChooseSource(You, Color(Blue))), Do(Shield((from: Color(Blue), source: Last, to: \
             Of(You), once: true, until: EndOfTurn)))]))",
        ),
        (
            "Instant",
            "Return two creature cards at random from your graveyard to your hand.",
            "spell: (effect: Seq([Do(ChooseAtRandom(Graveyard(You, Type(Creature)), N(2))), \
             Do(Move(Last, Hand))]))",
        ),
        (
            "Instant",
            "Distribute three +1/+1 counters among one or two target creatures.",
            "spell: (targets: [Several(1, 2, Creature(Any))], divide: N(3), effect: Each(Targets(0), \
             Do(PutCounters(PlusOne, Share, Of(It)))))",
        ),
        (
            CREATURE,
            "Whenever a +1/+1 counter is put on Own Card, draw a card.",
            "abilities: [Triggered((when: Counters(kind: PlusOne, what: Is(This)), effect: \
             Do(Draw(Of(You), N(1)))))]",
        ),
        (
            CREATURE,
            "Whenever a creature an opponent controls enters, that player loses 1 life.",
            "abilities: [Triggered((when: Enters(All([Type(Creature), ControlledBy(Opponent)])), \
             effect: Do(LoseLife(Of(EventPlayer), N(1)))))]",
        ),
        (
            "Instant",
            "Look at the top six cards of your library. Put up to two Goblin cards from among them \
             into your hand and the rest into your graveyard.",
            "spell: (effect: Seq([Do(Look(whose: Of(You), number: N(6))), Do(Note(Last)), \
             Do(Choose(who: You, among: Among(Noted(0), Subtype(\"Goblin\")), least: 0, most: 2)), \
             Do(Move(Last, Hand)), Do(Move(Noted(0), Graveyard))]))",
        ),
        (
            CREATURE,
            "Own Card gets +1/+1 as long as it's a Goblin. Otherwise, it has haste.",
            "abilities: [Static((affects: Of(This), changes: [Size(N(1), N(1))], condition: \
             Matches(This, Subtype(\"Goblin\")))), Static((affects: Of(This), changes: [Gain(Haste)], \
             condition: Not(Matches(This, Subtype(\"Goblin\")))))]",
        ),
        (
            "Artifact",
            "If Own Card is in your opening hand, you may begin the game with it on the battlefield.",
            "abilities: [Activated((cost: [], timing: (opening: Hand), zone: Hand, effect: \
             Do(Put(what: Of(This)))))]",
        ),
        (
            "Instant",
            "Create two 1/1 red Goblin creature tokens. If you have 3 or less life, create four of \
             those tokens instead.",
            "spell: (effect: IfElse(Not(AtLeast(Life(You), N(4))), Do(Create(You, N(4), \"Goblin\")), \
             Do(Create(You, N(2), \"Goblin\"))))",
        ),
        (
            CREATURE,
            "All damage that would be dealt to you is dealt to Own Card instead.",
            "abilities: [Replacement(Prevent(to: You, instead: This))]",
        ),
        (
            "Instant",
            "You lose 3 life unless you control a Goblin.",
            "spell: (effect: If(Not(Exists(All(All([Subtype(\"Goblin\"), ControlledBy(You)])))), \
             Do(LoseLife(Of(You), N(3)))))",
        ),
    ];
    for (types, text, wanted) in said {
        assert_eq!(compiled(types, text), wanted, "{text}");
    }
}

/// A text that would be said wrong is refused.
#[test]
fn what_is_not_known_exactly_is_refused() {
    let aim = "Own Card costs {1} less to cast if it targets a Goblin.\nDestroy target creature.";
    assert!(refused("Instant", aim).contains("if it targets"), "{aim}");
    let counters = "Whenever one or more +1/+1 counters are put on a creature you control, draw a card.";
    assert!(refused(CREATURE, counters).contains("counters are put"), "{counters}");
}
