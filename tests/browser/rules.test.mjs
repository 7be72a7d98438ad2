// Campaigns of a rule set that the host offers: alone in this browser, and for two people on the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { PHONE, overflow } from "./src/browser.mjs";
import { card, goHome } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { pressButton, pressLink } from "./src/press.mjs";
import { RimRules } from "./src/rules.mjs";
import { Server } from "./src/server.mjs";
import { arrives, begun, resign, says, set } from "./src/table.mjs";
import { board, campaign, fields, rim } from "./src/words.mjs";

let rules;
const house = new House(async () => {
  rules = await RimRules.write();
  return Server.start({ rules: rules.folder });
});
after(() => rules?.stop());

/** Goes from the home page to the form for a campaign. */
async function goToCampaigns(page) {
  await pressLink(card(page, "hex-ships"), campaign.door);
  await says(page, campaign.form);
  await arrives(page);
}

/** The server is started again without the rule set. */
async function withdraw() {
  await house.host.kill();
  await house.host.restart({ rules: undefined });
}

/** The server is started again with the rule set. */
async function offer() {
  await house.host.kill();
  await house.host.restart({ rules: rules.folder });
}

test("a campaign of an offered rule set is played here, goes on without the server's set, and its file needs the set", async () => {
  const { page } = await house.person(PHONE);
  await goToCampaigns(page);
  await set(page, rim.group, rim.set);
  assert.equal(await overflow(page), 0);
  await pressButton(page, campaign.setOut);
  await says(page, rim.title);
  await withdraw();
  await page.reload();
  await says(page, rim.title);
  await page.getByText(rim.line).waitFor();
  await pressButton(page, campaign.start);
  await page.getByRole("grid", { name: board }).waitFor();
  await page.reload();
  await page.getByRole("grid", { name: board }).waitFor();
  await resign(page);
  await pressLink(page, campaign.back);
  await page.getByRole("heading", { name: campaign.report }).waitFor();
  const download = page.waitForEvent("download");
  await pressButton(page, campaign.save);
  const text = await readFile(await (await download).path(), "utf8");
  // Somebody else, whose page does not know the set.
  const file = { name: "campaign.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
  const other = await house.person();
  await goToCampaigns(other.page);
  await other.page.locator("#file").setInputFiles(file);
  await other.page.getByRole("alert").filter({ hasText: rim.unknown }).waitFor();
  await offer();
  await other.page.reload();
  await other.page.getByRole("group", { name: rim.group }).waitFor();
  await other.page.locator("#file").setInputFiles(file);
  await says(other.page, rim.title);
  await other.page.getByRole("heading", { name: campaign.report }).waitFor();
});

test("two people play a campaign of an offered rule set on the server", async () => {
  const ann = await house.person();
  await goToCampaigns(ann.page);
  await set(ann.page, rim.group, rim.set);
  await set(ann.page, campaign.players, "2");
  await ann.page.getByLabel(fields.yourName).fill("Ann");
  await pressButton(ann.page, campaign.setOutOnline);
  await says(ann.page, rim.title);
  const bob = await house.stranger(new URL(ann.page.url()).hash, "the link of a campaign is copied and not shown", PHONE);
  await says(bob.page, rim.invited);
  await bob.page.getByLabel(fields.yourName).fill("Bob");
  await pressButton(bob.page, campaign.join);
  await says(bob.page, rim.title);
  await pressButton(ann.page, campaign.ready);
  await pressButton(bob.page, campaign.start);
  for (const one of [ann, bob]) await begun(one.page);
  await withdraw();
  await resign(bob.page);
  await resign(ann.page);
  for (const one of [ann, bob]) {
    await pressLink(one.page, campaign.back);
    await one.page.getByRole("heading", { name: campaign.report }).waitFor();
  }
  await goHome(bob.page);
  await offer();
});
