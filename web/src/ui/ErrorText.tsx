/** An error in the one form errors have here: what happened, that nothing was changed, what to do, its code. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { Problem, StoredError } from "../protocol";
import { type Say, useText } from "./text";
import { words } from "./words";

type Words = (typeof words)["en"];
type Known<Prefix extends string> = keyof Words extends infer Key
  ? Key extends `${Prefix}.${infer Code}`
    ? Code
    : never
  : never;

export function ErrorText({ error }: { readonly error: StoredError }): ReactNode {
  const say = useText(words);
  const details = JSON.stringify(error, null, 2);
  return (
    <div className="error-text">
      <strong>{happened(say, error.code)}</strong>
      <p>
        <bdi>{error.message}</bdi>
      </p>
      <Problems error={error} />
      <p>
        {say("changeNone")} {whatToDo(say, error.code)}
      </p>
      <p className="note">
        {say("code")}: <code>{error.code}</code>{" "}
        <button type="button" className="link" onClick={() => void navigator.clipboard.writeText(details)}>
          {say("copyDetails")}
        </button>
      </p>
    </div>
  );
}

/** A change set may be refused for several reasons at once; each names its operation. */
function Problems({ error }: { readonly error: StoredError }): ReactNode {
  const told = useTold();
  const problems = error.fields?.problems;
  if (!Array.isArray(problems)) return null;
  return (
    <ul>
      {problems.map((problem: Problem, index) => (
        <li key={index}>
          <bdi>{told.message(problem)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function happened(say: Say<Words>, code: string): string {
  return say(`happened.${isKnown("happened", code) ? (code as Known<"happened">) : "other"}`);
}

function whatToDo(say: Say<Words>, code: string): string {
  return say(`error.${isKnown("error", code) ? (code as Known<"error">) : "other"}`);
}

function isKnown(prefix: string, code: string): boolean {
  return `${prefix}.${code}` in words.en;
}
