import { describe, expect, it } from "vitest";
import { decades, logShare, round, ticks } from "./scale";

describe("a log scale", () => {
  it("runs from one to the power of ten above the most", () => {
    expect(logShare(1, 900)).toBe(0);
    expect(logShare(0, 900)).toBe(0);
    expect(logShare(100, 900)).toBeCloseTo(2 / 3);
    expect(logShare(1000, 1000)).toBe(1);
  });

  it("prints few powers of ten however many there are", () => {
    expect(decades(900)).toEqual([1, 10, 100, 1000]);
    expect(decades(0)).toEqual([1, 10]);
    expect(decades(1e12)).toEqual([1, 1e3, 1e6, 1e9, 1e12]);
  });
});

describe("a plain scale", () => {
  it("has round ends around everything", () => {
    expect(round(-73, 118, 5)).toEqual({ low: -100, high: 150, step: 50 });
    expect(ticks(round(-73, 118, 5))).toEqual([-100, -50, 0, 50, 100, 150]);
  });

  it("stands a single value", () => {
    const one = round(0, 0, 5);
    expect(one.high).toBeGreaterThanOrEqual(one.low);
    expect(ticks(one).length).toBeGreaterThan(0);
  });
});
