// A large page is drawn in several tasks, so that it takes input in between. In the end it is the same as one drawn at once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { serveFolder } from "./src/folder.mjs";
import { goToRecord, goToRules } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { pressButton } from "./src/press.mjs";
import { buttons, fields } from "./src/words.mjs";

const house = new House(serveFolder);
const BATTLE = new URL("../../games/hex-ships/data/demo.record", import.meta.url);
const STEPS_BACK = 12;

/** Opens a long record on a processor that is so many times slower, and steps back while the page is being drawn. */
async function openedOn(slower) {
  const { page } = await house.person({ reducedMotion: "reduce" });
  await goToRecord(page);
  await page.getByRole("textbox", { name: fields.record }).fill(await readFile(BATTLE, "utf8"));
  await page.evaluate(() => {
    window.wasBusy = 0;
    const observer = new MutationObserver(() => document.querySelector("#page[aria-busy]") && window.wasBusy++);
    observer.observe(document.querySelector("#page"), { attributes: true, attributeFilter: ["aria-busy"] });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await pressButton(page, buttons.readRecord);
  await page.locator("[data-board]").waitFor();
  for (let step = 0; step < STEPS_BACK; step++) await page.keyboard.press(",");
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.locator("#page:not([aria-busy])").waitFor();
  await page.locator(".turn-action.here").waitFor();
  // The heights of the list say how far it was scrolled, and when.
  const html = await page.evaluate(() => document.querySelector("#page").innerHTML.replace(/ data-followed="[^"]*"/g, ""));
  return { html, wasBusy: await page.evaluate(() => window.wasBusy) };
}

test("a page that is drawn in many tasks, with input in between, ends like any other", async () => {
  const [one, other] = [await openedOn(1), await openedOn(20)];
  assert.ok(other.wasBusy > 0, "it was drawn in several tasks");
  assert.ok(one.html.length > 100_000, "the whole page is there");
  assert.equal(other.html, one.html);
});

test("the pictures of a long text that are out of sight come after the page, and a press on one of them counts", async () => {
  const { page } = await house.person({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    window.emptyPictures = 0;
    const observer = new MutationObserver(() => {
      if (document.querySelector(".example") && !document.querySelector("#page[aria-busy]")) {
        window.emptyPictures = Math.max(window.emptyPictures, document.querySelectorAll(".example svg:empty").length);
      }
    });
    observer.observe(document.querySelector("#page"), { attributes: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await goToRules(page, "hex-ships");
  await page.locator("#page:not([aria-busy])").waitFor(); // a press on what is not visible yet does not count
  const last = page.locator(".example").last();
  await last.getByRole("button").first().click();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.locator("#page:not([aria-busy]):not([data-more-comes])").waitFor();
  await last.locator(".tab[aria-pressed=true]").and(last.getByRole("button").first()).waitFor();
  const [count, empty] = await page.evaluate(() =>
    [".example svg", ".example svg:empty"].map((pictures) => document.querySelectorAll(pictures).length),
  );
  assert.ok((await page.evaluate(() => window.emptyPictures)) > 2, "pictures were drawn after the page");
  assert.ok(count >= 5 && empty === 0, `${empty} of ${count} pictures are empty`);
});
