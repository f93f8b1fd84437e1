//! What players are asked, by name. `{for it}`, `{of it}` and `{by it}` in a question are the object that it is about.

use crate::rule;

duelog_kernel::prompts! {
    asked {
        Charge = "charge": "Which card do you charge, if any?"
            or act "only a card of the player's own hand is charged" by rule!("701.8a"),
        Main = "main": "Which card do you use? Or go on to the attack step.",
        Attack = "attack": "Which creature attacks? Or end the attack step.",
        Block = "block": "Do you change what is attacked?",
        NoCost = "no-cost": "Do you pay no cost{for it}?",
        PutNext = "put-next": "Which card is put into the battle zone next?",
        UseNext = "use-next": "Which card is used next?",
        Evolve = "evolve": "What do you put the evolution creature on{for it}?"
            or object "this creature cannot evolve from it" by rule!("801.1a"),
        Fortify = "fortify": "Which shield is fortified{for it}?",
        Cross = "cross": "Which creature do you choose{for it}?"
            or object "it is not a creature that the cross gear can be crossed to" by rule!("303.4a"),
        OrderEffects = "order-effects": "Which effect is resolved next?",
        Declare = "declare": "Which abilities of cards in your hand do you declare?"
            or ability "it is not a card in the hand whose ability triggers now" by rule!("603.2f"),
        Replacement = "replacement": "What happens instead?",
        Instead = "instead": "Which card takes the other's place?",
        May = "may": "Do you use the effect{of it}?",
        ChooseMode = "choose-mode": "Which mode do you choose{for it}?",
        Choose = "choose": "Which do you choose?",
        ChooseRace = "choose-race": "Which race do you choose?",
        ChooseCivilization = "choose-civilization": "Which civilization do you choose?",
        ChooseNumber = "choose-number": "Which number do you choose?",
        Rearrange = "rearrange": "In which order are the cards of the shields put, from the top of the first shield on?",
        JudgeCost = "judge-cost": "Which cost counts{for it}?",
        Drive = "drive": "Do you pay the additional cost{for it}?",
        Offering = "offering": "What do you use up{for it}?",
        Discard = "discard": "Which cards do you discard?"
            or object "only cards of the player's own hand are discarded" by rule!("701.7a"),
        Search = "search": "What do you find?",
        OrderCards = "order-cards": "In which order are the cards put, the top one first?",
        SilentSkill = "silent-skill": "Which creatures stay tapped to use their silent skills?",
        GStrike = "g-strike": "Which creature cannot attack this turn?",
        Breaker = "breaker": "How many shields are broken{by it}?"
            or number "no breaker of the creature breaks this many" by rule!("509.2c"),
        Shields = "shields": "Which shields are broken{by it}?"
            or object "it is not a shield of the other player" by rule!("509.3"),
        STrigger = "s-trigger": "Which S-Triggers and G-Strikes do you declare?"
            or ability "it is not one of these shields, or has nothing to declare" by rule!("112.3a"),
        SBack = "s-back": "Which S-Backs do you declare?"
            or pair "it is not an S-Back with such a shield to discard" by rule!("112.3b"),
        LeavingCard = "leaving-card": "Which of the linked cards leaves{for it}?",
        Link = "link": "What is the god linked with{for it}?",
        NameCard = "name-card": "Which card do you name{for it}?",
        GoOnAttacking = "go-on-attacking": "Which creature continues the attack?",
        Unseal = "unseal": "Which seal is taken off?",
        Cells = "cells": "Which cells are used with it{for it}?"
            or object "it is not one of the cells that belong together" by rule!("812.1"),
        Aura = "aura": "Which GR creature gets the aura{for it}? Or go on for a GR summon."
            or object "it is not a GR creature of the player" by rule!("310.2"),
        SabakiZ = "sabaki-z": "Which Sabaki Z do you declare?"
            or pair "it is not a Sabaki Z with such a card to discard" by rule!("112.3d"),
    }
    told {
        PayMana [pays] = "pay-mana" means "Which cards of your mana zone do you tap to pay for {it}?"
            or object "it is not an untapped card in the player's mana zone" by rule!("107.2"),
    }
    refused {
        Main,
        Attack,
        Block,
    }
}
