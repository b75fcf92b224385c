// A whole game in each family, by mouse and by keys alone, and what else one does while playing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, drag, keyIn, played, pointAt, square, state, tabToBoard, world } from "./harness.mjs";

let all;
before(async () => (all = await world()));
after(() => all.end());

const MATE = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];
const ROW = ["a1", "a2", "b1", "b2", "c1"];
// Black builds a wall in the middle, White beside it; both pass.
const WALLS = [...Array.from({ length: 9 }, (_, row) => [`e${row + 1}`, `f${row + 1}`]).flat()];

/** Plays codes on a board that two persons share, by `make`; a code may be a function that chooses among the deeds. */
async function playThrough(page, id, codes, make) {
  let ply = (await state(page, id)).look.played.length;
  for (const code of codes) {
    const now = await played(page, id, ply);
    if (now.outcome || now.counting) return now;
    const { deeds, board } = now.look;
    const deed = typeof code === "function" ? code(deeds, ply) : deeds.find((one) => one.code === code);
    assert.ok(deed, `${code} may be played`);
    await make(page, board, deed);
    ply = now.look.played.length + 1;
    await played(page, id, ply);
  }
  return state(page, id);
}

const anyhow = (deeds, ply) => deeds[(ply * 7 + 3) % deeds.length];
const long = (count) => Array.from({ length: count }, () => anyhow);

for (const [hand, make] of [
  ["the mouse", pointAt],
  ["keys alone", keyIn],
]) {
  const ready = async (page) => {
    if (make === keyIn) await tabToBoard(page);
  };

  test(`chess is played to mate by ${hand}`, async () => {
    const page = await all.page();
    const id = await begin(page, "Chess");
    await ready(page);
    const end = await playThrough(page, id, MATE, make);
    assert.equal(end.outcome.cause, "mate");
    await page.getByTestId("end").waitFor();
    assert.match(await page.getByTestId("end").innerText(), /White/);
    assert.match(await page.getByTestId("news").innerText(), /White/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test(`Czech draughts is played to its end by ${hand}, jumps square by square`, async () => {
    const page = await all.page();
    const id = await begin(page, "Czech draughts");
    await ready(page);
    const end = await playThrough(page, id, long(300), make);
    assert.ok(end.outcome, "the game ends");
    assert.ok(end.look.played.some((one) => one.path.length > 2), "somebody jumped twice");
    await page.getByTestId("end").waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test(`Go is played, passed, counted and agreed by ${hand}`, async () => {
    const page = await all.page();
    const id = await begin(page, "Go 9×9");
    await ready(page);
    await playThrough(page, id, WALLS, make);
    for (let i = 0; i < 2; i += 1) {
      const pass = page.getByRole("toolbar").getByRole("button", { name: "Pass", exact: true });
      if (make === keyIn) {
        await pass.focus();
        await page.keyboard.press("Enter");
      } else await pass.click();
      await played(page, id, WALLS.length + i + 1);
    }
    for (const side of ["Black", "White"]) {
      // Not while the other side's word is on its way: until then the button takes no focus.
      const agree = page.getByRole("button", { name: `${side} agrees`, disabled: false });
      await agree.focus();
      await page.keyboard.press("Enter");
    }
    await page.getByTestId("end").waitFor();
    const end = await state(page, id);
    assert.deepEqual([end.outcome.winner, end.outcome.cause, end.outcome.margin], [0, "count", 1.5]);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test(`tic-tac-toe is played to a row by ${hand}`, async () => {
    const page = await all.page();
    const id = await begin(page, "Tic-tac-toe");
    await ready(page);
    const end = await playThrough(page, id, ROW, make);
    assert.equal(end.outcome.cause, "row");
    await page.getByTestId("end").waitFor();
    await page.context().close();
  });
}

test("a man can be dragged, and a wrong drop changes nothing", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess");
  await drag(page, "e2", "e5");
  assert.equal((await state(page, id)).look.played.length, 0);
  await drag(page, "e2", "e4");
  assert.equal((await played(page, id, 1)).look.played[0].code, "e2e4");
  await page.context().close();
});

test("the Behemoth's roll is shown with its path", async () => {
  const page = await all.page();
  const id = await begin(page, "Behemoth");
  const now = await state(page, id);
  await pointAt(page, now.look.board, now.look.deeds.find((deed) => deed.code === "e2e4"));
  await page.getByTestId("roll").waitFor();
  const after = await played(page, id, 2);
  const roll = after.look.played[1];
  const text = await page.getByTestId("roll").innerText();
  assert.ok(text.includes(square(after.look.board, roll.path[0])), text);
  await page.context().close();
});

test("a move typed into the box is played, and nonsense is refused with a sentence", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess");
  await page.getByTestId("move-box").fill("Ke5");
  await page.getByTestId("move-box").press("Enter");
  await page.getByText(/Ke5/).first().waitFor();
  await page.getByTestId("move-box").fill("Nf3");
  await page.getByTestId("move-box").press("Enter");
  assert.equal((await played(page, id, 1)).look.played[0].code, "g1f3");
  await page.context().close();
});

test("against an engine: hint, take back, swap sides, resign, rematch", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess", "random moves");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("button", { name: "And the square?" }).click();
  const now = await state(page, id);
  await pointAt(page, now.look.board, now.look.deeds.find((deed) => deed.code === "e2e4"));
  await played(page, id, 2);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(async (id) => (await (await fetch(`/api/play/${id}`)).json()).look.played.length === 0, id);
  await page.getByRole("button", { name: "Swap sides" }).click();
  assert.equal((await played(page, id, 1)).players[0].kind, "engine");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByTestId("end").waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/play/") && !url.pathname.endsWith(id));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a reload in mid-game keeps the game, and another browser only watches", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess");
  await playThrough(page, id, ["e2e4"], pointAt);
  await page.reload();
  await page.getByRole("grid").waitFor();
  await playThrough(page, id, ["e7e5"], pointAt);
  const other = await all.page();
  await other.goto(`/play/${id}`);
  await other.getByText("You are watching this game.").waitFor();
  await playThrough(page, id, ["g1f3"], pointAt);
  await other.getByText("Nf3").first().waitFor();
  await page.context().close();
  await other.context().close();
});

test("a server that is killed in mid-game goes on with it", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess", "random moves");
  const now = await state(page, id);
  await pointAt(page, now.look.board, now.look.deeds.find((deed) => deed.code === "e2e4"));
  const before = (await played(page, id, 2)).look.played;
  await all.crash();
  await page.waitForTimeout(500);
  await page.reload();
  await page.getByRole("grid").waitFor();
  const after = await played(page, id, 2);
  assert.deepEqual(after.look.played, before);
  await pointAt(page, after.look.board, after.look.deeds[0]);
  await played(page, id, 4);
  await page.context().close();
});

test("a promotion asks which man it makes", async () => {
  const page = await all.page();
  const id = await begin(page, "Chess", "another person at this board", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  const now = await state(page, id);
  const deed = now.look.deeds.find((one) => one.code === "a7a8n");
  await pointAt(page, now.look.board, deed);
  await page.getByRole("button", { name: /knight/i }).click();
  assert.equal((await played(page, id, 1)).look.played[0].code, "a7a8n");
  await page.context().close();
});
