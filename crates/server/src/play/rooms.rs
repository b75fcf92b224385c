//! All games: in memory while they are needed, in the store always.

use super::room::Room;
use super::state::{Kept, Sitting, State};
use super::{opponent, room};
use crate::api::play::{Act, Begun};
use crate::api::{Play, PlayAsk, PlayerAsk};
use crate::house::House;
use crate::problem::Problem;
use crate::{games, moment, seats};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tabula_engine::spec::Setting;
use tabula_engine::{Shelf, Spec};

/// Letters of an id, and of a key: enough that nobody guesses one.
const ID: usize = 10;
const KEY: usize = 26;
/// How long an id may be that is asked for.
const MOST_ID: usize = 40;

/// The games in memory.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<HashMap<String, Arc<Room>>>);

impl Rooms {
    /// Begins a game.
    pub(crate) fn begin(house: &Arc<House>, ask: PlayAsk) -> Result<Begun, Problem> {
        let shelf = games::find(&ask.game)?;
        let start = ask.start.or_else(|| shelf.deal(moment::lot()));
        let table = games::set_up(&house.config.limits, &*shelf, start, &ask.moves)?;
        let seats = sit(house, &*shelf, ask.players)?;
        let state = State::new(table, seats, ask.clock, moment::lot())?;
        let (id, key) = (moment::word(ID), moment::word(KEY));
        let room = Arc::new(Room::new(id.clone(), key.clone(), moment::now(), shelf, state));
        house.store().keep_play(&room.row(&room.state()))?;
        house.rooms.put(house, Arc::clone(&room));
        opponent::wake(house, &room);
        Ok(Begun { id, key, play: room.play() })
    }

    /// A game by its id, from memory or from the store.
    pub(crate) fn find(house: &Arc<House>, id: &str) -> Result<Arc<Room>, Problem> {
        let missing =
            || Problem::missing(format!("there is no game '{}'", id.chars().take(MOST_ID).collect::<String>()));
        if let Some(room) = house.rooms.0.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            return Ok(Arc::clone(room));
        }
        if id.len() > MOST_ID {
            return Err(missing());
        }
        let row = house.store().play(id)?.ok_or_else(missing)?;
        let kept: Kept = serde_json::from_str(&row.state)
            .map_err(|error| Problem::failed(format!("game '{id}' cannot be read from the store: {error}")))?;
        let shelf = games::find(&row.game)?;
        let table = games::set_up(&house.config.limits, &*shelf, kept.start.clone(), &kept.moves)?;
        let seats = sit(house, &*shelf, kept.players.clone())?;
        let state = State::again(table, seats, &kept, moment::lot());
        let room = Arc::new(Room::new(row.id, row.key, row.begun, shelf, state));
        let room = house.rooms.put(house, room);
        opponent::wake(house, &room);
        Ok(room)
    }

    /// Somebody does something in a game.
    pub(crate) fn act(house: &Arc<House>, room: &Arc<room::Room>, act: &Act) -> Result<Play, Problem> {
        {
            let mut state = room.state();
            if let Some(seen) = act.version.filter(|&seen| seen != state.version) {
                let what = format!("the game has gone on: version {seen} was seen, it stands at {}", state.version);
                return Err(Problem::conflict(what).at("version"));
            }
            state.act(&act.what)?;
            house.store().keep_play(&room.row(&state))?;
            room.tell(&state);
        }
        opponent::wake(house, room);
        Ok(room.play())
    }

    /// Keeps a room in memory, and lets go of those that nobody needed for longest. Who came first stays.
    fn put(&self, house: &House, room: Arc<Room>) -> Arc<Room> {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = Arc::clone(rooms.entry(room.id.clone()).or_insert(room));
        while rooms.len() > house.config.limits.rooms {
            let idle = rooms.values().filter(|other| other.id != room.id);
            let oldest = idle.filter_map(|other| Some((other.idle_since()?, other.id.clone()))).min();
            let Some((_, oldest)) = oldest else { break };
            rooms.remove(&oldest);
        }
        room
    }

    /// Every game whose clock has run out.
    pub(crate) fn flagged(&self) -> Vec<Arc<Room>> {
        let rooms: Vec<_> = self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let now = Instant::now();
        rooms.into_iter().filter(|room| room.state().deadline().is_some_and(|deadline| deadline <= now)).collect()
    }
}

fn sit(house: &House, shelf: &dyn Shelf, players: [PlayerAsk; 2]) -> Result<[Sitting; 2], Problem> {
    let [first, second] = players;
    let sit = |ask: PlayerAsk| -> Result<Sitting, Problem> {
        let mut chosen = seats::choose(&house.config, shelf, &ask)?;
        // Another seed each time keeps a person from meeting the same game again.
        if let Some(Spec::House(spec)) = &mut chosen.spec {
            let value = (moment::lot() >> 12).to_string();
            spec.settings.push(Setting { name: "seed".into(), value, column: 1 });
        }
        Ok(Sitting { chosen, ask })
    };
    Ok([sit(first)?, sit(second)?])
}
