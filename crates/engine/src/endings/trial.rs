//! A player on trial: does it win what is won, as fast as it can be won, against the best defence?

use super::Endgames;
use crate::{Choice, Clock, Player, Question, Setup, Shelf};
use tabula_core::{Fate, Fault, Mover, Stop};

/// What came of a trial.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trial {
    /// Won positions that were played.
    pub played: usize,
    /// Those that were won.
    pub won: usize,
    /// Those that were won within the distance that the table says.
    pub in_time: usize,
    /// The longest of the games, in plies.
    pub longest: u32,
    /// The plies of all games.
    pub plies: u32,
    /// The positions that were not won in time, each with what happened.
    pub failures: Vec<String>,
}

/// Lets `player` win positions of a material, drawn by lot, while the tables defend; `tell` hears of each game.
pub fn trial(
    shelf: &dyn Shelf,
    tables: &dyn Endgames,
    material: &str,
    player: &mut dyn Player,
    (count, seed): (usize, u64),
    tell: &mut dyn FnMut(&Trial),
) -> Result<Trial, Fault> {
    let mut trial = Trial::default();
    for start in tables.won(material, count, seed)? {
        let Some(Fate::Win(due)) = tables.probe(&start).map_err(|faults| Fault::new(faults.to_string()))?.fate else {
            return Err(Fault::new(format!("{start} is not won")));
        };
        let (plies, result) = play(shelf, tables, player, &start)?;
        trial.played += 1;
        trial.plies += plies;
        trial.longest = trial.longest.max(plies);
        trial.won += usize::from(result.is_none());
        if result.is_none() && plies <= due {
            trial.in_time += 1;
        } else {
            let result = result.unwrap_or_else(|| "won".into());
            trial.failures.push(format!("{start}: {result} after {plies} plies, due after {due}"));
        }
        tell(&trial);
    }
    Ok(trial)
}

/// Plays a game; answers its plies, and how it ended where the player did not win.
fn play(
    shelf: &dyn Shelf,
    tables: &dyn Endgames,
    player: &mut dyn Player,
    start: &str,
) -> Result<(u32, Option<String>), Fault> {
    let setup = Setup { game: shelf.card().id.clone(), start: Some(start.to_owned()) };
    let mut table = shelf.table(&setup).map_err(|faults| Fault::new(faults.to_string()))?;
    player.ready(&setup)?;
    let winner = table.mover();
    while table.outcome().is_none() {
        let code = if table.mover() == winner {
            let record = table.record();
            let clock = Clock::default();
            match player.choose(&Question::new(&record, &clock), &Stop::default(), &mut |_| {})? {
                Choice::Move(code) => code,
                other => return Ok((table.played().len() as u32, Some(format!("{other:?}")))),
            }
        } else {
            let probed = tables.probe(&table.position()).map_err(|faults| Fault::new(faults.to_string()))?;
            let best = probed.moves.into_iter().next();
            best.ok_or_else(|| Fault::new(format!("nothing defends {}", table.position())))?.code
        };
        table.play(&code)?;
    }
    let outcome = table.outcome();
    let won = outcome.and_then(|outcome| outcome.winner).map(Mover::from) == Some(winner);
    let said = outcome.filter(|_| !won).map(|outcome| format!("{} by {}", outcome.points(), outcome.cause));
    Ok((table.played().len() as u32, said))
}
