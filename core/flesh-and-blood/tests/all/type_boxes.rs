//! The keywords of type boxes are those that the rulebook lists.

use duelog_flesh_and_blood::language::types::{Subtype, Supertype, TypeBox};

const FUNCTIONAL: &str = "(1H) (2H) Affliction Ally Arrow Ash Attack Aura Construct Figment Invocation Item Landmark Off-Hand Quiver";
const OTHER: &str = "Angel Arms Axe Base Book Bow Brush Cannon Chest Chi Claw Club Cog Dagger Demon Dragon Evo Fiddle Flail Gem Gun Hammer Head \
     Legs Lute Mercenary Orb Pistol Pit-Fighter Polearm Rock Scepter Scroll Scythe Shuriken Song Staff Sword Trap Wrench Young";
const CLASSES: &str = "Adjudicator Assassin Bard Brute Guardian Illusionist Mechanologist Merchant Necromancer Ninja Pirate Ranger Runeblade \
     Shapeshifter Thief Warrior Wizard";
const TALENTS: &str =
    "Chaos Draconic Earth Elemental Ice Light Lightning Mystic Revered Reviled Royal Shadow";
const TYPES: [&str; 15] = [
    "Action",
    "Attack Reaction",
    "Block",
    "Companion",
    "Defense Reaction",
    "Demi-Hero",
    "Equipment",
    "Hero",
    "Instant",
    "Macro",
    "Mentor",
    "Resource",
    "Token",
    "Weapon",
    "Action Instant",
];

// covers: flesh-and-blood 2.10.6, 2.10.6a, 2.10.6b
#[test]
fn subtypes_are_those_of_the_rulebook() {
    let all: Vec<&str> = FUNCTIONAL.split_whitespace().chain(OTHER.split_whitespace()).collect();
    assert_eq!(all.len(), 56);
    for name in all {
        let subtype = Subtype::try_from(name.to_string()).unwrap();
        assert_eq!(subtype.name(), name);
        let types = TypeBox::try_from(format!("Action - {name}")).unwrap();
        assert_eq!(types.subtypes().collect::<Vec<_>>(), [subtype]);
    }
    assert!(Subtype::try_from("Spoon".to_string()).is_err());
}

// covers: flesh-and-blood 2.11.6, 2.11.6a, 2.11.6b
#[test]
fn supertypes_are_classes_and_talents() {
    let read = |name: &str| Supertype::try_from(name.to_string()).unwrap();
    assert!(CLASSES.split_whitespace().all(|name| read(name).is_class() && read(name).name() == name));
    assert!(TALENTS.split_whitespace().all(|name| !read(name).is_class() && read(name).name() == name));
    assert!(Supertype::try_from("Plumber".to_string()).is_err());
}

// covers: flesh-and-blood 2.15.6a
#[test]
fn types_are_those_of_the_rulebook() {
    for name in TYPES {
        let types = TypeBox::try_from(name.to_string()).unwrap();
        assert_eq!(types.to_string(), format!("Generic {name}"));
    }
    assert!(TypeBox::try_from("Sandwich".to_string()).is_err());
    // 2.15.2: there need not be any.
    let untyped = TypeBox::try_from("Draconic Illusionist - Dragon Ally".to_string()).expect("a type box");
    assert_eq!(
        (untyped.types().count(), untyped.to_string()),
        (0, "Illusionist Draconic - Ally Dragon".to_string())
    );
}
