/**
 * Cells as text, as spreadsheets copy and paste them: tabs, lines, and quotes around what holds either.
 *
 * A spreadsheet runs what begins with `=`, `+`, `-` or `@` as a formula. Such a cell goes out with an apostrophe before it, and
 * comes back without; numbers stay numbers.
 */

const FORMULA = /^'*[=+\-@]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => inQuotes(asText(cell))).join("\t")).join("\n");
}

export function readBlock(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = text.replace(/(\r\n|\r|\n)+$/, "").length;
  while (at <= end && end > 0) {
    const [cell, next] = text[at] === '"' ? quoted(text, at, end) : plain(text, at, end);
    row.push(asWritten(cell));
    at = next + 1;
    if (next < end && text[next] === "\t") continue;
    if (text[next] === "\r" && text[next + 1] === "\n") at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function asText(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

function asWritten(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function inQuotes(cell: string): string {
  return /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function plain(text: string, start: number, end: number): readonly [string, number] {
  let at = start;
  while (at < end && !"\t\r\n".includes(text[at] ?? "")) at += 1;
  return [text.slice(start, at), at];
}

/** A cell in quotes, with `""` for a quote; one that is never closed is read as it stands. */
function quoted(text: string, start: number, end: number): readonly [string, number] {
  let cell = "";
  for (let at = start + 1; at < end; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
    else if (at + 1 === end || "\t\r\n".includes(text[at + 1] ?? "")) return [cell, at + 1];
    else return plain(text, start, end);
  }
  return plain(text, start, end);
}
