/**
 * The keys of commands as one person has them: those of the table, unless they have given a command others. What stands
 * against keys that somebody wants is told here, too. Pure.
 */

import { COMMANDS, type Command, type CommandId } from "./commands";

/** Keys by the id of a command, where they are not those of the table. */
export type OwnKeys = Readonly<Record<string, string>>;

export interface Bound extends Command {
  readonly id: (typeof COMMANDS)[number]["id"];
  readonly title: (typeof COMMANDS)[number]["title"];
  /** Those of the table. */
  readonly usual: string;
  readonly isOwn: boolean;
}

/** All commands with the keys that count. */
export function commandsWith(own: OwnKeys): readonly Bound[] {
  return COMMANDS.map((each) => {
    const keys = own[each.id] ?? each.keys;
    return { ...each, keys, usual: each.keys, isOwn: keys !== each.keys };
  });
}

export function keysOf(own: OwnKeys, id: CommandId): string {
  return own[id] ?? COMMANDS.find((each) => each.id === id)?.keys ?? "";
}

/** Whether a command can have other keys: the one that stops and leaves is the one that everybody must be able to rely on. */
export function isChangeable(id: CommandId): boolean {
  return id !== "stop";
}

/** Keys with which people move, choose, edit and leave, in all that is on the page. */
const NEEDED = new Set(
  "Enter, ,Tab,Escape,Backspace,Delete,Home,End,PageUp,PageDown,ArrowUp,ArrowDown,ArrowLeft,ArrowRight,F10,ContextMenu"
    .split(",")
    .concat(["A", "C", "V", "X", "Enter"].map((key) => `Mod+${key}`)),
);
/** What a browser does itself before a page hears of it. */
const BROWSERS = new Set(
  ["F5", "F11", "F12", "Mod+N", "Mod+Q", "Mod+R", "Mod+T", "Mod+W"].concat(
    ["I", "N", "R", "T", "W"].map((key) => `Mod+Shift+${key}`),
  ),
);

export type Objection =
  | { readonly why: "needed" | "browser" }
  /** Another command has these keys, or they begin with its key, or its keys with this one. */
  | { readonly why: "taken"; readonly by: Bound };

/** Why a command cannot have these keys; undefined when it can. */
export function objectionTo(own: OwnKeys, id: CommandId, keys: string): Objection | undefined {
  const pressed = keys.split(" ");
  if (keys === "" || NEEDED.has(keys) || pressed.some((key) => NEEDED.has(key))) return { why: "needed" };
  if (pressed.some((key) => BROWSERS.has(key))) return { why: "browser" };
  const by = commandsWith(own).find(
    (each) => each.id !== id && (overlaps(each.keys, keys) || overlaps(keys, each.keys)),
  );
  return by && { why: "taken", by };
}

/** One is the other, or begins it: whoever presses the first key of two would have done the one. */
function overlaps(one: string, two: string): boolean {
  return one === two || two.startsWith(`${one} `);
}

/** The choice after a command got keys; those of the table need not be remembered. */
export function withKeys(own: OwnKeys, id: CommandId, keys: string | undefined): OwnKeys {
  const { [id]: _before, ...others } = own;
  const usual = COMMANDS.find((each) => each.id === id)?.keys;
  return keys === undefined || keys === usual ? others : { ...others, [id]: keys };
}

/**
 * What a browser has kept, as far as it can be keys of commands. Each is held against all others that were kept, since a
 * command may have keys that another one left; of two that want the same, the later one in the table has its own again.
 */
export function keptKeys(kept: unknown): OwnKeys {
  if (typeof kept !== "object" || kept === null) return {};
  let own: OwnKeys = {};
  for (const { id } of COMMANDS) {
    const keys = (kept as Readonly<Record<string, unknown>>)[id];
    if (typeof keys === "string" && isChangeable(id)) own = withKeys(own, id, keys);
  }
  // What goes gives its command the usual keys back, which may stand against another one: so once more from the start.
  for (let refused = lastRefused(own); refused !== undefined; refused = lastRefused(own))
    own = withKeys(own, refused, undefined);
  return own;
}

function lastRefused(own: OwnKeys): CommandId | undefined {
  return commandsWith(own).findLast(({ id, keys, isOwn }) => isOwn && objectionTo(own, id, keys) !== undefined)?.id;
}
