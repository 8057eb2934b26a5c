/** Which of the comments that were meant for me I have seen, on this machine. */

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Comment } from "../protocol";
import { browserStorage, Kept } from "../session/kept";
import { projectPath } from "../session/rest";
import { saidTo } from "../state/comments";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

/** Ids by project; of comments that are no longer open nothing is kept. */
const seen = new Kept<readonly string[]>("seen comments", browserStorage());
const NONE: readonly string[] = [];

/** What was said to me and I have not seen. */
export function useUnseen(): readonly Comment[] {
  const { project } = useWorkbench();
  const known = useSyncExternalStore(seen.subscribe, () => seen.get(project) ?? NONE);
  const comments = useStore((state) => state.comments);
  const me = useStore((state) => state.connection.me?.personId);
  return useMemo(
    () => saidTo(me, comments).filter(({ commentId }) => !known.includes(commentId)),
    [me, comments, known],
  );
}

/** How many of these were not read here. */
export function unreadOf(project: string, commentIds: readonly string[]): number {
  const known = seen.get(project) ?? NONE;
  return commentIds.filter((id) => !known.includes(id)).length;
}

/** The ids of what is new to me among what is shown. It is seen by being shown, and stays new until it is no longer. */
export function useNews(shown: readonly Comment[]): ReadonlySet<string> {
  const { project, store, rest } = useWorkbench();
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  const unseen = useUnseen();
  const arrived = unseen.filter((each) => shown.includes(each)).map(({ commentId }) => commentId);
  const names = arrived.join(" ");
  useEffect(() => {
    if (names === "") return;
    const { comments } = store.get();
    // What was read here is not mailed. Where that is not heard it is, which harms nobody.
    rest.post(`${projectPath(project)}/comments/seen`, { commentIds: names.split(" ") }).catch(() => undefined);
    const known = (seen.get(project) ?? NONE).filter((id) => comments.has(id));
    seen.set(project, [...known, ...names.split(" ")]);
    setNews((before) => new Set([...before, ...names.split(" ")]));
  }, [names, project, store, rest]);
  return news;
}
