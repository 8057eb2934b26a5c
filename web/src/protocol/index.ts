/** The words of the wire. Everything is generated; only what TypeScript needs besides is written here. */

import type {
  CONTEXT_MODES,
  CommitAnnounced,
  CommitApplied,
  DurableEvent,
  Event,
  LAYOUTS,
  NODE_TYPE_NAMES,
  RELATION_NAMES,
  RIGHTS,
  SEVERITIES,
  WORKFLOWS,
} from "./generated";

export * from "./generated";

/** `CommitApplied` as it is really sent: very large commits carry `null` and ask the client to reload. */
export type CommitOnWire = CommitApplied | CommitAnnounced;

/** A commit as the history gives it; `null` where more was changed than was asked for. */
export type CommitRead = Omit<CommitApplied, "type" | "changes"> & {
  readonly changes: CommitApplied["changes"] | null;
};

export type Access = keyof typeof RIGHTS;
export type Right = (typeof RIGHTS)[Access][number];
export type Severity = (typeof SEVERITIES)[number];
/** Types and relations of the profiles that ship; a project may have others, which are strings to the page. */
export type NodeTypeName = (typeof NODE_TYPE_NAMES)[number];
export type RelationName = (typeof RELATION_NAMES)[number];
export type EventOf<T extends Event["type"]> = Extract<Event, { readonly type: T }>;
export type DurableType = DurableEvent["type"];
export type ContextMode = (typeof CONTEXT_MODES)[number];
export type Layout = (typeof LAYOUTS)[number];
export type Workflow = (typeof WORKFLOWS)[number] | "auto";

/** The word of a closed list that a text is, as a menu gives it back. */
export function oneOf<T extends string>(words: readonly T[], text: string): T | undefined {
  return words.find((word) => word === text);
}
