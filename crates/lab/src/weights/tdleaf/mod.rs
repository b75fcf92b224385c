//! TDLeaf(lambda): what is thought of a position is drawn towards what is thought later in the same game, and in the end towards its result.
//!
//! A player's values are those of the leaves of its principal lines, as chances of winning `1 / (1 + exp(-k * value))`. The
//! difference between one move and the next, and all later ones with falling weight `lambda`, move the weights that count
//! in the leaf. Where the opponent did not play what was expected, a gain may be his blunder: it teaches nothing.
//!
//! The opponents are a ladder: who scores well climbs, who fails comes down again. `self` is a rung, too: both sides then learn.

mod errors;

use super::course::{Around, Told, Walker};
use super::field::{Bout, Played, Purpose, Weights, Who};
use crate::descent::{Descent, Stride};
use errors::{Moment, errors};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Pair, Record};
use tabula_core::{BySide, Fault, Side};
use tabula_engine::Setup;

/// The rung of whoever plays against itself.
pub const SELF: &str = "self";
/// The rung of the weights that the run began with.
pub const START: &str = "start";

/// A score of this in a step leads to the next rung ...
const CLIMB: f64 = 0.6;
/// ... and of this to the one before.
const FALL: f64 = 0.2;
/// The share of the first rate that is left in the end.
const LAST_RATE: f32 = 0.1;
/// A leaf whose bare value is farther from the score, in hundredths of a pawn, is not the one the score comes from: the line was cut short.
const OTHER_LEAF: f32 = 15.0;

/// How to learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How much later differences count: each move this much less.
    pub lambda: f32,
    /// What turns hundredths of a pawn into the exponent of a chance.
    pub k: f32,
    /// How weights follow the slope.
    pub stride: Stride,
    /// The length of the first steps, in hundredths of a pawn; it falls to a tenth.
    pub rate: f32,
    /// Games of a step, rounded up to an even number: each opening is played from both sides.
    pub games: usize,
    /// Whether a gain by a move that was not expected is left out.
    pub clip: bool,
    /// The opponents, weakest first: `self`, `start` or players.
    pub ladder: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            lambda: 0.7,
            k: 0.0055,
            stride: Stride::Adam,
            rate: 4.0,
            games: 32,
            clip: true,
            ladder: vec![SELF.to_string()],
        }
    }
}

impl Settings {
    /// Those of the ladder who have to be seated.
    pub(super) fn players(&self) -> Vec<String> {
        self.ladder.iter().filter(|rung| ![SELF, START].contains(&rung.as_str())).cloned().collect()
    }
}

/// What has been learnt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Walk {
    settings: Settings,
    #[serde(with = "crate::exact::floats")]
    values: Vec<f32>,
    descent: Descent,
    /// The rung it stands on.
    rung: usize,
}

impl Walk {
    pub(super) fn new(settings: &Settings, values: &[f64]) -> Self {
        Self {
            settings: Settings { games: settings.games.next_multiple_of(2), ..settings.clone() },
            values: values.iter().map(|&value| value as f32).collect(),
            descent: Descent::new(settings.stride, values.len()),
            rung: 0,
        }
    }

    /// The opponent on this rung; `None` for itself.
    fn opponent(&self, start: &Weights) -> Option<Who> {
        match self.settings.ladder.get(self.rung).map(String::as_str) {
            None | Some(SELF) => None,
            Some(START) => Some(Who::By(Arc::clone(start))),
            Some(_) => {
                let before = self.settings.ladder[..self.rung].iter();
                Some(Who::Rung(before.filter(|rung| ![SELF, START].contains(&rung.as_str())).count()))
            }
        }
    }

    /// Learns from the moves of one side of a game; `leaves` are those of every ply.
    fn hear(&self, game: &Played, side: Side, leaves: &[Option<Leaf>], lesson: &mut Lesson) {
        let Settings { lambda, k, clip, .. } = self.settings;
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let result = if side == Side::First { game.half_points } else { 2 - game.half_points } as f32 / 2.0;
        let mut moments = Vec::new();
        let mut own = Vec::new();
        for (ply, thought) in game.thoughts.iter().enumerate() {
            let Some((mover, thought)) = thought else { continue };
            if *mover != side {
                continue;
            }
            let expected = match (thought.line.get(1), game.moves.get(ply + 1)) {
                (Some(expected), Some(played)) => expected == played,
                // The game ended with this move, or nothing was expected.
                (_, played) => played.is_none(),
            };
            let score = thought.score.value() as f32;
            moments.push(Moment { value: chance(k * score), expected });
            own.push((score, leaves[ply].as_ref().filter(|_| !thought.score.is_decisive())));
        }
        for (error, (score, leaf)) in errors(&moments, result, lambda, clip).into_iter().zip(own) {
            lesson.seen += 1;
            lesson.squares += f64::from(error.now * error.now);
            let Some(leaf) = leaf else { continue };
            if (score - sign * leaf.value).abs() > OTHER_LEAF {
                continue;
            }
            let bare = chance(k * sign * leaf.value);
            lesson.learn(leaf, error.all * bare * (1.0 - bare) * k * sign);
        }
    }
}

/// The last position of a line that was expected.
struct Leaf {
    /// Its value for the first player ...
    value: f32,
    /// ... and how much a unit of middlegame and of endgame add to it.
    shares: [f32; 2],
    record: Record,
}

/// What a step adds up.
struct Lesson {
    /// Where the numbers of each weight stand in the slope.
    places: Vec<[Option<u32>; 2]>,
    slope: Vec<f32>,
    /// Positions learnt from, and positions thought about.
    used: usize,
    seen: usize,
    /// The sum of the squared differences between a move and the next.
    squares: f64,
}

impl Lesson {
    /// The value of a leaf should be greater, and this strongly so.
    fn learn(&mut self, leaf: &Leaf, pull: f32) {
        self.used += 1;
        for &(place, count) in &leaf.record.counts {
            for (gene, share) in self.places[place as usize].iter().zip(leaf.shares) {
                if let Some(gene) = gene {
                    // Weights go down the slope.
                    self.slope[*gene as usize] -= pull * share * f32::from(count);
                }
            }
        }
    }
}

/// The leaf of every ply of a game at which somebody thought; `None` where the game ends at it.
fn leaves(around: &Around<'_>, weights: &[Pair], game: &Played) -> Result<Vec<Option<Leaf>>, Fault> {
    let shelf = around.field.shelf();
    let setup = Setup { game: shelf.card().id.clone(), start: game.start.clone() };
    let faults = |faults: tabula_core::Faults| Fault::new(faults.to_string());
    let mut table = shelf.table(&setup).map_err(faults)?;
    let mut leaves = Vec::new();
    for (thought, code) in game.thoughts.iter().zip(&game.moves) {
        let line = thought.as_ref().map_or(&[][..], |(_, thought)| &thought.line);
        for code in line {
            table.play(code)?;
        }
        leaves.push(if line.is_empty() || table.outcome().is_some() {
            None
        } else {
            let record = around.game.record(&table.position()).map_err(faults)?;
            let (value, shares) = judged(&record, weights);
            Some(Leaf { value, shares, record })
        });
        for _ in line {
            table.back();
        }
        table.play(code)?;
    }
    Ok(leaves)
}

impl Walker for Walk {
    fn step(&mut self, around: &Around<'_>, step: u64) -> Result<Option<Told>, Fault> {
        let values: Vec<f64> = self.values();
        let own = around.weights(&values);
        let rival = self.opponent(around.start);
        let me = || Who::By(Arc::clone(&own));
        let foe = || rival.clone().unwrap_or_else(me);
        let first = (step as usize - 1) * self.settings.games.div_ceil(2);
        let bout = |nth: usize| {
            let players = if nth.is_multiple_of(2) { BySide::new(me(), foe()) } else { BySide::new(foe(), me()) };
            Bout { opening: first + nth / 2, players }
        };
        let bouts: Vec<_> = (0..self.settings.games).map(bout).collect();
        let Some(played) = around.field.play(Purpose::Learning, &bouts)? else { return Ok(None) };
        let places = around.genes.places(own.len());
        let mut lesson = Lesson { places, slope: vec![0.0; values.len()], used: 0, seen: 0, squares: 0.0 };
        let mut points = 0;
        for (nth, game) in played.iter().enumerate() {
            let mine = if nth % 2 == 0 { Side::First } else { Side::Second };
            points += if mine == Side::First { game.half_points } else { 2 - game.half_points };
            let leaves = leaves(around, &own, game)?;
            self.hear(game, mine, &leaves, &mut lesson);
            if rival.is_none() {
                self.hear(game, !mine, &leaves, &mut lesson);
            }
        }
        let per_game = played.len().max(1) as f32;
        lesson.slope.iter_mut().for_each(|slope| *slope /= per_game);
        let gone = (step - 1) as f32 / around.plan.steps.max(1) as f32;
        let rate = self.settings.rate * (1.0 - (1.0 - LAST_RATE) * gone);
        self.descent.step(&mut self.values, &lesson.slope, rate);
        let mut bounded: Vec<f64> = self.values();
        around.genes.bound(&mut bounded);
        self.values = bounded.iter().map(|&value| value as f32).collect();
        let score = points as f64 / (2 * played.len().max(1)) as f64;
        let mut numbers = vec![
            ("difference", (lesson.squares / lesson.seen.max(1) as f64).sqrt()),
            ("leaves_used", lesson.used as f64 / lesson.seen.max(1) as f64),
        ];
        if rival.is_some() {
            numbers.extend([("rung", self.rung as f64), ("score_against_rung", score)]);
        }
        if self.settings.ladder.len() > 1 {
            self.rung = climbed(self.rung, rival.is_some().then_some(score), self.settings.ladder.len());
        }
        Ok(Some(Told { games: played.len() as u64, numbers, sample: played.into_iter().next() }))
    }

    fn values(&self) -> Vec<f64> {
        self.values.iter().map(|&value| value.into()).collect()
    }
}

/// The rung after a step; whoever played against itself goes on.
fn climbed(rung: usize, score: Option<f64>, rungs: usize) -> usize {
    match score {
        Some(score) if score <= FALL => rung.saturating_sub(1),
        Some(score) if score < CLIMB => rung,
        _ => (rung + 1).min(rungs.saturating_sub(1)),
    }
}

/// The chance of winning that belongs to a value in units of `1/k`.
fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The value of a position for the first player, and how much a unit of middlegame and of endgame add to it.
fn judged(record: &Record, weights: &[Pair]) -> (f32, [f32; 2]) {
    let sum = |half: fn(&Pair) -> i16| -> f32 {
        record.counts.iter().map(|&(place, count)| f32::from(half(&weights[place as usize])) * f32::from(count)).sum()
    };
    let (middle, end) = (sum(|pair| pair.0), sum(|pair| pair.1));
    let scale = record.scales[usize::from(end < 0.0)];
    let full = FULL_PHASE as f32;
    let shares =
        [record.phase as f32 / full, (FULL_PHASE - record.phase) as f32 * scale as f32 / (full * FULL_SCALE as f32)];
    (middle * shares[0] + end * shares[1] + record.mating as f32, shares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    #[test]
    fn a_record_is_judged_as_the_evaluation_judges() {
        for (game, eval, position) in [
            ("chess", "tapered", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"),
            ("chess", "tapered", "8/5k2/8/8/3P4/8/2R1K3/8 w - - 0 1"),
            ("czech", "pattern", "W:W21,24-32:B1-8,12,16,17"),
        ] {
            let shelf = find(game).unwrap();
            let tunable = shelf.tunable(Some(eval)).unwrap();
            let (value, _) = judged(&tunable.record(position).unwrap(), &tunable.weights());
            let values = shelf.values(Some(position)).unwrap();
            let told = values.iter().find(|valued| valued.card.name == eval).unwrap().score.value() as f32;
            assert!((value.abs() - told.abs()).abs() <= 1.0, "{position}: {value} {told}");
        }
    }

    #[test]
    fn who_scores_climbs_and_who_fails_comes_down() {
        assert_eq!([0.7, 0.5, 0.1].map(|score| climbed(1, Some(score), 3)), [2, 1, 0]);
        assert_eq!((climbed(2, Some(1.0), 3), climbed(0, Some(0.0), 3), climbed(0, None, 2)), (2, 0, 1));
    }

    #[test]
    fn rungs_are_numbered_among_those_who_are_seated() {
        let ladder = ["random", SELF, START, "tabula:level=2"].map(str::to_string).to_vec();
        let settings = Settings { ladder, ..Settings::default() };
        assert_eq!(settings.players(), ["random", "tabula:level=2"]);
        let mut walk = Walk::new(&settings, &[1.0]);
        let start: Weights = Arc::from([(1, 1)]);
        let mut found = Vec::new();
        for rung in 0..4 {
            walk.rung = rung;
            found.push(match walk.opponent(&start) {
                None => "itself".to_string(),
                Some(Who::By(_)) => "start".to_string(),
                Some(Who::Rung(nth)) => nth.to_string(),
            });
        }
        assert_eq!(found, ["0", "itself", "start", "1"]);
    }
}
