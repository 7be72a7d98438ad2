// Measures the page inside a binary and prints one JSON object, which is empty if the binary has no page. Run by
// `cargo xtask bench`.

import { readdir } from "node:fs/promises";
import { get } from "node:http";
import { DESKTOP, openBrowser } from "./browser.mjs";
import { atAddress, openTab } from "./door.mjs";
import { battle, changeOfPage, median, recordedMatches } from "./measure_play.mjs";
import { Server } from "./server.mjs";
import { longestTask } from "./trace.mjs";

/** The page as a folder. Only the names of its files are used. */
const FOLDER = process.env.SIXFOLD_WEB ?? "../../target/web";
const ROUNDS = 5;
const MOVES = 6;

/**
 * The time from the start of the navigation until a table's board is drawn, with nothing cached. `loaded` gets the
 * names of the files that the browser has requested.
 */
async function firstBoard(browser, url, loaded) {
  const body = JSON.stringify({ game: "hexoust" });
  const made = await fetch(`${url}api/tables`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { table } = await made.json();
  const context = await browser.newContext();
  const page = await openTab(context);
  await atAddress(page, `${url}#/t/${table}`, "the way from a link to a board is measured", { waitUntil: "commit" });
  await page.locator("[data-board] .b-cell").first().waitFor({ state: "attached" });
  const time = await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn(performance.now()))));
  const addresses = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  for (const { origin, pathname } of addresses.map((address) => new URL(address))) {
    if (`${origin}/` === url && !pathname.startsWith("/api/")) loaded.add(pathname.slice(1));
  }
  await context.close();
  return time;
}

/**
 * The longest time, from its start on, for which the page did not react while the strongest computer thinks: the
 * longest task of its main thread, in a freshly started browser. It uses plain selectors only: queries by role and name
 * make the browser compute these for the whole board, which is no work of the page.
 */
async function longestBlock(url) {
  const browser = await openBrowser();
  const longest = await longestTask(browser, url, async () => {
    const context = await browser.newContext(DESKTOP);
    const page = await openTab(context);
    await atAddress(page, `${url}#/new/hexoust`, "the pictures of the home page are not what is measured");
    await page.locator('input[name="level"][value="5"]').check({ force: true });
    await page.locator(".begin-bar button").click();
    for (let move = 0; move < MOVES; move++) {
      // A careless player may be beaten within these moves. The block was measured up to then.
      await page.waitForFunction(() => document.querySelector(".b-place.b-open, [data-replay]"), undefined, { polling: 200 });
      if ((await page.locator("[data-replay]").count()) > 0) break;
      const open = await page.evaluate(() => [...document.querySelectorAll(".b-place.b-open")].map((at) => at.dataset.place));
      await page.locator(`[data-place="${open[(move * 37) % open.length]}"]`).click();
      await page.waitForFunction(() => !document.querySelector(".b-place.b-open"), undefined, { polling: 50 });
    }
  });
  await browser.close();
  return longest;
}

/** How many bytes the server sends for a file to a browser that reads gzip; none if there is no such file. */
function weigh(url, name) {
  return new Promise((resolve, reject) => {
    const request = get(url + name, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => (bytes += chunk.length));
      response.on("end", () => resolve(response.statusCode === 200 ? bytes : 0));
    });
    request.on("error", reject);
  });
}

/** The first page: the files of the folder without its folder of texts, and those that another page has loaded. */
async function compressedKilobytes(url, loaded) {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const ours = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name);
  const sizes = await Promise.all([...new Set([...ours, ...loaded])].map((name) => weigh(url, name)));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const server = await Server.start();
if ((await weigh(server.url, "index.html")) === 0) {
  await server.stop();
  console.log("{}");
  process.exit();
}
const browser = await openBrowser();
const boards = [];
const loaded = new Set();
for (let round = 0; round < ROUNDS; round++) boards.push(await firstBoard(browser, server.url, loaded));
await browser.close();
const blocks = [];
for (let round = 0; round < ROUNDS; round++) blocks.push(await longestBlock(server.url));
const replay_block_ms = await recordedMatches(server.url);
const battle_frames = await battle(server.url);
const later_page_ms = await changeOfPage(server.url);
const compressed_kb = await compressedKilobytes(server.url, loaded);
await server.stop();
const worst = blocks.reduce((worst, block) => (block.ms > worst.ms ? block : worst));
const figures = {
  first_board_ms: median(boards),
  longest_block_ms: worst.ms,
  longest_block_after_ms: worst.after,
  replay_block_ms,
  battle_frames,
  later_page_ms,
  compressed_kb,
};
console.log(JSON.stringify(figures));
