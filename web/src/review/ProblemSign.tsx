/** The mark of a change that cannot be applied as it is; it says what is wrong. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { Problem } from "../protocol";

export function ProblemSign({ problems = [] }: { readonly problems?: readonly Problem[] | undefined }): ReactNode {
  const told = useTold();
  if (problems.length === 0) return null;
  const messages = problems.map(told.message);
  return (
    <span className="mark" data-severity="error" role="img" aria-label={messages.join(" ")} title={messages.join("\n")}>
      ✖
    </span>
  );
}
