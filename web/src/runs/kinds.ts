/** The name of a kind of step. A kind that this page does not know yet is shown as it is called on the wire. */

import { STEP_KINDS, type Step, WORKFLOWS } from "../protocol";
import { type Say, useText } from "../ui/text";

type Kind = (typeof STEP_KINDS)[number];

export function kindLabel(say: Say<"runs">, kind: string): string {
  return (STEP_KINDS as readonly string[]).includes(kind) ? say(`kind.${kind as Kind}`) : kind;
}

/** What a step does, in a few words where nothing else says it: of a call of a tool also which. */
export function stepName(say: Say<"runs">, { kind, label }: Pick<Step, "kind" | "label">): string {
  const name = kindLabel(say, kind);
  return kind === "tool_call" && label && label !== kind ? `${name} ${label}` : name;
}

/** Says the label of a step. Those that the workflows give themselves are words of the page, all others are shown as they are. */
export function useStepLabel(): (label: string) => string {
  const say = useText("runs");
  const sayWorkflow = useText("chat");
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
        return label;
    }
  };
}
