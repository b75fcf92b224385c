// The board as it will look after a deed, as far as one can tell without rules: the man goes, what it takes is gone.
import type { Deed, Man, Side, Square } from "../api";

/** The men after a man went along a way, perhaps not yet to its end. */
export function walked(men: readonly Man[], way: readonly Square[], taken: readonly Square[] = []): Man[] {
  const [from, to] = [way[0], way.at(-1)];
  const mover = men.find((man) => man.on === from);
  if (!mover || to === undefined) return [...men];
  const rest = men.filter((man) => man !== mover && man.on !== to && !taken.includes(man.on));
  return [...rest, { ...mover, on: to }];
}

/** A deed may be told by several paths, as castling is, onto the goal and onto the rook: the one to show ends on no own man. */
export function canonical(deeds: readonly Deed[], deed: Deed, men: readonly Man[]): Deed {
  const sideOn = (on: Square | undefined) => men.find((man) => man.on === on)?.side;
  const isOwn = ({ path }: Deed) => path.length > 1 && sideOn(path.at(-1)) === sideOn(path[0]);
  return isOwn(deed) ? (deeds.find((other) => other.code === deed.code && !isOwn(other)) ?? deed) : deed;
}

/** The men after a deed. `mover` says whose stone is put down. */
export function echoed(men: readonly Man[], deed: Deed, mover: Side | null | undefined): Man[] {
  const [on, second] = deed.path;
  if (on === undefined) return [...men];
  if (second !== undefined) {
    const after = walked(men, deed.path, deed.taken);
    const makes = deed.makes;
    return makes === null ? after : after.map((man) => (man.on === deed.path.at(-1) ? { ...man, kind: makes } : man));
  }
  if (mover === null || mover === undefined) return [...men];
  const like = men.find((man) => man.side === mover);
  const rest = men.filter((man) => !deed.taken.includes(man.on));
  return [...rest, like ? { ...like, on } : firstOf(men, mover, on)];
}

/** A side's first man on an empty board looks like the other side's, if that has any. */
function firstOf(men: readonly Man[], side: Side, on: Square): Man {
  const isCross = men.some((man) => man.kind === "cross" || man.kind === "nought");
  const kind = isCross ? (side === 0 ? "cross" : "nought") : "stone";
  return { on, side, letter: side === 0 ? "x" : "o", kind };
}
