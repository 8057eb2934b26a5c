/** Elements that stand out on the diagram for a while: the one that a name is pointed at, and those that have just come. */

import { createProjectStore } from "../state/createStore";

const NONE: ReadonlySet<string> = new Set();

/** Whose name the pointer or the keys are on, wherever it is written. */
export const pointed = createProjectStore<string | undefined>(undefined);

/** What the newest answer has added or changed. */
export const fresh = createProjectStore<ReadonlySet<string>>(NONE);

export const noneFresh = (): void => fresh.set(NONE);

/** For whatever names an element: on it, the element lights up. */
export function pointing(nodeId: string): Pointing {
  const on = (): void => pointed.set(nodeId);
  const off = (): void => {
    if (pointed.get() === nodeId) pointed.set(undefined);
  };
  return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off };
}

type Pointing = Readonly<Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur", () => void>>;

export type Light = "pointed" | "fresh" | undefined;

/** Pointing is now, having come is before. */
export function lightOf(id: string, at: string | undefined, come: ReadonlySet<string>): Light {
  if (id === at) return "pointed";
  return come.has(id) ? "fresh" : undefined;
}
