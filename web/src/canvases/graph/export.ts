/** The picture as an SVG file that stands alone: own colours on white, no script, no link, nothing from the page. Pure. */

import type { Ontology } from "../ontology";
import { abbreviation } from "../ontology";
import { coloursOf } from "./colours";
import { LANE, type Rect } from "./geometry";
import type { DrawnLine, Picture } from "./picture";
import { LABEL_LETTERS } from "./routes";
import type { Box } from "./scene";
import { iconOf } from "./icons";
import { figure, shapeOf } from "./shapes";

// A line that goes back runs around the outermost boxes.
const MARGIN = 56;
const LINE = "#4A5563";
const FONT = "font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\"";

export function svgOf(picture: Picture, ontology: Ontology, title: string): string {
  const { x, y, width, height } = picture.bounds;
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round);
  const parts = [...picture.scene.boxes.values()].map((each) => [each, picture.rects.get(each.id)] as const);
  const drawn = (isFrame: boolean): string[] =>
    parts.flatMap(([each, rect]) => (rect && (each.isContainer || each.isLane === true) === isFrame ? [boxSvg(each, rect, ontology)] : []));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}" ${FONT} font-size="13">`,
    `<title>${escaped(title)}</title>`,
    DEFINITIONS,
    `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="#FFFFFF"/>`,
    ...drawn(true),
    ...picture.lines.map(lineSvg),
    ...drawn(false),
    "</svg>",
  ].join("\n");
}

const DEFINITIONS = `<defs>
<marker id="filled" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0,0L10,5L0,10Z" fill="${LINE}"/></marker>
<marker id="open" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" orient="auto-start-reverse"><path d="M0,0L10,5L0,10" fill="none" stroke="${LINE}"/></marker>
<marker id="dot" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="6" markerHeight="6"><circle cx="4" cy="4" r="3.5" fill="${LINE}"/></marker>
<marker id="diamond" viewBox="0 0 14 8" refX="0" refY="4" markerWidth="12" markerHeight="8" orient="auto"><path d="M0,4L7,0L14,4L7,8Z" fill="${LINE}"/></marker>
</defs>`;

function boxSvg(box: Box, rect: Rect, ontology: Ontology): string {
  const type = ontology.nodeType.get(box.nodeType);
  const { fill, stroke, text } = coloursOf(type, "light");
  const { outline, details } = shapeOf(type?.symbol ?? "", rect, box);
  const dash = type?.symbol === "swimlane" && box.isLane !== true ? ' stroke-dasharray="6 4"' : "";
  const isFrame = box.isContainer || box.isLane === true;
  const top = box.isLane === true ? rect.height / 2 + 4.5 : box.isContainer || box.ports.length > 0 ? 20 : rect.height / 2 + 4.5;
  const icon = iconOf(box.kind?.attributes["icon"] ?? box.node?.attributes["icon"]);
  const strokes = type?.symbol === "stickFigure" ? [figure(18, top - 5), ""] : icon === undefined ? undefined : [icon, ` transform="translate(11,${top - 12})"`];
  const code = strokes !== undefined ? `<path d="${strokes[0]}"${strokes[1]} fill="none" stroke="${stroke}" stroke-width="1.5"/>` : `<text x="10" y="${top}" font-size="11" font-weight="600" fill="${text}">${escaped(abbreviation(ontology, box.nodeType))}</text>`;
  const folded = box.folded > 0 ? ` (+${box.folded})` : "";
  const step = box.step === undefined ? "" : `${box.step} `;
  const room = Math.max(6, Math.floor(((box.isLane === true ? LANE.strip : rect.width) - 50) / 7.8));
  const name = clipped(box.name === "" ? box.nodeType : `${step}${box.name}`, room - folded.length) + folded;
  return [
    `<g transform="translate(${rect.x},${rect.y})">`,
    `<path d="${outline}" fill="${fill}" fill-opacity="${isFrame ? 0.45 : 1}" stroke="${stroke}" stroke-width="1.5"${dash}/>`,
    details === "" ? "" : `<path d="${details}" fill="none" stroke="${stroke}" stroke-width="1.5"/>`,
    code,
    `<text x="38" y="${top}" font-weight="600" fill="${text}">${escaped(name)}</text>`,
    ...portsSvg(box, rect, stroke, text),
    "</g>",
  ].join("");
}

function portsSvg(box: Box, rect: Rect, stroke: string, text: string): readonly string[] {
  const rows = { in: 0, out: 0 };
  return box.ports.map(({ name, side }) => {
    const y = 34 + rows[side]++ * 18 + 9;
    const x = side === "in" ? 0 : rect.width;
    const label = side === "in" ? `x="9" text-anchor="start"` : `x="${rect.width - 9}" text-anchor="end"`;
    return `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="#FFFFFF" stroke="${stroke}"/><text ${label} y="${y + 4}" font-size="11" fill="${text}">${escaped(clipped(name, 16))}</text>`;
  });
}

function lineSvg({ line, path, label, anchor, style }: DrawnLine): string {
  const dashes = style.dashes === "" ? "" : ` stroke-dasharray="${style.dashes}"`;
  const head = style.head === "none" ? "" : ` marker-end="url(#${style.head})"`;
  const tail = style.tail === "none" ? "" : ` marker-start="url(#${style.tail})"`;
  const drawn = `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="${line.count > 1 ? 2.5 : 1.3}"${dashes}${head}${tail}/>`;
  if (line.label === "") return drawn;
  // White behind the letters, so that they can be read where lines cross.
  const text = `x="${label[0]}" y="${label[1] - 4}" text-anchor="${anchor ?? "middle"}" font-size="11"`;
  return `${drawn}<text ${text} fill="${LINE}" stroke="#FFFFFF" stroke-width="4" paint-order="stroke">${escaped(clipped(line.label, LABEL_LETTERS))}</text>`;
}

function clipped(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, Math.max(1, most - 1)).join("")}…`;
}

/** Names are data: nothing in them becomes markup, and characters that XML forbids are left out. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
