/** Getting in with a name and a password, for those who have no one-time link. */

import { type ReactNode, useState } from "react";
import type { Me } from "../people/me";
import { type Rest, ServerError } from "../session/rest";
import { ErrorText } from "./ErrorText";
import { useText } from "./text";

interface Properties {
  readonly rest: Rest;
  readonly ticketFailed: boolean;
  readonly entered: (me: Me) => void;
}

export function Login({ rest, ticketFailed, entered }: Properties): ReactNode {
  const say = useText("frame");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<ServerError | null>(null);
  const enter = async (): Promise<void> => {
    setError(null);
    try {
      entered(await rest.post<Me>("/api/session", { name, password }));
    } catch (problem) {
      if (!(problem instanceof ServerError)) throw problem;
      setError(problem);
    }
  };
  return (
    <main className="door">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <h1>Graphwright</h1>
        <p>{say("loginHint")}</p>
        {ticketFailed ? (
          <p className="note bad" role="alert">
            {say("ticketFailed")}
          </p>
        ) : null}
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
        <button type="submit" className="primary">
          {say("login")}
        </button>
        {error ? <ErrorText error={{ code: error.code, message: error.message, retry: error.retry }} /> : null}
      </form>
    </main>
  );
}
