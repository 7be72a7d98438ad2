// A walk through the page that inspects every stop in both themes and collects the findings.

import { enter, openTab } from "./door.mjs";
import { goHome } from "./home.mjs";
import { look, summary } from "./look.mjs";
import { PATIENCE } from "./patience.mjs";
import { stops } from "./tour.mjs";

const THEMES = ["light", "dark"];

/** The walk ends after this many failed ways, because the others would fail for the same reason. */
const MOST_BLOCKED = 3;

export class Walk {
  findings = [];
  /** The numbers of stops and controls that were inspected. */
  stops = 0;
  controls = 0;

  constructor(name) {
    this.name = name;
  }

  /** Opens a tab whose console messages and errors are findings. */
  async tab(context) {
    context.setDefaultTimeout(PATIENCE / 2);
    const page = await openTab(context);
    page.on("pageerror", (error) => this.#found("anywhere", [`the page threw: ${error.message}`]));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#found("anywhere", [`console: ${message.text()}`]);
    });
    return page;
  }

  /** Inspects a page in both themes. */
  async look(page, where) {
    this.stops++;
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const { findings, seen } = await look(page);
      this.controls += seen;
      this.#found(where, findings);
    }
  }

  /** Visits all stops once. A failed way is a finding, and the walk goes on with the next stop. */
  async round(page, house, seed) {
    let blocked = 0;
    await enter(page, house);
    for (const { name, visit } of stops(seed)) {
      if (blocked === MOST_BLOCKED) return this.#found("anywhere else", ["the walk has not come there"]);
      try {
        await goHome(page);
        await visit(page, (where) => this.look(page, where));
      } catch (error) {
        blocked++;
        this.#found(`on the way to ${name}`, [reason(error)]);
        await enter(page, house);
      }
    }
  }

  #found(where, findings) {
    const lines = summary(`${this.name}: ${where}`, findings);
    this.findings.push(...lines.filter((line) => !this.findings.includes(line)));
  }
}

/** The essential part of a Playwright error: what it waited for, and what was in the way. */
function reason({ message }) {
  const [first, ...log] = message.split("\n");
  const waited = log.find((line) => line.includes("waiting for"))?.trim();
  const inTheWay = log.find((line) => line.includes("intercepts pointer events"))?.trim();
  return [first, waited, inTheWay].filter(Boolean).join("; ").replaceAll(/\x1b\[\d+m/g, "");
}
