//! The definitions that one match can use, compiled.

mod acting;
mod asking;
mod besides;
mod card;
mod faces;
mod gates;
mod identity;
mod replaced;
mod split;
mod symbols;
mod zones;

use std::borrow::Cow;

pub use card::{Card, Compiled, ManaAbility};
pub use card::{DEPLOY, UNSEEN};
use card::{FACE_DOWN, MONARCH, PLANAR_DIE};
use duelog_kernel::script::{Code, Op};

use crate::cite;
use crate::language::definition::{
    Ability, Activated, Alternative, By, Change, Cost, CostDeed, Deed, Definition, Destination, Effect,
    Faces, Filter, Group, MagicLanguage, Modes, Number, Permission, Ref, Replacement, Ruling, Saving, Static,
    Target, Verb, When, Written, ZoneKind,
};
use crate::language::keyword::Keyword;
use crate::language::meaning::meaning;
use crate::state::{AbilityRef, CardId, Cast, CodeRef, Object, OnStack, Permit, StackKind, Zone};

/// The compiled definitions of one match, by [`CardId`], ascending by name.
#[derive(Debug, Clone, Default)]
pub struct CardPool {
    cards: Vec<Card>,
    /// The revision of the rules that the match is played under, never newer than the engine's.
    pub revision: u32,
    /// Whether any card has triggered abilities that work outside of the battlefield.
    elsewhere: bool,
    /// Whether the layers matter outside of the battlefield at all.
    layered: bool,
    /// The kinds of zones other than the battlefield whose objects static abilities affect.
    reached: Vec<ZoneKind>,
    /// Whether any card has a triggered mana ability (605.1b).
    mana_triggers: bool,
    /// Whether any card shows the top cards of libraries (401.5).
    shows_tops: bool,
    /// Whether anything lets players play with their hands revealed.
    shows_hands: bool,
    /// Whether any card forbids that counters are put on something.
    counterless: bool,
    /// True if an effect makes abilities trigger more often by what enters the battlefield.
    triggers_again: bool,
    /// Whether anything can be cast or activated during a part of a turn only (602.5d).
    timed: bool,
    /// Whether any card can be cast from a graveyard.
    casts_from_graveyards: bool,
    /// Whether any activated ability works outside of the battlefield.
    acts_elsewhere: bool,
    /// True if anybody but its controller may activate any ability.
    open_to_others: bool,
    /// Whether any card in a graveyard replaces events.
    replaces_from_graveyards: bool,
    /// Of who is tapped and who fights, what the cards could speak of, as aspects.
    mentions: u32,
    /// What has happened that definitions ask about, each once.
    asked: Vec<When>,
    /// The events of which they ask which objects they were about, each once.
    recalled: Vec<When>,
    /// Whether any card is double-faced.
    transforms: bool,
    /// Whether any card can be spliced onto others.
    splices: bool,
    /// Whether anything takes hybrid symbols off costs.
    saves_halves: bool,
    /// Whether any permanent can ascend.
    ascends: bool,
    /// The definition with the abilities of the monarch.
    monarch: Option<CardId>,
    /// The definition of the planar die.
    planar_die: Option<CardId>,
    /// The definition with the ability to deploy creatures.
    deploy: Option<CardId>,
    /// Whether any creature can become paired.
    pairs: bool,
    /// Whether any card makes abilities cost less.
    cheapens: bool,
    raises: bool,
    asks_targeted: bool,
    /// The definition of what is face down on the stack or the battlefield.
    face_down: Option<CardId>,
    /// The definition of what is exiled face down.
    unseen: Option<CardId>,
    /// Whether anything replaces mana for which permanents are tapped.
    replaces_mana: bool,
    /// Whether any mana ability costs more than tapping its permanent, or gives more than one kind of mana.
    converts: bool,
    /// Whether anything asks for which types of mana permanents are tapped.
    asks_types: bool,
    /// Whether any cost asks for mana that snow permanents have produced.
    asks_snow: bool,
    /// Whether anything lets players put discarded cards elsewhere.
    hides_discards: bool,
    /// Whether anything gives an object the full text of another card.
    rewrites: bool,
    gives_entering: bool,
    /// Whether any static ability makes copies.
    copies_always: bool,
    /// Whether anything looks at the order of a graveyard.
    orders_graveyards: bool,
    /// Whether the top cards of libraries are revealed, and effects that last are about cards there.
    renews_tops: bool,
}

impl CardPool {
    /// This pool in a match under `revision`.
    pub fn under(self, revision: u32) -> CardPool {
        CardPool { revision, ..self }
    }

    /// The pool of these cards, under the newest revision.
    pub fn new(mut cards: Vec<Card>) -> CardPool {
        cards.sort_by(|a, b| a.definition.name.cmp(&b.definition.name));
        for (place, card) in cards.iter_mut().enumerate() {
            card.base.card = CardId(place as u16);
        }
        faces::find(&mut cards);
        split::join_halves(&mut cards);
        split::keep_cost(&mut cards);
        CardPool::of(cards)
    }

    /// The pool of cards that stand in their order and know their faces: what is asked of all of them.
    #[expect(clippy::too_many_lines, reason = "a flat table of what is asked of all cards")]
    fn of(mut cards: Vec<Card>) -> CardPool {
        cards.iter_mut().for_each(Card::note);
        let transforms = cards.iter().any(|card| matches!(card.definition.faces, Faces::Back(_)));
        let compiled = || cards.iter().flat_map(Card::abilities);
        let abilities = || compiled().map(|compiled| &compiled.ability);
        let elsewhere = abilities().any(
            |ability| matches!(ability, Ability::Triggered(ability) if ability.zone != ZoneKind::Battlefield),
        );
        let statics = || {
            abilities().filter_map(
                |ability| if let Ability::Static(ability) = ability { Some(ability) } else { None },
            )
        };
        let mut reached: Vec<ZoneKind> = Vec::new();
        statics().for_each(|ability| zones::reaches(&ability.affects, &mut reached));
        let works_elsewhere = statics().any(|ability| {
            !ability.is_of_spell() && ability.zones.iter().any(|zone| *zone != ZoneKind::Battlefield)
        });
        let emblems = cards.iter().any(Card::emblems);
        let layered = works_elsewhere
            || emblems
            || !reached.is_empty()
            || cards.iter().any(|card| card.definition.stands_in_command())
            || cards.iter().any(|card| card.definition.defines());
        let mana_triggers = compiled().any(Compiled::is_triggered_mana_ability);
        let timed = abilities().any(
            |ability| matches!(ability, Ability::Activated(ability) if !ability.timing.during.is_empty()),
        ) || cards.iter().any(|card| {
            card.marks_time || card.definition.spell.as_ref().is_some_and(|spell| !spell.during.is_empty())
        });
        let says =
            |such: fn(&Change<Written>) -> bool| statics().any(|ability| ability.changes.iter().any(such));
        let ever = |such: fn(&Change<Written>) -> bool| {
            says(such) || cards.iter().any(|card| card.changes_for_a_while(such))
        };
        let shows_tops = ever(|change| matches!(change, Change::Rule(_, Deed::ShowTop | Deed::SeeTop, _)));
        let shows_hands = ever(|change| matches!(change, Change::Rule(_, Deed::ShowHand, _)));
        let counterless = says(|change| matches!(change, Change::Rule(Ruling::Forbid, Deed::GetCounters, _)));
        let triggers_again =
            says(|change| matches!(change, Change::Rule(Ruling::Allow, Deed::TriggerByEntering, _)));
        let converts = compiled().any(|compiled| {
            matches!(compiled.ability, Ability::Activated(_))
                && compiled.mana.is_none()
                && compiled.gives_mana()
        });
        let replaces_mana = abilities().any(|ability| {
            matches!(
                ability,
                Ability::Replacement(
                    Replacement::ManaInstead { .. }
                        | Replacement::Amount { event: When::Does { deed: Deed::TapForMana, .. }, .. }
                )
            )
        });
        let hides =
            |ability: &Ability| matches!(ability, Ability::Replacement(Replacement::MayMoveInstead { .. }));
        let hides_discards = abilities().any(hides);
        let rewrites = says(|change| matches!(change, Change::FullText(..)));
        let own_entering = |compiled: &Compiled| {
            matches!(
                &compiled.ability,
                Ability::Replacement(Replacement::Enters { what: Filter::Is(Ref::This), .. })
            )
        };
        let gives_entering = cards.iter().any(|card| card.given.iter().any(own_entering));
        let copies_always = says(|change| matches!(change, Change::CopyOf(_)));
        let orders_graveyards = cards.iter().any(|card| card.orders_graveyards);
        let renews_tops = says(|change| matches!(change, Change::Rule(_, Deed::ShowTop, _)))
            && cards.iter().any(Card::changes_libraries);
        let asks_types = cards.iter().any(|card| card.asks_types);
        let asks_snow = cards.iter().any(|card| card.asks_snow);
        let cheapens =
            says(|change| matches!(change, Change::AbilitiesCostLess(..) | Change::AbilitiesCostMore(..)));
        let raises = says(|change| matches!(change, Change::AbilitiesCostMore(..)));
        let asks_targeted = cards.iter().any(|card| card.asks_targeted);
        let asked = each_once(cards.iter().flat_map(|card| &card.asked));
        let recalled = each_once(cards.iter().flat_map(|card| &card.recalled));
        let mentions = cards.iter().fold(0, |all, card| all | card.mentions);
        let from_graveyards =
            |ability: &Ability| matches!(ability, Ability::Replacement(Replacement::FromGraveyard(..)));
        let replaces_from_graveyards = abilities().any(from_graveyards);
        let acts_elsewhere = abilities().any(Ability::acts_elsewhere);
        let open_to_others = abilities().any(
            |ability| matches!(ability, Ability::Activated(ability) if ability.timing.by != By::Controller),
        );
        let splices = cards.iter().any(|card| !card.definition.splices.is_empty());
        let offers = |cost: &Cost| matches!(cost, Cost::Deed(CostDeed::Offer(Saving::Cost), ..));
        let saves_halves =
            says(|change| matches!(change, Change::CostsLess(_, mana) if !mana.hybrid.is_empty()))
                || cards
                    .iter()
                    .flat_map(|card| &card.definition.alternatives)
                    .any(|alternative| alternative.cost.iter().any(offers));
        let casts_from_graveyards = cards.iter().any(|card| card.definition.casts_from(ZoneKind::Graveyard))
            || abilities().any(|ability| matches!(ability, Ability::Alternative(_)));
        let pairs = cards.iter().any(Card::pairs);
        let ascends = says(|change| matches!(change, Change::Rule(_, Deed::Ascend, _)));
        let named = |name: &str| {
            let place = cards.iter().position(|card| card.definition.name == name);
            place.map(|place| CardId(place as u16))
        };
        let (monarch, face_down, unseen) = (named(MONARCH), named(FACE_DOWN), named(UNSEEN));
        let planar_die = named(PLANAR_DIE);
        let deploy = named(DEPLOY);
        CardPool {
            revision: u32::MAX,
            cards,
            elsewhere,
            layered,
            reached,
            mana_triggers,
            shows_tops,
            shows_hands,
            counterless,
            triggers_again,
            timed,
            casts_from_graveyards,
            acts_elsewhere,
            open_to_others,
            replaces_from_graveyards,
            mentions,
            asked,
            recalled,
            transforms,
            splices,
            saves_halves,
            ascends,
            monarch,
            planar_die,
            deploy,
            pairs,
            cheapens,
            raises,
            asks_targeted,
            face_down,
            unseen,
            replaces_mana,
            converts,
            asks_types,
            asks_snow,
            hides_discards,
            rewrites,
            copies_always,
            gives_entering,
            orders_graveyards,
            renews_tops,
        }
    }

    /// Whether anything lets players put discarded cards elsewhere (701.8c).
    pub fn hides_discards(&self) -> bool {
        self.hides_discards
    }

    /// Whether anything gives an object the full text of another card (612.5).
    pub fn rewrites(&self) -> bool {
        self.rewrites
    }

    /// Whether any static ability makes copies (706.2c).
    pub fn copies_always(&self) -> bool {
        self.copies_always
    }

    /// Whether anything looks at the order of a graveyard (404.3).
    pub fn orders_graveyards(&self) -> bool {
        self.orders_graveyards
    }

    /// Whether anything could tell that a card which is revealed again on top of a library is another object
    /// (401.6).
    pub fn renews_tops(&self) -> bool {
        self.renews_tops
    }

    /// Whether anything replaces mana for which permanents are tapped (106.11b).
    pub fn replaces_mana(&self) -> bool {
        self.replaces_mana
    }

    /// Whether any mana ability costs more than tapping its permanent, or gives more than one kind of mana.
    pub fn converts(&self) -> bool {
        self.converts
    }

    /// Whether anything asks for which types of mana permanents are tapped.
    pub fn asks_types(&self) -> bool {
        self.asks_types
    }

    /// Whether any cost asks for mana that snow permanents have produced (107.4h).
    pub fn asks_snow(&self) -> bool {
        self.asks_snow
    }

    /// Whether anything asks whether a spell was cast while no sorcery could have been cast (307.5a).
    pub fn asks_time(&self) -> bool {
        self.cards.iter().any(|card| card.asks_time)
    }

    /// Whether any creature can become paired (702.94b).
    pub fn pairs(&self) -> bool {
        self.pairs
    }

    /// Whether any permanent can ascend (702.130b).
    pub fn ascends(&self) -> bool {
        self.ascends
    }

    /// The definition with the abilities of the monarch, where there can be one (717.2).
    pub fn monarch(&self) -> Option<CardId> {
        self.monarch
    }

    /// The definition of the planar die, where there can be planes (901.3a).
    pub fn planar_die(&self) -> Option<CardId> {
        self.planar_die
    }

    /// The definition with the ability that each creature has where creatures are deployed (804.2).
    pub fn deploy(&self) -> Option<CardId> {
        self.deploy
    }

    /// Whether any card asks how many spells were cast in the turn before.
    pub fn counts_spells(&self) -> bool {
        self.cards.iter().any(|card| card.counts_spells)
    }

    /// Whether any card asks whom creatures attacked in a combat.
    pub fn asks_attacked(&self) -> bool {
        self.cards.iter().any(|card| card.asks_attacked)
    }

    /// What has happened that definitions ask about.
    pub fn asked(&self) -> &[When] {
        &self.asked
    }

    /// Returns true if any card asks how often an object has done something in a turn.
    pub fn counts_facts(&self) -> bool {
        self.cards.iter().any(|card| card.counts_facts)
    }

    /// Whether any card asks what dealt damage was then.
    pub fn asks_kin(&self) -> bool {
        self.cards.iter().any(|card| card.asks_kin)
    }

    /// Whether any card waits for abilities to be activated.
    pub fn asks_activations(&self) -> bool {
        self.cards.iter().any(|card| card.asks_activations)
    }

    /// Whether a card can be encoded on creatures (702.98b).
    pub fn is_encoded(&self, card: CardId) -> bool {
        self.card(card).encodes()
    }

    /// Whether any card asks since when permanents are under control.
    pub fn asks_since(&self) -> bool {
        self.cards.iter().any(|card| card.asks_since)
    }

    /// The place of such a pattern.
    pub fn asked_at(&self, when: &When) -> Option<usize> {
        self.asked.iter().position(|asked| asked == when)
    }

    /// The events of which definitions ask which objects they were about.
    pub fn recalled(&self) -> &[When] {
        &self.recalled
    }

    /// The place of such a pattern.
    pub fn recalled_at(&self, when: &When) -> Option<usize> {
        self.recalled.iter().position(|recalled| recalled == when)
    }

    /// Whether the characteristics of anything but permanents could be other than printed, or make permanents
    /// so: by characteristic-defining abilities (604.3), by static abilities that work elsewhere (112.6),
    /// by those that affect what is elsewhere.
    pub fn layers_elsewhere(&self) -> bool {
        self.layered
    }

    /// Whether the layers matter for an object outside of the battlefield.
    pub fn is_layered(&self, object: &Object) -> bool {
        // Outside of the game only what cards define of themselves counts.
        cite!("112.6a", "400.10c", "604.3");
        let card = self.card(object.card);
        if !card.speaks && self.reached.is_empty() && object.zone != Zone::Command {
            // It says nothing of what anything is, itself included.
            return false;
        }
        let works = |compiled: &Compiled| matches!(&compiled.ability, Ability::Static(ability) if ability.works_in(object.zone));
        cite!("112.6n", "113.4");
        self.reached.iter().any(|kind| object.zone.is(*kind))
            || object.zone == Zone::Command && {
                cite!("309.4", "311.4", "312.4", "313.5", "901.7", "902.7", "904.8");
                card.definition.is_of_command()
            }
            || card.definition.defines()
            || (card.speaks && card.printed.iter().any(works))
    }

    /// The card of this id.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[usize::from(id.0)]
    }

    /// The id of the card of this name.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.cards
            .binary_search_by(|card| card.definition.name.as_str().cmp(name))
            .ok()
            .map(|place| CardId(place as u16))
    }

    /// The card's name.
    pub fn name(&self, id: CardId) -> &str {
        let definition = &self.card(id).definition;
        if definition.called.is_empty() { &definition.name } else { &definition.called }
    }

    /// All cards, ascending by name.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The code of a spell or ability.
    pub fn code(&self, code: CodeRef) -> Option<&Code<MagicLanguage>> {
        let card = self.card(code.card);
        match code.ability {
            None => card.spell.as_ref(),
            Some(place) => card.compiled(place)?.code.as_ref(),
        }
    }

    /// The verb at a step of a script.
    pub fn verb(&self, code: CodeRef, at: u16) -> Option<&Verb> {
        match self.code(code)?.0.get(usize::from(at))? {
            Op::Do(verb) => Some(verb),
            _ => None,
        }
    }

    /// An ability.
    pub fn ability(&self, ability: AbilityRef) -> Option<&Ability> {
        self.card(ability.card).compiled(ability.place).map(|compiled| &compiled.ability)
    }

    /// The keyword that stands for an ability, of those that `keywords.ron` defines.
    pub fn keyword_of(&self, ability: AbilityRef) -> Option<&str> {
        self.card(ability.card).compiled(ability.place)?.keyword.as_deref()
    }

    /// Whether the keyword of this name stands for an ability, or one that is a kind of it.
    pub fn is_of_keyword(&self, ability: AbilityRef, keyword: &str) -> bool {
        let kind = |own: &str| meaning(own).ok().and_then(|meaning| meaning.kind_of.as_deref());
        self.keyword_of(ability).is_some_and(|own| own == keyword || kind(own) == Some(keyword))
    }

    /// The amount that is divided among the targets of an ability (601.2d, 602.2b, 603.3d).
    pub fn divided(&self, code: CodeRef) -> Option<&Number> {
        match self.ability(AbilityRef { card: code.card, place: code.ability? }) {
            Some(Ability::Triggered(ability)) => ability.divide.as_ref(),
            Some(Ability::Activated(ability)) => ability.divide.as_ref(),
            _ => None,
        }
    }

    /// Whether any card has a triggered ability that works outside of the battlefield.
    pub fn triggers_elsewhere(&self) -> bool {
        self.elsewhere
    }

    /// Whether any card has a triggered mana ability (605.1b).
    pub fn triggers_for_mana(&self) -> bool {
        self.mana_triggers
    }

    /// Whether any card shows the top cards of libraries (401.5).
    pub fn shows_tops(&self) -> bool {
        self.shows_tops
    }

    /// Whether any card lets players play with their hands revealed (701.15a).
    pub fn shows_hands(&self) -> bool {
        self.shows_hands
    }

    /// Returns whether an effect makes abilities trigger more often by what enters the battlefield.
    pub fn triggers_again(&self) -> bool {
        self.triggers_again
    }

    /// Whether any card forbids that counters are put on something.
    pub fn counterless(&self) -> bool {
        self.counterless
    }

    /// Whether anything can be cast or activated during a part of a turn only (602.5d).
    pub fn timed(&self) -> bool {
        self.timed
    }

    /// Whether any card can be cast from a graveyard.
    pub fn casts_from_graveyards(&self) -> bool {
        self.casts_from_graveyards
    }

    /// Of who is tapped and who fights, what the cards could speak of, as aspects.
    pub fn mentions(&self) -> u32 {
        self.mentions
    }

    /// The target groups of a spell or ability; an Aura spell has one for what it will enchant (303.4a).
    pub fn targets(&self, code: CodeRef) -> &[Target] {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => match (&definition.spell, &definition.enchant) {
                (Some(spell), _) => &spell.targets,
                (None, Some(enchant)) => {
                    cite!("114.1b", "303.4a");
                    std::slice::from_ref(enchant)
                }
                (None, None) => &[],
            },
            Some(place) => match self.ability(AbilityRef { card: code.card, place }) {
                Some(Ability::Activated(ability)) => {
                    cite!("114.1c", "114.1e");
                    &ability.targets
                }
                Some(Ability::Triggered(ability)) => {
                    cite!("114.1d");
                    &ability.targets
                }
                Some(Ability::Static(_) | Ability::Replacement(_) | Ability::Alternative(_)) | None => &[],
            },
        }
    }

    /// The target groups of what is on the stack, as it is cast: none where it is about each of what they say
    /// (702.95b).
    pub fn targets_on(&self, code: CodeRef, stack: &OnStack) -> Cow<'_, [Target]> {
        if self.is_about_each(code, stack) {
            cite!("702.95b");
            return Cow::Borrowed(&[]);
        }
        if let Some(enchant) = self.bestowed(code, stack) {
            cite!("702.102b");
            return Cow::Borrowed(std::slice::from_ref(enchant));
        }
        if stack.cast.spliced.is_empty() || code.ability.is_some() {
            return Cow::Borrowed(self.targets(code));
        }
        // Those of what is spliced onto it stand behind its own.
        cite!("702.46d");
        let texts = stack.cast.spliced.iter().map(|card| CodeRef { card: *card, ability: None });
        Cow::Owned([code].into_iter().chain(texts).flat_map(|code| self.targets(code)).cloned().collect())
    }

    /// The enchant ability that a spell has for the cost that was paid for it (702.102a).
    pub fn bestowed(&self, code: CodeRef, stack: &OnStack) -> Option<&Target> {
        let paid = stack.cast.instead.and_then(|place| self.way(code.card, &stack.cast, place));
        paid.filter(|_| code.ability.is_none() && matches!(stack.kind, StackKind::Spell))?.enchants.as_ref()
    }

    /// What an Aura can be attached to, where its card or the cost that was paid for it says so.
    pub fn enchant(&self, card: CardId) -> Option<&Target> {
        let definition = &self.card(card).definition;
        let bestow = || definition.alternatives.iter().find_map(|alternative| alternative.enchants.as_ref());
        definition.enchant.as_ref().or_else(bestow)
    }

    /// True if a definition asks who has become a target.
    pub fn asks_targeted(&self) -> bool {
        self.asks_targeted
    }

    /// Whether any card can be spliced onto others.
    pub fn splices(&self) -> bool {
        self.splices
    }

    /// Whether anything takes hybrid symbols off costs (117.7e).
    pub fn saves_halves(&self) -> bool {
        self.saves_halves
    }

    /// Whether a spell is about each of what its targets could be, for the cost that was paid (702.95a).
    pub fn is_about_each(&self, code: CodeRef, stack: &OnStack) -> bool {
        let paid = stack.cast.instead.and_then(|place| self.way(code.card, &stack.cast, place));
        code.ability.is_none() && paid.is_some_and(|paid| paid.each)
    }

    /// What a spell or ability does, as written.
    pub fn effect(&self, code: CodeRef) -> Option<&Effect> {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => definition.spell.as_ref().map(|spell| &spell.effect),
            Some(place) => match self.ability(AbilityRef { card: code.card, place })? {
                Ability::Activated(ability) => Some(&ability.effect),
                Ability::Triggered(ability) => Some(&ability.effect),
                Ability::Alternative(way) => way.text.as_ref().map(|text| &text.effect),
                Ability::Static(_) | Ability::Replacement(_) => None,
            },
        }
    }

    /// The modes of a spell or ability (700.2).
    pub fn modes(&self, code: CodeRef) -> Option<Modes> {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => definition.spell.as_ref()?.modes,
            Some(place) => match self.ability(AbilityRef { card: code.card, place }) {
                Some(Ability::Activated(ability)) => ability.modes,
                Some(Ability::Triggered(ability)) => ability.modes,
                Some(Ability::Static(_) | Ability::Replacement(_) | Ability::Alternative(_)) | None => None,
            },
        }
    }

    /// Where a spell goes as it resolves, because of a cost that was paid besides.
    pub fn kept(&self, spell: &Object) -> Option<Destination> {
        let paid = &spell.stack.as_ref()?.cast.paid;
        let cast = spell.stack.as_ref().map(|stack| &stack.cast);
        let given = cast.into_iter().flat_map(|cast| self.besides_given(&cast.besides));
        let besides = self.card(spell.printed()).definition.besides.iter().chain(given).zip(paid);
        besides.filter(|(_, times)| **times > 0).find_map(|(besides, _)| besides.then)
    }

    /// Where a spell goes whenever it would leave the stack, because of the cost that was paid for it, or of
    /// the zone that it was cast from.
    pub fn kept_anyway(&self, spell: &Object) -> Option<Destination> {
        let cast = &spell.stack.as_ref()?.cast;
        if cast.from == Some(ZoneKind::Graveyard)
            && self.card(spell.printed()).base.keywords.has(Keyword::Aftermath)
        {
            cite!("702.126a");
            return Some(Destination::Exile);
        }
        // What an effect gave the card is true of the spell too.
        cite!("400.7f");
        self.way(spell.printed(), cast, cast.instead?)?.then
    }

    /// What can be paid in place of a card's mana cost, by its place: one of its own alternative costs, or behind
    /// them one that an effect has given it.
    pub fn way(&self, card: CardId, cast: &Cast, place: u8) -> Option<&Alternative> {
        let own = &self.card(card).definition.alternatives;
        let place = usize::from(place);
        own.get(place).or_else(|| self.way_given(*cast.gained.get(place - own.len())?))
    }

    /// Such a cost, of an ability that an effect gives.
    pub fn way_given(&self, ability: AbilityRef) -> Option<&Alternative> {
        match self.ability(ability) {
            Some(Ability::Alternative(way)) if way.is_cost() => Some(way),
            _ => None,
        }
    }

    /// A static ability.
    pub fn static_ability(&self, ability: AbilityRef) -> Option<&Static> {
        match self.ability(ability) {
            Some(Ability::Static(ability)) => Some(ability),
            _ => None,
        }
    }

    /// What an effect says of how a card can be played.
    pub fn allowed(&self, permit: &Permit) -> Option<&Change<Written>> {
        let changes = match permit.effect {
            None => &self.static_ability(permit.code.as_ability())?.changes,
            Some(_) => match self.verb(permit.code, permit.at)? {
                Verb::Modify(_, changes, _) => changes,
                _ => return None,
            },
        };
        changes.get(usize::from(permit.change))
    }

    /// That a card may be played where it is, if that is what an effect says.
    pub fn permission(&self, permit: &Permit) -> Option<&Permission> {
        match self.allowed(permit)? {
            Change::MayPlay(permission) => Some(permission),
            _ => None,
        }
    }

    /// By whose leave a spell is cast that could not be cast otherwise.
    pub fn permitted(&self, cast: &Cast) -> Option<&Permission> {
        self.permission(cast.permits.get(usize::from(cast.permit?))?)
    }

    /// Whether a card has an additional cost that is paid with cards of a certain kind in a hidden zone (117.8c).
    pub fn costs_hidden(&self, card: CardId) -> bool {
        let certain = |cost: &Cost| {
            cite!("117.8c");
            matches!(cost, Cost::Deed(_, _, Group::Hand(_, filter)) if *filter != Filter::Any)
        };
        self.card(card).definition.additional.iter().any(|cost| cost.any(&certain))
    }

    /// An activated ability.
    pub fn activated(&self, ability: AbilityRef) -> Option<&Activated> {
        match self.ability(ability) {
            Some(Ability::Activated(ability)) => Some(ability),
            _ => None,
        }
    }
}

impl Definition {
    /// Whether it has characteristic-defining abilities (604.3).
    pub fn defines(&self) -> bool {
        self.own_size().is_some() || !self.defining.is_empty()
    }

    /// Whether the spell has no targets where one of its alternative costs is paid (702.95b).
    pub fn may_have_no_targets(&self) -> bool {
        self.alternatives.iter().any(|alternative| alternative.each)
    }

    /// Whether the card can be cast from such a zone for one of its own costs (117.9).
    pub fn casts_from(&self, zone: ZoneKind) -> bool {
        self.alternatives.iter().any(|alternative| alternative.zone == zone && !alternative.granted)
            || (zone == ZoneKind::Graveyard && self.keywords.contains(&Keyword::Aftermath))
    }
}

impl Ability {
    /// Whether it is an activated ability that works outside of the battlefield.
    pub fn acts_elsewhere(&self) -> bool {
        matches!(self, Ability::Activated(ability) if ability.zone != ZoneKind::Battlefield)
    }
}

fn each_once<'a>(patterns: impl Iterator<Item = &'a When>) -> Vec<When> {
    let mut all: Vec<When> = Vec::new();
    for when in patterns {
        if !all.contains(when) {
            all.push(when.clone());
        }
    }
    all
}
