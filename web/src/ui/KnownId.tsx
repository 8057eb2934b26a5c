/** The id that people know an element by, as it stands before its name. */

import type { ReactNode } from "react";
import type { Node } from "../protocol";
import { idBefore } from "../state/foreign";

export function KnownId({ node }: { readonly node: Node }): ReactNode {
  const known = idBefore(node);
  if (known === undefined) return null;
  return (
    <>
      <span className="known-id">{known}</span>{" "}
    </>
  );
}
