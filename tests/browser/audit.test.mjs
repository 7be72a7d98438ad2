// Every state of the page passes an automated accessibility audit (axe-core): no serious and no critical finding, at both
// widths and in both themes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, openBrowser } from "./src/browser.mjs";
import { openState, openTab } from "./src/door.mjs";
import { GALLERY, states } from "./src/photos.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const GRAVE = ["serious", "critical"];

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** A place on a board is named by a sentence. The letters and figures drawn on it are signs, not its name. */
const isSign = (rule, node) => rule === "label-content-name-mismatch" && node.html.includes('role="gridcell"');

/** The grave findings of a page, one line each. */
async function audit(page) {
  const { violations, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations", "passes"] }));
  assert.ok(passes.length > 5, "the audit has looked at something");
  const all = violations.map((found) => ({ ...found, nodes: found.nodes.filter((node) => !isSign(found.id, node)) }));
  const grave = all.filter(({ impact, nodes }) => GRAVE.includes(impact) && nodes.length > 0);
  return grave.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}; first: ${nodes[0].html.slice(0, 160)})`);
}

for (const [width, device] of [["1440", DESKTOP], ["390", { ...PHONE, deviceScaleFactor: 1 }]]) {
  test(`no state of the page has a serious finding (${width})`, { timeout: 900_000 }, async () => {
    const axe = await readFile(AXE, "utf8");
    const context = await browser.newContext({ reducedMotion: "reduce", ...device });
    const page = await openTab(context);
    const findings = [];
    for (const state of await states()) {
      await openState(page, join(GALLERY, `${state}.html`));
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        for (const finding of await audit(page)) findings.push(`${state}, ${colorScheme}: ${finding}`);
      }
    }
    await context.close();
    assert.equal(findings.length, 0, findings.join("\n"));
  });
}

test("the audit notices a serious mistake", async () => {
  const page = await openTab(await browser.newContext());
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color:#aaa;background:#fff">pale</p></main>');
  await page.evaluate(await readFile(AXE, "utf8"));
  const found = (await audit(page)).join("\n");
  assert.match(found, /button-name/);
  assert.match(found, /color-contrast/);
});
