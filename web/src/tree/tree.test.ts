import { describe, expect, it } from "vitest";
import type { Judged, Value } from "../api";
import * as address from "./address";
import { headOfVariation, numbered, signs, tokens, type Token } from "./text";
import {
  add, addLine, bare, codes, empty, follow, lineThrough, mainLine, node, onMainLine, onwards, path, promote, remove,
  setComment, setJudged, toggleSign, type Grove, type Step,
} from "./tree";

const steps = (line: string): Step[] =>
  line.split(" ").map((text, i) => ({ code: text.toLowerCase(), text, by: i % 2 === 0 ? 0 : 1 }));

/** 1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. f4 exf4) Nc6; and 1. d4 beside it. */
function sample(): Grove {
  const main = addLine(empty("chess"), 0, steps("e4 e5 Nf3 Nc6")).tree;
  const sicilian = addLine(main, 1, [{ code: "c5", text: "c5", by: 1 }, { code: "nf3", text: "Nf3", by: 0 }]).tree;
  const gambit = addLine(sicilian, 2, [{ code: "f4", text: "f4", by: 0 }, { code: "exf4", text: "exf4", by: 1 }]).tree;
  return add(gambit, 0, { code: "d4", text: "d4", by: 0 }).tree;
}

function print(list: Token[]): string {
  return list
    .map((one) =>
      one.kind === "move" ? `${one.number}${one.number ? " " : ""}${one.text}`
      : one.kind === "comment" ? `{${one.text}}`
      : `(${print(one.tokens)})`)
    .join(" ");
}

describe("a move tree", () => {
  it("follows a child that has the code and grows none", () => {
    const tree = sample();
    const again = add(tree, 0, { code: "e4", text: "e4", by: 0 });
    expect(again.at).toBe(1);
    expect(again.tree).toBe(tree);
  });

  it("hangs a new move behind the main line and leaves the old tree alone", () => {
    const tree = sample();
    const { tree: grown, at } = add(tree, 0, { code: "c4", text: "c4", by: 0 });
    expect(node(grown, 0).children).toEqual([1, 9, at]);
    expect(node(tree, 0).children).toEqual([1, 9]);
  });

  it("knows the way to a node and the line through it", () => {
    const tree = sample();
    expect(codes(tree, 6)).toEqual(["e4", "c5", "nf3"]);
    expect(path(tree, 6)).toEqual([1, 5, 6]);
    expect(path(tree, 0)).toEqual([]);
    expect(mainLine(tree)).toEqual([1, 2, 3, 4]);
    expect(lineThrough(tree, 5)).toEqual([1, 5, 6]);
    expect(onwards(tree, 2)).toEqual([3, 4]);
    expect(onMainLine(tree, 4)).toBe(true);
    expect(onMainLine(tree, 6)).toBe(false);
  });

  it("follows codes as far as it has them", () => {
    expect(follow(sample(), ["e4", "c5", "d4"])).toEqual({ at: 5, left: ["d4"] });
    expect(follow(sample(), [])).toEqual({ at: 0, left: [] });
  });

  it("promotes the variation in which a node lies, one place at a time", () => {
    const tree = promote(sample(), 6);
    expect(node(tree, 1).children).toEqual([5, 2]);
    expect(promote(tree, 6)).toBe(tree);
    const three = add(sample(), 0, { code: "c4", text: "c4", by: 0 });
    expect(node(promote(three.tree, three.at), 0).children).toEqual([1, 10, 9]);
  });

  it("promotes the innermost variation first", () => {
    const deep = add(sample(), 5, { code: "c3", text: "c3", by: 0 });
    const once = promote(deep.tree, deep.at);
    expect(node(once, 5).children).toEqual([deep.at, 6]);
    expect(node(once, 1).children).toEqual([2, 5]);
    expect(node(promote(once, deep.at), 1).children).toEqual([5, 2]);
  });

  it("removes a node with everything behind it and stays consistent", () => {
    const { tree, at } = remove(sample(), 2);
    expect(at).toBe(1);
    expect(tree.nodes.map((one) => one.text)).toEqual(["", "e4", "c5", "Nf3", "d4"]);
    expect(mainLine(tree).map((one) => node(tree, one).text)).toEqual(["e4", "c5", "Nf3"]);
  });

  it("keeps of a played move only what a node has", () => {
    const played = { code: "e4", text: "e4", by: 0 as const, path: [12, 28], taken: [] };
    expect(node(add(empty("chess"), 0, played).tree, 1)).toEqual({
      code: "e4", text: "e4", by: 0, children: [], comment: "", signs: [],
    });
  });

  it("will not remove its start", () => {
    const tree = sample();
    expect(remove(tree, 0)).toEqual({ tree, at: 0 });
  });

  it("keeps one sign of a move and any number of others", () => {
    let tree = toggleSign(sample(), 1, 1);
    tree = toggleSign(tree, 1, 14);
    tree = toggleSign(tree, 1, 4);
    expect(node(tree, 1).signs).toEqual([14, 4]);
    expect(signs(node(tree, 1).signs)).toBe("??");
    expect(node(toggleSign(tree, 1, 4), 1).signs).toEqual([14]);
  });

  it("writes a verdict to a move and its values to both ends, and sends neither", () => {
    const value = (share: number): Value => ({ share, units: null, mate: null, points: null });
    const judged: Judged = {
      ply: 1, before: value(0.5), after: value(0.8), loss: 30, verdict: "blunder",
      best: { codes: [], texts: [] }, reply: { codes: [], texts: [] },
    };
    const tree = setJudged(sample(), 2, judged);
    expect(node(tree, 1).value?.share).toBe(0.5);
    expect(node(tree, 2).value?.share).toBe(0.8);
    expect(bare(tree).nodes.some((one) => "judged" in one)).toBe(false);
  });
});

describe("a tree as text", () => {
  it("prints variations behind the move they replace", () => {
    expect(print(tokens(sample(), "pairs"))).toBe(
      "1. e4 (1. d4) 1… e5 (1… c5 2. Nf3) 2. Nf3 (2. f4 exf4) 2… Nc6",
    );
  });

  it("says the number again after a comment", () => {
    const tree = setComment(addLine(empty("chess"), 0, steps("e4 e5")).tree, 1, "best by test");
    expect(print(tokens(tree, "pairs"))).toBe("1. e4 {best by test} 1… e5");
  });

  it("counts every stone where the game does", () => {
    expect(print(tokens(addLine(empty("go9"), 0, steps("D4 E5 F6")).tree, "each"))).toBe("1 D4 2 E5 3 F6");
  });

  it("begins with the second player where he moves first", () => {
    const tree = addLine(empty("chess", "8/8"), 0, [
      { code: "e5", text: "e5", by: 1 }, { code: "nf3", text: "Nf3", by: 0 }, { code: "nc6", text: "Nc6", by: 1 },
    ]).tree;
    expect(print(tokens(tree, "pairs"))).toBe("1… e5 2. Nf3 Nc6");
  });

  it("does not count the die", () => {
    const tree = addLine(empty("behemoth"), 0, [
      { code: "e4", text: "e4", by: 0 }, { code: "@d4", text: "Bd4", by: null }, { code: "e5", text: "e5", by: 1 },
      { code: "@d5", text: "Bd5", by: null }, { code: "d4", text: "d4", by: 0 },
    ]).tree;
    expect(print(tokens(tree, "pairs"))).toBe("1. e4 Bd4 e5 Bd5 2. d4");
  });

  it("numbers a line of an engine as it would continue", () => {
    const out = numbered(sample(), 1, ["e5", "Nf3"], 1, "pairs");
    expect(out.map((one) => `${one.number} ${one.text}`)).toEqual(["1… e5", "2. Nf3"]);
    expect(numbered(empty("chess"), 0, ["e5", "Nf3"], 1, "pairs").map((one) => one.number)).toEqual(["1…", "2."]);
    expect(numbered(empty("go9"), 0, ["D4", "E5"], 0, "each").map((one) => one.number)).toEqual(["1", "2"]);
  });

  it("finds the head of a variation", () => {
    expect(headOfVariation(sample(), 6)).toBe(5);
    expect(headOfVariation(sample(), 4)).toBeNull();
  });
});

describe("an address", () => {
  it("holds the line through the current node and the node itself", () => {
    const text = address.write(address.ofSpot({ tree: sample(), at: 5 }));
    expect(text).toBe("game=chess&moves=e4,c5,nf3&at=2");
    expect(address.read(new URLSearchParams(text))).toEqual({
      game: "chess", start: null, moves: ["e4", "c5", "nf3"], at: 2,
    });
  });

  it("brings any start and any code through unharmed", () => {
    const one = { game: "behemoth", start: "8/8 w - & + 0 1", moves: ["e2e4@d4f6", "e7-e8=Q+"], at: 2 };
    expect(address.read(new URLSearchParams(address.write(one)))).toEqual(one);
  });

  it("points into a tree that knows its moves, and only into such a one", () => {
    const at = (moves: string[], ply: number) => address.place(sample(), { game: "chess", start: null, moves, at: ply });
    expect(at(["e4", "c5", "nf3"], 2)).toBe(5);
    expect(at(["e4", "c5", "d4"], 2)).toBeNull();
    expect(address.place(sample(), { game: "janus", start: null, moves: [], at: 0 })).toBeNull();
  });

  it("is nothing without a game, and forgives a wrong place", () => {
    expect(address.read(new URLSearchParams("moves=e4"))).toBeNull();
    expect(address.read(new URLSearchParams("game=chess&moves=e4&at=99"))?.at).toBe(1);
    expect(address.read(new URLSearchParams("game=chess&moves=e4&at=x"))?.at).toBe(1);
  });

  it("of play from here ends at the current node", () => {
    expect(address.write(address.fromHere({ tree: sample(), at: 5 }))).toBe("game=chess&moves=e4,c5");
  });
});
