/** No file of the page imports itself by way of others, types included: each can be read and moved alone. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "src");
const IMPORT = /(?:from\s+|import\s*\(?\s*)["'](\.[^"']+)["']/g;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(file: string, files: ReadonlySet<string>): string[] {
  const found = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, name = ""]) => join(dirname(file), name));
  return found.flatMap((base) => {
    const path = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]
      .map((end) => base + end)
      .find((each) => files.has(each));
    return path === undefined ? [] : [path];
  });
}

/** What is left when every file that imports nothing of the rest is taken away, again and again: the circles. */
function circles(graph: Map<string, readonly string[]>): string[] {
  const left = new Map(graph);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [file, imports] of left) if (!imports.some((each) => left.has(each))) left.delete(file);
  }
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const wanted = new Set([...left.values()].flat());
    for (const file of left.keys()) if (!wanted.has(file)) left.delete(file);
  }
  return [...left.keys()].sort();
}

test("no file imports itself by way of others", () => {
  const files = new Set(filesIn(ROOT));
  expect(files.size).toBeGreaterThan(100);
  const graph = new Map([...files].map((file) => [file, importsOf(file, files)] as const));
  expect([...graph.values()].flat().length).toBeGreaterThan(300);

  expect(circles(graph).map((file) => file.slice(ROOT.length + 1))).toEqual([]);
});

test("a circle is found where there is one", () => {
  expect(
    circles(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
        ["d", ["a"]],
      ]),
    ),
  ).toEqual(["b", "c"]);
});
