/**
 * The fixtures that Python and the browser share: the same state and events give the same canvases on both sides.
 * They speak the words of the founding document (`uuid`, `Name`), so the store is read in these words here.
 */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type Change,
  type Event,
  type Message,
  NODE_TYPES,
  type Node,
  type State as StateDocument,
} from "../src/protocol";
import { EMPTY, fromDocument, reduce, type State } from "../src/state/store";
import { textOf } from "../src/state/threads";

interface Fixture {
  readonly title: string;
  readonly state: StateDocument;
  readonly events: readonly Event[];
  readonly canvases: unknown;
}

const FOLDER = new URL("../../tests/golden/", import.meta.url);
const fixtures = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf-8")) as Fixture);

/** The view whose positions the graph canvas shows when nobody names another. */
const VIEW = "hierarchy";

function canvasesOf(state: State): unknown {
  const nodes = [...state.graph.nodes.values()].sort((one, two) => (one.nodeId < two.nodeId ? -1 : 1));
  const edges = [...state.graph.edges.values()].sort((one, two) => (one.edgeId < two.edgeId ? -1 : 1));
  const complete = [...state.threads.messages.values()].filter((message) => message.status !== "streaming");
  return {
    chat: complete.sort((one, two) => (place(one) < place(two) ? -1 : 1)).map((message) => said(state, message)),
    text: Object.fromEntries(
      NODE_TYPES.map(({ name }) => [name, nodes.filter((node) => node.nodeType === name).map(row)]),
    ),
    nodes: nodes.map((node) => {
      const spot = state.layouts[VIEW]?.[node.nodeId];
      return {
        uuid: node.nodeId,
        type: node.nodeType,
        Name: node.name,
        ...(spot && { position: { x: spot[0], y: spot[1] } }),
      };
    }),
    edges: edges.map((edge) => ({
      uuid: edge.edgeId,
      type: edge.edgeType,
      sourceUuid: edge.source,
      targetUuid: edge.target,
    })),
  };
}

/** By time; of the same moment a person's message comes first. */
function place(message: Message): string {
  return `${startedAt(message)} ${message.author.kind === "person" ? 0 : 1} ${message.messageId}`;
}

/** A UUIDv7 begins with its milliseconds. */
function startedAt(message: Message): string {
  return new Date(Number.parseInt(message.messageId.replaceAll("-", "").slice(0, 12), 16)).toISOString();
}

function row(node: Node): unknown {
  return { ...node.attributes, uuid: node.nodeId, Name: node.name, Descr: node.descr };
}

function said(state: State, message: Message): unknown {
  const changes = state.commits
    .filter((commit) => commit.messageId === message.messageId)
    .flatMap((commit) => commit.changes ?? []);
  return {
    type: "message",
    uuid: message.messageId,
    sender: message.author.kind === "person" ? "user" : "assistant",
    content: textOf(message),
    timestamp: startedAt(message),
    ...(changes.length > 0 && { metadata: figures(changes) }),
  };
}

function figures(changes: readonly Change[]): unknown {
  const created = changes.filter((change) => change.before === null);
  const nodes = created.filter((change) => change.element === "node").length;
  const operations = new Set(changes.flatMap((change) => change.operationId ?? []));
  return { operationsExecuted: operations.size, nodesCreated: nodes, relationshipsCreated: created.length - nodes };
}

describe.each(fixtures)("$title", ({ state, events, canvases }) => {
  test("the canvases are the same as in Python", () => {
    expect(canvasesOf(events.reduce(reduce, fromDocument(EMPTY, state)))).toEqual(canvases);
  });

  test("hearing every event twice changes nothing", () => {
    const twice = events.flatMap((event): readonly Event[] => ("sequence" in event ? [event, event] : [event]));
    expect(canvasesOf(twice.reduce(reduce, fromDocument(EMPTY, state)))).toEqual(canvases);
  });
});

test("there are fixtures", () => expect(fixtures.length).toBeGreaterThan(0));
