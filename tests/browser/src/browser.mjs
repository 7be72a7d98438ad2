// A real Chromium, and the people who use it.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { openInvitation, openTab } from "./door.mjs";
import { late, lateReplies } from "./late.mjs";
import { PATIENCE } from "./patience.mjs";

const CHROMIUM = process.env.SIXFOLD_CHROMIUM ?? "/usr/bin/chromium";
/** The folder for screenshots, which people look at after a test run. */
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

// Some tests cut the connection. The errors of a lost connection are no mistakes of the page.
const LINE_DOWN = /net::ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INTERNET_DISCONNECTED)|WebSocket|404/;

/**
 * A person with a separate browser profile, who opens the page with `come`. `problems` has the errors of all tabs. Texts and
 * the computer's replies arrive `repliesAfter` milliseconds late, if that is given.
 */
export async function person(browser, come, { repliesAfter, ...device } = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...DESKTOP, ...device });
  context.setDefaultTimeout(PATIENCE);
  await late(context);
  if (repliesAfter) await lateReplies(context, repliesAfter);
  const problems = [];
  context.on("weberror", (error) => problems.push(`page error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error" && !LINE_DOWN.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  const arrive = async (come) => {
    const page = await openTab(context);
    const broken = new Promise((resolve) => page.once("pageerror", resolve));
    await come(page);
    const error = await Promise.race([page.locator("h1").first().waitFor(), broken]); // it loads, or it fails
    if (error) throw new Error(`the page breaks as it opens: ${error.message}`);
    return page;
  };
  /** Opens an invitation in another tab. */
  const tab = (link) => arrive((page) => openInvitation(page, link));
  return { context, page: await arrive(come), tab, problems };
}

export async function picture(page, name) {
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** By how many pixels the page scrolls sideways; 0 is right. */
export async function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
