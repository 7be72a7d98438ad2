//! Problems that first-time visitors met: confirmations, previews and results that look different, facts about the
//! table, and the marks of events since the viewer's last turn.

use crate::harness::{Host, Page, against_the_computer, at_one_screen, found, option, pick, play, text_of};
use crate::tree;
use catalog::DynMatch;
use sixfold_web::press::{FormField, Press, Setting, TablePress};
use sixfold_web::{Event, Fetch};

/// The number of moments at the table.
fn moments(page: &Page) -> usize {
    page.model.client.as_ref().unwrap().history.len()
}

/// In every game, the first tap marks a move and the second plays it. An action that can be taken back until it is
/// sent, or that only leads to further picks, needs one tap.
#[test]
fn a_tap_never_plays_a_move_at_once_in_any_game() {
    for game in catalog::GAMES {
        let key = game.info().key;
        let option = &game.info().options[0];
        let default = format!("{}={}", option.key, option.default);
        let mut page = found(key, &default, |client| {
            let picture = client.picture(game::Viewer::Seat(client.actor().unwrap()));
            !client.standing().keeps_secrets
                && client.events() <= 24
                && picture.picks.iter().any(|(path, _)| path.iter().all(|pick| pick.place().is_some()))
        });
        let before = moments(&page);
        for _ in 0..3 {
            let Some(place) = page.open_places().first().cloned() else { break };
            page.tap(pick(&place));
            assert_eq!(moments(&page), before, "{key}: one tap on {place} played a move");
            if page.model.client.as_ref().unwrap().pointing.marked_place().is_some() {
                page.tap(pick(&place));
                assert_eq!(moments(&page), before + 1, "{key}: the second tap plays it");
                break;
            }
        }
    }
}

/// Previews and results differ in words and in looks.
#[test]
fn what_would_be_and_what_was_are_told_apart() {
    let mut page = at_one_screen("hexoust");
    page.click(pick("g7"));
    page.shows(".story.happened");
    page.says("Last move:");
    page.tell(Event::Hover(Some("a1".to_owned())));
    page.shows(".story.would");
    page.says("If you play this:");
    page.lacks(".story.happened");
    page.does_not_say("Last move:");
    page.tell(Event::Hover(None));
    page.says("Last move:");
    page.lacks(".story.would");
    page.does_not_say("If you play this:");
}

#[test]
fn a_refusal_goes_when_something_else_is_pointed_at() {
    let mut page = at_one_screen("hexoust");
    page.click(pick("g7"));
    page.click(pick("g7"));
    assert!(
        page.html().contains("class=\"story note\"") && page.story().contains("g7 is occupied"),
        "{}",
        page.story()
    );
    page.tell(Event::Hover(Some("a1".to_owned())));
    assert_eq!(page.story(), "Blue places on a1.");
}

/// The button that plays the marked action and the words beside it are about the same place, wherever the pointer is.
#[test]
fn while_something_is_marked_the_words_stay_with_its_button() {
    let mut page = at_one_screen("hexoust");
    page.set(Setting::Confirm, "on");
    page.click(pick("g7"));
    page.tell(Event::Hover(Some("a1".to_owned())));
    page.says("Play g7");
    assert!(page.story().contains("g7"), "{}", page.story());
    page.tell(Event::Focus(Some("a1".to_owned())));
    page.does_not_say("Play g7");
    assert!(page.story().contains("a1"), "moving on by key drops the mark");
}

/// Pressing an enemy that only one own piece can attack picks that piece and shows the odds.
#[test]
fn an_enemy_that_only_one_piece_can_attack_picks_that_piece() {
    let only = |client: &dyn DynMatch| {
        let picture = client.picture(game::Viewer::Seat(client.actor().unwrap()));
        let pairs: Vec<_> = picture.picks.iter().filter(|(path, _)| path.len() == 2).collect();
        pairs.len() == 1
    };
    let mut page = found("hexlock", "memory=off", only);
    page.click(TablePress::TakeOver);
    let client = page.model.client.as_ref().unwrap();
    let path = client.picture.picks.iter().find(|(path, _)| path.len() == 2).unwrap().0.clone();
    let target = client.place_of(&path[1]).unwrap();
    let target = client.picture.scene.name_of(target).unwrap().to_owned();
    let before = moments(&page);
    page.click(pick(&target));
    assert_eq!(page.model.client.as_ref().unwrap().pointing.picked(), &path[..1], "the attacker is picked");
    assert!(page.html().contains("data-odds"), "the odds of the attack are shown");
    assert_eq!(moments(&page), before);
    page.click(pick(&target));
    assert_eq!(moments(&page), before + 1);
}

/// The headline counts turns like the move list.
#[test]
fn the_past_is_counted_as_the_list_counts() {
    let steps = |game_match: &dyn DynMatch| game_match.standing().turn.number == 3 && game_match.events() >= 4;
    let mut page = found("hex-ships", "scenario=duel", steps);
    page.click(TablePress::Show(0));
    assert_eq!(page.title(), "The beginning");
    page.click(TablePress::Show(1));
    assert!(page.title().starts_with("In turn 1 of ") && page.title().contains("after step 1 of "), "{}", page.title());
}

/// Spectators, and people at one screen after the end, read the last turn and not the last six moves in a row.
#[test]
fn spectators_read_only_the_last_turn() {
    let (mut page, mut host) = Host::seated_at("hexoust", "base=4", &["Ann", "Bo"], None);
    for _ in 0..6 {
        page.hear(&host.play_any(None));
    }
    let turns = |page: &Page| {
        let turn = |moment: &client::Moment| match moment.what {
            protocol::What::Action { turn, .. } | protocol::What::Exit { turn, .. } => turn,
        };
        let news: Vec<u32> = page.model.client.as_ref().unwrap().news().iter().map(turn).collect();
        (news.first().copied(), news.last().copied())
    };
    assert_eq!(turns(&page).0, turns(&page).1, "{}", page.story());
    let mut page = at_one_screen("hexlock");
    page.click(TablePress::TakeOver);
    while !page.model.client.as_ref().unwrap().is_over() {
        page.click(TablePress::HandOver);
        page.click(TablePress::TakeOver);
        let (_, action) = page.model.client.as_ref().unwrap().picture.picks.iter().next().unwrap().clone();
        page.click(play(&action));
    }
    assert_eq!(page.story().lines().count(), 1, "{}", page.story());
}

/// All events since the viewer's last turn are marked on the board, not only the last action.
#[test]
fn everything_since_ones_own_turn_is_marked_on_the_board() {
    let (mut page, mut host) = Host::seated_at("hex-dice", "players=4", &["Ann", "Bo", "Cy", "Di"], Some(0));
    let mut marked = 0;
    for _ in 0..60 {
        let before = host.game_match.actor().unwrap();
        page.hear(&host.play_any(Some(0)));
        let client = page.model.client.as_ref().unwrap();
        if before.0 == 3 && client.own_seat() == host.game_match.actor() {
            let done: Vec<_> = client.news().iter().filter_map(|moment| moment.what.seat()).collect();
            if done.iter().any(|seat| seat.0 == 1) && !client.earlier.marks.is_empty() {
                marked += 1;
                assert!(page.html().contains("class=\"b-earlier\"") && page.html().contains("since your last turn"));
            }
        }
    }
    assert!(marked > 2, "the others' actions were marked {marked} times");
}

#[test]
fn every_table_says_its_game_its_aim_and_its_options() {
    for game in catalog::GAMES {
        let page = against_the_computer(game.info().key, "1", "0");
        let html = page.html();
        let line = text_of(&html, "data-aim", "</p>");
        assert!(line.contains(game.info().name), "{line}");
        let aim = text_of(line, "<span>", "</span>");
        assert!(aim.len() > 10 && !aim.starts_with("Aim"), "{}: the aim is a sentence: {aim}", game.info().key);
        assert!(text_of(&html, "data-options", "</section>").contains("The usual rules"), "{}", game.info().key);
    }
    let mut page = Page::open("#/new/influence", Vec::new());
    page.set(option("echo"), "on");
    page.set(option("thresholds"), "on");
    page.set(option("board"), "compact");
    page.click(Press::Begin);
    let html = page.html();
    let options = text_of(&html, "data-options", "</section>");
    for words in ["Echo", "Thresholds", "Board: Compact"] {
        assert!(options.contains(words), "{options}");
    }
    let (watcher, _) = Host::seated_at("influence", "echo=on", &["Ann", "Bo"], None);
    assert!(text_of(&watcher.html(), "data-options", "</section>").contains("Echo"), "spectators see the options too");
}

/// A preset sets its options and resets the others. The form shows which preset is chosen.
#[test]
fn presets_come_first_and_the_rest_is_folded() {
    for game in catalog::GAMES.iter().filter(|game| !game.info().presets.is_empty()) {
        let mut page = Page::open(&format!("#/new/{}", game.info().key), Vec::new());
        for language in ["en", "de"] {
            let texts = game.texts(language);
            for preset in game.info().presets {
                for key in [format!("preset.{}", preset.key), format!("preset.{}.help", preset.key)] {
                    let said = texts.say(&game::Message { key: key.clone().into(), args: game::SortedMap::new() }, &[]);
                    assert!(!said.is_empty() && said != key, "{key} in {language}");
                }
            }
        }
        for preset in game.info().presets {
            page.set(FormField::Preset, preset.key);
            let new = page.model.visit.new_game.as_ref().unwrap();
            assert_eq!((new.preset().map(|chosen| chosen.key), &new.problem), (Some(preset.key), &None));
        }
        let html = page.html();
        let form = text_of(&html, "<form", "</form>");
        let at = |what: &str| form.find(what).unwrap_or_else(|| panic!("`{what}` is not in the form"));
        assert!(at("name=\"preset\"") < at("<details class=\"fold\""), "the rest is folded below");
        assert!(form.contains("class=\"row begin-bar\""), "the button stays in reach");
    }
}

#[test]
fn home_tells_what_goes_on_from_what_is_over_and_who_has_won() {
    let mut stored = Vec::new();
    for (id, over) in [("aa", false), ("bb", true)] {
        let game = catalog::find("hexoust").unwrap();
        let mut client = game.random_match(game.setup(["base=4"]).unwrap(), 3).unwrap();
        if !over {
            client.undo();
        }
        let page = crate::harness::resumed(&*client);
        let (_, saved) = page.stored().into_iter().find(|(key, _)| key == "sixfold.local.found").unwrap();
        let mut saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
        if over {
            let first = game::Seat::first(2).filter(|seat| client.outcome().unwrap().place(*seat) == 1);
            saved["winners"] = serde_json::to_value(first.collect::<Vec<_>>()).unwrap();
        }
        stored.push((format!("sixfold.local.{id}"), saved.to_string()));
    }
    let page = Page::open("", stored);
    let lists = |id: &str| -> Vec<String> {
        let of_match = format!("[href=#/local/{id}]");
        let lists = page.all("section").into_iter().filter(|list| !tree::find_all(list, &of_match).is_empty());
        lists.map(|list| tree::words(tree::find_all(&list, "h2")[0])).collect()
    };
    page.says("Go on playing");
    assert_eq!((lists("aa"), lists("bb")), (vec!["Go on playing".to_owned()], vec!["Finished".to_owned()]));
    assert!(page.has_words("Red won") || page.has_words("Blue won"), "{}", page.html());
}

#[test]
fn a_finished_match_of_this_device_remembers_who_has_won() {
    let mut page = at_one_screen("hexlock");
    page.click(TablePress::TakeOver);
    page.click(TablePress::AskResign);
    page.click(TablePress::Resign);
    page.tell(Event::Route("#/".to_owned()));
    let html = page.html();
    let over = text_of(&html, ">Finished</h2>", "</section>");
    assert!(over.contains("Red won") || over.contains("Blue won"), "{over}");
}

#[test]
fn rows_of_a_board_and_bases_have_names_of_their_own() {
    let page = at_one_screen("hex-dice");
    let html = page.html();
    let rows: Vec<&str> = html.split("role=\"row\" ").skip(1).map(|row| row.split('>').next().unwrap()).collect();
    assert!(rows.iter().all(|row| row.starts_with("aria-label=\"")), "{rows:?}");
    assert!(rows.iter().any(|row| row.contains("from ") && row.contains(" to ")), "{rows:?}");
    let labels = page.all("[role=gridcell]").into_iter().map(|cell| cell.get("aria-label").unwrap().to_owned());
    let bases: Vec<String> = labels.filter(|label| label.contains("base")).collect();
    assert!(bases.iter().any(|base| base.contains("base of Red")), "{bases:?}");
    assert!(bases.iter().any(|base| base.contains("base of Blue")), "{bases:?}");
    assert!(bases.iter().all(|base| base.contains("base of ")), "every base is somebody's: {bases:?}");
}

/// The buttons do not move when the players' cards grow.
#[test]
fn what_can_be_pressed_stands_above_the_players() {
    let page = against_the_computer("hex-dice", "1", "0");
    let html = page.html();
    assert!(html.find("class=\"controls row\"").unwrap() < html.find("class=\"people\"").unwrap());
}

/// An action that ends the game at once needs confirmation. Answering no changes nothing.
#[test]
fn what_can_hardly_be_meant_is_asked_about() {
    let mut page = at_one_screen("influence");
    let pass = page.model.client.as_ref().unwrap().picture.picks.iter().find(|(_, action)| action == "skip").cloned();
    let (path, _) = pass.expect("no pass is legal");
    assert_eq!(path.len(), 1);
    let index = page.model.client.as_ref().unwrap().choices().iter().position(|pick| *pick == path[0]).unwrap();
    page.click(TablePress::Choose(index));
    page.shows("dialog.ask-sure");
    assert_eq!(moments(&page), 0, "a first pass needs confirmation");
    page.click(Press::Close);
    page.lacks("dialog.ask-sure");
    assert_eq!(moments(&page), 0);
    assert!(page.model.client.as_ref().unwrap().pointing.picked().is_empty(), "nothing stays picked");
    page.click(TablePress::Choose(index));
    page.click(TablePress::PlaySure("skip".into()));
    assert_eq!(moments(&page), 1);
}

#[test]
fn pointing_at_a_piece_tells_its_figures() {
    let mut page =
        found("hex-dice", "players=2", |client| client.picture(game::Viewer::Spectator).expected.key == "expect.play");
    let client = page.model.client.as_ref().unwrap();
    let place = client.picture.scene.pieces[0].place;
    let name = client.picture.scene.name_of(place).unwrap().to_owned();
    page.tell(Event::Hover(Some(name)));
    let html = page.html();
    let about = text_of(&html, "data-about", "</p>").to_lowercase();
    for word in ["attack", "armour", "range"] {
        assert!(about.contains(word), "{about}");
    }
}

/// Somebody who corrects a number goes on typing in it.
#[test]
fn options_that_were_wrong_stay_open_when_they_are_right_again() {
    let mut page = Page::open("#/new/hex-dice", Vec::new());
    page.lacks("details.fold[open]");
    page.set(option("quiet-turns"), "");
    page.shows("details.fold[open]");
    page.shows(".begin-bar .problem");
    page.set(option("quiet-turns"), "6");
    page.shows("details.fold[open]");
    page.lacks(".begin-bar .problem");
}

/// The form's start button is also there for online matches, whatever the server answers.
#[test]
fn the_button_that_begins_is_there_for_every_opponent() {
    for game in catalog::GAMES {
        let mut page = Page::open(&format!("#/new/{}", game.info().key), Vec::new());
        page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
        for opponent in ["computer", "screen", "online"] {
            page.set(FormField::Opponent, opponent);
            assert!(page.html().contains("class=\"row begin-bar\""), "{} {opponent}", game.info().key);
        }
    }
}

/// Until the dice have landed, nothing on the page shows their result, and the board shows the attempted action.
#[test]
fn nothing_tells_the_result_while_the_dice_are_in_the_air() {
    let mut page = found("hexlock", "memory=off", |client| {
        !client.standing().keeps_secrets && client.legal().iter().any(|action| action.contains('-'))
    });
    let attack = page.model.client.as_ref().unwrap().picture.picks.iter().find(|(path, _)| path.len() == 2).unwrap();
    let action = attack.1.clone();
    page.dice_fall = true;
    page.click(play(&action));
    let (html, list) = (page.html(), |html: &str| text_of(html, "class=\"turn-list\"", "</ol>").to_owned());
    assert!(html.contains("class=\"b-throw\"") && html.contains("class=\"b-aim\""), "the attempted action is shown");
    let before = list(&html).matches("class=\"rolled\"").count();
    page.key("x");
    assert_eq!(
        list(&page.html()).matches("class=\"rolled\"").count(),
        before + 1,
        "the move list has the roll after the dice landed"
    );
}

#[test]
fn a_refusal_takes_the_button_of_another_move_along() {
    let mut page = at_one_screen("hexoust");
    page.click(pick("g7"));
    page.tap(pick("a1"));
    page.says("Play a1");
    page.tap(pick("g7"));
    assert!(page.story().contains("g7 is occupied"), "{}", page.story());
    page.does_not_say("Play a1");
}

/// The first stone of a token is drawn as a stone, wherever the pointer is.
#[test]
fn the_first_of_two_stones_is_drawn_while_the_pointer_rests_on_it() {
    let mut page = Page::open("#/new/influence", Vec::new());
    page.set(FormField::Opponent, "screen");
    page.set(option("token"), "on");
    page.click(Press::Begin);
    let client = page.model.client.as_ref().unwrap();
    let (path, _) = client.picture.picks.iter().find(|(path, _)| path.len() == 3).unwrap().clone();
    let index = client.choices().iter().position(|pick| *pick == path[0]).unwrap();
    let place = client.picture.scene.name_of(client.place_of(&path[1]).unwrap()).unwrap().to_owned();
    page.click(TablePress::Choose(index));
    page.tell(Event::Hover(Some(place.clone())));
    page.click(pick(&place));
    assert_eq!(page.html().matches("class=\"b-ghost\"").count(), 1, "the stone is drawn under the pointer");
    page.tell(Event::Hover(None));
    assert_eq!(page.html().matches("class=\"b-ghost\"").count(), 1);
}

/// The headline fits two lines of a phone in every language, so that the board does not move from turn to turn.
#[test]
fn the_sentence_above_the_board_fits_two_lines_of_a_phone() {
    const TWO_LINES: usize = 76;
    for game in catalog::GAMES {
        for (language, yours) in [("en", "Your turn: "), ("de", "Du bist dran: ")] {
            let texts = game.texts(language);
            let setup = game
                .setup(
                    game.info()
                        .presets
                        .first()
                        .map_or(Vec::new(), |preset| {
                            preset.options.iter().map(|(key, value)| format!("{key}={value}")).collect()
                        })
                        .iter()
                        .map(String::as_str),
                )
                .unwrap();
            let mut client = game.random_match(setup, 5).unwrap();
            for _ in 0..400 {
                if !client.undo() {
                    break;
                }
                let actor = client.actor().unwrap();
                let expected = client.picture(game::Viewer::Seat(actor)).expected;
                let said = texts.say(&expected, game.info().seat_names);
                let seat = format!("{}: ", texts.seat(game.info().seat_names[actor.index()]));
                let words = format!("{yours}{}", said.strip_prefix(&seat).unwrap_or(&said));
                assert!(words.chars().count() <= TWO_LINES, "{} in {language}: {words}", game.info().key);
            }
        }
    }
}

#[test]
fn credits_and_summaries_are_in_the_language_of_the_page() {
    let mut page = Page::open("", Vec::new());
    let in_english = |page: &Page| {
        let said = |about: game::About| [about.credit, about.summary];
        let all = catalog::GAMES.iter().flat_map(|game| said(game.info().about("en")));
        all.filter(|words| page.has_words(words)).count()
    };
    assert_eq!(in_english(&page), 2 * catalog::GAMES.len());
    page.set(Setting::Language, "de");
    page.says("nach Oust von Mark Steere");
    page.says("von JordanLzG");
    assert_eq!(in_english(&page), 0);
    page.tell(Event::Route("#/rules/hexlock".to_owned()));
    assert!(page.html().contains("<p class=\"small\">von JordanLzG</p>"));
}

#[test]
fn who_has_won_is_told_once() {
    let game = catalog::find("hex-dice").unwrap();
    let winner_of = |seed| {
        let client = game.random_match(game.setup(["players=2"]).unwrap(), seed).unwrap();
        client.outcome().and_then(|outcome| outcome.winner()).map(|_| client)
    };
    let mut client = (0..20).find_map(winner_of).expect("none of twenty matches was won");
    let record = client.record();
    let last = record.actions().last().unwrap().text.clone();
    assert!(client.undo());
    let mut page = crate::harness::resumed(&*client);
    page.click(TablePress::PlaySure(last.clone()));
    assert!(page.model.client.as_ref().unwrap().is_over(), "{last}: {}", page.model.announcement);
    assert_eq!(page.model.announcement.matches("has won").count(), 1, "{}", page.model.announcement);
}
