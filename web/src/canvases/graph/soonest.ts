/** Which boxes of a picture come first, where not all of them come with one frame. Pure. */

interface Placed {
  readonly id: string;
  readonly position: { readonly x: number; readonly y: number };
}

/** So many of these, in their order: those that were there before, then the nearest to a point. */
export function soonest<Box extends Placed>(
  boxes: readonly Box[],
  count: number,
  before: ReadonlySet<string>,
  point: Placed["position"] | undefined,
): Box[] {
  const far = ({ position: { x, y } }: Box): number => (point === undefined ? 0 : Math.hypot(x - point.x, y - point.y));
  const coming = boxes.filter(({ id }) => !before.has(id)).sort((one, two) => far(one) - far(two));
  const left = Math.max(0, count - (boxes.length - coming.length));
  const first = new Set(coming.slice(0, left));
  return boxes.filter((box) => before.has(box.id) || first.has(box));
}
