/** Three steps around the page, beside what they speak of: asked for, walked by keys or clicks, and left at any of them. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { preferences } from "./preferences";
import { useText } from "./text";
import { touring } from "./touring";
import "./styles/tour.css";

const STEPS = [
  { id: "say", place: "[data-pane=chat] .composer" },
  { id: "look", place: "[data-pane=graph], [data-pane=table], [data-pane=overview]" },
  { id: "decide", place: "[data-pane=rail]" },
] as const;

export default function Tour(): ReactNode {
  const say = useText("frame");
  const [at, setAt] = useState(0);
  const card = useRef<HTMLElement>(null);
  const step = STEPS[at];
  const leave = (): void => {
    touring.set(false);
    document.querySelector<HTMLElement>(STEPS[0].place)?.querySelector("textarea")?.focus();
  };
  useEffect(() => {
    const { panes } = preferences.get();
    if (!panes.includes("chat")) preferences.set({ panes: [...panes, "chat"], side: "chat" });
  }, []);
  useEffect(() => {
    const shown = document.querySelector<HTMLElement>(step?.place ?? "");
    shown?.setAttribute("data-toured", "");
    card.current?.focus();
    return () => shown?.removeAttribute("data-toured");
  }, [step]);
  if (step === undefined) return null;
  return (
    <section
      ref={card}
      className="tour card"
      tabIndex={-1}
      aria-label={say("tour")}
      data-step={step.id}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") leave();
      }}
    >
      <p className="note">{say("tourStep", { at: at + 1, count: STEPS.length })}</p>
      <p aria-live="polite">{say(`tour.${step.id}`)}</p>
      <footer className="row">
        <button type="button" className="quiet" onClick={leave}>
          {say("tourLeave")}
        </button>
        <span className="grow" />
        {at > 0 ? (
          <button type="button" onClick={() => setAt(at - 1)}>
            {say("tourBack")}
          </button>
        ) : null}
        <button type="button" className="primary" onClick={() => (at + 1 < STEPS.length ? setAt(at + 1) : leave())}>
          {say(at + 1 < STEPS.length ? "tourNext" : "tourDone")}
        </button>
      </footer>
    </section>
  );
}
