//! A player's best lines in a position.

use super::judge::chances;
use crate::{Choice, Clock, Info, Player, Question, Table};
use std::collections::BTreeMap;
use std::time::Duration;
use tabula_core::{Bound, Fault, Insight, Score, Stop, Tries};

/// A line that a player found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// For the player to move.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the question.
    pub time: Duration,
    /// The moves as programs exchange them; never empty.
    pub codes: Vec<String>,
    /// The same for people.
    pub texts: Vec<String>,
    /// Of a tree search.
    pub tries: Option<Tries>,
    /// Of games that were played out.
    pub insight: Option<Insight>,
}

impl Found {
    /// The winning chances of the player to move, from 0 to 100: those that a tree search counted, or what its value means.
    pub fn chances(&self) -> f64 {
        self.tries.map_or_else(|| chances(self.score), |tries| 100.0 * f64::from(tries.chance))
    }
}

/// The best lines, the best one first: as many as are wanted, or as there are moves.
///
/// A player that tells of fewer is asked again about the moves that are left.
pub fn look(
    player: &mut dyn Player,
    table: &dyn Table,
    clock: &Clock,
    lines: usize,
    stop: &Stop,
    tell: &mut dyn FnMut(&Info),
) -> Result<Vec<Found>, Fault> {
    let mut found = ask(player, table, clock, &[], stop, tell)?;
    while found.len() < lines && !stop.is_raised() {
        let mut left = table.legal();
        left.retain(|code| found.iter().all(|line| line.codes[0] != *code));
        if left.is_empty() {
            break;
        }
        let more = ask(player, table, clock, &left, stop, tell)?;
        let more: Vec<_> = more.into_iter().filter(|line| left.contains(&line.codes[0])).collect();
        if more.is_empty() {
            break;
        }
        found.extend(more);
    }
    // Asked for apart, a later line may turn out better than an earlier one.
    found.sort_by_key(|line| std::cmp::Reverse(line.score));
    found.truncate(lines);
    Ok(found)
}

/// The best line that begins with one of these moves.
pub fn look_at(
    player: &mut dyn Player,
    table: &dyn Table,
    clock: &Clock,
    only: &[String],
    stop: &Stop,
) -> Result<Option<Found>, Fault> {
    Ok(ask(player, table, clock, only, stop, &mut |_| {})?.into_iter().find(|found| only.contains(&found.codes[0])))
}

/// One question; the lines by their rank.
fn ask(
    player: &mut dyn Player,
    table: &dyn Table,
    clock: &Clock,
    only: &[String],
    stop: &Stop,
    tell: &mut dyn FnMut(&Info),
) -> Result<Vec<Found>, Fault> {
    let record = table.record();
    let mut ranks: BTreeMap<usize, Info> = BTreeMap::new();
    let mut hear = |info: &Info| {
        tell(info);
        let better = info.bound == Bound::Exact || ranks.get(&info.rank).is_none_or(|old| old.bound != Bound::Exact);
        if better && !info.line.is_empty() {
            ranks.insert(info.rank, info.clone());
        }
    };
    let question = Question { only, ..Question::new(&record, clock) };
    let Choice::Move(code) = player.choose(&question, stop, &mut hear)? else {
        return Err(Fault::new("the player gave up instead of analysing"));
    };
    let mut lines: Vec<Found> = Vec::new();
    for (_, info) in ranks {
        let line = spell(table, &info);
        // From one iteration to the next a move changes its rank.
        if !line.codes.is_empty() && lines.iter().all(|other| other.codes[0] != line.codes[0]) {
            lines.push(line);
        }
    }
    match lines.iter().position(|line| line.codes[0] == code) {
        Some(chosen) => lines.swap(0, chosen),
        // It changed its mind at the last moment, and told no line of it.
        None => {
            let line = vec![code];
            let info = Info { line, score: lines.first().map_or(Score::ZERO, |line| line.score), ..Info::default() };
            let found = spell(table, &info);
            if found.codes.is_empty() {
                return Err(Fault::new(format!("the player chose '{}', which is no move here", info.line[0])));
            }
            lines.insert(0, found);
        }
    }
    Ok(lines)
}

/// A line as far as it can be played.
pub fn spell(table: &dyn Table, info: &Info) -> Found {
    let mut at = table.copy();
    let played: Vec<_> = info.line.iter().map_while(|code| at.play(code).ok()).collect();
    Found {
        score: info.score,
        depth: info.depth,
        nodes: info.nodes,
        time: info.time,
        codes: played.iter().map(|played| played.code.clone()).collect(),
        texts: played.into_iter().map(|played| played.text).collect(),
        tries: info.tries,
        insight: info.insight.clone(),
    }
}
