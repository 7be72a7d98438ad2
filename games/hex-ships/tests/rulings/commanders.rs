//! Two commanders of one side in a battle (HS-45).

use game::{
    Dice, Exit, Game, JourneyEvent, Match, MatchPlayer, PlayError, Record, Refusal, Seat, Seed, Setup, Travel, Viewer,
    legal_actions,
};
use scene::DrawJourney as _;
use sixfold_hex_ships::{Action, Campaign, HexShips, Options, WING};

use crate::common::campaign::{BLUE, RED, battle_of, set_out, set_out_by};
use crate::common::{rules, setup};

/// Three ships of Red, the last two of them under the second commander.
const SHARED: &str = "scenario=duel radius=5 rounds=4 points=999 red=sabre+needle+needle blue=bastion wing=2+3";

fn begin(text: &str, seed: u64) -> Match<HexShips> {
    Match::new(setup(text), Seed::number(seed)).unwrap()
}

/// Plays the first legal action of whoever acts until `done`.
fn play_until(played: &mut Match<HexShips>, done: impl Fn(&Match<HexShips>) -> bool) {
    while !done(played) {
        let actor = played.actor().expect("the battle goes on");
        let action = legal_actions(played.state()).pop().expect("there is an action");
        played.play(actor, &action).unwrap();
    }
}

#[test]
fn hs_45_each_commander_acts_with_their_own_ships_in_the_order_of_initiative() {
    let mut played = begin(SHARED, 3);
    assert_eq!(played.state().seats(), 3);
    let mut acted = [0; 3];
    while let Some(actor) = played.actor() {
        let (battle, action) = (&played.state().battle, *legal_actions(played.state()).first().unwrap());
        let ship = match action {
            Action::Place { ship, .. } => ship,
            _ => battle.acting().unwrap(),
        };
        assert_eq!(battle.commander_of(ship), actor, "{battle:?}");
        assert_eq!([RED, WING, WING, BLUE][usize::from(ship)], actor);
        let other = [RED, BLUE, WING].into_iter().find(|seat| *seat != actor).unwrap();
        assert_eq!(played.check(other, &action), Err(Refusal::NotYourTurn { actor }));
        acted[actor.index()] += 1;
        played.play(actor, &action).unwrap();
    }
    assert!(acted.iter().all(|count| *count > 0), "{acted:?}");
}

#[test]
fn hs_45_a_commander_does_not_place_the_ships_of_the_other_one() {
    let mut played = begin(SHARED, 3);
    play_until(&mut played, |played| played.actor() == Some(WING));
    let hex = legal_actions(played.state()).iter().find_map(|action| match action {
        Action::Place { hex, .. } => Some(*hex),
        _ => None,
    });
    let refused = played.check(WING, &Action::Place { ship: 0, hex: hex.unwrap() });
    assert!(matches!(refused, Err(Refusal::Illegal(why)) if why.key == "not-your-ship"));
    // With two ships against one, the second commander begins for Red; then the first one has a turn, as the tie says.
    let order: Vec<Seat> = placed_by(SHARED, 3).into_iter().filter(|seat| *seat != BLUE).collect();
    assert_eq!(order, [WING, RED, WING]);
}

fn placed_by(text: &str, seed: u64) -> Vec<Seat> {
    let mut played = begin(text, seed);
    play_until(&mut played, |played| played.state().battle.round() > 0);
    let actions = played.log().iter().filter_map(|event| event.action());
    actions.filter(|(_, action)| matches!(action, Action::Place { .. })).map(|(seat, _)| seat).collect()
}

#[test]
fn hs_45_commanders_of_one_side_are_friends_and_win_or_lose_together() {
    let played = begin(SHARED, 3);
    let battle = &played.state().battle;
    assert!(battle.ships()[..3].iter().all(|ship| ship.seat == RED), "they are of one side");
    let mut lost = begin(SHARED, 3);
    lost.exit(Exit::Resigned(BLUE)).unwrap();
    let outcome = lost.outcome().unwrap();
    assert_eq!([RED, BLUE, WING].map(|seat| outcome.place(seat)), [1, 3, 1]);
    assert_eq!(lost.record().result.as_deref(), Some("red 1, blue 3, wing 1"));
}

#[test]
fn hs_45_the_ships_of_a_commander_who_leaves_go_to_the_other_one() {
    let mut played = begin(SHARED, 3);
    play_until(&mut played, |played| played.state().battle.round() == 1 && played.actor() == Some(WING));
    let acting = played.state().battle.acting();
    let before = played.state().turn().number;
    played.exit(Exit::Resigned(WING)).unwrap();
    assert_eq!((played.actor(), played.state().battle.acting()), (Some(RED), acting), "the ship goes on where it was");
    assert_eq!(played.state().turn().number, before + 1, "in a turn of its new commander");
    assert!(!played.state().has_part(WING));
    assert!(matches!(played.exit(Exit::Resigned(WING)), Err(Refusal::OutOfTheGame)));
    let events = played.log().len();
    play_until(&mut played, |played| played.log().len() == events + 5);
    let text = played.record().to_string();
    let again = game::replay::<HexShips>(&text.parse::<Record>().unwrap()).unwrap();
    assert!(again.state() == played.state(), "the record says it all");
    played.exit(Exit::Resigned(RED)).unwrap();
    let outcome = played.outcome().unwrap();
    assert_eq!([RED, BLUE, WING].map(|seat| outcome.place(seat)), [2, 1, 2], "the side loses as a whole");
}

#[test]
fn hs_45_the_last_commander_who_stays_wins_for_the_one_who_left() {
    let mut played = begin(SHARED, 3);
    played.exit(Exit::Dropped(RED)).unwrap();
    assert!(played.state().battle.ships()[..3].iter().all(|ship| ship.commander == WING));
    played.exit(Exit::Resigned(BLUE)).unwrap();
    let outcome = played.outcome().unwrap();
    assert_eq!([RED, BLUE, WING].map(|seat| outcome.place(seat)), [1, 3, 1]);
}

#[test]
fn hs_45_a_wing_is_a_list_of_numbers() {
    let read = |wing: &str| Options::of(&setup(&format!("{} wing={wing}", "points=999 red=sabre+needle")), rules());
    for wrong in ["0", "2+1", "2+2", "11", "x", "1+", "+1", "01", "1,2"] {
        let why = read(wrong).unwrap_err().to_string();
        assert!(why.contains("numbers from 1 to 10"), "{wrong}: {why}");
    }
    assert_eq!(read("1+2").unwrap().wing, 3);
    assert_eq!(read("none").unwrap().wing, 0);
    // Fleets are picked after the option, so a number without a ship means nothing. Nobody waits for that seat.
    let played = begin("scenario=duel points=999 red=sabre blue=needle wing=2", 1);
    assert!(played.state().seats() == 3 && !played.state().has_part(WING));
}

#[test]
fn hs_45_everybody_sees_the_battle_with_its_commanders() {
    let mut played = begin(SHARED, 3);
    play_until(&mut played, |played| played.state().battle.round() == 1);
    let view = played.view(Viewer::Seat(WING));
    let imagined = HexShips::imagine(&view, &mut game::Random::new(1));
    assert!(imagined == *played.state());
    let text = played.state().write_position();
    assert_eq!(text.lines().filter(|line| line.ends_with(" wing")).count(), 2, "{text}");
    let read = HexShips::read_position(&text, &setup(SHARED), rules()).unwrap();
    assert_eq!(read.write_position(), text);
}

/// Both say that the battle may begin.
fn start(travel: &mut Travel<Campaign>) {
    travel.play_text(RED, "start").unwrap();
    travel.play_text(BLUE, "start").unwrap();
}

#[test]
fn hs_45_the_battle_of_a_campaign_has_a_seat_for_each_commander_who_sends_ships() {
    let mut travel = set_out("campaign=frontier players=2");
    start(&mut travel);
    let next = travel.next_match().unwrap();
    assert_eq!(next.setup.get("wing"), "2+4");
    let people = |players: &[MatchPlayer]| -> Vec<Option<Seat>> {
        let traveller = |player: &MatchPlayer| match player {
            MatchPlayer::Traveller(seat) => Some(*seat),
            MatchPlayer::Computer(_) => None,
        };
        players.iter().map(traveller).collect()
    };
    assert_eq!(people(&next.players), [Some(RED), None, Some(BLUE)]);
    assert_eq!(battle_of(&travel).state().seats(), 3);
    // Whoever sends nobody has no seat in the battle, and the other one commands Red.
    let mut travel = set_out("campaign=frontier players=2");
    for ship in ["keep:s1", "keep:s3"] {
        travel.play_text(RED, ship).unwrap();
    }
    start(&mut travel);
    let next = travel.next_match().unwrap();
    assert_eq!((next.setup.get("wing"), people(&next.players)), ("none", vec![Some(BLUE), None]));
}

#[test]
fn hs_45_a_campaign_of_two_is_won_and_lost_together_and_its_record_verifies() {
    let mut travel = set_out("campaign=frontier players=2");
    start(&mut travel);
    let mut battle = battle_of(&travel);
    battle.exit(Exit::Resigned(WING)).unwrap();
    battle.exit(Exit::Resigned(RED)).unwrap();
    travel.take(&battle.record()).unwrap();
    assert_eq!(travel.state().chapters()[0].fortune.word(), "lost");
    if travel.next_match().is_none()
        && travel.state().stage() != &sixfold_hex_ships::Stage::Over(game::JourneyEnd::Lost)
    {
        let mut mission = Vec::new();
        if let sixfold_hex_ships::Stage::Headquarters { open, chosen: None, .. } = travel.state().stage() {
            mission.push(format!("go:{}", travel.state().mission(open[0]).key));
        }
        for step in mission {
            travel.play_text(BLUE, &step).unwrap();
        }
        start(&mut travel);
        let mut battle = battle_of(&travel);
        battle.exit(Exit::Resigned(BLUE)).unwrap();
        travel.take(&battle.record()).unwrap();
        assert_eq!(travel.state().chapters()[1].fortune.word(), "won");
    }
    let text = travel.text(None);
    let read = Travel::<Campaign>::read(&text, travel.rules()).unwrap_or_else(|error| panic!("{error}"));
    assert!(read.travel.state() == travel.state());
    assert!(matches!(read.travel.log().last(), Some(JourneyEvent::Match { .. })));
}

#[test]
fn hs_45_whoever_has_handed_over_gets_no_new_ships_and_decides_nothing() {
    let reward = "reward = { ships = [\"dagger\"] }\nwin = [\"frontier-convoy\"";
    let changed = ("campaign-frontier.toml", "reward = { experience = 1 }\nwin = [\"frontier-convoy\"", reward);
    let mut travel = set_out_by(&[changed], "campaign=frontier players=2");
    travel.play_text(RED, "hand-over").unwrap();
    for step in ["start", "give-up", "hand-over", "keep:s1"] {
        let refused = travel.play_text(RED, step);
        assert!(
            matches!(&refused, Err(PlayError::Refused(Refusal::Illegal(why))) if why.key == "campaign.handed-over"),
            "{step}: {refused:?}"
        );
    }
    let refused = travel.play_text(BLUE, "hand-over");
    assert!(matches!(&refused, Err(PlayError::Refused(Refusal::Illegal(why))) if why.key == "campaign.alone"));
    travel.play_text(BLUE, "start").unwrap();
    let mut battle = battle_of(&travel);
    assert_eq!(battle.state().seats(), 2);
    battle.exit(Exit::Resigned(BLUE)).unwrap();
    travel.take(&battle.record()).unwrap();
    assert_eq!(travel.state().vessels().len(), 5, "the reward has joined");
    assert!(travel.state().vessels().iter().all(|vessel| vessel.owner == BLUE), "rewards are for the one who stays");
    assert!(travel.state().captains().iter().all(|captain| captain.owner == BLUE));
}

#[test]
fn hs_45_one_asks_to_go_on_alone_and_the_other_agrees_or_not() {
    let refused = |travel: &Travel<Campaign>, seat, step: &str| match travel.clone().play_text(seat, step) {
        Err(PlayError::Refused(Refusal::Illegal(why))) => why.key.to_string(),
        other => panic!("{step}: {other:?}"),
    };
    let mut travel = set_out("campaign=frontier players=2");
    assert_eq!(refused(&travel, RED, "stay-together"), "campaign.nobody-asks");
    travel.play_text(BLUE, "start").unwrap();
    travel.play_text(RED, "ask-alone").unwrap();
    assert!(travel.state().is_ready(BLUE), "a question changes nothing about the battle");
    assert_eq!(refused(&travel, RED, "ask-alone"), "campaign.asked-already");
    assert!(travel.state().headquarters(RED, "en").question.is_none());
    let question = travel.state().headquarters(BLUE, "en").question.unwrap();
    assert_eq!(
        question.answers.iter().map(|answer| answer.step.as_str()).collect::<Vec<_>>(),
        ["hand-over", "stay-together"]
    );
    travel.play_text(BLUE, "stay-together").unwrap();
    assert!(travel.state().headquarters(BLUE, "en").question.is_none());
    travel.play_text(RED, "ask-alone").unwrap();
    travel.play_text(BLUE, "hand-over").unwrap();
    assert!(travel.state().vessels().iter().all(|vessel| vessel.owner == RED));
    let shown = travel.state().headquarters(RED, "en").travellers;
    assert_eq!(shown[1].says.as_ref().map(|says| &*says.key), Some("campaign.traveller.left"));
    assert!(shown[0].says.is_none() && shown[0].without.is_none());
    assert_eq!(refused(&travel, RED, "ask-alone"), "campaign.alone");
    let read = Travel::<Campaign>::read(&travel.text(None), travel.rules()).unwrap_or_else(|error| panic!("{error}"));
    assert!(read.travel.state() == travel.state());
}

#[test]
fn hs_45_who_is_ready_can_take_it_back() {
    let mut travel = set_out("campaign=frontier players=2");
    travel.play_text(RED, "start").unwrap();
    let shown = travel.state().headquarters(RED, "en");
    assert_eq!(shown.travellers[0].says.as_ref().map(|says| &*says.key), Some("campaign.traveller.ready"));
    assert_eq!(shown.start.map(|start| (start.step, start.refused)), Some(("wait".to_owned(), None)));
    travel.play_text(RED, "wait").unwrap();
    travel.play_text(BLUE, "start").unwrap();
    assert!(travel.next_match().is_none(), "the first one is not ready any more");
    assert!(travel.play_text(RED, "wait").is_err());
    travel.play_text(RED, "start").unwrap();
    assert!(travel.next_match().is_some());
}

#[test]
fn hs_45_two_commanders_give_a_campaign_up_together() {
    let mut travel = set_out("campaign=frontier players=2");
    travel.play_text(RED, "give-up").unwrap();
    assert!(travel.state().gives_up(RED) && game::Journey::end(travel.state()).is_none());
    let again = travel.play_text(RED, "give-up");
    assert!(matches!(again, Err(PlayError::Refused(Refusal::Illegal(why))) if why.key == "campaign.gives-up-already"));
    travel.play_text(BLUE, "keep:s2").unwrap();
    assert!(!travel.state().gives_up(RED), "the other one goes on");
    start(&mut travel);
    travel.play_text(BLUE, "give-up").unwrap();
    assert!(travel.next_match().is_some(), "the battle goes on");
    travel.play_text(RED, "give-up").unwrap();
    assert_eq!(game::Journey::end(travel.state()), Some(game::JourneyEnd::GivenUp));
}

#[test]
fn hs_45_battles_without_a_second_commander_are_as_before() {
    let setup = Setup::parse(HexShips::INFO.options, ["scenario=duel"]).unwrap();
    let state = HexShips::start(&setup, &mut Dice::seeded(&Seed::number(1))).unwrap();
    assert_eq!(state.seats(), 2);
    let view = serde_json::to_string(&state.view(Viewer::Spectator)).unwrap();
    assert!(!view.contains("wing"), "{view}");
}
