// Late pages, to find tests that ask a page before it has been told: `SIXFOLD_LATE=600`, in milliseconds.

const LATE = Number(process.env.SIXFOLD_LATE ?? 0);

/** Has all that pages put off, and all that a server tells them, come later by chance; what is told, in its order. */
export async function late(context) {
  if (LATE > 0) await context.addInitScript(delay, LATE);
}

/** Runs in the page, before anything of it. */
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
        // Who has stopped listening by then hears nothing.
        const hear = (event) => inOrder(() => listeners.get(this) === listener && listener(event));
        set.call(this, listener && hear);
      },
    });
  }
}
