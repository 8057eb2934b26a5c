/** Who changed an element, when and why, the newest first: a page at a time, as far back as the element goes. */

import { type ReactNode, useEffect, useState } from "react";
import { phraseIn } from "../locales/phrase";
import type { Change } from "../protocol";
import { changeLines } from "../review/lines";
import { useFieldWords } from "../review/useFieldWords";
import { projectPath } from "../session/rest";
import { moment } from "../ui/moment";
import { openProcess } from "../ui/process";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import { type Changed, type HistoryPage, reasonOf, withNewest } from "./pages";

/** As many as are looked at; the others come with one more click, and so many at a time. */
const FIRST = 5;
const MORE = 20;

export function ElementHistory({ id }: { readonly id: string }): ReactNode {
  const say = useText("element");
  const { rest, project } = useWorkbench();
  const newest = useStore((state) => state.commits.find((commit) => commit.changes?.some(isAbout(id)))?.revision);
  const [found, setFound] = useState<HistoryPage & { readonly id: string }>();
  const path = `${projectPath(project)}/elements/${encodeURIComponent(id)}/history`;
  useEffect(() => {
    let isWanted = true;
    void shown(rest.get<HistoryPage>(`${path}?limit=${FIRST}`)).then((page) => {
      if (page && isWanted) setFound((now) => ({ ...withNewest(now?.id === id ? now : undefined, page), id }));
    });
    return () => {
      isWanted = false;
    };
  }, [rest, path, id, newest]);
  if (found?.id !== id || found.commits.length === 0) return null;
  const last = found.commits.at(-1)?.revision;
  const more = async (): Promise<void> => {
    const page = await shown(rest.get<HistoryPage>(`${path}?limit=${MORE}&before=${last}`));
    if (page)
      setFound((now) =>
        now?.id === id && now.commits.at(-1)?.revision === last
          ? { id, commits: [...now.commits, ...page.commits], older: page.older }
          : now,
      );
  };
  return (
    <section aria-label={say("history")}>
      <h3>{say("history")}</h3>
      <ol className="element-history">
        {found.commits.map((commit) => (
          <Entry key={commit.commitId} commit={commit} id={id} />
        ))}
      </ol>
      {found.older > 0 ? (
        <button type="button" className="link" onClick={() => void more()}>
          {say("older", { count: found.older })}
        </button>
      ) : null}
    </section>
  );
}

function Entry({ commit, id }: { readonly commit: Changed; readonly id: string }): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const sayReview = useText("review");
  const { ontology, store } = useWorkbench();
  const words = useFieldWords();
  const own = commit.changes.find((change) => idOf(change) === id);
  const word = own?.before ? (own.after ? "changed" : "deleted") : own ? "created" : "changed";
  const lines = changeLines(commit.changes, store.get().graph, words);
  const { runId, question } = commit;
  const told = reasonOf(commit);
  const reason = told === "revert" || told === "redone" ? sayReview(told) : told?.said;
  const relation = (type: string): string => phraseIn(ontology.relation.get(type)?.title, language) ?? type;
  return (
    <li>
      <span>
        <bdi>{commit.author.name}</bdi> {say(word)}
      </span>{" "}
      <span className="note">
        <time dateTime={commit.at}>{moment(commit.at, language)}</time> ·{" "}
        {say("revision", { revision: commit.revision })}
      </span>
      {lines
        .filter((line) => line.nodeId === undefined || word === "changed")
        .map((line) => (
          <p key={line.key} className="detail">
            <bdi>{line.nodeId === undefined ? `${line.sign} ${relation(line.type)} ${line.text}` : line.detail}</bdi>
          </p>
        ))}
      {reason ? (
        <p className="detail">
          <bdi>{reason}</bdi>
        </p>
      ) : null}
      {runId && question ? (
        <button type="button" className="link" title={say("asked")} onClick={() => openProcess(runId)}>
          <bdi>{question}</bdi>
        </button>
      ) : null}
    </li>
  );
}

function isAbout(id: string): (change: Change) => boolean {
  return (change) => {
    const edge = change.element === "edge" ? (change.after ?? change.before) : null;
    return idOf(change) === id || edge?.source === id || edge?.target === id;
  };
}

function idOf(change: Change): string | undefined {
  const element = change.after ?? change.before;
  if (!element) return undefined;
  return "nodeId" in element ? element.nodeId : element.edgeId;
}
