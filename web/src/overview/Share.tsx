/** A share of something as a bar; the figure beside it says the same in words. */

import type { ReactNode } from "react";

interface Properties {
  /** 0 to 1. */
  readonly share: number;
  /** What the colour says: reached, or not yet. */
  readonly isEnough: boolean;
}

export function Share({ share, isEnough }: Properties): ReactNode {
  return (
    <span className="share" data-enough={isEnough} aria-hidden>
      <span style={{ inlineSize: `${Math.round(100 * share)}%` }} />
    </span>
  );
}
