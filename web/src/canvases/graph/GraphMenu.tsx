/** The menu of a box, of lines or of the canvas: what the keys and buttons do, where the pointer is. */

import type { ReactNode } from "react";
import type { Node } from "../../protocol";
import { ContextMenu, type MenuEntry } from "../../ui/ContextMenu";
import { useText } from "../../ui/text";
import { useCopyLink } from "../../ui/useCopyLink";
import { useKeys } from "../../ui/useKeys";
import { showInspector } from "../../ui/usePanes";
import { useWorkbench } from "../../ui/workbench";
import { childTypes } from "../ontology";
import { useObstacle } from "../useChanges";
import { useCopyText } from "../useCopyText";
import { ALIGNMENTS, leastFor } from "./aligning";
import { hide } from "./hiding";
import type { At } from "./useGestures";
import type { GraphActions } from "./useGraphActions";
import type { GraphView } from "./useGraphView";

interface Properties {
  readonly about: "box" | "lines" | "canvas";
  readonly at: At;
  readonly actions: GraphActions;
  readonly shown: GraphView;
  readonly chosen: Node | undefined;
}

export function GraphMenu({ about, at, actions, shown, chosen }: Properties): ReactNode {
  const say = useText("graph");
  const obstacle = useObstacle();
  const copyLink = useCopyLink();
  const { ontology, store } = useWorkbench();
  const copyText = useCopyText();
  const keysOf = useKeys();
  const { keys } = actions;
  const why = obstacle && say(obstacle);
  const more: readonly MenuEntry[] = [
    { label: say("details"), keys: keysOf("focus.inspector"), run: showInspector },
    { label: say("copyLink"), run: () => copyLink() },
    { label: say("copyText"), run: copyText },
    { label: say("delete"), keys: "Del", obstacle: why, run: keys.remove },
  ];
  const canOpen = shown.scene.boxes.get(chosen?.nodeId ?? "")?.canOpen === true;
  const entries: Readonly<Record<Properties["about"], readonly MenuEntry[]>> = {
    box: [
      ...(chosen === undefined
        ? []
        : [
            { label: say("rename"), keys: "F2", obstacle: why, run: keys.rename },
            ...(childTypes(ontology, chosen.nodeType).length > 0
              ? [{ label: say("newPart"), keys: keysOf("graph.newNode"), obstacle: why, run: keys.add }]
              : []),
            { label: say("link"), keys: keysOf("graph.link"), obstacle: why, run: keys.link },
            ...(actions.mayMoveInto ? [{ label: say("move"), keys: "m", obstacle: why, run: keys.move }] : []),
            ...(canOpen ? [{ label: say("fold"), keys: "e", run: () => keys.fold("toggle") }] : []),
          ]),
      ...ALIGNMENTS.filter((how) => actions.count >= leastFor(how)).map((how) => ({
        label: say(`align.${how}`),
        obstacle: why,
        run: () => actions.align(how),
      })),
      { label: say("hide"), keys: "h", run: () => keys.hide("selected") },
      { label: say("hideOthers"), keys: "H", run: () => keys.hide("others") },
      { label: say("fitSelected"), keys: "f", run: () => keys.fit("selected") },
      ...more,
    ],
    lines: more,
    canvas: [
      { label: say("newNode"), keys: keysOf("graph.newNode"), obstacle: why, run: () => actions.addAt(at) },
      { label: say("fit"), keys: "F", run: () => keys.fit("all") },
      ...(shown.settings.hidden.size > 0
        ? [{ label: say("showAllHidden"), run: () => hide(store, shown, new Set()) }]
        : []),
      { label: say("copyLink"), run: () => copyLink() },
    ],
  };
  return (
    <ContextMenu
      label={(about === "box" ? chosen?.name : undefined) ?? say("canvasMenu")}
      at={at}
      entries={entries[about]}
      close={actions.close}
    />
  );
}
