//! Makes games of 9x9 Go in which every position is judged: played on the way, from what the judge thinks of the moves,
//! or given.
//!
//! A game is decided by its number, the seed and what the judge says, whichever thread plays it, and games are told in
//! the order of their numbers: a run that was broken off goes on as if it had not been, if the judge always says the
//! same of the same position.

use super::judged::{Judged, LONGEST, PLACES, POINTS, code, place, write_game};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use tabula_core::{Dice, Fault, Stop};
use tabula_engine::{Record, Setup, Shelf, Table};

/// What a judge says of a position, as the mover sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The chance to win, 0 to 1.
    pub chance: f32,
    /// The expected lead in points and whose each point will be, as in [`Judged`]; `None` if either is not told.
    pub after: Option<(f32, Vec<f32>)>,
    /// Moves, and what share of its trust each has. What is not named has none.
    pub moves: Vec<(String, f32)>,
}

/// Whoever says what a position is worth; `None` if it was stopped.
pub type Judge<'a> = dyn FnMut(&Record) -> Result<Option<Opinion>, Fault> + Send + 'a;

/// Where the moves of the games come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Moves {
    /// They are drawn.
    Drawn(Lots),
    /// They were played by others: places, game by game.
    Given(Vec<Vec<u8>>),
}

/// How moves are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lots {
    /// At most so many plies at the start are any legal stones; each game draws how many.
    pub opening: u32,
    /// Later a move is any legal stone in so many of a hundred cases.
    pub percent: f32,
    /// Otherwise it is drawn by the shares of the moves: each game has a temperature from half of this to three halves
    /// of it.
    pub temperature: f32,
    /// What all this is drawn from.
    pub seed: u64,
}

impl Lots {
    /// In words.
    pub fn describe(&self) -> String {
        let Self { opening, percent, temperature, seed } = self;
        format!("lots {opening} random {percent} temperature {temperature} seed {seed}")
    }

    /// The dice of a game: its own generator; the odd factor keeps neighbours apart.
    const fn dice(&self, number: u64) -> Dice {
        Dice::new(self.seed ^ number.wrapping_add(1).wrapping_mul(0x9E6C_63D0_876A_68DB))
    }
}

/// A game that was made, with how many of its positions the lead and the owners are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// As the file has it.
    pub bytes: Vec<u8>,
    /// Its positions.
    pub positions: usize,
    /// Those whose lead and owners are not known.
    pub unknown: usize,
}

/// Makes the games with these numbers, as many at a time as there are judges, and hands each to `hear`, in the order of
/// their numbers. Ends early if it is stopped, or `hear` wants no more.
///
/// # Errors
/// If a judge fails; all games before the one that failed were then heard.
pub fn make(
    shelf: &dyn Shelf,
    moves: &Moves,
    numbers: Range<u64>,
    judges: &mut [Box<Judge<'_>>],
    halt: &Stop,
    hear: &mut dyn FnMut(&Made) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let next = AtomicU64::new(numbers.start);
    // No game is begun behind one that has failed.
    let end = AtomicU64::new(numbers.end);
    let (over, finished) = sync_channel::<(u64, Result<Made, Fault>)>(judges.len().max(1));
    std::thread::scope(|scope| {
        for judge in judges.iter_mut() {
            let (over, next, end) = (over.clone(), &next, &end);
            scope.spawn(move || {
                while !halt.is_raised() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    let Some(made) = game(shelf, moves, number, &mut **judge, halt).transpose() else { break };
                    let failed = made.is_err();
                    if failed {
                        end.fetch_min(number, Ordering::Relaxed);
                    }
                    if over.send((number, made)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(over);
        let mut waiting = BTreeMap::new();
        let mut wanted = numbers.start;
        let mut failed = Ok(());
        let mut flow = ControlFlow::Continue(());
        for (number, made) in &finished {
            match made {
                Ok(made) => drop(waiting.insert(number, made)),
                Err(fault) if failed.is_ok() => failed = Err(fault),
                Err(_) => {}
            }
            while flow.is_continue()
                && let Some(made) = waiting.remove(&wanted)
            {
                wanted += 1;
                flow = hear(&made);
                if flow.is_break() {
                    halt.raise();
                }
            }
        }
        failed
    })
}

/// Makes the game with a number; `None` if it was stopped.
fn game(
    shelf: &dyn Shelf,
    moves: &Moves,
    number: u64,
    judge: &mut Judge<'_>,
    halt: &Stop,
) -> Result<Option<Made>, Fault> {
    let setup = Setup { game: shelf.card().id.clone(), start: None };
    let mut table = shelf.table(&setup).map_err(|faults| Fault::new(faults.to_string()))?;
    let mut source = match moves {
        Moves::Drawn(lots) => Source::Drawn(Drawing::new(lots, number)),
        Moves::Given(games) => Source::Given(games.get(number as usize).map_or(&[][..], Vec::as_slice)),
    };
    let mut positions = Vec::new();
    while positions.len() < LONGEST && table.outcome().is_none() {
        if matches!(source, Source::Given(rest) if rest.is_empty()) {
            break;
        }
        let Some(opinion) = judge(&table.record())?.filter(|_| !halt.is_raised()) else { return Ok(None) };
        let mut judged = judged(&*table, opinion)?;
        judged.played = match &mut source {
            Source::Drawn(drawing) => drawing.pick(&judged.policy),
            Source::Given(rest) => {
                let (first, others) = rest.split_first().ok_or_else(|| Fault::new("the game has no more moves"))?;
                *rest = others;
                usize::from(*first)
            }
        };
        table.play(&code(judged.played))?;
        positions.push(judged);
    }
    let unknown = positions.iter().filter(|judged| judged.after.is_none()).count();
    Ok(Some(Made { bytes: write_game(&positions)?, positions: positions.len(), unknown }))
}

/// An opinion as it is kept: shares of legal moves alone, which are 1 together.
fn judged(table: &dyn Table, opinion: Opinion) -> Result<Judged, Fault> {
    let mut policy = vec![None; PLACES];
    table.legal().iter().filter_map(|code| place(code)).for_each(|place| policy[place] = Some(0.0));
    for (code, share) in &opinion.moves {
        let place = place(code).ok_or_else(|| Fault::new(format!("'{code}' is no move on nine lines")))?;
        if let Some(known) = &mut policy[place] {
            *known += share.max(0.0);
        }
    }
    let total: f32 = policy.iter().flatten().sum();
    if !(total.is_finite() && total > 0.0) {
        return Err(Fault::new(format!("no legal move has a share in the position '{}'", table.position())));
    }
    policy.iter_mut().flatten().for_each(|share| *share /= total);
    let after = opinion.after.filter(|(_, owners)| owners.len() == POINTS);
    Ok(Judged { chance: opinion.chance.clamp(0.0, 1.0), after, policy, played: POINTS })
}

/// Where the moves of one game come from.
enum Source<'a> {
    Drawn(Drawing),
    Given(&'a [u8]),
}

/// The moves of one game, as they are drawn.
struct Drawing {
    dice: Dice,
    opening: usize,
    percent: f32,
    temperature: f32,
    ply: usize,
}

impl Drawing {
    fn new(lots: &Lots, number: u64) -> Self {
        let mut dice = lots.dice(number);
        let opening = dice.below(lots.opening as usize + 1);
        let temperature = lots.temperature * (0.5 + part(&mut dice) as f32);
        Self { dice, opening, percent: lots.percent, temperature, ply: 0 }
    }

    /// The place of the next move.
    fn pick(&mut self, policy: &[Option<f32>]) -> usize {
        self.ply += 1;
        let by_lot = self.ply <= self.opening || part(&mut self.dice) * 100.0 < f64::from(self.percent);
        let stones: Vec<usize> = (0..POINTS).filter(|&place| policy[place].is_some()).collect();
        if by_lot && let Some(&place) = self.dice.pick(&stones) {
            return place;
        }
        // Relative to the best share, so that low temperatures leave numbers that can be added up.
        let best = policy.iter().flatten().fold(0.0, |best: f32, share| best.max(*share));
        let weight =
            |share: Option<f32>| f64::from(share.unwrap_or(0.0) / best).powf(1.0 / f64::from(self.temperature));
        let weights: Vec<f64> = policy.iter().map(|share| weight(*share)).collect();
        let mut ticket = part(&mut self.dice) * weights.iter().sum::<f64>();
        let mut last = POINTS;
        for (place, weight) in weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0) {
            last = place;
            if ticket < weight {
                break;
            }
            ticket -= weight;
        }
        last
    }
}

/// A number from 0 to 1, without 1.
fn part(dice: &mut Dice) -> f64 {
    (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::super::judged::Games;
    use super::*;
    use tabula_engine::catalogue::find;

    const LOTS: Lots = Lots { opening: 6, percent: 5.0, temperature: 1.0, seed: 7 };

    /// A judge whose opinion follows from the position alone: it trusts some points, and passes after forty plies.
    fn opinion(record: &Record) -> Opinion {
        let plies = record.moves.len();
        let share = |place: usize| ((place * 7 + plies * 3) % 11) as f32;
        let pass = if plies > 40 { 2000.0 } else { 0.0 };
        let moves = (0..POINTS).map(|place| (code(place), share(place))).chain([("pass".into(), pass)]);
        let after = (!plies.is_multiple_of(3)).then(|| (plies as f32 / 4.0, vec![0.5; POINTS]));
        Opinion { chance: plies as f32 / 256.0, after, moves: moves.collect() }
    }

    fn run(moves: &Moves, numbers: Range<u64>, judges: usize) -> Vec<u8> {
        run_by(opinion, moves, numbers, judges)
    }

    fn run_by(opinion: fn(&Record) -> Opinion, moves: &Moves, numbers: Range<u64>, judges: usize) -> Vec<u8> {
        let shelf = find("go9").unwrap();
        let judge = |_| -> Box<Judge<'static>> { Box::new(move |record: &Record| Ok(Some(opinion(record)))) };
        let mut judges: Vec<_> = (0..judges).map(judge).collect();
        let mut bytes = Vec::new();
        make(&*shelf, moves, numbers, &mut judges, &Stop::default(), &mut |made| {
            bytes.extend(&made.bytes);
            ControlFlow::Continue(())
        })
        .unwrap();
        bytes
    }

    #[test]
    fn games_are_the_same_however_many_play_and_wherever_they_were_broken_off() {
        let drawn = Moves::Drawn(LOTS);
        let whole = run(&drawn, 0..7, 1);
        assert_eq!(Games::new(&whole).len(), 7);
        assert!(whole == run(&drawn, 0..7, 3));
        assert!(whole == [run(&drawn, 0..4, 2), run(&drawn, 4..7, 1)].concat());
        assert!(whole != run(&Moves::Drawn(Lots { seed: 8, ..LOTS }), 0..7, 1));
    }

    #[test]
    fn every_position_is_judged_and_only_legal_moves_have_shares() {
        let bytes = run(&Moves::Drawn(LOTS), 0..3, 1);
        let (games, shelf) = (Games::new(&bytes), find("go9").unwrap());
        for game in 0..games.len() {
            let mut table = shelf.table(&Setup { game: "go9".into(), start: None }).unwrap();
            for ply in 0..games.positions(game) {
                let judged = games.judged(game, ply);
                let mut legal: Vec<_> = table.legal().iter().filter_map(|code| place(code)).collect();
                legal.sort_unstable();
                let shared = (0..PLACES).filter(|&place| judged.policy[place].is_some());
                assert_eq!(shared.collect::<Vec<_>>(), legal);
                assert_eq!(judged.after.is_some(), ply % 3 > 0);
                table.play(&code(judged.played)).unwrap();
            }
            assert!(table.outcome().is_some(), "two passes end it");
        }
    }

    #[test]
    fn given_games_are_replayed() {
        let bytes = run(&Moves::Given(vec![vec![0, 81, 1, 81, 2], vec![40, 81, 81]]), 0..2, 1);
        let games = Games::new(&bytes);
        assert_eq!((games.len(), games.positions(0), games.positions(1)), (2, 5, 3));
        assert_eq!((0..5).map(|ply| games.played(0, ply)).collect::<Vec<_>>(), [0, 81, 1, 81, 2]);
    }

    #[test]
    fn a_game_that_does_not_end_is_cut() {
        let never_passes = |_: &Record| {
            let moves = (0..POINTS).map(|place| (code(place), 1.0)).chain([("pass".into(), 1e-9)]).collect();
            Opinion { chance: 0.5, after: None, moves }
        };
        let bytes = run_by(never_passes, &Moves::Drawn(LOTS), 0..1, 1);
        assert_eq!(Games::new(&bytes).positions(0), LONGEST);
    }

    #[test]
    fn a_judge_that_fails_costs_no_game_before() {
        let shelf = find("go9").unwrap();
        let mut asked = 0;
        let first = Games::new(&run(&Moves::Drawn(LOTS), 0..1, 1)).positions(0);
        let mut judges: Vec<Box<Judge<'_>>> = vec![Box::new(|record: &Record| {
            asked += 1;
            if asked > first + 3 { Err(Fault::new("it fell over")) } else { Ok(Some(opinion(record))) }
        })];
        let mut heard = 0;
        let made = make(&*shelf, &Moves::Drawn(LOTS), 0..9, &mut judges, &Stop::default(), &mut |_| {
            heard += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((made.unwrap_err().what.as_str(), heard), ("it fell over", 1));
    }

    #[test]
    fn who_wants_no_more_hears_no_more() {
        let shelf = find("go9").unwrap();
        let mut judges: Vec<Box<Judge<'_>>> = vec![Box::new(|record: &Record| Ok(Some(opinion(record))))];
        let mut heard = 0;
        make(&*shelf, &Moves::Drawn(LOTS), 0..9, &mut judges, &Stop::default(), &mut |_| {
            heard += 1;
            if heard == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        assert_eq!(heard, 2);
    }

    #[test]
    fn a_low_temperature_plays_the_best_move_and_lots_play_any() {
        let mut policy = vec![Some(0.01); PLACES];
        (policy[5], policy[6], policy[7]) = (Some(0.2), Some(0.19), None);
        let picks = |lots: Lots| -> Vec<usize> {
            let mut drawing = Drawing::new(&lots, 3);
            (0..300).map(|_| drawing.pick(&policy)).collect()
        };
        let cold = Lots { opening: 0, percent: 0.0, temperature: 0.001, seed: 1 };
        assert_eq!(picks(cold), [5; 300]);
        let warm = picks(Lots { temperature: 1.0, ..cold });
        let often = warm.iter().filter(|&&place| place == 5 || place == 6).count();
        assert!((40..290).contains(&often), "{often} of 300, expected about a third of all or more");
        let any = picks(Lots { percent: 100.0, ..cold });
        assert!(!any.contains(&7) && !any.contains(&POINTS) && any.iter().any(|&place| place > 40));
    }

    #[test]
    fn an_opinion_without_any_legal_move_is_a_fault() {
        let shelf = find("go9").unwrap();
        let none = |moves: Vec<(String, f32)>| {
            let table = shelf.table(&Setup { game: "go9".into(), start: None }).unwrap();
            judged(&*table, Opinion { chance: 0.5, after: None, moves }).unwrap_err().what
        };
        assert!(none(vec![("e5".into(), 0.0)]).starts_with("no legal move has a share in the position '9/9"));
        assert_eq!(none(vec![("t19".into(), 1.0)]), "'t19' is no move on nine lines");
    }
}
