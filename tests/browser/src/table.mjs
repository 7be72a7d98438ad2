// What people do around a board: they set up games, sit down, read what is said, give up and look back.

const ONLINE = "Online, by a link";

/** Waits until the sentence above the board, or the heading of another page, says this. */
export async function says(page, sentence) {
  try {
    await page.getByRole("heading", { level: 1, name: sentence }).waitFor();
  } catch (cause) {
    const said = await page.locator("h1").allTextContents();
    throw new Error(`waited in vain for ${sentence}: the page says “${said}”`, { cause });
  }
}

/** Waits until the page that was gone to has the focus on its heading: before that, keys and pointer are lost on it. */
export const arrives = (page) => page.waitForFunction(() => document.activeElement?.id === "title");

/** Sets an option of a new game. */
export const choose = (page, group, choice) =>
  page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name: choice, exact: true }).check();

/** Sets up a game and begins it. */
export async function begin(page, url, { game = "hexoust", opponent, level, base = "4", options = {}, seat, name }) {
  await page.goto(`${url}#/new/${game}`);
  await says(page, /^New game/);
  await arrives(page);
  await page.getByRole("radio", { name: opponent }).check();
  if (game === "hexoust") await choose(page, "Size of the board", base);
  for (const [group, choice] of Object.entries(options)) await choose(page, group, choice);
  if (level) await choose(page, "Level", level);
  if (seat) await page.getByRole("radio", { name: seat }).check();
  if (name) await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: /^(Begin|Make the table)$/ }).click();
  await page.getByRole("grid", { name: "Board" }).or(page.getByRole("button", { name: /^I am / })).waitFor();
  // A table of the server comes in two steps, and its heading does not keep the focus.
  if (opponent !== ONLINE) await arrives(page);
}

/** The link to hand to somebody else. */
export async function invitation(page) {
  const link = page.getByRole("textbox", { name: /link/i });
  await link.waitFor();
  return link.inputValue();
}

/** Sits down at a table that somebody sent a link to; where several seats are free, on this one. */
export async function sitDown(page, name, seat = "") {
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: `Sit down as ${seat}` }).click();
  await page.getByRole("button", { name: /^Sit down/ }).first().waitFor({ state: "hidden" });
}

const resignButton = (at) => at.getByRole("button", { name: "Resign" });

/** Waits until a match with others has begun: who sits at it can give up. */
export const begun = (page) => resignButton(page).waitFor();

/** Ann makes a table and Bob takes the other seat, perhaps by another address; both are told that it has begun. */
export async function twoPeople(
  house,
  { url = house.url, bobsUrl = url, bobsDevice, bobsName = "Bob", ...match } = {},
) {
  const ann = await house.person({ at: url });
  await begin(ann.page, url, { opponent: ONLINE, name: "Ann", ...match });
  const link = await invitation(ann.page);
  const bob = await house.person({ at: link.replace(url, bobsUrl), ...bobsDevice });
  await sitDown(bob.page, bobsName);
  for (const one of [ann, bob]) await begun(one.page);
  return { ann, bob, link };
}

/** Gives up, and says so twice. */
export async function resign(page) {
  await resignButton(page).click();
  await resignButton(page.getByRole("dialog")).click();
}

/** Looks back at a match that is over. */
export const replay = (page) => page.getByRole("link", { name: "Replay" }).click();
