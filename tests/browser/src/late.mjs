// Slows pages down: all tests, to find those that check a page before it has its data (`SIXFOLD_LATE=600`, in milliseconds),
// and the tests that are about what arrives late.

const LATE = Number(process.env.SIXFOLD_LATE ?? 0);

/** Delays all timers of pages and all messages of the server by random times. The messages keep their order. */
export async function late(context) {
  if (LATE > 0) await context.addInitScript(delay, LATE);
}

/** Runs in the page before the page's own scripts. */
function delay(most) {
  const setTimeout = window.setTimeout.bind(window);
  const some = () => Math.random() * most;
  window.setTimeout = (task, wait = 0, ...rest) => setTimeout(task, wait + some(), ...rest);
  let last = 0;
  const inOrder = (task) => {
    last = Math.max(last + 1, performance.now() + some());
    setTimeout(task, last - performance.now());
  };
  for (const name of ["onopen", "onmessage", "onclose"]) {
    const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, name);
    const listeners = new WeakMap();
    Object.defineProperty(WebSocket.prototype, name, {
      set(listener) {
        listeners.set(this, listener);
        // A listener that was removed in the meantime is not called.
        const hear = (event) => inOrder(() => listeners.get(this) === listener && listener(event));
        set.call(this, listener && hear);
      },
    });
  }
}

/** Lets everything that the page loads and everything that its computer player says arrive this much later. */
export const lateReplies = (context, milliseconds) => context.addInitScript(delayReplies, milliseconds);

/** Runs in the page before the page's own scripts. */
function delayReplies(milliseconds) {
  const later = () => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const fetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    await later();
    return answer;
  };
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", {
    set(listener) {
      // Messages are delayed by the same time, so they keep their order.
      set.call(this, listener && ((event) => later().then(() => listener(event))));
    },
  });
}
