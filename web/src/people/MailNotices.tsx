/** What others say to me, by mail: my address and its code, what is mailed there, and the end of it. */

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { useLanguage, useText } from "../ui/text";
import { MAIL, type MailChoices } from "./mail";
import { useAsk } from "./useAsk";

export function MailNotices({ rest }: { readonly rest: Rest }): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const { isBusy, error, ask } = useAsk();
  const [told, setTold] = useState<MailChoices | null>(null);
  const [isChanging, setChanging] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const wasAwaited = useRef(false);
  useEffect(() => {
    void ask(rest.get<MailChoices>(MAIL)).then((answer) => answer && setTold(answer));
  }, [ask, rest]);
  const change = async (work: Promise<MailChoices>): Promise<boolean> => {
    const answer = await ask(work);
    if (answer) setTold(answer);
    return answer !== undefined;
  };
  const give = async (address: string): Promise<void> => {
    if (await change(rest.put<MailChoices>(MAIL, { address, language }))) setChanging(false);
  };
  const forget = async (): Promise<void> => setForgotten(await change(rest.delete<MailChoices>(MAIL)));
  // The form with the code goes, and what somebody chooses next has the focus.
  const isAwaited = told?.awaited !== undefined;
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) first.current?.focus();
    wasAwaited.current = isAwaited;
  }, [isAwaited]);
  if (!told?.isOffered) return <ErrorNotice error={error} />;
  const { address, awaited, problem, givenUpAt } = told;
  const choose = (chosen: Partial<MailChoices>): void =>
    void change(rest.patch<MailChoices>(MAIL, { ...chosen, language }));
  return (
    <section className="form-section">
      <h3>{say("mail")}</h3>
      {address === undefined ? <p className="note">{say("mailHint")}</p> : null}
      {address === undefined ? null : (
        <div className="row wrap">
          <p className="logged-in-as">
            <bdi>{say("mailGoes", { address })}</bdi>
          </p>
          <button type="button" disabled={isBusy} aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
            {say("mailOther")}
          </button>
          <button type="button" disabled={isBusy} onClick={() => void forget()}>
            {say("mailForget")}
          </button>
        </div>
      )}
      {givenUpAt === undefined ? null : (
        <p className="note bad" role="status">
          {say("mailGivenUp")}
        </p>
      )}
      {problem === undefined ? null : (
        <p className="note bad" role="status">
          {say(`mailProblem.${problem}`)}
        </p>
      )}
      {address === undefined ? null : (
        <div className="mail-choices options" role="group" aria-label={say("mailOf")}>
          <label className="check">
            <input
              ref={first}
              type="checkbox"
              checked={told.comments ?? false}
              onChange={(event) => choose({ comments: event.target.checked })}
            />
            {say("mailComments")}
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={told.reviews ?? false}
              onChange={(event) => choose({ reviews: event.target.checked })}
            />
            {say("mailReviews")}
          </label>
          {told.comments || told.reviews ? null : <p className="note">{say("mailNothing")}</p>}
        </div>
      )}
      {awaited === undefined || isChanging ? null : (
        <CodeForm
          awaited={awaited}
          isBusy={isBusy}
          confirm={(code) => void change(rest.post<MailChoices>(`${MAIL}/confirmation`, { code }))}
          change={() => setChanging(true)}
        />
      )}
      {(address === undefined && awaited === undefined) || isChanging ? (
        <AddressForm isBusy={isBusy} isFocused={isChanging || isForgotten} give={(text) => void give(text)} />
      ) : null}
      <ErrorNotice error={error} />
    </section>
  );
}

interface AddressProperties {
  readonly isBusy: boolean;
  readonly isFocused: boolean;
  readonly give: (address: string) => void;
}

function AddressForm({ isBusy, isFocused, give }: AddressProperties): ReactNode {
  const say = useText("people");
  const [text, setText] = useState("");
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        give(text);
      }}
    >
      <label>
        {say("mailAddress")}
        <input
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          autoFocus={isFocused}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="row">
        <button type="submit" disabled={isBusy}>
          {say("mailSendCode")}
        </button>
      </div>
    </form>
  );
}

interface CodeProperties {
  readonly awaited: string;
  readonly isBusy: boolean;
  readonly confirm: (code: string) => void;
  readonly change: () => void;
}

function CodeForm({ awaited, isBusy, confirm, change }: CodeProperties): ReactNode {
  const say = useText("people");
  const hint = useId();
  const [code, setCode] = useState("");
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        confirm(code);
      }}
    >
      <p className="note" id={hint} role="status">
        <bdi>{say("mailCodeSent", { address: awaited })}</bdi>
      </p>
      <label>
        {say("code")}
        <input
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          autoFocus
          aria-describedby={hint}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <div className="row wrap">
        <button type="submit" className="primary" disabled={isBusy}>
          {say("mailConfirm")}
        </button>
        <button type="button" disabled={isBusy} onClick={change}>
          {say("mailOther")}
        </button>
      </div>
    </form>
  );
}
