/** What people remarked on elements and proposals: gathered into conversations, counted, and what of it is for me. Pure. */

import type { Comment, Node } from "../protocol";
import { formerIds } from "./foreign";

/** Those that are open, and what was read or resolved since the page was opened. */
export type Comments = ReadonlyMap<string, Comment>;

export interface Conversation {
  readonly first: Comment;
  readonly replies: readonly Comment[];
}

/** A comment with its replies, the oldest first. */
export function conversations(comments: Iterable<Comment>): readonly Conversation[] {
  const all = [...comments].sort((one, two) => one.at.localeCompare(two.at));
  const replies = new Map<string, Comment[]>();
  for (const each of all) {
    if (each.replyTo !== undefined) replies.set(each.replyTo, [...(replies.get(each.replyTo) ?? []), each]);
  }
  return all
    .filter(({ replyTo }) => replyTo === undefined)
    .map((first) => ({ first, replies: replies.get(first.commentId) ?? [] }));
}

/** Comments on a node that another has taken the place of are about that one; taken back, they are where they were. */
export function followed(comments: Comments, nodes: ReadonlyMap<string, Node>): Comments {
  const lost = [...comments.values()].filter(({ kind, about }) => kind === "node" && !nodes.has(about));
  if (lost.length === 0) return comments;
  const successors = new Map<string, string>();
  for (const { nodeId, attributes } of nodes.values()) {
    for (const id of formerIds(attributes)) successors.set(id, nodeId);
  }
  const moved = lost.flatMap((each) => {
    const about = successors.get(each.about);
    return about === undefined ? [] : [[each.commentId, { ...each, about }] as const];
  });
  return moved.length === 0 ? comments : new Map([...comments, ...moved]);
}

/** How many open conversations there are about each thing. */
export function openCounts(comments: Comments): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { about, replyTo, resolved } of comments.values()) {
    if (replyTo === undefined && resolved === undefined) counts.set(about, (counts.get(about) ?? 0) + 1);
  }
  return counts;
}

/** With what was read besides; what was heard meanwhile is newer. */
export function commentsRead(known: Comments, read: readonly Comment[]): Comments {
  return new Map([...read.map((each) => [each.commentId, each] as const), ...known]);
}

/** What others said to me: they called me by name, or answered where I had said something. Resolved: no longer. */
export function saidTo(personId: string | undefined, comments: Comments): readonly Comment[] {
  if (personId === undefined) return [];
  return conversations(comments.values())
    .filter(({ first }) => first.resolved === undefined)
    .flatMap(({ first, replies }) => {
      const said = [first, ...replies];
      const mine = said.findIndex(({ person }) => person.personId === personId);
      return said.filter(
        ({ person, mentions = [] }, at) =>
          person.personId !== personId && (mentions.includes(personId) || (mine >= 0 && mine < at)),
      );
    });
}
