// Measures the page while matches are shown: recorded matches of every game, a battle, and the change from page to page.

import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DESKTOP, PHONE, openBrowser } from "./browser.mjs";
import { atAddress, openTab } from "./door.mjs";
import { fromNow, longestTask } from "./trace.mjs";

const GAMES = resolve("../../games");
/** At the beginning, in the middle and at the end of each recorded match so many steps are shown, each for this long. */
const STEPS = 25;
const INTERVAL = 120;
/** The game whose recorded match is a battle. */
const BATTLE = "hex-ships";
/** Frames are counted for this many milliseconds while ships move, and again while they fire. */
const COUNTED = 4000;
/** Everything is measured this often, because other work on the machine makes single figures worse; frames, which are quick, more. */
const ROUNDS = 3;
const FRAME_ROUNDS = 5;
/** An action is shown for this many milliseconds while frames are counted. */
const SHOWN = 250;

/** The middle one of several figures. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The recorded match of each game, by the game's key. */
async function records() {
  const found = [];
  for (const game of (await readdir(GAMES)).sort()) {
    const text = await readFile(join(GAMES, game, "data/demo.record"), "utf8").catch(() => undefined);
    if (text) found.push([game, text]);
  }
  return found;
}

/** Opens the replay of a record, after the page has started and rests: its start is measured apart. */
async function open(page, url, record) {
  await atAddress(page, `${url}#/replay`, "the replay is what is measured");
  await page.waitForLoadState("networkidle");
  await fromNow(page);
  const file = { name: "match.txt", mimeType: "text/plain", buffer: Buffer.from(record) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator("[data-board]").waitFor();
  await drawn(page);
}

/** Waits until the page is drawn as a whole. */
const drawn = (page) => page.locator("#page:not([aria-busy])").waitFor();

/** Shows the position after an action of the move list, by pressing that action there. */
async function goTo(page, action) {
  await action.evaluate((row) => row.click());
  await action.and(page.locator("[aria-current]")).waitFor();
  await drawn(page);
}

/** Steps forward through what is replayed, with motion. Throws if the last step did not show another position. */
async function steps(page, count, interval) {
  const before = await page.locator("#title").textContent();
  for (let step = 0; step < count; step++) {
    await page.keyboard.press(".");
    await page.waitForTimeout(interval);
  }
  if ((await page.locator("#title").textContent()) === before) throw new Error(`${count} steps have shown nothing new: “${before}”`);
}

/** The longest block while a recorded match is opened and parts of it are stepped through in a fresh browser, in milliseconds. */
async function recordedMatch(url, record) {
  const browser = await openBrowser();
  const { ms } = await longestTask(browser, url, async () => {
    const page = await openTab(await browser.newContext(DESKTOP));
    await open(page, url, record);
    const actions = page.locator(".turn-action");
    const count = await actions.count();
    // The last part begins one step earlier, so that every step shows something.
    for (const from of [0, Math.floor((count - STEPS) / 2), count - STEPS - 1]) {
      await goTo(page, actions.nth(Math.max(from, 0)));
      await steps(page, STEPS, INTERVAL);
    }
  });
  await browser.close();
  return ms;
}

/** The longest block in the recorded match of any game, in milliseconds. For each game it is the median of rounds. */
export async function recordedMatches(url) {
  let worst = 0;
  for (const [game, record] of await records()) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await recordedMatch(url, record));
    console.error(`    ${game}, recorded: the longest blocks are ${rounds.map((ms) => ms.toFixed(1)).join(", ")} ms`);
    worst = Math.max(worst, median(rounds));
  }
  return worst;
}

/** Runs in the page: the frames a second for so many milliseconds. */
const countFrames = (counted) =>
  new Promise((done) => {
    const begin = performance.now();
    let frames = 0;
    const frame = (now) => {
      frames++;
      if (now - begin < counted) requestAnimationFrame(frame);
      else done((frames * 1000) / (now - begin));
    };
    requestAnimationFrame(frame);
  });

/** The frames a second on this screen, the lower of two: while ships move, and while they fire. Each is the median of rounds. */
async function battleOn(url, screen, name) {
  const record = new Map(await records()).get(BATTLE);
  const browser = await openBrowser();
  const page = await openTab(await browser.newContext(screen));
  await open(page, url, record);
  const rates = [];
  // Ships fire one after the other at the end of a round, and move before that.
  for (const [what, action] of [["moving", /^ahead/], ["firing", /^fire/]]) {
    const rounds = [];
    for (let round = 0; round < FRAME_ROUNDS; round++) {
      await goTo(page, page.locator(".turn-action", { hasText: action }).nth(12));
      const frames = page.evaluate(countFrames, COUNTED);
      await steps(page, Math.floor(COUNTED / (SHOWN + 50)), SHOWN);
      rounds.push(await frames);
    }
    rates.push(median(rounds));
    console.error(`    battle, ${what}, ${name}: ${rounds.map((rate) => rate.toFixed(1)).join(", ")} frames a second`);
  }
  await browser.close();
  return Math.min(...rates);
}

/** The frames a second while the ships of the recorded battle, six on each side, move and fire: the lower of two screens. */
export async function battle(url) {
  return Math.min(await battleOn(url, DESKTOP, "desktop"), await battleOn(url, PHONE, "phone"));
}

/** The links of the home page, and those that lead on from the rules of each game: rules, strategy, card. */
const HOME_LINKS = "main a[href^='#/']";
const RULES_LINKS = "a.tab[href^='#/']";

/**
 * Runs in the page: presses a link. Returns the milliseconds until its page has replaced the old one as a whole: the address
 * and the heading are others (or the tab, where all have one heading), and nothing is loading any more.
 */
async function press([selector, link]) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const heading = () => document.querySelector("#title")?.textContent;
  const tab = () => document.querySelector("a.tab[aria-current]")?.getAttribute("href");
  const before = { address: document.URL, heading: heading() };
  const begin = performance.now();
  [...document.querySelectorAll(selector)].find((one) => one.getAttribute("href") === link).click();
  const isNew = () => document.URL !== before.address && (heading() !== before.heading || tab() === link);
  const isBusy = () => document.querySelector("#page[aria-busy], .skeleton, .loading");
  while (!isNew() || isBusy()) {
    if (performance.now() - begin > 30_000) throw new Error(`${link} has not come: “${heading()}”`);
    await frame();
  }
  await frame(); // its first picture
  return performance.now() - begin;
}

/**
 * The longest time from a press on a link to the next page as it is drawn, in milliseconds. Every link is pressed in a
 * browser context of its own, in which nothing but the page before was loaded.
 */
export async function changeOfPage(url) {
  const browser = await openBrowser();
  const fresh = async (address, use) => {
    const context = await browser.newContext(DESKTOP);
    const page = await openTab(context);
    await atAddress(page, url + address, "every link is pressed on a fresh page");
    await page.locator(address ? RULES_LINKS : HOME_LINKS).first().waitFor();
    await drawn(page);
    // The home page goes on loading pictures and checks of the server for a while.
    await page.waitForLoadState("networkidle");
    const result = await use(page);
    await context.close();
    return result;
  };
  const linksOf = (address, selector) =>
    fresh(address, (page) => page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute("href"))));
  const ways = [...new Set(await linksOf("", HOME_LINKS))].map((link) => ["", HOME_LINKS, link]);
  for (const address of ways.map(([, , link]) => link).filter((link) => /^#\/rules\//.test(link))) {
    for (const link of new Set(await linksOf(address, RULES_LINKS))) {
      if (link !== address) ways.push([address, RULES_LINKS, link]);
    }
  }
  let worst = 0;
  for (const [address, selector, link] of ways) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await fresh(address, (page) => page.evaluate(press, [selector, link])));
    }
    console.error(`    ${address || "#/"} to ${link}: ${rounds.map((ms) => ms.toFixed(0)).join(", ")} ms`);
    worst = Math.max(worst, median(rounds));
  }
  await browser.close();
  return worst;
}
