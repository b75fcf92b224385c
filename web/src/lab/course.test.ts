import { describe, expect, it } from "vitest";
import type { Curve, RunState } from "../api";
import { charts, compared, curveName, curveValue, measures, messageText } from "./course";

const curve = (name: string, values = [1, 2]): Curve => ({ name, steps: values.map((_, i) => i + 1), values });
const run = (id: string, curves: Curve[]): RunState => ({
  card: { id, kind: "selfplay", game: "go9", title: id.toUpperCase(), begun: "", state: "done", step: 2, steps: null, learnt: "net", message: null },
  curves,
  samples: [],
  settings: null,
  resumable: false,
});

describe("the charts of a run", () => {
  it("put losses together, and what a run costs apart from what it learns", () => {
    const all = ["held_out_loss", "loss", "gate", "lost_lines", "fitness", "seconds", "games"].map((name) => curve(name));
    const found = charts(all);
    expect(found.losses.map(({ id }) => id)).toEqual(["loss", "held_out_loss"]);
    expect(found.strength.map(({ id }) => id)).toEqual(["gate", "lost_lines", "fitness"]);
    expect(found.effort.map(({ id }) => id)).toEqual(["seconds", "games"]);
  });
  it("name what is known, and leave the rest readable", () => {
    expect([curveName("policy_loss"), curveName("mean_fitness"), curveName("held_out_accuracy")]).toEqual([
      "Policy loss",
      "mean fitness",
      "Right classes, held out",
    ]);
    expect([curveValue("gate", 0.525), curveValue("loss", 0.012345), curveValue("games", 12_345)]).toEqual(["52.5%", "0.0123", "12.3K"]);
  });
});

describe("what a run says at its end", () => {
  it("is known where it comes often", () => {
    expect(messageText("23 rounds, 2300 games")).toBe("Rounds: 23, games: 2,300.");
    expect(messageText("held-out loss 0.012345 after 4 passes")).toBe("Loss on games held out: 0.01235 after pass 4.");
    expect(messageText("held-out loss 0.006612 in epoch 18 of 20")).toBe("Loss on positions held out: 0.006612 in epoch 18 of 20.");
    expect(messageText("tuned 10 numbers by spsa in 3000 games")).toBe("Numbers learnt: 10, games: 3,000.");
    expect(messageText("tuned 10 numbers by spsa in 3000 games; against the start +172 =17 -111, 60.2 %, Elo +72 +- 39")).toBe(
      "Numbers learnt: 10, games: 3,000. Against the start: +172 =17 −111, Elo 72 ± 39.",
    );
    expect(messageText("tuned 5 numbers by genetic in 120 games; against the start +4 =2 -4, 50.0 %, Elo -0 +- 99")).toContain("Elo 0 ± 99");
    expect(messageText("the disk is full")).toBe("the disk is full");
  });
});

describe("runs side by side", () => {
  const runs = [run("a", [curve("loss"), curve("seconds")]), run("b", [curve("loss"), curve("gate"), curve("seconds")])];
  it("are compared first by what all of them tell", () => {
    expect(measures(runs)).toEqual(["loss", "seconds", "gate"]);
  });
  it("leave out a run that does not tell the number", () => {
    expect(compared(runs, "gate").map(({ name }) => name)).toEqual(["B"]);
  });
});
