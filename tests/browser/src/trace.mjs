// Traces what the main thread of the page does.

/**
 * Traces a browser while `use` uses the page at this address. Returns the longest task of the thread that parsed the page,
 * in milliseconds, and how long after the page's beginning it came.
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
  const is = ({ pid, tid, ts }) => pid === parsed.pid && tid === parsed.tid && ts >= parsed.ts;
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && event.dur && is(event));
  const longest = tasks.reduce((longest, task) => (task.dur > longest.dur ? task : longest));
  return { ms: longest.dur / 1000, after: (longest.ts - parsed.ts) / 1000 };
}
