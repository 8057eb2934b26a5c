/** Change what is proposed before accepting it: name, description, attributes. The server makes a new version of it. */

import { type ReactNode, useId, useState } from "react";
import { attributesOf } from "../canvases/ontology";
import { problemText } from "../canvases/table/CellEditor";
import { type CellValue, type Column, createOf, read, type Typed, valueText } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { useValueTitle } from "../canvases/useValueTitle";
import type { Node, Operation, Proposal } from "../protocol";
import { isSameValue, plain } from "../state/choice";
import { isReadByMachines, readByMachines } from "../state/foreign";
import { useText } from "../ui/text";
import { useSend, useWorkbench } from "../ui/workbench";
import { type Draft, draft, draftsIn, look } from "./tray";

type Proposed = Proposal["operations"][number];

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
  const before = valuesOf(operation);
  const was: Readonly<Record<string, string>> = Object.fromEntries(
    columns.map(({ key }) => [key, valueText(before[key])]),
  );
  const [texts, setTexts] = useState(draftsIn(proposal.proposalId).get(operation.id)?.texts ?? was);
  const typed = typedIn(columns, texts);
  const isWrong = isWrongIn(typed);
  const keep = (written: Draft | undefined): void => draft(proposal.proposalId, operation.id, written);
  const change = (next: Readonly<Record<string, string>>): void => {
    setTexts(next);
    const isChanged = columns.some(({ key }) => next[key] !== was[key]);
    // Whoever accepts meanwhile accepts it as it is written here.
    keep(isChanged ? { texts: next, operation: changed(operation, typedIn(columns, next)) } : undefined);
  };
  const leave = (): void => {
    keep(undefined);
    close();
  };
  const save = async (): Promise<void> => {
    const made = changed(operation, typed);
    if (made === undefined) return;
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
        <button type="submit" className="primary" disabled={isWrong}>
          {say("saveEdit")}
        </button>
        <button type="button" onClick={leave}>
          {say("cancel")}
        </button>
      </div>
    </form>
  );
}

type TypedTexts = ReadonlyMap<Column, Typed>;

function typedIn(columns: readonly Column[], texts: Readonly<Record<string, string>>): TypedTexts {
  return new Map(columns.map((column) => [column, read(column, texts[column.key] ?? "")]));
}

function isWrongIn(typed: TypedTexts): boolean {
  return [...typed.values()].some((each) => "code" in each);
}

/** The operation with what was typed; none while something of it is wrong. */
function changed(operation: Proposed, typed: TypedTexts): Operation | undefined {
  if (isWrongIn(typed)) return undefined;
  return edited(operation, new Map([...typed].map(([column, each]) => [column, "value" in each ? each.value : null])));
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
  const say = useText("review");
  const sayTable = useText("tables");
  const titleOf = useAttributeTitle();
  const valueTitle = useValueTitle();
  const wrong = typed && "code" in typed ? problemText(sayTable, typed) : undefined;
  const common = {
    ...{ id, value: text, autoFocus: isFirst },
    ...(wrong && { "aria-invalid": true, "aria-describedby": `${id}-wrong` }),
    onChange: (event: { readonly target: { readonly value: string } }) => change(event.target.value),
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {column.kind === "name" || column.kind === "descr" ? say(`field.${column.kind}`) : titleOf(column.key)}
      </label>
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

/** The fields that can be edited: those the type has, and those that are proposed besides. */
function columnsFor(
  operation: Proposed,
  known: (nodeType: string) => ReturnType<typeof attributesOf>,
): readonly Column[] {
  const nodeType =
    operation.op === "node.create"
      ? operation.nodeType
      : operation.before && "nodeId" in operation.before
        ? operation.before.nodeType
        : "";
  const names = known(nodeType).map((attribute) => attribute.name);
  const others = Object.keys(valuesOf(operation)).filter(
    (key) => key !== "name" && key !== "descr" && !names.includes(key) && !isReadByMachines(key),
  );
  const attribute = (each: ReturnType<typeof attributesOf>[number]): Column => ({
    kind: "attribute",
    key: each.name,
    attribute: each,
    width: 0,
  });
  return [
    { kind: "name", key: "name", width: 0 },
    { kind: "descr", key: "descr", width: 0 },
    ...known(nodeType).map(attribute),
    ...others.map((name) => attribute({ name })),
  ];
}

/** What the fields would be after the operation. */
function valuesOf(operation: Proposed): Readonly<Record<string, unknown>> {
  if (operation.op === "node.create") return { ...operation.attributes, name: operation.name, descr: operation.descr };
  if (operation.op !== "node.update") return {};
  const node = operation.before as Node | null;
  const { attributes, ...fields } = operation.set;
  const values = { ...node?.attributes, name: node?.name, descr: node?.descr, ...fields, ...attributes };
  return Object.fromEntries(Object.entries(values).filter(([key]) => !operation.unset?.includes(key)));
}

/** The operation with other values; of an update only what differs from the node as it is. */
function edited(operation: Proposed, values: ReadonlyMap<Column, CellValue>): Operation {
  if (operation.op === "node.create") {
    const made = createOf(operation.nodeType, values, operation.id) as Extract<Operation, { op: "node.create" }>;
    const { name, descr, attributes } = made;
    const { attributes: old, ...rest } = plain(operation) as Extract<Operation, { op: "node.create" }>;
    const all = { ...attributes, ...readByMachines(old) };
    return { ...rest, name, descr: descr ?? "", ...(Object.keys(all).length > 0 && { attributes: all }) };
  }
  const node = operation.before as Node;
  const { unset: before, ...rest } = plain(operation) as Extract<Operation, { op: "node.update" }>;
  const kept = readByMachines(rest.set.attributes);
  const set: { name?: string; descr?: string; attributes?: Record<string, unknown> } = {
    ...(Object.keys(kept).length > 0 && { attributes: kept }),
  };
  const unset = (before ?? []).filter(isReadByMachines);
  for (const [{ kind, key }, value] of values) {
    if (kind === "name" || kind === "descr") {
      if (value !== node[kind]) set[kind] = valueText(value);
    } else if (value === null) {
      if (key in node.attributes) unset.push(key);
    } else if (!isSameValue(value, node.attributes[key])) set.attributes = { ...set.attributes, [key]: value };
  }
  return { ...rest, set, ...(unset.length > 0 && { unset }) };
}
