/**
 * What a saved view holds beyond an address: how the diagram is folded and laid out, and what the open table shows. It stands
 * in the view's place under names of its own; elements stand there by their readable ids.
 */

import { FRESH, memoryOf, type ViewSettings } from "../canvases/graph/memory";
import { AS_IT_COMES } from "../canvases/table/arrangement";
import { arrangementOf } from "../canvases/table/arrangements";
import { type Sifting, siftingsOf, UNSIFTED } from "../canvases/table/sifting";
import { bySemanticId, type Graph } from "../state/graph";
import type { Store } from "../state/store";
import type { Place } from "../ui/place";

export type Details = Readonly<Record<string, string>>;

export const DETAILS = ["scope", "rows"] as const;

type Rows = Required<Sifting>;

export function detailsNow(store: Store, { panes, view, own }: Place): Details {
  const { graph } = store.get();
  const settings = memoryOf(store).settings.get().get(view);
  const scope = panes.includes("graph") && settings !== undefined ? scopeText(settings, graph) : undefined;
  const table = panes.includes("table") ? own.table : undefined;
  const rows = table === undefined ? undefined : rowsText(store, table);
  return { ...(scope !== undefined && { scope }), ...(rows !== undefined && { rows }) };
}

/** Makes diagram and table show what the details say; what they leave out is as it usually is. */
export function bringDetails(store: Store, { view, own: { table, scope, rows } }: Place): void {
  const memory = memoryOf(store);
  const settings = settingsOf(read(scope), memory.settings.get().get(view) ?? FRESH, store.get().graph);
  memory.settings.set(new Map([...memory.settings.get(), [view, settings]]));
  leaveDetails(store);
  if (table !== undefined) siftingsOf(store).set({ ...siftingsOf(store).get(), [table]: rowsOf(read(rows)) });
}

/** A person's own arrangement holds again. */
export function leaveDetails(store: Store): void {
  const own = Object.entries(siftingsOf(store).get()).map(([table, { filter, sort }]) => [table, { filter, sort }]);
  siftingsOf(store).set(Object.fromEntries(own));
}

function scopeText(
  { layout, level, expanded, collapsed, hidden, focus }: ViewSettings,
  graph: Graph,
): string | undefined {
  const named = (ids: ReadonlySet<string>): string | undefined =>
    [...ids].flatMap((id) => graph.nodes.get(id)?.semanticId ?? []).join() || undefined;
  const said = { layout, level, expanded: named(expanded), collapsed: named(collapsed), hidden: named(hidden) };
  const text = JSON.stringify({ ...said, focus: focus === undefined ? undefined : graph.nodes.get(focus)?.semanticId });
  return text === "{}" ? undefined : text;
}

function settingsOf(said: Said, known: ViewSettings, graph: Graph): ViewSettings {
  const found = (name: unknown): string | undefined => bySemanticId(graph, String(name))?.nodeId;
  const all = (names: unknown): ReadonlySet<string> => new Set(listed(names).flatMap((name) => found(name) ?? []));
  return {
    ...FRESH,
    arranged: known.arranged,
    layout: LAYOUTS.find((each) => each === said.layout),
    level: said.level === "all" || Number.isInteger(said.level) ? (said.level as number | "all") : undefined,
    ...{ expanded: all(said.expanded), collapsed: all(said.collapsed), hidden: all(said.hidden) },
    focus: found(said.focus),
  };
}

/** Ids hold no comma, so one text takes the least room in an address. Views were saved with lists, too. */
function listed(names: unknown): readonly unknown[] {
  if (Array.isArray(names)) return names;
  return typeof names === "string" && names !== "" ? names.split(",") : [];
}

const LAYOUTS = ["hierarchical", "force", "radial", "custom"] as const satisfies readonly ViewSettings["layout"][];

function rowsText(store: Store, table: string): string | undefined {
  const { filter, sort, arrangement = arrangementOf(table) } = siftingsOf(store).get()[table] ?? UNSIFTED;
  const rows: Rows = { filter, sort, arrangement };
  const text = JSON.stringify(rows);
  return text === JSON.stringify(USUAL) ? undefined : text;
}

const USUAL: Rows = { filter: UNSIFTED.filter, sort: undefined, arrangement: AS_IT_COMES };

/** As far as it is what a table can show: somebody else's program may have saved it. */
function rowsOf({ filter, sort, arrangement }: Said): Rows {
  const { text, cells, marked } = asSaid(filter);
  const { key, descending } = asSaid(sort);
  const { order, hidden, widths, group } = asSaid(arrangement);
  return {
    filter: { text: typeof text === "string" ? text : "", cells: texts(cells), marked: marked === true },
    sort: typeof key === "string" ? { key, descending: descending === true } : undefined,
    arrangement: {
      ...{ order: names(order), hidden: names(hidden) },
      widths: Object.fromEntries(
        Object.entries(asSaid(widths)).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
      ),
      ...(typeof group === "string" && { group }),
    },
  };
}

type Said = Readonly<Record<string, unknown>>;

function read(text: string | undefined): Said {
  try {
    return asSaid(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

function asSaid(value: unknown): Said {
  return typeof value === "object" && value !== null ? (value as Said) : {};
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function texts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(asSaid(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
