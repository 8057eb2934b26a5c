/** Picks a node by a few letters of its name or id. */

import { type ReactNode, useMemo, useState } from "react";
import type { Node } from "../../protocol";
import { knownId, lookedUpBy } from "../../state/foreign";
import { find } from "../../ui/finding";
import { Picker } from "../../ui/Picker";
import { useText } from "../../ui/text";

interface Properties {
  readonly label: string;
  /** In the order in which they are offered. */
  readonly nodes: readonly Node[];
  readonly onPick: (node: Node) => void;
}

const MAX_FOUND = 12;

export function NodePicker({ label, nodes, onPick }: Properties): ReactNode {
  const say = useText("graphDialogs");
  const [text, setText] = useState("");
  const entries = useMemo(() => {
    const found = find(nodes, text, MAX_FOUND, lookedUpBy);
    return found.map((node) => ({
      id: node.nodeId,
      label: node.name,
      hint: knownId(node.attributes) ?? node.semanticId,
      nodeType: node.nodeType,
      node,
    }));
  }, [nodes, text]);
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
