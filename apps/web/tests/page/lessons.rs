//! Lessons at the page: from the home page to the first match, the wrong way too.

use client::Standing;
use game::Message;
use sixfold_web::press::{LessonPress, Press, Setting, TablePress};
use sixfold_web::{Effect, Element, Event, Fetch, Timer};

use crate::harness::{Page, at_one_screen, pick, play, served};
use crate::tree;

/// The lesson of a game, at this step.
fn lesson(game: &str, step: usize) -> Page {
    Page::open(&format!("#/learn/{game}/{step}"), Vec::new())
}

/// The action that is right next.
fn right(page: &Page) -> Option<String> {
    let (taught, client) = (page.model.visit.lesson.as_ref()?, page.model.client.as_ref()?);
    taught.step()?.right(client).map(str::to_owned)
}

/// Does what is right until the step is done, and lets the others answer.
fn finish(page: &mut Page) {
    for _ in 0..12 {
        let is_open = page.model.visit.lesson.as_ref().is_some_and(|taught| taught.standing == Standing::Open);
        match right(page).filter(|_| is_open) {
            _ if is_open && !page.model.client.as_ref().unwrap().acts_here() => page.tell(Event::Timer(Timer::Think)),
            Some(action) => {
                page.click(play(&action));
                if page.has("dialog") {
                    page.click(TablePress::PlaySure(action));
                }
            }
            None => return,
        }
    }
    panic!("the step does not end: {}", page.html());
}

#[test]
fn every_lesson_leads_from_the_home_page_to_a_first_match() {
    for game in catalog::GAMES {
        let info = game.info();
        let mut page = Page::open("", Vec::new());
        let link = format!("a.main[href=#/learn/{}]", info.key);
        page.shows(&link);
        page.tell(Event::Route(format!("#/learn/{}", info.key)));
        let steps = page.all(".lesson-dot").len();
        for step in 1..=steps {
            page.says(&format!("Step {step} of {steps}"));
            page.shows("[data-standing=open]");
            finish(&mut page);
            page.shows("[data-standing=done]");
            let praise = page.model.visit.lesson.as_ref().unwrap().words(&page.model.tongue);
            assert!(page.model.announcement.ends_with(&praise), "{}, step {step}", info.key);
            page.click(LessonPress::Next);
        }
        page.shows(".lesson-end");
        page.says(&format!("You know {}", info.name));
        let learned = &page.model.stored[&format!("sixfold.learned.{}", info.key)];
        let each = (1 << steps) - 1;
        assert_eq!(learned, &format!("{{\"steps\":{steps},\"each\":{each},\"done\":true}}"));
        page.tell(Event::Route("#/".to_owned()));
        page.lacks(&link);
        page.tell(Event::Route(format!("#/learn/{}/{}", info.key, steps + 1)));
        page.click(LessonPress::Play);
        let client = page.model.client.as_ref().expect("the first match is open");
        assert_eq!(client.own_seat().map(|seat| seat.0), Some(0), "{}", info.key);
        assert!(client.history.is_empty() && page.model.visit.lesson.is_none());
        page.shows(".panel .controls");
    }
}

#[test]
fn a_miss_is_answered_with_a_reason_and_can_be_tried_again_or_shown() {
    let mut page = lesson("hexoust", 3);
    assert_eq!(page.button("Show me"), None);
    page.shows(".b-lesson-mark");
    page.shows(".b-lesson-arrow");
    page.click(pick("a1"));
    page.shows("[data-standing=missed]");
    page.says("That stone is quiet");
    page.shows(".b-lesson-mark"); // the reason may speak of what is marked
    page.shows(".b-lesson-arrow");
    assert!(page.model.announcement.contains("That stone is quiet"), "{}", page.model.announcement);
    assert!(page.take().contains(&Effect::Focus("#lesson-again".to_owned())));
    assert!(!page.model.stored.contains_key("sixfold.learned.hexoust"));
    page.click(LessonPress::Again);
    page.shows("[data-standing=open]");
    assert!(page.model.client.as_ref().unwrap().history.is_empty());
    page.click(pick("a1"));
    page.click(LessonPress::Show);
    page.says("Press: d5.");
    assert_eq!(page.all(".b-lesson-mark").len(), 2, "the place of the right action is marked beside that of the step");
    page.click(pick("d5"));
    page.shows("[data-standing=done]");
    page.says("Taken!");
    assert!(page.take().contains(&Effect::Focus("#lesson-next".to_owned())));
    page.lacks(".b-lesson-mark");
    assert_eq!(page.model.stored["sixfold.learned.hexoust"], r#"{"steps":0,"each":4,"done":false}"#);
}

/// What cannot be done at all is refused as at any table, and is no miss.
#[test]
fn what_the_rules_forbid_is_refused_with_the_game_s_own_reason() {
    let mut page = lesson("hexoust", 4);
    page.click(pick("b3"));
    page.says("it has to be larger");
    page.shows("[data-standing=open]");
}

#[test]
fn a_lesson_goes_on_where_it_was_left_and_begins_again_when_it_was_done() {
    let stored = |value: &str| vec![("sixfold.learned.hexlock".to_owned(), value.to_owned())];
    Page::open("#/learn/hexlock", stored(r#"{"steps":4,"done":false}"#)).says("Step 5 of 8");
    Page::open("#/learn/hexlock", stored(r#"{"steps":8,"done":true}"#)).says("Step 1 of 8");
    Page::open("#/learn/hexlock", stored("nonsense")).says("Step 1 of 8");
    Page::open("#/learn/hexlock/3", stored(r#"{"steps":8,"done":true}"#)).says("Step 3 of 8");
}

/// A step that was skipped is not done: the lesson is done when all of its steps are.
#[test]
fn what_was_skipped_is_not_remembered_as_done() {
    let mut page = lesson("hexoust", 8);
    finish(&mut page);
    let done = |page: &Page| page.all(".lesson-dot.done").iter().map(label).collect::<Vec<_>>();
    let at = |page: &Page| page.model.visit.lesson.as_ref().unwrap().at;
    assert_eq!(done(&page), ["Step 8 of 8, done"]);
    assert!(!page.model.learned("hexoust").done);
    assert!(page.model.is_new_to("hexoust"), "the home page still offers the lesson first");
    page = Page::open("#/learn/hexoust", page.stored());
    assert_eq!(at(&page), 0, "it goes on with the first step that is not done");
    for _ in 1..=6 {
        finish(&mut page);
        page.click(LessonPress::Next);
    }
    page.click(LessonPress::Next);
    assert_eq!(done(&page).len(), 7, "all but the one that was skipped");
    assert!(!page.model.learned("hexoust").done);
    page = Page::open("#/learn/hexoust", page.stored());
    assert_eq!(at(&page), 6);
    finish(&mut page);
    assert_eq!(done(&page).len(), 8);
    assert!(page.model.learned("hexoust").done);
}

fn label(dot: &Element) -> String {
    dot.get("aria-label").unwrap().to_owned()
}

/// Earlier versions of the page stored only a number of steps.
#[test]
fn what_an_earlier_page_has_stored_is_read_as_before() {
    let stored = |value: &str| vec![("sixfold.learned.hexlock".to_owned(), value.to_owned())];
    let page = Page::open("#/learn/hexlock", stored(r#"{"steps":4,"done":false}"#));
    assert_eq!(page.all(".lesson-dot.done").len(), 4);
    let page = Page::open("#/learn/hexlock", stored(r#"{"steps":8,"done":true}"#));
    assert_eq!(page.all(".lesson-dot.done").len(), 8);
    assert!(!page.model.is_new_to("hexlock"));
}

#[test]
fn who_has_played_a_game_is_not_new_to_it_when_the_match_is_removed() {
    Page::open("#/", Vec::new()).shows("a.main[href=#/learn/hexoust]");
    let mut page = at_one_screen("hexoust");
    page.tell(Event::Route("#/".to_owned()));
    let key = page.model.saved()[0].storage_key();
    page.click(Press::Forget(key));
    assert!(page.model.is_new_to("hexoust"), "nothing was played in that match");
    let mut page = at_one_screen("hexoust");
    page.click(pick("d4"));
    page.tell(Event::Route("#/".to_owned()));
    assert!(!page.model.is_new_to("hexoust"));
    let key = page.model.saved()[0].storage_key();
    page.click(Press::Forget(key));
    assert!(page.model.saved().is_empty() && !page.model.is_new_to("hexoust"));
    assert!(page.take().contains(&Effect::Store("sixfold.played.hexoust".to_owned(), "true".to_owned())));
    let again = Page::open("#/", page.stored());
    again.lacks("a.main[href=#/learn/hexoust]");
    again.shows("a.main[href=#/learn/hexlock]");
}

#[test]
fn a_lesson_with_steps_left_over_counts_them_at_its_end_and_offers_them() {
    let mut page = lesson("hexoust", 1);
    finish(&mut page);
    for _step in 1..=8 {
        page.click(LessonPress::Next);
    }
    page.shows(".lesson-end");
    page.says("HexOust: 1 of 8 steps done");
    page.does_not_say("You know HexOust");
    page.shows(".lesson-left");
    let left = page.all(".lesson-left a");
    assert_eq!((left.len(), left[0].get("href")), (7, Some("#/learn/hexoust/2")));
    let aim = page.model.visit.lesson.as_ref().unwrap().lesson.steps[1].sentence("aim");
    let aim = page.model.visit.lesson.as_ref().unwrap().sentence(&aim);
    assert_eq!(tree::words(&left[0]), format!("2. {aim}"));
    assert_eq!(page.first(".lesson-end a.main").get("href"), Some("#/learn/hexoust/2"));
    page.set(Setting::Language, "de");
    page.says("HexOust: 1 von 8 Schritten geschafft");
    page.set(Setting::Language, "en");
    for step in 2..=8 {
        page.tell(Event::Route(format!("#/learn/hexoust/{step}")));
        finish(&mut page);
    }
    page.click(LessonPress::Next);
    page.says("You know HexOust");
    page.lacks(".lesson-left");
}

/// The dice show the result of an attack before the lesson judges it.
#[test]
fn nothing_is_judged_while_dice_fall() {
    let mut page = lesson("hexlock", 2);
    page.dice_fall = true;
    page.click(play("d4-d3"));
    page.shows("[data-standing=open]");
    let moves = |page: &mut Page| {
        page.take().into_iter().find_map(|effect| match effect {
            Effect::Timer(timer @ Timer::Motion(_), _) => Some(timer),
            _ => None,
        })
    };
    let mut timer = moves(&mut page);
    assert!(timer.is_some(), "the die falls");
    while let Some(next) = timer {
        page.shows("[data-standing=open]");
        page.tell(Event::Timer(next));
        timer = moves(&mut page);
    }
    page.shows("[data-standing=done]");
}

#[test]
fn a_finger_marks_first_and_the_keyboard_reaches_everything() {
    let mut page = lesson("hexoust", 1);
    page.tap(pick("d4"));
    page.shows("[data-standing=open]");
    page.tap(pick("d4"));
    page.shows("[data-standing=done]");
    let mut page = lesson("hexoust", 1);
    page.key("Enter");
    page.key("Enter");
    page.shows("[data-standing=done]");
    // The key for a hint shows what is right: no computer thinks about a lesson.
    let mut page = lesson("hexoust", 3);
    page.key("h");
    page.says("Press: d5.");
    assert!(!page.take().iter().any(|effect| matches!(effect, Effect::Think(_))));
    // Taking back takes the verdict back too.
    page.click(pick("a1"));
    page.key("u");
    page.shows("[data-standing=open]");
}

#[test]
fn a_lesson_is_kept_nowhere_and_calls_nobody() {
    let mut page = lesson("hexoust", 1);
    page.click(pick("d4"));
    assert!(page.model.stored.keys().all(|key| !key.starts_with("sixfold.local.")), "{:?}", page.stored());
    assert_eq!(page.model.calls, None);
    assert_eq!(page.model.saved(), Vec::new());
}

#[test]
fn a_lesson_that_does_not_load_says_so_and_can_be_asked_for_again() {
    let mut page = Page::open_without_texts("#/learn/hexoust");
    page.shows(".skeleton");
    let asked = |page: &mut Page| {
        let fetched = page.take().into_iter().filter_map(|effect| match effect {
            Effect::Fetch(Fetch::Content(path), ..) => Some(path),
            _ => None,
        });
        fetched.collect::<Vec<_>>()
    };
    let paths = asked(&mut page);
    assert_eq!(paths, ["content/hexoust/lesson.toml", "content/hexoust/lesson.en.txt"]);
    for path in &paths {
        page.tell(Event::Fetched(Fetch::Content(path.clone()), None));
    }
    page.shows(".card[role=alert]");
    page.click(Press::LoadAgain);
    for path in asked(&mut page) {
        let answer = served(&path);
        page.tell(Event::Fetched(Fetch::Content(path), Some(answer)));
    }
    page.says("Step 1 of 8");
    let mut broken = Page::open_without_texts("#/learn/hexoust");
    for path in asked(&mut broken) {
        broken.tell(Event::Fetched(Fetch::Content(path), Some((200, "nonsense".to_owned()))));
    }
    broken.says("This lesson cannot be opened");
    Page::open("#/learn/nothing", Vec::new()).says("There is no such game");
}

#[test]
fn another_language_changes_the_words_and_not_the_position() {
    let mut page = lesson("hexoust", 3);
    page.click(pick("a1"));
    page.set(Setting::Language, "de");
    page.says("Dieser Stein ist still");
    assert!(matches!(page.model.visit.lesson.as_ref().unwrap().standing, Standing::Missed(_)));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 1);
}

/// Rules lie over a lesson as over a table, and the lesson stays as it is.
#[test]
fn rules_open_over_a_lesson() {
    let mut page = lesson("hexoust", 3);
    page.tell(Event::Route("#/learn/hexoust/3/rules".to_owned()));
    page.shows("dialog.reading");
    page.tell(Event::Route("#/learn/hexoust/3".to_owned()));
    page.lacks("dialog.reading");
    page.says("Step 3 of 8");
}

#[test]
fn the_dots_lead_to_the_steps_and_say_which_they_are() {
    let page = lesson("hexoust", 2);
    let dots = page.all(".lesson-dot");
    assert_eq!(dots[0].get("href"), Some("#/learn/hexoust/1"));
    assert_eq!(dots[0].get("aria-label"), Some("Step 1 of 8"));
    assert!(tree::find_all(&page.tree(), ".lesson-dot.here").len() == 1);
    let words = page.model.tongue.tell(&Message::new("lesson.step").with("number", 2).with("of", 8));
    page.says(&words);
}

#[test]
fn a_capture_crosses_out_an_empty_place_and_never_the_piece_that_captured() {
    let mut page = lesson("hex-dice", 3);
    finish(&mut page);
    page.shows(".b-taken");
    page.shows("[data-place=g6] .b-taken");
    let mut page = lesson("hex-dice", 2);
    finish(&mut page);
    page.shows("[data-place=g6] .b-piece");
    page.lacks(".b-taken");
}
