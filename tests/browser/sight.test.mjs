// The sentence, the aim, the board and the main buttons are visible without scrolling in every phase of every game, on phones and on
// desktops.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToRecord } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { chance, pressSomething, ready } from "./src/player.mjs";
import { pressButton } from "./src/press.mjs";
import { goOnBefore } from "./src/saved.mjs";
import { begin, said, says } from "./src/table.mjs";
import { outOfSight } from "./src/thumb.mjs";
import { GAMES, buttons, fields, moves } from "./src/words.mjs";

const house = new House(serveFolder);
/** Two phones held upright, two held sideways, and two desktops whose screens take fingers too. */
const SCREENS = [[390, 844], [390, 667], [844, 390], [667, 375], [1440, 900], [1280, 720]];
/** So many presses lead from the beginning of each match into its middle. */
const PRESSES = 45;
/** Options that make a game pass through its phases with so few presses. */
const OPTIONS = { influence: { board: "Compact" } };

const is = (pattern) => (action) => pattern.test(action);
/** Presses the button of the momentum token, and then perhaps a place. */
const token = async (page) => pressButton(page, moves.token);
const tokenAndPlace = async (page) => {
  await token(page);
  await page.locator(".b-open").first().tap();
};

/** Passes, although that would lose. */
const pass = async (page) => {
  await pressButton(page, moves.pass);
  await pressButton(page, buttons.sure);
};

/**
 * Every phase of every game: what the game's texts call it, a golden record, the action before which the phase is, and what
 * is pressed there.
 */
const PHASES = {
  hexoust: [
    ["place", "chains-on-base-5", (_, count) => count === 12],
    ["again", "chains-on-base-5", is(/^f8$/)],
  ],
  hexlock: [["act", "rings", (_, count) => count === 30]],
  influence: [
    ["place", "classic", (_, count) => count === 8],
    ["token", "tokens-on-honeycomb", (_, count) => count === 1],
    ["first", "tokens-on-honeycomb", (_, count) => count === 1, token],
    ["second", "tokens-on-honeycomb", (_, count) => count === 1, tokenAndPlace],
    ["answer", "classic", (_, count) => count === 8, pass],
  ],
  "hex-dice": [
    ["choose", "duel", (_, count) => count === 0],
    ["deploy", "duel", (_, count) => count === 4],
    ["play", "duel", is(/^f2-d2/)],
    ["bonus", "duel", is(/^e11-e10/)],
  ],
  "hex-ships": [
    ["deploy", "captains", is(/^place/)],
    ["face", "captains", is(/^face/)],
    ["launch", "squadrons", is(/^speed:1$/)],
    ["speed", "captains", is(/^speed/)],
    ["move", "captains", is(/^ahead/)],
    ["done", "captains", is(/^done/)],
    ["target", "captains", is(/^target/)],
    ["fire", "captains", is(/^fire/)],
    ["roll", "captains", is(/^keep/)],
  ],
};

/** The phases that are the end of a match. */
const ENDS = new Set(["nothing", "won", "draw", "drawn"]);

/** The sentences of all phases of a game, by their keys in the game's texts. */
async function sentences(game) {
  const texts = await readFile(new URL(`../../games/${game}/data/en.txt`, import.meta.url), "utf8");
  const lines = [...texts.matchAll(/^expect\.(\S+) = (.*)$/gm)].filter(([, key]) => !ENDS.has(key));
  return new Map(lines.map(([, key, words]) => [key, new RegExp(`: ${words.replaceAll(/\{[^}]*\}/g, ".+")}$`)]));
}

/** Runs in the page: whether the aim of the match stands there and nothing covers its beginning. */
const aimIsInSight = () => {
  const words = [...document.querySelectorAll("[data-aim] > span, [data-aim-line] > summary")].filter((words) => words.checkVisibility());
  const isOnTop = (words) => {
    const { left, top } = words.getClientRects()[0];
    return words.contains(document.elementFromPoint(left + 8, top + 8));
  };
  return words.length === 1 && isOnTop(words[0]);
};

/** Nothing that a player needs is out of sight. */
async function inSight(page, when) {
  await page.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await page.evaluate(outOfSight), [], `“${await said(page)}” ${when}`);
  assert.ok(await page.evaluate(aimIsInSight), `the aim at “${await said(page)}” ${when}`);
}

test("the phases of every game are known", () => {
  assert.deepEqual(Object.keys(PHASES).sort(), Object.keys(GAMES).sort());
});

test("a replay is stepped through on a phone with the board in sight", async () => {
  const { page } = await house.person(PHONE);
  await goToRecord(page);
  const record = await readFile(new URL("../../games/hexlock/tests/golden/rings.record", import.meta.url), "utf8");
  await page.getByRole("textbox", { name: fields.record }).fill(record);
  await pressButton(page, buttons.readRecord);
  await page.locator("[data-board]").waitFor();
  await inSight(page, "in a replay");
  const lowest = await page.locator(".steps").evaluate((steps) => steps.getBoundingClientRect().bottom);
  assert.ok(lowest <= PHONE.viewport.height, "the buttons that step are in sight");
});

test("no button covers those of a hint on a phone", async () => {
  const { page } = await house.person(PHONE);
  await goOnBefore(page, "hex-dice", "duel", (_, count) => count === 4);
  await pressButton(page, buttons.hint);
  const play = page.locator("[data-hint-play]");
  await play.waitFor();
  const isOnTop = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  assert.ok(await play.evaluate(isOnTop), "a finger in the middle of “Play this move” touches it");
});

/** Runs in the page: the lines of the words about a plan that something covers or that are scrolled away. */
const hiddenWords = () => {
  const words = document.querySelector(".story.planned p");
  const range = document.createRange();
  range.selectNodeContents(words);
  const isCovered = ({ left, top, height }) => !words.contains(document.elementFromPoint(left + 4, top + height / 2));
  return [...range.getClientRects()].filter(isCovered).length;
};

test("what a planned move does is in sight on a phone, above its buttons, and so is the aim", async () => {
  for (const [width, height] of [[390, 844], [390, 667], [844, 390]]) {
    const { page, context } = await house.person({ ...PHONE, viewport: { width, height } });
    await begin(page, { game: "hex-ships", opponent: "screen", options: { battle: "Passing lines" } });
    // The places of the ends that nothing covers.
    const [end] = await page.evaluate(() => {
      const ends = [...document.querySelectorAll("[data-place]")].filter((place) => /the move can end here/.test(place.getAttribute("aria-label")));
      const middle = (place) => {
        const { x, y, width, height } = place.querySelector(".b-cell").getBoundingClientRect();
        return { place, x: x + width / 2, y: y + height / 2 };
      };
      return ends.map(middle).filter(({ place, x, y }) => place.contains(document.elementFromPoint(x, y))).map(({ x, y }) => ({ x, y }));
    });
    await page.touchscreen.tap(end.x, end.y);
    if ((await page.locator("[data-plan]").count()) === 0) await page.touchscreen.tap(end.x, end.y);
    await page.locator("[data-plan]").waitFor();
    await page.locator(".story.planned p").waitFor();
    assert.equal(await page.evaluate(hiddenWords), 0, `all lines at ${width} by ${height}`);
    await inSight(page, `after a plan at ${width} by ${height}`);
    if (height > 800) {
      const isWhole = (strip) => strip.scrollWidth <= strip.clientWidth && strip.getBoundingClientRect().right <= innerWidth;
      assert.ok(await page.locator(".strip").evaluate(isWhole), "the order is whole");
    }
    await context.close();
  }
});

test("a low phone has a line for the aim, and a press shows all of it and moves nothing", async () => {
  for (const [width, height] of [[390, 667], [667, 375]]) {
    const { page, context } = await house.person({ ...PHONE, viewport: { width, height } });
    await begin(page, { game: "hex-ships", opponent: "screen", options: { battle: "Passing lines" } });
    const aim = page.locator("[data-aim-line] > summary");
    const isCut = () => aim.evaluate((words) => words.scrollWidth > words.clientWidth);
    const boardAt = () => page.locator("[data-board]").evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
    assert.ok(await isCut(), `one line is too short for it at ${width} by ${height}`);
    const before = await boardAt();
    await aim.tap();
    await until("all of the aim", async () => !(await isCut()));
    assert.equal(await boardAt(), before);
    await aim.tap();
    await until("one line again", isCut);
    await inSight(page, `after a look at the aim at ${width} by ${height}`);
    await context.close();
  }
});

test("the buttons of every game fit on a phone in German", async () => {
  for (const game of Object.keys(GAMES)) {
    const { page, context } = await house.person(PHONE);
    await begin(page, { game, opponent: "screen", options: OPTIONS[game] });
    await pressButton(page, buttons.settings);
    await page.getByRole("combobox", { name: fields.language }).selectOption("de");
    await page.locator('html[lang="de"]').waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await inSight(page, `in German, ${game}`);
    await context.close();
  }
});

for (const [width, height] of SCREENS) {
  const screen = { ...PHONE, viewport: { width, height } };

  for (const game of Object.keys(GAMES)) {
    test(`${game} is played without scrolling on a screen of ${width} by ${height} pixels`, async () => {
      const { page } = await house.person(screen);
      await begin(page, { game, opponent: "screen", options: OPTIONS[game] });
      const random = chance(11);
      let looks = 0;
      for (let presses = 0; presses < PRESSES; presses++) {
        await ready(page);
        // A screen that is handed over has no board, and a question lies over everything.
        if ((await page.locator("[data-board]").count()) > 0 && (await page.locator("dialog[open]").count()) === 0) {
          await inSight(page, `after ${presses} presses`);
          looks++;
        }
        if (!(await pressSomething(page, random))) break;
      }
      assert.ok(looks > 5, "the match goes on");
    });
  }

  for (const [game, phases] of Object.entries(PHASES)) {
    test(`every phase of ${game} is in sight on a screen of ${width} by ${height} pixels`, async () => {
      const all = await sentences(game);
      assert.deepEqual(phases.map(([key]) => key).sort(), [...all.keys()].sort(), "every phase is looked at");
      for (const [key, record, before, then] of phases) {
        const { page, context } = await house.person(screen);
        await goOnBefore(page, game, record, before);
        const takeOver = page.locator("[data-hand-over] button");
        await page.locator("[data-board]").or(takeOver).first().waitFor();
        if ((await takeOver.count()) > 0) await takeOver.first().tap();
        if (then) await then(page);
        await says(page, all.get(key));
        await inSight(page, `before an action of ${record}`);
        await context.close();
      }
    });
  }
}
