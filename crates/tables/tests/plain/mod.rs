//! Tables of any game, and plain searches to compare them with.

use std::sync::Arc;
use tabula_core::{Endings, Fate, Game, Notation, Stop};
use tabula_tables::{Crew, Tables, build, order, verify};

pub(crate) fn with_crew<T>(run: impl FnOnce(&Crew<'_>) -> T) -> T {
    run(&Crew { threads: 2, stop: &Stop::default(), tell: &|_| {} })
}

/// Builds what the materials need, and checks every position.
pub(crate) fn tables<G: Endings + Notation>(game: &G, names: &[&str]) -> Tables<G> {
    let wanted: Vec<_> = names.iter().map(|name| game.read_material(name).unwrap()).collect();
    let mut tables = Tables::default();
    with_crew(|crew| {
        for material in order(game, &wanted) {
            let name = game.write_material(&material);
            let table = build(game, &material, &tables, crew).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            verify(game, &table, &tables, crew).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            tables.add(game, Arc::new(table));
        }
    });
    tables
}

/// Fates by asking every position again and again until nothing changes: no symmetry, no numbers, no way back.
pub(crate) fn plain<G: Endings + Notation>(game: &G, name: &str, tables: &Tables<G>) {
    let table = tables.get(game, &game.read_material(name).unwrap()).unwrap();
    let positions: Vec<_> = (0..table.span()).filter_map(|index| table.position(game, index)).collect();
    assert!(positions.len() > 500, "{name}: {}", positions.len());
    let mut depth = 0;
    // A position is won in `depth` plies if a search of that depth says so, and not of one less.
    let mut left: Vec<_> = positions.iter().filter(|at| tables.fate(game, at) != Some(Fate::Draw)).collect();
    while depth <= 3 {
        left.retain(|at| {
            let fate = tables.fate(game, at).unwrap();
            let searched = minimax(game, at, depth);
            let due = fate.plies() == Some(depth);
            assert_eq!(searched.is_some(), due, "{name} {depth}: {} is {fate}", game.write_position(at));
            assert!(!due || searched == Some(fate), "{name}: {} is {fate}", game.write_position(at));
            !due
        });
        depth += 1;
    }
    for at in positions.iter().filter(|at| tables.fate(game, at) == Some(Fate::Draw)) {
        assert!(minimax(game, at, 3).is_none_or(|fate| fate == Fate::Draw), "{name}: {}", game.write_position(at));
    }
}

/// The fate as far as a search of some plies sees it.
fn minimax<G: Game>(game: &G, at: &G::Position, depth: u32) -> Option<Fate> {
    let over = |winner| match winner {
        None => Fate::Draw,
        Some(side) if game.mover(at) == tabula_core::Mover::Player(side) => Fate::Win(0),
        Some(_) => Fate::Loss(0),
    };
    if let Some(outcome) = game.ended(at) {
        return Some(over(outcome.winner));
    }
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    if moves.is_empty() {
        return Some(over(game.stuck(at).winner));
    }
    if depth == 0 {
        return None;
    }
    let mut worst = Some(Fate::Loss(0));
    let mut win = None;
    for m in moves {
        let mut next = at.clone();
        game.play(&mut next, m, &mut ());
        let fate = minimax(game, &next, depth - 1).map(Fate::seen_before);
        if let Some(Fate::Win(_)) = fate {
            win = win.max(fate);
        }
        worst = worst.and_then(|worst| fate.map(|fate| worst.max(fate)));
    }
    win.or(worst).filter(|&fate| fate != Fate::Draw)
}
