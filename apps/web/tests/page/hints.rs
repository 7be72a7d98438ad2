//! Hints: a whole move in words and on the board, to be played or dismissed.

use sixfold_web::press::{FormField, Press, TablePress};
use sixfold_web::{Effect, Event, WorkerNews};

use crate::harness::{Page, battle, found, option, pick, play, text_of};
use crate::tree;

/// A position from the middle of a match of every game, with people at one screen.
fn middles() -> Vec<(&'static str, Page)> {
    let middle = |game: &&'static dyn catalog::DynGame| {
        let key = game.info().key;
        let option = &game.info().options[0];
        let setup = format!("{}={}", option.key, option.default);
        let mut page = found(key, &setup, |client| (11..40).contains(&client.events()));
        page.click(TablePress::TakeOver);
        (key, page)
    };
    catalog::GAMES.iter().map(middle).collect()
}

/// Answers the computer's job with this action.
fn decide(page: &mut Page, action: &str) {
    let asked = page.take().into_iter().find_map(|effect| match effect {
        Effect::Think(job) => Some(job.job),
        _ => None,
    });
    let job = asked.unwrap_or_else(|| panic!("no job to answer with {action}"));
    page.tell(Event::Worker(WorkerNews::Decided(job, Some(action.to_owned()), 0.55)));
}

/// Asks for a hint and answers with these steps.
fn hinted(page: &mut Page, steps: &str) {
    page.take();
    page.click(TablePress::Hint);
    for action in steps.split(' ') {
        decide(page, action);
    }
}

fn planned(page: &Page) -> usize {
    page.model.client.as_ref().unwrap().plan.len()
}

#[test]
fn in_every_game_a_hint_is_a_whole_move_in_words_with_the_chance_to_win() {
    for (key, mut page) in middles() {
        let before = page.model.client.as_ref().unwrap().history.len();
        page.take();
        page.click(TablePress::Hint);
        while page.let_think() {}
        let said = page.model.announcement.clone();
        assert!(said.starts_with("Hint: ") && said.ends_with("\u{a0}% to win."), "{key}: {said}");
        assert!(
            said.contains("About ") && !said.contains("tries") && !said.contains(':') || said.matches(':').count() == 1
        );
        let html = page.html();
        assert!(text_of(&html, "data-story", "</p>").contains(&said), "{key}: the hint is in the text under the board");
        assert!(html.contains("class=\"b-hinted\""), "{key}: the hint is drawn");
        assert_eq!(page.model.client.as_ref().unwrap().history.len(), before, "{key}: nothing is played");
        let play = text_of(&html, "data-hint-play", "<").to_owned();
        assert_eq!(play, ">Play this move", "{key}");
        page.click(TablePress::PlayHint);
        if page.html().contains("ask-sure") {
            page.click(TablePress::PlayHintSure); // a pass needs confirmation, also if a hint advises it
        }
        let client = page.model.client.as_ref().unwrap();
        assert!(client.history.len() > before && client.plan.is_empty(), "{key}: all steps are played");
        assert!(client.hint_found().is_none());
    }
}

#[test]
fn a_hint_thinks_on_until_the_move_cannot_be_taken_back_and_draws_where_it_ends() {
    let mut page = battle();
    hinted(&mut page, "speed:4 ahead ahead");
    page.lacks("[data-hint-play]"); // an incomplete hint is not shown
    decide(&mut page, "right");
    decide(&mut page, "ahead");
    decide(&mut page, "ahead");
    decide(&mut page, "done");
    assert!(page.take().iter().all(|effect| !matches!(effect, Effect::Think(_))), "the move is complete");
    let said = page.model.announcement.clone();
    let client = page.model.client.as_ref().unwrap();
    let end = *client.hint_shown().unwrap().way.last().unwrap();
    let name = client.picture.scene.name_of(end).unwrap();
    assert!(said.contains(&format!("ends its move on {name}")), "{said}");
    assert!(said.contains("sets its speed to 4") && said.contains("turns right"), "{said}");
    assert_eq!(said.matches("advances to").count(), 2, "only the ends of a way are named: {said}");
    assert!(said.ends_with("About 55\u{a0}% to win."), "{said}");
    let html = page.html();
    assert!(html.contains("class=\"b-way\""), "the way is drawn");
    let points = text_of(text_of(&html, "class=\"b-way\"", "</g>"), "points=\"", "\"").split(' ').count();
    assert_eq!(points, 5, "four hexes and the start");
}

/// The drawing of a cell of the board.
fn cell<'a>(html: &'a str, name: &str) -> &'a str {
    text_of(html, &format!("data-place=\"{name}\""), "data-place=")
}

/// Everything on the page except the hint's words, buttons and drawings.
fn real(page: &Page) -> (String, String, usize, String) {
    let client = page.model.client.as_ref().unwrap();
    let sheet = format!("{:?} {:?}", client.sheet_shown(), client.pad());
    (page.title(), sheet, client.plan.len(), format!("{:?}", client.picture))
}

const MOVE: &str = "speed:4 ahead ahead right ahead ahead done";

#[test]
fn a_hint_is_drawn_and_told_and_everything_else_stays_as_it_is() {
    let mut page = battle();
    let before = real(&page);
    hinted(&mut page, MOVE);
    assert_eq!(real(&page), before, "the hint changes no headline, sheet, button or plan");
    let html = page.html();
    page.lacks("[data-plan]");
    page.lacks("[data-main]");
    assert_eq!(page.all("button.main").len(), 1, "one button stands out: it plays the hint");
    // The hint shows the ship at its end, with the facing and the speed that it has there.
    let client = page.model.client.as_ref().unwrap();
    let hint = client.hint_shown().unwrap();
    let [piece] = &hint.moved[..] else { panic!("one ship moves: {:?}", hint.moved) };
    assert_eq!(Some(&piece.place), hint.way.last());
    let was = client.picture.scene.pieces.iter().find(|known| known.unit == piece.unit).unwrap();
    assert_ne!((was.place, was.facing), (piece.place, piece.facing));
    let name = client.picture.scene.name_of(piece.place).unwrap();
    let ghost = text_of(cell(&html, name), "data-hint-end", "b-hinted");
    let turn = 60 * client.ground.on_screen(piece.facing.unwrap()).index();
    assert!(ghost.contains(&format!("class=\"b-facing\" transform=\"rotate({turn})\"")), "{ghost}");
    assert!(text_of(ghost, "b-speed", "</text>").ends_with(">4"), "{ghost}");
    assert_eq!(html.matches("data-hint-end").count(), 1);
    // Playing the hint plays all its steps.
    page.click(TablePress::PlayHint);
    let client = page.model.client.as_ref().unwrap();
    assert_eq!((client.history.len(), client.plan.len()), (7, 0));
}

#[test]
fn a_hint_that_is_dismissed_leaves_nothing_but_ones_own_plan() {
    let mut page = battle();
    page.click(play("speed:4"));
    let before = real(&page);
    hinted(&mut page, "ahead ahead ahead ahead done");
    assert_eq!(planned(&page), 1, "the hint is not planned");
    page.click(TablePress::DismissHint);
    assert_eq!(real(&page), before);
    page.lacks("[data-hint-play]");
    page.lacks(".b-hinted");
    hinted(&mut page, "ahead ahead ahead ahead done");
    page.key("Escape");
    assert_eq!(real(&page), before, "Escape dismisses the hint");
    assert!(page.model.client.as_ref().unwrap().hint_found().is_none());
    hinted(&mut page, "ahead ahead ahead ahead done");
    page.click(TablePress::PlayHint);
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 6, "the plan and the hint are played");
}

#[test]
fn a_hint_gives_way_to_what_is_pointed_at_and_comes_back() {
    let drawn = ["[data-hint-play]", ".b-way", "[data-hint-end]", ".b-hinted"];
    for (key, mut page) in middles() {
        page.take();
        page.click(TablePress::Hint);
        while page.let_think() {}
        let place = page.open_places().first().cloned();
        let Some(place) = place else { continue };
        page.tell(Event::Hover(Some(place)));
        // Where a move can end, the way there is drawn in the place of the hint's.
        let own_way = page.model.client.as_ref().unwrap().way_looked_at().is_some();
        let hidden = |part: &&str| !page.has(part) || own_way && *part == ".b-way";
        assert!(drawn.iter().all(hidden), "{key}: a preview hides the hint");
        page.tell(Event::Hover(None));
        page.shows("[data-hint-play]");
    }
    let mut page = battle();
    let before = real(&page);
    hinted(&mut page, MOVE);
    assert!(drawn.iter().all(|part| page.has(part)));
    let far = page.model.client.as_ref().unwrap().picture.scene.cells[0].name.clone();
    page.tell(Event::Hover(Some(far.clone())));
    page.click(pick(&far));
    assert!(page.story().contains("the dots show where it can"), "{}", page.story());
    assert!(drawn.iter().all(|part| !page.has(part)));
    assert_eq!(real(&page).2, 0, "no step of the hint is planned");
    page.tell(Event::Hover(None));
    assert!(drawn.iter().all(|part| page.has(part)), "the hint is shown again");
    assert_eq!(real(&page), before);
    // A finger cannot point elsewhere to bring the hint back, so the button does.
    page.tap(pick(&far));
    page.lacks("[data-hint-play]");
    page.tap(TablePress::Hint);
    page.shows("[data-hint-play]");
    page.shows(".b-hinted");
}

#[test]
fn a_hint_does_not_come_back_after_something_else_was_done() {
    let mut page = battle();
    hinted(&mut page, MOVE);
    page.click(play("speed:3"));
    assert_eq!(planned(&page), 1, "only the person's own step is planned");
    page.lacks("[data-hint-play]");
    page.lacks(".b-hinted");
    page.click(TablePress::Undo);
    assert_eq!(planned(&page), 0);
    page.lacks("[data-hint-play]");
    page.lacks(".b-hinted");
}

#[test]
fn a_hint_for_a_deployment_draws_the_ship_as_its_words_say() {
    let mut page = Page::open("#/new/hex-ships", Vec::new());
    page.set(option("scenario"), "duel");
    page.set(FormField::Seat, "0");
    page.click(Press::Begin);
    while !page.model.client.as_ref().unwrap().acts_here() && page.let_think() {}
    let place = page.model.client.as_ref().unwrap().picture.picks.iter().next().unwrap().1.clone();
    let name = place.rsplit(':').next().unwrap().to_owned();
    let turns = page.model.client.as_ref().unwrap().ground.turns;
    for own_step in [false, true] {
        for (index, way) in hex::Direction::ALL.into_iter().enumerate() {
            if own_step {
                page.click(play(&place));
                hinted(&mut page, &format!("face:{way}"));
            } else {
                hinted(&mut page, &format!("{place} face:{way}"));
            }
            let said = page.model.announcement.clone();
            let seen = (index + usize::from(turns)) % 6;
            let words = ["up", "up right", "down right", "down", "down left", "up left"][seen];
            assert!(said.contains(&format!(" on {name}, facing {words}. About")), "{said}");
            assert_eq!(said.matches("places").count(), 1, "one sentence: {said}");
            let html = page.html();
            let here = cell(&html, &name);
            let bow = format!("class=\"b-facing\" transform=\"rotate({})\"", 60 * seen);
            assert!(here.contains(&bow), "{words}: {here}");
            assert_eq!(here.matches("b-facing").count(), 1, "one ship, and not two on each other");
            page.key("Escape");
            page.click(TablePress::StartOver);
        }
    }
}

#[test]
fn a_hint_for_a_move_draws_the_unit_that_moves() {
    let mut page =
        found("hex-dice", "players=2", |client| client.picture(game::Viewer::Spectator).expected.key == "expect.play");
    page.click(TablePress::TakeOver);
    let client = page.model.client.as_ref().unwrap();
    let actions: Vec<String> = client.picture.picks.iter().map(|(_, action)| action.clone()).collect();
    let before = page.html();
    let mut units = std::collections::BTreeSet::new();
    for action in actions {
        let Some((from, to)) = action.split_once('-').filter(|(_, to)| !to.contains('=')) else { continue };
        if cell(&before, to).contains("b-emblem") {
            continue; // an attack
        }
        hinted(&mut page, &action);
        let html = page.html();
        let [unit, ghost] = [from, to].map(|name| text_of(cell(&html, name), "b-emblem", "transform"));
        assert_eq!(ghost, unit, "{action}");
        units.insert(unit.to_owned());
        page.click(TablePress::DismissHint);
    }
    assert!(units.len() > 2, "units of several kinds can move");
}

/// Steps that bring the acting ship to the edge of the map with movement left.
fn to_the_edge(position: &dyn catalog::Position) -> Option<Vec<String>> {
    (1..10).find_map(|speed| {
        let mut steps = vec![format!("speed:{speed}")];
        let mut after = position.after(&steps[0])?;
        loop {
            if !after.is_tentative {
                return None;
            }
            if after.position.picture(true).picks.iter().any(|(_, action)| action == "leave") {
                return Some(steps);
            }
            steps.push("ahead".to_owned());
            after = after.position.after("ahead")?;
        }
    })
}

#[test]
fn what_is_asked_about_is_never_the_button_that_stands_out() {
    let mut page = found("hex-ships", "scenario=duel", |client| {
        to_the_edge(&*client.position(game::Viewer::Everything)).is_some()
    });
    let steps = to_the_edge(&**page.model.client.as_ref().unwrap().position()).unwrap();
    hinted(&mut page, &format!("{} leave", steps.join(" ")));
    let button = &page.pressing(TablePress::PlayHint)[0];
    assert_eq!(button.get("class"), Some("button"), "{button}");
    page.click(TablePress::PlayHint);
    page.shows("dialog.ask-sure"); // the page asks for confirmation
    page.click(Press::Close);
    page.click(TablePress::DismissHint);
    for step in &steps {
        page.click(play(step));
    }
    page.says("Leave the map");
    page.lacks("[data-main]");
    page.model.settings.confirm = true;
    let client = page.model.client.as_ref().unwrap();
    let leave = client.choices().iter().position(|pick| pick.to_string() == "leave").unwrap();
    page.click(TablePress::Choose(leave));
    let confirm = page.pressing(play("leave"));
    assert!(confirm.iter().any(|button| button.get("class") == Some("button")), "{}", page.html());
    assert!(!confirm.iter().any(|button| tree::has_class(button, "main")));
}

#[test]
fn a_hint_that_no_longer_fits_is_not_shown() {
    let mut page = battle();
    page.click(play("speed:4"));
    page.take();
    page.click(TablePress::Hint);
    let asked = page.take();
    page.click(TablePress::Undo);
    page.asked = asked;
    decide(&mut page, "ahead");
    // This decision is about a plan that is gone.
    decide(&mut page, "done");
    assert_eq!(planned(&page), 0);
    page.lacks("[data-hint-play]");
}
