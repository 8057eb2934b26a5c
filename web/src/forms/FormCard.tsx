/** A form that a run waits for: what is asked, what happens without an answer, until when, and who may answer. */

import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Form } from "../protocol";
import { Kept, windowStorage } from "../session/kept";
import { ServerError } from "../session/rest";
import { ErrorText } from "../ui/ErrorText";
import { keyLabel } from "../ui/keyboard";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { Assumptions } from "./Assumptions";
import { FormField } from "./FormField";
import { isRight, isWaitedFor, mayAnswerIn } from "./forms";
import { NamedText } from "./NamedText";
import { maySkip, opening, read, type Typed } from "./values";
import "./forms.css";

interface Properties {
  readonly runId: string;
  readonly stepId: string;
  readonly form: Form;
  readonly expiresAt?: string | undefined;
  /** Where it stands in the way of something else it may be folded to one line. */
  readonly isFoldable?: boolean;
}

interface Asked extends Properties {
  /** Who may answer, in words. */
  readonly why: string;
}

/** Those that were folded away, by step. */
const folded = new Kept<true>("form-folded", windowStorage());

/** What was typed and not sent yet, by step; it survives a reload of the page. */
const kept = new Kept<Typed>("form", windowStorage());

function forget(stepId: string): void {
  for (const each of [kept, folded]) if (each.get(stepId) !== undefined) each.set(stepId, undefined);
}

export function FormCard(properties: Properties): ReactNode {
  const { mayAnswer, why } = useWhoMayAnswer(properties.runId, properties.form.whoMayAnswer);
  return mayAnswer ? <MyForm {...properties} why={why} /> : <ForOthers form={properties.form} why={why} />;
}

function MyForm({ runId, stepId, form, expiresAt, isFoldable = false, why }: Asked): ReactNode {
  const say = useText("forms");
  const { session, store } = useWorkbench();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const begun = useSyncExternalStore(kept.subscribe, () => kept.get(stepId));
  const [fresh] = useState(() => opening(form));
  const typed = begun ?? fresh;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ServerError>();
  const { values, wrong } = read(form, typed);
  useForgetting(runId, stepId);
  const isFolded = useSyncExternalStore(folded.subscribe, () => folded.get(stepId)) === true && isFoldable;

  const tell = async (answer: { readonly values: typeof values } | { readonly skip: true }): Promise<void> => {
    const visit = toasts.visit();
    setBusy(true);
    setError(undefined);
    try {
      await session.send({ type: "form.answer", runId, stepId, ...answer });
      forget(stepId);
    } catch (refusal) {
      if (!(refusal instanceof ServerError)) throw refusal;
      // Whom somebody else was faster than has no form any more where it could stand.
      if (isWaitedFor(store.get().runs.waits.get(runId), stepId)) setError(refusal);
      else toasts.error(refusal, visit);
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
      data-folded={isFolded}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.stopPropagation();
        submit(event);
      }}
    >
      <Head
        id={`${id}-title`}
        count={form.fields.length}
        {...(isFoldable && { isFolded, fold: () => folded.set(stepId, isFolded ? undefined : true) })}
      />
      {/* The name is the group's: as that of the form it would make a landmark, in the chat and in the drawer. */}
      <fieldset aria-labelledby={`${id}-title`} disabled={isBusy}>
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
      <Foot form={form} why={why} deadline={form.deadline ?? expiresAt} />
    </form>
  );
}

/** Whoever answered it, here or elsewhere: of what is over nothing is kept. */
function useForgetting(runId: string, stepId: string): void {
  const { store } = useWorkbench();
  useEffect(
    () => () => {
      if (!isWaitedFor(store.get().runs.waits.get(runId), stepId)) forget(stepId);
    },
    [store, runId, stepId],
  );
}

interface HeadProperties {
  readonly id: string;
  readonly count: number;
  readonly isFolded?: boolean;
  readonly fold?: () => void;
}

function Head({ id, count, isFolded, fold }: HeadProperties): ReactNode {
  const say = useText("forms");
  return (
    <div className="form-head">
      <h3 id={id}>
        {say("asked", { count })}{" "}
        <span className="badge" data-status="waiting">
          {say("waiting")}
        </span>
      </h3>
      {fold ? (
        <button type="button" className="quiet" aria-expanded={!isFolded} onClick={fold}>
          {say(isFolded ? "unfold" : "fold")}
        </button>
      ) : null}
    </div>
  );
}

interface FootProperties {
  readonly form: Form;
  readonly why: string;
  readonly deadline: string | undefined;
}

/** What happens without an answer, who may give one, and until when. */
function Foot({ form, why, deadline }: FootProperties): ReactNode {
  const say = useText("forms");
  const language = useLanguage();
  return (
    <>
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
    </>
  );
}

/** Whether I may answer a form of a run, and who may. */
function useWhoMayAnswer(runId: string, whoMayAnswer: string): { readonly mayAnswer: boolean; readonly why: string } {
  const say = useText("forms");
  const asker = useStore((state) => state.runs.runs.get(runId)?.author);
  const mayAnswer = useStore((state) => mayAnswerIn(state, runId, whoMayAnswer));
  if (whoMayAnswer === "asker") {
    return { mayAnswer, why: say(mayAnswer ? "may.asker" : "mayNotAsker", { name: asker?.name ?? "" }) };
  }
  if (!isRight(whoMayAnswer)) return { mayAnswer, why: whoMayAnswer };
  return { mayAnswer, why: say(mayAnswer ? `may.${whoMayAnswer}` : "mayNot") };
}

/** For whoever may not answer: one quiet line, behind which stands what is asked, and why it is not asked of them. */
function ForOthers({ form, why }: { readonly form: Form; readonly why: string }): ReactNode {
  const say = useText("forms");
  return (
    <details className="note form-others">
      <summary>{say("othersAsked", { count: form.fields.length })}</summary>
      <ul>
        {form.fields.map((field) => (
          <li key={field.key}>
            <NamedText text={field.label} />
          </li>
        ))}
      </ul>
      <p>
        <bdi>{why}</bdi>
      </p>
    </details>
  );
}
