/** The toolbar, bound to the view that is shown. */

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { late } from "../../ui/late";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { useObstacle } from "../useChanges";
import { Toolbar } from "./Toolbar";
import type { GraphKeys } from "./useGraphKeys";
import type { GraphView } from "./useGraphView";
import { wireFilters } from "./visible";

const Legend = late(async () => ({ default: (await import("./Legend")).Legend }));

interface Properties {
  readonly shown: GraphView;
  readonly keys: GraphKeys;
}

export function GraphTools({ shown, keys }: Properties): ReactNode {
  const { store } = useWorkbench();
  const isAllowed = useObstacle() === undefined;
  const { view, settings, change, filters, layout, stored, scene, levels } = shown;
  const nodes = useStore((state) => state.graph.nodes);
  const chains = useMemo(() => [...nodes.values()].filter((node) => node.nodeType === view.focusType), [nodes, view]);
  const arrange = useArranging(shown, isAllowed);
  const save = useSaving(shown);
  return (
    <Toolbar
      {...{ view, layout, levels, filters, chains }}
      level={scene.level}
      focus={settings.focus}
      legend={<Legend scene={scene} />}
      arrangesForAll={stored !== undefined && isAllowed}
      onView={(id) => store.setCanvas({ view: id })}
      onLayout={(next) => change({ layout: next })}
      onLevel={(level) => change({ level, expanded: new Set(), collapsed: new Set() })}
      onFilters={(next) => store.setCanvas({ filters: wireFilters(next) })}
      onFocus={(focus) => change({ focus })}
      onFit={() => keys.fit("all")}
      onZoom={keys.zoom}
      onArrange={arrange}
      onExport={(form) => void save(form)}
    />
  );
}

/** Arranges anew; for everybody, where people have arranged by hand. */
function useArranging(
  { stored, change, layout, standing, isArranging, moves }: GraphView,
  mayShare: boolean,
): () => void {
  const shareNext = useRef(false);
  const { share } = moves;
  useEffect(() => {
    if (!shareNext.current || isArranging || standing === undefined) return;
    shareNext.current = false;
    share(standing.positions);
  }, [standing, isArranging, share]);
  return () => {
    if (stored !== undefined && mayShare) shareNext.current = true;
    change(({ arranged }) => ({ arranged: arranged + 1, layout: layout === "custom" ? "hierarchical" : layout }));
  };
}

function useSaving(shown: GraphView): (form: "svg" | "png") => Promise<void> {
  const say = useText("graph");
  const sayGhost = useText("ghosts");
  const language = useLanguage();
  const { ontology, project } = useWorkbench();
  return async (form) => {
    if (shown.picture === undefined) return;
    const { savePicture } = await import("./savePicture");
    await savePicture(form, shown.picture, shown, { say, sayGhost, language, ontology, project });
  };
}
