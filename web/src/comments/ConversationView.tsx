/** A comment with its replies: answered, changed, resolved and taken away in place. */

import { Check, RotateCcw } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Comment } from "../protocol";
import type { Conversation } from "../state/comments";
import { mayAskIn } from "../state/people";
import { colourOf, initials } from "../ui/faces";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";
import { CommentField } from "./CommentField";
import { piecesOf } from "./mentions";
import { useFocusHandedOn } from "./useFocusHandedOn";

interface Properties {
  readonly conversation: Conversation;
  readonly names: ReadonlyMap<string, string>;
  /** Ids of what I have not seen before. */
  readonly news: ReadonlySet<string>;
}

export function ConversationView({ conversation: { first, replies }, names, news }: Properties): ReactNode {
  const say = useText("comments");
  const send = useSend();
  const mayAsk = useStore(mayAskIn);
  const article = useRef<HTMLElement>(null);
  useFocusHandedOn(article);
  // `false`: no longer, and the focus was there.
  const [isReplying, setReplying] = useState<boolean>();
  const { commentId, resolved } = first;
  const resolve = (wanted: boolean): void =>
    void send({ type: "comment.update", commentId: first.commentId, resolved: wanted });
  const reply = async (text: string): Promise<boolean> =>
    (await send({ type: "comment.reply", commentId, text })) !== undefined;
  return (
    <article
      ref={article}
      className="conversation"
      data-resolved={resolved !== undefined}
      aria-label={first.text.slice(0, 60)}
    >
      {[first, ...replies].map((each) => (
        <CommentView
          key={each.commentId}
          comment={each}
          names={names}
          isNew={news.has(each.commentId)}
          mayRemove={each !== first || replies.length === 0}
        />
      ))}
      {resolved ? <p className="note">{say("resolvedBy", { name: resolved.person.name })}</p> : null}
      {isReplying ? (
        <CommentField
          about={commentId}
          label={say("reply")}
          names={names}
          isFocused
          send={reply}
          close={(hadFocus) => setReplying(hadFocus ? false : undefined)}
        />
      ) : mayAsk ? (
        <div className="row">
          <button type="button" className="quiet" autoFocus={isReplying === false} onClick={() => setReplying(true)}>
            {say("reply")}
          </button>
          <button type="button" className="quiet with-icon" onClick={() => resolve(resolved === undefined)}>
            {resolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
            {say(resolved ? "reopen" : "resolve")}
          </button>
        </div>
      ) : null}
    </article>
  );
}

interface CommentProperties {
  readonly comment: Comment;
  readonly names: ReadonlyMap<string, string>;
  readonly isNew: boolean;
  readonly mayRemove: boolean;
}

function CommentView({ comment, names, isNew, mayRemove }: CommentProperties): ReactNode {
  const say = useText("comments");
  const language = useLanguage();
  const send = useSend();
  const element = useRef<HTMLDivElement>(null);
  useFocusHandedOn(element);
  // `false`: no longer, and the focus was there.
  const [isEditing, setEditing] = useState<boolean>();
  const { commentId, person, at, editedAt, text, mentions = [] } = comment;
  const edit = async (words: string): Promise<boolean> =>
    words.trim() === text || (await send({ type: "comment.update", commentId, text: words })) !== undefined;
  return (
    <div ref={element} className="comment" data-new={isNew}>
      <span className="face" data-colour={colourOf(person.personId)} aria-hidden>
        {initials(person.name)}
      </span>
      <div className="comment-body">
        <p className="comment-head">
          <bdi>{person.name}</bdi>{" "}
          <span className="note">
            <time dateTime={at}>{moment(at, language)}</time>
            {editedAt === undefined ? null : ` · ${say("edited")}`}
          </span>
          {isNew ? <span className="badge">{say("new")}</span> : null}
          <span className="grow" />
          {isEditing ? null : (
            <Own
              comment={comment}
              mayRemove={mayRemove}
              edit={() => setEditing(true)}
              wasEdited={isEditing === false}
            />
          )}
        </p>
        {isEditing ? (
          <CommentField
            about={`edit ${commentId}`}
            label={say("editLabel")}
            names={names}
            text={text}
            isFocused
            send={edit}
            close={(hadFocus) => setEditing(hadFocus ? false : undefined)}
          />
        ) : (
          <p className="comment-text" dir="auto">
            {piecesOf(
              text,
              mentions.flatMap((id) => names.get(id) ?? []),
            ).map((piece, index) => (piece.isMention ? <b key={index}>{piece.text}</b> : piece.text))}
          </p>
        )}
      </div>
    </div>
  );
}

/** What whoever wrote it may do with it; an admin may take anybody's away. */
function Own({
  comment: { commentId, person },
  mayRemove,
  edit,
  wasEdited,
}: {
  readonly comment: Comment;
  readonly mayRemove: boolean;
  readonly edit: () => void;
  /** Just now, by keys: the focus comes back. */
  readonly wasEdited: boolean;
}): ReactNode {
  const say = useText("comments");
  const send = useSend();
  const { me, access } = useStore((state) => state.connection);
  const isMine = me?.personId === person.personId;
  if (!isMine && access !== "admin") return null;
  return (
    <>
      {isMine ? (
        <button type="button" className="link" autoFocus={wasEdited} onClick={edit}>
          {say("edit")}
        </button>
      ) : null}
      {mayRemove ? (
        <button type="button" className="link" onClick={() => void send({ type: "comment.delete", commentId })}>
          {say("remove")}
        </button>
      ) : null}
    </>
  );
}
