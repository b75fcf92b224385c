//! One game between any two players. This is the only referee: it alone judges moves, keeps the clocks, and says how a
//! game ended.

use crate::adjudicate::{Adjudication, Judge};
use crate::control::{TimeControl, Watch};
use crate::ending::{Ending, Finished, Remark};
use crate::watchdog::Leash;
use std::time::{Duration, Instant};
use tabula_core::{BySide, Dice, Fate, Mover, Outcome, Side, Stop};
use tabula_engine::endings::Endgames;
use tabula_engine::{Choice, Player, Question, Table};
use tabula_wire::foreign::Patience;

/// What holds for every game of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// How far a move may overstep its time, for what is the machine's fault and not the player's.
    pub margin: Duration,
    /// How long a foreign program may take for what needs no thinking.
    pub patience: Patience,
    /// When games are ended early.
    pub adjudication: Adjudication,
}

/// A player at the board.
pub(crate) struct Seat<'a> {
    pub(crate) player: &'a mut dyn Player,
    pub(crate) control: TimeControl,
}

/// What stands around a board: who watches over it, and who looks on.
pub(crate) struct Around<'a> {
    /// What holds for every game.
    pub(crate) conditions: &'a Conditions,
    /// Tables by which games are ended.
    pub(crate) endgames: Option<&'a dyn Endgames>,
    /// Ends the thinking of whoever is late.
    pub(crate) leash: &'a Leash<'a>,
    /// The wish that the whole event ends; the game is then abandoned.
    pub(crate) halt: &'a Stop,
    /// Sees every move.
    pub(crate) look: &'a dyn Fn(&dyn Table, &Remark),
}

/// Plays a game to its end. `seed` is for the die.
pub(crate) fn play(mut table: Box<dyn Table>, mut seats: BySide<Seat<'_>>, around: &Around<'_>, seed: u64) -> Finished {
    let Around { conditions, leash, halt, .. } = *around;
    let setup = table.record().setup;
    let mut remarks = vec![None; table.played().len()];
    let end = |table, remarks, winner, ending| Finished { table, remarks, winner, ending };
    for side in Side::BOTH {
        if let Err(fault) = seats[side].player.ready(&setup) {
            return end(table, remarks, Some(!side), Ending::Broken(fault.to_string()));
        }
    }
    let mut watches = BySide::new(Watch::new(seats[Side::First].control), Watch::new(seats[Side::Second].control));
    let mut judge = Judge::new(conditions.adjudication);
    let mut dice = Dice::new(seed);
    loop {
        if let Some(Outcome { winner, cause }) = table.outcome() {
            return end(table, remarks, winner, Ending::Rules(cause));
        }
        if halt.is_raised() {
            return end(table, remarks, None, Ending::Abandoned);
        }
        let side = match table.mover() {
            Mover::Player(side) => side,
            Mover::Chance => {
                if table.roll(&mut dice).is_none() {
                    return end(table, remarks, None, Ending::Broken("the die has no outcome".to_string()));
                }
                remarks.push(None);
                continue;
            }
        };
        let clock = watches[side].clock();
        let record = table.record();
        let question = Question { rival: watches[!side].left(), ..Question::new(&record, &clock) };
        let allowed = watches[side].allowed().map(|time| time + conditions.margin);
        let mut remark = Remark::default();
        let begun = Instant::now();
        leash.begin(allowed.map(|allowed| begun + allowed));
        let choice = seats[side].player.choose(&question, &leash.stop, &mut |info| {
            if info.rank <= 1 {
                (remark.score, remark.depth, remark.nodes) = (Some(info.score), info.depth, info.nodes);
            }
        });
        let time = begun.elapsed();
        leash.end();
        if halt.is_raised() {
            return end(table, remarks, None, Ending::Abandoned);
        }
        remark.time = time;
        // Lateness comes first: a player that was stopped because its time was over may say anything.
        if allowed.is_some_and(|allowed| time > allowed) {
            return end(
                table,
                remarks,
                Some(!side),
                Ending::Time { over: time - watches[side].allowed().unwrap_or(time) },
            );
        }
        watches[side].spend(time);
        let played = match choice {
            Ok(Choice::Move(code)) => table.play(&code).map_err(|fault| Ending::Illegal(format!("'{code}': {fault}"))),
            Ok(Choice::Resign) => Err(Ending::Resigned),
            Err(fault) => Err(Ending::Broken(fault.to_string())),
        };
        if let Err(ending) = played {
            return end(table, remarks, Some(!side), ending);
        }
        remarks.push(Some(remark));
        (around.look)(&*table, &remark);
        if table.outcome().is_none() {
            if let Some(winner) = around.endgames.and_then(|endgames| known(&*table, endgames)) {
                return end(table, remarks, winner, Ending::Known);
            }
            if let Some(call) = judge.hear(side, remark.score) {
                return end(table, remarks, call.winner(), Ending::Adjudicated(call));
            }
        }
    }
}

/// Who wins by the tables at hand, if they know. They do not know how many moves were quiet before.
fn known(table: &dyn Table, endgames: &dyn Endgames) -> Option<Option<Side>> {
    let Mover::Player(side) = table.mover() else { return None };
    Some(match endgames.probe(&table.position()).ok()?.fate? {
        Fate::Win(_) => Some(side),
        Fate::Loss(_) => Some(!side),
        Fate::Draw => None,
    })
}
