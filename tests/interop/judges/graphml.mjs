// Reads GraphML with graphology and gives its nodes and edges. Runs among the judges, not among the tests.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { MultiDirectedGraph } = require("graphology");
const { parse } = require("graphology-graphml");

export default function judge(file) {
  const graph = parse(MultiDirectedGraph, readFileSync(file, "utf8"));
  const nodes = Object.fromEntries(graph.mapNodes((name, fields) => [name, fields]));
  const edges = graph.mapEdges((_, fields, source, target) => [source, target, fields.type]);
  return { nodes, edges };
}
