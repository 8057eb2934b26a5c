/** The small pictures that a type of a workflow may name (`icon`), as strokes in a square of 16 pixels. Pure. */

const STROKES: Readonly<Record<string, string>> = {
  globe: "M8,1.5a6.5,6.5 0 1 0 0,13a6.5,6.5 0 1 0 0,-13M1.5,8H14.5M8,1.5c-4,4 -4,9 0,13M8,1.5c4,4 4,9 0,13",
  funnel: "M1.5,2.5H14.5L9.5,8.5V14L6.5,12V8.5Z",
  text: "M2,3.5H14M2,8H14M2,12.5H9",
  database: "M2.5,3.5c0,-2.5 11,-2.5 11,0v9c0,2.5 -11,2.5 -11,0zM2.5,3.5c0,2.5 11,2.5 11,0M2.5,8c0,2.5 11,2.5 11,0",
  clock: "M8,1.5a6.5,6.5 0 1 0 0,13a6.5,6.5 0 1 0 0,-13M8,4V8L11,10",
  mail: "M1.5,3.5H14.5V12.5H1.5ZM1.5,3.5L8,9L14.5,3.5",
  person: "M8,1.5a3,3 0 1 0 0,6a3,3 0 1 0 0,-6M2.5,14.5c0,-6 11,-6 11,0",
  code: "M5.5,4L1.5,8L5.5,12M10.5,4L14.5,8L10.5,12",
  file: "M3.5,1.5H9.5L12.5,4.5V14.5H3.5ZM9.5,1.5V4.5H12.5",
  branch: "M4,2V14M4,9c0,-3 8,-1 8,-5M10,5.5L12,3L14,5.5",
  loop: "M13.5,8a5.5,5.5 0 1 1 -2,-4.2M12,1V4.5H8.5",
  search: "M6.5,1.5a5,5 0 1 0 0,10a5,5 0 1 0 0,-10M10,10L14.5,14.5",
  bell: "M3,12H13L11.5,9.5V6.5a3.5,3.5 0 0 0 -7,0V9.5ZM6.5,14.5H9.5",
  lock: "M3.5,7H12.5V14.5H3.5ZM5.5,7V5a2.5,2.5 0 0 1 5,0V7",
  chart: "M2,1.5V14H14.5M5,11V8M8,11V4M11,11V6.5",
  list: "M5.5,3.5H14M5.5,8H14M5.5,12.5H14M2,3.5H2.5M2,8H2.5M2,12.5H2.5",
};

/** Nothing for a name that is not known: the two letters of the type stand there instead. */
export function iconOf(name: unknown): string | undefined {
  return typeof name === "string" && Object.hasOwn(STROKES, name) ? STROKES[name] : undefined;
}
