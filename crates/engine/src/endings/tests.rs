use super::trial::trial;
use super::*;
use crate::catalogue::find;
use crate::syzygy::{self, Syzygy};
use std::path::PathBuf;
use tabula_core::{Endings, Notation, Stop};
use tabula_tables::Tables;

/// A folder for tables that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("tabula-endings-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Builds a material with all that it needs.
    fn build(&self, game: &str, material: &str) -> Box<dyn Endgames> {
        let mut tables = find(game).unwrap().endgames(&self.0).unwrap().unwrap();
        for name in tables.order(&[material.into()]).unwrap() {
            let bytes = with_crew(|crew| tables.build(&name, crew)).unwrap();
            std::fs::write(self.0.join(tables.file_name(&name)), bytes).unwrap();
        }
        tables
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn with_crew<T>(run: impl FnOnce(&Crew<'_>) -> T) -> T {
    run(&Crew { threads: 2, stop: &Stop::default(), tell: &|_| {} })
}

/// The longest win in moves; positions of it are won by a player with tables, as fast as they can be.
fn mates(game: &str, material: &str, positions: usize) -> u32 {
    let folder = Folder::new(&format!("{game}-{material}-{positions}"));
    let tables = folder.build(game, material);
    let survey = with_crew(|crew| tables.survey(material, crew)).unwrap();
    let longest = survey[0].longest_win.as_ref().unwrap();
    assert_eq!(longest.line.len() as u32, longest.plies, "{game} {material}");
    let shelf = find(game).unwrap();
    // One ply deep: without tables such a player mates nobody.
    let spec = format!("tabula:depth=1,tables={}", folder.0.display());
    let mut player = shelf.player(&spec.parse().unwrap()).unwrap();
    let played = trial(&*shelf, &*tables, material, &mut *player, (positions, 1), &mut |_| {}).unwrap();
    assert_eq!((played.played, played.in_time), (positions, positions), "{:?}", played.failures);
    assert!(played.longest <= longest.plies);
    println!(
        "{game} {material}: longest mate {} moves; {} of {} random won positions mated in time, the longest in {}",
        longest.plies.div_ceil(2),
        played.in_time,
        played.played,
        played.longest.div_ceil(2)
    );
    longest.plies.div_ceil(2)
}

#[test]
fn a_player_with_tables_mates_as_fast_as_it_can_be_done() {
    assert_eq!(mates("amazon", "KA-K", 20), 4);
    assert_eq!(mates("janus", "KJ-K", 5), 21);
}

#[test]
#[ignore = "takes a minute"]
fn the_new_pieces_mate_alone_from_a_hundred_positions_each() {
    for (game, material, longest) in [
        ("janus", "KJ-K", 21),
        ("embassy", "KA-K", 21),
        ("embassy", "KC-K", 13),
        ("capablanca", "KA-K", 21),
        ("capablanca", "KC-K", 13),
        ("grand", "KA-K", 24),
        ("grand", "KC-K", 14),
        ("amazon", "KA-K", 4),
    ] {
        assert_eq!(mates(game, material, 100), longest, "{game} {material}");
    }
}

#[test]
fn a_draughts_player_with_tables_wins_as_fast_as_it_can_be_done() {
    assert_eq!(mates("czech", "KK-K", 20), 4);
}

#[test]
#[ignore = "takes a minute: cargo test -p tabula-engine -- --ignored won_endings_of_four_kings"]
fn won_endings_of_four_kings_are_won_within_fifteen_moves() {
    assert_eq!(mates("czech", "KKK-K", 200), 13);
    assert_eq!(mates("czech", "KK-KK", 200), 5);
}

/// Every position of a material, as Syzygy tables know it.
fn agree_with_syzygy(path: &str, names: &[&str]) {
    let order = syzygy::Order { path: path.to_owned(), limit: 7, fifty: false };
    let syzygy = Syzygy::open(&order).unwrap();
    let game = tabula_chess::chess();
    let wanted: Vec<_> = names.iter().map(|name| game.read_material(name).unwrap()).collect();
    let mut tables = Tables::default();
    for material in tabula_tables::order(&game, &wanted) {
        let table = with_crew(|crew| tabula_tables::build(&game, &material, &tables, crew)).unwrap();
        let table = std::sync::Arc::new(table);
        tables.add(&game, std::sync::Arc::clone(&table));
        let mut compared = 0;
        for index in 0..table.span() {
            let Some(at) = table.position(&game, index) else { continue };
            let own = table.fate_of(index).map(Fate::exact);
            assert_eq!(own, tabula_core::Known::probe(&syzygy, &game, &at), "{}", game.write_position(&at));
            compared += 1;
        }
        println!("{}: {compared} positions as in Syzygy", game.write_material(&material));
    }
}

#[test]
fn three_men_end_as_syzygy_tables_say() {
    agree_with_syzygy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy"), &["KP-K"]);
}

#[test]
#[ignore = "takes minutes, and needs tables of four men"]
fn four_men_end_as_syzygy_tables_say() {
    match std::env::var("TABULA_SYZYGY") {
        Ok(path) => agree_with_syzygy(&path, &["KQ-KR", "KR-KN", "KR-KP", "KP-KP", "KPP-K", "KBN-K", "KBB-K"]),
        Err(_) => println!("skipped: TABULA_SYZYGY names no directory of tables"),
    }
}

#[test]
fn tables_serve_every_game_with_the_same_rules_and_no_other() {
    let folder = Folder::new("games");
    folder.build("amazon", "KA-K");
    let at_hand = |game: &str| find(game).unwrap().endgames(&folder.0).unwrap().unwrap().at_hand();
    assert_eq!(at_hand("amazon"), ["KA-K"]);
    assert_eq!(at_hand("janus"), [""; 0]);
    folder.build("chess", "KP-K");
    assert_eq!(at_hand("chess960"), ["KP-K", "KR-K", "KQ-K"]);
    assert_eq!(at_hand("amazon"), ["KA-K"]);
    let mut janus = find("janus").unwrap().endgames(&folder.0).unwrap().unwrap();
    let said = janus.read(&folder.0.join("chess.KR-K.ending")).unwrap_err().what;
    assert!(said.ends_with("it was made by other rules than those of this game"), "{said}");
}

#[test]
fn missing_and_broken_tables_are_named() {
    let folder = Folder::new("broken");
    let path = folder.0.display().to_string();
    let set =
        |game: &str, path: &str| find(game).unwrap().player(&"tabula".parse().unwrap()).unwrap().set("tables", path);
    assert_eq!(set("janus", &path).unwrap_err().what, format!("there is no endgame table in '{path}'"));
    let said = set("janus", "/no/such/tables").unwrap_err().what;
    assert!(said.starts_with("cannot read the endgame tables in '/no/such/tables': "), "{said}");
    let tables = folder.build("amazon", "KA-K");
    let file = folder.0.join(tables.file_name("KA-K"));
    set("amazon", &path).unwrap();
    set("chess", &path).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let mut broken = find("amazon").unwrap().endgames(&folder.0).unwrap().unwrap();
    let said = format!("cannot use the endgame table '{}': its checksum is wrong", file.display());
    assert_eq!(broken.read(&file).unwrap_err().what, said);
    // Whoever asks such a table learns nothing.
    assert_eq!(broken.probe("8/8/8/2k5/8/8/8/K6A w - - 0 1").unwrap().fate, None);
    bytes[0] = b'X';
    std::fs::write(&file, &bytes).unwrap();
    let said = format!("cannot use the endgame table '{}': it does not begin as a table does", file.display());
    assert_eq!(set("amazon", &path).unwrap_err().what, said);
}

#[test]
fn games_without_numbers_for_their_endings_have_no_tables() {
    assert!(find("tictactoe").unwrap().endgames(std::path::Path::new(".")).is_none());
    let behemoth = find("behemoth").unwrap().endgames(std::path::Path::new("/no/such")).unwrap().unwrap();
    assert_eq!(behemoth.order(&["KQ-K".into()]).unwrap_err().what, "a game of chance has no tables");
}
