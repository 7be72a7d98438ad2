// A stable layout: the newest move is visible, buttons stay under the pointer, and the start button stays in reach.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { card, everyCover, goHome, goToForm, goToRules } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { chance, playMoves, pressSomething, ready } from "./src/player.mjs";
import { press } from "./src/press.mjs";
import { begin } from "./src/table.mjs";
import { GAMES, buttons, lesson } from "./src/words.mjs";

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
      const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
      const named = ({ node, previousRect, currentRect }) =>
        `${node?.nodeName}.${node?.className?.baseVal ?? node?.className ?? ""} from ${at(previousRect)} to ${at(currentRect)}`;
      if (!hadRecentInput) window.shifts.push({ value, what: `${new URL(document.URL).hash}: ${sources.map(named).join("; ")}` });
    }
  }).observe({ type: "layout-shift" });
}

/** Browsers excuse shifts within 500 ms after a press. What arrives later than that is not excused. */
const LATE = 700;
/** A shift of one line by one pixel is less than this, and nobody sees it. */
const UNSEEN = 0.001;

/**
 * Shifts that there still are, each with its place and its largest value. Remove a line when the page is mended.
 * - While fleets deploy, a ship's tray lies above the text on one's own turn and below it on the other's, and the panel
 *   beside the board follows. The panel gets the first sheet when the first ship is on the board.
 * - At a table beside a wide board: the list of all legal moves is there only on one's own turn, and the options go up for
 *   it. The text under the board makes room for the dice of the last move. A long sentence above the board takes two lines,
 *   and the board goes down by 8 pixels.
 * - On a phone the header gets its link to the rules when a lesson has arrived.
 */
const KNOWN = [
  { where: "", what: /^#\/local\//, most: 0.01 },
  { where: "hex-ships", what: /(DIV\.(trays|under|telling)|SPAN\.tray-item|SECTION\.turns) from/, most: 0.09 },
  { where: "the lesson of", what: /#\/learn\/\S+: NAV\. from/, most: 0.002 },
];

/** Nothing has shifted since `watchShifts`, except for what is known. */
async function nothingShifted(page, where) {
  const isKnown = ({ value, what }) => KNOWN.some((known) => where.startsWith(known.where) && known.what.test(what) && value <= known.most);
  const shifts = await page.evaluate(() => window.shifts);
  const found = shifts.filter((shift) => shift.value >= UNSEEN && !isKnown(shift));
  assert.deepEqual(found.map(({ value, what }) => `${value.toFixed(4)} ${what}`), [], where);
}

/** Waits until what arrives late has arrived, and is drawn. */
async function lateIsHere(page) {
  await page.waitForFunction(() => !document.querySelector("#page[aria-busy], .skeleton, .loading"));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`nothing shifts while a table opens, the computer thinks and texts change (${name})`, async () => {
    for (const game of Object.keys(GAMES)) {
      const ann = await house.person({ ...screen, repliesAfter: LATE });
      await lateIsHere(ann.page);
      await ann.page.evaluate(watchShifts);
      await begin(ann.page, { game, opponent: "computer", level: "1", ...(game === "hexoust" && { options: { size: "7" } }) });
      const random = chance(3);
      for (let presses = 0; presses < 12; presses++) {
        if (!(await pressSomething(ann.page, random))) break;
        await ready(ann.page);
      }
      await nothingShifted(ann.page, game);
      await ann.context.close();
    }
  });

  test(`nothing shifts while the home page, rules and lessons load (${name})`, async () => {
    const ann = await house.person({ ...screen, repliesAfter: LATE });
    await ann.page.evaluate(watchShifts);
    await everyCover(ann.page);
    await nothingShifted(ann.page, "home");
    for (const game of Object.keys(GAMES)) {
      await ann.page.evaluate(() => (window.shifts = []));
      await goToRules(ann.page, game);
      await lateIsHere(ann.page);
      await nothingShifted(ann.page, `the rules of ${game}`);
      await goHome(ann.page);
      await press(card(ann.page, game).getByRole("link", { name: lesson.of(game) }).first());
      await ann.page.locator("[data-standing]").waitFor();
      await lateIsHere(ann.page);
      await nothingShifted(ann.page, `the lesson of ${game}`);
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
