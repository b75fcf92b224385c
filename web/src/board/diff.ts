// Which men have moved between two pictures, so that they can be seen to.
import type { Man, Square } from "../api";

/** Beyond this many it is another position rather than a move. */
const MOST = 8;

const isSame = (a: Man, b: Man): boolean => a.on === b.on && a.kind === b.kind && a.side === b.side;

/** The way of each man that has moved, the first square first. `last` is the path of the last move, if it is known. */
export function moved(before: readonly Man[], after: readonly Man[], last: readonly Square[], files: number): Square[][] {
  const old = new Map(before.map((man) => [man.on, man]));
  const now = new Map(after.map((man) => [man.on, man]));
  const gone = before.filter((man) => !isSame(man, now.get(man.on) ?? { ...man, kind: "" }));
  const come = after.filter((man) => !isSame(man, old.get(man.on) ?? { ...man, kind: "" }));
  if (come.length > MOST) return [];
  const ways: Square[][] = [];
  const take = (man: Man) => gone.splice(gone.indexOf(man), 1);
  for (const man of come) {
    const origin = man.on === last.at(-1) ? gone.find((other) => other.on === last[0] && other.side === man.side) : undefined;
    if (origin) {
      take(origin);
      ways.push([...last]);
      continue;
    }
    const candidates = gone.filter((other) => other.side === man.side && other.kind === man.kind);
    const nearest = candidates.sort((a, b) => apart(a.on, man.on, files) - apart(b.on, man.on, files))[0];
    if (nearest && man.kind !== "stone") {
      take(nearest);
      ways.push([nearest.on, man.on]);
    }
  }
  return ways;
}

function apart(a: Square, b: Square, files: number): number {
  return Math.max(Math.abs((a % files) - (b % files)), Math.abs(Math.floor(a / files) - Math.floor(b / files)));
}
