/** What holds when nobody answers, one assumption a line: folded away until it is what was gone on with. */

import type { ReactNode } from "react";

interface Properties {
  readonly title: string;
  readonly text: string;
  readonly isFolded?: boolean;
}

export function Assumptions({ title, text, isFolded = false }: Properties): ReactNode {
  return (
    <details className="note" open={!isFolded}>
      <summary>{title}</summary>
      <ul className="assumptions">
        {text.split("\n").map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
