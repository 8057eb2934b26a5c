/**
 * Two people changed the same thing: who changed what to what, what I wrote, where the two differ, and which of them holds
 * or what is made of both. Below the line at the top, where it covers neither canvas nor search; it goes with the decision.
 */

import { Fragment, type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { valueText } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { useValueTitle } from "../canvases/useValueTitle";
import type { Operation } from "../protocol";
import type { Piece } from "../review/difference";
import { ServerError } from "../session/rest";
import {
  again,
  asBoth,
  type Conflict,
  conflictsOf,
  isGone,
  keepConflict,
  keyOf,
  mineIn,
  settleConflict,
  type Theirs,
  watchConflicts,
} from "../state/conflicts";
import { bothTexts, excerpts } from "./bothTexts";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useWorkbench } from "./workbench";

/** Of one change set no more than these are told one by one. */
const TOLD = 3;
/** A name that was is cut in the sentence; the whole of it stands in the history. */
const LETTERS = 60;
/** Longer texts than this stand one below the other, where they are compared with ease. */
const SIDE_BY_SIDE = 120;
/** Stands in a sentence where pieces of a text come, which no words can hold. */
const PLACE = "\uFFFC";

export default function ConflictBar(): ReactNode {
  const { project } = useWorkbench();
  const all = useSyncExternalStore(watchConflicts, () => conflictsOf(project));
  return all.map((conflict) => <OneConflict key={conflict.id} conflict={conflict} />);
}

function OneConflict({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const say = useText("conflicts");
  const { session, project } = useWorkbench();
  const [isBusy, setBusy] = useState(false);
  const { theirs } = conflict;
  const { baseRevision, operations } = again(conflict);
  const both = useBoth(conflict);
  const [isEditing, setEditing] = useState(false);
  const isDeleting = operations.every(({ op }) => op === "node.delete" || op === "edge.delete");
  const settle = (): void => settleConflict(project, conflict.id);
  const send = async (operations: readonly Operation[]): Promise<void> => {
    const visit = toasts.visit();
    setBusy(true);
    try {
      await session.send({ type: "changes.submit", baseRevision, operations: [...operations] });
      settle();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // Changed once more meanwhile: another conflict takes the place of this one.
      if (keepConflict(project, error, operations)) settle();
      else toasts.error(error, visit);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="bar-notice conflict-bar" role="alert">
      <div className="conflict-words">
        {theirs.slice(0, TOLD).map((each, at) => (
          <Told key={at} conflict={conflict} theirs={each} />
        ))}
        {theirs.length > TOLD ? <p>{say("more", { count: theirs.length - TOLD })}</p> : null}
      </div>
      {isEditing && both ? (
        <EditBoth both={both} isBusy={isBusy} send={send} close={() => setEditing(false)} />
      ) : (
        <div className="row">
          {operations.length > 0 ? (
            <button
              type="button"
              className={isDeleting ? "stop" : "primary"}
              disabled={isBusy}
              onClick={() => void send(operations)}
            >
              {say(isDeleting ? "deleteAllTheSame" : "setMine")}
            </button>
          ) : null}
          <button type="button" disabled={isBusy} onClick={settle}>
            {say(operations.length > 0 ? "keepTheirs" : "close")}
          </button>
          {both ? (
            <button type="button" disabled={isBusy} onClick={() => setEditing(true)}>
              {say("editBoth")}
            </button>
          ) : null}
        </div>
      )}
    </div>
  );
}

interface Both {
  readonly text: string;
  readonly isMerged: boolean;
  readonly operationsFor: (text: string) => readonly Operation[];
}

/** What both wrote, to be written on; only where that is a text in words. */
function useBoth(conflict: Conflict): Both | undefined {
  const { ontology } = useWorkbench();
  const [theirs] = conflict.theirs;
  const operationsFor = asBoth(conflict);
  if (theirs?.field === undefined || operationsFor === undefined) return undefined;
  const key = keyOf(theirs.field);
  const isOther = [...ontology.nodeTypes, ...ontology.relations].some(({ attributes = [] }) =>
    attributes.some(({ name, type = "text", options = [] }) => name === key && (type !== "text" || options.length > 0)),
  );
  const { before, now } = theirs;
  const mine = mineIn(conflict, theirs);
  if (key === "name" || isOther || typeof now !== "string" || typeof mine !== "string" || !now || !mine)
    return undefined;
  return { ...bothTexts(typeof before === "string" ? before : "", now, mine), operationsFor };
}

interface EditProperties {
  readonly both: Both;
  readonly isBusy: boolean;
  readonly send: (operations: readonly Operation[]) => Promise<void>;
  readonly close: () => void;
}

function EditBoth({ both, isBusy, send, close }: EditProperties): ReactNode {
  const say = useText("conflicts");
  const [text, setText] = useState(both.text);
  const hint = useId();
  return (
    <form
      className="conflict-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void send(both.operationsFor(text));
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) close();
        event.stopPropagation();
      }}
    >
      <p id={hint}>{say(both.isMerged ? "isMerged" : "isBelow")}</p>
      <textarea
        autoFocus
        rows={4}
        dir="auto"
        aria-label={say("bothTexts")}
        aria-describedby={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <button type="submit" className="primary" disabled={isBusy}>
          {say("setBoth")}
        </button>
        <button type="button" disabled={isBusy} onClick={close}>
          {say("back")}
        </button>
      </div>
    </form>
  );
}

/** What they did and what I wrote, each with what the other lacks marked. */
function Told({ conflict, theirs }: { readonly conflict: Conflict; readonly theirs: Theirs }): ReactNode {
  const shown = useShown();
  const { field = "", now } = theirs;
  const value = mineIn(conflict, theirs);
  const [their, my] = [shown(field, now), shown(field, value)];
  const [theirPieces, myPieces] =
    value === undefined || theirs.field === undefined || !their || !my
      ? [[{ text: their, isOnlyHere: false }], [{ text: my, isOnlyHere: false }]]
      : excerpts(their, my);
  return (
    <p data-long={their.length + my.length > SIDE_BY_SIDE}>
      <WhatTheyDid theirs={theirs} now={<Pieces as="del" pieces={theirPieces} />} />{" "}
      {value === undefined ? null : <WhatIWrote written={my && <Pieces as="ins" pieces={myPieces} />} />}
    </p>
  );
}

/** What mine would take away is told as deleted, what it would bring as inserted: also to whoever hears it. */
function Pieces({ as: Mark, pieces }: { readonly as: "del" | "ins"; readonly pieces: readonly Piece[] }): ReactNode {
  return pieces.map(({ text, isOnlyHere }, at) => {
    // A blank behind the last word that differs is no part of what one has to see.
    const words = isOnlyHere ? text.trimEnd() : text;
    return isOnlyHere ? (
      <Fragment key={at}>
        <Mark>{words}</Mark>
        {at < pieces.length - 1 ? text.slice(words.length) : ""}
      </Fragment>
    ) : (
      <Fragment key={at}>{at < pieces.length - 1 ? text : text.trimEnd()}</Fragment>
    );
  });
}

function WhatTheyDid({ theirs, now }: { readonly theirs: Theirs; readonly now: ReactNode }): ReactNode {
  const say = useText("conflicts");
  const title = useAttributeTitle();
  const shown = useShown(LETTERS);
  const { kind, field, name, by, before } = theirs;
  const who = by.name;
  if (field === undefined) {
    if (isGone(theirs)) return say(kind === "node" ? "deleted" : "deletedRelation", { who, name });
    return say(kind === "node" ? "changed" : "changedRelation", { who, name });
  }
  const filled = (sentence: string): ReactNode => {
    const [first, ...rest] = sentence.split(PLACE);
    return rest.length === 0 ? first : [first, <bdi key="now">{now}</bdi>, rest.join(PLACE)];
  };
  if (field === "name") return filled(say("renamed", { who, before: shown(field, before), now: PLACE }));
  const what = field === "descr" ? say("descr") : title(keyOf(field));
  const isEmpty = shown(field, theirs.now) === "";
  if (kind === "edge")
    return filled(say(isEmpty ? "emptiedOfRelation" : "setOfRelation", { who, field: what, now: PLACE }));
  return filled(say(isEmpty ? "emptied" : "set", { who, field: what, name, now: PLACE }));
}

function WhatIWrote({ written }: { readonly written: ReactNode }): ReactNode {
  const say = useText("conflicts");
  return (
    <span className="conflict-mine">
      {say("yours")} <bdi>{written || say("nothing")}</bdi>
    </span>
  );
}

/** A value as people know it. */
function useShown(letters = Number.POSITIVE_INFINITY): (field: string, value: unknown) => string {
  const valueTitle = useValueTitle();
  return (field, value) => {
    const text = typeof value === "string" ? valueTitle(keyOf(field), value) : valueText(value);
    return text.length > letters ? `${text.slice(0, letters)}…` : text;
  };
}
