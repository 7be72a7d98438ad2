// A stable layout: the newest move is visible, buttons stay under the pointer, and the start button stays in reach.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToForm } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { chance, playMoves, pressSomething, ready } from "./src/player.mjs";
import { press } from "./src/press.mjs";
import { begin } from "./src/table.mjs";
import { GAMES, buttons } from "./src/words.mjs";

const house = new House(serveFolder);
const SCREENS = { desktop: DESKTOP, phone: PHONE };

/** Runs in the page: whether the newest move of the move list is fully visible in it. */
function newestIsInSight() {
  const list = document.querySelector(".turn-list");
  const moves = list.querySelectorAll(".turn-action");
  const [box, newest] = [list, moves[moves.length - 1]].map((element) => element.getBoundingClientRect());
  return newest.top >= box.top - 1 && newest.bottom <= box.bottom + 1;
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`the list of moves follows to the newest one (${name})`, async () => {
    const ann = await house.person(screen);
    await begin(ann.page, { game: "hexlock", opponent: "computer", level: "1", seat: "Red" });
    const random = chance(7);
    for (const moves of [14, 20, 26]) {
      await playMoves(ann.page, moves, random);
      await ready(ann.page);
      await until("the newest move in sight", () => ann.page.evaluate(newestIsInSight));
    }
  });

  test(`no button moves away while scores and cards change (${name})`, async () => {
    for (const game of ["hexlock", "influence"]) {
      const ann = await house.person(screen);
      await begin(ann.page, { game, opponent: "screen" });
      const random = chance(5);
      const heights = () =>
        ann.page.locator(".person").evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
      const first = await heights();
      assert.equal(first.length, 2);
      for (let presses = 0; presses < 24; presses++) {
        // During a handover of the device there are no cards.
        const now = await heights();
        if (now.length > 0) assert.deepEqual(now, first, `the cards of ${game} keep their height`);
        if (!(await pressSomething(ann.page, random))) break;
      }
      await ann.context.close();
    }
  });
}

/** Runs in the page: collects how far elements shift without a press or key of a person just before. */
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const named = ({ node }) => node && `${node.nodeName}.${node.className?.baseVal ?? node.className ?? ""}`;
      if (!hadRecentInput) window.shifts.push({ value, what: sources.map(named).join(", ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`nothing shifts while a table opens, the computer thinks and texts change (${name})`, async () => {
    for (const game of Object.keys(GAMES)) {
      const ann = await house.person(screen);
      await ann.page.evaluate(watchShifts);
      await begin(ann.page, { game, opponent: "computer", level: "1", ...(game === "hexoust" && { options: { size: "7" } }) });
      const random = chance(3);
      for (let presses = 0; presses < 12; presses++) {
        if (!(await pressSomething(ann.page, random))) break;
        await ready(ann.page);
      }
      const shifts = await ann.page.evaluate(() => window.shifts);
      const sum = shifts.reduce((sum, { value }) => sum + value, 0);
      assert.ok(sum < 0.02, `${game}: ${sum} by ${shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join("; ")}`);
      await ann.context.close();
    }
  });
}

test("on a phone the button that begins is in sight at once, and stays in reach among the options", async () => {
  const ann = await house.person(PHONE);
  for (const game of Object.keys(GAMES)) {
    await goToForm(ann.page, game);
    const button = ann.page.getByRole("button", { name: buttons.begin });
    await button.waitFor();
    const isInSight = () =>
      button.evaluate((button) => {
        const box = button.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.top >= 0 && box.bottom <= innerHeight && button.contains(top);
      });
    assert.ok(await isInSight(), `${game}: in sight without scrolling`);
    const fold = ann.page.locator("details.fold > summary");
    if ((await fold.count()) > 0) {
      await press(fold);
      await ann.page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      assert.ok(await isInSight(), `${game}: in reach among the options`);
    }
    await ann.page.evaluate(() => scrollTo(0, 0));
  }
});
