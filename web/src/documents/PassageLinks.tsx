/** The nodes that a passage bears on: shown, taken away, and the selected one added. */

import type { ReactNode } from "react";
import type { PassageLink } from "../protocol";
import { may } from "../state/people";
import { NodeChip } from "../ui/NodeChip";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import { linkPath } from "./paths";

export function PassageLinks({
  passageId,
  links,
}: {
  readonly passageId: string;
  readonly links: readonly PassageLink[];
}): ReactNode {
  const say = useText("documents");
  const { rest, project } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const selection = useStore((state) => state.canvas.selection.nodes);
  const mayLink = useStore((state) => may(state.connection.access, "build"));
  const chosen = selection.length === 1 && selection[0] ? graph.nodes.get(selection[0]) : undefined;
  const isLinked = chosen !== undefined && links.some((link) => link.nodeId === chosen.nodeId);
  // What the server did comes back as an event, to everybody alike.
  const link = (nodeId: string): void => void shown(rest.put(linkPath(project, passageId, nodeId), {}));
  const unlink = (nodeId: string): void => void shown(rest.delete(linkPath(project, passageId, nodeId)));
  return (
    <div className="passage-links" role="group" aria-label={say("links")}>
      {links.map(({ nodeId, why }) => {
        const name = graph.nodes.get(nodeId)?.name ?? nodeId;
        return (
          <span key={nodeId} className="linked" title={why}>
            {graph.nodes.has(nodeId) ? <NodeChip nodeId={nodeId} /> : <bdi>{nodeId}</bdi>}
            {mayLink ? (
              <button
                type="button"
                className="quiet"
                aria-label={say("unlink", { name })}
                title={say("unlink", { name })}
                onClick={() => unlink(nodeId)}
              >
                ✕
              </button>
            ) : null}
          </span>
        );
      })}
      {links.length === 0 ? <span className="note">{say("noLinks")}</span> : null}
      {!mayLink || isLinked ? null : chosen ? (
        <button type="button" onClick={() => link(chosen.nodeId)}>
          {say("link", { name: chosen.name })}
        </button>
      ) : (
        <span className="note">{say("linkHint")}</span>
      )}
    </div>
  );
}
