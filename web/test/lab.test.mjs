// Runs of learning: begun on the page, watched, stopped, gone on with, forked, compared, and their net played.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pointAt, played, state, world } from "./harness.mjs";

let all;
before(async () => (all = await world()));
after(() => all.end());

/** The step that the page shows. */
const step = (page) => page.locator(".run-progress .numbers").textContent().then((text) => Number(/\d+/.exec(text)?.[0]));

async function passes(page, wanted) {
  await page.waitForFunction(
    (wanted) => Number(/\d+/.exec(document.querySelector(".run-progress .numbers")?.textContent ?? "")?.[0]) >= wanted,
    wanted,
    { timeout: 120_000 },
  );
}

test("a run is begun by the form, watched, stopped, killed, gone on with, and its net is played", async () => {
  const page = await all.page();
  await page.goto("/lab");
  await page.getByText("No runs yet.").waitFor();
  const form = page.getByRole("form", { name: "New run" });
  await form.getByLabel("Rounds", { exact: true }).fill("100000");
  await form.getByText("More").click();
  await form.getByLabel("Title").fill("First steps");
  // So many steps in a round that it cannot become perfect before it was looked at.
  await form.getByLabel("Learning rate").fill("0");
  await form.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/lab\/runs\/tictactoe-1$/);
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  await passes(page, 2);
  await page.getByRole("img", { name: /^Losses: Policy loss/ }).waitFor();
  await page.locator(".replay .board-svg").waitFor();
  const before = await step(page);
  await passes(page, before + 1);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("status").filter({ hasText: "stopped" }).waitFor();
  const stopped = await step(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("status").filter({ hasText: "running" }).waitFor();
  await passes(page, stopped + 1);
  await all.crash();
  await page.reload();
  await page.getByRole("status").filter({ hasText: "broken off" }).waitFor();
  const left = await step(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await passes(page, left + 1);
  // The net plays while it learns.
  await page.getByRole("link", { name: "Play the current net" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/play\//);
  const id = page.url().split("/").pop();
  const now = await state(page, id);
  await pointAt(page, now.look.board, now.look.deeds[4]);
  assert.equal((await played(page, id, 2)).look.played.length, 2);
  await page.getByText("Run First steps").first().waitFor();
  await page.goto("/lab/runs/tictactoe-1");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("status").filter({ hasText: "stopped" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a run is forked with other settings and compared with what it came from, by keys alone", async () => {
  const page = await all.page();
  await page.goto("/lab/runs/tictactoe-1");
  await page.getByRole("button", { name: "Fork" }).press("Enter");
  const form = page.getByRole("form", { name: "Fork" });
  await form.getByLabel("Rounds", { exact: true }).fill("2");
  await form.getByText("More").press("Enter");
  await form.getByLabel("Learning rate").fill("0.001");
  await form.getByLabel("Title").fill("Second steps");
  await form.getByLabel("Title").press("Enter");
  await page.waitForURL(/\/lab\/runs\/tictactoe-2$/);
  await page.getByRole("status").filter({ hasText: "done" }).waitFor({ timeout: 60_000 });
  await page.goto("/lab");
  await page.getByLabel("Compare First steps").press("Space");
  await page.getByLabel("Compare Second steps").press("Space");
  await page.getByRole("link", { name: "Compare 2 runs" }).press("Enter");
  const chart = page.locator(".curves");
  await chart.getByRole("link", { name: "Second steps" }).waitFor();
  await page.getByLabel("What is compared").selectOption({ label: "Lines lost of all" });
  await page.getByRole("img", { name: /^Lines lost of all: .*First steps/ }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("weights are bred by the form, by an operator that is chosen, and played against", async () => {
  const page = await all.page();
  await page.goto("/lab");
  const form = page.getByRole("form", { name: "New run" });
  await form.getByLabel("What is learnt").selectOption({ label: "Czech draughts (weights by breeding)" });
  await form.getByLabel("Steps", { exact: true }).fill("2");
  await form.getByLabel("Nodes per move").fill("10");
  await form.getByText("More", { exact: true }).click();
  await form.getByLabel("Title").fill("Bred");
  await form.getByLabel("Moves of a game").fill("10");
  await form.getByLabel("Population").fill("4");
  await form.getByLabel("Crossover").selectOption({ label: "several points" });
  await form.getByLabel("Games at the end").fill("4");
  await form.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/lab\/runs\/czech-genetic-1$/);
  await page.getByRole("status").filter({ hasText: "done" }).waitFor({ timeout: 60_000 });
  await page.getByText(/^Numbers learnt: 5, games: \d+\. Against the start: /).waitFor();
  await page.getByRole("img", { name: /^Score of the fittest fifth/ }).waitFor();
  await page.getByRole("link", { name: "Play by the current weights" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/play\//);
  const id = page.url().split("/").pop();
  const now = await state(page, id);
  await pointAt(page, now.look.board, now.look.deeds[0]);
  assert.equal((await played(page, id, 2)).look.played.length, 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("numbers that do not fit are refused in words, and unknown runs are not found", async () => {
  const page = await all.page();
  await page.goto("/lab/runs/nothing");
  await page.getByText("There is no such run.").waitFor();
  await page.getByRole("link", { name: "All runs" }).click();
  const form = page.getByRole("form", { name: "New run" });
  await form.getByLabel("Rounds", { exact: true }).fill("0");
  await page.getByRole("alert").filter({ hasText: "Rounds: a number from 1 to 100,000" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
