// Lost connections: a player who leaves a running match has a minute to come back. Tests advance the server's clock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, shows } from "./src/board.mjs";
import { PHONE, picture } from "./src/browser.mjs";
import { Cable } from "./src/cable.mjs";
import { invitation, leave, openInvitation } from "./src/door.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { Server } from "./src/server.mjs";
import { begin, begun, replay, resign, said, says, sitDown, twoPeople } from "./src/table.mjs";
import { headings, links } from "./src/words.mjs";

const house = new House(() => Server.start({ clock: true }));
const match = { game: "hexlock", seat: "Red" };

const away = (page) => page.locator("[data-away]");

/** Waits until no player is shown as away. */
const nobodyAway = (page) => away(page).first().waitFor({ state: "detached" });

/** The server's state of Bob: whether he is connected, and how long he may be away. */
const bobAt = async (link) => (await house.host.table(link)).seats.find(({ name }) => name === "Bob");

/** Lets this many seconds of Bob's minute pass. */
async function pass(link, seconds) {
  const left = (await bobAt(link)).lost_in - 1000 * seconds;
  house.host.advance(seconds);
  await until(`${seconds} seconds to pass`, async () => (await bobAt(link)).lost_in <= left);
}

/** The player whose turn it is expands to a hex, and both players see it. */
async function play(ann, bob) {
  // Ann's page knows whose turn it is: every move below is waited for on both pages.
  await says(ann.page, /expand or attack/);
  const actor = headings.yourTurn.test(await said(ann.page)) ? ann : bob;
  await says(actor.page, headings.yourTurn);
  const open = await actor.page.locator(".b-place.b-open:not(:has(.b-piece))").first().getAttribute("data-place");
  await cell(actor.page, open).click();
  for (const one of [ann, bob]) await shows(one.page, open, "held by");
}

test("a reload: back in time, and nothing has happened", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  await play(ann, bob);
  await bob.page.reload();
  await begun(bob.page);
  assert.equal((await bobAt(link)).here, true);
  house.host.advance(100);
  await play(ann, bob);
  await play(ann, bob);
  await nobodyAway(ann.page);
});

test("a player who does not come back loses, after a countdown", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  await play(ann, bob);
  await leave(bob.page);
  await away(ann.page).filter({ hasText: /Bob is away\. \d:\d\d to come back, then the match is yours/ }).waitFor();
  await picture(ann.page, "opponent-away");
  await pass(link, 59);
  assert.equal((await house.host.table(link)).over, false);
  await says(ann.page, /expand/);
  house.host.advance(2);
  await says(ann.page, /(Blue|Bob) was away for too long.*You have won/);
  await picture(ann.page, "opponent-dropped");
  await openInvitation(bob.page, link);
  await says(bob.page, /You were away for too long|(Blue|Bob) was away for too long/);
  assert.match(await house.host.record(link), /blue drops out\nresult: red wins/);
});

test("a phone that sleeps and wakes in time", async () => {
  const cable = await house.borrow(Cable.to(house.host));
  const { ann, bob, link } = await twoPeople(house, { ...match, bobsDoor: cable.url, bobsDevice: PHONE });
  await play(ann, bob);
  const phone = await bob.context.newCDPSession(bob.page);
  await phone.send("Page.setWebLifecycleState", { state: "frozen" });
  cable.cut();
  await away(ann.page).waitFor();
  await pass(link, 50);
  cable.mend();
  await phone.send("Page.setWebLifecycleState", { state: "active" });
  await nobodyAway(ann.page);
  house.host.advance(50); // no time runs while Bob is here, and a new absence would start a new minute
  await play(ann, bob);
  await play(ann, bob);
});

test("whoever reads the rules is not away, and the browser's way back leads to the table", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  await play(ann, bob);
  await bob.page.getByRole("link", { name: links.rules }).click();
  const rules = bob.page.getByRole("dialog");
  await rules.getByRole("link", { name: "HL-2", exact: true }).first().click();
  await until("the ruling to have the focus", () => bob.page.evaluate(() => document.activeElement.id === "rule-hl-2"));
  house.host.advance(100);
  assert.equal((await bobAt(link)).here, true);
  await bob.page.goBack();
  await rules.waitFor({ state: "detached" });
  await play(ann, bob);
  await nobodyAway(ann.page);
});

test("two tabs of one person: the last one that closes counts", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  await play(ann, bob);
  const second = await bob.tab(link);
  await begun(second);
  await bob.page.close();
  house.host.advance(100);
  await play(ann, { page: second });
  assert.equal(await away(ann.page).count(), 0);
  await second.close();
  await away(ann.page).waitFor();
  const third = await bob.tab(link);
  await nobodyAway(ann.page);
  await play(ann, { page: third });
});

test("the minute stands still while the server is down, and begins anew when it is back", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  await play(ann, bob);
  await play(ann, bob); // after a restart the server knows from the log that Bob was here
  await leave(bob.page);
  await away(ann.page).waitFor();
  await pass(link, 50);
  await house.host.kill();
  await says(ann.page, headings.connectionLost);
  await house.host.restart();
  await until("another minute", async () => (await bobAt(link)).lost_in);
  await pass(link, 50);
  await away(ann.page).waitFor();
  await openInvitation(bob.page, link);
  await begun(bob.page);
  await nobodyAway(ann.page);
  await play(ann, bob);
});

test("if everybody has left there is no result", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  await play(ann, bob);
  await leave(bob.page);
  await away(ann.page).waitFor();
  await leave(ann.page);
  await until("both to be away", async () => (await house.host.table(link)).seats.every(({ here }) => !here));
  house.host.advance(61);
  await until("the end", async () => (await house.host.table(link)).over);
  await openInvitation(ann.page, link);
  await says(ann.page, /Everybody had left: no result/);
});

test("two tabs that are open before the match begins give one share between them", async () => {
  const ann = await house.person();
  await begin(ann.page, { ...match, opponent: "online", name: "Ann" });
  const link = await invitation(ann.page);
  const others = [await ann.tab(link), await ann.tab(link)];
  for (const tab of others) await says(tab, headings.waitingForOne);
  const bob = await house.guest(link);
  await sitDown(bob.page, "Bob");
  for (const tab of [ann.page, bob.page, ...others]) await begun(tab);
  await play(ann, bob);
  await resign(bob.page);
  for (const tab of [ann.page, ...others]) {
    await says(tab, /(Blue|Bob) has resigned/);
    await replay(tab);
    await tab.locator('[data-promised="true"]').waitFor();
  }
});

test("after the end the dice are checked against what was promised before the match", async () => {
  const { ann, bob, link } = await twoPeople(house, match);
  for (let turn = 0; turn < 4; turn++) await play(ann, bob);
  await resign(ann.page);
  for (const one of [ann, bob]) {
    await says(one.page, /(Red|Ann) has resigned/);
    await replay(one.page);
    await one.page.locator('[data-fair="fair"]').waitFor();
    await one.page.locator('[data-promised="true"]').waitFor();
  }
  await picture(bob.page, "fair-dice");
  const record = await house.host.record(link);
  assert.match(record, /commitment: [0-9a-f]{64}\nshare red: [0-9a-f]{64}\nshare blue: [0-9a-f]{64}/);
});
