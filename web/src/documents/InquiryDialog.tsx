/** Which documents an investigation looks into, and whether people may be asked: the dialog behind its button. */

import { type ReactNode, useMemo } from "react";
import { Dialog } from "../ui/Dialog";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { read } from "./reading";

/** The options of the workflow, as far as people set them here. */
export interface Inquiry {
  /** None means all of the project. */
  readonly documents: readonly string[];
  readonly askPeople: boolean;
}

export interface InquiryProperties {
  readonly inquiry: Inquiry;
  readonly change: (inquiry: Inquiry) => void;
}

export default function InquiryDialog({
  inquiry,
  change,
  close,
}: InquiryProperties & { readonly close: () => void }): ReactNode {
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
