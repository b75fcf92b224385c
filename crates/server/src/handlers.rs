//! What can be asked, each in a few lines: the work is done elsewhere.

use crate::analysis;
use crate::api::analyse::{ReviewAsk, ThinkAsk};
use crate::api::board::{Look, LookAsk};
use crate::api::events::{EventAsk, EventCard, EventId, EventState};
use crate::api::files::{ReadAnswer, ReadAsk, Tree, WriteAnswer, WriteAsk};
use crate::api::games::{About, Definition, Engine, GameCard, VariantAnswer, VariantAsk};
use crate::api::lab::{CompareAsk, KeptGame, LibraryAsk, Recipe, RunAsk, RunCard, RunId, RunState};
use crate::api::play::{Act, Begun, Hint, Play, PlayAsk};
use crate::events::Events;
use crate::house::House;
use crate::play::{Room, Rooms, hint};
use crate::problem::Problem;
use crate::runs::Runs;
use crate::told::Told;
use crate::{files, games};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tabula_engine::catalogue;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

type Shared = State<Arc<House>>;
type Answer<T> = Result<Json<T>, Problem>;

/// Kept games in an answer.
const MOST_KEPT: usize = 100;
/// How often the files of a run are looked at while somebody watches it.
const PACE: Duration = Duration::from_secs(1);

/// Runs what may take a while where others do not wait for it.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::failed("something went wrong here"))?
}

fn key(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-tabula-key").and_then(|value| value.to_str().ok())
}

/// What this server is.
#[utoipa::path(get, path = "/api/about", responses((status = 200, body = About)))]
pub(crate) async fn about(State(house): Shared) -> Json<About> {
    let limits = house.config.limits;
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        cores: limits.thinkers,
        most_millis: limits.thinking.as_millis() as u64,
        most_lines: limits.lines,
        local: house.config.is_local(),
    })
}

/// Every game of the house.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameCard>)))]
pub(crate) async fn games_list() -> Json<&'static [GameCard]> {
    Json(games::all())
}

/// The definition of a game that is one.
#[utoipa::path(get, path = "/api/games/{id}/definition", params(("id" = String, Path)), responses((status = 200, body = Definition), (status = 404, body = Problem)))]
pub(crate) async fn definition(Path(id): Path<String>) -> Answer<Definition> {
    let shelf = games::find(&id)?;
    let id = &shelf.card().id;
    let text = catalogue::definition(id).map(str::to_owned);
    text.map(|text| Json(Definition { text })).ok_or_else(|| Problem::missing(format!("'{id}' is no definition")))
}

/// The programs that the operator configured.
#[utoipa::path(get, path = "/api/engines", responses((status = 200, body = Vec<Engine>)))]
pub(crate) async fn engines(State(house): Shared) -> Json<Vec<Engine>> {
    let engine = |engine: &crate::config::EngineConfig| Engine {
        id: engine.id.clone(),
        name: engine.name.clone(),
        games: engine.games.clone(),
    };
    Json(house.config.engines.iter().map(engine).collect())
}

/// Reads a definition.
#[utoipa::path(post, path = "/api/variant", request_body = VariantAsk, responses((status = 200, body = VariantAnswer)))]
pub(crate) async fn variant(Told(ask): Told<VariantAsk>) -> Answer<VariantAnswer> {
    apart(move || Ok(Json(games::variant(&ask.text)))).await
}

/// Any position, with what may be done in it.
#[utoipa::path(post, path = "/api/look", request_body = LookAsk, responses((status = 200, body = Look), (status = 400, body = Problem)))]
pub(crate) async fn look(State(house): Shared, Told(ask): Told<LookAsk>) -> Answer<Look> {
    apart(move || {
        let (_, table) = games::table(&house.config.limits, &ask)?;
        Ok(Json(Look::of(&*table)))
    })
    .await
}

/// Lines of a position, as a stream of JSON lines.
#[utoipa::path(post, path = "/api/think", request_body = ThinkAsk, responses((status = 200, body = crate::api::analyse::Thought), (status = 503, body = Problem)))]
pub(crate) async fn think(State(house): Shared, Told(ask): Told<ThinkAsk>) -> Result<Response, Problem> {
    apart(move || analysis::lines_of(&house, ask)).await
}

/// Every move of a game judged, as a stream of JSON lines.
#[utoipa::path(post, path = "/api/review", request_body = ReviewAsk, responses((status = 200, body = crate::api::analyse::Judged), (status = 503, body = Problem)))]
pub(crate) async fn review(State(house): Shared, Told(ask): Told<ReviewAsk>) -> Result<Response, Problem> {
    apart(move || analysis::review_of(&house, ask)).await
}

/// Searches side by side, as a stream of JSON lines.
#[utoipa::path(post, path = "/api/compare", request_body = CompareAsk, responses((status = 200, body = crate::api::lab::CompareRow), (status = 503, body = Problem)))]
pub(crate) async fn compare(State(house): Shared, Told(ask): Told<CompareAsk>) -> Result<Response, Problem> {
    apart(move || analysis::compared(&house, ask)).await
}

/// Reads anything that was pasted.
#[utoipa::path(post, path = "/api/read", request_body = ReadAsk, responses((status = 200, body = ReadAnswer), (status = 400, body = Problem)))]
pub(crate) async fn read(Told(ask): Told<ReadAsk>) -> Answer<ReadAnswer> {
    apart(move || files::read(&ask).map(Json)).await
}

/// Writes a game.
#[utoipa::path(post, path = "/api/write", request_body = WriteAsk, responses((status = 200, body = WriteAnswer), (status = 400, body = Problem)))]
pub(crate) async fn write(State(house): Shared, Told(ask): Told<WriteAsk>) -> Answer<WriteAnswer> {
    apart(move || files::write(&house.config.limits, &ask).map(Json)).await
}

/// Begins a game.
#[utoipa::path(post, path = "/api/play", request_body = PlayAsk, responses((status = 200, body = Begun), (status = 400, body = Problem)))]
pub(crate) async fn play_begin(State(house): Shared, Told(ask): Told<PlayAsk>) -> Answer<Begun> {
    apart(move || Rooms::begin(&house, ask).map(Json)).await
}

async fn room(house: &Arc<House>, id: String) -> Result<Arc<Room>, Problem> {
    let house = Arc::clone(house);
    apart(move || Rooms::find(&house, &id)).await
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/play/{id}", params(("id" = String, Path)), responses((status = 200, body = Play), (status = 404, body = Problem)))]
pub(crate) async fn play_state(State(house): Shared, Path(id): Path<String>) -> Answer<Play> {
    Ok(Json(room(&house, id).await?.play()))
}

/// Somebody does something in a game.
#[utoipa::path(post, path = "/api/play/{id}/act", params(("id" = String, Path)), request_body = Act, responses((status = 200, body = Play), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn play_act(
    State(house): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Told(act): Told<Act>,
) -> Answer<Play> {
    let room = room(&house, id).await?;
    room.check(key(&headers))?;
    apart(move || Rooms::act(&house, &room, &act).map(Json)).await
}

/// A good move.
#[utoipa::path(post, path = "/api/play/{id}/hint", params(("id" = String, Path)), responses((status = 200, body = Hint), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn play_hint(State(house): Shared, Path(id): Path<String>, headers: HeaderMap) -> Answer<Hint> {
    let room = room(&house, id).await?;
    room.check(key(&headers))?;
    hint(&house, &room).await.map(Json)
}

fn live(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    Sse::new(events.map(Ok::<_, Infallible>)).keep_alive(KeepAlive::default()).into_response()
}

fn said(name: &str, data: &impl serde::Serialize) -> Event {
    let text = serde_json::to_string(data).expect("plain data can be written");
    Event::default().event(name).data(text)
}

/// A game as it goes on.
#[utoipa::path(get, path = "/api/play/{id}/live", params(("id" = String, Path)), responses((status = 200, body = Play, content_type = "text/event-stream"), (status = 404, body = Problem)))]
pub(crate) async fn play_live(State(house): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
    let room = room(&house, id).await?;
    // The clocks of what was last told run: whoever comes now is told anew.
    let first = said("play", &room.play());
    let mut changes = room.watch();
    changes.mark_unchanged();
    let changes = WatchStream::from_changes(changes).map(|play| said("play", &*play));
    Ok(live(tokio_stream::once(first).chain(changes)))
}

/// All events.
#[utoipa::path(get, path = "/api/events", responses((status = 200, body = Vec<EventCard>)))]
pub(crate) async fn events_list(State(house): Shared) -> Answer<Vec<EventCard>> {
    apart(move || Events::list(&house).map(Json)).await
}

/// Begins an event.
#[utoipa::path(post, path = "/api/events", request_body = EventAsk, responses((status = 200, body = EventId), (status = 400, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn event_begin(State(house): Shared, Told(ask): Told<EventAsk>) -> Answer<EventId> {
    apart(move || Events::begin(&house, ask).map(|id| Json(EventId { id }))).await
}

/// An event as it stands.
#[utoipa::path(get, path = "/api/events/{id}", params(("id" = i64, Path)), responses((status = 200, body = EventState), (status = 404, body = Problem)))]
pub(crate) async fn event_state(State(house): Shared, Path(id): Path<i64>) -> Answer<EventState> {
    apart(move || Events::state(&house, id).map(Json)).await
}

/// Stops an event.
#[utoipa::path(post, path = "/api/events/{id}/stop", params(("id" = i64, Path)), responses((status = 200, body = EventCard), (status = 409, body = Problem)))]
pub(crate) async fn event_stop(State(house): Shared, Path(id): Path<i64>) -> Answer<EventCard> {
    apart(move || {
        Events::stop(&house, id)?;
        Events::state(&house, id).map(|state| Json(state.card))
    })
    .await
}

/// Goes on with an event.
#[utoipa::path(post, path = "/api/events/{id}/resume", params(("id" = i64, Path)), responses((status = 200, body = EventCard), (status = 409, body = Problem)))]
pub(crate) async fn event_resume(State(house): Shared, Path(id): Path<i64>) -> Answer<EventCard> {
    apart(move || {
        Events::resume(&house, id)?;
        Events::state(&house, id).map(|state| Json(state.card))
    })
    .await
}

/// An event as it goes on.
#[utoipa::path(get, path = "/api/events/{id}/live", params(("id" = i64, Path)), responses((status = 200, body = EventState, content_type = "text/event-stream"), (status = 404, body = Problem)))]
pub(crate) async fn event_live(State(house): Shared, Path(id): Path<i64>) -> Result<Response, Problem> {
    let (running, house) = (Events::live(&house, id)?, house);
    Ok(match running {
        Some(running) => {
            let (state, boards) = running.watch();
            let state = WatchStream::new(state).map(|state| said("event", &*state));
            let boards = WatchStream::new(boards).map(|boards| said("boards", &*boards));
            live(state.merge(boards))
        }
        // The end is told once; a stream that ended would be asked for again and again.
        None => {
            let state = said("event", &apart(move || Events::state(&house, id)).await?);
            live(tokio_stream::once(state).chain(tokio_stream::pending()))
        }
    })
}

/// All games of an event as text.
#[utoipa::path(get, path = "/api/events/{id}/games", params(("id" = i64, Path)), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem)))]
pub(crate) async fn event_games(State(house): Shared, Path(id): Path<i64>) -> Result<Response, Problem> {
    let text = apart(move || Events::text(&house, id)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A game of an event.
#[utoipa::path(get, path = "/api/events/{id}/games/{number}", params(("id" = i64, Path), ("number" = usize, Path)), responses((status = 200, body = Tree), (status = 404, body = Problem)))]
pub(crate) async fn event_game(State(house): Shared, Path((id, number)): Path<(i64, usize)>) -> Answer<Tree> {
    apart(move || Events::game(&house, id, number).map(Json)).await
}

/// All runs of learning.
#[utoipa::path(get, path = "/api/runs", responses((status = 200, body = Vec<RunCard>)))]
pub(crate) async fn runs(State(house): Shared) -> Answer<Vec<RunCard>> {
    apart(move || Runs::list(&house).map(Json)).await
}

/// What a run can begin with.
#[utoipa::path(get, path = "/api/recipes", responses((status = 200, body = Vec<Recipe>)))]
pub(crate) async fn recipes(State(house): Shared) -> Answer<Vec<Recipe>> {
    apart(move || Ok(Json(Runs::recipes(&house)))).await
}

/// Begins a run, or forks one.
#[utoipa::path(post, path = "/api/runs", request_body = RunAsk, responses((status = 200, body = RunId), (status = 400, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn run_begin(State(house): Shared, Told(ask): Told<RunAsk>) -> Answer<RunId> {
    apart(move || Runs::begin(&house, &ask).map(|id| Json(RunId { id }))).await
}

/// A run as it stands.
#[utoipa::path(get, path = "/api/runs/{id}", params(("id" = String, Path)), responses((status = 200, body = RunState), (status = 404, body = Problem)))]
pub(crate) async fn run_state(State(house): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
    apart(move || Runs::state(&house, &id).map(|state| Json(&*state).into_response())).await
}

/// Stops a run.
#[utoipa::path(post, path = "/api/runs/{id}/stop", params(("id" = String, Path)), responses((status = 200, body = RunCard), (status = 409, body = Problem)))]
pub(crate) async fn run_stop(State(house): Shared, Path(id): Path<String>) -> Answer<RunCard> {
    apart(move || {
        Runs::stop(&house, &id)?;
        Runs::state(&house, &id).map(|state| Json(state.card.clone()))
    })
    .await
}

/// Goes on with a run.
#[utoipa::path(post, path = "/api/runs/{id}/resume", params(("id" = String, Path)), responses((status = 200, body = RunCard), (status = 409, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn run_resume(State(house): Shared, Path(id): Path<String>) -> Answer<RunCard> {
    apart(move || {
        Runs::resume(&house, &id)?;
        Runs::state(&house, &id).map(|state| Json(state.card.clone()))
    })
    .await
}

/// A run as it goes on.
#[utoipa::path(get, path = "/api/runs/{id}/live", params(("id" = String, Path)), responses((status = 200, body = RunState, content_type = "text/event-stream"), (status = 404, body = Problem)))]
pub(crate) async fn run_live(State(house): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
    let look = move || {
        let (house, id) = (Arc::clone(&house), id.clone());
        apart(move || Runs::state(&house, &id))
    };
    let (tell, hear) = watch::channel(look().await?);
    // Whoever works on it need not be this server: its files are looked at.
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = tell.closed() => return,
                () = tokio::time::sleep(PACE) => {}
            }
            let Ok(state) = look().await else { return };
            tell.send_if_modified(|told| {
                !Arc::ptr_eq(told, &state) && {
                    *told = state;
                    true
                }
            });
        }
    });
    Ok(live(WatchStream::new(hear).map(|state| said("run", &*state))))
}

/// Games that were played here.
#[utoipa::path(get, path = "/api/library", params(LibraryAsk), responses((status = 200, body = Vec<KeptGame>)))]
pub(crate) async fn library(State(house): Shared, Query(ask): Query<LibraryAsk>) -> Answer<Vec<KeptGame>> {
    apart(move || {
        let rows = house.store().plays(&ask.game, &ask.q, &ask.before, MOST_KEPT)?;
        let kept = |row: tabula_store::PlayRow| KeptGame {
            id: row.id,
            game: row.game,
            players: row.players,
            result: row.result,
            plies: row.plies,
            begun: row.begun,
        };
        Ok(Json(rows.into_iter().map(kept).collect()))
    })
    .await
}
