/** Names a revision, so that it can be found, asked about and compared with later: an earlier one, or that on the screen. */

import { type ReactNode, useState } from "react";
import type { Baseline } from "../protocol";
import { may } from "../state/people";
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
  const { rest, project, store } = useWorkbench();
  // The one that was on the screen when somebody decided to name it, whatever is committed while they type.
  const [revision] = useState(() => earlier ?? store.get().graph.revision);
  const names = namesOf(useStore(selectBaselines), revision);
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
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
