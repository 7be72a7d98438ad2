// A stable layout: the newest move is visible, buttons stay under the pointer, and the start button stays in reach.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./src/browser.mjs";
import { invitation } from "./src/door.mjs";
import { serveFolder } from "./src/folder.mjs";
import { card, everyCover, goHome, goToForm, goToRules } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { chance, playMoves, playToTheEnd, pressSomething, ready } from "./src/player.mjs";
import { choose, press, pressButton } from "./src/press.mjs";
import { Server } from "./src/server.mjs";
import { begin, begun, resign, says, sitDown, twoPeople } from "./src/table.mjs";
import { GAMES, buttons, lesson, looksForServer, opponents } from "./src/words.mjs";

const house = new House(serveFolder);
/** Windows between a desktop and a phone: one without room for a panel beside the board, and a low one with a panel there. */
const UPRIGHT = { viewport: { width: 768, height: 1024 } };
const LOW = { viewport: { width: 1024, height: 700 } };
const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } };
const SCREENS = { desktop: DESKTOP, upright: UPRIGHT, low: LOW, phone: PHONE, sideways: SIDEWAYS };

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

/**
 * Runs in the page: collects how far elements shift without a press or key of a person just before; with `buffered`, since the
 * page was opened. A large part of the page is made in several tasks and is transparent until all of it is there. What moves in it
 * meanwhile nobody sees, but a browser counts it in the first frame that shows this part.
 */
function watchShifts(buffered) {
  window.shifts = [];
  const firstFrames = new Map(); // of the parts that were transparent
  new MutationObserver((changes) => {
    for (const { target } of changes.filter((change) => !change.target.hasAttribute("data-unfinished"))) {
      const frame = { begins: performance.now(), ends: Infinity };
      firstFrames.set(target, frame);
      requestAnimationFrame(() => requestAnimationFrame(() => (frame.ends = performance.now())));
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-unfinished"] });
  const isFirstSeen = (node, time) => {
    const frame = firstFrames.get(node);
    return Boolean(frame && frame.begins <= time && time < frame.ends) || Boolean(node && isFirstSeen(node.parentNode, time));
  };
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput || (sources.length > 0 && sources.every(({ node }) => isFirstSeen(node, startTime)))) continue;
      const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
      const named = ({ node, previousRect, currentRect }) =>
        `${node?.nodeName}.${node?.className?.baseVal ?? node?.className ?? ""} from ${at(previousRect)} to ${at(currentRect)}`;
      window.shifts.push({ value, what: `${new URL(document.URL).hash}: ${sources.map(named).join("; ")}` });
    }
  }).observe({ type: "layout-shift", buffered });
}

/** Browsers excuse shifts within 500 ms after a press. What arrives later than that is not excused. */
const LATE = 700;
/** A shift of one line by one pixel is less than this, and nobody sees it. */
const UNSEEN = 0.001;

/** Nothing has shifted since `watchShifts`. */
async function nothingShifted(page, where) {
  const found = (await page.evaluate(() => window.shifts)).filter((shift) => shift.value >= UNSEEN);
  assert.deepEqual(found.map(({ value, what }) => `${value.toFixed(4)} ${what}`), [], where);
}

/** Runs in the page: whether all of a control is in the window, and nothing lies over it. */
function isInSight(control) {
  const box = control.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && control.contains(top);
}

/** Waits until what arrives late has arrived, and is drawn. */
async function lateIsHere(page) {
  await page.waitForFunction(() => !document.querySelector("#page[aria-busy], .skeleton, .loading"));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`nothing shifts when the computer ends the match (${name})`, async () => {
    const ann = await house.person({ ...screen, repliesAfter: LATE });
    await begin(ann.page, { game: "hexoust", opponent: "computer", level: "2" });
    await ann.page.evaluate(watchShifts);
    await playToTheEnd(ann.page, chance(3), 200);
    await ann.page.locator("[data-turning]").waitFor();
    await lateIsHere(ann.page);
    await nothingShifted(ann.page, "after a lost match");
    await says(ann.page, /You have lost/);
  });

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

  test(`nothing shifts while somebody comes to a table online, sits down and moves (${name})`, async () => {
    const server = await house.borrow(Server.start());
    for (const game of Object.keys(GAMES)) {
      const ann = await house.person({ ...screen, door: server.url });
      await begin(ann.page, { game, opponent: "online", name: "Ann" });
      const link = await invitation(ann.page);
      await ann.page.evaluate(watchShifts);
      const bob = await house.guest(link, screen);
      await bob.page.evaluate(watchShifts, true);
      await sitDown(bob.page, "Bob");
      for (const one of [ann, bob]) await begun(one.page);
      const random = chance(5);
      for (let presses = 0; presses < 8; presses++) {
        const actor = await Promise.race([ann, bob].map((one) => ready(one.page).then(() => one)));
        if (!(await pressSomething(actor.page, random))) break;
      }
      await nothingShifted(ann.page, `${game}, at the table of Ann`);
      await nothingShifted(bob.page, `${game}, for Bob, who came by the link`);
      for (const one of [ann, bob]) await one.context.close();
    }
  });

  test(`nothing shifts for people who watch, in two languages, when a note about the match comes (${name})`, async () => {
    const server = await house.borrow(Server.start());
    const { ann, bob, link } = await twoPeople(house, { door: server.url, game: "influence", options: { board: "Compact" } });
    const watchers = [];
    for (const locale of ["en", "de"]) watchers.push(await house.guest(link, { ...screen, locale }));
    for (const { page } of watchers) {
      await page.locator(".table .panel .person").first().waitFor();
      await lateIsHere(page);
      await page.evaluate(watchShifts);
    }
    const random = chance(5);
    const note = watchers[0].page.locator("[data-note^=lead-is-safe]");
    while (!(await note.isVisible())) {
      const actor = await Promise.race([ann, bob].map((one) => ready(one.page).then(() => one)));
      assert.ok(await pressSomething(actor.page, random), "a lead is safe before the end");
    }
    for (const { page } of watchers) {
      await page.locator("[data-note^=lead-is-safe]").waitFor();
      await lateIsHere(page);
      await nothingShifted(page, "for somebody who watches");
    }
  });

  test(`nothing shifts when the other side ends the match, and a rematch is in sight (${name})`, async () => {
    const server = await house.borrow(Server.start());
    for (const game of Object.keys(GAMES)) {
      const ann = await house.person({ ...screen, door: server.url });
      await begin(ann.page, { game, opponent: "online", name: "Ann" });
      const link = await invitation(ann.page);
      const bob = await house.guest(link);
      await sitDown(bob.page, "Bob");
      for (const one of [ann, bob]) await begun(one.page);
      // A browser excuses shifts just after a press. Who watches presses nothing.
      const cy = await house.guest(link, screen);
      await cy.page.locator(".panel .person").first().waitFor();
      await lateIsHere(cy.page);
      const random = chance(5);
      for (let presses = 0; presses < 8; presses++) {
        const actor = await Promise.race([ann, bob].map((one) => ready(one.page).then(() => one)));
        if (!(await pressSomething(actor.page, random))) break;
      }
      for (const { page } of [ann, cy]) await page.evaluate(watchShifts);
      await resign(bob.page);
      for (const { page } of [ann, cy]) {
        await page.locator("[data-ending]").waitFor();
        await lateIsHere(page);
      }
      await nothingShifted(ann.page, `${game}, for Ann, whom Bob has left`);
      await nothingShifted(cy.page, `${game}, for Cy, who watches`);
      await until(`${game}: a rematch in sight`, () => ann.page.getByRole("button", { name: buttons.playAgain }).evaluate(isInSight));
      for (const one of [ann, bob, cy]) await one.context.close();
    }
  });

  test(`nothing shifts while a server is looked for and makes a table (${name})`, async () => {
    const server = await house.borrow(Server.start());
    for (const door of [server.url, house.url]) {
      const ann = await house.person({ ...screen, door, repliesAfter: LATE });
      await goToForm(ann.page, "hexoust");
      await ann.page.reload(); // the page asks for a server when it opens
      await ann.page.evaluate(watchShifts, true);
      await ann.page.getByText(looksForServer).waitFor();
      await ann.page.getByText(looksForServer).waitFor({ state: "hidden" });
      await lateIsHere(ann.page);
      if (door === server.url) {
        await choose(ann.page.getByRole("radio", { name: opponents.online }));
        await pressButton(ann.page, buttons.begin);
        await invitation(ann.page);
        await lateIsHere(ann.page);
      }
      await nothingShifted(ann.page, door === server.url ? "with a server" : "without a server");
    }
  });

  test(`nothing shifts while the home page, rules and lessons load (${name})`, async () => {
    const ann = await house.person({ ...screen, repliesAfter: LATE });
    await ann.page.evaluate(watchShifts, true);
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
    assert.ok(await button.evaluate(isInSight), `${game}: in sight without scrolling`);
    const fold = ann.page.locator("details.fold > summary");
    if ((await fold.count()) > 0) {
      await press(fold);
      await ann.page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      assert.ok(await button.evaluate(isInSight), `${game}: in reach among the options`);
    }
    await ann.page.evaluate(() => scrollTo(0, 0));
  }
});
