/**
 * The commands of the workbench: one table, from which the keys, the palette, the help page and the manual come. What they
 * do is offered by the part of the page that can do it, as long as it is there.
 *
 * Canvases and drawers listen to further keys themselves, while they have the focus (`keyTable.ts`).
 */

import type { English } from "../locales/translation";

export interface Command {
  readonly id: string;
  /** `g c` are two keys one after the other. */
  readonly keys: string;
  /** A text of the frame. */
  readonly title: keyof English["frame"];
  /** Further words that people look for it by. */
  readonly seek?: keyof English["frame"];
  /** Also while somebody types. */
  readonly everywhere?: true;
}

export const COMMANDS = [
  { id: "palette", keys: "Mod+K", title: "key.palette", everywhere: true },
  { id: "help", keys: "?", title: "key.help" },
  { id: "stop", keys: "Escape", title: "key.stop", everywhere: true },
  { id: "focus.composer", keys: "/", title: "key.focus" },
  { id: "focus.chat", keys: "g c", title: "key.chat" },
  { id: "focus.inspector", keys: "g i", title: "key.inspector" },
  { id: "tree", keys: "g o", title: "key.tree" },
  { id: "focus.overview", keys: "g u", title: "key.overview" },
  { id: "views", keys: "g q", title: "key.views" },
  { id: "focus.graph", keys: "g g", title: "key.graph" },
  { id: "focus.table", keys: "g t", title: "key.table" },
  { id: "only.chat", keys: "1", title: "key.onlyChat" },
  { id: "only.table", keys: "2", title: "key.onlyTable" },
  { id: "only.graph", keys: "3", title: "key.onlyGraph" },
  { id: "only.none", keys: "0", title: "key.all" },
  { id: "drawer.review", keys: "g r", title: "key.review" },
  { id: "drawer.process", keys: "g p", title: "key.process" },
  { id: "drawer.discussion", keys: "g d", title: "key.discussion" },
  { id: "drawer.problems", keys: "g b", title: "key.problems" },
  { id: "drawer.comments", keys: "g k", title: "key.comments" },
  { id: "drawer.documents", keys: "g s", title: "key.documents" },
  { id: "drawer.taller", keys: "g +", title: "key.taller" },
  { id: "drawer.history", keys: "g h", title: "key.history", seek: "seek.baseline" },
  { id: "members", keys: "g m", title: "members" },
  { id: "share", keys: "g .", title: "key.share" },
  { id: "account", keys: "g a", title: "account" },
  { id: "costs", keys: "g e", title: "costs" },
  { id: "models", keys: "g l", title: "models" },
  { id: "automation", keys: "g n", title: "automation" },
  { id: "nameRevision", keys: "Mod+S", title: "key.name", seek: "seek.baseline" },
  { id: "import", keys: "g f", title: "key.import" },
  { id: "export", keys: "g x", title: "key.export" },
  { id: "copyLink", keys: "Mod+Shift+L", title: "key.copyLink" },
  { id: "pointers", keys: "g ,", title: "key.pointers" },
  { id: "exportView", keys: "g v", title: "key.exportView" },
  { id: "exportSelection", keys: "g y", title: "key.exportSelection" },
  { id: "merge", keys: "g j", title: "key.merge" },
  { id: "retype", keys: "g w", title: "key.retype" },
  { id: "relink", keys: "g z", title: "key.relink" },
  { id: "undo", keys: "Mod+Z", title: "key.undo" },
  { id: "redo", keys: "Mod+Shift+Z", title: "key.redo" },
  { id: "graph.newNode", keys: "n", title: "key.newNode" },
  { id: "graph.link", keys: "l", title: "key.link" },
  { id: "nextProblem", keys: "u", title: "key.nextProblem" },
  { id: "message.copy", keys: "Mod+Shift+C", title: "key.copyAnswer" },
  { id: "discussion.say", keys: "s", title: "key.discussionSay" },
  { id: "discussion.stop", keys: "q", title: "key.discussionEnd" },
  { id: "discussion.record", keys: "b", title: "key.discussionRecord" },
  { id: "discussion.view", keys: "v", title: "key.discussionView" },
  { id: "message.versionBefore", keys: "Alt+ArrowLeft", title: "key.branchBefore" },
  { id: "message.versionAfter", keys: "Alt+ArrowRight", title: "key.branchAfter" },
  { id: "focus.nextPane", keys: "F6", title: "key.pane", everywhere: true },
] as const satisfies readonly Command[];

/** Changing the last message has no key of its own: it is an arrow in the empty composer. */
export type CommandId = (typeof COMMANDS)[number]["id"] | "message.edit";

export interface Offer {
  readonly run: () => void;
  /** Whether it can be done now; always, when absent. */
  readonly isEnabled?: (() => boolean) | undefined;
  /** What it is done to. Of several offers the one with the focus is meant, else the last on the page. */
  readonly about?: (() => Element | null) | undefined;
  /** Only meant while what it is about has the focus. */
  readonly needsFocus?: boolean | undefined;
}

const offers = new Map<CommandId, Set<() => Offer>>();

/** Offers a command until the returned function is called. `offer` is asked each time, so it may change. */
export function offerCommand(id: CommandId, offer: () => Offer): () => void {
  const all = offers.get(id) ?? new Set();
  offers.set(id, all.add(offer));
  return () => {
    all.delete(offer);
  };
}

/** What a command is found by: its title, and what people call it elsewhere. */
export function wordsOf({ title, seek }: Command, say: (key: keyof English["frame"]) => string): string {
  return seek === undefined ? say(title) : `${say(title)} ${say(seek)}`;
}

export function isEnabled(id: CommandId): boolean {
  return meant(id) !== undefined;
}

/** Does it, if somebody offers it; whether somebody did. */
export function perform(id: CommandId): boolean {
  const offer = meant(id);
  offer?.run();
  return offer !== undefined;
}

function meant(id: CommandId): Offer | undefined {
  const able = [...(offers.get(id) ?? [])].map((offer) => offer()).filter((offer) => offer.isEnabled?.() !== false);
  const focused = able.find((offer) => offer.about?.()?.contains(document.activeElement));
  return focused ?? able.filter((offer) => !offer.needsFocus).reduce(later, undefined);
}

/** The one that stands farther down the page. */
function later(one: Offer | undefined, two: Offer): Offer {
  const [before, after] = [one?.about?.(), two.about?.()];
  const isBefore = before && after && before.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_PRECEDING;
  return one && isBefore ? one : two;
}
