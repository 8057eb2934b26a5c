/** The whole diagram on a sheet of paper: the picture that is also saved as a file, in place of the part in sight. */

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import type { GhostMark } from "../ghosts";
import { useIsPrinting } from "../usePrinting";
import { svgOf } from "./export";
import type { Picture } from "./picture";

interface Properties {
  readonly picture: Picture;
  readonly title: string;
  /** What of it is only proposed. */
  readonly marks: ReadonlyMap<string, GhostMark>;
}

export default function Paper(properties: Properties): ReactNode {
  return useIsPrinting() ? <Sheet {...properties} /> : null;
}

function Sheet({ picture, title, marks }: Properties): ReactNode {
  const { ontology } = useWorkbench();
  const language = useLanguage();
  const say = useText("ghosts");
  const sheet = useRef<HTMLDivElement>(null);
  // Before the browser lays the paper out: it waits for nothing that comes later.
  useLayoutEffect(() => {
    const drawn = new DOMParser().parseFromString(
      svgOf(picture, ontology, title, language, { marks, say }),
      "image/svg+xml",
    );
    sheet.current?.replaceChildren(document.importNode(drawn.documentElement, true));
  }, [picture, ontology, title, language, marks, say]);
  return <div ref={sheet} className="graph-paper" />;
}
