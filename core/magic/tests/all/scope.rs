//! Definitions whose words refer to nothing: `duelog cards check` names the word and its place.

use duelog_kernel::Factory;
use duelog_magic::factory::MagicFactory;

/// The fault of a definition, whose place it names.
fn fault(rest: &str) -> String {
    let text = format!("Card(name: \"A\",\n{rest})");
    MagicFactory::default()
        .check(&text)
        .map_or_else(|error| error.to_string(), |names| panic!("{names:?} is sound: {text}"))
}

fn spell(rest: &str) -> String {
    fault(&format!("types: \"Sorcery\", spell: (\n{rest})"))
}

fn ability(rest: &str) -> String {
    fault(&format!("types: \"Artifact\", abilities: [\n{rest}]"))
}

#[test]
fn targets_that_there_are_not() {
    assert_eq!(
        spell("targets: [Any], effect: Do(Damage(amount: N(2), to: Targets(3)))"),
        "3:53: `Targets(3)` refers to nothing: there is 1 target group here, counted from 0; did you mean `Targets(0)`?"
    );
    assert_eq!(
        spell("targets: [],\n effect: Do(Destroy(Of(Target(0))))"),
        "4:24: `Target(0)` refers to nothing: there is no target group here"
    );
    assert_eq!(
        spell(
            "modes: (of: 2, least: 1, most: 1), targets: [InMode(0, Player), InMode(1, Creature(Any))],
             effect: If(Mode(0), Do(Destroy(Targets(1))))"
        ),
        "4:45: `Targets(1)` refers to nothing: it is a target of mode 1, and this is done in mode 0"
    );
    assert_eq!(
        spell("targets: [Creature(Any)], effect: If(Mode(0), Do(Destroy(Targets(0))))"),
        "3:38: `Mode(0)` refers to nothing: there is no mode here"
    );
    assert_eq!(
        spell("targets: [Another(0, Player)], effect: Do(Draw(Targets(0), N(1)))"),
        "3:11: `Another(0, Player)` refers to nothing: \"another\" is said of a target group before this one"
    );
}

// Found by the fuzzer that plays definitions: a spell without a legal answer.
#[test]
fn choices_that_nobody_can_make() {
    let both = |modes: &str| {
        format!(
            "modes: {modes}, targets: [InMode(0, Player), InMode(1, Player)], effect: If(Mode(0), Do(Draw(Targets(0), N(1))))"
        )
    };
    assert_eq!(
        spell(&both("(of: 2, least: 2, most: 1)")),
        "1:1: of 2 modes, 2 to 1 cannot be chosen (700.2)"
    );
    assert_eq!(
        spell(&both("(of: 2, least: 1, most: 3)")),
        "1:1: of 2 modes, 1 to 3 cannot be chosen (700.2)"
    );
    assert_eq!(
        spell(&both("(of: 2, least: 0, most: 0)")),
        "1:1: of 2 modes, 0 to 0 cannot be chosen (700.2)"
    );
    assert_eq!(
        ability(
            "Triggered((when: Begins(step: Upkeep, whose: You), targets: [Several(2, 1, Player)], effect: Do(Draw(Targets(0), N(1)))))"
        ),
        "1:1: 2 to 1 targets cannot be chosen (601.2c)"
    );
}

#[test]
fn what_a_script_has_not_kept() {
    assert_eq!(
        spell("effect: Seq([Let(N(3)), Do(Draw(Of(You), Kept(2)))])"),
        "3:42: `Kept(2)` refers to nothing: there is 1 kept number here, counted from 0; did you mean `Kept(0)`?"
    );
    assert_eq!(
        spell("effect: Seq([Do(Destroy(Noted(0))), Do(Note(All(Any)))])"),
        "3:25: `Noted(0)` refers to nothing: there is no kept group here"
    );
    assert_eq!(
        spell("effect: Do(Destroy(Last))"),
        "3:20: `Last` refers to nothing: nothing has been done before in this script"
    );
    assert_eq!(spell("effect: Do(Tap(Of(It)))"), "3:19: `It` refers to nothing: it is not in an `Each`");
    assert_eq!(spell("effect: Do(Draw(Of(You), X))"), "3:26: `X` refers to nothing: no cost here has {X}");
    assert_eq!(
        spell("effect: Do(Draw(Of(You), Share))"),
        "3:26: `Share` refers to nothing: nothing is divided: there is no `divide` here"
    );
    let divided = spell("targets: [Several(1, 3, Creature(Any))], divide: LastAmount, effect: Seq([])");
    assert!(divided.contains("before the script does anything"), "{divided}");
}

#[test]
fn events_that_there_are_not() {
    assert_eq!(
        spell("effect: Do(Draw(Of(EventPlayer), N(1)))"),
        "3:20: `EventPlayer` refers to nothing: there is no player of the event here"
    );
    assert_eq!(
        spell("targets: [Creature(ControlledBy(EventPlayer))], effect: Do(Destroy(Targets(0)))"),
        "3:33: `EventPlayer` refers to nothing: there is no player of the event here"
    );
    assert_eq!(
        ability("Triggered((when: Moves(why: Drawn, by: You), effect: Do(Destroy(Of(Event)))))"),
        "3:68: `Event` refers to nothing: there is no object of the event here"
    );
    assert_eq!(
        ability("Triggered((when: Enters(Any), effect: Do(Draw(Of(You), EventAmount))))"),
        "3:56: `EventAmount` refers to nothing: there is no amount of the event here"
    );
    assert_eq!(
        ability("Triggered((when: Damages(to: You), effect: Do(Destroy(Of(EventOther)))))"),
        "3:58: `EventOther` refers to nothing: there is no other object of the event here"
    );
    assert_eq!(
        ability("Static((affects: All(ControlledBy(EventPlayer)), changes: [Rule(Forbid, Attack, Any)]))"),
        "3:35: `EventPlayer` refers to nothing: there is no player of the event here"
    );
}

#[test]
fn costs_that_nobody_can_pay() {
    assert_eq!(
        fault(
            "types: \"Sorcery\", additional: [Deed(Discard, N(1), All(Any))], spell: (effect: Do(Draw(Of(You), N(1))))"
        ),
        "2:32: no cost is paid by `Discard` of `All(Any)`: it takes one of Of, Hand"
    );
    assert_eq!(
        spell("effect: Pay(You, [Mana(\"{W/P}\")], Seq([]), Do(Draw(Of(You), N(1))))"),
        "3:9: `Pay` cannot ask for costs that are paid in one way or another"
    );
    assert_eq!(
        spell("effect: Pay(You, [], Do(Draw(Of(You), N(1))), Seq([]))"),
        "3:9: `Pay` without costs asks for nothing"
    );
}

#[test]
fn what_was_not_paid() {
    assert_eq!(
        spell("effect: If(AtLeast(Cast(Paid(0)), N(1)), Do(Draw(Of(You), N(1))))"),
        "3:25: `Paid(0)` refers to nothing: there is no cost that may be paid besides here"
    );
    assert_eq!(
        spell("effect: If(AtLeast(Cast(Instead(0)), N(1)), Do(Draw(Of(You), N(1))))"),
        "3:25: `Instead(0)` refers to nothing: there is no alternative cost here"
    );
    assert_eq!(
        spell("effect: Do(Draw(Of(You), Power(Paid)))"),
        "3:32: `Paid` refers to nothing: nothing is chosen to pay for it"
    );
}

#[test]
fn keywords_that_there_are_not() {
    let line = |line: &str| fault(&format!("types: \"Artifact\", lines: [{line}]"));
    assert!(
        line("(keyword: \"Sneaking\")").contains("unknown keyword \"Sneaking\"; there are Equip, Buyback")
    );
    assert_eq!(line("(keyword: \"Kicker\")"), "1:1: the keyword Kicker needs a cost");
    assert_eq!(line("(keyword: \"Exalted\", cost: [Tap])"), "1:1: the keyword Exalted stands without a cost");
}

#[test]
fn every_keyword_that_is_defined_makes_a_sound_card() {
    for meaning in duelog_magic::language::meaning::meanings().as_ref().unwrap() {
        let cost = if meaning.costs { ", cost: [Mana(\"{1}\")]" } else { "" };
        let number = if meaning.number { ", number: N(1)" } else { "" };
        let what = if meaning.what { ", what: Type(Creature)" } else { "" };
        let kind = if meaning.spell.is_some() {
            "types: \"Sorcery\", spell: (effect: Do(Draw(Of(You), N(1))))"
        } else {
            "types: \"Artifact Creature\", size: (1, 1)"
        };
        let text = format!(
            "Card(name: \"A\", cost: \"{{1}}\", {kind}, lines: [(keyword: \"{}\"{cost}{number}{what})])",
            meaning.keyword
        );
        MagicFactory::default().check(&text).unwrap_or_else(|error| panic!("{}: {error}", meaning.keyword));
    }
}

#[test]
fn what_nothing_chooses_or_links() {
    let says = |word: &str, why: &str| {
        assert_eq!(
            spell(&format!("effect: Do(Destroy(All({word})))")),
            format!("3:24: `{word}` refers to nothing: {why}")
        );
    };
    says("Chosen(Color)", "nothing on this card chooses a color with `ChooseWord`");
    says("Chosen(CreatureType)", "nothing on this card chooses a type with `ChooseWord`");
    says("Chosen(Name)", "nothing on this card chooses a name with `ChooseWord`");
    assert_eq!(
        spell("effect: Do(Move(Linked, Hand))"),
        "3:17: `Linked` refers to nothing: no ability of this card links anything with `Link` (607.2)"
    );
    assert_eq!(
        spell("effect: Do(Destroy(Of(Attached)))"),
        "3:23: `Attached` refers to nothing: this card is attached to nothing: it is neither an Aura nor an Equipment"
    );
    assert_eq!(
        spell("effect: Do(Destroy(Of(Maker)))"),
        "3:23: `Maker` refers to nothing: only a token is made by something"
    );
    assert_eq!(
        spell("effect: Do(EnterTapped)"),
        "3:12: `EnterTapped` refers to nothing: it is done as an object enters, in `Enters(does: ..)`"
    );
    assert_eq!(
        ability("Triggered((when: Reflexive, effect: Do(Draw(Of(You), N(1)))))"),
        "3:11: it never triggers: no script of this card does `Trigger(0)` (603.12)"
    );
    assert_eq!(
        ability("Triggered((when: Begins(step: Upkeep, whose: You), effect: Do(Trigger(0))))"),
        "3:63: `Trigger(0)` refers to nothing: that ability does not wait for it with `when: Reflexive` (603.12)"
    );
    assert_eq!(
        ability("Triggered((when: Does(deed: RevealFirstDraw), effect: Do(Draw(Of(You), N(1)))))"),
        "3:18: `Does(RevealFirstDraw, Any)` refers to nothing: nothing on this card reveals it with `RevealFirstDraw` (603.11)"
    );
    assert_eq!(
        ability(
            "Triggered((when: Begins(step: Upkeep, whose: You), effect: Do(Draw(Of(You), Activations(0)))))"
        ),
        "3:77: `Activations(0)` refers to nothing: that ability is not activated"
    );
}

#[test]
fn what_never_happens_and_does_nothing() {
    assert_eq!(
        ability("Static((affects: All(Any), changes: []))"),
        "3:8: it does nothing: `changes` is empty"
    );
    assert_eq!(
        ability("Static((affects: Graveyards(Any), changes: [Rule(Forbid, Attack, Any)]))"),
        "3:8: `Rule(Forbid, Attack, Any)` does nothing to `Graveyards(Any)`: it is about permanents"
    );
    assert_eq!(
        ability(
            "Triggered((zone: Hand, when: Begins(step: Upkeep, whose: You), effect: Do(Draw(Of(You), N(1)))))"
        ),
        "3:11: it never triggers: what not all players can see, as in the zone `Hand`, does not (603.2e)"
    );
    assert_eq!(
        ability("Triggered((when: Casts(by: You, what: Type(Land)), effect: Do(Draw(Of(You), N(1)))))"),
        "3:18: no spell matches `Type(Land)`"
    );
    assert_eq!(
        ability("Triggered((when: Dies(All([Type(Instant), Token])), effect: Do(Draw(Of(You), N(1)))))"),
        "3:18: no permanent matches `Type(Instant)`"
    );
    assert_eq!(
        spell("effect: Do(Destroy(All(All([Tapped, Not(Tapped)]))))"),
        "3:24: nothing matches both `Tapped` and `Not(Tapped)`"
    );
    assert_eq!(
        ability("Replacement(Amount(event: Does(who: You, deed: GainLife), times: 1))"),
        "3:13: `Amount(Does(You, GainLife, Any), 1, 0, false)` replaces an event with the same event"
    );
    assert_eq!(spell("effect: Seq([])"), "3:9: `Seq` of nothing does nothing");
}

#[test]
fn names_and_words_that_there_are_not() {
    assert_eq!(
        spell("effect: Do(Destroy(All(Named(\"Soul Wardn\"))))"),
        "3:30: no card or token called \"Soul Wardn\" is defined; did you mean \"Soul Warden\"?"
    );
    assert_eq!(
        spell("effect: Do(Create(You, N(1), \"Soldir\"))"),
        "3:30: no token called \"Soldir\" is defined; did you mean \"Soldier\"?"
    );
    assert_eq!(
        spell("effect: Do(Dammage(amount: N(2), to: Targets(0)))"),
        "3:12: there is no word `Dammage` here; did you mean `Damage`? (a Verb is wanted)"
    );
    assert_eq!(
        spell("efect: Do(EnterTapped)"),
        "3:1: there is no field `efect` here; did you mean `effect`?"
    );
}

#[test]
fn limits_and_permissions_that_mean_nothing() {
    assert_eq!(
        ability("Static((affects: Of(You), changes: [MayPlay((what: LibraryTop(You, Any)))]))"),
        "3:37: `MayPlay((LibraryTop(You, Any), Costs, false, false, false))` refers to nothing: nothing on this card shows that card, with `ShowTop` or `SeeTop` (401.5)"
    );
    assert_eq!(
        ability("Replacement(Skip(You, DeclareAttackers))"),
        "3:13: `Skip(You, DeclareAttackers)`: that step is skipped with the phase, `Combat`, alone"
    );
    assert_eq!(
        ability(
            "Static((affects: Of(This), changes: [GainAbility(Activated((cost: [Tap], effect: Do(GainLife(Of(You), Activations(0))))))]))"
        ),
        "3:103: `Activations(0)` is asked of an ability that is given away: it counts those of its own card"
    );
}

#[test]
fn what_static_abilities_alone_do() {
    assert_eq!(
        ability("Static((affects: Of(This), changes: [CopyOf(ChosenObject)]))"),
        "3:45: `ChosenObject` refers to nothing: nothing on this card chooses an object with `EnterChosen`"
    );
    assert_eq!(
        spell("targets: [Creature(Any)], effect: Do(Modify(Targets(0), [CopyOf(Target(0))], EndOfTurn))"),
        "3:38: only a static ability gives the full text of a card, or makes a copy as long as it is there"
    );
    assert_eq!(
        spell(
            "targets: [Creature(Any)], effect: Do(Modify(Targets(0), [FullText(GraveyardTop(You, Any), [])], EndOfTurn))"
        ),
        "3:38: only a static ability gives the full text of a card, or makes a copy as long as it is there"
    );
    assert_eq!(
        ability("Static((affects: GraveyardTop(You, Any), changes: [FullText(GraveyardTop(You, Any), [])]))"),
        "3:8: `FullText(GraveyardTop(You, Any))` does nothing to `GraveyardTop(You, Any)`: it is about permanents"
    );
    assert_eq!(
        ability(
            "Static((affects: Of(This), changes: [FullText(GraveyardTop(You, Any), [Activated((cost: [Tap], effect: Do(GainLife(Of(You), Activations(0)))))])]))"
        ),
        "3:125: `Activations(0)` is asked of an ability that is given away: it counts those of its own card"
    );
}

#[test]
fn objects_of_events_that_there_are_not() {
    let destroys =
        |filter: &str| spell(&format!("targets: [Creature({filter})], effect: Do(Destroy(Targets(0)))"));
    assert_eq!(
        destroys("Did(event: Damages(from: Is(This)))"),
        "3:20: `Did(Damages(Is(This), Anything, false, false))`: single objects are named behind the event, with `with`"
    );
    assert_eq!(
        destroys("Suffered(event: Dies(Any))"),
        "3:20: `Suffered(Dies(Any))` matches nothing: that event is about no such object"
    );
    assert_eq!(
        destroys("Did(event: Begins(step: Upkeep))"),
        "3:20: `Did(Begins(Upkeep))` matches nothing: that event is about no such object"
    );
}

#[test]
fn control_and_actions_that_nothing_allows() {
    assert_eq!(
        spell("targets: [Player], effect: Do(ControlFor(Targets(0), Forever))"),
        "3:31: `ControlPlayers(Targets(0), Forever)`: so a player is controlled within a turn; without a duration for the next turn"
    );
    assert_eq!(
        spell("effect: Do(Offer(Players, 0, Needed))"),
        "3:12: `Offer(Players, 0, Needed)` refers to nothing: that ability is not `offered` (115.2c)"
    );
    assert_eq!(
        ability("Activated((cost: [Tap], effect: Do(EndOffered)))"),
        "3:36: `EndOffered` ends nothing: it is not in an ability that is `offered` (115.2c)"
    );
    assert_eq!(
        ability("Activated((cost: [Tap], effect: Do(Modify(Of(This), [Gain(Flying)], Needed))))"),
        "3:36: `Modify(Of(This), (Gain(Flying)), Needed)`: only what players may do with `Offer` is `Needed`"
    );
    assert_eq!(
        ability("Replacement(MayMoveInstead(event: Moves(to: Battlefield), to: Exile))"),
        "3:13: `MayMoveInstead` does not replace such an event"
    );
}

#[test]
fn a_duration_that_says_nothing() {
    assert_eq!(
        ability(
            "Activated((cost: [Tap], targets: [Any], effect: Do(Modify(Targets(0), [Gain(Haste)], While(())))))"
        ),
        "3:92: `While(())` says nothing of its source: `SourceLeaves` is that"
    );
}

/// What faults say, without their places.
fn said_of(faults: &[String]) -> Vec<&str> {
    faults.iter().map(|fault| fault.split_once(": ").map_or("", |(_, said)| said)).collect()
}

// Each of these had been accepted, and did nothing.
#[test]
fn what_is_said_of_the_wrong_sort() {
    let said =
        |affects: &str, change: &str| ability(&format!("Static((affects: {affects}, changes: [{change}]))"));
    let done = |targets: &str, verb: &str| spell(&format!("targets: [{targets}], effect: Do({verb})"));
    let faults = [
        said("Players", "Rule(Forbid, Untap, Any)"),
        said("Of(This)", "Rule(Forbid, GainLife, Any)"),
        said("Of(You)", "Rule(Forbid, Enter, Type(Creature))"),
        said("Of(You)", "Size(N(1), N(1))"),
        said("All(Type(Creature))", "CostsLess(Any, \"{1}\")"),
        said("All(Type(Creature))", "MostCounters(PlusOne, 2)"),
        done("Player", "Modify(Targets(0), [Rule(Forbid, Block, Any)], EndOfTurn)"),
        done("Creature(Any)", "Modify(Targets(0), [Rule(Forbid, Cast, Any)], EndOfTurn)"),
        done("", "Modify(Hand(You, Any), [Rule(Forbid, Untap, Any)], EndOfTurn)"),
        done("", "Modify(All(Type(Creature)), [SizeEach(Power(It), N(0))], EndOfTurn)"),
        done("Creature(Any)", "Modify(Targets(0), [GainSparing(Protection(Color(Red)), Any)], EndOfTurn)"),
        done(
            "Creature(Any)",
            "CreateCopy(who: You, number: N(1), of: Target(0), except: [Rule(Forbid, BeBlocked, Is(This))])",
        ),
        done(
            "Creature(Any)",
            "Modify(Players, [Costs((to: Attack, costs: [Deed(Tap, N(1), Targets(0))]))], EndOfTurn)",
        ),
    ];
    assert_eq!(
        said_of(&faults),
        [
            "`Rule(Forbid, Untap, Any)` does nothing to `Players`: it is said of objects, as `Of(This)` or `All(Type(Creature))` are",
            "`Rule(Forbid, GainLife, Any)` does nothing to `Of(This)`: it is said of players, as `Of(You)` or `Players` are",
            "`Rule(Forbid, Enter, Type(Creature))` is about the whole game: it is said of `Players`, not of `Of(You)`",
            "`Size(N(1), N(1))` does nothing to `Of(You)`: it is said of objects, as `Of(This)` or `All(Type(Creature))` are",
            "`CostsLess(Any, {1})` does nothing to `All(Type(Creature))`: it is said of players, as `Of(You)` or `Players` are",
            "`MostCounters(PlusOne, 2)` is said of the object itself alone, of `Of(This)`",
            "`Rule(Forbid, Block, Any)` does nothing to `Targets(0)`: it is said of objects, as `Of(This)` or `All(Type(Creature))` are",
            "`Rule(Forbid, Cast, Any)` does nothing to `Targets(0)`: it is said of players, as `Of(You)` or `Players` are",
            "`Rule(Forbid, Untap, Any)` does nothing to `Hand(You, Any)`: it is about permanents",
            "`SizeEach(Power(It), N(0))`: only a static ability works it out for each object by itself; say `Each(GROUP, Do(Modify(Of(It), ..)))` with `Size` or `SetSize`",
            "`GainSparing(Protection(Color(Red)), Any)`: only a static ability says it",
            "`Rule(Forbid, BeBlocked, Is(This))` does nothing here: give the ability that says it, with `GainAbility`",
            "`Costs((Attack, Any, Anything, (Deed(Tap, N(1), Targets(0))), false))`: what is paid is looked up when it is paid, and nothing of this script is known then",
        ]
    );
}

#[test]
fn words_that_nothing_asks_for() {
    let said = |change: &str| ability(&format!("Static((affects: Of(This), changes: [{change}]))"));
    let waits = |when: &str| ability(&format!("Triggered((when: {when}, effect: Do(Draw(Of(You), N(1)))))"));
    let faults = [
        said("Rule(Forbid, Attack, Type(Creature))"),
        said("Rule(Forbid, BecomeBlocked, Any)"),
        said("Set(Subtypes([]))"),
        said("Add(Types([]))"),
        said("Set(Chosen(Name))"),
        said("Size(X, X)"),
        waits("Moves(what: Is(This), from: Graveyard, to: Exile)"),
        waits("Moves(what: Is(This), from: Graveyard)"),
        waits("Casts(what: Is(This))"),
        waits("Draws(least: 1)"),
        spell("effect: If(All([CanPlayFree(This)]), Do(Draw(Of(You), N(1))))"),
        spell(
            "effect: Seq([Do(Create(You, N(1), \"Soldier\")), Delayed(Dies(Is(Last)), Do(Draw(Of(You), N(1))))])",
        ),
        ability("Replacement(Prevent(from: Is(Event)))"),
        ability("Replacement(Prevent(amount: Some(X)))"),
        ability(
            "Activated((cost: [Tap], targets: [Creature(Any)], effect: Do(AddManaFor(who: You, mana: AnyColor, only: [Cast(Is(Target(0)))]))))",
        ),
    ];
    let zone = |zones: &str| {
        format!(
            "it never triggers: the ability works in the zone `Battlefield`, and the event finds this object elsewhere; say {zones} (112.6)"
        )
    };
    assert_eq!(
        said_of(&faults),
        [
            "`Rule(Forbid, Attack, Type(Creature))`: nothing asks with what that is done, so that its last word does nothing; write `Any`",
            "`Rule(Forbid, BecomeBlocked, Any)` does nothing: nothing asks whether that is so",
            "`Set(Subtypes([]))` does nothing: it takes the place of others of the kind of the subtypes that it names; name one, or take the card type away with `Set(Types([..]))`",
            "`Add(Types([]))` adds nothing: name what it adds",
            "`Set(Chosen(Name))` does nothing: a name is given with `Named`",
            "`X` refers to nothing: no cost here has {X}",
            &zone("`zone: Graveyard` or `zone: Exile`"),
            &zone("`zone: Graveyard`"),
            &zone("`zone: Stack`"),
            "`Draws(1)` is what `Instead` replaces; an ability waits for `Moves(why: Drawn, by: ..)`",
            "`CanPlayFree(This)` is asked by `If` and `IfElse` alone, and by itself",
            "`Last` refers to nothing: nothing has been done before in this script",
            "`Event` refers to nothing: there is no object of the event here",
            "`X` refers to nothing: no cost here has {X}",
            "`Target(0)` refers to nothing: there is no target group here",
        ]
    );
}

#[test]
fn events_in_whose_stead_nothing_is_done() {
    let instead = |event: &str, script: &str| ability(&format!("Replacement(Instead({event}, {script}))"));
    let draw = "Do(Draw(Of(You), N(1)))";
    assert!(instead("Combat(role: Attacks)", draw).contains("it is not an event that is replaced (614.1)"));
    assert!(instead("Does(deed: Fight)", draw).contains("nothing is done instead of that deed"));
    assert!(instead("Either([Does(deed: GainLife), Dies(Any)])", draw).contains("begins with where it goes"));
    assert!(instead("Enters(Any)", draw).contains("`MovesInstead` says"));
    assert!(instead("Damages(prevented: true)", draw).contains("what is prevented does not happen"));
    // Of what moves nothing is known that the event does not tell.
    let with_other = "Seq([Do(Move(Of(Event), Exile)), Do(Destroy(Of(EventOther)))])";
    assert!(instead("Dies(Any)", with_other).contains("`EventOther`"));
}

#[test]
fn keywords_that_cannot_be_given() {
    let gives = |affects: &str, line: &str| {
        ability(&format!("Static((affects: {affects}, changes: [GainLine(({line}))]))"))
    };
    let spells = "Spells(ControlledBy(You))";
    assert!(gives("All(Type(Creature))", "keyword: \"Conspire\"").contains("it works on the stack"));
    let flashback = "keyword: \"Flashback\", cost: [Mana(\"{1}\")]";
    assert!(gives("Hand(You, Any)", flashback).contains("is cast from the zone `Graveyard`"));
    assert!(gives(spells, "keyword: \"Convoke\"").contains("only a card itself says"));
    assert!(gives(spells, "keyword: \"Entwine\", cost: [Mana(\"{1}\")]").contains("only a card itself says"));
    assert!(gives(spells, "keyword: \"Cipher\"").contains("only a card itself says"));
    let evoke = "keyword: \"Evoke\", cost: [Mana(\"{1}\")]";
    assert!(gives("Hand(You, Any)", evoke).contains("speaks of the card's own cost"));
    assert!(ability("Way((cost: [Tap]))").contains("is given to others, with `GainAbility`"));
}

// Each of these had been accepted, and did nothing.
#[test]
fn verbs_that_are_done_to_something_else() {
    let done = |verb: &str| {
        let fault = spell(&format!("targets: [Player, Creature(Any), Spell(Any)], effect: Do({verb})"));
        fault.split_once(": ").map_or(String::new(), |(_, said)| said.to_string())
    };
    assert_eq!(
        done("Tap(Players)"),
        "`Tap(Players)` does nothing to `Players`: `Tap` is said of permanents, as `All(Type(Creature))` are"
    );
    assert_eq!(
        done("Draw(All(Type(Creature)), N(1))"),
        "`Draw(All(Type(Creature)), N(1))` does nothing to `All(Type(Creature))`: `Draw` is said of players, as `Players` are"
    );
    for verb in [
        "Destroy(Hand(You, Any))",
        "Destroy(Targets(0))",
        "Destroy(Targets(2))",
        "Counter(All(Any))",
        "Counter(Targets(1))",
        "GainLife(Targets(1), N(1))",
        "PutCounters(PlusOne, N(1), Hand(You, Any))",
        "Damage(amount: N(1), to: Graveyard(You, Any))",
        "Damage(amount: N(1), to: Players, from: Some(You))",
        "Action(Fight(You, Target(1)))",
        "Action(Double(Players, Power))",
        "Phase(back: Some(All(Any)))",
        "BecomeCopy(what: Spells(Any), of: Target(1), until: EndOfTurn)",
        "Attach(You, Target(1))",
    ] {
        assert!(done(verb).contains("does nothing to"), "{verb}: {}", done(verb));
    }
    let looks = |condition: &str| spell(&format!("effect: If({condition}, Do(Draw(Of(You), N(1))))"));
    assert!(looks("Matches(You, Type(Creature))").contains("is said of objects, as `This` are"));
    assert!(looks("AtLeast(Power(You), N(1))").contains("`Power` is said of objects"));
    assert!(looks("Exists(All(Is(Opponent)))").contains("`Is` is said of objects"));
}

// Each of these had been accepted, and did nothing.
#[test]
fn replacement_effects_that_change_nothing() {
    let draw = "Do(Draw(Of(You), N(1)))";
    for (replacement, said) in [
        ("FromGraveyard(Draws(by: You, least: 1), DRAW)", "`FromGraveyard` does not replace such an event"),
        ("MovesInstead(Moves(why: Drawn), Exile)", "`Instead` replaces the draw"),
        ("MovesInstead(Moves(to: Stack), Exile)", "nothing replaces that a card is cast"),
        ("ExiledInstead(Moves(to: Exile))", "does not replace such an event"),
        ("Amount(event: Counters(removed: true), times: 2)", "does not replace such an event"),
        ("Amount(event: Damages(prevented: true), times: 2)", "does not replace such an event"),
        ("Amount(event: Damages(), times: 2, by_effect: true)", "`by_effect` is asked of counters alone"),
        ("Instead(Does(deed: GainLife, what: Type(Creature)), DRAW)", "no object is part of that"),
        ("Instead(Moves(why: Drawn, what: Type(Land)), DRAW)", "of a draw only whose it is can be asked"),
        ("Instead(Moves(why: Destroyed, to: Exile), DRAW)", "from the battlefield to a graveyard"),
        ("Prevent(instead: This, then: [(does: GainLife, whom: You)])", "is not prevented (614.9)"),
        ("Prevent(then: [(does: PutCounters, whom: This)])", "say which counters"),
        ("Prevent(then: [(does: GainLife, whom: You, kind: PlusOne)])", "`kind` does nothing"),
        ("TurnedUp()", "say `with` which counters"),
        ("TurnedUp(does: DRAW, paid: true)", "only counters depend on what was `paid`"),
    ] {
        let fault = ability(&format!("Replacement({})", replacement.replace("DRAW", draw)));
        assert!(fault.contains(said), "{replacement}: {fault}");
    }
    let trigger = |when: &str| ability(&format!("Triggered((when: {when}, effect: {draw}))"));
    assert!(trigger("Does(deed: Scry, what: Type(Creature))").contains("no object is part of that"));
}

#[test]
fn what_does_not_untap_is_settled_now_or_later() {
    assert!(
        spell("targets: [Creature(Any)], effect: Do(MissUntapStep(Targets(0), You))")
            .contains("say `StayTapped`")
    );
}
