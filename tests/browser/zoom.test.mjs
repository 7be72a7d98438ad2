// Looking closer at a board: wheel, drag, two fingers, double tap, keys and buttons. The page itself neither scrolls nor
// zooms, and a tap stays a tap.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./src/browser.mjs";
import { fingers } from "./src/fingers.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { look } from "./src/look.mjs";
import { until } from "./src/patience.mjs";
import { played } from "./src/player.mjs";
import { press } from "./src/press.mjs";
import { begin } from "./src/table.mjs";

const house = new House(serveFolder);
const board = (page) => page.locator("[data-board]");

/** The shown part of the board: left, top, width, height. */
const part = async (page) => (await board(page).getAttribute("viewBox")).split(" ").map(Number);

/** The page's own scrolling and zooming. */
const itself = (page) => page.evaluate(() => [scrollX, scrollY, visualViewport.scale]);

async function middle(page) {
  const { x, y, width, height } = await board(page).boundingBox();
  return [x + width / 2, y + height / 2];
}

test("the wheel zooms at the pointer, a drag moves the board, and neither plays", async () => {
  const { page } = await house.person();
  await begin(page, { opponent: "screen", options: { size: "7" } });
  const whole = await part(page);
  const [x, y] = await middle(page);
  await page.mouse.move(x + 60, y);
  await page.mouse.wheel(0, -300);
  await until("a smaller part is shown", async () => (await part(page))[2] < whole[2] - 1);
  await until("the page knows it", () => page.locator("[data-board].zoomed").isVisible());
  const closer = await part(page);
  await page.mouse.down();
  await page.mouse.move(x - 40, y - 30, { steps: 5 });
  await page.mouse.up();
  const moved = await part(page);
  assert.ok(moved[0] > closer[0] + 1 && Math.abs(moved[2] - closer[2]) < 0.2, `${closer} became ${moved}`);
  assert.equal(await played(page), 0, "the end of a drag is no click");
  await page.mouse.click(x, y);
  await until("a click still plays", async () => (await played(page)) === 1);
  assert.deepEqual(await part(page), moved, "the board stays where it was");
  await page.keyboard.press("0");
  await until("the whole board", async () => (await part(page))[2] > whole[2] - 0.2);
});

test("two fingers zoom the board and not the page, one finger moves it, a tap is a tap", async () => {
  const { page } = await house.person(PHONE);
  await begin(page, { opponent: "screen", options: { size: "7" } });
  const whole = await part(page);
  const before = await itself(page);
  const [x, y] = await middle(page);
  const hand = await fingers(page);
  await hand.down([x - 30, y], [x + 30, y]);
  for (const by of [45, 60, 75, 90]) await hand.move([x - by, y], [x + by, y]);
  await hand.up();
  await until("a smaller part is shown", async () => (await part(page))[2] < whole[2] / 1.5);
  assert.deepEqual(await itself(page), before, "the page itself neither scrolls nor zooms");
  assert.equal(await played(page), 0);
  await until("the page knows it", () => page.locator("[data-board].zoomed").isVisible());
  const closer = await part(page);
  await hand.down([x, y]);
  for (const by of [10, 25, 45]) await hand.move([x - by, y - by]);
  await hand.up();
  await until("one finger moves the board", async () => (await part(page))[0] > closer[0] + 1);
  assert.deepEqual(await itself(page), before);
  const moved = await part(page);
  // Chromium ignores taps that come sooner after a movement than any finger does: tap until the page hears of one.
  await page.evaluate(() => addEventListener("click", () => (window.tapped = true), { capture: true, once: true }));
  await until("a tap that is heard", async () => {
    if (await page.evaluate(() => window.tapped)) return true;
    await page.touchscreen.tap(x, y);
    return false;
  });
  await page.locator(".play .choosing .button.main").waitFor();
  assert.equal(await played(page), 0, "the first tap shows what it would do");
  assert.deepEqual(await part(page), moved);
});

test("a double tap on ground where nothing can be picked shows a part of the board, and then all of it", async () => {
  const { page } = await house.person(PHONE);
  await begin(page, { game: "hexlock", opponent: "screen" });
  const whole = await part(page);
  const ground = page.locator("[data-place]:not(.b-open):not([data-drag])").first();
  const { x, y, width, height } = await ground.boundingBox();
  const twice = async () => {
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  };
  await twice();
  await until("a part of the board", async () => (await part(page))[2] < whole[2] / 1.5);
  await until("the page knows it", () => page.locator("[data-board].zoomed").isVisible());
  const closed = page.locator("[data-place]:not(.b-open):not([data-drag])");
  const seen = await closed.evaluateAll((places) => {
    const at = places.map((place) => place.getBoundingClientRect());
    return at.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  });
  const frame = await board(page).boundingBox();
  const inside = ([px, py]) => px > frame.x && px < frame.x + frame.width && py > frame.y && py < frame.y + frame.height;
  const [px, py] = seen.find(inside);
  await page.touchscreen.tap(px, py);
  await page.touchscreen.tap(px, py);
  await until("the whole board again", async () => (await part(page))[2] > whole[2] - 0.2);
});

test("on a phone every place in sight of a zoomed board can be pressed, wherever the edge of the board cuts the hexes", async () => {
  const { page } = await house.person(PHONE);
  await begin(page, { opponent: "screen", options: { size: "7" } });
  for (const key of ["+", "+", "Shift+ArrowLeft", "+", "Shift+ArrowRight", "Shift+ArrowDown", "+"]) {
    const before = await part(page);
    await page.keyboard.press(key);
    await until("another part is shown", async () => String(await part(page)) !== String(before));
    assert.deepEqual((await look(page)).findings, [], `after ${key}: ${await part(page)}`);
  }
});

test("a large board has buttons to zoom, and every board one to turn it over", async () => {
  const { page } = await house.person();
  await begin(page, { game: "hex-ships", opponent: "screen" });
  const whole = await part(page);
  await press(page.getByRole("button", { name: "Larger" }));
  await until("a smaller part is shown", async () => (await part(page))[2] < whole[2] / 1.2);
  await press(page.getByRole("button", { name: "Smaller" }));
  await until("the whole board", async () => (await part(page))[2] > whole[2] - 0.2);
  const place = page.locator("[data-place]").first();
  const name = await place.getAttribute("data-place");
  const top = async () => (await page.locator(`[data-place="${name}"]`).boundingBox()).y;
  const before = await top();
  await press(page.getByRole("button", { name: "Turn the board over" }));
  await until("the first hex is below", async () => (await top()) > before + 100);
});

test("coordinates are at least eleven pixels high, or absent", async () => {
  for (const device of [{}, PHONE]) {
    for (const game of ["hexoust", "influence", "hex-ships"]) {
      const { page, context } = await house.person(device);
      await begin(page, { game, opponent: "screen", ...(game === "hexoust" && { options: { size: "7" } }) });
      const sizes = () =>
        page.locator(".b-name").evaluateAll((names) =>
          names.map((name) => Number(name.getAttribute("font-size")) * name.getScreenCTM().a),
        );
      await until("the board is measured", async () => (await page.locator(".b-unmeasured").count()) === 0);
      for (const size of await sizes()) assert.ok(size > 10.4, `${game}: ${size} pixels`);
      await context.close();
    }
  }
});
