// Measures the page while matches are shown: recorded matches of every game, a battle, and the change from page to page.

import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DESKTOP, openBrowser } from "./browser.mjs";
import { atAddress, openTab } from "./door.mjs";
import { longestTask } from "./trace.mjs";

const GAMES = resolve("../../games");
/** This many steps of each recorded match are shown, one after so many milliseconds. */
const STEPS = 40;
const INTERVAL = 120;
/** The game whose recorded match is a battle. */
const BATTLE = "hex-ships";
/** Frames are counted for this many milliseconds. */
const COUNTED = 6000;

/** The recorded match of each game, by the game's key. */
async function records() {
  const found = [];
  for (const game of (await readdir(GAMES)).sort()) {
    const text = await readFile(join(GAMES, game, "data/demo.record"), "utf8").catch(() => undefined);
    if (text) found.push([game, text]);
  }
  return found;
}

/** Opens the replay of a record and goes to its beginning. */
async function open(page, url, record) {
  await atAddress(page, `${url}#/replay`, "the replay is what is measured");
  const file = { name: "match.txt", mimeType: "text/plain", buffer: Buffer.from(record) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator("[data-board]").waitFor();
  await drawn(page);
}

/** Waits until the page is drawn as a whole. */
const drawn = (page) => page.locator("#page:not([aria-busy])").waitFor();

/** Steps forward through what is replayed, with motion. */
async function steps(page, count, interval) {
  for (let step = 0; step < count; step++) {
    await page.keyboard.press(".");
    await page.waitForTimeout(interval);
  }
}

/** The longest block while the recorded match of any game is stepped through, in milliseconds. */
export async function recordedMatches(url) {
  let worst = 0;
  for (const [game, record] of await records()) {
    const browser = await openBrowser();
    const { ms } = await longestTask(browser, url, async () => {
      const page = await openTab(await browser.newContext(DESKTOP));
      await open(page, url, record);
      await page.keyboard.press("Home");
      await steps(page, STEPS, INTERVAL);
    });
    await browser.close();
    console.error(`    ${game}, recorded: the longest block is ${ms.toFixed(1)} ms`);
    worst = Math.max(worst, ms);
  }
  return worst;
}

/** The frames a second while the ships of the recorded battle, six on each side, move and fire. */
export async function battle(url) {
  const record = new Map(await records()).get(BATTLE);
  const browser = await openBrowser();
  const page = await openTab(await browser.newContext(DESKTOP));
  await open(page, url, record);
  // Before the first shot the ships are only placed.
  await page.locator(".turn-action", { hasText: /^fire/ }).first().click();
  const frames = page.evaluate(
    (counted) =>
      new Promise((done) => {
        const begin = performance.now();
        let frames = 0;
        const frame = (now) => {
          frames++;
          if (now - begin < counted) requestAnimationFrame(frame);
          else done((frames * 1000) / (now - begin));
        };
        requestAnimationFrame(frame);
      }),
    COUNTED,
  );
  await steps(page, Math.floor(COUNTED / 300), 250);
  const rate = await frames;
  await browser.close();
  return rate;
}

/** The longest time from a press on a link to the next page as it is drawn, in milliseconds, after everything was loaded. */
export async function changeOfPage(url) {
  const browser = await openBrowser();
  const page = await openTab(await browser.newContext(DESKTOP));
  await atAddress(page, url, "the way begins at the home page");
  await page.locator(".game a").first().waitFor();
  const links = await page.evaluate(() => [...document.querySelectorAll("main a[href^='#/']")].map((link) => link.getAttribute("href")));
  let worst = 0;
  for (const link of new Set(links)) {
    const time = await page.evaluate(async (link) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const begin = performance.now();
      document.querySelector(`main a[href="${link}"]`).click();
      while (document.querySelector("#page[aria-busy], .skeleton, .loading")) await drawn();
      await drawn();
      const time = performance.now() - begin;
      document.querySelector("a.brand").click();
      while (!document.querySelector(".game")) await drawn();
      return time;
    }, link);
    console.error(`    ${link}: ${time.toFixed(0)} ms`);
    worst = Math.max(worst, time);
  }
  await browser.close();
  return worst;
}
