//! Results counted: single games, and pairs of games from the same opening with colours swapped.
//!
//! A pair is the better unit: an opening that favours one side spoils both its games in opposite ways, and what is
//! left of it in the sum is not chance but noise that cancels.

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Games {
    /// All of them.
    pub const fn count(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts a game that brought this many half-points.
    pub const fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// As a distribution over scores.
    pub fn sample(&self) -> Sample {
        Sample { counts: [self.losses, self.draws, self.wins].map(|n| n as f64).to_vec(), per_game: 1.0 }
    }
}

/// How many pairs of games brought 0, 1, 2, 3 and 4 half-points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// All of them.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// As a distribution over scores.
    pub fn sample(&self) -> Sample {
        Sample { counts: self.0.map(|n| n as f64).to_vec(), per_game: 2.0 }
    }
}

/// Results as a distribution over scores that are evenly spread from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// How often each score was made, the lowest first.
    pub counts: Vec<f64>,
    /// Games in one result.
    pub per_game: f64,
}

impl Sample {
    /// The scores.
    pub fn scores(&self) -> impl Iterator<Item = f64> + Clone {
        let last = (self.counts.len() - 1) as f64;
        (0..self.counts.len()).map(move |i| i as f64 / last)
    }

    /// How many results there are.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.scores().zip(&self.counts).map(|(score, n)| score * n).sum::<f64>() / self.total()
    }

    /// The variance of one result.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.scores().zip(&self.counts).map(|(score, n)| (score - mean).powi(2) * n).sum::<f64>() / self.total()
    }
}
