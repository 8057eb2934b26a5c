/** Nothing is exported that no other file names: what is private says so. Tests count, so that they can reach a part. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
/** What the wire says is whole, whether the page needs all of it or not. */
const GENERATED = /generated/;

function textsIn(folder: string): readonly (readonly [file: string, text: string])[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf-8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [join(folder, file), readFileSync(join(ROOT, folder, file), "utf-8")] as const);
}

test("everything that is exported is used elsewhere", () => {
  const source = textsIn("src").filter(([file]) => !GENERATED.test(file));
  const words = new Map([...source, ...textsIn("tests")].map(([file, text]) => [file, new Set(text.match(/\w+/g))]));
  const isNamedBeside = (own: string, name: string): boolean =>
    [...words].some(([file, known]) => file !== own && known.has(name));
  const unused = source.flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)]
      .map(([, name = ""]) => ({ file, name }))
      .filter((each) => !isNamedBeside(file, each.name)),
  );

  expect(unused).toEqual([]);
});
