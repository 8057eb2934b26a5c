/** The list under a field that completes what is typed: with the arrow keys and Enter or Tab, or with the mouse. */

import { type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent, useId, useState } from "react";
import { TypeSign } from "../../ui/TypeSign";
import { useText } from "../../ui/text";
import { type Completion, type CompletionOption, completed } from "./completion";

interface Completing {
  readonly completion: Completion | undefined;
  readonly at: number;
  readonly list: string;
  readonly take: (option: CompletionOption) => void;
  readonly point: (index: number) => void;
  /** Whether a key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** What the field has to know. */
  readonly field: {
    readonly "aria-autocomplete": "list";
    readonly "aria-controls": string | undefined;
    readonly "aria-activedescendant": string | undefined;
    readonly onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
  };
}

export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  draft: string,
  setDraft: (text: string) => void,
  complete: (draft: string, caret: number) => Completion | undefined,
): Completing {
  const list = useId();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const completion = closedFor === draft ? undefined : complete(draft, Math.min(caret, draft.length));
  const chosen = Math.min(at, (completion?.options.length ?? 1) - 1);
  const take = (option: CompletionOption): void => {
    if (!completion) return;
    const [text, place] = completed(draft, completion, option);
    setDraft(text);
    setClosedFor(text);
    setCaret(place);
    setAt(0);
    requestAnimationFrame(() => field.current?.setSelectionRange(place, place));
  };
  return {
    completion,
    at: chosen,
    list,
    take,
    point: setAt,
    field: {
      "aria-autocomplete": "list",
      "aria-controls": completion && list, // the list is there only while it is shown
      "aria-activedescendant": completion ? `${list}-${chosen}` : undefined,
      onSelect: (event) => setCaret(event.currentTarget.selectionStart),
    },
    onKey: (event) => {
      const options = completion?.options;
      if (!options || event.nativeEvent.isComposing) return false;
      const isNaming = completion.end - completion.start < draft.length || draft.startsWith("@");
      const option = options[chosen];
      if (event.key === "ArrowDown") setAt((chosen + 1) % options.length);
      else if (event.key === "ArrowUp") setAt((chosen + options.length - 1) % options.length);
      else if (event.key === "Escape") setClosedFor(draft);
      // Enter sends what stands there; only a name that was begun with @ is taken by it.
      else if (option && (event.key === "Tab" || (event.key === "Enter" && isNaming && !event.shiftKey))) take(option);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

export function Completions({ completing }: { readonly completing: Completing }): ReactNode {
  const say = useText("chat");
  const { completion, at, list, take, point } = completing;
  if (!completion) return null;
  return (
    <ul className="palette completions" role="listbox" id={list} aria-label={say("completions")}>
      {completion.options.map((option, index) => (
        <li
          key={option.text}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault(); // the cursor stays in the field
            take(option);
          }}
          onMouseMove={() => point(index)}
        >
          {option.nodeType ? <TypeSign nodeType={option.nodeType} /> : null}
          <bdi>{option.label}</bdi>
          {option.nodeType ? <span className="note">{option.text}</span> : null}
        </li>
      ))}
    </ul>
  );
}
