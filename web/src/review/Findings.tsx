/** What a proposal would bring with it: the findings that its changes introduce. */

import type { ReactNode } from "react";
import type { Finding } from "../protocol";
import { useText } from "../ui/text";
import { words } from "./words";

export function Findings({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const say = useText(words);
  if (findings.length === 0) return null;
  return (
    <section>
      <h4>{say("introduces", { count: findings.length })}</h4>
      <ul>
        {findings.map((finding) => (
          <li key={finding.findingId} data-severity={finding.severity}>
            <bdi>{finding.message}</bdi>{" "}
            {finding.hint ? (
              <span className="detail">
                <bdi>{finding.hint}</bdi>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
