//! The course of a run: lessons from a teacher if there is one, then rounds of playing, learning and proving.
//!
//! A round plays its games with the net that was last accepted, learns from the last positions, and at times lets the net that learns
//! play a match for its acceptance. Everything follows from the seed: a run that was killed and resumed ends with the same bytes as one
//! that was not.

use super::config::{Config, Gate, Play};
use super::folder::{CONFIG, CURVE, Folder, GAMES, LOG, NET, State};
use super::learner::{Learner, Losses};
use super::lessons::{Batch, Lessons, Window};
use super::lines::{Lines, all_lines};
use super::play::{Order, play_all, seed_of};
use super::record::Record;
use super::seat::Manner;
use serde_json::json;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tabula_core::{Dice, Encode, Fault, Planes, Stop, Tactics};
use tabula_nets::Mind;
use tabula_nn::{Desk, Model, Net, Origin, Schedule};

/// What is asked of a run besides its configuration.
pub struct Wish<'a> {
    /// The folder of the run.
    pub folder: &'a Path,
    /// Whether a run that the folder holds is continued.
    pub resume: bool,
    /// A net to begin with, as the bytes of its file.
    pub from: Option<&'a [u8]>,
    /// A teacher's file.
    pub teacher: Option<&'a [u8]>,
    /// How often the teacher's positions are gone through.
    pub epochs: u32,
    /// Threads.
    pub threads: usize,
    /// Raised when the run is to end, after what it is doing.
    pub stop: &'a Stop,
}

/// What is told on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News {
    /// So many steps of all were learnt from the teacher.
    Taught {
        /// Steps so far.
        step: u64,
        /// Of so many.
        of: u64,
        /// How wrong the net was on them, and is on positions it has not seen.
        losses: (Losses, Losses),
    },
    /// A game has ended.
    Game {
        /// In which round, from 1.
        round: u32,
        /// How many have.
        done: usize,
        /// Of so many.
        of: usize,
    },
    /// A round has ended.
    Round(Round),
}

/// What a round brought.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Round {
    /// Which one, from 1.
    pub round: u32,
    /// Games since the run began.
    pub games: u64,
    /// Positions that were learnt from.
    pub window: usize,
    /// How wrong the net was.
    pub losses: Losses,
    /// The share of points of the match for its acceptance, if there was one ...
    pub gate: Option<f32>,
    /// ... and whether it is the net that plays now.
    pub accepted: bool,
    /// All lines with the net as first and as second player, if they were looked at.
    pub lines: Option<[Lines; 2]>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// How a run has ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Rounds that are finished.
    pub rounds: u32,
    /// Games that were played.
    pub games: u64,
    /// The last round of this session, if one was finished.
    pub last: Option<Round>,
    /// Whether it came to its end.
    pub finished: bool,
}

/// The smallest steps from a teacher, as a share of the first.
const FLOOR: f32 = 0.02;
/// So often a state is kept while a teacher is heard.
const KEEP: u64 = 200;
/// Positions on which the net is examined then.
const EXAM: usize = 512;

pub(super) struct Run<'a, G: Encode + Tactics> {
    game: &'a G,
    config: &'a Config,
    wish: &'a Wish<'a>,
    set: Planes,
    folder: Folder,
    state: State,
    learner: Learner,
    best: Net,
    games: Vec<Record>,
}

/// Positions to learn from, and those held out.
pub(super) type Taught<'a> = (&'a dyn Lessons, &'a dyn Lessons);

impl<'a, G: Encode + Tactics> Run<'a, G> {
    /// Begins a run, or goes on with one.
    pub(super) fn open(game: &'a G, config: &'a Config, text: &str, wish: &'a Wish<'a>) -> Result<Self, Fault> {
        let folder = Folder::open(wish.folder)?;
        let kept = folder.state()?;
        let sets = game.planes();
        let named = |set: &&Planes| config.planes.is_empty() || set.name == config.planes;
        let set = *sets.iter().find(named).ok_or_else(|| {
            let known: Vec<_> = sets.iter().map(|set| set.name).collect();
            Fault::new(format!("{} has no planes '{}', only: {}", config.game, config.planes, known.join(", ")))
        })?;
        let mut net = Net::new(config.plan()?, config.seed).map_err(|fault| Fault::new(fault.to_string()))?;
        let state = match kept {
            Some(state) if wish.resume => {
                let before = Config::read(&folder.read_text(CONFIG)?)?;
                if (Config { rounds: 0, ..before }) != (Config { rounds: 0, ..config.clone() }) {
                    return Err(Fault::new(
                        "the run was begun with another configuration, of which only `rounds` may change",
                    ));
                }
                state
            }
            Some(_) => {
                let place = wish.folder.display();
                return Err(Fault::new(format!("{place} holds a run already; --resume goes on with it")));
            }
            None => {
                if let Some(bytes) = wish.from {
                    let (given, _) = tabula_nn::load(bytes).map_err(|fault| Fault::new(fault.to_string()))?;
                    if given.plan() != net.plan() {
                        return Err(Fault::new("the net to begin with has other layers than the configuration"));
                    }
                    net = given;
                }
                State::default()
            }
        };
        Mind::new(game, &net, set.name)?;
        folder.write(CONFIG, text.as_bytes())?;
        let mut learner = Learner::new(net, config.learn.decay, wish.threads);
        let mut best = learner.net.clone();
        if state.mark > 0 {
            let load = |kind: &str, mark: u64| {
                let bytes = folder.read(&file(kind, mark))?;
                tabula_nn::load(&bytes).map(|(net, _)| net).map_err(|fault| Fault::new(fault.to_string()))
            };
            learner.net = load("learner", state.mark)?;
            learner.resume(&folder.read(&file("optimiser", state.mark))?)?;
            best = load("best", state.best)?;
        }
        // What was told after the state was kept will be told again.
        let round_of = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok()?.get("mark")?.as_u64();
        folder.trim(LOG, |line| round_of(line).is_some_and(|mark| mark <= state.mark))?;
        let first = |line: &str| line.split(',').next().and_then(|word| word.parse::<u32>().ok());
        folder.trim(CURVE, |line| first(line).is_none_or(|round| round <= state.round))?;
        if !folder.has(CURVE) {
            folder.write(CURVE, HEAD.as_bytes())?;
        }
        let games = folder.games()?;
        Ok(Self { game, config, wish, set, folder, state, learner, best, games })
    }

    /// The planes that the net is shown.
    pub(super) const fn set(&self) -> Planes {
        self.set
    }

    /// Goes on to the end, or until it is stopped.
    pub(super) fn go(&mut self, taught: Option<Taught<'_>>, tell: &mut dyn FnMut(&News)) -> Result<Summary, Fault> {
        let mut last = None;
        let mut finished = taught.map_or(Ok(true), |taught| self.listen(taught, tell))?;
        while finished && self.state.round < self.config.rounds {
            match self.round(tell)? {
                Some(round) => {
                    tell(&News::Round(round));
                    last = Some(round);
                    let perfect = round.lines.is_some_and(|lines| lines.iter().all(|lines| lines.lost == 0));
                    if perfect && self.config.proof.as_ref().is_some_and(|proof| proof.ends) {
                        break;
                    }
                }
                None => finished = false,
            }
        }
        Ok(Summary { rounds: self.state.round, games: self.games.len() as u64, last, finished })
    }

    fn origin(&self) -> Origin {
        let run = self.wish.folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Origin { game: self.config.game.clone(), run: run.replace(['\n', '\r'], " "), planes: self.set.name.to_owned() }
    }

    fn save(&self, name: &str, net: &Net) -> Result<(), Fault> {
        let bytes = tabula_nn::save(net, &self.origin()).map_err(|fault| Fault::new(fault.to_string()))?;
        self.folder.write(name, &bytes)
    }

    /// Keeps everything as it is now, with a line for the log.
    fn keep(&mut self, accepted: bool, mut line: serde_json::Value) -> Result<(), Fault> {
        self.state.mark += 1;
        let mark = self.state.mark;
        self.save(&file("learner", mark), &self.learner.net)?;
        self.folder.write(&file("optimiser", mark), &self.learner.optimiser.save())?;
        if accepted {
            self.best = self.learner.net.clone();
            self.state.best = mark;
            self.save(&file("best", mark), &self.best)?;
        }
        line["mark"] = json!(mark);
        let mut log = self.folder.adding(LOG)?;
        writeln!(log, "{line}").map_err(|error| Fault::new(format!("cannot write {LOG}: {error}")))?;
        self.folder.keep(&self.state)?;
        if accepted { self.save(NET, &self.best) } else { Ok(()) }
    }

    /// Learns from a teacher. Answers whether it came to the end.
    fn listen(&mut self, (lessons, held): Taught<'_>, tell: &mut dyn FnMut(&News)) -> Result<bool, Fault> {
        let learn = &self.config.learn;
        let per_epoch = (lessons.len() / learn.batch).max(1) as u64;
        let all = per_epoch * u64::from(self.wish.epochs);
        let schedule = Schedule::Cosine { steps: all, floor: FLOOR };
        let mut batch = Batch::default();
        let mut order: (u64, Vec<u32>) = (u64::MAX, Vec::new());
        let mut sum = (Losses::default(), 0_u32);
        while self.state.taught < all {
            let step = self.state.taught;
            let epoch = step / per_epoch;
            if order.0 != epoch {
                order = (epoch, (0..lessons.len() as u32).collect());
                Dice::new(seed_of(self.config.seed, epoch)).shuffle(&mut order.1);
            }
            let mut dice = Dice::new(seed_of(!self.config.seed, step));
            batch.clear();
            let start = (step % per_epoch) as usize * learn.batch;
            for &lesson in order.1.iter().skip(start).take(learn.batch) {
                lessons.fill(lesson as usize, dice.below(self.game.symmetries()), &mut batch);
            }
            sum.0.add(self.learner.step(&batch, learn, schedule.rate(learn.rate, step)), 1.0);
            sum.1 += 1;
            self.state.taught += 1;
            let stopped = self.wish.stop.is_raised();
            if self.state.taught.is_multiple_of(KEEP) || self.state.taught == all || stopped {
                let mut losses = (Losses::default(), self.examine(held));
                losses.0.add(sum.0, 1.0 / f64::from(sum.1));
                sum = Default::default();
                let line = json!({"kind": "taught", "step": self.state.taught, "of": all,
                    "losses": numbers(&losses.0), "held_out": numbers(&losses.1)});
                self.keep(true, line)?;
                tell(&News::Taught { step: self.state.taught, of: all, losses });
            }
            if stopped {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn examine(&self, held: &dyn Lessons) -> Losses {
        let (model, mut desk, mut batch) =
            (Model::new(&self.learner.net), Desk::new(self.wish.threads), Batch::default());
        let count = EXAM.min(held.len());
        (0..count).for_each(|nth| held.fill(nth * held.len() / count, 0, &mut batch));
        Learner::examine(&model, &self.learner.net, &mut desk, &batch, &self.config.learn)
    }

    /// One round; `None` if it was stopped.
    fn round(&mut self, tell: &mut dyn FnMut(&News)) -> Result<Option<Round>, Fault> {
        let begun = Instant::now();
        let number = self.state.round + 1;
        if !self.play(number, tell)? {
            return Ok(None);
        }
        let mut round = Round { round: number, games: self.games.len() as u64, ..Round::default() };
        (round.losses, round.window) = self.learn(number);
        let candidate = Mind::new(self.game, &self.learner.net, self.set.name)?;
        let gate = &self.config.gate;
        round.accepted = gate.every == 0;
        if gate.every > 0 && number.is_multiple_of(gate.every) {
            let best = Mind::new(self.game, &self.best, self.set.name)?;
            let Some(score) = self.contest(number, gate, &candidate, &best) else { return Ok(None) };
            (round.gate, round.accepted) = (Some(score), score >= gate.score);
        }
        if let Some(proof) = self.config.proof.as_ref().filter(|proof| number.is_multiple_of(proof.every.max(1))) {
            round.lines = all_lines(self.game, &candidate, proof.positions);
            let lost = |lines: [Lines; 2]| lines.iter().map(|lines| lines.lost).sum::<u64>();
            // Who loses no line cannot be improved.
            round.accepted |= round.lines.map(lost) == Some(0);
        }
        if self.wish.stop.is_raised() {
            return Ok(None);
        }
        round.seconds = begun.elapsed().as_secs_f64();
        self.finish(&round)?;
        Ok(Some(round))
    }

    fn finish(&mut self, round: &Round) -> Result<(), Fault> {
        let lost = round.lines.map(|lines| lines.iter().map(|lines| lines.lost).sum::<u64>());
        let Losses { policy, value, owners, lead } = round.losses;
        let gate = round.gate.map_or_else(String::new, |score| format!("{score:.4}"));
        let lines = lost.map_or_else(String::new, |lost| lost.to_string());
        let (number, games, window) = (round.round, round.games, round.window);
        let (accepted, seconds) = (u8::from(round.accepted), round.seconds);
        let row = format!(
            "{number},{games},{window},{policy:.6},{value:.6},{owners:.6},{lead:.6},{gate},{accepted},{lines},{seconds:.1}\n"
        );
        let mut curve = self.folder.adding(CURVE)?;
        curve.write_all(row.as_bytes()).map_err(|error| Fault::new(format!("cannot write {CURVE}: {error}")))?;
        let sample = self.games.last().map(|game| game.plies.iter().map(|ply| ply.choice).collect::<Vec<_>>());
        let line = json!({"kind": "round", "round": number, "games": games, "window": window, "losses": numbers(&round.losses),
            "gate": round.gate, "accepted": round.accepted, "lost_lines": lost, "seconds": seconds, "sample": sample});
        self.state.round = number;
        self.keep(round.accepted || self.state.best == 0, line)
    }

    /// Plays the games of a round that are not yet played. Answers whether all are.
    fn play(&mut self, round: u32, tell: &mut dyn FnMut(&News)) -> Result<bool, Fault> {
        let play = &self.config.play;
        let count = u64::from(play.games);
        let first = u64::from(round - 1) * count;
        let known: HashSet<u64> = self.games.iter().map(|game| game.number).collect();
        let orders: Vec<Order> = (first..first + count)
            .filter(|number| !known.contains(number))
            .map(|number| {
                let seed = seed_of(self.config.seed, number);
                let opening = Dice::new(!seed).below(play.opening as usize + 1) as u32;
                Order { number, seed, manner: Manner { minds: [0, 0], curious: true }, opening }
            })
            .collect();
        let mind = Mind::new(self.game, &self.best, self.set.name)?;
        let mut file = self.folder.adding(GAMES)?;
        let mut fault = None;
        let (games, mut done) = (&mut self.games, count as usize - orders.len());
        let (sender, receiver) = std::sync::mpsc::channel();
        let finished = std::thread::scope(|scope| {
            let (game, stop, threads) = (self.game, self.wish.stop, self.wish.threads);
            let (mind, orders) = (&mind, &orders);
            let player = scope.spawn(move || {
                play_all(game, &[mind], play, orders, threads, stop, &mut |record| {
                    // Nobody listens any more only where writing has failed.
                    let _ = sender.send(record);
                })
            });
            for record in receiver {
                if let Err(error) = file.write_all(&record.to_bytes()) {
                    fault = Some(Fault::new(format!("cannot write {GAMES}: {error}")));
                    stop.raise();
                    break;
                }
                games.push(record);
                done += 1;
                tell(&News::Game { round, done, of: count as usize });
            }
            player.join().unwrap_or(false)
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        file.sync_all().map_err(|error| Fault::new(format!("cannot write {GAMES}: {error}")))?;
        self.games.sort_by_key(|game| game.number);
        Ok(finished)
    }

    fn learn(&mut self, round: u32) -> (Losses, usize) {
        let learn = &self.config.learn;
        let known = u64::from(round) * u64::from(self.config.play.games);
        // Games of a round that was not finished are not yet there to learn from.
        let end = self.games.partition_point(|game| game.number < known);
        let window = Window::new(self.game, self.set, &self.games[..end], learn);
        let mut losses = Losses::default();
        if window.len() == 0 {
            return (losses, 0);
        }
        let mut batch = Batch::default();
        let mut dice = Dice::new(seed_of(self.config.seed.rotate_left(32), u64::from(round)));
        for _ in 0..learn.steps {
            batch.clear();
            for _ in 0..learn.batch {
                window.fill(dice.below(window.len()), dice.below(self.game.symmetries()), &mut batch);
            }
            losses.add(self.learner.step(&batch, learn, learn.rate), 1.0 / f64::from(learn.steps));
        }
        (losses, window.len())
    }

    /// The share of points of the candidate; `None` if it was stopped.
    fn contest(&self, round: u32, gate: &Gate, candidate: &Mind, best: &Mind) -> Option<f32> {
        let play = Play { simulations: gate.simulations, ..self.config.play.clone() };
        let pairs = u64::from(gate.games.div_ceil(2));
        let orders: Vec<Order> = (0..2 * pairs)
            .map(|number| {
                // Both games of a pair begin alike.
                let seed = seed_of(self.config.seed ^ 0xA5A5, (u64::from(round) << 32) | (number / 2));
                let minds = if number % 2 == 0 { [0, 1] } else { [1, 0] };
                Order { number, seed, manner: Manner { minds, curious: false }, opening: gate.opening }
            })
            .collect();
        let mut points = 0.0;
        let mut hear = |record: Record| {
            let first = f32::from(record.result + 1) / 2.0;
            points += if record.number % 2 == 0 { first } else { 1.0 - first };
        };
        let minds = [candidate, best];
        let over = play_all(self.game, &minds, &play, &orders, self.wish.threads, self.wish.stop, &mut hear);
        over.then(|| points / (2 * pairs).max(1) as f32)
    }
}

const HEAD: &str = "round,games,window,policy_loss,value_loss,owners_loss,lead_loss,gate,accepted,lost_lines,seconds\n";

fn file(kind: &str, mark: u64) -> String {
    format!("{kind}-{mark}.safetensors")
}

fn numbers(losses: &Losses) -> serde_json::Value {
    let Losses { policy, value, owners, lead } = losses;
    json!({"policy": policy, "value": value, "owners": owners, "lead": lead})
}
