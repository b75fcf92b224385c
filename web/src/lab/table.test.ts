import { describe, expect, it } from "vitest";
import type { CompareRow } from "../api";
import { arrange, mean, ratio } from "./table";

const row = (search: string, depth: number, nodes: number, unfinished = 0): CompareRow => ({
  search, depth, nodes, micros: nodes * 2, positions: 10, unfinished,
});

describe("a comparison of searches", () => {
  const table = arrange([row("b", 2, 50), row("a", 2, 100), row("a", 1, 10), row("b", 3, 400, 2), row("a", 3, 800)], ["a", "b", "c"]);

  it("puts depths in order and leaves out searches that have said nothing", () => {
    expect(table.depths).toEqual([1, 2, 3]);
    expect(table.searches).toEqual(["a", "b"]);
  });

  it("has holes where nothing has come yet", () => {
    expect(table.cell("b", 1)).toBeNull();
    expect(ratio(table, "b", 1, "nodes")).toBeNull();
  });

  it("compares with the first search, but not what was broken off", () => {
    expect(ratio(table, "b", 2, "nodes")).toBe(0.5);
    expect(ratio(table, "b", 3, "nodes")).toBeNull();
  });

  it("speaks of one position", () => {
    expect(mean(row("a", 1, 100), "micros")).toBe(20);
    expect(mean({ ...row("a", 1, 0), positions: 0 }, "nodes")).toBe(0);
  });
});
