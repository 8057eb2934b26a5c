/** What a document could become: its obliging passages, of which people propose those that they choose. */

import { type ReactNode, useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { CandidateNode, Proposal } from "../protocol";
import { openReview } from "../review/tray";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { TypeSign } from "../ui/TypeSign";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { candidatesPath } from "./paths";

/** More than a person goes through at once; what is known by then is left out the next time. */
const MAX_CANDIDATES = 500;

interface Candidates {
  readonly nodes: readonly CandidateNode[];
  readonly total: number;
  readonly known: number;
}

interface Properties {
  readonly documentId: string;
  readonly title: string;
  /** Nothing else is chosen at the beginning; without it, everything is. */
  readonly passageId?: string | undefined;
  readonly close: () => void;
}

export function ProposeNodes({ documentId, title, passageId, close }: Properties): ReactNode {
  const say = useText("candidates");
  const { rest, project } = useWorkbench();
  const { isBusy, error, ask } = useAsk();
  const [found, setFound] = useState<Candidates>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const path = candidatesPath(project, documentId);
  useEffect(() => {
    let isWanted = true;
    void ask(rest.get<Candidates>(`${path}?limit=${MAX_CANDIDATES}`)).then((answer) => {
      if (!answer || !isWanted) return;
      const others = answer.nodes.map((node) => node.passageId).filter((each) => each !== passageId);
      setLeft(new Set(passageId === undefined ? [] : others));
      setFound(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [ask, rest, path, passageId]);
  const nodes = found?.nodes ?? [];
  const chosen = nodes.filter((node) => !left.has(node.passageId));
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const propose = async (): Promise<void> => {
    const passageIds = chosen.map((node) => node.passageId);
    const proposal = await ask(rest.post<Proposal>(path, { commandId: crypto.randomUUID(), passageIds }));
    if (!proposal) return;
    close();
    openReview(proposal.proposalId);
  };
  return (
    <Dialog title={say("title", { title })} close={close} wide>
      <form
        className="candidates"
        onSubmit={(event) => {
          event.preventDefault();
          void propose();
        }}
      >
        {found || error ? null : (
          <p className="note" role="status">
            {say("looking")}
          </p>
        )}
        {found && nodes.length === 0 ? (
          <p role="status">{say(found.known > 0 ? "allKnown" : "none", { count: found.known })}</p>
        ) : null}
        {nodes.length > 0 ? (
          <>
            <p>{say("about")}</p>
            {passageId === undefined || nodes.some((node) => node.passageId === passageId) ? null : (
              <p className="note warn" role="status">
                {say("notThis")}
              </p>
            )}
            {nodes.length > 1 ? (
              <label className="check">
                <input
                  type="checkbox"
                  autoFocus
                  checked={left.size === 0}
                  onChange={() => setLeft(new Set(left.size === 0 ? nodes.map((node) => node.passageId) : []))}
                />
                <strong>{say("all", { count: nodes.length })}</strong>
              </label>
            ) : null}
            <CandidateList nodes={nodes} left={left} toggle={toggle} />
            {found && found.total > nodes.length ? (
              <p className="note">{say("more", { shown: nodes.length, count: found.total })}</p>
            ) : null}
            {found && found.known > 0 ? <p className="note">{say("known", { count: found.known })}</p> : null}
          </>
        ) : null}
        {error ? <ErrorText error={error} /> : null}
        <div className="row">
          {nodes.length > 0 ? (
            <button type="submit" className="primary" disabled={isBusy || chosen.length === 0}>
              {say("propose", { count: chosen.length })}
            </button>
          ) : null}
          <button type="button" onClick={close}>
            {say(nodes.length > 0 ? "cancel" : "close")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface ListProperties {
  readonly nodes: readonly CandidateNode[];
  readonly left: ReadonlySet<string>;
  readonly toggle: (passageId: string) => void;
}

function CandidateList({ nodes, left, toggle }: ListProperties): ReactNode {
  const say = useText("candidates");
  return (
    <ul className="candidate-list" aria-label={say("candidates")}>
      {nodes.map((node) => (
        <li key={`${node.passageId} ${node.name}`}>
          <label className="check">
            <input
              type="checkbox"
              autoFocus={nodes.length === 1}
              checked={!left.has(node.passageId)}
              onChange={() => toggle(node.passageId)}
            />
            <TypeSign nodeType={node.nodeType} />
            <span>
              <bdi>{node.name}</bdi>{" "}
              <span className="note">
                <bdi>{node.place}</bdi>
              </span>
              {isMore(node) ? (
                <span className="candidate-text" dir="auto">
                  {node.descr}
                </span>
              ) : null}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** A name holds the first words of its passage; where it holds them all they are not said twice. */
function isMore({ name, descr }: CandidateNode): boolean {
  return descr.replace(/[.,;:]+$/, "") !== name;
}
