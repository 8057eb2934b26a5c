/**
 * The inspector: what is selected on any canvas, edited in place; without a selection, the project at a glance.
 *
 * Every edit is one change set like any other, so that it is checked, told to everybody and undone.
 */

import type { ReactNode } from "react";
import { useObstacle } from "../canvases/useChanges";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { EdgeInspector } from "./EdgeInspector";
import { ManyInspector } from "./ManyInspector";
import { NodeInspector } from "./NodeInspector";
import { Summary } from "./Summary";
import "./element.css";

export default function InspectorPane(): ReactNode {
  const say = useText("element");
  const graph = useStore((state) => state.graph);
  const selection = useStore((state) => state.canvas.selection);
  const obstacle = useObstacle();
  const nodes = selection.nodes.flatMap((id) => graph.nodes.get(id) ?? []);
  const edges = selection.edges.flatMap((id) => graph.edges.get(id) ?? []);
  const why = obstacle && say(obstacle);
  const [node, edge] = [nodes[0], edges[0]];
  if (nodes.length + edges.length > 1) {
    const chosen = [...selection.nodes, ...selection.edges].join();
    return <ManyInspector key={chosen} nodes={nodes} edges={edges} obstacle={why} />;
  }
  if (node) return <NodeInspector key={node.nodeId} node={node} obstacle={why} />;
  if (edge) return <EdgeInspector key={edge.edgeId} edge={edge} obstacle={why} />;
  return <Summary />;
}
