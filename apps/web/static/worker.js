// The computer thinks here, beside the page: a message is a job, null drops it. Only the program reads and writes the
// messages; one that it cannot write, since it did not start, is written here (WorkerNews::Failed).
import init, { Thinker } from "./sixfold_web.js";

const ready = init({ module_or_path: new URL("sixfold_web_bg.wasm", import.meta.url) });
const SLICE_MILLISECONDS = 40;
let current = null;

onmessage = async ({ data }) => {
  current = data;
  if (data === null) return;
  let thinker;
  try {
    await ready;
    thinker = new Thinker(data);
    for (let done = false; !done; ) {
      const until = performance.now() + SLICE_MILLISECONDS;
      while (!done && performance.now() < until) done = thinker.go_on();
      postMessage(thinker.progress());
      await new Promise((resolve) => setTimeout(resolve)); // hear whether this is still wanted
      if (current !== data) return;
    }
    postMessage(thinker.decide());
  } catch (error) {
    postMessage(JSON.stringify({ failed: String(error) }));
  } finally {
    thinker?.free();
  }
};
