/** How much a picture says at a zoom, and in which letters: none of its names is under 12 pixels on the screen. Pure. */

/** Below this zoom the largest letters that fit into a box are under 12 pixels on the screen. */
export const FAR = 0.5;
const NEAR = 0.95;

/** Pixels on the screen of the smallest letters that are read. */
const SEEN = 12;
/** Of names in boxes: two lines of the largest leave some of a box above and below. Of labels: they are read where a picture opens, at 0.6. */
const NAME = { least: 14, most: 24 } as const;
const LABEL = { least: 12, most: 20 } as const;
/** Of ports: what fits into the line of one. */
const PORT = { least: 12, most: 15 } as const;

interface Letters {
  /** Levels L0 to L2 of the origin. */
  readonly detail: "icon" | "compact" | "full";
  /** Size in the picture of the letters of names. */
  readonly name: number;
  /** The same of labels; undefined: they could not be read. */
  readonly label: number | undefined;
  /** The same of the names of ports. */
  readonly port: number | undefined;
}

/** In few steps, since each one is a new style for every box. */
export function lettersAt(zoom: number): Letters {
  const wanted = Math.ceil(SEEN / zoom);
  return {
    detail: zoom < FAR ? "icon" : zoom < NEAR ? "compact" : "full",
    name: Math.min(NAME.most, Math.max(NAME.least, wanted)),
    label: within(LABEL, wanted),
    port: within(PORT, wanted),
  };
}

/** As large as needed; undefined: there is no room for letters of this size. */
function within(
  { least, most }: { readonly least: number; readonly most: number },
  wanted: number,
): number | undefined {
  return wanted > most ? undefined : Math.max(least, wanted);
}
