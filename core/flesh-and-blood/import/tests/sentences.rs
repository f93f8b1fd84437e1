//! Sentences of our own, and what they are compiled to.
#![allow(clippy::unwrap_used)]

use duelog_flesh_and_blood_import::{Fault, Printed, compile_all, print, read};

/// A variant of a card of our own with this text.
fn card(types: &str, pitch: Option<u8>, text: &str) -> Printed {
    let attack = types.contains("Attack");
    Printed {
        name: "Own Card".to_string(),
        pitch,
        cost: pitch.map(|_| "1".to_string()),
        power: attack.then(|| "4".to_string()),
        types: vec![types.to_string()],
        text: text.to_string(),
        ..Printed::default()
    }
}

fn result(cards: &[Printed]) -> Result<String, Fault> {
    let made = compile_all(cards, |_| true).into_iter().next().unwrap().result?;
    let text = print(&made).split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(text.replace("( ", "(").replace("[ ", "[").replace(", )", ")").replace(", ]", "]"))
}

fn compiled(types: &str, text: &str) -> String {
    let made = result(&[card(types, Some(1), text)]);
    made.unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn refused(types: &str, text: &str) -> String {
    match result(&[card(types, Some(1), text)]) {
        Ok(made) => panic!("{text}: {made}"),
        Err(fault) => fault.to_string(),
    }
}

const ATTACK: &str = "Generic Action - Attack";
const ACTION: &str = "Generic Action";

/// That each text is compiled to a definition that says this.
fn say(types: &str, said: &[(&str, &str)]) {
    for (text, wanted) in said {
        let made = compiled(types, text);
        assert!(made.contains(wanted), "{text}\n{made}");
    }
}

#[test]
fn attacks_say_what_they_do_when_they_attack_and_hit() {
    say(
        ATTACK,
        &[
            ("**Go again**", "keywords: [GoAgain]"),
            (
                "When this hits a hero, they discard a card.",
                "when: Hits(Is(This), Type(Hero)), resolve: (effect: Seq([Do(Pick(Controller(EventOther), Zone(Hand, \
                 Controller(EventOther), Any), N(1), N(1))), Do(Discard(Last))]))",
            ),
            (
                "When this attacks a marked hero, draw a card.",
                "condition: Matches(EventOther, All([Type(Hero), Marked])), resolve: (effect: Do(Draw(You, N(1))))",
            ),
            (
                "If you've played another red card this turn, this gets +2{p} and go again.",
                "Static((condition: Happened(Does(You, Play, All([Color(Red), Not(Is(This))])), Turn), affects: Of(This), \
                 changes: [Plus(Power, N(2)), Gain(GoAgain)]))",
            ),
            (
                "This gets +1{p} while attacking a marked hero.",
                "affects: Play(All([Is(This), Against(All([Type(Hero), Marked]))]))",
            ),
            (
                "As an additional cost to play this, you may charge your hero's soul. If you do, this gets +2{p}.",
                "optional: [[Deed(Charge, 1, Zone(Hand, You, Any))]], if_paid: [[Plus(Power, N(2))]]",
            ),
        ],
    );
}

#[test]
fn actions_say_what_comes_next() {
    say(
        ACTION,
        &[
            (
                "Your next dagger attack this turn gets +3{p} and \"When this hits a hero, mark them.\"\n\n**Go again**",
                "Do(Next(Attack, 1, Sub(\"Dagger\"), [Plus(Power, N(3)), Ability(0)], EndOfTurn))",
            ),
            (
                "The next attack action card you play this turn gets +2{p}. If it has stealth, it gets go again.",
                "[Plus(Power, N(2)), Ability(0)], EndOfTurn",
            ),
            (
                "You may discard a card. If you do, draw 2 cards. Otherwise, gain 1{h}.",
                "MayElse(You, Seq([Do(Pick(You, Zone(Hand, You, Any), N(1), N(1))), Do(Discard(Last)), IfElse(Did, \
                 Do(Draw(You, N(2))), Do(Gain(You, Life, N(1))))]), Do(Gain(You, Life, N(1))))",
            ),
            (
                "Each hero who has lost {h} this turn banishes the top card of their deck.",
                "Each(Players, If(Happened(Does(It, Lose(Life), Any), Turn), Do(Banish(Top(It, N(1))))))",
            ),
            (
                "Reveal the top card of your deck. If it's blue, put it into your hand.",
                "If(Matches(Last, Color(Blue)), Do(Put(Last, Hand)))",
            ),
        ],
    );
}

#[test]
fn instead_and_reactions() {
    say(
        "Warrior Attack Reaction",
        &[
            (
                "Target dagger attack gets +2{p}. If the defending hero is marked, instead it gets +4{p}.",
                "targets: [Attack(Sub(\"Dagger\"))], effect: IfElse(Matches(DefendingHero, Marked), Do(Modify(Targets(0), \
                 [Plus(Power, N(4))], EndOfTurn)), Do(Modify(Targets(0), [Plus(Power, N(2))], EndOfTurn)))",
            ),
            (
                "Target dagger you control that isn't on the active chain link deals 1 damage to the defending hero. If \
                 damage is dealt this way, the dagger has hit. Destroy the dagger.",
                "from: Target(0), hits: true",
            ),
        ],
    );
}

#[test]
fn permanents_have_abilities() {
    let item = "Generic Action - Item";
    say(
        item,
        &[
            (
                "Instant - {r}, destroy this: Draw a card. Activate this only if you've pitched a blue card this turn.",
                "Activated((kind: Instant, cost: [Pay(1), Deed(Destroy, 1, Of(This))], only_if: Happened(Does(You, Pitch, \
                 Color(Blue)), Turn), resolve: (effect: Do(Draw(You, N(1))))))",
            ),
            (
                "This enters the arena with 2 steam counters. At the start of your turn, destroy this unless you remove a \
                 steam counter from it.",
                "instead: Enters(with: (\"steam\", N(2)))",
            ),
        ],
    );
    // A card that stays does nothing as it resolves, or it is not understood.
    assert!(refused(item, "Draw a card.").contains("stays in the arena"));
}

#[test]
fn weapons_speak_of_their_attacks_and_tokens_enter_with_counters() {
    say(
        "Guardian Weapon - Hammer (1H)",
        &[(
            "If an Ice card is pitched this way, this gains **overpower**.",
            "condition: All([Matches(Attack, Is(This)), Exists(Pitched(Super(\"Ice\"), Attack))])",
        )],
    );
    say(
        "Mechanologist Action",
        &[(
            "Create a Hyper Driver token with 2 steam counters.",
            "Do(Create(You, N(1), \"Hyper Driver\", With(\"steam\", N(2))))",
        )],
    );
}

#[test]
fn opponents_are_all_of_them() {
    say(
        ATTACK,
        &[
            (
                "When this attacks, if you have less {h} than an opposing hero, draw a card.",
                "Exists(Arena(All([Type(Hero), ControlledBy(OtherThan(You)), Not(AtMost(Life, Of(Life, HeroOf(You))))])))",
            ),
            (
                "When this attacks, if you have less {h} than each other hero, draw a card.",
                "Not(Exists(Arena(All([Type(Hero), ControlledBy(OtherThan(You)), AtMost(Life, Of(Life, HeroOf(You)))]))))",
            ),
            (
                "When this attacks, if you control less Gold than an opponent, draw a card.",
                "AtLeast(Count(Opponents, If(Not(AtLeast(Count(Arena(All([Named(\"Gold\"), ControlledBy(You)]))), \
                 Count(Arena(All([Named(\"Gold\"), ControlledBy(It)]))))), N(1), N(0))), N(1))",
            ),
            (
                "If you've dealt arcane damage to an opposing hero this turn, this gets **go again**.",
                "to: All([Type(Hero), ControlledBy(OtherThan(You))]), kind: Arcane",
            ),
        ],
    );
    say(
        "Guardian Equipment - Chest",
        &[
            (
                "Whenever this defends, create a Vigor token under another hero's control.",
                "Seq([Do(Pick(You, Arena(All([Type(Hero), ControlledBy(OtherThan(You))])), N(1), N(1))), \
                 Do(Create(Controller(Last), N(1), \"Vigor\"))])",
            ),
            (
                "Whenever an opponent plays an attack reaction card, this gets +1{d} this turn.",
                "Does(OtherThan(You), Play, Type(AttackReaction))",
            ),
            (
                "At the start of each opponent's turn, this gets +1{d} this turn.",
                "Begins(Start, OtherThan(You))",
            ),
        ],
    );
}

#[test]
fn variants_make_one_definition() {
    let variants = |texts: [&str; 3]| {
        let cards: Vec<Printed> =
            texts.iter().zip(1..).map(|(text, pitch)| card(ACTION, Some(pitch), text)).collect();
        result(&cards)
    };
    let made = variants(["Gain 3{h}.", "Gain 2{h}.", "Gain 1{h}."]).unwrap();
    assert!(
        made.contains("pitch: [1, 2, 3]") && made.contains("Gain(You, Life, ByPitch(3, 2, 1))"),
        "{made}"
    );
    let own = |color: &str| format!("Discard a card. If it's {color}, draw a card.");
    let made = variants([&own("red"), &own("yellow"), &own("blue")]).unwrap();
    assert!(made.contains("ColorOf(This)"), "{made}");
    // A card whose variants differ in more than numbers is refused, and so is one variant that is not understood.
    assert!(variants(["Gain 3{h}.", "Draw a card.", "Gain 1{h}."]).is_err());
    assert!(variants(["Gain 3{h}.", "Gain 2{h}.", "Hum a song."]).is_err());
}

#[test]
fn who_controls_what_is_never_dropped() {
    say(
        ATTACK,
        &[
            (
                "If you control 3 or more Runechants, this gets dominate.",
                "AtLeast(Count(Arena(All([Named(\"Runechant\"), ControlledBy(You)]))), N(3))",
            ),
            (
                "If an instant card has been put into your graveyard this turn, this gets +1{p}.",
                "Moves(All([Type(Instant), OwnedBy(You)]), Anywhere, Zone(Graveyard))",
            ),
        ],
    );
}

#[test]
fn what_has_no_subject_of_its_own_is_done_by_the_one_before() {
    say(
        ATTACK,
        &[
            (
                "When this hits a hero, they discard a card then draw a card.",
                "Do(Discard(Last)), Do(Draw(Controller(EventOther), N(1)))",
            ),
            ("When this hits a hero, they lose 1{h} and you draw a card.", "Do(Draw(You, N(1)))"),
        ],
    );
    say(
        ACTION,
        &[
            (
                "Each hero draws a card and gains 1{h}.",
                "Each(Players, Seq([Do(Draw(It, N(1))), Do(Gain(It, Life, N(1)))]))",
            ),
            (
                "Each hero draws a card, then gain 1{h}.",
                "Each(Players, Do(Draw(It, N(1)))), Do(Gain(You, Life, N(1)))",
            ),
        ],
    );
}

#[test]
fn what_is_said_of_a_chain_link_or_a_chain_ends_with_it() {
    say(
        ATTACK,
        &[
            (
                "Defense reaction cards can't be played this chain link.",
                "condition: Matches(Attack, Is(This))",
            ),
            (
                "When this is defended by 1 or more attack action cards, draw a card.",
                "when: DefendedBy(Is(This), AttackAction)",
            ),
            (
                "When this hits, the next attack you boost this combat chain gets +2{p}.",
                "Delayed(While(Happened(Happens(Attack, Is(This)), Chain), Does(You, Use(Boost), Any))",
            ),
        ],
    );
    say(
        "Generic Equipment - Arms",
        &[(
            "**Action** - Destroy this: Put target attack action card and target non-attack action card from your \
             graveyard on top of your deck.",
            "targets: [Graveyard(AttackAction), Graveyard(NonAttackAction)]",
        )],
    );
    say(
        ACTION,
        &[
            (
                "Your next attack this turn gets +3{p}. If you've played a red card this turn, instead it gets +5{p}.",
                "Do(Next(Attack, 1, Attack, [Plus(Power, N(5))], EndOfTurn)), \
                 Do(Next(Attack, 1, Attack, [Plus(Power, N(3))], EndOfTurn))",
            ),
            ("You may pitch 2 red cards.", "Zone(Hand, You, Color(Red))"),
        ],
    );
    let fault = refused(
        ATTACK,
        "When this attacks, if an attack action card was pitched to play it, draw a card. If a non-attack action card was \
         pitched to play it, gain 1{h}.",
    );
    assert!(fault.contains("a condition of its own"), "{fault}");
    let fault = refused(
        ACTION,
        "Until end of turn, face up attack action cards played from arsenal gain **go again**.",
    );
    assert!(fault.contains("is public"), "{fault}");
}

#[test]
fn what_is_spoken_of_is_what_was_done_last() {
    say(
        ACTION,
        &[
            (
                "Reveal the top card of your deck. If it's red, put it into your hand, otherwise banish it.",
                "IfElse(Matches(Last, Color(Red)), Do(Put(Last, Hand)), Do(Banish(Last)))",
            ),
            (
                "Create a Ponder token. Then if you control 2 or more Ponders, create that many Copper tokens.",
                "Do(Create(You, Count(Arena(All([Named(\"Ponder\"), ControlledBy(You)]))), \"Copper\"))",
            ),
            (
                "Transform target ash you control into an Aether Ashwing. It gets +1{p} until end of turn.",
                "Do(Modify(Last, [Plus(Power, N(1))], EndOfTurn))",
            ),
            (
                "Your next attack this turn gets +X{p}, where X is its base {p}.",
                "Do(Next(Attack, 1, Attack, [Plus(Power, Of(BasePower, It))], EndOfTurn))",
            ),
            (
                "Your next attack this turn gets **go again**. If it's red, it gets +2{p}.",
                "[Gain(GoAgain), Plus(Power, If(Matches(It, Color(Red)), N(2), N(0)))]",
            ),
            (
                "You may turn a face-down arrow in your arsenal face-up. If you do, put an aim counter on it.",
                "Each(Last, Seq([Do(Turn(Of(It), true)), If(Did, Do(PutCounters(\"aim\", N(1), Of(It))))]))",
            ),
        ],
    );
    say(
        ATTACK,
        &[(
            "When this attacks a hero, reveal the top 2 cards of your deck. If 1 or more blue cards are revealed this way, \
             put that many -1{d} counters on an equipment they control, then if it has 0{d}, destroy it.",
            "Seq([Let(Count(LastThat(Color(Blue)))), Do(Pick(You, Arena(All([Type(Equipment), \
             ControlledBy(Controller(EventOther))])), N(1), N(1))), Each(Last, Seq([Do(PutCounters(\"-1d\", Kept(0), \
             Of(It))), If(Matches(It, Exactly(Defense, N(0))), Do(Destroy(Of(It))))]))])",
        )],
    );
    let fault = refused(
        ACTION,
        "If you control 2 or more Ponders and there are 3 or more cards in your graveyard, create that many Copper tokens.",
    );
    assert!(fault.contains("one of several numbers"), "{fault}");
    let fault = refused(
        "Generic Instant",
        "The next time you would be dealt damage this turn, prevent 2 of that damage. If you do, create a Ponder token.",
    );
    assert!(fault.contains("is not kept"), "{fault}");
}

#[test]
fn a_variant_gives_no_ability_that_speaks_of_its_color() {
    let own = |color: &str, pitch: u8| {
        let text = format!("Your next attack this turn gets +1{{p}}. If it's {color}, it gets **go again**.");
        card(ACTION, Some(pitch), &text)
    };
    let fault = result(&[own("red", 1), own("yellow", 2), own("blue", 3)]).unwrap_err().to_string();
    assert!(fault.contains("the color of the card"), "{fault}");
}

#[test]
fn what_defends_defends_one_attack() {
    say(
        ATTACK,
        &[
            (
                "If this is defended by an action card, this gets +2{p}.",
                "condition: Exists(DefendersOf(This, Type(Action)))",
            ),
            (
                "If this is defended by fewer than 2 non-equipment cards, it gets **go again**.",
                "Not(AtLeast(Count(DefendersOf(This, Not(Type(Equipment)))), N(2)))",
            ),
            (
                "This gets +1{p} for each card with 6 or more {p} defending it.",
                "Plus(Power, Count(DefendersOf(This, AtLeast(Power, N(6)))))",
            ),
            ("When this hits, destroy a defending card.", "Do(Pick(You, Arena(Defending), N(1), N(1)))"),
        ],
    );
    say(
        "Guardian Equipment - Chest",
        &[
            (
                "Your attack action cards get +1{d} while defending.",
                "affects: Arena(All([AttackAction, ControlledBy(You), Defending]))",
            ),
            (
                "Your attacks get +1{p} while defended by an attack action card.",
                "affects: Play(All([Attack, ControlledBy(You)])), \
                 changes: [Plus(Power, If(Exists(DefendersOf(It, AttackAction)), N(1), N(0)))]",
            ),
        ],
    );
}

#[test]
fn abilities_work_where_they_say_that_they_do() {
    say(
        ATTACK,
        &[(
            "Once per Turn Instant - {r}: This gets +1{d}. Activate this only while this is defending.",
            "from: Defending, only_if: Matches(This, Defending)",
        )],
    );
    let chest = "Guardian Equipment - Chest";
    say(
        chest,
        &[
            (
                "**Cloaked**\n\nInstant - Destroy this: Draw a card. Activate this ability only while this is face-down.",
                "from: Anywhere, only_if: All([Matches(This, FaceDown), Matches(This, Equipped)])",
            ),
            (
                "Instant - Destroy this: Draw a card. Activate this only if you control a card with 6 or more {p}.",
                "only_if: Exists(Play(All([Card, AtLeast(Power, N(6)), ControlledBy(You)])))",
            ),
            (
                "Whenever you activate a Copper, draw a card.",
                "when: Does(You, Activate, Any), condition: Matches(SourceOf(Event), Named(\"Copper\"))",
            ),
            (
                "Whenever you play an aura, you may {t} this and pay {r}. If you do, draw a card.",
                "If(Not(Matches(This, Tapped)), Seq([Do(Pay(You, N(1))), If(Did, Seq([Do(Tap(Of(This), true)), If(Did, \
                 Do(Draw(You, N(1))))]))]))",
            ),
        ],
    );
    let fault =
        refused(chest, "Instant - Destroy this: Draw a card. Activate this only while this is face-down.");
    assert!(fault.contains("not equipped"), "{fault}");
    let fault = refused(chest, "Whenever this defends, you may draw a card and pay {r}.");
    assert!(fault.contains("a payment"), "{fault}");
    let fault = refused(chest, "Whenever you play or activate a Copper, draw a card.");
    assert!(fault.contains("has no name"), "{fault}");
}

#[test]
fn the_source_of_an_attack_is_not_the_attack() {
    say(
        "Warrior Equipment - Head",
        &[
            (
                "When a sword attack you control hits, remove a +1{p} counter from the sword.",
                "Do(RemoveCounters(\"+1p\", N(1), Of(SourceOf(Event))))",
            ),
            (
                "**Attack Reaction** - Destroy this: Target ally attack gets **go again**. When the combat chain closes, \
                 destroy the ally.",
                "Do(Destroy(Of(SourceOf(Target(0)))))",
            ),
        ],
    );
}

#[test]
fn what_is_gone_deals_nothing_where_there_is_another_target() {
    let hits = "If damage is dealt this way, the dagger has hit. Destroy the dagger.";
    let made = compiled(ACTION, &format!("Target dagger you control deals 1 damage to target hero. {hits}"));
    assert!(made.contains("effect: If(Exists(Targets(0)), Seq([Do(Damage("), "{made}");
    let made =
        compiled(ACTION, &format!("Target dagger you control deals 1 damage to the defending hero. {hits}"));
    assert!(made.contains("effect: Seq([Do(Damage("), "{made}");
}

#[test]
fn a_card_is_whole_or_it_is_refused_with_the_words() {
    let fault = refused(ATTACK, "When this hits, draw a card, then sing a song.");
    assert!(fault.contains("sing a song") || fault.contains("song"), "{fault}");
    let fault = refused(ACTION, "Your next attack this turn gets +1{p}. If you do, draw a card.");
    assert!(fault.contains("is not kept"), "{fault}");
    let fault = refused(ACTION, "Create a Nobody Knows token.");
    assert!(fault.contains("which is not defined"), "{fault}");
    // An exception behind several things is said of one or of all.
    let fault = refused(ACTION, "Draw a card and gain 1{h} unless you pay {r}.");
    assert!(fault.contains("one or of all"), "{fault}");
}

#[test]
fn long_texts_take_no_time_and_lists_may_be_wrong() {
    let long = "gets ".repeat(900);
    assert!(refused(ACTION, &format!("{}.", &long[..3_900])).contains("words"));
    assert!(refused(ACTION, &long).contains("bytes"));
    assert!(read("[{\"name\": \"A\", \"pitch\": \"x\"}]").is_err());
    assert!(read("nothing").is_err());
    // As many sentences as a line may have.
    compiled(ACTION, &format!("{}draw a card.", "Draw a card, then ".repeat(50)));
}
