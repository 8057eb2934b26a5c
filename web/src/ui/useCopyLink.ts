/** Copies the address of a place of this project, for somebody else or for later. */

import { useCallback } from "react";
import { namesOfSelection, readPlace, writePlace } from "./place";
import { hashOf, queryNow } from "./route";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useWorkbench } from "./workbench";

interface Selected {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** Without a selection, the place where the page is. */
export function useCopyLink(): (selected?: Selected) => void {
  const say = useText("frame");
  const { store, project } = useWorkbench();
  return useCallback(
    (selected) => {
      const { canvas, graph } = store.get();
      const names = namesOfSelection({ ...canvas, selection: selected ?? canvas.selection }, graph);
      const place = writePlace({ ...readPlace(queryNow()), ...names });
      const link = new URL(hashOf(project, place), location.href).href;
      void navigator.clipboard.writeText(link).then(() => toasts.done(say("linkCopied")));
    },
    [store, project, say],
  );
}
