// The Behemoth's roll: where it went, how far, and what fell.
import type { Board, Look, Man, Played, Square } from "../api";

export interface Fallen {
  on: Square;
  man: Man | null; // null if we have not seen what stood there
}

/** What the last roll destroyed, from the board before it. */
export function fallen(before: Look, after: Look): Fallen[] {
  const played = after.played;
  const roll = played.at(-1);
  if (!roll || roll.by !== null) return [];
  // The man that was moved just before may be what fell.
  const move = played.at(-2);
  const seen = (on: Square): Man | null => {
    const from = move && move.path.length > 1 && move.path.at(-1) === on ? move.path[0] : on;
    return before.board.men.find((man) => man.on === from) ?? null;
  };
  return roll.taken.map((on) => ({ on, man: seen(on) }));
}

export interface Roll {
  from: Square;
  to: Square;
  length: number;
  arrow: string; // as the first player sees it, or the second if flipped
}

const ARROWS: Record<string, string> = {
  "0,1": "↑",
  "1,1": "↗",
  "1,0": "→",
  "1,-1": "↘",
  "0,-1": "↓",
  "-1,-1": "↙",
  "-1,0": "←",
  "-1,1": "↖",
};

/** The last thing that happened, if it was a roll that moved. */
export function rollOf(played: readonly Played[], board: Pick<Board, "files">, flipped: boolean): Roll | null {
  const roll = played.at(-1);
  const from = roll?.path[0];
  const to = roll?.path.at(-1);
  if (!roll || roll.by !== null || from === undefined || to === undefined || from === to) return null;
  const right = (to % board.files) - (from % board.files);
  const up = Math.floor(to / board.files) - Math.floor(from / board.files);
  const turn = flipped ? -1 : 1;
  const arrow = ARROWS[`${Math.sign(right) * turn},${Math.sign(up) * turn}`] ?? "";
  return { from, to, length: Math.max(Math.abs(right), Math.abs(up)), arrow };
}
