// Two people in two browsers share a campaign on one server: the headquarters, the battle side by side, and the way back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { card } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { press, pressButton, pressLink } from "./src/press.mjs";
import { Server } from "./src/server.mjs";
import { arrives, begun, resign, says, set } from "./src/table.mjs";
import { board, campaign, fields } from "./src/words.mjs";

const house = new House(() => Server.start());

/** The switches of ships that go into the battle. */
const sent = (page) => page.getByRole("button", { name: campaign.sent });

/** Somebody sets out for two on the server. Returns the person and the link for the other one. */
async function setOut(name) {
  const one = await house.person();
  await pressLink(card(one.page, "hex-ships"), campaign.door);
  await says(one.page, campaign.form);
  await arrives(one.page);
  await set(one.page, campaign.players, "2");
  await one.page.getByLabel(fields.yourName).fill(name);
  await pressButton(one.page, campaign.setOutOnline);
  await says(one.page, campaign.first);
  return { one, link: new URL(one.page.url()).hash };
}

/** Somebody follows the link and travels along. */
async function comeAlong(link, name, device) {
  const other = await house.stranger(link, "the link of a campaign is copied and not shown", device);
  await says(other.page, campaign.invited);
  await other.page.getByLabel(fields.yourName).fill(name);
  await pressButton(other.page, campaign.join);
  await says(other.page, campaign.first);
  return other;
}

/** Does what a dialog asks about. */
const agree = (page) => pressButton(page.getByRole("dialog"), campaign.sure);

test("two people prepare, fight side by side and come back, through a crash of the server", async () => {
  const { one: ann, link } = await setOut("Ann");
  const bob = await comeAlong(link, "Bob", PHONE);
  await ann.page.getByText("Ann (You) · Bob").waitFor(); // the other one has come
  assert.equal(await overflow(bob.page), 0);
  await picture(bob.page, "headquarters-together-phone");
  // Both see what one of them does.
  const before = await sent(ann.page).count();
  await press(sent(bob.page).first()); // one's own ships come first
  await until("one ship less goes", async () => (await sent(ann.page).count()) === before - 1);
  await pressButton(ann.page, campaign.ready);
  await pressButton(bob.page, campaign.start);
  for (const one of [ann, bob]) await begun(one.page);
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

test("one asks to go on alone, and the other says no, and then yes", async () => {
  const { one: ann, link } = await setOut("Ann");
  const bob = await comeAlong(link, "Bob");
  await pressButton(ann.page, campaign.ready);
  await bob.page.getByText(campaign.isReady).waitFor();
  await pressButton(ann.page, campaign.notReady);
  await bob.page.getByText("Ann · Bob (You)").waitFor();
  await pressButton(ann.page, campaign.askAlone);
  await bob.page.getByText(campaign.asks).waitFor();
  await picture(bob.page, "headquarters-asked");
  await pressButton(bob.page, campaign.together);
  await bob.page.getByText(campaign.asks).waitFor({ state: "hidden" });
  await pressButton(ann.page, campaign.askAlone);
  await pressButton(bob.page, campaign.agree);
  await agree(bob.page);
  for (const one of [ann, bob]) await one.page.getByText(campaign.handedOver).waitFor();
  await picture(ann.page, "headquarters-handed-over");
  await pressButton(ann.page, campaign.start);
  await ann.page.getByRole("grid", { name: board }).waitFor();
  await bob.page.getByText(campaign.handedOver).waitFor(); // nobody is called to battle who has left
  assert.equal(await bob.page.getByRole("grid", { name: board }).count(), 0);
});

test("one whose partner never comes goes on alone, here and at another device", async () => {
  const { one: ann, link } = await setOut("Ann");
  assert.equal(await ann.page.getByRole("button", { name: campaign.handOver }).count(), 0);
  await picture(ann.page, "headquarters-nobody-yet");
  await pressButton(ann.page, campaign.goAlone);
  await agree(ann.page);
  await ann.page.getByText(campaign.handedOver).waitFor();
  const late = await house.stranger(link, "the link of a campaign is copied and not shown", PHONE);
  await late.page.getByText(campaign.full).waitFor();
  // The own link is for another device.
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await pressButton(ann.page, campaign.ownLink);
  const own = await ann.page.evaluate(() => navigator.clipboard.readText());
  const phone = await house.stranger(new URL(own).hash, "one's own link is copied and not shown", PHONE);
  await says(phone.page, campaign.first);
  const before = await sent(ann.page).count();
  await press(sent(phone.page).first());
  await until("one ship less goes", async () => (await sent(ann.page).count()) === before - 1);
  await pressButton(phone.page, campaign.start);
  for (const one of [ann, phone]) await one.page.getByRole("grid", { name: board }).waitFor();
});

test("one who gives no sign for three days can be left behind", async () => {
  const server = await house.borrow(Server.start({ clock: true }));
  const ann = await house.person({ door: server.url });
  await pressLink(card(ann.page, "hex-ships"), campaign.door);
  await says(ann.page, campaign.form);
  await arrives(ann.page);
  await set(ann.page, campaign.players, "2");
  await pressButton(ann.page, campaign.setOutOnline);
  await says(ann.page, campaign.first);
  const id = new URL(ann.page.url()).hash.split("/").pop();
  const body = JSON.stringify({ id: "join", name: "Bob", key: "abcdefghijkmnpqrstuvwxyz23" });
  const headers = { "content-type": "application/json" };
  const joined = await fetch(`${server.url}api/journeys/${id}/join`, { method: "POST", headers, body });
  assert.equal(joined.status, 200);
  await ann.page.getByRole("button", { name: campaign.askAlone }).waitFor();
  server.advance(3 * 24 * 3600);
  await ann.page.reload();
  await ann.page.getByText(campaign.noSign).waitFor();
  await pressButton(ann.page, campaign.goAlone);
  await agree(ann.page);
  await ann.page.getByText(campaign.handedOver).waitFor();
});

test("alone on the server, and from this device to the server", async () => {
  const ann = await house.person();
  await pressLink(card(ann.page, "hex-ships"), campaign.door);
  await says(ann.page, campaign.form);
  await arrives(ann.page);
  await pressButton(ann.page, campaign.setOutOnline);
  await says(ann.page, campaign.first);
  await pressButton(ann.page, campaign.start);
  await ann.page.getByRole("grid", { name: board }).waitFor();
  await resign(ann.page);
  await pressLink(ann.page, campaign.back);
  await ann.page.getByRole("heading", { name: campaign.report }).waitFor();
  const bob = await house.person();
  await pressLink(card(bob.page, "hex-ships"), campaign.door);
  await says(bob.page, campaign.form);
  await arrives(bob.page);
  await pressButton(bob.page, campaign.setOut);
  await says(bob.page, campaign.first);
  await press(sent(bob.page).first());
  const left = await sent(bob.page).count();
  await pressButton(bob.page, campaign.upload);
  await bob.page.getByRole("button", { name: campaign.ownLink }).waitFor();
  assert.equal(await sent(bob.page).count(), left, "it is the same campaign");
});
