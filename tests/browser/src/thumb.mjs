// What a player needs in sight: the sentence, the board and the main buttons, without scrolling.

/**
 * Runs in the page: the names of needed things that are not fully visible without scrolling the page. The list is empty if
 * all are visible. A button counts as visible if a finger in its middle would touch it.
 */
export function outOfSight() {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const inside = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && right > left && bottom > top;
  const touched = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(at);
  };
  const missing = [];
  const sentence = document.querySelector("#title");
  if (!sentence || !inside(sentence.getBoundingClientRect())) missing.push("the sentence");
  const board = document.querySelector("[data-board]");
  if (!board || !inside(board.getBoundingClientRect())) missing.push("the board");
  else if (board.getBoundingClientRect().height < 220) missing.push("a board that is large enough");
  const buttons = [...document.querySelectorAll(".choosing button, .hand-on button, .controls button, .controls:empty ~ .turns > .steps button")].filter(shown);
  for (const button of buttons) {
    if (!inside(button.getBoundingClientRect()) || !touched(button)) missing.push(`the button “${button.textContent}”`);
  }
  if (document.documentElement.scrollWidth > innerWidth) missing.push("a page without sideways scrolling");
  return missing;
}
