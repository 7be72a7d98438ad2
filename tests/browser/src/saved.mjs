// Matches of the golden records, cut off in the middle and saved in a browser: every phase of a game can be reached so.

import { readFile } from "node:fs/promises";
import { goOn } from "./home.mjs";

const golden = (game, name) => readFile(new URL(`../../../games/${game}/tests/golden/${name}.record`, import.meta.url), "utf8");

/** A record that ends before the first action that `wanted` finds, by the action and the number of actions before it. */
export function cutBefore(text, wanted) {
  const kept = [];
  let count = 0;
  for (const line of text.split("\n")) {
    const [, turn, actions] = /^(\d+\. \S+) (.*)$/.exec(line) ?? [];
    if (!turn) {
      kept.push(line);
      continue;
    }
    const rest = actions.split(",");
    const at = rest.findIndex((action, index) => wanted(action, count + index));
    if (at < 0) {
      kept.push(line);
      count += rest.length;
      continue;
    }
    if (at > 0) kept.push(`${turn} ${rest.slice(0, at).join(",")}`);
    return { record: `${kept.join("\n")}\n`, actions: count + at };
  }
  throw new Error("no action of this record is the wanted one");
}

/** Saves a cut match in the browser, for two people at this screen, and goes on with it from the home page. */
export async function goOnBefore(page, game, name, wanted) {
  const { record, actions } = cutBefore(await golden(game, name), wanted);
  const saved = { game, players: ["person", "person"], record, updated: Date.now(), actions, over: false };
  await page.evaluate((saved) => localStorage.setItem("sixfold.local.cut", JSON.stringify(saved)), saved);
  await page.reload();
  await goOn(page, game);
}
