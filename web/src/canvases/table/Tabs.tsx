/** One tab for each node type, one for the relations and one for the matrix. Left and right move, as in every tab list. */

import { type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { Severity } from "../../protocol";
import { useLanguage, useText } from "../../ui/text";
import { SIGNS } from "./Cells";

export interface TabEntry {
  readonly id: string;
  readonly sign: ReactNode;
  readonly title: string;
  readonly meaning?: string | undefined;
  /** Absent where nothing can be counted. */
  readonly count?: number;
  readonly mark?: Severity | undefined;
  /** New ones that are only proposed. */
  readonly ghosts?: number;
}

interface Properties {
  readonly label: string;
  readonly entries: readonly TabEntry[];
  readonly open: string;
  readonly panelId: string;
  readonly onOpen: (id: string) => void;
}

/** What tabs leave out, in turn, as long as not all of them stand in one line. */
const LEFT_OUT = ["nothing", "sign", "sign number", "name", "name number", "name number proposed"] as const;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function Tabs({ label, entries, open, panelId, onOpen }: Properties): ReactNode {
  const say = useText("ghosts");
  const language = useLanguage();
  const number = useMemo(() => new Intl.NumberFormat(language), [language]);
  const list = useRef<HTMLDivElement>(null);
  // Of many types not all are in sight, and their titles, which make them wide, may come after their names.
  const titles = entries.map(({ title }) => title).join();
  const isLookedThrough = useRef(false);
  const keepInSight = useCallback(() => {
    if (isLookedThrough.current) return;
    list.current?.querySelector(`[id="${panelId}-${open}"]`)?.scrollIntoView({ block: "nearest" });
  }, [panelId, open]);
  // Another tab was opened, wherever somebody looked.
  useLayoutEffect(() => {
    isLookedThrough.current = false;
  }, [open]);
  useOneLine(
    list,
    JSON.stringify([titles, entries.map(({ count, mark, ghosts }) => [count, mark, ghosts])]),
    keepInSight,
  );
  const lookThrough = (): void => {
    isLookedThrough.current = true;
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = entries.findIndex((entry) => entry.id === open) + step;
    const next = Math.max(0, Math.min(entries.length - 1, index));
    onOpen(entries[next]?.id ?? open);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div
      className="table-tabs"
      role="tablist"
      aria-label={label}
      ref={list}
      onKeyDown={onKey}
      onWheel={lookThrough}
      onTouchMove={lookThrough}
    >
      {entries.map(({ id, sign, title, meaning, count, mark, ghosts = 0 }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${panelId}-${id}`}
          aria-selected={id === open}
          aria-controls={panelId}
          title={meaning === undefined ? title : `${title}: ${meaning}`}
          tabIndex={id === open ? 0 : -1}
          data-empty={count !== undefined && count + ghosts === 0}
          onClick={() => onOpen(id)}
        >
          {sign}
          <span className="tab-title">{title}</span>
          {count === undefined ? null : <span className="count">{number.format(count)}</span>}
          {mark === undefined ? null : (
            <span className="mark" data-severity={mark} aria-hidden>
              {SIGNS[mark]}
            </span>
          )}
          {ghosts > 0 ? (
            <span className="ghost-count">
              <span aria-hidden>+{ghosts}</span>
              <span className="visually-hidden">, {say("proposed", { count: ghosts })}</span>
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

/** Tabs say as much as has room in one line; of very many types there are several lines all the same. `shown` is all that makes them wide. */
function useOneLine(list: { readonly current: HTMLElement | null }, shown: string, onFit: () => void): void {
  useLayoutEffect(() => {
    const tabs = list.current;
    const around = tabs?.parentElement;
    if (tabs === null || !around) return;
    const fit = (): void => {
      for (const leftOut of LEFT_OUT) {
        tabs.dataset.leftOut = leftOut;
        const [first, last] = [tabs.firstElementChild, tabs.lastElementChild] as readonly (HTMLElement | null)[];
        if (first?.offsetTop === last?.offsetTop) break;
      }
      onFit(); // they may stand in other lines now
    };
    const observer = new ResizeObserver(fit);
    observer.observe(around); // the tabs themselves grow with what they show
    fit();
    return () => observer.disconnect();
  }, [list, shown, onFit]);
}
