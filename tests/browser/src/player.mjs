// A player without any knowledge of rules, who presses random controls on the board and beside it.

import { PATIENCE } from "./patience.mjs";
import { isPhone, press } from "./press.mjs";
import { buttons } from "./words.mjs";

/** A generator of random numbers below 1, the same for the same seed. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Runs in the page: the controls that the table offers now, only the most urgent kind. `sure` answers a question,
 * `take-over` is for a screen that is handed over, and `over` is the end. Otherwise `main` is the main button, and
 * `others` are open places, buttons and things to take. Nothing while a computer thinks.
 */
function offers() {
  const can = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(can);
  const dialog = document.querySelector("dialog[open]");
  if (dialog) return { kind: "sure", main: [], others: all("button", dialog).slice(-1) };
  const takeOver = all("[data-hand-over] button, .hand-on button");
  if (takeOver.length > 0) return { kind: "take-over", main: [], others: takeOver };
  if (all("[data-replay], [data-ending]").length > 0) return { kind: "over", main: [], others: [] };
  const main = all(".play .choosing .button.main, .play [data-main], .play [data-routine]");
  // A zoomed board can be moved, and its places say so by another cursor. Some of them lie outside the part that is shown.
  const board = document.querySelector("[data-board]")?.getBoundingClientRect();
  const isShown = (place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return !board || (x > board.left && x < board.right && y > board.top && y < board.bottom);
  };
  const isOpen = (place) => ["pointer", "grab"].includes(getComputedStyle(place).cursor);
  const places = all("[data-place]").filter((place) => isOpen(place) && isShown(place));
  const buttons = all(".play .choosing button:not(.plan button, [data-main], .step-number, .button.main)");
  const things = all('.play [data-unit]:not([aria-pressed="true"])');
  const others = [...places, ...buttons, ...things];
  return main.length + others.length > 0 && { kind: "choices", main, others };
}

/** Waits until the player at this screen can do something, or the match is over. */
export async function ready(page) {
  try {
    return await page.waitForFunction(offers, undefined, { timeout: PATIENCE });
  } catch (cause) {
    throw new Error(`nothing to press: the page says “${await page.locator("h1").first().textContent()}”`, { cause });
  }
}

/** The probability of pressing the main button when it is enabled. */
const DECIDED = 0.75;

/** Presses one of the offered controls. Returns whether the match goes on. */
export async function pressSomething(page, random) {
  const offer = await ready(page);
  const element = await offer.evaluateHandle(
    ({ main, others }, [decided, share]) => {
      const choices = main.length > 0 && (others.length === 0 || decided) ? main : others;
      return choices[Math.floor(share * choices.length)];
    },
    [random() < DECIDED, random()],
  );
  if (!element.asElement()) return false;
  await pressElement(page, element.asElement());
  return true;
}

/** Runs in the page: whether an element can still be pressed: it is there, and no zoom has moved it out of the board. */
function isStillThere(element) {
  const board = element.closest("[data-board]")?.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const isShown = !board || (x > board.left && x < board.right && y > board.top && y < board.bottom);
  return element.isConnected && !element.disabled && isShown;
}

/** Presses one of the found elements. The page may have redrawn it in the meantime: then it is gone, or out of sight. */
async function pressElement(page, element) {
  const patience = { timeout: 3000 };
  const looksFirst = isPhone(page) && (await element.evaluate(unseenPlace));
  const before = looksFirst && (await played(page));
  try {
    await (isPhone(page) ? element.tap(patience) : element.click(patience));
  } catch (cause) {
    if (await element.evaluate(isStillThere)) throw cause;
  }
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  if (looksFirst && (await played(page)) > before) {
    throw new Error(`one tap on ${looksFirst} has played: a finger's first tap is to look`);
  }
}

/**
 * Runs in the page: the name of a place. None if a preview is open already, since a second tap may play, and none for an end of
 * a move: a tap plans the way there, which nobody is told of and which can be taken back.
 */
function unseenPlace(element) {
  const plans = element.dataset.end !== undefined;
  return !plans && !document.querySelector(".play .choosing .button.main") && element.dataset.place;
}

/** The number of moves in the move list. */
export const played = (page) => page.locator(".turn-action").count();

/**
 * The number of moves in the move list, which has some. For checks that nothing more was played: in a page whose move list
 * cannot be found, both counts would be 0.
 */
export async function playedSome(page) {
  const count = await played(page);
  if (count === 0) throw new Error("the move list is empty, or cannot be found");
  return count;
}

/** Plays until this many moves are made, or the match is over. */
export async function playMoves(page, moves, random, mostPresses = 40 * moves) {
  for (let presses = 0; (await played(page)) < moves; presses++) {
    if (presses > mostPresses) throw new Error(`${mostPresses} presses have not made ${moves} moves`);
    if (!(await pressSomething(page, random))) return;
  }
}

/** Plays until `sight` is visible. */
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

/** Starts the same match again. Waits until the page shows it: the old one is over, and a look at it too early finds that. */
export async function playAgain(page) {
  await press(page.getByRole("button", { name: buttons.playAgain }));
  await page.locator("[data-ending]").first().waitFor({ state: "detached" });
}
