// A finger or a mouse. Only what a pointer really meets can be pressed: Playwright scrolls there, looks and refuses.

import { until } from "./patience.mjs";

/** Screens narrower than this are phones, and are tapped. */
const PHONE_WIDTH = 600;

export const isPhone = (page) => page.viewportSize().width < PHONE_WIDTH;

/** Presses something as one does on this screen. */
export const press = (locator, options) => (isPhone(locator.page()) ? locator.tap(options) : locator.click(options));

export const pressButton = (at, name) => press(at.getByRole("button", { name }));

export const pressLink = (at, name) => press(at.getByRole("link", { name }));

/** Opens the folds in which something lies. Something that is not folded away is left alone. */
export async function unfold(locator) {
  await locator.waitFor({ state: "attached" });
  const folds = locator.locator("xpath=ancestor::details[not(@open)]");
  while ((await folds.count()) > 0) await press(folds.first().locator("summary").first());
}

/** Chooses one of several, or switches something on. */
export async function choose(locator) {
  await unfold(locator);
  await press(locator);
  await until("what was chosen to be chosen", () => locator.isChecked());
}
