// Traces what the main thread of the page does.

/** What `fromNow` writes into the trace. */
const FROM_NOW = "measured from now on";

/** Leaves out of `longestTask` what this page has done up to now. */
export const fromNow = (page) => page.evaluate((words) => console.timeStamp(words), FROM_NOW);

/**
 * Traces a browser while `use` uses the page at this address. Returns the longest task of the thread that parsed the page, from
 * the parsing or from `fromNow` on: its milliseconds, and how long after that it came.
 */
export async function longestTask(browser, url, use) {
  const trace = await browser.newBrowserCDPSession();
  const events = [];
  trace.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ["devtools.timeline", "toplevel"] };
  await trace.send("Tracing.start", { traceConfig, transferMode: "ReportEvents" });
  await use();
  const complete = new Promise((resolve) => trace.once("Tracing.tracingComplete", resolve));
  await trace.send("Tracing.end");
  await complete;
  const parsed = events.find(({ name, args }) => name === "ParseHTML" && args.beginData?.url?.startsWith(url));
  const begin = events.find(({ name, args }) => name === "TimeStamp" && args.data?.message === FROM_NOW) ?? parsed;
  const is = ({ pid, tid, ts }) => pid === parsed.pid && tid === parsed.tid && ts >= begin.ts;
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && event.dur && is(event));
  const longest = tasks.reduce((longest, task) => (task.dur > longest.dur ? task : longest));
  return { ms: longest.dur / 1000, after: (longest.ts - begin.ts) / 1000 };
}
