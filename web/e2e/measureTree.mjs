/**
 * A run of 10,000 steps in the process drawer, in a real Chromium: `node measureTree.mjs LINK PROJECT ROUNDS`.
 *
 * Prints `step` on a line of its own whenever the run is to take another step, and one JSON object at the end. Times are
 * milliseconds; those of a step count from the server's own record of when it began or ended, on the same machine's clock.
 */

import { enter } from "./measuring.mjs";

const [link, project, rounds] = process.argv.slice(2);
const { browser, context, origin } = await enter(link);
const page = await context.newPage();

/** Notes long tasks, the time between frames, what the server says of steps, and when a row of the tree is seen. */
function watch() {
  globalThis.told = { tasks: [], frames: [], steps: new Map() };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.told.tasks.push({ start: entry.startTime, duration: entry.duration });
  }).observe({ type: "longtask", buffered: true });
  let last = performance.now();
  const frame = (now) => {
    globalThis.told.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        for (const event of [JSON.parse(data)].flat()) {
          if (event.type === "step.started" || event.type === "step.finished")
            globalThis.told.steps.set(`${event.type} ${event.label}`, Date.parse(event.endedAt ?? event.startedAt));
        }
      });
    }
  };
  /** When a row with this label and state is inside the tree's window; after the frame that drew it. */
  globalThis.seen = (label, status) =>
    new Promise((done) => {
      const look = () => {
        const tree = document.querySelector(".tree")?.getBoundingClientRect();
        const isThere = [...document.querySelectorAll(`.tree-space .tree-row[data-status="${status}"]`)].some((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return (
            tree && top >= tree.top && bottom <= tree.bottom && row.querySelector(".detail")?.textContent === label
          );
        });
        requestAnimationFrame(isThere ? () => done(Date.now()) : look);
      };
      look();
    });
}

const block = (from) =>
  page.evaluate(
    (start) =>
      Math.max(
        0,
        ...globalThis.told.tasks.filter((task) => task.start + task.duration > start).map((task) => task.duration),
      ),
    from,
  );
const now = () => page.evaluate(() => performance.now());

/** Seconds that the page's main thread has worked so far: the processor's time, which a busy machine does not stretch. */
const session = await context.newCDPSession(page);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
const worked = async () =>
  (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;

await page.addInitScript(watch);
const result = {
  opened: [],
  openBlock: [],
  scrollBlock: [],
  frames: [],
  stepBlock: [],
  stepWork: [],
  begun: [],
  finished: [],
};
const tab = page.locator(".rail button", { hasText: "Process" });
for (let round = Math.min(5, Number(rounds)) - 1; round >= 0; round -= 1) {
  await page.goto("about:blank");
  await page.goto(`${origin}/#/p/${project}`);
  await page.locator(".frame").waitFor();
  await page.waitForTimeout(1_000);
  const begin = await now();
  const opened = page.evaluate(
    () =>
      new Promise((done) => {
        document.addEventListener(
          "pointerdown",
          ({ timeStamp }) => {
            const look = () =>
              document.querySelector(".tree-space .tree-row")
                ? requestAnimationFrame(() => done(performance.now() - timeStamp))
                : requestAnimationFrame(look);
            look();
          },
          { once: true },
        );
      }),
  );
  await tab.click();
  result.opened.push(await opened);
  await page.waitForTimeout(500);
  result.openBlock.push(await block(begin));
  if (round > 0) await tab.click(); // The page keeps an open drawer open, and this counts from the click.
}

// From the first row to the last, as somebody does who drags the wheel.
const tree = page.locator(".tree");
await tree.hover();
const from = await now();
await page.evaluate(() => {
  globalThis.told.frames = [];
});
const turns = await tree.evaluate((element) => Math.ceil(element.scrollHeight / 2_400));
for (let turn = 0; turn < turns; turn += 1) {
  await page.mouse.wheel(0, 2_400);
  await page.waitForTimeout(16);
}
result.frames = await page.evaluate(() => globalThis.told.frames);
result.scrollBlock.push(await block(from));

// At the end of the tree, while the run goes on.
await tree.focus();
await page.keyboard.press("End");
await page.waitForTimeout(500);
const last = (await page.locator(".tree-space .tree-row .detail").last().textContent()).replace("step ", "");
const stepsFrom = await now();
for (let number = Number(last); number < Number(last) + Number(rounds); number += 1) {
  const seen = page.evaluate(
    (each) =>
      Promise.all([globalThis.seen(`step ${each}`, "completed"), globalThis.seen(`step ${each + 1}`, "running")]),
    number,
  );
  const before = await worked();
  console.log("step");
  const [ended, started] = await seen;
  result.stepWork.push(((await worked()) - before) * 1_000);
  const told = await page.evaluate(
    (each) => [
      globalThis.told.steps.get(`step.finished step ${each}`),
      globalThis.told.steps.get(`step.started step ${each + 1}`),
    ],
    number,
  );
  result.finished.push(ended - told[0]);
  result.begun.push(started - told[1]);
  await page.waitForTimeout(100);
}
result.stepBlock.push(await block(stepsFrom));
if (process.env.VERBOSE)
  console.error(
    await page.evaluate(() =>
      globalThis.told.tasks.map((task) => `${Math.round(task.start)}+${Math.round(task.duration)}`).join(" "),
    ),
  );
await browser.close();
console.log(JSON.stringify(result));
