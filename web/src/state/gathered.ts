/** A state document out of its lines: what a diagram is made of before the texts, the whole when nothing is missing. Pure. */

import type {
  Edge,
  EdgeEnds,
  EdgeRest,
  Finding,
  IdColumn,
  Node,
  NodeNames,
  NodeTexts,
  State,
  StateLine,
} from "../protocol";
import { Numbered } from "./numbered";
import type { Outline } from "./state";

export class Gathered {
  private head: State | undefined;
  private readonly ids: string[] = [];
  private readonly names: NodeNames[] = [];
  private readonly ends: EdgeEnds[] = [];
  private readonly texts: NodeTexts[] = [];
  private readonly rest: EdgeRest[] = [];
  private readonly findings: Finding[] = [];
  private isWhole = false;

  take({ head, nodes, edges, texts, rest, findings, mark }: StateLine): void {
    if (head) this.head = head;
    if (nodes) {
      this.names.push(nodes);
      for (const id of idsOf(nodes.nodeIds)) this.ids.push(id);
    }
    if (edges) this.ends.push(edges);
    if (texts) this.texts.push(texts);
    if (rest) this.rest.push(rest);
    if (findings) for (const finding of findings) this.findings.push(finding);
    if (mark === "whole") this.isWhole = true;
  }

  outline(): Outline {
    const nodes = new Map<string, Node>();
    for (const node of this.nodes()) nodes.set(node.nodeId, node);
    return { nodes, edges: new Numbered(this.edges()), layouts: this.head?.layouts ?? {} };
  }

  /** Undefined while something is missing. */
  document(): State | undefined {
    const { head, names, ends, texts, rest, findings } = this;
    if (!head || !this.isWhole || names.length !== texts.length || ends.length !== rest.length) return undefined;
    return { ...head, graph: { nodes: this.nodes(), edges: this.edges() }, findings };
  }

  private nodes(): readonly Node[] {
    const nodes: Node[] = [];
    for (const [line, { semanticIds, nodeTypes, names }] of this.names.entries()) {
      const texts = this.texts[line];
      for (let at = 0; at < names.length; at += 1) {
        const name = names[at] ?? "";
        const told = semanticIds[at] ?? "";
        nodes.push({
          nodeId: this.ids[nodes.length] ?? "",
          semanticId: told.startsWith("=") ? told.slice(1) : name + told,
          nodeType: nodeTypes[at] ?? "",
          name,
          descr: texts?.descrs[at] ?? "",
          attributes: texts?.attributes[at] ?? NOTHING,
          createdRevision: texts?.createdRevisions[at] ?? 0,
          revision: texts?.revisions[at] ?? 0,
        });
      }
    }
    return nodes;
  }

  /** Those that have no id yet are known by their place. */
  private edges(): readonly Edge[] {
    const edges: Edge[] = [];
    for (const [line, { edgeTypes, sources, targets }] of this.ends.entries()) {
      const rest = this.rest[line];
      const edgeIds = rest && idsOf(rest.edgeIds);
      let source = 0;
      for (let at = 0; at < edgeTypes.length; at += 1) {
        source += sources[at] ?? 0;
        edges.push({
          edgeId: edgeIds?.[at] ?? String(edges.length),
          edgeType: edgeTypes[at] ?? "",
          source: this.ids[source] ?? "",
          target: this.ids[source + (targets[at] ?? 0)] ?? "",
          attributes: rest?.attributes[at] ?? NOTHING,
          revision: rest?.revisions[at] ?? 0,
        });
      }
    }
    return edges;
  }
}

const NOTHING = {};

/** Bytes of an id that follow its time, and how many letters an id has. */
const TAIL = 10;
const LETTERS = 36;
const DIGITS = Array.from({ length: 256 }, (_, byte) =>
  [...byte.toString(16).padStart(2, "0")].map((digit) => digit.charCodeAt(0)),
);
const DASH = "-".charCodeAt(0);
/** Where in an id each of its bytes is written: between them are four dashes. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** The ids that a column tells. All are written into one text: to make a text of each takes much longer. */
function idsOf({ plain, times = [], tails = "" }: IdColumn): readonly string[] {
  if (plain) return plain;
  const bytes = atob(tails);
  const written = new Uint8Array(times.length * LETTERS).fill(DASH);
  let time = 0;
  for (let at = 0; at < times.length; at += 1) {
    time += times[at] ?? 0;
    for (let place = 0, left = time; place < PLACES.length; place += 1) {
      // The time is read from its last byte on.
      const byte = place < 6 ? left % 256 : bytes.charCodeAt(at * TAIL + place - 6);
      if (place < 6) left = Math.floor(left / 256);
      const [high = 0, low = 0] = DIGITS[byte] ?? [];
      const start = at * LETTERS + (PLACES[place < 6 ? 5 - place : place] ?? 0);
      written[start] = high;
      written[start + 1] = low;
    }
  }
  const text = new TextDecoder().decode(written);
  return times.map((_, at) => text.slice(at * LETTERS, (at + 1) * LETTERS));
}
