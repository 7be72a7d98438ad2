// The tests open the page only by `src/door.mjs`: an inner address would skip controls that a person has to press.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { atAddress, enter, openInvitation } from "./src/door.mjs";
import { serveFolder } from "./src/folder.mjs";
import { goToForm } from "./src/home.mjs";
import { House } from "./src/house.mjs";

const house = new House(serveFolder);

/** Code that opens an address without `src/door.mjs`. */
const AROUND = /\bgoto\s*\(|\bnewPage\s*\(|\blocation\s*(=|\.(href|hash|assign|replace)\b)|\b(push|replace)State\s*\(/;

/** The only file that may contain it. */
const DOOR = "src/door.mjs";

test("no test and no helper goes to an address but by the door", async () => {
  const files = [...(await readdir(".")), ...(await readdir("src")).map((name) => `src/${name}`)];
  const found = [];
  for (const file of files.filter((name) => name.endsWith(".mjs") && name !== DOOR)) {
    const lines = (await readFile(file, "utf8")).split("\n");
    lines.forEach((line, index) => AROUND.test(line) && found.push(`${file}:${index + 1}: ${line.trim()}`));
  }
  assert.deepEqual(found, []);
});

test("the door lets nobody in by an inner address, nor by a link that no page has shown, nor without a reason", async () => {
  const { page } = await house.person();
  assert.throws(page.goto, /come in by/);
  await assert.rejects(enter(page, `${house.url}#/new/hexoust`), /no front door/);
  await assert.rejects(enter(page, `${house.url}rules`), /no front door/);
  await assert.rejects(openInvitation(page, `${house.url}#/t/abcdefghijkl`), /no page has shown/);
  await assert.rejects(atAddress(page, `${house.url}#/replay`), /say why/);
});

test("the front door leads to where a game is set up, by pressing", async () => {
  const { page } = await house.person();
  await goToForm(page, "hexoust");
});
