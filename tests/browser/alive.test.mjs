// The home page is alive: recorded matches go on while they can be seen, and stand still for people who want no motion.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, overflow } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { everyCover } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { GAMES } from "./src/words.mjs";

const house = new House(serveFolder);
const boards = (page) => page.locator("[data-demo]").evaluateAll((all) => all.map((board) => board.innerHTML));

/** Waits until the recorded matches have arrived: then the boards have pieces. */
const arrived = (page) =>
  until("pieces on every board", async () => {
    const pieces = await page.locator("[data-demo]").evaluateAll((all) => all.map((one) => one.querySelectorAll(".b-piece").length));
    return pieces.length === Object.keys(GAMES).length && pieces.every((count) => count > 2);
  });

test("all five games go on, one step at a time, and no step blocks the page", async () => {
  const { page } = await house.person({ reducedMotion: "no-preference" });
  await everyCover(page);
  await arrived(page);
  await page.evaluate(() => {
    window.blocks = [];
    new PerformanceObserver((list) => window.blocks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: "longtask",
    });
  });
  const before = await boards(page);
  const changed = new Set();
  await until("every board to change", async () => {
    (await boards(page)).forEach((board, index) => board !== before[index] && changed.add(index));
    return changed.size === before.length;
  });
  // Two cores serve several test files at once: a task can take longer than on a free machine.
  const blocks = await page.evaluate(() => window.blocks);
  assert.ok(blocks.every((block) => block < 150), `${blocks}`);
});

test("a match that is out of sight stands still", async () => {
  const { page } = await house.person({ ...PHONE, reducedMotion: "no-preference" });
  await everyCover(page);
  await arrived(page);
  const before = await boards(page);
  await until("the first match goes on", async () => (await boards(page))[0] !== before[0]);
  assert.equal((await boards(page)).at(-1), before.at(-1), "the last one is below the window");
  assert.equal(await overflow(page), 0);
});

test("for people who want no motion the boards show the middle of a match and stand still", async () => {
  const { page } = await house.person({ reducedMotion: "reduce" });
  await everyCover(page);
  await arrived(page);
  const before = await boards(page);
  // Meanwhile the same matches go on for somebody who wants motion.
  const { page: other } = await house.person({ reducedMotion: "no-preference" });
  await everyCover(other);
  await arrived(other);
  for (const step of ["first", "second"]) {
    const shown = await boards(other);
    await until(`the ${step} step of another person's board`, async () => (await boards(other))[0] !== shown[0]);
  }
  assert.deepEqual(await boards(page), before);
});
