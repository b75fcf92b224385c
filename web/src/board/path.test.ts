import { describe, expect, it } from "vitest";
import type { Deed } from "../api";
import { click, nextSquares, origins } from "./path";

const deed = (code: string, path: number[], makes: string | null = null): Deed => ({ code, text: code, path, taken: [], makes });

const pawn = deed("e4", [12, 28]);
const short = deed("e3", [12, 20]);
const knight = deed("Nf3", [6, 21]);
const chess = [pawn, short, knight];
// One man may jump two ways from the middle of its path.
const jumps = [deed("a", [18, 36, 54]), deed("b", [18, 36, 50]), deed("c", [16, 34])];

describe("clicks", () => {
  it("pick up a man, and put it down", () => {
    expect(click(chess, [], 12)).toEqual({ way: [12] });
    expect(click(chess, [12], 28)).toEqual({ done: [pawn] });
  });
  it("on nothing that can move do nothing", () => {
    expect(click(chess, [], 40)).toEqual({ way: [] });
  });
  it("on the man in hand put it back", () => {
    expect(click(chess, [12], 12)).toEqual({ way: [] });
  });
  it("on another man pick that one up instead", () => {
    expect(click(chess, [12], 6)).toEqual({ way: [6] });
  });
  it("on a square that cannot be reached let go", () => {
    expect(click(chess, [12], 63)).toEqual({ way: [] });
  });
  it("place a stone at once", () => {
    const stone = deed("d4", [30]);
    expect(click([stone], [], 30)).toEqual({ done: [stone] });
  });
  it("follow a path of several jumps", () => {
    expect(click(jumps, [18], 36)).toEqual({ way: [18, 36] });
    expect(click(jumps, [18, 36], 50)).toEqual({ done: [jumps[1]] });
  });
  it("may leap to the last square where only one deed ends there", () => {
    expect(click(jumps, [18], 54)).toEqual({ done: [jumps[0]] });
  });
  it("in the middle of a path keep what was jumped", () => {
    expect(click(jumps, [18, 36], 1)).toEqual({ way: [18, 36] });
  });
  it("leave a choice where several deeds share a path", () => {
    const promotions = [deed("e8=Q", [52, 60], "queen"), deed("e8=N", [52, 60], "knight")];
    expect(click(promotions, [52], 60)).toEqual({ done: promotions });
  });
  it("leave no choice between two paths of one deed", () => {
    const twice = [deed("x", [0, 9, 18, 27]), deed("x", [0, 11, 20, 27])];
    expect(click(twice, [0], 27)).toEqual({ done: [twice[0]] });
  });
  it("castle onto the goal and onto the rook", () => {
    const castle = [deed("O-O", [4, 6]), deed("O-O", [4, 7])];
    expect(click(castle, [4], 6)).toEqual({ done: [castle[0]] });
    expect(click(castle, [4], 7)).toEqual({ done: [castle[1]] });
  });
  it("on the last square again stop where one could go on", () => {
    const open = [deed("one", [0, 18]), deed("two", [0, 18, 36])];
    expect(click(open, [0], 18)).toEqual({ way: [0, 18] });
    expect(click(open, [0, 18], 18)).toEqual({ done: [open[0]] });
    expect(click(open, [0, 18], 36)).toEqual({ done: [open[1]] });
  });
  it("let a king castle that stays where it is", () => {
    const stay = deed("O-O", [6, 6]);
    expect(click([stay], [6], 6)).toEqual({ done: [stay] });
  });
});

describe("what is shown", () => {
  it("are the squares that continue the path", () => {
    expect(nextSquares(chess, [12])).toEqual(new Set([28, 20]));
    expect(nextSquares(jumps, [18, 36])).toEqual(new Set([54, 50]));
  });
  it("are origins of men, not places for stones or a pass", () => {
    expect(origins([...chess, deed("stone", [40]), deed("pass", [])])).toEqual(new Set([12, 6]));
  });
});
