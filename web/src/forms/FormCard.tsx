/** A form that a run waits for: what is asked, what happens without an answer, until when, and who may answer. */

import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Form, Right } from "../protocol";
import { RIGHTS } from "../protocol";
import { Kept, windowStorage } from "../session/kept";
import { ServerError } from "../session/rest";
import { may, mayAskIn } from "../state/people";
import { ErrorText } from "../ui/ErrorText";
import { keyLabel } from "../ui/keyboard";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { Assumptions } from "./Assumptions";
import { FormField } from "./FormField";
import { maySkip, opening, read, type Typed } from "./values";
import "./forms.css";

interface Properties {
  readonly runId: string;
  readonly stepId: string;
  readonly form: Form;
  readonly expiresAt?: string | undefined;
}

/** What was typed and not sent yet, by step; it survives a reload of the page. */
const kept = new Kept<Typed>("form", windowStorage());

export function FormCard({ runId, stepId, form, expiresAt }: Properties): ReactNode {
  const say = useText("forms");
  const language = useLanguage();
  const { session } = useWorkbench();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const begun = useSyncExternalStore(kept.subscribe, () => kept.get(stepId));
  const [fresh] = useState(() => opening(form));
  const typed = begun ?? fresh;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ServerError>();
  const { mayAnswer, why } = useWhoMayAnswer(runId, form.whoMayAnswer);
  const { values, wrong } = read(form, typed);
  const deadline = form.deadline ?? expiresAt;

  const tell = async (answer: { readonly values: typeof values } | { readonly skip: true }): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await session.send({ type: "form.answer", runId, stepId, ...answer });
      kept.set(stepId, undefined);
    } catch (refusal) {
      if (!(refusal instanceof ServerError)) throw refusal;
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent | KeyboardEvent): void => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(wrong).length === 0) return void tell({ values });
    // To the first field that is wrong.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  return (
    <form
      ref={element}
      className="card form-card"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.stopPropagation();
        submit(event);
      }}
    >
      <h3 id={`${id}-title`}>
        {say("asked", { count: form.fields.length })}{" "}
        <span className="badge" data-status="waiting">
          {say("waiting")}
        </span>
      </h3>
      {/* The name is the group's: as that of the form it would make a landmark, in the chat and in the drawer. */}
      <fieldset aria-labelledby={`${id}-title`} disabled={!mayAnswer || isBusy}>
        {form.fields.map((field) => (
          <FormField
            key={field.key}
            id={`${id}-${field.key}`}
            field={field}
            typed={typed[field.key] ?? ""}
            // What has not been sent is only wrong when something was typed.
            wrong={isTried || wrong[field.key] !== "required" ? wrong[field.key] : undefined}
            change={(value) => kept.set(stepId, { ...typed, [field.key]: value })}
          />
        ))}
        {error ? <ErrorText error={error} /> : null}
        <div className="form-actions">
          <button type="submit" className="primary" title={keyLabel("Mod+Enter")}>
            {say("answer")}
          </button>
          {maySkip(form) ? (
            <button type="button" onClick={() => void tell({ skip: true })}>
              {say("goOn")}
            </button>
          ) : null}
        </div>
      </fieldset>
      {maySkip(form) && form.assumptionOnSkip ? (
        <Assumptions title={say("assumption")} text={form.assumptionOnSkip} isFolded />
      ) : null}
      <p className="note">
        <bdi>{why}</bdi>
        {deadline ? (
          <>
            {" "}
            · {say("until")} <time dateTime={deadline}>{moment(deadline, language)}</time>
          </>
        ) : null}
        {form.fields.some((field) => field.required) ? <> · {say("requiredHint")}</> : null}
      </p>
    </form>
  );
}

/** Whether I may answer a form of a run, and who may. */
function useWhoMayAnswer(runId: string, whoMayAnswer: string): { readonly mayAnswer: boolean; readonly why: string } {
  const say = useText("forms");
  const access = useStore((state) => state.connection.access);
  const mayAsk = useStore(mayAskIn);
  const asker = useStore((state) => state.runs.runs.get(runId)?.author);
  const me = useStore((state) => state.connection.me?.personId);
  if (whoMayAnswer === "asker") {
    const isMine = asker === undefined || asker.personId === me; // until it is known who asked, the server decides
    return { mayAnswer: isMine, why: say(isMine ? "may.asker" : "mayNotAsker", { name: asker?.name ?? "" }) };
  }
  if (!isRight(whoMayAnswer)) return { mayAnswer: true, why: whoMayAnswer };
  const mayAnswer = whoMayAnswer === "ask" ? mayAsk : may(access, whoMayAnswer);
  return { mayAnswer, why: say(mayAnswer ? `may.${whoMayAnswer}` : "mayNot") };
}

function isRight(word: string): word is Right {
  return RIGHTS.admin.some((right) => right === word);
}
