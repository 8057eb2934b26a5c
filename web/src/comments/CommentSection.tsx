/** The comments on one thing, and the field for a new one. */

import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Comment, CommentWrite } from "../protocol";
import { projectPath } from "../session/rest";
import { commentsRead, conversations } from "../state/comments";
import { selectComments } from "../state/store";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useSend, useWorkbench } from "../ui/workbench";
import { CommentField } from "./CommentField";
import { ConversationView } from "./ConversationView";
import { useNews } from "./seen";
import { useNames } from "./useNames";
import "./comments.css";

interface Properties {
  readonly kind: CommentWrite["kind"];
  readonly about: string;
}

export function CommentSection({ kind, about }: Properties): ReactNode {
  const say = useText("comments");
  const send = useSend();
  const names = useNames();
  const comments = useStore(selectComments);
  const [withResolved, setWithResolved] = useState(false);
  const mine = useMemo(() => [...comments.values()].filter((each) => each.about === about), [comments, about]);
  const all = conversations(mine);
  const open = all.filter(({ first }) => first.resolved === undefined);
  const news = useNews(mine);
  const isRead = useResolvedRead(withResolved, about);
  const write = async (text: string): Promise<boolean> =>
    (await send({ type: "comment.write", kind, about, text })) !== undefined;
  return (
    <section className="comments" tabIndex={-1} aria-label={say(`on.${kind}`)}>
      <h3>
        {say("comments")} {open.length > 0 ? <span className="note">{open.length}</span> : null}
      </h3>
      {(withResolved ? all : open).map((each) => (
        <ConversationView key={each.first.commentId} conversation={each} names={names} news={news} />
      ))}
      <CommentField key={about} about={about} label={say("write")} names={names} send={write} />
      {withResolved ? (
        isRead && all.length === open.length && <p className="note">{say("noneResolved")}</p>
      ) : (
        <button type="button" className="link" onClick={() => setWithResolved(true)}>
          {say("showResolved")}
        </button>
      )}
    </section>
  );
}

/** Reads comments with those that are resolved, which the page is not told by itself, once they are wanted; whether it has. */
export function useResolvedRead(isWanted: boolean, about?: string): boolean {
  const { rest, project, store } = useWorkbench();
  const [read, setRead] = useState<string>();
  const query = new URLSearchParams({ resolved: "true", ...(about !== undefined && { about }) });
  const path = `${projectPath(project)}/comments?${query}`;
  useEffect(() => {
    if (!isWanted) return;
    void shown(rest.get<{ readonly comments: readonly Comment[] }>(path)).then((answer) => {
      if (answer === undefined) return;
      store.update((state) => ({ ...state, comments: commentsRead(state.comments, answer.comments) }));
      setRead(path);
    });
  }, [isWanted, rest, path, store]);
  return isWanted && read === path;
}
