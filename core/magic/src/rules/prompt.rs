//! What players are asked, by name. In a question, `{it}` is the object that it is about and `{number}` how
//! much can be chosen.

use crate::rule;

duelog_kernel::prompts! {
    asked {
        StartingPlayer = "starting-player": "Who takes the first turn?",
        Mulligan = "mulligan": "Take a mulligan?"
            or flag "a hand without cards can only be kept",
        Priority = "priority": "You have priority. What do you do?",
        ChooseCost = "choose-cost": "Which cost do you pay for {it}?",
        ChooseEither = "choose-either": "Which cost do you pay for {it}?",
        ChooseBesides = "choose-besides": "How often do you pay the cost that {it} may cost besides?",
        MayPay = "may-pay": "Do you pay for {it}?",
        ExileCost = "exile-cost": "What do you exile ({number})?",
        ReturnCost = "return-cost": "What returns to its owner's hand ({number})?",
        RevealCost = "reveal-cost": "What do you reveal ({number})?",
        CountersCost = "counters-cost": "From what are the counters removed?",
        ChooseHybrid = "choose-hybrid":
            "How do you pay the next symbol of the cost of {it} that can be paid in two ways?",
        ChooseX = "choose-x": "Which number is X for {it} ({number})?",
        Divide = "divide": "How is {number} divided among the targets of {it}?"
            or any "it is not a target of the spell" by rule!("601.2d"),
        PastBlockers = "past-blockers":
            "Which of these assign their combat damage as though they weren't blocked ({number})?"
            or object "it is not blocked, or it may not assign its damage so",
        DivideDamage = "divide-damage": "How is the damage of {it} divided ({number})?"
            or any "it is not among what the damage can be dealt to",
        OrderTriggers = "order-triggers": "Which of your triggered abilities goes to the stack next?"
            or any "it is not one of the player's triggered abilities that wait",
        ChooseMode = "choose-mode": "Which do you choose for {it}?",
        ChooseModes = "choose-modes": "Which modes do you choose for {it} ({number})?"
            or mode "there is no such mode, or no legal target for it",
        ChooseCreatureType = "choose-creature-type": "Which creature type do you choose for {it}?",
        ChooseLandType = "choose-land-type": "Which basic land type do you choose for {it}?",
        ChooseName = "choose-name": "Which card name do you choose for {it}?",
        ChooseNewTargets = "choose-new-targets": "What does {it} target now ({number})?",
        Arrange = "arrange": "In which order do these cards lie on top of the library, the first on top?"
            or object "it is not one of the cards that are looked at",
        PutOnBottom = "put-on-bottom":
            "In which order do these cards go to the bottom of the library, the last at the very bottom?",
        PutOnTop = "put-on-top":
            "In which order do these cards go to the top of your library, the first on top?",
        ChooseColor = "choose-color": "Which color of mana does {it} give?"
            or symbol "only the five colors can be chosen" by rule!("105.4"),
        CallCoin = "call-coin": "Do you call heads?",
        Shield = "shield": "Which of the damage does the shield take ({number})?",
        ChooseSource = "choose-source": "Which source of damage do you choose?",
        ChooseObjects = "choose-objects": "Which do you choose ({number})?",
        AsItEnters = "as-it-enters": "Which do you choose as it enters ({number})?",
        ChooseNumber = "choose-number": "Which number do you choose for {it}?",
        OrderCopies = "order-copies": "In which order are the copies for these put on the stack?",
        Discard = "discard": "Which cards do you discard ({number})?",
        ChooseDiscard = "choose-discard":
            "Which cards of the hand do you choose, to be discarded ({number})?"
            or object "it is not a card of that hand that can be chosen",
        HandSize = "hand-size": "Your hand is too large. Which cards do you discard ({number})?",
        Sacrifice = "sacrifice": "What do you sacrifice ({number})?",
        TapCost = "tap-cost": "What do you tap ({number})?",
        Legend = "legend": "Which of these legendary permanents do you keep?"
            or object "it is not one of the legendary permanents of this name",
        Search = "search": "Which cards do you find ({number})?"
            or object "it is not a card that the search can find",
        ScryTop = "scry-top":
            "In which order do the other cards lie on top of your library, the first on top?"
            or object "it is not one of the cards that are looked at",
        Scry = "scry": "Which of these cards do you put on the bottom of your library?"
            or object "it is not one of the cards that are looked at",
        Surveil = "surveil": "Which of these cards do you put into your graveyard?"
            or object "it is not one of the cards that are looked at",
        Fateseal = "fateseal": "Which of these cards do you put on the bottom of that library?"
            or object "it is not one of the cards that are looked at",
        FatesealTop = "fateseal-top":
            "In which order do the other cards lie on top of that library, the first on top?"
            or object "it is not one of the cards that are looked at",
        Proliferate = "proliferate": "What gets one more counter of a kind that it has ({number})?"
            or any "it has no counter",
        ChooseCounter = "choose-counter": "Which kind of counter does {it} get?",
        RemoveCounter = "remove-counter": "Which kind of counter is removed from {it}?",
        Vote = "vote": "What do you vote for?"
            or any "nobody can vote for it",
        Bolster = "bolster": "Which of your weakest creatures do you bolster?"
            or object "it is not one of your creatures with the least toughness",
        Populate = "populate": "Of which of your creature tokens do you create a copy?"
            or object "it is not a creature token of yours",
        Explore = "explore": "Do you put the revealed card into your graveyard ({number})?",
        Exert = "exert": "Which of the attackers do you exert ({number})?"
            or object "it cannot be exerted as it attacks",
        ChoosePlayer = "choose-player": "Which player do you choose?",
        Enchant = "enchant": "What is {it} attached to?",
        Bands = "bands": "Which of these attackers form a band ({number})?"
            or object "it cannot be in a band with these",
        Redirect = "redirect": "What does {it} attack now?",
        OpeningHand = "opening-hand": "What do you do with a card of your opening hand?"
            or any "it is not a card that does anything as the game begins",
        Attackers = "attackers": "Which creatures attack?",
        Blockers = "blockers": "Which creatures block?",
        OrderBlockers = "order-blockers":
            "In which order does {it} deal its combat damage to its blockers?"
            or object "it does not block that attacker",
        OrderAttackers = "order-attackers":
            "In which order does {it} deal its combat damage to what it blocks?"
            or object "it is not blocked by that creature",
        EnterAttacking = "enter-attacking": "Whom does {it} attack?",
        RankBlocker = "rank-blocker": "Before which other blocker does {it} get combat damage?",
        Splice = "splice": "Which card do you splice onto {it} next?"
            or object "it cannot be spliced onto it",
        Assist = "assist": "Which player helps to pay for {it}?",
        AssistMana = "assist-mana": "Which mana ability do you activate to help to pay for {it}?",
        AssistPay = "assist-pay": "How much generic mana do you pay for {it} ({number})?",
        RankAttacker = "rank-attacker":
            "Before which other creature that it blocks does {it} get combat damage?",
        MayMove = "may-move":
            "Which of these do you put where an effect lets you put them ({number}), the first on top?",
        Parting = "parting": "Which of the two cards of {it} lies above the other, or is exiled after it?",
        Bury = "bury": "In which order do these cards go to your graveyard, the last on top?"
            or object "it is not one of your cards that go to the graveyard now",
        StayTapped = "stay-tapped": "Which of these stay tapped ({number})?"
            or object "it cannot stay tapped",
        Clash = "clash": "Which of these happens to {it}?",
        EntersFirst = "enters-first": "For which of these do you choose first, as they enter?"
            or object "it is not one of those for which something must be chosen",
        Command = "command": "Which of these commanders do you put into the command zone ({number})?"
            or object "it is not one of your commanders that change zones now",
        Depute = "depute": "Which player decides in place of one who has left the game?"
            or any "that player cannot decide instead",
        Agenda = "agenda": "Which card name do you choose in secret for {it}?",
    }
    told {
        OpeningScry = "opening-scry" means "Do you look at {it}, and put it on the bottom of your library?",
        ChooseTargets = "choose-targets" means "What does {it} target ({number})?",
        PayMana [pays] = "pay-mana" means "Which mana ability do you activate to pay for {it}?",
        SpendMana [pays] = "spend-mana" means "Which mana do you spend on the generic part of the cost of {it}?"
            or symbol "the pool has no such mana to spare" by rule!("601.2h"),
        May = "may" means "Do what {it} lets you do?",
        Replacement = "replacement" means "Which effect applies first to what happens to {it}?"
            or any "it is not one of the effects that can apply",
        AssignDamage = "assign-damage" means "How does {it} deal its {number} combat damage?"
            or any "the creature can deal no combat damage to it",
    }
    refused {
        Priority,
        PayMana,
        ChooseTargets,
        ChooseNewTargets,
        Attackers,
        Blockers,
        AsItEnters,
        Discard,
        HandSize,
        Sacrifice,
        TapCost,
    }
}
