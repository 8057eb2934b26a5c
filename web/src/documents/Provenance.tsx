/** Where a proposed change comes from, in words; a passage that they name is opened where it stands. */

import type { ReactNode } from "react";
import { readCited } from "./reading";

/** How the server names the passage at the end of the sentence. */
const PASSAGE = / \(passage ([0-9a-f-]{36})\)$/;

export function Provenance({ text }: { readonly text: string }): ReactNode {
  const passageId = PASSAGE.exec(text)?.[1];
  if (passageId === undefined) return <bdi>{text}</bdi>;
  return (
    <button type="button" className="link" onClick={() => readCited({ passageId })}>
      <bdi>{text.replace(PASSAGE, "")}</bdi>
    </button>
  );
}
