/** Names a revision, so that it can be found, asked about and compared with later: an earlier one, or that on the screen. */

import { type ReactNode, useState } from "react";
import type { Baseline } from "../protocol";
import { may } from "../state/people";
import { isHere } from "../state/state";
import { Dialog } from "../ui/Dialog";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { baselinePath, namesOf, selectBaselines } from "./baselines";
import { NameForm } from "./NameForm";

interface Properties {
  readonly close: () => void;
  /** The one on the screen when absent. */
  readonly earlier?: number;
}

export default function NameDialog({ close, earlier }: Properties): ReactNode {
  const say = useText("baselines");
  const { rest, project } = useWorkbench();
  // The one that was on the screen when somebody decided to name it, whatever is committed while they type; a page that
  // has just been opened waits for its project.
  const shown = useStore((state) => (isHere(state) ? state.graph.revision : undefined));
  const [revision, setRevision] = useState(earlier ?? shown);
  if (revision === undefined && shown !== undefined) setRevision(shown);
  const names = namesOf(useStore(selectBaselines), revision);
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
  );
  if (revision === undefined)
    return (
      <Dialog title={say("nameIt")} close={close}>
        {say("loading")}
      </Dialog>
    );
  const give = (name: string): Promise<Baseline> => rest.put<Baseline>(baselinePath(project, name), { revision });
  const done = ({ name }: Baseline): void => {
    toasts.done(say("saved", { revision, name }));
    close();
  };
  return (
    <Dialog title={say("nameIt")} close={close}>
      {names.length > 0 ? <p>{say("called", { revision, names: names.join(", ") })}</p> : null}
      {mayBuild ? (
        <NameForm label={say("nameOf", { revision })} give={give} done={done} cancel={close} />
      ) : (
        <p className="note">{say("mayNot")}</p>
      )}
    </Dialog>
  );
}
