/** What workflows are called, and which of them plugins bring: read from the server once. */

import { useEffect, useMemo, useState } from "react";
import { WORKFLOWS } from "../protocol";
import type { Rest } from "../session/rest";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";

interface PluginWorkflow {
  readonly name: string;
  readonly title: string;
  readonly statement: string;
}

interface Workflows {
  readonly ofPlugins: readonly PluginWorkflow[];
  /** What people call a workflow; by its name where nobody says more. */
  readonly title: (name: string) => string;
}

/** A page has one server, which loads plugins only when it starts. */
const READ = new WeakMap<Pick<Rest, "get">, Promise<readonly PluginWorkflow[]>>();

export function useWorkflows(): Workflows {
  const say = useText("chat");
  const { rest } = useWorkbench();
  const [ofPlugins, setOfPlugins] = useState<readonly PluginWorkflow[]>([]);
  useEffect(() => {
    let isHere = true;
    void readOnce(rest).then((found) => isHere && setOfPlugins(found));
    return () => {
      isHere = false;
    };
  }, [rest]);
  return useMemo(() => {
    const title = (name: string): string => {
      const own = WORKFLOWS.find((each) => each === name);
      return own ? say(`workflow.${own}`) : (ofPlugins.find((each) => each.name === name)?.title ?? name);
    };
    return { ofPlugins, title };
  }, [say, ofPlugins]);
}

/** Without an answer those of the program are left, which is most of them, until somebody asks again. */
export function readOnce(rest: Pick<Rest, "get">): Promise<readonly PluginWorkflow[]> {
  const known = READ.get(rest);
  if (known !== undefined) return known;
  const reading = rest.get<{ readonly workflows: readonly PluginWorkflow[] }>("/api/workflows").then(
    ({ workflows }) => workflows,
    () => {
      READ.delete(rest);
      return [];
    },
  );
  READ.set(rest, reading);
  return reading;
}
