// Parts of a phone's page that scroll by themselves do so by keys too, and a page begins at its top.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToForm } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { ready } from "./src/player.mjs";
import { choose, pressButton } from "./src/press.mjs";
import { arrives, begin } from "./src/table.mjs";
import { buttons, opponents } from "./src/words.mjs";

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

test("a table begins at its top, however far down the form before it was", async () => {
  for (const far of [30, 116, 400]) {
    const ann = await house.person(PHONE);
    await goToForm(ann.page, "hex-ships");
    await choose(ann.page.getByRole("radio", { name: opponents.screen }));
    await ann.page.evaluate((far) => scrollTo(0, far), far);
    await pressButton(ann.page, buttons.begin);
    await ready(ann.page);
    await arrives(ann.page);
    await until(`the top of the table, after ${far} pixels of the form`, () => ann.page.evaluate(() => scrollY === 0));
  }
});
