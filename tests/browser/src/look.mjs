// Inspects a page: everything that looks pressable is really hit by the pointer there and is large enough for a finger,
// and nothing scrolls sideways. It uses no knowledge of the page but HTML and the class of a zoomed board.

/**
 * The smallest size of a control, in CSS pixels (WCAG 2.2, target size). Places on boards may be smaller: a map of 331
 * hexes does not fit a phone otherwise. The first tap on a place only shows a preview, which `player.mjs` checks.
 */
const LEAST_SIZE = 24;

/** All problems of a page now, one sentence each. */
export async function look(page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page.evaluate(inspect, LEAST_SIZE);
}

/** Runs in the page. */
function inspect(leastSize) {
  const findings = [];
  let seen = 0;
  const POINTS = 5;
  const LOOKS_PRESSABLE = new Set(["pointer", "grab"]);
  const PRESSABLE =
    "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled), " +
    "textarea:not(:disabled), summary, [role=button], [role=switch], [role=gridcell][tabindex]";

  const cursor = (element) => getComputedStyle(element).cursor;
  const looksPressable = (element) =>
    !element.closest("[role=gridcell]") && // the place itself counts as the control
    LOOKS_PRESSABLE.has(cursor(element)) &&
    !(element.parentElement && LOOKS_PRESSABLE.has(cursor(element.parentElement)));
  const isThere = (element) => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });

  const name = (element) => {
    const said = element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent;
    return `${element.localName} “${(said || element.id || "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  };
  /** The rectangle of a control: for a place on a board its ground, for a text its first line. */
  const rectangle = (element) => {
    const ground = element.namespaceURI.endsWith("svg") && element.querySelector("polygon, circle, path, rect");
    if (ground) return ground.getBoundingClientRect();
    const [first] = element.getClientRects(); // a link in a text may span two lines
    return first ?? element.getBoundingClientRect();
  };
  const isIn = ({ left, top, right, bottom }, x, y) => x >= left && y >= top && x < right && y < bottom;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  /** The zoomed board whose edge may cut off a part of a place. None for a place whose middle is cut off: it is out of sight. */
  const cutBy = (element, box) => {
    const board = element.closest("[data-board].zoomed")?.getBoundingClientRect();
    return board && isIn(board, box.left + box.width / 2, box.top + box.height / 2) ? board : undefined;
  };
  /** What a press would hit if it misses the control, its contents and its label. */
  const meets = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    if (!top) return "nothing";
    const hit = element.contains(top) || top.closest("label")?.control === element;
    return hit ? undefined : name(top.closest(PRESSABLE) ?? top);
  };
  /** What a press would hit in the middle of a control and towards its edges, as far as these are visible. */
  const under = (element, box) => {
    const far = element.matches("[role=gridcell]") ? 0.22 : 0.38; // a hex does not fill its rectangle
    const board = cutBy(element, box) ?? screen;
    return [[0, 0], [-far, 0], [far, 0], [0, -far], [0, far]]
      .map(([x, y]) => [box.left + box.width * (0.5 + x), box.top + box.height * (0.5 + y)])
      .filter(([x, y]) => isIn(screen, x, y) && isIn(board, x, y))
      .map(([x, y]) => meets(element, x, y));
  };
  /** Whether an element is a link within a sentence, which has the height of its line. */
  const isInText = (element) =>
    element.localName === "a" &&
    getComputedStyle(element).display === "inline" &&
    [...element.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());

  const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const controls = [...root.querySelectorAll("*")].filter((element) => element.matches(PRESSABLE) || looksPressable(element));
  for (const element of controls) {
    if (element.closest("[inert]") || !isThere(element)) continue;
    let box = rectangle(element);
    if (box.width < 2 || box.height < 2) continue; // only for screen readers
    let others = under(element, box);
    // A control out of sight, or under something with a fixed position, is scrolled to as a person would do.
    if (others.length < POINTS || others.some((other) => other !== undefined)) {
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      box = rectangle(element);
      others = under(element, box);
    }
    if (box.right <= 0 || box.bottom <= 0) continue; // visible only when the keyboard reaches it
    seen++;
    const board = cutBy(element, box) ?? box;
    if (Math.max(box.left, board.left) < -1 || Math.min(box.right, board.right) > document.documentElement.clientWidth + 1) {
      findings.push(`${name(element)} sticks out of the window`);
    }
    const hidden = others.filter((other) => other !== undefined);
    if (others[0] !== undefined || hidden.length === others.length) {
      findings.push(`${name(element)} cannot be pressed: the pointer meets ${hidden[0] ?? "nothing"}`);
    } else if (hidden.length > 0) {
      findings.push(`${name(element)} is partly under ${hidden[0]}`);
    }
    const label = element.matches("input") && element.labels?.[0]?.getBoundingClientRect();
    const width = Math.max(box.width, label ? label.right - box.left : 0);
    const height = Math.max(box.height, label ? label.height : 0);
    if (!element.matches("[role=gridcell]") && (width < leastSize || height < leastSize) && !isInText(element)) {
      findings.push(`${name(element)} is ${Math.round(width)} × ${Math.round(height)} px, too small for a finger`);
    }
  }
  // A zoomed board has places out of sight, which get no focus. No place in sight may be without it.
  for (const place of root.querySelectorAll("[role=gridcell]:not([tabindex])")) {
    const [box, board] = [rectangle(place), place.closest("svg").getBoundingClientRect()];
    const [x, y, edge] = [box.left + box.width / 2, box.top + box.height / 2, 0.3 * box.width];
    if (x > board.left + edge && x < board.right - edge && y > board.top + edge && y < board.bottom - edge) {
      findings.push(`${name(place)} is in sight and cannot get the focus`);
    }
  }
  scrollTo(0, 0);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) findings.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
  return { findings, seen };
}

/** Sums up findings: for each kind the first one, and the number of others. */
export function summary(where, findings) {
  const kinds = new Map();
  for (const finding of findings) {
    const kind = finding.replace(/“[^”]*”/g, "").replace(/\d+/g, "");
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
  }
  return [...kinds.values()].map(
    ([first, ...more]) => `${where}: ${first}${more.length > 0 ? ` (and ${more.length} more of this kind)` : ""}`,
  );
}
