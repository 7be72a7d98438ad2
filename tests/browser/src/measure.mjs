// How long the page takes: one JSON object. Run by `cargo xtask bench`.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP, openBrowser } from "./browser.mjs";
import { atAddress, openTab } from "./door.mjs";
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
  const page = await openTab(context);
  await atAddress(page, `${url}#/t/${table}`, "the way from a link to a board is measured", { waitUntil: "commit" });
  await page.locator("[data-board] .b-cell").first().waitFor({ state: "attached" });
  const time = await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn(performance.now()))));
  await context.close();
  return time;
}

/**
 * The longest time for which the page did not listen, from its start on, while the strongest computer thinks: the longest
 * task of its main thread, in a browser that has just been started. By plain selectors alone: asking for roles and names
 * has the browser compute them for the whole board, which is no work of the page's.
 */
async function longestBlock(url) {
  const browser = await openBrowser();
  const trace = await browser.newBrowserCDPSession();
  const events = [];
  trace.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ["devtools.timeline", "toplevel"] };
  await trace.send("Tracing.start", { traceConfig, transferMode: "ReportEvents" });
  const context = await browser.newContext(DESKTOP);
  const page = await openTab(context);
  await atAddress(page, `${url}#/new/hexoust`, "the pictures of the home page are not what is measured");
  await page.locator('input[name="level"][value="5"]').check({ force: true });
  await page.locator(".begin-bar button").click();
  for (let move = 0; move < MOVES; move++) {
    await page.waitForFunction(() => document.querySelector(".b-place.b-open"), undefined, { polling: 200 });
    const open = await page.evaluate(() => [...document.querySelectorAll(".b-place.b-open")].map((at) => at.dataset.place));
    await page.locator(`[data-place="${open[(move * 37) % open.length]}"]`).click();
    await page.waitForFunction(() => !document.querySelector(".b-place.b-open"), undefined, { polling: 50 });
  }
  const complete = new Promise((resolve) => trace.once("Tracing.tracingComplete", resolve));
  await trace.send("Tracing.end");
  await complete;
  await browser.close();
  return longestTask(events, url);
}

/** The longest task of the thread that parsed our page, and how long after the page's beginning it came. */
function longestTask(events, url) {
  const parsed = events.find(({ name, args }) => name === "ParseHTML" && args.beginData?.url?.startsWith(url));
  const is = ({ pid, tid, ts }) => pid === parsed.pid && tid === parsed.tid && ts >= parsed.ts;
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && event.dur && is(event));
  const longest = tasks.reduce((longest, task) => (task.dur > longest.dur ? task : longest));
  return { ms: longest.dur / 1000, after: (longest.ts - parsed.ts) / 1000 };
}

/** What travels to a browser that has asked over HTTPS or on the same machine: the files packed by Brotli. */
async function compressedKilobytes(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".br"));
  if (files.length === 0) throw new Error(`nothing in ${folder} is packed: is node on the path of xtask?`);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const server = await Server.start();
const browser = await openBrowser();
const boards = [];
for (let round = 0; round < ROUNDS; round++) boards.push(await firstBoard(browser, server.url));
await browser.close();
const blocks = [];
for (let round = 0; round < ROUNDS; round++) blocks.push(await longestBlock(server.url));
await server.stop();
const worst = blocks.reduce((worst, block) => (block.ms > worst.ms ? block : worst));
const figures = {
  first_board_ms: median(boards),
  longest_block_ms: worst.ms,
  longest_block_after_ms: worst.after,
  compressed_kb: await compressedKilobytes(process.env.SIXFOLD_WEB),
};
console.log(JSON.stringify(figures));
