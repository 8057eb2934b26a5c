/** Change what is proposed before accepting it: name, description, attributes. The server makes a new version of it. */

import { type ReactNode, useId } from "react";
import { attributesOf } from "../canvases/ontology";
import { problemText } from "../canvases/table/CellEditor";
import type { Column, Typed } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { useValueTitle } from "../canvases/useValueTitle";
import type { Proposal } from "../protocol";
import { useText } from "../ui/text";
import { useSend, useWorkbench } from "../ui/workbench";
import {
  changed,
  columnsFor,
  drafted,
  isWrongIn,
  type Proposed,
  picked,
  stillAsked,
  type Texts,
  textsOf,
  typedIn,
  written,
} from "./edits";
import { draft, look, useDraftsIn } from "./tray";

interface Properties {
  readonly proposal: Proposal;
  readonly operation: Proposed;
  readonly close: () => void;
}

export function EditChange({ proposal, operation, close }: Properties): ReactNode {
  const say = useText("review");
  const send = useSend();
  const { ontology } = useWorkbench();
  const form = useId();
  const columns = columnsFor(operation, (nodeType) => attributesOf(ontology, nodeType));
  const now = textsOf(operation, columns);
  const begun = useDraftsIn(proposal.proposalId)[operation.id];
  const { texts, contested } = written(begun, now);
  const typed = typedIn(columns, texts);
  const isWrong = isWrongIn(typed);
  // Whoever accepts meanwhile accepts it as it is written here.
  const keep = (next: Texts, was: Texts): void => draft(proposal.proposalId, operation.id, drafted(next, was));
  const change = (next: Texts): void => keep(next, stillAsked(begun, now, contested));
  const leave = (): void => {
    draft(proposal.proposalId, operation.id, undefined);
    close();
  };
  const save = async (): Promise<void> => {
    const made = changed(operation, typed);
    if (made === undefined || contested.length > 0) return;
    const answer = await send<Proposal>({
      type: "proposal.amend",
      proposalId: proposal.proposalId,
      digest: proposal.digest,
      edits: { [operation.id]: made },
    });
    if (!answer) return;
    // My own edit is no news to me.
    look(answer);
    leave();
  };
  return (
    <form
      className="edit-change"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          leave();
        }
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }
      }}
    >
      {contested.length > 0 ? (
        <Contested
          {...{ operation, columns, contested, now, texts }}
          keepTheirs={() => keep({ ...texts, ...picked(now, contested) }, now)}
          setMine={() => keep(texts, now)}
        />
      ) : null}
      {columns.map((column, index) => (
        <ValueField
          key={column.key}
          id={`${form}-${column.key}`}
          column={column}
          text={texts[column.key] ?? ""}
          typed={typed.get(column)}
          isFirst={index === 0}
          change={(text) => change({ ...texts, [column.key]: text })}
        />
      ))}
      <div className="row">
        <button type="submit" className="primary" disabled={isWrong || contested.length > 0}>
          {say("saveEdit")}
        </button>
        <button type="button" onClick={leave}>
          {say("cancel")}
        </button>
      </div>
    </form>
  );
}

interface FieldProperties {
  readonly id: string;
  readonly column: Column;
  readonly text: string;
  readonly typed: Typed | undefined;
  readonly isFirst: boolean;
  readonly change: (text: string) => void;
}

/** One value of the node, and what is wrong with it. */
function ValueField({ id, column, text, typed, isFirst, change }: FieldProperties): ReactNode {
  const sayTable = useText("tables");
  const titleOf = useFieldTitle();
  const valueTitle = useValueTitle();
  const wrong = typed && "code" in typed ? problemText(sayTable, typed) : undefined;
  const common = {
    ...{ id, value: text, autoFocus: isFirst },
    ...(wrong && { "aria-invalid": true, "aria-describedby": `${id}-wrong` }),
    onChange: (event: { readonly target: { readonly value: string } }) => change(event.target.value),
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{titleOf(column)}</label>
      {column.kind === "descr" ? (
        <textarea rows={3} {...common} />
      ) : column.kind === "attribute" && column.attribute.type === "choice" ? (
        <select {...common}>
          <option value="" />
          {(column.attribute.options ?? []).map((option) => (
            <option key={option} value={option}>
              {valueTitle(column.key, option)}
            </option>
          ))}
        </select>
      ) : (
        <input type="text" {...common} />
      )}
      {wrong ? (
        <p className="note bad" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      ) : null}
    </div>
  );
}

function useFieldTitle(): (column: Column) => string {
  const say = useText("review");
  const titleOf = useAttributeTitle();
  return ({ kind, key }) => (kind === "name" || kind === "descr" ? say(`field.${kind}`) : titleOf(key));
}

interface ContestedProperties {
  readonly operation: Proposed;
  readonly columns: readonly Column[];
  readonly contested: readonly string[];
  readonly now: Texts;
  readonly texts: Texts;
  readonly setMine: () => void;
  readonly keepTheirs: () => void;
}

/** Somebody else changed what is being written here: theirs and mine, and which of the two goes on. */
function Contested({ operation, columns, contested, now, texts, ...choose }: ContestedProperties): ReactNode {
  const say = useText("review");
  const sayConflict = useText("conflicts");
  const titleOf = useFieldTitle();
  const who = operation.editedBy?.name;
  return (
    <div className="notice" role="alert">
      <p>{who === undefined ? say("changedMeanwhile") : say("changedMeanwhileBy", { name: who })}</p>
      <dl className="fields">
        {columns
          .filter(({ key }) => contested.includes(key))
          .flatMap((column) => [
            <dt key={`${column.key} theirs`}>{say("theirs", { field: titleOf(column) })}</dt>,
            <dd key={`${column.key} their text`}>
              <bdi>{now[column.key] || sayConflict("nothing")}</bdi>
            </dd>,
            <dt key={`${column.key} mine`}>{say("mine", { field: titleOf(column) })}</dt>,
            <dd key={`${column.key} my text`}>
              <bdi>{texts[column.key] || sayConflict("nothing")}</bdi>
            </dd>,
          ])}
      </dl>
      <div className="row">
        <button type="button" className="primary" onClick={choose.setMine}>
          {sayConflict("setMine")}
        </button>
        <button type="button" onClick={choose.keepTheirs}>
          {sayConflict("keepTheirs")}
        </button>
      </div>
    </div>
  );
}
