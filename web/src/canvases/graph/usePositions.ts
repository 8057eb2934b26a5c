/**
 * Where the boxes of the shown scene stand. A new arrangement is made only when the person asks for another picture (its
 * key changes); while the model changes under a picture, what exists stays and what is new is placed beside it.
 */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CommitOnWire, Layout } from "../../protocol";
import type { Point } from "../../state/state";
import { useStore, useStoreHandle } from "../../ui/useStore";
import { arrange } from "./arrange";
import type { Arrangement, Positions } from "./geometry";
import { type Arranged, memoryOf } from "./memory";
import { placeNew } from "./place";
import type { Scene } from "./scene";

interface Wanted {
  readonly scene: Scene;
  readonly key: string;
  /** Changes when the picture should be brought into the window anew. */
  readonly fitKey: string;
  readonly layout: Layout;
  /** Where people have put boxes of this view. */
  readonly stored: Readonly<Record<string, Point>> | undefined;
  /** The box that was opened or closed: it stays where it is. */
  readonly anchor: string | undefined;
}

export interface Standing {
  readonly scene: Scene;
  readonly positions: Positions;
  readonly ways: Arrangement["ways"];
  readonly fitKey: string;
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
  const newest = useRef({ scene, commits, fitKey });
  const running = useRef<{ readonly key: string; readonly stop: AbortController }>(undefined);
  const lastStored = useRef(stored);

  useLayoutEffect(() => {
    newest.current = { scene, commits, fitKey };
    const show = ({ key: madeFor, positions: given, ways }: Arranged): void => {
      const { scene: now, commits: heard, fitKey: fitted } = newest.current;
      const positions = placeNew(now, adopted(given, heard));
      arranged.set(view, { key: madeFor, positions, ways });
      setStanding({ scene: now, positions, ways, fitKey: fitted });
    };
    const found = arranged.get(view);
    // The picture of an empty model arranges nothing: what comes first is no addition.
    const known = found !== undefined && found.positions.size > 0 ? found : undefined;
    if (known?.key === key) {
      stopped(running);
      setArranging(false);
      // A layout that this person has chosen is a look of their own; the shared one follows everybody's moves.
      const isShared = layout === "custom";
      show({
        ...known,
        positions: isShared ? withMoves(known.positions, lastStored.current, stored) : known.positions,
      });
    } else if (running.current?.key !== key) {
      running.current?.stop.abort();
      const stop = new AbortController();
      running.current = { key, stop };
      // The first move of a hand keeps all others where they are, and so their ways.
      const made = asStored({ scene, layout, stored }, known) ?? arrange(scene, layout, stop.signal);
      if (made instanceof Promise) setArranging(true);
      const done = (arrangement: Arrangement): void => {
        if (stop.signal.aborted) return;
        running.current = undefined;
        setArranging(false);
        show({ key, ...(known === undefined ? arrangement : anchored(arrangement, known.positions, anchor)) });
      };
      if (made instanceof Promise) void made.then(done, () => undefined);
      else done(made);
    }
    lastStored.current = stored;
  }, [arranged, view, scene, key, fitKey, layout, stored, anchor, commits]);
  useEffect(() => () => stopped(running), []);
  const put = useCallback(
    (moves: Positions) => {
      const known = arranged.get(view);
      if (known === undefined) return;
      const positions = new Map([...known.positions, ...moves]);
      arranged.set(view, { ...known, positions });
      setStanding((before) => before && { ...before, positions });
    },
    [arranged, view],
  );
  return { standing: standing?.scene.view.id === view ? standing : undefined, isArranging, put };
}

interface Running {
  current: { readonly key: string; readonly stop: AbortController } | undefined;
}

function stopped(running: Running): void {
  running.current?.stop.abort();
  running.current = undefined;
}

/** The picture that people have put together by hand, where there is one. */
function asStored(
  { scene, layout, stored }: Pick<Wanted, "scene" | "layout" | "stored">,
  known: Arranged | undefined,
): Arrangement | undefined {
  if (layout !== "custom" || stored === undefined) return undefined;
  if (!Object.keys(stored).some((id) => scene.boxes.has(id))) return undefined;
  return { positions: new Map(Object.entries(stored)), ways: known?.ways ?? new Map() };
}

/** Moves by other people, followed at once. */
function withMoves(
  positions: Positions,
  before: Readonly<Record<string, Point>> | undefined,
  now: Readonly<Record<string, Point>> | undefined,
): Positions {
  if (now === undefined || now === before) return positions;
  const moves = Object.entries(now).filter(([id, at]) => before?.[id] !== at);
  return new Map([...positions, ...moves]);
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

/** The new picture, shifted so that one box stands where it stood. */
function anchored(arrangement: Arrangement, before: Positions, anchor: string | undefined): Arrangement {
  const { positions, ways } = arrangement;
  const [from, to] = [positions.get(anchor ?? ""), before.get(anchor ?? "")];
  if (from === undefined || to === undefined) return arrangement;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // Ways know where their ends stood: they come along by themselves.
  return { positions: new Map([...positions].map(([id, [x, y]]) => [id, [x + dx, y + dy] as const])), ways };
}
