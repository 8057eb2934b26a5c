/** Where the others point in the picture, and that they see where I do; only while I want that. */

import { useReactFlow, ViewportPortal } from "@xyflow/react";
import { type ReactNode, useEffect } from "react";
import { pointing } from "../../state/people";
import { colourOf } from "../../ui/faces";
import { pointer } from "../../ui/following";
import { readPlace } from "../../ui/place";
import { usePreferences } from "../../ui/usePreferences";
import { useStore } from "../../ui/useStore";

export function Pointers(): ReactNode {
  const { pointers } = usePreferences();
  return pointers ? <Shown /> : null;
}

function Shown(): ReactNode {
  const flow = useReactFlow();
  const view = useStore((state) => state.canvas.view);
  const people = useStore((state) => state.people);
  const mine = useStore((state) => state.connection.sessionId);
  useEffect(() => {
    const moved = (event: PointerEvent): void => {
      const isInside = (event.target as Element).closest(".drawing") !== null;
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      pointer.set(isInside ? [Math.round(x), Math.round(y)] : undefined);
    };
    const left = (): void => pointer.set(undefined);
    // A finger that was lifted points no more, nor does a hand that went to another window.
    const lifted = ({ pointerType }: PointerEvent): void => {
      if (pointerType !== "mouse") left();
    };
    const ends = new AbortController();
    const options = { passive: true, signal: ends.signal };
    document.addEventListener("pointermove", moved, options);
    document.addEventListener("pointerup", lifted, options);
    document.documentElement.addEventListener("pointerleave", left, options);
    window.addEventListener("blur", left, options);
    return () => {
      ends.abort();
      left();
    };
  }, [flow]);
  const seen = pointing(people, mine).filter(({ place = "" }) => readPlace(place).view === view);
  return (
    <ViewportPortal>
      {seen.map(({ sessionId, person, cursor: [x = 0, y = 0] = [] }) => (
        <span
          key={sessionId}
          className="pointer-of"
          data-colour={colourOf(person.personId)}
          style={{ transform: `translate(${x}px, ${y}px)` }}
          aria-hidden
        >
          <bdi>{person.name}</bdi>
        </span>
      ))}
    </ViewportPortal>
  );
}
