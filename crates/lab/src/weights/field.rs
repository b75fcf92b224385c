//! Games at fixed nodes, several at a time: of weights against weights, and against the rungs of a ladder.

use super::Manner;
use crate::log::Sample;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tabula_arena::adjudicate::Judge;
use tabula_arena::{Adjudication, Entrant, Openings, Patience, TimeControl};
use tabula_core::tuning::Pair;
use tabula_core::{BySide, Dice, Fault, Mover, Score, Side, Stop};
use tabula_engine::{Choice, Clock, Player, PlayerSpec, Question, Shelf, Table};

/// All weights of an evaluation.
pub(super) type Weights = Arc<[Pair]>;

/// Half-points of the first of two in two games, and the games.
pub(super) type Couple = (usize, [Played; 2]);

/// Who plays.
#[derive(Clone, Debug)]
pub(super) enum Who {
    /// The player of this house that judges by these weights.
    By(Weights),
    /// Somebody of the ladder.
    Rung(usize),
}

/// What games are played for: each purpose has openings of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Learning,
    Gauge,
    Closing,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Bout {
    pub(super) opening: usize,
    pub(super) players: BySide<Who>,
}

/// What a player thought before a move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    /// For the mover.
    pub(super) score: Score,
    /// The line that it expected, as codes.
    pub(super) line: Vec<String>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Played {
    /// Half-points of whoever moved first.
    pub(super) half_points: usize,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    /// Who made each move, and what was thought before; `None` for the opening and for the die.
    pub(super) thoughts: Vec<Option<(Side, Thought)>>,
}

impl Played {
    /// For people to look at.
    pub(super) fn sample(&self, step: u64) -> Sample {
        let result = ["0-1", "1/2-1/2", "1-0"][self.half_points.min(2)].to_string();
        Sample { step, start: self.start.clone(), moves: self.moves.clone(), result }
    }
}

/// Where games are played.
pub(super) struct Field {
    shelf: Arc<dyn Shelf>,
    spec: PlayerSpec,
    clock: Clock,
    rules: Adjudication,
    openings: [Openings; 3],
    rungs: Vec<(Entrant, Clock)>,
    threads: usize,
    stop: Stop,
    /// Players that were seated, for the next games.
    seated: Mutex<Vec<Seated>>,
}

/// The players of a thread.
struct Seated {
    /// Those of this house, and by which weights each judges.
    own: BySide<(Box<dyn Player>, Option<Weights>)>,
    rungs: Vec<Option<Box<dyn Player>>>,
}

impl Field {
    /// For games that are played so. The fault names a player that cannot be seated.
    pub(super) fn new(
        shelf: Arc<dyn Shelf>,
        manner: &Manner,
        rungs: &[String],
        threads: usize,
        stop: &Stop,
    ) -> Result<Self, Fault> {
        // What fits a few positions per move is soon cleared.
        let hash = (manner.nodes / 10_000).clamp(1, 64);
        let eval = manner.eval.as_ref().map(|eval| format!(",eval={eval}")).unwrap_or_default();
        let spec: PlayerSpec = format!("tabula:hash={hash}{eval}").parse()?;
        let openings = [0, 1, 2].map(|n| {
            let seed = Dice::new(manner.seed ^ (n << 60)).next_u64();
            Openings::random(Arc::clone(&shelf), seed, manner.lots)
        });
        let rungs: Vec<_> = rungs.iter().map(|rung| rung_of(rung, manner.nodes)).collect::<Result<_, _>>()?;
        let field = Self {
            clock: Clock::nodes(manner.nodes),
            rules: Adjudication { length: Some(manner.most_moves), ..Adjudication::default() },
            openings,
            rungs,
            threads: threads.max(1),
            stop: stop.clone(),
            seated: Mutex::default(),
            shelf,
            spec,
        };
        let mut seated = field.sit()?;
        for rung in 0..field.rungs.len() {
            field.call(&mut seated, rung)?;
        }
        field.waiting().push(seated);
        Ok(field)
    }

    pub(super) fn shelf(&self) -> &dyn Shelf {
        &*self.shelf
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Seated>> {
        self.seated.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sit(&self) -> Result<Seated, Fault> {
        let own = || Ok::<_, Fault>((self.shelf.player(&self.spec)?, None));
        Ok(Seated { own: BySide::new(own()?, own()?), rungs: self.rungs.iter().map(|_| None).collect() })
    }

    /// Seats somebody of the ladder, unless he sits already.
    fn call(&self, seated: &mut Seated, rung: usize) -> Result<(), Fault> {
        if seated.rungs[rung].is_none() {
            seated.rungs[rung] = Some(self.rungs[rung].0.seat(&self.shelf, Patience::default())?);
        }
        Ok(())
    }

    /// Plays games, and answers them in the same order; `None` if somebody wants the run to stop.
    pub(super) fn play(&self, purpose: Purpose, bouts: &[Bout]) -> Result<Option<Vec<Played>>, Fault> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<Played>>> = Mutex::new(vec![None; bouts.len()]);
        let work = || -> Result<(), Fault> {
            let waiting = self.waiting().pop();
            let mut seated = waiting.map_or_else(|| self.sit(), Ok)?;
            loop {
                let nth = next.fetch_add(1, Ordering::Relaxed);
                let Some(bout) = bouts.get(nth).filter(|_| !self.stop.is_raised()) else { break };
                let played = self.play_one(purpose, bout, &mut seated)?;
                done.lock().unwrap_or_else(PoisonError::into_inner)[nth] = played;
            }
            self.waiting().push(seated);
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.min(bouts.len())).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a game does not panic"))
        })?;
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect())
    }

    /// Plays both games of each pair, and answers the half-points of the first of the two.
    pub(super) fn pairs(
        &self,
        purpose: Purpose,
        pairs: &[(usize, Weights, Weights)],
    ) -> Result<Option<Vec<Couple>>, Fault> {
        let both = |(opening, a, b): &(usize, Weights, Weights)| {
            let [a, b] = [a, b].map(|weights| Who::By(Arc::clone(weights)));
            [BySide::new(a.clone(), b.clone()), BySide::new(b, a)].map(|players| Bout { opening: *opening, players })
        };
        let bouts: Vec<_> = pairs.iter().flat_map(both).collect();
        let Some(played) = self.play(purpose, &bouts)? else { return Ok(None) };
        let mut played = played.into_iter();
        let mut pairs = Vec::new();
        while let (Some(one), Some(other)) = (played.next(), played.next()) {
            pairs.push((one.half_points + 2 - other.half_points, [one, other]));
        }
        Ok(Some(pairs))
    }

    /// One game; `None` if it was stopped.
    fn play_one(&self, purpose: Purpose, bout: &Bout, seated: &mut Seated) -> Result<Option<Played>, Fault> {
        let faults = |faults: tabula_core::Faults| Fault::new(faults.to_string());
        let mut table = self.openings[purpose as usize].get(bout.opening).open(self.shelf()).map_err(faults)?;
        let setup = table.record().setup;
        for side in Side::BOTH {
            match &bout.players[side] {
                Who::By(weights) => {
                    let (player, judges_by) = &mut seated.own[side];
                    if !judges_by.as_ref().is_some_and(|now| Arc::ptr_eq(now, weights)) {
                        player.weigh(weights)?;
                        *judges_by = Some(Arc::clone(weights));
                    }
                    player.ready(&setup)?;
                }
                Who::Rung(rung) => {
                    self.call(seated, *rung)?;
                    if let Some(player) = &mut seated.rungs[*rung] {
                        player.ready(&setup)?;
                    }
                }
            }
        }
        let mut thoughts = vec![None; table.played().len()];
        let mut judge = Judge::new(self.rules);
        let mut dice = Dice::new(bout.opening as u64);
        let winner = loop {
            if let Some(outcome) = table.outcome() {
                break outcome.winner;
            }
            let Mover::Player(side) = table.mover() else {
                table.roll(&mut dice).ok_or_else(|| Fault::new("the die has no outcome"))?;
                thoughts.push(None);
                continue;
            };
            let (player, clock) = match &bout.players[side] {
                Who::By(_) => (&mut *seated.own[side].0, self.clock.clone()),
                Who::Rung(rung) => {
                    let player = seated.rungs[*rung].as_mut().ok_or_else(|| Fault::new("a rung is empty"))?;
                    (&mut **player, self.rungs[*rung].1.clone())
                }
            };
            let Some(thought) = think(player, &mut *table, &clock, &self.stop)? else { return Ok(None) };
            let Some(thought) = thought else { break Some(!side) };
            let call = judge.hear(side, Some(thought.score));
            thoughts.push(Some((side, thought)));
            if table.outcome().is_none()
                && let Some(call) = call
            {
                break call.winner();
            }
        };
        let half_points = winner.map_or(1, |side| if side == Side::First { 2 } else { 0 });
        let moves = table.record().moves;
        Ok(Some(Played { half_points, start: setup.start, moves, thoughts }))
    }
}

/// Somebody of the ladder, and what he may spend on a move: what his own settings say, or else as many nodes as we.
fn rung_of(text: &str, nodes: u64) -> Result<(Entrant, Clock), Fault> {
    let entrant = Entrant::read(text, None).or_else(|_| Entrant::read(text, Some(TimeControl::Nodes(nodes))))?;
    let clock = match entrant.control {
        TimeControl::Own => Clock::default(),
        TimeControl::Nodes(nodes) => Clock::nodes(nodes),
        TimeControl::Depth(depth) => Clock::depth(depth),
        TimeControl::Move(time) => Clock::move_time(time),
        TimeControl::Bank { .. } | TimeControl::Byoyomi { .. } => {
            return Err(Fault::new(format!("'{text}' may not have a time for the whole game here, only for a move")));
        }
    };
    Ok((entrant, clock))
}

/// Lets a player choose and plays its move: what it thought (nothing if it resigned), or `None` if it was stopped.
fn think(
    player: &mut dyn Player,
    table: &mut dyn Table,
    clock: &Clock,
    stop: &Stop,
) -> Result<Option<Option<Thought>>, Fault> {
    let mut thought = Thought { score: Score::ZERO, line: Vec::new() };
    let record = table.record();
    let choice = player.choose(&Question::new(&record, clock), stop, &mut |info| {
        if info.rank <= 1 {
            thought = Thought { score: info.score, line: info.line.clone() };
        }
    })?;
    // A move that was chosen in haste would make the game depend on when it was stopped.
    if stop.is_raised() {
        return Ok(None);
    }
    Ok(Some(match choice {
        Choice::Resign => None,
        Choice::Move(code) => {
            table.play(&code)?;
            Some(thought)
        }
    }))
}
