/** On a box or a row: that people remarked on it, and how often; a click shows what. */

import { MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import { selectOpenComments } from "../state/store";
import { useText } from "../ui/text";
import { showInspector } from "../ui/usePanes";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

export function CommentMark({ nodeId }: { readonly nodeId: string }): ReactNode {
  const say = useText("comments");
  const { store } = useWorkbench();
  const count = useStore((state) => selectOpenComments(state).get(nodeId) ?? 0);
  if (count === 0) return null;
  const label = say("count", { count });
  return (
    <button
      type="button"
      className="comment-mark nodrag nopan"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        store.select([nodeId]);
        showInspector();
      }}
    >
      <MessageSquareText aria-hidden />
      {count}
    </button>
  );
}
