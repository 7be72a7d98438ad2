//! The lessons on the full screen, driven by keys.

use catalog::DynGame;
use client::Standing;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use scene::Pick;

use super::app::{App, Flow, Mode, Work};
use super::app_tests::{LOOK, goes_to, press};
use super::lesson::Taught;
use super::menu::{self, Choice};
use super::tongue;

const SIZE: (u16, u16) = (110, 40);

fn learning(game: &'static dyn DynGame, language: &str, step: usize) -> App {
    let mut taught = Taught::find(game, &tongue::find(language).unwrap()).unwrap();
    taught.go_to(step);
    let client = taught.open().unwrap().unwrap();
    App::learning(taught, client, LOOK)
}

fn screen(app: &App) -> String {
    app.draw(SIZE).to_text()
}

#[track_caller]
fn shows(app: &App, text: &str) {
    assert!(screen(app).contains(text), "no `{text}` in\n{}", screen(app));
}

fn wait(app: &mut App) {
    while app.work() != Work::Idle {}
}

fn standing(app: &App) -> Standing {
    app.lesson.as_ref().unwrap().step().unwrap().standing(app.client())
}

/// Picks one thing by its key, or by going to its place. Returns whether it has one.
fn picked(app: &mut App, pick: &Pick) -> bool {
    if let Some(place) = app.client().place_of(pick) {
        let name = app.client().picture.scene.name_of(place).unwrap().to_owned();
        goes_to(app, &name);
        press(app, "\n");
        return true;
    }
    let entries = menu::entries(app.client());
    let entry = entries.iter().find(|entry| entry.choice == Choice::Pick(pick.clone()));
    let Some(key) = entry.map(|entry| entry.key) else { return false };
    assert_eq!(app.key(KeyEvent::new(key, KeyModifiers::NONE)), Flow::GoOn);
    true
}

/// Plays an action: its picks one after the other, by keys.
fn play(app: &mut App, action: &str) {
    let path = app.client().picture.picks.iter().find(|(_, known)| *known == action).map(|(path, _)| path.clone());
    let before = (app.client().history.len(), app.client().plan.len());
    for pick in path.unwrap_or_else(|| panic!("{action} is not legal")) {
        if !picked(app, &pick) {
            break;
        }
    }
    if matches!(app.mode, Mode::AskPlay(..)) {
        press(app, "y");
    }
    // Numbers and turns have keys of their own, which other tests press.
    if before == (app.client().history.len(), app.client().plan.len()) {
        let reply = app.series.client_mut().play(action);
        app.follow(reply);
    }
    wait(app);
}

#[test]
fn every_lesson_is_played_to_its_end_on_the_full_screen() {
    for game in catalog::GAMES {
        let mut app = learning(*game, "en", 1);
        for number in 1..=app.lesson.as_ref().unwrap().steps() {
            shows(&app, &format!("{}, step {number} of ", game.info().name));
            wait(&mut app);
            while let Some(right) = app.lesson.as_ref().unwrap().step().unwrap().right(app.client()).map(str::to_owned)
            {
                play(&mut app, &right);
            }
            assert!(matches!(standing(&app), Standing::Done(_)), "{} {number}: {}", game.info().key, screen(&app));
            shows(&app, "Enter: the next step.");
            let small = app.draw((80, 24)).to_text();
            assert!(small.contains("Enter: the next step."), "{} {number}:\n{small}", game.info().key);
            press(&mut app, "\n");
        }
        shows(&app, &format!("A first match: sixfold play {} --level 1", game.info().key));
        assert_eq!(app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), Flow::Quit);
        assert!(app.lesson.as_ref().unwrap().later().is_none());
    }
}

#[test]
fn what_is_wrong_gets_its_reason_and_enter_puts_the_position_back() {
    let mut app = learning(catalog::find("hexlock").unwrap(), "en", 4);
    let before = screen(&app);
    play(&mut app, "c3-c2");
    assert!(matches!(standing(&app), Standing::Missed(_)), "{}", screen(&app));
    shows(&app, "That hex is healthy, with 3\u{a0}HP");
    shows(&app, "Enter: try again.");
    press(&mut app, "\n");
    assert_eq!(standing(&app), Standing::Open);
    assert_eq!(screen(&app), before);
    press(&mut app, "h");
    shows(&app, "Press: ");
}

#[test]
fn keys_go_through_the_steps_and_the_help_knows_them() {
    let mut app = learning(catalog::find("hexlock").unwrap(), "de", 2);
    press(&mut app, "n");
    shows(&app, "Hexlock, Schritt 3 von 8");
    for number in [2, 1, 1] {
        assert_eq!(app.key(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE)), Flow::GoOn);
        shows(&app, &format!("Hexlock, Schritt {number} von 8"));
    }
    press(&mut app, "?");
    shows(&app, "Rücktaste");
    assert!(!screen(&app).contains("gibt auf"), "{}", screen(&app));
}

#[test]
fn a_lesson_on_the_full_screen() {
    let mut app = learning(catalog::find("hexlock").unwrap(), "en", 2);
    insta::assert_snapshot!(screen(&app), @"
     Attack the red hex next to yours: press yours, then the red one
     Hexlock, step 2 of 8
                      d1  .   d1                     You roll a die with twenty sides. Each blue hex
                c1  .           .   e1               beside the attacker adds 1; you need 10, and 1 more
          b1  .           R?          .   f1         for each red hex beside the target.
    a1  .           .           .           .   g1   Pointed out: d4 → d3
          b2  .           R3          .   f2
    a2  .           o           o           .   g2     R Red: 2/19 hexes (computer, level 1)
          b3  o          [B3]         .   f3         > B Blue: 3/19 hexes (you)
    a3  .           B3          o           .   g3
          b4  o           B3          .   f4         d4: held by Blue, 3 of 3 health, healthy
    a4  .           o           o           .   g4   2 hexes of Blue next to it: it attacks with d20 + 2
          b5  .           o           .   f5         and defends with 12.
                c6  .           .   e6               Enter begins with d4
                      d7  .   d7
                                                     Enter picks · arrows or QWEASD move · n next step ·
                                                     r try again · h show me · g danger · ? all keys ·
                                                     x leave
    ");
    play(&mut app, "d4-d3");
    insta::assert_snapshot!(screen(&app), @"
     Attack the red hex next to yours: press yours, then the red one
     Hexlock, step 2 of 8
                      d1  .   d1                     A hit: the red hex loses HP. With 5 more than needed
                c1  .           .   e1               it loses two at once.
          b1  .           R?          .   f1         Enter: the next step.
    a1  .           .           .           .   g1
          b2  .          (R1)         .   f2         > R Red: 2/19 hexes (computer, level 1)
    a2  .           .           .           .   g2     B Blue: 3/19 hexes (you)
          b3  .           B3          .   f3
    a3  .           B3          .           .   g3   Blue attacks d3 from d4: 14 + 2 = 16 against 11,
          b4  .           B3          .   f4         strong hit: 2 damage
    a4  .           .           .           .   g4
          b5  .           .           .   f5         u undo · n next step · r try again · h show me ·
                c6  .           .   e6               g danger · ? all keys · x leave
                      d7  .   d7
    ");
}
