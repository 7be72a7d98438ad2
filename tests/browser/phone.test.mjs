// Phones: the sentence, the board and the main buttons are visible without scrolling in every phase of every game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { chance, pressSomething, ready } from "./src/player.mjs";
import { begin, said } from "./src/table.mjs";
import { outOfSight } from "./src/thumb.mjs";

const house = new House(serveFolder);
const HEIGHTS = [844, 667];
/** So many presses pass through all phases of each game. */
const PRESSES = 45;
const MATCHES = [
  { game: "hexoust" },
  { game: "hexlock" },
  { game: "influence", options: { board: "Compact" } },
  { game: "hex-dice" },
  { game: "hex-ships" },
];

for (const height of HEIGHTS) {
  for (const match of MATCHES) {
    test(`${match.game} is played without scrolling on a phone of 390 by ${height} pixels`, async () => {
      const { page } = await house.person({ ...PHONE, viewport: { width: 390, height } });
      await begin(page, { opponent: "screen", ...match });
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
