/** The picture as an SVG file that stands alone: own colours on white, no script, no link, nothing from the page. Pure. */

import type { Language } from "../../locales";
import { phraseIn } from "../../locales/phrase";
import { type GhostMark, markOf } from "../ghosts";
import type { NodeType, Ontology } from "../ontology";
import { abbreviation } from "../ontology";
import { coloursOf } from "./colours";
import { INNER_WORD, LANE, type Rect } from "./geometry";
import { iconOf } from "./icons";
import type { DrawnLine, Picture } from "./picture";
import { LABEL_LETTERS } from "./routes";
import type { Box } from "./scene";
import { figure, shapeOf } from "./shapes";

// A line that goes back runs around the outermost boxes.
const MARGIN = 56;
const LINE = "#4A5563";
/** How what is only proposed is drawn: dashed, strong or struck, never in another colour alone. */
const MARKED: Readonly<Record<GhostMark, { stroke: string; width: number; dashes: string }>> = {
  new: { stroke: "#6A3FA0", width: 1.5, dashes: "6 4" },
  changed: { stroke: "#6A3FA0", width: 3, dashes: "" },
  deleted: { stroke: "#B42318", width: 1.5, dashes: "2 3" },
};
/** Height of a line of a name, and of one below the picture. */
const [NAME_LINE, LEGEND_LINE] = [16, 20];
const FONT = "font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\"";

/** What of it is only proposed, and what the marks mean. */
export interface Proposed {
  readonly marks: ReadonlyMap<string, GhostMark>;
  readonly say: (key: `mark.${GhostMark}`) => string;
}

const NOTHING: Proposed = { marks: new Map(), say: () => "" };

export function svgOf(
  picture: Picture,
  ontology: Ontology,
  title: string,
  language: Language,
  { marks, say }: Proposed = NOTHING,
): string {
  const { x, y, width, height } = picture.bounds;
  const legend = legendOf(picture, marks);
  const below = legend.length * LEGEND_LINE;
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN + below].map(Math.round);
  const parts = [...picture.scene.boxes.values()].map((each) => [each, picture.rects.get(each.id)] as const);
  const drawn = (isFrame: boolean): string[] =>
    parts.flatMap(([each, rect]) =>
      rect && (each.isContainer || each.isLane === true) === isFrame
        ? [boxSvg(each, rect, ontology, language, marks.get(each.id))]
        : [],
    );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}" ${FONT} font-size="13">`,
    `<title>${escaped(title)}</title>`,
    DEFINITIONS,
    `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="#FFFFFF"/>`,
    ...drawn(true),
    ...picture.lines
      .filter(({ isAcross }) => isAcross !== true)
      .map((each) => lineSvg(each, markOf(each.line.edgeIds, marks))),
    ...drawn(false),
    ...legend.map((mark, at) => legendSvg(x, y + height + MARGIN + at * LEGEND_LINE, mark, say(`mark.${mark}`))),
    "</svg>",
  ].join("\n");
}

const DEFINITIONS = `<defs>
<marker id="filled" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0,0L10,5L0,10Z" fill="${LINE}"/></marker>
<marker id="open" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" orient="auto-start-reverse"><path d="M0,0L10,5L0,10" fill="none" stroke="${LINE}"/></marker>
<marker id="dot" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="6" markerHeight="6"><circle cx="4" cy="4" r="3.5" fill="${LINE}"/></marker>
<marker id="diamond" viewBox="0 0 14 8" refX="0" refY="4" markerWidth="12" markerHeight="8" orient="auto"><path d="M0,4L7,0L14,4L7,8Z" fill="${LINE}"/></marker>
</defs>`;

/** The marks that the picture has. */
function legendOf({ scene, lines }: Picture, marks: Proposed["marks"]): readonly GhostMark[] {
  const found = new Set([...scene.boxes.keys()].map((id) => marks.get(id)));
  for (const { line } of lines) found.add(markOf(line.edgeIds, marks));
  return (["new", "changed", "deleted"] as const).filter((mark) => found.has(mark));
}

function legendSvg(x: number, y: number, mark: GhostMark, meaning: string): string {
  const sample = `<path d="M${x},${y - 4}h30"${strokeOf(mark, LINE, 1.5, "")}/>`;
  return `${sample}<text x="${x + 38}" y="${y}" font-size="11" fill="${LINE}">${escaped(meaning)}</text>`;
}

function strokeOf(mark: GhostMark | undefined, stroke: string, width: number, dashes: string): string {
  const drawn = mark === undefined ? { stroke, width, dashes } : MARKED[mark];
  const dashed = drawn.dashes === "" ? "" : ` stroke-dasharray="${drawn.dashes}"`;
  return ` stroke="${drawn.stroke}" stroke-width="${drawn.width}"${dashed}`;
}

function boxSvg(box: Box, rect: Rect, ontology: Ontology, language: Language, mark: GhostMark | undefined): string {
  const type = ontology.nodeType.get(box.nodeType);
  const { fill, stroke, text } = coloursOf(type, "light");
  const { outline, details } = shapeOf(
    box.members === undefined ? (type?.symbol ?? "") : "roundedRectangle",
    rect,
    box,
  );
  const isFrame = box.isContainer || box.isLane === true;
  const dash = type?.symbol === "swimlane" && box.isLane !== true ? "6 4" : "";
  const struck = mark === "deleted" ? ' text-decoration="line-through"' : "";
  const top = box.isLane !== true && (isFrame || box.ports.length > 0) ? 20 : rect.height / 2 + 4.5;
  const name = titleOf(box, rect, phraseIn(type?.title, language) ?? box.nodeType);
  return [
    `<g transform="translate(${rect.x},${rect.y})">`,
    `<path d="${outline}" fill="${fill}" fill-opacity="${isFrame ? 0.45 : 1}"${strokeOf(mark, stroke, 1.5, dash)}/>`,
    details === "" ? "" : strokesSvg(details, stroke),
    signSvg(box, type, ontology, top, stroke, text),
    ...name.map(
      (line, index) =>
        `<text x="38" y="${top + (index - (name.length - 1) / 2) * NAME_LINE}" font-weight="600" fill="${text}"${struck}>${escaped(line)}</text>`,
    ),
    ...portsSvg(box, rect, stroke, text),
    "</g>",
  ].join("");
}

/** The lines of a box's name: a lane has room for three, a frame and a box with ports for one. */
function titleOf(box: Box, { width, height }: Rect, typeTitle: string): readonly string[] {
  const { name, knownId, isLane, step, folded } = box;
  const room = Math.max(6, Math.floor(((isLane === true ? LANE.strip : width) - 50) / 7.8));
  const text = [step, knownId, name || typeTitle].filter((part) => part !== undefined).join(" ");
  if (isLane === true) return wrapped(text, room, 3);
  const count = folded > 0 ? ` (+${folded})` : "";
  const isAlone = !box.isContainer && box.ports.length === 0;
  const lines = wrapped(text + count, room, isAlone ? Math.max(1, Math.floor((height - 8) / NAME_LINE)) : 1);
  return lines.at(-1)?.endsWith(count) ? lines : [clipped(text, room - count.length) + count];
}

/** A person, the picture of a kind, or the two letters of the type. */
function signSvg(
  { kind, node, nodeType }: Box,
  type: NodeType | undefined,
  ontology: Ontology,
  top: number,
  stroke: string,
  text: string,
): string {
  const icon = iconOf(kind?.attributes.icon ?? node?.attributes.icon);
  if (type?.symbol === "stickFigure") return strokesSvg(figure(18, top - 5), stroke);
  if (icon !== undefined) return strokesSvg(icon, stroke, ` transform="translate(11,${top - 12})"`);
  return `<text x="10" y="${top}" font-size="11" font-weight="600" fill="${text}">${escaped(abbreviation(ontology, nodeType))}</text>`;
}

function strokesSvg(path: string, stroke: string, transform = ""): string {
  return `<path d="${path}"${transform} fill="none" stroke="${stroke}" stroke-width="1.5"/>`;
}

function portsSvg(box: Box, rect: Rect, stroke: string, text: string): readonly string[] {
  const rows = { in: 0, out: 0 };
  const isAlone = box.ports.every(({ side, name }) => side === box.ports[0]?.side || name === "");
  const room = Math.floor((rect.width / (isAlone ? 1 : 2) - 14) / 6.2);
  return box.ports.map(({ name, side }) => {
    const y = 34 + rows[side]++ * 18 + 9;
    const x = side === "in" ? 0 : rect.width;
    const label = side === "in" ? `x="9" text-anchor="start"` : `x="${rect.width - 9}" text-anchor="end"`;
    return `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="#FFFFFF" stroke="${stroke}"/><text ${label} y="${y + 4}" font-size="11" fill="${text}">${escaped(clipped(name, room))}</text>`;
  });
}

function lineSvg({ line, path, label, anchor, style }: DrawnLine, mark: GhostMark | undefined): string {
  const head = style.head === "none" ? "" : ` marker-end="url(#${style.head})"`;
  const tail = style.tail === "none" ? "" : ` marker-start="url(#${style.tail})"`;
  const drawn = `<path d="${path}" fill="none"${strokeOf(mark, LINE, line.count > 1 ? 2.5 : 1.3, style.dashes)}${head}${tail}/>`;
  if (line.label === "") return drawn;
  // White behind the letters, so that they can be read where lines cross.
  const text = `x="${label[0]}" y="${label[1] - 4}" text-anchor="${anchor ?? "middle"}" font-size="11"`;
  return `${drawn}<text ${text} fill="${LINE}" stroke="#FFFFFF" stroke-width="4" paint-order="stroke">${escaped(clipped(line.label, LABEL_LETTERS))}</text>`;
}

/** The words of a name in the lines that there is room for; a word too long for one is parted where it was joined. */
function wrapped(text: string, room: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    for (const [at, part] of (word.length > room ? word.split(INNER_WORD) : [word]).entries()) {
      const last = lines.at(-1);
      const longer = last === undefined ? "" : `${last}${at === 0 ? " " : ""}${part}`;
      if (last !== undefined && longer.length <= room) lines[lines.length - 1] = longer;
      else lines.push(part);
    }
  }
  const kept = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")] : lines;
  return kept.map((line) => clipped(line, room));
}

function clipped(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, Math.max(1, most - 1)).join("")}…`;
}

/** Names are data: nothing in them becomes markup, and characters that XML forbids are left out. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
