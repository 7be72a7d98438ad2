// The actions of people around a board: set up a game, sit down, read the messages, resign and replay.

import { invitation } from "./door.mjs";
import { goToForm } from "./home.mjs";
import { choose, press, pressButton, pressLink, unfold } from "./press.mjs";
import { board, buttons, fields, links, opponents, options as named } from "./words.mjs";

/** Waits until the heading above the board, or of another page, is this sentence. */
export async function says(page, sentence) {
  try {
    await page.getByRole("heading", { level: 1, name: sentence }).waitFor();
  } catch (cause) {
    const said = await page.locator("h1").allTextContents();
    throw new Error(`waited in vain for ${sentence}: the page says “${said}”`, { cause });
  }
}

/** The heading of the page now. */
export const said = (page) => page.locator("h1").first().textContent();

/** Waits until the new page has the focus on its heading. Before that, it ignores keys and pointer. */
export const arrives = (page) => page.waitForFunction(() => document.activeElement?.id === "title");

/** Sets an option of a new game. Closed `details` elements around it are opened. */
export async function set(page, group, choice) {
  const field = page.getByRole("spinbutton", { name: group, includeHidden: true });
  const among = page.getByRole("group", { name: group, includeHidden: true });
  await field.or(among).first().waitFor({ state: "attached" });
  if ((await field.count()) > 0) {
    await unfold(field);
    return field.fill(choice);
  }
  return choose(among.getByRole("radio", { name: choice, exact: true, includeHidden: true }));
}

/** Sets up a game and begins it. `options` are pairs of a name of words.mjs and a choice. */
export async function begin(page, { game = "hexoust", opponent, level, options = {}, seat, name }) {
  await goToForm(page, game);
  await choose(page.getByRole("radio", { name: opponents[opponent] }));
  const all = { ...(game === "hexoust" && { size: "4" }), ...options, ...(level && { level }) };
  for (const [option, choice] of Object.entries(all)) await set(page, named[option], choice);
  if (seat) await choose(page.getByRole("radio", { name: new RegExp(`^${seat}`), includeHidden: true }));
  if (name) await page.getByRole("textbox", { name: fields.yourName }).fill(name);
  await pressButton(page, buttons.begin);
  await page.getByRole("grid", { name: board }).or(page.getByRole("button", { name: buttons.iAm })).waitFor();
  // A table of the server loads in two steps, and its heading does not keep the focus.
  if (opponent !== "online") await arrives(page);
}

/** Sits down at a table opened by an invitation; on this seat if several are free. */
export async function sitDown(page, name, seat = "") {
  const sits = page.getByRole("button", { name: buttons.sitDown });
  await page.getByRole("textbox", { name: fields.yourName }).fill(name);
  await press(sits.filter({ hasText: seat }));
  await sits.first().waitFor({ state: "hidden" });
}

const resignButton = (at) => at.getByRole("button", { name: buttons.resign });

/** Waits until a match with other people has begun: then the player can resign. */
export const begun = (page) => resignButton(page).waitFor();

/** Ann creates a table and Bob takes the other seat, perhaps by another address. Waits until the match begins. */
export async function twoPeople(house, { door = house.url, bobsDoor, bobsDevice, bobsName = "Bob", ...match } = {}) {
  const ann = await house.person({ door });
  await begin(ann.page, { opponent: "online", name: "Ann", ...match });
  const link = await invitation(ann.page);
  const bob = await house.guest(link, { via: bobsDoor, ...bobsDevice });
  await sitDown(bob.page, bobsName);
  for (const one of [ann, bob]) await begun(one.page);
  return { ann, bob, link };
}

/** Resigns and confirms it. */
export async function resign(page) {
  await press(resignButton(page));
  await press(resignButton(page.getByRole("dialog")));
}

/** Opens the replay of a finished match. */
export const replay = (page) => pressLink(page, links.replay);
