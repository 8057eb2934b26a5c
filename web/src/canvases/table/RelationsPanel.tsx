/** The tab of relations: search, the table, and deleting what is selected. */

import { type ReactNode, useMemo, useState } from "react";
import type { Finding } from "../../protocol";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { GhostLegend } from "../GhostLegend";
import type { Overlaid } from "../ghosts";
import { useDeleting } from "../useDeleting";
import { RelationTable } from "./RelationTable";
import { relationRows } from "./rows";

interface RelationsProperties {
  readonly overlaid: Overlaid;
  readonly edgeMarks: ReadonlyMap<string, readonly Finding[]>;
  readonly onSelect: (edgeId: string) => void;
}

export default function RelationsPanel({ overlaid, edgeMarks, onSelect }: RelationsProperties): ReactNode {
  const say = useText("tables");
  const edges = useStore((state) => state.canvas.selection.edges);
  const [text, setText] = useState("");
  const all = useMemo(() => relationRows(overlaid.elements), [overlaid]);
  const rows = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return all.filter(({ edge, source, target }) =>
      `${edge.edgeType} ${source.name} ${target.name}`.toLowerCase().includes(wanted),
    );
  }, [all, text]);
  const selected = useMemo(() => new Set(edges), [edges]);
  const remove = useDeleting();
  if (all.length === 0) return <p className="table-empty">{say("emptyRelations")}</p>;
  return (
    <>
      <div className="table-tools">
        <input
          type="search"
          aria-label={say("search")}
          placeholder={say("search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="note" role="status">
          {rows.length === all.length
            ? say("rows", { count: all.length })
            : say("rowsOf", { count: rows.length, all: all.length })}
        </span>
        <GhostLegend />
      </div>
      <RelationTable
        marks={overlaid.marks}
        problems={overlaid.problems}
        rows={rows}
        selected={selected}
        findings={edgeMarks}
        onSelect={onSelect}
        onDelete={() => remove({ edges })}
      />
    </>
  );
}
