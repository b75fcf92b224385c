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

/// An engine that knows these orders besides, and what it does with them.
fn judge(orders: &str, cases: &str) -> Engine {
    let list = format!("list_commands) printf '= play\\nname\\n{}\\n\\n';;", orders.replace(' ', "\\n"));
    let cases = format!("protocol_version) ok 2;; name) ok Fake;; version) ok 1;; {list} {cases}");
    start("go9", &cases, &[]).expect("it starts")
}

fn analyse(engine: &mut Engine, moves: &[&str], visits: u64) -> Result<Option<crate::gtp::analysis::Analysis>, Fault> {
    let setup = Setup { game: "go9".into(), start: None };
    let record = Record { setup, moves: moves.iter().map(ToString::to_string).collect() };
    let way = engine.way(visits > 0)?;
    engine.analyse(&record, way, &Search { visits, time: Duration::from_millis(1500) }, &Stop::default())
}

/// What a network says on nine lines: everything for e5, and nothing is anybody's.
fn raw_net() -> String {
    let row = "0.0 ".repeat(9);
    let other = format!("{row}\\n").repeat(4);
    let policy = format!("{other}0.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 NAN\\n{other}");
    let owners = format!("{row}\\n").repeat(9);
    let values = "= symmetry 0\\nwhiteWin 0.25\\nwhiteLoss 0.75\\nwhiteLead -3.5\\n";
    format!("printf '{values}policy\\n{policy}policyPass 0.0\\nwhiteOwnership\\n{owners}\\n'")
}

#[test]
fn the_best_order_for_an_analysis_is_chosen_and_who_knows_none_is_refused() {
    use crate::gtp::analysis::Way;
    let engine = judge("kata-raw-nn lz-analyze kata-analyze", "");
    assert_eq!((engine.way(false), engine.way(true)), (Ok(Way::RawNet), Ok(Way::Kata)));
    assert_eq!(judge("lz-analyze genmove", "").way(false), Ok(Way::Leela));
    let said = judge("genmove", "").way(false).unwrap_err().what;
    let wanted = "Fake 1 does not analyse positions: it knows none of the orders kata-raw-nn, kata-analyze, lz-analyze";
    assert_eq!(said, wanted);
    let said = judge("kata-raw-nn", "").way(true).unwrap_err().what;
    assert!(said.ends_with("by a search: it knows none of the orders kata-analyze, lz-analyze"), "{said}");
}

#[test]
fn a_network_is_asked_about_the_position_at_hand() {
    let asked = format!("'kata-raw-nn 0') [ \"$all\" = 'play b D4,' ] && {};;", raw_net());
    let mut engine = judge("kata-raw-nn", &format!("{asked} play*) all=\"$all$line,\"; ok;;"));
    let told = analyse(&mut engine, &["d4"], 0).unwrap().unwrap();
    assert_eq!((told.chance, told.lead), (0.25, Some(-3.5)));
    let sure: Vec<_> = told.moves.iter().filter(|(_, share)| *share > 0.0).collect();
    assert_eq!((sure, told.moves.len()), (vec![&("e5".to_string(), 1.0)], 81));
}

#[test]
fn a_search_is_ended_when_it_has_visited_enough() {
    let line = |visits: u32| format!("info move C3 visits {visits} winrate 0.5 scoreLead 1.5 prior 0.5 order 0 pv C3");
    let owners = format!(" ownership {}", "0.5 ".repeat(81));
    let cases = format!(
        "'kata-analyze b 2 maxmoves 82 ownership true') printf '=\\nchatter\\n{}{owners}\\n{}{owners}\\n'; \
         read next; [ \"$next\" = name ] && printf '\\n= Fake\\n\\n';;",
        line(5),
        line(50)
    );
    let mut engine = judge("kata-analyze", &cases);
    let told = analyse(&mut engine, &[], 20).unwrap().unwrap();
    assert_eq!((told.visits, told.lead, told.owners), (50, Some(1.5), Some(vec![0.5; 81])));
    // The conversation goes on, and one that never gets so far has said what it could when its time is up.
    let told = analyse(&mut engine, &[], 1000).unwrap().unwrap();
    assert_eq!(told.visits, 50);
}

#[test]
fn a_search_of_leela_zero_is_asked_in_its_own_words() {
    let line = "info move D4 visits 9 winrate 4802 prior 1000 order 0 pv D4";
    let cases = &format!("'lz-analyze w 2') printf '=\\n{line}\\n'; read next; printf '\\n= Fake\\n\\n';;");
    let told = analyse(&mut judge("lz-analyze", cases), &["e5"], 1).unwrap().unwrap();
    assert_eq!((told.chance, told.lead, told.owners), (0.4802, None, None));
}

#[test]
fn an_analysis_that_is_none_is_a_fault_that_quotes_it() {
    let said = |order: &str, cases: &str, visits| analyse(&mut judge(order, cases), &[], visits).unwrap_err().what;
    let garbage = said("kata-raw-nn", "kata-raw-nn*) ok 'whiteWin perhaps';;", 0);
    let why = "'perhaps' behind 'whiteWin' is no number";
    assert_eq!(garbage, format!("sh said what is no answer to 'kata-raw-nn' ({why}): 'whiteWin perhaps'"));
    assert_eq!(said("kata-raw-nn", "kata-raw-nn*) no 'not now';;", 0), "sh refused 'kata-raw-nn 0': not now");
    let ended = said("kata-raw-nn", "kata-raw-nn*) exit 3;;", 0);
    assert!(ended.starts_with("sh did not say an answer to 'kata-raw-nn': it ended"), "{ended}");
    let garbage = said("kata-analyze", "kata-analyze*) printf '=\\ninfo move Z9 visits 3\\n';;", 1);
    assert!(garbage.contains("('Z9' is no point of the board)"), "{garbage}");
    assert!(said("lz-analyze", "lz-analyze*) no 'not now';;", 1).ends_with("refused 'lz-analyze b 2': not now"));
    let ended = said("lz-analyze", "lz-analyze*) printf '=\\n'; exit;;", 1);
    assert!(ended.starts_with("sh did not say an answer to 'lz-analyze': it ended"), "{ended}");
    let silent = said("lz-analyze", "lz-analyze*) printf '=\\n';;", 1);
    assert_eq!(silent, "sh did not say an answer to 'lz-analyze' in time");
}

#[test]
fn an_engine_that_ended_is_started_again_for_the_next_question() {
    let mut engine = judge("kata-raw-nn", &format!("kata-raw-nn*) {}; exit;;", raw_net()));
    for _ in 0..2 {
        assert!(analyse(&mut engine, &["e5"], 0).is_ok());
        engine.program.end();
    }
}
