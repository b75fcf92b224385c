//! What engines think of a position, as they tell it: KataGo's `kata-raw-nn` and `kata-analyze`, and Leela Zero's
//! `lz-analyze`, which many others know.
//!
//! Words that are not known are passed over, as the authors of these orders ask; a number that is none, or that cannot
//! be what it stands for, is a fault. `kata-raw-nn` tells everything as White sees it, the others as the mover does,
//! unless the engine's configuration says otherwise (KataGo's `reportAnalysisWinratesAs`): that cannot be seen from
//! here.

use super::PASS;
use crate::goban::Style;
use std::str::SplitWhitespace;
use tabula_core::Side;

/// By which order an engine is asked what it thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// One look of its network: every move, the lead and the owners.
    RawNet,
    /// A search that tells the lead and the owners, too.
    Kata,
    /// A search that tells neither.
    Leela,
}

impl Way {
    /// All of them, the one that says most for its time first.
    pub const ALL: [Self; 3] = [Self::RawNet, Self::Kata, Self::Leela];

    /// The order.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RawNet => "kata-raw-nn",
            Self::Kata => "kata-analyze",
            Self::Leela => "lz-analyze",
        }
    }

    /// Whether it searches.
    pub const fn searches(self) -> bool {
        !matches!(self, Self::RawNet)
    }
}

/// What an engine thinks of a position, as whoever is to move sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The chance to win, 0 to 1.
    pub chance: f64,
    /// By how many points the mover will win; `None` if it was not told.
    pub lead: Option<f64>,
    /// Whose each point will be, row by row from the top left, from -1 to 1, which is the mover's; `None` if it was not
    /// told.
    pub owners: Option<Vec<f64>>,
    /// Moves as the house writes them and their shares, which are 1 together: by visits where it has searched.
    pub moves: Vec<(String, f64)>,
    /// How often all moves were visited; 0 where nothing was searched.
    pub visits: u64,
}

/// Reads the answer to `kata-raw-nn`, for a board of `size` lines where `side` is to move.
///
/// # Errors
/// What is missing or wrong in it.
pub fn raw_net(text: &str, size: usize, side: Side) -> Result<Analysis, String> {
    let points = size * size;
    let (mut win, mut loss, mut lead, mut pass) = (None, None, None, None);
    let (mut policy, mut owners) = (None, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "whiteWin" => win = Some(chance(word, one(word, &mut words)?)?),
            "whiteLoss" => loss = Some(chance(word, one(word, &mut words)?)?),
            "whiteLead" => lead = Some(finite(word, one(word, &mut words)?)?),
            "policyPass" => pass = Some(one(word, &mut words)?),
            "policy" => policy = Some(many(word, points, &mut words)?),
            "whiteOwnership" => owners = Some(shares_of_points(word, points, &mut words)?),
            _ => {}
        }
    }
    let win = win.ok_or("it has no whiteWin")?;
    let policy = policy.ok_or("it has no policy")?;
    // What ends without a winner is half a win, as in KataGo's own win rates.
    let white = loss.map_or(win, |loss| f64::midpoint(1.0, win - loss));
    let sign = if side == Side::Second { 1.0 } else { -1.0 };
    // Older programs leave the pass to be guessed from what the points leave over. What is no number is not legal.
    let pass = pass.unwrap_or_else(|| 1.0 - policy.iter().filter(|share| !share.is_nan()).sum::<f64>());
    let names = (0..points).filter_map(|at| Style::Go.name(size, at % size, at / size));
    let moves = names.zip(policy).chain([(PASS.to_string(), pass)]).filter(|(_, share)| !share.is_nan());
    Ok(Analysis {
        chance: if side == Side::Second { white } else { 1.0 - white },
        lead: lead.map(|lead| sign * lead),
        owners: owners.map(|owners| owners.into_iter().map(|owner| sign * owner).collect()),
        moves: whole(moves.map(|(name, share)| (name, share.max(0.0))).collect()).ok_or("its policy names no move")?,
        visits: 0,
    })
}

/// A move of a search, as it was told.
#[derive(Default)]
struct Told {
    code: String,
    order: Option<u64>,
    visits: u64,
    chance: Option<f64>,
    lead: Option<f64>,
    prior: f64,
}

/// Reads a line of `kata-analyze` or `lz-analyze`, for a board of `size` lines. The chance and the lead are those of
/// the best move.
///
/// # Errors
/// What is missing or wrong in it.
pub fn line(way: Way, text: &str, size: usize) -> Result<Analysis, String> {
    // Leela Zero writes parts of ten thousand.
    let unit = if way == Way::Leela { 10_000.0 } else { 1.0 };
    let mut all: Vec<Told> = Vec::new();
    let mut owners = None;
    // What stands behind `rootInfo` is not of a move.
    let mut of_a_move = false;
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "info" => {
                all.push(Told::default());
                of_a_move = true;
            }
            "rootInfo" => of_a_move = false,
            "ownership" => owners = Some(shares_of_points(word, size * size, &mut words)?),
            _ => {
                if let Some(told) = all.last_mut().filter(|_| of_a_move) {
                    told.hear(word, &mut words, unit, size)?;
                }
            }
        }
    }
    let in_order = |index: usize, told: &Told| (told.order.unwrap_or(u64::MAX), index);
    let best = all.iter().enumerate().min_by_key(|(index, told)| in_order(*index, told));
    let best = best.map(|(_, told)| told).ok_or("it names no move")?;
    let chance = best.chance.ok_or("its best move has no winrate")?;
    let lead = best.lead;
    let visits = all.iter().fold(0_u64, |sum, told| sum.saturating_add(told.visits));
    let share = |told: &Told| if visits > 0 { told.visits as f64 } else { told.prior };
    let named = all.iter().filter(|told| !told.code.is_empty());
    let moves = whole(named.map(|told| (told.code.clone(), share(told))).collect())
        .ok_or("it tells neither visits nor priors")?;
    Ok(Analysis { chance, lead, owners, moves, visits })
}

impl Told {
    /// Takes in a word that belongs to this move.
    fn hear(&mut self, word: &str, words: &mut SplitWhitespace<'_>, unit: f64, size: usize) -> Result<(), String> {
        match word {
            "move" => {
                let name = words.next().ok_or("it ends behind 'move'")?;
                self.code = code(name, size).ok_or_else(|| format!("'{name}' is no point of the board"))?;
            }
            "visits" => self.visits = count(word, words)?,
            "order" => self.order = Some(count(word, words)?),
            "winrate" => self.chance = Some(chance(word, one(word, words)? / unit)?),
            "prior" => self.prior = chance(word, one(word, words)? / unit)?,
            // Both are the same thing in KataGo; an older one had only the first.
            "scoreMean" | "scoreLead" => self.lead = Some(finite(word, one(word, words)?)?),
            _ => {}
        }
        Ok(())
    }
}

/// A move as the house writes it.
fn code(name: &str, size: usize) -> Option<String> {
    if name.eq_ignore_ascii_case(PASS) {
        return Some(PASS.to_string());
    }
    Style::Go.point(size, name).and_then(|(x, y)| Style::Go.name(size, x, y))
}

/// Shares that are 1 together; `None` if all are nothing.
fn whole(mut moves: Vec<(String, f64)>) -> Option<Vec<(String, f64)>> {
    let sum: f64 = moves.iter().map(|(_, share)| share).sum();
    moves.iter_mut().for_each(|(_, share)| *share /= sum);
    (sum.is_finite() && sum > 0.0).then_some(moves)
}

/// The number behind a word; one that is marked as none is none.
fn one(what: &str, words: &mut SplitWhitespace<'_>) -> Result<f64, String> {
    let text = words.next().ok_or_else(|| format!("it ends behind '{what}'"))?;
    let number = text.parse::<f64>().map_err(|_| format!("'{text}' behind '{what}' is no number"))?;
    if number.is_infinite() { Err(format!("'{text}' behind '{what}' is no number")) } else { Ok(number) }
}

fn many(what: &str, count: usize, words: &mut SplitWhitespace<'_>) -> Result<Vec<f64>, String> {
    (0..count).map(|_| one(what, words)).collect()
}

fn count(what: &str, words: &mut SplitWhitespace<'_>) -> Result<u64, String> {
    let text = words.next().ok_or_else(|| format!("it ends behind '{what}'"))?;
    text.parse().map_err(|_| format!("'{text}' behind '{what}' is no count"))
}

fn finite(what: &str, number: f64) -> Result<f64, String> {
    if number.is_finite() { Ok(number) } else { Err(format!("{what} is no number")) }
}

/// How far a number may be rounded out of its bounds.
const ROUNDED: f64 = 1e-3;

fn chance(what: &str, number: f64) -> Result<f64, String> {
    if (-ROUNDED..=1.0 + ROUNDED).contains(&number) {
        Ok(number.clamp(0.0, 1.0))
    } else {
        Err(format!("{what} is {number}, which is no chance"))
    }
}

fn shares_of_points(what: &str, points: usize, words: &mut SplitWhitespace<'_>) -> Result<Vec<f64>, String> {
    let owners = many(what, points, words)?;
    match owners.iter().find(|owner| !(-1.0 - ROUNDED..=1.0 + ROUNDED).contains(*owner)) {
        Some(owner) => Err(format!("{what} says {owner} of a point, which is not between -1 and 1")),
        None => Ok(owners.into_iter().map(|owner| owner.clamp(-1.0, 1.0)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As KataGo 1.15 prints it, on two lines: Black has stones on a2, and White on b1.
    const RAW: &str = "symmetry 0\nwhiteWin 0.600000\nwhiteLoss 0.300000\nnoResult 0.100000\nwhiteLead 1.250\n\
        whiteScoreSelfplay 1.400\nwhiteScoreSelfplaySq 300.1\nvarTimeLeft 6.436\nshorttermWinlossError 0.1\n\
        shorttermScoreError 0.9\npolicy\n    NAN 0.750000 \n0.150000     NAN \npolicyPass 0.100000 \n\
        whiteOwnership\n-1.0000000 0.5000000 \n0.0000000 1.0000000 ";

    fn about(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 1e-9
    }

    #[test]
    fn a_look_of_a_network_is_turned_to_the_mover() {
        let white = raw_net(RAW, 2, Side::Second).unwrap();
        assert!(about(white.chance, 0.65) && white.lead == Some(1.25) && white.visits == 0);
        assert_eq!(white.owners, Some(vec![-1.0, 0.5, 0.0, 1.0]));
        let names: Vec<_> = white.moves.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b2", "a1", "pass"]);
        assert!(about(white.moves[0].1, 0.75) && about(white.moves[2].1, 0.1));
        let black = raw_net(RAW, 2, Side::First).unwrap();
        assert!(about(black.chance, 0.35) && black.lead == Some(-1.25));
        assert_eq!((black.owners, black.moves), (Some(vec![1.0, -0.5, 0.0, -1.0]), white.moves));
    }

    #[test]
    fn a_network_that_says_nothing_of_the_pass_leaves_it_what_is_over() {
        let old = RAW.replace("policyPass 0.100000", "").replace("whiteLead 1.250", "");
        let told = raw_net(&old, 2, Side::Second).unwrap();
        assert!(told.moves[2].0 == "pass" && about(told.moves[2].1, 0.1) && told.lead.is_none());
    }

    #[test]
    fn a_search_of_katago_is_read_by_its_words() {
        let text = "info move B2 visits 30 edgeVisits 30 utility -0.04 winrate 0.480018 scoreMean -0.61 \
            scoreStdev 24.7 scoreLead -0.61 scoreSelfplay -0.5 prior 0.22 lcb 0.47 utilityLcb -0.04 weight 3.1 order 1 pv B2 pass A1 \
            info move pass visits 10 winrate 0.5 scoreMean 2.5 scoreLead 2.5 prior 0.1 order 0 pv pass \
            rootInfo visits 99 winrate 0.9 ownership -1 0.5 0 1";
        let told = line(Way::Kata, text, 2).unwrap();
        assert_eq!((told.chance, told.lead, told.visits), (0.5, Some(2.5), 40));
        assert_eq!(told.owners, Some(vec![-1.0, 0.5, 0.0, 1.0]));
        assert_eq!(told.moves, [("b2".to_string(), 0.75), ("pass".to_string(), 0.25)]);
    }

    #[test]
    fn a_search_of_leela_zero_is_in_parts_of_ten_thousand_and_knows_no_owners() {
        let text = "info move A1 visits 0 winrate 4802 prior 2500 lcb 4781 order 0 pv A1 \
            info move B1 visits 0 winrate 1 prior 7500";
        let told = line(Way::Leela, text, 2).unwrap();
        assert_eq!((told.chance, told.lead, told.owners, told.visits), (0.4802, None, None, 0));
        // Nothing was visited yet, so the priors are all there is.
        assert_eq!(told.moves, [("a1".to_string(), 0.25), ("b1".to_string(), 0.75)]);
    }

    #[test]
    fn nonsense_is_named() {
        let raw = |from: &str, to: &str| raw_net(&RAW.replace(from, to), 2, Side::First).unwrap_err();
        assert_eq!(raw("whiteWin 0.600000", ""), "it has no whiteWin");
        assert_eq!(raw("0.600000", "1.7"), "whiteWin is 1.7, which is no chance");
        assert_eq!(raw("0.150000", "x"), "'x' behind 'policy' is no number");
        assert_eq!(raw("0.0000000 1.0000000", "0.0000000"), "it ends behind 'whiteOwnership'");
        assert_eq!(raw("0.5000000", "5"), "whiteOwnership says 5 of a point, which is not between -1 and 1");
        let said = |text: &str| line(Way::Kata, text, 2).unwrap_err();
        assert_eq!(said("info move C3 visits 1"), "'C3' is no point of the board");
        assert_eq!(said("info move A1 visits many"), "'many' behind 'visits' is no count");
        assert_eq!(said("info move A1 visits 1 winrate 4802"), "winrate is 4802, which is no chance");
        assert_eq!(said("info move A1 visits 1"), "its best move has no winrate");
        assert_eq!(said("info move A1 winrate 0.5"), "it tells neither visits nor priors");
        assert_eq!(said("nothing"), "it names no move");
    }
}
