/** Who changed an element and when, the newest first, as far as the history was read. */

import { type ReactNode, useMemo, useState } from "react";
import type { Change, CommitOnWire, Node } from "../protocol";
import { changeLines } from "../review/lines";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

/** As many as are looked at; the others come with one more click. */
const FIRST = 5;

export function ElementHistory({ id }: { readonly id: string }): ReactNode {
  const say = useText("element");
  const commits = useStore((state) => state.commits);
  const node = useStore((state) => state.graph.nodes.get(id));
  const mine = useMemo(() => changesOf(commits, id, node), [commits, id, node]);
  const [isAll, setAll] = useState(false);
  if (mine.length === 0) return null;
  return (
    <section aria-label={say("history")}>
      <h3>{say("history")}</h3>
      <ol className="element-history">
        {(isAll ? mine : mine.slice(0, FIRST)).map(({ commit, change }) => (
          <Entry key={commit.commitId} commit={commit} change={change} />
        ))}
      </ol>
      {mine.length > FIRST && !isAll ? (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {say("older", { count: mine.length - FIRST })}
        </button>
      ) : null}
    </section>
  );
}

interface Changed {
  readonly commit: CommitOnWire;
  readonly change: Change;
}

function Entry({ commit, change }: Changed): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const { store } = useWorkbench();
  const [line] = changeLines([change], store.get().graph);
  const word = change.before ? (change.after ? "changed" : "deleted") : "created";
  return (
    <li>
      <span>
        <bdi>{commit.author.name}</bdi> {say(word)}
      </span>{" "}
      <span className="note">
        <time dateTime={commit.at}>{moment(commit.at, language)}</time> ·{" "}
        {say("revision", { revision: commit.revision })}
      </span>
      {word === "changed" && line?.detail ? (
        <p className="detail">
          <bdi>{line.detail}</bdi>
        </p>
      ) : null}
    </li>
  );
}

/** What a commit that is too large to be read has made is known by the revision in which it came. */
function changesOf(commits: readonly CommitOnWire[], id: string, node: Node | undefined): readonly Changed[] {
  return commits.flatMap((commit) => {
    const isMade = commit.changes === null && node?.createdRevision === commit.revision;
    const change: Change | undefined = isMade
      ? { element: "node", before: null, after: node }
      : commit.changes?.find(({ after, before }) => idOf(after ?? before) === id);
    return change === undefined ? [] : [{ commit, change }];
  });
}

function idOf(element: Change["after"] | Change["before"]): string | undefined {
  if (!element) return undefined;
  return "nodeId" in element ? element.nodeId : element.edgeId;
}
