// Plays every game from the home page to its end and starts it again, by pressing the offered controls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, picture } from "./src/browser.mjs";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { look } from "./src/look.mjs";
import { SHORT_MATCHES } from "./src/matches.mjs";
import { chance, playAgain, playToTheEnd, played, ready } from "./src/player.mjs";
import { begin, said, says } from "./src/table.mjs";
import { headings } from "./src/words.mjs";

const house = new House(serveFolder);

/** The games that are played on a phone. */
const ON_A_PHONE = ["hexoust", "influence"];

for (const { game, most, ...match } of SHORT_MATCHES) {
  test(`a whole match of ${game}, by pressing alone, and another one`, async (context) => {
    const { page } = await house.person(ON_A_PHONE.includes(game) ? PHONE : undefined);
    await begin(page, { game, ...match });
    await playToTheEnd(page, chance(2), most);
    await says(page, headings.ended);
    context.diagnostic(`${await played(page)} moves: ${await said(page)}`);
    assert.deepEqual((await look(page)).findings, []);
    await picture(page, `${game}-over`);
    await playAgain(page);
    await ready(page);
    assert.doesNotMatch(await said(page), headings.ended);
  });
}
