/**
 * The review tray: every proposal that waits, change by change, and what others have decided. Above the changes in the order
 * in which they would be applied, then the one that is looked at, below it the decision; the diagram beside it shows the
 * model before or after, and goes along.
 *
 * The list holds the focus and names the active row, and gets it back from whatever goes away, so that deciding never takes
 * the keyboard away. It is drawn only where it is seen: an import may propose thousands of changes.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { looksBack } from "../canvases/useOverlay";
import { CommentSection } from "../comments/CommentSection";
import type { Proposal } from "../protocol";
import { closed, waiting } from "../state/proposals";
import { derived } from "../state/store";
import { isTextField } from "../ui/keyboard";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useValue } from "../ui/useValue";
import { Decision } from "./Decision";
import { RowDetails } from "./RowDetails";
import { operationsOf, proposalKey, type TrayRow, trayRows } from "./rows";
import { TrayRowView } from "./TrayRowView";
import { acceptIn, beingWritten, rejectIn, useWantedProposal } from "./tray";
import { useDecided, useProposal } from "./useDecided";
import { useFieldWords } from "./useFieldWords";
import { useKeptInSight, useReveal } from "./useReveal";
import { type Review, useReview } from "./useReview";

const ROW_PX = 30;
const selectWaiting = derived((state) => state.proposals, waiting);
const selectClosed = derived((state) => state.proposals, closed);

export function ReviewDrawer(): ReactNode {
  const say = useText("review");
  const open = useStore(selectWaiting);
  const decided = useStore(selectClosed);
  const wanted = useWantedProposal();
  const [showDecided, setShowDecided] = useState(false);
  useDecided(showDecided);
  useProposal(wanted?.proposalId);
  // What somebody decides while I look at it stays where it is, until I look at something else.
  const [looked, setLooked] = useState<string>();
  const proposals = useMemo(
    () => [...open, ...decided.filter((proposal) => showDecided || proposal.proposalId === looked)],
    [open, decided, showDecided, looked],
  );
  useEffect(() => {
    if (wanted) setLooked(wanted.proposalId);
  }, [wanted]);
  return (
    <div className="tray">
      <div className="tray-bar">
        <BeforeAfter />
        <label className="check note">
          <input type="checkbox" checked={showDecided} onChange={(event) => setShowDecided(event.target.checked)} />{" "}
          {say("showDecided")}
        </label>
      </div>
      {proposals.length === 0 ? (
        <p className="note pad">{say("none")}</p>
      ) : (
        <Tray {...{ proposals, wanted, looked }} look={setLooked} />
      )}
    </div>
  );
}

/** Which of the two the diagram and the tables show. */
function BeforeAfter(): ReactNode {
  const say = useText("review");
  const isBack = useValue(looksBack);
  useEffect(() => () => looksBack.set(false), []);
  return (
    <span className="row" role="group" aria-label={say("canvases")}>
      <button type="button" aria-pressed={isBack} title="b" onClick={() => looksBack.set(true)}>
        {say("before")}
      </button>
      <button type="button" aria-pressed={!isBack} title="b" onClick={() => looksBack.set(false)}>
        {say("after")}
      </button>
    </span>
  );
}

interface TrayProperties {
  readonly proposals: readonly Proposal[];
  readonly wanted: { readonly proposalId: string } | undefined;
  /** The proposal that is looked at, whatever becomes of it. */
  readonly looked: string | undefined;
  readonly look: (proposalId: string) => void;
}

function Tray({ proposals, wanted, looked, look }: TrayProperties): ReactNode {
  const say = useText("review");
  const graph = useStore((state) => state.graph);
  const [folded, fold] = useFolded();
  const words = useFieldWords();
  const rows = useMemo(() => trayRows(proposals, graph, folded, words), [proposals, graph, folded, words]);
  const [index, go] = useActive(rows, { wanted, looked, look });
  const [editing, setEditing] = useState(() => beingWritten(proposals));
  const edit = (key: string | undefined, isEditing = true): void => {
    if (key !== undefined)
      setEditing(new Set([...editing].filter((each) => each !== key).concat(isEditing ? key : [])));
  };
  const row = rows[index];
  const list = useRef<HTMLDivElement>(null);
  const held = useFocusGivenBack(list, `${[...editing].join(" ")} ${row?.proposal.state}`);
  useKeptInSight(row);
  if (!row) return null;
  return (
    <Reviewed proposal={row.proposal}>
      {(review, reveal) => (
        <>
          <TrayList
            {...{ list, rows, index, folded, fold, go }}
            onKey={(event) => onKey(event, { rows, index, go, fold, folded, review, reveal, edit })}
          />
          <div className="tray-details" role="group" aria-label={say("details")} tabIndex={-1} {...held}>
            <RowDetails
              row={row}
              review={review}
              isEditing={editing.has(row.key)}
              edit={(isEditing) => edit(row.key, isEditing)}
              go={(key) => go(rows.findIndex((each) => each.key === key))}
            />
            <Decision proposal={row.proposal} review={review} />
            <CommentSection key={row.proposal.proposalId} kind="proposal" about={row.proposal.proposalId} />
          </div>
        </>
      )}
    </Reviewed>
  );
}

/** The keys go back to the list when what held them is gone: a form that was sent, a button of what is decided now. */
function useFocusGivenBack(list: RefObject<HTMLElement | null>, changed: string): Held {
  const isHeld = useRef(false);
  useEffect(() => {
    if (!isHeld.current || document.activeElement !== document.body) return;
    isHeld.current = false;
    list.current?.focus();
  }, [changed, list]);
  return {
    onFocus: () => {
      isHeld.current = true;
    },
    onBlur: (event) => {
      // What is taken off the page while it has the focus goes nowhere.
      if (event.relatedTarget !== null) isHeld.current = false;
    },
  };
}

interface Held {
  readonly onFocus: () => void;
  readonly onBlur: (event: { readonly relatedTarget: EventTarget | null }) => void;
}

type Fold = (key: string, isFolded: boolean) => void;

function useFolded(): readonly [ReadonlySet<string>, Fold] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (key: string, isFolded: boolean): void => {
    const next = new Set(folded);
    if (isFolded) next.add(key);
    else next.delete(key);
    setFolded(next);
  };
  return [folded, fold];
}

/** The row that is looked at, and how to look at another one. */
function useActive(
  rows: readonly TrayRow[],
  { wanted, looked, look }: Pick<TrayProperties, "wanted" | "looked" | "look">,
): readonly [number, (to: number) => void] {
  const [active, setActive] = useState<string>();
  const known = rows.findIndex((row) => row.key === active);
  const index = known < 0 ? firstChange(rows, looked) : known;
  const proposalId = rows[index]?.proposal.proposalId;
  useEffect(() => {
    if (!wanted) return;
    setActive(proposalKey(wanted.proposalId));
    // Only when somebody asks for it; not whenever the rows change.
  }, [wanted]);
  useEffect(() => {
    if (proposalId !== undefined) look(proposalId);
  }, [proposalId, look]);
  const go = (to: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!next) return;
    setActive(next.key);
    look(next.proposal.proposalId);
  };
  return [index, go];
}

interface ListProperties {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly rows: readonly TrayRow[];
  readonly index: number;
  readonly folded: ReadonlySet<string>;
  readonly fold: Fold;
  readonly go: (to: number) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

function TrayList({ list, rows, index, folded, fold, go, onKey: press }: ListProperties): ReactNode {
  const say = useText("review");
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const active = rows[index];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is looked at, not when rows come or go
  useEffect(() => virtual.scrollToIndex(index), [active?.key]);
  return (
    <div
      className="tray-list"
      role="treegrid"
      aria-label={say("review")}
      aria-rowcount={rows.length}
      aria-activedescendant={active && rowId(active)}
      tabIndex={0}
      ref={list}
      onKeyDown={press}
    >
      <div role="rowgroup" className="tree-space" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <TrayRowView
              key={row.key}
              row={row}
              id={rowId(row)}
              index={item.index}
              top={item.start}
              isActive={item.index === index}
              isFolded={folded.has(row.key)}
              pick={() => go(item.index)}
              fold={() => fold(row.key, !folded.has(row.key))}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Gives what is inside the review of one proposal. */
function Reviewed({
  proposal,
  children,
}: {
  readonly proposal: Proposal;
  readonly children: (review: Review, reveal: (row: TrayRow) => void) => ReactNode;
}): ReactNode {
  const review = useReview(proposal);
  const reveal = useReveal();
  return children(review, (row) => row.kind === "change" && reveal(row.proposal, row.line.key));
}

interface Keys {
  readonly rows: readonly TrayRow[];
  readonly index: number;
  readonly go: (to: number) => void;
  readonly fold: (key: string, isFolded: boolean) => void;
  readonly folded: ReadonlySet<string>;
  readonly review: Review;
  readonly reveal: (row: TrayRow) => void;
  readonly edit: (key: string | undefined) => void;
}

function onKey(event: KeyboardEvent, { rows, index, go, fold, folded, review, reveal, edit }: Keys): void {
  const row = rows[index];
  if (isTextField(event.target) || !row || event.altKey) return;
  const isOpen = row.proposal.state === "open" && review.mayDecide;
  const group = operationsOf(groupOf(rows, index));
  // Round and round: what was decided moves behind what waits, and the next that waits is never out of reach.
  const around = [...rows.keys()].map((offset) => (index + 1 + offset) % rows.length);
  const next = (is: (row: TrayRow | undefined) => boolean): number => around.find((at) => is(rows[at])) ?? index;
  const before = (is: (row: TrayRow | undefined) => boolean): number =>
    around.toReversed().find((at) => at !== index && is(rows[at])) ?? index;
  const keys: Readonly<Record<string, () => void>> = {
    j: () => go(index + 1),
    ArrowDown: () => go(index + 1),
    k: () => go(index - 1),
    ArrowUp: () => go(index - 1),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    "]": () => go(next(isProposal)),
    "[": () => go(before(isProposal)),
    u: () => go(next(hasProblem)),
    b: () => looksBack.set(!looksBack.get()),
    ArrowRight: () => (folded.has(row.key) ? fold(row.key, false) : go(index + 1)),
    ArrowLeft: () => (row.kind === "change" || folded.has(row.key) ? go(parentOf(rows, index)) : fold(row.key, true)),
    Enter: () => (row.kind === "change" ? reveal(row) : fold(row.key, !folded.has(row.key))),
    " ": () => (row.kind === "change" ? reveal(row) : fold(row.key, !folded.has(row.key))),
    ...(isOpen && {
      a: () => acceptIn(row.proposal, operationsOf(row)),
      r: () => rejectIn(row.proposal, operationsOf(row)),
      d: () => rejectIn(row.proposal, operationsOf(row)),
      A: () => acceptIn(row.proposal, group),
      R: () => rejectIn(row.proposal, group),
      D: () => rejectIn(row.proposal, group),
      H: () => void (review.mayTakeHolding && review.takeHolding()),
      e: () => edit(row.kind === "change" ? row.key : undefined),
      m: () => edit(row.kind === "change" ? row.key : undefined),
    }),
  };
  const run =
    event.ctrlKey || event.metaKey
      ? event.key === "Enter" && isOpen
        ? () => void (review.mayDecideNow && review.decide(review.wanted))
        : undefined
      : keys[event.key];
  if (!run) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** The batch around a row; the proposal when there is none. */
function groupOf(rows: readonly TrayRow[], index: number): TrayRow {
  const row = rows[index];
  if (row?.kind !== "change") return row as TrayRow;
  return rows[parentOf(rows, index)] ?? row;
}

function parentOf(rows: readonly TrayRow[], index: number): number {
  const row = rows[index];
  for (let at = index - 1; at >= 0; at -= 1) {
    const each = rows[at];
    if (each?.kind === "proposal" || (each?.kind === "batch" && row?.kind === "change")) return at;
  }
  return 0;
}

/**
 * A tray opens on the first change, not on the line above it, and stays with its proposal: somebody else may decide that
 * one in the moment of a click, which is not meant for what waits behind it.
 */
function firstChange(rows: readonly TrayRow[], looked: string | undefined): number {
  const isLooked = ({ proposal }: TrayRow): boolean => proposal.proposalId === looked;
  const own = rows.some(isLooked) ? isLooked : () => true;
  return Math.max(
    0,
    rows.findIndex((row) => row.kind === "change" && own(row)),
    rows.findIndex(own),
  );
}

function isProposal(row: TrayRow | undefined): boolean {
  return row?.kind === "proposal";
}

function hasProblem(row: TrayRow | undefined): boolean {
  return row?.kind === "change" && row.proposal.problems.some((problem) => problem.operationId === row.line.key);
}

function rowId(row: TrayRow): string {
  return `review-${row.key.replaceAll(" ", "-")}`;
}
