/** The whole installation, for its owner: projects and their holds, people and sessions, the directory, the server, the audit. */

import { type ReactNode, useEffect, useState } from "react";
import type { Me } from "../people/me";
import { SessionList } from "../people/SessionList";
import { useAsk } from "../people/useAsk";
import type { Rest } from "../session/rest";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { Audit } from "./Audit";
import { Directory } from "./Directory";
import type { Installation } from "./installation";
import { People } from "./People";
import { Projects } from "./Projects";
import { Server } from "./Server";
import { useWords } from "./useWords";
import "./administration.css";

const PARTS = ["projects", "people", "directory", "server", "audit"] as const;

interface Properties {
  readonly rest: Rest;
  readonly me: Me;
  readonly close: () => void;
}

export default function AdministrationDialog({ rest, me, close }: Properties): ReactNode {
  const say = useWords();
  const sayPeople = useText("people");
  const [part, setPart] = useState<(typeof PARTS)[number]>("projects");
  const [told, setTold] = useState<Installation | null>(null);
  const { error, ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<Installation>("/api/installation")).then((answer) => answer && setTold(answer));
  }, [ask, rest]);
  return (
    <Dialog title={sayPeople("administration")} close={close} wide>
      <div className="row wrap" role="group" aria-label={say("parts")}>
        {PARTS.map((each) => (
          <button key={each} type="button" aria-pressed={part === each} onClick={() => setPart(each)}>
            {say(`part.${each}`)}
          </button>
        ))}
      </div>
      <ErrorNotice error={error} />
      {told === null && !error ? <p className="note">{say("loading")}</p> : null}
      {told && part === "projects" ? <Projects rest={rest} projects={told.projects} /> : null}
      {part === "people" ? (
        <>
          <People rest={rest} />
          <section className="form-section">
            <h3>{say("sessions")}</h3>
            <SessionList rest={rest} me={me} everybody />
          </section>
        </>
      ) : null}
      {part === "directory" ? <Directory rest={rest} /> : null}
      {told && part === "server" ? <Server rest={rest} told={told} /> : null}
      {part === "audit" ? <Audit rest={rest} /> : null}
    </Dialog>
  );
}
