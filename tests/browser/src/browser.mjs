// A real Chromium, and people in front of it.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.SIXFOLD_CHROMIUM ?? "/usr/bin/chromium";
/** Screenshots are test output: somebody looks at them. */
const PICTURES = process.env.SIXFOLD_PICTURES ?? "../../target/pictures";

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

export async function openBrowser() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A person with a browser profile of their own. Whatever goes wrong on their page fails the test. */
export async function person(browser, url, options = DESKTOP) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    // A line that is down is part of some tests and not the page's fault.
    if (message.type() === "error" && !/ERR_CONNECTION_REFUSED|WebSocket|404/.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  await page.goto(url);
  return { context, page, problems };
}

export async function picture(page, name) {
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** No page scrolls sideways. */
export async function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
