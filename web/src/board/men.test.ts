import { describe, expect, it } from "vitest";
import type { Deed, Man } from "../api";
import { moved } from "./diff";
import { canonical, echoed, walked } from "./echo";

const man = (on: number, kind = "pawn", side: 0 | 1 = 0): Man => ({ on, side, letter: side === 0 ? "P" : "p", kind });
const deed = (path: number[], taken: number[] = [], makes: string | null = null): Deed => ({ code: path.join("-"), text: "", path, taken, makes });

describe("men that have moved", () => {
  it("are seen to go from where they were", () => {
    expect(moved([man(12), man(13)], [man(28), man(13)], [12, 28], 8)).toEqual([[12, 28]]);
  });
  it("go back the same way when a move is taken back", () => {
    expect(moved([man(28)], [man(12)], [], 8)).toEqual([[28, 12]]);
  });
  it("are both king and rook when castling", () => {
    const before = [man(4, "king"), man(7, "rook"), man(0, "rook")];
    const after = [man(6, "king"), man(5, "rook"), man(0, "rook")];
    expect(moved(before, after, [4, 6], 8)).toEqual([
      [4, 6],
      [7, 5],
    ]);
  });
  it("follow every jump, and become something else at the end", () => {
    expect(moved([man(18, "man"), man(27, "man", 1)], [man(54, "crowned-man")], [18, 36, 54], 8)).toEqual([[18, 36, 54]]);
  });
  it("are none when a stone is put down, or the position is another one", () => {
    expect(moved([man(3, "stone", 1)], [man(9, "stone", 1)], [9], 9)).toEqual([]);
    const many = Array.from({ length: 12 }, (_, on) => man(on));
    expect(moved(many, many.map((one) => ({ ...one, on: one.on + 20 })), [], 8)).toEqual([]);
  });
});

describe("the echo of a deed", () => {
  it("moves the man and removes what it takes", () => {
    expect(echoed([man(18), man(27, "pawn", 1), man(1)], deed([18, 36], [27]), 0)).toEqual([man(1), man(36)]);
  });
  it("makes of a pawn what was chosen", () => {
    expect(echoed([man(52)], deed([52, 60], [], "queen"), 0)).toEqual([man(60, "queen")]);
  });
  it("puts down a stone of the mover, the first one too", () => {
    expect(echoed([], deed([40]), 0)).toMatchObject([{ on: 40, side: 0, kind: "stone" }]);
    expect(echoed([man(3, "cross")], deed([4]), 1)).toMatchObject([{ on: 3 }, { on: 4, side: 1, kind: "nought" }]);
  });
  it("is nothing for a pass", () => {
    expect(echoed([man(1)], deed([]), 0)).toEqual([man(1)]);
  });
  it("shows a man in the middle of its path, with nothing taken yet", () => {
    expect(walked([man(18), man(27, "pawn", 1)], [18, 36])).toEqual([man(27, "pawn", 1), man(36)]);
  });
  it("never shows a king on its own rook", () => {
    const men = [man(4, "king"), man(7, "rook")];
    const [goal, onRook] = [{ ...deed([4, 6]), code: "O-O" }, { ...deed([4, 7]), code: "O-O" }];
    expect(canonical([goal, onRook], onRook, men)).toBe(goal);
    expect(canonical([goal, onRook], goal, men)).toBe(goal);
  });
});
