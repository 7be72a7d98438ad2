// Hexlock: fog, odds and dice, against the computer, with two people at one screen, and in the replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, hexes, hexesNow, moves, play, shows } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToRecord } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { chance, playUntil, played, playedSome } from "./src/player.mjs";
import { choose, pressButton } from "./src/press.mjs";
import { begin, replay, resign, says } from "./src/table.mjs";
import { buttons, fields, headings, places } from "./src/words.mjs";

const house = new House(serveFolder);
const againstTheComputer = { game: "hexlock", opponent: "computer", level: "1", seat: "Red" };

/** Expands down towards the enemy until an attack is possible. Returns the hex to attack from. */
async function approach(page) {
  for (let turn = 0; turn < 30; turn++) {
    await says(page, headings.yourTurn);
    const [source] = await hexesNow(page, places.thenATarget);
    if (source) return source;
    const row = (name) => Number(name.slice(1));
    const [lowest] = (await hexesNow(page, /empty/, places.open)).sort((a, b) => row(b) - row(a));
    await play(page, lowest);
  }
  throw new Error("nobody to attack");
}

/** Waits until the targets of the chosen hex show their odds. Returns one of them. */
const target = async (page) => (await hexes(page, /held by/, places.open, /critical fail/i))[0];

test("far health is unknown, the odds stand before the roll, and the die lands", async () => {
  const ann = await house.person();
  await begin(ann.page, againstTheComputer);
  await says(ann.page, headings.yourTurn);
  await shows(ann.page, "d7", "held by Blue, health unknown");
  const from = await approach(ann.page);
  await cell(ann.page, from).click();
  const to = await target(ann.page);
  await cell(ann.page, to).hover();
  await ann.page.getByText(/d20 \+ \d+ .*against 10 \+ \d+/).first().waitFor();
  const odds = ann.page.locator("[data-odds] li");
  await odds.first().waitFor();
  const shares = await odds.evaluateAll((items) => items.map((item) => Number(item.dataset.share)));
  assert.equal(shares.reduce((sum, share) => sum + share, 0), 100);
  await picture(ann.page, "odds");
  await moves(ann.page, () => cell(ann.page, to).click());
  // The dice are visible only until the computer answers, which may be soon. The move list leads back to them.
  await says(ann.page, headings.yourTurn);
  await ann.page.getByRole("button", { name: `${from}-${to}` }).last().click();
  const told = new RegExp(`Red attacks ${to} from ${from}: (a natural 1|\\d+ \\+ \\d+ = \\d+ against \\d+)`);
  await ann.page.getByText(told).first().waitFor();
  await ann.page.locator('[data-dice^="d20="]').first().waitFor();
  await picture(ann.page, "die");
  await pressButton(ann.page, buttons.now);
  // By keyboard: pick the source and press Esc. Nothing is played.
  const next = await approach(ann.page);
  const before = await playedSome(ann.page);
  await cell(ann.page, next).click();
  await shows(ann.page, next, "chosen");
  await ann.page.keyboard.press("Escape");
  await shows(ann.page, next, "then a target");
  assert.equal(await played(ann.page), before);
});

test("two at one screen hand it over, and nothing of the other is in the page", async () => {
  const ann = await house.person();
  await begin(ann.page, { game: "hexlock", opponent: "screen" });
  const handOver = (name) => ann.page.getByRole("button", { name });
  // Until a hex is damaged there is nothing to hide: the acting player sees the board, and no handover is needed.
  await hexes(ann.page, /empty/, places.open);
  await playUntil(ann.page, handOver(buttons.handOver), chance(7));
  assert.notDeepEqual(await hexesNow(ann.page), [], "one's own move is seen before the device is handed on");
  await picture(ann.page, "own-move-seen");
  await handOver(buttons.handOver).click();
  const next = (await handOver(buttons.iAm).textContent()).replace("I am ", "").trim();
  const other = ["Red", "Blue"].find((colour) => colour !== next);
  assert.deepEqual(await hexesNow(ann.page), [], "no board before it is handed over");
  await picture(ann.page, "hand-over");
  await ann.page.reload();
  await handOver(`I am ${next}`).waitFor();
  assert.deepEqual(await hexesNow(ann.page), [], "a reload does not show it either");
  await handOver(`I am ${next}`).click();
  await hexes(ann.page, new RegExp(`held by ${other}`), /health unknown/);
  assert.deepEqual(await hexesNow(ann.page, new RegExp(`held by ${next}`), /health unknown/), []);
});

test("a match is replayed with any eyes, its dice repeated, its luck weighed", async () => {
  const ann = await house.person();
  await begin(ann.page, againstTheComputer);
  await cell(ann.page, await approach(ann.page)).click();
  const to = await target(ann.page);
  await moves(ann.page, () => cell(ann.page, to).click());
  await says(ann.page, headings.yourTurn);
  await resign(ann.page);
  await says(ann.page, /(Red|Ann) has resigned/);
  assert.deepEqual(await hexesNow(ann.page, /health unknown/), [], "after the end everything is open");
  await replay(ann.page);
  await ann.page.locator('[data-fair="seed"]').waitFor();
  assert.equal(await ann.page.locator("[data-luck]").count(), 2);
  await picture(ann.page, "replay");
  await pressButton(ann.page, buttons.toTheBeginning);
  await choose(ann.page.getByRole("radio", { name: "Blue" }));
  await shows(ann.page, "d1", "held by Red, health unknown");
  await choose(ann.page.getByRole("radio", { name: "everything open" }));
  await shows(ann.page, "d1", "held by Red, \\d of \\d health");
});

test("a record is pasted, and a wrong one says where and loses nothing", async () => {
  const ann = await house.person();
  await goToRecord(ann.page);
  const field = ann.page.getByRole("textbox", { name: fields.record });
  const record = "Sixfold record 1\ngame: hexlock 1\nsetup: memory=off\nseed: 1\nrolls: d2=2\n\n1. red d2\n";
  await field.fill(record);
  await pressButton(ann.page, buttons.readRecord);
  await ann.page.getByRole("alert").filter({ hasText: /Line 5/ }).waitFor();
  assert.equal(await field.inputValue(), record);
  await picture(ann.page, "wrong-record");
});

test("fog and odds on a phone", async () => {
  const { page } = await house.person(PHONE);
  await begin(page, againstTheComputer);
  await says(page, headings.yourTurn);
  assert.equal(await overflow(page), 0);
  const from = await approach(page);
  await cell(page, from).tap();
  await cell(page, await target(page)).tap();
  await page.locator("[data-odds]").waitFor(); // the first tap shows a preview and does not play
  await picture(page, "phone-odds");
  assert.equal(await overflow(page), 0);
});
