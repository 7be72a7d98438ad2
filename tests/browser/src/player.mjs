// Somebody who knows no rules: presses whatever the table offers, on the board or beside it, as a pointer can.

import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE } from "./patience.mjs";
import { isPhone, press } from "./press.mjs";
import { buttons } from "./words.mjs";

/** Numbers below 1 that come again with the same seed. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * What the table offers now, the most pressing kind first:
 * `sure` (a question that was asked), `take-over` (the screen of somebody else), `over`, `main` (what all else leads up
 * to), or `choices`: open places, buttons and things to take. Nothing while a computer thinks.
 */
function offers() {
  const can = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(can);
  const dialog = document.querySelector("dialog[open]");
  if (dialog) return { kind: "sure", elements: all("button", dialog).slice(-1) };
  const takeOver = all("[data-hand-over] button, .hand-on button");
  if (takeOver.length > 0) return { kind: "take-over", elements: takeOver };
  if (all("[data-replay]").length > 0) return { kind: "over", elements: [] };
  const main = all(".play .under .button.main, .play [data-main], .play [data-routine]");
  const places = all("[data-place]").filter((place) => getComputedStyle(place).cursor !== "auto");
  const buttons = all(".play .choosing button:not(.plan button, [data-main], .step-number, .button.main)");
  const things = all('.play [data-unit]:not([aria-pressed="true"])');
  return { kind: "choices", main, elements: [...places, ...buttons, ...things] };
}

/** Waits until there is something to press, and says what: its kind and the elements. */
async function offered(page) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const offer = await page.evaluateHandle(offers);
    const { kind, main = 0, count } = await offer.evaluate(({ kind, main, elements }) => ({
      kind,
      main: main?.length,
      count: elements.length,
    }));
    if (kind === "over" || main > 0 || count > 0) return { kind, main, count, offer };
    if (Date.now() > end) throw new Error(`nothing to press: the page says “${await page.locator("h1").textContent()}”`);
    await sleep(20);
  }
}

/** Waits until whoever sits at this screen can do something, or the match is over. */
export const ready = (page) => offered(page);

/** How often what all else leads up to is pressed when it can be. */
const DECIDED = 0.75;

/** Presses something that is offered. Says whether the match goes on. */
export async function pressSomething(page, random) {
  const { kind, main, count, offer } = await offered(page);
  if (kind === "over") return false;
  const takesMain = main > 0 && (count === 0 || random() < DECIDED);
  const index = Math.floor(random() * (takesMain ? main : count));
  const element = await offer.evaluateHandle(
    (offer, [takesMain, index]) => (takesMain ? offer.main : offer.elements)[index],
    [takesMain, index],
  );
  await pressElement(page, element.asElement());
  return true;
}

/** Presses one of the elements that were found. If the page has drawn it anew meanwhile, it is not there any more. */
async function pressElement(page, element) {
  const patience = { timeout: 3000 };
  const looksFirst = isPhone(page) && (await element.evaluate(unseenPlace));
  const before = looksFirst && (await played(page));
  try {
    await (isPhone(page) ? element.tap(patience) : element.click(patience));
  } catch (cause) {
    if (await element.evaluate((element) => element.isConnected && !element.disabled)) throw cause;
  }
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  if (looksFirst && (await played(page)) > before) {
    throw new Error(`one tap on ${looksFirst} has played: a finger's first tap is to look`);
  }
}

/** Runs in the page: the name of a place, unless something is being looked at already and a second tap may play. */
function unseenPlace(element) {
  return !document.querySelector(".play .under .button.main") && element.dataset.place;
}

/** How many moves the list of moves has. */
export const played = (page) => page.locator(".turn-action").count();

/** Plays until so many moves are made, or the match is over. */
export async function playMoves(page, moves, random, mostPresses = 40 * moves) {
  for (let presses = 0; (await played(page)) < moves; presses++) {
    if (presses > mostPresses) throw new Error(`${mostPresses} presses have not made ${moves} moves`);
    if (!(await pressSomething(page, random))) return;
  }
}

/** Plays until something is in sight. */
export async function playUntil(page, sight, random, mostPresses = 200) {
  for (let presses = 0; ; presses++) {
    await ready(page);
    if (await sight.isVisible()) return;
    if (presses > mostPresses) throw new Error(`${mostPresses} presses have not brought ${sight}`);
    if (!(await pressSomething(page, random))) throw new Error(`the match has ended without ${sight}`);
  }
}

/** Plays a match to its end. */
export async function playToTheEnd(page, random, mostPresses) {
  for (let presses = 0; await pressSomething(page, random); presses++) {
    if (presses > mostPresses) throw new Error(`${mostPresses} presses have not ended the match`);
  }
}

/** Begins the same match once more. */
export const playAgain = (page) => press(page.getByRole("button", { name: buttons.playAgain }));
