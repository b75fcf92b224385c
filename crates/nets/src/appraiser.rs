//! A net that tells one thing of a position: what it is worth to the first player, or which of several classes it belongs to.
//!
//! One output is a value in units of [`UNIT`] hundredths. An odd number of outputs are classes, from lost for the first player to won; the
//! likeliest counts, and a number between -1/2 and 1/2 is added to it, so that positions of one class are told apart. That number is
//! drawn by the position: the same one always has the same value.

use std::sync::Arc;
use tabula_core::{Dice, Encode, Evaluator, Fault, Key, Mover, Planes, Score, Side, Trace};
use tabula_nn::{Desk, Model, Net, Shape};

/// Hundredths of a pawn, or of whatever the game counts in, in a value of 1.
pub const UNIT: f32 = 2000.0;
/// Hundredths between two classes.
pub const CLASS: f32 = 300.0;

/// A net that fits a game, ready for play.
struct Eye {
    model: Model,
    planes: Planes,
    /// How many classes there are; `None` for a value.
    classes: Option<usize>,
}

/// A net as an evaluator. Copies share its weights.
pub struct Appraiser {
    eye: Arc<Eye>,
    desk: Desk,
    sample: Vec<f32>,
    nobody: (),
}

impl Appraiser {
    /// The net of a file.
    ///
    /// # Errors
    /// If the file is no net, or does not fit what the game shows, or says neither a value nor classes.
    pub fn read<G: Encode>(game: &G, bytes: &[u8]) -> Result<Self, Fault> {
        let (net, origin) = tabula_nn::load(bytes).map_err(|fault| Fault::new(fault.to_string()))?;
        let sets = game.planes();
        let planes = sets.iter().find(|set| set.name == origin.planes).ok_or_else(|| {
            let known: Vec<_> = sets.iter().map(|set| set.name).collect();
            let seen = format!("the net is for the game '{}' and its planes '{}'", origin.game, origin.planes);
            Fault::new(format!("{seen}; here there are only: {}", known.join(", ")))
        })?;
        Self::new(&net, *planes)
    }

    /// A net that is shown these planes.
    ///
    /// # Errors
    /// If it does not fit them, or says neither a value nor classes.
    pub fn new(net: &Net, planes: Planes) -> Result<Self, Fault> {
        let [channels, rows, columns] = [planes.channels.len(), planes.rows, planes.columns];
        if net.plan().input != Shape::planes(channels, rows, columns) {
            let found = net.plan().to_string();
            let found = found.split(':').next().unwrap_or_default();
            let wanted = format!("the planes '{}' are {channels}x{rows}x{columns}", planes.name);
            return Err(Fault::new(format!("the net takes {found} numbers, and {wanted}")));
        }
        let classes = match net.outputs() {
            [only] if only.shape.size() == 1 => None,
            [only] if only.shape.size() % 2 == 1 => Some(only.shape.size()),
            [only] => {
                let found = only.shape.size();
                return Err(Fault::new(format!(
                    "the net has {found} outputs, and a value is one of them, classes are an odd number"
                )));
            }
            several => {
                let names: Vec<_> = several.iter().map(|output| output.name.as_str()).collect();
                return Err(Fault::new(format!(
                    "the net has the heads {}, and one output is expected",
                    names.join(", ")
                )));
            }
        };
        let eye = Eye { model: Model::new(net), planes, classes };
        Ok(Self::of(Arc::new(eye)))
    }

    fn of(eye: Arc<Eye>) -> Self {
        Self { eye, desk: Desk::new(1), sample: Vec::new(), nobody: () }
    }

    /// Whether it tells classes.
    #[must_use]
    pub fn classifies(&self) -> bool {
        self.eye.classes.is_some()
    }

    /// What it says of a position, from the first player's side, in hundredths.
    fn judge(&mut self, key: Key) -> f32 {
        self.eye.model.run(&mut self.desk, &self.sample);
        let said = self.eye.model.result(&self.desk, 0, 0);
        match self.eye.classes {
            None => UNIT * said[0],
            Some(classes) => {
                let likeliest = (1..classes).fold(0, |best, class| if said[class] > said[best] { class } else { best });
                let class = likeliest as f32 - (classes / 2) as f32;
                CLASS * (class + lot(key))
            }
        }
    }
}

/// A number from -1/2 to 1/2 that belongs to a position.
fn lot(key: Key) -> f32 {
    // 24 bits are what an `f32` tells apart below 1.
    (Dice::new(key.0).next_u64() >> 40) as f32 / (1u32 << 24) as f32 - 0.5
}

impl Clone for Appraiser {
    fn clone(&self) -> Self {
        Self::of(Arc::clone(&self.eye))
    }
}

impl Trace for Appraiser {
    type Watch = ();

    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }

    fn pop(&mut self) {}
}

impl<G: Encode> Evaluator<G> for Appraiser {
    fn reset(&mut self, _: &G, _: &G::Position) {}

    fn value(&mut self, game: &G, at: &G::Position) -> Score {
        self.sample.clear();
        self.sample.resize(self.eye.planes.size(), 0.0);
        game.encode(&self.eye.planes, &[at], &mut self.sample);
        let first = self.judge(game.key(at)).round() as i32;
        Score::estimate(if game.mover(at) == Mover::Player(Side::Second) { -first } else { first })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::{Game, Notation};
    use tabula_nn::Origin;
    use tabula_rows::TicTacToe;

    fn file(plan: &str, planes: &str) -> Vec<u8> {
        let net = Net::new(plan.parse().unwrap(), 1).unwrap();
        tabula_nn::save(&net, &Origin { game: "tictactoe".into(), run: "r".into(), planes: planes.into() }).unwrap()
    }

    fn refused(plan: &str, planes: &str) -> String {
        Appraiser::read(&TicTacToe, &file(plan, planes)).err().unwrap().to_string()
    }

    #[test]
    fn a_net_that_does_not_fit_is_refused_with_a_sentence() {
        let said = refused("2x3x3: flatten, dense 1", "shape");
        assert_eq!(said, "the net is for the game 'tictactoe' and its planes 'shape'; here there are only: stones");
        let said = refused("3x3x3: flatten, dense 1", "stones");
        assert_eq!(said, "the net takes 3x3x3 numbers, and the planes 'stones' are 2x3x3");
        assert!(refused("2x3x3: flatten, dense 4", "stones").starts_with("the net has 4 outputs"));
        let heads = "2x3x3: flatten, heads policy (dense 9) value (dense 1)";
        assert!(refused(heads, "stones").starts_with("the net has the heads policy, value"));
        assert!(Appraiser::read(&TicTacToe, b"no net at all").is_err());
    }

    #[test]
    fn a_value_is_told_for_the_mover_and_a_class_is_never_far_from_its_place() {
        let other = TicTacToe.read_position("3/1x1/3 o").unwrap();
        let mut value = Appraiser::read(&TicTacToe, &file("2x3x3: flatten, dense 1", "stones")).unwrap();
        let eye = Arc::clone(&value.eye);
        let mut planes = vec![0.0; 18];
        TicTacToe.encode(&eye.planes, &[&other], &mut planes);
        let mut desk = Desk::new(1);
        eye.model.run(&mut desk, &planes);
        let first = (UNIT * eye.model.result(&desk, 0, 0)[0]).round() as i32;
        assert_eq!(value.value(&TicTacToe, &other), Score::estimate(-first));
        let mut classes = Appraiser::read(&TicTacToe, &file("2x3x3: flatten, dense 7, softmax", "stones")).unwrap();
        assert!(classes.classifies() && !value.classifies());
        let start = TicTacToe.start();
        let found = classes.value(&TicTacToe, &start);
        assert_eq!(classes.clone().value(&TicTacToe, &start), found);
        let within = |score: Score| score.value().abs() <= (3.5 * CLASS) as i32;
        assert!(within(found) && within(classes.value(&TicTacToe, &other)));
    }
}
