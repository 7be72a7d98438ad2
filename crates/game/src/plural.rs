//! Plurals: which form of a word a language uses for a number.
//!
//! The rules are those of the Unicode CLDR for whole numbers. A message file names its rule in the line `plural-rule`, and writes
//! the forms in the rule's order: `{count:one stone|# stones}`. The crate `intl_pluralrules` has the rules of all languages and
//! reads language tags; every visitor of the page would download that, and this is all that message files need.

/// A rule that several languages share.
pub(crate) struct PluralRule {
    /// Its name in message files.
    pub(crate) name: &'static str,
    /// The number of forms that a word has.
    pub(crate) forms: usize,
    /// The form for a number, counted from 0.
    pub(crate) form: fn(u64) -> usize,
}

/// The rule of a file that names none.
pub(crate) const USUAL: &PluralRule = &RULES[0];

const RULES: &[PluralRule] = &[
    // One, other: English, German, Dutch, Swedish, Italian, Spanish, Greek, Turkish.
    PluralRule { name: "one-other", forms: 2, form: |n| usize::from(n != 1) },
    // No plural: Chinese, Japanese, Korean, Vietnamese, Indonesian, Thai.
    PluralRule { name: "other", forms: 1, form: |_| 0 },
    // Zero is singular: French, Brazilian Portuguese.
    PluralRule { name: "french", forms: 2, form: |n| usize::from(n > 1) },
    // One, few, many; 21 is like 1: Russian, Ukrainian, Belarusian.
    PluralRule {
        name: "east-slavic",
        forms: 3,
        form: |n| match (n % 10, n % 100) {
            (1, last) if last != 11 => 0,
            (2..=4, last) if !(12..=14).contains(&last) => 1,
            _ => 2,
        },
    },
    // One, few, many; 21 is like 5: Polish.
    PluralRule {
        name: "polish",
        forms: 3,
        form: |n| match (n, n % 10, n % 100) {
            (1, ..) => 0,
            (_, 2..=4, last) if !(12..=14).contains(&last) => 1,
            _ => 2,
        },
    },
    // One, few, other: Czech, Slovak.
    PluralRule {
        name: "czech",
        forms: 3,
        form: |n| match n {
            1 => 0,
            2..=4 => 1,
            _ => 2,
        },
    },
];

/// The rule of this name.
pub(crate) fn rule(name: &str) -> Option<&'static PluralRule> {
    RULES.iter().find(|rule| rule.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples from the CLDR charts.
    #[test]
    fn every_rule_chooses_as_the_cldr_does() {
        for (name, numbers, forms) in [
            ("one-other", &[0, 1, 2, 11, 21][..], &[1, 0, 1, 1, 1][..]),
            ("other", &[0, 1, 2], &[0, 0, 0]),
            ("french", &[0, 1, 2, 21], &[0, 0, 1, 1]),
            (
                "east-slavic",
                &[0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 111, 112],
                &[2, 0, 1, 1, 2, 2, 2, 2, 0, 1, 2, 2, 2],
            ),
            ("polish", &[0, 1, 2, 4, 5, 12, 21, 22, 25, 112], &[2, 0, 1, 1, 2, 2, 2, 1, 2, 2]),
            ("czech", &[0, 1, 2, 4, 5, 21, 22], &[2, 0, 1, 1, 2, 2, 2]),
        ] {
            let rule = rule(name).unwrap();
            let chosen: Vec<usize> = numbers.iter().map(|&number| (rule.form)(number)).collect();
            assert_eq!(chosen, forms, "{name}");
            assert!((0..1_000).all(|number| (rule.form)(number) < rule.forms), "{name}");
        }
        assert!(rule("klingon").is_none());
    }
}
