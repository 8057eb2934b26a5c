/** With what people show anew that it is they: their password, and the code of their second factor. */

import type { ReactNode } from "react";
import { useText } from "../ui/text";

interface Properties {
  readonly value: string;
  readonly set: (value: string) => void;
}

export function PasswordField({ label, value, set }: Properties & { readonly label: string }): ReactNode {
  return (
    <label>
      {label}
      <input
        type="password"
        autoComplete="current-password"
        required
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  );
}

export function CodeField({ value, set }: Properties): ReactNode {
  const say = useText("people");
  return (
    <label>
      {say("code")}
      <input
        type="text"
        autoComplete="one-time-code"
        maxLength={100}
        required
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  );
}
