//! Definitions whose words refer to nothing: `duelog cards check` names the word and its place.

use duelog_flesh_and_blood::cards::FILES;
use duelog_flesh_and_blood::factory::FleshAndBloodFactory;
use duelog_kernel::Factory;

#[test]
fn every_definition_is_sound() {
    let factory = FleshAndBloodFactory::default();
    let faults: Vec<String> = FILES
        .iter()
        .filter_map(|(file, text)| Some(format!("{file}:{}", factory.check(text).err()?)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The fault of a definition, whose place it names.
fn fault(rest: &str) -> String {
    let text = format!("Card(name: \"A\", types: \"Generic Action\", cost: [0],\n{rest})");
    FleshAndBloodFactory::default()
        .check(&text)
        .map_or_else(|error| error.to_string(), |names| panic!("{names:?} is sound: {text}"))
}

fn ability(ability: &str) -> String {
    fault(&format!("abilities: [{ability}]"))
}

#[test]
fn targets_modes_and_costs_that_there_are_not() {
    assert_eq!(
        fault("resolve: (targets: [Hero], effect: Do(Destroy(Targets(3))))"),
        "2:47: `Targets(3)` refers to nothing: there is 1 target group here, counted from 0; did you mean `Targets(0)`?"
    );
    assert_eq!(
        fault(
            "resolve: (choose: N(1), modes: [(targets: [Hero], effect: Do(Destroy(Targets(0)))), (effect: Do(Destroy(Targets(0))))])"
        ),
        "2:105: `Targets(0)` refers to nothing: there is no target group here"
    );
    assert_eq!(
        fault("resolve: (effect: If(Mode(0), Do(Draw(You, N(1)))))"),
        "2:22: `Mode(0)` refers to nothing: there is no mode here"
    );
    assert_eq!(
        fault("resolve: (effect: If(Paid(0), Do(Draw(You, N(1)))))"),
        "2:22: `Paid(0)` refers to nothing: there is no optional cost here"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Draw(You, X)))"),
        "2:32: `X` refers to nothing: the cost of this card has no `x`"
    );
}

#[test]
fn one_player_is_meant_and_not_any_of_several() {
    assert_eq!(
        fault("resolve: (effect: Do(Draw(OtherThan(You), N(1))))"),
        "2:22: `OtherThan(You)` can be any of several players, and here one is meant"
    );
    assert_eq!(
        fault("resolve: (effect: If(TurnOf(OtherThan(OtherThan(You))), Do(Draw(You, N(1)))))"),
        "2:22: `OtherThan(OtherThan(You))` can be any of several players, and here one is meant"
    );
    assert_eq!(
        ability(
            "Static((affects: Arena(ControlledBy(OtherThan(OtherThan(You)))), changes: [Plus(Power, N(1))]))"
        ),
        "2:49: `OtherThan(You)` can be any of several players, and here one is meant"
    );
}

#[test]
fn it_is_what_a_loop_has_at_hand_or_what_is_counted() {
    let later = "is asked of whatever comes, and nothing of this script is known then";
    let all = |filter: &str| {
        fault(&format!(
            "resolve: (effect: Each(Players, Do(ModifyAll({filter}, [Plus(Power, N(1))], EndOfTurn))))"
        ))
    };
    assert!(all("Is(It)").contains(later));
    assert!(all("ControlledBy(Controller(Last))").contains(later));
    assert!(
        fault("resolve: (effect: Do(Gain(You, Life, Count(Zone(Hand, It, Any), Some(N(1))))))")
            .contains("`It` refers to nothing")
    );
    assert!(
        ability(
            "Static((condition: AtLeast(Count(Players, Some(N(1))), HandSize(It)), affects: Of(This), \
             changes: [Plus(Power, N(1))]))"
        )
        .contains("`It` is each object that `changes` is about")
    );
}

#[test]
fn what_a_script_has_not_kept_and_events_that_there_are_not() {
    assert_eq!(
        fault("resolve: (effect: Seq([Let(N(3)), Do(Draw(You, Kept(2)))]))"),
        "2:48: `Kept(2)` refers to nothing: there is 1 kept number here, counted from 0; did you mean `Kept(0)`?"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Destroy(Last)))"),
        "2:30: `Last` refers to nothing: nothing has been done before in this script"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Destroy(Of(It))))"),
        "2:33: `It` refers to nothing: it is not in an `Each`"
    );
    assert_eq!(
        fault("resolve: (targets: [Object(ControlledBy(EventPlayer))], effect: Do(Destroy(Targets(0))))"),
        "2:41: `EventPlayer` refers to nothing: there is no player of the event here"
    );
    assert_eq!(
        ability(
            "Triggered((when: Happens(ResolveLink, Any), resolve: (effect: Do(Destroy(Of(EventOther))))))"
        ),
        "2:89: `EventOther` refers to nothing: there is no other object of the event here"
    );
    assert_eq!(
        ability(
            "Triggered((when: Moves(Any, Anywhere, Arena), resolve: (effect: Do(Draw(You, EventAmount)))))"
        ),
        "2:90: `EventAmount` refers to nothing: there is no amount of the event here"
    );
}

#[test]
fn what_nothing_names_notes_or_gives() {
    assert_eq!(
        fault("resolve: (effect: Do(Destroy(Arena(NamedCard))))"),
        "2:36: `NamedCard` refers to nothing: nothing on this card names a card with `Name`"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Destroy(Noted(0))))"),
        "2:30: `Noted(0)` refers to nothing: the ability at that place notes nothing with `Note` (1.7.6)"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Modify(Of(This), [Ability(0)], EndOfTurn)))"),
        "2:40: `Ability(0)` refers to nothing: there is no given ability here"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Destroy(Arena(Named(\"Haed Jab\")))))"),
        "2:42: no card or token called \"Haed Jab\" is defined; did you mean \"Head Jab\"?"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Create(You, N(1), \"Migt\")))"),
        "2:40: no token called \"Migt\" is defined; did you mean \"Might\"?"
    );
    assert_eq!(fault("back: \"Nobody At All\""), "2:7: no card or token called \"Nobody At All\" is defined");
}

#[test]
fn what_never_happens_and_does_nothing() {
    assert_eq!(
        ability("Static((affects: Arena(Any), changes: []))"),
        "2:20: it does nothing: `changes` is empty"
    );
    assert_eq!(
        ability("Triggered((when: Does(You, Play, Type(Hero)), resolve: (effect: Do(Draw(You, N(1))))))"),
        "2:30: nothing that is played matches `Type(Hero)`"
    );
    let deeds = "Banish, BanishDown, Bottom, Charge, Destroy, Discard, Reveal, TakeCounter, Tap, TurnDown, TurnUp, Untap";
    assert_eq!(
        fault("costs: [Deed(Steal, 1, Arena(Any))]"),
        format!("2:9: `Steal` is nothing that `Deed` speaks of (known: {deeds})")
    );
    assert!(
        ability("Triggered((when: Does(You, PlayFree, Any), resolve: (effect: Do(Draw(You, N(1))))))")
            .starts_with("2:30: `PlayFree` is nothing")
    );
    assert_eq!(
        fault("resolve: (effect: Do(Destroy(Arena(All([Tapped, Not(Tapped)])))))"),
        "2:36: nothing matches both `Tapped` and `Not(Tapped)`"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Modify(Of(This), [], EndOfTurn)))"),
        "2:22: `Modify` without changes does nothing"
    );
    assert_eq!(
        fault("resolve: (effect: Do(Destory(Last)))"),
        "2:22: there is no word `Destory` here; did you mean `Destroy`? (a Verb is wanted)"
    );
}

// Each of these had been accepted, and did nothing.
#[test]
fn rulings_that_nothing_asks_for_or_that_speak_of_a_script() {
    let said = |rule: &str| {
        let fault = fault(&format!(
            "resolve: (targets: [Attack(Any), Hero], effect: Do(Modify(Targets(0), [{rule}], EndOfTurn)))"
        ));
        fault.split_once(": ").map_or(String::new(), |(_, said)| said.to_string())
    };
    let later = "it is asked for whenever that is done, and nothing of this script is known then; say what matches by its own properties";
    assert_eq!(
        said("Rule(Restriction, BeDefendedBy, Is(Target(1)))"),
        format!("`Rule(Restriction, BeDefendedBy, Is(Target(1)))`: {later}")
    );
    assert_eq!(
        said("DefendedByAtMost(1, AtMost(Defense, EventAmount))"),
        format!("`DefendedByAtMost(1, AtMost(Defense, EventAmount))`: {later}")
    );
    assert_eq!(
        said("Rule(Restriction, Attack, Type(Action))"),
        "`Rule(Restriction, Attack, Type(Action))`: nothing asks with what that is done, so that its last word does nothing; write `Any`"
    );
    assert_eq!(
        said("Rule(Allowance, Destroy, Any)"),
        "`Rule(Allowance, Destroy, Any)` does nothing: nothing asks whether that is so"
    );
}

// Each of these had been accepted, and did nothing.
#[test]
fn verbs_that_are_done_to_something_else() {
    for verb in [
        "Negate(Arena(Any))",
        "Discard(Arena(Any))",
        "Tap(Zone(Hand, You, Any), true)",
        "Mark(Top(You, N(1)))",
    ] {
        let fault = fault(&format!("resolve: (effect: Do({verb}))"));
        assert!(fault.contains("does nothing to"), "{verb}: {fault}");
    }
}

// Each of these had been accepted, and did nothing.
#[test]
fn replacement_effects_that_change_nothing() {
    let ability = |rest: &str| fault(&format!("abilities: [Replacement(({rest}))]"));
    for (rest, said) in [
        ("when: Hits(Any, Any), tier: Standard, instead: Nothing", "is not an event that is replaced (6.4)"),
        (
            "when: Does(You, Play, Any), tier: Standard, instead: Nothing",
            "is not an event that is replaced (6.4)",
        ),
        (
            "when: Does(You, Gain(Life), Any), tier: Standard, instead: Amount(Plus, N(1))",
            "is not an event that is replaced",
        ),
        ("when: Does(You, Draw, Type(Action)), tier: Standard, instead: Amount(Plus, N(1))", "write `Any`"),
        ("when: Rolls(You, 6), tier: Outcome, instead: Again", "write `0`"),
        ("when: Rolls(You, 0), tier: Standard, instead: Again", "does nothing instead of"),
        ("when: Rolls(You, 0), tier: Outcome, instead: Dice(more: N(1))", "does nothing instead of"),
        ("when: Rolls(You, 0), tier: Standard, instead: Dice()", "changes nothing"),
        ("when: Does(You, WinClash, Any), tier: Standard, instead: Again", "write `tier: Outcome`"),
        ("when: Damages(from: Any, to: Any), tier: Outcome, instead: Nothing", "only rolls and clashes"),
        (
            "when: Damages(from: Any, to: Any), tier: Standard, instead: Go(Banished)",
            "it is prevented with `Prevent`",
        ),
        (
            "when: Moves(Any, Anywhere, Zone(Graveyard)), tier: Standard, instead: Prevent(N(1))",
            "it goes elsewhere with `Go`",
        ),
        (
            "when: Moves(Any, Anywhere, Zone(Graveyard)), tier: Standard, instead: Enters(with: (\"steam\", N(1)))",
            "does nothing",
        ),
        ("when: Moves(Any, Anywhere, Arena), tier: Standard, instead: Enters()", "changes nothing"),
        (
            "when: Does(You, Create, Not(Type(Token))), tier: Standard, instead: Amount(Plus, N(1))",
            "known by its name, types and subtypes alone",
        ),
        (
            "when: Each(Moves(Any, Anywhere, Arena)), tier: Standard, instead: Nothing",
            "is not an event that is replaced",
        ),
    ] {
        let fault = ability(rest);
        assert!(fault.contains(said), "{rest}: {fault}");
    }
    let spell = |verb: &str| fault(&format!("resolve: (effect: Do({verb}))"));
    assert!(spell("ReplaceNext(Begins(End, You), Nothing)").contains("is not an event that is replaced"));
    assert!(
        spell("ButIf(Draw(You, N(1)), Exists(Arena(Any)), Go(Banished))")
            .contains("there is more or less of it")
    );
    assert!(
        fault("abilities: [Triggered((when: Each(Does(You, Draw, Any)), resolve: (effect: Do(Draw(You, N(1))))))]")
            .contains("never happens")
    );
}
