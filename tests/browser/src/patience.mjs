// Waits for conditions. On a slow machine a test takes longer and does not fail.

import { setTimeout as sleep } from "node:timers/promises";

/** The longest time to wait for anything, in milliseconds. */
export const PATIENCE = 30_000;

/** Calls `ask` again and again until it returns something truthy. */
export async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}
