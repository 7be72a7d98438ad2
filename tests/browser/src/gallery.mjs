// Takes pictures of every stop of the tour, at both widths, in light and dark, for people to look at:
//
//   node src/gallery.mjs BINARY FOLDER

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP, PHONE, openBrowser } from "./browser.mjs";
import { enter, openTab } from "./door.mjs";
import { goHome } from "./home.mjs";
import { Server } from "./server.mjs";
import { stops } from "./tour.mjs";

const DEVICES = { 390: PHONE, 1440: DESKTOP };
const THEMES = ["light", "dark"];
const SEED = 5;

const [binary, folder] = process.argv.slice(2);
if (!folder) {
  console.error("node src/gallery.mjs BINARY FOLDER: say where the sixfold binary is and where the pictures go");
  process.exit(2);
}

/** Takes pictures of the whole page, one in each theme. */
async function pictures(page, width, name) {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: !name.includes("rules") });
  }
}

await mkdir(folder, { recursive: true });
const server = await Server.start({ binary });
const browser = await openBrowser();
let blocked = 0;
try {
  for (const [width, device] of Object.entries(DEVICES)) {
    const context = await browser.newContext({ reducedMotion: "reduce", ...device });
    context.setDefaultTimeout(10_000);
    const page = await openTab(context);
    await enter(page, server.url);
    for (const { name, visit } of stops(SEED)) {
      try {
        await goHome(page);
        await visit(page, (stop) => pictures(page, width, stop));
      } catch (error) {
        blocked++;
        console.error(`${width}: on the way to ${name}: ${error.message.split("\n")[0]}`);
        await enter(page, server.url);
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exit(blocked > 0 ? 1 : 0);
