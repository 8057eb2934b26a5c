/** How the project stands, asked of the server anew a moment after the model has changed. */

import { useEffect, useRef, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { Overview } from "../protocol";
import { projectPath, type ServerError } from "../session/rest";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

/** So long nothing more may change: rules are held against the whole model. */
const REST_MS = 600;

interface Asked {
  readonly overview: Overview | undefined;
  readonly error: ServerError | null;
}

export function useOverview(): Asked {
  const { rest, project } = useWorkbench();
  const revision = useStore((state) => state.graph.revision);
  const phase = useStore((state) => state.project?.phase);
  const [overview, setOverview] = useState<Overview>();
  const { error, ask } = useAsk();
  const wasAsked = useRef(false);
  useEffect(() => {
    let isOver = false;
    const askNow = (): void => {
      wasAsked.current = true;
      void ask(rest.get<Overview>(`${projectPath(project)}/overview`)).then((answer) => {
        if (answer && !isOver) setOverview(answer);
      });
    };
    const timer = setTimeout(askNow, wasAsked.current ? REST_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ask, rest, project, revision, phase]);
  return { overview, error };
}
