//! What a run is to do, as a TOML file. Everything but the game, the net and the number of rounds has a default.

use serde::{Deserialize, Serialize};
use tabula_core::Fault;
use tabula_nn::Plan;

/// A run of self-play learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game, by its id.
    pub game: String,
    /// The planes that the net is shown; the game's default if empty.
    #[serde(default)]
    pub planes: String,
    /// The layers of the net, as `docs/networks.md` describes them.
    pub net: String,
    /// What all lots are drawn from.
    #[serde(default = "one")]
    pub seed: u64,
    /// Rounds of playing and learning; none where only a teacher is heard.
    pub rounds: u32,
    /// How games are played.
    #[serde(default)]
    pub play: Play,
    /// How the net learns from them.
    #[serde(default)]
    pub learn: Learn,
    /// Whether a net that has learnt is better than the one before.
    #[serde(default)]
    pub gate: Gate,
    /// Whether it plays perfectly, in games so small that this can be known.
    #[serde(default)]
    pub proof: Option<Proof>,
}

const fn one() -> u64 {
    1
}

/// How moves are found at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Root {
    /// Lots drawn from the policy, halved again and again (Danihelka and others, 2022): learns from few simulations.
    Gumbel,
    /// The usual one, with Dirichlet noise and visits as the policy to learn (AlphaZero).
    Puct,
}

/// Which moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choices {
    /// All legal ones: nothing is known but the rules.
    All,
    /// Those that the game says are worth a thought (in Go: no own eyes).
    Worthwhile,
}

/// How games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Play {
    /// Games in a round.
    pub games: u32,
    /// Games at once on each thread, whose positions go through the net together.
    pub parallel: usize,
    /// How moves are found.
    pub search: Root,
    /// Which moves are looked at.
    pub moves: Choices,
    /// Positions looked at for a move that is learnt from ...
    pub simulations: u32,
    /// ... and for one that is only played, to finish more games (playout cap randomisation).
    pub fast: u32,
    /// The share of moves that are learnt from.
    pub full: f32,
    /// Moves that the Gumbel search considers at the root.
    pub considered: usize,
    /// How strongly the values that the Gumbel search has found sway the policy: 1 as in its paper, less where a young net's
    /// values are mostly noise, which would else be learnt as if it were knowledge.
    pub sway: f32,
    /// How much PUCT looks at moves that it has looked at little.
    pub explore: f32,
    /// How much noise PUCT has at the root.
    pub noise: f32,
    /// Plies in which PUCT draws its moves by visits.
    pub drawn: u32,
    /// Plies after which a game is ended.
    pub longest: u32,
    /// Moves at the beginning that are drawn by lot: at most so many.
    pub opening: u32,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            games: 100,
            parallel: 32,
            search: Root::Gumbel,
            moves: Choices::All,
            simulations: 32,
            fast: 8,
            full: 0.5,
            considered: 16,
            sway: 1.0,
            explore: 1.25,
            noise: 0.25,
            drawn: 12,
            longest: 400,
            opening: 0,
        }
    }
}

/// How the net learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Learn {
    /// The last positions, so many of them.
    pub window: usize,
    /// Batches in a round.
    pub steps: u32,
    /// Positions in a batch.
    pub batch: usize,
    /// The length of a step.
    pub rate: f32,
    /// The pull of weights towards 0.
    pub decay: f32,
    /// How much the value counts beside the policy ...
    pub value: f32,
    /// ... whose each cell will be ...
    pub owners: f32,
    /// ... and the lead.
    pub lead: f32,
    /// The share of the result in the value that is learnt; the rest is what the search found.
    pub result: f32,
}

impl Default for Learn {
    fn default() -> Self {
        Self {
            window: 20_000,
            steps: 100,
            batch: 128,
            rate: 0.002,
            decay: 1e-4,
            value: 1.0,
            owners: 0.5,
            lead: 0.25,
            result: 0.75,
        }
    }
}

/// The match that a net has to win before it plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gate {
    /// After so many rounds each; 0 for no match: every net plays.
    pub every: u32,
    /// Games, in pairs from the same opening.
    pub games: u32,
    /// Random moves that such an opening has.
    pub opening: u32,
    /// Positions looked at for a move.
    pub simulations: u32,
    /// The share of points that is enough.
    pub score: f32,
}

impl Default for Gate {
    fn default() -> Self {
        Self { every: 5, games: 40, opening: 2, simulations: 32, score: 0.55 }
    }
}

/// Every line that the net's opponents can play, and the net without any search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Games with more positions than this are not looked at.
    pub positions: usize,
    /// After so many rounds each.
    #[serde(default = "every_round")]
    pub every: u32,
    /// Whether the run ends once no line is lost.
    #[serde(default)]
    pub ends: bool,
}

const fn every_round() -> u32 {
    1
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let config: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let what = error.message().lines().next().unwrap_or("it cannot be read").to_owned();
            Fault { what, line, column: None }
        })?;
        config.check().map(|()| config)
    }

    /// The layers of the net.
    ///
    /// # Errors
    /// If the text does not describe any.
    pub fn plan(&self) -> Result<Plan, Fault> {
        self.net.parse().map_err(|fault: tabula_nn::Fault| Fault::new(fault.to_string()))
    }

    fn check(&self) -> Result<(), Fault> {
        let Self { play, learn, gate, .. } = self;
        let counts = [
            ("play.games", play.games as usize),
            ("play.parallel", play.parallel),
            ("play.simulations", play.simulations as usize),
            ("play.fast", play.fast as usize),
            ("play.considered", play.considered),
            ("play.longest", play.longest as usize),
            ("learn.window", learn.window),
            ("learn.batch", learn.batch),
            ("gate.simulations", gate.simulations as usize),
        ];
        if let Some((name, _)) = counts.into_iter().find(|&(_, count)| count == 0) {
            return Err(Fault::new(format!("{name} must be at least 1")));
        }
        let shares = [
            ("play.full", play.full),
            ("play.noise", play.noise),
            ("learn.result", learn.result),
            ("gate.score", gate.score),
        ];
        if let Some((name, share)) = shares.into_iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            return Err(Fault::new(format!("{name} is a share from 0 to 1, found {share}")));
        }
        let weights = [
            ("play.sway", play.sway),
            ("play.explore", play.explore),
            ("learn.rate", learn.rate),
            ("learn.decay", learn.decay),
            ("learn.value", learn.value),
            ("learn.owners", learn.owners),
            ("learn.lead", learn.lead),
        ];
        match weights.into_iter().find(|(_, weight)| !(weight.is_finite() && *weight >= 0.0)) {
            Some((name, weight)) => Err(Fault::new(format!("{name} cannot be negative, found {weight}"))),
            None => self.plan().map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str =
        "game = \"tictactoe\"\nrounds = 3\nnet = \"2x3x3: flatten, heads policy (dense 9) value (dense 1)\"\n";

    #[test]
    fn what_is_not_said_has_a_default() {
        let config = Config::read(LEAST).unwrap();
        assert_eq!((config.play, config.learn, config.proof), (Play::default(), Learn::default(), None));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let said = |text: &str| Config::read(text).unwrap_err().to_string();
        assert!(said(&format!("{LEAST}[play]\ngamse = 3\n")).starts_with("line 5: unknown field `gamse`"));
        assert!(said("rounds = 1\n").contains("missing field `game`"));
        assert_eq!(said(&format!("{LEAST}[play]\ngames = 0\n")), "play.games must be at least 1");
        assert_eq!(said(&format!("{LEAST}[gate]\nscore = 1.5\n")), "gate.score is a share from 0 to 1, found 1.5");
        assert!(said(&LEAST.replace("flatten", "flaten")).contains("`flaten` is not a layer"));
    }
}
