/** How somebody signs in: with the organisation's identity provider, once their account is connected with it. */

import { type ReactNode, useEffect, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { goToCompany, type Ways } from "./company";
import type { Me } from "./me";
import { useAsk } from "./useAsk";

export function SigningIn({ rest, me }: { readonly rest: Rest; readonly me: Me }): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    void ask(rest.get<Ways>("/api/session/ways")).then((ways) => ways && setName(ways.company));
  }, [ask, rest]);
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
        <>
          <p className="note">
            <bdi>{say("connectHint", { name })}</bdi>
          </p>
          <button type="button" disabled={isBusy} onClick={() => void ask(goToCompany(rest, true))}>
            <bdi>{say("connectWith", { name })}</bdi>
          </button>
        </>
      ) : null}
      {error ? (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      ) : null}
    </section>
  );
}
