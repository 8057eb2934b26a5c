/**
 * Moving boxes: dragged or nudged, shown at once, and shared where the view is arranged by hand.
 *
 * The first move in a view keeps all boxes, so that everybody sees the same picture. In a layout that a person has
 * chosen beside the shared one, moves stay that person's own: no drag by accident undoes what others have arranged.
 */

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Layout } from "../../protocol";
import type { Point } from "../../state/state";
import { moved } from "../../ui/layoutHistory";
import { useStore } from "../../ui/useStore";
import { useSend, useWorkbench } from "../../ui/workbench";
import type { Ontology } from "../ontology";
import { type Alignment, aligned } from "./aligning";
import { holderAt, reparented } from "./containment";
import { HALF_A_BOX, type Positions } from "./geometry";
import type { Direction } from "./navigate";
import { carried, pictureOf } from "./picture";
import { released, settled } from "./place";
import type { Scene } from "./scene";
import { keptWith, madeBy } from "./together";
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

export interface Moves {
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
  /** Boxes in one line, or with the same gap between them; one step to undo. */
  readonly align: (ids: ReadonlySet<string>, how: Alignment) => void;
  /** What was just made stands there, and everything else where it is. */
  readonly place: (id: string, middle: Point) => void;
  /** Everybody gets these positions. A step is undone by itself, and not with a change of the model. */
  readonly share: (positions: Positions, isStep?: boolean) => void;
}

export function useMoves({ standing, put, stored, layout, isDirected, onInto }: Wanted): Moves {
  const { ontology } = useWorkbench();
  const { moving, newest, move, forget } = useMoving();
  const [into, setInto] = useState<Into>();
  const share = useSharing(standing);
  const keep = useCallback(
    (moves: Positions, isStep = true) => {
      if (standing === undefined) return;
      const isShared = stored === undefined || layout === "custom";
      const all = isShared ? keptWith(moves, standing.positions, stored) : moves;
      put(all);
      if (isShared) share(all, isStep);
    },
    [standing, put, stored, layout, share],
  );
  useKeepingMade(standing, layout === "custom" ? stored : undefined, share);
  const drop = useCallback(() => {
    const moves = forget();
    setInto(undefined);
    if (moves === undefined || standing === undefined) return;
    if (into === undefined) {
      keep(moves);
      return;
    }
    const landed = landing(standing, into, moves, isDirected);
    put(landed);
    const before = new Map([...standing.positions].filter(([id]) => landed.has(id)));
    void onInto(into.ids, into.holder).then((isTaken) => (isTaken ? keep(landed, false) : put(before)));
  }, [standing, forget, put, keep, into, isDirected, onInto]);
  const transfer = useCallback(
    (ids: ReadonlySet<string>, holder: string | undefined) => {
      if (standing === undefined) return;
      const moves = transferred(standing, ids, holder, isDirected);
      void onInto(ids, holder).then((isTaken) => isTaken && keep(moves, false));
    },
    [standing, keep, isDirected, onInto],
  );
  const drag = useCallback(
    (corners: Positions) => {
      if (standing === undefined) return;
      const { moves, ids, holder } = dragged(standing, corners, ontology, isDirected);
      move(moves);
      setInto((before) => {
        if (holder === undefined || before?.holder === holder) return holder === undefined ? undefined : before;
        return { ids, holder, scene: reparented(standing.scene, ids, holder) };
      });
    },
    [standing, isDirected, move, ontology],
  );
  const nudge = useNudge(standing, newest, move, drop);
  const align = useCallback(
    (ids: ReadonlySet<string>, how: Alignment) => {
      if (standing !== undefined) keep(aligned(standing.scene, standing.positions, ids, how));
    },
    [standing, keep],
  );
  const place = useCallback(
    (id: string, [x, y]: Point) => keep(new Map([[id, [x - HALF_A_BOX[0], y - HALF_A_BOX[1]]]]), false),
    [keep],
  );
  return { moving, into, drag, drop, transfer, nudge, align, place, share };
}

interface Moving {
  readonly moving: Positions | undefined;
  readonly newest: RefObject<Positions | undefined>;
  readonly move: (moves: Positions) => void;
  /** Ends what is on its way, and says what it was. */
  readonly forget: () => Positions | undefined;
}

/** Positions on their way. */
function useMoving(): Moving {
  const [moving, setMoving] = useState<Positions>();
  const newest = useRef<Positions>(undefined);
  const move = useCallback((moves: Positions) => {
    newest.current = new Map([...(newest.current ?? []), ...moves]);
    setMoving(newest.current);
  }, []);
  const forget = useCallback(() => {
    const moves = newest.current;
    newest.current = undefined;
    setMoving(undefined);
    return moves;
  }, []);
  return { moving, newest, move, forget };
}

function useSharing(standing: Standing | undefined): Moves["share"] {
  const send = useSend();
  const { store } = useWorkbench();
  return useCallback(
    (positions, isStep = true) => {
      if (standing === undefined) return;
      // As the model is by now: what is placed may have been made a moment ago.
      const { nodes } = store.get().graph;
      const { boxes, view } = standing.scene;
      const real = [...positions].filter(([id]) => nodes.has(id) && boxes.get(id)?.isContainer !== true);
      if (real.length === 0) return;
      const before = real.flatMap(([id]) => {
        const at = standing.positions.get(id);
        return at === undefined ? [] : [[id, at] as const];
      });
      if (isStep) moved(store, { view: view.id, before: Object.fromEntries(before), after: Object.fromEntries(real) });
      void send({ type: "layout.update", view: view.id, positions: Object.fromEntries(real) });
    },
    [standing, send, store],
  );
}

/** Keeps for everybody, once, where this screen has placed what its person made in a picture that hands have put together. */
function useKeepingMade(
  standing: Standing | undefined,
  stored: Readonly<Record<string, Point>> | undefined,
  share: Moves["share"],
): void {
  const commits = useStore((state) => state.commits);
  const me = useStore((state) => state.connection.me?.personId);
  const isPast = useStore((state) => state.outline !== undefined);
  const kept = useRef(new Set<string>());
  useEffect(() => {
    if (isPast || standing === undefined || stored === undefined) return;
    const made = [...madeBy(me, commits, standing.positions, stored)].filter(([id]) => !kept.current.has(id));
    for (const [id] of made) kept.current.add(id);
    share(new Map(made), false);
  }, [standing, stored, share, commits, me, isPast]);
}

function useNudge(
  standing: Standing | undefined,
  newest: Moving["newest"],
  move: Moving["move"],
  drop: () => void,
): Moves["nudge"] {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (ids, direction) => {
      if (standing === undefined) return;
      const now = new Map([...standing.positions, ...(newest.current ?? [])]);
      move(carried(standing.scene, now, ids, STEPS[direction]));
      clearTimeout(timer.current);
      timer.current = setTimeout(drop, NUDGE_MS);
    },
    [standing, newest, move, drop],
  );
}

interface Dragged {
  readonly moves: Positions;
  readonly ids: ReadonlySet<string>;
  /** The box that would take them. */
  readonly holder: string | undefined;
}

/** What follows from where the drawing library has boxes now. */
function dragged({ scene, positions }: Standing, corners: Positions, ontology: Ontology, isDirected: boolean): Dragged {
  const { rects } = pictureOf(scene, positions, isDirected);
  const wanted = new Map<string, string[]>();
  const moves = new Map<string, Point>();
  for (const [id, [x, y]] of corners) {
    const rect = rects.get(id);
    if (rect === undefined) continue;
    for (const [moved, to] of carried(scene, positions, new Set([id]), [x - rect.x, y - rect.y])) moves.set(moved, to);
    const holder = holderAt(scene, ontology, rects, id, [x + rect.width / 2, y + rect.height / 2]);
    if (holder !== undefined) wanted.set(holder, [...(wanted.get(holder) ?? []), id]);
  }
  // Boxes that would go different ways are only moved.
  const [[holder, list] = []] = wanted.size === 1 ? wanted : [];
  return { moves, ids: new Set(list), holder };
}

/** Where boxes come to stand that go into another one, or out of the one they are in, without a drag. */
function transferred(
  standing: Standing,
  ids: ReadonlySet<string>,
  holder: string | undefined,
  isDirected: boolean,
): Positions {
  const { scene, positions } = standing;
  const rest = [...scene.boxes.values()].find((box) => box.isLane && box.nodeType === scene.view.lanes?.rest)?.id;
  const lane = holder ?? rest;
  if (lane === undefined) return released(scene, positions, ids);
  return landing(standing, { ids, holder: lane, scene: reparented(scene, ids, lane) }, new Map(), isDirected);
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
