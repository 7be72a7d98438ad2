// Pictures of the gallery: the files that `cargo test -p sixfold-web gallery` writes into SIXFOLD_GALLERY, each at two
// widths and in both themes. Also the comparison with approved pictures.

import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openState, openTab } from "./door.mjs";

/** The folder of the gallery's files. */
export const GALLERY = resolve(process.env.SIXFOLD_GALLERY ?? "../../target/gallery");
/** The pictures that people have approved. They belong to the sources. */
export const APPROVED = resolve("approved");
const THEMES = ["light", "dark"];
/** The screens, with the scale at which their pictures are kept. */
export const SCREENS = [
  { scale: 0.4, viewport: { width: 1440, height: 900 } },
  { scale: 0.6, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];
/**
 * Texts and forms are photographed as whole pages: in pictures of at most this many pixels a piece, one below the other. A
 * picture of 16,384 pixels and more is beyond what WebP and the browser can do.
 */
export const MOST_HEIGHT = 6000;
/** States whose sizes matter, which are kept as large as they are. */
const FULL_SIZE = /-120$/;
/** The fonts of the approved pictures (Debian: fonts-dejavu-core). With other fonts every picture would differ. */
const FONTS = { "system-ui": "DejaVu Sans", monospace: "DejaVu Sans Mono" };
/** Approved pictures are kept as WebP of this quality: enough to see what has changed, in a twentieth of the size of a PNG. */
const QUALITY = 0.3;
/**
 * Pictures are compared by squares of this many pixels a side. Neighbouring squares overlap by half, so that a small sign
 * lies within one of them and not across four.
 */
const SQUARE = 8;
/**
 * A square has changed if its pixels differ by more than this on average, of 255. Another version of the browser, which
 * smooths edges a little differently, stays well below it; a sign or a word that comes, goes or moves is well above.
 */
const NOTICEABLE = 24;

/** The names of all states in the gallery. */
export async function states() {
  const files = await readdir(GALLERY);
  const pages = files.filter((name) => name.endsWith(".html") && name !== "index.html");
  return pages.map((name) => name.slice(0, -".html".length)).sort();
}

/**
 * Calls `each` with the name and the WebP of every picture: each state at each width in each theme. The pictures of a long page
 * are called NAME, NAME-2, NAME-3 and so on.
 */
export async function photograph(browser, darkroom, each) {
  await checkFonts(browser);
  for (const { scale, ...screen } of SCREENS) {
    const context = await browser.newContext({ reducedMotion: "reduce", deviceScaleFactor: 1, ...screen });
    const page = await openTab(context);
    for (const state of await states()) {
      await openState(page, join(GALLERY, `${state}.html`));
      const parts = await page.evaluate(wholePage, MOST_HEIGHT);
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        for (const [index, part] of parts.entries()) {
          const png = await page.screenshot({ animations: "disabled", ...part });
          const name = `${state}-${screen.viewport.width}-${colorScheme}${index > 0 ? `-${index + 1}` : ""}`;
          await each(name, await darkroom.develop(png, FULL_SIZE.test(state) ? 1 : scale));
        }
      }
    }
    await context.close();
  }
}

/**
 * Runs in the page: which parts of it are photographed, for `page.screenshot`. Tables and dialogs fit the screen, and people see
 * them so. Of all other pages the whole is photographed, in as many parts as its height needs.
 */
export function wholePage(most) {
  if (document.querySelector("[data-board], dialog[open]")) return [{}];
  // A fleet is put together in a part that is folded at first. A bar that sticks to the window has no place in a whole page.
  for (const fold of document.querySelectorAll("details:has([data-kit])")) fold.open = true;
  for (const bar of document.querySelectorAll(".begin-bar")) bar.style.position = "static";
  const { clientWidth: width, scrollHeight } = document.documentElement;
  const parts = [];
  for (let y = 0; y < scrollHeight; y += most) {
    parts.push({ fullPage: true, clip: { x: 0, y, width, height: Math.min(scrollHeight - y, most) } });
  }
  return parts;
}

/** The font that the browser really uses for a family. */
async function fontOf(page, family) {
  await page.setContent(`<p style="font-family:${family}">The quick brown fox</p>`);
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const { root } = await tools.send("DOM.getDocument");
  const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
  const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId });
  await tools.detach();
  return fonts.map(({ familyName }) => familyName).join(", ");
}

/** Throws if this machine writes in other fonts than the machine that made the approved pictures. */
export async function checkFonts(browser, wanted = FONTS) {
  const context = await browser.newContext();
  const page = await openTab(context);
  for (const [family, font] of Object.entries(wanted)) {
    const found = await fontOf(page, family);
    if (found !== font) {
      const how = "install fonts-dejavu-core, and make it the font of fontconfig for this family (`fc-match`)";
      throw new Error(`the approved pictures are written in ${font}, and this machine uses ${found} for ${family}: ${how}`);
    }
  }
  await context.close();
}

/** A page that compares and converts pictures. */
export class Darkroom {
  static async open(browser) {
    const room = new Darkroom();
    room.page = await openTab(await browser.newContext());
    return room;
  }

  /** A PNG as WebP, at this scale. */
  async develop(png, scale) {
    const base64 = await this.page.evaluate(convert, [png.toString("base64"), scale, QUALITY]);
    return Buffer.from(base64, "base64");
  }

  /**
   * The number of squares in which a picture differs from the approved one; -1 if their sizes differ. Both are WebP, so
   * that both have lost the same details.
   */
  async difference(picture, approved) {
    if (picture.equals(approved)) return 0;
    const pictures = [picture, approved].map((bytes) => bytes.toString("base64"));
    return this.page.evaluate(compare, [pictures, SQUARE, NOTICEABLE]);
  }
}

/** Runs in the page. */
async function convert([png, scale, quality]) {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Runs in the page. */
async function compare([pictures, square, noticeable]) {
  const pixels = async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height);
  };
  const [a, b] = await Promise.all(pictures.map(pixels));
  if (a.width !== b.width || a.height !== b.height) return -1;
  const half = square / 2;
  const columns = Math.ceil(a.width / half);
  const rows = Math.ceil(a.height / half);
  const sums = new Float64Array(columns * rows);
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const at = 4 * (y * a.width + x);
      const apart = [0, 1, 2].map((part) => Math.abs(a.data[at + part] - b.data[at + part]));
      sums[Math.floor(y / half) * columns + Math.floor(x / half)] += Math.max(...apart);
    }
  }
  let changed = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sum = (down, right) => (column + right < columns && sums[(row + down) * columns + column + right]) || 0;
      if (sum(0, 0) + sum(0, 1) + sum(1, 0) + sum(1, 1) > noticeable * square * square) changed++;
    }
  }
  return changed;
}

/** The approved picture of this name; undefined if there is none. */
export async function approvedPicture(name) {
  try {
    return await readFile(join(APPROVED, `${name}.webp`));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a page that shows the changed pictures beside the approved ones. Returns its path. */
export async function showChanges(folder, changes) {
  await mkdir(folder, { recursive: true });
  const figure = (title, file) => (file ? `<figure><figcaption>${title}</figcaption><img src="${file}"></figure>` : "");
  const sections = [];
  for (const { name, picture, approved, why } of changes) {
    await writeFile(join(folder, `${name}.webp`), picture);
    if (approved) await writeFile(join(folder, `${name}.approved.webp`), approved);
    const pair = figure("approved", approved && `${name}.approved.webp`) + figure("now", `${name}.webp`);
    sections.push(`<section><h2>${name}: ${why}</h2><div>${pair}</div></section>`);
  }
  const style = "body{font:1rem system-ui}div{display:flex;gap:1rem}figure{margin:0;flex:1}img{max-width:100%;border:1px solid gray}";
  const file = join(folder, "index.html");
  const title = "Changed pictures of the gallery";
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style>${sections.join("\n")}`);
  return file;
}
