/** Follows an address that names a saved view. What that takes is loaded when one does. */

import { useEffect } from "react";
import type { SavedView } from "../protocol";
import { useAddress } from "./address";
import { queryNow } from "./route";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

export function useSavedView(): string | undefined {
  const say = useText("frame");
  const { store, project } = useWorkbench();
  const [named, name] = useAddress("saved");
  const isThere = useStore((state) => state.project !== undefined);
  const isGone = useStore(({ views }) => named !== undefined && !isStanding(views.get(named)));
  useEffect(() => {
    if (named === undefined || !isThere) return;
    const view = store.get().views.get(named);
    if (view === undefined || isGone) {
      name(undefined);
      toasts.done(say("viewGone"));
      return;
    }
    const isBare = isAlone(queryNow());
    const opening = import("../saved/opening");
    void opening.then(({ arrive }) => arrive(store, project, view, isBare));
    return () => void opening.then(({ leave }) => leave(store, named));
  }, [named, isThere, isGone, store, project, name, say]);
  return named;
}

function isStanding(view: SavedView | undefined): boolean {
  return view !== undefined && view.deletedAt === undefined;
}

/** Whether an address says where it leads by the view alone, as links do. */
function isAlone(query: string): boolean {
  return [...new URLSearchParams(query).keys()].join() === "saved";
}
