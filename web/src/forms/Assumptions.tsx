/** What holds when nobody answers: one assumption a line. */

import type { ReactNode } from "react";

export function Assumptions({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <div className="note">
      <p>{title}</p>
      <ul className="assumptions">
        {text.split("\n").map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
