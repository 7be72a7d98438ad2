//! What can be picked beside the board: each entry has a key.

use scene::Pick;

/// Digits first; then the letters that mean nothing else.
const KEYS: &str = "123456789bcfgijklmpvyz";

/// Whether a key can stand for an entry.
pub(crate) fn is_key(letter: char) -> bool {
    KEYS.contains(letter)
}

/// These picks with the keys that take them, in their order. A number is taken by its own digit where it has one. What is
/// beyond the last key can be said in the plain game only.
pub(crate) fn with_keys<'a>(picks: &[&'a Pick]) -> Vec<(char, &'a Pick)> {
    let digit = |pick: &Pick| match pick {
        Pick::Number(number @ 1..=9) => char::from_digit(*number as u32, 10),
        _ => None,
    };
    let own: Vec<char> = picks.iter().filter_map(|pick| digit(pick)).collect();
    let mut others = KEYS.chars().filter(|key| !own.contains(key));
    picks.iter().filter_map(|&pick| Some((digit(pick).or_else(|| others.next())?, pick))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_by_its_digit_and_everything_else_by_what_is_left() {
        let (three, one, pass) = (Pick::Number(3), Pick::Number(1), Pick::Button("pass".into()));
        let keys = |picks: &[&Pick]| with_keys(picks).into_iter().map(|(key, _)| key).collect::<String>();
        assert_eq!(keys(&[&three, &pass, &one]), "321");
        assert_eq!(keys(&[&pass, &Pick::Unit(7), &Pick::Number(40)]), "123");
        let many: Vec<Pick> = (0..30).map(Pick::Unit).collect();
        assert_eq!(keys(&many.iter().collect::<Vec<_>>()), KEYS);
        assert!(is_key('1') && is_key('z') && !is_key('q') && !is_key('o'));
    }
}
