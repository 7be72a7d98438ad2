// Two people in two browsers who play by an invitation link, and everything that can happen to a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, hexesNow, moves, place, shows } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { House } from "./src/house.mjs";
import { choose, pressButton } from "./src/press.mjs";
import { Server } from "./src/server.mjs";
import { resign, says, twoPeople } from "./src/table.mjs";
import { buttons, fields, headings, places } from "./src/words.mjs";

const house = new House(() => Server.start());

test("two people play to the end of a game, are told the result, and play again", async () => {
  const { ann, bob, link } = await twoPeople(house);
  const watcher = await house.guest(link);
  await place(ann.page, "d4", "Red");
  await says(ann.page, "Bob (Blue): place a stone");
  assert.deepEqual(await hexesNow(ann.page, places.open), [], "whoever does not act has nothing to pick");
  await place(bob.page, "d5", "Blue");
  await says(ann.page, headings.yourTurn);
  await cell(ann.page, "d3").hover();
  await ann.page.getByText(/Ann places on d3 and takes one stone/).first().waitFor();
  await picture(ann.page, "capture-before-it-is-played");
  await cell(ann.page, "d3").click();
  await says(ann.page, "You have won!");
  await says(bob.page, "You have lost.");
  await says(watcher.page, /(Red|Ann) has won/);
  await picture(ann.page, "won");
  await picture(bob.page, "lost");
  await pressButton(ann.page, buttons.playAgain);
  await bob.page.getByText("The other side wants to play again.").first().waitFor();
  await pressButton(bob.page, buttons.goToRematch);
  await place(bob.page, "a1", "Red"); // the seats have rotated
  await shows(ann.page, "a1", "Red stone");
});

test("a reload in mid-game comes back to the same table and the same seat", async () => {
  const { ann, bob } = await twoPeople(house);
  await place(ann.page, "a1", "Red");
  await shows(bob.page, "a1", "Red stone");
  await bob.page.reload();
  await shows(bob.page, "a1", "Red stone");
  await place(bob.page, "g4", "Blue");
  await shows(ann.page, "g4", "Blue stone");
});

test("a server that is killed and comes back costs a moment and no move", async () => {
  const { ann, bob } = await twoPeople(house);
  await place(ann.page, "a1", "Red");
  await shows(bob.page, "a1", "Red stone");
  await house.host.kill();
  for (const one of [ann, bob]) await says(one.page, headings.connectionLost);
  await picture(ann.page, "line-down");
  await house.host.restart();
  await place(bob.page, "g4", "Blue");
  await shows(ann.page, "a1", "Red stone");
  await shows(ann.page, "g4", "Blue stone");
});

/** Hexes of which no two are neighbours: those of Red at one side of a board of size 7, and those of Blue at the other. */
const APART = [
  ["a1", "a3", "a5", "a7", "c1", "c3", "c5", "c7", "c9", "e1", "e3", "e5", "e7"],
  ["m1", "m3", "m5", "m7", "k1", "k3", "k5", "k7", "k9", "i1", "i3", "i5", "i7"],
];

test("whoever comes back to a long match plays at once, and the earlier moves follow without moving anything", async () => {
  const { ann, bob } = await twoPeople(house, { options: { size: "7" } });
  for (const [index, red] of APART[0].entries()) {
    await place(ann.page, red, "Red");
    await place(bob.page, APART[1][index], "Blue");
  }
  let letCome;
  const hold = () => new Promise((resolve) => (letCome = resolve));
  let held = hold();
  await ann.page.route("**/past", async (route) => {
    await held;
    await route.continue();
  });
  await ann.page.reload();
  await says(ann.page, headings.yourTurn);
  await ann.page.getByText("Earlier moves are being loaded …").first().waitFor({ state: "attached" });
  await shows(ann.page, "a1", "Red stone"); // the whole board is there
  const boxes = async () => {
    const parts = [".board", ".turn-list", ".panel", ".controls"];
    return Promise.all(parts.map((part) => ann.page.locator(part).first().boundingBox()));
  };
  const before = await boxes();
  await picture(ann.page, "the-past-is-on-its-way");
  letCome();
  await ann.page.locator("[data-missing]").first().waitFor({ state: "detached" });
  assert.deepEqual(await boxes(), before, "nothing has moved");
  assert.equal(await ann.page.locator(".turn-action").count(), 26);
  await pressButton(ann.page, buttons.toTheBeginning);
  await shows(ann.page, "a1", "empty");
  held = hold();
  await ann.page.reload();
  await place(ann.page, "e9", "Red"); // while the past is held up again
  await shows(bob.page, "e9", "Red stone");
  letCome();
  await ann.page.locator("[data-missing]").first().waitFor({ state: "detached" });
  assert.equal(await ann.page.locator(".turn-action").count(), 27);
});

test("somebody who was away is shown what happened meanwhile", async () => {
  const { ann, bob } = await twoPeople(house);
  await bob.context.setOffline(true);
  await place(ann.page, "a1", "Red");
  await bob.context.setOffline(false);
  await bob.page.reload();
  await shows(bob.page, "a1", "Red stone");
});

test("resigning asks first, and ends the game for both", async () => {
  const { ann, bob } = await twoPeople(house);
  await pressButton(ann.page, buttons.resign);
  const dialog = ann.page.getByRole("dialog");
  await pressButton(dialog, buttons.playOn);
  await says(ann.page, headings.yourTurn);
  await dialog.waitFor({ state: "hidden" });
  await resign(ann.page);
  await says(ann.page, /(Blue|Bob) has won/);
  await says(bob.page, "You have won!");
});

test("an illegal hex says why and changes nothing", async () => {
  const { ann, bob } = await twoPeople(house);
  await place(ann.page, "d4", "Red");
  await place(bob.page, "a1", "Blue");
  await says(ann.page, headings.yourTurn);
  await cell(ann.page, "d5").click();
  await ann.page.getByText(/would join yours without touching/).first().waitFor();
  await shows(ann.page, "d5", "empty");
  await says(ann.page, headings.yourTurn);
});

test("enter plays what is shown and nothing else", async () => {
  const { ann, bob } = await twoPeople(house);
  await ann.page.keyboard.press("Space");
  await cell(ann.page, "a1").hover();
  await ann.page.keyboard.press("Enter"); // the focus is on the heading: Enter moves it to the board
  await ann.page.keyboard.press("Enter");
  for (const one of [ann, bob]) {
    await shows(one.page, "a1", "Red stone");
    await shows(one.page, "d4", "empty");
  }
});

test("names that are markup stay names", async () => {
  const { ann } = await twoPeople(house, { bobsName: "<b>Bob</b> & \u202eco" });
  await ann.page.locator(".people").getByText("<b>Bob</b> &", { exact: false }).first().waitFor();
  assert.equal(await ann.page.locator(".people b").count(), 0);
});

test("a link to a table that does not exist says so", async () => {
  const ann = await house.stranger("#/t/zzzzzzzzzzzz", "a link that is not complete is what this is about");
  await ann.page.getByText(/There is no such table/i).first().waitFor();
  await picture(ann.page, "no-such-table");
});

test("a phone and a desktop at one table", async () => {
  const { ann, bob } = await twoPeople(house, { options: { size: "7" }, bobsDevice: PHONE, bobsName: "W".repeat(30) });
  await place(ann.page, "g7", "Red");
  await says(bob.page, headings.yourTurn);
  await cell(bob.page, "f6").tap();
  await bob.page.getByRole("button", { name: "Play f6" }).waitFor(); // the first tap shows a preview
  await shows(bob.page, "f6", "empty");
  await picture(bob.page, "phone-preview");
  await moves(bob.page, () => cell(bob.page, "f6").tap());
  await shows(bob.page, "f6", "Blue stone");
  await shows(ann.page, "f6", "Blue stone");
  assert.equal(await overflow(bob.page), 0, "no page scrolls sideways");
  await picture(bob.page, "phone-table");
});

test("with the two-step setting a move can be taken back until it is sent", async () => {
  const { ann, bob } = await twoPeople(house);
  await pressButton(ann.page, buttons.settings);
  await choose(ann.page.getByRole("checkbox", { name: fields.twoSteps }));
  await ann.page.keyboard.press("Escape");
  await ann.page.getByRole("dialog").waitFor({ state: "hidden" });
  await cell(ann.page, "d4").click();
  await ann.page.getByRole("button", { name: "Play d4" }).waitFor();
  await pressButton(ann.page, buttons.undo);
  await ann.page.getByRole("button", { name: "Play d4" }).waitFor({ state: "hidden" });
  await cell(ann.page, "c3").click();
  await ann.page.getByRole("button", { name: "Play c3" }).click();
  await shows(bob.page, "c3", "Red stone");
  await shows(bob.page, "d4", "empty");
});
