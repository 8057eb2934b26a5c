/** The overviews of some earlier revisions, asked for one after the other once the page shows how things stand now. */

import { useEffect, useMemo, useState } from "react";
import type { Overview } from "../protocol";
import { projectPath } from "../session/rest";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { growth } from "./growth";
import { type Point, sampled, trend } from "./trend";

/** Points of a line of this width; each costs the server a check of the whole model as it was. */
const POINTS = 8;
/** Elements; checks of larger models take the server seconds each. */
const LARGE = 2_000;

export function useTrend(now: Overview): readonly Point[] {
  const { rest, project } = useWorkbench();
  const commits = useStore((state) => state.commits);
  const nodes = useStore((state) => state.graph.nodes.size);
  const sizes = useMemo(() => growth(commits, nodes), [commits, nodes]);
  const [known, setKnown] = useState<ReadonlyMap<number, Overview>>(new Map());
  const { phase, revision } = now;
  const wanted = useMemo(
    () =>
      nodes > LARGE
        ? []
        : sampled(
            sizes.map((size) => size.revision).filter((each) => each > 0 && each < revision),
            POINTS - 1,
          ),
    [sizes, nodes, revision],
  );
  useEffect(() => {
    let isOver = false;
    void (async () => {
      for (const each of wanted) {
        if (isOver) return;
        if (known.get(each)?.phase === phase) continue;
        // An earlier revision that cannot be read leaves a gap, and the page as it is.
        const answer = await rest.get<Overview>(`${projectPath(project)}/overview?revision=${each}`).catch(() => null);
        if (answer !== null && !isOver) return setKnown((before) => new Map(before).set(each, answer));
      }
    })();
    return () => {
      isOver = true;
    };
  }, [rest, project, wanted, phase, known]);
  return useMemo(() => {
    const judged = wanted.flatMap((each) => known.get(each) ?? []).filter((each) => each.phase === phase);
    return trend(sizes, [...judged, now]);
  }, [wanted, known, sizes, phase, now]);
}
