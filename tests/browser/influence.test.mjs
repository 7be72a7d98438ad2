// Influence: the pay of a stone is shown before it is placed, totals and charts follow, and a pass is a button.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, hexesNow, moves, play, shows } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToForm } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { choose, pressButton } from "./src/press.mjs";
import { Server } from "./src/server.mjs";
import { begin, replay, resign, says, set, twoPeople } from "./src/table.mjs";
import { buttons, headings, moves as named, opponents, options, places } from "./src/words.mjs";

const house = new House(serveFolder);
const atOneScreen = { game: "influence", opponent: "screen" };

/** The points that are open to the acting player. */
const open = (page) => hexesNow(page, places.open);

test("what a stone would pay stands before it is placed, and the charts grow", async () => {
  const ann = await house.person();
  await begin(ann.page, atOneScreen);
  await says(ann.page, /Black: place a stone or pass/);
  await cell(ann.page, "d3").hover();
  await ann.page.getByText(/The triangles pay Black 2\.00 and White 0\.00/).first().waitFor();
  await play(ann.page, "d3");
  await says(ann.page, /White: place/);
  await play(ann.page, "d4");
  await says(ann.page, /Black: place/);
  const totals = await ann.page.locator(".person .value").allTextContents();
  assert.deepEqual([totals[0], totals.find((value) => value === "2.00")], ["4.00", "2.00"]); // two turns of 2, one of 2
  assert.ok((await ann.page.locator(".chart, [data-chart]").count()) >= 2, "totals and velocity");
  await cell(ann.page, "c3").hover();
  await ann.page.getByText(/The triangles pay Black/).first().waitFor();
  await picture(ann.page, "influence");
});

test("two passes end the game, and a tie is White's", async () => {
  const ann = await house.person();
  await begin(ann.page, atOneScreen);
  const question = ann.page.getByRole("dialog");
  await says(ann.page, /Black: place/);
  await pressButton(ann.page, named.pass);
  await pressButton(question, buttons.notSure);
  await says(ann.page, /Black: place/);
  await pressButton(ann.page, named.pass);
  await pressButton(question, buttons.sure);
  await says(ann.page, /White: place/);
  await pressButton(ann.page, named.pass); // the pass wins, so there is no question
  await says(ann.page, /White has won/);
});

test("the strongest computer plays a whole game without a slip", async () => {
  const ann = await house.person();
  await begin(ann.page, { game: "influence", opponent: "computer", level: "5", seat: "White" });
  for (let turn = 0; turn < 40; turn++) {
    await says(ann.page, /Your turn|won|lost/);
    const [point] = await open(ann.page);
    if (!point) break;
    await play(ann.page, point);
  }
  await says(ann.page, /You have lost/);
  await picture(ann.page, "influence-end");
});

/**
 * Where the frame's corners and the keystone are drawn, seen from the point about which they turn, in units of the board.
 */
const framed = (page) =>
  page.evaluate(() => {
    const [rim, keystone, pivot] = ["path.b-rim", "[data-counts-more]", '[data-place="d4"]'].map((which) => document.querySelector(which));
    const [from, scale] = [pivot.getScreenCTM(), rim.getScreenCTM().a];
    const seen = (point) => [(point.x - from.e) / scale, (point.y - from.f) / scale];
    const numbers = rim.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const ends = numbers.flatMap((x, at) => (at % 2 ? [] : [new DOMPoint(x, numbers[at + 1]).matrixTransform(rim.getScreenCTM())]));
    const { e: x, f: y } = keystone.getScreenCTM();
    return { corners: ends.map(seen), keystone: seen({ x, y }) };
  });

/** A point turned about the middle by so many degrees, clockwise as one looks at it. */
function rotated([x, y], degrees) {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * cos - y * sin, x * sin + y * cos];
}

const isAt = ([x, y]) => ([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) < 1;

test("the frame and the keystone turn by 60° clockwise after four turns", async () => {
  const ann = await house.person();
  await begin(ann.page, { ...atOneScreen, options: { shifting: "on", keystone: "on" } });
  await says(ann.page, /Black: place/);
  const before = await framed(ann.page);
  for (let turn = 0; turn < 4; turn++) {
    const places = await open(ann.page);
    await play(ann.page, places[(turn * 13) % places.length]);
  }
  await ann.page.getByText(/paying triangles turn by 60°/).first().waitFor();
  const after = await framed(ann.page);
  for (const corner of before.corners) {
    assert.ok(after.corners.some(isAt(rotated(corner, 60))), `the corner at ${corner} turns by 60°`);
  }
  assert.equal(after.corners.length, before.corners.length);
  assert.ok(before.corners.some((corner) => !after.corners.some(isAt(corner))), "the frame is drawn elsewhere than before");
  assert.ok(isAt(rotated(before.keystone, 60))(after.keystone), `the keystone goes along: ${before.keystone}, ${after.keystone}`);
});

test("options are explained, and a wrong pair says why", async () => {
  const ann = await house.person();
  await goToForm(ann.page, "influence");
  await set(ann.page, options.board, "Grand");
  await set(ann.page, options.shifting, "on");
  await ann.page.getByRole("alert").filter({ hasText: /keystone/i }).waitFor();
  await ann.page.getByRole("button", { name: buttons.begin, disabled: true }).waitFor();
  await set(ann.page, options.keystone, "on");
  await choose(ann.page.getByRole("radio", { name: opponents.screen }));
  await picture(ann.page, "influence-options");
  await pressButton(ann.page, buttons.begin);
  await says(ann.page, /Black: place/);
  for (let turn = 0; turn < 5; turn++) {
    const places = await open(ann.page);
    await play(ann.page, places[(turn * 13) % places.length]);
  }
  await picture(ann.page, "influence-shifting");
});

test("on a phone a tap looks and a second one plays", async () => {
  const ann = await house.person(PHONE);
  await begin(ann.page, atOneScreen);
  assert.equal(await overflow(ann.page), 0);
  await cell(ann.page, "d3").tap();
  await ann.page.getByText(/The triangles pay Black 2\.00/).first().waitFor();
  await picture(ann.page, "influence-phone");
  await ann.page.getByRole("button", { name: "Play d3" }).tap();
  await says(ann.page, /White: place/);
  assert.equal(await overflow(ann.page), 0);
});

test("the token places two stones in one turn, and a step back leaves the rest of the turn", async () => {
  const ann = await house.person();
  await begin(ann.page, { ...atOneScreen, options: { token: "on" } });
  await says(ann.page, /Black: place/);
  const token = ann.page.getByRole("button", { name: named.token });
  await token.click();
  await shows(ann.page, "d3", "can be chosen, then one more place");
  await ann.page.keyboard.press("Escape");
  await token.click();
  await cell(ann.page, "d3").click();
  await shows(ann.page, "d3", "chosen$");
  await cell(ann.page, "c3").hover();
  await ann.page.getByText(/Black spends the token/).first().waitFor();
  await picture(ann.page, "influence-token");
  await cell(ann.page, "c3").click();
  await says(ann.page, /White: place/);
  for (const point of ["c3", "d3"]) await shows(ann.page, point, "Black stone");
});

test("dozens of dice do not push a phone's page sideways", async () => {
  const ann = await house.person(PHONE);
  await begin(ann.page, { ...atOneScreen, options: { dice: "on" } });
  for (let turn = 0; turn < 12; turn++) {
    await says(ann.page, turn % 2 === 0 ? /Black: place/ : /White: place/);
    const places = await open(ann.page);
    await cell(ann.page, places[(turn * 7) % places.length]).tap();
    await moves(ann.page, () => ann.page.getByRole("button", { name: buttons.confirm }).tap());
    assert.equal(await overflow(ann.page), 0, `turn ${turn + 1}`);
  }
  await picture(ann.page, "influence-dice-phone");
});

test("two people online, with dice that both have shared in", async () => {
  const server = await house.borrow(Server.start());
  const { ann, bob } = await twoPeople(house, { door: server.url, game: "influence", options: { dice: "on" } });
  for (let turn = 0; turn < 6; turn++) {
    const { page } = turn % 2 === 0 ? ann : bob;
    await says(page, headings.yourTurn);
    await play(page, (await open(page))[turn * 3]);
  }
  await resign(ann.page);
  await says(bob.page, /(Black|Ann) has resigned/);
  await replay(bob.page);
  await bob.page.locator('[data-promised="true"]').waitFor();
});
