/** Everybody who may be called by name here: members, whoever is here, and the owner, who need not be a member. */

import { useEffect, useMemo, useState } from "react";
import type { Person } from "../protocol";
import { projectPath } from "../session/rest";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";

export function useNames(): ReadonlyMap<string, string> {
  const { rest, project } = useWorkbench();
  const people = useStore((state) => state.people);
  const [read, setRead] = useState<readonly Person[]>([]);
  useEffect(() => {
    const path = `${projectPath(project)}/members`;
    void shown(rest.get<{ readonly members: readonly Person[] }>(path)).then((answer) => {
      if (answer) setRead(answer.members);
    });
  }, [rest, project]);
  return useMemo(() => {
    const here = [...people.sessions.values()].map(({ person }) => person);
    return new Map([...read, ...people.members.values(), ...here].map(({ personId, name }) => [personId, name]));
  }, [read, people]);
}
