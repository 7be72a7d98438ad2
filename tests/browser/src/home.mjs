// The home page, and the ways that lead from it and back.

import { press, pressLink } from "./press.mjs";
import { arrives, says } from "./table.mjs";
import { headings, links, named, rulesOf } from "./words.mjs";

/** The card of a game. */
export const card = (page, game) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: named(game) }) });

/** Goes back to the games, from wherever one is. */
export async function goHome(page) {
  if ((await page.getByRole("heading", { level: 1, name: headings.home }).count()) > 0) return;
  await pressLink(page.getByRole("banner"), links.home);
  await says(page, headings.home);
}

/** Goes to where a game is set up. */
export async function goToForm(page, game) {
  await goHome(page);
  await pressLink(card(page, game), links.newGame);
  await says(page, headings.newGame);
  await arrives(page);
}

/** Goes to the rules of a game. */
export async function goToRules(page, game) {
  await goHome(page);
  await pressLink(card(page, game), links.rules);
  await says(page, rulesOf(game));
}

/** Goes to where a record can be pasted. */
export async function goToRecord(page) {
  await goHome(page);
  await pressLink(page, links.record);
  await says(page, headings.record);
}

/** Goes on with a match of this game that the home page lists, with this beside its name. */
export async function goOn(page, game, about = "") {
  await goHome(page);
  await press(page.getByRole("link", { name: new RegExp(`${named(game).source}.*${about}`) }).first());
}

/** Waits until every game on the home page has its picture. */
export const everyCover = (page) => page.locator(".game:not(:has(svg))").first().waitFor({ state: "detached" });
