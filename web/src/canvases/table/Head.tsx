/** The titles of the columns: a click sorts, dragging a title moves its column, dragging its edge sets the width; Alt and arrows do both. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { useText } from "../../ui/text";
import type { Column } from "./columns";
import { nextSort } from "./filter";
import type { HeadProperties } from "./nodeGrid";

/** Pixels that a key makes a column wider. */
const STEP = 24;

export function Head(
  properties: HeadProperties & { readonly style: { gridTemplateColumns: string; minWidth: number } },
): ReactNode {
  const say = useText("tables");
  const { columns, titles, filter, onFilter, showFilters, style, onMove } = properties;
  const [dragged, setDragged] = useState<string>();
  return (
    <div role="rowgroup" className="grid-head" style={{ minWidth: style.minWidth }}>
      <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: style.gridTemplateColumns }}>
        <div role="columnheader" aria-colindex={1}>
          <span className="visually-hidden">{say("marks")}</span>
        </div>
        {columns.map((column, index) => {
          const title = titles[column.key] ?? column.key;
          return (
            <div
              key={column.key}
              role="columnheader"
              aria-colindex={index + 2}
              aria-sort={directionOf(properties, column)}
              data-column={column.key}
              data-dragged={dragged === column.key}
              draggable={index > 0}
              onDragStart={(event) => {
                // The edge is dragged for itself.
                if (document.elementFromPoint(event.clientX, event.clientY)?.closest(".column-edge")) {
                  event.preventDefault();
                  return;
                }
                event.dataTransfer.setData("text/plain", title);
                setDragged(column.key);
              }}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={() => dragged !== undefined && onMove(dragged, column.key)}
              onDragEnd={() => setDragged(undefined)}
              onKeyDown={(event) => onKey(event, properties, column)}
            >
              <Title {...properties} column={column} title={title} />
              {showFilters ? (
                <input
                  type="search"
                  className="cell-filter"
                  aria-label={say("filterBy", { column: title })}
                  value={filter.cells[column.key] ?? ""}
                  onChange={(event) =>
                    onFilter({ ...filter, cells: { ...filter.cells, [column.key]: event.target.value } })
                  }
                />
              ) : null}
              <span
                className="column-edge"
                aria-hidden
                onPointerDown={(event) => drag(event, (width) => properties.onResize(column.key, width))}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Title({
  column,
  title,
  ...properties
}: HeadProperties & { readonly column: Column; readonly title: string }): ReactNode {
  const say = useText("tables");
  const direction = directionOf(properties, column);
  if (column.kind === "relations") return <span>{title}</span>;
  return (
    <button
      type="button"
      className="quiet"
      title={say("sorted", { column: title })}
      onClick={() => properties.onSort(nextSort(properties.sort, column.key))}
    >
      <bdi>{title}</bdi> <span aria-hidden>{{ none: "", ascending: "▲", descending: "▼" }[direction]}</span>
    </button>
  );
}

function directionOf({ sort }: Pick<HeadProperties, "sort">, column: Column): "none" | "ascending" | "descending" {
  if (sort?.key !== column.key) return "none";
  return sort.descending ? "descending" : "ascending";
}

function onKey(event: KeyboardEvent, { onShift, onResize }: HeadProperties, column: Column): void {
  if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  const step = event.key === "ArrowLeft" ? -1 : 1;
  if (event.shiftKey) onResize(column.key, event.currentTarget.getBoundingClientRect().width + step * STEP);
  else onShift(column.key, step);
  event.preventDefault();
  event.stopPropagation();
}

/** Follows the pointer from the edge of a title until it is let go. */
function drag(event: PointerEvent<HTMLElement>, resize: (width: number) => void): void {
  event.preventDefault();
  const edge = event.currentTarget;
  const head = edge.closest("[role=columnheader]");
  if (head === null) return;
  const from = head.getBoundingClientRect();
  const towards = getComputedStyle(head).direction === "rtl" ? -1 : 1;
  const move = (moved: globalThis.PointerEvent): void => resize(from.width + towards * (moved.clientX - event.clientX));
  edge.setPointerCapture(event.pointerId);
  edge.addEventListener("pointermove", move);
  edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), { once: true });
}
