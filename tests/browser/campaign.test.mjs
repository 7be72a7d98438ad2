// A campaign: in by the front door, a change in the headquarters, a battle with a reload in the middle, the report, the file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { card, goHome } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { chance, playMoves, played } from "./src/player.mjs";
import { press, pressButton, pressLink } from "./src/press.mjs";
import { arrives, resign, says } from "./src/table.mjs";
import { board, buttons, campaign } from "./src/words.mjs";

const house = new House(serveFolder);

/** Goes from the home page to the headquarters of a new campaign. */
async function setOut(page) {
  await pressLink(card(page, "hex-ships"), campaign.door);
  await says(page, campaign.form);
  await arrives(page);
  await pressButton(page, campaign.setOut);
  await says(page, campaign.first);
  await arrives(page);
}

/** The text of the file that a button saves. */
async function saved(page, name) {
  const download = page.waitForEvent("download");
  await pressButton(page, name);
  return readFile(await (await download).path(), "utf8");
}

/** A browser shows a file as a picture. */
async function opens(page, svg) {
  const size = await page.evaluate(async (svg) => {
    const shown = new Image();
    shown.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await shown.decode();
    return [shown.naturalWidth, shown.naturalHeight];
  }, svg);
  assert.ok(size.every((length) => length > 200), `the picture is ${size}`);
}

/** The switches of ships that go into the battle. */
const sent = (page) => page.getByRole("button", { name: campaign.sent });

test("a campaign goes on after a reload in mid-battle, and reports the battle", async () => {
  const { page } = await house.person();
  await setOut(page);
  await picture(page, "headquarters");
  assert.equal(await overflow(page), 0);
  const before = await sent(page).count();
  await press(sent(page).first());
  await until("one ship less goes", async () => (await sent(page).count()) === before - 1);
  await page.reload();
  await until("the step to be kept", async () => (await sent(page).count()) === before - 1);
  await pressButton(page, buttons.undo);
  await until("the step to be taken back", async () => (await sent(page).count()) === before);
  // A captain takes another ship.
  const first = page.locator(".hq-units > li").first();
  const captain = await first.getByRole("heading", { level: 4 }).textContent();
  await press(first.getByText(campaign.move));
  await press(first.getByRole("button", { name: campaign.takeCommand }).first());
  await until("another captain", async () => (await first.getByRole("heading", { level: 4 }).textContent()) !== captain);
  await pressButton(page, buttons.undo);
  await until("the captain is back", async () => (await first.getByRole("heading", { level: 4 }).textContent()) === captain);
  await pressButton(page, campaign.start);
  await page.getByRole("grid", { name: board }).waitFor();
  await playMoves(page, 1, chance(3));
  const happened = await played(page);
  await page.reload();
  await page.getByRole("grid", { name: board }).waitFor();
  assert.ok((await played(page)) >= happened, "the battle goes on where it was");
  await resign(page);
  await pressLink(page, campaign.back);
  await says(page, campaign.first);
  await page.getByRole("heading", { name: campaign.report }).waitFor();
  await picture(page, "headquarters-report");
  const text = await saved(page, campaign.save);
  assert.match(text, /^Sixfold journey 1\n/);
  await pressButton(page, campaign.giveUp);
  await pressButton(page.getByRole("dialog"), campaign.sure);
  await page.getByRole("heading", { name: campaign.over }).waitFor();
  await picture(page, "headquarters-end");
  await opens(page, await saved(page, campaign.picture));
  // The file brings the campaign back as it was saved, and a damaged one brings nothing.
  await goHome(page);
  await pressLink(card(page, "hex-ships"), campaign.door);
  await says(page, campaign.form);
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator("#file").setInputFiles(file("damaged.txt", text.replace("1 start", "1 stroll")));
  await page.getByRole("alert").filter({ hasText: /^Line \d+/ }).waitFor();
  await page.locator("#file").setInputFiles(file("campaign.txt", text));
  await says(page, campaign.first);
  await page.getByRole("heading", { name: campaign.report }).waitFor();
});

test("on a phone a second battle follows the first, with a look at the headquarters in between", async () => {
  const { page } = await house.person(PHONE);
  await setOut(page);
  assert.equal(await overflow(page), 0);
  await picture(page, "headquarters-phone");
  await pressButton(page, campaign.start);
  await page.getByRole("grid", { name: board }).waitFor();
  await resign(page);
  await pressLink(page, campaign.back);
  await page.getByRole("heading", { name: campaign.report }).waitFor();
  assert.equal(await overflow(page), 0);
  await picture(page, "headquarters-report-phone");
  await pressButton(page, campaign.start);
  await page.getByRole("grid", { name: board }).waitFor();
  await playMoves(page, 1, chance(5));
  const happened = await played(page);
  await pressLink(page, campaign.headquarters);
  await says(page, campaign.first);
  await pressButton(page, campaign.goOn);
  await page.getByRole("grid", { name: board }).waitFor();
  assert.ok((await played(page)) >= happened, "the battle goes on where it was");
});
