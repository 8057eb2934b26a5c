/** The field in which one cell is changed. Enter and Tab keep, Esc drops; leaving the field keeps. */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../../ui/text";
import { type CellValue, type Column, read, type Typed } from "./columns";
import { ValueField } from "./ValueField";

export type Leave = "stay" | "down" | "next" | "previous";

interface Properties {
  readonly column: Column;
  readonly text: string;
  /** The text was typed over the cell: the cursor stands behind it instead of selecting it. */
  readonly typed: boolean;
  /** The server refused this text; it stays until somebody decides with Enter or Esc. */
  readonly refused: boolean;
  readonly label: string;
  readonly keep: (value: CellValue, leave: Leave) => void;
  readonly drop: () => void;
}

export function CellEditor({ column, text: before, typed, refused, label, keep, drop }: Properties): ReactNode {
  const say = useText("tables");
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<Extract<Typed, { code: string }>>();
  const field = useRef<HTMLElement | null>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
    if (typed) element.setSelectionRange(element.value.length, element.value.length);
    else element.select();
  }, [typed]);

  const finish = (leave: Leave): void => {
    if (isDone.current) return;
    const result = read(column, text);
    if ("code" in result) {
      setProblem(result);
      return;
    }
    isDone.current = true;
    keep(result.value, leave);
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      isDone.current = true;
      drop();
    } else if (event.key === "Enter" && !event.shiftKey) finish("down");
    else if (event.key === "Tab") finish(event.shiftKey ? "previous" : "next");
    else return;
    event.preventDefault();
  };
  const onBlur = (): void => {
    if (isDone.current) return;
    // What was refused, or cannot be kept, is not silently lost either: the field stays open with it.
    if (text === before && refused) return;
    if (text !== before || typed) finish("stay");
    else drop();
  };
  const hold = (element: HTMLElement | null): void => {
    field.current = element;
  };
  return (
    <>
      <ValueField
        {...{ column, text, label, hold, onBlur }}
        onText={setText}
        isInvalid={problem !== undefined}
        onKeyDown={onKey}
      />
      {problem ? (
        <span className="cell-problem" role="alert">
          {problemText(say, problem)}
        </span>
      ) : null}
    </>
  );
}

type Say = ReturnType<typeof useText<"tables">>;

export function problemText(say: Say, problem: Extract<Typed, { code: string }>): string {
  switch (problem.code) {
    case "empty":
      return say("empty_");
    case "tooLong":
      return say("tooLong", { hint: problem.hint });
    case "notAChoice":
      return say("notAChoice", { hint: problem.hint });
    default:
      return say(problem.code);
  }
}
