/** The arrangements of tables, by node type: as this person left them in this browser. */

import { useCallback } from "react";
import { createStore } from "../../state/createStore";
import { useValue } from "../../ui/useValue";
import { type Arrangement, AS_IT_COMES } from "./arrangement";

type Kept = Readonly<Record<string, Arrangement>>;

const KEY = "graphwright.tables";

const kept = createStore<Kept>(read());

export function useArrangement(nodeType: string): readonly [Arrangement, (next: Arrangement) => void] {
  const all = useValue(kept);
  const set = useCallback((next: Arrangement) => keep({ ...kept.get(), [nodeType]: next }), [nodeType]);
  return [all[nodeType] ?? AS_IT_COMES, set];
}

/** How this person has it now. */
export function arrangementOf(nodeType: string): Arrangement {
  return kept.get()[nodeType] ?? AS_IT_COMES;
}

function read(): Kept {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function keep(next: Kept): void {
  kept.set(next);
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing still works; the arrangement lasts until the page is closed.
  }
}
