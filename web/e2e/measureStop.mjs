/**
 * Stop with the Esc key while an answer streams: `node measureStop.mjs LINK PROJECT ROUNDS`.
 *
 * The provider never comes to an end by itself. Prints a line for each key: when it was pressed, in milliseconds of the
 * machine's clock, and whether the answer still shows what was said until then.
 */

import { enter } from "./measuring.mjs";

const [link, project, rounds] = process.argv.slice(2);
const { browser, context, origin } = await enter(link);
const page = await context.newPage();
await page.addInitScript(() => {
  addEventListener(
    "keydown",
    ({ timeStamp }) => {
      globalThis.pressed = performance.timeOrigin + timeStamp;
    },
    { capture: true },
  );
});
await page.goto(`${origin}/#/p/${project}`);
const field = page.locator(".composer textarea");
await field.waitFor();
for (let round = 0; round < Number(rounds); round += 1) {
  await field.fill(`What does Order${round} do?`);
  await field.press("Enter");
  const answer = page.locator(".message", { hasText: "word0 " }).nth(round);
  await answer.filter({ hasText: "word9 " }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator('.message[data-status="streaming"]').waitFor({ state: "detached" });
  console.log(await page.evaluate(() => globalThis.pressed), (await answer.textContent()).includes("word0 word1 "));
}
await browser.close();
