//! A player of this house: a search and an evaluator on one game.
//!
//! It keeps its own [`Line`] and brings it up to date with whatever record it is asked about, so that a
//! take-back, a new game and a jump in an analysis are all the same to it.

use crate::clock::{Budget, Patience, Timekeeper, watched};
use crate::desk::{read_move, write_line};
use crate::kit::Kit;
use crate::level::{Weakness, Weighed};
use crate::lore::Lore;
use crate::near::unknown;
use crate::settings::{self, Knob, Settings};
use crate::{Choice, Clock, Info, Player, PlayerCard, Question, Record, Setup};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Dice, Fault, Game, Job, Line, Mover, Notation, Report, Score, Search, Show, Stop, Tactics};
use tabula_search::Method;
use tabula_search::alphabeta::Margins;

/// A search at the board.
///
/// The search is boxed: it is called once per move, and its nodes inside are all monomorphised.
pub(crate) struct Searcher<G: Game> {
    kit: Arc<Kit<G>>,
    card: PlayerCard,
    settings: Settings,
    search: Box<dyn Search<G>>,
    lore: Lore<G>,
    /// Games begun: none of them need be like the last.
    games: u64,
    line: Line<G>,
    /// What `line` holds, as text.
    known: Record,
    /// After how many plies it last chose, and what its position was worth then.
    before: Option<(usize, Score)>,
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
        let offered = |option: &&Knob| kit.has_lore() || !matches!(option, Knob::Lore(_));
        let options = options.iter().filter(offered).map(|option| option.card(&settings, &judges)).collect();
        let card = PlayerCard { name: name.into(), author: "the Tabula authors".into(), options };
        Ok(Self {
            search: kit.search(&settings)?,
            lore: Lore::NONE,
            games: 0,
            line: Line::new(&*kit.game),
            known: Record::default(),
            before: None,
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

    /// Which lots are drawn in this game: whoever plays it again meets another opponent, whoever sets the seed and
    /// begins anew meets the same one.
    const fn lots(&self) -> u64 {
        self.settings.seed.wrapping_add(self.games)
    }

    /// The move that a weaker player chooses: in the same position of the same game always the same.
    fn pick(&self, weak: Weakness, mut weighed: Vec<Weighed<G::Move>>) -> Option<G::Move> {
        let (game, now) = (&*self.kit.game, self.line.now());
        if let ([.., before, _], [.., last]) = (self.line.positions(), self.line.moves()) {
            let (_, arrived) = game.trail(before, *last);
            for one in &mut weighed {
                one.obvious = arrived.is_some() && game.trail(now, one.m).1 == arrived;
            }
        }
        let mut dice = Dice::new(self.lots() ^ game.key(now).0);
        let before = self.before.filter(|(plies, _)| plies + 2 == self.line.plies()).map(|(_, score)| score);
        weak.pick(&weighed, before, &mut dice)
    }

    /// What this move may cost. The time for a game is not spent on a move that is forced.
    fn budget(&self, clock: &Clock, choices: u64) -> Budget {
        let budget = Budget::new(clock, self.settings.kept_in_hand());
        let forced = choices <= 1 && budget.soft.is_some();
        Budget { soft: if forced { Some(Duration::ZERO) } else { budget.soft }, ..budget }
    }

    /// A move from the book, where a move is wanted and not an analysis.
    fn book_move(&self, question: &Question<'_>, clock: &Clock) -> Option<G::Move> {
        if clock.is_endless() || !question.only.is_empty() || question.ponder.is_some() {
            return None;
        }
        let code = self.lore.book_move(question.record, self.lots())?;
        read_move(&*self.kit.game, self.line.now(), &code).ok()
    }
}

/// Keeps the moves of the last iteration, the best one first.
fn weigh<G: Game>(weighed: &mut Vec<Weighed<G::Move>>, report: &Report<G>) {
    weighed.truncate(report.rank.saturating_sub(1));
    if let Some(&m) = report.line.first() {
        weighed.push(Weighed { m, score: report.score, obvious: false });
    }
}

impl<G: Tactics + Notation + Show> Player for Searcher<G> {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        let names: Vec<_> = self.card.options.iter().map(|card| card.name.as_str()).collect();
        let mut wanted = self.settings.clone();
        if let Some(margin) = Margins::ALL.iter().find(|margin| margin.name == option) {
            settings::apply_margin(margin, value, &mut wanted)?;
        } else {
            let knob = Knob::ALL
                .into_iter()
                .find(|knob| knob.name() == option && names.contains(&option))
                .ok_or_else(|| Fault::new(unknown(&format!("setting of {}", self.card.name), option, &names)))?;
            knob.apply(value, &mut wanted)?;
            if let Knob::Lore(_) = knob {
                self.lore = self.kit.teach(&wanted.lore)?;
            }
        }
        // What the search remembers is kept where it stays the same search.
        if !wanted.same_search(&self.settings) {
            self.search = self.kit.search(&wanted)?;
        }
        self.settings = wanted;
        Ok(())
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.search.forget();
        self.games += 1;
        self.search.prepare(&*self.kit.game);
        self.before = None;
        self.follow(&Record { setup: setup.clone(), moves: Vec::new() })
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        self.follow(question.record)?;
        let (game, line) = (&*self.kit.game, &self.line);
        if game.mover(line.now()) == Mover::Chance {
            return Err(Fault::new("it is the die's turn, nobody can choose"));
        }
        let begun = Instant::now();
        let mut only = self.read_only(question.only)?;
        let clock = question.clock.and(&self.settings.clock);
        if let Some(m) = self.book_move(question, &clock) {
            let code = game.write_move(line.now(), m);
            tell(&Info { rank: 1, line: vec![code.clone()], ..Info::default() });
            return Ok(Choice::Move(code));
        }
        let known = self.lore.tables.as_deref();
        // Who wants several lines wants to see the moves that throw a known result away, too.
        if only.is_empty() && self.settings.lines == 1 {
            only = self.lore.root_moves(game, line);
        }
        let choices = if only.is_empty() { game.count(line.now()) } else { only.len() as u64 };
        let pace = Timekeeper::new(begun, self.budget(&clock, choices), question.ponder);
        let weakness =
            self.settings.rating.map(|rating| Weakness::of(rating).with_men(game.view(line.now()).men.len()));
        let clock = weakness.map_or(clock.clone(), |weak| clock.and(&Clock::nodes(weak.most_nodes())));
        let pace = Patience { clock: pace, nodes: weakness.map(|weak| weak.nodes()) };
        let lines = weakness.map_or(self.settings.lines, |weak| weak.lines().max(self.settings.lines));
        let mut weighed = Vec::new();
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
        let verdict = watched(&pace.clock, stop, question.ponder, |stop| {
            let job = Job {
                only: &only,
                limits: clock.limits,
                pace: &pace,
                seed: self.settings.seed,
                lines,
                known,
                ..Job::new(game, line, stop)
            };
            search.think(&job, &mut |report| {
                told = true;
                if weakness.is_some() {
                    weigh(&mut weighed, report);
                }
                if report.rank <= self.settings.lines {
                    hear(report);
                }
            })
        });
        if !told {
            hear(&verdict.report);
        }
        let best = match weakness {
            Some(weak) => self.pick(weak, weighed).or(verdict.best),
            None => verdict.best,
        };
        self.before = Some((line.plies(), verdict.report.score));
        match best {
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

    /// Plays a game out; the moves and the outcome.
    fn play_out(first: &str, second: &str, start: &str) -> (Vec<String>, tabula_core::Outcome) {
        let setup = Setup { game: "chess".into(), start: Some(start.into()) };
        let mut table = catalogue::find("chess").unwrap().table(&setup).unwrap();
        let mut players = [chess_player(first), chess_player(second)];
        loop {
            if let Some(outcome) = table.outcome() {
                return (table.record().moves, outcome);
            }
            let Mover::Player(side) = table.mover() else { panic!() };
            let clock = Clock::nodes(100_000);
            let choice = choose(&mut *players[side as usize], &table.record(), &clock).0.unwrap();
            let Choice::Move(code) = choice else { panic!() };
            table.play(&code).unwrap();
        }
    }

    #[test]
    fn the_weakest_level_mates_with_rook_and_with_queen() {
        for start in ["8/8/3k4/8/8/8/4K3/R7 w - - 0 1", "8/8/3k4/8/8/8/4K3/Q7 w - - 0 1"] {
            let (moves, outcome) = play_out("tabula:level=1", "tabula:nodes=2000", start);
            assert_eq!(outcome.cause, tabula_core::Cause::Mate, "{start}: {moves:?}");
        }
    }

    #[test]
    fn a_low_level_keeps_its_queen() {
        for (start, losing) in [
            // The queen is attacked by a pawn, and no check changes the subject.
            ("rnbqkbnr/pp2pppp/2p5/3p4/4Q3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", &["e4d5", "e4e7"][..]),
            // Much is possible, but not to go where a pawn takes.
            ("rnbqkbnr/ppp2ppp/8/3pp3/8/2NQ4/PPPPPPPP/R1B1KBNR w KQkq - 0 1", &["d3h7", "d3a6"]),
        ] {
            for seed in 0..20 {
                let record = Record { setup: Setup { game: "chess".into(), start: Some(start.into()) }, moves: vec![] };
                let spec = format!("tabula:level=2,seed={seed}");
                let Ok(Choice::Move(code)) = choose(&mut *chess_player(&spec), &record, &Clock::default()).0 else {
                    panic!()
                };
                assert!(!losing.contains(&code.as_str()), "{code}");
                assert!(!start.contains("4Q3") || code.starts_with("e4"), "{code}");
            }
        }
    }

    #[test]
    fn levels_follow_their_seed_and_differ_by_it() {
        let opening = |seed: u64| {
            let spec = format!("tabula:level=2,seed={seed}");
            choose(&mut *chess_player(&spec), &chess("e2e4 e7e5"), &Clock::default()).0
        };
        assert_eq!(opening(3), opening(3));
        assert!((0..20).any(|seed| opening(seed) != opening(3)));
    }

    #[test]
    fn a_level_varies_from_game_to_game() {
        let mut player = chess_player("tabula:level=2");
        let mut opening = || {
            player.ready(&chess("").setup).unwrap();
            choose(&mut *player, &chess("e2e4 e7e5"), &Clock::default()).0
        };
        let first = opening();
        assert!((0..20).any(|_| opening() != first));
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
