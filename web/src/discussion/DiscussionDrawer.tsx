/** A discussion as everybody in the room sees it: its rounds as they happen, or the decision record; people take part below. */

import { type ReactNode, useMemo, useState } from "react";
import type { Run } from "../protocol";
import { isOpen } from "../state/runs";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { useCommand } from "../ui/useCommand";
import { usePreferences } from "../ui/usePreferences";
import { Decision } from "./Decision";
import { Rounds } from "./Rounds";
import { claimsOf } from "./record";
import { newestRound } from "./rounds";
import { Steering } from "./Steering";
import { openDiscussion, useShownDiscussion } from "./shown";
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
  const [part, setPart] = useState<"rounds" | "decision">("rounds");
  const record = discussion?.record;
  const claims = useMemo(() => claimsOf(record), [record]);
  const personas = discussion?.personas ?? NOBODY;
  const round = newestRound(held);
  const reason = record?.reason ?? "underWay";
  const showTurn = (messageId: string): void => {
    setPart("rounds");
    requestAnimationFrame(() => document.getElementById(`turn-${messageId}`)?.focus());
  };
  const turnOver = (): void => setPart(part === "decision" ? "rounds" : "decision");
  const changeView = (): void => preferences.set({ discussionAs: discussionAs === "columns" ? "list" : "columns" });
  useCommand("discussion.record", { run: turnOver });
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
        <span role="status" className="row">
          <span className="badge" data-status={run.status}>
            {say(`reason.${isOpen(run) ? "underWay" : reason}`)}
          </span>
          {round && isOpen(run) ? (
            <span className="note">
              {say("round", { number: round.number })}
              {discussion?.nextTurn !== undefined && run.status === "running" && round.stage !== "speaking"
                ? ` · ${say("next", { number: discussion.nextTurn })}`
                : ""}
            </span>
          ) : null}
        </span>
        <span className="grow" />
        <span className="row" role="group" aria-label={say("show")}>
          <button type="button" aria-pressed={part === "rounds"} onClick={() => setPart("rounds")}>
            {say("rounds")}
          </button>
          <button
            type="button"
            aria-pressed={part === "decision"}
            onClick={turnOver}
            title={`${say("decisionRecord")} (b)`}
          >
            {say("decisionRecord")}
          </button>
        </span>
        {part === "rounds" ? (
          <button
            type="button"
            className="quiet"
            data-part="view"
            title={`${say("view")} (v)`}
            aria-label={`${say("view")}: ${say(discussionAs)}`}
            onClick={changeView}
          >
            {discussionAs === "columns" ? "▥" : "≡"} {say(discussionAs)}
          </button>
        ) : null}
      </div>
      <div
        key={part}
        className="discussion-body"
        tabIndex={0}
        role="region"
        aria-label={`${say("discussion")}: ${run.question.slice(0, 120)}`}
      >
        {part === "decision" ? (
          discussion ? (
            <Decision run={run} discussion={discussion} showTurn={showTurn} />
          ) : (
            <p className="note pad">{say("notRead")}</p>
          )
        ) : (
          <Rounds run={run} held={held} personas={personas} claims={claims} />
        )}
      </div>
      <Steering run={run} personas={personas} />
    </div>
  );
}
