/** A matrix as a file of a spreadsheet: CSV, or an XLSX workbook with one sheet. Pure. */

import type { Node } from "../../protocol";
import { edgesAt, isSuspect, type Matrix } from "./matrix";

type Sheet = readonly (readonly string[])[];

/** Ids and names at both edges, an `x` for each link, `?` behind a suspect one, and how many links there are. */
export function sheetOf(matrix: Matrix, { rows, columns }: Pick<Matrix, "rows" | "columns">): Sheet {
  const count = (counts: ReadonlyMap<string, number>, { nodeId }: Node): string => String(counts.get(nodeId) ?? 0);
  const cell = (row: Node, column: Node): string => {
    const edges = edgesAt(matrix, row, column);
    if (edges.length === 0) return "";
    return isSuspect(matrix, edges) ? "x?" : "x";
  };
  return [
    ["", "", "", ...columns.map(({ semanticId }) => semanticId)],
    ["", "", "", ...columns.map(({ name }) => name)],
    ["", "", "", ...columns.map((column) => count(matrix.columnCounts, column))],
    ...rows.map((row) => [
      ...[row.semanticId, row.name, count(matrix.rowCounts, row)],
      ...columns.map((column) => cell(row, column)),
    ]),
  ];
}

const FORMULA = /^[=+\-@\t\r]/;

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvOf(sheet: Sheet): string {
  const safe = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
  const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return `\uFEFF${sheet.map((row) => row.map((cell) => quoted(safe(cell))).join(",")).join("\r\n")}\r\n`;
}

/** Cells say that they hold text, so no text is a formula. */
export function xlsxOf(sheet: Sheet): Uint8Array<ArrayBuffer> {
  const rows = sheet.map(
    (row, at) => `<row r="${at + 1}">${row.map((cell, of) => cellOf(cell, at, of)).join("")}</row>`,
  );
  const pane = '<pane xSplit="3" ySplit="3" topLeftCell="D4" activePane="bottomRight" state="frozen"/>';
  const main = `xmlns="${OFFICE}spreadsheetml/2006/main"`;
  return zipped({
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}content-types"><Default Extension="rels" ContentType="${MEDIA}package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETS}worksheet+xml"/></Types>`,
    "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `${XML}<workbook ${main} xmlns:r="${OFFICE}officeDocument/2006/relationships"><sheets><sheet name="Matrix" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `${XML}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>${rows.join("")}</sheetData></worksheet>`,
  });
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = "http://schemas.openxmlformats.org/";
const PACKAGE = `${OFFICE}package/2006/`;
const MEDIA = "application/vnd.openxmlformats-";
const SHEETS = `${MEDIA}officedocument.spreadsheetml.`;

function relations(kind: string, target: string): string {
  const type = `${OFFICE}officeDocument/2006/relationships/${kind}`;
  return `${XML}<Relationships xmlns="${PACKAGE}relationships"><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`;
}

function cellOf(text: string, row: number, column: number): string {
  if (text === "") return "";
  const place = `${letters(column)}${row + 1}`;
  if (/^\d{1,9}$/.test(text)) return `<c r="${place}"><v>${Number(text)}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** A, B, ... Z, AA. */
function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? letters(rest) : "") + String.fromCharCode(65 + (column % 26));
}

function escaped(text: string): string {
  // What XML cannot hold, no spreadsheet can show.
  const readable = [...text].filter((each) => each >= " " || "\t\n\r".includes(each)).join("");
  return readable.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A ZIP archive whose files are stored as they are. */
function zipped(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)];
    // Version, flags (names are UTF-8), stored, time, day, checksum, two sizes, length of the name.
    const facts = (view: DataView, from: number): void => {
      view.setUint16(from, 20, true);
      view.setUint16(from + 2, 0x800, true);
      view.setUint16(from + 8, 0x21, true);
      view.setUint32(from + 10, checksum(data), true);
      view.setUint32(from + 14, data.length, true);
      view.setUint32(from + 18, data.length, true);
      view.setUint16(from + 22, name.length, true);
    };
    const head = new DataView(new ArrayBuffer(30));
    head.setUint32(0, 0x04034b50, true);
    facts(head, 4);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(4, 20, true);
    facts(entry, 6);
    entry.setUint32(42, at, true);
    parts.push(bytes(head), name, data);
    entries.push(bytes(entry), name);
    at += 30 + name.length + data.length;
  }
  const size = entries.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, entries.length / 2, true);
  end.setUint16(10, entries.length / 2, true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  return joined([...parts, ...entries, bytes(end)]);
}

function bytes(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** CRC-32, as ZIP wants it. */
function checksum(data: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
