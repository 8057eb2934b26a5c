/** Makes a node by its name alone; the field stays for the next one. */

import type { ReactNode, SubmitEvent } from "react";
import { LIMITS } from "../../protocol";
import { useText } from "../../ui/text";
import { useBegun } from "../../ui/useBegun";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useSubmit } from "../useChanges";

interface Properties {
  readonly nodeType: string;
  /** Why nothing can be added. */
  readonly reason: string | undefined;
}

export function AddRow({ nodeType, reason }: Properties): ReactNode {
  const say = useText("tables");
  const submit = useSubmit();
  const { store } = useWorkbench();
  const [name = "", setName] = useBegun(`new ${nodeType}`);
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "" || reason !== undefined) return;
    setName(undefined);
    const id = newOperationId();
    const done = await submit([{ op: "node.create", id, nodeType, name: name.trim(), descr: "", tempId: `new-${id}` }]);
    const nodeId = done?.commit?.aliases[`new-${id}`];
    if (nodeId !== undefined) store.select([nodeId]);
    if (done === undefined) setName(name);
  };
  return (
    <form className="add-row" onSubmit={(event) => void add(event)}>
      <input
        aria-label={say("newName")}
        placeholder={say("newName")}
        maxLength={LIMITS.nameLength}
        disabled={reason !== undefined}
        title={reason}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" disabled={reason !== undefined || name.trim() === ""}>
        + {say("addRow")}
      </button>
    </form>
  );
}
