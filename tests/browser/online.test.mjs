// Two people through a link, in two browsers of their own, with everything that can happen to a line.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, openBrowser, overflow, person, picture } from "./src/browser.mjs";
import { Server } from "./src/server.mjs";
import { begin, cell, invitation, openCells, place, says, shows, sitDown } from "./src/table.mjs";

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Ann makes a table and Bob takes the other seat. */
async function twoPeople({ base = "4", bobsDevice = DESKTOP, bobsName = "Bob" } = {}) {
  const ann = await person(browser, server.url);
  await begin(ann.page, server.url, { opponent: "Online, by a link", base, name: "Ann" });
  const link = await invitation(ann.page);
  const bob = await person(browser, link, bobsDevice);
  await sitDown(bob.page, bobsName);
  await says(ann.page, /Your turn/);
  return { ann, bob, link };
}

async function leave(...people) {
  for (const one of people) {
    await one.context.close();
    assert.deepEqual(one.problems, []);
  }
}

test("two people play to the end of a game, are told the result, and play again", async () => {
  const { ann, bob, link } = await twoPeople();
  const watcher = await person(browser, link);
  await place(ann.page, "d4", "Red");
  await shows(bob.page, "d4", "Red stone");
  await says(bob.page, /Your turn/);
  assert.deepEqual(await openCells(ann.page), [], "whoever does not act has nothing to pick");
  await place(bob.page, "d5", "Blue");
  await says(ann.page, /Your turn/);
  await cell(ann.page, "d3").hover();
  await picture(ann.page, "capture-before-it-is-played");
  await cell(ann.page, "d3").click();
  await says(ann.page, "You have won!");
  for (const one of [bob, watcher]) await says(one.page, "Red has won.");
  await picture(ann.page, "won");
  await picture(bob.page, "lost");
  await ann.page.getByRole("button", { name: "Play again" }).click();
  await bob.page.getByText("The other side wants to play again.").first().waitFor();
  await bob.page.getByRole("button", { name: "Go to the rematch" }).click();
  await says(bob.page, /Your turn/); // the seats have gone round
  await place(bob.page, "a1", "Red");
  await shows(ann.page, "a1", "Red stone");
  await leave(ann, bob, watcher);
});

test("a reload in mid-game comes back to the same table and the same seat", async () => {
  const { ann, bob } = await twoPeople();
  await place(ann.page, "a1", "Red");
  await shows(bob.page, "a1", "Red stone");
  await bob.page.reload();
  await shows(bob.page, "a1", "Red stone");
  await says(bob.page, /Your turn/);
  await place(bob.page, "g4", "Blue");
  await shows(ann.page, "g4", "Blue stone");
  await leave(ann, bob);
});

test("a server that is killed and comes back costs a moment and no move", async () => {
  const { ann, bob } = await twoPeople();
  await place(ann.page, "a1", "Red");
  await shows(bob.page, "a1", "Red stone");
  await server.kill();
  await ann.page.getByText(/The connection is lost/).first().waitFor();
  await picture(ann.page, "line-down");
  await server.restart();
  await says(bob.page, /Your turn/);
  await place(bob.page, "g4", "Blue");
  await shows(ann.page, "a1", "Red stone");
  await shows(ann.page, "g4", "Blue stone");
  await leave(ann, bob);
});

test("somebody who was away is shown what happened meanwhile", async () => {
  const { ann, bob } = await twoPeople();
  await bob.context.setOffline(true);
  await place(ann.page, "a1", "Red");
  await bob.context.setOffline(false);
  await bob.page.reload();
  await shows(bob.page, "a1", "Red stone");
  await leave(ann, bob);
});

test("resigning asks first, and ends the game for both", async () => {
  const { ann, bob } = await twoPeople();
  await ann.page.getByRole("button", { name: "Resign" }).click();
  const dialog = ann.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Play on" }).click();
  await says(ann.page, /Your turn/);
  await ann.page.getByRole("button", { name: "Resign" }).click();
  await dialog.getByRole("button", { name: "Resign" }).click();
  await says(ann.page, "Blue has won.");
  await says(bob.page, "You have won!");
  await leave(ann, bob);
});

test("an illegal hex says why and changes nothing", async () => {
  const { ann, bob } = await twoPeople();
  await place(ann.page, "d4", "Red");
  await place(bob.page, "a1", "Blue");
  await says(ann.page, /Your turn/);
  await cell(ann.page, "d5").click();
  await ann.page.getByText(/would join yours without touching/).first().waitFor();
  await shows(ann.page, "d5", "empty");
  await says(ann.page, /Your turn/);
  await leave(ann, bob);
});

test("enter plays what is shown and nothing else", async () => {
  const { ann, bob } = await twoPeople();
  await ann.page.keyboard.press("Space");
  await cell(ann.page, "a1").hover();
  await ann.page.keyboard.press("Enter"); // the focus is on the sentence: Enter goes to the board
  await ann.page.keyboard.press("Enter");
  await shows(ann.page, "a1", "Red stone");
  await shows(bob.page, "d4", "empty");
  await leave(ann, bob);
});

test("names that are markup stay names", async () => {
  const { ann, bob } = await twoPeople({ bobsName: "<b>Bob</b> & \u202eco" });
  await ann.page.getByText("<b>Bob</b> &", { exact: false }).first().waitFor();
  assert.equal(await ann.page.locator(".people b").count(), 0);
  await leave(ann, bob);
});

test("a link to a table that does not exist says so", async () => {
  const ann = await person(browser, `${server.url}#/t/zzzzzzzzzzzz`);
  await ann.page.getByText(/There is no such table/i).first().waitFor();
  await picture(ann.page, "no-such-table");
  await ann.context.close();
});

test("a phone and a desktop at one table", async () => {
  const { ann, bob } = await twoPeople({ base: "7", bobsDevice: PHONE, bobsName: "W".repeat(30) });
  await place(ann.page, "g7", "Red");
  await says(bob.page, /Your turn/);
  await cell(bob.page, "f6").tap();
  await shows(bob.page, "f6", "empty"); // the first tap looks
  await picture(bob.page, "phone-preview");
  await cell(bob.page, "f6").tap();
  await shows(bob.page, "f6", "Blue stone");
  await shows(ann.page, "f6", "Blue stone");
  assert.equal(await overflow(bob.page), 0, "no page scrolls sideways");
  await picture(bob.page, "phone-table");
  await leave(ann, bob);
});

test("whoever wants two steps can take a move back until it is sent", async () => {
  const { ann, bob } = await twoPeople();
  await ann.page.getByRole("button", { name: "Settings" }).click();
  await ann.page.getByRole("checkbox", { name: "Mark a move first, then play it" }).check();
  await ann.page.keyboard.press("Escape");
  await cell(ann.page, "d4").click();
  await ann.page.getByRole("button", { name: "Play d4" }).waitFor();
  await ann.page.getByRole("button", { name: "Undo" }).click();
  await shows(ann.page, "d4", "empty");
  await cell(ann.page, "c3").click();
  await ann.page.getByRole("button", { name: "Play c3" }).click();
  await shows(bob.page, "c3", "Red stone");
  await shows(bob.page, "d4", "empty");
  await leave(ann, bob);
});
