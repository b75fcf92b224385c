// The Behemoth's roll: where it went, how far, and what fell.
import type { Board, Look, Man, Played, Side, Square } from "../api";
import { walked } from "../board/echo";

export interface Fallen {
  on: Square;
  man: Man | null; // null if it was not seen
}

/** What each new roll destroyed, by its place in `played`: the board before is followed move by move. */
export function fallen(before: Look, after: Look): Map<number, Fallen[]> {
  const found = new Map<number, Fallen[]>();
  let men = before.board.men;
  for (let index = before.played.length; index < after.played.length; index++) {
    const played = after.played[index];
    if (!played) continue;
    const manOn = (on: Square): Man | null => men.find((man) => man.on === on) ?? null;
    if (played.by === null) found.set(index, played.taken.map((on) => ({ on, man: manOn(on) })));
    men = walked(men, played.path, played.taken);
  }
  return found;
}

/** The places of the rolls that happened since a person last moved; of the last one where nobody's moves are ours. */
export function recentRolls(played: readonly Played[], mine: readonly Side[]): number[] {
  const isMine = ({ by }: Played) => by !== null && (mine.length !== 1 || mine.includes(by));
  const since = played.findLastIndex(isMine);
  return played.flatMap(({ by }, index) => (by === null && index > since ? [index] : []));
}

export interface Roll {
  path: Square[];
  from: Square;
  to: Square;
  length: number;
  arrow: string; // as one sees it
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

/** One step along a line of so many squares; beyond the edge it goes on from the other one. */
const step = (from: number, to: number): number => (Math.abs(to - from) > 1 ? Math.sign(from - to) : to - from);

/** What was played, if it was a roll. */
export function rollOf(roll: Played | undefined, board: Pick<Board, "files">, flipped: boolean): Roll | null {
  const [from, next] = roll?.path ?? [];
  const to = roll?.path.at(-1);
  if (!roll || roll.by !== null || from === undefined || next === undefined || to === undefined) return null;
  const right = step(from % board.files, next % board.files);
  const up = step(Math.floor(from / board.files), Math.floor(next / board.files));
  const turn = flipped ? -1 : 1;
  const arrow = ARROWS[`${right * turn},${up * turn}`] ?? "";
  return { path: roll.path, from, to, length: roll.path.length - 1, arrow };
}

/** A path in pieces that do not leap over the edge, to be drawn. */
export function pieces(path: readonly Square[], files: number): Square[][] {
  const found: Square[][] = [];
  for (const on of path) {
    const last = found.at(-1)?.at(-1);
    const isNear =
      last !== undefined &&
      Math.abs((on % files) - (last % files)) <= 1 &&
      Math.abs(Math.floor(on / files) - Math.floor(last / files)) <= 1;
    if (isNear) found.at(-1)?.push(on);
    else found.push([on]);
  }
  return found;
}
