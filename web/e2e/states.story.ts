/** The main states in light and dark: axe finds nothing, and a picture of each is kept for people to look at. */

import { join } from "node:path";
import axe from "axe-core";
import { expect, test } from "./stage";
import { states } from "./states";

const NAMES = [
  "login",
  "projects",
  "empty",
  "workbench",
  "chat",
  "tables",
  "graph",
  "problems",
  "process",
  "history",
  "keys",
  "members",
  "account",
  "naming",
  "baselines",
  "costs",
  "welcome",
  "proposal",
  "review",
  "inspector",
  "element",
  "elements",
  "tree",
  "overview",
];
const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";

for (const name of NAMES) {
  test(name, async ({ sample, doors }) => {
    const page = await states(doors, sample)[name]?.();
    if (page === undefined) throw new Error(`there is no state ${name}`);
    await page.evaluate(axe.source);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), animations: "disabled" });
      const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
      const told = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${colorScheme}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
      );
      expect.soft(told).toEqual([]);
    }
  });
}
