/** What follows from the model by rules: one button for each kind, which opens a proposal to look through. */

import type { ReactNode } from "react";
import { useAsk } from "../people/useAsk";
import type { Proposal } from "../protocol";
import { openReview } from "../review/tray";
import { projectPath } from "../session/rest";
import { mayAskIn } from "../state/people";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

const PRODUCTS = [
  ["functions", "FUNC"],
  ["tests", "TEST"],
  ["flows", "FLOW"],
  ["modules", "MOD"],
] as const;

export function Derive(): ReactNode {
  const say = useText("problems");
  const { rest, project, ontology } = useWorkbench();
  const mayAsk = useStore(mayAskIn);
  const { isBusy, error, ask } = useAsk();
  const products = PRODUCTS.filter(([, nodeType]) => ontology.nodeType.has(nodeType));
  if (!mayAsk || products.length === 0) return null;
  const derive = async (product: string): Promise<void> => {
    const body = { commandId: crypto.randomUUID(), product };
    const proposal = await ask(rest.post<Proposal>(`${projectPath(project)}/derivations`, body));
    if (proposal) openReview(proposal.proposalId);
  };
  const nothingFollows = error?.fields?.path === "$.product";
  return (
    <div className="derive" role="group" aria-label={say("derive")}>
      <span title={say("deriveMore")}>{say("derive")}</span>
      {products.map(([product]) => (
        <button key={product} type="button" disabled={isBusy} onClick={() => void derive(product)}>
          {say(product)}
        </button>
      ))}
      {nothingFollows ? (
        <span className="note" role="status">
          {say("nothingFollows")}
        </span>
      ) : error ? (
        <ErrorText error={error} />
      ) : null}
    </div>
  );
}
