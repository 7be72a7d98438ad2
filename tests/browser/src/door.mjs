// The only ways to open the page: its start address, an invitation that the page itself has shown, and, for tests about
// an address, that address with a reason. Tests reach everything else by pressing. `door.test.mjs` checks this.
//
// Why: once nothing on the home page could be pressed, and no test noticed, because every test opened an inner address.

import { pathToFileURL } from "node:url";
import { until } from "./patience.mjs";
import { fields } from "./words.mjs";

/** The original `goto` of each tab; the tab's own `goto` is locked. */
const roads = new WeakMap();

/** The tables of the invitations that pages have shown. */
const invitedTo = new Set();

/** Opens an empty tab. */
export async function openTab(context) {
  const page = await context.newPage();
  roads.set(page, page.goto.bind(page));
  page.goto = () => {
    throw new Error("a test goes to no address by itself: come in by src/door.mjs and press what a person would press");
  };
  return page;
}

/** Opens the start address of a host. */
export async function enter(page, house) {
  const { pathname, search, hash } = new URL(house);
  if (pathname !== "/" || search || hash) throw new Error(`${house} is no front door: come in by / and press your way`);
  await go(page, house);
}

/** The invitation link that the page shows. */
export async function invitation(page) {
  const field = page.getByRole("textbox", { name: fields.link });
  await field.waitFor();
  const link = await until("a link", () => field.inputValue());
  invitedTo.add(new URL(link).hash);
  return link;
}

/** Opens a link that a page has shown, perhaps by another address of the same host (`via`). */
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

/** Opens a state of the gallery. It is a file that shows the page and does not run it, so nothing can be pressed there. */
export const openState = (page, file) => go(page, pathToFileURL(file).href);

/** Leaves the page. For other people this is the same as closing the tab, but the tab can come back. */
export const leave = (page) => go(page, "about:blank");

async function go(page, address, how) {
  const road = roads.get(page);
  if (!road) throw new Error("this tab was not opened by openTab");
  await road(address, how);
}
