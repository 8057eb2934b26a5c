/** The forms of a run: those it waits for, and those that are over. Pure. */

import type { Author, Form, Step, Wait } from "../protocol";
import type { Runs } from "../state/runs";

/** What the step of a form holds once it is over. */
export interface Answered {
  readonly form: Form;
  readonly outcome: "answered" | "skipped" | "expired";
  readonly values: Readonly<Record<string, unknown>>;
  readonly assumption?: string;
  readonly person?: Author;
}

type OpenForm = Wait & { readonly form: Form };

export function openForms(waits: readonly Wait[] = []): readonly OpenForm[] {
  return waits.filter((wait): wait is OpenForm => wait.form !== undefined);
}

/** What became of a form; `undefined` for any other step, and while it waits. */
export function answeredOf({ kind, status, result }: Step): Answered | undefined {
  if (kind !== "interactive_form_wait" || (status !== "completed" && status !== "skipped")) return undefined;
  const answer = result as Partial<Answered> | undefined;
  return answer?.form && answer.outcome && answer.values ? (answer as Answered) : undefined;
}

/** Runs that wait for an answer in a form, the longest waiting first. */
export function runsWithForms(waits: Runs["waits"]): readonly string[] {
  return [...waits.keys()].filter((runId) => openForms(waits.get(runId)).length > 0);
}
