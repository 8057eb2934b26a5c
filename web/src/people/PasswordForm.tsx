/** Choose a password, or another one. Whoever has one says it first. */

import { type ReactNode, useId, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import type { Me } from "./me";
import { useAsk } from "./useAsk";

interface Properties {
  readonly rest: Rest;
  readonly me: Me;
  readonly saved: (me: Me) => void;
}

export function PasswordForm({ rest, me, saved }: Properties): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const hint = useId();
  const isDifferent = again !== "" && again !== password;
  const save = async (): Promise<void> => {
    if (password !== again) return;
    const body = me.hasPassword ? { password, current } : { password };
    const answer = await ask(rest.put<Me>("/api/session/password", body));
    if (!answer) return;
    setCurrent("");
    setPassword("");
    setAgain("");
    saved(answer);
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {/* Password managers look for the name beside the password. */}
      <input
        type="text"
        className="visually-hidden"
        autoComplete="username"
        value={me.person.name}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {me.hasPassword ? (
        <label>
          {say("currentPassword")}
          <input
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </label>
      ) : null}
      <label>
        {say("newPassword")}
        <input
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={1000}
          aria-describedby={hint}
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <label>
        {say("samePassword")}
        <input
          type="password"
          autoComplete="new-password"
          required
          aria-invalid={isDifferent}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
      </label>
      <p className="note" id={hint}>
        {say("passwordHint")}
      </p>
      {isDifferent ? (
        <p className="note bad" role="alert">
          {say("different")}
        </p>
      ) : null}
      {error ? (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      ) : null}
      <div className="row">
        <button type="submit" className="primary" disabled={isBusy || isDifferent}>
          {say("save")}
        </button>
      </div>
    </form>
  );
}
