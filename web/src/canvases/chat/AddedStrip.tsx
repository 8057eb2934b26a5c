/** One line above the composer once an answer has changed the model: how much came, where it is, and the way back. */

import { X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { CommitOnWire, Message } from "../../protocol";
import { useTakingBack } from "../../review/useTakingBack";
import { commitsOf } from "../../state/history";
import { may } from "../../state/people";
import { selectTakenBack } from "../../state/store";
import { useText } from "../../ui/text";
import { reveal } from "../../ui/usePanes";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { fresh, noneFresh } from "../lit";
import { seek } from "../seek";
import { counted, newest } from "./added";

/** `message`: the newest one of the thread. */
export function AddedStrip({ message }: { readonly message: Message | undefined }): ReactNode {
  const revision = useStore((state) => (state.project === undefined ? undefined : state.graph.revision));
  const [since, setSince] = useState(revision);
  if (since === undefined && revision !== undefined) setSince(revision); // the model has come: from here on it is news
  const [closed, close] = useState<string>();
  const commits = useStore((state) => state.commits);
  const gone = useStore(selectTakenBack);
  const commit = useMemo(
    () => message && newest(commitsOf(commits, message), since ?? Number.POSITIVE_INFINITY, gone),
    [commits, message, since, gone],
  );
  if (commit === undefined || commit.commitId === closed) return null;
  return <Strip key={commit.commitId} commit={commit} close={() => close(commit.commitId)} />;
}

function Strip({ commit, close }: { readonly commit: CommitOnWire; readonly close: () => void }): ReactNode {
  const say = useText("chat");
  const { store } = useWorkbench();
  const takeBack = useTakingBack(commit);
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const figures = useMemo(() => counted(commit.changes ?? []), [commit]);
  useEffect(() => {
    fresh.set(new Set(figures.nodes));
    return noneFresh;
  }, [figures]);
  const show = (): void => {
    const [first, ...others] = figures.nodes.filter((id) => store.get().graph.nodes.has(id));
    if (first === undefined) return;
    reveal("graph");
    store.select([first, ...others]);
    seek(first, ...others);
  };
  const told = (["added", "changed", "deleted", "relations"] as const)
    .filter((kind) => figures[kind] > 0)
    .map((kind) => say(`strip.${kind}`, { count: figures[kind] }));
  return (
    <div className="added-strip" role="group" aria-label={say("strip")}>
      <span role="status">{told.join(", ")}</span>
      {figures.nodes.length > 0 ? (
        <button type="button" className="quiet" onClick={show}>
          {say("strip.show")}
        </button>
      ) : null}
      {mayBuild ? (
        <button type="button" className="quiet" onClick={takeBack}>
          {say("strip.undo")}
        </button>
      ) : null}
      <button type="button" className="icon" aria-label={say("strip.close")} onClick={close}>
        <X aria-hidden />
      </button>
    </div>
  );
}
