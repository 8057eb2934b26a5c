/** Picks a node by a few letters of its name or id. */

import { type ReactNode, useMemo, useState } from "react";
import type { Node } from "../../protocol";
import { Picker } from "../../ui/Picker";
import { useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { abbreviation } from "../ontology";

interface Properties {
  readonly label: string;
  /** In the order in which they are offered. */
  readonly nodes: readonly Node[];
  readonly onPick: (node: Node) => void;
}

const MAX_FOUND = 12;

export function NodePicker({ label, nodes, onPick }: Properties): ReactNode {
  const say = useText("graphDialogs");
  const { ontology } = useWorkbench();
  const [text, setText] = useState("");
  const entries = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return nodes
      .filter((node) => `${node.name} ${node.semanticId}`.toLowerCase().includes(wanted))
      .slice(0, MAX_FOUND)
      .map((node) => ({
        id: node.nodeId,
        label: node.name,
        hint: node.semanticId,
        code: abbreviation(ontology, node.nodeType),
        node,
      }));
  }, [nodes, text, ontology]);
  return (
    <Picker
      label={label}
      placeholder={say("searchTarget")}
      nothingFound={say("nothingFound")}
      text={text}
      search={setText}
      entries={entries}
      pick={({ node }) => onPick(node)}
    />
  );
}
