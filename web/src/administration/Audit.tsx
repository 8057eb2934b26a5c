/** The audit: searched by words and by day, read page by page, and taken away in two forms. */

import { type ReactNode, useEffect, useState } from "react";
import type { EnglishAdministration } from "../locales/translation";
import { useAsk } from "../people/useAsk";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { exactMoment } from "../ui/moment";
import { isSaid, useLanguage, useText } from "../ui/text";
import type { Installation } from "./installation";
import { noteOf, type Words } from "./noteOf";
import type { KnownPerson } from "./People";
import { useWords } from "./useWords";

interface Entry {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  readonly outcome: string;
  readonly person?: { readonly name: string };
  readonly address?: string;
  readonly project?: string;
  readonly details?: Readonly<Record<string, string>>;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly hasOlder: boolean;
}

type Coded = Extract<keyof EnglishAdministration, `action.${string}` | `outcome.${string}`>;

const PAGE = "50";

export function Audit({ rest }: { readonly rest: Rest }): ReactNode {
  const say = useWords();
  const words = useNoteWords(rest);
  const language = useLanguage();
  const { isBusy, error, ask } = useAsk();
  const [search, setSearch] = useState("");
  const [since, setSince] = useState("");
  const [asked, setAsked] = useState("");
  const [page, setPage] = useState<Page>({ entries: [], hasOlder: false });
  useEffect(() => {
    void ask(rest.get<Page>(`/api/audit?limit=${PAGE}&${asked}`)).then((answer) => answer && setPage(answer));
  }, [ask, rest, asked]);
  const older = async (): Promise<void> => {
    const before = page.entries.at(-1)?.sequence ?? 0;
    const answer = await ask(rest.get<Page>(`/api/audit?limit=${PAGE}&before=${before}&${asked}`));
    if (answer) setPage({ entries: [...page.entries, ...answer.entries], hasOlder: answer.hasOlder });
  };
  const find = (): void => {
    const wanted = new URLSearchParams();
    if (search.trim()) wanted.set("search", search.trim());
    if (since) wanted.set("since", `${since}T00:00:00Z`);
    setAsked(wanted.toString());
  };
  return (
    <>
      <form
        className="row wrap administration-search"
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <label>
          {say("search")} <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <label>
          {say("since")} <input type="date" value={since} onChange={(event) => setSince(event.target.value)} />
        </label>
        <button type="submit" disabled={isBusy}>
          {say("find")}
        </button>
        <a href={`/api/audit/export?format=jsonl&${asked}`} download="audit.jsonl">
          {say("export.jsonl")}
        </a>
        <a href={`/api/audit/export?format=cef&${asked}`} download="audit.cef">
          {say("export.cef")}
        </a>
      </form>
      {page.entries.length === 0 && !isBusy ? <p className="note">{say("noEntries")}</p> : null}
      <div className="administration" tabIndex={0} aria-busy={isBusy}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("at")}</th>
              <th scope="col">{say("person")}</th>
              <th scope="col">{say("action")}</th>
              <th scope="col">{say("project")}</th>
              <th scope="col">{say("address")}</th>
            </tr>
          </thead>
          <tbody>
            {page.entries.map((each) => (
              <tr key={each.sequence}>
                <td>{exactMoment(each.at, language)}</td>
                <td>
                  <bdi>{each.person?.name ?? say("nobody")}</bdi>
                </td>
                <td>
                  <InWords kind="action" code={each.action} />{" "}
                  {each.outcome === "done" ? null : <InWords kind="outcome" code={each.outcome} />}{" "}
                  <bdi className="note">{noteOf(each.details ?? {}, words)}</bdi>
                </td>
                <td>
                  <bdi>{each.project}</bdi>
                </td>
                <td>{each.address}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {page.hasOlder ? (
        <button type="button" disabled={isBusy} onClick={() => void older()}>
          {say("older")}
        </button>
      ) : null}
      <ErrorNotice error={error} />
    </>
  );
}

/** Words for what entries add; ids are said by name as soon as the server has told who and what there is. */
function useNoteWords(rest: Rest): Words {
  const say = useWords();
  const sayAccess = useText("people");
  const sayView = useText("graph");
  const { ask } = useAsk();
  const [names, setNames] = useState<Words["names"]>(new Map());
  useEffect(() => {
    void ask(
      Promise.all([
        rest.get<{ readonly people: readonly KnownPerson[] }>("/api/people"),
        rest.get<Installation>("/api/installation"),
      ]),
    ).then((answer) => {
      if (!answer) return;
      const [{ people }, { projects }] = answer;
      setNames(
        new Map([
          ...people.map(({ personId, name }) => [personId, name] as const),
          ...projects.map(({ projectId, name }) => [projectId, name] as const),
        ]),
      );
    });
  }, [ask, rest]);
  const called = (detail: string, value: string): string | undefined => {
    if (detail === "access" && isSaid("people", `access.${value}`))
      return sayAccess(`access.${value}` as Parameters<typeof sayAccess>[0] & `access.${string}`);
    if (detail === "about" && isSaid("graph", `view.${value}`))
      return sayView(`view.${value}` as Parameters<typeof sayView>[0] & `view.${string}`);
    return undefined;
  };
  return { say, called, names };
}

/** A code of an entry in people's words; one that an older or newer server wrote stands as it is. */
function InWords({ kind, code }: { readonly kind: "action" | "outcome"; readonly code: string }): ReactNode {
  const say = useWords();
  const words = say(`${kind}.${code}` as Coded);
  return words === "" ? <code>{code}</code> : <span title={code}>{words}</span>;
}
