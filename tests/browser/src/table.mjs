// What people do at a table, in the words that a screen reader would say.

/** A hex by its name. */
export const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name}\\b`) });

/** Waits until the sentence above the board says this. */
export const says = (page, sentence) =>
  page.getByRole("heading", { level: 1, name: sentence }).waitFor({ timeout: 15_000 });

/** Waits until a hex is described like this. */
export const shows = (page, name, description) =>
  page.getByRole("gridcell", { name: new RegExp(`^${name}\\b.*${description}`) }).waitFor({ timeout: 15_000 });

/** Places with the mouse and waits until the stone lies there. */
export async function place(page, name, colour) {
  await cell(page, name).click();
  await shows(page, name, `${colour} stone`);
}

/** Every hex that is open to whoever looks. */
export async function openCells(page) {
  const names = await page
    .getByRole("gridcell", { name: /open to you/ })
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  return names.map((name) => name.split(",")[0]);
}

/** Sets up a game and begins it. */
export async function begin(page, url, { game = "hexoust", opponent, level, base = "4", seat, name }) {
  await page.goto(`${url}#/new/${game}`);
  await page.getByRole("radio", { name: opponent }).check();
  const size = page.getByRole("group", { name: "Size of the board" });
  if (game === "hexoust") await size.getByRole("radio", { name: base }).check();
  if (level) await page.getByRole("group", { name: "Level" }).getByRole("radio", { name: level }).check();
  if (seat) await page.getByRole("radio", { name: seat }).check();
  if (name) await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: /^(Begin|Make the table)$/ }).click();
  await page.getByRole("grid", { name: "Board" }).or(page.getByRole("button", { name: /^I am / })).waitFor();
}

/** The link to hand to somebody else. */
export async function invitation(page) {
  const link = page.getByRole("textbox", { name: /link/i });
  await link.waitFor();
  return link.inputValue();
}

/** Sits down at a table that somebody sent a link to. */
export async function sitDown(page, name) {
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: /^Sit down/ }).click();
  await page.getByRole("button", { name: /^Sit down/ }).waitFor({ state: "hidden" });
}
