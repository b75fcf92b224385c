//! Perft with the move generators of other crates, each as its own documentation or example writes it,
//! with the last ply counted rather than played.
//!
//! `peers CRATE DEPTH FEN` prints `nodes N time_ms T`.

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(what) => {
            eprintln!("peers: {what}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let [name, depth, fen] = arguments else {
        return Err("expected CRATE DEPTH FEN".into());
    };
    let depth: usize = depth.parse().map_err(|_| format!("the depth '{depth}' is not a number"))?;
    if depth == 0 {
        return Err("the depth must be at least 1".into());
    }
    let bad = |what: &dyn std::fmt::Display| format!("{name} does not accept the position '{fen}': {what}");
    // The position is read, and every lazy table built, before the clock starts.
    let (nodes, time) = match name.as_str() {
        "cozy-chess" => {
            let board = fen.parse::<cozy_chess::Board>().map_err(|e| bad(&e))?;
            timed(|depth| with_cozy_chess(&board, depth), depth)
        }
        "chess" => {
            let board = fen.parse::<chess::Board>().map_err(|e| bad(&e))?;
            timed(|depth| with_chess(&board, depth), depth)
        }
        "shakmaty" => {
            let fen = fen.parse::<shakmaty::fen::Fen>().map_err(|e| bad(&e))?;
            let position: shakmaty::Chess = fen.into_position(shakmaty::CastlingMode::Standard).map_err(|e| bad(&e))?;
            timed(|depth| with_shakmaty(&position, depth), depth)
        }
        _ => return Err(format!("no crate '{name}' here; there are cozy-chess, chess and shakmaty")),
    };
    Ok(format!("nodes {nodes} time_ms {time:.3}"))
}

fn timed(count: impl Fn(usize) -> u64, depth: usize) -> (u64, f64) {
    count(1);
    let begun = Instant::now();
    let nodes = count(depth);
    (nodes, begun.elapsed().as_secs_f64() * 1e3)
}

/// As in the crate's example `perft`, with bulk counting.
fn with_cozy_chess(board: &cozy_chess::Board, depth: usize) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut board = board.clone();
                board.play_unchecked(mv);
                nodes += with_cozy_chess(&board, depth - 1);
            }
            false
        });
    }
    nodes
}

/// As `MoveGen::movegen_perft_test` of the crate.
fn with_chess(board: &chess::Board, depth: usize) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 { moves.len() as u64 } else { moves.map(|mv| with_chess(&board.make_move_new(mv), depth - 1)).sum() }
}

/// As `shakmaty::perft` of the crate.
fn with_shakmaty(position: &shakmaty::Chess, depth: usize) -> u64 {
    use shakmaty::Position;
    let moves = position.legal_moves();
    if depth == 1 {
        moves.len() as u64
    } else {
        moves
            .into_iter()
            .map(|mv| {
                let mut child = position.clone();
                child.play_unchecked(mv);
                with_shakmaty(&child, depth - 1)
            })
            .sum()
    }
}
