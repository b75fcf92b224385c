//! Games played out, as an evaluator for every search and as the oracle of the tree search.

use crate::go::{Go, LAST_PASS};
use crate::playout::{Playout, Policy};
use crate::position::{Move, Position};
use crate::prior::{Prior, Priors, Weights};
use crate::rules::Counting;
use tabula_core::{Dice, Evaluator, Hope, Insight, Oracle, Score, Side, Trace, Trail};

/// Judges a position by playing it out, time and again.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    policy: Policy,
    nobody: (),
}

/// Games by which a position is valued where a search asks for a value alone.
const GAMES: u32 = 64;
/// What a certain win is worth then, in points of a score.
const CERTAIN: f64 = 1000.0;
/// So often a leaf is played out before its moves are looked at one by one.
const PATIENCE: u32 = 6;
/// As many tries is it worth to know how a move ends the game.
const SURE: f32 = 100.0;
/// How much of a result is its size: enough to go on building when the game is decided.
const SIZE: f64 = 0.05;

impl MonteCarlo {
    /// Plays out by this policy.
    pub const fn new(policy: Policy) -> Self {
        Self { policy, nobody: () }
    }
}

impl Trace for MonteCarlo {
    type Watch = ();

    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }

    fn pop(&mut self) {}
}

impl Evaluator<Go> for MonteCarlo {
    fn reset(&mut self, _: &Go, _: &Position) {}

    /// The share of games won, for the mover; the same whenever it is asked.
    fn value(&mut self, game: &Go, at: &Position) -> Score {
        let mut playout = Playout::new(game, self.policy);
        let mut dice = Dice::new(at.key());
        let lead: i32 = (0..GAMES).map(|_| playout.run(game, at, &mut dice).signum()).sum();
        let share = f64::from(lead) / f64::from(GAMES);
        let points = (share * CERTAIN) as i32;
        Score::estimate(if at.turn() == Side::First { points } else { -points })
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<Go>>> {
        Some(Box::new(Guide {
            policy: self.policy,
            playout: None,
            priors: None,
            opinions: Vec::new(),
            games: 0,
            lead: 0,
            owners: Vec::new(),
        }))
    }
}

/// The oracle: one game for each leaf, and what moves look like at first sight.
struct Guide {
    policy: Policy,
    playout: Option<Playout>,
    /// Of a policy that knows something.
    priors: Option<Priors>,
    opinions: Vec<Prior>,
    /// Games played out since the search began ...
    games: u32,
    /// ... their margins, in half points for Black ...
    lead: i64,
    /// ... and how often more each point was Black's.
    owners: Vec<i32>,
}

impl Oracle<Go> for Guide {
    fn reset(&mut self, game: &Go, _: &Position) {
        self.playout = Some(Playout::new(game, self.policy));
        self.priors = (self.policy == Policy::Knowing).then(|| Priors::new(game, Weights::default()));
        (self.games, self.lead) = (0, 0);
        self.owners.clear();
        self.owners.resize(game.points(), 0);
    }

    fn hopes(&mut self, game: &Go, recent: &[&Position], moves: &[Move], out: &mut Vec<Hope>) {
        let at = recent[0];
        let share = 1.0 / moves.len().max(1) as f32;
        match &mut self.priors {
            None => out.extend(moves.iter().map(|_| Hope { share, ..Hope::default() })),
            Some(priors) => {
                priors.fill(at, moves, &mut self.opinions);
                let hope = |prior: &Prior| Hope { share, worth: 2.0 * prior.value - 1.0, tries: prior.weight };
                out.extend(self.opinions.iter().map(hope));
                // A second pass ends the game, and by area it is plain how.
                if at.passes() + 1 == LAST_PASS && game.rules().counting == Counting::Area {
                    let margin = game.margin(at).signum() as f32;
                    let worth = if at.turn() == Side::First { margin } else { -margin };
                    let passes = moves.iter().zip(out.iter_mut().rev().take(moves.len()).rev());
                    for (_, hope) in passes.filter(|(m, _)| **m == Move::Pass) {
                        *hope = Hope { share, worth, tries: SURE };
                    }
                }
            }
        }
    }

    fn value(&mut self, game: &Go, recent: &[&Position], dice: &mut Dice, trail: &mut Trail) -> f64 {
        let playout = self.playout.get_or_insert_with(|| Playout::new(game, self.policy));
        let margin = playout.run(game, recent[0], dice);
        trail.played.extend(playout.moves().iter().map(|&(side, point)| (side, point.index())));
        self.games += 1;
        self.lead += i64::from(margin);
        for (sum, &owner) in self.owners.iter_mut().zip(playout.owners()) {
            *sum += i32::from(owner);
        }
        let size = (f64::from(margin) / (2 * game.points()) as f64).clamp(-1.0, 1.0);
        (1.0 - SIZE) * f64::from(margin.signum()) + SIZE * size
    }

    fn patience(&self) -> u32 {
        PATIENCE
    }

    fn insight(&self) -> Option<Insight> {
        let games = self.games.max(1) as f32;
        let owners = self.owners.iter().map(|&sum| sum as f32 / games).collect();
        (self.games > 0).then(|| Insight { lead: self.lead as f32 / 2.0 / games, owners })
    }
}
