/** Where the machine keeps its Chromium. The tests bring no browser of their own. */

import { existsSync } from "node:fs";

const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export function chromium(): string {
  const named = process.env.CHROMIUM;
  const found = [named ?? [], USUAL].flat().find((path) => existsSync(path));
  if (found === undefined)
    throw new Error("no Chromium found: install one (apt-get install chromium), or set CHROMIUM to its path");
  return found;
}
