//! A net that fits a game.

use tabula_core::{Encode, Fault, Insight, Mover, Planes, Side, Square};
use tabula_nn::{Desk, Model, Net, Origin, Shape};

/// The heads of a net, by name.
pub const POLICY: &str = "policy";
/// What the position is worth to the mover.
pub const VALUE: &str = "value";
/// Whose each cell will be.
pub const OWNERS: &str = "owners";
const LEAD_HEAD: &str = "lead";
/// Points of the game in a unit of the head `lead`.
pub const LEAD: f32 = 10.0;

/// A net with a policy and a value, made ready for a game.
pub struct Mind {
    model: Model,
    planes: Planes,
    policy: usize,
    value: usize,
    owners: Option<usize>,
    lead: Option<usize>,
}

impl Mind {
    /// The net of a file, for the game with this id.
    ///
    /// # Errors
    /// If the file is no net, or one for another game, or does not fit what the game shows and asks.
    pub fn read<G: Encode>(game: &G, id: &str, bytes: &[u8]) -> Result<Self, Fault> {
        let (net, origin) = tabula_nn::load(bytes).map_err(|fault| Fault::new(fault.to_string()))?;
        let Origin { game: of, planes, .. } = origin;
        if of != id {
            return Err(Fault::new(format!("the net is for the game '{of}', not for '{id}'")));
        }
        Self::new(game, &net, &planes)
    }

    /// A net that is shown the planes of this name; no name stands for the default ones.
    ///
    /// # Errors
    /// If there are no such planes, or the net does not fit them or the places of the game.
    pub fn new<G: Encode>(game: &G, net: &Net, planes: &str) -> Result<Self, Fault> {
        let sets = game.planes();
        let planes = *sets.iter().find(|set| planes.is_empty() || set.name == planes).ok_or_else(|| {
            let known: Vec<_> = sets.iter().map(|set| set.name).collect();
            Fault::new(format!("the net is shown planes '{planes}', and the game has only: {}", known.join(", ")))
        })?;
        let shape = Shape::planes(planes.channels.len(), planes.rows, planes.columns);
        if net.plan().input != shape {
            let [channels, rows, columns] = [planes.channels.len(), planes.rows, planes.columns];
            let found = net.plan().to_string();
            let found = found.split(':').next().unwrap_or_default().to_owned();
            let what = format!(
                "the net takes {found} numbers, and the planes '{}' are {channels}x{rows}x{columns}",
                planes.name
            );
            return Err(Fault::new(what));
        }
        let head = |name: &str, size: usize| match net.output(name) {
            Some(index) if net.outputs()[index].shape.size() == size => Ok(Some(index)),
            Some(index) => {
                let found = net.outputs()[index].shape.size();
                Err(Fault::new(format!("the head '{name}' of the net has {found} numbers, and the game needs {size}")))
            }
            None => Ok(None),
        };
        let missing = |name: &str| Fault::new(format!("the net has no head '{name}'"));
        Ok(Self {
            policy: head(POLICY, game.places())?.ok_or_else(|| missing(POLICY))?,
            value: head(VALUE, 1)?.ok_or_else(|| missing(VALUE))?,
            owners: head(OWNERS, planes.cells())?,
            lead: head(LEAD_HEAD, 1)?,
            model: Model::new(net),
            planes,
        })
    }

    /// What it is shown.
    #[must_use]
    pub const fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Appends what is seen of a position to a batch; `recent` as in [`Encode::encode`].
    pub fn show<G: Encode>(&self, game: &G, recent: &[&G::Position], batch: &mut Vec<f32>) {
        let start = batch.len();
        batch.resize(start + self.planes.size(), 0.0);
        game.encode(&self.planes, recent, &mut batch[start..]);
    }

    /// Judges a batch; the answers stay at the desk.
    pub fn think(&self, desk: &mut Desk, batch: &[f32]) {
        self.model.run(desk, batch);
    }

    /// The logits of these moves, appended to `out`.
    pub fn logits<G: Encode>(
        &self,
        (desk, sample): (&Desk, usize),
        game: &G,
        at: &G::Position,
        moves: &[G::Move],
        out: &mut Vec<f32>,
    ) {
        let logits = self.model.result(desk, sample, self.policy);
        out.extend(moves.iter().map(|&m| logits[game.place(at, m)]));
    }

    /// What the position is worth to the mover, from -1 to 1.
    #[must_use]
    pub fn value(&self, (desk, sample): (&Desk, usize)) -> f32 {
        self.model.result(desk, sample, self.value)[0].clamp(-1.0, 1.0)
    }

    /// By how many points the mover is expected to win, if the net says so.
    #[must_use]
    pub fn lead(&self, (desk, sample): (&Desk, usize)) -> Option<f32> {
        self.lead.map(|lead| self.model.result(desk, sample, lead)[0] * LEAD)
    }

    /// What the net expects the end to look like, for the first player.
    pub fn insight<G: Encode>(&self, (desk, sample): (&Desk, usize), game: &G, at: &G::Position) -> Option<Insight> {
        let owners = self.model.result(desk, sample, self.owners?);
        let sign = if game.mover(at) == Mover::Player(Side::Second) { -1.0 } else { 1.0 };
        let squares = (0..self.planes.cells() as u16).map(|square| sign * owners[game.cell(Square(square))]);
        Some(Insight { lead: sign * self.lead((desk, sample)).unwrap_or(0.0), owners: squares.collect() })
    }
}

/// Logits become shares that sum to 1.
pub fn shares(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_rows::TicTacToe;

    fn refused(plan: &str, origin: &Origin) -> String {
        let net = Net::new(plan.parse().unwrap(), 1).unwrap();
        let bytes = tabula_nn::save(&net, origin).unwrap();
        Mind::read(&TicTacToe, "tictactoe", &bytes).err().unwrap().to_string()
    }

    #[test]
    fn a_net_that_does_not_fit_is_refused_with_a_sentence() {
        let origin = |game: &str, planes: &str| Origin { game: game.into(), run: "r".into(), planes: planes.into() };
        let good = origin("tictactoe", "stones");
        let plan = "2x3x3: flatten, heads policy (dense 9) value (dense 1, tanh)";
        assert_eq!(refused(plan, &origin("go9", "stones")), "the net is for the game 'go9', not for 'tictactoe'");
        let said = "the net is shown planes 'shape', and the game has only: stones";
        assert_eq!(refused(plan, &origin("tictactoe", "shape")), said);
        let wide = "3x3x3: flatten, heads policy (dense 9) value (dense 1)";
        assert_eq!(refused(wide, &good), "the net takes 3x3x3 numbers, and the planes 'stones' are 2x3x3");
        let short = "2x3x3: flatten, heads policy (dense 8) value (dense 1)";
        assert_eq!(refused(short, &good), "the head 'policy' of the net has 8 numbers, and the game needs 9");
        assert_eq!(refused("2x3x3: flatten, heads policy (dense 9)", &good), "the net has no head 'value'");
        let cut = Mind::read(&TicTacToe, "tictactoe", b"no net at all").err().unwrap().to_string();
        assert!(cut.contains("cannot be used as a network"), "{cut}");
    }
}
