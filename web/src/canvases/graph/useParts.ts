/** Copies what is selected in the diagram, and pastes it here or in another project, as one change that can be taken back. */

import type { ClipboardEvent } from "react";
import { LIMITS } from "../../protocol";
import { isTextField } from "../../ui/keyboard";
import { useText } from "../../ui/text";
import { toasts } from "../../ui/toasts";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useObstacle, useSubmit } from "../useChanges";
import { useUndoable } from "../useUndoable";
import { makingParts, partsText } from "./parts";

interface Handlers {
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

export function useParts(selected: readonly string[]): Handlers {
  const say = useText("graph");
  const { store } = useWorkbench();
  const obstacle = useObstacle();
  const submit = useSubmit();
  const done = useUndoable();
  const paste = async (text: string): Promise<void> => {
    const operations = makingParts(text, newOperationId);
    if (operations === undefined) return;
    const made = await submit(operations);
    const nodes = Object.values(made?.commit?.aliases ?? {}).filter((id) => store.get().graph.nodes.has(id));
    if (made === undefined) return;
    store.select(nodes);
    done(made, say("pasted", { count: nodes.length }));
  };
  return {
    onCopy: (event) => {
      // Letters that somebody has marked are what they mean.
      if (isTextField(event.target) || getSelection()?.isCollapsed === false) return;
      if (selected.length === 0) return;
      const carried = partsText(store.get().graph, selected);
      if ("why" in carried) return toasts.done(say(carried.why, { count: LIMITS.operations }));
      event.clipboardData.setData("text/plain", carried.text);
      event.preventDefault();
    },
    onPaste: (event) => {
      if (isTextField(event.target) || obstacle !== undefined) return;
      void paste(event.clipboardData.getData("text/plain"));
    },
  };
}
