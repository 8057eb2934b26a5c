/** The documents of a project: the list with search and new files on one side, the open document on the other. */

import { type DragEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useTold } from "../locales/told";
import type { PassageHit, SourceDocument } from "../protocol";
import { may } from "../state/people";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useValue } from "../ui/useValue";
import { shown, useWorkbench } from "../ui/workbench";
import { sizeText } from "./passages";
import { documentPath, searchPath } from "./paths";
import { read, useReading } from "./reading";
import { type Upload, Uploads } from "./uploads";
import { Viewer } from "./Viewer";
import "./documents.css";

/** Hits of a search: more than a person reads. */
const HITS = 30;

/** Of more files only those that are under way and those that were refused are listed, so many of them. */
const LISTED = 100;

const uploads = new Uploads();

export default function DocumentsDrawer(): ReactNode {
  const say = useText("documents");
  const { rest, project } = useWorkbench();
  const documents = useStore((state) => state.documents);
  const mayAdd = useStore((state) => may(state.connection.access, "build"));
  const { documentId, passageId } = useReading();
  const [isOver, setOver] = useState(false);
  const [hits, setHits] = useState<readonly PassageHit[] | null>(null);
  const sorted = useMemo(
    () => [...documents.values()].sort((one, two) => one.title.localeCompare(two.title)),
    [documents],
  );
  const isReading = documentId !== undefined || passageId !== undefined;

  const take = (files: FileList | null): void => void uploads.send(rest, project, [...(files ?? [])]);
  const drag = (event: DragEvent): void => {
    if (!mayAdd || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type !== "drop" && event.type !== "dragleave");
    if (event.type === "drop") take(event.dataTransfer.files);
  };
  return (
    <div
      className="documents"
      data-over={isOver}
      data-reading={isReading}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    >
      <div className="document-side">
        <div className="pane-bar">
          <Search show={setHits} isUsable={sorted.length > 0} />
          <AddFiles mayAdd={mayAdd} isFirst={sorted.length === 0} take={take} />
        </div>
        <UploadList />
        {hits ? (
          <Hits hits={hits} />
        ) : sorted.length > 0 ? (
          <ul className="document-list" aria-label={say("documents")}>
            {sorted.map((each) => (
              <DocumentRow
                key={each.documentId}
                document={each}
                isOpen={each.documentId === documentId}
                mayRemove={mayAdd}
              />
            ))}
          </ul>
        ) : (
          <div className="pad">
            <p>{say("none")}</p>
            <p className="note">{mayAdd ? say("noneMore") : say("mayNotAdd")}</p>
          </div>
        )}
      </div>
      {isReading ? <Viewer /> : sorted.length > 0 ? <p className="note pad document-none">{say("pick")}</p> : null}
      {isOver ? (
        <div className="drop-hint" aria-hidden>
          {say("drop")}
        </div>
      ) : null}
    </div>
  );
}

interface AddProperties {
  readonly mayAdd: boolean;
  /** There is no document yet: this is what one does here. */
  readonly isFirst: boolean;
  readonly take: (files: FileList | null) => void;
}

function AddFiles({ mayAdd, isFirst, take }: AddProperties): ReactNode {
  return (
    <>
      {([false, true] as const).map((isFolder) => (
        <Picker key={String(isFolder)} isFolder={isFolder} isShown={mayAdd} isFirst={isFirst} take={take} />
      ))}
    </>
  );
}

interface PickerProperties {
  /** All files of a folder, and of those in it. */
  readonly isFolder: boolean;
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly take: (files: FileList | null) => void;
}

function Picker({ isFolder, isShown, isFirst, take }: PickerProperties): ReactNode {
  const say = useText("documents");
  const file = useRef<HTMLInputElement>(null);
  const label = say(isFolder ? "addFolder" : "add");
  return (
    <>
      {isShown ? (
        <button type="button" className={isFirst && !isFolder ? "primary" : ""} onClick={() => file.current?.click()}>
          {label}
        </button>
      ) : null}
      <input
        ref={file}
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: "" } : {})}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </>
  );
}

function Search({
  show,
  isUsable,
}: {
  readonly show: (hits: readonly PassageHit[] | null) => void;
  readonly isUsable: boolean;
}): ReactNode {
  const say = useText("documents");
  const { rest, project } = useWorkbench();
  const [text, setText] = useState("");
  const look = async (): Promise<void> => {
    const question = text.trim();
    if (!question) return show(null);
    const found = await shown(rest.get<{ readonly hits: readonly PassageHit[] }>(searchPath(project, question, HITS)));
    if (found) show(found.hits);
  };
  const clear = (): void => {
    setText("");
    show(null);
  };
  return (
    <form
      className="document-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <input
        type="search"
        aria-label={say("search")}
        placeholder={say("search")}
        title={say("searchMore")}
        maxLength={2_000}
        disabled={!isUsable}
        value={text}
        onChange={(event) => (event.target.value ? setText(event.target.value) : clear())}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !text) return;
          event.stopPropagation();
          clear();
        }}
      />
    </form>
  );
}

function Hits({ hits }: { readonly hits: readonly PassageHit[] }): ReactNode {
  const say = useText("documents");
  const language = useLanguage();
  const { passageId } = useReading();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  if (hits.length === 0)
    return (
      <p className="note pad" role="status">
        {say("notFound")}
      </p>
    );
  return (
    <>
      <p className="note pad" role="status">
        {say("found", { count: hits.length })}
      </p>
      <ul className="document-list" aria-label={say("found", { count: hits.length })}>
        {hits.map((hit) => (
          <li key={hit.passageId} data-open={hit.passageId === passageId}>
            <button
              type="button"
              className="hit"
              onClick={() => read({ documentId: hit.documentId, passageId: hit.passageId })}
            >
              <span className="hit-place">
                <bdi>
                  {[...new Set([hit.title, hit.place.label || hit.place.section.at(-1)])].filter(Boolean).join(" · ")}
                </bdi>
              </span>
              <span
                className="number"
                title={Object.entries(hit.scores)
                  .map(([way, score]) => `${way} ${number.format(score)}`)
                  .join(", ")}
              >
                {number.format(hit.score)}
              </span>
              <span className="hit-text">
                <bdi>{hit.text}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProperties {
  readonly document: SourceDocument;
  readonly isOpen: boolean;
  readonly mayRemove: boolean;
}

function DocumentRow({ document, isOpen, mayRemove }: RowProperties): ReactNode {
  const say = useText("documents");
  const told = useTold();
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const { documentId, title, format, pages, passages, suspicious = 0, version, notes = [] } = document;
  const facts = [
    format.toUpperCase(),
    sizeText(document.bytes, language),
    ...(pages === undefined ? [] : [say("pages", { count: pages })]),
    say("passages", { count: passages }),
    document.language.toUpperCase(),
    ...(version > 1 ? [say("version", { version })] : []),
  ];
  return (
    <li data-open={isOpen}>
      <button
        type="button"
        className="document-row"
        aria-current={isOpen}
        onClick={() => read({ documentId })}
        title={`${document.name}, ${say("addedBy", { name: document.addedBy.name })}`}
      >
        <span className="document-title">
          <bdi>{title}</bdi>
        </span>
        <span className="note">{facts.filter(Boolean).join(" · ")}</span>
        {notes.map((note) => (
          <span key={note.key} className="note warn">
            {told.note(note)}
          </span>
        ))}
      </button>
      {suspicious > 0 ? (
        <span className="badge suspicion" title={say("suspiciousMore")}>
          {say("suspicious", { count: suspicious })}
        </span>
      ) : null}
      {mayRemove ? (
        <button
          type="button"
          className="quiet"
          aria-label={`${say("remove")}: ${title}`}
          title={say("remove")}
          onClick={() => setAsking(true)}
        >
          ✕
        </button>
      ) : null}
      {isAsking ? <Removal document={document} close={() => setAsking(false)} /> : null}
    </li>
  );
}

function Removal({ document, close }: { readonly document: SourceDocument; readonly close: () => void }): ReactNode {
  const say = useText("documents");
  const { rest, project } = useWorkbench();
  const { documentId, title, passages } = document;
  const remove = async (): Promise<void> => {
    close();
    const gone = await shown(rest.delete(documentPath(project, documentId)));
    if (gone === undefined) return;
    toasts.done(say("removed"));
    read({});
  };
  return (
    <Dialog title={say("removeTitle")} close={close}>
      <p>{say("removeMore", { title, count: passages })}</p>
      <div className="row">
        <button type="button" className="stop" onClick={() => void remove()}>
          {say("remove")}
        </button>
        <button type="button" data-first onClick={close}>
          {say("cancel")}
        </button>
      </div>
    </Dialog>
  );
}

function UploadList(): ReactNode {
  const say = useText("documents");
  const all = useValue(uploads);
  if (all.length === 0) return null;
  const done = all.filter((each) => each.state !== "waiting" && each.state !== "sending").length;
  const failed = all.filter((each) => each.state === "failed");
  const label = [
    say("uploadsDone", { done, all: all.length }),
    ...(failed.length > 0 ? [say("uploadsFailed", { count: failed.length })] : []),
  ].join(" · ");
  const listed =
    all.length <= LISTED ? all : [...all.filter((each) => each.state === "sending"), ...failed].slice(0, LISTED);
  return (
    <section className="uploads" aria-label={say("uploads")}>
      <div className="row">
        <progress value={done} max={all.length} aria-label={label} />
        <span className="note" role="status">
          {label}
        </span>
        {done === all.length ? (
          <button type="button" className="link" onClick={uploads.clear}>
            {say("clear")}
          </button>
        ) : (
          <button type="button" className="link" onClick={uploads.stop}>
            {say("stopUploads")}
          </button>
        )}
      </div>
      <ul>
        {listed.map((each) => (
          <UploadRow key={each.id} upload={each} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { readonly upload: Upload }): ReactNode {
  const say = useText("documents");
  const language = useLanguage();
  const { name, bytes, state, document, error } = upload;
  return (
    <li data-state={state}>
      <div className="row">
        {document ? (
          <button type="button" className="link" onClick={() => read({ documentId: document.documentId })}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}
        <span className="note">
          {document ? say("passages", { count: document.passages }) : sizeText(bytes, language)}
        </span>
        <span
          className="badge"
          data-status={
            state === "failed"
              ? "failed"
              : state === "sending"
                ? "running"
                : state === "waiting"
                  ? "queued"
                  : "completed"
          }
        >
          {say(`upload.${state}`)}
        </span>
      </div>
      {error ? <ErrorText error={error} /> : null}
    </li>
  );
}
