// How it looks to people with other eyes, other languages, small screens and slow lines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { begin, played, pointAt, state, twoRuns, world } from "./harness.mjs";

let all;
before(async () => (all = await world()));
after(() => all.end());

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = ["/", "/analyse", "/analyse?game=go9", "/arena", "/lab", "/lab/searches", "/library"];

/** Pages that need something on them first. */
async function furnished() {
  const page = await all.page();
  const id = await begin(page, "Chess");
  const now = await state(page, id);
  await pointAt(page, now.look.board, now.look.deeds.find((deed) => deed.code === "e2e4"));
  const storage = await page.context().storageState();
  const runs = await twoRuns(page);
  await page.context().close();
  const compare = `/lab/compare?runs=${runs.join(",")}`;
  return { paths: [...PAGES, `/play/${id}`, ...runs.map((run) => `/lab/runs/${run}`), compare], storage };
}

for (const theme of ["light", "dark"]) {
  test(`axe finds no serious fault on any page in the ${theme} theme`, async () => {
    const { paths, storage } = await furnished();
    const page = await all.page({ colorScheme: theme, storageState: storage, bypassCSP: true });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("main").waitFor();
      await page.waitForTimeout(400);
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run());
      const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
      const told = serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3)}`);
      assert.deepEqual(told, [], path);
    }
    await page.context().close();
  });
}

for (const locale of ["en", "cs", "hr"]) {
  test(`nothing overflows at 360 pixels in ${locale}`, async () => {
    const { paths, storage } = await furnished();
    const page = await all.page({ locale, storageState: storage, viewport: { width: 360, height: 740 } });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("main").waitFor();
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${path} is ${wide} pixels wide`);
      assert.deepEqual(page.faults, [], path);
    }
    await page.context().close();
  });
}

test("the first load weighs at most 150 kB, packed", async () => {
  const page = await all.page();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const kinds = new Map();
  let weight = 0;
  session.on("Network.responseReceived", ({ requestId, response }) => kinds.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (/\.(js|css)$/.test(kinds.get(requestId) ?? "")) weight += encodedDataLength;
  });
  await page.goto("/");
  await page.getByRole("grid").waitFor();
  await page.waitForTimeout(500);
  assert.ok(weight > 5_000 && weight <= 150_000, `${weight} bytes`);
  console.log(`scripts and styles at first load: ${weight} bytes`);
  await page.context().close();
});

test("a click is echoed before the server has answered", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess");
  const now = await state(page, id);
  const deed = now.look.deeds.find((one) => one.code === "e2e4");
  // The server takes a second; the board does not wait for it.
  await page.route("**/act", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const look = await page.getByRole("grid").getAttribute("class");
  await pointAt(page, now.look.board, deed);
  const seen = await page.locator('[data-square="e4"]').first().getAttribute("aria-label");
  assert.match(seen ?? "", /pawn/i);
  assert.equal((await state(page, id)).look.played.length, 0, "the server has not heard of it yet");
  // Another class of the board would style all of it anew before the echo is painted.
  assert.equal(await page.getByRole("grid").getAttribute("class"), look);
  await page.context().close();
});

test("for whoever wants nothing to move, nothing does, not even for a moment", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess", "random moves");
  const now = await state(page, id);
  await page.evaluate(() => {
    window.begun = [];
    const keep = ({ target }) => window.begun.push(target.outerHTML);
    for (const type of ["transitionrun", "animationstart"]) addEventListener(type, keep);
  });
  await pointAt(page, now.look.board, now.look.deeds.find((one) => one.code === "e2e4"));
  await played(page, id, 2);
  await page.waitForTimeout(200);
  assert.deepEqual(await page.evaluate(() => window.begun), []);
  await page.context().close();
});
