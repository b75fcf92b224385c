// The move list: which text stands at which number.
import type { Played } from "../api";

export interface Entry {
  plies: number; // moves played when this one has been
  number: string | null; // "1." or "1…" before it
  text: string;
  roll: boolean; // the die
}

/** Numbers begin at one for the first move that is listed. */
export function entries(played: readonly Played[]): Entry[] {
  let turn = 0;
  let isFirst = true;
  return played.map(({ by, text }, index): Entry => {
    const plies = index + 1;
    if (by === null) return { plies, number: null, text, roll: true };
    if (by === 0 || isFirst) turn++;
    const number = by === 0 ? `${turn}.` : isFirst ? `${turn}…` : null;
    isFirst = false;
    return { plies, number, text, roll: false };
  });
}
