/** Where the text of an answer names elements: `Pay ticket (PayTicket.FN.001)`. A chip shows the name by itself. */

const SEMANTIC_ID = /([\p{L}\d_-]+\.[A-Z]{2}\.\d{3,})/u;
/** Letters of a name that an id holds at most. */
const HELD = 25;

const plain = (text: string): string => text.replace(/[^\p{L}\d]/gu, "").toLowerCase();

/** The text without a name at its end that an id behind it holds, with the bracket that would open before the id. */
export function withoutName(text: string, id: string): string | null {
  if (!text.endsWith(" (")) return null;
  const named = text.slice(0, -2);
  const held = plain(id.slice(0, id.indexOf(".")));
  for (let at = named.length - 1; at >= 0; at--) {
    if (at > 0 && /[\p{L}\d]/u.test(named[at - 1] ?? "")) continue;
    const name = plain(named.slice(at));
    if (name === held) return named.slice(0, at);
    if (held.length >= HELD && name.startsWith(held)) return named.slice(0, at);
  }
  return null;
}

/** The pieces of a text: what stands at odd places is an id, whose name and brackets the text around it does not say. */
export function namedPieces(text: string): readonly string[] {
  const pieces = text.split(SEMANTIC_ID);
  for (let at = 1; at < pieces.length; at += 2) {
    const behind = pieces[at + 1] ?? "";
    const before = /^(?:\)|, )/.test(behind) ? withoutName(pieces[at - 1] ?? "", pieces[at] ?? "") : null;
    if (before === null) continue;
    pieces[at - 1] = before;
    // What tells it from others of its name stays: `engine (Engine.MD.062, in vehicle_b)`.
    pieces[at + 1] = behind.startsWith(")") ? behind.slice(1) : ` (${behind.slice(2)}`;
  }
  return pieces;
}
