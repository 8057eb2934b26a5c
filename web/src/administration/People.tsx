/** Everybody with an account: when they came in last, and how they do. */

import { type ReactNode, useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage } from "../ui/text";
import { useWords } from "./useWords";

export interface KnownPerson {
  readonly personId: string;
  readonly name: string;
  readonly isOwner: boolean;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly isConnected: boolean;
  /** The organisation's directory tells of them. */
  readonly inDirectory?: boolean;
  readonly isSuspended?: boolean;
  readonly sessions: number;
  readonly signedInAt?: string;
}

export function People({ rest }: { readonly rest: Rest }): ReactNode {
  const say = useWords();
  const language = useLanguage();
  const { error, ask } = useAsk();
  const [people, setPeople] = useState<readonly KnownPerson[]>([]);
  useEffect(() => {
    void ask(rest.get<{ readonly people: readonly KnownPerson[] }>("/api/people")).then(
      (answer) => answer && setPeople(answer.people),
    );
  }, [ask, rest]);
  return (
    <>
      <div className="administration" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("person")}</th>
              <th scope="col">{say("signedInAt")}</th>
              <th scope="col">{say("signsIn")}</th>
              <th scope="col">{say("sessions")}</th>
            </tr>
          </thead>
          <tbody>
            {people.map((each) => (
              <tr key={each.personId}>
                <th scope="row">
                  <bdi>{each.name}</bdi> {each.isOwner ? <span className="badge">{say("owner")}</span> : null}{" "}
                  {each.inDirectory ? <span className="badge">{say("inDirectory")}</span> : null}{" "}
                  {each.isSuspended ? <span className="badge">{say("isSuspended")}</span> : null}
                </th>
                <td>{each.signedInAt ? moment(each.signedInAt, language) : say("notKnown")}</td>
                <td>
                  {[
                    each.isConnected ? say("by.company") : null,
                    each.hasPassword ? say(each.hasSecondFactor ? "by.twoFactors" : "by.password") : null,
                  ]
                    .filter((way) => way !== null)
                    .join(", ") || say("by.link")}
                </td>
                <td>{each.sessions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ErrorNotice error={error} />
    </>
  );
}
