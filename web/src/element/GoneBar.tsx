/**
 * Somebody deleted an element in which I was writing: who, what I wrote, and the way to bring both back. What I wrote stands
 * in its field again when the element is there again.
 */

import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { may } from "../state/people";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";
import { type Draft, draftsOf, dropDraft, watchDrafts } from "./drafts";

export default function GoneBar(): ReactNode {
  const { project } = useWorkbench();
  const drafts = useSyncExternalStore(watchDrafts, () => draftsOf(project));
  const nodes = useStore((state) => state.graph.nodes);
  const gone = drafts.filter(({ nodeId }) => !nodes.has(nodeId));
  return [...new Set(gone.map(({ nodeId }) => nodeId))].map((nodeId) => (
    <OneGone key={nodeId} nodeId={nodeId} written={gone.filter((each) => each.nodeId === nodeId)} />
  ));
}

function OneGone({ nodeId, written }: { readonly nodeId: string; readonly written: readonly Draft[] }): ReactNode {
  const say = useText("conflicts");
  const title = useAttributeTitle();
  const send = useSend();
  const { store, project } = useWorkbench();
  const [isBusy, setBusy] = useState(false);
  const mayChange = useStore(({ connection }) => may(connection.access, "build"));
  const commit = useStore(({ commits }) =>
    commits.find(({ changes }) =>
      changes?.some(({ element, before, after }) => element === "node" && !after && before?.nodeId === nodeId),
    ),
  );
  const me = useStore(({ connection }) => connection.me?.personId);
  const name = written[0]?.name ?? "";
  const forget = (): void => {
    for (const draft of written) dropDraft(project, draft);
  };
  const bringBack = async (): Promise<void> => {
    if (commit === undefined) return;
    setBusy(true);
    const done = await send({ type: "commit.revert", commitId: commit.commitId });
    setBusy(false);
    if (done) store.select([nodeId]);
  };
  return (
    <div className="bar-notice conflict-bar" role="alert">
      <div className="conflict-words">
        <p>
          {commit === undefined || commit.author.personId === me
            ? say("goneSince", { name })
            : say("goneWhileWriting", { who: commit.author.name, name })}{" "}
          {written.map(({ field, text }) => (
            <span key={field} className="conflict-mine">
              {say("yours")} {field === "name" ? null : `${field === "descr" ? say("descr") : title(field)}: `}
              <bdi>{text || say("nothing")}</bdi>
            </span>
          ))}
        </p>
      </div>
      <div className="row">
        {commit !== undefined && mayChange ? (
          <button type="button" className="primary" disabled={isBusy} onClick={() => void bringBack()}>
            {say("bringBack")}
          </button>
        ) : null}
        <button type="button" disabled={isBusy} onClick={forget}>
          {say("close")}
        </button>
      </div>
    </div>
  );
}
