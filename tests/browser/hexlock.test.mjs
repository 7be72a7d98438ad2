// Fog, odds and dice: against the computer, with two at one screen, and looking back at it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, openBrowser, overflow, person, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/server.mjs";
import { begin, cell, says } from "./src/table.mjs";

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

async function leave(one) {
  await one.context.close();
  assert.deepEqual(one.problems, []);
}

/** What a screen reader is told of every hex. */
const labels = (page) =>
  page.evaluate(() => [...document.querySelectorAll("[data-place]")].map((at) => at.getAttribute("aria-label")));

const nameOf = (label) => label.split(",")[0];

/** Hexes whose description fits all of these. */
async function hexes(page, ...descriptions) {
  return (await labels(page)).filter((label) => descriptions.every((fits) => fits.test(label))).map(nameOf);
}

/** Steps towards the enemy until something can be attacked: the hex to attack from, and the hex to attack. */
async function approach(page, own) {
  for (let turn = 0; turn < 30; turn++) {
    await says(page, /Your turn|I am|won/);
    const sources = await hexes(page, /then a target/);
    if (sources.length > 0) return sources[0];
    const empty = await hexes(page, /empty/, /open to you/);
    const row = (name) => Number(name.slice(1));
    empty.sort((a, b) => (own === "top" ? row(b) - row(a) : row(a) - row(b)));
    await cell(page, empty[0]).click();
    await page.waitForFunction(() => /Your turn|won/.test(document.querySelector("h1")?.textContent ?? ""));
  }
  throw new Error("nobody to attack");
}

async function attack(page, source) {
  await cell(page, source).click();
  const [target] = await hexes(page, /held by/, /open to you/, /Critical fail/i);
  return target;
}

test("far health is unknown, the odds stand before the roll, and the die lands", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { game: "hexlock", opponent: "The computer", level: "1", seat: "Red" });
  await says(ann.page, /Your turn/);
  assert.deepEqual((await hexes(ann.page, /held by Blue/, /health unknown/)).includes("d7"), true);
  const source = await approach(ann.page, "top");
  const target = await attack(ann.page, source);
  await cell(ann.page, target).hover();
  const odds = ann.page.locator("[data-odds] li");
  const shares = await odds.evaluateAll((items) => items.map((item) => Number(item.dataset.share)));
  assert.equal(shares.reduce((sum, share) => sum + share, 0), 100);
  await ann.page.getByText(/d20 \+ \d+ against 10 \+ \d+/).first().waitFor();
  await picture(ann.page, "odds");
  await cell(ann.page, target).click();
  await ann.page.locator('[data-dice^="d20="]').first().waitFor();
  await picture(ann.page, "die");
  // The computer may have answered by now: the list of turns leads back to the roll.
  await says(ann.page, /Your turn|won/);
  await ann.page.getByRole("button", { name: new RegExp(`${source}-${target}`) }).last().click();
  const told = new RegExp(`Red attacks ${target} from ${source}: (a natural 1|\\d+ \\+ \\d+ = \\d+ against \\d+)`);
  await ann.page.getByText(told).first().waitFor();
  await ann.page.locator('[data-dice^="d20="]').first().waitFor();
  await ann.page.getByRole("button", { name: "Now" }).click();
  // By keyboard: the source, Esc, and nothing was played.
  await says(ann.page, /Your turn/);
  const moves = await ann.page.locator(".turn-action").count();
  await cell(ann.page, (await hexes(ann.page, /then a target/))[0]).click();
  await ann.page.keyboard.press("Escape");
  assert.equal(await ann.page.locator(".turn-action").count(), moves);
  await leave(ann);
});

test("two at one screen hand it over, and nothing of the other is in the page", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { game: "hexlock", opponent: "Two at this screen" });
  const colours = ["Red", "Blue"];
  const isNext = async () => {
    const button = ann.page.getByRole("button", { name: /^I am / });
    await button.waitFor();
    return (await button.textContent()).replace("I am ", "").trim();
  };
  const first = await isNext();
  assert.deepEqual(await labels(ann.page), [], "no board before it is handed over");
  await picture(ann.page, "hand-over");
  await ann.page.getByRole("button", { name: `I am ${first}` }).click();
  await says(ann.page, new RegExp(first));
  const [open] = await hexes(ann.page, /empty/, /open to you/);
  await cell(ann.page, open).click();
  const second = colours.find((colour) => colour !== first);
  assert.equal(await isNext(), second);
  assert.deepEqual(await labels(ann.page), []);
  await ann.page.reload();
  assert.equal(await isNext(), second, "a reload does not show it either");
  await ann.page.getByRole("button", { name: `I am ${second}` }).click();
  await ann.page.getByRole("grid", { name: "Board" }).waitFor();
  assert.ok((await hexes(ann.page, new RegExp(`held by ${first}`), /health unknown/)).length > 0);
  assert.equal((await hexes(ann.page, new RegExp(`held by ${second}`), /health unknown/)).length, 0);
  await leave(ann);
});

test("a match is replayed with any eyes, its dice repeated, its luck weighed", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { game: "hexlock", opponent: "The computer", level: "1", seat: "Red" });
  const source = await approach(ann.page, "top");
  await cell(ann.page, await attack(ann.page, source)).click();
  await says(ann.page, /Your turn|won/);
  await ann.page.getByRole("button", { name: "Resign" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await says(ann.page, /Red has resigned/);
  assert.equal((await hexes(ann.page, /health unknown/)).length, 0, "after the end everything is open");
  await ann.page.getByRole("link", { name: "Replay" }).or(ann.page.getByRole("button", { name: "Replay" })).first().click();
  await ann.page.locator('[data-fair="seed"]').waitFor();
  assert.equal(await ann.page.locator("[data-luck]").count(), 2);
  await picture(ann.page, "replay");
  await ann.page.getByRole("button", { name: "To the beginning" }).click();
  await ann.page.getByRole("radio", { name: "Blue" }).check({ force: true });
  await ann.page.waitForFunction(() => /held by Red, health unknown/.test(document.querySelector('[data-place="d1"]').getAttribute("aria-label")));
  await ann.page.getByRole("radio", { name: "everything open" }).check({ force: true });
  await ann.page.waitForFunction(() => !/unknown/.test(document.querySelector('[data-place="d1"]').getAttribute("aria-label")));
  await leave(ann);
});

test("a record is pasted, and a wrong one says where and loses nothing", async () => {
  const ann = await person(browser, `${folder.url}#/replay`);
  const field = ann.page.getByRole("textbox", { name: /Paste a record/ });
  const record = "Sixfold record 1\ngame: hexlock 1\nsetup: memory=off\nseed: 1\nrolls: d2=1\n\n1. red d2\n";
  await field.fill(record.replace("d2=1", "d2=2"));
  await ann.page.getByRole("button", { name: "Look at it" }).click();
  await ann.page.getByRole("alert").filter({ hasText: /Line 5/ }).waitFor();
  assert.equal(await field.inputValue(), record.replace("d2=1", "d2=2"));
  await picture(ann.page, "wrong-record");
  await leave(ann);
});

test("fog and odds on a phone", async () => {
  const ann = await person(browser, folder.url, PHONE);
  await begin(ann.page, folder.url, { game: "hexlock", opponent: "The computer", level: "1", seat: "Red" });
  await says(ann.page, /Your turn/);
  assert.equal(await overflow(ann.page), 0);
  const tap = async (name) => cell(ann.page, name).tap();
  for (let turn = 0; turn < 30 && (await hexes(ann.page, /then a target/)).length === 0; turn++) {
    const empty = (await hexes(ann.page, /empty/, /open to you/)).sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)));
    await tap(empty[0]);
    const confirm = ann.page.getByRole("button", { name: /^Play / });
    if (await confirm.isVisible()) await confirm.tap();
    await ann.page.waitForFunction(() => /Your turn|won/.test(document.querySelector("h1")?.textContent ?? ""));
  }
  const [source] = await hexes(ann.page, /then a target/);
  await tap(source);
  const [target] = await hexes(ann.page, /held by/, /open to you/, /Critical fail/i);
  await tap(target);
  if (await ann.page.locator("[data-odds]").isVisible()) await picture(ann.page, "phone-odds");
  assert.equal(await overflow(ann.page), 0);
  await leave(ann);
});
