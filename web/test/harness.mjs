// A server of our own, a browser, and hands: what every test of the page needs.
//
// The program is named by TABULA_PROGRAM (`cargo xtask test` does), the browser by CHROMIUM or found in the usual places.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts the program; answers its address. */
export async function serve(folder, port = 0) {
  const program = process.env.TABULA_PROGRAM;
  if (!program) throw new Error("TABULA_PROGRAM does not say which program to test");
  const child = spawn(program, ["serve", "--port", String(port), "--data", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    let said = "";
    child.stdout.on("data", (bytes) => {
      said += bytes;
      const found = /listening on (\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    address,
    /** Ends it in good order, or as if the power failed. */
    async end(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

/** A server and a browser for a file of tests. */
export async function world() {
  const folder = mkdtempSync(join(tmpdir(), "tabula-page-"));
  let server = await serve(folder);
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
  if (!executablePath) throw new Error("no Chromium was found: install Debian's package chromium");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return {
    browser,
    get address() {
      return server.address;
    },
    /** kill -9, and a new server on the same data and port. */
    async crash() {
      const port = new URL(server.address).port;
      await server.end("SIGKILL");
      server = await serve(folder, port);
    },
    /** A page of a browser that was never here. */
    async page(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 860 },
        locale: "en",
        reducedMotion: "reduce",
        ...options,
        baseURL: server.address,
      });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      page.faults = [];
      page.on("pageerror", (error) => page.faults.push(error.message));
      page.on("console", (message) => {
        // A refusal by the server is told to the person, and by the browser to the console.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) page.faults.push(message.text());
      });
      return page;
    },
    async end() {
      await browser.close();
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Begins a game as a person does it: picks the game, an opponent under "More", and presses Play. Answers the game's id. */
export async function begin(page, game, opponent = "another person at this board", position = "") {
  await page.goto("/");
  await page.getByRole("button", { name: /Choose another/ }).click();
  await page.getByRole("dialog").getByRole("button").filter({ has: page.getByText(game, { exact: true }) }).click();
  const more = page.locator("details.more");
  if (!(await more.evaluate((details) => details.open))) await more.locator("summary").click();
  await more.getByLabel("Opponent").selectOption({ label: opponent });
  if (position) {
    await more.getByLabel("Own position").fill(position);
  }
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/play\//);
  return page.url().split("/").pop();
}

/** Two short runs of learning, made once for a server. Answers their ids. */
export async function twoRuns(page) {
  const ask = (path, body) =>
    page.evaluate(
      async ([path, body]) => {
        const init = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
        return (await fetch(path, init ?? {})).json();
      },
      [path, body],
    );
  const settings = { rounds: 3, "play.games": 10, "learn.steps": 5 };
  while ((await ask("/api/runs")).length < 2) {
    const { id } = await ask("/api/runs", { kind: "selfplay", recipe: "tictactoe", settings });
    for (let i = 0; i < 300 && (await ask(`/api/runs/${id}`)).card.state !== "done"; i += 1) await page.waitForTimeout(100);
  }
  return (await ask("/api/runs")).slice(0, 2).map(({ id }) => id);
}

/** How a game stands, as the server tells it. */
export const state = (page, id) => page.evaluate(async (id) => (await fetch(`/api/play/${id}`)).json(), id);

/** Waits until so many plies were played, or the game is over. */
export async function played(page, id, plies) {
  for (let i = 0; i < 300; i += 1) {
    const now = await state(page, id);
    if (now.outcome || now.counting || (now.look.played.length >= plies && !now.thinking)) return now;
    await page.waitForTimeout(30);
  }
  throw new Error(`ply ${plies} was not played in time`);
}

export const square = (board, on) => `${board.columns[on % board.files]}${board.rows[Math.floor(on / board.files)]}`;

const cell = (page, name) => page.locator(`.main-board [data-square="${name}"], [role=grid] [data-square="${name}"]`).first();

/** Points at the squares of a deed, one after the other. */
export async function pointAt(page, board, deed) {
  for (const on of deed.path) {
    const box = await cell(page, square(board, on)).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
}

/** Drags a man from its square to another. */
export async function drag(page, from, to) {
  const [a, b] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await page.mouse.up();
}

/** Makes a deed with arrows and Enter alone. */
export async function keyIn(page, board, deed) {
  for (const on of deed.path) {
    const at = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-on") ?? "-1"));
    if (at < 0) throw new Error("the board has lost the focus");
    const across = (on % board.files) - (at % board.files);
    const up = Math.floor(on / board.files) - Math.floor(at / board.files);
    for (let i = 0; i < Math.abs(across); i += 1) await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(up); i += 1) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
  }
}

/** Brings the focus to the board by Tab, as somebody without a mouse does. */
export async function tabToBoard(page) {
  for (let i = 0; i < 60; i += 1) {
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead to the board");
}
