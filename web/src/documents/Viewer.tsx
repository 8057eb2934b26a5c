/**
 * A document to read: passages below their headings, the cited one in sight with its quote marked, and the nodes it is
 * linked to. Only the lines in sight are drawn.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { Expand } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useOverscan } from "../canvases/usePrinting";
import { CommentSection } from "../comments/CommentSection";
import type { Passage, PassageLink, SourceDocument } from "../protocol";
import { ServerError } from "../session/rest";
import { mayAskIn } from "../state/people";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import { PassageLinks } from "./PassageLinks";
import { ProposeNodes } from "./ProposeNodes";
import { type Line, linesOf, parted } from "./passages";
import { documentPath, passagePath } from "./paths";
import { read, readAsPage, useReading } from "./reading";

/** Passages that are read at once. */
const PAGE = 500;

/** Where it is a page, the page has the way back. */
export function Viewer({ isPage = false }: { readonly isPage?: boolean }): ReactNode {
  const say = useText("documents");
  const reading = useReading();
  const cited = useCited(reading.passageId, reading.quote);
  const documentId = reading.documentId ?? cited?.passage?.documentId;
  const text = useDocument(documentId);
  const { passageId } = reading;
  const passage = cited?.passage ?? text?.passages.find((each) => each.passageId === passageId);
  const propose = useText("candidates");
  const mayPropose = useStore(mayAskIn);
  /** Passages that are to become nodes: all of the document, or the chosen one. */
  const [proposing, setProposing] = useState<"all" | "one">();
  if (cited?.error)
    return (
      <div className="viewer">
        {isPage ? null : <Back />}
        <div className="pad">
          <p>{say("passageGone")}</p>
          <ErrorText error={cited.error} />
        </div>
      </div>
    );
  return (
    <section className="viewer" aria-label={text?.document.title ?? say("documents")}>
      <header className="pane-bar">
        {isPage ? null : <Back />}
        <h3>
          <bdi>{text?.document.title ?? say("loading")}</bdi>
        </h3>
        {text ? (
          <span className="note">
            <bdi>{text.document.name}</bdi>
          </span>
        ) : null}
        <span className="grow" />
        {isPage ? null : <AsPage />}
        {text && mayPropose ? (
          <button type="button" title={propose("openMore")} onClick={() => setProposing("all")}>
            {propose("open")} …
          </button>
        ) : null}
      </header>
      {text && documentId ? (
        <Lines
          key={documentId}
          passages={text.passages}
          passageId={passageId}
          marked={cited?.marked ?? null}
          pick={(chosen) => read({ documentId, passageId: chosen })}
        />
      ) : null}
      {passage ? (
        <footer className="passage-foot">
          <p className="note">
            <bdi>
              {[...passage.place.section, passage.place.label]
                .filter((each, at, all) => each && each !== all[at - 1])
                .join(" › ")}
            </bdi>
            {passage.place.page === undefined ? null : ` · ${say("page", { page: passage.place.page })}`}
          </p>
          {reading.quote && cited && cited.marked === null ? (
            <p className="note warn" role="status">
              {say("quoteGone")}
            </p>
          ) : null}
          <div className="row wrap">
            <PassageLinks passageId={passage.passageId} links={cited?.links ?? []} />
            <span className="grow" />
            {mayPropose ? (
              <button type="button" className="quiet" onClick={() => setProposing("one")}>
                {propose("openOne")} …
              </button>
            ) : null}
          </div>
          <CommentSection key={passage.passageId} kind="passage" about={passage.passageId} />
        </footer>
      ) : null}
      {text && documentId && proposing ? (
        <ProposeNodes
          documentId={documentId}
          title={text.document.title}
          passageId={proposing === "one" ? passageId : undefined}
          close={() => setProposing(undefined)}
        />
      ) : null}
    </section>
  );
}

function AsPage(): ReactNode {
  const say = useText("documents");
  const isInvestigated = useStore((state) =>
    [...state.runs.runs.values()].some((run) => run.workflow === "investigate"),
  );
  return (
    <button type="button" title={say("asPageMore")} onClick={() => readAsPage(isInvestigated)}>
      <Expand aria-hidden /> <span>{say("asPage")}</span>
    </button>
  );
}

function Back(): ReactNode {
  const say = useText("documents");
  return (
    <button type="button" className="back" onClick={() => read({})}>
      <span aria-hidden>‹ </span>
      {say("back")}
    </button>
  );
}

interface LinesProperties {
  readonly passages: readonly Passage[];
  readonly passageId: string | undefined;
  readonly marked: Span | null;
  readonly pick: (passageId: string) => void;
}

function Lines({ passages, passageId, marked, pick }: LinesProperties): ReactNode {
  const lines = useMemo(() => linesOf(passages), [passages]);
  const scroller = useRef<HTMLDivElement>(null);
  const at = useMemo(
    () => lines.findIndex((line) => line.kind === "passage" && line.passage.passageId === passageId),
    [lines, passageId],
  );
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    overscan: useOverscan(8),
  });
  useEffect(() => {
    if (at < 0) return;
    virtual.scrollToIndex(at, { align: "center" });
    // Once the lines around it are measured, what was asked for is scrolled to by itself.
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector("mark")?.scrollIntoView({ block: "center" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [at, marked, virtual]);
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (by === undefined) return;
    let next = at < 0 && by > 0 ? 0 : at + by;
    while (lines[next] && lines[next]?.kind !== "passage") next += by;
    const line = lines[next];
    if (line?.kind === "passage") pick(line.passage.passageId);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="document-text" ref={scroller} tabIndex={0} role="group" onKeyDown={onKey}>
      <div style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="document-line"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <LineView
                line={line}
                isChosen={item.index === at}
                marked={item.index === at ? marked : null}
                pick={pick}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProperties {
  readonly line: Line;
  readonly isChosen: boolean;
  readonly marked: Span | null;
  readonly pick: (passageId: string) => void;
}

function LineView({ line, isChosen, marked, pick }: LineProperties): ReactNode {
  const say = useText("documents");
  if (line.kind === "page") return <p className="document-page">{say("page", { page: line.page })}</p>;
  // One level for all: only the lines in sight are drawn, so that levels would seem to be left out.
  if (line.kind === "heading")
    return (
      <p className="document-heading" role="heading" aria-level={4}>
        <bdi>{line.text}</bdi>
      </p>
    );
  const { passageId, text, kind, suspicious = [] } = line.passage;
  const { number } = line;
  const [before, quoted, after] = marked ? parted(text, marked) : [text, "", ""];
  return (
    <div
      className="passage"
      data-kind={kind}
      data-chosen={isChosen}
      aria-current={isChosen}
      onClick={() => {
        if (!isChosen) pick(passageId);
      }}
    >
      {suspicious.length > 0 ? (
        <p className="note warn">
          ⚠ {suspicious.map((each) => say(`suspicion.${each}`)).join("; ")}. {say("suspiciousMore")}
        </p>
      ) : null}
      <span className="passage-number" title={say("passageNumber", { number })}>
        {number}
      </span>
      <p dir="auto">
        {before}
        {quoted ? <mark>{quoted}</mark> : null}
        {after}
      </p>
    </div>
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Cited {
  readonly key: string;
  readonly passage?: Passage;
  readonly marked?: Span | null;
  readonly links?: readonly PassageLink[];
  readonly error?: ServerError;
}

/** The passage in question with the place of its quote and its links, read again when somebody changes a link. */
function useCited(passageId: string | undefined, quote = ""): Cited | undefined {
  const { rest, project } = useWorkbench();
  const changed = useStore((state) => (passageId === undefined ? 0 : (state.linked.get(passageId) ?? 0)));
  const [cited, setCited] = useState<Cited>();
  const key = `${passageId ?? ""} ${quote}`;
  useEffect(() => {
    if (passageId === undefined) return;
    let isWanted = true;
    rest
      .get<Omit<Cited, "key">>(`${passagePath(project, passageId)}?${new URLSearchParams({ quote }).toString()}`)
      .then(
        (found) => {
          if (isWanted) setCited({ ...found, key });
        },
        (error: unknown) => {
          if (!(error instanceof ServerError)) throw error;
          if (isWanted) setCited({ key, error });
        },
      );
    return () => {
      isWanted = false;
    };
  }, [rest, project, passageId, quote, key, changed]);
  return cited?.key === key ? cited : undefined;
}

interface DocumentText {
  readonly document: SourceDocument;
  readonly passages: readonly Passage[];
}

/** All passages of a document, as they come; read again when it has a new version. */
function useDocument(documentId: string | undefined): DocumentText | undefined {
  const { rest, project } = useWorkbench();
  const version = useStore((state) =>
    documentId === undefined ? undefined : state.documents.get(documentId)?.version,
  );
  const [text, setText] = useState<DocumentText>();
  useEffect(() => {
    if (documentId === undefined) return;
    let isWanted = true;
    const readAll = async (): Promise<void> => {
      const passages: Passage[] = [];
      let isLast = false;
      while (!isLast) {
        const path = `${documentPath(project, documentId)}/passages?after=${passages.length}&limit=${PAGE}`;
        const page = await shown(rest.get<DocumentText>(path));
        if (!page || !isWanted) return;
        passages.push(...page.passages);
        setText({ document: page.document, passages: [...passages] });
        isLast = page.passages.length < PAGE;
      }
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, [rest, project, documentId, version]);
  return text?.document.documentId === documentId ? text : undefined;
}
