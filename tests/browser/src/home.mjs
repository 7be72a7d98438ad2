// The home page, and the way from it to other pages and back.

import { press, pressLink } from "./press.mjs";
import { arrives, says } from "./table.mjs";
import { headings, links, named, rulesOf } from "./words.mjs";

/** The card of a game. */
export const card = (page, game) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: named(game) }) });

/** Goes back to the home page from any page. */
export async function goHome(page) {
  if ((await page.getByRole("heading", { level: 1, name: headings.home }).count()) > 0) return;
  await pressLink(page.getByRole("banner"), links.home);
  await says(page, headings.home);
}

/** Goes to the form for a new game. */
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

/** Goes to the page where a record can be pasted. */
export async function goToRecord(page) {
  await goHome(page);
  await pressLink(page, links.record);
  await says(page, headings.record);
}

/** Continues a match of this game from the list of the home page. `about` is a text beside its name. */
export async function goOn(page, game, about = "") {
  await goHome(page);
  await press(page.getByRole("link", { name: new RegExp(`${named(game).source}.*${about}`) }).first());
}

/** Waits until every game on the home page has its picture. */
export const everyCover = (page) => page.locator(".game:not(:has(svg))").first().waitFor({ state: "detached" });
