/**
 * The fixtures that Python and the browser share: the same state and events give the same canvases on both sides.
 * They speak the words of the founding document (`uuid`, `Name`), so what the canvases' own selectors show is said in
 * these words here.
 */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withGhosts } from "../src/canvases/ghosts";
import { type Box, fit } from "../src/canvases/graph/scene";
import { viewOf } from "../src/canvases/graph/views";
import { cellText, columnsOf, isEditable } from "../src/canvases/table/columns";
import { rowsOf, typeCounts } from "../src/canvases/table/rows";
import type { Change, Event, Message, Node, State as StateDocument } from "../src/protocol";
import { commitsOf } from "../src/state/history";
import { fromDocument, reduce } from "../src/state/reduce";
import { EMPTY, type State } from "../src/state/state";
import { selectGhosts } from "../src/state/store";
import { newestThreads, shownMessages, textOf } from "../src/state/threads";
import { NO_FILTERS, ONTOLOGY, UNFOLDED } from "./canvases/models";

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
const COLUMNS: Readonly<Record<string, string>> = { name: "Name", descr: "Descr" };
/** The view that draws every element. */
const WHOLE = viewOf("model");

/** What the selectors of the three canvases show, in the words of the founding document. */
function canvasesOf(state: State): unknown {
  const { elements } = withGhosts(state.graph, selectGhosts(state), ONTOLOGY);
  const wish = { filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set<string>(), ontology: ONTOLOGY, view: WHOLE };
  const { boxes, lines } = fit(elements, wish);
  return {
    chat: newestThreads(state.threads)
      .flatMap(({ threadId }) => shownMessages(state.threads, threadId))
      .filter(({ message }) => message.status !== "streaming")
      .map(({ message }) => said(state, message)),
    text: Object.fromEntries(
      [...typeCounts(elements, ONTOLOGY).keys()].map((name) => [name, rowsOf(elements, name).map(row).sort(byId)]),
    ),
    nodes: [...boxes.values()].map((box) => drawn(state, box)).sort(byId),
    edges: lines
      .flatMap(({ edgeIds, relation, source, target }) =>
        edgeIds.map((uuid) => ({ uuid, type: relation, sourceUuid: source, targetUuid: target })),
      )
      .sort(byId),
  };
}

function byId(one: { readonly uuid: string }, two: { readonly uuid: string }): number {
  return one.uuid < two.uuid ? -1 : 1;
}

function drawn(state: State, { id, nodeType, name }: Box) {
  const spot = state.layouts[VIEW]?.[id];
  return { uuid: id, type: nodeType, Name: name, ...(spot && { position: { x: spot[0], y: spot[1] } }) };
}

/** A row as its cells say it; the columns of ids and relations have other words there. */
function row(node: Node) {
  const cells = columnsOf(ONTOLOGY, node.nodeType, [node])
    .filter(isEditable)
    .map((column) => [COLUMNS[column.key] ?? column.key, cellText(node, column)] as const);
  return { uuid: node.nodeId, ...Object.fromEntries(cells.filter(([name, text]) => text || name === "Descr")) };
}

/** A UUIDv7 begins with its milliseconds. */
function startedAt(message: Message): string {
  return new Date(Number.parseInt(message.messageId.replaceAll("-", "").slice(0, 12), 16)).toISOString();
}

function said(state: State, message: Message): unknown {
  const changes = commitsOf(state.commits, message).flatMap((commit) => commit.changes ?? []);
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
