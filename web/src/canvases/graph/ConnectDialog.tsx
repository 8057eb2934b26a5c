/** Links two nodes: pick the other end by typing (or get it from a drag), then how. The keyboard's way to connect. */

import { type ReactNode, type SubmitEvent, useMemo, useState } from "react";
import { phraseIn } from "../../locales/phrase";
import { LIMITS, type Node } from "../../protocol";
import { Dialog } from "../../ui/Dialog";
import { useLanguage, useText } from "../../ui/text";
import { useBegun } from "../../ui/useBegun";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { adjacency } from "../adjacency";
import { newOperationId, useSubmit } from "../useChanges";
import { type Ends, hasHandles, joining, wayId, waysToJoin } from "./connections";
import { handlePorts } from "./handles";
import { NodePicker } from "./NodePicker";
import type { Port } from "./scene";

interface Properties {
  readonly source: Node;
  readonly target: Node | undefined;
  readonly close: () => void;
}

export function ConnectDialog({ source, target: given, close }: Properties): ReactNode {
  const say = useText("graphDialogs");
  const [target, setTarget] = useState(given);
  return (
    <Dialog title={say("linkTitle", { name: source.name })} close={close}>
      {target === undefined ? (
        <TargetPicker source={source} onPick={setTarget} />
      ) : (
        <WayPicker source={source} target={target} isSecond={given === undefined} close={close} />
      )}
    </Dialog>
  );
}

function TargetPicker({ source, onPick }: { readonly source: Node; readonly onPick: (node: Node) => void }): ReactNode {
  const say = useText("graphDialogs");
  const { ontology } = useWorkbench();
  const nodes = useStore((state) => state.graph.nodes);
  const targets = useMemo(() => {
    // What the profile joins these types for comes before what may be related to anything.
    const rank = (node: Node): number => (isMeant(ontology, source, node) ? 0 : 1);
    const fitting = [...nodes.values()].filter((node) => waysToJoin(ontology, source, node).length > 0);
    return fitting.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }, [nodes, ontology, source]);
  return <NodePicker label={say("target")} nodes={targets} onPick={onPick} />;
}

function isMeant(ontology: Parameters<typeof waysToJoin>[0], source: Node, target: Node): boolean {
  const [first] = waysToJoin(ontology, source, target);
  return (
    first !== undefined && (first.kind === "flow" || first.relation.pairs.some(([from]) => from === source.nodeType))
  );
}

interface WayProperties {
  readonly source: Node;
  readonly target: Node;
  /** The dialog was open before: it does not bring the focus here by itself. */
  readonly isSecond: boolean;
  readonly close: () => void;
}

function WayPicker({ source, target, isSecond, close }: WayProperties): ReactNode {
  const say = useText("graphDialogs");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const submit = useSubmit();
  const ways = useMemo(() => waysToJoin(ontology, source, target), [ontology, source, target]);
  const [chosen, setChosen] = useState(() => (ways[0] ? wayId(ways[0]) : ""));
  const [flowName = "", setFlowName] = useBegun(`flow ${source.nodeId} ${target.nodeId}`);
  const { handles, ends, choose } = useEnds(source, target);
  const way = ways.find((each) => wayId(each) === chosen);
  const isReady = way !== undefined && (way.kind !== "flow" || flowName.trim() !== "");
  const connect = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    if (!(await submit(joining(way, source, target, flowName.trim(), newOperationId, ends)))) return;
    setFlowName(undefined);
    close();
  };
  if (ways.length === 0) return <p className="bad">{say("noWay")}</p>;
  return (
    <form className="way-picker" onSubmit={(event) => void connect(event)}>
      <fieldset>
        <legend>{say("how")}</legend>
        {ways.map((each, index) => (
          <label
            key={wayId(each)}
            className="check"
            title={each.kind === "flow" ? undefined : phraseIn(each.relation.meaning, language)}
          >
            <input
              type="radio"
              name="way"
              data-first={index === 0 || undefined}
              autoFocus={isSecond && index === 0}
              checked={wayId(each) === chosen}
              onChange={() => setChosen(wayId(each))}
            />
            <span>
              <bdi>{source.name}</bdi>{" "}
              <strong>{each.kind === "flow" ? say("asFlow") : phraseIn(each.relation.title, language)}</strong>{" "}
              <bdi>{target.name}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      {way?.kind === "flow" ? (
        <label className="field">
          {say("flowName")}
          <input
            type="text"
            value={flowName}
            maxLength={LIMITS.nameLength}
            onChange={(event) => setFlowName(event.target.value)}
          />
        </label>
      ) : null}
      {way !== undefined && hasHandles(way)
        ? handles
            .filter(({ ports }) => ports.length > 1)
            .map(({ end, ports }) => (
              <label key={end} className="field">
                {say(end)}
                <select value={ends[end]} onChange={(event) => choose(end, event.target.value)}>
                  {ports.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name === "" ? id : name}
                    </option>
                  ))}
                </select>
              </label>
            ))
        : null}
      <footer className="dialog-buttons">
        <button type="button" onClick={close}>
          {say("cancel")}
        </button>
        <button type="submit" className="primary" disabled={!isReady}>
          {say("connect")}
        </button>
      </footer>
    </form>
  );
}

/** The handles at both ends of a link, and which are chosen: the first of each until somebody says otherwise. */
function useEnds(source: Node, target: Node) {
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const [chosen, setChosen] = useState<Ends>({});
  const handles = useMemo(() => {
    const portsOf = (node: Node, wanted: "in" | "out"): readonly Port[] =>
      handlePorts(graph, adjacency(graph), ontology, node).filter(({ side }) => side === wanted);
    return [
      { end: "sourceHandle", ports: portsOf(source, "out") },
      { end: "targetHandle", ports: portsOf(target, "in") },
    ] as const;
  }, [graph, ontology, source, target]);
  const first: Ends = Object.fromEntries(
    handles.flatMap(({ end, ports: [port] }) => (port === undefined ? [] : [[end, port.id]])),
  );
  const choose = (end: keyof Ends, id: string): void => setChosen({ ...chosen, [end]: id });
  return { handles, ends: { ...first, ...chosen }, choose };
}
