// Plans, ships and fleets: a battle against the computer, and a fleet that is put together and kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hexes } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { begin, choose, says } from "./src/table.mjs";

const house = new House(serveFolder);
const duel = { game: "hex-ships", opponent: "The computer", level: "1", seat: "Red", options: { Battle: "Passing lines" } };

const button = (page, name) => page.getByRole("button", { name, exact: true });
const planned = async (page) => Number((await page.locator("[data-plan]").getAttribute("data-plan", { timeout: 500 }).catch(() => null)) ?? 0);
const steps = (page, count) => until(`${count} planned steps`, async () => (await planned(page)) === count);
const turns = (page) => page.locator(".turn-action").count();

/** Ends moves and holds fire until this is asked for. */
async function playUntil(page, sentence) {
  for (let turn = 0; turn < 60; turn++) {
    await says(page, /^Your turn/);
    const said = await page.locator("h1").textContent();
    if (sentence.test(said)) return;
    await forward(page, said);
  }
  throw new Error(`nobody was asked for ${sentence}`);
}

/** The simplest thing that ends the turn of a ship. */
async function forward(page, said) {
  const before = await turns(page);
  if (/speed|hexes? to go|has gone/.test(said)) {
    await page.locator(".number-now").click();
    for (let step = 0; step < 12 && !(await button(page, "End the move").isEnabled().catch(() => false)); step++) {
      await page.keyboard.press("ArrowUp");
    }
    await button(page, "End the move").click();
  } else if (/roll/.test(said)) {
    await button(page, "Keep the roll").click();
  } else {
    await button(page, "Hold fire").click();
  }
  await until("the next turn", async () => (await turns(page)) > before);
}
