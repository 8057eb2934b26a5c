/** Shows notices at the lower edge of the canvas; errors are announced at once, the rest politely. */

import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from "react";
import { ErrorText } from "./ErrorText";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useValue } from "./useValue";

export function Toasts(): ReactNode {
  const say = useText("frame");
  const all = useValue(toasts);
  const style = useLowerEdge(all.length > 0);
  return (
    <div
      className="toasts"
      style={style}
      aria-live="polite"
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      {all.map(({ id, kind, text, error, action }) => (
        <div key={id} className="toast" data-kind={kind} role={kind === "error" ? "alert" : "status"}>
          {error ? (
            <ErrorText error={{ code: error.code, message: error.message, retry: error.retry, fields: error.fields }} />
          ) : (
            <bdi className="toast-text">{text}</bdi>
          )}
          {action ? (
            <button
              type="button"
              className="link"
              onClick={() => {
                toasts.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          ) : null}
          <button type="button" className="quiet" aria-label={say("close")} onClick={() => toasts.dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}

/** What is written in, or decides, at the lower edge of a canvas: notices stand above it. */
const BELOW = ".graph-foot, .add-row, .bulk-bar, .matrix-foot";
/** Pixels between them and what they stand above, and how wide they are at most. */
const [GAP, WIDEST] = [10, 420];
/** Pixels of a map with its margin: beside it there is no room in a canvas as narrow as this. */
const MAP = 180;

/** Their place: in the middle of the first canvas, above its foot; without a canvas the styles say where. */
function useLowerEdge(areShown: boolean): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!areShown) return;
    const place = (): void => setStyle(lowerEdge());
    place();
    // What they stand above changes with what is opened and selected while they are seen.
    const timer = setInterval(place, 250);
    window.addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", place);
    };
  }, [areShown]);
  return style;
}

function lowerEdge(): CSSProperties {
  const canvas = document.querySelector(".panes > .pane:not(.pane-chat, .side *)");
  if (canvas === null || window.matchMedia("(max-width: 720px)").matches) return {};
  const { left, width, bottom } = canvas.getBoundingClientRect();
  const feet = [...canvas.querySelectorAll(BELOW)].map((foot) => foot.getBoundingClientRect());
  const maps = [...canvas.querySelectorAll(".react-flow__minimap")].map((map) => map.getBoundingClientRect());
  const most = Math.min(WIDEST, width - 2 * GAP);
  const isBeside = maps.length === 0 || width - 2 * MAP >= most;
  const tops = [...feet, ...(isBeside ? [] : maps.filter((map) => map.top > bottom - width / 2))]
    .filter(({ height }) => height > 0)
    .map(({ top }) => top);
  return {
    inset: `auto auto ${window.innerHeight - Math.min(bottom, ...tops) + GAP}px ${left + width / 2}px`,
    translate: "-50%",
    width: most,
  };
}
