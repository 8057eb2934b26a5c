/** The order of the flow as columns. Pure. */

import { isType } from "../ontology";
import type { Line } from "./sceneTypes";

/** A box by its id and node type. */
export type TypedId = readonly [id: string, nodeType: string];

/** The place of each box in the flow: longest way from where it starts, cycles cut where they close. */
export function columnsOf(
  boxes: readonly TypedId[],
  lines: readonly Pick<Line, "source" | "target">[],
): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { source, target } of lines) next.set(source, [...(next.get(source) ?? []), target]);
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const forward = new Map<string, string[]>();
  for (const root of startsFirst(boxes, lines)) {
    const stack: { id: string; left: string[] }[] = [];
    const enter = (id: string): void => {
      state.set(id, "open");
      stack.push({ id, left: [...(next.get(id) ?? [])] });
    };
    if (!state.has(root)) enter(root);
    while (stack.length > 0) {
      const top = stack.at(-1);
      if (top === undefined) break;
      const target = top.left.shift();
      if (target === undefined) {
        state.set(top.id, "done");
        order.unshift(top.id);
        stack.pop();
        continue;
      }
      if (state.get(target) === "open") continue;
      forward.set(top.id, [...(forward.get(top.id) ?? []), target]);
      if (!state.has(target)) enter(target);
    }
  }
  const columns = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of order) {
    for (const target of forward.get(id) ?? []) {
      columns.set(target, Math.max(columns.get(target) ?? 0, (columns.get(id) ?? 0) + 1));
    }
  }
  return columns;
}

/** The same without those left out, and without gaps. */
export function stepsOf(
  boxes: readonly TypedId[],
  lines: readonly Pick<Line, "source" | "target">[],
  isLeftOut: (id: string) => boolean,
): ReadonlyMap<string, number> {
  const kept = [...columnsOf(boxes, lines)].filter(([id]) => !isLeftOut(id));
  const used = [...new Set(kept.map(([, column]) => column))].sort((a, b) => a - b);
  return new Map(kept.map(([id, column]) => [id, used.indexOf(column)]));
}

function startsFirst(boxes: readonly TypedId[], lines: readonly Pick<Line, "source" | "target">[]): readonly string[] {
  const entered = new Set(lines.map((line) => line.target));
  const ids = boxes.map(([id]) => id);
  const actors = boxes.filter(([, nodeType]) => isType(nodeType, "ACTOR")).map(([id]) => id);
  return [...ids.filter((id) => !entered.has(id)), ...actors, ...ids];
}
