/** Which columns are shown and in which order: a list to tick, with buttons that move a column up or down. */

import { Columns3 } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../../ui/text";
import { type Arranged, type Arrangement, AS_IT_COMES, movedTo, PINNED, toggled } from "./arrangement";

interface Properties {
  readonly arrangement: Arrangement;
  readonly arranged: Arranged;
  readonly titles: Readonly<Record<string, string>>;
  readonly arrange: (next: Arrangement) => void;
}

export default function ColumnMenu({ arrangement, arranged: { all, shown }, titles, arrange }: Properties): ReactNode {
  const say = useText("tables");
  const hidden = all.length - shown.length;
  return (
    <details
      className="table-menu"
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
          event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary>
        <Columns3 aria-hidden /> {say("columns")}
        {hidden > 0 ? <span className="count">{say("hiddenColumns", { count: hidden })}</span> : null}
      </summary>
      <div className="table-menu-body">
        <ul>
          {all.map((column, at) => {
            const title = titles[column.key] ?? column.key;
            const [before, behind] = [all[at - 1], all[at + 1]];
            const isPinned = column.key === PINNED;
            return (
              <li key={column.key}>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={shown.includes(column)}
                    disabled={isPinned}
                    onChange={() => arrange(toggled(arrangement, column.key))}
                  />
                  <bdi>{title}</bdi>
                </label>
                <button
                  type="button"
                  className="icon"
                  aria-label={say("moveBefore", { column: title })}
                  disabled={isPinned || before === undefined || before.key === PINNED}
                  onClick={() => before && arrange(movedTo(arrangement, all, column.key, before.key))}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="icon"
                  aria-label={say("moveBehind", { column: title })}
                  disabled={isPinned || behind === undefined}
                  onClick={() => behind && arrange(movedTo(arrangement, all, column.key, behind.key))}
                >
                  ↓
                </button>
              </li>
            );
          })}
        </ul>
        <button type="button" className="quiet" onClick={() => arrange({ ...AS_IT_COMES, group: arrangement.group })}>
          {say("columnsAsTheyCome")}
        </button>
      </div>
    </details>
  );
}
