// Visits the whole page by pressing only: home, and for every game its rules, its form, its first position and one
// in mid-game; a finished match, its replay, the record page and the dialogs. `stop` gets the name of each stop.

import { play } from "./board.mjs";
import { card, everyCover, goHome, goToForm, goToRecord, goToRules } from "./home.mjs";
import { chance, playMoves, playUntil, ready } from "./player.mjs";
import { press, pressButton, pressLink } from "./press.mjs";
import { begin, replay, resign, says } from "./table.mjs";
import { GAMES, buttons, campaign, headings, lesson, links, rulesOf } from "./words.mjs";

/** The setup of each game for the tour, and the number of moves to mid-game. */
const MATCHES = {
  hexoust: { opponent: "screen", options: { size: "7" }, moves: 16 },
  hexlock: { opponent: "computer", level: "1", moves: 14 },
  influence: { opponent: "screen", moves: 12 },
  "hex-dice": { opponent: "computer", level: "1", moves: 24 },
  "hex-ships": { opponent: "computer", level: "1", options: { battle: "Duel" }, moves: 16 },
};

/** The stops of a tour, each with the way there from home. If one way fails, the others still work. */
export function stops(seed) {
  const random = chance(seed);
  const all = [["home", home]];
  for (const game of Object.keys(GAMES)) {
    all.push([`the rules of ${game}`, async (page, stop) => {
      await goToRules(page, game);
      await stop(`rules-${game}`);
    }]);
    all.push([`the lesson of ${game}`, async (page, stop) => {
      await press(card(page, game).getByRole("link", { name: lesson.of(game) }).first());
      await page.locator("[data-board]").waitFor();
      await stop(`lesson-${game}`);
    }]);
    all.push([`the form of ${game}`, async (page, stop) => {
      await goToForm(page, game);
      await stop(`form-${game}`);
      await openFolds(page);
      await stop(`form-${game}-open`);
    }]);
    all.push([`the table of ${game}`, async (page, stop) => {
      const { moves, ...match } = MATCHES[game];
      await begin(page, { game, ...match });
      await ready(page);
      await stop(`first-${game}`);
      await playMoves(page, moves, random);
      await ready(page);
      await stop(`middle-${game}`);
      await overTheTable(page, stop, game);
    }]);
  }
  all.push(["a campaign", aCampaign]);
  all.push(["a screen that is handed over", (page, stop) => handOver(page, stop, random)]);
  all.push(["a match that is over", over]);
  all.push(["the record page", async (page, stop) => {
    await goToRecord(page);
    await stop("record");
  }]);
  return all.map(([name, visit]) => ({ name, visit }));
}

async function home(page, stop) {
  await everyCover(page);
  await stop("home");
  for (const name of ["settings", "keys"]) await dialog(page, stop, name, name);
}

/** Opens a dialog by its button and closes it again. */
async function dialog(page, stop, button, name) {
  const dialog = page.getByRole("dialog");
  await pressButton(page.getByRole("banner"), buttons[button]);
  await dialog.waitFor();
  await stop(name);
  await pressButton(dialog, buttons.close);
  await dialog.waitFor({ state: "hidden" });
}

/** Opens every closed `details` element of a form. */
async function openFolds(page) {
  const folds = page.locator("main details:not([open]) > summary");
  while ((await folds.count()) > 0) await press(folds.first());
}

/** The dialogs over a table in mid-game: keys and signs, and the rules, or the page of the rules and the way back. */
async function overTheTable(page, stop, game) {
  await dialog(page, stop, "keys", `keys-of-${game}`);
  const top = page.getByRole("banner");
  await press(top.getByRole("link", { name: links.rules }).or(top.getByRole("button", { name: links.rules })));
  await page.getByRole("heading", { name: rulesOf(game) }).first().waitFor();
  await stop(`rules-at-the-table-of-${game}`);
  const over = page.getByRole("dialog");
  if ((await over.count()) === 0) return page.goBack();
  await pressButton(over, buttons.close);
  return over.waitFor({ state: "hidden" });
}

/** A campaign: its form, the headquarters with everything unfolded, a battle, and the report of it. */
async function aCampaign(page, stop) {
  await pressLink(card(page, "hex-ships"), campaign.door);
  await says(page, campaign.form);
  await stop("campaign-form");
  await pressButton(page, campaign.setOut);
  await says(page, campaign.first);
  await openFolds(page);
  await stop("headquarters");
  await pressButton(page, campaign.start);
  await ready(page);
  await stop("battle-of-a-campaign");
  await resign(page);
  await stop("end-of-a-battle-of-a-campaign");
  await pressLink(page, campaign.back);
  await page.getByRole("heading", { name: campaign.report }).waitFor();
  await stop("headquarters-with-a-report");
}

/** The handover between two people at one screen who must not see each other's view. */
async function handOver(page, stop, random) {
  await begin(page, { game: "hexlock", opponent: "screen" });
  await playUntil(page, page.getByRole("button", { name: buttons.iAm }), random);
  await stop("hand-over");
}

/** The shortest possible match: a stone, a stone beside it, and a capture of all enemy stones. */
async function over(page, stop) {
  await begin(page, { game: "hexoust", opponent: "screen" });
  for (const place of ["d4", "d5", "d3"]) await play(page, place);
  await says(page, headings.ended);
  await stop("over");
  await replay(page);
  await page.locator("[data-fair]").waitFor();
  await stop("replay");
  await goHome(page);
  await stop("home-with-matches");
}
