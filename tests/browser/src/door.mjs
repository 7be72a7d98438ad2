// The only ways into the page: the front door, an invitation that the page itself has shown, and, for tests whose subject
// is an address, that address with the reason. Everywhere else people get by pressing. `door.test.mjs` holds the rest to it.
//
// Why: once nothing on the home page could be pressed, and no test noticed, since each went to an inner address.

import { until } from "./patience.mjs";
import { fields } from "./words.mjs";

/** How each tab goes to an address; its own `goto` is locked. */
const roads = new WeakMap();

/** The tables that invitations on the page lead to. */
const invitedTo = new Set();

/** Opens a tab. It is nowhere yet. */
export async function openTab(context) {
  const page = await context.newPage();
  roads.set(page, page.goto.bind(page));
  page.goto = () => {
    throw new Error("a test goes to no address by itself: come in by src/door.mjs and press what a person would press");
  };
  return page;
}

/** Comes in by the front door of a house. */
export async function enter(page, house) {
  const { pathname, search, hash } = new URL(house);
  if (pathname !== "/" || search || hash) throw new Error(`${house} is no front door: come in by / and press your way`);
  await go(page, house);
}

/** The link that the page shows to be sent to others. */
export async function invitation(page) {
  const field = page.getByRole("textbox", { name: fields.link });
  await field.waitFor();
  const link = await until("a link", () => field.inputValue());
  invitedTo.add(new URL(link).hash);
  return link;
}

/** Opens a link that the page has shown to somebody, perhaps by another way to the same house (`via`). */
export async function openInvitation(page, link, via = new URL(link).origin) {
  const { hash } = new URL(link);
  if (!invitedTo.has(hash)) throw new Error(`no page has shown ${link} as an invitation`);
  await go(page, new URL(hash, via).href);
}

/** Goes to an address because the test is about that address. */
export async function atAddress(page, address, why, how) {
  if (!/\w+ \w+/.test(why ?? "")) throw new Error(`say why a test goes to ${address} itself`);
  await go(page, address, how);
}

/** Leaves the page: what closing the tab means to everybody else, with the tab kept to come back in. */
export const leave = (page) => go(page, "about:blank");

async function go(page, address, how) {
  const road = roads.get(page);
  if (!road) throw new Error("this tab was not opened by openTab");
  await road(address, how);
}
