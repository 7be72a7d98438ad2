// The dropped line: whoever leaves a running match has a minute to come back. The server's minute is handed to it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, openBrowser, person, picture } from "./src/browser.mjs";
import { Cable, Server } from "./src/server.mjs";
import { begin, cell, invitation, says, sitDown } from "./src/table.mjs";

let server;
let browser;
before(async () => {
  server = await Server.start({ clock: true });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function leave(...people) {
  for (const one of people) {
    await one.context.close();
    assert.deepEqual(one.problems, []);
  }
}

/** Ann makes a table and Bob takes the other seat, each at an address of the server. */
async function twoPeople({ bobsUrl = server.url, bobsDevice } = {}) {
  const ann = await person(browser, server.url);
  await begin(ann.page, server.url, { game: "hexlock", opponent: "Online, by a link", name: "Ann", seat: "Red" });
  const link = await invitation(ann.page);
  const bob = await person(browser, link.replace(server.url, bobsUrl), bobsDevice);
  await sitDown(bob.page, "Bob");
  await says(ann.page, /expand or attack/);
  return { ann, bob, link };
}

const away = (page) => page.locator("[data-away]");

/** Waits until nobody is missing. */
const nobodyAway = (page) => away(page).first().waitFor({ state: "detached" });

/** Whoever's turn it is expands somewhere, and both see it. */
async function play(ann, bob) {
  // Either page may still be on its way to what has just happened: ask until one of them is called upon.
  const actor = await Promise.any([ann, bob].map((one) => says(one.page, /Your turn/).then(() => one)));
  const open = await actor.page.locator(".place.open:not(:has(.piece))").first().getAttribute("data-place");
  await cell(actor.page, open).click();
  for (const one of [ann, bob]) {
    await one.page.waitForFunction((name) => /held by/.test(document.querySelector(`[data-place="${name}"]`)?.getAttribute("aria-label") ?? ""), open);
  }
}

test("a reload: back in time, and nothing has happened", async () => {
  const { ann, bob } = await twoPeople();
  await play(ann, bob);
  await bob.page.reload();
  await says(bob.page, /expand or attack/);
  await nobodyAway(ann.page);
  server.advance(100);
  await play(ann, bob);
  await play(ann, bob);
  await leave(ann, bob);
});

test("whoever does not come back has lost, and a countdown shows it", async () => {
  const { ann, bob, link } = await twoPeople();
  await play(ann, bob);
  await bob.page.goto("about:blank");
  await away(ann.page).filter({ hasText: /Bob is away\. \d:\d\d to come back, then the match is yours/ }).waitFor();
  await picture(ann.page, "opponent-away");
  server.advance(59);
  await ann.page.waitForTimeout(100); // nothing is expected: there is no event to wait for
  assert.match(await ann.page.locator("h1").textContent(), /expand/);
  server.advance(2);
  await says(ann.page, /Blue was away for too long.*You have won/);
  await picture(ann.page, "opponent-dropped");
  await bob.page.goto(link);
  await says(bob.page, /You were away for too long|Blue was away for too long/);
  const record = await (await fetch(`${server.url}api/tables/${link.split("/").pop()}/record`)).text();
  assert.match(record, /blue drops out\nresult: red wins/);
  await leave(ann, bob);
});

test("a phone that sleeps and wakes in time", async () => {
  const cable = await Cable.to(server);
  const { ann, bob } = await twoPeople({ bobsUrl: cable.url, bobsDevice: PHONE });
  await play(ann, bob);
  const phone = await bob.context.newCDPSession(bob.page);
  await phone.send("Page.setWebLifecycleState", { state: "frozen" });
  cable.cut();
  await away(ann.page).waitFor();
  server.advance(50);
  cable.mend();
  await phone.send("Page.setWebLifecycleState", { state: "active" });
  await nobodyAway(ann.page);
  server.advance(50); // another absence has its own minute, and there is none
  await play(ann, bob);
  await play(ann, bob);
  await leave(ann, bob);
  cable.stop();
});

test("two tabs of one person: the last one that closes counts", async () => {
  const { ann, bob, link } = await twoPeople();
  await play(ann, bob);
  const second = await bob.context.newPage();
  await second.goto(link);
  await says(second, /expand or attack/);
  await bob.page.close();
  server.advance(100);
  await play(ann, { page: second });
  assert.equal(await away(ann.page).count(), 0);
  await second.close();
  await away(ann.page).waitFor();
  const third = await bob.context.newPage();
  await third.goto(link);
  await nobodyAway(ann.page);
  await play(ann, { page: third });
  await leave(ann, bob);
});

test("the minute stands still while the server is down, and begins anew when it is back", async () => {
  const { ann, bob, link } = await twoPeople();
  await play(ann, bob);
  await play(ann, bob); // the server that comes back knows from the log that Bob was here
  await bob.page.goto("about:blank");
  await away(ann.page).waitFor();
  server.advance(50);
  await server.kill();
  await ann.page.getByText(/The connection is lost/).first().waitFor();
  await server.restart();
  await away(ann.page).waitFor();
  server.advance(50);
  await bob.page.goto(link);
  await says(bob.page, /expand or attack/);
  await nobodyAway(ann.page);
  await play(ann, bob);
  await leave(ann, bob);
});

test("if everybody has left there is no result", async () => {
  const { ann, bob, link } = await twoPeople();
  await play(ann, bob);
  await bob.page.goto("about:blank");
  await away(ann.page).waitFor();
  await ann.page.goto("about:blank");
  await ann.page.waitForTimeout(300); // the server hears of it when the socket closes
  server.advance(61);
  await ann.page.goto(link);
  await says(ann.page, /Everybody had left: no result/);
  await leave(ann, bob);
});

test("two tabs that are open before the match begins give one share between them", async () => {
  const ann = await person(browser, server.url);
  await begin(ann.page, server.url, { game: "hexlock", opponent: "Online, by a link", name: "Ann", seat: "Red" });
  const link = await invitation(ann.page);
  const others = [await ann.context.newPage(), await ann.context.newPage()];
  for (const tab of others) {
    await tab.goto(link);
    await says(tab, /Waiting for somebody/);
  }
  const bob = await person(browser, link);
  await sitDown(bob.page, "Bob");
  for (const tab of others) await says(tab, /expand or attack/);
  await play(ann, bob);
  await bob.page.getByRole("button", { name: "Resign" }).click();
  await bob.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const tab of [ann.page, ...others]) {
    await says(tab, /Blue has resigned/);
    await tab.getByRole("link", { name: "Replay" }).or(tab.getByRole("button", { name: "Replay" })).first().click();
    await tab.locator('[data-promised="true"]').waitFor();
  }
  await leave(ann, bob);
});

test("after the end the dice are checked against what was promised before the match", async () => {
  const { ann, bob, link } = await twoPeople();
  for (let turn = 0; turn < 4; turn++) await play(ann, bob);
  await ann.page.getByRole("button", { name: "Resign" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await says(bob.page, /Red has resigned/);
  for (const one of [ann, bob]) {
    await one.page.getByRole("link", { name: "Replay" }).or(one.page.getByRole("button", { name: "Replay" })).first().click();
    await one.page.locator('[data-fair="fair"]').waitFor();
    await one.page.locator('[data-promised="true"]').waitFor();
  }
  await picture(bob.page, "fair-dice");
  const record = await (await fetch(`${server.url}api/tables/${link.split("/").pop()}/record`)).text();
  assert.match(record, /commitment: [0-9a-f]{64}\nshare red: [0-9a-f]{64}\nshare blue: [0-9a-f]{64}/);
  await leave(ann, bob);
});
