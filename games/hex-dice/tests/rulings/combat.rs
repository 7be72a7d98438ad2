//! Combat: all pairs of the table with guard, aura and tokens, and HD-3, HD-11.

use super::common::{placed, played, refused, units};
use super::{check, red, told};

/// The columns of the rulebook's table.
const ARMOUR: [u8; 6] = [1, 2, 3, 4, 5, 6];
const ATTACK: [u8; 6] = [2, 3, 4, 5, 6, 6];

/// The hexes from which a red unit can attack g7, and the sign of that attack in notation.
fn attackers(face: usize) -> &'static [(&'static str, char)] {
    match face {
        2 => &[("h6", '-')],
        3 => &[("f4", '-')],
        5 => &[("g6", '-'), ("g5", 'x'), ("i4", 'x')],
        6 => &[("g6", 'x')],
        _ => &[("g6", '-')],
    }
}

#[test]
fn all_36_pairs_with_guard_aura_and_tokens() {
    let mut fallen = [0, 0];
    for (attacker, attack) in (1..).zip(ATTACK) {
        for (defender, armour) in (1..).zip(ARMOUR) {
            for (from, sign) in attackers(attacker) {
                for (guard, legions, tokens) in circumstances(armour) {
                    let friends = ["", ", B6 g8", ", B6 g8, B6 f7"][legions];
                    let target = format!("B{defender}{}{}", ["", "!"][guard], "-".repeat(tokens));
                    let before = format!("R{attacker} {from}, {target} g7, B1 a3{friends}");
                    let effective = (usize::from(armour) + guard + legions).saturating_sub(tokens);
                    let falls = tokens >= usize::from(armour) || usize::from(attack) >= effective;
                    let shot = *sign == 'x' && attacker == 5;
                    let after = match (falls, shot) {
                        (true, true) => format!("R{attacker} {from}, B1 a3{friends}"),
                        (true, false) => format!("R{attacker} g7, B1 a3{friends}"),
                        (false, _) => format!("R{attacker} {from}, {target}- g7, B1 a3{friends}"),
                    };
                    fallen[usize::from(falls)] += 1;
                    red(&before, &format!("{from}{sign}g7"), &after);
                }
            }
        }
    }
    assert!(fallen[0] > 100 && fallen[1] > 500, "both ends are seen: {fallen:?}");
}

fn circumstances(armour: u8) -> impl Iterator<Item = (usize, usize, usize)> {
    let tokens = usize::from(armour);
    (0..2).flat_map(move |guard| (0..3).flat_map(move |legions| (0..=tokens).map(move |t| (guard, legions, t))))
}

#[test]
fn hd_3_the_legions_aura_is_for_friends_only_and_adds_up() {
    let aura = |units: &str| {
        let game = placed("players=2", units, 0);
        game.position.combat(super::common::at("g6"), super::common::at("g7")).armour()
    };
    assert_eq!(aura("R1 g6, B2 g7"), 2);
    assert_eq!(aura("R1 g6, B2 g7, B6 g8"), 3);
    assert_eq!(aura("R1 g6, B2 g7, B6 g8, B6 f7"), 4);
    assert_eq!(aura("R1 g6, B2 g7, R6 g8"), 2, "an enemy's Legion adds nothing");
    assert_eq!(aura("R1 g6, B2 g7, B6 g9"), 2, "nor one that is not next to it");
    assert_eq!(aura("R1 g6, B6 g7"), 6, "nor a Legion to itself");
    assert_eq!(aura("R1 g6, B6 g7, B6 g8"), 7, "but to another one");
    assert_eq!(aura("R1 g6, B2! g7, B6 g8"), 4, "guard and aura add up");
}

#[test]
fn hd_11_as_many_tokens_as_armour_and_it_falls_to_any_attack() {
    // A Pawn against a Rook in the aura of two Legions, guarding: 2 against 4 + 1 + 2.
    let with = |tokens: usize| format!("R1 g6, B4!{} g7, B6 g8, B6 f7", "-".repeat(tokens));
    for tokens in 0..4 {
        assert_eq!(red(&with(tokens), "g6-g7", &with(tokens + 1)).position.owned(1).len(), 3);
    }
    red(&with(4), "g6-g7", "R1 g7, B6 g8, B6 f7");
    let worn = placed("players=2", &with(4), 0);
    assert_eq!(told(&worn, "g6-g7", &[]), ["Red's 1 on g6 attacks Blue's 4 on g7: worn out by its tokens, it falls"]);
}

#[test]
fn effective_armour_is_at_least_0() {
    let game = placed("players=2", "R1 g6, B2-- g7, B1 a3", 0);
    assert_eq!(game.position.combat(super::common::at("g6"), super::common::at("g7")).armour(), 0);
}

#[test]
fn a_failed_attack_leaves_the_attacker_where_it_was() {
    let game = red("R2 h6, B5 g7", "h6-g7", "R2 h6, B5- g7");
    assert!(game.position.has_acted(super::common::at("h6")));
    let before = placed("players=2", "R2 h6, B5 g7", 0);
    assert_eq!(
        told(&before, "h6-g7", &[]),
        ["Red's 2 on h6 attacks Blue's 5 on g7: 3 against 5, weakened from 5 to 4"]
    );
    let shot = placed("players=2", "R5 g5, B5 g7, B1 a3", 0);
    assert_eq!(told(&shot, "g5xg7", &[]), ["Red's 5 on g5 shoots at Blue's 5 on g7: 6 against 5, it falls"]);
}

#[test]
fn attacks_are_on_enemies_of_any_colour_and_on_nobody_else() {
    check("players=3", "R5 g7, B1 g9, G1 g10, B2 a1, G2 a2", 0, "g7xg10", &[], "R5 g7, B1 g9, B2 a1, G2 a2");
    let game = placed("players=2", "R6 g7, R1 g8, B1 a3", 0);
    assert_eq!(refused(&game, "g7xg8"), "no-enemy");
}

/// Combat rolls no dice: the same attack has the same result.
#[test]
fn combat_rolls_no_dice() {
    let game = placed("players=2", "R3 f4, B3 g7, B1 a3", 0);
    assert_eq!(units(&played(game, "f4-g7", &[]).position), "B1 a3, R3 g7");
}
