//! A player of this house: a search and an evaluator on one game.
//!
//! It keeps its own [`Line`] and brings it up to date with whatever record it is asked about, so that a
//! take-back, a new game and a jump in an analysis are all the same to it.

use crate::clock::{Budget, Timekeeper, watched};
use crate::desk::read_move;
use crate::kit::Kit;
use crate::near::unknown;
use crate::settings::{Knob, Settings};
use crate::{Choice, Clock, Info, Player, PlayerCard, Question, Record, Setup};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Game, Job, Line, Mover, Notation, Report, Search, Show, Stop, Tactics};
use tabula_search::Method;

/// A search at the board.
///
/// The search is boxed: it is called once per move, and its nodes inside are all monomorphised.
pub(crate) struct Searcher<G: Game> {
    kit: Arc<Kit<G>>,
    card: PlayerCard,
    settings: Settings,
    search: Box<dyn Search<G>>,
    line: Line<G>,
    /// What `line` holds, as text.
    known: Record,
}

impl<G: Tactics + Notation + Show> Searcher<G> {
    /// The best search of the house with the first evaluator of the game.
    pub(crate) fn tabula(kit: Arc<Kit<G>>) -> Result<Self, Fault> {
        let settings = Settings::best(kit.first_judge()?);
        Self::new(kit, "tabula", settings, &Knob::ALL)
    }

    /// Any legal move.
    pub(crate) fn random(kit: Arc<Kit<G>>) -> Result<Self, Fault> {
        let settings = Settings { method: Method::Random, ..Settings::best(kit.first_judge()?) };
        Self::new(kit, "random", settings, &[Knob::Seed])
    }

    fn new(kit: Arc<Kit<G>>, name: &str, settings: Settings, options: &[Knob]) -> Result<Self, Fault> {
        let judges: Vec<_> = kit.judges().map(|card| card.name).collect();
        let options = options.iter().map(|option| option.card(&settings, &judges)).collect();
        let card = PlayerCard { name: name.into(), author: "the Tabula authors".into(), options };
        Ok(Self {
            search: kit.search(&settings)?,
            line: Line::new(&*kit.game),
            known: Record::default(),
            kit,
            card,
            settings,
        })
    }

    /// Makes `line` the game of `record`, keeping what both have in common.
    fn follow(&mut self, record: &Record) -> Result<(), Fault> {
        let game = &*self.kit.game;
        if self.known.setup != record.setup {
            self.line = match &record.setup.start {
                Some(text) => {
                    let start = game.read_position(text).map_err(|faults| Fault::new(faults.to_string()))?;
                    Line::from(game, start)
                }
                None => Line::new(game),
            };
            self.known = Record { setup: record.setup.clone(), moves: Vec::new() };
        }
        let common = self.known.moves.iter().zip(&record.moves).take_while(|(a, b)| a == b).count();
        while self.known.moves.len() > common {
            self.known.moves.pop();
            self.line.back();
        }
        for text in &record.moves[common..] {
            let m = read_move(game, self.line.now(), text)
                .map_err(|fault| Fault::new(format!("move {} of the record: {fault}", self.line.plies() + 1)))?;
            self.line.play(game, m);
            self.known.moves.push(text.clone());
        }
        Ok(())
    }

    /// The moves to which a question is confined.
    fn read_only(&self, only: &[String]) -> Result<Vec<G::Move>, Fault> {
        only.iter().map(|text| read_move(&*self.kit.game, self.line.now(), text)).collect()
    }

    /// What this move may cost. The time for a game is not spent on a move that is forced.
    fn budget(&self, clock: &Clock, choices: u64) -> Budget {
        let budget = Budget::new(clock, self.settings.kept_in_hand());
        let forced = choices <= 1 && budget.soft.is_some();
        Budget { soft: if forced { Some(Duration::ZERO) } else { budget.soft }, ..budget }
    }
}

/// A line of moves as programs exchange them.
fn write_line<G: Notation>(game: &G, from: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut at = from.clone();
    moves
        .iter()
        .map(|&m| {
            let text = game.write_move(&at, m);
            game.play(&mut at, m, &mut ());
            text
        })
        .collect()
}

impl<G: Tactics + Notation + Show> Player for Searcher<G> {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        let names: Vec<_> = self.card.options.iter().map(|card| card.name.as_str()).collect();
        let knob = Knob::ALL
            .into_iter()
            .find(|knob| knob.name() == option && names.contains(&option))
            .ok_or_else(|| Fault::new(unknown(&format!("setting of {}", self.card.name), option, &names)))?;
        let mut wanted = self.settings.clone();
        knob.apply(value, &mut wanted)?;
        // What the search remembers is kept where it stays the same search.
        if !wanted.same_search(&self.settings) {
            self.search = self.kit.search(&wanted)?;
        }
        self.settings = wanted;
        Ok(())
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.search.forget();
        self.search.prepare(&*self.kit.game);
        self.follow(&Record { setup: setup.clone(), moves: Vec::new() })
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        self.follow(question.record)?;
        let (game, line) = (&*self.kit.game, &self.line);
        if game.mover(line.now()) == Mover::Chance {
            return Err(Fault::new("it is the die's turn, nobody can choose"));
        }
        let begun = Instant::now();
        let only = self.read_only(question.only)?;
        let clock = question.clock.and(&self.settings.clock);
        let choices = if only.is_empty() { game.count(line.now()) } else { only.len() as u64 };
        let pace = Timekeeper::new(begun, self.budget(&clock, choices), question.ponder);
        let mut told = false;
        let mut hear = |report: &Report<G>| {
            tell(&Info {
                depth: report.depth,
                reach: report.reach,
                rank: report.rank,
                score: report.score,
                bound: report.bound,
                nodes: report.nodes,
                hits: report.hits,
                full: report.full,
                time: begun.elapsed(),
                line: write_line(game, line.now(), &report.line),
            });
        };
        let search = &mut self.search;
        let verdict = watched(&pace, stop, question.ponder, |stop| {
            let job = Job {
                only: &only,
                limits: clock.limits,
                pace: &pace,
                seed: self.settings.seed,
                lines: self.settings.lines,
                ..Job::new(game, line, stop)
            };
            search.think(&job, &mut |report| {
                told = true;
                hear(report);
            })
        });
        if !told {
            hear(&verdict.report);
        }
        match verdict.best {
            Some(m) => Ok(Choice::Move(game.write_move(line.now(), m))),
            None => Err(Fault::new("the game is over, there is nothing to choose")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::{Left, Table};

    fn player(spec: &str) -> Box<dyn Player> {
        catalogue::find("tictactoe").unwrap().player(&spec.parse().unwrap()).unwrap()
    }

    fn table(moves: &[&str]) -> Box<dyn Table> {
        let setup = Setup { game: "tictactoe".into(), start: None };
        let mut table = catalogue::find("tictactoe").unwrap().table(&setup).unwrap();
        for text in moves {
            table.play(text).unwrap();
        }
        table
    }

    fn choose(player: &mut dyn Player, record: &Record, clock: &Clock) -> (Result<Choice, Fault>, Vec<Info>) {
        let mut told = Vec::new();
        let choice =
            player.choose(&Question::new(record, clock), &Stop::default(), &mut |info| told.push(info.clone()));
        (choice, told)
    }

    #[test]
    fn it_wins_at_once_and_tells_its_line() {
        let record = table(&["a1", "a3", "b1", "b3"]).record();
        let (choice, told) = choose(&mut *player("tabula"), &record, &Clock::depth(3));
        assert_eq!(choice, Ok(Choice::Move("c1".into())));
        let last = told.last().unwrap();
        assert_eq!((last.score.plies_to_end(), last.line.as_slice()), (Some(1), &["c1".to_string()][..]));
    }

    #[test]
    fn it_follows_take_backs_new_games_and_jumps() {
        let mut one = player("tabula:depth=4");
        for moves in [&["b2", "a1"][..], &["b2"], &[], &["a1", "b2", "c3"], &["a1", "b2", "c1"]] {
            let record = table(moves).record();
            let fresh = choose(&mut *player("tabula:depth=4"), &record, &Clock::default()).0;
            assert_eq!(choose(&mut *one, &record, &Clock::default()).0, fresh, "{moves:?}");
        }
    }

    #[test]
    fn a_record_that_cannot_be_played_is_refused_and_forgotten() {
        let mut one = player("tabula:depth=2");
        let good = table(&["b2"]).record();
        let bad = Record { moves: vec!["b2".into(), "b2".into()], ..good.clone() };
        let said = choose(&mut *one, &bad, &Clock::default()).0.unwrap_err().to_string();
        assert!(said.starts_with("move 2 of the record: "), "{said}");
        assert!(choose(&mut *one, &good, &Clock::default()).0.is_ok());
        let over = table(&["a1", "a3", "b1", "b3", "c1"]).record();
        assert!(choose(&mut *one, &over, &Clock::default()).0.is_err());
    }

    #[test]
    fn the_tighter_of_spec_and_clock_holds() {
        let record = table(&[]).record();
        let depth = |spec, clock: &Clock| choose(&mut *player(spec), &record, clock).1.last().unwrap().depth;
        assert_eq!(depth("tabula:depth=2", &Clock::depth(4)), 2);
        assert_eq!(depth("tabula:depth=4", &Clock::depth(3)), 3);
    }

    #[test]
    fn a_short_time_still_gives_a_move() {
        let record = table(&[]).record();
        for clock in [Clock::move_time(Duration::from_nanos(1)), Clock::move_time(Duration::from_millis(20))] {
            assert!(matches!(choose(&mut *player("tabula"), &record, &clock).0, Ok(Choice::Move(_))));
        }
    }

    fn chess(moves: &str) -> Record {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        Record { setup: Setup { game: "chess".into(), start: None }, moves }
    }

    fn chess_player(spec: &str) -> Box<dyn Player> {
        catalogue::find("chess").unwrap().player(&spec.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_game_clock_that_has_run_out_still_gives_a_move_and_a_full_one_is_kept() {
        let left = |millis| Left { time: Duration::from_millis(millis), ..Left::default() };
        for (millis, most) in [(0, 1000), (50, 1000), (2000, 1000)] {
            let clock = Clock { left: Some(left(millis)), ..Clock::default() };
            let begun = Instant::now();
            let choice = choose(&mut *chess_player("tabula"), &chess("e2e4 e7e5"), &clock).0;
            assert!(matches!(choice, Ok(Choice::Move(_))));
            assert!(begun.elapsed() < Duration::from_millis(most), "{millis} ms: {:?}", begun.elapsed());
        }
    }

    #[test]
    fn a_forced_move_costs_next_to_nothing() {
        let clock =
            Clock { left: Some(Left { time: Duration::from_secs(600), ..Left::default() }), ..Clock::default() };
        let start = Some("k7/8/8/8/8/8/6qP/7K w - - 0 1".to_string());
        let forced = Record { setup: Setup { game: "chess".into(), start }, moves: Vec::new() };
        let begun = Instant::now();
        assert_eq!(choose(&mut *chess_player("tabula"), &forced, &clock).0, Ok(Choice::Move("h1g2".into())));
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }

    #[test]
    fn only_the_wanted_moves_are_considered_and_wrong_ones_are_refused() {
        let (record, clock, stop) = (chess(""), Clock::depth(2), Stop::default());
        let mut one = chess_player("tabula");
        let mut ask = |only: &[&str]| {
            let only: Vec<_> = only.iter().map(ToString::to_string).collect();
            let question = Question { only: &only, ..Question::new(&record, &clock) };
            one.choose(&question, &stop, &mut |_| {})
        };
        assert_eq!(ask(&["a2a3"]), Ok(Choice::Move("a2a3".into())));
        assert!(ask(&["a2a3", "a2a5"]).is_err());
    }

    #[test]
    fn it_thinks_in_the_opponents_time_until_the_expected_move_is_played() {
        let (stop, hit) = (Stop::default(), Stop::default());
        let record = chess("e2e4 e7e5");
        let clock =
            Clock { left: Some(Left { time: Duration::from_millis(100), ..Left::default() }), ..Clock::default() };
        let begun = Instant::now();
        let later = hit.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            later.raise();
        });
        let question = Question { ponder: Some(&hit), ..Question::new(&record, &clock) };
        let choice = chess_player("tabula").choose(&question, &stop, &mut |_| {});
        raiser.join().unwrap();
        assert!(matches!(choice, Ok(Choice::Move(_))));
        assert!(begun.elapsed() >= Duration::from_millis(190), "{:?}", begun.elapsed());
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }

    #[test]
    fn a_raised_stop_ends_an_endless_search() {
        let stop = Stop::default();
        stop.raise();
        let choice =
            player("tabula").choose(&Question::new(&table(&[]).record(), &Clock::default()), &stop, &mut |_| {});
        assert!(matches!(choice, Ok(Choice::Move(_))));
    }

    #[test]
    fn lots_follow_their_seed_and_take_no_other_setting() {
        let game = |seed: u64| {
            let mut player = player(&format!("random:seed={seed}"));
            let mut table = table(&[]);
            while table.outcome().is_none() {
                let Ok(Choice::Move(code)) = choose(&mut *player, &table.record(), &Clock::default()).0 else {
                    panic!()
                };
                table.play(&code).unwrap();
            }
            table.record().moves
        };
        assert_eq!(game(7), game(7));
        assert!((0..10).any(|seed| game(seed) != game(7)));
        let said = player("random").set("depth", "3").unwrap_err().to_string();
        assert_eq!(said, "unknown setting of random 'depth'; known: seed");
    }

    #[test]
    fn a_setting_that_is_refused_changes_nothing() {
        let mut one = player("tabula:depth=2");
        let before = choose(&mut *one, &table(&[]).record(), &Clock::default());
        assert!(one.set("eval", "nonsense").unwrap_err().to_string().contains("known: rows, blind"));
        assert!(one.set("search", "nonsense").is_err());
        // What it remembers of the first question would answer the second.
        one.ready(&table(&[]).record().setup).unwrap();
        let after = choose(&mut *one, &table(&[]).record(), &Clock::default());
        assert_eq!(before.0, after.0);
        assert_eq!(before.1.last().map(|info| info.nodes), after.1.last().map(|info| info.nodes));
    }
}
