/**
 * A large model in the page, in a real Chromium: `node measureLarge.mjs LINK PROJECT [NAME]` prints one JSON object.
 *
 * From the address to the first box, and the processor time that the page's own thread took for it, which other programs
 * on the machine change little; from Enter in the palette to the box of NAME in the middle, frames while the window is
 * moved and zoomed, bytes from the server, how much of the page moved by itself (layout shift), the heap. Times are milliseconds.
 */

import { enter } from "./measuring.mjs";

const [link, project, name] = process.argv.slice(2);
const { browser, context, origin } = await enter(link);
const page = await context.newPage();
const session = await context.newCDPSession(page);
await session.send("Network.enable");
await session.send("Network.setCacheDisabled", { cacheDisabled: true }); // all that a first visit brings
const bytes = { received: 0, state: 0, socket: 0 };
const requests = new Map();
session.on("Network.responseReceived", ({ requestId, response }) => requests.set(requestId, response.url));
session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
  bytes.received += encodedDataLength;
  if (requests.get(requestId)?.includes("/state")) bytes.state += encodedDataLength;
  if (process.env.VERBOSE && encodedDataLength > 20_000) console.error(requests.get(requestId), encodedDataLength);
});
session.on("Network.webSocketFrameReceived", ({ response }) => {
  bytes.socket += response.payloadData.length;
  if (process.env.VERBOSE && response.payloadData.length > 5_000)
    console.error(response.payloadData.slice(0, 200), response.payloadData.length);
});

/** Notes long tasks, frames and the first box from the very first script on. */
function watch() {
  globalThis.told = { tasks: [], frames: [], box: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.told.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.told.tasks.push([entry.startTime, entry.duration]);
  }).observe({ type: "longtask", buffered: true });
  let last = performance.now();
  const look = (now) => {
    globalThis.told.frames.push(now - last);
    last = now;
    const box = document.querySelector(".graph-canvas .box");
    if (globalThis.told.box === 0 && box !== null && box.getBoundingClientRect().width > 0)
      globalThis.told.box = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const p95 = (samples) => [...samples].sort((a, b) => a - b)[Math.floor(samples.length * 0.95)] ?? 0;
const longest = (tasks) => Math.max(0, ...tasks.map(([, duration]) => duration));
const frames = async (what) => {
  await page.evaluate(() => {
    globalThis.told.frames = [];
  });
  await what();
  return p95(await page.evaluate(() => globalThis.told.frames));
};

await page.addInitScript(watch);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
const worked = async () => {
  const { metrics } = await session.send("Performance.getMetrics");
  return Math.round(1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN));
};
// A server that has just started opens the project for whoever asks first.
await page.request.get(`${origin}/api/projects/${project}/state/lines`);
await page.goto(`${origin}/#/p/${project}`);
await page.waitForFunction(() => globalThis.told.box > 0, undefined, { polling: 50, timeout: 180_000 });
const openWork = await worked();
await page.waitForTimeout(Number(process.env.SETTLE ?? 2_500));
const { tasks, box, shift } = await page.evaluate(() => globalThis.told);
const result = {
  shift,
  opened: box,
  openWork,
  settledWork: await worked(),
  openBlock: longest(tasks),
  boxes: 0,
};
if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
result.boxes = await page.locator(".graph-canvas .box").count();

const pane = await page.locator(".drawing").boundingBox();
const [x, y] = [pane.x + pane.width / 2, pane.y + pane.height / 2];
await page.mouse.move(x, y);
result.zoom = await frames(async () => {
  for (let step = 0; step < 24; step += 1) {
    await page.mouse.wheel(0, step % 12 < 6 ? -160 : 160);
    await page.waitForTimeout(16);
  }
});
const [emptyX, emptyY] = [pane.x + pane.width - 12, pane.y + 12];
result.pan = await frames(async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await page.mouse.move(emptyX, emptyY);
    await page.mouse.down();
    await page.mouse.move(emptyX - 500, emptyY + 350, { steps: 24 });
    await page.mouse.up();
  }
});

if (name !== undefined) {
  await page.keyboard.press("Control+k");
  const field = page.locator("dialog input").first();
  await field.fill(name);
  await page.waitForTimeout(600);
  const before = await worked();
  const found = page.evaluate(
    (sought) =>
      new Promise((done) => {
        document.addEventListener(
          "keydown",
          () => {
            const pressed = performance.now();
            const look = () => {
              const pane = document.querySelector(".drawing")?.getBoundingClientRect();
              const seen = [...document.querySelectorAll(".graph-canvas .box")].find((each) =>
                each.textContent.includes(sought),
              );
              const at = seen?.getBoundingClientRect();
              const isCentred =
                at !== undefined &&
                Math.abs(at.left + at.width / 2 - pane.left - pane.width / 2) < 24 &&
                Math.abs(at.top + at.height / 2 - pane.top - pane.height / 2) < 24;
              if (isCentred) done(performance.now() - pressed);
              else if (performance.now() - pressed > 20_000) done(Number.NaN);
              else requestAnimationFrame(look);
            };
            look();
          },
          { once: true, capture: true },
        );
      }),
    name,
  );
  await field.press("Enter");
  result.found = await found;
  result.foundWork = (await worked()) - before;
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE.replace(".png", "-found.png") });
}
await session.send("HeapProfiler.collectGarbage");
result.heap = (await session.send("Runtime.getHeapUsage")).usedSize;
await browser.close();
console.log(JSON.stringify({ ...result, bytes }));
