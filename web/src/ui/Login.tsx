/** Getting in with the organisation's identity provider, a passkey, or a name and a password; links come in by themselves. */

import { type ReactNode, useEffect, useState } from "react";
import { goToCompany, type Ways } from "../people/company";
import type { Me } from "../people/me";
import { canUsePasskeys, comeInWithPasskey } from "../people/passkeys";
import { type Rest, ServerError } from "../session/rest";
import { ErrorText } from "./ErrorText";
import { useText } from "./text";

/** Why somebody is still outside. */
export interface Outside {
  readonly why: "loggedOut" | "ticketFailed" | "companyRefused" | "companyFailed";
  readonly error?: ServerError;
}

interface Properties {
  readonly rest: Rest;
  readonly outside: Outside;
  readonly entered: (me: Me) => void;
}

/** As it is without an identity provider, and while nobody has answered yet. */
const PASSWORDS: Ways = { passwords: true, passkeys: false, company: null };

export function Login({ rest, outside, entered }: Properties): ReactNode {
  const say = useText("frame");
  const [ways, setWays] = useState<Ways>(PASSWORDS);
  const [error, setError] = useState<ServerError | null>(outside.error ?? null);
  useEffect(() => {
    void rest.get<Ways>("/api/session/ways").then(setWays, () => undefined);
  }, [rest]);
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setError(null);
    try {
      await work;
    } catch (problem) {
      if (!(problem instanceof ServerError)) throw problem;
      setError(problem);
    }
  };
  const { why } = outside;
  return (
    <main className="door">
      <section className="card">
        <h1>Graphwright</h1>
        <p>{say(ways.company === null ? "loginHint" : "companyHint")}</p>
        {why === "ticketFailed" || why === "companyRefused" ? (
          <p className="note bad" role="alert">
            {say(why)}
          </p>
        ) : null}
        {ways.company === null ? null : (
          <button type="button" className="primary" onClick={() => void attempt(goToCompany(rest))}>
            <bdi>{say("signInWith", { name: ways.company })}</bdi>
          </button>
        )}
        {ways.passkeys && canUsePasskeys() ? (
          <button type="button" onClick={() => void attempt(comeInWithPasskey(rest).then(entered))}>
            {say("passkeyLogin")}
          </button>
        ) : null}
        {ways.passwords ? (
          <PasswordLogin
            isFirst={ways.company === null}
            needsCode={error?.fields.needs === "code"}
            enter={(name, password, code) =>
              void attempt(
                rest.post<Me>("/api/session", { name, password, ...(code !== "" && { code }) }).then(entered),
              )
            }
          />
        ) : null}
        {error?.fields.needs === "code" ? <p role="status">{say("codeNeeded")}</p> : null}
        {error && error.fields.needs !== "code" ? (
          <ErrorText error={{ code: error.code, message: error.message, retry: error.retry }} />
        ) : null}
      </section>
    </main>
  );
}

function PasswordLogin({
  isFirst,
  needsCode,
  enter,
}: {
  readonly isFirst: boolean;
  /** The password was right, and there is a second factor. */
  readonly needsCode: boolean;
  readonly enter: (name: string, password: string, code: string) => void;
}): ReactNode {
  const say = useText("frame");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        enter(name, password, code);
      }}
    >
      <label>
        {say("name")}
        <input
          type="text"
          autoComplete="username"
          value={name}
          required
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        {say("password")}
        <input
          type="password"
          autoComplete="current-password"
          value={password}
          required
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      {needsCode || code !== "" ? (
        <label>
          {say("loginCode")}
          <input
            type="text"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            required
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
      ) : null}
      <button type="submit" className={isFirst ? "primary" : ""}>
        {say("login")}
      </button>
    </form>
  );
}
