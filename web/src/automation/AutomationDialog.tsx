/** What a project does without somebody at the page: tell other programs what happens, and start workflows at times. */

import type { ReactNode } from "react";
import { may } from "../state/people";
import { Dialog } from "../ui/Dialog";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { Schedules } from "./Schedules";
import { Webhooks } from "./Webhooks";
import "./automation.css";

export default function AutomationDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("automation");
  const isAdmin = may(
    useStore((state) => state.connection.access),
    "admin",
  );
  return (
    <Dialog title={say("automation")} close={close} wide>
      <section aria-label={say("schedules")}>
        <h3>{say("schedules")}</h3>
        <Schedules isAdmin={isAdmin} />
      </section>
      <section className="form-section" aria-label={say("webhooks")}>
        <h3>{say("webhooks")}</h3>
        {isAdmin ? <Webhooks /> : <p className="note">{say("onlyAdmins")}</p>}
      </section>
    </Dialog>
  );
}
