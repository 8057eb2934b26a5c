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
import { useSend } from "../../ui/workbench";
import type { Positions } from "./geometry";
import type { Direction } from "./navigate";
import { carried, pictureOf } from "./picture";
import type { Standing } from "./usePositions";

/** One press of an arrow moves a box by this. */
const NUDGE = 20;
/** Positions are kept when the arrows have been still for this long. */
const NUDGE_MS = 500;

const STEPS: Readonly<Record<Direction, Point>> = { left: [-NUDGE, 0], right: [NUDGE, 0], up: [0, -NUDGE], down: [0, NUDGE] };

interface Wanted {
  readonly standing: Standing | undefined;
  readonly put: (moves: Positions) => void;
  readonly stored: Readonly<Record<string, Point>> | undefined;
  readonly layout: Layout;
  readonly isDirected: boolean;
}

interface Moves {
  /** Positions while something is on its way. */
  readonly moving: Positions | undefined;
  /** Top left corners as the drawing library reports them. */
  readonly drag: (corners: Positions) => void;
  readonly drop: () => void;
  readonly nudge: (ids: ReadonlySet<string>, direction: Direction) => void;
  /** Everybody gets these positions. */
  readonly share: (positions: Positions) => void;
}

export function useMoves({ standing, put, stored, layout, isDirected }: Wanted): Moves {
  const send = useSend();
  const nodes = useStore((state) => state.graph.nodes);
  const [moving, setMoving] = useState<Positions>();
  const newest = useRef<Positions>(undefined);
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
  const drop = useCallback(() => {
    const moves = newest.current;
    newest.current = undefined;
    setMoving(undefined);
    if (moves === undefined || standing === undefined) return;
    put(moves);
    if (stored === undefined) share(new Map([...standing.positions, ...moves]));
    else if (layout === "custom") share(moves);
  }, [standing, put, stored, layout, share]);
  const drag = useCallback(
    (corners: Positions) => {
      if (standing === undefined) return;
      const { scene, positions } = standing;
      const { rects } = pictureOf(scene, positions, isDirected);
      for (const [id, [x, y]] of corners) {
        const rect = rects.get(id);
        if (rect !== undefined) move(carried(scene, positions, new Set([id]), [x - rect.x, y - rect.y]));
      }
    },
    [standing, isDirected, move],
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
  return { moving, drag, drop, nudge, share };
}
