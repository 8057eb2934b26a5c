/** A field with its name, the editor for what it holds, and why it was not kept. */

import { type ReactNode, useId } from "react";
import type { Attribute } from "../canvases/ontology";
import { useValueTitle } from "../canvases/useValueTitle";
import { LIMITS } from "../protocol";
import { useText } from "../ui/text";
import { type Editor, isWords, type Value } from "./editors";
import { ListEditor } from "./ListEditor";
import { Refused } from "./Refused";
import { type Field, type FieldContent, useField } from "./useField";

interface FieldRowProperties extends FieldContent {
  readonly label: string;
  readonly meaning?: string | undefined;
  readonly editor: Editor | "name" | "long";
  readonly attribute?: Attribute;
  /** The value itself, where the editor does not go by its text. */
  readonly value?: unknown;
  /** The selected elements hold different values. */
  readonly isMixed?: boolean;
  /** A choice that cannot be empty. */
  readonly isRequired?: boolean;
  /** Why nothing can be changed. */
  readonly obstacle: string | undefined;
}

export function FieldRow(properties: FieldRowProperties): ReactNode {
  const say = useText("element");
  const { label, meaning, editor, obstacle } = properties;
  const id = useId();
  const field = useField(properties);
  const { problem, refusal } = field;
  const isWrong = problem !== undefined || refusal !== undefined;
  const common: Common = {
    id,
    "aria-invalid": isWrong,
    "aria-describedby": isWrong ? `${id}-why` : undefined,
    disabled: obstacle !== undefined,
    title: obstacle ?? meaning,
  };
  return (
    <div className="field-row" data-editor={editor} data-wrong={isWrong}>
      <label htmlFor={id} title={meaning}>
        {label}
      </label>
      <div>
        <Control {...properties} field={field} common={common} />
        {isWrong ? (
          <div id={`${id}-why`} className="field-problem" role="alert">
            {problem ?? <Refused error={refusal} />}
          </div>
        ) : null}
        {field.isUnsaved && !isWrong ? (
          <div className="field-unsaved" role="status">
            {say("unsaved")}{" "}
            <button type="button" className="link" disabled={obstacle !== undefined} onClick={() => void field.keep()}>
              {say("saveIt")}
            </button>{" "}
            <button type="button" className="link" onClick={field.drop}>
              {say("dropIt")}
            </button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface Common {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
  readonly disabled: boolean;
  readonly title: string | undefined;
}

interface ControlProperties extends FieldRowProperties {
  readonly field: Field;
  readonly common: Common;
}

function Control(properties: ControlProperties): ReactNode {
  const say = useText("element");
  const { editor, field, common, isMixed = false, value } = properties;
  const typing = {
    ...common,
    value: field.text,
    placeholder: isMixed ? say("mixed") : undefined,
    onFocus: field.begin,
    onBlur: field.leave,
    onKeyDown: field.onKey,
  };
  switch (editor) {
    case "choice":
    case "boolean":
      return <Choice {...properties} />;
    case "list":
      return <ListEditor {...common} words={isWords(value) ? value : []} change={field.put} />;
    case "date":
      return <input {...typing} type="date" onChange={(event) => field.type(event.target.value)} />;
    case "number":
      return <input {...typing} type="text" inputMode="decimal" onChange={(event) => field.type(event.target.value)} />;
    case "name":
      return (
        <textarea
          {...typing}
          rows={1}
          data-lines="one"
          maxLength={LIMITS.nameLength}
          dir="auto"
          // A name is one line, however many it takes to show it.
          onChange={(event) => field.type(event.target.value.replace(/\s*\n\s*/g, " "))}
        />
      );
    default:
      return (
        <textarea
          {...typing}
          rows={editor === "long" ? 3 : 1}
          dir="auto"
          data-exact={editor === "json"}
          onChange={(event) => field.type(event.target.value)}
        />
      );
  }
}

function Choice({
  editor,
  attribute,
  field,
  common,
  isRequired = false,
  isMixed = false,
}: ControlProperties): ReactNode {
  const say = useText("element");
  const valueTitle = useValueTitle();
  const options = editor === "boolean" ? ["true", "false"] : (attribute?.options ?? []);
  const keep = (value: Value): void => void field.put(value);
  const read = (text: string): Value => {
    if (text === "") return null;
    return editor === "boolean" ? text === "true" : text;
  };
  return (
    <select
      {...common}
      value={isMixed ? MIXED : field.text}
      onFocus={field.begin}
      // The next change begins from what is there then.
      onBlur={field.leave}
      onChange={(event) => keep(read(event.target.value))}
    >
      {isMixed ? (
        <option value={MIXED} disabled>
          {say("mixed")}
        </option>
      ) : null}
      {isRequired ? null : <option value="">{say("unset")}</option>}
      {(options.includes(field.text) || field.text === "" ? options : [field.text, ...options]).map((each) => (
        <option key={each} value={each}>
          {editor === "boolean" ? say(each === "true" ? "yes" : "no") : valueTitle(attribute?.name ?? "", each)}
        </option>
      ))}
    </select>
  );
}

/** No option of a profile begins with a blank. */
const MIXED = " ";
