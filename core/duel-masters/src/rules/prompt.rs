//! What players are asked, by name. `{for it}` in a question is the object that it is about.

duelog_kernel::prompts! {
    asked {
        Charge = "charge": "charge a card or go on",
        Main = "main": "use a card or go on to the attack step",
        Attack = "attack": "attack with a creature, or end the attack step",
        Block = "block": "change what is attacked",
        NoCost = "no-cost": "pay no cost{for it}",
        PutNext = "put-next": "choose which card is put into the battle zone next",
        UseNext = "use-next": "choose which card is used next",
        Evolve = "evolve": "choose what to put the evolution creature on{for it}",
        Fortify = "fortify": "choose the shield to fortify{for it}",
        Cross = "cross": "choose the creature{for it}",
        OrderEffects = "order-effects": "choose which effect is resolved next",
        Declare = "declare": "declare abilities of cards in the hand",
        Replacement = "replacement": "choose what happens instead",
        Instead = "instead": "choose the card that takes the other's place",
        May = "may": "do it or not{for it}",
        ChooseMode = "choose-mode": "choose a mode{for it}",
        Choose = "choose": "choose",
        ChooseRace = "choose-race": "choose a race",
        ChooseCivilization = "choose-civilization": "choose a civilization",
        ChooseNumber = "choose-number": "choose a number",
        Rearrange = "rearrange": "put the cards of the shields in order, from the top of the first shield on",
        JudgeCost = "judge-cost": "choose the cost that counts{for it}",
        Offering = "offering": "choose what to use up{for it}",
        Discard = "discard": "discard cards",
        Search = "search": "choose what to find",
        OrderCards = "order-cards": "put the cards in order, the top one first",
        SilentSkill = "silent-skill": "leave creatures tapped to use their silent skills",
        GStrike = "g-strike": "choose the creature that cannot attack this turn",
        Breaker = "breaker": "choose how many shields are broken{for it}",
        Shields = "shields": "choose the shields to break{for it}",
        STrigger = "s-trigger": "declare S-Triggers and G-Strikes",
        SBack = "s-back": "declare S-Backs",
        SabakiZ = "sabaki-z": "declare Sabaki Z",
    }
    told {
        PayMana [pays] = "pay-mana",
    }
}
