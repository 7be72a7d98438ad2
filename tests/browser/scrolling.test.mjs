// Parts of a phone's page that scroll by themselves do so by keys too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { ready } from "./src/player.mjs";
import { begin } from "./src/table.mjs";

const house = new House(serveFolder);

test("arrow keys scroll what lies under the board once it has the focus", async () => {
  const ann = await house.person(PHONE);
  await begin(ann.page, { game: "hex-ships", opponent: "computer", level: "1", options: { battle: "Duel" } });
  await ready(ann.page);
  const part = ann.page.locator(".details[tabindex='0']");
  await part.evaluate((at) => (at.style.maxHeight = "4rem")); // what it holds differs from turn to turn
  assert.ok(await part.evaluate((at) => at.scrollHeight > at.clientHeight), "there is something to scroll");
  await part.focus();
  await ann.page.keyboard.press("ArrowDown");
  await ann.page.waitForFunction(() => document.querySelector(".details").scrollTop > 0);
  await ann.page.waitForFunction(() => document.activeElement.matches(".details"));
});
