/** The model as a tree beside the rail: found by a few letters, walked through by keys, the same selection as on every canvas. */

import { X } from "lucide-react";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { isComing, isEmptyModel } from "../state/state";
import { preferences } from "../ui/preferences";
import { Splitter } from "../ui/Splitter";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { foundBy } from "./rows";
import { Tree } from "./Tree";
import "./tree.css";

export default function TreePanel(): ReactNode {
  const say = useText("tree");
  const graph = useStore((state) => state.graph);
  const isEmpty = useStore(isEmptyModel);
  const isOnItsWay = useStore(isComing);
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const kept = useMemo(() => foundBy(graph, wanted), [graph, wanted]);
  return (
    <aside className="tree-panel" data-pane="tree" aria-label={say("tree")} tabIndex={-1}>
      <header className="tree-search">
        <input
          type="search"
          aria-label={say("search")}
          placeholder={say("search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || text === "") return;
            event.stopPropagation();
            setText("");
          }}
        />
        <button
          type="button"
          className="icon"
          aria-label={say("close")}
          title={`${say("close")} (g o)`}
          onClick={() => preferences.set({ tree: false })}
        >
          <X aria-hidden />
        </button>
      </header>
      {isOnItsWay ? <p className="note pad">{say("coming")}</p> : null}
      {isEmpty ? <p className="note pad">{say("empty")}</p> : null}
      {kept?.size === 0 ? (
        <p className="note pad" role="status">
          {say("nothingFound")}
        </p>
      ) : null}
      <Tree kept={kept} words={wanted} />
      <Splitter size="treeWidth" />
    </aside>
  );
}
