/** In the composer, beside *Investigate*: which documents are looked into, and whether people may be asked. */

import { type ReactNode, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "../ui/Dialog";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { read } from "./reading";

/** The options of the workflow, as far as people set them here. */
interface Inquiry {
  /** None means all of the project. */
  readonly documents: readonly string[];
  readonly askPeople: boolean;
}

export const USUAL_INQUIRY: Inquiry = { documents: [], askPeople: true };

interface Properties {
  readonly inquiry: Inquiry;
  readonly change: (inquiry: Inquiry) => void;
}

export function InquiryButton({ inquiry, change }: Properties): ReactNode {
  const say = useText("inquiry");
  const documents = useStore((state) => state.documents);
  const [isShown, setShown] = useState(false);
  const which =
    documents.size === 0
      ? say("none")
      : inquiry.documents.length === 0
        ? say("all")
        : say("some", { count: inquiry.documents.length });
  return (
    <>
      <button
        type="button"
        className={documents.size === 0 ? "chip wrong" : "chip"}
        title={say("options")}
        onClick={() => setShown(true)}
      >
        {which}
        {inquiry.askPeople ? "" : `, ${say("asksNobody")}`}
      </button>
      {/* The composer is a form itself, and forms do not nest. */}
      {isShown
        ? createPortal(<Options inquiry={inquiry} change={change} close={() => setShown(false)} />, document.body)
        : null}
    </>
  );
}

function Options({ inquiry, change, close }: Properties & { readonly close: () => void }): ReactNode {
  const say = useText("inquiry");
  const documents = useStore((state) => state.documents);
  const sorted = useMemo(
    () => [...documents.values()].sort((one, two) => one.title.localeCompare(two.title)),
    [documents],
  );
  const chosen = new Set(inquiry.documents);
  const toggle = (documentId: string): void => {
    if (!chosen.delete(documentId)) chosen.add(documentId);
    change({ ...inquiry, documents: chosen.size === documents.size ? [] : [...chosen] });
  };
  return (
    <Dialog title={say("options")} close={close}>
      <label className="check">
        <input
          type="checkbox"
          data-first
          checked={inquiry.askPeople}
          onChange={(event) => change({ ...inquiry, askPeople: event.target.checked })}
        />
        {say("askPeople")}
      </label>
      <p className="note">{say("askPeopleMore")}</p>
      <p>
        <strong>{say("documents")}</strong>
      </p>
      {sorted.length === 0 ? (
        <p className="note">
          {say("noDocuments")}{" "}
          <button
            type="button"
            className="link"
            onClick={() => {
              close();
              read({});
            }}
          >
            {say("addDocuments")}
          </button>
        </p>
      ) : (
        <div role="group" aria-label={say("documents")} className="inquiry-documents">
          <label className="check">
            <input type="checkbox" checked={chosen.size === 0} onChange={() => change({ ...inquiry, documents: [] })} />
            {say("all")}
          </label>
          {sorted.map(({ documentId, title }) => (
            <label key={documentId} className="check">
              <input type="checkbox" checked={chosen.has(documentId)} onChange={() => toggle(documentId)} />
              <bdi>{title}</bdi>
            </label>
          ))}
        </div>
      )}
    </Dialog>
  );
}
