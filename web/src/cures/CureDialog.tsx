/** Merges, retypes or relinks: says first what that moves, then proposes or does it. */

import { type ReactNode, useEffect, useState } from "react";
import { NodePicker } from "../canvases/graph/NodePicker";
import { phraseIn } from "../locales/phrase";
import { useAsk } from "../people/useAsk";
import type { CureResult, Edge, Node } from "../protocol";
import { openReview } from "../review/tray";
import { projectPath } from "../session/rest";
import type { Graph } from "../state/graph";
import { may } from "../state/people";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useValue } from "../ui/useValue";
import { useSend, useWorkbench } from "../ui/workbench";
import { type AskedCure, askedCure } from "./asked";
import { CureReport } from "./CureReport";

/** Where a wish goes, and what it says. */
interface Wish {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export default function CureDialog(): ReactNode {
  const asked = useValue(askedCure);
  const graph = useStore((state) => state.graph);
  const dialog = asked === undefined ? null : dialogOf(asked, graph);
  const isGone = asked !== undefined && dialog === null;
  useEffect(() => {
    // Else it would come up by itself when an undo brings back what it is about.
    if (isGone) close();
  }, [isGone]);
  return dialog;
}

function dialogOf(asked: AskedCure, graph: Graph): ReactNode {
  if (asked.kind === "relink") {
    const edge = graph.edges.get(asked.edge);
    return edge ? <Relink edge={edge} /> : null;
  }
  const ids = asked.kind === "merge" ? asked.nodes : [asked.node];
  const nodes = ids.flatMap((id) => graph.nodes.get(id) ?? []);
  const [node] = nodes;
  if (node === undefined) return null;
  return asked.kind === "merge" ? <Merge first={nodes} /> : <Retype node={node} />;
}

function Merge({ first }: { readonly first: readonly Node[] }): ReactNode {
  const say = useText("cures");
  const [nodes, setNodes] = useState(first);
  const [kept, setKept] = useState(first[0]);
  const alike = useStore((state) => state.graph.nodes);
  if (nodes.length < 2 || kept === undefined) {
    const others = [...alike.values()].filter(
      (each) => each.nodeType === kept?.nodeType && each.nodeId !== kept.nodeId,
    );
    return (
      <Dialog title={say("merge")} close={close}>
        <NodePicker
          label={say("mergeWith", { name: kept?.name ?? "" })}
          nodes={others}
          onPick={(node) => setNodes([...nodes, node])}
        />
      </Dialog>
    );
  }
  const others = nodes.filter((each) => each.nodeId !== kept.nodeId);
  const body = { kept: kept.nodeId, others: others.map(({ nodeId }) => nodeId) };
  return (
    <Decided title={say("merge")} act={say("merge")} wish={{ path: "merges", body }}>
      <fieldset className="cure-wish">
        <legend>{say("keep")}</legend>
        {nodes.map((node) => (
          <label key={node.nodeId}>
            <input type="radio" name="kept" checked={node === kept} onChange={() => setKept(node)} />
            <bdi>{node.name}</bdi> <span className="note">{node.semanticId}</span>
          </label>
        ))}
      </fieldset>
    </Decided>
  );
}

function Retype({ node }: { readonly node: Node }): ReactNode {
  const say = useText("cures");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const types = [...ontology.nodeType.values()].filter(({ name }) => name !== node.nodeType);
  const [nodeType, setType] = useState(types[0]?.name ?? "");
  const [dropEdges, setDrop] = useState(false);
  const wish = { path: `nodes/${encodeURIComponent(node.nodeId)}/retype`, body: { nodeType, dropEdges } };
  return (
    <Decided title={say("retypeNamed", { name: node.name })} act={say("retype")} wish={wish}>
      <div className="cure-wish">
        <label>
          {say("newType")}{" "}
          <select data-first value={nodeType} onChange={(event) => setType(event.target.value)}>
            {types.map(({ name, title }) => (
              <option key={name} value={name}>
                {phraseIn(title, language) ?? name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={dropEdges} onChange={(event) => setDrop(event.target.checked)} />
          {say("dropEdges")}
        </label>
      </div>
    </Decided>
  );
}

function Relink({ edge }: { readonly edge: Edge }): ReactNode {
  const say = useText("cures");
  const { ontology } = useWorkbench();
  const nodes = useStore((state) => state.graph.nodes);
  const [end, setEnd] = useState<"source" | "target">("target");
  const [node, setNode] = useState<Node>();
  const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)];
  const stays = end === "source" ? target : source;
  const pairs = ontology.relation.get(edge.edgeType)?.pairs ?? [];
  const fits = (each: Node): boolean =>
    pairs.some(([from, to]) => {
      const [own, other] = end === "source" ? [from, to] : [to, from];
      return (own === "*" || own === each.nodeType) && (other === "*" || other === stays?.nodeType);
    });
  const name = `${source?.name ?? ""} → ${target?.name ?? ""}`;
  const ends = (
    <fieldset className="cure-wish">
      <legend>{say("whichEnd")}</legend>
      {(["source", "target"] as const).map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="end"
            checked={end === each}
            onChange={() => {
              setEnd(each);
              setNode(undefined);
            }}
          />
          {say(each, { name: (each === "source" ? source : target)?.name ?? "" })}
        </label>
      ))}
    </fieldset>
  );
  if (node === undefined)
    return (
      <Dialog title={say("relinkNamed", { name })} close={close}>
        {ends}
        <NodePicker
          label={say("relinkTo")}
          nodes={[...nodes.values()].filter((each) => fits(each) && each !== source && each !== target)}
          onPick={setNode}
        />
      </Dialog>
    );
  const body = { edge: edge.edgeId, [end === "source" ? "newSource" : "newTarget"]: node.nodeId };
  return (
    <Decided title={say("relinkNamed", { name })} act={say("relink")} wish={{ path: "relinks", body }}>
      {ends}
    </Decided>
  );
}

function close(): void {
  askedCure.set(undefined);
}

interface DecidedProperties {
  readonly title: string;
  /** What the button is called that does it. */
  readonly act: string;
  readonly wish: Wish;
  readonly children: ReactNode;
}

/** A wish with what it would move, told anew whenever it changes, and the buttons. */
function Decided({ title, act, wish, children }: DecidedProperties): ReactNode {
  const say = useText("cures");
  const frame = useText("frame");
  const send = useSend();
  const { rest, project } = useWorkbench();
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const { isBusy, error, ask } = useAsk();
  const [told, setTold] = useState<CureResult>();
  const path = `${projectPath(project)}/${wish.path}`;
  const said = JSON.stringify(wish.body);
  useEffect(() => {
    let isNewest = true;
    const body = { ...JSON.parse(said), commandId: crypto.randomUUID(), dryRun: true };
    void ask(rest.post<CureResult>(path, body)).then((result) => {
      if (isNewest) setTold(result);
    });
    return () => {
      isNewest = false;
    };
  }, [ask, rest, path, said]);
  const [isCarriedOut, setCarriedOut] = useState(false);
  const carryOut = async (propose: boolean): Promise<void> => {
    setCarriedOut(true);
    const result = await ask(rest.post<CureResult>(path, { ...wish.body, commandId: crypto.randomUUID(), propose }));
    setCarriedOut(false);
    if (result === undefined) return;
    close();
    const commit = result.commit;
    if (result.proposalId) openReview(result.proposalId);
    else if (commit)
      toasts.done(say("done", { revision: commit.revision }), {
        label: frame("undo"),
        run: () => void send({ type: "commit.revert", commitId: commit.commitId }),
      });
  };
  const canDo = !isBusy && told !== undefined && told.problems.length === 0 && told.operations.length > 0;
  return (
    <Dialog title={title} close={close} wide>
      <fieldset className="cure-choices" disabled={isCarriedOut}>
        {children}
      </fieldset>
      {told ? <CureReport result={told} /> : null}
      {error ? <ErrorText error={error} /> : null}
      <footer className="dialog-buttons">
        <button type="button" onClick={close}>
          {say("cancel")}
        </button>
        <button type="button" disabled={!canDo} onClick={() => void carryOut(true)}>
          {say("propose")}
        </button>
        {mayBuild ? (
          <button type="button" className="primary" disabled={!canDo} onClick={() => void carryOut(false)}>
            {act}
          </button>
        ) : null}
      </footer>
    </Dialog>
  );
}
