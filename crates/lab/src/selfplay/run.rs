//! The course of a run: lessons from a teacher if there is one, then rounds of playing, learning and proving.
//!
//! A round plays its games with the net that was last accepted, learns from the last positions, and at times lets the net that learns
//! play a match for its acceptance. Everything follows from the seed: a run that was killed and resumed ends with the same bytes as one
//! that was not. Each state that is kept is a step of the log: a round, or so many lessons.

use super::config::{Config, Gate, Play};
use super::folder::{CONFIG, Folder, GAMES, NET, State};
use super::learner::{Learner, Losses};
use super::lessons::{Batch, Lessons, Window};
use super::lines::{Lines, all_lines};
use super::news::{News, Round, Summary, Wish};
use super::play::{Order, play_all, seed_of};
use super::record::Record;
use super::seat::Manner;
use crate::log::{self, RunLog, Sample, Sheet};
use std::collections::HashSet;
use std::io::{self, Write};
use std::time::Instant;
use tabula_core::{Dice, Encode, Fault, Line, Notation, Planes, Tactics};
use tabula_nets::Mind;
use tabula_nn::{Desk, Model, Net, Origin, Schedule};

/// The smallest steps from a teacher, as a share of the first.
const FLOOR: f32 = 0.02;
/// So often a state is kept while a teacher is heard.
const KEEP: u64 = 200;
/// Positions on which the net is examined then.
const EXAM: usize = 512;

/// The planes that a configuration names.
pub(super) fn planes<G: Encode>(game: &G, config: &Config) -> Result<Planes, Fault> {
    let sets = game.planes();
    let named = |set: &&Planes| config.planes.is_empty() || set.name == config.planes;
    sets.iter().find(named).copied().ok_or_else(|| {
        let known: Vec<_> = sets.iter().map(|set| set.name).collect();
        Fault::new(format!("{} has no planes '{}', only: {}", config.game, config.planes, known.join(", ")))
    })
}

pub(super) struct Run<'a, G: Encode + Tactics + Notation> {
    game: &'a G,
    config: &'a Config,
    wish: &'a Wish<'a>,
    set: Planes,
    folder: Folder,
    log: RunLog,
    state: State,
    learner: Learner,
    best: Net,
    games: Vec<Record>,
}

/// Positions to learn from, and those held out.
pub(super) type Taught<'a> = (&'a dyn Lessons, &'a dyn Lessons);

impl<'a, G: Encode + Tactics + Notation> Run<'a, G> {
    /// Begins a run, or goes on with one.
    pub(super) fn open(game: &'a G, config: &'a Config, text: &str, wish: &'a Wish<'a>) -> Result<Self, Fault> {
        let folder = Folder::open(wish.folder)?;
        let kept = folder.state()?;
        let set = planes(game, config)?;
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
        let log = match log::read(wish.folder) {
            Ok(_) if state.mark > 0 => RunLog::resume(wish.folder, state.mark),
            _ => {
                let sheet = Sheet::new("selfplay", &config.game, wish.title, wish.command.clone());
                RunLog::begin(wish.folder, Sheet { net: folder.has(NET).then(|| NET.to_string()), ..sheet })
            }
        };
        let log = log.map_err(told)?;
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
        let games = folder.games()?;
        Ok(Self { game, config, wish, set, folder, log, state, learner, best, games })
    }

    /// Goes on to the end, or until it is stopped.
    pub(super) fn go(mut self, taught: Option<Taught<'_>>, tell: &mut dyn FnMut(&News)) -> Result<Summary, Fault> {
        let done = self.course(taught, tell);
        let (state, message) = match &done {
            Ok(summary) => {
                let state = if summary.finished { log::State::Done } else { log::State::Stopped };
                (state, format!("{} rounds, {} games", summary.rounds, summary.games))
            }
            Err(fault) => (log::State::Failed, fault.to_string()),
        };
        let closed = self.log.close(state, Some(message)).map_err(told);
        done.and_then(|summary| closed.map(|()| summary))
    }

    fn course(&mut self, taught: Option<Taught<'_>>, tell: &mut dyn FnMut(&News)) -> Result<Summary, Fault> {
        match taught {
            Some((lessons, _)) => self.state.lessons = self.per_epoch(lessons) * u64::from(self.wish.epochs),
            None if self.state.taught < self.state.lessons => {
                return Err(Fault::new("the run hears a teacher, and cannot go on without the teacher's file"));
            }
            None => {}
        }
        let steps = self.state.lessons.div_ceil(KEEP) + u64::from(self.config.rounds);
        self.log.update(|sheet| sheet.steps = Some(steps)).map_err(told)?;
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

    /// Whether somebody wants the run to end.
    fn is_stopped(&self) -> bool {
        if self.log.wants_stop() {
            self.wish.stop.raise();
        }
        self.wish.stop.is_raised()
    }

    /// Keeps everything as it is now, with a line for the log.
    fn keep(&mut self, accepted: bool, numbers: &[(String, f64)]) -> Result<(), Fault> {
        self.state.mark += 1;
        let mark = self.state.mark;
        self.save(&file("learner", mark), &self.learner.net)?;
        self.folder.write(&file("optimiser", mark), &self.learner.optimiser.save())?;
        if accepted {
            self.best = self.learner.net.clone();
            self.state.best = mark;
            self.save(&file("best", mark), &self.best)?;
        }
        let numbers: Vec<(&str, f64)> = numbers.iter().map(|(name, number)| (name.as_str(), *number)).collect();
        self.log.add(mark, &numbers).map_err(told)?;
        self.folder.keep(&self.state)?;
        if accepted {
            self.save(NET, &self.best)?;
            self.log.update(|sheet| sheet.net = Some(NET.to_string())).map_err(told)?;
        }
        Ok(())
    }

    /// Steps that a teacher's positions make.
    fn per_epoch(&self, lessons: &dyn Lessons) -> u64 {
        (lessons.len() / self.config.learn.batch).max(1) as u64
    }

    /// Learns from a teacher. Answers whether it came to the end.
    fn listen(&mut self, (lessons, held): Taught<'_>, tell: &mut dyn FnMut(&News)) -> Result<bool, Fault> {
        let learn = &self.config.learn;
        let (per_epoch, all) = (self.per_epoch(lessons), self.state.lessons);
        let schedule = Schedule::Cosine { steps: all, floor: FLOOR };
        let mut batch = Batch::default();
        let mut order: (u64, Vec<u32>) = (u64::MAX, Vec::new());
        let mut sum = (Losses::default(), 0_u32);
        while self.state.taught < all {
            if self.is_stopped() {
                return Ok(false);
            }
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
            if self.state.taught.is_multiple_of(KEEP) || self.state.taught == all {
                let mut losses = (Losses::default(), self.examine(held));
                losses.0.add(sum.0, 1.0 / f64::from(sum.1));
                sum = Default::default();
                let mut numbers = self.numbers("", &losses.0);
                numbers.extend(self.numbers("held_out_", &losses.1));
                self.keep(true, &numbers)?;
                tell(&News::Taught { step: self.state.taught, of: all, losses });
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
        if self.is_stopped() {
            return Ok(None);
        }
        round.seconds = begun.elapsed().as_secs_f64();
        self.finish(&round)?;
        Ok(Some(round))
    }

    fn finish(&mut self, round: &Round) -> Result<(), Fault> {
        let lost = round.lines.map(|lines| lines.iter().map(|lines| lines.lost).sum::<u64>() as f64);
        let known = [("gate", round.gate.map(f64::from)), ("lost_lines", lost)];
        let mut numbers = self.numbers("", &round.losses);
        numbers.extend(known.into_iter().filter_map(|(name, number)| Some((name.to_string(), number?))));
        let counts = [
            ("accepted", f64::from(u8::from(round.accepted))),
            ("games", round.games as f64),
            ("window", round.window as f64),
            ("seconds", round.seconds),
        ];
        numbers.extend(counts.map(|(name, number)| (name.to_string(), number)));
        if let Some(sample) = self.games.last().map(|game| self.sample(game)) {
            self.log.add_game(&sample).map_err(told)?;
        }
        self.state.round = round.round;
        self.keep(round.accepted || self.state.best == 0, &numbers)
    }

    /// How wrong the net was, head by head, as the log has it.
    fn numbers(&self, before: &str, losses: &Losses) -> Vec<(String, f64)> {
        let Losses { policy, value, owners, lead } = *losses;
        let heads = [("policy", policy), ("value", value), ("owners", owners), ("lead", lead)];
        let known = heads.into_iter().filter(|(head, _)| self.learner.net.output(head).is_some());
        known.map(|(head, loss)| (format!("{before}{head}_loss"), loss)).collect()
    }

    /// A game for people to look at, told with the step that comes next.
    fn sample(&self, record: &Record) -> Sample {
        let mut line = Line::new(self.game);
        let mut moves = Vec::with_capacity(record.plies.len());
        for ply in &record.plies {
            let Some(&m) = line.legal(self.game).get(usize::from(ply.choice)) else { break };
            moves.push(self.game.write_move(line.now(), m));
            line.play(self.game, m);
        }
        let result = ["0-1", "1/2-1/2", "1-0"][usize::from(record.result.signum().wrapping_add(1).unsigned_abs())];
        Sample { step: self.state.mark + 1, start: None, moves, result: result.to_string() }
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
        let (games, log, mut done) = (&mut self.games, &self.log, count as usize - orders.len());
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
                let bytes = record.to_bytes();
                if let Err(error) = file.write_all(&bytes) {
                    fault = Some(Fault::new(format!("cannot write {GAMES}: {error}")));
                    stop.raise();
                    break;
                }
                // What is learnt from is what was kept, rounded as it is there: a run that goes on from the file knows no more.
                games.extend(Record::read_all(&bytes).0);
                done += 1;
                if log.wants_stop() {
                    stop.raise();
                }
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
            points += if record.number.is_multiple_of(2) { first } else { 1.0 - first };
        };
        let minds = [candidate, best];
        let over = play_all(self.game, &minds, &play, &orders, self.wish.threads, self.wish.stop, &mut hear);
        over.then(|| points / (2 * pairs).max(1) as f32)
    }
}

fn file(kind: &str, mark: u64) -> String {
    format!("{kind}-{mark}.safetensors")
}

#[allow(clippy::needless_pass_by_value, reason = "so it is handed over")]
fn told(error: io::Error) -> Fault {
    Fault::new(error.to_string())
}
