/**
 * What steps are called: their kinds as the server's languages title them, for each kind that a workflow names. A kind
 * that this page does not know yet is shown as it is called on the wire.
 */

import { useCallback, useMemo } from "react";
import type { English } from "../locales/translation";
import { STEP_KINDS, type Step, WORKFLOWS } from "../protocol";
import { isSaid, type Say, useText } from "../ui/text";

interface StepTitles {
  /** What people call a kind of step. */
  readonly kind: (kind: string) => string;
  /** What a step does, in a few words where nothing else says it: of a call of a tool what that does. */
  readonly step: (step: Pick<Step, "kind" | "label">) => string;
}

export function stepTitles(say: Say<"steps">, tool: (name: string) => string): StepTitles {
  const kind = (wanted: string): string => {
    const known = STEP_KINDS.find((each) => each === wanted);
    return known ? say(known) : wanted;
  };
  const names = ({ kind: of, label }: Pick<Step, "kind" | "label">): boolean =>
    of === "tool_call" && label !== "" && label !== of;
  return { kind, step: (step) => (names(step) ? tool(step.label) : kind(step.kind)) };
}

/** Says what a tool does; one that a server of other people offers is shown as it is called. */
function useToolTitle(): (name: string) => string {
  const say = useText("tools");
  return useCallback((name) => (isTool(name) ? say(name) : name), [say]);
}

function isTool(name: string): name is keyof English["tools"] {
  return isSaid("tools", name);
}

export function useStepTitles(): StepTitles {
  const say = useText("steps");
  const tool = useToolTitle();
  return useMemo(() => stepTitles(say, tool), [say, tool]);
}

/** Says the label of a step. Those that the workflows give themselves are words of the page, all others are shown as they are. */
export function useStepLabel(): (label: string) => string {
  const say = useText("runs");
  const sayWorkflow = useText("chat");
  const tool = useToolTitle();
  return (label) => {
    const workflow = WORKFLOWS.find((each) => each === label);
    if (workflow) return sayWorkflow(`workflow.${workflow}`);
    switch (label) {
      case "completeness":
      case "accuracy":
      case "consistency":
        return say(`check.${label}`);
      case "final consistency":
        return say("check.final");
      case "refined search":
        return say("refined");
      default:
        return tool(label);
    }
  };
}
