/**
 * Where the boxes of the shown scene stand. A new arrangement is made when the person asks for another picture, and while
 * nobody has put a box anywhere also when the model grows. What somebody has put together stays: what is new stands beside it.
 */

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { CommitOnWire, Layout } from "../../protocol";
import type { Point } from "../../state/state";
import { useStore, useStoreHandle } from "../../ui/useStore";
import { arrange } from "./arrange";
import { type Arrangement, boxSize, type Positions } from "./geometry";
import { type Arranged, memoryOf } from "./memory";
import { placeNew, withMoves } from "./place";
import { type Scene, sizeOf } from "./scene";
import { asStored, shifted, shiftOf } from "./together";
import type { ViewId } from "./views";

interface Wanted {
  readonly scene: Scene;
  /** What the person has asked to see. */
  readonly key: string;
  /** Changes when the picture should be brought into the window anew. */
  readonly fitKey: string;
  readonly layout: Layout;
  /** Where people have put boxes of this view. */
  readonly stored: Readonly<Record<string, Point>> | undefined;
  /** The box that was opened or closed: it stays where it is. */
  readonly anchor: string | undefined;
}

interface Wish extends Pick<Wanted, "scene" | "layout" | "stored"> {
  /** What the person has asked to see. */
  readonly asked: string;
  /** What it is arranged for; while it grows by itself, with the elements that are shown. */
  readonly key: string;
}

export interface Standing {
  readonly scene: Scene;
  readonly positions: Positions;
  readonly ways: Arrangement["ways"];
  readonly fitKey: string;
  /** What the person had asked to see. */
  readonly asked: string;
  /** How far all of it has gone to stand where it stands for everybody: what is seen goes along. */
  readonly shift?: Point | undefined;
}

interface Placed {
  /** The scene with its positions, as soon as there are some; the one before meanwhile. */
  readonly standing: Standing | undefined;
  readonly isArranging: boolean;
  /** Boxes that a hand has put somewhere. */
  readonly put: (moves: Positions) => void;
}

export function usePositions(wanted: Wanted): Placed {
  const store = useStoreHandle();
  const commits = useStore((state) => state.commits);
  const { arranged } = memoryOf(store);
  const { scene, key, fitKey, layout, stored, anchor } = wanted;
  const view = scene.view.id;
  const [standing, setStanding] = useState<Standing>();
  const [isArranging, setArranging] = useState(false);
  const wish = useWish(wanted);
  const newest = useRef({ ...wish, commits, fitKey, anchor });
  const running = useRef<{ readonly asked: string; readonly stop: AbortController }>(undefined);
  const lastStored = useRef(stored);
  // What a hand has put somewhere while a larger picture of the same is being arranged.
  const byHand = useRef<Positions>(new Map());

  useLayoutEffect(() => {
    newest.current = { ...wish, commits, fitKey, anchor };
    const show = ({ key: madeFor, positions: given, ways }: Arranged, shift?: Point): void => {
      const { scene: now, commits: heard, fitKey: fitted, asked } = newest.current;
      const positions = placeNew(now, adopted(given, heard));
      arranged.set(view, { key: madeFor, positions, ways });
      setStanding({ scene: now, positions, ways, fitKey: fitted, asked, shift });
    };
    const start = (): void => {
      const { key: madeFor, asked, ...made } = newest.current;
      // The picture of an empty model arranges nothing: what comes first is no addition.
      const known = arranged.get(view)?.positions.size ? arranged.get(view) : undefined;
      const stop = new AbortController();
      [running.current, byHand.current] = [{ asked, stop }, new Map()];
      const isGrown = known?.key.startsWith(asked) === true;
      const over = (arrangement: Arrangement, shift?: Point): void => {
        running.current = undefined;
        setArranging(false);
        show({ key: madeFor, ...(isGrown ? withHand(arrangement, byHand.current) : arrangement) }, shift);
        // It has grown meanwhile.
        if (newest.current.asked === asked && newest.current.key !== madeFor) start();
      };
      // The first move of a hand keeps all others where they are, and so their ways.
      const stood = made.layout === "custom" ? asStored(made.scene.boxes.values(), made.stored, known) : undefined;
      if (stood !== undefined) {
        over(stood, stood.shift);
        return;
      }
      const found = arrange(made.scene, made.layout, stop.signal);
      const done = (arrangement: Arrangement): void => {
        if (stop.signal.aborted) return;
        over(known === undefined ? arrangement : anchored(arrangement, known.positions, made.anchor));
      };
      if (found instanceof Promise) {
        setArranging(!isGrown);
        void found.then(done, () => undefined);
      } else done(found);
    };
    const known = arranged.get(view);
    if (known?.key === wish.key && known.positions.size > 0) {
      stopped(running);
      setArranging(false);
      // A layout that this person has chosen is a look of their own; the shared one follows everybody's moves.
      const isShared = layout === "custom";
      const positions = isShared ? withMoves(known.positions, lastStored.current, stored) : known.positions;
      show({ ...known, positions });
    } else if (running.current?.asked !== key) {
      running.current?.stop.abort();
      start();
    }
    lastStored.current = stored;
  }, [arranged, view, wish, key, fitKey, layout, stored, anchor, commits]);
  useEffect(() => () => stopped(running), []);
  const put = usePut(arranged, view, setStanding, byHand);
  return { standing: standing?.scene.view.id === view ? standing : undefined, isArranging, put };
}

function useWish({ scene, key, layout, stored }: Wanted): Wish {
  return useMemo(
    () => ({ scene, layout, stored, asked: key, key: isGrowing(scene, layout) ? `${key}|${structureOf(scene)}` : key }),
    [scene, layout, stored, key],
  );
}

function usePut(
  arranged: Map<ViewId, Arranged>,
  view: ViewId,
  setStanding: (change: (before: Standing | undefined) => Standing | undefined) => void,
  byHand: { current: Positions },
): Placed["put"] {
  return useCallback(
    (moves) => {
      byHand.current = new Map([...byHand.current, ...moves]);
      const known = arranged.get(view);
      if (known === undefined) return;
      const positions = new Map([...known.positions, ...moves]);
      arranged.set(view, { ...known, positions });
      setStanding((before) => before && { ...before, positions });
    },
    [arranged, view, setStanding, byHand],
  );
}

/** A box that a hand has put somewhere stays there, if it is still in the picture. */
function withHand({ positions, ways }: Arrangement, byHand: Positions): Arrangement {
  return { positions: new Map([...positions, ...[...byHand].filter(([id]) => positions.has(id))]), ways };
}

interface Running {
  current: { readonly asked: string; readonly stop: AbortController } | undefined;
}

function stopped(running: Running): void {
  running.current?.stop.abort();
  running.current = undefined;
}

/** Boxes and lines up to which a picture is arranged anew as the model grows: a layout of more takes longer than one waits. */
const GROWS = 300;

/** Whether nobody has put a box anywhere, and the layout keeps its order when something is added. */
function isGrowing(scene: Scene, layout: Layout): boolean {
  return layout !== "custom" && layout !== "force" && sizeOf(scene) <= GROWS;
}

/** Changes with whatever a layout looks at: boxes with their sizes, what they are drawn in, and lines. */
function structureOf({ boxes, lines }: Scene): string {
  const sizes = [...boxes.values()].map((box) => {
    const { width, height } = boxSize(box);
    return [box.id, box.parent, width, height].join(" ");
  });
  return [...sizes, ...lines.map(({ id, source, target, label }) => [id, source, target, label].join(" "))].join(",");
}

/** A ghost that became real keeps its place. */
function adopted(positions: Positions, commits: readonly CommitOnWire[]): Positions {
  const ghosts = [...positions.keys()].filter((id) => id.startsWith("ghost:"));
  if (ghosts.length === 0) return positions;
  const next = new Map(positions);
  const byName = new Map(ghosts.map((id) => [id.slice(id.indexOf(":", 6) + 1), id]));
  // Ghosts become real by one of the last commits, or not at all.
  for (const { aliases } of commits.slice(0, 3)) {
    for (const [name, nodeId] of Object.entries(aliases)) {
      const at = positions.get(byName.get(name) ?? "");
      if (at !== undefined && !next.has(nodeId)) next.set(nodeId, at);
    }
  }
  return next;
}

/** The new picture, shifted so that one box stands where it stood; without one, so that most boxes do. */
function anchored(arrangement: Arrangement, before: Positions, anchor: string | undefined): Arrangement {
  const { positions, ways } = arrangement;
  const ids = anchor !== undefined && positions.has(anchor) && before.has(anchor) ? [anchor] : positions.keys();
  // Ways know where their ends stood: they come along by themselves.
  return { positions: shifted(positions, shiftOf(positions, before, ids)), ways };
}
