// How long the page takes: one JSON object. Run by `cargo xtask bench`.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP, openBrowser } from "./browser.mjs";
import { Server } from "./server.mjs";

const ROUNDS = 5;
const MOVES = 6;

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** From the beginning of the navigation until a table's board is drawn, with nothing cached. */
async function firstBoard(browser, url) {
  const body = JSON.stringify({ game: "hexoust" });
  const made = await fetch(`${url}api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { table } = await made.json();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}#/t/${table}`, { waitUntil: "commit" });
  await page.locator("[data-board] .cell").first().waitFor({ state: "attached" });
  const time = await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn(performance.now()))));
  await context.close();
  return time;
}

/**
 * The longest time for which the page did not listen, from its start on, while the strongest computer thinks. By plain
 * selectors alone: asking for roles and names has the browser compute them for the whole board, which is no work of the
 * page's.
 */
async function longestBlock(browser, url) {
  const context = await browser.newContext(DESKTOP);
  await context.addInitScript(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  const page = await context.newPage();
  await page.goto(`${url}#/new/hexoust`);
  await page.locator('input[data-set="level"][value="5"]').check({ force: true });
  await page.locator('[data-do="begin"]').click();
  for (let move = 0; move < MOVES; move++) {
    const yours = () => /Your turn|won/.test(document.querySelector("#title")?.textContent ?? "");
    await page.waitForFunction(yours, undefined, { polling: 200 });
    const open = await page.evaluate(() => [...document.querySelectorAll(".place.open")].map((at) => at.dataset.place));
    if (open.length === 0) break;
    await page.locator(`[data-place="${open[(move * 37) % open.length]}"]`).click();
  }
  const longest = await page.evaluate(() => window.longest);
  await context.close();
  return longest;
}

/** What travels: the compressed files. */
async function compressedKilobytes(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".gz"));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const server = await Server.start();
const browser = await openBrowser();
const boards = [];
for (let round = 0; round < ROUNDS; round++) boards.push(await firstBoard(browser, server.url));
const block = await longestBlock(browser, server.url);
await browser.close();
await server.stop();
const figures = {
  first_board_ms: median(boards),
  // The browser reports tasks from 50 ms on; none means less than that.
  longest_block_ms: block || 49,
  compressed_kb: await compressedKilobytes(process.env.SIXFOLD_WEB),
};
console.log(JSON.stringify(figures));
