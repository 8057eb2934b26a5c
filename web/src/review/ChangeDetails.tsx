/** One proposed change: before and after of each field, why and from where, what it needs and what needs it, and editing it. */

import type { ReactNode } from "react";
import { Provenance } from "../documents/Provenance";
import { phraseIn } from "../locales/phrase";
import { useTold } from "../locales/told";
import type { Proposal } from "../protocol";
import { dependantsOf } from "../state/dependencies";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { fieldChanges } from "./difference";
import { EditChange } from "./EditChange";
import { Findings } from "./Findings";
import { type Line, operationLines } from "./lines";
import { changeKey, problemsOf } from "./rows";
import { useReveal } from "./useReveal";
import type { Review } from "./useReview";

interface Properties {
  readonly proposal: Proposal;
  readonly operation: Proposal["operations"][number];
  readonly line: Line;
  readonly review: Review;
  readonly isEditing: boolean;
  readonly edit: (isEditing: boolean) => void;
  readonly go: (key: string) => void;
}

export function ChangeDetails(properties: Properties): ReactNode {
  const { proposal, operation, line, review, isEditing, edit, go } = properties;
  const say = useText("review");
  const told = useTold();
  const language = useLanguage();
  const { ontology, store } = useWorkbench();
  const reveal = useReveal();
  const problems = problemsOf(proposal, operation.id);
  const touched =
    operation.before === null
      ? undefined
      : "nodeId" in operation.before
        ? operation.before.nodeId
        : operation.before.edgeId;
  const findings =
    touched === undefined
      ? []
      : proposal.findings.filter(({ nodeIds, edgeIds }) => nodeIds.includes(touched) || edgeIds.includes(touched));
  const needs = review.chosen.needs[operation.id] ?? [];
  const needed = [...dependantsOf(review.chosen.needs, operation.id)];
  const cause = review.chosen.dropped.get(operation.id);
  const isNode = ontology.nodeType.has(line.type);
  const type = isNode
    ? phraseIn(ontology.nodeType.get(line.type)?.title, language)
    : phraseIn(ontology.relation.get(line.type)?.title, language);
  const names = new Map(operationLines(proposal.operations, store.get().graph).map((each) => [each.key, each.text]));
  const links = (ids: readonly string[]): ReactNode =>
    ids.map((id) => (
      <button key={id} type="button" className="chip" onClick={() => go(changeKey(proposal.proposalId, id))}>
        <bdi>{names.get(id) ?? id}</bdi>
      </button>
    ));
  const isOpen = proposal.state === "open";
  return (
    <div className="tray-about">
      <h3>
        {isNode ? <TypeSign nodeType={line.type} /> : <span className="type-code">↔</span>} <bdi>{line.text}</bdi>
        <span className="badge">
          {say(SIGNS[line.sign])} · {type ?? line.type}
        </span>
        {review.news.includes(operation.id) ? (
          <span className="badge" data-status="running">
            {say("isNews", { number: proposal.version })}
          </span>
        ) : null}
        {review.stale.has(operation.id) ? (
          <span className="badge" data-status="cancelled">
            {say("isStale")}
          </span>
        ) : null}
        <span className="grow" />
        <button type="button" className="quiet" onClick={() => reveal(proposal, operation.id)}>
          {say("show")} <kbd>Enter</kbd>
        </button>
        {isOpen && review.mayDecide && !isEditing && isEditable(operation) ? (
          <button type="button" className="quiet" onClick={() => edit(true)}>
            {say("edit")} <kbd>e</kbd>
          </button>
        ) : null}
      </h3>
      {cause !== undefined && cause !== operation.id ? (
        <p className="note" role="status">
          {say("goesWith", { name: names.get(cause) ?? cause })}
        </p>
      ) : null}
      {problems.map((problem, index) => (
        <p key={index} className="bad">
          <bdi>{told.message(problem)}</bdi>{" "}
          <span className="detail">
            <bdi>{told.hint(problem)}</bdi>
          </span>
          {problem.candidates.length > 0 ? <span className="detail"> {problem.candidates.join(", ")}</span> : null}
        </p>
      ))}
      {isEditing && isOpen ? (
        <EditChange proposal={proposal} operation={operation} close={() => edit(false)} />
      ) : (
        <Fields operation={operation} />
      )}
      <dl className="fields">
        {operation.provenance ? (
          <>
            <dt>{say("source")}</dt>
            <dd>
              <Provenance text={operation.provenance} />
            </dd>
          </>
        ) : proposal.reason ? (
          <>
            <dt>{say("reason")}</dt>
            <dd>
              <bdi>{proposal.reason}</bdi>
            </dd>
          </>
        ) : null}
        {operation.editedBy ? (
          <>
            <dt>{say("editedBy")}</dt>
            <dd>
              <bdi>{operation.editedBy.name}</bdi>
            </dd>
          </>
        ) : null}
        {needs.length > 0 ? (
          <>
            <dt>{say("needs")}</dt>
            <dd className="chips">{links(needs)}</dd>
          </>
        ) : null}
        {needed.length > 0 ? (
          <>
            <dt>{say("neededBy")}</dt>
            <dd className="chips">{links(needed)}</dd>
          </>
        ) : null}
      </dl>
      {needed.length > 0 && isOpen ? (
        <p className="note">{say("rejectingDrops", { name: line.text, count: needed.length })}</p>
      ) : null}
      <Findings findings={findings} />
    </div>
  );
}

function Fields({ operation }: { readonly operation: Properties["operation"] }): ReactNode {
  const say = useText("review");
  const changes = fieldChanges(operation);
  if (changes.length === 0) return null;
  const title = (field: string): string => (field === "name" || field === "descr" ? say(`field.${field}`) : field);
  // What is new has no before, and what goes no after.
  const hasBefore = operation.op !== "node.create" && operation.op !== "edge.create";
  const hasAfter = operation.op !== "node.delete" && operation.op !== "edge.delete";
  return (
    <table className="difference">
      <thead>
        <tr>
          <th scope="col">{say("field")}</th>
          {hasBefore ? <th scope="col">{say("before")}</th> : null}
          {hasAfter ? <th scope="col">{say("after")}</th> : null}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field} data-same={before === after}>
            <th scope="row">
              <bdi>{title(field)}</bdi>
            </th>
            {hasBefore ? (
              <td>
                <Side value={before} as={before === after ? "bdi" : "del"} />
              </td>
            ) : null}
            {hasAfter ? (
              <td>
                <Side value={after} as={before === after ? "bdi" : "ins"} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({
  value,
  as: Tag,
}: {
  readonly value: string | undefined;
  readonly as: "bdi" | "del" | "ins";
}): ReactNode {
  const say = useText("review");
  if (value === undefined) return <span className="note">{say("nothing")}</span>;
  return (
    <Tag>
      <bdi>{value}</bdi>
    </Tag>
  );
}

/** There is something in it that could be different. */
function isEditable({ op }: Properties["operation"]): boolean {
  return op === "node.create" || op === "node.update";
}

const SIGNS = { "+": "created", "~": "changed", "−": "deleted" } as const;
