/** What a change set did, in a few words: the one element that it was about, else how many changes it had. */

import { useCallback } from "react";
import type { Change, Commit } from "../protocol";
import { type Say, useText } from "./text";
import { useWorkbench } from "./workbench";

type Told = (commit: Pick<Commit, "changes"> | undefined, isBackwards?: boolean) => string;

/** `isBackwards`: the commit takes something back, and what it takes back is told. */
export function useWhatChanged(): Told {
  const say = useText("frame");
  const { store } = useWorkbench();
  return useCallback(
    (commit, isBackwards = false) => {
      const nameOf = (nodeId: string): string | undefined => store.get().graph.nodes.get(nodeId)?.name;
      const changes = (commit?.changes ?? []).map(
        (change): Change =>
          isBackwards ? ({ ...change, before: change.after, after: change.before } as Change) : change,
      );
      return whatChanged(changes, say, nameOf);
    },
    [say, store],
  );
}

/** A node speaks for the relations that came or went with it. */
export function whatChanged(
  changes: readonly Change[],
  say: Say<"frame">,
  nameOf: (nodeId: string) => string | undefined,
): string {
  const nodes = changes.flatMap((change) => (change.element === "node" ? change : []));
  const [node] = nodes;
  const [only] = changes;
  if (node && nodes.length === 1 && (node.before === null || node.after === null || changes.length === 1)) {
    const { before, after } = node;
    if (before && after && before.name !== after.name) return say("did.renamed", { from: before.name, to: after.name });
    return say(wordOf(node), { name: (after ?? before)?.name ?? "" });
  }
  if (only?.element === "edge" && changes.length === 1) {
    const edge = only.after ?? only.before;
    const name = [edge?.source, edge?.target].map((id) => nameOf(id ?? "") ?? "…").join(" → ");
    return say(wordOf(only), { name });
  }
  return say("did.many", { count: changes.length });
}

function wordOf({ before, after }: Change): "did.created" | "did.deleted" | "did.changed" {
  if (!before) return "did.created";
  return after ? "did.changed" : "did.deleted";
}
