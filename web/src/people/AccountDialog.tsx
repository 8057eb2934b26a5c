/** One's own account: how one signs in and where one is, the API tokens, and the way out. */

import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { Rest } from "../session/rest";
import type { Session } from "../session/session";
import { isEnabled, perform } from "../ui/commands";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { late } from "../ui/late";
import { logOut } from "../ui/looks";
import { useText } from "../ui/text";
import { MailNotices } from "./MailNotices";
import type { Me } from "./me";
import { Passkeys } from "./Passkeys";
import { PasswordForm } from "./PasswordForm";
import { PeopleList } from "./PeopleList";
import { SecondFactor } from "./SecondFactor";
import { SessionList } from "./SessionList";
import { SigningIn } from "./SigningIn";
import { TokenList } from "./TokenList";
import { useAsk } from "./useAsk";

const AdministrationDialog = late(() => import("../administration/AdministrationDialog"));

interface Properties {
  readonly rest: Rest;
  /** The open project, if there is one. */
  readonly session?: Session;
  readonly close: () => void;
}

export function AccountDialog({ rest, session, close }: Properties): ReactNode {
  const say = useText("people");
  const sayFrame = useText("frame");
  const [me, setMe] = useState<Me | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [isAdministering, setAdministering] = useState(false);
  const { error, ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<Me>("/api/session")).then((answer) => answer && setMe(answer));
  }, [ask, rest]);
  const leave = (): Promise<void> => logOut(rest, session, ask);
  const saved = (newMe: Me): void => {
    setMe(newMe);
    setSaved(true);
  };
  if (me && isAdministering) {
    return (
      <Suspense fallback={null}>
        <AdministrationDialog rest={rest} me={me} close={close} />
      </Suspense>
    );
  }
  return (
    <Dialog title={say("account")} close={close} wide>
      {me ? (
        <>
          <div className="row wrap">
            <p className="logged-in-as">
              <bdi>{say("signedInAs", { name: me.person.name })}</bdi>
            </p>
            {isEnabled("models") ? (
              <button
                type="button"
                onClick={() => {
                  close();
                  perform("models");
                }}
              >
                {sayFrame("models")}
              </button>
            ) : null}
            {me.access === "admin" ? (
              <button type="button" onClick={() => setAdministering(true)}>
                {say("administration")}
              </button>
            ) : null}
            <button type="button" onClick={() => void leave()}>
              {say("logout")}
            </button>
          </div>
          <SigningIn rest={rest} me={me} />
          {me.mayChoosePassword ? (
            <section className="form-section">
              <h3>{say(me.hasPassword ? "changePassword" : "choosePassword")}</h3>
              <PasswordForm rest={rest} me={me} saved={saved} />
              {isSaved ? (
                <p className="note" role="status">
                  {say("passwordSaved")}
                </p>
              ) : null}
            </section>
          ) : null}
          {me.hasPassword ? <SecondFactor rest={rest} me={me} /> : null}
          <Passkeys rest={rest} me={me} />
          <MailNotices rest={rest} />
          <section className="form-section">
            <h3>{say("sessions")}</h3>
            <SessionList rest={rest} me={me} />
          </section>
          <section className="form-section">
            <h3>{say("tokens")}</h3>
            <TokenList rest={rest} />
          </section>
          {me.access === "admin" ? (
            <section className="form-section">
              <h3>{say("people")}</h3>
              <PeopleList rest={rest} />
            </section>
          ) : null}
          <section className="form-section">
            <h3>{say("personalData")}</h3>
            <p className="note">{say("personalDataHint")}</p>
            <a href="/api/session/data" download="my-data.jsonl">
              {say("personalDataDownload")}
            </a>
          </section>
        </>
      ) : null}
      {!me && !error ? <p className="note">{say("loading")}</p> : null}
      <ErrorNotice error={error} />
    </Dialog>
  );
}
