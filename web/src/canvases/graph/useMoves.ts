/**
 * Moving boxes: dragged or nudged, shown at once, and shared where the view is arranged by hand.
 *
 * The first move in a view keeps all boxes, so that everybody sees the same picture. In a layout that a person has
 * chosen beside the shared one, moves stay that person's own: no drag by accident undoes what others have arranged.
 */

import { useCallback, useEffect, useRef, useState } from "react";
import type { Layout } from "../../protocol";
import type { Point } from "../../state/store";
import { useStore } from "../../ui/useStore";
import { useSend, useWorkbench } from "../../ui/workbench";
import { holderAt, reparented } from "./containment";
import type { Positions } from "./geometry";
import type { Direction } from "./navigate";
import { carried, pictureOf } from "./picture";
import { released, settled } from "./place";
import type { Scene } from "./scene";
import type { Standing } from "./usePositions";

/** One press of an arrow moves a box by this. */
const NUDGE = 20;
/** Positions are kept when the arrows have been still for this long. */
const NUDGE_MS = 500;

const STEPS: Readonly<Record<Direction, Point>> = {
  left: [-NUDGE, 0],
  right: [NUDGE, 0],
  up: [0, -NUDGE],
  down: [0, NUDGE],
};

interface Wanted {
  readonly standing: Standing | undefined;
  readonly put: (moves: Positions) => void;
  readonly stored: Readonly<Record<string, Point>> | undefined;
  readonly layout: Layout;
  readonly isDirected: boolean;
  /** Boxes go into another, or only out of the one they are in; answers whether the model took it. */
  readonly onInto: (ids: ReadonlySet<string>, into: string | undefined) => Promise<boolean>;
}

interface Into {
  readonly ids: ReadonlySet<string>;
  readonly holder: string;
  /** The picture as if they were in it. */
  readonly scene: Scene;
}

interface Moves {
  /** Positions while something is on its way. */
  readonly moving: Positions | undefined;
  /** The boxes on their way, and the box that would take them. */
  readonly into: Into | undefined;
  /** Top left corners as the drawing library reports them. */
  readonly drag: (corners: Positions) => void;
  readonly drop: () => void;
  /** The same without a drag: into a box, or out of the one they are in. */
  readonly transfer: (ids: ReadonlySet<string>, into: string | undefined) => void;
  readonly nudge: (ids: ReadonlySet<string>, direction: Direction) => void;
  /** Everybody gets these positions. */
  readonly share: (positions: Positions) => void;
}

export function useMoves({ standing, put, stored, layout, isDirected, onInto }: Wanted): Moves {
  const send = useSend();
  const { ontology } = useWorkbench();
  const nodes = useStore((state) => state.graph.nodes);
  const [moving, setMoving] = useState<Positions>();
  const newest = useRef<Positions>(undefined);
  const [into, setInto] = useState<Into>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const share = useCallback(
    (positions: Positions) => {
      if (standing === undefined) return;
      const { boxes, view } = standing.scene;
      const real = [...positions].filter(([id]) => nodes.has(id) && boxes.get(id)?.isContainer !== true);
      if (real.length > 0) void send({ type: "layout.update", view: view.id, positions: Object.fromEntries(real) });
    },
    [standing, nodes, send],
  );
  const move = useCallback((moves: Positions) => {
    newest.current = new Map([...(newest.current ?? []), ...moves]);
    setMoving(newest.current);
  }, []);
  const keep = useCallback(
    (moves: Positions) => {
      if (standing === undefined) return;
      if (stored === undefined) share(new Map([...standing.positions, ...moves]));
      else if (layout === "custom") share(moves);
    },
    [standing, stored, layout, share],
  );
  const drop = useCallback(() => {
    const moves = newest.current;
    newest.current = undefined;
    setMoving(undefined);
    setInto(undefined);
    if (moves === undefined || standing === undefined) return;
    if (into === undefined) {
      put(moves);
      keep(moves);
      return;
    }
    const landed = landing(standing, into, moves, isDirected);
    put(landed);
    const before = new Map([...standing.positions].filter(([id]) => landed.has(id)));
    void onInto(into.ids, into.holder).then((isTaken) => (isTaken ? keep(landed) : put(before)));
  }, [standing, put, keep, into, isDirected, onInto]);
  const transfer = useCallback(
    (ids: ReadonlySet<string>, holder: string | undefined) => {
      if (standing === undefined) return;
      const { scene, positions } = standing;
      const rest = [...scene.boxes.values()].find((box) => box.isLane && box.nodeType === scene.view.lanes?.rest)?.id;
      const lane = holder ?? rest;
      const moves =
        lane === undefined
          ? released(scene, positions, ids)
          : landing(standing, { ids, holder: lane, scene: reparented(scene, ids, lane) }, new Map(), isDirected);
      void onInto(ids, holder).then((isTaken) => {
        if (!isTaken) return;
        put(moves);
        keep(moves);
      });
    },
    [standing, put, keep, isDirected, onInto],
  );
  const drag = useCallback(
    (corners: Positions) => {
      if (standing === undefined) return;
      const { scene, positions } = standing;
      const { rects } = pictureOf(scene, positions, isDirected);
      const wanted = new Map<string, string[]>();
      for (const [id, [x, y]] of corners) {
        const rect = rects.get(id);
        if (rect === undefined) continue;
        move(carried(scene, positions, new Set([id]), [x - rect.x, y - rect.y]));
        const holder = holderAt(scene, ontology, rects, id, [x + rect.width / 2, y + rect.height / 2]);
        if (holder !== undefined) wanted.set(holder, [...(wanted.get(holder) ?? []), id]);
      }
      // Boxes that would go different ways are only moved.
      const [[holder, list] = []] = wanted.size === 1 ? wanted : [];
      const ids = new Set(list);
      setInto((before) =>
        holder === undefined
          ? undefined
          : before?.holder === holder
            ? before
            : { ids, holder, scene: reparented(scene, ids, holder) },
      );
    },
    [standing, isDirected, move, ontology],
  );
  const nudge = useCallback(
    (ids: ReadonlySet<string>, direction: Direction) => {
      if (standing === undefined) return;
      const now = new Map([...standing.positions, ...(newest.current ?? [])]);
      move(carried(standing.scene, now, ids, STEPS[direction]));
      clearTimeout(timer.current);
      timer.current = setTimeout(drop, NUDGE_MS);
    },
    [standing, move, drop],
  );
  return { moving, into, drag, drop, transfer, nudge, share };
}

/** Where boxes come to stand in what takes them; what they leave empty is a plain box where its frame began. */
function landing({ scene, positions }: Standing, into: Into, moves: Positions, isDirected: boolean): Positions {
  const { rects } = pictureOf(scene, positions, isDirected);
  const left = [...into.ids].flatMap((id): [string, Point][] => {
    const parent = scene.boxes.get(id)?.parent ?? "";
    const rect = rects.get(parent);
    return rect === undefined ? [] : [[parent, [rect.x, rect.y]]];
  });
  return new Map([
    ...left,
    ...moves,
    ...settled(into.scene, new Map([...positions, ...moves]), into.ids, into.holder, rects),
  ]);
}
