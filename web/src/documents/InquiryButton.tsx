/** In the composer, beside *Investigate*: which documents are looked into, and whether people may be asked. */

import { type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { late } from "../ui/late";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import type { Inquiry, InquiryProperties } from "./InquiryDialog";

const InquiryDialog = late(() => import("./InquiryDialog"));

export const USUAL_INQUIRY: Inquiry = { documents: [], askPeople: true };

export function InquiryButton({ inquiry, change }: InquiryProperties): ReactNode {
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
      <Suspense>
        {isShown
          ? createPortal(
              <InquiryDialog inquiry={inquiry} change={change} close={() => setShown(false)} />,
              document.body,
            )
          : null}
      </Suspense>
    </>
  );
}
