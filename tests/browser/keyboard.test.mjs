// Every game can be played to its end by people who see nothing: by the accessibility tree and the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serveFolder } from "./src/folder.mjs";
import { House } from "./src/house.mjs";
import { Listener } from "./src/listener.mjs";
import { SHORT_MATCHES } from "./src/matches.mjs";
import { chance, played } from "./src/player.mjs";
import { begin } from "./src/table.mjs";
import { buttons, headings, named } from "./src/words.mjs";

const house = new House(serveFolder);

for (const { game, most, ...match } of SHORT_MATCHES) {
  test(`a whole match of ${game} by ear and keyboard`, { timeout: 900_000 }, async (context) => {
    const { page } = await house.person();
    await begin(page, { game, ...match });
    const listener = await Listener.at(page);
    const random = chance(3);
    let done = 0;
    while (await listener.act(random)) {
      done++;
      assert.ok(done <= most, `${most} things were done, and the match has not ended`);
    }
    assert.ok(done > 5, "something was played");
    const spoken = (await listener.hear()).filter(({ role }) => role === "status" || role === "alert");
    assert.ok(spoken.length > 0, "there is a part of the page that is read aloud");
    context.diagnostic(`${done} things done, ${await played(page)} moves: ${await listener.heading()}`);
  });
}

test("from the home page to the first move of a match by ear and keyboard", async () => {
  const { page } = await house.person();
  const listener = await Listener.at(page);
  await listener.press("link", /^Play/, { under: named("hexoust") });
  await listener.hears(headings.newGame);
  await listener.press("button", buttons.begin);
  await listener.hears(headings.yourTurn);
  const random = chance(1);
  while ((await played(page)) === 0) await listener.act(random);
});
