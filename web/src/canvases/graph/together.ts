/**
 * The picture that people have put together by hand. Where its boxes stand is the same for everybody, so that a move of
 * one means the same to all; a picture that had grown elsewhere on one screen goes there as a whole. Pure.
 */

import type { CommitOnWire } from "../../protocol";
import type { Point } from "../../state/state";
import type { Arrangement, Positions } from "./geometry";
import { placeOf } from "./place";
import type { Box } from "./scene";

interface Together extends Arrangement {
  /** How far most of what is on this screen goes. */
  readonly shift: Point;
}

/** The picture as it is kept for everybody; nothing where none of these boxes was ever put anywhere. */
export function asStored(
  boxes: Iterable<Pick<Box, "id" | "node">>,
  stored: Readonly<Record<string, Point>> | undefined,
  known: Arrangement | undefined,
): Together | undefined {
  const kept: Positions = new Map(Object.entries(stored ?? {}));
  if (![...boxes].some((box) => placeOf(box, kept) !== undefined)) return undefined;
  const { positions: before, ways } = known ?? { positions: new Map(), ways: new Map() };
  const shift = shiftOf(before, kept, before.keys());
  const beside = shifted(before, shift);
  return { positions: isSame(beside, kept) ? new Map([...beside, ...kept]) : kept, ways, shift };
}

/**
 * Whether the picture that people have put together is the one before but for a few moves. Then what is proposed, of which
 * no server keeps where it stands, stays beside the others.
 */
function isSame(before: Positions, stored: Positions): boolean {
  const both = [...stored].filter(([id]) => before.has(id));
  const moved = both.filter(([id, [x, y]]) => before.get(id)?.[0] !== x || before.get(id)?.[1] !== y);
  return both.length > 0 && moved.length * 2 < both.length;
}

/**
 * What a move keeps for everybody: with it, each box that came since and that no hand has moved yet, where this hand saw it.
 * Until then each screen has found a place for such a box by itself.
 */
export function keptWith(
  moves: Positions,
  standing: Positions,
  stored: Readonly<Record<string, Point>> | undefined,
): Positions {
  return new Map([...[...standing].filter(([id]) => stored?.[id] === undefined), ...moves]);
}

/**
 * What this person made, or the assistant for them, and nobody has placed yet: their screen keeps it where it found free ground,
 * since others, with other boxes out of sight, would find another place.
 */
export function madeBy(
  personId: string | undefined,
  commits: readonly Pick<CommitOnWire, "author" | "aliases">[],
  standing: Positions,
  stored: Readonly<Record<string, Point>>,
): Positions {
  const made = commits
    .filter(({ author }) => personId !== undefined && author.personId === personId)
    .flatMap(({ aliases }) => Object.values(aliases));
  return new Map(
    made.flatMap((id) => {
      const at = stored[id] === undefined ? standing.get(id) : undefined;
      return at === undefined ? [] : [[id, at] as const];
    }),
  );
}

/** How far most of these boxes went from one picture to another. */
export function shiftOf(from: Positions, to: Positions, ids: Iterable<string>): Point {
  const shifts = [...ids].flatMap((id): readonly Point[] => {
    const [before, after] = [from.get(id), to.get(id)];
    return before === undefined || after === undefined ? [] : [[after[0] - before[0], after[1] - before[1]]];
  });
  return [middleOf(shifts.map(([x]) => x)), middleOf(shifts.map(([, y]) => y))];
}

export function shifted(positions: Positions, [dx, dy]: Point): Positions {
  return new Map([...positions].map(([id, [x, y]]) => [id, [x + dx, y + dy] as const]));
}

/** The median; 0 of nothing. */
function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
