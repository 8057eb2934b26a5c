/** With what people show that it is they: a password, and the code of their second factor. */

import type { ComponentProps, ReactNode } from "react";
import { useText } from "../ui/text";

interface FieldProperties extends Omit<ComponentProps<"input">, "onChange" | "type"> {
  readonly label: string;
  readonly change: (text: string) => void;
}

export function PasswordField({ label, change, ...input }: FieldProperties): ReactNode {
  return (
    <label>
      {label}
      <input type="password" required {...input} onChange={(event) => change(event.target.value)} />
    </label>
  );
}

export function CodeField({ value, change }: Pick<FieldProperties, "change"> & { readonly value: string }): ReactNode {
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
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}
