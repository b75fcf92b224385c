//! Analyses of positions and games, and the search laboratory: each waits for its turn, thinks within bounds, and tells what
//! it finds as it finds it.

use crate::api::analyse::{Judged, Known, ReviewAsk, ThinkAsk, Thought};
use crate::api::board::LookAsk;
use crate::api::lab::{CompareAsk, CompareRow};
use crate::api::{Line, PlayerAsk};
use crate::house::House;
use crate::problem::Problem;
use crate::seats;
use crate::stream::{Mouth, lines};
use crate::{games, known};
use axum::response::Response;
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Bound, Mover, Side, Stop};
use tabula_engine::compare::{Plan, compare};
use tabula_engine::review::{look, review, spell};
use tabula_engine::spec::Setting;
use tabula_engine::{Clock, Info, Player, Table};

/// Lines are told no oftener than this.
const PACE: Duration = Duration::from_millis(100);
/// How long a review looks at each position, unless it is told otherwise.
const GLANCE: u64 = 200;
/// Bounds of a comparison.
const MOST_DEPTHS: usize = 12;
const MOST_POSITIONS: usize = 100;

/// Lets somebody think in a seat of the pool, with `most` time at most; `work` is told when to stop.
fn think(
    house: &Arc<House>,
    most: Duration,
    work: impl FnOnce(&Stop, &Mouth) -> Result<(), Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let ticket = house.pool.queue()?;
    let (mouth, response) = lines();
    let house = Arc::clone(house);
    house.runtime.clone().spawn(async move {
        let standing = |waiting| {
            let mouth = mouth.clone();
            async move {
                mouth.tell(&Thought::Waiting { waiting }).await;
            }
        };
        standing(ticket.before()).await;
        let seat = tokio::select! {
            seat = ticket.seat(standing) => seat,
            () = mouth.gone() => return,
        };
        let stop = Stop::default();
        let working = {
            let (stop, mouth) = (stop.clone(), mouth.clone());
            tokio::task::spawn_blocking(move || {
                if let Err(problem) = work(&stop, &mouth) {
                    mouth.fail(&problem);
                }
            })
        };
        tokio::pin!(working);
        let why = tokio::select! {
            why = house.pool.watch(most, &stop, mouth.gone()) => {
                // Whoever was stopped still ends in good order.
                let _ = working.await;
                why
            }
            _ = &mut working => "enough",
        };
        drop(seat);
        mouth.tell(&json!({ "done": true, "why": why })).await;
    });
    Ok(response)
}

/// Lines of a position, until the time is over.
pub(crate) fn lines_of(house: &Arc<House>, ask: ThinkAsk) -> Result<Response, Problem> {
    let ThinkAsk { game, start, moves, lines, player, millis } = ask;
    let limits = house.config.limits;
    let (shelf, table) = games::table(&limits, &LookAsk { game, start, moves })?;
    if let Some(outcome) = table.outcome() {
        return Err(Problem::conflict(format!("the game is over: {} ({})", outcome.points(), outcome.cause)));
    }
    let Mover::Player(mover) = table.mover() else { return Err(Problem::conflict("the die is to move")) };
    let most_lines = table.legal().len().min(limits.lines).max(1);
    let wanted = lines.unwrap_or(1).clamp(1, most_lines);
    let ask = player.unwrap_or(PlayerAsk::Search { search: None, eval: None, depth: None, nodes: None, millis: None });
    let chosen = seats::choose(&house.config, &*shelf, &ask)?;
    let spec = chosen.spec.ok_or_else(|| Problem::bad("a person cannot be asked for lines").at("player"))?;
    let most = millis.map_or(limits.thinking, Duration::from_millis).min(limits.thinking);
    let known = known::moves(&house.config, &shelf, &*table);
    // Time is kept by the pool; depth and nodes by the player.
    let clock = Clock { limits: chosen.clock.limits, ..Clock::default() };
    think(house, most, move |stop, mouth| {
        let mut player = seats::seat(&shelf, &spec)?;
        player.ready(&table.record().setup)?;
        set_lines(&mut *player, wanted);
        let mut teller = Teller { table: &*table, mover, wanted, known, ranks: BTreeMap::new(), last: None };
        if !teller.known.is_empty() {
            mouth.say(&teller.thought(Vec::new(), None));
        }
        let found = look(&mut *player, &*table, &clock, wanted, stop, &mut |info| teller.hear(info, mouth))?;
        let owner = found.iter().find_map(|found| found.insight.as_ref()).map(|insight| owners(&insight.owners));
        let told = found.into_iter().enumerate().map(|(i, found)| Line::of(i + 1, found, mover)).collect();
        mouth.say(&teller.thought(told, owner));
        Ok(())
    })
}

/// Tells lines as they are found.
struct Teller<'a> {
    table: &'a dyn Table,
    mover: Side,
    wanted: usize,
    known: Vec<Known>,
    ranks: BTreeMap<usize, Info>,
    last: Option<Instant>,
}

impl Teller<'_> {
    fn hear(&mut self, info: &Info, mouth: &Mouth) {
        if info.line.is_empty() || info.bound != Bound::Exact || info.rank > self.wanted {
            return;
        }
        self.ranks.insert(info.rank.max(1), info.clone());
        if self.last.is_some_and(|last| last.elapsed() < PACE) {
            return;
        }
        self.last = Some(Instant::now());
        let found: Vec<_> = self.ranks.values().map(|info| spell(self.table, info)).collect();
        let told = found.into_iter().filter(|found| !found.codes.is_empty()).enumerate();
        let told = told.map(|(i, found)| Line::of(i + 1, found, self.mover)).collect();
        let owner = info.insight.as_ref().map(|insight| owners(&insight.owners));
        mouth.say(&self.thought(told, owner));
    }

    fn thought(&self, lines: Vec<Line>, owner: Option<Vec<i8>>) -> Thought {
        Thought::Lines { lines, owner, known: self.known.clone() }
    }
}

/// Per square, from -100 to 100.
fn owners(owners: &[f32]) -> Vec<i8> {
    owners.iter().map(|owner| (owner * 100.0).round().clamp(-100.0, 100.0) as i8).collect()
}

/// Asks a player for several lines, if it knows how; who does not is asked several times.
fn set_lines(player: &mut dyn Player, lines: usize) {
    let options = player.card().options.iter().map(|option| option.name.clone());
    let known: Vec<_> = options.filter(|name| ["lines", "multipv"].contains(&name.to_lowercase().as_str())).collect();
    for name in known {
        let _ = player.set(&name, &lines.to_string());
    }
}

/// Every move of a game, judged.
pub(crate) fn review_of(house: &Arc<House>, ask: ReviewAsk) -> Result<Response, Problem> {
    let limits = house.config.limits;
    let ReviewAsk { game, start, moves, millis } = ask;
    let (shelf, table) = games::table(&limits, &LookAsk { game, start, moves })?;
    if table.played().is_empty() {
        return Err(Problem::bad("expected a game with moves").at("moves"));
    }
    let glance = Duration::from_millis(millis.unwrap_or(GLANCE).clamp(10, 5_000));
    // Each position is looked at once, where the die moves twice.
    let most = 2 * glance * (table.played().len() as u32 + 4) + Duration::from_secs(10);
    think(house, most, move |stop, mouth| {
        let mut player = seats::best(&*shelf, limits.hash)?;
        let mut ply = 0;
        review(&mut *player, &*table, &Clock::move_time(glance), stop, &mut |step| {
            let told = Judged::of(ply, step).is_none_or(|judged| mouth.say(&judged));
            ply += 1;
            if told { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(())
    })
}

/// Searches side by side.
pub(crate) fn compared(house: &Arc<House>, ask: CompareAsk) -> Result<Response, Problem> {
    let CompareAsk { game, searches, evaluator, depths, positions } = ask;
    let shelf = games::find(&game)?;
    if searches.is_empty() || searches.len() > shelf.searches().len() {
        return Err(Problem::bad("expected at least one search, each once").at("searches"));
    }
    if depths.is_empty() || depths.len() > MOST_DEPTHS || !(1..=MOST_POSITIONS).contains(&positions) {
        let what = format!("expected 1 to {MOST_DEPTHS} depths and 1 to {MOST_POSITIONS} positions");
        return Err(Problem::bad(what).at("depths"));
    }
    let eval = evaluator.map(|value| Setting { name: "eval".into(), value, column: 1 });
    let plan = Plan {
        searches: Vec::new(),
        settings: eval.into_iter().collect(),
        depths: Vec::new(),
        positions,
        start: shelf.deal(1),
        seed: 1,
    };
    // What is wrong with a name is told before anybody waits.
    for search in &searches {
        let spec = tabula_engine::compare::spec(search, &plan.settings);
        shelf.player(&spec).map_err(|fault| Problem::bad(fault.what).at("searches"))?;
    }
    think(house, house.config.limits.thinking, move |stop, mouth| {
        for &depth in &depths {
            for search in &searches {
                let one = Plan { searches: vec![search.clone()], depths: vec![depth], ..plan.clone() };
                let row = match compare(&*shelf, &one, stop, &mut |_, _, _| {}) {
                    Ok(rows) => rows.into_iter().next().map(|row| CompareRow {
                        search: row.search,
                        depth,
                        nodes: row.nodes,
                        micros: row.time.as_micros() as u64,
                        positions,
                        unfinished: 0,
                    }),
                    Err(_) if stop.is_raised() => None,
                    Err(faults) => return Err(faults.into()),
                };
                let unfinished = |search: &String| CompareRow {
                    search: search.clone(),
                    depth,
                    nodes: 0,
                    micros: 0,
                    positions,
                    unfinished: positions,
                };
                if !mouth.say(&row.unwrap_or_else(|| unfinished(search))) {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}
