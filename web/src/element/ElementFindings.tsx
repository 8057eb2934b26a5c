/** The rules that an element breaks, each with what to do about it and its repair. */

import type { ReactNode } from "react";
import { FindingLine } from "../problems/FindingLine";
import type { Finding } from "../protocol";
import { sorted } from "../state/findings";
import { phaseOf } from "../state/state";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";

/** More than these are read in the problems drawer. */
const MOST = 20;

export function ElementFindings({ nodeId, edgeId }: { readonly nodeId?: string; readonly edgeId?: string }): ReactNode {
  const say = useText("element");
  const findings = useStore((state) => state.findings);
  const phase = useStore(phaseOf);
  const isMine = (finding: Finding): boolean =>
    (nodeId !== undefined && finding.nodeIds.includes(nodeId)) ||
    (edgeId !== undefined && finding.edgeIds.includes(edgeId));
  const mine = sorted(new Map([...findings].filter(([, finding]) => isMine(finding))), phase);
  if (mine.length === 0) return null;
  return (
    <section aria-label={say("findings")}>
      <h3>
        {say("findings")} <span className="note">{mine.length}</span>
      </h3>
      <ul className="element-findings">
        {mine.slice(0, MOST).map((finding) => (
          <li key={finding.findingId}>
            <FindingLine finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
}
