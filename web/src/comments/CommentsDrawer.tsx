/** All that people remarked and nobody has resolved, on whatever it is: shown there by a click, answered here. */

import { type ReactNode, useMemo, useState } from "react";
import { showMessage } from "../canvases/chat/wanted";
import { read } from "../documents/reading";
import type { Comment } from "../protocol";
import { wantedProposal } from "../review/wanted";
import { type Conversation, conversations, saidTo } from "../state/comments";
import { type Store, selectComments } from "../state/store";
import { useAddress } from "../ui/address";
import { preferences } from "../ui/preferences";
import { openProcess } from "../ui/process";
import { useText } from "../ui/text";
import { showInspector } from "../ui/usePanes";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";
import { CommentField } from "./CommentField";
import { useResolvedRead } from "./CommentSection";
import { ConversationView } from "./ConversationView";
import { useNews } from "./seen";
import { useNames } from "./useNames";
import "./comments.css";

/** Drawn at once; the others come with a click. */
const PAGE = 50;

export default function CommentsDrawer(): ReactNode {
  const say = useText("comments");
  const names = useNames();
  const comments = useStore(selectComments);
  const me = useStore((state) => state.connection.me?.personId);
  const [isForMe, setForMe] = useState(false);
  const [withResolved, setWithResolved] = useState(false);
  const [most, setMost] = useState(PAGE);
  const [wanted] = useAddress("comment");
  const isThere = useStore((state) => state.project !== undefined);
  const isMissing = isThere && wanted !== undefined && !comments.has(wanted);
  // A link may lead to what was resolved meanwhile, which the page is not told by itself.
  const isRead = useResolvedRead(withResolved || isMissing);
  const all = useMemo(() => conversations(comments.values()).toReversed(), [comments]);
  const mine = useMemo(
    () => new Set(saidTo(me, comments).map(({ commentId, replyTo }) => replyTo ?? commentId)),
    [me, comments],
  );
  const isWanted = ({ first, replies }: Conversation): boolean =>
    [first, ...replies].some(({ commentId }) => commentId === wanted);
  const found = all
    .filter(
      (each) =>
        isWanted(each) ||
        ((withResolved || each.first.resolved === undefined) && (!isForMe || mine.has(each.first.commentId))),
    )
    .sort((one, two) => Number(isWanted(two)) - Number(isWanted(one)));
  const shown = found.slice(0, most);
  const news = useNews(shown.flatMap(({ first, replies }) => [first, ...replies]));
  return (
    <div className="comments-drawer">
      <div className="pane-bar">
        <label className="check">
          <input type="checkbox" checked={isForMe} onChange={(event) => setForMe(event.target.checked)} />
          {say("forMe")}
        </label>
        <label className="check">
          <input type="checkbox" checked={withResolved} onChange={(event) => setWithResolved(event.target.checked)} />
          {say("withResolved")}
        </label>
        <span className="note" role="status">
          {say("count", { count: found.length })}
        </span>
      </div>
      {isMissing && isRead ? (
        <p className="note pad" role="status">
          {say("wantedGone")}
        </p>
      ) : null}
      {found.length === 0 && (!withResolved || isRead) ? <p className="note pad">{say("none")}</p> : null}
      <Field names={names} />
      <ul className="conversation-list" tabIndex={0} aria-label={say("comments")}>
        {shown.map((each) => (
          <li key={each.first.commentId} data-wanted={isWanted(each)} ref={isWanted(each) ? shownFirst : undefined}>
            <Subject conversation={each} />
            <ConversationView conversation={each} names={names} news={news} />
          </li>
        ))}
      </ul>
      {found.length > most ? (
        <button type="button" className="link" onClick={() => setMost(most + PAGE)}>
          {say("more", { count: found.length - most })}
        </button>
      ) : null}
    </div>
  );
}

/** For what is selected; what is beside the model is written about where it stands. */
function Field({ names }: { readonly names: ReturnType<typeof useNames> }): ReactNode {
  const say = useText("comments");
  const send = useSend();
  const { nodes, edges } = useStore((state) => state.canvas.selection);
  const [about] = [...nodes, ...edges];
  const name = useStore(({ graph }) => graph.nodes.get(about ?? "")?.name);
  const isThere = useStore(({ graph }) => graph.nodes.has(about ?? "") || graph.edges.has(about ?? ""));
  if (about === undefined || !isThere || nodes.length + edges.length > 1) return null;
  const kind = nodes.length > 0 ? "node" : "edge";
  const write = async (text: string): Promise<boolean> =>
    (await send({ type: "comment.write", kind, about, text })) !== undefined;
  const label = name === undefined ? say("writeOnRelation") : say("writeOn", { name });
  return <CommentField key={about} about={about} label={label} names={names} send={write} />;
}

/** Leads whoever followed a link to the remark that it is about. */
function shownFirst(item: HTMLLIElement | null): void {
  item?.querySelector<HTMLElement>(".conversation")?.scrollIntoView({ block: "nearest" });
}

/** What it is about; a click shows it. */
function Subject({ conversation: { first } }: { readonly conversation: Conversation }): ReactNode {
  const say = useText("comments");
  const { store } = useWorkbench();
  const { kind, about, label } = first;
  const name = useStore(({ graph }) => (kind === "node" ? graph.nodes.get(about)?.name : undefined));
  const isGone = useStore(({ graph }) => {
    if (kind === "node") return !graph.nodes.has(about);
    return kind === "edge" && !graph.edges.has(about);
  });
  return (
    <p className="conversation-subject">
      {isGone ? (
        <span>
          <del>
            <bdi>{label}</bdi>
          </del>{" "}
          <span className="note">{say("gone")}</span>
        </span>
      ) : (
        <button type="button" className="link" onClick={() => showSubject(store, first)}>
          {kind === "node" ? null : `${say(kind)} `}
          <bdi>{name ?? label}</bdi>
        </button>
      )}
    </p>
  );
}

function showSubject(store: Store, { kind, about, within }: Comment): void {
  if (kind === "proposal") {
    wantedProposal.set({ proposalId: about });
    preferences.set({ drawer: "review" });
  } else if (kind === "passage") read({ passageId: about, ...(within !== undefined && { documentId: within }) });
  else if (kind === "step") openProcess(within, about);
  else if (kind === "message") showMessage({ threadId: within ?? "", messageId: about, withComments: true });
  else {
    store.select(kind === "node" ? [about] : [], kind === "edge" ? [about] : []);
    showInspector();
  }
}
