/** A thin bar while the server is away: what was typed is kept, the canvases stay readable, parts of the page wait. */

import { type ReactNode, useEffect } from "react";
import { ErrorText } from "./ErrorText";
import { serverIsAway } from "./late";
import { useText } from "./text";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

export function ReconnectBar(): ReactNode {
  const say = useText("frame");
  const { session } = useWorkbench();
  const { status, unsent, reason } = useStore((state) => state.connection);
  useEffect(() => {
    serverIsAway.set(status === "reconnecting");
    return () => serverIsAway.set(false);
  }, [status]);
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
      {unsent > 0 ? say("reconnectingUnsent", { count: unsent }) : say("reconnecting")}{" "}
      <button type="button" className="link" onClick={() => session.retryNow()}>
        {say("retryNow")}
      </button>
    </div>
  );
}
