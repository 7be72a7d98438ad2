// What happens is seen where it happens: pieces travel, dice fall before the board changes, a press skips all of it, and a
// person who wants less motion sees the end at once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToRecord } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { place } from "./src/board.mjs";
import { pressButton } from "./src/press.mjs";
import { begin } from "./src/table.mjs";
import { buttons, fields } from "./src/words.mjs";

const house = new House(serveFolder);
const MOTION = { reducedMotion: "no-preference" };
const record = (game, name) => readFile(new URL(`../../games/${game}/tests/golden/${name}.record`, import.meta.url), "utf8");

/** Opens a record, and looks at the position before this many moments. */
async function lookAt(page, text, moment) {
  await goToRecord(page);
  await page.getByRole("textbox", { name: fields.record }).fill(text);
  await pressButton(page, buttons.readRecord);
  await page.locator("[data-board]").waitFor();
  await pressButton(page, buttons.toTheBeginning);
  await stepOn(page, 0, moment);
  await watch(page);
}

/** Steps on from a moment to another, and waits until that one is drawn and nothing moves: a key is drawn in a task of its own. */
async function stepOn(page, from, to) {
  for (let step = from; step < to; step++) await page.keyboard.press(".");
  if (to > 0) await page.locator(`.turn-action.here[data-do*='"show":${to}}']`).waitFor();
  await still(page);
}

/** Waits until nothing moves. */
const still = (page) => page.waitForFunction(() => !document.querySelector("[data-moving]"));

/** From now on notes what the page moves, with the animations that really run. */
const watch = (page) =>
  page.evaluate(() => {
    window.seen = [];
    const runs = (animation) => animation.effect?.target?.hasAttribute("data-motion");
    new MutationObserver(() => {
      const moving = document.querySelector("#page:not([aria-busy]) [data-moving]"); // a busy page is drawn in part
      if (!moving) return;
      const kinds = ["data-goes", "data-shot", "data-struck", "data-throw"].filter((kind) => moving.querySelector(`[${kind}]`));
      const struck = [...moving.querySelectorAll("[data-struck]")].map((flash) => ({
        at: flash.getAttribute("transform"),
        turn: Number(/rotate\((\d+)\)/.exec(flash.innerHTML)?.[1]) % 360,
      }));
      window.seen.push({ kinds, struck, animations: document.getAnimations().filter(runs).length });
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

/** What was noted: the kinds of things that moved, each once. */
const seen = (page) => page.evaluate(() => window.seen);
const kinds = async (page) => [...new Set((await seen(page)).flatMap((one) => one.kinds))];

test("a unit travels along its way, and its place shows it afterwards", async () => {
  const { page } = await house.person(MOTION);
  await lookAt(page, await record("hex-dice", "duel"), 14);
  await page.keyboard.press(".");
  await until("the unit to set out", async () => (await kinds(page)).includes("data-goes"));
  assert.ok((await seen(page)).every((one) => one.animations > 0), "the browser animates what the page asks for");
  await still(page);
  await page.locator('[data-place="d2"] .b-piece').waitFor();
  assert.equal(await page.locator('[data-place="f2"] .b-piece').count(), 0);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('[data-place="d2"] .b-piece')).opacity), "1");
});

/** Shows an attack until its die is in the air. */
async function attack(page) {
  const text = await record("hexlock", "rings");
  const turn = text.split("\n").filter((line) => /^\d+\./.test(line)).findIndex((line) => line.includes("d20="));
  await lookAt(page, text, turn);
  await page.keyboard.press(".");
  await page.locator(".b-throw").first().waitFor();
}

test("dice fall, the board changes only then, and any key skips that", async () => {
  const { page } = await house.person(MOTION);
  await attack(page);
  await picture(page, "die-in-the-air");
  await page.keyboard.press("F9"); // a key that means nothing
  assert.equal(await page.locator("[data-moving]").count(), 0, "nothing moves any more");
  await page.locator("[data-dice]").first().waitFor();
});

test("a press beside everything skips too", async () => {
  const { page } = await house.person(MOTION);
  await attack(page);
  await page.mouse.click(3, 400);
  assert.equal(await page.locator("[data-moving]").count(), 0);
});

test("whoever wants less motion sees the end at once", async () => {
  const { page } = await house.person(); // the tests' people want less motion
  await lookAt(page, await record("hex-dice", "duel"), 14);
  await page.keyboard.press(".");
  await page.locator('[data-place="d2"] .b-piece').waitFor();
  assert.deepEqual(await seen(page), []);
});

test("a player is never slower than the board", async () => {
  const { page } = await house.person(MOTION);
  await begin(page, { opponent: "screen", options: { size: "7" } });
  for (const [name, colour] of [["g7", "Red"], ["a1", "Blue"], ["a3", "Red"]]) await place(page, name, colour);
  assert.equal(await page.locator(".b-piece").count(), 3);
});

test("the last turn is seen again by one press", async () => {
  const { page } = await house.person(MOTION);
  await lookAt(page, await record("hex-dice", "duel"), 15);
  await page.locator("[data-again]").click();
  await until("the unit to set out again", async () => (await kinds(page)).includes("data-goes"));
  await still(page);
  await page.locator('[data-place="d2"] .b-piece').waitFor();
});

/** How far a ship that faces there is turned on the screen, and how far each of its sides is from its bow, in degrees. */
const FACING = { up: 0, "up right": 60, "down right": 120, down: 180, "down left": 240, "up left": 300 };
const FROM_BOW = { front: 0, right: 90, rear: 180, left: 270 };

/** Where each ship is on the board and where it faces, by the labels of the places. */
async function ships(page) {
  const places = await page.locator("[data-place]").evaluateAll((all) =>
    all.map((place) => ({ label: place.getAttribute("aria-label"), at: place.getAttribute("transform") })),
  );
  const facing = /^\w+, (?:Red|Blue) (.+?), facing ([a-z ]+)/;
  const found = places.map(({ label, at }) => ({ at, words: facing.exec(label) })).filter(({ words }) => words);
  return new Map(found.map(({ at, words }) => [words[1], { at, facing: FACING[words[2]] }]));
}

test("a volley flies and strikes the side that is told", async () => {
  const { page } = await house.person(MOTION);
  const text = await record("hex-ships", "captains");
  const actions = text.split("\n").filter((line) => /^\d+\./.test(line)).flatMap((line) => line.replace(/^\d+\. \S+ /, "").split(","));
  const sides = new Set();
  // The captain of a ship may roll again: then nothing flies before «keep» or «reroll».
  const volleys = actions.flatMap((action, at) => (/^(fire|keep|reroll)\[/.test(action) && !/^(keep|reroll)/.test(actions[at + 1]) ? [at] : []));
  await lookAt(page, text, volleys[0]);
  let at = volleys[0];
  for (const volley of volleys.slice(0, 4)) {
    await stepOn(page, at, volley);
    const before = await ships(page);
    await page.evaluate(() => (window.seen = []));
    at = volley + 1;
    await stepOn(page, volley, at);
    assert.ok((await kinds(page)).includes("data-shot"), "shots fly");
    const moved = await seen(page);
    const told = await page.getByRole("status").first().textContent();
    assert.ok(moved.every((one) => one.animations > 0), "the browser animates what the page asks for");
    const hit = new Set();
    for (const [, target, side] of told.matchAll(/([A-Z]\w+ [RB]\d) loses [^.]*? of its (\w+) (?:shield|armour)/g)) {
      const ship = before.get(target) ?? assert.fail(`${target} is not among ${[...before.keys()]}`);
      hit.add(`${ship.at} ${(ship.facing + FROM_BOW[side]) % 360}`);
      sides.add(side);
    }
    const flashes = new Set(moved.flatMap(({ struck }) => struck).map(({ at, turn }) => `${at} ${turn}`));
    assert.deepEqual(flashes, hit, told);
  }
  assert.ok(sides.size > 1, `several sides are struck: ${[...sides]}`);
});
