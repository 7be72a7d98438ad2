// A person who sees nothing: they know the page by its accessibility tree alone, and use the keyboard alone.

import { until } from "./patience.mjs";
import { headings } from "./words.mjs";

/** The names of places that can be picked now say so. */
const OPEN = /open to you|can be chosen|would be taken|would change hands|would only be weakened|would be joined/;
/** The name of the list of legal moves, which can be folded. */
const MOVES = /^(All your moves|Your moves)/;
/** The roles of which a list of buttons consists. */
const LIST = new Set(["list", "listitem", "ListMarker", "button", "StaticText", "InlineTextBox", "generic", "paragraph"]);
/** More presses of Tab than this are needed nowhere. */
const MOST_TABS = 400;

export class Listener {
  static async at(page) {
    const listener = new Listener();
    listener.page = page;
    listener.tools = await page.context().newCDPSession(page);
    await listener.tools.send("Accessibility.enable");
    return listener;
  }

  /** All nodes that a screen reader hears, in their order: role, name, whether disabled, and the element's number. */
  async hear() {
    const { nodes } = await this.tools.send("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const heard = [];
    const visit = (node) => {
      if (!node.ignored && node.role) {
        const is = (name) => node.properties?.find((property) => property.name === name)?.value.value;
        heard.push({
          role: node.role.value,
          name: node.name?.value ?? "",
          disabled: is("disabled") === true,
          focused: is("focused") === true,
          pressed: is("pressed"),
          element: node.backendDOMNodeId,
          parent: node.parentId,
        });
      }
      for (const child of node.childIds ?? []) if (byId.has(child)) visit(byId.get(child));
    };
    visit(nodes[0]);
    return heard;
  }

  /** The heading of the page. */
  async heading() {
    const heading = (await this.hear()).find(({ role }) => role === "heading");
    return heading?.name ?? "";
  }

  /** The element that has the focus. */
  async focus() {
    const { result } = await this.tools.send("Runtime.evaluate", { expression: "document.activeElement" });
    const { node } = await this.tools.send("DOM.describeNode", { objectId: result.objectId });
    return node.backendNodeId;
  }

  /** Presses Tab until this element has the focus. */
  async tabTo({ element, name }) {
    for (let presses = 0; presses < MOST_TABS; presses++) {
      if ((await this.focus()) === element) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${MOST_TABS} presses of Tab do not lead to “${name}”`);
  }

  /** Tabs to something by its role and name, after the heading `under` if that is given, and presses Enter or a key. */
  async press(role, name, { under, key = "Enter" } = {}) {
    const found = await until(`${role} ${name}`, async () => {
      const all = await this.hear();
      const from = under ? all.findIndex((node) => node.role === "heading" && under.test(node.name)) + 1 : 0;
      if (under && from === 0) return undefined;
      return all.slice(from).find((node) => node.role === role && name.test(node.name) && !node.disabled);
    });
    await this.tabTo(found);
    await this.page.keyboard.press(key);
  }

  /** The place of the board that has the focus: its name, and where it is on the screen. */
  async place() {
    return this.page.evaluate(() => {
      const cell = document.activeElement?.closest("[role=gridcell]");
      if (!cell) return null;
      const box = cell.getBoundingClientRect();
      return { label: cell.getAttribute("aria-label"), x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
  }

  /** Brings the focus to the board: by Tab to the place that Tab reaches, or by an arrow key if it reaches none. */
  async goToBoard() {
    if (await this.place()) return;
    const expression = "document.querySelector('[role=gridcell][tabindex=\"0\"]')";
    const { result } = await this.tools.send("Runtime.evaluate", { expression });
    if (result.objectId) {
      const { node } = await this.tools.send("DOM.describeNode", { objectId: result.objectId });
      await this.tabTo({ element: node.backendNodeId, name: "the board" });
    } else {
      await this.page.keyboard.press("ArrowDown");
    }
    await this.settle();
  }

  /** Walks over the board by arrow keys to a place, and presses Enter there. */
  async walkTo(label) {
    const target = await this.page.evaluate((label) => {
      const cell = [...document.querySelectorAll("[role=gridcell]")].find((cell) => cell.getAttribute("aria-label") === label);
      const box = cell?.getBoundingClientRect();
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, label);
    if (!target) return;
    await this.goToBoard();
    const seen = new Map();
    for (let presses = 0; presses < 80; presses++) {
      const here = await this.place();
      if (!here) throw new Error("the focus is not on the board");
      const [x, y] = [target.x - here.x, target.y - here.y];
      if (Math.hypot(x, y) < 3) break;
      // In a place that was visited before, the other axis is tried, so that nobody walks in circles.
      const again = seen.get(here.label) ?? 0;
      seen.set(here.label, again + 1);
      const across = Math.abs(x) > Math.abs(y) !== (again % 2 === 1);
      await this.page.keyboard.press(across ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp");
    }
    await this.page.keyboard.press("Enter");
  }

  /** What can be done at the table now: the answer to a question, open places, and the list of legal moves. */
  async offers() {
    const all = await this.hear();
    const dialog = all.findIndex(({ role }) => role === "dialog");
    const can = (nodes, role) => nodes.filter((node) => node.role === role && !node.disabled);
    if (dialog >= 0) return { answer: can(all.slice(dialog), "button").at(-1), places: [], moves: [] };
    const fold = all.findIndex(({ role, name }) => role === "DisclosureTriangle" && MOVES.test(name));
    const rest = fold < 0 ? [] : all.slice(fold + 1);
    const end = rest.findIndex(({ role }) => !LIST.has(role));
    const moves = can(end < 0 ? rest : rest.slice(0, end), "button");
    const places = can(all, "gridcell").filter(({ name }) => OPEN.test(name));
    return { places, moves, fold: fold < 0 ? undefined : all[fold] };
  }

  /** Does one of the things that can be done. Returns whether the match goes on. */
  async act(random) {
    const offer = await until("something to do, or the end", async () => {
      if (headings.ended.test(await this.heading())) return "over";
      const { answer, places, moves, fold } = await this.offers();
      return (answer || places.length > 0 || fold) && { answer, places, moves, fold };
    });
    if (offer === "over") return false;
    const { answer, places, moves, fold } = offer;
    const any = (list) => list[Math.floor(random() * list.length)];
    if (answer) {
      await this.tabTo(answer);
      await this.page.keyboard.press("Enter");
    } else if (places.length > 0 && (!fold || random() < 0.5)) {
      await this.walkTo(any(places).name);
    } else if (moves.length > 0) {
      await this.tabTo(any(moves.slice(0, 12)));
      await this.page.keyboard.press("Enter");
    } else {
      await this.tabTo(fold); // opens the list
      await this.page.keyboard.press("Enter");
    }
    await this.settle();
    return true;
  }

  /** Waits until the page has drawn what the last key did. */
  async settle() {
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }

  /** Waits until this is true of the page's heading. */
  async hears(sentence) {
    await until(`the heading ${sentence}`, async () => sentence.test(await this.heading()));
  }
}
