/** Where a proposed change comes from, in words; a passage that they name is opened where it stands. */

import type { ReactNode } from "react";
import { originOf } from "./origin";
import { readCited } from "./reading";

export function Provenance({ text }: { readonly text: string }): ReactNode {
  const { said, passageId } = originOf(text);
  if (passageId === undefined) return <bdi>{said}</bdi>;
  return (
    <button type="button" className="link" onClick={() => readCited({ passageId })}>
      <bdi>{said}</bdi>
    </button>
  );
}
