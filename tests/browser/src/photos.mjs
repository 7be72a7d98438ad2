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
const SCREENS = [
  { scale: 0.4, viewport: { width: 1440, height: 900 } },
  { scale: 0.6, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];
/** Approved pictures are kept as WebP of this quality: enough to see what has changed, in a twentieth of the size of a PNG. */
const QUALITY = 0.3;
/** Pictures are compared by squares of this many pixels a side. */
const SQUARE = 8;
/**
 * A square has changed if its pixels differ by more than this on average, of 255. Another version of the browser, which
 * smooths edges a little differently, stays well below it; a sign or a word that comes, goes or moves is well above.
 */
const NOTICEABLE = 24;

/** The names of all states in the gallery. */
export async function states() {
  const files = await readdir(GALLERY);
  return files.filter((name) => name.endsWith(".html")).map((name) => name.slice(0, -".html".length)).sort();
}

/** Calls `each` with the name and the WebP of every picture: each state at each width in each theme. */
export async function photograph(browser, darkroom, each) {
  for (const { scale, ...screen } of SCREENS) {
    const context = await browser.newContext({ reducedMotion: "reduce", deviceScaleFactor: 1, ...screen });
    const page = await openTab(context);
    for (const state of await states()) {
      await openState(page, join(GALLERY, `${state}.html`));
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        const png = await page.screenshot({ animations: "disabled" });
        await each(`${state}-${screen.viewport.width}-${colorScheme}`, await darkroom.develop(png, scale));
      }
    }
    await context.close();
  }
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
  const columns = Math.ceil(a.width / square);
  const sums = new Float64Array(columns * Math.ceil(a.height / square));
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const at = 4 * (y * a.width + x);
      const apart = [0, 1, 2].map((part) => Math.abs(a.data[at + part] - b.data[at + part]));
      sums[Math.floor(y / square) * columns + Math.floor(x / square)] += Math.max(...apart);
    }
  }
  return sums.filter((sum) => sum > noticeable * square * square).length;
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
