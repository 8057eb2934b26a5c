/** Shows notices in a corner; errors are announced at once, the rest politely. */

import type { ReactNode } from "react";
import { ErrorText } from "./ErrorText";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useValue } from "./useValue";

export function Toasts(): ReactNode {
  const say = useText("frame");
  const all = useValue(toasts);
  return (
    <div
      className="toasts"
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
