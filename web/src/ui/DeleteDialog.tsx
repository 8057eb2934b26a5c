/** Asked only where a deletion would leave parts without what holds them, or takes what somebody else is writing in. */

import type { ReactNode } from "react";
import { askedToDelete, useRemoving } from "../canvases/useDeleting";
import { Dialog } from "./Dialog";
import { NodeChip } from "./NodeChip";
import { useLanguage, useText } from "./text";
import { useStore } from "./useStore";
import { useValue } from "./useValue";

/** Enough to see what they are. */
const MOST = 12;

export default function DeleteDialog(): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const asked = useValue(askedToDelete);
  const remove = useRemoving();
  const name = useStore(({ graph }) => graph.nodes.get(asked?.doomed.nodes?.[0] ?? "")?.name ?? "");
  if (asked === undefined) return null;
  const { doomed, parts, writers } = asked;
  const names = new Intl.ListFormat(language).format(writers.map(({ name: who }) => who));
  const nodes = doomed.nodes ?? [];
  const close = (): void => askedToDelete.set(undefined);
  const take = (also: readonly string[]): void => {
    close();
    void remove({ ...doomed, nodes: [...nodes, ...also] });
  };
  return (
    <Dialog
      title={nodes.length === 1 ? say("remove", { name }) : say("removeAll", { count: nodes.length })}
      close={close}
    >
      {writers.length > 0 ? <p>{say(writers.length === 1 ? "writesIn" : "writeIn", { names })}</p> : null}
      {parts.length > 0 ? (
        <>
          <p>{say("partsLeft", { count: parts.length })}</p>
          <p className="chips pad">
            {parts.slice(0, MOST).map((nodeId) => (
              <NodeChip key={nodeId} nodeId={nodeId} />
            ))}
            {parts.length > MOST ? <span className="note">+{parts.length - MOST}</span> : null}
          </p>
        </>
      ) : null}
      <footer className="dialog-buttons">
        <button type="button" data-first onClick={close}>
          {say(parts.length > 0 ? "cancel" : "keepIt")}
        </button>
        <button type="button" className={parts.length > 0 ? undefined : "stop"} onClick={() => take([])}>
          {say(parts.length > 0 ? "keepParts" : "deleteIt")}
        </button>
        {parts.length > 0 ? (
          <button type="button" className="stop" onClick={() => take(parts)}>
            {say("withParts", { count: parts.length })}
          </button>
        ) : null}
      </footer>
    </Dialog>
  );
}
