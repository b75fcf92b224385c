// "Find the better move": the position before a mistake, two tries, then the solution. What a try was worth is told by
// the server; this is only the order of things.

import type { Judged } from "../api";

export type Phase =
  | { is: "asking"; tries: 0 | 1; wrong: string | null } // wrong: text of the move that was tried
  | { is: "checking"; tries: 0 | 1; move: string }
  | { is: "found"; move: string; best: boolean }
  | { is: "shown" };

export interface Quiz {
  /** Nodes of the mistakes, and which of them is asked. */
  list: number[];
  index: number;
  phase: Phase;
}

export const opened: Phase = { is: "asking", tries: 0, wrong: null };

export function begin(list: number[], index = 0): Quiz | null {
  return list[index] === undefined ? null : { list, index, phase: opened };
}

/** A try that loses at most this much (in percentage points) against the best counts as found. */
export const tolerance = 4;

export type Answer = { kind: "best" } | { kind: "played" } | { kind: "unknown" };

/** What can be said of a try without asking an engine. */
export function judge(code: string, playedCode: string, judged: Judged): Answer {
  if (code === judged.best.codes[0]) return { kind: "best" };
  if (code === playedCode) return { kind: "played" };
  return { kind: "unknown" };
}

/** Loss of winning chances of `side` when the share of side 0 goes from `before` to `after`, in percentage points. */
export function loss(before: number, after: number, side: 0 | 1): number {
  return (side === 0 ? before - after : after - before) * 100;
}

/** After a wrong try: a second one, then the solution. */
export function failed(phase: Phase, move: string): Phase {
  return (phase.is === "asking" || phase.is === "checking") && phase.tries === 0
    ? { is: "asking", tries: 1, wrong: move }
    : { is: "shown" };
}
