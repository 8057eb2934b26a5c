/** A notice when a check that somebody, or a schedule, has asked for finds something new while the page is open. */

import { useEffect } from "react";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useWorkbench } from "../ui/workbench";

export function useCheckNotices(): void {
  const say = useText("problems");
  const { store } = useWorkbench();
  useEffect(() => {
    let before = store.get().check;
    return store.subscribe(() => {
      const { check } = store.get();
      if (check === before) return;
      before = check;
      if (!check?.introducedCount) return;
      toasts.done(say("foundNew", { count: check.introducedCount }), {
        label: say("show"),
        run: () => preferences.set({ drawer: "problems" }),
      });
    });
  }, [store, say]);
}
