//! Which address is answered by whom.

use crate::guard::guard;
use crate::house::House;
use crate::problem::Problem;
use crate::{handlers as h, page};
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(title = "Tabula", description = "Plays, analyses, trains and rates board games."),
    paths(
        h::about,
        h::games_list,
        h::definition,
        h::engines,
        h::variant,
        h::look,
        h::think,
        h::review,
        h::compare,
        h::read,
        h::write,
        h::play_begin,
        h::play_state,
        h::play_act,
        h::play_hint,
        h::play_live,
        h::events_list,
        h::event_begin,
        h::event_state,
        h::event_stop,
        h::event_resume,
        h::event_live,
        h::event_games,
        h::event_game,
        h::runs,
        h::recipes,
        h::run_begin,
        h::run_state,
        h::run_stop,
        h::run_resume,
        h::run_live,
        h::library,
    )
)]
struct Description;

/// The description of the API.
pub fn description() -> serde_json::Value {
    serde_json::to_value(Description::openapi()).expect("plain data can be written")
}

/// Everything that is answered.
pub(crate) fn router(house: Arc<House>) -> Router {
    let body = DefaultBodyLimit::max(house.config.limits.body);
    let api = Router::new()
        .route("/about", get(h::about))
        .route("/openapi.json", get(async || Json(description())))
        .route("/games", get(h::games_list))
        .route("/games/{id}/definition", get(h::definition))
        .route("/engines", get(h::engines))
        .route("/variant", post(h::variant))
        .route("/look", post(h::look))
        .route("/think", post(h::think))
        .route("/review", post(h::review))
        .route("/compare", post(h::compare))
        .route("/read", post(h::read))
        .route("/write", post(h::write))
        .route("/play", post(h::play_begin))
        .route("/play/{id}", get(h::play_state))
        .route("/play/{id}/act", post(h::play_act))
        .route("/play/{id}/hint", post(h::play_hint))
        .route("/play/{id}/live", get(h::play_live))
        .route("/events", get(h::events_list).post(h::event_begin))
        .route("/events/{id}", get(h::event_state))
        .route("/events/{id}/stop", post(h::event_stop))
        .route("/events/{id}/resume", post(h::event_resume))
        .route("/events/{id}/live", get(h::event_live))
        .route("/events/{id}/games", get(h::event_games))
        .route("/events/{id}/games/{number}", get(h::event_game))
        .route("/recipes", get(h::recipes))
        .route("/runs", get(h::runs).post(h::run_begin))
        .route("/runs/{id}", get(h::run_state))
        .route("/runs/{id}/stop", post(h::run_stop))
        .route("/runs/{id}/resume", post(h::run_resume))
        .route("/runs/{id}/live", get(h::run_live))
        .route("/library", get(h::library))
        .fallback(async || Problem::missing("there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            Problem::with(StatusCode::METHOD_NOT_ALLOWED, "this address is asked in another way")
        });
    Router::new()
        .nest("/api", api)
        .fallback(get(page::file))
        .layer(body)
        .layer(from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}
