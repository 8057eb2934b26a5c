/**
 * What a person waits for, measured in a real Chromium: `node measure.mjs LINK PROJECT EMPTY ROUNDS` prints one JSON object.
 *
 * LINK lets the owner in once, PROJECT is a large model, EMPTY one without anything. Times are milliseconds.
 */

import { enter } from "./measuring.mjs";

const [link, project, empty, rounds] = process.argv.slice(2);
const { browser, context, origin } = await enter(link);

/** Notes long tasks and the first box from the very first script on. */
function watch() {
  globalThis.told = { tasks: [], box: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.told.tasks.push({ start: entry.startTime, duration: entry.duration });
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    const box = document.querySelector(".graph-canvas .box");
    // Seen is what has a size and a place, one frame after it is there.
    if (box !== null && box.getBoundingClientRect().width > 0) globalThis.told.box = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A place in the first box that the window of the diagram shows whole. */
function seen() {
  const pane = document.querySelector(".drawing").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".graph-canvas .box")].map((each) => each.getBoundingClientRect());
  const shown = boxes.find(
    (box) => box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom,
  );
  return shown === undefined ? [700, 450] : [shown.left + 8, shown.top + 8];
}

const result = { opened: [], loadBlock: [], laterBlock: [], ghost: [] };
for (let round = 0; round < Number(rounds); round += 1) {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${origin}/#/p/${project}`);
  await page.waitForFunction(() => globalThis.told.box > 0, undefined, { polling: 50 });
  await page.waitForTimeout(1_500);
  const loaded = await page.evaluate(() => performance.now());
  // What a person does next: zoom, move, select, open the tables' other tabs.
  await page.mouse.move(700, 450);
  for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, step % 2 ? 240 : -240);
  await page.mouse.down();
  await page.mouse.move(620, 380, { steps: 8 });
  await page.mouse.up();
  const [x, y] = await page.evaluate(seen);
  await page.mouse.click(x, y);
  await page.waitForTimeout(500);
  const { tasks, box } = await page.evaluate(() => globalThis.told);
  result.opened.push(box);
  result.loadBlock.push(Math.max(0, ...tasks.filter((task) => task.start < box).map((task) => task.duration)));
  result.laterBlock.push(Math.max(0, ...tasks.filter((task) => task.start >= box).map((task) => task.duration)));
  if (process.env.VERBOSE)
    console.error(
      round,
      Math.round(box),
      Math.round(loaded),
      tasks.map((task) => `${Math.round(task.start)}+${Math.round(task.duration)}`).join(" "),
    );
  await page.close();
}

// From Enter to the first ghost or new box that the graph shows.
const page = await context.newPage();
await page.goto(`${origin}/#/p/${empty}`);
const field = page.locator(".composer textarea");
await field.waitFor();
for (let round = 0; round < Number(rounds) * 4; round += 1) {
  await field.fill(`Create the actor Person${round}`);
  const waited = page.evaluate(
    (name) =>
      new Promise((done) => {
        const field = document.querySelector(".composer textarea");
        field.addEventListener(
          "keydown",
          () => {
            const pressed = performance.now();
            const look = () => {
              const isThere = [...document.querySelectorAll(".graph-canvas .box, .ghosts li, .lines li")].some((each) =>
                each.textContent.includes(name),
              );
              if (isThere) requestAnimationFrame(() => done(performance.now() - pressed));
              else requestAnimationFrame(look);
            };
            look();
          },
          { once: true },
        );
      }),
    `Person${round}`,
  );
  await field.press("Enter");
  result.ghost.push(await waited);
  await page.waitForTimeout(300);
}
await browser.close();
console.log(JSON.stringify(result));
