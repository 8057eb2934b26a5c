/** One question of a form, by its type. */

import type { ReactNode } from "react";
import { useText } from "../ui/text";
import { NamedText } from "./NamedText";
import type { Field, Wrong } from "./values";

/** More options than this become a list to pull down. */
const RADIOS = 6;

interface Properties {
  readonly id: string;
  readonly field: Field;
  readonly typed: string | readonly string[];
  readonly wrong: Wrong | undefined;
  readonly change: (typed: string | readonly string[]) => void;
}

/** What a field of any type says of itself to whoever cannot see it. */
interface About {
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export function FormField(properties: Properties): ReactNode {
  const { id, field, wrong } = properties;
  const say = useText("forms");
  const bounds = { min: String(field.min ?? ""), max: String(field.max ?? "") };
  const message = wrong && say(wrong, bounds);
  const range = rangeOf(field);
  const hint = range && say(range, bounds);
  const described = [hint ? `${id}-hint` : "", message ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  const about: About = {
    ...(described && { "aria-describedby": described }),
    ...(message && { "aria-invalid": true }),
  };
  const end = (
    <>
      {hint ? (
        <p className="note" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {message ? (
        <p className="note bad" id={`${id}-wrong`} role="alert">
          {message}
        </p>
      ) : null}
    </>
  );
  if (isShownAsOptions(field)) return <Options {...properties} about={about} end={end} />;
  return (
    <div className="form-field">
      <label htmlFor={id}>
        <Label field={field} />
      </label>
      <TypedField {...properties} about={about} />
      {field.type === "text" ? <Suggestions {...properties} /> : null}
      {end}
    </div>
  );
}

function Label({ field }: { readonly field: Field }): ReactNode {
  return (
    <>
      <NamedText text={field.label} />
      {field.unit ? (
        <>
          {" "}
          [<bdi>{field.unit}</bdi>]
        </>
      ) : null}
      {field.required ? (
        <span className="required" aria-hidden>
          {" "}
          *
        </span>
      ) : null}
    </>
  );
}

/** Every option at once, to be ticked: one of them, or any number. */
function Options({
  id,
  field,
  typed,
  change,
  about,
  end,
}: Properties & { readonly about: About; readonly end: ReactNode }): ReactNode {
  const say = useText("forms");
  const chosen = typeof typed === "string" ? [typed] : typed;
  const isMany = field.type === "choices";
  const offered =
    field.type === "boolean"
      ? (["yes", "no"] as const).map((value) => ({ value, title: say(value) }))
      : (field.options ?? []).map((value) => ({ value, title: value }));
  const tick = (value: string, isTicked: boolean): void => {
    const others = chosen.filter((each) => each !== value);
    change(isMany ? (isTicked ? [...others, value] : others) : value);
  };
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role is named by its label
    <div
      className="form-field"
      role={isMany ? "group" : "radiogroup"}
      aria-labelledby={`${id}-label`}
      aria-describedby={about["aria-describedby"]}
      {...(!isMany && { "aria-required": field.required })}
    >
      <span className="label" id={`${id}-label`}>
        <Label field={field} />
      </span>
      <div className="options">
        {offered.map(({ value, title }, index) => (
          <label key={value} className="check">
            <input
              type={isMany ? "checkbox" : "radio"}
              name={id}
              checked={chosen.includes(value)}
              {...(index === 0 && about["aria-invalid"] && { "aria-invalid": true })}
              onChange={(event) => tick(value, event.target.checked)}
            />
            <NamedText text={title} />
          </label>
        ))}
        {!isMany && !field.required && typed ? (
          <button type="button" className="link" onClick={() => change("")}>
            {say("clear")}
          </button>
        ) : null}
      </div>
      {end}
    </div>
  );
}

/** One value: out of a list to pull down, a number, or a text. */
function TypedField({ id, field, typed, change, about }: Properties & { readonly about: About }): ReactNode {
  const say = useText("forms");
  const common = {
    ...{ id, value: textOf(typed), "aria-required": field.required, ...about },
    onChange: (event: { readonly target: { readonly value: string } }) => change(event.target.value),
  };
  if (field.type === "number") return <input type="text" inputMode="decimal" autoComplete="off" {...common} />;
  if (field.type !== "choice") return <textarea rows={2} {...common} />;
  return (
    <select {...common}>
      <option value="">{say("choose")}</option>
      {(field.options ?? []).map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

/** Texts that somebody may take instead of writing one. */
function Suggestions({ field, typed, change }: Properties): ReactNode {
  const options = field.options ?? [];
  if (options.length === 0) return null;
  const text = textOf(typed);
  return (
    <div className="options">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          className="link"
          aria-pressed={text === option}
          onClick={() => change(text === option ? "" : option)}
        >
          <NamedText text={option} />
        </button>
      ))}
    </div>
  );
}

function isShownAsOptions({ type, options = [] }: Field): boolean {
  return type === "choices" || type === "boolean" || (type === "choice" && options.length <= RADIOS);
}

function textOf(typed: Properties["typed"]): string {
  return typeof typed === "string" ? typed : "";
}

function rangeOf({ type, min, max }: Field): "from" | "upTo" | "between" | undefined {
  if (type !== "number") return undefined;
  if (min !== undefined) return max === undefined ? "from" : "between";
  return max === undefined ? undefined : "upTo";
}
