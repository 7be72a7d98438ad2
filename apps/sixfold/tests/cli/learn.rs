//! `sixfold learn`: the first lesson of a game, line by line.

use crate::common::{games, sixfold};

#[test]
fn a_lesson_begins_at_the_step_that_was_asked_for_in_the_persons_language() {
    let said = sixfold("learn hexlock --language en").said();
    assert!(said.contains("Hexlock, step 1 of 8\n") && said.contains("Take an empty hex next to yours"), "{said}");
    assert!(said.ends_with("To go on later: sixfold learn hexlock --step 1\n"), "{said}");
    let said = sixfold("learn hexlock --step 4 --language de").said();
    assert!(said.contains("Hexlock, Schritt 4 von 8\n") && said.contains("lösung"), "{said}");
}

#[test]
fn what_cannot_be_learned_is_refused_with_what_can() {
    let said = sixfold("learn chess").complaint(2);
    assert_eq!(said, format!("sixfold: there is no game `chess`; there is {}\n", games()));
    for step in [0, 9] {
        let said = sixfold(&format!("learn hexlock --step {step}")).complaint(2);
        assert_eq!(said, format!("sixfold: there is no step {step}; the lesson has the steps 1 to 8\n"));
    }
    assert!(sixfold("learn hexlock --json").complaint(2).contains("a lesson is for people"));
}
