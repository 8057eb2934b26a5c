/** The name of a kind of step. A kind that this page does not know yet is shown as it is called on the wire. */

import { STEP_KINDS } from "../protocol";
import type { Say } from "../ui/text";
import type { words } from "./words";

type Kind = (typeof STEP_KINDS)[number];

export function kindLabel(say: Say<(typeof words)["en"]>, kind: string): string {
  return (STEP_KINDS as readonly string[]).includes(kind) ? say(`kind.${kind as Kind}`) : kind;
}

/** The label of a step. Those that the workflows give themselves are words of the page, all others are shown as they are. */
export function stepLabel(say: Say<(typeof words)["en"]>, label: string): string {
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
}
