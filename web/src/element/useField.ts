/**
 * One field that is edited in place: what is typed is a draft until the field is left or Enter is pressed, Esc drops it,
 * and what cannot be kept stays in the field with the reason beside it.
 */

import { type KeyboardEvent, useRef, useState } from "react";
import { useWorkbench } from "../ui/workbench";
import type { Value } from "./editors";
import type { Refusal } from "./useEdit";

/** What a typed text becomes, or why it cannot. */
export type Reading = { readonly value: Value } | { readonly problem: string };

export interface FieldContent {
  readonly text: string;
  readonly read: (text: string) => Reading;
  readonly save: (value: Value, base: number) => Promise<Refusal>;
}

export interface Field {
  readonly text: string;
  readonly problem: string | undefined;
  readonly refusal: Refusal;
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

export function useField({ text, read, save }: FieldContent): Field {
  const { store } = useWorkbench();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const base = useRef<number>(undefined);
  const begin = (): void => {
    base.current ??= store.get().graph.revision;
  };
  const drop = (): void => {
    setDraft(undefined);
    setProblem(undefined);
    setRefusal(undefined);
    base.current = undefined;
  };
  const put = async (value: Value): Promise<boolean> => {
    begin();
    const refused = await save(value, base.current ?? 0);
    // Whoever has seen why may decide to keep it all the same: the next try counts from what is there now.
    base.current = undefined;
    setRefusal(refused);
    if (refused === undefined) setDraft(undefined);
    return refused === undefined;
  };
  const keep = async (given: string | undefined = draft): Promise<void> => {
    if (given === undefined || given === text) return drop();
    const reading = read(given);
    if (given !== draft) setDraft(given);
    setProblem("problem" in reading ? reading.problem : undefined);
    if ("value" in reading) await put(reading.value);
  };
  const leave = (): void => {
    if (refusal === undefined) void keep();
  };
  const type = (typed: string): void => {
    setDraft(typed);
    setRefusal(undefined);
    begin();
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
  return { text: draft ?? text, problem, refusal, begin, type, keep, leave, put, onKey };
}
