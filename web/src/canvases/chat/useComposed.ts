/** What stands in the composer: kept for the window, by project, so that neither a reload nor a look elsewhere loses it. */

import { useCallback, useSyncExternalStore } from "react";
import { Kept, windowStorage } from "../../session/kept";
import { useWorkbench } from "../../ui/workbench";

const kept = new Kept<string>("composer", windowStorage());

export function useComposed(): readonly [draft: string, setDraft: (text: string) => void] {
  const { project } = useWorkbench();
  const draft = useSyncExternalStore(kept.subscribe, () => kept.get(project) ?? "");
  const setDraft = useCallback((text: string): void => kept.set(project, text === "" ? undefined : text), [project]);
  return [draft, setDraft];
}
