/** What a proposal would bring with it: the findings that its changes introduce. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { Finding } from "../protocol";
import { useText } from "../ui/text";

export function Findings({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const say = useText("review");
  const told = useTold();
  if (findings.length === 0) return null;
  return (
    <section>
      <h4>{say("introduces", { count: findings.length })}</h4>
      <ul>
        {findings.map((finding) => (
          <li key={finding.findingId} data-severity={finding.severity}>
            <bdi>{told.message(finding)}</bdi>{" "}
            <span className="detail">
              <bdi>{told.hint(finding)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
