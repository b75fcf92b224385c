// Analysis: import, engine, share, export, review; for several games alike.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

let all;
before(async () => (all = await world()));
after(() => all.end());

const PGN = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0';
const SGF = "(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gc])";
const PDN = '[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 *';

async function imported(page, text) {
  await page.goto("/analyse");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill(text);
  await dialog.getByRole("button", { name: "Read" }).click();
  await dialog.waitFor({ state: "hidden", timeout: 5_000 }).catch(async () => {
    await dialog.getByRole("button").filter({ hasText: /Ann|·|–|move/ }).first().click();
  });
}

for (const [name, text, last] of [
  ["PGN with a variation", PGN, /Qxe5/],
  ["SGF", SGF, /g7/],
  ["PDN", PDN, /14/],
]) {
  test(`${name} is pasted, shown, shared by address and exported again`, async () => {
    const page = await all.page();
    await imported(page, text);
    await page.getByRole("group", { name: "Moves" }).getByText(last).first().waitFor();
    await page.keyboard.press("End");
    await page.waitForTimeout(400);
    const address = page.url();
    const other = await all.page();
    await other.goto(address);
    await other.getByRole("group", { name: "Moves" }).getByText(last).first().waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const exported = page.getByRole("dialog").getByRole("textbox");
    await page.waitForFunction(() => document.querySelector("dialog[open] textarea")?.value.length > 10);
    assert.match(await exported.inputValue(), name === "SGF" ? /;B\[ee\];W\[cc\]/ : last);
    assert.deepEqual(page.faults, []);
    await page.context().close();
    await other.context().close();
  });
}

test("nonsense is refused with a sentence and nothing is lost", async () => {
  const page = await all.page();
  await page.goto("/analyse");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("what is this");
  await page.getByRole("dialog").getByRole("button", { name: "Read" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.context().close();
});

test("the engine is off until asked, tells lines, and a click enters one into the tree", async () => {
  const page = await all.page();
  await page.goto("/analyse");
  await page.getByText("The engine is off.").waitFor();
  await page.getByRole("button", { name: "Start engine" }).click();
  const lines = page.getByRole("list", { name: "Lines of the engine" });
  await lines.waitFor();
  await lines.getByRole("button").first().click();
  await page.getByRole("group", { name: "Moves" }).getByRole("button").first().waitFor();
  await page.getByRole("button", { name: "Stop engine" }).click();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a game is reviewed and its mistake is asked for", async () => {
  const page = await all.page();
  await imported(page, PGN);
  await page.getByRole("group", { name: "Moves" }).getByText(/Qxe5/).first().waitFor();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Find the better move" }).click({ timeout: 30_000 });
  const quiz = page.getByTestId("quiz");
  await quiz.waitFor();
  await quiz.getByRole("button", { name: "Show the solution" }).click();
  await quiz.getByText(/The best move was/).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
