// Hex Dice: setting up an army, turned boards, previews of reach, merging, and more than two players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, hexes, hexesNow, moves, shows } from "./src/board.mjs";
import { PHONE, overflow, picture } from "./src/browser.mjs";
import { invitation, leave } from "./src/door.mjs";
import { goHome, goOn, goToForm } from "./src/home.mjs";
import { House } from "./src/house.mjs";
import { until } from "./src/patience.mjs";
import { played, playedSome } from "./src/player.mjs";
import { choose, pressButton } from "./src/press.mjs";
import { Server } from "./src/server.mjs";
import { begin, begun, said, says, set, sitDown } from "./src/table.mjs";
import { buttons, fields, headings, moves as named, opponents, options, places } from "./src/words.mjs";

const house = new House(() => Server.start({ clock: true }));
const game = "hex-dice";
const againstTheComputer = { game, opponent: "computer", level: "1" };
const DARK = { colorScheme: "dark" };

/** Red is to act: the Archer on h8 can take one unit and weaken another, the 4 on g3 can merge with the 3 on g1. */
const CONTACT = `Sixfold record 1
game: hex-dice 1
setup: archer-lines=off dice=auto players=2 quiet-turns=40
seed: 1107
rolls: d6=4;d6=3;d6=4;d6=3;d6=2;d6=4;d6=1;d6=6;d6=3;d6=2;d6=5;d6=2

1. red reroll-2+3
2. blue reroll-2+5[d6=3;d6=1;d6=4;d6=1;d2=1]
3. red 4@g3
4. blue 4@g13
5. red 1@f1
6. blue 2@f12
7. red 4@f2
8. blue 3@i11
9. red 4@g2
10. blue 1@g12
11. red 3@g1
12. blue 1@f11
13. red 3@e1
14. blue 6@h11
15. red g3-g5
16. blue g12-g11
17. red g2-g1=3,decline
18. blue f12-g13
19. red f2-g3
20. blue g11-g12
21. red g5-g6
22. blue g12!
23. red g6-g8
24. blue f11-f10
25. red g8*[d6=5]
26. blue g12-g13=1,g13-g12
27. red g8-h8
28. blue g12*[d6=6]
`;

/** Continues a match that this device has stored. */
async function resume(page, players = ["person", "person"]) {
  const saved = { game, players, record: CONTACT, updated: 1, actions: 30, over: false };
  await goHome(page);
  await page.evaluate((saved) => localStorage.setItem("sixfold.local.contact", JSON.stringify(saved)), saved);
  await page.reload(); // the page reads its storage only when it opens
  await goOn(page, game, "30 moves");
  await says(page, /move, attack, merge/);
}

const army = (page) => page.getByRole("group", { name: "dice to deploy" });
const dice = (page) => army(page).getByRole("button");
const turned = (page) => page.locator("[data-place]").first().getAttribute("data-place");

/** Chooses to reroll no dice. */
async function keep(page) {
  await says(page, /Your turn: pick up to/);
  await moves(page, () => pressButton(page, named.keepAllDice));
}

/** Lets the game deploy the rest of the army, and waits for the player's turn to play. */
async function deployAll(page) {
  await says(page, /Your turn: deploy/);
  // By mouse, because Chromium sometimes takes a tap right after a drag by finger for the end of a swipe.
  await page.getByRole("button", { name: named.deployForMe }).click();
  await says(page, /Your turn: move, attack, merge/);
}

/** Guards with the first unit. */
async function guard(page) {
  await says(page, /Your turn: move, attack, merge/);
  const [unit] = await hexes(page, places.leads);
  await cell(page, unit).click();
  await shows(page, unit, "chosen");
  await moves(page, () => pressButton(page, named.guard));
}

/** Lets the next of these people play. */
async function next(...people) {
  const page = await until("somebody's turn", async () => {
    for (const { page } of people) {
      if (headings.yourTurn.test(await said(page))) return page;
    }
    return null;
  });
  await guard(page);
}

/** The middle of an element on the screen. */
async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

test("an army is rolled again, deployed by two picks, by dragging, and by the game", async () => {
  const { page } = await house.person();
  await begin(page, { ...againstTheComputer, seat: "Red" });
  await says(page, /Your turn: pick up to 2 dice/);
  assert.equal(await dice(page).count(), 6);
  for (const index of [0, 2, 5]) await dice(page).nth(index).click();
  assert.equal(await army(page).locator('[aria-pressed="true"]').count(), 2, "the third takes the place of the last");
  await page.getByText(/Red will roll again/).first().waitFor();
  await picture(page, "dice-setup");
  await moves(page, () => pressButton(page, named.rollAgain));
  // By two picks: a die, then one of the nine hexes around the base.
  await says(page, /Your turn: deploy/);
  await dice(page).first().click();
  const zone = await hexes(page, places.open);
  assert.ok(zone.length >= 8 && zone.length <= 9, `${zone}`);
  await cell(page, zone[0]).hover();
  await page.getByText(new RegExp(`Red deploys a \\d on ${zone[0]}`)).first().waitFor();
  await moves(page, () => cell(page, zone[0]).click());
  await shows(page, zone[0], "Red (Pawn|Bishop|Knight|Rook|Archer|Legion)");
  // By dragging: a die dropped outside the zone goes back, and one dropped in the zone is deployed there.
  await says(page, /Your turn: deploy/);
  const drag = async (place, seen = async () => {}) => {
    const [from, to] = [await middle(dice(page).first()), await middle(cell(page, place))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y - 20);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator(".drag-ghost").waitFor({ state: "attached" });
    await seen();
    await page.mouse.up();
    await page.locator(".drag-ghost").waitFor({ state: "detached" });
  };
  const before = await playedSome(page);
  await drag("g7");
  await dice(page).first().waitFor();
  assert.equal(await army(page).locator('[aria-pressed="true"]').count(), 0);
  assert.equal(await played(page), before);
  await moves(page, () => drag(zone[1], () => picture(page, "dice-drag")));
  await shows(page, zone[1], "Red ");
  // The game deploys the rest, turn after turn.
  await deployAll(page);
  assert.equal(await dice(page).count(), 0);
  assert.equal((await hexesNow(page, /Red \w+ \d/)).length, 6);
  await picture(page, "dice-deployed");
});

test("what was left to the game is taken back into one's own hands", async () => {
  const { page } = await house.person();
  await begin(page, { game, opponent: "screen" });
  for (const seat of ["Red", "Blue"]) {
    await says(page, new RegExp(`${seat}: pick up to`));
    await moves(page, () => pressButton(page, named.keepAllDice));
  }
  await says(page, /: deploy/);
  await moves(page, () => pressButton(page, named.deployForMe));
  await pressButton(page, named.stopDeploying);
  await page.getByRole("button", { name: named.deployForMe }).waitFor();
});

test("each seat's own base is at the bottom, and the keys follow the turned board", async () => {
  const tops = [];
  for (const seat of ["Red", "Blue"]) {
    const { page } = await house.person();
    await begin(page, { ...againstTheComputer, seat });
    tops.push(await turned(page));
    const base = await middle(page.locator(`.b-place:has(.b-home.seat-${seat === "Red" ? 0 : 1})`));
    const other = await middle(page.locator(`.b-place:has(.b-home.seat-${seat === "Red" ? 1 : 0})`));
    assert.ok(base.y > other.y + 300, `${seat} plays upwards`);
    const name = await page.locator(`.b-place:has(.b-home.seat-${seat === "Red" ? 0 : 1})`).getAttribute("data-place");
    await cell(page, name).click();
    await page.keyboard.press("w");
    await page.waitForFunction((name) => document.activeElement?.dataset.place !== name, name);
    const above = await middle(page.locator(":focus"));
    assert.ok(above.y < base.y && Math.abs(above.x - base.x) < 2, "W goes up as it is drawn");
  }
  assert.notEqual(tops[0], tops[1]);
});

test("the reach of a unit shows what falls and what is only weakened, and a merge asks for a face", async () => {
  const { page } = await house.person();
  await resume(page);
  await cell(page, "h8").click();
  await shows(page, "f10", "it falls");
  await shows(page, "h11", "weakened from");
  for (const [name, kind] of [["f10", "take"], ["h11", "weaken"]]) {
    await page.locator(`[data-place="${name}"] .b-in-reach.b-${kind}`).waitFor({ state: "attached" });
  }
  await picture(page, "dice-reach");
  await cell(page, "h11").hover();
  await page.getByText(/Red's 5 on h8 shoots at Blue's 6 on h11: 6 against/).first().waitFor();
  await page.keyboard.press("Escape");
  await cell(page, "g3").click();
  await page.locator('[data-place="g1"] .b-in-reach.b-join').waitFor({ state: "attached" });
  await cell(page, "g1").click();
  await page.getByText(/The two make 7, more than 6/).first().waitFor();
  const faces = page.getByRole("button", { name: /^die showing \d$/ });
  assert.equal(await faces.count(), 6);
  await faces.nth(4).hover();
  await page.getByText(/4 \+ 3 = 7, and makes it a 5/).first().waitFor();
  await picture(page, "dice-merge");
  await moves(page, () => faces.nth(4).click());
  await shows(page, "g1", "Red Archer 5");
});

test("a button stays under the pointer when its odds come up", async () => {
  const { page } = await house.person();
  await resume(page);
  await cell(page, "h8").click();
  const reroll = page.getByRole("button", { name: named.reroll });
  const { x, y } = await middle(reroll);
  await page.mouse.move(x, y);
  await page.locator("[data-odds]").waitFor();
  // If the button moved when its odds appear, it would lose the pointer, the odds would go and it would move back,
  // again and again.
  const tops = await reroll.evaluate(async (button) => {
    const tops = new Set();
    for (let picture = 0; picture < 10; picture++) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      tops.add(button.getBoundingClientRect().top);
    }
    return [...tops];
  });
  assert.equal(tops.length, 1, `it is at ${tops}`);
});

test("a unit is dragged onto its target, and guards by a button", async () => {
  const { page } = await house.person({ ...DARK });
  await resume(page);
  const [from, to] = [await middle(cell(page, "h8")), await middle(cell(page, "f10"))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.getByText(/it falls/).first().waitFor();
  await picture(page, "dice-drag-dark");
  await moves(page, () => page.mouse.up());
  await shows(page, "f10", "empty, just taken");
  const [blue] = await hexes(page, /Blue/, places.leads);
  await cell(page, blue).click();
  await moves(page, () => pressButton(page, named.guard));
  await shows(page, blue, "on guard");
  await picture(page, "dice-guard-dark");
});

test("four play at one screen, three of them computers", async () => {
  const { page } = await house.person();
  await goToForm(page, game);
  await set(page, options.players, "4");
  await set(page, options.diceEach, "8");
  await page.getByText(/“Players: 4” goes with “Dice each: 4” or “Dice each: 5”/).waitFor();
  assert.equal(await page.getByRole("button", { name: buttons.begin }).isDisabled(), true);
  await set(page, options.diceEach, "the usual number");
  await set(page, options.level, "1");
  await page.getByRole("combobox", { name: "Green" }).selectOption("You");
  assert.equal(await page.getByRole("combobox", { name: "Red" }).inputValue(), '{"computer":"1"}', "they change seats");
  await picture(page, "dice-four-options");
  await pressButton(page, buttons.begin);
  await keep(page);
  await deployAll(page);
  const green = await middle(page.locator(".b-place:has(.b-home.seat-2)"));
  const others = await Promise.all([0, 1, 3].map((seat) => middle(page.locator(`.b-place:has(.b-home.seat-${seat})`))));
  assert.ok(others.every(({ y }) => y < green.y), "Green looks from below");
  for (let turn = 0; turn < 3; turn++) await guard(page);
  await picture(page, "dice-four");
  await pressButton(page, buttons.resign);
  await page.getByText("You are out, and the others play on.").waitFor();
  await pressButton(page.getByRole("dialog"), buttons.resign);
  await page.getByText(/Green has resigned\. The match goes on without them\./).first().waitFor();
  await page.getByText("you · resigned").waitFor();
});

test("three people and a computer: one leaves for good and the others play on", async () => {
  const ann = await house.person();
  await goToForm(ann.page, game);
  await set(ann.page, options.players, "4");
  await choose(ann.page.getByRole("radio", { name: opponents.online }));
  await ann.page.getByRole("textbox", { name: fields.yourName }).fill("Ann");
  await pressButton(ann.page, buttons.begin);
  const link = await invitation(ann.page);
  await says(ann.page, /Waiting for players: 3 seats are free/);
  const bob = await house.guest(link);
  const cy = await house.guest(link, PHONE);
  await sitDown(bob.page, "Bob", "Blue");
  await ann.page.getByRole("combobox", { name: fields.computerLevel }).selectOption("1");
  await picture(ann.page, "dice-waiting");
  await pressButton(ann.page, /^Computer for Gold/);
  await ann.page.locator(".person", { hasText: "computer, level 1" }).waitFor();
  await sitDown(cy.page, "Cy", "Green");
  const all = [ann, bob, cy];
  for (const one of all) await begun(one.page);
  for (const one of all) await keep(one.page);
  await Promise.all(all.map(({ page }) => pressButton(page, named.deployForMe))); // the first player is drawn by lot
  await until("everybody's army", async () => (await house.host.table(link)).seq >= 4 + 16);
  await leave(bob.page);
  const away = ann.page.locator("[data-away]");
  await away.filter({ hasText: /Bob is away\. \d:\d\d to come back, then the match goes on without them/ }).waitFor();
  await ann.page.getByText(/Bob · away \d:\d\d/).waitFor();
  await picture(ann.page, "dice-away");
  house.host.advance(61);
  for (const one of [ann, cy]) {
    await one.page.getByText("Bob · left").waitFor();
    await one.page.getByRole("button", { name: "away for too long" }).waitFor();
  }
  for (let turn = 0; turn < 4; turn++) await next(ann, cy);
  await picture(cy.page, "dice-online-phone");
  assert.equal(await overflow(cy.page), 0);
  assert.equal((await house.host.table(link)).over, false);
});

test("on a phone: two taps, a finger that drags, and no page that scrolls sideways", async () => {
  const { page, context } = await house.person(PHONE);
  await begin(page, { ...againstTheComputer, seat: "Blue" });
  assert.equal(await overflow(page), 0);
  await keep(page);
  await says(page, /Your turn: deploy/);
  await dice(page).first().tap();
  const [place] = await hexes(page, places.open);
  await cell(page, place).tap();
  await page.getByText(new RegExp(`Blue deploys a \\d on ${place}`)).first().waitFor();
  await moves(page, () => pressButton(page, buttons.confirm));
  await says(page, /Your turn: deploy/);
  await picture(page, "dice-phone-deploy");
  await dice(page).first().tap();
  const [other] = await hexes(page, places.open);
  await page.keyboard.press("Escape");
  const finger = await context.newCDPSession(page);
  const touch = (type, points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [from, to] = [await middle(dice(page).first()), await middle(cell(page, other))];
  await touch("touchStart", [from]);
  for (const share of [0.2, 0.5, 0.8, 1]) {
    await touch("touchMove", [{ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }]);
  }
  await page.locator(".drag-ghost").waitFor({ state: "attached" });
  await moves(page, () => touch("touchEnd", []));
  await shows(page, other, "Blue ");
  await deployAll(page);
  assert.equal(await overflow(page), 0);
  await resume(page);
  await cell(page, "h8").tap();
  await shows(page, "f10", "it falls");
  assert.equal(await overflow(page), 0);
  await picture(page, "dice-phone");
  await pressButton(page, named.reroll);
  assert.equal(await page.locator("[data-odds] li").count(), 6);
  assert.equal(await overflow(page), 0);
  await picture(page, "dice-phone-odds");
});
