import { beforeEach, expect, test, vi } from "vitest";
import type { SavedView } from "../../src/protocol";
import { LIMITS } from "../../src/protocol";
import { graphOf } from "../../src/state/graph";
import { EMPTY } from "../../src/state/state";
import { Store } from "../../src/state/store";
import { node } from "../canvases/models";

const HIDDEN = Array.from({ length: 400 }, (_, at) => `fn${at}`);
const FILTER = { text: "brake, «fast» & ünder", cells: { owner: "Ana" }, marked: true };
const ARRANGED = { order: ["name", "owner"], hidden: ["descr"], widths: { name: 220 }, group: "owner" };

/** The page as it is loaded on a screen: the modules see how wide it is when they are read. */
async function page(isNarrow = false) {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: isNarrow, addEventListener: () => undefined }));
  const opening = await import("../../src/saved/opening");
  const details = await import("../../src/saved/details");
  const { memoryOf, FRESH } = await import("../../src/canvases/graph/memory");
  const { siftingsOf } = await import("../../src/canvases/table/sifting");
  const { preferences } = await import("../../src/ui/preferences");
  const { address } = await import("../../src/ui/address");
  const { readPlace } = await import("../../src/ui/place");
  return { ...opening, ...details, memoryOf, FRESH, siftingsOf, preferences, address, readPlace };
}

function model(count = HIDDEN.length): Store {
  const nodes = Array.from({ length: count }, (_, at) => node(`fn${at}`));
  return new Store({ ...EMPTY, graph: graphOf(1, nodes, []) });
}

function viewOf(place: string): SavedView {
  const person = { personId: "p1", name: "Ana" };
  return { savedViewId: "v1", name: "Mine", place, isShared: false, person, at: "2026-01-01T00:00:00Z" };
}

type Page = Awaited<ReturnType<typeof page>>;

function arranged({ memoryOf, FRESH, siftingsOf, preferences, address }: Page, store: Store): void {
  const sets = { expanded: new Set(["fn1"]), collapsed: new Set(["fn2", "fn3"]), hidden: new Set(HIDDEN) };
  memoryOf(store).settings.set(
    new Map([["hierarchy", { ...FRESH, layout: "radial", level: 2, focus: "fn4", ...sets }]]),
  );
  siftingsOf(store).set({
    FUNC: { filter: FILTER, sort: { key: "name", descending: true }, arrangement: ARRANGED },
  });
  store.setCanvas({ view: "hierarchy" });
  preferences.set({ panes: ["graph", "table", "chat"] });
  address.replace({ table: "FUNC" });
}

beforeEach(() => vi.unstubAllGlobals());

test("what is saved of diagram and table is there again on another screen, every element of it", async () => {
  const here = await page();
  const store = model();
  arranged(here, store);
  const place = here.placeToSave(store) ?? "";
  const other = model();
  here.bringDetails(other, here.readPlace(place));
  expect(here.memoryOf(other).settings.get()).toEqual(here.memoryOf(store).settings.get());
  expect(here.siftingsOf(other).get()).toEqual(here.siftingsOf(store).get());
});

test("a view that was saved when elements stood in lists is read as it was", async () => {
  const { bringDetails, memoryOf, readPlace } = await page();
  const store = model();
  const scope = JSON.stringify({ hidden: ["FN1.FN.001", "FN2.FN.001"], level: "all" });
  bringDetails(store, readPlace(`scope=${encodeURIComponent(scope)}`));
  expect(memoryOf(store).settings.get().get("hierarchy")).toMatchObject({
    hidden: new Set(["fn1", "fn2"]),
    level: "all",
  });
});

test("a place that names more than the server keeps is none, and nothing of it is cut", async () => {
  const { placeToSave, memoryOf, FRESH } = await page();
  const store = model(4_000);
  const hidden = new Set(Array.from({ length: 4_000 }, (_, at) => `fn${at}`));
  memoryOf(store).settings.set(new Map([["hierarchy", { ...FRESH, hidden }]]));
  expect(placeToSave(store)).toBeUndefined();
  memoryOf(store).settings.set(new Map([["hierarchy", { ...FRESH, hidden: new Set([...hidden].slice(0, 1_500)) }]]));
  expect(placeToSave(store)?.length).toBeLessThanOrEqual(LIMITS.placeLength);
});

test("a view with both canvases is the same on a screen that has room for one", async () => {
  const wide = await page();
  const store = model();
  arranged(wide, store);
  const view = viewOf(wide.placeToSave(store) ?? "");
  const narrow = await page(true);
  const other = model();
  narrow.bringDetails(other, narrow.readPlace(view.place));
  narrow.preferences.set({ panes: ["graph"] });
  expect(narrow.isAsSaved(other, view)).toBe(true);
  narrow.memoryOf(other).settings.set(new Map());
  expect(narrow.isAsSaved(other, view)).toBe(false);
});

test("a view of the diagram is the same after somebody has looked at a table and returned", async () => {
  const { isAsSaved, placeToSave, preferences, address } = await page();
  const store = model();
  preferences.set({ panes: ["graph", "chat"] });
  const view = viewOf(placeToSave(store) ?? "");
  preferences.set({ panes: ["table", "chat"] });
  address.replace({ table: "REQ" });
  expect(isAsSaved(store, view)).toBe(false);
  preferences.set({ panes: ["graph", "chat"] });
  expect(isAsSaved(store, view)).toBe(true);
});
