/** One question of a form, by its type. */

import type { ReactNode } from "react";
import { useText } from "../ui/text";
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

export function FormField(properties: Properties): ReactNode {
  const { id, field, typed, wrong, change } = properties;
  const say = useText("forms");
  const message = wrong && say(wrong, { min: String(field.min ?? ""), max: String(field.max ?? "") });
  const range = rangeOf(field);
  const hint = range ? say(range, { min: String(field.min ?? ""), max: String(field.max ?? "") }) : "";
  const described = [hint ? `${id}-hint` : "", message ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  const about = {
    ...(described && { "aria-describedby": described }),
    ...(message && { "aria-invalid": true as const }),
  };
  const label = (
    <>
      <bdi>{field.label}</bdi>
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
  const text = typeof typed === "string" ? typed : "";
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
  const options = field.options ?? [];
  if (field.type === "choices" || field.type === "boolean" || (field.type === "choice" && options.length <= RADIOS)) {
    const chosen = typeof typed === "string" ? [typed] : typed;
    const isMany = field.type === "choices";
    const offered =
      field.type === "boolean"
        ? (["yes", "no"] as const).map((value) => ({ value, title: say(value) }))
        : options.map((value) => ({ value, title: value }));
    return (
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role is named by its label
      <div
        className="form-field"
        role={isMany ? "group" : "radiogroup"}
        aria-labelledby={`${id}-label`}
        {...(described && { "aria-describedby": described })}
        {...(!isMany && { "aria-required": field.required })}
      >
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
        <div className="options">
          {offered.map(({ value, title }, index) => (
            <label key={value} className="check">
              <input
                type={isMany ? "checkbox" : "radio"}
                name={id}
                checked={chosen.includes(value)}
                {...(index === 0 && message && { "aria-invalid": true })}
                onChange={(event) =>
                  change(
                    isMany
                      ? event.target.checked
                        ? [...chosen, value]
                        : chosen.filter((each) => each !== value)
                      : value,
                  )
                }
              />
              <bdi>{title}</bdi>
            </label>
          ))}
          {!isMany && !field.required && text ? (
            <button type="button" className="link" onClick={() => change("")}>
              {say("clear")}
            </button>
          ) : null}
        </div>
        {end}
      </div>
    );
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {field.type === "choice" ? (
        <select
          id={id}
          value={text}
          aria-required={field.required}
          {...about}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">{say("choose")}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : field.type === "number" ? (
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-required={field.required}
          {...about}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <textarea
          id={id}
          rows={2}
          value={text}
          aria-required={field.required}
          {...about}
          onChange={(event) => change(event.target.value)}
        />
      )}
      {field.type === "text" && options.length > 0 ? (
        <div className="options">
          {options.map((option) => (
            <button
              key={option}
              type="button"
              className="link"
              aria-pressed={text === option}
              onClick={() => change(text === option ? "" : option)}
            >
              <bdi>{option}</bdi>
            </button>
          ))}
        </div>
      ) : null}
      {end}
    </div>
  );
}

function rangeOf({ type, min, max }: Field): "from" | "upTo" | "between" | undefined {
  if (type !== "number") return undefined;
  if (min !== undefined) return max === undefined ? "from" : "between";
  return max === undefined ? undefined : "upTo";
}
