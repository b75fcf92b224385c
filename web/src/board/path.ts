// Clicks become deeds. A deed is a path of squares; clicks are its beginning, and whoever clicks need not know the rules.
import type { Deed, Square } from "../api";

const begins = (path: Square[], way: Square[]): boolean => way.every((on, index) => path[index] === on);

/** The deeds that begin with a way. */
export function fitting(deeds: readonly Deed[], way: Square[]): Deed[] {
  return deeds.filter((deed) => deed.path.length >= way.length && begins(deed.path, way));
}

/** The squares that can be clicked next. */
export function nextSquares(deeds: readonly Deed[], way: Square[]): Set<Square> {
  const next = new Set<Square>();
  for (const deed of fitting(deeds, way)) {
    const on = deed.path[way.length];
    if (on !== undefined) next.add(on);
  }
  return next;
}

/** The squares of men that can be picked up: origins, not places for stones. */
export function origins(deeds: readonly Deed[]): Set<Square> {
  const found = new Set<Square>();
  for (const { path } of deeds) if (path.length > 1 && path[0] !== undefined) found.add(path[0]);
  return found;
}

/** What a click leads to: more clicks, or one deed, or several among which the person has to choose. */
export type Step = { way: Square[] } | { done: [Deed, ...Deed[]] };

/** The same deed may be told by several paths; one of them is enough. */
const finished = (deeds: Deed[]): Step | null => {
  const [first, ...others] = deeds.filter((deed, index) => deeds.findIndex(({ code }) => code === deed.code) === index);
  return first ? { done: [first, ...others] } : null;
};

/** A click on a square after those of `way`. */
export function click(deeds: readonly Deed[], way: Square[], on: Square): Step {
  const longer = [...way, on];
  const fits = fitting(deeds, longer);
  if (fits.length > 0) {
    const isWhole = fits.every((deed) => deed.path.length === longer.length);
    return (isWhole && finished(fits)) || { way: longer };
  }
  if (way.length > 0) {
    // The last square once more: it is enough, although one could go on.
    const whole = way.at(-1) === on ? fitting(deeds, way).filter((deed) => deed.path.length === way.length) : [];
    // The last square at once, where only one deed leads there.
    const direct = fitting(deeds, way).filter((deed) => deed.path.at(-1) === on);
    const isOneWay = new Set(direct.map(({ code }) => code)).size === 1;
    return finished(whole) ?? (isOneWay ? finished(direct) : null) ?? (way.length === 1 ? fresh(deeds, way, on) : { way });
  }
  return { way: [] };
}

/** Another man is picked up, or the one in hand is put back. */
function fresh(deeds: readonly Deed[], way: Square[], on: Square): Step {
  return way[0] === on ? { way: [] } : click(deeds, [], on);
}
