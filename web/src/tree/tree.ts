// A game with variations, as a value: every function gives a new tree and leaves the old one alone, so that a view may
// compare by identity and a change can be taken back. Nodes are numbers into `tree.nodes`; node 0 is the start.

import type { Judged, Node, Side, Tree, Value } from "../api";

/** What the page knows of a node beyond what files keep: the verdict of a review. */
export interface Leaf extends Node {
  judged?: Judged;
}
export interface Grove extends Tree {
  nodes: Leaf[];
}

/** A tree and the node at which one looks. */
export interface Spot {
  tree: Grove;
  at: number;
}

export interface Step {
  code: string;
  text: string;
  by: Side | null;
}

/** Takes of a step only what a node has: what comes from the server knows more of a move. */
const fresh = ({ code, text, by }: Step): Leaf => ({ code, text, by, children: [], comment: "", signs: [] });

export function empty(game: string, start: string | null = null): Grove {
  return { game, start, tags: [], nodes: [fresh({ code: "", text: "", by: null })], result: "*" };
}

/** The node, or the start where the number means nothing. */
export function node(tree: Grove, at: number): Leaf {
  const found = tree.nodes[at] ?? tree.nodes[0];
  if (!found) throw new Error("a tree has at least its start");
  return found;
}

const parentsOf = new WeakMap<Leaf[], number[]>();

/** Parent of each node; -1 for the start. Kept per tree, because every walk upwards needs it. */
export function parents(tree: Grove): number[] {
  const known = parentsOf.get(tree.nodes);
  if (known) return known;
  const up = new Array<number>(tree.nodes.length).fill(-1);
  tree.nodes.forEach((one, at) => one.children.forEach((child) => (up[child] = at)));
  parentsOf.set(tree.nodes, up);
  return up;
}

export function parent(tree: Grove, at: number): number | null {
  const up = parents(tree)[at] ?? -1;
  return up < 0 ? null : up;
}

/** The nodes from the start (left out) to `at`. */
export function path(tree: Grove, at: number): number[] {
  const back: number[] = [];
  for (let here: number | null = at; here !== null && here !== 0; here = parent(tree, here)) back.push(here);
  return back.reverse();
}

export function codes(tree: Grove, at: number): string[] {
  return path(tree, at).map((one) => node(tree, one).code);
}

/** First children from `at` (left out) to the end. */
export function onwards(tree: Grove, at: number): number[] {
  const line: number[] = [];
  for (let here = node(tree, at).children[0]; here !== undefined; here = node(tree, here).children[0]) line.push(here);
  return line;
}

export function mainLine(tree: Grove): number[] {
  return onwards(tree, 0);
}

/** The whole line on which `at` lies: from the start through it to the end of its main continuation. */
export function lineThrough(tree: Grove, at: number): number[] {
  return [...path(tree, at), ...onwards(tree, at)];
}

export function onMainLine(tree: Grove, at: number): boolean {
  return path(tree, at).every((one) => node(tree, parent(tree, one) ?? 0).children[0] === one);
}

/** Goes along the codes as far as the tree knows them. */
export function follow(tree: Grove, along: string[], from = 0): { at: number; left: string[] } {
  let at = from;
  for (const [done, code] of along.entries()) {
    const next = node(tree, at).children.find((child) => node(tree, child).code === code);
    if (next === undefined) return { at, left: along.slice(done) };
    at = next;
  }
  return { at, left: [] };
}

function change(tree: Grove, at: number, with_: Partial<Leaf>): Grove {
  const nodes = tree.nodes.slice();
  nodes[at] = { ...node(tree, at), ...with_ };
  return { ...tree, nodes };
}

/** Plays a move at `at`: follows the child that has its code, or grows a new one behind the others. */
export function add(tree: Grove, at: number, step: Step): Spot {
  const known = follow(tree, [step.code], at);
  if (known.left.length === 0) return { tree, at: known.at };
  const grown = change(tree, at, { children: [...node(tree, at).children, tree.nodes.length] });
  grown.nodes.push(fresh(step));
  return { tree: grown, at: grown.nodes.length - 1 };
}

export function addLine(tree: Grove, at: number, steps: Step[]): Spot {
  return steps.reduce<Spot>((spot, step) => add(spot.tree, spot.at, step), { tree, at });
}

/** Moves the variation to which `at` belongs one place forward among its sisters; nothing on the main line. */
export function promote(tree: Grove, at: number): Grove {
  for (const one of path(tree, at).reverse()) {
    const up = parent(tree, one) ?? 0;
    const children = node(tree, up).children.slice();
    const place = children.indexOf(one);
    if (place > 0) {
      children.splice(place, 1);
      children.splice(place - 1, 0, one);
      return change(tree, up, { children });
    }
  }
  return tree;
}

/** Takes a node away with everything behind it; `at` of the answer is where it hung. The start cannot be taken away. */
export function remove(tree: Grove, at: number): Spot {
  const up = parent(tree, at);
  if (up === null) return { tree, at: 0 };
  const gone = new Set<number>();
  const sweep = [at];
  for (let one = sweep.pop(); one !== undefined; one = sweep.pop()) {
    gone.add(one);
    sweep.push(...node(tree, one).children);
  }
  const place = new Map<number, number>();
  tree.nodes.forEach((_, old) => {
    if (!gone.has(old)) place.set(old, place.size);
  });
  const nodes = tree.nodes
    .filter((_, old) => !gone.has(old))
    .map((one) => ({
      ...one,
      children: one.children.flatMap((child) => {
        const moved = place.get(child);
        return moved === undefined ? [] : [moved];
      }),
    }));
  return { tree: { ...tree, nodes }, at: place.get(up) ?? 0 };
}

export function setComment(tree: Grove, at: number, comment: string): Grove {
  return change(tree, at, { comment });
}

export function setValue(tree: Grove, at: number, value: Value): Grove {
  return change(tree, at, { value });
}

/** Signs of a move (1 to 6) exclude each other; all others stand beside them. The same sign twice is none. */
export function toggleSign(tree: Grove, at: number, sign: number): Grove {
  const had = node(tree, at).signs;
  const ofMove = (one: number) => one >= 1 && one <= 6;
  if (had.includes(sign)) return change(tree, at, { signs: had.filter((one) => one !== sign) });
  return change(tree, at, { signs: [...had.filter((one) => !(ofMove(sign) && ofMove(one))), sign] });
}

/** Writes a verdict to the move and its values to both ends of it. */
export function setJudged(tree: Grove, at: number, judged: Judged): Grove {
  const after = change(tree, at, { judged, value: judged.after });
  const up = parent(tree, at);
  return up === null ? after : change(after, up, { value: judged.before });
}

export function clearJudged(tree: Grove): Grove {
  return { ...tree, nodes: tree.nodes.map(({ judged: _, ...rest }) => rest) };
}

/** The tree as the server knows it, without what the page adds. */
export function bare(tree: Grove): Tree {
  return clearJudged(tree);
}
