// A walk through the whole page from its start address by pressing only, on a phone and a desktop, in light and dark.
// Everything that looks pressable can be pressed, nothing scrolls sideways, and the console stays empty.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, openBrowser } from "./src/browser.mjs";
import { enter, invitation, openInvitation, openTab } from "./src/door.mjs";
import { look } from "./src/look.mjs";
import { Server } from "./src/server.mjs";
import { begin, begun, resign, says, sitDown } from "./src/table.mjs";
import { Walk } from "./src/walk.mjs";
import { GAMES, headings } from "./src/words.mjs";

const DEVICES = { phone: PHONE, desktop: DESKTOP };
const SEED = 11;

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [name, device] of Object.entries(DEVICES)) {
  test(`on a ${name} everything that looks as if it could be pressed can be`, async (context) => {
    const walk = new Walk(name);
    const profile = await browser.newContext({ reducedMotion: "reduce", ...device });
    await walk.round(await walk.tab(profile), server.url, SEED);
    await profile.close();
    report(context, walk);
  });

  test(`on a ${name} tables with others can be used, before anybody sits and after`, async (context) => {
    const walk = new Walk(`${name}, online`);
    for (const game of Object.keys(GAMES)) {
      const [anns, bobs] = await Promise.all([0, 1].map(() => browser.newContext({ reducedMotion: "reduce", ...device })));
      const [ann, bob] = [await walk.tab(anns), await walk.tab(bobs)];
      await enter(ann, server.url);
      await begin(ann, { game, opponent: "online", name: "Ann" });
      const link = await invitation(ann);
      await walk.look(ann, `${game}, waiting`);
      await openInvitation(bob, link);
      await bob.getByRole("textbox").first().waitFor();
      await walk.look(bob, `${game}, before sitting down`);
      await sitDown(bob, "Bob");
      for (const one of [ann, bob]) await begun(one);
      for (const [who, one] of [["host", ann], ["guest", bob]]) await walk.look(one, `${game}, sitting, ${who}`);
      await resign(ann);
      await says(bob, headings.ended);
      await walk.look(bob, `${game}, resigned`);
      await Promise.all([anns, bobs].map((profile) => profile.close()));
    }
    report(context, walk);
  });
}

test("a look notices places that are out of sight or covered, and not that the edge of a zoomed board cuts places off", async () => {
  const profile = await browser.newContext(PHONE);
  const page = await openTab(profile);
  /** What a look finds at a board with one place, 50 pixels wide, whose middle is there. The board begins 8 pixels from the left. */
  const findings = async (board, x, y = 150, over = "") => {
    const place = `<g role="gridcell" tabindex="-1" aria-label="a1"><rect x="${x - 25}" y="${y - 25}" width="50" height="50"/></g>`;
    await page.setContent(
      `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:8px;overflow-x:hidden">
      <svg data-board ${board} height="300" style="display:block">${place}</svg><p>below the board</p>${over}`,
    );
    return (await look(page)).findings.join("\n");
  };
  const zoomed = 'class="zoomed" width="374"';
  for (const [x, y] of [[187, 150], [13, 150], [2, 150], [372, 150], [187, 2], [187, 297]]) {
    assert.equal(await findings(zoomed, x, y), "", `the middle is in sight at ${x}, ${y}`);
  }
  for (const [x, y] of [[-2, 150], [376, 150], [390, 150], [187, 303]]) {
    assert.match(await findings(zoomed, x, y), /cannot be pressed|sticks out/, `the middle is out of sight at ${x}, ${y}`);
  }
  const bar = '<div style="position:fixed;left:0;top:0;width:28px;height:400px;background:red">bar</div>';
  assert.match(await findings(zoomed, 25, 150, bar), /is partly under div “bar”/);
  assert.match(await findings('class="zoomed" width="420"', 370), /sticks out/, "the board itself is too wide");
  assert.match(await findings('width="374"', 13), /sticks out/, "a whole board cuts nothing off");
  await profile.close();
});

function report(context, walk) {
  context.diagnostic(`${walk.stops} stops, ${walk.controls} controls, ${walk.findings.length} findings`);
  assert.equal(walk.findings.length, 0, `\n${walk.findings.join("\n")}`);
}
