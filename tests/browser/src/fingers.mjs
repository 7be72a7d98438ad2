// Fingers on a touch screen, as the browser's own protocol reports them. Playwright itself has only one finger, for taps.

/** The fingers of the person at this page. */
export async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return {
    down: (...points) => send("touchStart", points),
    move: (...points) => send("touchMove", points),
    up: () => send("touchEnd", []),
  };
}
