//! What spells and abilities do: one verb a file.

mod attach;
mod battle;
mod binding;
mod bolster;
mod coin;
mod continuous;
mod controlling;
mod copy;
mod copy_spell;
mod counter;
pub mod counters;
mod create;
mod cutting;
mod damage;
mod designation;
mod destroy;
mod detain;
mod discard;
mod double;
mod draw;
mod ending;
mod entering;
mod exchange;
mod explore;
mod facing;
mod fight;
mod keyword_actions;
mod later_options;
mod library;
mod life;
mod mana;
mod meld;
mod monstrosity;
mod movement;
mod naming;
mod opponent;
mod perform;
mod phase;
mod play;
mod populate;
mod proliferate;
mod random;
mod renowned;
mod reveal;
mod sacrifice;
mod shield;
mod sift;
mod supplements;
mod tap;
mod transform;
mod trigger;
mod turns;
mod vote;

use duelog_kernel::{ObjectId, TESTED, unsettled};
pub use library::shuffled;
pub use movement::placed;

use crate::language::definition::{
    Destination, ELSEWHERE, EXILED, ON_STACK, Operand, PERMANENT, PHASED_OUT, PLAYER, Ref, Trait, Verb,
};
use crate::rule;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::looking_back::found;
use crate::state::event::Event;
use crate::state::{Awaited, LastingKind, Proposal, Running, Value, Zone};

/// A verb at work: the game and the script that it belongs to.
pub struct Act<'a, 'b> {
    magic: &'a Magic,
    play: &'a mut Game<'b>,
    running: &'a Running,
    /// The member of a loop at hand, where something is done for all of them at once.
    it: Option<Value>,
}

impl Magic {
    /// Does one thing for a running script: at once for `each` member of a loop that does nothing else.
    #[expect(clippy::too_many_lines, reason = "a flat table of verbs")]
    pub fn act(&self, play: &mut Game<'_>, running: &Running, verb: &Verb, each: Option<Vec<Value>>) {
        let mut act = Act { magic: self, play, running, it: None };
        act.note_operands(verb);
        match verb {
            Verb::Damage { amount, to, from, certain, also } => {
                act.at_once(each, |act| Some(act.damage((amount, to), also, from.as_ref(), *certain)))
            }
            Verb::Destroy(what, how) => act.destroy(what, how.is_plain()),
            Verb::Move(what, destination) => act.move_to(what, *destination),
            Verb::Sacrifice(who, number, filter) => act.sacrifice(who, number, filter),
            Verb::SacrificeThese(what) => act.sacrifice_these(what),
            Verb::Counter(what) => act.counter(what),
            Verb::CounterTo(what, to) => act.counter_to(what, *to),
            Verb::EnterElsewhere(to) => act.enter_elsewhere(*to),
            Verb::RemoveAllCounters(what) => act.remove_all_counters(what),
            Verb::RemoveOne(who, from) => act.remove_one(who, from),
            Verb::DieTo(what, to) => act.die_to(what, *to),
            Verb::MoveBelow(what, number) => act.move_below(what, number),
            Verb::NameCardBut(who, kind) => act.decide(who, |seat| Awaited::NameBut(seat, *kind)),
            Verb::Draw(who, number) => act.draw(who, number),
            Verb::Discard(who, number) => act.discard(who, number),
            Verb::DiscardAtRandom(who, number) => act.discard_at_random(who, number),
            Verb::GainLife(who, number) => act.gain_life(who, number),
            Verb::LoseLife(who, number) => act.lose_life(who, number),
            Verb::SetLife(who, number) => act.set_life(who, number),
            Verb::Create(who, number, token) => act.create(who, number, token),
            Verb::AddMana(who, mana, number) | Verb::AddManaFor { who, mana, number, .. } => {
                act.add_mana(who, *mana, number)
            }
            Verb::AddCostOf(who, of) => act.add_cost_of(who, of),
            Verb::TakeMana(to, from) => act.take_mana(to, from),
            Verb::UseMana(what) => act.use_mana(what),
            Verb::ReachLevel(level) => act.reach_level(*level),
            Verb::CreateAttached(who, token, to) => act.create_attached(who, token, to),
            Verb::PutCounters(kind, number, on) => act.put_counters(*kind, number, on),
            Verb::RemoveCounters(kind, number, from) => act.remove_counters(*kind, number, from),
            Verb::Tap(what) => act.tap(what),
            Verb::Untap(what) => act.untap(what),
            Verb::Modify(what, changes, until) => act.modify(what, changes, *until),
            Verb::Trigger(place) => act.trigger(*place),
            Verb::ReturnWhenGone(what, Destination::Hand) => act.return_at(what, LastingKind::Handed),
            Verb::ReturnWhenGone(what, _) => act.return_at(what, LastingKind::Return),
            Verb::Put { what, tapped, under, with, changes, fights, attached, transformed, face_down } => {
                let how = (*tapped, under.as_ref(), with.as_ref());
                let sides = (*transformed, *face_down);
                act.put(what, how, changes, (fights.as_ref(), attached.as_ref(), sides))
            }
            Verb::StayTapped(what, whose) => act.stay_tapped(what, whose.as_ref()),
            Verb::MissUntapStep(_, whose) => act.miss_untap_step(whose),
            Verb::Shield(shield) => act.shield(shield),
            Verb::ChooseSource(who, filter) => act.choose_source(who, filter),
            Verb::Skip(who, span) => act.skip(who, *span),
            Verb::GainNone(who) => act.gain_none(who),
            Verb::EnterTapped => act.enter_tapped(),
            Verb::EnterWith(kind, number) => act.enter_with(*kind, number),
            Verb::ChooseWord(who, Trait::Color) => act.decide(who, Awaited::ChosenColor),
            Verb::ChooseWord(who, Trait::CreatureType) => act.decide(who, Awaited::ChosenSubtype),
            Verb::ChooseWord(who, Trait::LandType) => act.decide(who, Awaited::ChosenLandType),
            Verb::ChooseWord(who, Trait::AnyLandType) => act.decide(who, Awaited::ChosenAnyLandType),
            // No definition says so: `scope.rs` refuses it.
            Verb::ChooseWord(_, Trait::CardType) => {}
            Verb::ChooseWord(who, Trait::Name) => act.decide(who, Awaited::Name),
            Verb::EnterMoving { among, least, most, how } => act.enter_moving(among, *least, *most, *how),
            Verb::Choose { who, among, least, most } => act.choose(who, among, *least, *most),
            Verb::EnterCopy(of, except) => act.enter_copy(of, except),
            Verb::BecomeCopy { what, of, except, until } => act.become_copy(what, of, except, *until),
            Verb::CreateCopy { who, number, of, except, tapped, fights } => {
                let how = (*tapped, fights.as_ref());
                act.at_once(each, |act| act.create_copy(who, number, (of, except), how))
            }
            Verb::Regenerate(what) => act.regenerate(what),
            Verb::Attach(what, to) => act.attach(what, to),
            Verb::Search { who, whose, filter, count, most, to, reveal, different, alike } => {
                let most = most.as_ref().map(|most| act.look(|sight, scope| sight.count(most, scope)));
                let count = &most.map_or(*count, |most| most.min(*count));
                let how = (*to, *reveal, different.is_some(), *alike);
                act.search(who, whose.as_ref().unwrap_or(who), filter, *count, how)
            }
            Verb::Shuffle(who) => act.shuffle(who),
            Verb::Mill(who, number) => act.mill(who, number),
            Verb::Scry(who, number) => act.scry(who, number),
            Verb::Look { whose, zone, number, until, reveal, whole } => act.look_at(
                whose,
                *zone,
                number.as_ref(),
                until.as_ref().map(|until| (until, *whole)),
                *reveal,
            ),
            Verb::DiscardChosen(who, from, number, filter) => act.discard_chosen(who, from, number, filter),
            Verb::NameCardOf(who, kind) => act.decide(who, |seat| Awaited::NameOf(seat, *kind)),
            Verb::Note(what) => act.note(what),
            Verb::Link(what) => act.link(what),
            Verb::CopySpell { what, by, at: Some(at), one, .. } => act.copy_spell_at(what, by, at, *one),
            Verb::CopySpell { what, by, retarget, without, .. } => {
                act.copy_spell(what, by, *retarget, without.as_deref())
            }
            Verb::CopyCard(what) => act.copy_card(what),
            Verb::NotCast(card) => act.not_cast(card),
            Verb::ExileUntilGone(what) => act.exile_until_gone(what),
            Verb::ChooseNumber(who) => act.decide(who, Awaited::Number),
            Verb::Retarget(who, what) => act.retarget(who, what),
            Verb::PlayFree(card, who) => act.play_free(card, who.as_ref()),
            Verb::LookAt(what) => act.peek(what),
            Verb::ReturnAtMonarch(what) => act.return_at(what, LastingKind::Crowned),
            Verb::ReturnAtUntap(what) => act.return_at(what, LastingKind::Untaps),
            Verb::LoseMana(who) => act.lose_mana(who),
            Verb::LoseTheGame(who) => act.lose_the_game(who),
            Verb::WinTheGame(who) => act.win_the_game(who),
            Verb::ExileUntil(who, filter) => act.exile_until(who, filter),
            Verb::LeaveTo(what, to) => act.leave_to(what, *to),
            Verb::CastFor(card, cost) => act.cast_for(card, *cost),
            Verb::EnterAs(changes) => act.enter_as(changes),
            Verb::MakeRenowned(what) => act.make_renowned(what),
            Verb::Action(action) => act.keyword_action(action),
            Verb::ChoosePlayer(who, among) => act.choose_player(who, among),
            Verb::ChooseAtRandom(among, number) => act.choose_at_random(among, number),
            Verb::FlipCoin(who) => act.decide(who, Awaited::Call),
            Verb::TossCoin(who) => act.toss_coin(who),
            Verb::Anchor(word) => act.anchor(word),
            Verb::Emblem(who, emblem) => act.emblem(who, emblem),
            Verb::ChangeTargets { who, what, how, to, among } => {
                act.change_targets(who, what, *how, (to.as_ref(), among.as_ref()))
            }
            Verb::DrawTheGame => act.draw_the_game(),
            Verb::MoveCounters { kind, number, from, to } => act.move_counters(*kind, number, from, to),
            Verb::ExtraTurn(who, behind) => act.extra_turn(who, *behind),
            Verb::Additional { parts, after } => act.additional(parts, after),
            Verb::RemoveFromCombat(what) => act.remove_from_combat(what),
            Verb::CreateFighting { who, number, token, tapped, fights } => {
                act.create_fighting(who, number, token, (*tapped, fights))
            }
            Verb::CreateWith { who, number, token, size, tapped } => {
                act.create_with(who, number, token, (size.as_ref(), *tapped))
            }
            Verb::Transform(what) => act.transform(what),
            Verb::Flip(what) => act.flip(what),
            Verb::RevealThis => act.reveal_this(),
            Verb::Ignore(who, place, until) => act.ignore(who, *place, *until),
            Verb::EnterKeeping(number) => act.enter_keeping(number),
            Verb::EnterChosen(what) => act.enter_chosen(what),
            Verb::Performs(who, deed) => act.performs(who, *deed),
            Verb::BecomeBlocked(what) => act.become_blocked(what),
            Verb::Redirect(who, what) => act.redirect(who, what),
            Verb::EndTheTurn => act.end_the_turn(),
            Verb::Designate(who, designation) => act.designate(who, *designation),
            Verb::ControlPlayers(who, None) => act.control_players(who),
            Verb::ControlPlayers(who, Some(until)) => act.control_for(who, *until),
            Verb::ControlAsResolves(who, spell) => act.control_as_resolves(who, spell),
            Verb::Play { who, card, .. } => act.play_card(who, card),
            Verb::Offer(who, place, until) => act.offer(who, *place, *until),
            Verb::EndOffered => act.end_offered(),
            Verb::Replaces { ability, until, once } => act.replaces(*ability, *until, *once),
            Verb::Pair(one, other) => act.pair(one, other),
            Verb::Haunt(card, creature) => act.bind(card, creature, rule!("702.54b")),
            Verb::Encode(card, creature) => act.bind(card, creature, rule!("702.98b")),
            Verb::RemoveDamage(what) => act.remove_damage(what),
            Verb::MakeBlock(blocker, attacker) => act.make_block(blocker, attacker),
            Verb::Meld(cards) => act.meld(cards),
            Verb::Phase { out, back } => act.phase(out.as_ref(), back.as_ref()),
            Verb::TurnUp(what) => act.turn_up(what),
            Verb::TurnDown(what) => act.turn_down(what),
            Verb::Hide(what, seen) => act.hide(what, *seen),
            Verb::RestartTheGame(kept) => act.restart_the_game(kept),
            Verb::Reveal(what) => act.reveal(what),
            Verb::PlaySubgame => act.play.emit(Event::SubgameBegan, rule!("719.2")),
            Verb::DamageBy { by, amount, to } => act.damage_by(by, amount, to),
            Verb::DamageDivided { who, from, amount, among } => act.damage_divided(who, from, amount, among),
        }
    }
}

impl Act<'_, '_> {
    /// Looks at the board from where the script stands.
    fn look<T>(&mut self, question: impl FnOnce(&Sight<'_>, &Scope<'_>) -> T) -> T {
        let mut scope = Scope::running(self.running, &self.running.cursor);
        scope.it = self.it.or(scope.it);
        question(&self.magic.sight(self.play), &scope)
    }

    /// Lets what is proposed happen at the same time for `each` member of a loop, where there is one.
    fn at_once(&mut self, each: Option<Vec<Value>>, propose: impl Fn(&mut Self) -> Option<Vec<Proposal>>) {
        let members = each.map_or(vec![None], |each| each.into_iter().map(Some).collect());
        let mut proposed = Vec::new();
        for it in members {
            self.it = it;
            proposed.extend(propose(self));
        }
        if !proposed.is_empty() {
            self.magic.happen(self.play, proposed.concat());
        }
    }

    /// The permanents of a group that are still on the battlefield.
    fn permanents(&mut self, group: &crate::language::definition::Group) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            let here = |id: &ObjectId| sight.board.is_permanent(*id);
            let found = sight.objects(group, scope).into_iter().map(|id| found(sight, scope, id));
            found.filter(here).collect()
        })
    }

    /// The objects of a group on which counters can be: permanents, cards in exile, and planes and schemes (121.1).
    fn bearers(&mut self, group: &crate::language::definition::Group) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            let here = |id: &ObjectId| {
                let zone = sight.object(*id).map(|object| object.zone);
                let up = sight.board.turned_up.iter().any(|card| card.object == *id);
                up || matches!(zone, Some(Zone::Battlefield | Zone::Exile))
            };
            let found = sight.objects(group, scope).into_iter().map(|id| found(sight, scope, id));
            found.filter(here).collect()
        })
    }

    /// Notes a verb that is done to nothing of the kind to which it does something, whatever is on the table.
    fn note_operands(&mut self, verb: &Verb) {
        if !TESTED {
            return;
        }
        for (operand, takes) in verb.operands() {
            let held = self.look(|sight, scope| match operand {
                Operand::All(group) if !group.is_certain() => sight
                    .members(group, scope)
                    .into_iter()
                    .fold(0, |all, member| all | kind_of(sight, member)),
                Operand::One(one) if one.is_player() => {
                    sight.refer(one, scope).map_or(0, |one| kind_of(sight, one))
                }
                Operand::All(_) | Operand::One(_) => 0,
            });
            unsettled::note(held != 0 && held & takes == 0, verb);
        }
    }

    /// The source of the effect.
    fn source(&self) -> ObjectId {
        self.running.context.source
    }

    fn object_of(&mut self, reference: &Ref) -> Option<Value> {
        self.look(|sight, scope| sight.refer(reference, scope))
    }
}

/// The kind of things that this is one of.
fn kind_of(sight: &Sight<'_>, value: Value) -> u32 {
    match value {
        Value::Seat(_) => PLAYER,
        Value::Number(_) => 0,
        Value::Object(id) => match sight.object(id).map(|object| object.zone) {
            Some(Zone::Battlefield) => PERMANENT,
            Some(Zone::Stack) => ON_STACK,
            Some(Zone::Exile) => EXILED,
            Some(Zone::PhasedOut) => PHASED_OUT,
            Some(Zone::Gone) | None => 0,
            Some(
                Zone::Hand(_) | Zone::Library(_) | Zone::Graveyard(_) | Zone::Command | Zone::Outside(_),
            ) => ELSEWHERE,
        },
    }
}
