use super::*;
use crate::config::Config;
use crate::{games, seats};
use std::thread::sleep;

fn sitting(game: &str, ask: PlayerAsk) -> Sitting {
    let shelf = games::find(game).unwrap();
    Sitting { chosen: seats::choose(&Config::local("x".into()), &*shelf, &ask).unwrap(), ask }
}

fn human() -> PlayerAsk {
    PlayerAsk::Human { name: None }
}

fn state(game: &str, start: Option<&str>, players: [PlayerAsk; 2], clock: Option<Control>) -> State {
    let shelf = games::find(game).unwrap();
    let table = games::set_up(&Config::local("x".into()).limits, &*shelf, start.map(str::to_owned), &[]).unwrap();
    State::new(table, players.map(|ask| sitting(game, ask)), clock, 7).unwrap()
}

fn moves(state: &mut State, all: &[&str]) {
    for code in all {
        state.act(&What::Move { r#move: (*code).into() }).unwrap_or_else(|problem| panic!("{code}: {}", problem.error));
    }
}

#[test]
fn two_people_play_to_the_end_and_may_take_it_back() {
    let mut game = state("chess", None, [human(), human()], None);
    moves(&mut game, &["f3", "e5", "g4", "Qh4#"]);
    let play = game.play("id", "now");
    assert_eq!(play.outcome.map(|outcome| (outcome.winner, outcome.cause)), Some((Some(1), "mate".into())));
    assert!(play.look.deeds.is_empty() && game.act(&What::Move { r#move: "a3".into() }).is_err());
    game.act(&What::Back).unwrap();
    assert!(!game.is_over());
    assert_eq!(game.play("id", "now").look.mover, Some(1));
}

#[test]
fn an_engine_is_taken_back_with_the_move_that_it_answered() {
    let mut game = state("chess", None, [human(), PlayerAsk::Level { level: 1 }], None);
    moves(&mut game, &["e4"]);
    assert_eq!(game.engine_to_move(), Some(Side::Second));
    let refused = game.act(&What::Move { r#move: "e5".into() }).unwrap_err();
    assert_eq!((refused.status, refused.error.as_str()), (409, "it is not your turn"));
    game.engine_plays(Side::Second, "e7e5").unwrap();
    moves(&mut game, &["d4"]);
    game.act(&What::Back).unwrap();
    assert_eq!(game.table.played().len(), 2, "the engine was thinking: one move is enough");
    game.act(&What::Back).unwrap();
    assert_eq!(game.table.played().len(), 0);
    assert_eq!(game.act(&What::Back).unwrap_err().status, 409);
}

#[test]
fn seats_are_swapped_with_who_sits_there() {
    let mut game = state("chess", None, [human(), PlayerAsk::Random], None);
    game.act(&What::Swap).unwrap();
    assert_eq!(game.engine_to_move(), Some(Side::First));
    assert_eq!(game.names(), ["random", ""]);
}

#[test]
fn a_draw_is_offered_accepted_and_declined() {
    let mut game = state("chess", None, [human(), human()], None);
    assert_eq!(game.act(&What::Accept).unwrap_err().error, "nobody offers a draw");
    game.act(&What::Offer).unwrap();
    game.act(&What::Decline).unwrap();
    game.act(&What::Offer).unwrap();
    // Whoever moves instead of answering declines.
    moves(&mut game, &["e4"]);
    assert_eq!(game.play("id", "now").offer, Some(0));
    moves(&mut game, &["e5"]);
    assert_eq!(game.play("id", "now").offer, None);
    game.act(&What::Offer).unwrap();
    game.act(&What::Accept).unwrap();
    assert_eq!(game.result(), "1/2-1/2");
}

#[test]
fn an_engine_takes_a_draw_only_late_and_only_if_it_is_not_better() {
    let mut game = state("chess", None, [human(), PlayerAsk::Level { level: 5 }], None);
    game.opinion = Some(Score::estimate(-300));
    game.act(&What::Offer).unwrap();
    assert!(!game.is_over() && game.note.as_deref() == Some("the opponent declines the draw"));
}

#[test]
fn two_people_have_to_say_who_resigns() {
    let mut game = state("chess", None, [human(), human()], None);
    assert_eq!(game.act(&What::Resign { side: None }).unwrap_err().place.as_deref(), Some("side"));
    game.act(&What::Resign { side: Some(1) }).unwrap();
    assert_eq!(game.result(), "1-0");
    assert_eq!(game.act(&What::Resign { side: Some(0) }).unwrap_err().error, "the game is over");
}

#[test]
fn clocks_start_after_the_first_move_and_end_the_game() {
    let control = Some(Control { base: 60, inc: 10 });
    let mut game = state("chess", None, [human(), human()], control);
    sleep(Duration::from_millis(30));
    assert_eq!(game.play("id", "now").left, Some([60, 60]));
    moves(&mut game, &["e4"]);
    assert!(!game.flag());
    sleep(Duration::from_millis(80));
    assert!(game.flag());
    let outcome = game.play("id", "now").outcome.unwrap();
    assert_eq!((outcome.winner, outcome.cause.as_str(), game.play("id", "now").left), (Some(0), "time", Some([60, 0])));
    assert!(
        State::new(
            game.table.copy(),
            [sitting("chess", human()), sitting("chess", human())],
            Some(Control { base: 0, inc: 0 }),
            1
        )
        .is_err()
    );
}

#[test]
fn a_move_adds_the_increment_to_its_own_clock() {
    let mut game = state("chess", None, [human(), human()], Some(Control { base: 60_000, inc: 5_000 }));
    moves(&mut game, &["e4", "e5"]);
    let [first, second] = game.play("id", "now").left.unwrap();
    assert!(first <= 60_000 && (64_000..=65_000).contains(&second), "{first} {second}");
}

#[test]
fn after_two_passes_people_agree_on_the_dead_stones() {
    // Black holds the left, White the right; one white stone is caught on the left.
    let mut game = state("go9", None, [human(), human()], None);
    for row in 1..=9 {
        moves(&mut game, &[&format!("d{row}"), &format!("f{row}")]);
    }
    moves(&mut game, &["pass", "b5", "pass", "pass"]);
    let counting = game.play("id", "now").counting.unwrap();
    assert_eq!((counting.dead.len(), counting.agreed, counting.owner.len()), (1, [false; 2], 81));
    assert_eq!(counting.outcome.winner, Some(1), "four columns each: the komi decides");
    let on = counting.dead[0];
    game.act(&What::Dead { on }).unwrap();
    assert!(game.play("id", "now").counting.unwrap().dead.is_empty());
    assert!(game.act(&What::Dead { on: 0 }).is_err() && game.act(&What::Dead { on: 9_999 }).is_err());
    game.act(&What::Agree { side: Some(0) }).unwrap();
    game.act(&What::Dead { on }).unwrap();
    assert_eq!(game.play("id", "now").counting.unwrap().agreed, [false; 2], "who agreed agreed to something else");
    game.act(&What::Agree { side: Some(0) }).unwrap();
    game.act(&What::Agree { side: Some(1) }).unwrap();
    let outcome = game.play("id", "now").outcome.unwrap();
    assert_eq!((outcome.winner, outcome.cause.as_str(), outcome.margin), (Some(1), "count", Some(7.5)));
}

#[test]
fn who_does_not_agree_plays_on() {
    let mut game = state("go9", None, [human(), human()], None);
    moves(&mut game, &["e5", "pass", "pass"]);
    assert_eq!(game.act(&What::Move { r#move: "c3".into() }).unwrap_err().status, 409);
    game.act(&What::Resume).unwrap();
    assert_eq!((game.play("id", "now").look.mover, game.table.played().len()), (Some(1), 1));
}

#[test]
fn the_die_rolls_by_itself() {
    let mut game = state("behemoth", None, [human(), human()], None);
    moves(&mut game, &["e4"]);
    let played = game.play("id", "now").look.played;
    assert_eq!((played.len(), played[1].by), (2, None));
    assert!(played[1].path.len() >= 2);
    game.act(&What::Back).unwrap();
    assert!(game.table.played().is_empty());
}

#[test]
fn a_game_comes_back_from_what_was_kept() {
    let mut game = state("go9", None, [human(), human()], Some(Control { base: 9_000, inc: 0 }));
    moves(&mut game, &["e5", "pass", "pass"]);
    let text = serde_json::to_string(&game.kept()).unwrap();
    let kept: Kept = serde_json::from_str(&text).unwrap();
    let shelf = games::find("go9").unwrap();
    let table = games::set_up(&Config::local("x".into()).limits, &*shelf, kept.start.clone(), &kept.moves).unwrap();
    let again = State::again(table, [sitting("go9", human()), sitting("go9", human())], &kept, 1);
    assert_eq!(again.play("id", "now"), game.play("id", "now"));
}
