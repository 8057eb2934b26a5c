/** Every relation as a row: what kind, from where, to where. A click selects it on every canvas. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Finding } from "../../protocol";
import { readByPeople } from "../../state/foreign";
import { TypeSign } from "../../ui/TypeSign";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import type { GhostMark, Overlaid } from "../ghosts";
import { useOverscan } from "../usePrinting";
import { GhostSign, Mark } from "./Cells";
import { valueText } from "./columns";
import type { RelationRow } from "./rows";
import { bringIntoSight } from "./sight";

interface Properties {
  readonly rows: readonly RelationRow[];
  readonly marks: ReadonlyMap<string, GhostMark>;
  readonly problems: Overlaid["problems"];
  readonly selected: ReadonlySet<string>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly onSelect: (edgeId: string) => void;
  readonly onDelete: () => void;
}

const ROW_HEIGHT = 34;
const TEMPLATE = "34px 170px minmax(200px, 1fr) minmax(200px, 1fr) minmax(120px, .6fr)";

export function RelationTable({
  rows,
  marks,
  problems,
  selected,
  findings,
  onSelect,
  onDelete,
}: Properties): ReactNode {
  const say = useText("tables");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: useOverscan(12),
  });
  const index = useMemo(() => rows.findIndex(({ edge }) => selected.has(edge.edgeId)), [rows, selected]);
  useEffect(() => {
    if (index >= 0 && scroller.current !== null) bringIntoSight(scroller.current, index, ROW_HEIGHT);
  }, [index]);
  const onKey = (event: KeyboardEvent): void => {
    const { length } = rows;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -length, End: length }[event.key];
    const next = step === undefined ? undefined : rows[Math.max(0, Math.min(rows.length - 1, index + step))];
    if (next !== undefined) onSelect(next.edge.edgeId);
    else if (index >= 0 && (event.ctrlKey || event.metaKey) && (event.key === "Delete" || event.key === "Backspace"))
      onDelete();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const titles = [say("marks"), say("relation"), say("source"), say("target"), say("attributes")];
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={say("relations")}
      aria-rowcount={rows.length + 1}
      aria-colcount={titles.length}
      aria-activedescendant={index >= 0 ? `relation-${rows[index]?.edge.edgeId}` : undefined}
      onKeyDown={onKey}
    >
      <div role="rowgroup" className="grid-head">
        <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: TEMPLATE }}>
          {titles.map((title, at) => (
            <div key={title} role="columnheader" aria-colindex={at + 1}>
              <span className={at === 0 ? "visually-hidden" : ""}>{title}</span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const { edge, source, target } = row;
          const relation = ontology.relation.get(edge.edgeType);
          const attributes = readByPeople(edge.attributes)
            .map(([key, value]) => `${key}: ${valueText(value)}`)
            .join(", ");
          return (
            <div
              key={edge.edgeId}
              id={`relation-${edge.edgeId}`}
              role="row"
              className="grid-row"
              data-mark={marks.get(edge.edgeId)}
              aria-rowindex={item.index + 2}
              aria-selected={selected.has(edge.edgeId)}
              style={{ gridTemplateColumns: TEMPLATE, transform: `translateY(${item.start}px)` }}
              onClick={() => onSelect(edge.edgeId)}
            >
              <div role="gridcell">
                <Mark findings={findings.get(edge.edgeId) ?? []} />
                <GhostSign mark={marks.get(edge.edgeId)} problems={problems.get(edge.edgeId)} />
              </div>
              <div role="gridcell" title={phraseIn(relation?.meaning, language)}>
                {phraseIn(relation?.title, language) ?? edge.edgeType}
              </div>
              <div role="gridcell">
                <TypeSign nodeType={source.nodeType} /> <bdi>{source.name}</bdi>
              </div>
              <div role="gridcell">
                <TypeSign nodeType={target.nodeType} /> <bdi>{target.name}</bdi>
              </div>
              <div role="gridcell" title={attributes}>
                <bdi className="cell-text">{attributes}</bdi>
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
