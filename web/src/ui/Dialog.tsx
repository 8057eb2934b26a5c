/** A modal dialog on the browser's own element, which keeps the focus inside, closes on Esc and gives the focus back. */

import { type ReactNode, useEffect, useId, useRef } from "react";
import { offerPlace } from "./OverDialogs";
import { useText } from "./text";

interface Properties {
  readonly title: string;
  readonly close: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, close, wide = false, children }: Properties): ReactNode {
  const say = useText("frame");
  const element = useRef<HTMLDialogElement>(null);
  const bars = useRef<HTMLDivElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    // The browser would take the first button; whoever opens a dialog to type wants the field.
    element.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    const takeBack = bars.current && offerPlace(bars.current);
    return () => {
      takeBack?.();
      before?.focus?.();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={wide ? "dialog wide" : "dialog"}
      aria-labelledby={heading}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="quiet" aria-label={say("close")} onClick={close}>
          ✕
        </button>
        <div ref={bars} className="dialog-bars" />
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
