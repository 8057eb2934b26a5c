/** The way from a message to what the language model was sent for it. */

import type { ReactNode } from "react";
import { InspectButton } from "../../inspector/InspectButton";
import type { Run } from "../../protocol";
import { useText } from "../../ui/text";

export function SentContext({ run }: { readonly run: Run }): ReactNode {
  const say = useText("chat");
  return (
    <InspectButton runId={run.runId} className="chip" label={say("contextSent")} title={say("contextSentTitle")} />
  );
}
