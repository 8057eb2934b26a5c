/** Where somebody is logged in, each with its end; the owner may look at everybody's. */

import { type ReactNode, useEffect, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { browserName } from "./browserName";
import type { Me } from "./me";
import { useAsk } from "./useAsk";

interface ListedSession {
  readonly sessionId: string;
  readonly person: { readonly personId: string; readonly name: string };
  readonly way: "link" | "password" | "passkey" | "company" | null;
  readonly browser: string;
  readonly begunAt: string | null;
  readonly expiresAt: string;
  readonly isThis: boolean;
}

interface Sessions {
  readonly sessions: readonly ListedSession[];
}

interface Properties {
  readonly rest: Rest;
  readonly me: Me;
  /** Whether those of everybody are shown at once. */
  readonly everybody?: boolean;
}

export function SessionList({ rest, me, everybody = false }: Properties): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [sessions, setSessions] = useState<readonly ListedSession[]>([]);
  const [isEverybody, setEverybody] = useState(everybody);
  const query = isEverybody ? "?everybody=true" : "";
  useEffect(() => {
    void ask(rest.get<Sessions>(`/api/sessions${query}`)).then((answer) => answer && setSessions(answer.sessions));
  }, [ask, rest, query]);
  const end = async (path: string): Promise<void> => {
    const answer = await ask(rest.delete<Sessions>(path));
    if (answer) setSessions(answer.sessions);
  };
  return (
    <>
      <p className="note">{say("sessionsHint")}</p>
      {me.access === "admin" ? (
        <label className="row">
          <input type="checkbox" checked={isEverybody} onChange={(event) => setEverybody(event.target.checked)} />
          {say("everybodysSessions")}
        </label>
      ) : null}
      <ul className="members" aria-busy={isBusy}>
        {sessions.map((session) => (
          <Row
            key={session.sessionId}
            session={session}
            isOwn={session.person.personId === me.person.personId}
            isBusy={isBusy}
            end={() => void end(`/api/sessions/${session.sessionId}${query}`)}
          />
        ))}
      </ul>
      {!isEverybody && sessions.length > 1 ? (
        <button type="button" disabled={isBusy} onClick={() => void end("/api/sessions")}>
          {say("endOtherSessions")}
        </button>
      ) : null}
      <ErrorNotice error={error} />
    </>
  );
}

interface RowProperties {
  readonly session: ListedSession;
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  readonly end: () => void;
}

function Row({ session, isOwn, isBusy, end }: RowProperties): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const browser = browserName(session.browser) || say("someBrowser");
  return (
    <li>
      <div className="who">
        <strong>
          <bdi>{isOwn ? browser : `${session.person.name}: ${browser}`}</bdi>
        </strong>{" "}
        {session.isThis ? <span className="badge">{say("thisBrowser")}</span> : null}
        <p className="note">
          {session.begunAt && session.way
            ? say(`sessionSince.${session.way}`, { since: moment(session.begunAt, language) })
            : null}{" "}
          {say("sessionUntil", { until: moment(session.expiresAt, language) })}
        </p>
      </div>
      {session.isThis ? null : (
        <button type="button" disabled={isBusy} aria-label={say("endOf", { name: browser })} onClick={end}>
          {say("end")}
        </button>
      )}
    </li>
  );
}
