/** What the matrix is about: as the address says it, else what this person last looked at, else what the model has most of. */

import { useCallback, useMemo, useState } from "react";
import { createStore } from "../../state/createStore";
import { useAddress } from "../../ui/address";
import { useValue } from "../../ui/useValue";
import { useWorkbench } from "../../ui/workbench";
import type { Elements } from "../adjacency";
import type { Ontology } from "../ontology";
import { ANY, isHeld, type MatrixChoice, opening, presets, relationsFor } from "./matrix";

const KEY = "graphwright.matrix";
const NOTHING: MatrixChoice = { rows: ANY, columns: ANY, relation: "" };

const kept = createStore<MatrixChoice | undefined>(read());

export function useChoice(elements: Elements): readonly [MatrixChoice, (choice: MatrixChoice) => void] {
  const { ontology } = useWorkbench();
  const [written, write] = useAddress("matrix");
  const before = useValue(kept);
  // Found once: a matrix does not become another one while somebody looks at it.
  const [first, setFirst] = useState<MatrixChoice>();
  const found = useMemo(
    () => first ?? (isHeldKnown(before, elements, ontology) ? before : opening(elements, ontology)),
    [first, before, elements, ontology],
  );
  if (first === undefined && found !== undefined) setFirst(found);
  const choice = useMemo(
    () =>
      [asChoice(written), found, before].find((each) => each !== undefined && isKnown(ontology, each)) ??
      presets(ontology)[0] ??
      NOTHING,
    [written, found, before, ontology],
  );
  const choose = useCallback(
    (next: MatrixChoice): void => {
      keep(next);
      write(asText(next));
    },
    [write],
  );
  return [choice, choose];
}

/** As it stands in an address: `REQ.satisfy.FUNC`. */
function asText({ rows, relation, columns }: MatrixChoice): string {
  return [rows, relation, columns].join(".");
}

function asChoice(text = ""): MatrixChoice | undefined {
  const [rows, relation, columns] = text.split(".");
  return rows && relation && columns ? { rows, relation, columns } : undefined;
}

function isKnown(ontology: Ontology, { rows, columns, relation }: MatrixChoice): boolean {
  const types = [rows, columns].every((type) => type === ANY || ontology.nodeType.has(type));
  return types && relationsFor(ontology, rows, columns).includes(relation);
}

/** Another project may have none of what was looked at last. */
function isHeldKnown(choice: MatrixChoice | undefined, elements: Elements, ontology: Ontology): boolean {
  return choice !== undefined && isKnown(ontology, choice) && isHeld(elements, choice);
}

function read(): MatrixChoice | undefined {
  try {
    return (JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "null") as MatrixChoice | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(choice: MatrixChoice): void {
  kept.set(choice);
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing still works; the choice lasts until the page is closed.
  }
}
