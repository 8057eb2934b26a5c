/** Puts a box into another, or out of the one it is in: what a drag does, for the keyboard. */

import type { ReactNode } from "react";
import type { Node } from "../../protocol";
import { Dialog } from "../../ui/Dialog";
import { useText } from "../../ui/text";
import { NodePicker } from "./NodePicker";

interface Properties {
  readonly node: Node;
  readonly holders: readonly Node[];
  /** What it is in now, if the model says so. */
  readonly holder: Node | undefined;
  readonly onMove: (into: Node | undefined) => void;
  readonly close: () => void;
}

export function MoveDialog({ node, holders, holder, onMove, close }: Properties): ReactNode {
  const say = useText("graphDialogs");
  const move = (into: Node | undefined): void => {
    onMove(into);
    close();
  };
  return (
    <Dialog title={say("moveTitle", { name: node.name })} close={close}>
      <NodePicker label={say("moveTarget")} nodes={holders} onPick={move} />
      {holder === undefined ? null : (
        <footer className="dialog-buttons">
          <button type="button" onClick={() => move(undefined)}>
            {say("moveOut", { name: holder.name })}
          </button>
        </footer>
      )}
    </Dialog>
  );
}
