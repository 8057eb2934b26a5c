/**
 * The tree itself, as WAI-ARIA describes it: one element holds the focus and names the active row, so that scrolling and
 * commits of others never take the keyboard away; rows are drawn only where they are seen.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { isTextField } from "../ui/keyboard";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { pressed, useTyping } from "./keys";
import { opened, pathTo, type TreeRow, treeRows } from "./rows";
import { TreeDialogs } from "./TreeDialogs";
import { TreeRowView } from "./TreeRowView";
import { useTreeActions } from "./useTreeActions";
import { useTreeDrag } from "./useTreeDrag";

const ROW_HEIGHT = 28;

interface Properties {
  /** The nodes that a search has left; undefined: nothing is searched. */
  readonly kept: ReadonlySet<string> | undefined;
  /** What is searched. */
  readonly words: string;
}

export function Tree({ kept, words }: Properties): ReactNode {
  const say = useText("tree");
  const id = useId();
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const { toggled, fold, open } = useFolding(kept === undefined ? undefined : words);
  const rows = useMemo(() => treeRows(graph, ontology, { toggled, kept }), [graph, ontology, toggled, kept]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const { active, setActive, at } = useActive(rows, open);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  const focus = (): void => scroller.current?.focus();
  const actions = useTreeActions({ rows, at, setActive, fold, unfold: open, focus });
  const drag = useTreeDrag();
  const typing = useTyping(rows, at, actions.go);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTextField(event.target) || event.nativeEvent.isComposing) return;
    if (!pressed(event, actions.keys) && !typing(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        ref={scroller}
        className="model-rows"
        role="tree"
        tabIndex={0}
        aria-label={say("tree")}
        aria-multiselectable
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        data-dragging={drag.dragged !== undefined}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              <TreeRowView
                key={row.key}
                id={`${id}-${item.index}`}
                row={row}
                top={item.start}
                isActive={row.key === active}
                isRenaming={actions.renaming === row.key}
                drag={drag}
                actions={actions}
              />
            );
          })}
        </div>
      </div>
      <TreeDialogs actions={actions} />
    </>
  );
}

interface Folding {
  readonly toggled: ReadonlySet<string>;
  readonly fold: (row: TreeRow) => void;
  readonly open: (keys: readonly string[]) => void;
}

/** What is folded: of the whole tree, and of what a search has left, which begins with all of it open. */
function useFolding(words: string | undefined): Folding {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<{ readonly of: string; readonly keys: ReadonlySet<string> }>();
  const open = useCallback((keys: readonly string[]): void => {
    setToggled((before) => opened(before, keys));
    setClosed(
      (before) => before && { ...before, keys: new Set([...before.keys].filter((key) => !keys.includes(key))) },
    );
  }, []);
  if (words === undefined) return { toggled, open, fold: ({ key }) => setToggled((before) => flipped(before, key)) };
  const keys = closed?.of === words ? closed.keys : NONE;
  return { toggled: keys, open, fold: ({ key }) => setClosed({ of: words, keys: flipped(keys, key) }) };
}

const NONE: ReadonlySet<string> = new Set();

/** The active row. It follows a selection that is made elsewhere, which opens what lies above it. */
function useActive(
  rows: readonly TreeRow[],
  open: Folding["open"],
): { readonly active: string | undefined; readonly setActive: (key: string) => void; readonly at: number } {
  const { store } = useWorkbench();
  const [active, setActive] = useState<string>();
  const selected = useStore((state) => state.canvas.selection.nodes[0]);
  const newest = useRef(rows);
  useEffect(() => {
    newest.current = rows;
  }, [rows]);
  useEffect(() => {
    if (selected === undefined) return;
    setActive((before) => {
      if (before?.split(" ").at(-1) === selected) return before;
      const seen = newest.current.find((row) => row.node?.nodeId === selected);
      if (seen !== undefined) return seen.key;
      const hasGroup = newest.current.some((row) => row.node === undefined);
      const { key, above } = pathTo(store.get().graph, selected, hasGroup);
      open(above);
      return key;
    });
  }, [selected, store, open]);
  const at = useMemo(() => rows.findIndex((row) => row.key === active), [rows, active]);
  return { active, setActive, at };
}

function flipped(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
