/** An error in the one form errors have here: what happened, that nothing was changed, what to do, its code. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { English } from "../locales/translation";
import type { Problem, StoredError } from "../protocol";
import { isSaid, type Say, useText } from "./text";

type Known<Prefix extends string> = keyof English["frame"] extends infer Key
  ? Key extends `${Prefix}.${infer Code}`
    ? Code
    : never
  : never;

export function ErrorText({ error }: { readonly error: StoredError }): ReactNode {
  const say = useText("frame");
  const details = JSON.stringify(error, null, 2);
  // A server that went away in the middle may have done it: then nobody can say that nothing was changed.
  const isUnknown = error.fields?.outcome === "unknown";
  return (
    <div className="error-text">
      <strong>{isUnknown ? say("happened.outcomeUnknown") : happened(say, error.code)}</strong>
      {isUnknown ? null : <Message error={error} />}
      <Problems error={error} />
      <p>{isUnknown ? say("outcomeUnknown") : `${say("changeNone")} ${whatToDo(say, error)}`}</p>
      <p className="note">
        {say("code")}: <code>{error.code}</code>{" "}
        <button type="button" className="link" onClick={() => void navigator.clipboard.writeText(details)}>
          {say("copyDetails")}
        </button>
      </p>
    </div>
  );
}

/** The same where something was asked for and refused: read out as soon as it is there. */
export function ErrorNotice({ error }: { readonly error: StoredError | null | undefined }): ReactNode {
  return error ? (
    <div role="alert">
      <ErrorText error={error} />
    </div>
  ) : null;
}

/** What was refused; of a quota in the reader's language, as the server says it to those who have no catalogue. */
function Message({ error: { message, fields } }: { readonly error: StoredError }): ReactNode {
  const told = useTold();
  const limit = fields?.limit;
  if (typeof fields?.quota === "string" && typeof limit === "number") {
    const values = { ...(fields as Readonly<Record<string, string | number>>), count: limit };
    const whom = fields.contact === "" ? "quotas.askOperator" : "quotas.askContact";
    return (
      <p>
        <bdi>{told.note({ kind: "term", key: `quotas.${fields.quota}`, values })}</bdi>{" "}
        <bdi>{told.note({ kind: "term", key: whom, values })}</bdi>
      </p>
    );
  }
  return message === "" ? null : (
    <p>
      <bdi>{message}</bdi>
    </p>
  );
}

/** A change set may be refused for several reasons at once; each names its operation, or the element of a file. */
function Problems({ error }: { readonly error: StoredError }): ReactNode {
  const told = useTold();
  const problems = error.fields?.problems;
  if (!Array.isArray(problems)) return null;
  return (
    <ul>
      {problems.map((problem: Problem, index) => (
        <li key={index}>
          {problem.path.startsWith("$") ? null : <bdi>{problem.path}: </bdi>}
          <bdi>{told.message(problem)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function happened(say: Say<"frame">, code: string): string {
  return say(`happened.${isSaid("frame", `happened.${code}`) ? (code as Known<"happened">) : "other"}`);
}

/** A change set that was refused is put right like anything else that was asked wrongly. */
function whatToDo(say: Say<"frame">, { code, retry }: StoredError): string {
  const otherwise = retry === "model" ? "invalidCommand" : "other";
  return say(`error.${isSaid("frame", `error.${code}`) ? (code as Known<"error">) : otherwise}`);
}
