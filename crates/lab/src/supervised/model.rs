//! The models, and what is wanted of them.

use serde::{Deserialize, Serialize};
use tabula_nets::UNIT;
use tabula_nn::Loss;

/// Which of them.
///
/// Checkpoints that were made before it had names in files call it by the name of its arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Model {
    /// Dense layers, a value.
    #[serde(rename = "model1", alias = "One")]
    One,
    /// Convolutions, a value.
    #[serde(rename = "model2", alias = "Two")]
    Two,
    /// Convolutions, a class.
    #[serde(rename = "model3", alias = "Three")]
    Three,
}

/// The dense layers; all inputs are one row.
const DENSE: &str = "7x8x8: flatten, dense 256, norm, relu, dropout 0.3, dense 128, norm, relu, dropout 0.3, \
    dense 32, norm, relu, dropout 0.3, dense 1";
/// The convolutions, without their last layer. Windows stay inside the board.
const CONVOLUTIONS: &str = "7x8x8: conv 128 3x3 valid, norm, relu, conv 256 3x3 valid, norm, relu, flatten, \
    dense 256, relu, dropout 0.5";
/// Hundredths of a pawn up to which a position is equal, better, much better; beyond the last it is winning.
const BORDERS: [i32; 3] = [50, 150, 500];
/// How many classes that makes.
const CLASSES: usize = 2 * BORDERS.len() + 1;

impl Model {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The layers, as text.
    pub fn layers(self) -> String {
        match self {
            Self::One => DENSE.to_string(),
            Self::Two => format!("{CONVOLUTIONS}, dense 1"),
            Self::Three => format!("{CONVOLUTIONS}, dense {CLASSES}"),
        }
    }

    /// The layers of the net that plays: where learning has logits, shares come out.
    pub(super) fn playing(self) -> String {
        match self {
            Self::Three => format!("{}, softmax", self.layers()),
            Self::One | Self::Two => self.layers(),
        }
    }

    /// Its name, in commands, files and titles.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "model1",
            Self::Two => "model2",
            Self::Three => "model3",
        }
    }

    /// Whether it tells a class rather than a value.
    pub const fn classifies(self) -> bool {
        matches!(self, Self::Three)
    }

    /// How many numbers come out.
    pub(super) const fn outputs(self) -> usize {
        if self.classifies() { CLASSES } else { 1 }
    }

    pub(super) const fn loss(self) -> Loss {
        if self.classifies() { Loss::CrossEntropy } else { Loss::Squared }
    }

    /// Appends what is wanted where a position has this score for White.
    pub(super) fn wanted(self, score: i16, out: &mut Vec<f32>) {
        if self.classifies() {
            let class = class(score);
            out.extend((0..CLASSES).map(|at| f32::from(u8::from(at == class))));
        } else {
            out.push((f32::from(score) / UNIT).clamp(-1.0, 1.0));
        }
    }
}

/// The class of a score, from 0, where Black is winning.
pub(super) fn class(score: i16) -> usize {
    let far = BORDERS.iter().filter(|border| i32::from(score).abs() > **border).count();
    if score < 0 { BORDERS.len() - far } else { BORDERS.len() + far }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_nn::Net;

    #[test]
    fn the_models_have_the_weights_of_their_description() {
        let weights = |model: Model| Net::new(model.layers().parse().unwrap(), 1).unwrap().weights().len();
        let dense = 448 * 256 + 256 + 256 * 128 + 128 + 128 * 32 + 32 + 33 + 2 * (256 + 128 + 32);
        assert_eq!(weights(Model::One), dense);
        let convolutions = 63 * 128 + 128 + 1152 * 256 + 256 + 2 * (128 + 256) + 4096 * 256 + 256;
        assert_eq!(weights(Model::Two), convolutions + 257);
        assert_eq!(weights(Model::Three), convolutions + 7 * 257);
    }

    #[test]
    fn scores_are_clipped_and_scaled_or_become_classes() {
        let wanted = |model: Model, score| {
            let mut out = Vec::new();
            model.wanted(score, &mut out);
            out
        };
        assert_eq!(wanted(Model::One, 500), [0.25]);
        assert_eq!(wanted(Model::Two, -31_990), [-1.0]);
        assert_eq!(wanted(Model::Three, -20), [0., 0., 0., 1., 0., 0., 0.]);
        assert_eq!([-501, -500, -150, -50, 50, 51, 151, 31_000].map(class), [0, 1, 2, 3, 3, 4, 5, 6]);
    }
}
