/** A form that is over: who answered what, or what is assumed instead. */

import type { ReactNode } from "react";
import { useLanguage, useText } from "../ui/text";
import { Assumptions } from "./Assumptions";
import type { Answered } from "./forms";
import { NamedText } from "./NamedText";
import type { Field } from "./values";
import "./forms.css";

export function AnsweredCard({ form, outcome, values, assumption, person }: Answered): ReactNode {
  const say = useText("forms");
  const number = new Intl.NumberFormat(useLanguage(), { maximumFractionDigits: 20 });
  const name = person?.name ?? "";
  const shown = (field: Field): string => {
    const value = values[field.key];
    if (value === undefined || value === null) return say("noAnswer");
    if (typeof value === "boolean") return say(value ? "yes" : "no");
    const text = Array.isArray(value)
      ? value.join(", ")
      : typeof value === "number"
        ? number.format(value)
        : String(value);
    return field.unit ? `${text} ${field.unit}` : text;
  };
  const title = say(outcome === "expired" ? "wasExpired" : outcome === "skipped" ? "wasSkipped" : "wasAnswered", {
    name,
  });
  return (
    <section role="group" className="card form-card answered" aria-label={title}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <dl className="fields">
        {form.fields.map((field) => (
          <div key={field.key} className="answer">
            <dt>
              <NamedText text={field.label} />
            </dt>
            <dd>
              <NamedText text={shown(field)} />
            </dd>
          </div>
        ))}
      </dl>
      {outcome !== "answered" && assumption ? <Assumptions title={say("assumed")} text={assumption} /> : null}
    </section>
  );
}
