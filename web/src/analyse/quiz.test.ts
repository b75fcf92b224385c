import { describe, expect, it } from "vitest";
import type { Judged } from "../api";
import { begin, failed, judge, loss, opened } from "./quiz";

const even = { share: 0.5, units: null, mate: null, points: null };
const judged: Judged = {
  ply: 0, before: even, after: even, loss: 20, verdict: "blunder",
  best: { codes: ["g1f3"], texts: ["Nf3"] }, reply: { codes: [], texts: [] },
};

describe("finding the better move", () => {
  it("gives two tries, then the solution", () => {
    const second = failed(opened, "h4");
    expect(second).toEqual({ is: "asking", tries: 1, wrong: "h4" });
    expect(failed(second, "a4")).toEqual({ is: "shown" });
    expect(failed({ is: "checking", tries: 1, move: "a4" }, "a4")).toEqual({ is: "shown" });
  });

  it("knows the best move and the one that was played without asking", () => {
    expect(judge("g1f3", "h2h4", judged).kind).toBe("best");
    expect(judge("h2h4", "h2h4", judged).kind).toBe("played");
    expect(judge("d2d4", "h2h4", judged).kind).toBe("unknown");
  });

  it("counts a loss from the mover's side", () => {
    expect(loss(0.6, 0.4, 0)).toBeCloseTo(20);
    expect(loss(0.6, 0.4, 1)).toBeCloseTo(-20);
  });

  it("is nothing where there are no mistakes", () => {
    expect(begin([])).toBeNull();
    expect(begin([4, 7], 1)?.index).toBe(1);
  });
});
