/** Who changed what and when, the newest first; any commit can be taken back as a new one. */

import { useEffect, useState, type ReactNode } from "react";
import type { Commit, CommitOnWire } from "../protocol";
import { projectPath } from "../session/rest";
import { may } from "../state/people";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { shown, useSend, useWorkbench } from "../ui/workbench";
import { Lines } from "./Lines";
import { changeLines } from "./lines";
import { words } from "./words";

/** As many as the store keeps. */
const NEWEST = 200;

export function HistoryDrawer(): ReactNode {
  const say = useText(words);
  const commits = useStore((state) => state.commits);
  const isReading = useEarlier();
  if (commits.length === 0) return <p className="note pad">{isReading ? "…" : say("noCommits")}</p>;
  const reverted = new Set(commits.flatMap((commit) => commit.reverts ?? []));
  return (
    <ol className="history pad" aria-label={say("history")}>
      {commits.map((commit) => <Entry key={commit.commitId} commit={commit} isReverted={reverted.has(commit.commitId)} />)}
    </ol>
  );
}

function Entry({ commit, isReverted }: { readonly commit: CommitOnWire; readonly isReverted: boolean }): ReactNode {
  const say = useText(words);
  const language = useLanguage();
  const send = useSend();
  const { store } = useWorkbench();
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const [isOpen, setOpen] = useState(false);
  const changes = commit.changes ?? [];
  const revert = async (): Promise<void> => {
    if (await send({ type: "commit.revert", commitId: commit.commitId })) toasts.done(say("undone"));
  };
  return (
    <li className="commit" data-reverted={isReverted}>
      <div className="commit-line">
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "▾" : "▸"} {say("revision", { revision: commit.revision })}
        </button>
        <span><bdi>{commit.author.name}</bdi> · {say(commit.origin)}</span>
        <time dateTime={commit.at}>{new Date(commit.at).toLocaleString(language)}</time>
        <span className="reason"><bdi>{commit.reason ?? ""}</bdi></span>
        <span className="badge">{isReverted ? say("undone") : say("applied", { count: changes.length })}</span>
        {isReverted || !mayBuild ? null : <button type="button" className="quiet" onClick={() => void revert()}>{say("undo")}</button>}
      </div>
      {isOpen ? <Lines lines={changeLines(changes, store.get().graph)} /> : null}
    </li>
  );
}

/** Reads the newest commits from before this page was opened, once. */
function useEarlier(): boolean {
  const { rest, store, project } = useWorkbench();
  const [isReading, setReading] = useState(true);
  useEffect(() => {
    void shown(rest.get<{ readonly commits: readonly Commit[] }>(`${projectPath(project)}/commits?limit=${NEWEST}`)).then((answer) => {
      setReading(false);
      if (!answer) return;
      store.update((state) => {
        const known = new Set(state.commits.map((commit) => commit.commitId));
        const earlier = answer.commits.filter((commit) => !known.has(commit.commitId)).map((commit) => ({ ...commit, type: "commit.applied" as const }));
        const all = [...state.commits, ...earlier].sort((one, two) => two.revision - one.revision);
        return { ...state, commits: all };
      });
    });
  }, [rest, store, project]);
  return isReading;
}
