// A walk through the whole page from its start address by pressing only, on a phone and a desktop, in light and dark.
// Everything that looks pressable can be pressed, nothing scrolls sideways, and the console stays empty.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, openBrowser } from "./src/browser.mjs";
import { enter, invitation, openInvitation } from "./src/door.mjs";
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

function report(context, walk) {
  context.diagnostic(`${walk.stops} stops, ${walk.controls} controls, ${walk.findings.length} findings`);
  assert.equal(walk.findings.length, 0, `\n${walk.findings.join("\n")}`);
}
