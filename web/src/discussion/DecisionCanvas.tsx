/** The decision of a discussion as a page of its own: it has an address, and goes onto paper alone. */

import { ArrowLeft, Link, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../ui/text";
import { useCommand } from "../ui/useCommand";
import { useCopyLink } from "../ui/useCopyLink";
import { Decision } from "./Decision";
import { openDiscussion, openTurn, useShownDiscussion } from "./shown";
import { useDiscussion, useDiscussions } from "./useDiscussion";
import "./discussion.css";

export default function DecisionCanvas(): ReactNode {
  const say = useText("discussion");
  const all = useDiscussions();
  const wanted = useShownDiscussion();
  const run = all.find((each) => each.runId === wanted) ?? all[0];
  if (!run) return <p className="note pad">{say("none")}</p>;
  return <Page key={run.runId} run={run} />;
}

function Page({ run }: { readonly run: ReturnType<typeof useDiscussions>[number] }): ReactNode {
  const say = useText("discussion");
  const discussion = useDiscussion(run);
  const copyLink = useCopyLink();
  const back = (): void => openDiscussion(run.runId);
  useCommand("discussion.record", { run: back });
  return (
    <div className="decision-page" tabIndex={0} role="region" aria-label={run.question.slice(0, 120)}>
      <div className="pane-bar">
        <button type="button" title="b" onClick={back}>
          <ArrowLeft aria-hidden /> {say("backToDiscussion")}
        </button>
        <span className="grow" />
        <button type="button" onClick={() => copyLink()}>
          <Link aria-hidden /> {say("copyLink")}
        </button>
        <button type="button" onClick={() => window.print()}>
          <Printer aria-hidden /> {say("print")}
        </button>
      </div>
      {discussion ? (
        <Decision
          run={run}
          discussion={discussion}
          showTurn={(messageId) => {
            back();
            openTurn(messageId);
          }}
        />
      ) : (
        <p className="note pad">{say("notRead")}</p>
      )}
    </div>
  );
}
