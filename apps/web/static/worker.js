// The computer thinks here, beside the page: a message is a position to think about, null drops it.
import init, { Thinker } from "./sixfold_web.js";

const ready = init({ module_or_path: new URL("sixfold_web_bg.wasm", import.meta.url) });
const SLICE_MILLISECONDS = 40;
let current = null;

onmessage = async ({ data }) => {
  current = data;
  if (data === null) return;
  const { job, game, rules, files, view, level, seed } = data;
  let thinker;
  try {
    await ready;
    thinker = new Thinker(game, rules, files, view, level, seed);
    for (let share = 0; share < 1; ) {
      const until = performance.now() + SLICE_MILLISECONDS;
      while (share < 1 && performance.now() < until) share = thinker.go_on();
      postMessage({ job, share });
      await new Promise((resolve) => setTimeout(resolve)); // hear whether this is still wanted
      if (current !== data) return;
    }
    const value = thinker.value();
    postMessage({ job, action: thinker.decide(), value });
  } catch (error) {
    postMessage({ job, problem: String(error) });
  } finally {
    thinker?.free();
  }
};
