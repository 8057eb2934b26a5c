/**
 * Two people changed the same thing: who changed what to what, what I wrote, and which of the two holds. Below the line at
 * the top, where it covers neither canvas nor search; it goes with the decision.
 */

import { type ReactNode, useState, useSyncExternalStore } from "react";
import { valueText } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { useValueTitle } from "../canvases/useValueTitle";
import { ServerError } from "../session/rest";
import {
  again,
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
import { useText } from "./text";
import { toasts } from "./toasts";
import { useWorkbench } from "./workbench";

/** Of one change set no more than these are told one by one. */
const TOLD = 3;
/** A longer value is cut in the sentence; the whole of it stands in the model. */
const LETTERS = 60;

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
  const isDeleting = operations.every(({ op }) => op === "node.delete" || op === "edge.delete");
  const settle = (): void => settleConflict(project, conflict.id);
  const setMine = async (): Promise<void> => {
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
          <p key={at}>
            <WhatTheyDid theirs={each} /> <WhatIWrote conflict={conflict} theirs={each} />
          </p>
        ))}
        {theirs.length > TOLD ? <p>{say("more", { count: theirs.length - TOLD })}</p> : null}
      </div>
      <div className="row">
        {operations.length > 0 ? (
          <button
            type="button"
            className={isDeleting ? "stop" : "primary"}
            disabled={isBusy}
            onClick={() => void setMine()}
          >
            {say(isDeleting ? "deleteAllTheSame" : "setMine")}
          </button>
        ) : null}
        <button type="button" disabled={isBusy} onClick={settle}>
          {say(operations.length > 0 ? "keepTheirs" : "close")}
        </button>
      </div>
    </div>
  );
}

function WhatTheyDid({ theirs }: { readonly theirs: Theirs }): ReactNode {
  const say = useText("conflicts");
  const title = useAttributeTitle();
  const shown = useShown();
  const { kind, field, name, by, before, now } = theirs;
  const who = by.name;
  if (field === undefined) {
    if (isGone(theirs)) return say(kind === "node" ? "deleted" : "deletedRelation", { who, name });
    return say(kind === "node" ? "changed" : "changedRelation", { who, name });
  }
  if (field === "name") return say("renamed", { who, before: shown(field, before), now: shown(field, now) });
  const what = field === "descr" ? say("descr") : title(keyOf(field));
  const value = shown(field, now);
  if (kind === "edge")
    return say(value === "" ? "emptiedOfRelation" : "setOfRelation", { who, field: what, now: value });
  return say(value === "" ? "emptied" : "set", { who, field: what, name, now: value });
}

/** All of it, and marked: it stands nowhere else any more. */
function WhatIWrote({ conflict, theirs }: { readonly conflict: Conflict; readonly theirs: Theirs }): ReactNode {
  const say = useText("conflicts");
  const shown = useShown(Number.POSITIVE_INFINITY);
  const value = mineIn(conflict, theirs);
  if (value === undefined) return null;
  return (
    <span className="conflict-mine">
      {say("yours")} <bdi>{shown(theirs.field ?? "", value) || say("nothing")}</bdi>
    </span>
  );
}

/** A value as people know it. */
function useShown(letters = LETTERS): (field: string, value: unknown) => string {
  const valueTitle = useValueTitle();
  return (field, value) => {
    const text = typeof value === "string" ? valueTitle(keyOf(field), value) : valueText(value);
    return text.length > letters ? `${text.slice(0, letters)}…` : text;
  };
}
