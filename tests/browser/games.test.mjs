// Plays every game from the home page to its end and starts it again, by pressing the offered controls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { look } from "./src/look.mjs";
import { chance, playAgain, playToTheEnd, played, ready } from "./src/player.mjs";
import { begin, said, says } from "./src/table.mjs";
import { headings } from "./src/words.mjs";

const house = new House(serveFolder);

/** The shortest setup of each game that its form allows, and the largest number of presses. */
const MATCHES = [
  { game: "hexoust", opponent: "computer", level: "1", options: { size: "4" }, presses: 200, device: PHONE },
  { game: "hexlock", opponent: "computer", level: "1", seat: "Red", presses: 400 },
  { game: "influence", opponent: "screen", options: { board: "Compact" }, presses: 100, device: PHONE },
  { game: "hex-dice", opponent: "computer", level: "1", options: { quietTurns: "5" }, presses: 600 },
  { game: "hex-ships", opponent: "computer", level: "1", options: { battle: "Duel", rounds: "2" }, presses: 300 },
];

for (const { game, presses, device, ...match } of MATCHES) {
  test(`a whole match of ${game}, by pressing alone, and another one`, async (context) => {
    const { page } = await house.person(device);
    await begin(page, { game, ...match });
    await playToTheEnd(page, chance(2), presses);
    await says(page, headings.ended);
    context.diagnostic(`${await played(page)} moves: ${await said(page)}`);
    assert.deepEqual((await look(page)).findings, []);
    await picture(page, `${game}-over`);
    await playAgain(page);
    await ready(page);
    assert.doesNotMatch(await said(page), headings.ended);
  });
}
