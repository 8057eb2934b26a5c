/** Keeps the end of a list in sight while it grows, unless somebody has scrolled up to read. */

import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Closer to the end than this counts as there. */
const NEAR_PX = 80;

/** What a person does who scrolls: with wheel, finger, key, or the bar itself. */
const BY_HAND = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

interface Following {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
}

/** `list` scrolls, `content` is all that is in it. Another `subject` is followed from its end on; none is read from its beginning. */
export function useFollowing(subject: unknown): Following {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);

  const toEnd = useCallback(() => {
    follows.current = true;
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, []);

  useEffect(() => {
    if (subject === undefined) follows.current = false;
    else toEnd();
  }, [toEnd, subject]);

  useEffect(() => {
    const element = list.current;
    if (!element || !content.current) return;
    let top = element.scrollTop;
    let isByHand = false;
    const onHand = (): void => {
      isByHand = true;
    };
    const onScroll = (): void => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      // Text that grows, shrinks, or turns out higher than estimated moves the end and even the place; only a person moves up.
      if (isNear) {
        follows.current = true;
        isByHand = false;
      } else if (isByHand && element.scrollTop < top) follows.current = false;
      top = element.scrollTop;
    };
    const growth = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", onScroll, { passive: true });
    for (const event of BY_HAND) element.addEventListener(event, onHand, { passive: true });
    growth.observe(content.current);
    growth.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      for (const event of BY_HAND) element.removeEventListener(event, onHand);
      growth.disconnect();
    };
  }, []);

  return { list, content, toEnd };
}
