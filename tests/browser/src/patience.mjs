// Waiting for what must come. A slow machine makes a test slow and nothing else.

import { setTimeout as sleep } from "node:timers/promises";

/** How long anything is waited for, in milliseconds. */
export const PATIENCE = 30_000;

/** Asks again and again until there is an answer. */
export async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}
