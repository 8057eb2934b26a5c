/** How somebody signs in: with the organisation's identity provider, once they have connected their account with it. */

import { type ReactNode, useEffect, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { goToCompany, type Proof, type Ways } from "./company";
import type { Me } from "./me";
import { CodeField, PasswordField } from "./ProofFields";
import { useAsk } from "./useAsk";

export function SigningIn({ rest, me }: { readonly rest: Rest; readonly me: Me }): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    void ask(rest.get<Ways>("/api/session/ways")).then((told) => told && setWays(told));
  }, [ask, rest]);
  const name = ways?.company ?? null;
  if (name === null && !error) return null;
  return (
    <section className="form-section">
      <h3>{say("signingIn")}</h3>
      {name !== null && me.isConnected ? (
        <p>
          <bdi>{say("connectedWith", { name })}</bdi>
        </p>
      ) : null}
      {name !== null && !me.isConnected ? (
        <ConnectForm
          name={name}
          me={me}
          asks={ways?.passwords === true && me.hasPassword}
          isBusy={isBusy}
          send={(proof) => void ask(goToCompany(rest, proof))}
        />
      ) : null}
      <ErrorNotice error={error} />
    </section>
  );
}

interface ConnectProperties {
  readonly name: string;
  readonly me: Me;
  /** Whether the password is to be typed once more. */
  readonly asks: boolean;
  readonly isBusy: boolean;
  readonly send: (proof: Proof) => void;
}

function ConnectForm({ name, me, asks, isBusy, send }: ConnectProperties): ReactNode {
  const say = useText("people");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const needsCode = asks && me.hasSecondFactor;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        send({ ...(asks ? { password } : {}), ...(needsCode ? { code } : {}) });
        setPassword("");
        setCode("");
      }}
    >
      <p className="note">
        <bdi>{say("connectHint", { name })}</bdi>
      </p>
      {asks ? (
        <PasswordField label={say("password")} value={password} autoComplete="current-password" change={setPassword} />
      ) : null}
      {needsCode ? <CodeField value={code} change={setCode} /> : null}
      <div className="row">
        <button type="submit" disabled={isBusy}>
          <bdi>{say("connectWith", { name })}</bdi>
        </button>
      </div>
    </form>
  );
}
