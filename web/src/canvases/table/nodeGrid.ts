/** What the grid of a node type shows and calls: what its parts share. */

import type { Finding, Node } from "../../protocol";
import type { Overlaid } from "../ghosts";
import type { Leave } from "./CellEditor";
import type { CellValue, Column } from "./columns";
import type { RowFilter, Sort } from "./filter";
import type { TableLine } from "./groups";
import type { Cell, Range } from "./range";
import type { Chip } from "./rows";

export interface HeadProperties {
  readonly columns: readonly Column[];
  readonly titles: Readonly<Record<string, string>>;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
  /** A filter of its own below each title. */
  readonly showFilters: boolean;
  /** To where another column stands. */
  readonly onMove: (key: string, onto: string) => void;
  readonly onShift: (key: string, step: 1 | -1) => void;
  readonly onResize: (key: string, width: number) => void;
}

export interface Editing extends Cell {
  readonly text: string;
  readonly typed: boolean;
  readonly refused?: boolean;
}

export interface NodeTableProperties extends HeadProperties {
  readonly label: string;
  /** The nodes that are shown, in their order. */
  readonly rows: readonly Node[];
  /** The same, with the lines above their groups. */
  readonly lines: readonly TableLine[];
  /** What is only proposed of them. */
  readonly overlaid: Overlaid;
  readonly chips: (nodeId: string) => readonly Chip[];
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Values that were sent and are not confirmed yet, by `nodeId key`. */
  readonly pending: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  readonly active: Cell | undefined;
  readonly range: Range | undefined;
  readonly editing: Editing | undefined;
  readonly mayChange: boolean;
  /** `how`: alone, added to or taken from the selection, or everything from where the range began to here. */
  /** A range begins at the cell that was active, or at `from`. */
  readonly onActive: (active: Cell, how: "alone" | "toggle" | "range", from?: Cell) => void;
  readonly onEdit: (editing: Editing | undefined) => void;
  readonly onKeep: (active: Cell, value: CellValue, leave: Leave) => void;
  readonly onPaste: (text: string) => void;
  readonly onFill: () => void;
  readonly onEmpty: () => void;
  readonly onDelete: () => void;
  readonly onFold: (title: string) => void;
}
