/** What the matrix is about: as the address says it, else what this person last looked at, as long as the profile knows it. */

import { useCallback, useMemo } from "react";
import { createStore } from "../../state/createStore";
import { useAddress } from "../../ui/address";
import { useValue } from "../../ui/useValue";
import { useWorkbench } from "../../ui/workbench";
import type { Ontology } from "../ontology";
import { ANY, type MatrixChoice, relationsFor } from "./matrix";

const KEY = "graphwright.matrix";
const NOTHING: MatrixChoice = { rows: ANY, columns: ANY, relation: "" };

const kept = createStore<MatrixChoice | undefined>(read());

export function useChoice(first: MatrixChoice = NOTHING): readonly [MatrixChoice, (choice: MatrixChoice) => void] {
  const { ontology } = useWorkbench();
  const [written, write] = useAddress("matrix");
  const before = useValue(kept);
  const choice = useMemo(
    () => [asChoice(written), before].find((each) => each !== undefined && isKnown(ontology, each)) ?? first,
    [written, before, ontology, first],
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
