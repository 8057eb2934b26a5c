/** What the next message would send: tokens by section, what the provider probably still keeps, and the price. */

import type { ReactNode } from "react";
import { money } from "../ui/figures";
import { useLanguage, useText } from "../ui/text";
import "./inspector.css";

export interface PromptPreview {
  readonly model: string;
  readonly sections: readonly {
    readonly label: string;
    readonly tokens: number;
    /** Of all tokens, 0 to 1. */
    readonly share: number;
    readonly isCached: boolean;
  }[];
  readonly tokens: number;
  readonly tokenMethod: string;
  readonly cachedShare: number;
  /** Of sending it, without the answer; absent where nobody knows the price. */
  readonly costMicros?: number;
  readonly currency: string;
}

export function NextPrompt({ prompt }: { readonly prompt: PromptPreview }): ReactNode {
  const say = useText("inspector");
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const { costMicros, currency } = prompt;
  return (
    <div className="inspector">
      <p>
        <strong>{say("next")}</strong> <bdi>{prompt.model}</bdi> · {say("tokens", { count: prompt.tokens })} ·{" "}
        {say("nextCached", { share: percent.format(prompt.cachedShare) })} ·{" "}
        {costMicros === undefined
          ? say("nextPriceUnknown")
          : say("nextCost", { cost: money({ costMicros, currency }, language) })}
      </p>
      {prompt.sections.map((section, index) => (
        <div key={index} className="row">
          <bdi>{section.label}</bdi>
          {section.isCached ? <span className="badge">{say("nextKept")}</span> : null}
          <span className="share" aria-hidden>
            <span style={{ width: `${Math.max(section.share * 100, 0.5)}%` }} />
          </span>
          <span className="number">
            {say("tokens", { count: section.tokens })} · {percent.format(section.share)}
          </span>
        </div>
      ))}
    </div>
  );
}
