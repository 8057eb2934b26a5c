/** What each box shows, the same object as long as it shows the same: only what differs is drawn again. */

import { useCallback, useEffect, useRef } from "react";
import { useValue } from "../../ui/useValue";
import type { GhostMark, Overlaid, ProposedFields } from "../ghosts";
import { fresh, lightOf, pointed } from "../lit";
import type { FaceProperties } from "./BoxFace";
import type { Picture } from "./picture";
import type { Box, Port } from "./scene";

interface Wanted {
  readonly picture: Picture | undefined;
  readonly marks: ReadonlyMap<string, GhostMark>;
  readonly proposed: ReadonlyMap<string, ProposedFields>;
  readonly problems: Overlaid["problems"];
  /** Boxes into which something selected is rolled up. */
  readonly holders: ReadonlySet<string>;
  /** The box into which another would fall now. */
  readonly taking: string | undefined;
  /** Where the relation that is being drawn may end; undefined: none is. */
  readonly legalEnds: ReadonlySet<string> | undefined;
  readonly renaming: string | undefined;
  readonly onFold: FaceProperties["onFold"];
  readonly onRenamed: FaceProperties["onRenamed"];
}

export function useFaces({
  picture,
  marks,
  proposed,
  problems,
  holders,
  taking,
  legalEnds,
  renaming,
  onFold,
  onRenamed,
}: Wanted): (id: string) => FaceProperties | undefined {
  const [at, come] = [useValue(pointed), useValue(fresh)];
  const known = useRef(new Map<string, FaceProperties>());
  useEffect(() => {
    for (const id of known.current.keys()) if (!picture?.scene.boxes.has(id)) known.current.delete(id);
  }, [picture]);
  return useCallback(
    (id) => {
      const [box, rect] = [picture?.scene.boxes.get(id), picture?.rects.get(id)];
      if (box === undefined || rect === undefined) return;
      const before = known.current.get(id);
      const size =
        before?.size.width === rect.width && before.size.height === rect.height
          ? before.size
          : { width: rect.width, height: rect.height };
      const made: FaceProperties = {
        box: before !== undefined && isSameBox(before.box, box) ? before.box : box,
        ...{
          size,
          mark: marks.get(id),
          proposed: proposed.get(id),
          problems: problems.get(id),
          holdsSelection: holders.has(id),
          isTaking: taking === id,
          isLegalEnd: legalEnds?.has(id),
          light: lightOf(id, at, come),
          isRenaming: renaming === id,
          onFold,
          onRenamed,
        },
      };
      const face = before !== undefined && isSameFace(before, made) ? before : made;
      known.current.set(id, face);
      return face;
    },
    [picture, marks, proposed, problems, holders, taking, legalEnds, renaming, onFold, onRenamed, at, come],
  );
}

function isSameFace(one: FaceProperties, two: FaceProperties): boolean {
  return (Object.keys(two) as (keyof FaceProperties)[]).every((key) => one[key] === two[key]);
}

function isSameBox(one: Box, two: Box): boolean {
  return (
    one.node === two.node &&
    one.name === two.name &&
    one.parent === two.parent &&
    one.isContainer === two.isContainer &&
    one.isLane === two.isLane &&
    one.folded === two.folded &&
    one.canOpen === two.canOpen &&
    one.open === two.open &&
    one.step === two.step &&
    one.kind === two.kind &&
    one.exchanges === two.exchanges &&
    one.ports.length === two.ports.length &&
    one.ports.every((port, index) => isSamePort(port, two.ports[index]))
  );
}

function isSamePort(one: Port, two: Port | undefined): boolean {
  return one.id === two?.id && one.name === two.name && one.side === two.side;
}
