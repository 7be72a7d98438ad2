// Stones on points: what a stone would pay is shown before it is placed, totals and charts follow, and a pass is a button.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, openBrowser, overflow, person, picture } from "./src/browser.mjs";
import { Server, serveFolder } from "./src/server.mjs";
import { begin, cell, invitation, says, sitDown } from "./src/table.mjs";

let folder;
let browser;
before(async () => {
  folder = await serveFolder();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  folder?.stop();
});

async function leave(...people) {
  for (const one of people) {
    await one.context.close();
    assert.deepEqual(one.problems, []);
  }
}

const open = (page) =>
  page.evaluate(() => [...document.querySelectorAll(".place.open")].map((at) => at.dataset.place));

test("what a stone would pay stands before it is placed, and the charts grow", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { game: "influence", opponent: "Two at this screen" });
  await says(ann.page, /Black: place a stone or pass/);
  await cell(ann.page, "d3").hover();
  await ann.page.getByText(/The triangles pay Black 2\.00 and White 0\.00/).first().waitFor();
  await cell(ann.page, "d3").click();
  await says(ann.page, /White: place/);
  await cell(ann.page, "d4").click();
  await says(ann.page, /Black: place/);
  await cell(ann.page, "c3").hover();
  await picture(ann.page, "influence");
  const totals = await ann.page.locator(".person .value").allTextContents();
  assert.deepEqual([totals[0], totals.find((value) => value === "2.00")], ["4.00", "2.00"]); // two turns of 2, one of 2
  const charts = ann.page.locator(".chart, [data-chart]");
  assert.ok((await charts.count()) >= 2, "totals and velocity");
  await leave(ann);
});

test("two passes end the game, and a tie is White's", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { game: "influence", opponent: "Two at this screen" });
  for (const colour of ["Black", "White"]) {
    await says(ann.page, new RegExp(`${colour}: place`));
    await ann.page.getByRole("button", { name: "Pass" }).click();
  }
  await says(ann.page, /White has won/);
  await leave(ann);
});

test("the strongest computer plays a whole game without a slip", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { game: "influence", opponent: "The computer", level: "5", seat: "White" });
  for (let turn = 0; turn < 40; turn++) {
    await says(ann.page, /Your turn|won/);
    const places = await open(ann.page);
    if (places.length === 0) break;
    await ann.page.locator(`[data-place="${places[0]}"]`).click();
    await ann.page.waitForFunction(
      (left) => document.querySelectorAll(".place.open").length !== left || /won/.test(document.querySelector("h1").textContent),
      places.length,
    );
  }
  await says(ann.page, /Black has won/);
  await picture(ann.page, "influence-end");
  await leave(ann);
});

test("options are explained, a wrong pair says why, and the turned board shows its frame and keystone", async () => {
  const ann = await person(browser, `${folder.url}#/new/influence`);
  const set = async (group, choice) =>
    ann.page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name: choice }).check({ force: true });
  await set("Board", "Grand");
  await set("Shifting board", "on");
  await ann.page.getByText(/keystone/i).first().waitFor();
  assert.equal(await ann.page.getByRole("button", { name: "Begin" }).isDisabled(), true);
  await set("Keystone", "on");
  await ann.page.getByRole("radio", { name: "Two at this screen" }).check({ force: true });
  await picture(ann.page, "influence-options");
  await ann.page.getByRole("button", { name: "Begin" }).click();
  await says(ann.page, /Black: place/);
  for (let turn = 0; turn < 5; turn++) {
    const places = await open(ann.page);
    await ann.page.locator(`[data-place="${places[(turn * 13) % places.length]}"]`).click();
  }
  await picture(ann.page, "influence-shifting");
  await leave(ann);
});

test("on a phone a tap looks and a second one plays", async () => {
  const ann = await person(browser, folder.url, PHONE);
  await begin(ann.page, folder.url, { game: "influence", opponent: "Two at this screen" });
  assert.equal(await overflow(ann.page), 0);
  await cell(ann.page, "d3").tap();
  await ann.page.getByText(/The triangles pay Black 2\.00/).first().waitFor();
  await picture(ann.page, "influence-phone");
  await ann.page.getByRole("button", { name: "Play d3" }).tap();
  await says(ann.page, /White: place/);
  assert.equal(await overflow(ann.page), 0);
  await leave(ann);
});

test("the token places two stones in one turn, and a step back leaves the rest of the turn", async () => {
  const ann = await person(browser, `${folder.url}#/new/influence`);
  const token = ann.page.getByRole("group", { name: "Momentum token", exact: true });
  await token.getByRole("radio", { name: "on" }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Two at this screen" }).check({ force: true });
  await ann.page.getByRole("button", { name: "Begin" }).click();
  await says(ann.page, /Black: place/);
  await ann.page.getByRole("button", { name: /^Token/ }).click();
  await ann.page.keyboard.press("Escape");
  await ann.page.getByRole("button", { name: /^Token/ }).click();
  await cell(ann.page, "d3").click();
  await cell(ann.page, "c3").hover();
  await picture(ann.page, "influence-token");
  await cell(ann.page, "c3").click();
  await says(ann.page, /White: place/);
  for (const point of ["c3", "d3"]) {
    await ann.page.waitForFunction(
      (name) => /Black stone/.test(document.querySelector(`[data-place="${name}"]`).getAttribute("aria-label")),
      point,
    );
  }
  await leave(ann);
});

test("dozens of dice do not push a phone's page sideways", async () => {
  const ann = await person(browser, `${folder.url}#/new/influence`, PHONE);
  const dice = ann.page.getByRole("group", { name: "Dice", exact: true });
  await dice.getByRole("radio", { name: "on" }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Two at this screen" }).check({ force: true });
  await ann.page.getByRole("button", { name: "Begin" }).click();
  for (let turn = 0; turn < 12; turn++) {
    await says(ann.page, turn % 2 === 0 ? /Black: place/ : /White: place/);
    const places = await open(ann.page);
    await ann.page.locator(`[data-place="${places[(turn * 7) % places.length]}"]`).tap();
    await ann.page.getByRole("button", { name: /^Play / }).tap();
    assert.equal(await overflow(ann.page), 0, `turn ${turn + 1}`);
  }
  await picture(ann.page, "influence-dice-phone");
  await leave(ann);
});

test("two people online, with dice that both have shared in", async () => {
  const server = await Server.start();
  const ann = await person(browser, server.url);
  await ann.page.goto(`${server.url}#/new/influence`);
  await ann.page.getByRole("group", { name: "Dice", exact: true }).getByRole("radio", { name: "on" }).check({ force: true });
  await ann.page.getByRole("radio", { name: "Online, by a link" }).check({ force: true });
  await ann.page.getByRole("textbox", { name: "Your name" }).fill("Ann");
  await ann.page.getByRole("button", { name: "Make the table" }).click();
  const bob = await person(browser, await invitation(ann.page));
  await sitDown(bob.page, "Bob");
  for (let turn = 0; turn < 6; turn++) {
    const [actor, other] = turn % 2 === 0 ? [ann, bob] : [bob, ann];
    await says(actor.page, /Your turn/);
    const places = await open(actor.page);
    await actor.page.locator(`[data-place="${places[turn * 3]}"]`).click();
    await says(other.page, /Your turn/);
  }
  await ann.page.getByRole("button", { name: "Resign" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await says(bob.page, /Black has resigned/);
  await bob.page.getByRole("link", { name: "Replay" }).or(bob.page.getByRole("button", { name: "Replay" })).first().click();
  await bob.page.locator('[data-promised="true"]').waitFor();
  await leave(ann, bob);
  await server.stop();
});
