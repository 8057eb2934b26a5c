/** What an answer changes: ghosts while it is written, a proposal while it waits, real lines once it is applied. */

import type { ReactNode } from "react";
import type { CommitOnWire, Message } from "../../protocol";
import { Lines } from "../../review/Lines";
import { changeLines, operationLines } from "../../review/lines";
import { ProposalCard } from "../../review/ProposalCard";
import { useProposal } from "../../review/useDecided";
import { useFieldWords } from "../../review/useFieldWords";
import { useTakingBack } from "../../review/useTakingBack";
import { commitsOf } from "../../state/history";
import { may } from "../../state/people";
import type { Growing } from "../../state/proposals";
import { selectTakenBack } from "../../state/store";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";

export function OperationsCard({ message }: { readonly message: Message }): ReactNode {
  const runId = message.runId;
  const growing = useStore((state) => [...state.proposals.growing.values()].find((each) => each.runId === runId));
  const part = message.parts.find((each) => each.kind === "proposalRef");
  const proposal = useProposal(part?.kind === "proposalRef" ? part.proposalId : undefined);
  const own = useStore((state) => commitsOf(state.commits, message), isSameList);
  return (
    <>
      {growing && message.status === "streaming" ? <Ghosts growing={growing} /> : null}
      {proposal && !own.some((commit) => commit.proposalId === proposal.proposalId) ? (
        <ProposalCard proposal={proposal} />
      ) : null}
      {own.map((commit) => (
        <Applied key={commit.commitId} commit={commit} />
      ))}
    </>
  );
}

function Ghosts({ growing: { operations, problems } }: { readonly growing: Growing }): ReactNode {
  const say = useText("review");
  const { store } = useWorkbench();
  const words = useFieldWords();
  // What is wrong went back to the assistant, and is written anew while the rest stays.
  const title = problems.size
    ? say("mending", { count: problems.size, all: operations.length })
    : say("growing", { count: operations.length });
  return (
    <section className="card ghost" role="group" aria-label={title}>
      <h3>{title}</h3>
      <Lines lines={operationLines(operations, store.get().graph, words)} problems={problems} ghost />
      <p className="note">{say("nothingYet")}</p>
    </section>
  );
}

function isSameList(one: readonly unknown[], two: readonly unknown[]): boolean {
  return one.length === two.length && one.every((each, at) => each === two[at]);
}

function Applied({ commit }: { readonly commit: CommitOnWire }): ReactNode {
  const say = useText("review");
  const { store } = useWorkbench();
  const words = useFieldWords();
  const takeBack = useTakingBack(commit);
  const isReverted = useStore((state) => selectTakenBack(state).has(commit.commitId));
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const changes = commit.changes ?? [];
  return (
    <section
      className="card applied"
      role="group"
      data-reverted={isReverted}
      aria-label={say("applied", { count: changes.length })}
    >
      <h3>
        {isReverted ? say("undone") : say("applied", { count: changes.length })}
        {isReverted || !mayBuild ? null : (
          <button type="button" className="quiet" onClick={takeBack}>
            {say("undo")}
          </button>
        )}
      </h3>
      <Lines lines={changeLines(changes, store.get().graph, words)} />
    </section>
  );
}
