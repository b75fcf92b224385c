use super::*;

fn event(title: &str) -> NewEvent {
    let entrant =
        |name: &str| EntrantRow { name: name.into(), spec: format!("tabula:{name}"), control: "depth=1".into() };
    NewEvent {
        title: title.into(),
        game: "chess".into(),
        description: format!("{title}, two players"),
        begun: "2026.11.16".into(),
        entrants: vec![entrant("one"), entrant("two")],
    }
}

fn game(number: usize) -> GameRow {
    GameRow {
        number,
        pair: number / 2,
        first: number % 2,
        second: 1 - number % 2,
        half_points: number % 3,
        ending: "checkmate".into(),
        plies: 40,
        text: format!("game {number} 'with \"quotes\"'"),
        ..GameRow::default()
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tabula-store-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn what_was_kept_comes_back_when_the_file_is_opened_again() {
    let folder = folder("again");
    let mut store = Store::open(&folder).unwrap();
    let id = store.begin(&event("a")).unwrap();
    for number in [3, 0, 1] {
        assert!(store.add(id, &game(number)).unwrap());
    }
    let rating = RatingRow { place: 1, scale: "elo".into(), value: f64::NEG_INFINITY, error: 3.5 };
    let none = RatingRow { place: 0, scale: "elo".into(), value: f64::NAN, error: 0.0 };
    store.rate(id, &[rating.clone(), none]).unwrap();
    store.rate(id, std::slice::from_ref(&rating)).unwrap();
    drop(store);
    let store = Store::open(&folder).unwrap();
    assert_eq!(store.games(id).unwrap(), [0, 1, 3].map(game));
    assert_eq!(store.entrants(id).unwrap(), event("a").entrants);
    assert_eq!(store.ratings(id).unwrap(), [rating]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_is_kept_once() {
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(&event("a")).unwrap();
    assert!(store.add(id, &game(0)).unwrap());
    let other = GameRow { text: "another".into(), ..game(0) };
    assert!(!store.add(id, &other).unwrap());
    assert_eq!(store.games(id).unwrap(), [game(0)]);
}

#[test]
fn a_game_of_nobody_is_refused_and_the_fault_says_where() {
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(&event("a")).unwrap();
    let said = store.add(id, &GameRow { first: 7, ..game(0) }).unwrap_err().to_string();
    assert!(said.starts_with("a store in memory: cannot keep game 0: FOREIGN KEY"), "{said}");
    assert!(store.add(id, &GameRow { half_points: 3, ..game(0) }).is_err());
}

#[test]
fn the_latest_event_with_a_description_is_found() {
    let mut store = Store::in_memory().unwrap();
    assert_eq!(store.find("a, two players").unwrap(), None);
    let first = store.begin(&event("a")).unwrap();
    store.begin(&event("b")).unwrap();
    assert_eq!(store.find("a, two players").unwrap().unwrap().id, first);
    let second = store.begin(&event("a")).unwrap();
    store.add(second, &game(0)).unwrap();
    store.end(second, Some("2026.11.17")).unwrap();
    let found = store.find("a, two players").unwrap().unwrap();
    assert_eq!((found.id, found.games, found.ended.as_deref()), (second, 1, Some("2026.11.17")));
    assert_eq!(store.events().unwrap().len(), 3);
}

#[test]
fn two_programs_may_write_at_once() {
    let folder = folder("two");
    let mut store = Store::open(&folder).unwrap();
    let id = store.begin(&event("a")).unwrap();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let folder = &folder;
            scope.spawn(move || {
                let mut other = Store::open(folder).unwrap();
                for number in (0..50).filter(|number| number % 2 == half) {
                    other.add(id, &game(number)).unwrap();
                }
            });
        }
    });
    assert_eq!(store.games(id).unwrap().len(), 50);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_of_newer_programs_and_what_is_no_store_are_refused() {
    let folder = folder("newer");
    let store = Store::open(&folder).unwrap();
    store.connection.pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    let said = Store::open(&folder).unwrap_err().to_string();
    assert!(said.ends_with("it was written by a newer version of this program (tables 99)"), "{said}");
    std::fs::write(folder.join(FILE), "this is no database, but long enough to be one".repeat(50)).unwrap();
    let said = Store::open(&folder).unwrap_err().to_string();
    assert!(said.contains("cannot open ") && said.contains("not a database"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_of_people_is_kept_at_every_move_and_found_again() {
    let mut store = Store::in_memory().unwrap();
    let mut play = PlayRow {
        id: "a".into(),
        key: "secret".into(),
        game: "chess".into(),
        players: ["Ann".into(), "level 3".into()],
        result: "*".into(),
        begun: "2026-11-16T10:00:00Z".into(),
        ..PlayRow::default()
    };
    store.keep_play(&play).unwrap();
    (play.plies, play.result) = (40, "1-0".into());
    store.keep_play(&play).unwrap();
    assert_eq!(store.play("a").unwrap(), Some(play.clone()));
    assert_eq!(store.play("b").unwrap(), None);
    for (game, word, before, found) in [
        ("", "", "", 1),
        ("chess", "ann", "", 1),
        ("go9", "", "", 0),
        ("", "nobody", "", 0),
        ("", "", "2026-11-16T10:00:00Z", 0),
        ("", "LEVEL", "2027", 1),
    ] {
        assert_eq!(store.plays(game, word, before, 10).unwrap().len(), found, "{game} {word} {before}");
    }
}

#[test]
fn a_wish_stays_with_its_event() {
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(&event("a")).unwrap();
    store.wish(&WishRow { event: id, ask: "{}".into(), total: 8, stopped: false }).unwrap();
    store.stop_wish(id, true).unwrap();
    assert_eq!(store.wishes().unwrap(), [WishRow { event: id, ask: "{}".into(), total: 8, stopped: true }]);
}
