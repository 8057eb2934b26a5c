/** A thin bar while the server is away: what was typed is kept, the canvases stay readable, parts of the page wait. */

import { type ReactNode, useEffect, useRef } from "react";
import { conflictsOf } from "../state/conflicts";
import { ErrorText } from "./ErrorText";
import { serverIsAway } from "./late";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

/** A line that was away for less than this has hardly been missed. */
const NOTICED_MS = 1_000;

export function ReconnectBar(): ReactNode {
  const say = useText("frame");
  const { session, project } = useWorkbench();
  const { status, unsent, unheard, reason } = useStore((state) => state.connection);
  const changes = unsent - unheard.length;
  useEffect(() => {
    serverIsAway.set(status === "reconnecting");
    return () => serverIsAway.set(false);
  }, [status]);
  const since = useRef<number>(undefined);
  useEffect(() => {
    if (status === "reconnecting") since.current ??= Date.now();
    if (status !== "open" || unsent > 0 || since.current === undefined) return;
    const wasNoticed = Date.now() - since.current > NOTICED_MS;
    since.current = undefined;
    if (!wasNoticed) return;
    // Whether somebody else was there first is known a moment after the last answer; then a bar asks, and not all is sent.
    setTimeout(() => {
      if (conflictsOf(project).length === 0) toasts.done(say("isBack"));
    });
  }, [status, unsent, say, project]);
  if (status === "ended" && reason) {
    return (
      <div className="bar-notice" data-kind="ended" role="alert">
        <ErrorText error={reason} />
        <button type="button" onClick={() => location.reload()}>
          {say("reload")}
        </button>
      </div>
    );
  }
  if (status !== "reconnecting") return null;
  return (
    <div className="bar-notice" role="status">
      {[
        say("reconnecting"),
        ...(changes > 0 ? [say("changesWait", { count: changes })] : []),
        ...(unheard.length > 0 ? [say("messagesWait", { count: unheard.length })] : []),
      ].join(" · ")}{" "}
      <button type="button" className="link" onClick={() => session.retryNow()}>
        {say("retryNow")}
      </button>
    </div>
  );
}
