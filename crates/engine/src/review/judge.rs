//! What a move costs, in winning chances, and what such a move is called.

use tabula_core::Score;

/// A move that cost something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// A little.
    Inaccuracy,
    /// Much.
    Mistake,
    /// Too much.
    Blunder,
}

impl Judgement {
    /// All of them, by what they cost.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Of a move that cost so many points of winning chances.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgement| loss >= judgement.from())
    }

    const fn from(self) -> f64 {
        match self {
            Self::Inaccuracy => 5.0,
            Self::Mistake => 10.0,
            Self::Blunder => 15.0,
        }
    }

    /// What such a move is called.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// What several such moves are called.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }

    /// Its sign in game files, as a number: `?!`, `?`, `??`.
    pub const fn nag(self) -> u32 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// The winning chances that a value means, from 0 to 100.
pub fn chances(score: Score) -> f64 {
    match score.plies_to_end() {
        Some(_) if score > Score::ZERO => 100.0,
        Some(_) => 0.0,
        None => 100.0 / (1.0 + (-0.003_682_08 * f64::from(score.value())).exp()),
    }
}

/// How accurate a move is that cost so many points, from 0 to 100.
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_the_value_and_add_up() {
        assert!((chances(Score::ZERO) - 50.0).abs() < 1e-9);
        assert_eq!((chances(Score::win_in(3)), chances(Score::loss_in(2))), (100.0, 0.0));
        for value in [10, 100, 350, 2000] {
            let (good, bad) = (chances(Score::estimate(value)), chances(Score::estimate(-value)));
            assert!(good > 50.0 && (good + bad - 100.0).abs() < 1e-9, "{value}");
        }
        assert!((chances(Score::estimate(100)) - 59.1).abs() < 0.1);
    }

    #[test]
    fn judgements_begin_where_the_help_says() {
        for (loss, judgement) in [
            (0.0, None),
            (4.9, None),
            (5.0, Some(Judgement::Inaccuracy)),
            (10.0, Some(Judgement::Mistake)),
            (14.9, Some(Judgement::Mistake)),
            (15.0, Some(Judgement::Blunder)),
            (100.0, Some(Judgement::Blunder)),
        ] {
            assert_eq!(Judgement::of(loss), judgement, "{loss}");
        }
    }

    #[test]
    fn accuracy_falls_from_a_hundred_to_nothing() {
        assert!(accuracy(0.0) > 99.9 && accuracy(100.0) == 0.0);
        assert!(accuracy(5.0) > accuracy(10.0) && (accuracy(10.0) - 63.6).abs() < 0.2);
    }
}
