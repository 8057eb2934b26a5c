/**
 * One field that is edited in place: what is typed is a draft until the field is left or Enter is pressed, Esc drops it,
 * and what cannot be kept stays in the field with the reason beside it.
 */

import { type KeyboardEvent, useRef, useState } from "react";
import { useWorkbench } from "../ui/workbench";
import { type DraftPlace, draftAt, dropDraft, keepDraft } from "./drafts";
import type { Value } from "./editors";
import type { Refusal } from "./useEdit";

/** What a typed text becomes, or why it cannot. */
export type Reading = { readonly value: Value } | { readonly problem: string };

export interface FieldContent {
  readonly text: string;
  readonly read: (text: string) => Reading;
  readonly save: (value: Value, base: number) => Promise<Refusal>;
  /** Where what is typed is kept until it is sent; without it a reload loses it. */
  readonly draftPlace?: DraftPlace;
}

export interface Field {
  readonly text: string;
  readonly problem: string | undefined;
  readonly refusal: Refusal;
  /** It was typed before the page was loaded or the element opened again, and is not sent. */
  readonly isUnsaved: boolean;
  readonly drop: () => void;
  readonly begin: () => void;
  readonly type: (text: string) => void;
  /** Keeps what is typed; with a text, that one. */
  readonly keep: (text?: string) => Promise<void>;
  /** Keeps it when the field is left; what was refused waits for Enter or Esc, so that nobody is written over by leaving. */
  readonly leave: () => void;
  /** Whether it was taken. */
  readonly put: (value: Value) => Promise<boolean>;
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

export function useField({ text, read, save, draftPlace }: FieldContent): Field {
  const { store, project } = useWorkbench();
  const [found, setFound] = useState(() => draftPlace && draftAt(project, draftPlace));
  const [draft, setDraft] = useState(found?.text);
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const base = useRef(found?.base);
  const begin = (): void => {
    base.current ??= store.get().graph.revision;
  };
  const forget = (): void => {
    setFound(undefined);
    if (draftPlace) dropDraft(project, draftPlace);
  };
  const remember = (typed: string): void => {
    if (draftPlace) keepDraft(project, { ...draftPlace, text: typed, base: base.current ?? 0 });
  };
  const drop = (): void => {
    forget();
    setDraft(undefined);
    setProblem(undefined);
    setRefusal(undefined);
    base.current = undefined;
  };
  const put = async (value: Value, sent: string | undefined = draft): Promise<boolean> => {
    begin();
    // From here on the session keeps it (`session/outbox.ts`).
    forget();
    const refused = await save(value, base.current ?? 0);
    // Whoever has seen why may decide to keep it all the same: the next try counts from what is there now.
    base.current = undefined;
    setRefusal(refused);
    // What was typed on meanwhile is not what was sent.
    if (refused === undefined) setDraft((now) => (now === sent ? undefined : now));
    else if (sent !== undefined) remember(sent);
    return refused === undefined;
  };
  const keep = async (given: string | undefined = draft): Promise<void> => {
    if (given === undefined || given === text) return drop();
    const reading = read(given);
    if (given !== draft) setDraft(given);
    setProblem("problem" in reading ? reading.problem : undefined);
    if ("value" in reading) await put(reading.value, given);
  };
  const leave = (): void => {
    if (refusal === undefined) void keep();
  };
  const type = (typed: string): void => {
    setDraft(typed);
    setRefusal(undefined);
    begin();
    remember(typed);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isLong = event.currentTarget instanceof HTMLTextAreaElement && event.currentTarget.dataset.lines !== "one";
    if (event.key === "Escape" && draft !== undefined) drop();
    else if (event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey)) void keep();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isUnsaved = found !== undefined && draft === found.text && draft !== text;
  return { text: draft ?? text, problem, refusal, isUnsaved, drop, begin, type, keep, leave, put, onKey };
}
