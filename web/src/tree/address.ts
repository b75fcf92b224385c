// The part of an address that holds a game: `game=..&start=..&moves=a,b,c&at=2`. Moves are codes of one line; `at` is how
// many of them are played where one looks, and is left out at the end of the line.

import { codes, follow, lineThrough, node, path, type Grove, type Spot } from "./tree";

export interface Address {
  game: string;
  start: string | null;
  moves: string[];
  at: number;
}

/** Longer addresses are cut by some programs through which people send them. */
export const longestAddress = 6000;

export function write({ game, start, moves, at }: Address): string {
  const parts = [`game=${encodeURIComponent(game)}`];
  if (start !== null) parts.push(`start=${encodeURIComponent(start)}`);
  if (moves.length > 0) parts.push(`moves=${moves.map(encodeURIComponent).join(",")}`);
  if (at < moves.length) parts.push(`at=${at}`);
  return parts.join("&");
}

/** Null where no game is named. */
export function read(query: URLSearchParams): Address | null {
  const game = query.get("game");
  if (!game) return null;
  const moves = (query.get("moves") ?? "").split(/[\s,]+/).filter((code) => code !== "");
  const told = query.get("at");
  const at = told !== null && /^\d+$/.test(told) ? Math.min(Number(told), moves.length) : moves.length;
  return { game, start: query.get("start") || null, moves, at };
}

/** The whole line through the current node, looked at from that node. */
export function ofSpot({ tree, at }: Spot): Address {
  const line = lineThrough(tree, at);
  return { game: tree.game, start: tree.start, moves: line.map((one) => node(tree, one).code), at: path(tree, at).length };
}

/** Only what lies before the current node: where a game would go on. */
export function fromHere({ tree, at }: Spot): Address {
  const moves = codes(tree, at);
  return { game: tree.game, start: tree.start, moves, at: moves.length };
}

/** Where in a known tree an address points, or null if it is another game or leaves the tree. */
export function place(tree: Grove, address: Address): number | null {
  if (tree.game !== address.game || tree.start !== address.start) return null;
  if (follow(tree, address.moves).left.length > 0) return null;
  return follow(tree, address.moves.slice(0, address.at)).at;
}
