/** A button that opens a small panel below it. The browser closes it on Esc and on a click elsewhere, and gives the focus back. */

import { Ellipsis } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";

interface Properties {
  readonly label: string;
  /** What stands on the button; three dots where nothing is said. */
  readonly sign?: ReactNode;
  /** A button in it closes the panel when it is pressed, unless it stops the click. */
  readonly children: ReactNode;
}

export function Menu({ label, sign, children }: Properties): ReactNode {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    // While it is open, Esc closes it and does nothing else.
    <span
      onKeyDown={(event) => {
        if (event.key === "Escape" && panel.current?.matches(":popover-open")) event.stopPropagation();
      }}
    >
      <button type="button" className="icon" popoverTarget={id} aria-label={label} title={label}>
        {sign ?? <Ellipsis aria-hidden />}
      </button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className="menu"
        role="group"
        aria-label={label}
        onClick={(event) => {
          if ((event.target as Element).closest("button")) panel.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </span>
  );
}
