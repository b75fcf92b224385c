// A tree as running text: main line first, variations in brackets behind the move they replace, as books print it.
// The page draws the tokens; nothing here knows of colours or languages.

import { node, parent, path, type Grove } from "./tree";

/** Chess and draughts count a move of both sides as one; Go and rows count every stone. */
export type Counting = "pairs" | "each";

export type Token =
  | { kind: "move"; at: number; number: string; text: string }
  | { kind: "comment"; at: number; text: string }
  | { kind: "variation"; deep: number; tokens: Token[] };

export const signText: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export function signs(of: number[]): string {
  return of.map((one) => signText[one] ?? "").join("");
}

/** How many plies of players lie before the move at `at`; the die does not count. */
function plyOf(tree: Grove, at: number): number {
  return path(tree, at).filter((one) => node(tree, one).by !== null).length - 1;
}

/** The number that stands before a move: "3." or, where a second player begins a piece of text, "3…". */
export function numberOf(tree: Grove, at: number, counting: Counting, forced: boolean): string {
  const { by } = node(tree, at);
  if (by === null) return "";
  const ply = plyOf(tree, at);
  if (counting === "each") return `${ply + 1}`;
  const began = node(tree, path(tree, at).find((one) => node(tree, one).by !== null) ?? at).by;
  const count = Math.floor((ply + (began === 1 ? 1 : 0)) / 2) + 1;
  if (by === 0) return `${count}.`;
  return forced ? `${count}…` : "";
}

/** The text behind `at`: its main continuation with everything that hangs on it. */
export function tokens(tree: Grove, counting: Counting): Token[] {
  return behind(tree, 0, counting, 0);
}

function behind(tree: Grove, from: number, counting: Counting, deep: number): Token[] {
  const out: Token[] = [];
  let forced = true;
  let here = from;
  for (;;) {
    const [first, ...others] = node(tree, here).children;
    if (first === undefined) return out;
    forced = move(tree, first, counting, forced, out);
    for (const other of others) {
      const inner: Token[] = [];
      move(tree, other, counting, true, inner);
      out.push({ kind: "variation", deep: deep + 1, tokens: [...inner, ...behindOpen(tree, other, counting, deep + 1)] });
      forced = true;
    }
    here = first;
  }
}

/** Like `behind`, but the first move needs a number only where one would print it anyway. */
function behindOpen(tree: Grove, from: number, counting: Counting, deep: number): Token[] {
  const out = behind(tree, from, counting, deep);
  const [first] = out;
  if (first?.kind === "move" && node(tree, from).comment === "") {
    out[0] = { ...first, number: numberOf(tree, first.at, counting, false) };
  }
  return out;
}

/** Writes one move and its comment; true if the next move must show its number again. */
function move(tree: Grove, at: number, counting: Counting, forced: boolean, out: Token[]): boolean {
  const one = node(tree, at);
  out.push({ kind: "move", at, number: numberOf(tree, at, counting, forced), text: one.text });
  if (one.comment === "") return false;
  out.push({ kind: "comment", at, text: one.comment });
  return true;
}

export interface Numbered {
  number: string;
  text: string;
}

/** A line of an engine with numbers, as it would stand behind `at`. */
export function numbered(tree: Grove, at: number, texts: string[], mover: 0 | 1, counting: Counting): Numbered[] {
  const before = at === 0 ? 0 : path(tree, at).filter((one) => node(tree, one).by !== null).length;
  const first = path(tree, at).find((one) => node(tree, one).by !== null);
  const began = first === undefined ? mover : node(tree, first).by;
  return texts.map((text, i) => {
    const ply = before + i;
    if (counting === "each") return { number: `${ply + 1}`, text };
    const by = (mover + i) % 2;
    const count = Math.floor((ply + (began === 1 ? 1 : 0)) / 2) + 1;
    return { number: by === 0 ? `${count}.` : i === 0 ? `${count}…` : "", text };
  });
}

/** The start of the variation in which `at` lies, or null on the main line. */
export function headOfVariation(tree: Grove, at: number): number | null {
  for (const one of path(tree, at).reverse()) {
    if (node(tree, parent(tree, one) ?? 0).children[0] !== one) return one;
  }
  return null;
}
