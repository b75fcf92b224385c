//! From an id to a folder. An id is one plain word, so no path from outside ever leads out of `runs/`.

use crate::config::Config;
use crate::problem::Problem;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tabula_engine::Shelf;
use tabula_lab::log::{self, Sheet};

/// The folder of runs in that of data.
const RUNS: &str = "runs";
/// Letters of an id at most.
const MOST_ID: usize = 60;

/// Whether a word can be the name of a run: letters, digits, `-`, `_` and `.`, which it does not begin with.
pub(super) fn is_id(word: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    (1..=MOST_ID).contains(&word.len()) && !word.starts_with('.') && word.chars().all(plain)
}

/// What is said of a word that is none of ours.
pub(super) fn short(word: &str) -> String {
    word.chars().take(MOST_ID).collect()
}

/// Where a run lies, or would lie.
pub(super) fn folder(config: &Config, id: &str) -> Result<PathBuf, Problem> {
    if is_id(id) {
        Ok(config.data.join(RUNS).join(id))
    } else {
        Err(Problem::missing(format!("there is no run '{}'", short(id))))
    }
}

/// The folder of a run that is there.
pub(super) fn known(config: &Config, id: &str) -> Result<PathBuf, Problem> {
    let folder = folder(config, id)?;
    if folder.is_dir() { Ok(folder) } else { Err(Problem::missing(format!("there is no run '{id}'"))) }
}

/// The ids of all folders, as many as are looked at.
pub(super) fn ids(config: &Config) -> Result<Vec<String>, Problem> {
    let entries = match fs::read_dir(config.data.join(RUNS)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Problem::failed(format!("the folder of runs cannot be read: {error}"))),
        Ok(entries) => entries,
    };
    let named = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut ids: Vec<String> = named.filter(|id| is_id(id)).collect();
    ids.sort();
    ids.truncate(config.limits.runs);
    Ok(ids)
}

/// A new folder, called after what it begins with.
pub(super) fn make(config: &Config, base: &str) -> Result<(String, PathBuf), Problem> {
    let most = config.limits.runs;
    if ids(config)?.len() >= most {
        let what = format!("{most} runs are kept already: whoever runs this server has to take some out of its folder");
        return Err(Problem::busy(what));
    }
    let cannot = |error: io::Error| Problem::failed(format!("the folder of the run cannot be made: {error}"));
    fs::create_dir_all(config.data.join(RUNS)).map_err(cannot)?;
    // A fork of `go9-2` is `go9-3`, not `go9-2-1`.
    let digits = |tail: &str| !tail.is_empty() && tail.bytes().all(|letter| letter.is_ascii_digit());
    let stem = base.rsplit_once('-').filter(|(_, tail)| digits(tail)).map_or(base, |(stem, _)| stem);
    let stem = stem.get(..stem.len().min(MOST_ID - 6)).unwrap_or("run");
    for number in 1..100_000 {
        let id = format!("{stem}-{number}");
        let folder = folder(config, &id)?;
        match fs::create_dir(&folder) {
            Ok(()) => return Ok((id, folder)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot(error)),
        }
    }
    Err(Problem::busy("no name is left for the run"))
}

/// What a run has learnt, as settings of a player.
pub(crate) struct Learnt {
    /// What people call the run.
    pub(crate) title: String,
    /// The file that the settings name.
    pub(crate) file: String,
    pub(crate) settings: Vec<(&'static str, String)>,
}

/// What a run has learnt that plays this game.
pub(crate) fn judge(config: &Config, shelf: &dyn Shelf, id: &str) -> Result<Learnt, Problem> {
    let missing = || Problem::missing(format!("there is no run '{}'", short(id))).at("players");
    let folder = known(config, id).map_err(|_| missing())?;
    let sheet = log::read(&folder).map_err(|_| missing())?;
    if sheet.game != shelf.card().id {
        let what = format!("the run '{id}' learns another game, {}", short(&sheet.game));
        return Err(Problem::bad(what).at("players"));
    }
    let nothing = || Problem::conflict(format!("the run '{id}' has learnt nothing yet")).at("players");
    let (name, file) = learnt(&sheet).ok_or_else(nothing)?;
    // The sheet may come from elsewhere: what it names is a file of its own folder, or nothing.
    let place = Some(folder.join(file)).filter(|place| is_id(file) && place.is_file()).ok_or_else(nothing)?;
    let file = text_of(&place).ok_or_else(nothing)?;
    let eval = sheet.eval.clone().filter(|_| name == "weights").map(|eval| ("eval", eval));
    Ok(Learnt { settings: [(name, file.clone())].into_iter().chain(eval).collect(), file, title: sheet.title })
}

/// Which file a run has learnt, and by which setting a player is given it.
pub(super) fn learnt(sheet: &Sheet) -> Option<(&'static str, &str)> {
    let named = [("net", &sheet.net), ("weights", &sheet.weights)];
    named.into_iter().find_map(|(name, file)| Some((name, file.as_deref()?)))
}

fn text_of(place: &Path) -> Option<String> {
    place.to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_plain_word() {
        for id in ["go9", "go9-2", "my_run.v2", "A"] {
            assert!(is_id(id), "{id}");
        }
        for id in ["", ".", "..", ".hidden", "a/b", "..\\a", "a b", "a\0", "č", &"x".repeat(61), "C:"] {
            assert!(!is_id(id), "{id}");
        }
    }

    #[test]
    fn forks_are_counted_and_not_nested() {
        let data = std::env::temp_dir().join(format!("tabula-runs-{}", std::process::id()));
        let _ = fs::remove_dir_all(&data);
        let mut config = Config::local(data.clone());
        let id = |config: &Config, base: &str| make(config, base).map(|(id, _)| id);
        assert_eq!(id(&config, "go9").unwrap(), "go9-1");
        assert_eq!(id(&config, "go9-1").unwrap(), "go9-2");
        assert_eq!(id(&config, "chess-nnue").unwrap(), "chess-nnue-1");
        assert!(is_id(&id(&config, &"x".repeat(60)).unwrap()));
        config.limits.runs = 4;
        assert_eq!(id(&config, "go9").unwrap_err().status, 503);
        fs::remove_dir_all(data).unwrap();
    }
}
