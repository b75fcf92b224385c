//! Engines that think for their side, one move at a time, when a seat of the pool is free.

use super::room::Room;
use crate::api::board::number;
use crate::api::play::Hint;
use crate::house::House;
use crate::problem::Problem;
use crate::seats;
use std::sync::Arc;
use std::time::Duration;
use tabula_core::{Fault, Score, Side, Stop};
use tabula_engine::{Choice, Clock, Question, Record, Spec};

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(600);

/// What an engine is asked.
struct Errand {
    side: Side,
    /// Which question this is: whoever takes back or swaps makes it void.
    number: u64,
    spec: Spec,
    clock: Clock,
    rival: Option<tabula_engine::Left>,
    record: Record,
    stop: Stop,
}

/// What it answers: a choice with what it thought of it.
type Answer = Result<(Choice, Option<Score>), Fault>;

/// Lets the engine think whose turn it is, if there is one and it does not think already.
pub(crate) fn wake(house: &Arc<House>, room: &Arc<Room>) {
    let Some(errand) = errand(room) else { return };
    let (house, room) = (Arc::clone(house), Arc::clone(room));
    house.runtime.clone().spawn(async move {
        let seat = house.pool.opponent().await;
        let most = house.config.limits.thinking;
        let stop = errand.stop.clone();
        let late = async {
            tokio::time::sleep(most).await;
            stop.raise();
        };
        let thinking = {
            let (house, room) = (Arc::clone(&house), Arc::clone(&room));
            tokio::task::spawn_blocking(move || {
                let answer = think(&house, &room, &errand);
                (errand, answer)
            })
        };
        tokio::pin!(thinking, late);
        let done = tokio::select! {
            done = &mut thinking => done,
            () = &mut late => thinking.await,
        };
        drop(seat);
        if let Ok((errand, answer)) = done {
            hear(&house, &room, &errand, answer);
        }
    });
}

/// What is to be asked, noted as being asked.
fn errand(room: &Room) -> Option<Errand> {
    let mut state = room.state();
    let side = state.engine_to_move().filter(|_| state.thinking.is_none())?;
    let chosen = state.seats[usize::from(number(side))].chosen.clone();
    let stop = Stop::default();
    state.thinking = Some(stop.clone());
    state.asked += 1;
    let (clock, rival) = match state.clocks(side) {
        // The clock of the game comes first; what else bounds the player still does.
        Some([own, rival]) => (Clock { left: Some(own), move_time: None, ..chosen.clock }, Some(rival)),
        None => (chosen.clock, None),
    };
    let errand =
        Errand { side, number: state.asked, spec: chosen.spec?, clock, rival, record: state.table.record(), stop };
    room.tell(&state);
    Some(errand)
}

/// Asks the player of the room, who stays seated for the next move.
fn think(house: &House, room: &Room, errand: &Errand) -> Answer {
    let place = (room.id.clone(), errand.spec.to_string());
    let mut player = match house.bench.take(&place) {
        Some(player) => player,
        None => {
            let mut player = seats::seat(&room.shelf, &errand.spec).map_err(|problem| Fault::new(problem.error))?;
            player.ready(&errand.record.setup)?;
            player
        }
    };
    let question = Question { rival: errand.rival, ..Question::new(&errand.record, &errand.clock) };
    let mut opinion = None;
    let choice = player.choose(&question, &errand.stop, &mut |info| {
        if info.rank <= 1 {
            opinion = Some(info.score);
        }
    })?;
    house.bench.put(place, player);
    Ok((choice, opinion))
}

/// Plays what the engine chose, unless the game went on without it.
fn hear(house: &Arc<House>, room: &Arc<Room>, errand: &Errand, answer: Answer) {
    {
        let mut state = room.state();
        if state.thinking.is_none() || state.asked != errand.number {
            // Somebody took back, swapped or ended the game: whoever did it asked anew.
            return;
        }
        match answer {
            Ok((Choice::Move(code), opinion)) => {
                state.opinion = opinion;
                if let Err(problem) = state.engine_plays(errand.side, &code) {
                    let note = format!("the engine played '{code}': {}", problem.error);
                    state.engine_ends(errand.side, "fault", Some(note));
                }
            }
            Ok((Choice::Resign, _)) => state.engine_ends(errand.side, "resignation", None),
            Err(fault) => state.engine_ends(errand.side, "fault", Some(fault.to_string())),
        }
        // A move that cannot be kept is still played; the next one may be.
        let _ = house.store().keep_play(&room.row(&state));
        room.tell(&state);
    }
    wake(house, room);
}

/// A good move for whoever is to move.
pub(crate) async fn hint(house: &Arc<House>, room: &Arc<Room>) -> Result<Hint, Problem> {
    let table = {
        let state = room.state();
        if state.is_over() || state.engine_to_move().is_some() || !state.table.chances().is_empty() {
            return Err(Problem::conflict("it is not your turn"));
        }
        state.table.copy()
    };
    if table.outcome().is_some() {
        return Err(Problem::conflict("the game is over"));
    }
    let seat = house.pool.opponent().await;
    let (shelf, hash) = (Arc::clone(&room.shelf), house.config.limits.hash);
    let found = tokio::task::spawn_blocking(move || -> Result<Hint, Problem> {
        let mut player = seats::best(&*shelf, hash)?;
        let record = table.record();
        player.ready(&record.setup)?;
        let clock = Clock::move_time(HINT);
        let Choice::Move(code) = player.choose(&Question::new(&record, &clock), &Stop::default(), &mut |_| {})? else {
            return Err(Problem::failed("there is no good move here"));
        };
        let found = table.deeds().into_iter().find(|(played, _)| played.code == code);
        let (played, deed) = found.ok_or_else(|| Problem::failed("the hint is no move here"))?;
        let path = deed.ways.first().map_or(Vec::new(), |way| way.iter().map(|on| on.0).collect());
        Ok(Hint { code: played.code, text: played.text, path })
    });
    let found = found.await.map_err(|_| Problem::failed("the hint was not found"))?;
    drop(seat);
    found
}
