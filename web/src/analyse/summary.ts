// What a review says of a whole game: how exact each side was, and where it went wrong.

import type { Judged, Side } from "../api";
import { mainLine, node, type Grove } from "../tree/tree";

export type Verdict = Judged["verdict"];
export const verdicts: Verdict[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

export interface Summary {
  moves: number;
  /** 100 where every move was as good as the best; a loss of 15 percentage points alone is worth half. */
  accuracy: number | null;
  /** Mean loss of winning chances in percentage points. */
  loss: number | null;
  counts: Record<Verdict, number>;
}

const half = 15;

export function summary(tree: Grove, side: Side): Summary {
  const judged = mainLine(tree).flatMap((at) => {
    const one = node(tree, at);
    return one.by === side && one.judged ? [one.judged] : [];
  });
  const counts: Record<Verdict, number> = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  let exact = 0;
  let loss = 0;
  for (const one of judged) {
    counts[one.verdict] += 1;
    exact += 2 ** (-Math.max(0, one.loss) / half);
    loss += one.loss;
  }
  const moves = judged.length;
  return {
    moves,
    accuracy: moves === 0 ? null : (100 * exact) / moves,
    loss: moves === 0 ? null : loss / moves,
    counts,
  };
}

/** Moves worth a second look: there was clearly better, and a better move is known. */
export function mistakes(tree: Grove): number[] {
  return mainLine(tree).filter((at) => {
    const judged = node(tree, at).judged;
    return judged !== undefined && isMistake(judged.verdict) && judged.best.codes.length > 0;
  });
}

export function isMistake(verdict: Verdict): boolean {
  return verdict === "inaccuracy" || verdict === "mistake" || verdict === "blunder";
}

/** The sign that books print behind such a move. */
export const verdictSign: Record<Verdict, string> = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
