/** What a requirement leaves open: questions, and answers that become its new text once a person has read and kept it. */

import { type ReactNode, type SubmitEvent, useEffect, useId, useState } from "react";
import { newOperationId, useObstacle, useSubmit } from "../canvases/useChanges";
import type { Node, RequirementQuestions } from "../protocol";
import { projectPath } from "../session/rest";
import { NodeChip } from "../ui/NodeChip";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { shown, useWorkbench } from "../ui/workbench";
import "./questions.css";
import { useBegun } from "../ui/useBegun";

type Question = RequirementQuestions["questions"][number];

export function NodeQuestions({ node }: { readonly node: Node }): ReactNode {
  const say = useText("questions");
  const found = useQuestions(node);
  // Of another revision it would be the answer to another text.
  const [draft, setDraft] = useBegun(`answer ${node.nodeId} ${node.revision}`);
  if (found === undefined) return null;
  return (
    <>
      <dt>{say("questions")}</dt>
      <dd>
        <ul className="questions">
          {found.questions.map((question) => (
            <QuestionView key={`${question.kind} ${question.about}`} question={question} choose={setDraft} />
          ))}
        </ul>
        {draft === undefined ? null : <NewText node={node} draft={draft} change={setDraft} />}
      </dd>
    </>
  );
}

function QuestionView({
  question,
  choose,
}: {
  readonly question: Question;
  readonly choose: (text: string) => void;
}): ReactNode {
  const say = useText("questions");
  const obstacle = useObstacle();
  const { kind, text, required, suggestions, other } = question;
  return (
    <li>
      <p>
        <bdi>{text}</bdi>{" "}
        <span className="badge" data-status={required ? "failed" : "queued"}>
          {say(`kind.${kind}`)}
        </span>
        {other === undefined ? null : (
          <>
            {" "}
            <NodeChip nodeId={other} />
          </>
        )}
      </p>
      <p className="chips">
        {suggestions.map((suggestion) =>
          suggestion.text === undefined || obstacle ? (
            <span key={suggestion.words} className="note">
              <bdi>{suggestion.words}</bdi>
            </span>
          ) : (
            <button
              key={suggestion.words}
              type="button"
              className="chip"
              title={suggestion.text}
              onClick={() => choose(suggestion.text ?? "")}
            >
              <bdi>{suggestion.words}</bdi>
            </button>
          ),
        )}
      </p>
    </li>
  );
}

interface NewTextProperties {
  readonly node: Node;
  readonly draft: string;
  readonly change: (draft: string | undefined) => void;
}

/** Where a requirement has a text of its own beside its description, that is what changes. */
function NewText({ node, draft, change }: NewTextProperties): ReactNode {
  const say = useText("questions");
  const submit = useSubmit();
  const id = useId();
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const hasText = typeof node.attributes.text === "string" && node.attributes.text.trim() !== "";
    const set = hasText ? { attributes: { text: draft } } : { descr: draft };
    const done = await submit([{ op: "node.update", id: newOperationId(), ref: node.nodeId, set }]);
    if (!done) return;
    change(undefined);
    toasts.done(say("saved"));
  };
  return (
    <form className="form" onSubmit={(event) => void save(event)}>
      <label htmlFor={id}>{say("newText")}</label>
      <textarea id={id} rows={3} value={draft} autoFocus onChange={(event) => change(event.target.value)} />
      <div className="row">
        <button type="submit" className="primary" disabled={!draft.trim()}>
          {say("save")}
        </button>
        <button type="button" onClick={() => change(undefined)}>
          {say("cancel")}
        </button>
      </div>
    </form>
  );
}

/** Asked again whenever the requirement has changed; `undefined` while nothing is known, and when nothing is open. */
function useQuestions({ nodeId, revision }: Node): RequirementQuestions | undefined {
  const { rest, project } = useWorkbench();
  const [found, setFound] = useState<{ readonly key: string; readonly clarified: RequirementQuestions | undefined }>();
  const key = `${nodeId} ${revision}`;
  useEffect(() => {
    let isWanted = true;
    const path = `${projectPath(project)}/questions?${new URLSearchParams({ about: nodeId }).toString()}`;
    void shown(rest.get<{ readonly requirements: readonly RequirementQuestions[] }>(path)).then((answer) => {
      if (answer && isWanted) setFound({ key, clarified: answer.requirements[0] });
    });
    return () => {
      isWanted = false;
    };
  }, [rest, project, nodeId, key]);
  return found?.key === key ? found.clarified : undefined;
}
