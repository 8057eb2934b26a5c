/** How far each rule is kept, the least kept first; a click lists what breaks it. */

import { type ReactNode, useState } from "react";
import { useTold } from "../locales/told";
import type { KeptRule, Overview } from "../protocol";
import { address } from "../ui/address";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { Share } from "./Share";

/** Shown before somebody asks for all. */
const FIRST = 6;

export function Rules({ overview }: { readonly overview: Overview }): ReactNode {
  const say = useText("overview");
  const [isAll, setAll] = useState(false);
  const about = overview.rules.filter(({ subjects }) => subjects > 0);
  const broken = about.filter(({ broken }) => broken > 0);
  const shown = isAll ? about : broken.slice(0, FIRST);
  return (
    <section className="card" aria-labelledby="overview-rules">
      <h3 id="overview-rules">{say("rules")}</h3>
      <p className="note">{say("kept", { count: about.length - broken.length, all: about.length })}</p>
      <ul className="overview-bars">
        {shown.map((rule) => (
          <Rule key={rule.ruleId} rule={rule} isLater={rule.phase > overview.phase} />
        ))}
      </ul>
      {about.length > Math.min(FIRST, broken.length) ? (
        <button type="button" className="link" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? say("fewer") : say("all", { count: about.length })}
        </button>
      ) : null}
    </section>
  );
}

function Rule({ rule, isLater }: { readonly rule: KeptRule; readonly isLater: boolean }): ReactNode {
  const say = useText("overview");
  const told = useTold();
  const { ruleId, subjects, broken } = rule;
  const kept = Math.max(0, subjects - broken);
  return (
    <li data-later={isLater}>
      <button
        type="button"
        className="link"
        disabled={broken === 0}
        onClick={() => {
          address.set("rule", ruleId);
          preferences.set({ drawer: "problems" });
        }}
      >
        {told.title(ruleId)}
      </button>
      <span className="overview-figure">
        <Share share={kept / subjects} isEnough={broken === 0} />
        <span className="number">{say("of", { count: kept, all: subjects })}</span>
        {isLater ? <span className="badge">{say("later")}</span> : null}
      </span>
    </li>
  );
}
