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
import { fieldChanges, type Piece, pieces, together } from "./difference";
import { EditChange } from "./EditChange";
import { Findings } from "./Findings";
import { Lines } from "./Lines";
import { type FieldWords, type Line, operationLines } from "./lines";
import { changeKey, problemsOf } from "./rows";
import { useFieldWords } from "./useFieldWords";
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
  const words = useFieldWords();
  const reveal = useReveal();
  const problems = problemsOf(proposal, operation.id);
  const needs = review.chosen.needs[operation.id] ?? [];
  const needed = [...dependantsOf(review.chosen.needs, operation.id)];
  const cause = review.chosen.dropped.get(operation.id);
  const isNode = ontology.nodeType.has(line.type);
  const type = isNode
    ? phraseIn(ontology.nodeType.get(line.type)?.title, language)
    : phraseIn(ontology.relation.get(line.type)?.title, language);
  const names = new Map(
    operationLines(proposal.operations, store.get().graph, words).map((each) => [each.key, each.text]),
  );
  const links = (ids: readonly string[]): ReactNode =>
    ids.map((id) => (
      <button key={id} type="button" className="chip" onClick={() => go(changeKey(proposal.proposalId, id))}>
        <bdi>{names.get(id) ?? id}</bdi>
      </button>
    ));
  const isOpen = proposal.state === "open";
  return (
    <div className="tray-about">
      <div className="tray-head">
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
        </h3>
        <button type="button" className="quiet" onClick={() => reveal(proposal, operation.id)}>
          {say("show")} <kbd>Enter</kbd>
        </button>
        {isOpen && review.mayDecide && !isEditing && isEditable(operation) ? (
          <button type="button" className="quiet" onClick={() => edit(true)}>
            {say("edit")} <kbd>e</kbd>
          </button>
        ) : null}
      </div>
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
        <EditChange key={operation.id} proposal={proposal} operation={operation} close={() => edit(false)} />
      ) : (
        <Fields operation={operation} />
      )}
      <dl className="fields">
        {line.goesToo ? (
          <>
            <dt>{say("goesToo")}</dt>
            <dd>
              <Lines lines={line.goesToo} />
            </dd>
          </>
        ) : null}
        {operation.provenance ? (
          <>
            <dt>{say("source")}</dt>
            <dd>
              <Provenance text={operation.provenance} />
            </dd>
          </>
        ) : proposal.reason && !isSaid(proposal.reason, operation, words) ? (
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
      <Findings findings={findingsOf(proposal, operation)} />
    </div>
  );
}

/** Of what it would introduce, that which is about the element that it touches. */
function findingsOf({ findings }: Proposal, { before }: Properties["operation"]): Proposal["findings"] {
  if (before === null) return [];
  const touched = "nodeId" in before ? before.nodeId : before.edgeId;
  return findings.filter(({ nodeIds, edgeIds }) => nodeIds.includes(touched) || edgeIds.includes(touched));
}

/** Does a field say the reason already, word for word? */
function isSaid(reason: string, operation: Properties["operation"], words: FieldWords): boolean {
  return fieldChanges(operation, words.value).some(({ after }) => after?.trim() === reason.trim());
}

function Fields({ operation }: { readonly operation: Properties["operation"] }): ReactNode {
  const say = useText("review");
  const words = useFieldWords();
  const changes = together(fieldChanges(operation, words.value));
  // What is new has no before, and what goes no after.
  const hasBefore = operation.op !== "node.create" && operation.op !== "edge.create";
  const hasAfter = operation.op !== "node.delete" && operation.op !== "edge.delete";
  if (changes.length === 0) return hasBefore && hasAfter ? <p className="note">{say("onlyRemembered")}</p> : null;
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
        {changes.map(({ field, fields, before, after }) => {
          const [old, now] = sides(before, after);
          return (
            <tr key={field} data-same={before === after}>
              <th scope="row">
                <bdi>{fields.map(words.title).join(", ")}</bdi>
              </th>
              {hasBefore ? (
                <td>
                  <Side pieces={old} as="del" />
                </td>
              ) : null}
              {hasAfter ? (
                <td>
                  <Side pieces={now} as="ins" />
                </td>
              ) : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Sided = readonly Piece[] | undefined;

function sides(before: string | undefined, after: string | undefined): readonly [Sided, Sided] {
  if (before !== undefined && after !== undefined) return pieces(before, after);
  const whole = (text: string | undefined): Sided => (text === undefined ? undefined : [{ text, isOnlyHere: true }]);
  return [whole(before), whole(after)];
}

function Side({ pieces, as: Tag }: { readonly pieces: Sided; readonly as: "del" | "ins" }): ReactNode {
  const say = useText("review");
  if (pieces === undefined) return <span className="note">{say("nothing")}</span>;
  return <bdi>{pieces.map(({ text, isOnlyHere }, at) => (isOnlyHere ? <Tag key={at}>{text}</Tag> : text))}</bdi>;
}

/** There is something in it that could be different. */
function isEditable({ op }: Properties["operation"]): boolean {
  return op === "node.create" || op === "node.update";
}

const SIGNS = { "+": "created", "~": "changed", "−": "deleted" } as const;
