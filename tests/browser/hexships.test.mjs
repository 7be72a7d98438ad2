// Hex Ships: plans, a battle against the computer, and a fleet that is put together and kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, hexes } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { Cable } from "./src/cable.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToForm } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { played, playedSome } from "./src/player.mjs";
import { choose, press, pressButton, unfold } from "./src/press.mjs";
import { goOnBefore } from "./src/saved.mjs";
import { Server } from "./src/server.mjs";
import { begin, said, says, set, twoPeople } from "./src/table.mjs";
import { buttons, fields, headings, moves, options } from "./src/words.mjs";

const house = new House(serveFolder);
const duel = { game: "hex-ships", opponent: "computer", level: "1", seat: "Red", options: { battle: "Duel" } };
const passing = { ...duel, options: { battle: "Passing lines" } };

/** Waits until this many steps are planned. */
const steps = (page, count) =>
  until(`${count} planned steps`, async () => (await page.locator(`[data-plan="${count}"]`).count()) === (count ? 1 : 0));

/** The hex of the acting ship. */
const acting = async (page) => (await hexes(page, /acts now/))[0];

/** Opens the kit of an option, and the closed `details` elements around it. */
async function openKit(kit) {
  await unfold(kit);
  await press(kit.locator("summary").first());
}

/** Keeps the ship's speed, and advances by keys, around obstacles, until the move can be ended. */
async function steer(page) {
  await page.locator(".number-now").click();
  await steps(page, 1);
  const end = page.getByRole("button", { name: moves.endTheMove, disabled: false });
  for (let step = 2; (await end.count()) === 0; step++) {
    if (step > 12) throw new Error("the move does not end");
    const blocked = await page.getByRole("button", { name: moves.advance, disabled: true }).count();
    await page.keyboard.press(blocked ? "ArrowLeft" : "ArrowUp");
    await steps(page, step);
  }
}

/** Begins battles, ends moves and holds fire until the page asks for a target. Chance may end a battle before. */
async function meetTheEnemy(page) {
  for (let battle = 0; battle < 4; battle++) {
    await begin(page, passing);
    for (;;) {
      await says(page, new RegExp(`${headings.yourTurn.source}|${headings.ended.source}`, "i"));
      const sentence = await said(page);
      if (/choose a target/.test(sentence)) return;
      if (!headings.yourTurn.test(sentence)) break;
      const before = await played(page);
      if (/set the speed/.test(sentence)) {
        await steer(page);
        await pressButton(page, moves.endTheMove);
      } else {
        await pressButton(page, /roll/.test(sentence) ? moves.keepTheRoll : moves.holdFire);
      }
      await until("the next move", async () => (await played(page)) > before);
    }
  }
  throw new Error("no battle came to a target");
}

test("a ship is deployed, and its move is planned by keys, taken back and made", async () => {
  const { page } = await house.person();
  await begin(page, duel);
  await says(page, /^Your turn: choose a ship/);
  await page.locator("[data-unit]").first().click();
  const [home] = await hexes(page, /open to you/);
  await cell(page, home).click();
  await says(page, /^Your turn: choose where/);
  await picture(page, "ships-deploy");
  await pressButton(page, moves.startOver);
  await says(page, /^Your turn: choose a ship/);
  await page.locator("[data-unit]").first().click();
  await cell(page, home).click();
  await pressButton(page, moves.up);
  await says(page, /^Your turn: set the speed/);
  const before = await acting(page);
  const moved = await playedSome(page);
  await page.keyboard.press("+");
  await steps(page, 1);
  await page.keyboard.press("+");
  await page.locator('[data-number="2"]').waitFor();
  await steps(page, 1);
  await hexes(page, /the move can end here/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await steps(page, 3);
  assert.notEqual(await acting(page), before);
  await picture(page, "ships-plan");
  await page.keyboard.press("u");
  await steps(page, 2);
  await page.keyboard.press("Escape");
  await steps(page, 0);
  assert.equal(await acting(page), before);
  assert.equal(await played(page), moved, "nothing of a plan is played");
  await steer(page);
  await pressButton(page, moves.endTheMove);
  await until("the move is played", async () => (await played(page)) > moved);
});

test("fields of fire, a ship's sheet, weapons with switches, and the exchange told step by step", async () => {
  const { page } = await house.person();
  await meetTheEnemy(page);
  await pressButton(page, moves.allWeapons);
  await page.locator(".area-legend").getByText("short range").waitFor();
  await hexes(page, /medium range/);
  await picture(page, "ships-fields");
  const sheet = page.locator("[data-sheet]");
  await sheet.getByText(/Captain of level/).waitFor();
  const own = await sheet.getAttribute("data-sheet");
  await page.getByRole("list", { name: "Order of movement" }).getByRole("button", { name: /^Blue/ }).first().click();
  await until("the other sheet", async () => (await sheet.getAttribute("data-sheet")) !== own);
  await page.keyboard.press("Escape");
  const [target] = await hexes(page, /Blue/, /open to you/);
  await cell(page, target).click();
  const weapon = page.getByRole("switch").first();
  await page.locator("[data-totals]").waitFor();
  assert.equal(await weapon.getAttribute("aria-checked"), "true");
  await picture(page, "ships-switches");
  await weapon.click();
  await page.getByRole("switch", { checked: false }).first().waitFor();
  await page.keyboard.press("u");
  await page.getByRole("switch", { checked: true }).first().waitFor();
  await pressButton(page, moves.fire);
  await until("the attack is told", async () => (await page.locator("[data-told] li").count()) > 2);
  await page.locator("[data-told]").getByText(/attack roll/).waitFor();
  await picture(page, "ships-told");
});

test("a list of the fleet builder shows what the ship has, whatever was chosen in it", async () => {
  const { page } = await house.person();
  await goToForm(page, "hex-ships");
  await set(page, options.expansions, "on");
  const red = page.locator('[data-kit="red"]');
  await openKit(red);
  const cost = async () => Number(await red.getAttribute("data-cost"));
  await pressButton(red, /^\+ Manta/);
  const items = red.locator(".kit-row").last().getByRole("combobox", { name: "Item" });
  await until("two items have room", async () => (await items.count()) === 2);
  const chosen = () => items.evaluateAll((lists) => lists.map((list) => list.selectedOptions[0].textContent.replace(/ .*/, "")));
  const empty = await cost();
  // The kit puts the only item first, wherever it was chosen.
  await items.nth(1).selectOption({ label: (await items.nth(1).locator("option").allTextContents()).find((name) => name.startsWith("AMS")) });
  await until("the item costs", async () => (await cost()) > empty);
  await until("the lists show what the ship has", async () => (await chosen()).join() === "AMS,Empty");
  assert.equal(await items.nth(1).locator("option:disabled").count(), 1, "it is not offered twice");
  await items.nth(0).selectOption({ index: 0 });
  await until("the item is gone", async () => (await cost()) === empty);
  assert.deepEqual(await chosen(), ["Empty", "Empty"]);
});

test("a fleet is put together, kept, loaded after a reload, and deleted", async () => {
  const { page } = await house.person();
  await goToForm(page, "hex-ships");
  const red = page.locator('[data-kit="red"]');
  const cost = async () => Number(await red.getAttribute("data-cost"));
  await openKit(red);
  const before = await cost();
  await red.getByRole("button", { name: /^\+ Needle/ }).click();
  await until("the cost grows", async () => (await cost()) > before);
  const dear = await cost();
  await choose(red.getByRole("radio", { name: /^Empty/, includeHidden: true }).first());
  await until("an empty mount costs less", async () => (await cost()) < dear);
  await pressButton(red, /^Take back/);
  await until("the change is taken back", async () => (await cost()) === dear);
  await red.getByRole("combobox").first().selectOption({ index: 1 });
  const kept = await cost();
  await red.getByRole("textbox", { name: fields.kitName }).fill("Wolves");
  await pressButton(red, buttons.save);
  await red.getByText(/“Wolves” is kept/).waitFor();
  await picture(page, "fleet");
  await page.reload();
  await openKit(red);
  assert.equal(await cost(), before);
  await red.getByRole("button", { name: "Wolves", exact: true }).click();
  await until("the kept fleet", async () => (await cost()) === kept);
  await red.getByRole("button", { name: "Delete “Wolves”" }).click();
  await pressButton(page.getByRole("dialog"), buttons.deleteIt);
  await red.getByRole("button", { name: "Wolves", exact: true }).waitFor({ state: "hidden" });
});

test("a battle on a phone", async () => {
  const { page } = await house.person(PHONE);
  await begin(page, passing);
  await says(page, /^Your turn: set the speed/);
  assert.equal(await overflow(page), 0);
  await page.locator(".step-number").last().tap();
  await steps(page, 1);
  await pressButton(page, moves.advance);
  await steps(page, 2);
  await picture(page, "phone-ships");
  await page.locator("[data-sheet] summary").tap();
  await page.getByText(/Captain of level/).waitFor({ state: "hidden" });
  await goToForm(page, "hex-ships");
  await set(page, options.battle, "Duel");
  await openKit(page.locator('[data-kit="red"]'));
  assert.equal(await overflow(page), 0);
  await picture(page, "phone-fleet");
});

test("on a phone no weapon stops under the energy that is left when somebody scrolls to it", async () => {
  const { page } = await house.person(PHONE);
  await meetTheEnemy(page);
  const [target] = await hexes(page, /Blue/, /open to you/);
  await cell(page, target).tap();
  await page.locator("[data-totals]").waitFor();
  const covered = await page.getByRole("switch").evaluateAll((weapons) =>
    weapons.flatMap((weapon) =>
      ["start", "center", "end"].filter((block) => {
        weapon.scrollIntoView({ block, behavior: "instant" });
        const { left, top, width, height } = weapon.getBoundingClientRect();
        return [0.1, 0.5, 0.9].some((share) => !weapon.contains(document.elementFromPoint(left + width / 2, top + share * height)));
      }).map((block) => `${weapon.textContent} at the ${block}`)),
  );
  assert.deepEqual(covered, []);
});

test("online nobody hears of a plan before it is sent, and it survives a connection that is cut", async () => {
  const server = await house.borrow(Server.start());
  const cable = await house.borrow(Cable.to(server));
  const { ann, bob } = await twoPeople(house, {
    door: cable.url,
    bobsDoor: server.url,
    game: "hex-ships",
    options: { battle: "Passing lines" },
  });
  // Ann plays through the cable. If Bob moves first, he makes one move, and then it is her turn.
  const first = await until("somebody's turn", async () => {
    for (const one of [ann, bob]) {
      if (/^Your turn: set the speed/.test(await said(one.page))) return one;
    }
    return undefined;
  });
  if (first === bob) {
    await steer(bob.page);
    await pressButton(bob.page, moves.endTheMove);
    await says(ann.page, /^Your turn: set the speed/);
  }
  const before = await played(bob.page);
  await steer(ann.page);
  const planned = Number(await ann.page.locator("[data-plan]").getAttribute("data-plan"));
  assert.equal(await played(bob.page), before, "nothing was told");
  cable.cut();
  await ann.page.getByText(/The connection is lost/).first().waitFor();
  await pressButton(ann.page, moves.endTheMove);
  await ann.page.getByText(/Your move is kept/).waitFor();
  assert.equal(await played(bob.page), before);
  cable.mend();
  await until("the whole plan and what ended it", async () => (await played(bob.page)) === before + planned + 1);
});

test("the buttons that change a number stay under the finger", async () => {
  for (const device of [PHONE, {}]) {
    const { page } = await house.person(device);
    await goOnBefore(page, "hex-ships", "captains", (action) => action.startsWith("speed"));
    const more = page.locator(".step-number").last();
    const at = async () => JSON.stringify(await more.boundingBox());
    await more.waitFor();
    const [before, number] = [await at(), Number(await page.locator("[data-number]").getAttribute("data-number"))];
    for (const further of [1, 2]) {
      await more.click();
      await page.locator(`[data-number="${number + further}"]`).waitFor();
      assert.equal(await at(), before);
    }
  }
});
