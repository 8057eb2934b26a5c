/** The whole result of steps whose own is only a summary, read when they are looked at. */

import { useEffect, useMemo, useState } from "react";
import type { Run, Step } from "../protocol";
import { stepPath } from "../session/rest";
import { shown, useWorkbench } from "../ui/workbench";

export function useWholeResults(run: Run, steps: readonly Step[]): ReadonlyMap<string, unknown> {
  const { rest, project } = useWorkbench();
  const [whole, setWhole] = useState<ReadonlyMap<string, unknown>>(new Map());
  const large = steps
    .filter((step) => step.resultRef !== undefined)
    .map((step) => step.stepId)
    .join(" ");
  useEffect(() => {
    let isWanted = true;
    const readOne = async (stepId: string): Promise<void> => {
      const read = await shown(rest.get<Step>(stepPath(project, run.runId, stepId)));
      if (read && isWanted) setWhole((before) => new Map(before).set(stepId, read.result));
    };
    for (const stepId of large.split(" ").filter(Boolean)) void readOne(stepId);
    return () => {
      isWanted = false;
    };
  }, [rest, project, run.runId, large]);
  return useMemo(
    () =>
      new Map(steps.map((step) => [step.stepId, step.resultRef === undefined ? step.result : whole.get(step.stepId)])),
    [steps, whole],
  );
}
