// The gallery, the page in all its states, looks as people have approved it. A changed picture is shown beside the
// approved one; `cargo xtask gallery --approve` approves all changes.

import assert from "node:assert/strict";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser } from "./src/browser.mjs";
import { openState, openTab } from "./src/door.mjs";
import { APPROVED, Darkroom, GALLERY, MOST_HEIGHT, SCREENS, approvedPicture, checkFonts, photograph, showChanges, states, wholePage } from "./src/photos.mjs";

/** The folder for the changes, beside the other pictures of the tests. */
const CHANGES = join(process.env.SIXFOLD_PICTURES ?? "../../target/pictures", "changed");

let browser;
before(async () => {
  await rm(CHANGES, { recursive: true, force: true }); // those of an earlier run
  browser = await openBrowser();
});
after(() => browser.close());

test("the gallery looks as approved, at both widths and in both themes", { timeout: 600_000 }, async () => {
  const darkroom = await Darkroom.open(browser);
  const [names, changes] = [new Set(), []];
  await photograph(browser, darkroom, async (name, picture) => {
    names.add(`${name}.webp`);
    const approved = await approvedPicture(name);
    const squares = approved && (await darkroom.difference(picture, approved));
    if (squares === 0) return;
    const why = !approved ? "new" : squares < 0 ? "another size" : `${squares} squares differ`;
    changes.push({ name, picture, approved, why });
  });
  const gone = (await readdir(APPROVED)).filter((file) => !names.has(file));
  const list = [...changes.map(({ name, why }) => `${name}: ${why}`), ...gone.map((file) => `${file}: its state is gone`)];
  if (list.length > 0) {
    const page = await showChanges(CHANGES, changes);
    assert.fail(`look at ${page}, then mend the page or run \`cargo xtask gallery --approve\`:\n${list.join("\n")}`);
  }
});

for (const { scale, viewport } of SCREENS) {
  test(`at ${viewport.width} px a change as small as a sign on one place is noticed, and a smoother edge is not`, async () => {
    const darkroom = await Darkroom.open(browser);
    const page = await openTab(await browser.newContext({ viewport }));
    const draw = (sign, shift = 0) =>
      page.setContent(`<body style="margin:0;background:#f4f0e8;font:16px system-ui">
        <p>Your turn: expand or attack. The quick brown fox jumps over the lazy dog.</p>
        <svg width="390" height="390"><path d="M60,20L300,200L30,330Z" transform="translate(${shift})" fill="#c2410c" stroke="#22262b"/>${sign}</svg>`);
    const taken = async () => darkroom.develop(await page.screenshot(), scale);
    await draw("");
    const approved = await taken();
    assert.equal(await darkroom.difference(await taken(), approved), 0);
    // Wherever the sign lies: within a square of the comparison, or across the corners of four.
    for (let shift = 0; shift < 20; shift += 2) {
      await draw(`<circle cx="${320 + shift}" cy="${320 + 0.7 * shift}" r="5" fill="#22262b"/>`);
      assert.ok((await darkroom.difference(await taken(), approved)) > 0, `a sign at ${320 + shift}`);
    }
    // Edges that another version of the browser smooths differently are no change.
    await draw("", 0.1);
    assert.equal(await darkroom.difference(await taken(), approved), 0);
    await draw("");
    await page.setViewportSize({ ...viewport, width: viewport.width + 10 });
    assert.equal(await darkroom.difference(await taken(), approved), -1, "another size");
  });
}

test("texts and forms are photographed as whole pages, tables as people see them", async () => {
  const page = await openTab(await browser.newContext({ viewport: { width: 390, height: 844 } }));
  const all = await states();
  const ends = (end) => all.filter((name) => name.endsWith(end));
  let most = 0;
  for (const state of [...ends("-rules"), ...ends("-strategy"), ...ends("-card-german"), ...ends("-fleet"), ...ends("-form")]) {
    await openState(page, join(GALLERY, `${state}.html`));
    const parts = await page.evaluate(wholePage, MOST_HEIGHT);
    let end = 0;
    for (const { clip } of parts) {
      assert.equal(clip.y, end, `no gap in ${state}`);
      const png = await page.screenshot({ fullPage: true, clip });
      assert.equal(png.readUInt32BE(20), clip.height, `the height of a picture of ${state}`);
      assert.ok(clip.height <= MOST_HEIGHT, state);
      end += clip.height;
    }
    assert.equal(end, await page.evaluate(() => document.documentElement.scrollHeight), `all of ${state}`);
    most = Math.max(most, parts.length);
  }
  assert.ok(most > 1, "some texts need more than one picture");
  for (const state of [...ends("-middle"), ...ends("-early"), "settings"]) {
    await openState(page, join(GALLERY, `${state}.html`));
    assert.deepEqual(await page.evaluate(wholePage, MOST_HEIGHT), [{}], state);
  }
});

/** The beginnings of tables that are wider than their place. */
const cutTables = (page) =>
  page.locator(".wide").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.slice(0, 60)));

test("on a phone no table of a text is wider than the screen, and one with many columns is still a table", async () => {
  const page = await openTab(await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true }));
  const texts = (await states()).filter((name) => /-(rules|strategy|card)(-german)?$/.test(name));
  let cards = 0;
  for (const state of texts) {
    await openState(page, join(GALLERY, `${state}.html`));
    assert.deepEqual(await cutTables(page), [], state);
    for (const table of await page.locator("table.cards").all()) {
      cards += 1;
      const columns = await table.getByRole("columnheader").count();
      assert.ok(columns > 8, state);
      const rows = await table.getByRole("row").count();
      assert.equal(await table.getByRole("rowheader").count(), rows - 1, state);
      assert.equal(await table.getByRole("cell").count(), (rows - 1) * (columns - 1), state);
    }
  }
  assert.ok(cards > 0);
});

test("on a desktop no table of a reference card is cut off", async () => {
  const page = await openTab(await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  const cards = (await states()).filter((name) => /-card(-german)?$/.test(name));
  for (const state of cards) {
    await openState(page, join(GALLERY, `${state}.html`));
    assert.deepEqual(await cutTables(page), [], state);
  }
  assert.ok(cards.length > 5);
});

test("a machine with another font is told so before any picture is compared", async () => {
  await checkFonts(browser);
  await assert.rejects(checkFonts(browser, { "system-ui": "Another Sans" }), /written in Another Sans, and this machine uses DejaVu Sans/);
});

test("every reference card prints on one page, in both languages", async () => {
  const page = await openTab(await browser.newContext());
  const cards = (await states()).filter((name) => /-card(-german)?$/.test(name));
  assert.ok(cards.length >= 10, "five games in two languages");
  for (const card of cards) {
    await openState(page, join(GALLERY, `${card}.html`));
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, card);
  }
});
