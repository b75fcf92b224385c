//! Games of a player against itself: the fuel for tuning and for networks.
//!
//! Each game begins with a few moves drawn by lot, and is then played at a fixed number of nodes. A game is decided by
//! its number, the seed and the player alone, whichever thread plays it: a run that was broken off goes on as if it
//! had not been. Whole games are kept, so that they can be filtered and judged again in other ways later.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mod@format`] | the file |
//! | [`header`] | how it begins, and other files that are only appended to |
//! | [`export`] | quiet positions from it, as lines of text |

pub mod export;
pub mod format;
pub mod header;

use crate::adjudicate::{Adjudication, Call, Judge};
use format::{How, Played, Ply};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use tabula_core::{Dice, Fault, Limits, Mover, Score, Side, Stop};
use tabula_engine::spec::{Kind, Setting};
use tabula_engine::{Choice, Clock, Player, PlayerSpec, Question, Setup, Shelf, Table};

/// How games are made.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Who plays.
    pub player: PlayerSpec,
    /// Positions for each move: after so many no deeper look is begun. What was begun is finished, unless it takes eight times as
    /// many; so the score that is kept is of a whole iteration.
    pub nodes: u64,
    /// Plies drawn by lot at the start; every other game has one more, so that both sides begin to think.
    pub lots: u32,
    /// An opening is thrown away if the first score after it is farther from even.
    pub balance: i32,
    /// When games are ended early.
    pub rules: Adjudication,
    /// What the lots are drawn from.
    pub seed: u64,
}

/// By how much a move may exceed its positions.
const HARD: u64 = 8;

/// Openings in a row that may be unbalanced before the game itself must be at fault.
const MOST_OPENINGS: u32 = 1000;

impl Plan {
    /// In words, for the header of a file.
    pub fn describe(&self) -> String {
        let Self { player, nodes, lots, balance, rules, seed } = self;
        let win = rules.win.map_or("-".into(), |rule| format!("{},{}", rule.score, rule.moves));
        let draw = rules.draw.map_or("-".into(), |rule| format!("{},{},{}", rule.from, rule.score, rule.plies));
        let length = rules.length.map_or("-".into(), |moves| moves.to_string());
        format!(
            "player {player} soft nodes {nodes} lots {lots} balance {balance} win {win} draw {draw} length {length} seed {seed}"
        )
    }

    /// Who sits at the board, with the limit of positions; players of another kind than ours know only the hard one.
    fn seated(&self) -> PlayerSpec {
        let mut player = self.player.clone();
        if player.kind == Kind::Tabula && player.settings.iter().all(|setting| setting.name != "soft") {
            player.settings.push(Setting { name: "soft".into(), value: self.nodes.to_string(), column: 1 });
        }
        player
    }

    /// Plays the game with this number; `None` if it was stopped.
    pub fn play(
        &self,
        shelf: &dyn Shelf,
        player: &mut dyn Player,
        number: u64,
        stop: &Stop,
    ) -> Result<Option<Played>, Fault> {
        // A generator of its own for each game; the odd factor keeps neighbours apart.
        let mut dice = Dice::new(self.seed ^ number.wrapping_add(1).wrapping_mul(0x9E6C_63D0_876A_68DB));
        let clock = Clock { limits: Limits::nodes(self.nodes.saturating_mul(HARD)), ..Clock::default() };
        for _ in 0..MOST_OPENINGS {
            let start = shelf.deal(dice.next_u64());
            let setup = Setup { game: shelf.card().id.clone(), start };
            let mut table = shelf.table(&setup).map_err(|faults| Fault::new(faults.to_string()))?;
            let lots = self.lots + (number % 2) as u32;
            if !draw_lots(&mut *table, lots, &mut dice)? {
                continue;
            }
            player.ready(&setup)?;
            let mut game = Game { table, player, clock: &clock, scores: Vec::new(), dice: &mut dice };
            match game.run(self, stop)? {
                Run::Over(half_points, how) => {
                    let scores = game.scores.iter().copied();
                    let known = game.table.played().len() - game.scores.len();
                    let scores = std::iter::repeat_n(None, known).chain(scores);
                    let plies = game.table.played().iter().zip(scores);
                    let plies = plies.map(|(played, score)| Ply { code: played.code.clone(), score }).collect();
                    return Ok(Some(Played { number, start: setup.start, half_points, how, plies }));
                }
                Run::Unbalanced => {}
                Run::Stopped => return Ok(None),
            }
        }
        Err(Fault::new(format!("{MOST_OPENINGS} openings of {} plies in a row were decided already", self.lots)))
    }

    /// Plays all games below `games` but those in `done`, several at a time, and hands each to `hear`, in whatever
    /// order they end.
    pub fn run(
        &self,
        shelf: &dyn Shelf,
        games: u64,
        threads: usize,
        done: &HashSet<u64>,
        halt: &Stop,
        hear: &mut dyn FnMut(Played) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let next = AtomicU64::new(0);
        let (over, finished) = sync_channel(64);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (over, next) = (over.clone(), &next);
                scope.spawn(move || {
                    let mut player = match shelf.player(&self.seated()) {
                        Ok(player) => player,
                        Err(fault) => return over.send(Err(fault)).unwrap_or(()),
                    };
                    while !halt.is_raised() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            break;
                        }
                        if done.contains(&number) {
                            continue;
                        }
                        let Some(game) = self.play(shelf, &mut *player, number, halt).transpose() else { break };
                        if over.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(over);
            let mut failed = Ok(());
            for game in &finished {
                let flow = match game {
                    Ok(game) => hear(game),
                    Err(fault) => {
                        failed = Err(fault);
                        ControlFlow::Break(())
                    }
                };
                if flow.is_break() {
                    halt.raise();
                    break;
                }
            }
            // Workers that have a game to tell find nobody, and leave.
            drop(finished);
            failed
        })
    }
}

/// Plays moves drawn by lot; `false` if the game was over before.
fn draw_lots(table: &mut dyn Table, plies: u32, dice: &mut Dice) -> Result<bool, Fault> {
    for _ in 0..plies {
        if table.outcome().is_some() {
            return Ok(false);
        }
        match table.mover() {
            Mover::Player(_) => {
                let legal = table.legal();
                table.play(dice.pick(&legal).map_or("", String::as_str))?;
            }
            Mover::Chance => throw(table, dice)?,
        }
    }
    Ok(table.outcome().is_none())
}

/// Plays an outcome of the die.
fn throw(table: &mut dyn Table, dice: &mut Dice) -> Result<(), Fault> {
    let chances = table.chances();
    let lots: Vec<_> = chances.iter().map(|(code, weight)| (code.as_str(), *weight)).collect();
    table.play(dice.pick_weighted(&lots).unwrap_or_default()).map(|_| ())
}

/// A game in progress.
struct Game<'a> {
    table: Box<dyn Table>,
    player: &'a mut dyn Player,
    clock: &'a Clock,
    /// Of each ply behind the opening.
    scores: Vec<Option<i16>>,
    dice: &'a mut Dice,
}

/// What came of a game.
enum Run {
    Over(u8, How),
    Unbalanced,
    Stopped,
}

impl Game<'_> {
    fn run(&mut self, plan: &Plan, stop: &Stop) -> Result<Run, Fault> {
        let mut judge = Judge::new(plan.rules);
        loop {
            if let Some(outcome) = self.table.outcome() {
                return Ok(Run::Over(half_points(outcome.winner), How::Rules));
            }
            let side = match self.table.mover() {
                Mover::Player(side) => side,
                Mover::Chance => {
                    throw(&mut *self.table, self.dice)?;
                    self.scores.push(None);
                    continue;
                }
            };
            let mut score: Option<Score> = None;
            let record = self.table.record();
            let choice = self.player.choose(&Question::new(&record, self.clock), stop, &mut |info| {
                if info.rank <= 1 {
                    score = Some(info.score);
                }
            })?;
            // A move that was chosen in haste would make the game depend on when it was stopped.
            if stop.is_raised() {
                return Ok(Run::Stopped);
            }
            let first = self.scores.is_empty();
            if first && score.is_some_and(|score| score.value().abs() > plan.balance) {
                return Ok(Run::Unbalanced);
            }
            let Choice::Move(code) = choice else { return Ok(Run::Over(half_points(Some(!side)), How::Win)) };
            self.table.play(&code)?;
            self.scores.push(score.and_then(|score| i16::try_from(score.value()).ok()));
            if self.table.outcome().is_none()
                && let Some(call) = judge.hear(side, score)
            {
                return Ok(match call {
                    Call::Win(side) => Run::Over(half_points(Some(side)), How::Win),
                    Call::Draw => Run::Over(1, How::Draw),
                    Call::TooLong => Run::Over(1, How::Length),
                });
            }
        }
    }
}

const fn half_points(winner: Option<Side>) -> u8 {
    match winner {
        Some(Side::First) => 2,
        None => 1,
        Some(Side::Second) => 0,
    }
}
