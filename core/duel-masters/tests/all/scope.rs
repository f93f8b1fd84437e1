//! Definitions whose words refer to nothing: `duelog cards check` names the word and its place.

use duelog_duel_masters::cards::FILES;
use duelog_duel_masters::factory::DuelMastersFactory;
use duelog_kernel::Factory;

#[test]
fn every_definition_is_sound() {
    let factory = DuelMastersFactory::default();
    let faults: Vec<String> = FILES
        .iter()
        .filter_map(|(file, text)| Some(format!("{file}:{}", factory.check(text).err()?)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The fault of a definition, whose place it names.
fn fault(rest: &str) -> String {
    let text = format!("Card(name: \"A\", cost: 1, {rest})");
    DuelMastersFactory::default()
        .check(&text)
        .map_or_else(|error| error.to_string(), |names| panic!("{names:?} is sound: {text}"))
}

fn spell(effect: &str) -> String {
    fault(&format!("kind: Spell, spell:\n{effect}"))
}

fn ability(ability: &str) -> String {
    fault(&format!("kind: Creature, power: 1000, abilities: [\n{ability}]"))
}

#[test]
fn choices_that_there_are_not() {
    assert_eq!(
        spell("Seq([Do(Choose(You, Battle(Any), N(1), N(1))), Do(Destroy(Of(Chosen(3))))])"),
        "2:62: `Chosen(3)` refers to nothing: there is 1 choice here, counted from 0; did you mean `Chosen(0)`?"
    );
    assert_eq!(
        spell("Do(Destroy(Of(Chosen(0))))"),
        "2:15: `Chosen(0)` refers to nothing: there is no choice here"
    );
    assert_eq!(
        spell("Seq([Do(Choose(You, Battle(Any), N(1), N(1))), Do(Destroy(Battle(OfChosen(0))))])"),
        "2:66: `OfChosen(0)` refers to nothing: that choice is not one of races, civilizations or names"
    );
    assert_eq!(
        spell("Seq([Do(Choose(You, Races, N(1), N(1))), Do(Draw(You, Total(Value, Of(Chosen(0)))))])"),
        "2:55: `Chosen(0)` refers to nothing: that choice is not one of numbers"
    );
    assert_eq!(
        spell("Seq([Do(Choose(You, Battle(Any), N(1), N(1))), Do(Draw(You, Total(Value, Battle(Any))))])"),
        "2:61: `Total(Value, ..)` is of numbers that were chosen: `Of(Chosen(..))`"
    );
}

#[test]
fn what_a_script_has_not_kept_and_events_that_there_are_not() {
    assert_eq!(
        spell("Seq([Let(N(3)), Do(Draw(You, Kept(2)))])"),
        "2:30: `Kept(2)` refers to nothing: there is 1 kept number here, counted from 0; did you mean `Kept(0)`?"
    );
    assert_eq!(
        spell("Do(Destroy(Of(Last)))"),
        "2:15: `Last` refers to nothing: nothing has been done before in this script"
    );
    assert_eq!(spell("Do(Destroy(Of(It)))"), "2:15: `It` refers to nothing: it is not in an `Each`");
    assert_eq!(
        spell("Do(Move(Looked(Any), Hand))"),
        "2:9: `Looked(Any)` refers to nothing: nothing is being looked at: there is no `Show` of the top of a deck before"
    );
    assert_eq!(
        spell("Do(Draw(EventPlayer, N(1)))"),
        "2:9: `EventPlayer` refers to nothing: there is no player of the event here"
    );
    assert_eq!(
        ability("Triggered((when: Becomes(Any, Tapped), effect: Do(Destroy(Of(Other)))))"),
        "2:62: `Other` refers to nothing: there is no other object of the event here"
    );
    assert_eq!(
        ability("Triggered((when: Moves(to: Battle), effect: Do(Draw(You, Amount(Event)))))"),
        "2:58: `Amount(Event)` refers to nothing: there is no amount of the event here"
    );
    assert_eq!(
        spell("Do(Draw(You, Amount(Keyword)))"),
        "2:14: only what a keyword means has a number behind it: write the number"
    );
    assert_eq!(
        ability("Static((what: Of(EventPlayer), changes: [Power(Times, N(2))]))"),
        "2:18: `EventPlayer` refers to nothing: there is no player of the event here"
    );
    assert_eq!(
        ability("Static((what: Host, changes: [Power(Times, N(2))]))"),
        "2:15: `Host` refers to nothing: only a cross gear is crossed to a creature (303.3a)"
    );
}

#[test]
fn what_never_happens_and_does_nothing() {
    assert_eq!(ability("Static((what: Any, changes: []))"), "2:8: it does nothing: `changes` is empty");
    assert_eq!(
        ability("Triggered((when: Moves(what: Kind(Spell), to: Battle), effect: Do(Draw(You, N(1)))))"),
        "2:18: no element matches `Kind(Spell)`"
    );
    assert_eq!(
        ability(
            "Triggered((when: Combat(role: Attacks, what: All([Kind(CrossGear), Tapped])), effect: Do(Draw(You, N(1)))))"
        ),
        "2:18: no creature matches `Kind(CrossGear)`"
    );
    assert_eq!(
        ability("Replacement((event: Becomes(Kind(Creature), Over), instead: To(Hand)))"),
        "2:21: no spell matches `Kind(Creature)`"
    );
    assert_eq!(
        spell("Do(Destroy(Battle(All([Tapped, Not(Tapped)]))))"),
        "2:19: nothing matches both `Tapped` and `Not(Tapped)`"
    );
    assert_eq!(
        ability("Static((what: Any, changes: [Power(DividedBy, N(0))]))"),
        "2:30: a power is divided by 1 or more, not by 0 (108.2)"
    );
    assert_eq!(ability("While(TurnOf(You), [])"), "2:1: `While` of nothing does nothing");
    assert_eq!(spell("Seq([])"), "2:1: `Seq` of nothing does nothing");
    assert_eq!(
        spell("Do(Destory(Of(Last)))"),
        "2:4: there is no word `Destory` here; did you mean `Destroy`? (a Verb is wanted)"
    );
}

/// The fault of a definition whose words are sound and mean nothing together.
fn meaning(ability: &str) -> String {
    fault(&format!("kind: Creature, power: 1000, abilities: [{ability}]"))
}

#[test]
fn what_cannot_be_replaced_or_given() {
    let replaced = "1:1: what is replaced is a move, a destruction, a discard, a draw to come, that a spell is over, a shield that is broken or a battle that is lost (609.1)";
    for event in [
        "Combat(role: Attacks)",
        "Begins(Start, You)",
        "Becomes(Any, Tapped)",
        "Does(You, Use, Any)",
        "Does(You, Draw, Any)",
    ] {
        assert_eq!(
            meaning(&format!("Replacement((event: {event}, instead: To(Hand)))")),
            replaced,
            "{event}"
        );
    }
    let given = "1:1: only triggered and replacement abilities, tap abilities and silent skills are given, or one ability that has a condition (110.1)";
    assert_eq!(
        meaning(
            "Static((what: Any, changes: [Ability(Static((what: Any, changes: [Power(Times, N(2))])))]))"
        ),
        given
    );
    let elsewhere = "1:1: a static ability gives cards outside of the battle zone civilizations, races, power, S-Trigger, a mana number, \
                     or says whether they can be used or untap (603.5b)";
    assert_eq!(
        meaning("While(TurnOf(You), [Static((what: Any, zone: Mana, changes: [Lose(None)]))])"),
        elsewhere
    );
}

// Each of these had been accepted, and did nothing.
#[test]
fn rules_that_nothing_asks_for_or_that_speak_of_a_script() {
    let said = |rule: &str| {
        let fault = spell(&format!(
            "Seq([Do(Choose(You, Battle(Any), N(1), N(1))), Do(Modify(Of(Chosen(0)), [Rule({rule})], EndOfTurn))])"
        ));
        fault.split_once(": ").map_or(String::new(), |(_, said)| said.to_string())
    };
    assert_eq!(
        said("(Forbid, BeBlocked, Is(Chosen(0)))"),
        "`Rule(Forbid, BeBlocked, Is(Chosen(0)))`: it is asked for whenever that is done, and nothing of this script is known then; say what matches by what it is"
    );
    assert_eq!(
        said("(Forbid, Attack, Tapped)"),
        "`Rule(Forbid, Attack, Tapped)`: nothing asks against what that is, so that its last word does nothing; write `Any`"
    );
    assert_eq!(
        said("(Require, Untap, Any)"),
        "`Rule(Require, Untap, Any)` does nothing: nothing asks whether that is so"
    );
}

// Each of these had been accepted, and did nothing.
#[test]
fn words_that_do_nothing_to_what_they_are_said_of() {
    assert_eq!(
        spell("Do(Destroy(In(Hand, You, Any)))"),
        "2:4: `Destroy(In(Hand, You, Any))` does nothing to `In(Hand, You, Any)`: `Destroy` is said of elements, as `Battle(Any)` are"
    );
    for effect in [
        "Do(Destroy(Players))",
        "Do(Turn(In(Hand, You, Any), Tapped))",
        "Do(DiscardThese(Battle(Any)))",
        "Do(ShieldsToHand(In(Mana, You, Any)))",
        "Do(Modify(In(Graveyard, You, Any), [Power(Plus, N(1000))], EndOfTurn))",
        "Do(Show(Battle(Any), In(Hand, You, Any)))",
        "Do(Use(You, Battle(Any)))",
        "Do(Battle(You, This))",
        "If(Matches(You, Kind(Creature)), Do(Draw(You, N(1))))",
        "Do(Destroy(Battle(Is(Opponent))))",
    ] {
        assert!(spell(effect).contains("does nothing to"), "{effect}: {}", spell(effect));
    }
    let replaces = |replacement: &str| ability(&format!("Replacement(({replacement}))"));
    assert!(replaces("event: Does(You, WillDraw, Any), instead: To(Graveyard)").contains("say what is done"));
    assert!(
        replaces("event: Does(You, WillDraw, Kind(Spell)), instead: Do(Do(Draw(You, N(2))))")
            .contains("write `Any`")
    );
    let gives = |event: &str| {
        ability(&format!(
            "Static((what: This, changes: [Ability(Replacement((event: {event}, instead: To(Hand))))]))"
        ))
    };
    assert!(gives("Becomes(This, Tapped)").contains("is not an event that is replaced"));
    assert!(spell("Do(Destroy(Battle(Can(ShowShields))))").contains("nothing forbids that"));
}
