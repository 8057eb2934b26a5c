/** A notice when somebody says something to me while the page is open. */

import { useEffect } from "react";
import { saidTo } from "../state/comments";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useWorkbench } from "../ui/workbench";

/** As much of it as a notice holds. */
const LETTERS = 80;

export function useCommentNotices(): void {
  const say = useText("comments");
  const { store } = useWorkbench();
  useEffect(() => {
    let before = store.get();
    return store.subscribe(() => {
      const [earlier, { comments, connection }] = [before, store.get()];
      before = store.get();
      // What was there when the page came is counted in the rail and not told one by one.
      if (earlier.project === undefined || earlier.comments === comments) return;
      for (const { commentId, person, text } of saidTo(connection.me?.personId, comments)) {
        if (earlier.comments.has(commentId)) continue;
        const short = text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text;
        toasts.done(say("told", { name: person.name, text: short }), {
          label: say("show"),
          run: () => preferences.set({ drawer: "comments" }),
        });
      }
    });
  }, [store, say]);
}
