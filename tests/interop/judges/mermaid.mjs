// Parses Mermaid text and gives what the diagram holds. Runs among the judges, not among the tests.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const { window } = new (require("jsdom").JSDOM)("");
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import(pathToFileURL(require.resolve("mermaid")));
mermaid.initialize({ maxTextSize: 1e7, maxEdges: 1e5 });

export default async function judge(file) {
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(readFileSync(file, "utf8"));
  if (db.getVertices) {
    const nodes = [...db.getVertices().values()].map((each) => [each.id, each.text, each.classes]);
    const edges = db.getEdges().map((each) => [each.start, each.end, each.text]);
    return { nodes, edges };
  }
  const requirements = [...db.getRequirements().values()].map((each) => [each.name, each.type, each.text]);
  const elements = [...db.getElements().values()].map((each) => [each.name, each.type]);
  const edges = db.getRelationships().map((each) => [each.src, each.dst, each.type]);
  return { requirements, elements, edges };
}
