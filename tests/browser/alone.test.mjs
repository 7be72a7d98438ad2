// The page from a static folder, without the Sixfold server: against the computer and with two people at one screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, hexes, hexesNow, place, play, shows } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { everyCover, goHome, goToForm, goToRules } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { pressButton } from "./src/press.mjs";
import { arrives, begin, says } from "./src/table.mjs";
import { board, buttons, fields, headings, opponents, places } from "./src/words.mjs";

const house = new House(serveFolder);

test("a whole game against the computer", async () => {
  const ann = await house.person();
  await begin(ann.page, { opponent: "computer", level: "1" });
  for (let turn = 0; turn < 300; turn++) {
    await says(ann.page, /Your turn|You have (won|lost)/);
    const open = await hexesNow(ann.page, places.open);
    if (open.length === 0) break;
    await play(ann.page, open[Math.floor(open.length / 2)]);
  }
  await says(ann.page, /You have (won|lost)/);
  await picture(ann.page, "computer-end");
});

test("undo takes back a move and its answer, and a hint points at a hex", async () => {
  const ann = await house.person();
  await begin(ann.page, { opponent: "computer", level: "1" });
  await place(ann.page, "d4", "Red");
  await says(ann.page, /Your turn/);
  await pressButton(ann.page, buttons.undo);
  await shows(ann.page, "d4", "empty");
  assert.equal((await hexes(ann.page, places.open)).length, 37);
  await pressButton(ann.page, buttons.hint);
  await ann.page.getByText(/^Hint: /).first().waitFor();
  await picture(ann.page, "hint");
});

test("a reload in mid-game goes on where it was", async () => {
  const ann = await house.person();
  await begin(ann.page, { opponent: "screen" });
  await place(ann.page, "d4", "Red");
  await place(ann.page, "a1", "Blue");
  await ann.page.reload();
  await shows(ann.page, "d4", "Red stone");
  await shows(ann.page, "a1", "Blue stone");
  await goHome(ann.page);
  await ann.page.getByRole("link", { name: /^HexOust Two at this screen · 2 moves/ }).waitFor();
  await everyCover(ann.page);
  await picture(ann.page, "home-with-a-game");
});

test("the list of turns steps back and forth", async () => {
  const ann = await house.person();
  await begin(ann.page, { opponent: "screen" });
  await place(ann.page, "d4", "Red");
  await place(ann.page, "a1", "Blue");
  await pressButton(ann.page, buttons.oneBack);
  await shows(ann.page, "a1", "empty");
  await shows(ann.page, "d4", "Red stone");
  await picture(ann.page, "a-moment-ago");
  await pressButton(ann.page, buttons.now);
  await shows(ann.page, "a1", "Blue stone");
});

test("by keyboard alone, from the home page to a capture", async () => {
  const ann = await house.person();
  const keys = ann.page.keyboard;
  const focusOn = async (name) => {
    for (let tries = 0; tries < 40; tries++) {
      await keys.press("Tab");
      const focused = await ann.page.evaluate(() => {
        const on = document.activeElement;
        return on.getAttribute("aria-label") ?? on.closest("label")?.textContent ?? on.textContent;
      });
      if (name.test(focused)) return;
    }
    assert.fail(`nothing like ${name} comes by Tab`);
  };
  await says(ann.page, headings.home);
  await focusOn(/^Play (?!now)/);
  await keys.press("Enter");
  await says(ann.page, headings.newGame);
  await arrives(ann.page);
  await focusOn(opponents.computer);
  await keys.press("ArrowRight");
  await ann.page.getByRole("radio", { name: opponents.screen, checked: true }).waitFor();
  await focusOn(buttons.begin);
  await keys.press("Enter");
  await ann.page.getByRole("grid", { name: board }).waitFor();
  await arrives(ann.page);
  await focusOn(/^[a-m]\d+/);
  await keys.press("Enter"); // plays the hex under the cursor
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
});

test("the online choice says why it cannot be had", async () => {
  const ann = await house.person();
  await goToForm(ann.page, "hexoust");
  await ann.page.getByText(/Playing online needs a Sixfold server/).waitFor();
  await ann.page.getByRole("radio", { name: opponents.online, disabled: true }).waitFor();
  await picture(ann.page, "no-server");
});

test("every page at 390 pixels, light and dark", async () => {
  const pages = [
    ["home", everyCover],
    ["new", (page) => goToForm(page, "hexoust")],
    ["rules", (page) => goToRules(page, "hexoust")],
  ];
  for (const colorScheme of ["light", "dark"]) {
    const ann = await house.person({ ...PHONE, colorScheme });
    for (const [name, goThere] of pages) {
      await goThere(ann.page);
      assert.equal(await overflow(ann.page), 0, `${name} scrolls sideways`);
      await picture(ann.page, `phone-${name}-${colorScheme}`);
    }
    await begin(ann.page, { opponent: "screen", options: { size: "7" } });
    assert.equal(await overflow(ann.page), 0, "the table scrolls sideways");
    await picture(ann.page, `phone-board-${colorScheme}`);
  }
});

test("what a capture would take is shown in the middle of a real game", async () => {
  // A match of two computers of level 4. The picture is used in the README.
  const turns =
    "b3 k2 k4 k3,j7 l5 k6,h9 g4 m6 f7 h2 g3,c7 h11 f11 g12,k9 e8 d1 f5 h6 g7,d6 j5 e10 f11,d3 e4,d2 e2,e3,f4,j1 j9 j8,b4 c4,i5 j4,e5";
  const ann = await house.person();
  await begin(ann.page, { opponent: "screen", options: { size: "7" } });
  for (const name of turns.split(/[ ,]/)) await play(ann.page, name);
  await says(ann.page, "Red: place a stone");
  await cell(ann.page, "e6").hover();
  await ann.page.getByText(/Red places on e6 and takes (one stone|\d+ stones)/).first().waitFor();
  await picture(ann.page, "table");
});

test("while the page opens, it says so in the language of the browser or in the chosen one", async () => {
  const opens = async ({ context, page }, shown, other) => {
    await context.route("**/*.wasm", () => {}); // it does not arrive
    await page.reload({ waitUntil: "commit" });
    await page.getByText(shown).waitFor();
    await page.getByText(other).waitFor({ state: "hidden" });
  };
  const [german, english] = ["Die Seite wird geöffnet …", "Opening the page …"];
  await opens(await house.person({ locale: "de-DE" }), german, english);
  await opens(await house.person({ locale: "fr-FR" }), english, german);
  const ann = await house.person();
  await pressButton(ann.page, buttons.settings);
  await ann.page.getByRole("combobox", { name: fields.language }).selectOption("de");
  await ann.page.locator('html[lang="de"]').waitFor();
  await opens(ann, german, english);
});

test("texts in German are loaded for those who read them, and their absence is said", async () => {
  const texts = "**/content/languages/*.txt";
  const ann = await house.person();
  const asked = [];
  await ann.context.route(texts, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html>" }); // as some static hosts do
  });
  await ann.page.reload();
  await says(ann.page, headings.home);
  assert.deepEqual(asked, [], "a page in English needs no other texts");
  await pressButton(ann.page, buttons.settings);
  await ann.page.getByRole("combobox", { name: fields.language }).selectOption("de");
  await ann.page.getByText("The page is not in Deutsch").waitFor();
  await ann.context.unroute(texts);
  await ann.page.reload();
  await says(ann.page, headings.homeInGerman);
});

test("the page can be switched to German", async () => {
  const ann = await house.person({ locale: "de-DE" });
  await says(ann.page, headings.homeInGerman);
  await ann.page.locator('html[lang="de"]').waitFor();
  await everyCover(ann.page);
  await picture(ann.page, "german");
});
