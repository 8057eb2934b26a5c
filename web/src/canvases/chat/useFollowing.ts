/** Keeps the end of a list in sight while it grows, unless somebody has scrolled up to read. */

import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Closer to the end than this counts as there. */
const NEAR_PX = 80;

interface Following {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
}

/** `list` scrolls, `content` is all that is in it. Another `subject` is followed from its end on. */
export function useFollowing(subject: unknown): Following {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);

  const toEnd = useCallback(() => {
    follows.current = true;
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, []);

  useEffect(toEnd, [toEnd, subject]);

  useEffect(() => {
    const element = list.current;
    if (!element || !content.current) return;
    let top = element.scrollTop;
    const onScroll = (): void => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      // Text that grows, or turns out higher than estimated, moves the end away; only a person moves up.
      if (isNear) follows.current = true;
      else if (element.scrollTop < top) follows.current = false;
      top = element.scrollTop;
    };
    const growth = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", onScroll, { passive: true });
    growth.observe(content.current);
    growth.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      growth.disconnect();
    };
  }, []);

  return { list, content, toEnd };
}
