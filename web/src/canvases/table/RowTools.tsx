/** Above the rows of a table: what is searched for, how many rows pass, how columns and rows are arranged, and the way to paste many at once. */

import { ClipboardPaste } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { late } from "../../ui/late";
import { preferences } from "../../ui/preferences";
import { useText } from "../../ui/text";
import { usePreferences } from "../../ui/usePreferences";
import { GhostLegend } from "../GhostLegend";
import type { Arranged, Arrangement } from "./arrangement";
import { isFiltering, NO_ROW_FILTER, type RowFilter } from "./filter";
import { canGroup, PARENT } from "./groups";

const ColumnMenu = late(() => import("./ColumnMenu"));

interface Properties {
  readonly filter: RowFilter;
  readonly setFilter: (filter: RowFilter) => void;
  /** A filter of its own for each column. */
  readonly showFilters: boolean;
  readonly setShowFilters: (show: boolean) => void;
  readonly shown: number;
  readonly all: number;
  /** Why nothing can be pasted. */
  readonly reason: string | undefined;
  readonly paste: () => void;
  readonly arrangement: Arrangement;
  readonly arrange: (next: Arrangement) => void;
  readonly arranged: Arranged;
  readonly titles: Readonly<Record<string, string>>;
}

export function RowTools(properties: Properties): ReactNode {
  const { filter, setFilter, showFilters, setShowFilters, shown, all, reason, paste } = properties;
  const say = useText("tables");
  const { wrapped } = usePreferences();
  return (
    <div className="table-tools">
      <input
        type="search"
        aria-label={say("search")}
        placeholder={say("search")}
        value={filter.text}
        onChange={(event) => setFilter({ ...filter, text: event.target.value })}
      />
      <button type="button" className="quiet" aria-pressed={showFilters} onClick={() => setShowFilters(!showFilters)}>
        {say("filters")}
      </button>
      <Suspense>
        <ColumnMenu {...properties} />
      </Suspense>
      <GroupBy {...properties} />
      <label className="check">
        <input
          type="checkbox"
          checked={filter.marked}
          onChange={(event) => setFilter({ ...filter, marked: event.target.checked })}
        />
        {say("onlyMarked")}
      </label>
      <button
        type="button"
        className="quiet"
        aria-pressed={wrapped}
        title={say("wrapHint")}
        onClick={() => preferences.set({ wrapped: !wrapped })}
      >
        {say("wrap")}
      </button>
      {isFiltering(filter) ? (
        <button type="button" className="quiet" onClick={() => setFilter(NO_ROW_FILTER)}>
          {say("clear")}
        </button>
      ) : null}
      <span className="note" role="status">
        {shown === all ? say("rows", { count: all }) : say("rowsOf", { count: shown, all })}
      </span>
      <GhostLegend />
      <button
        type="button"
        className="quiet with-icon"
        disabled={reason !== undefined}
        aria-label={say("paste")}
        title={reason ?? say("pasteHint", { keys: "Ctrl+V" })}
        onClick={paste}
      >
        <ClipboardPaste aria-hidden />
        <span>{say("paste")}</span>
      </button>
    </div>
  );
}

function GroupBy({ arrangement, arrange, arranged, titles }: Properties): ReactNode {
  const say = useText("tables");
  const columns = arranged.all.filter(canGroup);
  return (
    <select
      aria-label={say("groupBy")}
      value={arrangement.group ?? ""}
      onChange={(event) => arrange({ ...arrangement, group: event.target.value || undefined })}
    >
      <option value="">{say("notGrouped")}</option>
      <option value={PARENT}>{say("byParent")}</option>
      {columns.map(({ key }) => (
        <option key={key} value={key}>
          {say("byColumn", { column: titles[key] ?? key })}
        </option>
      ))}
    </select>
  );
}
