import { describe, expect, it } from "vitest";
import type { Setting } from "../api";
import { ask, unfit } from "./ask";

const settings: Setting[] = [
  { name: "rounds", value: 200, least: 1, most: 1000, whole: true },
  { name: "learn.rate", value: 0.002, least: 0, most: 1, whole: false },
  { name: "optimiser", value: "adam", choices: ["adam", "sgd"] },
];

describe("the form of a run", () => {
  it("sends what was changed and nothing else", () => {
    const values = { rounds: 20, "learn.rate": 0.002 };
    expect(ask({ kind: "selfplay", recipe: "go9" }, settings, values, "  ")).toEqual({
      kind: "selfplay", recipe: "go9", settings: { rounds: 20 },
    });
    expect(ask({}, settings, { optimiser: "sgd" }, "").settings).toEqual({ optimiser: "sgd" });
    expect(ask({ from: "go9-1", net: true }, settings, {}, " Slow ")).toEqual({
      from: "go9-1", net: true, title: "Slow", settings: {},
    });
  });
  it("names the number that does not fit", () => {
    expect(unfit(settings, {})).toBeNull();
    expect(unfit(settings, { "learn.rate": 1, optimiser: "sgd" })).toBeNull();
    for (const rounds of [0, 1001, 2.5, Number.NaN]) expect(unfit(settings, { rounds })?.name).toBe("rounds");
  });
});
