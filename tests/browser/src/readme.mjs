// Takes the pictures of README.md: a board of each game from the gallery, and the home page in motion. Run by
// `cargo xtask gallery --readme`.

import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openBrowser } from "./browser.mjs";
import { enter, openState, openTab } from "./door.mjs";
import { serveFolder } from "./folder.mjs";
import { Darkroom, GALLERY, states } from "./photos.mjs";
import { animation } from "./webp.mjs";

const FOLDER = resolve("../../docs/pictures");
/** The moving picture: this many frames, one after so many milliseconds. */
const FRAMES = 14;
const INTERVAL = 1000;

await mkdir(FOLDER, { recursive: true });
const browser = await openBrowser();
const darkroom = await Darkroom.open(browser);

const boards = await openTab(await browser.newContext({ viewport: { width: 1100, height: 1000 }, reducedMotion: "reduce" }));
for (const state of (await states()).filter((name) => name.endsWith("-middle"))) {
  await openState(boards, join(GALLERY, `${state}.html`));
  const board = await boards.locator("[data-board]").screenshot();
  await writeFile(join(FOLDER, `${state.replace("-middle", "")}.webp`), await darkroom.develop(board, 0.6));
}

const host = await serveFolder();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const home = await openTab(context);
await enter(home, host.url);
await home.locator(".game svg").last().waitFor();
const frames = [];
for (let frame = 0; frame < FRAMES; frame++) {
  await home.waitForTimeout(INTERVAL);
  frames.push(await darkroom.develop(await home.locator(".games").screenshot({ animations: "disabled" }), 0.5));
}
await writeFile(join(FOLDER, "home.webp"), animation(frames, INTERVAL));
await browser.close();
host.stop();
console.log(`the pictures are in ${FOLDER}`);
