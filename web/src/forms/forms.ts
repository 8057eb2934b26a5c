/** The forms of a run: those it waits for, and those that are over. Pure. */

import type { Author, Form, Right, Step, Wait } from "../protocol";
import { RIGHTS } from "../protocol";
import { may, mayAskIn } from "../state/people";
import type { Runs } from "../state/runs";
import type { State } from "../state/state";

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

export function isWaitedFor(waits: readonly Wait[] | undefined, stepId: string): boolean {
  return openForms(waits).some((wait) => wait.stepId === stepId);
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

/** Those among them that wait for me: somebody else's questions are no work of mine. */
export function runsForMe(state: State): readonly string[] {
  return runsWithForms(state.runs.waits).filter((runId) => asksMe(state, runId) !== undefined);
}

/** What a run waits for, where I may answer something of it. */
export function asksMe(state: State, runId: string | undefined): readonly Wait[] | undefined {
  const waits = state.runs.waits.get(runId ?? "");
  const isMine = openForms(waits).some(({ form }) => mayAnswerIn(state, runId ?? "", form.whoMayAnswer));
  return isMine ? waits : undefined;
}

/** Whether I may answer a form of a run. What a newer server calls whoever may is left to it. */
export function mayAnswerIn(state: State, runId: string, whoMayAnswer: string): boolean {
  const { me, access } = state.connection;
  if (whoMayAnswer === "asker") {
    const asker = state.runs.runs.get(runId)?.author;
    return asker === undefined || asker.personId === me?.personId; // until it is known who asked, the server decides
  }
  if (!isRight(whoMayAnswer)) return true;
  return whoMayAnswer === "ask" ? mayAskIn(state) : may(access, whoMayAnswer);
}

export function isRight(word: string): word is Right {
  return RIGHTS.admin.some((right) => right === word);
}

/** The text of an answer without the questions that a form below asks: `- Label | one | two`. */
export function withoutAsked(text: string, forms: readonly { readonly form: Form }[]): string {
  const labels = new Set(forms.flatMap(({ form }) => form.fields.map((field) => field.label)));
  if (labels.size === 0) return text;
  const isAsked = (line: string): boolean => labels.has(line.match(/^- (.*?)(?: \|.*)?$/)?.[1]?.trim() ?? "");
  return text
    .split("\n")
    .filter((line) => !isAsked(line))
    .join("\n")
    .trimEnd();
}
