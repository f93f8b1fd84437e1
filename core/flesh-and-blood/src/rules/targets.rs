//! Targets and modes (1.4.5, 1.7.5, 1.8.5): what can be declared, and whether it still can.
pub use duelog_kernel::value::{item, value};
use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, Seat};

use crate::language::definition::{Attacks, Deed, Filter, Target, ZoneKind};
use crate::rules::eval::{Scope, Sight};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::restrictions::{demands, permits};
use crate::state::{CodeRef, Layer, Object, Zone, code_of, source_of};
use crate::{cite, rule};

/// Revision 5: an attack on an earlier chain link is a target, as all public objects in the arena are (1.8.5a).
fn earlier_attacks_are_targets(revision: u32) -> bool {
    revision >= 5
}

/// A target group as least number, greatest number and what each is.
pub fn bounds(target: &Target) -> (u32, u32, &Target) {
    match target {
        Target::Several(least, greatest, inner) => (u32::from(*least), u32::from(*greatest), inner),
        single => (1, 1, single),
    }
}

/// The scope from which a layer's targets are looked at.
pub fn scope_of<'a>(object: &Object, layer: &'a Layer) -> Scope<'a> {
    let code = code_of(object, layer);
    Scope {
        layer: Some(object.id),
        x: layer.x,
        event: layer.event,
        knows: duelog_kernel::unsettled::Knows::Context,
        ..Scope::of(source_of(object.id, layer), object.controller, code.card)
    }
}

/// Everything that can be declared for one target, ascending.
pub fn options(sight: &Sight<'_>, target: &Target, scope: &Scope<'_>) -> Vec<ObjectId> {
    let board = sight.board;
    let (_, _, single) = bounds(target);
    let mut ids: Vec<ObjectId> = match single {
        Target::Graveyard(_) => scope
            .controller
            .map_or(Vec::new(), |seat| board.zone(Zone::Of(ZoneKind::Graveyard, seat)).to_vec()),
        Target::Hero | Target::OpposingHero => board.players.iter().map(|player| player.hero).collect(),
        _ => board.arena().map(|object| object.id).chain(board.zone(Zone::Stack).iter().copied()).collect(),
    };
    ids.retain(|id| can_target(sight, single, *id, scope).is_ok());
    ids.sort();
    ids
}

/// Whether there are enough targets for every group (1.8.5, 5.1.4).
pub fn enough(sight: &Sight<'_>, targets: &[&Target], scope: &Scope<'_>) -> bool {
    targets.iter().all(|target| {
        let (least, _, single) = bounds(target);
        least == 0 || options(sight, single, scope).len() as u32 >= least
    })
}

/// Whether an object can be a target, and if not, why and by which rule.
///
/// # Errors
/// The reason in words and the rule.
pub fn can_target(
    sight: &Sight<'_>,
    target: &Target,
    id: ObjectId,
    scope: &Scope<'_>,
) -> Result<(), Refusal> {
    let (_, _, single) = bounds(target);
    // What has left is no target.
    cite!("1.2.3d", "1.8.5a");
    let hidden = matches!(single, Target::Object(filter) if filter.names(&Filter::FaceDown));
    let Some(object) = sight.object(id).filter(|object| object.exists() && (object.public || hidden)) else {
        return refuse("only a public object can be a target", rule!("1.8.5a"));
    };
    let there = object.zone.is_arena() || object.zone == Zone::Stack;
    let hero = sight.hero_seat(id);
    // A layer is no target of itself.
    let other = scope.layer != Some(id) || object.zone != Zone::Stack;
    let right = match single {
        Target::Hero => hero.is_some(),
        Target::OpposingHero => {
            cite!("1.1.5");
            hero.is_some() && hero != scope.controller
        }
        Target::Living => sight.is_living(id),
        Target::Object(filter) => there && other && sight.names(filter, id, scope),
        Target::Attack(filter) => {
            let active = || sight.board.combat.active().is_some_and(|link| link.attack == id);
            let attacks = match object.zone {
                Zone::Stack => true,
                // The combat chain is part of the arena, whichever of its links the attack is on.
                Zone::Chain => earlier_attacks_are_targets(sight.card_pool.revision) || active(),
                _ => active(),
            };
            attacks && other && sight.is_attack_that(filter, id, scope)
        }
        // Without an owner it is the zone of the effect's controller.
        Target::Graveyard(filter) => {
            cite!("3.0.13");
            object.zone.kind() == Some(ZoneKind::Graveyard)
                && object.zone.seat() == scope.controller
                && sight.matches(filter, id, scope)
        }
        Target::Several(..) => false,
    };
    if right { Ok(()) } else { refuse("it is not what the effect targets", rule!("1.8.5d")) }
}

/// The request for one target group of a layer (5.1.4a, 6.6.6a).
pub fn request(sight: &Sight<'_>, object: &Object, target: &Target) -> Option<Request> {
    let layer = object.layer.as_ref()?;
    let (min, max, single) = bounds(target);
    let options: Vec<Item> =
        options(sight, single, &scope_of(object, layer)).into_iter().map(Item::Object).collect();
    let max = max.min(options.len() as u32);
    // Of an optional effect none need be selected.
    cite!("1.8.5e");
    let ask = Ask::pick(options, min, max.max(min));
    // 1.8.5b: of several targets each is another one.
    let rule = if max > 1 { rule!("1.8.5b") } else { rule!("1.8.5") };
    Some(Request {
        seat: object.controller,
        prompt: Prompt::ChooseTargets.into(),
        rule,
        subject: Some(object.id),
        ask,
    })
}

/// The request for the modes of a layer (1.7.5): those whose targets can be declared.
pub fn ask_modes(sight: &Sight<'_>, object: &Object, code: CodeRef) -> Option<Request> {
    let layer = object.layer.as_ref()?;
    cite!("1.7.5");
    let resolve = sight.card_pool.resolve(code)?;
    let scope = scope_of(object, layer);
    // The number is that of the moment in which they are chosen.
    cite!("1.7.5e");
    let count = sight.count(resolve.choose.as_ref()?, &scope).min(MODES_MAX);
    if count == 0 {
        return None;
    }
    let options: Vec<Item> =
        open_modes(sight, code, &scope).into_iter().map(|mode| Item::Mode(mode.into())).collect();
    let ask = if resolve.repeat && !options.is_empty() {
        // How often each.
        cite!("1.7.5c");
        let most = resolve.each.map(u32::from);
        let each = |item: &Item, max: u32| Constraint {
            rule: rule!("1.7.5c"),
            limit: Limit::AtMost { items: vec![*item], max },
        };
        let constraints: Vec<Constraint> =
            most.iter().flat_map(|most| options.iter().map(|item| each(item, *most))).collect();
        let total = most.map_or(count, |most| count.min(most.saturating_mul(options.len() as u32)));
        Ask::Split { total, options, constraints }
    } else {
        // No more than there are, and none twice.
        cite!("1.7.5b");
        let there = options.len() as u32;
        let most = resolve.most.as_ref().map_or(count, |most| sight.count(most, &scope).max(count));
        Ask::pick(options, count.min(there).max(1), most.min(there).max(1))
    };
    Some(Request {
        seat: object.controller,
        prompt: Prompt::ChooseMode.into(),
        rule: rule!("1.7.5a"),
        subject: Some(object.id),
        ask,
    })
}

/// So many modes can be chosen at most: some that can be chosen again have no limit of their own.
const MODES_MAX: u32 = 64;

/// The modes whose targets can be declared.
pub fn open_modes(sight: &Sight<'_>, code: CodeRef, scope: &Scope<'_>) -> Vec<u8> {
    let Some(resolve) = sight.card_pool.resolve(code) else { return Vec::new() };
    let open = |mode: &u8| {
        let mode = &resolve.modes[usize::from(*mode)];
        cite!("1.7.5e");
        let available = mode.only_if.as_ref().is_none_or(|condition| sight.holds(condition, scope));
        available && enough(sight, &mode.targets.iter().collect::<Vec<_>>(), scope)
    };
    (0..resolve.modes.len() as u8).filter(open).collect()
}

/// Whether everything that a layer must declare can be declared (5.1.4).
pub fn can_declare(sight: &Sight<'_>, code: CodeRef, scope: &Scope<'_>) -> bool {
    let Some(resolve) = sight.card_pool.resolve(code) else { return true };
    let targets: Vec<&Target> = resolve.targets.iter().collect();
    enough(sight, &targets, scope) && (resolve.choose.is_none() || !open_modes(sight, code, scope).is_empty())
}

/// Checks that an object can be the target of this attack of a player (1.4.5).
///
/// # Errors
/// The reason and the rule.
pub fn attackable(sight: &Sight<'_>, id: ObjectId, attack: ObjectId, attacker: Seat) -> Result<(), Refusal> {
    let Some(object) = sight.object(id).filter(|object| object.zone.is_arena()) else {
        return refuse("it is not in the arena", rule!("1.4.5"));
    };
    // A player is of the own party, and all others are opponents.
    cite!("1.1.4a", "1.1.5");
    if sight.controller(id) == Some(attacker) || !object.is_source() {
        return refuse("only what an opponent controls can be attacked", rule!("1.4.5"));
    }
    let living = if sight.is_living(id) {
        Ok(())
    } else {
        refuse("only living objects can be attacked", rule!("1.4.5a"))
    };
    // Spectra allows it of what is not living, perched forbids it.
    cite!("8.3.14a", "8.3.39c");
    permits(sight, Deed::BeAttacked, id, Some(attack), living)
}

/// The demand that what must be attacked is, as far as an attack has targets for it (1.0.2).
pub fn must_be_attacked(sight: &Sight<'_>, attack: ObjectId, options: &[Item]) -> Vec<Constraint> {
    let bound = |item: &&Item| match item {
        Item::Object(id) => demands(sight, Deed::BeAttacked, *id, Some(attack)),
        _ => false,
    };
    let items: Vec<Item> = options.iter().filter(bound).copied().collect();
    let limit = Limit::AtLeast { items: items.clone(), min: 1 };
    if items.is_empty() { Vec::new() } else { vec![Constraint { rule: rule!("1.0.2"), limit }] }
}

/// What a player's attack can be declared for, ascending; for a card that says so, only what it attacks.
pub fn attack_targets(
    sight: &Sight<'_>,
    attacker: Seat,
    attacks: Option<&Attacks>,
    scope: &Scope<'_>,
) -> Vec<ObjectId> {
    let wanted = |id: ObjectId| attacks.is_none_or(|attacks| sight.matches(&attacks.what, id, scope));
    let Some(attack) = scope.layer else { return Vec::new() };
    sight
        .arena()
        .map(|object| object.id)
        .filter(|id| attackable(sight, *id, attack, attacker).is_ok() && wanted(*id))
        .collect()
}
