// The pace of Hex Ships: how many presses a fleet's round takes in a battle that is played sensibly.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hexesNow } from "./src/board.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { played } from "./src/player.mjs";
import { begin, said } from "./src/table.mjs";
import { headings, moves } from "./src/words.mjs";

/**
 * At most so many presses for a round of a fleet of six ships, on average. When this was written there were 21.5: 14, 25, 25, 23 and 17
 * in the first five rounds, in which ships are lost.
 */
const MOST_PRESSES = 30;
const SHIPS = 6;
const ROUNDS = 5;

const house = new House(serveFolder);
const sixASide = { game: "hex-ships", opponent: "computer", level: "1", seat: "Red", options: { battle: "Six a side" } };

/** Runs in the page: the middle of every hex, by name. */
const middles = () =>
  Object.fromEntries(
    [...document.querySelectorAll("[data-place]")].map((place) => {
      const { x, y, width, height } = place.querySelector(".b-cell").getBoundingClientRect();
      return [place.dataset.place, { x: x + width / 2, y: y + height / 2, height }];
    }),
  );

/** A player who counts presses. Moving the pointer is none. */
class Commander {
  presses = 0;

  constructor(page) {
    this.page = page;
  }

  async key(name) {
    this.presses++;
    await this.page.keyboard.press(name);
  }

  async click({ x, y }) {
    await this.page.mouse.move(x - 1, y - 1);
    await this.page.mouse.move(x, y);
    this.presses++;
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  /** Flies towards the nearest enemy and faces it: one press on the end, one that ends the move. */
  async move() {
    const at = await this.page.evaluate(middles);
    const enemies = (await hexesNow(this.page, /Blue/)).map((name) => at[name]);
    const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
    const nearest = (from) => enemies.toSorted((one, other) => far(from, one) - far(from, other))[0];
    const ends = await hexesNow(this.page, /the move can end here, facing/);
    // At three hexes most weapons reach, and nobody is rammed.
    const wanted = (name) => Math.abs(far(at[name], nearest(at[name])) - 3 * at[name].height);
    const end = at[ends.toSorted((one, other) => wanted(one) - wanted(other))[0]];
    const enemy = nearest(end);
    const towards = far(end, enemy) || 1;
    const share = (0.3 * end.height) / towards;
    await this.click({ x: end.x + (enemy.x - end.x) * share, y: end.y + (enemy.y - end.y) * share });
    await this.page.locator("[data-plan]").waitFor();
    await this.key("n");
  }

  /** Aims at the first target that is offered, and fires with the weapons that are on. */
  async attack() {
    const at = await this.page.evaluate(middles);
    const [target] = await hexesNow(this.page, /Blue/, /open to you/);
    await this.click(at[target]);
    await this.page.getByRole("button", { name: moves.fire, disabled: false }).waitFor();
    await this.key("f");
    // Shots that cannot hit are asked about: then the ship holds its fire.
    if (await this.page.getByRole("dialog").isVisible()) {
      await this.key("Escape");
      await this.key("o");
    }
  }

  /** Deploys the next ship, which is not part of a round. */
  async deploy(column) {
    await this.page.locator("[data-unit]").first().click();
    const at = await this.page.evaluate(middles);
    const open = await hexesNow(this.page, /open to you/);
    const [across] = open.toSorted((one, other) => at[one].x - at[other].x).slice(Math.floor((column * open.length) / SHIPS));
    await this.page.mouse.click(at[across].x, at[across].y);
    await this.page.getByRole("button", { name: moves.up }).click();
  }
}

test("a round of six ships takes few presses in a battle that is played sensibly", { timeout: 900_000 }, async () => {
  const { page } = await house.person({ reducedMotion: "reduce", viewport: { width: 1400, height: 1000 } });
  await begin(page, sixASide);
  const commander = new Commander(page);
  const rounds = new Map();
  let [moved, counted] = [0, 0];
  for (let turns = 0, deployed = 0; turns < 400; turns++) {
    await until("my turn or the end", async () => headings.yourTurn.test(await said(page)) || (await page.locator("[data-replay]").count()) > 0);
    if ((await page.locator("[data-replay]").count()) > 0) break;
    const [sentence, before] = [await said(page), await played(page)];
    const round = Number(/\d+/.exec(await page.getByText(/^Round: /i).first().textContent())?.[0]);
    if (round > ROUNDS) break;
    const pressed = commander.presses;
    if (/choose a ship/.test(sentence)) await commander.deploy(deployed++);
    else if (/set the speed/.test(sentence)) await commander.move();
    else if (/choose a target/.test(sentence)) await commander.attack();
    else await commander.key("k");
    await until("the next turn", async () => (await played(page)) > before || (await page.locator("[data-replay]").count()) > 0);
    if (round === 0) continue;
    rounds.set(round, (rounds.get(round) ?? 0) + commander.presses - pressed);
    counted += commander.presses - pressed;
    moved += Number(/set the speed/.test(sentence));
  }
  const counts = [...rounds.values()];
  // Ships are lost on the way: what is held is the average of a whole fleet.
  const average = (SHIPS * counted) / moved;
  console.log(`presses in each round: ${counts.join(", ")}; ${average.toFixed(1)} a round of ${SHIPS} ships on average`);
  assert.ok(counts.length >= 3, "several rounds were played");
  assert.ok(average <= MOST_PRESSES, `${average} presses a round`);
});
