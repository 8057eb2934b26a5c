/** What stands above everything on paper, and nowhere else: the project, its revision with the names it has, and the day. */

import type { ReactNode } from "react";
import { namesOf, selectBaselines } from "../baselines/baselines";
import { useIsPrinting } from "../canvases/usePrinting";
import { moment } from "./moment";
import { useLanguage, useText } from "./text";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

export function PrintHead(): ReactNode {
  const isPrinting = useIsPrinting();
  return isPrinting ? <Head /> : null;
}

function Head(): ReactNode {
  const say = useText("frame");
  const language = useLanguage();
  const { project } = useWorkbench();
  const name = useStore((state) => state.project?.name ?? project);
  const revision = useStore((state) => state.graph.revision);
  const names = namesOf(useStore(selectBaselines), revision);
  return (
    <header className="print-head">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <bdi>{[say("revision", { revision }), ...names].join(" · ")}</bdi>
      <time>{moment(new Date().toISOString(), language)}</time>
    </header>
  );
}
