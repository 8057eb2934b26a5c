// @vitest-environment jsdom

/** A box that is put somewhere while a larger picture is being arranged stays where the hand has put it. */

import { act, createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { usePositions } from "../../src/canvases/graph/usePositions";
import { viewOf } from "../../src/canvases/graph/views";
import { Store } from "../../src/state/store";
import { StoreContext } from "../../src/ui/useStore";
import { graph, NO_FILTERS, ONTOLOGY, UNFOLDED } from "./models";

function scene(of: Elements): Scene {
  return draw(of, {
    ...{ view: viewOf("hierarchy"), filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set<string>() },
    ontology: ONTOLOGY,
  });
}

async function waited(milliseconds: number): Promise<void> {
  const work = act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  await new Promise((resolve) => work.then(resolve));
}

test("[U-619] a hand's move while the picture grows is not taken back by the arrangement that it waits for", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const store = new Store();
  let placed: ReturnType<typeof usePositions> | undefined;
  function Drawing({ shown }: { readonly shown: Scene }): ReactNode {
    const common = { key: "radial", fitKey: "1", layout: "radial", stored: undefined, anchor: undefined } as const;
    placed = usePositions({ scene: shown, ...common });
    return null;
  }
  const root = createRoot(document.createElement("div"));
  const show = (shown: Scene): void =>
    root.render(createElement(StoreContext.Provider, { value: store }, createElement(Drawing, { shown })));
  const settled = async (count: number): Promise<void> => {
    for (let tries = 0; tries < 100 && placed?.standing?.positions.size !== count; tries += 1) await waited(20);
  };
  act(() => show(scene(graph("sy1 compose fn1", "sy1 compose fn2"))));
  await settled(3);
  const before = placed?.standing?.positions;
  expect(before?.size).toBe(3);

  // What comes is arranged beside the page; the hand is faster.
  act(() => {
    show(scene(graph("sy1 compose fn1", "sy1 compose fn2", "sy1 compose fn3", "fn3 compose fn4")));
  });
  act(() => placed?.put(new Map([["fn1", [4_000, 3_000]]])));
  await waited(300);
  const after = placed?.standing?.positions;
  expect(after?.size).toBe(5);
  expect(after?.get("fn1")).toEqual([4_000, 3_000]);
  expect(after?.get("fn2")).not.toEqual(before?.get("fn2"));
  act(() => root.unmount());
});
