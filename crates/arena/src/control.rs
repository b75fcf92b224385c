//! Time controls, and the clock that a referee keeps for each player.
//!
//! ```text
//! 60+0.6          a minute, and 0.6 s more for each move
//! 40/300          five minutes for every 40 moves
//! movetime=100ms  so long for each move
//! nodes=10000, depth=6
//! 10m+5x30s       ten minutes, then five periods of half a minute: a move within its period costs none (byo-yomi)
//! ```
//!
//! Times are in seconds unless they end in `ms`, `s`, `m` or `h`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tabula_core::Limits;
use tabula_engine::{Clock, Left};

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A time for the game, or for so many moves, with an increment.
    Bank {
        /// On the clock at the start.
        time: Duration,
        /// Added after each move.
        increment: Duration,
        /// The time is given again after so many moves.
        moves: Option<u32>,
    },
    /// A time for the game, and then periods: a move that stays within one does not use it up.
    Byoyomi {
        /// On the clock at the start.
        time: Duration,
        /// How many periods follow.
        periods: u32,
        /// How long each is.
        period: Duration,
    },
    /// A time for each move.
    Move(Duration),
    /// Positions for each move.
    Nodes(u64),
    /// Plies for each move.
    Depth(u32),
    /// The player limits itself.
    Own,
}

/// Times beyond this are mistakes.
const MOST: f64 = 30.0 * 24.0 * 3600.0;

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            let forms = "60+0.6, 40/300, 10m+5x30s, movetime=100ms, nodes=10000, depth=6";
            format!("expected a time control ({forms}), found '{text}'")
        };
        let whole = |value: &str| value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(bad);
        if let Some((name, value)) = text.split_once('=') {
            return match name.trim() {
                "movetime" => seconds(value).filter(|time| !time.is_zero()).map(Self::Move).ok_or_else(bad),
                "nodes" => whole(value).map(Self::Nodes),
                "depth" => u32::try_from(whole(value)?).map(Self::Depth).map_err(|_| bad()),
                _ => Err(bad()),
            };
        }
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(u32::try_from(whole(moves)?).map_err(|_| bad())?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        if let Some((periods, period)) = increment.split_once('x') {
            let period = seconds(period).filter(|period| !period.is_zero() && moves.is_none()).ok_or_else(bad)?;
            let periods = u32::try_from(whole(periods.trim())?).map_err(|_| bad())?;
            return Ok(Self::Byoyomi { time: seconds(time).ok_or_else(bad)?, periods, period });
        }
        let time = seconds(time).filter(|time| !time.is_zero()).ok_or_else(bad)?;
        Ok(Self::Bank { time, increment: seconds(increment).ok_or_else(bad)?, moves })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (digits, unit) = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)]
        .into_iter()
        .find_map(|(suffix, unit)| text.strip_suffix(suffix).map(|digits| (digits, unit)))
        .unwrap_or((text, 1.0));
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number = digits.parse::<f64>().ok().filter(|_| plain)? * unit;
    (number <= MOST).then(|| Duration::from_secs_f64(number))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bank { time, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Self::Byoyomi { time, periods, period } => {
                write!(f, "{}+{periods}x{}", time.as_secs_f64(), period.as_secs_f64())
            }
            Self::Move(time) => write!(f, "movetime={}ms", time.as_secs_f64() * 1000.0),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Own => f.write_str("its own"),
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    control: TimeControl,
    left: Duration,
    /// Moves until the time is given again, or periods that are left.
    to_go: Option<u32>,
}

impl Watch {
    pub(crate) fn new(control: TimeControl) -> Self {
        match control {
            TimeControl::Bank { time, moves, .. } => Self { control, left: time, to_go: moves },
            TimeControl::Byoyomi { time, periods, .. } => Self { control, left: time, to_go: Some(periods) },
            _ => Self { control, left: Duration::ZERO, to_go: None },
        }
    }

    /// What the player is told.
    pub(crate) fn clock(&self) -> Clock {
        match self.control {
            TimeControl::Bank { .. } | TimeControl::Byoyomi { .. } => Clock { left: self.left(), ..Clock::default() },
            TimeControl::Move(time) => Clock::move_time(time),
            TimeControl::Nodes(nodes) => Clock { limits: Limits::nodes(nodes), ..Clock::default() },
            TimeControl::Depth(depth) => Clock::depth(depth),
            TimeControl::Own => Clock::default(),
        }
    }

    /// What is left for the game, if that is limited.
    pub(crate) fn left(&self) -> Option<Left> {
        match self.control {
            TimeControl::Bank { increment, .. } => Some(Left { time: self.left, increment, moves: self.to_go }),
            // Whoever lives on periods has one for each move; before that, one comes on top of what is left.
            TimeControl::Byoyomi { period, .. } => Some(Left {
                time: self.left + period,
                increment: Duration::ZERO,
                moves: self.left.is_zero().then_some(1),
            }),
            _ => None,
        }
    }

    /// How long the next move may take.
    pub(crate) fn allowed(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Bank { .. } => Some(self.left),
            TimeControl::Byoyomi { period, .. } => Some(self.left + period * self.to_go.unwrap_or(0)),
            TimeControl::Move(time) => Some(time),
            _ => None,
        }
    }

    /// Books a move. What the margin forgave is not given back: the clock shows nothing left.
    pub(crate) fn spend(&mut self, time: Duration) {
        if let TimeControl::Byoyomi { period, .. } = self.control {
            let beyond = time.saturating_sub(self.left);
            self.left = self.left.saturating_sub(time);
            let used = u32::try_from(beyond.as_nanos() / period.as_nanos().max(1)).unwrap_or(u32::MAX);
            // The last one is never used up: who oversteps it has lost already.
            self.to_go = self.to_go.map(|periods| periods.saturating_sub(used).max(1));
            return;
        }
        let TimeControl::Bank { time: bank, increment, moves } = self.control else { return };
        self.left = self.left.saturating_sub(time) + increment;
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.left += bank;
                self.to_go = moves;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in [
            "60+0.6",
            "3+0.03",
            "40/300",
            "40/300+1",
            "0.3+0.003",
            "movetime=100ms",
            "nodes=10000",
            "depth=6",
            "600+5x30",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("movetime=0.1".parse::<TimeControl>(), "movetime=100ms".parse());
        assert_eq!("2m+500ms".parse::<TimeControl>().unwrap().to_string(), "120+0.5");
    }

    #[test]
    fn what_is_no_control_is_refused() {
        for text in [
            "",
            "+1",
            "0",
            "-3",
            "3+",
            "1e3",
            "x/3",
            "0/3",
            "nodes=0",
            "depth=x",
            "width=3",
            "inf",
            "9999999999",
            ".",
            "1+0x3",
            "1+2x0",
            "3/1+2x3",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_within_its_period_costs_none() {
        let s = Duration::from_secs;
        let mut watch = Watch::new("10+3x5s".parse().unwrap());
        assert_eq!(watch.allowed(), Some(s(25)));
        watch.spend(s(8));
        assert_eq!(watch.left(), Some(Left { time: s(7), increment: Duration::ZERO, moves: None }));
        watch.spend(s(6));
        assert_eq!(
            (watch.left(), watch.allowed()),
            (Some(Left { time: s(5), increment: Duration::ZERO, moves: Some(1) }), Some(s(15)))
        );
        watch.spend(s(6));
        assert_eq!(watch.allowed(), Some(s(10)));
        watch.spend(s(4));
        assert_eq!(watch.allowed(), Some(s(10)));
    }

    #[test]
    fn increments_and_new_periods_are_given() {
        let ms = Duration::from_millis;
        let mut watch = Watch::new("2/1+0.1".parse().unwrap());
        watch.spend(ms(300));
        assert_eq!(watch.left(), Some(Left { time: ms(800), increment: ms(100), moves: Some(1) }));
        watch.spend(ms(900));
        assert_eq!(watch.left(), Some(Left { time: ms(1100), increment: ms(100), moves: Some(2) }));
        let mut still = Watch::new(TimeControl::Move(ms(50)));
        still.spend(ms(49));
        assert_eq!((still.allowed(), still.left()), (Some(ms(50)), None));
    }
}
