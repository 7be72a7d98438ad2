// Approves the gallery as it looks now: every picture that has changed replaces the approved one, and pictures of states
// that are gone are removed. Run by `cargo xtask gallery --approve`.

import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBrowser } from "./browser.mjs";
import { APPROVED, Darkroom, approvedPicture, photograph } from "./photos.mjs";

const browser = await openBrowser();
await mkdir(APPROVED, { recursive: true });
const darkroom = await Darkroom.open(browser);
const names = new Set();
let changed = 0;
await photograph(browser, darkroom, async (name, picture) => {
  names.add(`${name}.webp`);
  const approved = await approvedPicture(name);
  if (approved && (await darkroom.difference(picture, approved)) === 0) return;
  await writeFile(join(APPROVED, `${name}.webp`), picture);
  changed++;
});
const gone = (await readdir(APPROVED)).filter((file) => !names.has(file));
for (const file of gone) await rm(join(APPROVED, file));
await browser.close();
console.log(`${names.size} pictures: ${changed} approved anew, ${gone.length} removed`);
