// Presses by finger or mouse. Playwright scrolls to the element and refuses if something else would be hit.

import { until } from "./patience.mjs";

/** Screens narrower than this count as phones and are tapped. */
const PHONE_WIDTH = 600;

export const isPhone = (page) => page.viewportSize().width < PHONE_WIDTH;

/** Taps on a phone, clicks elsewhere. */
export const press = (locator, options) => (isPhone(locator.page()) ? locator.tap(options) : locator.click(options));

export const pressButton = (at, name) => press(at.getByRole("button", { name }));

export const pressLink = (at, name) => press(at.getByRole("link", { name }));

/** Opens the closed `details` elements around an element, if there are any. */
export async function unfold(locator) {
  await locator.waitFor({ state: "attached" });
  const folds = locator.locator("xpath=ancestor::details[not(@open)]");
  while ((await folds.count()) > 0) await press(folds.first().locator("summary").first());
}

/** Chooses a radio button or switches a checkbox on. */
export async function choose(locator) {
  await unfold(locator);
  await press(locator);
  await until("what was chosen to be chosen", () => locator.isChecked());
}
