/** Opens the inspector on a model call, or on the newest one of a run. */

import { type ReactNode, Suspense, useState } from "react";
import { late } from "../ui/late";

const Inspector = late(() => import("./Inspector").then(({ Inspector }) => ({ default: Inspector })));

interface Properties {
  readonly runId: string;
  readonly stepId?: string;
  readonly label: string;
  readonly title: string;
  readonly className?: string;
}

export function InspectButton({ runId, stepId, label, title, className = "" }: Properties): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} title={title} onClick={() => setOpen(true)}>
        {label}
      </button>
      <Suspense>{isOpen ? <Inspector runId={runId} stepId={stepId} close={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
