/** Shows what a pasted block would do, line by line, lets the server check it, and applies it as one change set. */

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTold } from "../../locales/told";
import { LIMITS, type Problem } from "../../protocol";
import { Dialog } from "../../ui/Dialog";
import { useText } from "../../ui/text";
import { type Changed, newOperationId, useSubmit } from "../useChanges";
import { readBlock } from "./block";
import { problemText } from "./CellEditor";
import { type PastedRow, type PastePlan, type PasteTarget, planPaste, problemsByLine } from "./paste";

/** A preview of more lines nobody reads; lines with problems always come first. */
const MAX_LINES = 200;

interface Properties {
  readonly text: string;
  readonly target: PasteTarget;
  readonly title: string;
  readonly close: () => void;
}

export default function PasteDialog({ text: given, target, title, close }: Properties): ReactNode {
  const say = useText("tables");
  const submit = useSubmit();
  const [text, setText] = useState(given);
  const [isSending, setSending] = useState(false);
  const [takesOthers, setTakesOthers] = useState(true);
  const plan = useMemo(
    () => planPaste(readBlock(text), { ...target, takesOthers }, newOperationId),
    [text, target, takesOthers],
  );
  const checked = useDryRun(plan);
  const problems = useMemo(() => problemsByLine(plan, checked?.problems ?? []), [plan, checked]);
  const namesakes = plan.rows.filter(({ isNamesake }) => isNamesake).length;
  const isReady = plan.operations.length > 0 && checked !== undefined && checked.problems.length === 0;
  const apply = async (): Promise<void> => {
    setSending(true);
    const done = await submit(plan.operations);
    setSending(false);
    if (done !== undefined) close();
  };
  return (
    <Dialog title={say("previewTitle", { type: title })} close={close} wide>
      {given === "" ? <Field text={text} target={target} onText={setText} /> : null}
      {plan.others.length > 0 ? (
        <label>
          <input type="checkbox" checked={takesOthers} onChange={() => setTakesOthers(!takesOthers)} />{" "}
          {say("takeOthers", { titles: plan.others.join(", ") })}
        </label>
      ) : null}
      {plan.ignored.length > 0 ? <p className="note">{say("ignored", { titles: plan.ignored.join(", ") })}</p> : null}
      {namesakes > 0 ? <p className="note">{say("namesakes", { count: namesakes })}</p> : null}
      {plan.tooLarge ? (
        <p className="bad" role="alert">
          {say("tooMany", { count: LIMITS.operations })}
        </p>
      ) : null}
      {plan.rows.length > 0 && !plan.tooLarge ? (
        <Preview plan={plan} titles={target.titles} problems={problems} />
      ) : null}
      <footer className="dialog-buttons">
        <span className="note" role="status">
          {statusOf(say, plan, checked, problems)}
        </span>
        <button type="button" onClick={close}>
          {say("cancel")}
        </button>
        <button
          type="button"
          className="primary"
          disabled={!isReady || isSending}
          data-first={given !== "" || undefined}
          onClick={() => void apply()}
        >
          {say("applyPaste", { count: plan.operations.length })}
        </button>
      </footer>
    </Dialog>
  );
}

interface Typed {
  readonly text: string;
  readonly target: PasteTarget;
  readonly onText: (text: string) => void;
}

/** Where a block is pasted by whoever did not paste it into a cell, and what would become of it. */
function Field({ text, target, onText }: Typed): ReactNode {
  const say = useText("tables");
  const marked = target.rows[target.row];
  return (
    <>
      <p className="note" id="paste-hint">
        {say("pasteTitled")} {marked ? say("pasteOver", { name: marked.name }) : say("pasteBehind")}
      </p>
      <textarea
        className="paste-block"
        aria-label={say("paste")}
        aria-describedby="paste-hint"
        rows={5}
        value={text}
        data-first
        onChange={(event) => onText(event.target.value)}
      />
    </>
  );
}

/** The server's answer to a dry run of the plan; undefined until it is there. */
function useDryRun(plan: PastePlan): Changed | undefined {
  const submit = useSubmit();
  const [answer, setAnswer] = useState<{ readonly plan: PastePlan; readonly changed: Changed }>();
  useEffect(() => {
    if (plan.operations.length === 0) return;
    // Somebody may still be typing into the field.
    const timer = setTimeout(() => {
      void submit(plan.operations, { dryRun: true }).then((changed) => changed && setAnswer({ plan, changed }));
    }, 150);
    return () => clearTimeout(timer);
  }, [plan, submit]);
  return answer?.plan === plan ? answer.changed : undefined;
}

interface Shown {
  readonly plan: PastePlan;
  readonly titles: PasteTarget["titles"];
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
}

function Preview({ plan, titles, problems }: Shown): ReactNode {
  const say = useText("tables");
  const told = useTold();
  const hasProblem = (row: PastedRow): boolean =>
    row.problems.length > 0 || row.unknownId !== undefined || problems.has(row.line);
  const rows = [...plan.rows.filter(hasProblem), ...plan.rows.filter((row) => !hasProblem(row))];
  return (
    <div className="paste-preview" tabIndex={0} role="region" aria-label={say("paste")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("line")}</th>
            <th scope="col">{say("what")}</th>
            <th scope="col">{say("name")}</th>
            {plan.shown.map(({ key }) => (
              <th key={key} scope="col">
                <bdi>{titles[key] ?? key}</bdi>
              </th>
            ))}
            <th scope="col">{say("problem")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_LINES).map((row) => (
            <tr key={row.line} data-kind={row.kind} data-problem={hasProblem(row)}>
              <td>{row.line}</td>
              <td>{say(row.kind)}</td>
              <td>
                <bdi>{row.name}</bdi>
              </td>
              {row.cells.map((cell, at) => (
                <td key={at}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
              <td>
                {row.unknownId === undefined ? null : <p>{say("unknownId", { id: row.unknownId })}</p>}
                {row.problems.map((problem) => (
                  <p key={problem.column}>
                    <strong>{titles[problem.column] ?? problem.column}</strong> “<bdi>{problem.text}</bdi>”:{" "}
                    {problemText(say, problem)}
                  </p>
                ))}
                {(problems.get(row.line) ?? []).map((problem) => (
                  <p key={problem.path}>
                    {told.message(problem)} {told.hint(problem)}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_LINES ? <p className="note">{say("moreRows", { count: rows.length - MAX_LINES })}</p> : null}
      {(problems.get(0) ?? []).map((problem) => (
        <p key={problem.path} className="bad">
          {told.message(problem)} {told.hint(problem)}
        </p>
      ))}
    </div>
  );
}

type Say = ReturnType<typeof useText<"tables">>;

function statusOf(say: Say, plan: PastePlan, checked: Changed | undefined, problems: Shown["problems"]): string {
  if (plan.rows.length === 0 || plan.tooLarge) return "";
  const isClean = plan.rows.every((row) => row.problems.length === 0 && row.unknownId === undefined);
  if (!isClean || problems.size > 0) return say("fixFirst");
  if (plan.operations.length === 0) return say("nothingToDo");
  if (checked === undefined) return say("checking");
  return checked.findings.length > 0 ? say("wouldFind", { count: checked.findings.length }) : "";
}
