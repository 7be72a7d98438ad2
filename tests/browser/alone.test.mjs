// Without a server of ours: the page from a static folder, against the computer and with two at one screen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, openBrowser, overflow, person, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/server.mjs";
import { begin, cell, openCells, place, says, shows } from "./src/table.mjs";

let folder;
let browser;
before(async () => {
  folder = await serveFolder();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  folder?.stop();
});

async function leave(one) {
  await one.context.close();
  assert.deepEqual(one.problems, []);
}

test("a whole game against the computer", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { opponent: "The computer", level: "1" });
  for (let turn = 0; turn < 60; turn++) {
    await says(ann.page, /Your turn|You have won|has won/);
    const open = await openCells(ann.page);
    if (open.length === 0) break;
    await cell(ann.page, open[Math.floor(open.length / 2)]).click();
    await ann.page.waitForFunction(
      () => !/is thinking/.test(document.querySelector("h1")?.textContent ?? ""),
      undefined,
      { timeout: 20_000 },
    );
  }
  await says(ann.page, /You have won|has won/);
  await picture(ann.page, "computer-end");
  await leave(ann);
});

test("undo takes back a move and its answer, and a hint points at a hex", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { opponent: "The computer", level: "1" });
  await place(ann.page, "d4", "Red");
  await says(ann.page, /Your turn/);
  await ann.page.getByRole("button", { name: "Undo" }).click();
  await shows(ann.page, "d4", "empty");
  assert.equal((await openCells(ann.page)).length, 37);
  await ann.page.getByRole("button", { name: "Hint" }).click();
  await ann.page.getByText(/^Hint: .* wins \d+ % of the tries\.$/).first().waitFor();
  await picture(ann.page, "hint");
  await leave(ann);
});

test("a reload in mid-game goes on where it was", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { opponent: "Two at this screen" });
  await place(ann.page, "d4", "Red");
  await place(ann.page, "a1", "Blue");
  await ann.page.reload();
  await shows(ann.page, "d4", "Red stone");
  await shows(ann.page, "a1", "Blue stone");
  await ann.page.goto(folder.url);
  await ann.page.getByRole("link", { name: /continue|HexOust/i }).first().waitFor();
  await picture(ann.page, "home-with-a-game");
  await leave(ann);
});

test("the list of turns steps back and forth", async () => {
  const ann = await person(browser, folder.url);
  await begin(ann.page, folder.url, { opponent: "Two at this screen" });
  await place(ann.page, "d4", "Red");
  await place(ann.page, "a1", "Blue");
  await ann.page.getByRole("button", { name: "One move back" }).click();
  await shows(ann.page, "a1", "empty");
  await shows(ann.page, "d4", "Red stone");
  await picture(ann.page, "a-moment-ago");
  await ann.page.getByRole("button", { name: "Now" }).click();
  await shows(ann.page, "a1", "Blue stone");
  await leave(ann);
});

test("by keyboard alone, from the home page to a capture", async () => {
  const ann = await person(browser, folder.url);
  const keys = ann.page.keyboard;
  await ann.page.getByRole("heading", { level: 1 }).waitFor();
  const focusOn = async (role, name) => {
    for (let tries = 0; tries < 40; tries++) {
      await keys.press("Tab");
      const focused = await ann.page.evaluate(() => {
        const on = document.activeElement;
        return { text: on.getAttribute("aria-label") ?? on.closest("label")?.textContent ?? on.textContent, role: on.tagName };
      });
      if (name.test(focused.text ?? "")) return;
    }
    assert.fail(`no ${role} ${name} comes by Tab`);
  };
  await focusOn("link", /^New game/);
  await keys.press("Enter");
  await ann.page.getByRole("heading", { name: /New game/ }).waitFor();
  await focusOn("radio", /The computer/);
  await keys.press("ArrowRight"); // two at this screen
  await focusOn("button", /^Begin/);
  await keys.press("Enter");
  await ann.page.getByRole("grid", { name: "Board" }).waitFor();
  await focusOn("grid", /^[a-m]\d+|Board/);
  await keys.press("Enter"); // where the cursor is
  await ann.page.getByRole("gridcell", { name: /Red stone/ }).waitFor();
  await keys.press("d");
  await keys.press("Enter");
  await ann.page.getByRole("gridcell", { name: /Blue stone/ }).waitFor();
  await keys.press("q");
  await keys.press("q");
  await keys.press("Enter");
  await says(ann.page, "Red has won.");
  await keys.press("?");
  await ann.page.getByRole("dialog").waitFor();
  await picture(ann.page, "keys");
  await keys.press("Escape");
  await ann.page.getByRole("dialog").waitFor({ state: "hidden" });
  await leave(ann);
});

test("the online choice says why it cannot be had", async () => {
  const ann = await person(browser, `${folder.url}#/new/hexoust`);
  const online = ann.page.getByRole("radio", { name: /Online/ });
  await online.waitFor();
  await ann.page.waitForFunction(() => document.querySelector('input[value="online"]')?.disabled);
  await picture(ann.page, "no-server");
  await leave(ann);
});

test("every page at 390 pixels, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const ann = await person(browser, folder.url, { ...PHONE, colorScheme });
    for (const [name, route] of [["home", ""], ["new", "#/new/hexoust"], ["rules", "#/rules/hexoust"]]) {
      await ann.page.goto(folder.url + route);
      await ann.page.getByRole("heading", { level: 1 }).first().waitFor();
      assert.equal(await overflow(ann.page), 0, `${name} scrolls sideways`);
      await picture(ann.page, `phone-${name}-${colorScheme}`);
    }
    await begin(ann.page, folder.url, { opponent: "Two at this screen", base: "7" });
    assert.equal(await overflow(ann.page), 0, "the table scrolls sideways");
    await picture(ann.page, `phone-board-${colorScheme}`);
    await leave(ann);
  }
});

test("what a capture would take is shown in the middle of a real game", async () => {
  // Two computers of level 4 played this; the picture is the README's.
  const turns =
    "b3 k2 k4 k3,j7 l5 k6,h9 g4 m6 f7 h2 g3,c7 h11 f11 g12,k9 e8 d1 f5 h6 g7,d6 j5 e10 f11,d3 e4,d2 e2,e3,f4,j1 j9 j8,b4 c4,i5 j4,e5";
  const ann = await person(browser, folder.url, DESKTOP);
  await begin(ann.page, folder.url, { opponent: "Two at this screen", base: "7" });
  for (const name of turns.split(/[ ,]/)) {
    await cell(ann.page, name).click();
    await shows(ann.page, name, "stone");
  }
  await says(ann.page, "Red: place a stone");
  await cell(ann.page, "e6").hover();
  await ann.page.getByText(/Red places on e6 and takes (one stone|\d+ stones)/).first().waitFor();
  await picture(ann.page, "table");
  await leave(ann);
});

test("the page is in German for whoever wants it", async () => {
  const ann = await person(browser, folder.url, { ...DESKTOP, locale: "de-DE" });
  await ann.page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await ann.page.evaluate(() => document.documentElement.lang), "de");
  await picture(ann.page, "german");
  await leave(ann);
});
