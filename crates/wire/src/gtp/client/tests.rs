use super::*;
use tabula_engine::catalogue;
use tabula_engine::foreign::Protocol;
use tabula_engine::spec::Setting;

/// An engine made of a shell script: what it does with each line; whatever it is told goes to its standard error.
fn start(id: &str, cases: &str, options: &[(&str, &str)]) -> Result<Engine, Fault> {
    let script = format!(
        "ok() {{ printf '= %s\\n\\n' \"$1\"; }}; no() {{ printf '? %s\\n\\n' \"$1\"; }}
         while read line; do case \"$line\" in {cases} quit) exit;; *) ok;; esac; done"
    );
    let command = ["sh", "-c", &script].map(String::from).to_vec();
    let setting = |(name, value): &(&str, &str)| Setting { name: (*name).into(), value: (*value).into(), column: 9 };
    let spec = ForeignSpec { protocol: Protocol::Gtp, command, options: options.iter().map(setting).collect() };
    let shelf = catalogue::find(id).map_err(|faults| Fault::new(faults.to_string()))?;
    Engine::start(&spec, &shelf, Patience { stop: Duration::from_millis(200), ..Patience::default() })
}

const POLITE: &str = "protocol_version) ok 2;; name) ok Fake;; version) ok 1;; \
                      list_commands) printf '= play\\ntime_settings\\ntime_left\\nlevel\\nset_free_handicap\\n\\n';;";

fn ask(engine: &mut Engine, start: Option<&str>, moves: &[&str], clock: &Clock) -> Result<Choice, Fault> {
    let setup = Setup { game: engine.shelf.card().id.clone(), start: start.map(Into::into) };
    let record = Record { setup, moves: moves.iter().map(ToString::to_string).collect() };
    engine.choose(&Question::new(&record, clock), &Stop::default(), &mut |_| {})
}

/// An engine that remembers what it was told, and answers with all of it when it is to move.
fn parrot() -> Engine {
    let cases = format!("{POLITE} genmove*) ok \"$all$line\"; all=;; *) all=\"$all$line, \"; ok;;");
    let mut engine = start("go9", &cases, &[]).expect("it starts");
    // What it was told at its start is of no interest.
    engine.must("genmove b").expect("it moves");
    engine
}

fn words(choice: Result<Choice, Fault>) -> String {
    let Ok(Choice::Move(text)) = choice else { panic!("{choice:?}") };
    text
}

#[test]
fn a_game_is_told_from_where_it_was_left() {
    let mut engine = parrot();
    assert_eq!(engine.card().name, "Fake 1");
    let any = Clock::default();
    assert_eq!(words(ask(&mut engine, None, &["e5", "c3"], &any)), "play b e5, play w c3, genmove b");
    // The fake's answer is no move, so the game begins anew.
    let said = words(ask(&mut engine, None, &["e5", "pass"], &any));
    assert_eq!(said, "boardsize 9, clear_board, komi 7.5, play b e5, play w pass, genmove b");
}

#[test]
fn what_goes_on_is_not_told_twice() {
    let cases = format!("{POLITE} genmove*) ok D4; n=0;; play*) n=$((n+1)); [ $n -gt 1 ] && no twice || ok;;");
    let mut engine = start("go9", &cases, &[]).unwrap();
    let any = Clock::default();
    assert_eq!(words(ask(&mut engine, None, &["e5"], &any)), "d4");
    assert_eq!(words(ask(&mut engine, None, &["e5", "d4", "c3"], &any)), "d4");
}

#[test]
fn any_start_is_set_up_by_stones() {
    let mut engine = parrot();
    let any = Clock::default();
    let said = words(ask(&mut engine, Some("9/9/9/9/3XO4/9/9/9/9 w - 0.5"), &[], &any));
    assert_eq!(said, "boardsize 9, clear_board, komi 0.5, play b d5, play w e5, genmove w");
    let said = words(ask(&mut engine, Some("9/9/6X2/9/9/9/2X6/9/9 w - 0.5"), &[], &any));
    assert_eq!(said, "boardsize 9, clear_board, komi 0.5, set_free_handicap g7 c3, genmove w");
    engine.orders.push("set_position".into());
    let said = words(ask(&mut engine, Some("9/9/9/9/3XO4/9/9/9/9 b - 0.5"), &[], &any));
    assert_eq!(said, "boardsize 9, clear_board, komi 0.5, set_position b d5 w e5, genmove b");
}

#[test]
fn the_time_is_told() {
    let mut engine = parrot();
    let left = tabula_engine::Left { time: Duration::from_millis(61_900), ..Default::default() };
    let said = words(ask(&mut engine, None, &[], &Clock { left: Some(left), ..Clock::default() }));
    assert_eq!(said, "time_settings 61 0 0, time_left b 61 0, genmove b");
    let told = |clock: Clock| times(&clock).unwrap().unwrap();
    let move_time = told(Clock::move_time(Duration::from_millis(100)));
    assert_eq!(move_time, ("time_settings 0 1 1".into(), "1 1".into()));
    let left = tabula_engine::Left { time: Duration::from_secs(300), moves: Some(40), ..Default::default() };
    let by_moves = told(Clock { left: Some(left), ..Clock::default() });
    assert_eq!(by_moves, ("time_settings 0 300 40".into(), "300 40".into()));
    assert_eq!(times(&Clock::default()), Ok(None));
    assert!(times(&Clock::depth(3)).is_err());
}

#[test]
fn options_are_orders_of_the_engine() {
    let cases = format!("{POLITE} 'level 4') l=4; ok;; level*) no 'not so';; genmove*) [ $l = 4 ] && ok pass;;");
    let mut engine = start("go9", &cases, &[("level", "4")]).unwrap();
    assert_eq!(words(ask(&mut engine, None, &[], &Clock::default())), "pass");
    let refused = start("go9", &cases, &[("level", "5")]).err().unwrap();
    assert_eq!((refused.column, refused.what.as_str()), (Some(9), "sh refused 'level 5': not so"));
    let unknown = start("go9", &cases, &[("Hash", "5")]).err().unwrap();
    assert!(unknown.what.starts_with("sh knows no order 'Hash'"), "{unknown}");
}

#[test]
fn an_engine_may_give_up() {
    let mut engine = start("go9", &format!("{POLITE} genmove*) ok resign;;"), &[]).unwrap();
    assert_eq!(ask(&mut engine, None, &[], &Clock::default()), Ok(Choice::Resign));
}

#[test]
fn what_goes_wrong_is_a_fault_and_the_next_game_has_a_new_process() {
    let refused = |cases: &str| start("go9", &format!("{POLITE} {cases}"), &[]).err().map(|fault| fault.to_string());
    let said = refused("boardsize*) no 'unacceptable size';;");
    assert_eq!(said.as_deref(), Some("sh refused 'boardsize 9': unacceptable size"));
    assert!(start("chess", POLITE, &[]).is_err_and(|fault| fault.what.contains("no words for chess")));
    let mut rude =
        start("go9", &format!("{POLITE} play*) no 'illegal move';; 'genmove b') exit;; genmove*) no no;;"), &[])
            .unwrap();
    let any = Clock::default();
    let said = |choice: Result<Choice, Fault>| choice.unwrap_err().what;
    assert_eq!(said(ask(&mut rude, None, &["e5"], &any)), "sh refused 'play b E5': illegal move");
    let setup = Setup { game: "go9".into(), start: None };
    rude.ready(&setup).unwrap();
    assert!(said(ask(&mut rude, None, &[], &any)).starts_with("sh did not say a move"));
    rude.ready(&setup).unwrap();
    assert_eq!(said(ask(&mut rude, Some("9/9/9/9/9/9/9/9/9 w - 7.5"), &[], &any)), "sh refused to move: no");
    assert!(said(ask(&mut rude, None, &[], &Clock::depth(3))).contains("is not running"));
}

#[test]
fn a_program_that_thinks_on_is_ended() {
    let mut slow = start("go9", &format!("{POLITE} genmove*) sleep 30;;"), &[]).unwrap();
    let (record, clock) =
        (Record { setup: Setup { game: "go9".into(), start: None }, moves: vec![] }, Clock::default());
    let stop = Stop::default();
    stop.raise();
    let begun = Instant::now();
    let fault = slow.choose(&Question::new(&record, &clock), &stop, &mut |_| {}).unwrap_err();
    assert_eq!(fault.what, "sh did not say a move in time");
    assert!(begun.elapsed() < Duration::from_secs(5));
}
