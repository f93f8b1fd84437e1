//! What players are asked, by name. `{for it}` in a question is the object that it is about.

use crate::rule;

duelog_kernel::prompts! {
    asked {
        Charge = "charge": "charge a card or go on"
            or act "only a card of the player's own hand is charged" by rule!("701.8a"),
        Main = "main": "use a card or go on to the attack step",
        Attack = "attack": "attack with a creature, or end the attack step",
        Block = "block": "change what is attacked",
        NoCost = "no-cost": "pay no cost{for it}",
        PutNext = "put-next": "choose which card is put into the battle zone next",
        UseNext = "use-next": "choose which card is used next",
        Evolve = "evolve": "choose what to put the evolution creature on{for it}"
            or object "it is nothing that this creature can evolve from" by rule!("801.1a"),
        Fortify = "fortify": "choose the shield to fortify{for it}",
        Cross = "cross": "choose the creature{for it}"
            or object "it is no creature that the cross gear can be crossed to" by rule!("303.4a"),
        OrderEffects = "order-effects": "choose which effect is resolved next",
        Declare = "declare": "declare abilities of cards in the hand"
            or ability "it is no card of the hand whose ability triggers now" by rule!("603.2f"),
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
        Drive = "drive": "pay the additional cost{for it}",
        Offering = "offering": "choose what to use up{for it}",
        Discard = "discard": "discard cards"
            or object "only cards of the player's own hand are discarded" by rule!("701.7a"),
        Search = "search": "choose what to find",
        OrderCards = "order-cards": "put the cards in order, the top one first",
        SilentSkill = "silent-skill": "leave creatures tapped to use their silent skills",
        GStrike = "g-strike": "choose the creature that cannot attack this turn",
        Breaker = "breaker": "choose how many shields are broken{for it}"
            or number "no breaker of the creature breaks this many" by rule!("509.2c"),
        Shields = "shields": "choose the shields to break{for it}"
            or object "it is no shield of the other player" by rule!("509.3"),
        STrigger = "s-trigger": "declare S-Triggers and G-Strikes"
            or ability "it is none of these shields with something to declare" by rule!("112.3a"),
        SBack = "s-back": "declare S-Backs"
            or pair "it is no S-Back with such a shield to discard" by rule!("112.3b"),
        LeavingCard = "leaving-card": "choose which of the linked cards leaves{for it}",
        Link = "link": "choose what the god is linked with{for it}",
        NameCard = "name-card": "name a card{for it}",
        GoOnAttacking = "go-on-attacking": "choose which creature goes on with the attack",
        Unseal = "unseal": "choose the seal to take off",
        Cells = "cells": "choose the cells to use with it{for it}"
            or object "it is none of the cells that belong together" by rule!("812.1"),
        Aura = "aura": "choose the GR creature for the aura, or go on for a GR summon{for it}"
            or object "it is no GR creature of the player" by rule!("310.2"),
        SabakiZ = "sabaki-z": "declare Sabaki Z"
            or pair "it is no Sabaki Z with such a card to discard" by rule!("112.3d"),
    }
    told {
        PayMana [pays] = "pay-mana"
            or object "it is no untapped card of the player's mana zone" by rule!("107.2"),
    }
    refused {
        Main,
        Attack,
        Block,
    }
}
