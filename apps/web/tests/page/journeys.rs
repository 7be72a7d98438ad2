//! Journeys: from the front door to the headquarters, steps, a match in between, the file, and the end.

use crate::harness::{Page, pressed};
use crate::tree;
use game::Seat;
use sixfold_web::press::{Field, FormField, JourneyPress, Press, Setting, TablePress};
use sixfold_web::{Effect, Event, Route};

/// The headquarters of a new journey of the first kind.
pub(crate) fn headquarters() -> Page {
    let mut page = Page::open("", Vec::new());
    let kind = catalog::JOURNEYS[0];
    let door = Route::SetOut(kind.info().key.to_owned(), kind.key().to_owned()).to_string();
    page.shows(&format!("a[href=\"{door}\"]"));
    page.tell(Event::Route(door));
    page.click(JourneyPress::SetOut);
    assert!(matches!(page.model.route, Route::Journey(_)), "{}", page.model.route);
    page
}

pub(crate) fn step(page: &mut Page, words: &str) {
    let button = page.button(words).unwrap_or_else(|| panic!("no button «{words}» in {}", page.html()));
    page.click(pressed(&button));
}

/// A journey whose first match has begun.
fn in_a_match() -> Page {
    let mut page = headquarters();
    step(&mut page, "Begin the battle");
    assert!(matches!(page.model.route, Route::Local(_)), "{}", page.model.route);
    page
}

fn journey_of(page: &Page) -> String {
    page.model.client.as_ref().unwrap().local().unwrap().journey.clone().unwrap()
}

/// Plays a move as the computer would, step by step. Returns how much happened.
fn play_some(page: &mut Page) -> usize {
    let mut bot = ai::Bot::new(ai::Level::named("1").unwrap(), 1);
    for _ in 0..40 {
        let client = page.model.client.as_ref().unwrap();
        if !client.history.is_empty() {
            return client.history.len();
        }
        let action = client.position().think(&mut bot).decide().unwrap();
        page.click(TablePress::Play(action));
    }
    panic!("the move does not end");
}

/// The headquarters after a first match, which was lost.
pub(crate) fn after_a_match() -> Page {
    let mut page = in_a_match();
    lose(&mut page);
    page
}

/// Resigns the match and goes back to the headquarters.
fn lose(page: &mut Page) {
    let journey = journey_of(page);
    page.click(TablePress::Resign);
    page.shows("#back");
    let back = page.first("#back").get("href").unwrap().to_owned();
    assert_eq!(back, Route::Journey(journey).to_string());
    page.tell(Event::Route(back));
}

fn again(page: &Page) -> Page {
    Page::open(&page.model.route.to_string(), page.stored())
}

#[test]
fn the_form_says_what_the_chosen_journey_is_about() {
    let mut page = Page::open("#/set-out/hex-ships/campaign", Vec::new());
    page.says("The Frontier");
    page.says("Four worn ships");
    page.set(FormField::Option("campaign".to_owned()), "exodus");
    page.says("Exodus");
    page.does_not_say("Four worn ships");
    page.says("Difficulty");
    page.lacks("[name=\"option.players\"]");
    page.click(JourneyPress::SetOut);
    assert_eq!(page.title(), "Exodus");
    let unknown = Page::open("#/set-out/hexoust/picnic", Vec::new());
    unknown.shows(".message");
}

/// [`Page::lacks`] needs the same selector to be there elsewhere.
#[test]
fn a_form_of_a_match_for_many_asks_how_many() {
    let page = Page::open("#/new/hex-dice", Vec::new());
    page.shows("[name=\"option.players\"]");
}

#[test]
fn the_headquarters_shows_the_chart_the_mission_and_everybody() {
    let page = headquarters();
    let shown = page.model.visit.headquarters.as_ref().unwrap().here.headquarters("en");
    assert_eq!(page.all(".station").len(), shown.stations.len());
    assert_eq!(page.all(".hq-units .card").len(), shown.units.len() + shown.reserve.len());
    assert_eq!(page.all(".portrait").len(), shown.units.len() + shown.reserve.len());
    page.shows(".star-chart[role=\"img\"]");
    page.says("you are here");
    page.says(&shown.mission.unwrap().briefing);
    page.says("Put every ship of Blue out of action");
    page.says("Give another command");
    let faces: Vec<String> = page.all(".portrait").iter().map(ToString::to_string).collect();
    assert!(faces.windows(2).all(|pair| pair[0] != pair[1]), "people look different");
    let mut german = page;
    german.set(Setting::Language, "de");
    german.says("hier bist du");
}

#[test]
fn a_step_is_kept_at_once_and_can_be_taken_back() {
    let mut page = headquarters();
    let before = page.all(".hq-units .sent").len();
    assert!(before > 0);
    let keep = page.all(".hq-units .toggle").into_iter().find(|one| one.get("aria-pressed") == Some("true")).unwrap();
    page.click(pressed(&keep));
    assert_eq!(page.all(".hq-units .sent").len(), before - 1);
    let mut page = again(&page);
    assert_eq!(page.all(".hq-units .sent").len(), before - 1, "a reload goes on where it was");
    step(&mut page, "Undo");
    assert_eq!(page.all(".hq-units .sent").len(), before);
    assert!(page.pressing(JourneyPress::Undo).is_empty(), "nothing is left to take back");
    assert_eq!(again(&page).all(".hq-units .sent").len(), before);
}

#[test]
fn a_name_is_changed_and_a_wrong_one_is_refused_with_the_reason() {
    let mut page = headquarters();
    let start =
        page.model.visit.headquarters.as_ref().unwrap().here.headquarters("en").units[0].rename.clone().unwrap();
    page.set(Field::NewName(start.clone()), " Old Friend ");
    page.click(JourneyPress::Rename(start.clone()));
    page.says("Old Friend");
    page.set(Field::NewName(start.clone()), "§!");
    page.click(JourneyPress::Rename(start));
    page.says("A name has up to 24 letters");
    page.says("Old Friend");
}

#[test]
fn ships_and_captains_have_their_names_in_the_battle() {
    let mut page = headquarters();
    let unit = page.model.visit.headquarters.as_ref().unwrap().here.headquarters("en").units[0].clone();
    for (start, name) in [(unit.rename, "Far Lantern"), (unit.person.rename, "Zoë O’Hara")] {
        page.set(Field::NewName(start.clone().unwrap()), name);
        page.click(JourneyPress::Rename(start.unwrap()));
    }
    step(&mut page, "Begin the battle");
    let sheets = &page.model.client.as_ref().unwrap().picture.scene.sheets;
    assert_eq!(sheets[0].unit, 0);
    page.click(TablePress::Look(0));
    page.says("Far Lantern R1, Sabre, destroyer");
    page.says("Captain Zoë O’Hara, level 2");
    let in_order = page.all(".all-sheets button");
    let is_named = |label: &str| label.contains("Far Lantern R1, Sabre, destroyer");
    assert_eq!(in_order.iter().filter_map(|entry| entry.get("aria-label")).filter(|label| is_named(label)).count(), 2);
}

#[test]
fn who_cannot_start_is_told_why_beside_the_button() {
    let mut page = headquarters();
    while let Some(keep) = page.all(".hq-units .toggle").into_iter().find(|one| one.get("aria-pressed") == Some("true"))
    {
        page.click(pressed(&keep));
    }
    page.shows("#start .why");
    page.says("Send at least one ship");
    assert!(page.first("#start button").get("disabled").is_some());
}

#[test]
fn a_match_is_played_at_the_table_and_a_reload_goes_on_in_it() {
    let mut page = in_a_match();
    let client = page.model.client.as_ref().unwrap();
    assert!(client.local().unwrap().is_person(Seat(0)) && client.acts_here());
    let back = Route::Journey(journey_of(&page)).to_string();
    page.shows(&format!(".panel a[href=\"{back}\"]"));
    assert!(page.all("[data-options]").is_empty(), "nobody has chosen the options of this match");
    let moments = play_some(&mut page);
    let mut page = again(&page);
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments);
    // The home page goes on with the journey and does not list its match.
    let journey = Route::Journey(journey_of(&page)).to_string();
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(page.all(".saved-link").len(), 1);
    assert_eq!(page.first("#next").get("href"), Some(journey.as_str()));
    page.tell(Event::Route(journey));
    page.shows(".star-chart");
    assert!(page.pressing(JourneyPress::Undo).is_empty(), "the match has begun");
    step(&mut page, "Go on playing");
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments);
}

#[test]
fn a_match_in_which_nothing_happened_can_be_called_off() {
    let mut page = in_a_match();
    let journey = Route::Journey(journey_of(&page)).to_string();
    page.tell(Event::Route(journey));
    step(&mut page, "Undo");
    assert!(page.button("Begin the battle").is_some());
    assert!(!page.model.stored.keys().any(|key| key.starts_with("sixfold.local.")));
}

#[test]
fn a_battle_that_is_over_cannot_be_fought_again() {
    let mut page = in_a_match();
    play_some(&mut page);
    page.click(TablePress::Resign);
    let over = |page: &Page| page.model.client.as_ref().unwrap().is_over();
    assert!(over(&page));
    assert!(page.button("Undo").is_none_or(|undo| undo.get("disabled").is_some()));
    page.click(TablePress::Undo);
    assert!(over(&page), "nothing is taken back");
}

#[test]
fn after_a_match_its_report_is_on_top_and_the_match_is_put_away() {
    let mut page = in_a_match();
    lose(&mut page);
    page.shows(".hq-report[open]");
    page.says("Report: ");
    page.says("Experience gained");
    assert!(!page.model.stored.keys().any(|key| key.starts_with("sixfold.local.")));
    let mut page = again(&page);
    page.shows(".hq-report[open]");
    if page.button("Begin the battle").is_none() {
        let go = page.all(".station[data-do]")[0].clone();
        page.click(pressed(&go));
    }
    step(&mut page, "Begin the battle");
    lose(&mut page);
    page.says("The story so far");
}

#[test]
fn a_journey_is_saved_as_a_file_and_comes_back_from_it() {
    let mut page = in_a_match();
    let moments = play_some(&mut page);
    page.tell(Event::Route(Route::Journey(journey_of(&page)).to_string()));
    page.take();
    page.click(JourneyPress::Save);
    let saved = page.take().into_iter().find_map(|effect| match effect {
        Effect::Save(name, text) => Some((name, text)),
        _ => None,
    });
    let (name, text) = saved.unwrap();
    assert_eq!(name, "hex-ships.campaign.txt");
    assert!(game::is_journey(&text), "{text}");
    let mut other = Page::open("#/set-out/hex-ships/campaign", Vec::new());
    other.tell(Event::File(text.replace("1 start", "1 stroll")));
    other.shows(".problem");
    other.says("Line ");
    assert!(!other.model.stored.keys().any(|key| key.contains("journey")), "nothing of it is kept");
    other.tell(Event::File(text.clone()));
    assert!(matches!(other.model.route, Route::Journey(_)));
    step(&mut other, "Go on playing");
    assert_eq!(other.model.client.as_ref().unwrap().history.len(), moments);
    // The form for records takes it too, and it replaces nothing.
    page.tell(Event::Route("#/replay".to_owned()));
    page.tell(Event::File(text));
    assert!(matches!(page.model.route, Route::Journey(_)));
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(page.all(".saved-link").len(), 2);
}

#[test]
fn giving_up_is_asked_and_leaves_the_story_as_a_picture() {
    let mut page = in_a_match();
    lose(&mut page);
    step(&mut page, "Give the campaign up");
    page.shows("dialog.ask-sure");
    step(&mut page, "Yes, do it");
    page.says("The campaign was given up.");
    page.shows(".story-picture[role=\"img\"]");
    assert!(page.pressing(JourneyPress::Undo).is_empty());
    page.take();
    page.click(JourneyPress::Picture);
    let picture = page.take().into_iter().find_map(|effect| match effect {
        Effect::Save(name, text) if name == "hex-ships.campaign.svg" => Some(text),
        _ => None,
    });
    let picture = picture.unwrap();
    assert!(picture.contains("xmlns=\"http://www.w3.org/2000/svg\"") && picture.contains(" width="), "{picture}");
    page.shows(".hq-end a[href=\"#/set-out/hex-ships/campaign\"]");
    page.tell(Event::Route("#/".to_owned()));
    page.says("Finished");
}

#[test]
fn a_journey_that_is_removed_takes_its_match_along() {
    let mut page = in_a_match();
    page.tell(Event::Route("#/".to_owned()));
    let forget = page.all(".saved button")[0].clone();
    page.click(pressed(&forget));
    step(&mut page, "Remove it");
    assert!(!page.model.stored.keys().any(|key| key.contains("journey") || key.contains("local")));
    let gone = Page::open("#/journey/abc", Vec::new());
    gone.says("This is not on this device.");
}

/// A journey whose fleet has fought until a ship can be docked and a captain can learn.
fn veterans() -> String {
    let kind = catalog::JOURNEYS[0];
    let game = catalog::find(kind.info().key).unwrap();
    let mut bot = ai::Bot::new(ai::Level::named("1").unwrap(), 1);
    for seed in 0..20 {
        let mut journey = kind.start(kind.setup(["difficulty=easy"]).unwrap(), game::Seed::number(seed)).unwrap();
        for _ in 0..4 {
            while journey.next_match().is_none() && journey.end().is_none() {
                let shown = journey.headquarters(Seat(0), "en");
                let can = |step: &scene::StepButton| step.refused.is_none();
                let docks = shown
                    .units
                    .iter()
                    .any(|unit| unit.steps.iter().any(|step| step.step.starts_with("dock") && can(step)));
                let people = shown.units.iter().map(|unit| &unit.person);
                if docks && people.flat_map(|person| &person.skills).any(|skill| skill.learn.as_ref().is_some_and(can))
                {
                    return journey.text(None);
                }
                let open = shown.stations.iter().find_map(|station| station.go.clone().filter(|go| !go.is_on));
                let step = if shown.mission.is_none() { open.unwrap().step } else { "start".to_owned() };
                journey.play(Seat(0), &step).unwrap();
            }
            let Some(next) = journey.next_match() else { break };
            let mut played = game.start(next.setup, journey.match_seed(next.number).into()).unwrap();
            while let Some(actor) = played.actor() {
                let action = played.position(game::Viewer::Seat(actor)).think(&mut bot).decide().unwrap();
                played.play(actor, &action).unwrap();
            }
            journey.take(&played.record()).unwrap();
        }
    }
    panic!("no fleet gets there");
}

#[test]
fn a_ship_is_docked_a_skill_is_learnt_and_a_captain_moves_by_pressing() {
    let mut page = Page::open("#/set-out/hex-ships/campaign", Vec::new());
    page.tell(Event::File(veterans()));
    let shown = |page: &Page| page.model.visit.headquarters.as_ref().unwrap().here.headquarters("en");
    step(&mut page, "Repair in the dock");
    assert_eq!(shown(&page).units.iter().filter(|unit| unit.is_docked).count(), 1);
    page.says("whole again after the next battle");
    let points = |page: &Page| shown(page).units.iter().map(|unit| u32::from(unit.person.points)).sum::<u32>();
    let before = points(&page);
    let plus = page.all(".skills .plus")[0].clone();
    page.click(pressed(&plus));
    assert_eq!(points(&page), before - 1);
    let people = |page: &Page| shown(page).units.iter().map(|unit| unit.person.key.clone()).collect::<Vec<_>>();
    let before = people(&page);
    let command = page.all(".hq-moves button")[0].clone();
    page.click(pressed(&command));
    assert_ne!(people(&page), before);
}

#[test]
fn every_list_of_a_headquarters_is_a_list_and_every_button_has_words() {
    let page = headquarters();
    let root = page.tree();
    for button in tree::find_all(&root, ".hq button") {
        assert!(button.get("aria-label").is_some() || !tree::words(button).is_empty(), "{button}");
        assert!(button.get("disabled").is_some() || matches!(pressed(button), Press::Journey(_)), "{button}");
    }
    for list in tree::find_all(&root, ".hq ul") {
        assert!(list.children.iter().filter_map(|child| child.element()).all(|child| child.tag == "li"), "{list}");
    }
}
