/** The sign that opens or closes a row of a tree by mouse; the tree itself hears the keys. */

import type { ReactNode } from "react";

export function FoldSign({ isFolded, fold }: { readonly isFolded: boolean; readonly fold: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="fold"
      tabIndex={-1}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        fold();
      }}
    >
      {isFolded ? "▸" : "▾"}
    </button>
  );
}
