/** Choose a password, or another one. Whoever has one says it first. */

import { type ReactNode, useId, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import type { Me } from "./me";
import { PasswordField } from "./ProofFields";
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
        <PasswordField
          label={say("currentPassword")}
          autoComplete="current-password"
          value={current}
          change={setCurrent}
        />
      ) : null}
      <PasswordField
        label={say("newPassword")}
        autoComplete="new-password"
        minLength={10}
        maxLength={1000}
        aria-describedby={hint}
        autoFocus
        value={password}
        change={setPassword}
      />
      <PasswordField
        label={say("samePassword")}
        autoComplete="new-password"
        aria-invalid={isDifferent}
        value={again}
        change={setAgain}
      />
      <p className="note" id={hint}>
        {say("passwordHint")}
      </p>
      {isDifferent ? (
        <p className="note bad" role="alert">
          {say("different")}
        </p>
      ) : null}
      <ErrorNotice error={error} />
      <div className="row">
        <button type="submit" className="primary" disabled={isBusy || isDifferent}>
          {say("save")}
        </button>
      </div>
    </form>
  );
}
