// Two people in two browsers share a campaign on one server: the headquarters, the battle side by side, and the way back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { card } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { press, pressButton, pressLink } from "./src/press.mjs";
import { Server } from "./src/server.mjs";
import { resign, says, set } from "./src/table.mjs";
import { board, campaign } from "./src/words.mjs";

const house = new House(() => Server.start());

/** The switches of ships that go into the battle. */
const sent = (page) => page.getByRole("button", { name: campaign.sent });

test("two people prepare, fight side by side and come back, through a crash of the server", async () => {
  const ann = await house.person();
  await pressLink(card(ann.page, "hex-ships"), campaign.door);
  await says(ann.page, campaign.form);
  await set(ann.page, campaign.players, "2");
  await pressButton(ann.page, campaign.setOutOnline);
  await says(ann.page, campaign.first);
  const link = new URL(ann.page.url()).hash;
  const bob = await house.stranger(link, "the link of a campaign is copied and not shown", PHONE);
  await pressButton(bob.page, campaign.join);
  await says(bob.page, campaign.first);
  await ann.page.getByText(/\(You\) · /).waitFor(); // the other one has come
  assert.equal(await overflow(bob.page), 0);
  await picture(bob.page, "headquarters-together-phone");
  // Both see what one of them does.
  const before = await sent(ann.page).count();
  await press(sent(bob.page).last());
  await until("one ship less goes", async () => (await sent(ann.page).count()) === before - 1);
  await pressButton(ann.page, campaign.ready);
  await pressButton(bob.page, campaign.start);
  for (const one of [ann, bob]) await one.page.getByRole("grid", { name: board }).waitFor();
  await house.host.kill();
  await house.host.restart();
  // One of them gives up, and the other one goes on with all ships until the end.
  await resign(bob.page);
  await resign(ann.page);
  for (const one of [ann, bob]) {
    await pressLink(one.page, campaign.back);
    await one.page.getByRole("heading", { name: campaign.report }).waitFor();
  }
  await picture(ann.page, "headquarters-together");
  // Another visit goes on where it was.
  await bob.page.reload();
  await bob.page.getByRole("heading", { name: campaign.report }).waitFor();
});
