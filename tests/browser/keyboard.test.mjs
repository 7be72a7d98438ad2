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

/** Runs in the page: from now on keeps every text of the parts that are read aloud. */
function keepWhatIsSpoken() {
  window.spoken = [];
  const note = () => {
    for (const live of document.querySelectorAll("[role=status], [role=alert]")) {
      const words = live.textContent.trim();
      if (words && words !== window.spoken.at(-1)) window.spoken.push(words);
    }
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page: what was read aloud, and all turns of the move list: who acted, and the places that it names. */
function whatWasSpoken() {
  const turns = [...document.querySelectorAll(".turn-list li")].map((row) => ({
    seat: row.querySelector(".unseen").textContent,
    places: [...row.querySelectorAll(".turn-action")].flatMap((action) => action.textContent.match(/\b[a-z]{1,2}\d+\b/g) ?? []),
  }));
  return { spoken: window.spoken, turns };
}

/**
 * The turns that were not read aloud in their order. Each of them has to be in a text that names one of its places and its seat,
 * or a piece that is called after its seat (Red's R1), after the place by which the turn before it was found.
 */
function unheard(spoken, turns) {
  let [at, from] = [0, 0];
  return turns.filter(({ seat, places }) => {
    const who = new RegExp(`\\b(${seat}|${seat[0]}\\d+)\\b`);
    const place = new RegExp(`\\b(${places.join("|")})\\b`, "gi");
    for (let index = at; index < spoken.length; index++) {
      place.lastIndex = index === at ? from : 0;
      if (!who.test(spoken[index]) || !place.test(spoken[index])) continue;
      [at, from] = [index, place.lastIndex];
      return false;
    }
    return true;
  });
}

/** Plays a match to its end at a new screen. `done` is the number of things that were done. */
async function playByEar({ most, ...match }) {
  const { page } = await house.person();
  await begin(page, match);
  const listener = await Listener.at(page);
  await page.evaluate(keepWhatIsSpoken);
  const random = chance(3);
  let done = 0;
  while (await listener.act(random)) {
    done++;
    assert.ok(done <= most, `${most} things were done, and the match has not ended`);
  }
  return { page, listener, done };
}

for (const { game, theirs, most, ...match } of SHORT_MATCHES) {
  test(`a whole match of ${game} by ear and keyboard`, { timeout: 900_000 }, async (context) => {
    let { page, listener, done } = await playByEar({ game, most, ...match });
    // The computer draws its own moves and can win on a small board in a few turns: then another match is played.
    for (let again = 0; done <= 5 && again < 4; again++) ({ page, listener, done } = await playByEar({ game, most, ...match }));
    assert.ok(done > 5, "something was played");
    const live = (await listener.hear()).filter(({ role }) => role === "status");
    assert.ok(live.length > 0, "there is a part of the page that is read aloud");
    const { spoken, turns } = await page.evaluate(whatWasSpoken);
    assert.ok(spoken.length > 5, `what is read aloud changes: ${spoken}`);
    // Every turn is named, those of the computer too, which nobody at the keyboard has pressed.
    const all = spoken.join(" ");
    const withPlaces = turns.filter(({ places }) => places.length > 0);
    assert.ok(withPlaces.length > 1, "some turns name places");
    assert.deepEqual(unheard(spoken, withPlaces), [], `turns that were not read aloud in:\n${spoken.join("\n")}`);
    assert.equal(new Set(turns.map(({ seat }) => seat)).size, 2, "both seats have played");
    assert.match(all, theirs, "the other seat's turns are read aloud with what happened");
    assert.match(spoken.at(-1), headings.ended, "the result is read aloud");
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
