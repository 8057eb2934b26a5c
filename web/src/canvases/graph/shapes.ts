/** The outline of each symbol of the profile as an SVG path; the same on the canvas and in an exported picture. */

import { LANE, type Size } from "./geometry";
import type { Box } from "./scene";

/** Lines inside the outline that are drawn but not filled. */
interface Shape {
  readonly outline: string;
  readonly details: string;
}

export function shapeOf(
  symbol: string,
  { width: w, height: h }: Size,
  { isContainer, isLane }: Pick<Box, "isContainer" | "isLane">,
): Shape {
  if (isLane === true) return { outline: `M0,0H${w}V${h}H0Z`, details: `M${LANE.strip},0V${h}` };
  // A container of any type is a frame; its symbol stands beside its title.
  if (isContainer)
    return { outline: rounded(w, h, symbol === "rectangle" || symbol === "component" ? 3 : 10), details: "" };
  switch (symbol) {
    case "ellipse":
      // A stadium: an ellipse in which a name still fits.
      return { outline: rounded(w, h, h / 2), details: "" };
    case "roundedRectangle":
      return { outline: rounded(w, h, 12), details: "" };
    case "cylinder":
      return {
        outline: `M0,6C0,-2 ${w},-2 ${w},6V${h - 6}C${w},${h + 2} 0,${h + 2} 0,${h - 6}Z`,
        details: `M0,6C0,14 ${w},14 ${w},6`,
      };
    case "component":
      return {
        outline: `M0,0H${w}V${h}H0V${h - 10}H-5V${h - 18}H0V18H-5V10H0Z`,
        details: `M0,10H5V18H0M0,${h - 18}H5V${h - 10}H0`,
      };
    case "port":
      return { outline: `M0,0H${w - 12}L${w},${h / 2}L${w - 12},${h}H0Z`, details: "" };
    case "swimlane":
      return { outline: rounded(w, h, 3), details: `M33,0V${h}` };
    default:
      return { outline: rounded(w, h, 3), details: "" };
  }
}

function rounded(w: number, h: number, radius: number): string {
  const r = Math.min(radius, w / 2, h / 2);
  return `M${r},0H${w - r}A${r},${r} 0 0 1 ${w},${r}V${h - r}A${r},${r} 0 0 1 ${w - r},${h}H${r}A${r},${r} 0 0 1 0,${h - r}V${r}A${r},${r} 0 0 1 ${r},0Z`;
}

/** A person of lines, around a middle. */
export function figure(x: number, y: number): string {
  return `M${x - 4},${y - 11}a4,4 0 1 0 8,0a4,4 0 1 0 -8,0M${x},${y - 7}V${y + 4}M${x - 7},${y - 3}H${x + 7}M${x},${y + 4}L${x - 6},${y + 13}M${x},${y + 4}L${x + 6},${y + 13}`;
}
