/** How the mails do, and a test of the mail server with what it answers. */

import { type ReactNode, useState } from "react";
import type { MailProblem } from "../people/mail";
import { useAsk } from "../people/useAsk";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { useLanguage, useText } from "../ui/text";
import type { MailHealth } from "./installation";
import { useWords } from "./useWords";

interface Tested {
  readonly problem?: MailProblem;
  readonly reply?: string;
}

export function MailServer({ rest, told }: { readonly rest: Rest; readonly told: MailHealth }): ReactNode {
  const say = useWords();
  const sayPeople = useText("people");
  const language = useLanguage();
  const { isBusy, error, ask } = useAsk();
  const [address, setAddress] = useState("");
  const [tested, setTested] = useState<Tested | null>(null);
  const test = async (): Promise<void> => {
    setTested(null);
    setTested((await ask(rest.post<Tested>("/api/mail/test", { address, language }))) ?? null);
  };
  return (
    <section className="form-section">
      <h3>{say("mail")}</h3>
      <dl className="facts">
        <dt>{say("mailServer")}</dt>
        <dd>
          <bdi>{told.server}</bdi>
        </dd>
        <dt>{say("mailSender")}</dt>
        <dd>
          <bdi>{told.sender}</bdi>
        </dd>
        <dt>{say("mailPeople")}</dt>
        <dd>{told.people}</dd>
        <dt>{say("mailWaiting")}</dt>
        <dd>
          {told.waiting}
          {told.failing > 0 ? ` (${say("failing", { count: told.failing })})` : null}
        </dd>
        {told.givenUp > 0 ? (
          <>
            <dt>{say("mailGivenUp")}</dt>
            <dd>{told.givenUp}</dd>
          </>
        ) : null}
      </dl>
      {told.problem === undefined ? null : (
        <p className="note bad" role="status">
          {sayPeople(`mailProblem.${told.problem}`)}
        </p>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <label>
          {say("mailTestTo")}
          <input
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        <div className="row">
          <button type="submit" disabled={isBusy}>
            {say("mailTest")}
          </button>
        </div>
      </form>
      {tested === null ? null : (
        <p className={tested.problem === undefined ? "note" : "note bad"} role="status">
          {tested.problem === undefined ? say("mailTaken") : sayPeople(`mailProblem.${tested.problem}`)}{" "}
          {tested.reply ? <bdi>{say("mailReply", { text: tested.reply })}</bdi> : null}
        </p>
      )}
      <ErrorNotice error={error} />
    </section>
  );
}
