/** Makes a node by type and name, as a part of what is selected where the profile allows it. */

import { type ReactNode, type SubmitEvent, useState } from "react";
import { phraseIn } from "../../locales/phrase";
import { LIMITS, type Node, type Operation } from "../../protocol";
import { Dialog } from "../../ui/Dialog";
import { useLanguage, useText } from "../../ui/text";
import { useBegun } from "../../ui/useBegun";
import { useWorkbench } from "../../ui/workbench";
import { childTypes } from "../ontology";
import { newOperationId, useSubmit } from "../useChanges";

interface Properties {
  /** What is selected. */
  readonly around: Node | undefined;
  /** The relation by which what is selected would hold a node of this type where it is drawn, if there is one. */
  readonly holding: (nodeType: string) => string | undefined;
  /** It stands free, and not in a box that is drawn around it. */
  readonly onMade?: (nodeId: string) => void;
  readonly close: () => void;
}

export function NewNodeDialog({ around, holding, onMade, close }: Properties): ReactNode {
  const say = useText("graphDialogs");
  const language = useLanguage();
  const { store, ontology } = useWorkbench();
  const submit = useSubmit();
  const inside = around === undefined ? [] : childTypes(ontology, around.nodeType);
  const [nodeType, setNodeType] = useState(inside[0] ?? around?.nodeType ?? ontology.nodeTypes[0]?.name ?? "");
  const [isInside, setInside] = useState(true);
  const [name = "", setName] = useBegun("new element");
  const giveUp = (): void => {
    setName(undefined);
    close();
  };
  const relation = holding(nodeType) ?? (inside.includes(nodeType) ? "compose" : undefined);
  const mayBeInside = around !== undefined && relation !== undefined;
  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") return;
    const id = newOperationId();
    const tempId = `new-${id}`;
    const operations: Operation[] = [{ op: "node.create", id, nodeType, name: name.trim(), descr: "", tempId }];
    if (mayBeInside && isInside) {
      operations.push({
        op: "edge.create",
        id: newOperationId(),
        edgeType: relation,
        source: around.nodeId,
        target: tempId,
      });
    }
    const done = await submit(operations);
    if (done === undefined) return;
    setName(undefined);
    const nodeId = done.commit?.aliases[tempId];
    if (nodeId !== undefined) {
      store.select([nodeId]);
      if (!mayBeInside || !isInside || holding(nodeType) === undefined) onMade?.(nodeId);
    }
    close();
  };
  return (
    <Dialog title={say("newTitle")} close={close}>
      <form className="new-node" onSubmit={(event) => void create(event)}>
        <label className="field">
          {say("type")}
          <select value={nodeType} onChange={(event) => setNodeType(event.target.value)}>
            {ontology.nodeTypes.map((type) => (
              <option key={type.name} value={type.name}>
                {phraseIn(type.title, language)}
              </option>
            ))}
          </select>
        </label>
        <p className="note">{phraseIn(ontology.nodeType.get(nodeType)?.meaning, language)}</p>
        <label className="field">
          {say("name")}
          <input
            type="text"
            value={name}
            maxLength={LIMITS.nameLength}
            data-first
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {mayBeInside ? (
          <label className="check">
            <input type="checkbox" checked={isInside} onChange={(event) => setInside(event.target.checked)} />
            {say("inside", { name: around.name })}
          </label>
        ) : null}
        <footer className="dialog-buttons">
          <button type="button" onClick={giveUp}>
            {say("cancel")}
          </button>
          <button type="submit" className="primary" disabled={name.trim() === ""}>
            {say("create")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
