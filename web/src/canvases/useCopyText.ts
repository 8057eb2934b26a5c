/** Copies what is selected as the text that the assistant is given: a mail or a prompt elsewhere can hold it. */

import { useCallback } from "react";
import { takeOut } from "../exchange/exporting";
import { scopeOf } from "../exchange/scopes";
import { projectPath } from "../session/rest";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { shown, useWorkbench } from "../ui/workbench";

export function useCopyText(): () => void {
  const say = useText("graph");
  const { rest, project, store } = useWorkbench();
  return useCallback(() => {
    const wanted = { scope: scopeOf("selection", store.get(), store) };
    const path = `${projectPath(project)}/exports/format-e`;
    const written = takeOut(rest, path, wanted, () => undefined, new AbortController().signal);
    void shown(written).then(async (file) => {
      if (file === undefined) return;
      await navigator.clipboard.writeText(await file.content.text());
      toasts.done(say("textCopied"));
    });
  }, [rest, project, store, say]);
}
