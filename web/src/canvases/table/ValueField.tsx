/** The field for a value of a column, by what the column can hold: a choice, yes or no, a number, a line, or a longer text. */

import type { ChangeEvent, FocusEvent, KeyboardEvent, ReactNode, Ref } from "react";
import { useText } from "../../ui/text";
import { useValueTitle } from "../useValueTitle";
import type { Column } from "./columns";

interface Properties {
  readonly column: Column;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly label: string;
  readonly isInvalid?: boolean;
  readonly hold?: Ref<HTMLElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onBlur?: (event: FocusEvent) => void;
}

type Field = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement;

export function ValueField({ column, text, onText, label, isInvalid, hold, onKeyDown, onBlur }: Properties): ReactNode {
  const say = useText("tables");
  const valueTitle = useValueTitle();
  const common = {
    ref: hold as Ref<Field>,
    "aria-label": label,
    "aria-invalid": isInvalid,
    value: text,
    onKeyDown,
    onBlur,
    onChange: (event: ChangeEvent<Field>): void => onText(event.target.value),
  };
  const attribute = column.kind === "attribute" ? column.attribute : undefined;
  switch (attribute?.type) {
    case "choice":
    case "boolean": {
      const options = attribute.type === "boolean" ? ["true", "false"] : (attribute.options ?? []);
      return (
        <select {...common}>
          <option value="">{say("unset")}</option>
          {(options.includes(text) || text === "" ? options : [text, ...options]).map((each) => (
            <option key={each} value={each}>
              {attribute.type === "boolean" && options.includes(each)
                ? say(each === "true" ? "yes" : "no")
                : valueTitle(attribute.name, each)}
            </option>
          ))}
        </select>
      );
    }
    case "number":
      return <input {...common} inputMode="decimal" />;
    default:
      return column.kind === "name" ? <input {...common} /> : <textarea {...common} rows={3} />;
  }
}
