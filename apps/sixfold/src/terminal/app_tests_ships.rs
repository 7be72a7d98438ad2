//! The full-screen game with many decisions in a turn: sheets, plans, overlays, switches, numbers, and hints that are
//! whole moves.

use client::Player;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::{App, Work};
use super::app_tests::{LOOK, computer, goes_to, press, series};

const LARGE: (u16, u16) = (120, 40);
const SMALL: (u16, u16) = (80, 24);
const TINY: (u16, u16) = (60, 20);

/// A duel after the ships are placed. Red, a person, is to move.
fn duel(blue: Player, language: &str) -> App {
    let mut series = series("hex-ships", &["scenario=duel"], 1, vec![Player::Person, blue], language);
    let own = |legal: &[String], seat: u8| {
        let wanted = if seat == 0 { ["place:r1:h2", "face:S"] } else { ["place:b1:h14", "face:N"] };
        wanted.into_iter().find(|action| legal.iter().any(|known| known == action)).map(str::to_owned)
    };
    loop {
        let legal = series.local().played.legal();
        let seat = series.client().actor().unwrap();
        if seat.0 == 0 && legal.iter().any(|action| action.starts_with("speed:")) {
            return App::new(series, LOOK);
        }
        // Blue ends its move without moving.
        let quiet = ["speed:0", "done"].into_iter().find(|action| legal.iter().any(|known| known == action));
        let action = own(&legal, seat.0).or(quiet.map(str::to_owned)).unwrap_or_else(|| legal[0].clone());
        series.play(&[action]).unwrap();
    }
}

fn text(app: &App, size: (u16, u16)) -> String {
    app.draw(size).to_text()
}

#[track_caller]
fn shows(app: &App, size: (u16, u16), wanted: &str) {
    assert!(text(app, size).contains(wanted), "no `{wanted}` in\n{}", text(app, size));
}

fn escape(app: &mut App) {
    app.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
}

fn up(app: &mut App) {
    press(app, "↑");
}

#[test]
fn the_sheet_of_the_piece_that_acts_stands_beside_the_board() {
    let app = duel(Player::Person, "en");
    insta::assert_snapshot!(text(&app, LARGE), @"
     Red: set the speed of Dagger R1, or choose where it goes
     Hex Ships: Whoever puts the whole enemy fleet out of action wins; after 12 rounds, more points win · Battle: Duel
                        h15  .   h15                        > R Red: 0 points (a person)
                     i14  .     .   g14                       B Blue: 0 points (a person)
                  j13  .     B↓    .   f13                  round: 1/12
               k12  .     .     .     .   e12               Order of movement: (B1) [R1]
            l11  .     .     .     .     .   d11            Order of fire: R1 B1
         m10  .     .     .     .     .     .   c10
       n9  .     .     .     .     .     .     .   b9       - + Speed: 0 (-2 … 3) · = sets it
    o8  .     .     .     .     .     .     .     .   a8    o Keep course until an enemy can be in range
       n8  .     .     .     .     .     .     .   b8
    o7  .     .     .     .     .     .     .     .   a7    ° where the move can end
       n7  .     .     .     .     .     .     .   b7
    o6  .     .     .     .     .     .     .     .   a6    h2: Red: Dagger R1, frigate, acts now
       n6  .     .     .     .     .     .     .   b6                shield  armour
    o5  .     .     .     .     .     .     .     .   a5    ↑ front     5/5   10/10
       n5  .     .     .    [. ]   .     .     .   b5       ↘ right     5/5     7/7
    o4  .     .     .     .     .     .     .     .   a4    ↓ rear      5/5     3/3
       n4  .     .     .     .     .     .     .   b4       ↙ left      5/5     7/7
    o3  .     .     .     .     .     .     .     .   a3    Hull                    ██████████ 5/5
       n3  .     .     .     .     .     .     .   b3       Energy                  ███████░░░ 5/8
    o2  .     .     .     .     .     .     .     .   a2    Speed                   ░░░░░░░░░░ 0/7
       n2  .     .     .     °     .     .     .   b2       Turns left              ██████████ 4/4
    o1  .     .     .     °     °     .     .     .   a1    Shield points to charge ██████████ 2/2
       n1  .     .     °     °     °     .     .   b1       size 1 · initiative 4 (hull 3) ·
          m1  .     °     °     °     °     .   c1          seen from ahead tiny (+2) ·
             l1  .     °     °     °     .   d1             seen from the side tiny (+2) · top speed 7 ·
                k1  °     °     °     °   e1                thrust +3 / −2 · energy a round 5 ·
                   j1  °     R↑    °   f1                   shield generator 2 · disruption 0 of 5 · kills 0
                      i1  °     °   g1                      Cannon (all round): 2 energy a shot, 8 shots left.
                         h1  °   h1                         Laser (arc 1): 3 energy a shot.
                                                            Captain of level 3: command 2, gunnery 2,
                                                            engineering 1.
                                                            Red places Dagger R1 on h2, facing up
                                                            round 1 of 12 begins
                                                            Dagger B1 sets its speed to 0
                                                            Dagger B1 ends its move on h14, facing down, speed 0
                                                            Enter picks · arrows or QWEASD move · u undo ·
                                                            h hint · i pieces · l overlays · g danger ·
                                                            r resign · ? all keys · x leave
    ");
}

#[test]
fn a_key_goes_through_the_sheets_and_a_small_window_shows_them_as_a_page() {
    let mut app = duel(Player::Person, "en");
    press(&mut app, "i");
    insta::assert_snapshot!(text(&app, SMALL), @"
    h2: Red: Dagger R1, frigate, acts now
             shield  armour
    ↑ front     5/5   10/10
    ↘ right     5/5     7/7
    ↓ rear      5/5     3/3
    ↙ left      5/5     7/7
    Hull                    ██████████ 5/5
    Energy                  ███████░░░ 5/8
    Speed                   ░░░░░░░░░░ 0/7
    Turns left              ██████████ 4/4
    Shield points to charge ██████████ 2/2
    size 1 · initiative 4 (hull 3) · seen from ahead tiny (+2) ·
    seen from the side tiny (+2) · top speed 7 · thrust +3 / −2 ·
    energy a round 5 · shield generator 2 · disruption 0 of 5 · kills 0
    Cannon (all round): 2 energy a shot, 8 shots left.
    Laser (arc 1): 3 energy a shot.
    Captain of level 3: command 2, gunnery 2, engineering 1.
    i next piece · any other key goes back
    ");
    press(&mut app, "i");
    shows(&app, SMALL, "Blue: Dagger B1");
    shows(&app, TINY, "i next piece · any other key goes back");
    press(&mut app, "i");
    shows(&app, SMALL, "Red: Dagger R1");
    escape(&mut app);
    shows(&app, SMALL, "Speed: 0");
}

#[test]
fn steps_are_planned_drawn_and_taken_back_one_by_one_or_all_at_once() {
    let mut app = duel(Player::Person, "en");
    let events = app.client().history.len();
    press(&mut app, "+");
    shows(&app, LARGE, "Planned: one step. Dagger R1 sets its speed to 1.");
    press(&mut app, "+");
    shows(&app, LARGE, "Speed: 2 (-2 … 3)");
    shows(&app, LARGE, "Planned: one step. Dagger R1 sets its speed to 2.");
    up(&mut app);
    shows(&app, LARGE, "Planned: 2 steps. Dagger R1 advances to ");
    let ahead = text(&app, LARGE);
    up(&mut app);
    assert_ne!(text(&app, LARGE), ahead, "the ship is drawn where it would be");
    press(&mut app, "u");
    shows(&app, LARGE, "Planned: 2 steps.");
    shows(&app, LARGE, "Taken back. 2 steps are planned.");
    escape(&mut app);
    shows(&app, LARGE, "The plan is taken back.");
    assert_eq!(app.client().history.len(), events, "nothing was played");
}

#[test]
fn the_action_that_ends_the_move_plays_the_plan() {
    let mut app = duel(Player::Person, "en");
    let events = app.client().history.len();
    press(&mut app, "+");
    up(&mut app);
    shows(&app, LARGE, "n End the move");
    press(&mut app, "n");
    assert_eq!(app.client().history.len(), events + 3, "the speed, the hex and the end");
    assert!(app.client().plan_shown().is_none());
    press(&mut app, "u");
    assert_eq!(app.client().history.len(), events + 2, "played actions are taken back one by one");
}

#[test]
fn a_letter_of_the_game_comes_first_and_with_the_shift_key_it_is_the_terminals() {
    let mut app = duel(Player::Person, "en");
    let events = app.client().history.len();
    press(&mut app, "+");
    up(&mut app);
    shows(&app, LARGE, "n End the move");
    press(&mut app, "N");
    shows(&app, LARGE, "A new game is for after the end");
    assert_eq!(app.client().history.len(), events);
    press(&mut app, "n");
    assert!(app.client().history.len() > events);
}

#[test]
fn overlays_are_laid_over_the_board_one_after_the_other_with_their_legend() {
    let mut app = duel(Player::Person, "en");
    let without = text(&app, LARGE);
    press(&mut app, "l");
    insta::assert_snapshot!(text(&app, LARGE), @"
     Red: set the speed of Dagger R1, or choose where it goes
     Hex Ships: Whoever puts the whole enemy fleet out of action wins; after 12 rounds, more points win · Battle: Duel
                        h15  .   h15                        > R Red: 0 points (a person)
                     i14  .     .   g14                       B Blue: 0 points (a person)
                  j13  .     B↓    .   f13                  round: 1/12
               k12  .     .     .     .   e12               Order of movement: (B1) [R1]
            l11  .     .     .     .     .   d11            Order of fire: R1 B1
         m10  .     .     .     .     .     .   c10         - + Speed: 0 (-2 … 3) · = sets it
       n9  .     .     .     .     .     .     .   b9       o Keep course until an enemy can be in range
    o8  .     .     .     .     .     .     .     .   a8    All weapons
       n8  .     .     .     3     .     .     .   b8       1 short range
    o7  .     .     .     3     3     .     .     .   a7    2 medium range
       n7  .     .     3     3     3     .     .   b7       3 long range
    o6  .     .     3     3     3     3     .     .   a6    h2: Red: Dagger R1, frigate, acts now
       n6  .     3     3     3     3     3     .   b6                shield  armour
    o5  .     3     3     3     3     3     3     .   a5    ↑ front     5/5   10/10
       n5  3     3     3    [2 ]   3     3     3   b5       ↘ right     5/5     7/7
    o4  3     3     3     2     2     3     3     3   a4    ↓ rear      5/5     3/3
       n4  3     3     2     2     2     3     3   b4       ↙ left      5/5     7/7
    o3  3     3     2     2     2     2     3     3   a3    Hull                    ██████████ 5/5
       n3  3     2     2     2     2     2     3   b3       Energy                  ███████░░░ 5/8
    o2  3     2     2     2     2     2     2     3   a2    Speed                   ░░░░░░░░░░ 0/7
       n2  2     2     2     1     2     2     2   b2       Turns left              ██████████ 4/4
    o1  3     2     2     1     1     2     2     3   a1    Shield points to charge ██████████ 2/2
       n1  2     2     1     1     1     2     2   b1       size 1 · initiative 4 (hull 3) ·
          m1  2     1     1     1     1     2   c1          seen from ahead tiny (+2) ·
             l1  2     1     1     1     2   d1             seen from the side tiny (+2) · top speed 7 ·
                k1  1     1     1     1   e1                thrust +3 / −2 · energy a round 5 ·
                   j1  1     R↑    1   f1                   shield generator 2 · disruption 0 of 5 · kills 0
                      i1  1     1   g1                      Cannon (all round): 2 energy a shot, 8 shots left.
                         h1  1   h1                         Laser (arc 1): 3 energy a shot.
                                                            Captain of level 3: command 2, gunnery 2,
                                                            engineering 1.
                                                            Red places Dagger R1 on h2, facing up
                                                            round 1 of 12 begins
                                                            Dagger B1 sets its speed to 0
                                                            Dagger B1 ends its move on h14, facing down, speed 0
                                                            Enter picks · arrows or QWEASD move · u undo ·
                                                            h hint · i pieces · l overlays · g danger ·
                                                            r resign · ? all keys · x leave
    ");
    let count = app.client().overlays().len();
    press(&mut app, &"l".repeat(count));
    assert_eq!(text(&app, LARGE), without, "no overlay after the last one");
    for size in [SMALL, TINY] {
        press(&mut app, "l");
        shows(&app, size, "1 ");
        escape(&mut app);
    }
}

#[test]
fn a_hint_is_a_whole_move_that_one_key_plays() {
    let mut app = duel(computer(), "en");
    let events = app.client().history.len();
    press(&mut app, "h");
    shows(&app, LARGE, "Looking for a hint");
    while app.work() != Work::Done {}
    shows(&app, LARGE, "Hint: Dagger R1 ");
    shows(&app, LARGE, "p plays it");
    assert_eq!(app.client().history.len(), events, "nothing is played before");
    let steps = app.client().hint_found().map(|hint| hint.steps.len()).unwrap();
    press(&mut app, "p");
    assert!(app.client().history.len() > events + steps, "the whole move is played");
}

#[test]
fn switches_are_turned_by_their_keys_and_say_what_they_add_up_to() {
    let mut app = duel(Player::Person, "en");
    // The ships move ahead until one can fire. It fires at the other ship.
    for _ in 0..200 {
        if !app.client().picture.scene.switches.is_empty() {
            break;
        }
        let legal: Vec<String> = app.client().picture.picks.iter().map(|(_, action)| action.clone()).collect();
        let wanted = ["speed:3", "ahead", "done", "target:r1", "target:b1"];
        let aim = legal
            .iter()
            .find(|action| wanted.contains(&action.as_str()) || action.contains("b1") || action.contains("r1"));
        let action = aim.or(legal.first()).unwrap().clone();
        if !app.series.client_mut().plan_step(&action) {
            let reply = app.series.client_mut().play_asked(&client::Asked::Action(action));
            app.follow(reply);
        }
    }
    insta::assert_snapshot!(text(&app, LARGE), @"
     Red: switch the weapons of Dagger R1, then fire
     Hex Ships: Whoever puts the whole enemy fleet out of action wins; after 12 rounds, more points win · Battle: Duel
                        h15  .   h15                        > R Red: 0 points (a person)
                     i14  .     .   g14                       B Blue: 0 points (a person)
                  j13  .    >B↓<   .   f13                  round: 1/12
               k12  .     .     .     .   e12               Order of fire: [R1] B1
            l11  .     .     .     .     .   d11            Order of movement: (B1 R1)
         m10  .     .     .     .     .     .   c10
       n9  .     .     .     .     .     .     .   b9       Planned: one step. Dagger R1 takes aim at Dagger B1:
    o8  .     .     .     .     .     .     .     .   a8    2 weapons are on. It hits the front side of Dagger
       n8  .     .     .     .     .     .     .   b8       B1: shield 5, armour 10.
    o7  .     .     .     .     .     .     .     .   a7    u takes a step back · Esc starts over
       n7  .     .     .     .     .     .     .   b7       o Hold fire
    o6  .     .     .     .     .     .     .     .   a6    f Fire (5 energy)
       n6  .     .     .     .     .     .     .   b6       Energy left 0/5
    o5  .     .     .     .     .     .     .     .   a5    1 [x] Cannon (all round), needs 7 (weapon 7, gunnery
       n5  .     .     .    [. ]   .     .     .   b5       −1, silhouette +2, target speed −1, sensors ±0),
    o4  .     .     .     .     .     .     .     .   a4    hits in 58 %, by itself 4.7 damage expected, 2
       n4  .     .     .     .     .     .     .   b4       energy, 8 shots left
    o3  .     .     .     .     .     .     .     .   a3    2 [x] Laser (arc 1), needs 3 (weapon 3, gunnery −1,
       n3  .     .     .     .     .     .     .   b3       silhouette +2, target speed −1, sensors ±0), hits in
    o2  .     .     .     .     .     .     .     .   a2    97 %, by itself 2.9 damage expected, 3 energy
       n2  .     .     .     R↑    .     .     .   b2       Expected damage 7.6; it is destroyed in 0 % of the
    o1  .     .     .     .     .     .     .     .   a1    cases.
       n1  .     .     .     .     .     .     .   b1         2 % nothing happens █
          m1  .     .     .     .     .     .   c1           38 % the shield is hit ███████
             l1  .     .     .     .     .   d1              58 % the armour is hit ██████████
                k1  .     .     .     .   e1
                   j1  .     .     .   f1                   Dagger B1 sets its speed to 0
                      i1  .     .   g1                      Dagger B1 ends its move on h14, facing down, speed 0
                         h1  .   h1                         Dagger R1 sets its speed to 3
                                                            Dagger R1 advances to h3
                                                            Dagger R1 advances to h4
                                                            Dagger R1 advances to h5
                                                            Dagger R1 ends its move on h5, facing up, speed 3

                                                            Enter picks · arrows or QWEASD move · u undo ·
                                                            h hint · i pieces · l overlays · g danger ·
                                                            r resign · ? all keys · x leave
    ");
    press(&mut app, "1");
    shows(&app, LARGE, "1 [ ] Cannon");
    shows(&app, LARGE, "Planned: 2 steps.");
    press(&mut app, "u");
    shows(&app, LARGE, "1 [x] Cannon");
}

#[test]
fn a_large_board_leaves_room_for_the_panel_in_every_usual_window() {
    let app = App::new(series("hex-ships", &[], 1, vec![Player::Person, computer()], "en"), LOOK);
    for size in [LARGE, SMALL, TINY] {
        for wanted in ["R Red", "still to deploy", "x leave"] {
            shows(&app, size, wanted);
        }
    }
}

#[test]
fn everything_is_said_in_german_too() {
    let mut app = duel(Player::Person, "de");
    press(&mut app, "+");
    insta::assert_snapshot!(text(&app, LARGE), @"
     Rot: Dagger R1 hat noch ein Feld zu fahren
     Hex Ships: Wer die ganze feindliche Flotte außer Gefecht setzt, gewinnt; nach 12 Runden gewinnen mehr Punkte · Schla…
                        h15  .   h15                        > R Rot: 0 Punkte (ein Mensch)
                     i14  .     .   g14                       B Blau: 0 Punkte (ein Mensch)
                  j13  .     B↓    .   f13                  Runde: 1/12
               k12  .     .     .     .   e12               Reihenfolge der Bewegung: (B1) [R1]
            l11  .     .     .     .     .   d11            Reihenfolge des Feuerns: R1 B1
         m10  .     .     .     .     .     .   c10
       n9  .     .     .     .     .     .     .   b9       Geplant: ein Schritt. Dagger R1 setzt die
    o8  .     .     .     .     .     .     .     .   a8    Geschwindigkeit auf 1.
       n8  .     .     .     .     .     .     .   b8       u nimmt einen Schritt zurück · Esc fängt von vorn an
    o7  .     .     .     .     .     .     .     .   a7    - + Geschwindigkeit: 1 (-2 … 3)
       n7  .     .     .     .     .     .     .   b7       ↑ Fahren
    o6  .     .     .     .     .     .     .     .   a6    ← Nach links drehen
       n6  .     .     .     .     .     .     .   b6       → Nach rechts drehen
    o5  .     .     .     .     .     .     .     .   a5    o Kurs halten, bis ein Gegner in Reichweite sein
       n5  .     .     .    [. ]   .     .     .   b5       kann
    o4  .     .     .     .     .     .     .     .   a4
       n4  .     .     .     .     .     .     .   b4       ° wo der Zug enden kann
    o3  .     .     .     .     .     .     .     .   a3
       n3  .     .     .     .     .     .     .   b3       Blau setzt Dagger B1 auf h14
    o2  .     .     .     .     .     .     .     .   a2    Blau setzt Dagger B1 auf h14, Bug nach unten
       n2  .     .     .     .     .     .     .   b2       Rot setzt Dagger R1 auf h2
    o1  .     .     .     .     .     .     .     .   a1    Rot setzt Dagger R1 auf h2, Bug nach oben
       n1  .     .     .     .     .     .     .   b1       Runde 1 von 12 beginnt
          m1  .     .     .     .     .     .   c1          Dagger B1 setzt die Geschwindigkeit auf 0
             l1  .     .     o     .     .   d1             Dagger B1 beendet die Bewegung auf h14, Bug nach
                k1  .     °     °     .   e1                unten, Geschwindigkeit 0
                   j1  .     R↑    .   f1
                      i1  °     °   g1                      Enter wählt · QWEASD bewegen · u zurück · h Tipp ·
                         h1  °   h1                         i Figuren · l Bereiche · g Gefahr · r aufgeben ·
                                                            ? alle Tasten · x verlassen
    ");
    press(&mut app, "?");
    insta::assert_snapshot!(text(&app, SMALL), @"
    Tasten
    Pfeile            bewegen die Marke
    Q W E A S D       bewegen sie in die sechs Richtungen der Sechsecke
    Tab               geht zum nächsten Feld, auf dem etwas zu tun ist
    /                 geht zu einem Feld mit diesem Namen
    Enter, Leertaste  wählt, was unter der Marke ist
    1 bis 9, b …      wählt, was neben dem Brett diese Taste hat
    - + =             ändert eine Zahl um eins oder nimmt sie, wie sie ist
    o                 überlässt es dem Spiel, wo es das anbietet
    Esc               geht einen Schritt zurück; verwirft einen Tipp oder den
                      ganzen Plan
    u                 nimmt eine Wahl, einen geplanten Schritt oder deinen
                      letzten Zug zurück
    h                 fragt nach einem Tipp
    p                 spielt den Tipp
    i                 das Datenblatt einer Figur; noch einmal für die nächste
    l                 legt den nächsten Bereich über das Brett
    g                 zeigt, was im nächsten Zug angegriffen werden kann: Zeichen
                      und eine Liste
    t                 alles, was erzählt wurde, als eine Seite
    r                 gibt auf
    n                 spielt noch einmal, nach dem Ende
    Maus              ein Klick schaut, ein zweiter wählt
    jede Taste: mehr
    ");
    press(&mut app, "xx");
    escape(&mut app);
    press(&mut app, "rj");
    shows(&app, LARGE, "Rot hat aufgegeben.");
    goes_to(&mut app, "zz");
    shows(&app, LARGE, "kein Feld `zz`");
}
