/** Shows Markdown; until what reads it is there, the words as they were written. */

import { type ReactNode, Suspense } from "react";
import { late } from "../ui/late";

// The parser is a tenth of the page's script, and a project in which nobody has said anything needs none of it.
const DrawnMarkdown = late(() => import("./DrawnMarkdown"));

export function Markdown({ text }: { readonly text: string }): ReactNode {
  return (
    <Suspense fallback={<div className="markdown unread">{text}</div>}>
      <DrawnMarkdown text={text} />
    </Suspense>
  );
}
