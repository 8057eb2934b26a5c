/** What can be done with many selected rows at once: set one column in all of them, or delete them. One change set, one undo. */

import { type ReactNode, type SubmitEvent, useState } from "react";
import type { Node } from "../../protocol";
import { useText } from "../../ui/text";
import { newOperationId } from "../useChanges";
import { problemText } from "./CellEditor";
import { type Column, isEditable, read, type Typed } from "./columns";
import { written } from "./range";
import { useEdits } from "./useEdits";
import { ValueField } from "./ValueField";

interface Properties {
  readonly rows: readonly Node[];
  readonly columns: readonly Column[];
  readonly titles: Readonly<Record<string, string>>;
  readonly onDelete: () => void;
}

export default function BulkBar({ rows, columns, titles, onDelete }: Properties): ReactNode {
  const say = useText("tables");
  const { writeAll } = useEdits();
  const [key, setKey] = useState("");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Extract<Typed, { code: string }>>();
  // Many rows of one name nobody wants.
  const settable = columns.filter((column) => isEditable(column) && column.kind !== "name");
  const column = settable.find((each) => each.key === key);
  const apply = (event: SubmitEvent): void => {
    event.preventDefault();
    if (column === undefined) return;
    const typed = read(column, text);
    setProblem("code" in typed ? typed : undefined);
    if ("value" in typed) void writeAll(written(rows, new Map([[column, typed.value]]), newOperationId));
  };
  return (
    <form className="bulk-bar" aria-label={say("selectedRows", { count: rows.length })} onSubmit={apply}>
      <span>{say("selectedRows", { count: rows.length })}</span>
      <select
        aria-label={say("setColumn")}
        value={key}
        onChange={(event) => {
          setKey(event.target.value);
          setText("");
          setProblem(undefined);
        }}
      >
        <option value="">{say("setColumn")}</option>
        {settable.map((each) => (
          <option key={each.key} value={each.key}>
            {titles[each.key] ?? each.key}
          </option>
        ))}
      </select>
      {column ? (
        <>
          <ValueField
            column={column}
            text={text}
            onText={setText}
            label={titles[column.key] ?? column.key}
            isInvalid={problem !== undefined}
          />
          <button type="submit">{say("setInAll")}</button>
        </>
      ) : null}
      {problem ? (
        <span className="bad" role="alert">
          {problemText(say, problem)}
        </span>
      ) : null}
      <button type="button" className="quiet" onClick={onDelete}>
        {say("deleteRows")}
      </button>
    </form>
  );
}
