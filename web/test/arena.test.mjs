// Events are set up on the page, watched by two browsers at once, and outlive a server that is killed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

let all;
before(async () => (all = await world()));
after(() => all.end());

const games = (page) => page.locator("progress").first().evaluate((bar) => bar.value);

test("an event is set up by the form, two browsers watch it, and it survives kill -9", async () => {
  const page = await all.page();
  await page.goto("/arena");
  const form = page.getByRole("form", { name: "New event" });
  await form.getByLabel("Games of each pair").fill("400");
  await form.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/arena\/\d+/);
  const other = await all.page();
  await other.goto(page.url());
  for (const one of [page, other]) {
    await one.getByRole("list", { name: "Games being played" }).getByRole("listitem").first().waitFor();
    await one.waitForFunction(() => document.querySelector("progress")?.value > 0, undefined, { timeout: 60_000 });
  }
  const before = await games(page);
  await all.crash();
  await page.reload();
  await page.waitForFunction((before) => document.querySelector("progress")?.value > before, before, { timeout: 60_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("status").filter({ hasText: "stopped" }).waitFor();
  await page.getByRole("region", { name: "Standings" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await other.context().close();
});

test("the search laboratory draws what it measured", async () => {
  const page = await all.page();
  await page.goto("/lab/searches");
  const form = page.getByRole("form");
  await form.getByRole("button").last().click();
  await page.getByRole("table").first().waitFor({ timeout: 60_000 });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
