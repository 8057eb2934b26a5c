/** How somebody wants the columns of a table: their order, their widths, which are hidden, and what the rows are grouped by. Pure. */

import type { Column } from "./columns";

export interface Arrangement {
  /** Keys of columns; one that is not named stands where the profile puts it. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels, by key. */
  readonly widths: Readonly<Record<string, number>>;
  readonly group?: string | undefined;
}

export const AS_IT_COMES: Arrangement = { order: [], hidden: [], widths: {} };

/** It stays at the left while the others scroll, and cannot be hidden. */
export const PINNED = "name";
/** Narrower than this nothing can be read; wider than this nobody finds the next column. */
const [NARROWEST, WIDEST] = [64, 1_200];

export interface Arranged {
  /** All columns in their order, the pinned one first. */
  readonly all: readonly Column[];
  /** Of them, those that are shown. */
  readonly shown: readonly Column[];
}

export function arranged(columns: readonly Column[], { order, hidden, widths }: Arrangement): Arranged {
  const place = new Map(inOrder(columns, order).map((key, index) => [key, index]));
  const all = [...columns]
    .sort((one, two) => (place.get(one.key) ?? 0) - (place.get(two.key) ?? 0))
    .map((column) => {
      const width = widths[column.key];
      return width === undefined ? column : { ...column, width, isSized: true };
    });
  return { all, shown: all.filter(({ key }) => key === PINNED || !hidden.includes(key)) };
}

/** Puts a column before or behind its neighbour that is shown. */
export function shifted(arrangement: Arrangement, { all, shown }: Arranged, key: string, step: 1 | -1): Arrangement {
  const at = shown.findIndex((column) => column.key === key);
  const other = shown[at + step];
  return at < 0 || other === undefined ? arrangement : movedTo(arrangement, all, key, other.key);
}

/** Puts a column where another stands, which makes room for it. */
export function movedTo(arrangement: Arrangement, all: readonly Column[], key: string, onto: string): Arrangement {
  if (key === PINNED || onto === PINNED || key === onto) return arrangement;
  const keys = all.map((column) => column.key);
  const to = keys.indexOf(onto);
  const order = keys.filter((each) => each !== key);
  order.splice(to, 0, key);
  return { ...arrangement, order };
}

export function resized(arrangement: Arrangement, key: string, width: number): Arrangement {
  const within = Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));
  return { ...arrangement, widths: { ...arrangement.widths, [key]: within } };
}

export function toggled(arrangement: Arrangement, key: string): Arrangement {
  const { hidden } = arrangement;
  return { ...arrangement, hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key] };
}

/** The pinned column, then those somebody put in an order; the rest keep their neighbours. */
function inOrder(columns: readonly Column[], order: readonly string[]): readonly string[] {
  const known = columns.map((column) => column.key);
  const placed = order.filter((key) => known.includes(key));
  const keys = [...placed];
  for (const [index, key] of known.entries()) {
    if (placed.includes(key)) continue;
    const before = known.slice(0, index).findLast((each) => keys.includes(each));
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  }
  return [...(known.includes(PINNED) ? [PINNED] : []), ...keys.filter((key) => key !== PINNED)];
}
