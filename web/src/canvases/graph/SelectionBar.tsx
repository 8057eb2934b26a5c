/** What can be done with the selected box, how much is shown, and what a screen reader hears of the selection. */

import type { ReactNode } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Node } from "../../protocol";
import { edgesOf } from "../../state/graph";
import { useLanguage, useText } from "../../ui/text";
import { useCommand } from "../../ui/useCommand";
import { useKeys } from "../../ui/useKeys";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { GhostLegend } from "../GhostLegend";
import type { useObstacle } from "../useChanges";
import type { Box, Scene } from "./scene";
import type { GraphKeys } from "./useGraphKeys";

interface BarProperties {
  readonly node: Node | undefined;
  /** Absent when what is selected is rolled up or filtered out. */
  readonly box: Box | undefined;
  readonly mayMoveInto: boolean;
  /** Nothing is drawn, and what stands instead offers the first node itself. */
  readonly isEmpty: boolean;
  readonly hasLines: boolean;
  readonly obstacle: ReturnType<typeof useObstacle>;
  readonly keys: GraphKeys;
}

export function SelectionBar({ node, box, mayMoveInto, isEmpty, hasLines, obstacle, keys }: BarProperties): ReactNode {
  const say = useText("graph");
  const keysOf = useKeys();
  const isAllowed = obstacle === undefined;
  const common = { type: "button", disabled: !isAllowed, title: obstacle && say(obstacle) } as const;
  useCommand("graph.newNode", { run: keys.add, isEnabled: () => isAllowed });
  useCommand("graph.link", { run: keys.link, isEnabled: () => isAllowed && node !== undefined && box !== undefined });
  return (
    <div className="selection-bar" role="toolbar" aria-label={say("selection")}>
      {isEmpty ? null : (
        <button {...common} className="quiet" onClick={keys.add}>
          {say("newNode")} <kbd>{keysOf("graph.newNode")}</kbd>
        </button>
      )}
      {node !== undefined && box !== undefined ? (
        <>
          <button {...common} className="quiet" onClick={keys.rename}>
            {say("rename")} <kbd>F2</kbd>
          </button>
          <button {...common} className="quiet" onClick={keys.link}>
            {say("link")} <kbd>{keysOf("graph.link")}</kbd>
          </button>
          {mayMoveInto ? (
            <button {...common} className="quiet" onClick={keys.move}>
              {say("move")} <kbd>m</kbd>
            </button>
          ) : null}
          {box.canOpen ? (
            <button type="button" className="quiet" onClick={() => keys.fold("toggle")}>
              {say("fold")} <kbd>e</kbd>
            </button>
          ) : null}
          <button type="button" className="quiet" onClick={() => keys.hide("selected")}>
            {say("hide")} <kbd>h</kbd>
          </button>
        </>
      ) : null}
      {node !== undefined || hasLines ? (
        <button {...common} className="quiet" onClick={keys.remove}>
          {say("delete")} <kbd>Del</kbd>
        </button>
      ) : null}
    </div>
  );
}

interface FooterProperties {
  readonly scene: Scene;
  readonly isArranging: boolean;
  readonly hidden: number;
  readonly onShowHidden: () => void;
}

export function Footer({ scene, isArranging, hidden, onShowHidden }: FooterProperties): ReactNode {
  const say = useText("graph");
  const boxes = [...scene.boxes.values()];
  const groups = boxes.filter(({ members }) => members !== undefined);
  const held = [...scene.standing.values()].filter((box) => scene.boxes.get(box)?.members !== undefined).length;
  const figures = { shown: boxes.filter(({ id }) => scene.standing.has(id)).length, all: scene.eligible };
  const told = () => {
    if (figures.all === 0) return null; // there is nothing, or it has not come
    if (groups.length > 0) return say("inGroups", { ...figures, held, groups: groups.length });
    return scene.level === undefined ? say("showing", figures) : say("rolledUp", { ...figures, level: scene.level });
  };
  return (
    <p className="graph-footer note" role="status">
      <span>{told()}</span>
      {hidden > 0 ? (
        <span>
          {say("hiddenByHand", { count: hidden })}{" "}
          <button type="button" className="link" onClick={onShowHidden}>
            {say("showHidden")}
          </button>
        </span>
      ) : null}
      <GhostLegend />
      {isArranging ? <span>{say("arranging")}</span> : null}
    </p>
  );
}

export function Said({ node }: { readonly node: Node | undefined }): ReactNode {
  const say = useText("graph");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const count = useStore((state) => (node === undefined ? 0 : edgesOf(state.graph, node.nodeId).length));
  const type = phraseIn(ontology.nodeType.get(node?.nodeType ?? "")?.title, language) ?? node?.nodeType ?? "";
  return (
    <p className="visually-hidden" aria-live="polite">
      {node === undefined ? "" : say("selected", { type, name: node.name, count })}
    </p>
  );
}
