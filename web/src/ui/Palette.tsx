/** Search for a node or a command by typing a few letters of it. */

import { type ReactNode, useMemo, useState } from "react";
import { abbreviation, type Ontology } from "../canvases/ontology";
import { seek } from "../canvases/seek";
import type { Node, SavedView } from "../protocol";
import { type ListedViews, selectListedViews } from "../state/savedViews";
import { COMMANDS, isEnabled, perform } from "./commands";
import { Dialog } from "./Dialog";
import { keyLabel } from "./keyboard";
import { type Entry, Picker } from "./Picker";
import { type Say, useText } from "./text";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

/** More than this does not fit on a screen. */
const MAX_FOUND = 30;

const opening = (): Promise<typeof import("../saved/opening")> => import("../saved/opening");

interface Offered extends Entry {
  readonly run: () => void;
}

export function Palette({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("frame");
  const { store, project, ontology } = useWorkbench();
  const views = useStore(selectListedViews);
  const nodes = useStore((state) => state.graph.nodes);
  const [text, setText] = useState("");
  const entries = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const found = foundNodes(wanted, nodes, ontology, (nodeId) => {
      store.select([nodeId]);
      seek(nodeId);
    });
    return [
      ...found,
      ...foundViews(wanted, views, say, (view) => void opening().then(({ open }) => open(store, project, view))),
      ...foundCommands(wanted, say),
    ].slice(0, MAX_FOUND);
  }, [text, nodes, views, say, store, project, ontology]);
  return (
    <Dialog title={say("search")} close={close}>
      <Picker
        label={say("search")}
        nothingFound={say("nothingFound")}
        text={text}
        search={setText}
        entries={entries}
        pick={(entry) => {
          close();
          entry.run();
        }}
      />
    </Dialog>
  );
}

function foundViews(
  wanted: string,
  { shared, own }: ListedViews,
  say: Say<"frame">,
  show: (view: SavedView) => void,
): readonly Offered[] {
  return [...shared, ...own]
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, MAX_FOUND / 2)
    .map((view) => ({ id: view.savedViewId, label: view.name, hint: say("savedView"), run: () => show(view) }));
}

function foundCommands(wanted: string, say: Say<"frame">): readonly Offered[] {
  // The palette need not offer itself.
  return COMMANDS.filter(({ id }) => id !== "palette" && isEnabled(id))
    .map(({ id, keys, title }) => ({ id, label: say(title), hint: keyLabel(keys), run: () => void perform(id) }))
    .filter(({ label }) => label.toLowerCase().includes(wanted));
}

function foundNodes(
  wanted: string,
  nodes: ReadonlyMap<string, Node>,
  ontology: Ontology,
  show: (nodeId: string) => void,
): readonly Offered[] {
  const found: Offered[] = [];
  if (!wanted) return found;
  for (const { nodeId, nodeType, name, semanticId } of nodes.values()) {
    if (found.length >= MAX_FOUND) break;
    if (!name.toLowerCase().includes(wanted) && !semanticId.toLowerCase().includes(wanted)) continue;
    const code = abbreviation(ontology, nodeType);
    found.push({ id: nodeId, label: name, hint: semanticId, code, run: () => show(nodeId) });
  }
  return found;
}
