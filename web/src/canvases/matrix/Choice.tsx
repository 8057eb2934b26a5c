/** What is against what: one of the usual matrices, or any two types and a relation between them; and the same turned over. */

import { ArrowLeftRight } from "lucide-react";
import type { ReactNode } from "react";
import { phraseIn } from "../../locales/phrase";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { ANY, type MatrixChoice, presets, relationsFor, transposed, wayOf } from "./matrix";
import { useTypeTitle } from "./useTypeTitle";

interface Properties {
  readonly choice: MatrixChoice;
  readonly choose: (choice: MatrixChoice) => void;
}

export function Choice({ choice, choose }: Properties): ReactNode {
  const say = useText("matrix");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const title = useTypeTitle();
  const types = [...ontology.nodeTypes.map(({ name }) => name), ANY];
  const relations = relationsFor(ontology, choice.rows, choice.columns);
  /** Other types keep the relation where it may join them. */
  const change = (types: Partial<MatrixChoice>): void => {
    const next = { ...choice, ...types };
    const legal = relationsFor(ontology, next.rows, next.columns);
    choose({ ...next, relation: legal.includes(next.relation) ? next.relation : (legal[0] ?? next.relation) });
  };
  const usual = presets(ontology);
  const options = types.map((type) => (
    <option key={type} value={type}>
      {title(type)}
    </option>
  ));
  return (
    <span className="matrix-choice">
      <select
        aria-label={say("preset")}
        value={usual.findIndex((each) => isSame(each, choice))}
        onChange={(event) => choose(usual[Number(event.target.value)] ?? choice)}
      >
        <option value={-1} disabled>
          {say("preset")}
        </option>
        {usual.map(({ rows, columns, relation }, at) => (
          <option key={`${rows} ${relation} ${columns}`} value={at}>
            {title(rows)} × {title(columns)}
          </option>
        ))}
      </select>
      <select aria-label={say("rows")} value={choice.rows} onChange={(event) => change({ rows: event.target.value })}>
        {options}
      </select>
      <select
        aria-label={say("relation")}
        value={choice.relation}
        onChange={(event) => choose({ ...choice, relation: event.target.value })}
      >
        {relations.map((relation) => (
          <option key={relation} value={relation}>
            {ARROWS[wayOf(ontology, { ...choice, relation })]}{" "}
            {phraseIn(ontology.relation.get(relation)?.title, language) ?? relation}
          </option>
        ))}
      </select>
      <span className="matrix-columns">
        <select
          aria-label={say("columns")}
          value={choice.columns}
          onChange={(event) => change({ columns: event.target.value })}
        >
          {options}
        </select>
        <button
          type="button"
          className="icon"
          aria-label={say("transpose")}
          title={say("transpose")}
          onClick={() => choose(transposed(choice))}
        >
          <ArrowLeftRight aria-hidden />
        </button>
      </span>
    </span>
  );
}

/** Which way the relation leads, as one reads from the rows to the columns. */
const ARROWS = { out: "→", in: "←", both: "↔" } as const;

function isSame(one: MatrixChoice, other: MatrixChoice): boolean {
  return one.rows === other.rows && one.columns === other.columns && one.relation === other.relation;
}
