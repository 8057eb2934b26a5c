/** A menu at the pointer, or at what has the focus: arrows, Home and End go through it, Esc closes it and gives the focus back. */

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

export interface MenuEntry {
  readonly label: string;
  readonly keys?: string;
  /** Why it cannot be done now. */
  readonly obstacle?: string | undefined;
  readonly run: () => void;
}

interface Properties {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly entries: readonly MenuEntry[];
  readonly close: () => void;
}

/** Pixels that stay free between the menu and the edge of the window. */
const MARGIN = 8;

export function ContextMenu({ label, at, entries, close }: Properties): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const before = document.activeElement as HTMLElement | null;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(MARGIN, Math.min(at.x, window.innerWidth - width - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, Math.min(at.y, window.innerHeight - height - MARGIN))}px`;
    element.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    return () => before?.focus?.();
  }, [at]);
  // By hand: the browser's own way takes the release of the very press that opened the menu for one beside it.
  useEffect(() => {
    const onPress = ({ target }: PointerEvent): void => {
      if (!panel.current?.contains(target as Node)) close();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [close]);
  const onKey = (event: KeyboardEvent): void => {
    const items = [...(panel.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const now = items.indexOf(document.activeElement as HTMLElement);
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: (now + 1) % items.length,
      ArrowUp: (now - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const goal = goals[event.key];
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (goal === undefined) return;
    else items[goal]?.focus();
    event.preventDefault();
  };
  return (
    <div ref={panel} popover="manual" className="menu context-menu" role="menu" aria-label={label} onKeyDown={onKey}>
      {entries.map(({ label: text, keys, obstacle, run }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          className="menu-item"
          tabIndex={-1}
          aria-disabled={obstacle !== undefined}
          title={obstacle}
          onClick={() => {
            if (obstacle !== undefined) return;
            close();
            // After the focus has gone back to where it was.
            queueMicrotask(run);
          }}
        >
          <span>{text}</span>
          {keys === undefined ? null : <kbd aria-hidden>{keys}</kbd>}
        </button>
      ))}
    </div>
  );
}
