/**
 * Putting a box into another: which boxes may take it, and the operations that do it. What nests in a view is data
 * (`views.ts`), what may hold what is the profile's. Pure; the server still decides.
 */

import type { Edge, Operation } from "../../protocol";
import type { Point } from "../../state/state";
import { adjacency, type Elements, incoming } from "../adjacency";
import type { Ontology } from "../ontology";
import { isAmong, isRelation } from "../ontology";
import type { Rect } from "./geometry";
import { type Box, isInside, type Scene } from "./scene";
import type { View } from "./views";

/** The relation by which a box of one type holds one of another in this view. */
export function holdingRelation(view: View, ontology: Ontology, holder: string, held: string): string | undefined {
  const isLegal = (relation: string): boolean =>
    ontology.relation.get(relation)?.pairs.some(([from, to]) => from === holder && to === held) === true;
  if (isAmong(view.lanes?.types ?? [], holder))
    return ontology.relations.map(({ name }) => name).find((name) => name !== "compose" && isLegal(name));
  return view.containers.find(([relation, nodeType]) => nodeType === holder && isLegal(relation))?.[0];
}

/** The boxes that may take a box: not itself, what is in it, or what it is in already. */
export function holdersFor(scene: Scene, ontology: Ontology, id: string): readonly Box[] {
  const box = scene.boxes.get(id);
  if (box?.node === undefined || box.isLane === true) return [];
  return [...scene.boxes.values()].filter((holder) => {
    if (
      holder.id === id ||
      holder.id === box.parent ||
      holder.node === undefined ||
      isInside(scene.boxes, holder.id, id)
    )
      return false;
    return isRestLane(scene, holder)
      ? box.parent !== undefined
      : holdingRelation(scene.view, ontology, holder.nodeType, box.nodeType) !== undefined;
  });
}

/** Whether a box stands in another because the model says so, and not only for want of a better place. */
export function isHeld(scene: Scene, id: string): boolean {
  const parent = scene.boxes.get(scene.boxes.get(id)?.parent ?? "");
  return parent !== undefined && !isRestLane(scene, parent);
}

/**
 * The innermost box at a point that would take this one; nothing where it stands already. Two of a kind that happen to
 * lie on each other are no wish: a plain box takes others only of another type.
 */
export function holderAt(
  scene: Scene,
  ontology: Ontology,
  rects: ReadonlyMap<string, Rect>,
  id: string,
  [x, y]: Point,
): string | undefined {
  const box = scene.boxes.get(id);
  const takers = new Set(
    holdersFor(scene, ontology, id).filter(
      (holder) => holder.isContainer || holder.isLane || holder.nodeType !== box?.nodeType,
    ),
  );
  const [innermost] = [...scene.boxes.values()].reverse().filter((each) => {
    const rect = rects.get(each.id);
    const isHit =
      rect !== undefined && x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
    return isHit && (each.id === box?.parent || takers.has(each));
  });
  return innermost === undefined || innermost.id === box?.parent ? undefined : innermost.id;
}

/** Out of what holds it, into the other box, or only out. */
export function moving(
  scene: Scene,
  ontology: Ontology,
  elements: Elements,
  id: string,
  into: string | undefined,
  newId: () => string,
): readonly Operation[] {
  const [box, holder] = [scene.boxes.get(id), scene.boxes.get(into ?? "")];
  const operations: Operation[] = holdingEdges(scene, elements, id).map(({ edgeId }) => ({
    op: "edge.delete",
    id: newId(),
    ref: edgeId,
  }));
  const edgeType =
    holder && box && !isRestLane(scene, holder)
      ? holdingRelation(scene.view, ontology, holder.nodeType, box.nodeType)
      : undefined;
  if (holder !== undefined && edgeType !== undefined)
    operations.push({ op: "edge.create", id: newId(), edgeType, source: holder.id, target: id });
  return operations;
}

/** The edges for which a box is drawn where it is. */
function holdingEdges({ view, boxes }: Scene, elements: Elements, id: string): readonly Edge[] {
  const parent = boxes.get(boxes.get(id)?.parent ?? "");
  const nesting = view.containers.filter(([, nodeType]) => nodeType === parent?.nodeType).map(([relation]) => relation);
  const holds = ({ edgeType }: Edge): boolean =>
    view.lanes === undefined ? isAmong(nesting, edgeType) : !isRelation(edgeType, "compose");
  return incoming(adjacency(elements), id).filter((edge) => edge.source === parent?.id && holds(edge));
}

function isRestLane({ view }: Scene, holder: Box): boolean {
  return holder.isLane === true && view.lanes?.rest === holder.nodeType;
}

/** The picture in which boxes already stand inside another; what they leave empty is a plain box again. */
export function reparented(scene: Scene, ids: ReadonlySet<string>, into: string): Scene {
  const boxes = new Map(scene.boxes);
  // A box stands after the one it is drawn in.
  for (const box of scene.boxes.values()) {
    if (!ids.has(box.id) && ![...ids].some((id) => isInside(scene.boxes, box.id, id))) continue;
    boxes.delete(box.id);
    boxes.set(box.id, ids.has(box.id) ? { ...box, parent: into } : box);
  }
  const filled = new Set([...boxes.values()].flatMap(({ parent }) => parent ?? []));
  for (const box of boxes.values())
    if (box.isContainer !== filled.has(box.id)) boxes.set(box.id, { ...box, isContainer: filled.has(box.id) });
  return { ...scene, boxes };
}
