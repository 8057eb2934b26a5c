/** A discussion as everybody in the room sees it: its claims on a board, or its rounds as they happen; people take part below. */

import { type ReactNode, useEffect, useMemo } from "react";
import type { Run } from "../protocol";
import { isOpen } from "../state/runs";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { useCommand } from "../ui/useCommand";
import { usePreferences } from "../ui/usePreferences";
import { useValue } from "../ui/useValue";
import { Board } from "./Board";
import { Rounds } from "./Rounds";
import { claimsOf } from "./record";
import { newestRound } from "./rounds";
import { Steering } from "./Steering";
import { openDecision, openDiscussion, openTurn, shownPart, useShownDiscussion, wantedTurn } from "./shown";
import { useDiscussion, useDiscussions, useHeld } from "./useDiscussion";
import "./discussion.css";

const NOBODY: readonly string[] = [];

export default function DiscussionDrawer(): ReactNode {
  const say = useText("discussion");
  const all = useDiscussions();
  const wanted = useShownDiscussion();
  const run = all.find((each) => each.runId === wanted) ?? all[0];
  if (!run) return <p className="note pad">{say("none")}</p>;
  return <Shown key={run.runId} run={run} all={all} />;
}

function Shown({ run, all }: { readonly run: Run; readonly all: readonly Run[] }): ReactNode {
  const say = useText("discussion");
  const { discussionAs } = usePreferences();
  const held = useHeld(run);
  const discussion = useDiscussion(run);
  const record = discussion?.record;
  const claims = useMemo(() => claimsOf(record), [record]);
  const personas = discussion?.personas ?? NOBODY;
  const part = useValue(shownPart);
  useWantedTurn();
  const changeView = (): void => preferences.set({ discussionAs: discussionAs === "columns" ? "list" : "columns" });
  useCommand("discussion.record", { run: () => openDecision(run.runId) });
  useCommand("discussion.view", { run: changeView, isEnabled: () => part === "rounds" });
  return (
    <div className="discussion">
      <div className="pane-bar">
        <label className="discussion-pick">
          <span className="visually-hidden">{say("discussions")}</span>
          <select value={run.runId} onChange={(event) => openDiscussion(event.target.value)}>
            {all.map((each) => (
              <option key={each.runId} value={each.runId}>
                {each.question.slice(0, 120)}
              </option>
            ))}
          </select>
        </label>
        <Standing run={run} held={held} discussion={discussion} />
        <span className="grow" />
        {part === "rounds" && personas.length > 0 ? (
          <button
            type="button"
            className="quiet"
            data-part="view"
            title={`${say("view")} (v)`}
            aria-label={`${say("view")}: ${say(discussionAs)}`}
            onClick={changeView}
          >
            {say(discussionAs)}
          </button>
        ) : null}
        <span className="row" role="group" aria-label={say("show")}>
          {(["board", "rounds"] as const).map((each) => (
            <button key={each} type="button" aria-pressed={part === each} onClick={() => shownPart.set(each)}>
              {say(each)}
            </button>
          ))}
        </span>
      </div>
      <div
        key={part}
        className="discussion-body"
        tabIndex={0}
        role="region"
        aria-label={`${say("discussion")}: ${run.question.slice(0, 120)}`}
      >
        {part === "board" ? (
          <Board {...{ run, held, personas, claims }} showTurn={openTurn} />
        ) : (
          <Rounds run={run} held={held} personas={personas} claims={claims} />
        )}
      </div>
      <Steering run={run} personas={personas} />
    </div>
  );
}

interface StandingProperties {
  readonly run: Run;
  readonly held: ReturnType<typeof useHeld>;
  readonly discussion: ReturnType<typeof useDiscussion>;
}

/** How far it has come. */
function Standing({ run, held, discussion }: StandingProperties): ReactNode {
  const say = useText("discussion");
  const round = newestRound(held);
  const reason = discussion?.record.reason ?? "underWay";
  return (
    <span role="status" className="row">
      <span className="badge" data-status={run.status}>
        {say(`reason.${isOpen(run) ? "underWay" : reason}`)}
      </span>
      {round && isOpen(run) ? (
        <span className="note">
          {say("round", { number: round.number })}
          {round.speaker === undefined ? "" : ` · ${say("stage.speaking", { name: round.speaker })}`}
          {discussion?.nextTurn !== undefined && run.status === "running" && round.stage !== "speaking"
            ? ` · ${say("next", { number: discussion.nextTurn })}`
            : ""}
        </span>
      ) : null}
    </span>
  );
}

/** Goes to the message that somebody wants to read, as soon as it is drawn. */
function useWantedTurn(): void {
  const wanted = useValue(wantedTurn);
  useEffect(() => {
    const element = wanted && document.getElementById(`turn-${wanted.messageId}`);
    if (!element) return;
    element.focus();
    wantedTurn.set(undefined); // it was asked for once
  });
}
