/** The organisation's directory: how it is let in, who came by it, and what it was refused. */

import { type ReactNode, useEffect, useState } from "react";
import { OnceShown } from "../people/OnceShown";
import { useAsk } from "../people/useAsk";
import type { Rest } from "../session/rest";
import { AskedButton } from "../ui/AskedButton";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage } from "../ui/text";
import { useWords } from "./useWords";

const DIRECTORY = "/api/directory";
const TOKEN = `${DIRECTORY}/token`;
const REASONS = ["notAuthenticated", "accessDenied", "conflict"] as const;

interface Refusal {
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

interface DirectoryRead {
  readonly address: string;
  readonly standing: {
    readonly tokenMadeAt: string | null;
    readonly userCount: number;
    readonly users: readonly { readonly name: string; readonly isSuspended: boolean; readonly changedAt: string }[];
    readonly groupCount: number;
    readonly groups: readonly {
      readonly name: string;
      readonly members: number;
      readonly givesAccess: boolean;
      readonly changedAt: string;
    }[];
    readonly news: { readonly heardAt?: string; readonly refused?: readonly Refusal[] };
  };
}

export function Directory({ rest }: { readonly rest: Rest }): ReactNode {
  const say = useWords();
  const language = useLanguage();
  const { isBusy, error, ask } = useAsk();
  const [told, setTold] = useState<DirectoryRead | null>(null);
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    void ask(rest.get<DirectoryRead>(DIRECTORY)).then((answer) => answer && setTold(answer));
  }, [ask, rest]);
  const change = async (work: Promise<{ readonly token?: string }>): Promise<void> => {
    const answer = await ask(
      work.then(async ({ token = null }) => ({ token, now: await rest.get<DirectoryRead>(DIRECTORY) })),
    );
    if (!answer) return;
    setMade(answer.token);
    setTold(answer.now);
  };
  const make = (): void => void change(rest.post<{ readonly token: string }>(TOKEN, {}));
  return (
    <>
      <p className="note administration-search">{say("directoryHint")}</p>
      {told ? (
        <>
          <dl className="facts">
            <dt>{say("directoryAddress")}</dt>
            <dd>
              <code>{told.address}</code>
            </dd>
            <dt>{say("directoryToken")}</dt>
            <dd>
              {told.standing.tokenMadeAt
                ? say("directoryTokenMade", { at: moment(told.standing.tokenMadeAt, language) })
                : say("noDirectory")}
            </dd>
            <dt>{say("heardAt")}</dt>
            <dd>{told.standing.news.heardAt ? moment(told.standing.news.heardAt, language) : say("notHeard")}</dd>
          </dl>
          {told.standing.tokenMadeAt ? (
            <div className="row wrap">
              <AskedButton text={say("renew")} question={say("renewQuestion")} run={make} />
              <AskedButton
                text={say("shutOut")}
                question={say("shutOutQuestion")}
                run={() => void change(rest.delete<object>(TOKEN))}
              />
            </div>
          ) : (
            <button type="button" className="primary" disabled={isBusy} onClick={make}>
              {say("letIn")}
            </button>
          )}
          {made ? <OnceShown key={made} label={say("newToken")} text={made} /> : null}
          <CameByIt told={told} />
        </>
      ) : null}
      <ErrorNotice error={error} />
    </>
  );
}

function CameByIt({ told: { standing } }: { readonly told: DirectoryRead }): ReactNode {
  const say = useWords();
  const language = useLanguage();
  const { users, groups, news } = standing;
  const refused = news.refused ?? [];
  const reason = (code: string): string => {
    const known = REASONS.find((each) => each === code);
    return say(known ? `refused.${known}` : "refused.other");
  };
  return (
    <>
      <section className="form-section">
        <h3>{say("usersOfDirectory", { count: standing.userCount })}</h3>
        <Table
          heads={[say("person"), say("standingOf"), say("changedAt")]}
          rows={users.map(({ name, isSuspended, changedAt }) => [
            name,
            say(isSuspended ? "isSuspended" : "isActive"),
            moment(changedAt, language),
          ])}
        />
        {users.length < standing.userCount ? (
          <p className="note">{say("newestOnly", { shown: users.length })}</p>
        ) : null}
      </section>
      <section className="form-section">
        <h3>{say("groupsOfDirectory", { count: standing.groupCount })}</h3>
        <Table
          heads={[say("group"), say("members"), say("givesAccess"), say("changedAt")]}
          rows={groups.map(({ name, members, givesAccess, changedAt }) => [
            name,
            members,
            say(givesAccess ? "accessGiven" : "accessNone"),
            moment(changedAt, language),
          ])}
        />
        {groups.length < standing.groupCount ? (
          <p className="note">{say("newestOnly", { shown: groups.length })}</p>
        ) : null}
      </section>
      <section className="form-section">
        <h3>{say("refusals")}</h3>
        {refused.length === 0 ? <p className="note">{say("noRefusals")}</p> : null}
        <Table
          heads={[say("at"), say("reason"), say("detail")]}
          rows={refused.map(({ at, code, message }) => [moment(at, language), reason(code), message])}
        />
      </section>
    </>
  );
}

interface TableProperties {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

function Table({ heads, rows }: TableProperties): ReactNode {
  if (rows.length === 0) return null;
  return (
    <div className="administration" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], place) => (
            <tr key={place}>
              <th scope="row">
                <bdi>{first}</bdi>
              </th>
              {others.map((each, column) => (
                <td key={heads[column + 1]}>
                  <bdi>{each}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
