import type { ReactFlowProps } from "@xyflow/react";
import { createElement, type ReactNode, useRef, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Gestures, useGestures } from "../../src/canvases/graph/useGestures";

/** What each of two drawings of the same canvas gives the library; the second one has other functions and a selection. */
function drawnTwice(): readonly Partial<ReactFlowProps>[] {
  const given: Partial<ReactFlowProps>[] = [];
  const gestures = (selected: readonly string[]): Gestures => ({
    ...{ selected: new Set(selected), onSelect: () => {}, onMoving: () => {}, onMoved: () => {} },
    ...{ onConnect: () => {}, onConnecting: () => {}, onTwice: () => {}, onMenu: () => {}, onViewport: () => {} },
  });
  function Canvas(): ReactNode {
    const [time, setTime] = useState(1);
    given.push(useGestures(useRef(null), gestures(time === 1 ? [] : ["sy1"]), useRef(false)));
    if (time === 1) setTime(2);
    return null;
  }
  renderToStaticMarkup(createElement(Canvas));
  return given;
}

test("the library is told of the same functions at every drawing, so that it draws no box again for them", () => {
  const [first, second] = drawnTwice();
  expect(Object.keys(first ?? {})).toContain("onNodeContextMenu");
  expect(second).toBe(first);
});
