/** What goes away hands the focus that it holds to what it was in, so that whoever works by keys stays there. */

import { type RefObject, useLayoutEffect } from "react";

export function useFocusHandedOn(gone: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = gone.current;
    return () => {
      if (element?.contains(document.activeElement)) element.parentElement?.closest<HTMLElement>("[tabindex]")?.focus();
    };
  }, [gone]);
}
