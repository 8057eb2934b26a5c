/** The tab of one node type: its tools, the grid, what is done to many rows, the field for a new one, and the preview of what is pasted. */

import { type ReactNode, Suspense, useState } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Finding } from "../../protocol";
import { writeToComposer } from "../../ui/focus";
import { late } from "../../ui/late";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import type { Overlaid } from "../ghosts";
import { useObstacle } from "../useChanges";
import { AddRow } from "./AddRow";
import type { Arrangement } from "./arrangement";
import { useArrangement } from "./arrangements";
import { NO_ROW_FILTER, type RowFilter } from "./filter";
import { NodeTable } from "./NodeTable";
import { RowTools } from "./RowTools";
import { chipsOf } from "./rows";
import { useSifting } from "./sifting";
import { useGrid } from "./useGrid";
import { useNodeRows } from "./useNodeRows";

// What is wanted later comes later.
const BulkBar = late(() => import("./BulkBar"));
const PasteDialog = late(() => import("./PasteDialog"));

interface NodesProperties {
  readonly overlaid: Overlaid;
  readonly nodeType: string;
  readonly title: string;
  readonly marks: ReadonlyMap<string, readonly Finding[]>;
  readonly onSelect: (nodes: readonly string[]) => void;
}

export function NodesPanel({ overlaid, nodeType, title, marks, onSelect }: NodesProperties): ReactNode {
  const say = useText("tables");
  const { ontology } = useWorkbench();
  const obstacle = useObstacle();
  const [{ filter, sort, arrangement: lent }, sift] = useSifting(nodeType);
  const setFilter = (next: RowFilter): void => sift({ filter: next });
  const [showFilters, setShowFilters] = useState(false);
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE_FOLDED);
  const [pasted, setPasted] = useState<string>();
  const [own, arrangeOwn] = useArrangement(nodeType);
  const arrangement = lent ?? own;
  const arrange = (next: Arrangement): void => (lent === undefined ? arrangeOwn(next) : sift({ arrangement: next }));
  const content = useNodeRows({ overlaid, nodeType, marks, filter, sort, arrangement, folded });
  const { all, ghosts, lines, arranged, titles, passing } = content;
  const { grid, chosen, target } = useGrid({ content, nodeType, arrangement, arrange, onSelect, onBlock: setPasted });
  const reason = obstacle && say(obstacle);
  return (
    <>
      <RowTools
        {...{ filter, setFilter, showFilters, setShowFilters, reason, arrangement, arrange, arranged, titles }}
        shown={passing}
        all={all.length}
        paste={() => setPasted("")}
      />
      {all.length + ghosts.length === 0 ? (
        <NoNodes nodeType={nodeType} title={title} />
      ) : lines.length === 0 ? (
        <div className="table-empty">
          <p>{say("hiddenByFilter", { count: all.length })}</p>
          <button type="button" onClick={() => setFilter(NO_ROW_FILTER)}>
            {say("clear")}
          </button>
        </div>
      ) : (
        <NodeTable
          {...grid}
          {...{ filter, sort, showFilters, overlaid }}
          label={title}
          chips={(nodeId) => chipsOf(overlaid.elements, ontology, nodeId)}
          findings={marks}
          onFilter={setFilter}
          onSort={(next) => sift({ sort: next })}
          onFold={(group) => setFolded(changed(folded, group))}
        />
      )}
      {chosen.length > 1 && obstacle === undefined ? (
        <Suspense>
          <BulkBar rows={chosen} columns={arranged.all} titles={titles} onDelete={grid.onDelete} />
        </Suspense>
      ) : null}
      <AddRow nodeType={nodeType} reason={reason} />
      {pasted === undefined ? null : (
        <Suspense>
          <PasteDialog text={pasted} target={target} title={title} close={() => setPasted(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const NONE_FOLDED: ReadonlySet<string> = new Set();

function changed(folded: ReadonlySet<string>, title: string): ReadonlySet<string> {
  const next = new Set(folded);
  if (!next.delete(title)) next.add(title);
  return next;
}

function NoNodes({ nodeType, title }: { readonly nodeType: string; readonly title: string }): ReactNode {
  const say = useText("tables");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const meaning = phraseIn(ontology.nodeType.get(nodeType)?.meaning, language) ?? "";
  return (
    <div className="table-empty">
      <p>{say("empty", { type: title, meaning })}</p>
      <button type="button" onClick={() => writeToComposer(say("askDraft", { type: title }))}>
        {say("ask")}
      </button>
    </div>
  );
}
