/** Who changed what and when, the newest first; any commit can be taken back as a new one. */

import { type ReactNode, useState } from "react";
import { BaselineList } from "../baselines/BaselineList";
import { namesOf, selectBaselines } from "../baselines/baselines";
import NameDialog from "../baselines/NameDialog";
import { Timeline } from "../past/Timeline";
import type { CommitOnWire } from "../protocol";
import { may } from "../state/people";
import { selectTakenBack } from "../state/store";
import { useAddress } from "../ui/address";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWhatChanged } from "../ui/useWhatChanged";
import { useWorkbench } from "../ui/workbench";
import { Lines } from "./Lines";
import { changeLines } from "./lines";
import { openReview } from "./tray";
import { useFieldWords } from "./useFieldWords";
import { useTakingBack } from "./useTakingBack";

export function HistoryDrawer(): ReactNode {
  const say = useText("review");
  const commits = useStore((state) => state.commits);
  const reverted = useStore(selectTakenBack);
  const baselines = useStore(selectBaselines);
  if (commits.length === 0) return <p className="note pad">{say("noCommits")}</p>;
  return (
    <>
      <Timeline />
      <BaselineList />
      <ol className="history pad" aria-label={say("history")}>
        {commits.map((commit) => (
          <Entry
            key={commit.commitId}
            commit={commit}
            names={namesOf(baselines, commit.revision)}
            isReverted={reverted.has(commit.commitId)}
          />
        ))}
      </ol>
    </>
  );
}

interface Properties {
  readonly commit: CommitOnWire;
  /** Of its revision. */
  readonly names: readonly string[];
  readonly isReverted: boolean;
}

function Entry({ commit, names, isReverted }: Properties): ReactNode {
  const say = useText("review");
  const language = useLanguage();
  const takeBack = useTakingBack(commit);
  const sayOverview = useText("overview");
  const told = useWhatChanged();
  const { store } = useWorkbench();
  const words = useFieldWords();
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const [looked, look] = useAddress("revision");
  const isOpen = looked === String(commit.revision);
  const [isNaming, setNaming] = useState(false);
  const changes = commit.changes ?? [];
  // Of what was taken back or done again the reason is only a word for that; what it was is told as the notice told it.
  const isBack = commit.origin === "revert";
  const isAgain = isBack && commit.reason === "redone";
  const reason = isBack ? undefined : commit.reason;
  return (
    <li className="commit" data-reverted={isReverted}>
      <div className="commit-line">
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          onClick={() => look(isOpen ? undefined : String(commit.revision))}
        >
          {isOpen ? "▾" : "▸"} {say("revision", { revision: commit.revision })}
        </button>
        <span>
          <bdi>{commit.author.name}</bdi> · {say(isAgain ? "redone" : commit.origin)}
        </span>
        <time dateTime={commit.at}>{moment(commit.at, language)}</time>
        <span className="reason">
          {names.map((name) => (
            <span key={name} className="badge" data-baseline>
              <bdi>{name}</bdi>
            </span>
          ))}{" "}
          <bdi>
            {reason || (commit.changes === null ? sayOverview("large") : told({ changes }, isBack && !isAgain))}
          </bdi>
        </span>
        {isReverted ? (
          <span className="badge">{say("undone")}</span>
        ) : reason && commit.changes !== null ? (
          <span className="badge">{say("applied", { count: changes.length })}</span>
        ) : null}
        <span className="row commit-actions">
          {commit.proposalId ? (
            <button type="button" className="quiet" onClick={() => commit.proposalId && openReview(commit.proposalId)}>
              {say("proposal")}
            </button>
          ) : null}
          {isReverted || !mayBuild ? null : (
            <button type="button" className="quiet" onClick={takeBack}>
              {say("undo")}
            </button>
          )}
        </span>
      </div>
      {isOpen ? <Lines lines={changeLines(changes, store.get().graph, words)} /> : null}
      {isOpen && mayBuild ? (
        <button type="button" className="quiet" onClick={() => setNaming(true)}>
          {say("nameRevision")}
        </button>
      ) : null}
      {isNaming ? <NameDialog earlier={commit.revision} close={() => setNaming(false)} /> : null}
    </li>
  );
}
