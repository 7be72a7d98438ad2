// Reads and plays a board by the labels that a screen reader would read.

import { until } from "./patience.mjs";
import { isPhone, press } from "./press.mjs";
import { buttons } from "./words.mjs";

/** A hex by its name. */
export const cell = (page, name) => described(page, name, "");

/** Waits until the label of a hex contains this description. */
export const shows = (page, name, description) => described(page, name, `.*${description}`).waitFor();

const described = (page, name, description) =>
  page.getByRole("gridcell", { name: new RegExp(`^${name}\\b${description}`) });

/** The hexes whose labels match all of these now. Only for a board that does not change: on the player's own turn. */
export async function hexesNow(page, ...fits) {
  const cells = page.locator("[data-place]");
  const labels = await cells.evaluateAll((all) => all.map((at) => at.getAttribute("aria-label")));
  return labels.filter((label) => fits.every((fit) => fit.test(label))).map((label) => label.split(",")[0]);
}

/** Waits until there are hexes whose labels match all of these. */
export const hexes = (page, ...fits) =>
  until(`a hex like ${fits.join(" and ")}`, async () => {
    const names = await hexesNow(page, ...fits);
    return names.length > 0 && names;
  });

/** Waits until a hex is open, plays it by mouse or by tap, and waits until the move is made. */
export async function play(page, name) {
  await shows(page, name, "open to you");
  await moves(page, async (isPlayed) => {
    await press(cell(page, name));
    // On a phone the first tap shows a preview and a button plays. A move that loses at once has a question too.
    const steps = [...(isPhone(page) ? [buttons.confirm] : []), buttons.sure];
    const asked = page.getByRole("button", { name: new RegExp(steps.map(({ source }) => source).join("|")) });
    for (let step = 0; step < steps.length; step++) {
      await until("a move, or a button for it", async () => (await asked.count()) > 0 || isPlayed());
      if (await isPlayed()) return;
      await press(asked.last());
    }
  });
}

/** Makes a move with `act`, and waits until the move list has it. */
export async function moves(page, act) {
  const list = page.locator(".turn-action");
  const before = await list.count();
  await act(async () => (await list.count()) > before);
  await list.nth(before).waitFor({ state: "attached" });
}

/** Plays a hex and waits until the stone is there. */
export async function place(page, name, colour) {
  await play(page, name);
  await shows(page, name, `${colour} stone`);
}
