// A whole lesson by finger on a phone, from the home page of a static folder to the first match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, shows } from "./src/board.mjs";
import { PHONE, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goHome } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { press, pressButton } from "./src/press.mjs";
import { says } from "./src/table.mjs";
import { outOfSight } from "./src/thumb.mjs";
import { buttons, lesson } from "./src/words.mjs";

const house = new House(serveFolder);
/** The right stones of each step, one after the other. */
const STEPS = [["d4"], ["d3"], ["d5"], ["d4"], ["d4"], ["c2"], ["d5", "f4", "a4"], ["d5", "c5"]];
/** The step that is missed first, by a stone that is allowed and takes nothing. */
const MISSED = { step: 3, stone: "a1", reason: /That stone is quiet/ };

/** Taps a hex, which shows what would happen, and then the button that plays. */
async function tap(page, name) {
  await shows(page, name, "open to you");
  await press(cell(page, name));
  await pressButton(page, buttons.confirm);
}

const stands = (page, standing) => page.locator(`[data-standing="${standing}"]`).waitFor();

test("a lesson is learned by finger, with a mistake, a reload and a first match at the end", async () => {
  const { page } = await house.person(PHONE);
  await press(page.getByRole("link", { name: lesson.of("hexoust") }).first());
  for (const [index, stones] of STEPS.entries()) {
    const step = index + 1;
    await page.getByText(`Step ${step} of ${STEPS.length}`, { exact: true }).waitFor();
    await stands(page, "open");
    assert.deepEqual(await page.evaluate(outOfSight), [], `step ${step}`);
    if (step === MISSED.step) {
      await tap(page, MISSED.stone);
      await stands(page, "missed");
      await page.getByText(MISSED.reason).first().waitFor();
      assert.deepEqual(await page.evaluate(outOfSight), [], `step ${step}, missed`);
      await picture(page, "lesson-missed");
      await pressButton(page, lesson.show);
      await stands(page, "open");
    }
    for (const stone of stones) await tap(page, stone);
    await stands(page, "done");
    assert.deepEqual(await page.evaluate(outOfSight), [], `step ${step}, done`);
    if (step === MISSED.step) {
      // What was done is remembered: the lesson goes on with the next step, from the home page too.
      await page.reload();
      await stands(page, "open");
      await goHome(page);
      await press(page.getByRole("link", { name: lesson.of("hexoust") }).first());
      continue;
    }
    await pressButton(page, lesson.next);
  }
  await says(page, /^You know HexOust/);
  await picture(page, "lesson-end");
  await pressButton(page, lesson.play);
  await says(page, /Your turn/);
});

test("a lesson is done by keys alone, and the reason of a miss is announced", async () => {
  const { page } = await house.person();
  await page.getByRole("link", { name: lesson.of("hexoust") }).first().focus();
  await page.keyboard.press("Enter");
  await stands(page, "open");
  await page.keyboard.press("Enter"); // from the heading to the board
  await page.locator("[data-place]:focus").waitFor();
  await page.keyboard.press("Enter");
  await stands(page, "done");
  // The focus is on the button that goes on.
  await page.locator("#lesson-next:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Step 2 of 8", { exact: true }).waitFor();
  await press(cell(page, "g1"));
  await stands(page, "missed");
  await page.getByRole("status").filter({ hasText: /touches nobody/ }).waitFor();
  await page.locator("#lesson-again:focus").waitFor();
});
