import { describe, expect, it } from "vitest";
import { steps } from "./betza";

const places = (text: string) => steps(text).map(({ right, up }) => `${right},${up}`).sort();

describe("the reach of a piece", () => {
  it("is eight leaps for a knight and eight steps for a king", () => {
    expect(places("N")).toHaveLength(8);
    expect(places("N")).toContain("1,2");
    expect(places("K")).toHaveLength(8);
    expect(steps("K").some((step) => step.rides)).toBe(false);
  });

  it("rides for sliders and for doubled atoms", () => {
    expect(steps("Q").every((step) => step.rides)).toBe(true);
    expect(steps("Q")).toHaveLength(8);
    expect(steps("NN").every((step) => step.rides)).toBe(true);
  });

  it("joins the parents of a compound", () => {
    expect(steps("BN")).toHaveLength(12);
    expect(steps("WAD")).toHaveLength(12);
  });

  it("tells a pawn's step from its capture", () => {
    expect(steps("pawn")).toEqual([
      { right: 0, up: 1, rides: false, how: "move" },
      { right: 1, up: 1, rides: false, how: "take" },
      { right: -1, up: 1, rides: false, how: "take" },
    ]);
  });

  it("is nothing for what it cannot read", () => {
    expect(steps("anything")).toEqual([]);
    expect(steps("Ü")).toEqual([]);
  });
});
