// How soon a click is seen, for `npm run echo`: pressing the button picks a man up, letting it go puts a man or a stone.
//
// From the event of which the picture of the board changed, to: the changed document; the end of the frame (styles, layout,
// painting, handing over); the picture presented, as the browser itself tells it in steps of 8 ms. Cells and the focus ring
// do not count as the picture: they follow the pointer even where no man moves.
import { begin, played, pointAt, state, world } from "./harness.mjs";

const GAMES = ["Chess", "Janus chess", "Czech draughts", "Go 9×9", "Gomoku"];
const LIMIT = 50;
const PLIES = 10;

/** In the page: keeps one line per event that changed the picture. */
function watch() {
  const clicks = (window.clicks = []);
  let now = null;
  // The frame is asked for before the page does anything, so that nothing the page puts behind it comes first.
  const awaitFrame = (click) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (click.changed !== undefined) click.drawn = performance.now() - click.at;
        else if (click === now) awaitFrame(click);
      };
      port2.postMessage(null);
    });
  const begun = ({ type, timeStamp }) => {
    now = { type, at: timeStamp };
    awaitFrame(now);
  };
  for (const type of ["pointerdown", "pointerup"]) addEventListener(type, begun, true);
  const seen = new MutationObserver(() => {
    if (!now || now.changed !== undefined) return;
    now.changed = performance.now() - now.at;
    clicks.push(now);
  });
  const layers = document.querySelectorAll(".board-svg > g[aria-hidden]");
  for (const layer of layers) seen.observe(layer, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      const click = clicks.find((one) => one.type === name && Math.abs(one.at - startTime) < 0.5);
      if (click) click.shown = duration;
    }
  }).observe({ type: "event", durationThreshold: 16 });
}

/** The clicks of one game. */
async function measure(all, game, opponent, options) {
  const page = await all.page(options);
  const id = await begin(page, game, opponent);
  await page.getByRole("grid").waitFor();
  await page.waitForTimeout(500);
  await page.evaluate(watch);
  for (let now = await state(page, id), ply = 0; ply < PLIES && !now.outcome; ply += 1) {
    const deed = now.look.deeds[Math.floor(now.look.deeds.length / 2)];
    for (const on of deed.path) {
      await pointAt(page, now.look.board, { path: [on] });
      await page.waitForTimeout(80);
    }
    now = await played(page, id, now.look.played.length + 1);
    await page.waitForTimeout(120);
  }
  const clicks = await page.evaluate(() => window.clicks);
  await page.context().close();
  return clicks;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
function figures(clicks, what) {
  // What took less than 16 ms the browser does not tell.
  const sorted = clicks.map((click) => click[what] ?? 16).sort((a, b) => a - b);
  return `${at(sorted, 0.5).toFixed(0)} (${at(sorted, 0.95).toFixed(0)}, ${at(sorted, 1).toFixed(0)})`;
}
function tell(name, clicks) {
  const [changed, drawn, shown] = ["changed", "drawn", "shown"].map((what) => figures(clicks, what));
  console.log(`${name}, ${clicks.length} clicks: changed ${changed}, drawn ${drawn}, presented ${shown}`);
}

const all = await world();
console.log("milliseconds: median (95 %, most)");
let most = 0;
for (const [who, opponent, options] of [
  ["two persons, nothing glides", "another person at this board", {}],
  ["two persons, men glide", "another person at this board", { reducedMotion: "no-preference" }],
  ["against a search", "search and evaluation", { reducedMotion: "no-preference" }],
]) {
  const every = [];
  for (const game of GAMES) {
    const clicks = await measure(all, game, opponent, options);
    tell(`  ${game}`, clicks);
    every.push(...clicks);
  }
  tell(who, every);
  most = Math.max(most, ...every.map(({ drawn = 0, shown = 0 }) => Math.max(drawn, shown)));
}
await all.end();
console.log(`${most < LIMIT ? "below" : "NOT below"} ${LIMIT} ms: ${most.toFixed(0)} at most`);
process.exitCode = most < LIMIT ? 0 : 1;
