/** How each relation is drawn. */

import type { RouteStyle } from "./routes";
import type { Line } from "./scene";
import type { View } from "./views";

export interface LineStyle {
  readonly route: RouteStyle;
  /** SVG dash pattern; empty = solid. */
  readonly dashes: string;
  readonly head: "filled" | "open" | "none";
  readonly tail: "diamond" | "dot" | "none";
}

const STYLES: Readonly<Record<string, Omit<LineStyle, "route">>> = {
  io: { dashes: "", head: "filled", tail: "none" },
  satisfy: { dashes: "7 4", head: "open", tail: "none" },
  verify: { dashes: "2 4", head: "open", tail: "none" },
  allocate: { dashes: "", head: "none", tail: "diamond" },
  compose: { dashes: "", head: "none", tail: "none" },
  link: { dashes: "", head: "filled", tail: "none" },
  precedes: { dashes: "", head: "filled", tail: "none" },
  requires: { dashes: "7 4", head: "open", tail: "none" },
  regulates: { dashes: "2 4", head: "open", tail: "none" },
  typed: { dashes: "2 4", head: "open", tail: "none" },
};
const PLAIN: Omit<LineStyle, "route"> = { dashes: "", head: "none", tail: "none" };

/** In a round or a force layout nothing has a direction: lines run straight. */
export function lineStyle(view: View, line: Pick<Line, "relation">, isDirected: boolean): LineStyle {
  const style = STYLES[line.relation] ?? PLAIN;
  if (!isDirected) return { ...style, route: "straight" };
  return { ...style, route: view.arrangement === "tree" ? "branch" : "flow" };
}
