//! Weights of an evaluation other than those that are built in: `tabula:weights=FILE`, or weights in memory for a tuner.
//!
//! The file is the text that `tabula tune` writes; which terms it must have, the evaluation says.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use tabula_core::Fault;
use tabula_core::tuning::{Pair, Tunable};

/// By which weights an evaluation judges.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Weights {
    #[default]
    BuiltIn,
    /// Those of a file.
    File(String),
    /// These.
    Given(Arc<[Pair]>),
}

/// Larger files are not read: the longest that tuning writes has a few hundred thousand words.
const MOST_BYTES: u64 = 1 << 26;

impl Weights {
    /// As a setting names them; nothing names those that are built in.
    pub(crate) fn named(path: String) -> Self {
        if path.is_empty() { Self::BuiltIn } else { Self::File(path) }
    }

    /// The name in a setting.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.clone(),
            Self::BuiltIn | Self::Given(_) => String::new(),
        }
    }
}

/// The weights of a file.
pub(crate) fn open(file: &Path, judge: &dyn Tunable) -> Result<Vec<Pair>, Fault> {
    let cannot = |why: String| Fault::new(format!("cannot read the weights {}: {why}", file.display()));
    let about = std::fs::metadata(file).map_err(|error| cannot(error.to_string()))?;
    if !about.is_file() {
        return Err(cannot("it is not a file".to_string()));
    }
    let mut text = String::new();
    let opened = std::fs::File::open(file).map_err(|error| cannot(error.to_string()))?;
    opened.take(MOST_BYTES).read_to_string(&mut text).map_err(|error| cannot(error.to_string()))?;
    judge.read(&text).map_err(|faults| {
        let more = match faults.0.len() {
            0 | 1 => String::new(),
            count => format!(" (and {} faults more)", count - 1),
        };
        let first = faults.0.first().map(ToString::to_string).unwrap_or_default();
        Fault::new(format!("the weights {}: {first}{more}", file.display()))
    })
}

#[cfg(test)]
mod tests {
    use crate::catalogue::find;
    use crate::{Clock, Player, Question, Setup};
    use std::sync::Arc;
    use tabula_core::{Fault, Score, Stop};

    fn seated(game: &str, spec: &str) -> Result<Box<dyn Player>, Fault> {
        find(game).unwrap().player(&spec.parse().unwrap())
    }

    fn file(name: &str, text: &str) -> String {
        let place = std::env::temp_dir().join(format!("tabula-weights-{}-{name}", std::process::id()));
        std::fs::write(&place, text).unwrap();
        place.display().to_string()
    }

    /// What a player thinks of a position.
    fn score(player: &mut dyn Player, game: &str, start: &str) -> Score {
        let setup = Setup { game: game.into(), start: Some(start.into()) };
        let table = find(game).unwrap().table(&setup).unwrap();
        player.ready(&setup).unwrap();
        let mut score = Score::ZERO;
        let clock = Clock::nodes(50);
        player
            .choose(&Question::new(&table.record(), &clock), &Stop::default(), &mut |info| score = info.score)
            .unwrap();
        score
    }

    #[test]
    fn whoever_has_weights_plays_by_those_of_a_file_and_by_given_ones() {
        let queen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
        let kings = "W:WK30,K29:BK5";
        for (game, eval, start) in [
            ("chess", "tapered", queen),
            ("chess", "flat", queen),
            ("czech", "pattern", kings),
            ("czech", "thesis", kings),
            ("janus", "general", "5k4/10/10/10/10/10/10/3QK5 w - - 0 1"),
            ("behemoth", "general", ""),
        ] {
            let tunable = find(game).unwrap().tunable(Some(eval)).unwrap();
            let nothing = vec![(0, 0); tunable.weights().len()];
            let path = file(&format!("{game}-{eval}"), &tunable.write(&nothing));
            let mut other = seated(game, &format!("tabula:weights={path},eval={eval},hash=1")).unwrap();
            let mut usual = seated(game, &format!("tabula:eval={eval},hash=1")).unwrap();
            if !start.is_empty() {
                let (plain, blank) = (score(&mut *usual, game, start), score(&mut *other, game, start));
                assert!(plain.value() > blank.value(), "{game} {eval}: {plain:?} {blank:?}");
                usual.weigh(&nothing.into()).unwrap();
                assert_eq!(score(&mut *usual, game, start), blank, "{game} {eval}");
                usual.set("weights", "").unwrap();
                assert_eq!(score(&mut *usual, game, start), plain, "{game} {eval}");
            }
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn what_cannot_be_weighed_is_refused_with_one_sentence() {
        let said = |game: &str, spec: &str| seated(game, spec).err().unwrap().what;
        assert!(said("chess", "tabula:weights=nowhere.txt").starts_with("cannot read the weights nowhere.txt: "));
        assert!(said("chess", "tabula:weights=/").contains("it is not a file"));
        let path = file("faults", "material 1/2 3/4\n");
        let first = said("chess", &format!("tabula:weights={path}"));
        assert!(first.contains("'material' has 5 weights, found 2 (and "), "{first}");
        let blind = said("chess", &format!("tabula:eval=classic,weights={path}"));
        assert_eq!(blind, "the evaluation 'classic' of Chess has no weights; those that have: tapered, flat");
        assert!(said("go9", &format!("tabula:weights={path}")).starts_with("unknown setting of tabula 'weights'"));
        let net = said("chess", &format!("tabula:net={path},weights={path}"));
        assert!(!net.is_empty() && seated("chess", "random").unwrap().weigh(&Arc::from([(1, 1)])).is_ok());
        std::fs::remove_file(path).unwrap();
    }
}
