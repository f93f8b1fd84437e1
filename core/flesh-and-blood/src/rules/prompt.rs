//! What players are asked, by name. In a question, `{it}` is the object that it is about and `{number}` how
//! much can be chosen.

duelog_kernel::prompts! {
    asked {
        FirstPlayer = "first-player": "Who takes the first turn?",
        Equipment [all] = "equipment": "Which weapons and equipment do you start with?",
        StartInArena = "start-in-arena":
            "Which cards start the game in the arena, as {it} allows ({number})?",
        StartInGraveyard = "start-in-graveyard":
            "Which cards start the game in the graveyard, as {it} allows ({number})?",
        EquipTo = "equip-to": "Where do you equip {it}?",
        Afflict = "afflict": "Under which opponent's control does it enter the arena?",
        DefendFor = "defend-for": "Which attack-target does it defend?",
        TargetOrder = "target-order": "In which order do cards defend your attack-targets?",
        CeasingZone = "ceasing-zone": "Which of these cards go with the zones that are no more?",
        NameCard = "name-card": "Which name do you declare?",
        Priority = "priority": "You have priority. What do you do?",
        ChooseSide = "choose-side": "Which side of {it} do you play?",
        ChooseX = "choose-x": "Which number is X for {it} ({number})?",
        InsteadOfCost = "instead-of-cost": "What do you pay for {it} instead of its cost, if anything?",
        CostOrder = "cost-order": "In which order do you pay the costs of {it}?",
        OptionalCost = "optional-cost": "Do you pay the additional cost of {it}?",
        AsInstant = "as-instant": "Do you play {it} as an instant?",
        ChooseMode = "choose-mode": "Which modes of {it} ({number})?",
        ChooseTargets = "choose-targets": "What does {it} target ({number})?",
        AttackTarget = "attack-target": "What does {it} attack?",
        May = "may": "Do what {it} lets you do?",
        MayPay = "may-pay": "Do you pay for {it}?",
        ChoosePart = "choose-part": "Which do you choose for {it}?",
        Choose = "choose": "Which do you choose ({number})?",
        Order = "order": "In which order, the first first, or on top?",
        NewTarget = "new-target": "What is the new target?",
        Search = "search": "Which cards do you find ({number})?",
        Defenders = "defenders": "Which cards defend against {it}, in order?",
        Arsenal = "arsenal": "Which card do you put into your arsenal, if any?",
        PitchOrder = "pitch-order":
            "In which order do the pitched cards go to the bottom of your deck, the first first?",
        Opt = "opt": "Which of these cards go to the bottom of your deck, the first first?",
        OptTop = "opt-top": "In which order do the others lie on top of your deck, the first on top?",
        Charge = "charge": "Which card do you charge?",
        SaveWager = "save-wager": "Which card do you discard to win the wager, if any?",
        Distribute = "distribute": "How do you distribute the {number} counters?",
        Reload = "reload": "Which card do you put into your arsenal, if any?",
        CostDiscard = "cost-discard": "Which cards do you discard ({number})?",
        CostReveal = "cost-reveal": "Which cards do you reveal ({number})?",
        CostBottom = "cost-bottom": "Which cards go to the bottom of your deck ({number})?",
        CostBanish = "cost-banish": "Which cards do you banish ({number})?",
        CostTap = "cost-tap": "What do you tap ({number})?",
        CostUntap = "cost-untap": "What do you untap ({number})?",
        CostTurn = "cost-turn": "What do you turn over ({number})?",
        CostCounter = "cost-counter": "From what do you remove a counter ({number})?",
        CostDestroy = "cost-destroy": "What do you destroy ({number})?",
        FirstTriggers = "first-triggers": "Who adds triggered-layers to the stack first?",
        LetTrigger = "let-trigger": "Do you show {it} and let its effect trigger?",
        OrderTriggers = "order-triggers": "Which of your triggered-layers goes to the stack next?",
        FirstReplacement = "first-replacement": "Who applies effects first?",
        OrderEffects = "order-effects": "Which effect applies to {it} next?",
        DividePrevention = "divide-prevention": "How do you divide the {number} damage that is prevented?",
        Replacement = "replacement": "Which effect applies to what happens to {it}?",
        ExposedZone = "exposed-zone": "In which exposed zone of {it} is the token created?",
    }
    told {
        PayPitch [pays] = "pay-pitch" means "Which card do you pitch for {it}?",
    }
    refused {
        Priority,
        Defenders,
        ChooseTargets,
        AttackTarget,
        PayPitch,
    }
}
