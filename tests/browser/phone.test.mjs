// Phones: the sentence, the board and the main buttons are visible without scrolling in every phase of every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { chance, pressSomething, ready } from "./src/player.mjs";
import { begin, said } from "./src/table.mjs";
import { outOfSight } from "./src/thumb.mjs";
import { GAMES } from "./src/words.mjs";

const house = new House(serveFolder);
const HEIGHTS = [844, 667];
/** So many presses pass through all phases of each game. */
const PRESSES = 45;
/** Options that make a game pass through its phases with so few presses. */
const OPTIONS = { influence: { board: "Compact" } };

for (const height of HEIGHTS) {
  for (const game of Object.keys(GAMES)) {
    test(`${game} is played without scrolling on a phone of 390 by ${height} pixels`, async () => {
      const { page } = await house.person({ ...PHONE, viewport: { width: 390, height } });
      await begin(page, { game, opponent: "screen", options: OPTIONS[game] });
      const random = chance(11);
      const phases = new Set();
      for (let presses = 0; presses < PRESSES; presses++) {
        await ready(page);
        // A screen that is handed over has no board, and a question lies over everything.
        if ((await page.locator("[data-board]").count()) > 0 && (await page.locator("dialog[open]").count()) === 0) {
          await page.evaluate(() => scrollTo(0, 0));
          const sentence = await said(page);
          phases.add(sentence);
          assert.deepEqual(await page.evaluate(outOfSight), [], `“${sentence}” after ${presses} presses`);
        }
        if (!(await pressSomething(page, random))) break;
      }
      assert.ok(phases.size > 1, "the match goes on");
    });
  }
}
