/** Shows Markdown; until what reads it is there, the words as they were written. */

import { type ReactNode, Suspense } from "react";
import { late } from "../ui/late";

// The parser is a tenth of the page's script, and a project in which nobody has said anything needs none of it.
const DrawnMarkdown = late(() => import("./DrawnMarkdown"));

interface Properties {
  readonly text: string;
  /** The same as it was written, where marks for sources stand in `text` that only their reader can draw. */
  readonly written?: string;
}

export function Markdown({ text, written = text }: Properties): ReactNode {
  return (
    <Suspense fallback={<div className="markdown unread">{written}</div>}>
      <DrawnMarkdown text={text} />
    </Suspense>
  );
}
